/* net_kernels - the inner loops of networks, as a template: the file that includes it defines
 * NET_KERNELS, the name of the table, and is compiled for the CPU it is for.
 *
 * A block of a convolution is a few pixels by up to three vectors of LANES channels, at most
 * BLOCK sums, all in registers:
 *
 *              channels of the output
 *              [ 8 ][ 8 ][ 8 ]
 *     pixel 0   +=   +=   +=   x[0][j] * w[j][...]     for each tap j: a load for each vector of
 *     pixel 1   +=   +=   +=   x[1][j] * w[j][...]     weights, a broadcast for each pixel, and
 *       ...                                            a multiply-add for each sum
 *
 * The gradient of the input is the same convolution with weights turned round; that of the
 * weights has taps in the place of pixels. */
#include "sight/net.h"

/* As many sums as leave registers for what is multiplied. */
#if defined(__AVX__) || defined(__aarch64__)
#define BLOCK 12
#else
#define BLOCK 6
#endif
#define VECTORS 3 /* of channels, at most, in a block */
typedef real vec __attribute__((vector_size(NET_LANES * sizeof(real))));
typedef real loose __attribute__((vector_size(NET_LANES * sizeof(real)), aligned(sizeof(real)),
                                  may_alias)); /* wherever a number may lie */
typedef __typeof__((vec){0} > (vec){0}) mask;

#define LOAD(p)     ((vec) * (const loose *)(p))
#define STORE(p, v) (*(loose *)(p) = (v))
#define INLINE      static inline __attribute__((always_inline))

/* Blocks at the right and at the end of channels are smaller; the compiler must know how large
 * each is to keep it in registers. */
#define FOR_BLOCK(n, vectors, CALL)                                                                \
    switch ((vectors)*16 + (n)) {                                                                  \
    case 17: CALL(1, 1); break;                                                                    \
    case 18: CALL(2, 1); break;                                                                    \
    case 19: CALL(3, 1); break;                                                                    \
    case 20: CALL(4, 1); break;                                                                    \
    case 21: CALL(5, 1); break;                                                                    \
    case 22: CALL(6, 1); break;                                                                    \
    case 33: CALL(1, 2); break;                                                                    \
    case 34: CALL(2, 2); break;                                                                    \
    case 35: CALL(3, 2); break;                                                                    \
    case 36: CALL(4, 2); break;                                                                    \
    case 37: CALL(5, 2); break;                                                                    \
    case 38: CALL(6, 2); break;                                                                    \
    case 49: CALL(1, 3); break;                                                                    \
    case 50: CALL(2, 3); break;                                                                    \
    case 51: CALL(3, 3); break;                                                                    \
    default: CALL(4, 3); break;                                                                    \
    }

/* The size of the next block of `left`: as few blocks as can be, of about the same size. */
static int next_block(int left, int most) {
    int blocks = (left + most - 1) / most;
    return (left + blocks - 1) / blocks;
}

static int most_beside(int vectors) {
    return vectors == 1 ? 6 : BLOCK / vectors;
}

/* ---- convolution ------------------------------------------------------------------------------ */

INLINE void forward_block(const struct net_walk *s, const real *x, const real *w, const real *bias,
                          real *y, const int n, const int vectors) {
    vec sum[BLOCK][VECTORS];
    for (int p = 0; p < n; p++)
        for (int v = 0; v < vectors; v++)
            sum[p][v] = s->adds ? LOAD(y + (size_t)p * s->to_step + v * NET_LANES)
                        : bias  ? LOAD(bias + v * NET_LANES)
                                : (vec){0};
    for (int k = 0; k < s->kernel; k++, x += s->in_row, w += s->w_row) {
        const real *at = w;
        for (int j = 0; j < s->run; j++, at += s->out)
            for (int p = 0; p < n; p++)
                for (int v = 0; v < vectors; v++)
                    sum[p][v] += x[(size_t)p * s->step + j] * LOAD(at + v * NET_LANES);
    }
    for (int p = 0; p < n; p++)
        for (int v = 0; v < vectors; v++)
            STORE(y + (size_t)p * s->to_step + v * NET_LANES, sum[p][v]);
}

/* The last channels of a row, where they are no multiple of LANES. */
static void forward_rest(const struct net_walk *s, const real *x, const real *w, real *y,
                         int from) {
    for (int p = 0; p < s->width; p++, x += s->step, y += s->to_step)
        for (int c = from; c < s->out; c++) {
            real sum = s->adds ? y[c] : 0;
            for (int k = 0; k < s->kernel; k++)
                for (int j = 0; j < s->run; j++)
                    sum += x[k * s->in_row + j] * w[k * s->w_row + j * s->out + c];
            y[c] = sum;
        }
}

static void forward_row(const struct net_walk *s, const real *x, const real *w, const real *bias,
                        real *y) {
    int all = s->out / NET_LANES;
    for (int c = 0, vectors; c < all; c += vectors) {
        vectors = next_block(all - c, VECTORS);
        for (int p = 0, n; p < s->width; p += n) {
            n = next_block(s->width - p, most_beside(vectors));
            const real *from = x + (size_t)p * s->step, *taps = w + c * NET_LANES;
            const real *b = bias ? bias + c * NET_LANES : NULL;
            real *to = y + (size_t)p * s->to_step + c * NET_LANES;
#define CALL(N, V) forward_block(s, from, taps, b, to, N, V)
            FOR_BLOCK(n, vectors, CALL)
#undef CALL
        }
    }
    if (all * NET_LANES < s->out) forward_rest(s, x, w, y, all * NET_LANES);
}

