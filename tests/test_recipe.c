/* The recipe: every constant of the learner does something. In a handful of quick tasks each
 * is what it would be without it, then half and twice as much; one that leaves the bytes of
 * every model as they were fails.
 *
 *     task ─▶ g2l2_learn ─▶ text ┐
 *     task ─▶ g2l2_learn, "batch=1" ─▶ text ┴─▶ ≠
 *
 * Models keep all candidates with their weights, so that what is learned shows. */
#include "tests/lessons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "generators/scan/scan.h"
#include "learn/recipe.h"
#include "tests/exhibition.h"
#include "tests/measured.h"
#include "tests/sentences.h"
#include "tests/shared.h"

struct task {
    const char *name;
    bool concepts;
    const char *rows; /* the beginning of the names of those that it alone is for; or NULL */
    const g2l2_domain *domain;
    g2l2_dataset *data;
    const struct exhibition *images; /* that it is about, or NULL */
    g2l2_learn_options options;
    const char *recipe; /* smaller than usual, to be quick; or NULL */
    char *text;         /* as usual */
};

static g2l2_domain *arith, *nav, *levels, *visual, *frames, *facts, *nested;
static struct lesson short_ones, gold, clean, towers, measured, wide, shop, boxes;
static struct exhibition drawings;
static struct task tasks[40];
static size_t n_tasks;

/* ---- tasks -------------------------------------------------------------------------------------- */

static uint32_t count_words(const char *text) {
    uint32_t n = 1;
    for (; *text; text++) n += *text == ' ';
    return n;
}

/* `n` commands of SCAN of at most so many words, spread over the list; each `wrong`-th has the
 * target of the one before, if that is not 0. */
static g2l2_dataset *commands(uint32_t n, uint32_t most_words, uint32_t wrong) {
    struct guard guard;
    struct arena arena;
    struct buf lines;
    struct scan_options options = scan_options_default();
    g2l2_dataset *data;
    g2l2_error err;
    char last[2000] = "I_JUMP", *target;
    uint32_t i = 0;
    assert_int_equal(g2l2_dataset_new(&data, &err), 0);
    arena_init(&arena, &guard, 0);
    assert_true(guard_try(&guard, &err));
    buf_init(&lines, &arena);
    scan_generate(&options, &lines);
    for (char *at = lines.at, *next; i < n && (next = strchr(at, '\n')); at = next + 1) {
        *next = 0;
        if (!(target = strstr(at, " OUT: "))) continue;
        *target = 0;
        if (count_words(at + 4) > most_words) continue;
        const char *means = wrong && i % wrong == wrong - 1 ? last : target + 6;
        lesson_check(g2l2_dataset_add(data, at + 4, means, "scan", ++i, &err), &err);
        snprintf(last, sizeof last, "%s", target + 6);
    }
    arena_free(&arena);
    return data;
}

/* Words and actions at random. */
static g2l2_dataset *nonsense(uint32_t n) {
    g2l2_dataset *data;
    g2l2_error err;
    struct rng rng;
    rng_seed(&rng, 1);
    assert_int_equal(g2l2_dataset_new(&data, &err), 0);
    for (uint32_t i = 0; i < n; i++) {
        char said[60] = "", means[60] = "";
        for (uint32_t k = 3 + rng_below(&rng, 3), at = 0; k; k--)
            at += (uint32_t)snprintf(said + at, sizeof said - at, " w%u", rng_below(&rng, 12));
        for (uint32_t k = 1 + rng_below(&rng, 6), at = 0; k; k--)
            at += (uint32_t)snprintf(means + at, sizeof means - at, " A%u", rng_below(&rng, 4));
        lesson_check(g2l2_dataset_add(data, said + 1, means + 1, "noise", i + 1, &err), &err);
    }
    return data;
}

/* Words in front of what they modify: not for the default candidates. */
static g2l2_dataset *in_front(void) {
    static const char *const pairs[][2] = {{"hop", "H"},
                                           {"run", "R"},
                                           {"left hop", "L H"},
                                           {"left run", "L R"},
                                           {"right run", "T R"},
                                           {"round left hop", "L H L H"},
                                           {"round right run", "T R T R"}};
    g2l2_dataset *data;
    g2l2_error err;
    assert_int_equal(g2l2_dataset_new(&data, &err), 0);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        lesson_check(g2l2_dataset_add(data, pairs[i][0], pairs[i][1], "front", i + 1, &err), &err);
    return data;
}

/* A connective behind both of its parts: for the fallback candidates only. */
static g2l2_dataset *verbs_last(void) {
    static const char *const pairs[][2] = {{"hop", "H"},
                                           {"run", "R"},
                                           {"sit", "S"},
                                           {"hop twice", "H H"},
                                           {"run twice", "R R"},
                                           {"hop run both", "H R"},
                                           {"run sit both", "R S"},
                                           {"sit hop both", "S H"},
                                           {"sit twice hop both", "S S H"}};
    g2l2_dataset *data;
    g2l2_error err;
    assert_int_equal(g2l2_dataset_new(&data, &err), 0);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        lesson_check(g2l2_dataset_add(data, pairs[i][0], pairs[i][1], "last", i + 1, &err), &err);
    return data;
}

