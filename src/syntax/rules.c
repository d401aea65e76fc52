/* The rules: a table. A row says which categories meet, what they make, and what that
 * means, as a term over what the left part (a) and the right part (b) mean:
 *
 *     X/Y   Y      ->  X            >      a(b)           (X|Y as well; a Y may be what Y
 *     Y     X\Y    ->  X            <      b(a)            includes)
 *     X/Y   Y/Z    ->  X/Z          >B     \z. a(b(z))     where a definition asks for it
 *     AND   X      ->  [AND X]      &>     b
 *     X   [AND X]  ->  X            &<     the program of AND, at the arguments of X
 *     C   [OR C]   ->  D            &<     the program of OR, where it joins C and makes D; what is
 *                                          a D already stands for what it makes of D's argument
 *     LET  X^Y     ->  [LET X^Y]    ^>     b
 *     A  [LET X^Y] ->  X            ^<     b(a)
 *     X     Y      ->  X            +      the program of `juxtapose X Y`, where there is one
 *
 * Whatever executes, explains or draws a derivation takes the meaning from here, so a new
 * rule is a row, lines in tests/spec/rules.txt, and its twin in tests/oracle.c.
 *
 * Each of them lifts: where a part is P^Z instead of P, so is the result, "left of it"
 * speaks of a Z because "it" does; and its meaning is a function of that:
 * \a.\b.\z. a(z)(b(z)).
 *
 * Patterns: X, Y and Z stand for categories; & for a schema that coordinates and [& X] for
 * that with its right-hand side; @ and [@ W] likewise for one that binds, W being an X^Y
 * that it can bind, A what it may be bound to, and V the X of that X^Y. */
#include <string.h>

#include "syntax/syntax.h"

const char *const syntax_combinators[N_COMBINATORS] = {
    "application",     "composition-forward", "composition-backward",
    "crossed-forward", "crossed-backward",    "substitution",
    "raising"};

#define APPLY COMBINATOR_APPLICATION
#define FB    COMBINATOR_COMPOSITION_FORWARD
#define BB    COMBINATOR_COMPOSITION_BACKWARD
#define FX    COMBINATOR_CROSSED_FORWARD
#define BX    COMBINATOR_CROSSED_BACKWARD
#define S     COMBINATOR_SUBSTITUTION
#define T     COMBINATOR_RAISING

/* clang-format off */
const struct rule_row syntax_rules[N_RULES] = {
    [RULE_FORWARD]             = {">",   APPLY, 0, "X/Y",   "Y",      "X",         "\\a.\\b. a(b)"},
    [RULE_BACKWARD]            = {"<",   APPLY, 1, "Y",     "X\\Y",   "X",         "\\a.\\b. b(a)"},
    [RULE_COMPOSE_FORWARD]     = {">B",  FB,    0, "X/Y",   "Y/Z",    "X/Z",       "\\a.\\b.\\z. a(b(z))"},
    [RULE_COMPOSE_BACKWARD]    = {"<B",  BB,    1, "Y\\Z",  "X\\Y",   "X\\Z",      "\\a.\\b.\\z. b(a(z))"},
    [RULE_CROSS_FORWARD]       = {">Bx", FX,    0, "X/Y",   "Y\\Z",   "X\\Z",      "\\a.\\b.\\z. a(b(z))"},
    [RULE_CROSS_BACKWARD]      = {"<Bx", BX,    1, "Y/Z",   "X\\Y",   "X/Z",       "\\a.\\b.\\z. b(a(z))"},
    [RULE_SUBSTITUTE_FORWARD]  = {">S",  S,     0, "X/Y/Z", "Y/Z",    "X/Z",       "\\a.\\b.\\z. a(z)(b(z))"},
    [RULE_SUBSTITUTE_BACKWARD] = {"<S",  S,     1, "Y\\Z",  "X\\Y\\Z", "X\\Z",     "\\a.\\b.\\z. b(z)(a(z))"},
    [RULE_RAISE_FORWARD]       = {">T",  T,     0, "X",     NULL,     "T/(T\\X)",  "\\a.\\f. f(a)"},
    [RULE_RAISE_BACKWARD]      = {"<T",  T,     0, "X",     NULL,     "T\\(T/X)",  "\\a.\\f. f(a)"},
    [RULE_CONJUNCT]            = {"&>",  APPLY, 0, "&",     "X",      "[& X]",     NULL},
    [RULE_COORDINATE]          = {"&<",  APPLY, 1, "X",     "[& X]",  "&",         "&"},
    [RULE_SCOPE]               = {"^>",  APPLY, 0, "@",     "W",      "[@ W]",     NULL},
    [RULE_BIND]                = {"^<",  APPLY, 1, "A",     "[@ W]",  "V",         "\\a.\\b. b(a)"},
    [RULE_JUXTAPOSE]           = {"+",   APPLY, 0, "X",     "Y",      "X",         "+"},
};
/* clang-format on */

