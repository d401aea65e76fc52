/* Drawings of traces: SVG, LaTeX, dot.
 *
 * Traces are made by hand (sketch.h) and by the parser. What is drawn must be well formed
 * whatever is in the texts; numbers must be numbers; words and parts must not overlap; and
 * what is left in a scene must be left in its picture. Whether it is beautiful, people see. */
#include "tests/talk.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "show/draw.h"
#include "tests/faults.h"
#include "tests/sketch.h"
#include "tests/xml.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

struct fixture {
    struct guard guard;
    struct arena arena;
    g2l2_scenes *scenes;
    struct sketch sketch;
};

static int set_up(void **state) {
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    arena_init(&f->arena, &f->guard, 0);
    assert_int_equal(g2l2_scenes_new(&f->scenes, NULL), G2L2_STATUS_OK);
    sketch_init(&f->sketch, "");
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    sketch_free(&f->sketch);
    g2l2_scenes_free(f->scenes);
    arena_free(&f->arena);
    free(f);
    return 0;
}

static void read_scenes(g2l2_scenes *scenes, const char *text) {
    char path[] = "/tmp/g2l2-show-XXXXXX";
    int fd = mkstemp(path);
    g2l2_error err = {.message = ""};
    g2l2_limits limits = g2l2_limits_default();
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    g2l2_scenes_read(scenes, path, &limits, &err);
    unlink(path);
    assert_string_equal(err.message, "");
}

/* Objects 1 to 4 stand from the left to the right and from behind to the front, as the
 * directions of the scene have it: its x is to the front. */
static const char four[] =
    "{\"directions\": {\"right\": [0, 1, 0], \"front\": [1, 0, 0]}, \"objects\": ["
    "{\"shape\": \"cube\", \"color\": \"red\", \"size\": \"large\", \"material\": \"metal\","
    " \"3d_coords\": [-3, -2, 0]},"
    "{\"shape\": \"sphere\", \"color\": \"blue\", \"size\": \"small\", \"material\": \"rubber\","
    " \"3d_coords\": [-1, -1, 0]},"
    "{\"shape\": \"cylinder\", \"color\": \"quux\", \"size\": \"large\", \"material\": \"metal\","
    " \"3d_coords\": [1, 1, 0]},"
    "{\"shape\": \"cone\", \"color\": \"#09f\", \"size\": \"small\", \"material\": \"wood\","
    " \"3d_coords\": [3, 2, 0]}]}\n";

static const char *drawn(struct fixture *f, void (*draw)(const struct trace *, struct buf *),
                         const struct trace *trace) {
    struct buf out;
    buf_init(&out, &f->arena);
    draw(trace, &out);
    assert_int_equal(strlen(out.at), out.n);
    return out.at;
}

static void derivation_svg(const struct trace *trace, struct buf *out) {
    show_derivation_svg(trace, 0, out);
}

static const char *scene_svg(struct fixture *f, size_t scene, const struct show_marks *marks) {
    struct buf out;
    buf_init(&out, &f->arena);
    show_scene_svg(f->scenes, scene, marks, &out);
    return out.at;
}

/* ---- what is well formed ------------------------------------------------------------------ */

/* Numbers are digits; nothing is as wide as what is not finite. */
static void check_numbers(const char *svg) {
    static const char *const names[] = {"x",  "y",  "cx",    "cy",     "r",
                                        "rx", "ry", "width", "height", "opacity"};
    struct xml xml;
    xml_begin(&xml, svg);
    for (enum xml_kind kind; (kind = xml_next(&xml)) != XML_DONE;) {
        assert_int_not_equal(kind, XML_WRONG);
        for (size_t i = 0; kind == XML_OPEN && i < LENGTH(names); i++)
            if (xml_value(&xml, names[i]).at) assert_true(fabs(xml_number(&xml, names[i])) < 1e6);
        struct xml_span d = kind == XML_OPEN ? xml_value(&xml, "d") : (struct xml_span){0};
        for (size_t i = 0; i < d.n; i++)
            assert_non_null(strchr("0123456789.- MHVLQAhvlaqz", d.at[i]));
    }
}

