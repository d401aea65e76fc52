/* The rest of the language: what has the same property, whether two objects have,
 * and which of two sets is larger.
 *
 *   same     Is there another $2 that has the same $a as the $1?
 *   equal    Do the $1 and the $2 have the same $a?
 *   number   Are there more $1 than $2?
 *
 * A side ($1, $2) of a comparison is a phrase or a phrase related to another:
 * "cubes", "cubes [that are] left of the ball". Each kind has its frames, and the
 * slots of a frame are texts by letter. */
#include <string.h>

#include "generators/clevr/phrase.h"

enum { SIZE = 1, COLOR = 2, MATERIAL = 4, SHAPE = 8, ANY = 15 };

struct frame {
    uint32_t kinds, same; /* kinds: of the table; same: properties, as bits */
    const char *text;
};

static void add_frames(struct families *self, struct family *family, const struct frame *frames,
                       size_t n, uint32_t kind, int same, const struct slots *slots) {
    for (size_t i = 0; i < n; i++)
        if ((frames[i].kinds & kind) && (frames[i].same >> same & 1))
            phrase_frame(self, family, frames[i].text, slots);
    family_finish(family);
}

#define ADD_FRAMES(self, family, frames, kind, same, slots)                                        \
    add_frames(self, family, frames, sizeof(frames) / sizeof *(frames), kind, same, slots)

/* ---- the same property as an object --------------------------------------------------- */

enum { EXIST_ANY = 1, COUNT_ANY = 2, EXIST = 4, COUNT = 8, QUERY = 16, QUERY_MATERIAL = 32 };

/* $m: made of, perhaps; $o: made of, or of; $q: what is asked. */
static const struct frame same_frames[] = {
    {EXIST_ANY, ANY, "Are there any other things that have the same $a as the $1?"},
    {EXIST_ANY, ANY, "Are there any other things that are $m the same $a as the $1?"},
    {EXIST_ANY, COLOR, "Are there any other things of the same $a as the $1?"},
    {EXIST_ANY, ANY, "Is there any other thing that has the same $a as the $1?"},
    {EXIST_ANY, ANY, "Is there any other thing that is $m the same $a as the $1?"},
    {EXIST_ANY, COLOR, "Is there any other thing of the same $a as the $1?"},
    {EXIST_ANY, ANY, "Is there anything else that has the same $a as the $1?"},
    {EXIST_ANY, ANY, "Is there anything else that is $m the same $a as the $1?"},
    {EXIST_ANY, COLOR, "Is there anything else of the same $a as the $1?"},
    {COUNT_ANY, ANY, "How many other things are $m the same $a as the $1?"},
    {COUNT_ANY, ANY, "How many other objects are the same $a as the $1?"},
    {COUNT_ANY, ANY, "What number of other things are $m the same $a as the $1?"},
    {COUNT_ANY, ANY, "What number of other objects are the same $a as the $1?"},
    {COUNT_ANY, ANY, "How many other things are there of the same $a as the $1?"},
    {COUNT_ANY, ANY, "How many other objects are there of the same $a as the $1?"},
    {COUNT_ANY, ANY, "What number of other things are there of the same $a as the $1?"},
    {COUNT_ANY, ANY, "What number of other objects are there of the same $a as the $1?"},
    {EXIST, ANY, "Are there any other $2s that have the same $a as the $1?"},
    {EXIST, ANY, "Are there any other $2s $o the same $a as the $1?"},
    {EXIST, ANY, "Is there another $2 that has the same $a as the $1?"},
    {EXIST, ANY, "Is there another $2 $o the same $a as the $1?"},
    {COUNT, ANY, "How many other $2s have the same $a as the $1?"},
    {COUNT, ANY, "How many other $2s are $m the same $a as the $1?"},
    {COUNT, ANY, "What number of other $2s have the same $a as the $1?"},
    {COUNT, ANY, "What number of other $2s are $m the same $a as the $1?"},
    {QUERY | QUERY_MATERIAL, ANY, "What $q is the other $2 that is $m the same $a as the $1?"},
    {QUERY | QUERY_MATERIAL, ANY,
     "What is the $q of the other $2 that is $m the same $a as the $1?"},
    {QUERY, ANY, "The other $2 that is $m the same $a as the $1 is what $q?"},
    {QUERY | QUERY_MATERIAL, ANY,
     "There is another $2 that is $m the same $a as the $1; what $q is it?"},
    {QUERY | QUERY_MATERIAL, ANY,
     "There is another $2 that is $m the same $a as the $1; what is its $q?"},
    {QUERY_MATERIAL, ANY,
     "There is another $2 that is $m the same $a as the $1; what is it made of?"},
};

