/* Questions that CLEVR never asks, in the words that it uses: each joins two
 * constructions that do not occur together in the grammar.
 *
 *   it-compare   There is a $1; are there more $2s $r it than $3s?
 *   same-and     How many other $3s have the same $a as the $1 and the same $b as the $2?
 *   same-relate  There is another $2 that is the same $a as the $1; how many $3s are $r it?
 *   chain        There is a $1; there is a $2 $r it; how many $3s are $r it?
 *
 * Who has learned the language should understand them without having heard one. "it" is
 * what was introduced last, and "other" is neither of the objects that are named. Nothing
 * is idle (`strict`): without a relation or a sameness something else would be asked. */
#include "generators/clevr/phrase.h"

enum { COUNT = 1, EXIST = 2, SIZE = 4, COLOR = 8, MATERIAL = 16, SHAPE = 32 };
enum { N_ASKED = 6, QUERY = SIZE | COLOR | MATERIAL | SHAPE };
enum { ANYTHING = 64, ITSELF = 128, ABOUT = ANYTHING | ITSELF };

struct frame {
    uint32_t asked;
    const char *text;
};

#define ADD_FRAMES(self, family, frames, asked, slots)                                             \
    add_frames(self, family, frames, sizeof(frames) / sizeof *(frames), asked, slots)

/* Frames that ask this, and about this. */
static void add_frames(struct families *self, struct family *family, const struct frame *frames,
                       size_t n, uint32_t asked, const struct slots *slots) {
    for (size_t i = 0; i < n; i++)
        if ((frames[i].asked & asked & ~(uint32_t)ABOUT) && !((frames[i].asked ^ asked) & ABOUT))
            phrase_frame(self, family, frames[i].text, slots);
    family_finish(family);
}

static struct family *start(struct families *self, const char *file, uint32_t index) {
    struct family *family = family_add(self, file, index);
    family->strict = true;
    return family;
}

static const char *name_of(uint32_t asked) {
    return asked > 1 ? clevr_property_names[asked - 2] : "";
}

/* The steps that end a phrase, by what is asked, and the question about it. An object
 * that is asked about is not `first`, of which something was said already. */
static void add_ending(struct families *self, struct family *family, uint8_t first, uint8_t input,
                       uint32_t asked, uint32_t relation, uint8_t forbidden) {
    int ending = (relation ? FN_RELATE_SELECT : FN_SELECT) + (asked == 0 ? 2 : asked == 1 ? 3 : 1);
    uint8_t at = phrase_fill(self, family, ending, input, 3, relation);
    family->nodes[at].forbidden = forbidden;
    if (asked < 2) return;
    family->nodes[at].forbidden |= (uint8_t)(1u << (asked - 2));
    family_outputs_differ(family, first, at);
    phrase_node(family, FN_QUERY + (int)asked - 2, at, 0);
}

static uint8_t add_object(struct families *self, struct family *family, uint32_t phrase) {
    return phrase_fill(self, family, FN_SELECT_UNIQUE, phrase_node(family, FN_SCENE, 0, 0), phrase,
                       0);
}

/* ---- numbers of what is around it --------------------------------------------------------- */

enum { AS_MANY = 1, FEWER = 2, MORE = 4 };

static const struct frame number_frames[] = {
    {AS_MANY, "There is a $1; are there an equal number of $2 and $3?"},
    {AS_MANY, "There is a $1; are there the same number of $2 and $3?"},
    {AS_MANY, "There is a $1; is the number of $2 the same as the number of $3?"},
    {FEWER, "There is a $1; are there fewer $2 than $3?"},
    {FEWER, "There is a $1; is the number of $2 less than the number of $3?"},
    {MORE, "There is a $1; are there more $2 than $3?"},
    {MORE, "There is a $1; is the number of $2 greater than the number of $3?"},
};

/* "cubes [that are] left of it"; relation 0: "cubes". */
static const char *say_side(struct families *self, uint32_t phrase, uint32_t relation) {
    struct buf text;
    buf_init(&text, self->arena);
    phrase_words(&text, phrase);
    buf_puts(&text, "s");
    if (!relation) return text.at;
    buf_puts(&text, " [that are] ");
    phrase_hole(&text, CLEVR_RELATION, relation);
    buf_puts(&text, " it");
    return text.at;
}

/* Is the second side related to it, as the first is? */
static void add_number(struct families *self, int kind, bool both, uint32_t index) {
    static const int functions[] = {FN_EQUAL_INTEGER, FN_LESS, FN_GREATER};
    struct family *family = start(self, "novel_it_compare.json", index);
    uint8_t it = add_object(self, family, 1);
    uint8_t first = phrase_fill(self, family, FN_RELATE_SELECT, it, 2, 1);
    uint8_t second =
        both ? phrase_fill(self, family, FN_RELATE_SELECT, it, 3, 2)
             : phrase_fill(self, family, FN_SELECT, phrase_node(family, FN_SCENE, 0, 0), 3, 0);
    uint8_t a = phrase_node(family, FN_COUNT, first, 0);
    uint8_t b = phrase_node(family, FN_COUNT, second, 0);
    phrase_node(family, functions[kind], a, b);
    family_outputs_differ(family, first, second);
    struct slots slots = {.text = {['1'] = phrase_text(self, 1),
                                   ['2'] = say_side(self, 2, 1),
                                   ['3'] = say_side(self, 3, both ? 2 : 0)}};
    ADD_FRAMES(self, family, number_frames, 1u << kind, &slots);
}

