/* g2l2._native - the public header as Python functions, and nothing more. What people use is the
 * package around it, in Python.
 *
 *     g2l2_model *  ◀─ capsule "g2l2.model" ─▶  whatever it must not outlive
 *
 * Every handle is a capsule that frees it; what a handle points into is kept alive by its context.
 * Numbers leave without a copy, as buffers whose owner is the handle that they lie in. The
 * interpreter's lock is released wherever the library works for long; the package sees to it that
 * a parser is used by one thread at a time, and that scenes are not changed once they are asked
 * about. Only the limited API is used, so that one build serves every later Python. */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdlib.h>
#include <string.h>

#include <g2l2.h>

/* ---- errors ---------------------------------------------------------------------------------- */

/* An exception of g2l2.errors, which knows where it happened. */
static PyObject *fail(const g2l2_error *err) {
    PyObject *module = PyImport_ImportModule("g2l2.errors");
    PyObject *made =
        module ? PyObject_CallMethod(module, "_make", "isnn", (int)err->status, err->message,
                                     (Py_ssize_t)err->line, (Py_ssize_t)err->column)
               : NULL;
    if (made) PyErr_SetObject((PyObject *)Py_TYPE(made), made);
    Py_XDECREF(made);
    Py_XDECREF(module);
    return NULL;
}

/* Text that may be NULL, and may hold anything. */
static PyObject *text_n(const char *text, size_t n) {
    if (!text) Py_RETURN_NONE;
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)n, "replace");
}

static PyObject *text(const char *at) {
    return text_n(at, at ? strlen(at) : 0);
}

static PyObject *text_freed(char *at) {
    PyObject *out = text(at);
    free(at);
    return out;
}

/* ---- handles --------------------------------------------------------------------------------- */

