/* train - what `g2l2 train` was asked to do, and what it says of what was learned. */
#ifndef G2L2_CLI_TRAIN_H
#define G2L2_CLI_TRAIN_H

#include <jansson.h>

#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/thin.h"
#include "report/record.h"

struct train_job {
    const char *output, *scenes, *questions, *table;
    struct cli_tables tables;
    const char *log_option; /* as given, or NULL */
    char *log_path;         /* NULL: none is wanted */
    struct record *log;     /* likewise */
    json_t *sources;        /* what is read */
    bool json, quiet;
    char *checkpoint; /* the name of its file, or NULL */
    bool replace; /* a model that is there already, even by one that was not learned to the end */
    char *aside;  /* where such a one went instead, or NULL */
    g2l2_feature_options features;
    g2l2_sight_options sight;
    g2l2_scenes *images; /* where scenes are images */
    g2l2_learn_options learn;
    bool no_estimate;
    bool unnamed; /* nobody says whether questions are about what is stated, or perceived */
    g2l2_estimate estimate; /* of what it would do with other examples */
    struct thin thin;
    struct progress screen;
};

/* To standard output, as lines or as JSON. `path`: where the model is; `log`: its log, or NULL. */
void train_print(const struct train_job *job, const g2l2_learn_report *r, const g2l2_model *model,
                 const g2l2_dataset *data, const char *path, const char *log);
void train_print_json(const struct train_job *job, const g2l2_learn_report *r,
                      const g2l2_model *model, const g2l2_dataset *data, const char *path,
                      const char *log);

/* ---- before it begins: EXIT_OK, or what is wrong was said -------------------------------- */

/* Options that do not go together; n: words beside them. `domain` may be NULL. */
int train_check_usage(const struct train_job *job, const g2l2_domain *domain, int argc, char **argv,
                      int n);
/* What would be lost after hours. files: [n], the definition (or the name of a domain), and examples. */
int train_check_outputs(const struct train_job *job, const char **files, int n);

/* ---- the log -------------------------------------------------------------------------- */

/* The command as it could be typed again; free(). */
char *train_command_text(int argc, char **argv);
/* What is read, by the names that were given; so that it can be found again. */
json_t *train_sources(const struct train_job *job, const char **files, int n);
/* Opens it, if one is wanted. */
int train_open_log(struct train_job *job, const char *command);

/* ---- without a domain: the data decide ------------------------------------------------ */

/* Is it the name of a domain, or of a definition? */
bool cli_names_domain(const char *text);
/* What the first line of a file is about: records, or actions. NULL: there is no such file. */
const char *cli_guess_domain(const char *path);

#endif
