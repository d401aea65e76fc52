/* Sets of candidates, as a definition writes them: what programs and entries words may have. */
#include <math.h>
#include <string.h>

#include "domain/definition.h"

#define MAX_DIRECTED 4 /* arguments of an entry for which directions are made */

void def_read_candidates(struct def_reader *r) {
    struct candidate_set set = {.name = def_word(r, "", "the set's name is needed")};
    if (domain_set(r->domain, set.name))
        def_refuse(r, G2L2_STATUS_FORMAT, "there is a set of this name already");
    set.line = (uint32_t)r->line;
    set.column = (uint32_t)r->start + 1;
    set.rules = (struct enumeration){.max_ops = 3, .by_behaviour = true, .compose_constants = true};
    vec_push(&r->domain->arena, &r->domain->sets, set);
    r->set = &r->domain->sets.at[r->domain->sets.n - 1];
}

static uint32_t op_count(struct def_reader *r) {
    double n = def_number(r);
    if (!(n >= 1 && n <= 6) || n != floor(n))
        def_refuse(r, G2L2_STATUS_FORMAT, "between 1 and 6 operations are possible");
    return (uint32_t)n;
}

static void read_operations(struct def_reader *r) {
    r->set->rules.max_ops = op_count(r);
}

static void read_arguments(struct def_reader *r) {
    if (def_eat_word(r, "exactly-once")) r->set->rules.exactly_once = true;
    else if (!def_eat_word(r, "at-least-once"))
        def_fail(r, "'exactly-once' or 'at-least-once' is needed");
}

static void read_distinct(struct def_reader *r) {
    if (def_eat_word(r, "form")) r->set->rules.by_behaviour = false;
    else if (!def_eat_word(r, "behaviour")) def_fail(r, "'form' or 'behaviour' is needed");
}

static void read_constants(struct def_reader *r) {
    if (def_eat_word(r, "alone")) r->set->rules.compose_constants = false;
    else if (def_eat_word(r, "none")) r->set->without_constants = true;
    else if (!def_eat_word(r, "anywhere")) def_fail(r, "'alone', 'none' or 'anywhere' is needed");
}

static void read_simple(struct def_reader *r) {
    r->set->simple = true;
}

static void read_fallback(struct def_reader *r) {
    r->set->fallback = true;
}

/* programs CATEGORY [operations N] */
static void read_programs(struct def_reader *r) {
    struct candidate_rule rule = {.cat = def_category(r), .line = (uint32_t)r->line};
    rule.column = (uint32_t)r->start + 1;
    if (def_eat_word(r, "operations")) rule.max_ops = op_count(r);
    vec_push(&r->domain->arena, &r->set->lines, rule);
}

static void read_directed(struct def_reader *r) {
    r->set->directed = true;
}

/* One rule for each way to turn the slashes without direction of its category. */
static void add_directed(struct def_reader *r, struct candidate_rule rule) {
    struct syntax *syntax = &r->domain->syntax;
    char slashes[MAX_DIRECTED];
    cat_id arguments[MAX_DIRECTED], result = rule.cat;
    uint32_t n = 0;
    for (; syntax->cats.at[result].kind == CAT_KIND_SLASH && n < MAX_DIRECTED; n++) {
        slashes[n] = syntax->cats.at[result].slash;
        arguments[n] = syntax->cats.at[result].argument;
        result = syntax->cats.at[result].result;
    }
    for (uint32_t way = 0; way < 1u << n; way++) {
        bool meant = true;
        rule.cat = result;
        for (uint32_t i = n; i-- > 0;) {
            char slash = way >> i & 1 ? '\\' : '/';
            meant &= slashes[i] == '|' || slashes[i] == slash;
            rule.cat = syntax_slash(syntax, rule.cat, slash, arguments[i]);
        }
        if (meant) vec_push(&r->domain->arena, &r->set->lines, rule);
    }
}

