/* samples - a few sentences that show what a model understands. */
#ifndef G2L2_SAMPLES_H
#define G2L2_SAMPLES_H

#include "server/models.h"

/* Fill served->examples from `tests` (or NULL), else from what the entries were used in.
 * Fails where the model cannot be used at all. */
g2l2_status samples_choose(struct served *served, const g2l2_dataset *tests, g2l2_error *err);

#endif
