/* Models: the lexicon as text and the model file.
 *
 *   text ─▶ import ─▶ model ─▶ export ─▶ text          the same text
 *              ▲        │
 *            load ◀─ bytes ◀─ save                     the same bytes
 *
 * Then everything that may go wrong with either: each wrong line has its
 * sentence and its place; a file is cut at every byte and has every bit
 * flipped; disks are full; every single allocation fails once. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "parser/parser.h"
#include "store/store.h"
#include "tests/faults.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* ---- texts ------------------------------------------------------------------------ */

/* Each is as the export writes it. */
static const char nav_text[] = "# g2l2 lexicon 1\n"
                               "domain nav\n"
                               "literals I_WALK I_JUMP\n"
                               "jump => V : I_JUMP()  1.25\n"
                               "jump => V\\V : \\x. repeat(x, 2)  -0.5\n"
                               "walk => V : I_WALK()  0.1\n"
                               "and => S\\V/V : \\y.\\x. concat(x, y)  2.5 locked\n"
                               "around => V\\V/(V\\V) : \\f.\\x. f(f(x))  3\n"
                               "the => EMPTY  0.3\n";

static const char arith_text[] = "# g2l2 lexicon 1\n"
                                 "domain arith\n"
                                 "two => N : 2  1e-300\n"
                                 "half => N : 0.5  0.30000000000000004\n"
                                 "plus => N\\N/N : \\y.\\x. add(x, y)  12345678901234568\n"
                                 "plus => N\\N/N : \\y.\\x. 7  -0\n"
                                 "and => AND  0.5\n"
                                 "and => OR  0.25 locked\n";

static const char quoted_text[] =
    "# g2l2 lexicon 1\n"
    "domain nav\n"
    "literals \"=>\" \"a#b\" \"say\\\"hi\" b\\c x \"|\" λ größe repeat\n"
    "\"=>\" => V : \"=>\"()  1\n"
    "\"two words\" => V : \"a#b\"()  2\n"
    "\"say\\\"hi\\\\\" => V : \"say\\\"hi\"()  3\n"
    "\"#\" => V : \"b\\\\c\"()  4\n"
    "\"tab\\tline\\nreturn\\r\" => V : \"x\"()  5\n"
    "\"|\" => V : \"|\"()  6\n"
    "back\\slash => V : \"λ\"()  7\n"
    "größe => V : größe()  8\n"
    "ジャンプ => V/V : \\x. concat(x, \"repeat\"())  9\n"
    "domain => EMPTY  0\n"
    "literals => EMPTY  0\n"
    "locked => EMPTY  0 locked\n"
    ": => EMPTY  0\n";

static const char defined_text[] = "# g2l2 lexicon 1\n"
                                   "domain toy\n"
                                   "definition\n"
                                   "| # a domain of the user's own\n"
                                   "| domain toy  half of nav\n"
                                   "|\n"
                                   "| kernels nav\n"
                                   "| type Act\n"
                                   "| op then : Act, Act -> Act [associative] = concat\n"
                                   "|   literals move : Act\n"
                                   "| category C : Act\n"
                                   "| root C\n"
                                   "literals left right\n"
                                   "then => C\\C/C : \\y.\\x. then(x, y)  1\n"
                                   "go => C : left()  0.5\n";

/* Words with concepts; `blue` and `#1` are answers only. */
static const char visual_text[] =
    "# g2l2 lexicon 1\n"
    "domain visual\n"
    "literals blue red \"#1\" cube\n"
    "grammar normal-form\n"
    "features 2 noise 0.05 seed 0\n"
    "numeric x mean 0.5 scale 2\n"
    "how => EMPTY  0\n"
    "many => integer/objset : \\x. count(x)  0\n"
    "red => objset/objset : \\x. filter(x, ?)  1.5\n"
    "cube => objset : filter(scene(), ?)  0\n"
    "left => objset\\objset/objset : \\y.\\x. relate(x, y, ?)  0 locked\n"
    "color => word/objset : \\x. query(x, ?)  0.25\n"
    "color => word\\objset : \\x. query(x, ?)  -1 off\n"
    "\"=>\" => objset/objset : \\x. filter(x, ?)  0\n"
    "= => objset/objset : \\x. filter(x, ?)  0\n"
    "features => EMPTY  0\n"
    "concept => AND  0\n"
    "concept ObjConcept red = 0.25 -1.5 3\n"
    "concept ObjConcept cube = 1.4013e-45 -3.4028235e+38 0.1\n"
    "concept ObjConcept \"=>\" = 1 2 3\n"
    "concept ObjConcept = = 0.33333334 16777216 -0\n"
    "concept ObjConcept blue = 0 0 0\n"
    "concept ObjConcept \"#1\" = 7 8 9\n"
    "concept RelConcept left = 1 2 3\n"
    "concept Attribute color = 0.1 0.2 -12.5 4\n";

/* No answers, one more concept than is used, and a grammar that is not the definition's. */
static const char seen_text[] = "# g2l2 lexicon 1\n"
                                "domain seen\n"
                                "definition\n"
                                "| domain seen  only what there is\n"
                                "| kernels visual\n"
                                "| execution mixed\n"
                                "| grammar normal-form\n"
                                "| type Things\n"
                                "| type Kind\n"
                                "| type Way\n"
                                "| type Truth\n"
                                "| type Answer\n"
                                "| type Sort\n"
                                "| concept Sort : answer\n"
                                "| concept Way : pair\n"
                                "| concept Kind : object\n"
                                "| op all : Things = scene\n"
                                "| op those : Things, Kind -> Things = filter\n"
                                "| op near : Things, Things, Way -> Things = relate\n"
                                "| op some : Things -> Truth = exist\n"
                                "| op ask : Things, Sort -> Answer = query\n"
                                "| literals word : Answer\n"
                                "| category T : Things\n"
                                "| category B : Truth\n"
                                "| category A : Answer\n"
                                "| root B A\n"
                                "grammar plain\n"
                                "features 1 given\n"
                                "any => B/T : \\x. some(x)  0\n"
                                "dog => T : those(all(), ?)  0\n"
                                "dog => T : all()  -1\n"
                                "kind => A/T : \\x. ask(x, ?)  0\n"
                                "concept Sort kind =\n"
                                "concept Kind dog = 0.5 -0.125\n";

