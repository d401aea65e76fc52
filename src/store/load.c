/* Reading model files. Nothing in a file is believed before it was checked,
 * from the outside in; only the last step makes a model:
 *
 *     bytes ─▶ is it one? ─▶ frame: length, version, checksum ─▶ header: JSON
 *          ─▶ tensors: type, shape, place ─▶ definition ─▶ text ─▶ same weights?
 *          ─▶ concepts: the words the text asks for, as many numbers, all finite?
 *
 * The checksum comes before the JSON: it finds what went wrong by accident, and
 * the first bytes, up to the checksum, are the same in every version, so that
 * a newer file can be told from a broken one. What was made wrong on purpose
 * is found by the steps after it.
 *
 * A text lexicon is told from a model file by content: a model has a '{' at
 * byte 8, and no text has the bytes of a length before it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "store/store.h"

#define MAX_NAME 200u /* bytes of a path in a message, so that the rest of it fits */

/* The last two are for models with concepts. */
enum field { DOMAIN, DEFINITION, LITERALS, LEXICON, FEATURES, CONCEPTS, N_FIELDS };
static const char *const field_names[N_FIELDS] = {"domain",  "definition", "literals",
                                                  "lexicon", "features",   "concepts"};

/* Of one concept: where its numbers are is checked, what they are is not yet. */
struct tensor {
    const char *name;
    uint64_t rows, columns;
    size_t at; /* in the file */
};

/* Made by g2l2_model_read, which frees what it holds on every way out. */
struct reader {
    const g2l2_types *types; /* that the definition may import, or NULL */
    struct guard guard;
    struct arena arena;
    const char *bytes; /* [length] the file */
    size_t length;
    size_t header;                /* bytes of the header, 8 after the start */
    const char *fields[N_FIELDS]; /* of the metadata */
    size_t n_weights;
    VEC(struct tensor) tensors;
    g2l2_model *model;
    char *literals, *concepts; /* the model's, as text; free() */
};

#define fail(r, ...) guard_raise(&(r)->guard, G2L2_STATUS_FORMAT, 0, 0, __VA_ARGS__)

static uint64_t get_number(const char *at) {
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--) value = value << 8 | (unsigned char)at[i];
    return value;
}

/* ---- the frame ------------------------------------------------------------ */

static bool is_text_byte(char c) {
    unsigned char byte = (unsigned char)c;
    return byte < 0x20 ? byte >= '\t' && byte <= '\r' : byte < 0xf8 && byte != 0x7f;
}

static bool is_model(const char *bytes, size_t length) {
    if (length <= 8 || bytes[8] != '{') return false;
    for (int i = 0; i < 8; i++)
        if (!is_text_byte(bytes[i])) return true;
    return false;
}

static void check_length(struct reader *r) {
    uint64_t header = get_number(r->bytes);
    if (header > r->length - 8)
        fail(r, "the file is damaged or cut off: its header has %llu bytes, but only %zu follow",
             (unsigned long long)header, r->length - 8);
    r->header = (size_t)header;
    size_t n = sizeof STORE_PREFIX - 1;
    if (header < n || memcmp(r->bytes + 8, STORE_PREFIX, n))
        fail(r, "this is not a model of g2l2, or it is damaged");
}

/* The version's digits follow the prefix. */
static void check_version(struct reader *r) {
    const char *at = r->bytes + 8 + sizeof STORE_PREFIX - 1, *end = r->bytes + 8 + r->header;
    unsigned long version = 0;
    size_t n = 0;
    for (; n < 9 && at + n < end && at[n] >= '0' && at[n] <= '9'; n++)
        version = version * 10 + (unsigned long)(at[n] - '0');
    if (version > STORE_VERSION && at + n < end && at[n] == '"')
        fail(r, "made by a newer g2l2 (model version %lu); this one reads version %d", version,
             STORE_VERSION);
    if (version != STORE_VERSION || n != 1) fail(r, "the file is damaged: it has no version");
}

