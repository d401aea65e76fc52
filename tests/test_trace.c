/* The trace: what it says of a derivation holds of the sentence, of every sentence.
 *
 *     random sentence ─▶ trace ─┬─▶ a part means what its words mean alone
 *                               ├─▶ pieces of the program spell it, each from its word
 *                               ├─▶ each derivation takes each word as one thing: shares are 1
 *                               └─▶ JSON with the fields that docs/TRACE.md has */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "tests/faults.h"
#include "tests/talk.h"

#include "show/show.h"

static const char scan_text[] = "domain nav\n"
                                "literals I_JUMP I_TURN_LEFT I_TURN_RIGHT I_WALK\n"
                                "jump => V : I_JUMP()\n"
                                "walk => V : I_WALK()\n"
                                "turn => V : empty()\n"
                                "left => V\\V : \\x. concat(I_TURN_LEFT(), x)\n"
                                "right => V\\V : \\x. concat(I_TURN_RIGHT(), x)\n"
                                "twice => V\\V : \\x. repeat(x, 2)\n"
                                "thrice => V\\V : \\x. repeat(x, 3)\n"
                                "opposite => V\\V/(V\\V) : \\f.\\x. f(f(x))\n"
                                "around => V\\V/(V\\V) : \\f.\\x. repeat(f(x), 4)\n"
                                "and => S\\V/V : \\y.\\x. concat(x, y)\n"
                                "after => S\\V/V : \\y.\\x. concat(y, x)\n"
                                "please => EMPTY\n";

static const char unsure_text[] = "domain nav\n"
                                  "literals J W\n"
                                  "jump => V : J()\n"
                                  "walk => V : W()\n"
                                  "twice => V\\V : \\x. repeat(x, 2)  0.5\n"
                                  "twice => V\\V : \\x. repeat(x, 3)  0\n"
                                  "twice => EMPTY  -1\n"
                                  "hop => V : J()  0\n"
                                  "hop => V : W()  0\n"
                                  "and => S\\V/V : \\y.\\x. concat(x, y)  1\n"
                                  "and => V\\V/V : \\y.\\x. concat(y, x)  0\n";

static const char look_text[] = "domain visual\n"
                                "literals red\n"
                                "features 1 given\n"
                                "any => bool/objset : \\x. exist(x)  0.2\n"
                                "any => integer/objset : \\x. count(x)  0\n"
                                "many => integer/objset : \\x. count(x)\n"
                                "things => objset : scene()\n"
                                "red => objset/objset : \\x. filter(x, ?)\n"
                                "left => objset\\objset/objset : \\y.\\x. relate(x, y, ?)\n"
                                "it => objset^objset : \\x. x\n"
                                "; => LET\n"
                                "and => AND\n"
                                "of => EMPTY\n"
                                "concept ObjConcept red = 2 0\n"
                                "concept RelConcept left = 2 0\n";
static const float features[] = {1, -1, 3};
static const struct scene scene = {.n_objects = 3, .n_features = 1, .features = features};

static const struct trace_wanted all = {.chart = true, .n_others = 3};

static const struct trace *trace_of(struct world *w, const char *sentence) {
    const struct trace *volatile t = NULL;
    g2l2_error err = {.message = ""};
    if (guard_try(&w->parser->guard, &err)) t = trace_make(w->parser, sentence, &all);
    assert_string_equal(err.message, "");
    return t;
}

static struct world open_look(void) {
    struct world w = open_world(look_text);
    assert_int_equal(parser_set_scene(w.parser, &scene, NULL), G2L2_STATUS_OK);
    return w;
}

/* ---- random sentences ------------------------------------------------------------------------- */

static void say_verb(struct rng *rng, char *out) {
    static const char *const verbs[] = {
        "jump", "walk", "turn left", "turn opposite right", "jump around left", "walk right"};
    static const char *const times[] = {"", "", " twice", " thrice"};
    strcat(out, verbs[rng_below(rng, 6)]);
    strcat(out, times[rng_below(rng, 4)]);
}

static void say(struct rng *rng, char *out) {
    *out = 0;
    if (!rng_below(rng, 4)) strcat(out, "please ");
    say_verb(rng, out);
    if (rng_below(rng, 2)) {
        strcat(out, rng_below(rng, 2) ? " and " : " after ");
        say_verb(rng, out);
    }
    if (!rng_below(rng, 4)) strcat(out, " please");
}

