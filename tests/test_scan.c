/* The SCAN generator, held against the published files where they are at hand
 * ($G2L2_SHARED/data/scan), as sets:
 *
 *   grammar ─▶ lines ─▶ sort, unique ─▶ ═ ◀─ sort, unique ◀─ published lines */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "generators/scan/scan.h"
#include "tests/shared.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* One text, and where its lines begin. */
struct lines {
    struct guard guard;
    struct arena arena;
    struct buf text;
    char **at; /* [n] */
    size_t n;
};

static void lines_init(struct lines *self) {
    *self = (struct lines){.n = 0};
    arena_init(&self->arena, &self->guard, 0);
    buf_init(&self->text, &self->arena);
}

static void lines_free(struct lines *self) {
    arena_free(&self->arena);
    free(self->at);
}

/* Cuts `text` up: after this it is no longer one string. */
static void lines_cut(struct lines *self) {
    for (size_t i = 0; i < self->text.n; i++) self->n += self->text.at[i] == '\n';
    self->at = calloc(self->n + 1, sizeof *self->at);
    assert_non_null(self->at);
    char *at = self->text.at;
    for (size_t i = 0; i < self->n; i++) {
        self->at[i] = at;
        at = strchr(at, '\n');
        *at++ = 0;
    }
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void lines_sort(struct lines *self) {
    size_t n = 0;
    qsort(self->at, self->n, sizeof *self->at, by_text);
    for (size_t i = 0; i < self->n; i++)
        if (!n || strcmp(self->at[n - 1], self->at[i])) self->at[n++] = self->at[i];
    self->n = n;
}

static g2l2_status generate(struct lines *self, const struct scan_options *options,
                            g2l2_error *err) {
    if (guard_try(&self->guard, err)) scan_generate(options, &self->text);
    return self->guard.status;
}

static void generate_set(struct lines *self, enum scan_split split, enum scan_part part) {
    struct scan_options options = {split, part, 1, 0};
    assert_int_equal(generate(self, &options, NULL), G2L2_STATUS_OK);
    lines_cut(self);
    lines_sort(self);
}

static void sizes_of_the_splits(void **state) {
    static const size_t sizes[][2] = {
        [SCAN_SIMPLE] = {16728, 4182},
        [SCAN_JUMP] = {13204, 7706},
        [SCAN_AROUND_RIGHT] = {15225, 4476},
        [SCAN_LENGTH] = {16990, 3920},
    };
    (void)state;
    for (size_t split = 0; split < LENGTH(sizes); split++)
        for (int part = SCAN_TRAIN; part <= SCAN_TEST; part++) {
            struct lines lines;
            lines_init(&lines);
            generate_set(&lines, (enum scan_split)split, (enum scan_part)part);
            assert_int_equal(lines.n, sizes[split][part]); /* unique: no line twice */
            lines_free(&lines);
        }
}

static void expect_line(const struct lines *set, const char *line) {
    if (!bsearch(&line, set->at, set->n, sizeof *set->at, by_text)) fail_msg("no line %s", line);
}

static void lines_have_the_published_meaning(void **state) {
    static const char *const expected[] = {
        "IN: jump OUT: I_JUMP",
        "IN: turn left OUT: I_TURN_LEFT",
        "IN: look right twice OUT: I_TURN_RIGHT I_LOOK I_TURN_RIGHT I_LOOK",
        "IN: turn opposite left OUT: I_TURN_LEFT I_TURN_LEFT",
        "IN: turn around right OUT: I_TURN_RIGHT I_TURN_RIGHT I_TURN_RIGHT I_TURN_RIGHT",
        "IN: jump opposite left OUT: I_TURN_LEFT I_TURN_LEFT I_JUMP",
        ("IN: jump around left OUT: I_TURN_LEFT I_JUMP I_TURN_LEFT I_JUMP I_TURN_LEFT I_JUMP "
         "I_TURN_LEFT I_JUMP"),
        "IN: walk and run thrice OUT: I_WALK I_RUN I_RUN I_RUN",
        "IN: walk after run thrice OUT: I_RUN I_RUN I_RUN I_WALK",
    };
    struct lines all;
    (void)state;
    lines_init(&all);
    struct scan_options options = scan_options_default();
    assert_int_equal(generate(&all, &options, NULL), G2L2_STATUS_OK);
    options.part = SCAN_TEST;
    assert_int_equal(generate(&all, &options, NULL), G2L2_STATUS_OK);
    lines_cut(&all);
    lines_sort(&all);
    assert_int_equal(all.n, SCAN_N_COMMANDS);
    for (size_t i = 0; i < LENGTH(expected); i++) expect_line(&all, expected[i]);
    lines_free(&all);
}

/* Where the published file is; the test is skipped without it. */
static const char *published(char path[SHARED_PATH_MAX], const char *part, const char *task) {
    char name[100];
    snprintf(name, sizeof name, "data/scan/tasks_%s_%s.txt", part, task);
    return shared_path(path, name);
}

static void lines_add_file(struct lines *self, const char *path) {
    char *text = text_of_file(path);
    assert_true(guard_try(&self->guard, NULL));
    buf_put(&self->text, text, strlen(text));
    free(text);
}

static void expect_same_set(struct lines *ours, struct lines *theirs) {
    lines_cut(theirs);
    lines_sort(theirs);
    assert_int_equal(ours->n, theirs->n);
    for (size_t i = 0; i < ours->n; i++) assert_string_equal(ours->at[i], theirs->at[i]);
    lines_free(ours);
    lines_free(theirs);
}

static void splits_equal_the_published_files(void **state) {
    static const struct {
        enum scan_split split;
        const char *task;
    } tasks[] = {{SCAN_JUMP, "addprim_jump"},
                 {SCAN_AROUND_RIGHT, "template_around_right"},
                 {SCAN_LENGTH, "length"}};
    (void)state;
    for (size_t i = 0; i < 2 * LENGTH(tasks); i++) {
        enum scan_part part = i % 2 ? SCAN_TEST : SCAN_TRAIN;
        struct lines ours, theirs;
        char path[SHARED_PATH_MAX];
        published(path, scan_part_names[part], tasks[i / 2].task);
        lines_init(&ours);
        lines_init(&theirs);
        lines_add_file(&theirs, path);
        generate_set(&ours, tasks[i / 2].split, part);
        expect_same_set(&ours, &theirs);
    }
}

/* The published simple split is random as ours is: their union is the same. */
static void commands_equal_the_published_files(void **state) {
    struct lines ours, theirs;
    struct scan_options options = {SCAN_SIMPLE, SCAN_TEST, 1, 5};
    char train[SHARED_PATH_MAX], test[SHARED_PATH_MAX];
    (void)state;
    published(train, "train", "simple");
    published(test, "test", "simple");
    lines_init(&ours);
    lines_init(&theirs);
    lines_add_file(&theirs, train);
    lines_add_file(&theirs, test);
    assert_int_equal(generate(&ours, &options, NULL), G2L2_STATUS_OK);
    options.part = SCAN_TRAIN;
    assert_int_equal(generate(&ours, &options, NULL), G2L2_STATUS_OK);
    lines_cut(&ours);
    lines_sort(&ours);
    expect_same_set(&ours, &theirs);
}

/* Words between `IN: ` and ` OUT:`. */
static size_t command_length(const char *line) {
    size_t n = 0;
    for (const char *end = strstr(line, " OUT:"); line < end; line++) n += *line == ' ';
    return n;
}

static void count_lengths(const struct scan_options *options, size_t *n) {
    struct lines lines;
    lines_init(&lines);
    assert_int_equal(generate(&lines, options, NULL), G2L2_STATUS_OK);
    lines_cut(&lines);
    memset(n, 0, 10 * sizeof *n);
    for (size_t i = 0; i < lines.n; i++) n[command_length(lines.at[i])]++;
    lines_free(&lines);
}

static void fraction_samples_within_each_length(void **state) {
    static const double fractions[] = {1e-9, 0.001, 0.1, 0.25, 0.999, 1};
    (void)state;
    for (size_t i = 0; i < 4 * LENGTH(fractions); i++) {
        struct scan_options options = {(enum scan_split)(i % 4), SCAN_TRAIN, 1, 3};
        size_t whole[10], kept[10];
        count_lengths(&options, whole);
        options.fraction = fractions[i / 4];
        count_lengths(&options, kept);
        for (size_t n = 0; n < 10; n++) {
            size_t expected = (size_t)(options.fraction * (double)whole[n] + 0.5);
            assert_int_equal(kept[n], whole[n] && !expected ? 1 : expected);
        }
    }
}

static void smaller_fraction_is_part_of_larger(void **state) {
    struct lines small, large;
    struct scan_options options = {SCAN_SIMPLE, SCAN_TEST, 0.1, 11};
    (void)state;
    lines_init(&small);
    lines_init(&large);
    assert_int_equal(generate(&small, &options, NULL), G2L2_STATUS_OK);
    options.fraction = 0.3;
    assert_int_equal(generate(&large, &options, NULL), G2L2_STATUS_OK);
    lines_cut(&small);
    lines_cut(&large);
    lines_sort(&large);
    for (size_t i = 0; i < small.n; i++) expect_line(&large, small.at[i]);
    lines_free(&small);
    lines_free(&large);
}

static void same_seed_same_bytes(void **state) {
    static const uint64_t seeds[] = {7, 7, 8};
    struct lines made[3];
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct scan_options options = {SCAN_LENGTH, SCAN_TEST, 0.5, seeds[i]};
        lines_init(&made[i]);
        assert_int_equal(generate(&made[i], &options, NULL), G2L2_STATUS_OK);
    }
    assert_string_equal(made[0].text.at, made[1].text.at);
    assert_string_not_equal(made[0].text.at, made[2].text.at);
    for (size_t i = 0; i < 3; i++) lines_free(&made[i]);
}

