/* What was learned: entries, edits, concepts; its files and its text. */
#include "native.h"

FUNCTION(model_load) {
    g2l2_error err;
    g2l2_model *out;
    const char *path;
    g2l2_status status;
    (void)module;
    ARGS("s", &path);
    CALL(status, g2l2_model_load(path, &out, &err));
    return status ? native_fail(&err) : native_own_model(out, NULL);
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
    return status ? native_fail(&err) : native_own_model(out, NULL);
}

FUNCTION(model_save) {
    g2l2_model *self;
    g2l2_error err;
    const char *path;
    g2l2_status status;
    (void)module;
    ARGS("O&s", native_get_model, &self, &path);
    CALL(status, g2l2_model_save(self, path, &err));
    DONE(status);
}

FUNCTION(model_write) {
    g2l2_model *self;
    g2l2_error err;
    void *bytes;
    size_t n;
    (void)module;
    ARGS("O&", native_get_model, &self);
    if (g2l2_model_write(self, &bytes, &n, &err)) return native_fail(&err);
    PyObject *out = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)n);
    free(bytes);
    return out;
}

FUNCTION(model_about) {
    g2l2_model *self;
    (void)module;
    ARGS("O&", native_get_model, &self);
    return Py_BuildValue("(NnnN)", native_about_domain(g2l2_model_domain(self)),
                         (Py_ssize_t)g2l2_model_n_words(self),
                         (Py_ssize_t)g2l2_model_n_features(self),
                         native_text(g2l2_model_features(self)));
}

FUNCTION(model_same) {
    g2l2_model *self;
    const char *got, *wanted;
    (void)module;
    ARGS("O&ss", native_get_model, &self, &got, &wanted);
    return PyBool_FromLong(g2l2_domain_same(g2l2_model_domain(self), got, wanted));
}

static PyObject *one_case(const void *from, size_t i) {
    const g2l2_case *c = (const g2l2_case *)from + i;
    return Py_BuildValue("(NN)", native_text(c->category), native_text(c->program));
}

static PyObject *one_entry(const void *from, size_t i) {
    g2l2_entry e = g2l2_model_entry(from, i);
    return Py_BuildValue("(NNNddOOIN,N)", native_text(e.word), native_text(e.category),
                         native_text(e.program), e.weight, e.share, e.locked ? Py_True : Py_False,
                         e.off ? Py_True : Py_False, (unsigned)e.uses, native_text(e.example),
                         native_list(e.n_cases, one_case, e.cases));
}

FUNCTION(model_entries) {
    g2l2_model *self;
    (void)module;
    ARGS("O&", native_get_model, &self);
    return native_list(g2l2_model_n_entries(self), one_entry, self);
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
    ARGS("O&O!", native_get_model, &self, &PyList_Type, &list);
    Py_ssize_t n = PyList_Size(list);
    g2l2_edit *edits = calloc((size_t)n + 1, sizeof *edits);
    if (!edits) return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < n; i++)
        if (!get_edit(PyList_GetItem(list, i), &edits[i])) return free(edits), NULL;
    CALL(status, g2l2_model_edit(self, edits, (size_t)n, NULL, &out, &err));
    free(edits);
    return status ? native_fail(&err) : native_own_model(out, NULL);
}

