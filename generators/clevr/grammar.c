/* The built-in question grammar: a noun phrase, five ways to point at an object,
 * six things to ask about it, and the frames that ask.
 *
 *   phrase  = size color material noun, each but the noun optional
 *   object  = phrase | phrase [that is] relation the object             0 to 3 hops
 *           | phrase that is [both] relation the phrase and relation the phrase
 *   asked   = how many | is there one | its size | color | material | shape
 *   frame   = What $a is the $t? | There is a $c; how many $hs are $r it? | ...
 *
 *   and  How many things are [either] phrases or phrases?   with relations or not
 *
 * Every (way to point, thing to ask) is a family (family.h), and every frame that
 * fits both is one of its texts. For more questions: a row in `frames`; for other
 * kinds: a function like `add_either` that builds the nodes (see compare.c). */
#include <string.h>

#include "generators/clevr/phrase.h"

enum { HOP0 = 1, HOP1 = 2, HOP2 = 4, HOP3 = 8, BOTH = 16, LINKED = HOP1 | HOP2 | HOP3 };
enum { N_POINTINGS = 5 };

enum { COUNT = 1, EXIST = 2, SIZE = 4, COLOR = 8, MATERIAL = 16, SHAPE = 32 };
enum { N_ASKED = 6, QUERY = SIZE | COLOR | MATERIAL | SHAPE };

static const struct pointing {
    const char *file;
    uint32_t bit, asked; /* which questions there are about it */
    uint32_t hops;
} pointings[N_POINTINGS] = {
    {"zero_hop.json", HOP0, COUNT | EXIST | QUERY, 0},
    {"one_hop.json", HOP1, COUNT | EXIST | QUERY, 1},
    {"two_hop.json", HOP2, COUNT | EXIST | QUERY, 2},
    {"three_hop.json", HOP3, COUNT | EXIST | QUERY, 3},
    {"single_and.json", BOTH, COUNT | QUERY, 2},
};

/* $t the target, $p targets, $h its own phrase, $w where it is, $c the object that
 * it is related to, $r the relation, $a what is asked. [x] is said or not. Frames of
 * two sentences refer back ("it") and are used only when asked for. */
static const struct frame {
    uint32_t pointings, asked;
    const char *text;
} frames[] = {
    {HOP0, COUNT, "How many $hs are there?"},
    {HOP0, COUNT, "What number of $hs are there?"},
    {LINKED | BOTH, COUNT, "How many $hs are $w?"},
    {LINKED | BOTH, COUNT, "What number of $hs are $w?"},
    {LINKED, COUNT, "There is a $c; how many $hs are $r it?"},
    {LINKED, COUNT, "There is a $c; what number of $hs are $r it?"},
    {HOP0 | LINKED, EXIST, "Are there any $p?"},
    {HOP0, EXIST, "Are any $p visible?"},
    {HOP0 | HOP2 | HOP3, EXIST, "Is there a $t?"},
    {LINKED, EXIST, "There is a $c; are there any $hs [that are] $r it?"},
    {HOP2 | HOP3, EXIST, "There is a $c; is there a $h [that is] $r it?"},
    {HOP0 | LINKED | BOTH, QUERY, "What $a is the $t?"},
    {HOP0 | LINKED | BOTH, QUERY, "What is the $a of the $t?"},
    {HOP0 | LINKED | BOTH, SIZE, "How big is the $t?"},
    {HOP0 | LINKED | BOTH, COLOR, "The $t is what $a?"},
    {HOP0 | HOP2 | HOP3, SHAPE, "The $t is what $a?"},
    {HOP0, SIZE, "The $t is what $a?"},
    {HOP0, SIZE | COLOR | SHAPE, "The $t has what $a?"},
    {HOP1 | BOTH, SHAPE, "The $t has what $a?"},
    {HOP0 | HOP1 | BOTH, MATERIAL, "What is the $t made of?"},
    {HOP2 | HOP3, MATERIAL, "What [material] is the $t made of?"},
    {HOP2 | HOP3 | BOTH, MATERIAL, "The $t is made of what material?"},
    {HOP0, SHAPE, "There is a $t; what $a is it?"},
    {LINKED | BOTH, QUERY & ~MATERIAL, "There is a $t; what $a is it?"},
    {HOP1 | BOTH, MATERIAL, "There is a $t; what $a is it?"},
    {LINKED | BOTH, QUERY, "There is a $t; what is its $a?"},
    {LINKED | BOTH, SIZE, "There is a $t; how big is it?"},
    {LINKED, MATERIAL, "There is a $t; what is it made of?"},
    {BOTH, MATERIAL, "There is a $t; what [material] is it made of?"},
};

