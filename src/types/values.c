/* Discrete values of every kind, for exact execution: equal values have equal numbers.
 *
 *     sequence, template   sequence.c
 *     set                  a bit for each object, interned
 *     groups               numbers of sets
 *     number, pair         interned
 *     symbol               a text, and the object it was asked of, if it was; several: a pair
 *     truth                0 or 1
 *     constant             the number of a literal: an action, property, relation, attribute
 *     given                a value of a type that a program brought: given.c
 *
 * With a target, sequences that cannot be part of it are dead; all other values go. What a
 * presupposition forbids is dead too: the colour of two things. An answer is a text, a number
 * or yes or no: of objects it is their names, of several things a list. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "types/values.h"

#define MOST_SEVERAL 3 /* objects that are named where there should be one */

/* ---- interning -------------------------------------------------------------------------- */

static size_t set_bytes(const struct values *s) {
    return s->world->n_words * sizeof(uint64_t);
}

/* What a value is made of, as bytes. */
static const void *content(const struct values *s, value_id value, size_t *size) {
    uint32_t index = value & VALUE_INDEX;
    switch (value_tag(value)) {
    case TAG_SET: *size = set_bytes(s); return s->sets.at[index];
    case TAG_GROUPS:
        *size = (s->groups.at[index][0] + 1) * sizeof(uint64_t);
        return s->groups.at[index];
    case TAG_NUMBER: *size = sizeof(double); return &s->numbers.at[index];
    case TAG_SYMBOL: *size = sizeof(struct symbol); return &s->symbols.at[index];
    default: *size = sizeof(struct pair); return &s->pairs.at[index];
    }
}

static uint32_t *place_of(const struct values *s, uint32_t tag, const void *data, size_t size) {
    uint64_t h = tag;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t part;
        memcpy(&part, (const char *)data + i, 8);
        h = hash_mix(h, part);
    }
    uint32_t at = (uint32_t)h & (s->cap - 1);
    for (; s->slots[at]; at = (at + 1) & (s->cap - 1)) {
        value_id value = s->slots[at] - 1;
        size_t its;
        if (value_tag(value) != tag) continue;
        const void *known = content(s, value, &its);
        if (its == size && !memcmp(known, data, size)) break;
    }
    return &s->slots[at];
}

static void widen(struct values *s) {
    const uint32_t *old = s->slots;
    uint32_t n = s->cap;
    s->cap = n ? 2 * n : 64;
    s->slots = arena_zalloc(s->arena, s->cap * sizeof *s->slots);
    for (uint32_t i = 0; i < n; i++) {
        size_t size;
        if (!old[i]) continue;
        const void *data = content(s, old[i] - 1, &size);
        *place_of(s, value_tag(old[i] - 1), data, size) = old[i];
    }
}

/* The value of this content; `next` is its number if it is new. */
static bool intern(struct values *s, uint32_t tag, const void *data, size_t size, uint32_t next,
                   value_id *out) {
    if (2 * s->n >= s->cap) widen(s);
    uint32_t *place = place_of(s, tag, data, size);
    bool known = *place;
    if (!known) {
        *place = (VALUE_TAG(tag) | next) + 1;
        s->n++;
    }
    *out = *place - 1;
    return known;
}

value_id values_set(struct values *s, const uint64_t *bits) {
    value_id out;
    if (intern(s, TAG_SET, bits, set_bytes(s), s->sets.n, &out)) return out;
    uint64_t *kept = arena_alloc(s->arena, set_bytes(s));
    memcpy(kept, bits, set_bytes(s));
    vec_push(s->arena, &s->sets, kept);
    return out;
}

static int by_value(const void *a, const void *b) {
    value_id x = *(const value_id *)a, y = *(const value_id *)b;
    return (x > y) - (x < y);
}

