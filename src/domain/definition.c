/* Reading a definition: a line-based text, one statement a line, `#` comments.
 * Every statement is a row of the table at the end; see docs/DOMAINS.md for
 * what each means. A position is kept for every error. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain/domain.h"

#define MAX_DIRECTED 4 /* arguments of an entry for which directions are made */

struct reader {
    g2l2_domain *domain;
    const char *text; /* the line, without its comment */
    size_t at, length, line;
    size_t start;              /* of the latest token */
    struct candidate_set *set; /* the set being read, or NULL */
    bool in_schema;            /* `case` lines belong to the schema read last */
};

static _Noreturn void fail_at(struct reader *r, g2l2_status status, size_t column,
                              const char *what) {
    guard_raise(&r->domain->guard, status, r->line, column + 1, "%s", what);
}

static _Noreturn void fail(struct reader *r, const char *what) {
    fail_at(r, G2L2_STATUS_FORMAT, r->at, what);
}

/* The latest token is wrong. */
static _Noreturn void refuse(struct reader *r, g2l2_status status, const char *what) {
    fail_at(r, status, r->start, what);
}

static void skip_space(struct reader *r) {
    while (r->at < r->length && isspace((unsigned char)r->text[r->at])) r->at++;
}

static bool at_end(struct reader *r) {
    skip_space(r);
    return r->at >= r->length;
}

static bool eat(struct reader *r, const char *token) {
    skip_space(r);
    size_t n = strlen(token);
    if (r->length - r->at < n || memcmp(r->text + r->at, token, n)) return false;
    r->at += n;
    return true;
}

/* A token: everything up to white space or one of `stops`. */
static const char *token(struct reader *r, const char *stops, size_t *length, const char *what) {
    skip_space(r);
    const char *start = r->text + r->at;
    size_t n = 0;
    r->start = r->at;
    while (r->at + n < r->length && !isspace((unsigned char)start[n]) && !strchr(stops, start[n]))
        n++;
    if (!n) fail(r, what);
    r->at += n;
    *length = n;
    return start;
}

static const char *word(struct reader *r, const char *stops, const char *what) {
    size_t n;
    const char *start = token(r, stops, &n, what);
    return arena_strndup(&r->domain->arena, start, n);
}

static bool eat_word(struct reader *r, const char *name) {
    size_t n;
    if (at_end(r) || strchr(",]", r->text[r->at])) return false;
    const char *start = token(r, ",]", &n, "a word is needed");
    if (n == strlen(name) && !memcmp(start, name, n)) return true;
    r->at = r->start;
    return false;
}

/* A name that other lines can use. */
static const char *new_name(struct reader *r, const char *what) {
    const char *name = word(r, ":", what);
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && (unsigned char)*c < 0x80)
            refuse(r, G2L2_STATUS_FORMAT, "a name has letters, digits and '_' only");
    return name;
}

static double number(struct reader *r) {
    char *end;
    const char *text = word(r, ",]:", "a number is needed");
    double value = strtod(text, &end);
    if (*end || !isfinite(value)) refuse(r, G2L2_STATUS_FORMAT, "this is not a number");
    return value;
}

static type_id type_name(struct reader *r) {
    size_t n;
    const char *start = token(r, ",[:-", &n, "a type is needed");
    type_id type = lang_type_find(&r->domain->lang, start, n);
    if (type == TYPE_NONE) refuse(r, G2L2_STATUS_UNKNOWN, "no such type");
    return type;
}

/* Errors of a nested text (category, program) are moved to this line. */
static void check(struct reader *r, g2l2_status status, const g2l2_error *inner, size_t start) {
    if (status)
        guard_raise(&r->domain->guard, status, r->line, start + inner->column, "%s",
                    inner->message);
}

static cat_id category_of_any_kind(struct reader *r) {
    g2l2_error inner;
    size_t n, before = (skip_space(r), r->at);
    const char *start = token(r, ":", &n, "a category is needed");
    cat_id cat = CAT_NONE;
    check(r, category_parse(&r->domain->syntax, start, n, &cat, &inner), &inner, before);
    return cat;
}

/* A category whose words mean something by themselves. */
static cat_id category(struct reader *r) {
    cat_id cat = category_of_any_kind(r);
    if (r->domain->syntax.cats.at[cat].type == TYPE_NONE)
        refuse(r, G2L2_STATUS_TYPE, "a category with a meaning is needed here");
    return cat;
}

static const struct term *program(struct reader *r, type_id type) {
    g2l2_error inner;
    skip_space(r);
    const struct term *out = NULL;
    check(r, term_parse(&r->domain->lang, r->text + r->at, r->length - r->at, type, &out, &inner),
          &inner, r->at);
    r->at = r->length;
    return out;
}

/* What begins in column `at` of this line is said here. */
static void mark(struct reader *r, enum marked what, uint32_t which, size_t at) {
    struct said m = {(uint8_t)what, (uint16_t)which, (uint32_t)r->line, (uint32_t)at + 1};
    vec_push(&r->domain->arena, &r->domain->marks, m);
}

/* ---- statements ---------------------------------------------------------------- */

static void read_domain(struct reader *r) {
    r->domain->name = word(r, "", "the domain's name is needed");
    skip_space(r);
    r->domain->about = arena_strndup(&r->domain->arena, r->text + r->at, r->length - r->at);
    r->at = r->length;
}

