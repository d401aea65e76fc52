/* One training step.
 *
 *     draw ─▶ objective, by threads ─▶ rows by word ─▶ Adam, by threads ─▶ elimination
 *
 * Most examples are drawn at random. For some a word is drawn first, and then an example
 * that has it: so a word that is rare, or rare in short examples, is seen as often as any
 * other. An example that is drawn more than once is computed once. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"

#define NONE UINT32_MAX

/* ---- examples of words ------------------------------------------------------------------ */

/* Call twice: first `at` NULL, to count, then with the place of each word's next one. */
static void each_word(struct learner *l, uint32_t *last, uint32_t *at) {
    memset(last, 0, l->lexicon->words.n * sizeof *last);
    for (uint32_t i = 0; i < l->n; i++)
        for (uint32_t k = 0; k < l->examples[i].n_places; k++) {
            uint32_t w = l->examples[i].words[k];
            if (last[w] == i + 1) continue;
            last[w] = i + 1;
            if (at) l->of_word[at[w]++] = i;
            else l->of_word_first[w + 1]++;
        }
}

static void list_words(struct learner *l) {
    uint32_t n = l->lexicon->words.n;
    uint32_t *last = arena_array(&l->arena, uint32_t, n + 1);
    uint32_t *at = arena_array(&l->arena, uint32_t, n + 1);
    l->of_word_first = arena_zalloc(&l->arena, (n + 2) * sizeof *l->of_word_first);
    l->alive = arena_array(&l->arena, uint32_t, n + 1);
    each_word(l, last, NULL);
    for (uint32_t w = 0; w < n; w++) l->of_word_first[w + 1] += l->of_word_first[w];
    memcpy(at, l->of_word_first, n * sizeof *at);
    l->of_word = arena_array(&l->arena, uint32_t, l->of_word_first[n] + 1);
    each_word(l, last, at);
}

/* Examples of a word among the first n: they come in order. */
static uint32_t n_of_word(const struct learner *l, uint32_t word, uint32_t n) {
    const uint32_t *first = l->of_word + l->of_word_first[word];
    uint32_t low = 0, high = l->of_word_first[word + 1] - l->of_word_first[word];
    if (n == l->n) return high;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (first[middle] < n) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void find_alive(struct learner *l, uint32_t n) {
    if (l->alive_for == n) return;
    l->n_alive = 0;
    l->alive_for = n;
    for (uint32_t w = 0; w < l->lexicon->words.n; w++)
        if (n_of_word(l, w, n)) l->alive[l->n_alive++] = w;
}

/* ---- drawing ------------------------------------------------------------------------------ */

static uint32_t draw_by_word(struct learner *l, uint32_t n, uint32_t word) {
    uint32_t k = rng_below(&l->rng, n_of_word(l, word, n));
    return l->of_word[l->of_word_first[word] + k];
}

static uint32_t draw_wanted(struct learner *l, const bool *wanted) {
    for (uint32_t tries = 0; tries < 1000; tries++) {
        uint32_t word = l->alive[rng_below(&l->rng, l->n_alive)];
        if (wanted[word]) return word;
    }
    return l->alive[0];
}

/* A permutation of [0, n) by its number: a Feistel network over the next power of 4, walked until it
 * comes back into the range (Black and Rogaway 2002). */
static uint32_t permuted(uint64_t key, uint32_t i, uint32_t n) {
    uint32_t half = 1;
    while ((uint64_t)1 << (2 * half) < n) half++;
    uint32_t mask = (1u << half) - 1;
    do {
        for (uint32_t round = 0; round < 4; round++) {
            uint32_t left = i >> half, right = i & mask;
            uint32_t mixed = (uint32_t)(hash_mix(hash_mix(key, round), right) >> 32) & mask;
            i = right << half | (left ^ mixed);
        }
    } while (i >= n);
    return i;
}

/* Every example once, in an order of its own, then all of them once more. */
static struct example *draw_next(struct learner *l, uint32_t n, uint32_t place) {
    uint64_t drawn = (uint64_t)l->n_updates * l->batch + place;
    uint64_t key = hash_mix(l->options->seed, (uint32_t)(drawn / n));
    return &l->examples[permuted(key, (uint32_t)(drawn % n), n)];
}

static struct example *draw_one(struct learner *l, uint32_t n, const bool *wanted) {
    const struct recipe *r = &l->recipe;
    double tail = l->n < r->few ? r->tail_share_few : r->tail_share;
    if (!l->n_hard && !wanted && !(tail > 0)) return &l->examples[rng_below(&l->rng, n)];
    double chance = rng_uniform(&l->rng);
    double first = wanted ? r->reset_share : l->n_hard ? r->hard_share : 0;
    if (l->n_hard && chance < r->hard_share)
        return l->examples + (l->hard[rng_below(&l->rng, l->n_hard)] - l->examples);
    if (wanted && chance < r->reset_share)
        return &l->examples[draw_by_word(l, n, draw_wanted(l, wanted))];
    if (chance < first + tail)
        return &l->examples[draw_by_word(l, n, l->alive[rng_below(&l->rng, l->n_alive)])];
    return &l->examples[rng_below(&l->rng, n)];
}

static uint32_t count_slots(const struct learner *l, const struct example *e) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->n_places; i++) n += learner_word(l, e->words[i])->n;
    return n;
}

