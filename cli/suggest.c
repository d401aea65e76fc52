/* g2l2 teach --suggest N: of many sentences without a label, the few to label first.
 *
 *     walk, look and run twice, jump around left thrice, ...
 *          ─▶ what is new in each: words, and pairs of neighbours   ┐
 *          ─▶ with a model: how unsure its meaning is               ┴─▶ for its length, the most first
 *
 * A word is learned from the sentences that it is in, and told from others by standing beside different
 * ones: "opposite" that is always followed by "right" could turn right by itself. So a sentence is worth
 * what its words and pairs add to those that are labelled, each the less the more often it was there; and
 * longer ones cost more to label. The sentences are chosen one after the other, each as if those before
 * it had their label. */
#include "cli/suggest.h"

#include <stdlib.h>
#include <string.h>

#include "common/common.h"

#define PAIR_WORTH     .3      /* of a pair, as a share of a word's */
#define LENGTH_COST    8.      /* words that every sentence costs beside its own */
#define KNOWN          3.      /* sentences that a word of the model counts as seen in, */
#define KNOWN_OPEN     .5      /* or for each of its entries, where it has several */
#define MOST_SENTENCES 200000u /* that are chosen from */
#define MOST_WORDS     100u    /* of one of them; longer ones are passed over */

struct sentence {
    const char *text;
    uint32_t *parts; /* [n_words] words, then [n_pairs] pairs; each once */
    uint32_t n_words, n_pairs, length;
    double unsure; /* 0 to 1: of its meaning, where there is a model */
    bool taken;
};

struct suggester {
    const struct suggest_options *options;
    struct arena arena;
    struct guard guard;
    struct symbols names; /* of words and pairs */
    VEC(double) seen;     /* [names] labelled sentences that have it */
    struct symbols texts; /* of sentences, each once */
    VEC(struct sentence) pool;
    json_t *line;        /* at hand, or NULL */
    g2l2_parser *parser; /* likewise */
    char *file;          /* likewise, malloc'ed */
    g2l2_dataset *labelled;
};

/* ---- reading --------------------------------------------------------------------------------- */

static uint32_t part_of(struct suggester *self, const char *name, size_t n) {
    uint32_t part = symbols_add(&self->names, name, n);
    if (part == self->seen.n) vec_push(&self->arena, &self->seen, 0);
    return part;
}

static void add_once(uint32_t *list, uint32_t *n, uint32_t part) {
    for (uint32_t i = 0; i < *n; i++)
        if (list[i] == part) return;
    list[(*n)++] = part;
}

/* False: it has no words, or too many. */
static bool cut(struct suggester *self, const char *text, struct sentence *out) {
    uint32_t words[MOST_WORDS], pairs[MOST_WORDS], before = UINT32_MAX;
    char name[32];
    *out = (struct sentence){.text = text};
    for (const char *at = text; *(at += strspn(at, " ")); at += strcspn(at, " ")) {
        if (out->length++ == MOST_WORDS) return false;
        uint32_t word = part_of(self, at, strcspn(at, " "));
        int n = snprintf(name, sizeof name, "%u %u", before, word);
        add_once(words, &out->n_words, word);
        if (before != UINT32_MAX) add_once(pairs, &out->n_pairs, part_of(self, name, (size_t)n));
        before = word;
    }
    out->parts = arena_array(&self->arena, uint32_t, out->n_words + out->n_pairs + 1);
    memcpy(out->parts, words, out->n_words * sizeof *words);
    memcpy(out->parts + out->n_words, pairs, out->n_pairs * sizeof *pairs);
    return out->n_words;
}

static void count_seen(struct suggester *self, const struct sentence *s) {
    for (uint32_t i = 0; i < s->n_words + s->n_pairs; i++) self->seen.at[s->parts[i]]++;
}

/* White space is folded; what was there before is passed over. NULL: nothing is left. */
static const char *fresh_text(struct suggester *self, const char *text, size_t n) {
    struct buf out;
    buf_init(&out, &self->arena);
    for (size_t i = 0, end; i < n; i = end) {
        while (i < n && strchr(" \t\r", text[i])) i++;
        for (end = i; end < n && !strchr(" \t\r", text[end]);) end++;
        if (end > i && out.n) buf_puts(&out, " ");
        if (end > i) buf_put(&out, text + i, end - i);
    }
    uint32_t known = self->texts.names.n;
    if (!out.n) return NULL;
    uint32_t at = symbols_add(&self->texts, out.at, out.n);
    return at == known ? self->texts.names.at[at] : NULL;
}

/* The sentence of a line, in any of the forms that examples have, with a label or without. */
static const char *sentence_of(struct suggester *self, const char *line, size_t n) {
    static const char *const keys[] = {"command", "question", "sentence"};
    const char *text = NULL, *found;
    if (*line == '{') {
        json_decref(self->line);
        self->line = json_loadb(line, n, 0, NULL);
        for (size_t i = 0; i < 3 && !text; i++)
            text = json_string_value(json_object_get(self->line, keys[i]));
        return text ? fresh_text(self, text, strlen(text)) : NULL;
    }
    if (n > 3 && !strncmp(line, "IN:", 3)) {
        line += 3;
        n -= 3;
        if ((found = memmem(line, n, " OUT:", 5))) n = (size_t)(found - line);
    } else if ((found = memchr(line, '\t', n))) {
        n = (size_t)(found - line);
    }
    return fresh_text(self, line, n);
}

