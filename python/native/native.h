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
#ifndef G2L2_NATIVE_H
#define G2L2_NATIVE_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdlib.h>
#include <string.h>

#include <g2l2.h>

/* ---- functions of Python ---------------------------------------------------------------------- */

/* Its arguments by a format, into variables that are declared before. */
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
        if (status) return native_fail(&err);                                                      \
        Py_RETURN_NONE;                                                                            \
    } while (0)
#define ROW(name)                                                                                  \
    { #name, name, METH_VARARGS, NULL }

/* The functions of each file, up to a row of NULL. */
extern PyMethodDef native_domains[], native_data[], native_images[], native_models[],
    native_learning[], native_sentences[];

/* ---- what they share (base.c) ------------------------------------------------------------------ */

/* An exception of g2l2.errors, which knows where it happened. NULL, always. */
PyObject *native_fail(const g2l2_error *err);

/* Text that may be NULL, and may hold anything; the last frees it. */
PyObject *native_text_n(const char *text, size_t n);
PyObject *native_text(const char *text);
PyObject *native_text_freed(char *text);

/* Of a capsule, as converters of arguments; and a capsule that owns the handle and keeps `keep`. */
#define HANDLE(type)                                                                               \
    int native_get_##type(PyObject *from, void *out);                                              \
    int native_get_##type##_or_none(PyObject *from, void *out);                                    \
    PyObject *native_own_##type(g2l2_##type *self, PyObject *keep);
#define HANDLES                                                                                    \
    HANDLE(domain)                                                                                 \
    HANDLE(dataset) HANDLE(scenes) HANDLE(image) HANDLE(detector) HANDLE(model) HANDLE(parser)
HANDLES
#undef HANDLE

/* Numbers without a copy. shape: [n]; item: bytes of a number. data: NULL is none. */
PyObject *native_numbers(PyObject *owner, void *data, char format, Py_ssize_t item, int n,
                         const size_t *shape, int readonly);
/* Their type, which is made at the first call. */
PyObject *native_numbers_type(void);
/* What is only read, by those who say so: the buffer is marked as such. */
void *native_unconst(const void *data);

/* [*n] the strings of a list, which must live as long; the caller frees the array. */
const char **native_strings(PyObject *list, size_t *n);
/* A list by a function that makes each of its items. */
PyObject *native_list(size_t n, PyObject *(*item)(const void *, size_t), const void *from);
PyObject *native_one_text(const void *from, size_t i);
int native_get_format(const char *name, g2l2_format *out);

/* ---- and two that have a topic of their own --------------------------------------------------- */

PyObject *native_about_domain(const g2l2_domain *self);
/* Options of learning by their names; 0: an exception is set. */
int native_get_options(PyObject *dict, g2l2_learn_options *out);

#endif
