/* How far a model can be trusted, beyond how well it fits.
 *
 *     examples ─┬─▶ the model  ─▶ which examples it does not explain
 *               └─▶ parts, each held back once ─▶ a model of the others ─▶ is it right about them?
 *
 * Few examples are cut into parts, all of which are held back in turn; of many one sample is held
 * back, and a bounded number of the others is learned from. What things look like takes long to
 * learn: there one part is held back, so that it takes no longer than the model itself.
 *
 * Those that were held back also say what confidence is worth. Its log-odds and those of being right
 * are fitted to each other by logistic regression (Platt 1999), which stays near "as it is" where
 * there are few. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learn/estimate.h"
#include "model/model.h"

#define PARTS        5
#define MANY         500  /* examples; where there are more, one part is enough */
#define MOST_LEARNED 1500 /* examples that a model for the estimate is made from */
#define MOST_ASKED   300
#define MOST_WANTED  5    /* of these, with a word that is asked about and rare among them */
#define EFFORT       0.25 /* of what the model itself may take, where it may try again and again */
#define LEAST_JUDGED 4    /* answers that say what confidence is worth */
#define LEAST_ASKED  12   /* of fewer, each part may hide what the others need */
#define LEAST_NONE   2    /* of which none is right */
#define FEW_ASKED    100  /* below it, refusals tell as well how sure to be */
#define NEAR         1 /* of slope 1 and offset 0: precision of a normal distribution around them */
#define ROUNDS       30   /* of Newton's method */
#define HALVINGS     40   /* of one of its steps: then it is none */
#define RELIABLE     .75  /* of many: where as many are right, confidence is believed */
#define TELLING      20   /* mistakes with stated facts: they tell, however many were right */
#define MOST_SEEN    1500 /* about what is perceived: of more, a model of a part is another one */

/* ---- asking ---------------------------------------------------------------------------------- */

/* Is the meaning right? About a scene, if there are scenes. It fails only for want of memory. */
static g2l2_status try_example(g2l2_parser *parser, const g2l2_model *model,
                               const g2l2_scenes *scenes, const g2l2_example *e,
                               g2l2_result *result, bool *right, g2l2_error *err) {
    g2l2_status status =
        scenes ? g2l2_parser_set_scene(parser, scenes, e->scene, err) : G2L2_STATUS_OK;
    *result = (g2l2_result){0};
    *right = false;
    if (!status) status = g2l2_parser_run(parser, e->sentence, 1, result, err);
    if (status == G2L2_STATUS_NO_MEMORY) return status;
    if (status) *result = (g2l2_result){.reason = "it takes too much to find out"};
    *right = result->n_readings &&
             g2l2_domain_same(g2l2_model_domain(model), result->readings[0].text, e->target);
    return G2L2_STATUS_OK;
}

g2l2_status g2l2_model_failures(const g2l2_model *self, const g2l2_dataset *data,
                                const g2l2_scenes *scenes, const g2l2_budget *budget,
                                g2l2_failure_call take, void *context, g2l2_error *err) {
    g2l2_parser *parser;
    g2l2_result result;
    double deadline =
        budget && budget->seconds > 0 ? clock_now() + budget->seconds : (double)INFINITY;
    bool more = true;
    g2l2_status status = g2l2_parser_new(self, NULL, &parser, err);
    if (status) return status;
    g2l2_parser_set_budget(parser, budget);
    for (size_t i = 0; i < g2l2_dataset_count(data) && more && !status; i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        bool right;
        status = try_example(parser, self, scenes, &e, &result, &right, err);
        if (status) break;
        if (clock_now() > deadline)
            status = err_set(err, G2L2_STATUS_INTERRUPTED, 0, 0, "stopped: it takes too long");
        else if (!right) more = take(context, i, &result);
    }
    g2l2_parser_free(parser);
    return status;
}

/* Are things perceived, rather than stated? */
static bool perceives(const g2l2_domain *domain) {
    return domain->world && (domain->mixed || domain->expected);
}

