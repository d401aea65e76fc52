/* What questions are about, as numbers: who has features of objects needs no files of scenes,
 * and nothing beside the engine.
 *
 *     features [n_objects, n_features] ─▶ a copy ─▶ struct scene ─▶ parser_set_scene */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parser/parser.h"

bool g2l2_domain_has_scenes(const g2l2_domain *self) {
    return self->world;
}

bool g2l2_domain_same(const g2l2_domain *self, const char *got, const char *wanted) {
    return g2l2_domain_has_scenes(self) ? text_same_answer(got, wanted) : !strcmp(got, wanted);
}

static g2l2_status check(const float *features, size_t n_objects, size_t n_features,
                         g2l2_error *err) {
    if (n_objects > SCENE_MAX_OBJECTS)
        return err_set(err, G2L2_STATUS_LIMIT, 0, 0, "%zu objects are more than the limit of %u",
                       n_objects, SCENE_MAX_OBJECTS);
    if (n_features > MODEL_MAX_FEATURES)
        return err_set(err, G2L2_STATUS_LIMIT, 0, 0, "%zu features are more than the limit of %u",
                       n_features, MODEL_MAX_FEATURES);
    for (size_t i = 0; i < n_objects * n_features; i++)
        if (!isfinite(features[i]))
            return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                           "feature %zu of object %zu is not a finite number", i % n_features + 1,
                           i / n_features + 1);
    return G2L2_STATUS_OK;
}

g2l2_status g2l2_parser_set_objects(g2l2_parser *self, const float *features, size_t n_objects,
                                    size_t n_features, g2l2_error *err) {
    struct scene scene = {.n_objects = (uint32_t)n_objects, .n_features = (uint32_t)n_features};
    size_t size = n_objects * n_features * sizeof *features;
    g2l2_status status = check(features, n_objects, n_features, err);
    if (status) return status;
    float *copy = malloc(size + 1);
    if (!copy) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (size) memcpy(copy, features, size);
    scene.features = copy;
    status = parser_set_scene(self, &scene, err);
    if (!status && !self->look) {
        self->scene = NULL;
        status = err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                         "domain '%s' knows objects by what is stated of them, not by numbers",
                         self->lexicon->domain->name);
    }
    if (status) {
        free(copy);
        return status;
    }
    free(self->look->features);
    self->look->features = copy;
    self->look->objects = scene;
    self->look->scene = &self->look->objects;
    self->look->fresh = true;
    return G2L2_STATUS_OK;
}

void g2l2_parser_clear_scene(g2l2_parser *self) {
    self->scene = NULL;
    if (!self->look) return;
    self->look->scene = NULL;
    self->look->naming = (struct naming){0};
}