#define HANDLE(type)                                                                               \
    static void free_##type(PyObject *capsule) {                                                   \
        PyObject *keep = PyCapsule_GetContext(capsule);                                            \
        g2l2_##type##_free(PyCapsule_GetPointer(capsule, "g2l2." #type));                          \
        Py_XDECREF(keep);                                                                          \
    }                                                                                              \
    static int get_##type(PyObject *from, void *out) {                                             \
        *(g2l2_##type **)out = PyCapsule_GetPointer(from, "g2l2." #type);                          \
        return *(g2l2_##type **)out != NULL;                                                       \
    }                                                                                              \
    static int get_##type##_or_none(PyObject *from, void *out) {                                   \
        *(g2l2_##type **)out = NULL;                                                               \
        return from == Py_None || get_##type(from, out);                                           \
    }                                                                                              \
    static PyObject *own_##type(g2l2_##type *self, PyObject *keep) {                               \
        PyObject *out = PyCapsule_New(self, "g2l2." #type, free_##type);                           \
        if (!out) return g2l2_##type##_free(self), NULL;                                           \
        Py_XINCREF(keep);                                                                          \
        PyCapsule_SetContext(out, keep);                                                           \
        return out;                                                                                \
    }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
HANDLE(domain)
HANDLE(dataset)
HANDLE(scenes)
HANDLE(image)
HANDLE(detector)
HANDLE(model)
HANDLE(parser)
#pragma GCC diagnostic pop

/* A function of Python: its arguments by a format, into variables that are declared before. */
#define ARGS(...)                                                                                  \
    if (!PyArg_ParseTuple(args, __VA_ARGS__)) return NULL
#define FUNCTION(name) static PyObject *name(PyObject *module, PyObject *args)
/* A call that may take long, with the interpreter free for other threads. */
#define CALL(status, call)                                                                         \
    do {                                                                                           \
        Py_BEGIN_ALLOW_THREADS status = (call);                                                    \
        Py_END_ALLOW_THREADS                                                                       \
    } while (0)
#define DONE(status)                                                                               \
    do {                                                                                           \
        if (status) return fail(&err);                                                             \
        Py_RETURN_NONE;                                                                            \
    } while (0)

/* ---- numbers without a copy ------------------------------------------------------------------ */

struct numbers {
    PyObject_HEAD PyObject *owner;
    void *data;
    char format[2];
    int n_dimensions;
    Py_ssize_t item, shape[3], strides[3];
    int readonly;
};

static PyTypeObject *numbers_type;

static int numbers_get(PyObject *object, Py_buffer *view, int flags) {
    struct numbers *self = (struct numbers *)object;
    if ((flags & PyBUF_WRITABLE) && self->readonly) {
        view->obj = NULL;
        PyErr_SetString(PyExc_BufferError, "these numbers can only be read");
        return -1;
    }
    Py_ssize_t length = self->item;
    for (int i = 0; i < self->n_dimensions; i++) length *= self->shape[i];
    *view = (Py_buffer){.buf = self->data,
                        .obj = object,
                        .len = length,
                        .itemsize = self->item,
                        .readonly = self->readonly,
                        .ndim = self->n_dimensions,
                        .format = flags & PyBUF_FORMAT ? self->format : NULL,
                        .shape = flags & PyBUF_ND ? self->shape : NULL,
                        .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? self->strides : NULL};
    Py_INCREF(object);
    return 0;
}

static void numbers_free(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF(((struct numbers *)object)->owner);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyType_Slot numbers_slots[] = {{Py_bf_getbuffer, (void *)numbers_get},
                                      {Py_tp_dealloc, (void *)numbers_free},
                                      {Py_tp_doc, (void *)"Numbers where they lie, as a buffer."},
                                      {0, NULL}};
static PyType_Spec numbers_spec = {"g2l2._native.Numbers", sizeof(struct numbers), 0,
                                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                   numbers_slots};

/* shape: [n]; item: bytes of a number. NULL is none. */
static PyObject *numbers_new(PyObject *owner, void *data, char format, Py_ssize_t item, int n,
                             const size_t *shape, int readonly) {
    if (!data) Py_RETURN_NONE;
    allocfunc alloc = (allocfunc)PyType_GetSlot(numbers_type, Py_tp_alloc);
    struct numbers *self = (struct numbers *)alloc(numbers_type, 0);
    if (!self) return NULL;
    Py_INCREF(owner);
    self->owner = owner;
    self->data = data;
    self->format[0] = format;
    self->item = item;
    self->n_dimensions = n;
    self->readonly = readonly;
    for (int i = n - 1; i >= 0; i--) {
        self->shape[i] = (Py_ssize_t)shape[i];
        self->strides[i] = i + 1 < n ? self->strides[i + 1] * self->shape[i + 1] : item;
    }
    return (PyObject *)self;
}

/* What is only read, by those who say so: the buffer is marked as such. */
static void *unconst(const void *data) {
    union {
        const void *from;
        void *to;
    } both = {data};
    return both.to;
}

/* ---- lists of texts -------------------------------------------------------------------------- */

/* [*n] the strings of a list, which must live as long; the caller frees the array. */
static const char **strings(PyObject *list, size_t *n) {
    Py_ssize_t size = PyList_Size(list);
    if (size < 0) return NULL;
    const char **out = calloc((size_t)size + 1, sizeof *out);
    if (!out) return (const char **)PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < size; i++)
        if (!(out[i] = PyUnicode_AsUTF8AndSize(PyList_GetItem(list, i), NULL)))
            return free(out), NULL;
    *n = (size_t)size;
    return out;
}

/* A list by a function that makes each of its items. */
static PyObject *list_of(size_t n, PyObject *(*item)(const void *, size_t), const void *from) {
    PyObject *out = PyList_New((Py_ssize_t)n);
    for (size_t i = 0; out && i < n; i++) {
        PyObject *one = item(from, i);
        if (!one || PyList_SetItem(out, (Py_ssize_t)i, one)) Py_CLEAR(out);
    }
    return out;
}

static PyObject *one_text(const void *from, size_t i) {
    return text(((const char *const *)from)[i]);
}

static int get_format(const char *name, g2l2_format *out) {
    if (g2l2_format_find(name, out)) return 1;
    PyErr_Format(PyExc_ValueError, "there is no format '%s'", name);
    return 0;
}

/* ---- domains --------------------------------------------------------------------------------- */

FUNCTION(domain_open) {
    g2l2_domain *out;
    g2l2_error err;
    const char *name;
    (void)module;
    ARGS("s", &name);
    return g2l2_domain_open(name, &out, &err) ? fail(&err) : own_domain(out, NULL);
}

FUNCTION(domain_parse) {
    g2l2_domain *out;
    g2l2_error err;
    const char *at;
    Py_ssize_t n;
    (void)module;
    ARGS("s#", &at, &n);
    return g2l2_domain_parse(at, (size_t)n, &out, &err) ? fail(&err) : own_domain(out, NULL);
}

FUNCTION(domain_names) {
    (void)module, (void)args;
    const char *const *names = g2l2_domain_names();
    size_t n = 0;
    while (names[n]) n++;
    return list_of(n, one_text, names);
}

static PyObject *about_domain(const g2l2_domain *self) {
    return Py_BuildValue("(NNNO)", text(g2l2_domain_name(self)), text(g2l2_domain_about(self)),
                         text(g2l2_domain_text(self)),
                         g2l2_domain_has_scenes(self) ? Py_True : Py_False);
}

FUNCTION(domain_about) {
    g2l2_domain *self;
    (void)module;
    ARGS("O&", get_domain, &self);
    return about_domain(self);
}

FUNCTION(domain_show) {
    g2l2_domain *self;
    g2l2_error err;
    const char *name;
    g2l2_format format;
    char *out;
    (void)module;
    ARGS("O&s", get_domain, &self, &name);
    if (!get_format(name, &format)) return NULL;
    return g2l2_domain_show(self, format, &out, &err) ? fail(&err) : text_freed(out);
}

static PyObject *one_warning(const void *from, size_t i) {
    g2l2_warning w = g2l2_warnings_get(from, i);
    return Py_BuildValue("(nnN)", (Py_ssize_t)w.line, (Py_ssize_t)w.column, text(w.message));
}

FUNCTION(domain_check) {
    g2l2_domain *self;
    g2l2_error err;
    g2l2_warnings *found;
    g2l2_status status;
    (void)module;
    ARGS("O&", get_domain, &self);
    CALL(status, g2l2_domain_check(self, NULL, &found, &err));
    if (status) return fail(&err);
    PyObject *out = list_of(g2l2_warnings_count(found), one_warning, found);
    g2l2_warnings_free(found);
    return out;
}

static PyObject *one_candidate(const void *from, size_t i) {
    g2l2_candidate c = g2l2_candidates_get(from, i);
    return Py_BuildValue("(NN)", text(c.category), text(c.program));
}

FUNCTION(domain_candidates) {
    g2l2_domain *self;
    g2l2_error err;
    const char *set;
    PyObject *list;
    g2l2_candidates *found;
    g2l2_status status;
    size_t n;
    (void)module;
    ARGS("O&zO", get_domain, &self, &set, &list);
    const char **targets = strings(list, &n);
    if (!targets) return NULL;
    CALL(status, g2l2_domain_candidates(self, set, targets, n, NULL, &found, &err));
    free(targets);
    if (status) return fail(&err);
    PyObject *out = list_of(g2l2_candidates_count(found), one_candidate, found);
    g2l2_candidates_free(found);
    return out;
}

FUNCTION(domain_same) {
    g2l2_domain *self;
    const char *got, *wanted;
    (void)module;
    ARGS("O&ss", get_domain, &self, &got, &wanted);
    return PyBool_FromLong(g2l2_domain_same(self, got, wanted));
}

static PyObject *one_kind(const void *from, size_t i) {
    const g2l2_kind *k = (const g2l2_kind *)from + i;
    return Py_BuildValue("(NN)", text(k->name), text(k->about));
}

static PyObject *one_operation(const void *from, size_t i) {
    const g2l2_operation *o = (const g2l2_operation *)from + i;
    return Py_BuildValue("(NNN)", text(o->name), text(o->signature), text(o->about));
}

FUNCTION(kinds) {
    (void)module, (void)args;
    size_t n = g2l2_kinds(NULL, NULL, 0);
    g2l2_kind *all = calloc(n + 1, sizeof *all);
    if (!all) return PyErr_NoMemory();
    g2l2_kinds(NULL, all, n);
    PyObject *out = list_of(n, one_kind, all);
    free(all);
    return out;
}

FUNCTION(operations) {
    (void)module, (void)args;
    size_t n = g2l2_operations(NULL, NULL, 0);
    g2l2_operation *all = calloc(n + 1, sizeof *all);
    if (!all) return PyErr_NoMemory();
    g2l2_operations(NULL, all, n);
    PyObject *out = list_of(n, one_operation, all);
    free(all);
    return out;
}

/* ---- examples -------------------------------------------------------------------------------- */

FUNCTION(dataset_new) {
    g2l2_dataset *out;
    g2l2_error err;
    (void)module, (void)args;
    return g2l2_dataset_new(&out, &err) ? fail(&err) : own_dataset(out, NULL);
}

FUNCTION(dataset_read) {
    g2l2_dataset *self;
    g2l2_error err;
    const char *path;
    g2l2_status status;
    (void)module;
    ARGS("O&s", get_dataset, &self, &path);
    CALL(status, g2l2_dataset_read(self, path, NULL, &err));
    DONE(status);
}

FUNCTION(dataset_parse) {
    g2l2_dataset *self;
    g2l2_error err;
    const char *at, *name;
    Py_ssize_t n;
    g2l2_status status;
    (void)module;
    ARGS("O&s#z", get_dataset, &self, &at, &n, &name);
    CALL(status, g2l2_dataset_parse(self, at, (size_t)n, name, NULL, &err));
    DONE(status);
}

FUNCTION(dataset_read_questions) {
    g2l2_dataset *self;
    g2l2_scenes *scenes;
    g2l2_error err;
    const char *path;
    g2l2_status status;
    (void)module;
    ARGS("O&sO&", get_dataset, &self, &path, get_scenes, &scenes);
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
    ARGS("O&s#zO&", get_dataset, &self, &at, &n, &name, get_scenes, &scenes);
    CALL(status, g2l2_dataset_parse_questions(self, at, (size_t)n, name, scenes, NULL, &err));
    DONE(status);
}

static PyObject *one_example(const void *from, size_t i) {
    g2l2_example e = g2l2_dataset_get(from, i);
    return Py_BuildValue("(NNNnnNN)", text(e.sentence), text(e.target), text(e.file),
                         (Py_ssize_t)e.line, e.scene == SIZE_MAX ? -1 : (Py_ssize_t)e.scene,
                         text(e.family), text(e.kind));
}

FUNCTION(dataset_examples) {
    g2l2_dataset *self;
    (void)module;
    ARGS("O&", get_dataset, &self);
    return list_of(g2l2_dataset_count(self), one_example, self);
}

/* ---- scenes ---------------------------------------------------------------------------------- */

FUNCTION(scenes_new) {
    g2l2_scenes *out;
    g2l2_error err;
    (void)module, (void)args;
    return g2l2_scenes_new(&out, &err) ? fail(&err) : own_scenes(out, NULL);
}

FUNCTION(scenes_read) {
    g2l2_scenes *self;
    g2l2_error err;
    const char *path;
    g2l2_status status;
    (void)module;
    ARGS("O&s", get_scenes, &self, &path);
    CALL(status, g2l2_scenes_read(self, path, NULL, &err));
    DONE(status);
}

FUNCTION(scenes_parse) {
    g2l2_scenes *self;
    g2l2_error err;
    const char *at, *name;
    Py_ssize_t n;
    g2l2_status status;
    (void)module;
    ARGS("O&s#z", get_scenes, &self, &at, &n, &name);
    CALL(status, g2l2_scenes_parse(self, at, (size_t)n, name, NULL, &err));
    DONE(status);
}

FUNCTION(scenes_read_tables) {
    g2l2_scenes *self;
    g2l2_error err;
    PyObject *list;
    g2l2_status status;
    size_t n;
    (void)module;
    ARGS("O&O", get_scenes, &self, &list);
    const char **paths = strings(list, &n);
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
    ARGS("O&O", get_scenes, &self, &list);
    const char **all = strings(list, &n);
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
    ARGS("O&", get_scenes, &self);
    return text(g2l2_scenes_about(self));
}

static PyObject *one_scene(const void *from, size_t i) {
    return Py_BuildValue("(Nn)", text(g2l2_scenes_name(from, i)),
                         (Py_ssize_t)g2l2_scenes_n_objects(from, i));
}

FUNCTION(scenes_list) {
    g2l2_scenes *self;
    (void)module;
    ARGS("O&", get_scenes, &self);
    return list_of(g2l2_scenes_count(self), one_scene, self);
}

FUNCTION(scenes_find) {
    g2l2_scenes *self;
    g2l2_error err;
    const char *name;
    size_t out;
    (void)module;
    ARGS("O&s", get_scenes, &self, &name);
    return g2l2_scenes_find(self, name, &out, &err) ? fail(&err) : PyLong_FromSize_t(out);
}

FUNCTION(scenes_encode) {
    g2l2_scenes *self;
    g2l2_error err;
    g2l2_status status;
    g2l2_feature_options options = g2l2_feature_options_default();
    unsigned long long seed = options.seed;
    (void)module;
    ARGS("O&|idK", get_scenes, &self, &options.size, &options.noise, &seed);
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
    ARGS("O&O&", get_scenes, &self, get_model, &model);
    CALL(status, g2l2_scenes_encode_for(self, model, &err));
    DONE(status);
}

FUNCTION(scenes_features) {
    g2l2_scenes *self;
    PyObject *owner;
    Py_ssize_t scene;
    (void)module;
    ARGS("On", &owner, &scene);
    if (!get_scenes(owner, &self)) return NULL;
    size_t shape[2] = {g2l2_scenes_n_objects(self, (size_t)scene), 0};
    const float *at = g2l2_scenes_features(self, (size_t)scene, &shape[1]);
    return numbers_new(owner, unconst(at), 'f', sizeof *at, 2, shape, 1);
}

FUNCTION(scenes_boxes) {
    g2l2_scenes *self;
    PyObject *owner;
    Py_ssize_t scene;
    (void)module;
    ARGS("On", &owner, &scene);
    if (!get_scenes(owner, &self)) return NULL;
    const float *at = g2l2_scenes_boxes(self, (size_t)scene);
    return numbers_new(owner, unconst(at), 'f', sizeof *at, 2,
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
    ARGS("O&ns", get_scenes, &self, &scene, &name);
    if (!get_format(name, &format)) return NULL;
    return g2l2_scenes_show(self, (size_t)scene, format, &out, &err) ? fail(&err) : text_freed(out);
}

/* ---- images ---------------------------------------------------------------------------------- */

FUNCTION(scenes_list_images) {
    g2l2_scenes *self;
    g2l2_error err;
    const char *directory;
    (void)module;
    ARGS("O&s", get_scenes, &self, &directory);
    DONE(g2l2_scenes_list_images(self, directory, &err));
}

FUNCTION(scenes_add_image) {
    g2l2_scenes *self;
    g2l2_error err;
    const char *path;
    (void)module;
    ARGS("O&s", get_scenes, &self, &path);
    DONE(g2l2_scenes_add_image(self, path, &err));
}

FUNCTION(scenes_hold_image) {
    g2l2_scenes *self;
    g2l2_error err;
    Py_buffer bytes;
    g2l2_status status;
    (void)module;
    ARGS("O&y*", get_scenes, &self, &bytes);
    CALL(status, g2l2_scenes_hold_image(self, bytes.buf, (size_t)bytes.len, NULL, &err));
    PyBuffer_Release(&bytes);
    DONE(status);
}

FUNCTION(scenes_set_images) {
    g2l2_scenes *self;
    g2l2_error err;
    const char *directory;
    (void)module;
    ARGS("O&z", get_scenes, &self, &directory);
    DONE(g2l2_scenes_set_images(self, directory, &err));
}

FUNCTION(scenes_image) {
    g2l2_scenes *self;
    g2l2_error err;
    Py_ssize_t scene;
    g2l2_image *out;
    (void)module;
    ARGS("O&n", get_scenes, &self, &scene);
    return g2l2_scenes_image(self, (size_t)scene, &out, &err) ? fail(&err) : own_image(out, NULL);
}

FUNCTION(scenes_look_for) {
    g2l2_scenes *self;
    g2l2_dataset *data;
    g2l2_model *model;
    g2l2_error err;
    g2l2_status status;
    g2l2_sight_options how;
    (void)module;
    ARGS("O&O&O&zzzz", get_scenes, &self, get_dataset_or_none, &data, get_model, &model,
         &how.images, &how.boxes, &how.features, &how.detector);
    CALL(status, g2l2_scenes_look_for(self, data, model, &how, &err));
    DONE(status);
}

FUNCTION(image_new) {
    g2l2_error err;
    g2l2_image *out;
    Py_ssize_t width, height, channels;
    (void)module;
    ARGS("nnn", &width, &height, &channels);
    return g2l2_image_new((size_t)width, (size_t)height, (size_t)channels, &out, &err)
               ? fail(&err)
               : own_image(out, NULL);
}

FUNCTION(image_read) {
    g2l2_error err;
    g2l2_image *out;
    const char *path;
    g2l2_status status;
    (void)module;
    ARGS("s", &path);
    CALL(status, g2l2_image_read(path, NULL, &out, &err));
    return status ? fail(&err) : own_image(out, NULL);
}

FUNCTION(image_parse) {
    g2l2_error err;
    g2l2_image *out;
    Py_buffer bytes;
    g2l2_status status;
    (void)module;
    ARGS("y*", &bytes);
    CALL(status, g2l2_image_parse(bytes.buf, (size_t)bytes.len, NULL, &out, &err));
    PyBuffer_Release(&bytes);
    return status ? fail(&err) : own_image(out, NULL);
}

FUNCTION(image_write) {
    g2l2_image *self;
    g2l2_error err;
    const char *path;
    (void)module;
    ARGS("O&s", get_image, &self, &path);
    DONE(g2l2_image_write(self, path, &err));
}

FUNCTION(image_encode) {
    g2l2_image *self;
    g2l2_error err;
    void *bytes;
    size_t n;
    (void)module;
    ARGS("O&", get_image, &self);
    if (g2l2_image_encode(self, &bytes, &n, &err)) return fail(&err);
    PyObject *out = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)n);
    free(bytes);
    return out;
}