/* What `zig` does by itself, and what it does to others; `wag` likewise. */
static g2l2_dataset *homonyms(void) {
    static const char *const verbs[][2] = {{"hop", "H"}, {"run", "R"}, {"sit", "S"}, {"eat", "E"}};
    static const char *const ends[][2] = {{"%s", "%s"},
                                          {"%s twice", "%s %s"},
                                          {"%s zig", "T %s"},
                                          {"%s wag", "%s W"},
                                          {"%s zig twice", "T %s T %s"}};
    static const char *const alone[][2] = {
        {"zig", "Z"}, {"wag", "A"}, {"zig twice", "Z Z"}, {"wag twice", "A A"}, {"wag zig", "T A"}};
    g2l2_dataset *data;
    g2l2_error err;
    uint32_t line = 0;
    assert_int_equal(g2l2_dataset_new(&data, &err), 0);
    for (size_t i = 0; i < 5; i++)
        lesson_check(g2l2_dataset_add(data, alone[i][0], alone[i][1], "zig", ++line, &err), &err);
    for (size_t i = 0; i < 20; i++) {
        char said[60], means[60];
        snprintf(said, sizeof said, ends[i % 5][0], verbs[i / 5][0]);
        snprintf(means, sizeof means, ends[i % 5][1], verbs[i / 5][1], verbs[i / 5][1]);
        lesson_check(g2l2_dataset_add(data, said, means, "zig", ++line, &err), &err);
    }
    return data;
}

static g2l2_dataset *parsed(const char *text) {
    g2l2_dataset *data;
    g2l2_error err;
    lesson_check(g2l2_dataset_new(&data, &err), &err);
    lesson_check(g2l2_dataset_parse(data, text, strlen(text), "text", NULL, &err), &err);
    return data;
}

/* One example alone opens something with something, and one joins nouns. */
static g2l2_dataset *exceptions(void) {
    static const char text[] =
        "take the key\tTAKE(key)\ntake the chest\tTAKE(chest)\ntake the lamp\tTAKE(lamp)\n"
        "drop the lamp\tDROP(lamp)\ndrop the box and the key\tDROP(box) DROP(key)\n"
        "go north\tMOVE(north)\ngo north and go south\tMOVE(north) MOVE(south)\n"
        "take the lamp and go north\tTAKE(lamp) MOVE(north)\ntake the box\tTAKE(box)\n"
        "open the chest\tOPEN(chest)\nopen the box\tOPEN(box)\n"
        "open the chest with the key\tOPEN(chest,key)\nhit the box with the lamp\tHIT(box,lamp)\n"
        "hit the chest with the key\tHIT(chest,key)\n";
    return parsed(text);
}

/* Verbs that mean several actions. */
static g2l2_dataset *several(void) {
    static const char text[] =
        "fetch the cup\tGOTO(cup) GRASP(cup)\nfetch the ball\tGOTO(ball) GRASP(ball)\n"
        "bring the cup to the desk\tGOTO(cup) GRASP(cup) GOTO(desk) DROP(cup)\n"
        "bring the ball to the shelf\tGOTO(ball) GRASP(ball) GOTO(shelf) DROP(ball)\n"
        "drop the cup\tDROP(cup)\nsit\tSIT\nsit and fetch the cup\tSIT GOTO(cup) GRASP(cup)\n";
    return parsed(text);
}

/* A small language in which `gold` is an adjective, and asks for the metal. */
static void make_gold(struct lesson *lesson, uint32_t n_questions, uint32_t wrong) {
    static const char *const metals[] = {"gold", "lead", "zinc"}, *const kinds[] = {"cube", "ball"};
    char path[] = "/tmp/g2l2-recipe-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    struct rng rng;
    assert_non_null(file);
    rng_seed(&rng, 3);
    for (uint32_t i = 0; i < n_questions; i++) {
        uint32_t n = 1 + rng_below(&rng, 3), of[3][2], metal = rng_below(&rng, 3);
        uint32_t kind = rng_below(&rng, 2), found = 0, same = 0, one = 0;
        for (uint32_t k = 0; k < n; k++) {
            of[k][0] = rng_below(&rng, 3), of[k][1] = rng_below(&rng, 2);
            found += of[k][0] == metal && of[k][1] == kind;
            same += of[k][1] == kind;
            if (of[k][1] == kind) one = k;
        }
        if (same == 1 && rng_below(&rng, 2))
            fprintf(file, "{\"question\": \"gold %s\", \"answer\": \"%s\"", kinds[kind],
                    metals[(of[one][0] + (wrong && i % wrong == 0)) % 3]);
        else
            fprintf(file, "{\"question\": \"any %s %s please\", \"answer\": %s", metals[metal],
                    kinds[kind], (found > 0) != (wrong && i % wrong == 0) ? "true" : "false");
        fprintf(file, ", \"objects\": [");
        for (uint32_t k = 0; k < n; k++)
            fprintf(file, "%s{\"metal\": \"%s\", \"kind\": \"%s\"}", k ? ", " : "",
                    metals[of[k][0]], kinds[of[k][1]]);
        fprintf(file, "]}\n");
    }
    fclose(file);
    lesson_read(lesson, path);
}

