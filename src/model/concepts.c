/* Concepts: numbers that are learned for a word beside the weights of its entries,
 * where sentences are about scenes. A row for each word, a block for each type:
 *
 *              ObjConcept       RelConcept       Attribute
 *              [features + 1]   [features + 1]   [answers]
 *     red      ██████████████   ░░░░░░░░░░░░░░   ░░░░░░░░░      \x. filter(x, ?)
 *     left     ░░░░░░░░░░░░░░   ██████████████   ░░░░░░░░░      \x.\y. relate(y, x, ?)
 *     color    ░░░░░░░░░░░░░░   ░░░░░░░░░░░░░░   █████████      \x. query(x, ?)
 *
 * What no entry asks for (░) was never learned: it is 0 in a finished model, and not
 * in its files. An answer has one concept more than its entries say: "what color is
 * it?" looks for the answer that the object is like. */
#include <string.h>

#include "run/mixed.h"
#include "model/model.h"

void model_add_params(g2l2_model *self, uint32_t n_features, const char *features) {
    struct lexicon *lexicon = &self->lexicon;
    grounding_rows(lexicon, &self->arena, n_features);
    if (lexicon_n_numbers(lexicon) > MODEL_MAX_PARAMS)
        guard_raise(self->arena.guard, G2L2_STATUS_LIMIT, 0, 0,
                    "concepts of %u words have %zu numbers, more than the limit of %zu M",
                    lexicon->words.n, lexicon_n_numbers(lexicon), MODEL_MAX_PARAMS >> 20);
    /* A definition may say of a concept what its kernels do not expect: whatever size they
     * take it to have, they read numbers. */
    size_t largest = (size_t)n_features + 1 + self->domain->lang.literals.names.n;
    lexicon->params =
        arena_zalloc(&self->arena, (lexicon_n_numbers(lexicon) + largest) * sizeof(double));
    self->features = arena_strndup(&self->arena, features, strlen(features));
}

/* ---- who has which ---------------------------------------------------------------------- */

static bool is_answer(const g2l2_model *self, uint32_t word) {
    const char *name = self->lexicon.names.names.at[word];
    return symbols_find(&self->domain->lang.literals, name, strlen(name)) != SYMBOL_NONE;
}

/* Where it begins in the row of a word. */
static size_t place_of(const g2l2_model *self, uint32_t concept) {
    size_t at = 0;
    for (uint32_t i = 0; i < concept; i++) at += model_concept_size(self, i);
    return at;
}

static bool has_concept(const g2l2_model *self, uint32_t word, uint32_t concept) {
    const struct lexicon *lexicon = &self->lexicon;
    const struct concept *wanted = &self->domain->concepts.at[concept];
    const struct word *w = &lexicon->words.at[word];
    if (lexicon->rows && place_of(self, concept) >= lexicon_row_size(lexicon, word)) return false;
    for (uint32_t s = w->first; s < w->first + w->n; s++) {
        const struct term *program = lexicon->entries.at[lexicon->slots.at[s].entry].program;
        if (program && term_asks_for(program, wanted->type)) return true;
    }
    return grounding_of_one_object(self->domain, concept) && is_answer(self, word);
}

bool model_has_object_concept(const g2l2_model *self, uint32_t word) {
    for (uint32_t c = 0; c < self->domain->concepts.n; c++)
        if (grounding_of_one_object(self->domain, c) && has_concept(self, word, c)) return true;
    return false;
}

/* A synonym has what another word has, and no numbers of its own. */
bool model_has_concept(const g2l2_model *self, uint32_t word, uint32_t concept) {
    const uint32_t *owner = self->lexicon.owner;
    bool own = !owner || owner[word] == word || !grounding_of_one_object(self->domain, concept);
    return own && has_concept(self, word, concept);
}

uint32_t model_concept_words(const g2l2_model *self, uint32_t concept, uint32_t *out) {
    const struct lexicon *lexicon = &self->lexicon;
    uint32_t n = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t w = 0; w < lexicon->words.n; w++)
            if ((lexicon->words.at[w].n ? 0 : 1) == pass && model_has_concept(self, w, concept))
                out[n++] = w;
    return n;
}

/* ---- numbers ------------------------------------------------------------------------------- */

uint32_t model_concept_size(const g2l2_model *self, uint32_t concept) {
    const g2l2_domain *domain = self->domain;
    return domain->concepts.at[concept].of_answers ? domain->lang.literals.names.n
                                                   : self->lexicon.n_features + 1;
}

double *model_concept(const g2l2_model *self, uint32_t word, uint32_t concept) {
    return self->lexicon.params + lexicon_row(&self->lexicon, word) + place_of(self, concept);
}

void model_copy_synonyms(g2l2_model *self) {
    const uint32_t *owner = self->lexicon.owner;
    for (uint32_t w = 0; owner && self->lexicon.params && w < self->lexicon.words.n; w++)
        for (uint32_t c = 0; owner[w] != w && c < self->domain->concepts.n; c++)
            if (grounding_of_one_object(self->domain, c))
                memcpy(model_concept(self, w, c), model_concept(self, owner[w], c),
                       model_concept_size(self, c) * sizeof(double));
}

void model_round_params(g2l2_model *self) {
    for (uint32_t w = 0; w < self->lexicon.words.n; w++) {
        uint32_t n = lexicon_row_size(&self->lexicon, w);
        for (uint32_t c = 0, at = 0; c < self->domain->concepts.n && at < n; c++) {
            double *values = model_concept(self, w, c);
            bool has = model_has_concept(self, w, c);
            for (uint32_t i = 0; i < model_concept_size(self, c); i++, at++)
                values[i] = has ? (double)(float)values[i] : 0;
        }
    }
    model_copy_synonyms(self);
}

/* ---- for others ------------------------------------------------------------------------------ */

size_t g2l2_model_n_features(const g2l2_model *self) {
    return self->lexicon.params ? self->lexicon.n_features : 0;
}

const char *g2l2_model_features(const g2l2_model *self) {
    return self->features;
}

size_t g2l2_model_vectors(const g2l2_model *self, g2l2_vector *out, size_t max) {
    const struct lexicon *lexicon = &self->lexicon;
    size_t n = 0;
    for (uint32_t c = 0; lexicon->params && c < self->domain->concepts.n; c++)
        for (uint32_t pass = 0; pass < 2; pass++) /* as model_concept_words */
            for (uint32_t w = 0; w < lexicon->words.n; w++) {
                if ((lexicon->words.at[w].n == 0) != pass || !model_has_concept(self, w, c))
                    continue;
                if (n++ >= max) continue;
                out[n - 1] = (g2l2_vector){.type = self->types[c],
                                           .word = lexicon->names.names.at[w],
                                           .of_answers = self->domain->concepts.at[c].of_answers,
                                           .n_values = model_concept_size(self, c),
                                           .values = model_concept(self, w, c)};
            }
    return n;
}
