/* Families: a text is cut into pieces, and each node learns what it can forget.
 *
 *   "the <S> [that is] <R>" ─▶ words "the " │ hole S │ words " " │ [ │ "that is" │ ] ...
 *
 * The search remembers where it failed. Failing at a node depends only on the
 * earlier outputs that are still looked at ("live"): in a chain that is the last
 * object, so ten objects are ten cases, however many phrases lead to them. */
#include <string.h>

#include "generators/clevr/family.h"

struct family *family_add(struct families *self, const char *file, uint32_t index) {
    struct family *family = arena_new(self->arena, struct family);
    family->file = file;
    family->index = index;
    family->share = 1;
    vec_push(self->arena, &self->list, family);
    return family;
}

int family_param(const struct family *self, const char *name) {
    for (uint32_t i = 0; i < self->n_params; i++)
        if (!strcmp(self->params[i].name, name)) return (int)i;
    return NO_PARAM;
}

void family_outputs_differ(struct family *self, uint8_t node, uint8_t other) {
    self->constraints[self->n_constraints++] = (struct constraint){OUTPUTS_DIFFER, node, other};
}

/* ---- texts ------------------------------------------------------------------------ */

static size_t hole_length(const char *at) {
    size_t n = strcspn(at + 1, "<>[] ");
    return *at == '<' && at[1 + n] == '>' ? n + 2 : 0;
}

static struct piece read_hole(struct families *self, const struct family *family, const char *at,
                              size_t n) {
    int param = family_param(family, arena_strndup(self->arena, at, n));
    if (param == NO_PARAM)
        guard_raise(self->arena->guard, G2L2_STATUS_FORMAT, 0, 0,
                    "%s, family %u: a text has %.*s, which is not among the params", family->file,
                    family->index, (int)(n < 40 ? n : 40), at);
    return (struct piece){.kind = PIECE_HOLE, .param = (uint8_t)param};
}

/* The piece at `*at`, which moves on. */
static struct piece read_piece(struct families *self, const struct family *family,
                               const char **at) {
    const char *start = *at;
    size_t hole = hole_length(start), n = 1;
    if (hole) return *at += hole, read_hole(self, family, start, hole);
    if (*start == '[') return ++*at, (struct piece){.kind = PIECE_OPEN};
    if (*start == ']') return ++*at, (struct piece){.kind = PIECE_CLOSE};
    while (start[n] && !strchr("<[]", start[n])) n++;
    *at += n;
    const char *words = arena_strndup(self->arena, start, n);
    return (struct piece){.kind = PIECE_WORDS, .n = (uint16_t)n, .words = words};
}

void family_add_text(struct families *self, struct family *family, const char *words) {
    struct text text = {0};
    uint32_t n_holes = 0;
    if (strlen(words) > FAMILY_MAX_TEXT)
        guard_raise(self->arena->guard, G2L2_STATUS_FORMAT, 0, 0,
                    "%s, family %u: a text has more than %d bytes", family->file, family->index,
                    FAMILY_MAX_TEXT);
    while (*words) {
        struct piece piece = read_piece(self, family, &words);
        n_holes += piece.kind == PIECE_HOLE;
        vec_push(self->arena, &text.pieces, piece);
    }
    if (n_holes > FAMILY_MAX_HOLES)
        guard_raise(self->arena->guard, G2L2_STATUS_FORMAT, 0, 0,
                    "%s, family %u: a text has more than %d <holes>", family->file, family->index,
                    FAMILY_MAX_HOLES);
    vec_push(self->arena, &family->texts, text);
}

/* ---- what the search and the splits want to know ---------------------------------- */

static bool is_compound(const struct node *self) {
    return self->function >= FN_SELECT;
}

static uint32_t inputs_of(const struct node *self) {
    uint32_t out = 0;
    for (int k = 0; k < clevr_functions[self->function].n_inputs; k++) out |= 1u << self->inputs[k];
    return out;
}