/* ---- held back ------------------------------------------------------------------------------- */

struct hold {
    const g2l2_domain *domain;
    const g2l2_dataset *data;
    const char **sentences; /* [examples] their words, with spaces between them */
    g2l2_learn_options options;
    const g2l2_learn_options *caller;
    const g2l2_estimate *so_far; /* of the parts before */
    double deadline;
    size_t part, n_parts;
    uint8_t *part_of;      /* [examples] as spread_words has it; NULL: by chance */
    size_t asked, correct; /* of this part */
    bool stopped;          /* there was no time for it */
    struct sight *sights;  /* [N_WORDS] by the hash of a word */
    struct judged {
        double odds; /* log-odds of the confidence */
        bool right;
    } judged[PARTS * MOST_ASKED];
    size_t n_judged;
    size_t baffled; /* of known words, without an answer */
    bool labels;    /* it was learned that sentences mean one of a few */
};

/* Words as they are looked up: "Lights?" is two of them, and what is written without spaces has many. */
static void list_sentences(struct hold *self, struct arena *arena) {
    size_t n = g2l2_dataset_count(self->data);
    self->sentences = arena_array(arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) {
        struct buf words;
        self->sentences[i] = g2l2_dataset_get(self->data, i).sentence;
        if (self->domain->spoken)
            self->sentences[i] = lexicon_spoken(NULL, arena, self->sentences[i]);
        if (!self->domain->words) continue;
        buf_init(&words, arena);
        text_words(self->sentences[i], strlen(self->sentences[i]), &words, NULL);
        self->sentences[i] = words.at;
    }
}

/* Words are known by their hash: where two share one, one of them may be seen less often, and no
 * more is lost. */
#define N_WORDS (1u << 18)

/* How often a word is seen: in how many examples, and in how many of those learned from. */
struct sight {
    size_t last; /* example + 1 */
    uint32_t all, learned;
    uint16_t in[PARTS]; /* examples of each part: spread_words */
    uint8_t wants;      /* more examples to learn from */
};

static struct sight *next_word(const struct hold *self, const char **at) {
    *at += strspn(*at, " \t");
    size_t n = strcspn(*at, " \t");
    uint64_t h = n;
    for (size_t i = 0; i < n; i++) h = hash_mix(h, (unsigned char)(*at)[i]);
    *at += n;
    return n ? &self->sights[h % N_WORDS] : NULL;
}

static void see_all(const struct hold *self) {
    struct sight *word;
    memset(self->sights, 0, N_WORDS * sizeof *self->sights);
    for (size_t i = 0; i < g2l2_dataset_count(self->data); i++)
        for (const char *at = self->sentences[i]; (word = next_word(self, &at));) {
            word->all += word->last != i + 1;
            word->last = i + 1;
        }
}

/* Holding back a part hides words that the part alone has. Of a sentence with such a word nothing
 * is learned about the model of all examples, unless no other has it: then it is as new as words
 * of sentences to come. */
static bool is_fair(const struct hold *self, const char *sentence) {
    struct sight *word;
    while ((word = next_word(self, &sentence)))
        if (!word->learned && word->all > 1) return false;
    return true;
}

/* Spread over the file, whatever its order: which part an example belongs to. A sentence about
 * several worlds is held back in all of them. */
static size_t part_of(const struct hold *self, size_t i) {
    uint64_t h = (uint64_t)i + 1;
    if (self->part_of) return self->part_of[i];
    if (self->options.scenes && g2l2_scenes_count(self->options.scenes) > 1) {
        h = 0;
        for (const char *at = g2l2_dataset_get(self->data, i).sentence; *at; at++)
            h = hash_mix(h, (unsigned char)*at);
    }
    h *= 0x9e3779b97f4a7c15u;
    return (size_t)((h >> 33) % PARTS);
}

