/* One run of learning, phase by phase; and what came of it, in a checkpoint. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/attempt.h"

/* ---- a run ---------------------------------------------------------------------------------------- */

static void begin(struct learner *l, const char *phase) {
    observe_phase(&l->observer, l->options, phase);
}

/* Is there something that a second look could help? Where entries are ruled out, that is what
 * no entry explains, in a run that comes to terms with it; elsewhere there is always more. */
static bool needs_more(const struct learner *l) {
    if (!l->objective->viability) return true;
    return l->n_unexplained && (l->tolerance < 1 || l->options->strict);
}

static void learn_finally(struct learner *l) {
    bool more = false;
    if (resume_reaches(l, PHASE_FINAL)) {
        begin(l, "final");
        curriculum_final(l);
    }
    if (resume_reaches(l, PHASE_SENSES_AGAIN)) {
        begin(l, "senses");
        more = senses_run(l);
    }
    more |= l->resumed; /* then it goes on in what follows */
    resume_reaches(l, PHASE_CLOSING);
    begin(l, "final");
    if (more) curriculum_close(l);
}

/* Does the simple set not do? Where features are measured that may be what cannot be seen well, so
 * there the other set has to explain more. */
static bool is_given_up(const struct learner *l, const struct run *run) {
    return run->simple && !l->groups && !l->stopped && l->mean_accuracy < l->recipe.simple_accuracy;
}

/* Was it given up, or has its effort ended, while another run explains all there is? What it leaves
 * unexplained takes longer to find out than all before. */
static bool is_surpassed(const struct learner *l, const struct run *run) {
    return run->excelled > 0 && !l->stopped && (l->hopeless || l->spent >= l->max_spent);
}

/* Denotations: the weights that entries share, then those that only answering has. */
static void learn_denotations(struct learner *l, g2l2_model *model) {
    answers_learn(l);
    answers_weigh_asked(l);
    build_model(l, model);
    neighbours_learn(l, model);
    answers_weigh_nothing(l, model);
}

static void learn_records(struct learner *l, g2l2_model *model) {
    ranked_run(l);
    begin(l, "choose");
    build_model(l, model);
}

/* A search for one entry of each word, or a few. False: the candidates do not do, or (then something
 * is found) words have to share. */
static bool learn_entries(struct learner *l, const struct run *run, g2l2_model *model,
                          struct groups *found) {
    if (resume_reaches(l, PHASE_STAGES)) curriculum_stages(l);
    if (is_surpassed(l, run)) return false;
    bool more = l->resumed || needs_more(l);
    if (more && resume_reaches(l, PHASE_RESETS)) {
        begin(l, "resets");
        reset_run(l);
        if (l->given && !l->groups && groups_find(l, run->arena, found)) return false;
        if (is_given_up(l, run)) return false;
    }
    if (more && resume_reaches(l, PHASE_SENSES)) {
        begin(l, "senses");
        senses_run(l);
    }
    if (is_surpassed(l, run)) return false;
    if (l->recipe.final_examples > 0) learn_finally(l);
    observe_words(&l->observer, (int)l->n_updates, true);
    begin(l, "choose");
    choose_run(l);
    build_model(l, model);
    openers_learn(l, model);
    neighbours_learn(l, model);
    return true;
}

/* All phases. False: there is no model, as above. */
static bool learn(struct learner *l, const struct run *run, g2l2_model *model,
                  struct groups *found) {
    begin(l, "prepare");
    examples_open(l, domain_set(l->work->domain, run->set->name));
    if (l->seeks_idioms && !l->idioms.names.n) return false;
    batch_open(l);
    curriculum_open(l);
    observe_open(&l->observer, l->options, &l->arena, l->lexicon);
    begin(l, "stages");
    observe_words(&l->observer, 0, true);
    if (!l->objective->ranks) resume_open(l);
    if (l->objective->factored) learn_denotations(l, model);
    else if (l->objective->ranks) learn_records(l, model);
    else if (!learn_entries(l, run, model, found)) return false;
    begin(l, "check");
    return true;
}

