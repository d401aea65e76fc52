/* Training the detector.
 *
 *     lesson ─▶ flipped, shifted, brighter, colours exchanged ─▶ network ─▶ loss ─▶ AdamW
 *
 * Colours are exchanged since a box does not depend on them: red, green and blue in any order. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sight/blob.h"
#include "sight/detector_train.h"

#define SIGMA    0.8  /* cells: width of the heat around a centre */
#define NEAR     0.3  /* heat from which a cell also learns the sides of the box */
#define SIDES    1.0  /* weight of the loss of sides beside that of heat */
#define RATE     3e-3 /* of AdamW, at the height of its cycle */
#define DECAY    1e-2
#define WARM_UP  0.15 /* share of the cycle in which the rate rises */
#define SHIFT    12   /* pixels of the network's image, at most, in each direction */
#define GAIN     0.25 /* brightness, at most more or less */
#define POSITIVE 0.01 /* heat that all cells have at first */

/* ---- the loss ------------------------------------------------------------------------------------------ */

/* Of one cell: the heat it should have, and the box it belongs to (NULL: none). */
struct target {
    double heat;
    const g2l2_box *box;
};

static struct target target_of(const struct detector_lesson *lesson, int y, int x) {
    struct target out = {0, NULL};
    for (size_t i = 0; i < lesson->n_boxes; i++) {
        const g2l2_box *box = &lesson->boxes[i];
        double dx = (double)(box->x0 + box->x1) / 2 / DETECTOR_CELL - (x + 0.5);
        double dy = (double)(box->y0 + box->y1) / 2 / DETECTOR_CELL - (y + 0.5);
        double heat = exp(-(dx * dx + dy * dy) / (2 * SIGMA * SIGMA));
        if (heat > out.heat) out = (struct target){heat, box};
    }
    return out;
}

/* Quality focal loss, (t - p)² · cross entropy, and its slope in the logit. */
static double heat_loss(double logit, double t, double *slope) {
    double p = 1 / (1 + exp(-logit)), error = p - t;
    double entropy = log1p(exp(-fabs(logit))) + fmax(logit, 0) - t * logit;
    *slope = 2 * error * p * (1 - p) * entropy + error * error * error;
    return error * error * entropy;
}

static double sides_loss(const float *out, const g2l2_box *box, int y, int x, double weight,
                         float *slope) {
    double cx = x + 0.5, cy = y + 0.5;
    const double wanted[] = {
        cx - (double)box->x0 / DETECTOR_CELL, cy - (double)box->y0 / DETECTOR_CELL,
        (double)box->x1 / DETECTOR_CELL - cx, (double)box->y1 / DETECTOR_CELL - cy};
    double loss = 0;
    for (int k = 0; k < 4; k++) {
        double error = (double)out[1 + k] - wanted[k] / (double)DETECTOR_SIDE;
        loss += weight * fabs(error);
        slope[1 + k] = (float)(error > 0 ? weight : -weight);
    }
    return loss;
}

static double cell_loss(const struct net_tensor *t, size_t at, const struct target *target, int y,
                        int x, double per_object) {
    double slope, loss = per_object * heat_loss((double)t->x[at], target->heat, &slope);
    t->dx[at] = (float)(per_object * slope);
    if (target->heat > NEAR)
        loss +=
            sides_loss(t->x + at, target->box, y, x, SIDES * per_object * target->heat, t->dx + at);
    return loss;
}

double detector_loss(g2l2_detector *self, int n, const struct detector_lesson *lessons) {
    const struct net_tensor *t = &self->net->tensors[self->out];
    double n_objects = 1, loss = 0;
    for (int i = 0; i < n; i++) n_objects += (double)lessons[i].n_boxes;
    for (int i = 0; i < n; i++)
        for (int y = 0; y < DETECTOR_ROWS; y++)
            for (int x = 0; x < DETECTOR_COLUMNS; x++) {
                struct target target = target_of(&lessons[i], y, x);
                loss += cell_loss(t, net_at(t, i, y, x), &target, y, x, 1 / n_objects);
            }
    return loss;
}

