/* Models: making them, closing them, reading them.
 *
 * Learning and reading a text both end in model_finish. It puts the slots of a
 * word in an order that depends on nothing but what they say, so a model that
 * was saved and loaded is the model that was saved, to the last bit:
 *
 *     slots      V:a 2.0   V:b 1.5   V/V:c 3.1       by category, for the chart
 *     entries    V/V:c 3.1   V:a 2.0   V:b 1.5       by weight, for people
 *
 * Texts of categories and programs are made once for each distinct entry. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"

g2l2_status model_adopt(g2l2_domain *domain, g2l2_model **out, g2l2_error *err) {
    g2l2_model *self = calloc(1, sizeof *self);
    if (!self) {
        g2l2_domain_free(domain);
        return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    }
    arena_init(&self->arena, &self->guard, 0);
    self->domain = domain;
    domain->arena.guard = &self->guard;
    if (guard_try(&self->guard, err)) {
        lexicon_init(&self->lexicon, &self->arena, domain);
        *out = self;
        return G2L2_STATUS_OK;
    }
    g2l2_status status = self->guard.status;
    g2l2_model_free(self);
    return status;
}

g2l2_status model_new(const g2l2_domain *domain, g2l2_model **out, g2l2_error *err) {
    g2l2_domain *copy;
    g2l2_status status = domain_copy(domain, &copy, err);
    return status ? status : model_adopt(copy, out, err);
}

void g2l2_model_free(g2l2_model *self) {
    if (!self) return;
    g2l2_domain_free(self->domain);
    arena_free(&self->arena);
    free(self);
}

/* ---- order ------------------------------------------------------------------ */

/* A slot and what orders it. */
struct row {
    struct slot slot;
    cat_id cat;
    double tau;
    const char *category, *program;
};

/* Heaviest first; what is not a number comes last. */
static int by_tau(const struct row *a, const struct row *b) {
    double x = isnan(a->tau) ? -INFINITY : a->tau, y = isnan(b->tau) ? -INFINITY : b->tau;
    return (x < y) - (x > y);
}

static int by_category(const void *left, const void *right) {
    const struct row *a = left, *b = right;
    if (a->slot.off != b->slot.off) return a->slot.off - b->slot.off;
    if (a->cat != b->cat) return a->cat < b->cat ? -1 : 1;
    int order = by_tau(a, b);
    return order ? order : strcmp(a->program, b->program);
}

static int by_weight(const void *left, const void *right) {
    const struct row *a = left, *b = right;
    int order = a->slot.off - b->slot.off;
    if (!order) order = by_tau(a, b);
    if (!order) order = strcmp(a->category, b->category);
    return order ? order : strcmp(a->program, b->program);
}

/* ---- closing ----------------------------------------------------------------- */

struct texts {
    const char **categories, **programs; /* [lexicon.entries.n] */
    const g2l2_case **cases;             /* likewise, [n_cases] each */
    uint32_t *n_cases;
};

static struct texts print_entries(g2l2_model *self) {
    uint32_t n = self->lexicon.entries.n;
    struct texts texts = {
        arena_array(&self->arena, const char *, n), arena_array(&self->arena, const char *, n),
        arena_array(&self->arena, const g2l2_case *, n), arena_array(&self->arena, uint32_t, n)};
    for (uint32_t i = 0; i < n; i++) {
        struct candidate entry = self->lexicon.entries.at[i];
        struct buf category, program;
        buf_init(&category, &self->arena);
        buf_init(&program, &self->arena);
        category_print(&self->domain->syntax, entry.cat, &category);
        if (entry.program) term_print(&self->domain->lang, entry.program, &program);
        texts.categories[i] = category.at;
        texts.programs[i] = program.n ? program.at : "";
        texts.n_cases[i] = model_cases(self, entry.cat, &texts.cases[i]);
    }
    return texts;
}

/* What could not be written and read again is no example. */
static void check_examples(struct lexicon *lexicon) {
    for (uint32_t i = 0; i < lexicon->slots.n; i++) {
        struct slot *slot = &lexicon->slots.at[i];
        size_t n = slot->example ? strlen(slot->example) : 0;
        if (n && text_valid(slot->example, n) < n) slot->example = NULL;
    }
}

