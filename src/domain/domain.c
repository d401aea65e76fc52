/* Opening domains, and what their definitions say. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain/domain.h"

void g2l2_domain_free(g2l2_domain *self) {
    if (!self) return;
    arena_free(&self->arena);
    free(self);
}

const char *g2l2_domain_name(const g2l2_domain *self) {
    return self->name;
}

const char *g2l2_domain_text(const g2l2_domain *self) {
    return self->text;
}

const char *g2l2_domain_about(const g2l2_domain *self) {
    return self->about;
}

const char *const *g2l2_domain_names(void) {
    return g2l2_definition_names;
}

g2l2_status domain_copy(const g2l2_domain *self, g2l2_domain **out, g2l2_error *err) {
    return domain_parse_with(self->lang.registry, self->text, strlen(self->text), out, err);
}

g2l2_status g2l2_domain_parse_with(const g2l2_types *types, const char *text, size_t length,
                                   g2l2_domain **out, g2l2_error *err) {
    if (memchr(text, 0, length))
        return err_set(err, G2L2_STATUS_FORMAT, 0, 0, "this is not a text file");
    return domain_parse_with(types, text, length, out, err);
}

g2l2_status g2l2_domain_parse(const char *text, size_t length, g2l2_domain **out, g2l2_error *err) {
    return g2l2_domain_parse_with(NULL, text, length, out, err);
}

static g2l2_status open_file(const g2l2_types *types, const char *path, g2l2_domain **out,
                             g2l2_error *err) {
    char *text;
    size_t length;
    g2l2_error inner;
    g2l2_status status = file_read(path, 1 << 20, &text, &length, err);
    if (status) return status;
    status = g2l2_domain_parse_with(types, text, length, out, &inner);
    free(text);
    if (status)
        err_set(err, status, inner.line, inner.column, "%s:%zu:%zu: %.400s", path, inner.line,
                inner.column, inner.message);
    return status;
}

g2l2_status g2l2_domain_open(const char *name_or_path, g2l2_domain **out, g2l2_error *err) {
    return g2l2_domain_open_with(NULL, name_or_path, out, err);
}

const char *domain_built_in(const char *name) {
    for (size_t i = 0; g2l2_definitions[i].name; i++)
        if (!strcmp(g2l2_definitions[i].name, name)) return g2l2_definitions[i].text;
    return NULL;
}

g2l2_status g2l2_domain_open_with(const g2l2_types *types, const char *name_or_path,
                                  g2l2_domain **out, g2l2_error *err) {
    const char *text = domain_built_in(name_or_path);
    if (text) return domain_parse_with(types, text, strlen(text), out, err);
    if (strchr(name_or_path, '/') || strchr(name_or_path, '.'))
        return open_file(types, name_or_path, out, err);
    char names[200] = "";
    for (size_t i = 0, n = 0; g2l2_definitions[i].name && n + 40 < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%.30s", i ? ", " : "",
                              g2l2_definitions[i].name);
    return err_set(
        err, G2L2_STATUS_UNKNOWN, 0, 0,
        "no domain is called '%.100s'; there are %s, or give the path of a definition file",
        name_or_path, names);
}

/* ---- what a definition says -------------------------------------------------------------- */

const struct candidate_set *domain_set(const g2l2_domain *self, const char *name) {
    for (uint32_t i = 0; i < self->sets.n; i++)
        if (!name || !strcmp(self->sets.at[i].name, name)) return &self->sets.at[i];
    return NULL;
}

static bool is_concept(const g2l2_domain *self, type_id type) {
    for (uint32_t i = 0; i < self->concepts.n; i++)
        if (self->concepts.at[i].type == type) return true;
    return false;
}

const struct number_name *domain_number(const g2l2_domain *self, const char *word) {
    for (uint32_t i = 0; i < self->number_names.n; i++)
        if (!strcmp(self->number_names.at[i].name, word)) return &self->number_names.at[i];
    return NULL;
}

/* Numbers are numbers of objects. */
static const char *unfit_term(const g2l2_domain *self, const struct term *term) {
    const char *why = NULL;
    if (term->kind == TERM_SLOT && !is_concept(self, term->type))
        return "this '?' does not stand for a concept";
    if (term->kind == TERM_NUMBER && !(term->number >= 0 && term->number == floor(term->number)))
        return "objects are counted: a number here is a whole one";
    for (uint32_t i = 0; !why && i < term->n_subs; i++) why = unfit_term(self, term->subs[i]);
    return why;
}

const char *domain_unfit(const g2l2_domain *self, cat_id cat, const struct term *program) {
    const struct category *c = &self->syntax.cats.at[cat];
    const struct mixed_kernels *kernels = self->kernels ? self->kernels->mixed : NULL;
    if (!self->mixed || !kernels) return NULL;
    if (c->kind == CAT_KIND_OPEN &&
        !kernels->refers(&self->lang, self->syntax.cats.at[c->argument].type))
        return "these kernels cannot refer back to what has this type";
    return unfit_term(self, program);
}

const struct op *domain_hard(const g2l2_domain *self) {
    uint8_t soft = self->kernels->mixed ? SOFT_OBJECTS : SOFT_MEANS;
    for (uint32_t i = 0; i < self->lang.ops.n; i++)
        if (!(operation_row(self->lang.registry, self->lang.ops.at[i].kernel)->soft & soft))
            return &self->lang.ops.at[i];
    return NULL;
}

void domain_close(g2l2_domain *self) {
    syntax_close(&self->syntax);
}
