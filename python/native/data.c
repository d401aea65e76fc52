/* Examples and scenes; features and boxes as arrays that are not copied. */
#include "native.h"

/* Examples and scenes are made, read and parsed alike. */
#define READ_ALIKE(type)                                                                           \
    FUNCTION(type##_new) {                                                                         \
        g2l2_##type *out;                                                                          \
        g2l2_error err;                                                                            \
        (void)module, (void)args;                                                                  \
        return g2l2_##type##_new(&out, &err) ? native_fail(&err) : native_own_##type(out, NULL);   \
    }                                                                                              \
    FUNCTION(type##_read) {                                                                        \
        g2l2_##type *self;                                                                         \
        g2l2_error err;                                                                            \
        const char *path;                                                                          \
        g2l2_status status;                                                                        \
        (void)module;                                                                              \
        ARGS("O&s", native_get_##type, &self, &path);                                              \
        CALL(status, g2l2_##type##_read(self, path, NULL, &err));                                  \
        DONE(status);                                                                              \
    }                                                                                              \
    FUNCTION(type##_parse) {                                                                       \
        g2l2_##type *self;                                                                         \
        g2l2_error err;                                                                            \
        const char *at, *name;                                                                     \
        Py_ssize_t n;                                                                              \
        g2l2_status status;                                                                        \
        (void)module;                                                                              \
        ARGS("O&s#z", native_get_##type, &self, &at, &n, &name);                                   \
        CALL(status, g2l2_##type##_parse(self, at, (size_t)n, name, NULL, &err));                  \
        DONE(status);                                                                              \
    }

READ_ALIKE(dataset)
READ_ALIKE(scenes)

/* ---- examples ------------------------------------------------------------------------------- */

FUNCTION(dataset_read_questions) {
    g2l2_dataset *self;
    g2l2_scenes *scenes;
    g2l2_error err;
    const char *path;
    g2l2_status status;
    (void)module;
    ARGS("O&sO&", native_get_dataset, &self, &path, native_get_scenes, &scenes);
    CALL(status, g2l2_dataset_read_questions(self, path, scenes, NULL, &err));
    DONE(status);
}

FUNCTION(dataset_parse_questions) {
    g2l2_dataset *self;
    g2l2_scenes *scenes;
    g2l2_error err;
    const char *at, *name;
    Py_ssize_t n;
    g2l2_status status;
    (void)module;
    ARGS("O&s#zO&", native_get_dataset, &self, &at, &n, &name, native_get_scenes, &scenes);
    CALL(status, g2l2_dataset_parse_questions(self, at, (size_t)n, name, scenes, NULL, &err));
    DONE(status);
}

static PyObject *one_example(const void *from, size_t i) {
    g2l2_example e = g2l2_dataset_get(from, i);
    return Py_BuildValue("(NNNnnNN)", native_text(e.sentence), native_text(e.target),
                         native_text(e.file), (Py_ssize_t)e.line,
                         e.scene == SIZE_MAX ? -1 : (Py_ssize_t)e.scene, native_text(e.family),
                         native_text(e.kind));
}

FUNCTION(dataset_examples) {
    g2l2_dataset *self;
    (void)module;
    ARGS("O&", native_get_dataset, &self);
    return native_list(g2l2_dataset_count(self), one_example, self);
}

/* ---- scenes --------------------------------------------------------------------------------- */

FUNCTION(scenes_read_tables) {
    g2l2_scenes *self;
    g2l2_error err;
    PyObject *list;
    g2l2_status status;
    size_t n;
    (void)module;
    ARGS("O&O", native_get_scenes, &self, &list);
    const char **paths = native_strings(list, &n);
    if (!paths) return NULL;
    CALL(status, g2l2_scenes_read_tables(self, paths, n, NULL, &err));
    free(paths);
    DONE(status);
}

/* Names and texts, one after the other. */
FUNCTION(scenes_parse_tables) {
    g2l2_scenes *self;
    g2l2_error err;
    PyObject *list;
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    size_t n;
    (void)module;
    ARGS("O&O", native_get_scenes, &self, &list);
    const char **all = native_strings(list, &n);
    if (!all) return NULL;
    g2l2_text *tables = calloc(n / 2 + 1, sizeof *tables);
    err = (g2l2_error){.status = status, .message = "out of memory"};
    for (size_t i = 0; tables && i < n / 2; i++)
        tables[i] = (g2l2_text){all[2 * i], all[2 * i + 1], strlen(all[2 * i + 1])};
    if (tables) CALL(status, g2l2_scenes_parse_tables(self, tables, n / 2, NULL, &err));
    free(tables);
    free(all);
    DONE(status);
}

FUNCTION(scenes_about) {
    g2l2_scenes *self;
    (void)module;
    ARGS("O&", native_get_scenes, &self);
    return native_text(g2l2_scenes_about(self));
}

static PyObject *one_scene(const void *from, size_t i) {
    return Py_BuildValue("(Nn)", native_text(g2l2_scenes_name(from, i)),
                         (Py_ssize_t)g2l2_scenes_n_objects(from, i));
}

FUNCTION(scenes_list) {
    g2l2_scenes *self;
    (void)module;
    ARGS("O&", native_get_scenes, &self);
    return native_list(g2l2_scenes_count(self), one_scene, self);
}

FUNCTION(scenes_find) {
    g2l2_scenes *self;
    g2l2_error err;
    const char *name;
    size_t out;
    (void)module;
    ARGS("O&s", native_get_scenes, &self, &name);
    return g2l2_scenes_find(self, name, &out, &err) ? native_fail(&err) : PyLong_FromSize_t(out);
}

FUNCTION(scenes_encode) {
    g2l2_scenes *self;
    g2l2_error err;
    g2l2_status status;
    g2l2_feature_options options = g2l2_feature_options_default();
    unsigned long long seed = options.seed;
    (void)module;
    ARGS("O&|idK", native_get_scenes, &self, &options.size, &options.noise, &seed);
    options.seed = seed;
    CALL(status, g2l2_scenes_encode(self, &options, &err));
    DONE(status);
}

FUNCTION(scenes_encode_for) {
    g2l2_scenes *self;
    g2l2_model *model;
    g2l2_error err;
    g2l2_status status;
    (void)module;
    ARGS("O&O&", native_get_scenes, &self, native_get_model, &model);
    CALL(status, g2l2_scenes_encode_for(self, model, &err));
    DONE(status);
}

FUNCTION(scenes_features) {
    g2l2_scenes *self;
    PyObject *owner;
    Py_ssize_t scene;
    (void)module;
    ARGS("On", &owner, &scene);
    if (!native_get_scenes(owner, &self)) return NULL;
    size_t shape[2] = {g2l2_scenes_n_objects(self, (size_t)scene), 0};
    const float *at = g2l2_scenes_features(self, (size_t)scene, &shape[1]);
    return native_numbers(owner, native_unconst(at), 'f', sizeof *at, 2, shape, 1);
}

FUNCTION(scenes_boxes) {
    g2l2_scenes *self;
    PyObject *owner;
    Py_ssize_t scene;
    (void)module;
    ARGS("On", &owner, &scene);
    if (!native_get_scenes(owner, &self)) return NULL;
    const float *at = g2l2_scenes_boxes(self, (size_t)scene);
    return native_numbers(owner, native_unconst(at), 'f', sizeof *at, 2,
                          (size_t[]){g2l2_scenes_n_objects(self, (size_t)scene), 4}, 1);
}

FUNCTION(scenes_show) {
    g2l2_scenes *self;
    g2l2_error err;
    Py_ssize_t scene;
    const char *name;
    g2l2_format format;
    char *out;
    (void)module;
    ARGS("O&ns", native_get_scenes, &self, &scene, &name);
    if (!native_get_format(name, &format)) return NULL;
    return g2l2_scenes_show(self, (size_t)scene, format, &out, &err) ? native_fail(&err)
                                                                     : native_text_freed(out);
}

PyMethodDef native_data[] = {ROW(dataset_new),
                             ROW(dataset_read),
                             ROW(dataset_parse),
                             ROW(dataset_read_questions),
                             ROW(dataset_parse_questions),
                             ROW(dataset_examples),
                             ROW(scenes_new),
                             ROW(scenes_read),
                             ROW(scenes_parse),
                             ROW(scenes_read_tables),
                             ROW(scenes_parse_tables),
                             ROW(scenes_about),
                             ROW(scenes_list),
                             ROW(scenes_find),
                             ROW(scenes_encode),
                             ROW(scenes_encode_for),
                             ROW(scenes_features),
                             ROW(scenes_boxes),
                             ROW(scenes_show),
                             {NULL, NULL, 0, NULL}};
