/* lexicons - small lexicons as text, to talk to (talk.h), and what they say. */
#ifndef G2L2_TESTS_LEXICONS_H
#define G2L2_TESTS_LEXICONS_H

#include <stdio.h>
#include <stdlib.h>

#include "parser/parser.h"
#include "tests/talk.h"

static const char scan_text[] = "domain nav\n"
                                "literals I_JUMP I_LOOK I_RUN I_TURN_LEFT I_TURN_RIGHT I_WALK\n"
                                "jump => V : I_JUMP()  5\n"
                                "walk => V : I_WALK()  5\n"
                                "run => V : I_RUN()  5\n"
                                "look => V : I_LOOK()  5\n"
                                "hüpfen => V : I_JUMP()  5\n"
                                "turn => V : empty()  5\n"
                                "left => V\\V : \\x. concat(I_TURN_LEFT(), x)  5\n"
                                "right => V\\V : \\x. concat(I_TURN_RIGHT(), x)  5\n"
                                "twice => V\\V : \\x. repeat(x, 2)  5\n"
                                "thrice => V\\V : \\x. repeat(x, 3)  5\n"
                                "opposite => V\\V/(V\\V) : \\f.\\x. f(f(x))  5\n"
                                "around => V\\V/(V\\V) : \\f.\\x. repeat(f(x), 4)  5\n"
                                "and => S\\V/V : \\y.\\x. concat(x, y)  5\n"
                                "after => S\\V/V : \\y.\\x. concat(y, x)  5\n"
                                "please => EMPTY  3\n";

/* `and` has weights 2 and 1, so of three derivations two mean the same. */
static const char ambiguous_text[] = "domain nav\n"
                                     "literals J W\n"
                                     "jump => V : J()\n"
                                     "walk => V : W()\n"
                                     "twice => V\\V : \\x. repeat(x, 2)\n"
                                     "and => S\\V/V : \\y.\\x. concat(x, y) 0.6931471805599453\n"
                                     "and => V\\V/V : \\y.\\x. concat(x, y) 0\n"
                                     "both => V : J() 0\n"
                                     "both => V : concat(J(), empty()) 0\n"
                                     "both => V : W() 0.4054651081081644\n"
                                     "again => V\\V : \\x. concat(x, x)\n"
                                     "nothing => V : empty()\n";

static const char arith_text[] = "domain arith\n"
                                 "ONE => N : 1\n"
                                 "PLUS_ONE => N\\N : \\x. add(x, 1)  -0.6931471805599453\n"
                                 "PLUS_ONE => N\\N : \\x. mul(x, 3)  -0.6931471805599453\n"
                                 "MUL_THREE => N\\N : \\x. add(x, 1)  -0.6931471805599453\n"
                                 "MUL_THREE => N\\N : \\x. mul(x, 3)  -0.6931471805599453\n"
                                 "plus => N\\N/N : \\y.\\x. add(x, y)\n"
                                 "and => AND\n"
                                 "or => OR\n"
                                 "uh => EMPTY\n";

static const float look_features[] = {1, -1, 3};
static const struct scene look_scene = {.n_objects = 3, .n_features = 1, .features = look_features};

static const char look_text[] = "domain visual\n"
                                "literals red\n"
                                "features 1 given\n"
                                "any => bool/objset : \\x. exist(x)\n"
                                "any => integer/objset : \\x. count(x)\n"
                                "things => objset : scene()\n"
                                "red => objset/objset : \\x. filter(x, ?)\n"
                                "left => objset\\objset/objset : \\y.\\x. relate(x, y, ?)\n"
                                "and => AND\n"
                                "of => EMPTY\n"
                                "concept ObjConcept red = 2 0\n"
                                "concept RelConcept left = 2 0\n";

static inline char *repeated(const char *first, const char *rest, int n) {
    char *text = malloc(strlen(first) + (strlen(rest) + 1) * (size_t)n + 1);
    assert_non_null(text);
    strcpy(text, first);
    for (int i = 0; i < n; i++) strcat(strcat(text, " "), rest);
    return text;
}

#endif
