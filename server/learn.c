/* /v1/learn: examples in, a model that is served; and what to know about it.
 *
 *     examples, tables ─▶ dataset, scenes ─▶ g2l2_learn ─▶ ties, failures, estimate ─▶ served
 *                              422           409, 503
 *
 * With `quick`, what can be had at once (quick.c). Who asks for the estimate of what is served gets it without that being
 * learned again.
 *
 * /v1/learning: how far it is. */
#include "server/handle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_NAME     "taught"
#define LEARN_SHARE    .7  /* of the time; the rest is for looking at what was learned */
#define TIES_SECONDS   .5  /* at most */
#define MOST_LOOKED    .5  /* of the CPU time of a look: with less it is made again */
#define SAMPLE_SECONDS .02 /* of a look, to choose sentences that show what it understands */
#define MOST_FAILURES  100u
#define MOST_SHOWN     200u /* words that are spoken of */

struct lesson {
    struct desk *desk;
    const char *name;
    unsigned number;
    struct until until;
    g2l2_learn_options options;
    g2l2_learn_report report;
    struct buf standing; /* what words may mean, before one is chosen */
    struct buf failures;
    size_t n_failures;
    bool lost;          /* there was no memory for one of these */
    double end;         /* of a quick look, by quick_clock; 0: it is none */
    double step;        /* seconds that such a look has, where a single update takes long */
    bool narrow, tried; /* one attempt is all there is time for; that is made */
    bool settled;       /* it was learned to its end */
    char tag[PACK_TAG]; /* of the lesson */
};

/* ---- examples, as the text that the library reads ----------------------------------------------- */

static bool any_has(const json_t *examples, const char *key, json_type type) {
    for (size_t i = 0; i < json_array_size(examples); i++) {
        const json_t *value = json_object_get(json_array_get(examples, i), key);
        if (value && json_typeof(value) == type) return true;
    }
    return false;
}

/* What the examples are about, where nobody says. */
static const char *guess_domain(const struct desk *self) {
    const json_t *examples = self->fields[FIELD_EXAMPLES].json;
    if (self->fields[FIELD_TABLES].given) return "facts";
    if (self->fields[FIELD_SCENES].given || any_has(examples, "objects", JSON_ARRAY))
        return "visual";
    return any_has(examples, "result", JSON_OBJECT) ? "frames" : "nav";
}

/* One of the built-in: a path would be opened. */
static void open_domain(struct desk *self) {
    const struct field *field = &self->fields[FIELD_DOMAIN];
    const char *name = field->given ? field->text : guess_domain(self);
    g2l2_error err;
    struct buf known;
    buf_init(&known, &self->arena);
    for (const char *const *at = g2l2_domain_names(); *at; at++) {
        buf_printf(&known, "%s%s", known.n ? ", " : "", *at);
        if (strcmp(*at, name)) continue;
        check(self, g2l2_domain_open(name, &self->domain, &err), &err);
        return;
    }
    refuse(self, 422, "there is no domain '%.60s'; there are: %s", name, known.at);
}

/* Charts of longer ones take longer than a request has. */
#define MOST_WORDS 60u

static size_t count_words(const char *text) {
    size_t n = 0;
    for (; *(text += strspn(text, " \t\r\n")); text += strcspn(text, " \t\r\n")) n++;
    return n;
}

struct given {
    const char *sentence;
    const json_t *result, *objects, *scene; /* or NULL: objects, and the name of a scene */
};

static struct given read_example(struct desk *self, size_t i, bool questions) {
    json_t *example = json_array_get(self->fields[FIELD_EXAMPLES].json, i), *value;
    struct given out = {0};
    const char *key;
    json_object_foreach(example, key, value) {
        if (!strcmp(key, "sentence")) out.sentence = json_string_value(value);
        else if (!strcmp(key, "result")) out.result = value;
        else if (!strcmp(key, "objects") && questions) out.objects = value;
        else if (!strcmp(key, "scene") && questions) out.scene = value;
        else refuse(self, 422, "example %zu: there is no field '%.60s' here", i + 1, key);
    }
    if (!out.sentence || !out.result)
        refuse(self, 422, "example %zu must have a \"sentence\", which is a text, and a \"result\"",
               i + 1);
    if (count_words(out.sentence) > MOST_WORDS)
        refuse(self, 422, "example %zu has more than %u words", i + 1, MOST_WORDS);
    return out;
}