value_id values_groups(struct values *s, value_id *sets, uint32_t n) {
    uint64_t *list = arena_array(s->arena, uint64_t, n + 1);
    value_id out;
    list[0] = 0;
    qsort(sets, n, sizeof *sets, by_value);
    for (uint32_t i = 0; i < n; i++)
        if ((!i || sets[i] != sets[i - 1]) && values_size(s, values_bits(s, sets[i])))
            list[++list[0]] = sets[i];
    if (!intern(s, TAG_GROUPS, list, (list[0] + 1) * sizeof *list, s->groups.n, &out))
        vec_push(s->arena, &s->groups, list);
    return out;
}

value_id values_of_number(struct values *s, double number) {
    value_id out;
    if (!isfinite(number)) return VALUE_DEAD;
    number += 0.0; /* there is one zero */
    if (!intern(s, TAG_NUMBER, &number, sizeof number, s->numbers.n, &out))
        vec_push(s->arena, &s->numbers, number);
    return out;
}

static value_id pair_value(struct values *s, value_id left, value_id right) {
    struct pair pair = {left, right};
    value_id out;
    if (!intern(s, TAG_PAIR, &pair, sizeof pair, s->pairs.n, &out))
        vec_push(s->arena, &s->pairs, pair);
    return out;
}

value_id values_symbol(struct values *s, const char *text, uint32_t owner) {
    struct symbol symbol = {symbols_add(&s->texts, text, strlen(text)), owner};
    value_id out;
    if (!intern(s, TAG_SYMBOL, &symbol, sizeof symbol, s->symbols.n, &out))
        vec_push(s->arena, &s->symbols, symbol);
    return out;
}

const char *values_constant(const struct values *s, value_id value) {
    return s->lang->ops.at[s->lang->literal_ops.at[value & VALUE_INDEX]].name;
}

/* ---- objects, and lists ---------------------------------------------------------------------- */

uint32_t values_size(const struct values *s, const uint64_t *bits) {
    int n = 0;
    for (uint32_t i = 0; i < s->world->n_words; i++) n += __builtin_popcountll(bits[i]);
    return (uint32_t)n;
}

