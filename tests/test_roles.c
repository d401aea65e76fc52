/* Single calls whose words stand in any order: their forms, or particles beside them, say which argument they are. */
#include <stdlib.h>
#include <string.h>

#include "domain/domain.h"
#include "lessons.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *const latin[][2] = {
    {"puella currit", "RUN(girl)"},
    {"puer dormit", "SLEEP(boy)"},
    {"canis currit", "RUN(dog)"},
    {"regina dormit", "SLEEP(queen)"},
    {"puella canem amat", "LOVE(girl,dog)"},
    {"canem puella amat", "LOVE(girl,dog)"},
    {"amat puer reginam", "LOVE(boy,queen)"},
    {"puellam videt canis", "SEE(dog,girl)"},
    {"videt regina puerum", "SEE(queen,boy)"},
    {"canis puerum amat", "LOVE(dog,boy)"},
    {"reginam puella videt", "SEE(girl,queen)"},
    {"puer videt puellam", "SEE(boy,girl)"},
    {"amat canem regina", "LOVE(queen,dog)"},
    {"puerum puella audit", "HEAR(girl,boy)"},
    {"audit canis reginam", "HEAR(dog,queen)"},
    {"regina puellam audit", "HEAR(queen,girl)"},
};

static const char *const particles[][2] = {
    {"neko ga neru", "sleep(cat)"},
    {"inu ga hashiru", "run(dog)"},
    {"kodomo ga neru", "sleep(child)"},
    {"neko ga sakana o taberu", "eat(cat,fish)"},
    {"pan o kodomo ga taberu", "eat(child,bread)"},
    {"inu ga neko o miru", "see(dog,cat)"},
    {"kodomo o inu ga miru", "see(dog,child)"},
    {"kodomo ga pan o kau", "buy(child,bread)"},
    {"sakana o neko ga kau", "buy(cat,fish)"},
    {"inu ga hako ni pan o oku", "put(dog,bread,box)"},
    {"kodomo ga sakana o tana ni oku", "put(child,fish,shelf)"},
    {"tana ni neko ga pan o oku", "put(cat,bread,shelf)"},
    {"sakana o hako ni kodomo ga oku", "put(child,fish,box)"},
    {"neko ga inu o miru", "see(cat,dog)"},
    {"pan o inu ga taberu", "eat(dog,bread)"},
    {"kodomo ga hashiru", "run(child)"},
};

/* Orders that no example has. */
static void test_forms(void **state) {
    (void)state;
    g2l2_model *model = lesson_pairs("nav", latin, COUNT(latin));
    g2l2_parser *parser = lesson_parser(model);
    lesson_is_of(model, "roles");
    for (size_t i = 0; i < COUNT(latin); i++) lesson_means(parser, latin[i][0], latin[i][1]);
    lesson_means(parser, "amat puellam puer", "LOVE(boy,girl)");
    lesson_means(parser, "reginam audit puer", "HEAR(boy,queen)");
    lesson_means(parser, "puella puerum videt", "SEE(girl,boy)");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

static void test_particles(void **state) {
    (void)state;
    g2l2_model *model = lesson_pairs("nav", particles, COUNT(particles));
    g2l2_parser *parser = lesson_parser(model);
    lesson_is_of(model, "roles");
    lesson_means(parser, "kodomo o neko ga miru", "see(cat,child)");
    lesson_means(parser, "pan o tana ni inu ga oku", "put(dog,bread,shelf)");
    lesson_means(parser, "inu ga kau sakana o", "buy(dog,fish)");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* A grammar that explains all stays: it knows the cup in a place where no example had it. */
static void test_grammar(void **state) {
    static const char *const pairs[][2] = {
        {"go to the kitchen", "GO(kitchen)"},
        {"go to the hall", "GO(hall)"},
        {"take the cup", "TAKE(cup)"},
        {"take the book", "TAKE(book)"},
        {"bring the book to the hall", "BRING(book,hall)"},
        {"bring the key to the kitchen", "BRING(key,kitchen)"},
        {"take the key", "TAKE(key)"},
        {"go to the garden", "GO(garden)"},
    };
    (void)state;
    g2l2_model *model = lesson_pairs("nav", pairs, COUNT(pairs));
    g2l2_parser *parser = lesson_parser(model);
    lesson_is_of(model, "actions");
    lesson_means(parser, "bring the cup to the garden", "BRING(cup,garden)");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

static const char lexicon[] = "# g2l2 lexicon 1\n"
                              "domain roles\n"
                              "literals Field : first name second\n"
                              "literals Part : LOVE STOP dog girl 5\n"
                              "names \"LOVE(_,_)\" \"WAIT(_)\" STOP\n"
                              "<start> => M : nothing()\n"
                              "amat => M : field(name(), LOVE())\n"
                              "halt => M : field(name(), STOP())\n"
                              "puella => M : field(first(), girl())\n"
                              "puellam => M : field(second(), girl())\n"
                              "canem => M : field(second(), dog())\n"
                              "five => M : field(first(), \"5\"())\n";

/* A call with a name and a number of arguments that no example has is refused, also by what was exported. */
static void test_shapes(void **state) {
    g2l2_model *model, *again;
    g2l2_error err;
    (void)state;
    lesson_check(g2l2_lexicon_import(lexicon, strlen(lexicon), NULL, NULL, &model, &err), &err);
    char *text = lesson_text(model);
    lesson_check(g2l2_lexicon_import(text, strlen(text), NULL, NULL, &again, &err), &err);
    for (int i = 0; i < 2; i++) {
        g2l2_parser *parser = lesson_parser(i ? again : model);
        lesson_means(parser, "canem amat puella", "LOVE(girl,dog)");
        lesson_means(parser, "five amat puellam", "LOVE(5,girl)");
        lesson_means(parser, "halt", "STOP");
        lesson_is_refused(parser, "puella amat", "its words say 'LOVE(girl)', and no example has");
        lesson_is_refused(parser, "canem amat", "'LOVE(?,dog)'");
        lesson_is_refused(parser, "puella canem", "'?(girl,dog)'");
        lesson_is_refused(parser, "halt puella", "'STOP(girl)'");
        g2l2_parser_free(parser);
    }
    g2l2_model_free(again);
    g2l2_model_free(model);
    free(text);
}

/* What is a call of its own, and with how many arguments. */
static void test_calls(void **state) {
    static const struct {
        const char *text;
        uint32_t n;
        bool is;
    } cases[] = {
        {"STOP", 0, true},
        {"GO(hall)", 1, true},
        {"LOVE(girl, red dog)", 2, true},
        {"NOT(GO(hall))", 0, false},
        {"GO(hall) STOP", 0, false},
        {"GO()", 0, false},
        {"GO(a,)", 0, false},
        {"GO(,a)", 0, false},
        {"(a)", 0, false},
        {"", 0, false},
        {"A(1,2,3,4,5,6)", 6, true},
        {"A(1,2,3,4,5,6,7)", 0, false},
        {"A B", 0, false},
        {"GO(hall", 0, false},
        {"GO(a]b)", 0, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint32_t n;
        bool is = lang_is_call(cases[i].text, &n);
        if (is != cases[i].is || (is && n != cases[i].n)) fail_msg("%s: %u", cases[i].text, n);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),   cmocka_unit_test(test_particles),
        cmocka_unit_test(test_grammar), cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
