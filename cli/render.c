/* g2l2 render: images of scenes.
 *
 *   SCENES ─▶ scene, camera, lamps ─▶ threads ─▶ DIR/images, DIR/masks
 *      └────────▶ with what was drawn ─▶ DIR/scenes.json
 *
 * The scenes that are written are those that were read, with everything that they had, and where
 * in the image each object is. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "cli/cli.h"
#include "common/common.h"
#include "generators/clevr/draw.h"

static const char help[] =
    "usage: g2l2 render SCENES -o DIR [OPTIONS]\n"
    "\n"
    "Draw scenes in the look of CLEVR: DIR/images and DIR/masks (which object is where: pixel =\n"
    "index + 1, 0 is none) as PNG, and DIR/scenes.json, the scenes with pixel_coords, bbox\n"
    "[x0, y0, x1, y1), pixels, camera and lights of each. SCENES is a file of CLEVR's form,\n"
    "plain or gzip: objects with size, color, material, shape, 3d_coords and rotation. A scene\n"
    "without camera or lights gets them at random, as CLEVR does.\n"
    "\n"
    "  -o, --output DIR   made if it is not there\n"
    "  --seed N           of cameras, lamps and the grain of the images (0)\n"
    "  --threads N        (1) the images are the same for any number\n"
    "  --width N          pixels (480)\n"
    "  --height N         (two thirds of the width)\n"
    "  --max-bytes N      bytes the file may have, unpacked (1G)\n" LONG_BUDGET_HELP
    "  --quiet            no progress and no summary\n"
    "  --json             the summary as JSON\n"
    "\n"
    "Try it:\n"
    "  g2l2 data clevr --scenes 10 --questions 100 -o some\n"
    "  g2l2 render some/scenes.json -o pictures\n"
    "  g2l2 data clevr --images --scenes 10 --questions 100 -o both      # in one step\n";

#define MIN_SIDE 16u
#define MAX_SIDE 4096u
#define BLOCK    4096u /* scenes, from one exchange to the next */

struct job {
    const char *input, *folder;
    uint64_t seed, threads;
    size_t width, height, max_bytes;
    bool quiet, json;
    json_t *roots;             /* the values of the file */
    json_t *scenes;            /* [n] borrowed from them */
    struct clevr_view *views;  /* [n] as they were drawn */
    struct clevr_scene *drawn; /* [n] */
    size_t n, n_objects, n_hidden;
};

/* ---- reading ------------------------------------------------------------------------------------ */

static g2l2_status no_memory(g2l2_error *err) {
    return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
}

/* The whole file, unpacked. */
static g2l2_status unpack(const char *path, size_t limit, char **out, size_t *length,
                          g2l2_error *err) {
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: is a directory", path);
    gzFile in = strcmp(path, "-") ? gzopen(path, "rb") : gzdopen(dup(STDIN_FILENO), "rb");
    if (!in)
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot open: %s", path, strerror(errno));
    size_t cap = 0, n = 0;
    char *text = NULL;
    int got = 1;
    while (got > 0 && n <= limit) {
        if (n + 1 >= cap) {
            char *wider = realloc(text, cap = cap ? 2 * cap : 1 << 16);
            if (!wider) break;
            text = wider;
        }
        got = gzread(in, text + n, (unsigned)(cap - n - 1 < (1u << 30) ? cap - n - 1 : 1u << 30));
        if (got > 0) n += (size_t)got;
    }
    int wrong;
    gzerror(in, &wrong);
    int closed = gzclose(in);
    g2l2_status status = G2L2_STATUS_OK;
    if (wrong == Z_MEM_ERROR) status = no_memory(err);
    else if (n > limit)
        status = err_set(err, G2L2_STATUS_LIMIT, 0, 0, "%s: larger than the limit of %zu MB", path,
                         limit >> 20);
    else if (got < 0 || closed == Z_BUF_ERROR)
        status = err_set(err, G2L2_STATUS_FORMAT, 0, 0, "%s: cannot be unpacked", path);
    else if (got > 0) status = no_memory(err);
    *out = text;
    *length = n;
    return status;
}

/* A scene, a list of them, or {"scenes": [...]}. */
static int add_scenes(json_t *scenes, json_t *value) {
    json_t *list = json_object_get(value, "scenes"), *one;
    size_t i;
    if (!list && json_is_object(value)) return json_array_append(scenes, value);
    if (!list) list = value;
    if (!json_is_array(list)) return -1;
    json_array_foreach(list, i,
                       one) if (!json_is_object(one) || json_array_append(scenes, one)) return -1;
    return 0;
}

