/* Networks: building them, and the passes over their layers. See net.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sight/net.h"

#define ADAM_BETA1   0.9
#define ADAM_BETA2   0.99
#define MAX_CHANNELS 512  /* of a tensor that is normalised */
#define EPSILON      1e-5 /* added to a variance before its root is taken */

/* ---- building --------------------------------------------------------------------------------- */

struct net *net_new(int batch) {
    struct net *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->batch = batch;
    self->momentum = 0.1;
    self->failed = batch < 1;
    return self;
}

void net_free(struct net *self) {
    if (!self) return;
    for (int i = 0; i < self->n_tensors; i++) {
        free(self->tensors[i].x);
        free(self->tensors[i].dx);
    }
    real *blocks[] = {self->params, self->grads,       self->m,         self->v,
                      self->stats,  self->batch_stats, self->transposed};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) free(blocks[i]);
    free(self->decays);
    free(self);
}

int net_input(struct net *self, int height, int width, int channels) {
    if (self->n_tensors == NET_MAX_TENSORS || height < 1 || width < 1 || channels < 1) {
        self->failed = true;
        return 0;
    }
    struct net_tensor *t = &self->tensors[self->n_tensors];
    *t = (struct net_tensor){.height = height, .width = width, .channels = channels};
    t->border = height > 1 || width > 1;
    t->row = (width + 2 * t->border) * channels;
    t->image = (size_t)(height + 2 * t->border) * (size_t)t->row;
    t->first = (size_t)(t->border * (t->row + channels));
    return self->n_tensors++;
}

/* A layer whose tensor is `to`, or new with this shape where that is below 0. */
static struct net_layer *add_layer(struct net *self, enum net_kind kind, int from, int to,
                                   int height, int width, int channels) {
    if (to < 0) to = net_input(self, height, width, channels);
    if (self->n_layers == NET_MAX_LAYERS) self->failed = true;
    if (self->failed) return &self->layers[0];
    struct net_layer *layer = &self->layers[self->n_layers++];
    *layer = (struct net_layer){.kind = kind, .from = from, .to = to, .bias = SIZE_MAX};
    return layer;
}

static size_t take(size_t *n, size_t more) {
    size_t at = *n;
    *n += more;
    return at;
}

static int conv_size(int size, int kernel, int stride) {
    return kernel > 3 ? 1 : (size + stride - 1) / stride;
}

int net_conv(struct net *self, int from, int channels, int kernel, int stride) {
    const struct net_tensor *t = &self->tensors[from];
    int height = conv_size(t->height, kernel, stride), width = conv_size(t->width, kernel, stride);
    bool whole = kernel > 3 && kernel == t->height && kernel == t->width;
    bool bordered = kernel == 1 || (kernel == 3 && t->border);
    if (channels % NET_LANES || !(whole || bordered)) self->failed = true;
    struct net_layer *layer = add_layer(self, NET_CONV, from, -1, height, width, channels);
    if (self->failed) return 0;
    size_t n = (size_t)(kernel * kernel) * (size_t)self->tensors[from].channels * (size_t)channels;
    layer->kernel = kernel;
    layer->stride = stride;
    layer->weights = take(&self->n_params, n);
    if (n > self->n_transposed) self->n_transposed = n;
    return layer->to;
}

int net_linear(struct net *self, int from, int channels) {
    int to = net_conv(self, from, channels, 1, 1);
    if (self->failed) return 0;
    self->layers[self->n_layers - 1].bias = take(&self->n_params, (size_t)channels);
    return to;
}

int net_norm(struct net *self, int from) {
    const struct net_tensor t = self->tensors[from];
    if (t.channels > MAX_CHANNELS) self->failed = true;
    struct net_layer *layer = add_layer(self, NET_NORM, from, -1, t.height, t.width, t.channels);
    if (self->failed) return 0;
    layer->weights = take(&self->n_params, (size_t)t.channels);
    layer->bias = take(&self->n_params, (size_t)t.channels);
    layer->stats = layer->batch_stats = take(&self->n_stats, 2 * (size_t)t.channels);
    return layer->to;
}

int net_relu(struct net *self, int from) {
    add_layer(self, NET_RELU, from, from, 0, 0, 0);
    return from;
}

int net_pool(struct net *self, int from) {
    return add_layer(self, NET_POOL, from, -1, 1, 1, self->tensors[from].channels)->to;
}