/* ---- phrases ------------------------------------------------------------------------ */

static void put_object(struct buf *out, const struct pointing *pointing, uint32_t i);

/* Where phrase i is: related to the phrase before it, or to both before it. */
static void put_where(struct buf *out, const struct pointing *pointing, uint32_t i) {
    if (pointing->bit == BOTH) {
        buf_puts(out, "[both] <R2> the ");
        phrase_words(out, 2);
        buf_puts(out, " and <R> the ");
        phrase_words(out, 1);
        return;
    }
    phrase_hole(out, CLEVR_RELATION, i - 1);
    buf_puts(out, " the ");
    put_object(out, pointing, i - 1);
}

static void put_object(struct buf *out, const struct pointing *pointing, uint32_t i) {
    phrase_words(out, i);
    if (i == 1) return;
    buf_puts(out, pointing->bit == BOTH ? " that is " : " [that is] ");
    put_where(out, pointing, i);
}

static void put_objects(struct buf *out, const struct pointing *pointing, uint32_t i) {
    phrase_words(out, i);
    buf_puts(out, "s");
    if (i == 1) return;
    buf_puts(out, " [that are] ");
    put_where(out, pointing, i);
}

/* ---- frames -------------------------------------------------------------------------- */

static void put_code(struct buf *out, char code, const struct pointing *pointing, uint32_t asked) {
    uint32_t target = pointing->hops + 1;
    switch (code) {
    case 't': put_object(out, pointing, target); break;
    case 'p': put_objects(out, pointing, target); break;
    case 'h': phrase_words(out, target); break;
    case 'w': put_where(out, pointing, target); break;
    case 'c': put_object(out, pointing, target - 1); break;
    case 'r': phrase_hole(out, CLEVR_RELATION, target - 1); break;
    case 'a': buf_puts(out, clevr_property_names[asked - 2]); break;
    default: break;
    }
}

static void add_frame(struct families *self, struct family *family, const struct frame *frame,
                      const struct pointing *pointing, uint32_t asked) {
    struct buf text;
    buf_init(&text, self->arena);
    for (const char *at = frame->text; *at; at++) {
        if (*at == '$') put_code(&text, *++at, pointing, asked);
        else buf_put(&text, at, 1);
    }
    family_add_text(self, family, text.at);
}

/* ---- nodes ---------------------------------------------------------------------------- */

/* The steps that end a phrase, by what is asked. */
static int ending(int first, uint32_t asked) {
    return first + (asked == 0 ? 2 : asked == 1 ? 3 : 1);
}

static uint8_t add_chain(struct families *self, struct family *family, uint32_t hops,
                         uint32_t asked) {
    uint8_t at = phrase_node(family, FN_SCENE, 0, 0);
    for (uint32_t i = 0; i <= hops; i++) {
        int first = i ? FN_RELATE_SELECT : FN_SELECT;
        at = phrase_fill(self, family, i == hops ? ending(first, asked) : first + 1, at, i + 1, i);
    }
    return at;
}

/* What is `relation i` of the unique phrase i. */
static uint8_t add_near(struct families *self, struct family *family, uint32_t i) {
    uint8_t at = phrase_node(family, FN_SCENE, 0, 0);
    at = phrase_fill(self, family, FN_SELECT_UNIQUE, at, i, 0);
    at = phrase_node(family, FN_RELATE, at, 0);
    family->nodes[at].params[CLEVR_RELATION] =
        (int8_t)phrase_param(self, family, CLEVR_RELATION, i);
    return at;
}

static uint8_t add_both(struct families *self, struct family *family, uint32_t asked) {
    uint8_t a = add_near(self, family, 1), b = add_near(self, family, 2);
    uint8_t both = phrase_node(family, FN_INTERSECT, a, b);
    if (asked > 1) family_outputs_differ(family, a, b);
    return phrase_fill(self, family, ending(FN_SELECT, asked), both, 3, 0);
}

static void add_pointing(struct families *self, const struct pointing *pointing, uint32_t index,
                         uint32_t asked) {
    struct family *family = family_add(self, pointing->file, index);
    uint8_t target = pointing->bit == BOTH ? add_both(self, family, asked)
                                           : add_chain(self, family, pointing->hops, asked);
    if (asked > 1) {
        family->nodes[target].forbidden = (uint8_t)(1u << (asked - 2));
        phrase_node(family, FN_QUERY + (int)asked - 2, target, 0);
    }
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++)
        if ((frames[i].pointings & pointing->bit) && (frames[i].asked >> asked & 1) &&
            (self->full || !strchr(frames[i].text, ';')))
            add_frame(self, family, &frames[i], pointing, asked);
    family_finish(family);
}

