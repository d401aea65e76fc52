/* What Tab can make of a line: the word before the cursor is begun, and the model and the
 * table of commands know how it may go on.
 *
 *     :lex            a command
 *     :lexicon cu     a word, on or off, a number: what the command takes
 *     how many cu     a word
 *
 * Capital letters matter only where they help: `Cu` becomes `cube` if no word is `Cu...`. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/chat.h"

/* Marks end a word where sentences are questions, as they do when it is read. */
static size_t word_begin(const struct chat *self, const char *line) {
    bool questions = g2l2_domain_has_scenes(g2l2_model_domain(self->model));
    const char *marks = questions ? " \t.,;:?!()\"" : " \t";
    size_t at = strlen(line);
    while (at && !strchr(marks, line[at - 1])) at--;
    return at;
}

static void take_words(const struct chat *self, const char *begun, struct completion *out) {
    size_t n = strlen(begun);
    for (int fold = 0; fold < 2 && !out->n; fold++)
        for (size_t i = 0; i < self->n_words; i++)
            if (!(fold ? strncasecmp : strncmp)(self->words[i], begun, n))
                out->texts[out->n++] = self->words[i];
}

static void take_switch(const char *begun, struct completion *out) {
    static const char *const values[] = {"on", "off"};
    for (size_t i = 0; i < 2; i++)
        if (!strncmp(values[i], begun, strlen(begun))) out->texts[out->n++] = values[i];
}

/* Hundreds of numbers are no help; from where to where is. */
static void take_scene(const struct chat *self, struct completion *out) {
    if (self->scenes)
        snprintf(out->hint, sizeof out->hint, "a number from 0 to %zu, or a file",
                 g2l2_scenes_count(self->scenes) - 1);
    else snprintf(out->hint, sizeof out->hint, "a file of scenes, and a number: FILE:7");
}

static void take_argument(const struct chat *self, const char *line, struct completion *out) {
    const char *begun = line + out->begin;
    switch (chat_command_takes(line)) {
    case TAKES_SENTENCE:
    case TAKES_WORD: take_words(self, begun, out); break;
    case TAKES_SWITCH: take_switch(begun, out); break;
    case TAKES_SCENE: take_scene(self, out); break;
    case TAKES_FILE:
    case TAKES_NOTHING: break;
    }
}

bool chat_complete(const struct chat *self, const char *line, struct completion *out) {
    bool command = *line == ':', first = !line[strcspn(line, " \t")];
    *out = (struct completion){.begin = command && first ? 0 : word_begin(self, line)};
    out->texts = calloc(self->n_words + CHAT_COMMANDS + 1, sizeof *out->texts);
    if (!out->texts) return false;
    if (command && first) out->n = chat_command_names(self, line, out->texts);
    else if (command) take_argument(self, line, out);
    else take_words(self, line + out->begin, out);
    return true;
}
