/* net_kernels - the three inner loops of a convolution, as a template: the file that includes it
 * defines NET_KERNELS, the name of the table, and is compiled for the CPU it is for.
 *
 * A block is up to PIXELS pixels by two vectors of LANES channels, all in registers:
 *
 *              channels of the output
 *              [ 8 ][ 8 ]
 *     pixel 0   +=   +=    x[0][j] * w[j][...]       for each tap j: two loads of weights,
 *     pixel 1   +=   +=    x[1][j] * w[j][...]       a broadcast and two multiply-adds
 *       ...                                          for each pixel
 *
 * The gradient of the input is the same with weights turned round, tap by tap, since pixels of
 * different taps overlap; that of the weights has taps in the place of pixels. */
#include "sight/net.h"

#define PIXELS 6
typedef real vec __attribute__((vector_size(NET_LANES * sizeof(real))));
typedef real loose __attribute__((vector_size(NET_LANES * sizeof(real)), aligned(sizeof(real)),
                                  may_alias)); /* wherever a number may lie */

#define LOAD(p)     ((vec) * (const loose *)(p))
#define STORE(p, v) (*(loose *)(p) = (v))
#define INLINE      static inline __attribute__((always_inline))

/* Blocks at the right and at the end of channels are smaller; the compiler must know how large
 * each is to keep it in registers. */
#define FOR_BLOCK(n, vectors, CALL)                                                                \
    switch ((n)*2 + (vectors)-1) {                                                                 \
    case 2: CALL(1, 1); break;                                                                     \
    case 3: CALL(1, 2); break;                                                                     \
    case 4: CALL(2, 1); break;                                                                     \
    case 5: CALL(2, 2); break;                                                                     \
    case 6: CALL(3, 1); break;                                                                     \
    case 7: CALL(3, 2); break;                                                                     \
    case 8: CALL(4, 1); break;                                                                     \
    case 9: CALL(4, 2); break;                                                                     \
    case 10: CALL(5, 1); break;                                                                    \
    case 11: CALL(5, 2); break;                                                                    \
    case 12: CALL(6, 1); break;                                                                    \
    default: CALL(6, 2); break;                                                                    \
    }

/* The size of the next block of `left`: as few blocks as can be, of about the same size. */
static int next_block(int left) {
    int blocks = (left + PIXELS - 1) / PIXELS;
    return (left + blocks - 1) / blocks;
}

/* ---- forward -------------------------------------------------------------------------------- */

INLINE void forward_block(const struct net_walk *s, const real *x, const real *w, const real *bias,
                          real *y, const int n, const int vectors) {
    vec sum[PIXELS][2];
    for (int p = 0; p < n; p++)
        for (int v = 0; v < vectors; v++) sum[p][v] = bias ? LOAD(bias + v * NET_LANES) : (vec){0};
    for (int k = 0; k < s->kernel; k++, x += s->in_row)
        for (int j = 0; j < s->run; j++, w += s->out) {
            vec w0 = LOAD(w), w1 = vectors > 1 ? LOAD(w + NET_LANES) : w0;
            for (int p = 0; p < n; p++) {
                real tap = x[(size_t)p * s->step + j];
                sum[p][0] += tap * w0;
                if (vectors > 1) sum[p][1] += tap * w1;
            }
        }
    for (int p = 0; p < n; p++)
        for (int v = 0; v < vectors; v++) STORE(y + p * s->out + v * NET_LANES, sum[p][v]);
}

static void forward(const struct net_walk *s, const real *x, const real *w, const real *bias,
                    real *y) {
    for (int row = 0; row < s->height; row++, x += s->down, y += s->out_row)
        for (int c = 0; c < s->out; c += 2 * NET_LANES)
            for (int p = 0, n; p < s->width; p += n) {
                int vectors = s->out - c > NET_LANES ? 2 : 1;
                n = next_block(s->width - p);
                const real *b = bias ? bias + c : NULL, *from = x + (size_t)p * s->step;
                real *to = y + (size_t)p * s->out + c;
#define CALL(N, V) forward_block(s, from, w + c, b, to, N, V)
                FOR_BLOCK(n, vectors, CALL)
#undef CALL
            }
}

/* ---- gradient of the input -------------------------------------------------------------------- */

