/* Facts become bits, and words of questions are looked up among them. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "types/stated.h"

struct fact {
    uint32_t object, property, value; /* property, value: in `texts` */
};

struct stated_draft {
    struct arena *arena;
    struct symbols texts, ids; /* ids: the number of an object that has the id, by `owner` */
    struct symbols pairs;      /* `property value`: the place of a value */
    VEC(uint32_t) owner;
    VEC(struct fact) facts;
};

struct stated *stated_new(struct arena *arena, uint32_t n_objects) {
    struct stated *self = arena_new(arena, struct stated);
    struct stated_draft *draft = self->draft = arena_new(arena, struct stated_draft);
    draft->arena = arena;
    symbols_init(&draft->texts, arena);
    symbols_init(&draft->ids, arena);
    symbols_init(&draft->pairs, arena);
    symbols_init(&self->spelled, arena);
    self->n_objects = n_objects;
    self->n_words = n_objects / 64 + 1;
    self->names = arena_zalloc(arena, (n_objects + 1) * sizeof *self->names);
    return self;
}

static uint64_t *new_bits(const struct stated *self, size_t rows) {
    return arena_zalloc(self->draft->arena, rows * self->n_words * sizeof(uint64_t));
}

static void set_bit(uint64_t *bits, uint32_t object) {
    bits[object / 64] |= (uint64_t)1 << (object % 64);
}

/* ---- words, as questions have them ---------------------------------------------------- */

static uint32_t count_words(const char *text) {
    uint32_t n = 1;
    for (; *text; text++) n += *text == ' ';
    return n;
}

/* The place of a text among those that questions can have. */
static uint32_t spell(struct stated *self, const char *text) {
    struct buf folded;
    buf_init(&folded, self->draft->arena);
    buf_puts(&folded, "");
    for (const char *at = text; *at; at++) buf_put(&folded, *at == '_' ? " " : at, 1);
    const char *plain = arena_strndup(self->draft->arena, folded.at, folded.n);
    folded.n = 0;
    text_question(plain, strlen(plain), &folded);
    if (!folded.n) return SYMBOL_NONE;
    uint32_t n = count_words(folded.at), symbol = symbols_add(&self->spelled, folded.at, folded.n);
    if (n > self->longest) self->longest = n;
    if (symbol == self->named.n) vec_push(self->draft->arena, &self->named, NULL);
    if (symbol == self->stated.n) vec_push(self->draft->arena, &self->stated, NULL);
    return symbol;
}

void stated_name(struct stated *self, uint32_t object, const char *id, const char *name) {
    struct stated_draft *d = self->draft;
    const char *key = id ? id : name;
    self->names[object] = name ? name : id;
    if (!key) return;
    uint32_t symbol = symbols_add(&d->ids, key, strlen(key));
    if (symbol == d->owner.n) vec_push(d->arena, &d->owner, object);
    uint32_t spelled = spell(self, self->names[object]);
    if (spelled == SYMBOL_NONE) return;
    if (!self->named.at[spelled]) self->named.at[spelled] = new_bits(self, 1);
    set_bit(self->named.at[spelled], object);
}

/* ---- facts ---------------------------------------------------------------------------- */

void stated_text(struct stated *self, uint32_t object, const char *property, const char *value) {
    struct stated_draft *d = self->draft;
    struct fact fact = {object, symbols_add(&d->texts, property, strlen(property)),
                        symbols_add(&d->texts, value, strlen(value))};
    vec_push(d->arena, &d->facts, fact);
}

static struct stated_value *value_of(struct stated *self, const char *property, const char *text) {
    struct buf pair;
    buf_init(&pair, self->draft->arena);
    buf_printf(&pair, "%s\n%s", property, text);
    uint32_t place = symbols_add(&self->draft->pairs, pair.at, pair.n);
    if (place < self->values.n) return &self->values.at[place];
    struct stated_value value = {property, text, new_bits(self, 1)};
    vec_push(self->draft->arena, &self->values, value);
    uint32_t symbol = spell(self, text);
    if (symbol != SYMBOL_NONE && !self->stated.at[symbol]) self->stated.at[symbol] = text;
    return &self->values.at[self->values.n - 1];
}

