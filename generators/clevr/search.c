/* Search: fill the holes of a family so that the question makes sense here.
 *
 *   node 1          node 2                    answer
 *   the red cube ─┬ left of it, small things ─ 2   too frequent ✗
 *                 └ behind it, spheres ─────── 1   taken
 *
 * Depth first over the nodes, the choices of a node in random order (the rules
 * are those of clevr-dataset-gen): a phrase that must mean one object does; a
 * relation that does not narrow its phrase is taken for one in ten choices only;
 * phrases that nothing fits are added where the answer may be 0 or no; the answer
 * must be allowed; a question whose answer stays the same when a relation is
 * taken out of it is refused. (The original looks only at relations that are nodes of
 * their own, and so do we; families that are `strict` look at all and at sameness.)
 *
 * A phrase is a key, a number below 324, and the objects that fit each key are
 * found once for a scene. Failures are remembered (family.c), which the original
 * does not do: it may look at millions of states before it gives up. */
#include <math.h>
#include <string.h>

#include "generators/clevr/family.h"

#define MAX_CHOICES   2048u /* 4 relations × 324 keys, or 324 and as many that nothing fits */
#define TRIVIAL_SHARE (0.1 / (1 - 0.1))
#define MAX_STATES    20000u
#define N_FAILURES    4096u
#define FULL_KEY      (N_KEYS - 1) /* none, none, none, none */

struct choices {
    uint16_t at[MAX_CHOICES]; /* relation * N_KEYS + key, or a value */
    uint32_t n;
};

struct search {
    const struct clevr_scene *scene;
    clevr_set fitting[N_KEYS];
    uint16_t keys[N_KEYS]; /* those that something fits, [n_keys] */
    uint32_t n_keys;
    uint8_t parts[N_KEYS][CLEVR_N_ATTRIBUTES], said[N_KEYS]; /* said: properties, as bits */
    uint64_t failures[N_FAILURES], serial;
    /* of one question */
    const struct family *family;
    struct rng *rng;
    struct question *out;
    uint32_t allowed, n_states;
    uint32_t outputs[FAMILY_MAX_NODES];
    uint16_t taken[FAMILY_MAX_NODES];
    struct choices choices[FAMILY_MAX_NODES], trivial;
};

/* ---- keys ---------------------------------------------------------------------------- */

static uint32_t key_of(const uint8_t *parts) {
    return ((parts[0] * 9u + parts[1]) * 3 + parts[2]) * 4 + parts[3];
}

static void make_parts(struct search *self, uint32_t key) {
    uint8_t *parts = self->parts[key];
    parts[3] = (uint8_t)(key % 4);
    parts[2] = (uint8_t)(key / 4 % 3);
    parts[1] = (uint8_t)(key / 12 % 9);
    parts[0] = (uint8_t)(key / 108);
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++)
        if (parts[a] < clevr_n_values[a]) self->said[key] |= (uint8_t)(1u << a);
}

struct search *search_new(struct arena *arena) {
    struct search *self = arena_new(arena, struct search);
    for (uint32_t key = 0; key < N_KEYS; key++) make_parts(self, key);
    return self;
}

void search_set_scene(struct search *self, const struct clevr_scene *scene) {
    clevr_set all = (clevr_set)((UINT64_C(1) << scene->n) - 1);
    self->scene = scene;
    self->n_keys = 0;
    for (uint32_t key = 0; key < N_KEYS; key++) {
        clevr_set set = all;
        for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++)
            if (self->said[key] >> a & 1) set &= scene->having[a][self->parts[key][a]];
        self->fitting[key] = set;
        if (set) self->keys[self->n_keys++] = (uint16_t)key;
    }
}

/* ---- choices --------------------------------------------------------------------------- */

static bool is_one(clevr_set set) {
    return set && !(set & (set - 1));
}

static uint16_t take_random(struct choices *self, uint32_t i, struct rng *rng) {
    uint32_t j = i + rng_below(rng, self->n - i);
    uint16_t out = self->at[j];
    self->at[j] = self->at[i];
    return self->at[i] = out;
}

static void drop_forbidden(const struct search *self, struct choices *choices, uint8_t forbidden) {
    uint32_t n = 0;
    for (uint32_t i = 0; forbidden && i < choices->n; i++)
        if (!(self->said[choices->at[i] % N_KEYS] & forbidden)) choices->at[n++] = choices->at[i];
    if (forbidden) choices->n = n;
}

static void related_choices(struct search *self, uint32_t object, uint8_t then,
                            struct choices *out) {
    bool one = then == FN_UNIQUE, none = then == FN_COUNT || then == FN_EXIST;
    struct choices *trivial = &self->trivial;
    out->n = trivial->n = 0;
    for (uint32_t r = 0; r < CLEVR_N_RELATIONS; r++) {
        clevr_set near = self->scene->related[r][object];
        for (uint32_t i = 0; i < self->n_keys; i++) {
            clevr_set all = self->fitting[self->keys[i]], set = near & all;
            if (one ? !is_one(set) : !none && !set) continue;
            struct choices *to = set == all ? trivial : out;
            to->at[to->n++] = (uint16_t)(r * N_KEYS + self->keys[i]);
        }
    }
    uint32_t n = (uint32_t)lround(out->n * TRIVIAL_SHARE);
    for (uint32_t i = 0; i < n && i < trivial->n; i++)
        out->at[out->n++] = take_random(trivial, i, self->rng);
}

