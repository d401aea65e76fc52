/* Networks: building them, and the passes over their layers. See net.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sight/net.h"

#define ADAM_BETA1   0.9
#define ADAM_BETA2   0.99
#define MAX_CHANNELS 512                 /* of a tensor that is normalised */
#define EPSILON      1e-5                /* added to a variance before its root is taken */
#define LINE         (64 / sizeof(real)) /* numbers of a line of the cache */
#define CACHE                                                                                      \
    ((size_t)384 << 10) /* bytes of tensors that stay near while a few images
                                            go through a stage */

/* ---- building --------------------------------------------------------------------------------- */

struct net *net_new(int batch) {
    struct net *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->batch = batch;
    self->momentum = 0.1;
    self->parts = 1;
    self->failed = batch < 1;
    return self;
}

void net_free(struct net *self) {
    if (!self) return;
    free(self->memory);
    free(self->decays);
    if (self->of_parts != self->grads) free(self->of_parts);
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
    bool bordered = kernel == 3 && (height > 1 || width > 1) && (stride == 1 || stride == 2);
    bool fits = whole || bordered || (kernel == 1 && stride == 1);
    if (channels % NET_LANES || !fits) self->failed = true;
    struct net_layer *layer = add_layer(self, NET_CONV, from, -1, height, width, channels);
    if (self->failed) return 0;
    size_t n = (size_t)(kernel * kernel) * (size_t)self->tensors[from].channels * (size_t)channels;
    layer->kernel = kernel;
    layer->stride = stride;
    layer->weights = take(&self->n_params, n);
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
    if (t.channels > MAX_CHANNELS || t.channels % NET_LANES) self->failed = true;
    struct net_layer *layer = add_layer(self, NET_NORM, from, -1, t.height, t.width, t.channels);
    if (self->failed) return 0;
    layer->weights = take(&self->n_params, (size_t)t.channels);
    layer->bias = take(&self->n_params, (size_t)t.channels);
    layer->stats = take(&self->n_stats, 2 * (size_t)t.channels);
    return layer->to;
}

