/* g2l2_learn: what is asked for, the recipe for it, and what came of all attempts (attempt.h); refused if it
 * leaves too many examples unexplained. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "learn/attempt.h"

g2l2_learn_options g2l2_learn_options_default(void) {
    return (g2l2_learn_options){
        .seed = 1, .n_threads = 1, .noise = -1, .lambda = -1, .limits = g2l2_limits_default()};
}

/* ---- arguments ------------------------------------------------------------------------------------ */

static bool is_expected(const g2l2_domain *domain, const g2l2_learn_options *options) {
    if (options->inference) return !strcmp(options->inference, "expected");
    return domain->expected || domain->mixed;
}

static g2l2_status refuse_set(const g2l2_domain *domain, const g2l2_learn_options *options,
                              g2l2_error *err) {
    char names[120] = "none";
    for (size_t i = 0, n = 0; i < domain->sets.n && n + 40 < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%.30s", i ? ", " : "",
                              domain->sets.at[i].name);
    return err_set(err, G2L2_STATUS_UNKNOWN, 0, 0,
                   "domain '%s' has no candidate set '%.60s'; it has %s", domain->name,
                   options->candidates ? options->candidates : "", names);
}

static g2l2_status check_data(const g2l2_dataset *data, g2l2_error *err) {
    if (g2l2_dataset_count(data)) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_DATA, 0, 0, "there are no examples to learn from");
}

static g2l2_status check_arguments(const g2l2_domain *domain, const g2l2_dataset *data,
                                   const g2l2_learn_options *options, g2l2_error *err) {
    const char *inference = options->inference;
    bool expected = is_expected(domain, options);
    const struct kernels *k = domain->kernels;
    if (check_data(data, err)) return G2L2_STATUS_DATA;
    if (inference && strcmp(inference, "exact") && strcmp(inference, "expected"))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "inference is 'exact' or 'expected', not '%.60s'", inference);
    if (expected ? !domain->mixed && !k->expected : domain->mixed || !k->exact)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "domain '%s' has no %s inference",
                       domain->name, expected ? "expected" : "exact");
    const struct op *hard = expected ? domain_hard(domain) : NULL;
    if (hard)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "'%.60s' has no soft values; domain '%s' has exact inference only",
                       hard->name, domain->name);
    if (options->grammar && strcmp(options->grammar, "plain") &&
        strcmp(options->grammar, "normal-form"))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "the grammar is 'plain' or 'normal-form', not '%.60s'", options->grammar);
    if (options->lambda > 1 || isnan(options->lambda))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "lambda is between 0 and 1");
    if (!domain_set(domain, options->candidates)) return refuse_set(domain, options, err);
    return G2L2_STATUS_OK;
}

static const struct objective *objective_of(const g2l2_domain *domain,
                                            const g2l2_learn_options *options) {
    const struct candidate_set *set = domain_set(domain, options->candidates);
    if (set && set->parts != CAT_NONE) return &objective_ranked;
    if (domain->mixed) return &objective_likelihood;
    if (domain->answers) return &objective_denotation;
    return is_expected(domain, options) ? &objective_mean_loss : &objective_exact;
}

/* Where weights are shared by words, of many examples each is followed less far, and what several
 * attempts would have taken is for one that comes to all of them. */
static void spread(struct run *run) {
    struct recipe *r = &run->recipe;
    double n = (double)g2l2_dataset_count(run->data);
    if (!run->objective->factored) return;
    if (n <= r->answer_many) {
        r->fit_rate = r->answer_scope;
        r->fit_start = r->answer_start = 0;
        r->effort *= fmax(1, n / r->noise_few);
        /* Of very few, it is the examples that leave words open. */
        if (n < r->noise_few) r->answer_again = 0;
        return;
    }
    r->fit_rate = r->answer_fits;
    r->fit_start = r->answer_start;
    /* Many say by themselves. */
    r->answer_number = r->answer_bound = r->answer_order = r->answer_taken = 0;
    r->answer_choice = r->answer_ending = r->answer_again = 0;
    r->answer_paradigm = INFINITY;
    r->answer_epochs = fmax(1, floor(r->answer_epochs * r->answer_narrow));
    r->answer_values = fmax(1, r->answer_values * r->answer_narrow);
    r->answer_functions = fmax(1, r->answer_functions * r->answer_narrow);
    r->answer_wider = fmax(1, r->answer_wider * r->answer_narrow);
    r->effort *= (1 + r->resets_per_word) * n / r->answer_many;
    r->resets_per_word = 0;
}