/* ---- what holds of every derivation ------------------------------------------------------------- */

static void check_nodes(const struct trace *t, const struct trace_derivation *d) {
    for (uint32_t i = 0; i < d->n_nodes; i++) {
        const struct trace_node *n = &d->nodes[i];
        assert_true(n->begin < n->end && n->end <= t->n_words);
        if (!n->rule) {
            assert_int_equal(n->end, n->begin + 1);
            assert_string_equal(n->category, d->uses[n->begin].category);
            continue;
        }
        assert_true(n->left < i && n->right < i);
        const struct trace_node *l = &d->nodes[n->left], *r = &d->nodes[n->right];
        assert_int_equal(n->begin, l->begin);
        assert_int_equal(n->end, r->end);
        assert_true(l->end <= r->begin);
        assert_int_equal(n->height, 1 + (l->height > r->height ? l->height : r->height));
        for (uint32_t k = l->end; k < r->begin; k++)
            assert_string_equal(d->uses[k].category, "EMPTY");
    }
}

static void check_tokens(const struct trace *t, const struct trace_derivation *d) {
    char text[4096] = "";
    for (uint32_t i = 0; i < d->n_tokens; i++) {
        const struct trace_token *token = &d->tokens[i];
        size_t name = strcspn(token->text, "(, )");
        strcat(text, token->text);
        if (token->word == TRACE_NONE) continue;
        assert_true(token->word < t->n_words);
        char *head = strndup(token->text, name);
        const char *program = d->uses[token->word].program;
        bool concept = !strcmp(head, t->words[token->word].text);
        if (!concept && !strstr(program, head)) fail_msg("'%s' is not of %s", head, program);
        free(head);
    }
    assert_string_equal(text, d->program);
}

static void check_steps(const struct trace_derivation *d) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < d->n_steps; i++) {
        const struct trace_step *s = &d->steps[i];
        if (s->number) assert_int_equal(s->number, ++number);
        assert_true(s->node == TRACE_NONE || s->node < d->n_nodes);
        for (uint32_t k = 0; k < s->n_uses; k++) {
            char name[16];
            snprintf(name, sizeof name, "#%u", s->uses[k]);
            assert_non_null(strstr(s->call, name));
            assert_true(s->uses[k] <= number);
        }
    }
}

/* Every derivation takes each word as one thing. */
static void check_items(const struct trace *t) {
    for (uint32_t i = 0; i < t->n_words; i++) {
        double sum = 0;
        for (uint32_t k = 0; k < t->n_items; k++)
            if (t->items[k].begin == i && t->items[k].end == i + 1) sum += t->items[k].share;
        if (fabs(sum - 1) > 1e-9) fail_msg("'%s': shares of word %u are %g", t->sentence, i, sum);
    }
    for (uint32_t k = 0; k < t->n_items; k++) {
        assert_true(t->items[k].share >= 0 && t->items[k].share <= 1 + 1e-9);
        assert_true(t->items[k].derivations >= 1);
    }
}

static void check(const struct trace *t) {
    assert_true(t->n_derivations >= 1);
    for (uint32_t i = 0; i < t->n_derivations; i++) {
        check_nodes(t, &t->derivations[i]);
        check_tokens(t, &t->derivations[i]);
        check_steps(&t->derivations[i]);
    }
    check_items(t);
}

/* ---- exact values ---------------------------------------------------------------------------------- */

static char *phrase_of(const struct trace *t, uint32_t begin, uint32_t end) {
    char text[1024] = "";
    for (uint32_t i = begin; i < end; i++)
        strcat(strcat(text, i > begin ? " " : ""), t->words[i].text);
    return strdup(text);
}

/* What each part means, its words mean alone. */
static void check_parts_alone(struct world *w, const struct trace_node *nodes, uint32_t n,
                              char **phrases) {
    for (uint32_t i = 0; i < n; i++) {
        g2l2_result result;
        if (!nodes[i].value.text) continue;
        assert_int_equal(g2l2_parser_run(w->parser, phrases[i], 1, &result, NULL), G2L2_STATUS_OK);
        assert_int_equal(result.n_readings, 1);
        assert_string_equal(result.readings[0].text, nodes[i].value.text);
    }
}