static void check_sum(struct reader *r) {
    size_t end = STORE_DIGITS_AT + STORE_DIGITS, mark = sizeof STORE_CHECKSUM - 1;
    char digits[STORE_DIGITS + 1];
    bool there =
        8 + r->header > end && !memcmp(r->bytes + STORE_DIGITS_AT - mark, STORE_CHECKSUM, mark);
    if (there)
        snprintf(digits, sizeof digits, "%016llx",
                 (unsigned long long)store_checksum(r->bytes, r->length));
    if (!there || memcmp(r->bytes + STORE_DIGITS_AT, digits, STORE_DIGITS))
        fail(r, "the file is damaged or cut off: its checksum does not match");
}

/* ---- the header ------------------------------------------------------------- */

static void read_field(struct reader *r, struct header *json) {
    const char *name = header_string(json);
    header_need(json, ":");
    const char *value = header_string(json);
    for (int i = 0; i < N_FIELDS; i++) {
        if (strcmp(name, field_names[i])) continue;
        if (r->fields[i]) header_fail(json, "this is there twice");
        r->fields[i] = value;
    }
}

/* Strings, in any order; those of other names are for others. */
static void read_metadata(struct reader *r, struct header *json) {
    header_need(json, "\"__metadata__\"");
    header_need(json, ":");
    header_need(json, "{");
    do read_field(r, json);
    while (header_eat(json, ","));
    header_need(json, "}");
    for (int i = 0; i < FEATURES; i++)
        if (!r->fields[i]) fail(r, "the header has no '%s'", field_names[i]);
}

static void need_all(struct header *json, const char *const *marks) {
    for (; *marks; marks++) header_need(json, *marks);
}

/* One tensor begins where the last one ended; returns where it ends. */
static uint64_t read_offsets(struct reader *r, struct header *json, uint64_t begin) {
    static const char *const marks[] = {"]", ",", "\"data_offsets\"", ":", "[", NULL};
    need_all(json, marks);
    if (header_number(json) != begin) fail(r, "the tensors do not follow each other");
    header_need(json, ",");
    uint64_t end = header_number(json);
    header_need(json, "]");
    header_need(json, "}");
    return end;
}

static _Noreturn void fail_size(struct reader *r) {
    fail(r, "the header does not describe the %zu bytes of numbers that follow",
         r->length - 8 - r->header);
}

static uint64_t read_weights(struct reader *r, struct header *json) {
    static const char *const marks[] = {"\"weights\"", ":", "{", "\"dtype\"", ":", "\"F64\"", ",",
                                        "\"shape\"",   ":", "[", NULL};
    need_all(json, marks);
    uint64_t n = header_number(json), end = read_offsets(r, json, 0);
    if (end % 8 || n != end / 8 || end > r->length - 8 - r->header) fail_size(r);
    r->n_weights = (size_t)n;
    return end;
}

static uint64_t read_concept(struct reader *r, struct header *json, uint64_t begin) {
    static const char *const marks[] = {":", "{",         "\"dtype\"", ":", "\"F32\"",
                                        ",", "\"shape\"", ":",         "[", NULL};
    struct tensor tensor = {.name = header_string(json), .at = 8 + r->header + (size_t)begin};
    need_all(json, marks);
    tensor.rows = header_number(json);
    header_need(json, ",");
    tensor.columns = header_number(json);
    uint64_t end = read_offsets(r, json, begin);
    if (end < begin || end > r->length - 8 - r->header) fail_size(r);
    uint64_t n = (end - begin) / 4;
    if ((end - begin) % 4 ||
        (tensor.columns ? n % tensor.columns || n / tensor.columns != tensor.rows : n))
        fail_size(r);
    vec_push(&r->arena, &r->tensors, tensor);
    return end;
}