#undef APPLY
#undef FB
#undef BB
#undef FX
#undef BX
#undef S
#undef T

/* ---- patterns ---------------------------------------------------------------------- */

struct binding {
    cat_id of[26]; /* by letter; CAT_NONE: free */
    cat_id schema; /* what & or @ is */
};

static bool accepts(const struct syntax *self, cat_id wanted, cat_id given) {
    while (wanted != given && wanted != CAT_NONE) wanted = self->cats.at[wanted].includes;
    return wanted != CAT_NONE;
}

/* The schema of a category of this kind, if it does what & or @ do. */
static const struct schema *schema_of(const struct syntax *self, cat_id cat, uint8_t kind,
                                      char pattern) {
    const struct category *c = &self->cats.at[cat];
    uint8_t does = pattern == '&' ? SCHEMA_COORDINATE : SCHEMA_BIND;
    if (c->kind != kind || self->schemas.at[c->schema].kind != does) return NULL;
    return &self->schemas.at[c->schema];
}

/* Is it what the conjunction joins? Or what it makes, where that makes such of something? */
static bool joins(const struct syntax *self, const struct schema *conj, cat_id cat) {
    const struct category *c = &self->cats.at[cat];
    if (cat == conj->operand) return true;
    return cat == conj->result && c->kind == CAT_KIND_SLASH &&
           self->cats.at[c->result].type == self->cats.at[conj->operand].type;
}

/* A letter that is bound already stands for what it is bound to; only a functor's Y may be
 * what it includes, and a conjunct what its conjunction makes. */
static bool bind(const struct syntax *self, struct binding *b, char letter, cat_id cat) {
    cat_id *at = &b->of[letter - 'A'];
    const struct schema *schema =
        b->schema == CAT_NONE ? NULL : &self->schemas.at[self->cats.at[b->schema].schema];
    if (letter == 'A') return accepts(self, schema->operand, cat);
    if (*at == CAT_NONE) *at = cat;
    if (schema && schema->kind == SCHEMA_COORDINATE && schema->operand != CAT_NONE)
        return joins(self, schema, cat);
    return *at == cat || (letter == 'Y' && accepts(self, *at, cat));
}

static bool match(const struct syntax *self, const char *pattern, size_t n, cat_id cat,
                  struct binding *b) {
    const struct category *c = &self->cats.at[cat];
    if (*pattern == '&' || *pattern == '@') {
        b->schema = cat;
        return schema_of(self, cat, CAT_KIND_SCHEMA, *pattern);
    }
    if (*pattern == '[') {
        if (!schema_of(self, cat, CAT_KIND_PARTIAL, pattern[1])) return false;
        b->schema = c->result;
        return bind(self, b, pattern[3], c->argument);
    }
    if (n == 1) return bind(self, b, *pattern, cat);
    if (c->kind != CAT_KIND_SLASH || (c->slash != pattern[n - 2] && c->slash != '|')) return false;
    return bind(self, b, pattern[n - 1], c->argument) && match(self, pattern, n - 2, c->result, b);
}