static void check_svg(const char *svg) {
    xml_check(svg);
    check_numbers(svg);
}

/* ASCII; braces and environments are closed. */
static void check_latex(const char *tex) {
    int braces = 0, begun = 0;
    for (const char *at = tex; *at; at++) {
        assert_in_range((unsigned char)*at, '\n', '~');
        if (!strncmp(at, "\\begin{", 7)) begun++;
        if (!strncmp(at, "\\end{", 5)) begun--;
        if (*at == '\\') at++;
        else if (*at == '{') braces++;
        else if (*at == '}') braces--;
        assert_true(braces >= 0);
    }
    assert_int_equal(braces, 0);
    /* \newenvironment has one of each within another */
    assert_int_equal(begun, 0);
}

/* Quotes and braces are closed, and each label is XML. */
static void check_dot(struct fixture *f, const char *dot) {
    int braces = 0;
    for (const char *at = dot; *at; at++) {
        if (*at == '"')
            for (at++; *at && *at != '"'; at++) at += *at == '\\';
        assert_true(*at);
        if (*at == '{') braces++;
        if (*at == '}') braces--;
        if (*at != '<' || at[-1] != '=') continue;
        const char *end = strstr(at, "</TABLE>>");
        for (const char *inner; end && (inner = strstr(end + 1, "</TABLE>>")) &&
                                !memmem(end, (size_t)(inner - end), "label=", 6);)
            end = inner;
        assert_non_null(end);
        xml_check(arena_strndup(&f->arena, at + 1, (size_t)(end + 8 - at - 1)));
        at = end + 8;
    }
    assert_int_equal(braces, 0);
}

/* What there is to read is XML; what scripts read is JSON, and ends where it should. */
static void check_html(struct fixture *f, const char *html) {
    static const char open[] = "<script type=\"application/json\" id=\"trace\">";
    const char *still = strstr(html, "<div id=\"still\""), *data = strstr(html, open);
    assert_true(still && data && still < data);
    const char *main_end = strstr(still, "</main>"), *end = strstr(data, "</script>");
    assert_true(main_end && main_end < data && end);
    xml_check(arena_strndup(&f->arena, still, (size_t)(main_end - still)));
    const char *json = data + sizeof open - 1;
    json_t *trace = json_loadb(json, (size_t)(end - json), 0, NULL);
    assert_non_null(trace);
    json_decref(trace);
}

static void check_all(struct fixture *f, const struct trace *trace) {
    check_html(f, drawn(f, show_html, trace));
    check_svg(drawn(f, show_svg, trace));
    check_svg(drawn(f, derivation_svg, trace));
    check_latex(drawn(f, show_latex, trace));
    check_dot(f, drawn(f, show_dot, trace));
}

static void test_forms(void **state) {
    struct fixture *f = *state;
    read_scenes(f->scenes, four);
    check_all(f, sketch_commands(&f->sketch));
    sketch_free(&f->sketch);
    check_all(f, sketch_question(&f->sketch, f->scenes));
    sketch_free(&f->sketch);
    check_all(f, sketch_no_parse(&f->sketch));
    sketch_free(&f->sketch);
    check_all(f, sketch_long(&f->sketch, 40));
    sketch_free(&f->sketch);
    check_all(f, sketch_long(&f->sketch, 200));
}

static void test_nothing_at_all(void **state) {
    struct fixture *f = *state;
    struct trace trace = {.sentence = "", .status = TRACE_NO_PARSE, .reason = "no words"};
    check_all(f, &trace);
    has(drawn(f, derivation_svg, &trace), "no derivation");
    struct trace_word word = {.text = "x"};
    trace.words = &word;
    trace.n_words = 1;
    check_all(f, &trace);
}

