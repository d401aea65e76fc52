/* Discrete values of every kind, for exact execution: equal values have equal numbers.
 *
 *     sequence, template   sequence.c
 *     set                  a bit for each object, interned
 *     number, pair         interned
 *     symbol               a text, and the object it was asked of, if it was
 *     truth                0 or 1
 *     constant             the number of a literal: an action, property, relation, attribute
 *     given                a value of a type that a program brought: given.c
 *
 * With a target, sequences that cannot be part of it are dead; all other values go. What a
 * presupposition forbids is dead too: the colour of two things. */
#include <math.h>
#include <string.h>

#include "types/record.h"
#include "types/given.h"
#include "types/sequence.h"

#define SET_WORDS (SCENE_MAX_OBJECTS / 64)
#define NO_OWNER  UINT32_MAX

struct set {
    uint64_t bits[SET_WORDS];
};

struct symbol {
    uint32_t text, owner; /* owner: an object, or NO_OWNER */
};

struct pair {
    value_id left, right;
};

struct values {
    struct arena *arena;
    const struct lang *lang;
    const struct scene *scene; /* NULL: there are no objects */
    struct sequences *sequences;
    struct symbols texts;
    VEC(struct set) sets;
    VEC(struct symbol) symbols;
    VEC(struct pair) pairs;
    VEC(double) numbers;
    struct records records;
    struct given_values given;
};

/* ---- interning: there are few of each in one sentence ------------------------------------ */

#define INTERN(list, same, item, tag)                                                              \
    do {                                                                                           \
        for (uint32_t i = 0; i < (list).n; i++)                                                    \
            if (same) return VALUE_TAG(tag) | i;                                                   \
        vec_push(s->arena, &(list), (item));                                                       \
        return VALUE_TAG(tag) | ((list).n - 1);                                                    \
    } while (0)

static value_id set_value(struct values *s, struct set set) {
    INTERN(s->sets, !memcmp(&s->sets.at[i], &set, sizeof set), set, TAG_SET);
}

static value_id number_value(struct values *s, double number) {
    if (!isfinite(number)) return VALUE_DEAD;
    number += 0.0; /* there is one zero */
    INTERN(s->numbers, s->numbers.at[i] == number, number, TAG_NUMBER);
}

static value_id pair_value(struct values *s, value_id left, value_id right) {
    struct pair pair = {left, right};
    INTERN(s->pairs, s->pairs.at[i].left == left && s->pairs.at[i].right == right, pair, TAG_PAIR);
}

static value_id symbol_value(struct values *s, const char *text, uint32_t owner) {
    struct symbol symbol = {symbols_add(&s->texts, text, strlen(text)), owner};
    INTERN(s->symbols, s->symbols.at[i].text == symbol.text && s->symbols.at[i].owner == owner,
           symbol, TAG_SYMBOL);
}

static value_id truth_value(bool truth) {
    return VALUE_TAG(TAG_TRUTH) | truth;
}

static const struct set *set_of(const struct values *s, value_id value) {
    return &s->sets.at[value & VALUE_INDEX];
}

static double number_of(const struct values *s, value_id value) {
    return s->numbers.at[value & VALUE_INDEX];
}

static const char *constant_name(const struct values *s, value_id value) {
    return s->lang->ops.at[s->lang->literal_ops.at[value & VALUE_INDEX]].name;
}

/* ---- objects -------------------------------------------------------------------------------- */

static bool contains(const struct set *set, uint32_t object) {
    return set->bits[object / 64] >> (object % 64) & 1;
}

static void insert(struct set *set, uint32_t object) {
    set->bits[object / 64] |= (uint64_t)1 << (object % 64);
}

static uint32_t n_objects(const struct values *s) {
    return s->scene ? s->scene->n_objects : 0;
}

static uint32_t size_of(const struct set *set) {
    int n = 0;
    for (uint32_t i = 0; i < SET_WORDS; i++) n += __builtin_popcountll(set->bits[i]);
    return (uint32_t)n;
}

/* The only object of a set; NO_OWNER: there is none, or more. */
static uint32_t only(const struct values *s, const struct set *set) {
    if (size_of(set) != 1) return NO_OWNER;
    uint32_t i = 0;
    while (i < n_objects(s) && !contains(set, i)) i++;
    return i;
}

