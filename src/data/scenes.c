/* Scenes in memory, and what people are shown of them. */
#include <stdlib.h>
#include <string.h>

#include "data/scenes_store.h"

/* ---- the store ---------------------------------------------------------------- */

static void init_tables(g2l2_scenes *self) {
    symbols_init(&self->names, &self->arena);
    symbols_init(&self->numbers, &self->arena);
    symbols_init(&self->pairs, &self->arena);
    symbols_init(&self->keys, &self->arena);
    symbols_init(&self->layout_of, &self->arena);
}

static g2l2_status init_guarded(g2l2_scenes *self, g2l2_error *err) {
    if (guard_try(&self->guard, err)) init_tables(self);
    return self->guard.status;
}

g2l2_status g2l2_scenes_new(g2l2_scenes **out, g2l2_error *err) {
    g2l2_scenes *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    arena_init(&self->arena, &self->guard, 0);
    arena_init(&self->scratch, &self->guard, 0);
    g2l2_status status = init_guarded(self, err);
    if (status == G2L2_STATUS_OK) *out = self;
    else g2l2_scenes_free(self);
    return status;
}

void g2l2_scenes_free(g2l2_scenes *self) {
    if (!self) return;
    arena_free(&self->arena);
    arena_free(&self->scratch);
    free(self->seen);
    free(self->block);
    free(self->encoder_text);
    free(self->gallery);
    free(self->about);
    free(self->sight);
    free(self);
}

void scenes_land(g2l2_scenes *self, struct guard *guard) {
    self->arena.guard = self->scratch.guard = guard;
}

size_t g2l2_scenes_count(const g2l2_scenes *self) {
    return self->stored.n;
}