int net_relu(struct net *self, int from) {
    struct net_layer *last = self->n_layers ? &self->layers[self->n_layers - 1] : NULL;
    if (last && last->kind == NET_NORM && last->to == from) {
        last->rectifies = true;
        return from;
    }
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

static bool is_pair(const struct net_layer *layer) {
    return layer->kind == NET_ADD || layer->kind == NET_JOIN;
}

static bool reads(const struct net_layer *layer, int tensor) {
    if (layer->kind == NET_RELU) return false;
    return layer->from == tensor || (is_pair(layer) && layer->with == tensor);
}

/* The last layer that reads a tensor is the first to know of its gradient: CONV and NORM set it,
 * all others add to it. */
static void plan_gradient(struct net *self, int tensor) {
    bool begun = false;
    for (int i = self->n_layers; i--;) {
        struct net_layer *layer = &self->layers[i];
        if (!reads(layer, tensor)) continue;
        bool sets = layer->kind == NET_CONV || layer->kind == NET_NORM;
        if (!begun) {
            self->tensors[tensor].begins = !sets;
            self->tensors[tensor].borrows = layer->kind == NET_NORM;
        }
        layer->adds = begun;
        begun = true;
    }
    if (!begun) self->tensors[tensor].begins = true;
}

/* NORM turns the gradient of its output into that of its input where it lies: nothing needs the
 * first one afterwards. */
static void lend_gradients(struct net *self) {
    for (int i = self->n_layers; i--;) {
        const struct net_layer *layer = &self->layers[i];
        struct net_tensor *from = &self->tensors[layer->from];
        if (layer->kind == NET_NORM && !layer->adds) from->dx = self->tensors[layer->to].dx;
    }
}

/* A part of one block, at the beginning of a line of the cache. */
static real *part(real *block, size_t *used, size_t n) {
    size_t at = take(used, (n + LINE - 1) / LINE * LINE);
    return block ? block + at : NULL;
}

/* Returns how many numbers it takes; `block` NULL: only that. */
static size_t lay_out(struct net *self, real *block) {
    real **of_params[] = {&self->params, &self->grads, &self->m, &self->v, &self->turned};
    real **of_stats[] = {&self->stats, &self->batch_stats, &self->slopes};
    size_t used = 0;
    for (size_t i = 0; i < sizeof of_params / sizeof *of_params; i++)
        *of_params[i] = part(block, &used, self->n_params);
    for (size_t i = 0; i < sizeof of_stats / sizeof *of_stats; i++)
        *of_stats[i] = part(block, &used, self->n_stats);
    for (int i = 0; i < self->n_tensors; i++) {
        struct net_tensor *t = &self->tensors[i];
        size_t n = t->image * (size_t)self->batch;
        t->x = part(block, &used, n);
        if (!t->borrows) t->dx = part(block, &used, n);
    }
    lend_gradients(self);
    return used;
}

bool net_finish(struct net *self) {
    if (self->failed) return false;
    for (int i = 0; i < self->n_tensors; i++) plan_gradient(self, i);
    self->memory = calloc(lay_out(self, NULL) + LINE, sizeof *self->memory);
    self->decays = calloc(self->n_params + 1, sizeof *self->decays);
    if (!self->memory || !self->decays) return false;
    size_t over = (uintptr_t)self->memory / sizeof(real) % LINE;
    lay_out(self, self->memory + (LINE - over) % LINE);
    self->of_parts = self->grads;
    return true;
}

bool net_divide(struct net *self, int parts, const struct net_crew *crew) {
    real *of_parts = calloc((size_t)parts * self->n_params + 1, sizeof *of_parts);
    if (!of_parts) return false;
    if (self->of_parts != self->grads) free(self->of_parts);
    self->of_parts = of_parts;
    self->parts = parts;
    self->crew = crew;
    return true;
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

/* Images `first` to `first + n` of the batch, all of one part. */
struct span {
    int first, n, part;
};

static struct span span_of(const struct net *self, int n, int part) {
    int first = n * part / self->parts;
    return (struct span){first, n * (part + 1) / self->parts - first, part};
}

static real *grads_of(const struct net *self, int part) {
    return self->of_parts + (size_t)part * self->n_params;
}

/* ---- convolution -------------------------------------------------------------------------------- */

/* Where each image gives one pixel, they are the pixels of one row: [1, n, channels]. */
static bool is_flat(const struct net *self, const struct net_layer *layer) {
    return !self->tensors[layer->to].border;
}

static struct net_walk walk_of(const struct net *self, const struct net_layer *layer, int n) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    bool flat = is_flat(self, layer);
    int run = layer->kernel * x->channels;
    return (struct net_walk){.images = flat ? 1 : n,
                             .height = y->height,
                             .width = flat ? n : y->width,
                             .out = y->channels,
                             .kernel = layer->kernel,
                             .run = run,
                             .w_row = (size_t)run * (size_t)y->channels,
                             .step = flat ? (int)x->image : layer->stride * x->channels,
                             .to_step = y->channels,
                             .in_row = x->row,
                             .down = layer->stride * x->row,
                             .out_row = y->row,
                             .in_image = x->image,
                             .out_image = y->image};
}

/* Of an image: where the first tap of the first pixel is. */
static size_t first_tap(const struct net_tensor *x, const struct net_layer *layer, int i) {
    size_t outside = layer->kernel == 3 ? (size_t)(x->row + x->channels) : 0;
    return (size_t)i * x->image + x->first - outside;
}

static void conv_forward(struct net *self, const struct net_layer *layer, struct span span) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    const struct net_walk walk = walk_of(self, layer, span.n);
    const real *bias = layer->bias == SIZE_MAX ? NULL : self->params + layer->bias;
    net_kernels_best()->forward(&walk, x->x + first_tap(x, layer, span.first),
                                self->params + layer->weights, bias,
                                y->x + net_at(y, span.first, 0, 0));
}

