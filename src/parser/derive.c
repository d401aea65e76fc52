/* One derivation for people: drawn as linguists draw it, and as one program.
 *
 *     chart ─▶ derivation ─▶ tree ─┬─▶ drawing    jump   twice
 *                                  │                V      V\V
 *                                  │              ------------<
 *                                  │                   V
 *                                  └─▶ program    repeat(I_JUMP(), 2)
 *
 * Every word has a column, as wide as the word or its category. A combination
 * is drawn one row below the higher of its parts, so that parts which do not
 * depend on each other share a row. An EMPTY word has a column and no line. What is
 * wider than the page becomes an outline. */
#include <string.h>

#include "parser/parser.h"

#define INDENT 2u
#define GAP    3u      /* between columns: room for the name of a rule */
#define RULE   2u      /* such a name; one that is lifted has a ^ more */
#define FUEL   200000u /* steps of reduction */

/* ---- the tree ---------------------------------------------------------------------- */

struct builder {
    g2l2_parser *parser;
    uint32_t *slots, n; /* words so far, from the left */
    cat_id *cats;
    uint32_t n_parts;
};

static void take_word(struct builder *b, uint32_t slot, cat_id cat) {
    b->cats[b->n] = cat;
    b->slots[b->n++] = slot;
}

static const struct tree *leaf(struct builder *b, uint32_t slot, cat_id cat) {
    struct tree *t = arena_new(&b->parser->arena, struct tree);
    t->cat = cat;
    t->number = b->n_parts++;
    t->begin = b->n;
    take_word(b, slot, cat);
    t->end = b->n;
    return t;
}

static const struct tree *join(struct builder *b, uint8_t rule, const struct tree *left,
                               const struct tree *right) {
    struct tree *t = arena_new(&b->parser->arena, struct tree);
    *t = (struct tree){.rule = rule, .left = left, .right = right};
    struct combination made = syntax_lookup(b->parser->chart.syntax, left->cat, right->cat);
    t->cat = made.result;
    t->lifted = made.lifted;
    t->number = b->n_parts++;
    t->begin = left->begin;
    t->end = right->end;
    t->height = 1 + (left->height > right->height ? left->height : right->height);
    return t;
}

/* From left to right, so that words are met in their order. */
static const struct tree *build(struct builder *b, const struct derivation *d) {
    const struct edge *edge = &b->parser->chart.edges.at[d->edge];
    const struct tree *left;
    switch (edge->kind) {
    case EDGE_LEXICAL: return leaf(b, edge->left, (cat_id)edge->right);
    case EDGE_UNIT: return build(b, d->left);
    case EDGE_EMPTY_FIRST: take_word(b, edge->left, CAT_EMPTY); return build(b, d->right);
    case EDGE_EMPTY_LAST:
        left = build(b, d->left);
        take_word(b, edge->right, CAT_EMPTY);
        return left;
    default: left = build(b, d->left); return join(b, edge->kind, left, build(b, d->right));
    }
}

struct derived derive_tree(g2l2_parser *self, const struct derivation *derivation) {
    struct builder b = {.parser = self};
    b.slots = arena_array(&self->arena, uint32_t, self->n_words);
    b.cats = arena_array(&self->arena, cat_id, self->n_words);
    const struct tree *root = build(&b, derivation);
    return (struct derived){root, b.slots, b.cats};
}

/* ---- the drawing ---------------------------------------------------------------------- */

struct layout {
    g2l2_parser *parser;
    const struct derived *derived;
    uint32_t n;
    size_t *width, *at; /* [n] columns */
    size_t more;        /* columns for the ^ of rules that are lifted */
    struct buf *out;
    size_t column; /* where the row under construction ends */
};

static const char *word_text(const struct layout *l, uint32_t i) {
    if (l->parser->unknown && l->parser->unknown[i] == SYMBOL_NONE) return "(unknown)";
    return l->parser->lexicon->names.names.at[l->parser->words[i]];
}

static const char *category_text(const struct layout *l, cat_id cat) {
    struct buf text;
    buf_init(&text, &l->parser->arena);
    category_print(l->parser->chart.syntax, cat, &text);
    return text.at;
}

static const char *leaf_text(const struct layout *l, uint32_t i) {
    return category_text(l, l->derived->cats[i]);
}

static size_t width_of(const char *text) {
    return text_width(text, strlen(text));
}

static void place_columns(struct layout *l) {
    size_t at = INDENT;
    for (uint32_t i = 0; i < l->n; i++) {
        l->at[i] = at;
        at += l->width[i] + GAP + l->more;
    }
}