/* How often, and in which sentence; an entry that is off may have it as well. */
static const char used_text[] = "# g2l2 lexicon 1\n"
                                "domain visual\n"
                                "grammar normal-form\n"
                                "how => EMPTY  0\n"
                                "  used 4294967295  how used are \"#things\" ; \"=>\"\n"
                                "many => integer|objset : \\x. count(x)  0 locked\n"
                                "  used 1\n"
                                "same => SAME  1\n"
                                "  used 20  größe\n"
                                "same => EMPTY  0\n"
                                "it => objset^objset : \\x. x  0\n"
                                "  used 3  it ; it\n"
                                "; => LET  0 off\n"
                                "  used 7  ;\n"
                                "used => EMPTY  0\n";

static const char *const exported[] = {nav_text,    arith_text, quoted_text, defined_text,
                                       visual_text, seen_text,  used_text};

static g2l2_model *import(const char *text) {
    g2l2_model *model = NULL;
    g2l2_error err = {0};
    g2l2_status status = g2l2_lexicon_import(text, strlen(text), NULL, NULL, &model, &err);
    if (status) print_error("%zu:%zu: %s\n", err.line, err.column, err.message);
    assert_int_equal(status, G2L2_STATUS_OK);
    return model;
}

static char *export(const g2l2_model *model) {
    char *text = NULL;
    assert_int_equal(g2l2_lexicon_export(model, &text, NULL), G2L2_STATUS_OK);
    return text;
}

static void expect_export(const g2l2_model *model, const char *expected) {
    char *text = export(model);
    assert_string_equal(text, expected);
    free(text);
}

static void expect_becomes(const char *text, const char *expected) {
    g2l2_model *model = import(text);
    expect_export(model, expected);
    g2l2_model_free(model);
}

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

/* As learning makes one: words with slots, some of them dropped again. */
static void fill(g2l2_model *self) {
    static const char *const targets[] = {"B A", "C"};
    struct lexicon *lexicon = &self->lexicon;
    candidate_list list = {0};
    domain_add_literals(self->domain, targets, 2, NULL, 0);
    domain_candidates(self->domain, domain_set(self->domain, NULL), &list);
    for (int w = 0; w < 3; w++) {
        lexicon_add_word(lexicon, &"uvw"[w], 1);
        for (uint32_t i = 0; i < list.n; i++)
            lexicon_add_slot(lexicon, lexicon_entry(lexicon, list.at[i].cat, list.at[i].program),
                             sin(i * 7.0 + w) * (i % 3), i % 5 == 0);
    }
    bool *keep = arena_zalloc(&self->arena, lexicon->slots.n);
    for (uint32_t i = 0; i < lexicon->slots.n; i++) keep[i] = i % 4 != 0;
    for (uint32_t w = 0; w < 2; w++) lexicon_drop(lexicon, w, keep, NULL, NULL);
    model_finish(self);
}

