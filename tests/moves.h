/* moves - lexicons of commands and of questions about objects, by the public header alone, and what
 * they say. */
#ifndef G2L2_TESTS_MOVES_H
#define G2L2_TESTS_MOVES_H

#include "tests/talk.h"

static const char moves_text[] = "domain nav\n"
                                 "literals WALK JUMP\n"
                                 "walk => V : WALK()  1\n"
                                 "jump => V : JUMP()  1\n"
                                 "jump => V : WALK()  -1\n"
                                 "twice => V\\V : \\x. repeat(x, 2)  0\n"
                                 "and => S\\V/V : \\y.\\x. concat(x, y)  0 locked\n"
                                 "  used 3  walk and jump\n";

static const char looks_text[] = "domain visual\n"
                                 "features 2 given\n"
                                 "how => EMPTY\n"
                                 "many => integer/objset : \\x. count(x)\n"
                                 "red => objset/objset : \\x. filter(x, ?)\n"
                                 "blue => objset/objset : \\x. filter(x, ?)\n"
                                 "things => objset : scene()\n"
                                 "concept ObjConcept red = 20 0 -10\n"
                                 "concept ObjConcept blue = 0 20 -10\n";

static const float objects[3][2] = {{1, 0}, {0, 1}, {1, 1}};

static inline void means(g2l2_parser *parser, const char *sentence, const char *wanted) {
    g2l2_result result;
    assert_int_equal(g2l2_parser_run(parser, sentence, 1, &result, NULL), G2L2_STATUS_OK);
    if (!result.n_readings) fail_msg("%s: %s", sentence, result.reason);
    assert_int_equal(result.status, G2L2_PARSE_OK);
    assert_string_equal(result.readings[0].text, wanted);
}

static inline void gives(const g2l2_model *model, const char *sentence, const char *wanted) {
    g2l2_parser *parser;
    assert_int_equal(g2l2_parser_new(model, NULL, &parser, NULL), G2L2_STATUS_OK);
    means(parser, sentence, wanted);
    g2l2_parser_free(parser);
}

#endif
