/* Learning to see: joint steps of the encoder and the concepts. See see.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/objective.h"
#include "learn/see.h"
#include "learn/through.h"
#include "sight/blob.h"

#define MOST_REGIONS 4096 /* of a batch, whatever is asked for: 400 MB */
#define MOST_IMAGES  1024

/* What questions come to, over those that were asked. */
enum { LOSS, RIGHT, ASKED, TOTALS };

/* All that a course holds. */
struct seeing {
    struct region_encoder *encoder;
    g2l2_model *model;
    const struct see_course *course;
    const struct recipe *recipe;
    struct through *through[CREW_PARTS];
    g2l2_error failed[CREW_PARTS]; /* of parts, its status: 0 */
    struct rng rng;
    uint32_t epoch;   /* from 0 */
    size_t at;        /* images of it that were looked at */
    bool resumed;     /* the epoch goes on */
    uint32_t *images; /* [n_images] scenes that are asked about, in the order of this epoch */
    size_t n_images;
    uint32_t *asked;          /* [questions] numbers of examples, those of a scene side by side */
    size_t *first;            /* [n_scenes + 1] of a scene's in `asked` */
    size_t n_params;          /* of concepts */
    double *came[CREW_PARTS]; /* [n_params + TOTALS] of a part: gradients of concepts, totals; in
                                    the end, in the place of the first, of all */
    double *m, *v;            /* [n_params] */
    uint32_t n_steps;
    /* of a batch: */
    size_t most_regions, most_images, most_questions;
    struct scene *scenes;               /* [most_images] */
    size_t *begins;                     /* [most_images + 1] of its regions in the batch */
    float *features;                    /* [most_regions, COMPACT_SIZE] */
    double *of_features;                /* [parts, regions of the batch, COMPACT_SIZE] */
    struct through_question *questions; /* [most_images, most_questions] */
    size_t n_regions, n_questions;
    double totals[TOTALS]; /* running, of the epoch */
    double kept;           /* share of compact features, of this batch */
};

/* ---- questions by image --------------------------------------------------------------------------- */

static void sort_questions(struct seeing *s) {
    const struct looked *looked = s->course->looked;
    size_t n = g2l2_dataset_count(s->course->data);
    for (size_t i = 0; i < n; i++) s->first[g2l2_dataset_get(s->course->data, i).scene + 1]++;
    for (size_t i = 0; i < looked->n_scenes; i++) {
        size_t n_regions = looked->first[i + 1] - looked->first[i];
        if (s->first[i + 1] && n_regions && n_regions <= s->most_regions / 2)
            s->images[s->n_images++] = (uint32_t)i;
        s->first[i + 1] += s->first[i];
    }
    for (size_t i = n; i--;) {
        size_t scene = g2l2_dataset_get(s->course->data, i).scene;
        s->asked[--s->first[scene + 1]] = (uint32_t)i;
    }
    for (size_t i = 0; i < looked->n_scenes; i++) s->first[i] = s->first[i + 1];
    s->first[looked->n_scenes] = n;
}

/* ---- a batch ----------------------------------------------------------------------------------------- */

/* Is a feature of the box? */
static bool is_place(size_t feature) {
    return feature >= COMPACT_SIZE - REGION_BOX;
}

/* One object as number `to` of the batch: as it is, or one of its other views. */
static void fill_region(struct seeing *s, size_t region, size_t to) {
    const struct see_course *course = s->course;
    const struct looked *looked = course->looked;
    const struct encoder_varied varied = {.shift = (uint32_t)s->recipe->see_shift,
                                          .gain = (float)s->recipe->see_gain,
                                          .noise = (float)s->recipe->see_colour,
                                          .blur = (float)s->recipe->see_blur,
                                          .grain = (float)s->recipe->see_grain};
    size_t view = rng_below(&s->rng, (uint32_t)looked->n_views + 1);
    size_t other = region * looked->n_views + view - (view > 0);
    const struct region *seen = view ? &looked->views[other] : &looked->regions[region];
    encoder_fill_varied(s->encoder, (int)to, seen, &varied, &s->rng);
    const float *from =
        view ? course->views + other * COMPACT_SIZE : course->compact + region * COMPACT_SIZE;
    for (size_t k = 0; k < COMPACT_SIZE; k++)
        s->features[to * COMPACT_SIZE + k] = from[k] * (is_place(k) ? 1 : (float)s->kept);
}