int net_resize(struct net *self, int from) {
    const struct net_tensor t = self->tensors[from];
    return add_layer(self, NET_RESIZE, from, -1, 2 * t.height, 2 * t.width, t.channels)->to;
}

static int add_pair(struct net *self, enum net_kind kind, int from, int with) {
    const struct net_tensor a = self->tensors[from], b = self->tensors[with];
    bool join = kind == NET_JOIN;
    if (a.height != b.height || a.width != b.width || (!join && a.channels != b.channels))
        self->failed = true;
    struct net_layer *layer =
        add_layer(self, kind, from, -1, a.height, a.width, a.channels + (join ? b.channels : 0));
    layer->with = with;
    return layer->to;
}

int net_add(struct net *self, int from, int with) {
    return add_pair(self, NET_ADD, from, with);
}

int net_join(struct net *self, int from, int with) {
    return add_pair(self, NET_JOIN, from, with);
}

static bool zeros(real **out, size_t n) {
    *out = calloc(n + 1, sizeof **out);
    return *out;
}

bool net_finish(struct net *self) {
    bool fine = !self->failed;
    for (int i = 0; i < self->n_tensors && fine; i++) {
        struct net_tensor *t = &self->tensors[i];
        size_t n = t->image * (size_t)self->batch;
        fine = zeros(&t->x, n) && zeros(&t->dx, n);
    }
    fine = fine && zeros(&self->params, self->n_params) && zeros(&self->grads, self->n_params) &&
           zeros(&self->m, self->n_params) && zeros(&self->v, self->n_params) &&
           zeros(&self->stats, self->n_stats) && zeros(&self->batch_stats, self->n_stats) &&
           zeros(&self->transposed, self->n_transposed);
    self->decays = calloc(self->n_params + 1, sizeof *self->decays);
    return fine && self->decays;
}

static void start_layer(struct net *self, const struct net_layer *layer, struct rng *rng) {
    size_t in = (size_t)self->tensors[layer->from].channels;
    size_t out = (size_t)self->tensors[layer->to].channels;
    size_t taps = in * (size_t)(layer->kernel * layer->kernel);
    for (size_t i = 0; layer->kind == NET_NORM && i < out; i++) {
        self->params[layer->weights + i] = 1;
        self->stats[layer->stats + out + i] = 1;
    }
    for (size_t i = 0; layer->kind == NET_CONV && i < taps * out; i++) {
        self->params[layer->weights + i] = (real)(rng_normal(rng) * sqrt(2.0 / (double)taps));
        self->decays[layer->weights + i] = true;
    }
}

void net_start(struct net *self, struct rng *rng) {
    for (int i = 0; i < self->n_layers; i++) start_layer(self, &self->layers[i], rng);
}

/* ---- convolution -------------------------------------------------------------------------------- */

/* Where each image gives one pixel, they are the pixels of one row: [1, n, channels]. */
static bool is_flat(const struct net *self, const struct net_layer *layer) {
    return !self->tensors[layer->to].border;
}

static struct net_walk walk_of(const struct net *self, const struct net_layer *layer, int n) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    bool flat = is_flat(self, layer);
    return (struct net_walk){.height = y->height,
                             .width = flat ? n : y->width,
                             .in = x->channels,
                             .out = y->channels,
                             .kernel = layer->kernel,
                             .run = layer->kernel * x->channels,
                             .step = flat ? (int)x->image : layer->stride * x->channels,
                             .in_row = x->row,
                             .down = layer->stride * x->row,
                             .out_row = y->row};
}

static int n_walks(const struct net *self, const struct net_layer *layer, int n) {
    return is_flat(self, layer) ? 1 : n;
}

/* Of image i: where the first tap of the first pixel is. */
static size_t first_tap(const struct net_tensor *x, const struct net_layer *layer, int i) {
    size_t outside = layer->kernel == 3 ? (size_t)(x->row + x->channels) : 0;
    return (size_t)i * x->image + x->first - outside;
}

static void conv_forward(struct net *self, const struct net_layer *layer, int n) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    const struct net_walk walk = walk_of(self, layer, n);
    const real *bias = layer->bias == SIZE_MAX ? NULL : self->params + layer->bias;
    const struct net_kernels *kernels = net_kernels_best();
    for (int i = 0; i < n_walks(self, layer, n); i++)
        kernels->forward(&walk, x->x + first_tap(x, layer, i), self->params + layer->weights, bias,
                         y->x + net_at(y, i, 0, 0));
}