/* In how many examples the rarest word of a sentence is, of those that another example has as well. */
static uint32_t rarest(const struct hold *self, const char *sentence) {
    uint32_t least = UINT32_MAX;
    struct sight *word;
    while ((word = next_word(self, &sentence)))
        if (word->all > 1 && word->all < least) least = word->all;
    return least;
}

/* The part that hides least of what the other examples say of the words of a sentence. */
static size_t best_part(const struct hold *self, const char *sentence, const size_t *sizes) {
    double hidden[PARTS];
    struct sight *word;
    size_t best = 0;
    for (size_t p = 0; p < PARTS; p++)
        hidden[p] = (double)sizes[p] / (double)g2l2_dataset_count(self->data);
    while ((word = next_word(self, &sentence)))
        for (size_t p = 0; p < PARTS && word->all > 1; p++)
            hidden[p] += (double)word->in[p] / (word->all - 1);
    for (size_t p = 1; p < PARTS; p++)
        if (hidden[p] < hidden[best]) best = p;
    return best;
}

/* A sentence to come has words that all examples are learned from. Where a part takes several examples
 * of a rare word, the model of the others knows less of it than that, and few examples would seem to be
 * fewer still; so examples of a word are spread over the parts, those of the rarest words first. */
static void spread_words(struct hold *self, struct arena *arena) {
    size_t n = g2l2_dataset_count(self->data), sizes[PARTS] = {0};
    uint32_t *rare = arena_array(arena, uint32_t, n + 1), next = 0;
    struct sight *word;
    self->part_of = arena_array(arena, uint8_t, n + 1);
    see_all(self);
    for (size_t i = 0; i < n; i++) rare[i] = rarest(self, self->sentences[i]);
    for (uint32_t now = 2; now; now = next) {
        next = now == UINT32_MAX ? 0 : UINT32_MAX;
        for (size_t i = 0; i < n; i++) {
            if (rare[i] > now && rare[i] < next) next = rare[i];
            if (rare[i] != now) continue;
            size_t part = self->part_of[i] = (uint8_t)best_part(self, self->sentences[i], sizes);
            sizes[part]++;
            for (const char *at = self->sentences[i]; (word = next_word(self, &at));)
                word->in[part]++;
        }
    }
}

/* Does the model know all of its words? */
static bool is_known(const struct hold *self, const char *sentence) {
    struct sight *word;
    while ((word = next_word(self, &sentence)))
        if (!word->learned) return false;
    return true;
}

static void judge(struct hold *self, double confidence, bool right) {
    self->judged[self->n_judged++] = (struct judged){lexicon_odds(confidence), right};
}

/* Whoever watches sees which part it is, and the figure as it grows. */
static bool on_progress(void *context, const g2l2_progress *at) {
    const struct hold *self = context;
    g2l2_progress whole = *at;
    whole.part = (int)self->part;
    whole.n_parts = (int)self->n_parts;
    whole.asked = self->so_far->asked + self->asked;
    whole.correct = self->so_far->correct + self->correct;
    return self->caller->progress(self->caller->context, &whole);
}

/* The part is learned from by now, and asked about. */
static bool may_go_on(struct hold *self) {
    const g2l2_progress learned = {.update = 1, .n_updates = 1, .accuracy = -1};
    if (clock_now() > self->deadline) return false;
    return !self->options.progress || on_progress(self, &learned);
}

static g2l2_status ask(struct hold *self, const g2l2_model *model, g2l2_error *err) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_status status = g2l2_parser_new(model, &self->options.limits, &parser, err);
    if (status) return status;
    size_t n = g2l2_dataset_count(self->data);
    for (size_t i = 0; i < n && self->asked < MOST_ASKED && !self->stopped; i++) {
        if (part_of(self, i) != self->part) continue;
        g2l2_example e = g2l2_dataset_get(self->data, i);
        bool right;
        if (!is_fair(self, self->sentences[i])) continue;
        status = try_example(parser, model, self->options.scenes, &e, &result, &right, err);
        if (status) break;
        if (result.n_readings) judge(self, result.readings[0].confidence, right);
        else self->baffled += is_known(self, self->sentences[i]);
        self->correct += right;
        self->asked++;
        self->stopped = !may_go_on(self);
    }
    g2l2_parser_free(parser);
    return status;
}

