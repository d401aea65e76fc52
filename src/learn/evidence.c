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

/* ---- a few examples ------------------------------------------------------------------------- */

#define FEW 16u /* examples that are explained at a time, by all threads */

/* Entries by which an example is explained, and the share of its derivations each is in. */
struct explained {
    double probability;
    uint32_t n;
    struct use {
        uint32_t slot;
        double share;
    } * uses;
};

struct explaining {
    struct learner *learner;
    const struct example *examples[FEW];
    struct explained of[FEW];
    double **scratch; /* [n_workers][n_slots] zero between examples */
};

static void explaining_open(struct learner *l, struct explaining *self) {
    uint32_t places = 0;
    for (uint32_t i = 0; i < l->n; i++)
        if (l->examples[i].n_places > places) places = l->examples[i].n_places;
    size_t most = (size_t)places * l->most_slots + 1;
    self->learner = l;
    for (uint32_t i = 0; i < FEW; i++) self->of[i].uses = arena_array(&l->arena, struct use, most);
    self->scratch = arena_array(&l->arena, double *, (size_t)l->n_workers);
    for (int i = 0; i < l->n_workers; i++)
        self->scratch[i] = arena_zalloc(&l->arena, (l->lexicon->slots.n + 1) * sizeof(double));
}

static void explain_one(void *context, int worker, uint32_t i) {
    struct explaining *self = context;
    struct learner *l = self->learner;
    struct explained *out = &self->of[i];
    const struct example *e = self->examples[i];
    double *share = self->scratch[worker];
    out->n = 0;
    out->probability = ask(l, worker, e, share);
    for (uint32_t k = 0; k < e->n_places; k++) {
        const struct word *w = learner_word(l, e->words[k]);
        for (uint32_t s = w->first; s < w->first + w->n; s++) {
            if (share[s] == 0) continue;
            out->uses[out->n++] = (struct use){s, share[s]};
            share[s] = 0;
        }
    }
}

/* The first n of its examples. */
static void explain(struct explaining *self, uint32_t n) {
    objective_ready(self->learner, self->examples, n);
    pool_run(self->learner->pool, n, explain_one, self);
    batch_check_memory(self->learner);
}

/* ---- many ------------------------------------------------------------------------------------ */

static void add_use(struct learner *l, struct evidence *of_slot, const struct example *e,
                    uint32_t times) {
    uint32_t most = (uint32_t)l->recipe.witnesses;
    if (!of_slot->n) of_slot->examples = arena_array(&l->arena, const struct example *, most + 1);
    for (; times; times--, of_slot->n++)
        if (of_slot->n < most) of_slot->examples[of_slot->n] = e;
}

/* Those that were drawn, from number `begin` on. */
static void collect(struct learner *l, struct explaining *x, uint32_t begin, uint32_t n,
                    struct evidence *of_slot) {
    const struct recipe *r = &l->recipe;
    for (uint32_t i = 0; i < n; i++) x->examples[i] = l->drawn[begin + i];
    explain(x, n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; x->of[i].probability >= r->understood && k < x->of[i].n; k++)
            if (x->of[i].uses[k].share > r->used)
                add_use(l, &of_slot[x->of[i].uses[k].slot], x->examples[i],
                        l->gradients[begin + i].times);
}

struct evidence *evidence_collect(struct learner *l) {
    const struct recipe *r = &l->recipe;
    struct evidence *of_slot = arena_zalloc(&l->arena, (l->lexicon->slots.n + 1) * sizeof *of_slot);
    struct explaining x;
    uint32_t n = l->n < r->sense_examples / r->sense_epochs ? (uint32_t)(r->sense_epochs * l->n)
                                                            : (uint32_t)r->sense_examples;
    explaining_open(l, &x);
    for (uint32_t i = 0; i < n && !l->stopped; i += l->batch) {
        batch_draw(l, l->n, NULL);
        for (uint32_t d = 0; d < l->n_drawn; d += FEW)
            collect(l, &x, d, l->n_drawn - d < FEW ? l->n_drawn - d : FEW, of_slot);
    }
    return of_slot;
}

/* The shortest example is the one to show: they come by length. Where phrases compete with the words
 * in them, most of a derivation's share is hardly ever one entry's. */
void evidence_count(struct learner *l, uint32_t *counts, const struct example **examples) {
    const struct recipe *r = &l->recipe;
    double share = l->objective->ranks ? r->used : r->understood;
    double most = l->objective->viability ? r->evidence_exact : r->evidence_examples;
    uint32_t size = l->n < most ? l->n : (uint32_t)most;
    struct explaining x;
    explaining_open(l, &x);
    for (uint32_t begin = 0; begin < size && !l->stopped; begin += FEW) {
        uint32_t n = size - begin < FEW ? size - begin : FEW;
        for (uint32_t i = 0; i < n; i++)
            x.examples[i] = &l->examples[(uint64_t)(begin + i) * l->n / size];
        explain(&x, n);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; x.of[i].probability >= r->understood && k < x.of[i].n; k++) {
                const struct use *use = &x.of[i].uses[k];
                if (use->share > share && !counts[use->slot]++) examples[use->slot] = x.examples[i];
            }
    }
}
