/* The algebras that need no meaning: count, inside and best. */
#include <math.h>
#include <string.h>

#include "chart/chart.h"

/* ---- count ------------------------------------------------------------------------ */

struct count {
    const struct chart *chart;
    double *value;
};

static void count_lexical(void *self, uint32_t node, uint32_t edge) {
    (void)edge;
    ((struct count *)self)->value[node] += 1;
}

static void count_combine(void *self, uint32_t node, uint32_t edge) {
    struct count *s = self;
    const struct edge *e = &s->chart->edges.at[edge];
    double left = e->kind == EDGE_EMPTY_FIRST ? 1 : s->value[e->left];
    double right = e->kind < N_RULES || e->kind == EDGE_EMPTY_FIRST ? s->value[e->right] : 1;
    s->value[node] += left * right;
}

static void count_merge(void *self, uint32_t node) {
    (void)self, (void)node;
}

double *chart_count(const struct chart *self) {
    static const struct algebra algebra = {count_lexical, count_combine, count_merge};
    struct count s = {self, arena_zalloc(self->arena, (self->nodes.n + 1) * sizeof(double))};
    chart_run(self, &algebra, &s);
    return s.value;
}

/* ---- inside and expected counts ------------------------------------------------------ */

struct summing {
    const struct chart *chart;
    const double *weight;
    struct inside out;
};

static void inside_lexical(void *self, uint32_t node, uint32_t edge) {
    struct summing *s = self;
    (void)node;
    s->out.local[edge] = s->weight[s->chart->edges.at[edge].left];
}

static void inside_combine(void *self, uint32_t node, uint32_t edge) {
    struct summing *s = self;
    const struct edge *e = &s->chart->edges.at[edge];
    (void)node;
    double left = e->kind == EDGE_EMPTY_FIRST ? s->weight[e->left] : s->out.value[e->left];
    double right = e->kind == EDGE_UNIT         ? 0
                   : e->kind == EDGE_EMPTY_LAST ? s->weight[e->right]
                                                : s->out.value[e->right];
    s->out.local[edge] = left + right;
}

/* log Σ exp, by way of the maximum; leaves each edge's share in `local`. */
static void inside_merge(void *self, uint32_t node) {
    struct summing *s = self;
    const struct edge *edges = s->chart->edges.at;
    uint32_t first = s->chart->nodes.at[node].first;
    double *local = s->out.local, max = -INFINITY, sum = 0;
    for (uint32_t e = first; e != NO_NODE; e = edges[e].next)
        if (local[e] > max) max = local[e];
    if (max == -INFINITY || edges[first].next == NO_NODE) {
        s->out.value[node] = max;
        for (uint32_t e = first; e != NO_NODE; e = edges[e].next) local[e] = max > -INFINITY;
        return;
    }
    for (uint32_t e = first; e != NO_NODE; e = edges[e].next) sum += local[e] = exp(local[e] - max);
    for (uint32_t e = first; e != NO_NODE; e = edges[e].next) local[e] /= sum;
    s->out.value[node] = max + log(sum);
}

static double sum_roots(const struct chart *chart, const double *value) {
    double max = -INFINITY, sum = 0;
    for (uint32_t i = 0; i < chart->roots.n; i++) max = fmax(max, value[chart->roots.at[i]]);
    if (max == -INFINITY) return max;
    for (uint32_t i = 0; i < chart->roots.n; i++) sum += exp(value[chart->roots.at[i]] - max);
    return max + log(sum);
}

struct inside chart_inside(const struct chart *self, const double *weight) {
    static const struct algebra algebra = {inside_lexical, inside_combine, inside_merge};
    struct summing s = {self, weight, {0}};
    s.out.value = arena_array(self->arena, double, self->nodes.n + 1);
    s.out.local = arena_array(self->arena, double, self->edges.n + 1);
    chart_run(self, &algebra, &s);
    s.out.total = sum_roots(self, s.out.value);
    return s.out;
}

/* From the roots down: the share of all derivations that go through a node is
 * handed to its edges, and from them to nodes and slots below. */
