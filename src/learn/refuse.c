/* Examples that cannot be learned from: which one, where it is, and why. */
#include <string.h>

#include "learn/learn.h"

static const char *file_of(const g2l2_example *e) {
    return e->file ? e->file : "example";
}

/* The first example whose sentence means something else in an earlier one, of the same scene
 * if it is about one. */
static bool find_contradiction(const g2l2_dataset *data, struct arena *arena, size_t *where) {
    struct symbols sentences;
    struct buf key;
    VEC(size_t) first = {0};
    symbols_init(&sentences, arena);
    buf_init(&key, arena);
    for (size_t i = 0; i < g2l2_dataset_count(data); i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        key.n = 0;
        buf_printf(&key, "%zu %s", e.scene, e.sentence);
        uint32_t id = symbols_add(&sentences, key.at, key.n);
        if (id == first.n) vec_push(arena, &first, i);
        if (!strcmp(g2l2_dataset_get(data, first.at[id]).target, e.target)) continue;
        where[0] = first.at[id];
        where[1] = i;
        return true;
    }
    return false;
}

static g2l2_status report_contradiction(const g2l2_dataset *data, const size_t *where,
                                        g2l2_error *err) {
    g2l2_example a = g2l2_dataset_get(data, where[0]), b = g2l2_dataset_get(data, where[1]);
    return err_set(
        err, G2L2_STATUS_DATA, b.line, 0,
        "%s:%zu: '%.80s' means '%.80s' here but '%.80s' at %s:%zu; correct one of them, or "
        "allow such with --noise",
        file_of(&b), b.line, b.sentence, b.target, a.target, file_of(&a), a.line);
}

g2l2_status learn_refuse(const g2l2_dataset *data, const g2l2_learn_report *report,
                         const struct failure *failure, g2l2_error *err) {
    struct arena arena;
    struct guard guard;
    volatile bool contradiction = false;
    size_t where[2]; /* earlier, later */
    arena_init(&arena, &guard, 0);
    if (guard_try(&guard, err)) contradiction = find_contradiction(data, &arena, where);
    arena_free(&arena);
    if (guard.status) return guard.status;
    if (contradiction) return report_contradiction(data, where, err);
    g2l2_example e = g2l2_dataset_get(data, failure->example);
    return err_set(err, G2L2_STATUS_DATA, e.line, 0,
                   "%s:%zu: no candidate entries make '%.60s' mean '%.60s' (%zu of %zu examples "
                   "stay unexplained; here: %.100s); correct the data, give --candidates or a "
                   "definition with more, or allow it with --noise",
                   file_of(&e), e.line, e.sentence, e.target, report->checked - report->correct,
                   report->checked, failure->reason);
}
