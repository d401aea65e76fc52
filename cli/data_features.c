/* g2l2 data features: objects that another program has measured become scenes. */
#include <stdlib.h>
#include <string.h>

#include "cli/data_features.h"
#include "generators/features/tensors.h"

static const char help[] =
    "usage: g2l2 data features FILE -o SCENES [OPTIONS]\n"
    "\n"
    "Write a file of scenes from features that another program has measured, such as those\n"
    "of Mask R-CNN, DETR or CLIP for each object of an image. `train`, `eval`, `run` and\n"
    "`explain` read it with --scenes. FILE is .npy, .npz, .safetensors or .jsonl, told apart\n"
    "by content:\n"
    "\n"
    "  features [objects, numbers], image [objects]   objects of all images, and whose they are\n"
    "  features [images, objects, numbers]            as many of each, or counts [images]\n"
    "  ID [objects, numbers], ID.boxes ...            an array for each image, by its name\n"
    "  {\"id\": ..., \"features\": [[...], ...]}          a line for each image; or image_index\n"
    "\n"
    "With boxes ([objects, 4] or [images, objects, 4]: x0 y0 x1 y1) the centre and size of an\n"
    "object's box are four more of its numbers: words such as `left` need them.\n"
    "\n"
    "  -o, --output FILE  (standard output)\n"
    "  --image-size WxH   boxes are in pixels of such an image (between 0 and 1)\n"
    "  --box-scale F      what the numbers of a box are multiplied by: more where features are\n"
    "                     large, 0 to leave boxes out (1)\n"
    "  --max-bytes N      bytes the file may have (1G; K, M, G are understood)\n" BUDGET_HELP "\n"
    "Try it:\n"
    "  g2l2 data features train.npz --image-size 480x320 -o train-scenes.jsonl\n"
    "  g2l2 train visual --scenes train-scenes.jsonl --questions train.jsonl -o mine.g2l2\n";

static const struct command command = {"data features", "features to scenes", help, NULL};

struct job {
    const char *path, *output, *image_size;
    struct features_options features;
};

static bool read_size(struct job *job) {
    char rest;
    struct features_options *f = &job->features;
    if (!job->image_size) return true;
    bool fine = sscanf(job->image_size, "%lfx%lf%c", &f->width, &f->height, &rest) == 2 &&
                f->width > 0 && f->height > 0 && f->width < 1e9 && f->height < 1e9;
    if (!fine) cli_usage(&command, "--image-size is WxH, as 480x320, not '%s'", job->image_size);
    return fine;
}

static int write_scenes(const struct job *job) {
    struct arena arena;
    struct guard guard;
    struct buf text;
    struct features_report report;
    g2l2_error err;
    bool standard = !job->output || !strcmp(job->output, "-");
    volatile int status = EXIT_OK;
    arena_init(&arena, &guard, 0);
    if (guard_try(&guard, &err)) {
        buf_init(&text, &arena);
        if (features_convert(job->path, &job->features, &text, &report, &err))
            status = cli_fail(&err);
        else if (standard) fwrite(text.at, 1, text.n, stdout);
        else if (file_write(job->output, text.at, text.n, &err)) status = cli_fail(&err);
        else
            cli_put(stdout, "wrote %s: %zu scenes, %zu objects of %zu numbers\n", job->output,
                    report.scenes, report.objects, report.numbers);
    } else {
        status = cli_fail(&err);
    }
    arena_free(&arena);
    return status;
}

int cli_data_features(int argc, char **argv) {
    struct job job = {.features = features_options_default()};
    struct cli_budget budget = {.seconds = CLI_SECONDS};
    const struct option_row rows[] = {BUDGET_ROWS(budget),
                                      {"-o|--output", .text = &job.output},
                                      {"--image-size", .text = &job.image_size},
                                      {"--box-scale", .real = &job.features.box_scale},
                                      {"--max-bytes", .size = &job.features.max_bytes},
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &command, rows, rest);
    int status = EXIT_USAGE;
    if (n >= 0 && n != 1) cli_usage(&command, "one file of features is needed");
    else if (n >= 0 && !(job.features.box_scale >= 0 && job.features.box_scale < 1e9))
        cli_usage(&command, "--box-scale must be 0 or more");
    else if (n >= 0 && read_size(&job) && !cli_budget_start(&command, &budget)) {
        cli_reached("reading %s", rest[0]);
        job.path = rest[0];
        status = write_scenes(&job);
    }
    free(rest);
    return cli_finish(status);
}
