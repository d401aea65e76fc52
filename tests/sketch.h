/* sketch - traces made by hand, to draw without a model.
 *
 *     word(s, "jump", "V", "I_JUMP()", "I_JUMP")  ─┐
 *     word(s, "twice", "V\\V", ..., NULL)         ─┴▶ join(s, "<", "V", 0, 1, ...)  ─▶ trace */
#ifndef G2L2_TESTS_SKETCH_H
#define G2L2_TESTS_SKETCH_H

#include "data/scenes.h"
#include "trace/trace.h"

#define SKETCH_MOST 600

struct sketch {
    struct guard guard;
    struct arena arena;
    struct trace trace;
    struct trace_word words[SKETCH_MOST];
    struct trace_entry entries[SKETCH_MOST];
    struct trace_use uses[SKETCH_MOST];
    struct trace_node nodes[SKETCH_MOST];
    struct trace_step steps[SKETCH_MOST];
    struct trace_token token;
    struct trace_derivation derivations[2];
    g2l2_reading reading;
};

void sketch_init(struct sketch *self, const char *sentence);
void sketch_free(struct sketch *self);

/* ---- some that are done -------------------------------------------------------------- */

/* `jump twice and walk left`, coordinated by a rule. */
const struct trace *sketch_commands(struct sketch *self);
/* A question about scene 0 of `scenes`, which has at least four objects. */
const struct trace *sketch_question(struct sketch *self, const g2l2_scenes *scenes);
/* n words, each but the first joined to those before it. */
const struct trace *sketch_long(struct sketch *self, uint32_t n);
const struct trace *sketch_no_parse(struct sketch *self);
/* The same texts in all places that have one. */
const struct trace *sketch_hostile(struct sketch *self, const char *text,
                                   const g2l2_scenes *scenes);

#endif
