/* net - small convolutional networks: forward, backward, Adam.
 *
 * A network is a list of layers over tensors, in the order in which they are computed; whoever
 * builds one calls a function for each layer and gets the number of the tensor it makes:
 *
 *     x = net_input(net, 32, 32, 1)        tensors   [batch, height, width, channels], with a
 *     x = net_conv(net, x, 16, 3, 1)                 border of one pixel of zeros, so that a
 *     x = net_norm(net, x)                           convolution never asks where the image ends
 *     x = net_relu(net, x)                 parameters, gradients and the two moments of Adam are
 *     x = net_pool(net, x)                           four blocks of the same layout
 *
 * net_forward computes all tensors; net_backward wants the gradient of the loss in the `dx` of
 * the last ones and finds that of everything before, parameters included, in the order of the
 * batch.
 *
 * Kernels (net_kernels.h) are compiled twice, for any CPU and for AVX2 with fused
 * multiply-add, and chosen when the program runs. Everything is written over `real`, float in
 * the library; tests/test_net.c compiles it once more with double to compare gradients with
 * finite differences. */
#ifndef G2L2_NET_H
#define G2L2_NET_H

#include "base/base.h"

#ifdef NET_DOUBLE
typedef double real;
#define net_new          netd_new
#define net_free         netd_free
#define net_input        netd_input
#define net_conv         netd_conv
#define net_linear       netd_linear
#define net_norm         netd_norm
#define net_relu         netd_relu
#define net_pool         netd_pool
#define net_resize       netd_resize
#define net_add          netd_add
#define net_join         netd_join
#define net_finish       netd_finish
#define net_divide       netd_divide
#define net_start        netd_start
#define net_forward      netd_forward
#define net_clear        netd_clear
#define net_backward     netd_backward
#define net_adam         netd_adam
#define net_kernels_best netd_kernels_best
#define net_kernels_any  netd_kernels_any
#define net_kernels_avx2 netd_kernels_avx2
#else
typedef float real;
#endif

#define NET_MAX_TENSORS 64
#define NET_MAX_LAYERS  64
#define NET_MAX_PARTS   4
#define NET_LANES       8 /* numbers that kernels take at a time: channels come in eights */

struct net_tensor {
    int height, width, channels;
    int border;   /* pixels of zeros around it: 1, or 0 where it is one pixel */
    int row;      /* numbers of a row with its border */
    size_t image; /* numbers of one image with its border */
    size_t first; /* where the first pixel inside the border is */
    real *x, *dx; /* [batch, height + 2 border, width + 2 border, channels] */
    bool begins;  /* with zeros in dx: no layer sets it before others add to it */
    bool borrows; /* its dx is that of another tensor */
};

enum net_kind { NET_CONV, NET_NORM, NET_RELU, NET_POOL, NET_RESIZE, NET_ADD, NET_JOIN };

struct net_layer {
    enum net_kind kind;
    int from, with, to; /* tensors; `with`: the second one of ADD and JOIN */
    int kernel, stride; /* CONV */
    size_t weights;     /* in params. CONV: [kernel, kernel, from, to]; NORM: scales [to] */
    size_t bias;        /* in params: [to]; SIZE_MAX: none */
    size_t stats;       /* NORM, in stats: running mean [to] and variance [to]; in batch_stats:
                           mean and 1 / deviation; in slopes: see struct net_pixels */
    bool rectifies;     /* NORM: a ReLU follows, and is done with it */
    bool adds;          /* to the gradient of `from`, which others have begun */
};

/* Whoever does the work on the parts of a batch, side by side. Part p has the images from n p / parts
 * to n (p + 1) / parts. What is added up over images is added up for each part, and then in the order
 * of parts: who has worked on which cannot be seen from the result. */
struct net_crew {
    void *context;
    /* work(argument, part) for all parts; some of them may be done elsewhere. */
    void (*run)(void *context, void (*work)(void *argument, int part), void *argument);
    /* What was done elsewhere comes here: of `n` items of `size` bytes, those of its parts. */
    void (*share)(void *context, void *at, size_t n, size_t size);
};

struct net {
    int batch; /* images there is room for */
    int n_tensors, n_layers;
    struct net_tensor tensors[NET_MAX_TENSORS];
    struct net_layer layers[NET_MAX_LAYERS];
    real *memory; /* all of the following, and the tensors */
    size_t n_params, n_stats;
    real *params, *grads, *m, *v; /* [n_params] */
    bool *decays;                 /* [n_params] weights of CONV decay, all others do not */
    real *stats, *batch_stats;    /* [n_stats] */
    real *slopes;                 /* [n_stats] */
    real *turned;                 /* [n_params] the weights of CONV, the other way round */
    int parts;                    /* of a batch */
    real *of_parts;               /* [parts, n_params] gradients; that of a single one: grads */
    const struct net_crew *crew;  /* NULL: one part after the other */
    double momentum;              /* of running statistics: share of the newest batch */
    uint32_t n_steps;             /* of Adam */
    bool failed;                  /* too many tensors or layers, or they do not fit together */
};