INLINE void input_block(const struct net_walk *s, const real *dy, const real *w, real *dx,
                        const int n, const int vectors) {
    vec sum[PIXELS][2];
    for (int p = 0; p < n; p++)
        for (int v = 0; v < vectors; v++) sum[p][v] = LOAD(dx + p * s->step + v * NET_LANES);
    for (int c = 0; c < s->out; c++, w += s->in) {
        vec w0 = LOAD(w), w1 = vectors > 1 ? LOAD(w + NET_LANES) : w0;
        for (int p = 0; p < n; p++) {
            real slope = dy[p * s->out + c];
            sum[p][0] += slope * w0;
            if (vectors > 1) sum[p][1] += slope * w1;
        }
    }
    for (int p = 0; p < n; p++)
        for (int v = 0; v < vectors; v++) STORE(dx + p * s->step + v * NET_LANES, sum[p][v]);
}

/* The last channels of the input, where they are no multiple of LANES. */
static void input_rest(const struct net_walk *s, const real *dy, const real *w, real *dx,
                       int from) {
    for (int p = 0; p < s->width; p++)
        for (int i = from; i < s->in; i++) {
            real sum = 0;
            for (int c = 0; c < s->out; c++) sum += dy[p * s->out + c] * w[c * s->in + i];
            dx[p * s->step + i] += sum;
        }
}

/* One tap of one row. */
static void input_tap(const struct net_walk *s, const real *dy, const real *w, real *dx) {
    int whole = s->in / NET_LANES * NET_LANES;
    for (int i = 0; i < whole; i += 2 * NET_LANES)
        for (int p = 0, n; p < s->width; p += n) {
            int vectors = whole - i > NET_LANES ? 2 : 1;
            n = next_block(s->width - p);
            const real *from = dy + (size_t)p * s->out;
            real *to = dx + (size_t)p * s->step + i;
#define CALL(N, V) input_block(s, from, w + i, to, N, V)
            FOR_BLOCK(n, vectors, CALL)
#undef CALL
        }
    if (whole < s->in) input_rest(s, dy, w, dx, whole);
}

static void backward_input(const struct net_walk *s, const real *dy, const real *w, real *dx) {
    int columns = s->run / s->in;
    for (int row = 0; row < s->height; row++, dy += s->out_row, dx += s->down)
        for (int k = 0; k < s->kernel; k++)
            for (int c = 0; c < columns; c++)
                input_tap(s, dy, w + (size_t)(k * columns + c) * s->in * s->out,
                          dx + (size_t)k * s->in_row + c * s->in);
}

/* ---- gradient of the weights ------------------------------------------------------------------ */

/* `n` taps of a run, over all pixels. */
INLINE void weights_block(const struct net_walk *s, const real *x, const real *dy, real *dw,
                          const int n, const int vectors) {
    vec sum[PIXELS][2];
    for (int j = 0; j < n; j++)
        for (int v = 0; v < vectors; v++) sum[j][v] = LOAD(dw + j * s->out + v * NET_LANES);
    for (int row = 0; row < s->height; row++) {
        const real *xs = x + (size_t)row * s->down, *dys = dy + (size_t)row * s->out_row;
        for (int p = 0; p < s->width; p++, xs += s->step, dys += s->out) {
            vec d0 = LOAD(dys), d1 = vectors > 1 ? LOAD(dys + NET_LANES) : d0;
            for (int j = 0; j < n; j++) {
                sum[j][0] += xs[j] * d0;
                if (vectors > 1) sum[j][1] += xs[j] * d1;
            }
        }
    }
    for (int j = 0; j < n; j++)
        for (int v = 0; v < vectors; v++) STORE(dw + j * s->out + v * NET_LANES, sum[j][v]);
}

static void backward_weights(const struct net_walk *s, const real *x, const real *dy, real *dw) {
    for (int k = 0; k < s->kernel; k++, x += s->in_row)
        for (int j = 0, n; j < s->run; j += n) {
            n = next_block(s->run - j);
            for (int c = 0; c < s->out; c += 2 * NET_LANES) {
                int vectors = s->out - c > NET_LANES ? 2 : 1;
                real *to = dw + (size_t)(k * s->run + j) * s->out + c;
#define CALL(N, V) weights_block(s, x + j, dy + c, to, N, V)
                FOR_BLOCK(n, vectors, CALL)
#undef CALL
            }
        }
}

const struct net_kernels NET_KERNELS = {forward, backward_input, backward_weights};
