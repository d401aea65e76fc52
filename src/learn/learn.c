/* g2l2_learn: one run phase by phase, and again where that was not enough.
 *
 *     a simple candidate set (where examples are few) ─▶ the default ─▶ wider ones
 *        each:  as if all labels were right ─▶ as if some were wrong ─▶ other seeds
 *
 * The first run that explains enough ends it; otherwise the best one counts, unless it
 * leaves too many examples unexplained. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "learn/induce.h"
#include "learn/objective.h"

g2l2_learn_options g2l2_learn_options_default(void) {
    return (g2l2_learn_options){
        .seed = 1, .n_threads = 1, .noise = -1, .lambda = -1, .limits = g2l2_limits_default()};
}

/* ---- one run -------------------------------------------------------------------------------------- */

struct run {
    const g2l2_domain *domain;
    const g2l2_dataset *data;
    g2l2_learn_options options;
    struct recipe recipe;
    const struct objective *objective;
    const struct candidate_set *set;
    double deadline;
    double tolerance;            /* of elimination */
    double noise;                /* share of examples that are taken to be wrong */
    const struct groups *groups; /* what words share, as an earlier run found; or NULL */
    struct groups found;
    struct arena *arena;           /* for what runs leave to later ones */
    struct checkpoint *checkpoint; /* or NULL */
    bool simple;                   /* a candidate set that may be too small, and is given up then */
    bool wider;                    /* it is a definition further up the ladder */
    bool idioms;                   /* words side by side may be one */
};

/* Bits that say an operation or a constant, a whole example by itself, and that words are one. */
#define OPERATION   4.0
#define UNEXPLAINED 16.0
#define JOINED      8.0

/* The best of several is the one that has the shortest description, or explains the most. */
struct attempt {
    g2l2_model *model; /* NULL: it was given up */
    g2l2_learn_report report;
    struct failure failure;
    bool grouped;         /* it was told what words share */
    bool idioms;          /* words side by side may be one in it */
    struct groups groups; /* what words share, as it was not told that and found out */
};

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

/* False: the candidates do not do, or (then something is found) words have to share. */
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
    if (l->objective->factored) {
        answers_learn(l);
        build_model(l, model);
        neighbours_learn(l, model);
        answers_weigh_nothing(l, model);
        begin(l, "check");
        return true;
    }
    if (l->objective->ranks) {
        ranked_run(l);
        begin(l, "choose");
        build_model(l, model);
        begin(l, "check");
        return true;
    }
    if (resume_reaches(l, PHASE_STAGES)) curriculum_stages(l);
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
    if (l->recipe.final_examples > 0) learn_finally(l);
    observe_words(&l->observer, (int)l->n_updates, true);
    begin(l, "choose");
    choose_run(l);
    build_model(l, model);
    openers_learn(l, model);
    neighbours_learn(l, model);
    begin(l, "check");
    return true;
}