static size_t span_width(const struct layout *l, uint32_t begin, uint32_t end) {
    return l->at[end - 1] + l->width[end - 1] - l->at[begin];
}

/* A result that is wider than its parts widens the last of them. */
static void widen(struct layout *l, const struct tree *t) {
    if (t->rule == RULE_NONE) return;
    widen(l, t->left);
    widen(l, t->right);
    size_t needed = width_of(category_text(l, t->cat)), width = span_width(l, t->begin, t->end);
    if (needed <= width) return;
    l->width[t->end - 1] += needed - width;
    place_columns(l);
}

static void set_columns(struct layout *l) {
    for (uint32_t i = 0; i < l->n; i++) {
        size_t word = width_of(word_text(l, i)), category = width_of(leaf_text(l, i));
        l->width[i] = word > category ? word : category;
    }
    place_columns(l);
    widen(l, l->derived->root);
}

static void advance(struct layout *l, size_t to) {
    if (to > l->column) buf_spaces(l->out, to - l->column);
    l->column = to;
}

static void put_centred(struct layout *l, uint32_t begin, uint32_t end, const char *text) {
    size_t width = width_of(text);
    advance(l, l->at[begin] + (span_width(l, begin, end) - width) / 2);
    buf_puts(l->out, text);
    l->column += width;
}

static bool any_lifted(const struct tree *t) {
    return t->rule != RULE_NONE && (t->lifted || any_lifted(t->left) || any_lifted(t->right));
}

/* `>`, or `>^` where what a part speaks of is passed on. */
static const char *rule_text(const struct layout *l, const struct tree *t) {
    struct buf text;
    buf_init(&text, &l->parser->arena);
    buf_printf(&text, "%s%s", syntax_rules[t->rule].name, t->lifted ? "^" : "");
    return text.at;
}

static void put_line(struct layout *l, const struct tree *t) {
    const char *name = rule_text(l, t);
    size_t width = span_width(l, t->begin, t->end);
    advance(l, l->at[t->begin]);
    for (size_t i = 0; i < width; i++) buf_puts(l->out, "-");
    buf_puts(l->out, name);
    l->column += width + strlen(name);
}

static void end_row(struct layout *l) {
    buf_puts(l->out, "\n");
    l->column = 0;
}

/* One row: the lines, or the categories below them, of all that is `height` high. */
static void put_row(struct layout *l, const struct tree *t, uint32_t height, bool lines) {
    if (t->height < height) return;
    if (t->height > height) {
        put_row(l, t->left, height, lines);
        put_row(l, t->right, height, lines);
    } else if (lines) {
        put_line(l, t);
    } else {
        put_centred(l, t->begin, t->end, category_text(l, t->cat));
    }
}

static void draw_columns(struct layout *l) {
    for (uint32_t i = 0; i < l->n; i++) put_centred(l, i, i + 1, word_text(l, i));
    end_row(l);
    for (uint32_t i = 0; i < l->n; i++) put_centred(l, i, i + 1, leaf_text(l, i));
    end_row(l);
    for (uint32_t h = 1; h <= l->derived->root->height; h++)
        for (int lines = 1; lines >= 0; lines--) {
            put_row(l, l->derived->root, h, lines);
            end_row(l);
        }
}

/* ---- the outline ------------------------------------------------------------------------ */

/* What stands left of a line: one piece for each level above it. */
struct margin {
    const struct margin *outer;
    const char *piece;
};

static void put_margin(const struct margin *m, struct buf *out) {
    if (!m) {
        buf_spaces(out, INDENT);
        return;
    }
    put_margin(m->outer, out);
    buf_puts(out, m->piece);
}

static void put_branch(const struct layout *l, const struct margin *m, const char *branch,
                       cat_id cat, const char *what) {
    put_margin(m, l->out);
    buf_printf(l->out, "%s%s  %s\n", branch, category_text(l, cat), what);
}

/* Neighbours that are EMPTY share a line. */
static void put_empty(const struct layout *l, const struct margin *m, const char *branch,
                      uint32_t begin, uint32_t end) {
    struct buf words;
    if (begin == end) return;
    buf_init(&words, &l->parser->arena);
    for (uint32_t i = begin; i < end; i++)
        buf_printf(&words, "%s%s", i > begin ? " " : "", word_text(l, i));
    put_branch(l, m, branch, CAT_EMPTY, words.at);
}

