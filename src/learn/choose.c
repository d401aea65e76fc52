/* From weights to entries: as few as explain the examples as well.
 *
 *   simpler   a word that filters out nothing means nothing: where EMPTY does as well, it is
 *             EMPTY; and of measured features, what holds of all objects (`thing`) has no
 *             concept, which would learn by heart what is not seen well
 *   alone     two entries can share the work of one sentence ("a then b then c": one `then`
 *             as V\V/V, the other as S\V/V), and then the heavier one need not be able to do
 *             it alone. So each is tried: with which of them, or with all, are most of the
 *             word's examples right; then, which leaves fewer other readings; then, which is
 *             heavier
 *   needed    of several entries, those without which examples would be explained worse
 *
 * Which of these a learner does, the recipe says; words that have one entry need none. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/scenes.h"
#include "learn/choose.h"

/* ---- simpler --------------------------------------------------------------------------------- */

/* Mean loss of some of the examples that have the word. */
static double loss_of_word(struct learner *l, uint32_t word, const struct example **examples,
                           double *p) {
    uint32_t first = l->of_word_first[word], n = l->of_word_first[word + 1] - first;
    uint32_t size = n < l->recipe.simpler_examples ? n : (uint32_t)l->recipe.simpler_examples;
    double mean = 0;
    for (uint32_t i = 0; i < size; i++)
        examples[i] = &l->examples[l->of_word[first + (uint32_t)((uint64_t)i * n / size)]];
    objective_ask_all(l, examples, size, p);
    for (uint32_t i = 0; i < size; i++) mean += learner_loss(l, p[i]) / size;
    return mean;
}

static void swap(struct learner *l, uint32_t word, uint32_t a, uint32_t b) {
    double tau = l->lexicon->tau[a];
    l->lexicon->tau[a] = l->lexicon->tau[b];
    l->lexicon->tau[b] = tau;
    adam_weigh(l, word);
}

/* The entry of the same category that has no concept, where the heaviest has one: `thing` as
 * scene(), not as filter(scene(), ?); UINT32_MAX: there is none. */
static uint32_t find_plainer(const struct learner *l, const struct word *word, uint32_t best) {
    const struct lexicon *lexicon = l->lexicon;
    const struct candidate *of = &lexicon->entries.at[lexicon->slots.at[best].entry];
    for (uint32_t s = word->first; of->program && s < word->first + word->n; s++) {
        const struct candidate *c = &lexicon->entries.at[lexicon->slots.at[s].entry];
        if (c->cat == of->cat && c->program && term_has_slot(of->program) &&
            !term_has_slot(c->program))
            return s;
    }
    return UINT32_MAX;
}

/* Is the word as well explained with another slot as its heaviest? Then that is what it is. */
static bool try_slot(struct learner *l, uint32_t w, uint32_t slot, double margin,
                     const struct example **examples, double *p) {
    uint32_t best = learner_heaviest(l, learner_word(l, w));
    if (slot == UINT32_MAX || best == slot) return false;
    double before = loss_of_word(l, w, examples, p), was = l->lexicon->tau[slot];
    swap(l, w, best, slot);
    if (loss_of_word(l, w, examples, p) <= before + margin) return true;
    swap(l, w, best, slot);
    l->lexicon->tau[slot] = was;
    adam_weigh(l, w);
    return false;
}

static void choose_simpler(struct learner *l) {
    size_t n = (size_t)l->recipe.simpler_examples + 1;
    const struct example **examples = arena_array(&l->arena, const struct example *, n);
    double *p = arena_array(&l->arena, double, n);
    l->only_live = true;
    for (uint32_t w = 0; w < l->lexicon->words.n && !l->stopped; w++) {
        const struct word *word = learner_word(l, w);
        if (!word->n || try_slot(l, w, word->empty, l->recipe.as_well, examples, p)) continue;
        uint32_t plainer = l->given ? find_plainer(l, word, learner_heaviest(l, word)) : UINT32_MAX;
        try_slot(l, w, plainer, l->recipe.group_simpler, examples, p);
    }
    l->only_live = false;
}

/* ---- alone ------------------------------------------------------------------------------------- */

