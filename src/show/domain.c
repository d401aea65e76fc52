/* A domain as people read it, and as JSON: what its definition says, put together.
 *
 *     types ─▶ operations, constants ─▶ categories, entries of several ─▶ candidate sets
 *
 * Both are drawn from one list of parts, so that neither has what the other lacks. */
#include <stdlib.h>
#include <string.h>

#include "domain/domain.h"
#include "show/show.h"
#include "types/registry.h"

struct view {
    const g2l2_domain *domain;
    struct buf *out;
    bool json;
};

/* ---- texts of parts ---------------------------------------------------------------------- */

static const char *type_text(const struct view *v, type_id type) {
    struct buf text;
    buf_init(&text, v->out->arena);
    lang_type_print(&v->domain->lang, type, &text);
    return text.at;
}

static const char *cat_text(const struct view *v, cat_id cat) {
    struct buf text;
    buf_init(&text, v->out->arena);
    category_print(&v->domain->syntax, cat, &text);
    return text.at;
}

static const char *term_text(const struct view *v, const struct term *term) {
    struct buf text;
    buf_init(&text, v->out->arena);
    buf_puts(&text, "");
    if (term) term_print(&v->domain->lang, term, &text);
    return text.at;
}

static const char *signature(const struct view *v, const struct op *op) {
    struct buf text;
    buf_init(&text, v->out->arena);
    for (uint32_t i = 0; i < op->n_args; i++)
        buf_printf(&text, "%s%s", i ? ", " : "", type_text(v, op->args[i]));
    buf_printf(&text, "%s%s", op->n_args ? " -> " : "", type_text(v, op->result));
    return text.at;
}

static const char *laws(const struct view *v, const struct op *op) {
    const struct op *ops = v->domain->lang.ops.at;
    struct buf text;
    buf_init(&text, v->out->arena);
    buf_puts(&text, "");
    if (op->associative) buf_puts(&text, ", associative");
    if (op->commutative) buf_puts(&text, ", commutative");
    if (op->rare) buf_puts(&text, ", rare");
    if (op->unit != OP_NONE) buf_printf(&text, ", unit %s", ops[op->unit].name);
    if (op->power_of != OP_NONE) buf_printf(&text, ", power %s", ops[op->power_of].name);
    return text.n ? text.at + 2 : "";
}

static const char *numbers_text(const struct view *v) {
    struct buf text;
    buf_init(&text, v->out->arena);
    buf_puts(&text, "");
    for (uint32_t i = 0; i < v->domain->numbers.n; i++)
        buf_printf(&text, "%s%.10g", i ? " " : "", v->domain->numbers.at[i]);
    return text.at;
}

static const char *execution(const g2l2_domain *d) {
    return d->mixed ? "mixed" : d->expected ? "expected" : "exact";
}

/* ---- rows: a name, and fields after it ------------------------------------------------------ */

#define FIELDS 4

struct row {
    const char *name;
    struct {
        const char *key, *text; /* "": it has none */
    } fields[FIELDS];
};
typedef VEC(struct row) rows;

static void put_json_rows(struct view *v, const char *title, const rows *list) {
    json_key(v->out, title);
    buf_puts(v->out, "[");
    for (uint32_t i = 0; i < list->n; i++) {
        json_key(v->out, NULL);
        buf_puts(v->out, "{");
        json_field_text(v->out, "name", list->at[i].name);
        for (int k = 0; k < FIELDS && list->at[i].fields[k].key; k++)
            json_field_text(v->out, list->at[i].fields[k].key, list->at[i].fields[k].text);
        buf_puts(v->out, "}");
    }
    buf_puts(v->out, "]");
}

static size_t width_of(const char *text) {
    return text_width(text, strlen(text));
}

static const char *cell(const struct row *row, int column) {
    const char *text = column ? row->fields[column - 1].text : row->name;
    return text ? text : "";
}

/* Columns are as wide as they must be; one that is empty in all rows is none. */
static void put_row(struct buf *out, const struct row *row, const size_t *widths) {
    size_t gap = 0;
    for (int k = 0; k <= FIELDS; k++) {
        const char *text = cell(row, k);
        if (!widths[k]) continue;
        gap += 2;
        if (*text) {
            buf_spaces(out, gap);
            buf_puts(out, text);
            gap = 0;
        }
        gap += widths[k] - width_of(text);
    }
    buf_puts(out, "\n");
}