static const char *const hostile[] = {
    "\"'<>&<script>alert(1)</script>&amp;&#0;]]><!--",
    "\x01\x02\x1f\x7f\t\n\r\v",
    "\xff\xfe\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80 \xc3",
    "\xef\xbf\xbf\xef\xbf\xbe\xe2\x80\xae\xe2\x80\x8b",
    "\\end{document}\\input{/etc/passwd}%$#_^~{}{{{ \\\\ [x] *",
    "\\\"; } digraph { a -> b } \\",
    "-->]]>\"/><svg onload=\"x\">",
    "\xe4\xb9\xa6 \xf0\x9f\x98\x80 \xc3\xa9\xce\xbb\xc5\xbc \xe2\x86\x92 \xd0\x96",
    "%n%s%d%f%%",
    "nan inf -inf NaN",
    "",
    " ",
};

static void test_hostile_texts(void **state) {
    struct fixture *f = *state;
    read_scenes(f->scenes, four);
    for (size_t i = 0; i < LENGTH(hostile); i++) {
        sketch_free(&f->sketch);
        const struct trace *trace = sketch_hostile(&f->sketch, hostile[i], f->scenes);
        check_all(f, trace);
        lacks(drawn(f, show_svg, trace), "<script");
        lacks(drawn(f, show_svg, trace), "onload=\"");
        lacks(drawn(f, show_latex, trace), "\\input");
    }
}

static void test_long_texts(void **state) {
    struct fixture *f = *state;
    static char text[20001];
    for (size_t i = 0; i < sizeof text - 1; i++) text[i] = "abcdefg<(,"[i % 10];
    check_all(f, sketch_hostile(&f->sketch, text, NULL));
    sketch_free(&f->sketch);
    memset(text, 'x', sizeof text - 1);
    check_all(f, sketch_hostile(&f->sketch, text, NULL));
}

/* What a scene's file says is as hostile. */
static void test_hostile_scenes(void **state) {
    struct fixture *f = *state;
    static const double marks[] = {NAN, INFINITY, -1};
    struct show_marks all = {marks, marks, "<&\"\xff"};
    read_scenes(f->scenes, "{\"objects\": [{\"shape\": \"<b>\\\"&'\", \"color\": \"</svg>\", "
                           "\"<&>\": \"\\u0001\\u001f\\uffff\"},"
                           "{\"shape\": \"\", \"color\": \"#12345\", \"material\": \"metal\"},"
                           "{\"kind\": \"\\u4e66\", \"size\": 1e38}]}\n");
    check_svg(scene_svg(f, 0, NULL));
    check_svg(scene_svg(f, 0, &all));
    check_all(f, sketch_hostile(&f->sketch, "x", f->scenes));
}

/* ---- derivations ---------------------------------------------------------------------------- */

struct box {
    double x, y, width;
    bool word;
};

/* The rectangles behind words and nodes. */
static size_t find_boxes(const char *svg, struct box *out, size_t most) {
    struct xml xml;
    size_t n = 0;
    bool word = false;
    xml_begin(&xml, svg);
    for (enum xml_kind kind; (kind = xml_next(&xml)) != XML_DONE;) {
        if (kind != XML_OPEN) continue;
        if (xml_is(xml.name, "g"))
            word = xml_value(&xml, "data-word").at && !xml_value(&xml, "data-node").at;
        if (!xml_is(xml_value(&xml, "class"), "hit")) continue;
        assert_true(n < most);
        out[n++] = (struct box){xml_number(&xml, "x"), xml_number(&xml, "y"),
                                xml_number(&xml, "width"), word};
    }
    return n;
}

static void check_boxes(const char *svg, size_t wanted) {
    static struct box boxes[2000];
    size_t n = find_boxes(svg, boxes, LENGTH(boxes));
    assert_int_equal(n, wanted);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const struct box *a = &boxes[i], *b = &boxes[j];
            if (i == j || a->y != b->y || a->x > b->x) continue;
            assert_true(a->x + a->width < b->x);
        }
}

