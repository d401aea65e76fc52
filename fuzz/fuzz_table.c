/* A CSV table in memory, or two (a line of = between them). Nothing is kept of one that fails; what
 * was read has rows that can be asked about. */
#include "fuzz/fuzz.h"

static const char facts[] = "domain facts\n"
                            "literals value red\n"
                            "many => NUM : count(scene())  1\n"
                            "red => N : filter(scene(), red)  1\n";

static void ask(g2l2_scenes *scenes) {
    static g2l2_model *model;
    g2l2_error err = {0};
    g2l2_parser *parser;
    g2l2_result result;
    const g2l2_limits limits = fuzz_limits();
    if (!model) must(!g2l2_lexicon_import(facts, strlen(facts), NULL, NULL, &model, &err));
    g2l2_status status = g2l2_scenes_encode_for(scenes, model, &err);
    if (status) {
        fuzz_check_error(status, &err);
        return;
    }
    must(!g2l2_parser_new(model, &limits, &parser, &err));
    static const char *const sentences[] = {"many", "red", "many red"};
    for (size_t i = 0; i < 3; i++) {
        status = g2l2_parser_set_scene(parser, scenes, 0, &err);
        if (!status) status = g2l2_parser_run(parser, sentences[i], 5, &result, &err);
        if (status) fuzz_check_error(status, &err);
        else fuzz_check_result(&result);
    }
    g2l2_parser_free(parser);
}

int fuzz_one(const uint8_t *data, size_t size) {
    const char *text = (const char *)data, *cut = size ? memmem(data, size, "\n=\n", 3) : NULL;
    size_t first = cut ? (size_t)(cut - text) + 1 : size;
    const g2l2_text tables[] = {{"a.csv", text, first},
                                {"b.csv", text + first + 2, cut ? size - first - 2 : 0}};
    const g2l2_limits limits = fuzz_limits();
    g2l2_scenes *scenes;
    g2l2_error err = {0};
    must(!g2l2_scenes_new(&scenes, &err));
    g2l2_status status = g2l2_scenes_parse_tables(scenes, tables, cut ? 2 : 1, &limits, &err);
    must(!status == (g2l2_scenes_count(scenes) == 1));
    if (status) fuzz_check_error(status, &err);
    else ask(scenes);
    g2l2_scenes_free(scenes);
    return 0;
}
