/* Models: the lexicon as text and the model file.
 *
 *   text ─▶ import ─▶ model ─▶ export ─▶ text          the same text
 *              ▲        │
 *            load ◀─ bytes ◀─ save                     the same bytes */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/model_texts.h"

static void text_round_trip(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(exported); i++) expect_becomes(exported[i], exported[i]);
}

/* What people write, and what is made of it. */
static void hand_written(void **state) {
    (void)state;
    static const char head[] = "# g2l2 lexicon 1\ndomain nav\nliterals A\n";
    static const struct {
        const char *text, *lines;
    } cases[] = {
        {"a => V : A", "a => V : A()  0\n"},
        {"a => V : A()", "a => V : A()  0\n"},
        {"a => V:A() 1", "a => V : A()  1\n"},
        {"\t a   =>   V  :  A( )   +1.50   locked  # mine", "a => V : A()  1.5 locked\n"},
        {"a => V : A() locked", "a => V : A()  0 locked\n"},
        {"a => EMPTY", "a => EMPTY  0\n"},
        {"a => EMPTY locked", "a => EMPTY  0 locked\n"},
        {"a => EMPTY 1e3 locked", "a => EMPTY  1000 locked\n"},
        {"a => V / ( V\\V ) : λg. g(A) .5", "a => V/(V\\V) : \\f. f(A())  0.5\n"},
        {"a => V\\V : (\\z. ((concat(z, (z)))))", "a => V\\V : \\x. concat(x, x)  0\n"},
        {"\"a\" => V : A() 1 # \"quoted\" #", "a => V : A()  1\n"},
        {"a => EMPTY 1\nb => EMPTY 2\n\n# between\na => V : A() 3",
         "a => V : A()  3\na => EMPTY  1\nb => EMPTY  2\n"},
        {"a => V : A() 1\r\nb => EMPTY\r\n", "a => V : A()  1\nb => EMPTY  0\n"},
        {"a => V : A\nused 3 a a", "a => V : A()  0\n  used 3  a a\n"},
        {"a => V : A\n\tused   0012   \"a\"   b # c\n", "a => V : A()  0\n  used 12  a b\n"},
        {"a => EMPTY\nused 5\na => V : A 1\nused 6 b", "a => V : A()  1\n  used 6  b\n"
                                                       "a => EMPTY  0\n  used 5\n"},
        {"literals B\na => V : B()", NULL},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[400], expected[400];
        snprintf(text, sizeof text, "domain nav\nliterals A\n%s", cases[i].text);
        snprintf(expected, sizeof expected, "%s%s", head, cases[i].lines ? cases[i].lines : "");
        expect_becomes(text, cases[i].lines ? expected
                                            : "# g2l2 lexicon 1\ndomain nav\nliterals A B\n"
                                              "a => V : B()  0\n");
    }
    expect_becomes("\xEF\xBB\xBF"
                   "domain nav",
                   "# g2l2 lexicon 1\ndomain nav\n");
}

/* A number at the end is the weight unless the program needs it. */
static void numbers_at_the_end(void **state) {
    (void)state;
    expect_becomes("domain arith\n"
                   "a => N : 2\n"
                   "b => N : 2 3\n"
                   "c => N/N : \\x. 2\n"
                   "d => N/N : \\x. 2 3 locked\n"
                   "e => N/N : \\x2. 2 locked\n",
                   "# g2l2 lexicon 1\ndomain arith\n"
                   "a => N : 2  0\n"
                   "b => N : 2  3\n"
                   "c => N/N : \\x. 2  0\n"
                   "d => N/N : \\x. 2  3 locked\n"
                   "e => N/N : \\x. 2  0 locked\n");
}

