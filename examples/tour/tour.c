/* A tour of the library: every public function of g2l2.h is used here once, in the order of the
 * header, on data that the program makes itself.
 *
 *     cc tour.c $(pkg-config --cflags --libs g2l2) -o tour && ./tour FOLDER
 *
 * FOLDER is there and may be written to. What a step finds is printed; what must hold and does not
 * ends the program. script/check-install runs it, and sees that no function is left out. */
#include <g2l2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static g2l2_error err;
static const char *folder;

static void must(bool holds, const char *what, int line) {
    if (holds) return;
    fprintf(stderr, "tour.c:%d: not so: %s (%s: %s)\n", line, what, g2l2_status_name(err.status),
            err.message);
    exit(1);
}
#define MUST(holds) must(holds, #holds, __LINE__)
#define OK(call)    must((call) == G2L2_STATUS_OK, #call, __LINE__)

/* The path of a file in the folder; good until the next call but three. */
static const char *path(const char *name) {
    static char room[4][512];
    static int next;
    char *out = room[next++ % 4];
    snprintf(out, sizeof room[0], "%s/%s", folder, name);
    return out;
}

static const char *file(const char *name, const char *text) {
    const char *at = path(name);
    FILE *out = fopen(at, "w");
    MUST(out && fputs(text, out) >= 0 && fclose(out) == 0);
    return at;
}

/* ---- value types of one's own: a light that is on or off ---------------------------------------- */

static bool parse(void *context, const char *text, g2l2_made *out) {
    (void)context;
    out->length = 1;
    out->bytes[0] = !strcmp(text, "ON");
    return out->bytes[0] || !strcmp(text, "OFF");
}

static size_t print(void *context, const g2l2_value *value, char *out, size_t room) {
    (void)context;
    return (size_t)snprintf(out, room, "%s", *(const unsigned char *)value->bytes ? "ON" : "OFF");
}

static bool flip(void *context, const g2l2_value *args, g2l2_made *out) {
    (void)context;
    out->length = 1;
    out->bytes[0] = !*(const unsigned char *)args[0].bytes;
    return true;
}

static const g2l2_type_operation operations[] = {
    {"flip", "light -> light", NULL, "the other one", flip}};
static const g2l2_value_type light = {.abi = G2L2_TYPE_ABI,
                                      .size = sizeof light,
                                      .operation_size = sizeof operations[0],
                                      .max_bytes = 1,
                                      .name = "light",
                                      .about = "ON or OFF",
                                      .parse = parse,
                                      .print = print,
                                      .n_operations = 1,
                                      .operations = operations};
static const char lights[] = "domain lights  what lights do\n"
                             "import light\n"
                             "type Light : light\n"
                             "op flip : Light -> Light\n"
                             "literals light : Light\n"
                             "category N : Light\n"
                             "root N\n"
                             "candidates all\n"
                             "  operations 1\n"
                             "  programs N operations 1\n"
                             "  programs N/N\n";

