/* Exact sequences of actions.
 *
 * A sequence is interned, so equal sequences have one number. In training the
 * target is known, and concat and repeat only ever build contiguous parts of
 * what comes out in the end. So a sequence is kept as the places where it
 * occurs in the target, a bit mask of starts, and its length:
 *
 *     target     L W L W R        a = "L W"  starts 1 0 1 0 0 0  length 2
 *     cat(a, b)  starts = a.starts & (b.starts >> a.length)
 *
 * No start left: the sequence cannot be part of the target and is dead. The
 * first start and the length name the sequence, so there is nothing to compare.
 *
 * A function of one sequence is a template: literals and holes, e.g. "L _ L _".
 * Literals that meet are joined at once (and may die), so functions of equal
 * behaviour are equal templates.
 *
 * value:  00 literal | 01 template | 10 number      (two bits below the sign) */
#include <string.h>

#include "types/sequence.h"

/* ---- interning --------------------------------------------------------------------- */

static uint64_t literal_hash(const struct nav *s, uint32_t i) {
    const struct literal *l = &s->literals.at[i];
    if (s->target) return hash_mix(l->first, l->length);
    uint64_t h = l->length;
    for (uint32_t k = 0; k < l->length; k++) h = hash_mix(h, s->actions.at[l->first + k]);
    return h;
}

static bool literal_same(const struct nav *s, uint32_t i, uint32_t j) {
    const struct literal *a = &s->literals.at[i], *b = &s->literals.at[j];
    if (a->length != b->length) return false;
    if (s->target) return a->first == b->first;
    return !memcmp(s->actions.at + a->first, s->actions.at + b->first,
                   a->length * sizeof(uint32_t));
}

static uint64_t template_hash(const struct nav *s, uint32_t i) {
    const struct template *t = &s->templates.at[i];
    uint64_t h = t->n;
    for (uint32_t k = 0; k < t->n; k++) h = hash_mix(h, s->segments.at[t->offset + k]);
    return h;
}

static bool template_same(const struct nav *s, uint32_t i, uint32_t j) {
    const struct template *a = &s->templates.at[i], *b = &s->templates.at[j];
    return a->n == b->n &&
           !memcmp(s->segments.at + a->offset, s->segments.at + b->offset, a->n * sizeof(uint32_t));
}

typedef uint64_t hash_fn(const struct nav *, uint32_t);
typedef bool same_fn(const struct nav *, uint32_t, uint32_t);

static void table_widen(struct nav *s, struct table *t, hash_fn *hash) {
    t->cap = t->cap ? t->cap * 2 : 64;
    t->slots = arena_zalloc(s->arena, t->cap * sizeof *t->slots);
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t at = (uint32_t)hash(s, i) & (t->cap - 1);
        while (t->slots[at]) at = (at + 1) & (t->cap - 1);
        t->slots[at] = i + 1;
    }
}

/* The index of what equals entry `fresh`, which is the last one made. */
static uint32_t table_add(struct nav *s, struct table *t, uint32_t fresh, hash_fn *hash,
                          same_fn *same) {
    if (t->n * 2 >= t->cap) table_widen(s, t, hash);
    uint32_t at = (uint32_t)hash(s, fresh) & (t->cap - 1);
    for (; t->slots[at]; at = (at + 1) & (t->cap - 1))
        if (same(s, t->slots[at] - 1, fresh)) return t->slots[at] - 1;
    t->slots[at] = fresh + 1;
    t->n++;
    return fresh;
}

static uint32_t add_literal(struct nav *s, struct literal literal) {
    vec_push(s->arena, &s->literals, literal);
    uint32_t fresh = s->literals.n - 1;
    uint32_t found = table_add(s, &s->literal_table, fresh, literal_hash, literal_same);
    if (found != fresh) {
        s->literals.n--;
        if (!s->target) s->actions.n -= literal.length;
    }
    return found;
}

/* ---- masks of starts ------------------------------------------------------------------ */

static bool set_first(struct literal *l, uint32_t n_wide) {
    if (!n_wide) {
        if (!l->small) return false;
        l->first = (uint32_t)__builtin_ctzll(l->small);
        return true;
    }
    for (uint32_t i = 0; i < n_wide; i++)
        if (l->wide[i]) {
            l->first = i * 64 + (uint32_t)__builtin_ctzll(l->wide[i]);
            return true;
        }
    return false;
}

/* out = a & (b >> shift) */
static void and_shifted(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t shift,
                        uint32_t n) {
    uint32_t words = shift / 64, bits = shift % 64;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t low = i + words < n ? b[i + words] : 0;
        uint64_t high = i + words + 1 < n ? b[i + words + 1] : 0;
        out[i] = a[i] & (bits ? (low >> bits) | (high << (64 - bits)) : low);
    }
}

