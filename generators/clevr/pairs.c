/* Every construction inside every other, in the words that CLEVR uses.
 *
 *     inside       the cube that is                     what it is inside of
 *     relate       left of the $2                       relate   are $r the ...
 *     same         the same $a as the $2                same     are the same $b as the ...
 *     and          $r the $2 and $s the $3              and      are ... and $r the $5
 *     or           either a $2 or a $3                  or       are either ... or $5s
 *     it           There is a $1; ... $r it             compare  are there more ... than $5s?
 *                                                       match    does the ... have the same $b as the $5?
 *                                                       it       There is a ...; how many are $r it?
 *
 * Whatever has a set has it in each of these ways, so who understands a construction by itself
 * should understand it here. What compares makes no set, and is inside of nothing but what is
 * said of "it". Nothing is idle (`strict`), as in novel.c. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

#include "generators/clevr/phrase.h"

enum inside { RELATE, SAME, AND, OR, IT, N_INSIDE };
enum around { IN_RELATE, IN_SAME, IN_AND, IN_OR, IN_COMPARE, IN_MATCH, IN_IT, N_AROUND };
enum { COUNT, EXIST, QUERY, N_ASKED = QUERY + CLEVR_N_ATTRIBUTES };
enum { TARGET = 4, OTHER = 5 }; /* phrases; 1 is what `it` is, 2 and 3 are inside */
/* What is either a red cube or a ball is not said to have a color and a shape. */
enum { KIND = 1 << CLEVR_COLOR | 1 << CLEVR_SHAPE };

/* Of one family. */
struct pair {
    struct families *families;
    struct family *family;
    enum around around;
    uint32_t n_relations;
    int inner, outer;  /* properties that sameness inside and around is of */
    uint8_t it;        /* node of what is introduced first */
    const char *start; /* the sentence that does so, or "" */
};

/* A set, and how to say that one or several objects are of it: "left of the cube". */
struct said {
    uint8_t at;
    const char *one, *many;
};

static const char *textf(const struct pair *p, const char *format, ...) {
    struct buf text;
    va_list args;
    char line[FAMILY_MAX_TEXT];
    buf_init(&text, p->families->arena);
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    buf_puts(&text, line);
    return text.at;
}

/* ---- sets ---------------------------------------------------------------------------------- */

static const char *words(const struct pair *p, uint32_t phrase) {
    return phrase_text(p->families, phrase);
}

static uint8_t select_from(struct pair *p, int function, uint8_t from, uint32_t phrase,
                           uint8_t forbidden) {
    uint8_t at = phrase_fill(p->families, p->family, function, from, phrase, 0);
    p->family->nodes[at].forbidden = forbidden;
    return at;
}

static uint8_t scene(struct pair *p) {
    return phrase_node(p->family, FN_SCENE, 0, 0);
}

/* "$r the cube", of an object. */
static struct said stand(struct pair *p, uint8_t object, const char *named) {
    struct buf relation;
    uint32_t r = ++p->n_relations;
    uint8_t at = phrase_node(p->family, FN_RELATE, object, 0);
    int param = phrase_param(p->families, p->family, CLEVR_RELATION, r);
    p->family->nodes[at].params[CLEVR_RELATION] = (int8_t)param;
    buf_init(&relation, p->families->arena);
    phrase_hole(&relation, CLEVR_RELATION, r);
    const char *text = textf(p, "%s %s", relation.at, named);
    return (struct said){at, text, text};
}

static struct said be_same(struct pair *p, int property, uint8_t object, const char *named) {
    uint8_t at = phrase_node(p->family, FN_SAME + property, object, 0);
    const char *text = textf(p, "the same %s as %s", clevr_property_names[property], named);
    return (struct said){at, text, text};
}

static struct said stand_near(struct pair *p, uint32_t phrase) {
    uint8_t object = select_from(p, FN_SELECT_UNIQUE, scene(p), phrase, 0);
    return stand(p, object, textf(p, "the %s", words(p, phrase)));
}