static void show_types(void) {
    static const char examples[] = "day\tON\nnight\tOFF\nnot day\tOFF\nnot night\tON\n";
    g2l2_types *types;
    g2l2_domain *domain, *same;
    g2l2_dataset *data;
    g2l2_model *model, *loaded, *read;
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_kind kinds[64];
    g2l2_operation all[1];
    void *bytes;
    size_t n;
    g2l2_learn_options options = g2l2_learn_options_default();
    OK(g2l2_types_new(&types, &err));
    OK(g2l2_types_add(types, &light, &err));
    MUST(g2l2_kinds(types, kinds, 64) == g2l2_kinds(NULL, NULL, 0) + 1);
    MUST(g2l2_operations(types, all, 1) == g2l2_operations(NULL, NULL, 0) + 1);
    OK(g2l2_domain_parse_with(types, lights, strlen(lights), &domain, &err));
    OK(g2l2_domain_open_with(types, file("lights.def", lights), &same, &err));
    OK(g2l2_dataset_new(&data, &err));
    OK(g2l2_dataset_parse(data, examples, strlen(examples), "lights", NULL, &err));
    OK(g2l2_learn(domain, data, &options, &model, NULL, &err));
    OK(g2l2_model_save(model, path("lights.g2l2"), &err));
    OK(g2l2_model_load_with(types, path("lights.g2l2"), &loaded, &err));
    OK(g2l2_model_write(model, &bytes, &n, &err));
    OK(g2l2_model_read_with(types, bytes, n, &read, &err));
    OK(g2l2_parser_new(read, NULL, &parser, &err));
    OK(g2l2_parser_run(parser, "not not day", 1, &result, &err));
    printf("a type of one's own: not not day is %s\n", result.readings[0].text);
    g2l2_parser_free(parser);
    g2l2_model_free(read);
    g2l2_model_free(loaded);
    g2l2_model_free(model);
    free(bytes);
    g2l2_dataset_free(data);
    g2l2_domain_free(same);
    g2l2_domain_free(domain);
    g2l2_types_free(types);
}

/* ---- domains ------------------------------------------------------------------------------------ */

static void show_domains(void) {
    static const char *const targets[] = {"UP DOWN"};
    g2l2_domain *domain, *copy;
    g2l2_warnings *warnings;
    g2l2_candidates *candidates;
    char *text;
    size_t n = 0;
    while (g2l2_domain_names()[n]) n++;
    OK(g2l2_domain_open("nav", &domain, &err));
    OK(g2l2_domain_parse(g2l2_domain_text(domain), strlen(g2l2_domain_text(domain)), &copy, &err));
    MUST(!strcmp(g2l2_domain_name(copy), "nav") && *g2l2_domain_about(copy));
    MUST(!g2l2_domain_has_scenes(domain) && !g2l2_domain_has_facts(domain));
    MUST(!g2l2_domain_same(domain, "UP", "up"));
    OK(g2l2_domain_check(domain, NULL, &warnings, &err));
    for (size_t i = 0; i < g2l2_warnings_count(warnings); i++)
        MUST(g2l2_warnings_get(warnings, i).line);
    g2l2_warnings_free(warnings);
    OK(g2l2_domain_candidates(domain, NULL, targets, 1, NULL, &candidates, &err));
    MUST(*g2l2_candidates_get(candidates, 0).category);
    printf("domains: %zu, a word may at first mean %zu things in nav\n", n,
           g2l2_candidates_count(candidates));
    g2l2_candidates_free(candidates);
    OK(g2l2_domain_show(domain, G2L2_FORMAT_TEXT, &text, &err));
    free(text);
    g2l2_domain_free(copy);
    g2l2_domain_free(domain);
}

/* ---- commands: learn, edit, ask ------------------------------------------------------------------ */

static g2l2_status count_block(void *context, const g2l2_dataset *block, g2l2_error *err) {
    (void)err;
    *(size_t *)context += g2l2_dataset_count(block);
    return G2L2_STATUS_OK;
}

static bool count_failure(void *context, size_t example, const g2l2_result *result) {
    (void)example, (void)result;
    ++*(size_t *)context;
    return true;
}

