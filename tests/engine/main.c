/* The engine by itself, with nothing linked but libc and libm:
 *
 *   text ─▶ model ─▶ parser ─▶ "WALK JUMP JUMP"
 *   text ─▶ model ─▶ bytes ─▶ model ─▶ parser ◀─ objects as numbers ─▶ "2"
 *
 * and entries edited, candidates listed, a budget kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "g2l2.h"

static const char commands[] = "literals WALK JUMP\n"
                               "walk => V : WALK()  0\n"
                               "jump => V : JUMP()  0\n"
                               "twice => V\\V : \\x. repeat(x, 2)  0\n"
                               "then => V\\V/V : \\y.\\x. concat(x, y)  0\n";

/* Of the two features of an object the first says how red it is. */
static const char questions[] = "domain visual\n"
                                "features 2 given\n"
                                "how => EMPTY\n"
                                "many => integer/objset : \\x. count(x)\n"
                                "red => objset/objset : \\x. filter(x, ?)\n"
                                "things => objset : scene()\n"
                                "concept ObjConcept red = 20 0 -10\n";

static int check(const char *what, g2l2_status status, const g2l2_error *err) {
    if (status) fprintf(stderr, "engine-check: %s: %s\n", what, err->message);
    return status;
}

static int expect(g2l2_parser *parser, const char *sentence, const char *wanted) {
    g2l2_error err;
    g2l2_result result;
    if (check("run", g2l2_parser_run(parser, sentence, 1, &result, &err), &err)) return 1;
    const char *got = result.n_readings ? result.readings[0].text : result.reason;
    printf("%s: %s\n", sentence, got);
    return strcmp(got, wanted) || result.status != G2L2_PARSE_OK;
}

/* There are two readings of it, equally heavy: `twice` takes what is near. */
static int use(g2l2_parser *parser) {
    const g2l2_budget little = {.steps = 1};
    g2l2_explanation explained;
    g2l2_result result;
    g2l2_sentences *said;
    g2l2_error err;
    if (expect(parser, "walk then jump twice", "WALK JUMP JUMP") ||
        check("explain", g2l2_parser_explain(parser, "jump fly", &explained, &err), &err) ||
        explained.status != G2L2_PARSE_UNKNOWN_WORDS)
        return 1;
    if (check("say", g2l2_parser_say(parser, "WALK JUMP JUMP", 1, &said, &err), &err) ||
        g2l2_sentences_count(said) != 1)
        return 1;
    g2l2_sentences_free(said);
    if (g2l2_parser_describe(parser, &(size_t){0}, 1, 1, &said, &err) != G2L2_STATUS_ARGUMENT)
        return 1;
    g2l2_parser_set_guessing(parser, false);
    g2l2_parser_set_budget(parser, &little);
    return g2l2_parser_run(parser, "walk then jump", 1, &result, &err) != G2L2_STATUS_LIMIT;
}

static int edit(const g2l2_model *model) {
    const g2l2_edit edits[] = {
        {.kind = G2L2_EDIT_ADD, .with = {.word = "hop", .category = "V", .program = "JUMP()"}}};
    g2l2_model *changed;
    g2l2_parser *parser = NULL;
    g2l2_error err;
    if (check("edit", g2l2_model_edit(model, edits, 1, NULL, &changed, &err), &err)) return 1;
    int status = check("parser", g2l2_parser_new(changed, NULL, &parser, &err), &err) ||
                 expect(parser, "hop twice", "JUMP JUMP");
    g2l2_parser_free(parser);
    g2l2_model_free(changed);
    return status;
}

static int follow_commands(void) {
    static const char *const targets[] = {"WALK JUMP"};
    g2l2_error err;
    g2l2_domain *domain = NULL;
    g2l2_model *model = NULL;
    g2l2_parser *parser = NULL;
    g2l2_candidates *candidates = NULL;
    int status =
        check("domain", g2l2_domain_open("nav", &domain, &err), &err) ||
        check("lexicon",
              g2l2_lexicon_import(commands, strlen(commands), domain, NULL, &model, &err), &err) ||
        check("parser", g2l2_parser_new(model, NULL, &parser, &err), &err) || use(parser) ||
        edit(model) ||
        check("candidates",
              g2l2_domain_candidates(domain, NULL, targets, 1, NULL, &candidates, &err), &err) ||
        g2l2_candidates_count(candidates) < 10;
    g2l2_candidates_free(candidates);
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    g2l2_domain_free(domain);
    return status;
}

/* The model as bytes, and from them again. */
static int copy(const g2l2_model *model, g2l2_model **out) {
    g2l2_error err;
    void *bytes;
    size_t n;
    if (check("write", g2l2_model_write(model, &bytes, &n, &err), &err)) return 1;
    int status = check("read", g2l2_model_read(bytes, n, out, &err), &err);
    free(bytes);
    return status;
}

static int answer_questions(void) {
    static const float objects[3][2] = {{1, 0}, {0, 1}, {1, 1}};
    g2l2_error err;
    g2l2_model *text = NULL, *model = NULL;
    g2l2_parser *parser = NULL;
    g2l2_result result;
    int status =
        check("lexicon", g2l2_model_read(questions, strlen(questions), &text, &err), &err) ||
        copy(text, &model) || g2l2_model_n_features(model) != 2 ||
        check("parser", g2l2_parser_new(model, NULL, &parser, &err), &err) ||
        check("run", g2l2_parser_run(parser, "How many things?", 1, &result, &err), &err) ||
        result.status != G2L2_PARSE_NO_SCENE ||
        check("objects", g2l2_parser_set_objects(parser, objects[0], 3, 2, &err), &err) ||
        expect(parser, "How many things?", "3") || expect(parser, "How many red things?", "2");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    g2l2_model_free(text);
    return status;
}

int main(void) {
    return follow_commands() || answer_questions();
}
