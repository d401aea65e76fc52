/* One derivation as a tree, and as one program.
 *
 *     chart ─▶ derivation ─▶ tree ─▶ entries applied to each other ─▶ normal form
 *                            ─┬─                                      repeat(I_JUMP(), 2)
 *                         jump twice
 *
 * The operations of a program can be marked with the words they come from: each word's are
 * then copies, with a number of their own that reduction carries along. */
#include <string.h>

#include "parser/parser.h"
#include "types/record.h"

#define FUEL        200000u    /* steps of reduction */
#define NEED_QUOTES ",()#\"\\" /* in the name of a word, for a program that is read */

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

/* A word, or several that have one entry: the first has it. */
static const struct tree *leaf(struct builder *b, uint32_t slot, cat_id cat, uint32_t n) {
    struct tree *t = arena_new(&b->parser->arena, struct tree);
    t->cat = cat;
    t->number = b->n_parts++;
    t->begin = b->n;
    take_word(b, slot, cat);
    while (--n) take_word(b, NO_NODE, CAT_NONE);
    t->end = b->n;
    return t;
}

static bool is_open(const struct syntax *syntax, cat_id cat) {
    return syntax->cats.at[cat].kind == CAT_KIND_OPEN;
}

static const struct tree *join(struct builder *b, const struct derivation *d,
                               const struct tree *left, const struct tree *right) {
    const struct plan *plan = &b->parser->plan;
    const struct plan_edge *edge = &plan->edges[d->edge];
    struct tree *t = arena_new(&b->parser->arena, struct tree);
    *t = (struct tree){.rule = edge->rule, .left = left, .right = right};
    t->cat = plan->nodes[d->node].cat;
    t->meaning = edge->kind == PLAN_COMBINE ? plan_meaning(plan, edge) : NULL;
    t->lifted = t->meaning ? t->meaning->lifted : is_open(plan->syntax, t->cat);
    t->number = b->n_parts++;
    t->begin = left->begin;
    t->end = right ? right->end : left->end;
    t->height = left->height;
    if (right && right->height > t->height) t->height = right->height;
    t->height++;
    return t;
}

static const struct tree *build(struct builder *b, const struct derivation *d);

/* Beside an EMPTY word, or a schema with its right-hand side. */
static const struct tree *build_pass(struct builder *b, const struct derivation *d) {
    const struct plan *plan = &b->parser->plan;
    const struct plan_edge *edge = &plan->edges[d->edge];
    struct sentence sentence = parser_walk(b->parser).sentence;
    uint32_t empty = plan_empty_slot(plan, &sentence, edge);
    if (edge->rule != RULE_NONE) {
        const struct tree *schema = build(b, d->right);
        return join(b, d, schema, build(b, d->left));
    }
    bool first = empty != NO_NODE && edge->right == plan_empty(plan, plan->nodes[d->node].begin) &&
                 plan->nodes[edge->left].begin > plan->nodes[d->node].begin;
    if (first) take_word(b, empty, CAT_EMPTY);
    const struct tree *inner = build(b, d->left);
    if (empty != NO_NODE && !first) take_word(b, empty, CAT_EMPTY);
    return inner;
}

/* From left to right, so that words are met in their order. */
static const struct tree *build(struct builder *b, const struct derivation *d) {
    const struct plan *plan = &b->parser->plan;
    const struct plan_edge *edge = &plan->edges[d->edge];
    const struct plan_node *node = &plan->nodes[d->node];
    struct sentence sentence = parser_walk(b->parser).sentence;
    if (edge->kind == PLAN_WORD)
        return leaf(b, plan_word_slot(plan, &sentence, edge), node->cat, node->end - node->begin);
    if (edge->kind == PLAN_PASS) return build_pass(b, d);
    const struct tree *left = build(b, d->left);
    return join(b, d, left, d->right ? build(b, d->right) : NULL);
}

struct derived derive_tree(g2l2_parser *self, const struct derivation *derivation) {
    struct builder b = {.parser = self};
    b.slots = arena_array(&self->arena, uint32_t, self->n_words);
    b.cats = arena_array(&self->arena, cat_id, self->n_words);
    const struct tree *root = build(&b, derivation);
    return (struct derived){root, b.slots, b.cats};
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
            lang->types.at[lang_type(lang, name, strlen(name))].kind = t.kind;
        }
    }
    for (uint32_t i = 0; i < from->ops.n; i++) lang_op(lang, &from->ops.at[i]);
    lang->number_type = from->number_type;
    return lang;
}

