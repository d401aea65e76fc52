/* Languages: types, operations, categories. */
#include "native.h"

FUNCTION(domain_open) {
    g2l2_domain *out;
    g2l2_error err;
    const char *name;
    (void)module;
    ARGS("s", &name);
    return g2l2_domain_open(name, &out, &err) ? native_fail(&err) : native_own_domain(out, NULL);
}

FUNCTION(domain_parse) {
    g2l2_domain *out;
    g2l2_error err;
    const char *at;
    Py_ssize_t n;
    (void)module;
    ARGS("s#", &at, &n);
    return g2l2_domain_parse(at, (size_t)n, &out, &err) ? native_fail(&err)
                                                        : native_own_domain(out, NULL);
}

FUNCTION(domain_names) {
    (void)module, (void)args;
    const char *const *names = g2l2_domain_names();
    size_t n = 0;
    while (names[n]) n++;
    return native_list(n, native_one_text, names);
}

PyObject *native_about_domain(const g2l2_domain *self) {
    return Py_BuildValue("(NNNO)", native_text(g2l2_domain_name(self)),
                         native_text(g2l2_domain_about(self)), native_text(g2l2_domain_text(self)),
                         g2l2_domain_has_scenes(self) ? Py_True : Py_False);
}

FUNCTION(domain_about) {
    g2l2_domain *self;
    (void)module;
    ARGS("O&", native_get_domain, &self);
    return native_about_domain(self);
}

FUNCTION(domain_show) {
    g2l2_domain *self;
    g2l2_error err;
    const char *name;
    g2l2_format format;
    char *out;
    (void)module;
    ARGS("O&s", native_get_domain, &self, &name);
    if (!native_get_format(name, &format)) return NULL;
    return g2l2_domain_show(self, format, &out, &err) ? native_fail(&err) : native_text_freed(out);
}

static PyObject *one_warning(const void *from, size_t i) {
    g2l2_warning w = g2l2_warnings_get(from, i);
    return Py_BuildValue("(nnN)", (Py_ssize_t)w.line, (Py_ssize_t)w.column, native_text(w.message));
}

FUNCTION(domain_check) {
    g2l2_domain *self;
    g2l2_error err;
    g2l2_warnings *found;
    g2l2_status status;
    (void)module;
    ARGS("O&", native_get_domain, &self);
    CALL(status, g2l2_domain_check(self, NULL, &found, &err));
    if (status) return native_fail(&err);
    PyObject *out = native_list(g2l2_warnings_count(found), one_warning, found);
    g2l2_warnings_free(found);
    return out;
}

static PyObject *one_candidate(const void *from, size_t i) {
    g2l2_candidate c = g2l2_candidates_get(from, i);
    return Py_BuildValue("(NN)", native_text(c.category), native_text(c.program));
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
    ARGS("O&zO", native_get_domain, &self, &set, &list);
    const char **targets = native_strings(list, &n);
    if (!targets) return NULL;
    CALL(status, g2l2_domain_candidates(self, set, targets, n, NULL, &found, &err));
    free(targets);
    if (status) return native_fail(&err);
    PyObject *out = native_list(g2l2_candidates_count(found), one_candidate, found);
    g2l2_candidates_free(found);
    return out;
}

FUNCTION(domain_same) {
    g2l2_domain *self;
    const char *got, *wanted;
    (void)module;
    ARGS("O&ss", native_get_domain, &self, &got, &wanted);
    return PyBool_FromLong(g2l2_domain_same(self, got, wanted));
}

static PyObject *one_kind(const void *from, size_t i) {
    const g2l2_kind *k = (const g2l2_kind *)from + i;
    return Py_BuildValue("(NN)", native_text(k->name), native_text(k->about));
}

static PyObject *one_operation(const void *from, size_t i) {
    const g2l2_operation *o = (const g2l2_operation *)from + i;
    return Py_BuildValue("(NNN)", native_text(o->name), native_text(o->signature),
                         native_text(o->about));
}

/* All that there are, as a list. */
#define LIST_ALL(all, one)                                                                         \
    FUNCTION(all) {                                                                                \
        (void)module, (void)args;                                                                  \
        size_t n = g2l2_##all(NULL, NULL, 0);                                                      \
        g2l2_##one *list = calloc(n + 1, sizeof *list);                                            \
        if (!list) return PyErr_NoMemory();                                                        \
        g2l2_##all(NULL, list, n);                                                                 \
        PyObject *out = native_list(n, one_##one, list);                                           \
        free(list);                                                                                \
        return out;                                                                                \
    }

LIST_ALL(kinds, kind)
LIST_ALL(operations, operation)

PyMethodDef native_domains[] = {ROW(domain_open),       ROW(domain_parse),    ROW(domain_names),
                                ROW(domain_about),      ROW(domain_show),     ROW(domain_check),
                                ROW(domain_candidates), ROW(domain_same),     ROW(kinds),
                                ROW(operations),        {NULL, NULL, 0, NULL}};
