/* Operations about objects of which something is stated, on discrete values.
 *
 *     filter(scene(), city)                a bit for each city
 *     largest(#1, population)              the one with the largest number
 *     relate(scene(), #2, state)           whatever has it as its state
 *
 * An object without the number or text that is asked for is passed over. What cannot be said
 * of a set - the largest of none - is dead. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "types/values.h"

/* ---- sets of objects ---------------------------------------------------------------------- */

static uint32_t n_words(const struct values *s) {
    return s->world->n_words;
}

/* A set to be filled in. */
static uint64_t *new_bits(const struct values *s) {
    return arena_zalloc(s->arena, n_words(s) * sizeof(uint64_t));
}

static value_id scene_set(struct values *s) {
    uint64_t *all = new_bits(s);
    for (uint32_t i = 0; i < s->world->n_objects; i++) values_insert(all, i);
    return values_set(s, all);
}

enum combine { BOTH, EITHER, WITHOUT };

static value_id combine(struct values *s, const uint64_t *a, const uint64_t *b, enum combine how) {
    uint64_t *out = new_bits(s);
    for (uint32_t i = 0; i < n_words(s); i++)
        out[i] = how == BOTH ? a[i] & b[i] : how == EITHER ? a[i] | b[i] : a[i] & ~b[i];
    return values_set(s, out);
}

/* The members, one after the other: for (i = next(..., 0); i < n; i = next(..., i + 1)). */
static uint32_t next(const struct values *s, const uint64_t *bits, uint32_t from) {
    uint32_t n = s->world->n_objects;
    while (from < n) {
        uint64_t rest = bits[from / 64] >> (from % 64);
        if (rest) return from + (uint32_t)__builtin_ctzll(rest);
        from = (from / 64 + 1) * 64;
    }
    return n;
}

#define EACH(i, bits)                                                                              \
    for (uint32_t i = next(s, (bits), 0); i < s->world->n_objects; i = next(s, (bits), i + 1))

static void fail(struct values *s, const char *why, const uint64_t *several) {
    s->failed = why;
    s->several = several;
}

/* The only object of a set; NO_OWNER: there is none, or more. */
static uint32_t only(struct values *s, const uint64_t *bits) {
    uint32_t n = values_size(s, bits);
    if (n == 1) return next(s, bits, 0);
    fail(s, n ? "there are several" : "there is none", n ? bits : NULL);
    return NO_OWNER;
}

/* ---- what is stated ------------------------------------------------------------------------- */

static const uint64_t *find_property(struct values *s, const char *text) {
    uint64_t *out = new_bits(s);
    const struct stated *w = s->world;
    for (uint32_t i = 0; i < w->values.n; i++)
        if (!strcmp(w->values.at[i].text, text))
            for (uint32_t k = 0; k < n_words(s); k++) out[k] |= w->values.at[i].bits[k];
    return out;
}

/* A property is a constant, or the spelling of a word: a symbol. */
static const uint64_t *property_bits(struct values *s, value_id property) {
    if (value_tag(property) == TAG_SYMBOL)
        return find_property(s, s->texts.names.at[s->symbols.at[property & VALUE_INDEX].text]);
    if (!s->of_property)
        s->of_property =
            arena_zalloc(s->arena, (s->lang->literal_ops.n + 1) * sizeof *s->of_property);
    const uint64_t **known = &s->of_property[property & VALUE_INDEX];
    if (!*known) *known = find_property(s, values_constant(s, property));
    return *known;
}

/* Those of a set that have a value of this property, where others have the same values. */
static value_id where(struct values *s, const value_id *args) {
    const char *column = values_constant(s, args[1]);
    bool spelled = value_tag(args[2]) == TAG_SYMBOL;
    const char *text = spelled ? s->texts.names.at[s->symbols.at[args[2] & VALUE_INDEX].text]
                               : values_constant(s, args[2]);
    const uint64_t *bits = new_bits(s);
    for (uint32_t i = 0; i < s->world->values.n; i++) {
        const struct stated_value *v = &s->world->values.at[i];
        if (!strcmp(v->text, text) && !strcmp(v->property, column)) bits = v->bits;
    }
    return combine(s, values_bits(s, args[0]), bits, BOTH);
}