static g2l2_model *learned(void) {
    g2l2_domain *domain;
    g2l2_model *model;
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(model_new(domain, &model, NULL), G2L2_STATUS_OK);
    g2l2_domain_free(domain);
    if (guard_try(&model->guard, NULL)) fill(model);
    assert_int_equal(model->guard.status, G2L2_STATUS_OK);
    return model;
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

/* ---- wrong texts ---------------------------------------------------------------------- */

struct wrong {
    const char *text;
    g2l2_status status;
    size_t line, column;
    const char *message;
};

#define NAV "domain nav\nliterals A\n"

static const struct wrong wrong_texts[] = {
    {NAV "used 3 a", G2L2_STATUS_FORMAT, 3, 1, "a 'used' line belongs below an entry, one to each"},
    {NAV "a => EMPTY\nused 3\nused 4", G2L2_STATUS_FORMAT, 5, 1,
     "a 'used' line belongs below an entry, one to each"},
    {NAV "a => EMPTY\nused", G2L2_STATUS_FORMAT, 4, 5,
     "a count is needed here, from 1 to 4294967295"},
    {NAV "a => EMPTY\nused 0 a", G2L2_STATUS_FORMAT, 4, 6,
     "a count is needed here, from 1 to 4294967295"},
    {NAV "a => EMPTY\nused 3a", G2L2_STATUS_FORMAT, 4, 6,
     "a count is needed here, from 1 to 4294967295"},
    {NAV "a => EMPTY\n  used -1 a", G2L2_STATUS_FORMAT, 4, 8,
     "a count is needed here, from 1 to 4294967295"},
    {NAV "a => EMPTY\nused 4294967296", G2L2_STATUS_FORMAT, 4, 6,
     "a count is needed here, from 1 to 4294967295"},
    {NAV "a => EMPTY\nused 99999999999999999999999 a", G2L2_STATUS_FORMAT, 4, 6,
     "a count is needed here, from 1 to 4294967295"},
    {NAV "a => EMPTY\nused 3 b \"c d\"", G2L2_STATUS_FORMAT, 4, 10,
     "a word of a sentence cannot have white space"},
    {"", G2L2_STATUS_FORMAT, 0, 0, "the domain is not known; write 'domain nav' above the entries"},
    {"\na => EMPTY", G2L2_STATUS_FORMAT, 2, 1,
     "the domain is not known; write 'domain nav' above the entries"},
    {"domain", G2L2_STATUS_FORMAT, 1, 7, "the domain's name is needed"},
    {"domain nav nav", G2L2_STATUS_FORMAT, 1, 12, "nothing more is expected on this line"},
    {"domain nav\ndomain nav", G2L2_STATUS_FORMAT, 2, 1,
     "'domain NAME' stands once, above everything else"},
    {"domain moon", G2L2_STATUS_UNKNOWN, 1, 8,
     "the domain 'moon' is not built in; put its definition below a 'definition' line, each line "
     "after '| '"},
    {"# g2l2 lexicon 9\ndomain nav", G2L2_STATUS_FORMAT, 1, 16,
     "made by a newer g2l2 (lexicon version 9); this one reads version 1"},
    {NAV "=> V : A", G2L2_STATUS_FORMAT, 3, 1, "a word is needed before '=>'"},
    {NAV "hello", G2L2_STATUS_FORMAT, 3, 6,
     "a '=>' between spaces is needed here: WORD => CATEGORY : PROGRAM  WEIGHT"},
    {NAV "jump=> V", G2L2_STATUS_FORMAT, 3, 8,
     "a '=>' between spaces is needed here: WORD => CATEGORY : PROGRAM  WEIGHT"},
    {NAV "\"domain\" nav", G2L2_STATUS_FORMAT, 3, 10,
     "a '=>' between spaces is needed here: WORD => CATEGORY : PROGRAM  WEIGHT"},
    {NAV "a =>", G2L2_STATUS_FORMAT, 3, 5, "a category is needed after '=>'"},
    {NAV "a => # V", G2L2_STATUS_FORMAT, 3, 6, "a category is needed after '=>'"},
    {NAV "a => V", G2L2_STATUS_FORMAT, 3, 7, "a ':' and a program are needed after the category"},
    {NAV "a => V 1.5", G2L2_STATUS_FORMAT, 3, 8,
     "a ':' and a program are needed after the category"},
    {NAV "a => EMPTY : A", G2L2_STATUS_FORMAT, 3, 12, "an entry of this category has no program"},
    {NAV "a => W : A", G2L2_STATUS_UNKNOWN, 3, 6, "'W' is not a category of this domain"},
    {NAV "größe => V/W : A", G2L2_STATUS_UNKNOWN, 3, 12, "'W' is not a category of this domain"},
    {NAV "a => V :", G2L2_STATUS_FORMAT, 3, 9, "the program ends too early"},
    {NAV "a => V : concat(A)", G2L2_STATUS_FORMAT, 3, 18, "a ',' and another argument are needed"},
    {NAV "a => V : 2 3", G2L2_STATUS_TYPE, 3, 10,
     "this has type Integer, but ActSeq is needed here"},
    {NAV "a => V : A A", G2L2_STATUS_FORMAT, 3, 12, "nothing more is expected here"},
    {NAV "a => V : A 1.5x", G2L2_STATUS_FORMAT, 3, 12, "nothing more is expected here"},
    {NAV "a => V : A 1 2", G2L2_STATUS_FORMAT, 3, 12, "nothing more is expected here"},
    {NAV "a => V : A inf", G2L2_STATUS_FORMAT, 3, 12, "nothing more is expected here"},
    {NAV "a => V : A 1e999", G2L2_STATUS_FORMAT, 3, 12, "this weight is too large"},
    {NAV "a => EMPTY 1 unlocked", G2L2_STATUS_FORMAT, 3, 12, "nothing more is expected here"},
    {NAV "a => V : repeat(A, 1e999)", G2L2_STATUS_FORMAT, 3, 20, "this number is too large"},
    {NAV "a => V : concat(A, ?)", G2L2_STATUS_FORMAT, 3, 10,
     "a program in a lexicon is complete: it has no '?'"},
    {NAV "a => V : concat(A, RUN())  1", G2L2_STATUS_UNKNOWN, 3, 20,
     "'RUN' is neither a variable nor an operation of this domain; if it is a new action, add it "
     "to "
     "the 'literals' line"},
    {"domain arith\na => N : RUN()", G2L2_STATUS_UNKNOWN, 2, 10,
     "'RUN' is neither a variable nor an operation of this domain"},
    {"domain arith\nliterals A", G2L2_STATUS_FORMAT, 2, 1, "this domain has no literals"},
    {NAV "literals A", G2L2_STATUS_FORMAT, 3, 10, "this literal is there already"},
    {NAV "names A", G2L2_STATUS_FORMAT, 3, 1, "the names of this domain's actions have no parts"},
    {"domain pieces\nliterals A _B\nnames A_B A_C", G2L2_STATUS_FORMAT, 3, 11,
     "a part of this name is no literal"},
    {NAV "literals \"a b\"", G2L2_STATUS_FORMAT, 3, 10,
     "the name of a literal cannot have white space"},
    {NAV "a => V : A 1\nb => EMPTY\na => V : A() 2", G2L2_STATUS_FORMAT, 5, 1,
     "the word has this entry already"},
    {NAV "a => V/V : \\x. x\na => V/V : \\y. (y)", G2L2_STATUS_FORMAT, 4, 1,
     "the word has this entry already"},
    {NAV "\"a => EMPTY", G2L2_STATUS_FORMAT, 3, 1, "the quote is not closed"},
    {NAV "\"a\\", G2L2_STATUS_FORMAT, 3, 1, "the quote is not closed"},
    {NAV "\"a\\q\" => EMPTY", G2L2_STATUS_FORMAT, 3, 3,
     "after a backslash stands one of n, r, t, \" and \\"},
    {NAV "\"\" => EMPTY", G2L2_STATUS_FORMAT, 3, 1, "the name between the quotes is empty"},
    {NAV "\"a\"b => EMPTY", G2L2_STATUS_FORMAT, 3, 4, "a space is needed after the quote"},
    {NAV "a\"b => EMPTY", G2L2_STATUS_FORMAT, 3, 2,
     "a name with a quote in it must be quoted as a whole"},
    {NAV "caf\xe9 => EMPTY", G2L2_STATUS_FORMAT, 3, 4,
     "the byte 0xE9 has no place here; a lexicon is UTF-8 text"},
    {NAV "| => EMPTY", G2L2_STATUS_FORMAT, 3, 1,
     "a '|' line belongs directly below a 'definition' line; a word that starts so is quoted"},
    {NAV "definition", G2L2_STATUS_FORMAT, 3, 1,
     "'definition' stands once, above literals and entries"},
    {NAV "domain nav", G2L2_STATUS_FORMAT, 3, 1,
     "'domain NAME' stands once, above everything else"},
    {"definition\n|domain toy\n", G2L2_STATUS_FORMAT, 2, 2, "a space is needed after the '|'"},
    {"definition\n| domain toy\n\n| kernels nav", G2L2_STATUS_FORMAT, 4, 1,
     "a '|' line belongs directly below a 'definition' line; a word that starts so is quoted"},
    {"domain toy\ndefinition\n| domain toy\n| type T : moon\na => EMPTY", G2L2_STATUS_UNKNOWN, 4,
     12,
     "no such kind of values: 'moon' is neither one of the library's (`g2l2 domain operations` "
     "lists "
     "them) nor a value type that this program has registered"},
    {"domain toy\ndefinition\n| domain t\n| kernels nav\n| type T\n| category C : T\n| root C\n",
     G2L2_STATUS_FORMAT, 1, 8, "the domain 'toy' is not the one that the definition below defines"},
};

#define SEEN "domain visual\nliterals red\nfeatures 1 given\n"
#define RED  "red => objset : filter(scene(), ?)\n"

static const struct wrong wrong_concepts[] = {
    {NAV "features 2", G2L2_STATUS_FORMAT, 3, 1,
     "this is for domains whose sentences are about scenes"},
    {NAV "concept ObjConcept a = 1", G2L2_STATUS_FORMAT, 3, 1,
     "this is for domains whose sentences are about scenes"},
    {NAV "grammar loose", G2L2_STATUS_FORMAT, 3, 9, "a grammar is 'plain' or 'normal-form'"},
    {"domain visual\ngrammar low", G2L2_STATUS_FORMAT, 2, 9,
     "a grammar is 'plain' or 'normal-form'"},
    {"domain visual\ngrammar", G2L2_STATUS_FORMAT, 2, 8, "a grammar is 'plain' or 'normal-form'"},
    {"domain visual\nliterals red yes", G2L2_STATUS_FORMAT, 2, 14,
     "'yes' cannot be a literal of this domain"},
    {"domain visual\nfeatures", G2L2_STATUS_FORMAT, 2, 9,
     "a number of features is needed, from 1 to 4096"},
    {"domain visual\nfeatures 0", G2L2_STATUS_FORMAT, 2, 10,
     "a number of features is needed, from 1 to 4096"},
    {"domain visual\nfeatures 4097 given", G2L2_STATUS_FORMAT, 2, 10,
     "a number of features is needed, from 1 to 4096"},
    {"domain visual\nfeatures 99999999999999999999", G2L2_STATUS_FORMAT, 2, 10,
     "a number of features is needed, from 1 to 4096"},
    {"domain visual\nfeatures 2x", G2L2_STATUS_FORMAT, 2, 10,
     "a number of features is needed, from 1 to 4096"},
    {"domain visual\nfeatures 2 \"given\"", G2L2_STATUS_FORMAT, 2, 12,
     "there are no quotes on this line"},
    {SEEN "features 1 given", G2L2_STATUS_FORMAT, 4, 1, "'features' stands once"},
    {"domain visual\nnumeric x mean 0 scale 1", G2L2_STATUS_FORMAT, 2, 1,
     "this stands below a 'features' line"},
    {"domain visual\nconcept ObjConcept red = 1", G2L2_STATUS_FORMAT, 2, 1,
     "a 'features' line is needed above the concepts"},
    {SEEN "concept", G2L2_STATUS_FORMAT, 4, 8, "the type of a concept is needed"},
    {SEEN "concept Colour red = 1 2", G2L2_STATUS_UNKNOWN, 4, 9,
     "this domain has no concepts of the type 'Colour'"},
    {SEEN "concept Bool red = 1 2", G2L2_STATUS_UNKNOWN, 4, 9,
     "this domain has no concepts of the type 'Bool'"},
    {SEEN "concept ObjConcept", G2L2_STATUS_FORMAT, 4, 19, "a word is needed here"},
    {SEEN "concept ObjConcept red 1 2", G2L2_STATUS_FORMAT, 4, 24,
     "a '=' is needed here: concept TYPE WORD = NUMBER NUMBER ..."},
    {SEEN "concept ObjConcept red = 1 two", G2L2_STATUS_FORMAT, 4, 28, "a number is needed here"},
    {SEEN "concept ObjConcept red = 1 nan", G2L2_STATUS_FORMAT, 4, 28, "a number is needed here"},
    {SEEN "concept ObjConcept red = 1 -inf", G2L2_STATUS_FORMAT, 4, 28, "this number is too large"},
    {SEEN "concept ObjConcept red = 1 1e39", G2L2_STATUS_FORMAT, 4, 28, "this number is too large"},
    {SEEN "concept ObjConcept red = 1 2 3", G2L2_STATUS_FORMAT, 4, 20,
     "there must be 2 numbers, one for each feature and one more, not 3"},
    {SEEN "concept ObjConcept red = 1", G2L2_STATUS_FORMAT, 4, 20,
     "there must be 2 numbers, one for each feature and one more, not 1"},
    {SEEN "color => word/objset : \\x. query(x, ?)\nconcept Attribute color = 1 2",
     G2L2_STATUS_FORMAT, 5, 19, "there must be 1 numbers, one for each answer, not 2"},
    {SEEN "concept ObjConcept größe = 1 2", G2L2_STATUS_FORMAT, 4, 20,
     "no entry of the word 'größe' has a '?' that is of the type ObjConcept"},
    {SEEN RED "concept RelConcept red = 1 2", G2L2_STATUS_FORMAT, 5, 20,
     "no entry of the word 'red' has a '?' that is of the type RelConcept"},
    {SEEN "concept ObjConcept red = 1 2\nconcept ObjConcept red = 1 2", G2L2_STATUS_FORMAT, 5, 20,
     "the word has this concept already"},
    {SEEN, G2L2_STATUS_FORMAT, 0, 0, "the word 'red' needs a line 'concept ObjConcept red = ...'"},
    {SEEN "big => objset : filter(scene(), ?)\nconcept ObjConcept red = 1 2", G2L2_STATUS_FORMAT, 0,
     0, "the word 'big' needs a line 'concept ObjConcept big = ...'"},
    {"domain visual\na => bool/objset : \\x. greater(count(x), 2.5)", G2L2_STATUS_FORMAT, 2, 20,
     "objects are counted: a number here is a whole one"},
    {"domain visual\na => objset/objset : ?", G2L2_STATUS_FORMAT, 2, 22,
     "this '?' does not stand for a concept"},
};

static void expect_wrong(const char *text, size_t length, const struct wrong *wrong) {
    g2l2_model *model = NULL;
    g2l2_error err = {0};
    assert_int_equal(g2l2_lexicon_import(text, length, NULL, NULL, &model, &err), wrong->status);
    assert_null(model);
    assert_string_equal(err.message, wrong->message);
    assert_int_equal(err.line, wrong->line);
    assert_int_equal(err.column, wrong->column);
    assert_int_equal(g2l2_lexicon_import(text, length, NULL, NULL, &model, NULL), wrong->status);
}

static void wrong_lines(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(wrong_texts); i++)
        expect_wrong(wrong_texts[i].text, strlen(wrong_texts[i].text), &wrong_texts[i]);
    for (size_t i = 0; i < LENGTH(wrong_concepts); i++)
        expect_wrong(wrong_concepts[i].text, strlen(wrong_concepts[i].text), &wrong_concepts[i]);
    expect_wrong("domain nav\nab\0c", 15,
                 &(struct wrong){NULL, G2L2_STATUS_FORMAT, 2, 3,
                                 "the byte 0x00 has no place here; a lexicon is UTF-8 text"});
}