static void count_lines(const char *text, size_t n, size_t *line) {
    for (size_t i = 0; i < n; i++) *line += text[i] == '\n';
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* One value after the other: JSON lines are a file of several. */
static g2l2_status parse(struct job *self, const char *text, size_t length, g2l2_error *err) {
    size_t at = 0, line = 1;
    self->roots = json_array();
    self->scenes = json_array();
    if (!self->roots || !self->scenes) return no_memory(err);
    for (;;) {
        while (at < length && is_space(text[at])) line += text[at++] == '\n';
        if (at == length) break;
        json_error_t wrong;
        json_t *value = json_loadb(text + at, length - at, JSON_DISABLE_EOF_CHECK, &wrong);
        if (!value)
            return err_set(err, G2L2_STATUS_FORMAT, line + (size_t)wrong.line - 1,
                           (size_t)wrong.column, "%s:%zu:%d: %s", self->input,
                           line + (size_t)wrong.line - 1, wrong.column, wrong.text);
        json_array_append_new(self->roots, value);
        if (add_scenes(self->scenes, value))
            return err_set(err, G2L2_STATUS_FORMAT, line, 0, "%s:%zu: this is no scene",
                           self->input, line);
        count_lines(text + at, (size_t)wrong.position, &line);
        at += (size_t)wrong.position;
    }
    self->n = json_array_size(self->scenes);
    if (self->n) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_FORMAT, 0, 0, "%s: has no scenes", self->input);
}

/* ---- names ----------------------------------------------------------------------------------------- */

static g2l2_status name_of(const struct job *self, size_t i, char out[CLEVR_MAX_NAME],
                           g2l2_error *err) {
    const json_t *named = json_object_get(json_array_get(self->scenes, i), "image_filename");
    const char *name = json_string_value(named);
    size_t n = name ? strlen(name) : 0;
    if (!named) return snprintf(out, CLEVR_MAX_NAME, "scene_%06zu.png", i), G2L2_STATUS_OK;
    if (n < 5 || n > 200 || strchr(name, '/') || *name == '.' || strcmp(name + n - 4, ".png"))
        return err_set(err, G2L2_STATUS_FORMAT, 0, 0,
                       "%s: scene %zu: \"image_filename\" must be a name like a.png", self->input,
                       i);
    memcpy(out, name, n + 1);
    return G2L2_STATUS_OK;
}

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

/* All names are good, and no two the same: the one would be written over the other. */
static g2l2_status check_names(const struct job *self, g2l2_error *err) {
    char(*names)[CLEVR_MAX_NAME] = malloc(self->n * sizeof *names);
    g2l2_status status = names ? G2L2_STATUS_OK : no_memory(err);
    for (size_t i = 0; !status && i < self->n; i++) status = name_of(self, i, names[i], err);
    if (!status) qsort(names, self->n, sizeof *names, by_text);
    for (size_t i = 1; !status && i < self->n; i++)
        if (!strcmp(names[i - 1], names[i]))
            status = err_set(err, G2L2_STATUS_FORMAT, 0, 0,
                             "%s: two scenes have the image_filename '%s'", self->input, names[i]);
    free(names);
    return status;
}

/* ---- drawing ------------------------------------------------------------------------------------------ */

static g2l2_status get_scene(void *context, size_t i, struct clevr_picture *out, g2l2_error *err) {
    const struct job *self = context;
    const json_t *json = json_array_get(self->scenes, i);
    struct rng rng;
    bool has;
    g2l2_error why;
    rng_seed(&rng, hash_mix(hash_mix(self->seed, 0x76696577u), i));
    clevr_view_sample(&out->view, &rng);
    if (clevr_scene_read(&out->scene, json, &why) || clevr_view_check(&out->scene, &why) ||
        clevr_view_read(&out->view, json, &has, &why))
        return err_set(err, why.status, 0, 0, "%s: scene %zu: %.300s", self->input, i, why.message);
    return name_of(self, i, out->name, err);
}

static void keep(void *context, size_t i, const struct clevr_picture *picture) {
    struct job *self = context;
    self->views[i] = picture->view;
    self->drawn[i] = picture->scene;
}

static void count(struct job *self, size_t i) {
    self->n_objects += self->drawn[i].n;
    for (uint32_t k = 0; k < self->drawn[i].n; k++) self->n_hidden += !self->views[i].pixels[k];
}

/* Of the processes that mpirun started, r of R draws the scenes r, r + R, ...: here all get what came
 * of scenes [begin, end). */
