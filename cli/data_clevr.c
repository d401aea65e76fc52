/* g2l2 data clevr: scenes and questions about them. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/data_clevr.h"
#include "generators/clevr/clevr.h"

static const char help[] =
    "usage: g2l2 data clevr [OPTIONS] -o FOLDER\n"
    "\n"
    "Write FOLDER/scenes.json and FOLDER/questions.json in the form of CLEVR (Johnson et\n"
    "al. 2017): scenes by its sampling rules, with images if wanted, and questions with programs\n"
    "and answers, by a grammar of the same language.\n"
    "\n"
    "  --questions N      how many (10000); with a split, how many of the part\n"
    "  --scenes N         about how many scenes (one for ten questions)\n"
    "  --split SPLIT      standard; or what only the part `test` has:\n"
    "                       purple   `purple` in more than 7 tokens\n"
    "                       right    `right` in more than 12 tokens\n"
    "                       count    counting in more than 9 tokens\n"
    "                       depth    2 objects on the way to the target (train: 0, 1)\n"
    "                     and of the whole language (--full or --templates):\n"
    "                       same-shape    what has the same shape (train: `same` is never\n"
    "                                     said together with `shape`)\n"
    "                       it-count      counting around `it`, in two sentences\n"
    "                       compare-hops  numbers of what is near an object compared\n"
    "                                     (train: numbers of plain things only)\n"
    "  --part PART        train or test (train); their scenes differ\n"
    "  --fraction F       keep this share of the questions (1)\n"
    "  --seed N           (0)\n"
    "  --full             the whole language: also sameness, comparisons, and two sentences\n"
    "  --novel KIND       instead, questions that CLEVR never asks, in the same words:\n"
    "                       it-compare    There is a cube; are there more balls left of it\n"
    "                                     than blocks?\n"
    "                       same-and      How many other things are the same size as the\n"
    "                                     cube and the same color as the ball?\n"
    "                       same-relate   There is another cube that is the same size as the\n"
    "                                     ball; what color is the block left of it?\n"
    "                       chain         There is a cube; there is a ball left of it; how\n"
    "                                     many things are behind it?\n"
    "                       all           as many of each\n"
    "                     or with one construction inside another: A-in-B, where A is relate,\n"
    "                     same, and, or, it, and B one of these, compare or match:\n"
    "                       same-in-relate  How many things are left of the cube that is the\n"
    "                                     same size as the ball?\n"
    "                       pairs         as many of each\n"
    "  --templates DIR    questions by CLEVR's own template files in this folder\n"
    "  --allow FILE       colors that a shape may have, {\"cube\": [\"gray\", \"blue\"], ...}, as\n"
    "                     in CLEVR's CoGenT conditions (any with any)\n"
    "  --images           also draw every scene: FOLDER/images and FOLDER/masks, and in the "
    "scenes\n"
    "                     camera, lights and the bbox of each object (see g2l2 render)\n"
    "  --views            the same scenes as with --images, without drawing them: that each "
    "object\n"
    "                     shows 200 pixels is seen to, and `g2l2 render` draws them later\n"
    "  --threads N        that draw (1); the images are the same for any number\n"
    "  --gzip             compress: scenes.json.gz, questions.json.gz\n"
    "  -o, --output FOLDER  made if it is not there (clevr-SPLIT-PART, "
    "clevr-KIND-PART)\n" LONG_BUDGET_HELP "\n"
    "Try it:\n"
    "  g2l2 data clevr --questions 70000 -o clevr\n"
    "  g2l2 data clevr --split purple --part test --questions 5000 -o clevr-purple-test\n"
    "  g2l2 data clevr --novel chain --part test --questions 1000 -o clevr-chain-test\n";

static const struct command command = {"data clevr", "write scenes and questions", help, NULL};

struct job {
    const char *split, *part, *novel;
    struct clevr_options clevr;
};

static int find(const char *const *names, const char *name) {
    for (int i = 0; names[i]; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

/* Is it one of the names? If not, a message lists them. */
static bool known(const char *what, const char *const *names, const char *name) {
    char list[1024] = "";
    if (find(names, name) >= 0) return true;
    for (int i = 0; names[i]; i++) {
        size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", i ? ", " : "", names[i]);
    }
    cli_usage(&command, "there is no %s '%s' (%s)", what, name, list);
    return false;
}

