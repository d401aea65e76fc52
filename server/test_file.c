/* Examples that a request brings to test a model with: a list, or the text of a test file in any
 * form that `g2l2 eval` reads.
 *
 *     "examples": [...] ┐
 *     "file": "..."     ┼─▶ dataset, in the desk       questions name scenes that the server has
 *     --test, --questions ─▶ dataset, the server's
 *
 * Questions with "objects" of their own are refused: the server's scenes are not added to. */
#include "server/handle.h"

#include <string.h>

/* ---- a list ---------------------------------------------------------------------------------- */

static const char *text_of(struct desk *self, const json_t *example, const char *key, size_t i) {
    const json_t *value = json_object_get(example, key);
    if (!json_is_string(value)) refuse(self, 422, "example %zu: \"%s\" must be a text", i + 1, key);
    return json_string_value(value);
}

static const g2l2_scenes *scenes_of(const struct desk *self) {
    return self->models[0]->world ? self->models[0]->world->scenes : NULL;
}

static size_t scene_of(struct desk *self, const json_t *value, const char *what, size_t i) {
    struct field field = {.given = true};
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        field.number = (uint64_t)json_integer_value(value);
    } else if (json_is_string(value)) {
        field.text = json_string_value(value);
        field.n_text = json_string_length(value);
    } else {
        refuse(self, 422, "%s %zu: \"scene\" must be the number of a scene, or its name", what,
               i + 1);
    }
    return desk_scene(self, scenes_of(self), &field);
}

static void check_keys(struct desk *self, json_t *example, size_t i) {
    const char *key;
    json_t *value;
    if (!json_is_object(example))
        refuse(self, 422, "example %zu: write {\"sentence\": \"...\", \"result\": \"...\"}", i + 1);
    json_object_foreach(example, key, value) if (strcmp(key, "sentence") && strcmp(key, "result") &&
                                                 strcmp(key, "scene"))
        refuse(self, 422,
               "example %zu: there is no field '%.60s'; there are: sentence, result, "
               "scene",
               i + 1, key);
}

static void add_example(struct desk *self, json_t *example, size_t i, bool about_scene) {
    g2l2_error err;
    check_keys(self, example, i);
    const char *sentence = text_of(self, example, "sentence", i);
    const char *result = text_of(self, example, "result", i);
    const json_t *scene = json_object_get(example, "scene");
    if (!about_scene && scene) refuse(self, 422, "example %zu: the model is about no scene", i + 1);
    check(self,
          about_scene
              ? g2l2_dataset_add_question(self->examples, sentence, result,
                                          scene_of(self, scene, "example", i), NULL, i + 1, &err)
              : g2l2_dataset_add(self->examples, sentence, result, NULL, i + 1, &err),
          &err);
}

g2l2_dataset *desk_list(struct desk *self) {
    const json_t *list = self->fields[FIELD_EXAMPLES].json;
    bool about_scene = has_scenes(self->models[0]);
    g2l2_error err;
    check(self, g2l2_dataset_new(&self->examples, &err), &err);
    for (size_t i = 0; i < json_array_size(list); i++)
        add_example(self, json_array_get(list, i), i, about_scene);
    return self->examples;
}

/* ---- a file of questions ----------------------------------------------------------------------- */

/* As the library reads it: the name of its file decides, then its number. */
static size_t scene_of_question(struct desk *self, const json_t *question, size_t line) {
    const json_t *scene = json_object_get(question, "scene");
    const json_t *file = json_object_get(question, "image_filename");
    const json_t *index = json_object_get(question, "image_index");
    const g2l2_scenes *scenes = scenes_of(self);
    char digits[32] = "";
    size_t found;
    if (json_object_get(question, "objects"))
        refuse(self, 422,
               "question %zu: it brings objects; a test file is about scenes that the server has",
               line);
    if (scene) return scene_of(self, scene, "question", line - 1);
    if (json_is_integer(index))
        snprintf(digits, sizeof digits, "%lld", (long long)json_integer_value(index));
    if (scenes && json_is_string(file) &&
        !g2l2_scenes_find(scenes, json_string_value(file), &found, NULL))
        return found;
    if (scenes && *digits && !g2l2_scenes_find(scenes, digits, &found, NULL)) return found;
    if (scenes && !file && !index && g2l2_scenes_count(scenes) == 1) return 0;
    refuse(self, 422, "question %zu is about no scene that the server has", line);
}

static const char *answer_of(struct desk *self, const json_t *value, size_t line) {
    if (json_is_string(value)) return json_string_value(value);
    if (json_is_boolean(value)) return json_is_true(value) ? "yes" : "no";
    if (json_is_number(value)) return fields_dump(self, value);
    refuse(self, 422, "question %zu has no \"answer\"", line);
}