static const char *object_name(const struct values *s, uint32_t object) {
    if (s->world->names[object]) return s->world->names[object];
    struct buf text;
    buf_init(&text, s->arena);
    buf_printf(&text, "%u", object + 1);
    return text.at;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *values_list(struct values *s, const char **texts, uint32_t n) {
    struct buf out;
    if (!n) return "none";
    if (n == 1) return texts[0];
    buf_init(&out, s->arena);
    qsort(texts, n, sizeof *texts, by_text);
    for (uint32_t i = 0; i < n; i++)
        if (!i || strcmp(texts[i], texts[i - 1])) buf_printf(&out, "%s%s", i ? ", " : "", texts[i]);
    return out.at;
}

const char *values_list_in_order(struct values *s, const uint64_t *bits,
                                 const struct stated_order *order) {
    const char *last = NULL;
    struct buf out;
    buf_init(&out, s->arena);
    for (uint32_t i = 0; i < order->n; i++) {
        const char *text = order->at[i].text;
        if (!values_contains(bits, order->at[i].object) || (last && !strcmp(text, last))) continue;
        if (last) buf_put(&out, ", ", 2);
        buf_puts(&out, text);
        last = text;
    }
    return last ? out.at : "none";
}

const char *values_names(struct values *s, const uint64_t *bits) {
    return values_list_in_order(s, bits, &s->world->order);
}

/* ---- calls ------------------------------------------------------------------------------------- */

struct call {
    const struct op *op;
    value_id args[OPERATION_MAX_ARGS];
    uint32_t objects[OPERATION_MAX_ARGS]; /* of arguments that are sets: the one at hand */
};

/* Calls within calls can double with every word. */
#define CALL_MAX 65536u

/* Its text, in s->spelled. */
static bool spell_call(struct values *s, const struct call *c) {
    struct buf *text = &s->spelled;
    text->n = 0;
    buf_puts(text, values_constant(s, c->args[0]));
    for (uint32_t i = 1; i < c->op->n_args; i++) {
        value_id a = c->args[i];
        buf_puts(text, s->lang->bare ? " " : i > 1 ? "," : "(");
        if (value_tag(a) == TAG_SET) buf_puts(text, object_name(s, c->objects[i]));
        else values_print(s, s->lang, a, text);
    }
    if (!s->lang->bare) buf_puts(text, ")");
    return text->n <= CALL_MAX;
}

static value_id make_call(struct values *s, const struct call *c) {
    return spell_call(s, c) ? sequences_call(s->sequences, s->spelled.at, s->spelled.n)
                            : VALUE_DEAD;
}

static value_id call_each(struct values *s, struct call *c, uint32_t argument);

/* Of several things, with each: first those on the left. */
static value_id call_both(struct values *s, struct call *c, uint32_t argument) {
    value_id several = c->args[argument];
    struct pair two = s->pairs.at[several & VALUE_INDEX];
    c->args[argument] = two.left;
    value_id left = call_each(s, c, argument);
    c->args[argument] = two.right;
    value_id right = left == VALUE_DEAD ? left : call_each(s, c, argument);
    c->args[argument] = several;
    return right == VALUE_DEAD ? right : sequences_concat(s->sequences, left, right);
}

/* Once for each object of each set and each of several things, the first argument slowest. */
static value_id call_each(struct values *s, struct call *c, uint32_t argument) {
    if (argument == c->op->n_args) return make_call(s, c);
    if (value_tag(c->args[argument]) == TAG_PAIR) return call_both(s, c, argument);
    if (value_tag(c->args[argument]) != TAG_SET) return call_each(s, c, argument + 1);
    value_id all = 0;
    for (uint32_t i = 0; i < s->world->n_objects && all != VALUE_DEAD; i++) {
        if (!values_contains(values_bits(s, c->args[argument]), i)) continue;
        c->objects[argument] = i;
        value_id one = call_each(s, c, argument + 1);
        all = one == VALUE_DEAD ? one : sequences_concat(s->sequences, all, one);
    }
    return all;
}

/* What is done to a sequence that is not known yet cannot be told: it has no text. */
static value_id call(struct values *s, const struct op *op, const value_id *args) {
    struct call c = {.op = op};
    memcpy(c.args, args, op->n_args * sizeof *args);
    for (uint32_t i = 1; i < op->n_args; i++)
        if (value_tag(args[i]) == TAG_TEMPLATE) return VALUE_ANY;
    return call_each(s, &c, 1);
}

static value_id phrase(struct values *s, const struct op *op, const value_id *args) {
    struct call c = {.op = op};
    memcpy(c.args, args, op->n_args * sizeof *args);
    return spell_call(s, &c) ? values_symbol(s, s->spelled.at, NO_OWNER) : VALUE_DEAD;
}

static value_id said(struct values *s, value_id thing) {
    s->spelled.n = 0;
    values_print(s, s->lang, thing, &s->spelled);
    return sequences_call(s->sequences, s->spelled.at, s->spelled.n);
}

static const char *text_of(struct values *s, value_id value) {
    struct buf text;
    buf_init(&text, s->arena);
    values_print(s, s->lang, value, &text);
    return text.at;
}

/* ---- types that a program brought ------------------------------------------------------------------ */

static value_id given_value(struct values *s, const struct given_value *v) {
    return VALUE_TAG(TAG_GIVEN) | given_intern(&s->given, v->kind, v->bytes, v->length);
}

/* A constant is what its name says. */
static value_id given_literal(struct values *s, uint32_t kind, const char *name) {
    struct given_value v;
    return given_parse(s->arena, s->lang, kind, name, &v) ? given_value(s, &v) : VALUE_DEAD;
}

static g2l2_value argument(struct values *s, value_id value) {
    uint32_t index = value & VALUE_INDEX;
    const char *text;
    switch (value_tag(value)) {
    case TAG_PAIR:
        text = text_of(s, value);
        return (g2l2_value){.bytes = text, .length = strlen(text)};
    case TAG_NUMBER: return (g2l2_value){.number = s->numbers.at[index]};
    case TAG_TRUTH: return (g2l2_value){.number = index};
    case TAG_SYMBOL:
        text = s->texts.names.at[s->symbols.at[index].text];
        return (g2l2_value){.bytes = text, .length = strlen(text)};
    default:
        return (g2l2_value){.bytes = s->given.all.at[index].bytes,
                            .length = s->given.all.at[index].length};
    }
}

static value_id run_given(struct values *s, const struct op *op, const value_id *args) {
    g2l2_value given[OPERATION_MAX_ARGS];
    struct given_result made;
    for (uint32_t i = 0; i < op->n_args; i++) given[i] = argument(s, args[i]);
    if (!given_run(s->arena, s->lang, op->kernel, given, &made)) return VALUE_DEAD;
    switch (operation_row(s->lang->registry, op->kernel)->result) {
    case KIND_NUMBER: return values_of_number(s, made.number);
    case KIND_TRUTH: return values_truth(made.number != 0);
    case KIND_SYMBOL: return values_symbol(s, (const char *)made.value.bytes, NO_OWNER);
    default: return given_value(s, &made.value);
    }
}

/* ---- operations --------------------------------------------------------------------------------- */

static value_id constant(struct values *s, const struct op *op) {
    uint32_t kind = s->lang->types.at[op->result].kind;
    if (kind >= N_KINDS) return given_literal(s, kind, op->name);
    switch (kind) {
    case KIND_SEQUENCE: return sequences_constant(s->sequences, (uint32_t)op->literal);
    case KIND_SYMBOL: return values_symbol(s, op->name, NO_OWNER);
    case KIND_TEXT: return records_constant(s->records, op->name);
    case KIND_GROUPS: return values_grouped(s, op->name);
    default: return VALUE_TAG(TAG_CONSTANT) | (uint32_t)op->literal;
    }
}

static bool is_number(value_id value) {
    return value_tag(value) == TAG_NUMBER;
}

static double number_of(const struct values *s, value_id value) {
    return s->numbers.at[value & VALUE_INDEX];
}

static value_id repeat(struct values *s, value_id a, value_id times) {
    double n = is_number(times) ? number_of(s, times) : -1;
    if (n < 0 || n >= 1e6 || n != floor(n)) return VALUE_DEAD;
    return sequences_repeat(s->sequences, a, (uint32_t)n);
}

/* What should be a number may be a list of them. */
static value_id on_numbers(struct values *s, const struct op *op, const value_id *args) {
    if (!is_number(args[0]) || !is_number(args[1])) return VALUE_DEAD;
    double a = number_of(s, args[0]), b = number_of(s, args[1]);
    switch (op->kernel) {
    case KERNEL_EQUAL: return values_truth(a == b);
    case KERNEL_GREATER: return values_truth(a > b);
    case KERNEL_LESS: return values_truth(a < b);
    case KERNEL_AT_LEAST: return values_truth(a >= b);
    case KERNEL_AT_MOST: return values_truth(a <= b);
    case KERNEL_ADD: return values_of_number(s, a + b);
    case KERNEL_MINUS: return values_of_number(s, a - b);
    case KERNEL_GAP: return values_of_number(s, fabs(a - b));
    default: return values_of_number(s, a * b);
    }
}

static value_id values_op(void *state, const struct op *op, const value_id *args) {
    struct values *s = state;
    value_id out;
    if (op->kernel >= KERNEL_NOTHING && op->kernel <= KERNEL_WRITTEN)
        return records_op(s->records, op, args);
    if (op->kernel >= N_KERNELS) return run_given(s, op, args);
    switch (op->kernel) {
    case KERNEL_EMPTY: return 0;
    case KERNEL_CONCAT: return sequences_concat(s->sequences, args[0], args[1]);
    case KERNEL_REPEAT: return repeat(s, args[0], args[1]);
    case KERNEL_REVERSE: return sequences_reverse(s->sequences, args[0]);
    case KERNEL_CALL: return call(s, op, args);
    case KERNEL_PHRASE: return phrase(s, op, args);
    case KERNEL_SAID: return said(s, args[0]);
    case KERNEL_TRUE: return values_truth(true);
    case KERNEL_FALSE: return values_truth(false);
    case KERNEL_NOT: return values_truth(!(args[0] & 1));
    case KERNEL_AND: return values_truth(args[0] & args[1] & 1);
    case KERNEL_OR: return values_truth((args[0] | args[1]) & 1);
    case KERNEL_TOGETHER:
    case KERNEL_PAIR: return pair_value(s, args[0], args[1]);
    case KERNEL_FIRST: return s->pairs.at[args[0] & VALUE_INDEX].left;
    case KERNEL_SECOND: return s->pairs.at[args[0] & VALUE_INDEX].right;
    case KERNEL_LITERAL: return constant(s, op);
    case KERNEL_FIGURES: return s->word ? values_symbol(s, s->word, NO_OWNER) : VALUE_DEAD;
    default: return values_facts_op(s, op, args, &out) ? out : on_numbers(s, op, args);
    }
}

const struct records *values_records(void *state) {
    return ((struct values *)state)->records;
}

static value_id values_number(void *state, double number) {
    return values_of_number(state, number);
}

/* ---- functions of one sequence ---------------------------------------------------------------- */

static value_id values_variable(void *state) {
    struct values *s = state;
    return sequences_variable(s->sequences);
}

static value_id values_substitute(void *state, value_id open, value_id argument) {
    struct values *s = state;
    return sequences_substitute(s->sequences, open, argument);
}

static value_id values_close(void *state, value_id open) {
    struct values *s = state;
    return sequences_close(s->sequences, open);
}

static const struct graph_pair *values_graph(void *state, value_id open, uint32_t *n) {
    struct values *s = state;
    return sequences_graph(s->sequences, open, n);
}

/* ---- the whole ---------------------------------------------------------------------------------- */

static void *values_open(struct arena *arena, const struct lang *lang, const struct scene *scene,
                         const struct target *target, size_t max_target) {
    struct values *s = arena_new(arena, struct values);
    s->arena = arena;
    s->lang = lang;
    s->world = scene && scene->world ? scene->world : stated_of(arena, scene);
    symbols_init(&s->texts, arena);
    buf_init(&s->spelled, arena);
    given_open(&s->given, arena, lang);
    bool known = target && target->type == TYPE_NONE && !target->json;
    s->records = records_open(arena, lang, target);
    s->sequences = sequences_open(arena, lang, known ? target : NULL, max_target);
    return s;
}

static void values_say(void *state, const char *word) {
    struct values *s = state;
    s->word = word;
    records_say(s->records, word);
}

/* "there are 8: P100, P102, P109, ..." */
static const char *values_failed(void *state) {
    struct values *s = state;
    if (!s->failed || !s->several) return s->failed;
    struct buf out;
    uint32_t n = 0;
    buf_init(&out, s->arena);
    buf_printf(&out, "there are %u:", values_size(s, s->several));
    for (uint32_t i = 0; i < s->world->n_objects; i++) {
        if (!values_contains(s->several, i)) continue;
        if (n == MOST_SEVERAL) buf_puts(&out, ", ...");
        if (n++ < MOST_SEVERAL) buf_printf(&out, "%s %s", n > 1 ? "," : "", object_name(s, i));
    }
    return out.at;
}

static value_id read_goal(struct values *s, const struct target *target) {
    if (target->json) return records_goal(s->records, target);
    if (target->given) return given_value(s, target->given);
    switch (s->lang->types.at[target->type].kind) {
    case KIND_NUMBER: return values_of_number(s, target->number);
    case KIND_TRUTH: return values_truth(target->number != 0);
    case KIND_SYMBOL:
        if (target->text) return values_symbol(s, target->text, NO_OWNER);
        return values_symbol(s, s->lang->ops.at[s->lang->literal_ops.at[target->literals[0]]].name,
                             NO_OWNER);
    default: return sequences_goal(s->sequences, target);
    }
}

static value_id values_goal(void *state, const struct target *target) {
    struct values *s = state;
    s->goal = target->text;
    return s->goal_value = read_goal(s, target);
}

/* Whatever says the answer that is wanted is that. */
static value_id as_wanted(struct values *s, value_id value) {
    uint32_t tag = value_tag(value);
    if (!s->goal || (tag != TAG_SYMBOL && tag != TAG_NUMBER)) return value;
    bool near = tag == value_tag(s->goal_value);
    if (near && tag == TAG_NUMBER)
        near = fabs(number_of(s, value) - number_of(s, s->goal_value)) < 1;
    if (!near) return value;
    return text_same_answer(text_of(s, value), s->goal) ? s->goal_value : value;
}

/* Objects are their names. */
static value_id set_result(struct values *s, value_id value) {
    uint32_t index = value & VALUE_INDEX;
    while (s->answers.n <= index) vec_push(s->arena, &s->answers, VALUE_DEAD);
    if (s->answers.at[index] == VALUE_DEAD)
        s->answers.at[index] =
            as_wanted(s, values_symbol(s, values_names(s, values_bits(s, value)), NO_OWNER));
    return s->answers.at[index];
}

/* An answer does not say of which object it is. */
static value_id values_result(void *state, value_id value) {
    struct values *s = state;
    if (value_tag(value) == TAG_SET) return set_result(s, value);
    if (value_tag(value) != TAG_SYMBOL) return as_wanted(s, value);
    struct symbol symbol = s->symbols.at[value & VALUE_INDEX];
    if (symbol.owner != NO_OWNER)
        value = values_symbol(s, s->texts.names.at[symbol.text], NO_OWNER);
    return as_wanted(s, value);
}

static bool values_is_vain(void *state, value_id value) {
    struct values *s = state;
    if (value_tag(value) != TAG_SET) return false;
    const uint64_t *bits = values_bits(s, value);
    for (uint32_t i = 0; i < s->world->n_words; i++)
        if (bits[i]) return false;
    return true;
}

static bool values_is_sole(void *state, value_id value) {
    struct values *s = state;
    return value_tag(value) == TAG_SYMBOL && s->symbols.at[value & VALUE_INDEX].owner == SOLE;
}

/* That of all members. */
static const char *sort_of(const struct values *s, const uint64_t *bits) {
    const char *sort = NULL;
    for (uint32_t w = 0; w < s->world->n_words; w++)
        for (uint64_t left = bits[w]; left; left &= left - 1) {
            const char *own = s->world->sorts[64 * w + (uint32_t)__builtin_ctzll(left)];
            if (sort && own != sort && strcmp(own, sort)) return STATED_MIXED;
            sort = own;
        }
    return sort ? sort : STATED_NOTHING;
}

/* The attribute of a value. */
static const char *sort_of_word(const struct values *s, const char *text) {
    for (uint32_t i = 0; i < s->world->values.n; i++)
        if (!strcmp(s->world->values.at[i].text, text)) return s->world->values.at[i].property;
    return strstr(text, ", ") ? STATED_SEVERAL : STATED_WORD;
}

static const char *sort_of_set(struct values *s, value_id value) {
    uint32_t index = value & VALUE_INDEX;
    if (!s->world->sorts) return STATED_THINGS;
    while (s->sorts.n <= index) vec_push(s->arena, &s->sorts, NULL);
    if (!s->sorts.at[index]) s->sorts.at[index] = sort_of(s, values_bits(s, value));
    return s->sorts.at[index];
}

static uint32_t count_bits(const struct values *s, const uint64_t *bits) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < s->world->n_words; w++) n += (uint32_t)__builtin_popcountll(bits[w]);
    return n;
}

