/* Opening domains, and what the data adds to them: constants and candidates. */
#include <ctype.h>
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

g2l2_status g2l2_domain_parse(const char *text, size_t length, g2l2_domain **out, g2l2_error *err) {
    if (memchr(text, 0, length))
        return err_set(err, G2L2_STATUS_FORMAT, 0, 0, "this is not a text file");
    return domain_parse(text, length, out, err);
}

static g2l2_status open_file(const char *path, g2l2_domain **out, g2l2_error *err) {
    char *text;
    size_t length;
    g2l2_error inner;
    g2l2_status status = file_read(path, 1 << 20, &text, &length, err);
    if (status) return status;
    status = g2l2_domain_parse(text, length, out, &inner);
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

void domain_candidates(g2l2_domain *self, const struct candidate_set *set, candidate_list *out) {
    struct enumeration rules = set->rules;
    collect_constants(self, &self->arena, &rules);
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

/* [AND T] joins two; [LET X^Y] gives the one on the right what it speaks of. */
static const struct term *join_program(g2l2_domain *self, const struct category *cat) {
    struct lang *lang = &self->lang;
    if (self->syntax.schemas.at[cat->schema].kind == SCHEMA_COORDINATE)
        return syntax_join_program(&self->syntax, cat->schema, cat->argument);
    struct type open = lang->types.at[cat->type];
    const struct term *x = term_var(lang, 1, open.argument), *f = term_var(lang, 0, cat->type);
    return term_lambda(lang, open.argument, term_lambda(lang, cat->type, term_apply(lang, f, x)));
}

static void make_lifts(g2l2_domain *self) {
    type_id any = TYPE_NONE;
    for (uint32_t i = 1; i < self->syntax.n_closed && any == TYPE_NONE; i++)
        any = self->syntax.cats.at[i].type;
    for (uint8_t i = 1; any != TYPE_NONE && i < 4; i++)
        self->lifts[i] =
            syntax_lift_program(&self->lang, i, lang_function(&self->lang, any, any), any, any);
}

const char *domain_unmixed(const g2l2_domain *self, cat_id cat, const struct term *program) {
    const struct mixed_kernels *kernels = self->kernels->mixed;
    struct mixed_code code;
    const char *why = NULL;
    if (!kernels) return NULL;
    const struct category *c = &self->syntax.cats.at[cat];
    if (c->kind == CAT_KIND_OPEN) {
        bool same = program->kind == TERM_LAMBDA && program->subs[0]->kind == TERM_VAR;
        if (!kernels->refers(&self->lang, self->syntax.cats.at[c->argument].type))
            return "these kernels cannot refer back to what has this type";
        return same ? NULL : "a word that refers back means just that: \\x. x";
    }
    if (!kernels->compile(&self->lang, program, &code, &why)) return why;
    if (kernels->class_of(&self->lang, program->type) == code.class) return NULL;
    return "these kernels cannot mix programs of this type";
}

void domain_close(g2l2_domain *self) {
    syntax_close(&self->syntax);
    self->joins = arena_zalloc(&self->arena, self->syntax.n_closed * sizeof *self->joins);
    for (cat_id i = 1; i < self->syntax.n_closed; i++) {
        struct category cat = self->syntax.cats.at[i];
        if (cat.kind == CAT_KIND_PARTIAL) self->joins[i] = join_program(self, &cat);
    }
    make_lifts(self);
}