/* As a line of a file. Line i + 1 is example i, so that what the library says of a line is about
 * the example. */
static void put_example(struct desk *self, struct buf *out, const struct given *e, bool questions) {
    put(out, questions ? "{\"question\":" : "{\"command\":");
    json_put_text(out, e->sentence);
    put(out, questions                   ? ",\"answer\":"
             : json_is_object(e->result) ? ",\"result\":"
                                         : ",\"actions\":");
    put(out, fields_dump(self, e->result));
    if (e->objects) buf_printf(out, ",\"objects\":%s", fields_dump(self, e->objects));
    if (e->scene) buf_printf(out, ",\"scene\":%s", fields_dump(self, e->scene));
    put_literal(out, "}\n");
}

static void add_example(struct desk *self, const struct given *e, size_t line) {
    const char *result = json_string_value(e->result);
    g2l2_error err;
    if (!result) result = fields_dump(self, e->result);
    check(self, g2l2_dataset_add(self->examples, e->sentence, result, NULL, line, &err), &err);
}

static void read_tables(struct desk *self, const g2l2_limits *limits) {
    const json_t *list = self->fields[FIELD_TABLES].json;
    size_t n = json_array_size(list);
    g2l2_text *tables = arena_zalloc(&self->arena, (n + 1) * sizeof *tables);
    g2l2_error err;
    for (size_t i = 0; i < n; i++) {
        const json_t *table = json_array_get(list, i), *text = json_object_get(table, "text");
        const char *name = json_string_value(json_object_get(table, "name"));
        if (!name || !json_is_string(text) || json_object_size(table) != 2)
            refuse(self, 422, "table %zu must have a \"name\" and a \"text\", and no more", i + 1);
        tables[i] = (g2l2_text){name, json_string_value(text), json_string_length(text)};
    }
    if (n) check(self, g2l2_scenes_parse_tables(self->scenes, tables, n, limits, &err), &err);
}

static void read_scenes(struct desk *self, const g2l2_limits *limits) {
    g2l2_error err;
    if (!json_array_size(self->fields[FIELD_SCENES].json)) return;
    const char *text = fields_dump(self, self->fields[FIELD_SCENES].json);
    check(self, g2l2_scenes_parse(self->scenes, text, strlen(text), NULL, limits, &err), &err);
}

static void read_examples(struct desk *self) {
    const json_t *examples = self->fields[FIELD_EXAMPLES].json;
    bool questions = g2l2_domain_has_scenes(self->domain);
    bool lines = questions || any_has(examples, "result", JSON_OBJECT);
    g2l2_limits limits = self->server->options->limits;
    struct buf text;
    g2l2_error err;
    if ((self->fields[FIELD_TABLES].given || self->fields[FIELD_SCENES].given) && !questions)
        refuse(self, 422, "the domain '%s' is about no tables or scenes",
               g2l2_domain_name(self->domain));
    buf_init(&text, &self->arena);
    put_literal(&text, "");
    check(self, g2l2_dataset_new(&self->examples, &err), &err);
    for (size_t i = 0; i < json_array_size(examples); i++) {
        struct given e = read_example(self, i, questions);
        if (lines) put_example(self, &text, &e, questions);
        else add_example(self, &e, i + 1);
    }
    if (questions) {
        check(self, g2l2_scenes_new(&self->scenes, &err), &err);
        read_tables(self, &limits);
        read_scenes(self, &limits);
        check(self,
              g2l2_dataset_parse_questions(self->examples, text.at, text.n, NULL, self->scenes,
                                           &limits, &err),
              &err);
        check(self, g2l2_scenes_encode(self->scenes, NULL, &err), &err);
    } else if (lines) {
        check(self, g2l2_dataset_parse(self->examples, text.at, text.n, NULL, &limits, &err), &err);
    }
}

