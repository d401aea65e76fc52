/* What a definition has and can never use. A category is *made* if words and rules lead to it,
 * and of *use* if it is part of a way to a root:
 *
 *     entries ──▶ made: by every pair that combines ──▶ roots
 *                 use:  from roots back, by pairs of what is made
 *
 * Both are found for each candidate set, in the closed grammar, so that all rules count that
 * the parser has. Operations, constants and numbers are of use where some candidate has them. A
 * copy of the domain, with a constant of each kind, is made for each set and is gone afterwards:
 * numbers of categories and operations are the same in all of them. */
#include <stdlib.h>
#include <string.h>

#include "domain/domain.h"

#define SET_STEPS 20000000u /* pieces of work for one set: about a second */

struct g2l2_warnings {
    struct arena arena;
    struct guard guard;
    VEC(g2l2_warning) list;
};

struct check {
    g2l2_warnings *out;
    const g2l2_domain *domain;
    struct budget *left;
    uint32_t n_cats;
    bool *made, *used;    /* [n_cats] in some set */
    bool *ops, *literals; /* [ops.n], [literal_types.n] */
    bool *concepts;       /* [concepts.n] */
    bool *entries;        /* [n_cats] schemas that are entries */
    bool numbers;
};

__attribute__((format(printf, 4, 5))) static void warn(struct check *c, uint32_t line,
                                                       uint32_t column, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct arena *arena = &c->out->arena;
    g2l2_warning w = {line, column, arena_strndup(arena, text, strlen(text))};
    vec_push(arena, &c->out->list, w);
}

/* ---- programs -------------------------------------------------------------------------- */

static void use_type(bool *flags, const type_id *types, uint32_t n, type_id type) {
    for (uint32_t i = 0; i < n; i++) flags[i] |= types[i] == type;
}

/* Operations of the definition have the same numbers in every copy; constants come after. */
static void use_term(struct check *c, const struct lang *lang, const struct term *term) {
    const g2l2_domain *d = c->domain;
    if (term->kind == TERM_NUMBER) c->numbers = true;
    if (term->kind == TERM_OP && lang->ops.at[term->op].literal < 0) c->ops[term->op] = true;
    else if (term->kind == TERM_OP)
        use_type(c->literals, d->literal_types.at, d->literal_types.n, term->type);
    for (uint32_t i = 0; term->kind == TERM_SLOT && i < d->concepts.n; i++)
        c->concepts[i] |= d->concepts.at[i].type == term->type;
    for (uint32_t i = 0; i < term->n_subs; i++) use_term(c, lang, term->subs[i]);
}

static void use_schema(struct check *c, const g2l2_domain *d, const struct schema *schema) {
    if (schema->program) use_term(c, &d->lang, schema->program);
    for (uint32_t i = 0; i < schema->cases.n; i++)
        use_term(c, &d->lang, schema->cases.at[i].program);
}

/* ---- one set --------------------------------------------------------------------------- */

/* A set's candidates, in a grammar that is closed. */
struct reach {
    struct check *check;
    g2l2_domain *domain;
    bool *made, *used; /* [n_closed] */
    uint32_t n;
};

static bool set_flag(bool *flag) {
    bool was = *flag;
    *flag = true;
    return !was;
}

/* A word whose entry is a schema may be used as any of its cases. */
static void make_lexical(struct reach *r, cat_id cat) {
    const struct syntax *syntax = &r->domain->syntax;
    r->made[cat] = true;
    if (syntax->cats.at[cat].kind != CAT_KIND_SCHEMA) return;
    const struct schema *schema = &syntax->schemas.at[syntax->cats.at[cat].schema];
    for (uint32_t i = 0; i < schema->cases.n; i++) r->made[schema->cases.at[i].cat] = true;
}

/* One pass over all pairs: forward, what they make is made; backward, what makes something of
 * use is of use. True: something was added. */