/* entry CATEGORY : PROGRAM     entry EMPTY */
static void read_entry(struct def_reader *r) {
    struct candidate_rule rule = {.cat = def_category_of_any_kind(r), .line = (uint32_t)r->line};
    rule.column = (uint32_t)r->start + 1;
    type_id type = r->domain->syntax.cats.at[rule.cat].type;
    if (type != TYPE_NONE) {
        if (!def_eat(r, ":")) def_fail(r, "a ':' and a program are needed");
        size_t at = (def_skip_space(r), r->at);
        rule.program = def_program(r, type);
        def_check_fit(r, rule.cat, rule.program, at);
    }
    if (r->set->directed) add_directed(r, rule);
    else vec_push(&r->domain->arena, &r->set->lines, rule);
}

/* as NAME */
static void read_as(struct def_reader *r) {
    const char *name = def_word(r, "", "the name of a set is needed");
    const struct candidate_set *from = domain_set(r->domain, name);
    if (!from || from == r->set)
        def_refuse(r, G2L2_STATUS_FORMAT, "there is no other set of this name above");
    for (uint32_t i = 0; i < from->lines.n; i++)
        vec_push(&r->domain->arena, &r->set->lines, from->lines.at[i]);
}

/* whole CATEGORY */
static void read_whole(struct def_reader *r) {
    const struct syntax *syntax = &r->domain->syntax;
    const struct lang *lang = &r->domain->lang;
    cat_id whole = def_category(r), cat = whole;
    bool fits = true;
    for (; syntax->cats.at[cat].kind == CAT_KIND_SLASH; cat = syntax->cats.at[cat].result) {
        type_id type = syntax->cats.at[syntax->cats.at[cat].argument].type;
        fits &= type != TYPE_NONE && lang->types.at[type].kind == KIND_SYMBOL;
    }
    type_id type = syntax->cats.at[cat].type;
    if (!fits || type == TYPE_NONE || lang->types.at[type].kind != KIND_SEQUENCE)
        def_fail(r, "a category that makes a sequence of things is needed, such as V/N");
    vec_push(&r->domain->arena, &r->set->wholes, whole);
}

static uint32_t small_number(struct def_reader *r, const char *name, uint32_t most) {
    if (!def_eat_word(r, name)) return 1;
    double n = def_number(r);
    if (!(n >= 1 && n <= most) || n != floor(n))
        def_refuse(r, G2L2_STATUS_FORMAT, "this number is too large, or not a whole one");
    return (uint32_t)n;
}

static bool has_record_ops(const g2l2_domain *d) {
    static const uint16_t needed[] = {KERNEL_NOTHING, KERNEL_FIELD, KERNEL_MERGE};
    uint32_t found = 0;
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < d->lang.ops.n; i++)
            if (d->lang.ops.at[i].kernel == needed[k]) found |= 1u << k;
    return found == 7;
}

/* values CATEGORY */
static void read_part_values(struct def_reader *r) {
    struct syntax *syntax = &r->domain->syntax;
    cat_id values = def_simple_category(r);
    if (r->domain->lang.types.at[syntax->cats.at[values].type].kind != KIND_TEXT)
        def_refuse(r, G2L2_STATUS_TYPE, "a category of values of fields is needed here");
    r->set->part_values = values;
    r->set->part_before = syntax_slash(syntax, r->set->parts, '/', values);
    r->set->part_behind = syntax_slash(syntax, r->set->parts, '\\', values);
}

/* parts CATEGORY [words N] [fields N] [values CATEGORY] */
static void read_parts(struct def_reader *r) {
    cat_id cat = def_category(r);
    const struct category *c = &r->domain->syntax.cats.at[cat];
    if (r->domain->lang.types.at[c->type].kind != KIND_RECORD || !has_record_ops(r->domain))
        def_refuse(r, G2L2_STATUS_TYPE,
                   "parts are records; 'nothing', 'field' and 'merge' are needed for them");
    r->set->parts = cat;
    r->set->part_words = small_number(r, "words", 8);
    r->set->part_fields = small_number(r, "fields", 3);
    if (def_eat_word(r, "values")) read_part_values(r);
}

const struct def_statement def_set_statements[] = {
    {"operations", read_operations},
    {"arguments", read_arguments},
    {"distinct", read_distinct},
    {"constants", read_constants},
    {"programs", read_programs},
    {"parts", read_parts},
    {"as", read_as},
    {"whole", read_whole},
    {"entry", read_entry},
    {"directed", read_directed},
    {"fallback", read_fallback},
    {"simple", read_simple},
    {NULL, NULL},
};
