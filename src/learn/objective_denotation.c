/* The objective of answers: −log P(answer) with P = N/Z, where both are sums over derivations
 * that were executed: N of those whose value is the answer, Z of all that have a value.
 *
 *     words ─▶ chart ─▶ plan ─▶ exact_run, within a beam ─▶ items of the roots ─▶ N, Z
 *
 * Many derivations of a question come to no value (the largest of none), and which ones, the
 * world decides; so Z is not the sum over the forest, but over what execution leaves. The beam
 * keeps the heaviest values and functions of each span. Where the answer gets little, a second
 * pass looks wider: an entry that is right but light is found there, and grows.
 *
 * A sentence that is about several worlds is executed in all of them at once (types/joint.h): a
 * yes or no says little of what it means, but four of them say more. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"
#include "run/run.h"
#include "types/stated.h"

struct execution {
    struct chart chart;
    struct plan plan;
    struct walk walk;
    struct exact exact;
    struct reached right, all;
};

static bool are_few(const struct learner *l) {
    return (double)g2l2_dataset_count(l->data) <= l->recipe.answer_many;
}

/* Of few examples, what else a word could mean is followed where the answer is out of reach. */
static void run(struct learner *l, const struct example *e, struct execution *x, double wider) {
    const struct recipe *r = &l->recipe;
    bool near = are_few(l) && wider <= 1;
    struct exact_limits limits = {.steps = (uint64_t)(r->example_steps * wider),
                                  .target = l->options->limits.max_target,
                                  .values = (uint32_t)(r->answer_values * wider),
                                  .functions = (uint32_t)(r->answer_functions * wider),
                                  .width = r->answer_width * wider,
                                  .of_word = near ? 1 : (uint32_t)r->answer_of_word,
                                  .wrong = log(r->answer_wrong),
                                  .idle = EXACT_IDLE,
                                  .open = true};
    exact_run(&x->exact, &x->walk, e->target, &limits);
    x->right = exact_reached(&x->exact);
    x->all = exact_all(&x->exact);
}

static double chance(const struct execution *x) {
    return x->right.n ? exp(x->right.total - x->all.total) : 0;
}

static enum outcome execute(struct learner *l, struct worker *w, const struct example *e,
                            struct execution *x, double *work) {
    arena_reset(&w->arena);
    chart_parse(&x->chart, &w->arena, l->lexicon, e->words, e->n, false);
    if (!x->chart.roots.n) return OUTCOME_NO_PARSE;
    plan_make(&x->plan, &w->arena, &x->chart);
    x->walk = (struct walk){
        .plan = &x->plan,
        .sentence = {.lexicon = l->lexicon, .words = x->chart.words, .texts = e->texts},
        .weight = l->lexicon->tau,
        .arena = &w->arena,
        .scene = e->scene,
        .worlds = e->worlds};
    run(l, e, x, 1);
    *work = (double)x->exact.steps;
    if (x->exact.cut && chance(x) < l->recipe.answer_doubt) {
        run(l, e, x, l->recipe.answer_wider);
        *work += (double)x->exact.steps;
    }
    return x->right.n ? OUTCOME_OK : OUTCOME_UNREACHABLE;
}

static void take_wish(const struct preferences *from, const struct wish *wish,
                      struct gradient *out) {
    for (uint32_t i = 0; wish->count != 0 && wish->part != SYMBOL_NONE && i < from->n_words; i++) {
        uint32_t k = 0;
        while (from->words[k] != from->words[i]) k++;
        struct fit_key key = {from->words[i], wish->part, wish->part};
        if (k == i) vec_push(&out->arena, &out->fits, ((struct fit_gradient){key, wish->count}));
    }
}

/* Entries explain an answer whatever the first words say, and leave those nothing to learn; so these are
 * also taught, as a classifier is, to tell by themselves what sort of answer there was. before: [n_wishes]
 * counts without those of the right answer. */
static void take_expected(const struct preferences *from, const double *before, double times,
                          struct gradient *out) {
    struct asked_for asked[N_PREFER_ASKED];
    double right[N_PREFER_ASKED] = {0}, all = 0;
    prefer_expected(from, asked);
    for (uint32_t i = 0; i < from->n_wishes; i++)
        for (uint32_t k = 0; k < N_PREFER_ASKED; k++) {
            if (from->wishes[i].part == SYMBOL_NONE || from->wishes[i].part != asked[k].part)
                continue;
            right[k] += before[i] - from->wishes[i].count;
            all += before[i] - from->wishes[i].count;
        }
    for (uint32_t k = 0; k < N_PREFER_ASKED; k++) {
        struct wish wish = {.part = asked[k].part,
                            .count = times * (all * asked[k].share - right[k])};
        take_wish(from, &wish, out);
    }
}

static void take_preference(const struct preference *from, struct gradient *out) {
    if (from->count != 0 && from->key.a != SYMBOL_NONE && from->key.b != SYMBOL_NONE)
        vec_push(&out->arena, &out->fits, ((struct fit_gradient){from->key, from->count}));
}

/* Which functions were applied to what, and which sorts of answers were found, more or less often
 * than they should be. */
static void take_preferences(const struct preferences *from, struct gradient *out) {
    for (uint32_t i = 0; i < from->n_wishes; i++) take_wish(from, &from->wishes[i], out);
    for (uint32_t i = 0; i < from->all.n; i++) take_preference(&from->all.at[i], out);
    for (uint32_t i = 0; from->fit && i < N_PREFER_SHAPES; i++)
        take_preference(&from->shapes[i], out);
    for (uint32_t i = 0; from->fit && i < from->n; i++) take_preference(&from->scopes[i], out);
}