static void read_pool(struct suggester *self, size_t length) {
    const char *end = self->file + length;
    struct sentence s;
    for (const char *at = self->file; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((stop ? stop : end) - at);
        const char *text = sentence_of(self, at, n);
        if (text && cut(self, text, &s)) vec_push(&self->arena, &self->pool, s);
        if (self->pool.n > MOST_SENTENCES)
            guard_raise(&self->guard, G2L2_STATUS_LIMIT, 0, 0,
                        "%s has more than %u sentences; give some of them", self->options->from,
                        MOST_SENTENCES);
        at += n + 1;
    }
}

/* Those that have a label are not chosen again. */
static void read_labelled(struct suggester *self) {
    struct sentence s;
    for (size_t i = 0; i < g2l2_dataset_count(self->labelled); i++) {
        const char *sentence = g2l2_dataset_get(self->labelled, i).sentence;
        const char *text = fresh_text(self, sentence, strlen(sentence));
        if (text && cut(self, text, &s)) count_seen(self, &s);
    }
}

/* ---- what a model knows ------------------------------------------------------------------------ */

static void count_known(struct suggester *self) {
    const g2l2_model *model = self->options->model;
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        if (e.off) continue;
        uint32_t part = part_of(self, e.word, strlen(e.word));
        self->seen.at[part] += e.share < 1 ? KNOWN_OPEN : KNOWN;
    }
}

static void find_unsure(struct suggester *self) {
    g2l2_result r;
    for (uint32_t i = 0; i < self->pool.n; i++) {
        struct sentence *s = &self->pool.at[i];
        g2l2_status status = g2l2_parser_run(self->parser, s->text, 1, &r, NULL);
        s->unsure = !status && r.n_readings ? 1 - r.readings[0].confidence : 1;
    }
}

/* ---- choosing ----------------------------------------------------------------------------------- */

static double worth_of(const struct suggester *self, const struct sentence *s) {
    double worth = s->unsure;
    for (uint32_t i = 0; i < s->n_words + s->n_pairs; i++) {
        double times = 1 + self->seen.at[s->parts[i]];
        worth += (i < s->n_words ? 1 : PAIR_WORTH) / (times * times);
    }
    return worth / (LENGTH_COST + s->length);
}

/* NULL: all of them are taken. */
static struct sentence *choose(struct suggester *self) {
    struct sentence *best = NULL;
    double most = -1;
    for (uint32_t i = 0; i < self->pool.n; i++) {
        struct sentence *s = &self->pool.at[i];
        double worth = s->taken ? -1 : worth_of(self, s);
        if (worth <= most) continue;
        most = worth;
        best = s;
    }
    return best;
}

static void tell(struct suggester *self) {
    json_t *list = self->options->json ? json_array() : NULL;
    struct sentence *s;
    for (size_t i = 0; i < self->options->n && (s = choose(self)); i++) {
        s->taken = true;
        count_seen(self, s);
        if (list) json_array_append_new(list, cli_json_text(s->text));
        else cli_put(stdout, "%s\n", s->text);
    }
    if (!list) return;
    json_t *out = json_pack("{s:o}", "suggestions", list);
    json_dumpf(out, stdout, JSON_INDENT(2));
    printf("\n");
    json_decref(out);
}

/* ---- the whole ------------------------------------------------------------------------------------ */

static void work(struct suggester *self, size_t length) {
    symbols_init(&self->names, &self->arena);
    symbols_init(&self->texts, &self->arena);
    if (self->options->model) count_known(self);
    if (self->labelled) read_labelled(self);
    read_pool(self, length);
    if (self->parser) find_unsure(self);
    tell(self);
}

static g2l2_status open_all(struct suggester *self, size_t *length, g2l2_error *err) {
    const struct suggest_options *o = self->options;
    g2l2_status status = file_read(o->from, o->limits.max_bytes, &self->file, length, err);
    if (!status && o->examples) status = g2l2_dataset_new(&self->labelled, err);
    if (!status && o->examples)
        status = g2l2_dataset_read(self->labelled, o->examples, &o->limits, err);
    if (!status && o->model && !g2l2_domain_has_scenes(g2l2_model_domain(o->model)))
        status = g2l2_parser_new(o->model, &o->limits, &self->parser, err);
    return status;
}

int suggest(const struct suggest_options *options) {
    struct suggester made = {.options = options};
    struct suggester *volatile self = &made;
    g2l2_error err;
    size_t length;
    volatile g2l2_status status = open_all(self, &length, &err);
    arena_init(&self->arena, &self->guard, 0);
    if (!status && guard_try(&self->guard, &err)) work(self, length);
    else if (!status) status = self->guard.status;
    arena_free(&self->arena);
    json_decref(self->line);
    g2l2_parser_free(self->parser);
    g2l2_dataset_free(self->labelled);
    free(self->file);
    return status ? cli_fail(&err) : EXIT_OK;
}
