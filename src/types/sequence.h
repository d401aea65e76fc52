/* The inside of nav's exact values; exact.c explains them. */
#ifndef G2L2_NAV_EXACT_H
#define G2L2_NAV_EXACT_H

#include "types/sequence_kernels.h"

#define TEMPLATE 0x20000000u
#define NUMBER   0x40000000u
#define INDEX    0x1fffffffu
#define HOLE     0x1fffffffu /* a segment that is the argument */
#define SEGMENTS 4096u       /* a template may not be longer */

struct literal {
    uint32_t length;
    uint32_t first; /* with a target: the first start; else offset of the actions */
    uint64_t small; /* starts, where the target has at most 63 actions */
    uint64_t *wide; /* [n_wide] starts, where it has more */
};

struct template {
    uint32_t n, offset;      /* segments */
    uint32_t n_graph, graph; /* what it does on parts of the target, once it is closed */
    bool closed;
};

struct table {
    uint32_t *slots; /* open addressing, index + 1 */
    uint32_t cap, n;
};

struct nav {
    struct arena *arena;
    const struct target *target;
    uint32_t n_wide; /* words of a mask, 0: `small` is enough */
    size_t max_target;
    uint32_t *of_action; /* [n_literals] value of each constant, or VALUE_DEAD */
    VEC(struct literal) literals;
    VEC(uint32_t) actions; /* without a target: the text of the literals */
    VEC(struct template) templates;
    VEC(uint32_t) segments;
    VEC(uint32_t) build; /* the template under construction */
    struct table literal_table, template_table;
    uint32_t *part; /* [(n + 1) * (n + 1)] literal at a place and length + 1, 0: not made yet */
    VEC(struct graph_pair) pairs;
    struct table graph_table; /* of templates, by what they do */
};

uint32_t nav_concat_literals(struct nav *s, uint32_t i, uint32_t j);

/* graph.c: functions told apart by what they do on parts of the target. */
value_id nav_close(void *state, value_id open);
const struct graph_pair *nav_graph(void *state, value_id open, uint32_t *n);

#endif
