/* The encoder of regions. See encoder.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sight/encoder.h"

#define MAX_BLURS 3 /* times; three are a blur of a pixel and a half */
#define LOOK      1 /* pixels of a region that it is moved, to be looked at again */

static int block(struct net *net, int from, int channels, int kernel, int stride) {
    return net_relu(net, net_norm(net, net_conv(net, from, channels, kernel, stride)));
}

struct region_encoder *encoder_new(int batch, bool covers) {
    struct region_encoder *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    struct net *net = self->net = net_new(batch);
    self->covers = covers;
    if (net) {
        int x = self->light = net_input(net, REGION_SIZE, REGION_SIZE, covers ? 3 : 1);
        self->numbers = net_input(net, 1, 1, ENCODER_NUMBERS);
        x = block(net, block(net, x, 16, 3, 1), 24, 3, 2);
        x = block(net, block(net, x, 24, 3, 1), 48, 3, 2);
        x = block(net, block(net, x, 48, 3, 1), 48, 3, 2);
        x = net_join(net, block(net, x, 64, 4, 1), self->numbers);
        x = net_relu(net, net_norm(net, net_linear(net, x, 96)));
        self->out = net_linear(net, x, ENCODER_SIZE);
    }
    if (net && net_finish(net)) return self;
    encoder_free(self);
    return NULL;
}

void encoder_free(struct region_encoder *self) {
    if (!self) return;
    net_free(self->net);
    free(self);
}

void encoder_start(struct region_encoder *self, struct rng *rng) {
    struct net *net = self->net;
    const struct net_layer *last = &net->layers[net->n_layers - 1];
    net_start(net, rng);
    memset(net->params + last->weights, 0, (last->bias - last->weights) * sizeof *net->params);
}

/* ---- input ------------------------------------------------------------------------------------------ */

struct variation {
    int right, down;
    float gain, noise, grain;
    int blurs;       /* times that it is blurred */
    struct rng *rng; /* of the noise; NULL: none */
};

static int within(int at) {
    return at < 0 ? 0 : at >= REGION_SIZE ? REGION_SIZE - 1 : at;
}

/* Which pixel is seen at k. */
static int moved(const struct variation *v, int k) {
    return within(k / REGION_SIZE - v->down) * REGION_SIZE + within(k % REGION_SIZE - v->right);
}

static float grain(const struct variation *v) {
    return v->grain > 0 ? v->grain * (float)rng_normal(v->rng) : 0;
}

/* Weights 1 2 1, along rows or columns: `step` from a pixel to the next. */
static void blur_line(float *at, int step) {
    float before = at[0];
    for (int k = 0; k < REGION_SIZE; k++) {
        float here = at[k * step], after = at[within(k + 1) * step];
        at[k * step] = (before + 2 * here + after) / 4;
        before = here;
    }
}

static void blur(float *light) {
    for (int k = 0; k < REGION_SIZE; k++) blur_line(light + k * REGION_SIZE, 1);
    for (int k = 0; k < REGION_SIZE; k++) blur_line(light + k, REGION_SIZE);
}

static void fill_light(struct region_encoder *self, int i, const struct region *region,
                       const struct variation *v) {
    const struct net_tensor *t = &self->net->tensors[self->light];
    float light[REGION_PIXELS], sum = 0, squares = 0;
    for (int k = 0; k < REGION_PIXELS; k++) {
        light[k] = region_light(region->pixels + 3 * moved(v, k));
        sum += light[k];
    }
    for (int k = 0; k < v->blurs; k++) blur(light);
    for (int k = 0; k < REGION_PIXELS; k++) {
        light[k] -= sum / REGION_PIXELS;
        squares += light[k] * light[k];
    }
    float scale = 1 / sqrtf(squares / REGION_PIXELS + 1e-4f);
    for (int k = 0; k < REGION_PIXELS; k++)
        t->x[net_at(t, i, k / REGION_SIZE, k % REGION_SIZE)] = light[k] * scale + grain(v);
}

static void fill_covers(struct region_encoder *self, int i, const struct region *region,
                        const struct variation *v) {
    const struct net_tensor *t = &self->net->tensors[self->light];
    for (int k = 0; self->covers && k < REGION_PIXELS; k++) {
        float *at = t->x + net_at(t, i, k / REGION_SIZE, k % REGION_SIZE);
        int other = region->others[moved(v, k)];
        at[1] = other == REGION_FRONT;
        at[2] = other == REGION_BEHIND;
    }
}