static void outline(const struct layout *l, const struct tree *t, const struct margin *m,
                    const char *branch, const char *piece) {
    bool word = t->rule == RULE_NONE;
    struct margin inner = {m, piece};
    put_branch(l, m, branch, t->cat, word ? word_text(l, t->begin) : rule_text(l, t));
    if (word) return;
    outline(l, t->left, &inner, "├─ ", "│  ");
    put_empty(l, &inner, "├─ ", t->left->end, t->right->begin);
    outline(l, t->right, &inner, "└─ ", "   ");
}

static void draw_outline(const struct layout *l) {
    const struct tree *root = l->derived->root;
    put_empty(l, NULL, "", 0, root->begin);
    outline(l, root, NULL, "", "");
    put_empty(l, NULL, "", root->end, l->n);
}

void derive_draw(g2l2_parser *self, const struct derived *derived, struct buf *out) {
    struct layout l = {.parser = self, .derived = derived, .n = self->n_words, .out = out};
    l.more = any_lifted(derived->root);
    l.width = arena_array(&self->arena, size_t, l.n);
    l.at = arena_array(&self->arena, size_t, l.n);
    set_columns(&l);
    if (l.at[l.n - 1] + l.width[l.n - 1] + RULE + l.more <= parser_columns(self)) draw_columns(&l);
    else draw_outline(&l);
}

/* ---- the program ---------------------------------------------------------------------------- */

/* Types and operations in their order, so they have the same numbers. */
struct lang *derive_language(g2l2_parser *self) {
    const struct lang *from = &self->lexicon->domain->lang;
    struct lang *lang = arena_new(&self->arena, struct lang);
    lang_init(lang, &self->arena);
    for (uint32_t i = 1; i < from->types.n; i++) {
        struct type t = from->types.at[i];
        if (t.name == SYMBOL_NONE) {
            lang_function(lang, t.argument, t.result);
        } else {
            const char *name = from->names.names.at[t.name];
            lang_type(lang, name, strlen(name));
        }
    }
    for (uint32_t i = 0; i < from->ops.n; i++) lang_op(lang, &from->ops.at[i]);
    lang->number_type = from->number_type;
    return lang;
}

const struct term *derive_constant(struct lang *lang, const char *name, type_id type) {
    for (uint32_t i = lang->ops.n; i-- > 0;) {
        const struct op *op = &lang->ops.at[i];
        if (op->kernel == OP_NONE && op->result == type && !strcmp(op->name, name))
            return term_op(lang, (uint16_t)i, NULL);
    }
    struct op op = {.name = name,
                    .result = type,
                    .unit = OP_NONE,
                    .power_of = OP_NONE,
                    .kernel = OP_NONE,
                    .literal = -1};
    return term_op(lang, lang_op(lang, &op), NULL);
}

/* `word` has the concepts, NULL: they stay open. */
static const struct term *copy(struct lang *lang, const struct term *term, uint32_t depth,
                               const struct term *const *env, const char *word) {
    const struct term *subs[OP_MAX_ARGS];
    for (uint32_t i = 0; i < term->n_subs; i++)
        subs[i] = copy(lang, term->subs[i], depth + (term->kind == TERM_LAMBDA), env, word);
    switch (term->kind) {
    case TERM_VAR:
        if (term->index >= depth) return env[term->index - depth];
        return term_var(lang, term->index, term->type);
    case TERM_LAMBDA: return term_lambda(lang, lang->types.at[term->type].argument, subs[0]);
    case TERM_APPLY: return term_apply(lang, subs[0], subs[1]);
    case TERM_OP: return term_op(lang, term->op, subs);
    case TERM_NUMBER: return term_number(lang, term->number);
    default: return word ? derive_constant(lang, word, term->type) : term_slot(lang, term->type);
    }
}

const struct term *derive_copy(struct lang *lang, const struct term *term,
                               const struct term *const *env) {
    return copy(lang, term, 0, env, NULL);
}

const struct term *derive_reduce(struct lang *lang, const struct term *term) {
    struct guard guard, *outer = lang->arena->guard;
    const struct term *volatile out = NULL;
    lang->arena->guard = &guard;
    if (guard_try(&guard, NULL)) {
        uint32_t fuel = FUEL;
        out = term_reduce(lang, term, &fuel);
    }
    lang->arena->guard = outer;
    if (guard.status == G2L2_STATUS_NO_MEMORY)
        guard_raise(outer, guard.status, 0, 0, "out of memory");
    return out;
}