/* Bytes of one seed, fixed: another compiler or machine must give the same. */
static void bytes_are_the_same_everywhere(void **state) {
    struct lines lines;
    struct scan_options options = {SCAN_SIMPLE, SCAN_TRAIN, 0.1, 42};
    (void)state;
    lines_init(&lines);
    assert_int_equal(generate(&lines, &options, NULL), G2L2_STATUS_OK);
    assert_int_equal(hash_bytes(lines.text.at, lines.text.n, 0), UINT64_C(0x849e5f0ad41cde42));
    lines_free(&lines);
}

static void refuses_options_outside_their_range(void **state) {
    static const double fractions[] = {0, -0.5, 1.5, (double)NAN};
    struct scan_options options = scan_options_default();
    struct lines lines;
    g2l2_error err;
    (void)state;
    lines_init(&lines);
    for (size_t i = 0; i < LENGTH(fractions); i++) {
        options.fraction = fractions[i];
        assert_int_equal(generate(&lines, &options, &err), G2L2_STATUS_ARGUMENT);
        assert_non_null(strstr(err.message, "more than 0 and at most 1"));
    }
    options = (struct scan_options){(enum scan_split)9, SCAN_TRAIN, 1, 0};
    assert_int_equal(generate(&lines, &options, &err), G2L2_STATUS_ARGUMENT);
    lines_free(&lines);
}

