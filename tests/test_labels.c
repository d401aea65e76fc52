/* Sentences that mean one of a few labels, whole or in parts. */
#include <stdlib.h>
#include <string.h>

#include "domain/domain.h"
#include "lessons.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *const desk[][2] = {
    {"where is my parcel", "TRACK"},          {"track my order please", "TRACK"},
    {"when will my parcel arrive", "TRACK"},  {"where is my order", "TRACK"},
    {"i want my money back", "REFUND"},       {"can i get a refund", "REFUND"},
    {"please refund my order", "REFUND"},     {"give me my money back", "REFUND"},
    {"what are your opening hours", "HOURS"}, {"when are you open", "HOURS"},
    {"are you open on sunday", "HOURS"},      {"when do you close", "HOURS"},
};

/* turn_on_fan is in no example. */
static const char *const parts[][2] = {
    {"switch the light on", "turn_on_light"},   {"start the lamp", "turn_on_light"},
    {"turn on the lamp", "turn_on_light"},      {"stop the light", "turn_off_light"},
    {"turn off the light", "turn_off_light"},   {"switch the lamp off", "turn_off_light"},
    {"switch the blinds on", "turn_on_blinds"}, {"start the shades", "turn_on_blinds"},
    {"stop the blinds", "turn_off_blinds"},     {"switch the shades off", "turn_off_blinds"},
    {"turn off the fan", "turn_off_fan"},       {"stop the fan", "turn_off_fan"},
};

/* The same targets, otherwise cut. */
static void rename_parts(char *name, size_t size, const char *target, char style) {
    size_t n = 0;
    bool up = style == 'C';
    for (; *target && n + 1 < size; target++) {
        if (*target == '_' && style == 'C') up = true;
        else name[n++] = *target == '_' ? style : up ? (char)(*target - 'a' + 'A') : *target;
        if (*target != '_') up = false;
    }
    name[n] = 0;
}

static g2l2_model *learn_cut(char style) {
    g2l2_dataset *data = lesson_sentences();
    char name[40];
    for (size_t i = 0; i < COUNT(parts); i++) {
        rename_parts(name, sizeof name, parts[i][1], style);
        lesson_add(data, parts[i][0], name);
    }
    return lesson_model("nav", data);
}

