/* Values for people.
 *
 *     a set, or a modifier      1:0.99  3:0.87             objects, and P(each is in it)
 *     yes or no, a word         metal   (metal:0.96  rubber:0.02)
 *     a number                  2   (1:0.09  2:0.88; expected 1.90) */
#include "types/set.h"

#define HARDLY    .05 /* an object that is less surely in is left out, if there are many */
#define FEW       3u
#define UNLIKELY  .015 /* answers of less are left out */
#define MAX_SHOWN 16u

void visual_print_outcome(void *session, int class, uint32_t outcome, struct buf *out) {
    const struct session *s = session;
    const struct lang *lang = s->setup->lang;
    if (class == CLASS_INTEGER) buf_printf(out, "%u", outcome);
    else if (class == CLASS_WORD) buf_puts(out, lang->literals.names.at[outcome]);
    for (uint32_t i = 0; class == CLASS_BOOL && i < lang->ops.n; i++)
        if (lang->ops.at[i].kernel == (outcome ? KERNEL_TRUE : KERNEL_FALSE))
            buf_puts(out, lang->ops.at[i].name);
}

static void describe_set(const struct session *s, const double *value, struct buf *out) {
    uint32_t n = 0, shown = 0;
    for (uint32_t i = 1; i <= s->n; i++) {
        double share = value[0] > 0 ? value[i] / value[0] : 0;
        if (share < HARDLY && s->n > FEW) continue;
        if (n++ < MAX_SHOWN) buf_printf(out, "%s%u:%.2f", shown++ ? "  " : "", i, share);
    }
    if (n > shown) buf_printf(out, "  and %u more", n - shown);
    if (!n) buf_puts(out, "none");
}

/* All that are likely, in their order; names only where there are more than one. */
static void describe_likely(struct session *s, int class, const double *value, uint32_t n,
                            struct buf *out) {
    uint32_t n_likely = 0, shown = 0;
    for (uint32_t i = 0; i < n; i++)
        n_likely += answer_chance(s, class, value, i) >= UNLIKELY * value[0];
    for (uint32_t i = 0; i < n && shown < MAX_SHOWN; i++) {
        double chance = answer_chance(s, class, value, i) / value[0];
        if (chance < UNLIKELY) continue;
        buf_puts(out, shown++ ? "  " : "");
        if (n_likely > 1) visual_print_outcome(s, class, i, out);
        buf_printf(out, n_likely > 1 ? ":%.2f" : "%.2f", chance);
    }
}

static void describe_answer(struct session *s, int class, const double *value, struct buf *out) {
    uint32_t n = answer_outcomes(s, class), best = 0;
    double mean = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (answer_chance(s, class, value, i) > answer_chance(s, class, value, best)) best = i;
        if (class == CLASS_INTEGER) mean += i * value[1 + i] / value[0];
    }
    visual_print_outcome(s, class, best, out);
    buf_puts(out, "   (");
    describe_likely(s, class, value, n, out);
    if (class == CLASS_INTEGER) buf_printf(out, "; expected %.2f", mean);
    buf_puts(out, ")");
}

void visual_describe(void *session, int class, const double *value, struct buf *out) {
    struct session *s = session;
    bool answer = class == CLASS_BOOL || class == CLASS_INTEGER || class == CLASS_WORD;
    if (class == CLASS_SET || class == CLASS_MODIFIER) describe_set(s, value, out);
    else if (answer && s->asked < 0 && value[0] > 0) describe_answer(s, class, value, out);
}

bool visual_selects(void *session, int class, const double *value, double *out) {
    const struct session *s = session;
    if (class != CLASS_SET && class != CLASS_MODIFIER) return false;
    for (uint32_t i = 0; i < s->n; i++) out[i] = value[0] > 0 ? value[i + 1] / value[0] : 0;
    return true;
}

/* What is compared by number is not one object, and a relation the other way round keeps what it
 * is given first. */
bool visual_takes_one(void *session, int class, const double *f) {
    const struct session *s = session;
    switch (class) {
    case CLASS_RELATION: return f[(size_t)s->np * s->np] == 0;
    case CLASS_MODIFIER: return set_matrix(s, f);
    case CLASS_OF_PAIR: return f[1] == 0;
    default: return class == CLASS_QUERY || class == CLASS_SAME_OWNER;
    }
}

size_t visual_perceive(void *session, uint32_t word, uint32_t concept, double *out) {
    struct session *s = session;
    size_t n = 0;
    if (s->setup->offsets[concept] == s->offsets[OBJECT]) {
        const double *mask = visual_concept(s, word, OBJECT);
        for (uint32_t i = 1; i <= s->n; i++) out[n++] = mask[i];
    } else if (s->setup->offsets[concept] == s->offsets[RELATION]) {
        const double *relation = visual_concept(s, word, RELATION);
        for (uint32_t j = 1; j <= s->n; j++)
            for (uint32_t i = 1; i <= s->n; i++)
                if (i != j) out[n++] = relation[j * s->np + i];
    }
    return n;
}