static bool pass(struct reach *r, bool backward) {
    const struct syntax *syntax = &r->domain->syntax;
    bool more = false;
    for (uint32_t i = 0; i < syntax->unaries.n; i++) {
        struct unary u = syntax->unaries.at[i];
        if (!r->made[u.from] || (backward && !r->used[u.result])) continue;
        more |= backward ? set_flag(&r->used[u.from]) : set_flag(&r->made[u.result]);
    }
    for (uint32_t l = 1; l < r->n; l++)
        for (uint32_t k = 1; r->made[l] && k < r->n; k++) {
            cat_id result = syntax_lookup(syntax, (cat_id)l, (cat_id)k).result;
            arena_check(&r->domain->arena);
            if (!r->made[k] || result == CAT_NONE || (backward && !r->used[result])) continue;
            if (!backward) more |= set_flag(&r->made[result]);
            else {
                more |= set_flag(&r->used[l]);
                more |= set_flag(&r->used[k]);
            }
        }
    return more;
}

static bool entry_used(const struct reach *r, cat_id cat) {
    const struct syntax *syntax = &r->domain->syntax;
    bool used = cat == CAT_EMPTY || r->used[cat];
    if (syntax->cats.at[cat].kind != CAT_KIND_SCHEMA) return used;
    const struct schema *schema = &syntax->schemas.at[syntax->cats.at[cat].schema];
    for (uint32_t i = 0; i < schema->cases.n; i++) used |= r->used[schema->cases.at[i].cat];
    return used;
}

static const char *cat_text(const struct reach *r, cat_id cat) {
    struct buf text;
    buf_init(&text, &r->check->out->arena);
    category_print(&r->domain->syntax, cat, &text);
    return text.at;
}

static bool is_made(const struct reach *r, cat_id cat) {
    const struct category *c = &r->domain->syntax.cats.at[cat];
    return r->made[cat] || (c->includes && is_made(r, c->includes));
}

static void warn_entry(struct reach *r, const struct candidate_rule *line) {
    const struct category *cats = r->domain->syntax.cats.at;
    for (cat_id cat = line->cat; cats[cat].kind == CAT_KIND_SLASH; cat = cats[cat].result)
        if (!is_made(r, cats[cat].argument)) {
            warn(r->check, line->line, line->column,
                 "this entry can never be used: no candidate of the set makes the '%.60s' that it "
                 "takes",
                 cat_text(r, cats[cat].argument));
            return;
        }
    warn(r->check, line->line, line->column,
         "this entry can never be used: no sentence has a '%.60s' in it", cat_text(r, line->cat));
}

static void warn_lines(struct reach *r, const struct candidate_set *set, const bool *empty) {
    bool reached = false;
    for (uint32_t i = 0; i < r->domain->roots.n; i++) reached |= r->made[r->domain->roots.at[i]];
    if (!set->lines.n)
        warn(r->check, set->line, set->column, "the set '%.60s' has no candidates", set->name);
    else if (!reached)
        warn(r->check, set->line, set->column,
             "with the candidates of '%.60s' there are no sentences: no root is reached",
             set->name);
    for (uint32_t i = 0; i < set->lines.n; i++) {
        const struct candidate_rule *line = &set->lines.at[i];
        if (empty[i])
            warn(r->check, line->line, line->column,
                 "there are no programs of the category '%.60s'", cat_text(r, line->cat));
        else if (reached && !entry_used(r, line->cat)) warn_entry(r, line);
    }
}

/* Candidates line by line, to know which lines have some. */
static bool *add_lines(struct reach *r, const struct candidate_set *set) {
    struct candidate_set one = *set;
    bool *empty = arena_zalloc(&r->domain->arena, set->lines.n + 1);
    for (uint32_t i = 0; i < set->lines.n; i++) {
        candidate_list list = {0};
        one.lines.at = set->lines.at + i;
        one.lines.n = 1;
        domain_candidates(r->domain, &one, &list);
        empty[i] = !list.n;
        for (uint32_t k = 0; k < list.n; k++)
            if (list.at[k].program) use_term(r->check, &r->domain->lang, list.at[k].program);
    }
    return empty;
}

