/* Traces made by hand. */
#include "tests/sketch.h"

#include <stdio.h>
#include <string.h>

void sketch_init(struct sketch *self, const char *sentence) {
    memset(self, 0, sizeof *self);
    arena_init(&self->arena, &self->guard, 0);
    self->trace.sentence = sentence;
    self->trace.execution = "exact";
    self->trace.words = self->words;
    self->trace.derivations = self->derivations;
    self->trace.n_derivations = 1;
    self->trace.all_derivations = 1;
    self->derivations[0] = (struct trace_derivation){
        .rank = 1, .share = 1, .uses = self->uses, .nodes = self->nodes, .steps = self->steps};
}

void sketch_free(struct sketch *self) {
    arena_free(&self->arena);
}

static uint32_t push_node(struct sketch *self, struct trace_node node, const char *value) {
    struct trace_derivation *d = &self->derivations[0];
    node.value.text = value;
    self->nodes[d->n_nodes] = node;
    return d->n_nodes++;
}

/* The number of its node; category "EMPTY": none. `value` may be NULL. */
static uint32_t sketch_word(struct sketch *self, const char *text, const char *category,
                            const char *program, const char *value) {
    uint32_t i = self->trace.n_words++;
    self->entries[i] = (struct trace_entry){category, program, 0.5, 1, i % 5 == 4};
    self->words[i] = (struct trace_word){text, true, 1, &self->entries[i], 0, NULL};
    self->uses[i] = (struct trace_use){0, category, program};
    if (!strcmp(category, "EMPTY")) return TRACE_NONE;
    return push_node(self,
                     (struct trace_node){.begin = i,
                                         .end = i + 1,
                                         .category = category,
                                         .left = TRACE_NONE,
                                         .right = TRACE_NONE,
                                         .program = program},
                     value);
}

static uint32_t sketch_join(struct sketch *self, const char *rule, const char *category,
                            uint32_t left, uint32_t right, const char *program, const char *value) {
    const struct trace_node *a = &self->nodes[left], *b = &self->nodes[right];
    return push_node(
        self,
        (struct trace_node){.begin = a->begin,
                            .end = b->end,
                            .category = category,
                            .rule = rule,
                            .left = left,
                            .right = right,
                            .height = 1 + (a->height > b->height ? a->height : b->height),
                            .program = program},
        value);
}

/* The step that makes a node. `uses`: of up to two others, 0: none. */
static void sketch_step(struct sketch *self, uint32_t node, const char *call, uint32_t use1,
                        uint32_t use2, const char *relation) {
    struct trace_derivation *d = &self->derivations[0];
    uint32_t *uses = arena_array(&self->arena, uint32_t, 2);
    struct trace_step step = {.number = d->n_steps + 1, .call = call, .node = node, .uses = uses};
    if (use1) uses[step.n_uses++] = use1;
    if (use2) uses[step.n_uses++] = use2;
    step.relation = relation;
    step.value = self->nodes[node].value;
    self->nodes[node].step = step.number;
    self->steps[d->n_steps++] = step;
}

/* The objects that a node means: an array with one number for each. */
static void sketch_objects(struct sketch *self, uint32_t node, const double *objects) {
    self->nodes[node].value.objects = objects;
}

static void sketch_scene(struct sketch *self, const g2l2_scenes *scenes, size_t scene) {
    uint32_t n = scenes_n_objects(scenes, scene);
    const char **texts = arena_array(&self->arena, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        struct buf text;
        buf_init(&text, &self->arena);
        scenes_object_text(scenes, scene, i, &text);
        texts[i] = text.at;
    }
    self->trace.has_scene = true;
    self->trace.n_objects = n;
    self->trace.objects = texts;
    self->trace.naming = (struct naming){.scene = scene, .scenes = scenes};
    self->trace.execution = "mixed";
}

/* With the result of the whole. */
static const struct trace *sketch_done(struct sketch *self) {
    struct trace_derivation *d = &self->derivations[0];
    const struct trace_node *whole = &self->nodes[d->n_nodes - 1];
    d->program = whole->program;
    d->result = whole->value.text;
    self->token = (struct trace_token){d->program, TRACE_NONE};
    d->tokens = &self->token;
    d->n_tokens = d->program != NULL;
    self->reading = (g2l2_reading){whole->value.text, 0.97};
    self->trace.readings = &self->reading;
    self->trace.n_readings = whole->value.text != NULL;
    return &self->trace;
}