static size_t count_part(const struct hold *self) {
    size_t n = 0;
    for (size_t i = 0; i < g2l2_dataset_count(self->data); i++) n += part_of(self, i) == self->part;
    return n < MOST_ASKED ? n : MOST_ASKED;
}

/* The words of a sentence want examples: `set` of them, or one less than before. Returns whether
 * some were wanted. */
static bool note_words(const struct hold *self, const char *sentence, uint8_t set) {
    bool any = false;
    struct sight *word;
    while ((word = next_word(self, &sentence))) {
        any |= word->wants > 0;
        word->wants = set ? set : (uint8_t)(word->wants - (word->wants > 0));
    }
    return any;
}

/* Of the other parts, some that are spread over all of them; then those that have words which are
 * asked about and hardly occur among these, or a large vocabulary would seem to be unknown.
 * taken: [n], all false. */
static void choose_others(const struct hold *self, bool *taken) {
    size_t n = g2l2_dataset_count(self->data), every = n / MOST_LEARNED + 1, asked = 0;
    for (size_t i = 0; i < n && asked < MOST_ASKED; i++)
        if (part_of(self, i) == self->part && ++asked)
            note_words(self, self->sentences[i], MOST_WANTED);
    for (size_t i = 0; i < n; i += every) {
        taken[i] = part_of(self, i) != self->part;
        if (taken[i]) note_words(self, self->sentences[i], 0);
    }
    for (size_t i = 0; i < n; i++)
        if (!taken[i] && part_of(self, i) != self->part)
            taken[i] = note_words(self, self->sentences[i], 0);
}

static g2l2_status take_others(const struct hold *self, g2l2_dataset *out, g2l2_error *err) {
    size_t n = g2l2_dataset_count(self->data);
    bool *taken = calloc(n, sizeof *taken);
    struct sight *word;
    g2l2_status status = G2L2_STATUS_OK;
    if (!taken) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    see_all(self);
    choose_others(self, taken);
    for (size_t i = 0; i < n && !status; i++) {
        if (!taken[i]) continue;
        g2l2_example e = g2l2_dataset_get(self->data, i);
        for (const char *at = self->sentences[i]; (word = next_word(self, &at));) word->learned++;
        status =
            self->options.scenes
                ? g2l2_dataset_add_question(out, e.sentence, e.target, e.scene, e.file, e.line, err)
                : g2l2_dataset_add(out, e.sentence, e.target, e.file, e.line, err);
    }
    free(taken);
    return status;
}

static g2l2_status learn_others(struct hold *self, const g2l2_dataset *others, g2l2_error *err) {
    g2l2_model *model;
    g2l2_learn_report report = {0};
    if (!isinf(self->deadline))
        self->options.budget.seconds = fmax(self->deadline - clock_now(), 1e-6);
    g2l2_status status = g2l2_learn(self->domain, others, &self->options, &model, &report, err);
    if (status == G2L2_STATUS_NO_MEMORY) return status;
    if (status) {
        self->asked = count_part(self); /* nothing learned: none is right */
        self->baffled += self->asked;
        return G2L2_STATUS_OK;
    }
    self->stopped = report.interrupted;
    self->labels |= model->domain->lang.labelled;
    model->lexicon.slope = 0; /* what confidence is worth is found out here */
    if (!self->stopped) status = ask(self, model, err);
    g2l2_model_free(model);
    return status;
}

static g2l2_status hold_back(struct hold *self, size_t part, g2l2_estimate *out, g2l2_error *err) {
    g2l2_dataset *others;
    self->part = part;
    self->asked = self->correct = 0;
    g2l2_status status = g2l2_dataset_new(&others, err);
    if (status) return status;
    status = take_others(self, others, err);
    if (!status && g2l2_dataset_count(others)) status = learn_others(self, others, err);
    g2l2_dataset_free(others);
    if (status || self->stopped) return status;
    out->parts++;
    out->asked += self->asked;
    out->correct += self->correct;
    return status;
}