/* As many images from `at` on as there is room for; returns how many. */
static size_t fill_batch(struct seeing *s, size_t at) {
    const struct looked *looked = s->course->looked;
    size_t n = 0, n_regions = 0;
    for (; n < s->most_images && at + n < s->n_images; n++) {
        uint32_t scene = s->images[at + n];
        size_t first = looked->first[scene], more = looked->first[scene + 1] - first;
        if (n_regions + more > s->most_regions) break;
        for (size_t k = 0; k < more; k++) fill_region(s, first + k, n_regions + k);
        s->scenes[n] = (struct scene){.n_objects = (uint32_t)more,
                                      .n_features = COMPACT_SIZE,
                                      .features = s->features + n_regions * COMPACT_SIZE};
        s->begins[n] = n_regions;
        n_regions += more;
    }
    s->begins[n] = n_regions;
    return n;
}

/* Where an object is stays exact: of two that are side by side, one is left of the other by less than
 * the noise. */
static double noise_of(struct seeing *s, size_t feature) {
    return is_place(feature) ? 0 : s->recipe->see_noise * rng_normal(&s->rng);
}

static void add_encoder(struct seeing *s, size_t n_regions) {
    const struct net_tensor *t = &s->encoder->net->tensors[s->encoder->out];
    net_forward(s->encoder->net, (int)n_regions, true);
    crew_share(s->course->crew, t->x, n_regions, ENCODER_SIZE * sizeof *t->x);
    for (size_t i = 0; i < n_regions; i++)
        for (size_t k = 0; k < COMPACT_SIZE; k++)
            s->features[i * COMPACT_SIZE + k] += t->x[i * ENCODER_SIZE + k] + (float)noise_of(s, k);
}

static void draw_questions(struct seeing *s, size_t at, size_t n_images) {
    size_t n = 0;
    for (size_t i = 0; i < n_images; i++) {
        uint32_t scene = s->images[at + i];
        size_t all = s->first[scene + 1] - s->first[scene];
        rng_shuffle(&s->rng, s->asked + s->first[scene], all);
        for (size_t k = 0; k < all && k < s->most_questions; k++) {
            g2l2_example e = g2l2_dataset_get(s->course->data, s->asked[s->first[scene] + k]);
            s->questions[n++] = (struct through_question){
                .sentence = e.sentence,
                .answer = e.target,
                .scene = &s->scenes[i],
                .of_features = s->of_features + s->begins[i] * COMPACT_SIZE};
        }
    }
    for (size_t i = 0; i < n; i++) s->questions[i].weight = 1.0 / (double)n;
    s->n_questions = n;
}

/* ---- questions, by parts ------------------------------------------------------------------------------ */

static void ask_part(void *argument, int part) {
    struct seeing *s = argument;
    size_t i = s->n_questions * (size_t)part / CREW_PARTS;
    size_t end = s->n_questions * ((size_t)part + 1) / CREW_PARTS;
    double *totals = s->came[part] + s->n_params;
    for (size_t k = i; k < end; k++)
        s->questions[k].of_features += (size_t)part * s->n_regions * COMPACT_SIZE;
    through_run(s->through[part], s->questions + i, end - i, &s->failed[part]);
    for (; i < end; i++) {
        totals[LOSS] += s->questions[i].loss;
        totals[RIGHT] += s->questions[i].probability;
        totals[ASKED] += s->questions[i].parsed;
    }
}

/* Into the first of some parts that lie one after the other. */
static void add_parts(double *at, size_t n) {
    for (size_t part = 1; part < CREW_PARTS; part++)
        for (size_t i = 0; i < n; i++) at[i] += at[part * n + i];
}

/* Gradients of all questions: of features and concepts. */
static g2l2_status ask(struct seeing *s, g2l2_error *err) {
    struct crew *crew = s->course->crew;
    size_t n = s->n_regions * COMPACT_SIZE, n_came = s->n_params + TOTALS;
    memset(s->of_features, 0, CREW_PARTS * n * sizeof *s->of_features);
    memset(s->came[0], 0, CREW_PARTS * n_came * sizeof *s->came[0]);
    crew_run(crew, ask_part, s);
    for (int part = 0; part < CREW_PARTS; part++)
        if (s->failed[part].status)
            return err_set(err, s->failed[part].status, 0, 0, "%s", s->failed[part].message);
    crew_share(crew, s->of_features, CREW_PARTS, n * sizeof *s->of_features);
    crew_share(crew, s->came[0], CREW_PARTS, n_came * sizeof *s->came[0]);
    add_parts(s->of_features, n);
    add_parts(s->came[0], n_came);
    for (int i = 0; i < TOTALS; i++) s->totals[i] += s->came[0][s->n_params + (size_t)i];
    return G2L2_STATUS_OK;
}

