/* Scenes from JSON: an object's properties become one row of the store.
 *
 *   {"color": "red", "3d_coords": [1.5, -2, 0.7], "rotation": 12}
 *         │ sort by name
 *   3d_coords.0  3d_coords.1  3d_coords.2 │ color=red │ rotation
 *         │ values first, then numbers
 *   layout │ color=red │ 1.5  -2  0.7  12 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/scenes_store.h"
#include "data/features.h"
#include "data/stream.h"

#define MAX_NUMBERS 1024u /* of one object, its feature vector not counted */

struct property {
    const char *name;
    const struct tree *value;
};

struct reader {
    g2l2_scenes *scenes;
    struct stream *stream;
    enum scene_form form;
    uint32_t object; /* from 1 */
    VEC(struct property) properties;
    VEC(struct entry) entries;
    VEC(uint32_t) words;
    VEC(float) given, boxes;
    VEC(double) exact;
};

__attribute__((format(printf, 3, 4))) static _Noreturn void
fail(const struct reader *self, g2l2_status status, const char *format, ...) {
    char why[300];
    const struct stream *stream = self->stream;
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    stream_fail(stream, status, "%s %zu, object %u: %s", stream->what, stream->item, self->object,
                why);
}

/* ---- properties -------------------------------------------------------------------- */

static bool is_features(const struct property *p) {
    return !strcmp(p->name, "features") && tree_is(p->value, TREE_LIST);
}

static bool is_value(const struct property *p) {
    return tree_is(p->value, TREE_TEXT) || tree_is_flag(p->value);
}

/* ["a", "b"]: several values of one property. */
static bool is_list(const struct property *p) {
    return tree_is(p->value, TREE_LIST) && tree_is(tree_at(p->value, 0), TREE_TEXT);
}

static bool is_numeric(const struct property *p) {
    return !is_features(p) && !is_list(p) &&
           (tree_is_number(p->value) || tree_is(p->value, TREE_LIST));
}

static bool is_read(const struct reader *self, const struct property *p) {
    if (tree_is(p->value, TREE_NULL)) return false;
    return self->form == SCENE_ANY || tree_is(p->value, TREE_TEXT) || is_features(p) ||
           !strcmp(p->name, "3d_coords");
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct property *)a)->name, ((const struct property *)b)->name);
}

static void list_properties(struct reader *self, const struct tree *object) {
    self->properties.n = 0;
    for (uint32_t i = 0; i < object->n; i++) {
        struct property p = {object->items[i].name, &object->items[i]};
        if (!is_read(self, &p)) continue;
        if (tree_is(p.value, TREE_OBJECT))
            fail(self, G2L2_STATUS_FORMAT,
                 "\"%s\" is an object; a property is a string, a number, true or false, or an "
                 "array of numbers",
                 PLACE_WORD(p.name));
        vec_push(&self->scenes->scratch, &self->properties, p);
    }
    if (self->properties.n)
        qsort(self->properties.at, self->properties.n, sizeof *self->properties.at, by_name);
}

/* ---- values --------------------------------------------------------------------------- */

static const char *text_of(const struct tree *value) {
    return tree_is(value, TREE_TEXT)   ? tree_text(value)
           : tree_is(value, TREE_TRUE) ? "true"
                                       : "false";
}

static void add_value(struct reader *self, const struct property *p, struct buf *text) {
    if (is_list(p)) {
        for (size_t i = 0; i < tree_size(p->value); i++) {
            struct property one = {p->name, tree_at(p->value, i)};
            if (!tree_is(one.value, TREE_TEXT))
                fail(self, G2L2_STATUS_FORMAT,
                     "the list \"%s\" has something else than texts in it", PLACE_WORD(p->name));
            add_value(self, &one, text);
        }
        return;
    }
    g2l2_scenes *scenes = self->scenes;
    struct entry entry = {symbols_add(&scenes->names, p->name, strlen(p->name)), SYMBOL_NONE};
    text->n = 0;
    buf_puts(text, p->name);
    buf_puts(text, "=");
    buf_puts(text, text_of(p->value));
    vec_push(&scenes->scratch, &self->entries, entry);
    vec_push(&scenes->scratch, &self->words, symbols_add(&scenes->pairs, text->at, text->n));
}

/* ---- numbers ---------------------------------------------------------------------------- */

