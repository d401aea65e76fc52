/* The text of a question: a text of the family is drawn, its holes are filled
 * with synonyms, each bracket stays for one toss in two.
 *
 *   What is the color of the <Z> <M> <S> [that is] <R> the <S2>?
 *   What is the color of the      shiny thing      to the left of the block?
 *
 * What nobody says leaves two spaces, which become one. And "other" has to go
 * where the two phrases cannot mean the same object anyway. */
#include <string.h>

#include "generators/clevr/family.h"

/* ---- synonyms -------------------------------------------------------------------------- */

static const struct {
    uint8_t type;
    const char *value; /* "": none */
    uint32_t n;
    const char *words[3];
} built_in[] = {
    {CLEVR_SIZE, "large", 2, {"large", "big"}},
    {CLEVR_SIZE, "small", 2, {"small", "tiny"}},
    {CLEVR_MATERIAL, "rubber", 2, {"rubber", "matte"}},
    {CLEVR_MATERIAL, "metal", 3, {"metal", "metallic", "shiny"}},
    {CLEVR_SHAPE, "", 2, {"thing", "object"}},
    {CLEVR_SHAPE, "sphere", 2, {"sphere", "ball"}},
    {CLEVR_SHAPE, "cube", 2, {"cube", "block"}},
    {CLEVR_RELATION, "left", 3, {"left of", "to the left of", "on the left side of"}},
    {CLEVR_RELATION, "right", 3, {"right of", "to the right of", "on the right side of"}},
    {CLEVR_RELATION, "front", 1, {"in front of"}},
};

/* Each value says its own name, and no word stands for none. */
static void names_only(struct synonyms *self) {
    static const char *const nothing[] = {""};
    for (int type = 0; type <= CLEVR_RELATION; type++) {
        for (int value = 0; value < clevr_n_values[type]; value++) {
            self->of[type][value].words = &clevr_values[type][value];
            self->of[type][value].n = 1;
        }
        self->of[type][clevr_n_values[type]].words = nothing;
        self->of[type][clevr_n_values[type]].n = 1;
    }
}

void synonyms_default(struct synonyms *self) {
    names_only(self);
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++) {
        uint8_t type = built_in[i].type;
        int value = clevr_value_find((enum clevr_type)type, built_in[i].value);
        if (value < 0) value = clevr_n_values[type];
        self->of[type][value].words = built_in[i].words;
        self->of[type][value].n = built_in[i].n;
    }
}

/* ---- texts ----------------------------------------------------------------------------- */

static void put(struct question *self, const char *words, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char c = words[i] == '\t' || words[i] == '\n' ? ' ' : words[i];
        if (c == ' ' && (!self->n_text || self->text[self->n_text - 1] == ' ')) continue;
        self->text[self->n_text++] = c;
    }
}

static void put_value(struct question *self, const struct synonyms *synonyms, uint8_t param,
                      struct rng *rng) {
    uint8_t type = self->family->params[param].type, value = self->values[param];
    uint32_t n = synonyms->of[type][value].n;
    const char *word = synonyms->of[type][value].words[n > 1 ? rng_below(rng, n) : 0];
    put(self, word, strlen(word));
}

/* The two phrases differ in something both say ("thing" is a shape, too). */
static bool never_same(const struct question *self) {
    bool differ = false;
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++) {
        const int8_t *pair = self->family->pairs[a];
        if (pair[0] == NO_PARAM || pair[1] == NO_PARAM) return false;
        uint8_t x = self->values[pair[0]], y = self->values[pair[1]];
        bool said = a == CLEVR_SHAPE || (x < clevr_n_values[a] && y < clevr_n_values[a]);
        differ |= said && x != y;
    }
    return differ;
}

static void replace_all(struct question *self, const char *from, const char *to) {
    size_t n_from = strlen(from), n_to = strlen(to);
    for (char *at = self->text; (at = strstr(at, from)); at += n_to) {
        memmove(at + n_to, at + n_from, strlen(at + n_from) + 1);
        memcpy(at, to, n_to);
        self->n_text -= n_from - n_to;
    }
}

static void drop_other(struct question *self) {
    if (!strstr(self->text, "other ") || !never_same(self)) return;
    replace_all(self, " other ", " ");
    replace_all(self, " another ", " a ");
}

void question_say(struct question *self, const struct synonyms *synonyms, struct rng *rng) {
    const struct text *text = &self->family->texts.at[rng_below(rng, self->family->texts.n)];
    bool left_out = false;
    self->n_text = 0;
    for (uint32_t i = 0; i < text->pieces.n; i++) {
        const struct piece *piece = &text->pieces.at[i];
        if (piece->kind == PIECE_OPEN) left_out = rng_next(rng) >> 63;
        else if (piece->kind == PIECE_CLOSE) left_out = false;
        else if (left_out) continue;
        else if (piece->kind == PIECE_WORDS) put(self, piece->words, piece->n);
        else put_value(self, synonyms, piece->param, rng);
    }
    while (self->n_text && self->text[self->n_text - 1] == ' ') self->n_text--;
    self->text[self->n_text] = 0;
    drop_other(self);
}