/* Of what is not behind another's box, where it is told; a cell without any has the mean of all. */
static void mean_colours(const struct region_encoder *self, const struct region *region,
                         const struct variation *v, float *out) {
    float sums[17][4] = {{0}}; /* of cells, and of all: red, green, blue, pixels */
    for (int k = 0; k < REGION_PIXELS; k++) {
        int from = moved(v, k);
        float *cell = sums[k / REGION_SIZE / 8 * 4 + k % REGION_SIZE / 8];
        if (self->covers && region->others[from] == REGION_FRONT) continue;
        for (int c = 0; c < 3; c++) cell[c] += region->pixels[3 * from + c] / 255.0f;
        cell[3]++;
    }
    for (int i = 0; i < 16; i++)
        for (int c = 0; c < 4; c++) sums[16][c] += sums[i][c];
    for (int i = 0; i < 16; i++) {
        const float *cell = sums[i][3] > 0 ? sums[i] : sums[16];
        for (int c = 0; c < 3; c++) out[3 * i + c] = cell[c] / fmaxf(cell[3], 1);
    }
}

static void fill_numbers(struct region_encoder *self, int i, const struct region *region,
                         const struct variation *v) {
    const struct net_tensor *t = &self->net->tensors[self->numbers];
    float *out = t->x + net_at(t, i, 0, 0);
    mean_colours(self, region, v, out);
    for (int k = 0; k < ENCODER_COLOURS; k++) {
        float noise = v->rng ? v->noise * (float)rng_normal(v->rng) : 0;
        out[k] = 4 * v->gain * (out[k] + noise) - 2;
    }
    memcpy(out + ENCODER_COLOURS, region->box, sizeof region->box);
    memcpy(out + ENCODER_COLOURS + REGION_BOX, region->context, sizeof region->context);
}

static void fill(struct region_encoder *self, int i, const struct region *region,
                 const struct variation *v) {
    fill_light(self, i, region, v);
    fill_covers(self, i, region, v);
    fill_numbers(self, i, region, v);
}

void encoder_fill(struct region_encoder *self, int i, const struct region *region) {
    fill(self, i, region, &(struct variation){.gain = 1});
}

static int draw_blurs(const struct encoder_varied *how, struct rng *rng) {
    if (!(how->blur > 0) || rng_uniform(rng) >= (double)how->blur) return 0;
    return 1 + (int)rng_below(rng, MAX_BLURS);
}

void encoder_fill_varied(struct region_encoder *self, int i, const struct region *region,
                         const struct encoder_varied *how, struct rng *rng) {
    uint32_t shifts = 2 * how->shift + 1;
    struct variation v = {.right = (int)rng_below(rng, shifts) - (int)how->shift,
                          .down = (int)rng_below(rng, shifts) - (int)how->shift,
                          .gain = 1 + how->gain * (float)(2 * rng_uniform(rng) - 1),
                          .noise = how->noise,
                          .blurs = draw_blurs(how, rng),
                          .grain = how->grain > 0 ? how->grain * (float)rng_uniform(rng) : 0,
                          .rng = rng};
    fill(self, i, region, &v);
}

/* An object is looked at as it is and a little to each side, as it was in training: what is said of
 * one alone is less sure. */
static const struct variation looks[] = {{.gain = 1},
                                         {.right = LOOK, .gain = 1},
                                         {.right = -LOOK, .gain = 1},
                                         {.down = LOOK, .gain = 1},
                                         {.down = -LOOK, .gain = 1}};
#define N_LOOKS (sizeof looks / sizeof *looks)

static void add_output(const struct region_encoder *self, int i, size_t n, float *out) {
    const struct net_tensor *t = &self->net->tensors[self->out];
    for (size_t k = 0; k < n; k++) out[k] += t->x[net_at(t, i, 0, 0) + k] / N_LOOKS;
}

void encoder_run(struct region_encoder *self, const struct region *regions, size_t n,
                 size_t n_features, float *out) {
    for (size_t done = 0; done < n * N_LOOKS;) {
        size_t left = n * N_LOOKS - done;
        int now = (int)(left < (size_t)self->net->batch ? left : (size_t)self->net->batch);
        for (int i = 0; i < now; i++) {
            size_t at = done + (size_t)i;
            fill(self, i, &regions[at / N_LOOKS], &looks[at % N_LOOKS]);
        }
        net_forward(self->net, now, false);
        for (int i = 0; i < now; i++)
            add_output(self, i, n_features, out + (done + (size_t)i) / N_LOOKS * n_features);
        done += (size_t)now;
    }
}