const double *values_numbers_of(const struct values *s, value_id quantity) {
    const struct stated_quantity *q = stated_quantity(s->world, values_constant(s, quantity));
    return q ? q->of : NULL;
}

/* All that the rows of the members have. */
static value_id gather(struct values *s, const uint64_t *of, const uint64_t *rows) {
    uint64_t *out = new_bits(s);
    EACH(i, of)
    for (uint32_t k = 0; k < n_words(s); k++) out[k] |= rows[(size_t)i * n_words(s) + k];
    return values_set(s, out);
}

static bool is_empty(const struct values *s, const uint64_t *bits) {
    return next(s, bits, 0) >= s->world->n_objects;
}

static bool is_any_in(const struct values *s, const uint64_t *of, const uint64_t *those) {
    uint64_t both = 0;
    for (uint32_t k = 0; k < n_words(s); k++) both |= of[k] & those[k];
    return both != 0;
}

/* A state that borders on none is one of those that might; a river has no capital, nor has any
 * other, so that whoever speaks of it means something else. */
static value_id gather_said(struct values *s, const uint64_t *of, const uint64_t *rows,
                            const uint64_t *may) {
    value_id out = gather(s, of, rows);
    if (!is_empty(s, values_bits(s, out)) || !may || is_empty(s, of) || is_any_in(s, of, may))
        return out;
    fail(s, "it is said of no such thing", NULL);
    return VALUE_DEAD;
}

/* What other worlds state and this one does not, nothing has here. */
static value_id follow(struct values *s, const uint64_t *of, value_id relation) {
    const struct stated_relation *r = stated_relation(s->world, values_constant(s, relation));
    return r ? gather_said(s, of, r->to, r->may_name) : values_set(s, new_bits(s));
}

/* Those of `of` of which a property names one of `to`. */
static value_id relate(struct values *s, value_id of, value_id to, value_id relation) {
    const struct stated_relation *r = stated_relation(s->world, values_constant(s, relation));
    if (!r) return values_set(s, new_bits(s));
    value_id all = gather_said(s, values_bits(s, to), r->from, r->may_be_named);
    if (all == VALUE_DEAD) return VALUE_DEAD;
    return combine(s, values_bits(s, of), values_bits(s, all), BOTH);
}

/* ---- order ------------------------------------------------------------------------------------ */

/* Which one has the rank-th largest or smallest of all different numbers? */
value_id values_extreme(struct values *s, const uint64_t *of, value_id quantity, double rank,
                        bool largest) {
    const struct stated_quantity *q = stated_quantity(s->world, values_constant(s, quantity));
    uint64_t *out = new_bits(s);
    double last = NAN, distinct = 0;
    for (uint32_t i = 0, n = q ? q->order.n : 0; i < n; i++) {
        const struct stated_rank *next = &q->ranks[largest ? n - 1 - i : i];
        if (!values_contains(of, next->object)) continue;
        if (next->number != last && ++distinct > rank) break;
        last = next->number;
        if (distinct == rank) values_insert(out, next->object);
    }
    return values_size(s, out) ? values_set(s, out) : VALUE_DEAD;
}

static value_id order(struct values *s, const struct op *op, const value_id *args) {
    double rank = 1;
    if (op->n_args > 2) {
        if (value_tag(args[2]) != TAG_NUMBER) return VALUE_DEAD;
        rank = s->numbers.at[args[2] & VALUE_INDEX];
    }
    return values_extreme(s, values_bits(s, args[0]), args[1], rank, op->kernel == KERNEL_LARGEST);
}