/* The type a category yields once it has all its arguments. */
static type_id final_type(const struct syntax *self, cat_id cat) {
    while (self->cats.at[cat].kind == CAT_KIND_SLASH) cat = self->cats.at[cat].result;
    return self->cats.at[cat].type;
}

uint32_t syntax_n_arguments(const struct syntax *self, cat_id cat) {
    uint32_t n = 0;
    for (; self->cats.at[cat].kind == CAT_KIND_SLASH; n++) cat = self->cats.at[cat].result;
    return n;
}

static bool may_conjoin(const struct syntax *self, const struct schema *conj, cat_id cat) {
    if (conj->operand != CAT_NONE) return joins(self, conj, cat);
    uint8_t kind = self->cats.at[cat].kind;
    if (kind != CAT_KIND_PRIMITIVE && kind != CAT_KIND_SLASH) return false;
    if (self->max_conjoined && syntax_n_arguments(self, cat) > self->max_conjoined) return false;
    return !conj->program ||
           final_type(self, cat) == self->lang->types.at[conj->program->type].argument;
}

static bool may_bind(const struct syntax *self, const struct schema *let, cat_id cat) {
    const struct category *c = &self->cats.at[cat];
    return c->kind == CAT_KIND_OPEN && c->argument == let->variable &&
           self->cats.at[c->result].root;
}

/* [& X] or [@ W]; CAT_NONE: the schema does not take that. */
static cat_id partial(struct syntax *self, char pattern, cat_id schema, cat_id argument) {
    const struct schema *s = &self->schemas.at[self->cats.at[schema].schema];
    bool takes = pattern == '&' ? may_conjoin(self, s, argument) : may_bind(self, s, argument);
    return takes ? syntax_partial(self, schema, argument) : CAT_NONE;
}

/* The category of a result pattern: `V`, `X/Z`, `T/(T\X)`, `[& X]`, or & for what a
 * conjunction of two X makes. */
static cat_id build(struct syntax *self, const char *pattern, size_t n, const struct binding *b) {
    cat_id schema = b->schema, x = b->of['X' - 'A'];
    if (*pattern == '&') {
        cat_id made = self->schemas.at[self->cats.at[schema].schema].result;
        return made != CAT_NONE ? made : x;
    }
    if (*pattern == '[') return partial(self, pattern[1], schema, b->of[pattern[3] - 'A']);
    if (*pattern == 'V') return self->cats.at[b->of['W' - 'A']].result;
    if (n == 1) return b->of[*pattern - 'A'];
    bool nested = pattern[n - 1] == ')';
    size_t slash = nested ? (size_t)(strchr(pattern, '(') - pattern) - 1 : n - 2;
    cat_id argument =
        nested ? build(self, pattern + slash + 2, n - slash - 3, b) : b->of[pattern[n - 1] - 'A'];
    return syntax_slash(self, build(self, pattern, slash, b), pattern[slash], argument);
}

static cat_id meet(struct syntax *self, const struct rule_row *row, const cat_id *side) {
    const char *pattern[2] = {row->left, row->right};
    struct binding b = {.schema = CAT_NONE};
    for (int i = 0; i < 2; i++) {
        int at = i ? !row->functor : row->functor; /* the functor says what Y is */
        if (!match(self, pattern[at], strlen(pattern[at]), side[at], &b)) return CAT_NONE;
    }
    return build(self, row->result, strlen(row->result), &b);
}

/* ---- juxtaposition ------------------------------------------------------------------- */

/* Its number, or UINT32_MAX: side by side they are nothing. Where an X beside a Y is an X, so is
 * what will do for an X. */
static uint32_t juxtaposition_of(const struct syntax *self, cat_id left, cat_id right) {
    for (uint32_t i = 0; i < self->juxtapositions.n; i++) {
        const struct juxtaposition *j = &self->juxtapositions.at[i];
        if (accepts(self, j->cat, left) && accepts(self, j->right, right)) return i;
    }
    return UINT32_MAX;
}

