/* Candidate programs, enumerated from the operations (paper, supplement A.2).
 *
 * Programs with n operations are put together from smaller ones, type by type:
 *
 *     0   the arguments x, y (a functor argument f is only ever applied)
 *     1   constants, numerals, concepts, f(x)
 *     n   op(a, b) with n - 1 operations in a and b;  f(a) with n - 1 in a
 *
 * By behaviour, a program enters only if the declared laws do not make it equal
 * to one already there; of equals, the one that is easiest to read is kept:
 * repeat(x, 3) rather than concat(x, concat(x, x)). */
#include <string.h>

#include "program/program.h"

#define MAX_OPS      8
#define MAX_VARS     4
#define MAX_PROGRAMS 100000u

struct pool {
    struct lang *lang;
    const struct enumeration *rules;
    type_id vars[MAX_VARS]; /* by de Bruijn index */
    uint32_t n_vars;
    uint32_t *places, n_places; /* of keys in `found` + 1: open addressing, a power of two */
};

static bool is_unit(const struct lang *lang, const struct term *term) {
    for (uint32_t i = 0; term->kind == TERM_OP && i < lang->own_ops.n; i++)
        if (lang->ops.at[lang->own_ops.at[i]].unit == term->op) return true;
    return false;
}

/* Fewer uses of variables read better; then fewer operations. */
static bool reads_better(const struct term *a, const struct term *b) {
    return term_count_variables(a) < term_count_variables(b);
}

/* Where the key is in `found`, + 1; 0: it is new. */
static uint32_t *place_of(const struct pool *p, const struct term *key) {
    const struct term_found *all = p->lang->found.all.at;
    uint32_t mask = p->n_places - 1, i = (uint32_t)key->hash & mask;
    while (p->places[i] && all[p->places[i] - 1].key != key) i = (i + 1) & mask;
    return &p->places[i];
}

/* Words of the data are many and have a few hundred programs each: the room for finding them is the
 * same for all. */
static void widen_places(struct pool *p) {
    struct lang *lang = p->lang;
    p->n_places = p->n_places ? p->n_places * 2 : 256;
    if (lang->found.cap_places < p->n_places) {
        lang->found.places = arena_array(lang->arena, uint32_t, p->n_places);
        lang->found.cap_places = p->n_places;
    }
    p->places = memset(lang->found.places, 0, p->n_places * sizeof *p->places);
    for (uint32_t i = 0; i < lang->found.all.n; i++)
        *place_of(p, lang->found.all.at[i].key) = i + 1;
}

static void add(struct pool *p, const struct term *term, uint32_t n_ops) {
    const struct term *key = p->rules->by_behaviour ? term_behaviour(p->lang, term) : term;
    if (p->lang->found.all.n * 2 >= p->n_places) widen_places(p);
    uint32_t *place = place_of(p, key);
    if (*place) {
        struct term_found *f = &p->lang->found.all.at[*place - 1];
        if (reads_better(term, f->readable)) f->readable = term;
        return;
    }
    if (p->lang->found.all.n == MAX_PROGRAMS)
        guard_raise(p->lang->arena->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "there are more than %u candidate programs; allow fewer operations",
                    MAX_PROGRAMS);
    vec_push(p->lang->arena, &p->lang->found.all, ((struct term_found){key, term, term, n_ops}));
    *place = p->lang->found.all.n;
}

/* May `args` stand together under one operation? */
static bool may_compose(const struct pool *p, const struct term *const *args, uint32_t n) {
    if (p->rules->compose_constants) return true;
    bool varies = false;
    for (uint32_t i = 0; i < n; i++) {
        varies |= args[i]->open > 0;
        if (is_unit(p->lang, args[i])) return false;
    }
    return varies;
}

