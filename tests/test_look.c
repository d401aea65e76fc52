/* Questions about a scene, explained; and what words were found to mean.
 *
 * The model is made by hand, so that masks are known. Its scene has three objects, and
 * as many features: object i has feature i. So the numbers of a concept are the logits of
 * its mask, and of SHINY [.1 .8 .9] and CUBE [.8 .1 .9] the paper's example (section 2.2)
 * says that shiny cubes are [.08 .08 .81], and that there are .97 of them.
 *
 * Another one has words that compare and that refer back. There the scene is, from the left,
 * a big red cube, a small blue ball and a small red cube. */
#include "tests/talk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parser/parser.h"

static const char look_text[] = "domain visual\n"
                                "literals blue cube red sphere\n"
                                "features 3 given\n"
                                "how => EMPTY  0.1\n"
                                "how => integer/objset : \\x. count(x)  0\n"
                                "many => integer/objset : \\x. count(x)  0.1\n"
                                "many => EMPTY  0\n"
                                "is => EMPTY\n"
                                "are => EMPTY\n"
                                "the => EMPTY\n"
                                "of => EMPTY\n"
                                "any => bool/objset : \\x. exist(x)\n"
                                "some => integer/objset : \\x. count(x)  0.08\n"
                                "some => bool/objset : \\x. exist(x)  0\n"
                                "shiny => objset/objset : \\x. filter(x, ?)\n"
                                "red => objset/objset : \\x. filter(x, ?)\n"
                                "blue => objset/objset : \\x. filter(x, ?)\n"
                                "cube => objset : filter(scene(), ?)\n"
                                "cubes => objset : filter(scene(), ?)\n"
                                "sphere => objset : filter(scene(), ?)\n"
                                "things => objset : scene()\n"
                                "left => objset\\objset/objset : \\y.\\x. relate(x, y, ?)\n"
                                "right => objset\\objset/objset : \\y.\\x. relate(x, y, ?)\n"
                                "and => AND\n"
                                "or => OR\n"
                                "color => word/objset : \\x. query(x, ?)\n"
                                "hue => word/objset : \\x. query(x, ?)\n"
                                "shape => word/objset : \\x. query(x, ?)  0.1\n"
                                "shape => word\\objset : \\x. query(x, ?)  0\n"
                                "concept ObjConcept shiny = -2.1972246 1.3862944 2.1972246 0\n"
                                "concept ObjConcept cube = 1.3862944 -2.1972246 2.1972246 0\n"
                                "concept ObjConcept cubes = 1.3862944 -2.1972246 2.1972246 0\n"
                                "concept ObjConcept sphere = -1.3862944 2.1972246 -2.1972246 0\n"
                                "concept ObjConcept red = 9 -9 -9 0\n"
                                "concept ObjConcept blue = -9 9 -9 0\n"
                                "concept RelConcept left = 9 0 -9 0\n"
                                "concept RelConcept right = -9 0 9 0\n"
                                "concept Attribute color = 4 -9 4 -9\n"
                                "concept Attribute hue = 3 -9 4 -8\n"
                                "concept Attribute shape = -9 4 -9 4\n";

static const char whole_text[] = "domain visual\n"
                                 "literals big small blue red\n"
                                 "features 3 given\n"
                                 "how => EMPTY\n"
                                 "many => integer|objset : \\x. count(x)\n"
                                 "number => integer|objset : \\x. count(x)\n"
                                 "there => EMPTY\n"
                                 "is => EMPTY  1\n"
                                 "is => bool/objset : \\x. exist(x)  0\n"
                                 "are => EMPTY\n"
                                 "a => EMPTY\n"
                                 "the => EMPTY\n"
                                 "of => EMPTY\n"
                                 "than => EMPTY\n"
                                 "as => EMPTY\n"
                                 "do => EMPTY\n"
                                 "have => EMPTY\n"
                                 "what => EMPTY\n"
                                 "any => bool/objset : \\x. exist(x)\n"
                                 "more => MORE\n"
                                 "greater => MORE\n"
                                 "less => LESS\n"
                                 "same => SAME\n"
                                 "and => AND\n"
                                 "or => OR\n"
                                 "; => LET\n"
                                 "it => objset^objset : \\x. x\n"
                                 "its => objset^objset : \\x. x\n"
                                 "size => word|objset : \\x. query(x, ?)\n"
                                 "color => word|objset : \\x. query(x, ?)\n"
                                 "red => objset/objset : \\x. filter(x, ?)\n"
                                 "cube => objset : filter(scene(), ?)\n"
                                 "cubes => objset : filter(scene(), ?)\n"
                                 "ball => objset : filter(scene(), ?)\n"
                                 "balls => objset : filter(scene(), ?)\n"
                                 "things => objset : scene()\n"
                                 "left => objset\\objset/objset : \\y.\\x. relate(x, y, ?)\n"
                                 "concept ObjConcept red = 9 -9 9 0\n"
                                 "concept ObjConcept cube = 9 -9 9 0\n"
                                 "concept ObjConcept cubes = 9 -9 9 0\n"
                                 "concept ObjConcept ball = -9 9 -9 0\n"
                                 "concept ObjConcept balls = -9 9 -9 0\n"
                                 "concept ObjConcept big = 9 -9 -9 0\n"
                                 "concept ObjConcept small = -9 9 9 0\n"
                                 "concept ObjConcept blue = -9 9 -9 0\n"
                                 "concept RelConcept left = 9 0 -9 0\n"
                                 "concept Attribute size = 4 4 -9 -9\n"
                                 "concept Attribute color = -9 -9 4 4\n";

