/* How a sentence gets its meaning, or why it has none: the trace of what the parser does.
 *
 *     readings ─▶ the derivation that has the first, and those that compete with it
 *     each     ─▶ tree ─▶ nodes: category, rule, program, value
 *                      ─▶ steps: the execution, innermost first
 *     chart    ─▶ what competes for each span
 *     no parse ─▶ largest parts, and what these still need
 *
 * Derivations of one meaning are summed in a reading, so the heaviest one need not have the
 * first reading: as many as MAX_TRIES are looked at to find one that has. */
#include <math.h>
#include <string.h>

#include "trace/make.h"

#define MAX_READINGS 5u
#define MAX_TRIES    50u
#define UNLIKELY     .02 /* derivations with less of the weight do not compete */

/* ---- texts --------------------------------------------------------------------------- */

struct buf make_text(const struct maker *m) {
    struct buf text;
    buf_init(&text, &m->parser->arena);
    buf_puts(&text, "");
    return text;
}

const char *make_category(const struct maker *m, cat_id cat) {
    struct buf text = make_text(m);
    category_print(&m->domain->syntax, cat, &text);
    return text.at;
}

const char *make_phrase(const struct maker *m, uint32_t begin, uint32_t end) {
    return trace_phrase(&m->parser->arena, m->words, begin, end);
}

const struct word *make_word(const struct maker *m, uint32_t position) {
    uint32_t word = m->parser->words[position];
    return word == SYMBOL_NONE ? NULL : &m->parser->lexicon->words.at[word];
}

static const char **cut_words(g2l2_parser *parser, const char *sentence) {
    const char **words = arena_array(&parser->arena, const char *, parser->n_words + 1);
    const char *folded = parser_fold(parser, sentence), *at = folded + strspn(folded, " \t\r\n");
    for (uint32_t i = 0; i < parser->n_words; i++) {
        size_t n = strcspn(at, " \t\r\n");
        words[i] = arena_strndup(&parser->arena, at, n);
        at += n + strspn(at + n, " \t\r\n");
    }
    return words;
}

/* ---- which derivations ------------------------------------------------------------------ */

struct choice {
    struct derived derived;
    const struct term *program;
    double weight; /* log */
    uint32_t rank;
};

static struct choice choose(struct maker *m, const struct derivation *d, uint32_t rank) {
    struct choice c = {.derived = derive_tree(m->parser, d), .weight = d->weight, .rank = rank};
    const struct term *term = derive_program(m->parser, m->lang, &c.derived, NULL);
    if (term) c.program = derive_reduce(m->lang, term);
    if (c.program && m->domain->mixed) c.program = derive_simplify(m->lang, c.program);
    return c;
}

static const char *result_of(struct maker *m, const struct choice *c) {
    if (m->domain->expected) return NULL;
    if (!m->executed) return NULL;
    if (m->domain->mixed) return make_answer(m, &c->derived);
    return c->program ? make_value(m, c->program) : NULL;
}

static bool means(struct maker *m, const struct choice *c, const char *text) {
    const char *result = result_of(m, c);
    return result && !strcmp(result, text);
}

struct search {
    struct maker *maker;
    struct trace *trace;
    const struct derivation **list;
    uint32_t n;
    struct choice *found; /* [n_wanted] */
    uint32_t n_found, n_wanted;
    bool other_result;
};

/* ---- what may be left out ------------------------------------------------------------------- */

static void keep_stop(struct maker *m, struct trace *t, const g2l2_error *err) {
    struct buf text = make_text(m);
    if (t->note) buf_printf(&text, "%s; ", t->note);
    buf_printf(&text, "%s; the rest of the explanation is left out", err->message);
    t->note = text.at;
    t->stopped = true;
}

/* Do what an explanation can be without: where the budget is spent, what there is so far is told, and
 * for that the time begins anew. */