static void put_rows(struct view *v, const char *title, const rows *list) {
    size_t widths[FIELDS + 1] = {0};
    if (v->json) {
        put_json_rows(v, title, list);
        return;
    }
    if (!list->n) return;
    for (uint32_t i = 0; i < list->n; i++)
        for (int k = 0; k <= FIELDS; k++) {
            size_t width = width_of(cell(&list->at[i], k));
            if (width > widths[k]) widths[k] = width;
        }
    buf_printf(v->out, "\n%s:\n", title);
    for (uint32_t i = 0; i < list->n; i++) put_row(v->out, &list->at[i], widths);
}

/* ---- parts --------------------------------------------------------------------------------- */

static void show_types(struct view *v) {
    const g2l2_domain *d = v->domain;
    rows list = {0};
    for (uint32_t i = 0; i < d->marks.n; i++) {
        if (d->marks.at[i].what != MARK_TYPE) continue;
        type_id type = d->marks.at[i].which;
        const struct kind_row *kind = kind_row(d->lang.registry, d->lang.types.at[type].kind);
        const char *learned = "";
        for (uint32_t k = 0; k < d->concepts.n; k++)
            if (d->concepts.at[k].type == type)
                learned = d->concepts.at[k].of_answers ? "learned, of answers"
                          : d->concepts.at[k].of_pairs ? "learned, of pairs of objects"
                                                       : "learned, of objects";
        struct row row = {type_text(v, type),
                          {{"kind", kind && kind->name ? kind->name : ""}, {"concept", learned}}};
        vec_push(v->out->arena, &list, row);
    }
    put_rows(v, "types", &list);
}

static void show_operations(struct view *v) {
    const struct lang *lang = &v->domain->lang;
    rows list = {0};
    for (uint32_t i = 0; i < lang->ops.n; i++) {
        const struct op *op = &lang->ops.at[i];
        if (op->literal >= 0) continue;
        const struct operation *of = operation_row(lang->registry, op->kernel);
        struct row row = {op->name,
                          {{"type", signature(v, op)},
                           {"laws", laws(v, op)},
                           {"operation", of ? of->name : ""},
                           {"about", of ? of->about : ""}}};
        vec_push(v->out->arena, &list, row);
    }
    put_rows(v, "operations", &list);
}

static void show_constants(struct view *v) {
    const g2l2_domain *d = v->domain;
    rows list = {0};
    for (uint32_t i = 0; i < d->literal_types.n; i++) {
        struct row row = {
            d->literal_names.at[i],
            {{"type", type_text(v, d->literal_types.at[i])}, {"values", "named by the data"}}};
        vec_push(v->out->arena, &list, row);
    }
    if (d->lang.number_type != TYPE_NONE) {
        const char *values = d->numbers.n ? numbers_text(v) : "in answers";
        struct row row = {"numbers",
                          {{"type", type_text(v, d->lang.number_type)}, {"values", values}}};
        vec_push(v->out->arena, &list, row);
    }
    put_rows(v, "constants", &list);
}

static void show_categories(struct view *v) {
    const g2l2_domain *d = v->domain;
    rows list = {0};
    for (uint32_t i = 0; i < d->marks.n; i++) {
        if (d->marks.at[i].what != MARK_CATEGORY) continue;
        const struct category *c = &d->syntax.cats.at[d->marks.at[i].which];
        struct row row = {c->name,
                          {{"type", type_text(v, c->type)},
                           {"root", c->root ? "root" : ""},
                           {"includes", c->includes ? cat_text(v, c->includes) : ""}}};
        if (c->includes && !v->json) { /* it needs to be said what that is */
            struct buf text;
            buf_init(&text, v->out->arena);
            buf_printf(&text, "includes %s", row.fields[2].text);
            row.fields[2].text = text.at;
        }
        vec_push(v->out->arena, &list, row);
    }
    put_rows(v, "categories", &list);
}

static void add_case(struct view *v, rows *list, const char *name, const char *cat,
                     const char *program) {
    struct row row = {name, {{"category", cat}, {"program", program}}};
    vec_push(v->out->arena, list, row);
}

static void show_schema(struct view *v, rows *list, const struct schema *s) {
    struct buf text;
    buf_init(&text, v->out->arena);
    if (s->kind == SCHEMA_COORDINATE && s->operand != CAT_NONE) {
        buf_printf(&text, "%s %s %s -> ", cat_text(v, s->operand), s->name,
                   cat_text(v, s->operand));
        buf_puts(&text, cat_text(v, s->result));
    } else if (s->kind == SCHEMA_COORDINATE) {
        buf_printf(&text, "X %s X -> X", s->name);
    } else if (s->kind == SCHEMA_BIND) {
        buf_printf(&text, "X\\%s/X^%s", cat_text(v, s->operand), cat_text(v, s->variable));
    }
    if (s->kind != SCHEMA_CASES) add_case(v, list, s->name, text.at, term_text(v, s->program));
    for (uint32_t i = 0; i < s->cases.n; i++)
        add_case(v, list, s->name, cat_text(v, s->cases.at[i].cat),
                 term_text(v, s->cases.at[i].program));
}