static void names_of_splits_and_parts(void **state) {
    enum scan_split split;
    enum scan_part part;
    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_true(scan_split_find(scan_split_names[i], &split));
        assert_int_equal(split, i);
    }
    assert_null(scan_split_names[4]);
    assert_true(scan_part_find("test", &part));
    assert_int_equal(part, SCAN_TEST);
    assert_false(scan_part_find("dev", &part));
    assert_false(scan_split_find("", &split));
}

/* What the generator writes, the reader reads. */
static void reader_reads_the_generator(void **state) {
    struct lines lines;
    struct scan_options options = {SCAN_JUMP, SCAN_TRAIN, 1, 1};
    g2l2_dataset *data;
    (void)state;
    lines_init(&lines);
    assert_int_equal(generate(&lines, &options, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_new(&data, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_dataset_parse(data, lines.text.at, lines.text.n, NULL, NULL, NULL), 0);
    assert_int_equal(g2l2_dataset_count(data), 13204);
    g2l2_dataset_free(data);
    lines_free(&lines);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_of_the_splits),
        cmocka_unit_test(lines_have_the_published_meaning),
        cmocka_unit_test(splits_equal_the_published_files),
        cmocka_unit_test(commands_equal_the_published_files),
        cmocka_unit_test(fraction_samples_within_each_length),
        cmocka_unit_test(smaller_fraction_is_part_of_larger),
        cmocka_unit_test(same_seed_same_bytes),
        cmocka_unit_test(bytes_are_the_same_everywhere),
        cmocka_unit_test(refuses_options_outside_their_range),
        cmocka_unit_test(names_of_splits_and_parts),
        cmocka_unit_test(reader_reads_the_generator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
