#include "run/machine.h"

#include <string.h>

#include "types/record.h"

#define ENV_MAX   8
#define DEPTH_MAX 200

struct closure {
    const struct term *lambda;
    const char *said; /* whose function it is, where that counts; or NULL */
    uint32_t n;       /* of env */
    value_id env[ENV_MAX];
};

struct machine {
    struct arena *arena;
    const g2l2_domain *domain;
    const struct exact_kernels *kernels;
    void *state;
    VEC(struct closure) closures;
    uint32_t *slots; /* interning, index + 1 */
    uint32_t cap;
    value_id unknown;
    bool by_behaviour;
    uint32_t depth;
    const char *said; /* whose program is evaluated, where that counts; or NULL */
};

struct machine *machine_new(struct arena *arena, const g2l2_domain *domain,
                            const struct exact_kernels *kernels, void *state, bool by_behaviour) {
    struct machine *self = arena_new(arena, struct machine);
    *self = (struct machine){.arena = arena, .domain = domain, .kernels = kernels, .state = state};
    self->by_behaviour = by_behaviour && kernels->close;
    self->unknown = kernels->variable ? kernels->variable(state) : VALUE_DEAD;
    return self;
}

static uint64_t closure_hash(const struct closure *c) {
    uint64_t h = hash_mix(c->n, c->lambda->id);
    for (uint32_t i = 0; i < c->n; i++) h = hash_mix(h, c->env[i]);
    return h;
}

static void widen(struct machine *self) {
    self->cap = self->cap ? self->cap * 2 : 64;
    self->slots = arena_zalloc(self->arena, self->cap * sizeof *self->slots);
    for (uint32_t i = 0; i < self->closures.n; i++) {
        uint32_t at = (uint32_t)closure_hash(&self->closures.at[i]) & (self->cap - 1);
        while (self->slots[at]) at = (at + 1) & (self->cap - 1);
        self->slots[at] = i + 1;
    }
}

static value_id make_closure(struct machine *self, const struct term *lambda, const value_id *env) {
    struct closure key = {.lambda = lambda, .said = self->said, .n = lambda->open};
    if (key.n > ENV_MAX) return VALUE_DEAD;
    memcpy(key.env, env, key.n * sizeof *env);
    if (self->closures.n * 2 >= self->cap) widen(self);
    uint32_t at = (uint32_t)closure_hash(&key) & (self->cap - 1);
    for (; self->slots[at]; at = (at + 1) & (self->cap - 1)) {
        const struct closure *c = &self->closures.at[self->slots[at] - 1];
        if (c->lambda == lambda && c->said == key.said && c->n == key.n &&
            !memcmp(c->env, env, key.n * sizeof *env))
            return (self->slots[at] - 1) | VALUE_CLOSURE;
    }
    vec_push(self->arena, &self->closures, key);
    self->slots[at] = self->closures.n;
    return (self->closures.n - 1) | VALUE_CLOSURE;
}

static value_id eval(struct machine *self, const struct term *term, const value_id *env);

static value_id eval_op(struct machine *self, const struct term *term, const value_id *env) {
    value_id args[OP_MAX_ARGS];
    bool known = true;
    for (uint32_t i = 0; i < term->n_subs; i++) {
        if ((args[i] = eval(self, term->subs[i], env)) == VALUE_DEAD) return VALUE_DEAD;
        known &= args[i] != VALUE_ANY;
    }
    if (!known) return VALUE_ANY;
    return self->kernels->op(self->state, &self->domain->lang.ops.at[term->op], args);
}

static value_id eval(struct machine *self, const struct term *term, const value_id *env) {
    value_id f, a;
    switch (term->kind) {
    case TERM_VAR: return env[term->index];
    case TERM_LAMBDA: return make_closure(self, term, env);
    case TERM_NUMBER: return self->kernels->number(self->state, term->number);
    case TERM_OP: return eval_op(self, term, env);
    case TERM_APPLY:
        if ((f = eval(self, term->subs[0], env)) == VALUE_DEAD) return VALUE_DEAD;
        if ((a = eval(self, term->subs[1], env)) == VALUE_DEAD) return VALUE_DEAD;
        return machine_apply(self, f, a);
    default: return VALUE_DEAD; /* a concept: discrete values have none */
    }
}

void machine_say(struct machine *self, const char *words) {
    if (self->said == words || !self->kernels->say) return;
    self->said = words;
    self->kernels->say(self->state, words);
}