/* The gradient of the input is a convolution of that of the output, and each of its pixels asks
 * which output pixels it was a tap of. With a kernel of 3, along one direction:
 *
 *     stride 1    x:   q            taps 2, 1, 0 of outputs q-1, q, q+1
 *     stride 2    x:   2q           tap 1 of output q
 *                      2q+1         taps 2, 0 of outputs q, q+1
 *
 * so with stride 2 there are four kinds of pixels (`phase` in each direction), and taps are
 * turned to the order 2, 0, 1: those of a phase lie side by side. */
struct phase {
    int taps, skipped, before; /* taps that are left out; outputs before q */
};

static struct phase phase_of(const struct net_layer *layer, int at) {
    if (layer->kernel == 1) return (struct phase){.taps = 1};
    if (layer->stride == 1) return (struct phase){.taps = 3, .before = 1};
    return at ? (struct phase){.taps = 2} : (struct phase){.taps = 1, .skipped = 2};
}

/* [in, out] to [out, in] */
static void transpose(const real *from, real *to, size_t in, size_t out) {
    for (size_t i = 0; i < in; i++)
        for (size_t c = 0; c < out; c++) to[c * in + i] = from[i * out + c];
}

static void turn_weights(struct net *self, const struct net_layer *layer) {
    static const int orders[2][3] = {{2, 1, 0}, {2, 0, 1}};
    size_t in = (size_t)self->tensors[layer->from].channels;
    size_t out = (size_t)self->tensors[layer->to].channels;
    const real *from = self->params + layer->weights;
    real *to = self->turned + layer->weights;
    if (layer->kernel == 3) {
        const int *order = orders[layer->stride - 1];
        for (int k = 0; k < 9; k++, to += in * out)
            transpose(from + (size_t)(3 * order[k / 3] + order[k % 3]) * in * out, to, in, out);
        return;
    }
    in *= (size_t)layer->kernel; /* a row of the kernel */
    for (int k = 0; k < layer->kernel; k++, from += in * out, to += in * out)
        transpose(from, to, in, out);
}

/* One pixel of output for each image, and all of the image is its taps. */
static void flat_backward(struct net *self, const struct net_layer *layer, struct span span) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    int run = layer->kernel * x->channels;
    const struct net_walk walk = {.images = 1,
                                  .height = 1,
                                  .width = span.n,
                                  .out = run,
                                  .kernel = 1,
                                  .run = y->channels,
                                  .step = y->channels,
                                  .to_step = (int)x->image,
                                  .adds = layer->adds};
    const real *w = self->turned + layer->weights;
    for (int k = 0; k < layer->kernel; k++)
        net_kernels_best()->forward(&walk, y->dx + net_at(y, span.first, 0, 0),
                                    w + (size_t)(k * run) * (size_t)y->channels, NULL,
                                    x->dx + net_at(x, span.first, k, 0));
}

static void phase_backward(struct net *self, const struct net_layer *layer, struct span span,
                           int down, int right) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    const struct phase rows = phase_of(layer, down), columns = phase_of(layer, right);
    int stride = layer->stride;
    size_t tap = (size_t)x->channels * (size_t)y->channels;
    const struct net_walk walk = {.images = span.n,
                                  .height = (x->height - down + stride - 1) / stride,
                                  .width = (x->width - right + stride - 1) / stride,
                                  .out = x->channels,
                                  .kernel = rows.taps,
                                  .run = columns.taps * y->channels,
                                  .w_row = (size_t)layer->kernel * tap,
                                  .step = y->channels,
                                  .to_step = stride * x->channels,
                                  .in_row = y->row,
                                  .down = y->row,
                                  .out_row = stride * x->row,
                                  .in_image = y->image,
                                  .out_image = x->image,
                                  .adds = layer->adds};
    const real *w = self->turned + layer->weights;
    size_t before = (size_t)(rows.before * y->row + columns.before * y->channels);
    net_kernels_best()->forward(&walk, y->dx + net_at(y, span.first, 0, 0) - before,
                                w + (size_t)(rows.skipped * layer->kernel + columns.skipped) * tap,
                                NULL, x->dx + net_at(x, span.first, down, right));
}