static void check_alone(struct world *w, struct world *other, const char *sentence) {
    const struct trace *t = trace_of(w, sentence);
    const struct trace_derivation *d = &t->derivations[0];
    char *phrases[64];
    check(t);
    assert_int_equal(t->status, TRACE_PARSED);
    assert_string_equal(d->nodes[d->n_nodes - 1].value.text, t->readings[0].text);
    assert_string_equal(d->steps[d->n_steps - 1].value.text, t->readings[0].text);
    assert_string_equal(d->result, t->readings[0].text);
    assert_true(d->n_nodes <= 64);
    for (uint32_t i = 0; i < d->n_nodes; i++)
        phrases[i] = phrase_of(t, d->nodes[i].begin, d->nodes[i].end);
    check_parts_alone(other, d->nodes, d->n_nodes, phrases);
    for (uint32_t i = 0; i < d->n_nodes; i++) free(phrases[i]);
}

static void test_commands(void **state) {
    (void)state;
    struct world w = open_world(scan_text), other = open_world(scan_text);
    struct rng rng;
    char sentence[1024];
    rng_seed(&rng, 1);
    for (int i = 0; i < 300; i++) {
        say(&rng, sentence);
        check_alone(&w, &other, sentence);
    }
    close_world(&w);
    close_world(&other);
}

static void test_pieces(void **state) {
    (void)state;
    struct world w = open_world(scan_text);
    const struct trace *t = trace_of(&w, "jump around left and walk twice");
    const struct trace_derivation *d = &t->derivations[0];
    static const struct {
        const char *text;
        uint32_t word;
    } pieces[] = {{"concat(", 3},  {"repeat(", 1}, {"concat(I_TURN_LEFT(), ", 2},
                  {"I_JUMP()", 0}, {")", 2},       {", 4)", 1},
                  {", ", 3},       {"repeat(", 5}, {"I_WALK()", 4},
                  {", 2)", 5},     {")", 3}};
    assert_int_equal(d->n_tokens, sizeof pieces / sizeof pieces[0]);
    for (uint32_t i = 0; i < d->n_tokens; i++) {
        assert_string_equal(d->tokens[i].text, pieces[i].text);
        assert_int_equal(d->tokens[i].word, pieces[i].word);
    }
    close_world(&w);
}

/* ---- where readings compete ------------------------------------------------------------------------- */

static void test_competing(void **state) {
    (void)state;
    struct world w = open_world(unsure_text);
    const struct trace *t = trace_of(&w, "jump twice");
    double e2 = exp(.5), e0 = exp(-1), sum = e2 + 1 + e0;
    check(t);
    assert_int_equal(t->n_derivations, 3);
    assert_string_equal(t->derivations[0].result, "J J");
    assert_string_equal(t->derivations[1].result, "J J J");
    assert_string_equal(t->derivations[2].result, "J");
    assert_float_equal(t->derivations[0].share, e2 / sum, 1e-9);
    assert_float_equal(t->derivations[2].share, e0 / sum, 1e-9);
    assert_int_equal(t->derivations[2].uses[1].entry, 2);
    assert_string_equal(t->derivations[2].uses[1].category, "EMPTY");
    has(explain(&w, "jump twice"),
        "competing derivations, where they differ:\n"
        "  share       0.547                    0.331                    0.122\n");
    has(explain(&w, "jump twice"),
        "  twice       V\\V : \\x. repeat(x, 2)   V\\V : \\x. repeat(x, 3)   EMPTY");
    check(trace_of(&w, "hop and jump twice"));
    close_world(&w);
}

/* A cell has all that a span can mean. */
static void test_cells(void **state) {
    (void)state;
    struct world w = open_world(unsure_text);
    const struct trace *t = trace_of(&w, "hop twice");
    const struct trace_item *whole = NULL;
    for (uint32_t i = 0; i < t->n_items; i++)
        if (t->items[i].begin == 0 && t->items[i].end == 2 && !strcmp(t->items[i].category, "V"))
            whole = &t->items[i];
    assert_non_null(whole);
    assert_float_equal(whole->derivations, 4, 0);
    assert_int_equal(whole->n_values, 4);
    assert_float_equal(whole->share, 1 - exp(-1) / (exp(.5) + 1 + exp(-1)), 1e-9);
    double sum = 0;
    for (uint32_t i = 0; i < whole->n_values; i++) sum += whole->values[i].share;
    assert_float_equal(sum, 1, 1e-9);
    assert_float_equal(t->all_derivations, 6, 0);
    close_world(&w);
}

/* ---- about a scene ------------------------------------------------------------------------------------ */

