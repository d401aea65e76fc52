/* PNG by libpng, as untrusted input: the file is memory, so that an end that comes too soon is
 * ours to tell; sizes are looked at before anything is allocated; texts and profiles, which
 * could unpack to anything, are not looked at; and libpng's way of failing, a jump, lands in one
 * function for reading and one for writing. What must be released then is in their `struct`,
 * because a jump forgets what locals hold.
 *
 *   bytes ─▶ libpng: palette, grey, 16 bits, interlaced ─▶ RGBA rows ─▶ over white ─▶ RGB */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "sight/image.h"

#define SIGNATURE_BYTES 8
#define MAX_CHUNK_BYTES (8u << 20) /* of what libpng keeps beside pixels */
#define PAPER           255u       /* what is transparent lies on white, as on a page */
/* Renders have noise that no effort removes: from here on, files grow smaller by 2% only. */
#define COMPRESSION 4

/* ---- what goes wrong -------------------------------------------------------------------- */

struct trouble {
    const char *name;
    g2l2_error *err;
    g2l2_status status;
};

/* libpng's own sentences go into ours. What it says of memory is not the file's fault. */
static _Noreturn void fail(png_structp png, png_const_charp message) {
    struct trouble *trouble = png_get_error_ptr(png);
    bool memory = strstr(message, "memory") != NULL;
    if (memory)
        trouble->status =
            err_set(trouble->err, G2L2_STATUS_NO_MEMORY, 0, 0, "%s: out of memory", trouble->name);
    else
        trouble->status = err_set(trouble->err, G2L2_STATUS_FORMAT, 0, 0,
                                  "%s: not a whole PNG image: %.200s", trouble->name, message);
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

/* ---- reading ------------------------------------------------------------------------------ */

struct reader {
    struct trouble trouble;
    const uint8_t *bytes;
    size_t length, at;
    png_structp png;
    png_infop info;
    uint8_t *rgba;   /* [height, width, 4] */
    png_bytep *rows; /* [height] */
    size_t width, height;
};

static void take(png_structp png, png_bytep out, size_t n) {
    struct reader *self = png_get_io_ptr(png);
    if (n > self->length - self->at) png_error(png, "the file ends too soon");
    memcpy(out, self->bytes + self->at, n);
    self->at += n;
}

/* Chunks that only say something about the image, and may be large once unpacked. */
static void skip_texts(png_structp png) {
    static const png_byte names[] = "iCCP\0iTXt\0tEXt\0zTXt\0sPLT\0eXIf\0hIST";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names, sizeof names / 5);
}

/* Whatever it is, as four bytes a pixel. */
static void set_form(png_structp png, png_infop info) {
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
}

static g2l2_status check_size(struct reader *self) {
    self->width = png_get_image_width(self->png, self->info);
    self->height = png_get_image_height(self->png, self->info);
    if (self->height <= IMAGE_MAX_PIXELS / self->width) return G2L2_STATUS_OK;
    return err_set(self->trouble.err, G2L2_STATUS_LIMIT, 0, 0,
                   "%s: has %zu x %zu pixels; at most %u million are read", self->trouble.name,
                   self->width, self->height, IMAGE_MAX_PIXELS / 1000000);
}

static g2l2_status make_rows(struct reader *self) {
    self->rgba = malloc(self->width * self->height * 4);
    self->rows = malloc(self->height * sizeof *self->rows);
    if (!self->rgba || !self->rows)
        return err_set(self->trouble.err, G2L2_STATUS_NO_MEMORY, 0, 0, "%s: out of memory",
                       self->trouble.name);
    for (size_t y = 0; y < self->height; y++) self->rows[y] = self->rgba + y * self->width * 4;
    return G2L2_STATUS_OK;
}

/* All calls of libpng that can jump, but for those that set it up. */
static g2l2_status read_rows(struct reader *self) {
    if (setjmp(png_jmpbuf(self->png))) return self->trouble.status;
    png_set_user_limits(self->png, IMAGE_MAX_PIXELS, IMAGE_MAX_PIXELS);
    png_set_chunk_malloc_max(self->png, MAX_CHUNK_BYTES);
    skip_texts(self->png);
    png_set_read_fn(self->png, self, take);
    png_read_info(self->png, self->info);
    g2l2_status status = check_size(self);
    if (!status) status = make_rows(self);
    if (status) return status;
    set_form(self->png, self->info);
    if (png_get_rowbytes(self->png, self->info) != self->width * 4)
        png_error(self->png, "its rows have an unusual form");
    png_read_image(self->png, self->rows);
    png_read_end(self->png, NULL);
    return G2L2_STATUS_OK;
}