void choose_set_word(struct choice *c, uint32_t w, uint32_t slot) {
    struct lexicon *lexicon = c->l->lexicon;
    struct word *word = &lexicon->words.at[w];
    uint32_t first = slot == ALL ? word->first : slot;
    word->n = slot == ALL ? c->n_slots[w] : 1;
    memcpy(lexicon->slots.at + word->first, c->slots + first, word->n * sizeof *c->slots);
    memcpy(lexicon->tau + word->first, c->tau + first, word->n * sizeof *c->tau);
    lexicon_index_word(lexicon, w);
}

double choose_right(struct choice *c, uint32_t number) {
    g2l2_example e = g2l2_dataset_get(c->l->data, number);
    g2l2_result result;
    g2l2_error err;
    const g2l2_budget left = budget_until(c->until);
    if (c->l->world) c->parser->scene = scenes_get(c->l->options->scenes, e.scene);
    if (left.seconds > 0) g2l2_parser_set_budget(c->parser, &left);
    g2l2_status status = g2l2_parser_run(c->parser, e.sentence, 1, &result, &err);
    if (status && status != G2L2_STATUS_LIMIT && status != G2L2_STATUS_INTERRUPTED)
        guard_raise(&c->l->guard, status, err.line, err.column, "%s", err.message);
    if (status || !result.n_readings || strcmp(result.readings[0].text, e.target)) return 0;
    return result.readings[0].confidence;
}

/* Evenly spread over the word's examples, short to long. */
static struct score try_option(struct choice *c, uint32_t w, uint32_t slot) {
    struct learner *l = c->l;
    struct score score = {0};
    uint32_t n = l->of_word_first[w + 1] - l->of_word_first[w];
    uint32_t every = n / (uint32_t)l->recipe.choose_examples + 1;
    choose_set_word(c, w, slot);
    for (uint32_t i = l->of_word_first[w]; i < l->of_word_first[w + 1]; i += every) {
        double confidence = choose_right(c, l->examples[l->of_word[i]].number);
        score.right += confidence > 0;
        score.confidence += confidence;
    }
    return score;
}

/* More right answers, or the same with clearly fewer other readings beside them. */
static bool better(const struct choice *c, struct score a, struct score b) {
    if (a.right != b.right) return a.right > b.right;
    return a.confidence > b.confidence + c->l->recipe.choose_sure * a.right;
}

/* Put `slot` into its place among the n heaviest so far; returns the new n. */
static uint32_t insert(const struct choice *c, uint32_t n, uint32_t slot) {
    uint32_t most = (uint32_t)c->l->recipe.choose_options, *list = c->options;
    if (n == most && c->tau[slot] <= c->tau[list[n - 1]]) return n;
    uint32_t at = n < most ? n : n - 1;
    for (; at && c->tau[list[at - 1]] < c->tau[slot]; at--) list[at] = list[at - 1];
    list[at] = slot;
    return n < most ? n + 1 : n;
}

/* Where learning took too long words have too many entries for all of them to be tried at once. */
static bool may_have_all(const struct choice *c) {
    return c->l->options->senses != 1 && learner_may_go_on(c->l);
}

/* The slots worth trying, and ALL where a word may have all; the heaviest, where there is no time to try.
 * Returns how many slots. */
static uint32_t list_options(const struct choice *c, uint32_t w) {
    uint32_t n = 0, first = learner_word(c->l, w)->first;
    for (uint32_t s = first; s < first + c->n_slots[w]; s++) n = insert(c, n, s);
    if (n > 1 && clock_now() > c->until) n = 1;
    if (may_have_all(c)) c->options[n] = ALL;
    return n;
}

static void choose_word(struct choice *c, uint32_t w) {
    struct learner *l = c->l;
    uint32_t n = list_options(c, w), n_all = n + may_have_all(c), best = 0;
    for (uint32_t i = 0; n > 1 && i < n_all; i++) {
        c->scores[i] = try_option(c, w, c->options[i]);
        if (better(c, c->scores[i], c->scores[best])) best = i;
    }
    bool all = best == n;
    c->chosen[w] = n ? c->options[best] : ALL;
    choose_set_word(c, w, c->chosen[w]);
    l->several[w] = all;
    memset(l->keep + learner_word(l, w)->first, 0, c->n_slots[w] * sizeof *l->keep);
    for (uint32_t i = 0; i < n; i++) {
        double share = exp(c->tau[c->options[i]] - c->tau[c->options[all ? 0 : best]]);
        bool tied = n > 1 && !better(c, c->scores[best], c->scores[i]);
        l->keep[c->options[i]] = all || i == best || (tied && share >= l->recipe.choose_tie);
    }
}

