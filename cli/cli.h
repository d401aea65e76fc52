/* cli - the command g2l2: thin files over the library, one for each command. */
#ifndef G2L2_CLI_H
#define G2L2_CLI_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "g2l2.h"

enum {
    EXIT_OK = 0,
    EXIT_ERROR = 1,
    EXIT_USAGE = 2,
    EXIT_NO_PARSE = 3,
    EXIT_ABSTAINED = 4, /* an answer was withheld: --min-confidence; `check` found something */
    EXIT_INTERRUPTED = 130
};

struct command {
    const char *name, *summary, *help;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
};

extern const struct command cli_check, cli_train, cli_teach, cli_eval, cli_run, cli_say,
    cli_explain, cli_lexicon, cli_report, cli_chat, cli_serve, cli_export, cli_data, cli_render,
    cli_domain, cli_bench;

/* One option of a command. Exactly one of the pointers is set. */
struct option_row {
    const char *name; /* "--seed"; a second name after '|': "-o|--output" */
    bool *flag;
    const char **text;
    uint64_t *number;
    size_t *size;
    int *whole;
    double *real;
    bool optional; /* as the last on the line, the text may be left out, and is "" */
};

/* Take the options out of argv; what is left, in order, goes to `rest` (room for
 * argc; NULL: there is no memory). Returns how many, or -1 after a message; --help prints `help` and exits. */
int cli_options(int argc, char **argv, const struct command *command, const struct option_row *rows,
                const char **rest);

/* The rows every command with limits has. */
#define LIMIT_ROWS(l)                                                                              \
    {"--max-words", .size = &(l).max_words}, {"--max-target", .size = &(l).max_target},            \
        {"--max-bytes", .size = &(l).max_bytes}, {                                                 \
        "--max-memory", .size = &(l).max_memory                                                    \
    }
#define LIMIT_HELP                                                                                 \
    "  --max-words N      words a sentence may have (200)\n"                                       \
    "  --max-target N     actions a meaning may have (10000)\n"                                    \
    "  --max-bytes N      bytes a file may have (1G; K, M, G are understood)\n"                    \
    "  --max-memory N     memory one parse may take (2G)\n"

/* Those of a command that learns (checkpoint.c). */
#define CLI_CHECKPOINT 60.0 /* seconds */
#define CHECKPOINT_ROWS(c)                                                                         \
    {"--checkpoint", .real = &(c).seconds}, {                                                      \
        "--resume", .flag = &(c).resume                                                            \
    }
#define CHECKPOINT_HELP                                                                            \
    "  --checkpoint F     seconds from one checkpoint, FILE.checkpoint, to the next, at least\n"   \
    "                     (60); 0: at every step\n"                                                \
    "  --resume           go on from FILE.checkpoint, where the same command was killed or\n"      \
    "                     stopped: the result is the same, to the byte\n"
/* Beside the output, which is then the name of it: *path, the caller's to free. NULL where the
 * output is no file to have something beside it. */
int cli_checkpoint_open(g2l2_checkpoint *self, const char *output, char **path);
/* Say what to expect of it; returns whether there is one to go on from. */
bool cli_checkpoint_tell(const g2l2_checkpoint *self);
void cli_checkpoint_stays(const g2l2_checkpoint *self); /* say that one can go on from it */
void cli_checkpoint_remove(const g2l2_checkpoint *self);
/* A device or a pipe, say. */
bool cli_is_special(const char *path);

/* ---- ranks.c: processes that mpirun started */

void cli_ranks_open(void);
const g2l2_ranks *cli_ranks(void); /* NULL: this process is alone */
int cli_ranks_unheard(
    void); /* processes that were started with this one, where it knows of none; or 0 */
int cli_ranks_close(int status); /* returns it */

/* Those of a command that parses one sentence after the other. */
g2l2_limits cli_parse_limits(void);
#define PARSE_ROWS(l)                                                                              \
    LIMIT_ROWS(l), {                                                                               \
        "--max-seconds", .real = &(l).max_seconds                                                  \
    }