static g2l2_model *learn_commands(void) {
    size_t n_failures = 0;
    g2l2_estimate estimate;
    g2l2_domain *domain;
    g2l2_dataset *data;
    g2l2_model *model;
    g2l2_learn_report report;
    g2l2_limits limits = g2l2_limits_default();
    g2l2_learn_options options = g2l2_learn_options_default();
    OK(g2l2_domain_open("nav", &domain, &err));
    OK(g2l2_dataset_new(&data, &err));
    OK(g2l2_dataset_add(data, "rise", "UP", NULL, 0, &err));
    OK(g2l2_dataset_read(data, file("moves.tsv", "rise twice\tUP UP\ndip twice\tDOWN DOWN\n"),
                         &limits, &err));
    size_t n_streamed = 0;
    OK(g2l2_dataset_stream(path("moves.tsv"), 1, count_block, &n_streamed, &limits, &err));
    MUST(n_streamed == 2); /* one block after the other, for files that are too large */
    OK(g2l2_dataset_parse(data, "rise then dip\tUP DOWN\n", 22, NULL, NULL, &err));
    OK(g2l2_learn(domain, data, &options, &model, &report, &err));
    printf("commands: %s ... %zu of %zu explained\n", g2l2_dataset_get(data, 1).sentence,
           report.correct, g2l2_dataset_count(data));
    OK(g2l2_learn_estimate(domain, data, &options, &estimate, &err));
    MUST(!estimate.asked && !estimate.doubtful); /* there are too few */
    MUST(!g2l2_learn_estimate_parts(domain, data));
    OK(g2l2_model_calibrate(model, &estimate, &err)); /* so confidence stays as it is */
    OK(g2l2_model_failures(model, data, NULL, NULL, count_failure, &n_failures, &err));
    MUST(n_failures == report.checked - report.correct);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
    return model;
}

/* The same model by way of a file, of bytes and of text. */
static g2l2_model *copy_model(g2l2_model *model) {
    g2l2_model *loaded, *read, *imported;
    void *bytes;
    char *text;
    size_t n;
    OK(g2l2_model_save(model, path("moves.g2l2"), &err));
    OK(g2l2_model_load(path("moves.g2l2"), &loaded, &err));
    OK(g2l2_model_write(loaded, &bytes, &n, &err));
    OK(g2l2_model_read(bytes, n, &read, &err));
    OK(g2l2_lexicon_export(read, &text, &err));
    OK(g2l2_lexicon_import(text, strlen(text), g2l2_model_domain(read), NULL, &imported, &err));
    MUST(g2l2_model_n_words(imported) == g2l2_model_n_words(model));
    free(text);
    free(bytes);
    g2l2_model_free(read);
    g2l2_model_free(loaded);
    g2l2_model_free(model);
    return imported;
}

/* What a model gets wrong, and why. */
static void review(const g2l2_model *model, g2l2_dataset *data) {
    g2l2_review *found;
    char *text;
    OK(g2l2_dataset_add(data, "rise thrice", "DOWN DOWN DOWN", NULL, 0, &err));
    OK(g2l2_model_review(model, data, NULL, NULL, &found, &err));
    MUST(g2l2_review_count(found, G2L2_VERDICT_WRONG) == 1 && g2l2_review_complete(found));
    MUST(g2l2_review_n_words(found) && g2l2_review_n_patterns(found) == 1);
    g2l2_finding finding = g2l2_review_finding(found, 1);
    printf("%s: %s is %s, blame %s\n", g2l2_verdict_name(finding.verdict),
           g2l2_review_pattern(found, finding.pattern).text, finding.given,
           g2l2_review_word(found, 0).word);
    OK(g2l2_review_show(found, G2L2_FORMAT_JSON, 10, &text, &err));
    MUST(strstr(text, "\"verdicts\""));
    free(text);
    g2l2_review_free(found);
}

/* Why a word means what it means, and a word that is like it. */
static void ask_why(const g2l2_model *model, const g2l2_dataset *data) {
    g2l2_evidence *found;
    g2l2_model *more;
    OK(g2l2_model_why(model, "spin", data, NULL, NULL, NULL, &found, &err));
    MUST(g2l2_evidence_count(found) == 1 && g2l2_evidence_get(found, 0).n_examples == 1);
    g2l2_evidence_free(found);
    OK(g2l2_model_liken(model, "twirl", "spin", true, &more, &err));
    MUST(g2l2_model_n_words(more) == g2l2_model_n_words(model) + 1);
    g2l2_model_free(more);
}