/* The weights stay as learned. */
static void choose_alone(struct learner *l) {
    struct choice c = {.l = l, .until = learner_grace(l)};
    uint32_t n_slots = l->lexicon->slots.n, n_words = l->lexicon->words.n;
    size_t n_options = (size_t)l->recipe.choose_options + 1;
    g2l2_error err;
    c.options = arena_array(&l->arena, uint32_t, n_options);
    c.scores = arena_zalloc(&l->arena, n_options * sizeof *c.scores);
    c.tau = arena_array(&l->arena, double, n_slots + 1);
    c.slots = arena_array(&l->arena, struct slot, n_slots + 1);
    c.n_slots = arena_array(&l->arena, uint32_t, n_words + 1);
    c.chosen = arena_array(&l->arena, uint32_t, n_words + 1);
    memcpy(c.tau, l->lexicon->tau, n_slots * sizeof *c.tau);
    memcpy(c.slots, l->lexicon->slots.at, n_slots * sizeof *c.slots);
    for (uint32_t w = 0; w < n_words; w++) c.n_slots[w] = learner_word(l, w)->n;
    for (uint32_t w = 0; w < n_words; w++)
        if (c.n_slots[w]) choose_set_word(&c, w, learner_heaviest(l, learner_word(l, w)));
    g2l2_status status = parser_new(l->lexicon, &l->options->limits, &l->parser, &err);
    if (status) guard_raise(&l->guard, status, err.line, err.column, "%s", err.message);
    c.parser = l->parser;
    for (int round = 0; round < l->recipe.choose_rounds; round++)
        for (uint32_t w = 0; w < n_words; w++) choose_word(&c, w);
    rivals_keep(&c);
    for (uint32_t w = 0; w < n_words; w++) choose_set_word(&c, w, ALL);
}

/* ---- needed -------------------------------------------------------------------------------------- */

static double loss_of(struct learner *l, const struct example *const *examples, uint32_t n,
                      double *p) {
    double mean = 0;
    objective_ask_all(l, examples, n, p);
    for (uint32_t i = 0; i < n; i++) mean += learner_loss(l, p[i]) / n;
    return mean;
}

/* Would the examples that an entry is used for be explained as well without it? */
static bool can_go(struct learner *l, uint32_t slot, const struct evidence *evidence, double *p) {
    uint32_t most = (uint32_t)l->recipe.witnesses, n = evidence->n < most ? evidence->n : most;
    double before = loss_of(l, evidence->examples, n, p);
    l->live[slot] = false;
    l->live[slot] = loss_of(l, evidence->examples, n, p) > before + l->recipe.as_well;
    return !l->live[slot];
}

struct held {
    uint32_t slot, word, n_used;
};

static int by_use(const void *a, const void *b) {
    const struct held *x = a, *y = b;
    if (x->n_used != y->n_used) return x->n_used < y->n_used ? -1 : 1;
    return x->slot < y->slot ? -1 : 1;
}

/* Entries that are used for something; `left`: how many a word has. EMPTY comes last: what
 * means nothing is the simpler. */
static uint32_t list_used(struct learner *l, const struct evidence *of_slot, uint32_t *left,
                          struct held *out) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        uint32_t best = word->n ? learner_heaviest(l, word) : 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            if (!l->keep[s]) continue;
            l->live[s] = !l->several[w] || of_slot[s].n >= l->recipe.sense_uses || s == best;
            left[w] += l->live[s];
            uint32_t used = s == word->empty ? UINT32_MAX : of_slot[s].n;
            if (l->live[s] && l->several[w]) out[n++] = (struct held){s, w, used};
        }
    }
    qsort(out, n, sizeof *out, by_use);
    return n;
}

/* At most so many entries for a word: the most used. */
static void keep_most(struct learner *l, const struct evidence *of_slot, uint32_t *left,
                      struct held *used, uint32_t n) {
    uint32_t most = l->options->senses > 0 ? (uint32_t)l->options->senses : UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) used[i].n_used = of_slot[used[i].slot].n;
    qsort(used, n, sizeof *used, by_use);
    for (uint32_t i = 0; i < n; i++) {
        struct held e = used[i];
        if (!l->live[e.slot] || left[e.word] <= most) continue;
        l->live[e.slot] = false;
        left[e.word]--;
    }
}

/* The entry that means the same in a category that the definition has before this one's, or
 * UINT32_MAX. */
