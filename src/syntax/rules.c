/* The rules: a table. For each row, one side is the functor and the other its
 * argument; `meet` says what the two make. Adding a rule means adding a row.
 *
 *     X/Y   Y      ->  X            >      (X|Y as well; a Y may be what Y includes)
 *     Y     X\Y    ->  X            <
 *     AND   T      ->  [AND T]      &>
 *     T   [AND T]  ->  T            &<     (or what the schema says)
 *     LET  X^Y     ->  [LET X^Y]    ^>
 *     A  [LET X^Y] ->  X            ^<
 *
 * Each of them lifts: where a part is P^Z instead of P, so is the result: "left of it"
 * speaks of a Z because "it" does.                                                */
#include <string.h>

#include "syntax/syntax.h"

const struct rule_info syntax_rules[N_RULES] = {
    [RULE_FORWARD] = {">", 0},     [RULE_BACKWARD] = {"<", 1}, [RULE_CONJUNCT] = {"&>", 0},
    [RULE_COORDINATE] = {"&<", 1}, [RULE_SCOPE] = {"^>", 0},   [RULE_BIND] = {"^<", 1},
};

static bool accepts(const struct syntax *self, cat_id wanted, cat_id given) {
    return wanted == given || self->cats.at[wanted].includes == given;
}

static cat_id apply(struct syntax *self, cat_id functor, cat_id argument, char slash) {
    const struct category *f = &self->cats.at[functor];
    bool fits = f->kind == CAT_KIND_SLASH && (f->slash == slash || f->slash == '|') &&
                accepts(self, f->argument, argument);
    return fits ? f->result : CAT_NONE;
}

static cat_id apply_forward(struct syntax *self, cat_id functor, cat_id argument) {
    return apply(self, functor, argument, '/');
}

static cat_id apply_backward(struct syntax *self, cat_id functor, cat_id argument) {
    return apply(self, functor, argument, '\\');
}

/* The type a category yields once it has all its arguments. */
static type_id final_type(const struct syntax *self, cat_id cat) {
    while (self->cats.at[cat].kind == CAT_KIND_SLASH) cat = self->cats.at[cat].result;
    return self->cats.at[cat].type;
}

static uint32_t n_arguments(const struct syntax *self, cat_id cat) {
    uint32_t n = 0;
    for (; self->cats.at[cat].kind == CAT_KIND_SLASH; n++) cat = self->cats.at[cat].result;
    return n;
}

static bool may_conjoin(const struct syntax *self, const struct schema *conj, cat_id cat) {
    if (conj->kind != SCHEMA_COORDINATE) return false;
    if (conj->operand != CAT_NONE) return cat == conj->operand;
    uint8_t kind = self->cats.at[cat].kind;
    if (kind != CAT_KIND_PRIMITIVE && kind != CAT_KIND_SLASH) return false;
    if (self->max_conjoined && n_arguments(self, cat) > self->max_conjoined) return false;
    return !conj->program ||
           final_type(self, cat) == self->lang->types.at[conj->program->type].argument;
}

static cat_id partial(struct syntax *self, cat_id functor, cat_id argument) {
    for (uint32_t i = 1; i < self->cats.n; i++) {
        const struct category *c = &self->cats.at[i];
        if (c->kind == CAT_KIND_PARTIAL && c->result == functor && c->argument == argument)
            return (cat_id)i;
    }
    if (self->cats.n >= CAT_MAX)
        guard_raise(self->lang->arena->guard, G2L2_STATUS_LIMIT, 0, 0, "too many categories");
    vec_push(self->lang->arena, &self->cats,
             ((struct category){.kind = CAT_KIND_PARTIAL,
                                .result = functor,
                                .argument = argument,
                                .schema = self->cats.at[functor].schema,
                                .type = self->cats.at[argument].type}));
    return (cat_id)(self->cats.n - 1);
}

/* The schema of a category of this kind, if it is one of these schemas. */
static const struct schema *schema_of(const struct syntax *self, cat_id cat, uint8_t kind,
                                      uint8_t schema_kind) {
    const struct category *c = &self->cats.at[cat];
    if (c->kind != kind || self->schemas.at[c->schema].kind != schema_kind) return NULL;
    return &self->schemas.at[c->schema];
}

static cat_id take_conjunct(struct syntax *self, cat_id functor, cat_id argument) {
    const struct schema *s = schema_of(self, functor, CAT_KIND_SCHEMA, SCHEMA_COORDINATE);
    return s && may_conjoin(self, s, argument) ? partial(self, functor, argument) : CAT_NONE;
}

static cat_id coordinate(struct syntax *self, cat_id functor, cat_id argument) {
    const struct schema *s = schema_of(self, functor, CAT_KIND_PARTIAL, SCHEMA_COORDINATE);
    if (!s || self->cats.at[functor].argument != argument) return CAT_NONE;
    return s->result != CAT_NONE ? s->result : argument;
}

static cat_id take_scope(struct syntax *self, cat_id functor, cat_id argument) {
    const struct schema *s = schema_of(self, functor, CAT_KIND_SCHEMA, SCHEMA_BIND);
    const struct category *a = &self->cats.at[argument];
    bool fits = s && a->kind == CAT_KIND_OPEN && a->argument == s->variable &&
                self->cats.at[a->result].root;
    return fits ? partial(self, functor, argument) : CAT_NONE;
}

