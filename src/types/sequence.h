/* sequence - discrete sequences of actions; sequence.c explains them. An action is a constant
 * that the data name, or a call: a text such as `BRING(cup,desk)`. */
#ifndef G2L2_SEQUENCE_H
#define G2L2_SEQUENCE_H

#include "types/kernels.h"

#define TEMPLATE VALUE_TAG(TAG_TEMPLATE)
#define INDEX    VALUE_INDEX
#define HOLE     VALUE_INDEX /* a segment that is the argument */
#define SEGMENTS 4096u       /* a template may not be longer */

struct literal {
    uint32_t length;
    uint32_t first; /* with a target: the first start; else offset of the actions */
    union {
        uint64_t small; /* starts, where the target has at most 63 actions */
        uint64_t hash;  /* without a target: Σ action_i · BASE^(length - 1 - i), actions mixed */
    };
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

/* An action that was asked for: VALUE_DEAD where the target has none. It is not the empty
 * sequence, 0: that is a free place. */
struct action {
    uint32_t action;
    value_id value;
};

struct sequences {
    struct arena *arena;
    const struct lang *lang;
    const struct target *target; /* with its reverse behind it, where things are reversed */
    uint32_t n_wide;             /* words of a mask, 0: `small` is enough */
    size_t max_target;
    uint32_t n_actions;  /* constants, and calls of the target */
    struct action *made; /* [cap_made] open addressing, a power of two */
    uint32_t n_made, cap_made;
    struct symbols calls; /* actions after the constants */
    VEC(struct literal) literals;
    VEC(uint32_t) actions; /* without a target: the text of the literals */
    VEC(uint64_t) powers;  /* BASE^i */
    VEC(struct template) templates;
    VEC(uint32_t) segments;
    VEC(uint32_t) build; /* the template under construction */
    struct table literal_table, template_table;
    uint32_t *part; /* [(n + 1) * (n + 1)] literal at a place and length + 1, 0: not made yet */
    VEC(struct graph_pair) pairs;
    struct table graph_table; /* of templates, by what they do */
};

/* State for one sentence, in `arena`. With a target, what cannot be part of it is VALUE_DEAD,
 * as is what would be longer than `max_target`. */
struct sequences *sequences_open(struct arena *arena, const struct lang *lang,
                                 const struct target *target, size_t max_target);
value_id sequences_constant(struct sequences *s, uint32_t literal);
value_id sequences_call(struct sequences *s, const char *text, size_t length);
value_id sequences_concat(struct sequences *s, value_id a, value_id b);
value_id sequences_repeat(struct sequences *s, value_id a, uint32_t times);
/* VALUE_ANY of a function: templates cannot be reversed. */
value_id sequences_reverse(struct sequences *s, value_id a);
value_id sequences_goal(struct sequences *s, const struct target *target);
void sequences_print(const struct sequences *s, value_id value, struct buf *out);

/* Two literals, by their numbers. */
uint32_t sequences_join(struct sequences *s, uint32_t i, uint32_t j);

/* Functions of one sequence: the unknown, and what an argument makes of a template. */
value_id sequences_variable(struct sequences *s);
value_id sequences_substitute(struct sequences *s, value_id open, value_id argument);

/* sequence_graph.c: functions told apart by what they do on parts of the target. */
value_id sequences_close(struct sequences *s, value_id open);
const struct graph_pair *sequences_graph(struct sequences *s, value_id open, uint32_t *n);

#endif