FUNCTION(image_pixels) {
    g2l2_image *self;
    PyObject *owner;
    (void)module;
    ARGS("O", &owner);
    if (!get_image(owner, &self)) return NULL;
    return numbers_new(owner, self->pixels, 'B', 1, 3,
                       (size_t[]){self->height, self->width, self->channels}, 0);
}

FUNCTION(detector_load) {
    g2l2_error err;
    g2l2_detector *out;
    const char *path;
    (void)module;
    ARGS("z", &path);
    return g2l2_detector_load(path, &out, &err) ? fail(&err) : own_detector(out, NULL);
}

FUNCTION(detector_save) {
    g2l2_detector *self;
    g2l2_error err;
    const char *path;
    (void)module;
    ARGS("O&s", get_detector, &self, &path);
    DONE(g2l2_detector_save(self, path, &err));
}

static PyObject *one_box(const void *from, size_t i) {
    const g2l2_box *b = (const g2l2_box *)from + i;
    return Py_BuildValue("(fffff)", b->x0, b->y0, b->x1, b->y1, b->score);
}

FUNCTION(detector_find) {
    g2l2_detector *self;
    g2l2_image *image;
    const g2l2_box *boxes;
    size_t n;
    (void)module;
    ARGS("O&O&", get_detector, &self, get_image, &image);
    CALL(n, g2l2_detector_find(self, image, &boxes));
    return list_of(n, one_box, boxes);
}