static void test_scene(void **state) {
    (void)state;
    struct world w = open_look();
    const struct trace *t = trace_of(&w, "many red things left of things");
    check(t);
    const struct trace_derivation *d = &t->derivations[0];
    bool related = false;
    for (uint32_t i = 0; i < d->n_steps; i++)
        if (d->steps[i].relation) {
            assert_string_equal(d->steps[i].relation, "left");
            assert_non_null(d->steps[i].value.objects);
            related = true;
        }
    assert_true(related);
    const struct trace_step *last = &d->steps[d->n_steps - 1];
    double sum = 0;
    for (uint32_t i = 0; i < last->value.n_answers; i++) sum += last->value.answers[i].share;
    assert_true(sum > .9 && sum < 1 + 1e-9);
    assert_string_equal(last->value.answers[0].text, t->readings[0].text);
    t = trace_of(&w, "red things ; many things left it");
    check(t);
    d = &t->derivations[0];
    bool refers = false;
    for (uint32_t i = 0; i < d->n_steps; i++)
        if (!d->steps[i].number) refers = !strncmp(d->steps[i].call, "it: #", 5);
    assert_true(refers);
    t = trace_of(&w, "any red things");
    check(t);
    assert_int_equal(t->n_derivations, 2); /* is there any, and how many */
    close_world(&w);
}

/* Marks a modifier's objects by what its word means. */
static void test_modifier(void **state) {
    (void)state;
    struct world w = open_look();
    const struct trace *t = trace_of(&w, "many red things");
    const struct trace_node *red = &t->derivations[0].nodes[1];
    assert_string_equal(red->category, "objset/objset");
    assert_string_equal(red->program, "\\x. filter(x, red)");
    assert_float_equal(red->value.objects[0], 1 / (1 + exp(-2)), 1e-9);
    assert_float_equal(red->value.objects[1], 1 / (1 + exp(2)), 1e-9);
    close_world(&w);
}

/* ---- without a parse ----------------------------------------------------------------------------------- */

static void test_no_parse(void **state) {
    (void)state;
    struct world w = open_world(scan_text);
    const struct trace *t = trace_of(&w, "jmup lfet and");
    assert_int_equal(t->status, TRACE_NO_PARSE);
    assert_false(t->words[0].known);
    assert_int_equal(t->words[0].n_nearest, 1);
    assert_string_equal(t->words[0].nearest[0], "jump");
    assert_string_equal(t->words[1].nearest[0], "left");
    assert_int_equal(t->n_derivations, 0);
    t = trace_of(&w, "jump twice walk and");
    uint32_t at = 0;
    for (uint32_t i = 0; i < t->n_parts; i++) {
        assert_int_equal(t->parts[i].begin, at);
        at = t->parts[i].end;
    }
    assert_int_equal(at, t->n_words);
    assert_true(t->n_missing > 0);
    assert_true(t->n_items > 0); /* a chart without a whole */
    for (uint32_t i = 0; i < t->n_items; i++) assert_float_equal(t->items[i].share, 0, 0);
    t = trace_of(&w, "");
    assert_int_equal(t->status, TRACE_NO_PARSE);
    assert_int_equal(t->n_words, 0);
    close_world(&w);
}

/* ---- JSON ------------------------------------------------------------------------------------------------ */

static json_t *json_of(struct world *w, const char *sentence) {
    const g2l2_show_options options = {.format = G2L2_FORMAT_JSON};
    g2l2_explanation out;
    json_error_t where;
    assert_int_equal(g2l2_parser_show(w->parser, sentence, &options, &out, NULL), G2L2_STATUS_OK);
    json_t *json = json_loads(out.text, JSON_REJECT_DUPLICATES, &where);
    if (!json) fail_msg("%s: %s", where.text, out.text);
    return json;
}

/* Same fields, of the same kinds, as far down as both have them. */
static void same_form(const char *at, json_t *told, json_t *made) {
    const char *name;
    json_t *value;
    bool null = json_is_null(told) || json_is_null(made);
    bool numbers = json_is_number(told) && json_is_number(made);
    bool flags = json_is_boolean(told) && json_is_boolean(made);
    if (!null && !numbers && !flags && json_typeof(told) != json_typeof(made))
        fail_msg("%s is of another kind", at);
    if (json_is_array(told) && json_array_size(told) && json_array_size(made))
        same_form(at, json_array_get(told, 0), json_array_get(made, 0));
    if (!json_is_object(told) || !json_is_object(made)) return;
    json_object_foreach(told, name, value) {
        if (!json_object_get(made, name)) fail_msg("%s.%s is told, but not made", at, name);
        same_form(name, value, json_object_get(made, name));
    }
    json_object_foreach(made, name, value) if (!json_object_get(told, name))
        fail_msg("%s.%s is made, but not told", at, name);
}