static uint32_t concat_in_target(struct nav *s, uint32_t i, uint32_t j) {
    const struct literal a = s->literals.at[i], b = s->literals.at[j];
    if (a.length + b.length > s->target->n) return VALUE_DEAD;
    struct literal out = {.length = a.length + b.length};
    if (!s->n_wide) {
        out.small = a.small & (b.small >> a.length);
    } else {
        out.wide = arena_array(s->arena, uint64_t, s->n_wide);
        and_shifted(out.wide, a.wide, b.wide, a.length, s->n_wide);
    }
    return set_first(&out, s->n_wide) ? add_literal(s, out) : VALUE_DEAD;
}

static uint32_t concat_free(struct nav *s, uint32_t i, uint32_t j) {
    const struct literal a = s->literals.at[i], b = s->literals.at[j];
    if ((size_t)a.length + b.length > s->max_target) return VALUE_DEAD;
    struct literal out = {.length = a.length + b.length, .first = s->actions.n};
    for (uint32_t k = 0; k < a.length; k++)
        vec_push(s->arena, &s->actions, s->actions.at[a.first + k]);
    for (uint32_t k = 0; k < b.length; k++)
        vec_push(s->arena, &s->actions, s->actions.at[b.first + k]);
    return add_literal(s, out);
}

uint32_t nav_concat_literals(struct nav *s, uint32_t i, uint32_t j) {
    if (!s->literals.at[i].length) return j;
    if (!s->literals.at[j].length) return i;
    return s->target ? concat_in_target(s, i, j) : concat_free(s, i, j);
}

/* ---- templates -------------------------------------------------------------------------- */

static bool append_segment(struct nav *s, uint32_t segment) {
    if (segment != HOLE && !s->literals.at[segment].length) return true;
    uint32_t *last = s->build.n ? &s->build.at[s->build.n - 1] : NULL;
    if (last && segment != HOLE && *last != HOLE) {
        uint32_t joined = nav_concat_literals(s, *last, segment);
        *last = joined;
        return joined != VALUE_DEAD;
    }
    if (s->build.n >= SEGMENTS) return false;
    vec_push(s->arena, &s->build, segment);
    return true;
}

static bool append(struct nav *s, value_id value) {
    if (!(value & TEMPLATE)) return append_segment(s, value);
    struct template t = s->templates.at[value & INDEX];
    for (uint32_t i = 0; i < t.n; i++)
        if (!append_segment(s, s->segments.at[t.offset + i])) return false;
    return true;
}

static value_id finish(struct nav *s) {
    if (!s->build.n) return 0; /* the empty sequence */
    if (s->build.n == 1 && s->build.at[0] != HOLE) return s->build.at[0];
    struct template t = {.n = s->build.n, .offset = s->segments.n};
    for (uint32_t i = 0; i < t.n; i++) vec_push(s->arena, &s->segments, s->build.at[i]);
    vec_push(s->arena, &s->templates, t);
    uint32_t fresh = s->templates.n - 1;
    uint32_t found = table_add(s, &s->template_table, fresh, template_hash, template_same);
    if (found != fresh) {
        s->templates.n--;
        s->segments.n -= t.n;
    }
    return found | TEMPLATE;
}

static value_id nav_substitute(void *state, value_id open, value_id argument) {
    struct nav *s = state;
    if (!(open & TEMPLATE)) return open;
    struct template t = s->templates.at[open & INDEX];
    s->build.n = 0;
    for (uint32_t i = 0; i < t.n; i++) {
        uint32_t segment = s->segments.at[t.offset + i];
        bool alive = segment == HOLE ? append(s, argument) : append_segment(s, segment);
        if (!alive) return VALUE_DEAD;
    }
    return finish(s);
}

static value_id nav_variable(void *state) {
    struct nav *s = state;
    s->build.n = 0;
    append_segment(s, HOLE);
    return finish(s);
}

/* ---- operations ---------------------------------------------------------------------------- */

static value_id concat(struct nav *s, value_id a, value_id b) {
    if (!((a | b) & TEMPLATE)) return nav_concat_literals(s, a, b);
    s->build.n = 0;
    return append(s, a) && append(s, b) ? finish(s) : VALUE_DEAD;
}

static value_id repeat(struct nav *s, value_id a, value_id times) {
    if (!(times & NUMBER)) return VALUE_DEAD;
    uint32_t n = times & INDEX;
    if (a == 0) return 0; /* the empty sequence, however often */
    s->build.n = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!append(s, a)) return VALUE_DEAD;
    return finish(s);
}

