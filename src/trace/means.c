/* Execution where values are means (paper, supplement B.1): each part of the
 * sentence, what it can mean with which share, and the mean of that.
 *
 *     'ONE PLUS_ONE' : N
 *       0.5   add(1, 1) = 2
 *       0.5   mul(1, 3) = 3
 *       mean 2.5, weight 1
 *
 * A part that was replaced by its mean is a constant to what is built on it: an
 * operation without arguments, named by the mean or by the part's words. */
#include <math.h>
#include <string.h>

#include "trace/make.h"

#define MAX_MEANINGS 8u /* of a part */
#define MAX_PARTS    400u

const char *make_mean(struct maker *m, const double *value) {
    struct buf text = make_text(m);
    m->domain->kernels->print_expected(m->parser->expected.state, value, &text);
    return text.at;
}

/* What a variable stands for, as a constant: the mean of a part, or its words
 * where that is not short. */
static const struct term *name_value(struct maker *m, uint32_t node) {
    const struct plan_node *n = &m->parser->plan.nodes[node];
    const char *mean = make_mean(m, m->parser->expected.mean[node]);
    bool brief = strlen(mean) <= 12 && !strchr(mean, ' ');
    return derive_constant(m->lang, brief ? mean : make_phrase(m, n->begin, n->end),
                           m->domain->syntax.cats.at[n->cat].type);
}

static const struct term *closure_term(struct maker *m, const struct closure_ref *c) {
    const struct expected *e = &m->parser->expected;
    const struct term *env[ENV_MAX] = {NULL};
    for (uint32_t i = 0; i < c->n_env; i++) {
        struct ref ref = c->env[i];
        env[i] =
            ref.function ? closure_term(m, &e->functions.at[ref.index]) : name_value(m, ref.index);
    }
    return c->body ? derive_copy(m->lang, c->body, env) : env[0];
}

/* `add(2.5, 1) = 3.5`; only the value where the program says no more. */
static struct trace_contribution describe(struct maker *m, uint32_t contribution) {
    struct expected *e = &m->parser->expected;
    const struct closure_ref *c = &e->contributions.at[contribution];
    const struct term *program = derive_reduce(m->lang, closure_term(m, c));
    struct trace_contribution out = {.share = c->share};
    struct buf text = make_text(m);
    out.value = make_mean(m, expected_value(e, contribution));
    if (program) derive_print(m->lang, program, NULL, &text);
    if (text.n && strcmp(text.at, out.value)) out.program = text.at;
    const struct plan *plan = &m->parser->plan;
    const struct plan_edge *edge = &plan->edges[c->edge];
    bool beside = edge->kind == PLAN_PASS && edge->right > plan_one(plan);
    if (beside) out.empty = m->words[edge->right - plan_empty(plan, 0)];
    return out;
}

/* The contributions to a mean in the order they were made; of many, the
 * heaviest ones first. Returns how many there are. */
static uint32_t meanings(const struct maker *m, uint32_t node, uint32_t **out) {
    const struct expected *e = &m->parser->expected;
    const struct closure_ref *at = e->contributions.at;
    uint32_t n = 0, k = 0;
    for (uint32_t i = e->first_of[node]; i != NO_NODE; i = at[i].next) n++;
    uint32_t *list = *out = arena_array(&m->parser->arena, uint32_t, n + 1);
    for (uint32_t i = e->first_of[node]; i != NO_NODE; i = at[i].next) list[n - ++k] = i;
    for (uint32_t i = 0; n > MAX_MEANINGS && i < MAX_MEANINGS; i++) {
        uint32_t best = i;
        for (k = i + 1; k < n; k++)
            if (at[list[k]].share > at[list[best]].share) best = k;
        uint32_t moved = list[best];
        memmove(list + i + 1, list + i, (best - i) * sizeof *list);
        list[i] = moved;
    }
    return n;
}

/* Nothing new: a word that was there before. */
static bool repeats(const struct maker *m, uint32_t node) {
    const struct plan_node *nodes = m->parser->plan.nodes, *at = &nodes[node];
    const uint32_t *words = m->parser->words;
    for (uint32_t i = 0; at->begin + 1 == at->end && i < node; i++) {
        const struct plan_node *before = &nodes[i];
        if (before->cat == at->cat && before->begin + 1 == before->end &&
            words[before->begin] == words[at->begin])
            return true;
    }
    return false;
}

/* False: it is another node over again. */
static bool describe_part(struct maker *m, uint32_t node, struct trace_mean *out) {
    const struct expected *e = &m->parser->expected;
    const struct plan *plan = &m->parser->plan;
    const struct plan_node *at = &plan->nodes[node];
    uint32_t *list, n = meanings(m, node, &list);
    const struct plan_edge *only = n == 1 ? &plan->edges[e->contributions.at[list[0]].edge] : NULL;
    if (only && only->kind == PLAN_PASS && only->right == plan_one(plan)) return false;
    if (repeats(m, node)) return false;
    uint32_t n_listed = n < MAX_MEANINGS ? n : MAX_MEANINGS;
    struct trace_contribution *listed =
        arena_array(&m->parser->arena, struct trace_contribution, n_listed + 1);
    for (uint32_t i = 0; i < n_listed; i++) listed[i] = describe(m, list[i]);
    *out = (struct trace_mean){.begin = at->begin,
                               .end = at->end,
                               .category = make_category(m, at->cat),
                               .weight = exp(e->log_weight[node]),
                               .mean = make_mean(m, e->mean[node]),
                               .n = n,
                               .n_listed = n_listed,
                               .contributions = listed};
    return true;
}

void make_means(struct maker *m, struct trace *out) {
    const struct plan *plan = &m->parser->plan;
    struct trace_mean *list = arena_array(&m->parser->arena, struct trace_mean, MAX_PARTS);
    for (uint32_t i = 0; i < plan->n_nodes && out->n_means < MAX_PARTS; i++)
        if (m->parser->expected.mean[i] &&
            describe_part(m, i, &list[out->n_means]))
            out->n_means++;
    out->means = list;
}