/* Which of the runs on these data it is: all that differs between them. */
static uint64_t run_number(const struct run *run) {
    const double how[] = {run->tolerance, run->noise,          run->simple,
                          run->wider,     run->groups != NULL, run->idioms};
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

static g2l2_status run_once(const struct run *run, struct attempt *now, g2l2_error *err) {
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
                              .max_spent = run->recipe.effort *
                                           (run->objective->prunes ? run->recipe.effort_means : 1),
                              .checkpoint = run->checkpoint,
                              .run = run_number(run),
                              .observer.restart = now->report.attempt};
    struct learner *volatile l = &learner;
    /* No example may take more than all of them, nor when it is only asked about. */
    learner.recipe.example_steps = fmin(learner.recipe.example_steps, learner.max_spent);
    now->grouped = run->groups;
    now->idioms = run->idioms;
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
        if (learn(l, run, model, &now->groups)) {
            status = check_model(l, model, &now->report, &now->failure, err);
            if (!status) ranks_follow(l, &now->report, sizeof now->report);
        } else {
            g2l2_model_free(model);
            model = NULL;
        }
        now->report.candidates = l->most_slots;
        if (model) now->report.candidate_set = domain_set(model->domain, run->set->name)->name;
        now->report.interrupted = l->stopped;
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
static void keep_attempt(const struct run *run, struct attempt *now) {
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
static g2l2_status recall_attempt(const struct run *run, struct attempt *now, bool *known,
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

/* ---- attempts --------------------------------------------------------------------------------------- */

/* Where features are as they are, the rest is what cannot be seen well. */
static bool explained(const struct run *run, const struct attempt *best) {
    const g2l2_learn_report *r = &best->report;
    double enough = best->grouped ? run->recipe.group_enough : run->recipe.enough;
    if (r->interrupted) return true;
    if (run->objective->ranks) return best->model;
    return best->model && (double)r->correct >= enough * (double)r->checked;
}

/* Of few examples each is there to be right. */
static bool are_few(const struct run *run) {
    return run->objective->viability && g2l2_dataset_count(run->data) < run->recipe.noise_few;
}

/* In bits: n of something that is to be told apart from others. */
static double bits(double n) {
    return n > 0 ? n * log2(n) : 0;
}

/* A constant that is spelled as the word need not be said. */
static double describe_entry(const g2l2_model *model, uint32_t entry, const char *word) {
    const struct term *program = model->lexicon.entries.at[entry].program;
    if (!program) return 0;
    bool spelled = examples_is_spelled(&model->domain->lang, program, word);
    return OPERATION * (term_count_operations(program) - spelled);
}

/* What an entry's program takes, and in all sentences, which of its entries a word has. Of entries
 * that are as good, one counts. */
static double describe_word(const g2l2_model *model, uint32_t w) {
    const struct lexicon *lexicon = &model->lexicon;
    const struct word *word = &lexicon->words.at[w];
    double used = 0, least = INFINITY, n = 0, which = 0;
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        const struct slot *slot = &lexicon->slots.at[s];
        double size = describe_entry(model, slot->entry, lexicon->names.names.at[w]);
        least = fmin(least, size);
        if (!slot->uses) continue;
        used += size;
        n += slot->uses;
        which += bits(slot->uses);
    }
    return n > 0 ? used + bits(n) - which : word->n ? least : 0;
}

/* What has to be said to explain the examples, in bits: a lexicon, and what it leaves unexplained. */
static double description(const struct attempt *a) {
    const struct lexicon *lexicon = &a->model->lexicon;
    double n = UNEXPLAINED * (double)(a->report.checked - a->report.correct);
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        n += describe_word(a->model, w);
        if (strchr(lexicon->names.names.at[w], ' ')) n += JOINED;
    }
    return n;
}

/* The shortest description, where all is exact; elsewhere what explains more, and who takes answers
 * to be wrong, or has fewer numbers to learn, need not explain as many. */
static bool is_better(const struct run *run, const struct attempt *now,
                      const struct attempt *best) {
    if (!now->model || !best->model) return now->model;
    if (run->objective->viability) return description(now) < description(best);
    bool modest = run->noise > 0 || (now->grouped && !best->grouped);
    double margin = modest ? run->recipe.noisy_margin * (double)best->report.checked : 0;
    return (double)now->report.correct > (double)best->report.correct + floor(-margin);
}

static g2l2_status try_run(const struct run *run, struct attempt *best, g2l2_error *err) {
    int number = best->report.attempts;
    struct attempt now = {.report.attempt = number};
    bool known;
    g2l2_status status = recall_attempt(run, &now, &known, err);
    if (!status && !known) status = run_once(run, &now, err);
    if (status == G2L2_STATUS_INTERRUPTED && best->model) { /* it did not come to begin */
        best->report.interrupted = true;
        return G2L2_STATUS_OK;
    }
    if (status) return status;
    if (!known && !now.report.interrupted) keep_attempt(run, &now);
    bool interrupted = now.report.interrupted || best->report.interrupted;
    bool better = is_better(run, &now, best);
    if (now.groups.owner) best->groups = now.groups;
    g2l2_model_free(better ? best->model : now.model);
    if (better) *best = now;
    best->report.attempts = number + 1;
    best->report.interrupted = interrupted;
    return G2L2_STATUS_OK;
}

static uint64_t next_seed(uint64_t seed) {
    return seed * 6364136223846793005u + 1442695040888963407u;
}

/* How many seeds; a small set may lead astray. */
static int count_seeds(const struct run *run) {
    const struct recipe *r = &run->recipe;
    if (run->simple) return 1;
    int most = g2l2_dataset_count(run->data) <= r->attempts_examples ? (int)r->attempts : 1;
    /* Weights that words share go astray together, so all words begin again. */
    if (run->objective->factored) most = 1 + (int)r->resets_per_word;
    return most > run->options.restarts ? most : run->options.restarts + 1;
}

/* Do so many examples stay unexplained that some may be wrong? */
static bool is_noisy(const struct run *run, const struct attempt *best) {
    const g2l2_learn_report *r = &best->report;
    if (run->options.strict || run->simple || run->objective->prunes || !best->model) return false;
    if (run->objective->factored) return false; /* what is not explained is set aside */
    return (double)(r->checked - r->correct) > run->recipe.noisy * (double)r->checked;
}

/* Of the effort: a few examples need not take as long as many. */
static double few_share(const struct run *run) {
    return fmin(1, (double)g2l2_dataset_count(run->data) / fmax(1, run->recipe.noise_few));
}

/* What is a fallback has a part of that; what comes first has at least as much. */
static double effort_share(const struct run *run, bool fallback) {
    double few = few_share(run), part = run->recipe.wider_effort;
    if (fallback) return part * few;
    return run->objective->viability ? fmax(part, few) : 1;
}

/* A run that comes to terms with what it does not explain. */
static g2l2_status try_tolerant(struct run *run, struct attempt *best, g2l2_error *err) {
    double effort = run->recipe.effort;
    if (run->objective->viability) run->recipe.effort *= few_share(run);
    run->tolerance = run->recipe.tolerance;
    g2l2_status status = try_run(run, best, err);
    run->tolerance = 1;
    run->recipe.effort = effort;
    return status;
}

/* As if some labels were wrong: by ruling out with care, or by not believing every answer. */
static g2l2_status try_noisy(struct run *run, struct attempt *best, g2l2_error *err) {
    const g2l2_learn_report *r = &best->report;
    if (!run->objective->viability) run->noise = 1 - (double)r->correct / (double)r->checked;
    g2l2_status status = try_tolerant(run, best, err);
    run->noise = 0;
    return status;
}

/* Few and short examples may need to be said more often before light entries are pruned. */
static g2l2_status try_longer(struct run *run, struct attempt *best, g2l2_error *err) {
    double epochs = run->recipe.prune_epochs;
    run->recipe.prune_epochs = run->recipe.prune_epochs_again;
    g2l2_status status = try_run(run, best, err);
    run->recipe.prune_epochs = epochs;
    return status;
}

/* Of many examples what is rare is not worth as many runs. */
static bool wants_idioms(const struct run *run) {
    return run->objective->viability && run->domain->spoken && !run->idioms &&
           g2l2_dataset_count(run->data) <= run->recipe.idiom_examples;
}

/* Words that mean something else together, where by themselves they explain less. */
static g2l2_status try_idioms(struct run *run, struct attempt *best, g2l2_error *err) {
    size_t before = best->report.correct;
    run->idioms = true;
    g2l2_status status = try_run(run, best, err);
    run->idioms = best->report.correct > before;
    return status;
}

/* Later runs are told what words share, as the first one found out. */
static bool tell_groups(struct run *run, const struct attempt *best) {
    if (run->groups || !best->groups.owner) return false;
    run->found = best->groups;
    run->groups = &run->found;
    return true;
}

/* First as if every label were right, then as if some were wrong; then from other seeds. Where
 * nothing is ruled out that takes long, so of several seeds only the last is for wrong labels. */
static g2l2_status try_set(struct run *run, struct attempt *best, g2l2_error *err) {
    uint64_t seed = run->options.seed;
    int most = count_seeds(run), restart = 0;
    bool both = run->objective->viability || most == 1;
    g2l2_status status = G2L2_STATUS_OK;
    for (; !status && restart < most && !explained(run, best); restart++) {
        bool last = restart + 1 == most;
        if (both || !last || !is_noisy(run, best)) status = try_run(run, best, err);
        if (!status && run->objective->prunes && !explained(run, best))
            status = try_longer(run, best, err);
        if (!status && wants_idioms(run) && !explained(run, best))
            status = try_idioms(run, best, err);
        bool more = !status && !explained(run, best), told = more && tell_groups(run, best);
        if (told && last) most++;
        else if (more && (both || last) && is_noisy(run, best)) status = try_noisy(run, best, err);
        run->options.seed = next_seed(run->options.seed);
    }
    run->options.seed = seed;
    run->idioms = false; /* another set may do without them */
    if (restart) best->report.restarts = restart - 1;
    return status;
}

/* Where examples are few, a simple set of candidates is tried first: it has less to choose
 * from, so less can go wrong; and if it explains them, why look further? */
static bool wants(const struct run *run, const struct candidate_set *set, bool is_default) {
    const char *asked = run->options.candidates;
    if (asked || is_default) return asked ? !strcmp(set->name, asked) : true;
    if (set->simple) return g2l2_dataset_count(run->data) <= run->recipe.few;
    return set->fallback && !run->objective->prunes;
}

/* Is what stays unexplained wrong, as far as one can tell, and not beyond the definition? Nothing
 * that is wider would explain it. */
static bool is_wrong_rest(const struct run *run, const struct attempt *best) {
    const g2l2_learn_report *r = &best->report;
    if (!best->model || run->options.strict || run->domain->world || !run->objective->viability)
        return false;
    if (g2l2_dataset_count(run->data) < run->recipe.noise_few) return false;
    if ((double)r->correct >= (1 - run->recipe.noise) * (double)r->checked) return false;
    return check_is_even(&run->recipe, &run->options.limits, run->data, best->model);
}

static g2l2_status try_domain(struct run *run, struct attempt *best, g2l2_error *err) {
    const g2l2_domain *domain = run->domain;
    double effort = run->recipe.effort;
    g2l2_status status = G2L2_STATUS_OK;
    for (int kind = 0; kind < 3; kind++) /* simple, default, fallback */
        for (uint32_t i = 0; !status && i < domain->sets.n; i++) {
            const struct candidate_set *set = &domain->sets.at[i];
            bool is_default = set == domain_set(domain, run->options.candidates);
            int its = is_default ? 1 : set->simple ? 0 : 2;
            if (its != kind || !wants(run, set, is_default) || explained(run, best)) continue;
            if (kind == 2 && is_wrong_rest(run, best)) continue;
            run->set = set;
            run->simple = kind == 0;
            run->recipe.effort = effort * effort_share(run, kind == 2 || run->wider);
            status = try_set(run, best, err);
        }
    run->recipe.effort = effort;
    return status;
}

/* Of many examples some are wrong, and a wider grammar would only learn those. */
static bool wants_wider(const struct run *run, const struct attempt *best) {
    const g2l2_learn_report *r = &best->report;
    bool few = g2l2_dataset_count(run->data) < run->recipe.noise_few;
    double enough = few ? 1 : 1 - run->recipe.noise;
    if (explained(run, best) || !run->domain->next) return false;
    return !best->model || (double)r->correct < enough * (double)r->checked;
}

static g2l2_status try_opened(struct run *run, g2l2_domain *other, g2l2_domain **opened,
                              struct attempt *best, g2l2_error *err) {
    run->domain = other;
    g2l2_domain_free(*opened);
    *opened = other;
    return try_domain(run, best, err);
}

static g2l2_status try_other(struct run *run, const char *name, g2l2_domain **opened,
                             struct attempt *best, g2l2_error *err) {
    g2l2_domain *other = NULL;
    g2l2_status status = g2l2_domain_open(name, &other, err);
    return status ? status : try_opened(run, other, opened, best, err);
}

#define GLANCE 2000u /* examples that show most often that there are none */

/* The definition of calls, for arguments without parentheses; NULL: there can be none. */
static g2l2_status open_bare(const struct run *run, const char *name, g2l2_domain **out,
                             g2l2_error *err) {
    g2l2_domain *marked = NULL;
    size_t n = g2l2_dataset_count(run->data);
    g2l2_status status = g2l2_domain_open(name, &marked, err);
    *out = NULL;
    if (status) return status;
    if (guard_try(&marked->guard, err)) {
        const char **texts = arena_array(&marked->arena, const char *, n);
        struct buf text;
        for (size_t i = 0; i < n; i++) texts[i] = g2l2_dataset_get(run->data, i).target;
        buf_init(&text, &marked->arena);
        buf_printf(&text, "%s\nbare-calls\n", marked->text);
        size_t some = n < GLANCE ? n : GLANCE;
        if (domain_has_bare_things(marked, &marked->arena, texts, some) &&
            domain_has_bare_things(marked, &marked->arena, texts, n))
            status = domain_parse(text.at, text.n, out, err);
    } else {
        status = marked->guard.status;
    }
    g2l2_domain_free(marked);
    return status;
}

static g2l2_status try_bare(struct run *run, const char *name, g2l2_domain **opened,
                            struct attempt *best, g2l2_error *err) {
    g2l2_domain *bare;
    g2l2_status status = open_bare(run, name, &bare, err);
    return status || !bare ? status : try_opened(run, bare, opened, best, err);
}

static bool has_arguments(const g2l2_dataset *data) {
    for (size_t i = 0; i < g2l2_dataset_count(data); i++)
        if (strchr(g2l2_dataset_get(data, i).target, '(')) return true;
    return false;
}

/* Is there a name that has parts for this definition? */
static bool has_pieces(const g2l2_dataset *data, const struct lang *lang) {
    bool found = false;
    for (size_t i = 0; i < g2l2_dataset_count(data); i++)
        for (const char *at = g2l2_dataset_get(data, i).target; *(at += strspn(at, " "));) {
            size_t n = strcspn(at, " ");
            if (lang_is_piece(lang, at)) return false; /* it would be taken for a part */
            found |= lang_piece(lang, at, n) < n;
            at += n;
        }
    return found;
}

/* The next rung; one that is for names with parts is passed over where there are none. */
static g2l2_status try_next(struct run *run, g2l2_domain **opened, struct attempt *best,
                            g2l2_error *err) {
    g2l2_domain *next = NULL;
    g2l2_status status = g2l2_domain_open(run->domain->next, &next, err);
    bool passed = !status && next->lang.pieces && !has_pieces(run->data, &next->lang);
    const char *name = passed ? next->next : run->domain->next;
    if (!status && name) status = try_other(run, name, opened, best, err);
    g2l2_domain_free(next);
    return status;
}

static double share_explained(const struct attempt *a) {
    return a->model && a->report.checked ? (double)a->report.correct / (double)a->report.checked
                                         : -1;
}

/* With entries that one example alone asks for, from one of the candidate sets. */
static g2l2_status try_exceptions_of(struct run *run, const struct candidate_set *set, bool idioms,
                                     struct attempt *best, g2l2_error *err) {
    double uses = run->recipe.sense_uses;
    run->set = set;
    run->recipe.sense_uses = run->recipe.sense_exception;
    run->idioms = idioms;
    g2l2_status status = try_tolerant(run, best, err);
    run->recipe.sense_uses = uses;
    run->idioms = false;
    return status;
}

/* From every candidate set of a definition, once. */
static g2l2_status try_exceptions_once(struct run *run, bool idioms, struct attempt *best,
                                       g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    for (uint32_t i = 0; !status && i < run->domain->sets.n; i++) {
        const struct candidate_set *set = &run->domain->sets.at[i];
        if (i && !set->fallback) continue;
        status = try_exceptions_of(run, set, false, best, err);
        if (!status && idioms) status = try_exceptions_of(run, set, true, best, err);
    }
    return status;
}

/* Is all explained by the candidates that come first? Then there is nothing to look for. */
static bool is_narrow(const struct run *run, const struct attempt *best) {
    const struct candidate_set *set = domain_set(best->model->domain, best->report.candidate_set);
    return explained(run, best) && !best->idioms && set && !set->fallback;
}

/* What no rung explains, of few examples, or only one that is wide, may be explained by exceptions.
 * Which words they are depends on where one begins, so it is begun several times. */
static g2l2_status try_exceptions(struct run *run, struct attempt *best, g2l2_error *err) {
    const g2l2_domain *first = run->domain;
    uint64_t seed = run->options.seed;
    g2l2_domain *opened = NULL;
    if (!best->model || best->report.interrupted || !are_few(run) || is_narrow(run, best))
        return G2L2_STATUS_OK;
    bool idioms = best->idioms;
    g2l2_status status = domain_copy(best->model->domain, &opened, err);
    if (status) return status;
    run->domain = opened;
    for (int i = 0; !status && i < run->recipe.exception_seeds; i++) {
        status = try_exceptions_once(run, idioms, best, err);
        run->options.seed = next_seed(run->options.seed);
    }
    run->options.seed = seed;
    run->domain = first;
    g2l2_domain_free(opened);
    return status;
}

/* Definitions are a ladder, from narrow to wide: where one leaves examples unexplained, the one
 * that it names next is tried. Where targets have arguments, one that knows of such comes first;
 * to the others GOTO(kitchen) is a name, so if that one explains most they are not tried. */
static g2l2_status attempts(struct run *run, struct attempt *best, g2l2_error *err) {
    const g2l2_domain *first = run->domain;
    bool any = !run->options.candidates && !run->options.inference && !run->objective->prunes;
    g2l2_domain *opened = NULL;
    g2l2_status status = G2L2_STATUS_OK;
    if (any && first->calls && has_arguments(run->data))
        status = try_other(run, first->calls, &opened, best, err);
    else if (any && first->calls) status = try_bare(run, first->calls, &opened, best, err);
    bool few = g2l2_dataset_count(run->data) < run->recipe.noise_few;
    bool climb = share_explained(best) < 1 - (few ? run->recipe.noise_of_few : run->recipe.noise);
    run->domain = first;
    if (!status && climb && !explained(run, best)) status = try_domain(run, best, err);
    while (!status && any && climb && wants_wider(run, best) && !is_wrong_rest(run, best)) {
        run->wider = true;
        status = try_next(run, &opened, best, err);
    }
    g2l2_domain_free(opened);
    run->domain = first;
    return status ? status : try_exceptions(run, best, err);
}

/* ---- records within records ---------------------------------------------------------------------- */

/* No candidates, but records: categories are for the learner to find. */
static bool is_open(const g2l2_domain *domain) {
    if (domain->sets.n) return false;
    for (uint32_t i = 0; i < domain->roots.n; i++) {
        type_id type = domain->syntax.cats.at[domain->roots.at[i]].type;
        if (domain->lang.types.at[type].kind == KIND_RECORD) return true;
    }
    return false;
}

static g2l2_status try_nested(const struct run *run, const g2l2_domain *domain,
                              struct attempt *best, g2l2_error *err) {
    struct learner l = {.options = &run->options,
                        .recipe = run->recipe,
                        .data = run->data,
                        .deadline = run->deadline};
    bool known;
    g2l2_status status = recall_attempt(run, best, &known, err);
    if (status || known) return status;
    status = induce_learn(domain, run->data, &run->recipe, &best->model, err);
    if (status) return status;
    if (best->model) {
        l.work = best->model;
        best->report.attempts = 1;
        status = check_model(&l, best->model, &best->report, &best->failure, err);
    }
    if (!status) keep_attempt(run, best);
    else g2l2_model_free(best->model);
    if (status) best->model = NULL;
    return status;
}

static g2l2_status try_open(const struct run *run, struct attempt *best, g2l2_error *err) {
    g2l2_status status = try_nested(run, run->domain, best, err);
    if (status || best->model) return status;
    return err_set(err, G2L2_STATUS_DATA, 0, 0,
                   "the results are no nested objects with a field that identifies each, such as "
                   "{\"head\": \"eat\", \"agent\": {\"head\": \"hen\"}}");
}

/* Sentences that mean nested records show their syntax (induce.h): the definition that is for
 * them is tried first, and the candidates of this one where it does not explain enough. */
static g2l2_status try_records(struct run *run, struct attempt *best, g2l2_error *err) {
    struct attempt parts = {0};
    g2l2_domain *nested = NULL;
    g2l2_status status = g2l2_domain_open(run->domain->nested, &nested, err);
    if (!status && is_open(nested)) status = try_nested(run, nested, best, err);
    g2l2_domain_free(nested);
    if (status || best->report.interrupted) return status;
    if (share_explained(best) >= 1 - run->recipe.noise) return status;
    status = attempts(run, &parts, err);
    bool better =
        !status && parts.model && (!best->model || share_explained(&parts) > share_explained(best));
    bool interrupted = parts.report.interrupted;
    g2l2_model_free(better ? best->model : parts.model);
    if (better) *best = parts;
    best->report.interrupted = interrupted;
    return status;
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
        r->effort *= fmax(1, n / r->noise_few);
        return;
    }
    r->fit_rate = r->answer_fits;
    /* Many say by themselves. */
    r->answer_number = r->answer_bound = r->answer_order = r->answer_taken = 0;
    r->answer_choice = r->answer_ending = 0;
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
    r->fit_rate *= sqrt(share);
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
    double share = lexicon_odds(share_explained(best)) / lexicon_odds(1);
    return g2l2_model_calibrate(best->model,
                                &(g2l2_estimate){.slope = fmax(share, LEXICON_LEAST_SLOPE)}, err);
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

g2l2_status learn_all(const g2l2_domain *domain, const g2l2_dataset *data,
                      const g2l2_learn_options *options, double deadline, g2l2_model **out,
                      struct checkpoint *checkpoint, g2l2_learn_report *report, g2l2_error *err) {
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
                      .deadline = deadline};
    arena_init(&arena, NULL, 0);
    bool open = is_open(domain);
    g2l2_status status = open ? check_data(data, err) : check_arguments(domain, data, options, err);
    run.objective = objective_of(domain, options);
    if (!status) status = choose_recipe(&run, err);
    if (!status)
        status = open                                     ? try_open(&run, &best, err)
                 : domain->nested && !options->candidates ? try_records(&run, &best, err)
                                                          : attempts(&run, &best, err);
    arena_free(&arena);
    g2l2_learn_report *r = &best.report;
    r->examples = g2l2_dataset_count(data);
    r->set_aside = n_all - r->examples;
    r->tolerant = r->correct < r->checked;
    r->cpu_seconds = cpu_seconds() - start + (checkpoint ? checkpoint->cpu_before : 0);
    r->resumed = checkpoint && checkpoint->resumed;
    r->resumable = checkpoint && checkpoint->there;
    if (!status && !best.model)
        status = err_set(err, G2L2_STATUS_INTERRUPTED, 0, 0,
                         "stopped before anything was learned; its budget is %.3g s",
                         options->budget.seconds);
    if (!status && !r->interrupted &&
        (double)(r->checked - r->correct) > allowed_noise(&run) * (double)r->checked)
        status = check_refuse(data, r, &best.failure, err);
    if (!status) status = doubt(&run, &best, err);
    if (report) *report = *r;
    g2l2_dataset_free(others);
    if (status) g2l2_model_free(best.model);
    else *out = best.model;
    return status;
}
