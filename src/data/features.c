/* Features: fitting an encoder to scenes, and running it over them.
 *
 *   fit      numbers of all objects ─▶ mean, deviation ─▶ one scale for each array
 *   encode   for each object: Σ directions of its values
 *                           + Σ standardised number · direction
 *                           + noise · N(0, 1) in each dimension */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/features.h"
#include "data/scenes_store.h"

#define TWO_PI   6.283185307179586
#define N_CACHED 1024u  /* directions of values kept at a time; more are made anew */
#define FARTHEST 1000.0 /* deviations from the mean; what is farther is taken to be there */

/* With this noise a linear readout of CLEVR's scenes has all attributes right and one
 * pair of objects in 7,000 in the wrong order; with 0.1, one in 200. */
g2l2_feature_options g2l2_feature_options_default(void) {
    return (g2l2_feature_options){.size = 64, .noise = 0.05, .seed = 0};
}

/* ---- fitting --------------------------------------------------------------------------- */

/* Of one number, such as 3d_coords.0, over all objects that have it. */
struct moments {
    uint32_t group;
    double n, sum, squares; /* squares: of the distance from the mean */
};

static double mean_of(const struct moments *m) {
    return m->n > 0 ? m->sum / m->n : 0;
}

static double deviation_of(const struct moments *m) {
    return m->n > 0 ? sqrt(m->squares / m->n) : 0;
}

static void measure_row(const struct layout *layout, const uint32_t *row, bool second,
                        struct moments *moments) {
    for (uint32_t i = 0; i < layout->n_numbers; i++) {
        const struct entry *entry = &layout->entries[layout->n_values + i];
        struct moments *m = &moments[entry->name];
        double x = word_number(row[1 + layout->n_values + i]);
        m->group = entry->group;
        if (second) m->squares += (x - mean_of(m)) * (x - mean_of(m));
        else m->sum += x, m->n++;
    }
}

/* Twice: the distances need the mean. */
static void measure(const g2l2_scenes *self, struct moments *moments) {
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < self->stored.n; i++) {
            const uint32_t *row = self->stored.at[i].words;
            for (uint32_t k = 0; k < self->stored.at[i].n_objects; k++) {
                measure_row(layout_at(self, row), row, pass, moments);
                row = next_row(self, row);
            }
        }
}

/* The largest deviation of its array, 1 if nothing varies. */
static double scale_of(const struct moments *moments, uint32_t n, uint32_t which) {
    uint32_t group = moments[which].group;
    double scale = deviation_of(&moments[which]);
    for (uint32_t i = 0; i < n; i++) {
        if (group == SYMBOL_NONE || moments[i].group != group || !moments[i].n) continue;
        if (deviation_of(&moments[i]) > scale) scale = deviation_of(&moments[i]);
    }
    return scale > 0 ? scale : 1;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct encoder_numeric *)a)->name,
                  ((const struct encoder_numeric *)b)->name);
}

static g2l2_status add_numeric(struct encoder *out, const char *name, double mean, double scale,
                               g2l2_error *err) {
    if (strlen(name) > FEATURES_MAX_NAME)
        return err_set(err, G2L2_STATUS_LIMIT, 0, 0,
                       "the name of a number has more than %u bytes; shorten it",
                       FEATURES_MAX_NAME);
    if (out->n_numeric == FEATURES_MAX_NUMERIC)
        return err_set(err, G2L2_STATUS_LIMIT, 0, 0,
                       "objects have more than %u different numbers; give a vector of them as "
                       "\"features\"",
                       FEATURES_MAX_NUMERIC);
    struct encoder_numeric *numeric = &out->numeric[out->n_numeric++];
    strcpy(numeric->name, name);
    numeric->mean = mean;
    numeric->scale = scale;
    return G2L2_STATUS_OK;
}