static void bias_backward(const struct net_tensor *y, struct span span, real *db) {
    for (int i = span.first; i < span.first + span.n; i++)
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

/* An image given from outside needs no gradient. */
static bool wants_gradient(const struct net *self, int tensor) {
    return sizeof(real) == sizeof(double) || !is_input(self, tensor);
}

static void conv_backward(struct net *self, const struct net_layer *layer, struct span span) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    const struct net_walk walk = walk_of(self, layer, span.n);
    real *grads = grads_of(self, span.part);
    net_kernels_best()->backward_weights(&walk, x->x + first_tap(x, layer, span.first),
                                         y->dx + net_at(y, span.first, 0, 0),
                                         grads + layer->weights);
    if (layer->bias != SIZE_MAX) bias_backward(y, span, grads + layer->bias);
    if (!wants_gradient(self, layer->from)) return;
    if (is_flat(self, layer)) {
        flat_backward(self, layer, span);
        return;
    }
    for (int down = 0; down < layer->stride; down++)
        for (int right = 0; right < layer->stride; right++)
            phase_backward(self, layer, span, down, right);
}

/* ---- batch normalisation (Ioffe and Szegedy 2015) ------------------------------------------------ */

/* Σ for each channel, of each part, in the end of all: rows in floats, added up in doubles. */
struct sums {
    double at[NET_MAX_PARTS * 2 * MAX_CHANNELS]; /* [parts, 2, channels]: sums, products */
};

struct norm {
    struct net_pixels row;
    real factor[MAX_CHANNELS], shift[MAX_CHANNELS];
};

static void norm_of(const struct net *self, const struct net_layer *layer, struct norm *out) {
    const struct net_tensor *x = &self->tensors[layer->from];
    const real *now = self->batch_stats + layer->stats;
    for (int c = 0; c < x->channels; c++) {
        out->factor[c] = self->params[layer->weights + (size_t)c] * now[x->channels + c];
        out->shift[c] = self->params[layer->bias + (size_t)c] - now[c] * out->factor[c];
    }
    out->row = (struct net_pixels){.channels = x->channels,
                                   .n = (size_t)(x->width * x->channels),
                                   .least = layer->rectifies ? 0 : -(real)INFINITY,
                                   .factor = out->factor,
                                   .shift = out->shift,
                                   .of_x = self->slopes + layer->stats,
                                   .constant = self->slopes + layer->stats + x->channels,
                                   .adds = layer->adds};
}

/* Input and output of NORM have the same shape. */
#define FOR_ROWS(t, span, at)                                                                      \
    for (int i_ = (span).first; i_ < (span).first + (span).n; i_++)                                \
        for (size_t at = net_at(t, i_, 0, 0), end_ = at + (size_t)((t)->height * (t)->row);        \
             at < end_; at += (size_t)(t)->row)

/* What the statistics of a batch need: of x in the forward pass, of x and dy in the reverse pass. */
static void gather(const struct net *self, const struct net_layer *layer, struct span span,
                   bool forward, struct sums *sums) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    const struct net_kernels *kernels = net_kernels_best();
    real sum[MAX_CHANNELS], product[MAX_CHANNELS];
    double *out = sums->at + span.part * 2 * x->channels;
    struct norm norm;
    norm_of(self, layer, &norm);
    FOR_ROWS(x, span, at) {
        if (forward) kernels->moments(&norm.row, x->x + at, sum, product);
        else kernels->slopes(&norm.row, x->x + at, y->dx + at, sum, product);
        for (int c = 0; c < x->channels; c++) {
            out[c] += (double)sum[c];
            out[x->channels + c] += (double)product[c];
        }
    }
}