static void test_nothing_overlaps(void **state) {
    struct fixture *f = *state;
    read_scenes(f->scenes, four);
    const struct trace *t = sketch_commands(&f->sketch);
    check_boxes(drawn(f, derivation_svg, t), t->n_words + t->derivations[0].n_nodes);
    sketch_free(&f->sketch);
    t = sketch_question(&f->sketch, f->scenes);
    check_boxes(drawn(f, derivation_svg, t), t->n_words + t->derivations[0].n_nodes);
    sketch_free(&f->sketch);
    t = sketch_long(&f->sketch, 60);
    check_boxes(drawn(f, derivation_svg, t), t->n_words + t->derivations[0].n_nodes);
}

/* Texts in the middle of a column are not wider than it: measured as they were written. */
static void test_texts_fit(void **state) {
    struct fixture *f = *state;
    const char *svg = drawn(f, derivation_svg, sketch_long(&f->sketch, 60));
    struct xml xml;
    double width = 0;
    enum face face = FACE_SANS;
    double size = 0;
    xml_begin(&xml, svg);
    for (enum xml_kind kind; (kind = xml_next(&xml)) != XML_DONE;) {
        struct xml_span class = xml_value(&xml, "class");
        if (kind == XML_OPEN && xml_is(class, "hit")) width = xml_number(&xml, "width");
        if (kind == XML_OPEN) size = 0;
        if (kind == XML_OPEN && xml_is(class, "cat mid")) face = FACE_SANS, size = 13;
        if (kind == XML_OPEN && xml_is(class, "prog mid")) face = FACE_MONO, size = 10;
        if (kind != XML_TEXT || !size) continue;
        const char *text = arena_strndup(&f->arena, xml.name.at, xml.name.n);
        assert_true(text_pixels(text, face, size) < width + 1);
    }
}

static void test_derivation(void **state) {
    struct fixture *f = *state;
    const char *svg = drawn(f, derivation_svg, sketch_commands(&f->sketch));
    has(svg, "data-node=\"12\" data-begin=\"0\" data-end=\"7\" data-step=\"4\"");
    has(svg, "data-word=\"6\"");
    has(svg, ">V\\V/(V\\V)</text>");
    has(svg, ">&gt;</text>");
    has(svg, ">&lt;</text>");
    has(svg, ">λx. repeat(x, 2)</text>");
    has(svg, "\\x. repeat(x, 2)"); /* in the title, as it is in a lexicon */
    has(svg, "prefers-color-scheme:dark");
    lacks(svg, "http://fonts");
}

static void test_objects_of_nodes(void **state) {
    struct fixture *f = *state;
    read_scenes(f->scenes, four);
    const char *svg = drawn(f, derivation_svg, sketch_question(&f->sketch, f->scenes));
    has(svg, "class=\"word empty\" data-word=\"0\"");
    has(svg, "EMPTY</text>");
    has(svg, "<g class=\"chipped\" data-object=\"3\">");
    has(svg, "meant: 0.62");
    lacks(svg, "<g class=\"chipped\" data-object=\"2\">"); /* 0.02 */
}

/* ---- scenes ------------------------------------------------------------------------------------- */

static void test_left_is_left(void **state) {
    struct fixture *f = *state;
    read_scenes(f->scenes, four);
    struct stage stage = stage_make(&f->arena, f->scenes, 0, 400, 300);
    assert_true(stage.has_view && stage.has_positions);
    for (uint32_t i = 1; i < 4; i++) {
        assert_true(stage.props[i - 1].x < stage.props[i].x);
        assert_true(stage.props[i - 1].y < stage.props[i].y);
        assert_int_equal(stage.order[i], i);
    }
    assert_int_equal(stage.props[0].shape, PROP_CUBE);
    assert_int_equal(stage.props[1].shape, PROP_SPHERE);
    assert_int_equal(stage.props[2].shape, PROP_CYLINDER);
    assert_int_equal(stage.props[3].shape, PROP_TRIANGLE);
    assert_string_equal(stage.props[3].initial, "C");
    assert_true(stage.props[0].metal && !stage.props[1].metal);
    assert_true(stage.props[0].r > stage.props[1].r);
    assert_int_equal(stage.props[3].color.b, 0xff);
}