/* ---- models ---------------------------------------------------------------------------------- */

FUNCTION(model_load) {
    g2l2_error err;
    g2l2_model *out;
    const char *path;
    g2l2_status status;
    (void)module;
    ARGS("s", &path);
    CALL(status, g2l2_model_load(path, &out, &err));
    return status ? fail(&err) : own_model(out, NULL);
}

FUNCTION(model_read) {
    g2l2_error err;
    g2l2_model *out;
    Py_buffer bytes;
    g2l2_status status;
    (void)module;
    ARGS("y*", &bytes);
    CALL(status, g2l2_model_read(bytes.buf, (size_t)bytes.len, &out, &err));
    PyBuffer_Release(&bytes);
    return status ? fail(&err) : own_model(out, NULL);
}

FUNCTION(model_save) {
    g2l2_model *self;
    g2l2_error err;
    const char *path;
    g2l2_status status;
    (void)module;
    ARGS("O&s", get_model, &self, &path);
    CALL(status, g2l2_model_save(self, path, &err));
    DONE(status);
}

FUNCTION(model_write) {
    g2l2_model *self;
    g2l2_error err;
    void *bytes;
    size_t n;
    (void)module;
    ARGS("O&", get_model, &self);
    if (g2l2_model_write(self, &bytes, &n, &err)) return fail(&err);
    PyObject *out = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)n);
    free(bytes);
    return out;
}

FUNCTION(model_about) {
    g2l2_model *self;
    (void)module;
    ARGS("O&", get_model, &self);
    return Py_BuildValue("(NnnN)", about_domain(g2l2_model_domain(self)),
                         (Py_ssize_t)g2l2_model_n_words(self),
                         (Py_ssize_t)g2l2_model_n_features(self), text(g2l2_model_features(self)));
}

FUNCTION(model_same) {
    g2l2_model *self;
    const char *got, *wanted;
    (void)module;
    ARGS("O&ss", get_model, &self, &got, &wanted);
    return PyBool_FromLong(g2l2_domain_same(g2l2_model_domain(self), got, wanted));
}

static PyObject *one_case(const void *from, size_t i) {
    const g2l2_case *c = (const g2l2_case *)from + i;
    return Py_BuildValue("(NN)", text(c->category), text(c->program));
}

static PyObject *one_entry(const void *from, size_t i) {
    g2l2_entry e = g2l2_model_entry(from, i);
    return Py_BuildValue("(NNNddOOIN,N)", text(e.word), text(e.category), text(e.program), e.weight,
                         e.share, e.locked ? Py_True : Py_False, e.off ? Py_True : Py_False,
                         (unsigned)e.uses, text(e.example), list_of(e.n_cases, one_case, e.cases));
}

FUNCTION(model_entries) {
    g2l2_model *self;
    (void)module;
    ARGS("O&", get_model, &self);
    return list_of(g2l2_model_n_entries(self), one_entry, self);
}

/* Each is (kind, entry, word, category, program, weight, locked, off). */
static int get_edit(PyObject *from, g2l2_edit *out) {
    int kind, locked, off;
    Py_ssize_t entry;
    g2l2_entry *with = &out->with;
    if (!PyArg_ParseTuple(from, "inzzzdpp", &kind, &entry, &with->word, &with->category,
                          &with->program, &with->weight, &locked, &off))
        return 0;
    out->kind = (g2l2_edit_kind)kind;
    out->entry = (size_t)entry;
    with->locked = locked;
    with->off = off;
    return 1;
}