static g2l2_status share(struct job *self, const g2l2_ranks *ranks, size_t begin, size_t end,
                         g2l2_error *err) {
    const size_t view = sizeof *self->views, size = view + sizeof *self->drawn;
    const void *all;
    const size_t *sizes;
    size_t n = (size_t)ranks->n;
    char *own = malloc((end - begin) * size + 1), *to = own;
    if (!own) return no_memory(err);
    for (size_t i = begin; i < end; i++) {
        if (i % n != (size_t)ranks->own) continue;
        memcpy(to, &self->views[i], view);
        memcpy(to + view, &self->drawn[i], size - view);
        to += size;
    }
    bool fine = ranks->exchange(ranks->context, own, (size_t)(to - own), &all, &sizes);
    free(own);
    if (!fine)
        return err_set(err, G2L2_STATUS_IO, 0, 0,
                       "a process that draws together with this one has ended");
    const char *from = all;
    for (size_t r = 0; r < n; r++)
        for (size_t i = begin + (r + n - begin % n) % n; i < end; i += n, from += size) {
            memcpy(&self->views[i], from, view);
            memcpy(&self->drawn[i], from + view, size - view);
        }
    return G2L2_STATUS_OK;
}

static void show_progress(void *context, size_t done) {
    const struct job *self = context;
    if (self->quiet || !isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r%zu of %zu images", done, self->n);
    if (done == self->n) fputs("\r                                        \r", stderr);
}

/* ---- writing --------------------------------------------------------------------------------------------- */

static json_t *point(struct vec at) {
    return json_pack("[f,f,f]", at.x, at.y, at.z);
}

static json_t *matrix_of(const struct render_camera *camera) {
    return json_pack("[[f,f,f,f],[f,f,f,f],[f,f,f,f],[f,f,f,f]]", camera->right.x, camera->up.x,
                     camera->back.x, camera->at.x, camera->right.y, camera->up.y, camera->back.y,
                     camera->at.y, camera->right.z, camera->up.z, camera->back.z, camera->at.z, 0.0,
                     0.0, 0.0, 1.0);
}

static int set_object(json_t *json, const struct clevr_object *object, const uint32_t *box,
                      uint32_t pixels) {
    json_t *at =
        json_pack("[i,i,f]", (int)object->pixel[0], (int)object->pixel[1], object->pixel[2]);
    json_t *bbox = json_pack("[i,i,i,i]", (int)box[0], (int)box[1], (int)box[2], (int)box[3]);
    return json_object_set_new(json, "pixel_coords", at) | json_object_set_new(json, "bbox", bbox) |
           json_object_set_new(json, "pixels", json_integer((json_int_t)pixels));
}

/* What is known now is put beside what was read. Nonzero: out of memory. */
static int set_scene(struct job *self, size_t i) {
    json_t *json = json_array_get(self->scenes, i), *objects = json_object_get(json, "objects");
    const struct clevr_view *view = &self->views[i];
    char name[CLEVR_MAX_NAME];
    g2l2_error err;
    int bad = (int)name_of(self, i, name, &err);
    for (uint32_t k = 0; k < self->drawn[i].n; k++)
        bad |= set_object(json_array_get(objects, k), &self->drawn[i].objects[k], view->box[k],
                          view->pixels[k]);
    json_t *lights = json_object();
    for (int k = 0; k < RENDER_N_LAMPS; k++)
        bad |= json_object_set_new(lights, clevr_lamp_names[k], point(view->lamps[k]));
    bad |= json_object_set_new(json, "lights", lights);
    bad |= json_object_set_new(json, "camera",
                               json_pack("{so,so}", "location", point(view->camera.at),
                                         "matrix_world", matrix_of(&view->camera)));
    return bad | json_object_set_new(json, "image_filename", json_string(name));
}

static int put_text(const char *text, size_t n, void *out) {
    buf_put(out, text, n);
    return 0;
}

/* {"scenes":[ and a scene a line. */
static g2l2_status write_scenes(struct job *self, g2l2_error *err) {
    struct guard guard;
    struct arena arena;
    struct buf out;
    char path[4096];
    snprintf(path, sizeof path, "%s/scenes.json", self->folder);
    arena_init(&arena, &guard, 0);
    if (guard_try(&guard, err)) {
        buf_init(&out, &arena);
        buf_puts(&out, "{\"info\":{\"generator\":\"g2l2 " G2L2_VERSION "\"},\"scenes\":[\n");
        for (size_t i = 0; i < self->n; i++) {
            if (i) buf_puts(&out, ",\n");
            if (set_scene(self, i) ||
                json_dump_callback(json_array_get(self->scenes, i), put_text, &out, JSON_COMPACT))
                guard_raise(&guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
        }
        buf_puts(&out, "\n]}\n");
        guard.status = file_write(path, out.at, out.n, err);
    }
    arena_free(&arena);
    return guard.status;
}

/* ---- the command ------------------------------------------------------------------------------------------- */

static g2l2_status draw(struct job *self, g2l2_error *err) {
    const g2l2_ranks *ranks = cli_ranks();
    const struct clevr_draw drawing = {.folder = self->folder,
                                       .n = self->n,
                                       .first = ranks ? (size_t)ranks->own : 0,
                                       .step = ranks ? (size_t)ranks->n : 1,
                                       .threads = (int)self->threads,
                                       .seed = self->seed,
                                       .width = (uint32_t)self->width,
                                       .height = (uint32_t)self->height,
                                       .get = get_scene,
                                       .drawn = keep,
                                       .progress = show_progress,
                                       .context = self};
    self->views = calloc(self->n, sizeof *self->views);
    self->drawn = calloc(self->n, sizeof *self->drawn);
    if (!self->views || !self->drawn) return no_memory(err);
    if (mkdir(self->folder, 0777) && errno != EEXIST)
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot make the folder: %s", self->folder,
                       strerror(errno));
    g2l2_status status = clevr_draw(&drawing, err);
    for (size_t i = 0; ranks && !status && i < self->n; i += BLOCK)
        status = share(self, ranks, i, i + BLOCK < self->n ? i + BLOCK : self->n, err);
    for (size_t i = 0; i < self->n; i++) count(self, i);
    if (status || (ranks && ranks->own)) return status;
    return write_scenes(self, err);
}

/* Everything is looked at before the first image is drawn. */
static g2l2_status check_scenes(struct job *self, g2l2_error *err) {
    struct clevr_picture *picture = calloc(1, sizeof *picture);
    g2l2_status status = picture ? G2L2_STATUS_OK : no_memory(err);
    for (size_t i = 0; !status && i < self->n; i++) status = get_scene(self, i, picture, err);
    free(picture);
    return status ? status : check_names(self, err);
}

static void summarize(const struct job *self, double seconds) {
    if (self->json)
        printf("{\"images\": %zu, \"objects\": %zu, \"hidden\": %zu, \"cpu_seconds\": %.2f}\n",
               self->n, self->n_objects, self->n_hidden, seconds);
    else if (!self->quiet)
        cli_put(stdout,
                "drew %zu images of %zu objects in %.1f s of CPU time\n"
                "wrote %s/images, %s/masks and %s/scenes.json\n",
                self->n, self->n_objects, seconds, self->folder, self->folder, self->folder);
    if (!self->quiet && self->n_hidden)
        fprintf(stderr, "g2l2: %zu objects do not show: they are hidden or outside\n",
                self->n_hidden);
}

static int render(struct job *self) {
    g2l2_error err;
    char *text = NULL;
    size_t length = 0;
    g2l2_status status = unpack(self->input, self->max_bytes, &text, &length, &err);
    if (!status) status = parse(self, text, length, &err);
    free(text);
    if (!status) status = check_scenes(self, &err);
    if (!status) status = draw(self, &err);
    if (!status) summarize(self, (double)clock() / CLOCKS_PER_SEC);
    json_decref(self->scenes);
    json_decref(self->roots);
    free(self->views);
    free(self->drawn);
    return status ? cli_fail(&err) : EXIT_OK;
}

static bool is_side(size_t n) {
    return n >= MIN_SIDE && n <= MAX_SIDE;
}

static int run(int argc, char **argv) {
    struct job job = {.threads = 1, .width = CLEVR_WIDTH, .max_bytes = (size_t)1 << 30};
    struct cli_budget budget = {0};
    const struct option_row rows[] = {
        {"-o|--output", .text = &job.folder},    BUDGET_ROWS(budget),
        {"--seed", .number = &job.seed},         {"--threads", .number = &job.threads},
        {"--width", .size = &job.width},         {"--height", .size = &job.height},
        {"--max-bytes", .size = &job.max_bytes}, {"--quiet", .flag = &job.quiet},
        {"--json", .flag = &job.json},           {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_render, rows, rest), status = EXIT_USAGE;
    job.input = n == 1 ? rest[0] : NULL;
    if (!job.height) job.height = job.width * CLEVR_HEIGHT / CLEVR_WIDTH;
    if (n >= 0 && !job.input) cli_usage(&cli_render, "one file of scenes is needed");
    else if (n >= 0 && !job.folder) cli_usage(&cli_render, "-o DIR is needed");
    else if (n >= 0 && (!is_side(job.width) || !is_side(job.height)))
        cli_usage(&cli_render, "--width and --height must be %u to %u", MIN_SIDE, MAX_SIDE);
    else if (n >= 0 && (job.threads < 1 || job.threads > 64))
        cli_usage(&cli_render, "--threads must be 1 to 64");
    else if (n >= 0 && !cli_budget_start(&cli_render, &budget)) status = render(&job);
    free(rest);
    return cli_finish(status);
}

const struct command cli_render = {"render", "draw scenes as images", help, run};
