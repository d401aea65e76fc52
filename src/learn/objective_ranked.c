/* The objective where values are ranked: −log P(target), over all values that a sentence was
 * found to mean.
 *
 *     P(v) ∝ N(v) · exp(fit(v))      N: its derivations;  fit: what goes together (fit.h)
 *
 * Most derivations of a record come to nothing, because two words say the same field, so log Z
 * of all derivations would be of no use: Z is the sum over values, of the best ones (a beam);
 * the target's part of it is exact, from a walk that knows the target. The gradient is
 * expected uses of entries, and of what holds of whole records, under P without and with the
 * target. An example's own target must not tell it what goes together: what no other example
 * has counts as new, as it would in a sentence that was never seen. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"
#include "run/rank.h"

#define MAX_HIDDEN 8u /* constants that only one example has; of more, the first */

struct execution {
    struct chart chart;
    struct plan plan;
    struct walk walk;
    struct exact right, all;
    struct reached reached;
    struct ranked features; /* of the target */
    double weight, total;   /* logs, of the target and of all values */
    uint16_t hidden[MAX_HIDDEN];
    uint32_t n_hidden;
    value_id goal; /* in `all` */
};

/* What only this example says was never seen in another sentence: there it has to be read off the words,
 * and so it is learned here, if it can be. */
static void hide_rare(struct learner *l, const struct example *e, struct execution *x,
                      struct exact_limits *limits) {
    uint32_t n = rank_rare(&x->right, l->lexicon->fit, x->right.goal, x->hidden, MAX_HIDDEN);
    if (!n) return;
    struct exact seen = x->right;
    limits->hidden = x->hidden;
    limits->n_hidden = n;
    exact_run(&x->right, &x->walk, e->target, limits);
    struct reached reached = exact_reached(&x->right);
    if (reached.n) {
        x->reached = reached;
        x->n_hidden = n;
    } else {
        x->right = seen;
    }
}

/* `held`: as if the example had not been there. */
static enum outcome run_target(struct learner *l, struct worker *w, const struct example *e,
                               bool held, struct execution *x) {
    struct exact_limits limits = {.steps = (uint64_t)l->recipe.example_steps,
                                  .target = l->options->limits.max_target};
    arena_reset(&w->arena);
    chart_parse(&x->chart, &w->arena, l->lexicon, e->words, e->n, false);
    if (!x->chart.roots.n) return OUTCOME_NO_PARSE;
    plan_make(&x->plan, &w->arena, &x->chart);
    x->walk = (struct walk){.plan = &x->plan,
                            .sentence = {.lexicon = l->lexicon,
                                         .words = x->chart.words,
                                         .source = e->source,
                                         .spans = e->spans},
                            .weight = l->lexicon->tau,
                            .arena = &w->arena,
                            .scene = e->scene};
    x->n_hidden = 0;
    exact_run(&x->right, &x->walk, e->target, &limits);
    x->reached = exact_reached(&x->right);
    if (!x->reached.n) return OUTCOME_UNREACHABLE;
    if (held) hide_rare(l, e, x, &limits);
    x->features = rank_features(&x->right, l->lexicon->fit, x->right.goal, true);
    x->weight = x->reached.total + rank_score(l->lexicon->fit, &x->features);
    return OUTCOME_OK;
}

/* Call `take` for every value of the roots but the target. */
static void each_other(struct execution *x, void (*take)(void *, struct item *, uint32_t),
                       void *context) {
    for (uint32_t r = 0; r < x->plan.n_roots; r++) {
        struct range items = x->all.of_node[x->plan.roots[r]];
        for (uint32_t i = items.first; i < items.first + items.n; i++)
            if (x->all.items.at[i].value != x->goal) take(context, &x->all.items.at[i], i);
    }
}

struct summing {
    double max, sum;
};

static void find_max(void *context, struct item *item, uint32_t i) {
    struct summing *s = context;
    (void)i;
    s->max = fmax(s->max, item->weight);
}

static void add_up(void *context, struct item *item, uint32_t i) {
    struct summing *s = context;
    (void)i;
    s->sum += exp(item->weight - s->max);
}

