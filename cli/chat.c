/* g2l2 chat: a conversation with a model.
 *
 *     > jump twice
 *     I_JUMP I_JUMP  100%
 *     > :explain
 *     ...
 *
 * At a terminal lines are edited (chat_edit.c). From a pipe they are read as they are, and
 * the answers are the same, without prompt and colours. */
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/chat.h"

static const char help[] =
    "usage: g2l2 chat MODEL [--scene FILE[:INDEX]] [--no-history]\n"
    "\n"
    "Talk to a model: type a sentence to get its meaning, how sure that is, and what else it\n"
    "may mean; or the reason why it has none.\n"
    "\n"
    "  g2l2 chat scan.g2l2\n"
    "  > jump around left twice\n"
    "  > :explain                 how the last sentence got its meaning\n"
    "  > :lexicon around          what a word means\n"
    "  > :words th                words that begin so\n"
    "  > :should I_JUMP           that is what the last sentence means; :undo takes it back\n"
    "  > leap is like jump        a new word that means the same as a known one\n"
    "  > hop is new like jump     another of its kind: I_HOP\n"
    "\n"
    "  g2l2 chat clevr.g2l2 --scene scenes.json\n"
    "  > how many red cubes are there?\n"
    "  > :next                    look at the next scene; also :scene 7, :random\n"
    "\n"
    ":help lists all commands. Tab completes words and commands, Up brings lines back, Ctrl-C\n"
    "clears the line, Ctrl-D ends. Keys are those of Emacs, or as ~/.editrc says. Lines are\n"
    "kept in ${XDG_STATE_HOME:-~/.local/state}/g2l2/history. NO_COLOR turns colours off.\n"
    "\n"
    "Without a terminal, lines are read from standard input and get the same answers; exit\n"
    "status 3 if one of them had no parse, 1 after an error.\n"
    "\n"
    "  printf '%s\\n' ':json on' 'walk twice' | g2l2 chat scan.g2l2\n"
    "\n"
    "  --scene FILE:INDEX the scene that questions are about: its place in the file, from 0\n"
    "  --no-history       neither read nor keep lines of other conversations\n" PARSE_HELP;

void chat_line(struct chat *self, const char *line) {
    line += strspn(line, " \t");
    if (*line == ':') chat_command(self, line);
    else if (*line && !chat_likeness(self, line)) chat_answer(self, line);
}

static void each_line(struct chat *self) {
    struct cli_line line = {0};
    size_t max = self->limits.max_bytes < CHAT_LINE_MAX ? self->limits.max_bytes : CHAT_LINE_MAX;
    for (size_t n = 1; !self->done && cli_read_line(&line, max); n++) {
        if (line.wrong && line.n == max)
            chat_error(self, "line %zu: longer than %zu bytes", n, max);
        else if (line.wrong) chat_error(self, "line %zu: %s", n, line.wrong);
        else if (line.n) chat_line(self, line.at);
        fflush(stdout);
    }
    if (ferror(stdin)) {
        fprintf(stderr, "g2l2: standard input: cannot read: %s\n", strerror(errno));
        self->status = EXIT_ERROR;
    }
    free(line.at);
}

/* ---- opening ------------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Every word that has an entry in use, once: [*n_words], NULL: out of memory. */
static const char **list_words(const g2l2_model *model, size_t *n_words) {
    size_t n_entries = g2l2_model_n_entries(model), n = 0;
    const char **words = calloc(n_entries + 1, sizeof *words);
    *n_words = 0;
    if (!words) return NULL;
    for (size_t i = 0; i < n_entries; i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        if (!e.off) words[n++] = e.word;
    }
    qsort(words, n, sizeof *words, by_text);
    for (size_t i = 0; i < n; i++)
        if (!i || strcmp(words[i], words[*n_words - 1])) words[(*n_words)++] = words[i];
    return words;
}

bool chat_use(struct chat *self, g2l2_model *model, g2l2_error *err) {
    g2l2_parser *parser = NULL;
    size_t n_words;
    const char **words = list_words(model, &n_words);
    if (!words) err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (!words || g2l2_parser_new(model, &self->limits, &parser, err) ||
        (self->scenes && g2l2_parser_set_scene(parser, self->scenes, self->scene, err))) {
        g2l2_parser_free(parser);
        free(words);
        return false;
    }
    g2l2_parser_free(self->parser);
    free(self->words);
    self->model = model;
    self->parser = parser;
    self->words = words;
    self->n_words = n_words;
    return true;
}

static int open_model(struct chat *self, const char *scene) {
    g2l2_error err;
    int status = EXIT_OK;
    if (g2l2_model_load(self->path, &self->model, &err)) return cli_fail(&err);
    if (scene)
        status = cli_open_scene(&cli_chat, self->model, scene, &self->limits, true, &self->scenes,
                                &self->scene);
    if (!status && !chat_use(self, self->model, &err)) status = cli_fail(&err);
    return status;
}

static void close_model(struct chat *self) {
    chat_forget(self);
    g2l2_parser_free(self->parser);
    g2l2_scenes_free(self->scenes);
    g2l2_model_free(self->model);
    free(self->words);
    free(self->last);
}

/* Words are UTF-8, so keys must be too, also where no language is set. */
static void set_up(struct chat *self) {
    uint64_t seed = 0;
    setlocale(LC_CTYPE, "");
    if (MB_CUR_MAX == 1) setlocale(LC_CTYPE, "C.UTF-8");
    self->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    self->color = self->terminal && cli_wants_color(stdout);
    (void)!getrandom(&seed, sizeof seed, 0);
    rng_seed(&self->rng, seed);
}

static int talk(struct chat *self, bool history) {
    set_up(self);
    if (!self->terminal) {
        each_line(self);
        return self->status;
    }
    chat_hello(self);
    return chat_edit(self, history);
}

static int run(int argc, char **argv) {
    struct chat chat = {.limits = cli_parse_limits()};
    const char *scene = NULL;
    bool no_history = false;
    const struct option_row rows[] = {{"--scene", .text = &scene},
                                      {"--no-history", .flag = &no_history},
                                      PARSE_ROWS(chat.limits),
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_chat, rows, rest);
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    if (n == 0) status = cli_usage(&cli_chat, "a model is needed");
    if (n > 1) status = cli_usage(&cli_chat, "one model is enough; sentences are typed");
    if (!status && scene && (!strcmp(scene, "-") || !strncmp(scene, "-:", 2)))
        status = cli_usage(&cli_chat, "standard input has the questions, so --scene needs a file");
    if (!status) {
        chat.path = rest[0];
        status = open_model(&chat, scene);
    }
    if (!status) status = talk(&chat, !no_history);
    close_model(&chat);
    free(rest);
    return cli_finish(status);
}

const struct command cli_chat = {"chat", "talk to a model: sentences, commands, Tab", help, run};