static bool check_names(const struct job *job) {
    return known("split", clevr_split_names, job->split) &&
           known("part", clevr_part_names, job->part) &&
           known("novel kind", clevr_novel_names, job->novel);
}

/* Which questions: not everything goes with everything. */
static bool check_choice(const struct job *job) {
    const struct clevr_options *clevr = &job->clevr;
    int wrong = 0;
    if (clevr->novel && clevr->templates)
        wrong = cli_usage(&command, "--novel and --templates: only one of them can make questions");
    else if (clevr->novel && clevr->split)
        wrong = cli_usage(&command, "--novel has no splits; its parts have different scenes");
    else if (clevr->split >= CLEVR_SAME_SHAPE && !clevr->full && !clevr->templates)
        wrong = cli_usage(&command, "the split '%s' needs --full or --templates", job->split);
    return !wrong;
}

/* Out of range on the command line is wrong usage; --scenes 0 would mean "choose". */
static bool check(const struct job *job, int n_rest, const char *first) {
    int wrong = 0;
    if (n_rest) wrong = cli_usage(&command, "'%s' is too much", first);
    else if (job->clevr.scenes < 1 || job->clevr.scenes > CLEVR_MAX_SCENES)
        wrong = cli_usage(&command, "--scenes must be 1 to %u", CLEVR_MAX_SCENES);
    else if (job->clevr.questions < 1 || job->clevr.questions > CLEVR_MAX_QUESTIONS)
        wrong = cli_usage(&command, "--questions must be 1 to %u", CLEVR_MAX_QUESTIONS);
    else if (job->clevr.threads < 1 || job->clevr.threads > 64)
        wrong = cli_usage(&command, "--threads must be 1 to 64");
    else if (!(job->clevr.fraction > 0 && job->clevr.fraction <= 1))
        wrong = cli_usage(&command, "--fraction must be more than 0 and at most 1");
    return !wrong && check_names(job);
}

static void show_progress(size_t done, size_t n) {
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r%zu of %zu images", done, n);
    if (done == n) fputs("\r                                        \r", stderr);
}

static int generate(struct job *job) {
    g2l2_error err;
    char folder[64];
    job->clevr.split = (enum clevr_split)find(clevr_split_names, job->split);
    job->clevr.part = (enum clevr_part)find(clevr_part_names, job->part);
    job->clevr.novel = (enum clevr_novel)find(clevr_novel_names, job->novel);
    if (!check_choice(job)) return EXIT_USAGE;
    snprintf(folder, sizeof folder, "clevr-%s-%s", job->clevr.novel ? job->novel : job->split,
             job->part);
    if (!job->clevr.folder) job->clevr.folder = folder;
    job->clevr.progress = show_progress;
    return clevr_generate(&job->clevr, &err) ? cli_fail(&err) : EXIT_OK;
}

int cli_data_clevr(int argc, char **argv) {
    const size_t not_given = 1;
    struct job job = {
        .split = "standard", .part = "train", .novel = "none", .clevr = clevr_options_default()};
    size_t scenes = SIZE_MAX;
    struct cli_budget budget = {0};
    const struct option_row rows[] = {{"--split", .text = &job.split},
                                      {"--part", .text = &job.part},
                                      {"--novel", .text = &job.novel},
                                      {"--scenes", .size = &scenes},
                                      {"--questions", .size = &job.clevr.questions},
                                      {"--fraction", .real = &job.clevr.fraction},
                                      {"--seed", .number = &job.clevr.seed},
                                      {"--templates", .text = &job.clevr.templates},
                                      {"--allow", .text = &job.clevr.allow},
                                      {"--full", .flag = &job.clevr.full},
                                      {"--images", .flag = &job.clevr.images},
                                      {"--views", .flag = &job.clevr.views},
                                      {"--threads", .whole = &job.clevr.threads},
                                      {"--gzip", .flag = &job.clevr.gzip},
                                      {"-o|--output", .text = &job.clevr.folder},
                                      BUDGET_ROWS(budget),
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &command, rows, rest);
    int status = EXIT_USAGE;
    job.clevr.scenes = scenes == SIZE_MAX ? not_given : scenes;
    if (n >= 0 && check(&job, n, rest[0]) && !cli_budget_start(&command, &budget)) {
        cli_reached("writing %s", job.clevr.folder ? job.clevr.folder : "scenes and questions");
        if (scenes == SIZE_MAX) job.clevr.scenes = 0;
        status = generate(&job);
    }
    free(rest);
    return cli_finish(status);
}