static void add_numbers(struct families *self) {
    for (uint32_t i = 0; i < 6; i++) add_number(self, (int)(i / 2), i % 2, i);
}

/* ---- the same as one and the same as another ----------------------------------------------- */

/* $s: the same $a as the $1 and the same $b as the $2; $m: that, or "and made of". */
static const struct frame same_frames[] = {
    {EXIST | ANYTHING, "Are there any other things that have $s?"},
    {EXIST | ANYTHING, "Are there any other things that are $m?"},
    {EXIST | ANYTHING, "Is there anything else that has $s?"},
    {EXIST | ANYTHING, "Is there anything else that is $m?"},
    {COUNT | ANYTHING, "How many other things are $m?"},
    {COUNT | ANYTHING, "How many other objects are $m?"},
    {COUNT | ANYTHING, "What number of other things are $m?"},
    {EXIST, "Are there any other $3s that have $s?"},
    {EXIST, "Are there any other $3s that are $m?"},
    {EXIST, "Is there another $3 that has $s?"},
    {COUNT, "How many other $3s have $s?"},
    {COUNT, "How many other $3s are $m?"},
    {COUNT, "What number of other $3s have $s?"},
    {QUERY, "What $q is the other $3 that is $m?"},
    {QUERY, "What is the $q of the other $3 that is $m?"},
    {QUERY & ~MATERIAL, "The other $3 that is $m is what $q?"},
};

static void put_same(struct buf *out, int same, uint32_t phrase, bool made_of) {
    if (made_of && same == CLEVR_MATERIAL) buf_puts(out, "[made of] ");
    buf_printf(out, "the same %s as the ", clevr_property_names[same]);
    phrase_words(out, phrase);
}

static const char *say_both(struct families *self, const int *same, bool made_of) {
    struct buf text;
    buf_init(&text, self->arena);
    put_same(&text, same[0], 1, false);
    buf_puts(&text, " and ");
    put_same(&text, same[1], 2, made_of);
    return text.at;
}

/* What is the same as phrase 1 in one way and as phrase 2 in another. */
static uint8_t add_both(struct families *self, struct family *family, const int *same,
                        uint8_t *objects) {
    uint8_t sets[2];
    for (uint32_t i = 0; i < 2; i++) {
        objects[i] = add_object(self, family, i + 1);
        family->nodes[objects[i]].forbidden = (uint8_t)(1u << same[i]);
        sets[i] = phrase_node(family, FN_SAME + same[i], objects[i], 0);
    }
    family_outputs_differ(family, objects[0], objects[1]);
    return phrase_node(family, FN_INTERSECT, sets[0], sets[1]);
}

static void add_same_and(struct families *self, const int *same, uint32_t asked, bool anything,
                         uint32_t index) {
    struct family *family = start(self, "novel_same_and.json", index);
    uint8_t objects[2], both = add_both(self, family, same, objects);
    uint8_t forbidden = (uint8_t)(1u << same[0] | 1u << same[1]);
    if (anything) phrase_node(family, asked ? FN_EXIST : FN_COUNT, both, 0);
    else add_ending(self, family, objects[0], both, asked, 0, forbidden);
    struct slots slots = {.text = {['3'] = phrase_text(self, 3),
                                   ['s'] = say_both(self, same, false),
                                   ['m'] = say_both(self, same, true),
                                   ['q'] = name_of(asked)}};
    ADD_FRAMES(self, family, same_frames, 1u << asked | (anything ? ANYTHING : 0), &slots);
}

static void add_same_ands(struct families *self) {
    uint32_t index = 0;
    for (int i = 0; i < CLEVR_N_ATTRIBUTES * CLEVR_N_ATTRIBUTES; i++) {
        int same[2] = {i / CLEVR_N_ATTRIBUTES, i % CLEVR_N_ATTRIBUTES};
        if (same[0] == same[1]) continue;
        for (uint32_t asked = 0; asked < 2; asked++) add_same_and(self, same, asked, true, index++);
        for (uint32_t asked = 0; asked < N_ASKED; asked++)
            if (asked < 2 || ((int)asked - 2 != same[0] && (int)asked - 2 != same[1]))
                add_same_and(self, same, asked, false, index++);
    }
}

/* ---- what is around something that was introduced with care --------------------------------- */

