/* Questions that CLEVR never asks: of a kind that is not in its language, or one construction inside
 * another; in its words, answered by the twin, and none with a step that does not matter. */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/clevr_files.h"
#include "tests/clevr_twin.h"

/* Its words, lower case, go to `out`. */
static void add_words(const struct fixture *f, json_t *out) {
    const json_t *question;
    size_t i;
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        char copy[2048], *save = NULL;
        snprintf(copy, sizeof copy, "%s", text_of(question, "question"));
        for (char *c = copy; *c; c++) *c = (char)tolower((unsigned char)*c);
        for (char *t = strtok_r(copy, " ?;", &save); t; t = strtok_r(NULL, " ?;", &save))
            json_object_set_new(out, t, json_true());
    }
}

/* No question has a word that is not one of `words`. */
static void expect_words_of(const json_t *words, const struct fixture *f) {
    json_t *ours = json_object(), *value;
    const char *word;
    add_words(f, ours);
    json_object_foreach(ours, word, value) {
        if (!json_object_get(words, word)) fail_msg("'%s' is a new word", word);
    }
    json_decref(ours);
}

/* What makes it new: steps that do not meet in CLEVR. */
static bool is_novel(enum clevr_novel kind, const json_t *question) {
    const char *text = text_of(question, "question"), *first = strchr(text, ';');
    size_t n_same = 0;
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++) {
        char name[32];
        snprintf(name, sizeof name, "same_%s", clevr_property_names[a]);
        n_same += n_steps(question, name);
    }
    switch (kind) {
    case CLEVR_IT_COMPARE: return first && says(question, "it") && compares_numbers(question);
    case CLEVR_SAME_AND: return n_same == 2 && n_steps(question, "intersect") == 1;
    case CLEVR_SAME_RELATE: return first && n_same == 1 && n_steps(question, "relate") == 1;
    case CLEVR_CHAIN: return first && strchr(first + 1, ';');
    default: return false;
    }
}

/* Without any one relation or sameness something else is asked about. */
static void expect_nothing_idle(const json_t *scene, const json_t *question) {
    struct clevr_scene ours;
    struct clevr_program program;
    uint32_t before[CLEVR_MAX_STEPS], after[CLEVR_MAX_STEPS];
    assert_int_equal(clevr_scene_read(&ours, scene, NULL), G2L2_STATUS_OK);
    assert_int_equal(clevr_program_read(&program, json_object_get(question, "program"), NULL),
                     G2L2_STATUS_OK);
    const struct clevr_step *last = &program.steps[program.n - 1];
    uint8_t n_inputs = clevr_functions[last->function].n_inputs;
    assert_true(clevr_run(&program, &ours, before));
    for (uint32_t i = 0; i < program.n; i++) {
        uint8_t kind = clevr_functions[program.steps[i].function].kind;
        bool changed = false;
        if (kind != FN_RELATE && kind != FN_SAME) continue;
        if (!clevr_run_without(&program, &ours, i, after)) continue;
        for (int k = 0; k < n_inputs; k++)
            changed |= after[last->inputs[k]] != before[last->inputs[k]];
        if (!changed) fail_msg("step %u is idle: %s", i, text_of(question, "question"));
    }
}

static void expect_novel(struct fixture *f, enum clevr_novel kind, const json_t *words) {
    size_t i;
    const json_t *question;
    expect_form(f);
    expect_answers(f->scenes, f->questions, true);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        json_int_t image = json_integer_value(json_object_get(question, "image_index"));
        if (!is_novel(kind, question)) fail_msg("%s", text_of(question, "question"));
        assert_int_equal(strncmp(text_of(question, "template_filename"), "novel_", 6), 0);
        expect_nothing_idle(json_array_get(json_object_get(f->scenes, "scenes"), (size_t)image),
                            question);
    }
    expect_words_of(words, f);
}

static void novel_questions_are_new_in_old_words(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(4000);
    json_t *words = json_object();
    options.full = true;
    generate(f, options);
    add_words(f, words);
    for (int kind = CLEVR_IT_COMPARE; kind < CLEVR_ALL_NOVEL; kind++)
        for (int part = 0; clevr_part_names[part]; part++) {
            options = some(600);
            options.novel = (enum clevr_novel)kind;
            options.part = (enum clevr_part)part;
            generate(f, options);
            assert_int_equal(n_questions(f), 600);
            expect_novel(f, options.novel, words);
        }
    json_decref(words);
}

/* The grammar does not ask them by chance. */
static void novel_questions_are_not_in_the_language(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(3000);
    size_t i;
    const json_t *question;
    options.full = true;
    generate(f, options);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        for (int kind = CLEVR_IT_COMPARE; kind < CLEVR_ALL_NOVEL; kind++)
            if (is_novel((enum clevr_novel)kind, question))
                fail_msg("%s", text_of(question, "question"));
    }
}

