/* Accuracy by groups of questions (groups.h): a table for people, JSON for scripts. */
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "cli/groups.h"

#define HARDEST 5 /* words and confusions that people are shown */

/* ---- counting ------------------------------------------------------------------- */

static void free_groups(struct groups *self) {
    for (size_t i = 0; i < self->n; i++) free(self->rows[i].key);
    free(self->rows);
    json_decref(self->places);
}

void groups_free(struct grouped *self) {
    free_groups(&self->by_length);
    free_groups(&self->by_type);
    free_groups(&self->by_hops);
    free_groups(&self->by_family);
    free_groups(&self->by_index);
    free_groups(&self->by_word);
    free_groups(&self->confusion);
}

static bool widen(struct groups *self) {
    size_t cap = self->cap ? self->cap * 2 : 64;
    struct group_row *rows = realloc(self->rows, cap * sizeof *rows);
    if (!rows) return false;
    self->rows = rows;
    self->cap = cap;
    return true;
}

/* The row of a key, made if need be; NULL: out of memory. */
static struct group_row *row_of(struct groups *self, const char *key, size_t length) {
    if (!self->places) self->places = json_object();
    json_t *place = json_object_getn(self->places, key, length);
    if (place) return &self->rows[json_integer_value(place)];
    if (self->n == self->cap && !widen(self)) return NULL;
    struct group_row row = {.key = strndup(key, length)};
    if (!row.key ||
        json_object_setn_new(self->places, key, length, json_integer((json_int_t)self->n))) {
        free(row.key);
        return NULL;
    }
    self->rows[self->n] = row;
    return &self->rows[self->n++];
}

static bool count(struct groups *self, const char *key, size_t length, bool right,
                  size_t question) {
    struct group_row *row = row_of(self, key, length);
    if (!row) return false;
    if (row->latest == question + 1) return true;
    row->latest = question + 1;
    row->examples++;
    row->correct += right;
    return true;
}

static bool count_words(struct grouped *self, const char *sentence, bool right) {
    char length[24];
    size_t n_words = 0;
    bool fine = true;
    for (const char *at = sentence; *at; n_words++) {
        size_t n = strcspn(at, " ");
        fine &= count(&self->by_word, at, n, right, self->n);
        at += n + (at[n] == ' ');
    }
    int n = snprintf(length, sizeof length, "%zu", n_words);
    return fine && count(&self->by_length, length, (size_t)n, right, self->n);
}

/* An answer has no tab: it was folded. */
static bool count_pair(struct grouped *self, const char *wanted, const char *got, bool right) {
    char *key;
    int n = asprintf(&key, "%s\t%s", wanted, got ? got : "");
    if (n < 0) return false;
    bool fine = count(&self->confusion, key, (size_t)n, right, self->n);
    free(key);
    return fine;
}

static bool count_family(struct grouped *self, const g2l2_example *e, bool right) {
    char *key;
    if (!e->family) return true;
    if (!count(&self->by_family, e->family, strlen(e->family), right, self->n)) return false;
    if (e->family_index < 0) return true;
    int n = asprintf(&key, "%s %d", e->family, e->family_index);
    if (n < 0) return false;
    bool fine = count(&self->by_index, key, (size_t)n, right, self->n);
    free(key);
    return fine;
}

bool groups_add(struct grouped *self, const g2l2_example *e, const char *got, bool right) {
    char hops[16];
    int n = snprintf(hops, sizeof hops, "%d", e->hops);
    bool fine = count_words(self, e->sentence, right) && count_pair(self, e->target, got, right);
    if (e->kind) fine &= count(&self->by_type, e->kind, strlen(e->kind), right, self->n);
    if (e->hops >= 0) fine &= count(&self->by_hops, hops, (size_t)n, right, self->n);
    fine &= count_family(self, e, right);
    self->n++;
    return fine;
}

/* ---- order ------------------------------------------------------------------------ */

static int by_key(const void *a, const void *b) {
    return strcmp(((const struct group_row *)a)->key, ((const struct group_row *)b)->key);
}

static int by_number(const void *a, const void *b) {
    double x = atof(((const struct group_row *)a)->key);
    double y = atof(((const struct group_row *)b)->key);
    return (x > y) - (x < y);
}

static double share(const struct group_row *row) {
    return (double)row->correct / (double)row->examples;
}

static int lowest_first(const void *a, const void *b) {
    const struct group_row *x = a, *y = b;
    if (share(x) != share(y)) return share(x) < share(y) ? -1 : 1;
    if (x->examples != y->examples) return x->examples > y->examples ? -1 : 1;
    return by_key(a, b);
}

/* What was wrong first, and often before seldom. */
static int wrong_first(const void *a, const void *b) {
    const struct group_row *x = a, *y = b;
    if (!x->correct != !y->correct) return x->correct ? 1 : -1;
    if (x->examples != y->examples) return x->examples > y->examples ? -1 : 1;
    return by_key(a, b);
}

static void sort(struct groups *self, int (*order)(const void *, const void *)) {
    if (self->n) qsort(self->rows, self->n, sizeof *self->rows, order);
}

