/* Which examples use an entry: the share of an example's derivations, given its target, that
 * an entry is in. An example that is not understood is evidence for nothing. */
#include <string.h>

#include "learn/objective.h"

#define TOGETHER 256u /* examples that threads are asked about between two meetings */

/* ---- asking ------------------------------------------------------------------------------- */

static double ask(struct learner *l, int worker, const struct example *e, double *uses) {
    struct worker *w = &l->workers[worker];
    if (learner_is_late(l)) return 0;
    if (guard_try(&w->guard, NULL)) return l->objective->probability(l, w, e, uses);
    worker_give_up(w);
    return 0;
}

void objective_ready(struct learner *l, const struct example *const *examples, uint32_t n) {
    if (l->objective->ready) l->objective->ready(l, examples, n);
}

double objective_ask(struct learner *l, const struct example *e, double *uses) {
    objective_ready(l, &e, 1);
    double p = ask(l, 0, e, uses);
    batch_check_memory(l);
    return p;
}

struct asking {
    struct learner *learner;
    const struct example *const *examples;
    double *out;
    uint32_t begin; /* of those that are asked about together */
};

static void ask_one(void *context, int worker, uint32_t i) {
    struct asking *a = context;
    i += a->begin;
    if (ranks_own(a->learner, i)) a->out[i] = ask(a->learner, worker, a->examples[i], NULL);
}

void objective_ask_all(struct learner *l, const struct example *const *examples, uint32_t n,
                       double *out) {
    struct asking asking = {l, examples, out, 0};
    for (uint32_t more; asking.begin < n; asking.begin += more) {
        more = n - asking.begin < TOGETHER ? n - asking.begin : TOGETHER;
        objective_ready(l, examples + asking.begin, more);
        pool_run(l->pool, more, ask_one, &asking);
    }
    ranks_share_numbers(l, out, n);
    batch_check_memory(l);
}

/* ---- explaining ----------------------------------------------------------------------------- */

struct explaining {
    struct learner *learner;
    const struct example *const *examples;
    struct explained of[TOGETHER];
    double **scratch; /* [n_workers][n_slots] zero between examples */
};

static struct explaining *explaining_open(struct learner *l) {
    struct explaining *self = arena_new(&l->arena, struct explaining);
    self->learner = l;
    self->scratch = arena_array(&l->arena, double *, (size_t)l->n_workers);
    for (int i = 0; i < l->n_workers; i++)
        self->scratch[i] = arena_zalloc(&l->arena, (l->lexicon->slots.n + 1) * sizeof(double));
    return self;
}

/* For the uses of the first n examples. */
static void make_room(struct explaining *self, uint32_t n) {
    struct learner *l = self->learner;
    arena_reset(&l->scratch);
    for (uint32_t i = 0; i < n; i++) {
        const struct example *e = self->examples[i];
        uint32_t cap = 1;
        for (uint32_t k = 0; k < e->n_places; k++) cap += learner_word(l, e->words[k])->n;
        self->of[i].cap = cap;
        self->of[i].uses = arena_zalloc(&l->scratch, cap * sizeof *self->of[i].uses);
    }
}

static void explain_one(void *context, int worker, uint32_t i) {
    struct explaining *self = context;
    struct learner *l = self->learner;
    struct explained *out = &self->of[i];
    const struct example *e = self->examples[i];
    double *share = self->scratch[worker];
    if (!ranks_own(l, i)) return;
    out->n = 0;
    out->probability = ask(l, worker, e, share);
    for (uint32_t k = 0; k < e->n_places; k++) {
        const struct word *w = learner_word(l, e->words[k]);
        for (uint32_t s = w->first; s < w->first + w->n; s++) {
            if (share[s] == 0) continue;
            out->uses[out->n++] = (struct slot_use){s, share[s]};
            share[s] = 0;
        }
    }
}