static void pathological_texts(void **state) {
    (void)state;
    size_t n = 20000;
    struct wrong wrong = {NULL, G2L2_STATUS_LIMIT, 2, 74, "the program is nested too deeply"};
    char *text = calloc(1, TEXT_MAX + 2);
    snprintf(text, 100, "domain nav\na => V : ");
    memset(text + strlen(text), '(', n);
    expect_wrong(text, strlen(text), &wrong);
    memset(text, ' ', TEXT_MAX + 1);
    wrong = (struct wrong){NULL, G2L2_STATUS_LIMIT, 0, 0,
                           "the lexicon is larger than the limit of 64 MB"};
    expect_wrong(text, TEXT_MAX + 1, &wrong);
    free(text);
}

/* ---- files -------------------------------------------------------------------------- */

/* A folder of its own, so that a test sees what is left in it. */
struct folder {
    char path[64], model[100];
};

static int set_up(void **state) {
    struct folder *f = calloc(1, sizeof *f);
    assert_non_null(f);
    snprintf(f->path, sizeof f->path, "/tmp/g2l2-model-XXXXXX");
    assert_non_null(mkdtemp(f->path));
    snprintf(f->model, sizeof f->model, "%s/a.model", f->path);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct folder *f = *state;
    unlink(f->model);
    assert_int_equal(rmdir(f->path), 0); /* nothing else was left behind */
    free(f);
    return 0;
}