struct tower {
    uint32_t n, kind[3], height[3];
};

/* Of which of its things is there one of that kind in the set over it, or under it? */
static uint32_t beside(const struct tower *t, bool over, uint32_t kind, uint32_t set) {
    uint32_t out = 0;
    for (uint32_t i = 0; i < t->n; i++)
        for (uint32_t j = 0; j < t->n; j++)
            if (t->kind[j] == kind && set >> j & 1 &&
                (over ? t->height[i] > t->height[j] : t->height[i] < t->height[j]))
                out |= 1u << i;
    return out;
}

static bool has_kind(const struct tower *t, uint32_t kind, uint32_t set) {
    bool found = false;
    for (uint32_t i = 0; i < t->n; i++) found |= t->kind[i] == kind && set >> i & 1;
    return found;
}

/* What stands over what: a phrase with `are` is said of all, one with `that` may be of what is near. */
static void make_towers(struct lesson *lesson, uint32_t n_questions) {
    static const char *const kinds[] = {"cube", "ball", "cone"}, *const sides[] = {"under", "over"};
    static const char *const first[] = {"", "", "that ", "are ", "are "};
    char path[] = "/tmp/g2l2-recipe-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    struct rng rng;
    assert_non_null(file);
    rng_seed(&rng, 5);
    for (uint32_t i = 0; i < n_questions; i++) {
        struct tower t = {.n = 2 + rng_below(&rng, 2)};
        uint32_t asked[3], over[2], form = rng_below(&rng, 5);
        for (uint32_t k = 0; k < 3; k++) {
            t.kind[k] = rng_below(&rng, 3);
            t.height[k] = rng_below(&rng, 9);
            asked[k] = rng_below(&rng, 3);
        }
        over[0] = rng_below(&rng, 2), over[1] = rng_below(&rng, 2);
        uint32_t near = form < 4 ? 7 : beside(&t, over[1], asked[2], 7);
        uint32_t set = form ? beside(&t, over[0], asked[1], near) : 7;
        fprintf(file, "{\"question\": \"any %s", kinds[asked[0]]);
        if (form) fprintf(file, " %s%s %s", first[form], sides[over[0]], kinds[asked[1]]);
        if (form == 4) fprintf(file, " that %s %s", sides[over[1]], kinds[asked[2]]);
        fprintf(file, "\", \"answer\": %s, \"objects\": [",
                has_kind(&t, asked[0], set) ? "true" : "false");
        for (uint32_t k = 0; k < t.n; k++)
            fprintf(file, "%s{\"kind\": \"%s\", \"height\": %u}", k ? ", " : "", kinds[t.kind[k]],
                    t.height[k]);
        fprintf(file, "]}\n");
    }
    fclose(file);
    lesson_read(lesson, path);
}

/* People are ever new, and their names have capitals; they are written to at once. Other things stand between the same
 * words, but something follows. */
static g2l2_dataset *calls(void) {
    static const char *const names[] = {"ann", "bob", "carla", "dirk", "eve", "fred"};
    g2l2_dataset *data;
    g2l2_error err;
    char sentence[200], target[300];
    lesson_check(g2l2_dataset_new(&data, &err), &err);
    for (uint32_t i = 0; i < 12; i++) {
        const char *name = names[i % 6], *act = i % 4 < 2 ? "call" : "text";
        snprintf(sentence, sizeof sentence, "%s %s%s", act, name, *act == 't' ? " now" : "");
        snprintf(target, sizeof target, "{\"act\": \"%s\", \"who\": \"%c%s\"}", act, name[0] - 32,
                 name + 1);
        lesson_check(g2l2_dataset_add(data, sentence, target, "calls", i + 1, &err), &err);
    }
    for (uint32_t i = 0; i < 8; i++)
        lesson_check(g2l2_dataset_add(data, "text back now or later", "{\"act\": \"answer\"}",
                                      "calls", 13 + i, &err),
                     &err);
    return data;
}

/* Commands of a home: rooms, devices, numbers, things for a list, each value with its own word. One
 * is called like a word that is only ever said of something else: `list`. A robot has two rooms. */