static void add_same_frames(struct families *self, struct family *family, uint32_t kind, int same,
                            const char *asked) {
    bool material = same == CLEVR_MATERIAL;
    struct slots slots = {.text = {['1'] = phrase_text(self, 1),
                                   ['2'] = phrase_text(self, 2),
                                   ['a'] = clevr_property_names[same],
                                   ['q'] = asked,
                                   ['m'] = material ? "[made of]" : "",
                                   ['o'] = material ? "made of" : "of"}};
    ADD_FRAMES(self, family, same_frames, kind, same, &slots);
}

/* What has the same property as phrase 1. */
static struct family *start_same(struct families *self, int same, uint32_t *index, uint8_t *at) {
    struct family *family = family_add(self, "same_relate.json", (*index)++);
    *at = phrase_node(family, FN_SCENE, 0, 0);
    *at = phrase_fill(self, family, FN_SELECT_UNIQUE, *at, 1, 0);
    family->nodes[*at].forbidden = (uint8_t)(1u << same);
    *at = phrase_node(family, FN_SAME + same, *at, 0);
    return family;
}

/* Without a phrase of its own: anything that is the same. */
static void add_same_any(struct families *self, int same, bool count, uint32_t *index) {
    uint8_t at;
    struct family *family = start_same(self, same, index, &at);
    phrase_node(family, count ? FN_COUNT : FN_EXIST, at, 0);
    add_same_frames(self, family, count ? COUNT_ANY : EXIST_ANY, same, "");
}

static void add_same_phrase(struct families *self, int same, bool count, uint32_t *index) {
    uint8_t at;
    struct family *family = start_same(self, same, index, &at);
    at = phrase_fill(self, family, count ? FN_SELECT_COUNT : FN_SELECT_EXIST, at, 2, 0);
    family->nodes[at].forbidden = (uint8_t)(1u << same);
    add_same_frames(self, family, count ? COUNT : EXIST, same, "");
}

static void add_same_query(struct families *self, int same, int asked, uint32_t *index) {
    uint8_t at;
    struct family *family = start_same(self, same, index, &at);
    at = phrase_fill(self, family, FN_SELECT_UNIQUE, at, 2, 0);
    family->nodes[at].forbidden = (uint8_t)(1u << same | 1u << asked);
    phrase_node(family, FN_QUERY + asked, at, 0);
    add_same_frames(self, family, asked == CLEVR_MATERIAL ? QUERY_MATERIAL : QUERY, same,
                    clevr_property_names[asked]);
}

static void add_sames(struct families *self) {
    uint32_t index = 0;
    for (int same = 0; same < CLEVR_N_ATTRIBUTES; same++) {
        for (int count = 0; count < 2; count++) {
            add_same_any(self, same, count, &index);
            add_same_phrase(self, same, count, &index);
        }
        for (int asked = 0; asked < CLEVR_N_ATTRIBUTES; asked++)
            if (asked != same) add_same_query(self, same, asked, &index);
    }
}

/* ---- sides ------------------------------------------------------------------------------ */

/* A side of a comparison, as text and as nodes. */
struct side {
    bool linked;
    uint32_t phrase, anchor, relation;
    uint8_t target, start; /* nodes: what the side means; the object that it is related to */
    struct buf text;
};

/* The phrases of two sides are numbered in order, each after its anchor. */
static void number_sides(struct side *sides, bool first, bool second) {
    sides[0] = (struct side){.linked = first, .anchor = 1, .phrase = 1u + first, .relation = 1};
    uint32_t next = sides[0].phrase + 1;
    sides[1] = (struct side){
        .linked = second, .anchor = next, .phrase = next + second, .relation = 1u + first};
}

static void say_side(struct families *self, struct side *side, bool plural) {
    buf_init(&side->text, self->arena);
    phrase_words(&side->text, side->phrase);
    if (plural) buf_puts(&side->text, "s");
    if (!side->linked) return;
    buf_puts(&side->text, plural ? " [that are] " : " [that is] ");
    phrase_hole(&side->text, CLEVR_RELATION, side->relation);
    buf_puts(&side->text, " the ");
    phrase_words(&side->text, side->anchor);
}

/* `plain` and `linked`: the functions that the side's phrase ends with. */
static void add_side(struct families *self, struct family *family, struct side *side, int plain,
                     int linked) {
    uint8_t at = phrase_node(family, FN_SCENE, 0, 0);
    side->start = at;
    if (side->linked) {
        side->start = phrase_fill(self, family, FN_SELECT_UNIQUE, at, side->anchor, 0);
        side->target = phrase_fill(self, family, linked, side->start, side->phrase, side->relation);
    } else side->target = phrase_fill(self, family, plain, at, side->phrase, 0);
}

