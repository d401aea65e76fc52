/* effect - what a model that was changed does to other examples: which it mends, which it breaks. */
#ifndef CLI_EFFECT_H
#define CLI_EFFECT_H

#include <jansson.h>

#include "g2l2.h"

/* Ask both models. With `json` {"examples", "before", "after", "mended", "broken", "changed": [...]} in *json, the
 * caller's; otherwise it is printed. An exit status. */
int effect_tell(const g2l2_model *before, const g2l2_model *after, const g2l2_dataset *data,
                const g2l2_scenes *scenes, json_t **json);

#endif
