/* make - how a trace is put together. Everything is made in the parser's arena and is
 * bounded; each function may raise at the parser's guard.
 *
 *     make.c ─┬─▶ words.c                       entries, spellings
 *             ├─▶ nodes.c ─┬─▶ steps.c          exact values
 *             │            └─▶ parts.c          about a scene (objects.c executes it)
 *             ├─▶ tokens.c                      where a program comes from
 *             ├─▶ means.c                       expected values
 *             ├─▶ items.c                       the chart
 *             └─▶ missing.c, repairs.c          without a parse */
#ifndef G2L2_TRACE_MAKE_H
#define G2L2_TRACE_MAKE_H

#include "trace/trace.h"

#define TRACE_MAX_STEPS   400u
#define TRACE_MAX_ENTRIES 200u /* of a word */
#define TRACE_MAX_ITEMS   4000u

struct maker {
    g2l2_parser *parser;
    const g2l2_domain *domain;
    struct lang *lang;        /* to build programs in */
    const char *const *words; /* [n_words] as the sentence has them */
    bool executed;            /* there are values: it is about no scene, or one was shown */
};

/* One derivation on its way to be a trace_derivation. */
struct making {
    struct maker *maker;
    struct derived derived;
    const struct term *program; /* NULL: too large, or it means nothing */
    const struct tree **trees;  /* [n_nodes] by number */
    const struct term **terms;  /* [n_nodes] what each means, or NULL */
    struct trace_node *nodes;   /* [n_nodes] */
    VEC(struct trace_step) steps;
    uint32_t n_numbered; /* steps in all, listed or not */
};

/* ---- make.c ------------------------------------------------------------------------ */

struct buf make_text(const struct maker *m); /* a new one, empty */
const char *make_category(const struct maker *m, cat_id cat);
/* The words of a span, in quotes, shortened. */
const char *make_phrase(const struct maker *m, uint32_t begin, uint32_t end);
const struct word *make_word(const struct maker *m, uint32_t position); /* NULL: unknown */

/* ---- words.c ------------------------------------------------------------------------ */

const struct trace_word *make_words(struct maker *m);
const struct trace_use *make_uses(struct maker *m, const struct derived *derived);

/* ---- nodes.c ------------------------------------------------------------------------ */

void make_nodes(struct making *d);
/* The first node that means this, or TRACE_NONE. */
uint32_t make_node_of(const struct making *d, const struct term *term);

/* ---- steps.c: exact values ------------------------------------------------------------ */

void make_steps(struct making *d);
/* What a program means, as a reading has it. */
const char *make_value(struct maker *m, const struct term *program);

/* ---- objects.c, parts.c: about a scene ------------------------------------------------- */

/* One derivation alone: a value for each of its parts, by number. */
struct executed {
    struct plan plan;
    struct mixed mixed;
};
const struct executed *make_executed(struct maker *m, const struct derived *derived);
/* What one derivation says of it alone: the likeliest answer. */
const char *make_answer(struct maker *m, const struct derived *derived);
const char *const *make_objects(struct maker *m);
const double (*make_places(struct maker *m))[2];
struct trace_value make_mixed_value(struct maker *m, int class, const double *value);
void make_parts(struct making *d);

/* ---- the rest -------------------------------------------------------------------------- */

void make_tokens(struct maker *m, const struct derived *derived, struct trace_derivation *out);
void make_means(struct maker *m, struct trace *out);
const char *make_mean(struct maker *m, const double *value);
void make_items(struct maker *m, struct trace *out);
void make_missing(struct maker *m, struct trace *out);
void make_repairs(struct maker *m, struct trace *out);

#endif
