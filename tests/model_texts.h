/* model_texts - lexicons as text, letter for letter as they are exported; models made of them, and
 * saved in a folder of the test. */
#ifndef G2L2_TESTS_MODEL_TEXTS_H
#define G2L2_TESTS_MODEL_TEXTS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "parser/parser.h"
#include "store/store.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

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

static inline g2l2_model *import(const char *text) {
    g2l2_model *model = NULL;
    g2l2_error err = {0};
    g2l2_status status = g2l2_lexicon_import(text, strlen(text), NULL, NULL, &model, &err);
    if (status) print_error("%zu:%zu: %s\n", err.line, err.column, err.message);
    assert_int_equal(status, G2L2_STATUS_OK);
    return model;
}

static inline char *export(const g2l2_model *model) {
    char *text = NULL;
    assert_int_equal(g2l2_lexicon_export(model, &text, NULL), G2L2_STATUS_OK);
    return text;
}

static inline void expect_export(const g2l2_model *model, const char *expected) {
    char *text = export(model);
    assert_string_equal(text, expected);
    free(text);
}

static inline void expect_becomes(const char *text, const char *expected) {
    g2l2_model *model = import(text);
    expect_export(model, expected);
    g2l2_model_free(model);
}

#define SEEN "domain visual\nliterals red\nfeatures 1 given\n"
#define RED  "red => objset : filter(scene(), ?)\n"

/* As learning makes one: words with slots, some of them dropped again. */
static inline void fill(g2l2_model *self) {
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

static inline g2l2_model *learned(void) {
    g2l2_domain *domain;
    g2l2_model *model;
    assert_int_equal(g2l2_domain_open("nav", &domain, NULL), G2L2_STATUS_OK);
    assert_int_equal(model_new(domain, &model, NULL), G2L2_STATUS_OK);
    g2l2_domain_free(domain);
    if (guard_try(&model->guard, NULL)) fill(model);
    assert_int_equal(model->guard.status, G2L2_STATUS_OK);
    return model;
}

/* A folder of its own, so that a test sees what is left in it. */
struct folder {
    char path[64], model[100];
};

static inline int set_up(void **state) {
    struct folder *f = calloc(1, sizeof *f);
    assert_non_null(f);
    snprintf(f->path, sizeof f->path, "/tmp/g2l2-model-XXXXXX");
    assert_non_null(mkdtemp(f->path));
    snprintf(f->model, sizeof f->model, "%s/a.model", f->path);
    *state = f;
    return 0;
}

static inline int tear_down(void **state) {
    struct folder *f = *state;
    unlink(f->model);
    assert_int_equal(rmdir(f->path), 0); /* nothing else was left behind */
    free(f);
    return 0;
}

static inline char *read_file(const char *path, size_t *length) {
    char *bytes = NULL;
    assert_int_equal(file_read(path, STORE_MAX, &bytes, length, NULL), G2L2_STATUS_OK);
    return bytes;
}

/* The bytes of a model file; the caller frees them. */
static inline char *save(const struct folder *f, const g2l2_model *model, size_t *length) {
    g2l2_error err = {0};
    assert_int_equal(g2l2_model_save(model, f->model, &err), G2L2_STATUS_OK);
    return read_file(f->model, length);
}

static inline char *save_text(const struct folder *f, const char *text, size_t *length) {
    g2l2_model *model = import(text);
    char *bytes = save(f, model, length);
    g2l2_model_free(model);
    return bytes;
}

/* A file with one text in its header replaced, and its checksum right again. */
static inline char *replaced(const char *bytes, size_t length, const char *from, const char *to,
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

#endif