void stated_truth(struct stated *self, uint32_t object, const char *property, bool value) {
    struct buf text;
    buf_init(&text, self->draft->arena);
    buf_printf(&text, "%s%s", value ? "" : "not ", property);
    set_bit(value_of(self, property, text.at)->bits, object);
}

const struct stated_quantity *stated_quantity(const struct stated *self, const char *name) {
    for (uint32_t i = 0; i < self->quantities.n; i++)
        if (!strcmp(self->quantities.at[i].name, name)) return &self->quantities.at[i];
    return NULL;
}

void stated_number(struct stated *self, uint32_t object, const char *property, double value) {
    const struct stated_quantity *known = stated_quantity(self, property);
    if (!known) {
        struct stated_quantity new = {
            .name = property, .of = arena_array(self->draft->arena, double, self->n_objects + 1)};
        for (uint32_t i = 0; i < self->n_objects; i++) new.of[i] = NAN;
        vec_push(self->draft->arena, &self->quantities, new);
        known = &self->quantities.at[self->quantities.n - 1];
    }
    known->of[object] = value;
}

static uint32_t find_position(const struct stated *self, const char *name) {
    uint32_t i = 0;
    while (i < self->positions.n && strcmp(self->positions.at[i].name, name)) i++;
    return i;
}

const struct stated_position *stated_position(const struct stated *self, const char *name) {
    uint32_t i = find_position(self, name);
    return i < self->positions.n ? &self->positions.at[i] : NULL;
}

static struct stated_position *position_of(struct stated *self, const char *name) {
    uint32_t i = find_position(self, name);
    if (i == self->positions.n)
        vec_push(self->draft->arena, &self->positions, ((struct stated_position){.name = name}));
    return &self->positions.at[i];
}

/* Room for one number more of each object. */
static void widen(struct stated *self, struct stated_position *p) {
    uint32_t cap = p->cap ? 2 * p->cap : 4;
    double *of = arena_array(self->draft->arena, double, (size_t)self->n_objects *cap + 1);
    for (size_t i = 0; i < (size_t)self->n_objects * cap; i++) of[i] = NAN;
    for (uint32_t i = 0; p->n && i < self->n_objects; i++)
        memcpy(of + (size_t)i * cap, p->of + (size_t)i * p->cap, p->n * sizeof *of);
    p->of = of;
    p->cap = cap;
}

void stated_coordinate(struct stated *self, uint32_t object, const char *property, double value) {
    struct stated_position *p = position_of(self, property);
    uint32_t at = 0;
    while (at < p->n && !isnan(p->of[(size_t)object * p->cap + at])) at++;
    if (at == p->cap) widen(self, p);
    if (at == p->n) p->n++;
    p->of[(size_t)object * p->cap + at] = value;
}

/* ---- the whole -------------------------------------------------------------------------- */

static uint32_t owner_of(const struct stated *self, uint32_t value) {
    const struct stated_draft *d = self->draft;
    const char *text = d->texts.names.at[value];
    uint32_t id = symbols_find(&d->ids, text, strlen(text));
    return id == SYMBOL_NONE ? UINT32_MAX : d->owner.at[id];
}

static void link(struct stated *self, struct stated_relation *r, uint32_t from, uint32_t to) {
    size_t n = self->n_words;
    set_bit(r->to + from * n, to);
    set_bit(r->from + to * n, from);
    set_bit(self->linked + from * n, to);
    set_bit(self->linked + to * n, from);
}

/* Is it `box 1`, or `Box A`, of a property `box`? */
static bool is_label(const char *text, const char *property) {
    size_t n = strlen(property);
    if (strncasecmp(text, property, n)) return false;
    text += n + strspn(text + n, " _-#");
    n = strlen(text);
    return n && (strspn(text, "0123456789") == n || (n == 1 && isalpha((unsigned char)*text)));
}

