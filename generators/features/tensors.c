/* Arrays of numbers: their types, and which reader a file is for. */
#include <math.h>
#include <string.h>

#include "generators/features/tensors.h"

static size_t number_size(enum number_type type) {
    static const size_t sizes[N_NUMBER_TYPES] = {2, 2, 4, 8, 1, 1, 2, 2, 4, 4, 8, 8};
    return sizes[type];
}

/* ---- numbers ----------------------------------------------------------------------------- */

static uint64_t take_bits(const unsigned char *at, size_t n, bool big_endian) {
    uint64_t out = 0;
    for (size_t i = 0; i < n; i++) out |= (uint64_t)at[big_endian ? n - 1 - i : i] << (8 * i);
    return out;
}

static double from_half(uint16_t bits) {
    int exponent = bits >> 10 & 31;
    double fraction = bits & 1023, sign = bits >> 15 ? -1 : 1;
    if (exponent == 31) return fraction > 0 ? NAN : sign * INFINITY;
    return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

static double from_single(uint32_t bits) {
    float out;
    memcpy(&out, &bits, sizeof out);
    return (double)out;
}

static double from_double(uint64_t bits) {
    double out;
    memcpy(&out, &bits, sizeof out);
    return out;
}

double tensor_number(const struct tensor *self, size_t i) {
    size_t size = number_size(self->type);
    uint64_t bits = take_bits(self->bytes + i * size, size, self->big_endian);
    switch (self->type) {
    case NUMBER_F16: return from_half((uint16_t)bits);
    case NUMBER_BF16: return from_single((uint32_t)bits << 16);
    case NUMBER_F32: return from_single((uint32_t)bits);
    case NUMBER_F64: return from_double(bits);
    case NUMBER_I8: return (int8_t)bits;
    case NUMBER_I16: return (int16_t)bits;
    case NUMBER_I32: return (int32_t)bits;
    case NUMBER_I64: return (double)(int64_t)bits;
    default: return (double)bits;
    }
}

/* ---- the list ------------------------------------------------------------------------------ */

const struct tensor *tensors_find(const struct tensors *self, const char *name) {
    for (uint32_t i = 0; i < self->list.n; i++)
        if (!strcmp(self->list.at[i].name, name)) return &self->list.at[i];
    return NULL;
}

void tensors_add(struct tensors *self, struct tensor tensor, size_t n_bytes) {
    size_t size = number_size(tensor.type), most = n_bytes / size;
    tensor.n = 1;
    for (uint32_t i = 0; i < tensor.n_dims; i++) {
        if (tensor.dims[i] && tensor.n > most / tensor.dims[i]) tensor.n = SIZE_MAX;
        else tensor.n *= tensor.dims[i];
        if (tensor.n == SIZE_MAX) break;
    }
    if (tensor.n != most || n_bytes % size)
        guard_raise(self->arena->guard, G2L2_STATUS_FORMAT, 0, 0,
                    "the shape of the array '%.100s' is not that of its %zu bytes", tensor.name,
                    n_bytes);
    if (tensors_find(self, tensor.name))
        guard_raise(self->arena->guard, G2L2_STATUS_FORMAT, 0, 0,
                    "there are two arrays called '%.100s'", tensor.name);
    vec_push(self->arena, &self->list, tensor);
}

void tensors_read(struct tensors *self, const unsigned char *data, size_t n) {
    if (n >= 6 && !memcmp(data, "\x93NUMPY", 6)) tensors_read_npy(self, "features", data, n);
    else if (n >= 4 && !memcmp(data, "PK", 2)) tensors_read_npz(self, data, n);
    else tensors_read_safetensors(self, data, n);
}