/* Older definitions named the C code of their operations. */
static void read_kernels(struct reader *r) {
    word(r, "", "a name is needed");
}

static enum value_kind kind(struct reader *r) {
    size_t n;
    const char *name = token(r, "", &n, "a kind of values is needed");
    enum value_kind found = kind_find(r->domain->lang.registry, name, n);
    if (found == KIND_NONE)
        guard_raise(&r->domain->guard, G2L2_STATUS_UNKNOWN, r->line, r->start + 1,
                    "no such kind of values: '%.*s' is neither one of the library's (`g2l2 domain "
                    "operations` lists them) nor a value type that this program has registered",
                    n > 60 ? 60 : (int)n, name);
    return found;
}

/* import KIND...: only operations on these */
static void read_import(struct reader *r) {
    do r->domain->imported |= (uint64_t)1 << kind(r);
    while (!at_end(r));
}

static void read_execution(struct reader *r) {
    r->domain->expected = r->domain->mixed = false;
    if (eat_word(r, "expected")) r->domain->expected = true;
    else if (eat_word(r, "mixed")) r->domain->mixed = true;
    else if (!eat_word(r, "exact")) fail(r, "'exact', 'expected' or 'mixed' is needed");
}

static void read_text(struct reader *r) {
    if (eat_word(r, "questions")) r->domain->questions = true;
    else if (eat_word(r, "words")) r->domain->words = true;
    else if (eat_word(r, "spoken")) r->domain->spoken = true;
    else if (!eat_word(r, "commands"))
        fail(r, "'commands', 'spoken', 'questions' or 'words' is needed");
}

/* The last one counts, so that an option can be put below a definition. */
static void read_grammar(struct reader *r) {
    r->domain->syntax.attach_low = eat_word(r, "normal-form");
    if (!r->domain->syntax.attach_low && !eat_word(r, "plain"))
        fail(r, "'plain' or 'normal-form' is needed");
}

static void read_reach(struct reader *r) {
    double reach = r->domain->syntax.reach = number(r);
    if (reach < 0 || reach > 100) refuse(r, G2L2_STATUS_FORMAT, "this is from 0 to 100");
}

/* combinators composition crossed substitution */
static void read_combinators(struct reader *r) {
    bool *on = r->domain->syntax.combinators;
    do {
        uint32_t i = 1;
        bool composition = eat_word(r, "composition");
        if (composition || eat_word(r, "crossed")) {
            i = composition ? COMBINATOR_COMPOSITION_FORWARD : COMBINATOR_CROSSED_FORWARD;
            on[i] = on[i + 1] = true;
            continue;
        }
        while (i < COMBINATOR_RAISING && !eat_word(r, syntax_combinators[i])) i++;
        if (i == COMBINATOR_RAISING)
            fail(r, "'composition', 'crossed' or 'substitution' is needed; see also 'raise'");
        on[i] = true;
    } while (!at_end(r));
}

/* raise X over T */
static void read_raise(struct reader *r) {
    struct raise raise = {.from = category(r)};
    if (!eat_word(r, "over")) fail(r, "'over CATEGORY' is needed");
    raise.over = category(r);
    const struct category *cats = r->domain->syntax.cats.at;
    if (cats[raise.from].kind != CAT_KIND_PRIMITIVE || cats[raise.over].kind == CAT_KIND_OPEN)
        refuse(r, G2L2_STATUS_TYPE,
               "a simple category can be raised over one that speaks of nothing");
    vec_push(&r->domain->arena, &r->domain->syntax.raises, raise);
}

static cat_id simple_category(struct reader *r) {
    cat_id cat = category(r);
    if (r->domain->syntax.cats.at[cat].kind != CAT_KIND_PRIMITIVE)
        refuse(r, G2L2_STATUS_TYPE, "phrases of a simple category can stand side by side");
    return cat;
}

/* juxtapose X : \x.\y. PROGRAM, or juxtapose X Y, where an X and a Y are an X. */
static void read_juxtapose(struct reader *r) {
    struct lang *lang = &r->domain->lang;
    struct syntax *syntax = &r->domain->syntax;
    struct juxtaposition made = {.cat = simple_category(r)};
    skip_space(r);
    bool two = r->at < r->length && r->text[r->at] != ':';
    made.right = two ? simple_category(r) : made.cat;
    for (uint32_t i = 0; i < syntax->juxtapositions.n; i++)
        if (syntax->juxtapositions.at[i].cat == made.cat)
            refuse(r, G2L2_STATUS_FORMAT, "what two of these mean is said already");
    if (!eat(r, ":")) fail(r, "a ':' and a program of the two are needed");
    size_t at = (skip_space(r), r->at);
    type_id type = syntax->cats.at[made.cat].type, right = syntax->cats.at[made.right].type;
    made.program = program(r, lang_function(lang, type, lang_function(lang, right, type)));
    if (made.program->kind != TERM_LAMBDA || made.program->subs[0]->kind != TERM_LAMBDA)
        fail_at(r, G2L2_STATUS_TYPE, at, "this program must begin with two lambdas");
    vec_push(&r->domain->arena, &syntax->juxtapositions, made);
}

/* next NAME */
static void read_next(struct reader *r) {
    r->domain->next = word(r, "", "the name of another definition is needed");
}

/* nested NAME */
static void read_nested(struct reader *r) {
    r->domain->nested = word(r, "", "the name of another definition is needed");
}

/* strings NAME */
static void read_strings(struct reader *r) {
    r->domain->strings = word(r, "", "the name of another definition is needed");
}