static g2l2_status fit_numbers(const g2l2_scenes *self, const struct moments *moments,
                               struct encoder *out, g2l2_error *err) {
    uint32_t n = self->numbers.names.n;
    g2l2_status status = G2L2_STATUS_OK;
    for (uint32_t i = 0; i < n && status == G2L2_STATUS_OK; i++) {
        if (!moments[i].n) continue;
        status = add_numeric(out, self->numbers.names.at[i], mean_of(&moments[i]),
                             scale_of(moments, n, i), err);
    }
    qsort(out->numeric, out->n_numeric, sizeof *out->numeric, by_name);
    return status;
}

static g2l2_status check_options(const g2l2_feature_options *options, g2l2_error *err) {
    if (options->size < 1 || options->size > (int)FEATURES_MAX_SIZE)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "the number of features must be from 1 to %u", FEATURES_MAX_SIZE);
    if (!(options->noise >= 0 && options->noise <= FEATURES_MAX_NOISE))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "the noise of features must be from 0 to %g", FEATURES_MAX_NOISE);
    return G2L2_STATUS_OK;
}

g2l2_status scenes_fit(const g2l2_scenes *self, const g2l2_feature_options *options,
                       struct encoder *out, g2l2_error *err) {
    g2l2_feature_options usual = g2l2_feature_options_default();
    if (!options) options = &usual;
    memset(out, 0, sizeof *out);
    if (self->n_given) {
        out->size = self->n_given;
        out->given = true;
        return G2L2_STATUS_OK;
    }
    g2l2_status status = check_options(options, err);
    if (status != G2L2_STATUS_OK) return status;
    out->size = (uint32_t)options->size;
    out->noise = options->noise;
    out->seed = options->seed;
    struct moments *moments = calloc((size_t)self->numbers.names.n + 1, sizeof *moments);
    if (!moments) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    measure(self, moments);
    status = fit_numbers(self, moments, out, err);
    free(moments);
    return status;
}

/* ---- directions --------------------------------------------------------------------------- */

/* Two at a time, by Box and Muller. */
static void add_normal(struct rng *rng, double scale, float *out, uint32_t n) {
    for (uint32_t i = 0; i < n; i += 2) {
        double radius = scale * sqrt(-2.0 * log(1.0 - rng_uniform(rng)));
        double angle = TWO_PI * rng_uniform(rng);
        out[i] += (float)(radius * cos(angle));
        if (i + 1 < n) out[i + 1] += (float)(radius * sin(angle));
    }
}

/* [size], of length 1 in expectation. Values and numbers have hashes of their own. */
static void make_direction(const char *name, uint64_t kind, float *out, uint32_t size) {
    struct rng rng;
    rng_seed(&rng, hash_mix(kind, hash_bytes(name, strlen(name), 0)));
    memset(out, 0, size * sizeof *out);
    add_normal(&rng, 1 / sqrt(size), out, size);
}

enum { KIND_VALUE = 1, KIND_NUMBER = 2 };

/* All that one run needs; in the scratch arena. */
struct encoding {
    const g2l2_scenes *scenes;
    const struct encoder *encoder;
    uint32_t **numeric; /* [n_layouts][n_numbers] in the encoder, or SYMBOL_NONE */
    float *numbers;     /* [n_numeric, size] directions */
    float *values;      /* [N_CACHED, size] likewise */
    uint32_t *cached;   /* [N_CACHED] whose: number of the pair + 1 */
};

static uint32_t find_numeric(const struct encoder *encoder, const char *name) {
    for (uint32_t i = 0; i < encoder->n_numeric; i++)
        if (!strcmp(encoder->numeric[i].name, name)) return i;
    return SYMBOL_NONE;
}

static void match_layouts(struct encoding *self, struct arena *arena) {
    const g2l2_scenes *scenes = self->scenes;
    self->numeric = arena_array(arena, uint32_t *, scenes->layouts.n);
    for (uint32_t i = 0; i < scenes->layouts.n; i++) {
        const struct layout *layout = &scenes->layouts.at[i];
        self->numeric[i] = arena_array(arena, uint32_t, layout->n_numbers);
        for (uint32_t k = 0; k < layout->n_numbers; k++) {
            uint32_t name = layout->entries[layout->n_values + k].name;
            self->numeric[i][k] = find_numeric(self->encoder, scenes->numbers.names.at[name]);
        }
    }
}

