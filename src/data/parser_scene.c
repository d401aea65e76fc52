/* Scenes shown to parsers: encoded as the model that is asked was trained.
 *
 *     training   scenes ─▶ fit ─▶ encoder ─▶ features ─▶ learn ─▶ model
 *                                    └────── as text ────────────▶ │
 *     asking     scenes ─▶ features ◀── encoder ◀───────────────── ┘              */
#include <string.h>
#include <strings.h>

#include "data/features.h"
#include "data/scenes_store.h"
#include "parser/parser.h"

g2l2_status g2l2_scenes_encode(g2l2_scenes *self, const g2l2_feature_options *options,
                               g2l2_error *err) {
    struct encoder encoder;
    g2l2_status status = scenes_fit(self, options, &encoder, err);
    return status ? status : scenes_encode(self, &encoder, err);
}

g2l2_status g2l2_scenes_encode_for(g2l2_scenes *self, const g2l2_model *model, g2l2_error *err) {
    struct encoder encoder;
    g2l2_error inner = {0};
    if (!model->domain->world)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "the sentences of domain '%s' are not about scenes", model->domain->name);
    if (!model->domain->mixed) return g2l2_scenes_encode(self, NULL, err);
    if (!model->features)
        return err_set(err, G2L2_STATUS_DATA, 0, 0,
                       "the model does not say how objects become features; it was never trained");
    g2l2_status status = encoder_parse(model->features, strlen(model->features), &encoder, &inner);
    if (status)
        return err_set(err, status, 0, 0, "the features of the model: %.300s", inner.message);
    if (encoder.size != model->lexicon.n_features)
        return err_set(err, G2L2_STATUS_DATA, 0, 0,
                       "the model knows %u features of an object, but would be shown %u",
                       model->lexicon.n_features, encoder.size);
    return scenes_encode(self, &encoder, err);
}

g2l2_status g2l2_scenes_find_object(const g2l2_scenes *self, size_t scene, const char *name,
                                    size_t *out, g2l2_error *err) {
    const struct scene *of = scene < g2l2_scenes_count(self) ? scenes_get(self, scene) : NULL;
    size_t n_found = 0;
    for (uint32_t i = 0; of && of->facts && i < of->n_objects; i++) {
        const char *called = of->facts->name(of->facts->of, of->number, i);
        if (!called || strcasecmp(called, name)) continue;
        if (!n_found++) *out = i;
    }
    if (n_found == 1) return G2L2_STATUS_OK;
    if (!n_found)
        return err_set(err, G2L2_STATUS_UNKNOWN, 0, 0, "there is no object '%.200s'", name);
    return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "%zu objects are called '%.200s'", n_found,
                   name);
}

static void put_object(const void *of, size_t scene, uint32_t object, struct buf *out) {
    scenes_object_text(of, scene, object, out);
}

static bool place_object(const void *of, size_t scene, uint32_t object, double at[2]) {
    struct scene_view view = {.right = {1, 0}, .front = {0, -1}};
    double position[3];
    if (!scenes_position(of, scene, object, position)) return false;
    scenes_view(of, scene, &view);
    at[0] = position[0] * view.right[0] + position[1] * view.right[1];
    at[1] = position[0] * view.front[0] + position[1] * view.front[1];
    return true;
}

g2l2_status g2l2_parser_set_scene(g2l2_parser *self, const g2l2_scenes *scenes, size_t scene,
                                  g2l2_error *err) {
    if (scene >= g2l2_scenes_count(scenes))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "there is no scene %zu among the %zu",
                       scene, g2l2_scenes_count(scenes));
    const struct scene *shown = scenes_get(scenes, scene);
    if (!shown)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "the scenes have no features yet: encode them first");
    if (self->look && self->look->epoch != scenes->epoch) self->look->fresh = true;
    g2l2_status status = parser_set_scene(self, shown, err);
    if (status || !self->look) return status;
    self->look->epoch = scenes->epoch;
    parser_name_objects(self, (struct naming){put_object, place_object, scenes, scene, scenes});
    return status;
}