/* The tensors fill the rest of the file: nothing before, between or after. */
static void read_header(struct reader *r) {
    struct header json = {.arena = &r->arena, .text = r->bytes + 8, .length = r->header};
    header_need(&json, "{");
    read_metadata(r, &json);
    header_need(&json, ",");
    uint64_t end = read_weights(r, &json);
    while (header_eat(&json, ",")) end = read_concept(r, &json, end);
    if (end != r->length - 8 - r->header) fail_size(r);
    header_need(&json, "}");
    header_eat(&json, ""); /* white space */
    if (json.at < json.length) header_fail(&json, "nothing more is expected");
}

/* ---- the model ------------------------------------------------------------------ */

static _Noreturn void fail_inside(struct reader *r, g2l2_status status, const char *which,
                                  const g2l2_error *inner) {
    if (!inner->line) guard_raise(&r->guard, status, 0, 0, "%.400s", inner->message);
    guard_raise(&r->guard, status, 0, 0, "line %zu, column %zu of the %s inside: %.300s",
                inner->line, inner->column, which, inner->message);
}

static g2l2_domain *open_domain(struct reader *r) {
    g2l2_domain *domain;
    g2l2_error inner = {0};
    const char *text = r->fields[DEFINITION];
    g2l2_status status = domain_parse_with(r->types, text, strlen(text), &domain, &inner);
    if (status) fail_inside(r, status, "definition", &inner);
    if (!strcmp(domain->name, r->fields[DOMAIN])) return domain;
    g2l2_domain_free(domain);
    fail(r, "the definition inside is not that of the domain '%.100s'", r->fields[DOMAIN]);
}

static void check_weights(struct reader *r, const struct text_source *source) {
    const char *at = r->bytes + 8 + r->header;
    bool same = r->n_weights == source->n_weights;
    for (uint32_t i = 0; same && i < source->n_weights; i++) {
        uint64_t bits;
        memcpy(&bits, &source->weights[i], sizeof bits);
        same = bits == get_number(at + 8 * (size_t)i);
    }
    if (!same) fail(r, "the weights are not those of the lexicon inside");
}

static void check_literals(struct reader *r) {
    g2l2_error inner = {0};
    g2l2_status status = text_literals(r->model, &r->literals, &inner);
    if (status) fail_inside(r, status, "lexicon", &inner);
    if (strcmp(r->literals, r->fields[LITERALS]))
        fail(r, "the literals of the header are not those of its lexicon");
}

/* ---- concepts ------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b) {
    return a && b ? !strcmp(a, b) : a == b;
}

/* Whose the rows are is not read but compared: the entries say who needs a concept. */
static void check_concept_words(struct reader *r) {
    g2l2_error inner = {0};
    const g2l2_model *model = r->model;
    g2l2_status status = text_concepts(model, &r->concepts, &inner);
    if (status) fail_inside(r, status, "lexicon", &inner);
    if (!same_text(model->lexicon.params ? r->concepts : NULL, r->fields[CONCEPTS]))
        fail(r, "the concepts of the header are not those of its lexicon");
    if (!same_text(model->features, r->fields[FEATURES]))
        fail(r, "the features of the header are not those of its lexicon");
    if (r->tensors.n != (model->lexicon.params ? model->domain->concepts.n : 0))
        fail(r, "there must be a tensor for each concept");
}

static float get_float(struct reader *r, const char *at) {
    uint32_t bits = 0;
    float value;
    for (int i = 3; i >= 0; i--) bits = bits << 8 | (unsigned char)at[i];
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) fail(r, "a concept has a number that is not finite");
    return value;
}

static void fill_concept(struct reader *r, uint32_t concept) {
    const g2l2_domain *domain = r->model->domain;
    const struct tensor *tensor = &r->tensors.at[concept];
    uint32_t *words = arena_array(&r->arena, uint32_t, r->model->lexicon.words.n + 1);
    uint32_t n = model_concept_words(r->model, concept, words);
    uint32_t size = model_concept_size(r->model, concept);
    struct buf name;
    buf_init(&name, &r->arena);
    lang_type_print(&domain->lang, domain->concepts.at[concept].type, &name);
    if (strcmp(name.at, tensor->name) || tensor->rows != n || tensor->columns != size)
        fail(r, "the tensor '%.100s' must be '%.100s' of %u x %u numbers", tensor->name, name.at, n,
             size);
    const char *at = r->bytes + tensor->at;
    for (uint32_t i = 0; i < n; i++) {
        double *to = model_concept(r->model, words[i], concept);
        for (uint32_t k = 0; k < size; k++, at += 4) to[k] = (double)get_float(r, at);
    }
}