static double exact_of(const struct reader *self, const char *name, const struct tree *value) {
    if (!tree_is_number(value))
        fail(self, G2L2_STATUS_FORMAT, "the array \"%s\" has something else than numbers in it",
             PLACE_WORD(name));
    double number = tree_number(value);
    if (!(fabs(number) <= FLT_MAX))
        fail(self, G2L2_STATUS_FORMAT, "\"%s\" has the number %g, which is too large",
             PLACE_WORD(name), number);
    return number + 0.0; /* -0 is 0 */
}

static float number_of(const struct reader *self, const char *name, const struct tree *value) {
    return (float)exact_of(self, name, value);
}

static void add_number(struct reader *self, const char *name, uint32_t group, double number,
                       uint32_t n_values) {
    g2l2_scenes *scenes = self->scenes;
    if (self->entries.n - n_values == MAX_NUMBERS)
        fail(self, G2L2_STATUS_LIMIT,
             "more than %u numbers; give a long vector as \"features\", for all objects",
             MAX_NUMBERS);
    struct entry entry = {symbols_add(&scenes->numbers, name, strlen(name)), group};
    vec_push(&scenes->scratch, &self->entries, entry);
    vec_push(&scenes->scratch, &self->words, number_word((float)number));
    vec_push(&scenes->scratch, &self->exact, number);
}

static void add_numbers(struct reader *self, const struct property *p, struct buf *text,
                        uint32_t n_values) {
    if (tree_is_number(p->value)) {
        add_number(self, p->name, SYMBOL_NONE, exact_of(self, p->name, p->value), n_values);
        return;
    }
    uint32_t group = symbols_add(&self->scenes->names, p->name, strlen(p->name));
    for (size_t i = 0; i < tree_size(p->value); i++) {
        double number = exact_of(self, p->name, tree_at(p->value, i));
        text->n = 0;
        buf_printf(text, "%s.%zu", p->name, i);
        add_number(self, text->at, group, number, n_values);
    }
}

/* ---- feature vectors ----------------------------------------------------------------------- */

static void check_length(struct reader *self, size_t n, bool there) {
    g2l2_scenes *scenes = self->scenes;
    if (there && !n) fail(self, G2L2_STATUS_FORMAT, "\"features\" is empty; leave it out");
    if (n > FEATURES_MAX_SIZE)
        fail(self, G2L2_STATUS_LIMIT, "%zu features; at most %u", n, FEATURES_MAX_SIZE);
    if (!scenes->has_objects) {
        scenes->has_objects = true;
        scenes->n_given = (uint32_t)n;
    }
    if (n == scenes->n_given) return;
    if (!n)
        fail(self, G2L2_STATUS_FORMAT,
             "no \"features\", but the objects before have them; all need them or none");
    if (!scenes->n_given)
        fail(self, G2L2_STATUS_FORMAT,
             "\"features\", but the objects before have none; all need them or none");
    fail(self, G2L2_STATUS_FORMAT,
         "%zu features, but the objects before have %u; all need the same number", n,
         scenes->n_given);
}

static void add_features(struct reader *self, const struct tree *object) {
    struct property p = {"features", tree_get(object, "features")};
    bool there = p.value && is_features(&p);
    size_t n = there ? tree_size(p.value) : 0;
    check_length(self, n, there);
    for (size_t i = 0; i < n; i++)
        vec_push(&self->scenes->scratch, &self->given,
                 number_of(self, p.name, tree_at(p.value, i)));
}

/* Where it is in an image; what makes no sense as such is not taken. */
static void add_box(struct reader *self, const struct tree *object) {
    const struct tree *box = tree_get(object, "bbox");
    for (size_t i = 0; i < 4 && tree_size(box) == 4; i++) {
        double side = tree_number(tree_at(box, i));
        if (fabs(side) < 1e6) vec_push(&self->scenes->scratch, &self->boxes, (float)side);
    }
}

/* ---- objects and scenes ----------------------------------------------------------------------- */

