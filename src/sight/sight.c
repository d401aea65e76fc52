/* Sight as text: numbers and networks as bytes (blob.h), bytes as base64. */
#include <stdlib.h>
#include <string.h>

#include "sight/blob.h"
#include "sight/sight.h"

#define VERSION   1u
#define N_LINE    72 /* bytes of a line of text, before they are written as base64 */
#define N_COMPACT (sizeof(struct compact) / sizeof(float))

void sight_free(struct sight *self) {
    encoder_free(self->encoder);
    g2l2_detector_free(self->detector);
    self->encoder = NULL;
    self->detector = NULL;
}

/* ---- bytes ------------------------------------------------------------------------------------------ */

enum { HAS_ENCODER = 1, HAS_DETECTOR = 2, HAS_COVERS = 4 };

static uint32_t parts_of(const struct sight *self) {
    uint32_t has = self->detector ? HAS_DETECTOR : 0;
    if (self->encoder) has |= HAS_ENCODER | (self->encoder->covers ? HAS_COVERS : 0u);
    return has;
}

static void put_bytes(const struct sight *self, struct buf *out) {
    float numbers[N_COMPACT];
    memcpy(numbers, &self->compact, sizeof numbers);
    blob_put_number(out, VERSION);
    blob_put_number(out, parts_of(self));
    blob_put_floats(out, numbers, N_COMPACT);
    if (self->encoder) blob_put_net(out, self->encoder->net);
    if (self->detector) detector_write(self->detector, out);
}

static bool get_encoder(struct blob *blob, bool covers, struct sight *out) {
    return (out->encoder = encoder_new(16, covers)) && blob_get_net(blob, out->encoder->net);
}

static bool get_bytes(struct blob *blob, struct sight *out) {
    uint32_t version, has;
    float numbers[N_COMPACT];
    if (!blob_get_number(blob, &version) || version != VERSION) return false;
    if (!blob_get_number(blob, &has) || has > (HAS_ENCODER | HAS_DETECTOR | HAS_COVERS))
        return false;
    if (!blob_get_floats(blob, numbers, N_COMPACT)) return false;
    memcpy(&out->compact, numbers, sizeof numbers);
    if (has & HAS_ENCODER && !get_encoder(blob, has & HAS_COVERS, out)) return false;
    if (!(has & HAS_DETECTOR)) return !blob->left;
    return !detector_read(blob->at, blob->left, &out->detector, NULL);
}

/* ---- lines of text -------------------------------------------------------------------------------- */

static void put_lines(const uint8_t *at, size_t n, struct buf *out) {
    for (size_t line = 0; line < n; line += N_LINE) {
        size_t end = line + N_LINE < n ? line + N_LINE : n;
        buf_puts(out, "sight ");
        base64_put(at + line, end - line, out);
        buf_puts(out, "\n");
    }
}

/* The lines `sight ...` of a text, one after the other; out has room. */
static bool get_lines(const char *text, uint8_t *out, size_t *n) {
    for (*n = 0; *text;) {
        size_t length = strcspn(text, "\n");
        if (!strncmp(text, "sight ", 6)) {
            size_t got;
            if (!base64_get(text + 6, length - 6, out + *n, &got)) return false;
            *n += got;
        }
        text += length + (text[length] == '\n');
    }
    return true;
}

/* ---- text -------------------------------------------------------------------------------------------- */

static void write_text(const struct sight *self, struct arena *arena, char **out) {
    struct buf bytes, text;
    buf_init(&bytes, arena);
    buf_init(&text, arena);
    put_bytes(self, &bytes);
    put_lines((const uint8_t *)bytes.at, bytes.n, &text);
    *out = strdup(text.at);
    if (!*out) guard_raise(arena->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
}

static g2l2_status write_guarded(const struct sight *self, struct guard *guard, struct arena *arena,
                                 char **out, g2l2_error *err) {
    if (guard_try(guard, err)) write_text(self, arena, out);
    return guard->status;
}

g2l2_status sight_write(const struct sight *self, char **out, g2l2_error *err) {
    struct guard guard;
    struct arena arena;
    *out = NULL;
    arena_init(&arena, &guard, 0);
    g2l2_status status = write_guarded(self, &guard, &arena, out, err);
    arena_free(&arena);
    return status;
}

g2l2_status sight_parse(const char *text, struct sight *out, g2l2_error *err) {
    uint8_t *bytes = malloc(strlen(text) + 4);
    size_t n = 0;
    *out = (struct sight){0};
    if (!bytes) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    bool fine = get_lines(text, bytes, &n);
    struct blob blob = {bytes, n};
    g2l2_status status = G2L2_STATUS_OK;
    if (fine && !n)
        status = err_set(err, G2L2_STATUS_DATA, 0, 0,
                         "the model was not learned from images; it does not know how to see");
    else if (!fine || !get_bytes(&blob, out))
        status =
            err_set(err, G2L2_STATUS_FORMAT, 0, 0, "what the model keeps of how to see is damaged");
    free(bytes);
    if (status) sight_free(out);
    return status;
}