static void check_set(struct check *c, g2l2_domain *copy, uint32_t which) {
    struct reach r = {.check = c, .domain = copy};
    const struct candidate_set *set = &copy->sets.at[which];
    domain_add_placeholders(copy);
    const bool *empty = add_lines(&r, set);
    domain_close(copy);
    r.n = copy->syntax.n_closed;
    r.made = arena_zalloc(&copy->arena, r.n);
    r.used = arena_zalloc(&copy->arena, r.n);
    for (uint32_t i = 0; i < set->lines.n; i++)
        if (!empty[i]) make_lexical(&r, set->lines.at[i].cat);
    while (pass(&r, false)) {
    }
    for (uint32_t i = 0; i < copy->roots.n; i++)
        r.used[copy->roots.at[i]] = r.made[copy->roots.at[i]];
    while (pass(&r, true)) {
    }
    warn_lines(&r, set, empty);
    for (uint32_t i = 0; i < c->n_cats; i++) {
        c->made[i] |= r.made[i];
        c->used[i] |= r.used[i];
        if (copy->syntax.cats.at[i].kind != CAT_KIND_SCHEMA || !r.made[i]) continue;
        c->entries[i] = true;
        use_schema(c, copy, &copy->syntax.schemas.at[copy->syntax.cats.at[i].schema]);
    }
}

/* ---- the whole ---------------------------------------------------------------------------- */

static bool is_root_type(const g2l2_domain *d, type_id type) {
    for (uint32_t i = 0; i < d->roots.n; i++)
        if (d->syntax.cats.at[d->roots.at[i]].type == type) return true;
    return false;
}

/* Some other line says something of this type. */
static bool has_type(const g2l2_domain *d, type_id type) {
    bool found = d->lang.number_type == type;
    for (uint32_t i = 0; i < d->lang.ops.n; i++) {
        const struct op *op = &d->lang.ops.at[i];
        found |= op->result == type;
        for (uint32_t k = 0; k < op->n_args; k++) found |= op->args[k] == type;
    }
    for (uint32_t i = 1; i < d->syntax.cats.n; i++)
        found |=
            d->syntax.cats.at[i].kind == CAT_KIND_PRIMITIVE && d->syntax.cats.at[i].type == type;
    for (uint32_t i = 0; i < d->literal_types.n; i++) found |= d->literal_types.at[i] == type;
    return found;
}

/* Yes and no are answers; so are constants that are what a sentence means. */
static const char *why_useless(const struct check *c, const struct said *m) {
    const g2l2_domain *d = c->domain;
    const struct op *op = m->what == MARK_OP ? &d->lang.ops.at[m->which] : NULL;
    cat_id cat = m->what == MARK_ROOT ? d->roots.at[m->which] : m->which;
    switch (m->what) {
    case MARK_TYPE: return has_type(d, m->which) ? NULL : "nothing is of this type";
    case MARK_CONCEPT: return c->concepts[m->which] ? NULL : "no candidate has such a '?'";
    case MARK_OP:
        return c->ops[m->which] || (!op->n_args && is_root_type(d, op->result))
                   ? NULL
                   : "no candidate has this operation";
    case MARK_LITERALS:
        return c->literals[m->which] || is_root_type(d, d->literal_types.at[m->which])
                   ? NULL
                   : "no candidate has such a constant";
    case MARK_NUMBERS: return c->numbers || !d->numbers.n ? NULL : "no candidate has a number";
    case MARK_SCHEMA: return c->entries[cat] ? NULL : "no candidate set has this entry";
    case MARK_ROOT:
        return c->made[cat] ? NULL : "no candidates make this root: it is never reached";
    default:
        if (d->syntax.cats.at[cat].root) return NULL; /* said of the root */
        if (!c->made[cat]) return "no candidate makes this category";
        return c->used[cat] ? NULL
                            : "this category is of no use: it is no root, and nothing takes it";
    }
}

/* Where there are no sets, nothing can be learned, but a lexicon may be written by hand. */
static void check_marks(struct check *c) {
    const g2l2_domain *d = c->domain;
    for (uint32_t i = 0; i < d->marks.n; i++) {
        const struct said *m = &d->marks.at[i];
        const char *why = why_useless(c, m);
        if (why) warn(c, m->line, m->column, "%s", why);
    }
}

