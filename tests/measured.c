/* See measured.h. A small language: three metals, two kinds, each kind said in two words; and
 * two words ask for the metal. */
#include "tests/measured.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const metals[] = {"gold", "lead", "zinc"};
static const char *const kinds[][2] = {{"cube", "block"}, {"ball", "globe"}};

struct thing {
    uint32_t metal, kind;
};

/* lead and gold lie on both sides of zinc, and the two of them higher. The axes are turned. */
static void put_features(FILE *file, const struct thing *t, uint32_t n, struct rng *rng) {
    double hidden[8];
    for (int i = 0; i < 8; i++) hidden[i] = .15 * rng_normal(rng);
    hidden[0] += (double)t->metal == 2 ? 0 : t->metal ? 1 : -1;
    hidden[1] += t->metal == 2 ? 0 : .3;
    hidden[2] += t->kind ? 1 : -1;
    hidden[3] *= 20; /* loud, and says nothing */
    for (uint32_t i = 0; i < n; i++) {
        double x = .02 * rng_normal(rng);
        for (int k = 0; k < 8; k++) x += hidden[k] * cos((i + 1.) * (k + 1) * 1.7);
        fprintf(file, "%s%.6g", i ? "," : "", x);
    }
}

static const char *say(uint32_t kind, struct rng *rng) {
    return kinds[kind][rng_below(rng, 2)];
}

static void ask(FILE *file, const struct thing *things, uint32_t n, struct rng *rng) {
    uint32_t metal = rng_below(rng, 3), kind = rng_below(rng, 2), found = 0, of_kind = 0;
    const struct thing *one = things;
    for (uint32_t i = 0; i < n; i++) {
        found += things[i].metal == metal && things[i].kind == kind;
        of_kind += things[i].kind == kind;
        if (things[i].kind == kind) one = &things[i];
    }
    const char *noun = say(kind, rng);
    uint32_t which = rng_below(rng, 4);
    if (which == 0 && of_kind == 1)
        fprintf(file, "{\"question\": \"%s %s\", \"answer\": \"%s\"",
                rng_below(rng, 2) ? "metal" : "stuff", noun, metals[one->metal]);
    else if (which == 1 && n == 1)
        fprintf(file, "{\"question\": \"kind thing\", \"answer\": \"%s\"", kinds[one->kind][0]);
    else if (which == 2)
        fprintf(file, "{\"question\": \"number %s %s\", \"answer\": %u", metals[metal], noun,
                found);
    else
        fprintf(file, "{\"question\": \"any %s %s\", \"answer\": %s", metals[metal], noun,
                found ? "true" : "false");
}

void measured_make(struct lesson *self, uint32_t n_questions, uint32_t n_numbers, uint64_t seed) {
    char path[] = "/tmp/g2l2-measured-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    struct rng rng;
    assert_non_null(file);
    rng_seed(&rng, seed);
    for (uint32_t i = 0; i < n_questions; i++) {
        struct thing things[4];
        uint32_t n = 1 + rng_below(&rng, 4);
        for (uint32_t k = 0; k < n; k++)
            things[k] = (struct thing){rng_below(&rng, 3), rng_below(&rng, 2)};
        ask(file, things, n, &rng);
        fprintf(file, ", \"objects\": [");
        for (uint32_t k = 0; k < n; k++) {
            fprintf(file, "%s{\"features\": [", k ? ", " : "");
            put_features(file, &things[k], n_numbers, &rng);
            fprintf(file, "]}");
        }
        fprintf(file, "]}\n");
    }
    fclose(file);
    lesson_read(self, path);
}