static void weights_are_exact(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 7);
    for (int i = 0; i < 3000; i++) {
        double weight, back;
        uint64_t bits = rng_next(&rng);
        memcpy(&weight, &bits, sizeof bits);
        if (i % 2) weight = rng_normal(&rng);
        if (!isfinite(weight)) continue;
        char text[200];
        snprintf(text, sizeof text, "domain nav\na => EMPTY %.17g\n", weight);
        g2l2_model *model = import(text);
        back = g2l2_model_entry(model, 0).weight;
        assert_memory_equal(&back, &weight, sizeof back);
        char *again = export(model);
        g2l2_model *second = import(again);
        back = g2l2_model_entry(second, 0).weight;
        assert_memory_equal(&back, &weight, sizeof back);
        free(again);
        g2l2_model_free(model);
        g2l2_model_free(second);
    }
}

/* ---- entries ------------------------------------------------------------------------ */

static void entries_are_ordered(void **state) {
    (void)state;
    g2l2_model *model = import("domain nav\nliterals A B\n"
                               "w => V : A() 0\nw => V/V : \\x. x 1\nw => V : B() 1\n"
                               "w => EMPTY 2 locked\nv => V : A() -3\n");
    static const char *const expected[] = {"w EMPTY  2", "w V B() 1", "w V/V \\x. x 1", "w V A() 0",
                                           "v V A() -3"};
    assert_int_equal(g2l2_model_n_words(model), 2);
    assert_int_equal(g2l2_model_n_entries(model), LENGTH(expected));
    double share = 0;
    for (size_t i = 0; i < LENGTH(expected); i++) {
        char text[100];
        g2l2_entry e = g2l2_model_entry(model, i);
        snprintf(text, sizeof text, "%s %s %s %g", e.word, e.category, e.program, e.weight);
        assert_string_equal(text, expected[i]);
        assert_int_equal(e.locked, i == 0);
        if (i < 4) share += e.share;
    }
    assert_true(fabs(share - 1) < 1e-12);
    assert_true(fabs(g2l2_model_entry(model, 3).share - 1 / (exp(2) + 2 * exp(1) + 1)) < 1e-12);
    assert_true(g2l2_model_entry(model, 4).share == 1);
    assert_null(g2l2_model_entry(model, 5).word);
    assert_string_equal(g2l2_domain_name(g2l2_model_domain(model)), "nav");
    g2l2_model_free(model);
}

static void literals_keep_their_numbers(void **state) {
    (void)state;
    g2l2_model *model = import("domain nav\nliterals Z A M\nliterals B\n");
    const struct lang *lang = &model->domain->lang;
    static const char *const names[] = {"Z", "A", "M", "B"};
    for (int32_t i = 0; i < 4; i++)
        assert_int_equal(lang->ops.at[lang_literal_find(lang, names[i], 1)].literal, i);
    g2l2_model_free(model);
}

static void expect_same_concepts(const g2l2_model *a, const g2l2_model *b) {
    const struct lexicon *l = &a->lexicon, *m = &b->lexicon;
    assert_int_equal(!l->params, !m->params);
    if (!l->params) return;
    assert_int_equal(l->n_features, m->n_features);
    assert_int_equal(l->n_params, m->n_params);
    assert_memory_equal(l->params, m->params, (size_t)l->words.n * l->n_params * sizeof *l->params);
    assert_string_equal(a->features, b->features);
    assert_int_equal(a->domain->syntax.attach_low, b->domain->syntax.attach_low);
}

static void expect_same(const g2l2_model *a, const g2l2_model *b) {
    const struct lexicon *l = &a->lexicon, *m = &b->lexicon;
    assert_int_equal(l->words.n, m->words.n);
    assert_int_equal(l->groups.n, m->groups.n);
    for (uint32_t w = 0; w < l->words.n; w++) {
        struct word v = l->words.at[w], u = m->words.at[w];
        assert_string_equal(l->names.names.at[w], m->names.names.at[w]);
        assert_int_equal(v.n, u.n);
        assert_int_equal(v.n_groups, u.n_groups);
        assert_memory_equal(l->tau + v.first, m->tau + u.first, v.n * sizeof *l->tau);
        for (uint32_t i = 0; i < v.n; i++) {
            assert_int_equal(l->slots.at[v.first + i].locked, m->slots.at[u.first + i].locked);
            assert_int_equal(l->entries.at[l->slots.at[v.first + i].entry].cat,
                             m->entries.at[m->slots.at[u.first + i].entry].cat);
        }
    }
    for (uint32_t i = 0; i < a->n_entries; i++) {
        assert_string_equal(a->entries[i].program, b->entries[i].program);
        assert_int_equal(a->entries[i].uses, b->entries[i].uses);
        assert_int_equal(!a->entries[i].example, !b->entries[i].example);
        if (a->entries[i].example)
            assert_string_equal(a->entries[i].example, b->entries[i].example);
    }
    expect_same_concepts(a, b);
}

