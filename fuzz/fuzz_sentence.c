/* Any bytes as a sentence, for a lexicon such as SCAN has and for one that speaks of scenes.
 * `fold` and `thing` are ambiguous on purpose: sentences of them have many readings. */
#include "fuzz/fuzz.h"

static const char scan[] = "domain nav\n"
                           "literals I_WALK I_RUN I_TURN_LEFT I_TURN_RIGHT\n"
                           "walk => V : I_WALK()  1\n"
                           "run => V : I_RUN()  1\n"
                           "turn => V : empty()  1\n"
                           "left => V\\V : \\x. concat(I_TURN_LEFT(), x)  1\n"
                           "right => V\\V : \\x. concat(I_TURN_RIGHT(), x)  1\n"
                           "twice => V\\V : \\x. repeat(x, 2)  1\n"
                           "thrice => V\\V : \\x. repeat(x, 3)  1\n"
                           "opposite => V\\V/(V\\V) : \\f.\\x. f(f(x))  1\n"
                           "around => V\\V/(V\\V) : \\f.\\x. repeat(f(x), 4)  1\n"
                           "and => S\\V/V : \\y.\\x. concat(x, y)  1\n"
                           "after => S\\V/V : \\y.\\x. concat(y, x)  1\n"
                           "then => V\\V/V : \\y.\\x. concat(x, y)  1\n"
                           "the => EMPTY  1\n"
                           "fold => V : I_WALK()  1\n"
                           "fold => V\\V : \\x. concat(x, x)  0.5\n"
                           "fold => V/V : \\x. concat(x, I_RUN())  0\n"
                           "fold => EMPTY  -1\n";

static const char clevr[] = "domain visual\n"
                            "literals red\n"
                            "grammar normal-form\n"
                            "features 1 given\n"
                            "number => integer|objset : \\x. count(x)  0\n"
                            "any => bool/objset : \\x. exist(x)  0\n"
                            "size => word|objset : \\x. query(x, ?)  0\n"
                            "same => SAME  0\n"
                            "more => MORE  0\n"
                            "and => AND  0\n"
                            "or => OR  0\n"
                            "it => objset^objset : \\x. x  0\n"
                            "; => LET  0\n"
                            "; => EMPTY  -1\n"
                            "red => objset/objset : \\x. filter(x, ?)  0\n"
                            "left => objset\\objset/objset : \\x.\\y. relate(y, x, ?)  0\n"
                            "thing => objset : scene()  0\n"
                            "thing => LET  -1\n"
                            "thing => SAME  -1\n"
                            "the => EMPTY  0\n"
                            "concept ObjConcept red = 1 2\n"
                            "concept RelConcept left = 1 2\n"
                            "concept Attribute size = 3\n";

int fuzz_one(const uint8_t *data, size_t size) {
    static const char *const lexicons[] = {scan, clevr};
    static g2l2_model *models[2];
    g2l2_error err = {0};
    for (int i = 0; i < 2; i++)
        if (!models[i])
            must(!g2l2_lexicon_import(lexicons[i], strlen(lexicons[i]), NULL, NULL, &models[i],
                                      &err));
    char *sentence = malloc(size + 1);
    must(sentence != NULL);
    if (size) memcpy(sentence, data, size);
    sentence[size] = 0;
    for (int i = 0; i < 2; i++) fuzz_run(models[i], sentence);
    free(sentence);
    return 0;
}