static void get_rows(const struct lexicon *lexicon, const struct word *word,
                     const struct texts *texts, struct row *rows) {
    for (uint32_t i = 0; i < word->n; i++) {
        struct slot slot = lexicon->slots.at[word->first + i];
        rows[i] = (struct row){.slot = slot,
                               .cat = lexicon->entries.at[slot.entry].cat,
                               .tau = lexicon->tau[word->first + i],
                               .category = texts->categories[slot.entry],
                               .program = texts->programs[slot.entry]};
    }
}

static void put_slots(struct lexicon *lexicon, const struct word *word, const struct row *rows) {
    for (uint32_t i = 0; i < word->n; i++) {
        lexicon->slots.at[word->first + i] = rows[i].slot;
        lexicon->tau[word->first + i] = rows[i].tau;
    }
}

/* Heaviest first, so rows[0] has the maximum; share = softmax of tau over what is on. */
static void put_entries(g2l2_model *self, const struct texts *texts, const char *name,
                        const struct row *rows, uint32_t n) {
    double sum = 0;
    for (uint32_t i = 0; i < n && !rows[i].slot.off; i++) sum += exp(rows[i].tau - rows[0].tau);
    for (uint32_t i = 0; i < n; i++)
        self->entries[self->n_entries++] =
            (g2l2_entry){.word = name,
                         .category = rows[i].category,
                         .program = rows[i].program,
                         .weight = rows[i].tau,
                         .share = rows[i].slot.off ? 0 : exp(rows[i].tau - rows[0].tau) / sum,
                         .locked = rows[i].slot.locked,
                         .off = rows[i].slot.off,
                         .uses = rows[i].slot.uses,
                         .example = rows[i].slot.example,
                         .n_cases = texts->n_cases[rows[i].slot.entry],
                         .cases = texts->cases[rows[i].slot.entry]};
}

static uint32_t widest(const struct lexicon *lexicon) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < lexicon->words.n; w++)
        if (lexicon->words.at[w].n > n) n = lexicon->words.at[w].n;
    return n;
}

static void name_types(g2l2_model *self) {
    const g2l2_domain *domain = self->domain;
    self->types = arena_array(&self->arena, const char *, domain->concepts.n + 1);
    for (uint32_t i = 0; i < domain->concepts.n; i++) {
        struct buf name;
        buf_init(&name, &self->arena);
        lang_type_print(&domain->lang, domain->concepts.at[i].type, &name);
        self->types[i] = name.at;
    }
}

/* So that nobody has to make them who only reads the model. */
static void list_numerals(g2l2_model *self) {
    struct lang *lang = &self->domain->lang;
    if (self->lexicon.figures == SYMBOL_NONE) return;
    for (uint32_t i = 0; i < lang->literal_ops.n; i++) {
        const struct op *op = &lang->ops.at[lang->literal_ops.at[i]];
        bool thing = lang->types.at[op->result].kind == KIND_SYMBOL;
        if (thing && lexicon_is_figures(op->name, strlen(op->name)))
            vec_push(&self->arena, &self->lexicon.numerals,
                     term_op(lang, lang->literal_ops.at[i], NULL));
    }
}

void model_finish(g2l2_model *self) {
    struct lexicon *lexicon = &self->lexicon;
    domain_close(self->domain);
    check_examples(lexicon);
    struct texts texts = print_entries(self);
    struct row *rows = arena_array(&self->arena, struct row, widest(lexicon));
    self->entries = arena_array(&self->arena, g2l2_entry, lexicon->slots.n);
    self->n_entries = 0;
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        const struct word *word = &lexicon->words.at[w];
        get_rows(lexicon, word, &texts, rows);
        qsort(rows, word->n, sizeof *rows, by_category);
        put_slots(lexicon, word, rows);
        qsort(rows, word->n, sizeof *rows, by_weight);
        put_entries(self, &texts, lexicon->names.names.at[w], rows, word->n);
    }
    lexicon_index(lexicon);
    list_numerals(self);
    if (lexicon->params) model_round_params(self);
    name_types(self);
}

/* ---- reading ------------------------------------------------------------------- */

const g2l2_domain *g2l2_model_domain(const g2l2_model *self) {
    return self->domain;
}

size_t g2l2_model_n_words(const g2l2_model *self) {
    return self->lexicon.words.n;
}

size_t g2l2_model_n_entries(const g2l2_model *self) {
    return self->n_entries;
}

g2l2_entry g2l2_model_entry(const g2l2_model *self, size_t i) {
    return i < self->n_entries ? self->entries[i] : (g2l2_entry){0};
}
