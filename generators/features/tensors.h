/* tensors - arrays of numbers in files of other programs, and scenes made of them.
 *
 *     .npy .npz .safetensors ─▶ tensors by name ─┬▶ objects, each a vector ─▶ a scene a line
 *     .jsonl ────────────────────────────────────┘
 *
 * Every offset, length and product of a header is checked against what is there before it is
 * used. A reader says what is wrong in one sentence, and where it can at which byte. */
#ifndef G2L2_FEATURES_TENSORS_H
#define G2L2_FEATURES_TENSORS_H

#include "common/common.h"

#define TENSOR_MAX_DIMS 4u

enum number_type {
    NUMBER_F16,
    NUMBER_BF16,
    NUMBER_F32,
    NUMBER_F64,
    NUMBER_I8,
    NUMBER_U8,
    NUMBER_I16,
    NUMBER_U16,
    NUMBER_I32,
    NUMBER_U32,
    NUMBER_I64,
    NUMBER_U64,
    N_NUMBER_TYPES
};

struct tensor {
    const char *name;
    uint32_t n_dims;
    size_t dims[TENSOR_MAX_DIMS];
    size_t n; /* numbers in all */
    enum number_type type;
    bool big_endian;
    const unsigned char *bytes; /* [n * size of the type] */
};

/* Everything is in `arena`, or in `data`; may raise at the arena's guard. */
struct tensors {
    struct arena *arena;
    VEC(struct tensor) list;
};

double tensor_number(const struct tensor *self, size_t i);
const struct tensor *tensors_find(const struct tensors *self, const char *name);
/* Check the shape against the bytes that are there, and add it. */
void tensors_add(struct tensors *self, struct tensor tensor, size_t n_bytes);

/* A file's bytes, by what they begin with; a single array is called `features`. */
void tensors_read(struct tensors *self, const unsigned char *data, size_t n);
void tensors_read_npy(struct tensors *self, const char *name, const unsigned char *data, size_t n);
void tensors_read_npz(struct tensors *self, const unsigned char *data, size_t n);
void tensors_read_safetensors(struct tensors *self, const unsigned char *data, size_t n);

/* ---- scenes ---------------------------------------------------------------------------- */

struct features_options {
    double width, height; /* of images, where boxes are in pixels; 0: they are between 0 and 1 */
    double box_scale;     /* of the numbers of a box; 0: boxes are not looked at */
    size_t max_bytes;     /* of the file, and of what it unpacks to */
};

struct features_report {
    size_t scenes, objects, numbers;
};

struct features_options features_options_default(void);
/* Append a line for each scene of the bytes, which end with a NUL behind them, or of a file to
 * `out`; `path` is for errors. On failure `out` may have some lines. */
g2l2_status features_convert_bytes(const char *path, const char *data, size_t n,
                                   const struct features_options *options, struct buf *out,
                                   struct features_report *report, g2l2_error *err);
g2l2_status features_convert(const char *path, const struct features_options *options,
                             struct buf *out, struct features_report *report, g2l2_error *err);

#endif