/* aligned */
static void read_aligned(struct reader *r) {
    r->domain->aligned = true;
}

/* pieces SIGN ... */
static void read_pieces(struct reader *r) {
    struct buf signs;
    buf_init(&signs, &r->domain->arena);
    while (!at_end(r)) {
        size_t n;
        const char *sign = token(r, "", &n, "signs before which names are cut are needed");
        if (n != 1 || !ispunct((unsigned char)*sign) || strchr("()", *sign))
            fail(r, "a sign such as _ is needed");
        buf_put(&signs, sign, 1);
    }
    if (!signs.n) fail(r, "signs before which names are cut are needed");
    r->domain->lang.pieces = signs.at;
}

/* brackets */
static void read_brackets(struct reader *r) {
    r->domain->lang.brackets = true;
}

/* bare-calls */
static void read_bare(struct reader *r) {
    r->domain->lang.bare = true;
}

/* calls NAME */
static void read_calls(struct reader *r) {
    r->domain->calls = word(r, "", "the name of another definition is needed");
}

/* terms NAME */
static void read_terms(struct reader *r) {
    r->domain->terms = word(r, "", "the name of another definition is needed");
}

static void read_functors(struct reader *r) {
    if (eat_word(r, "words")) r->domain->functor_arguments_lexical = true;
    else if (!eat_word(r, "any")) fail(r, "'words' or 'any' is needed");
}

/* All that is said of a type must be the same kind of values. */
static bool set_kind(g2l2_domain *d, type_id type, enum value_kind kind) {
    uint8_t *known = &d->lang.types.at[type].kind;
    if (*known == KIND_NONE) *known = (uint8_t)kind;
    return *known == kind;
}

static bool is_imported(const g2l2_domain *d, enum value_kind kind) {
    return (!d->imported && kind < N_KINDS) || d->imported >> kind & 1;
}

/* type NAME [: KIND] */
static void read_type(struct reader *r) {
    const char *name = new_name(r, "a type's name is needed");
    if (lang_type_find(&r->domain->lang, name, strlen(name)) != TYPE_NONE)
        refuse(r, G2L2_STATUS_FORMAT, "there is a type of this name already");
    type_id type = lang_type(&r->domain->lang, name, strlen(name));
    mark(r, MARK_TYPE, type, r->start);
    if (!eat(r, ":")) return;
    enum value_kind of = kind(r);
    if (of >= N_KINDS && !is_imported(r->domain, of))
        refuse(r, G2L2_STATUS_TYPE, "this kind is not imported");
    set_kind(r->domain, type, of);
}

/* concept TYPE : object | pair | answer */
static void read_concept(struct reader *r) {
    struct concept concept = {.type = type_name(r)};
    mark(r, MARK_CONCEPT, r->domain->concepts.n, r->start);
    for (uint32_t i = 0; i < r->domain->concepts.n; i++)
        if (r->domain->concepts.at[i].type == concept.type)
            refuse(r, G2L2_STATUS_FORMAT, "this is a concept already");
    if (!eat(r, ":")) fail(r, "a ':' and what the concept is about are needed");
    concept.of_answers = eat_word(r, "answer");
    concept.of_pairs = !concept.of_answers && eat_word(r, "pair");
    if (!concept.of_answers && !concept.of_pairs && !eat_word(r, "object"))
        fail(r, "'object', 'pair' or 'answer' is needed");
    enum value_kind of = concept.of_answers ? KIND_ATTRIBUTE
                         : concept.of_pairs ? KIND_RELATION
                                            : KIND_PROPERTY;
    if (!set_kind(r->domain, concept.type, of))
        refuse(r, G2L2_STATUS_TYPE, "the type has values of another kind");
    vec_push(&r->domain->arena, &r->domain->concepts, concept);
}

static uint16_t op_name(struct reader *r) {
    size_t n;
    const char *name = token(r, ",]", &n, "an operation's name is needed");
    uint16_t op = lang_op_find(&r->domain->lang, name, n);
    if (op == OP_NONE) refuse(r, G2L2_STATUS_UNKNOWN, "no such operation");
    return op;
}

static void read_laws(struct reader *r, struct op *op) {
    do {
        if (eat_word(r, "associative")) op->associative = true;
        else if (eat_word(r, "commutative")) op->commutative = true;
        else if (eat_word(r, "unit")) op->unit = op_name(r);
        else if (eat_word(r, "power")) op->power_of = op_name(r);
        else if (eat_word(r, "rare")) op->rare = true;
        else fail(r, "a law is needed: associative, commutative, unit OP, power OP or rare");
    } while (eat(r, ","));
    if (!eat(r, "]")) fail(r, "a ']' is needed");
}

/* What an operation must look like to obey the laws that it is said to obey. */
static void check_laws(struct reader *r, const struct op *op, size_t at) {
    const struct op *ops = r->domain->lang.ops.at;
    bool binary = op->n_args == 2 && op->args[0] == op->result;
    bool same = op->n_args == 2 && op->args[0] == op->args[1];
    if ((op->associative && !(binary && same)) || (op->commutative && !same))
        fail_at(r, G2L2_STATUS_TYPE, at,
                "only an operation on two values of its own type can have this law");
    if (op->unit != OP_NONE && (ops[op->unit].n_args || ops[op->unit].result != op->result))
        fail_at(r, G2L2_STATUS_TYPE, at,
                "a unit is an operation without arguments, of the same type");
    if (op->power_of == OP_NONE) return;
    const struct op *base = &ops[op->power_of];
    if (!binary || !base->associative || base->result != op->result)
        fail_at(r, G2L2_STATUS_TYPE, at,
                "this law is for OP(value, number), where 'power' names an associative operation");
}

