/* Learning from images.
 *
 *     look     images ─▶ boxes, given or detected ─▶ regions
 *     fit      compact features, without labels
 *     learn    the lexicon on them
 *     see      (encoder) joint steps of the encoder and the concepts, see.h
 *
 * Nothing of the scenes is looked at but their images and, where they are given, boxes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "data/features.h"
#include "learn/learner.h"
#include "learn/see.h"

#define MOST_VIEWS 100 /* of an object, whatever is asked for */

static g2l2_status no_memory(g2l2_error *err) {
    return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
}

/* All that one run holds. */
struct viewing {
    const g2l2_domain *domain;
    const g2l2_dataset *data;
    g2l2_scenes *scenes;
    const g2l2_sight_options *how;
    g2l2_learn_options options;
    struct recipe recipe;
    bool encoder;
    double deadline; /* of all of it; INFINITY: none */
    struct crew crew;
    struct sight sight;
    struct looked looked;
    float *features; /* [n_regions, COMPACT_SIZE] */
    float *views;    /* [n_regions, n_views, COMPACT_SIZE] without the encoder */
};

/* ---- boxes, by parts of the scenes ----------------------------------------------------------------- */

struct finding {
    struct viewing *v;
    bool *wanted;             /* [n_scenes] */
    struct look_boxes *found; /* [n_scenes] */
    g2l2_status failed[CREW_PARTS];
};

/* Each with a detector of its own, which has room for one image. */
static void find_part(void *argument, int part) {
    struct finding *f = argument;
    const struct viewing *v = f->v;
    g2l2_detector *detector;
    size_t n = v->scenes->stored.n, end = n * ((size_t)part + 1) / CREW_PARTS;
    f->failed[part] = g2l2_detector_load(v->how->detector, &detector, NULL);
    if (f->failed[part]) return;
    for (size_t i = n * (size_t)part / CREW_PARTS; i < end; i++)
        if (f->wanted[i]) look_find(v->scenes, i, v->how->images, detector, &f->found[i]);
    g2l2_detector_free(detector);
}

static bool is_alone(const struct viewing *v) {
    return v->options.n_threads < 2 && !v->crew.ranks;
}

/* What the detector finds in all images, the caller's to free; NULL where one thread finds it as it looks. */
static g2l2_status find(struct viewing *v, struct look_boxes **found, g2l2_error *err) {
    struct finding f = {.v = v};
    size_t n = v->scenes->stored.n;
    if (!v->sight.detector || is_alone(v)) return G2L2_STATUS_OK;
    f.wanted = look_wanted(v->scenes, v->data);
    *found = f.found = calloc(n + 1, sizeof *f.found);
    bool failed = !f.wanted || !f.found;
    if (!failed) crew_run(&v->crew, find_part, &f);
    for (int part = 0; part < CREW_PARTS; part++) failed |= f.failed[part] != G2L2_STATUS_OK;
    free(f.wanted);
    if (failed) return no_memory(err);
    crew_share(&v->crew, f.found, n, sizeof *f.found);
    return crew_check(&v->crew, err);
}

/* ---- regions and their features ---------------------------------------------------------------------- */

/* Where boxes are given the detector is for later, so it may be missing; but not for want of memory,
 * which would make another model of it. */
static g2l2_status look(struct viewing *v, g2l2_error *err) {
    bool given = look_is_given(v->scenes, v->how);
    struct look_boxes *found = NULL;
    g2l2_error inner;
    g2l2_status status = g2l2_detector_load(v->how->detector, &v->sight.detector, &inner);
    if (status && (!given || v->how->detector || status == G2L2_STATUS_NO_MEMORY))
        return err_set(err, status, 0, 0, "%s", inner.message);
    const struct look_views views = {.n = (size_t)fmin(fmax(v->recipe.see_views, 0), MOST_VIEWS),
                                     .finder = v->sight.detector,
                                     .jitter = v->recipe.see_jitter,
                                     .mirror = v->recipe.see_mirror,
                                     .seed = v->options.seed};
    status = v->encoder || !given ? find(v, &found, err) : G2L2_STATUS_OK;
    if (!status)
        status = look_at(v->scenes, v->data, v->how->images, given ? NULL : v->sight.detector,
                         found, v->encoder ? &views : NULL, &v->looked, err);
    free(found);
    if (!status && !v->looked.n_regions)
        status = err_set(err, G2L2_STATUS_DATA, 0, 0, "no object was found in any image");
    return status;
}