/* ---- building: each returns the tensor that the layer makes -------------------------------- */

/* An empty network for at most `batch` images at a time; NULL: out of memory. */
struct net *net_new(int batch);
void net_free(struct net *self);
int net_input(struct net *self, int height, int width, int channels);
/* A square kernel of odd size 1 or 3 keeps the size (stride 1) or halves it (stride 2); one as
 * large as the image, above 3, takes all of it to one pixel. Without bias. */
int net_conv(struct net *self, int from, int channels, int kernel, int stride);
/* y = W x + b for each pixel. */
int net_linear(struct net *self, int from, int channels);
int net_norm(struct net *self, int from);   /* batch normalisation, with scale and bias */
int net_relu(struct net *self, int from);   /* in place: the same tensor */
int net_pool(struct net *self, int from);   /* mean of all pixels */
int net_resize(struct net *self, int from); /* twice as high and wide, each pixel four times */
int net_add(struct net *self, int from, int with);
int net_join(struct net *self, int from, int with); /* channels side by side */
/* Take the memory. False: it is not there, or the layers did not fit together. */
bool net_finish(struct net *self);
/* Work on batches in parts from now on, by a crew (or NULL) that outlives its use. False: there is no
 * memory for it. */
bool net_divide(struct net *self, int parts, const struct net_crew *crew);
/* First weights: normal with variance 2 / inputs; scales 1, biases 0. */
void net_start(struct net *self, struct rng *rng);

/* ---- use ------------------------------------------------------------------------------------ */

/* The first `n` images. Training normalises by the batch and keeps running statistics;
 * otherwise these are used. */
void net_forward(struct net *self, int n, bool training);
/* Gradients begin anew; then the caller fills dx of the outputs, inside their borders. */
void net_clear(struct net *self, int n);
/* After net_forward(n, true). Gradients of parameters are added to. */
void net_backward(struct net *self, int n);
/* Adam with decoupled weight decay (Loshchilov and Hutter 2019); gradients back to zero. */
void net_adam(struct net *self, double rate, double decay);

/* The pixel (y, x) of image i. */
static inline size_t net_at(const struct net_tensor *t, int i, int y, int x) {
    return (size_t)i * t->image + t->first + (size_t)y * (size_t)t->row +
           (size_t)x * (size_t)t->channels;
}

/* ---- kernels -------------------------------------------------------------------------------- */

/* One convolution: how to walk over input, output and weights. The taps of a row of the kernel
 * lie side by side, so each is a `run` of kernel * in numbers. */
struct net_walk {
    int images, height, width; /* pixels of the output */
    int out;                   /* channels of it */
    int kernel, run;           /* rows of the kernel; taps of each */
    size_t w_row;              /* weights from a row of the kernel to the next */
    int step, to_step;         /* numbers from an output pixel to the next: in the input, in the
                                  output */
    int in_row;                /* numbers from an input row to the next */
    int down, out_row;         /* from an output row to the next: in the input, in the output */
    size_t in_image, out_image;
    bool adds; /* to what is in the output */
};

/* A row of pixels that is normalised: with v = x factor + shift, y is v above `least` and
 * otherwise zero. */
struct net_pixels {
    int channels;
    size_t n; /* numbers: pixels * channels */
    real least;
    const real *factor, *shift;  /* [channels] */
    const real *of_x, *constant; /* [channels] dx = factor dy + of_x x + constant */
    bool adds;                   /* to what is in dx */
};

struct net_kernels {
    /* y = bias + Σ taps x w; w: [kernel, run, out] */
    void (*forward)(const struct net_walk *walk, const real *x, const real *w, const real *bias,
                    real *y);
    /* dw += Σ pixels x dy */
    void (*backward_weights)(const struct net_walk *walk, const real *x, const real *dy, real *dw);
    /* Σ x and Σ x², for each channel */
    void (*moments)(const struct net_pixels *row, const real *x, real *sum, real *square);
    void (*rescale)(const struct net_pixels *row, const real *x, real *y);
    /* Σ dy and Σ x dy of those above */
    void (*slopes)(const struct net_pixels *row, const real *x, const real *dy, real *sum,
                   real *product);
    void (*descend)(const struct net_pixels *row, const real *x, const real *dy, real *dx);
};

extern const struct net_kernels net_kernels_any;
#if defined(__x86_64__) && !defined(NET_DOUBLE)
extern const struct net_kernels net_kernels_avx2;
#endif
const struct net_kernels *net_kernels_best(void); /* of those that this CPU has */

#endif