/* Do values of the property only say what belongs together? */
static bool has_labels(const struct stated_draft *d, uint32_t property) {
    for (uint32_t i = 0; i < d->facts.n; i++)
        if (d->facts.at[i].property == property &&
            !is_label(d->texts.names.at[d->facts.at[i].value], d->texts.names.at[property]))
            return false;
    return true;
}

/* Where all values are days, they have an order, and are numbers as well. */
static void add_days(struct stated *self, uint32_t property) {
    const struct stated_draft *d = self->draft;
    double day;
    for (uint32_t i = 0; i < d->facts.n; i++)
        if (d->facts.at[i].property == property &&
            !stated_day(d->texts.names.at[d->facts.at[i].value], &day))
            return;
    for (uint32_t i = 0; i < d->facts.n; i++)
        if (d->facts.at[i].property == property &&
            stated_day(d->texts.names.at[d->facts.at[i].value], &day))
            stated_number(self, d->facts.at[i].object, d->texts.names.at[property], day);
}

/* Facts of one property: references if all of them are, texts otherwise. */
static void add_property(struct stated *self, uint32_t property, uint32_t n, uint32_t n_found) {
    const struct stated_draft *d = self->draft;
    const char *name = d->texts.names.at[property];
    bool groups = has_labels(d, property);
    struct stated_relation relation = {.name = name, .groups = groups};
    uint32_t before = self->values.n;
    if (n == n_found) {
        relation.to = new_bits(self, self->n_objects + 1);
        relation.from = new_bits(self, self->n_objects + 1);
    }
    for (uint32_t i = 0; i < d->facts.n; i++) {
        struct fact f = d->facts.at[i];
        if (f.property != property) continue;
        if (n == n_found) link(self, &relation, f.object, owner_of(self, f.value));
        else set_bit(value_of(self, name, d->texts.names.at[f.value])->bits, f.object);
    }
    if (n && n != n_found) add_days(self, property);
    struct stated_attribute attribute = {name, self->values.n - before, groups};
    if (n == n_found) vec_push(d->arena, &self->relations, relation);
    else vec_push(d->arena, &self->attributes, attribute);
}

static int by_place(const void *a, const void *b) {
    return strcmp(((const struct stated_place *)a)->text, ((const struct stated_place *)b)->text);
}

static const char *number_text(struct arena *arena, double number) {
    struct buf text;
    buf_init(&text, arena);
    buf_printf(&text, "%.10g", number);
    return text.at;
}

static int by_rank(const void *a, const void *b) {
    const struct stated_rank *x = a, *y = b;
    if (x->number != y->number) return x->number > y->number ? 1 : -1;
    return (x->object > y->object) - (x->object < y->object);
}

static void put_in_order(struct stated *self) {
    struct arena *arena = self->draft->arena;
    struct stated_order *names = &self->order;
    names->at = arena_array(arena, struct stated_place, self->n_objects + 1);
    for (uint32_t i = 0; i < self->n_objects; i++)
        names->at[names->n++] =
            (struct stated_place){self->names[i] ? self->names[i] : number_text(arena, i + 1), i};
    qsort(names->at, names->n, sizeof *names->at, by_place);
    for (uint32_t q = 0; q < self->quantities.n; q++) {
        struct stated_quantity *quantity = &self->quantities.at[q];
        struct stated_order *order = &quantity->order;
        order->at = arena_array(arena, struct stated_place, self->n_objects + 1);
        quantity->ranks = arena_array(arena, struct stated_rank, self->n_objects + 1);
        for (uint32_t i = 0; i < self->n_objects; i++) {
            if (isnan(quantity->of[i])) continue;
            quantity->ranks[order->n] = (struct stated_rank){quantity->of[i], i};
            order->at[order->n++] = (struct stated_place){number_text(arena, quantity->of[i]), i};
        }
        qsort(order->at, order->n, sizeof *order->at, by_place);
        qsort(quantity->ranks, order->n, sizeof *quantity->ranks, by_rank);
    }
}