/* ---- concepts ------------------------------------------------------------------------ */

static const double *concept_of(const g2l2_model *model, const char *word, uint32_t concept) {
    uint32_t w = lexicon_find(&model->lexicon, word, strlen(word));
    assert_int_not_equal(w, SYMBOL_NONE);
    return model_concept(model, w, concept);
}

static void concepts_have_places(void **state) {
    (void)state;
    g2l2_model *model = import(visual_text);
    const struct lexicon *lexicon = &model->lexicon;
    assert_int_equal(lexicon->n_features, 2);
    assert_int_equal(lexicon->n_params, 3 + 3 + 4);
    assert_int_equal(lexicon->words.n, 10 + 2); /* and the two that are answers only */
    assert_true(concept_of(model, "red", 0)[1] == -1.5);
    assert_true(concept_of(model, "left", 1)[2] == 3);
    assert_true(concept_of(model, "color", 2)[0] == (double)0.1f);
    assert_true(concept_of(model, "#1", 0)[2] == 9);
    for (int i = 0; i < 3; i++) assert_true(concept_of(model, "left", 0)[i] == 0);
    assert_string_equal(model->features,
                        "features 2 noise 0.05 seed 0\nnumeric x mean 0.5 scale 2\n");
    assert_true(model->domain->syntax.attach_low);
    g2l2_model_free(model);
    model = import(seen_text);
    assert_false(model->domain->syntax.attach_low);
    g2l2_model_free(model);
}

/* As learning makes them: numbers everywhere, in full precision, some words without
 * entries between others. */
static void fill_concepts(g2l2_model *self) {
    static const char *const words[] = {"red", "blue", "any", "nothing", "color", "green"};
    static const char *const answers[] = {"blue", "green", "red"};
    struct lexicon *lexicon = &self->lexicon;
    candidate_list list = {0};
    struct rng rng;
    rng_seed(&rng, 5);
    domain_add_literals(self->domain, answers, 3, NULL, 0);
    domain_candidates(self->domain, domain_set(self->domain, NULL), &list);
    for (uint32_t w = 0; w < LENGTH(words); w++) {
        lexicon_add_word(lexicon, words[w], strlen(words[w]));
        for (uint32_t i = w; i < list.n && w % 2 == 0; i += 2)
            lexicon_add_slot(lexicon, lexicon_entry(lexicon, list.at[i].cat, list.at[i].program),
                             rng_normal(&rng), false);
    }
    model_add_params(self, 5, "features 5 given\n");
    for (size_t i = 0; i < (size_t)lexicon->words.n * lexicon->n_params; i++)
        lexicon->params[i] = rng_normal(&rng);
    model_finish(self);
}