static const float features[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const struct scene scene = {.n_objects = 3, .n_features = 3, .features = features};

static struct world open_look(void) {
    struct world w = open_world(look_text);
    assert_int_equal(parser_set_scene(w.parser, &scene, NULL), G2L2_STATUS_OK);
    return w;
}

static struct world open_whole(void) {
    struct world w = open_world(whole_text);
    assert_int_equal(parser_set_scene(w.parser, &scene, NULL), G2L2_STATUS_OK);
    return w;
}

static void name_object(const void *of, size_t number, uint32_t object, struct buf *out) {
    buf_printf(out, "%s thing %zu.%u", (const char *)of, number, object);
}

static void is_narrow(const char *page) {
    for (const char *at = page; *at;) {
        size_t n = strcspn(at, "\n");
        if (text_width(at, n) > 80) fail_msg("more than 80 columns: %.*s", (int)n, at);
        if (n && at[n - 1] == ' ') fail_msg("a space at the end: %.*s", (int)n, at);
        at += n + (at[n] == '\n');
    }
}

/* ---- pages --------------------------------------------------------------------------- */

static void test_paper(void **state) {
    (void)state;
    struct world w = open_look();
    const char *page = explain(&w, "How many shiny cubes?");
    has(page, "result (confidence 0.7");
    has(page, "  1\n\nother answers:\n");
    has(page, "   how         many            shiny       cubes\n");
    has(page, "program:\n  count(filter(filter(scene(), cubes), shiny))\n");
    has(page, "  shiny   objset/objset  : \\x. filter(x, ?)\n");
    has(page, "  1  filter(scene(), cubes) = 1:0.80  2:0.10  3:0.90\n"
              "  2  filter(#1, shiny)      = 1:0.08  2:0.08  3:0.81\n"
              "  3  count(#2)              = 1   (0:0.");
    has(page, "; expected 0.97)\n");
    lacks(page, "objects:");
    is_narrow(page);
    close_world(&w);
}

static void test_names(void **state) {
    (void)state;
    struct world w = open_look();
    parser_name_objects(w.parser, (struct naming){.put = name_object, .of = "red", .scene = 7});
    has(explain(&w, "any cubes"), "objects:\n"
                                  "  1  red thing 7.0   2  red thing 7.1   3  red thing 7.2\n"
                                  "\n"
                                  "execution:\n");
    assert_int_equal(parser_set_scene(w.parser, &scene, NULL), G2L2_STATUS_OK);
    lacks(explain(&w, "any cubes"), "objects:");
    close_world(&w);
}

/* All but values can be told without a scene. */
static void test_blind(void **state) {
    (void)state;
    struct world w = open_world(look_text);
    g2l2_result result;
    const char *page = explain(&w, "how many shiny cubes");
    assert_int_equal(strncmp(page, "derivation", 10), 0);
    has(page, "program:\n  count(filter(filter(scene(), cubes), shiny))\n");
    has(page, "execution (values need a scene):\n"
              "  1  filter(scene(), cubes)\n"
              "  2  filter(#1, shiny)\n"
              "  3  count(#2)\n");
    has(explain(&w, "shiny shiny"), "no parse:\n");
    assert_int_equal(g2l2_parser_run(w.parser, "any cubes", 1, &result, NULL), G2L2_STATUS_OK);
    assert_int_equal(result.status, G2L2_PARSE_NO_SCENE);
    assert_int_equal(result.n_readings, 0);
    has(result.reason, "a scene is needed");
    close_world(&w);
}

static void test_relation(void **state) {
    (void)state;
    struct world w = open_look();
    const char *page = explain(&w, "is any cube right of the red things");
    has(page, "program:\n  exist(relate(filter(scene(), cube), filter(scene(), red), right))\n");
    has(page, "  1  filter(scene(), cube) = 1:0.80  2:0.10  3:0.90\n"
              "  2  filter(scene(), red)  = 1:1.00  2:0.00  3:0.00\n"
              "  3  relate(#1, #2, right) = 1:0.00  2:0.10  3:0.89\n"
              "  4  exist(#3)             = yes   (no:0.");
    page = explain(&w, "color of the things left of the blue things");
    has(page, "  1  filter(scene(), blue)     = 1:0.00  2:1.00  3:0.00\n"
              "  2  relate(scene(), #1, left) = 1:0.99  2:0.00  3:0.00\n"
              "  3  query(#2, color)          = red   (0.98)\n");
    close_world(&w);
}

static void test_conjunctions(void **state) {
    (void)state;
    struct world w = open_look();
    const char *page =
        explain(&w, "how many things are left of the blue things and left of the sphere");
    has(page, "├─ AND  and\n");
    has(page, "[AND objset\\objset]  &>\n");
    has(page, "  count(\n"
              "    intersection(\n"
              "      relate(scene(), filter(scene(), blue), left),\n"
              "      relate(scene(), filter(scene(), sphere), left)))\n");
    has(page, "  3  intersection(relate(scene(), #1, left), relate(scene(), #2, left))\n"
              "                             = 1:");
    is_narrow(page);
    page = explain(&w, "any cube and shiny things");
    has(page, "program:\n  exist(intersection(filter(scene(), cube), filter(scene(), shiny)))\n");
    has(page, "  3  intersection(#1, #2)   = 1:0.08  2:0.08  3:0.81\n");
    page = explain(&w, "many cube red things or blue things");
    has(page, "  count(\n"
              "    intersection(\n"
              "      filter(scene(), cube),\n"
              "      union(filter(scene(), red), filter(scene(), blue))))\n");
    has(page, "  4  intersection(#1, union(#2, #3)) = 1:0.80  2:0.10  3:0.00\n");
    has(page, " 0.90)\n");
    is_narrow(page);
    close_world(&w);
}

/* What several derivations come to is not what the heaviest says. */
static void test_other_derivation(void **state) {
    (void)state;
    struct world w = open_look();
    const char *page = explain(&w, "some shiny cubes");
    has(page, "  yes\n\nother answers:\n");
    has(page, "derivation (the best with this result, number 2 of 2):\n");
    has(page, "program:\n  exist(filter(filter(scene(), cubes), shiny))\n");
    has(page, "(share 0.48)");
    close_world(&w);
}

/* In the paper's grammar trees differ, too; the steps are those of one. */
static void test_plain_grammar(void **state) {
    (void)state;
    static const char domain[] = "domain visual\n";
    char text[sizeof look_text + 64];
    snprintf(text, sizeof text, "%sgrammar plain\n%s", domain, look_text + sizeof domain - 1);
    struct world w = open_world(text);
    assert_int_equal(parser_set_scene(w.parser, &scene, NULL), G2L2_STATUS_OK);
    const char *page = explain(&w, "any red cube left of the shiny cube right of the sphere");
    has(page, "derivation (the best with this result, number 3 of 7):\n");
    has(page, "  8  exist(#7)");
    page = explain(&w, "any red cube left of the sphere");
    has(page, "derivation (the best of 2):\n");
    close_world(&w);
}

static void expect_agreement(struct world *w, const char *const *asked, size_t n) {
    for (size_t i = 0; i < n; i++) {
        g2l2_result r;
        char last[80];
        assert_int_equal(g2l2_parser_run(w->parser, asked[i], 1, &r, NULL), G2L2_STATUS_OK);
        assert_int_equal(r.n_readings, 1);
        snprintf(last, sizeof last, "= %s   (", r.readings[0].text);
        double confidence = r.readings[0].confidence;
        for (const char *said = r.reason; said && (said = strstr(said, "there ")); said++)
            confidence /= GUESSED; /* it takes for granted what is not so */
        const char *page = explain(w, asked[i]), *at = NULL;
        for (const char *next = page; (next = strstr(next, last)); next++) at = next;
        if (!at) fail_msg("%s is missing in\n%s", last, page);
        snprintf(last, sizeof last, "%.2f", confidence);
        has(at, last);
        is_narrow(page);
    }
}

/* The last step of the only derivation says what the result says. */
static void test_steps_agree(void **state) {
    (void)state;
    static const char *const asked[] = {"any shiny cubes", "many cubes left of the sphere",
                                        "color of the shiny cube", "hue red things", "cubes shape"};
    static const char *const whole[] = {"there is a ball ; how many cubes are left of it",
                                        "cube ; how many things are left of it and left of it",
                                        "cube ; is the size of it the same as the ball",
                                        "things ; are more cubes left of it than balls",
                                        "ball ; do it and the cube have the same color",
                                        "ball ; how many cubes have the same size as it",
                                        "ball ; are the same number of cubes and balls left of it",
                                        "is the number of things greater than the number of balls",
                                        "less red cubes than things"};
    struct world w = open_look(), v = open_whole();
    expect_agreement(&w, asked, sizeof asked / sizeof asked[0]);
    expect_agreement(&v, whole, sizeof whole / sizeof whole[0]);
    close_world(&w);
    close_world(&v);
}

/* ---- words that refer back, and comparisons ------------------------------------------------ */

static void test_refers(void **state) {
    (void)state;
    struct world w = open_whole();
    const char *page = explain(&w, "There is a ball; how many cubes are left of it?");
    has(page, "  integer  ^<\n");
    has(page, "     └─ integer^objset  >^\n");
    has(page, "        └─ objset^objset  <^\n");
    has(page, "  ;       LET                  : \\x.\\f. f(x)\n");
    has(page, "program:\n  count(relate(filter(scene(), cubes), filter(scene(), ball), left))\n");
    has(page, "  1  filter(scene(), ball)  = 1:0.00  2:1.00  3:0.00\n"
              "     it: #1                 = 1:0.00  2:0.99  3:0.00\n"
              "  2  filter(scene(), cubes) = 1:1.00  2:0.00  3:1.00\n"
              "  3  relate(#2, #1, left)   = 1:0.98  2:0.00  3:0.00\n"
              "  4  count(#3)              = 1   (0:0.02  1:0.97; expected 0.98)\n");
    is_narrow(page);
    page = explain(&w, "cube ; its size");
    has(page, "   cube     ;         its           size\n"
              "  objset   LET   objset^objset   word|objset\n"
              "                 ---------------------------<^\n"
              "                         word^objset\n"
              "           ---------------------------------^>\n"
              "                   [LET word^objset]\n"
              "  ------------------------------------------^<\n");
    has(page, "a guess:\n  there are 2 of 'cube', where one is meant\n");
    has(page, "     its: #1               = 1:0.50  2:0.00  3:0.50\n"
              "  2  query(#1, size)       = ");
    page = explain(&w, "things ; its color"); /* what has no step stands there itself */
    has(page, "     its: scene()          = 1:0.33  2:0.33  3:0.33\n"
              "  1  query(scene(), color) = red   (");
    close_world(&w);
}

/* A clause between two others refers back, and is referred to. */
static void test_refers_twice(void **state) {
    (void)state;
    struct world w = open_whole();
    const char *page = explain(&w, "there is a ball ; there is a cube left of it ; its size");
    has(page, "  1  filter(scene(), ball) = 1:0.00  2:1.00  3:0.00\n"
              "     it: #1                = 1:0.00  2:0.99  3:0.00\n"
              "  2  filter(scene(), cube) = 1:1.00  2:0.00  3:1.00\n"
              "  3  relate(#2, #1, left)  = 1:0.98  2:0.00  3:0.00\n"
              "     its: #3               = 1:0.98  2:0.00  3:0.00\n"
              "  4  query(#3, size)       = big   (");
    is_narrow(page);
    close_world(&w);
}

static void test_refers_blind(void **state) {
    (void)state;
    struct world w = open_world(whole_text);
    const char *page = explain(&w, "there is a ball ; are there more cubes left of it than balls");
    has(page, "execution (values need a scene):\n"
              "  1  filter(scene(), ball)\n"
              "     it: #1\n"
              "  2  filter(scene(), cubes)\n"
              "  3  relate(#2, #1, left)\n"
              "  4  filter(scene(), balls)\n"
              "  5  count(#3)\n"
              "  6  count(#4)\n"
              "  7  greater(#5, #6)\n");
    struct scene nothing = {.n_objects = 0, .n_features = 3, .features = features};
    assert_int_equal(parser_set_scene(w.parser, &nothing, NULL), G2L2_STATUS_OK);
    page = explain(&w, "there is a ball ; how many cubes are left of it");
    has(page, "     it: #1                 = none\n");
    has(page, "  4  count(#3)              = 0   (1.00; expected 0.00)\n");
    close_world(&w);
}

static void test_compares(void **state) {
    (void)state;
    struct world w = open_whole();
    const char *page = explain(&w, "are there more cubes than balls");
    has(page, "  more    bool/objset/objset : \\y.\\x. greater(count(y), count(x))   (MORE)\n");
    has(page,
        "program:\n  greater(count(filter(scene(), cubes)), count(filter(scene(), balls)))\n");
    has(page, "  3  count(#1)              = 2   (0.98; expected 2.00)\n"
              "  4  count(#2)              = 1   (0.98; expected 1.00)\n"
              "  5  greater(#3, #4)        = yes   (0.99)\n");
    page = explain(&w, "is the number of things greater than the number of cubes");
    has(page, "  greater   bool\\integer/integer : \\y.\\x. greater(x, y)   (MORE)\n");
    has(page, "  1  count(scene())         = 3   (0.98; expected 3.00)\n"
              "  2  filter(scene(), cubes) = 1:1.00  2:0.00  3:1.00\n"
              "  3  count(#2)              = 2   (0.98; expected 2.00)\n"
              "  4  greater(#1, #3)        = yes   (0.99)\n");
    page = explain(&w, "are there the same number of cubes and balls");
    has(page, "  same     bool/pair/(integer|objset)\n"
              "            : \\f.\\x. equal(f(first(x)), f(second(x)))   (SAME)\n");
    has(page, "  and      pair\\objset/objset         : \\y.\\x. pair(x, y)   (AND)\n");
    has(page, "program:\n  equal(count(filter(scene(), cubes)), count(filter(scene(), balls)))\n");
    has(page, "  5  equal(#3, #4)          = no   (0.99)\n");
    is_narrow(page);
    close_world(&w);
}

/* What is compared follows from what is spoken of: its numbers are means of answers, not
 * answers of means. */
static void test_compares_referring(void **state) {
    (void)state;
    struct world w = open_whole();
    const char *page = explain(&w, "things ; are there more things left of it than balls");
    has(page, "     it: scene()                    = 1:0.33  2:0.33  3:0.33\n");
    has(page, "  3  count(#1)                      = 0   (0:0.34  1:0.33  2:0.32; expected\n");
    has(page, "  5  greater(#3, #4)                = no   (no:0.67  yes:0.33)\n");
    page = explain(&w, "cube ; are there the same number of things left of it and balls");
    has(page, "  4  count(#2)                 = 0   (0:0.50  2:0.48; expected 0.99)\n");
    is_narrow(page);
    close_world(&w);
}

static void test_sameness(void **state) {
    (void)state;
    struct world w = open_whole();
    const char *page = explain(&w, "how many cubes have the same size as the ball");
    has(page, "  same    objset\\objset/word : \\y.\\x. same(x, y)   (SAME)\n");
    has(page, "  3  query(#2, size)        = small   (0.98)\n"
              "  4  same(#1, #3)           = 1:0.00  2:0.00  3:0.99\n"
              "  5  count(#4)              = 1   (");
    page = explain(&w, "is the size of the ball the same as the cube");
    has(page, "program:\n"
              "  exist(same(filter(scene(), cube), query(filter(scene(), ball), size)))\n");
    has(page, "  4  exist(same(#3, #2))   = no   (no:0.51  yes:0.49)\n");
    page = explain(&w, "do the ball and the red cube have the same color");
    has(page, "    same(\n"
              "      filter(scene(), ball),\n"
              "      query(filter(filter(scene(), cube), red), color)))\n");
    has(page, "  4  query(#3, color)      = red   (0.98)\n"
              "  5  exist(same(#1, #4))   = no   (0.99)\n");
    /* one word, two uses */
    page = explain(&w, "is the number of balls the same as the number of cubes the same size as "
                       "the ball");
    has(page, "  same     bool\\integer/integer : \\y.\\x. equal(y, x)   (SAME)\n");
    has(page, "  same     objset\\objset/word   : \\y.\\x. same(x, y)   (SAME)\n");
    has(page, "= yes   (");
    is_narrow(page);
    close_world(&w);
}

/* Two cubes, one of them red, and a ball, in the scene of these tests. */
static void test_presumes(void **state) {
    (void)state;
    static const struct {
        const char *question, *note;
        double least, most; /* confidence */
    } rows[] = {
        {"color of the ball", NULL, .9, 1},
        {"color of the cube", "there are 2 of 'cube', where one is meant", 0, .8},
        {"color of the red ball", "there is no 'red ball'", 0, .8},
        {"how many things are left of the red ball", "there is no 'red ball'", .7, .8},
        {"how many red balls are there", NULL, .9, 1},
        {"do the ball and the cube have the same color",
         "there are 2 of 'cube', where one is meant", 0, .8},
        {"are there the same number of cubes and balls", NULL, .9, 1},
        {"how many things have the same color as the red ball", "there is no 'red ball'", 0, .8},
        {"how many things are left of the cube left of the red ball", "there is no 'red ball'", 0,
         .8},
        {"there is a red ball ; how many cubes are left of it", "there is no 'red ball'", 0, .8},
        {"there is a ball ; color of the cube left of it", NULL, .5, 1},
        {"there is a ball ; color of the ball left of it", "there is no 'ball left of it'", 0, .8},
        {"how many funny things are left of the red ball",
         "unknown word 'funny', taken to mean nothing; there is no 'red ball'", .5, .64},
    };
    struct world w = open_whole();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        g2l2_result r;
        assert_int_equal(g2l2_parser_run(w.parser, rows[i].question, 1, &r, NULL), G2L2_STATUS_OK);
        assert_int_equal(r.n_readings, 1);
        if (!r.reason != !rows[i].note || (r.reason && strcmp(r.reason, rows[i].note)))
            fail_msg("%s: %s", rows[i].question, r.reason ? r.reason : "nothing is said");
        if (r.readings[0].confidence < rows[i].least || r.readings[0].confidence > rows[i].most)
            fail_msg("%s: %.3f", rows[i].question, r.readings[0].confidence);
    }
    close_world(&w);
}