static value_id nav_op(void *state, const struct op *op, const value_id *args) {
    struct nav *s = state;
    switch (op->kernel) {
    case NAV_CONCAT: return concat(s, args[0], args[1]);
    case NAV_REPEAT: return repeat(s, args[0], args[1]);
    case NAV_LITERAL: return s->of_action[op->literal];
    default: return 0; /* empty */
    }
}

static value_id nav_number(void *state, double number) {
    (void)state;
    bool whole = number >= 0 && number < 1e6 && number == (double)(uint32_t)number;
    return whole ? NUMBER | (uint32_t)number : VALUE_DEAD;
}

/* ---- states ----------------------------------------------------------------------------------- */

static void open_empty(struct nav *s) {
    struct literal empty = {0};
    if (s->target && !s->n_wide) empty.small = UINT64_MAX >> (63 - s->target->n);
    if (s->n_wide) {
        empty.wide = arena_array(s->arena, uint64_t, s->n_wide);
        memset(empty.wide, 0xff, s->n_wide * sizeof(uint64_t));
    }
    add_literal(s, empty);
}

/* Where each action of the target stands. */
static void open_target(struct nav *s, uint32_t n_actions) {
    VEC(struct literal) seen = {0}; /* [action] */
    for (uint32_t a = 0; a < n_actions; a++) vec_push(s->arena, &seen, (struct literal){0});
    for (uint32_t i = 0; i < s->target->n; i++) {
        struct literal *l = &seen.at[s->target->literals[i]];
        if (!s->n_wide) l->small |= (uint64_t)1 << i;
        else if (!l->wide) l->wide = arena_zalloc(s->arena, s->n_wide * sizeof(uint64_t));
        if (s->n_wide) l->wide[i / 64] |= (uint64_t)1 << (i % 64);
        l->length = 1;
    }
    for (uint32_t a = 0; a < n_actions; a++) {
        struct literal l = seen.at[a];
        s->of_action[a] = l.length && set_first(&l, s->n_wide) ? add_literal(s, l) : VALUE_DEAD;
    }
}

static void open_free(struct nav *s, uint32_t n_actions) {
    for (uint32_t a = 0; a < n_actions; a++) {
        vec_push(s->arena, &s->actions, a);
        s->of_action[a] = add_literal(s, (struct literal){.length = 1, .first = s->actions.n - 1});
    }
}

static void *nav_open(struct arena *arena, const struct lang *lang, const struct target *target,
                      size_t max_target) {
    struct nav *s = arena_new(arena, struct nav);
    s->arena = arena;
    s->target = target;
    s->max_target = max_target;
    if (target && target->n > 63) s->n_wide = target->n / 64 + 1;
    uint32_t n_actions = lang->literal_ops.n;
    s->of_action = arena_array(arena, uint32_t, n_actions + 1);
    open_empty(s);
    if (target) open_target(s, n_actions);
    else open_free(s, n_actions);
    return s;
}

static value_id nav_goal(void *state, const struct target *target) {
    struct nav *s = state;
    value_id all = 0;
    for (uint32_t i = 0; i < target->n && all != VALUE_DEAD; i++)
        all = nav_concat_literals(s, all, s->of_action[target->literals[i]]);
    return all;
}

static void print_literal(const struct nav *s, const struct lang *lang, uint32_t i,
                          struct buf *out) {
    struct literal l = s->literals.at[i];
    const uint32_t *actions = s->target ? s->target->literals : s->actions.at;
    for (uint32_t k = 0; k < l.length; k++) {
        if (k) buf_puts(out, " ");
        buf_puts(out, lang->ops.at[lang->literal_ops.at[actions[l.first + k]]].name);
    }
}

void nav_print(void *state, const struct lang *lang, value_id value, struct buf *out) {
    const struct nav *s = state;
    if (value & NUMBER) {
        buf_printf(out, "%u", value & INDEX);
    } else if (!(value & TEMPLATE)) {
        print_literal(s, lang, value, out);
    } else {
        struct template t = s->templates.at[value & INDEX];
        for (uint32_t i = 0; i < t.n; i++) {
            if (i) buf_puts(out, " ");
            if (s->segments.at[t.offset + i] == HOLE) buf_puts(out, "_");
            else print_literal(s, lang, s->segments.at[t.offset + i], out);
        }
    }
}

const struct exact_kernels nav_exact = {
    .open = nav_open,
    .op = nav_op,
    .number = nav_number,
    .variable = nav_variable,
    .substitute = nav_substitute,
    .close = nav_close,
    .graph = nav_graph,
    .goal = nav_goal,
};