static char *read_file(const char *path, size_t *length) {
    char *bytes = NULL;
    assert_int_equal(file_read(path, STORE_MAX, &bytes, length, NULL), G2L2_STATUS_OK);
    return bytes;
}

/* The bytes of a model file; the caller frees them. */
static char *save(const struct folder *f, const g2l2_model *model, size_t *length) {
    g2l2_error err = {0};
    assert_int_equal(g2l2_model_save(model, f->model, &err), G2L2_STATUS_OK);
    return read_file(f->model, length);
}

static char *save_text(const struct folder *f, const char *text, size_t *length) {
    g2l2_model *model = import(text);
    char *bytes = save(f, model, length);
    g2l2_model_free(model);
    return bytes;
}

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

/* ---- broken files ------------------------------------------------------------------- */

static g2l2_status load_bytes(const char *bytes, size_t length, g2l2_error *err) {
    char *copy = malloc(length ? length : 1); /* exact, so that a sanitizer sees overreads */
    memcpy(copy, bytes, length);
    g2l2_model *model = NULL;
    g2l2_status status = g2l2_model_read(copy, length, &model, err);
    free(copy);
    g2l2_model_free(model);
    return status;
}

/* Through the file system: the message starts with the path. Without a colon
 * `message` is its end, after a byte of the header. */
static void expect_broken(const struct folder *f, const char *bytes, size_t length,
                          const char *message) {
    char expected[600];
    g2l2_model *model = NULL;
    g2l2_error err = {0};
    assert_int_equal(file_write(f->model, bytes, length, NULL), G2L2_STATUS_OK);
    g2l2_status status = g2l2_model_load(f->model, &model, &err);
    assert_true(status == G2L2_STATUS_FORMAT || status == G2L2_STATUS_UNKNOWN);
    assert_null(model);
    snprintf(expected, sizeof expected, "%s%s", f->model, *message == ':' ? message : ": byte ");
    assert_memory_equal(err.message, expected, strlen(expected));
    assert_string_equal(err.message + strlen(err.message) - strlen(message), message);
}

static void expect_every_cut_found(const char *bytes, size_t length) {
    for (size_t n = 0; n < length; n++) {
        g2l2_error err = {0};
        assert_int_equal(load_bytes(bytes, n, &err), G2L2_STATUS_FORMAT);
        assert_int_not_equal(err.message[0], 0);
        assert_null(strchr(err.message, '\n'));
    }
    assert_int_equal(load_bytes(bytes, length, NULL), G2L2_STATUS_OK);
}

static void cut_at_every_byte(void **state) {
    size_t length;
    char *bytes = save_text(*state, visual_text, &length);
    expect_every_cut_found(bytes, length);
    free(bytes);
    bytes = save_text(*state, nav_text, &length);
    expect_every_cut_found(bytes, length);
    expect_broken(*state, bytes, 0, ": the file is empty");
    expect_broken(*state, bytes, 5, ": this is not a model of g2l2, or it is cut off at the start");
    expect_broken(*state, bytes, length - 1,
                  ": the file is damaged or cut off: its checksum does not match");
    free(bytes);
}

static void every_bit_flipped(void **state) {
    static const char *const texts[] = {"domain nav\nliterals A\na => V : A() 1\n", seen_text};
    for (size_t k = 0; k < LENGTH(texts); k++) {
        size_t length;
        char *bytes = save_text(*state, texts[k], &length);
        for (size_t i = 0; i < 8 * length; i++) {
            bytes[i / 8] ^= (char)(1 << i % 8);
            assert_int_equal(load_bytes(bytes, length, NULL), G2L2_STATUS_FORMAT);
            bytes[i / 8] ^= (char)(1 << i % 8);
        }
        assert_int_equal(load_bytes(bytes, length, NULL), G2L2_STATUS_OK);
        free(bytes);
    }
}

static void other_files(void **state) {
    static const char tensors[] = "\x10\0\0\0\0\0\0\0{\"weight\": 1}   ";
    static const char absurd[] = "\xff\xff\xff\xff\xff\xff\xff\x7f{}      ";
    expect_broken(*state, tensors, sizeof tensors - 1,
                  ": this is not a model of g2l2, or it is damaged");
    expect_broken(*state, absurd, sizeof absurd - 1,
                  ": the file is damaged or cut off: its header has 9223372036854775807 bytes, but "
                  "only 8 follow");
    expect_broken(*state, "PK\3\4\0\0\0\0\0\0\0", 11,
                  ": this is neither a model of g2l2 nor a lexicon as text, or it is damaged");
    expect_broken(*state, "hello world, this is a letter\n", 30,
                  ":1:7: a '=>' between spaces is needed here: WORD => CATEGORY : PROGRAM  WEIGHT");
    expect_broken(*state, "# only\na => EMPTY\n", 18,
                  ":2:1: the domain is not known; write 'domain nav' above the entries");
    g2l2_model *model;
    g2l2_error err;
    assert_int_equal(g2l2_model_load("/nowhere/a.model", &model, &err), G2L2_STATUS_IO);
    assert_string_equal(err.message, "/nowhere/a.model: cannot open: No such file or directory");
    assert_int_equal(g2l2_model_load("/tmp", &model, &err), G2L2_STATUS_IO);
}

