/* Reading a definition: a line-based text, one statement a line, `#` comments.
 * Every statement is a row of the table at the end; see docs/DOMAINS.md for
 * what each means. A position is kept for every error. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain/definition.h"

/* ---- statements ---------------------------------------------------------------- */

static void read_domain(struct def_reader *r) {
    r->domain->name = def_word(r, "", "the domain's name is needed");
    def_skip_space(r);
    r->domain->about = arena_strndup(&r->domain->arena, r->text + r->at, r->length - r->at);
    r->at = r->length;
}

/* Older definitions named the C code of their operations. */
static void read_kernels(struct def_reader *r) {
    def_word(r, "", "a name is needed");
}

static enum value_kind kind(struct def_reader *r) {
    size_t n;
    const char *name = def_token(r, "", &n, "a kind of values is needed");
    enum value_kind found = kind_find(r->domain->lang.registry, name, n);
    if (found == KIND_NONE)
        guard_raise(&r->domain->guard, G2L2_STATUS_UNKNOWN, r->line, r->start + 1,
                    "no such kind of values: '%.*s' is neither one of the library's (`g2l2 domain "
                    "operations` lists them) nor a value type that this program has registered",
                    n > 60 ? 60 : (int)n, name);
    return found;
}

/* import KIND...: only operations on these */
static void read_import(struct def_reader *r) {
    do r->domain->imported |= (uint64_t)1 << kind(r);
    while (!def_at_end(r));
}

static void read_execution(struct def_reader *r) {
    r->domain->expected = r->domain->mixed = false;
    if (def_eat_word(r, "expected")) r->domain->expected = true;
    else if (def_eat_word(r, "mixed")) r->domain->mixed = true;
    else if (!def_eat_word(r, "exact")) def_fail(r, "'exact', 'expected' or 'mixed' is needed");
}

static void read_text(struct def_reader *r) {
    if (def_eat_word(r, "questions")) r->domain->questions = true;
    else if (def_eat_word(r, "words")) r->domain->words = true;
    else if (def_eat_word(r, "spoken")) r->domain->spoken = true;
    else if (!def_eat_word(r, "commands"))
        def_fail(r, "'commands', 'spoken', 'questions' or 'words' is needed");
}

/* The last one counts, so that an option can be put below a definition. */
static void read_grammar(struct def_reader *r) {
    r->domain->syntax.attach_low = def_eat_word(r, "normal-form");
    if (!r->domain->syntax.attach_low && !def_eat_word(r, "plain"))
        def_fail(r, "'plain' or 'normal-form' is needed");
}

static void read_reach(struct def_reader *r) {
    double reach = r->domain->syntax.reach = def_number(r);
    if (reach < 0 || reach > 100) def_refuse(r, G2L2_STATUS_FORMAT, "this is from 0 to 100");
}

/* combinators composition crossed substitution */
static void read_combinators(struct def_reader *r) {
    bool *on = r->domain->syntax.combinators;
    do {
        uint32_t i = 1;
        bool composition = def_eat_word(r, "composition");
        if (composition || def_eat_word(r, "crossed")) {
            i = composition ? COMBINATOR_COMPOSITION_FORWARD : COMBINATOR_CROSSED_FORWARD;
            on[i] = on[i + 1] = true;
            continue;
        }
        while (i < COMBINATOR_RAISING && !def_eat_word(r, syntax_combinators[i])) i++;
        if (i == COMBINATOR_RAISING)
            def_fail(r, "'composition', 'crossed' or 'substitution' is needed; see also 'raise'");
        on[i] = true;
    } while (!def_at_end(r));
}

/* raise X over T */
static void read_raise(struct def_reader *r) {
    struct raise raise = {.from = def_category(r)};
    if (!def_eat_word(r, "over")) def_fail(r, "'over CATEGORY' is needed");
    raise.over = def_category(r);
    const struct category *cats = r->domain->syntax.cats.at;
    if (cats[raise.from].kind != CAT_KIND_PRIMITIVE || cats[raise.over].kind == CAT_KIND_OPEN)
        def_refuse(r, G2L2_STATUS_TYPE,
                   "a simple category can be raised over one that speaks of nothing");
    vec_push(&r->domain->arena, &r->domain->syntax.raises, raise);
}