static void measure_part(void *argument, int part) {
    struct viewing *v = argument;
    const struct looked *all = &v->looked;
    size_t first = all->n_regions * (size_t)part / CREW_PARTS, n_views = all->n_views;
    size_t end = all->n_regions * ((size_t)part + 1) / CREW_PARTS;
    const struct looked own = {.regions = all->regions + first,
                               .n_regions = end - first,
                               .views = n_views ? all->views + first * n_views : NULL,
                               .n_views = n_views};
    look_measure(&own, &v->sight, v->features + first * COMPACT_SIZE);
    look_measure_views(&own, &v->sight, v->views + first * n_views * COMPACT_SIZE);
}

static g2l2_status fit(struct viewing *v, g2l2_error *err) {
    struct rng rng;
    size_t n = v->looked.n_regions, size = COMPACT_SIZE * sizeof(float);
    rng_seed(&rng, v->options.seed);
    v->features = malloc((n + 1) * size);
    v->views = malloc((n * v->looked.n_views + 1) * size);
    if (!v->features || !v->views || !compact_fit(&v->sight.compact, v->looked.regions, n, &rng))
        return no_memory(err);
    crew_run(&v->crew, measure_part, v);
    crew_share(&v->crew, v->features, n, size);
    crew_share(&v->crew, v->views, n, v->looked.n_views * size);
    g2l2_status status = crew_check(&v->crew, err);
    return status ? status : look_show(&v->looked, &v->sight, v->features, v->scenes, err);
}

/* ---- the encoder ----------------------------------------------------------------------------------- */

static bool on_epoch(void *context, int done, int n, double loss, double right) {
    const g2l2_learn_options *options = context;
    g2l2_progress at = {
        .stage = 1, .n_stages = 1, .update = done, .n_updates = n, .loss = loss, .accuracy = right};
    return !options->progress || options->progress(options->context, &at);
}

/* The model says how it sees now. */
static g2l2_status keep_sight(struct viewing *v, g2l2_model *model, g2l2_error *err) {
    g2l2_status status = look_show(&v->looked, &v->sight, v->features, v->scenes, err);
    if (status) return status;
    const char *text = scenes_encoder_text(v->scenes);
    if (guard_try(&model->guard, err))
        model->features = arena_strndup(&model->arena, text, strlen(text));
    return model->guard.status;
}

/* The features of all regions, of which each process measures some. */
static g2l2_status measure(struct viewing *v, g2l2_error *err) {
    struct crew *crew = &v->crew;
    const g2l2_ranks *ranks = crew->ranks;
    size_t first, end;
    crew_deal(crew, v->looked.n_regions, &first, &end);
    struct looked own = {.regions = v->looked.regions + first, .n_regions = end - first};
    crew->ranks = NULL; /* all parts of these are its own */
    look_measure(&own, &v->sight, v->features + first * COMPACT_SIZE);
    crew->ranks = ranks;
    crew_collect(crew, v->features, v->looked.n_regions, COMPACT_SIZE * sizeof *v->features);
    return crew_check(crew, err);
}

static g2l2_status see(struct viewing *v, g2l2_model *model, struct checkpoint *checkpoint,
                       bool *stopped, g2l2_error *err) {
    struct see_course course = {.data = v->data,
                                .looked = &v->looked,
                                .compact = v->features,
                                .views = v->views,
                                .seed = v->options.seed,
                                .recipe = &v->recipe,
                                .progress = on_epoch,
                                .context = &v->options,
                                .checkpoint = checkpoint,
                                .crew = &v->crew,
                                .deadline = v->deadline};
    double kept;
    v->sight.encoder = encoder_new(see_regions(&v->recipe), true);
    if (!v->sight.encoder) return no_memory(err);
    g2l2_status status = see_train(v->sight.encoder, model, &course, stopped, &kept, err);
    compact_fade(&v->sight.compact, kept);
    if (!status) status = measure(v, err);
    return status ? status : keep_sight(v, model, err);
}