void desk_read_lesson(struct desk *self) {
    open_domain(self);
    read_examples(self);
}

/* ---- learning ------------------------------------------------------------------------------------- */

static bool on_progress(void *context, const g2l2_progress *at) {
    struct lesson *self = context;
    struct lessons *lessons = &self->desk->server->lessons;
    const struct server_options *server = self->desk->server->options;
    lessons_tell(lessons, at);
    if (server->learning) server->learning(server->context);
    self->tried = self->narrow && at->restart > 0;
    return !self->tried && !lessons_over(lessons, self->number) &&
           !(self->end > 0 && quick_clock() > self->end);
}

static void put_candidate(struct buf *out, const g2l2_candidate *c, bool first) {
    put(out, first ? "{" : ",{");
    json_field_text(out, "category", c->category);
    json_field_text(out, "program", c->program);
    json_field_number(out, "share", c->share);
    put_literal(out, "}");
}

static void put_standing(struct buf *out, const g2l2_standing *word, bool first) {
    put(out, first ? "{" : ",{");
    json_field_text(out, "word", word->word);
    json_field_number(out, "alive", (double)word->n_alive);
    put_literal(out, ",\"top\":[");
    for (size_t k = 0; k < word->n_top; k++) put_candidate(out, &word->top[k], !k);
    put_literal(out, "]}");
}

/* The latest counts; at the beginning, when everything is possible, there is nothing to see. The
 * learner must not be left in the middle, so what this needs is an arena of its own, which lands
 * here. */
static void on_observe(void *context, const g2l2_observation *at) {
    struct lesson *self = context;
    struct desk *desk = self->desk;
    if (!at->n_words || !at->update || at->n_words > MOST_SHOWN) return;
    arena_reset(&desk->seen);
    buf_init(&self->standing, &desk->seen);
    if (guard_try(&desk->seen_guard, NULL))
        for (size_t i = 0; i < at->n_words; i++) put_standing(&self->standing, &at->words[i], !i);
    else self->lost = true;
}

static void take_turn(struct lesson *self) {
    struct desk *desk = self->desk;
    switch (lessons_begin(&desk->server->lessons, self->name, self->until, &self->number)) {
    case TURN_NOW: desk->teaches = true; return;
    case TURN_OVER: refuse(desk, 409, "newer examples came for '%.64s'", self->name);
    case TURN_BUSY: refuse(desk, 503, "something else is being learned; try again in a moment");
    default: refuse(desk, 503, "stopped: what was being learned before takes too long");
    }
}

static void check_over(const struct lesson *self) {
    if (lessons_over(&self->desk->server->lessons, self->number))
        refuse(self->desk, 409, "newer examples came for '%.64s', or it was stopped", self->name);
}

static void check_memory(const struct lesson *self) {
    if (self->lost) refuse(self->desk, 503, "out of memory");
}

static void set_options(struct lesson *self) {
    const struct desk *desk = self->desk;
    g2l2_learn_options *o = &self->options;
    *o = g2l2_learn_options_default();
    o->limits = desk->server->options->limits;
    o->scenes = desk->scenes;
    o->recipe = DESK_RECIPE;
    o->progress = on_progress;
    o->observe = on_observe;
    o->context = self;
}

static g2l2_status learn(struct lesson *self, const g2l2_dataset *examples, g2l2_error *err) {
    struct desk *desk = self->desk;
    g2l2_learn_options *o = &self->options;
    o->budget = until_budget(self->until);
    o->budget.seconds *= LEARN_SHARE;
    if (self->end > 0) o->budget = until_budget(until_within(self->until, self->step));
    g2l2_status status = g2l2_learn(desk->domain, examples, o, &desk->learned, &self->report, err);
    check_over(self); /* then the rest is of no interest */
    check_memory(self);
    return status;
}

