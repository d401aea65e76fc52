/* From sentences and strings to a lexicon: read, aligned, joined, written. */
#include <string.h>

#include "learn/align.h"
#include "model/text.h"

#define ROUNDS           24       /* of joining */
#define QUICK            40u      /* examples for a first look, */
#define QUICK_ITERATIONS 8        /* and how often */
#define QUICK_ENOUGH     0.3      /* of these are explained then */
#define GLANCE           300u     /* examples that show whether targets follow their sentences */
#define MOST_CELLS       8000000u /* of all examples: words by tokens by pieces */
#define ENOUGH           0.8      /* of these, to go on */
#define FOLDS            5u       /* parts that are held back in turn */
#define TOLD             0.9      /* of what is held back and has no new word, but for one */
#define LEAST_FIGURES    2u       /* numbers that are said as they are written */
#define SURER            6.0 /* log weight of words that are one, for each word but the first */

/* ---- reading ----------------------------------------------------------------------------------------- */

static uint32_t read_names(struct align *self, struct symbols *names, const char *text,
                           const uint32_t **out) {
    VEC(uint32_t) all = {0};
    vec_reserve(&self->arena, &all); /* also where nothing is said */
    for (const char *at = text; *(at += strspn(at, " "));) {
        size_t length = strcspn(at, " ");
        vec_push(&self->arena, &all, symbols_add(names, at, length));
        at += length;
    }
    *out = all.at;
    return all.n;
}

/* Every so many-th example, so that about so many are read. */
static void read_examples(struct align *self, const g2l2_domain *domain, const g2l2_dataset *data,
                          size_t most) {
    size_t n = g2l2_dataset_count(data), step = n > most ? n / most : 1;
    symbols_init(&self->units, &self->arena);
    symbols_init(&self->tokens, &self->arena);
    self->examples = arena_zalloc(&self->arena, (n / step + 1) * sizeof *self->examples);
    for (size_t i = 0; i < n; i += step) {
        g2l2_example given = g2l2_dataset_get(data, i);
        struct aligned *e = &self->examples[self->n++];
        const char *sentence =
            domain->spoken ? lexicon_spoken(NULL, &self->arena, given.sentence) : given.sentence;
        e->n_words = read_names(self, &self->units, sentence, &e->words);
        e->m = read_names(self, &self->tokens, given.target, &e->tokens);
        e->units = arena_array(&self->arena, uint32_t, e->n_words + 1);
        e->cuts = arena_zalloc(&self->arena, (e->n_words + 1) * sizeof *e->cuts);
    }
    for (uint32_t u = 0; u < self->units.names.n; u++) vec_push(&self->arena, &self->joined, false);
}

static bool is_small(const struct align *self) {
    double cells = 0;
    for (uint32_t x = 0; x < self->n; x++)
        cells += (double)self->examples[x].n_words * (self->examples[x].m + 1) * (PIECE_MAX + 1);
    return cells <= MOST_CELLS;
}

/* ---- learning ------------------------------------------------------------------------------------------ */

/* Does every unit give what it gives most often? */
bool align_explains(const struct align *self, const struct aligned *e) {
    for (uint32_t i = 0; e->whole && i < e->n; i++) {
        const struct piece *p = &self->pieces.at[self->best[e->units[i]]];
        if (piece_key(e, e->cuts[i], e->cuts[i + 1]) !=
            piece_key(&self->examples[p->example], p->from, p->to))
            return false;
    }
    return e->whole;
}

static double share_explained(const struct align *self) {
    uint32_t n = 0, all = 0;
    for (uint32_t x = 0; x < self->n; x++) {
        all += !self->examples[x].held;
        n += !self->examples[x].held && align_explains(self, &self->examples[x]);
    }
    return all ? (double)n / all : 0;
}

double align_again(struct align *self, int iterations) {
    arena_reset(&self->scratch);
    memset(&self->pieces, 0, sizeof self->pieces);
    align_cut_units(self);
    align_estimate(self, iterations);
    return share_explained(self);
}

static double align_all(struct align *self) {
    double share = align_again(self, ITERATIONS);
    for (int round = 0; share < 1 && round < ROUNDS; round++) {
        bool tried = !align_join(self);
        if (tried && (self->n > GLANCE || !align_try_joins(self, share))) break;
        share = align_again(self, ITERATIONS);
    }
    return align_again(self, ITERATIONS);
}

/* ---- what others tell -------------------------------------------------------------------------------- */

/* What units give, one after the other, is it the target? -1: some are not known. */
static int predicts(struct align *self, struct aligned *e) {
    uint32_t at = 0;
    align_cut_sentence(self, e);
    for (uint32_t i = 0; i < e->n; i++)
        if (e->units[i] >= self->n_known || self->best[e->units[i]] == UINT32_MAX) return -1;
    for (uint32_t i = 0; i < e->n; i++) {
        const struct piece *p = &self->pieces.at[self->best[e->units[i]]];
        uint32_t n = p->to - p->from;
        if (at + n > e->m ||
            piece_key(e, at, at + n) != piece_key(&self->examples[p->example], p->from, p->to))
            return 0;
        at += n;
    }
    return at == e->m;
}

static void hold_back(struct align *self, uint32_t fold) {
    for (uint32_t x = 0; x < self->n; x++) self->examples[x].held = x % FOLDS == fold;
    memset(self->joined.at, 0, self->joined.n * sizeof *self->joined.at);
}

