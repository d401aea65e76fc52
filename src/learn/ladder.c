/* Which runs of learning there are, and which of them counts.
 *
 *     a simple candidate set (where examples are few) ─▶ the default ─▶ wider ones ─▶ the next definition
 *        each:  as if all labels were right ─▶ as if some were wrong ─▶ other seeds
 *
 * The first run that explains enough ends it; otherwise the best one counts. */
#include <math.h>
#include <string.h>

#include "learn/align.h"
#include "learn/attempt.h"
#include "learn/induce.h"

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

/* Is there nothing left to look for? What explains few examples with several meanings of a word may be
 * said in a simpler way by other candidates. */
static bool settled(const struct run *run, const struct attempt *best) {
    if (!explained(run, best)) return false;
    return best->report.interrupted || best->plain || !are_few(run);
}

/* The shortest description, where all is exact; elsewhere what explains more, and who takes answers
 * to be wrong, or has fewer numbers to learn, need not explain as many. */
static bool is_better(const struct run *run, const struct attempt *now,
                      const struct attempt *best) {
    if (!now->model || !best->model) return now->model;
    if (run->objective->viability) return attempt_description(now) < attempt_description(best);
    bool modest = run->noise > 0 || (now->grouped && !best->grouped);
    double margin = modest ? run->recipe.noisy_margin * (double)best->report.checked : 0;
    return (double)now->report.correct > (double)best->report.correct + floor(-margin);
}

/* Did fallbacks take long, and explain no more? Counted in steps, so that the result is the same
 * everywhere. */
static bool is_worn(const struct run *run, struct attempt *best) {
    bool worn = run->fallback && run->objective->viability && best->idle >= run->patience;
    best->worn |= worn;
    return worn;
}