/* Which of the runs on these data it is: all that differs between them. */
static uint64_t run_number(const struct run *run) {
    const double how[] = {run->tolerance,      run->noise,  run->simple,   run->wider,
                          run->groups != NULL, run->idioms, run->excelled, run->fallback};
    uint64_t h = hash_bytes(how, sizeof how, run->options.seed);
    h = hash_bytes(&run->recipe, sizeof run->recipe, h);
    h = hash_bytes(run->domain->text, strlen(run->domain->text), h);
    return run->set ? hash_bytes(run->set->name, strlen(run->set->name), h) : h;
}

static void release(struct learner *l) {
    g2l2_parser_free(l->parser);
    batch_close(l);
    g2l2_model_free(l->work);
    arena_free(&l->arena);
    arena_free(&l->scratch);
}

/* Steps of work, so that what is learned is the same everywhere. */
static double most_work(const struct run *run) {
    const struct recipe *r = &run->recipe;
    double most = r->effort * (run->objective->prunes ? r->effort_means : 1);
    return run->excelled > 0 ? fmin(most, r->excelled_effort * run->excelled) : most;
}

g2l2_status attempt_run(const struct run *run, struct attempt *now, g2l2_error *err) {
    struct learner learner = {.options = &run->options,
                              .recipe = run->recipe,
                              .objective = run->objective,
                              .data = run->data,
                              .groups = run->groups,
                              .world = run->domain->world,
                              .concepts = run->domain->mixed,
                              .deadline = run->deadline,
                              .tolerance = run->tolerance,
                              .noise = run->noise,
                              .seeks_idioms = run->idioms,
                              .max_spent = most_work(run),
                              .checkpoint = run->checkpoint,
                              .run = run_number(run),
                              .observer.restart = now->report.attempt};
    struct learner *volatile l = &learner;
    /* No example may take more than all of them, nor when it is only asked about. */
    double most = learner.max_spent * (run->fallback ? run->recipe.example_share : 1);
    learner.recipe.example_steps = fmin(learner.recipe.example_steps, most);
    now->grouped = run->groups;
    now->idioms = run->idioms;
    now->plain = run->tolerance == 1 && !run->idioms;
    g2l2_model *fresh = NULL;
    arena_init(&learner.arena, &learner.guard, 0);
    arena_init(&learner.scratch, &learner.guard, 0);
    g2l2_status status = model_new(run->domain, &learner.work, err);
    if (status) return status;
    learner.work->arena.guard = learner.work->domain->arena.guard = &learner.guard;
    status = model_new(run->domain, &fresh, err);
    g2l2_model *volatile model = fresh;
    if (!status && guard_try(&learner.guard, err)) {
        /* Learned with every attachment, a model still answers as the definition says. */
        if (!learner_is_plain(run->domain, &run->options)) fresh->domain->syntax.attach_low = true;
        run->arena->guard = &learner.guard;
        bool made = learn(l, run, model, &now->groups);
        /* Who is late has passed examples over, whether or not anybody was told. */
        if (ranks_any(l, learner_is_late(l))) l->stopped = true;
        if (made) {
            status = check_model(l, model, &now->report, &now->failure, err);
            if (!status) ranks_follow(l, &now->report, sizeof now->report);
        } else {
            g2l2_model_free(model);
            model = NULL;
        }
        now->report.candidates = l->most_slots;
        now->spent = l->spent;
        if (model) now->report.candidate_set = domain_set(model->domain, run->set->name)->name;
        now->report.interrupted |= l->stopped;
    } else if (!status) {
        status = l->guard.status;
    }
    release(l);
    if (status) g2l2_model_free(model);
    else now->model = model;
    return status;
}

/* ---- what came of a run, in a checkpoint ------------------------------------------------------------ */

