/* Learning from images.
 *
 *     compact    regions ─▶ compact features ─▶ learn
 *
 * Nothing of the scenes is looked at but their images and, where they are given, boxes. */
#include <stdlib.h>
#include <string.h>

#include "sight/sight.h"

static g2l2_status no_memory(g2l2_error *err) {
    return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
}

/* All that one run holds. */
struct seeing {
    const g2l2_domain *domain;
    const g2l2_dataset *data;
    g2l2_scenes *scenes;
    const g2l2_sight_options *how;
    g2l2_learn_options options;
    struct sight sight;
    struct looked looked;
    float *features; /* [n_regions, sight_size] */
};

/* The scenes get the features that the sight makes now. */
static g2l2_status show_all(struct seeing *s, g2l2_error *err) {
    free(s->features);
    s->features = malloc((s->looked.n_regions + 1) * sight_size(&s->sight) * sizeof *s->features);
    if (!s->features) return no_memory(err);
    look_measure(&s->looked, &s->sight, s->features);
    return look_show(&s->looked, &s->sight, s->features, s->scenes, err);
}

/* Where boxes are given the detector is for later, so it may be missing. */
static g2l2_status open_eyes(struct seeing *s, g2l2_error *err) {
    bool given = look_is_given(s->scenes, s->how);
    g2l2_error inner;
    g2l2_status status = g2l2_detector_load(s->how->detector, &s->sight.detector, &inner);
    if (status && (!given || s->how->detector)) return err_set(err, status, 0, 0, "%s", inner.message);
    status = look_at(s->scenes, s->data, s->how->images, given ? NULL : s->sight.detector,
                     &s->looked, err);
    if (!status && !s->looked.n_regions)
        status = err_set(err, G2L2_STATUS_DATA, 0, 0, "no object was found in any image");
    return status;
}

static g2l2_status fit_compact(struct seeing *s, g2l2_error *err) {
    struct rng rng;
    rng_seed(&rng, s->options.seed);
    return compact_fit(&s->sight.compact, s->looked.regions, s->looked.n_regions, &rng)
               ? G2L2_STATUS_OK
               : no_memory(err);
}

static g2l2_status learn_compact(struct seeing *s, g2l2_model **out, g2l2_learn_report *report,
                                 g2l2_error *err) {
    g2l2_status status = show_all(s, err);
    if (!status) status = g2l2_learn(s->domain, s->data, &s->options, out, report, err);
    return status;
}

static void close_seeing(struct seeing *s) {
    sight_free(&s->sight);
    looked_free(&s->looked);
    free(s->features);
}

static g2l2_status check(const g2l2_sight_options *how, g2l2_error *err) {
    if (how->features && strcmp(how->features, "compact") && strcmp(how->features, "encoder"))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "features are 'compact' or 'encoder'");
    if (how->boxes && strcmp(how->boxes, "given") && strcmp(how->boxes, "detected"))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "boxes are 'given' or 'detected'");
    return G2L2_STATUS_OK;
}

g2l2_status g2l2_learn_images(const g2l2_domain *domain, const g2l2_dataset *data,
                              g2l2_scenes *scenes, const g2l2_sight_options *how,
                              const g2l2_learn_options *options, g2l2_model **out,
                              g2l2_learn_report *report, g2l2_error *err) {
    struct seeing s = {domain, data, scenes, how, *options, {0}, {0}, NULL};
    s.options.scenes = scenes;
    g2l2_status status = check(how, err);
    if (!status) status = open_eyes(&s, err);
    if (!status) status = fit_compact(&s, err);
    if (!status) status = learn_compact(&s, out, report, err);
    close_seeing(&s);
    return status;
}