static void make_room(struct learner *l, struct gradient *g, const struct example *e) {
    uint32_t rows = e->n_places + l->n_answers, slots = count_slots(l, e);
    size_t params = 0;
    for (uint32_t i = 0; i < e->n_places; i++) params += lexicon_row_size(l->lexicon, e->words[i]);
    for (uint32_t i = 0; i < l->n_answers; i++) {
        slots += learner_word(l, l->answers[i])->n;
        params += lexicon_row_size(l->lexicon, l->answers[i]);
    }
    if (rows > g->cap_rows) {
        g->cap_rows = rows * 2;
        g->words = arena_array(&l->arena, uint32_t, g->cap_rows);
        g->first = arena_array(&l->arena, uint32_t, g->cap_rows);
        g->params_first = arena_array(&l->arena, size_t, g->cap_rows);
    }
    if (params > g->cap_params) {
        g->cap_params = params + params / 4;
        g->params = arena_array(&l->arena, double, g->cap_params);
    }
    if (slots > g->cap_slots) {
        g->cap_slots = slots * 2;
        g->slots = arena_array(&l->arena, double, g->cap_slots);
        g->viable = arena_array(&l->arena, bool, g->cap_slots);
    }
}

void batch_draw(struct learner *l, uint32_t n, const bool *wanted) {
    find_alive(l, n);
    l->n_drawn = 0;
    for (uint32_t i = 0; i < l->batch; i++) {
        struct example *e = l->objective->ranks ? draw_next(l, n, i) : draw_one(l, n, wanted);
        uint32_t k = 0;
        while (k < l->n_drawn && l->drawn[k] != e) k++;
        if (k == l->n_drawn) {
            make_room(l, &l->gradients[k], e);
            l->gradients[k].times = 0;
            l->drawn[l->n_drawn++] = e;
        }
        l->gradients[k].times++;
    }
}

/* ---- one example ------------------------------------------------------------------------- */

void worker_clear_params(const struct learner *l, struct worker *w, uint32_t word) {
    size_t n = lexicon_row_size(l->lexicon, word);
    if (w->written[word])
        memset(w->params + lexicon_row(l->lexicon, word), 0, n * sizeof *w->params);
    w->written[word] = false;
}

/* Move what the worker has gathered for a word into a row, and clear it. */
static void take_row(struct learner *l, struct worker *w, struct gradient *out, uint32_t word,
                     uint32_t *at) {
    const struct word *slots = learner_word(l, word);
    size_t n = slots->n, n_params = lexicon_row_size(l->lexicon, word);
    if (w->seen[word] == w->stamp) return;
    w->seen[word] = w->stamp;
    out->words[out->n_rows] = word;
    out->first[out->n_rows] = *at;
    memcpy(out->slots + *at, w->slots + slots->first, n * sizeof *w->slots);
    memcpy(out->viable + *at, w->viable + slots->first, n * sizeof *w->viable);
    memset(w->slots + slots->first, 0, n * sizeof *w->slots);
    memset(w->viable + slots->first, 0, n * sizeof *w->viable);
    *at += slots->n;
    out->params_first[out->n_rows] = w->written[word] ? out->n_params : SIZE_MAX;
    if (w->written[word]) {
        memcpy(out->params + out->n_params, w->params + lexicon_row(l->lexicon, word),
               n_params * sizeof *out->params);
        out->n_params += n_params;
    }
    worker_clear_params(l, w, word);
    out->n_rows++;
}

static void take_rows(struct learner *l, struct worker *w, const struct example *e,
                      struct gradient *out) {
    uint32_t at = 0;
    out->n_rows = 0;
    out->n_params = 0;
    w->stamp++;
    for (uint32_t i = 0; i < e->n_places; i++) take_row(l, w, out, e->words[i], &at);
    for (uint32_t i = 0; i < l->n_answers; i++) take_row(l, w, out, l->answers[i], &at);
    if (out->outcome != OUTCOME_OK) out->n_rows = 0, out->n_params = 0;
}