/* A file with one text in its header replaced, and its checksum right again. */
static char *replaced(const char *bytes, size_t length, const char *from, const char *to,
                      size_t *out) {
    char *at = memmem(bytes, length, from, strlen(from)), *made = calloc(1, length + 300);
    assert_non_null(at);
    size_t before = (size_t)(at - bytes), after = length - before - strlen(from);
    memcpy(made, bytes, before);
    memcpy(made + before, to, strlen(to));
    memcpy(made + before + strlen(to), at + strlen(from), after);
    *out = before + strlen(to) + after;
    uint64_t header = (unsigned char)bytes[0] | (uint64_t)(unsigned char)bytes[1] << 8;
    header += strlen(to) - strlen(from);
    made[0] = (char)(header & 0xff);
    made[1] = (char)(header >> 8);
    store_put_checksum(made, *out);
    return made;
}

struct replacement {
    const char *from, *to, *message;
};

static void expect_all_broken(const struct folder *f, const char *text,
                              const struct replacement *cases, size_t n_cases) {
    size_t length, n;
    char *bytes = save_text(f, text, &length);
    for (size_t i = 0; i < n_cases; i++) {
        char *made = replaced(bytes, length, cases[i].from, cases[i].to, &n);
        expect_broken(f, made, n, cases[i].message);
        free(made);
    }
    free(bytes);
}

/* Right on the outside, wrong inside. */
static void wrong_inside(void **state) {
    static const struct replacement cases[] = {
        {"\"version\":\"1\"", "\"version\":\"9\"",
         ": made by a newer g2l2 (model version 9); this one reads version 1"},
        {"\"version\":\"1\"", "\"version\":\"12\"",
         ": made by a newer g2l2 (model version 12); this one reads version 1"},
        {"\"version\":\"1\"", "\"version\":\"0\"", ": the file is damaged: it has no version"},
        {"\"version\":\"1\"", "\"version\":\"x\"", ": the file is damaged: it has no version"},
        {"\"domain\":", "\"domain\";", "':' is needed"},
        {"\"domain\":", "\"city\":", ": the header has no 'domain'"},
        {"\"domain\":", "\"domain\":\"nav\",\"domain\":", "this is there twice"},
        {"\"domain\":\"nav\"", "\"domain\":4", "a string is needed"},
        {"\"nav\"", "\"n\\xv\"", "there is no such escape"},
        {"\"nav\"", "\"n\\u00g1v\"", "four hexadecimal digits are needed"},
        {"\"nav\"", "\"n\\u0000v\"", "this is not a character"},
        {"\"nav\"", "\"\\ud83dv\"", "this is not a character"},
        {"\"nav\"", "\"n\tv\"", "the string is not closed"},
        {"\"nav\"", "\"n\xffv\"", "this is not UTF-8"},
        {"\"domain\":\"nav\"", "\"domain\":\"naw\"",
         ": the definition inside is not that of the domain 'naw'"},
        {"execution exact", "execution fixed",
         ": line 6, column 11 of the definition inside: 'exact', 'expected' or 'mixed' is needed"},
        {"\"literals\":\"I_WALK I_JUMP\"", "\"literals\":\"I_JUMP I_WALK\"",
         ": the literals of the header are not those of its lexicon"},
        {"jump => V :", "jump => Q :",
         ": line 4, column 9 of the lexicon inside: 'Q' is not a category of this domain"},
        {"\\ndomain nav\\n", "\\ndomain arith\\n",
         ": line 2, column 8 of the lexicon inside: the domain 'arith' is not the model's"},
        {"\\ndomain nav\\n", "\\ndefinition\\n| domain nav\\n",
         ": line 2, column 1 of the lexicon inside: the definition is not that of the model"},
        {"I_JUMP()  1.25", "I_JUMP()  1.26", ": the weights are not those of the lexicon inside"},
        {"the => EMPTY  0.3\\n", "", ": the weights are not those of the lexicon inside"},
        {"\"F64\"", "\"F32\"", "'\"F64\"' is needed"},
        {"\"shape\":[6]", "\"shape\":[5]",
         ": the header does not describe the 48 bytes of numbers that follow"},
        {"\"shape\":[6]", "\"shape\":[-6]", "a whole number is needed"},
        {"\"shape\":[6]", "\"shape\":[4611686018427387904]", "the number is too large"},
        {"\"data_offsets\":[0,48]", "\"data_offsets\":[0,56]",
         ": the header does not describe the 48 bytes of numbers that follow"},
        {"\"data_offsets\":[0,48]", "\"data_offsets\":[8,48]",
         ": the tensors do not follow each other"},
        {"\"data_offsets\":[0,48]", "\"data_offsets\":[0,48,1]", "']' is needed"},
        {"\"weights\":", "\"more\":{},\"weights\":", "'\"weights\"' is needed"},
        {"[0,48]}}", "[0,48]},\"more\":{}}", "'\"dtype\"' is needed"},
        {"[0,48]}}", "[0,48]}}x", "nothing more is expected"},
    };
    expect_all_broken(*state, nav_text, cases, LENGTH(cases));
}