/* So many with the largest or smallest numbers, and whoever has the same as the last of them. */
static value_id foremost(struct values *s, const struct op *op, const value_id *args) {
    const struct stated_quantity *q = stated_quantity(s->world, values_constant(s, args[1]));
    const uint64_t *of = values_bits(s, args[0]);
    uint64_t *out = new_bits(s);
    double last = NAN, found = 0;
    if (!q || value_tag(args[2]) != TAG_NUMBER) return VALUE_DEAD;
    for (uint32_t i = 0; i < q->order.n; i++) {
        const struct stated_rank *next =
            &q->ranks[op->kernel == KERNEL_TOP ? q->order.n - 1 - i : i];
        if (!values_contains(of, next->object)) continue;
        if (++found > s->numbers.at[args[2] & VALUE_INDEX] && next->number != last) break;
        last = next->number;
        values_insert(out, next->object);
    }
    return values_size(s, out) ? values_set(s, out) : VALUE_DEAD;
}

static bool compare(uint16_t kernel, double a, double b) {
    switch (kernel) {
    case KERNEL_ABOVE:
    case KERNEL_LINKED_MORE: return a > b;
    case KERNEL_BELOW:
    case KERNEL_LINKED_FEWER: return a < b;
    case KERNEL_FROM: return a >= b;
    case KERNEL_UP_TO: return a <= b;
    default: return a == b;
    }
}

/* Things that have no such number at all are neither above nor below one: of rivers none is said to
 * have many inhabitants, nor few. */
static value_id threshold(struct values *s, const struct op *op, const value_id *args) {
    const double *numbers = values_numbers_of(s, args[1]);
    if (!numbers || value_tag(args[2]) != TAG_NUMBER) return VALUE_DEAD;
    double limit = s->numbers.at[args[2] & VALUE_INDEX];
    uint32_t n = 0, n_without = 0;
    uint64_t *out = new_bits(s);
    EACH(i, values_bits(s, args[0])) {
        n++;
        n_without += isnan(numbers[i]);
        if (compare(op->kernel, numbers[i], limit)) values_insert(out, i);
    }
    if (n && n == n_without) fail(s, "there is none that has such a number", NULL);
    return n && n == n_without ? VALUE_DEAD : values_set(s, out);
}

/* Beside the number of one object. */
static value_id beside(struct values *s, const struct op *op, const value_id *args) {
    const double *numbers = values_numbers_of(s, args[2]);
    uint32_t object = only(s, values_bits(s, args[1]));
    if (!numbers || object == NO_OWNER || isnan(numbers[object])) return VALUE_DEAD;
    uint64_t *out = new_bits(s);
    bool more = op->kernel == KERNEL_EXCEEDING;
    EACH(i, values_bits(s, args[0]))
    if (more ? numbers[i] > numbers[object] : numbers[i] < numbers[object]) values_insert(out, i);
    return values_set(s, out);
}

/* Is one object older than another? */
static value_id exceeds(struct values *s, const value_id *args) {
    const double *numbers = values_numbers_of(s, args[2]);
    uint32_t a = only(s, values_bits(s, args[0])), b = only(s, values_bits(s, args[1]));
    if (!numbers || a == NO_OWNER || b == NO_OWNER || isnan(numbers[a]) || isnan(numbers[b]))
        return VALUE_DEAD;
    return values_truth(numbers[a] > numbers[b]);
}

/* Between the least and the greatest number of several others. */
static value_id between(struct values *s, const value_id *args) {
    const double *numbers = values_numbers_of(s, args[2]);
    double least = INFINITY, most = -INFINITY;
    uint64_t *out = new_bits(s);
    if (!numbers || values_size(s, values_bits(s, args[1])) < 2) return VALUE_DEAD;
    EACH(i, values_bits(s, args[1]))
    least = fmin(least, numbers[i]), most = fmax(most, numbers[i]);
    EACH(i, values_bits(s, args[0]))
    if (numbers[i] > least && numbers[i] < most) values_insert(out, i);
    return values_set(s, out);
}

/* Those of a set whose numbers are nearest to this one, but for one object. */
static value_id near_number(struct values *s, const uint64_t *of, const double *numbers,
                            double number, uint32_t but) {
    double best = INFINITY;
    uint64_t *out = new_bits(s);
    EACH(i, of) if (i != but) best = fmin(best, fabs(numbers[i] - number));
    EACH(i, of) if (i != but && fabs(numbers[i] - number) == best) values_insert(out, i);
    if (values_size(s, out)) return values_set(s, out);
    fail(s, "there is none that has such a number", NULL);
    return VALUE_DEAD;
}