static void learn_whole(struct lesson *self) {
    g2l2_error err;
    check(self->desk, learn(self, self->desk->examples, &err), &err);
    self->settled = !self->report.interrupted;
}

static void drop_learned(struct lesson *self) {
    g2l2_model_free(self->desk->learned);
    self->desk->learned = NULL;
    self->standing = (struct buf){0};
}

/* As far as it comes at once. Where other programs have the machine, time passes without work: then it is tried again. */
static g2l2_status look(struct lesson *self, const g2l2_dataset *examples, g2l2_error *err) {
    g2l2_status status;
    double start, seconds = quick_seconds(self->desk, LOOK_SECONDS);
    self->step = quick_seconds(self->desk, self->narrow ? LOOK_NARROW : LOOK_STEP);
    do {
        drop_learned(self);
        start = quick_clock();
        self->end = start + seconds;
        status = learn(self, examples, err);
        self->step *= 2;
    } while ((status == G2L2_STATUS_INTERRUPTED || (!status && self->report.interrupted)) &&
             !self->tried && quick_clock() < start + MOST_LOOKED * seconds &&
             !until_over(self->until));
    self->end = 0;
    return status;
}

/* True: to its end. */
static bool learn_briefly(struct lesson *self) {
    g2l2_error err;
    g2l2_status status = look(self, self->desk->examples, &err);
    if (status != G2L2_STATUS_INTERRUPTED) check(self->desk, status, &err);
    self->settled = !status && !self->report.interrupted;
    return self->settled;
}

/* Few of them, and of questions the likeliest readings alone: which say something, where all of it takes long. */
static void learn_narrowly(struct lesson *self) {
    struct desk *desk = self->desk;
    g2l2_error err;
    self->narrow = g2l2_domain_has_facts(desk->domain);
    if (self->narrow) self->options.recipe = QUICK_RECIPE;
    g2l2_status status = look(self, quick_choose(desk), &err);
    set_options(self);
    self->narrow = self->tried = false;
    if (status == G2L2_STATUS_NO_MEMORY) check(desk, status, &err);
    self->report.checked = g2l2_dataset_count(desk->examples);
    self->report.correct = status ? 0 : quick_count(desk, desk->learned);
}

/* Learning again is cheap, and what was not explained can be listed. */
static bool is_honest(const g2l2_domain *domain) {
    return !g2l2_domain_has_scenes(domain) || g2l2_domain_has_facts(domain);
}

/* What can be had at once; nothing, where that explains too little. */
static void learn_quickly(struct lesson *self) {
    struct desk *desk = self->desk;
    g2l2_learn_report *r = &self->report;
    size_t n = g2l2_dataset_count(desk->examples);
    bool is_short = quick_is_short(desk, self->name), facts = g2l2_domain_has_facts(desk->domain);
    if (is_short && learn_briefly(self)) return;
    if (!quick_is_good(r->correct, n) && quick_take_last(desk, self->name, &r->correct))
        r->checked = n;
    if (!is_short && !facts && !quick_is_enough(r->correct, n) && learn_briefly(self)) return;
    if (is_honest(desk->domain) && !quick_is_enough(r->correct, n)) learn_narrowly(self);
    r->examples = n;
    r->interrupted = true;
    snprintf(r->reason, sizeof r->reason, "a quick look");
    self->standing = (struct buf){0};
    if (!quick_is_enough(r->correct, n)) drop_learned(self);
}

/* ---- what to know about it ---------------------------------------------------------------------- */

/* Where the time is spent, what was found stays: `correct` tells how many there are. */
static void check_found(struct desk *self, g2l2_status status, const g2l2_error *err) {
    if (status != G2L2_STATUS_INTERRUPTED) check(self, status, err);
}

