/* Tensors become scenes. Three layouts are understood:
 *
 *     features [objects, numbers], image [objects]      objects of all scenes, and whose they are
 *     features [scenes, objects, numbers], counts [scenes]     as many rows of each are objects
 *     ID [objects, numbers], ID.boxes [objects, 4] ...         a scene in each array
 *
 * and of JSON lines {"id": ..., "features": [[...], ...], "boxes": [[...], ...]}. `boxes` are
 * x0 y0 x1 y1; centre, width and height follow the features of the object, since a word such
 * as "left" needs them. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "generators/features/tensors.h"

#define MAX_OBJECTS 256u  /* of a scene, and */
#define MAX_NUMBERS 4096u /* of an object, as the library has them */
#define MAX_SCENES  10000000u
#define BOX_NUMBERS 4u
#define FAR         2. /* a box between 0 and 1 is not so far out */

struct features_options features_options_default(void) {
    return (struct features_options){.box_scale = 1, .max_bytes = (size_t)1 << 30};
}

struct job {
    const struct features_options *options;
    struct arena *arena;
    struct tensors tensors;
    struct buf *out;
    struct features_report report;
    size_t line; /* of JSON lines; 0: none */
};

#define fail(job, ...)                                                                             \
    guard_raise((job)->arena->guard, G2L2_STATUS_DATA, (job)->line, 0, __VA_ARGS__)

/* ---- one scene ----------------------------------------------------------------------------- */

/* Where its numbers are: of a row, from `first` on. */
struct rows {
    const struct tensor *tensor;
    size_t first, n_numbers;
};

static double number(struct job *job, const struct tensor *t, size_t i) {
    double value = tensor_number(t, i);
    if (!isfinite(value) || fabs(value) > 1e30)
        fail(job, "the array '%.60s' has a number that is not finite, its %zuth", t->name, i + 1);
    return value;
}

/* Features are 32-bit floats: in the shortest digits that are the same again. */
static void put_float(struct buf *out, double value, bool first) {
    char digits[40];
    for (int n = 6; n <= 9; n++) {
        snprintf(digits, sizeof digits, "%.*g", n, (double)(float)value);
        if (strtof(digits, NULL) == (float)value) break;
    }
    buf_printf(out, "%s%s", first ? "" : ",", digits);
}

static void put_numbers(struct job *job, const struct rows *of, size_t row, size_t *n) {
    for (size_t i = 0; i < of->n_numbers; i++)
        put_float(job->out, number(job, of->tensor, (of->first + row) * of->n_numbers + i),
                  !(*n)++);
}

/* Centre and size, as shares of the image. */
static void put_box(struct job *job, const struct rows *of, size_t row, size_t *n) {
    double box[4], scale = job->options->box_scale;
    for (size_t i = 0; i < 4; i++) {
        double of_image = i % 2 ? job->options->height : job->options->width;
        box[i] = number(job, of->tensor, (of->first + row) * 4 + i);
        if (of_image > 0) box[i] /= of_image;
        else if (fabs(box[i]) > FAR)
            fail(job, "a box has the coordinate %g: in pixels? then say --image-size", box[i]);
    }
    double out[4] = {(box[0] + box[2]) / 2, (box[1] + box[3]) / 2, box[2] - box[0],
                     box[3] - box[1]};
    for (size_t i = 0; i < 4; i++) put_float(job->out, scale * out[i], !(*n)++);
}

static bool has_boxes(const struct job *job, const struct rows *boxes) {
    return boxes && boxes->tensor && job->options->box_scale > 0;
}

static void check_size(struct job *job, size_t n_objects, size_t n_numbers) {
    if (n_objects > MAX_OBJECTS)
        fail(job, "a scene has %zu objects; the limit is %u", n_objects, MAX_OBJECTS);
    if (!n_numbers || n_numbers > MAX_NUMBERS)
        fail(job, "an object has %zu numbers; there must be 1 to %u", n_numbers, MAX_NUMBERS);
    if (job->report.objects && n_objects && n_numbers != job->report.numbers)
        fail(job, "an object has %zu numbers, others have %zu", n_numbers, job->report.numbers);
    if (job->report.scenes >= MAX_SCENES) fail(job, "there are more than %u scenes", MAX_SCENES);
}

/* `id`: a name, or NULL: by number. */
static void begin_scene(struct job *job, const char *id, double index) {
    buf_puts(job->out, "{");
    if (id) json_field_text(job->out, "id", id);
    else json_field_number(job->out, "image_index", index);
    json_key(job->out, "objects");
    buf_puts(job->out, "[");
    job->report.scenes++;
}

static void put_object(struct job *job, const struct rows *features, const struct rows *boxes,
                       size_t row, bool first) {
    size_t n = 0;
    buf_puts(job->out, first ? "{\"features\":[" : ",{\"features\":[");
    put_numbers(job, features, row, &n);
    if (has_boxes(job, boxes)) put_box(job, boxes, row, &n);
    buf_puts(job->out, "]}");
    job->report.objects++;
    job->report.numbers = n;
}