/* $i: the sentences before; then what is asked about it, or about what is $r it. */
static const struct frame it_frames[] = {
    {COUNT, "$i; how many $3s are $r it?"},
    {COUNT, "$i; what number of $3s are $r it?"},
    {EXIST, "$i; are there any $3s [that are] $r it?"},
    {EXIST, "$i; is there a $3 [that is] $r it?"},
    {QUERY, "$i; what $q is the $3 [that is] $r it?"},
    {QUERY, "$i; what is the $q of the $3 [that is] $r it?"},
    {SIZE, "$i; how big is the $3 [that is] $r it?"},
    {MATERIAL, "$i; what is the $3 [that is] $r it made of?"},
    {QUERY | ITSELF, "$i; what $q is it?"},
    {QUERY | ITSELF, "$i; what is its $q?"},
    {SIZE | ITSELF, "$i; how big is it?"},
    {MATERIAL | ITSELF, "$i; what is it made of?"},
};

static const char *say_relation(struct families *self, uint32_t relation) {
    struct buf text;
    if (!relation) return "";
    buf_init(&text, self->arena);
    phrase_hole(&text, CLEVR_RELATION, relation);
    return text.at;
}

/* Relation 0: asked about it itself. */
static void add_it_frames(struct families *self, struct family *family, const char *sentences,
                          uint32_t asked, uint32_t relation) {
    struct slots slots = {.text = {['i'] = sentences,
                                   ['3'] = phrase_text(self, 3),
                                   ['r'] = say_relation(self, relation),
                                   ['q'] = name_of(asked)}};
    ADD_FRAMES(self, family, it_frames, 1u << asked | (relation ? 0 : ITSELF), &slots);
}

static const char *say_another(struct families *self, int same) {
    struct buf text;
    buf_init(&text, self->arena);
    buf_puts(&text, "There is another ");
    phrase_words(&text, 2);
    buf_puts(&text, " that is ");
    put_same(&text, same, 1, true);
    return text.at;
}

static void add_same_relate(struct families *self, int same, uint32_t asked, uint32_t index) {
    struct family *family = start(self, "novel_same_relate.json", index);
    uint8_t first = add_object(self, family, 1), at;
    family->nodes[first].forbidden = (uint8_t)(1u << same);
    at = phrase_node(family, FN_SAME + same, first, 0);
    at = phrase_fill(self, family, FN_SELECT_UNIQUE, at, 2, 0);
    family->nodes[at].forbidden = (uint8_t)(1u << same);
    add_ending(self, family, first, at, asked, 1, 0);
    add_it_frames(self, family, say_another(self, same), asked, 1);
}

static void add_same_relates(struct families *self) {
    for (uint32_t i = 0; i < CLEVR_N_ATTRIBUTES * N_ASKED; i++)
        add_same_relate(self, (int)(i / N_ASKED), i % N_ASKED, i);
}

static const char *say_two(struct families *self) {
    struct buf text;
    buf_init(&text, self->arena);
    buf_puts(&text, "There is a ");
    phrase_words(&text, 1);
    buf_puts(&text, "; there is a ");
    phrase_words(&text, 2);
    buf_puts(&text, " [that is] ");
    phrase_hole(&text, CLEVR_RELATION, 1);
    buf_puts(&text, " it");
    return text.at;
}

static void add_chain(struct families *self, uint32_t asked, bool itself, uint32_t index) {
    struct family *family = start(self, "novel_chain.json", index);
    uint8_t first = add_object(self, family, 1);
    uint8_t at = phrase_fill(self, family, FN_RELATE_SELECT_UNIQUE, first, 2, 1);
    if (itself) {
        family->nodes[at].forbidden = (uint8_t)(1u << (asked - 2));
        phrase_node(family, FN_QUERY + (int)asked - 2, at, 0);
    } else add_ending(self, family, first, at, asked, 2, 0);
    add_it_frames(self, family, say_two(self), asked, itself ? 0 : 2);
}

static void add_chains(struct families *self) {
    uint32_t index = 0;
    for (uint32_t asked = 0; asked < N_ASKED; asked++) add_chain(self, asked, false, index++);
    for (uint32_t asked = 2; asked < N_ASKED; asked++) add_chain(self, asked, true, index++);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Kinds have as many questions as each other, however many families they have. */
void novel_families(struct families *self, enum clevr_novel kind) {
    static void (*const add[])(struct families *) = {
        [CLEVR_IT_COMPARE] = add_numbers,
        [CLEVR_SAME_AND] = add_same_ands,
        [CLEVR_SAME_RELATE] = add_same_relates,
        [CLEVR_CHAIN] = add_chains,
    };
    for (int k = CLEVR_IT_COMPARE; k < CLEVR_ALL_NOVEL; k++) {
        uint32_t before = self->list.n;
        if (kind != CLEVR_ALL_NOVEL && (int)kind != k) continue;
        add[k](self);
        for (uint32_t i = before; i < self->list.n; i++)
            self->list.at[i]->share = self->list.n - before;
    }
}