static void novel_kinds_are_mixed(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(800);
    size_t i, counts[CLEVR_N_NOVEL] = {0}, n_yes = 0, n_no = 0;
    const json_t *question;
    options.novel = CLEVR_ALL_NOVEL;
    generate(f, options);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        for (int kind = CLEVR_IT_COMPARE; kind < CLEVR_ALL_NOVEL; kind++)
            counts[kind] += is_novel((enum clevr_novel)kind, question);
        n_yes += !strcmp(text_of(question, "answer"), "yes");
        n_no += !strcmp(text_of(question, "answer"), "no");
    }
    for (int kind = CLEVR_IT_COMPARE; kind < CLEVR_ALL_NOVEL; kind++)
        assert_in_range(counts[kind], 160, 240);
    assert_true(fabs((double)n_yes / (double)n_no - 1) < 0.25);
}

static void novel_constructions_occur(void **state) {
    static const char *const parts[] = {"; are there more ",
                                        "; are there fewer ",
                                        "; are there an equal number of ",
                                        "; are there the same number of ",
                                        " the same as the number of ",
                                        " less than the number of ",
                                        " greater than the number of ",
                                        "How many other ",
                                        "Is there anything else that ",
                                        "Is there another ",
                                        "What is the color of the other ",
                                        " and made of the same material as the ",
                                        "There is another ",
                                        "; there is a ",
                                        " it; what is its ",
                                        " it; how big is it?",
                                        "; how many ",
                                        "; what color is the ",
                                        " it made of?"};
    struct fixture *f = *state;
    struct clevr_options options = some(3000);
    options.novel = CLEVR_ALL_NOVEL;
    generate(f, options);
    for (size_t i = 0; i < LENGTH(parts); i++)
        if (count_text(f, parts[i]) < 5) fail_msg("'%s' is rare", parts[i]);
}

static size_t n_clauses(const json_t *question) {
    size_t n = 1;
    for (const char *at = text_of(question, "question"); (at = strchr(at, ';')); at++) n++;
    return n;
}

/* How often a construction occurs: "same" of same-in-relate. */
static size_t n_of_construction(const json_t *question, const char *name) {
    static const char *const of_values[] = {"same", "equal"};
    size_t n = 0;
    if (!strcmp(name, "and")) return n_steps(question, "intersect");
    if (!strcmp(name, "or")) return n_steps(question, "union");
    if (!strcmp(name, "it")) return says(question, "it") ? n_clauses(question) - 1 : 0;
    if (!strcmp(name, "compare")) return compares_numbers(question);
    if (!strcmp(name, "relate")) return n_steps(question, "relate");
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++) {
        char step[32];
        snprintf(step, sizeof step, "%s_%s", of_values[!strcmp(name, "match")],
                 clevr_property_names[a]);
        n += n_steps(question, step);
    }
    return n;
}

/* Both constructions of its kind are there; where they are one, twice. */
static void expect_pair(const json_t *question, size_t *counts) {
    char inside[16], around[16];
    const char *file = text_of(question, "template_filename");
    assert_int_equal(sscanf(file, "novel_%15[a-z]_in_%15[a-z].json", inside, around), 2);
    size_t least = strcmp(inside, around) ? 1 : 2;
    if (n_of_construction(question, inside) < least || !n_of_construction(question, around))
        fail_msg("%s: %s", file, text_of(question, "question"));
    for (int kind = CLEVR_FIRST_PAIR; kind < CLEVR_ALL_PAIRS; kind++) {
        char name[40];
        snprintf(name, sizeof name, "%s-in-%s", inside, around);
        counts[kind] += !strcmp(name, clevr_novel_names[kind]);
    }
}

static void every_construction_is_inside_every_other(void **state) {
    struct fixture *f = *state;
    struct clevr_options options = some(4000);
    json_t *words = json_object();
    size_t i, counts[CLEVR_N_NOVEL] = {0};
    const json_t *question;
    options.full = true;
    generate(f, options);
    add_words(f, words);
    options = some(700);
    options.novel = CLEVR_ALL_PAIRS;
    generate(f, options);
    expect_form(f);
    expect_answers(f->scenes, f->questions, true);
    json_array_foreach(json_object_get(f->questions, "questions"), i, question) {
        json_int_t image = json_integer_value(json_object_get(question, "image_index"));
        expect_pair(question, counts);
        expect_nothing_idle(json_array_get(json_object_get(f->scenes, "scenes"), (size_t)image),
                            question);
    }
    for (int kind = CLEVR_FIRST_PAIR; kind < CLEVR_ALL_PAIRS; kind++)
        assert_in_range(counts[kind], 10, 30);
    expect_words_of(words, f);
    json_decref(words);
}

#define with_folder(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests_of_clevr[] = {
        with_folder(novel_questions_are_new_in_old_words),
        with_folder(novel_questions_are_not_in_the_language),
        with_folder(novel_kinds_are_mixed),
        with_folder(novel_constructions_occur),
        with_folder(every_construction_is_inside_every_other),
    };
    return cmocka_run_group_tests(tests_of_clevr, NULL, NULL);
}