static value_id nearest(struct values *s, const value_id *args) {
    const double *numbers = values_numbers_of(s, args[2]);
    uint32_t object = only(s, values_bits(s, args[1]));
    if (!numbers || object == NO_OWNER || isnan(numbers[object])) return VALUE_DEAD;
    return near_number(s, values_bits(s, args[0]), numbers, numbers[object], object);
}

static value_id nearing(struct values *s, const value_id *args) {
    const double *numbers = values_numbers_of(s, args[1]);
    if (!numbers || value_tag(args[2]) != TAG_NUMBER) return VALUE_DEAD;
    double number = s->numbers.at[args[2] & VALUE_INDEX];
    return near_number(s, values_bits(s, args[0]), numbers, number, NO_OWNER);
}

/* The middle of those that are somewhere; false: none is. out: [n] */
static bool find_middle(const struct values *s, const struct stated_position *p, const uint64_t *of,
                        double *out) {
    uint32_t n = 0;
    memset(out, 0, p->n * sizeof *out);
    EACH(i, of) if (!isnan(p->of[(size_t)i * p->cap + p->n - 1])) {
        for (uint32_t k = 0; k < p->n; k++) out[k] += p->of[(size_t)i * p->cap + k];
        n++;
    }
    for (uint32_t k = 0; n && k < p->n; k++) out[k] /= n;
    return n;
}

static double distance(const struct stated_position *p, uint32_t object, const double *to) {
    double sum = 0;
    for (uint32_t k = 0; k < p->n; k++) {
        double d = p->of[(size_t)object * p->cap + k] - to[k];
        sum += d * d;
    }
    return sum; /* NAN: it is nowhere */
}

/* Between several things is what is nearest to their middle. */
static value_id next_to(struct values *s, const value_id *args) {
    const struct stated_position *p = stated_position(s->world, values_constant(s, args[2]));
    const uint64_t *of = values_bits(s, args[0]), *those = values_bits(s, args[1]);
    uint64_t *others = new_bits(s), *out = new_bits(s);
    double *middle = p ? arena_array(s->arena, double, p->n + 1) : NULL, best = INFINITY;
    if (!p || !find_middle(s, p, those, middle)) return VALUE_DEAD;
    for (uint32_t k = 0; k < n_words(s); k++) others[k] = of[k] & ~those[k];
    if (values_size(s, others)) of = others;
    EACH(i, of) best = fmin(best, distance(p, i, middle));
    EACH(i, of) if (distance(p, i, middle) == best) values_insert(out, i);
    if (values_size(s, out)) return values_set(s, out);
    fail(s, "there is none that is anywhere", NULL);
    return VALUE_DEAD;
}

/* ---- numbers ------------------------------------------------------------------------------------ */

static value_id aggregate(struct values *s, const struct op *op, const value_id *args) {
    const struct stated_quantity *q = stated_quantity(s->world, values_constant(s, args[1]));
    const double *numbers = q ? q->of : NULL;
    const uint64_t *of = values_bits(s, args[0]);
    double sum = 0, least = INFINITY, most = -INFINITY;
    uint32_t n = 0;
    if (numbers) EACH(i, of) if (!isnan(numbers[i])) {
            sum += numbers[i], n++;
            least = fmin(least, numbers[i]), most = fmax(most, numbers[i]);
        }
    if (!n) {
        fail(s, "there is none that has such a number", NULL);
        return VALUE_DEAD;
    }
    switch (op->kernel) {
    case KERNEL_SUM: return values_of_number(s, sum);
    case KERNEL_MEAN: return values_of_number(s, sum / n);
    case KERNEL_MAX: return values_of_number(s, most);
    case KERNEL_MIN: return values_of_number(s, least);
    case KERNEL_RANGE: return n > 1 ? values_of_number(s, most - least) : VALUE_DEAD;
    default:
        if (least == most) return values_of_number(s, least);
        return values_symbol(s, values_list_in_order(s, of, &q->order), NO_OWNER);
    }
}

