/* What a question takes for granted: "the sphere" where there is none, or are two.
 *
 *     what color is the large cylinder     query takes one object ─▶ its argument has two
 *
 * Whatever takes a set for one object (kernels->takes_one) presumes that it has one. That is
 * looked at in what was executed anyway: of the edges that most of the derivations go through,
 * the values of their parts. Where it fails there is an answer all the same, a guess. */
#include <math.h>

#include "parser/parser.h"

#define MOST  .5 /* share of the derivations */
#define IS_IN .5 /* P(an object is in a set), from which it is */

struct presuming {
    g2l2_parser *parser;
    const struct mixed *m;
    double *shares; /* [n_cases] P(`it` is this case); NULL: nothing refers back */
    double *in;     /* [objects] P(each is in a set), */
    double *one;    /* and in one case of it */
    VEC(struct plan_node) failed;
    struct buf note;
};

static int class_of(const struct presuming *p, uint32_t node) {
    return p->m->grounding->kept[p->m->plan->nodes[node].cat].class;
}

static bool is_open(const struct presuming *p, uint32_t node) {
    return p->m->grounding->kept[p->m->plan->nodes[node].cat].open;
}

static bool is_most(const struct presuming *p, uint32_t node, const struct plan_edge *e) {
    const struct mixed *m = p->m;
    return m->value[node] && m->outside[node] * m->inside[e->left] * m->inside[e->right] > MOST;
}

/* P(each object is in the set); where it speaks of `it`, for all that this may be. */
static bool select_objects(const struct presuming *p, uint32_t node) {
    const struct mixed *m = p->m;
    const struct mixed_kernels *k = m->grounding->kernels;
    uint32_t n = p->parser->look->scene->n_objects;
    if (!is_open(p, node)) return k->selects(m->session, class_of(p, node), m->value[node], p->in);
    for (uint32_t i = 0; i < n; i++) p->in[i] = 0;
    for (uint32_t c = 0; c < m->n_cases; c++) {
        const double *value = m->value[node] + c * m->sizes[class_of(p, node)];
        if (!k->selects(m->session, class_of(p, node), value, p->one)) return false;
        for (uint32_t i = 0; i < n; i++) p->in[i] += p->shares[c] * p->one[i];
    }
    return true;
}

static void say(struct presuming *p, uint32_t node, uint32_t n) {
    const struct plan_node *at = &p->m->plan->nodes[node];
    for (uint32_t i = 0; i < p->failed.n; i++) /* it follows from what was said */
        if (p->failed.at[i].begin >= at->begin && p->failed.at[i].end <= at->end) return;
    vec_push(p->m->arena, &p->failed, *at);
    if (p->note.n) buf_puts(&p->note, "; ");
    if (n) buf_printf(&p->note, "there are %u of '", n);
    else buf_puts(&p->note, "there is no '");
    const uint32_t *places = p->parser->at, *words = places ? p->parser->whole : p->m->words;
    uint32_t begin = places ? places[at->begin] : at->begin;
    uint32_t last = places ? places[at->end - 1] : at->end - 1;
    for (uint32_t i = begin; i <= last; i++)
        buf_printf(&p->note, "%s%s", i > begin ? " " : "",
                   p->parser->lexicon->names.names.at[words[i]]);
    buf_puts(&p->note, n ? "', where one is meant" : "'");
    if (!p->parser->n_doubts) p->parser->confidence *= GUESSED; /* else it is in the doubt */
}

/* The node without the EMPTY words before it; NO_NODE: it is a word that refers back. */
static uint32_t without_empty(const struct presuming *p, uint32_t node) {
    const struct plan *plan = p->m->plan;
    for (uint32_t e = plan->nodes[node].first; e < plan->nodes[node + 1].first; e++) {
        const struct plan_edge *edge = &plan->edges[e];
        if (!is_most(p, node, edge)) continue;
        if (edge->kind == PLAN_WORD && is_open(p, node)) return NO_NODE;
        if (edge->kind == PLAN_PASS && edge->rule == RULE_NONE) return without_empty(p, edge->left);
    }
    return node;
}