static struct said be_same_as(struct pair *p, uint32_t phrase) {
    uint8_t not = (uint8_t)(1u << p->inner);
    uint8_t object = select_from(p, FN_SELECT_UNIQUE, scene(p), phrase, not );
    return be_same(p, p->inner, object, textf(p, "the %s", words(p, phrase)));
}

static struct said be_either(struct pair *p) {
    uint8_t a = select_from(p, FN_SELECT, scene(p), 2, 0);
    uint8_t b = select_from(p, FN_SELECT, scene(p), 3, 0);
    family_outputs_differ(p->family, a, b);
    uint8_t at = phrase_node(p->family, FN_UNION, a, b);
    const char *either = p->around == IN_OR ? "" : "[either]";
    return (struct said){at, textf(p, "%s a %s or a %s", either, words(p, 2), words(p, 3)),
                         textf(p, "%s %ss or %ss", either, words(p, 2), words(p, 3))};
}

static struct said be_both(struct pair *p) {
    struct said a = stand_near(p, 2), b = stand_near(p, 3);
    uint8_t at = phrase_node(p->family, FN_INTERSECT, a.at, b.at);
    const char *both = p->around == IN_AND ? "" : "[both]";
    const char *text = textf(p, "%s %s and %s", both, a.one, b.one);
    return (struct said){at, text, text};
}

static struct said be_inside(struct pair *p, enum inside inside) {
    switch (inside) {
    case RELATE: return stand_near(p, 2);
    case SAME: return be_same_as(p, 2);
    case AND: return be_both(p);
    case OR: return be_either(p);
    default: return stand(p, p->it, "it");
    }
}

/* "cube that is left of the ball": one, or several. */
static struct said described(struct pair *p, int function, uint32_t phrase, struct said set,
                             enum inside inside) {
    uint8_t not = inside == SAME ? (uint8_t)(1u << p->inner) : inside == OR ? KIND : 0;
    uint8_t at = select_from(p, function, set.at, phrase, not );
    bool short_ = inside == RELATE || inside == IT;
    return (struct said){
        at, textf(p, "%s %s %s", words(p, phrase), short_ ? "[that is]" : "that is", set.one),
        textf(p, "%ss %s %s", words(p, phrase), short_ ? "[that are]" : "that are", set.many)};
}

/* ---- texts ----------------------------------------------------------------------------------- */

struct frame {
    int asked;
    const char *text;
};

/* $i: the sentence before; texts begin with a capital. */
static void add_text(struct pair *p, const char *frame, struct slots *slots) {
    struct buf text;
    buf_init(&text, p->families->arena);
    slots->text['i'] = p->start;
    buf_puts(&text, frame);
    if (!*p->start) text.at[2] = (char)toupper(text.at[2]);
    phrase_frame(p->families, p->family, text.at, slots);
}

#define ADD_TEXTS(p, frames, which, slots)                                                         \
    do {                                                                                           \
        for (size_t f = 0; f < sizeof(frames) / sizeof *(frames); f++)                             \
            if ((frames)[f].asked == (which)) add_text(p, (frames)[f].text, slots);                \
        family_finish((p)->family);                                                                \
    } while (0)

/* $t: the target; $o, $m: what one object of it is, or several are. */
static const struct frame set_frames[] = {
    {COUNT, "$ihow many $ts are $m?"},           {COUNT, "$iwhat number of $ts are $m?"},
    {EXIST, "$iare there any $ts that are $m?"}, {EXIST, "$iis there a $t that is $o?"},
    {QUERY, "$iwhat $q is the $t that is $o?"},  {QUERY, "$iwhat is the $q of the $t that is $o?"},
    {QUERY, "$ithe $t that is $o is what $q?"},
};

static void ask_set(struct pair *p, struct said set, uint32_t asked, uint8_t forbidden) {
    int ending = asked == COUNT   ? FN_SELECT_COUNT
                 : asked == EXIST ? FN_SELECT_EXIST
                                  : FN_SELECT_UNIQUE;
    if (asked >= QUERY) forbidden |= (uint8_t)(1u << (asked - QUERY));
    uint8_t at = select_from(p, ending, set.at, TARGET, forbidden);
    if (asked >= QUERY) phrase_node(p->family, FN_QUERY + (int)asked - QUERY, at, 0);
    struct slots slots = {
        .text = {['t'] = words(p, TARGET),
                 ['o'] = set.one,
                 ['m'] = set.many,
                 ['q'] = asked < QUERY ? "" : clevr_property_names[asked - QUERY]}};
    ADD_TEXTS(p, set_frames, (int)(asked < QUERY ? asked : QUERY), &slots);
}