/* All parts, in the place of the first. */
static void add_up(const struct net *self, const struct net_layer *layer, struct sums *sums) {
    int n = 2 * self->tensors[layer->from].channels;
    if (self->crew)
        self->crew->share(self->crew->context, sums->at, (size_t)self->parts,
                          (size_t)n * sizeof *sums->at);
    for (int part = 1; part < self->parts; part++)
        for (int c = 0; c < n; c++) sums->at[c] += sums->at[part * n + c];
}

static double n_pixels(const struct net_tensor *t, int n) {
    return (double)n * t->height * t->width;
}

/* Mean and 1 / deviation of the batch; running statistics follow. */
static void measure(struct net *self, const struct net_layer *layer, int n,
                    const struct sums *sums) {
    const struct net_tensor *x = &self->tensors[layer->from];
    real *now = self->batch_stats + layer->stats, *kept = self->stats + layer->stats;
    double count = n_pixels(x, n), share = self->momentum;
    for (int c = 0; c < x->channels; c++) {
        double mean = sums->at[c] / count;
        double variance = fmax(0, sums->at[x->channels + c] / count - mean * mean);
        now[c] = (real)mean;
        now[x->channels + c] = (real)(1 / sqrt(variance + EPSILON));
        kept[c] += (real)(share * (mean - (double)kept[c]));
        kept[x->channels + c] += (real)(share * (variance - (double)kept[x->channels + c]));
    }
}

static void recall(struct net *self, const struct net_layer *layer) {
    int channels = self->tensors[layer->from].channels;
    real *now = self->batch_stats + layer->stats, *kept = self->stats + layer->stats;
    for (int c = 0; c < channels; c++) {
        now[c] = kept[c];
        now[channels + c] = (real)(1 / sqrt((double)kept[channels + c] + EPSILON));
    }
}

/* With h = (x - mean) / deviation: dx = scale / deviation (dy - mean(dy) - h mean(dy h)). */
static void attribute(struct net *self, const struct net_layer *layer, int n,
                      const struct sums *sums) {
    const struct net_tensor *x = &self->tensors[layer->from];
    const real *now = self->batch_stats + layer->stats;
    real *of_x = self->slopes + layer->stats, *constant = of_x + x->channels;
    const double *sum = sums->at, *product = sum + x->channels;
    double count = n_pixels(x, n);
    for (int c = 0; c < x->channels; c++) {
        double mean = (double)now[c], inverse = (double)now[x->channels + c];
        double along = (product[c] - mean * sum[c]) * inverse;
        double scale = (double)self->params[layer->weights + (size_t)c] * inverse;
        grads_of(self, 0)[layer->weights + (size_t)c] += (real)along;
        grads_of(self, 0)[layer->bias + (size_t)c] += (real)sum[c];
        of_x[c] = (real)(-scale * along * inverse / count);
        constant[c] = (real)(-scale * (sum[c] - mean * inverse * along) / count);
    }
}

static void norm_forward(struct net *self, const struct net_layer *layer, struct span span) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    struct norm norm;
    norm_of(self, layer, &norm);
    FOR_ROWS(x, span, at) net_kernels_best()->rescale(&norm.row, x->x + at, y->x + at);
}

static void norm_backward(struct net *self, const struct net_layer *layer, struct span span) {
    const struct net_tensor *x = &self->tensors[layer->from], *y = &self->tensors[layer->to];
    struct norm norm;
    norm_of(self, layer, &norm);
    FOR_ROWS(x, span, at)
    net_kernels_best()->descend(&norm.row, x->x + at, y->dx + at, x->dx + at);
}

/* ---- the others ------------------------------------------------------------------------------------ */

static void relu_forward(const struct net_tensor *t, struct span span) {
    size_t first = t->image * (size_t)span.first, end = first + t->image * (size_t)span.n;
    for (size_t i = first; i < end; i++) t->x[i] = t->x[i] > 0 ? t->x[i] : 0;
}