FUNCTION(model_edit) {
    g2l2_model *self, *out;
    g2l2_error err;
    PyObject *list;
    g2l2_status status;
    (void)module;
    ARGS("O&O!", get_model, &self, &PyList_Type, &list);
    Py_ssize_t n = PyList_Size(list);
    g2l2_edit *edits = calloc((size_t)n + 1, sizeof *edits);
    if (!edits) return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < n; i++)
        if (!get_edit(PyList_GetItem(list, i), &edits[i])) return free(edits), NULL;
    CALL(status, g2l2_model_edit(self, edits, (size_t)n, NULL, &out, &err));
    free(edits);
    return status ? fail(&err) : own_model(out, NULL);
}

static int get_options(PyObject *dict, g2l2_learn_options *out);

static PyObject *one_taught(const void *from, size_t i) {
    g2l2_taught t = g2l2_lesson_get(from, i);
    return Py_BuildValue("(NNNONNnnNO)", text(t.word), text(t.category), text(t.program),
                         t.known ? Py_True : Py_False, text(t.old_category), text(t.old_program),
                         (Py_ssize_t)t.example, (Py_ssize_t)t.n_rivals, text(t.like),
                         t.own ? Py_True : Py_False);
}

/* Another model, and what it was taught. */
FUNCTION(model_teach) {
    g2l2_model *self, *out;
    g2l2_dataset *data;
    g2l2_scenes *scenes;
    g2l2_budget budget = {0};
    g2l2_lesson *lesson;
    g2l2_error err;
    g2l2_status status;
    (void)module;
    ARGS("O&O&O&d", get_model, &self, get_dataset, &data, get_scenes_or_none, &scenes,
         &budget.seconds);
    CALL(status, g2l2_model_teach(self, data, scenes, &budget, &out, &lesson, &err));
    if (status) return fail(&err);
    PyObject *list = list_of(g2l2_lesson_count(lesson), one_taught, lesson);
    g2l2_lesson_free(lesson);
    return Py_BuildValue("(NN)", own_model(out, NULL), list);
}

FUNCTION(model_liken) {
    g2l2_model *self, *out;
    g2l2_error err;
    const char *word, *like;
    int fresh;
    (void)module;
    ARGS("O&ssp", get_model, &self, &word, &like, &fresh);
    g2l2_status status;
    CALL(status, g2l2_model_liken(self, word, like, fresh, &out, &err));
    return status ? fail(&err) : own_model(out, NULL);
}

static PyObject *one_number(const void *from, size_t i) {
    return PyLong_FromSize_t(((const size_t *)from)[i]);
}

static PyObject *one_reason(const void *from, size_t i) {
    g2l2_reason r = g2l2_evidence_get(from, i);
    return Py_BuildValue(
        "(nNNNnNNi)", (Py_ssize_t)r.entry, list_of(r.n_examples, one_number, r.examples),
        text(r.rival_category), text(r.rival_program), (Py_ssize_t)r.rival_right,
        list_of(r.n_deciding, one_number, r.deciding), text(r.rival_meaning), (int)r.relearned);
}

/* word: None for all. again: options to learn with once more, or None. */
FUNCTION(model_why) {
    g2l2_model *self;
    g2l2_dataset *data;
    g2l2_scenes *scenes;
    g2l2_budget budget = {0};
    g2l2_evidence *found;
    g2l2_error err;
    g2l2_status status;
    const char *word;
    PyObject *dict;
    g2l2_learn_options again = g2l2_learn_options_default();
    (void)module;
    ARGS("O&zO&O&Od", get_model, &self, &word, get_dataset, &data, get_scenes_or_none, &scenes,
         &dict, &budget.seconds);
    if (dict != Py_None && !get_options(dict, &again)) return NULL;
    CALL(status, g2l2_model_why(self, word, data, scenes, dict == Py_None ? NULL : &again, &budget,
                                &found, &err));
    if (status) return fail(&err);
    PyObject *list = list_of(g2l2_evidence_count(found), one_reason, found);
    g2l2_evidence_free(found);
    return list;
}

/* Writes into the model: the package gives a copy, since others may be reading. */
FUNCTION(model_calibrate) {
    g2l2_model *self;
    g2l2_estimate estimate = {0};
    g2l2_error err;
    (void)module;
    ARGS("O&dd", get_model, &self, &estimate.slope, &estimate.offset);
    if (g2l2_model_calibrate(self, &estimate, &err)) return fail(&err);
    Py_RETURN_NONE;
}

FUNCTION(lexicon_export) {
    g2l2_model *self;
    g2l2_error err;
    char *out;
    (void)module;
    ARGS("O&", get_model, &self);
    return g2l2_lexicon_export(self, &out, &err) ? fail(&err) : text_freed(out);
}

FUNCTION(lexicon_import) {
    g2l2_domain *domain;
    g2l2_model *out;
    g2l2_error err;
    const char *at;
    Py_ssize_t n;
    g2l2_status status;
    (void)module;
    ARGS("s#O&", &at, &n, get_domain_or_none, &domain);
    CALL(status, g2l2_lexicon_import(at, (size_t)n, domain, NULL, &out, &err));
    return status ? fail(&err) : own_model(out, NULL);
}

static PyObject *one_tie(const void *from, size_t i) {
    g2l2_tie t = g2l2_model_tie(from, i);
    return Py_BuildValue("(NNNNNNNN)", text(t.word), text(t.category_a), text(t.program_a),
                         text(t.category_b), text(t.program_b), text(t.sentence), text(t.meaning_a),
                         text(t.meaning_b));
}

/* Writes into the model: the package gives a copy, since others may be reading. */
FUNCTION(model_ties) {
    g2l2_model *self;
    g2l2_error err;
    g2l2_status status;
    (void)module;
    ARGS("O&", get_model, &self);
    CALL(status, g2l2_model_find_ties(self, NULL, &err));
    return status ? fail(&err) : list_of(g2l2_model_n_ties(self), one_tie, self);
}

FUNCTION(model_vectors) {
    g2l2_model *self;
    PyObject *owner;
    (void)module;
    ARGS("O", &owner);
    if (!get_model(owner, &self)) return NULL;
    size_t n = g2l2_model_vectors(self, NULL, 0);
    g2l2_vector *all = calloc(n + 1, sizeof *all);
    if (!all) return PyErr_NoMemory();
    g2l2_model_vectors(self, all, n);
    PyObject *out = PyList_New((Py_ssize_t)n);
    for (size_t i = 0; out && i < n; i++) {
        const g2l2_vector *v = &all[i];
        PyObject *one = Py_BuildValue(
            "(NNON)", text(v->type), text(v->word), v->of_answers ? Py_True : Py_False,
            numbers_new(owner, unconst(v->values), 'd', sizeof *v->values, 1, &v->n_values, 1));
        if (!one || PyList_SetItem(out, (Py_ssize_t)i, one)) Py_CLEAR(out);
    }
    free(all);
    return out;
}