static void put_ties(struct lesson *self) {
    struct desk *desk = self->desk;
    struct buf *out = &desk->out;
    g2l2_model *model = desk->learned;
    g2l2_error err;
    const g2l2_budget budget = until_budget(until_within(self->until, TIES_SECONDS));
    put_literal(out, ",\"ties\":[");
    if (self->settled && !g2l2_domain_has_scenes(desk->domain))
        check_found(desk, g2l2_model_find_ties(model, &budget, &err), &err);
    for (size_t i = 0; self->settled && i < g2l2_model_n_ties(model); i++) {
        g2l2_tie t = g2l2_model_tie(model, i);
        put(out, i ? ",{" : "{");
        json_field_text(out, "word", t.word);
        put_literal(out, ",\"entries\":[{");
        json_field_text(out, "category", t.category_a);
        json_field_text(out, "program", t.program_a);
        put_literal(out, "},{");
        json_field_text(out, "category", t.category_b);
        json_field_text(out, "program", t.program_b);
        put_literal(out, "}]");
        json_field_text(out, "sentence", *t.sentence ? t.sentence : NULL);
        put_literal(out, ",\"meanings\":[");
        json_put_text(out, t.meaning_a);
        put_literal(out, ",");
        json_put_text(out, t.meaning_b);
        put_literal(out, "]}");
    }
    put_literal(out, "]");
}

static void put_failure(struct buf *out, const g2l2_example *e, const g2l2_result *result) {
    put(out, out->n ? ",{" : "{");
    json_field_number(out, "line", (double)e->line);
    json_field_text(out, "sentence", e->sentence);
    json_field_text(out, "wanted", e->target);
    json_field_text(out, "got", result->n_readings ? result->readings[0].text : NULL);
    json_field_text(out, "reason", result->reason);
    put_literal(out, "}");
}

/* As on_observe, it must not leave the library in the middle. */
static bool on_failure(void *context, size_t example, const g2l2_result *result) {
    struct lesson *self = context;
    g2l2_example e = g2l2_dataset_get(self->desk->examples, example);
    if (self->n_failures++ >= MOST_FAILURES) return true;
    if (guard_try(&self->desk->seen_guard, NULL)) put_failure(&self->failures, &e, result);
    else self->lost = true;
    return !self->lost;
}

/* Those that are taken to be wrong, with what the others say. */
static void put_failures(struct lesson *self) {
    struct desk *desk = self->desk;
    const g2l2_budget budget = until_budget(self->until);
    g2l2_error err;
    arena_reset(&desk->seen);
    buf_init(&self->failures, &desk->seen);
    if (self->report.tolerant && self->settled && is_honest(desk->domain))
        check_found(desk,
                    g2l2_model_failures(desk->learned, desk->examples, desk->scenes, &budget,
                                        on_failure, self, &err),
                    &err);
    check_memory(self);
    put_literal(&desk->out, ",\"unexplained\":[");
    buf_put(&desk->out, self->failures.at, self->failures.n);
    put_literal(&desk->out, "]");
}

/* ---- words that one example has ------------------------------------------------------------------ */

struct sighting {
    const char *word;
    size_t example;
};

static int by_word(const void *a, const void *b) {
    const struct sighting *x = a, *y = b;
    int order = strcmp(x->word, y->word);
    return order ? order : (x->example > y->example) - (x->example < y->example);
}

/* Every word of every example, sorted. */
static struct sighting *list_words(struct desk *self, size_t *n) {
    VEC(struct sighting) all = {0};
    const g2l2_word *words;
    size_t n_words;
    g2l2_error err;
    check(self, g2l2_parser_new(self->learned, NULL, &self->reader, &err), &err);
    for (size_t i = 0; i < g2l2_dataset_count(self->examples); i++) {
        const char *sentence = g2l2_dataset_get(self->examples, i).sentence;
        check(self, g2l2_parser_words(self->reader, sentence, &words, &n_words, &err), &err);
        for (size_t k = 0; k < n_words; k++) {
            const char *word = arena_strndup(&self->arena, words[k].text, strlen(words[k].text));
            vec_push(&self->arena, &all, ((struct sighting){word, i}));
        }
    }
    if (all.n) qsort(all.at, all.n, sizeof *all.at, by_word);
    *n = all.n;
    return all.at;
}