/* Nodes before `k` that a constraint will still compare with `k` or a later one. */
static uint32_t compared(const struct family *self, uint32_t k) {
    uint32_t out = 0, before = (1u << k) - 1;
    for (uint32_t i = 0; i < self->n_constraints; i++) {
        const struct constraint *c = &self->constraints[i];
        uint32_t both = 1u << c->a | 1u << c->b;
        if (c->kind == OUTPUTS_DIFFER && (both & ~before)) out |= both & before;
    }
    return out;
}

/* A degenerate question is found at the end by taking relations out: then every
 * related set matters, and a noun phrase after one matters by its words. Where nothing
 * may be idle, everything matters. */
static void find_live(struct family *self) {
    uint32_t relates = 0, after = 0; /* nodes: relate; those that depend on one */
    bool memo = !self->strict;
    for (uint32_t i = 0; i < self->n_constraints; i++)
        if (self->constraints[i].kind == PARAMS_DIFFER) memo = false;
    for (uint32_t k = 0; k < self->n_nodes; k++) {
        struct node *node = &self->nodes[k];
        node->memo = memo;
        node->live = compared(self, k) | (self->has_relate ? relates : 0);
        for (uint32_t j = k; j < self->n_nodes; j++)
            node->live |= inputs_of(&self->nodes[j]) & ((1u << k) - 1);
        if (node->function == FN_RELATE) relates |= 1u << k;
        bool depends = node->function == FN_RELATE || (inputs_of(node) & after);
        if (depends) after |= 1u << k;
        if (depends && node->function != FN_RELATE && is_compound(node) && self->has_relate)
            memo = false;
    }
}

/* The longest chain of nodes from one object to the next (split.c counts steps). */
static void find_steps(struct family *self) {
    uint32_t hops[FAMILY_MAX_NODES] = {0};
    for (uint32_t k = 0; k < self->n_nodes; k++) {
        const struct clevr_function *function = &clevr_functions[self->nodes[k].function];
        uint8_t kind = function->kind;
        self->has_relate |= kind == FN_RELATE;
        self->has_count |= kind == FN_COUNT || function->then == FN_COUNT;
        self->has_number |= function->n_inputs == 2 && function->input == CLEVR_INTEGER;
        self->has_same_shape |=
            (kind == FN_SAME || kind == FN_EQUAL) && function->attribute == CLEVR_SHAPE;
        for (int i = 0; i < function->n_inputs; i++)
            if (hops[self->nodes[k].inputs[i]] > hops[k]) hops[k] = hops[self->nodes[k].inputs[i]];
        hops[k] += kind == FN_RELATE || kind == FN_RELATE_SELECT || kind == FN_SAME;
        if (hops[k] > self->n_hops) self->n_hops = hops[k];
    }
}

static bool has_two_sentences(const struct text *self) {
    for (uint32_t i = 0; i < self->pieces.n; i++)
        if (self->pieces.at[i].kind == PIECE_WORDS && strchr(self->pieces.at[i].words, ';'))
            return true;
    return false;
}

/* "other" is said of two noun phrases, and of these two; see question_say. */
static void find_pairs(struct family *self) {
    static const char *const names[CLEVR_N_ATTRIBUTES][2] = {
        {"<Z>", "<Z2>"}, {"<C>", "<C2>"}, {"<M>", "<M2>"}, {"<S>", "<S2>"}};
    bool two = self->n_params == 8 && !self->strict;
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++)
        for (int i = 0; i < 2; i++)
            self->pairs[a][i] = (int8_t)(two ? family_param(self, names[a][i]) : NO_PARAM);
}

void family_finish(struct family *self) {
    find_steps(self);
    find_live(self);
    find_pairs(self);
    for (uint32_t i = 0; i < self->texts.n; i++)
        self->refers |= has_two_sentences(&self->texts.at[i]);
}