/* ---- some that are done ---------------------------------------------------------------- */

const struct trace *sketch_commands(struct sketch *s) {
    sketch_init(s, "jump around left twice and walk left");
    uint32_t jump = sketch_word(s, "jump", "V", "I_JUMP()", "I_JUMP");
    uint32_t around = sketch_word(s, "around", "V\\V/(V\\V)", "\\f.\\x. repeat(f(x), 4)", NULL);
    uint32_t left = sketch_word(s, "left", "V\\V", "\\x. concat(I_TURN_LEFT(), x)", NULL);
    uint32_t twice = sketch_word(s, "twice", "V\\V", "\\x. repeat(x, 2)", NULL);
    uint32_t and = sketch_word(s, "and", "S\\V/V", "\\y.\\x. concat(x, y)", NULL);
    uint32_t walk = sketch_word(s, "walk", "V", "I_WALK()", "I_WALK");
    uint32_t left2 = sketch_word(s, "left", "V\\V", "\\x. concat(I_TURN_LEFT(), x)", NULL);
    uint32_t a =
        sketch_join(s, ">", "V\\V", around, left, "\\x. repeat(concat(I_TURN_LEFT(), x), 4)", NULL);
    uint32_t b = sketch_join(s, "<", "V", jump, a, "repeat(concat(I_TURN_LEFT(), I_JUMP()), 4)",
                             "I_TURN_LEFT I_JUMP I_TURN_LEFT I_JUMP I_TURN_LEFT I_JUMP I_TURN_LEFT "
                             "I_JUMP");
    uint32_t c =
        sketch_join(s, "<", "V", b, twice, "repeat(repeat(concat(I_TURN_LEFT(), I_JUMP()), 4), 2)",
                    "I_TURN_LEFT I_JUMP I_TURN_LEFT I_JUMP I_TURN_LEFT I_JUMP I_TURN_LEFT "
                    "I_JUMP I_TURN_LEFT I_JUMP I_TURN_LEFT I_JUMP");
    uint32_t d = sketch_join(s, "<", "V", walk, left2, "concat(I_TURN_LEFT(), I_WALK())",
                             "I_TURN_LEFT I_WALK");
    uint32_t e = sketch_join(s, ">", "S\\V", and, d,
                             "\\x. concat(x, concat(I_TURN_LEFT(), I_WALK()))", NULL);
    uint32_t f = sketch_join(s, "<", "S", c, e,
                             "concat(repeat(repeat(concat(I_TURN_LEFT(), I_JUMP()), 4), 2), "
                             "concat(I_TURN_LEFT(), I_WALK()))",
                             "I_TURN_LEFT I_JUMP I_TURN_LEFT I_JUMP I_TURN_LEFT I_JUMP I_TURN_LEFT "
                             "I_JUMP I_TURN_LEFT I_WALK");
    sketch_step(s, b, "repeat(concat(I_TURN_LEFT(), I_JUMP()), 4)", 0, 0, NULL);
    sketch_step(s, c, "repeat(#1, 2)", 1, 0, NULL);
    sketch_step(s, d, "concat(I_TURN_LEFT(), I_WALK())", 0, 0, NULL);
    sketch_step(s, f, "concat(#2, #3)", 2, 3, NULL);
    return sketch_done(s);
}