static void ask_commands(void) {
    g2l2_model *model = copy_model(learn_commands()), *more;
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_parses parses;
    g2l2_sentences *sentences;
    g2l2_explanation explanation;
    const g2l2_word *words;
    const g2l2_budget budget = {.seconds = 60};
    g2l2_show_options svg = {.format = G2L2_FORMAT_TEXT};
    size_t n;
    g2l2_dataset *data;
    g2l2_lesson *lesson;
    const g2l2_edit edit = {
        .kind = G2L2_EDIT_ADD,
        .with = {.word = "thrice", .category = "V\\V", .program = "\\x. repeat(x, 3)"}};
    OK(g2l2_model_edit(model, &edit, 1, NULL, &more, &err));
    MUST(!strcmp(g2l2_model_entry(more, g2l2_model_n_entries(more) - 1).word, "thrice"));
    OK(g2l2_model_find_ties(more, NULL, &err));
    for (size_t i = 0; i < g2l2_model_n_ties(more); i++) MUST(g2l2_model_tie(more, i).word);
    g2l2_model_free(model);
    OK(g2l2_dataset_new(&data, &err));
    OK(g2l2_dataset_add(data, "spin", "SPIN", NULL, 0, &err));
    OK(g2l2_model_teach(more, data, NULL, NULL, &model, &lesson, &err));
    MUST(g2l2_lesson_count(lesson) == 1 && !strcmp(g2l2_lesson_get(lesson, 0).program, "SPIN()"));
    g2l2_lesson_free(lesson);
    ask_why(model, data);
    review(model, data);
    g2l2_dataset_free(data);
    OK(g2l2_parser_new(more, NULL, &parser, &err));
    g2l2_parser_set_budget(parser, &budget);
    g2l2_parser_set_guessing(parser, false);
    OK(g2l2_parser_words(parser, "rise thrize", &words, &n, &err));
    MUST(n == 2 && words[0].known && !strcmp(words[1].nearest[0], "thrice"));
    OK(g2l2_parser_parse(parser, "rise thrice", 1, &parses, &err));
    printf("a word more: rise thrice is %s", parses.parses[0].program);
    OK(g2l2_parser_run(parser, "rise thrice", 1, &result, &err));
    printf(" = %s\n", result.readings[0].text);
    OK(g2l2_parser_say(parser, "DOWN DOWN UP", 1, &sentences, &err));
    MUST(g2l2_sentences_count(sentences) == 1);
    printf("DOWN DOWN UP is said as: %s\n", g2l2_sentences_get(sentences, 0).text);
    g2l2_sentences_free(sentences);
    OK(g2l2_parser_explain(parser, "rise thrice", &explanation, &err));
    MUST(explanation.length > 100 && g2l2_format_find("svg", &svg.format));
    OK(g2l2_parser_show(parser, "rise thrice", &svg, &explanation, &err));
    MUST(strstr(explanation.text, "<svg") && g2l2_parser_memory(parser) > 0);
    g2l2_parser_free(parser);
    g2l2_model_free(more);
    g2l2_model_free(model);
}

/* ---- scenes and tables ----------------------------------------------------------------------------- */

