/* Published and official files of scenes and questions, where they are at hand ($G2L2_SHARED/data):
 * they are read as they are, in bounded time and memory. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "tests/files.h"
#include "tests/shared.h"

static void read_shared(struct fixture *f, const char *scenes, size_t n_scenes) {
    char path[SHARED_PATH_MAX];
    if (g2l2_scenes_read(f->scenes, shared_path(path, scenes), NULL, &f->err))
        fail_msg("%s", f->err.message);
    assert_int_equal(g2l2_scenes_count(f->scenes), n_scenes);
}

static void ask_shared(struct fixture *f, const char *questions) {
    char path[SHARED_PATH_MAX];
    if (g2l2_dataset_read_questions(f->data, shared_path(path, questions), f->scenes, NULL,
                                    &f->err))
        fail_msg("%s", f->err.message);
}

static void reads_published_scenes(void **state) {
    struct fixture *f = *state;
    struct encoder encoder;
    read_shared(f, "data/clevr/CLEVR_train_scenes_1000.json.gz", 1000);
    assert_string_equal(object_text(f, 0, 0), "large blue rubber cube");
    assert_string_equal(object_text(f, 0, 5), "large brown metal sphere");
    assert_string_equal(scenes_name(f->scenes, 0), "CLEVR_train_000000.png");
    encode(f, 0.05, 0, &encoder);
    assert_int_equal(encoder.n_numeric, 3);
    assert_true(encoder.numeric[0].scale > 1.8 && encoder.numeric[0].scale < 2);
    assert_true(encoder.numeric[0].scale == encoder.numeric[2].scale);
}

static void reads_official_files(void **state) {
    struct fixture *f = *state;
    size_t n_hops[8] = {0}, n_families = 0;
    read_shared(f, "data/clevr/official/scenes_train.json.gz", 3000);
    ask_shared(f, "data/clevr/official/questions_six_train.json.gz");
    assert_int_equal(g2l2_dataset_count(f->data), 30000);
    ask_shared(f, "data/clevr/official/questions_train.json.gz");
    assert_int_equal(g2l2_dataset_count(f->data), 60000);
    const char *family = NULL;
    for (size_t i = 0; i < 60000; i++) {
        g2l2_example e = g2l2_dataset_get(f->data, i);
        assert_true(e.scene < 3000 && e.kind && e.family && e.hops >= 0 && e.hops < 8);
        assert_true(*e.sentence && !strchr(e.sentence, '?') && *e.target);
        n_hops[e.hops]++;
        n_families += family != e.family;
        family = e.family;
    }
    assert_true(n_hops[0] && n_hops[1] && n_hops[2] && n_hops[3] && n_families > 8);
    g2l2_example e = g2l2_dataset_get(f->data, 0);
    assert_string_equal(e.sentence, "how many gray rubber objects are behind the red thing");
    assert_string_equal(e.target, "1");
    assert_string_equal(e.family, "one_hop");
    assert_true(e.family_index >= 0);
    assert_string_equal(e.kind, "count");
    assert_int_equal(e.hops, 1);
}

static void reads_rendered_files(void **state) {
    struct fixture *f = *state;
    read_shared(f, "data/clevr-images/scenes_train.json.gz", 675);
    ask_shared(f, "data/clevr-images/questions_six_train.json.gz");
    ask_shared(f, "data/clevr-images/questions_all_train.json.gz");
    assert_int_equal(g2l2_dataset_count(f->data), 13500);
    read_shared(f, "data/clevr-images/scenes_val.json.gz", 775);
    ask_shared(f, "data/clevr-images/questions_all_val.json.gz");
    assert_int_equal(g2l2_dataset_get(f->data, 13500).scene, 675);
}

/* Train and validation files both count from 0: the file names keep them apart. */
static void files_that_count_alike_do_not_mix(void **state) {
    struct fixture *f = *state;
    char path[SHARED_PATH_MAX];
    read_shared(f, "data/clevr-images/scenes_train.json.gz", 675);
    assert_int_equal(g2l2_dataset_read_questions(
                         f->data,
                         shared_path(path, "data/clevr/official/questions_six_train.json.gz"),
                         f->scenes, NULL, &f->err),
                     G2L2_STATUS_DATA);
    assert_non_null(strstr(f->err.message, "there is no scene \"CLEVR_train_000000.png\""));
}

static size_t heap(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* The bytes that scenes use, not those their arenas hold in reserve. */
static void memory_is_bounded(void **state) {
    struct fixture *f = *state;
    size_t words = 0;
    read_shared(f, "data/clevr/official/scenes_train.json.gz", 3000);
    for (size_t i = 0; i < 3000; i++) {
        const struct stored *stored = &f->scenes->stored.at[i];
        const uint32_t *row = stored->words;
        for (uint32_t k = 0; k < stored->n_objects; k++) row = next_row(f->scenes, row);
        words += (size_t)(row - stored->words);
    }
    assert_true(words * sizeof(uint32_t) / 3000 < 400);
    size_t before = heap();
    ask_shared(f, "data/clevr/official/questions_six_train.json.gz");
    size_t used = heap() - before;
    assert_true(used / 30000 < 350); /* 700,000: 250 MB; in reserve are up to half */
}

static void reading_is_fast(void **state) {
    struct fixture *f = *state;
    read_shared(f, "data/clevr/official/scenes_train.json.gz", 3000);
    clock_t start = clock();
    ask_shared(f, "data/clevr/official/questions_six_train.json.gz");
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("30,000 questions in %.2f s\n", seconds);
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
    assert_true(seconds < 3); /* 0.5 on a quiet machine */
#endif
}

#define with_files(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        with_files(reads_published_scenes), with_files(reads_official_files),
        with_files(reads_rendered_files),   with_files(files_that_count_alike_do_not_mix),
        with_files(memory_is_bounded),      with_files(reading_is_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
