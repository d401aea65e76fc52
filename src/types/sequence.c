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
 * Where a language can reverse, parts of the reversed target count as well. The target is
 * then followed by a gap and its reverse, a text that is its own reverse:
 *
 *     L W R _ R W L      reverse("L W") at 0 is "W L" at 7 - 0 - 2 = 5
 *
 * Calls are actions that the data do not name one by one: texts, interned as they come up. Where
 * a call's arguments are sequences, these are parts of the target like others, behind a gap:
 *
 *     WHEN(OPEN(door),ON(lamp) ON(fan)) _ OPEN(door) _ ON(lamp) ON(fan) */
#include <string.h>

#include "types/sequence.h"

static bool is_template(value_id value) {
    return value_tag(value) == TAG_TEMPLATE;
}

/* ---- interning --------------------------------------------------------------------- */

#define BASE 0x9e3779b97f4a7c15u

static uint64_t literal_hash(const struct sequences *s, uint32_t i) {
    const struct literal *l = &s->literals.at[i];
    return s->target ? hash_mix(l->first, l->length) : hash_mix(l->hash, l->length);
}

static uint64_t power(struct sequences *s, uint32_t n) {
    if (n < s->powers.n) return s->powers.at[n];
    if (!s->powers.n) vec_push(s->arena, &s->powers, 1);
    while (s->powers.n <= n) {
        uint64_t next = s->powers.at[s->powers.n - 1] * BASE;
        vec_push(s->arena, &s->powers, next);
    }
    return s->powers.at[n];
}

static uint64_t hash_actions(const struct sequences *s, uint32_t first, uint32_t n) {
    uint64_t h = 0;
    for (uint32_t k = 0; k < n; k++) h = h * BASE + hash_mix(0, s->actions.at[first + k]);
    return h;
}

static bool literal_same(const struct sequences *s, uint32_t i, uint32_t j) {
    const struct literal *a = &s->literals.at[i], *b = &s->literals.at[j];
    if (a->length != b->length) return false;
    if (s->target) return a->first == b->first;
    if (a->hash != b->hash) return false;
    return !memcmp(s->actions.at + a->first, s->actions.at + b->first,
                   a->length * sizeof(uint32_t));
}

static uint64_t template_hash(const struct sequences *s, uint32_t i) {
    const struct template *t = &s->templates.at[i];
    uint64_t h = t->n;
    for (uint32_t k = 0; k < t->n; k++) h = hash_mix(h, s->segments.at[t->offset + k]);
    return h;
}

static bool template_same(const struct sequences *s, uint32_t i, uint32_t j) {
    const struct template *a = &s->templates.at[i], *b = &s->templates.at[j];
    return a->n == b->n &&
           !memcmp(s->segments.at + a->offset, s->segments.at + b->offset, a->n * sizeof(uint32_t));
}

typedef uint64_t hash_fn(const struct sequences *, uint32_t);
typedef bool same_fn(const struct sequences *, uint32_t, uint32_t);

static void table_widen(struct sequences *s, struct table *t, hash_fn *hash) {
    t->cap = t->cap ? t->cap * 2 : 64;
    t->slots = arena_zalloc(s->arena, t->cap * sizeof *t->slots);
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t at = (uint32_t)hash(s, i) & (t->cap - 1);
        while (t->slots[at]) at = (at + 1) & (t->cap - 1);
        t->slots[at] = i + 1;
    }
}

/* The index of what equals entry `fresh`, which is the last one made. */
static uint32_t table_add(struct sequences *s, struct table *t, uint32_t fresh, hash_fn *hash,
                          same_fn *same) {
    if (t->n * 2 >= t->cap) table_widen(s, t, hash);
    uint32_t at = (uint32_t)hash(s, fresh) & (t->cap - 1);
    for (; t->slots[at]; at = (at + 1) & (t->cap - 1))
        if (same(s, t->slots[at] - 1, fresh)) return t->slots[at] - 1;
    t->slots[at] = fresh + 1;
    t->n++;
    return fresh;
}