/* What comes from a program is imported whole: arguments, too, so that a model says what it needs. */
static uint16_t operation(struct reader *r, const char *name) {
    uint16_t found = operation_find(r->domain->lang.registry, name);
    if (found == OPERATION_NONE)
        refuse(r, G2L2_STATUS_UNKNOWN, "no such operation; `g2l2 domain operations` lists them");
    const struct operation *row = operation_row(r->domain->lang.registry, found);
    bool imported = is_imported(r->domain, row->result);
    for (uint32_t i = 0; i < row->n_args; i++)
        imported &= row->args[i] < N_KINDS || is_imported(r->domain, row->args[i]);
    if (!imported)
        refuse(r, G2L2_STATUS_TYPE, "it makes or takes values of a kind that is not imported");
    return found;
}

/* An operation takes and makes values of the kinds that its namesake does. */
static void check_kinds(struct reader *r, const struct op *op) {
    g2l2_domain *d = r->domain;
    const struct operation *o = operation_row(d->lang.registry, op->kernel);
    uint32_t most = o->more ? OPERATION_MAX_ARGS : o->n_args;
    bool right =
        op->n_args >= o->n_args && op->n_args <= most && set_kind(d, op->result, o->result);
    for (uint32_t i = 0; right && i < o->n_args; i++) right = set_kind(d, op->args[i], o->args[i]);
    for (uint32_t i = o->n_args; right && i < op->n_args; i++) {
        enum value_kind of = (enum value_kind)d->lang.types.at[op->args[i]].kind;
        if (of == KIND_NONE) set_kind(d, op->args[i], of = KIND_SYMBOL);
        right = of == KIND_SYMBOL || of == KIND_SET || of == KIND_NUMBER || of == KIND_SEQUENCE;
    }
    if (right) return;
    char why[120];
    snprintf(why, sizeof why, "'%s' does not do an operation of this type", o->name);
    refuse(r, G2L2_STATUS_TYPE, why);
}

/* op NAME : TYPE, TYPE -> TYPE [laws] = KERNEL */
static void read_op(struct reader *r) {
    struct op op = {.unit = OP_NONE, .power_of = OP_NONE, .literal = -1};
    op.name = new_name(r, "an operation's name is needed");
    if (!lang_name_plain(op.name))
        refuse(r, G2L2_STATUS_FORMAT, "this name looks like a number or a variable");
    if (lang_op_find(&r->domain->lang, op.name, strlen(op.name)) != OP_NONE)
        refuse(r, G2L2_STATUS_FORMAT, "there is an operation of this name already");
    size_t start = r->start;
    if (!eat(r, ":")) fail(r, "a ':' and the operation's type are needed");
    type_id types[OP_MAX_ARGS];
    uint8_t n = 0;
    do {
        if (n == OP_MAX_ARGS) fail(r, "an operation has at most four arguments");
        types[n++] = type_name(r);
    } while (eat(r, ","));
    bool arrow = eat(r, "->");
    if (!arrow && n != 1) fail(r, "a '->' and the result's type are needed");
    op.n_args = arrow ? n : 0;
    memcpy(op.args, types, op.n_args * sizeof *types);
    op.result = arrow ? type_name(r) : types[0];
    skip_space(r);
    size_t laws = r->at;
    if (eat(r, "[")) read_laws(r, &op);
    check_laws(r, &op, laws);
    r->start = start;
    op.kernel = operation(r, eat(r, "=") ? word(r, "", "an operation's name is needed") : op.name);
    r->start = start;
    check_kinds(r, &op);
    mark(r, MARK_OP, lang_op(&r->domain->lang, &op), start);
}

/* Sequences may be of two types: what is done, and what is only asked within it; what makes them and things
 * of others, of three. */
static bool may_declare(const g2l2_domain *d, type_id type) {
    uint8_t kind = d->lang.types.at[type].kind;
    uint32_t most = kind == KIND_ACTION ? 3 : kind == KIND_SEQUENCE ? 2 : 1, n = 0;
    for (uint32_t i = 0; i < d->literal_types.n; i++) {
        if (d->literal_types.at[i] == type) return false;
        n += kind != KIND_NONE && d->lang.types.at[d->literal_types.at[i]].kind == kind;
    }
    return n < most;
}

/* literals NAME : TYPE, once for each type that has them */
static void read_literals(struct reader *r) {
    g2l2_domain *d = r->domain;
    const char *name = word(r, ":", "what the data's constants are called is needed");
    mark(r, MARK_LITERALS, d->literal_types.n, r->start);
    if (!eat(r, ":")) fail(r, "a ':' and the constants' type are needed");
    type_id type = type_name(r);
    if (!may_declare(d, type)) fail(r, "constants of this kind are declared already");
    if (!d->literal_name) d->literal_name = name;
    vec_push(&d->arena, &d->literal_types, type);
    vec_push(&d->arena, &d->literal_names, name);
}