static size_t all_numbers(const struct job *job, const struct rows *features,
                          const struct rows *boxes) {
    return features->n_numbers + (has_boxes(job, boxes) ? BOX_NUMBERS : 0);
}

static void put_scene(struct job *job, const char *id, double index, const struct rows *features,
                      const struct rows *boxes, size_t n) {
    check_size(job, n, all_numbers(job, features, boxes));
    begin_scene(job, id, index);
    for (size_t i = 0; i < n; i++) put_object(job, features, boxes, i, !i);
    buf_puts(job->out, "]}\n");
}

/* ---- tensors --------------------------------------------------------------------------------- */

/* The array of this name, or NULL; it must have the shape, where 0 is any. */
static const struct tensor *find(struct job *job, const char *name, uint32_t n_dims, size_t first,
                                 size_t last) {
    const struct tensor *t = tensors_find(&job->tensors, name);
    if (!t) return NULL;
    if (t->n_dims != n_dims || (first && t->dims[0] != first) ||
        (last && t->dims[n_dims - 1] != last))
        fail(job, "the array '%.60s' does not have the shape that goes with the features", name);
    return t;
}

/* Objects of all scenes: those of a scene need not stand together. */
static void convert_list(struct job *job, const struct tensor *t) {
    static const char *const names[] = {"image", "image_index", "scene"};
    const struct tensor *of = NULL, *boxes = find(job, "boxes", 2, t->dims[0], 4);
    for (size_t i = 0; i < 3 && !of; i++) of = find(job, names[i], 1, t->dims[0], 0);
    if (!of)
        fail(job, "an array 'image' is needed, which says of each object whose it is: [%zu]",
             t->dims[0]);
    size_t n = t->dims[0], most = 0;
    for (size_t i = 0; i < n; i++) {
        double image = number(job, of, i);
        if (image < 0 || image != floor(image) || image >= MAX_SCENES)
            fail(job, "the array '%.60s' has %g, which is no number of an image", of->name, image);
        if ((size_t)image >= most) most = (size_t)image + 1;
    }
    size_t *next = arena_array(job->arena, size_t, n + 1);
    size_t *first = arena_array(job->arena, size_t, most + 1);
    for (size_t i = 0; i < most; i++) first[i] = SIZE_MAX;
    for (size_t i = n; i-- > 0;) {
        size_t image = (size_t)number(job, of, i);
        next[i] = first[image];
        first[image] = i;
    }
    struct rows features = {t, 0, t->dims[1]}, box = {boxes, 0, 4};
    for (size_t s = 0; s < most; s++) {
        size_t count = 0;
        for (size_t i = first[s]; i != SIZE_MAX; i = next[i]) count++;
        if (!count) continue;
        check_size(job, count, all_numbers(job, &features, &box));
        begin_scene(job, NULL, (double)s);
        for (size_t i = first[s]; i != SIZE_MAX; i = next[i])
            put_object(job, &features, &box, i, i == first[s]);
        buf_puts(job->out, "]}\n");
    }
}

static void convert_block(struct job *job, const struct tensor *t) {
    size_t n = t->dims[1];
    const struct tensor *counts = find(job, "counts", 1, t->dims[0], 0);
    const struct tensor *boxes = find(job, "boxes", 3, t->dims[0], 4);
    if (boxes && boxes->dims[1] != n) fail(job, "there are not as many boxes as features");
    for (size_t s = 0; s < t->dims[0]; s++) {
        double count = counts ? number(job, counts, s) : (double)n;
        if (count < 0 || count > (double)n || count != floor(count))
            fail(job, "scene %zu has %g objects of %zu", s, count, n);
        struct rows features = {t, s * n, t->dims[2]}, box = {boxes, s * n, 4};
        put_scene(job, NULL, (double)s, &features, &box, (size_t)count);
    }
}

static bool is_of_another(const char *name) {
    size_t n = strlen(name);
    return n > 6 && !strcmp(name + n - 6, ".boxes");
}

static void convert_each(struct job *job) {
    for (uint32_t i = 0; i < job->tensors.list.n; i++) {
        const struct tensor *t = &job->tensors.list.at[i];
        struct buf name;
        if (is_of_another(t->name)) continue;
        if (t->n_dims != 2)
            fail(job, "the array '%.60s' is neither 'features' nor a scene, [objects, numbers]",
                 t->name);
        buf_init(&name, job->arena);
        buf_printf(&name, "%s.boxes", t->name);
        struct rows features = {t, 0, t->dims[1]};
        struct rows box = {find(job, name.at, 2, t->dims[0], 4), 0, 4};
        put_scene(job, t->name, 0, &features, &box, t->dims[0]);
    }
}

static void convert_tensors(struct job *job) {
    const struct tensor *t = tensors_find(&job->tensors, "features");
    if (!t) convert_each(job);
    else if (t->n_dims == 3) convert_block(job, t);
    else if (t->n_dims == 2) convert_list(job, t);
    else
        fail(job,
             "the array 'features' is neither [objects, numbers] nor [scenes, objects, numbers]");
}