static uint8_t over_paper(unsigned value, unsigned alpha) {
    return (uint8_t)((value * alpha + PAPER * (255 - alpha) + 127) / 255);
}

static g2l2_status make_image(const struct reader *self, g2l2_image **out) {
    g2l2_status status = g2l2_image_new(self->width, self->height, 3, out, self->trouble.err);
    for (size_t i = 0, n = status ? 0 : self->width * self->height; i < n; i++)
        for (int c = 0; c < 3; c++)
            (*out)->pixels[3 * i + (size_t)c] =
                over_paper(self->rgba[4 * i + (size_t)c], self->rgba[4 * i + 3]);
    return status;
}

/* What people give instead of PNG, by its first bytes. */
static g2l2_status other_kind(const uint8_t *bytes, size_t length, const char *name,
                              g2l2_error *err) {
    static const struct {
        const char *start, *kind;
    } others[] = {{"\xff\xd8\xff", "JPEG"}, {"GIF8", "GIF"},  {"BM", "BMP"},  {"II*", "TIFF"},
                  {"MM", "TIFF"},           {"RIFF", "WebP"}, {"%PDF", "PDF"}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        size_t n = strlen(others[i].start);
        if (length >= n && !memcmp(bytes, others[i].start, n))
            return err_set(err, G2L2_STATUS_FORMAT, 0, 0,
                           "%s: not a PNG image; it looks like %s, which must be converted first",
                           name, others[i].kind);
    }
    return err_set(err, G2L2_STATUS_FORMAT, 0, 0,
                   length ? "%s: not a PNG image" : "%s: an empty file is not a PNG image", name);
}

g2l2_status png_decode(const void *bytes, size_t length, const char *name, g2l2_image **out,
                       g2l2_error *err) {
    struct reader self = {.trouble = {name, err, G2L2_STATUS_OK}, .bytes = bytes, .length = length};
    *out = NULL;
    if (length < SIGNATURE_BYTES || png_sig_cmp(self.bytes, 0, SIGNATURE_BYTES))
        return other_kind(bytes, length, name, err);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    self.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &self.trouble, fail, ignore);
    if (self.png) self.info = png_create_info_struct(self.png);
    if (self.info) status = read_rows(&self);
    else err_set(err, status, 0, 0, "%s: out of memory", name);
    png_destroy_read_struct(&self.png, &self.info, NULL);
    if (!status) status = make_image(&self, out);
    free(self.rgba);
    free(self.rows);
    return status;
}

/* ---- writing ------------------------------------------------------------------------------- */

struct writer {
    struct trouble trouble;
    uint8_t *bytes;
    size_t n, cap;
    png_structp png;
    png_infop info;
};

static void put(png_structp png, png_bytep from, size_t n) {
    struct writer *self = png_get_io_ptr(png);
    if (n > self->cap - self->n) {
        size_t wider = 2 * self->cap + n + 4096;
        uint8_t *bytes = realloc(self->bytes, wider);
        if (!bytes) png_error(png, "out of memory");
        self->bytes = bytes;
        self->cap = wider;
    }
    memcpy(self->bytes + self->n, from, n);
    self->n += n;
}

static void flush(png_structp png) {
    (void)png;
}

static g2l2_status write_rows(struct writer *self, const g2l2_image *image) {
    if (setjmp(png_jmpbuf(self->png))) return self->trouble.status;
    size_t stride = (size_t)image->width * image->channels;
    png_set_write_fn(self->png, self, put, flush);
    png_set_user_limits(self->png, IMAGE_MAX_PIXELS, IMAGE_MAX_PIXELS);
    png_set_compression_level(self->png, COMPRESSION);
    png_set_IHDR(self->png, self->info, image->width, image->height, 8,
                 image->channels == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(self->png, self->info);
    for (size_t y = 0; y < image->height; y++) png_write_row(self->png, image->pixels + y * stride);
    png_write_end(self->png, NULL);
    return G2L2_STATUS_OK;
}

g2l2_status png_encode(const g2l2_image *image, void **out, size_t *length, g2l2_error *err) {
    struct writer self = {.trouble = {"image", err, G2L2_STATUS_OK}};
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    self.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &self.trouble, fail, ignore);
    if (self.png) self.info = png_create_info_struct(self.png);
    if (self.info) status = write_rows(&self, image);
    else err_set(err, status, 0, 0, "out of memory");
    png_destroy_write_struct(&self.png, &self.info);
    if (status) free(self.bytes);
    *out = status ? NULL : self.bytes;
    *length = status ? 0 : self.n;
    return status;
}