/* ---- what confidence is worth ------------------------------------------------------------------ */

/* −log posterior of (slope, offset). */
static double misfit(const struct hold *self, double slope, double offset) {
    double sum = NEAR * ((slope - 1) * (slope - 1) + offset * offset) / 2;
    for (size_t i = 0; i < self->n_judged; i++) {
        double z = slope * self->judged[i].odds + offset;
        if (self->judged[i].right) z = -z;
        sum += z > 0 ? z + log1p(exp(-z)) : log1p(exp(z));
    }
    return sum;
}

/* One step of Newton's method from (slope, offset); how far it went. Where many sure answers are wrong,
 * a whole step leads far beyond the minimum, where all is flat; so it is halved until it gains. */
static double improve(const struct hold *self, double *slope, double *offset) {
    double g[2] = {NEAR * (*slope - 1), NEAR * *offset}, h[3] = {NEAR, 0, NEAR};
    for (size_t i = 0; i < self->n_judged; i++) {
        double x = self->judged[i].odds, p = 1 / (1 + exp(-*slope * x - *offset));
        double wrong = p - self->judged[i].right, sure = p * (1 - p);
        g[0] += wrong * x, g[1] += wrong;
        h[0] += sure * x * x, h[1] += sure * x, h[2] += sure;
    }
    double det = h[0] * h[2] - h[1] * h[1];
    double a = (h[2] * g[0] - h[1] * g[1]) / det, b = (h[0] * g[1] - h[1] * g[0]) / det;
    if (*slope <= LEXICON_LEAST_SLOPE && a > 0) { /* it may not be less: the best offset for it */
        a = 0;
        b = g[1] / h[2];
    }
    double before = misfit(self, *slope, *offset), from = *slope;
    for (int i = 0; i < HALVINGS; i++, a /= 2, b /= 2) {
        *slope = fmax(from - a, LEXICON_LEAST_SLOPE);
        if (misfit(self, *slope, *offset - b) <= before) break;
    }
    *offset -= b;
    return fabs(a) + fabs(b);
}

/* Where all are right nothing tells how sure is sure enough. */
static void calibrate(const struct hold *self, g2l2_estimate *out) {
    out->slope = 1;
    if (self->n_judged < LEAST_JUDGED || out->correct == out->asked) return;
    for (int i = 0; i < ROUNDS && improve(self, &out->slope, &out->offset) > 1e-6; i++) continue;
    out->slope = fmax(out->slope, LEXICON_LEAST_SLOPE);
}

/* Where some of few examples that were held back got no answer, of words that were known, the answers
 * that there are may be chance, though none of them was wrong. The surest is half way from the share of
 * those with an answer to certain; and from nothing, where none was right at all, however few they are. */
static void be_modest(const struct hold *self, g2l2_estimate *out) {
    bool none_right = out->asked >= LEAST_NONE && !out->correct;
    size_t missed = none_right ? out->asked : out->asked >= LEAST_ASKED ? self->baffled : 0;
    if (!missed || out->asked >= FEW_ASKED) return;
    double most = lexicon_odds(1 - .5 * (double)missed / (double)out->asked);
    out->slope = fmin(out->slope, (most - out->offset) / lexicon_odds(1));
    out->slope = fmax(out->slope, LEXICON_LEAST_SLOPE);
}

/* Of labels many words say the same, each no more than a part of it: together they are right more often than any is
 * sure. Of what is perceived one part is asked about, which says too little. Questions about stated facts may
 * be read wrongly as surely as rightly, and so many mistakes tell. */