static void reason_is(struct world *w, const char *sentence, const char *reason) {
    g2l2_result r;
    assert_int_equal(g2l2_parser_run(w->parser, sentence, 1, &r, NULL), G2L2_STATUS_OK);
    assert_int_equal(r.n_readings, 0);
    if (strncmp(r.reason, reason, strlen(reason))) fail_msg("%s: %s", sentence, r.reason);
    is_narrow(explain(w, sentence));
}

static void test_refers_to_nothing(void **state) {
    (void)state;
    struct world w = open_whole();
    static const char nothing[] = "'it' refers to something that is not named before: ";
    reason_is(&w, "how many cubes are left of it", nothing);
    reason_is(&w, "how many cubes are left of it as", nothing);
    reason_is(&w, "; how many cubes are left of it", nothing);
    reason_is(&w, "it", nothing);
    has(explain(&w, "its size"),
        "missing:\n  'its' refers to something that is not named before\n");
    static const char closed[] = "what follows ';' does not refer to what is named before: ";
    reason_is(&w, "there is a cube ; how many balls", closed);
    reason_is(&w, "there is a cube ; how many balls are there", closed);
    has(explain(&w, "cube ; any ball"),
        "missing:\n  what follows ';' does not refer to what is named before\n");
    /* what is named must be a thing, and both sides must be there */
    reason_is(&w, "any cube ; how many balls are left of it", "the words are known but do not");
    has(explain(&w, "any cube ; how many balls are left of it"),
        "still needs an objset to\n    refer to on its left\n");
    reason_is(&w, "cube ;", "the words are known but do not combine: 'cube' is objset, ';' is LET");
    reason_is(&w, "; ; it it", "the words are known but do not combine: ");
    reason_is(&w, "how many cubes left of that", "unknown word 'that'");
    close_world(&w);
}