static cat_id bind(struct syntax *self, cat_id functor, cat_id argument) {
    const struct schema *s = schema_of(self, functor, CAT_KIND_PARTIAL, SCHEMA_BIND);
    if (!s || !accepts(self, s->operand, argument)) return CAT_NONE;
    return self->cats.at[self->cats.at[functor].argument].result;
}

static cat_id (*const meet[N_RULES])(struct syntax *, cat_id functor, cat_id argument) = {
    [RULE_FORWARD] = apply_forward,  [RULE_BACKWARD] = apply_backward,
    [RULE_CONJUNCT] = take_conjunct, [RULE_COORDINATE] = coordinate,
    [RULE_SCOPE] = take_scope,       [RULE_BIND] = bind,
};

static struct combination combine(struct syntax *self, cat_id left, cat_id right) {
    cat_id side[2] = {left, right};
    for (uint8_t rule = RULE_FORWARD; rule < N_RULES; rule++) {
        uint8_t f = syntax_rules[rule].functor;
        cat_id result = meet[rule](self, side[f], side[!f]);
        if (result != CAT_NONE) return (struct combination){result, rule, 0};
    }
    return (struct combination){CAT_NONE, RULE_NONE, 0};
}

struct combination syntax_combine(struct syntax *self, cat_id left, cat_id right) {
    struct combination made = combine(self, left, right);
    const struct category *l = &self->cats.at[left], *r = &self->cats.at[right];
    uint8_t lifted = (l->kind == CAT_KIND_OPEN ? LIFTED_LEFT : 0) |
                     (r->kind == CAT_KIND_OPEN ? LIFTED_RIGHT : 0);
    cat_id variable = lifted & LIFTED_LEFT ? l->argument : r->argument;
    if (made.result != CAT_NONE || !lifted) return made;
    if (lifted == (LIFTED_LEFT | LIFTED_RIGHT) && l->argument != r->argument) return made;
    made = combine(self, syntax_closed(self, left), syntax_closed(self, right));
    if (made.result == CAT_NONE) return made;
    made.result = syntax_open(self, made.result, variable);
    made.lifted = lifted;
    return made;
}

void syntax_close(struct syntax *self) {
    for (uint32_t known = 0; known < self->cats.n;) { /* until a pass adds nothing */
        known = self->cats.n;
        for (uint32_t l = 1; l < known; l++)
            for (uint32_t r = 1; r < known; r++) syntax_combine(self, (cat_id)l, (cat_id)r);
        if (known == self->cats.n) break;
    }
    uint32_t n = self->cats.n;
    self->n_closed = (cat_id)n;
    self->table = arena_zalloc(self->lang->arena, (size_t)n * n * sizeof *self->table);
    for (uint32_t l = 1; l < n; l++)
        for (uint32_t r = 1; r < n; r++)
            self->table[(size_t)l * n + r] = syntax_combine(self, (cat_id)l, (cat_id)r);
}

/* Lift a program of two results, \x.\y. p(x, y), over the arguments of T:
 * \f.\g.\z. p(f(z), g(z)). Variables: f = depth + 1, g = depth, inside z's. */
const struct term *syntax_join_program(struct syntax *self, uint16_t schema, cat_id operand) {
    struct lang *lang = self->lang;
    const struct schema *c = &self->schemas.at[schema];
    type_id type = self->cats.at[operand].type, args[8];
    if (!c->program || c->operand != CAT_NONE || !lang_is_function(lang, type)) return c->program;
    uint32_t n = 0;
    for (type_id t = type; lang_is_function(lang, t); t = lang->types.at[t].result) {
        if (n == 8) guard_raise(lang->arena->guard, G2L2_STATUS_LIMIT, 0, 0, "too many arguments");
        args[n++] = lang->types.at[t].argument;
    }
    const struct term *f = term_var(lang, n + 1, type), *g = term_var(lang, n, type);
    for (uint32_t i = 0; i < n; i++) {
        const struct term *z = term_var(lang, n - 1 - i, args[i]);
        f = term_apply(lang, f, z);
        g = term_apply(lang, g, z);
    }
    const struct term *body = term_apply(lang, term_apply(lang, c->program, f), g);
    for (uint32_t i = n; i-- > 0;) body = term_lambda(lang, args[i], body);
    body = term_lambda(lang, type, term_lambda(lang, type, body));
    uint32_t fuel = 10000;
    return term_reduce(lang, body, &fuel);
}

/* Variables, inside all three lambdas: f = 2, a = 1, z = 0. */
const struct term *syntax_lift_program(struct lang *lang, uint8_t lifted, type_id functor,
                                       type_id argument, type_id variable) {
    bool lift_f = lifted & LIFTED_LEFT, lift_a = lifted & LIFTED_RIGHT;
    type_id of_f = lift_f ? lang_function(lang, variable, functor) : functor;
    type_id of_a = lift_a ? lang_function(lang, variable, argument) : argument;
    const struct term *z = term_var(lang, 0, variable);
    const struct term *f = term_var(lang, 2, of_f), *a = term_var(lang, 1, of_a);
    if (lift_f) f = term_apply(lang, f, z);
    if (lift_a) a = term_apply(lang, a, z);
    const struct term *body = term_lambda(lang, variable, term_apply(lang, f, a));
    return term_lambda(lang, of_f, term_lambda(lang, of_a, body));
}
