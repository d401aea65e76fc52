/* plan - the waist between the chart and everything that walks it.
 *
 *       chart ──▶ plan ──┬─▶ weights      count, inside, best          (run/weights.c)
 *                        ├─▶ exact        distinct values
 *                        ├─▶ expected     means, and gradients
 *                        └─▶ derivations, traces
 *
 * A plan has the nodes and edges of the derivations of whole sentences, children before
 * parents. It knows neither words nor values: sentences whose words have the same choice of
 * categories share one. EMPTY words, schemas, coordination, lifting and binding are no
 * business of those who walk it; there are three kinds of edges only:
 *
 *     WORD      an entry of the word, or of the several words, that the node spans
 *     PASS      the value of another node, with a weight: an EMPTY word beside it was
 *               absorbed, or a schema took its right-hand side
 *     COMBINE   what two nodes mean together, as a rule of the grammar says (syntax.h,
 *               struct meaning); or one node, by a rule of one part
 *
 * The weight of every edge is the product of two weights. They are numbered: those of the
 * nodes come first, then 1, then EMPTY at each word, then the entries at each place. Places are
 * the words of the sentence, and after them its phrases of several words (chart.h). */
#ifndef G2L2_PLAN_H
#define G2L2_PLAN_H

#include "chart/chart.h"

enum plan_kind { PLAN_WORD, PLAN_PASS, PLAN_COMBINE };

struct plan_edge {
    uint32_t left, right; /* weights. WORD: plan_slot, plan_one; PASS: the node, and plan_one,
                             plan_empty or the schema's node; COMBINE: nodes as they stand in
                             the sentence, right is plan_one where there is one part */
    uint8_t kind, rule;   /* rule: RULE_NONE for WORD, and for PASS beside EMPTY */
    uint16_t meaning;     /* COMBINE: in syntax->meanings; WORD: 0, or the schema's case */
};

struct plan_node {
    uint32_t first; /* edge; they end where the next node's begin */
    cat_id cat;
    type_id type;
    uint32_t begin, end;
    uint32_t number; /* in the chart */
};

struct plan {
    const struct syntax *syntax;
    uint32_t n_words, n_places, n_nodes, n_edges, n_roots;
    uint32_t n_slots;        /* of one word, at most */
    struct plan_node *nodes; /* [n_nodes + 1] */
    struct plan_edge *edges; /* [n_edges] */
    uint32_t *roots;         /* [n_roots] */
    uint32_t *of_node;       /* [chart nodes] NO_NODE: in no derivation of the whole */
};

/* All in `arena`. The chart may be gone afterwards. */
void plan_make(struct plan *self, struct arena *arena, const struct chart *chart);

static inline uint32_t plan_one(const struct plan *self) {
    return self->n_nodes;
}

static inline uint32_t plan_empty(const struct plan *self, uint32_t place) {
    return self->n_nodes + 1 + place;
}

static inline uint32_t plan_slot(const struct plan *self, uint32_t place, uint32_t slot) {
    return self->n_nodes + 1 + self->n_words + place * self->n_slots + slot;
}

static inline uint32_t plan_n_weights(const struct plan *self) {
    return plan_slot(self, self->n_places, 0);
}

static inline bool plan_is_node(const struct plan *self, uint32_t weight) {
    return weight < self->n_nodes;
}

static inline const struct meaning *plan_meaning(const struct plan *self,
                                                 const struct plan_edge *edge) {
    return &self->syntax->meanings.at[edge->meaning];
}

/* ---- a plan and the sentence it is walked for -------------------------------------- */

struct sentence {
    const struct lexicon *lexicon;
    const uint32_t *words; /* [n_places] */
    /* As it is written, and where its words stand there: [n_words]; NULL: nobody asks. */
    const char *source;
    const struct text_span *spans;
    const char *const *texts; /* [n_words] likewise, word by word; NULL: as the lexicon has them */
};

/* The place of a WORD edge, and the slot of the lexicon that it is. */
static inline uint32_t plan_place(const struct plan *self, const struct plan_edge *edge) {
    return (edge->left - plan_slot(self, 0, 0)) / self->n_slots;
}

static inline uint32_t plan_word_slot(const struct plan *self, const struct sentence *of,
                                      const struct plan_edge *edge) {
    uint32_t place = plan_place(self, edge);
    return of->lexicon->words.at[of->words[place]].first + edge->left - plan_slot(self, place, 0);
}

/* Of a PASS edge, the slot of the EMPTY word beside it; NO_NODE: there is none. */
static inline uint32_t plan_empty_slot(const struct plan *self, const struct sentence *of,
                                       const struct plan_edge *edge) {
    uint32_t place = edge->right - plan_empty(self, 0);
    return edge->right <= plan_one(self) ? NO_NODE : of->lexicon->words.at[of->words[place]].empty;
}

#endif