static void open_encoding(struct encoding *self, struct arena *arena) {
    const struct encoder *encoder = self->encoder;
    size_t size = encoder->size;
    match_layouts(self, arena);
    self->numbers = arena_array(arena, float, encoder->n_numeric *size);
    for (uint32_t i = 0; i < encoder->n_numeric; i++)
        make_direction(encoder->numeric[i].name, KIND_NUMBER, self->numbers + i * size,
                       encoder->size);
    self->values = arena_array(arena, float, N_CACHED *size);
    self->cached = arena_zalloc(arena, N_CACHED * sizeof *self->cached);
}

static const float *value_direction(struct encoding *self, uint32_t pair) {
    uint32_t slot = pair % N_CACHED, size = self->encoder->size;
    float *direction = self->values + (size_t)slot * size;
    if (self->cached[slot] != pair + 1) {
        make_direction(self->scenes->pairs.names.at[pair], KIND_VALUE, direction, size);
        self->cached[slot] = pair + 1;
    }
    return direction;
}

/* ---- encoding ------------------------------------------------------------------------------ */

static void add_scaled(float *out, const float *direction, float factor, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) out[i] += factor * direction[i];
}

static void encode_row(struct encoding *self, const uint32_t *row, float *out) {
    const struct layout *layout = layout_at(self->scenes, row);
    const struct encoder *encoder = self->encoder;
    uint32_t size = encoder->size;
    memset(out, 0, size * sizeof *out);
    for (uint32_t i = 0; i < layout->n_values; i++)
        add_scaled(out, value_direction(self, row[1 + i]), 1, size);
    for (uint32_t i = 0; i < layout->n_numbers; i++) {
        uint32_t which = self->numeric[*row][i];
        if (which == SYMBOL_NONE) continue;
        const struct encoder_numeric *numeric = &encoder->numeric[which];
        double x = (word_number(row[1 + layout->n_values + i]) - numeric->mean) / numeric->scale;
        x = fmax(-FARTHEST, fmin(FARTHEST, x));
        add_scaled(out, self->numbers + (size_t)which * size, (float)x, size);
    }
}

static uint64_t hash_text(uint64_t h, const char *text) {
    return hash_mix(h, hash_bytes(text, strlen(text), 0));
}

/* Of the texts and numbers, not of their places in our tables, which depend on what was read before; and
 * of no number that the encoder does not know: the same object has the same features wherever it stands. */
static uint64_t hash_scene(const struct encoding *self, const struct stored *scene, uint64_t h) {
    const g2l2_scenes *scenes = self->scenes;
    const uint32_t *row = scene->words;
    for (uint32_t k = 0; k < scene->n_objects; k++, row = next_row(scenes, row)) {
        const struct layout *layout = layout_at(scenes, row);
        h = hash_mix(h, k);
        for (uint32_t i = 0; i < layout->n_values; i++)
            h = hash_text(h, scenes->pairs.names.at[row[1 + i]]);
        for (uint32_t i = 0; i < layout->n_numbers; i++) {
            if (self->numeric[*row][i] == SYMBOL_NONE) continue;
            h = hash_text(h, scenes->numbers.names.at[layout->entries[layout->n_values + i].name]);
            h = hash_mix(h, row[1 + layout->n_values + i]);
        }
    }
    return h;
}

static void encode_scene(struct encoding *self, const struct stored *scene, float *out) {
    const struct encoder *encoder = self->encoder;
    const uint32_t *row = scene->words;
    for (uint32_t k = 0; k < scene->n_objects; k++, row = next_row(self->scenes, row))
        encode_row(self, row, out + (size_t)k * encoder->size);
    if (!(encoder->noise > 0)) return;
    struct rng rng;
    rng_seed(&rng, hash_scene(self, scene, hash_mix(encoder->seed, 1)));
    add_normal(&rng, encoder->noise, out, scene->n_objects * encoder->size);
}

