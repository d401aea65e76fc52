/* Lines that begin with ':'. One table says what there is, what follows it and what it
 * does; :help and completion read the same table.
 *
 *     :lexicon cube
 *      └──┬──┘ └┬─┘
 *       row   argument            a beginning is enough: `:l cube` */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/chat.h"

struct row {
    const char *name, *argument, *help;
    enum chat_argument takes;
    void (*run)(struct chat *self, const char *argument);
};

static void explain(struct chat *self, const char *argument) {
    if (*argument) chat_explain(self, argument);
    else if (self->last) chat_explain(self, self->last);
    else chat_error(self, "there is no sentence to explain yet; type one, or `:explain SENTENCE`");
}

/* The explanation of the last sentence, as the name of the file tells. */
static void save(struct chat *self, const char *argument) {
    g2l2_error err;
    g2l2_show_options options = {0};
    g2l2_explanation shown;
    size_t n = strlen(argument);
    if (n > 5 && !strcmp(argument + n - 5, ".g2l2")) {
        if (g2l2_model_save(self->model, argument, &err)) chat_error(self, "%s", err.message);
        else chat_printf("wrote %s\n", argument);
    } else if (!cli_format_of(argument, &options.format))
        chat_error(self, "`:save FILE`, with a name that ends with .html, .svg, .tex, .dot, .json "
                         "or .txt; with .g2l2, the model");
    else if (!self->last) chat_error(self, "there is no sentence to explain yet; type one first");
    else if (g2l2_parser_show(self->parser, self->last, &options, &shown, &err) ||
             file_write(argument, shown.text, shown.length, &err))
        chat_error(self, "%s", err.message);
    else chat_printf("wrote %s\n", argument);
}

static void words(struct chat *self, const char *argument) {
    const char **list = calloc(self->n_words + 1, sizeof *list);
    size_t n = 0, length = strlen(argument);
    for (size_t i = 0; list && i < self->n_words; i++)
        if (!strncmp(self->words[i], argument, length)) list[n++] = self->words[i];
    if (self->json) {
        json_t *array = json_array();
        for (size_t i = 0; i < n; i++) json_array_append_new(array, cli_json_text(list[i]));
        chat_json(self, json_pack("{s:o}", "words", array));
    } else if (n) {
        chat_columns(list, n, SIZE_MAX);
    } else {
        chat_printf("no word begins with '%s'\n", argument);
    }
    free(list);
}

/* As it is known, or with other capitals; NULL: it is not. */
static const char *known(const struct chat *self, const char *word) {
    for (int fold = 0; fold < 2; fold++)
        for (size_t i = 0; i < self->n_words; i++)
            if (!(fold ? strcasecmp : strcmp)(self->words[i], word)) return self->words[i];
    return NULL;
}

/* The table is made for a stream; from there it goes through the gate. */
static void print_lexicon(struct chat *self, const char *word) {
    char *text = NULL;
    size_t size;
    g2l2_error err = {.message = "out of memory"};
    FILE *stream = open_memstream(&text, &size);
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    if (stream) status = cli_print_lexicon(self->model, &word, 1, stream, &err);
    if (stream && fclose(stream)) status = G2L2_STATUS_NO_MEMORY;
    if (status) chat_error(self, "%s", err.message);
    else chat_put(text);
    free(text);
}

static void lexicon(struct chat *self, const char *argument) {
    const char *word = known(self, argument);
    if (!*argument) chat_error(self, "which word? `:lexicon WORD`; :words lists them");
    else if (!word) chat_error(self, "there is no word '%.60s'; :words lists them", argument);
    else if (self->json) chat_json(self, cli_lexicon_json(self->model, &word, 1));
    else print_lexicon(self, word);
}

static void next(struct chat *self, const char *argument) {
    (void)argument;
    chat_scene_next(self);
}

static void any(struct chat *self, const char *argument) {
    (void)argument;
    chat_scene_random(self);
}

static void json(struct chat *self, const char *argument) {
    if (!strcmp(argument, "on")) self->json = true;
    else if (!strcmp(argument, "off")) self->json = false;
    else chat_error(self, "`:json on` or `:json off`");
}

static void undo(struct chat *self, const char *argument) {
    (void)argument;
    chat_undo(self);
}