/* [taps, in, out] to [taps, out, in] */
static void transpose(const real *from, real *to, int taps, int in, int out) {
    for (int k = 0; k < taps; k++, from += (size_t)in * out, to += (size_t)in * out)
        for (int i = 0; i < in; i++)
            for (int c = 0; c < out; c++) to[c * in + i] = from[i * out + c];
}

static void bias_backward(const struct net_tensor *y, int n, real *db) {
    for (int i = 0; i < n; i++)
        for (int row = 0; row < y->height; row++)
            for (int p = 0; p < y->width; p++) {
                const real *dy = y->dx + net_at(y, i, row, p);
                for (int c = 0; c < y->channels; c++) db[c] += dy[c];
            }
}

static bool is_input(const struct net *self, int tensor) {
    for (int i = 0; i < self->n_layers; i++)
        if (self->layers[i].to == tensor) return false;
    return true;
}

/* An image given from outside needs no gradient, but one pixel (numbers) may. */
static bool wants_gradient(const struct net *self, int tensor) {
    return sizeof(real) == sizeof(double) || !is_input(self, tensor);
}

static void conv_backward(struct net *self, const struct net_layer *layer, int n) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    const struct net_walk walk = walk_of(self, layer, n);
    const struct net_kernels *kernels = net_kernels_best();
    bool through = wants_gradient(self, layer->from);
    if (through)
        transpose(self->params + layer->weights, self->transposed, layer->kernel * layer->kernel,
                  x->channels, y->channels);
    for (int i = 0; i < n_walks(self, layer, n); i++) {
        const real *dy = y->dx + net_at(y, i, 0, 0);
        size_t at = first_tap(x, layer, i);
        kernels->backward_weights(&walk, x->x + at, dy, self->grads + layer->weights);
        if (through) kernels->backward_input(&walk, dy, self->transposed, x->dx + at);
    }
    if (layer->bias != SIZE_MAX) bias_backward(y, n, self->grads + layer->bias);
}

/* ---- batch normalisation (Ioffe and Szegedy 2015) ------------------------------------------------ */

/* out[c] += Σ pixels of a(p)[c] and of a(p)[c] b(p)[c], a row at a time so that floats suffice. */
static void sum_row(const real *a, const real *b, int width, int channels, real *sum,
                    real *product) {
    memset(sum, 0, (size_t)channels * sizeof *sum);
    memset(product, 0, (size_t)channels * sizeof *product);
    for (int p = 0; p < width; p++, a += channels, b += channels)
        for (int c = 0; c < channels; c++) {
            sum[c] += a[c];
            product[c] += a[c] * b[c];
        }
}

struct sums {
    double sum[MAX_CHANNELS], product[MAX_CHANNELS];
};

static void sum_pixels(const struct net_tensor *t, const real *a, const struct net_tensor *u,
                       const real *b, int n, struct sums *out) {
    real sum[MAX_CHANNELS], product[MAX_CHANNELS];
    memset(out, 0, sizeof *out);
    for (int i = 0; i < n; i++)
        for (int y = 0; y < t->height; y++) {
            sum_row(a + net_at(t, i, y, 0), b + net_at(u, i, y, 0), t->width, t->channels, sum,
                    product);
            for (int c = 0; c < t->channels; c++) {
                out->sum[c] += (double)sum[c];
                out->product[c] += (double)product[c];
            }
        }
}

static double n_pixels(const struct net_tensor *t, int n) {
    return (double)n * t->height * t->width;
}

/* Mean and 1 / deviation of the batch; running statistics follow. */
static void measure(struct net *self, const struct net_layer *layer, int n) {
    const struct net_tensor *x = &self->tensors[layer->from];
    real *now = self->batch_stats + layer->batch_stats, *kept = self->stats + layer->stats;
    double count = n_pixels(x, n), share = self->momentum;
    struct sums sums;
    sum_pixels(x, x->x, x, x->x, n, &sums);
    for (int c = 0; c < x->channels; c++) {
        double mean = sums.sum[c] / count;
        double variance = fmax(0, sums.product[c] / count - mean * mean);
        now[c] = (real)mean;
        now[x->channels + c] = (real)(1 / sqrt(variance + EPSILON));
        kept[c] += (real)(share * (mean - (double)kept[c]));
        kept[x->channels + c] += (real)(share * (variance - (double)kept[x->channels + c]));
    }
}

