/* Concepts compared by what they hold of in scenes. */
#include <stdlib.h>

#include "data/scenes.h"
#include "parser/parser.h"

static g2l2_status check(const g2l2_model *model, const struct scene *scene, g2l2_error *err) {
    if (!scene)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "the scenes have no features yet: encode them first");
    if (scene->n_objects && scene->n_features != model->lexicon.n_features)
        return err_set(err, G2L2_STATUS_DATA, 0, 0,
                       "an object of the scenes has %u features, but the model knows %u",
                       scene->n_features, model->lexicon.n_features);
    return G2L2_STATUS_OK;
}

g2l2_status g2l2_concepts_find_in(const g2l2_model *model, const g2l2_scenes *scenes,
                                  const g2l2_budget *budget, g2l2_concepts **out, g2l2_error *err) {
    size_t n = g2l2_scenes_count(scenes);
    const struct scene **list = malloc((n + 1) * sizeof *list);
    g2l2_status status = G2L2_STATUS_OK;
    *out = NULL;
    if (!list) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    for (size_t i = 0; i < n && !status; i++) {
        list[i] = scenes_get(scenes, i);
        status = check(model, list[i], err);
    }
    if (!status) status = concepts_find(model, list, n, budget, out, err);
    free(list);
    return status;
}