/* Without directions x is to the right, and y is behind. */
static void test_no_directions(void **state) {
    struct fixture *f = *state;
    read_scenes(f->scenes, "{\"objects\": [{\"x\": 1, \"y\": 5}, {\"x\": 2, \"y\": 3}]}\n"
                           "{\"objects\": [{\"x\": 1}, {\"x\": 2}, {\"x\": 3}], "
                           "\"directions\": {\"right\": [1, 0], \"front\": \"x\"}}\n"
                           "{\"objects\": [], \"directions\": {\"left\": [-1, 0, 0], "
                           "\"behind\": [0, 2, 0]}}\n"
                           "{\"objects\": [], \"directions\": {\"right\": [1, 0], "
                           "\"front\": [1, 0]}}\n");
    struct stage stage = stage_make(&f->arena, f->scenes, 0, 400, 300);
    struct scene_view view;
    assert_true(!stage.has_view && stage.has_positions);
    assert_true(stage.props[0].x < stage.props[1].x && stage.props[0].y < stage.props[1].y);
    stage = stage_make(&f->arena, f->scenes, 1, 400, 300);
    assert_false(stage.has_view || stage.has_positions);
    assert_true(scenes_view(f->scenes, 2, &view));
    assert_true(view.right[0] == 1 && view.front[1] == -1);
    assert_false(scenes_view(f->scenes, 3, &view)); /* nowhere is behind */
    lacks(scene_svg(f, 0, NULL), "behind");
}

static void test_sizes_in_numbers(void **state) {
    struct fixture *f = *state;
    double size = 0;
    read_scenes(f->scenes, "{\"objects\": [{\"size\": 30}, {\"size\": 10}, {\"size\": 20}, {}]}\n");
    struct stage stage = stage_make(&f->arena, f->scenes, 0, 400, 300);
    assert_true(stage.props[0].r > stage.props[2].r && stage.props[2].r > stage.props[1].r);
    assert_true(scenes_number_of(f->scenes, 0, 2, "size", &size) && size == 20);
    assert_false(scenes_number_of(f->scenes, 0, 3, "size", &size));
    assert_false(scenes_number_of(f->scenes, 0, 9, "size", &size));
}

static void check_stage(struct fixture *f, size_t scene) {
    struct stage stage = stage_make(&f->arena, f->scenes, scene, 400, 300);
    const char *svg = scene_svg(f, scene, NULL);
    check_svg(svg);
    for (uint32_t i = 0; i < stage.n; i++) {
        const struct prop *a = &stage.props[i];
        char number[64];
        assert_true(a->x > a->r && a->x + a->r < stage.width);
        assert_true(a->y > a->r && a->y + a->r < stage.height);
        snprintf(number, sizeof number, ">%u</text>", i + 1);
        has(svg, number);
        for (uint32_t j = 0; j < i; j++)
            assert_true(hypot(a->x - stage.props[j].x, a->y - stage.props[j].y) >
                        0.8 * (a->r + stage.props[j].r));
    }
}

static void put_crowd(struct buf *text, uint32_t n, double spread) {
    struct rng rng;
    rng_seed(&rng, 7);
    buf_puts(text, "{\"objects\": [");
    for (uint32_t i = 0; i < n; i++)
        buf_printf(text, "%s{\"pos\": [%g, %g, 0], \"size\": %g}", i ? ", " : "",
                   spread * rng_normal(&rng), spread * rng_normal(&rng), rng_uniform(&rng));
    buf_puts(text, "]}\n");
}