/* All ways to fill arguments i.. of `op` with exactly `budget` operations. */
static void fill(struct pool *p, uint16_t op, uint32_t i, uint32_t budget, uint32_t n_ops,
                 const struct term **args) {
    struct op o = p->lang->ops.at[op];
    if (i == o.n_args) {
        if (!budget && may_compose(p, args, o.n_args)) add(p, term_op(p->lang, op, args), n_ops);
        return;
    }
    for (uint32_t k = 0, n = p->lang->found.all.n; k < n; k++) {
        struct term_found f = p->lang->found.all.at[k];
        arena_check(p->lang->arena);
        if (f.term->type != o.args[i] || f.n_ops > budget) continue;
        args[i] = f.term;
        fill(p, op, i + 1, budget - f.n_ops, n_ops, args);
    }
}

static void apply_variables(struct pool *p, uint32_t n_ops) {
    for (uint32_t v = 0; v < p->n_vars; v++) {
        if (!lang_is_function(p->lang, p->vars[v])) continue;
        const struct term *f = term_var(p->lang, v, p->vars[v]);
        for (uint32_t k = 0, n = p->lang->found.all.n; k < n; k++) {
            struct term_found a = p->lang->found.all.at[k];
            if (a.n_ops + 1 != n_ops || a.term->type != p->lang->types.at[f->type].argument)
                continue;
            if (!p->rules->compose_constants && is_unit(p->lang, a.term)) continue;
            add(p, term_apply(p->lang, f, a.term), n_ops);
        }
    }
}

static void grow(struct pool *p) {
    for (uint32_t v = p->n_vars; v-- > 0;) /* the first argument first */
        if (!lang_is_function(p->lang, p->vars[v])) add(p, term_var(p->lang, v, p->vars[v]), 0);
    for (uint32_t n = 1; n <= p->rules->max_ops && n <= MAX_OPS; n++) {
        if (n == 1) {
            for (uint32_t i = 0; i < p->rules->n_constants; i++)
                add(p, term_op(p->lang, p->rules->constants[i], NULL), 1);
            for (uint32_t i = 0; i < p->rules->n_numbers; i++)
                add(p, term_number(p->lang, p->rules->numbers[i]), 1);
            for (uint32_t i = 0; i < p->rules->n_concepts; i++)
                add(p, term_slot(p->lang, p->rules->concepts[i]), 1);
        }
        apply_variables(p, n);
        const struct term *args[OP_MAX_ARGS];
        for (uint32_t i = 0; i < p->lang->own_ops.n; i++) {
            uint16_t op = p->lang->own_ops.at[i];
            if (p->lang->ops.at[op].n_args) fill(p, op, 0, n - 1, n, args);
        }
    }
}

static void count_uses(const struct term *term, uint32_t *uses) {
    if (term->kind == TERM_VAR) uses[term->index]++;
    for (uint32_t i = 0; i < term->n_subs; i++) count_uses(term->subs[i], uses);
}

static bool uses_arguments(const struct pool *p, const struct term *term) {
    uint32_t uses[MAX_VARS] = {0};
    count_uses(term, uses);
    for (uint32_t v = 0; v < p->n_vars; v++) {
        bool once = p->rules->exactly_once && !lang_is_function(p->lang, p->vars[v]);
        if (!uses[v] || (once && uses[v] != 1)) return false;
    }
    return true;
}

void term_enumerate(struct lang *self, type_id type, const struct enumeration *rules,
                    term_list *out) {
    struct pool p = {.lang = self, .rules = rules};
    type_id result = type;
    for (; lang_is_function(self, result); result = self->types.at[result].result) p.n_vars++;
    if (p.n_vars > MAX_VARS)
        guard_raise(self->arena->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "candidates may have at most %d arguments", MAX_VARS);
    type_id rest = type;
    for (uint32_t v = p.n_vars; v-- > 0; rest = self->types.at[rest].result)
        p.vars[v] = self->types.at[rest].argument;
    self->found.all.n = 0;
    grow(&p);
    for (uint32_t i = 0; i < self->found.all.n; i++) {
        const struct term *t = self->found.all.at[i].readable;
        if (t->type != result || !uses_arguments(&p, self->found.all.at[i].term)) continue;
        for (uint32_t v = 0; v < p.n_vars; v++) t = term_lambda(self, p.vars[v], t);
        vec_push(self->arena, out, t);
    }
}
