/* Opening domains, and what the data adds to them: constants and candidates. */
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

const char *const *g2l2_domain_names(void) {
    static const char *names[16];
    for (size_t i = 0; g2l2_definitions[i].name && i < 15; i++) names[i] = g2l2_definitions[i].name;
    return names;
}

g2l2_status domain_copy(const g2l2_domain *self, g2l2_domain **out, g2l2_error *err) {
    return domain_parse(self->text, strlen(self->text), out, err);
}

static g2l2_status open_file(const char *path, g2l2_domain **out, g2l2_error *err) {
    char *text;
    size_t length;
    g2l2_error inner;
    g2l2_status status = file_read(path, 1 << 20, &text, &length, err);
    if (status) return status;
    status = memchr(text, 0, length)
                 ? err_set(&inner, G2L2_STATUS_FORMAT, 0, 0, "this is not a text file")
                 : domain_parse(text, length, out, &inner);
    free(text);
    if (status)
        err_set(err, status, inner.line, inner.column, "%s:%zu:%zu: %.400s", path, inner.line,
                inner.column, inner.message);
    return status;
}

g2l2_status g2l2_domain_open(const char *name_or_path, g2l2_domain **out, g2l2_error *err) {
    for (size_t i = 0; g2l2_definitions[i].name; i++)
        if (!strcmp(g2l2_definitions[i].name, name_or_path))
            return domain_parse(g2l2_definitions[i].text, strlen(g2l2_definitions[i].text), out,
                                err);
    if (strchr(name_or_path, '/') || strchr(name_or_path, '.'))
        return open_file(name_or_path, out, err);
    return err_set(
        err, G2L2_STATUS_UNKNOWN, 0, 0,
        "no domain is called '%.100s'; there are nav, visual and arith, or give the path of a "
        "definition file",
        name_or_path);
}

/* ---- constants named by the data ---------------------------------------------------- */

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static uint16_t literal_kernel(const g2l2_domain *self) {
    uint16_t i = 0;
    while (strcmp(self->kernels->ops[i], "literal")) i++;
    return i;
}

static bool is_literal(const g2l2_domain *self, const char *text, size_t length) {
    char word[256];
    if (!self->kernels->is_literal || length >= sizeof word) return true;
    memcpy(word, text, length);
    word[length] = 0;
    return self->kernels->is_literal(&self->lang, word);
}

/* Sorted by name, so that the order of the examples does not matter. */
void domain_add_literals(g2l2_domain *self, const char *const *texts, size_t n) {
    if (!self->literal_name) return;
    struct symbols seen;
    symbols_init(&seen, &self->arena);
    for (size_t i = 0; i < n; i++)
        for (const char *at = texts[i]; *at;) {
            size_t length = strcspn(at, " \t\r\n");
            if (length && is_literal(self, at, length)) symbols_add(&seen, at, length);
            at += length + strspn(at + length, " \t\r\n");
        }
    if (!seen.names.n) return;
    qsort(seen.names.at, seen.names.n, sizeof *seen.names.at, by_name);
    for (uint32_t i = 0; i < seen.names.n; i++) {
        const char *name = seen.names.at[i];
        if (lang_literal_find(&self->lang, name, strlen(name)) != OP_NONE) continue;
        struct op op = {.name = name,
                        .result = self->literal_type,
                        .unit = OP_NONE,
                        .power_of = OP_NONE,
                        .kernel = literal_kernel(self),
                        .literal = (int32_t)self->lang.literal_ops.n};
        lang_op(&self->lang, &op);
    }
}

/* ---- candidates ------------------------------------------------------------------------ */

const struct candidate_set *domain_set(const g2l2_domain *self, const char *name) {
    for (uint32_t i = 0; i < self->sets.n; i++)
        if (!name || !strcmp(self->sets.at[i].name, name)) return &self->sets.at[i];
    return NULL;
}

/* Operations without arguments: the definition's first, then the data's. */
static void collect_constants(const g2l2_domain *self, struct arena *arena,
                              struct enumeration *rules) {
    uint16_t *constants = arena_array(arena, uint16_t, self->lang.ops.n + 1);
    for (uint32_t i = 0; i < self->lang.ops.n; i++)
        if (!self->lang.ops.at[i].n_args) constants[rules->n_constants++] = (uint16_t)i;
    rules->constants = constants;
}

static void collect_concepts(const g2l2_domain *self, struct arena *arena,
                             struct enumeration *rules) {
    type_id *types = arena_array(arena, type_id, self->concepts.n + 1);
    for (uint32_t i = 0; i < self->concepts.n; i++) types[i] = self->concepts.at[i].type;
    rules->concepts = types;
    rules->n_concepts = self->mixed ? self->concepts.n : 0;
}

void domain_candidates(g2l2_domain *self, const struct candidate_set *set, candidate_list *out) {
    struct enumeration rules = set->rules;
    collect_constants(self, &self->arena, &rules);
    collect_concepts(self, &self->arena, &rules);
    rules.numbers = set->numbers.n ? set->numbers.at : self->numbers.at;
    rules.n_numbers = set->numbers.n ? set->numbers.n : self->numbers.n;
    for (uint32_t i = 0; i < set->lines.n; i++) {
        const struct candidate_rule *line = &set->lines.at[i];
        type_id type = self->syntax.cats.at[line->cat].type;
        if (line->program || type == TYPE_NONE) {
            vec_push(&self->arena, out, ((struct candidate){line->cat, line->program}));
            continue;
        }
        term_list programs = {0};
        rules.max_ops = line->max_ops ? line->max_ops : set->rules.max_ops;
        term_enumerate(&self->lang, type, &rules, &programs);
        for (uint32_t k = 0; k < programs.n; k++)
            vec_push(&self->arena, out, ((struct candidate){line->cat, programs.at[k]}));
    }
}

static bool is_concept(const g2l2_domain *self, type_id type) {
    for (uint32_t i = 0; i < self->concepts.n; i++)
        if (self->concepts.at[i].type == type) return true;
    return false;
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

void domain_close(g2l2_domain *self) {
    syntax_close(&self->syntax);
}