/* juxtapose X : \x.\y. PROGRAM, or juxtapose X Y, where an X and a Y are an X. */
static void read_juxtapose(struct def_reader *r) {
    struct lang *lang = &r->domain->lang;
    struct syntax *syntax = &r->domain->syntax;
    struct juxtaposition made = {.cat = def_simple_category(r)};
    def_skip_space(r);
    bool two = r->at < r->length && r->text[r->at] != ':';
    made.right = two ? def_simple_category(r) : made.cat;
    for (uint32_t i = 0; i < syntax->juxtapositions.n; i++)
        if (syntax->juxtapositions.at[i].cat == made.cat)
            def_refuse(r, G2L2_STATUS_FORMAT, "what two of these mean is said already");
    if (!def_eat(r, ":")) def_fail(r, "a ':' and a program of the two are needed");
    size_t at = (def_skip_space(r), r->at);
    type_id type = syntax->cats.at[made.cat].type, right = syntax->cats.at[made.right].type;
    made.program = def_program(r, lang_function(lang, type, lang_function(lang, right, type)));
    if (made.program->kind != TERM_LAMBDA || made.program->subs[0]->kind != TERM_LAMBDA)
        def_fail_at(r, G2L2_STATUS_TYPE, at, "this program must begin with two lambdas");
    vec_push(&r->domain->arena, &syntax->juxtapositions, made);
}

/* next NAME */
static void read_next(struct def_reader *r) {
    r->domain->next = def_word(r, "", "the name of another definition is needed");
}

/* nested NAME */
static void read_nested(struct def_reader *r) {
    r->domain->nested = def_word(r, "", "the name of another definition is needed");
}

/* strings NAME */
static void read_strings(struct def_reader *r) {
    r->domain->strings = def_word(r, "", "the name of another definition is needed");
}

/* labels NAME NAME */
static void read_labels(struct def_reader *r) {
    r->domain->labels = def_word(r, "", "the name of another definition is needed");
    r->domain->compounds = def_word(r, "", "the name of a definition that cuts labels is needed");
}

/* labelled [calls] */
static void read_labelled(struct def_reader *r) {
    r->domain->lang.labelled = true;
    r->domain->lang.called = def_eat_word(r, "calls");
}

/* roles NAME */
static void read_roles(struct def_reader *r) {
    r->domain->roles = def_word(r, "", "the name of another definition is needed");
}

/* aligned */
static void read_aligned(struct def_reader *r) {
    r->domain->aligned = true;
}

/* A sign, or in words what is not one: 0 for `capitals`. */
static char read_sign(struct def_reader *r) {
    size_t n;
    const char *sign = def_token(r, "", &n, "signs before which names are cut are needed");
    if (n == strlen("space") && !strncmp(sign, "space", n)) return ' ';
    if (n == strlen("capitals") && !strncmp(sign, "capitals", n)) return 0;
    if (n != 1 || !ispunct((unsigned char)*sign) || strchr("()", *sign))
        def_fail(r, "a sign such as _ is needed, or space, or capitals");
    return *sign;
}

/* pieces SIGN ... */
static void read_pieces(struct def_reader *r) {
    struct lang *lang = &r->domain->lang;
    struct buf signs;
    buf_init(&signs, &r->domain->arena);
    do {
        char sign = read_sign(r);
        if (sign) buf_put(&signs, &sign, 1);
        else lang->capitals = true;
    } while (!def_at_end(r));
    lang->pieces = signs.at;
}

/* brackets */
static void read_brackets(struct def_reader *r) {
    r->domain->lang.brackets = true;
}

/* bare-calls */
static void read_bare(struct def_reader *r) {
    r->domain->lang.bare = true;
}