#define PARSE_HELP LIMIT_HELP "  --max-seconds F    time one sentence may take (60; 0: any)\n"

/* What a command as a whole may take (budget.c). */
struct cli_budget {
    double seconds;     /* 0: any */
    size_t bytes;       /* likewise */
    const char *option; /* that says the seconds, where that is not --max-seconds */
    int kept_by;        /* 0, or threads of the library, which keeps to the seconds by itself: then
                           this ends what has taken twice as long on all of them */
};
#define CLI_SECONDS     600.0 /* for what reads and lists; what makes data has no limit */
#define CLI_LEAST_BYTES ((size_t)1 << 20)
#define BUDGET_ROWS(b)                                                                             \
    {"--max-seconds", .real = &(b).seconds}, {                                                     \
        "--max-memory", .size = &(b).bytes                                                         \
    }
#define BUDGET_HELP      "  --max-seconds F    time all of it may take (600; 0: any)\n" MEMORY_HELP
#define LONG_BUDGET_HELP "  --max-seconds F    time all of it may take (no limit)\n" MEMORY_HELP
/* Where --max-seconds is for each sentence. */
#define TOTAL_ROW(b)                                                                               \
    { "--max-total", .real = &(b).seconds }
#define TOTAL_HELP  "  --max-total F      time all of it may take (no limit)\n"
#define MEMORY_HELP "  --max-memory N     memory all of it may take (no limit)\n"
/* From here on, to the end of the command: EXIT_OK, or EXIT_USAGE after a message. */
int cli_budget_start(const struct command *command, const struct cli_budget *budget);
/* What it is about to do, for whoever reads that the time was over: "reading x.json". */
void cli_reached(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void cli_no_memory(void); /* says so, and is the end */
const char *cli_memory_hint(void);  /* behind "out of memory", where that may be why */

/* "g2l2: MESSAGE" on standard error; returns EXIT_ERROR or EXIT_USAGE. */
int cli_fail(const g2l2_error *err);
int cli_usage(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* " (did you mean 'X'?)" in `out`, X being the first of the names (ended by NULL) that is spelled most
 * like the word; "" if none is. */
#define CLI_HINT 80
const char *cli_hint(const char *word, const char *const *names, char out[CLI_HINT]);
/* Is this a terminal that shows colours, and does nobody object (NO_COLOR)? */
bool cli_wants_color(FILE *out);
/* The text of `explain`, in colours. */
void cli_paint(const char *text, FILE *out);
/* The first of these options (ended by NULL) that is on the command line, or NULL. */
const char *cli_given(int argc, char **argv, const char *const *names);
/* Scenes (the file may be NULL) and questions about them. Both are the caller's to free,
 * whatever comes back: EXIT_OK, or another status after a message. */
int cli_read_questions(const char *scene_file, const char *question_file, const g2l2_limits *limits,
                       g2l2_scenes **scenes, g2l2_dataset **data);
/* The files of --table, which may be given several times; they stay in argv. */
#define CLI_MAX_TABLES 32
struct cli_tables {
    const char *at[CLI_MAX_TABLES];
    size_t n;
};
struct cli_tables cli_find_tables(int argc, char **argv);
/* Does a file, plain or gzip, begin with questions, as JSON or below a header? */
bool cli_has_questions(const char *path);
/* The same with tables (may be none) beside the scenes. */
int cli_read_tables(const struct cli_tables *tables, const char *scene_file,
                    const char *question_file, const g2l2_limits *limits, g2l2_scenes **scenes,
                    g2l2_dataset **data);
/* The same where scenes are images of a directory: all of it, or those that the file names. */
int cli_read_image_questions(const char *images, const char *scene_file, const char *question_file,
                             const g2l2_limits *limits, g2l2_scenes **scenes, g2l2_dataset **data);
/* The scene of --image FILE, looked at as the model does. */
int cli_open_image(const struct command *command, const g2l2_model *model, const char *path,
                   g2l2_scenes **out);
/* The scene of --scene FILE[:INDEX], encoded for the model; `text` NULL: the option is
 * not there; others: the rest of the file is wanted as well. *out is the caller's to free, and
 * NULL where the model needs none. */
int cli_open_scene(const struct command *command, const g2l2_model *model, const char *text,
                   const g2l2_limits *limits, bool others, g2l2_scenes **out, size_t *index);
/* Where there are tables, they are the scene. */
int cli_open_tables(const struct command *command, const g2l2_model *model,
                    const struct cli_tables *tables, const char *text, const g2l2_limits *limits,
                    g2l2_scenes **out, size_t *index);
/* FILE[:INDEX] in its parts, the index 0 where there is none or where the ':' belongs to
 * the name of a file. *path is the caller's to free; false: out of memory. */
bool cli_split_scene(const char *text, char **path, size_t *index);
/* `g2l2 train detector ...`, and `g2l2 eval DETECTOR --images DIR --scenes FILE`, of the built-in
 * one where the path is "detector". */
int cli_train_detector(int argc, char **argv);
int cli_eval_detector(const char *path, const char *images, const char *scene_file,
                      const g2l2_limits *limits, bool json);
/* A line of standard input, kept from one to the next; `at` is the caller's to free. */
struct cli_line {
    char *at; /* [cap] ended by NUL; may be NULL where n is 0 */
    size_t n, cap;
    const char *wrong; /* why it is no sentence, or NULL */
};
/* False at the end of the input. What is longer than `max` is read on but not kept. */
bool cli_read_line(struct cli_line *line, size_t max);
/* sentence, result, confidence, n_best, reason; NULL: out of memory. */
json_t *cli_result_json(const char *sentence, const g2l2_result *result);
/* What `g2l2 lexicon` shows of these words, or of all for none: the table with what words
 * name below it, and the same as JSON (NULL: out of memory). */
g2l2_status cli_print_lexicon(const g2l2_model *model, const char **words, int n_words, FILE *out,
                              g2l2_error *err);
json_t *cli_lexicon_json(const g2l2_model *model, const char **words, int n_words);
/* A JSON string, or null for NULL. JSON is UTF-8: any other byte becomes U+FFFD. */
json_t *cli_json_text(const char *text);
/* The format that a file's name tells: .svg, .tex; false: none. */
bool cli_format_of(const char *path, g2l2_format *out);
/* Text that cannot drive a terminal: control characters, and what is not UTF-8, become U+FFFD;
 * a tab becomes a space. */
void cli_put_safe(const char *text, FILE *out);
/* For a program every byte counts; a terminal gets such text. */
void cli_put_data(const char *text, FILE *out);
/* As fprintf, of such text. */
void cli_put(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Flush standard output; a full disk or closed pipe is an error too. */
int cli_finish(int status);

/* why.c: the evidence for the entries of words ([n_words], none: of all) in a file of examples. */
struct cli_why_sources {
    const char *model;         /* its path: the log beside it names what it was learned from, */
    const char *file, *scenes; /* where file is ""; scenes: or NULL */
    const struct cli_tables *tables;
};
int cli_why(const g2l2_model *model, const struct cli_why_sources *from, const char **words,
            int n_words);
/* What the model at `path` was learned from, by the log beside it; the caller's to free. CLI_WHY_NONE: nobody knows. */
#define CLI_WHY_NONE (-1)
int cli_why_find(const g2l2_model *model, const char *path, g2l2_dataset **data,
                 g2l2_scenes **scenes);
/* `tell` of each of these words, none: of all but phrases, until it fails. */
int cli_why_words(const g2l2_model *model, const char **words, int n_words,
                  int (*tell)(void *context, const char *word), void *context);

#endif