static g2l2_status try_run(struct run *run, struct attempt *best, g2l2_error *err) {
    int number = best->report.attempts;
    struct attempt now = {.report.attempt = number};
    if (is_worn(run, best)) return G2L2_STATUS_OK;
    bool known;
    bool all = best->model && best->report.correct == best->report.checked;
    run->excelled = run->objective->viability && all ? best->spent : 0;
    g2l2_status status = attempt_recall(run, &now, &known, err);
    if (!status && !known) status = attempt_run(run, &now, err);
    if (status == G2L2_STATUS_INTERRUPTED && best->model) { /* it did not come to begin */
        best->report.interrupted = true;
        return G2L2_STATUS_OK;
    }
    if (status) return status;
    if (!known && !now.report.interrupted) attempt_keep(run, &now);
    bool interrupted = now.report.interrupted || best->report.interrupted;
    bool better = is_better(run, &now, best);
    bool done = now.model && now.report.correct == now.report.checked, worn = best->worn;
    double idle = best->idle + (run->fallback ? now.spent : 0);
    if (now.groups.owner) best->groups = now.groups;
    g2l2_model_free(better ? best->model : now.model);
    if (better) *best = now;
    best->done = done;
    best->worn = worn;
    best->idle = better ? 0 : idle;
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
    for (; !status && restart < most && !(restart ? explained : settled)(run, best); restart++) {
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
            if (its != kind || !wants(run, set, is_default) || settled(run, best)) continue;
            if (kind == 2 && is_wrong_rest(run, best)) continue;
            run->set = set;
            run->simple = kind == 0;
            run->fallback = kind == 2 || run->wider;
            run->recipe.effort = effort * effort_share(run, kind == 2 || run->wider);
            status = try_set(run, best, err);
        }
    run->recipe.effort = effort;
    run->fallback = false;
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

#define ODD_CALLS                                                                                  \
    .1 /* of the targets with parentheses: mistakes in writing, of which one is told */

/* Are parentheses those of calls, rather than of expressions, which have tokens and no arguments? */
static bool has_arguments(const g2l2_dataset *data) {
    size_t calls = 0, others = 0;
    for (size_t i = 0; i < g2l2_dataset_count(data); i++) {
        const char *target = g2l2_dataset_get(data, i).target;
        enum text_brackets kind = text_brackets(target, strlen(target));
        calls += kind == TEXT_CALLS;
        others += kind == TEXT_EXPRESSION;
    }
    return calls && (double)others <= ODD_CALLS * (double)(calls + others);
}

static bool has_terms(const g2l2_dataset *data) {
    if (!has_arguments(data)) return false;
    for (size_t i = 0; i < g2l2_dataset_count(data); i++)
        if (domain_has_nested_calls(g2l2_dataset_get(data, i).target)) return true;
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

/* From the candidate sets of a definition, until one explains all. */
static g2l2_status try_exceptions_once(struct run *run, bool idioms, struct attempt *best,
                                       g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    bool done = false;
    for (uint32_t i = 0; !status && !done && i < run->domain->sets.n; i++) {
        const struct candidate_set *set = &run->domain->sets.at[i];
        if (i && !set->fallback) continue;
        status = try_exceptions_of(run, set, false, best, err);
        done = best->done;
        if (!status && idioms) status = try_exceptions_of(run, set, true, best, err);
    }
    return status;
}

/* What no rung explains, of few examples, or not in a plain way, may be explained by exceptions.
 * Which words they are depends on where one begins, so it is begun several times. */
static g2l2_status try_exceptions(struct run *run, struct attempt *best, g2l2_error *err) {
    const g2l2_domain *first = run->domain;
    uint64_t seed = run->options.seed;
    g2l2_domain *opened = NULL;
    if (!best->model || best->report.interrupted || !are_few(run) || settled(run, best))
        return G2L2_STATUS_OK;
    bool idioms = best->idioms;
    g2l2_status status = domain_copy(best->model->domain, &opened, err);
    if (status) return status;
    run->domain = opened;
    run->fallback = true;
    run->patience = run->recipe.patience * run->recipe.effort * few_share(run);
    best->idle = 0;
    for (int i = 0; !status && i < run->recipe.exception_seeds; i++) {
        status = try_exceptions_once(run, idioms, best, err);
        run->options.seed = next_seed(run->options.seed);
    }
    run->options.seed = seed;
    run->domain = first;
    run->fallback = false;
    g2l2_domain_free(opened);
    return status;
}

/* ---- what is read off the examples ------------------------------------------------------------------ */

/* Pieces to find, or no candidates but records: then categories are for the learner to find. */
bool ladder_is_open(const g2l2_domain *domain) {
    if (domain->aligned || domain->sets.n) return domain->aligned;
    for (uint32_t i = 0; i < domain->roots.n; i++) {
        type_id type = domain->syntax.cats.at[domain->roots.at[i]].type;
        if (domain->lang.types.at[type].kind == KIND_RECORD) return true;
    }
    return false;
}

/* What is read off the examples, without candidates. */
static g2l2_status try_read_off(const struct run *run, const g2l2_domain *domain,
                                struct attempt *best, g2l2_error *err) {
    struct learner l = {.options = &run->options,
                        .recipe = run->recipe,
                        .data = run->data,
                        .deadline = run->deadline};
    bool known;
    g2l2_status status = attempt_recall(run, best, &known, err);
    if (status || known) return status;
    status = domain->aligned ? align_learn(domain, run->data, run->deadline, &best->model, err)
                             : induce_learn(domain, run->data, &run->recipe, &best->model, err);
    if (status) return status;
    if (best->model) {
        l.work = best->model;
        best->report.attempts = 1;
        status = check_model(&l, best->model, &best->report, &best->failure, err);
    }
    if (!status) attempt_keep(run, best);
    else g2l2_model_free(best->model);
    if (status) best->model = NULL;
    return status;
}

/* ---- words that give the target piece by piece ------------------------------------------------------- */

#define HEARD           2.5 /* times that words are heard in the mean, so that all of it is no coincidence */
#define STRINGS_SECONDS 0.1 /* where there is less time, none of it is for that */
#define TOKENS          12  /* where there are not more, a grammar is learned soon */

/* Is it unlikely that a grammar says it in less, and would looking for one take long? */
static bool is_plainly_said(const struct run *run, const g2l2_model *model) {
    double heard = 0;
    for (size_t i = 0; i < g2l2_dataset_count(run->data); i++)
        heard += examples_count_words(g2l2_dataset_get(run->data, i).sentence);
    return model->domain->lang.literals.names.n > TOKENS && heard >= HEARD * model->lexicon.words.n;
}

/* Are all examples explained, but for some that are wrong, as far as one can tell? */
static bool follows(const struct run *run, const struct attempt *now) {
    if (!now->model || now->report.interrupted) return false;
    if (now->report.correct == now->report.checked) return true;
    if (run->options.strict || g2l2_dataset_count(run->data) < run->recipe.noise_few) return false;
    return attempt_share(now) >= 1 - run->recipe.noise &&
           check_is_even(&run->recipe, &run->options.limits, run->data, now->model);
}

/* Words that give the target piece by piece. */
static g2l2_status try_strings(struct run *run, struct attempt *now, g2l2_error *err) {
    const g2l2_domain *first = run->domain;
    g2l2_domain *strings = NULL;
    g2l2_status status = g2l2_domain_open(first->strings, &strings, err);
    if (status) return status;
    run->domain = strings;
    status = try_read_off(run, strings, now, err);
    run->domain = first;
    now->plain = true;
    g2l2_domain_free(strings);
    return status;
}

/* ---- words that say where it goes ---------------------------------------------------------------------- */

/* Are there too many tokens for a grammar of actions to be learned soon? */
static bool has_many_tokens(const g2l2_dataset *data) {
    uint64_t seen[TOKENS];
    size_t found = 0, n = g2l2_dataset_count(data);
    for (size_t i = 0; i < n && i < GLANCE; i++)
        for (const char *at = g2l2_dataset_get(data, i).target; *(at += strspn(at, " "));) {
            size_t length = strcspn(at, " "), k = 0;
            uint64_t key = hash_bytes(at, length, 0);
            while (k < found && seen[k] != key) k++;
            if (k == TOKENS) return true;
            if (k == found) seen[found++] = key;
            at += length;
        }
    return false;
}

/* The definition of phrases; where brackets are tokens, with a line that says so. */
static g2l2_status open_phrases(const struct run *run, const char *name, g2l2_domain **out,
                                g2l2_error *err) {
    bool some = false, plain = false;
    g2l2_status status = g2l2_domain_open(name, out, err);
    for (size_t i = 0; i < g2l2_dataset_count(run->data); i++)
        some |= lang_has_brackets(g2l2_dataset_get(run->data, i).target, &plain);
    if (status || !some || plain || has_arguments(run->data)) return status;
    g2l2_domain *marked = *out;
    if (guard_try(&marked->guard, err)) {
        struct buf text;
        buf_init(&text, &marked->arena);
        buf_printf(&text, "%s\nbrackets\n", marked->text);
        status = domain_parse(text.at, text.n, out, err);
    } else {
        status = marked->guard.status;
    }
    g2l2_domain_free(marked);
    return status;
}

/* Words that turn round what stands beside them, where targets do not follow their sentences. */
static g2l2_status try_phrases(struct run *run, struct attempt *now, g2l2_error *err) {
    const g2l2_domain *first = run->domain;
    g2l2_domain *strings = NULL, *phrases = NULL;
    g2l2_status status = g2l2_domain_open(first->strings, &strings, err);
    if (!status && strings->next) status = open_phrases(run, strings->next, &phrases, err);
    if (!status && phrases) {
        run->domain = phrases;
        /* What has no brackets may be of another grammar, so that is not looked for as long. */
        if (!phrases->lang.brackets) run->options.candidates = domain_set(phrases, NULL)->name;
        status = try_domain(run, now, err);
        run->options.candidates = NULL;
        if (!status && phrases->lang.brackets) status = try_exceptions(run, now, err);
        run->domain = first;
    }
    g2l2_domain_free(strings);
    g2l2_domain_free(phrases);
    return status;
}

/* Is the choice of definition and candidates free? */
static bool is_any(const struct run *run) {
    return !run->options.candidates && !run->options.inference && !run->objective->prunes;
}

/* Definitions are a ladder, from narrow to wide: where one leaves examples unexplained, the one
 * that it names next is tried. Where targets have arguments, one that knows of such comes first;
 * to the others GOTO(kitchen) is a name, so if that one explains most they are not tried. */
static g2l2_status climb(struct run *run, struct attempt *best, g2l2_error *err) {
    const g2l2_domain *first = run->domain;
    bool any = is_any(run);
    g2l2_domain *opened = NULL;
    g2l2_status status = G2L2_STATUS_OK;
    if (any && first->terms && has_terms(run->data))
        status = try_other(run, first->terms, &opened, best, err);
    else if (any && first->calls && has_arguments(run->data))
        status = try_other(run, first->calls, &opened, best, err);
    else if (any && first->calls) status = try_bare(run, first->calls, &opened, best, err);
    bool few = g2l2_dataset_count(run->data) < run->recipe.noise_few;
    bool higher = attempt_share(best) < 1 - (few ? run->recipe.noise_of_few : run->recipe.noise);
    run->domain = first;
    if (!status && higher && !explained(run, best)) status = try_domain(run, best, err);
    while (!status && any && higher && wants_wider(run, best) && !is_wrong_rest(run, best)) {
        run->wider = true;
        status = try_next(run, &opened, best, err);
    }
    g2l2_domain_free(opened);
    run->domain = first;
    return status ? status : try_exceptions(run, best, err);
}

/* The first run of the definition of calls, where there may be such: what tells actions from things
 * is better than what tells nothing apart. */
static g2l2_status try_calls_once(struct run *run, struct attempt *best, g2l2_error *err) {
    const g2l2_domain *first = run->domain;
    g2l2_domain *calls = NULL;
    g2l2_status status = G2L2_STATUS_OK;
    if (first->calls)
        status = has_arguments(run->data) ? g2l2_domain_open(first->calls, &calls, err)
                                          : open_bare(run, first->calls, &calls, err);
    if (!status && calls) {
        run->domain = calls;
        run->set = domain_set(calls, NULL);
        status = try_run(run, best, err);
        run->domain = first;
        run->set = NULL;
    }
    g2l2_domain_free(calls);
    return status;
}

/* What is said of strings of tokens, without a grammar of actions. */
static g2l2_status try_tokens(struct run *run, struct attempt *now, g2l2_error *err) {
    g2l2_status status = try_strings(run, now, err);
    if (status || follows(run, now) || !has_many_tokens(run->data)) return status;
    g2l2_model_free(now->model);
    *now = (struct attempt){.report.attempts = now->report.attempts};
    return try_phrases(run, now, err);
}

/* Of brackets that are tokens other grammars know nothing. */
static bool is_told(const struct run *run, const struct attempt *tokens) {
    if (!tokens->model) return false;
    if (tokens->model->domain->lang.brackets)
        return attempt_share(tokens) >= 1 - run->recipe.noise_of_few;
    return follows(run, tokens) && is_plainly_said(run, tokens->model);
}

/* Where targets follow their sentences, another grammar is looked for only if that does not take
 * long, and counts if it explains as much. */
g2l2_status ladder_climb(struct run *run, struct attempt *best, g2l2_error *err) {
    struct attempt strings = {0};
    g2l2_status status = G2L2_STATUS_OK;
    bool time = run->deadline - clock_now() > STRINGS_SECONDS;
    run->patience = run->recipe.patience * run->recipe.effort * effort_share(run, true);
    if (time && is_any(run) && run->domain->strings && !has_terms(run->data))
        status = try_tokens(run, &strings, err);
    if (!status && strings.model && strings.report.interrupted) { /* there is no time for others */
        *best = strings;
        return G2L2_STATUS_OK;
    }
    bool told = !status && is_told(run, &strings), follow = told || follows(run, &strings);
    if (!status) status = (told ? try_calls_once : climb)(run, best, err);
    bool better = !status && follow && attempt_share(best) < attempt_share(&strings);
    g2l2_model_free(better ? best->model : strings.model);
    strings.report.attempts += best->report.attempts;
    strings.report.interrupted = best->report.interrupted;
    if (better) *best = strings;
    return status;
}

/* ---- records within records ---------------------------------------------------------------------- */

g2l2_status ladder_open(const struct run *run, struct attempt *best, g2l2_error *err) {
    g2l2_status status = try_read_off(run, run->domain, best, err);
    if (status || best->model) return status;
    if (run->domain->aligned)
        return err_set(
            err, G2L2_STATUS_DATA, 0, 0,
            "the targets do not follow their sentences piece by piece; without the name of "
            "a definition others are tried");
    return err_set(err, G2L2_STATUS_DATA, 0, 0,
                   "the results are no nested objects with a field that identifies each, such as "
                   "{\"head\": \"eat\", \"agent\": {\"head\": \"hen\"}}");
}

/* Sentences that mean nested records show their syntax (induce.h): the definition that is for
 * them is tried first, and the candidates of this one where it does not explain enough. */
g2l2_status ladder_records(struct run *run, struct attempt *best, g2l2_error *err) {
    struct attempt parts = {0};
    g2l2_domain *nested = NULL;
    g2l2_status status = g2l2_domain_open(run->domain->nested, &nested, err);
    if (!status && ladder_is_open(nested)) status = try_read_off(run, nested, best, err);
    g2l2_domain_free(nested);
    if (status || best->report.interrupted) return status;
    if (attempt_share(best) >= 1 - run->recipe.noise) return status;
    status = ladder_climb(run, &parts, err);
    bool better =
        !status && parts.model && (!best->model || attempt_share(&parts) > attempt_share(best));
    bool interrupted = parts.report.interrupted;
    g2l2_model_free(better ? best->model : parts.model);
    if (better) *best = parts;
    best->report.interrupted = interrupted;
    return status;
}
