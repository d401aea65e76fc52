/* A definition: read, copied, its candidates enumerated, its grammar closed. */
#include "domain/domain.h"
#include "fuzz/fuzz.h"

/* The frame to land in: it has nothing that a jump could spoil. */
static void use(g2l2_domain *domain, g2l2_error *err) {
    static const char *const targets[] = {"A B A", "2"};
    if (!guard_try(&domain->guard, err)) return;
    domain_add_literals(domain, targets, 2, NULL, 0);
    for (uint32_t i = 0; i < domain->sets.n; i++) {
        candidate_list candidates = {0};
        domain_candidates(domain, &domain->sets.at[i], &candidates);
        for (uint32_t k = 0; k < candidates.n; k++) must(candidates.at[k].cat != CAT_NONE);
    }
    domain_close(domain);
}

int fuzz_one(const uint8_t *data, size_t size) {
    g2l2_domain *domain, *copy;
    g2l2_error err = {0};
    if (size && memchr(data, 0, size)) return 0; /* the callers have looked: it is text */
    g2l2_status status = domain_parse((const char *)data, size, &domain, &err);
    if (status) {
        fuzz_check_error(status, &err);
        return 0;
    }
    must(!domain_copy(domain, &copy, &err));
    must(!strcmp(domain->text, copy->text) && !strcmp(domain->name, copy->name));
    g2l2_domain_free(copy);
    const g2l2_budget given = fuzz_budget();
    struct budget budget;
    budget_start(&budget, &given);
    domain->arena.limit = given.bytes;
    domain->arena.budget = &budget;
    use(domain, &err);
    g2l2_domain_free(domain);
    return 0;
}