static const char *extent_of(struct values *s, value_id value) {
    const char *sort = sort_of_set(s, value);
    uint32_t n = count_bits(s, values_bits(s, value)), all = 0;
    for (uint32_t i = 0; i < s->world->n_objects; i++) all += !strcmp(s->world->sorts[i], sort);
    return n == 1 ? STATED_ONE : n == all ? STATED_ALL : "";
}

static const char *values_extent(void *state, value_id value) {
    struct values *s = state;
    uint32_t index = value & VALUE_INDEX;
    if (!s->world->sorts || value_tag(value) != TAG_SET) return NULL;
    while (s->extents.n <= index) vec_push(s->arena, &s->extents, NULL);
    if (!s->extents.at[index]) s->extents.at[index] = extent_of(s, value);
    return *s->extents.at[index] ? s->extents.at[index] : NULL;
}

static const char *values_sort(void *state, value_id value) {
    struct values *s = state;
    switch (value_tag(value)) {
    case TAG_SET: return sort_of_set(s, value);
    case TAG_NUMBER: return STATED_NUMBER;
    case TAG_TRUTH: return STATED_TRUTH;
    case TAG_SYMBOL:
        return sort_of_word(s, s->texts.names.at[s->symbols.at[value & VALUE_INDEX].text]);
    default: return STATED_WORD;
    }
}