static g2l2_dataset *home(uint32_t n) {
    static const char *const rooms[] = {"kitchen", "living room", "hall"};
    static const char *const things[] = {"rice", "green tea", "eggs", "bread", "jam"};
    g2l2_dataset *data;
    g2l2_error err;
    char sentence[200], target[300];
    lesson_check(g2l2_dataset_new(&data, &err), &err);
    for (uint32_t i = 0; i < n; i++) {
        const char *room = rooms[i % 3], *thing = things[i / 4 % 5];
        const char *on = i % 2 ? "on" : "off";
        snprintf(sentence, sizeof sentence, "please turn %s the %s light", on, room);
        snprintf(target, sizeof target,
                 "{\"action\": \"%s\", \"device\": \"lamp\", \"room\": \"%s\"}", on, room);
        if (i % 4 == 1) {
            snprintf(sentence, sizeof sentence, "set the %s to %u degrees", room, 17 + i % 6);
            snprintf(target, sizeof target,
                     "{\"action\": \"list\", \"degrees\": %u, \"room\": \"%s\"}", 17 + i % 6, room);
        }
        if (i % 4 == 2) {
            snprintf(sentence, sizeof sentence, "add %s to the list", thing);
            snprintf(target, sizeof target, "{\"action\": \"add\", \"item\": \"%s\"}", thing);
        }
        if (i % 8 == 3) {
            const char *other = rooms[(i / 8 + i + 1) % 3];
            snprintf(sentence, sizeof sentence, "go from the %s to the %s", room, other);
            snprintf(target, sizeof target,
                     "{\"action\": \"go\", \"from\": \"%s\", \"to\": \"%s\"}", room, other);
        }
        lesson_check(g2l2_dataset_add(data, sentence, target, NULL, i + 1, &err), &err);
    }
    return data;
}

static void add_sentence(g2l2_dataset *data, const char *sentence, const char *target) {
    char line[4000];
    g2l2_error err;
    snprintf(line, sizeof line, "{\"command\": \"%s\", \"result\": %s}\n", sentence, target);
    lesson_check(g2l2_dataset_parse(data, line, strlen(line), NULL, NULL, &err), &err);
}

/* Sentences of a made-up language. Odd ones: a particle ends them, a verb has two words, verbs are
 * seen by themselves, some sentences have the target of another; a thing that is only ever seen, a
 * verb that is hardly ever used, and a use of `na` that no other sentence has. */
static g2l2_dataset *sentences(enum order order, uint32_t n, bool odd) {
    static const char *const alone[][2] = {
        {"mita", "see"}, {"tobu", "catch"}, {"neru", "sleep"}, {"zaki", "cook"}};
    static const char *const rare[][2] = {
        {"Tika mita lomi el ya", "{\"id\": \"see\", \"doer\": {\"id\": \"Tika\"}, \"done\": "
                                 "{\"id\": \"whale\", \"known\": true}}"},
        {"Moru mita lomi el ya", "{\"id\": \"see\", \"doer\": {\"id\": \"Moru\"}, \"done\": "
                                 "{\"id\": \"whale\", \"known\": true}}"},
        {"Sena mita lomi un ya",
         "{\"id\": \"see\", \"doer\": {\"id\": \"Sena\"}, \"done\": {\"id\": \"whale\"}}"},
        {"Sena hima gela un ya",
         "{\"id\": \"cook\", \"doer\": {\"id\": \"Sena\"}, \"done\": {\"id\": \"fish\"}}"},
        {"Tika neru Moru na ya",
         "{\"id\": \"sleep\", \"doer\": {\"id\": \"Tika\"}, \"at\": {\"id\": \"Moru\"}}"}};
    g2l2_dataset *plain, *data;
    g2l2_error err;
    lesson_check(g2l2_dataset_new(&plain, &err), &err);
    add_sentences(plain, order, n, 1, 1);
    if (!odd) return plain;
    lesson_check(g2l2_dataset_new(&data, &err), &err);
    for (uint32_t i = 0; i < n; i++) {
        char said[2000], target[80];
        g2l2_example e = g2l2_dataset_get(plain, i);
        const char *verb = strstr(e.sentence, "keso");
        int before = verb ? (int)(verb - e.sentence) + 4 : (int)strlen(e.sentence);
        snprintf(said, sizeof said, "%.*s%s%s ya", before, e.sentence, verb ? " pu" : "",
                 e.sentence + before);
        add_sentence(data, said, g2l2_dataset_get(plain, i && i % 100 == 0 ? i - 1 : i).target);
        if (i >= sizeof alone / sizeof *alone) continue;
        snprintf(target, sizeof target, "{\"id\": \"%s\"}", alone[i][1]);
        add_sentence(data, alone[i][0], target);
    }
    for (uint32_t i = 0; i < sizeof rare / sizeof *rare; i++)
        add_sentence(data, rare[i][0], rare[i][1]);
    add_both_frames(data, " ya");
    g2l2_dataset_free(plain);
    return data;
}

