/* Tuples of values, interned; each operation is handed on to the kernels of every world. */
#include "types/joint.h"
#include "types/memo.h"

#include <string.h>

struct joint {
    struct arena *arena;
    const struct lang *lang;
    const struct exact_kernels *kernels;
    const struct worlds *worlds;
    void **states;          /* [worlds->n] */
    VEC(value_id *) tuples; /* [worlds->n] each */
    uint32_t *slots;        /* interning: open addressing, index + 1, 0 = free */
    uint32_t cap;
    value_id *made; /* [worlds->n] the tuple under construction */
    value_id goal;
    struct memo memo;
    bool heard; /* a word's program is executed that looks at the word itself */
};

static const value_id *tuple(const struct joint *s, value_id value) {
    return s->tuples.at[value & VALUE_INDEX];
}

static uint32_t place_of(const struct joint *s, const value_id *values) {
    size_t size = s->worlds->n * sizeof *values;
    uint64_t h = s->worlds->n;
    for (uint32_t i = 0; i < s->worlds->n; i++) h = hash_mix(h, values[i]);
    uint32_t at = (uint32_t)h & (s->cap - 1);
    while (s->slots[at] && memcmp(s->tuples.at[s->slots[at] - 1], values, size))
        at = (at + 1) & (s->cap - 1);
    return at;
}

static void widen(struct joint *s) {
    s->cap = s->cap ? 2 * s->cap : 64;
    s->slots = arena_zalloc(s->arena, s->cap * sizeof *s->slots);
    for (uint32_t i = 0; i < s->tuples.n; i++) s->slots[place_of(s, s->tuples.at[i])] = i + 1;
}

/* The value of the tuple that was made. */
static value_id intern(struct joint *s) {
    if (2 * s->tuples.n >= s->cap) widen(s);
    uint32_t at = place_of(s, s->made);
    if (!s->slots[at]) {
        value_id *kept = arena_array(s->arena, value_id, s->worlds->n);
        memcpy(kept, s->made, s->worlds->n * sizeof *kept);
        vec_push(s->arena, &s->tuples, kept);
        s->slots[at] = s->tuples.n;
    }
    return VALUE_TAG(TAG_JOINT) | (s->slots[at] - 1);
}

static value_id op_in_each(struct joint *s, const struct op *op, const value_id *args) {
    value_id own[OPERATION_MAX_ARGS];
    for (uint32_t i = 0; i < s->worlds->n; i++) {
        for (uint32_t k = 0; k < op->n_args; k++) own[k] = tuple(s, args[k])[i];
        s->made[i] = s->kernels->op(s->states[i], op, own);
        if (s->made[i] == VALUE_DEAD) return VALUE_DEAD;
    }
    return intern(s);
}

static value_id joint_op(void *state, const struct op *op, const value_id *args) {
    struct joint *s = state;
    if (s->heard) return op_in_each(s, op, args);
    struct memo_row *done = memo_find(&s->memo, s->arena, s->lang, op, args);
    if (!done->op) memo_keep(&s->memo, done, s->lang, op, args, op_in_each(s, op, args));
    return done->out;
}

static value_id joint_number(void *state, double number) {
    struct joint *s = state;
    for (uint32_t i = 0; i < s->worlds->n; i++)
        s->made[i] = s->kernels->number(s->states[i], number);
    return intern(s);
}

static void joint_say(void *state, const char *words) {
    struct joint *s = state;
    s->heard = words;
    for (uint32_t i = 0; s->kernels->say && i < s->worlds->n; i++)
        s->kernels->say(s->states[i], words);
}

static value_id joint_goal(void *state, const struct target *target) {
    struct joint *s = state;
    (void)target;
    for (uint32_t i = 0; i < s->worlds->n; i++)
        s->made[i] = s->kernels->goal(s->states[i], s->worlds->targets[i]);
    return s->goal = intern(s);
}

static value_id joint_result(void *state, value_id value) {
    struct joint *s = state;
    for (uint32_t i = 0; i < s->worlds->n; i++)
        s->made[i] = s->kernels->result(s->states[i], tuple(s, value)[i]);
    return intern(s);
}

/* Found in one of them, it is not in vain. */
static bool joint_is_vain(void *state, value_id value) {
    struct joint *s = state;
    for (uint32_t i = 0; i < s->worlds->n; i++)
        if (!s->kernels->is_vain || !s->kernels->is_vain(s->states[i], tuple(s, value)[i]))
            return false;
    return true;
}

/* Whoever asks for the commonest takes for granted in each of them that there are several. */
static bool joint_is_sole(void *state, value_id value) {
    struct joint *s = state;
    for (uint32_t i = 0; s->kernels->is_sole && i < s->worlds->n; i++)
        if (s->kernels->is_sole(s->states[i], tuple(s, value)[i])) return true;
    return false;
}

/* A sentence asks for the same in all of them. */
static const char *joint_sort(void *state, value_id value) {
    struct joint *s = state;
    return s->kernels->sort ? s->kernels->sort(s->states[0], tuple(s, value)[0]) : NULL;
}

uint32_t joint_wrong(const void *state, value_id value) {
    const struct joint *s = state;
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->worlds->n; i++) n += tuple(s, value)[i] != tuple(s, s->goal)[i];
    return n;
}

void *joint_open(struct arena *arena, const struct lang *lang, const struct exact_kernels *kernels,
                 const struct worlds *worlds, size_t max_target) {
    struct joint *s = arena_new(arena, struct joint);
    s->arena = arena;
    s->lang = lang;
    s->kernels = kernels;
    s->worlds = worlds;
    s->made = arena_array(arena, value_id, worlds->n);
    s->states = arena_array(arena, void *, worlds->n);
    for (uint32_t i = 0; i < worlds->n; i++)
        s->states[i] = kernels->open(arena, lang, worlds->scenes[i], NULL, max_target);
    return s;
}

const struct exact_kernels joint_exact = {
    .op = joint_op,
    .number = joint_number,
    .say = joint_say,
    .goal = joint_goal,
    .result = joint_result,
    .is_vain = joint_is_vain,
    .is_sole = joint_is_sole,
    .sort = joint_sort,
};