/* What the number before is called; false: it has to be a number. */
static bool read_number_name(struct reader *r) {
    bool named = !r->set && r->domain->numbers.n;
    if (!named || strchr("0123456789.-+", r->text[r->at])) return false;
    const char *name = word(r, ",]:", "a number is needed");
    double number = r->domain->numbers.at[r->domain->numbers.n - 1];
    vec_push(&r->domain->arena, &r->domain->number_names, ((struct number_name){name, number}));
    return true;
}

/* numbers 2 two 3 three 4 : TYPE  (in a set without a type and names: the set's own) */
static void read_numbers(struct reader *r) {
    while (!at_end(r) && r->text[r->at] != ':') {
        if (read_number_name(r)) continue;
        double value = number(r);
        if (r->set) vec_push(&r->domain->arena, &r->set->numbers, value);
        else vec_push(&r->domain->arena, &r->domain->numbers, value);
    }
    if (r->set) return;
    if (!eat(r, ":")) fail(r, "a ':' and the numbers' type are needed");
    mark(r, MARK_NUMBERS, 0, r->at - 1);
    type_id type = type_name(r), *known = &r->domain->lang.number_type;
    if (*known != TYPE_NONE && *known != type)
        refuse(r, G2L2_STATUS_TYPE, "numbers have another type already");
    if (!set_kind(r->domain, type, KIND_NUMBER))
        refuse(r, G2L2_STATUS_TYPE, "the type has values of another kind");
    *known = type;
}

/* Conjunctions have categories too. */
static void check_new_category(struct reader *r, const char *name) {
    const struct syntax *syntax = &r->domain->syntax;
    for (uint32_t i = 1; i < syntax->cats.n; i++)
        if (syntax->cats.at[i].name && !strcmp(syntax->cats.at[i].name, name))
            refuse(r, G2L2_STATUS_FORMAT, "there is a category of this name already");
}

static void read_category(struct reader *r) {
    const char *name = new_name(r, "a category's name is needed");
    size_t start = r->start;
    check_new_category(r, name);
    if (!eat(r, ":")) fail(r, "a ':' and the type of its meaning are needed");
    struct syntax *syntax = &r->domain->syntax;
    cat_id cat = syntax_primitive(syntax, name, type_name(r));
    mark(r, MARK_CATEGORY, cat, start);
    if (!eat_word(r, "includes")) return;
    cat_id other = category(r);
    const struct category *c = &syntax->cats.at[other];
    if (c->kind != CAT_KIND_PRIMITIVE || c->type != syntax->cats.at[cat].type || other == cat)
        refuse(r, G2L2_STATUS_TYPE, "it can include another simple category of its own type");
    syntax->cats.at[cat].includes = other;
}

static void read_root(struct reader *r) {
    do {
        cat_id cat = category(r);
        if (r->domain->syntax.cats.at[cat].kind != CAT_KIND_PRIMITIVE)
            refuse(r, G2L2_STATUS_TYPE, "a sentence means a value, not a function");
        for (uint32_t i = 0; i < r->domain->roots.n; i++)
            if (r->domain->roots.at[i] == cat)
                refuse(r, G2L2_STATUS_FORMAT, "this is a root already");
        mark(r, MARK_ROOT, r->domain->roots.n, r->start);
        vec_push(&r->domain->arena, &r->domain->roots, cat);
        r->domain->syntax.cats.at[cat].root = true;
    } while (!at_end(r));
}

/* conjunction AND any : \x.\y. op(x, y)     conjunction OR X -> Z : \x.\y.\z. ... */
static void read_conjunction(struct reader *r) {
    struct schema conj = {.name = new_name(r, "the conjunction's name is needed"),
                          .kind = SCHEMA_COORDINATE};
    size_t start = r->start;
    check_new_category(r, conj.name);
    struct syntax *syntax = &r->domain->syntax;
    struct lang *lang = &r->domain->lang;
    type_id operand, result;
    if (eat_word(r, "any")) {
        if (!eat_word(r, "of")) fail(r, "'any of TYPE' is needed");
        operand = result = type_name(r);
    } else {
        conj.operand = category(r);
        if (!eat(r, "->")) fail(r, "a '->' and the resulting category are needed");
        conj.result = category(r);
        operand = syntax->cats.at[conj.operand].type;
        result = syntax->cats.at[conj.result].type;
    }
    if (!eat(r, ":")) fail(r, "a ':' and a program are needed");
    size_t at = (skip_space(r), r->at);
    conj.program = program(r, lang_function(lang, operand, lang_function(lang, operand, result)));
    if (conj.program->kind != TERM_LAMBDA || conj.program->subs[0]->kind != TERM_LAMBDA)
        fail_at(r, G2L2_STATUS_TYPE, at, "this program must begin with two lambdas");
    if (r->domain->mixed && term_has_slot(conj.program))
        fail_at(r, G2L2_STATUS_TYPE, at, "a conjunction has no concept: there is no '?' in it");
    mark(r, MARK_SCHEMA, syntax_schema(syntax, &conj), start);
    r->in_schema = true;
}

static void check_fit(struct reader *r, cat_id cat, const struct term *program, size_t at) {
    const char *why = domain_unfit(r->domain, cat, program);
    if (why) fail_at(r, G2L2_STATUS_TYPE, at, why);
}

