/* Which word is to blame for mistakes (review.h).
 *
 *     word      right  wrong  excess     another entry         mends  breaks
 *     thrice       40    760     758     V\V : repeat(x, 3)      760       0    ◀ guilty
 *     around      900    420     180     ...                       0
 *
 * Mistakes come with the guilty word more often than with others: its excess is the number of mistakes
 * beyond those that it would have at the rate of the sentences without it. That says where to look
 * first, and no more, for words come together. So entries that the word might have are tried in its
 * place: what the domain gives a word at first, and what other words of the model mean. The one that
 * mends most and breaks least is the cure, and a cure convicts. Where none is found, because what the
 * word means is nothing that could be tried, its excess among what no cure mends counts half. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "learn/review.h"

#define MOST_WORDS      16u  /* words that are tried, by their excess */
#define MOST_ENTRIES    3u   /* of a word, the heaviest */
#define MOST_CANDIDATES 600u /* for each of them */
#define MOST_TARGETS    40u  /* of mistakes that name the constants of candidates */
#define SCREEN          8u   /* mistakes, the shortest: a candidate has to mend one of these */
#define SAMPLE          60u  /* mistakes, and right ones, that it is then tried on */
#define FINALISTS       3u   /* that are tried on all */
#define UNTRIED_SHARE   .5   /* of its excess, that a word without a cure is charged with */
/* Of a sentence that a candidate makes ambiguous beyond use. */
#define TRIAL_STEPS  200000u
#define TRIAL_MEMORY ((size_t)256 << 20)

struct candidate_entry {
    const char *category, *program; /* NULL: none, the entry is taken away */
    double net;                     /* estimated: mends less breaks */
};

struct trial {
    g2l2_review *review;
    struct word_record *word;
    size_t entry; /* that is replaced; SIZE_MAX: the word has none */
    double weight;
    const size_t *wrong,
        *right; /* [n_wrong], [n_right] examples with the word, the shortest first */
    size_t n_wrong, n_right;
    struct candidate_entry finalists[FINALISTS];
    size_t n_finalists, n_tried;
    struct symbols tried;
    struct buf key;
};

/* ---- trying one entry ------------------------------------------------------------------------- */

/* self->parser, of a model that has the entry; false: the grammar cannot use it. */
static bool open_with(const struct trial *t, const struct candidate_entry *c) {
    g2l2_review *self = t->review;
    const g2l2_budget budget = {.steps = TRIAL_STEPS, .bytes = TRIAL_MEMORY};
    g2l2_edit edit = {.kind = c->category ? G2L2_EDIT_REPLACE : G2L2_EDIT_REMOVE,
                      .entry = t->entry};
    g2l2_model *next;
    if (t->entry == SIZE_MAX) edit.kind = G2L2_EDIT_ADD;
    edit.with.word = t->word->text;
    edit.with.category = c->category;
    edit.with.program = c->program;
    edit.with.weight = t->weight;
    g2l2_status status = g2l2_model_edit(self->model, &edit, 1, NULL, &next, NULL);
    if (status == G2L2_STATUS_NO_MEMORY) guard_raise(&self->guard, status, 0, 0, "out of memory");
    if (status) return false;
    review_close(self);
    self->trial = next;
    review_open(self, next);
    g2l2_parser_set_budget(self->parser, &budget);
    return true;
}