/* ---- what it is inside of ---------------------------------------------------------------------- */

static void around_relate(struct pair *p, enum inside inside, uint32_t asked) {
    struct said one = described(p, FN_SELECT_UNIQUE, OTHER, be_inside(p, inside), inside);
    ask_set(p, stand(p, one.at, textf(p, "the %s", one.one)), asked, 0);
}

static void around_same(struct pair *p, enum inside inside, uint32_t asked) {
    struct said one = described(p, FN_SELECT_UNIQUE, OTHER, be_inside(p, inside), inside);
    uint8_t not = (uint8_t)(1u << p->outer);
    p->family->nodes[one.at].forbidden |= not ;
    ask_set(p, be_same(p, p->outer, one.at, textf(p, "the %s", one.one)), asked, not );
}

/* What is said of nouns comes last: "left of the ball and either cubes or ...". */
static void around_and(struct pair *p, enum inside inside, uint32_t asked) {
    struct said a = be_inside(p, inside), b = stand_near(p, OTHER);
    bool last = inside == OR || asked % 2;
    struct said first = last ? b : a, second = last ? a : b;
    uint8_t at = phrase_node(p->family, FN_INTERSECT, a.at, b.at);
    struct said both = {at, textf(p, "%s and %s", first.one, second.one),
                        textf(p, "%s and %s", first.many, second.many)};
    uint8_t not = inside == SAME ? (uint8_t)(1u << p->inner) : inside == OR ? KIND : 0;
    ask_set(p, both, asked, not );
}

static void around_or(struct pair *p, enum inside inside, uint32_t asked) {
    struct said a = be_inside(p, inside);
    uint8_t b = select_from(p, FN_SELECT, scene(p), OTHER, 0);
    uint8_t at = phrase_node(p->family, FN_UNION, a.at, b);
    const char *one = textf(p, "a %s", words(p, OTHER)), *many = textf(p, "%ss", words(p, OTHER));
    family_outputs_differ(p->family, a.at, b);
    bool last = inside == AND || asked % 2;
    struct said either = {
        at, textf(p, "[either] %s or %s", last ? one : a.one, last ? a.one : one),
        textf(p, "[either] %s or %s", last ? many : a.many, last ? a.many : many)};
    ask_set(p, either, asked, KIND);
}

enum { AS_MANY, FEWER, MORE, N_COMPARED };

static const struct frame compare_frames[] = {
    {AS_MANY, "$iare there an equal number of $a and $b?"},
    {AS_MANY, "$iare there the same number of $a and $b?"},
    {AS_MANY, "$iis the number of $a the same as the number of $b?"},
    {FEWER, "$iare there fewer $a than $b?"},
    {FEWER, "$iis the number of $a less than the number of $b?"},
    {MORE, "$iare there more $a than $b?"},
    {MORE, "$iis the number of $a greater than the number of $b?"},
};

static void around_compare(struct pair *p, enum inside inside, uint32_t asked) {
    static const int functions[] = {FN_EQUAL_INTEGER, FN_LESS, FN_GREATER};
    struct said a = described(p, FN_SELECT, TARGET, be_inside(p, inside), inside);
    uint8_t b = select_from(p, FN_SELECT, scene(p), OTHER, 0);
    uint8_t n = phrase_node(p->family, FN_COUNT, a.at, 0),
            m = phrase_node(p->family, FN_COUNT, b, 0);
    int kind = (int)asked % N_COMPARED;
    phrase_node(p->family, functions[kind], n, m);
    family_outputs_differ(p->family, a.at, b);
    struct slots slots = {.text = {['a'] = a.many, ['b'] = textf(p, "%ss", words(p, OTHER))}};
    ADD_TEXTS(p, compare_frames, kind, &slots);
}