/* Everything that a file of the model does not have. May raise. */
static bool stash_attempt(struct stash *stash, const struct run *run, struct attempt *now) {
    uint64_t own = run_number(run), number = own;
    uint32_t n_words = now->groups.n;
    stash_value(stash, number);
    if (number != own) return false;
    stash_value(stash, now->report);
    stash_value(stash, now->failure);
    stash_value(stash, now->grouped);
    stash_value(stash, now->idioms);
    stash_value(stash, now->plain);
    stash_value(stash, now->spent);
    n_words = stash_count(stash, n_words, 2 * sizeof(uint32_t));
    if (stash->reading) now->groups = (struct groups){0};
    if (stash->reading && n_words) now->groups = groups_new(run->arena, n_words);
    stash_bytes(stash, now->groups.owner, n_words * sizeof *now->groups.owner);
    stash_bytes(stash, now->groups.rivals, n_words * sizeof *now->groups.rivals);
    return true;
}

/* Sentences that ties are shown by, which are in no file. May raise at the model's guard. */
static void stash_seen(struct stash *stash, g2l2_model *model) {
    uint32_t n = stash_count(stash, model->seen.n, sizeof(uint32_t));
    for (uint32_t i = 0; i < n; i++)
        if (stash->reading)
            vec_push(&model->arena, &model->seen, stash_text(stash, &model->arena, NULL));
        else stash_text(stash, NULL, model->seen.at[i]);
}

/* Keep what came of a run, and write it if that is due; but not what is as it is for want of
 * time. */
void attempt_keep(const struct run *run, struct attempt *now) {
    struct stash record = {0};
    void *bytes = NULL;
    size_t n = 0;
    if (!run->checkpoint || !run->checkpoint->path || clock_now() > run->deadline) return;
    stash_attempt(&record, run, now);
    if (now->model && g2l2_model_write(now->model, &bytes, &n, NULL)) record.failed = true;
    n = stash_count(&record, (uint32_t)n, 1);
    stash_bytes(&record, bytes, n);
    if (now->model) stash_seen(&record, now->model);
    free(bytes);
    checkpoint_keep(run->checkpoint, &record);
    if (checkpoint_is_due(run->checkpoint)) checkpoint_write(run->checkpoint, NULL);
}

static g2l2_status recall_model(const struct run *run, struct stash *record, struct attempt *now,
                                g2l2_error *err) {
    uint32_t n = stash_count(record, 0, 1);
    now->report.candidate_set = NULL;
    if (record->failed) return checkpoint_misfit(err);
    if (!n) return stash_is_whole(record) ? G2L2_STATUS_OK : checkpoint_misfit(err);
    g2l2_model *model;
    g2l2_status status =
        g2l2_model_read_with(run->domain->lang.registry, record->at + record->next, n, &model, err);
    if (status) return status == G2L2_STATUS_NO_MEMORY ? status : checkpoint_misfit(err);
    record->next += n;
    now->model = model;
    if (guard_try(&model->guard, err)) stash_seen(record, model);
    if (model->guard.status) return model->guard.status;
    const struct candidate_set *set = run->set ? domain_set(model->domain, run->set->name) : NULL;
    if (set) now->report.candidate_set = set->name;
    return stash_is_whole(record) ? G2L2_STATUS_OK : checkpoint_misfit(err);
}

/* What came of this run before; *known: it was run. */
g2l2_status attempt_recall(const struct run *run, struct attempt *now, bool *known,
                           g2l2_error *err) {
    struct guard guard;
    struct stash record;
    volatile bool fits = false;
    *known = run->checkpoint && checkpoint_recall(run->checkpoint, &record);
    if (!*known) return G2L2_STATUS_OK;
    run->arena->guard = &guard;
    if (guard_try(&guard, err)) fits = stash_attempt(&record, run, now);
    if (guard.status) return guard.status;
    g2l2_status status = fits ? recall_model(run, &record, now, err) : checkpoint_misfit(err);
    if (status) g2l2_model_free(now->model);
    if (status) now->model = NULL;
    return status;
}
