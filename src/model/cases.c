/* What an entry of several categories can be used as, for people:
 *
 *     AND    X\X/X                  \y.\x. intersection(x, y)      any X
 *            pair\objset/objset     \y.\x. pair(x, y)
 *     LET    X\objset/X^objset   \f.\x. f(x)
 *
 * First what a schema does with any category, then its cases. A conjunction's own program
 * has its left side first; here arguments come in the order of the category. */
#include <string.h>

#include "model/model.h"

#define FUEL 10000u

static const char *text_of(struct arena *arena, const struct buf *made) {
    return made->n ? made->at : arena_strndup(arena, "", 0);
}

static const char *category_text(g2l2_model *self, cat_id cat) {
    struct buf text;
    buf_init(&text, &self->arena);
    category_print(&self->domain->syntax, cat, &text);
    return text_of(&self->arena, &text);
}

static const char *program_text(g2l2_model *self, const struct term *program) {
    struct buf text;
    buf_init(&text, &self->arena);
    if (program) term_print(&self->domain->lang, program, &text);
    return text_of(&self->arena, &text);
}

/* \x.\y. p(x, y) as \y.\x. p(x, y). */
static const struct term *right_first(struct lang *lang, const struct term *program) {
    type_id type = lang->types.at[program->type].argument;
    const struct term *body = term_apply(lang, program, term_var(lang, 0, type));
    uint32_t fuel = FUEL;
    body = term_apply(lang, body, term_var(lang, 1, type));
    return term_reduce(lang, term_lambda(lang, type, term_lambda(lang, type, body)), &fuel);
}

static g2l2_case coordination(g2l2_model *self, const struct schema *schema) {
    struct buf category;
    buf_init(&category, &self->arena);
    if (schema->operand == CAT_NONE) {
        buf_puts(&category, "X\\X/X");
    } else {
        const char *operand = category_text(self, schema->operand);
        buf_printf(&category, "%s\\%s/%s", category_text(self, schema->result), operand, operand);
    }
    const struct term *program = right_first(&self->domain->lang, schema->program);
    return (g2l2_case){category.at, program_text(self, program)};
}

static g2l2_case binding(g2l2_model *self, const struct schema *schema) {
    struct buf category;
    buf_init(&category, &self->arena);
    buf_printf(&category, "X\\%s/X^%s", category_text(self, schema->operand),
               category_text(self, schema->variable));
    return (g2l2_case){category.at, "\\f.\\x. f(x)"};
}

uint32_t model_cases(g2l2_model *self, cat_id cat, const g2l2_case **out) {
    const struct category *c = &self->domain->syntax.cats.at[cat];
    *out = NULL;
    if (c->kind != CAT_KIND_SCHEMA) return 0;
    const struct schema *schema = &self->domain->syntax.schemas.at[c->schema];
    g2l2_case *cases = arena_array(&self->arena, g2l2_case, schema->cases.n + 1);
    uint32_t n = 0;
    if (schema->kind == SCHEMA_COORDINATE) cases[n++] = coordination(self, schema);
    if (schema->kind == SCHEMA_BIND) cases[n++] = binding(self, schema);
    for (uint32_t i = 0; i < schema->cases.n; i++)
        cases[n++] = (g2l2_case){category_text(self, schema->cases.at[i].cat),
                                 program_text(self, schema->cases.at[i].program)};
    *out = cases;
    return n;
}