static void add_object(struct reader *self, const struct tree *object, struct buf *text) {
    if (!tree_is(object, TREE_OBJECT))
        fail(self, G2L2_STATUS_FORMAT, "not an object; write {\"color\": \"red\", ...}");
    struct arena *scratch = &self->scenes->scratch;
    uint32_t row = self->words.n;
    vec_push(scratch, &self->words, 0);
    self->entries.n = 0;
    list_properties(self, object);
    for (uint32_t i = 0; i < self->properties.n; i++)
        if (is_value(&self->properties.at[i]) || is_list(&self->properties.at[i]))
            add_value(self, &self->properties.at[i], text);
    uint32_t n_values = self->entries.n;
    for (uint32_t i = 0; i < self->properties.n; i++)
        if (is_numeric(&self->properties.at[i]))
            add_numbers(self, &self->properties.at[i], text, n_values);
    struct layout layout = {n_values, self->entries.n - n_values, self->entries.at};
    self->words.at[row] = scenes_layout(self->scenes, &layout);
    add_features(self, object);
    add_box(self, object);
}

static const struct tree *objects_of(const struct reader *self, const struct tree *scene) {
    const struct stream *stream = self->stream;
    const struct tree *objects = tree_get(scene, "objects");
    if (!tree_is(objects, TREE_LIST))
        stream_fail(stream, G2L2_STATUS_FORMAT,
                    "%s %zu: no array \"objects\"; write {\"objects\": [{\"color\": \"red\", "
                    "...}, ...]}",
                    stream->what, stream->item);
    if (tree_size(objects) > SCENE_MAX_OBJECTS)
        stream_fail(stream, G2L2_STATUS_LIMIT, "%s %zu: %zu objects; a scene has at most %u",
                    stream->what, stream->item, tree_size(objects), SCENE_MAX_OBJECTS);
    return objects;
}

/* A name is a text or a whole number; null and nothing are none. */
static uint32_t key_of(const struct reader *self, const struct tree *scene, const char *name) {
    const struct tree *value = tree_get(scene, name);
    struct symbols *keys = &self->scenes->keys;
    if (!value || tree_is(value, TREE_NULL)) return SYMBOL_NONE;
    if (tree_is(value, TREE_TEXT)) return symbols_add(keys, tree_text(value), value->n);
    if (!tree_is(value, TREE_WHOLE))
        stream_fail(self->stream, G2L2_STATUS_FORMAT,
                    "%s %zu: \"%s\" is neither a string nor a whole number", self->stream->what,
                    self->stream->item, name);
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%lld", value->whole);
    return symbols_add(keys, digits, (size_t)n);
}

/* ---- which way is right --------------------------------------------------------------------------- */

/* Directions are for drawings alone, so what makes no sense is as if it were not there. */
static bool direction(const struct tree *all, const char *name, double sign, double out[2]) {
    const struct tree *at = tree_get(all, name);
    double x = tree_number(tree_at(at, 0)), y = tree_number(tree_at(at, 1));
    double length = hypot(x, y);
    if (!(length > 1e-6 && length < 1e6)) return false;
    out[0] = sign * x / length;
    out[1] = sign * y / length;
    return true;
}

static bool view_of(const struct tree *scene, struct scene_view *out) {
    const struct tree *all = tree_get(scene, "directions");
    if (!direction(all, "right", 1, out->right) && !direction(all, "left", -1, out->right))
        return false;
    if (!direction(all, "front", 1, out->front) && !direction(all, "behind", -1, out->front))
        return false;
    return fabs(out->right[0] * out->front[1] - out->right[1] * out->front[0]) > 0.1;
}

static void *keep(struct reader *self, const void *data, size_t size) {
    void *out = arena_alloc(&self->scenes->arena, size + 1);
    if (size) memcpy(out, data, size);
    return out;
}

/* All scenes of a file have the same one, as a rule. */
static const struct scene_view *keep_view(struct reader *self, const struct tree *scene) {
    struct scene_view view;
    g2l2_scenes *scenes = self->scenes;
    if (!view_of(scene, &view)) return NULL;
    const struct scene_view *last =
        scenes->stored.n ? scenes->stored.at[scenes->stored.n - 1].view : NULL;
    return last && !memcmp(last, &view, sizeof view) ? last : keep(self, &view, sizeof view);
}

/* Objects refer to each other by `id`, so one id is one object. */
static void check_ids(struct reader *self, const struct tree *objects) {
    struct symbols ids;
    uint32_t n = (uint32_t)tree_size(objects), known = 0;
    symbols_init(&ids, &self->scenes->scratch);
    for (uint32_t i = 0; i < n; i++) {
        const struct tree *id = tree_get(tree_at(objects, i), "id");
        self->object = i + 1;
        if (!tree_is(id, TREE_TEXT)) continue;
        const char *text = tree_text(id);
        if (symbols_add(&ids, text, strlen(text)) != known++)
            fail(self, G2L2_STATUS_FORMAT, "an object before has the id '%s'", PLACE_WORD(text));
    }
}