/* Words that are one may explain whatever there is, and tell nothing of what there is not. */
static bool is_told_by_others(struct align *self) {
    uint32_t right = 0, all = 0;
    for (uint32_t fold = 0; fold < FOLDS; fold++) {
        hold_back(self, fold);
        align_all(self);
        for (uint32_t x = fold; x < self->n; x += FOLDS) {
            int how = predicts(self, &self->examples[x]);
            all += how >= 0;
            right += how > 0;
        }
    }
    hold_back(self, FOLDS);
    return all >= FOLDS && right + 1 >= TOLD * all;
}

/* ---- writing --------------------------------------------------------------------------------------------- */

static void put_tokens(const struct align *self, struct buf *out, const struct piece *p) {
    const struct aligned *e = &self->examples[p->example];
    for (uint32_t t = p->from; t < p->to; t++) {
        if (t + 1 < p->to) buf_puts(out, "concat(");
        text_put_quoted(out, self->tokens.names.at[e->tokens[t]]);
        if (t + 1 < p->to) buf_puts(out, ", ");
    }
    for (uint32_t t = p->from; t + 1 < p->to; t++) buf_puts(out, ")");
}

static void put_use(const struct align *self, struct buf *out, const struct piece *p) {
    const struct aligned *e = &self->examples[p->example];
    buf_printf(out, "used %.0f", p->count);
    for (uint32_t i = 0; i < e->n_words; i++) {
        buf_puts(out, " ");
        text_put_quoted(out, self->units.names.at[e->words[i]]);
    }
    buf_puts(out, "\n");
}

static void put_entry(const struct align *self, struct buf *out, const struct piece *p) {
    const char *name = self->units.names.at[p->unit];
    double weight = 0;
    for (const char *at = name; (at = strchr(at, ' ')); at++) weight += SURER;
    text_put_quoted(out, name);
    buf_puts(out, p->to > p->from ? " => V : " : " => EMPTY");
    put_tokens(self, out, p);
    buf_printf(out, "  %g\n", weight);
    put_use(self, out, p);
}

/* Does it give its own name, and is that a number? */
static bool is_own_figures(const struct align *self, uint32_t unit) {
    const char *name = self->units.names.at[unit];
    if (self->best[unit] == UINT32_MAX || !lexicon_is_figures(name, strlen(name))) return false;
    const struct piece *p = &self->pieces.at[self->best[unit]];
    const uint32_t *tokens = self->examples[p->example].tokens;
    return p->to == p->from + 1 && !strcmp(self->tokens.names.at[tokens[p->from]], name);
}

/* Where some numbers are said as they are written, so are all. */
static void put_figures(const struct align *self, struct buf *out) {
    uint32_t own = 0;
    for (uint32_t u = 0; u < self->units.names.n; u++) own += is_own_figures(self, u);
    if (own < LEAST_FIGURES) return;
    text_put_quoted(out, TEXT_NUMBER);
    buf_puts(out, " => V : said(figures())  0\n");
}

static g2l2_status write_model(struct align *self, const g2l2_domain *domain, g2l2_model **out,
                               g2l2_error *err) {
    struct buf text;
    buf_init(&text, &self->arena);
    text_put_domain(&text, domain);
    buf_puts(&text, "literals Tokens :");
    for (uint32_t i = 0; i < self->tokens.names.n; i++) {
        buf_puts(&text, " ");
        text_put_quoted(&text, self->tokens.names.at[i]);
    }
    buf_puts(&text, "\n");
    for (uint32_t u = 0; u < self->units.names.n; u++)
        if (self->best[u] != UINT32_MAX) put_entry(self, &text, &self->pieces.at[self->best[u]]);
    put_figures(self, &text);
    struct text_source source = {.text = text.at, .length = text.n};
    return text_read(&source, out, err);
}

/* ---- the whole --------------------------------------------------------------------------------------------- */

/* A few examples, looked at for a moment: without words that are one, some are explained. */
static bool seems_to_follow(struct align *self) {
    return align_again(self, QUICK_ITERATIONS) >= QUICK_ENOUGH;
}

/* Where some of the examples told others, all need not be asked again. */
static bool follows(struct align *self, bool told) {
    if (align_all(self) < ENOUGH) return false;
    return told || (is_told_by_others(self) && align_all(self) >= ENOUGH);
}

/* From so many examples; *found: it goes on. */
static g2l2_status learn(const g2l2_domain *domain, const g2l2_dataset *data, size_t most,
                         double deadline, bool *found, g2l2_model **out, g2l2_error *err) {
    struct align self = {.budget = {.deadline = deadline, .until_look = 1, .pace = 1}};
    volatile g2l2_status status = G2L2_STATUS_OK;
    *found = false;
    arena_init(&self.arena, &self.guard, 0);
    arena_init(&self.scratch, &self.guard, 0);
    self.scratch.budget = &self.budget;
    if (guard_try(&self.guard, err)) {
        read_examples(&self, domain, data, most);
        *found = is_small(&self) && (out ? follows(&self, most > GLANCE) : seems_to_follow(&self));
        if (*found && out) status = write_model(&self, domain, out, err);
    } else {
        status = self.guard.status;
    }
    arena_free(&self.arena);
    arena_free(&self.scratch);
    return status;
}

g2l2_status align_learn(const g2l2_domain *domain, const g2l2_dataset *data, double deadline,
                        g2l2_model **out, g2l2_error *err) {
    bool found = false;
    g2l2_status status = learn(domain, data, QUICK, deadline, &found, NULL, err);
    *out = NULL;
    if (!status && found) status = learn(domain, data, GLANCE, deadline, &found, out, err);
    if (!status && found && g2l2_dataset_count(data) > GLANCE) {
        g2l2_model_free(*out);
        *out = NULL;
        status = learn(domain, data, SIZE_MAX, deadline, &found, out, err);
    }
    return status == G2L2_STATUS_INTERRUPTED ? G2L2_STATUS_OK : status;
}