/* ---- JSON lines -------------------------------------------------------------------------------- */

/* A list of lists of numbers as a tensor of doubles; NULL where there is none. */
static const struct tensor *table_of(struct job *job, const json_t *list, const char *name) {
    struct tensor *t = arena_new(job->arena, struct tensor);
    size_t n = json_array_size(list), m = json_array_size(json_array_get(list, 0));
    if (!list) return NULL;
    if (!json_is_array(list)) fail(job, "\"%s\" must be a list of lists of numbers", name);
    *t = (struct tensor){name, 2, {n, m}, n * m, NUMBER_F64, false, NULL};
    double *values = arena_array(job->arena, double, n *m + 1);
    for (size_t i = 0; i < n; i++) {
        const json_t *row = json_array_get(list, i);
        if (!json_is_array(row) || json_array_size(row) != m)
            fail(job, "\"%s\" must be a list of lists of equal length", name);
        for (size_t k = 0; k < m; k++) {
            if (!json_is_number(json_array_get(row, k)))
                fail(job, "\"%s\" has something that is not a number", name);
            values[i * m + k] = json_number_value(json_array_get(row, k));
        }
    }
    t->bytes = (const unsigned char *)values;
    return t;
}

static void convert_json(struct job *job, const json_t *line) {
    const json_t *id = json_object_get(line, "id");
    const json_t *index = json_object_get(line, "image_index");
    const struct tensor *t = table_of(job, json_object_get(line, "features"), "features");
    const struct tensor *boxes = table_of(job, json_object_get(line, "boxes"), "boxes");
    if (!json_is_object(line) || !t || !(json_is_string(id) || json_is_integer(index)))
        fail(job, "a line needs \"features\" and an \"id\" (text) or \"image_index\" (number)");
    if (boxes && t->dims[0] && (boxes->dims[0] != t->dims[0] || boxes->dims[1] != 4))
        fail(job, "\"boxes\" must have four numbers for each row of \"features\"");
    struct rows features = {t, 0, t->dims[0] ? t->dims[1] : 1}, box = {boxes, 0, 4};
    const char *name = json_string_value(id);
    put_scene(job, name ? arena_strndup(job->arena, name, strlen(name)) : NULL,
              (double)json_integer_value(index), &features, &box, t->dims[0]);
}

/* JSON is not the arena's, so what is raised lands here first. */
static void convert_line(struct job *job, const char *text, size_t n) {
    struct guard *outer = job->arena->guard, inner;
    g2l2_error err;
    json_t *line = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    job->arena->guard = &inner;
    if (guard_try(&inner, &err)) {
        if (!line) fail(job, "this line is not JSON");
        convert_json(job, line);
    }
    job->arena->guard = outer;
    json_decref(line);
    if (inner.status) guard_raise(outer, inner.status, job->line, 0, "%s", err.message);
}

static void convert_lines(struct job *job, const char *data, size_t n) {
    for (size_t at = 0; at < n;) {
        const char *end = memchr(data + at, '\n', n - at);
        size_t length = end ? (size_t)(end - data) - at : n - at;
        job->line++;
        if (strspn(data + at, " \t\r") < length) convert_line(job, data + at, length);
        at += length + 1;
    }
}

/* ---- the file ------------------------------------------------------------------------------------ */

/* A header of safetensors begins with its length, so its ninth byte is the brace. */
static bool is_lines(const char *data, size_t n) {
    size_t at = strspn(data, " \t\r\n");
    return n && data[at] == '{';
}

static void convert(struct job *job, const char *data, size_t n) {
    if (is_lines(data, n)) convert_lines(job, data, n);
    else {
        tensors_read(&job->tensors, (const unsigned char *)data, n);
        convert_tensors(job);
    }
    if (!job->report.objects) fail(job, "there is no object in it");
}

g2l2_status features_convert_bytes(const char *path, const char *data, size_t n,
                                   const struct features_options *options, struct buf *out,
                                   struct features_report *report, g2l2_error *err) {
    g2l2_error inner = {0};
    struct guard guard, *outer = out->arena->guard;
    struct job job = {.options = options, .arena = out->arena, .out = out};
    job.tensors.arena = out->arena;
    out->arena->guard = &guard;
    if (guard_try(&guard, &inner)) convert(&job, data, n);
    out->arena->guard = outer;
    *report = job.report;
    if (guard.status && job.line)
        return err_set(err, guard.status, job.line, 0, "%.200s:%zu: %s", path, job.line,
                       inner.message);
    return guard.status ? err_set(err, guard.status, 0, 0, "%.200s: %s", path, inner.message)
                        : G2L2_STATUS_OK;
}

g2l2_status features_convert(const char *path, const struct features_options *options,
                             struct buf *out, struct features_report *report, g2l2_error *err) {
    char *data = NULL;
    size_t n = 0;
    g2l2_status status = file_read(path, options->max_bytes, &data, &n, err);
    if (!status) status = features_convert_bytes(path, data, n, options, out, report, err);
    free(data);
    return status;
}