/* ---- either ... or ------------------------------------------------------------------------ */

#define NOT_NARROWED CLEVR_NO_TYPE

static const struct either {
    bool linked[2];   /* is the side related to an object? */
    uint8_t narrowed; /* "How many LARGE things are ..." */
} eithers[] = {
    {{false, false}, NOT_NARROWED},   {{false, false}, CLEVR_SIZE},  {{false, false}, CLEVR_COLOR},
    {{false, false}, CLEVR_MATERIAL}, {{false, false}, CLEVR_SHAPE}, {{true, true}, NOT_NARROWED},
    {{true, false}, NOT_NARROWED},    {{false, true}, NOT_NARROWED},
};

/* One side of `or`: phrase *i, or the next related to it, which moves on. */
static uint8_t add_side(struct families *self, struct family *family, const struct either *either,
                        int side, uint32_t *i, struct buf *text) {
    uint8_t at = phrase_node(family, FN_SCENE, 0, 0);
    uint32_t anchor = *i, relation = side && either->linked[0] ? 2 : 1;
    uint32_t phrase = anchor + either->linked[side];
    if (either->linked[side]) {
        at = phrase_fill(self, family, FN_SELECT_UNIQUE, at, anchor, 0);
        at = phrase_fill(self, family, FN_RELATE_SELECT, at, phrase, relation);
    } else at = phrase_fill(self, family, FN_SELECT, at, phrase, 0);
    if (either->narrowed != NOT_NARROWED)
        family->nodes[at].forbidden = (uint8_t)(1u << either->narrowed);
    phrase_words(text, phrase);
    buf_puts(text, "s");
    if (either->linked[side]) {
        buf_puts(text, " [that are] ");
        phrase_hole(text, CLEVR_RELATION, relation);
        buf_puts(text, " the ");
        phrase_words(text, anchor);
    }
    *i = phrase + 1;
    return at;
}

static void add_either_text(struct families *self, struct family *family,
                            const struct either *either, const char *how, const char *noun,
                            const char *sides) {
    struct buf text;
    buf_init(&text, self->arena);
    buf_printf(&text, "%s ", how);
    if (either->narrowed != NOT_NARROWED) phrase_hole(&text, either->narrowed, 3);
    if (either->narrowed == CLEVR_SHAPE) noun = "s";
    else if (either->narrowed != NOT_NARROWED) buf_puts(&text, " ");
    buf_printf(&text, "%s are [either] %s?", noun, sides);
    family_add_text(self, family, text.at);
}

static void add_either(struct families *self, const struct either *either, uint32_t index) {
    struct family *family = family_add(self, "single_or.json", index);
    struct buf sides;
    uint32_t phrase = 1;
    buf_init(&sides, self->arena);
    uint8_t a = add_side(self, family, either, 0, &phrase, &sides);
    buf_puts(&sides, " or ");
    uint8_t b = add_side(self, family, either, 1, &phrase, &sides);
    if (!either->linked[0] && !either->linked[1]) family_outputs_differ(family, a, b);
    uint8_t at = phrase_node(family, FN_UNION, a, b);
    if (either->narrowed != NOT_NARROWED) {
        at = phrase_node(family, FN_FILTER + either->narrowed, at, 0);
        family->nodes[at].params[either->narrowed] =
            (int8_t)phrase_param(self, family, either->narrowed, 3);
    }
    phrase_node(family, FN_COUNT, at, 0);
    for (int how = 0; how < 2; how++)
        for (int noun = 0; noun < (either->narrowed == CLEVR_SHAPE ? 1 : 2); noun++)
            add_either_text(self, family, either, how ? "What number of" : "How many",
                            noun ? "objects" : "things", sides.at);
    family_finish(family);
}

void grammar_families(struct families *self) {
    for (int p = 0; p < N_POINTINGS; p++)
        for (uint32_t asked = 0, index = 0; asked < N_ASKED; asked++)
            if (pointings[p].asked >> asked & 1) add_pointing(self, &pointings[p], index++, asked);
    for (uint32_t i = 0; i < sizeof eithers / sizeof *eithers; i++)
        add_either(self, &eithers[i], i);
    if (self->full) compare_families(self);
}
