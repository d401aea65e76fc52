/* g2l2 COMMAND ...: finds the command and calls it. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/cli.h"

static const struct command *const commands[] = {
    &cli_check,   &cli_train,   &cli_teach,  &cli_eval, &cli_run,   &cli_say,
    &cli_explain, &cli_lexicon, &cli_report, &cli_chat, &cli_serve, &cli_export,
    &cli_data,    &cli_render,  &cli_domain, &cli_bench};
#define N_COMMANDS (sizeof commands / sizeof commands[0])

static void print_help(FILE *out) {
    fprintf(out,
            "g2l2 " G2L2_VERSION " - learn a language from examples, and show what was learned\n"
            "\nusage: g2l2 COMMAND [OPTIONS]\n\n");
    for (size_t i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(
        out,
        "\nTry it:\n"
        "  g2l2 data scan --split simple --part train -o train.txt\n"
        "  g2l2 train nav train.txt -o scan.g2l2\n"
        "  g2l2 lexicon scan.g2l2\n"
        "  g2l2 run scan.g2l2 'jump around left twice and walk'\n"
        "  g2l2 chat scan.g2l2\n"
        "\nOr with questions about scenes:\n"
        "  g2l2 data clevr --questions 5000 -o clevr\n"
        "  g2l2 train visual --scenes clevr/scenes.json --questions clevr/questions.json \\\n"
        "      -o clevr.g2l2\n"
        "  g2l2 run clevr.g2l2 --scene clevr/scenes.json:0 'how many red cubes are there?'\n"
        "\n`g2l2 help COMMAND`, or `g2l2 COMMAND --help`, says more about each; `g2l2 -V` has the\n"
        "version.\n");
}

static int unknown(const char *name) {
    const char *names[N_COMMANDS + 2] = {"help"};
    char hint[CLI_HINT];
    for (size_t i = 0; i < N_COMMANDS; i++) names[i + 1] = commands[i]->name;
    cli_put(stderr, "g2l2: there is no command '%s'%s; `g2l2 --help` lists them\n", name,
            cli_hint(name, names, hint));
    return EXIT_USAGE;
}

/* Of the processes that mpirun started each does its share, or the first does all. */
static bool is_spread(const struct command *command) {
    return command == &cli_train || command == &cli_eval || command == &cli_render;
}

/* Each of them would do all of it, and write the same files. */
static int refuse_alone(const char *name) {
    fprintf(stderr,
            "g2l2 %s: mpirun started %d processes, but this command was built without MPI (make "
            "MPI=1)\n",
            name, cli_ranks_unheard());
    return EXIT_ERROR;
}

/* argv[0] is the command's name. */
static int call(int argc, char **argv) {
    for (size_t i = 0; i < N_COMMANDS; i++) {
        if (strcmp(commands[i]->name, argv[0])) continue;
        if (is_spread(commands[i]) && cli_ranks_unheard()) return refuse_alone(argv[0]);
        bool idle = cli_ranks() && cli_ranks()->own && !is_spread(commands[i]);
        return idle ? EXIT_OK : commands[i]->run(argc, argv);
    }
    return unknown(argv[0]);
}

/* `help train`: as `train --help`. */
static int help(int argc, char **argv) {
    char option[] = "--help";
    char *words[4] = {0};
    int n = 0;
    for (int i = 1; i < argc && n < 2; i++) words[n++] = argv[i];
    words[n++] = option;
    return call(n, words);
}

/* Where memory runs out jansson leaves out what it was to write, or takes a text for wrong. A
 * command that has no memory has an end; the server, which goes on, has its own way. */
static void *take_memory(size_t size) {
    void *block = malloc(size);
    if (!block && size) cli_no_memory();
    return block;
}

int main(int argc, char **argv) {
    static char said[1 << 14]; /* of standard output, which then cannot fail for want of memory */
    setvbuf(stdout, said, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, sizeof said);
    json_set_alloc_funcs(take_memory, free);
    const char *name = argc > 1 ? argv[1] : NULL;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a full disk, not a crash */
    bool wanted = name && (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help"));
    if (wanted && argc > 2) return help(argc - 1, argv + 1);
    if (!name || wanted) {
        print_help(name ? stdout : stderr);
        return name ? cli_finish(EXIT_OK) : EXIT_USAGE;
    }
    if (!strcmp(name, "--version") || !strcmp(name, "-V")) {
        puts("g2l2 " G2L2_VERSION);
        return cli_finish(EXIT_OK);
    }
    cli_ranks_open();
    return cli_ranks_close(call(argc - 1, argv + 1));
}