void groups_finish(struct grouped *self) {
    sort(&self->by_length, by_number);
    sort(&self->by_type, by_key);
    sort(&self->by_hops, by_key);
    sort(&self->by_family, lowest_first);
    sort(&self->by_index, lowest_first);
    sort(&self->by_word, lowest_first);
    sort(&self->confusion, wrong_first);
}

/* ---- for people ------------------------------------------------------------------- */

static int width_of(const char *before, const struct group_row *row) {
    return (int)(strlen(before) + text_width(row->key, strlen(row->key)));
}

/* The first n, one below the other. */
static void print_rows(const char *title, const char *before, const struct groups *groups,
                       size_t n) {
    int width = 24;
    for (size_t i = 0; i < n; i++)
        if (width_of(before, &groups->rows[i]) > width) width = width_of(before, &groups->rows[i]);
    if (n) cli_put(stdout, "%s\n", title);
    for (size_t i = 0; i < n; i++) {
        const struct group_row *row = &groups->rows[i];
        cli_put(stdout, "  %s%s%*s %7zu of %-7zu %6.2f%%\n", before, row->key,
                width - width_of(before, row), "", row->correct, row->examples, 100 * share(row));
    }
}

static void print_groups(const char *title, const char *before, const struct groups *groups) {
    if (groups->n > 1) print_rows(title, before, groups, groups->n);
}

/* Of groups that are sorted, the lowest are first. */
static void print_hardest(const char *title, const struct groups *groups) {
    size_t n = 0;
    while (n < groups->n && n < HARDEST && groups->rows[n].correct < groups->rows[n].examples) n++;
    print_rows(title, "", groups, n);
}

static void print_confusion(const struct groups *pairs) {
    for (size_t i = 0; i < pairs->n && i < HARDEST && !pairs->rows[i].correct; i++) {
        const struct group_row *row = &pairs->rows[i];
        const char *tab = strchr(row->key, '\t');
        if (!i) printf("wrong answers, the most frequent\n");
        cli_put(stdout, "  %7zu x %s, not %.*s\n", row->examples, tab[1] ? tab + 1 : "no parse",
                (int)(tab - row->key), row->key);
    }
}

void groups_print(const struct grouped *self) {
    print_groups("by what is asked for", "", &self->by_type);
    print_groups("by relations on the way", "hops: ", &self->by_hops);
    print_groups("by family, the hardest first", "", &self->by_family);
    print_hardest("families by number, the hardest", &self->by_index);
    print_hardest("words of questions, the hardest", &self->by_word);
    print_confusion(&self->confusion);
}

/* ---- for scripts ------------------------------------------------------------------- */

static json_t *row_json(const struct group_row *row) {
    return json_pack("{s:I, s:I, s:f}", "examples", (json_int_t)row->examples, "correct",
                     (json_int_t)row->correct, "accuracy", share(row));
}

static json_t *rows_json(const struct groups *groups) {
    json_t *out = json_object();
    for (size_t i = 0; i < groups->n; i++)
        json_object_set_new(out, groups->rows[i].key, row_json(&groups->rows[i]));
    return out;
}

/* The families of one kind. */
static json_t *indices_json(const struct grouped *self, const char *family) {
    json_t *out = json_object();
    for (size_t i = 0; i < self->by_index.n; i++) {
        const struct group_row *row = &self->by_index.rows[i];
        const char *space = strrchr(row->key, ' ');
        if ((size_t)(space - row->key) == strlen(family) &&
            !strncmp(row->key, family, strlen(family)))
            json_object_set_new(out, space + 1, row_json(row));
    }
    return out;
}

static json_t *families_json(const struct grouped *self) {
    json_t *out = rows_json(&self->by_family);
    for (size_t i = 0; self->by_index.n && i < self->by_family.n; i++) {
        const char *family = self->by_family.rows[i].key;
        json_object_set_new(json_object_get(out, family), "by_index", indices_json(self, family));
    }
    return out;
}

static json_t *words_json(const struct groups *words) {
    json_t *out = json_array();
    for (size_t i = 0; i < words->n; i++) {
        json_t *row = json_pack("{s:o}", "word", cli_json_text(words->rows[i].key));
        json_t *numbers = row_json(&words->rows[i]);
        json_object_update(row, numbers);
        json_decref(numbers);
        json_array_append_new(out, row);
    }
    return out;
}

static json_t *confusion_json(const struct groups *pairs) {
    json_t *out = json_array();
    for (size_t i = 0; i < pairs->n; i++) {
        char *key = pairs->rows[i].key, *tab = strchr(key, '\t');
        json_t *got = cli_json_text(tab[1] ? tab + 1 : NULL);
        json_array_append_new(out,
                              json_pack("{s:s%, s:o, s:I}", "wanted", key, (size_t)(tab - key),
                                        "got", got, "count", (json_int_t)pairs->rows[i].examples));
    }
    return out;
}

void groups_json(const struct grouped *self, json_t *out) {
    json_object_set_new(out, "by_type", rows_json(&self->by_type));
    json_object_set_new(out, "by_hops", rows_json(&self->by_hops));
    json_object_set_new(out, "by_family", families_json(self));
    json_object_set_new(out, "by_word", words_json(&self->by_word));
    json_object_set_new(out, "confusion", confusion_json(&self->confusion));
}