/* case X\A/X^Y: what the words on the right speak of is the A on the left. */
static void read_binding(struct reader *r, struct schema *schema) {
    if (schema->kind != SCHEMA_CASES)
        fail(r, "a schema has one case for any category, and has it already");
    size_t at = r->at, n;
    const char *text = token(r, "", &n, "a category is needed"), *slash = memchr(text, '/', n);
    if (!slash || slash + 3 > text + n || memcmp(slash, "/X^", 3))
        fail_at(r, G2L2_STATUS_FORMAT, at, "a case for any category is X\\A/X^Y");
    size_t end = r->at, length = r->length;
    r->length = (size_t)(slash - r->text);
    r->at = at;
    schema->operand = category(r);
    r->length = length;
    r->at = (size_t)(slash - r->text) + 3;
    schema->variable = category(r);
    const struct category *cats = r->domain->syntax.cats.at;
    if (r->at != end || cats[schema->operand].type != cats[schema->variable].type ||
        cats[schema->variable].kind != CAT_KIND_PRIMITIVE)
        fail_at(r, G2L2_STATUS_TYPE, at, "in X\\A/X^Y, A and Y are of one type, and Y is simple");
    schema->kind = SCHEMA_BIND;
    const g2l2_domain *d = r->domain;
    if (d->mixed && d->kernels && d->kernels->mixed &&
        !d->kernels->mixed->refers(&d->lang, cats[schema->variable].type))
        fail_at(r, G2L2_STATUS_TYPE, at, "these kernels cannot refer back to what has this type");
}

/* case CATEGORY : PROGRAM     case X\A/X^Y */
static void read_case(struct reader *r) {
    struct syntax *syntax = &r->domain->syntax;
    if (!r->in_schema) fail(r, "this belongs below a 'schema NAME' line");
    struct schema *schema = &syntax->schemas.at[syntax->schemas.n - 1];
    if (eat(r, "X\\")) {
        read_binding(r, schema);
        return;
    }
    struct schema_case c = {.cat = category(r)};
    for (uint32_t i = 0; i < schema->cases.n; i++)
        if (schema->cases.at[i].cat == c.cat)
            refuse(r, G2L2_STATUS_FORMAT, "the schema has a case of this category already");
    if (!eat(r, ":")) fail(r, "a ':' and a program are needed");
    size_t at = (skip_space(r), r->at);
    c.program = program(r, syntax->cats.at[c.cat].type);
    check_fit(r, c.cat, c.program, at);
    vec_push(&r->domain->arena, &schema->cases, c);
}

/* schema NAME: cases follow */
static void read_schema(struct reader *r) {
    struct schema schema = {.name = new_name(r, "the schema's name is needed")};
    check_new_category(r, schema.name);
    mark(r, MARK_SCHEMA, syntax_schema(&r->domain->syntax, &schema), r->start);
    r->in_schema = true;
}

/* ---- candidate sets ---------------------------------------------------------------- */

static void read_candidates(struct reader *r) {
    struct candidate_set set = {.name = word(r, "", "the set's name is needed")};
    if (domain_set(r->domain, set.name))
        refuse(r, G2L2_STATUS_FORMAT, "there is a set of this name already");
    set.line = (uint32_t)r->line;
    set.column = (uint32_t)r->start + 1;
    set.rules = (struct enumeration){.max_ops = 3, .by_behaviour = true, .compose_constants = true};
    vec_push(&r->domain->arena, &r->domain->sets, set);
    r->set = &r->domain->sets.at[r->domain->sets.n - 1];
}

static uint32_t op_count(struct reader *r) {
    double n = number(r);
    if (!(n >= 1 && n <= 6) || n != floor(n))
        refuse(r, G2L2_STATUS_FORMAT, "between 1 and 6 operations are possible");
    return (uint32_t)n;
}

static void read_operations(struct reader *r) {
    r->set->rules.max_ops = op_count(r);
}

static void read_arguments(struct reader *r) {
    if (eat_word(r, "exactly-once")) r->set->rules.exactly_once = true;
    else if (!eat_word(r, "at-least-once")) fail(r, "'exactly-once' or 'at-least-once' is needed");
}

static void read_distinct(struct reader *r) {
    if (eat_word(r, "form")) r->set->rules.by_behaviour = false;
    else if (!eat_word(r, "behaviour")) fail(r, "'form' or 'behaviour' is needed");
}

static void read_constants(struct reader *r) {
    if (eat_word(r, "alone")) r->set->rules.compose_constants = false;
    else if (eat_word(r, "none")) r->set->without_constants = true;
    else if (!eat_word(r, "anywhere")) fail(r, "'alone', 'none' or 'anywhere' is needed");
}

static void read_simple(struct reader *r) {
    r->set->simple = true;
}

static void read_fallback(struct reader *r) {
    r->set->fallback = true;
}

/* programs CATEGORY [operations N] */
static void read_programs(struct reader *r) {
    struct candidate_rule rule = {.cat = category(r), .line = (uint32_t)r->line};
    rule.column = (uint32_t)r->start + 1;
    if (eat_word(r, "operations")) rule.max_ops = op_count(r);
    vec_push(&r->domain->arena, &r->set->lines, rule);
}

static void read_directed(struct reader *r) {
    r->set->directed = true;
}

