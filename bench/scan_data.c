/* SCAN for the bench.
 *
 *   simple          the published files, where a folder of them is known; the
 *                   split is random, so their test needs their training part
 *   jump, around-right, length
 *                   the grammar makes the same sets as the published files; only
 *                   the test is read from there, to be sure
 *   no such folder  all of it from the grammar
 *
 * A seed decides the order of the examples and what is drawn from them. */
#include <string.h>

#include "bench/bench.h"

/* ---- whole parts ------------------------------------------------------------------------ */

static g2l2_dataset *new_dataset(struct bench *b) {
    g2l2_error err;
    g2l2_dataset *out = NULL;
    bench_check(b, g2l2_dataset_new(&out, &err), &err);
    return out;
}

static void add(struct bench *b, g2l2_dataset *data, const char *sentence, const char *target) {
    g2l2_error err;
    bench_check(b, g2l2_dataset_add(data, sentence, target, NULL, 0, &err), &err);
}

static void add_question(struct bench *b, g2l2_dataset *data, const g2l2_example *e) {
    g2l2_error err;
    bench_check(b, g2l2_dataset_add_question(data, e->sentence, e->target, e->scene, NULL, 0, &err),
                &err);
}

/* Lines `IN: sentence OUT: target`; the text is cut up. */
static void add_lines(struct bench *b, g2l2_dataset *data, char *text) {
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        char *target = strstr(line, " OUT: ");
        *target = 0;
        add(b, data, line + strlen("IN: "), target + strlen(" OUT: "));
    }
}

static g2l2_dataset *generate(struct bench *b, const struct scan_options *options) {
    struct arena arena;
    struct buf text;
    g2l2_dataset *out = new_dataset(b);
    arena_init(&arena, &b->guard, 0);
    buf_init(&text, &arena);
    scan_generate(options, &text);
    add_lines(b, out, text.at);
    arena_free(&arena);
    return out;
}

static g2l2_dataset *read_published(struct bench *b, enum scan_split split, enum scan_part part) {
    static const char *const names[] = {"simple", "addprim_jump", "template_around_right",
                                        "length"}; /* [scan_split] */
    char path[4096];
    g2l2_error err;
    g2l2_dataset *out = new_dataset(b);
    snprintf(path, sizeof path, "%s/tasks_%s_%s.txt", b->official, scan_part_names[part],
             names[split]);
    bench_check(b, g2l2_dataset_read(out, path, NULL, &err), &err);
    return out;
}

/* ---- samples ------------------------------------------------------------------------------ */

static uint32_t *shuffled(struct arena *arena, uint32_t n, uint64_t seed) {
    uint32_t *order = arena_array(arena, uint32_t, n + 1); /* [n] */
    struct rng rng;
    rng_seed(&rng, seed);
    rng_order(&rng, order, n);
    return order;
}

static uint32_t count_words(const char *sentence) {
    uint32_t n = 1;
    for (; *sentence; sentence++) n += *sentence == ' ';
    return n;
}

/* A share of each length, at least one, in random order. */
static g2l2_dataset *sample(struct bench *b, g2l2_dataset *from, double fraction, uint64_t seed) {
    uint32_t n = (uint32_t)g2l2_dataset_count(from), open[LAB_WORDS] = {0};
    uint32_t *order = shuffled(&b->arena, n, seed);
    g2l2_dataset *out = new_dataset(b);
    for (uint32_t i = 0; i < n; i++)
        open[count_words(g2l2_dataset_get(from, i).sentence) % LAB_WORDS]++;
    for (uint32_t i = 0; i < LAB_WORDS; i++) {
        uint32_t kept = (uint32_t)(fraction * open[i] + 0.5);
        open[i] = kept || !open[i] ? kept : 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        g2l2_example e = g2l2_dataset_get(from, order[i]);
        uint32_t *left = &open[count_words(e.sentence) % LAB_WORDS];
        if (!*left) continue;
        --*left;
        add(b, out, e.sentence, e.target);
    }
    g2l2_dataset_free(from);
    return out;
}

g2l2_dataset *data_scan(struct bench *self, enum scan_split split, enum scan_part part,
                        double fraction, uint64_t seed) {
    struct scan_options options = {split, part, fraction, seed};
    if (!self->official) return generate(self, &options);
    if (part == SCAN_TEST) return read_published(self, split, part);
    if (split != SCAN_SIMPLE) return generate(self, &options);
    return sample(self, read_published(self, split, part), fraction, seed);
}

const char *data_source(const struct bench *self) {
    return self->official ? "published" : "generated";
}

g2l2_dataset *data_draw(struct bench *self, const g2l2_dataset *from, uint32_t n, uint64_t seed) {
    uint32_t *order = shuffled(&self->arena, (uint32_t)g2l2_dataset_count(from), seed);
    g2l2_dataset *out = new_dataset(self);
    for (uint32_t i = 0; i < n; i++) {
        g2l2_example e = g2l2_dataset_get(from, order[i]);
        if (e.scene == SIZE_MAX) add(self, out, e.sentence, e.target);
        else add_question(self, out, &e);
    }
    return out;
}

g2l2_dataset *data_mislabel(struct bench *self, const g2l2_dataset *from, double share,
                            uint64_t seed) {
    uint32_t n = (uint32_t)g2l2_dataset_count(from), n_wrong = (uint32_t)(share * n + 0.5);
    uint32_t *order = shuffled(&self->arena, n, seed);
    g2l2_dataset *out = new_dataset(self);
    struct rng rng;
    rng_seed(&rng, ~seed);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t other = i < n_wrong ? (i + 1 + rng_below(&rng, n - 1)) % n : i;
        add(self, out, g2l2_dataset_get(from, order[i]).sentence,
            g2l2_dataset_get(from, order[other]).target);
    }
    return out;
}

/* ---- words and models ------------------------------------------------------------------------ */

static void add_words(struct symbols *words, const g2l2_dataset *data) {
    for (size_t i = 0; i < g2l2_dataset_count(data); i++)
        for (const char *at = g2l2_dataset_get(data, i).sentence; *at;) {
            size_t n = strcspn(at, " ");
            symbols_add(words, at, n);
            at += n + strspn(at + n, " ");
        }
}

uint32_t data_unseen(struct bench *self, const g2l2_dataset *train, const g2l2_dataset *test) {
    struct symbols words;
    symbols_init(&words, &self->arena);
    add_words(&words, train);
    uint32_t seen = words.names.n;
    add_words(&words, test);
    return words.names.n - seen;
}

g2l2_model *data_model(struct bench *self, uint64_t seed) {
    g2l2_error err;
    g2l2_domain *domain;
    g2l2_model *model;
    g2l2_learn_options options = g2l2_learn_options_default();
    g2l2_dataset *train = data_scan(self, SCAN_SIMPLE, SCAN_TRAIN, 1, seed);
    options.seed = seed;
    bench_check(self, g2l2_domain_open("nav", &domain, &err), &err);
    bench_check(self, g2l2_learn(domain, train, &options, &model, NULL, &err), &err);
    g2l2_domain_free(domain);
    g2l2_dataset_free(train);
    return model;
}
