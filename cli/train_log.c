/* The log of `g2l2 train`: where it is, and what it begins with. */
#include "cli/train.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a shell takes as it is. */
#define PLAIN "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=+-:,%@"

char *train_command_text(int argc, char **argv) {
    size_t n = 8;
    for (int i = 0; i < argc; i++) n += 4 * strlen(argv[i]) + 4;
    char *text = malloc(n), *to = text;
    if (text) to = stpcpy(to, "g2l2");
    for (int i = 0; text && i < argc; i++) {
        bool plain = argv[i][0] && !argv[i][strspn(argv[i], PLAIN)];
        to = stpcpy(to, plain ? " " : " '");
        for (const char *at = argv[i]; *at; at++)
            if (*at == '\'') to = stpcpy(to, "'\\''");
            else *to++ = *at;
        *to = 0;
        if (!plain) to = stpcpy(to, "'");
    }
    return text;
}

/* Beside the model, unless that is no file to have something beside it. */
static bool choose_log(struct train_job *job) {
    const char *option = job->log_option;
    if (option ? !strcmp(option, "none") : cli_is_special(job->output)) return true;
    int n = asprintf(&job->log_path, "%s%s", option ? option : job->output, option ? "" : ".jsonl");
    if (n < 0) job->log_path = NULL;
    return n >= 0;
}

json_t *train_sources(const struct train_job *job, const char **files, int n) {
    json_t *out = json_object(), *list = json_array(), *tables = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(list, cli_json_text(files[i]));
    for (size_t i = 0; i < job->tables.n; i++)
        json_array_append_new(tables, cli_json_text(job->tables.at[i]));
    if (n > 0) json_object_set(out, "files", list);
    if (job->tables.n) json_object_set(out, "tables", tables);
    if (job->scenes) json_object_set_new(out, "scenes", cli_json_text(job->scenes));
    if (job->questions) json_object_set_new(out, "questions", cli_json_text(job->questions));
    json_decref(list);
    json_decref(tables);
    return out;
}

int train_open_log(struct train_job *job, const char *command) {
    struct record_start start = {.command = command,
                                 .model = job->output,
                                 .seed = job->learn.seed,
                                 .threads = job->learn.n_threads,
                                 .learned_from = job->sources};
    bool fine = command && choose_log(job);
    if (fine && job->log_path) fine = (job->log = record_new(&start));
    if (fine && job->log) record_phase(job->log, "read");
    if (!fine) fprintf(stderr, "g2l2: out of memory\n");
    return fine ? EXIT_OK : EXIT_ERROR;
}
