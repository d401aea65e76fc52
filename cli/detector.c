/* g2l2 train detector, and how good one is: images with boxes in, a detector out. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/common.h"
#include "cli/cli.h"

static const char help[] =
    "usage: g2l2 train detector --images DIR --scenes FILE -o DETECTOR [--seed N] [--views N]\n"
    "       g2l2 eval DETECTOR --images DIR --scenes FILE [--json]\n"
    "\n"
    "Learn to find objects in images. The scenes name their images (\"image_filename\"), and\n"
    "their objects have a box, \"bbox\": [x0, y0, x1, y1] in pixels; nothing else of them is\n"
    "looked at. `g2l2 train visual --images DIR --detector DETECTOR` uses it; a detector for\n"
    "images like CLEVR's is built in.\n"
    "\n"
    "  -o, --output FILE  where the detector goes (needed)\n"
    "  --images DIR       the images, PNG (needed)\n"
    "  --scenes FILE      scenes with boxes (needed)\n"
    "  --seed N           same seed, same bytes on the same kind of CPU (1)\n"
    "  --views N          images to look at in all, each again and again (16000)\n" LONG_BUDGET_HELP
        CHECKPOINT_HELP "  --quiet            no report and no progress\n";

struct job {
    const char *images, *scenes, *output;
    g2l2_detector_options options;
    g2l2_limits limits;
    bool quiet, json;
};

static const struct command command = {"train", "learn to find objects", help, NULL};

static bool on_progress(void *context, double done, double loss) {
    (void)context;
    fprintf(stderr, "\r%3.0f%%  loss %.4f ", 100 * done, loss);
    return true;
}

static int read_scenes(const char *path, const g2l2_limits *limits, g2l2_scenes **out) {
    g2l2_error err;
    if (g2l2_scenes_new(out, &err) || g2l2_scenes_read(*out, path, limits, &err))
        return cli_fail(&err);
    return EXIT_OK;
}

static int train(struct job *job) {
    g2l2_error err;
    g2l2_scenes *scenes = NULL;
    g2l2_detector *detector = NULL;
    char *checkpoint = NULL;
    clock_t before = clock();
    int status = file_try(job->output, &err) ? cli_fail(&err) : EXIT_OK;
    if (!status) status = cli_checkpoint_open(&job->options.checkpoint, job->output, &checkpoint);
    if (!status && !job->quiet && cli_checkpoint_tell(&job->options.checkpoint))
        cli_put(stderr, "g2l2: note: going on from %s\n", checkpoint);
    if (!status) status = read_scenes(job->scenes, &job->limits, &scenes);
    if (!job->quiet && isatty(STDERR_FILENO)) job->options.progress = on_progress;
    job->options.images = job->images;
    if (!status && g2l2_detector_train(scenes, &job->options, &detector, &err))
        status = cli_fail(&err);
    if (job->options.progress) fprintf(stderr, "\r%*s\r", 40, "");
    if (!status && g2l2_detector_save(detector, job->output, &err)) status = cli_fail(&err);
    if (!status) cli_checkpoint_remove(&job->options.checkpoint);
    if (!status && !job->quiet)
        cli_put(stdout, "learned to find objects from %zu images in %.2f s of CPU time\nwrote %s\n",
                g2l2_scenes_count(scenes), (double)(clock() - before) / CLOCKS_PER_SEC,
                job->output);
    g2l2_detector_free(detector);
    g2l2_scenes_free(scenes);
    free(checkpoint);
    return status;
}

int cli_train_detector(int argc, char **argv) {
    struct job job = {.limits = g2l2_limits_default(),
                      .options = {.seed = 1, .checkpoint.seconds = CLI_CHECKPOINT}};
    struct cli_budget budget = {0};
    const struct option_row rows[] = {BUDGET_ROWS(budget),
                                      {"-o|--output", .text = &job.output},
                                      {"--images", .text = &job.images},
                                      {"--scenes", .text = &job.scenes},
                                      {"--seed", .number = &job.options.seed},
                                      {"--views", .size = &job.options.views},
                                      {"--quiet", .flag = &job.quiet},
                                      CHECKPOINT_ROWS(job.options.checkpoint),
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &command, rows, rest);
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    free(rest);
    if (!status && (n > 1 || !job.images || !job.scenes || !job.output))
        status =
            cli_usage(&command, "a detector needs --images DIR, --scenes FILE and -o DETECTOR");
    if (!status && !(job.options.checkpoint.seconds >= 0))
        status = cli_usage(&command, "--checkpoint cannot be below 0");
    if (!status) status = cli_budget_start(&command, &budget);
    if (!status) status = train(&job);
    return cli_finish(status);
}

/* ---- how good it is -------------------------------------------------------------------------- */

static double share(size_t part, size_t whole) {
    return whole ? (double)part / (double)whole : 0;
}

static void print_score(const g2l2_detector_score *s) {
    printf("%zu images, %zu objects, %zu boxes found\n", s->images, s->objects, s->boxes);
    printf("%zu of %zu boxes are of an object: precision %.2f%%\n", s->right, s->boxes,
           100 * share(s->right, s->boxes));
    printf("%zu of %zu objects are found: recall %.2f%%\n", s->right, s->objects,
           100 * share(s->right, s->objects));
    printf("%zu of %zu objects behind others are found: recall %.2f%%\n", s->hidden_right,
           s->hidden, 100 * share(s->hidden_right, s->hidden));
    printf("mean overlap of those found: %.3f\n", s->overlap);
}

static void print_json(const g2l2_detector_score *s) {
    json_t *out =
        json_pack("{s:I, s:I, s:I, s:f, s:f, s:I, s:f, s:f}", "images", (json_int_t)s->images,
                  "objects", (json_int_t)s->objects, "boxes", (json_int_t)s->boxes, "precision",
                  share(s->right, s->boxes), "recall", share(s->right, s->objects), "hidden",
                  (json_int_t)s->hidden, "hidden_recall", share(s->hidden_right, s->hidden),
                  "overlap", s->overlap);
    json_dumpf(out, stdout, JSON_INDENT(2));
    printf("\n");
    json_decref(out);
}

int cli_eval_detector(const char *path, const char *images, const char *scene_file,
                      const g2l2_limits *limits, bool json) {
    g2l2_error err;
    g2l2_scenes *scenes = NULL;
    g2l2_detector *detector = NULL;
    g2l2_detector_score score;
    int status = read_scenes(scene_file, limits, &scenes);
    if (!status && (g2l2_detector_load(strcmp(path, "detector") ? path : NULL, &detector, &err) ||
                    g2l2_detector_measure(detector, scenes, images, &score, &err)))
        status = cli_fail(&err);
    if (!status && json) print_json(&score);
    else if (!status) print_score(&score);
    g2l2_detector_free(detector);
    g2l2_scenes_free(scenes);
    return status;
}