/* Those of `of` that have a value spelled like this, added to `out`. */
static void add_of_value(const struct stated *self, const uint64_t *of, const char *spelled,
                         uint64_t *out) {
    uint32_t symbol = symbols_find(&self->spelled, spelled, strlen(spelled));
    const char *value = symbol == SYMBOL_NONE ? NULL : self->stated.at[symbol];
    for (uint32_t i = 0; value && i < self->values.n; i++) {
        if (strcmp(self->values.at[i].text, value)) continue;
        for (uint32_t k = 0; k < self->n_words; k++) out[k] |= of[k] & self->values.at[i].bits[k];
    }
}

/* `green lake` is whatever is called so, and also the lake that is called green. */
static void name_with_values(struct stated *self) {
    for (uint32_t i = 0; i < self->spelled.names.n; i++) {
        const char *name = self->spelled.names.at[i];
        if (!self->named.at[i]) continue;
        for (const char *space = strchr(name, ' '); space; space = strchr(space + 1, ' ')) {
            uint32_t first = symbols_find(&self->spelled, name, (size_t)(space - name));
            if (first != SYMBOL_NONE && self->named.at[first])
                add_of_value(self, self->named.at[first], space + 1, self->named.at[i]);
        }
    }
}

/* Where some things have none of what others have, that is stated as well: "without rating". */
static void state_gaps(struct stated *self, const char *property, const bool *has) {
    uint32_t n = 0;
    struct buf lacks;
    buf_init(&lacks, self->draft->arena);
    buf_printf(&lacks, "not %s", property);
    for (uint32_t i = 0; i < self->n_objects; i++) n += has[i];
    for (uint32_t i = 0; n && n < self->n_objects && i < self->n_objects; i++)
        set_bit(value_of(self, lacks.at, has[i] ? property : lacks.at)->bits, i);
}

/* Things of several sorts lack what is not said of theirs. */
static void find_gaps(struct stated *self) {
    const struct stated_draft *d = self->draft;
    bool *has = arena_array(d->arena, bool, self->n_objects + 1);
    for (uint32_t q = 0; !self->sorts && q < self->quantities.n; q++) {
        for (uint32_t i = 0; i < self->n_objects; i++)
            has[i] = !isnan(self->quantities.at[q].of[i]);
        state_gaps(self, self->quantities.at[q].name, has);
    }
    for (uint32_t a = 0; !self->sorts && a < self->attributes.n; a++) {
        const char *name = self->attributes.at[a].name;
        if (stated_quantity(self, name)) continue; /* days are both */
        memset(has, 0, self->n_objects);
        for (uint32_t i = 0; i < d->facts.n; i++)
            if (d->texts.names.at[d->facts.at[i].property] == name)
                has[d->facts.at[i].object] = true;
        state_gaps(self, name, has);
    }
}

void stated_finish(struct stated *self) {
    struct stated_draft *d = self->draft;
    uint32_t *n = arena_zalloc(d->arena, (d->texts.names.n + 1) * sizeof *n);
    uint32_t *found = arena_zalloc(d->arena, (d->texts.names.n + 1) * sizeof *found);
    self->linked = new_bits(self, self->n_objects + 1);
    for (uint32_t i = 0; i < d->facts.n; i++) {
        n[d->facts.at[i].property]++;
        found[d->facts.at[i].property] += owner_of(self, d->facts.at[i].value) != UINT32_MAX;
    }
    for (uint32_t p = 0; p < d->texts.names.n; p++) {
        if (!n[p]) continue;
        add_property(self, p, n[p], found[p]);
    }
    name_with_values(self);
    put_in_order(self);
    stated_find_sorts(self, d->arena);
    find_gaps(self);
}

const struct stated_relation *stated_relation(const struct stated *self, const char *name) {
    for (uint32_t i = 0; i < self->relations.n; i++)
        if (!strcmp(self->relations.at[i].name, name)) return &self->relations.at[i];
    return NULL;
}