/* ---- do two objects have the same property? --------------------------------------------- */

enum { PLAIN = 1, LINKED = 2 };

static const struct frame equal_frames[] = {
    {PLAIN | LINKED, ANY, "Do the $1 and the $2 have the same $a?"},
    {PLAIN | LINKED, ANY, "Does the $1 have the same $a as the $2?"},
    {PLAIN | LINKED, ANY, "Is the $a of the $1 the same as the $2?"},
    {PLAIN, ANY & ~MATERIAL, "Is the $1 the same $a as the $2?"},
    {PLAIN | LINKED, MATERIAL, "Is the $1 made of the same $a as the $2?"},
    {PLAIN | LINKED, MATERIAL, "Are the $1 and the $2 made of the same $a?"},
    {LINKED, ANY & ~MATERIAL, "There is a $1; does it have the same $a as the $2?"},
    {LINKED, ANY & ~MATERIAL, "There is a $1; is it the same $a as the $2?"},
    {LINKED, ANY & ~MATERIAL, "There is a $1; is its $a the same as the $2?"},
};

static void add_equal(struct families *self, int same, bool first, bool second, uint32_t index) {
    struct family *family = family_add(self, "comparison.json", index);
    struct side sides[2];
    uint8_t values[2];
    number_sides(sides, first, second);
    for (int i = 0; i < 2; i++) {
        add_side(self, family, &sides[i], FN_SELECT_UNIQUE, FN_RELATE_SELECT_UNIQUE);
        family->nodes[sides[i].target].forbidden = (uint8_t)(1u << same);
        values[i] = phrase_node(family, FN_QUERY + same, sides[i].target, 0);
        say_side(self, &sides[i], false);
    }
    phrase_node(family, FN_EQUAL + same, values[0], values[1]);
    family_outputs_differ(family, sides[0].target, sides[1].target);
    struct slots slots = {.text = {['1'] = sides[0].text.at,
                                   ['2'] = sides[1].text.at,
                                   ['a'] = clevr_property_names[same]}};
    ADD_FRAMES(self, family, equal_frames, first || second ? LINKED : PLAIN, same, &slots);
}

/* ---- which set is larger? --------------------------------------------------------------- */

enum { AS_MANY = 1, FEWER = 2, MORE = 4 };

static const struct frame number_frames[] = {
    {AS_MANY, ANY, "Are there an equal number of $1 and $2?"},
    {AS_MANY, ANY, "Are there the same number of $1 and $2?"},
    {AS_MANY, ANY, "Is the number of $1 the same as the number of $2?"},
    {FEWER, ANY, "Are there fewer $1 than $2?"},
    {FEWER, ANY, "Is the number of $1 less than the number of $2?"},
    {MORE, ANY, "Are there more $1 than $2?"},
    {MORE, ANY, "Is the number of $1 greater than the number of $2?"},
};

/* Phrases for the same set are refused. (The official templates refuse the same
 * number, and so have no `yes` for "an equal number of".) */
static void add_number(struct families *self, int kind, bool first, bool second, uint32_t index) {
    static const int functions[] = {FN_EQUAL_INTEGER, FN_LESS, FN_GREATER};
    struct family *family = family_add(self, "compare_integer.json", index);
    struct side sides[2];
    uint8_t counts[2];
    number_sides(sides, first, second);
    for (int i = 0; i < 2; i++) {
        add_side(self, family, &sides[i], FN_SELECT, FN_RELATE_SELECT_COUNT);
        counts[i] =
            sides[i].linked ? sides[i].target : phrase_node(family, FN_COUNT, sides[i].target, 0);
        say_side(self, &sides[i], true);
    }
    phrase_node(family, functions[kind], counts[0], counts[1]);
    if (!first && !second) family_outputs_differ(family, sides[0].target, sides[1].target);
    if (first && second) family_outputs_differ(family, sides[0].start, sides[1].start);
    struct slots slots = {.text = {['1'] = sides[0].text.at, ['2'] = sides[1].text.at}};
    ADD_FRAMES(self, family, number_frames, 1u << kind, 0, &slots);
}

void compare_families(struct families *self) {
    add_sames(self);
    for (uint32_t i = 0; i < 16; i++) add_equal(self, (int)(i / 4), i & 1, (i >> 1) & 1, i);
    for (uint32_t i = 0; i < 9; i++) add_number(self, (int)(i / 3), i % 3 > 0, i % 3 > 1, i);
}
