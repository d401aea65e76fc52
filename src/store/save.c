/* Writing model files, in the layout of safetensors, so that other tools can
 * open them:
 *
 *     8 bytes      length of the header, little-endian
 *     header       JSON, filled up with spaces to a multiple of 8 bytes
 *                    __metadata__  format, version, checksum, domain,
 *                                  definition, literals, lexicon (the text)
 *                    weights       F64 [n_entries]
 *     8 n bytes    the weights, little-endian, in the order of the text
 *
 * The text alone is the model. The weights stand beside it as numbers for
 * tools, and the definition so that a model outlives a change of the built-in
 * one. The same model gives the same bytes. */
#include <stdlib.h>
#include <string.h>

#include "store/store.h"

/* Made by the public call, which frees what it holds on every way out. */
struct writer {
    struct guard guard;
    struct arena arena;
    const g2l2_model *model;
    char *lexicon, *literals; /* the model's texts; free() */
    struct buf bytes;         /* the file */
};

static void put_number(struct buf *out, uint64_t value) {
    char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (char)(value >> (8 * i) & 0xff);
    buf_put(out, bytes, sizeof bytes);
}

static void put_field(struct writer *w, struct buf *out, const char *name, const char *text) {
    size_t n = strlen(text);
    if (text_valid(text, n) < n)
        guard_raise(&w->guard, G2L2_STATUS_FORMAT, 0, 0, "the model's %s is not UTF-8 text", name);
    buf_printf(out, ",\"%s\":", name);
    header_put_string(out, text);
}

/* Up to the domain it is what STORE_PREFIX says, for every version to come. */
static void put_header(struct writer *w, struct buf *out) {
    const g2l2_domain *domain = w->model->domain;
    size_t n = w->model->n_entries;
    buf_printf(out, "%s%d%s%0*d\"", STORE_PREFIX, STORE_VERSION, STORE_CHECKSUM, STORE_DIGITS, 0);
    put_field(w, out, "domain", domain->name);
    put_field(w, out, "definition", domain->text);
    put_field(w, out, "literals", w->literals);
    put_field(w, out, "lexicon", w->lexicon);
    buf_printf(out, "},\"weights\":{\"dtype\":\"F64\",\"shape\":[%zu],\"data_offsets\":[0,%zu]}}",
               n, 8 * n);
    buf_spaces(out, -out->n & 7);
}

static void put_weights(struct buf *out, const g2l2_model *model) {
    for (uint32_t i = 0; i < model->n_entries; i++) {
        uint64_t bits;
        memcpy(&bits, &model->entries[i].weight, sizeof bits);
        put_number(out, bits);
    }
}

static void put_file(struct writer *w) {
    struct buf header;
    buf_init(&header, &w->arena);
    put_header(w, &header);
    put_number(&w->bytes, header.n);
    buf_put(&w->bytes, header.at, header.n);
    put_weights(&w->bytes, w->model);
    if (w->bytes.n >= STORE_MAX)
        guard_raise(&w->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "the model is larger than the limit of %zu MB", STORE_MAX >> 20);
    store_put_checksum(w->bytes.at, w->bytes.n);
}

static g2l2_status run_writer(struct writer *w, g2l2_error *err) {
    g2l2_status status = g2l2_lexicon_export(w->model, &w->lexicon, err);
    if (!status) status = text_literals(w->model, &w->literals, err);
    if (status) return status;
    if (guard_try(&w->guard, err)) {
        buf_init(&w->bytes, &w->arena);
        put_file(w);
    }
    return w->guard.status;
}

g2l2_status g2l2_model_save(const g2l2_model *self, const char *path, g2l2_error *err) {
    struct writer w = {.model = self};
    g2l2_error inner = {0};
    arena_init(&w.arena, &w.guard, 0);
    g2l2_status status = run_writer(&w, &inner);
    if (status) err_set(err, status, 0, 0, "%.200s: cannot write: %.250s", path, inner.message);
    else status = file_write(path, w.bytes.at, w.bytes.n, err);
    arena_free(&w.arena);
    free(w.lexicon);
    free(w.literals);
    return status;
}
