/* Walks of a plan that need no meaning: count, inside and best. */
#include <math.h>
#include <string.h>

#include "run/run.h"

/* Words: a reading that crosses no dependencies is preferred to any attachment that is as low. */
#define CROSSED 256

/* ---- reach ------------------------------------------------------------------------- */

uint32_t weights_reach(const struct plan *plan, const struct plan_edge *edge) {
    const struct syntax *syntax = plan->syntax;
    if (edge->kind != PLAN_COMBINE || !plan_is_node(plan, edge->right)) return 0;
    bool right = syntax_rules[edge->rule].functor;
    uint32_t functor = right ? edge->right : edge->left,
             argument = right ? edge->left : edge->right;
    const struct category *f = &syntax->cats.at[syntax_closed(syntax, plan->nodes[functor].cat)];
    bool modifier = f->kind == CAT_KIND_SLASH && f->result == f->argument;
    bool crossed = edge->rule == RULE_CROSS_FORWARD || edge->rule == RULE_CROSS_BACKWARD;
    const struct plan_node *over = &plan->nodes[modifier ? argument : functor];
    uint32_t far = modifier || syntax_composes(syntax) ? over->end - over->begin : 0;
    return far + (crossed ? CROSSED : 0);
}

/* What that takes off the edge's weight. */
static double far(const struct plan *plan, uint32_t edge) {
    double reach = plan->syntax->reach;
    return reach > 0 ? reach * weights_reach(plan, &plan->edges[edge]) : 0;
}

/* ---- count ------------------------------------------------------------------------ */

double *weights_count(const struct plan *plan, struct arena *arena) {
    uint32_t n = plan_n_weights(plan);
    double *count = arena_array(arena, double, n + 1);
    for (uint32_t i = plan->n_nodes; i < n; i++) count[i] = 1;
    for (uint32_t i = 0; i < plan->n_nodes; i++) {
        count[i] = 0;
        for (uint32_t e = plan->nodes[i].first; e < plan->nodes[i + 1].first; e++)
            count[i] += count[plan->edges[e].left] * count[plan->edges[e].right];
    }
    return count;
}

/* ---- inside and expected counts ------------------------------------------------------ */

/* Log weights of the entries at each place. */
static void weigh_words(const struct walk *walk, double *value) {
    const struct plan *plan = walk->plan;
    value[plan_one(plan)] = 0;
    for (uint32_t i = 0; i < plan->n_places; i++) {
        if (walk->sentence.words[i] == SYMBOL_NONE) continue;
        const struct word *w = &walk->sentence.lexicon->words.at[walk->sentence.words[i]];
        if (i < plan->n_words && w->empty != UINT32_MAX)
            value[plan_empty(plan, i)] = walk->weight[w->empty];
        memcpy(value + plan_slot(plan, i, 0), walk->weight + w->first, w->n * sizeof *value);
    }
}

/* log Σ exp, by way of the maximum; leaves each edge's share in `local`. */
static double sum_edges(const struct plan *plan, uint32_t node, const double *value,
                        double *local) {
    uint32_t first = plan->nodes[node].first, end = plan->nodes[node + 1].first;
    double max = -INFINITY, sum = 0;
    for (uint32_t e = first; e < end; e++) {
        local[e] = value[plan->edges[e].left] + value[plan->edges[e].right] - far(plan, e);
        if (local[e] > max) max = local[e];
    }
    if (max == -INFINITY || first + 1 == end) {
        for (uint32_t e = first; e < end; e++) local[e] = max > -INFINITY;
        return max;
    }
    for (uint32_t e = first; e < end; e++) sum += local[e] = exp(local[e] - max);
    for (uint32_t e = first; e < end; e++) local[e] /= sum;
    return max + log(sum);
}

static double sum_roots(const struct plan *plan, const double *value) {
    double max = -INFINITY, sum = 0;
    for (uint32_t i = 0; i < plan->n_roots; i++) max = fmax(max, value[plan->roots[i]]);
    if (max == -INFINITY) return max;
    for (uint32_t i = 0; i < plan->n_roots; i++) sum += exp(value[plan->roots[i]] - max);
    return max + log(sum);
}

struct inside weights_inside(const struct walk *walk) {
    const struct plan *plan = walk->plan;
    struct inside out = {.value = arena_array(walk->arena, double, plan_n_weights(plan) + 1),
                         .local = arena_array(walk->arena, double, plan->n_edges + 1)};
    weigh_words(walk, out.value);
    for (uint32_t i = 0; i < plan->n_nodes; i++)
        out.value[i] = sum_edges(plan, i, out.value, out.local);
    out.total = sum_roots(plan, out.value);
    return out;
}