static struct combination juxtapose(const struct syntax *self, cat_id left, cat_id right) {
    uint32_t i = juxtaposition_of(self, left, right);
    if (i == UINT32_MAX) return (struct combination){.result = CAT_NONE};
    return (struct combination){.result = self->juxtapositions.at[i].cat, .rule = RULE_JUXTAPOSE};
}

/* ---- combination -------------------------------------------------------------------- */

static struct combination combine(struct syntax *self, cat_id left, cat_id right) {
    cat_id side[2] = {left, right};
    for (uint8_t rule = RULE_FORWARD; rule < N_RULES; rule++) {
        const struct rule_row *row = &syntax_rules[rule];
        if (!row->right || (row->combinator && !self->combinators[row->combinator])) continue;
        if (rule == RULE_JUXTAPOSE) return juxtapose(self, left, right);
        cat_id result = meet(self, row, side);
        if (result != CAT_NONE) return (struct combination){.result = result, .rule = rule};
    }
    return (struct combination){.result = CAT_NONE};
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

/* ---- meanings ------------------------------------------------------------------------ */

/* A program of two results, \x.\y. p(x, y), at the arguments of T:
 * \f.\g.\z. p(f(z), g(z)). Variables: f = depth + 1, g = depth, inside z's. */
static const struct term *pointwise(struct lang *lang, const struct term *program, type_id type) {
    type_id args[8];
    if (lang->types.at[program->type].argument == type) return program;
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
    const struct term *body = term_apply(lang, term_apply(lang, program, f), g);
    for (uint32_t i = n; i-- > 0;) body = term_lambda(lang, args[i], body);
    body = term_lambda(lang, type, term_lambda(lang, type, body));
    uint32_t fuel = 10000;
    return term_reduce(lang, body, &fuel);
}

/* Of a conjunction that makes functions of z: a part that is such a function itself stands for
 * what it makes of that z. \a.\b.\z. p(a(z), b)(z), or b(z), or both. */
static const struct term *at_made(struct lang *lang, const struct term *program, type_id left,
                                  type_id right) {
    type_id operand = lang->types.at[program->type].argument;
    if (left == operand && right == operand) return program;
    type_id made = left == operand ? right : left, argument = lang->types.at[made].argument;
    const struct term *a = term_var(lang, 2, left), *b = term_var(lang, 1, right);
    const struct term *z = term_var(lang, 0, argument);
    if (left != operand) a = term_apply(lang, a, z);
    if (right != operand) b = term_apply(lang, b, z);
    const struct term *body =
        term_apply(lang, term_apply(lang, term_apply(lang, program, a), b), z);
    body = term_lambda(lang, left, term_lambda(lang, right, term_lambda(lang, argument, body)));
    uint32_t fuel = 10000;
    return term_reduce(lang, body, &fuel);
}

/* The row's term at these types; a part that means nothing has none. */
static const struct term *row_term(struct syntax *self, const struct meaning *m, type_id result) {
    struct lang *lang = self->lang;
    const struct rule_row *row = &syntax_rules[m->rule];
    const struct term *term = NULL;
    g2l2_error err;
    if (!row->meaning) return NULL;
    if (*row->meaning == '&') {
        const struct schema *conj = &self->schemas.at[m->schema];
        if (conj->operand != CAT_NONE) return at_made(lang, conj->program, m->left, m->right);
        return conj->program ? pointwise(lang, conj->program, m->left) : NULL;
    }
    if (*row->meaning == '+') return self->juxtapositions.at[m->schema].program;
    type_id type = row->right ? lang_function(lang, m->right, result) : result;
    type = lang_function(lang, m->left, type);
    if (term_parse(lang, row->meaning, strlen(row->meaning), type, &term, &err))
        guard_raise(lang->arena->guard, err.status, 0, 0, "rule %s: %s", row->name, err.message);
    return term;
}

/* \a.\b.\z. M(a(z), b(z)), of the sides that are lifted; inside all three, a = 2, b = 1. */
static const struct term *lift(struct lang *lang, const struct meaning *of, uint8_t lifted,
                               type_id variable) {
    type_id left = of->left, right = of->right;
    if (lifted & LIFTED_LEFT) left = lang_function(lang, variable, left);
    if (lifted & LIFTED_RIGHT) right = lang_function(lang, variable, right);
    const struct term *z = term_var(lang, 0, variable);
    const struct term *a = term_var(lang, 2, left), *b = term_var(lang, 1, right);
    if (lifted & LIFTED_LEFT) a = term_apply(lang, a, z);
    if (lifted & LIFTED_RIGHT) b = term_apply(lang, b, z);
    const struct term *body = term_apply(lang, term_apply(lang, of->term, a), b);
    body = term_lambda(lang, left, term_lambda(lang, right, term_lambda(lang, variable, body)));
    uint32_t fuel = 10000;
    return term_reduce(lang, body, &fuel);
}

static bool is_call(const struct term *body, uint32_t f, uint32_t a) {
    return body->kind == TERM_APPLY && body->subs[0]->kind == TERM_VAR &&
           body->subs[1]->kind == TERM_VAR && body->subs[0]->index == f &&
           body->subs[1]->index == a;
}

static uint8_t form_of(const struct rule_row *row, const struct term *term) {
    if (!row->meaning) return MEANING_RIGHT;
    if (!term || !row->right) return MEANING_TERM;
    const struct term *body = term->subs[0]->subs[0];
    return is_call(body, 1, 0)   ? MEANING_FORWARD
           : is_call(body, 0, 1) ? MEANING_BACKWARD
                                 : MEANING_TERM;
}

/* The operation of \a.\b. op(a, b). */
static uint16_t op_of(const struct term *term) {
    if (!term || term->kind != TERM_LAMBDA || term->subs[0]->kind != TERM_LAMBDA) return OP_NONE;
    const struct term *body = term->subs[0]->subs[0];
    if (body->kind != TERM_OP || body->n_subs != 2) return OP_NONE;
    const struct term *a = body->subs[0], *b = body->subs[1];
    bool plain = a->kind == TERM_VAR && a->index == 1 && b->kind == TERM_VAR && b->index == 0;
    return plain ? body->op : OP_NONE;
}

/* The number of a meaning that is like `m`; made if it is not there. */
static uint16_t find_meaning(struct syntax *self, struct meaning m, type_id result) {
    for (uint32_t i = 0; i < self->meanings.n; i++) {
        const struct meaning *k = &self->meanings.at[i];
        if (k->rule == m.rule && !k->lifted && k->left == m.left && k->right == m.right &&
            k->schema == m.schema)
            return (uint16_t)i;
    }
    m.term = row_term(self, &m, result);
    m.form = form_of(&syntax_rules[m.rule], m.term);
    m.op = op_of(m.term);
    m.unlifted = (uint16_t)self->meanings.n;
    vec_push(self->lang->arena, &self->meanings, m);
    return m.unlifted;
}

static uint16_t find_lifted(struct syntax *self, uint16_t of, uint8_t lifted, type_id variable) {
    struct meaning m = self->meanings.at[of];
    if (!m.term) return of;
    const struct term *term = lift(self->lang, &m, lifted, variable);
    for (uint32_t i = 0; i < self->meanings.n; i++) {
        const struct meaning *k = &self->meanings.at[i];
        if (k->unlifted == of && k->lifted == lifted && k->term == term) return (uint16_t)i;
    }
    m.term = term;
    m.form = MEANING_TERM;
    m.op = OP_NONE;
    m.lifted = lifted;
    vec_push(self->lang->arena, &self->meanings, m);
    return (uint16_t)(self->meanings.n - 1);
}

static uint16_t meaning_of(struct syntax *self, cat_id left, cat_id right,
                           const struct combination *made) {
    cat_id l = made->lifted ? syntax_closed(self, left) : left;
    cat_id r = made->lifted ? syntax_closed(self, right) : right;
    cat_id result = made->lifted ? self->cats.at[made->result].result : made->result;
    struct meaning m = {.rule = made->rule,
                        .left = self->cats.at[l].type,
                        .right = self->cats.at[r].type,
                        .schema = made->rule == RULE_COORDINATE ? self->cats.at[r].schema : 0};
    if (made->rule == RULE_JUXTAPOSE) m.schema = (uint16_t)juxtaposition_of(self, l, r);
    uint16_t plain = find_meaning(self, m, self->cats.at[result].type);
    if (!made->lifted) return plain;
    cat_id open = made->lifted & LIFTED_LEFT ? left : right;
    type_id variable = self->cats.at[self->cats.at[open].argument].type;
    return find_lifted(self, plain, made->lifted, variable);
}

/* ---- the closed grammar ---------------------------------------------------------------- */

static cat_id raised(struct syntax *self, const struct rule_row *row, struct raise raise) {
    struct binding b = {.schema = CAT_NONE};
    b.of['X' - 'A'] = raise.from;
    b.of['T' - 'A'] = raise.over;
    return build(self, row->result, strlen(row->result), &b);
}

static void close_unaries(struct syntax *self) {
    for (uint32_t i = 0; i < self->raises.n; i++)
        for (uint8_t rule = RULE_FORWARD; rule < N_RULES; rule++) {
            const struct rule_row *row = &syntax_rules[rule];
            if (row->right || !row->name) continue;
            struct raise raise = self->raises.at[i];
            cat_id result = raised(self, row, raise);
            struct meaning m = {.rule = rule, .left = self->cats.at[raise.from].type};
            /* Types are told apart by what it is raised over. */
            m.right = self->cats.at[raise.over].type;
            uint16_t meaning = find_meaning(self, m, self->cats.at[result].type);
            vec_push(self->lang->arena, &self->unaries,
                     ((struct unary){raise.from, result, rule, meaning}));
        }
}

/* A function that a conjunction joins; or what such a function, or the end of one, is made of by
 * something on its left. */
static bool is_end(const struct syntax *self, uint32_t cat) {
    bool slash = self->cats.at[cat].kind == CAT_KIND_SLASH;
    for (uint32_t i = 0; slash && i < self->schemas.n; i++)
        if (self->schemas.at[i].kind == SCHEMA_COORDINATE &&
            may_conjoin(self, &self->schemas.at[i], (cat_id)cat))
            return true;
    for (uint32_t i = 1; i < self->cats.n; i++) {
        const struct category *f = &self->cats.at[i];
        if (f->kind == CAT_KIND_SLASH && f->slash != '\\' && f->argument == cat &&
            self->cats.at[f->result].ends)
            return true;
    }
    return false;
}

static void find_ends(struct syntax *self) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 1; i < self->cats.n; i++)
            if (!self->cats.at[i].ends && is_end(self, i)) self->cats.at[i].ends = more = true;
    }
}

void syntax_close(struct syntax *self) {
    close_unaries(self);
    for (uint32_t known = 0; known < self->cats.n;) { /* until a pass adds nothing */
        known = self->cats.n;
        for (uint32_t l = 1; l < known; l++)
            for (uint32_t r = 1; r < known; r++) syntax_combine(self, (cat_id)l, (cat_id)r);
        if (known == self->cats.n) break;
    }
    find_ends(self);
    uint32_t n = self->cats.n;
    self->n_closed = (cat_id)n;
    self->table = arena_zalloc(self->lang->arena, (size_t)n * n * sizeof *self->table);
    self->takes = arena_zalloc(self->lang->arena, n * sizeof *self->takes);
    for (uint32_t l = 1; l < n; l++)
        for (uint32_t r = 1; r < n; r++) {
            struct combination made = syntax_combine(self, (cat_id)l, (cat_id)r);
            if (made.result != CAT_NONE)
                made.meaning = meaning_of(self, (cat_id)l, (cat_id)r, &made);
            self->table[(size_t)l * n + r] = made;
            if (made.result != CAT_NONE) self->takes[l] |= syntax_bit((cat_id)r);
        }
}
