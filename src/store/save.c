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
 * one. The same model gives the same bytes.
 *
 * Where words have concepts, these are not in the text: a tensor for each type
 * follows the weights, F32 [n_words that have it, numbers], and the metadata has
 * `concepts` (whose the rows are) and `features` (as on the lines of the text). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"

/* Made by the public call, which frees what it holds on every way out. */
struct writer {
    struct guard guard;
    struct arena arena;
    const g2l2_model *model;
    char *lexicon, *literals, *concepts; /* the model's texts; free() */
    struct buf bytes;                    /* the file */
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

/* ---- concepts ------------------------------------------------------------------ */

static uint32_t words_of(struct writer *w, uint32_t concept, uint32_t **words) {
    *words = arena_array(&w->arena, uint32_t, w->model->lexicon.words.n + 1);
    return model_concept_words(w->model, concept, *words);
}

static void put_tensor(struct writer *w, struct buf *out, uint32_t concept, size_t *offset) {
    const g2l2_domain *domain = w->model->domain;
    uint32_t *words, n = words_of(w, concept, &words), size = model_concept_size(w->model, concept);
    struct buf name;
    buf_init(&name, &w->arena);
    lang_type_print(&domain->lang, domain->concepts.at[concept].type, &name);
    if (!strcmp(name.at, "weights"))
        guard_raise(&w->guard, G2L2_STATUS_ARGUMENT, 0, 0, "a concept cannot be called '%s'",
                    name.at);
    buf_puts(out, ",");
    header_put_string(out, name.at);
    buf_printf(out, ":{\"dtype\":\"F32\",\"shape\":[%u,%u],\"data_offsets\":[%zu,", n, size,
               *offset);
    *offset += 4 * (size_t)n * size;
    buf_printf(out, "%zu]}", *offset);
}

static void put_floats(struct buf *out, const double *values, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        float value = (float)values[i];
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        char bytes[4] = {(char)bits, (char)(bits >> 8), (char)(bits >> 16), (char)(bits >> 24)};
        buf_put(out, bytes, sizeof bytes);
    }
}

static void put_concepts(struct writer *w) {
    uint32_t *words;
    for (uint32_t c = 0; c < w->model->domain->concepts.n; c++) {
        uint32_t n = words_of(w, c, &words), size = model_concept_size(w->model, c);
        for (uint32_t i = 0; i < n; i++)
            put_floats(&w->bytes, model_concept(w->model, words[i], c), size);
    }
}

/* ---- the file ------------------------------------------------------------------- */

/* Up to the domain it is what STORE_PREFIX says, for every version to come. */
static void put_header(struct writer *w, struct buf *out) {
    const g2l2_domain *domain = w->model->domain;
    size_t n = w->model->n_entries;
    bool scenes = w->model->lexicon.params != NULL;
    buf_printf(out, "%s%d%s%0*d\"", STORE_PREFIX, STORE_VERSION, STORE_CHECKSUM, STORE_DIGITS, 0);
    put_field(w, out, "domain", domain->name);
    put_field(w, out, "definition", domain->text);
    put_field(w, out, "literals", w->literals);
    put_field(w, out, "lexicon", w->lexicon);
    if (scenes && w->model->features) put_field(w, out, "features", w->model->features);
    if (scenes) put_field(w, out, "concepts", w->concepts);
    buf_printf(out, "},\"weights\":{\"dtype\":\"F64\",\"shape\":[%zu],\"data_offsets\":[0,%zu]}", n,
               8 * n);
    n *= 8;
    for (uint32_t c = 0; scenes && c < domain->concepts.n; c++) put_tensor(w, out, c, &n);
    buf_puts(out, "}");
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
    if (w->model->lexicon.params) put_concepts(w);
    if (w->bytes.n >= STORE_MAX)
        guard_raise(&w->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "the model is larger than the limit of %zu MB", STORE_MAX >> 20);
    store_put_checksum(w->bytes.at, w->bytes.n);
}

static g2l2_status check_concepts(const g2l2_model *model, g2l2_error *err) {
    size_t n = model->lexicon.params ? lexicon_n_numbers(&model->lexicon) : 0;
    for (size_t i = 0; i < n; i++)
        if (!isfinite((float)model->lexicon.params[i]))
            return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                           "a concept has a number that is not finite");
    return G2L2_STATUS_OK;
}

static g2l2_status run_writer(struct writer *w, g2l2_error *err) {
    g2l2_status status = check_concepts(w->model, err);
    if (!status) status = text_entries(w->model, &w->lexicon, err);
    if (!status) status = text_literals(w->model, &w->literals, err);
    if (!status) status = text_concepts(w->model, &w->concepts, err);
    if (status) return status;
    if (guard_try(&w->guard, err)) {
        buf_init(&w->bytes, &w->arena);
        put_file(w);
    }
    return w->guard.status;
}

static void close_writer(struct writer *w) {
    arena_free(&w->arena);
    free(w->lexicon);
    free(w->literals);
    free(w->concepts);
}

g2l2_status g2l2_model_save(const g2l2_model *self, const char *path, g2l2_error *err) {
    struct writer w = {.model = self};
    g2l2_error inner = {0};
    arena_init(&w.arena, &w.guard, 0);
    g2l2_status status = run_writer(&w, &inner);
    if (status) err_set(err, status, 0, 0, "%.200s: cannot write: %.250s", path, inner.message);
    else status = file_write(path, w.bytes.at, w.bytes.n, err);
    close_writer(&w);
    return status;
}

g2l2_status g2l2_model_write(const g2l2_model *self, void **out, size_t *length, g2l2_error *err) {
    struct writer w = {.model = self};
    arena_init(&w.arena, &w.guard, 0);
    g2l2_status status = run_writer(&w, err);
    *length = w.bytes.n;
    *out = status ? NULL : malloc(w.bytes.n);
    if (*out) memcpy(*out, w.bytes.at, w.bytes.n);
    else if (!status) status = err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    close_writer(&w);
    return status;
}