/* The tensors are 11 weights, [6, 3], [1, 3] and [1, 4]. */
static void wrong_concepts_inside(void **state) {
    static const char size[] =
        ": the header does not describe the 188 bytes of numbers that follow";
    static const struct replacement cases[] = {
        {"\"features\":\"features 2", "\"features\":\"features 3",
         ": the features of the header are not those of its lexicon"},
        {"\"features\":", "\"other\":",
         ": the features of the header are not those of its lexicon"},
        {"\"concepts\":", "\"other\":",
         ": the concepts of the header are not those of its lexicon"},
        {"\"ObjConcept red cube", "\"ObjConcept cube red",
         ": the concepts of the header are not those of its lexicon"},
        {"\\nRelConcept left", "\\nRelConcept left left",
         ": the concepts of the header are not those of its lexicon"},
        {"\\nRelConcept left", "\\nRelConcept rite",
         ": the concepts of the header are not those of its lexicon"},
        {"\"ObjConcept\":{", "\"RelConcept\":{",
         ": the tensor 'RelConcept' must be 'ObjConcept' of 6 x 3 numbers"},
        {"[6,3]", "[3,6]", ": the tensor 'ObjConcept' must be 'ObjConcept' of 6 x 3 numbers"},
        {"[6,3]", "[18,1]", ": the tensor 'ObjConcept' must be 'ObjConcept' of 6 x 3 numbers"},
        {"[6,3]", "[6,4]", size},
        {"[6,3]", "[0,0]", size},
        {"[6,3]", "[0,3]", size},
        {"[6,3]", "[5,3]", size},
        {"[6,3]", "[6,3,1]", "']' is needed"},
        {"[6,3]", "[18]", "',' is needed"},
        {"[88,160]", "[88,172]", size},
        {"[88,160]", "[88,8]", size},
        {"[88,160]", "[92,160]", ": the tensors do not follow each other"},
        {"[172,188]", "[172,204]", size},
        {",\"Attribute\":{\"dtype\":\"F32\",\"shape\":[1,4],\"data_offsets\":[172,188]}", "", size},
        {"\"F32\"", "\"F16\"", "'\"F32\"' is needed"},
        {"features 2 noise 0.05 seed 0\\nnumeric x mean 0.5 scale 2\\nhow", "how",
         ": the concepts of the header are not those of its lexicon"},
        {"\\nconcept => AND  0\\n", "\\nconcept ObjConcept red = 1 2 3\\nconcept => AND  0\\n",
         ": line 17, column 20 of the lexicon inside: concepts have no place here"},
    };
    size_t length;
    expect_all_broken(*state, visual_text, cases, LENGTH(cases));
    char *bytes = save_text(*state, visual_text, &length);
    memcpy(bytes + length - 4, "\0\0\x80\x7f", 4);
    store_put_checksum(bytes, length);
    expect_broken(*state, bytes, length, ": a concept has a number that is not finite");
    free(bytes);
}

/* Other ways to write the same strings. */
static void escaped_strings(void **state) {
    static const char *const cases[][2] = {
        {"\"domain\":\"nav\"", "\"domain\" :\n \"\\u006e\\u0061v\""},
        {"jump => V :", "\\u006A\\u0075mp =\\u003E V :"},
        {"the =>", "\\ud83d\\uDE00\\u00e9\\u4e2d =>"},
        {"the =>", "\\\"\\/\\\\\\\\\\\" =>"},
        {"I_JUMP()  1.25", "I_JUMP()\\t \\f\\r\\u000b1.25"},
        {"\"lexicon\":", "\"note\":\"for others\",\"lexicon\":"},
    };
    size_t length, n;
    char *bytes = save_text(*state, nav_text, &length);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *made = replaced(bytes, length, cases[i][0], cases[i][1], &n);
        g2l2_model *model = NULL;
        assert_int_equal(g2l2_model_read(made, n, &model, NULL), G2L2_STATUS_OK);
        if (i == 2) assert_string_equal(g2l2_model_entry(model, 5).word, "\xf0\x9f\x98\x80é中");
        if (i == 3) assert_string_equal(g2l2_model_entry(model, 5).word, "/\\");
        g2l2_model_free(model);
        free(made);
    }
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

/* ---- random changes ------------------------------------------------------------------- */

static const char *const pieces[] = {
    "=>",     ":",        "\\",       "\"",        "#",         "\n",   " ",
    "|",      "domain",   "concept ", "features ", "objset",    "=",    "numeric ",
    "answer", "object",   "filter(",  "relate(",   "literals ", "V/V",  "EMPTY",
    "x",      "1e9",      "(",        ")",         "locked",    ",",    ".",
    "?",      "\xc3\xa9", "\xff",     "-",         "0",         "V\\V", "AND"};

/* Replace, insert, drop or double a few bytes. Returns the new length. */
static size_t mutate(struct rng *rng, char *text, size_t n) {
    const char *piece = pieces[rng_below(rng, LENGTH(pieces))];
    size_t at = rng_below(rng, (uint32_t)n), m = strlen(piece), some = 1 + rng_below(rng, 12);
    switch (rng_below(rng, 4)) {
    case 0: text[at] = (char)rng_below(rng, 256); return n;
    case 1:
        memmove(text + at + m, text + at, n - at);
        memcpy(text + at, piece, m);
        return n + m;
    case 2:
        if (some > n - at || some == n) return n;
        memmove(text + at, text + at + some, n - at - some);
        return n - some;
    default:
        if (some > n - at) return n;
        memmove(text + at + some, text + at, n - at);
        return n + some;
    }
}

/* Whatever can be loaded can be asked, or says why not. */
static void ask(const g2l2_model *model) {
    static const char *const questions[] = {"how many red cube left cube", "color red cube",
                                            "any dog", "kind dog", "red concept = cube"};
    static const float features[3 * MODEL_MAX_FEATURES] = {1, -1, .5f};
    struct scene scene = {
        .n_objects = 3, .n_features = model->lexicon.n_features, .features = features};
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err = {0};
    if (!model->domain->mixed || g2l2_parser_new(model, NULL, &parser, &err)) return;
    assert_int_equal(parser_set_scene(parser, &scene, &err), G2L2_STATUS_OK);
    for (size_t i = 0; i < LENGTH(questions); i++)
        if (g2l2_parser_run(parser, questions[i], 3, &result, &err))
            assert_int_not_equal(err.message[0], 0);
    g2l2_parser_free(parser);
}

/* Any text gives an error with a message, or a model that can be written. */
static void expect_sound(const char *text, size_t n) {
    g2l2_model *model = NULL;
    g2l2_error err = {0};
    if (g2l2_lexicon_import(text, n, NULL, NULL, &model, &err)) {
        assert_null(model);
        assert_int_not_equal(err.message[0], 0);
        return;
    }
    char *again = export(model);
    expect_becomes(again, again);
    free(again);
    ask(model);
    g2l2_model_free(model);
}