/* Where values are ranked and examples are few, what words mean is learned for longer, and what
 * goes together in whole values is believed less. */
static void dwell(struct run *run) {
    struct recipe *r = &run->recipe;
    double share = (double)g2l2_dataset_count(run->data) / r->rank_few;
    if (!run->objective->ranks || share >= 1) return;
    double times = fmin(1 / share, r->rank_epochs_few / r->rank_epochs);
    r->rank_epochs *= times;
    r->rank_decay /= times;
    r->fit_rate *= sqrt(share) * (2 + share) / 3;
    r->fit_start *= share;
    r->fit_words *= share;
}

/* The recipe, with what was overridden; how long to try is a number of steps, or of examples
 * where a step has no measure. */
static g2l2_status choose_recipe(struct run *run, g2l2_error *err) {
    double effort = run->options.effort > 0 ? run->options.effort : 1;
    run->recipe = recipe_default(run->domain->mixed);
    struct recipe *r = &run->recipe;
    r->effort *= effort;
    if (run->domain->mixed) {
        r->stage_examples *= effort, r->stage_epochs *= effort;
        r->final_examples *= effort, r->final_epochs *= effort;
    }
    g2l2_status status =
        run->options.recipe ? recipe_read(r, run->options.recipe, err) : G2L2_STATUS_OK;
    if (!status) spread(run);
    if (!status) dwell(run);
    return status;
}

/* ---- the whole -------------------------------------------------------------------------------------- */

/* Of few examples each is there to be right. Where some are not explained, the others may be by
 * chance: what is surest is as sure as the share of them that are. */
static g2l2_status doubt(const struct run *run, const struct attempt *best, g2l2_error *err) {
    const g2l2_learn_report *r = &best->report;
    if (r->checked >= run->recipe.noise_few || r->correct == r->checked) return G2L2_STATUS_OK;
    double share = lexicon_odds(attempt_share(best)) / lexicon_odds(1);
    return g2l2_model_calibrate(best->model,
                                &(g2l2_estimate){.slope = fmax(share, LEXICON_LEAST_SLOPE)}, err);
}

/* And what it says of the words of those is worth less than what it says of others. A grammar that is read off
 * nested records has left out what contradicts it. */
static g2l2_status doubt_words(const struct run *run, const struct attempt *best, g2l2_error *err) {
    const g2l2_learn_report *r = &best->report;
    if (!run->objective->viability || run->domain->world || ladder_is_open(run->domain) ||
        r->interrupted || r->correct == r->checked)
        return G2L2_STATUS_OK;
    return check_doubt(&run->recipe, &run->options.limits, run->data, best->model, err);
}

