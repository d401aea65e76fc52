/* Sentences: run, parsed, explained and said. */
#include "native.h"

FUNCTION(parser_new) {
    g2l2_model *model;
    g2l2_parser *out;
    g2l2_error err;
    PyObject *owner;
    (void)module;
    ARGS("O", &owner);
    if (!native_get_model(owner, &model)) return NULL;
    return g2l2_parser_new(model, NULL, &out, &err) ? native_fail(&err)
                                                    : native_own_parser(out, owner);
}

FUNCTION(parser_set_budget) {
    g2l2_parser *self;
    unsigned long long steps;
    double seconds;
    Py_ssize_t bytes;
    (void)module;
    ARGS("O&Kdn", native_get_parser, &self, &steps, &seconds, &bytes);
    g2l2_budget budget = {.steps = steps, .seconds = seconds, .bytes = (size_t)bytes};
    g2l2_parser_set_budget(self, &budget);
    Py_RETURN_NONE;
}

FUNCTION(parser_memory) {
    g2l2_parser *self;
    (void)module;
    ARGS("O&", native_get_parser, &self);
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
    else if (!PyArg_ParseTuple(about, "O&n", native_get_scenes, &scenes, &scene)) {
        PyErr_Clear();
        *err = (g2l2_error){.status = G2L2_STATUS_ARGUMENT, .message = "no scene"};
        status = G2L2_STATUS_ARGUMENT;
    } else CALL(status, g2l2_parser_set_scene(self, scenes, (size_t)scene, err));
    return status;
}

static PyObject *one_reading(const void *from, size_t i) {
    const g2l2_reading *r = (const g2l2_reading *)from + i;
    return Py_BuildValue("(Nd)", native_text(r->text), r->confidence);
}

FUNCTION(run) {
    g2l2_parser *self;
    g2l2_error err;
    PyObject *about;
    const char *sentence;
    Py_ssize_t n;
    g2l2_result result;
    (void)module;
    ARGS("O&Osn", native_get_parser, &self, &about, &sentence, &n);
    g2l2_status status = set_scene(self, about, &err);
    if (!status) CALL(status, g2l2_parser_run(self, sentence, (size_t)n, &result, &err));
    if (status) return native_fail(&err);
    return Py_BuildValue("(iNN)", (int)result.status,
                         native_list(result.n_readings, one_reading, result.readings),
                         native_text(result.reason));
}

static PyObject *one_parse(const void *from, size_t i) {
    const g2l2_parse *p = (const g2l2_parse *)from + i;
    return Py_BuildValue("(NNNd)", native_text(p->category), native_text(p->program),
                         native_text(p->tree), p->share);
}

FUNCTION(parse) {
    g2l2_parser *self;
    g2l2_error err;
    const char *sentence;
    Py_ssize_t n;
    g2l2_parses found;
    g2l2_status status;
    (void)module;
    ARGS("O&sn", native_get_parser, &self, &sentence, &n);
    CALL(status, g2l2_parser_parse(self, sentence, (size_t)n, &found, &err));
    if (status) return native_fail(&err);
    return Py_BuildValue("(iNNd)", (int)found.status,
                         native_list(found.n_parses, one_parse, found.parses),
                         native_text(found.reason), found.n_derivations);
}

static PyObject *one_sentence(const void *from, size_t i) {
    g2l2_reading r = g2l2_sentences_get(from, i);
    return Py_BuildValue("(Nd)", native_text(r.text), r.confidence);
}

FUNCTION(say) {
    g2l2_parser *self;
    g2l2_error err;
    const char *meaning;
    Py_ssize_t n;
    g2l2_sentences *found;
    g2l2_status status;
    (void)module;
    ARGS("O&sn", native_get_parser, &self, &meaning, &n);
    CALL(status, g2l2_parser_say(self, meaning, (size_t)n, &found, &err));
    if (status) return native_fail(&err);
    PyObject *out = native_list(g2l2_sentences_count(found), one_sentence, found);
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
    ARGS("O&OOn", native_get_parser, &self, &about, &objects, &n_best);
    size_t *numbers = get_objects(objects, &n);
    if (!numbers) return NULL;
    g2l2_status status = set_scene(self, about, &err);
    if (!status) CALL(status, g2l2_parser_describe(self, numbers, n, (size_t)n_best, &found, &err));
    PyMem_Free(numbers);
    if (status) return native_fail(&err);
    out = native_list(g2l2_sentences_count(found), one_sentence, found);
    g2l2_sentences_free(found);
    return out;
}

static PyObject *one_word(const void *from, size_t i) {
    const g2l2_word *w = (const g2l2_word *)from + i;
    return Py_BuildValue("(NON)", native_text(w->text), w->known ? Py_True : Py_False,
                         native_list(w->n_nearest, native_one_text, w->nearest));
}

FUNCTION(words) {
    g2l2_parser *self;
    g2l2_error err;
    const char *sentence;
    const g2l2_word *out;
    size_t n;
    (void)module;
    ARGS("O&s", native_get_parser, &self, &sentence);
    if (g2l2_parser_words(self, sentence, &out, &n, &err)) return native_fail(&err);
    return native_list(n, one_word, out);
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
    ARGS("O&Ossn", native_get_parser, &self, &about, &sentence, &name, &n);
    if (!native_get_format(name, &options.format)) return NULL;
    options.n_derivations = (size_t)n;
    g2l2_status status = set_scene(self, about, &err);
    if (!status) CALL(status, g2l2_parser_show(self, sentence, &options, &out, &err));
    return status ? native_fail(&err) : native_text_n(out.text, out.length);
}

PyMethodDef native_sentences[] = {
    ROW(parser_new), ROW(parser_set_budget), ROW(parser_memory), ROW(run),  ROW(parse),
    ROW(say),        ROW(describe),          ROW(words),         ROW(show), {NULL, NULL, 0, NULL}};