static g2l2_model *learned_concepts(void) {
    g2l2_domain *domain;
    g2l2_model *model;
    assert_int_equal(g2l2_domain_open("visual", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(model_new(domain, &model, NULL), G2L2_STATUS_OK);
    g2l2_domain_free(domain);
    if (guard_try(&model->guard, NULL)) fill_concepts(model);
    assert_int_equal(model->guard.status, G2L2_STATUS_OK);
    return model;
}

static void learned_concepts_round_trip(void **state) {
    (void)state;
    g2l2_model *model = learned_concepts();
    char *text = export(model);
    g2l2_model *again = import(text);
    expect_export(again, text);
    static const char *const words[] = {"red", "blue", "any", "color", "green"};
    for (uint32_t c = 0; c < 3; c++)
        for (size_t i = 0; i < LENGTH(words); i++)
            assert_memory_equal(concept_of(model, words[i], c), concept_of(again, words[i], c),
                                model_concept_size(model, c) * sizeof(double));
    assert_int_equal(lexicon_find(&again->lexicon, "nothing", 7), SYMBOL_NONE); /* as it says */
    free(text);
    g2l2_model_free(again);
    g2l2_model_free(model);
}

static void infinite_concepts_are_not_written(void **state) {
    (void)state;
    static const double wrong[] = {NAN, INFINITY, 1e300};
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        g2l2_model *model = import(visual_text);
        char *text;
        g2l2_error err;
        model->lexicon.params[2 * model->lexicon.n_params] = wrong[i]; /* of `red` */
        assert_int_equal(g2l2_lexicon_export(model, &text, &err), G2L2_STATUS_ARGUMENT);
        assert_string_equal(err.message,
                            "a concept of the word 'red' has a number that is not finite");
        assert_int_equal(g2l2_model_save(model, "/tmp/g2l2-model-never", &err),
                         G2L2_STATUS_ARGUMENT);
        g2l2_model_free(model);
    }
}

static void learned_round_trip(void **state) {
    (void)state;
    g2l2_model *model = learned();
    char *text = export(model);
    g2l2_model *again = import(text);
    expect_export(again, text);
    expect_same(model, again);
    free(text);
    g2l2_model_free(again);
    g2l2_model_free(model);
}

static void infinite_weights_are_not_written(void **state) {
    (void)state;
    g2l2_model *model = import("domain nav\na => EMPTY 1\n");
    char *text;
    g2l2_error err;
    model->entries[0].weight = NAN;
    assert_int_equal(g2l2_lexicon_export(model, &text, &err), G2L2_STATUS_ARGUMENT);
    assert_int_equal(g2l2_model_save(model, "/tmp/g2l2-model-never", &err), G2L2_STATUS_ARGUMENT);
    assert_string_equal(err.message,
                        "/tmp/g2l2-model-never: cannot write: an entry of the word 'a' has a "
                        "weight that is not a finite number");
    g2l2_model_free(model);
}

/* ---- domains of a text -------------------------------------------------------------- */

static void domain_given_from_outside(void **state) {
    (void)state;
    static const char toy[] = "domain toy\nkernels nav\ntype T\ncategory C : T\nroot C";
    g2l2_domain *domain;
    g2l2_model *model;
    static const char *const texts[] = {"", "a => EMPTY", "domain toy\n"};
    assert_int_equal(domain_parse(toy, strlen(toy), &domain, NULL), G2L2_STATUS_OK);
    for (size_t i = 0; i < LENGTH(texts); i++) {
        assert_int_equal(
            g2l2_lexicon_import(texts[i], strlen(texts[i]), domain, NULL, &model, NULL),
            G2L2_STATUS_OK);
        assert_ptr_not_equal(g2l2_model_domain(model), domain);
        assert_string_equal(model->domain->text, toy);
        char *text = export(model); /* the definition has no newline at its end: one is added */
        expect_becomes(text, text);
        free(text);
        g2l2_model_free(model);
    }
    assert_int_equal(g2l2_lexicon_import("domain nav", 10, domain, NULL, &model, NULL),
                     G2L2_STATUS_OK);
    assert_string_equal(g2l2_domain_name(g2l2_model_domain(model)), "nav");
    g2l2_model_free(model);
    g2l2_domain_free(domain);
}

/* ---- files -------------------------------------------------------------------------- */

static void expect_file_round_trip(const struct folder *f, const g2l2_model *model) {
    size_t length, again;
    g2l2_model *loaded = NULL;
    g2l2_error err = {0};
    char *first = save(f, model, &length);
    assert_int_equal(g2l2_model_load(f->model, &loaded, &err), G2L2_STATUS_OK);
    expect_same(model, loaded);
    char *text = export(model), *second = save(f, loaded, &again);
    expect_export(loaded, text);
    assert_int_equal(length, again);
    assert_memory_equal(first, second, length);
    g2l2_model_free(loaded);
    free(text);
    free(first);
    free(second);
}

static void file_round_trip(void **state) {
    for (size_t i = 0; i < LENGTH(exported); i++) {
        g2l2_model *model = import(exported[i]);
        expect_file_round_trip(*state, model);
        g2l2_model_free(model);
    }
    g2l2_model *empty = import("domain nav"), *large = learned();
    g2l2_model *unseen = import("domain visual\nliterals red\n" RED);
    expect_file_round_trip(*state, unseen);
    g2l2_model_free(unseen);
    expect_file_round_trip(*state, empty);
    expect_file_round_trip(*state, large);
    g2l2_model_free(empty);
    g2l2_model_free(large);
}

static void loads_text(void **state) {
    struct folder *f = *state;
    g2l2_model *model;
    static const char comment[] = "# byte {\ndomain nav\n"; /* a '{' where a model has one */
    assert_int_equal(comment[8 - 1], '{');
    const char *texts[] = {nav_text, defined_text, comment, "#byte 8 { is no model\ndomain nav"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        assert_int_equal(file_write(f->model, texts[i], strlen(texts[i]), NULL), G2L2_STATUS_OK);
        assert_int_equal(g2l2_model_load(f->model, &model, NULL), G2L2_STATUS_OK);
        g2l2_model_free(model);
    }
}

/* Bit by bit, as the definition of CRC-64/XZ says it. */
static uint64_t slow_crc(const char *bytes, size_t length) {
    uint64_t sum = ~(uint64_t)0;
    for (size_t i = 0; i < length; i++) {
        sum ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xC96C5795D7870F42u : 0);
    }
    return ~sum;
}