/* A set should have one object, and so should both sets of a pair. */
static void expect_one(struct presuming *p, uint32_t node) {
    const struct plan *plan = p->m->plan;
    uint32_t n = 0;
    node = without_empty(p, node);
    if (node == NO_NODE || (is_open(p, node) && !p->shares)) return;
    if (select_objects(p, node)) {
        for (uint32_t i = 0; i < p->parser->look->scene->n_objects; i++) n += p->in[i] > IS_IN;
        if (n != 1) say(p, node, n);
        return;
    }
    for (uint32_t e = plan->nodes[node].first; e < plan->nodes[node + 1].first; e++) {
        const struct plan_edge *edge = &plan->edges[e];
        if (edge->kind == PLAN_WORD || !is_most(p, node, edge)) continue;
        expect_one(p, edge->left);
        if (edge->kind == PLAN_COMBINE && plan_is_node(plan, edge->right))
            expect_one(p, edge->right);
    }
}

/* Does it say something of a set, and not make a smaller one? Then that is one object, too. */
static bool is_said(const struct presuming *p, uint32_t f) {
    const struct syntax *syntax = p->m->plan->syntax;
    const struct category *c = &syntax->cats.at[syntax_closed(syntax, p->m->plan->nodes[f].cat)];
    return c->kind == CAT_KIND_SLASH && c->result != c->argument &&
           syntax->cats.at[c->result].type == syntax->cats.at[c->argument].type;
}

/* Functions that are given one object. */
static void look_at(struct presuming *p, const struct plan_edge *e) {
    const struct mixed *m = p->m;
    uint8_t by = m->grounding->joined[e->meaning].by;
    bool forward = by == BY_FORWARD;
    if ((!forward && by != BY_BACKWARD) || !plan_is_node(m->plan, e->right)) return;
    uint32_t f = forward ? e->left : e->right, x = forward ? e->right : e->left;
    if (m->value[f] && m->value[x] &&
        (is_said(p, f) ||
         m->grounding->kernels->takes_one(m->session, class_of(p, f), m->value[f])))
        expect_one(p, x);
}

/* What is referred back to should be one thing. Returns what `it` is then: NULL where that is not
 * one thing, or there are several that are referred to, one after the other. */
static double *find_shares(struct presuming *p) {
    const struct mixed *m = p->m;
    double *out = NULL;
    bool several = false;
    for (uint32_t i = 0; i < m->plan->n_nodes; i++)
        for (uint32_t e = m->plan->nodes[i].first; e < m->plan->nodes[i + 1].first; e++) {
            const struct plan_edge *edge = &m->plan->edges[e];
            if (edge->kind != PLAN_COMBINE || !is_most(p, i, edge) ||
                m->grounding->joined[edge->meaning].by != BY_BINDING)
                continue;
            several |= out || is_open(p, i) || is_open(p, edge->left);
            expect_one(p, edge->left);
            if (several || p->failed.n) continue;
            out = arena_array(m->arena, double, m->n_cases);
            m->grounding->kernels->shares(m->session, class_of(p, edge->left), m->value[edge->left],
                                          out);
            for (uint32_t c = 0; c < m->n_cases; c++) out[c] /= m->value[edge->left][0];
        }
    return several ? NULL : out;
}

void presume_check(g2l2_parser *self) {
    struct presuming p = {.parser = self, .m = &self->look->mixed};
    const struct plan *plan = p.m->plan;
    uint32_t n = self->look->scene->n_objects;
    self->presumed = NULL;
    if (!n) return;
    p.in = arena_array(&self->arena, double, 2 * n);
    p.one = p.in + n;
    buf_init(&p.note, &self->arena);
    p.shares = find_shares(&p);
    for (uint32_t i = 0; i < plan->n_nodes; i++)
        for (uint32_t e = plan->nodes[i].first; p.m->value[i] && e < plan->nodes[i + 1].first; e++)
            if (plan->edges[e].kind == PLAN_COMBINE && is_most(&p, i, &plan->edges[e]))
                look_at(&p, &plan->edges[e]);
    if (p.note.n) self->presumed = p.note.at;
}
