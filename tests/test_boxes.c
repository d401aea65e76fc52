/* Objects that belong together: operations on sets of sets by hand, what is taken for a group, and
 * one sentence about several worlds. */
#include "tests/lessons.h"
#include "tests/oracle.h"

#include <math.h>
#include <string.h>

#include "types/stated.h"

static const char scene[] = "{\"objects\": ["
                            "{\"name\": \"a\", \"color\": \"red\", \"box\": \"box1\", \"y\": 1},"
                            "{\"name\": \"b\", \"color\": \"blue\", \"box\": \"box1\", \"y\": 2},"
                            "{\"name\": \"c\", \"color\": \"red\", \"box\": \"box1\", \"y\": 3},"
                            "{\"name\": \"d\", \"color\": \"red\", \"box\": \"box2\", \"y\": 1},"
                            "{\"name\": \"e\", \"color\": \"red\", \"box\": \"box2\", \"y\": 5},"
                            "{\"name\": \"f\", \"color\": \"blue\", \"box\": \"box3\"}]}";
/* The same boxes as objects of their own. */
static const char referring[] = "{\"objects\": ["
                                "{\"name\": \"a\", \"box\": \"box1\"}, {\"name\": \"b\", \"box\": "
                                "[\"box1\", \"box2\"]}, {\"id\": \"box1\"}, {\"id\": \"box2\"}]}";

static g2l2_domain *facts;

static const char *ask(const char *world, const char *category, const char *program,
                       char out[300]) {
    char text[600];
    g2l2_scenes *scenes;
    g2l2_error err = {0};
    snprintf(text, sizeof text,
             "# g2l2 lexicon 1\ndomain facts\nliterals Property : red blue\n"
             "literals Attribute : color\nliterals Quantity : y\nliterals Groups : box lid\n"
             "it => %s : %s  0\n",
             category, program);
    assert_int_equal(g2l2_scenes_new(&scenes, &err), 0);
    assert_int_equal(g2l2_scenes_parse(scenes, world, strlen(world), NULL, NULL, &err), 0);
    assert_int_equal(g2l2_scenes_encode(scenes, NULL, &err), 0);
    lesson_answer(facts, text, scenes, "it", out);
    g2l2_scenes_free(scenes);
    return out;
}

static void check(const char *world, const char *const (*rows)[3], size_t n) {
    g2l2_error err;
    char out[300];
    assert_int_equal(g2l2_domain_open("facts", &facts, &err), 0);
    for (size_t i = 0; i < n; i++)
        if (strcmp(ask(world, rows[i][0], rows[i][1], out), rows[i][2]))
            fail_msg("%s is '%s', not '%s'", rows[i][1], out, rows[i][2]);
    g2l2_domain_free(facts);
}

static void does_operations(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"NUM", "tally(box())", "3"},
        {"NUM", "tally(lid())", "0"},
        {"N", "members(box())", "a, b, c, d, e, f"},
        {"N", "members(having(box(), filter(scene(), blue())))", "a, b, c, f"},
        {"N", "members(having_exactly(box(), filter(scene(), red()), 2))", "a, b, c, d, e"},
        {"N", "members(having_exactly(box(), scene(), 2))", "d, e"},
        {"N", "members(having_least(box(), scene(), 2))", "a, b, c, d, e"},
        {"N", "members(having_most(box(), filter(scene(), red()), 0))", "f"},
        {"N", "members(only(box(), filter(scene(), red())))", "d, e"},
        {"N", "members(lacking(box(), filter(scene(), red())))", "f"},
        {"N", "members(varied(box(), color(), 1))", "d, e, f"},
        {"N", "members(varied(box(), color(), 2))", "a, b, c"},
        {"N", "members(fullest(box(), filter(scene(), blue())))", "a, b, c, f"},
        {"N", "members(fullest(box(), scene()))", "a, b, c"},
        {"NUM", "tally(fullest(lid(), scene()))", "0"},
        {"N", "lowest(box(), y())", "a, d"},
        {"N", "highest(box(), y())", "c, e"},
        {"N", "lowest_nth(box(), y(), 2)", "b, e"},
        {"N", "highest_nth(box(), y(), 3)", "a"},
        {"N", "lower(box(), filter(scene(), red()), filter(scene(), blue()), y())", "a"},
        {"N", "higher(box(), filter(scene(), red()), filter(scene(), blue()), y())", "c"},
        {"N", "lower(box(), scene(), scene(), y())", "a, b, d"},
        {"N", "next_lower(box(), scene(), filter(scene(), red()), y())", "b, d"},
        {"N", "next_higher(box(), scene(), filter(scene(), red()), y())", "b, e"},
        {"T", "equal(tally(having(box(), filter(scene(), red()))), tally(box()))", "no"},
    };
    check(scene, rows, LENGTH(rows));
}