/* ---- steps ------------------------------------------------------------------------------------------- */

static void move_concepts(struct seeing *s, double rate) {
    double *params = s->model->lexicon.params, *grads = s->came[0];
    s->n_steps++;
    for (size_t i = 0; i < s->n_params; i++)
        if (grads[i] != 0 || s->v[i] > 0)
            params[i] -= adam_step(s->recipe, &s->m[i], &s->v[i], grads[i], rate, s->n_steps);
}

static void move_encoder(struct seeing *s, double rate) {
    struct net *net = s->encoder->net;
    size_t n_regions = s->n_regions;
    const struct net_tensor *t = &net->tensors[s->encoder->out];
    net_clear(net, (int)n_regions);
    for (size_t i = 0; i < n_regions; i++)
        for (size_t k = 0; k < COMPACT_SIZE; k++)
            t->dx[i * ENCODER_SIZE + k] = (float)s->of_features[i * COMPACT_SIZE + k];
    net_backward(net, (int)n_regions);
    net_adam(net, rate, s->recipe->see_decay);
}

/* What compact features say of an object is true of most, and a start; then it is in the way of what the
 * encoder says of the others. It fades until half of the course is done. */
static double kept_at(const struct recipe *recipe, double done) {
    return 1 + (recipe->see_kept - 1) * fmin(2 * done, 1);
}

/* Images from `at` on; returns how many it took, 0 on failure. */
static size_t step(struct seeing *s, size_t at, double done, g2l2_error *err) {
    s->kept = kept_at(s->recipe, done);
    size_t n_images = fill_batch(s, at);
    double falls = 0.5 * (1 + cos(3.141592653589793 * done));
    s->n_regions = s->begins[n_images];
    add_encoder(s, s->n_regions);
    draw_questions(s, at, n_images);
    if (ask(s, err)) return 0;
    move_encoder(s, s->recipe->see_rate * falls);
    move_concepts(s, s->recipe->see_concepts * falls);
    return crew_check(s->course->crew, err) ? 0 : n_images;
}

/* ---- going on ---------------------------------------------------------------------------------------- */

/* All that steps change. */
static void keep(struct seeing *s, struct stash *stash) {
    size_t n = g2l2_dataset_count(s->course->data);
    double *params = s->model->lexicon.params;
    blob_stash_net(stash, s->encoder->net);
    stash_bytes(stash, params, s->n_params * sizeof *params);
    stash_bytes(stash, s->m, s->n_params * sizeof *s->m);
    stash_bytes(stash, s->v, s->n_params * sizeof *s->v);
    stash_bytes(stash, s->images, s->n_images * sizeof *s->images);
    stash_bytes(stash, s->asked, n * sizeof *s->asked);
    stash_value(stash, s->rng);
    stash_value(stash, s->epoch);
    stash_value(stash, s->at);
    stash_value(stash, s->n_steps);
    stash_value(stash, s->totals);
    stash_value(stash, s->kept);
}

static g2l2_status resume(struct seeing *s, g2l2_error *err) {
    struct stash stash;
    size_t n = g2l2_dataset_count(s->course->data), n_scenes = s->course->looked->n_scenes;
    if (!s->course->checkpoint || !checkpoint_restore(s->course->checkpoint, &stash))
        return G2L2_STATUS_OK;
    keep(s, &stash);
    bool sound = stash_is_whole(&stash) && s->at <= s->n_images;
    for (size_t i = 0; i < s->n_images; i++) sound &= s->images[i] < n_scenes;
    for (size_t i = 0; i < n; i++) sound &= s->asked[i] < n;
    s->resumed = true;
    return sound ? G2L2_STATUS_OK : checkpoint_misfit(err);
}

static void checkpoint(struct seeing *s, bool stopped) {
    struct stash stash = {0};
    struct checkpoint *to = s->course->checkpoint;
    if (!to || (!stopped && !checkpoint_is_due(to))) return;
    keep(s, &stash);
    checkpoint_write(to, &stash);
    stash_free(&stash);
}

/* ---- epochs ------------------------------------------------------------------------------------------ */

/* For one of them is for all. */
static bool is_late(const struct seeing *s) {
    double deadline = s->course->deadline;
    return !isinf(deadline) && crew_any(s->course->crew, clock_now() > deadline);
}

