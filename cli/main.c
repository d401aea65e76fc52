/* g2l2 COMMAND ...: finds the command and calls it. */
#include <signal.h>
#include <string.h>

#include "cli/cli.h"

static const struct command *const commands[] = {
    &cli_train, &cli_eval,  &cli_run,  &cli_explain, &cli_lexicon, &cli_report,
    &cli_chat,  &cli_serve, &cli_data, &cli_render,  &cli_domain,  &cli_bench};
#define N_COMMANDS (sizeof commands / sizeof commands[0])

static void print_help(FILE *out) {
    fprintf(out,
            "g2l2 " G2L2_VERSION " - learn a language from examples, and show what was learned\n"
            "\nusage: g2l2 COMMAND [OPTIONS]\n\n");
    for (size_t i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(out,
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
            "\n`g2l2 COMMAND --help` says more about each.\n");
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : NULL;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a full disk, not a crash */
    if (!name || !strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) {
        print_help(name ? stdout : stderr);
        return name ? cli_finish(EXIT_OK) : EXIT_USAGE;
    }
    if (!strcmp(name, "--version")) {
        puts("g2l2 " G2L2_VERSION);
        return cli_finish(EXIT_OK);
    }
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (!strcmp(commands[i]->name, name)) return commands[i]->run(argc - 1, argv + 1);
    fprintf(stderr, "g2l2: there is no command '%s'; `g2l2 --help` lists them\n", name);
    return EXIT_USAGE;
}
