/* See lessons.h. */
#include "tests/lessons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

void lesson_check(g2l2_status status, const g2l2_error *err) {
    if (status) fail_msg("%s", err->message);
}

/* ---- data ---------------------------------------------------------------------------------- */

static size_t n_words(const char *text) {
    size_t n = 1;
    for (; *text; text++) n += *text == ' ';
    return n;
}

/* Only the questions of so many words. */
static void keep_short(const char *path, size_t most) {
    json_t *file = json_load_file(path, 0, NULL), *all = json_object_get(file, "questions");
    assert_non_null(all);
    for (size_t i = json_array_size(all); i-- > 0;) {
        const json_t *question = json_object_get(json_array_get(all, i), "question");
        if (n_words(json_string_value(question)) > most) json_array_remove(all, i);
    }
    assert_int_equal(json_dump_file(file, path, 0), 0);
    json_decref(file);
}

static void open_lesson(struct lesson *self) {
    g2l2_error err;
    lesson_check(g2l2_scenes_new(&self->scenes, &err), &err);
    lesson_check(g2l2_dataset_new(&self->questions, &err), &err);
}

void lesson_read(struct lesson *self, const char *path) {
    g2l2_error err;
    if (!self->scenes) open_lesson(self);
    lesson_check(g2l2_dataset_read_questions(self->questions, path, self->scenes, NULL, &err),
                 &err);
    lesson_check(g2l2_scenes_encode(self->scenes, NULL, &err), &err);
    unlink(path);
}

void lesson_make(struct lesson *self, struct clevr_options options, size_t most_words) {
    char folder[] = "/tmp/g2l2-lesson-XXXXXX", path[64];
    g2l2_error err;
    assert_non_null(mkdtemp(folder));
    options.folder = folder;
    lesson_check(clevr_generate(&options, &err), &err);
    open_lesson(self);
    snprintf(path, sizeof path, "%s/scenes.json", folder);
    lesson_check(g2l2_scenes_read(self->scenes, path, NULL, &err), &err);
    unlink(path);
    snprintf(path, sizeof path, "%s/questions.json", folder);
    if (most_words) keep_short(path, most_words);
    lesson_read(self, path);
    rmdir(folder);
}

void lesson_free(struct lesson *self) {
    g2l2_scenes_free(self->scenes);
    g2l2_dataset_free(self->questions);
    *self = (struct lesson){0};
}

/* ---- learning --------------------------------------------------------------------------------- */

g2l2_learn_options lesson_options(const struct lesson *self, uint64_t seed) {
    g2l2_learn_options options = g2l2_learn_options_default();
    options.seed = seed;
    options.scenes = self->scenes;
    options.n_threads = 1;
    return options;
}

g2l2_model *lesson_learn(const struct lesson *self, const g2l2_domain *visual,
                         const g2l2_learn_options *options, g2l2_learn_report *report) {
    g2l2_model *model = NULL;
    g2l2_error err;
    lesson_check(g2l2_learn(visual, self->questions, options, &model, report, &err), &err);
    assert_non_null(model);
    return model;
}

/* ---- what came of it ----------------------------------------------------------------------------- */

static bool answers(g2l2_parser *parser, const struct lesson *self, const g2l2_example *e) {
    g2l2_result result;
    g2l2_error err;
    lesson_check(g2l2_parser_set_scene(parser, self->scenes, e->scene, &err), &err);
    lesson_check(g2l2_parser_run(parser, e->sentence, 1, &result, &err), &err);
    return result.n_readings && !strcmp(result.readings[0].text, e->target);
}

double lesson_accuracy(const struct lesson *self, const g2l2_model *model, const char *words) {
    g2l2_parser *parser;
    g2l2_error err;
    size_t right = 0, n = 0;
    lesson_check(g2l2_scenes_encode_for(self->scenes, model, &err), &err);
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    for (size_t i = 0; i < g2l2_dataset_count(self->questions); i++) {
        g2l2_example e = g2l2_dataset_get(self->questions, i);
        if (words && !strstr(e.sentence, words)) continue;
        right += answers(parser, self, &e);
        n++;
    }
    g2l2_parser_free(parser);
    assert_true(n > 0);
    return 100. * (double)right / (double)n;
}

char *lesson_text(const g2l2_model *model) {
    char *text;
    g2l2_error err;
    lesson_check(g2l2_lexicon_export(model, &text, &err), &err);
    return text;
}

bool lesson_entry(const g2l2_model *model, const char *word, size_t place, g2l2_entry *out) {
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        *out = g2l2_model_entry(model, i);
        if (!strcmp(out->word, word) && !place--) return true;
    }
    return false;
}

const char *lesson_answer(const g2l2_domain *domain, const char *lexicon, const g2l2_scenes *scenes,
                          const char *sentence, char out[300]) {
    g2l2_model *model;
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err = {0};
    if (g2l2_lexicon_import(lexicon, strlen(lexicon), domain, NULL, &model, &err))
        fail_msg("%s\n%s", err.message, lexicon);
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    lesson_check(g2l2_parser_set_scene(parser, scenes, 0, &err), &err);
    lesson_check(g2l2_parser_run(parser, sentence, 1, &result, &err), &err);
    snprintf(out, 300, "%s", result.n_readings ? result.readings[0].text : "");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    return out;
}

g2l2_dataset *lesson_sentences(void) {
    g2l2_dataset *data;
    g2l2_error err;
    lesson_check(g2l2_dataset_new(&data, &err), &err);
    return data;
}

void lesson_add(g2l2_dataset *data, const char *sentence, const char *meaning) {
    g2l2_error err;
    lesson_check(g2l2_dataset_add(data, sentence, meaning, NULL, 1, &err), &err);
}

g2l2_model *lesson_model(const char *domain, g2l2_dataset *data) {
    g2l2_domain *opened;
    g2l2_model *model;
    g2l2_error err;
    lesson_check(g2l2_domain_open(domain, &opened, &err), &err);
    g2l2_learn_options options = g2l2_learn_options_default();
    lesson_check(g2l2_learn(opened, data, &options, &model, NULL, &err), &err);
    g2l2_dataset_free(data);
    g2l2_domain_free(opened);
    return model;
}

g2l2_model *lesson_pairs(const char *domain, const char *const (*pairs)[2], size_t n) {
    g2l2_dataset *data = lesson_sentences();
    for (size_t i = 0; i < n; i++) lesson_add(data, pairs[i][0], pairs[i][1]);
    return lesson_model(domain, data);
}

void lesson_is_of(const g2l2_model *model, const char *domain) {
    assert_string_equal(g2l2_domain_name(g2l2_model_domain(model)), domain);
}

g2l2_parser *lesson_parser(const g2l2_model *model) {
    g2l2_parser *parser;
    g2l2_error err;
    lesson_check(g2l2_parser_new(model, NULL, &parser, &err), &err);
    return parser;
}

void lesson_is_refused(g2l2_parser *parser, const char *sentence, const char *reason) {
    g2l2_result result;
    g2l2_error err;
    lesson_check(g2l2_parser_run(parser, sentence, 1, &result, &err), &err);
    assert_int_equal(result.n_readings, 0);
    assert_non_null(strstr(result.reason, reason));
}

void lesson_means(g2l2_parser *parser, const char *sentence, const char *meaning) {
    g2l2_result result;
    g2l2_error err;
    lesson_check(g2l2_parser_run(parser, sentence, 1, &result, &err), &err);
    assert_int_equal(result.n_readings > 0, meaning != NULL);
    if (meaning) assert_string_equal(result.readings[0].text, meaning);
}