static g2l2_status run_epoch(struct seeing *s, int epochs, bool *late, g2l2_error *err) {
    if (!s->resumed) {
        rng_shuffle(&s->rng, s->images, s->n_images);
        memset(s->totals, 0, sizeof s->totals);
        s->at = 0;
    }
    s->resumed = false;
    for (size_t n; s->at < s->n_images; s->at += n) {
        double done = (s->epoch + (double)s->at / (double)s->n_images) / epochs;
        if (s->at) checkpoint(s, false);
        if ((*late = is_late(s))) return G2L2_STATUS_OK;
        if (!(n = step(s, s->at, done, err))) return err->status;
    }
    checkpoint(s, false);
    return G2L2_STATUS_OK;
}

static g2l2_status run_epochs(struct seeing *s, bool *stopped, g2l2_error *err) {
    const struct see_course *course = s->course;
    int epochs = (int)s->recipe->see_epochs;
    for (; (int)s->epoch < epochs && !*stopped; s->epoch++) {
        bool late = false;
        g2l2_status status = run_epoch(s, epochs, &late, err);
        if (status) return status;
        double asked = fmax(s->totals[ASKED], 1);
        *stopped = course->progress &&
                   !course->progress(course->context, (int)s->epoch + 1, epochs,
                                     s->totals[LOSS] / asked, s->totals[RIGHT] / asked);
        *stopped = crew_any(course->crew, *stopped || late);
        if (*stopped) checkpoint(s, true);
    }
    return G2L2_STATUS_OK;
}

/* ---- the course -------------------------------------------------------------------------------------- */

int see_regions(const struct recipe *recipe) {
    return (int)fmin(fmax(recipe->see_regions, 2), MOST_REGIONS);
}

static void take_sizes(struct seeing *s) {
    s->most_regions = (size_t)see_regions(s->recipe);
    s->most_images = (size_t)fmin(fmax(s->recipe->see_images, 1), MOST_IMAGES);
    s->most_questions = (size_t)fmin(fmax(s->recipe->see_questions, 1), MOST_IMAGES);
}

static bool take_room(struct seeing *s) {
    size_t n = g2l2_dataset_count(s->course->data), n_scenes = s->course->looked->n_scenes;
    s->n_params = lexicon_n_numbers(&s->model->lexicon);
    s->images = calloc(n_scenes + 1, sizeof *s->images);
    s->asked = calloc(n + 1, sizeof *s->asked);
    s->first = calloc(n_scenes + 2, sizeof *s->first);
    s->came[0] = calloc(CREW_PARTS * (s->n_params + TOTALS), sizeof *s->came[0]);
    s->m = calloc(2 * s->n_params + 1, sizeof *s->m);
    s->scenes = calloc(s->most_images, sizeof *s->scenes);
    s->begins = calloc(s->most_images + 1, sizeof *s->begins);
    s->features = calloc(s->most_regions * COMPACT_SIZE, sizeof *s->features);
    s->of_features = calloc(CREW_PARTS * s->most_regions * COMPACT_SIZE, sizeof *s->of_features);
    s->questions = calloc(s->most_images * s->most_questions, sizeof *s->questions);
    s->v = s->m ? s->m + s->n_params : NULL;
    return s->images && s->asked && s->first && s->came[0] && s->m && s->scenes && s->begins &&
           s->features && s->of_features && s->questions;
}

static g2l2_status take_parts(struct seeing *s, g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    bool room = take_room(s) && net_divide(s->encoder->net, CREW_PARTS, &s->course->crew->net);
    if (!room) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    for (size_t part = 0; part < CREW_PARTS && !status; part++) {
        s->came[part] = s->came[0] + part * (s->n_params + TOTALS);
        status =
            through_new(s->model, s->recipe->lambda_final, s->came[part], &s->through[part], err);
    }
    return status;
}

static void free_room(struct seeing *s) {
    free(s->images);
    free(s->asked);
    free(s->first);
    free(s->came[0]);
    free(s->m);
    free(s->scenes);
    free(s->begins);
    free(s->features);
    free(s->of_features);
    free(s->questions);
    for (int part = 0; part < CREW_PARTS; part++) through_free(s->through[part]);
}

g2l2_status see_train(struct region_encoder *encoder, g2l2_model *model,
                      const struct see_course *course, bool *stopped, double *kept,
                      g2l2_error *err) {
    struct seeing s = {
        .encoder = encoder, .model = model, .course = course, .recipe = course->recipe, .kept = 1};
    *stopped = false;
    take_sizes(&s);
    g2l2_status status = take_parts(&s, err);
    if (!status) {
        rng_seed(&s.rng, course->seed);
        encoder_start(encoder, &s.rng);
        sort_questions(&s);
        status = resume(&s, err);
        if (!status) status = run_epochs(&s, stopped, err);
        blob_round_net(encoder->net);
        model_round_params(model);
    }
    *kept = s.kept;
    free_room(&s);
    return status;
}