/* Of `n` examples, evenly over the list, how many are right. */
static size_t count_right(const struct trial *t, const size_t *list, size_t n_list, size_t n) {
    size_t n_right = 0;
    for (size_t i = 0; i < n; i++)
        n_right += review_is_right(t->review, &t->review->examples[list[i * n_list / n]]);
    return n_right;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static void enter(struct trial *t, struct candidate_entry c) {
    size_t at = t->n_finalists;
    while (at && t->finalists[at - 1].net < c.net) at--;
    if (at == FINALISTS) return;
    if (t->n_finalists < FINALISTS) t->n_finalists++;
    for (size_t i = t->n_finalists - 1; i > at; i--) t->finalists[i] = t->finalists[i - 1];
    t->finalists[at] = c;
}

static void try_entry(struct trial *t, struct candidate_entry c) {
    size_t screen = least(t->n_wrong, SCREEN), m = least(t->n_wrong, SAMPLE);
    size_t k = least(t->n_right, SAMPLE);
    if (review_is_late(t->review)) t->review->complete = false;
    if (!t->review->complete || t->n_tried++ >= MOST_CANDIDATES || !open_with(t, &c)) return;
    if (!count_right(t, t->wrong, screen, screen)) return;
    c.net = (double)count_right(t, t->wrong, t->n_wrong, m) * (double)t->n_wrong / (double)m;
    if (k)
        c.net -=
            (double)(k - count_right(t, t->right, t->n_right, k)) * (double)t->n_right / (double)k;
    if (c.net > 0) enter(t, c);
}

/* ---- which entries ------------------------------------------------------------------------------ */

/* Once, and not what the word means anyway. */
static void try_once(struct trial *t, const char *category, const char *program) {
    struct arena *arena = &t->review->arena;
    uint32_t known = t->tried.names.n;
    t->key.n = 0;
    buf_printf(&t->key, "%s : %s", category, program);
    symbols_add(&t->tried, t->key.at, t->key.n);
    if (t->tried.names.n == known) return;
    try_entry(t, (struct candidate_entry){arena_strndup(arena, category, strlen(category)),
                                          arena_strndup(arena, program, strlen(program)), 0});
}

static void try_known(struct trial *t) {
    const g2l2_model *model = t->review->model;
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        if (!e.off) try_once(t, e.category, e.program);
    }
}

static void try_set(struct trial *t, const char *set) {
    g2l2_review *self = t->review;
    const char *targets[MOST_TARGETS];
    size_t n = least(t->n_wrong, MOST_TARGETS);
    g2l2_error err;
    for (size_t i = 0; i < n; i++) targets[i] = self->examples[t->wrong[i]].target;
    g2l2_candidates_free(self->candidates);
    self->candidates = NULL;
    g2l2_status status =
        g2l2_domain_candidates(self->model->domain, set, targets, n, NULL, &self->candidates, &err);
    if (status == G2L2_STATUS_NO_MEMORY) guard_raise(&self->guard, status, 0, 0, "out of memory");
    for (size_t i = 0; !status && i < g2l2_candidates_count(self->candidates); i++) {
        g2l2_candidate c = g2l2_candidates_get(self->candidates, i);
        try_once(t, c.category, c.program);
    }
}

/* The default set, and wider ones where that has nothing. */
static void try_candidates(struct trial *t) {
    const g2l2_domain *domain = t->review->model->domain;
    try_known(t);
    for (uint32_t i = 0; i < domain->sets.n; i++)
        if (!i || (!t->n_finalists && domain->sets.at[i].fallback))
            try_set(t, domain->sets.at[i].name);
}

/* ---- one word ----------------------------------------------------------------------------------- */

/* Of the finalists, on all examples that have the word. */
static void choose_cure(struct trial *t) {
    g2l2_review *self = t->review;
    struct word_record *w = t->word;
    for (size_t i = 0; i < t->n_finalists; i++) {
        const struct candidate_entry *c = &t->finalists[i];
        g2l2_blame *b = &w->blame;
        if (!open_with(t, c)) continue;
        bool *mended = arena_zalloc(&self->arena, self->n + 1);
        size_t mends = 0, breaks = t->n_right - count_right(t, t->right, t->n_right, t->n_right);
        for (size_t k = 0; k < t->n_wrong; k++) {
            mended[t->wrong[k]] = review_is_right(self, &self->examples[t->wrong[k]]);
            mends += mended[t->wrong[k]];
        }
        if (mends <= breaks || (w->mended && mends - breaks <= b->mends - b->breaks)) continue;
        b->cure_category = c->category ? c->category : "";
        b->cure_program = c->category ? c->program : "";
        b->mends = mends;
        b->breaks = breaks;
        b->entry = t->entry;
        w->mended = mended;
    }
}