static bool is_kernel(const g2l2_domain *domain, const struct term *term, const char *name) {
    if (term->kind != TERM_OP || term->op >= domain->lang.ops.n) return false;
    return !strcmp(domain->kernels->ops[domain->lang.ops.at[term->op].kernel], name);
}

bool derive_is_pair(const g2l2_domain *domain, const struct term *term) {
    return is_kernel(domain, term, "pair");
}

const struct term *derive_simplify(const g2l2_domain *domain, struct lang *lang,
                                   const struct term *term) {
    const struct term *subs[OP_MAX_ARGS];
    if (!term->n_subs) return term;
    for (uint32_t i = 0; i < term->n_subs; i++)
        subs[i] = derive_simplify(domain, lang, term->subs[i]);
    bool of_pair = derive_is_pair(domain, subs[0]);
    if (of_pair && is_kernel(domain, term, "first")) return subs[0]->subs[0];
    if (of_pair && is_kernel(domain, term, "second")) return subs[0]->subs[1];
    switch (term->kind) {
    case TERM_LAMBDA: return term_lambda(lang, lang->types.at[term->type].argument, subs[0]);
    case TERM_APPLY: return term_apply(lang, subs[0], subs[1]);
    default: return term_op(lang, term->op, subs);
    }
}

/* The name of a word, in quotes where a program would be read wrongly otherwise. */
static const char *concept_name(const g2l2_parser *self, struct lang *lang, uint32_t place) {
    const char *name = self->lexicon->names.names.at[self->words[place]];
    struct buf quoted;
    if (!strpbrk(name, ",()#\"\\")) return name;
    buf_init(&quoted, lang->arena);
    buf_puts(&quoted, "\"");
    for (; *name; name++) {
        if (*name == '"' || *name == '\\') buf_puts(&quoted, "\\");
        buf_put(&quoted, name, 1);
    }
    buf_puts(&quoted, "\"");
    return quoted.at;
}

/* What is a function of what it speaks of stays one: `lifted`, LEFT being the functor. */
static const struct term *apply(struct lang *lang, const struct term *f, const struct term *a,
                                uint8_t lifted) {
    struct type of_f = lang->types.at[f->type], of_a = lang->types.at[a->type];
    bool lift_f = lifted & LIFTED_LEFT, lift_a = lifted & LIFTED_RIGHT;
    if (!lifted) return term_apply(lang, f, a);
    const struct term *lift =
        syntax_lift_program(lang, lifted, lift_f ? of_f.result : f->type,
                            lift_a ? of_a.result : a->type, lift_f ? of_f.argument : of_a.argument);
    return term_apply(lang, term_apply(lang, lift, f), a);
}

static const struct term *compose(const g2l2_parser *self, struct lang *lang,
                                  const struct derived *d, const struct tree *t,
                                  const struct term *const *known) {
    if (known && known[t->number]) return known[t->number];
    if (t->rule == RULE_NONE) {
        const struct term *program = lexicon_program(self->lexicon, d->slots[t->begin], t->cat);
        return program ? copy(lang, program, 0, NULL, concept_name(self, lang, t->begin)) : NULL;
    }
    const struct term *right = compose(self, lang, d, t->right, known);
    if (t->rule == RULE_CONJUNCT || t->rule == RULE_SCOPE) return right;
    const struct g2l2_domain *domain = self->lexicon->domain;
    const struct term *left = compose(self, lang, d, t->left, known);
    const struct term *both = domain->joins[syntax_closed(&domain->syntax, t->right->cat)];
    bool joined = t->rule == RULE_COORDINATE || t->rule == RULE_BIND;
    if (!left || !right || (joined && !both)) return NULL;
    if (joined) {
        uint8_t of_left = t->lifted & LIFTED_LEFT ? LIFTED_RIGHT : 0;
        left = apply(lang, copy(lang, both, 0, NULL, NULL), left, of_left);
        return apply(lang, left, right, t->lifted);
    }
    return syntax_rules[t->rule].functor ? apply(lang, right, left, lifted_swapped(t->lifted))
                                         : apply(lang, left, right, t->lifted);
}

const struct term *derive_part(const g2l2_parser *self, struct lang *lang,
                               const struct derived *derived, const struct tree *part,
                               const struct term *const *known) {
    return compose(self, lang, derived, part, known);
}

const struct term *derive_program(const g2l2_parser *self, struct lang *lang,
                                  const struct derived *derived) {
    return compose(self, lang, derived, derived->root, NULL);
}