static void if_time_allows(struct search *s, void (*stage)(struct search *)) {
    g2l2_parser *parser = s->maker->parser;
    struct guard guard, *outer = parser->arena.guard;
    g2l2_error err;
    if (s->trace->stopped) return;
    parser->arena.guard = parser->scratch.guard = &guard;
    if (guard_try(&guard, &err)) stage(s);
    parser->arena.guard = parser->scratch.guard = outer;
    if (guard.status == G2L2_STATUS_OK) return;
    if (guard.status != G2L2_STATUS_INTERRUPTED && guard.status != G2L2_STATUS_LIMIT)
        guard_raise(outer, guard.status, 0, 0, "%s", err.message);
    budget_start(&parser->budget, &parser->budget.given);
    keep_stop(s->maker, s->trace, &err);
}

/* ---- derivations ------------------------------------------------------------------------------ */

/* The heaviest is cheap to have; more of them only where there is a choice. */
static void list_more(struct search *s) {
    g2l2_parser *parser = s->maker->parser;
    if (s->n > 1 || s->trace->all_derivations < 1.5) return;
    struct walk walk = parser_walk(parser);
    s->n = weights_best(&walk, MAX_TRIES, &s->list);
}

/* One that has the result of the first reading, which the heaviest has not. */
static void find_result(struct search *s) {
    list_more(s);
    for (uint32_t i = 1; i < s->n && s->other_result; i++) {
        struct choice c = choose(s->maker, s->list[i], i + 1);
        if (!means(s->maker, &c, s->trace->readings[0].text)) continue;
        s->found[0] = c;
        s->other_result = false;
    }
}

/* The heaviest derivation of the first reading; the heaviest of all if none is found. */
static void find_first(struct search *s) {
    bool any = !s->trace->n_readings || s->maker->domain->expected;
    s->found[s->n_found++] = choose(s->maker, s->list[0], 1);
    s->other_result = !any && !means(s->maker, &s->found[0], s->trace->readings[0].text);
    if (s->other_result) if_time_allows(s, find_result);
}

/* Does it say what none of those found says? Of questions, as a program; else as a result. */
static bool competes(struct search *s, const struct choice *c) {
    for (uint32_t i = 0; i < s->n_found; i++) {
        if (s->maker->domain->mixed ? s->found[i].program == c->program
                                    : means(s->maker, &s->found[i], result_of(s->maker, c)))
            return false;
    }
    return true;
}

static void find_others(struct search *s) {
    const struct trace *t = s->trace;
    bool certain = !s->maker->domain->mixed && t->n_readings < 2;
    if (s->maker->domain->expected || certain || s->n_wanted < 2) return;
    list_more(s);
    for (uint32_t i = 0; i < s->n && s->n_found < s->n_wanted; i++) {
        double share = exp(s->list[i]->weight - s->maker->parser->inside.total);
        if (share < UNLIKELY || i + 1 == s->found[0].rank) continue;
        struct choice c = choose(s->maker, s->list[i], i + 1);
        if (c.program && competes(s, &c)) s->found[s->n_found++] = c;
    }
}

/* ---- one of them -------------------------------------------------------------------------- */

static const char *program_text(struct maker *m, const struct term *program) {
    struct buf text = make_text(m);
    if (!program) return NULL;
    derive_print(m->lang, program, NULL, &text);
    return text.at;
}

static struct trace_derivation describe(struct maker *m, const struct choice *c) {
    struct making d = {.maker = m, .derived = c->derived, .program = c->program};
    struct trace_derivation out = {.rank = c->rank,
                                   .share = exp(c->weight - m->parser->inside.total),
                                   .result = result_of(m, c),
                                   .program = program_text(m, c->program),
                                   .n_nodes = c->derived.root->number + 1};
    if (out.share > 1) out.share = 1;
    out.uses = make_uses(m, &c->derived);
    make_nodes(&d);
    out.nodes = d.nodes;
    out.steps = d.steps.at;
    out.n_steps = d.steps.n;
    out.all_steps = d.n_numbered > d.steps.n ? d.n_numbered : d.steps.n;
    make_tokens(m, &c->derived, &out);
    return out;
}

