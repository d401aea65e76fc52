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

#include "parser/page.h"

#define MAX_MEANINGS 8u /* of a part */

static const char *mean_text(const struct page *p, const double *value) {
    struct buf text = page_text(p);
    p->domain->kernels->print_expected(p->parser->expected.state, value, &text);
    return text.at;
}

/* What a variable stands for, as a constant: the mean of a part, or its words
 * where that is not short. */
static const struct term *name_value(struct page *p, uint32_t node) {
    const struct node *n = &p->parser->chart.nodes.at[node];
    const char *mean = mean_text(p, p->parser->expected.mean[node]);
    bool brief = strlen(mean) <= 12 && !strchr(mean, ' ');
    return derive_constant(p->lang, brief ? mean : page_phrase(p, n->begin, n->end),
                           p->domain->syntax.cats.at[n->cat].type);
}

static const struct term *closure_term(struct page *p, const struct closure_ref *c) {
    const struct expected *e = &p->parser->expected;
    const struct term *env[ENV_MAX] = {NULL};
    for (uint32_t i = 0; i < c->n_env; i++) {
        struct ref ref = c->env[i];
        env[i] =
            ref.function ? closure_term(p, &e->functions.at[ref.index]) : name_value(p, ref.index);
    }
    return c->body ? derive_copy(p->lang, c->body, env) : env[0];
}

/* `add(2.5, 1) = 3.5`; only the value where the program says no more. */
static void put_meaning(struct page *p, uint32_t contribution) {
    struct expected *e = &p->parser->expected;
    const struct closure_ref *c = &e->contributions.at[contribution];
    const struct term *program = derive_reduce(p->lang, closure_term(p, c));
    const char *value = mean_text(p, expected_value(e, contribution));
    struct buf text = page_text(p);
    if (program) page_put_call(p, program, true, &text);
    bool says_more = text.n && strcmp(text.at, value);
    if (says_more) buf_printf(&p->out, "%s = ", text.at);
    page_put_short(p, value, says_more ? page_width(text.at) + 20 : 20);
}

/* The end of a line about a contribution that takes an EMPTY word in. */
static void put_empty(struct page *p, uint32_t node, uint32_t contribution) {
    const struct node *at = &p->parser->chart.nodes.at[node];
    uint32_t edge = p->parser->expected.contributions.at[contribution].edge;
    uint8_t kind = p->parser->chart.edges.at[edge].kind;
    if (kind == EDGE_EMPTY_FIRST || kind == EDGE_EMPTY_LAST)
        buf_printf(&p->out, "   ('%s' is EMPTY)",
                   p->words[kind == EDGE_EMPTY_FIRST ? at->begin : at->end - 1]);
    buf_puts(&p->out, "\n");
}

/* The contributions to a mean in the order they were made; of many, the
 * heaviest ones first. Returns how many there are. */
static uint32_t meanings(const struct page *p, uint32_t node, uint32_t **out) {
    const struct expected *e = &p->parser->expected;
    const struct closure_ref *at = e->contributions.at;
    uint32_t n = 0, k = 0;
    for (uint32_t i = e->first_of[node]; i != NO_NODE; i = at[i].next) n++;
    uint32_t *list = *out = arena_array(&p->parser->arena, uint32_t, n + 1);
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

static void put_mean(struct page *p, uint32_t node, const uint32_t *list, uint32_t n) {
    const struct expected *e = &p->parser->expected;
    const struct closure_ref *at = e->contributions.at;
    uint32_t n_shown = n < MAX_MEANINGS ? n : MAX_MEANINGS;
    size_t columns = 0;
    for (uint32_t i = 0; i < n_shown; i++) columns = page_share_columns(columns, at[list[i]].share);
    for (uint32_t i = 0; i < n_shown; i++) {
        buf_printf(&p->out, "    %-*.3g   ", (int)columns, at[list[i]].share);
        put_meaning(p, list[i]);
        put_empty(p, node, list[i]);
    }
    if (n > n_shown) buf_printf(&p->out, "    ... and %u more\n", n - n_shown);
    buf_printf(&p->out, "    mean ");
    page_put_short(p, mean_text(p, e->mean[node]), 20);
    buf_printf(&p->out, ", weight %.3g\n", exp(e->log_weight[node]));
}

/* Nothing new: a word that was there before. */
static bool repeats(const struct page *p, uint32_t node) {
    const struct chart *c = &p->parser->chart;
    const struct node *at = &c->nodes.at[node];
    for (uint32_t i = 0; at->begin + 1 == at->end && i < node; i++) {
        const struct node *before = &c->nodes.at[i];
        if (before->useful && before->cat == at->cat && before->begin + 1 == before->end &&
            c->words[before->begin] == c->words[at->begin])
            return true;
    }
    return false;
}

/* False: it is another node over again. */
static bool put_part(struct page *p, uint32_t node) {
    const struct expected *e = &p->parser->expected;
    const struct chart *chart = &p->parser->chart;
    const struct node *at = &chart->nodes.at[node];
    uint32_t *list, n = meanings(p, node, &list);
    if (n == 1 && chart->edges.at[e->contributions.at[list[0]].edge].kind == EDGE_UNIT)
        return false;
    if (repeats(p, node)) return false;
    buf_printf(&p->out, "  %s : %s", page_phrase(p, at->begin, at->end), page_category(p, at->cat));
    if (n == 1) {
        buf_puts(&p->out, " = ");
        put_meaning(p, list[0]);
        buf_printf(&p->out, ", weight %.3g", exp(e->log_weight[node]));
        put_empty(p, node, list[0]);
    } else {
        buf_puts(&p->out, "\n");
        put_mean(p, node, list, n);
    }
    return true;
}

void page_put_means(struct page *p) {
    const struct chart *chart = &p->parser->chart;
    uint32_t n_shown = 0, i = 0;
    page_heading(p, "execution (each part, and the mean of what it can mean):\n");
    for (; i < chart->nodes.n && n_shown < PAGE_MAX_LINES; i++)
        if (chart->nodes.at[i].useful && p->parser->expected.mean[i]) n_shown += put_part(p, i);
    if (i < chart->nodes.n) buf_puts(&p->out, "  ...\n");
}