static char *read_whole(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);
    if (!file || !text) fail_msg("%s cannot be read", path);
    text[fread(text, 1, (1 << 20) - 1, file)] = 0;
    fclose(file);
    return text;
}

static void test_as_documented(void **state) {
    (void)state;
    char *page = read_whole("docs/TRACE.md");
    char *begin = strstr(page, "```json\n") + 8;
    *strstr(begin, "\n```") = 0;
    json_error_t where;
    json_t *told = json_loads(begin, 0, &where);
    if (!told) fail_msg("docs/TRACE.md, line %d of its JSON: %s", where.line, where.text);
    struct world w = open_world(scan_text);
    json_t *made = json_of(&w, "jump twice");
    same_form("", told, made);
    assert_string_equal(json_string_value(json_object_get(made, "result")),
                        json_string_value(json_object_get(told, "result")));
    json_t *tokens_told =
        json_object_get(json_array_get(json_object_get(told, "derivations"), 0), "tokens");
    json_t *tokens_made =
        json_object_get(json_array_get(json_object_get(made, "derivations"), 0), "tokens");
    assert_true(json_equal(tokens_told, tokens_made));
    json_decref(made);
    json_decref(told);
    free(page);
    close_world(&w);
}

static void test_hostile(void **state) {
    (void)state;
    struct world w = open_world(scan_text);
    static const char *const sentences[] = {"\"\\ \x01\x1f </script> \xff\xfe", "jump \xc3",
                                            "jump twice \xed\xa0\x80"};
    for (size_t i = 0; i < 3; i++) {
        json_t *json = json_of(&w, sentences[i]);
        assert_string_equal(json_string_value(json_object_get(json, "status")), "no parse");
        json_decref(json);
    }
    close_world(&w);
}

/* Every allocation fails once. */
static void test_no_memory(void **state) {
    (void)state;
    g2l2_status status = G2L2_STATUS_NO_MEMORY;
    struct world w = open_world(look_text);
    for (long n = 0; fails_once_more(&n, status, 0);) {
        g2l2_parser *parser = NULL;
        const g2l2_show_options options = {.format = G2L2_FORMAT_JSON};
        g2l2_explanation out;
        status = g2l2_parser_new(w.model, NULL, &parser, NULL);
        if (!status) status = parser_set_scene(parser, &scene, NULL);
        if (!status)
            status =
                g2l2_parser_show(parser, "red things ; many things left it", &options, &out, NULL);
        g2l2_parser_free(parser);
    }
    close_world(&w);
}

/* Whatever the budget is: an error; then all that was had by then, which says so; then all of it. */
static void test_spent_budgets(void **state) {
    static const char sentence[] = "jump twice twice twice and walk twice twice twice";
    (void)state;
    struct world w = open_world(unsure_text);
    const g2l2_show_options options = {.format = G2L2_FORMAT_JSON};
    size_t kinds[3] = {0}, last = 0;
    for (uint64_t steps = 8; !kinds[2]; steps += 8) {
        g2l2_explanation out;
        g2l2_error err;
        g2l2_parser_set_budget(w.parser, &(g2l2_budget){.steps = steps});
        g2l2_status status = g2l2_parser_show(w.parser, sentence, &options, &out, &err);
        assert_true(!status || status == G2L2_STATUS_LIMIT);
        bool stopped = !status && strstr(out.text, "the rest of the explanation is left out");
        size_t kind = status ? 0 : stopped ? 1 : 2;
        assert_true(kind >= last);
        if (!status) assert_int_equal(out.status, G2L2_PARSE_OK);
        if (!status) assert_non_null(strstr(out.text, "\"derivations\":[{"));
        kinds[last = kind]++;
    }
    assert_true(kinds[0] && kinds[1]);
    close_world(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands),      cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_competing),     cmocka_unit_test(test_cells),
        cmocka_unit_test(test_scene),         cmocka_unit_test(test_modifier),
        cmocka_unit_test(test_no_parse),      cmocka_unit_test(test_as_documented),
        cmocka_unit_test(test_hostile),       cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_spent_budgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