static uint32_t find_earlier(const struct learner *l, const struct word *word, uint32_t slot) {
    const struct lexicon *lexicon = l->lexicon;
    uint32_t entry = lexicon->slots.at[slot].entry;
    const struct term *program = lexicon->entries.at[entry].program;
    for (uint32_t s = word->first; program && s < word->first + word->n; s++) {
        uint32_t other = lexicon->slots.at[s].entry;
        if (other < entry && lexicon->entries.at[other].program == program) return s;
    }
    return UINT32_MAX;
}

static void exchange(struct learner *l, uint32_t a, uint32_t b) {
    double tau = l->lexicon->tau[a], weight = l->weight[a];
    bool live = l->live[a];
    l->lexicon->tau[a] = l->lexicon->tau[b];
    l->weight[a] = l->weight[b];
    l->live[a] = l->live[b];
    l->lexicon->tau[b] = tau;
    l->weight[b] = weight;
    l->live[b] = live;
}

/* Where examples cannot tell, the definition does: `anything` is bool/objset as `any` is, and not
 * bool/said, which is for words that speak of one object whatever stands behind it. */
static void choose_earlier(struct learner *l, const struct evidence *of_slot, double *p) {
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            const struct evidence *used = &of_slot[s];
            uint32_t most = (uint32_t)l->recipe.witnesses, n = used->n < most ? used->n : most;
            uint32_t earlier = l->live[s] && n ? find_earlier(l, word, s) : UINT32_MAX;
            if (earlier == UINT32_MAX || l->live[earlier]) continue;
            double before = loss_of(l, used->examples, n, p);
            exchange(l, s, earlier);
            if (loss_of(l, used->examples, n, p) > before + l->recipe.as_well)
                exchange(l, s, earlier);
        }
    }
}

/* Of words with several entries. The least used are tried first: what they are used for,
 * others may do. */
static void choose_needed(struct learner *l) {
    struct held *used = arena_array(&l->arena, struct held, l->lexicon->slots.n + 1);
    uint32_t *left = arena_zalloc(&l->arena, (l->lexicon->words.n + 1) * sizeof *left);
    double *p = arena_array(&l->arena, double, (size_t)l->recipe.witnesses + 1);
    if (l->objective->viability) memcpy(l->live, l->keep, l->lexicon->slots.n);
    l->only_live = l->objective->viability;
    const struct evidence *of_slot = evidence_collect(l);
    uint32_t n = list_used(l, of_slot, left, used);
    l->only_live = true;
    for (uint32_t i = 0; i < n; i++) {
        struct held e = used[i];
        if (left[e.word] > 1 && can_go(l, e.slot, &of_slot[e.slot], p)) left[e.word]--;
    }
    keep_most(l, of_slot, left, used, n);
    if (l->concepts) choose_earlier(l, of_slot, p);
    memcpy(l->keep, l->live, l->lexicon->slots.n);
}

/* Stopped: there is no time to find out. */
static void keep_heavy(struct learner *l) {
    l->only_live = true;
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        uint32_t best = word->n ? learner_heaviest(l, word) : 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            l->keep[s] = l->live[s] =
                l->sense[s] || l->weight[s] >= l->recipe.sense_light * l->weight[best];
    }
}

/* Given up: whatever is heaviest shows what stays unexplained. All that else is left of so many
 * candidates would take long to run. */
static void keep_heaviest(struct learner *l) {
    memset(l->keep, false, l->lexicon->slots.n);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++)
        if (learner_word(l, w)->n) l->keep[learner_heaviest(l, learner_word(l, w))] = true;
    memcpy(l->live, l->keep, l->lexicon->slots.n);
    l->only_live = true;
}

void choose_run(struct learner *l) {
    bool several = false;
    if (l->hopeless) {
        keep_heaviest(l);
        return;
    }
    if (l->recipe.simpler_examples > 0) choose_simpler(l);
    if (l->recipe.choose_examples > 0) choose_alone(l);
    else {
        memset(l->keep, true, l->lexicon->slots.n);
        memset(l->several, true, l->lexicon->words.n);
    }
    for (uint32_t w = 0; w < l->lexicon->words.n; w++)
        several |= l->several[w] && learner_word(l, w)->n > 1;
    if (l->stopped && l->recipe.choose_examples == 0) keep_heavy(l);
    else if (several && !l->stopped && !l->objective->prunes) choose_needed(l);
}
