/* The layout of safetensors: the length of a header in eight bytes, the header, a JSON object
 * that says of each tensor its type, shape and where its bytes begin and end, and the bytes. */
#include <jansson.h>
#include <string.h>

#include "generators/features/tensors.h"

struct file {
    struct tensors *out;
    const unsigned char *data; /* behind the header */
    size_t n;
};

static _Noreturn void fail(struct tensors *self, const char *name, const char *why) {
    guard_raise(self->arena->guard, G2L2_STATUS_FORMAT, 0, 0, "%s%.100s%s%s",
                name ? "the array '" : "", name ? name : "", name ? "' " : "", why);
}

static bool find_type(const char *name, enum number_type *out) {
    static const char *const names[N_NUMBER_TYPES] = {"F16", "BF16", "F32", "F64", "I8",  "U8",
                                                      "I16", "U16",  "I32", "U32", "I64", "U64"};
    if (!strcmp(name, "BOOL")) name = "U8";
    for (int i = 0; i < N_NUMBER_TYPES; i++)
        if (!strcmp(names[i], name)) {
            *out = (enum number_type)i;
            return true;
        }
    return false;
}

/* A whole number that is not negative; -1: it is none. */
static json_int_t number_at(const json_t *list, size_t i) {
    const json_t *value = json_array_get(list, i);
    return json_is_integer(value) && json_integer_value(value) >= 0 ? json_integer_value(value)
                                                                    : -1;
}

static void read_shape(const struct file *f, const json_t *shape, struct tensor *out) {
    if (!json_is_array(shape) || json_array_size(shape) > TENSOR_MAX_DIMS)
        fail(f->out, out->name, "has no shape of up to four dimensions");
    out->n_dims = (uint32_t)json_array_size(shape);
    for (uint32_t i = 0; i < out->n_dims; i++) {
        if (number_at(shape, i) < 0) fail(f->out, out->name, "has a shape that cannot be read");
        out->dims[i] = (size_t)number_at(shape, i);
    }
}

static void read_one(const struct file *f, const char *key, const json_t *value) {
    struct tensor tensor = {.name = arena_strndup(f->out->arena, key, strlen(key))};
    const char *type = json_string_value(json_object_get(value, "dtype"));
    const json_t *place = json_object_get(value, "data_offsets");
    json_int_t begin = number_at(place, 0), end = number_at(place, 1);
    if (!type || !find_type(type, &tensor.type))
        fail(f->out, key, "has a type that is not supported");
    read_shape(f, json_object_get(value, "shape"), &tensor);
    if (begin < 0 || end < begin || (uint64_t)end > f->n) fail(f->out, key, "is not in the file");
    tensor.bytes = f->data + begin;
    tensors_add(f->out, tensor, (size_t)(end - begin));
}

static void read_all(const struct file *f, json_t *header) {
    const char *key;
    json_t *value;
    if (!json_is_object(header)) fail(f->out, NULL, "the header of the file is not JSON");
    json_object_foreach(header, key, value) {
        if (strcmp(key, "__metadata__")) read_one(f, key, value);
    }
}

/* JSON is not the arena's, so what is raised lands here first. */
void tensors_read_safetensors(struct tensors *self, const unsigned char *data, size_t n) {
    struct guard *outer = self->arena->guard, inner;
    g2l2_error err;
    uint64_t length = 0;
    for (size_t i = 0; i < 8 && n >= 8; i++) length |= (uint64_t)data[i] << (8 * i);
    if (n < 10 || length > n - 8 || data[8] != '{')
        fail(self, NULL, "this is no .npy, .npz, .safetensors or .jsonl file");
    struct file f = {self, data + 8 + length, n - 8 - (size_t)length};
    json_t *header =
        json_loadb((const char *)data + 8, (size_t)length, JSON_REJECT_DUPLICATES, NULL);
    self->arena->guard = &inner;
    if (guard_try(&inner, &err)) read_all(&f, header);
    self->arena->guard = outer;
    json_decref(header);
    if (inner.status) guard_raise(outer, inner.status, 0, 0, "%s", err.message);
}