/* ---- texts --------------------------------------------------------------------------------------- */

/* How many members have each value of an attribute; the values are found again by their place. */
static uint32_t share(const struct values *s, const uint64_t *of, const struct stated_value *v) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < n_words(s); k++)
        n += (uint32_t)__builtin_popcountll(of[k] & v->bits[k]);
    return n;
}

/* The name that values of the attribute have, itself; NULL: there are none. */
static const char *find_attribute(const struct values *s, value_id attribute) {
    const char *name = values_constant(s, attribute), *before = NULL;
    for (uint32_t i = 0; i < s->world->values.n; i++) {
        const char *property = s->world->values.at[i].property;
        if (property != before && !strcmp(property, name)) return property;
        before = property;
    }
    return NULL;
}

/* Values of the attribute that `least` to `most` members have: how many. */
static uint32_t list_values(struct values *s, const uint64_t *of, value_id attribute,
                            uint32_t least, uint32_t most, const char ***out) {
    const struct stated *w = s->world;
    uint32_t n = 0;
    const char *name = find_attribute(s, attribute);
    *out = arena_array(s->arena, const char *, w->values.n + 1);
    for (uint32_t i = 0; i < w->values.n; i++) {
        uint32_t has = w->values.at[i].property == name ? share(s, of, &w->values.at[i]) : 0;
        if (has >= least && has <= most) (*out)[n++] = w->values.at[i].text;
    }
    return n;
}

uint32_t values_distinct(struct values *s, const uint64_t *of, value_id attribute) {
    const char **texts;
    return list_values(s, of, attribute, 1, UINT32_MAX, &texts);
}

static value_id query(struct values *s, const uint64_t *of, value_id attribute) {
    const char **texts;
    uint32_t n = list_values(s, of, attribute, 1, UINT32_MAX, &texts);
    if (!n) fail(s, "there is none that has such a value", NULL);
    if (!n) return VALUE_DEAD;
    uint32_t owner = values_size(s, of) == 1 ? only(s, of) : NO_OWNER;
    return values_symbol(s, values_list(s, texts, n), owner);
}

static value_id extreme_value(struct values *s, const uint64_t *of, value_id attribute,
                              bool common) {
    const struct stated *w = s->world;
    const char **texts;
    const char *name = find_attribute(s, attribute);
    uint32_t best = common ? 0 : UINT32_MAX;
    for (uint32_t i = 0; i < w->values.n; i++) {
        uint32_t n = w->values.at[i].property == name ? share(s, of, &w->values.at[i]) : 0;
        if (n && (common ? n > best : n < best)) best = n;
    }
    if (!best || best == UINT32_MAX) return VALUE_DEAD;
    uint32_t n = list_values(s, of, attribute, best, best, &texts);
    bool sole = values_distinct(s, of, attribute) == 1;
    return values_symbol(s, values_list(s, texts, n), sole ? SOLE : NO_OWNER);
}

static value_id same(struct values *s, value_id of, value_id symbol) {
    if (value_tag(symbol) != TAG_SYMBOL) return VALUE_DEAD;
    struct symbol sym = s->symbols.at[symbol & VALUE_INDEX];
    const uint64_t *have = find_property(s, s->texts.names.at[sym.text]);
    uint64_t *out = new_bits(s);
    EACH(i, values_bits(s, of))
    if (i != sym.owner && values_contains(have, i)) values_insert(out, i);
    return values_set(s, out);
}

/* Others that have a value of the attribute that the object has. */
static value_id alike(struct values *s, const uint64_t *of, value_id attribute) {
    const struct stated *w = s->world;
    uint64_t *out = new_bits(s);
    uint32_t object = only(s, of);
    if (object == NO_OWNER) return VALUE_DEAD;
    const char *name = find_attribute(s, attribute);
    for (uint32_t i = 0; i < w->values.n; i++)
        if (w->values.at[i].property == name && values_contains(w->values.at[i].bits, object))
            for (uint32_t k = 0; k < n_words(s); k++) out[k] |= w->values.at[i].bits[k];
    for (uint32_t k = 0; k < n_words(s); k++) out[k] &= ~of[k];
    return values_set(s, out);
}