static uint32_t add_literal(struct sequences *s, struct literal literal) {
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

static uint32_t concat_in_target(struct sequences *s, uint32_t i, uint32_t j) {
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

static void copy_actions(struct sequences *s, const struct literal *from) {
    for (uint32_t k = 0; k < from->length; k++)
        vec_push(s->arena, &s->actions, s->actions.at[from->first + k]);
}

/* Is a literal `a` and then `b`? */
static bool is_both(const struct sequences *s, const struct literal *l, const struct literal *a,
                    const struct literal *b) {
    const uint32_t *at = s->actions.at + l->first;
    return !memcmp(at, s->actions.at + a->first, a->length * sizeof *at) &&
           !memcmp(at + a->length, s->actions.at + b->first, b->length * sizeof *at);
}

/* Most of what a long sentence puts together is there already: its hash is made of those of the
 * parts, and nothing is copied. */
static uint32_t concat_free(struct sequences *s, uint32_t i, uint32_t j) {
    const struct literal *a = &s->literals.at[i], *b = &s->literals.at[j];
    const struct table *t = &s->literal_table;
    struct literal out = {.length = a->length + b->length, .first = s->actions.n};
    if ((size_t)a->length + b->length > s->max_target) return VALUE_DEAD;
    out.hash = a->hash * power(s, b->length) + b->hash;
    uint32_t at = (uint32_t)hash_mix(out.hash, out.length) & (t->cap - 1);
    for (; t->slots[at]; at = (at + 1) & (t->cap - 1)) {
        const struct literal *known = &s->literals.at[t->slots[at] - 1];
        if (known->hash == out.hash && known->length == out.length && is_both(s, known, a, b))
            return t->slots[at] - 1;
    }
    copy_actions(s, a);
    copy_actions(s, b);
    return add_literal(s, out);
}

uint32_t sequences_join(struct sequences *s, uint32_t i, uint32_t j) {
    if (!s->literals.at[i].length) return j;
    if (!s->literals.at[j].length) return i;
    return s->target ? concat_in_target(s, i, j) : concat_free(s, i, j);
}

/* ---- templates -------------------------------------------------------------------------- */

static bool append_segment(struct sequences *s, uint32_t segment) {
    if (segment != HOLE && !s->literals.at[segment].length) return true;
    uint32_t *last = s->build.n ? &s->build.at[s->build.n - 1] : NULL;
    if (last && segment != HOLE && *last != HOLE) {
        uint32_t joined = sequences_join(s, *last, segment);
        *last = joined;
        return joined != VALUE_DEAD;
    }
    if (s->build.n >= SEGMENTS) return false;
    vec_push(s->arena, &s->build, segment);
    return true;
}

static bool append(struct sequences *s, value_id value) {
    if (!is_template(value)) return append_segment(s, value);
    struct template t = s->templates.at[value & INDEX];
    for (uint32_t i = 0; i < t.n; i++)
        if (!append_segment(s, s->segments.at[t.offset + i])) return false;
    return true;
}

static value_id finish(struct sequences *s) {
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

/* Of a literal: all holes are filled, and what comes out is a literal. */
static value_id fill_holes(struct sequences *s, const struct template t, value_id argument) {
    value_id out = 0;
    for (uint32_t i = 0; i < t.n && out != VALUE_DEAD; i++) {
        uint32_t segment = s->segments.at[t.offset + i];
        out = sequences_join(s, out, segment == HOLE ? argument : segment);
    }
    return out;
}

value_id sequences_substitute(struct sequences *s, value_id open, value_id argument) {
    if (!is_template(open)) return open;
    struct template t = s->templates.at[open & INDEX];
    if (!is_template(argument)) return fill_holes(s, t, argument);
    s->build.n = 0;
    for (uint32_t i = 0; i < t.n; i++) {
        uint32_t segment = s->segments.at[t.offset + i];
        bool alive = segment == HOLE ? append(s, argument) : append_segment(s, segment);
        if (!alive) return VALUE_DEAD;
    }
    return finish(s);
}

value_id sequences_variable(struct sequences *s) {
    s->build.n = 0;
    append_segment(s, HOLE);
    return finish(s);
}

/* ---- operations ---------------------------------------------------------------------------- */

value_id sequences_concat(struct sequences *s, value_id a, value_id b) {
    if (!is_template(a) && !is_template(b)) return sequences_join(s, a, b);
    s->build.n = 0;
    return append(s, a) && append(s, b) ? finish(s) : VALUE_DEAD;
}

value_id sequences_repeat(struct sequences *s, value_id a, uint32_t times) {
    if (a == 0) return 0; /* the empty sequence, however often */
    s->build.n = 0;
    for (uint32_t i = 0; i < times; i++)
        if (!append(s, a)) return VALUE_DEAD;
    return finish(s);
}

static bool is_set(const struct literal *l, uint32_t n_wide, uint32_t place) {
    return n_wide ? l->wide[place / 64] >> (place % 64) & 1 : l->small >> place & 1;
}

static void set_place(struct literal *l, uint32_t n_wide, uint32_t place) {
    if (n_wide) l->wide[place / 64] |= (uint64_t)1 << (place % 64);
    else l->small |= (uint64_t)1 << place;
}

static value_id reverse_in_target(struct sequences *s, const struct literal a) {
    uint32_t n = s->target->n;
    struct literal out = {.length = a.length};
    if (s->n_wide) out.wide = arena_zalloc(s->arena, s->n_wide * sizeof(uint64_t));
    for (uint32_t i = 0; i + a.length <= n; i++)
        if (is_set(&a, s->n_wide, i)) set_place(&out, s->n_wide, n - i - a.length);
    return set_first(&out, s->n_wide) ? add_literal(s, out) : VALUE_DEAD;
}

value_id sequences_reverse(struct sequences *s, value_id a) {
    if (is_template(a)) return VALUE_ANY;
    struct literal l = s->literals.at[a];
    if (l.length < 2) return a;
    if (s->target) return reverse_in_target(s, l);
    struct literal out = {.length = l.length, .first = s->actions.n};
    for (uint32_t k = l.length; k-- > 0;)
        vec_push(s->arena, &s->actions, s->actions.at[l.first + k]);
    out.hash = hash_actions(s, out.first, out.length);
    return add_literal(s, out);
}

/* ---- actions --------------------------------------------------------------------------------- */

/* Where the action stands in the target. */
static value_id find_action(struct sequences *s, uint32_t action) {
    struct literal l = {.length = 1};
    if (action >= s->n_actions) return VALUE_DEAD; /* the gap, or a call that comes up later */
    for (uint32_t i = 0; i < s->target->n; i++) {
        if (s->target->literals[i] != action) continue;
        if (s->n_wide && !l.wide) l.wide = arena_zalloc(s->arena, s->n_wide * sizeof(uint64_t));
        set_place(&l, s->n_wide, i);
    }
    bool found = l.small || l.wide;
    return found && set_first(&l, s->n_wide) ? add_literal(s, l) : VALUE_DEAD;
}

static value_id make_action(struct sequences *s, uint32_t action) {
    if (s->target) return find_action(s, action);
    vec_push(s->arena, &s->actions, action);
    struct literal out = {.length = 1, .first = s->actions.n - 1};
    out.hash = hash_actions(s, out.first, 1);
    return add_literal(s, out);
}

/* Where an action is, or would be. */
static struct action *action_at(const struct sequences *s, uint32_t action) {
    uint32_t mask = s->cap_made - 1, i = action & mask;
    while (s->made[i].value && s->made[i].action != action) i = (i + 1) & mask;
    return &s->made[i];
}

static void widen_actions(struct sequences *s) {
    struct action *old = s->made;
    uint32_t n = s->cap_made;
    s->cap_made = n ? n * 2 : 16;
    s->made = arena_zalloc(s->arena, s->cap_made * sizeof *s->made);
    for (uint32_t i = 0; i < n; i++)
        if (old[i].value) *action_at(s, old[i].action) = old[i];
}

/* Made when it is asked for: a sentence has few of thousands. */
value_id sequences_constant(struct sequences *s, uint32_t literal) {
    if (s->n_made * 2 >= s->cap_made) widen_actions(s);
    struct action *found = action_at(s, literal);
    if (!found->value) {
        *found = (struct action){literal, make_action(s, literal)};
        s->n_made++;
    }
    return found->value;
}

/* Most calls that are tried are none of the target's, and need not be remembered. */
value_id sequences_call(struct sequences *s, const char *text, size_t length) {
    if (s->target && symbols_find(&s->calls, text, length) == UINT32_MAX) return VALUE_DEAD;
    uint32_t action = s->lang->literal_ops.n + symbols_add(&s->calls, text, length);
    return sequences_constant(s, action);
}

/* ---- states ----------------------------------------------------------------------------------- */

static void open_empty(struct sequences *s) {
    struct literal empty = {0};
    if (s->target && !s->n_wide) empty.small = UINT64_MAX >> (63 - s->target->n);
    if (s->n_wide) {
        empty.wide = arena_array(s->arena, uint64_t, s->n_wide);
        memset(empty.wide, 0xff, s->n_wide * sizeof(uint64_t));
    }
    add_literal(s, empty);
}

/* The target, and behind it the sequences within its calls. */
static const struct target *with_parts(struct arena *arena, const struct target *target) {
    uint32_t n = target->n, *literals = arena_array(arena, uint32_t, (size_t)n + target->n_parts);
    struct target *all = arena_new(arena, struct target);
    *all = *target;
    all->n = n + target->n_parts;
    memcpy(literals, target->literals, n * sizeof *literals);
    memcpy(literals + n, target->parts, target->n_parts * sizeof *literals);
    all->literals = literals;
    return all;
}

/* The target, a gap that no action stands for, and the target backwards. */
static const struct target *with_reverse(struct arena *arena, const struct target *target) {
    uint32_t n = target->n, *literals = arena_array(arena, uint32_t, 2 * (size_t)n + 1);
    struct target *both = arena_new(arena, struct target);
    *both = *target;
    both->n = 2 * n + 1;
    for (uint32_t i = 0; i < n; i++) literals[i] = literals[2 * n - i] = target->literals[i];
    literals[n] = TARGET_GAP;
    both->literals = literals;
    return both;
}

static bool reverses(const struct lang *lang) {
    for (uint32_t i = 0; i < lang->own_ops.n; i++)
        if (lang->ops.at[lang->own_ops.at[i]].kernel == KERNEL_REVERSE) return true;
    return false;
}

struct sequences *sequences_open(struct arena *arena, const struct lang *lang,
                                 const struct target *target, size_t max_target) {
    struct sequences *s = arena_new(arena, struct sequences);
    uint32_t n_calls = target ? target->n_calls : 0;
    s->arena = arena;
    s->lang = lang;
    s->max_target = max_target;
    s->n_actions = lang->literal_ops.n + n_calls;
    s->target = target;
    if (target && target->n_parts) s->target = with_parts(arena, target);
    if (target && reverses(lang)) s->target = with_reverse(arena, s->target);
    if (target && s->target->n > 63) s->n_wide = s->target->n / 64 + 1;
    symbols_init(&s->calls, arena);
    for (uint32_t i = 0; i < n_calls; i++)
        symbols_add(&s->calls, target->calls[i], strlen(target->calls[i]));
    open_empty(s);
    return s;
}

/* Calls have the numbers that the target gave them, if it was known from the beginning. */
value_id sequences_goal(struct sequences *s, const struct target *target) {
    uint32_t first = s->lang->literal_ops.n;
    value_id all = 0;
    for (uint32_t i = 0; i < target->n && all != VALUE_DEAD; i++) {
        uint32_t action = target->literals[i];
        const char *call = action < first ? NULL : target->calls[action - first];
        value_id one = call ? sequences_call(s, call, strlen(call)) : sequences_constant(s, action);
        all = one == VALUE_DEAD ? one : sequences_join(s, all, one);
    }
    return all;
}

/* ---- printing ---------------------------------------------------------------------------------- */

static const char *action_name(const struct sequences *s, uint32_t action) {
    uint32_t n = s->lang->literal_ops.n;
    if (action >= n) return s->calls.names.at[action - n];
    return s->lang->ops.at[s->lang->literal_ops.at[action]].name;
}

static void print_literal(const struct sequences *s, uint32_t i, struct buf *out) {
    struct literal l = s->literals.at[i];
    const uint32_t *actions = s->target ? s->target->literals : s->actions.at;
    for (uint32_t k = 0; k < l.length; k++) {
        const char *name = action_name(s, actions[l.first + k]);
        const char *before = k ? action_name(s, actions[l.first + k - 1]) : NULL;
        if (before && !lang_is_joined(s->lang, before, name)) buf_puts(out, " ");
        buf_puts(out, name);
    }
}

void sequences_print(const struct sequences *s, value_id value, struct buf *out) {
    if (!is_template(value)) {
        print_literal(s, value, out);
        return;
    }
    struct template t = s->templates.at[value & INDEX];
    for (uint32_t i = 0; i < t.n; i++) {
        if (i) buf_puts(out, " ");
        if (s->segments.at[t.offset + i] == HOLE) buf_puts(out, "_");
        else print_literal(s, s->segments.at[t.offset + i], out);
    }
}
