/* Bounds that a word stands for: `major` cities are those of so many people, whatever the sentence
 * says of them besides. What is asked for with such a word is never below the bound, so the
 * answers show it:
 *
 *     major cities of ohio    akron 237177, ..., toledo 354635    smallest 203371
 *     major cities of kansas  kansas city 161087, wichita 279272  smallest 161087 ─▶ from 161087
 *
 * The smallest number of all is right if all answers are such things. Some questions ask for
 * something else (`capitals that are not major`), so the next ones are candidates as well. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/objective.h"
#include "types/stated.h"

#define SLACK    1e-9 /* of a digit: 0.37 is 37 hundredths */
#define MAX_NAME 400  /* bytes of a name in an answer */

/* What a program asks of a number: to be as large, or as small. */
struct asked {
    const char *quantity;
    bool large;
};

static bool find_asked(const struct lang *lang, const struct term *term, struct asked *out) {
    const struct op *op = term->kind == TERM_OP ? &lang->ops.at[term->op] : NULL;
    if (op && (op->kernel == KERNEL_FROM || op->kernel == KERNEL_UP_TO)) {
        const struct term *of = term->subs[1], *number = term->subs[2];
        if (of->kind != TERM_OP || number->kind != TERM_SLOT) return false;
        *out = (struct asked){lang->ops.at[of->op].name, op->kernel == KERNEL_FROM};
        return true;
    }
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (find_asked(lang, term->subs[i], out)) return true;
    return false;
}

/* A thing, by its number; there may be none. */
struct thing {
    double number;
    uint64_t like; /* which numbers things like it have */
};

/* Which numbers an object has, a bit for each: cities have one of people, states of area too. */
static uint64_t numbers_stated(const struct stated *world, uint32_t object) {
    uint64_t out = 0;
    for (uint32_t q = 0; q < world->quantities.n && q < 64; q++)
        if (!isnan(world->quantities.at[q].of[object])) out |= (uint64_t)1 << q;
    return out;
}

/* The one that is larger, or smaller. */
static struct thing further(struct thing a, struct thing b, bool large) {
    if (isnan(a.number) || isnan(b.number)) return isnan(a.number) ? b : a;
    return (large ? a.number >= b.number : a.number <= b.number) ? a : b;
}

/* Of the things that a name may stand for, the one that is meant is within. */
static struct thing thing_of(const struct stated *world, const double *numbers, const char *name,
                             bool large) {
    const uint64_t *named = stated_named(world, name);
    struct thing out = {.number = NAN};
    for (uint32_t i = 0; named && i < world->n_objects; i++)
        if (named[i / 64] >> (i % 64) & 1)
            out = further(out, (struct thing){numbers[i], numbers_stated(world, i)}, large);
    return out;
}

/* The thing of an answer that is the last within; none, if one of them has no such number. */
static struct thing last_within(const struct stated *world, struct asked asked,
                                const char *answer) {
    const struct stated_quantity *q = stated_quantity(world, asked.quantity);
    struct thing out = {.number = NAN};
    char name[MAX_NAME];
    for (size_t n; q && *answer; answer += n + strspn(answer + n, ", ")) {
        const char *end = strstr(answer, ", ");
        n = end ? (size_t)(end - answer) : strlen(answer);
        if (n >= sizeof name) return (struct thing){.number = NAN};
        memcpy(name, answer, n);
        name[n] = 0;
        struct thing next = thing_of(world, q->of, name, asked.large);
        if (isnan(next.number)) return next;
        out = further(out, next, !asked.large);
    }
    return out;
}

static int by_number(const void *a, const void *b) {
    double x = ((const struct thing *)a)->number, y = ((const struct thing *)b)->number;
    return (x > y) - (x < y);
}

/* Are there enough of such things beyond the bound that it tells them apart? */
static bool tells(const struct learner *l, struct asked asked, struct thing bound) {
    uint32_t n = 0, beyond = 0;
    for (uint32_t w = 0; w < l->n_stated; w++) {
        const struct stated *world = l->stated[w].world;
        const struct stated_quantity *q = stated_quantity(world, asked.quantity);
        for (uint32_t i = 0; q && i < world->n_objects; i++) {
            if (isnan(q->of[i]) || numbers_stated(world, i) != bound.like) continue;
            n++;
            beyond += asked.large ? q->of[i] < bound.number : q->of[i] > bound.number;
        }
    }
    return beyond >= l->recipe.answer_bound_beyond * n && beyond;
}

/* What is last within each answer, the last of all first, each number once: how many. */
static uint32_t list_bounds(const struct learner *l, struct asked asked,
                            const struct word_answers *of, struct thing *out) {
    uint32_t n = 0, distinct = 0;
    for (uint32_t i = 0; i < of->n; i++) {
        size_t scene = g2l2_dataset_get(l->data, of->sentences[i]).scene;
        const char *answer = of->targets[l->target_of[of->sentences[i]]].text;
        if (!answer || scene >= l->n_stated) continue;
        out[n] = last_within(l->stated[scene].world, asked, answer);
        if (isnan(out[n].number)) continue;
        out[n++].number *= asked.large ? 1 : -1;
    }
    qsort(out, n, sizeof *out, by_number);
    for (uint32_t i = 0; i < n; i++)
        if (!distinct || out[i].number != out[distinct - 1].number) out[distinct++] = out[i];
    for (uint32_t i = 0; i < distinct; i++) out[i].number *= asked.large ? 1 : -1;
    return distinct;
}

/* People's bounds are round. The last that was seen within is not the last that is: 152,453 and 805
 * stand for 150,000 and 800. */
static double rounded(double number, bool large) {
    double unit = pow(10, floor(log10(fabs(number))) - 1);
    if (!isfinite(unit) || unit <= 0) return number;
    return large ? fmin(number, floor(number / unit + SLACK) * unit)
                 : fmax(number, ceil(number / unit - SLACK) * unit);
}

uint32_t bounds_of(struct learner *l, const struct term *program, const struct word_answers *of,
                   double *out) {
    struct asked asked;
    if (!find_asked(&l->work->domain->lang, program, &asked)) return 0;
    struct thing *bounds = arena_array(&l->arena, struct thing, of->n + 1);
    uint32_t n = list_bounds(l, asked, of, bounds), kept = 0;
    if (n < l->recipe.answer_bound_least) return 0;
    for (uint32_t i = 0; i < n && i < l->recipe.answer_bounds; i++) {
        if (!tells(l, asked, bounds[i])) continue;
        out[kept] = rounded(bounds[i].number, asked.large);
        kept += !kept || out[kept] != out[kept - 1];
    }
    return kept;
}