static void layout(void **state) {
    size_t length;
    char *bytes = save_text(*state, nav_text, &length), digits[17], mark[17];
    size_t header = (unsigned char)bytes[0] | (size_t)(unsigned char)bytes[1] << 8;
    assert_memory_equal(bytes + 2, "\0\0\0\0\0\0", 6);
    assert_int_equal(header % 8, 0);
    assert_int_equal(length, 8 + header + 8 * 6);
    double first;
    memcpy(&first, bytes + 8 + header, sizeof first); /* on a little-endian machine */
    assert_true(first == 1.25);
    assert_true(slow_crc("123456789", 9) == 0x995DC9BBDF1939FAu);
    memcpy(mark, bytes + STORE_DIGITS_AT, 16);
    memset(bytes + STORE_DIGITS_AT, '0', 16);
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)slow_crc(bytes, length));
    assert_memory_equal(digits, mark, 16);
    free(bytes);
}

/* The definition in the file holds, whatever the built-in one is by now. */
static void definition_of_the_file(void **state) {
    struct folder *f = *state;
    size_t length, n;
    char *bytes = save_text(f, nav_text, &length);
    char *made = replaced(bytes, length, "numbers 2 3 4 ", "numbers 2 3 4 5 ", &n), *text;
    g2l2_model *model = NULL;
    assert_int_equal(g2l2_model_read(made, n, &model, NULL), G2L2_STATUS_OK);
    assert_int_equal(model->domain->numbers.n, 4);
    text = export(model);
    assert_non_null(strstr(text, "\ndefinition\n| "));
    expect_becomes(text, text);
    expect_file_round_trip(f, model);
    g2l2_model_free(model);
    free(text);
    free(made);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_round_trip),
        cmocka_unit_test(hand_written),
        cmocka_unit_test(numbers_at_the_end),
        cmocka_unit_test(weights_are_exact),
        cmocka_unit_test(entries_are_ordered),
        cmocka_unit_test(literals_keep_their_numbers),
        cmocka_unit_test(learned_round_trip),
        cmocka_unit_test(concepts_have_places),
        cmocka_unit_test(learned_concepts_round_trip),
        cmocka_unit_test(infinite_concepts_are_not_written),
        cmocka_unit_test(infinite_weights_are_not_written),
        cmocka_unit_test(domain_given_from_outside),
        cmocka_unit_test_setup_teardown(file_round_trip, set_up, tear_down),
        cmocka_unit_test_setup_teardown(loads_text, set_up, tear_down),
        cmocka_unit_test_setup_teardown(layout, set_up, tear_down),
        cmocka_unit_test_setup_teardown(definition_of_the_file, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