static void test_no_parse(void **state) {
    (void)state;
    struct world w = open_look();
    const char *page = explain(&w, "How many Shinny, please?");
    has(page, "no parse:\n  unknown words 'shinny' (did you mean 'shiny'?), ',', 'please'\n");
    has(page, "  how      EMPTY            (share 0.525)\n");
    page = explain(&w, "how many red");
    has(page, "still needs an objset on its\n    right\n");
    page = explain(&w, "left of the cube");
    has(page, "  'left of the cube' is objset\\objset: 'left of the cube' still needs an objset\n"
              "    on its left\n");
    has(explain(&w, "the shiny cubes"), "a whole sentence cannot be that\n");
    has(explain(&w, "cube cube cube"), "as 'left'\n    (objset\\objset/objset) would\n");
    has(explain(&w, "?"), "there are no words\n");
    close_world(&w);
}

/* Words that are not known mean nothing where that gives an answer; it says so. */
static void test_guess(void **state) {
    (void)state;
    struct world w = open_look();
    const char *page = explain(&w, "How many Shinny cubes, please?");
    has(page, "result (confidence ");
    has(page,
        "a guess:\n  unknown words 'shinny' (did you mean 'shiny'?), ',', 'please', taken to mean\n"
        "    nothing\n");
    is_narrow(page);
    g2l2_result known, guess;
    g2l2_error err;
    assert_int_equal(g2l2_parser_run(w.parser, "how many cubes", 1, &known, &err), 0);
    assert_null(known.reason);
    double sure = known.readings[0].confidence;
    char answer[32];
    snprintf(answer, sizeof answer, "%s", known.readings[0].text);
    assert_int_equal(g2l2_parser_run(w.parser, "how many cubes please", 1, &guess, &err), 0);
    assert_string_equal(guess.readings[0].text, answer);
    assert_true(guess.readings[0].confidence < sure);
    has(guess.reason, "'please', taken to mean nothing");
    /* and it is forgotten with the next sentence */
    assert_int_equal(g2l2_parser_run(w.parser, "how many cubes", 1, &known, &err), 0);
    assert_null(known.reason);
    close_world(&w);
}