static struct op constant(const char *name, type_id type) {
    return (struct op){.name = name,
                       .result = type,
                       .unit = OP_NONE,
                       .power_of = OP_NONE,
                       .kernel = OP_NONE,
                       .literal = -1};
}

const struct term *derive_constant(struct lang *lang, const char *name, type_id type) {
    for (uint32_t i = lang->ops.n; i-- > 0;) {
        const struct op *op = &lang->ops.at[i];
        if (op->kernel == OP_NONE && op->result == type && !strcmp(op->name, name))
            return term_op(lang, (uint16_t)i, NULL);
    }
    struct op op = constant(name, type);
    return term_op(lang, lang_op(lang, &op), NULL);
}

struct copying {
    struct lang *lang;
    const struct term *const *env;
    const char *word;      /* has the concepts; NULL: they stay open */
    const char *said;      /* the words as they are written, where that is kept; or NULL */
    struct origins *marks; /* NULL: none are made */
    uint32_t place;
};

/* An operation of its own for the word. */
static uint16_t marked(const struct copying *c, struct op op) {
    if (!c->marks->words.n) c->marks->first = c->lang->ops.n;
    vec_push(c->lang->arena, &c->marks->words, c->place);
    return lang_op(c->lang, &op);
}

static const struct term *copy_concept(const struct copying *c, const char *word, type_id type) {
    if (!word) return term_slot(c->lang, type);
    if (!c->marks) return derive_constant(c->lang, word, type);
    return term_op(c->lang, marked(c, constant(word, type)), NULL);
}

/* What words mean by their own spelling is shown as that; NULL: they mean something else. */
static const char *own_word(const struct copying *c, const struct term *term) {
    uint16_t kernel = c->lang->ops.at[term->op].kernel;
    if (!c->word) return NULL;
    if (kernel == KERNEL_NAMED || kernel == KERNEL_SPELLED || kernel == KERNEL_NUMERAL ||
        kernel == KERNEL_FIGURES)
        return c->word;
    if (!c->said || !record_is_said(kernel)) return NULL;
    const char *json = record_said(c->lang->arena, kernel, c->said);
    const char *name = json ? record_constant(c->lang->arena, json) : NULL;
    return name && strpbrk(name, NEED_QUOTES) ? json : name;
}

static const struct term *copy(const struct copying *c, const struct term *term, uint32_t depth) {
    const struct term *subs[OP_MAX_ARGS];
    const char *word;
    struct lang *lang = c->lang;
    for (uint32_t i = 0; i < term->n_subs; i++)
        subs[i] = copy(c, term->subs[i], depth + (term->kind == TERM_LAMBDA));
    switch (term->kind) {
    case TERM_VAR:
        if (term->index >= depth) return c->env[term->index - depth];
        return term_var(lang, term->index, term->type);
    case TERM_LAMBDA: return term_lambda(lang, lang->types.at[term->type].argument, subs[0]);
    case TERM_APPLY: return term_apply(lang, subs[0], subs[1]);
    case TERM_OP:
        if ((word = own_word(c, term))) return copy_concept(c, word, term->type);
        return term_op(lang, c->marks ? marked(c, lang->ops.at[term->op]) : term->op, subs);
    case TERM_NUMBER: return term_number(lang, term->number);
    default: return copy_concept(c, c->word, term->type);
    }
}