value_id machine_eval(struct machine *self, const struct term *term) {
    static const value_id no_variables[1];
    return eval(self, term, no_variables);
}

value_id machine_apply(struct machine *self, value_id function, value_id argument) {
    if (function == VALUE_DEAD || function == VALUE_ANY) return function;
    if (!(function & VALUE_CLOSURE))
        return argument == VALUE_ANY ? VALUE_ANY
                                     : self->kernels->substitute(self->state, function, argument);
    if (self->depth >= DEPTH_MAX) return VALUE_DEAD;
    struct closure c = self->closures.at[function & ~VALUE_CLOSURE];
    value_id env[ENV_MAX + 1] = {argument};
    const char *before = self->said;
    memcpy(env + 1, c.env, c.n * sizeof *env);
    self->depth++;
    machine_say(self, c.said);
    value_id out = eval(self, c.lambda->subs[0], env);
    machine_say(self, before);
    self->depth--;
    return out;
}

const struct exact_kernels *machine_kernels(const struct machine *self) {
    return self->kernels;
}

const struct term *machine_lambda(const struct machine *self, value_id function,
                                  const struct lang **lang) {
    *lang = &self->domain->lang;
    if (function == VALUE_DEAD || !(function & VALUE_CLOSURE)) return NULL;
    return self->closures.at[function & ~VALUE_CLOSURE].lambda;
}

bool machine_picks(const struct machine *self, value_id function) {
    const struct lang *lang;
    const struct term *lambda = machine_lambda(self, function, &lang);
    if (!lambda || lambda->subs[0]->kind != TERM_OP) return false;
    uint16_t kernel = lang->ops.at[lambda->subs[0]->op].kernel;
    return kernel == KERNEL_LARGEST || kernel == KERNEL_SMALLEST || kernel == KERNEL_FROM ||
           kernel == KERNEL_UP_TO;
}

value_id machine_join(struct machine *self, const struct meaning *m, value_id left,
                      value_id right) {
    if (m->form == MEANING_FORWARD) return machine_apply(self, left, right);
    if (m->form == MEANING_BACKWARD) return machine_apply(self, right, left);
    if (!m->term) return VALUE_DEAD;
    if (m->op != OP_NONE) {
        value_id args[2] = {left, right};
        return self->kernels->op(self->state, &self->domain->lang.ops.at[m->op], args);
    }
    value_id half = machine_apply(self, machine_eval(self, m->term), left);
    return half == VALUE_DEAD ? half : machine_apply(self, half, right);
}

value_id machine_raise(struct machine *self, const struct meaning *m, value_id value) {
    return machine_apply(self, machine_eval(self, m->term), value);
}

bool machine_listens(const struct lang *lang, const struct term *term) {
    uint16_t kernel = term->kind == TERM_OP ? lang->ops.at[term->op].kernel : KERNEL_LITERAL;
    bool found = record_is_said(kernel) || kernel == KERNEL_NAMED || kernel == KERNEL_SPELLED ||
                 kernel == KERNEL_NUMERAL || kernel == KERNEL_FIGURES;
    for (uint32_t i = 0; i < term->n_subs && !found; i++)
        found = machine_listens(lang, term->subs[i]);
    return found;
}

value_id machine_normal(struct machine *self, value_id value, type_id type) {
    const struct lang *lang = &self->domain->lang;
    if (value == VALUE_DEAD || !(value & VALUE_CLOSURE) || self->unknown == VALUE_DEAD)
        return value;
    struct type t = lang->types.at[type];
    bool simple = lang->types.at[t.argument].kind == KIND_SEQUENCE &&
                  lang->types.at[t.result].kind == KIND_SEQUENCE;
    value_id closure = value;
    if (!simple) return value;
    value = machine_apply(self, value, self->unknown);
    if (value == VALUE_ANY) return closure; /* it cannot be told without the argument */
    return self->by_behaviour && value != VALUE_DEAD ? self->kernels->close(self->state, value)
                                                     : value;
}

bool machine_alive(struct machine *self, value_id value, type_id type) {
    const struct lang *lang = &self->domain->lang;
    if (self->unknown == VALUE_DEAD) return value != VALUE_DEAD;
    for (; value != VALUE_DEAD && lang_is_function(lang, type);
         type = lang->types.at[type].result) {
        bool plain = lang->types.at[lang->types.at[type].argument].kind == KIND_SEQUENCE;
        value = machine_apply(self, value, plain ? self->unknown : VALUE_ANY);
    }
    return value != VALUE_DEAD;
}