static PyObject *one_likeness(const void *from, size_t i) {
    const g2l2_likeness *l = (const g2l2_likeness *)from + i;
    return Py_BuildValue("(Nd)", text(l->word), l->similarity);
}

static PyObject *one_concept(const void *from, size_t i) {
    g2l2_concept c = g2l2_concepts_get(from, i);
    return Py_BuildValue("(NNNNNN)", text(c.type), text(c.word),
                         list_of(c.n_near, one_likeness, c.near),
                         list_of(c.n_synonyms, one_text, c.synonyms), text(c.opposite.word),
                         list_of(c.n_rivals, one_text, c.rivals));
}

static PyObject *one_attribute(const void *from, size_t i) {
    g2l2_attribute a = g2l2_concepts_attribute(from, i);
    return Py_BuildValue("(NNN)", text(a.type), list_of(a.n_words, one_text, a.words),
                         list_of(a.n_values, one_likeness, a.values));
}

FUNCTION(model_concepts) {
    g2l2_model *self;
    g2l2_scenes *scenes;
    g2l2_error err;
    g2l2_concepts *found;
    g2l2_status status;
    (void)module;
    ARGS("O&O&", get_model, &self, get_scenes_or_none, &scenes);
    CALL(status, scenes ? g2l2_concepts_find_in(self, scenes, NULL, &found, &err)
                        : g2l2_concepts_find(self, NULL, &found, &err));
    if (status) return fail(&err);
    PyObject *out = Py_BuildValue("(NN)", list_of(g2l2_concepts_count(found), one_concept, found),
                                  list_of(g2l2_concepts_n_attributes(found), one_attribute, found));
    g2l2_concepts_free(found);
    return out;
}

/* ---- learning -------------------------------------------------------------------------------- */

struct watcher {
    PyObject *progress, *observe;   /* callables, or None */
    PyObject *type, *value, *trace; /* of the first exception that one of them raised */
};

/* With the lock, and with an exception set: learning is to stop. */
static void keep_exception(struct watcher *self) {
    if (!self->type) PyErr_Fetch(&self->type, &self->value, &self->trace);
    PyErr_Clear();
}

/* Calls, and gives the answer away; only False means stop. */
static bool ask(struct watcher *self, PyObject *call, PyObject *argument) {
    PyObject *said = argument ? PyObject_CallFunctionObjArgs(call, argument, NULL) : NULL;
    bool on = said && said != Py_False;
    if (!said) keep_exception(self);
    Py_XDECREF(said);
    Py_XDECREF(argument);
    return on;
}

static bool on_progress(void *context, const g2l2_progress *at) {
    struct watcher *self = context;
    PyGILState_STATE lock = PyGILState_Ensure();
    bool on = !self->type;
    if (on && PyErr_CheckSignals()) keep_exception(self), on = false;
    if (on && self->progress != Py_None)
        on = ask(self, self->progress,
                 Py_BuildValue("(iiiiiddniiinn)", at->stage, at->n_stages, at->length, at->update,
                               at->n_updates, at->loss, at->accuracy, (Py_ssize_t)at->n_alive,
                               at->restart, at->part, at->n_parts, (Py_ssize_t)at->asked,
                               (Py_ssize_t)at->correct));
    PyGILState_Release(lock);
    return on;
}

static PyObject *one_top(const void *from, size_t i) {
    const g2l2_candidate *c = (const g2l2_candidate *)from + i;
    return Py_BuildValue("(NNd)", text(c->category), text(c->program), c->share);
}

static PyObject *one_standing(const void *from, size_t i) {
    const g2l2_standing *s = (const g2l2_standing *)from + i;
    return Py_BuildValue("(NnN)", text(s->word), (Py_ssize_t)s->n_alive,
                         list_of(s->n_top, one_top, s->top));
}

static void on_observe(void *context, const g2l2_observation *at) {
    struct watcher *self = context;
    PyGILState_STATE lock = PyGILState_Ensure();
    if (!self->type)
        ask(self, self->observe,
            Py_BuildValue("(iNiN)", at->restart, text(at->phase), at->update,
                          list_of(at->n_words, one_standing, at->words)));
    PyGILState_Release(lock);
}

/* Options by name. */
static int get_option(g2l2_learn_options *out, const char *name, PyObject *value) {
    const struct {
        const char *name;
        uint64_t *number;
        int *whole;
        double *real;
        bool *flag;
        const char **text;
    } rows[] = {{"seed", .number = &out->seed},
                {"inference", .text = &out->inference},
                {"candidates", .text = &out->candidates},
                {"threads", .whole = &out->n_threads},
                {"updates", .whole = &out->updates},
                {"batch", .whole = &out->batch},
                {"restarts", .whole = &out->restarts},
                {"learning_rate", .real = &out->learning_rate},
                {"effort", .real = &out->effort},
                {"noise", .real = &out->noise},
                {"keep_candidates", .flag = &out->keep_candidates},
                {"strict", .flag = &out->strict},
                {"grammar", .text = &out->grammar},
                {"lambda_", .real = &out->lambda},
                {"senses", .whole = &out->senses},
                {"recipe", .text = &out->recipe},
                {"max_seconds", .real = &out->budget.seconds},
                {"max_updates", .number = &out->budget.steps}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, name)) continue;
        if (rows[i].number) *rows[i].number = PyLong_AsUnsignedLongLong(value);
        else if (rows[i].whole) *rows[i].whole = (int)PyLong_AsLong(value);
        else if (rows[i].real) *rows[i].real = PyFloat_AsDouble(value);
        else if (rows[i].flag) *rows[i].flag = PyObject_IsTrue(value) == 1;
        else *rows[i].text = PyUnicode_AsUTF8AndSize(value, NULL);
        return !PyErr_Occurred();
    }
    PyErr_Format(PyExc_TypeError, "train() got an unexpected keyword argument '%s'", name);
    return 0;
}

static int get_options(PyObject *dict, g2l2_learn_options *out) {
    Py_ssize_t at = 0;
    PyObject *key, *value;
    while (PyDict_Next(dict, &at, &key, &value)) {
        const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
        if (!name || !get_option(out, name, value)) return 0;
    }
    return 1;
}

