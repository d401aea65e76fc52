/* phrase - what the grammars are built of: noun phrases, as text with holes and as
 * nodes with the same holes.
 *
 *   phrase 2 ─▶ "<Z2> <C2> <M2> <S2>"   and   {filter_unique, Z2 C2 M2 S2}
 *
 * Phrases and relations are counted from 1; the first has no number in its holes. */
#ifndef G2L2_VISUAL_CLEVR_PHRASE_H
#define G2L2_VISUAL_CLEVR_PHRASE_H

#include "generators/clevr/family.h"

/* "<Z2>" for CLEVR_SIZE and 2. */
void phrase_hole(struct buf *out, int type, uint32_t i);
/* All four of phrase i. */
void phrase_words(struct buf *out, uint32_t i);

int phrase_param(struct families *self, struct family *family, int type, uint32_t i);
/* A node; returns its number, for the next one to refer to. */
uint8_t phrase_node(struct family *family, int function, uint8_t a, uint8_t b);
/* A node with the holes of phrase i, and of relation r unless that is 0. */
uint8_t phrase_fill(struct families *self, struct family *family, int function, uint8_t input,
                    uint32_t i, uint32_t r);

/* A text: the frame with each $x replaced by text[x]. */
struct slots {
    const char *text[128];
};
void phrase_frame(struct families *self, struct family *family, const char *frame,
                  const struct slots *slots);
/* The words of phrase i, to fill a slot with. */
const char *phrase_text(struct families *self, uint32_t i);

/* Sameness and comparison, the rest of the language. */
void compare_families(struct families *self);

#endif