static void add_question(struct desk *self, g2l2_dataset *out, const json_t *question,
                         size_t line) {
    const char *text = json_string_value(json_object_get(question, "question"));
    const json_t *answer = json_object_get(question, "answer");
    g2l2_error err;
    if (!text) refuse(self, 422, "question %zu has no \"question\"", line);
    check(self,
          g2l2_dataset_add_question(out, text, answer_of(self, answer, line),
                                    scene_of_question(self, question, line), NULL, line, &err),
          &err);
}

/* {"questions": [...]}, an array of them, or one on each line. */
static void read_questions(struct desk *self, g2l2_dataset *out, const char *text, size_t n) {
    const char *end = text + n;
    size_t line = 0;
    const char *first = text + strspn(text, " \t\r\n");
    size_t n_first = strcspn(first, "\n");
    bool whole = *first == '[' || !memchr(first, '}', n_first) ||
                 (n_first > 11 && !strncmp(first, "{\"questions\"", 12)) ||
                 (n_first > 6 && !strncmp(first, "{\"info\"", 7));
    if (whole) {
        const json_t *all = fields_json(self, "the file", text, n);
        if (json_is_object(all)) all = json_object_get(all, "questions");
        if (!json_is_array(all)) refuse(self, 422, "the file has no \"questions\"");
        for (; line < json_array_size(all); line++)
            add_question(self, out, json_array_get(all, line), line + 1);
        return;
    }
    for (const char *at = text; at < end;) {
        size_t length = strcspn(at, "\n");
        line++;
        if (strspn(at, " \t\r\n") < length)
            add_question(self, out, fields_json(self, "a line of the file", at, length), line);
        at += length + (at + length < end);
    }
}

static void read_file(struct desk *self, g2l2_dataset *out) {
    const struct field *file = &self->fields[FIELD_FILE];
    const g2l2_limits *limits = &self->server->options->limits;
    g2l2_error err;
    if (has_scenes(self->models[0])) read_questions(self, out, file->text, file->n_text);
    else check(self, g2l2_dataset_parse(out, file->text, file->n_text, NULL, limits, &err), &err);
}

const g2l2_dataset *desk_file(struct desk *self) {
    g2l2_error err;
    check(self, g2l2_dataset_new(&self->file, &err), &err);
    read_file(self, self->file);
    return self->file;
}

/* ---- which --------------------------------------------------------------------------------------- */

static _Noreturn void refuse_untested(struct desk *self) {
    const struct served *served = self->models[0];
    const struct server_options *o = self->server->options;
    bool about_scene = has_scenes(served);
    const char *option = about_scene ? "--questions" : "--test";
    if (about_scene ? o->questions : o->test)
        refuse(
            self, 422,
            "'%.100s' does not know the words of the examples of %s: give \"examples\" of its own",
            served->name, option);
    refuse(self, 422,
           "there is nothing to test '%.100s' with: give \"examples\", or start the server with %s",
           served->name, option);
}

const g2l2_dataset *desk_examples(struct desk *self) {
    const struct field *list = &self->fields[FIELD_EXAMPLES], *file = &self->fields[FIELD_FILE];
    if (list->given && file->given) refuse(self, 422, "give \"examples\" or a \"file\", not both");
    if (!list->given && !file->given) {
        const g2l2_dataset *tests = models_tests(self->server->models, self->models[0]);
        if (!tests) refuse_untested(self);
        return tests;
    }
    return list->given ? desk_list(self) : desk_file(self);
}

size_t desk_choose(size_t i, size_t all, size_t n) {
    return (size_t)((double)i * (double)all / (double)n);
}

const g2l2_dataset *desk_some(struct desk *self, const g2l2_dataset *all, size_t limit) {
    size_t n = g2l2_dataset_count(all);
    bool about_scene = has_scenes(self->models[0]);
    g2l2_error err;
    if (limit >= n) return all;
    check(self, g2l2_dataset_new(&self->chosen, &err), &err);
    for (size_t i = 0; i < limit; i++) {
        g2l2_example e = g2l2_dataset_get(all, desk_choose(i, n, limit));
        check(self,
              about_scene
                  ? g2l2_dataset_add_question(self->chosen, e.sentence, e.target, e.scene, e.file,
                                              e.line, &err)
                  : g2l2_dataset_add(self->chosen, e.sentence, e.target, e.file, e.line, &err),
              &err);
    }
    return self->chosen;
}