static void quit(struct chat *self, const char *argument) {
    (void)argument;
    self->done = true;
}

static void help(struct chat *self, const char *argument);

static const struct row rows[] = {
    {":explain", "[SENTENCE]", "how it gets its meaning; without one, the last", TAKES_SENTENCE,
     explain},
    {":save", "FILE", "the same as a page or picture: .html .svg .tex .dot; .g2l2: the model",
     TAKES_FILE, save},
    {":words", "[PREFIX]", "the words that are known", TAKES_WORD, words},
    {":lexicon", "WORD", "what a word means, and how it combines", TAKES_WORD, lexicon},
    {":scene", "[N | FILE[:N]]", "look at another scene; without one, show this", TAKES_SCENE,
     chat_scene},
    {":next", "", "look at the next scene", TAKES_NOTHING, next},
    {":random", "", "look at any scene", TAKES_NOTHING, any},
    {":should", "MEANING", "that is what the last sentence means: learn it", TAKES_SENTENCE,
     chat_should},
    {":undo", "", "forget what was learned last", TAKES_NOTHING, undo},
    {":json", "on | off", "answers as JSON lines, for programs", TAKES_SWITCH, json},
    {":help", "", "this", TAKES_NOTHING, help},
    {":quit", "", "the end; so is Ctrl-D", TAKES_NOTHING, quit},
};
#define N_ROWS (sizeof rows / sizeof rows[0])
_Static_assert(N_ROWS <= CHAT_COMMANDS, "room for all names");

/* Commands about scenes are of no use to a model without. */
static bool applies(const struct chat *self, const struct row *row) {
    bool of_scenes = row->takes == TAKES_SCENE || row->run == next || row->run == any;
    return !of_scenes || g2l2_domain_has_scenes(g2l2_model_domain(self->model));
}

static void help_keys(const struct chat *self) {
    if (!self->terminal) return;
    chat_put("\nTab completes words and commands, or lists them; Up and Down bring lines back,\n"
             "Ctrl-R searches them, Ctrl-C clears the line. The first letter of a command is\n"
             "enough: `:e`.\n");
}

static void help(struct chat *self, const char *argument) {
    (void)argument;
    if (g2l2_domain_has_scenes(g2l2_model_domain(self->model)))
        chat_put("Type a question about the scene to get its answer, or one of\n\n");
    else chat_put("Type a sentence to get its meaning, or one of\n\n");
    for (size_t i = 0; i < N_ROWS; i++)
        if (applies(self, &rows[i])) {
            chat_printf("  %s %s", rows[i].name, rows[i].argument);
            int used = (int)(strlen(rows[i].name) + strlen(rows[i].argument));
            chat_printf("%*s%s\n", 25 - used, "", rows[i].help);
        }
    help_keys(self);
}

/* ---- finding a row ----------------------------------------------------------------------- */

/* The first that begins so; n counts the ':'. */
static const struct row *find(const char *name, size_t n) {
    for (size_t i = 0; n > 1 && i < N_ROWS; i++)
        if (!strncmp(rows[i].name, name, n)) return &rows[i];
    return NULL;
}

size_t chat_command_names(const struct chat *self, const char *begin, const char **out) {
    size_t n = 0;
    for (size_t i = 0; i < N_ROWS; i++)
        if (applies(self, &rows[i]) && !strncmp(rows[i].name, begin, strlen(begin)))
            out[n++] = rows[i].name;
    return n;
}

enum chat_argument chat_command_takes(const char *line) {
    const struct row *row = find(line, strcspn(line, " \t"));
    return row ? row->takes : TAKES_NOTHING;
}

/* White space around the argument is not part of it. */
void chat_command(struct chat *self, const char *line) {
    size_t n = strcspn(line, " \t");
    const struct row *row = find(line, n);
    char *argument = strdup(line + n + strspn(line + n, " \t"));
    if (!argument) {
        chat_error(self, "out of memory");
        return;
    }
    size_t end = strlen(argument);
    while (end && strchr(" \t", argument[end - 1])) end--;
    argument[end] = 0;
    if (!row) chat_error(self, "there is no command '%.40s'; :help lists them", line);
    else if (!applies(self, row))
        chat_error(self, "%s is not for this model: its sentences are about no scene", row->name);
    else row->run(self, argument);
    free(argument);
}
