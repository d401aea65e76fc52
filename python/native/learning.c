/* Learning, with its progress told to Python. */
#include "native.h"

#include <limits.h>

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
    return Py_BuildValue("(NNd)", native_text(c->category), native_text(c->program), c->share);
}

static PyObject *one_standing(const void *from, size_t i) {
    const g2l2_standing *s = (const g2l2_standing *)from + i;
    return Py_BuildValue("(NnN)", native_text(s->word), (Py_ssize_t)s->n_alive,
                         native_list(s->n_top, one_top, s->top));
}

static void on_observe(void *context, const g2l2_observation *at) {
    struct watcher *self = context;
    PyGILState_STATE lock = PyGILState_Ensure();
    if (!self->type)
        ask(self, self->observe,
            Py_BuildValue("(iNiN)", at->restart, native_text(at->phase), at->update,
                          native_list(at->n_words, one_standing, at->words)));
    PyGILState_Release(lock);
}

static int get_int(PyObject *value) {
    long number = PyLong_AsLong(value);
    if (number >= INT_MIN && number <= INT_MAX) return (int)number;
    PyErr_SetString(PyExc_OverflowError, "too large");
    return -1;
}

/* What is wrong with the value, with the name of the option. */
static int refuse_option(const char *name, PyObject *value, const char *needed) {
    bool large = PyErr_ExceptionMatches(PyExc_OverflowError);
    bool other = PyErr_ExceptionMatches(PyExc_TypeError);
    if (!large && !other) return 0;
    PyErr_Clear();
    if (large) PyErr_Format(PyExc_ValueError, "%s=%R: the number is out of range", name, value);
    else PyErr_Format(PyExc_TypeError, "%s=%R: it must be %s", name, value, needed);
    return 0;
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
        else if (rows[i].whole) *rows[i].whole = get_int(value);
        else if (rows[i].real) *rows[i].real = PyFloat_AsDouble(value);
        else if (rows[i].flag) *rows[i].flag = PyObject_IsTrue(value) == 1;
        else *rows[i].text = PyUnicode_AsUTF8AndSize(value, NULL);
        return !PyErr_Occurred() || refuse_option(name, value,
                                                  rows[i].text   ? "a text"
                                                  : rows[i].real ? "a number"
                                                                 : "a whole number");
    }
    PyErr_Format(PyExc_TypeError, "train() got an unexpected keyword argument '%s'", name);
    return 0;
}

int native_get_options(PyObject *dict, g2l2_learn_options *out) {
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
        (Py_ssize_t)r->candidates, "candidate_set", native_text(r->candidate_set), "restarts",
        r->restarts, "attempts", r->attempts, "attempt", r->attempt, "tolerant",
        r->tolerant ? Py_True : Py_False, "interrupted", r->interrupted ? Py_True : Py_False,
        "reason", native_text(r->reason), "cpu_seconds", r->cpu_seconds);
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
    ARGS("O&O&O&OO!OO", native_get_domain, &domain, native_get_dataset, &data,
         native_get_scenes_or_none, &scenes, &sight, &PyDict_Type, &dict, &watcher.progress,
         &watcher.observe);
    if (!native_get_options(dict, &options)) return NULL;
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
    return status ? native_fail(&err)
                  : Py_BuildValue("(NN)", native_own_model(out, NULL), about_report(&report));
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
    ARGS("O&O&O&O!O", native_get_domain, &domain, native_get_dataset, &data,
         native_get_scenes_or_none, &scenes, &PyDict_Type, &dict, &watcher.progress);
    if (!native_get_options(dict, &options)) return NULL;
    options.scenes = scenes;
    options.progress = on_progress;
    options.context = &watcher;
    CALL(status, g2l2_learn_estimate(domain, data, &options, &out, &err));
    if (watcher.type) {
        PyErr_Restore(watcher.type, watcher.value, watcher.trace);
        return NULL;
    }
    return status ? native_fail(&err)
                  : Py_BuildValue("(nnnddN)", (Py_ssize_t)out.parts, (Py_ssize_t)out.asked,
                                  (Py_ssize_t)out.correct, out.slope, out.offset,
                                  PyBool_FromLong(out.doubtful));
}

/* The name of the domain for questions about what is stated or perceived. */
FUNCTION(learn_choose) {
    g2l2_dataset *data;
    const char *name;
    g2l2_error err;
    g2l2_status status;
    PyObject *dict;
    g2l2_scenes *scenes;
    g2l2_learn_options options = g2l2_learn_options_default();
    (void)module;
    ARGS("O&O&O!", native_get_dataset, &data, native_get_scenes_or_none, &scenes, &PyDict_Type,
         &dict);
    if (!native_get_options(dict, &options)) return NULL;
    options.scenes = scenes;
    CALL(status, g2l2_learn_choose(data, &options, &name, &err));
    return status ? native_fail(&err) : PyUnicode_FromString(name);
}

PyMethodDef native_learning[] = {
    ROW(learn_choose), ROW(learn_estimate), ROW(learn), {NULL, NULL, 0, NULL}};