/* With mistakes, one of them about a word that is seen twice. */
static g2l2_dataset *mistaken(enum order order, uint32_t n) {
    g2l2_dataset *right = sentences(order, n, false), *data;
    g2l2_error err;
    lesson_check(g2l2_dataset_new(&data, &err), &err);
    add_with_mistakes(data, right);
    add_sentence(data, "Tika mita lomi el",
                 "{\"id\": \"see\", \"doer\": {\"id\": \"Tika\"}, \"done\": "
                 "{\"id\": \"whale\", \"known\": true}}");
    add_sentence(data, "Moru mita lomi el", "{\"id\": \"sleep\", \"doer\": {\"id\": \"Sena\"}}");
    g2l2_dataset_free(right);
    return data;
}

/* A few things, and what is asked of them. */
static void make_shop(struct lesson *lesson) {
    static const char scene[] =
        "{\"objects\": [{\"name\": \"a1\", \"kind\": \"cup\", \"color\": \"red\", \"price\": 4},"
        "{\"name\": \"a2\", \"kind\": \"cup\", \"color\": \"blue\", \"price\": 7},"
        "{\"name\": \"a3\", \"kind\": \"bowl\", \"color\": \"red\", \"price\": 9},"
        "{\"name\": \"a4\", \"kind\": \"jug\", \"color\": \"blue\", \"price\": 12.5}]}";
    static const char *const rows[][2] = {
        {"how many cups", "2"},       {"how many red cups", "1"},   {"how many bowls", "1"},
        {"how many things", "4"},     {"how many red things", "2"}, {"price of a1", "4"},
        {"price of a3", "9"},         {"color of a2", "blue"},      {"color of a3", "red"},
        {"cheapest cup", "a1"},       {"cheapest red thing", "a1"}, {"cheapest azure thing", "a2"},
        {"things above 8", "a3, a4"}, {"cups above 5", "a2"},       {"dear things", "a2, a3, a4"},
        {"dear red things", "a3"},    {"dear jug", "a4"},           {"how many dear cups", "1"},
        {"azure things", "a2, a4"},   {"navy things", "a2, a4"},    {"cheapest navy thing", "a2"},
        {"blue bowls", "none"}};
    g2l2_error err;
    lesson_check(g2l2_scenes_new(&lesson->scenes, &err), &err);
    lesson_check(g2l2_dataset_new(&lesson->questions, &err), &err);
    lesson_check(g2l2_scenes_parse(lesson->scenes, scene, strlen(scene), NULL, NULL, &err), &err);
    lesson_check(g2l2_scenes_encode(lesson->scenes, NULL, &err), &err);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        lesson_check(g2l2_dataset_add_question(lesson->questions, rows[i][0], rows[i][1], 0, NULL,
                                               i + 1, &err),
                     &err);
}

/* One sentence about several worlds; an answer of the last is wrong. No box is called green. */
static void make_boxes(struct lesson *lesson) {
    static const char *const scenes[] = {
        "{\"objects\": [{\"color\": \"red\", \"box\": \"box1\"},"
        "{\"color\": \"blue\", \"box\": \"box1\"}, {\"color\": \"blue\", \"box\": \"box2\"}]}",
        "{\"objects\": [{\"color\": \"red\", \"box\": \"box1\"},"
        "{\"color\": \"red\", \"box\": \"box1\"}, {\"color\": \"green\", \"box\": \"box2\"}]}",
        "{\"objects\": [{\"color\": \"blue\", \"box\": \"box1\"},"
        "{\"color\": \"red\", \"box\": \"box1\"}]}"};
    static const char *const rows[][4] = {
        {"any red things", "yes", "yes", "yes"}, {"any blue things", "yes", "no", "yes"},
        {"any green things", "no", "yes", "no"}, {"any red box", "no", "yes", "no"},
        {"any blue box", "yes", "no", "no"},     {"two boxes", "yes", "yes", "no"},
        {"two red things", "no", "yes", "yes"}};
    g2l2_error err;
    lesson_check(g2l2_scenes_new(&lesson->scenes, &err), &err);
    lesson_check(g2l2_dataset_new(&lesson->questions, &err), &err);
    for (size_t i = 0; i < 3; i++)
        lesson_check(
            g2l2_scenes_parse(lesson->scenes, scenes[i], strlen(scenes[i]), NULL, NULL, &err),
            &err);
    lesson_check(g2l2_scenes_encode(lesson->scenes, NULL, &err), &err);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t k = 0; k < 3; k++)
            lesson_check(g2l2_dataset_add_question(lesson->questions, rows[i][0], rows[i][k + 1], k,
                                                   NULL, 3 * i + k + 1, &err),
                         &err);
}