static void state_object(struct stated *self, const struct scene *scene, uint32_t object) {
    const struct facts *f = scene->facts;
    const char *property, *value;
    double number;
    for (uint32_t i = 0; i < f->n_values(f->of, scene->number, object); i++) {
        value = f->value(f->of, scene->number, object, i, &property);
        bool yes = !strcmp(value, "true");
        if (yes || !strcmp(value, "false")) stated_truth(self, object, property, yes);
        else stated_text(self, object, property, value);
    }
    for (uint32_t i = 0;
         f->number && (property = f->number(f->of, scene->number, object, i, &number)); i++)
        stated_number(self, object, property, number);
    for (uint32_t i = 0;
         f->coordinate && (property = f->coordinate(f->of, scene->number, object, i, &number)); i++)
        stated_coordinate(self, object, property, number);
}

const struct stated *stated_of(struct arena *arena, const struct scene *scene) {
    const struct facts *f = scene ? scene->facts : NULL;
    struct stated *self = stated_new(arena, f ? scene->n_objects : 0);
    for (uint32_t i = 0; i < self->n_objects; i++) {
        const char *id = f->id ? f->id(f->of, scene->number, i) : NULL;
        const char *name = f->name ? f->name(f->of, scene->number, i) : NULL;
        stated_name(self, i, id, name);
        state_object(self, scene, i);
    }
    stated_finish(self);
    return self;
}

/* ---- words of questions --------------------------------------------------------------------- */

/* One is the beginning of the other, which adds an ending; or both change it, as in city,
 * cities. Endings are short beside what is left. */
bool stated_alike(const char *a, const char *b) {
    size_t n_a = strlen(a), n_b = strlen(b), same = 0;
    if (n_a > n_b) return stated_alike(b, a);
    while (same < n_a && a[same] == b[same]) same++;
    if (same < 3 || n_a - same > 1) return n_a == n_b && same == n_a;
    size_t ending = n_b - same;
    if (strpbrk(b + same, "0123456789 ")) return false; /* box, box2; city, city in */
    if (same == n_a) return ending <= (same > 3 ? 3 : 2);
    return ending >= 2 && ending <= 3 && same * 2 >= n_b;
}

/* Digits in groups of three: 1,000 is a number, 1,50 is none where a comma is no point. */
static bool is_group(const char *mark, size_t before) {
    return before >= 1 && before <= 3 && strspn(mark + 1, "0123456789") == 3;
}

bool stated_numeral_with(const char *word, char point, double *out) {
    char plain[40], *end, group = point == '.' ? ',' : '.';
    size_t n = 0, run = 0; /* run: digits since the last mark */
    bool fraction = false;
    for (; *word; word++) {
        if (n + 1 == sizeof plain || !strchr("0123456789.,-+", *word)) return false;
        if (*word == group && (fraction || !is_group(word, run))) return false;
        fraction |= *word == point;
        run = *word >= '0' && *word <= '9' ? run + 1 : 0;
        if (*word != group) plain[n++] = *word == point ? '.' : *word;
    }
    plain[n] = 0;
    if (!strpbrk(plain, "0123456789")) return false;
    *out = strtod(plain, &end);
    return !*end && isfinite(*out);
}

/* Letters before a number are part of a name: "P100". */
static bool is_sign_of_unit(char c) {
    return !isalnum((unsigned char)c) && !strchr("()[]/:,", c);
}

bool stated_measure(const char *text, char point, double *out, char unit[STATED_UNIT]) {
    char number[64];
    size_t first = strcspn(text, "0123456789"), end = strlen(text), n = 0;
    *unit = 0;
    if (stated_numeral_with(text, point, out)) return true;
    while (end > first && !isdigit((unsigned char)text[end - 1])) end--;
    while (first && strchr("+-.", text[first - 1])) first--;
    if (end <= first || end - first >= sizeof number) return false;
    memcpy(number, text + first, end - first);
    number[end - first] = 0;
    for (size_t i = 0; text[i]; i++) {
        if ((i >= first && i < end) || text[i] == ' ') continue;
        if (n + 1 == STATED_UNIT || (i < first && !is_sign_of_unit(text[i]))) return false;
        if (strchr("()[]/:,", text[i])) return false;
        unit[n++] = text[i];
        unit[n] = 0;
    }
    return stated_numeral_with(number, point, out);
}

