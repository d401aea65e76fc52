/* A twin of the executor that knows nothing of it: it works on the JSON, with arrays for sets and
 * words for values.
 *
 *   generate ─▶ questions.json ─▶ program ─▶ twin ─▶ ═ ◀─ "answer"
 *                                     └────▶ clevr_execute ─▶ ═ */
#include "tests/clevr_twin.h"
#include "tests/clevr_files.h"

struct twin {
    bool is_set, in[CLEVR_MAX_OBJECTS];
    int number;       /* an object or a number */
    const char *word; /* any other value */
};

static const char *property(const json_t *objects, size_t i, const char *name) {
    return json_string_value(json_object_get(json_array_get(objects, i), name));
}

static int members(const struct twin *set) {
    int n = 0;
    assert_true(set->is_set);
    for (int i = 0; i < CLEVR_MAX_OBJECTS; i++) n += set->in[i];
    return n;
}

static void relate(const json_t *scene, const char *relation, int object, struct twin *out) {
    const json_t *rows = json_object_get(json_object_get(scene, "relationships"), relation);
    const json_t *row = json_array_get(rows, (size_t)object);
    assert_true(json_is_array(row));
    for (size_t i = 0; i < json_array_size(row); i++)
        out->in[json_integer_value(json_array_get(row, i))] = true;
}

static void set_function(const json_t *scene, const char *name, const char *value,
                         const struct twin *a, const struct twin *b, struct twin *out) {
    const json_t *objects = json_object_get(scene, "objects");
    const char *key;
    out->is_set = true;
    if (!strcmp(name, "relate")) relate(scene, value, a->number, out);
    for (size_t i = 0; i < json_array_size(objects); i++) {
        if (!strcmp(name, "scene")) out->in[i] = true;
        if (!strcmp(name, "union")) out->in[i] = a->in[i] || b->in[i];
        if (!strcmp(name, "intersect")) out->in[i] = a->in[i] && b->in[i];
        if (starts(name, "filter_", &key))
            out->in[i] = a->in[i] && !strcmp(property(objects, i, key), value);
        if (starts(name, "same_", &key))
            out->in[i] = (int)i != a->number && !strcmp(property(objects, i, key),
                                                        property(objects, (size_t)a->number, key));
    }
}

static const char *yes(bool is_so) {
    return is_so ? "yes" : "no";
}

static void other_function(const json_t *scene, const char *name, const struct twin *a,
                           const struct twin *b, struct twin *out) {
    const char *key;
    if (!strcmp(name, "unique")) {
        assert_int_equal(members(a), 1);
        while (!a->in[out->number]) out->number++;
    } else if (!strcmp(name, "count")) out->number = members(a);
    else if (!strcmp(name, "exist")) out->word = yes(members(a) > 0);
    else if (!strcmp(name, "less_than")) out->word = yes(a->number < b->number);
    else if (!strcmp(name, "greater_than")) out->word = yes(a->number > b->number);
    else if (!strcmp(name, "equal_integer")) out->word = yes(a->number == b->number);
    else if (starts(name, "equal_", &key)) out->word = yes(!strcmp(a->word, b->word));
    else if (starts(name, "query_", &key))
        out->word = property(json_object_get(scene, "objects"), (size_t)a->number, key);
    else fail_msg("the twin does not know %s", name);
}

static bool gives_set(const char *name) {
    static const char *const sets[] = {"scene", "relate", "union", "intersect"};
    const char *rest;
    for (size_t i = 0; i < LENGTH(sets); i++)
        if (!strcmp(name, sets[i])) return true;
    return starts(name, "filter_", &rest) || starts(name, "same_", &rest);
}

static void twin_answer(const json_t *scene, const json_t *program, char *out, size_t size) {
    struct twin *values = calloc(json_array_size(program), sizeof *values), *value = values;
    for (size_t i = 0; i < json_array_size(program); i++) {
        const json_t *step = json_array_get(program, i), *inputs = json_object_get(step, "inputs");
        const char *name = json_string_value(json_object_get(step, "function"));
        const char *side =
            json_string_value(json_array_get(json_object_get(step, "value_inputs"), 0));
        const struct twin *a = &values[json_integer_value(json_array_get(inputs, 0))];
        const struct twin *b = &values[json_integer_value(json_array_get(inputs, 1))];
        value = &values[i];
        if (gives_set(name)) set_function(scene, name, side, a, b, value);
        else other_function(scene, name, a, b, value);
    }
    if (value->word) snprintf(out, size, "%s", value->word);
    else snprintf(out, size, "%d", value->number);
    free(values);
}

static void expect_our_answer(const json_t *scene, const json_t *question) {
    struct clevr_scene ours;
    struct clevr_program program;
    struct clevr_answer answer;
    g2l2_error err;
    if (clevr_scene_read(&ours, scene, &err) ||
        clevr_program_read(&program, json_object_get(question, "program"), &err) ||
        clevr_execute(&program, &ours, &answer, &err))
        fail_msg("%s: %s", text_of(question, "question"), err.message);
    assert_string_equal(clevr_answer_text(&answer), text_of(question, "answer"));
}

void expect_answers(const json_t *scenes, const json_t *questions, bool twin) {
    const json_t *list = json_object_get(questions, "questions"), *question;
    const json_t *all = json_object_get(scenes, "scenes");
    size_t i;
    assert_true(json_array_size(list) > 0);
    json_array_foreach(list, i, question) {
        char again[32];
        json_int_t image = json_integer_value(json_object_get(question, "image_index"));
        const json_t *scene = json_array_get(all, (size_t)image);
        expect_our_answer(scene, question);
        if (!twin) continue;
        twin_answer(scene, json_object_get(question, "program"), again, sizeof again);
        assert_string_equal(again, text_of(question, "answer"));
    }
}