/* How many of the examples are right now, as many as were checked before. */
static g2l2_status check_again(struct viewing *v, const g2l2_model *model,
                               g2l2_learn_report *report, g2l2_error *err) {
    g2l2_parser *parser;
    g2l2_result result;
    size_t n = g2l2_dataset_count(v->data), n_checked = report->checked;
    g2l2_status status = g2l2_parser_new(model, &v->options.limits, &parser, err);
    report->correct = 0;
    for (size_t i = 0; i < n_checked && !status; i++) {
        g2l2_example e = g2l2_dataset_get(v->data, i * n / n_checked);
        status = g2l2_parser_set_scene(parser, v->scenes, e.scene, err);
        if (!status) status = g2l2_parser_run(parser, e.sentence, 1, &result, err);
        if (!status && result.n_readings && !strcmp(result.readings[0].text, e.target))
            report->correct++;
    }
    g2l2_parser_free(parser);
    return status;
}

/* ---- all of it --------------------------------------------------------------------------------------- */

static g2l2_status learn_with(struct viewing *v, struct checkpoint *checkpoint, g2l2_model **out,
                              g2l2_learn_report *report, g2l2_error *err) {
    g2l2_status status =
        learn_watched(v->domain, v->data, &v->options, checkpoint, out, report, err);
    if (status || !v->encoder || report->interrupted) return status;
    clock_t before = clock();
    status = see(v, *out, checkpoint, &report->interrupted, err);
    if (report->interrupted && clock_now() > v->deadline)
        snprintf(report->reason, sizeof report->reason,
                 "stopped: it takes too long; its budget is %.3g s", v->options.budget.seconds);
    if (!status) status = check_again(v, *out, report, err);
    report->cpu_seconds += (double)(clock() - before) / CLOCKS_PER_SEC;
    report->resumable = checkpoint->there;
    if (status) g2l2_model_free(*out);
    return status;
}

/* Looking at the images is the same again, and part of what the checkpoint is of. */
static g2l2_status learn(struct viewing *v, g2l2_model **out, g2l2_learn_report *report,
                         g2l2_error *err) {
    const g2l2_checkpoint *c = &v->options.checkpoint;
    const struct resume_source source = {v->domain, v->data, &v->options};
    struct checkpoint checkpoint = {.identify = resume_identify, .of = &source};
    g2l2_status status = checkpoint_open(&checkpoint, c->path, c->seconds, c->resume, err);
    if (v->options.ranks && v->options.ranks->own) checkpoint.path = NULL; /* the first writes it */
    if (!status) status = learn_with(v, &checkpoint, out, report, err);
    checkpoint_close(&checkpoint);
    return status;
}

/* Of a run with the encoder, what is not seen well yet is no failure: no other seeds, unless they
 * are asked for. `text` is the recipe then. */
static g2l2_status choose_recipe(struct viewing *v, char **text, g2l2_error *err) {
    const char *given = v->options.recipe ? v->options.recipe : "";
    *text = NULL;
    v->recipe = recipe_default(true);
    g2l2_status status = recipe_read(&v->recipe, given, err);
    if (status || !v->encoder) return status;
    if (asprintf(text, "attempts=1 %s", given) < 0) {
        *text = NULL;
        return no_memory(err);
    }
    v->options.recipe = *text;
    return status;
}

static g2l2_status check(const g2l2_domain *domain, const g2l2_sight_options *how,
                         g2l2_error *err) {
    if (!domain->mixed)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "the domain '%s' does not learn what objects look like", domain->name);
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
    struct viewing v = {.domain = domain, .data = data, .scenes = scenes, .how = how};
    g2l2_learn_report own;
    g2l2_error unread;
    char *recipe = NULL;
    if (!err) err = &unread;
    v.options = *options;
    v.options.scenes = scenes;
    v.deadline = options->budget.seconds > 0 ? clock_now() + options->budget.seconds : INFINITY;
    v.encoder = how->features && !strcmp(how->features, "encoder");
    g2l2_status status = check(domain, how, err);
    if (!status) status = choose_recipe(&v, &recipe, err);
    if (!status) status = crew_open(&v.crew, options->n_threads, options->ranks, err);
    if (!status) status = look(&v, err);
    if (!status) status = fit(&v, err);
    if (!status) status = learn(&v, out, report ? report : &own, err);
    sight_free(&v.sight);
    looked_free(&v.looked);
    crew_close(&v.crew);
    free(v.features);
    free(v.views);
    free(recipe);
    return status;
}
