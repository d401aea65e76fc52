/* NumPy's files: one array (.npy), or a zip archive of such (.npz), stored or deflated.
 *
 *     \x93NUMPY  version  length  {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
 *     numbers
 *
 *     zip:  local header, name, extra, bytes ... │ central directory │ its end, found from behind
 *
 * Of an archive, what the central directory says counts; checksums are compared. */
#include <string.h>
#include <zlib.h>

#include "generators/features/tensors.h"

/* ---- one array ---------------------------------------------------------------------------- */

struct header {
    struct arena *arena;
    const char *name; /* of the array */
    const char *at;   /* NUL-terminated */
};

static _Noreturn void fail(const struct header *h, const char *why) {
    guard_raise(h->arena->guard, G2L2_STATUS_FORMAT, 0, 0, "the array '%.100s' %s", h->name, why);
}

/* What follows 'key': or fails. */
static const char *value_of(const struct header *h, const char *key) {
    char quoted[32];
    snprintf(quoted, sizeof quoted, "'%s':", key);
    const char *at = strstr(h->at, quoted);
    if (!at) fail(h, "has a header that is not NumPy's");
    at += strlen(quoted);
    return at + strspn(at, " ");
}

static void read_type(const struct header *h, struct tensor *out) {
    static const struct {
        char code[3];
        enum number_type type;
    } rows[] = {{"f2", NUMBER_F16}, {"f4", NUMBER_F32}, {"f8", NUMBER_F64}, {"i1", NUMBER_I8},
                {"u1", NUMBER_U8},  {"b1", NUMBER_U8},  {"i2", NUMBER_I16}, {"u2", NUMBER_U16},
                {"i4", NUMBER_I32}, {"u4", NUMBER_U32}, {"i8", NUMBER_I64}, {"u8", NUMBER_U64}};
    const char *at = value_of(h, "descr");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (at[0] == '\'' && at[1] && strchr("<>|=", at[1]) && !strncmp(at + 2, rows[i].code, 2) &&
            at[4] == '\'') {
            out->type = rows[i].type;
            out->big_endian = at[1] == '>';
            return;
        }
    fail(h, "is not of plain numbers (float or integer)");
}

static void read_shape(const struct header *h, struct tensor *out) {
    const char *at = value_of(h, "shape");
    if (*at++ != '(') fail(h, "has no shape");
    while (*at && *at != ')') {
        size_t n = 0, digits = 0;
        at += strspn(at, " ,");
        for (; *at >= '0' && *at <= '9'; at++, digits++) {
            if (n > SIZE_MAX / 16) fail(h, "has a shape that is too large");
            n = n * 10 + (size_t)(*at - '0');
        }
        if (!digits && *at && *at != ')') fail(h, "has a shape that cannot be read");
        if (digits && out->n_dims == TENSOR_MAX_DIMS) fail(h, "has too many dimensions");
        if (digits) out->dims[out->n_dims++] = n;
    }
    if (!*at) fail(h, "has a shape that does not end");
}

void tensors_read_npy(struct tensors *self, const char *name, const unsigned char *data, size_t n) {
    struct header h = {.arena = self->arena, .name = name};
    struct tensor tensor = {.name = name};
    size_t start = n > 6 && data[6] > 1 ? 12 : 10, length = 0;
    if (n < start || memcmp(data, "\x93NUMPY", 6)) fail(&h, "is no NumPy array");
    for (size_t i = 8; i < start; i++) length |= (size_t)data[i] << (8 * (i - 8));
    if (length > n - start) fail(&h, "is cut off in its header");
    h.at = arena_strndup(self->arena, (const char *)data + start, length);
    read_type(&h, &tensor);
    read_shape(&h, &tensor);
    if (!strncmp(value_of(&h, "fortran_order"), "True", 4) && tensor.n_dims > 1)
        fail(&h, "is in Fortran's order; save numpy.ascontiguousarray of it");
    tensor.bytes = data + start + length;
    tensors_add(self, tensor, n - start - length);
}

/* ---- archives ------------------------------------------------------------------------------- */

