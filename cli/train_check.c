/* What is checked before `g2l2 train` begins: options that do not go together, and files that cannot be written or would
 * be lost. */
#include "cli/train.h"

#include <string.h>

static const char *const for_scenes[] = {
    "--scenes", "--questions", "--feature-size", "--feature-noise", "--feature-seed",
    "--table",  "--images",    "--boxes",        "--features",      "--detector",
    NULL};

static bool is_grammar(const char *name) {
    return !name || !strcmp(name, "plain") || !strcmp(name, "normal-form");
}

/* n: words beside the options. */
static int check_scenes(const struct train_job *job, int n) {
    if (n > 1) return cli_usage(&cli_train, "questions about scenes are given with --questions");
    if (!job->questions) return cli_usage(&cli_train, "--questions FILE is needed");
    if (job->scenes && !strcmp(job->scenes, "-") && !strcmp(job->questions, "-"))
        return cli_usage(&cli_train, "standard input cannot be both scenes and questions");
    if (job->features.size < 1 || job->features.size > 4096)
        return cli_usage(&cli_train, "--feature-size must be from 1 to 4096");
    if (!(job->features.noise >= 0))
        return cli_usage(&cli_train, "--feature-noise cannot be below 0");
    const g2l2_sight_options *s = &job->sight;
    if (!s->images && (s->boxes || s->features || s->detector))
        return cli_usage(&cli_train, "--boxes, --features and --detector are for --images DIR");
    if (s->boxes && strcmp(s->boxes, "given") && strcmp(s->boxes, "detected"))
        return cli_usage(&cli_train, "--boxes is given or detected");
    if (s->features && strcmp(s->features, "compact") && strcmp(s->features, "encoder"))
        return cli_usage(&cli_train, "--features is compact or encoder");
    return EXIT_OK;
}

int train_check_usage(const struct train_job *job, const g2l2_domain *domain, int argc, char **argv,
                      int n) {
    const char *scenes = cli_given(argc, argv, for_scenes);
    if (domain && g2l2_domain_has_scenes(domain)) {
        int status = check_scenes(job, n);
        if (status) return status;
    } else if (domain && scenes) {
        return cli_usage(&cli_train, "%s is not for the domain '%s', which has no scenes", scenes,
                         g2l2_domain_name(domain));
    } else if (n < 2 && !(n && scenes)) {
        return cli_usage(&cli_train, "a domain and at least one file are needed");
    }
    if (!job->output) return cli_usage(&cli_train, "-o MODEL is needed");
    if (!is_grammar(job->learn.grammar))
        return cli_usage(&cli_train, "--grammar is plain or normal-form");
    bool lambda = cli_given(argc, argv, (const char *const[]){"--lambda", NULL});
    if (lambda && !(job->learn.lambda >= 0 && job->learn.lambda <= 1))
        return cli_usage(&cli_train, "--lambda must be from 0 to 1");
    if (job->log_option && !strcmp(job->log_option, "-"))
        return cli_usage(&cli_train, "--log is a file of its own, or none");
    if (!(job->learn.checkpoint.seconds >= 0))
        return cli_usage(&cli_train, "--checkpoint cannot be below 0");
    if (!(job->learn.budget.seconds >= 0))
        return cli_usage(&cli_train, "--max-seconds cannot be below 0");
    if (job->learn.n_threads < 1 || job->learn.n_threads > 64)
        return cli_usage(&cli_train, "between 1 and 64 threads are possible");
    return EXIT_OK;
}

/* Nothing that is read may be written to, by whatever name. `files`: the definition (or the name
 * of a domain), and examples. */
static int check_one_output(const struct train_job *job, const char *path, const char **files,
                            int n) {
    const char *more[] = {job->scenes, job->questions};
    if (cli_is_special(path)) return EXIT_OK;
    for (int i = 0; i < n + 2; i++) {
        const char *input = i < n ? files[i] : more[i - n];
        bool name = i == 0 && !strpbrk(input, "./");
        if (input && !name && file_same(path, input))
            return cli_usage(&cli_train, "'%s' would be replaced, which is read", input);
    }
    return EXIT_OK;
}

int train_check_outputs(const struct train_job *job, const char **files, int n) {
    g2l2_error err;
    int status = check_one_output(job, job->output, files, n);
    if (!status && job->log_path) status = check_one_output(job, job->log_path, files, n);
    if (!status && job->checkpoint) status = check_one_output(job, job->checkpoint, files, n);
    if (status) return status;
    if (job->log_path && job->checkpoint && file_same(job->log_path, job->checkpoint))
        return cli_usage(&cli_train, "--log is a file of its own, or none");
    if (job->log_path && !cli_is_special(job->output) && file_same(job->log_path, job->output))
        return cli_usage(&cli_train, "--log is a file of its own, or none");
    if (file_try(job->output, &err)) return cli_fail(&err);
    return job->log_path && file_try(job->log_path, &err) ? cli_fail(&err) : EXIT_OK;
}