static void print_set(const struct values *s, const uint64_t *set, struct buf *out) {
    buf_puts(out, "{");
    for (uint32_t i = 0, n = 0; i < s->world->n_objects; i++)
        if (values_contains(set, i)) buf_printf(out, "%s%s", n++ ? ", " : "", object_name(s, i));
    buf_puts(out, "}");
}

static void print_groups(const struct values *s, const uint64_t *groups, struct buf *out) {
    buf_puts(out, "{");
    for (uint64_t i = 1; i <= groups[0]; i++) {
        if (i > 1) buf_puts(out, ", ");
        print_set(s, values_bits(s, (value_id)groups[i]), out);
    }
    buf_puts(out, "}");
}

void values_print(void *state, const struct lang *lang, value_id value, struct buf *out) {
    const struct values *s = state;
    uint32_t index = value & VALUE_INDEX;
    switch (value_tag(value)) {
    case TAG_NUMBER: buf_printf(out, "%.10g", s->numbers.at[index]); break;
    case TAG_SET: print_set(s, s->sets.at[index], out); break;
    case TAG_GROUPS: print_groups(s, s->groups.at[index], out); break;
    case TAG_TRUTH: buf_puts(out, target_truth_name(lang, index)); break;
    case TAG_SYMBOL: buf_puts(out, s->texts.names.at[s->symbols.at[index].text]); break;
    case TAG_RECORD:
    case TAG_TEXT: records_print(s->records, value, out); break;
    case TAG_CONSTANT: buf_puts(out, values_constant(s, value)); break;
    case TAG_GIVEN: given_print(lang, &s->given.all.at[index], out); break;
    case TAG_PAIR:
        values_print(state, lang, s->pairs.at[index].left, out);
        buf_puts(out, ", ");
        values_print(state, lang, s->pairs.at[index].right, out);
        break;
    default: sequences_print(s->sequences, value, out);
    }
}

const struct exact_kernels values_exact = {
    .open = values_open,
    .op = values_op,
    .number = values_number,
    .say = values_say,
    .failed = values_failed,
    .variable = values_variable,
    .substitute = values_substitute,
    .close = values_close,
    .graph = values_graph,
    .goal = values_goal,
    .result = values_result,
    .is_vain = values_is_vain,
    .is_sole = values_is_sole,
    .sort = values_sort,
    .extent = values_extent,
};