/* ---- sizes ------------------------------------------------------------------------------- */

static void test_long_question(void **state) {
    (void)state;
    struct world w = open_look();
    parser_name_objects(
        w.parser, (struct naming){.put = name_object, .of = "large purple metal", .scene = 10});
    const char *page = explain(
        &w, "what is the color of the red shiny cube left of the shiny shiny sphere right of the "
            "blue shiny shiny cube left of the red cube and right of the sphere left of the cubes");
    has(page, "unknown word 'what'");
    is_narrow(page);
    page = explain(
        &w, "is the color of the red shiny cube left of the shiny shiny sphere right of the blue "
            "shiny shiny cube left of the red cube right of the sphere left of the blue cubes");
    has(page, "├─ EMPTY  of the\n");
    has(page, "  1  large purple metal thing 10.0   2  large purple metal thing 10.1\n");
    is_narrow(page);
    close_world(&w);
}

/* Programs and parts of all sizes stay on the page. */
static void test_widths(void **state) {
    (void)state;
    struct world w = open_whole();
    char text[400];
    static const char reds[] = "red red red red red red red red ";
    for (int i = 0; i <= 8; i++)
        for (int k = 0; k <= 8; k++) {
            snprintf(text, sizeof text, "%.*sball ; any %.*scube left of it and left of %.*scubes",
                     4 * k, reds, 4 * i, reds, 4 * i, reds);
            is_narrow(explain(&w, text));
            snprintf(text, sizeof text, "do %.*sball and %.*scube have the same color", 4 * k, reds,
                     4 * i, reds);
            is_narrow(explain(&w, text));
            snprintf(text, sizeof text, "%.*sball same size %.*sballs things", 4 * i, reds, 4 * k,
                     reds);
            is_narrow(explain(&w, text));
        }
    close_world(&w);
}