static uint16_t random_key(struct rng *rng) {
    uint8_t parts[CLEVR_N_ATTRIBUTES];
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++)
        parts[a] = (uint8_t)rng_below(rng, clevr_n_values[a] + 1u);
    return (uint16_t)key_of(parts);
}

static void select_choices(struct search *self, clevr_set from, uint8_t then, struct choices *out) {
    uint32_t singles = 0;
    out->n = 0;
    for (uint32_t i = 0; i < self->n_keys; i++) {
        uint16_t key = self->keys[i];
        bool one = is_one(from & self->fitting[key]);
        if (then == FN_UNIQUE && !one) continue;
        if (then == FN_SCENE && key == FULL_KEY) continue; /* a phrase must say something */
        singles += one;
        out->at[out->n++] = key;
    }
    if (then == FN_UNIQUE) return;
    for (uint32_t n = then == FN_EXIST ? out->n : singles; n; n--)
        out->at[out->n++] = random_key(self->rng);
}

static void collect(struct search *self, const struct node *node, struct choices *out) {
    const struct clevr_function *function = &clevr_functions[node->function];
    if (function->kind == FN_RELATE_SELECT)
        related_choices(self, self->outputs[node->inputs[0]], function->then, out);
    else if (function->kind == FN_SELECT)
        select_choices(self, self->outputs[node->inputs[0]], function->then, out);
    else
        for (out->n = 0; out->n < clevr_n_values[function->value]; out->n++)
            out->at[out->n] = (uint16_t)out->n;
    if (node->function >= FN_SELECT) drop_forbidden(self, out, node->forbidden);
}

/* ---- the question as a program ------------------------------------------------------------ */

static uint8_t put_step(struct clevr_program *program, int function, uint32_t value, uint8_t a,
                        uint8_t b) {
    program->steps[program->n] = (struct clevr_step){(uint8_t)function, (uint8_t)value, {a, b}};
    return (uint8_t)program->n++;
}

static uint8_t put_compound(const struct search *self, struct clevr_program *program,
                            const struct clevr_function *function, uint16_t choice, uint8_t input) {
    const uint8_t *parts = self->parts[choice % N_KEYS];
    if (function->kind == FN_RELATE_SELECT)
        input = put_step(program, FN_RELATE, choice / N_KEYS, input, 0);
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++)
        if (parts[a] < clevr_n_values[a])
            input = put_step(program, FN_FILTER + a, parts[a], input, 0);
    return function->then == FN_SCENE ? input : put_step(program, function->then, 0, input, 0);
}

static void make_program(const struct search *self, struct clevr_program *program) {
    uint8_t last[FAMILY_MAX_NODES]; /* [n_nodes] the step that ends each node */
    program->n = 0;
    for (uint32_t k = 0; k < self->family->n_nodes; k++) {
        const struct node *node = &self->family->nodes[k];
        const struct clevr_function *function = &clevr_functions[node->function];
        uint8_t a = function->n_inputs > 0 ? last[node->inputs[0]] : 0;
        uint8_t b = function->n_inputs > 1 ? last[node->inputs[1]] : 0;
        if (node->function >= FN_SELECT)
            last[k] = put_compound(self, program, function, self->taken[k], a);
        else last[k] = put_step(program, node->function, self->taken[k], a, b);
    }
}

static void make_values(const struct search *self, uint8_t *values) {
    for (uint32_t k = 0; k < self->family->n_nodes; k++) {
        const struct node *node = &self->family->nodes[k];
        uint16_t choice = self->taken[k];
        if (node->function < FN_SELECT) {
            uint8_t type = clevr_functions[node->function].value;
            if (type != CLEVR_NO_TYPE) values[node->params[type]] = (uint8_t)choice;
            continue;
        }
        for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++)
            values[node->params[a]] = self->parts[choice % N_KEYS][a];
        if (node->params[CLEVR_RELATION] != NO_PARAM)
            values[node->params[CLEVR_RELATION]] = (uint8_t)(choice / N_KEYS);
    }
}

/* Does the answer stay when step i is taken out? Where nothing may be idle, a yes or no
 * that is said of something else does not count as the same: more objects are left
 * without a relation, so a yes to "are there any" would always stay. */
static bool is_idle(const struct search *self, const struct clevr_program *program, uint32_t i,
                    const uint32_t *before) {
    uint32_t after[CLEVR_MAX_STEPS], end = program->n - 1;
    const struct clevr_step *last = &program->steps[end];
    const struct clevr_function *function = &clevr_functions[last->function];
    if (!clevr_run_without(program, self->scene, i, after)) return false;
    if (!self->family->strict || function->output != CLEVR_BOOL) return after[end] == before[end];
    for (int k = 0; k < function->n_inputs; k++)
        if (after[last->inputs[k]] != before[last->inputs[k]]) return false;
    return true;
}