static struct task *add_task(const char *name, const g2l2_domain *domain, g2l2_dataset *data,
                             const char *recipe) {
    assert_true(n_tasks < sizeof tasks / sizeof *tasks);
    struct task *t = &tasks[n_tasks++];
    *t = (struct task){.name = name, .domain = domain, .data = data, .recipe = recipe};
    t->options = g2l2_learn_options_default();
    t->options.keep_candidates = true;
    t->options.noise = -1;
    t->concepts = domain == visual;
    t->rows = domain == facts ? "answer_" : domain == nested ? "nested_" : NULL;
    return t;
}

#define SMALLER                                                                                    \
    "stage_examples=320 final_examples=800 closing_examples=160 reset_examples=160 "               \
    "reset_rounds=2 sense_rounds=2 sense_examples=100 evidence_examples=60 attempts=1 "

/* Scenes are read anew: looking at images puts features into them. */
static g2l2_status learn(const struct task *t, const g2l2_learn_options *options,
                         g2l2_model **model, g2l2_learn_report *report, g2l2_error *err) {
    if (!t->images) return g2l2_learn(t->domain, t->data, options, model, report, err);
    struct asked asked = exhibition_ask(t->images);
    const g2l2_sight_options how = {
        .images = t->images->folder, .features = "encoder", .boxes = "given"};
    g2l2_status status =
        g2l2_learn_images(t->domain, asked.data, asked.scenes, &how, options, model, report, err);
    asked_free(&asked);
    return status;
}

/* What is learned. A refusal is something that can be told apart as well. */
static char *learned(const struct task *t, const char *name, double value) {
    char recipe[600];
    g2l2_learn_options options = t->options;
    g2l2_model *model = NULL;
    g2l2_learn_report report = {0};
    g2l2_error err = {0};
    char *text;
    int n = snprintf(recipe, sizeof recipe, "%s", t->recipe ? t->recipe : "");
    if (name) snprintf(recipe + n, sizeof recipe - (size_t)n, " %s=%.9g", name, value);
    options.recipe = recipe;
    if (learn(t, &options, &model, &report, &err)) return strdup(err.message);
    char *lexicon = lesson_text(model), *log;
    assert_true(asprintf(&log, "%d %zu %s", report.attempts, report.checked, lexicon) > 0);
    free(lexicon);
    g2l2_model_free(model);
    text = log;
    return text;
}

/* Two words that mean something else together, which each of them is said without. */
static g2l2_dataset *idioms(void) {
    static const char text[] = "pick hats\tCHOOSE(hat)\npick pens\tCHOOSE(pen)\n"
                               "pick cups\tCHOOSE(cup)\npick up hats\tTAKE(hat)\n"
                               "pick up pens\tTAKE(pen)\npick up keys\tTAKE(key)\n"
                               "look up pens\tFIND(pen)\nlook up cups\tFIND(cup)\n"
                               "look up keys\tFIND(key)\nlook\tLOOK\nlook twice\tLOOK LOOK\n";
    return parsed(text);
}

static g2l2_dataset *sums(void) {
    static const char text[] =
        "one\t1\ntwo\t2\ntwo plus two\t4\none plus two\t3\none plus one\t2\n";
    return parsed(text);
}