/* In a large set some labels are wrong; in a small one, some may say what no definition can. */
static double allowed_noise(const struct run *run) {
    if (run->options.strict) return 0;
    if (run->options.noise >= 0) return run->options.noise;
    if (run->objective->ranks) return 1;    /* what it does not explain is a figure, no failure */
    if (run->objective->factored) return 1; /* what cannot be expressed is set aside */
    bool few = g2l2_dataset_count(run->data) < run->recipe.noise_few;
    return few ? run->recipe.noise_of_few : run->recipe.noise;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Where answers are single words, questions with lists as answers are set aside, unless there are
 * no others. *out: the others, to be freed; NULL: there is nothing to set aside. */
static g2l2_status set_aside(const g2l2_domain *domain, const g2l2_dataset *data,
                             g2l2_dataset **out, g2l2_error *err) {
    size_t n = g2l2_dataset_count(data), n_lists = 0;
    *out = NULL;
    for (size_t i = 0; i < n && domain->mixed; i++)
        n_lists += strchr(g2l2_dataset_get(data, i).target, ' ') != NULL;
    if (!n_lists || n_lists == n) return G2L2_STATUS_OK;
    g2l2_status status = g2l2_dataset_new(out, err);
    for (size_t i = 0; i < n && !status; i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        if (strchr(e.target, ' ')) continue;
        status =
            g2l2_dataset_add_question(*out, e.sentence, e.target, e.scene, e.file, e.line, err);
    }
    return status;
}

g2l2_status learn_course(struct course *course, g2l2_error *err) {
    const g2l2_domain *domain = course->domain;
    const g2l2_dataset *data = course->data;
    const g2l2_learn_options *options = course->options;
    struct checkpoint *checkpoint = course->checkpoint;
    double start = cpu_seconds();
    struct attempt best = {0};
    g2l2_dataset *others = NULL;
    size_t n_all = g2l2_dataset_count(data);
    if (set_aside(domain, data, &others, err)) {
        g2l2_dataset_free(others);
        return G2L2_STATUS_NO_MEMORY;
    }
    if (others) data = others;
    struct arena arena;
    struct run run = {.domain = domain,
                      .data = data,
                      .options = *options,
                      .tolerance = 1,
                      .arena = &arena,
                      .checkpoint = checkpoint,
                      .deadline = course->deadline};
    arena_init(&arena, NULL, 0);
    bool open = ladder_is_open(domain);
    g2l2_status status = open ? check_data(data, err) : check_arguments(domain, data, options, err);
    run.objective = objective_of(domain, options);
    if (!status) status = choose_recipe(&run, err);
    if (!status)
        status = open                                     ? ladder_open(&run, &best, err)
                 : domain->nested && !options->candidates ? ladder_records(&run, &best, err)
                                                          : ladder_climb(&run, &best, err);
    arena_free(&arena);
    g2l2_learn_report *r = &best.report;
    r->examples = g2l2_dataset_count(data);
    r->set_aside = n_all - r->examples;
    r->tolerant = r->correct < r->checked;
    r->cpu_seconds = cpu_seconds() - start + (checkpoint ? checkpoint->cpu_before : 0);
    r->resumed = checkpoint && checkpoint->resumed;
    r->resumable = checkpoint && checkpoint->there;
    if (best.worn && r->correct < r->checked)
        snprintf(r->reason, sizeof r->reason, "not all was tried: --effort 4 goes on for longer");
    if (!status && !best.model)
        status = err_set(err, G2L2_STATUS_INTERRUPTED, 0, 0,
                         "stopped before anything was learned; its budget is %.3g s",
                         options->budget.seconds);
    if (!status && !r->interrupted &&
        (double)(r->checked - r->correct) > allowed_noise(&run) * (double)r->checked)
        status = check_refuse(data, r, &best.failure, err);
    if (!status) status = doubt(&run, &best, err);
    if (!status) status = doubt_words(&run, &best, err);
    course->report = *r;
    g2l2_dataset_free(others);
    if (status) g2l2_model_free(best.model);
    else course->model = best.model;
    return status;
}

g2l2_status learn_all(const g2l2_domain *domain, const g2l2_dataset *data,
                      const g2l2_learn_options *options, double deadline, g2l2_model **out,
                      struct checkpoint *checkpoint, g2l2_learn_report *report, g2l2_error *err) {
    struct course course = {.domain = domain,
                            .data = data,
                            .options = options,
                            .deadline = deadline,
                            .checkpoint = checkpoint};
    enum labels kind = LABELS_NONE;
    g2l2_status status = G2L2_STATUS_OK;
    if (!options->candidates && !options->inference) status = labels_find(domain, data, &kind, err);
    if (!status) status = kind ? contest_hold(&course, kind, err) : learn_course(&course, err);
    if (report) *report = course.report;
    if (!status) *out = course.model;
    return status;
}
