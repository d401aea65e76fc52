/* Drawings, and what is said of them. See exhibition.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/common.h"
#include "tests/exhibition.h"

#define WIDTH  120
#define HEIGHT 80
#define MAX    4 /* objects of a drawing */

static const char *const colours[] = {"red", "green", "blue"};
static const uint8_t paint[][3] = {{200, 60, 50}, {60, 170, 70}, {50, 80, 200}};
static const char *const shapes[] = {"disc", "square"};

struct thing {
    int x, y, radius, colour, shape;
};

struct drawing {
    int n;
    struct thing things[MAX];
};

/* ---- drawing ------------------------------------------------------------------------------------- */

static bool is_free(const struct drawing *d, const struct thing *t) {
    for (int i = 0; i < d->n; i++)
        if (abs(d->things[i].x - t->x) < 26 && abs(d->things[i].y - t->y) < 26) return false;
    return true;
}

static struct drawing make_drawing(struct rng *rng) {
    struct drawing d = {0};
    int n = 1 + (int)rng_below(rng, MAX);
    for (int tries = 0; d.n < n && tries < 200; tries++) {
        struct thing t = {14 + (int)rng_below(rng, WIDTH - 28),
                          14 + (int)rng_below(rng, HEIGHT - 28), 8 + (int)rng_below(rng, 4),
                          (int)rng_below(rng, 3), (int)rng_below(rng, 2)};
        if (is_free(&d, &t)) d.things[d.n++] = t;
    }
    return d;
}

static bool covers(const struct thing *t, int x, int y) {
    int dx = x - t->x, dy = y - t->y;
    if (t->shape == 0) return dx * dx + dy * dy <= t->radius * t->radius;
    return abs(dx) <= t->radius && abs(dy) <= t->radius;
}

static void draw(const struct drawing *d, struct rng *rng, const char *path) {
    g2l2_image *image;
    g2l2_error err;
    assert_int_equal(g2l2_image_new(WIDTH, HEIGHT, 3, &image, &err), 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        uint8_t *p = image->pixels + 3 * i;
        const uint8_t grey[3] = {120, 120, 120}, *from = grey;
        for (int k = 0; k < d->n; k++)
            if (covers(&d->things[k], i % WIDTH, i / WIDTH)) from = paint[d->things[k].colour];
        for (int c = 0; c < 3; c++) p[c] = (uint8_t)(from[c] + rng_below(rng, 30));
    }
    assert_int_equal(g2l2_image_write(image, path, &err), 0);
    g2l2_image_free(image);
}

/* ---- what is said of it ----------------------------------------------------------------------------- */

static int count(const struct drawing *d, int colour, int shape) {
    int n = 0;
    for (int i = 0; i < d->n; i++)
        n += (colour < 0 || d->things[i].colour == colour) &&
             (shape < 0 || d->things[i].shape == shape);
    return n;
}

static void put(FILE *out, bool *first, int image, const char *answer, const char *format, ...) {
    char text[128];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(out, "%s{\"question\": \"%s\", \"answer\": \"%s\", \"image_filename\": \"%d.png\"}",
            *first ? "" : ",\n", text, answer, image);
    *first = false;
}

static void ask(FILE *out, bool *first, const struct drawing *d, int image, struct rng *rng) {
    char digits[16];
    for (int c = 0; c < 3; c++) {
        snprintf(digits, sizeof digits, "%d", count(d, c, -1));
        put(out, first, image, digits, "how many %s things are there?", colours[c]);
        int s = (int)rng_below(rng, 2);
        snprintf(digits, sizeof digits, "%d", count(d, c, s));
        put(out, first, image, digits, "how many %s %ss are there?", colours[c], shapes[s]);
        put(out, first, image, count(d, c, s) ? "yes" : "no", "is there a %s %s?", colours[c],
            shapes[s]);
    }
    for (int i = 0; i < d->n; i++)
        if (count(d, -1, d->things[i].shape) == 1)
            put(out, first, image, colours[d->things[i].colour], "what color is the %s?",
                shapes[d->things[i].shape]);
}

static void put_scene(FILE *out, const struct drawing *d, int image) {
    fprintf(out, "%s{\"image_filename\": \"%d.png\", \"objects\": [", image ? ",\n" : "", image);
    for (int i = 0; i < d->n; i++) {
        const struct thing *t = &d->things[i];
        fprintf(out, "%s{\"bbox\": [%d, %d, %d, %d]}", i ? ", " : "", t->x - t->radius,
                t->y - t->radius, t->x + t->radius + 1, t->y + t->radius + 1);
    }
    fprintf(out, "]}");
}

void exhibition_open(struct exhibition *e, int n, uint64_t seed) {
    struct rng rng;
    bool first = true;
    char path[128];
    rng_seed(&rng, seed);
    strcpy(e->folder, "/tmp/g2l2-see-XXXXXX");
    assert_non_null(mkdtemp(e->folder));
    snprintf(e->scenes, sizeof e->scenes, "%s/scenes.json", e->folder);
    snprintf(e->questions, sizeof e->questions, "%s/questions.json", e->folder);
    FILE *scenes = fopen(e->scenes, "w"), *questions = fopen(e->questions, "w");
    fprintf(scenes, "{\"scenes\": [");
    fprintf(questions, "{\"questions\": [");
    for (int i = 0; i < n; i++) {
        struct drawing d = make_drawing(&rng);
        snprintf(path, sizeof path, "%s/%d.png", e->folder, i);
        draw(&d, &rng, path);
        put_scene(scenes, &d, i);
        ask(questions, &first, &d, i, &rng);
    }
    fprintf(scenes, "]}\n");
    fprintf(questions, "]}\n");
    fclose(scenes);
    fclose(questions);
}

void exhibition_close(const struct exhibition *e) {
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", e->folder);
    assert_int_equal(system(command), 0);
}

struct asked exhibition_ask(const struct exhibition *e) {
    struct asked out;
    g2l2_error err;
    assert_int_equal(g2l2_scenes_new(&out.scenes, &err), 0);
    assert_int_equal(g2l2_dataset_new(&out.data, &err), 0);
    assert_int_equal(g2l2_scenes_read(out.scenes, e->scenes, NULL, &err), 0);
    assert_int_equal(g2l2_dataset_read_questions(out.data, e->questions, out.scenes, NULL, &err),
                     0);
    return out;
}

void asked_free(struct asked *asked) {
    g2l2_dataset_free(asked->data);
    g2l2_scenes_free(asked->scenes);
}