static void test_crowds(void **state) {
    struct fixture *f = *state;
    struct buf text;
    buf_init(&text, &f->arena);
    put_crowd(&text, 256, 1);
    put_crowd(&text, 30, 0);
    put_crowd(&text, 10, 3e37);
    buf_puts(&text, "{\"objects\": [{\"x\": -3e38, \"y\": 3e38}, {\"x\": 3e38, \"y\": -3e38}, "
                    "{\"x\": 0, \"y\": 1e-30}, {\"x\": 0, \"y\": 0}]}\n"
                    "{\"objects\": []}\n{\"objects\": [{}]}\n");
    read_scenes(f->scenes, text.at);
    for (size_t i = 0; i < g2l2_scenes_count(f->scenes); i++) check_stage(f, i);
}

static void test_marks(void **state) {
    struct fixture *f = *state;
    static const double meant[] = {0.9, 0, 0.5, 0}, from[] = {0, 0, 0, 1};
    struct show_marks marks = {meant, from, "left of"};
    read_scenes(f->scenes, four);
    const char *svg = scene_svg(f, 0, &marks);
    check_svg(svg);
    has(svg, "<g class=\"relation\" data-from=\"3\" data-to=\"0\" opacity=\"0.9\">");
    has(svg, "<g class=\"relation\" data-from=\"3\" data-to=\"2\" opacity=\"0.5\">");
    lacks(svg, "data-to=\"1\"");
    has(svg, ">left of</text>");
    has(svg, "<circle class=\"ring\" data-object=\"0\"");
    lacks(svg, "<circle class=\"ring\" data-object=\"1\"");
    has(svg, "behind");
    has(svg, "<title>1  large red metal cube");
    assert_string_equal(svg, scene_svg(f, 0, &marks)); /* the same again */
    lacks(scene_svg(f, 0, NULL), "class=\"ring\"");
}

static void test_colors(void **state) {
    (void)state;
    struct rgb red = palette_of("Red"), hex = palette_of("#1e90FF");
    struct rgb other = palette_of("quux"), again = palette_of("quux");
    assert_true(red.r > 150 && red.g < 80 && red.b < 80);
    assert_true(hex.r == 0x1e && hex.g == 0x90 && hex.b == 0xff);
    assert_memory_equal(&other, &again, sizeof again);
    struct rgb first = palette_of("aliceblue"), last = palette_of("yellowgreen");
    assert_true(first.r == 0xf0 && last.r == 0x9a);
    assert_true(rgb_is_light(palette_of("yellow")) && !rgb_is_light(palette_of("navy")));
}

/* ---- text ---------------------------------------------------------------------------------------- */

static void test_text(void **state) {
    struct fixture *f = *state;
    struct buf out;
    const char *cut = text_cut(&f->arena, "one two three four", FACE_MONO, 10, 70);
    assert_string_equal(cut, "one two…");
    assert_string_equal(text_cut(&f->arena, "short", FACE_SANS, 10, 500), "short");
    assert_true(text_pixels("wide", FACE_BOLD, 10) > text_pixels("wide", FACE_SANS, 10));
    assert_int_equal(text_filling("x", FACE_SANS, 10, 0), 1);
    buf_init(&out, &f->arena);
    svg_put(&out, "%f %f %f %f %s%u%%", 1.0, -0.5, 0.123, NAN, "<", 7u);
    assert_string_equal(out.at, "1 -0.5 0.12 0 &lt;7%");
    buf_init(&out, &f->arena);
    px_put(&out, -INFINITY);
    assert_string_equal(out.at, "-10000000");
}

/* ---- LaTeX and dot ---------------------------------------------------------------------------------- */

static void test_latex(void **state) {
    struct fixture *f = *state;
    const char *tex = drawn(f, show_latex, sketch_commands(&f->sketch));
    has(tex, "\\documentclass");
    has(tex, "\\ccgcat{V\\textbackslash{}V/(V\\textbackslash{}V)}");
    has(tex, "\\multicolumn{2}{c}{\\ccgline{\\textgreater{}}}");
    has(tex, "I\\_JUMP");
    lacks(tex, "tikz");
    sketch_free(&f->sketch);
    read_scenes(f->scenes, four);
    tex = drawn(f, show_latex, sketch_question(&f->sketch, f->scenes));
    has(tex, "\\usepackage{tikz}");
    has(tex, "\\begin{tikzpicture}");
    has(tex, "\\ccgempty{how}");
    has(tex, "bend left"); /* the relation */
}

