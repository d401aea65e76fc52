/* The entries that a word may have before anything is learned, as text. They are made in a copy
 * of the domain, which learns the names of constants from the targets and is gone afterwards. */
#include <stdlib.h>

#include "model/model.h"

struct g2l2_candidates {
    struct arena arena;
    struct guard guard;
    VEC(g2l2_candidate) list;
};

static void list_all(g2l2_candidates *self, g2l2_domain *domain, const char *name,
                     const char *const *targets, size_t n_targets) {
    const struct candidate_set *set = domain_set(domain, name);
    candidate_list candidates = {0};
    if (!set)
        guard_raise(&self->guard, G2L2_STATUS_UNKNOWN, 0, 0,
                    "domain '%.100s' has no candidate set '%.60s'", domain->name, name ? name : "");
    domain_add_literals(domain, targets, n_targets, NULL, 0);
    domain_add_placeholders(domain);
    domain_candidates(domain, set, &candidates);
    for (uint32_t i = 0; i < candidates.n; i++) {
        struct buf category, program;
        arena_check(&self->arena);
        buf_init(&category, &self->arena);
        buf_init(&program, &self->arena);
        buf_puts(&program, "");
        category_print(&domain->syntax, candidates.at[i].cat, &category);
        if (candidates.at[i].program) term_print(&domain->lang, candidates.at[i].program, &program);
        vec_push(&self->arena, &self->list, ((g2l2_candidate){category.at, program.at, 0}));
    }
}

/* The frame to land in: it has nothing that a jump could spoil. */
static g2l2_status list_guarded(g2l2_candidates *self, g2l2_domain *domain, const char *set,
                                const char *const *targets, size_t n, g2l2_error *err) {
    if (guard_try(&self->guard, err)) list_all(self, domain, set, targets, n);
    return self->guard.status;
}

g2l2_status g2l2_domain_candidates(const g2l2_domain *domain, const char *set,
                                   const char *const *targets, size_t n_targets,
                                   const g2l2_budget *budget, g2l2_candidates **out,
                                   g2l2_error *err) {
    g2l2_candidates *self = calloc(1, sizeof *self);
    g2l2_domain *copy = NULL;
    struct budget left;
    *out = NULL;
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    budget_start(&left, budget);
    arena_init(&self->arena, &self->guard, budget_bytes(budget, 0));
    self->arena.budget = &left;
    g2l2_status status = domain_copy(domain, &copy, err);
    if (!status) {
        copy->taught = domain->lang.literal_ops.n > 0;
        copy->arena.guard = &self->guard;
        copy->arena.limit = self->arena.limit;
        copy->arena.budget = &left;
        status = list_guarded(self, copy, set, targets, n_targets, err);
    }
    g2l2_domain_free(copy);
    self->arena.budget = NULL;
    if (status) g2l2_candidates_free(self);
    else *out = self;
    return status;
}

LIST_FUNCTIONS(candidates, candidate)