static int open_all(void **state) {
    (void)state;
    g2l2_error err;
    lesson_check(g2l2_domain_open("nav", &nav, &err), &err);
    lesson_check(g2l2_domain_open("levels", &levels, &err), &err);
    lesson_check(g2l2_domain_open("visual", &visual, &err), &err);
    lesson_check(g2l2_domain_open("frames", &frames, &err), &err);
    struct clevr_options clevr = clevr_options_default();
    clevr.questions = 600;
    clevr.seed = 2;
    lesson_make(&short_ones, clevr, 6);
    make_gold(&gold, 120, 9);
    make_gold(&clean, 120, 0);
    add_task("commands", nav, commands(30, 4, 0), NULL);
    add_task("words in front", nav, in_front(), NULL);
    add_task("frames", frames, home(40), NULL);
    add_task("names", frames, calls(), NULL);
    add_task("words that bind tight", levels, commands(5, 2, 0), NULL)->options.noise = 1;
    struct task *t = add_task("wrong labels", nav, commands(110, 4, 8), NULL);
    t->options.candidates = "all";
    t = add_task("many wrong labels", nav, commands(110, 4, 4), "effort=20000 stage_examples=320");
    t->options.noise = 1;
    t = add_task("commands, expected", nav, commands(5, 2, 0), NULL);
    t->options.inference = "expected";
    t->options.candidates = "paper";
    t->options.updates = 2;
    t->options.noise = 1;
    t = add_task("two senses, some answers wrong", visual, gold.questions, SMALLER);
    t->options.scenes = gold.scenes;
    t = add_task("the same from another seed", visual, gold.questions, SMALLER);
    t->options.scenes = gold.scenes;
    t->options.seed = 4;
    t = add_task("short questions", visual, short_ones.questions,
                 SMALLER "stage_length_1=3 stage_length_2=4 stage_length_3=4 stage_length_4=4 "
                         "stage_length_5=5 stage_length_6=5 stage_length_7=5 stage_examples=160");
    t->options.scenes = short_ones.scenes;
    t->options.noise = 1;
    t->options.candidates = "plain";
    t = add_task("settled questions", visual, short_ones.questions,
                 "stage_examples=600 final_examples=1600 closing_examples=300 reset_examples=200 "
                 "reset_rounds=1 sense_rounds=2 sense_examples=200 evidence_examples=100 "
                 "attempts=2 few=10 settled=1e9 whole_words=5 live=.05 stage_length_1=4 "
                 "stage_length_2=5");
    t->options.scenes = short_ones.scenes;
    t->options.noise = 1;
    t->options.candidates = "plain";
    make_towers(&towers, 800);
    t = add_task("towers", visual, towers.questions, "attempts=1");
    t->options.scenes = towers.scenes;
    t->options.noise = 1;
    t->options.candidates = "plain";
    t->rows = "opener_";
    t = add_task("wrong labels, tolerated", nav, commands(60, 3, 5), NULL);
    t->options.noise = 1;
    t = add_task("homonyms", nav, homonyms(), NULL);
    t->options.noise = 1;
    add_task("exceptions", nav, exceptions(), NULL)->options.noise = 1;
    add_task("words that are one", nav, idioms(), NULL)->options.noise = 1;
    add_task("verbs of several actions", nav, several(), NULL)->options.noise = 1;
    t = add_task("senses found late", visual, gold.questions,
                 SMALLER "sense_rounds=1 understood=.9 sense_uses=1 final_examples=1600");
    t->options.scenes = gold.scenes;
    t->options.noise = 1;
    t = add_task("clean answers, all sets", visual, clean.questions,
                 SMALLER "simple_accuracy=.3 enough=.3");
    t->options.scenes = clean.scenes;
    t->options.noise = 1;
    t = add_task("verbs at the end, little effort", nav, verbs_last(), "effort=20000");
    t->options.noise = 1;
    t = add_task("large examples", nav, commands(120, 7, 0), "example_steps=500 stage_examples=64");
    t = add_task("commands, expected, longer", nav, commands(20, 3, 0), "effort=1e6");
    t->options.inference = "expected";
    t->options.candidates = "paper";
    t->options.noise = 1;
    lesson_check(g2l2_domain_open("facts", &facts, &err), &err);
    make_shop(&shop);
    t = add_task("facts", facts, shop.questions, NULL);
    t->options.scenes = shop.scenes;
    t = add_task("as if facts were many", facts, shop.questions, "answer_many=1");
    t->options.scenes = shop.scenes;
    t = add_task("facts, words in doubt", facts, shop.questions, "noise_few=1 answer_missed=.02");
    t->options.scenes = shop.scenes;
    make_boxes(&boxes);
    t = add_task("boxes", facts, boxes.questions, NULL);
    t->options.scenes = boxes.scenes;
    t = add_task("boxes, if a hint were enough", facts, boxes.questions,
                 "answer_paradigm=.2 answer_turned=.2");
    t->options.scenes = boxes.scenes;
    lesson_check(g2l2_domain_open("nested", &nested, &err), &err);
    add_task("sentences, verbs last", nested, sentences(VERB_FINAL, 260, false), NULL);
    add_task("sentences, verbs first", nested, sentences(HEAD_INITIAL, 260, false), NULL);
    add_task("odd sentences", nested, sentences(POSTPOSITIONAL, 900, true), NULL)->options.noise =
        1;
    add_task("sentences, some wrong", nested, mistaken(POSTPOSITIONAL, 260), NULL)->options.noise =
        1;
    lesson_check(g2l2_domain_open("arith", &arith, &err), &err);
    add_task("sums, expected", arith, sums(), NULL)->options.noise = 1;
    measured_make(&measured, 150, 20, 1);
    measured_make(&wide, 60, 260, 1);
    t = add_task("measured features", visual, measured.questions, SMALLER);
    t->options.scenes = measured.scenes;
    t->options.noise = 1;
    t->options.candidates = "plain";
    t = add_task("many measured features", visual, wide.questions, SMALLER);
    t->options.scenes = wide.scenes;
    t->options.noise = 1;
    t->options.candidates = "plain";
    exhibition_open(&drawings, 8, 1);
    t = add_task("images", visual, NULL,
                 "stage_examples=80 final_examples=80 closing_examples=0 reset_rounds=0 "
                 "sense_rounds=0 evidence_examples=0 simpler_examples=0 check_examples=9 "
                 "simple_accuracy=0 see_epochs=2 see_images=3 see_regions=16");
    t->images = &drawings;
    t->rows = "see_";
    t->options.noise = 1;
    t->options.candidates = "plain";
    add_task("few commands, some labels wrong", nav, commands(24, 3, 8), NULL)->options.candidates =
        "all";
    add_task("nonsense", nav, nonsense(60), NULL)->options.candidates = "all";
    t = add_task("as if nonsense were much", nav, nonsense(60), "noise_few=1");
    t->options.candidates = "all";
    for (size_t i = 0; i < n_tasks; i++) {
        clock_t start = clock();
        tasks[i].text = learned(&tasks[i], NULL, 0);
        print_message("# %s: %.2f s, %zu bytes\n", tasks[i].name,
                      (double)(clock() - start) / CLOCKS_PER_SEC, strlen(tasks[i].text));
    }
    return 0;
}