static void read_concepts(struct reader *r) {
    check_concept_words(r);
    for (uint32_t i = 0; i < r->tensors.n; i++) fill_concept(r, i);
    model_copy_synonyms(r->model);
}

static void read_lexicon(struct reader *r) {
    g2l2_error inner = {0};
    const char *text = r->fields[LEXICON];
    struct text_source source = {
        .text = text, .length = strlen(text), .own = open_domain(r), .without_concepts = true};
    g2l2_status status = text_read(&source, &r->model, &inner);
    if (status) fail_inside(r, status, "lexicon", &inner);
    check_literals(r);
    check_weights(r, &source);
}

static g2l2_status run_reader(struct reader *r, g2l2_error *err) {
    if (guard_try(&r->guard, err)) {
        check_length(r);
        check_version(r);
        check_sum(r);
        read_header(r);
        read_lexicon(r);
        read_concepts(r);
    }
    return r->guard.status;
}

static g2l2_status read_model(const g2l2_types *types, const char *bytes, size_t length,
                              g2l2_model **out, g2l2_error *err) {
    struct reader r = {.bytes = bytes, .length = length, .types = types};
    arena_init(&r.arena, &r.guard, 0);
    g2l2_status status = run_reader(&r, err);
    arena_free(&r.arena);
    free(r.literals);
    free(r.concepts);
    if (status) g2l2_model_free(r.model);
    else *out = r.model;
    return status;
}

g2l2_status g2l2_model_read(const void *memory, size_t length, g2l2_model **out, g2l2_error *err) {
    return g2l2_model_read_with(NULL, memory, length, out, err);
}

g2l2_status g2l2_model_read_with(const g2l2_types *types, const void *memory, size_t length,
                                 g2l2_model **out, g2l2_error *err) {
    const char *bytes = memory;
    struct text_source source = {.text = bytes, .length = length, .types = types};
    if (is_model(bytes, length)) return read_model(types, bytes, length, out, err);
    if (length && !memchr(bytes, 0, length)) return text_read(&source, out, err);
    const char *what =
        !length       ? "the file is empty"
        : length <= 8 ? "this is not a model of g2l2, or it is cut off at the start"
                      : "this is neither a model of g2l2 nor a lexicon as text, or it is damaged";
    return err_set(err, G2L2_STATUS_FORMAT, 0, 0, "%s", what);
}

/* ---- files ------------------------------------------------------------------------ */

/* The end of a long path says more than its start. */
static const char *short_name(const char *path) {
    size_t n = strlen(path);
    if (!strcmp(path, "-")) return "standard input";
    return n > MAX_NAME ? path + n - MAX_NAME : path;
}

static g2l2_status at_path(g2l2_status status, const char *path, const g2l2_error *inner,
                           g2l2_error *err) {
    char place[48] = "";
    if (inner->line) snprintf(place, sizeof place, ":%zu:%zu", inner->line, inner->column);
    return err_set(err, status, inner->line, inner->column, "%s%s: %.250s", short_name(path), place,
                   inner->message);
}

g2l2_status g2l2_model_load(const char *path, g2l2_model **out, g2l2_error *err) {
    return g2l2_model_load_with(NULL, path, out, err);
}

g2l2_status g2l2_model_load_with(const g2l2_types *types, const char *path, g2l2_model **out,
                                 g2l2_error *err) {
    char *bytes;
    size_t length;
    g2l2_error inner = {0};
    g2l2_status status = file_read(path, STORE_MAX, &bytes, &length, err);
    if (status) return status;
    status = g2l2_model_read_with(types, bytes, length, out, &inner);
    free(bytes);
    return status ? at_path(status, path, &inner, err) : status;
}