static void list_examples(g2l2_review *self, const size_t *by_length, struct trial *t) {
    uint32_t word = (uint32_t)(t->word - self->words.at);
    size_t *wrong = arena_array(&self->arena, size_t, t->word->n_wrong + 1);
    size_t *right = arena_array(&self->arena, size_t, t->word->n_right + 1);
    for (size_t i = 0; i < self->n; i++) {
        const struct asked *e = &self->examples[by_length[i]];
        for (uint32_t k = 0; k < e->n_words; k++) {
            if (e->words[k] != word) continue;
            if (e->right) right[t->n_right++] = by_length[i];
            else wrong[t->n_wrong++] = by_length[i];
        }
    }
    t->wrong = wrong;
    t->right = right;
}

static void try_at(struct trial *t, size_t entry, bool alone) {
    t->entry = entry;
    t->n_finalists = t->n_tried = 0;
    symbols_init(&t->tried, &t->review->arena);
    if (entry != SIZE_MAX) {
        g2l2_entry now = g2l2_model_entry(t->review->model, entry);
        t->weight = now.weight;
        t->key.n = 0;
        buf_printf(&t->key, "%s : %s", now.category, now.program);
        symbols_add(&t->tried, t->key.at, t->key.n);
        if (!alone) try_entry(t, (struct candidate_entry){0});
    }
    try_candidates(t);
    choose_cure(t);
}

/* The entries of a word that are used, as the model counts them; returns how many. `locked`: one of
 * them must stay. */
static size_t find_entries(const g2l2_review *self, const char *word, size_t *out, size_t most,
                           bool *locked) {
    size_t n = 0;
    *locked = false;
    for (size_t i = 0; i < g2l2_model_n_entries(self->model); i++) {
        g2l2_entry e = g2l2_model_entry(self->model, i);
        if (e.off || strcmp(e.word, word)) continue;
        *locked |= e.locked;
        if (n < most) out[n] = i;
        n++;
    }
    return n;
}

static void try_word(g2l2_review *self, struct word_record *w, const size_t *by_length) {
    struct trial t = {.review = self, .word = w};
    size_t entries[MOST_ENTRIES];
    bool locked;
    size_t n = find_entries(self, w->text, entries, MOST_ENTRIES, &locked);
    if (locked) return;
    buf_init(&t.key, &self->arena);
    list_examples(self, by_length, &t);
    if (!n) try_at(&t, SIZE_MAX, true);
    for (size_t i = 0; i < least(n, MOST_ENTRIES); i++) try_at(&t, entries[i], n == 1);
}

/* ---- all of them ---------------------------------------------------------------------------------- */

/* Sorted by a key that stands beside it: what is compared is all there. */
struct place {
    double first, second; /* the largest first */
    const char *text;
    size_t index;
};

