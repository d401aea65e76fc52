/* Candidates that are whole targets, but for the things that actions are done to.
 *
 *     fetch the cup               GOTO(cup) GRASP(cup)
 *        ─▶  V|N    \x. concat(do(GOTO, x), do(GRASP, x))
 *     bring the cup to the desk   GRASP(cup) GOTO(desk) DROP(cup)
 *        ─▶  V/N/N  \x.\y. concat(do(GRASP, x), concat(do(GOTO, y), do(DROP, x)))
 *
 * A verb may mean several actions, and there are too many ways to choose them all; but targets show
 * which there are. Each of the things in a target becomes an argument, in every order. */
#include <string.h>

#include "learn/learner.h"

#define MAX_ARGUMENTS 3u /* of a category */

/* One action of a target: `BRING(cup, desk)`, or `STOP`. */
struct step {
    uint16_t op;           /* a constant: an action, or by itself a sequence */
    uint32_t n, things[3]; /* numbers in struct read */
};

struct read {
    VEC(struct step) steps;
    uint16_t things[MAX_ARGUMENTS]; /* constants, each once */
    uint32_t n_things;
    bool fits;
};

struct wholes {
    struct lang *lang;
    struct arena *arena;
    uint16_t concat, calls[4]; /* operations; a call of an action and so many things */
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
    if (op == OP_NONE || i == MAX_ARGUMENTS || step->n == 3) return false;
    if (i == r->n_things) r->things[r->n_things++] = op;
    step->things[step->n++] = i;
    return true;
}

/* `BRING(cup,desk)` or `BRING cup desk`, as target_read_sequence leaves it. */
static bool read_call(const struct wholes *self, struct read *r, struct step *step,
                      const char *text) {
    size_t n = strcspn(text, "( ");
    step->op = find_literal(self->lang, text, n, KIND_ACTION);
    if (step->op == OP_NONE) return false;
    for (text += n; *text && *text != ')';) {
        n = strcspn(++text, " ,)");
        if (!read_thing(self, r, step, text, n)) return false;
        text += n;
    }
    return self->calls[step->n] != OP_NONE;
}

static struct read read_target(const struct wholes *self, const struct target *t) {
    struct read r = {.fits = true};
    uint32_t n_plain = self->lang->literal_ops.n;
    for (uint32_t i = 0; i < t->n && r.fits; i++) {
        struct step step = {0};
        if (t->literals[i] < n_plain) step.op = self->lang->literal_ops.at[t->literals[i]];
        else r.fits = read_call(self, &r, &step, t->calls[t->literals[i] - n_plain]);
        vec_push(self->arena, &r.steps, step);
    }
    return r;
}

/* order: by argument of the category, the thing that it is. */
static const struct term *step_term(const struct wholes *self, const struct read *r,
                                    const struct step *step, const uint32_t *order) {
    const struct term *args[4] = {term_op(self->lang, step->op, NULL)};
    if (!step->n) return args[0];
    for (uint32_t i = 0; i < step->n; i++) {
        uint32_t place = 0;
        while (order[place] != step->things[i]) place++;
        type_id type = self->lang->ops.at[r->things[step->things[i]]].result;
        args[i + 1] = term_var(self->lang, r->n_things - 1 - place, type);
    }
    return term_op(self->lang, self->calls[step->n], args);
}

static void add_whole(const struct wholes *self, const struct read *r, cat_id cat,
                      const uint32_t *order) {
    const struct term *out = NULL;
    struct whole whole = {.candidate.cat = cat};
    for (uint32_t i = r->steps.n; i-- > 0;) {
        const struct term *step = step_term(self, r, &r->steps.at[i], order);
        out = out ? term_op(self->lang, self->concat, (const struct term *[]){step, out}) : step;
        vec_push(self->arena, &whole.constants, r->steps.at[i].op);
    }
    for (uint32_t i = r->n_things; i-- > 0;)
        out = term_lambda(self->lang, self->lang->ops.at[r->things[order[i]]].result, out);
    whole.candidate.program = out;
    for (uint32_t i = 0; i < self->out->n; i++)
        if (self->out->at[i].candidate.program == out && self->out->at[i].candidate.cat == cat)
            return;
    vec_push(self->arena, self->out, whole);
}

/* Every order of its things from a place on. */
static void add_orders(const struct wholes *self, const struct read *r, cat_id cat, uint32_t *order,
                       uint32_t from) {
    if (from == r->n_things) {
        add_whole(self, r, cat, order);
        return;
    }
    for (uint32_t i = from; i < r->n_things; i++) {
        uint32_t was = order[from];
        order[from] = order[i], order[i] = was;
        add_orders(self, r, cat, order, from + 1);
        order[i] = order[from], order[from] = was;
    }
}

static void find_operations(struct wholes *self) {
    self->concat = self->calls[0] = self->calls[1] = self->calls[2] = self->calls[3] = OP_NONE;
    for (uint16_t i = 0; i < self->lang->ops.n; i++) {
        const struct op *op = &self->lang->ops.at[i];
        if (op->kernel == KERNEL_CONCAT) self->concat = i;
        if (op->kernel == KERNEL_CALL && op->n_args >= 2 && op->n_args <= 4)
            self->calls[op->n_args - 1] = i;
    }
}

void wholes_list(struct learner *l, const struct candidate_set *set, const struct target *targets,
                 whole_list *out) {
    struct wholes self = {.lang = &l->work->domain->lang, .arena = &l->arena, .out = out};
    find_operations(&self);
    if (!set->wholes.n || self.concat == OP_NONE) return;
    for (uint32_t i = 0; i < l->targets.n && out->n < l->recipe.whole_programs; i++) {
        if (targets[i].n < 2 || targets[i].n > l->recipe.whole_actions) continue;
        struct read r = read_target(&self, &targets[i]);
        for (uint32_t k = 0; r.fits && k < set->wholes.n; k++) {
            uint32_t order[MAX_ARGUMENTS] = {0, 1, 2};
            if (syntax_n_arguments(&l->work->domain->syntax, set->wholes.at[k]) == r.n_things)
                add_orders(&self, &r, set->wholes.at[k], order, 0);
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
