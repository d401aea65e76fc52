/* Which definition is for questions about things, where nobody says.
 *
 *     tables                      facts: what is stated is used as it is
 *     vectors of features         visual: what words look like is learned
 *     properties, few questions   facts: too few to learn from what words look like
 *     many, or mostly long        visual: of facts all readings would be executed
 *     in between                  visual, if it is right about what is held back; otherwise the better one
 *
 * "The fastest truck" wants what is stated; "left of", where only coordinates are, what is learned. */
#include "data/scenes.h"
#include "learn/attempt.h"
#include "learn/estimate.h"

#define STATED    "facts"
#define PERCEIVED "visual"
#define FEW       100  /* questions, as many as the page learns from at every change */
#define MANY      1500 /* of more, no part is held back of what is perceived (estimate.c) */
#define LONG      14   /* words of a question; longer ones are not compared by */
#define RIGHT     .9   /* share of what is held back: good enough */

/* Those that are not long. */
static g2l2_status take_short(const g2l2_dataset *data, g2l2_dataset **out, g2l2_error *err) {
    g2l2_status status = g2l2_dataset_new(out, err);
    for (size_t i = 0; i < g2l2_dataset_count(data) && !status; i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        if (examples_count_words(e.sentence) > LONG) continue;
        status =
            g2l2_dataset_add_question(*out, e.sentence, e.target, e.scene, e.file, e.line, err);
    }
    return status;
}

/* Of a part that is held back, from what is learned of the others; 0: of none. */
static g2l2_status share_right(const char *name, const g2l2_dataset *data,
                               const g2l2_learn_options *options, double *out, g2l2_error *err) {
    g2l2_domain *domain;
    g2l2_estimate estimate = {0};
    g2l2_status status = g2l2_domain_open(name, &domain, err);
    if (status) return status;
    status = estimate_parts(domain, data, options, 1, &estimate, err);
    *out = estimate.asked ? (double)estimate.correct / (double)estimate.asked : 0;
    g2l2_domain_free(domain);
    return status;
}

static g2l2_status compare(const g2l2_dataset *data, const g2l2_learn_options *options,
                           const char **name, g2l2_error *err) {
    double perceived = 0, stated = 0;
    g2l2_status status = share_right(PERCEIVED, data, options, &perceived, err);
    if (status || perceived >= RIGHT) return status;
    status = share_right(STATED, data, options, &stated, err);
    if (!status && stated >= perceived) *name = STATED;
    return status;
}

g2l2_status g2l2_learn_choose(const g2l2_dataset *data, const g2l2_learn_options *options,
                              const char **name, g2l2_error *err) {
    const g2l2_scenes *scenes = options->scenes;
    size_t n = g2l2_dataset_count(data);
    g2l2_dataset *briefs = NULL;
    *name = PERCEIVED;
    if (!scenes || !scenes_are_stated(scenes)) return G2L2_STATUS_OK;
    bool tables = *g2l2_scenes_about(scenes);
    if (tables || n <= FEW) *name = STATED;
    if (tables || n <= FEW || n > MANY) return G2L2_STATUS_OK;
    g2l2_status status = take_short(data, &briefs, err);
    if (!status && 2 * g2l2_dataset_count(briefs) >= n)
        status = compare(briefs, options, name, err);
    g2l2_dataset_free(briefs);
    return status;
}