static void test_dot(void **state) {
    struct fixture *f = *state;
    read_scenes(f->scenes, four);
    const char *dot = drawn(f, show_dot, sketch_question(&f->sketch, f->scenes));
    has(dot, "digraph g2l2 {");
    has(dot, "style=\"dashed,rounded\"");
    has(dot, "cluster_execution");
    has(dot, "s0 -> s2;");
    has(dot, "BGCOLOR=\"#c42b2b\"");
    has(dot, "objset\\objset/objset");
}

/* ---- of real sentences -------------------------------------------------------------------------------- */

static const char nav_text[] = "domain nav\n"
                               "literals I_JUMP I_TURN_LEFT I_WALK\n"
                               "jump => V : I_JUMP()\n"
                               "walk => V : I_WALK()\n"
                               "twice => V\\V : \\x. repeat(x, 2)\n"
                               "left => V\\V : \\x. concat(I_TURN_LEFT(), x)\n"
                               "around => V\\V/(V\\V) : \\f.\\x. repeat(f(x), 4)\n"
                               "and => S\\V/V : \\y.\\x. concat(x, y)\n"
                               "please => EMPTY\n";

static const char arith_text[] = "domain arith\n"
                                 "ONE => N : 1\n"
                                 "PLUS_ONE => N\\N : \\x. add(x, 1)  -0.69\n"
                                 "PLUS_ONE => N\\N : \\x. mul(x, 3)  -0.69\n"
                                 "plus => N\\N/N : \\y.\\x. add(x, y)\n"
                                 "and => AND\n"
                                 "uh => EMPTY\n";

static const char *shown(struct world *w, const char *sentence, g2l2_format format) {
    const g2l2_show_options options = {.format = format};
    g2l2_explanation out;
    g2l2_error err = {.message = ""};
    g2l2_status status = g2l2_parser_show(w->parser, sentence, &options, &out, &err);
    assert_string_equal(err.message, "");
    assert_int_equal(status, G2L2_STATUS_OK);
    assert_int_equal(out.length, strlen(out.text));
    return out.text;
}

static void check_shown(struct fixture *f, struct world *w, const char *sentence) {
    check_svg(shown(w, sentence, G2L2_FORMAT_SVG));
    check_latex(shown(w, sentence, G2L2_FORMAT_LATEX));
    check_dot(f, shown(w, sentence, G2L2_FORMAT_DOT));
}

static void test_sentences(void **state) {
    static const char *const sentences[] = {"jump around left twice and please walk",
                                            "jump",
                                            "jump walk",
                                            "jmp twice",
                                            "twice",
                                            "",
                                            "<b> & \"q\" \\ \xff"};
    struct fixture *f = *state;
    struct world w = open_world(nav_text);
    for (size_t i = 0; i < LENGTH(sentences); i++) check_shown(f, &w, sentences[i]);
    has(shown(&w, "jump around left", G2L2_FORMAT_SVG),
        "repeat(concat(I_TURN_LEFT(), I_JUMP()), 4)");
    has(shown(&w, "jmp twice", G2L2_FORMAT_SVG), ">jump?</text>");
    close_world(&w);
    w = open_world(arith_text);
    check_shown(f, &w, "ONE PLUS_ONE plus uh ONE");
    has(shown(&w, "ONE PLUS_ONE plus uh ONE", G2L2_FORMAT_SVG), "MEANS OF PARTS");
    close_world(&w);
}