static void run_all(struct learner *l, const struct example *e, struct execution *x) {
    struct exact_limits limits = {.beam = (uint32_t)l->recipe.rank_beam,
                                  .whole = (uint32_t)l->recipe.rank_whole,
                                  .steps = (uint64_t)l->recipe.example_steps,
                                  .target = l->options->limits.max_target,
                                  .hidden = x->hidden,
                                  .n_hidden = x->n_hidden};
    exact_run(&x->all, &x->walk, NULL, &limits);
    x->goal = x->all.kernels->goal(x->all.state, e->target);
    rank_roots(&x->all, l->lexicon->fit);
    struct summing s = {x->weight, 0};
    each_other(x, find_max, &s);
    each_other(x, add_up, &s);
    x->total = s.max + log(s.sum + exp(x->weight - s.max));
}

/* ---- the gradient --------------------------------------------------------------------------------- */

struct others {
    struct learner *l;
    struct execution *x;
    struct gradient *out;
    uint32_t *items, n;
};

static void add_features(struct gradient *out, const struct ranked *f, double times) {
    for (uint32_t i = 0; i < f->n; i++)
        vec_push(&out->arena, &out->fits, ((struct fit_gradient){f->keys[i], times * f->times[i]}));
}

static void take_other(void *context, struct item *item, uint32_t i) {
    struct others *o = context;
    double p = exp(item->weight - o->x->total);
    if (p < o->l->recipe.rank_negligible) return;
    o->items[o->n++] = i;
    struct ranked f = rank_features(&o->x->all, o->l->lexicon->fit, item->value, false);
    add_features(o->out, &f, p);
}

static void step(struct learner *l, struct worker *w, const struct example *e,
                 struct gradient *out) {
    struct execution x;
    out->outcome = run_target(l, w, e, true, &x);
    if (out->outcome != OUTCOME_OK) return;
    run_all(l, e, &x);
    out->work = (double)(x.right.steps + x.all.steps);
    double p = exp(x.weight - x.total);
    out->loss = x.total - x.weight;
    out->probability = p;
    struct others others = {.l = l, .x = &x, .out = out};
    others.items = arena_array(&w->arena, uint32_t, x.all.items.n + 1);
    each_other(&x, take_other, &others);
    struct reached rest = {x.total, others.n, others.items, NULL};
    exact_counts(&x.all, &rest, 1, w->slots, NULL);
    exact_counts(&x.right, &x.reached, p - 1, w->slots, w->viable);
    add_features(out, &x.features, p - 1);
}

static double probability(struct learner *l, struct worker *w, const struct example *e,
                          double *uses) {
    struct execution x;
    if (run_target(l, w, e, false, &x) != OUTCOME_OK) return 0;
    if (uses) {
        exact_counts(&x.right, &x.reached, 1, uses, NULL);
        return 1;
    }
    run_all(l, e, &x);
    return exp(x.weight - x.total);
}

/* ---- weights of whole records -------------------------------------------------------------------- */

/* Once, before the first step: what the targets have. */
static void count_example(struct learner *l, struct worker *w, const struct example *e) {
    struct execution x;
    struct fit *fit = l->lexicon->fit;
    if (run_target(l, w, e, false, &x) != OUTCOME_OK) return;
    uint32_t set = UINT32_MAX;
    struct ranked f = rank_features(&x.right, fit, x.right.goal, false);
    for (uint32_t i = 0; i < f.n; i++) {
        struct fit_key key = f.keys[i];
        if (key.word != FIT_PAIR && key.word != FIT_SET && key.word != FIT_WITH) continue;
        uint32_t k = fit_add(fit, key);
        fit->counts.at[k]++;
        if (key.word == FIT_SET) set = key.b;
    }
    if (set != UINT32_MAX) fit->set_counts.at[set]++;
}

static void note_use(struct fit *fit, uint32_t field) {
    while (fit->field_uses.n <= field) vec_push(fit->arena, &fit->field_uses, 0);
    fit->field_uses.at[field]++;
}

/* What all n targets have the next one lacks once in n + 1 times (Laplace's rule of succession). Learning leaves that alone:
 * targets tell it nothing of records that no target is like. */
static void weigh_always(struct learner *l) {
    struct fit *fit = l->lexicon->fit;
    for (uint32_t f = 0; f < fit->field_uses.n; f++) {
        if (fit->field_uses.at[f] != l->n) continue;
        uint32_t key = fit_add(fit, (struct fit_key){FIT_ALWAYS, f, 0});
        fit->weights.at[key] = -log(l->n + 1.0);
    }
}

