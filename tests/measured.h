/* measured - questions about objects whose features look measured: a few directions in which
 * something happens, loud and quiet ones in which nothing does, and one value that lies amid
 * the others. Things are said in several words. */
#ifndef G2L2_TESTS_MEASURED_H
#define G2L2_TESTS_MEASURED_H

#include "tests/lessons.h"

/* Objects have `n_numbers` features; of them 8 at least. Scenes are encoded. */
void measured_make(struct lesson *self, uint32_t n_questions, uint32_t n_numbers, uint64_t seed);

#endif
