/* The detector: its network, and boxes from what it says. See detector.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/assets.h"
#include "sight/blob.h"
#include "sight/detector.h"

#define THRESHOLD 0.32               /* heat of an object's centre; docs/BENCHMARKS-PIXELS.md */
#define MAX_FILE  ((size_t)16 << 20) /* bytes of a detector */
#define COVERED   0.6                /* overlap from which two boxes are of one object */

static int block(struct net *net, int from, int channels, int stride) {
    return net_relu(net, net_norm(net, net_conv(net, from, channels, 3, stride)));
}

/* One step back to larger cells: what is known of larger parts is added to what was seen here. */
static int merge(struct net *net, int small, int large, int channels) {
    int up = net_resize(net, net_conv(net, small, net->tensors[large].channels, 1, 1));
    return block(net, net_add(net, large, up), channels, 1);
}

g2l2_detector *detector_new(int batch) {
    g2l2_detector *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    struct net *net = self->net = net_new(batch);
    self->image = malloc(sizeof *self->image * DETECTOR_WIDTH * DETECTOR_HEIGHT * 3);
    if (net) {
        self->in = net_input(net, DETECTOR_HEIGHT, DETECTOR_WIDTH, 3);
        int half = block(net, self->in, 16, 2), cells = block(net, block(net, half, 24, 2), 24, 1);
        int eighth = block(net, block(net, cells, 48, 2), 48, 1);
        int sixteenth = block(net, block(net, eighth, 64, 2), 64, 1);
        int back = merge(net, merge(net, sixteenth, eighth, 48), cells, 32);
        self->out = net_linear(net, back, 8); /* heat, l, t, r, b and three that are not used */
    }
    if (net && self->image && net_finish(net)) return self;
    g2l2_detector_free(self);
    return NULL;
}

void g2l2_detector_free(g2l2_detector *self) {
    if (!self) return;
    net_free(self->net);
    free(self->image);
    free(self);
}

void detector_fill(g2l2_detector *self, int i, const float *image) {
    const struct net_tensor *t = &self->net->tensors[self->in];
    for (int y = 0; y < t->height; y++) {
        float *to = t->x + net_at(t, i, y, 0);
        for (int k = 0; k < t->width * 3; k++) to[k] = 4 * *image++ - 2;
    }
}

/* ---- from cells to boxes ------------------------------------------------------------------------ */

double box_overlap(const g2l2_box *a, const g2l2_box *b) {
    double w = fmin((double)a->x1, (double)b->x1) - fmax((double)a->x0, (double)b->x0);
    double h = fmin((double)a->y1, (double)b->y1) - fmax((double)a->y0, (double)b->y0);
    double both = w > 0 && h > 0 ? w * h : 0;
    double one = (double)(a->x1 - a->x0) * (double)(a->y1 - a->y0);
    double other = (double)(b->x1 - b->x0) * (double)(b->y1 - b->y0);
    return both > 0 ? both / (one + other - both) : 0;
}

static const float *cell_at(const g2l2_detector *self, int i, int y, int x) {
    const struct net_tensor *t = &self->net->tensors[self->out];
    return t->x + net_at(t, i, y, x);
}

/* Of equal neighbours the first is the hotter one. */
static bool is_peak(const g2l2_detector *self, int i, int y, int x) {
    float heat = *cell_at(self, i, y, x);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (y + dy < 0 || y + dy >= DETECTOR_ROWS) continue;
            if (x + dx < 0 || x + dx >= DETECTOR_COLUMNS || (!dx && !dy)) continue;
            float other = *cell_at(self, i, y + dy, x + dx);
            bool before = dy < 0 || (!dy && dx < 0);
            if (other > heat || (before && other == heat)) return false;
        }
    return true;
}

static g2l2_box box_of(const float *cell, int y, int x) {
    float cx = (float)x + 0.5f, cy = (float)y + 0.5f;
    g2l2_box box = {.x0 = cx - DETECTOR_SIDE * cell[1],
                    .y0 = cy - DETECTOR_SIDE * cell[2],
                    .x1 = cx + DETECTOR_SIDE * cell[3],
                    .y1 = cy + DETECTOR_SIDE * cell[4],
                    .score = 1 / (1 + expf(-cell[0]))};
    float *sides[] = {&box.x0, &box.y0, &box.x1, &box.y1};
    const float most[] = {DETECTOR_COLUMNS, DETECTOR_ROWS, DETECTOR_COLUMNS, DETECTOR_ROWS};
    for (int k = 0; k < 4; k++) *sides[k] = DETECTOR_CELL * fminf(fmaxf(*sides[k], 0), most[k]);
    return box;
}

static bool is_covered(const g2l2_box *box, const g2l2_box *by, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (box_overlap(box, &by[i]) > COVERED) return true;
    return false;
}

static int hottest_first(const void *a, const void *b) {
    const g2l2_box *one = a, *other = b;
    if (one->score != other->score) return one->score < other->score ? 1 : -1;
    if (one->y0 != other->y0) return one->y0 > other->y0 ? 1 : -1;
    return (one->x0 > other->x0) - (one->x0 < other->x0);
}

/* Of image i of the batch, in its pixels. */
static size_t boxes_of(const g2l2_detector *self, int i, g2l2_box *out, size_t max) {
    g2l2_box peaks[DETECTOR_ROWS * DETECTOR_COLUMNS];
    size_t n_peaks = 0, n = 0;
    for (int y = 0; y < DETECTOR_ROWS; y++)
        for (int x = 0; x < DETECTOR_COLUMNS; x++) {
            if (!(*cell_at(self, i, y, x) > log(THRESHOLD / (1 - THRESHOLD)))) continue;
            g2l2_box box = box_of(cell_at(self, i, y, x), y, x);
            if (is_peak(self, i, y, x) && box.x1 > box.x0 && box.y1 > box.y0)
                peaks[n_peaks++] = box;
        }
    qsort(peaks, n_peaks, sizeof *peaks, hottest_first);
    for (size_t k = 0; k < n_peaks && n < max; k++)
        if (!is_covered(&peaks[k], out, n)) out[n++] = peaks[k];
    return n;
}