/* Names and values of a table are looked up, however often they occur. */
static bool is_learned(const g2l2_model *model, const char *word) {
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++)
        if (!strcmp(g2l2_model_entry(model, i).word, word)) return true;
    return false;
}

static void put_thin(struct desk *self) {
    size_t n, n_thin = 0;
    const struct sighting *all = list_words(self, &n);
    put_literal(&self->out, ",\"thin\":[");
    for (size_t i = 0, next; i < n && n_thin < MOST_SHOWN; i = next) {
        for (next = i + 1; next < n && !strcmp(all[i].word, all[next].word);) next++;
        if (all[i].example != all[next - 1].example) continue;
        if (!is_learned(self->learned, all[i].word)) continue;
        put(&self->out, n_thin++ ? ",{" : "{");
        json_field_text(&self->out, "word", all[i].word);
        json_field_number(&self->out, "line",
                          (double)g2l2_dataset_get(self->examples, all[i].example).line);
        put_literal(&self->out, "}");
    }
    put_literal(&self->out, "]");
}

/* ---- the answer ---------------------------------------------------------------------------------- */

/* A copy of what is served by the name, with its note: parsers of the other may be at work. */
static void take_served(struct lesson *self) {
    struct desk *desk = self->desk;
    const struct served *last = desk->models[desk->n_models - 1];
    size_t n = sizeof *last->note + strlen(last->note->report) + 1;
    g2l2_error err;
    check(desk, quick_copy(last->model, &desk->learned, &err), &err);
    desk->note = malloc(n);
    if (!desk->note) refuse(desk, 503, "out of memory");
    memcpy(desk->note, last->note, n);
}

static void put_held_back(struct buf *out, const g2l2_estimate *estimate) {
    put_literal(out, ",\"held_back\":");
    if (!estimate->asked) {
        put_literal(out, "null");
        return;
    }
    put_literal(out, "{");
    json_field_number(out, "asked", (double)estimate->asked);
    json_field_number(out, "correct", (double)estimate->correct);
    json_field_number(out, "parts", (double)estimate->parts);
    json_field_flag(out, "calibrated", estimate->doubtful);
    put_literal(out, "}");
}

/* Confidence is then what it was worth with the examples that were held back, as `train` does it. */
static void put_estimate(struct lesson *self) {
    struct desk *desk = self->desk;
    g2l2_estimate estimate = {0};
    g2l2_error err;
    self->options.budget = until_budget(self->until);
    if (fields_number(desk, FIELD_ESTIMATE, 0) && self->settled)
        check(desk,
              g2l2_learn_estimate(desk->domain, desk->examples, &self->options, &estimate, &err),
              &err);
    check_over(self);
    if (estimate.doubtful) {
        if (!desk->learned) take_served(self);
        check(desk, g2l2_model_calibrate(desk->learned, &estimate, &err), &err);
    }
    put_held_back(&desk->out, &estimate);
}

static bool is_over(void *context) {
    const struct lesson *self = context;
    return lessons_over(&self->desk->server->lessons, self->number);
}

/* Where examples rule candidates out one by one. */
static void put_steps(struct lesson *self, bool ruled_out) {
    bool wanted = fields_number(self->desk, FIELD_TIMELINE, 0) && self->settled;
    if (wanted && ruled_out && !g2l2_domain_has_scenes(self->desk->domain))
        put_timeline(self->desk, self->until, is_over, self);
    else put_literal(&self->desk->out, ",\"timeline\":[]");
    check_over(self);
}

