/* What may be wrong with a model: each wrong line of a text has its sentence and its place; a file is
 * cut at every byte, has every bit flipped, or holds what no model has; both are changed at random. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/model_texts.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_lines),
        cmocka_unit_test(pathological_texts),
        cmocka_unit_test_setup_teardown(cut_at_every_byte, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_bit_flipped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_inside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_concepts_inside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(escaped_strings, set_up, tear_down),
        cmocka_unit_test(mutated_texts),
        cmocka_unit_test_setup_teardown(mutated_files, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("model damage", tests, NULL, NULL);
}
