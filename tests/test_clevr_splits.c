/* What is trained on and what is asked then: the rule of every split once more, on the JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/clevr_files.h"
#include "tests/clevr_twin.h"
#include "tests/shared.h"

static void counts_tokens(void **state) {
    (void)state;
    assert_int_equal(clevr_count_tokens(""), 0);
    assert_int_equal(clevr_count_tokens("What color is the cube?"), 6);
    assert_int_equal(clevr_count_tokens("There is a cube; what color is it?"), 10);
}

/* Of steps from object to object: each step's own, by its inputs. */
static size_t longest_chain(const json_t *question) {
    size_t hops[CLEVR_MAX_STEPS] = {0}, most = 0, i, k;
    json_t *step, *input;
    json_array_foreach(json_object_get(question, "program"), i, step) {
        json_array_foreach(json_object_get(step, "inputs"), k, input) {
            size_t before = hops[json_integer_value(input)];
            if (before > hops[i]) hops[i] = before;
        }
        const char *name = text_of(step, "function"), *rest;
        hops[i] += !strcmp(name, "relate") || starts(name, "same_", &rest);
        if (hops[i] > most) most = hops[i];
    }
    return most;
}

/* The rules once more, on the JSON. */
static bool trains(enum clevr_split split, const json_t *question) {
    switch (split) {
    case CLEVR_PURPLE: return !says(question, "purple") || n_tokens(question) <= 7;
    case CLEVR_RIGHT_SPLIT: return !says(question, "right") || n_tokens(question) <= 12;
    case CLEVR_COUNT_SPLIT:
        return !n_steps(question, "count") || compares_numbers(question) || n_tokens(question) <= 9;
    case CLEVR_DEPTH: return longest_chain(question) < 2;
    case CLEVR_SAME_SHAPE: return !says(question, "same") || !says(question, "shape");
    case CLEVR_IT_COUNT:
        return !strchr(text_of(question, "question"), ';') ||
               (!strcasestr(text_of(question, "question"), "how many") &&
                !strcasestr(text_of(question, "question"), "what number of"));
    case CLEVR_COMPARE_HOPS: return !compares_numbers(question) || !longest_chain(question);
    default: return true;
    }
}

static bool tests(enum clevr_split split, const json_t *question) {
    switch (split) {
    case CLEVR_STANDARD: return true;
    case CLEVR_DEPTH: return longest_chain(question) == 2;
    case CLEVR_SAME_SHAPE:
        return n_steps(question, "same_shape") || n_steps(question, "equal_shape");
    case CLEVR_COMPARE_HOPS: return compares_numbers(question) && n_steps(question, "relate");
    default: return !trains(split, question);
    }
}

static void expect_part(struct fixture *f, struct clevr_options options) {
    size_t i;
    const json_t *question;
    bool test = options.part == CLEVR_TEST;
    generate(f, options);
    assert_int_equal(n_questions(f), options.questions);
    expect_form(f);
    expect_answers(f->scenes, f->questions, true);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        assert_string_equal(text_of(question, "split"), test ? "test" : "train");
        if (!(test ? tests : trains)(options.split, question))
            fail_msg("%s: %s", clevr_split_names[options.split], text_of(question, "question"));
    }
}

static void expect_parts(struct fixture *f, struct clevr_options options) {
    for (int part = 0; clevr_part_names[part]; part++) {
        options.part = (enum clevr_part)part;
        expect_part(f, options);
    }
}

static void splits_hold(void **state) {
    struct clevr_options options = some(1000);
    for (int split = 0; split <= CLEVR_DEPTH; split++) {
        options.split = (enum clevr_split)split;
        expect_parts(*state, options);
    }
}

static void splits_hold_in_the_whole_language(void **state) {
    struct clevr_options options = some(700);
    options.full = true;
    for (int split = 0; split < CLEVR_N_SPLITS; split++) {
        options.split = (enum clevr_split)split;
        expect_parts(*state, options);
    }
}

static void splits_hold_with_official_templates(void **state) {
    struct clevr_options options = some(700);
    char folder[SHARED_PATH_MAX];
    options.templates = shared_path(folder, "data/clevr/templates");
    for (int split = 0; split < CLEVR_N_SPLITS; split++) {
        options.split = (enum clevr_split)split;
        expect_parts(*state, options);
    }
}

static size_t count_families(const json_t *families, const char *file) {
    const char *key, *rest;
    json_t *value;
    size_t n = 0;
    json_object_foreach((json_t *)families, key, value) n += starts(key, file, &rest);
    return n;
}

/* Two hops are all that two_hop.json has, and nothing else has any; number comparisons
 * ask for no number, and are trained on at any length. */
static void parts_have_the_families_they_can(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(1500);
    options.full = true;
    options.part = CLEVR_TEST;
    options.split = CLEVR_DEPTH;
    generate(f, options);
    json_t *families = families_of(f);
    assert_int_equal(json_object_size(families), 6);
    assert_int_equal(count_families(families, "two_hop.json"), 6);
    assert_true(count_text(f, ";") > 300);
    json_decref(families);
    options.split = CLEVR_COUNT_SPLIT;
    generate(f, options);
    families = families_of(f);
    assert_int_equal(count_families(families, "compare_integer.json"), 0);
    json_decref(families);
    options.part = CLEVR_TRAIN;
    generate(f, options);
    families = families_of(f);
    assert_int_equal(count_families(families, "compare_integer.json"), 9);
    json_decref(families);
    options.part = CLEVR_TEST;
    options.split = CLEVR_SAME_SHAPE;
    generate(f, options);
    families = families_of(f);
    assert_int_equal(json_object_size(families), 7 + 4);
    json_decref(families);
    options.split = CLEVR_COMPARE_HOPS;
    generate(f, options);
    families = families_of(f);
    assert_int_equal(json_object_size(families), 6);
    json_decref(families);
    options.split = CLEVR_IT_COUNT;
    generate(f, options);
    families = families_of(f);
    assert_int_equal(json_object_size(families), 3);
    json_decref(families);
}

#define with_folder(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests_of_clevr[] = {
        cmocka_unit_test(counts_tokens),
        with_folder(splits_hold),
        with_folder(splits_hold_in_the_whole_language),
        with_folder(splits_hold_with_official_templates),
        with_folder(parts_have_the_families_they_can),
    };
    return cmocka_run_group_tests(tests_of_clevr, NULL, NULL);
}