/* calls NAME */
static void read_calls(struct def_reader *r) {
    r->domain->calls = def_word(r, "", "the name of another definition is needed");
}

/* terms NAME */
static void read_terms(struct def_reader *r) {
    r->domain->terms = def_word(r, "", "the name of another definition is needed");
}

static void read_functors(struct def_reader *r) {
    if (def_eat_word(r, "words")) r->domain->functor_arguments_lexical = true;
    else if (!def_eat_word(r, "any")) def_fail(r, "'words' or 'any' is needed");
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
static void read_type(struct def_reader *r) {
    const char *name = def_new_name(r, "a type's name is needed");
    if (lang_type_find(&r->domain->lang, name, strlen(name)) != TYPE_NONE)
        def_refuse(r, G2L2_STATUS_FORMAT, "there is a type of this name already");
    type_id type = lang_type(&r->domain->lang, name, strlen(name));
    def_mark(r, MARK_TYPE, type, r->start);
    if (!def_eat(r, ":")) return;
    enum value_kind of = kind(r);
    if (of >= N_KINDS && !is_imported(r->domain, of))
        def_refuse(r, G2L2_STATUS_TYPE, "this kind is not imported");
    set_kind(r->domain, type, of);
}

/* concept TYPE : object | pair | answer */
static void read_concept(struct def_reader *r) {
    struct concept concept = {.type = def_type_name(r)};
    def_mark(r, MARK_CONCEPT, r->domain->concepts.n, r->start);
    for (uint32_t i = 0; i < r->domain->concepts.n; i++)
        if (r->domain->concepts.at[i].type == concept.type)
            def_refuse(r, G2L2_STATUS_FORMAT, "this is a concept already");
    if (!def_eat(r, ":")) def_fail(r, "a ':' and what the concept is about are needed");
    concept.of_answers = def_eat_word(r, "answer");
    concept.of_pairs = !concept.of_answers && def_eat_word(r, "pair");
    if (!concept.of_answers && !concept.of_pairs && !def_eat_word(r, "object"))
        def_fail(r, "'object', 'pair' or 'answer' is needed");
    enum value_kind of = concept.of_answers ? KIND_ATTRIBUTE
                         : concept.of_pairs ? KIND_RELATION
                                            : KIND_PROPERTY;
    if (!set_kind(r->domain, concept.type, of))
        def_refuse(r, G2L2_STATUS_TYPE, "the type has values of another kind");
    vec_push(&r->domain->arena, &r->domain->concepts, concept);
}

static uint16_t op_name(struct def_reader *r) {
    size_t n;
    const char *name = def_token(r, ",]", &n, "an operation's name is needed");
    uint16_t op = lang_op_find(&r->domain->lang, name, n);
    if (op == OP_NONE) def_refuse(r, G2L2_STATUS_UNKNOWN, "no such operation");
    return op;
}

static void read_laws(struct def_reader *r, struct op *op) {
    do {
        if (def_eat_word(r, "associative")) op->associative = true;
        else if (def_eat_word(r, "commutative")) op->commutative = true;
        else if (def_eat_word(r, "unit")) op->unit = op_name(r);
        else if (def_eat_word(r, "power")) op->power_of = op_name(r);
        else if (def_eat_word(r, "rare")) op->rare = true;
        else def_fail(r, "a law is needed: associative, commutative, unit OP, power OP or rare");
    } while (def_eat(r, ","));
    if (!def_eat(r, "]")) def_fail(r, "a ']' is needed");
}

/* What an operation must look like to obey the laws that it is said to obey. */
static void check_laws(struct def_reader *r, const struct op *op, size_t at) {
    const struct op *ops = r->domain->lang.ops.at;
    bool binary = op->n_args == 2 && op->args[0] == op->result;
    bool same = op->n_args == 2 && op->args[0] == op->args[1];
    if ((op->associative && !(binary && same)) || (op->commutative && !same))
        def_fail_at(r, G2L2_STATUS_TYPE, at,
                    "only an operation on two values of its own type can have this law");
    if (op->unit != OP_NONE && (ops[op->unit].n_args || ops[op->unit].result != op->result))
        def_fail_at(r, G2L2_STATUS_TYPE, at,
                    "a unit is an operation without arguments, of the same type");
    if (op->power_of == OP_NONE) return;
    const struct op *base = &ops[op->power_of];
    if (!binary || !base->associative || base->result != op->result)
        def_fail_at(
            r, G2L2_STATUS_TYPE, at,
            "this law is for OP(value, number), where 'power' names an associative operation");
}

/* What comes from a program is imported whole: arguments, too, so that a model says what it needs. */
static uint16_t operation(struct def_reader *r, const char *name) {
    uint16_t found = operation_find(r->domain->lang.registry, name);
    if (found == OPERATION_NONE)
        def_refuse(r, G2L2_STATUS_UNKNOWN,
                   "no such operation; `g2l2 domain operations` lists them");
    const struct operation *row = operation_row(r->domain->lang.registry, found);
    bool imported = is_imported(r->domain, row->result);
    for (uint32_t i = 0; i < row->n_args; i++)
        imported &= row->args[i] < N_KINDS || is_imported(r->domain, row->args[i]);
    if (!imported)
        def_refuse(r, G2L2_STATUS_TYPE, "it makes or takes values of a kind that is not imported");
    return found;
}

/* An operation takes and makes values of the kinds that its namesake does. */
static void check_kinds(struct def_reader *r, const struct op *op) {
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
    def_refuse(r, G2L2_STATUS_TYPE, why);
}

/* op NAME : TYPE, TYPE -> TYPE [laws] = KERNEL */
static void read_op(struct def_reader *r) {
    struct op op = {.unit = OP_NONE, .power_of = OP_NONE, .literal = -1};
    op.name = def_new_name(r, "an operation's name is needed");
    if (!lang_name_plain(op.name))
        def_refuse(r, G2L2_STATUS_FORMAT, "this name looks like a number or a variable");
    if (lang_op_find(&r->domain->lang, op.name, strlen(op.name)) != OP_NONE)
        def_refuse(r, G2L2_STATUS_FORMAT, "there is an operation of this name already");
    size_t start = r->start;
    if (!def_eat(r, ":")) def_fail(r, "a ':' and the operation's type are needed");
    type_id types[OP_MAX_ARGS];
    uint8_t n = 0;
    do {
        if (n == OP_MAX_ARGS) def_fail(r, "an operation has at most four arguments");
        types[n++] = def_type_name(r);
    } while (def_eat(r, ","));
    bool arrow = def_eat(r, "->");
    if (!arrow && n != 1) def_fail(r, "a '->' and the result's type are needed");
    op.n_args = arrow ? n : 0;
    memcpy(op.args, types, op.n_args * sizeof *types);
    op.result = arrow ? def_type_name(r) : types[0];
    def_skip_space(r);
    size_t laws = r->at;
    if (def_eat(r, "[")) read_laws(r, &op);
    check_laws(r, &op, laws);
    r->start = start;
    op.kernel =
        operation(r, def_eat(r, "=") ? def_word(r, "", "an operation's name is needed") : op.name);
    r->start = start;
    check_kinds(r, &op);
    def_mark(r, MARK_OP, lang_op(&r->domain->lang, &op), start);
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
static void read_literals(struct def_reader *r) {
    g2l2_domain *d = r->domain;
    const char *name = def_word(r, ":", "what the data's constants are called is needed");
    def_mark(r, MARK_LITERALS, d->literal_types.n, r->start);
    if (!def_eat(r, ":")) def_fail(r, "a ':' and the constants' type are needed");
    type_id type = def_type_name(r);
    if (!may_declare(d, type)) def_fail(r, "constants of this kind are declared already");
    if (!d->literal_name) d->literal_name = name;
    vec_push(&d->arena, &d->literal_types, type);
    vec_push(&d->arena, &d->literal_names, name);
}

/* What the number before is called; false: it has to be a number. */
static bool read_number_name(struct def_reader *r) {
    bool named = !r->set && r->domain->numbers.n;
    if (!named || strchr("0123456789.-+", r->text[r->at])) return false;
    const char *name = def_word(r, ",]:", "a number is needed");
    double number = r->domain->numbers.at[r->domain->numbers.n - 1];
    vec_push(&r->domain->arena, &r->domain->number_names, ((struct number_name){name, number}));
    return true;
}

/* numbers 2 two 3 three 4 : TYPE  (in a set without a type and names: the set's own) */
static void read_numbers(struct def_reader *r) {
    while (!def_at_end(r) && r->text[r->at] != ':') {
        if (read_number_name(r)) continue;
        double value = def_number(r);
        if (r->set) vec_push(&r->domain->arena, &r->set->numbers, value);
        else vec_push(&r->domain->arena, &r->domain->numbers, value);
    }
    if (r->set) return;
    if (!def_eat(r, ":")) def_fail(r, "a ':' and the numbers' type are needed");
    def_mark(r, MARK_NUMBERS, 0, r->at - 1);
    type_id type = def_type_name(r), *known = &r->domain->lang.number_type;
    if (*known != TYPE_NONE && *known != type)
        def_refuse(r, G2L2_STATUS_TYPE, "numbers have another type already");
    if (!set_kind(r->domain, type, KIND_NUMBER))
        def_refuse(r, G2L2_STATUS_TYPE, "the type has values of another kind");
    *known = type;
}

/* Conjunctions have categories too. */
static void check_new_category(struct def_reader *r, const char *name) {
    const struct syntax *syntax = &r->domain->syntax;
    for (uint32_t i = 1; i < syntax->cats.n; i++)
        if (syntax->cats.at[i].name && !strcmp(syntax->cats.at[i].name, name))
            def_refuse(r, G2L2_STATUS_FORMAT, "there is a category of this name already");
}

static void read_category(struct def_reader *r) {
    const char *name = def_new_name(r, "a category's name is needed");
    size_t start = r->start;
    check_new_category(r, name);
    if (!def_eat(r, ":")) def_fail(r, "a ':' and the type of its meaning are needed");
    struct syntax *syntax = &r->domain->syntax;
    cat_id cat = syntax_primitive(syntax, name, def_type_name(r));
    def_mark(r, MARK_CATEGORY, cat, start);
    if (!def_eat_word(r, "includes")) return;
    cat_id other = def_category(r);
    const struct category *c = &syntax->cats.at[other];
    if (c->kind != CAT_KIND_PRIMITIVE || c->type != syntax->cats.at[cat].type || other == cat)
        def_refuse(r, G2L2_STATUS_TYPE, "it can include another simple category of its own type");
    syntax->cats.at[cat].includes = other;
}

static void read_root(struct def_reader *r) {
    do {
        cat_id cat = def_category(r);
        if (r->domain->syntax.cats.at[cat].kind != CAT_KIND_PRIMITIVE)
            def_refuse(r, G2L2_STATUS_TYPE, "a sentence means a value, not a function");
        for (uint32_t i = 0; i < r->domain->roots.n; i++)
            if (r->domain->roots.at[i] == cat)
                def_refuse(r, G2L2_STATUS_FORMAT, "this is a root already");
        def_mark(r, MARK_ROOT, r->domain->roots.n, r->start);
        vec_push(&r->domain->arena, &r->domain->roots, cat);
        r->domain->syntax.cats.at[cat].root = true;
    } while (!def_at_end(r));
}

/* conjunction AND any : \x.\y. op(x, y)     conjunction OR X -> Z : \x.\y.\z. ... */
static void read_conjunction(struct def_reader *r) {
    struct schema conj = {.name = def_new_name(r, "the conjunction's name is needed"),
                          .kind = SCHEMA_COORDINATE};
    size_t start = r->start;
    check_new_category(r, conj.name);
    struct syntax *syntax = &r->domain->syntax;
    struct lang *lang = &r->domain->lang;
    type_id operand, result;
    if (def_eat_word(r, "any")) {
        if (!def_eat_word(r, "of")) def_fail(r, "'any of TYPE' is needed");
        operand = result = def_type_name(r);
    } else {
        conj.operand = def_category(r);
        if (!def_eat(r, "->")) def_fail(r, "a '->' and the resulting category are needed");
        conj.result = def_category(r);
        operand = syntax->cats.at[conj.operand].type;
        result = syntax->cats.at[conj.result].type;
    }
    if (!def_eat(r, ":")) def_fail(r, "a ':' and a program are needed");
    size_t at = (def_skip_space(r), r->at);
    conj.program =
        def_program(r, lang_function(lang, operand, lang_function(lang, operand, result)));
    if (conj.program->kind != TERM_LAMBDA || conj.program->subs[0]->kind != TERM_LAMBDA)
        def_fail_at(r, G2L2_STATUS_TYPE, at, "this program must begin with two lambdas");
    if (r->domain->mixed && term_has_slot(conj.program))
        def_fail_at(r, G2L2_STATUS_TYPE, at, "a conjunction has no concept: there is no '?' in it");
    def_mark(r, MARK_SCHEMA, syntax_schema(syntax, &conj), start);
    r->in_schema = true;
}

/* case X\A/X^Y: what the words on the right speak of is the A on the left. */
static void read_binding(struct def_reader *r, struct schema *schema) {
    if (schema->kind != SCHEMA_CASES)
        def_fail(r, "a schema has one case for any category, and has it already");
    size_t at = r->at, n;
    const char *text = def_token(r, "", &n, "a category is needed"), *slash = memchr(text, '/', n);
    if (!slash || slash + 3 > text + n || memcmp(slash, "/X^", 3))
        def_fail_at(r, G2L2_STATUS_FORMAT, at, "a case for any category is X\\A/X^Y");
    size_t end = r->at, length = r->length;
    r->length = (size_t)(slash - r->text);
    r->at = at;
    schema->operand = def_category(r);
    r->length = length;
    r->at = (size_t)(slash - r->text) + 3;
    schema->variable = def_category(r);
    const struct category *cats = r->domain->syntax.cats.at;
    if (r->at != end || cats[schema->operand].type != cats[schema->variable].type ||
        cats[schema->variable].kind != CAT_KIND_PRIMITIVE)
        def_fail_at(r, G2L2_STATUS_TYPE, at,
                    "in X\\A/X^Y, A and Y are of one type, and Y is simple");
    schema->kind = SCHEMA_BIND;
    const g2l2_domain *d = r->domain;
    if (d->mixed && d->kernels && d->kernels->mixed &&
        !d->kernels->mixed->refers(&d->lang, cats[schema->variable].type))
        def_fail_at(r, G2L2_STATUS_TYPE, at,
                    "these kernels cannot refer back to what has this type");
}

/* case CATEGORY : PROGRAM     case X\A/X^Y */
static void read_case(struct def_reader *r) {
    struct syntax *syntax = &r->domain->syntax;
    if (!r->in_schema) def_fail(r, "this belongs below a 'schema NAME' line");
    struct schema *schema = &syntax->schemas.at[syntax->schemas.n - 1];
    if (def_eat(r, "X\\")) {
        read_binding(r, schema);
        return;
    }
    struct schema_case c = {.cat = def_category(r)};
    for (uint32_t i = 0; i < schema->cases.n; i++)
        if (schema->cases.at[i].cat == c.cat)
            def_refuse(r, G2L2_STATUS_FORMAT, "the schema has a case of this category already");
    if (!def_eat(r, ":")) def_fail(r, "a ':' and a program are needed");
    size_t at = (def_skip_space(r), r->at);
    c.program = def_program(r, syntax->cats.at[c.cat].type);
    def_check_fit(r, c.cat, c.program, at);
    vec_push(&r->domain->arena, &schema->cases, c);
}

/* schema NAME: cases follow */
static void read_schema(struct def_reader *r) {
    struct schema schema = {.name = def_new_name(r, "the schema's name is needed")};
    check_new_category(r, schema.name);
    def_mark(r, MARK_SCHEMA, syntax_schema(&r->domain->syntax, &schema), r->start);
    r->in_schema = true;
}

static const struct def_statement statements[] = {
    {"domain", read_domain},
    {"kernels", read_kernels},
    {"import", read_import},
    {"execution", read_execution},
    {"functor-arguments", read_functors},
    {"text", read_text},
    {"grammar", read_grammar},
    {"reach", read_reach},
    {"combinators", read_combinators},
    {"raise", read_raise},
    {"juxtapose", read_juxtapose},
    {"next", read_next},
    {"calls", read_calls},
    {"terms", read_terms},
    {"pieces", read_pieces},
    {"brackets", read_brackets},
    {"bare-calls", read_bare},
    {"nested", read_nested},
    {"strings", read_strings},
    {"aligned", read_aligned},
    {"labels", read_labels},
    {"labelled", read_labelled},
    {"roles", read_roles},
    {"type", read_type},
    {"concept", read_concept},
    {"op", read_op},
    {"literals", read_literals},
    {"numbers", read_numbers},
    {"category", read_category},
    {"root", read_root},
    {"conjunction", read_conjunction},
    {"schema", read_schema},
    {"case", read_case},
    {"candidates", def_read_candidates},
    {NULL, NULL},
};

/* NULL: the table has no statement of this name. */
static const struct def_statement *statement_of(const struct def_statement *table, const char *name,
                                                size_t length) {
    for (; table->name; table++)
        if (strlen(table->name) == length && !memcmp(table->name, name, length)) return table;
    return NULL;
}

static void read_line(struct def_reader *r) {
    const char *nul = memchr(r->text, 0, r->length);
    if (nul) def_fail_at(r, G2L2_STATUS_FORMAT, (size_t)(nul - r->text), "this is not a text");
    if (def_at_end(r)) return;
    size_t start = r->at, n;
    const char *name = def_token(r, "", &n, "a statement is needed");
    const struct def_statement *s = statement_of(statements, name, n);
    const struct def_statement *of_set = s ? NULL : statement_of(def_set_statements, name, n);
    if (of_set && !r->set)
        def_fail_at(r, G2L2_STATUS_FORMAT, start, "this belongs below a 'candidates NAME' line");
    if (!s && !of_set)
        def_fail_at(r, G2L2_STATUS_UNKNOWN, start, "no such statement; docs/DOMAINS.md lists them");
    (s ? s : of_set)->read(r);
    if (!def_at_end(r)) def_fail(r, "nothing more is expected on this line");
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

static void check_complete(struct def_reader *r) {
    g2l2_domain *d = r->domain;
    if (!d->name) def_fail(r, "the definition has no 'domain NAME' line");
    if (!d->roots.n) def_fail(r, "the definition has no 'root CATEGORY' line");
    settle_kinds(d);
    put_kernels(d);
    if (d->mixed ? !d->kernels->mixed : d->expected ? !d->kernels->expected : !d->kernels->exact)
        def_fail(r, "these values cannot be executed so");
    if ((d->mixed || d->expected) && d->syntax.reach > 0)
        def_fail(r, "'reach' is for exact execution");
    const struct op *hard = d->mixed || d->expected ? domain_hard(d) : NULL;
    if (hard)
        guard_raise(&d->guard, G2L2_STATUS_TYPE, r->line, 1,
                    "'%.60s' is for exact execution: it has no soft values", hard->name);
    for (uint32_t i = 0; i < d->literal_types.n; i++)
        if (d->literal_types.at[i] == d->lang.number_type)
            def_fail(r, "the data's constants and the numbers need types of their own");
}

/* Names are looked for one after the other, so what many lines take grows with their square. */
#define MAX_LINES 10000u

static void read_definition(g2l2_domain *domain, const char *text, size_t length) {
    struct def_reader r = {.domain = domain};
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
