/* clevr_twin - questions about scenes answered again. */
#ifndef G2L2_TESTS_CLEVR_TWIN_H
#define G2L2_TESTS_CLEVR_TWIN_H

#include <jansson.h>
#include <stdbool.h>

/* Our executor gives the answers that stand in the questions; where `twin`, the twin does as well. */
void expect_answers(const json_t *scenes, const json_t *questions, bool twin);

#endif