/* Value i of an object, NULL after the last. */
static const char *fact(const struct values *s, uint32_t object, uint32_t i,
                        const char **property) {
    const struct facts *f = s->scene->facts;
    if (!f || i >= f->n_values(f->of, s->scene->number, object)) return NULL;
    return f->value(f->of, s->scene->number, object, i, property);
}

static const char *object_name(const struct values *s, uint32_t object) {
    const struct facts *f = s->scene->facts;
    const char *name = f && f->name ? f->name(f->of, s->scene->number, object) : NULL;
    if (name) return name;
    struct buf text;
    buf_init(&text, s->arena);
    buf_printf(&text, "%u", object + 1);
    return text.at;
}

/* Has it this value, of this property (NULL: of any)? */
static bool has_value(const struct values *s, uint32_t object, const char *property,
                      const char *value) {
    const char *name, *found;
    for (uint32_t i = 0; (found = fact(s, object, i, &name)); i++)
        if (!strcmp(found, value) && (!property || !strcmp(name, property))) return true;
    return false;
}

/* ---- sets ------------------------------------------------------------------------------------- */

static value_id scene_set(struct values *s) {
    struct set all = {{0}};
    for (uint32_t i = 0; i < n_objects(s); i++) insert(&all, i);
    return set_value(s, all);
}

static value_id filter(struct values *s, value_id of, value_id property) {
    struct set out = {{0}};
    for (uint32_t i = 0; i < n_objects(s); i++)
        if (contains(set_of(s, of), i) && has_value(s, i, NULL, constant_name(s, property)))
            insert(&out, i);
    return set_value(s, out);
}

/* Those of `of` of which a property names one of `to`. */
static value_id relate(struct values *s, value_id of, value_id to, value_id relation) {
    struct set out = {{0}};
    for (uint32_t i = 0; i < n_objects(s); i++)
        for (uint32_t k = 0; contains(set_of(s, of), i) && k < n_objects(s); k++)
            if (contains(set_of(s, to), k) &&
                has_value(s, i, constant_name(s, relation), object_name(s, k)))
                insert(&out, i);
    return set_value(s, out);
}

static value_id both(struct values *s, value_id a, value_id b, bool either) {
    struct set out;
    for (uint32_t i = 0; i < SET_WORDS; i++) {
        uint64_t x = set_of(s, a)->bits[i], y = set_of(s, b)->bits[i];
        out.bits[i] = either ? x | y : x & y;
    }
    return set_value(s, out);
}

static value_id query(struct values *s, value_id of, value_id attribute) {
    uint32_t object = only(s, set_of(s, of));
    const char *property, *value;
    for (uint32_t i = 0; object != NO_OWNER && (value = fact(s, object, i, &property)); i++)
        if (!strcmp(property, constant_name(s, attribute))) return symbol_value(s, value, object);
    return VALUE_DEAD;
}

static value_id same(struct values *s, value_id of, value_id symbol) {
    struct symbol sym = s->symbols.at[symbol & VALUE_INDEX];
    struct set out = {{0}};
    for (uint32_t i = 0; i < n_objects(s); i++)
        if (contains(set_of(s, of), i) && i != sym.owner &&
            has_value(s, i, NULL, s->texts.names.at[sym.text]))
            insert(&out, i);
    return set_value(s, out);
}

/* ---- calls ------------------------------------------------------------------------------------- */

struct call {
    const struct op *op;
    const value_id *args;
    uint32_t objects[OPERATION_MAX_ARGS]; /* of arguments that are sets: the one at hand */
};

static value_id make_call(struct values *s, const struct call *c) {
    struct buf text;
    buf_init(&text, s->arena);
    buf_printf(&text, "%s(", constant_name(s, c->args[0]));
    for (uint32_t i = 1; i < c->op->n_args; i++) {
        value_id a = c->args[i];
        if (i > 1) buf_puts(&text, ",");
        if (value_tag(a) == TAG_SET) buf_puts(&text, object_name(s, c->objects[i]));
        else values_print(s, s->lang, a, &text);
    }
    buf_puts(&text, ")");
    return sequences_call(s->sequences, text.at, text.n);
}