/* Object i has feature i, so the numbers of a concept are how surely it is each object. */
static const char look_text[] = "domain visual\n"
                                "literals big small\n"
                                "features 3 given\n"
                                "many => integer|objset : \\x. count(x)\n"
                                "any => bool/objset : \\x. exist(x)\n"
                                "is => EMPTY\n"
                                "the => EMPTY\n"
                                "and => AND\n"
                                "; => LET\n"
                                "it => objset^objset : \\x. x\n"
                                "size => word|objset : \\x. query(x, ?)\n"
                                "red => objset/objset : \\x. filter(x, ?)\n"
                                "cube => objset : filter(scene(), ?)\n"
                                "ball => objset : filter(scene(), ?)\n"
                                "left => objset\\objset/objset : \\y.\\x. relate(x, y, ?)\n"
                                "concept ObjConcept red = 9 -9 9 0\n"
                                "concept ObjConcept cube = 9 -9 9 0\n"
                                "concept ObjConcept ball = -9 9 -9 0\n"
                                "concept ObjConcept big = 9 -9 -9 0\n"
                                "concept ObjConcept small = -9 9 9 0\n"
                                "concept RelConcept left = 9 0 -9 0\n"
                                "concept Attribute size = 4 4\n";

static const char three[] =
    "{\"objects\": [{\"features\": [1, 0, 0], \"shape\": \"cube\", \"x\": 1, \"y\": 1},"
    "{\"features\": [0, 1, 0], \"shape\": \"sphere\", \"x\": 2, \"y\": 1},"
    "{\"features\": [0, 0, 1], \"shape\": \"cube\", \"x\": 3, \"y\": 2}]}\n";

static struct world open_scene(struct fixture *f) {
    struct world w = open_world(look_text);
    read_scenes(f->scenes, three);
    assert_int_equal(g2l2_scenes_encode_for(f->scenes, w.model, NULL), G2L2_STATUS_OK);
    assert_int_equal(g2l2_parser_set_scene(w.parser, f->scenes, 0, NULL), G2L2_STATUS_OK);
    return w;
}

static void test_questions(void **state) {
    static const char *const questions[] = {"many red cube",
                                            "many cube left ball",
                                            "any red cube and ball",
                                            "the ball ; size cube left it",
                                            "size ball",
                                            "many left",
                                            "many rd cube"};
    struct fixture *f = *state;
    struct world w = open_scene(f);
    for (size_t i = 0; i < LENGTH(questions); i++) check_shown(f, &w, questions[i]);
    const char *svg = shown(&w, "many cube left ball", G2L2_FORMAT_SVG);
    has(svg, "<g class=\"relation\" data-from=\"1\" data-to=\"0\"");
    lacks(svg, "data-to=\"2\"");
    has(svg, ">left</text>");
    has(shown(&w, "many cube left ball", G2L2_FORMAT_LATEX), "bend left=18");
    close_world(&w);
}

/* Every allocation fails once, in each format. */
static void test_no_memory(void **state) {
    struct fixture *f = *state;
    struct world w = open_scene(f);
    for (int format = G2L2_FORMAT_SVG; format <= G2L2_FORMAT_DOT; format++) {
        g2l2_status status = G2L2_STATUS_NO_MEMORY;
        for (long n = 0; fails_once_more(&n, status, 0);) {
            g2l2_parser *parser = NULL;
            const g2l2_show_options options = {.format = (g2l2_format)format};
            g2l2_explanation out;
            status = g2l2_parser_new(w.model, NULL, &parser, NULL);
            if (!status) status = g2l2_parser_set_scene(parser, f->scenes, 0, NULL);
            if (!status)
                status = g2l2_parser_show(parser, "many cube left ball", &options, &out, NULL);
            g2l2_parser_free(parser);
        }
    }
    close_world(&w);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_forms),        TEST(test_nothing_at_all), TEST(test_hostile_texts),
        TEST(test_long_texts),   TEST(test_hostile_scenes), TEST(test_nothing_overlaps),
        TEST(test_texts_fit),    TEST(test_derivation),     TEST(test_objects_of_nodes),
        TEST(test_left_is_left), TEST(test_no_directions),  TEST(test_sizes_in_numbers),
        TEST(test_crowds),       TEST(test_marks),          TEST(test_colors),
        TEST(test_text),         TEST(test_latex),          TEST(test_dot),
        TEST(test_sentences),    TEST(test_questions),      TEST(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