static const struct frame match_frames[] = {
    {0, "$idoes the $a have the same $q as the $b?"},
    {0, "$iis the $q of the $a the same as the $b?"},
    {0, "$ido the $a and the $b have the same $q?"},
    {0, "$idoes the $b have the same $q as the $a?"},
};

static void around_match(struct pair *p, enum inside inside, uint32_t asked) {
    uint8_t not = (uint8_t)(1u << p->outer);
    struct said a = described(p, FN_SELECT_UNIQUE, TARGET, be_inside(p, inside), inside);
    p->family->nodes[a.at].forbidden |= not ;
    uint8_t b = select_from(p, FN_SELECT_UNIQUE, scene(p), OTHER, not );
    uint8_t x = phrase_node(p->family, FN_QUERY + p->outer, a.at, 0);
    uint8_t y = phrase_node(p->family, FN_QUERY + p->outer, b, 0);
    phrase_node(p->family, FN_EQUAL + p->outer, x, y);
    family_outputs_differ(p->family, a.at, b);
    struct slots slots = {
        .text = {['a'] = a.one, ['b'] = words(p, OTHER), ['q'] = clevr_property_names[p->outer]}};
    (void)asked;
    ADD_TEXTS(p, match_frames, 0, &slots);
}

static void around_it(struct pair *p, enum inside inside, uint32_t asked) {
    struct said one = described(p, FN_SELECT_UNIQUE, OTHER, be_inside(p, inside), inside);
    p->start = textf(p, "%s%shere is a %s; ", p->start, *p->start ? "t" : "T", one.one);
    ask_set(p, stand(p, one.at, "it"), asked, 0);
}

/* ---- all --------------------------------------------------------------------------------------- */

static void add_pair(struct families *families, const char *file, enum inside inside,
                     enum around around, uint32_t index) {
    static void (*const add[])(struct pair *, enum inside, uint32_t) = {
        around_relate, around_same, around_and, around_or, around_compare, around_match, around_it};
    struct pair p = {.families = families,
                     .around = around,
                     .start = "",
                     .inner = (int)(index % CLEVR_N_ATTRIBUTES)};
    uint32_t asked = index % N_ASKED;
    p.outer = (p.inner + 1 + (int)(index / N_ASKED) % 3) % CLEVR_N_ATTRIBUTES;
    /* Nothing is asked that was said. */
    bool said = inside == SAME && (around == IN_AND || around == IN_OR) && asked >= QUERY &&
                (int)asked - QUERY == p.inner;
    if (said || (around == IN_SAME && asked >= QUERY && (int)asked - QUERY == p.outer)) return;
    p.family = family_add(families, file, index);
    p.family->strict = true;
    if (inside == IT) {
        p.it = select_from(&p, FN_SELECT_UNIQUE, scene(&p), 1, 0);
        p.start = textf(&p, "There is a %s; ", words(&p, 1));
    }
    add[around](&p, inside, asked);
}

/* "novel_same_in_relate.json" */
static const char *file_of(struct families *self, uint32_t kind) {
    struct buf name;
    buf_init(&name, self->arena);
    buf_printf(&name, "novel_%s.json", clevr_novel_names[kind]);
    for (char *at = name.at; *at; at++)
        if (*at == '-') *at = '_';
    return name.at;
}

void pair_families(struct families *self, enum clevr_novel kind) {
    for (uint32_t i = 0; i < N_INSIDE * N_AROUND; i++) {
        uint32_t before = self->list.n;
        if (kind != CLEVR_ALL_PAIRS && (uint32_t)kind != CLEVR_FIRST_PAIR + i) continue;
        for (uint32_t index = 0; index < CLEVR_N_ATTRIBUTES * N_ASKED; index++)
            add_pair(self, file_of(self, CLEVR_FIRST_PAIR + i), (enum inside)(i % N_INSIDE),
                     (enum around)(i / N_INSIDE), index);
        for (uint32_t k = before; k < self->list.n; k++)
            self->list.at[k]->share = self->list.n - before;
    }
}