static void put_report(struct lesson *self, double started) {
    struct desk *desk = self->desk;
    struct buf *out = &desk->out;
    const g2l2_learn_report *r = &self->report;
    put_literal(out, "{");
    json_field_text(out, "model", self->name);
    json_field_text(out, "domain", g2l2_domain_name(g2l2_model_domain(desk->learned)));
    json_field_number(out, "examples", (double)r->examples);
    json_field_number(out, "checked", (double)r->checked);
    json_field_number(out, "correct", (double)r->correct);
    json_field_number(out, "set_aside", (double)r->set_aside);
    json_field_number(out, "seconds", round((clock_now() - started) * 1e4) / 1e4);
    json_field_flag(out, "settled", self->settled);
    json_field_flag(out, "interrupted", r->interrupted);
    json_field_text(out, "reason", *r->reason ? r->reason : NULL);
    json_field_number(out, "words", (double)g2l2_model_n_words(desk->learned));
    put_entries(out, desk->learned, 0);
    put_literal(out, ",\"standing\":[");
    buf_put(out, self->standing.at, self->standing.n);
    put_literal(out, "]");
}

/* What is said of the model, to be said again; NULL: it is not settled, or there is no memory. */
static struct lesson_note *make_note(const struct lesson *self) {
    const struct buf *out = &self->desk->out;
    struct lesson_note *note = self->settled ? malloc(sizeof *note + out->n + 1) : NULL;
    if (!note) return NULL;
    memcpy(note->tag, self->tag, sizeof note->tag);
    memcpy(note->report, out->at, out->n);
    note->report[out->n] = 0;
    note->seconds = self->report.cpu_seconds;
    note->ruled_out = self->standing.n;
    return note;
}

/* The model, the scenes that it is about and the note are no longer the desk's. */
static void serve(struct lesson *self) {
    struct desk *desk = self->desk;
    g2l2_model *model = desk->learned;
    g2l2_scenes *scenes = desk->scenes;
    struct lesson_note *note = desk->note;
    bool looked = fields_number(desk, FIELD_QUICK, 0) && !self->settled;
    struct until until = looked ? until_within(self->until, SAMPLE_SECONDS) : self->until;
    g2l2_error err;
    g2l2_parser_free(desk->reader);
    desk->reader = NULL;
    desk->learned = NULL;
    desk->scenes = NULL;
    desk->note = NULL;
    check(desk,
          models_put_taught(desk->server->models, self->name, desk->examples, model, scenes, note,
                            until, &desk->models[desk->n_models], &err),
          &err);
    desk->parsers[desk->n_models++] = NULL;
}

/* Of all that decides what is learned. */
static void make_tag(struct lesson *self) {
    static const enum field_id lists[] = {FIELD_EXAMPLES, FIELD_TABLES, FIELD_SCENES};
    struct desk *desk = self->desk;
    struct buf text;
    buf_init(&text, &desk->arena);
    put(&text, g2l2_domain_name(desk->domain));
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const json_t *list = desk->fields[lists[i]].json;
        put(&text, list ? fields_dump(desk, list) : "-");
    }
    pack_tag(text.at, text.n, self->tag);
}

/* Is this lesson what is served by its name, and more about it is asked for? Then what was said of it is said again. */
static bool put_known(struct lesson *self) {
    struct desk *desk = self->desk;
    bool more = fields_number(desk, FIELD_ESTIMATE, 0) || fields_number(desk, FIELD_TIMELINE, 0);
    struct served *last = more ? models_take(desk->server->models, self->name) : NULL;
    if (!last) return false;
    desk->parsers[desk->n_models] = NULL;
    desk->models[desk->n_models++] = last;
    if (!last->note || memcmp(last->note->tag, self->tag, sizeof self->tag)) return false;
    put(&desk->out, last->note->report);
    self->settled = true;
    put_steps(self, last->note->ruled_out);
    put_estimate(self);
    if (desk->learned) serve(self);
    return true;
}

