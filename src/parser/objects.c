/* Execution where sentences are about a scene: the parts of one derivation, and
 * which of the objects each of them means.
 *
 *     how   many   red   cubes                  objects:
 *                  └── #2 ──┘ #1                  1  large red metal cube
 *     └────── #3 ─────────┘                       2  small blue rubber cube
 *                                               execution:
 *                                                 1  filter(scene(), cubes)   = 1:0.99  2:0.98
 *                                                 2  filter(#1, red)          = 1:0.97
 *                                                 3  count(#2)                = 1   (...)
 *
 * Readings add up all derivations (answer.c). Here the same machinery runs on a
 * chart that has one: its nodes are the parts of the tree, each made in one way,
 * with a weight of 1. So a step says what the kernels work with, nothing else. */
#include <string.h>

#include "parser/page.h"

#define STEP_COLUMNS 40u /* where values stand, at most */

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

/* A value for each part, by number. EMPTY words weigh nothing here. */
struct executed {
    struct plan plan;
    struct mixed mixed;
};

static struct executed *execute(struct page *p, const struct derived *derived) {
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

static const char *value_text(const struct page *p, const struct executed *x, uint32_t part) {
    const struct look *look = p->parser->look;
    uint32_t node = x->plan.of_node[part];
    struct buf text = page_text(p);
    look->grounding.kernels->describe(look->session, x->plan.nodes[node].class,
                                      x->mixed.value[node], &text);
    return text.at;
}

const char *page_answer(struct page *p, const struct derived *derived) {
    const struct look *look = p->parser->look;
    const struct executed *x = execute(p, derived);
    uint32_t root = x->plan.roots[0];
    int class = x->plan.nodes[root].class;
    const struct mixed_kernels *k = look->grounding.kernels;
    const double *value = x->mixed.value[root];
    uint32_t n = k->outcomes(look->session, class), best = 0;
    for (uint32_t i = 1; i < n; i++)
        if (k->answer(look->session, class, value, i) > k->answer(look->session, class, value, best))
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

/* ---- steps --------------------------------------------------------------------------------- */

struct parts {
    struct page *page;
    const struct derived *derived;
    const struct term **known; /* [parts] `#1`, where a part has a step */
    const struct tree *steps[PAGE_MAX_LINES];
    const char *calls[PAGE_MAX_LINES];
    uint32_t n;
};

/* What is not a function has a step, from left to right, smaller parts first. What
 * is the same in each scene has none, unless there is nothing else. */
static void add_steps(struct parts *s, const struct tree *t) {
    struct page *p = s->page;
    const struct category *cat = &p->domain->syntax.cats.at[t->cat];
    if (t->rule != RULE_NONE) add_steps(s, t->left);
    if (t->rule != RULE_NONE) add_steps(s, t->right);
    if (cat->kind != CAT_KIND_PRIMITIVE) return;
    const struct term *term = derive_part(p->parser, p->lang, s->derived, t, s->known);
    if (term) term = derive_reduce(p->lang, term);
    if (!term || (!term->n_subs && t != s->derived->root)) return;
    if (s->n < PAGE_MAX_LINES) {
        struct buf call = page_text(p);
        page_put_call(p, term, true, &call);
        s->steps[s->n] = t;
        s->calls[s->n] = call.at;
    }
    char name[16];
    snprintf(name, sizeof name, "#%u", ++s->n);
    s->known[t->number] = derive_constant(p->lang, name, cat->type);
}

static void put_step(struct page *p, const struct parts *s, uint32_t i, size_t width,
                     const struct executed *x) {
    size_t used = page_width(s->calls[i]), column = width + (s->n > 9 ? 9 : 8);
    buf_printf(&p->out, "  %*u  ", s->n > 9 ? 2 : 1, i + 1);
    page_put_padded(&p->out, s->calls[i], x && used <= width ? width : 0);
    if (x && used > width) {
        buf_puts(&p->out, "\n");
        buf_spaces(&p->out, column - 3);
    }
    if (x) buf_puts(&p->out, " = ");
    if (x) page_put_hanging(p, value_text(p, x, s->steps[i]->number), column);
    buf_puts(&p->out, "\n");
}

void page_put_parts(struct page *p, const struct derived *derived) {
    struct parts s = {.page = p, .derived = derived};
    const struct executed *x = p->parser->look->scene ? execute(p, derived) : NULL;
    size_t width = 0;
    s.known = arena_zalloc(&p->parser->arena, (derived->root->number + 1) * sizeof *s.known);
    add_steps(&s, derived->root);
    uint32_t n = s.n < PAGE_MAX_LINES ? s.n : PAGE_MAX_LINES;
    for (uint32_t i = 0; i < n; i++) {
        size_t w = page_width(s.calls[i]);
        if (w > width && w <= STEP_COLUMNS) width = w;
    }
    page_heading(p, x ? "execution:\n" : "execution (values need a scene):\n");
    for (uint32_t i = 0; i < n; i++) put_step(p, &s, i, width, x);
    if (s.n > n) buf_printf(&p->out, "  ... and %u more steps\n", s.n - n);
}