static void test_many_objects(void **state) {
    (void)state;
    struct world w = open_look();
    float many[256u * 3] = {0};
    struct scene crowd = {.n_objects = 256u, .n_features = 3, .features = many};
    for (uint32_t i = 0; i < 256u; i++) many[3 * i + i % 3] = 1;
    assert_int_equal(parser_set_scene(w.parser, &crowd, NULL), G2L2_STATUS_OK);
    parser_name_objects(w.parser, (struct naming){.put = name_object, .of = "", .scene = 0});
    const char *page = explain(&w, "many red cubes");
    has(page, "  ... (256 in all)\n");
    has(page, " 70 more\n"); /* of 86 */
    is_narrow(page);
    struct scene nothing = {.n_objects = 0, .n_features = 3, .features = many};
    assert_int_equal(parser_set_scene(w.parser, &nothing, NULL), G2L2_STATUS_OK);
    page = explain(&w, "many red cubes");
    has(page, "  1  filter(scene(), cubes) = none\n");
    has(page, "= 0   (1.00; expected 0.00)\n");
    close_world(&w);
}

/* ---- what words mean ------------------------------------------------------------------------ */

static g2l2_tie find_tie(const g2l2_model *model, const char *word) {
    for (size_t i = 0; i < g2l2_model_n_ties(model); i++)
        if (!strcmp(g2l2_model_tie(model, i).word, word)) return g2l2_model_tie(model, i);
    fail_msg("no tie of '%s'", word);
    return (g2l2_tie){0};
}