static PyObject *about_report(const g2l2_learn_report *r) {
    return Py_BuildValue(
        "{sn,sn,sn,sn,sN,si,si,si,sO,sO,sN,sd}", "examples", (Py_ssize_t)r->examples, "checked",
        (Py_ssize_t)r->checked, "correct", (Py_ssize_t)r->correct, "candidates",
        (Py_ssize_t)r->candidates, "candidate_set", text(r->candidate_set), "restarts", r->restarts,
        "attempts", r->attempts, "attempt", r->attempt, "tolerant",
        r->tolerant ? Py_True : Py_False, "interrupted", r->interrupted ? Py_True : Py_False,
        "reason", text(r->reason), "cpu_seconds", r->cpu_seconds);
}

/* sight: None, or (images, boxes, features, detector), where scenes are images. */
FUNCTION(learn) {
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_scenes *scenes;
    g2l2_model *out = NULL;
    g2l2_error err;
    g2l2_status status;
    g2l2_learn_report report;
    g2l2_sight_options how = {0};
    PyObject *sight, *dict;
    struct watcher watcher = {0};
    g2l2_learn_options options = g2l2_learn_options_default();
    (void)module;
    ARGS("O&O&O&OO!OO", get_domain, &domain, get_dataset, &data, get_scenes_or_none, &scenes,
         &sight, &PyDict_Type, &dict, &watcher.progress, &watcher.observe);
    if (!get_options(dict, &options)) return NULL;
    if (sight != Py_None &&
        !PyArg_ParseTuple(sight, "szzz", &how.images, &how.boxes, &how.features, &how.detector))
        return NULL;
    options.scenes = scenes;
    options.progress = on_progress;
    if (watcher.observe != Py_None) options.observe = on_observe;
    options.context = &watcher;
    CALL(status, sight == Py_None ? g2l2_learn(domain, data, &options, &out, &report, &err)
                                  : g2l2_learn_images(domain, data, scenes, &how, &options, &out,
                                                      &report, &err));
    if (watcher.type) {
        if (!status) g2l2_model_free(out);
        PyErr_Restore(watcher.type, watcher.value, watcher.trace);
        return NULL;
    }
    return status ? fail(&err) : Py_BuildValue("(NN)", own_model(out, NULL), about_report(&report));
}

/* How often a model of such examples would be right about others. */
FUNCTION(learn_estimate) {
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_scenes *scenes;
    g2l2_estimate out;
    g2l2_error err;
    g2l2_status status;
    PyObject *dict;
    struct watcher watcher = {0};
    g2l2_learn_options options = g2l2_learn_options_default();
    (void)module;
    ARGS("O&O&O&O!O", get_domain, &domain, get_dataset, &data, get_scenes_or_none, &scenes,
         &PyDict_Type, &dict, &watcher.progress);
    if (!get_options(dict, &options)) return NULL;
    options.scenes = scenes;
    options.progress = on_progress;
    options.context = &watcher;
    CALL(status, g2l2_learn_estimate(domain, data, &options, &out, &err));
    if (watcher.type) {
        PyErr_Restore(watcher.type, watcher.value, watcher.trace);
        return NULL;
    }
    return status ? fail(&err)
                  : Py_BuildValue("(nnnddN)", (Py_ssize_t)out.parts, (Py_ssize_t)out.asked,
                                  (Py_ssize_t)out.correct, out.slope, out.offset,
                                  PyBool_FromLong(out.doubtful));
}

/* ---- sentences ------------------------------------------------------------------------------- */

FUNCTION(parser_new) {
    g2l2_model *model;
    g2l2_parser *out;
    g2l2_error err;
    PyObject *owner;
    (void)module;
    ARGS("O", &owner);
    if (!get_model(owner, &model)) return NULL;
    return g2l2_parser_new(model, NULL, &out, &err) ? fail(&err) : own_parser(out, owner);
}

FUNCTION(parser_set_budget) {
    g2l2_parser *self;
    unsigned long long steps;
    double seconds;
    Py_ssize_t bytes;
    (void)module;
    ARGS("O&Kdn", get_parser, &self, &steps, &seconds, &bytes);
    g2l2_budget budget = {.steps = steps, .seconds = seconds, .bytes = (size_t)bytes};
    g2l2_parser_set_budget(self, &budget);
    Py_RETURN_NONE;
}

FUNCTION(parser_memory) {
    g2l2_parser *self;
    (void)module;
    ARGS("O&", get_parser, &self);
    return PyLong_FromSize_t(g2l2_parser_memory(self));
}

/* What sentences are about: None, (scenes, index), or numbers [objects, features]. */
static g2l2_status set_objects(g2l2_parser *self, PyObject *numbers, g2l2_error *err) {
    Py_buffer view;
    g2l2_status status = G2L2_STATUS_ARGUMENT;
    *err = (g2l2_error){.status = status,
                        .message = "features are float32 in rows, one for each object"};
    if (PyObject_GetBuffer(numbers, &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)) {
        PyErr_Clear();
        return status;
    }
    if (view.ndim == 2 && view.format && !strcmp(view.format, "f"))
        CALL(status, g2l2_parser_set_objects(self, view.buf, (size_t)view.shape[0],
                                             (size_t)view.shape[1], err));
    PyBuffer_Release(&view);
    return status;
}

static g2l2_status set_scene(g2l2_parser *self, PyObject *about, g2l2_error *err) {
    g2l2_scenes *scenes;
    Py_ssize_t scene;
    g2l2_status status = G2L2_STATUS_OK;
    if (about == Py_None) g2l2_parser_clear_scene(self);
    else if (!PyTuple_Check(about)) status = set_objects(self, about, err);
    else if (!PyArg_ParseTuple(about, "O&n", get_scenes, &scenes, &scene)) {
        PyErr_Clear();
        *err = (g2l2_error){.status = G2L2_STATUS_ARGUMENT, .message = "no scene"};
        status = G2L2_STATUS_ARGUMENT;
    } else CALL(status, g2l2_parser_set_scene(self, scenes, (size_t)scene, err));
    return status;
}

static PyObject *one_reading(const void *from, size_t i) {
    const g2l2_reading *r = (const g2l2_reading *)from + i;
    return Py_BuildValue("(Nd)", text(r->text), r->confidence);
}

FUNCTION(run) {
    g2l2_parser *self;
    g2l2_error err;
    PyObject *about;
    const char *sentence;
    Py_ssize_t n;
    g2l2_result result;
    (void)module;
    ARGS("O&Osn", get_parser, &self, &about, &sentence, &n);
    g2l2_status status = set_scene(self, about, &err);
    if (!status) CALL(status, g2l2_parser_run(self, sentence, (size_t)n, &result, &err));
    if (status) return fail(&err);
    return Py_BuildValue("(iNN)", (int)result.status,
                         list_of(result.n_readings, one_reading, result.readings),
                         text(result.reason));
}

static PyObject *one_parse(const void *from, size_t i) {
    const g2l2_parse *p = (const g2l2_parse *)from + i;
    return Py_BuildValue("(NNNd)", text(p->category), text(p->program), text(p->tree), p->share);
}