/* Days from the first of March in the year 0 come without a table (Hinnant, days_from_civil). */
bool stated_day(const char *text, double *out) {
    int year, month, day, read = 0;
    char first, second;
    if (strspn(text, "0123456789") != 4) return false;
    if (sscanf(text, "%4d%c%2d%c%2d%n", &year, &first, &month, &second, &day, &read) != 5)
        return false;
    if (text[read] || first != second || (first != '-' && first != '/')) return false;
    if (month < 1 || month > 12 || day < 1 || day > 31) return false;
    int from_march = (month + 9) % 12, y = year - (month < 3);
    *out = 365 * y + y / 4 - y / 100 + y / 400 + (153 * from_march + 2) / 5 + day - 1 - 719468;
    return true;
}

bool stated_numeral(const char *word, double *out) {
    char unit[STATED_UNIT];
    if (stated_day(word, out)) return true;
    if (!stated_measure(word, '.', out, unit) && !stated_measure(word, ',', out, unit))
        return false; /* 1,85 is no number but where a comma is a point */
    for (const char *at = unit; *at; at++)
        if (isalpha((unsigned char)*at)) return false;
    return true;
}

static void put_spaces(const char *word, char *out, size_t size) {
    size_t n = 0;
    for (; *word && n + 1 < size; word++) out[n++] = *word == '_' ? ' ' : *word;
    out[n] = 0;
}

#define MAX_NAME 400

static uint32_t find(const struct stated *self, const char *word) {
    char text[MAX_NAME];
    put_spaces(word, text, sizeof text);
    return symbols_find(&self->spelled, text, strlen(text));
}

const uint64_t *stated_named(const struct stated *self, const char *word) {
    uint32_t symbol = find(self, word);
    return symbol == SYMBOL_NONE ? NULL : self->named.at[symbol];
}

const char *stated_spelled(const struct stated *self, const char *word) {
    char text[MAX_NAME];
    uint32_t symbol = find(self, word);
    if (symbol != SYMBOL_NONE && self->stated.at[symbol]) return self->stated.at[symbol];
    put_spaces(word, text, sizeof text);
    for (uint32_t i = 0; i < self->spelled.names.n; i++)
        if (self->stated.at[i] && stated_alike(self->spelled.names.at[i], text))
            return self->stated.at[i];
    return NULL;
}

uint32_t stated_word(const struct stated *self, const char *word) {
    double number;
    uint32_t out = stated_numeral(word, &number) ? WORD_NUMBER : 0;
    if (stated_named(self, word)) out |= WORD_NAME;
    if (stated_spelled(self, word)) out |= WORD_VALUE;
    return out;
}

const char *stated_placeholder(const struct stated *self, const char *word) {
    double number;
    if (stated_named(self, word)) return "<name>";
    return stated_numeral(word, &number) ? "<number>" : word;
}

/* The most words from here on that are a name or a value together, and their bytes. */
static uint32_t longest_at(const struct stated *self, const char *at, size_t *bytes) {
    uint32_t best = 1, n = 0;
    *bytes = strcspn(at, " ");
    for (size_t end = 0; at[end] && n < self->longest; end++) {
        end += strcspn(at + end, " ");
        n++;
        char text[MAX_NAME];
        if (n < 2 || end >= sizeof text) {
            if (!at[end]) break;
            continue;
        }
        memcpy(text, at, end);
        text[end] = 0;
        if (stated_named(self, text) || stated_spelled(self, text)) {
            best = n;
            *bytes = end;
        }
        if (!at[end]) break;
    }
    return best;
}

void stated_join(const struct stated *self, const char *question, struct buf *out) {
    size_t n;
    for (const char *at = question; *at; at += n + strspn(at + n, " ")) {
        longest_at(self, at, &n);
        if (out->n && out->at[out->n - 1] != ' ') buf_puts(out, " ");
        for (size_t i = 0; i < n; i++) buf_put(out, at[i] == ' ' ? "_" : at + i, 1);
    }
}