/* Scenes of some cups and balls, and questions about them. */
static void make_questions(g2l2_scenes *scenes, g2l2_dataset *data) {
    static const char *const words[] = {"red", "blue", "cup", "ball"};
    char text[4096], question[128];
    size_t at = 0, n_scenes = 24;
    for (size_t s = 0; s < n_scenes; s++) {
        at = (size_t)snprintf(text, sizeof text, "{\"id\": \"s%zu\", \"objects\": [", s);
        for (size_t k = 0; k <= s % 4; k++)
            at += (size_t)snprintf(text + at, sizeof text - at,
                                   "%s{\"color\": \"%s\", \"kind\": \"%s\"}", k ? ", " : "",
                                   words[(s + k) / 2 % 2], words[2 + (s / 3 + k) % 2]);
        at += (size_t)snprintf(text + at, sizeof text - at, "]}\n");
        if (s > 1) OK(g2l2_scenes_parse(scenes, text, at, "scenes", NULL, &err));
        else if (s) OK(g2l2_scenes_read(scenes, file("scene.jsonl", text), NULL, &err));
        else OK(g2l2_scenes_read_first(scenes, file("scene.jsonl", text), 1, NULL, &err));
    }
    for (size_t s = 0; s < n_scenes; s++)
        for (size_t w = 0; w < 4; w++) {
            char count[8];
            size_t n = 0;
            for (size_t k = 0; k <= s % 4; k++)
                n += w < 2 ? (s + k) / 2 % 2 == w : 2 + (s / 3 + k) % 2 == w;
            snprintf(question, sizeof question, w < 2 ? "How many %s things?" : "How many %ss?",
                     words[w]);
            snprintf(count, sizeof count, "%zu", n);
            OK(g2l2_dataset_add_question(data, question, count, s, NULL, 0, &err));
        }
    static const char one[] =
        "{\"question\": \"How many things?\", \"answer\": 1, \"scene\": \"s0\"}";
    OK(g2l2_dataset_parse_questions(data, one, strlen(one), NULL, scenes, NULL, &err));
    OK(g2l2_dataset_read_questions(data, file("one.jsonl", one), scenes, NULL, &err));
}

/* Each object that words can tell from the others, and how. */
static void describe(g2l2_parser *parser, const g2l2_scenes *scenes, size_t scene) {
    g2l2_sentences *found;
    g2l2_result result;
    char question[200];
    for (size_t i = 0; i < g2l2_scenes_n_objects(scenes, scene); i++) {
        OK(g2l2_parser_describe(parser, &i, 1, 1, &found, &err));
        MUST(g2l2_sentences_count(found) || g2l2_sentences_reason(found));
        if (g2l2_sentences_count(found)) {
            snprintf(question, sizeof question, "How many %.150s?",
                     g2l2_sentences_get(found, 0).text);
            OK(g2l2_parser_run(parser, question, 1, &result, &err));
            MUST(!strcmp(result.readings[0].text, "1"));
        }
        g2l2_sentences_free(found);
    }
    size_t object;
    MUST(g2l2_scenes_find_object(scenes, scene, "nobody", &object, &err) == G2L2_STATUS_UNKNOWN);
}

static void ask_about(const g2l2_model *model, const g2l2_scenes *scenes) {
    g2l2_parser *parser;
    g2l2_result result;
    size_t n, scene;
    char *text;
    OK(g2l2_scenes_find(scenes, "s3", &scene, &err));
    MUST(!strcmp(g2l2_scenes_name(scenes, scene), "s3"));
    const float *features = g2l2_scenes_features(scenes, scene, &n);
    MUST(n == g2l2_model_n_features(model) && g2l2_model_features(model));
    OK(g2l2_parser_new(model, NULL, &parser, &err));
    OK(g2l2_parser_set_scene(parser, scenes, scene, &err));
    OK(g2l2_parser_run(parser, "How many red things?", 1, &result, &err));
    printf("scenes: of %zu objects, %s are red", g2l2_scenes_n_objects(scenes, scene),
           result.readings[0].text);
    describe(parser, scenes, scene);
    OK(g2l2_parser_set_objects(parser, features, 2, n, &err));
    OK(g2l2_parser_run(parser, "How many red things?", 1, &result, &err));
    printf(", of the first two %s\n", result.readings[0].text);
    g2l2_parser_clear_scene(parser);
    OK(g2l2_parser_run(parser, "How many red things?", 1, &result, &err));
    MUST(result.status == G2L2_PARSE_NO_SCENE);
    OK(g2l2_scenes_show(scenes, scene, G2L2_FORMAT_TEXT, &text, &err));
    free(text);
    g2l2_parser_free(parser);
}