static void put_new(struct lesson *self, double started) {
    struct desk *desk = self->desk;
    if (fields_number(desk, FIELD_QUICK, 0)) learn_quickly(self);
    if (!desk->learned) learn_whole(self);
    put_report(self, started);
    put_ties(self);
    put_failures(self);
    put_thin(desk);
    desk->note = make_note(self);
    put_steps(self, self->standing.n);
    put_estimate(self);
    serve(self);
}

static void teach(struct desk *self, const char *name) {
    struct lesson lesson = {.desk = self, .name = name};
    double started = clock_now();
    g2l2_error err;
    check(self, models_check_taught(self->server->models, name, &err), &err);
    if (self->fields[FIELD_KEEP].given) refuse(self, 422, "\"keep\" is for DELETE");
    if (!self->fields[FIELD_EXAMPLES].given) refuse(self, 422, "\"examples\" are missing");
    if (self->fields[FIELD_SECONDS].given)
        self->until = until_within(UNTIL_NEVER, fmin((double)self->fields[FIELD_SECONDS].number,
                                                     self->server->options->learn_seconds));
    lesson.until = self->until;
    desk_read_lesson(self);
    make_tag(&lesson);
    take_turn(&lesson);
    set_options(&lesson);
    if (!put_known(&lesson)) put_new(&lesson, started);
    put_literal(&self->out, "}\n");
}

/* Stop learning, and forget what was learned unless that is to be kept. */
static void forget(struct desk *self, const char *name) {
    const unsigned only = FIELD(EXAMPLES) | FIELD(DOMAIN) | FIELD(TABLES) | FIELD(SCENES);
    bool keep = fields_number(self, FIELD_KEEP, 0);
    for (int i = 0; i < N_FIELDS; i++)
        if (only >> i & 1 && self->fields[i].given)
            refuse(self, 422, "examples are for POST; DELETE forgets what was learned");
    bool stopped = lessons_stop(&self->server->lessons, name);
    bool forgotten = !keep && models_forget_taught(self->server->models, name);
    if (!stopped && !forgotten && !keep) refuse(self, 404, "nothing was taught as '%.64s'", name);
    put_literal(&self->out, "{");
    json_field_text(&self->out, "model", name);
    json_field_flag(&self->out, "stopped", stopped);
    json_field_flag(&self->out, "forgotten", forgotten);
    put_literal(&self->out, "}\n");
}

void answer_learn(struct desk *self) {
    const struct field *name = &self->fields[FIELD_MODEL];
    (!strcmp(self->request->method, "POST") ? teach : forget)(self, name->given ? name->text
                                                                                : USUAL_NAME);
}

/* The latest points of its curves, the oldest first: [entries left, share of the latest examples that is right]. */
static void put_points(struct buf *out, const struct far *far) {
    size_t n = far->n_points, first = n > LESSON_POINTS ? n - LESSON_POINTS : 0;
    json_field_number(out, "n_points", (double)n);
    put_literal(out, ",\"points\":[");
    for (size_t i = first; i < n; i++) {
        const struct lesson_point *p = &far->points[i % LESSON_POINTS];
        buf_printf(out, "%s[%.0f,%.6g]", i > first ? "," : "", p->alive, p->accuracy);
    }
    put_literal(out, "]");
}

void answer_learning(struct desk *self) {
    struct buf *out = &self->out;
    char name[MODELS_MAX_NAME + 1];
    struct far far;
    bool learning = lessons_look(&self->server->lessons, name, &far);
    if (!learning) far = (struct far){.at.accuracy = -1};
    put_literal(out, "{");
    json_field_text(out, "model", learning ? name : NULL);
    json_field_number(out, "update", far.at.update);
    json_field_number(out, "updates", far.at.n_updates);
    json_field_number(out, "attempt", far.at.restart);
    json_field_number(out, "alive", (double)far.at.n_alive);
    json_field_number(out, "accuracy", far.at.accuracy);
    json_field_number(out, "part", far.at.part);
    json_field_number(out, "parts", far.at.n_parts);
    put_points(out, &far);
    put_literal(out, "}\n");
}
