/* g2l2 data: data sets made from their grammars. */
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "cli/cli.h"
#include "cli/data_clevr.h"
#include "cli/data_features.h"
#include "generators/scan/scan.h"

static const char help[] =
    "usage: g2l2 data scan --split SPLIT --part train|test [OPTIONS]\n"
    "       g2l2 data clevr [OPTIONS] -o FOLDER      (`g2l2 data clevr --help` says more)\n"
    "       g2l2 data features FILE -o SCENES        (likewise: features measured elsewhere)\n"
    "\n"
    "Write SCAN (Lake and Baroni 2018), generated from its grammar: 20,910 commands in\n"
    "the official form `IN: jump twice OUT: I_JUMP I_JUMP`.\n"
    "\n"
    "  --split SPLIT      simple (a random 80/20), jump, around-right, length\n"
    "  --part PART        train or test\n"
    "  --fraction F       keep this share of each length of command (1)\n"
    "  --seed N           of the split, the sample and the order (0)\n"
    "  -o, --output FILE  (standard output)\n" LONG_BUDGET_HELP;

struct job {
    const char *split, *part, *output;
    struct scan_options scan;
};

static int write_scan(const struct job *job) {
    struct arena arena;
    struct guard guard;
    struct buf text;
    g2l2_error err;
    volatile int status = EXIT_OK;
    arena_init(&arena, &guard, 0);
    if (guard_try(&guard, &err)) {
        buf_init(&text, &arena);
        scan_generate(&job->scan, &text);
        if (!job->output || !strcmp(job->output, "-")) fwrite(text.at, 1, text.n, stdout);
        else if (file_write(job->output, text.at, text.n, &err)) status = cli_fail(&err);
    } else {
        status = cli_fail(&err);
    }
    arena_free(&arena);
    return status;
}

static int run(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "clevr")) return cli_data_clevr(argc - 1, argv + 1);
    if (argc > 1 && !strcmp(argv[1], "features")) return cli_data_features(argc - 1, argv + 1);
    struct job job = {.part = "train", .split = "simple", .scan = scan_options_default()};
    struct cli_budget budget = {0};
    const struct option_row rows[] = {{"--split", .text = &job.split},
                                      {"--part", .text = &job.part},
                                      {"--fraction", .real = &job.scan.fraction},
                                      {"--seed", .number = &job.scan.seed},
                                      {"-o|--output", .text = &job.output},
                                      BUDGET_ROWS(budget),
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_data, rows, rest);
    int status = EXIT_USAGE;
    if (n >= 0 && (n != 1 || strcmp(rest[0], "scan")))
        cli_usage(&cli_data, "the data set's name is needed: scan, clevr or features");
    else if (n >= 0 && !scan_split_find(job.split, &job.scan.split))
        cli_usage(&cli_data, "there is no split '%s' (simple, jump, around-right, length)",
                  job.split);
    else if (n >= 0 && !scan_part_find(job.part, &job.scan.part))
        cli_usage(&cli_data, "there is no part '%s' (train, test)", job.part);
    else if (n >= 0 && !cli_budget_start(&cli_data, &budget)) status = write_scan(&job);
    free(rest);
    return cli_finish(status);
}

const struct command cli_data = {"data", "write a data set", help, run};