static void show_concepts(const g2l2_model *model, const g2l2_scenes *scenes) {
    g2l2_concepts *by_vector, *by_scene;
    g2l2_vector vectors[16];
    OK(g2l2_concepts_find(model, NULL, &by_vector, &err));
    OK(g2l2_concepts_find_in(model, scenes, NULL, &by_scene, &err));
    MUST(g2l2_concepts_count(by_scene) >= 4 && g2l2_concepts_get(by_scene, 0).word);
    for (size_t i = 0; i < g2l2_concepts_n_attributes(by_vector); i++)
        MUST(g2l2_concepts_attribute(by_vector, i).n_words);
    MUST(g2l2_model_vectors(model, vectors, 16) == g2l2_concepts_count(by_vector));
    g2l2_concepts_free(by_scene);
    g2l2_concepts_free(by_vector);
}

static void show_scenes(void) {
    g2l2_domain *domain;
    g2l2_scenes *scenes, *tables;
    g2l2_dataset *data;
    g2l2_model *model;
    g2l2_feature_options features = g2l2_feature_options_default();
    g2l2_learn_options options = g2l2_learn_options_default();
    const g2l2_text table = {"cups.csv", "name,color\nmine,red\n", 20};
    const char *csv = file("balls.csv", "name,color\nyours,blue\n"), *chosen;
    OK(g2l2_domain_open("visual", &domain, &err));
    OK(g2l2_scenes_new(&scenes, &err));
    OK(g2l2_dataset_new(&data, &err));
    make_questions(scenes, data);
    features.size = 16;
    OK(g2l2_scenes_encode(scenes, &features, &err));
    options.scenes = scenes;
    OK(g2l2_learn_choose(data, &options, &chosen, &err));
    MUST(!strcmp(chosen, "facts")); /* so few say nothing of what words look like */
    OK(g2l2_learn(domain, data, &options, &model, NULL, &err));
    ask_about(model, scenes);
    show_concepts(model, scenes);
    OK(g2l2_scenes_new(&tables, &err));
    OK(g2l2_scenes_parse_tables(tables, &table, 1, NULL, &err));
    OK(g2l2_scenes_read_tables(tables, &csv, 1, NULL, &err));
    MUST(g2l2_scenes_count(tables) == 2);
    printf("tables: %s", g2l2_scenes_about(tables));
    OK(g2l2_scenes_encode_for(tables, model, &err));
    g2l2_scenes_free(tables);
    g2l2_model_free(model);
    g2l2_dataset_free(data);
    g2l2_scenes_free(scenes);
    g2l2_domain_free(domain);
}

/* ---- images ---------------------------------------------------------------------------------------- */

/* A square of a colour on grey; which one the number of the image says. */
static void draw(size_t i, const char *name) {
    g2l2_image *image, *same;
    g2l2_scenes *held;
    void *bytes;
    size_t n;
    OK(g2l2_image_new(64, 48, 3, &image, &err));
    for (uint32_t y = 0; y < 48; y++)
        for (uint32_t x = 0; x < 64; x++) {
            uint8_t *at = image->pixels + 3 * (y * 64 + x);
            bool inside = x >= 8 && x < 28 && y >= 10 && y < 30;
            at[0] = inside && i % 2 ? 220 : 120;
            at[1] = inside ? 30 : 120;
            at[2] = inside && i % 2 == 0 ? 220 : 120;
        }
    OK(g2l2_image_write(image, path(name), &err));
    OK(g2l2_image_encode(image, &bytes, &n, &err));
    OK(g2l2_scenes_new(&held, &err));
    OK(g2l2_scenes_hold_image(held, bytes, n, name, &err));
    MUST(g2l2_scenes_count(held) == 1);
    g2l2_scenes_free(held);
    OK(g2l2_image_parse(bytes, n, name, &same, &err));
    MUST(!memcmp(same->pixels, image->pixels, 3 * 64 * 48));
    free(bytes);
    g2l2_image_free(same);
    OK(g2l2_image_read(path(name), NULL, &same, &err));
    g2l2_image_free(same);
    g2l2_image_free(image);
}

enum { N_IMAGES = 16 };

