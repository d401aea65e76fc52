/* The engine by itself: a lexicon read from text, a sentence parsed and
 * executed, an explanation, and nothing linked but libc and libm.
 *
 *   text ─▶ model ─▶ parser ─▶ "WALK JUMP JUMP" */
#include <stdio.h>
#include <string.h>

#include "g2l2.h"

static const char lexicon[] = "literals WALK JUMP\n"
                              "walk => V : WALK()  0\n"
                              "jump => V : JUMP()  0\n"
                              "twice => V\\V : \\x. repeat(x, 2)  0\n"
                              "then => V\\V/V : \\y.\\x. concat(x, y)  0\n";
static const char sentence[] = "walk then jump twice";

static int failed(const char *what, const g2l2_error *err) {
    fprintf(stderr, "engine-check: %s: %s\n", what, err->message);
    return 1;
}

/* There are two readings, equally heavy: `twice` takes what is near. */
static int check(const g2l2_result *result) {
    if (!result->n_readings) {
        fprintf(stderr, "engine-check: no parse: %s\n", result->reason);
        return 1;
    }
    const char *text = result->readings[0].text;
    printf("%s: %s\n", sentence, text);
    return strcmp(text, "WALK JUMP JUMP") != 0;
}

int main(void) {
    g2l2_error err = {0};
    g2l2_domain *domain = NULL;
    g2l2_model *model = NULL;
    g2l2_parser *parser = NULL;
    g2l2_result result;
    const char *text;

    if (g2l2_domain_open("nav", &domain, &err)) return failed("domain", &err);
    if (g2l2_lexicon_import(lexicon, strlen(lexicon), domain, &model, &err))
        return failed("lexicon", &err);
    if (g2l2_parser_new(model, NULL, &parser, &err)) return failed("parser", &err);
    if (g2l2_parser_run(parser, sentence, 1, &result, &err)) return failed("run", &err);
    int status = check(&result);
    if (g2l2_parser_explain(parser, sentence, &text, &err)) return failed("explain", &err);

    g2l2_parser_free(parser);
    g2l2_model_free(model);
    g2l2_domain_free(domain);
    return status;
}
