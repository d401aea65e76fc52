/* clevr_twin - questions about scenes answered again. */
#ifndef G2L2_TESTS_CLEVR_TWIN_H
#define G2L2_TESTS_CLEVR_TWIN_H

#include <jansson.h>
#include <stdbool.h>

/* Our executor gives the answer that stands in the question. */
void expect_our_answer(const json_t *scene, const json_t *question);

/* So it is of all questions; where `twin`, the twin gives these answers as well. */
void expect_answers(const json_t *scenes, const json_t *questions, bool twin);

#endif