/* ---- how many each is joined to ------------------------------------------------------------------- */

static uint32_t n_linked(const struct values *s, uint32_t object, const uint64_t *to) {
    const uint64_t *row = s->world->linked + (size_t)object * n_words(s);
    uint32_t n = 0;
    for (uint32_t k = 0; k < n_words(s); k++) n += (uint32_t)__builtin_popcountll(row[k] & to[k]);
    return n;
}

static value_id most_linked(struct values *s, const uint64_t *of, const uint64_t *to, bool most) {
    uint32_t best = most ? 1 : UINT32_MAX;
    uint64_t *out = new_bits(s);
    EACH(i, of) {
        uint32_t n = n_linked(s, i, to);
        if (most ? n > best : n < best) best = n;
    }
    EACH(i, of) if (n_linked(s, i, to) == best) values_insert(out, i);
    return values_size(s, out) ? values_set(s, out) : VALUE_DEAD;
}

static value_id linked_so(struct values *s, const struct op *op, const value_id *args) {
    if (value_tag(args[2]) != TAG_NUMBER) return VALUE_DEAD;
    double limit = s->numbers.at[args[2] & VALUE_INDEX];
    uint64_t *out = new_bits(s);
    EACH(i, values_bits(s, args[0]))
    if (compare(op->kernel, n_linked(s, i, values_bits(s, args[1])), limit)) values_insert(out, i);
    return values_set(s, out);
}

/* ---- truth ------------------------------------------------------------------------------------------ */

/* Of none, nothing is said. */
static value_id quantify(struct values *s, const struct op *op, const uint64_t *a,
                         const uint64_t *b) {
    uint32_t n = values_size(s, a), in = 0;
    for (uint32_t k = 0; k < n_words(s); k++) in += (uint32_t)__builtin_popcountll(a[k] & b[k]);
    if (!n) fail(s, "there is none", NULL);
    if (!n) return VALUE_DEAD;
    if (op->kernel == KERNEL_ALL) return values_truth(in == n);
    return values_truth(op->kernel == KERNEL_NONE ? !in : 2 * in > n);
}

/* ---- words ------------------------------------------------------------------------------------------- */

static value_id own_word(struct values *s, const struct op *op) {
    double number;
    const char *word = s->word;
    if (!word) return VALUE_DEAD;
    if (op->kernel == KERNEL_NUMERAL)
        return stated_numeral(word, &number) ? values_of_number(s, number) : VALUE_DEAD;
    if (op->kernel == KERNEL_SPELLED) {
        const char *text = stated_spelled(s->world, word);
        return text ? values_symbol(s, text, NO_OWNER) : VALUE_DEAD;
    }
    const uint64_t *named = stated_named(s->world, word);
    return named ? values_set(s, named) : VALUE_DEAD;
}

/* ---- all of them -------------------------------------------------------------------------------------- */

static value_id on_set(struct values *s, const struct op *op, const value_id *args) {
    const uint64_t *a = values_bits(s, args[0]);
    value_id second = op->n_args > 1 ? args[1] : 0;
    const uint64_t *b = op->n_args > 1 && value_tag(second) == TAG_SET ? values_bits(s, second) : a;
    switch (op->kernel) {
    case KERNEL_FILTER: return combine(s, a, property_bits(s, second), BOTH);
    case KERNEL_INTERSECTION: return combine(s, a, b, BOTH);
    case KERNEL_UNION: return combine(s, a, b, EITHER);
    case KERNEL_DIFFERENCE: return combine(s, a, b, WITHOUT);
    case KERNEL_THE: return only(s, a) == NO_OWNER ? VALUE_DEAD : args[0];
    case KERNEL_NAME:
        return only(s, a) == NO_OWNER ? VALUE_DEAD
                                      : values_symbol(s, values_names(s, a), only(s, a));
    case KERNEL_FOLLOW: return follow(s, a, second);
    case KERNEL_LINKED: return gather(s, a, s->world->linked);
    case KERNEL_ALIKE: return alike(s, a, second);
    case KERNEL_MOST_LINKED: return most_linked(s, a, b, true);
    case KERNEL_LEAST_LINKED: return most_linked(s, a, b, false);
    case KERNEL_QUERY: return query(s, a, second);
    case KERNEL_COMMON: return extreme_value(s, a, second, true);
    case KERNEL_RARE: return extreme_value(s, a, second, false);
    case KERNEL_SAME: return same(s, args[0], second);
    case KERNEL_EXIST: return values_truth(values_size(s, a) > 0);
    case KERNEL_COUNT: return values_of_number(s, values_size(s, a));
    default: return quantify(s, op, a, b);
    }
}

