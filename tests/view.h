/* view - a scene, a lexicon of domain `visual` with random concepts, and both ways to ask a
 * question about it:
 *
 *     sentence ─▶ chart ─▶ plan ─▶ mixed_run ──────────────────────▶ weight, P(answer)
 *            └──▶ oracle ─▶ derivations ─▶ naive_meaning of each ─▶ Σ ─▶ the same */
#ifndef G2L2_TESTS_VIEW_H
#define G2L2_TESTS_VIEW_H

#include "run/tape.h"
#include "tests/naive.h"

#define VIEW_FEATURES 3
#define VIEW_ANSWERS  6
extern const char *const view_answers[VIEW_ANSWERS]; /* words of the lexicon, too */

struct view {
    struct world *w;
    struct world talk; /* the same, with memory for one sentence */
    struct arena question;
    struct grounding grounding;
    void *session;
    float features[NAIVE_OBJECTS * VIEW_FEATURES];
    struct scene scene;
    double *weight, *slots, *grads; /* [n_slots], [n_slots], [n_words, n_params] */
};

struct asked {
    const char *sentence;
    uint32_t words[ORACLE_WORDS], n;
    struct chart chart;
    struct plan plan;
    struct oracle oracle;
    const struct seen **seen; /* [n_derivations] */
};

const char *view_definition(void); /* of `visual` */
/* Give the world domain `visual` with this grammar; its answers are known. */
void view_open_domain(struct world *w, const char *grammar);
/* Numbers for a lexicon that is complete; weights are not logs here. */
void view_ground(struct view *v);
void view_close(struct view *v);
void view_scene(struct view *v, uint32_t n);

/* Parse a sentence in both ways, and see what its derivations mean. */
void view_ask(struct view *v, struct asked *q, const char *sentence);
struct likelihood view_run_kept(struct view *v, const struct asked *q, const struct target *target,
                                bool fresh, struct mixed *m);
struct likelihood view_run(struct view *v, const struct asked *q, const struct target *target,
                           struct mixed *m);
struct target view_target(struct view *v, enum seen_kind kind, uint32_t outcome);
uint32_t view_outcomes(const struct view *v, enum seen_kind kind);
/* Every answer, asked for one at a time and all at once, has the same weight both ways. */
void view_check(struct view *v, const struct asked *q);
/* Gradients of all weights, features, and of all parameters of words that have to do with it, against
 * central differences; others are 0. */
void view_check_gradients(struct view *v, const struct asked *q, const struct target *target);
/* So they are for answers of this kind to a sentence, in a new scene of n objects. */
void view_check_answers(struct view *v, uint32_t n, const char *sentence, enum seen_kind kind);

#endif