/* ---- other views of the same image ------------------------------------------------------------------------ */

struct view {
    bool flip;
    int right, down; /* pixels that it is moved */
    float gain;
    uint32_t channels[3];
};

static struct view draw_view(struct rng *rng) {
    struct view v = {.flip = rng_below(rng, 2),
                     .right = (int)rng_below(rng, 2 * SHIFT + 1) - SHIFT,
                     .down = (int)rng_below(rng, 2 * SHIFT + 1) - SHIFT,
                     .gain = (float)(1 + GAIN * (2 * rng_uniform(rng) - 1)),
                     .channels = {0, 1, 2}};
    rng_shuffle(rng, v.channels, 3);
    return v;
}

static int within(int at, int n) {
    return at < 0 ? 0 : at >= n ? n - 1 : at;
}

static void view_pixels(const struct view *v, const uint8_t *pixels, float *out) {
    for (int y = 0; y < DETECTOR_HEIGHT; y++)
        for (int x = 0; x < DETECTOR_WIDTH; x++, out += 3) {
            int from = within(x - v->right, DETECTOR_WIDTH);
            if (v->flip) from = DETECTOR_WIDTH - 1 - from;
            const uint8_t *p =
                pixels + 3 * (within(y - v->down, DETECTOR_HEIGHT) * DETECTOR_WIDTH + from);
            for (int c = 0; c < 3; c++) out[c] = v->gain * (float)p[v->channels[c]] / 255;
        }
}

/* The part of the box that is still in the image; false: too little of it. */
static bool view_box(const struct view *v, g2l2_box *box) {
    g2l2_box b = *box;
    if (v->flip) b.x0 = DETECTOR_WIDTH - box->x1, b.x1 = DETECTOR_WIDTH - box->x0;
    float area = (b.x1 - b.x0) * (b.y1 - b.y0);
    b.x0 = fmaxf(b.x0 + (float)v->right, 0), b.x1 = fminf(b.x1 + (float)v->right, DETECTOR_WIDTH);
    b.y0 = fmaxf(b.y0 + (float)v->down, 0), b.y1 = fminf(b.y1 + (float)v->down, DETECTOR_HEIGHT);
    *box = b;
    return b.x1 > b.x0 && b.y1 > b.y0 && (b.x1 - b.x0) * (b.y1 - b.y0) > 0.3f * area;
}

/* ---- the course --------------------------------------------------------------------------------------------- */

/* All lessons in a new order, again and again. */
struct order {
    uint32_t *at; /* [n] */
    size_t n, next;
};

static size_t draw_lesson(struct order *self, struct rng *rng) {
    if (self->next == self->n) {
        rng_shuffle(rng, self->at, self->n);
        self->next = 0;
    }
    return self->at[self->next++];
}

#define MAX_BOXES 256

/* A batch: images go into the network, their boxes here. */
struct batch {
    struct detector_lesson seen[DETECTOR_BATCH];
    g2l2_box boxes[DETECTOR_BATCH][MAX_BOXES];
};

static void fill_batch(g2l2_detector *self, const struct detector_course *course,
                       struct order *order, struct rng *rng, struct batch *batch) {
    for (int i = 0; i < DETECTOR_BATCH; i++) {
        const struct detector_lesson *lesson = &course->lessons[draw_lesson(order, rng)];
        struct view view = draw_view(rng);
        size_t n = 0;
        view_pixels(&view, lesson->pixels, self->image);
        detector_fill(self, i, self->image);
        for (size_t k = 0; k < lesson->n_boxes && n < MAX_BOXES; k++) {
            batch->boxes[i][n] = lesson->boxes[k];
            n += view_box(&view, &batch->boxes[i][n]);
        }
        batch->seen[i] = (struct detector_lesson){.boxes = batch->boxes[i], .n_boxes = n};
    }
}