/* One rule for each way to turn the slashes without direction of its category. */
static void add_directed(struct reader *r, struct candidate_rule rule) {
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
static void read_entry(struct reader *r) {
    struct candidate_rule rule = {.cat = category_of_any_kind(r), .line = (uint32_t)r->line};
    rule.column = (uint32_t)r->start + 1;
    type_id type = r->domain->syntax.cats.at[rule.cat].type;
    if (type != TYPE_NONE) {
        if (!eat(r, ":")) fail(r, "a ':' and a program are needed");
        size_t at = (skip_space(r), r->at);
        rule.program = program(r, type);
        check_fit(r, rule.cat, rule.program, at);
    }
    if (r->set->directed) add_directed(r, rule);
    else vec_push(&r->domain->arena, &r->set->lines, rule);
}

/* as NAME */
static void read_as(struct reader *r) {
    const char *name = word(r, "", "the name of a set is needed");
    const struct candidate_set *from = domain_set(r->domain, name);
    if (!from || from == r->set)
        refuse(r, G2L2_STATUS_FORMAT, "there is no other set of this name above");
    for (uint32_t i = 0; i < from->lines.n; i++)
        vec_push(&r->domain->arena, &r->set->lines, from->lines.at[i]);
}

/* whole CATEGORY */
static void read_whole(struct reader *r) {
    const struct syntax *syntax = &r->domain->syntax;
    const struct lang *lang = &r->domain->lang;
    cat_id whole = category(r), cat = whole;
    bool fits = true;
    for (; syntax->cats.at[cat].kind == CAT_KIND_SLASH; cat = syntax->cats.at[cat].result) {
        type_id type = syntax->cats.at[syntax->cats.at[cat].argument].type;
        fits &= type != TYPE_NONE && lang->types.at[type].kind == KIND_SYMBOL;
    }
    type_id type = syntax->cats.at[cat].type;
    if (!fits || type == TYPE_NONE || lang->types.at[type].kind != KIND_SEQUENCE)
        fail(r, "a category that makes a sequence of things is needed, such as V/N");
    vec_push(&r->domain->arena, &r->set->wholes, whole);
}

static uint32_t small_number(struct reader *r, const char *name, uint32_t most) {
    if (!eat_word(r, name)) return 1;
    double n = number(r);
    if (!(n >= 1 && n <= most) || n != floor(n))
        refuse(r, G2L2_STATUS_FORMAT, "this number is too large, or not a whole one");
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
static void read_part_values(struct reader *r) {
    struct syntax *syntax = &r->domain->syntax;
    cat_id values = simple_category(r);
    if (r->domain->lang.types.at[syntax->cats.at[values].type].kind != KIND_TEXT)
        refuse(r, G2L2_STATUS_TYPE, "a category of values of fields is needed here");
    r->set->part_values = values;
    r->set->part_before = syntax_slash(syntax, r->set->parts, '/', values);
    r->set->part_behind = syntax_slash(syntax, r->set->parts, '\\', values);
}

/* parts CATEGORY [words N] [fields N] [values CATEGORY] */
static void read_parts(struct reader *r) {
    cat_id cat = category(r);
    const struct category *c = &r->domain->syntax.cats.at[cat];
    if (r->domain->lang.types.at[c->type].kind != KIND_RECORD || !has_record_ops(r->domain))
        refuse(r, G2L2_STATUS_TYPE,
               "parts are records; 'nothing', 'field' and 'merge' are needed for them");
    r->set->parts = cat;
    r->set->part_words = small_number(r, "words", 8);
    r->set->part_fields = small_number(r, "fields", 3);
    if (eat_word(r, "values")) read_part_values(r);
}

static const struct statement {
    const char *name;
    void (*read)(struct reader *);
    bool in_set; /* belongs to a candidate set */
} statements[] = {
    {"domain", read_domain, false},
    {"kernels", read_kernels, false},
    {"import", read_import, false},
    {"execution", read_execution, false},
    {"functor-arguments", read_functors, false},
    {"text", read_text, false},
    {"grammar", read_grammar, false},
    {"reach", read_reach, false},
    {"combinators", read_combinators, false},
    {"raise", read_raise, false},
    {"juxtapose", read_juxtapose, false},
    {"next", read_next, false},
    {"calls", read_calls, false},
    {"terms", read_terms, false},
    {"pieces", read_pieces, false},
    {"brackets", read_brackets, false},
    {"bare-calls", read_bare, false},
    {"nested", read_nested, false},
    {"strings", read_strings, false},
    {"aligned", read_aligned, false},
    {"type", read_type, false},
    {"concept", read_concept, false},
    {"op", read_op, false},
    {"literals", read_literals, false},
    {"numbers", read_numbers, false},
    {"category", read_category, false},
    {"root", read_root, false},
    {"conjunction", read_conjunction, false},
    {"schema", read_schema, false},
    {"case", read_case, false},
    {"candidates", read_candidates, false},
    {"operations", read_operations, true},
    {"arguments", read_arguments, true},
    {"distinct", read_distinct, true},
    {"constants", read_constants, true},
    {"programs", read_programs, true},
    {"parts", read_parts, true},
    {"as", read_as, true},
    {"whole", read_whole, true},
    {"entry", read_entry, true},
    {"directed", read_directed, true},
    {"fallback", read_fallback, true},
    {"simple", read_simple, true},
};

static void read_line(struct reader *r) {
    const char *nul = memchr(r->text, 0, r->length);
    if (nul) fail_at(r, G2L2_STATUS_FORMAT, (size_t)(nul - r->text), "this is not a text");
    if (at_end(r)) return;
    size_t start = r->at, n;
    const char *name = token(r, "", &n, "a statement is needed");
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        const struct statement *s = &statements[i];
        if (strlen(s->name) != n || memcmp(s->name, name, n)) continue;
        if (s->in_set && !r->set)
            fail_at(r, G2L2_STATUS_FORMAT, start, "this belongs below a 'candidates NAME' line");
        s->read(r);
        if (!at_end(r)) fail(r, "nothing more is expected on this line");
        return;
    }
    fail_at(r, G2L2_STATUS_UNKNOWN, start, "no such statement; docs/DOMAINS.md lists them");
}

/* Constants of a type of which nothing else is said are actions. */
static void settle_kinds(g2l2_domain *d) {
    for (uint32_t i = 0; i < d->literal_types.n; i++) {
        uint8_t *kind = &d->lang.types.at[d->literal_types.at[i]].kind;
        if (*kind == KIND_NONE) *kind = KIND_SEQUENCE;
    }
}

static bool has_kind(const g2l2_domain *d, enum value_kind kind) {
    for (uint32_t i = 1; i < d->lang.types.n; i++)
        if (d->lang.types.at[i].kind == kind) return true;
    return false;
}

/* A sentence is what its roots are: actions, a number, or an answer to a question. */
static void put_kernels(g2l2_domain *d) {
    struct kernels *k = &d->made;
    bool actions = false, sets = has_kind(d, KIND_SET), sequences = has_kind(d, KIND_SEQUENCE);
    bool given = false; /* means what a program brought, or has it on the way */
    for (uint32_t i = 1; i < d->lang.types.n; i++) given |= d->lang.types.at[i].kind >= N_KINDS;
    bool records = false;
    for (uint32_t i = 0; i < d->roots.n; i++) {
        uint8_t kind = d->lang.types.at[d->syntax.cats.at[d->roots.at[i]].type].kind;
        actions |= kind == KIND_SEQUENCE;
        records |= kind == KIND_RECORD;
    }
    for (uint32_t i = 0; i < d->roots.n; i++)
        d->lang.types.at[d->syntax.cats.at[d->roots.at[i]].type].meant = true;
    bool answers = (sets || given) && !actions;
    *k = (struct kernels){.keeps_literals = actions, .exact = &values_exact, .print = values_print};
    if (sets) k->mixed = &sets_mixed;
    else if (!given) k->expected = sequences ? &strings_expected : &numbers_expected;
    k->print_expected = sequences ? strings_print : numbers_print;
    k->read_target = records   ? target_read_record
                     : actions ? target_read_sequence
                     : answers ? target_read_answer
                               : target_read_number;
    if (answers) k->is_literal = target_is_answer_word;
    d->answers = sets && !given && !actions && !records && !d->mixed && !d->expected;
    if (d->answers) k->read_target = target_read_fact;
    d->kernels = k;
    d->world = sets;
}

static void check_complete(struct reader *r) {
    g2l2_domain *d = r->domain;
    if (!d->name) fail(r, "the definition has no 'domain NAME' line");
    if (!d->roots.n) fail(r, "the definition has no 'root CATEGORY' line");
    settle_kinds(d);
    put_kernels(d);
    if (d->mixed ? !d->kernels->mixed : d->expected ? !d->kernels->expected : !d->kernels->exact)
        fail(r, "these values cannot be executed so");
    if ((d->mixed || d->expected) && d->syntax.reach > 0) fail(r, "'reach' is for exact execution");
    const struct op *hard = d->mixed || d->expected ? domain_hard(d) : NULL;
    if (hard)
        guard_raise(&d->guard, G2L2_STATUS_TYPE, r->line, 1,
                    "'%.60s' is for exact execution: it has no soft values", hard->name);
    for (uint32_t i = 0; i < d->literal_types.n; i++)
        if (d->literal_types.at[i] == d->lang.number_type)
            fail(r, "the data's constants and the numbers need types of their own");
}

/* Names are looked for one after the other, so what many lines take grows with their square. */
#define MAX_LINES 10000u

static void read_definition(g2l2_domain *domain, const char *text, size_t length) {
    struct reader r = {.domain = domain};
    for (size_t at = 0; at < length;) {
        const char *start = text + at, *end = memchr(start, '\n', length - at);
        size_t n = end ? (size_t)(end - start) : length - at;
        const char *hash = memchr(start, '#', n);
        r.text = start;
        r.length = hash ? (size_t)(hash - start) : n;
        r.at = 0;
        if (r.line++ == MAX_LINES)
            guard_raise(&domain->guard, G2L2_STATUS_LIMIT, MAX_LINES + 1, 1,
                        "a definition has at most %u lines", MAX_LINES);
        read_line(&r);
        at += n + 1;
    }
    check_complete(&r);
}

g2l2_status domain_parse(const char *text, size_t length, g2l2_domain **out, g2l2_error *err) {
    return domain_parse_with(NULL, text, length, out, err);
}

g2l2_status domain_parse_with(const g2l2_types *types, const char *text, size_t length,
                              g2l2_domain **out, g2l2_error *err) {
    g2l2_domain *self = calloc(1, sizeof *self);
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    arena_init(&self->arena, &self->guard, 0);
    if (guard_try(&self->guard, err)) {
        lang_init(&self->lang, &self->arena);
        self->lang.registry = types;
        syntax_init(&self->syntax, &self->lang);
        self->text = arena_strndup(&self->arena, text, length);
        self->made.mixed = &sets_mixed; /* for programs that are read before all is known */
        self->kernels = &self->made;
        read_definition(self, self->text, length);
        *out = self;
        return G2L2_STATUS_OK;
    }
    g2l2_status status = self->guard.status;
    g2l2_domain_free(self);
    return status;
}