static size_t count_objects(const g2l2_scenes *self) {
    size_t n = 0;
    for (uint32_t i = 0; i < self->stored.n; i++) n += self->stored.at[i].n_objects;
    return n;
}

/* The features of scene i, which has `features` or its objects' own. */
static void place_scene(struct scene *out, const struct stored *stored, uint32_t size,
                        const float *features) {
    *out = (struct scene){.n_objects = stored->n_objects,
                          .n_features = size,
                          .features = features ? features : stored->given};
}

static void encode_all(g2l2_scenes *self, const struct encoder *encoder, struct scene *seen,
                       float *block) {
    struct encoding encoding = {.scenes = self, .encoder = encoder};
    arena_reset(&self->scratch);
    if (!encoder->given) open_encoding(&encoding, &self->scratch);
    for (uint32_t i = 0; i < self->stored.n; i++) {
        const struct stored *stored = &self->stored.at[i];
        if (!encoder->given) encode_scene(&encoding, stored, block);
        place_scene(&seen[i], stored, encoder->size, encoder->given ? NULL : block);
        if (!encoder->given) block += (size_t)stored->n_objects * encoder->size;
    }
}

/* The text in malloc'ed memory. */
static char *text_of(g2l2_scenes *self, const struct encoder *encoder) {
    struct buf text;
    buf_init(&text, &self->scratch);
    encoder_write(encoder, &text);
    if (encoder->given && self->sight) buf_puts(&text, self->sight);
    char *copy = malloc(text.n + 1);
    if (!copy) guard_raise(&self->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    return memcpy(copy, text.at, text.n + 1);
}

static g2l2_status encode_guarded(g2l2_scenes *self, const struct encoder *encoder,
                                  struct scene *seen, float *block, char **text, g2l2_error *err) {
    if (guard_try(&self->guard, err)) {
        encode_all(self, encoder, seen, block);
        *text = text_of(self, encoder);
    }
    return self->guard.status;
}

static g2l2_status check_vectors(const g2l2_scenes *self, const struct encoder *encoder,
                                 g2l2_error *err) {
    if (!self->has_objects) return G2L2_STATUS_OK;
    if (!encoder->given && self->n_given)
        return err_set(err, G2L2_STATUS_DATA, 0, 0,
                       "these objects bring feature vectors of %u numbers, but learning was from "
                       "properties; leave \"features\" out",
                       self->n_given);
    if (encoder->given && !self->n_given)
        return err_set(err, G2L2_STATUS_DATA, 0, 0,
                       "these objects have no \"features\", but learning was from such vectors, of "
                       "%u numbers",
                       encoder->size);
    if (encoder->given && self->n_given != encoder->size)
        return err_set(err, G2L2_STATUS_DATA, 0, 0,
                       "these objects have feature vectors of %u numbers, but learning was from "
                       "vectors of %u",
                       self->n_given, encoder->size);
    return G2L2_STATUS_OK;
}

/* A scene may come to lie where another one was: it is the number that tells. */
static _Atomic uint64_t n_encodings;

g2l2_status scenes_encode(g2l2_scenes *self, const struct encoder *encoder, g2l2_error *err) {
    g2l2_status status = check_vectors(self, encoder, err);
    if (status != G2L2_STATUS_OK) return status;
    size_t n_floats = encoder->given ? 0 : count_objects(self) * encoder->size;
    struct scene *seen = calloc((size_t)self->stored.n + 1, sizeof *seen);
    float *block = malloc((n_floats + 1) * sizeof *block);
    char *text = NULL;
    status = seen && block ? encode_guarded(self, encoder, seen, block, &text, err)
                           : err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (status == G2L2_STATUS_OK) {
        scenes_state(self, seen);
        free(self->seen);
        free(self->block);
        free(self->encoder_text);
        self->encoder_text = text;
        self->epoch = ++n_encodings;
        self->seen = seen;
        self->block = block;
        self->n_seen = self->stored.n;
        return status;
    }
    free(seen);
    free(block);
    return status;
}

const char *scenes_encoder_text(const g2l2_scenes *self) {
    return self->encoder_text;
}
