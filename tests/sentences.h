/* sentences - made-up languages whose sentences mean nested records:
 *
 *     verb-final      kasi ga [[Tika ga mita] no luno] o tobu       case particles, clauses before
 *     head-initial    tobu el kasi el luno [ke mita el Tika]        articles, prepositions
 *     postpositional  kasi el tobu luno el [qo Tika mita]           SVO, marks behind
 *
 * A relative clause repeats its head within the record: {"id": "bird", "such": {"id": "see",
 * "doer": ..., "done": {"id": "bird"}}}. */
#ifndef G2L2_TESTS_SENTENCES_H
#define G2L2_TESTS_SENTENCES_H

#include <g2l2.h>

#include <stdint.h>

enum order { VERB_FINAL, HEAD_INITIAL, POSTPOSITIONAL };

/* `n` of them, with modifiers and clauses to that depth. */
void add_sentences(g2l2_dataset *data, enum order order, uint32_t n, uint32_t depth, uint64_t seed);

/* Postpositional: verbs that stand with two arguments or with three, but `zumo` with two only; `end`
 * is put behind each sentence. */
void add_both_frames(g2l2_dataset *data, const char *end);

/* The same sentences, but one in twenty with a wrong target: that of another one, or the doer for what
 * is done. */
void add_with_mistakes(g2l2_dataset *data, const g2l2_dataset *right);

#endif