static void test_ties(void **state) {
    (void)state;
    struct world w = open_look();
    for (int twice = 0; twice < 2; twice++) {
        assert_int_equal(g2l2_model_find_ties(w.model, NULL, NULL), G2L2_STATUS_OK);
        assert_int_equal(g2l2_model_n_ties(w.model), 4);
        g2l2_tie tie = find_tie(w.model, "how");
        assert_string_equal(tie.category_a, "EMPTY");
        assert_string_equal(tie.category_b, "integer/objset");
        assert_string_equal(tie.sentence, "how many cube");
        assert_string_equal(tie.meaning_a, "count(filter(scene(), cube))");
        assert_string_equal(tie.meaning_b, tie.meaning_a);
        assert_string_equal(find_tie(w.model, "many").sentence, "many how cube");
        tie = find_tie(w.model, "some");
        assert_string_equal(tie.sentence, "some cube");
        assert_string_equal(tie.meaning_a, "count(filter(scene(), cube))");
        assert_string_equal(tie.meaning_b, "exist(filter(scene(), cube))");
        assert_string_equal(find_tie(w.model, "shape").sentence, "");
    }
    close_world(&w);
}

static g2l2_concept find_concept(const g2l2_concepts *all, const char *word) {
    for (size_t i = 0; i < g2l2_concepts_count(all); i++)
        if (!strcmp(g2l2_concepts_get(all, i).word, word)) return g2l2_concepts_get(all, i);
    fail_msg("no concept of '%s'", word);
    return (g2l2_concept){0};
}