/* From the roots down: the share of all derivations that go through a node is
 * handed to its edges, and from them to nodes and slots below. */
const double *weights_expected(const struct walk *walk, const struct inside *inside, double scale,
                               double *counts) {
    const struct plan *plan = walk->plan;
    double *mass = arena_zalloc(walk->arena, (plan->n_nodes + 1) * sizeof *mass);
    if (inside->total == -INFINITY) return mass; /* no derivation has any weight */
    for (uint32_t i = 0; i < plan->n_roots; i++) {
        uint32_t root = plan->roots[i];
        mass[root] = scale * exp(inside->value[root] - inside->total);
    }
    for (uint32_t i = plan->n_nodes; i-- > 0;) {
        const struct plan_node *node = &plan->nodes[i];
        if (mass[i] == 0) continue;
        for (uint32_t e = node->first; e < node[1].first; e++) {
            const struct plan_edge *edge = &plan->edges[e];
            double share = mass[i] * inside->local[e];
            if (edge->kind == PLAN_WORD) {
                counts[plan_word_slot(plan, &walk->sentence, edge)] += share;
                continue;
            }
            mass[edge->left] += share;
            uint32_t slot = plan_empty_slot(plan, &walk->sentence, edge);
            if (plan_is_node(plan, edge->right)) mass[edge->right] += share;
            else if (slot != NO_NODE) counts[slot] += share;
        }
    }
    return mass;
}

/* ---- best -------------------------------------------------------------------------------- */

struct ranking {
    const struct walk *walk;
    const double *value; /* [plan_n_weights] of words */
    uint32_t k;
    struct {
        const struct derivation **at; /* [k] heaviest first */
        uint32_t n;
    } * best; /* [n_nodes + 1] and the roots together */
};

static void offer(struct ranking *s, uint32_t node, struct derivation d) {
    uint32_t n = s->best[node].n, at = n;
    const struct derivation **list = s->best[node].at;
    if (!list)
        list = s->best[node].at = arena_array(s->walk->arena, const struct derivation *, s->k);
    if (n == s->k && d.weight <= list[n - 1]->weight) return;
    if (n < s->k) s->best[node].n++;
    else at = n - 1;
    for (; at && list[at - 1]->weight < d.weight; at--) list[at] = list[at - 1];
    struct derivation *copy = arena_new(s->walk->arena, struct derivation);
    *copy = d;
    list[at] = copy;
}

static void rank_edge(struct ranking *s, uint32_t node, uint32_t edge) {
    const struct plan *plan = s->walk->plan;
    const struct plan_edge *e = &plan->edges[edge];
    bool has_left = e->kind != PLAN_WORD, has_right = plan_is_node(plan, e->right);
    double extra = (has_left ? 0 : s->value[e->left]) + (has_right ? 0 : s->value[e->right]);
    extra -= far(plan, edge);
    uint32_t n_left = has_left ? s->best[e->left].n : 1;
    uint32_t n_right = has_right ? s->best[e->right].n : 1;
    arena_check(s->walk->arena);
    for (uint32_t i = 0; i < n_left; i++)
        for (uint32_t j = 0; j < n_right && (uint64_t)(i + 1) * (j + 1) <= s->k; j++) {
            struct derivation d = {extra, node, edge, NULL, NULL};
            if (has_left) d.weight += (d.left = s->best[e->left].at[i])->weight;
            if (has_right) d.weight += (d.right = s->best[e->right].at[j])->weight;
            offer(s, node, d);
        }
}

uint32_t weights_best(const struct walk *walk, uint32_t k, const struct derivation ***out) {
    const struct plan *plan = walk->plan;
    uint32_t all = plan->n_nodes;
    double *value = arena_array(walk->arena, double, plan_n_weights(plan) + 1);
    struct ranking s = {.walk = walk, .value = value, .k = k};
    weigh_words(walk, value);
    s.best = arena_zalloc(walk->arena, (all + 1) * sizeof *s.best);
    for (uint32_t i = 0; k && i < plan->n_nodes; i++)
        for (uint32_t e = plan->nodes[i].first; e < plan->nodes[i + 1].first; e++)
            rank_edge(&s, i, e);
    for (uint32_t i = 0; i < plan->n_roots; i++)
        for (uint32_t j = 0; j < s.best[plan->roots[i]].n; j++)
            offer(&s, all, *s.best[plan->roots[i]].at[j]);
    *out = s.best[all].at;
    return s.best[all].n;
}