/* The answer to words that say no label, and why. */
static void test_whole(void **state) {
    (void)state;
    g2l2_model *model = lesson_pairs("nav", desk, COUNT(desk));
    g2l2_parser *parser = lesson_parser(model);
    lesson_is_of(model, "labels");
    for (size_t i = 0; i < COUNT(desk); i++) lesson_means(parser, desk[i][0], desk[i][1]);
    lesson_means(parser, "my money back please", "REFUND");
    lesson_means(parser, "where is the parcel", "TRACK");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* Parts go together as in no example, whatever stands between them. */
static void test_parts(void **state) {
    static const char styles[] = {'_', '.', '-', 'C'};
    (void)state;
    for (size_t i = 0; i < sizeof styles; i++) {
        char fan[40], blinds[40];
        rename_parts(fan, sizeof fan, "turn_on_fan", styles[i]);
        rename_parts(blinds, sizeof blinds, "turn_off_blinds", styles[i]);
        g2l2_model *model = learn_cut(styles[i]);
        g2l2_parser *parser = lesson_parser(model);
        lesson_is_of(model, "compounds");
        lesson_means(parser, "start the fan", fan);
        lesson_means(parser, "switch the fan on", fan);
        lesson_means(parser, "turn off the shades", blinds);
        g2l2_parser_free(parser);
        g2l2_model_free(model);
    }
}

/* What is no whole name is refused, also by a model that was saved. */
static void test_no_label(void **state) {
    (void)state;
    g2l2_model *model = learn_cut('_'), *again;
    g2l2_error err;
    char *text = lesson_text(model);
    g2l2_domain *domain;
    lesson_check(g2l2_domain_open("compounds", &domain, &err), &err);
    lesson_check(g2l2_lexicon_import(text, strlen(text), domain, NULL, &again, &err), &err);
    for (int i = 0; i < 2; i++) {
        g2l2_parser *parser = lesson_parser(i ? again : model);
        lesson_is_refused(parser, "the fan",
                          "its words say 'turn?_fan', and no label is like that");
        g2l2_parser_free(parser);
    }
    g2l2_domain_free(domain);
    g2l2_model_free(again);
    g2l2_model_free(model);
    free(text);
}

/* Names with parts that are numbers or stand apart, and more parts than have fields of their own. */
static void test_odd_names(void **state) {
    static const char lexicon[] = "# g2l2 lexicon 1\n"
                                  "domain compounds\n"
                                  "literals Field : part1 part2 part3 part4\n"
                                  "literals Label : \"\\\"5\\\"\" \" 6\" -c -d-e-f _7\n"
                                  "names 5_7 \"5 6-c-d-e-f\"\n"
                                  "<start> => M : nothing()\n"
                                  "five => M : field(part1(), \"\\\"5\\\"\"())\n"
                                  "seven => M : field(part2(), _7())\n"
                                  "rest => M : merge(field(part4(), \"-d-e-f\"()), "
                                  "merge(field(part3(), \"-c\"()), field(part2(), \" 6\"())))\n";
    g2l2_domain *domain;
    g2l2_model *model;
    g2l2_error err;
    (void)state;
    lesson_check(g2l2_domain_open("compounds", &domain, &err), &err);
    lesson_check(g2l2_lexicon_import(lexicon, strlen(lexicon), domain, NULL, &model, &err), &err);
    g2l2_parser *parser = lesson_parser(model);
    lesson_means(parser, "five seven", "5_7");
    lesson_means(parser, "rest five", "5 6-c-d-e-f");
    lesson_is_refused(parser, "seven", "its words say '?_7'");
    lesson_is_refused(parser, "rest", "its words say '? 6-c-d-e-f'");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
    g2l2_domain_free(domain);
}

/* A few actions, each said in two ways: what stands apart may be actions, and is learned as such. */
static void test_actions(void **state) {
    static const char *const pairs[][2] = {
        {"please jump", "JUMP"},        {"jump now", "JUMP"},
        {"please walk", "WALK"},        {"walk now", "WALK"},
        {"jump and walk", "JUMP WALK"}, {"please jump and walk", "JUMP WALK"},
        {"walk and jump", "WALK JUMP"}, {"walk and jump now", "WALK JUMP"},
        {"please run", "RUN"},          {"run now", "RUN"},
        {"run and jump", "RUN JUMP"},   {"please run and jump", "RUN JUMP"},
    };
    (void)state;
    g2l2_model *model = lesson_pairs("nav", pairs, COUNT(pairs));
    g2l2_parser *parser = lesson_parser(model);
    lesson_is_of(model, "nav");
    lesson_means(parser, "walk and run now", "WALK RUN");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* A model that is taught one example more; the one before is freed. */
static g2l2_model *teach(g2l2_model *model, const char *sentence, const char *meaning) {
    g2l2_dataset *data = lesson_sentences();
    g2l2_model *taught;
    g2l2_error err;
    lesson_add(data, sentence, meaning);
    lesson_check(g2l2_model_teach(model, data, NULL, NULL, &taught, NULL, &err), &err);
    g2l2_dataset_free(data);
    g2l2_model_free(model);
    return taught;
}

/* A label that no example had, a part of one, and a part of an action. */
static void test_taught(void **state) {
    static const char *const lamps[][2] = {
        {"lamp on", "LAMP_ON"}, {"lamp off", "LAMP_OFF"}, {"fan on", "FAN_ON"}};
    static const struct {
        const char *sentence, *meaning, *asked, *wanted;
    } more[] = {
        {"bring me a catalogue or brochure", "SEND", "a catalogue please", "SEND"},
        {"start the radio", "turn_on_radio", "stop the radio", "turn_off_radio"},
        {"heater on", "HEATER_ON", "heater off", "HEATER_OFF"},
    };
    (void)state;
    g2l2_model *models[] = {lesson_pairs("nav", desk, COUNT(desk)), learn_cut('_'),
                            lesson_pairs("nav", lamps, COUNT(lamps))};
    for (size_t i = 0; i < COUNT(models); i++) {
        models[i] = teach(models[i], more[i].sentence, more[i].meaning);
        g2l2_parser *parser = lesson_parser(models[i]);
        lesson_means(parser, more[i].asked, more[i].wanted);
        g2l2_parser_free(parser);
        g2l2_model_free(models[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),    cmocka_unit_test(test_parts),
        cmocka_unit_test(test_no_label), cmocka_unit_test(test_odd_names),
        cmocka_unit_test(test_actions),  cmocka_unit_test(test_taught),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