/* Once for each object of each set, the first argument slowest. */
static value_id call_each(struct values *s, struct call *c, uint32_t argument) {
    if (argument == c->op->n_args) return make_call(s, c);
    if (value_tag(c->args[argument]) != TAG_SET) return call_each(s, c, argument + 1);
    value_id all = 0;
    for (uint32_t i = 0; i < n_objects(s) && all != VALUE_DEAD; i++) {
        if (!contains(set_of(s, c->args[argument]), i)) continue;
        c->objects[argument] = i;
        value_id one = call_each(s, c, argument + 1);
        all = one == VALUE_DEAD ? one : sequences_concat(s->sequences, all, one);
    }
    return all;
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

static g2l2_value argument(const struct values *s, value_id value) {
    uint32_t index = value & VALUE_INDEX;
    const char *text;
    switch (value_tag(value)) {
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
    case KIND_NUMBER: return number_value(s, made.number);
    case KIND_TRUTH: return truth_value(made.number != 0);
    case KIND_SYMBOL: return symbol_value(s, (const char *)made.value.bytes, NO_OWNER);
    default: return given_value(s, &made.value);
    }
}

/* ---- operations --------------------------------------------------------------------------------- */

static value_id constant(struct values *s, const struct op *op) {
    uint32_t kind = s->lang->types.at[op->result].kind;
    if (kind >= N_KINDS) return given_literal(s, kind, op->name);
    switch (kind) {
    case KIND_SEQUENCE: return sequences_constant(s->sequences, (uint32_t)op->literal);
    case KIND_SYMBOL: return symbol_value(s, op->name, NO_OWNER);
    default: return VALUE_TAG(TAG_CONSTANT) | (uint32_t)op->literal;
    }
}

static value_id repeat(struct values *s, value_id a, value_id times) {
    double n = number_of(s, times);
    if (n < 0 || n >= 1e6 || n != floor(n)) return VALUE_DEAD;
    return sequences_repeat(s->sequences, a, (uint32_t)n);
}

static value_id on_numbers(struct values *s, const struct op *op, double a, double b) {
    switch (op->kernel) {
    case KERNEL_EQUAL: return truth_value(a == b);
    case KERNEL_GREATER: return truth_value(a > b);
    case KERNEL_LESS: return truth_value(a < b);
    case KERNEL_ADD: return number_value(s, a + b);
    default: return number_value(s, a * b);
    }
}

static value_id get(const struct values *s, value_id record, value_id field) {
    value_id found = records_get(&s->records, record, constant_name(s, field));
    return value_tag(found) == TAG_RECORD ? found : VALUE_DEAD;
}

static value_id values_op(void *state, const struct op *op, const value_id *args) {
    struct values *s = state;
    struct call call = {op, args, {0}};
    if (op->kernel >= N_KERNELS) return run_given(s, op, args);
    switch (op->kernel) {
    case KERNEL_EMPTY: return 0;
    case KERNEL_CONCAT: return sequences_concat(s->sequences, args[0], args[1]);
    case KERNEL_REPEAT: return repeat(s, args[0], args[1]);
    case KERNEL_REVERSE: return sequences_reverse(s->sequences, args[0]);
    case KERNEL_CALL: return call_each(s, &call, 1);
    case KERNEL_SCENE: return scene_set(s);
    case KERNEL_FILTER: return filter(s, args[0], args[1]);
    case KERNEL_RELATE: return relate(s, args[0], args[1], args[2]);
    case KERNEL_INTERSECTION: return both(s, args[0], args[1], false);
    case KERNEL_UNION: return both(s, args[0], args[1], true);
    case KERNEL_QUERY: return query(s, args[0], args[1]);
    case KERNEL_EXIST: return truth_value(size_of(set_of(s, args[0])) > 0);
    case KERNEL_COUNT: return number_value(s, size_of(set_of(s, args[0])));
    case KERNEL_TRUE: return truth_value(true);
    case KERNEL_FALSE: return truth_value(false);
    case KERNEL_SAME: return same(s, args[0], args[1]);
    case KERNEL_PAIR: return pair_value(s, args[0], args[1]);
    case KERNEL_FIRST: return s->pairs.at[args[0] & VALUE_INDEX].left;
    case KERNEL_SECOND: return s->pairs.at[args[0] & VALUE_INDEX].right;
    case KERNEL_LITERAL: return constant(s, op);
    case KERNEL_RECORD: return records_empty(&s->records);
    case KERNEL_FIELD: return records_field(&s->records, constant_name(s, args[0]), args[1]);
    case KERNEL_MERGE: return records_merge(&s->records, args[0], args[1]);
    case KERNEL_GET: return get(s, args[0], args[1]);
    default: return on_numbers(s, op, number_of(s, args[0]), number_of(s, args[1]));
    }
}

static value_id values_number(void *state, double number) {
    return number_value(state, number);
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
    s->scene = scene;
    symbols_init(&s->texts, arena);
    records_open(&s->records, arena, &s->texts);
    given_open(&s->given, arena, lang);
    bool known = target && target->type == TYPE_NONE;
    s->sequences = sequences_open(arena, lang, known ? target : NULL, max_target);
    return s;
}

static value_id record_goal(struct values *s, const struct record_text *text) {
    value_id out = records_empty(&s->records);
    for (const struct record_text *f = text->first; f && out != VALUE_DEAD; f = f->next) {
        value_id value = f->atom ? symbol_value(s, f->atom, NO_OWNER) : record_goal(s, f);
        if (value == VALUE_DEAD) return value;
        out = records_merge(&s->records, out, records_field(&s->records, f->key, value));
    }
    return out;
}

static value_id values_goal(void *state, const struct target *target) {
    struct values *s = state;
    const struct record_text *record =
        target->record ? record_parse(s->arena, target->record) : NULL;
    if (target->record) return record ? record_goal(s, record) : VALUE_DEAD;
    if (target->given) return given_value(s, target->given);
    switch (s->lang->types.at[target->type].kind) {
    case KIND_NUMBER: return number_value(s, target->number);
    case KIND_TRUTH: return truth_value(target->number != 0);
    case KIND_SYMBOL:
        return symbol_value(s, s->lang->ops.at[s->lang->literal_ops.at[target->literals[0]]].name,
                            NO_OWNER);
    default: return sequences_goal(s->sequences, target);
    }
}

/* An answer does not say of which object it is. */
static value_id values_result(void *state, value_id value) {
    struct values *s = state;
    if (value_tag(value) != TAG_SYMBOL) return value;
    struct symbol symbol = s->symbols.at[value & VALUE_INDEX];
    if (symbol.owner == NO_OWNER) return value;
    return symbol_value(s, s->texts.names.at[symbol.text], NO_OWNER);
}

static void print_set(const struct values *s, const struct set *set, struct buf *out) {
    buf_puts(out, "{");
    for (uint32_t i = 0, n = 0; i < n_objects(s); i++)
        if (contains(set, i)) buf_printf(out, "%s%s", n++ ? ", " : "", object_name(s, i));
    buf_puts(out, "}");
}

static void print_record(void *state, const struct lang *lang, value_id value, struct buf *out) {
    const struct values *s = state;
    struct record record = s->records.all.at[value & VALUE_INDEX];
    buf_puts(out, "{");
    for (uint32_t i = 0; i < record.n; i++) {
        value_id field = record.fields[i].value;
        buf_puts(out, i ? "," : "");
        record_put_text(out, s->texts.names.at[record.fields[i].name]);
        buf_puts(out, ":");
        if (value_tag(field) == TAG_SYMBOL)
            record_put_atom(out, s->texts.names.at[s->symbols.at[field & VALUE_INDEX].text]);
        else values_print(state, lang, field, out);
    }
    buf_puts(out, "}");
}

/* `yes` and `no` as the definition calls them. */
static const char *truth_name(const struct lang *lang, bool truth) {
    for (uint32_t i = 0; i < lang->ops.n; i++)
        if (lang->ops.at[i].kernel == (truth ? KERNEL_TRUE : KERNEL_FALSE))
            return lang->ops.at[i].name;
    return truth ? "yes" : "no";
}

void values_print(void *state, const struct lang *lang, value_id value, struct buf *out) {
    const struct values *s = state;
    uint32_t index = value & VALUE_INDEX;
    switch (value_tag(value)) {
    case TAG_NUMBER: buf_printf(out, "%.10g", s->numbers.at[index]); break;
    case TAG_SET: print_set(s, &s->sets.at[index], out); break;
    case TAG_TRUTH: buf_puts(out, truth_name(lang, index)); break;
    case TAG_SYMBOL: buf_puts(out, s->texts.names.at[s->symbols.at[index].text]); break;
    case TAG_CONSTANT: buf_puts(out, constant_name(s, value)); break;
    case TAG_RECORD: print_record(state, lang, value, out); break;
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
    .variable = values_variable,
    .substitute = values_substitute,
    .close = values_close,
    .graph = values_graph,
    .goal = values_goal,
    .result = values_result,
};
