/* Candidates that are whole targets, but for the things that actions are done to.
 *
 *     fetch the cup               GOTO(cup) GRASP(cup)
 *        ─▶  V|N    \x. concat(do(GOTO, x), do(GRASP, x))
 *     bring the cup to the desk   GRASP(cup) GOTO(desk) DROP(cup)
 *        ─▶  V/N/N  \x.\y. concat(do(GRASP, x), concat(do(GOTO, y), do(DROP, x)))
 *     the cook slept              PAST(sleep(cook))
 *        ─▶  V|N    \x. over(PAST, do(sleep, x))
 *
 * A verb may mean several actions, and there are too many ways to choose them all; but targets show
 * which there are. Each of the things in a target becomes an argument, in every order. */
#include <string.h>

#include "learn/learner.h"

#define MAX_ARGUMENTS 3u /* of a category, and of a call */

/* One action of a target: `BRING(cup, desk)`, `NOT(SLEEP(cup))` or `STOP`. */
struct step {
    uint16_t op, call;                 /* a constant; the operation that does it to arguments */
    uint32_t n, things[MAX_ARGUMENTS]; /* numbers in struct read, of arguments that are things */
    const struct steps *over[MAX_ARGUMENTS]; /* NULL: it is a thing */
};

struct steps {
    VEC(struct step) all;
};

struct read {
    struct steps steps;
    VEC(uint16_t) constants;
    uint16_t things[MAX_ARGUMENTS]; /* constants, each once */
    uint32_t n_things, depth;
};

struct wholes {
    struct lang *lang;
    struct arena *arena;
    uint16_t concat;
    whole_list *out;
};

static uint16_t find_literal(const struct lang *lang, const char *name, size_t length,
                             enum value_kind kind) {
    uint16_t op = lang_literal_find(lang, name, length);
    while (op != OP_NONE && lang->types.at[lang->ops.at[op].result].kind != kind)
        op = lang_literal_next(lang, op);
    return op;
}

static bool read_thing(const struct wholes *self, struct read *r, struct step *step,
                       const char *name, size_t length) {
    uint16_t op = find_literal(self->lang, name, length, KIND_SYMBOL);
    uint32_t i = 0;
    while (i < r->n_things && r->things[i] != op) i++;
    if (op == OP_NONE || i == MAX_ARGUMENTS) return false;
    if (i == r->n_things) r->things[r->n_things++] = op;
    step->things[step->n++] = i;
    return true;
}

static type_id type_of(const struct lang *lang, const struct step *step) {
    return lang->ops.at[step->call == OP_NONE ? step->op : step->call].result;
}

/* The operation that does an action to things and sequences, as they come. */
static uint16_t find_call(const struct lang *lang, const struct read *r, const struct step *step) {
    for (uint16_t i = 0; i < lang->ops.n; i++) {
        const struct op *op = &lang->ops.at[i];
        bool fits = op->kernel == KERNEL_CALL && op->n_args == step->n + 1 &&
                    op->args[0] == lang->ops.at[step->op].result;
        for (uint32_t k = 0; fits && k < step->n; k++)
            fits = op->args[k + 1] == (step->over[k]
                                           ? type_of(lang, step->over[k]->all.at)
                                           : lang->ops.at[r->things[step->things[k]]].result);
        if (fits) return i;
    }
    return OP_NONE;
}

static const char *read_steps(const struct wholes *self, struct read *r, const char *at,
                              struct steps *out);

/* A thing, or steps; NULL: neither. */
static const char *read_argument(const struct wholes *self, struct read *r, struct step *step,
                                 const char *at) {
    size_t n = target_name_length(at);
    bool thing = at[n] != '(' && find_literal(self->lang, at, n, KIND_SYMBOL) != OP_NONE;
    if (step->n == MAX_ARGUMENTS) return NULL;
    if (thing) return read_thing(self, r, step, at, n) ? at + n : NULL;
    struct steps *over = arena_new(self->arena, struct steps);
    step->over[step->n++] = over;
    at = read_steps(self, r, at, over);
    return over->all.n ? at : NULL;
}

/* `BRING(cup,desk)` or `BRING cup desk`, as target_read_sequence leaves it. */
static const char *read_step(const struct wholes *self, struct read *r, const char *at,
                             struct step *out) {
    bool bare = self->lang->bare;
    size_t n = bare ? strcspn(at, " ") : target_name_length(at);
    bool call = bare ? at[n] == ' ' : at[n] == '(';
    out->op = find_literal(self->lang, at, n, call ? KIND_ACTION : KIND_SEQUENCE);
    if (out->op == OP_NONE) return NULL;
    vec_push(self->arena, &r->constants, out->op);
    at = r->depth < TARGET_MAX_DEPTH ? at + n : NULL;
    r->depth++;
    while (call && at && *at && *at != ')') at = read_argument(self, r, out, at + 1);
    r->depth--;
    out->call = call && at ? find_call(self->lang, r, out) : OP_NONE;
    if (!at || (call && out->call == OP_NONE)) return NULL;
    return at + (call && !bare);
}

static const char *read_steps(const struct wholes *self, struct read *r, const char *at,
                              struct steps *out) {
    for (bool more = true; more;) {
        struct step step = {0};
        at = read_step(self, r, at, &step);
        if (!at) return NULL;
        vec_push(self->arena, &out->all, step);
        more = *at == ' ';
        at += more;
    }
    return at;
}