static bool is_degenerate(const struct search *self, const struct clevr_program *program) {
    uint32_t before[CLEVR_MAX_STEPS];
    clevr_run(program, self->scene, before);
    for (uint32_t i = 0; i < program->n; i++) {
        uint8_t kind = clevr_functions[program->steps[i].function].kind;
        bool narrows = kind == FN_RELATE || (kind == FN_SAME && self->family->strict);
        if (narrows && is_idle(self, program, i, before)) return true;
    }
    return false;
}

static bool accept(struct search *self) {
    const struct family *family = self->family;
    struct question *out = self->out;
    uint32_t answer = self->outputs[family->n_nodes - 1];
    if (!(self->allowed >> answer & 1)) return false;
    make_program(self, &out->program);
    if ((family->has_relate || family->strict) && is_degenerate(self, &out->program)) return false;
    uint8_t last = family->nodes[family->n_nodes - 1].function;
    out->family = family;
    out->answer = (struct clevr_answer){clevr_functions[last].output, answer};
    make_values(self, out->values);
    return true;
}

/* ---- depth first -------------------------------------------------------------------------- */

static bool differ(const struct search *self, const struct constraint *c, uint32_t k) {
    if (c->kind == OUTPUTS_DIFFER)
        return (c->a != k && c->b != k) || c->a > k || c->b > k ||
               self->outputs[c->a] != self->outputs[c->b];
    if (k + 1 < self->family->n_nodes) return true;
    uint8_t values[FAMILY_MAX_PARAMS] = {0};
    make_values(self, values);
    return values[c->a] != values[c->b];
}

static bool constraints_hold(const struct search *self, uint32_t k) {
    for (uint32_t i = 0; i < self->family->n_constraints; i++)
        if (!differ(self, &self->family->constraints[i], k)) return false;
    return true;
}

static bool then_apply(const struct search *self, uint8_t then, clevr_set set, uint32_t *out) {
    *out = set;
    return then == FN_SCENE || clevr_apply(self->scene, &clevr_functions[then], 0, set, 0, out);
}

/* The output of node k with this choice. */
static bool evaluate(struct search *self, uint32_t k, uint16_t choice) {
    const struct node *node = &self->family->nodes[k];
    const struct clevr_function *function = &clevr_functions[node->function];
    uint32_t a = function->n_inputs > 0 ? self->outputs[node->inputs[0]] : 0;
    uint32_t b = function->n_inputs > 1 ? self->outputs[node->inputs[1]] : 0;
    clevr_set fitting = self->fitting[choice % N_KEYS];
    self->taken[k] = choice;
    if (function->kind == FN_SELECT)
        return then_apply(self, function->then, a & fitting, &self->outputs[k]);
    if (function->kind != FN_RELATE_SELECT)
        return clevr_apply(self->scene, function, choice, a, b, &self->outputs[k]);
    clevr_set near = self->scene->related[choice / N_KEYS][a];
    return then_apply(self, function->then, near & fitting, &self->outputs[k]);
}

/* The place of "node k, these live outputs" among the failures. */
static uint64_t *failure(struct search *self, uint32_t k, uint64_t *mark) {
    uint64_t hash = hash_mix(self->serial, k);
    for (uint32_t live = self->family->nodes[k].live; live; live &= live - 1)
        hash = hash_mix(hash, self->outputs[__builtin_ctz(live)]);
    *mark = hash;
    return &self->failures[hash % N_FAILURES];
}

static bool expand(struct search *self, uint32_t k);

static bool try_choice(struct search *self, uint32_t k, uint16_t choice) {
    return evaluate(self, k, choice) && constraints_hold(self, k) && expand(self, k + 1);
}

static bool try_choices(struct search *self, uint32_t k) {
    const struct node *node = &self->family->nodes[k];
    if (node->function < FN_SELECT && clevr_functions[node->function].value == CLEVR_NO_TYPE)
        return try_choice(self, k, 0);
    struct choices *choices = &self->choices[k];
    collect(self, node, choices);
    for (uint32_t i = 0; i < choices->n; i++)
        if (try_choice(self, k, take_random(choices, i, self->rng))) return true;
    return false;
}

static bool expand(struct search *self, uint32_t k) {
    if (k == self->family->n_nodes) return accept(self);
    if (++self->n_states > MAX_STATES) return false;
    if (!self->family->nodes[k].memo) return try_choices(self, k);
    uint64_t mark, *failed = failure(self, k, &mark);
    if (*failed == mark) return false;
    if (try_choices(self, k)) return true;
    *failed = mark;
    return false;
}

bool search_question(struct search *self, const struct family *family, uint32_t allowed,
                     struct rng *rng, struct question *out) {
    self->family = family;
    self->rng = rng;
    self->out = out;
    self->allowed = allowed;
    self->n_states = 0;
    self->serial++;
    return expand(self, 0);
}
