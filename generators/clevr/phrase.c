/* Noun phrases: their holes in texts and in nodes. */
#include <string.h>

#include "generators/clevr/phrase.h"

void phrase_hole(struct buf *out, int type, uint32_t i) {
    static const char letters[] = "ZCMSR"; /* by type */
    if (i == 1) buf_printf(out, "<%c>", letters[type]);
    else buf_printf(out, "<%c%u>", letters[type], i);
}

void phrase_words(struct buf *out, uint32_t i) {
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++) {
        if (a) buf_puts(out, " ");
        phrase_hole(out, a, i);
    }
}

int phrase_param(struct families *self, struct family *family, int type, uint32_t i) {
    struct buf name;
    buf_init(&name, self->arena);
    phrase_hole(&name, type, i);
    family->params[family->n_params] = (struct param){name.at, (uint8_t)type};
    return (int)family->n_params++;
}

uint8_t phrase_node(struct family *family, int function, uint8_t a, uint8_t b) {
    struct node *node = &family->nodes[family->n_nodes];
    *node = (struct node){.function = (uint8_t)function, .inputs = {a, b}};
    memset(node->params, NO_PARAM, sizeof node->params);
    return (uint8_t)family->n_nodes++;
}

uint8_t phrase_fill(struct families *self, struct family *family, int function, uint8_t input,
                    uint32_t i, uint32_t r) {
    uint8_t k = phrase_node(family, function, input, 0);
    int8_t *params = family->nodes[k].params;
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++)
        params[a] = (int8_t)phrase_param(self, family, a, i);
    if (r) params[CLEVR_RELATION] = (int8_t)phrase_param(self, family, CLEVR_RELATION, r);
    return k;
}

void phrase_frame(struct families *self, struct family *family, const char *frame,
                  const struct slots *slots) {
    struct buf text;
    buf_init(&text, self->arena);
    for (const char *at = frame; *at; at++) {
        if (*at == '$') buf_puts(&text, slots->text[(unsigned char)*++at & 127]);
        else buf_put(&text, at, 1);
    }
    family_add_text(self, family, text.at);
}

const char *phrase_text(struct families *self, uint32_t i) {
    struct buf text;
    buf_init(&text, self->arena);
    phrase_words(&text, i);
    return text.at;
}