static int by_place(const void *left, const void *right) {
    const g2l2_warning *a = left, *b = right;
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    if (a->column != b->column) return a->column < b->column ? -1 : 1;
    return strcmp(a->message, b->message);
}

/* The frame to land in; what is too large to be listed is a warning itself. */
static g2l2_status try_set(struct check *c, g2l2_domain *copy, uint32_t which, g2l2_error *err) {
    copy->arena.guard = &copy->guard;
    if (guard_try(&copy->guard, err)) check_set(c, copy, which);
    return copy->guard.status;
}

/* A set may take SET_STEPS of its own; the caller's steps are counted as well. */
static void check_set_alone(struct check *c, uint32_t which, g2l2_error *inner) {
    const struct candidate_set *set = &c->domain->sets.at[which];
    g2l2_budget own = {.steps = SET_STEPS, .seconds = c->left->given.seconds};
    struct budget left;
    g2l2_domain *copy = NULL;
    budget_start(&left, &own);
    left.deadline = c->left->deadline;
    g2l2_status status = domain_copy(c->domain, &copy, inner);
    if (!status) {
        copy->arena.limit = c->out->arena.limit;
        copy->arena.budget = &left;
        c->out->arena.guard = &copy->guard;
        status = try_set(c, copy, which, inner);
        c->out->arena.guard = &c->out->guard;
    }
    g2l2_domain_free(copy);
    if (status == G2L2_STATUS_LIMIT)
        warn(c, set->line, set->column, "the set '%.60s' is too large: %.250s", set->name,
             left.steps > SET_STEPS ? "its candidates take too long to list" : inner->message);
    else if (status) guard_raise(&c->out->guard, status, 0, 0, "%.400s", inner->message);
    c->left->steps += left.steps;
    if (c->left->given.steps && c->left->steps > c->left->given.steps)
        guard_raise(&c->out->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "stopped: it takes too many steps; its budget is %llu",
                    (unsigned long long)c->left->given.steps);
}

static void check_sets(struct check *c) {
    g2l2_error inner = {0};
    for (uint32_t i = 0; i < c->domain->sets.n; i++) check_set_alone(c, i, &inner);
    if (!c->domain->sets.n)
        warn(c, 1, 1, "there is no 'candidates NAME' line: nothing can be learned");
}

static void check_all(g2l2_warnings *self, const g2l2_domain *domain, struct budget *left) {
    struct arena *arena = &self->arena;
    struct check c = {.out = self, .domain = domain, .left = left};
    c.n_cats = domain->syntax.cats.n;
    c.made = arena_zalloc(arena, c.n_cats);
    c.used = arena_zalloc(arena, c.n_cats);
    c.entries = arena_zalloc(arena, c.n_cats);
    c.ops = arena_zalloc(arena, domain->lang.ops.n + 1);
    c.literals = arena_zalloc(arena, domain->literal_types.n + 1);
    c.concepts = arena_zalloc(arena, domain->concepts.n + 1);
    check_sets(&c);
    for (uint32_t i = 0; i < domain->syntax.juxtapositions.n; i++)
        use_term(&c, &domain->lang, domain->syntax.juxtapositions.at[i].program);
    if (domain->sets.n) check_marks(&c);
    if (self->list.n) qsort(self->list.at, self->list.n, sizeof *self->list.at, by_place);
}

static g2l2_status check_guarded(g2l2_warnings *self, const g2l2_domain *domain,
                                 struct budget *left, g2l2_error *err) {
    if (guard_try(&self->guard, err)) check_all(self, domain, left);
    return self->guard.status;
}

g2l2_status g2l2_domain_check(const g2l2_domain *domain, const g2l2_budget *budget,
                              g2l2_warnings **out, g2l2_error *err) {
    g2l2_warnings *self = calloc(1, sizeof *self);
    struct budget left;
    *out = NULL;
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    budget_start(&left, budget);
    arena_init(&self->arena, &self->guard, budget_bytes(budget, 0));
    g2l2_status status = check_guarded(self, domain, &left, err);
    if (status) g2l2_warnings_free(self);
    else *out = self;
    return status;
}

LIST_FUNCTIONS(warnings, warning)