struct archive {
    struct tensors *out;
    const unsigned char *data;
    size_t n, unpacked; /* bytes; made of members so far */
};

static _Noreturn void broken(const struct archive *a, const char *why) {
    guard_raise(a->out->arena->guard, G2L2_STATUS_FORMAT, 0, 0, "the archive %s", why);
}

static uint32_t take(const struct archive *a, size_t at, size_t size) {
    uint32_t out = 0;
    if (at > a->n || size > a->n - at) broken(a, "is cut off");
    for (size_t i = 0; i < size; i++) out |= (uint32_t)a->data[at + i] << (8 * i);
    return out;
}

/* The last signature of a directory's end that leaves room for the rest of it. */
static size_t find_end(const struct archive *a) {
    for (size_t i = 22; i <= a->n && i <= 22 + 65535; i++)
        if (take(a, a->n - i, 4) == 0x06054b50u) return a->n - i;
    broken(a, "has no directory; is it cut off?");
}

struct member {
    const char *name;
    uint32_t method, crc;
    size_t packed, size, local;
};

/* A member's bytes; what is deflated is unpacked to as many as the directory says. */
static const unsigned char *unpack(struct archive *a, const struct member *m) {
    if (take(a, m->local, 4) != 0x04034b50u)
        broken(a, "has a member that is not where it should be");
    size_t at = m->local + 30 + take(a, m->local + 26, 2) + take(a, m->local + 28, 2);
    if (at > a->n || m->packed > a->n - at) broken(a, "is cut off");
    if (!m->method) {
        if (m->packed != m->size) broken(a, "has a member of two sizes");
        return a->data + at;
    }
    if (m->method != 8) broken(a, "is packed in a way that is not supported");
    if (m->size / 1100 > m->packed) broken(a, "says that it unpacks to more than it can");
    unsigned char *out = arena_alloc(a->out->arena, m->size + 1);
    z_stream z = {.next_in = (unsigned char *)a->data + at,
                  .avail_in = (unsigned)m->packed,
                  .next_out = out,
                  .avail_out = (unsigned)m->size};
    int status = inflateInit2(&z, -15);
    if (!status) status = inflate(&z, Z_FINISH);
    size_t made = z.total_out;
    inflateEnd(&z);
    if (status == Z_MEM_ERROR)
        guard_raise(a->out->arena->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (status != Z_STREAM_END || made != m->size) broken(a, "is damaged: it does not unpack");
    return out;
}

static void read_member(struct archive *a, struct member m) {
    size_t n = strlen(m.name);
    if (n < 5 || strcmp(m.name + n - 4, ".npy")) return;
    const unsigned char *bytes = unpack(a, &m);
    if (crc32(0, bytes, (unsigned)m.size) != m.crc) broken(a, "is damaged: a checksum is wrong");
    tensors_read_npy(a->out, arena_strndup(a->out->arena, m.name, n - 4), bytes, m.size);
}

void tensors_read_npz(struct tensors *self, const unsigned char *data, size_t n) {
    struct archive a = {.out = self, .data = data, .n = n};
    size_t end = find_end(&a), at = take(&a, end + 16, 4);
    uint32_t n_members = take(&a, end + 10, 2);
    for (uint32_t i = 0; i < n_members; i++) {
        if (take(&a, at, 4) != 0x02014b50u) broken(&a, "has a directory that cannot be read");
        struct member m = {.method = take(&a, at + 10, 2),
                           .crc = take(&a, at + 16, 4),
                           .packed = take(&a, at + 20, 4),
                           .size = take(&a, at + 24, 4),
                           .local = take(&a, at + 42, 4)};
        size_t length = take(&a, at + 28, 2);
        if (m.packed == UINT32_MAX || m.size == UINT32_MAX || m.local == UINT32_MAX)
            broken(&a, "is larger than 4 GB");
        take(&a, at + 46 + length, 0);
        m.name = arena_strndup(self->arena, (const char *)data + at + 46, length);
        read_member(&a, m);
        at += 46 + length + take(&a, at + 30, 2) + take(&a, at + 32, 2);
    }
}