static void name_set(struct learner *l, struct worker *w, const struct example *e) {
    struct fit *fit = l->lexicon->fit;
    const struct exact_kernels *k = l->work->domain->kernels->exact;
    arena_reset(&w->arena);
    void *state = k->open(&w->arena, &l->work->domain->lang, NULL, NULL, 1000);
    const char *name =
        rank_set(state, &l->work->domain->lang, k->goal(state, e->target), &w->arena);
    symbols_add(&fit->sets, name, strlen(name));
    for (size_t n; *name; name += n + (name[n] == ',')) {
        n = strcspn(name, ",");
        note_use(fit, symbols_add(&fit->sets, name, n));
    }
    while (fit->set_counts.n < fit->sets.names.n) vec_push(fit->arena, &fit->set_counts, 0);
}

typedef void taker(struct learner *l, struct worker *w, const struct example *e);

/* What is too large is left out. */
static void try_one(struct learner *l, const struct example *e, taker *take) {
    struct worker *w = &l->workers[0];
    if (guard_try(&w->guard, NULL)) take(l, w, e);
    else worker_give_up(w);
    batch_check_memory(l);
}

static void try_each(struct learner *l, taker *take) {
    for (uint32_t i = 0; i < l->n; i++) try_one(l, &l->examples[i], take);
}

/* ---- the run ------------------------------------------------------------------------------------- */

static double *expected_uses(struct learner *l) {
    double *uses = arena_zalloc(&l->arena, (l->lexicon->slots.n + 1) * sizeof *uses);
    for (uint32_t i = 0; i < l->n; i++) objective_ask(l, &l->examples[i], uses);
    return uses;
}

static bool is_seen(const struct learner *l, uint32_t w) {
    return l->of_word_first[w + 1] > l->of_word_first[w];
}

/* May an entry stay that hardly any target needs? What the whole sentence implies is for sentences that
 * are not like these, and so is what no example has. A single word may always add nothing. */
static bool stays(const struct learner *l, uint32_t w, bool first) {
    const char *name = l->lexicon->names.names.at[w];
    return !is_seen(l, w) || !strcmp(name, LEXICON_START) || (first && !strchr(name, ' '));
}

/* Drop what hardly any target needs. */
static void drop_unused(struct learner *l) {
    double *uses = expected_uses(l);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            l->keep[s] = uses[s] >= l->recipe.rank_use || stays(l, w, s == word->first);
        eliminate_unkept(l, w);
    }
    lexicon_index(l->lexicon);
}

/* P(a word that is seen once means nothing): as for one that was never seen. */
static void weigh_unknown(struct learner *l) {
    double *uses = expected_uses(l), nothing = 1, all = 2;
    uint32_t unknown = lexicon_find(l->lexicon, LEXICON_UNKNOWN, strlen(LEXICON_UNKNOWN));
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        const char *name = l->lexicon->names.names.at[w];
        uint32_t n = l->of_word_first[w + 1] - l->of_word_first[w];
        if (n != 1 || strchr(name, ' ') || !word->n) continue;
        all++;
        nothing += uses[word->first];
    }
    l->lexicon->tau[learner_word(l, unknown)->first] = log(fmin(nothing / all, 1));
}

static double examples_of_half(const struct learner *l) {
    return .5 * l->recipe.rank_epochs * fmax(l->n, l->batch); /* a few fill a batch */
}

/* Learn, drop what is not used, and once more. */
static void run_halves(struct learner *l) {
    for (; l->place.round < 2; l->place.round++) {
        curriculum_steps(l, examples_of_half(l), NULL);
        drop_unused(l);
    }
}

void ranked_run(struct learner *l) {
    try_each(l, name_set);
    try_each(l, count_example);
    l->n_planned = 2 * ((uint32_t)examples_of_half(l) / l->batch);
    resume_open(l); /* what was counted is the same again */
    resume_hold(l, l->fits, fits_keep);
    run_halves(l);
    resume_hold(l, NULL, NULL);
    weigh_unknown(l);
    weigh_always(l);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        if (!is_seen(l, w)) l->sightings[w] = 1; /* it is for sentences to come */
        for (uint32_t s = 0; s < learner_word(l, w)->n; s++)
            l->keep[learner_word(l, w)->first + s] = true;
    }
}

const struct objective objective_ranked = {.ranks = true,
                                           .open = fits_open,
                                           .step = step,
                                           .after = fits_update,
                                           .probability = probability};