static void add_derivations(struct maker *m, struct trace *t, uint32_t n_others) {
    struct search s = {.maker = m, .trace = t, .n_wanted = n_others + 1};
    struct walk walk = parser_walk(m->parser);
    s.n = weights_best(&walk, 1, &s.list);
    s.found = arena_array(&m->parser->arena, struct choice, s.n_wanted);
    find_first(&s);
    if_time_allows(&s, find_others);
    struct trace_derivation *list =
        arena_array(&m->parser->arena, struct trace_derivation, s.n_found);
    for (uint32_t i = 0; i < s.n_found; i++) list[i] = describe(m, &s.found[i]);
    list[0].other_result = s.other_result && s.found[0].program;
    t->derivations = list;
    t->n_derivations = s.n_found;
}

static void count_derivations(struct maker *m, struct trace *t) {
    const struct plan *plan = &m->parser->plan;
    const double *counts = weights_count(plan, &m->parser->arena);
    for (uint32_t i = 0; i < plan->n_roots; i++) t->all_derivations += counts[plan->roots[i]];
}

/* ---- the trace ---------------------------------------------------------------------------- */

static void add_scene(struct maker *m, struct trace *t) {
    const struct look *look = m->parser->look;
    if (!look || !look->scene) return;
    t->has_scene = true;
    t->n_objects = look->scene->n_objects;
    t->naming = look->naming;
    t->objects = make_objects(m);
    t->places = make_places(m);
}

/* Readings, where the sentence has derivations. */
static void execute(struct maker *m, struct trace *t) {
    g2l2_reading *readings;
    if (m->domain->world && !parser_has_scene(m->parser)) {
        t->status = TRACE_NO_SCENE;
        return;
    }
    m->executed = true;
    parser_execute(m->parser);
    t->n_readings = parser_readings(m->parser, MAX_READINGS, &readings);
    t->readings = readings;
    if (t->n_readings) return;
    t->status = TRACE_NO_RESULT;
    t->reason = parser_reason(m->parser, t->sentence);
}

static const char *execution_name(const g2l2_domain *domain) {
    return domain->mixed ? "mixed" : domain->expected ? "expected" : "exact";
}

static void find_repairs(struct search *s) {
    if (s->trace->n_words) make_missing(s->maker, s->trace);
    make_repairs(s->maker, s->trace);
}

static void find_items(struct search *s) {
    make_items(s->maker, s->trace);
}

const struct trace *trace_make(g2l2_parser *parser, const char *sentence,
                               const struct trace_wanted *wanted) {
    parser_parse(parser, sentence);
    struct trace *t = arena_new(&parser->arena, struct trace);
    struct maker m = {.parser = parser, .domain = parser->lexicon->domain};
    struct search rest = {.maker = &m, .trace = t};
    m.words = cut_words(parser, sentence);
    m.lang = derive_language(parser);
    t->sentence = arena_strndup(&parser->arena, sentence, strlen(sentence));
    t->domain = m.domain;
    t->execution = execution_name(m.domain);
    t->n_words = parser->n_words;
    t->words = make_words(&m);
    t->texts = m.words;
    if (!parser->chart.roots.n) {
        t->status = TRACE_NO_PARSE;
        t->reason = parser_reason(parser, sentence);
        if_time_allows(&rest, find_repairs);
    } else {
        execute(&m, t);
        t->note = parser_note(parser, sentence);
        count_derivations(&m, t);
        add_derivations(&m, t, wanted->n_others);
        if (m.domain->expected) make_means(&m, t);
    }
    add_scene(&m, t);
    if (wanted->chart) if_time_allows(&rest, find_items);
    return t;
}