static void test_concepts(void **state) {
    (void)state;
    struct world w = open_look();
    g2l2_concepts *all;
    assert_int_equal(g2l2_concepts_find(w.model, NULL, &all, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_concepts_count(all), 8);
    g2l2_concept c = find_concept(all, "cube");
    assert_string_equal(c.type, "ObjConcept");
    assert_int_equal(c.n_synonyms, 1);
    assert_string_equal(c.synonyms[0], "cubes");
    assert_int_equal(c.n_near, 3);
    assert_string_equal(c.near[0].word, "cubes");
    assert_true(fabs(c.near[0].similarity - 1) < 1e-6);
    assert_true(c.near[1].similarity >= c.near[2].similarity);
    assert_string_equal(c.opposite.word, "sphere");
    c = find_concept(all, "red");
    assert_int_equal(c.n_synonyms, 0);
    assert_string_equal(c.opposite.word, "shiny");
    c = find_concept(all, "left");
    assert_string_equal(c.type, "RelConcept");
    assert_int_equal(c.n_near, 1);
    assert_string_equal(c.opposite.word, "right");
    assert_true(fabs(c.opposite.similarity + 1) < 1e-6);
    assert_null(g2l2_concepts_get(all, 8).word);
    g2l2_concepts_free(all);
    close_world(&w);
}

/* By what they hold of: [.8 .1 .9] and its opposite have .4 / 2.6 in common. */
static void test_concepts_in_scenes(void **state) {
    (void)state;
    struct world w = open_look();
    const struct scene empty = {.n_objects = 0, .n_features = 3, .features = NULL},
                       *const scenes[] = {&scene, &empty, &scene};
    g2l2_concepts *all;
    assert_int_equal(concepts_find(w.model, scenes, 3, NULL, &all, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_concepts_count(all), 8);
    g2l2_concept c = find_concept(all, "cube");
    assert_int_equal(c.n_synonyms, 1);
    assert_string_equal(c.synonyms[0], "cubes");
    assert_string_equal(c.opposite.word, "sphere");
    assert_true(fabs(c.opposite.similarity - (.4 / 2.6 - 1)) < 1e-6);
    c = find_concept(all, "red");
    assert_int_equal(c.n_synonyms, 0);
    assert_string_equal(find_concept(all, "left").opposite.word, "right");
    assert_int_equal(g2l2_concepts_n_attributes(all), 2);
    g2l2_concepts_free(all);
    close_world(&w);
}

static void test_attributes(void **state) {
    (void)state;
    struct world w = open_look();
    g2l2_concepts *all;
    assert_int_equal(g2l2_concepts_find(w.model, NULL, &all, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_concepts_n_attributes(all), 2);
    g2l2_attribute a = g2l2_concepts_attribute(all, 0);
    assert_int_equal(a.n_words, 2);
    assert_string_equal(a.words[0], "color");
    assert_string_equal(a.words[1], "hue");
    assert_int_equal(a.n_values, 2);
    assert_string_equal(a.values[0].word, "blue");
    assert_string_equal(a.values[1].word, "red");
    a = g2l2_concepts_attribute(all, 1);
    assert_int_equal(a.n_words, 1);
    assert_string_equal(a.values[0].word, "cube");
    assert_string_equal(a.values[1].word, "sphere");
    assert_null(g2l2_concepts_attribute(all, 2).type);
    g2l2_concepts_free(all);
    close_world(&w);
}

static void test_no_concepts(void **state) {
    (void)state;
    struct world w = open_world("domain nav\nliterals J\njump => V : J()\n");
    g2l2_concepts *all;
    assert_int_equal(g2l2_concepts_find(w.model, NULL, &all, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_concepts_count(all) + g2l2_concepts_n_attributes(all), 0);
    g2l2_concepts_free(all);
    g2l2_concepts_free(NULL);
    assert_int_equal(parser_set_scene(w.parser, &scene, NULL), G2L2_STATUS_ARGUMENT);
    close_world(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper),         cmocka_unit_test(test_names),
        cmocka_unit_test(test_blind),         cmocka_unit_test(test_relation),
        cmocka_unit_test(test_conjunctions),  cmocka_unit_test(test_other_derivation),
        cmocka_unit_test(test_plain_grammar), cmocka_unit_test(test_steps_agree),
        cmocka_unit_test(test_refers),        cmocka_unit_test(test_refers_twice),
        cmocka_unit_test(test_refers_blind),  cmocka_unit_test(test_refers_to_nothing),
        cmocka_unit_test(test_compares),      cmocka_unit_test(test_compares_referring),
        cmocka_unit_test(test_sameness),      cmocka_unit_test(test_presumes),
        cmocka_unit_test(test_guess),         cmocka_unit_test(test_no_parse),
        cmocka_unit_test(test_long_question), cmocka_unit_test(test_widths),
        cmocka_unit_test(test_many_objects),  cmocka_unit_test(test_ties),
        cmocka_unit_test(test_concepts),      cmocka_unit_test(test_concepts_in_scenes),
        cmocka_unit_test(test_attributes),    cmocka_unit_test(test_no_concepts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
