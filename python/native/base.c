/* What the functions share: exceptions, handles, numbers and lists (native.h). */
#include "native.h"

/* ---- errors and texts ----------------------------------------------------------------------- */

PyObject *native_fail(const g2l2_error *err) {
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

PyObject *native_text_n(const char *text, size_t n) {
    if (!text) Py_RETURN_NONE;
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)n, "replace");
}

PyObject *native_text(const char *at) {
    return native_text_n(at, at ? strlen(at) : 0);
}

PyObject *native_text_freed(char *at) {
    PyObject *out = native_text(at);
    free(at);
    return out;
}

/* ---- handles -------------------------------------------------------------------------------- */

#define HANDLE(type)                                                                               \
    static void free_##type(PyObject *capsule) {                                                   \
        PyObject *keep = PyCapsule_GetContext(capsule);                                            \
        g2l2_##type##_free(PyCapsule_GetPointer(capsule, "g2l2." #type));                          \
        Py_XDECREF(keep);                                                                          \
    }                                                                                              \
    int native_get_##type(PyObject *from, void *out) {                                             \
        *(g2l2_##type **)out = PyCapsule_GetPointer(from, "g2l2." #type);                          \
        return *(g2l2_##type **)out != NULL;                                                       \
    }                                                                                              \
    int native_get_##type##_or_none(PyObject *from, void *out) {                                   \
        *(g2l2_##type **)out = NULL;                                                               \
        return from == Py_None || native_get_##type(from, out);                                    \
    }                                                                                              \
    PyObject *native_own_##type(g2l2_##type *self, PyObject *keep) {                               \
        PyObject *out = PyCapsule_New(self, "g2l2." #type, free_##type);                           \
        if (!out) return g2l2_##type##_free(self), NULL;                                           \
        Py_XINCREF(keep);                                                                          \
        PyCapsule_SetContext(out, keep);                                                           \
        return out;                                                                                \
    }

HANDLES

/* ---- numbers without a copy ----------------------------------------------------------------- */

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

PyObject *native_numbers_type(void) {
    if (!numbers_type) numbers_type = (PyTypeObject *)PyType_FromSpec(&numbers_spec);
    return (PyObject *)numbers_type;
}

PyObject *native_numbers(PyObject *owner, void *data, char format, Py_ssize_t item, int n,
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

void *native_unconst(const void *data) {
    union {
        const void *from;
        void *to;
    } both = {data};
    return both.to;
}

/* ---- lists ---------------------------------------------------------------------------------- */

const char **native_strings(PyObject *list, size_t *n) {
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

PyObject *native_list(size_t n, PyObject *(*item)(const void *, size_t), const void *from) {
    PyObject *out = PyList_New((Py_ssize_t)n);
    for (size_t i = 0; out && i < n; i++) {
        PyObject *one = item(from, i);
        if (!one || PyList_SetItem(out, (Py_ssize_t)i, one)) Py_CLEAR(out);
    }
    return out;
}

PyObject *native_one_text(const void *from, size_t i) {
    return native_text(((const char *const *)from)[i]);
}

int native_get_format(const char *name, g2l2_format *out) {
    if (g2l2_format_find(name, out)) return 1;
    PyErr_Format(PyExc_ValueError, "there is no format '%s'", name);
    return 0;
}