static bool is_doubtful(const struct hold *self, const g2l2_estimate *e) {
    if (!e->asked || e->slope == 1 || perceives(self->domain)) return false;
    if (self->labels) return true;
    if (g2l2_domain_has_facts(self->domain) && e->asked >= e->correct + TELLING) return true;
    return e->asked < FEW_ASKED ? e->slope < 1 : (double)e->correct < RELIABLE * (double)e->asked;
}

g2l2_status g2l2_model_calibrate(g2l2_model *self, const g2l2_estimate *estimate, g2l2_error *err) {
    if (!(estimate->slope > 0) || !isfinite(estimate->slope) || !isfinite(estimate->offset))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "this is no calibration of confidence");
    char text[64]; /* as it is written */
    snprintf(text, sizeof text, "%.4g %.4g", estimate->slope, estimate->offset);
    sscanf(text, "%lf %lf", &self->lexicon.slope, &self->lexicon.offset);
    if (estimate->slope == 1 && estimate->offset == 0) self->lexicon.slope = 0;
    return G2L2_STATUS_OK;
}

/* Is every example drawn a number of times, whatever comes of it? Less of that is another model. */
static bool is_drawn(const g2l2_domain *domain, const g2l2_learn_options *options) {
    const struct candidate_set *set = domain_set(domain, options->candidates);
    return set && set->parts != CAT_NONE;
}

/* Are there so few that all parts are held back, and is each example one of its own? */
static bool may_spread(const struct hold *self) {
    return g2l2_domain_has_facts(self->domain) && self->n_parts == PARTS &&
           g2l2_scenes_count(self->options.scenes) == 1;
}

static void prepare(struct hold *self, struct arena *arena) {
    list_sentences(self, arena);
    self->sights = arena_alloc(arena, N_WORDS * sizeof *self->sights);
    if (may_spread(self)) spread_words(self, arena);
}

/* Hold back each part in turn; or one, of many. */
static g2l2_status hold_parts(struct hold *self, g2l2_estimate *out, g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    for (size_t part = 0; part < self->n_parts && !status && !self->stopped; part++)
        status = hold_back(self, part, out, err);
    return status;
}

size_t g2l2_learn_estimate_parts(const g2l2_domain *domain, const g2l2_dataset *data) {
    size_t n = g2l2_dataset_count(data);
    if (n <= PARTS || (perceives(domain) && n > MOST_SEEN)) return 0;
    return n > MANY || perceives(domain) ? 1 : PARTS;
}

g2l2_status estimate_parts(const g2l2_domain *domain, const g2l2_dataset *data,
                           const g2l2_learn_options *options, size_t n_parts, g2l2_estimate *out,
                           g2l2_error *err) {
    struct hold hold = {.domain = domain,
                        .data = data,
                        .options = *options,
                        .caller = options,
                        .so_far = out,
                        .deadline = INFINITY,
                        .n_parts = n_parts};
    struct guard guard;
    struct arena arena;
    if (options->progress) hold.options.progress = on_progress;
    hold.options.context = &hold;
    hold.options.observe = NULL;
    hold.options.checkpoint.path = NULL; /* other runs than the caller's */
    if (options->budget.seconds > 0) hold.deadline = clock_now() + options->budget.seconds;
    if (!options->scenes && !is_drawn(domain, options))
        hold.options.effort = EFFORT * (options->effort > 0 ? options->effort : 1);
    *out = (g2l2_estimate){.slope = 1};
    arena_init(&arena, &guard, 0);
    if (guard_try(&guard, err)) prepare(&hold, &arena);
    g2l2_status status = guard.status ? guard.status : hold_parts(&hold, out, err);
    arena_free(&arena);
    calibrate(&hold, out);
    be_modest(&hold, out);
    out->doubtful = is_doubtful(&hold, out);
    return status;
}

g2l2_status g2l2_learn_estimate(const g2l2_domain *domain, const g2l2_dataset *data,
                                const g2l2_learn_options *options, g2l2_estimate *out,
                                g2l2_error *err) {
    size_t n_parts = g2l2_learn_estimate_parts(domain, data);
    return estimate_parts(domain, data, options, n_parts, out, err);
}