static void relu_backward(const struct net_tensor *t, struct span span) {
    size_t first = t->image * (size_t)span.first, end = first + t->image * (size_t)span.n;
    for (size_t i = first; i < end; i++) t->dx[i] = t->x[i] > 0 ? t->dx[i] : 0;
}

/* to[c] += factor from[c], for each pixel of the first; `up`: pixel (y, x) of the other one is
 * (y, x) / 2^up there, and `skip` channels of it come first. */
struct blend {
    int up_from, up_to, skip_from, skip_to, channels;
    real factor;
};

static void blend(const struct blend *how, const struct net_tensor *a, const real *from,
                  const struct net_tensor *b, real *to, struct span span, int height, int width) {
    for (int i = span.first; i < span.first + span.n; i++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                const real *p =
                    from + net_at(a, i, y >> how->up_from, x >> how->up_from) + how->skip_from;
                real *q = to + net_at(b, i, y >> how->up_to, x >> how->up_to) + how->skip_to;
                for (int c = 0; c < how->channels; c++) q[c] += how->factor * p[c];
            }
}

static void clear(const struct net_tensor *t, real *values, struct span span) {
    memset(values + t->image * (size_t)span.first, 0, t->image * (size_t)span.n * sizeof *values);
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

static void copy_forward(struct net *self, const struct net_layer *layer, struct span span) {
    const struct net_tensor *y = &self->tensors[layer->to];
    bool two = is_pair(layer);
    clear(y, y->x, span);
    for (int second = 0; second <= two; second++) {
        const struct net_tensor *x = &self->tensors[second ? layer->with : layer->from];
        const struct net_tensor *large = layer->kind == NET_POOL ? x : y;
        struct blend how = blend_of(self, layer, second);
        blend(&how, x, x->x, y, y->x, span, large->height, large->width);
    }
}

static void copy_backward(struct net *self, const struct net_layer *layer, struct span span) {
    const struct net_tensor *y = &self->tensors[layer->to];
    bool two = is_pair(layer);
    for (int second = 0; second <= two; second++) {
        const struct net_tensor *x = &self->tensors[second ? layer->with : layer->from];
        const struct net_tensor *large = layer->kind == NET_POOL ? x : y;
        struct blend how = blend_of(self, layer, second);
        struct blend back = {how.up_to,     how.up_from,  how.skip_to,
                             how.skip_from, how.channels, how.factor};
        blend(&back, y, y->dx, x, x->dx, span, large->height, large->width);
    }
}

/* ---- passes ---------------------------------------------------------------------------------------- */

/* Batch normalisation needs all images before it can go on; what lies between two of them is a
 * stage, and goes through all of its layers a few images at a time, so that what one layer
 * writes is in the cache when the next one reads it. */
static int images_at_a_time(const struct net *self, int begin, int end) {
    size_t bytes = 0;
    for (int i = begin; i < end; i++) {
        const struct net_layer *layer = &self->layers[i];
        bytes += self->tensors[layer->from].image + self->tensors[layer->to].image;
    }
    size_t n = CACHE / (bytes * sizeof(real) + 1);
    return n < 1 ? 1 : n < (size_t)self->batch ? (int)n : self->batch;
}

static int next_norm(const struct net *self, int at) {
    while (at < self->n_layers && self->layers[at].kind != NET_NORM) at++;
    return at;
}

static int norm_before(const struct net *self, int at) {
    do at--;
    while (at >= 0 && self->layers[at].kind != NET_NORM);
    return at;
}

static void forward_layer(struct net *self, const struct net_layer *layer, struct span span) {
    switch (layer->kind) {
    case NET_CONV: conv_forward(self, layer, span); break;
    case NET_NORM: norm_forward(self, layer, span); break;
    case NET_RELU: relu_forward(&self->tensors[layer->to], span); break;
    default: copy_forward(self, layer, span);
    }
}

static void backward_layer(struct net *self, const struct net_layer *layer, struct span span) {
    switch (layer->kind) {
    case NET_CONV: conv_backward(self, layer, span); break;
    case NET_NORM: norm_backward(self, layer, span); break;
    case NET_RELU: relu_backward(&self->tensors[layer->to], span); break;
    default: copy_backward(self, layer, span);
    }
}

/* Some layers, for the first n images, and what the NORM behind them needs to know, if it is asked. */
struct stage {
    struct net *net;
    bool forward;
    int begin, end, n; /* layers, half-open: forward from the first, backward from the last */
    const struct net_layer *norm;
    struct sums *sums;
};

static void run_layers(struct net *self, const struct stage *stage, struct span span) {
    for (int i = stage->begin; stage->forward && i < stage->end; i++)
        forward_layer(self, &self->layers[i], span);
    for (int i = stage->end; !stage->forward && i-- > stage->begin;)
        backward_layer(self, &self->layers[i], span);
}

static void run_part(void *argument, int part) {
    const struct stage *stage = argument;
    struct net *self = stage->net;
    int most = images_at_a_time(self, stage->begin, stage->end);
    struct span all = span_of(self, stage->n, part), span = all;
    for (int left = all.n; left > 0; left -= most, span.first += most) {
        span.n = left < most ? left : most;
        run_layers(self, stage, span);
        if (stage->norm) gather(self, stage->norm, span, stage->forward, stage->sums);
    }
}

static void run_stage(struct stage *stage) {
    const struct net_crew *crew = stage->net->crew;
    if (crew) crew->run(crew->context, run_part, stage);
    else
        for (int part = 0; part < stage->net->parts; part++) run_part(stage, part);
}

static void forward_training(struct net *self, int n) {
    for (int begin = 0, end = next_norm(self, 0);; begin = end, end = next_norm(self, end + 1)) {
        struct sums sums = {{0}};
        bool more = end < self->n_layers;
        struct stage stage = {self, true, begin, end, n, more ? &self->layers[end] : NULL, &sums};
        run_stage(&stage);
        if (!more) return;
        add_up(self, stage.norm, &sums);
        measure(self, stage.norm, n, &sums);
    }
}

void net_forward(struct net *self, int n, bool training) {
    if (training) {
        forward_training(self, n);
        return;
    }
    for (int i = 0; i < self->n_layers; i++)
        if (self->layers[i].kind == NET_NORM) recall(self, &self->layers[i]);
    struct stage stage = {.net = self, .forward = true, .end = self->n_layers, .n = n};
    run_stage(&stage);
}

void net_clear(struct net *self, int n) {
    for (int i = 0; i < self->n_tensors; i++)
        if (self->tensors[i].begins)
            clear(&self->tensors[i], self->tensors[i].dx, (struct span){.n = n});
}

/* Gradients of all parts, where there are several. */
static void add_grads(struct net *self) {
    size_t n = self->n_params;
    if (self->crew)
        self->crew->share(self->crew->context, self->of_parts, (size_t)self->parts,
                          n * sizeof *self->of_parts);
    if (self->of_parts == self->grads) return;
    for (int part = 0; part < self->parts; part++)
        for (size_t i = 0; i < n; i++) self->grads[i] += grads_of(self, part)[i];
    memset(self->of_parts, 0, (size_t)self->parts * n * sizeof *self->of_parts);
}

void net_backward(struct net *self, int n) {
    for (int i = 0; i < self->n_layers; i++)
        if (self->layers[i].kind == NET_CONV) turn_weights(self, &self->layers[i]);
    for (int end = self->n_layers, norm = end; end > 0; end = norm + 1) {
        struct sums sums = {{0}};
        norm = norm_before(self, norm);
        struct stage stage = {self, false, norm + 1, end, n, norm < 0 ? NULL : &self->layers[norm],
                              &sums};
        run_stage(&stage);
        if (!stage.norm) break;
        add_up(self, stage.norm, &sums);
        attribute(self, stage.norm, n, &sums);
    }
    add_grads(self);
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