void objective_explain_all(struct learner *l, const struct example *const *examples, uint32_t n,
                           explained_tell tell, void *context) {
    struct explaining *self = explaining_open(l);
    for (uint32_t begin = 0, more; begin < n && !l->stopped; begin += more) {
        more = n - begin < TOGETHER ? n - begin : TOGETHER;
        self->examples = examples + begin;
        make_room(self, more);
        objective_ready(l, self->examples, more);
        pool_run(l->pool, more, explain_one, self);
        ranks_share_explained(l, self->of, more);
        batch_check_memory(l);
        for (uint32_t i = 0; i < more; i++) tell(context, begin + i, &self->of[i]);
    }
    arena_free(&l->scratch);
}

/* ---- many ------------------------------------------------------------------------------------ */

/* Examples that were drawn, and how often; what they are evidence for. */
struct drawing {
    struct learner *learner;
    VEC(const struct example *) examples;
    VEC(uint32_t) times;
    struct evidence *of_slot;
};

static void draw_more(struct learner *l, struct drawing *out) {
    batch_draw(l, l->n, NULL);
    for (uint32_t i = 0; i < l->n_drawn; i++) {
        vec_push(&l->arena, &out->examples, l->drawn[i]);
        vec_push(&l->arena, &out->times, l->gradients[i].times);
    }
}

static void add_use(struct learner *l, struct evidence *of_slot, const struct example *e,
                    uint32_t times) {
    uint32_t most = (uint32_t)l->recipe.witnesses;
    if (!of_slot->n) of_slot->examples = arena_array(&l->arena, const struct example *, most + 1);
    for (; times; times--, of_slot->n++)
        if (of_slot->n < most) of_slot->examples[of_slot->n] = e;
}

static void add_uses(void *context, uint32_t i, const struct explained *x) {
    struct drawing *self = context;
    const struct recipe *r = &self->learner->recipe;
    for (uint32_t k = 0; x->probability >= r->understood && k < x->n; k++)
        if (x->uses[k].share > r->used)
            add_use(self->learner, &self->of_slot[x->uses[k].slot], self->examples.at[i],
                    self->times.at[i]);
}

struct evidence *evidence_collect(struct learner *l) {
    const struct recipe *r = &l->recipe;
    struct drawing all = {.learner = l};
    uint32_t n = l->n < r->sense_examples / r->sense_epochs ? (uint32_t)(r->sense_epochs * l->n)
                                                            : (uint32_t)r->sense_examples;
    all.of_slot = arena_zalloc(&l->arena, (l->lexicon->slots.n + 1) * sizeof *all.of_slot);
    for (uint32_t i = 0; i < n && !l->stopped; i += l->batch) draw_more(l, &all);
    objective_explain_all(l, all.examples.at, all.examples.n, add_uses, &all);
    return all.of_slot;
}

/* Uses of entries, and an example of each. */
struct counting {
    const struct recipe *recipe;
    double share;
    uint32_t *counts;
    const struct example **shortest, **examples;
};

static void count_uses(void *context, uint32_t i, const struct explained *x) {
    struct counting *self = context;
    for (uint32_t k = 0; x->probability >= self->recipe->understood && k < x->n; k++)
        if (x->uses[k].share > self->share && !self->counts[x->uses[k].slot]++)
            self->shortest[x->uses[k].slot] = self->examples[i];
}

/* The shortest example is the one to show: they come by length. Where phrases compete with the words
 * in them, most of a derivation's share is hardly ever one entry's. */
void evidence_count(struct learner *l, uint32_t *counts, const struct example **examples) {
    const struct recipe *r = &l->recipe;
    double most = l->objective->viability ? r->evidence_exact : r->evidence_examples;
    uint32_t size = l->n < most ? l->n : (uint32_t)most;
    struct counting self = {.recipe = r,
                            .share = l->objective->ranks ? r->used : r->understood,
                            .counts = counts,
                            .shortest = examples};
    self.examples = arena_array(&l->arena, const struct example *, size + 1);
    for (uint32_t i = 0; i < size; i++) self.examples[i] = &l->examples[(uint64_t)i * l->n / size];
    objective_explain_all(l, self.examples, size, count_uses, &self);
}