/* One cycle: up in a line, down as a cosine (Smith 2018). */
static double rate_at(double done) {
    if (done < WARM_UP) return RATE * (0.05 + 0.95 * done / WARM_UP);
    return RATE *
           (0.001 + 0.999 * 0.5 * (1 + cos(3.141592653589793 * (done - WARM_UP) / (1 - WARM_UP))));
}

static void start(g2l2_detector *self, struct rng *rng) {
    struct net *net = self->net;
    net_start(net, rng);
    net->params[net->layers[net->n_layers - 1].bias] = (float)log(POSITIVE / (1 - POSITIVE));
}

/* All that steps change. */
struct course_state {
    struct rng rng;
    struct order order;
    size_t step; /* that are done */
    double mean; /* of the loss */
};

static void keep(g2l2_detector *self, struct course_state *s, struct stash *stash) {
    blob_stash_net(stash, self->net);
    stash_bytes(stash, s->order.at, s->order.n * sizeof *s->order.at);
    stash_value(stash, s->order.next);
    stash_value(stash, s->rng);
    stash_value(stash, s->step);
    stash_value(stash, s->mean);
}

static g2l2_status resume(g2l2_detector *self, const struct detector_course *course,
                          struct course_state *s, g2l2_error *err) {
    struct stash stash;
    if (!course->checkpoint || !checkpoint_restore(course->checkpoint, &stash))
        return G2L2_STATUS_OK;
    keep(self, s, &stash);
    bool sound = stash_is_whole(&stash) && s->order.next <= s->order.n;
    for (size_t i = 0; i < s->order.n; i++) sound &= s->order.at[i] < course->n_lessons;
    return sound ? G2L2_STATUS_OK : checkpoint_misfit(err);
}

static void checkpoint(g2l2_detector *self, struct checkpoint *to, struct course_state *s,
                       bool stopped) {
    struct stash stash = {0};
    if (!to || (!stopped && !checkpoint_is_due(to))) return;
    keep(self, s, &stash);
    checkpoint_write(to, &stash);
    stash_free(&stash);
}

static void run_steps(g2l2_detector *self, const struct detector_course *course,
                      struct course_state *s, struct batch *batch) {
    size_t n_steps = (course->n_images + DETECTOR_BATCH - 1) / DETECTOR_BATCH;
    for (bool stopped = false; s->step < n_steps && !stopped;) {
        double done = (double)s->step / (double)n_steps;
        fill_batch(self, course, &s->order, &s->rng, batch);
        net_forward(self->net, DETECTOR_BATCH, true);
        net_clear(self->net, DETECTOR_BATCH);
        double loss = detector_loss(self, DETECTOR_BATCH, batch->seen);
        s->mean = s->step ? s->mean + 0.02 * (loss - s->mean) : loss;
        net_backward(self->net, DETECTOR_BATCH);
        net_adam(self->net, rate_at(done), DECAY);
        s->step++;
        stopped = course->progress && !course->progress(course->context, done, s->mean);
        checkpoint(self, course->checkpoint, s, stopped);
    }
    blob_round_net(self->net);
}

g2l2_status detector_train(g2l2_detector *self, const struct detector_course *course,
                           g2l2_error *err) {
    size_t n = course->n_lessons;
    struct course_state s = {.order = {malloc(n * sizeof *s.order.at), n, n}};
    struct batch *batch = malloc(sizeof *batch);
    bool fine = s.order.at && batch && n;
    g2l2_status status =
        fine ? G2L2_STATUS_OK : err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    for (size_t i = 0; fine && i < n; i++) s.order.at[i] = (uint32_t)i;
    rng_seed(&s.rng, course->seed);
    start(self, &s.rng);
    if (!status) status = resume(self, course, &s, err);
    if (!status) run_steps(self, course, &s, batch);
    free(s.order.at);
    free(batch);
    return status;
}
