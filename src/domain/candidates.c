/* Candidates: the entries that a word may have, by the lines of a candidate set and the constants of the data. */
#include <string.h>

#include "domain/domain.h"

/* Constants of the data that programs may have: [n] operations. */
struct constants {
    const uint16_t *at;
    uint32_t n;
};

/* Operations without arguments: the definition's first, then the data's. */
static void collect_constants(const g2l2_domain *self, struct constants data,
                              struct enumeration *rules, struct arena *arena) {
    const struct lang *lang = &self->lang;
    uint16_t *constants = arena_array(arena, uint16_t, lang->own_ops.n + data.n + 1);
    for (uint32_t i = 0; i < lang->own_ops.n; i++)
        if (!lang->ops.at[lang->own_ops.at[i]].n_args)
            constants[rules->n_constants++] = lang->own_ops.at[i];
    for (uint32_t i = 0; i < data.n; i++) constants[rules->n_constants++] = data.at[i];
    rules->constants = constants;
}

/* The first `?` of a term with `filling`, which is closed, in its place. */
static const struct term *fill_slot(struct lang *lang, const struct term *term,
                                    const struct term *filling, bool *done) {
    const struct term *subs[OP_MAX_ARGS];
    if (*done || (!term->n_subs && term->kind != TERM_SLOT)) return term;
    if (term->kind == TERM_SLOT) {
        *done = true;
        return filling;
    }
    for (uint32_t i = 0; i < term->n_subs; i++)
        subs[i] = fill_slot(lang, term->subs[i], filling, done);
    if (term->kind == TERM_LAMBDA)
        return term_lambda(lang, lang->types.at[term->type].argument, subs[0]);
    if (term->kind == TERM_APPLY) return term_apply(lang, subs[0], subs[1]);
    return term_op(lang, term->op, subs);
}

const struct term *domain_fill(g2l2_domain *self, const struct term *program,
                               const struct term *filling) {
    bool done = false;
    return fill_slot(&self->lang, program, filling, &done);
}

static const struct term *first_slot(const struct term *term) {
    if (term->kind == TERM_SLOT) return term;
    for (uint32_t i = 0; i < term->n_subs; i++) {
        const struct term *found = first_slot(term->subs[i]);
        if (found) return found;
    }
    return NULL;
}

/* Where nothing is learned of objects, `?` is any of the constants that are stated of them; a
 * number is left to whoever knows the answers. */
static void add_candidate(g2l2_domain *self, struct candidate c, struct constants data,
                          candidate_list *out) {
    const struct term *slot = c.program && !self->mixed ? first_slot(c.program) : NULL;
    if (!slot || slot->type == self->lang.number_type) {
        vec_push(&self->arena, out, c);
        return;
    }
    for (uint32_t i = 0; i < data.n; i++) {
        if (self->lang.ops.at[data.at[i]].result != slot->type) continue;
        const struct term *constant = term_op(&self->lang, data.at[i], NULL);
        const struct term *program = domain_fill(self, c.program, constant);
        add_candidate(self, (struct candidate){c.cat, program}, data, out);
    }
}

static void collect_concepts(const g2l2_domain *self, struct arena *arena,
                             struct enumeration *rules) {
    type_id *types = arena_array(arena, type_id, self->concepts.n + 1);
    for (uint32_t i = 0; i < self->concepts.n; i++) types[i] = self->concepts.at[i].type;
    rules->concepts = types;
    rules->n_concepts = self->mixed ? self->concepts.n : 0;
}

void domain_candidates(g2l2_domain *self, const struct candidate_set *set, candidate_list *out) {
    domain_candidates_of(self, set, self->lang.literal_ops.at, self->lang.literal_ops.n, out);
}

static bool has_kind(const g2l2_domain *self, struct constants data, enum value_kind kind) {
    for (uint32_t i = 0; i < data.n; i++)
        if (domain_kind(self, self->lang.ops.at[data.at[i]].result) == kind) return true;
    return false;
}

/* Groups are made of constants; and a value apart from the things that have it is wanted where
 * there are columns to be told apart. */
static bool is_wanted(const g2l2_domain *self, cat_id cat, struct constants data) {
    if (self->syntax.cats.at[cat].kind == CAT_KIND_SLASH) return true;
    enum value_kind kind = domain_kind(self, self->syntax.cats.at[cat].type);
    if (kind == KIND_GROUPS) return has_kind(self, data, KIND_GROUPS);
    return kind != KIND_PROPERTY || has_kind(self, data, KIND_COLUMN);
}

/* Does it speak of what the data have not? */
static bool is_idle(const g2l2_domain *self, cat_id cat, struct constants data) {
    const struct category *cats = self->syntax.cats.at;
    bool wanted = true;
    for (; cats[cat].kind == CAT_KIND_SLASH; cat = cats[cat].result)
        wanted &= is_wanted(self, cats[cat].argument, data);
    return !wanted || !is_wanted(self, cat, data);
}

void domain_candidates_of(g2l2_domain *self, const struct candidate_set *set,
                          const uint16_t *literals, uint32_t n, candidate_list *out) {
    struct constants data = {literals, n};
    struct enumeration rules = set->rules;
    if (!set->without_constants) collect_constants(self, data, &rules, &self->arena);
    collect_concepts(self, &self->arena, &rules);
    rules.numbers = set->numbers.n ? set->numbers.at : self->numbers.at;
    rules.n_numbers = set->numbers.n ? set->numbers.n : self->numbers.n;
    for (uint32_t i = 0; i < set->lines.n; i++) {
        const struct candidate_rule *line = &set->lines.at[i];
        type_id type = self->syntax.cats.at[line->cat].type;
        if (is_idle(self, line->cat, data)) continue;
        if (line->program || type == TYPE_NONE) {
            add_candidate(self, (struct candidate){line->cat, line->program}, data, out);
            continue;
        }
        self->programs.n = 0;
        rules.max_ops = line->max_ops ? line->max_ops : set->rules.max_ops;
        term_enumerate(&self->lang, type, &rules, &self->programs);
        for (uint32_t k = 0; k < self->programs.n; k++)
            vec_push(&self->arena, out, ((struct candidate){line->cat, self->programs.at[k]}));
    }
}