float word_number(uint32_t word) {
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

uint32_t number_word(float number) {
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

/* Symbols are texts, so the entries are written as one. */
static uint32_t layout_symbol(g2l2_scenes *self, const struct layout *layout) {
    char text[32];
    struct buf key;
    buf_init(&key, &self->scratch);
    for (uint32_t i = 0; i < layout->n_values + layout->n_numbers; i++) {
        const struct entry *entry = &layout->entries[i];
        int n = snprintf(text, sizeof text, "%c%x/%x ", i < layout->n_values ? '=' : '#',
                         entry->name, entry->group);
        buf_put(&key, text, (size_t)n);
    }
    return symbols_add(&self->layout_of, key.n ? key.at : "", key.n);
}

static bool same_layout(const struct layout *a, const struct layout *b) {
    size_t n = a->n_values + a->n_numbers;
    if (a->n_values != b->n_values || a->n_numbers != b->n_numbers) return false;
    return !n || !memcmp(a->entries, b->entries, n * sizeof *a->entries);
}

/* Objects come in runs of one layout. */
uint32_t scenes_layout(g2l2_scenes *self, const struct layout *layout) {
    size_t size = (layout->n_values + layout->n_numbers) * sizeof *layout->entries;
    if (self->layouts.n && same_layout(layout, &self->layouts.at[self->last_layout]))
        return self->last_layout;
    uint32_t number = layout_symbol(self, layout);
    while (self->layouts.n <= number) vec_push(&self->arena, &self->layouts, (struct layout){0});
    if (!self->layouts.at[number].entries) { /* also if memory ran out here before */
        struct layout kept = *layout;
        kept.entries = arena_alloc(&self->arena, size + 1);
        if (size) memcpy(kept.entries, layout->entries, size);
        self->layouts.at[number] = kept;
    }
    return self->last_layout = number;
}

static void name_scene(g2l2_scenes *self, uint32_t scene) {
    for (int i = 0; i < N_KEYS; i++) {
        uint32_t key = self->stored.at[scene].keys[i];
        if (key == SYMBOL_NONE) continue;
        while (self->found.n <= key) vec_push(&self->arena, &self->found, FOUND_NONE);
        uint32_t *found = &self->found.at[key];
        *found = *found == FOUND_NONE || *found == scene ? scene : FOUND_MANY;
    }
}

uint32_t scenes_push(g2l2_scenes *self, const struct stored *scene) {
    vec_push(&self->arena, &self->stored, *scene);
    name_scene(self, self->stored.n - 1);
    return self->stored.n - 1;
}

/* In an image, what is lower is nearer. */
static const struct scene_view image_view = {{1, 0}, {0, 1}};

/* The middle of the lower side, where it stands. */
static void put_place(const float *box, uint32_t layout, uint32_t *row) {
    row[0] = layout;
    row[1] = number_word((box[0] + box[2]) / 2);
    row[2] = number_word(box[3]);
}

static void *keep(g2l2_scenes *self, const void *from, size_t size) {
    void *out = arena_alloc(&self->arena, size + 1);
    if (size) memcpy(out, from, size);
    return out;
}

void scenes_replace(g2l2_scenes *self, uint32_t scene, uint32_t n_objects, const float *boxes,
                    const float *given) {
    struct entry entries[] = {{symbols_add(&self->numbers, "x", 1), SYMBOL_NONE},
                              {symbols_add(&self->numbers, "y", 1), SYMBOL_NONE}};
    struct layout layout = {.n_numbers = 2, .entries = entries};
    uint32_t number = scenes_layout(self, &layout);
    uint32_t *words = arena_array(&self->arena, uint32_t, 3 * n_objects + 1);
    struct stored *stored = &self->stored.at[scene];
    for (uint32_t i = 0; i < n_objects; i++) put_place(boxes + 4 * i, number, words + 3 * i);
    stored->words = words;
    stored->boxes = keep(self, boxes, 4 * n_objects * sizeof *boxes);
    stored->given = keep(self, given, (size_t)n_objects * self->n_given * sizeof *given);
    stored->view = &image_view;
    stored->n_objects = n_objects;
}

struct scenes_mark scenes_mark(const g2l2_scenes *self) {
    return (struct scenes_mark){self->stored.n, self->n_given, self->has_objects};
}

/* Names that more than one scene had may be unique again: all are given anew. No
 * memory is asked for, since every key that is left has its place. */
void scenes_cut(g2l2_scenes *self, struct scenes_mark mark) {
    self->stored.n = mark.n;
    self->n_given = mark.n_given;
    self->has_objects = mark.has_objects;
    for (uint32_t i = 0; i < self->found.n; i++) self->found.at[i] = FOUND_NONE;
    for (uint32_t i = 0; i < mark.n; i++) name_scene(self, i);
}

/* ---- scenes and their objects ----------------------------------------------------- */

uint32_t scenes_n_objects(const g2l2_scenes *self, size_t scene) {
    return scene < self->stored.n ? self->stored.at[scene].n_objects : 0;
}

const char *scenes_name(const g2l2_scenes *self, size_t scene) {
    if (scene >= self->stored.n) return NULL;
    for (int i = 0; i < N_KEYS; i++) {
        uint32_t key = self->stored.at[scene].keys[i];
        if (key != SYMBOL_NONE) return self->keys.names.at[key];
    }
    return NULL;
}

size_t scenes_find(const g2l2_scenes *self, const char *name, size_t length) {
    uint32_t key = symbols_find(&self->keys, name, length);
    uint32_t found = key < self->found.n ? self->found.at[key] : FOUND_NONE;
    return found == FOUND_NONE ? SCENE_NONE : found == FOUND_MANY ? SCENE_MANY : found;
}

size_t g2l2_scenes_n_objects(const g2l2_scenes *self, size_t scene) {
    return scenes_n_objects(self, scene);
}

const char *g2l2_scenes_name(const g2l2_scenes *self, size_t scene) {
    return scenes_name(self, scene);
}

g2l2_status g2l2_scenes_find(const g2l2_scenes *self, const char *name, size_t *out,
                             g2l2_error *err) {
    *out = scenes_find(self, name, strlen(name));
    if (*out == SCENE_NONE)
        return err_set(err, G2L2_STATUS_UNKNOWN, 0, 0, "there is no scene called '%.100s'", name);
    if (*out == SCENE_MANY)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "more than one scene is called '%.100s'; say its number", name);
    return G2L2_STATUS_OK;
}

/* NULL if there is no such object. */
static const uint32_t *row_of(const g2l2_scenes *self, size_t scene, uint32_t object) {
    if (object >= scenes_n_objects(self, scene)) return NULL;
    const uint32_t *row = self->stored.at[scene].words;
    while (object--) row = next_row(self, row);
    return row;
}

uint32_t scenes_n_values(const g2l2_scenes *self, size_t scene, uint32_t object) {
    const uint32_t *row = row_of(self, scene, object);
    return row ? layout_at(self, row)->n_values : 0;
}

static struct scene_value value_at(const g2l2_scenes *self, const uint32_t *row, uint32_t i) {
    const char *property = self->names.names.at[layout_at(self, row)->entries[i].name];
    const char *pair = self->pairs.names.at[row[1 + i]];
    return (struct scene_value){property, pair + strlen(property) + 1};
}

struct scene_value scenes_value(const g2l2_scenes *self, size_t scene, uint32_t object,
                                uint32_t i) {
    const uint32_t *row = row_of(self, scene, object);
    if (!row || i >= layout_at(self, row)->n_values) return (struct scene_value){0};
    return value_at(self, row, i);
}

const char *scenes_value_of(const g2l2_scenes *self, size_t scene, uint32_t object,
                            const char *property) {
    const uint32_t *row = row_of(self, scene, object);
    for (uint32_t i = 0; row && i < layout_at(self, row)->n_values; i++) {
        struct scene_value value = value_at(self, row, i);
        if (!strcmp(value.property, property)) return value.value;
    }
    return NULL;
}

/* ---- where an object is -------------------------------------------------------------- */

static double number_at(const g2l2_scenes *self, const uint32_t *row, uint32_t i) {
    return word_number(row[1 + layout_at(self, row)->n_values + i]);
}

/* The components of an array stand side by side. */
static bool array_position(const g2l2_scenes *self, const uint32_t *row, double at[3]) {
    const struct layout *layout = layout_at(self, row);
    const struct entry *numbers = layout->entries + layout->n_values;
    for (uint32_t i = 0, n; i < layout->n_numbers; i += n) {
        for (n = 1; i + n < layout->n_numbers && numbers[i + n].group == numbers[i].group;) n++;
        if (numbers[i].group == SYMBOL_NONE || n < 2 || n > 3) continue;
        for (uint32_t k = 0; k < n; k++) at[k] = number_at(self, row, i + k);
        return true;
    }
    return false;
}

static bool named_position(const g2l2_scenes *self, const uint32_t *row, double at[3]) {
    static const char *const axes[] = {"x", "y", "z"};
    const struct layout *layout = layout_at(self, row);
    unsigned have = 0;
    for (uint32_t i = 0; i < layout->n_numbers; i++) {
        const char *name = self->numbers.names.at[layout->entries[layout->n_values + i].name];
        for (unsigned axis = 0; axis < 3; axis++) {
            if (strcmp(name, axes[axis])) continue;
            at[axis] = number_at(self, row, i);
            have |= 1u << axis;
        }
    }
    return (have & 3) == 3;
}

bool scenes_position(const g2l2_scenes *self, size_t scene, uint32_t object, double at[3]) {
    const uint32_t *row = row_of(self, scene, object);
    at[0] = at[1] = at[2] = 0;
    return row && (array_position(self, row, at) || named_position(self, row, at));
}

bool scenes_number_of(const g2l2_scenes *self, size_t scene, uint32_t object, const char *property,
                      double *out) {
    const uint32_t *row = row_of(self, scene, object);
    for (uint32_t i = 0; row && i < layout_at(self, row)->n_numbers; i++) {
        const struct entry *entry =
            &layout_at(self, row)->entries[layout_at(self, row)->n_values + i];
        if (strcmp(self->numbers.names.at[entry->name], property)) continue;
        *out = number_at(self, row, i);
        return true;
    }
    return false;
}

uint32_t scenes_n_numbers(const g2l2_scenes *self, size_t scene, uint32_t object) {
    const uint32_t *row = row_of(self, scene, object);
    return row ? layout_at(self, row)->n_numbers : 0;
}

struct scene_number scenes_number(const g2l2_scenes *self, size_t scene, uint32_t object,
                                  uint32_t i) {
    const uint32_t *row = row_of(self, scene, object);
    if (!row || i >= layout_at(self, row)->n_numbers) return (struct scene_number){0};
    const struct entry *entry = &layout_at(self, row)->entries[layout_at(self, row)->n_values + i];
    const char *array = entry->group == SYMBOL_NONE ? NULL : self->names.names.at[entry->group];
    return (struct scene_number){self->numbers.names.at[entry->name], array,
                                 (float)number_at(self, row, i)};
}

bool scenes_box(const g2l2_scenes *self, size_t scene, uint32_t object, double box[4]) {
    const float *boxes = scene < self->stored.n ? self->stored.at[scene].boxes : NULL;
    if (!boxes || object >= self->stored.at[scene].n_objects) return false;
    for (int i = 0; i < 4; i++) box[i] = boxes[4 * object + (uint32_t)i];
    return box[0] < box[2] && box[1] < box[3];
}

g2l2_status g2l2_scenes_set_images(g2l2_scenes *self, const char *directory, g2l2_error *err) {
    char *copy = strdup(directory ? directory : "");
    if (!copy) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    free(self->gallery);
    self->gallery = copy;
    return G2L2_STATUS_OK;
}

bool scenes_view(const g2l2_scenes *self, size_t scene, struct scene_view *out) {
    bool known = scene < self->stored.n && self->stored.at[scene].view;
    *out = known ? *self->stored.at[scene].view : (struct scene_view){{1, 0}, {0, -1}};
    return known;
}

/* ---- as text ----------------------------------------------------------------------------- */

/* In the order in which English has them. */
static const char *const plain[] = {"size", "color", "colour", "material", "shape"};
#define N_PLAIN (sizeof plain / sizeof plain[0])

static bool is_plain(const char *property) {
    for (size_t i = 0; i < N_PLAIN; i++)
        if (!strcmp(plain[i], property)) return true;
    return false;
}

static void put_word(struct buf *out, size_t start, const char *property, const char *value) {
    if (out->n > start) buf_puts(out, " ");
    if (*property) buf_printf(out, "%s=", property);
    buf_puts(out, value);
}

/* Where it is, as x, y and z or as an array, a picture shows better. */
static bool is_place(const g2l2_scenes *self, const struct entry *entry) {
    const char *name = self->numbers.names.at[entry->name];
    return entry->group != SYMBOL_NONE || (strchr("xyz", name[0]) && name[0] && !name[1]);
}

static void put_numbers(const g2l2_scenes *self, const uint32_t *row, size_t start,
                        struct buf *out) {
    const struct layout *layout = layout_at(self, row);
    bool only = out->n == start;
    for (uint32_t i = 0; i < layout->n_numbers; i++) {
        const struct entry *entry = &layout->entries[layout->n_values + i];
        char digits[32];
        if (!only && is_place(self, entry)) continue;
        snprintf(digits, sizeof digits, "%g", number_at(self, row, i));
        put_word(out, start, self->numbers.names.at[entry->name], digits);
    }
}

/* Places are for objects that have nothing else. */
void scenes_object_text(const g2l2_scenes *self, size_t scene, uint32_t object, struct buf *out) {
    const uint32_t *row = row_of(self, scene, object);
    size_t start = out->n;
    for (size_t i = 0; row && i < N_PLAIN; i++) {
        const char *value = scenes_value_of(self, scene, object, plain[i]);
        if (value) put_word(out, start, "", value);
    }
    for (uint32_t i = 0; row && i < layout_at(self, row)->n_values; i++) {
        struct scene_value value = value_at(self, row, i);
        if (!is_plain(value.property)) put_word(out, start, value.property, value.value);
    }
    if (row) put_numbers(self, row, start, out);
    if (out->n == start) buf_printf(out, "object %u", object + 1);
}

const struct scene *scenes_get(const g2l2_scenes *self, size_t scene) {
    return scene < self->n_seen ? &self->seen[scene] : NULL;
}

const float *g2l2_scenes_features(const g2l2_scenes *self, size_t scene, size_t *n_features) {
    const struct scene *seen = scenes_get(self, scene);
    *n_features = seen ? seen->n_features : 0;
    return seen ? seen->features : NULL;
}

const float *g2l2_scenes_boxes(const g2l2_scenes *self, size_t scene) {
    return scene < self->stored.n ? self->stored.at[scene].boxes : NULL;
}

/* ---- what is stated of objects --------------------------------------------------------- */

bool scenes_are_stated(const g2l2_scenes *self) {
    return !self->n_given && !self->sight;
}

static const char *const naming[] = {"name", "id"};

static bool names_object(const char *property) {
    return !strcmp(property, naming[0]) || !strcmp(property, naming[1]);
}

/* What names an object is no property of it. */
static const char *stated(const void *of, uint32_t scene, uint32_t object, uint32_t i,
                          const char **property) {
    uint32_t n = scenes_n_values(of, scene, object);
    for (uint32_t k = 0; k < n; k++) {
        struct scene_value value = scenes_value(of, scene, object, k);
        if (names_object(value.property) || i--) continue;
        *property = value.property;
        return value.value;
    }
    return NULL;
}

static uint32_t n_stated(const void *of, uint32_t scene, uint32_t object) {
    uint32_t all = scenes_n_values(of, scene, object), n = 0;
    for (uint32_t k = 0; k < all; k++)
        n += !names_object(scenes_value(of, scene, object, k).property);
    return n;
}

static const char *stated_name(const void *of, uint32_t scene, uint32_t object) {
    const char *name = scenes_value_of(of, scene, object, naming[0]);
    return name ? name : scenes_value_of(of, scene, object, naming[1]);
}

static const char *stated_id(const void *of, uint32_t scene, uint32_t object) {
    return scenes_value_of(of, scene, object, naming[1]);
}

/* Parts of an array are no numbers of their own: of those of arrays, or of the others, the i-th. */
static const char *find_number(const g2l2_scenes *self, uint32_t scene, uint32_t object, uint32_t i,
                               bool in_array, double *value) {
    const uint32_t *row = self->stored.at[scene].words;
    const double *exact = self->stored.at[scene].exact;
    if (!exact) return NULL; /* numbers were only measured */
    for (; object--; row = next_row(self, row)) exact += layout_at(self, row)->n_numbers;
    const struct layout *layout = layout_at(self, row);
    for (uint32_t k = 0; k < layout->n_numbers; k++) {
        const struct entry *entry = &layout->entries[layout->n_values + k];
        if ((entry->group != SYMBOL_NONE) != in_array || i--) continue;
        *value = exact[k];
        return in_array ? self->names.names.at[entry->group] : self->numbers.names.at[entry->name];
    }
    return NULL;
}

static const char *stated_number(const void *of, uint32_t scene, uint32_t object, uint32_t i,
                                 double *value) {
    return find_number(of, scene, object, i, false, value);
}

static const char *stated_coordinate(const void *of, uint32_t scene, uint32_t object, uint32_t i,
                                     double *value) {
    return find_number(of, scene, object, i, true, value);
}

void scenes_state(g2l2_scenes *self, struct scene *seen) {
    self->facts = (struct facts){self,      n_stated,      stated,           stated_name,
                                 stated_id, stated_number, stated_coordinate};
    for (uint32_t i = 0; i < self->stored.n; i++) {
        seen[i].facts = &self->facts;
        seen[i].number = i;
    }
}