static int by_place(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    if (x->first != y->first) return x->first > y->first ? -1 : 1;
    if (x->second != y->second) return x->second > y->second ? -1 : 1;
    int order = strcmp(x->text, y->text);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static size_t *sort_examples(g2l2_review *self) {
    struct place *places = arena_array(&self->arena, struct place, self->n + 1);
    size_t *out = arena_array(&self->arena, size_t, self->n + 1);
    for (size_t i = 0; i < self->n; i++) {
        const char *text = self->examples[i].sentence;
        places[i] = (struct place){-(double)strlen(text), 0, text, i};
    }
    qsort(places, self->n, sizeof *places, by_place);
    for (size_t i = 0; i < self->n; i++) out[i] = places[i].index;
    return out;
}

/* Of the mistakes that are not explained yet. */
static void find_excess(g2l2_review *self) {
    size_t n_open = 0;
    for (uint32_t i = 0; i < self->words.n; i++) self->words.at[i].n_open = 0;
    for (size_t i = 0; i < self->n; i++) {
        const struct asked *e = &self->examples[i];
        if (e->right || self->explained[i]) continue;
        n_open++;
        for (uint32_t k = 0; k < e->n_words; k++) self->words.at[e->words[k]].n_open++;
    }
    for (uint32_t i = 0; i < self->words.n; i++) {
        struct word_record *w = &self->words.at[i];
        double n = (double)(w->n_right + w->n_wrong), others = (double)self->n - n;
        double rate = others > 0 ? (double)(n_open - w->n_open) / others : 0;
        w->excess = (double)w->n_open - n * rate;
    }
}

/* What a word is charged with, in mistakes. */
static void charge(struct word_record *w) {
    double suspected = UNTRIED_SHARE * w->excess;
    double cured = w->mended ? (double)(w->blame.mends - w->blame.breaks) : 0;
    w->charge = fmax(0, fmax(cured, suspected));
}

/* Words of mistakes for which there is a key, the largest first. */
static void sort_words(g2l2_review *self, double (*key)(const struct word_record *)) {
    struct place *places = arena_array(&self->arena, struct place, self->words.n + 1);
    self->order = arena_array(&self->arena, uint32_t, self->words.n + 1);
    self->n_blamed = 0;
    for (uint32_t i = 0; i < self->words.n; i++) {
        const struct word_record *w = &self->words.at[i];
        if (w->n_wrong && key(w) > -INFINITY)
            places[self->n_blamed++] = (struct place){key(w), (double)w->n_wrong, w->text, i};
    }
    qsort(places, self->n_blamed, sizeof *places, by_place);
    for (size_t i = 0; i < self->n_blamed; i++) self->order[i] = (uint32_t)places[i].index;
}

static double suspicion_of(const struct word_record *w) {
    return w->excess;
}

static double guilt_of(const struct word_record *w) {
    return w->charge > 0 ? w->charge : -INFINITY;
}

/* Is a mistake left that has the word, and that no cure so far mends? */
static bool is_open(const g2l2_review *self, uint32_t word) {
    for (size_t i = 0; i < self->n; i++) {
        const struct asked *e = &self->examples[i];
        if (e->right || self->explained[i]) continue;
        for (uint32_t k = 0; k < e->n_words; k++)
            if (e->words[k] == word) return true;
    }
    return false;
}

static void try_words(g2l2_review *self) {
    const size_t *by_length = sort_examples(self);
    size_t n_tried = 0;
    for (size_t i = 0; i < self->n_blamed && n_tried < MOST_WORDS; i++) {
        struct word_record *w = &self->words.at[self->order[i]];
        if (!is_open(self, self->order[i])) continue;
        n_tried++;
        try_word(self, w, by_length);
        /* One that breaks something leaves the question open for others. */
        for (size_t k = 0; w->mended && !w->blame.breaks && k < self->n; k++)
            self->explained[k] |= w->mended[k];
    }
}

/* The guiltiest word whose cure mends it; or else the one that is charged with most. */
static void put_down(g2l2_review *self, size_t example) {
    const struct asked *e = &self->examples[example];
    g2l2_finding *f = &self->findings[example];
    double most = 0;
    for (size_t i = 0; i < self->n_blamed && !f->mended; i++) {
        const struct word_record *w = &self->words.at[self->order[i]];
        if (!w->mended || !w->mended[example]) continue;
        f->guilty = w->text;
        f->mended = true;
    }
    for (uint32_t k = 0; k < e->n_words && !f->mended; k++) {
        const struct word_record *w = &self->words.at[e->words[k]];
        if (w->charge <= most) continue;
        most = w->charge;
        f->guilty = w->text;
    }
}

void blame_try(g2l2_review *self) {
    self->explained = arena_zalloc(&self->arena, self->n + 1);
    for (uint32_t i = 0; i < self->words.n; i++) {
        struct word_record *w = &self->words.at[i];
        bool locked;
        w->blame = (g2l2_blame){.word = w->text,
                                .n_examples = w->n_right + w->n_wrong,
                                .n_mistakes = w->n_wrong,
                                .entry = SIZE_MAX};
        find_entries(self, w->text, &w->blame.entry, 1, &locked);
    }
    find_excess(self);
    sort_words(self, suspicion_of);
    try_words(self);
    find_excess(self);
}

void blame_charge(g2l2_review *self) {
    find_excess(self);
    for (uint32_t i = 0; i < self->words.n; i++) {
        struct word_record *w = &self->words.at[i];
        charge(w);
        if (w->blame.entry == SIZE_MAX) continue;
        w->blame.category = g2l2_model_entry(self->model, w->blame.entry).category;
        w->blame.program = g2l2_model_entry(self->model, w->blame.entry).program;
    }
    sort_words(self, guilt_of);
    for (size_t i = 0; i < self->n; i++)
        if (!self->examples[i].right && self->findings[i].verdict != G2L2_VERDICT_SUSPECT)
            put_down(self, i);
}