static void mutated_texts(void **state) {
    (void)state;
    struct rng rng;
    rng_seed(&rng, 2024);
    for (int i = 0; i < 2000; i++) {
        const char *seed = exported[(size_t)i % LENGTH(exported)];
        size_t n = strlen(seed);
        char *text = malloc(n + 400);
        memcpy(text, seed, n);
        for (uint32_t k = 1 + rng_below(&rng, 8); k; k--) n = mutate(&rng, text, n);
        char *exact = malloc(n);
        memcpy(exact, text, n);
        expect_sound(exact, n);
        free(exact);
        free(text);
    }
}

/* With the checksum made right again, so that the inner checks are reached. */
static void mutated_files(void **state) {
    struct rng rng;
    rng_seed(&rng, 11);
    for (size_t i = 0; i < LENGTH(exported); i++) {
        size_t length;
        char *bytes = save_text(*state, exported[i], &length), *made = malloc(length + 400);
        for (int round = 0; round < 1000; round++) {
            size_t n = length;
            memcpy(made, bytes, n);
            for (uint32_t k = 1 + rng_below(&rng, 3); k; k--) n = mutate(&rng, made, n);
            if (n > STORE_DIGITS_AT + STORE_DIGITS) store_put_checksum(made, n);
            g2l2_model *model = NULL;
            if (!g2l2_model_read(made, n, &model, NULL)) ask(model);
            g2l2_model_free(model);
        }
        free(made);
        free(bytes);
    }
}

/* ---- writes that fail -------------------------------------------------------------------- */

static void writes_that_fail(void **state) {
    struct folder *f = *state;
    g2l2_model *model = import(nav_text);
    g2l2_error err = {0};
    assert_int_equal(g2l2_model_save(model, "/dev/full", &err), G2L2_STATUS_IO);
    assert_string_equal(err.message, "/dev/full: cannot write: No space left on device");
    assert_int_equal(g2l2_model_save(model, f->path, &err), G2L2_STATUS_IO);
    assert_int_equal(g2l2_model_save(model, "/nowhere/a.model", &err), G2L2_STATUS_IO);
    assert_int_equal(g2l2_model_save(model, "/dev/null", &err), G2L2_STATUS_OK);
    g2l2_model_free(model);
}

/* The disk fills up half way: the old file stays, and nothing beside it. */
static void disk_fills_up(void **state) {
    struct folder *f = *state;
    size_t length, now;
    char *before = save_text(f, arith_text, &length);
    g2l2_model *model = import(nav_text);
    struct rlimit limit, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = (struct rlimit){.rlim_cur = 100, .rlim_max = limit.rlim_max};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    g2l2_status status = g2l2_model_save(model, f->model, NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(status, G2L2_STATUS_IO);
    char *after = read_file(f->model, &now);
    assert_int_equal(now, length);
    assert_memory_equal(before, after, length);
    free(before);
    free(after);
    g2l2_model_free(model);
}

/* ---- allocations that fail ---------------------------------------------------------------- */

struct task {
    const struct folder *folder;
    const char *text;
    const g2l2_model *model; /* to be saved or exported */
};

static g2l2_status task_import(const struct task *t) {
    g2l2_model *model = NULL;
    g2l2_status status = g2l2_lexicon_import(t->text, strlen(t->text), NULL, NULL, &model, NULL);
    g2l2_model_free(model);
    return status;
}

static g2l2_status task_load(const struct task *t) {
    g2l2_model *model = NULL;
    g2l2_status status = g2l2_model_load(t->folder->model, &model, NULL);
    g2l2_model_free(model);
    return status;
}

static g2l2_status task_save(const struct task *t) {
    return g2l2_model_save(t->model, t->folder->model, NULL);
}

static g2l2_status task_export(const struct task *t) {
    char *text = NULL;
    g2l2_status status = g2l2_lexicon_export(t->model, &text, NULL);
    free(text);
    return status;
}

/* Run with allocation n failing; true: there was one. Nothing may be kept. The
 * C library sorts and reads files without memory as well, only slower: those
 * few are counted. */
static bool run_failing(g2l2_status (*task)(const struct task *), const struct task *t, long n,
                        long *n_harmless) {
    watch(n);
    g2l2_status status = task(t);
    watching = false;
    bool failed = n_allocations >= n;
    if (failed) *n_harmless += status == G2L2_STATUS_OK;
    else assert_int_equal(status, G2L2_STATUS_OK);
    assert_int_equal(n_live, 0);
    return failed;
}

/* Each one in turn. Returns the number of the first that there is not. */
static long fail_each(g2l2_status (*task)(const struct task *), const struct task *t,
                      long may_be_harmless) {
    long n = 1, n_harmless = 0;
    task(t); /* what libraries allocate once */
    while (run_failing(task, t, n, &n_harmless)) n++;
    assert_in_range(n_harmless, 0, may_be_harmless);
    return n;
}

static void allocations_that_fail(void **state) {
    static g2l2_status (*const tasks[])(const struct task *) = {task_import, task_load, task_save,
                                                                task_export};
    size_t length;
    for (size_t i = 0; i < LENGTH(exported); i++) {
        free(save_text(*state, exported[i], &length));
        g2l2_model *model = import(exported[i]);
        struct task t = {*state, exported[i], model};
        for (size_t k = 0; k < LENGTH(tasks); k++) assert_true(fail_each(tasks[k], &t, 3) > 2);
        g2l2_model_free(model);
    }
}

/* More memory than an arena takes at first, so that growing fails too. */
static void large_allocations_that_fail(void **state) {
    size_t length;
    g2l2_model *model = learned();
    char *text = export(model);
    free(save(*state, model, &length));
    struct task t = {*state, text, model};
    assert_true(fail_each(task_import, &t, 6) > 6);
    fail_each(task_load, &t, 7);
    free(text);
    g2l2_model_free(model);
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
        cmocka_unit_test(wrong_lines),
        cmocka_unit_test(pathological_texts),
        cmocka_unit_test_setup_teardown(file_round_trip, set_up, tear_down),
        cmocka_unit_test_setup_teardown(loads_text, set_up, tear_down),
        cmocka_unit_test_setup_teardown(layout, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cut_at_every_byte, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_bit_flipped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_inside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_concepts_inside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(escaped_strings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(definition_of_the_file, set_up, tear_down),
        cmocka_unit_test(mutated_texts),
        cmocka_unit_test_setup_teardown(mutated_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(writes_that_fail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(disk_fills_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(allocations_that_fail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_allocations_that_fail, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
