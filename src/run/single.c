/* Execution of a plan that has one derivation, as most sentences of an unambiguous lexicon have:
 * a value for each node, and nothing to weigh.
 *
 * What words mean by themselves is the same in every sentence, so values are kept from one to
 * the next. That gives them other numbers than in a run of its own, which would decide between
 * equally likely readings; here there is one reading. */
#include "run/single.h"

#define HELD (1u << 20) /* bytes of values, above which it begins anew */

void single_init(struct single *self, struct guard *guard) {
    *self = (struct single){0};
    arena_init(&self->arena, guard, 0);
}

void single_free(struct single *self) {
    arena_free(&self->arena);
}

bool single_plan(const struct plan *plan) {
    if (plan->n_roots != 1) return false;
    for (uint32_t i = 0; i < plan->n_nodes; i++)
        if (plan->nodes[i + 1].first != plan->nodes[i].first + 1) return false;
    return true;
}

static void open(struct single *self, const struct lexicon *lexicon, size_t max_target) {
    const g2l2_domain *domain = lexicon->domain;
    const struct exact_kernels *kernels = domain->kernels->exact;
    if (self->arena.held > HELD) arena_free(&self->arena);
    arena_reset(&self->arena);
    self->state = kernels->open(&self->arena, &domain->lang, NULL, NULL, max_target);
    self->machine = machine_new(&self->arena, domain, kernels, self->state, false);
    self->of_slot = arena_zalloc(&self->arena, (lexicon->slots.n + 1) * sizeof *self->of_slot);
}

/* A program that looks at the words of its sentence has no value of its own. */
static value_id word_value(struct single *self, const struct walk *walk, uint32_t node,
                           const struct plan_edge *edge) {
    const struct lexicon *lexicon = walk->sentence.lexicon;
    uint32_t slot = plan_word_slot(walk->plan, &walk->sentence, edge);
    if (self->of_slot[slot]) return self->of_slot[slot] - 1;
    const struct plan_node *n = &walk->plan->nodes[node];
    const struct term *program = lexicon_program(lexicon, slot, n->cat);
    if (!program) return 0; /* a schema means nothing by itself */
    if (machine_listens(&lexicon->domain->lang, program)) return VALUE_DEAD;
    value_id value = machine_normal(self->machine, machine_eval(self->machine, program), n->type);
    if (value != VALUE_DEAD && !edge->meaning) self->of_slot[slot] = value + 1;
    return value;
}

static value_id combined(struct single *self, const struct walk *walk, uint32_t node,
                         const struct plan_edge *edge, const value_id *values) {
    const struct plan *plan = walk->plan;
    const struct meaning *meaning = plan_meaning(plan, edge);
    value_id out =
        plan_is_node(plan, edge->right)
            ? machine_join(self->machine, meaning, values[edge->left], values[edge->right])
            : machine_raise(self->machine, meaning, values[edge->left]);
    return machine_normal(self->machine, out, plan->nodes[node].type);
}

value_id single_run(struct single *self, const struct walk *walk, size_t max_target) {
    const struct plan *plan = walk->plan;
    if (!self->is_open || self->arena.held > HELD) open(self, walk->sentence.lexicon, max_target);
    self->is_open = false; /* should memory run out on the way */
    value_id *values = arena_array(walk->arena, value_id, plan->n_nodes + 1), value = VALUE_DEAD;
    for (uint32_t i = 0; i < plan->n_nodes; i++) {
        const struct plan_edge *edge = &plan->edges[plan->nodes[i].first];
        arena_check(walk->arena);
        value = edge->kind == PLAN_WORD   ? word_value(self, walk, i, edge)
                : edge->kind == PLAN_PASS ? values[edge->left]
                                          : combined(self, walk, i, edge, values);
        if (value == VALUE_DEAD) break;
        values[i] = value;
    }
    self->is_open = true;
    if (value == VALUE_DEAD) return value;
    value = values[plan->roots[0]];
    const struct exact_kernels *kernels = walk->sentence.lexicon->domain->kernels->exact;
    return value & VALUE_CLOSURE ? value : kernels->result(self->state, value);
}