FUNCTION(parse) {
    g2l2_parser *self;
    g2l2_error err;
    const char *sentence;
    Py_ssize_t n;
    g2l2_parses found;
    g2l2_status status;
    (void)module;
    ARGS("O&sn", get_parser, &self, &sentence, &n);
    CALL(status, g2l2_parser_parse(self, sentence, (size_t)n, &found, &err));
    if (status) return fail(&err);
    return Py_BuildValue("(iNNd)", (int)found.status,
                         list_of(found.n_parses, one_parse, found.parses), text(found.reason),
                         found.n_derivations);
}

static PyObject *one_sentence(const void *from, size_t i) {
    g2l2_reading r = g2l2_sentences_get(from, i);
    return Py_BuildValue("(Nd)", text(r.text), r.confidence);
}

FUNCTION(say) {
    g2l2_parser *self;
    g2l2_error err;
    const char *meaning;
    Py_ssize_t n;
    g2l2_sentences *found;
    g2l2_status status;
    (void)module;
    ARGS("O&sn", get_parser, &self, &meaning, &n);
    CALL(status, g2l2_parser_say(self, meaning, (size_t)n, &found, &err));
    if (status) return fail(&err);
    PyObject *out = list_of(g2l2_sentences_count(found), one_sentence, found);
    g2l2_sentences_free(found);
    return out;
}

/* Numbers of objects, as a sequence. */
static size_t *get_objects(PyObject *from, size_t *n) {
    PyObject *list = PySequence_List(from);
    if (!list) return NULL;
    *n = (size_t)PyList_Size(list);
    size_t *out = PyMem_Calloc(*n + 1, sizeof *out);
    if (!out) PyErr_NoMemory();
    for (size_t i = 0; out && i < *n; i++)
        out[i] = PyLong_AsSize_t(PyList_GetItem(list, (Py_ssize_t)i));
    Py_DECREF(list);
    if (!PyErr_Occurred()) return out;
    PyMem_Free(out);
    return NULL;
}

FUNCTION(describe) {
    g2l2_parser *self;
    g2l2_error err;
    PyObject *about, *objects, *out = NULL;
    Py_ssize_t n_best;
    size_t n;
    g2l2_sentences *found;
    (void)module;
    ARGS("O&OOn", get_parser, &self, &about, &objects, &n_best);
    size_t *numbers = get_objects(objects, &n);
    if (!numbers) return NULL;
    g2l2_status status = set_scene(self, about, &err);
    if (!status) CALL(status, g2l2_parser_describe(self, numbers, n, (size_t)n_best, &found, &err));
    PyMem_Free(numbers);
    if (status) return fail(&err);
    out = list_of(g2l2_sentences_count(found), one_sentence, found);
    g2l2_sentences_free(found);
    return out;
}

static PyObject *one_word(const void *from, size_t i) {
    const g2l2_word *w = (const g2l2_word *)from + i;
    return Py_BuildValue("(NON)", text(w->text), w->known ? Py_True : Py_False,
                         list_of(w->n_nearest, one_text, w->nearest));
}

FUNCTION(words) {
    g2l2_parser *self;
    g2l2_error err;
    const char *sentence;
    const g2l2_word *out;
    size_t n;
    (void)module;
    ARGS("O&s", get_parser, &self, &sentence);
    if (g2l2_parser_words(self, sentence, &out, &n, &err)) return fail(&err);
    return list_of(n, one_word, out);
}

FUNCTION(show) {
    g2l2_parser *self;
    g2l2_error err;
    PyObject *about;
    const char *sentence, *name;
    Py_ssize_t n;
    g2l2_show_options options = {0};
    g2l2_explanation out;
    (void)module;
    ARGS("O&Ossn", get_parser, &self, &about, &sentence, &name, &n);
    if (!get_format(name, &options.format)) return NULL;
    options.n_derivations = (size_t)n;
    g2l2_status status = set_scene(self, about, &err);
    if (!status) CALL(status, g2l2_parser_show(self, sentence, &options, &out, &err));
    return status ? fail(&err) : text_n(out.text, out.length);
}

/* ---- the module ------------------------------------------------------------------------------ */

#define ROW(name)                                                                                  \
    { #name, name, METH_VARARGS, NULL }
static PyMethodDef functions[] = {ROW(domain_open),
                                  ROW(domain_parse),
                                  ROW(domain_names),
                                  ROW(domain_about),
                                  ROW(domain_show),
                                  ROW(domain_check),
                                  ROW(domain_candidates),
                                  ROW(domain_same),
                                  ROW(kinds),
                                  ROW(operations),
                                  ROW(dataset_new),
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
                                  ROW(scenes_list_images),
                                  ROW(scenes_add_image),
                                  ROW(scenes_hold_image),
                                  ROW(scenes_set_images),
                                  ROW(scenes_image),
                                  ROW(scenes_look_for),
                                  ROW(image_new),
                                  ROW(image_read),
                                  ROW(image_parse),
                                  ROW(image_write),
                                  ROW(image_encode),
                                  ROW(image_pixels),
                                  ROW(detector_load),
                                  ROW(detector_save),
                                  ROW(detector_find),
                                  ROW(model_load),
                                  ROW(model_read),
                                  ROW(model_save),
                                  ROW(model_write),
                                  ROW(model_about),
                                  ROW(model_same),
                                  ROW(model_entries),
                                  ROW(model_edit),
                                  ROW(lexicon_export),
                                  ROW(lexicon_import),
                                  ROW(model_ties),
                                  ROW(model_teach),
                                  ROW(model_liken),
                                  ROW(model_why),
                                  ROW(model_calibrate),
                                  ROW(learn_estimate),
                                  ROW(model_vectors),
                                  ROW(model_concepts),
                                  ROW(learn),
                                  ROW(parser_new),
                                  ROW(parser_set_budget),
                                  ROW(parser_memory),
                                  ROW(run),
                                  ROW(parse),
                                  ROW(say),
                                  ROW(describe),
                                  ROW(words),
                                  ROW(show),
                                  {NULL, NULL, 0, NULL}};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                 "g2l2._native",
                                 "The C library's functions; see the package g2l2.",
                                 -1,
                                 functions,
                                 NULL,
                                 NULL,
                                 NULL,
                                 NULL};

PyMODINIT_FUNC PyInit__native(void);
PyMODINIT_FUNC PyInit__native(void) {
    PyObject *out = PyModule_Create(&definition);
    if (!numbers_type) numbers_type = (PyTypeObject *)PyType_FromSpec(&numbers_spec);
    if (out && (!numbers_type || PyModule_AddStringConstant(out, "version", G2L2_VERSION) ||
                PyModule_AddObjectRef(out, "Numbers", (PyObject *)numbers_type)))
        Py_CLEAR(out);
    return out;
}