static void show_schemas(struct view *v) {
    rows list = {0};
    for (uint32_t i = 0; i < v->domain->syntax.schemas.n; i++)
        show_schema(v, &list, &v->domain->syntax.schemas.at[i]);
    put_rows(v, v->json ? "schemas" : "entries of several categories", &list);
}

static void show_sets(struct view *v) {
    const g2l2_domain *d = v->domain;
    rows list = {0};
    for (uint32_t i = 0; i < d->sets.n; i++) {
        const struct candidate_set *s = &d->sets.at[i];
        uint32_t given = 0;
        struct buf text;
        buf_init(&text, v->out->arena);
        for (uint32_t k = 0; k < s->lines.n; k++)
            given += s->lines.at[k].program || d->syntax.cats.at[s->lines.at[k].cat].type == 0;
        if (given) buf_printf(&text, "%u given entries", given);
        if (given < s->lines.n)
            buf_printf(&text, "%sall programs of %u categories, %u operations", given ? "; " : "",
                       s->lines.n - given, s->rules.max_ops);
        struct row row = {s->name,
                          {{"role", !i            ? "default"
                                    : s->fallback ? "fallback"
                                    : s->simple   ? "simple"
                                                  : ""},
                           {"has", text.n ? text.at : "nothing"}}};
        vec_push(v->out->arena, &list, row);
    }
    put_rows(v, v->json ? "candidate_sets" : "candidate sets", &list);
}

static const char *rules_text(const struct view *v) {
    const struct syntax *s = &v->domain->syntax;
    struct buf text;
    buf_init(&text, v->out->arena);
    buf_puts(&text, s->attach_low ? "normal-form" : "plain");
    for (int i = COMBINATOR_COMPOSITION_FORWARD; i < COMBINATOR_RAISING; i++)
        if (s->combinators[i]) buf_printf(&text, ", %s", syntax_combinators[i]);
    for (uint32_t i = 0; i < s->raises.n; i++) {
        buf_printf(&text, ", %s raised over ", cat_text(v, s->raises.at[i].from));
        buf_puts(&text, cat_text(v, s->raises.at[i].over));
    }
    return text.at;
}

static void show_head(struct view *v) {
    const g2l2_domain *d = v->domain;
    if (v->json) {
        json_field_text(v->out, "domain", d->name);
        json_field_text(v->out, "about", d->about);
        json_field_text(v->out, "execution", execution(d));
        json_field_text(v->out, "grammar", rules_text(v));
        json_field_flag(v->out, "scenes", d->world);
        json_field_text(v->out, "definition", d->text);
        return;
    }
    buf_printf(v->out, "%s%s%s\n", d->name, *d->about ? ": " : "", d->about);
    buf_printf(v->out, "\nexecution: %s%s\ngrammar: ", execution(d),
               d->world ? ", about the objects of a scene" : "");
    buf_printf(v->out, "%s\n", rules_text(v));
}

static void show_all(struct view *v) {
    if (v->json) buf_puts(v->out, "{");
    show_head(v);
    show_types(v);
    show_operations(v);
    show_constants(v);
    show_categories(v);
    show_schemas(v);
    show_sets(v);
    if (v->json) buf_puts(v->out, "}");
}

/* ---- the call -------------------------------------------------------------------------------- */

static g2l2_status show_guarded(const g2l2_domain *self, g2l2_format format, struct arena *arena,
                                char **out, g2l2_error *err) {
    struct guard *guard = arena->guard;
    if (guard_try(guard, err)) {
        struct buf text;
        buf_init(&text, arena);
        struct view v = {self, &text, format == G2L2_FORMAT_JSON};
        show_all(&v);
        char *copy = malloc(text.n + 1);
        if (!copy) guard_raise(guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
        *out = memcpy(copy, text.at, text.n + 1);
    }
    return guard->status;
}

g2l2_status g2l2_domain_show(const g2l2_domain *self, g2l2_format format, char **out,
                             g2l2_error *err) {
    struct guard guard;
    struct arena arena;
    *out = NULL;
    if (format != G2L2_FORMAT_TEXT && format != G2L2_FORMAT_JSON)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "a domain is shown as text or JSON");
    arena_init(&arena, &guard, 0);
    g2l2_status status = show_guarded(self, format, &arena, out, err);
    arena_free(&arena);
    return status;
}