static void recall(struct net *self, const struct net_layer *layer) {
    int channels = self->tensors[layer->from].channels;
    real *now = self->batch_stats + layer->batch_stats, *kept = self->stats + layer->stats;
    for (int c = 0; c < channels; c++) {
        now[c] = kept[c];
        now[channels + c] = (real)(1 / sqrt((double)kept[channels + c] + EPSILON));
    }
}

/* y = x factor + shift, for each channel. */
static void scale_pixels(const struct net_tensor *x, const struct net_tensor *y, int n,
                         const real *factor, const real *shift) {
    int channels = x->channels;
    for (int i = 0; i < n; i++)
        for (int row = 0; row < x->height; row++) {
            const real *from = x->x + net_at(x, i, row, 0);
            real *to = y->x + net_at(y, i, row, 0);
            for (int p = 0; p < x->width; p++, from += channels, to += channels)
                for (int c = 0; c < channels; c++) to[c] = from[c] * factor[c] + shift[c];
        }
}

static void norm_forward(struct net *self, const struct net_layer *layer, int n, bool training) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    real factor[MAX_CHANNELS], shift[MAX_CHANNELS];
    const real *now = self->batch_stats + layer->batch_stats;
    if (training) measure(self, layer, n);
    else recall(self, layer);
    for (int c = 0; c < x->channels; c++) {
        factor[c] = self->params[layer->weights + (size_t)c] * now[x->channels + c];
        shift[c] = self->params[layer->bias + (size_t)c] - now[c] * factor[c];
    }
    scale_pixels(x, y, n, factor, shift);
}

/* With h = (x - mean) / deviation: dx = scale / deviation (dy - mean(dy) - h mean(dy h)). */
static void norm_backward(struct net *self, const struct net_layer *layer, int n) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    const real *now = self->batch_stats + layer->batch_stats;
    int channels = x->channels;
    double count = n_pixels(x, n);
    real a[MAX_CHANNELS], b[MAX_CHANNELS], d[MAX_CHANNELS];
    struct sums sums;
    sum_pixels(y, y->dx, x, x->x, n, &sums);
    for (int c = 0; c < channels; c++) {
        double mean = (double)now[c], inverse = (double)now[channels + c];
        double along = (sums.product[c] - mean * sums.sum[c]) * inverse;
        double scale = (double)self->params[layer->weights + (size_t)c] * inverse;
        self->grads[layer->weights + (size_t)c] += (real)along;
        self->grads[layer->bias + (size_t)c] += (real)sums.sum[c];
        a[c] = (real)scale;
        b[c] = (real)(-scale * along * inverse / count);
        d[c] = (real)(-scale * (sums.sum[c] - mean * inverse * along) / count);
    }
    for (int i = 0; i < n; i++)
        for (int row = 0; row < x->height; row++) {
            size_t at = net_at(x, i, row, 0);
            const real *dy = y->dx + net_at(y, i, row, 0), *from = x->x + at;
            real *to = x->dx + at;
            for (int p = 0; p < x->width; p++, dy += channels, from += channels, to += channels)
                for (int c = 0; c < channels; c++) to[c] += a[c] * dy[c] + b[c] * from[c] + d[c];
        }
}

/* ---- the others ------------------------------------------------------------------------------------ */

static void relu_forward(const struct net_tensor *t, int n) {
    size_t all = t->image * (size_t)n;
    for (size_t i = 0; i < all; i++) t->x[i] = t->x[i] > 0 ? t->x[i] : 0;
}

static void relu_backward(const struct net_tensor *t, int n) {
    size_t all = t->image * (size_t)n;
    for (size_t i = 0; i < all; i++) t->dx[i] = t->x[i] > 0 ? t->dx[i] : 0;
}

/* to[c] += factor from[c], for each pixel of the first; `up`: pixel (y, x) of the other one is
 * (y, x) / 2^up there, and `skip` channels of it come first. */
struct blend {
    int up_from, up_to, skip_from, skip_to, channels;
    real factor;
};

static void blend(const struct blend *how, const struct net_tensor *a, const real *from,
                  const struct net_tensor *b, real *to, int n, int height, int width) {
    for (int i = 0; i < n; i++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                const real *p =
                    from + net_at(a, i, y >> how->up_from, x >> how->up_from) + how->skip_from;
                real *q = to + net_at(b, i, y >> how->up_to, x >> how->up_to) + how->skip_to;
                for (int c = 0; c < how->channels; c++) q[c] += how->factor * p[c];
            }
}