static void forward(const struct net_walk *s, const real *x, const real *w, const real *bias,
                    real *y) {
    for (int i = 0; i < s->images; i++, x += s->in_image, y += s->out_image)
        for (int row = 0; row < s->height; row++)
            forward_row(s, x + (size_t)row * s->down, w, bias, y + (size_t)row * s->out_row);
}

/* `n` taps of a run, over all pixels. */
INLINE void weights_block(const struct net_walk *s, const real *x, const real *dy, real *dw,
                          const int n, const int vectors) {
    vec sum[BLOCK][VECTORS];
    for (int j = 0; j < n; j++)
        for (int v = 0; v < vectors; v++) sum[j][v] = LOAD(dw + j * s->out + v * NET_LANES);
    for (int i = 0; i < s->images; i++, x += s->in_image, dy += s->out_image)
        for (int row = 0; row < s->height; row++) {
            const real *xs = x + (size_t)row * s->down, *dys = dy + (size_t)row * s->out_row;
            for (int p = 0; p < s->width; p++, xs += s->step, dys += s->to_step)
                for (int j = 0; j < n; j++)
                    for (int v = 0; v < vectors; v++)
                        sum[j][v] += xs[j] * LOAD(dys + v * NET_LANES);
        }
    for (int j = 0; j < n; j++)
        for (int v = 0; v < vectors; v++) STORE(dw + j * s->out + v * NET_LANES, sum[j][v]);
}

static void backward_weights(const struct net_walk *s, const real *x, const real *dy, real *dw) {
    int all = s->out / NET_LANES;
    for (int k = 0; k < s->kernel; k++, x += s->in_row, dw += s->w_row)
        for (int c = 0, vectors; c < all; c += vectors) {
            vectors = next_block(all - c, VECTORS);
            for (int j = 0, n; j < s->run; j += n) {
                n = next_block(s->run - j, most_beside(vectors));
                real *to = dw + (size_t)j * s->out + c * NET_LANES;
#define CALL(N, V) weights_block(s, x + j, dy + c * NET_LANES, to, N, V)
                FOR_BLOCK(n, vectors, CALL)
#undef CALL
            }
        }
}

/* ---- normalisation ---------------------------------------------------------------------------- */

/* A value where x factor + shift is above `least`, and zero elsewhere. A macro, since a function
 * that returns vectors has no fixed interface below AVX. */
#define ABOVE(scaled, least, value) ((vec)((mask)(value) & ~((scaled) <= (least))))

#define FOR_CHANNELS(s, c) for (int c = 0; c < (s)->channels; c += NET_LANES)

static void moments(const struct net_pixels *s, const real *x, real *sum, real *square) {
    FOR_CHANNELS(s, c) {
        vec one = {0}, two = {0};
        for (const real *at = x + c; at < x + s->n; at += s->channels) {
            vec v = LOAD(at);
            one += v;
            two += v * v;
        }
        STORE(sum + c, one);
        STORE(square + c, two);
    }
}

static void rescale(const struct net_pixels *s, const real *x, real *y) {
    vec least = s->least - (vec){0};
    FOR_CHANNELS(s, c) {
        vec factor = LOAD(s->factor + c), shift = LOAD(s->shift + c);
        for (size_t i = (size_t)c; i < s->n; i += (size_t)s->channels) {
            vec v = LOAD(x + i) * factor + shift;
            STORE(y + i, ABOVE(v, least, v));
        }
    }
}

static void slopes(const struct net_pixels *s, const real *x, const real *dy, real *sum,
                   real *product) {
    vec least = s->least - (vec){0};
    FOR_CHANNELS(s, c) {
        vec factor = LOAD(s->factor + c), shift = LOAD(s->shift + c), one = {0}, two = {0};
        for (size_t i = (size_t)c; i < s->n; i += (size_t)s->channels) {
            vec v = LOAD(x + i), d = ABOVE(v * factor + shift, least, LOAD(dy + i));
            one += d;
            two += d * v;
        }
        STORE(sum + c, one);
        STORE(product + c, two);
    }
}

static void descend(const struct net_pixels *s, const real *x, const real *dy, real *dx) {
    vec least = s->least - (vec){0};
    FOR_CHANNELS(s, c) {
        vec factor = LOAD(s->factor + c), shift = LOAD(s->shift + c);
        vec of_x = LOAD(s->of_x + c), constant = LOAD(s->constant + c);
        for (size_t i = (size_t)c; i < s->n; i += (size_t)s->channels) {
            vec v = LOAD(x + i), d = ABOVE(v * factor + shift, least, LOAD(dy + i));
            vec to = factor * d + of_x * v + constant;
            STORE(dx + i, s->adds ? LOAD(dx + i) + to : to);
        }
    }
}

const struct net_kernels NET_KERNELS = {forward, backward_weights, moments,
                                        rescale, slopes,           descend};