static void mirror_image(float *image) {
    for (int y = 0; y < DETECTOR_HEIGHT; y++)
        for (int x = 0; x < DETECTOR_WIDTH / 2; x++)
            for (int c = 0; c < 3; c++) {
                float *a = image + 3 * (y * DETECTOR_WIDTH + x) + c;
                float *b = image + 3 * (y * DETECTOR_WIDTH + DETECTOR_WIDTH - 1 - x) + c, kept = *a;
                *a = *b;
                *b = kept;
            }
}

/* What the network says of the image and of its mirror image, in the middle: what it says of one
 * alone is less sure. Two runs; outputs are [rows, columns]: heat, left, top, right, bottom. */
static void look_twice(g2l2_detector *self) {
    const struct net_tensor *t = &self->net->tensors[self->out];
    static const int other[] = {0, 3, 2, 1, 4};
    detector_fill(self, 0, self->image);
    net_forward(self->net, 1, false);
    for (int y = 0; y < DETECTOR_ROWS; y++)
        for (int x = 0; x < DETECTOR_COLUMNS; x++)
            memcpy(self->mirror[y][x], cell_at(self, 0, y, DETECTOR_COLUMNS - 1 - x),
                   sizeof self->mirror[y][x]);
    mirror_image(self->image);
    detector_fill(self, 0, self->image);
    net_forward(self->net, 1, false);
    for (int y = 0; y < DETECTOR_ROWS; y++)
        for (int x = 0; x < DETECTOR_COLUMNS; x++)
            for (int k = 0; k < 5; k++) {
                float *cell = t->x + net_at(t, 0, y, x);
                cell[k] = (cell[k] + self->mirror[y][x][other[k]]) / 2;
            }
}

size_t g2l2_detector_find(g2l2_detector *self, const g2l2_image *image, const g2l2_box **out) {
    struct crop_box all = {0, 0, image->width, image->height};
    float across = (float)image->width / DETECTOR_WIDTH;
    float down = (float)image->height / DETECTOR_HEIGHT;
    crop_sample(image, all, DETECTOR_WIDTH, DETECTOR_HEIGHT, self->image);
    mirror_image(self->image); /* so that it ends as it is */
    look_twice(self);
    size_t n = boxes_of(self, 0, self->found, DETECTOR_MAX);
    for (size_t i = 0; i < n; i++) {
        g2l2_box *box = &self->found[i];
        *box = (g2l2_box){box->x0 * across, box->y0 * down, box->x1 * across, box->y1 * down,
                          box->score};
    }
    *out = self->found;
    return n;
}

/* ---- files ------------------------------------------------------------------------------------------ */

#define MAGIC "g2l2 detector 1\n"

void detector_write(const g2l2_detector *self, struct buf *out) {
    buf_puts(out, MAGIC);
    blob_put_net(out, self->net);
}

g2l2_status detector_read(const void *bytes, size_t length, g2l2_detector **out, g2l2_error *err) {
    size_t n = sizeof MAGIC - 1;
    *out = NULL;
    if (length < n || memcmp(bytes, MAGIC, n))
        return err_set(err, G2L2_STATUS_FORMAT, 0, 0, "this is no detector of g2l2");
    g2l2_detector *self = detector_new(1);
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    struct blob blob = {(const uint8_t *)bytes + n, length - n};
    if (!blob_get_net(&blob, self->net) || blob.left) {
        g2l2_detector_free(self);
        return err_set(err, G2L2_STATUS_FORMAT, 0, 0,
                       "the detector is damaged or cut off, or made by another version");
    }
    *out = self;
    return G2L2_STATUS_OK;
}

static g2l2_status write_guarded(const g2l2_detector *self, struct guard *guard, struct buf *out,
                                 g2l2_error *err) {
    if (guard_try(guard, err)) detector_write(self, out);
    return guard->status;
}

g2l2_status g2l2_detector_save(const g2l2_detector *self, const char *path, g2l2_error *err) {
    struct guard guard;
    struct arena arena;
    struct buf out;
    arena_init(&arena, &guard, 0);
    buf_init(&out, &arena);
    g2l2_status status = write_guarded(self, &guard, &out, err);
    if (!status) status = file_write(path, out.at, out.n, err);
    arena_free(&arena);
    return status;
}

/* ---- the built-in one -------------------------------------------------------------------------------- */

g2l2_status g2l2_detector_load(const char *path, g2l2_detector **out, g2l2_error *err) {
    char *bytes;
    size_t length;
    g2l2_error inner = {0};
    const struct asset *built_in = asset_find("clevr.detector");
    *out = NULL;
    if (!path && !built_in)
        return err_set(err, G2L2_STATUS_DATA, 0, 0,
                       "no detector is built in; give one (`g2l2 train detector` makes it)");
    if (!path) return detector_read(built_in->bytes, built_in->n, out, err);
    g2l2_status status = file_read(path, MAX_FILE, &bytes, &length, err);
    if (status) return status;
    status = detector_read(bytes, length, out, &inner);
    free(bytes);
    return status ? err_set(err, status, 0, 0, "%.200s: %.250s", path, inner.message) : status;
}