static void make_images(g2l2_scenes *scenes, g2l2_dataset *data) {
    for (size_t i = 0; i < N_IMAGES; i++) {
        char name[32], text[256];
        snprintf(name, sizeof name, "image_%zu.png", i);
        draw(i, name);
        int n = snprintf(text, sizeof text,
                         "{\"image_filename\": \"%s\", \"objects\": [{\"bbox\": [8, 10, 28, 30]}]}",
                         name);
        OK(g2l2_scenes_parse(scenes, text, (size_t)n, NULL, NULL, &err));
        OK(g2l2_dataset_add_question(data, "How many red things?", i % 2 ? "1" : "0", i, NULL, 0,
                                     &err));
        OK(g2l2_dataset_add_question(data, "How many blue things?", i % 2 ? "0" : "1", i, NULL, 0,
                                     &err));
    }
}

static void show_detector(const g2l2_scenes *scenes) {
    g2l2_detector *detector, *loaded, *known;
    const g2l2_box *boxes;
    g2l2_image *image;
    g2l2_detector_score score;
    const g2l2_detector_options options = {.images = folder, .seed = 1, .views = 4};
    OK(g2l2_detector_train(scenes, &options, &detector, &err));
    OK(g2l2_detector_save(detector, path("some.detector"), &err));
    OK(g2l2_detector_load(path("some.detector"), &loaded, &err));
    OK(g2l2_detector_load(NULL, &known, &err));
    OK(g2l2_scenes_image(scenes, 0, &image, &err));
    size_t n = g2l2_detector_find(known, image, &boxes);
    MUST(!n || boxes[0].score <= 1);
    OK(g2l2_detector_measure(loaded, scenes, folder, &score, &err));
    MUST(score.images == N_IMAGES);
    g2l2_image_free(image);
    g2l2_detector_free(known);
    g2l2_detector_free(loaded);
    g2l2_detector_free(detector);
}

static void show_images(void) {
    g2l2_domain *domain;
    g2l2_scenes *scenes, *listed;
    g2l2_dataset *data;
    g2l2_model *model;
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_image *crop;
    g2l2_learn_options options = g2l2_learn_options_default();
    const g2l2_sight_options sight = {.images = folder, .boxes = "given"};
    OK(g2l2_domain_open("visual", &domain, &err));
    OK(g2l2_scenes_new(&scenes, &err));
    OK(g2l2_dataset_new(&data, &err));
    make_images(scenes, data);
    OK(g2l2_scenes_set_images(scenes, folder, &err));
    show_detector(scenes);
    OK(g2l2_learn_images(domain, data, scenes, &sight, &options, &model, NULL, &err));
    MUST(g2l2_scenes_boxes(scenes, 0)[3] == 30);
    OK(g2l2_scenes_crop(scenes, 0, 0, 32, &crop, &err));
    MUST(crop->width == 32 && crop->height == 32);
    g2l2_image_free(crop);
    OK(g2l2_scenes_look_for(scenes, data, model, &sight, &err));
    OK(g2l2_parser_new(model, NULL, &parser, &err));
    OK(g2l2_parser_set_scene(parser, scenes, 3, &err));
    OK(g2l2_parser_run(parser, "How many red things?", 1, &result, &err));
    printf("images: %s red in the fourth\n", result.readings[0].text);
    OK(g2l2_scenes_new(&listed, &err));
    OK(g2l2_scenes_list_images(listed, folder, &err));
    OK(g2l2_scenes_add_image(listed, path("image_3.png"), &err));
    MUST(g2l2_scenes_count(listed) == N_IMAGES + 1);
    g2l2_scenes_free(listed);
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    g2l2_dataset_free(data);
    g2l2_scenes_free(scenes);
    g2l2_domain_free(domain);
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: tour FOLDER\n"), 2;
    folder = argv[1];
    show_types();
    show_domains();
    ask_commands();
    show_scenes();
    show_images();
    return 0;
}
