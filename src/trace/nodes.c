/* The parts of one derivation: what each means, as a program and as a value.
 *
 *     tree ─▶ nodes, parts before the whole ─▶ programs, each made of those of its parts
 *                                          └─▶ values: steps.c, parts.c or means */
#include "trace/make.h"

static void list_trees(struct making *d, const struct tree *t) {
    d->trees[t->number] = t;
    if (t->rule == RULE_NONE) return;
    list_trees(d, t->left);
    if (t->right) list_trees(d, t->right);
}

/* `>`, or `>^` where what a part speaks of is passed on. */
static const char *rule_text(const struct maker *m, const struct tree *t) {
    struct buf text = make_text(m);
    if (t->rule == RULE_NONE) return NULL;
    buf_printf(&text, "%s%s", syntax_rules[t->rule].name, t->lifted ? "^" : "");
    return text.at;
}

/* From the programs of its parts, which are in normal form already. A part that is too
 * large makes the whole too large. */
static const struct term *term_of(const struct making *d, const struct tree *t) {
    struct maker *m = d->maker;
    bool word = t->rule == RULE_NONE;
    if (!word && t->meaning && !d->terms[t->left->number]) return NULL;
    if (!word && t->right && !d->terms[t->right->number]) return NULL;
    const struct term *term = derive_part(m->parser, m->lang, &d->derived, t, d->terms);
    return term ? derive_reduce(m->lang, term) : NULL;
}

static const char *program_text(const struct making *d, uint32_t number) {
    struct maker *m = d->maker;
    struct buf text = make_text(m);
    const struct term *term = d->terms[number];
    if (!term) return NULL;
    if (m->domain->mixed) term = derive_simplify(m->lang, term);
    derive_print(m->lang, term, NULL, &text);
    return text.at;
}

static void describe(struct making *d, uint32_t number) {
    const struct tree *t = d->trees[number];
    bool word = t->rule == RULE_NONE;
    d->terms[number] = term_of(d, t);
    d->nodes[number] = (struct trace_node){.begin = t->begin,
                                           .end = t->end,
                                           .category = make_category(d->maker, t->cat),
                                           .rule = rule_text(d->maker, t),
                                           .left = word ? TRACE_NONE : t->left->number,
                                           .right = t->right ? t->right->number : TRACE_NONE,
                                           .height = t->height,
                                           .program = program_text(d, number)};
}

/* Where values are means, a part has that of its span and category. */
static void add_means(struct making *d) {
    g2l2_parser *parser = d->maker->parser;
    uint32_t n = d->derived.root->number + 1;
    for (uint32_t i = 0; i < parser->plan.n_nodes; i++) {
        const struct plan_node *node = &parser->plan.nodes[i];
        if (!parser->expected.mean[i]) continue;
        for (uint32_t k = 0; k < n; k++)
            if (d->trees[k]->begin == node->begin && d->trees[k]->end == node->end &&
                d->trees[k]->cat == node->cat && !d->nodes[k].value.text)
                d->nodes[k].value.text = make_mean(d->maker, parser->expected.mean[i]);
    }
}

void make_nodes(struct making *d) {
    struct arena *arena = &d->maker->parser->arena;
    uint32_t n = d->derived.root->number + 1;
    d->trees = arena_array(arena, const struct tree *, n);
    d->terms = arena_zalloc(arena, n * sizeof *d->terms);
    d->nodes = arena_array(arena, struct trace_node, n);
    list_trees(d, d->derived.root);
    for (uint32_t i = 0; i < n; i++) describe(d, i);
    if (d->maker->domain->mixed) make_parts(d);
    else if (d->maker->domain->expected) add_means(d);
    else make_steps(d);
}

uint32_t make_node_of(const struct making *d, const struct term *term) {
    for (uint32_t i = 0; i <= d->derived.root->number; i++)
        if (d->terms[i] == term) return i;
    return TRACE_NONE;
}
