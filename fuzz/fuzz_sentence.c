/* Any bytes as a sentence, for a lexicon such as SCAN has. `fold` is ambiguous on
 * purpose: sentences of it have many readings. */
#include "fuzz/fuzz.h"

static const char lexicon[] = "domain nav\n"
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static g2l2_model *model;
    g2l2_error err = {0};
    if (!model) must(!g2l2_lexicon_import(lexicon, strlen(lexicon), NULL, &model, &err));
    char *sentence = malloc(size + 1);
    must(sentence != NULL);
    if (size) memcpy(sentence, data, size);
    sentence[size] = 0;
    fuzz_run(model, sentence);
    free(sentence);
    return 0;
}