static void clear(const struct net_tensor *t, real *values, int n) {
    memset(values, 0, t->image * (size_t)n * sizeof *values);
}

/* Layers that only copy and add: forward is from x to y, backward from dy to dx. */
static struct blend blend_of(const struct net *self, const struct net_layer *layer, bool second) {
    const struct net_tensor *x = &self->tensors[second ? layer->with : layer->from];
    const struct net_tensor *first = &self->tensors[layer->from];
    struct blend how = {.channels = x->channels, .factor = 1};
    if (layer->kind == NET_POOL) {
        how.up_to = 30;
        how.factor = (real)(1.0 / ((double)x->height * x->width));
    }
    if (layer->kind == NET_RESIZE) how.up_from = 1;
    if (layer->kind == NET_JOIN && second) how.skip_to = first->channels;
    return how;
}

static void copy_forward(struct net *self, const struct net_layer *layer, int n) {
    const struct net_tensor *y = &self->tensors[layer->to];
    bool two = layer->kind == NET_ADD || layer->kind == NET_JOIN;
    clear(y, y->x, n);
    for (int second = 0; second <= two; second++) {
        const struct net_tensor *x = &self->tensors[second ? layer->with : layer->from];
        const struct net_tensor *large = layer->kind == NET_POOL ? x : y;
        struct blend how = blend_of(self, layer, second);
        blend(&how, x, x->x, y, y->x, n, large->height, large->width);
    }
}

static void copy_backward(struct net *self, const struct net_layer *layer, int n) {
    const struct net_tensor *y = &self->tensors[layer->to];
    bool two = layer->kind == NET_ADD || layer->kind == NET_JOIN;
    for (int second = 0; second <= two; second++) {
        const struct net_tensor *x = &self->tensors[second ? layer->with : layer->from];
        const struct net_tensor *large = layer->kind == NET_POOL ? x : y;
        struct blend how = blend_of(self, layer, second);
        struct blend back = {how.up_to,     how.up_from,  how.skip_to,
                             how.skip_from, how.channels, how.factor};
        blend(&back, y, y->dx, x, x->dx, n, large->height, large->width);
    }
}

/* ---- passes ---------------------------------------------------------------------------------------- */

static void forward_layer(struct net *self, const struct net_layer *layer, int n, bool training) {
    switch (layer->kind) {
    case NET_CONV: conv_forward(self, layer, n); break;
    case NET_NORM: norm_forward(self, layer, n, training); break;
    case NET_RELU: relu_forward(&self->tensors[layer->to], n); break;
    default: copy_forward(self, layer, n);
    }
}

void net_forward(struct net *self, int n, bool training) {
    for (int i = 0; i < self->n_layers; i++) forward_layer(self, &self->layers[i], n, training);
}

void net_clear(struct net *self, int n) {
    for (int i = 0; i < self->n_tensors; i++) clear(&self->tensors[i], self->tensors[i].dx, n);
}

static void backward_layer(struct net *self, const struct net_layer *layer, int n) {
    switch (layer->kind) {
    case NET_CONV: conv_backward(self, layer, n); break;
    case NET_NORM: norm_backward(self, layer, n); break;
    case NET_RELU: relu_backward(&self->tensors[layer->to], n); break;
    default: copy_backward(self, layer, n);
    }
}

void net_backward(struct net *self, int n) {
    for (int i = self->n_layers; i--;) backward_layer(self, &self->layers[i], n);
}

void net_adam(struct net *self, double rate, double decay) {
    double first = 1 / (1 - pow(ADAM_BETA1, ++self->n_steps));
    double second = 1 / (1 - pow(ADAM_BETA2, self->n_steps));
    for (size_t i = 0; i < self->n_params; i++) {
        real g = self->grads[i];
        self->m[i] += (real)(1 - ADAM_BETA1) * (g - self->m[i]);
        self->v[i] += (real)(1 - ADAM_BETA2) * (g * g - self->v[i]);
        double step = (double)self->m[i] * first / (sqrt((double)self->v[i] * second) + 1e-8);
        if (self->decays[i]) step += decay * (double)self->params[i];
        self->params[i] -= (real)(rate * step);
    }
    memset(self->grads, 0, self->n_params * sizeof *self->grads);
}