const struct trace *sketch_question(struct sketch *s, const g2l2_scenes *scenes) {
    static const double red[SKETCH_MOST] = {1, 0, 0.02, 0.99}, cube[SKETCH_MOST] = {0, 1, 0, 0.97},
                        meant[SKETCH_MOST] = {0.05, 0, 0, 0.62};
    sketch_init(s, "how many red things are left of the cube");
    sketch_scene(s, scenes, 0);
    sketch_word(s, "how", "EMPTY", NULL, NULL);
    uint32_t many = sketch_word(s, "many", "integer|objset", "\\x. count(x)", NULL);
    uint32_t is_red = sketch_word(s, "red", "objset/objset", "\\x. filter(x, red)", NULL);
    uint32_t things = sketch_word(s, "things", "objset", "scene()", "all");
    sketch_word(s, "are", "EMPTY", NULL, NULL);
    uint32_t left =
        sketch_word(s, "left", "objset\\objset/objset", "\\y.\\x. relate(x, y, left)", NULL);
    sketch_word(s, "of", "EMPTY", NULL, NULL);
    sketch_word(s, "the", "EMPTY", NULL, NULL);
    uint32_t a = sketch_word(s, "cube", "objset", "filter(scene(), cube)", "2:1.00  4:0.97");
    uint32_t b = sketch_join(s, ">", "objset", is_red, things, "filter(scene(), red)",
                             "1:1.00  3:0.02  4:0.99");
    uint32_t c = sketch_join(s, ">", "objset\\objset", left, a,
                             "\\x. relate(x, filter(scene(), cube), left)", NULL);
    uint32_t d =
        sketch_join(s, "<", "objset", b, c,
                    "relate(filter(scene(), red), filter(scene(), cube), left)", "1:0.05  4:0.62");
    uint32_t e =
        sketch_join(s, ">", "integer", many, d,
                    "count(relate(filter(scene(), red), filter(scene(), cube), left))", "1");
    sketch_objects(s, a, cube);
    sketch_objects(s, b, red);
    sketch_objects(s, d, meant);
    sketch_step(s, b, "filter(scene(), red)", 0, 0, NULL);
    sketch_step(s, a, "filter(scene(), cube)", 0, 0, NULL);
    sketch_step(s, d, "relate(#1, #2, left)", 1, 2, "left");
    sketch_step(s, e, "count(#3)", 3, 0, NULL);
    return sketch_done(s);
}

const struct trace *sketch_long(struct sketch *s, uint32_t n) {
    static const char *const cats[] = {"S", "S\\(integer|objset)/(objset\\objset)", "EMPTY"};
    sketch_init(s, "a long one");
    uint32_t before = sketch_word(s, "w", "S", "f()", "v");
    for (uint32_t i = 1; i < n; i++) {
        uint32_t word = sketch_word(s, i % 3 ? "i" : "internationalisation", cats[i % 3],
                                    i % 2 ? "\\x. something(x, with, arguments, of, length)" : NULL,
                                    i % 4 ? NULL : "a value that goes on and on and on");
        if (word == TRACE_NONE) continue;
        before = sketch_join(s, i % 2 ? "<" : "&<^", cats[i % 2], before, word,
                             "a(program(that(grows(longer(than(its(span(has(room(for))))))))))",
                             "some value");
    }
    return sketch_done(s);
}

const struct trace *sketch_no_parse(struct sketch *s) {
    static const char *const nearest[] = {"jump", "jumps"};
    static const char *const categories[] = {"S\\V", "V"};
    static const char *const missing[] = {"'and walk' is S\\V: it still needs a V on its left",
                                          "'jmp' is not known: did you mean 'jump' or 'jumps'?"};
    static const struct trace_part parts[] = {{0, 1, 0, NULL}, {1, 3, 2, categories}};
    sketch_init(s, "jmp and walk");
    sketch_word(s, "jmp", "?", NULL, NULL);
    sketch_word(s, "and", "S\\V/V", "\\y.\\x. concat(x, y)", NULL);
    sketch_word(s, "walk", "V", "I_WALK()", NULL);
    s->words[0] = (struct trace_word){"jmp", false, 0, NULL, 2, nearest};
    s->trace.n_derivations = 0;
    s->trace.status = TRACE_NO_PARSE;
    s->trace.reason = "unknown word 'jmp' (did you mean 'jump'?)";
    s->trace.n_parts = 2;
    s->trace.parts = parts;
    static const struct trace_repair repairs[] = {{"jump and walk", "'jump' for 'jmp'"},
                                                  {NULL, "'jmp' would have to be V"}};
    s->trace.n_repairs = 2;
    s->trace.repairs = repairs;
    s->trace.n_missing = 2;
    s->trace.missing = missing;
    return &s->trace;
}

const struct trace *sketch_hostile(struct sketch *s, const char *text, const g2l2_scenes *scenes) {
    sketch_init(s, text);
    if (scenes) sketch_scene(s, scenes, 0);
    uint32_t a = sketch_word(s, text, text, text, text);
    sketch_word(s, text, "EMPTY", NULL, NULL);
    uint32_t b = sketch_word(s, text, text, text, NULL);
    uint32_t c = sketch_join(s, text, text, a, b, text, text);
    sketch_step(s, c, text, 0, 0, text);
    s->trace.note = text;
    s->trace.reason = text;
    sketch_done(s);
    s->derivations[1] = s->derivations[0];
    s->derivations[1].rank = 2;
    s->trace.n_derivations = 2;
    return &s->trace;
}