const struct term *derive_copy(struct lang *lang, const struct term *term,
                               const struct term *const *env) {
    return copy(&(struct copying){.lang = lang, .env = env}, term, 0);
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

/* Constants have no kernel: they stand for values, and for the concepts of words. */
static bool is_kernel(const struct lang *lang, const struct term *term, enum kernel kernel) {
    if (term->kind != TERM_OP || derive_names_value(lang, term)) return false;
    return lang->ops.at[term->op].kernel == kernel;
}

bool derive_is_pair(const struct lang *lang, const struct term *term) {
    return is_kernel(lang, term, KERNEL_PAIR);
}

const struct term *derive_simplify(struct lang *lang, const struct term *term) {
    const struct term *subs[OP_MAX_ARGS];
    if (!term->n_subs) return term;
    for (uint32_t i = 0; i < term->n_subs; i++) subs[i] = derive_simplify(lang, term->subs[i]);
    bool of_pair = derive_is_pair(lang, subs[0]);
    if (of_pair && is_kernel(lang, term, KERNEL_FIRST)) return subs[0]->subs[0];
    if (of_pair && is_kernel(lang, term, KERNEL_SECOND)) return subs[0]->subs[1];
    switch (term->kind) {
    case TERM_LAMBDA: return term_lambda(lang, lang->types.at[term->type].argument, subs[0]);
    case TERM_APPLY: return term_apply(lang, subs[0], subs[1]);
    default: return term_op(lang, term->op, subs);
    }
}

/* ---- programs as text ------------------------------------------------------------------------ */

bool derive_names_value(const struct lang *lang, const struct term *term) {
    return term->kind == TERM_OP && lang->ops.at[term->op].kernel == OP_NONE &&
           lang->ops.at[term->op].literal < 0;
}

void derive_print(const struct lang *lang, const struct term *term, const uint32_t *step,
                  struct buf *out) {
    if (derive_names_value(lang, term)) {
        buf_puts(out, lang->ops.at[term->op].name);
    } else if (term->kind != TERM_OP || !term->n_subs) {
        term_print(lang, term, out);
    } else {
        buf_printf(out, "%s(", lang->ops.at[term->op].name);
        for (uint32_t i = 0; i < term->n_subs; i++) {
            const struct term *sub = term->subs[i];
            if (i) buf_puts(out, ", ");
            if (step && step[sub->id]) buf_printf(out, "#%u", step[sub->id]);
            else derive_print(lang, sub, step, out);
        }
        buf_puts(out, ")");
    }
}

/* ---- composition ------------------------------------------------------------------------------ */

/* The name of a word, in quotes where a program would be read wrongly otherwise. */
static const char *concept_name(const g2l2_parser *self, struct lang *lang, uint32_t place) {
    const char *name = self->texts && place < self->n_words
                           ? self->texts[place]
                           : self->lexicon->names.names.at[self->words[place]];
    struct buf quoted;
    if (!strpbrk(name, NEED_QUOTES)) return name;
    buf_init(&quoted, lang->arena);
    buf_puts(&quoted, "\"");
    for (; *name; name++) {
        if (*name == '"' || *name == '\\') buf_puts(&quoted, "\\");
        buf_put(&quoted, name, 1);
    }
    buf_puts(&quoted, "\"");
    return quoted.at;
}

/* The words of a leaf as the sentence has them, where that is kept; or NULL. */
static const char *written_words(const g2l2_parser *self, struct arena *arena,
                                 const struct tree *t) {
    if (!self->source || t->end > self->spans.n) return NULL;
    uint32_t begin = self->spans.at[t->begin].begin, end = self->spans.at[t->end - 1].end;
    return arena_strndup(arena, self->source + begin, end - begin);
}

/* What a part is made with. */
struct composing {
    const g2l2_parser *parser;
    struct lang *lang;
    const struct derived *derived;
    const struct term *const *known; /* [numbers] what stands for smaller parts, or NULL */
    struct origins *marks;           /* or NULL */
};

static const struct term *copy_word(const struct composing *c, const struct tree *t) {
    uint32_t place = t->begin;
    const struct term *program =
        lexicon_program(c->parser->lexicon, c->derived->slots[place], t->cat);
    struct copying copying = {.lang = c->lang, .marks = c->marks, .place = place};
    if (!program) return NULL;
    copying.word = concept_name(c->parser, c->lang, place);
    copying.said = written_words(c->parser, c->lang->arena, t);
    return copy(&copying, program, 0);
}

/* The parts, put together as the rule says. */
static const struct term *compose(const struct composing *c, const struct tree *t) {
    struct lang *lang = c->lang;
    if (c->known && c->known[t->number]) return c->known[t->number];
    if (t->rule == RULE_NONE) return copy_word(c, t);
    if (!t->meaning) return compose(c, t->right); /* a schema and what it took */
    const struct term *left = compose(c, t->left);
    const struct term *right = t->right ? compose(c, t->right) : NULL;
    if (!left || (t->right && !right)) return NULL;
    if (t->meaning->form == MEANING_FORWARD) return term_apply(lang, left, right);
    if (t->meaning->form == MEANING_BACKWARD) return term_apply(lang, right, left);
    if (!t->meaning->term) return NULL;
    const struct term *both = term_apply(lang, derive_copy(lang, t->meaning->term, NULL), left);
    return right ? term_apply(lang, both, right) : both;
}

const struct term *derive_part(const g2l2_parser *self, struct lang *lang,
                               const struct derived *derived, const struct tree *part,
                               const struct term *const *known) {
    return compose(&(struct composing){self, lang, derived, known, NULL}, part);
}

const struct term *derive_program(const g2l2_parser *self, struct lang *lang,
                                  const struct derived *derived, struct origins *marks) {
    return compose(&(struct composing){self, lang, derived, NULL, marks}, derived->root);
}
