/* samples - a few sentences that show what a model understands. */
#ifndef G2L2_SAMPLES_H
#define G2L2_SAMPLES_H

#include "server/models.h"

/* Does the model know the words of `tests` (or NULL)? Then fill served->examples from them,
 * else from what its entries were used in. Sentences that take long are left out, and all of
 * it is over in half a second, or when `until` is. Fails where the model cannot be used. */
g2l2_status samples_choose(struct served *served, const g2l2_dataset *tests, struct until until,
                           g2l2_error *err);

#endif