static PyObject *one_taught(const void *from, size_t i) {
    g2l2_taught t = g2l2_lesson_get(from, i);
    return Py_BuildValue("(NNNONNnnNO)", native_text(t.word), native_text(t.category),
                         native_text(t.program), t.known ? Py_True : Py_False,
                         native_text(t.old_category), native_text(t.old_program),
                         (Py_ssize_t)t.example, (Py_ssize_t)t.n_rivals, native_text(t.like),
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
    ARGS("O&O&O&d", native_get_model, &self, native_get_dataset, &data, native_get_scenes_or_none,
         &scenes, &budget.seconds);
    CALL(status, g2l2_model_teach(self, data, scenes, &budget, &out, &lesson, &err));
    if (status) return native_fail(&err);
    PyObject *list = native_list(g2l2_lesson_count(lesson), one_taught, lesson);
    g2l2_lesson_free(lesson);
    return Py_BuildValue("(NN)", native_own_model(out, NULL), list);
}

FUNCTION(model_liken) {
    g2l2_model *self, *out;
    g2l2_error err;
    const char *word, *like;
    int fresh;
    (void)module;
    ARGS("O&ssp", native_get_model, &self, &word, &like, &fresh);
    g2l2_status status;
    CALL(status, g2l2_model_liken(self, word, like, fresh, &out, &err));
    return status ? native_fail(&err) : native_own_model(out, NULL);
}

static PyObject *one_number(const void *from, size_t i) {
    return PyLong_FromSize_t(((const size_t *)from)[i]);
}

static PyObject *one_reason(const void *from, size_t i) {
    g2l2_reason r = g2l2_evidence_get(from, i);
    return Py_BuildValue(
        "(nNNNnNNi)", (Py_ssize_t)r.entry, native_list(r.n_examples, one_number, r.examples),
        native_text(r.rival_category), native_text(r.rival_program), (Py_ssize_t)r.rival_right,
        native_list(r.n_deciding, one_number, r.deciding), native_text(r.rival_meaning),
        (int)r.relearned);
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
    ARGS("O&zO&O&Od", native_get_model, &self, &word, native_get_dataset, &data,
         native_get_scenes_or_none, &scenes, &dict, &budget.seconds);
    if (dict != Py_None && !native_get_options(dict, &again)) return NULL;
    CALL(status, g2l2_model_why(self, word, data, scenes, dict == Py_None ? NULL : &again, &budget,
                                &found, &err));
    if (status) return native_fail(&err);
    PyObject *list = native_list(g2l2_evidence_count(found), one_reason, found);
    g2l2_evidence_free(found);
    return list;
}

/* Writes into the model: the package gives a copy, since others may be reading. */
FUNCTION(model_calibrate) {
    g2l2_model *self;
    g2l2_estimate estimate = {0};
    g2l2_error err;
    (void)module;
    ARGS("O&dd", native_get_model, &self, &estimate.slope, &estimate.offset);
    if (g2l2_model_calibrate(self, &estimate, &err)) return native_fail(&err);
    Py_RETURN_NONE;
}

FUNCTION(lexicon_export) {
    g2l2_model *self;
    g2l2_error err;
    char *out;
    (void)module;
    ARGS("O&", native_get_model, &self);
    return g2l2_lexicon_export(self, &out, &err) ? native_fail(&err) : native_text_freed(out);
}

FUNCTION(lexicon_import) {
    g2l2_domain *domain;
    g2l2_model *out;
    g2l2_error err;
    const char *at;
    Py_ssize_t n;
    g2l2_status status;
    (void)module;
    ARGS("s#O&", &at, &n, native_get_domain_or_none, &domain);
    CALL(status, g2l2_lexicon_import(at, (size_t)n, domain, NULL, &out, &err));
    return status ? native_fail(&err) : native_own_model(out, NULL);
}

static PyObject *one_tie(const void *from, size_t i) {
    g2l2_tie t = g2l2_model_tie(from, i);
    return Py_BuildValue("(NNNNNNNN)", native_text(t.word), native_text(t.category_a),
                         native_text(t.program_a), native_text(t.category_b),
                         native_text(t.program_b), native_text(t.sentence),
                         native_text(t.meaning_a), native_text(t.meaning_b));
}

/* Writes into the model: the package gives a copy, since others may be reading. */
FUNCTION(model_ties) {
    g2l2_model *self;
    g2l2_error err;
    g2l2_status status;
    (void)module;
    ARGS("O&", native_get_model, &self);
    CALL(status, g2l2_model_find_ties(self, NULL, &err));
    return status ? native_fail(&err) : native_list(g2l2_model_n_ties(self), one_tie, self);
}

FUNCTION(model_vectors) {
    g2l2_model *self;
    PyObject *owner;
    (void)module;
    ARGS("O", &owner);
    if (!native_get_model(owner, &self)) return NULL;
    size_t n = g2l2_model_vectors(self, NULL, 0);
    g2l2_vector *all = calloc(n + 1, sizeof *all);
    if (!all) return PyErr_NoMemory();
    g2l2_model_vectors(self, all, n);
    PyObject *out = PyList_New((Py_ssize_t)n);
    for (size_t i = 0; out && i < n; i++) {
        const g2l2_vector *v = &all[i];
        PyObject *one = Py_BuildValue("(NNON)", native_text(v->type), native_text(v->word),
                                      v->of_answers ? Py_True : Py_False,
                                      native_numbers(owner, native_unconst(v->values), 'd',
                                                     sizeof *v->values, 1, &v->n_values, 1));
        if (!one || PyList_SetItem(out, (Py_ssize_t)i, one)) Py_CLEAR(out);
    }
    free(all);
    return out;
}

static PyObject *one_likeness(const void *from, size_t i) {
    const g2l2_likeness *l = (const g2l2_likeness *)from + i;
    return Py_BuildValue("(Nd)", native_text(l->word), l->similarity);
}

static PyObject *one_concept(const void *from, size_t i) {
    g2l2_concept c = g2l2_concepts_get(from, i);
    return Py_BuildValue("(NNNNNN)", native_text(c.type), native_text(c.word),
                         native_list(c.n_near, one_likeness, c.near),
                         native_list(c.n_synonyms, native_one_text, c.synonyms),
                         native_text(c.opposite.word),
                         native_list(c.n_rivals, native_one_text, c.rivals));
}

static PyObject *one_attribute(const void *from, size_t i) {
    g2l2_attribute a = g2l2_concepts_attribute(from, i);
    return Py_BuildValue("(NNN)", native_text(a.type),
                         native_list(a.n_words, native_one_text, a.words),
                         native_list(a.n_values, one_likeness, a.values));
}

FUNCTION(model_concepts) {
    g2l2_model *self;
    g2l2_scenes *scenes;
    g2l2_error err;
    g2l2_concepts *found;
    g2l2_status status;
    (void)module;
    ARGS("O&O&", native_get_model, &self, native_get_scenes_or_none, &scenes);
    CALL(status, scenes ? g2l2_concepts_find_in(self, scenes, NULL, &found, &err)
                        : g2l2_concepts_find(self, NULL, &found, &err));
    if (status) return native_fail(&err);
    PyObject *out =
        Py_BuildValue("(NN)", native_list(g2l2_concepts_count(found), one_concept, found),
                      native_list(g2l2_concepts_n_attributes(found), one_attribute, found));
    g2l2_concepts_free(found);
    return out;
}

PyMethodDef native_models[] = {ROW(model_load),     ROW(model_read),     ROW(model_save),
                               ROW(model_write),    ROW(model_about),    ROW(model_same),
                               ROW(model_entries),  ROW(model_edit),     ROW(lexicon_export),
                               ROW(lexicon_import), ROW(model_ties),     ROW(model_teach),
                               ROW(model_liken),    ROW(model_why),      ROW(model_calibrate),
                               ROW(model_vectors),  ROW(model_concepts), {NULL, NULL, 0, NULL}};