static void step(struct learner *l, struct worker *w, const struct example *e,
                 struct gradient *out) {
    struct execution x;
    out->outcome = execute(l, w, e, &x, &out->work);
    if (out->outcome != OUTCOME_OK) return;
    out->loss = x.all.total - x.right.total;
    out->probability = exp(-out->loss);
    const struct preferences *p = &x.exact.preferences;
    double before[PREFER_SORTS];
    exact_counts(&x.exact, &x.all, 1, w->slots, NULL);
    for (uint32_t i = 0; i < p->n_wishes; i++) before[i] = p->wishes[i].count;
    exact_counts(&x.exact, &x.right, -1, w->slots, w->viable);
    take_preferences(p, out);
    if (are_few(l)) take_expected(p, before, l->recipe.answer_expected, out);
}

static double probability(struct learner *l, struct worker *w, const struct example *e,
                          double *uses) {
    struct execution x;
    double work;
    if (execute(l, w, e, &x, &work) != OUTCOME_OK) return 0;
    if (uses) exact_counts(&x.exact, &x.right, 1, uses, NULL);
    return chance(&x);
}

/* What few first words have learned of answers, entries have explained as well, and it weighs less than it
 * tells. */
void answers_weigh_asked(struct learner *l) {
    struct fit *fit = l->lexicon->fit;
    const struct preferences names = {.fit = fit};
    struct asked_for asked[N_PREFER_ASKED];
    prefer_expected(&names, asked);
    for (uint32_t i = 0; fit && are_few(l) && i < fit->keys.n; i++)
        for (uint32_t k = 0; k < N_PREFER_ASKED; k++)
            if (fit_is_word(fit->keys.at[i]) && fit->keys.at[i].a == asked[k].part)
                fit->weights.at[i] *= l->recipe.answer_asked;
}

/* ---- what functions may be applied to ------------------------------------------------------- */

static void name_sort(struct learner *l, const char *sort) {
    symbols_add(&l->lexicon->fit->sets, sort, strlen(sort));
    symbols_add(&l->lexicon->fit->parts, sort, strlen(sort));
}

static void name_sorts(struct learner *l, const struct stated *world) {
    for (uint32_t i = 0; i < world->attributes.n; i++) name_sort(l, world->attributes.at[i].name);
    for (uint32_t i = 0; world->sorts && i < world->n_objects; i++) name_sort(l, world->sorts[i]);
}

static void name_functions(struct learner *l) {
    const struct lexicon *lexicon = l->lexicon;
    struct buf name;
    buf_init(&name, &l->arena);
    for (uint32_t i = 0; i < lexicon->entries.n; i++) {
        const struct term *term = lexicon->entries.at[i].program;
        for (; term && term->kind == TERM_LAMBDA; term = term->subs[0]) {
            name.n = 0;
            prefer_name(&lexicon->domain->lang, term, &name);
            symbols_add(&lexicon->fit->parts, name.at, name.n);
        }
    }
}

/* What words may mean beside others. */
static void name_meanings(struct learner *l) {
    const struct lexicon *lexicon = l->lexicon;
    struct buf name;
    buf_init(&name, &l->arena);
    symbols_add(&lexicon->fit->parts, PREFER_BEFORE, strlen(PREFER_BEFORE));
    symbols_add(&lexicon->fit->parts, PREFER_BEHIND, strlen(PREFER_BEHIND));
    for (uint32_t i = 0; i < lexicon->entries.n; i++) {
        name.n = 0;
        prefer_meaning(&lexicon->domain->lang, lexicon->entries.at[i].program, &name);
        symbols_add(&lexicon->fit->parts, name.at, name.n);
    }
}

/* All names are known before examples are looked at, by several threads. Functions have some where
 * there are sorts of things. Of few examples, what they have together may be chance; but they tell how
 * far what begins with a word reaches, and, but for very few, what sort of answer first words want. */
static void open(struct learner *l) {
    static const char *const always[] = {STATED_MIXED, STATED_NOTHING, STATED_NUMBER, STATED_TRUTH,
                                         STATED_WORD,  STATED_SEVERAL, STATED_THINGS};
    bool sorts = false;
    fits_open(l);
    if (!(l->recipe.fit_rate > 0)) return;
    if (!l->lexicon->fit) l->lexicon->fit = fit_new(l->lexicon->arena);
    bool very_few = (double)g2l2_dataset_count(l->data) < l->recipe.noise_few;
    for (size_t i = 0; !very_few && i < sizeof always / sizeof *always; i++)
        name_sort(l, always[i]);
    if (are_few(l)) {
        symbols_add(&l->lexicon->fit->parts, PREFER_SCOPE, strlen(PREFER_SCOPE));
        return;
    }
    for (uint32_t i = 0; i < l->n_stated; i++) {
        name_sorts(l, l->stated[i].world);
        sorts |= l->stated[i].world->sorts != NULL;
    }
    if (sorts) name_functions(l);
    name_meanings(l);
    if (sorts) name_sort(l, STATED_ONE), name_sort(l, STATED_ALL);
    for (int i = 0; sorts && i < N_PREFER_SHAPES; i++) name_sort(l, prefer_shape_names[i]);
}

const struct objective objective_denotation = {
    .factored = true, .open = open, .step = step, .after = fits_update, .probability = probability};