static bool run_op(struct values *s, const struct op *op, const value_id *args, value_id *out) {
    switch (op->kernel) {
    case KERNEL_SCENE: *out = scene_set(s); return true;
    case KERNEL_RELATE: *out = relate(s, args[0], args[1], args[2]); return true;
    case KERNEL_LARGEST:
    case KERNEL_SMALLEST: *out = order(s, op, args); return true;
    case KERNEL_TOP:
    case KERNEL_BOTTOM: *out = foremost(s, op, args); return true;
    case KERNEL_ABOVE:
    case KERNEL_BELOW:
    case KERNEL_FROM:
    case KERNEL_UP_TO:
    case KERNEL_VALUED: *out = threshold(s, op, args); return true;
    case KERNEL_WHERE: *out = where(s, args); return true;
    case KERNEL_EXCEEDING:
    case KERNEL_UNDER: *out = beside(s, op, args); return true;
    case KERNEL_EXCEEDS: *out = exceeds(s, args); return true;
    case KERNEL_BETWEEN: *out = between(s, args); return true;
    case KERNEL_NEAREST: *out = nearest(s, args); return true;
    case KERNEL_NEARING: *out = nearing(s, args); return true;
    case KERNEL_BESIDE: *out = next_to(s, args); return true;
    case KERNEL_LINKED_MORE:
    case KERNEL_LINKED_FEWER:
    case KERNEL_LINKED_EXACTLY: *out = linked_so(s, op, args); return true;
    case KERNEL_VALUE:
    case KERNEL_SUM:
    case KERNEL_MEAN:
    case KERNEL_MAX:
    case KERNEL_MIN:
    case KERNEL_RANGE: *out = aggregate(s, op, args); return true;
    case KERNEL_DISTINCT:
        *out = values_of_number(s, values_distinct(s, values_bits(s, args[0]), args[1]));
        return true;
    case KERNEL_NAMED:
    case KERNEL_SPELLED:
    case KERNEL_NUMERAL: *out = own_word(s, op); return true;
    default: break;
    }
    if (op->n_args && value_tag(args[0]) == TAG_GROUPS) return values_groups_op(s, op, args, out);
    if (!op->n_args || value_tag(args[0]) != TAG_SET) return false;
    *out = on_set(s, op, args);
    return true;
}

/* ---- each once ---------------------------------------------------------------------------------------- */

/* What a word means, it says itself. */
static bool is_own_word(const struct op *op) {
    return op->kernel == KERNEL_NAMED || op->kernel == KERNEL_SPELLED ||
           op->kernel == KERNEL_NUMERAL;
}

/* What failed for a reason is done again, and leaves the reason again. */
bool values_facts_op(struct values *s, const struct op *op, const value_id *args, value_id *out) {
    if (is_own_word(op)) return run_op(s, op, args, out);
    struct memo_row *done = memo_find(&s->memo, s->arena, s->lang, op, args);
    if (done->op) {
        *out = done->out;
        return true;
    }
    const char *before = s->failed;
    s->failed = NULL;
    bool known = run_op(s, op, args, out);
    if (known && !s->failed) memo_keep(&s->memo, done, s->lang, op, args, *out);
    if (!s->failed) s->failed = before;
    return known;
}