static uint32_t push(struct reader *self, const struct tree *scene, uint32_t n_objects,
                     bool named) {
    struct stored stored = {.n_objects = n_objects,
                            .keys = {SYMBOL_NONE, SYMBOL_NONE, SYMBOL_NONE}};
    if (named) {
        stored.keys[KEY_ID] = key_of(self, scene, "id");
        stored.keys[KEY_FILE] = key_of(self, scene, "image_filename");
        stored.keys[KEY_INDEX] = key_of(self, scene, "image_index");
    }
    stored.words = keep(self, self->words.at, self->words.n * sizeof *self->words.at);
    stored.exact = keep(self, self->exact.at, self->exact.n * sizeof *self->exact.at);
    if (self->given.n)
        stored.given = keep(self, self->given.at, self->given.n * sizeof *self->given.at);
    if (n_objects && self->boxes.n == 4 * n_objects)
        stored.boxes = keep(self, self->boxes.at, self->boxes.n * sizeof *self->boxes.at);
    stored.view = keep_view(self, scene);
    return scenes_push(self->scenes, &stored);
}

uint32_t scenes_add(g2l2_scenes *self, struct stream *at, const struct tree *scene,
                    enum scene_form form, bool named) {
    struct reader reader = {.scenes = self, .stream = at, .form = form};
    struct buf text;
    arena_reset(&self->scratch);
    buf_init(&text, &self->scratch);
    const struct tree *objects = objects_of(&reader, scene);
    uint32_t n = (uint32_t)tree_size(objects);
    for (uint32_t i = 0; i < n; i++) {
        reader.object = i + 1;
        add_object(&reader, tree_at(objects, i), &text);
    }
    check_ids(&reader, objects);
    return push(&reader, scene, n, named);
}

/* ---- files ---------------------------------------------------------------------------------------- */

static void read_scenes(g2l2_scenes *self, struct stream *stream, size_t most) {
    const struct tree *scene;
    while (stream->item < most && (scene = stream_next(stream)))
        scenes_add(self, stream, scene, stream->form == STREAM_KEY ? SCENE_NARROW : SCENE_ANY,
                   true);
    stream->start = (struct place){.file = stream->file};
    if (!stream->item)
        stream_fail(stream, G2L2_STATUS_FORMAT,
                    "no scenes; write {\"scenes\": [{\"objects\": [...]}, ...]}, or a line "
                    "{\"objects\": [...]} for each");
}

/* The frame to land in: it has nothing that a jump could spoil. */
static g2l2_status read_guarded(g2l2_scenes *self, struct stream *stream, size_t most,
                                g2l2_error *err) {
    if (guard_try(&self->guard, err)) read_scenes(self, stream, most);
    return self->guard.status;
}

static g2l2_status read_source(g2l2_scenes *self, const struct source *source, size_t most,
                               const g2l2_limits *limits, g2l2_error *err) {
    struct stream stream;
    struct scenes_mark mark = scenes_mark(self);
    g2l2_status status = stream_open(&stream, source, "scenes", "scene", limits, err);
    if (status != G2L2_STATUS_OK) return status;
    stream.guard = &self->guard;
    status = read_guarded(self, &stream, most, err);
    if (status != G2L2_STATUS_OK) scenes_cut(self, mark);
    stream_close(&stream);
    return status;
}

g2l2_status g2l2_scenes_read(g2l2_scenes *self, const char *path, const g2l2_limits *limits,
                             g2l2_error *err) {
    return read_source(self, &(struct source){.path = path}, SIZE_MAX, limits, err);
}

g2l2_status g2l2_scenes_read_first(g2l2_scenes *self, const char *path, size_t n,
                                   const g2l2_limits *limits, g2l2_error *err) {
    if (!n) return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "no scenes are wanted");
    return read_source(self, &(struct source){.path = path}, n, limits, err);
}

g2l2_status g2l2_scenes_parse(g2l2_scenes *self, const char *text, size_t length, const char *name,
                              const g2l2_limits *limits, g2l2_error *err) {
    const struct source source = {.text = text, .length = length, .name = name};
    return read_source(self, &source, SIZE_MAX, limits, err);
}