const double *chart_expected_counts(const struct chart *self, const struct inside *inside,
                                    double scale, double *counts) {
    double *mass = arena_zalloc(self->arena, (self->nodes.n + 1) * sizeof *mass);
    if (inside->total == -INFINITY) return mass; /* no derivation has any weight */
    for (uint32_t i = 0; i < self->roots.n; i++) {
        uint32_t root = self->roots.at[i];
        mass[root] = scale * exp(inside->value[root] - inside->total);
    }
    for (uint32_t i = self->nodes.n; i-- > 0;) {
        if (mass[i] == 0) continue;
        for (uint32_t e = self->nodes.at[i].first; e != NO_NODE; e = self->edges.at[e].next) {
            const struct edge *edge = &self->edges.at[e];
            double share = mass[i] * inside->local[e];
            bool slot_left = edge->kind == EDGE_LEXICAL || edge->kind == EDGE_EMPTY_FIRST;
            (slot_left ? counts : mass)[edge->left] += share;
            if (edge->kind == EDGE_EMPTY_LAST) counts[edge->right] += share;
            else if (edge->kind != EDGE_LEXICAL && edge->kind != EDGE_UNIT)
                mass[edge->right] += share;
        }
    }
    return mass;
}

/* ---- best -------------------------------------------------------------------------------- */

struct ranking {
    const struct chart *chart;
    const double *weight;
    uint32_t k;
    struct {
        const struct derivation **at; /* [k] heaviest first */
        uint32_t n;
    } * best; /* [n_nodes] */
};

static void offer(struct ranking *s, uint32_t node, struct derivation d) {
    uint32_t n = s->best[node].n, at = n;
    const struct derivation **list = s->best[node].at;
    if (!list)
        list = s->best[node].at = arena_array(s->chart->arena, const struct derivation *, s->k);
    if (n == s->k && d.weight <= list[n - 1]->weight) return;
    if (n < s->k) s->best[node].n++;
    else at = n - 1;
    for (; at && list[at - 1]->weight < d.weight; at--) list[at] = list[at - 1];
    struct derivation *copy = arena_new(s->chart->arena, struct derivation);
    *copy = d;
    list[at] = copy;
}

static void best_lexical(void *self, uint32_t node, uint32_t edge) {
    struct ranking *s = self;
    double weight = s->weight[s->chart->edges.at[edge].left];
    offer(s, node, (struct derivation){weight, edge, NULL, NULL});
}

static void best_combine(void *self, uint32_t node, uint32_t edge) {
    struct ranking *s = self;
    const struct edge *e = &s->chart->edges.at[edge];
    bool has_left = e->kind != EDGE_EMPTY_FIRST;
    bool has_right = e->kind < N_RULES || e->kind == EDGE_EMPTY_FIRST;
    double extra = !has_left                    ? s->weight[e->left]
                   : e->kind == EDGE_EMPTY_LAST ? s->weight[e->right]
                                                : 0;
    uint32_t n_left = has_left ? s->best[e->left].n : 1;
    uint32_t n_right = has_right ? s->best[e->right].n : 1;
    for (uint32_t i = 0; i < n_left; i++)
        for (uint32_t j = 0; j < n_right && (uint64_t)(i + 1) * (j + 1) <= s->k; j++) {
            struct derivation d = {extra, edge, NULL, NULL};
            if (has_left) d.weight += (d.left = s->best[e->left].at[i])->weight;
            if (has_right) d.weight += (d.right = s->best[e->right].at[j])->weight;
            offer(s, node, d);
        }
}

static void best_merge(void *self, uint32_t node) {
    (void)self, (void)node;
}

uint32_t chart_best(const struct chart *self, const double *weight, uint32_t k,
                    const struct derivation ***out) {
    static const struct algebra algebra = {best_lexical, best_combine, best_merge};
    struct ranking s = {.chart = self, .weight = weight, .k = k};
    uint32_t all = self->nodes.n; /* one place more: the roots together */
    s.best = arena_zalloc(self->arena, (all + 1) * sizeof *s.best);
    if (k) chart_run(self, &algebra, &s);
    for (uint32_t i = 0; i < self->roots.n; i++)
        for (uint32_t j = 0; j < s.best[self->roots.at[i]].n; j++)
            offer(&s, all, *s.best[self->roots.at[i]].at[j]);
    *out = s.best[all].at;
    return s.best[all].n;
}