static bool read_target(const struct wholes *self, const struct target *t, struct read *r) {
    uint32_t n_plain = self->lang->literal_ops.n;
    for (uint32_t i = 0; i < t->n; i++) {
        struct step step = {.call = OP_NONE};
        bool plain = t->literals[i] < n_plain;
        if (plain) vec_push(self->arena, &r->constants, self->lang->literal_ops.at[t->literals[i]]);
        if (plain) step.op = self->lang->literal_ops.at[t->literals[i]];
        else if (!read_step(self, r, t->calls[t->literals[i] - n_plain], &step)) return false;
        vec_push(self->arena, &r->steps.all, step);
    }
    return true;
}

/* order: by argument of the category, the thing that it is. */
struct orders {
    const struct read *read;
    cat_id cat;
    uint32_t order[MAX_ARGUMENTS];
};

static const struct term *steps_term(const struct wholes *self, const struct orders *o,
                                     const struct steps *steps);

static const struct term *thing_term(const struct wholes *self, const struct orders *o,
                                     uint32_t thing) {
    uint32_t place = 0;
    while (o->order[place] != thing) place++;
    return term_var(self->lang, o->read->n_things - 1 - place,
                    self->lang->ops.at[o->read->things[thing]].result);
}

static const struct term *step_term(const struct wholes *self, const struct orders *o,
                                    const struct step *step) {
    const struct term *args[MAX_ARGUMENTS + 1] = {term_op(self->lang, step->op, NULL)};
    if (!step->n) return args[0];
    for (uint32_t i = 0; i < step->n; i++)
        args[i + 1] = step->over[i] ? steps_term(self, o, step->over[i])
                                    : thing_term(self, o, step->things[i]);
    return term_op(self->lang, step->call, args);
}

static const struct term *steps_term(const struct wholes *self, const struct orders *o,
                                     const struct steps *steps) {
    const struct term *out = NULL;
    for (uint32_t i = steps->all.n; i-- > 0;) {
        const struct term *step = step_term(self, o, &steps->all.at[i]);
        out = out ? term_op(self->lang, self->concat, (const struct term *[]){step, out}) : step;
    }
    return out;
}

static void add_whole(const struct wholes *self, const struct orders *o) {
    const struct read *r = o->read;
    const struct term *out = steps_term(self, o, &r->steps);
    struct whole whole = {.candidate.cat = o->cat};
    for (uint32_t i = 0; i < r->constants.n; i++)
        vec_push(self->arena, &whole.constants, r->constants.at[i]);
    for (uint32_t i = r->n_things; i-- > 0;)
        out = term_lambda(self->lang, self->lang->ops.at[r->things[o->order[i]]].result, out);
    whole.candidate.program = out;
    for (uint32_t i = 0; i < self->out->n; i++)
        if (self->out->at[i].candidate.program == out && self->out->at[i].candidate.cat == o->cat)
            return;
    vec_push(self->arena, self->out, whole);
}

/* Every order of its things from a place on. */
static void add_orders(const struct wholes *self, struct orders *o, uint32_t from) {
    if (from == o->read->n_things) {
        add_whole(self, o);
        return;
    }
    for (uint32_t i = from; i < o->read->n_things; i++) {
        uint32_t was = o->order[from];
        o->order[from] = o->order[i], o->order[i] = was;
        add_orders(self, o, from + 1);
        o->order[i] = o->order[from], o->order[from] = was;
    }
}

static uint16_t find_concat(const struct lang *lang) {
    uint16_t i = 0;
    while (i < lang->ops.n && lang->ops.at[i].kernel != KERNEL_CONCAT) i++;
    return i < lang->ops.n ? i : OP_NONE;
}

/* One action alone is what a set's entries say; but there may be others within it. */
static bool is_whole(const struct learner *l, const struct target *t) {
    return (t->n > 1 || t->n_parts) && t->n <= l->recipe.whole_actions;
}

void wholes_list(struct learner *l, const struct candidate_set *set, const struct target *targets,
                 whole_list *out) {
    struct wholes self = {.lang = &l->work->domain->lang, .arena = &l->arena, .out = out};
    self.concat = find_concat(self.lang);
    if (!set->wholes.n || self.concat == OP_NONE) return;
    for (uint32_t i = 0; i < l->targets.n && out->n < l->recipe.whole_programs; i++) {
        struct read r = {0};
        if (!is_whole(l, &targets[i]) || !read_target(&self, &targets[i], &r)) continue;
        for (uint32_t k = 0; k < set->wholes.n; k++) {
            struct orders o = {.read = &r, .cat = set->wholes.at[k], .order = {0, 1, 2}};
            if (syntax_n_arguments(&l->work->domain->syntax, o.cat) == r.n_things)
                add_orders(&self, &o, 0);
        }
    }
}

bool whole_has(const struct whole *self, const uint16_t *constants, uint32_t n) {
    for (uint32_t i = 0; i < self->constants.n; i++) {
        uint32_t k = 0;
        while (k < n && constants[k] != self->constants.at[i]) k++;
        if (k == n) return false;
    }
    return true;
}
