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

/* ---- one example ---------------------------------------------------------------------------- */

/* Entries by which an example is explained, and the share of its derivations each is in. */
struct explained {
    double probability;
    uint32_t n;
    struct use {
        uint32_t slot;
        double share;
    } * uses;
    double *scratch; /* [n_slots] zero between examples */
};

static struct explained explained_open(struct learner *l) {
    size_t most = (size_t)l->examples[l->n - 1].n * l->most_slots + 1;
    return (struct explained){
        .uses = arena_array(&l->arena, struct use, most),
        .scratch = arena_zalloc(&l->arena, (l->lexicon->slots.n + 1) * sizeof(double))};
}

static void explain(struct learner *l, const struct example *e, struct explained *out) {
    out->n = 0;
    out->probability = objective_ask(l, e, out->scratch);
    for (uint32_t k = 0; k < e->n; k++) {
        const struct word *w = learner_word(l, e->words[k]);
        for (uint32_t s = w->first; s < w->first + w->n; s++) {
            if (out->scratch[s] == 0) continue;
            out->uses[out->n++] = (struct use){s, out->scratch[s]};
            out->scratch[s] = 0;
        }
    }
}

/* ---- many ------------------------------------------------------------------------------------ */

static void add_use(struct learner *l, struct evidence *of_slot, const struct example *e,
                    uint32_t times) {
    uint32_t most = (uint32_t)l->recipe.witnesses;
    if (!of_slot->n) of_slot->examples = arena_array(&l->arena, const struct example *, most + 1);
    for (; times; times--, of_slot->n++)
        if (of_slot->n < most) of_slot->examples[of_slot->n] = e;
}

struct evidence *evidence_collect(struct learner *l) {
    const struct recipe *r = &l->recipe;
    struct evidence *of_slot = arena_zalloc(&l->arena, (l->lexicon->slots.n + 1) * sizeof *of_slot);
    struct explained x = explained_open(l);
    uint32_t n = l->n < r->sense_examples / r->sense_epochs ? (uint32_t)(r->sense_epochs * l->n)
                                                            : (uint32_t)r->sense_examples;
    for (uint32_t i = 0; i < n && !l->stopped; i += l->batch) {
        batch_draw(l, l->n, NULL);
        for (uint32_t d = 0; d < l->n_drawn; d++) {
            explain(l, l->drawn[d], &x);
            for (uint32_t k = 0; x.probability >= r->understood && k < x.n; k++)
                if (x.uses[k].share > r->used)
                    add_use(l, &of_slot[x.uses[k].slot], l->drawn[d], l->gradients[d].times);
        }
    }
    return of_slot;
}

/* The shortest example is the one to show: they come by length. */
void evidence_count(struct learner *l, uint32_t *counts, const struct example **examples) {
    const struct recipe *r = &l->recipe;
    uint32_t size = l->n < r->evidence_examples ? l->n : (uint32_t)r->evidence_examples;
    struct explained x = explained_open(l);
    for (uint32_t i = 0; i < size && !l->stopped; i++) {
        const struct example *e = &l->examples[(uint64_t)i * l->n / size];
        explain(l, e, &x);
        for (uint32_t k = 0; x.probability >= r->understood && k < x.n; k++) {
            uint32_t s = x.uses[k].slot;
            if (x.uses[k].share > r->understood && !counts[s]++) examples[s] = e;
        }
    }
}
