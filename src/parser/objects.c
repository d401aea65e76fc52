/* Where sentences are about a scene: its objects, and one derivation executed alone.
 *
 *     how   many   red   cubes                  objects:
 *                  └── ▪ ───┘ ▪                   1  large red metal cube
 *     └────── ▪ ──────────┘                       2  small blue rubber cube
 *
 * Readings add up all derivations (answer.c). Here the same machinery runs on a
 * chart that has one: its nodes are the parts of the tree, each made in one way,
 * with a weight of 1. So each part has a value as the kernels work with it, nothing else. */
#include <string.h>

#include "parser/page.h"

/* ---- one derivation, executed ---------------------------------------------------------- */

static uint32_t add_parts(struct chart *chart, const struct derived *derived,
                          const struct tree *t) {
    struct edge edge = {.kind = t->rule, .next = NO_NODE};
    if (t->rule == RULE_NONE) {
        edge.kind = EDGE_LEXICAL;
        edge.left = derived->slots[t->begin];
        edge.right = t->cat;
    } else {
        edge.left = add_parts(chart, derived, t->left);
        edge.right = add_parts(chart, derived, t->right);
    }
    struct node node = {.cat = t->cat, .useful = true, .begin = t->begin, .end = t->end};
    node.first = node.last = chart->edges.n;
    vec_push(chart->arena, &chart->edges, edge);
    vec_push(chart->arena, &chart->nodes, node);
    return chart->nodes.n - 1;
}

/* EMPTY words weigh nothing here. */
const struct executed *page_execute(struct page *p, const struct derived *derived) {
    g2l2_parser *parser = p->parser;
    const struct look *look = parser->look;
    struct arena *arena = &parser->arena;
    struct executed *x = arena_new(arena, struct executed);
    struct chart chart = {.arena = arena,
                          .lexicon = parser->lexicon,
                          .syntax = parser->chart.syntax,
                          .words = parser->words,
                          .n = parser->n_words};
    double *weight = arena_array(arena, double, parser->lexicon->slots.n + 1);
    for (uint32_t i = 0; i < parser->lexicon->slots.n; i++) weight[i] = 1;
    vec_push(arena, &chart.roots, add_parts(&chart, derived, derived->root));
    plan_make(&x->plan, arena, &chart, &look->grounding);
    x->mixed = look->mixed;
    x->mixed.plan = &x->plan;
    x->mixed.weight = weight;
    x->mixed.negligible = 0;
    mixed_run(&x->mixed);
    return x;
}

const char *page_answer(struct page *p, const struct derived *derived) {
    const struct look *look = p->parser->look;
    const struct executed *x = page_execute(p, derived);
    uint32_t root = x->plan.roots[0];
    int class = x->plan.nodes[root].class;
    const struct mixed_kernels *k = look->grounding.kernels;
    const double *value = x->mixed.value[root];
    uint32_t n = k->outcomes(look->session, class), best = 0;
    for (uint32_t i = 1; i < n; i++)
        if (k->answer(look->session, class, value, i) >
            k->answer(look->session, class, value, best))
            best = i;
    struct buf text = page_text(p);
    if (n) k->print_outcome(look->session, class, best, &text);
    return text.at;
}

/* ---- the objects ------------------------------------------------------------------------ */

static const char *object_text(const struct page *p, uint32_t i, int digits) {
    struct naming naming = p->parser->look->naming;
    struct buf text = page_text(p);
    buf_printf(&text, "%*u  ", digits, i + 1);
    naming.put(naming.of, naming.scene, i, &text);
    return text.at;
}

/* In as many columns as fit, read line by line. */
void page_put_objects(struct page *p) {
    const struct look *look = p->parser->look;
    if (!look->scene || !look->naming.put || !look->scene->n_objects) return;
    uint32_t n = look->scene->n_objects, shown = n < PAGE_MAX_LINES ? n : PAGE_MAX_LINES;
    const char *texts[PAGE_MAX_LINES];
    size_t width = 0;
    for (uint32_t i = 0; i < shown; i++) {
        texts[i] = object_text(p, i, n > 9 ? 2 : 1);
        if (page_width(texts[i]) > width) width = page_width(texts[i]);
    }
    uint32_t columns = (uint32_t)((page_columns(p) - PAGE_INDENT + 3) / (width + 3));
    page_heading(p, "objects:\n");
    for (uint32_t i = 0; i < shown; i++) {
        bool last = i + 1 == shown || !columns || (i + 1) % columns == 0;
        buf_spaces(&p->out, !columns || i % columns == 0 ? PAGE_INDENT : 3);
        page_put_padded(&p->out, texts[i], last ? 0 : width);
        if (last) buf_puts(&p->out, "\n");
    }
    if (n > shown) buf_printf(&p->out, "  ... (%u in all)\n", n);
}