/* Containers may be objects, and hold one thing together with another. */
static void follows_references(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"NUM", "tally(box())", "2"},
        {"N", "members(having_exactly(box(), scene(), 2))", "a, b"},
        {"N", "members(having_exactly(box(), scene(), 1))", "b"},
    };
    check(referring, rows, LENGTH(rows));
}

static bool groups(struct arena *arena, const char *property, const char *a, const char *b) {
    struct stated *s = stated_new(arena, 2);
    stated_text(s, 0, property, a);
    stated_text(s, 1, property, b);
    stated_finish(s);
    return s->attributes.at[0].groups;
}

/* A value that is called by its property and a number says what belongs together, not how it is. */
static void knows_labels(void **state) {
    (void)state;
    struct guard guard;
    struct arena arena;
    arena_init(&arena, &guard, 0);
    assert_true(groups(&arena, "box", "box1", "box12"));
    assert_true(groups(&arena, "Box", "box A", "Box B"));
    assert_true(groups(&arena, "shelf", "shelf_1", "shelf-2"));
    assert_false(groups(&arena, "color", "red", "blue"));
    assert_false(groups(&arena, "box", "box1", "red"));
    assert_false(groups(&arena, "box", "box", "box1"));
    assert_false(groups(&arena, "box", "boxer", "box1"));
    assert_false(stated_alike("box", "box1"));
    assert_true(stated_alike("box", "boxes"));
    assert_false(stated_alike("box", "box in"));
    arena_free(&arena);
}

/* ---- one sentence, several worlds --------------------------------------------------------------- */

static struct scene objects(struct arena *arena, uint32_t n) {
    struct stated *s = stated_new(arena, n);
    stated_finish(s);
    return (struct scene){.n_objects = n, .world = s};
}

/* How many there are: 1 in the first world, 2 in the others. */
static void worlds_body(struct world *w) {
    static const uint32_t words[] = {0};
    world_domain(w, "domain worlds\nexecution exact\ntype S\ntype M : number\ntype B\n"
                    "op scene : S\nop count : S -> M\nop equal : M, M -> B\nnumbers 1 2 3 : M\n"
                    "category T : B\nroot T\n");
    world_word(w, "x", "T : equal(count(scene()), 1)", 0.1, "T : equal(count(scene()), 2)", 0.2,
               "T : equal(count(scene()), 3)", 0.4, NULL);
    world_close(w);
    struct scene scenes[] = {objects(&w->arena, 1), objects(&w->arena, 2), objects(&w->arena, 2)};
    type_id truth = lang_type_find(&w->domain->lang, "B", 1);
    struct target yes = {.number = 1, .type = truth}, no = {.number = 0, .type = truth};
    const struct scene *all[] = {&scenes[0], &scenes[1], &scenes[2]};
    const struct target *one[] = {&yes, &no, &no}, *odd[] = {&yes, &no, &yes};
    struct worlds worlds = {3, all, one};
    struct exact_limits limits = {.steps = 1000000, .target = 100, .open = true};
    struct chart chart;
    struct exact e;
    chart_parse(&chart, &w->arena, &w->lexicon, words, 1, false);
    struct walk walk = *world_walk(w, &chart, w->lexicon.tau);
    walk.worlds = &worlds;
    exact_run(&e, &walk, &yes, &limits);
    assert_true(fabs(exact_all(&e).total - log(exp(.1) + exp(.2) + exp(.4))) < 1e-9);
    assert_true(fabs(exact_reached(&e).total - .1) < 1e-9);
    worlds.targets = odd; /* no reading is right in all three */
    exact_run(&e, &walk, &yes, &limits);
    assert_int_equal(exact_reached(&e).n, 0);
    limits.wrong = log(.05);
    exact_run(&e, &walk, &yes, &limits);
    struct reached most = exact_reached(&e);
    double counts[3] = {0};
    assert_int_equal(most.n, 1); /* the others are wrong in two of them */
    assert_true(fabs(most.total - .1 - log(.05)) < 1e-9);
    exact_counts(&e, &most, 1, counts, NULL);
    assert_true(fabs(counts[0] - 1) < 1e-9 && counts[1] == 0 && counts[2] == 0);
}

WORLD_TEST(worlds)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(does_operations),
        cmocka_unit_test(follows_references),
        cmocka_unit_test(knows_labels),
        cmocka_unit_test(worlds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
