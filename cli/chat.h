/* chat - a conversation with a model: what its files share.
 *
 *     chat.c ──▶ chat_edit.c ──▶ chat_complete.c      a line: edited, or from a pipe
 *       │             └────────▶ chat_history.c
 *       ├──────▶ chat_answer.c                        a sentence
 *       └──────▶ chat_command.c ──▶ chat_scene.c      :command
 *                      │     └────▶ chat_teach.c      :should, :undo
 *                      └── all of them write through chat_out.c ──▶ standard output */
#ifndef G2L2_CLI_CHAT_H
#define G2L2_CLI_CHAT_H

#include "common/common.h"
#include "cli/cli.h"

#define CHAT_LINE_MAX 65536 /* bytes */

struct chat {
    const char *path; /* of the model */
    g2l2_model *model;
    g2l2_parser *parser;
    g2l2_limits limits;
    g2l2_scenes *scenes; /* NULL: none was given, or the model needs none */
    size_t scene;        /* the one that is looked at */
    const char **words;  /* [n_words] that can be used, in order; the model's */
    size_t n_words;
    char *last;                   /* the sentence before, or NULL */
    bool terminal;                /* a person reads it, and may type */
    bool color;                   /* only on a terminal */
    bool json;                    /* answers are JSON lines */
    bool hinted;                  /* :explain was mentioned */
    bool done;                    /* :quit */
    int status;                   /* the worst so far: EXIT_OK, EXIT_NO_PARSE, EXIT_ERROR */
    struct rng rng;               /* of :random */
    struct chat_lessons *lessons; /* answers so far, and what was learned; NULL: nothing yet */
};

/* ---- output: what cannot drive a terminal ------------------------------------------------ */

/* How text looks where there are colours. */
enum chat_style { STYLE_PLAIN, STYLE_STRONG, STYLE_DIM, STYLE_WARNING };

/* Everything but line ends that would move the cursor or worse becomes U+FFFD. */
void chat_put(const char *text);
void chat_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* All that follows, until STYLE_PLAIN. */
void chat_style(const struct chat *self, enum chat_style style);
/* One line; takes the value. NULL: out of memory. */
void chat_json(struct chat *self, json_t *value);
/* What went wrong, in one line. */
void chat_error(struct chat *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* In as many columns as there is room for; the most that is shown of them is `max`. */
void chat_columns(const char *const *texts, size_t n, size_t max);

/* ---- what a line can be --------------------------------------------------------------- */

/* A command or a sentence; an empty line is neither. */
void chat_line(struct chat *self, const char *line);
void chat_answer(struct chat *self, const char *sentence);
void chat_explain(struct chat *self, const char *sentence);
/* `line` begins with ':'. */
void chat_command(struct chat *self, const char *line);

/* Does it have a derivation? (A scene is needed for the answer only.) */
bool chat_parses(const struct chat *self, const char *sentence);

/* "" shows the scene; "7" looks at another; "FILE[:INDEX]" reads others. */
void chat_scene(struct chat *self, const char *argument);
void chat_scene_next(struct chat *self);
void chat_scene_random(struct chat *self);

/* An answer, which is right unless somebody says otherwise; and how: the last sentence means something
 * else, from now on. Take back the latest of these. */
void chat_note(struct chat *self, const char *sentence, const char *meaning);
void chat_should(struct chat *self, const char *meaning);
/* "WORD is like WORD", or "WORD is new like WORD": a word more. False: the line says no such thing, or
 * of a word that is known. */
bool chat_likeness(struct chat *self, const char *line);
void chat_undo(struct chat *self);
void chat_forget(struct chat *self); /* all of that */
/* Talk to this model from now on; false: it stays as it was, and `err` says why. The one before is the
 * caller's to free. */
bool chat_use(struct chat *self, g2l2_model *model, g2l2_error *err);

/* Who is speaking, and three sentences to begin with. */
void chat_hello(struct chat *self);

/* ---- editing --------------------------------------------------------------------------- */

/* What the end of a line can become. */
struct completion {
    size_t begin;       /* where the word starts, in bytes */
    const char **texts; /* [n] in order; the array is the caller's to free */
    size_t n;
    char hint[64]; /* what to type where nothing can be listed, or "" */
};

/* `line` ends at the cursor. False: out of memory. */
bool chat_complete(const struct chat *self, const char *line, struct completion *out);
/* Names of commands, with the ':', that begin so; returns how many. `out` has room for
 * CHAT_COMMANDS. What follows a command: */
#define CHAT_COMMANDS 16
enum chat_argument {
    TAKES_NOTHING,
    TAKES_SENTENCE,
    TAKES_WORD,
    TAKES_SCENE,
    TAKES_SWITCH,
    TAKES_FILE
};
size_t chat_command_names(const struct chat *self, const char *begin, const char **out);
enum chat_argument chat_command_takes(const char *line);

/* Lines that were typed, in a file that sessions share: read, and one more. Where it
 * cannot be read or written there is none. */
char *chat_history_path(void); /* the caller's to free; NULL: nowhere */
void chat_history_each(const char *path, void (*each)(void *context, const char *line),
                       void *context);
void chat_history_add(const char *path, const char *line);

/* Read lines on a terminal until the end; EXIT_ERROR where there is no memory. */
int chat_edit(struct chat *self, bool history);

#endif