/* One that was too large is worth another try when some of its entries have gone. */
static bool put_off(const struct learner *l, const struct example *e) {
    return e->gave_up && count_slots(l, e) > e->gave_up * l->recipe.retry_share;
}

void worker_give_up(struct worker *w) {
    w->no_memory |= w->guard.status == G2L2_STATUS_NO_MEMORY;
}

void batch_check_memory(struct learner *l) {
    for (int i = 0; i < l->n_workers; i++)
        if (l->workers[i].no_memory)
            guard_raise(&l->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
}

static void run_example(void *context, int worker, uint32_t turn) {
    struct learner *l = context;
    struct worker *w = &l->workers[worker];
    uint32_t i = l->turns[turn];
    struct gradient *out = &l->gradients[i];
    if (!ranks_own(l, i)) return;
    out->outcome = OUTCOME_TOO_LARGE;
    out->n_rows = 0;
    out->work = out->loss = out->probability = 0;
    if (put_off(l, l->drawn[i]) || learner_is_late(l)) return;
    out->arena.guard = &w->guard;
    if (l->lexicon->fit) arena_reset(&out->arena);
    out->fits.at = NULL;
    out->fits.n = out->fits.cap = 0;
    if (guard_try(&w->guard, NULL)) {
        l->objective->step(l, w, l->drawn[i], out);
    } else {
        worker_give_up(w);
        out->outcome = OUTCOME_TOO_LARGE;
        out->work = l->recipe.example_steps;
    }
    take_rows(l, w, l->drawn[i], out);
}

/* ---- the batch ------------------------------------------------------------------------------ */

static void add_means(struct learner *l) {
    double right = 0, loss = 0;
    uint32_t n = 0, n_ok = 0;
    for (uint32_t i = 0; i < l->n_drawn; i++) {
        const struct gradient *g = &l->gradients[i];
        l->spent += g->work;
        if (g->outcome == OUTCOME_TOO_LARGE) {
            if (!put_off(l, l->drawn[i])) l->drawn[i]->gave_up = count_slots(l, l->drawn[i]);
            continue;
        }
        n += g->times;
        l->n_tried++;
        l->n_unexplained += g->outcome != OUTCOME_OK;
        if (g->outcome != OUTCOME_OK) continue;
        right += g->probability * g->times;
        loss += g->loss * g->times;
        n_ok += g->times;
    }
    l->accuracy = n ? right / n : -1;
    l->loss = n_ok ? loss / n_ok : 0;
}

/* Rows by word, in the order of the batch: built from its end. */
static void link_rows(struct learner *l) {
    uint32_t cap = l->longest + l->n_answers;
    l->n_touched = 0;
    for (uint32_t i = l->n_drawn; i-- > 0;)
        for (uint32_t r = 0; r < l->gradients[i].n_rows; r++) {
            uint32_t word = l->gradients[i].words[r], at = i * cap + r;
            if (l->first[word] == NONE) l->touched[l->n_touched++] = word;
            l->next[at] = l->first[word];
            l->first[word] = at;
        }
}

static void update_word(void *context, int worker, uint32_t i) {
    struct learner *l = context;
    struct worker *w = &l->workers[worker];
    uint32_t word = l->touched[i], n_params = lexicon_row_size(l->lexicon, word);
    uint32_t cap = l->longest + l->n_answers;
    const struct word *slots = learner_word(l, word);
    memset(w->sum, 0, (l->most_slots + n_params) * sizeof *w->sum);
    for (uint32_t at = l->first[word]; at != NONE; at = l->next[at]) {
        const struct gradient *g = &l->gradients[at / cap];
        const double *grad = g->slots + g->first[at % cap];
        const bool *viable = g->viable + g->first[at % cap];
        size_t params = g->params_first[at % cap];
        double share = (double)g->times / l->batch;
        l->sightings[word] += g->times;
        for (uint32_t k = 0; k < slots->n; k++) {
            w->sum[k] += grad[k] * share;
            l->uses[slots->first + k] += viable[k] ? g->times : 0;
        }
        for (uint32_t k = 0; params != SIZE_MAX && k < n_params; k++)
            w->sum[l->most_slots + k] += g->params[params + k] * share;
    }
    adam_update(l, w, word);
    l->first[word] = NONE;
}

/* Long examples first, so that no thread begins one when the others are about to be done. */
static void take_turns(struct learner *l) {
    for (uint32_t i = 0; i < l->n_drawn; i++) {
        uint32_t at = i;
        for (; at && l->drawn[l->turns[at - 1]]->n < l->drawn[i]->n; at--)
            l->turns[at] = l->turns[at - 1];
        l->turns[at] = i;
    }
}

static void learn_drawn(struct learner *l) {
    take_turns(l);
    objective_ready(l, (const struct example *const *)l->drawn, l->n_drawn);
    pool_run(l->pool, l->n_drawn, run_example, l); /* chart, execution, loss */
    ranks_share_batch(l);
    batch_check_memory(l);
    add_means(l);
    link_rows(l);
    pool_run(l->pool, l->n_touched, update_word, l); /* update */
    templates_update(l);
    if (l->objective->after) l->objective->after(l);
    for (uint32_t i = 0; i < l->n_touched; i++) eliminate_word(l, l->touched[i]);
}

void batch_step(struct learner *l, uint32_t n, const bool *wanted) {
    batch_draw(l, n, wanted); /* words */
    learn_drawn(l);
}

void batch_take(struct learner *l, const uint32_t *examples, uint32_t n) {
    l->n_drawn = n;
    for (uint32_t i = 0; i < n; i++) {
        l->drawn[i] = &l->examples[examples[i]];
        make_room(l, &l->gradients[i], l->drawn[i]);
        l->gradients[i].times = 1;
    }
    learn_drawn(l);
}

/* ---- memory --------------------------------------------------------------------------------- */

static void open_worker(struct learner *l, struct worker *w) {
    const struct lexicon *lexicon = l->lexicon;
    size_t n_params = lexicon_n_numbers(lexicon);
    arena_init(&w->arena, &w->guard, l->options->limits.max_memory);
    arena_init(&w->scratch, &w->guard, l->options->limits.max_memory);
    budget_start(&w->time, NULL);
    w->time.deadline = l->deadline;
    if (!isinf(l->deadline)) w->arena.budget = w->scratch.budget = &w->time;
    w->slots = arena_zalloc(&l->arena, (lexicon->slots.n + 1) * sizeof *w->slots);
    w->viable = arena_zalloc(&l->arena, lexicon->slots.n + 1);
    w->params = arena_zalloc(&l->arena, (n_params + 1) * sizeof *w->params);
    w->written = arena_zalloc(&l->arena, lexicon->words.n + 1);
    w->seen = arena_zalloc(&l->arena, (lexicon->words.n + 1) * sizeof *w->seen);
    w->sum = arena_array(&l->arena, double, l->most_slots + lexicon->n_params + 1);
}

static void open_rows(struct learner *l) {
    uint32_t n_words = l->lexicon->words.n, cap = l->longest + l->n_answers;
    l->drawn = arena_array(&l->arena, struct example *, l->batch);
    l->turns = arena_array(&l->arena, uint32_t, l->batch);
    l->gradients = arena_zalloc(&l->arena, l->batch * sizeof *l->gradients);
    for (uint32_t i = 0; i < l->batch; i++) arena_init(&l->gradients[i].arena, &l->guard, 0);
    l->first = arena_array(&l->arena, uint32_t, n_words + 1);
    l->next = arena_array(&l->arena, uint32_t, (size_t)l->batch * cap + 1);
    l->touched = arena_array(&l->arena, uint32_t, n_words + 1);
    for (uint32_t w = 0; w < n_words; w++) l->first[w] = NONE;
}

void batch_open(struct learner *l) {
    double usual = l->objective->ranks      ? l->recipe.rank_batch
                   : l->objective->factored ? fmax(1, l->recipe.answer_batch)
                                            : l->recipe.batch;
    l->batch = (uint32_t)(l->options->batch > 0 ? l->options->batch : usual);
    l->n_workers = l->options->n_threads > 1 ? l->options->n_threads : 1;
    l->workers = arena_zalloc(&l->arena, (size_t)l->n_workers * sizeof *l->workers);
    for (int i = 0; i < l->n_workers; i++) open_worker(l, &l->workers[i]);
    l->objective->open(l);
    list_words(l);
    open_rows(l);
    l->pool = pool_new(l->n_workers);
    if (!l->pool) guard_raise(&l->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "threads cannot be started");
}

void batch_close(struct learner *l) {
    pool_free(l->pool);
    for (uint32_t i = 0; l->gradients && i < l->batch; i++) arena_free(&l->gradients[i].arena);
    for (int i = 0; l->workers && i < l->n_workers; i++) {
        if (l->objective->close) l->objective->close(&l->workers[i]);
        g2l2_parser_free(l->workers[i].parser);
        arena_free(&l->workers[i].arena);
        arena_free(&l->workers[i].scratch);
    }
}