static int close_all(void **state) {
    (void)state;
    for (size_t i = 0; i < n_tasks; i++) {
        if (!tasks[i].concepts && tasks[i].domain != facts) g2l2_dataset_free(tasks[i].data);
        free(tasks[i].text);
    }
    lesson_free(&short_ones);
    lesson_free(&gold);
    lesson_free(&clean);
    lesson_free(&towers);
    lesson_free(&shop);
    lesson_free(&boxes);
    g2l2_domain_free(facts);
    g2l2_domain_free(nested);
    lesson_free(&measured);
    lesson_free(&wide);
    exhibition_close(&drawings);
    g2l2_domain_free(arith);
    g2l2_domain_free(nav);
    g2l2_domain_free(levels);
    g2l2_domain_free(visual);
    g2l2_domain_free(frames);
    return 0;
}

/* ---- the test ------------------------------------------------------------------------------------- */

static void has_a_reason(void **state) {
    (void)state;
    size_t n;
    const struct recipe_row *rows = recipe_rows(&n);
    for (size_t i = 0; i < n; i++) {
        assert_true(*rows[i].unit && *rows[i].why);
        for (size_t k = 0; k < i; k++) assert_string_not_equal(rows[i].name, rows[k].name);
        if (rows[i].without == rows[i].plain && rows[i].without == rows[i].concepts)
            fail_msg("%s is what it would be without", rows[i].name);
    }
}

static bool differs(const struct task *t, const char *name, double value) {
    char *text = learned(t, name, value);
    bool other = strcmp(text, t->text) != 0;
    free(text);
    return other;
}

/* Some rows show in tasks of their own only, which would take the others long. */
static bool is_for(const struct task *t, const struct recipe_row *row) {
    static const char *const own[] = {"answer_", "nested_", "see_", "opener_"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strncmp(row->name, own[i], strlen(own[i]))) return t->rows && !strcmp(t->rows, own[i]);
    return !t->rows;
}

/* Rows beside each other mostly show in the same task: that is tried first. */
static bool has_effect(const struct recipe_row *row) {
    static size_t last;
    for (int how = 0; how < 3; how++)
        for (size_t k = 0; k < n_tasks; k++) {
            size_t i = k == 0 ? last : k - (k <= last);
            if (!is_for(&tasks[i], row)) continue;
            double usual = tasks[i].concepts ? row->concepts : row->plain;
            double value = how == 0 ? row->without : how == 1 ? usual / 2 : usual * 2;
            if (value != usual && differs(&tasks[i], row->name, value)) {
                if (getenv("VERBOSE"))
                    print_message("# %s: %s %d %.2f\n", row->name, tasks[i].name, how,
                                  (double)clock() / CLOCKS_PER_SEC);
                last = i;
                return true;
            }
        }
    return false;
}

static void has_an_effect(void **state) {
    (void)state;
    size_t n, idle = 0;
    const char *only = getenv("RECIPE"); /* the beginning of their names */
    const struct recipe_row *rows = recipe_rows(&n);
    if (SANITIZED) skip_because("under the sanitizers this takes minutes");
    for (size_t i = 0; i < n; i++) {
        if (only && strncmp(rows[i].name, only, strlen(only)) != 0) continue;
        if (has_effect(&rows[i])) continue;
        print_message("# %s changes nothing in any task\n", rows[i].name);
        idle++;
    }
    assert_int_equal(idle, 0);
}

static void refuses_what_it_has_not(void **state) {
    (void)state;
    static const char *const wrong[] = {"speed=2", "batch", "batch=", "batch=x", "batch=1=2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct recipe recipe = recipe_default(false);
        g2l2_error err = {0};
        assert_int_equal(recipe_read(&recipe, wrong[i], &err), G2L2_STATUS_ARGUMENT);
        assert_true(*err.message);
    }
    struct recipe recipe = recipe_default(true);
    assert_int_equal(recipe_read(&recipe, " batch=8,beta2=.5\n", NULL), 0);
    assert_true(recipe.batch == 8 && recipe.beta2 == .5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_a_reason),
        cmocka_unit_test(refuses_what_it_has_not),
        cmocka_unit_test_setup_teardown(has_an_effect, open_all, close_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
