#include "run/prefer.h"

#include <string.h>

#include "types/stated.h"

const char *const prefer_shape_names[N_PREFER_SHAPES] = {[PREFER_NOTHING] = "(nothing)",
                                                         [PREFER_IDLE] = "(idle)",
                                                         [PREFER_FAR] = "(far)",
                                                         [PREFER_AGAIN] = "(again)",
                                                         [PREFER_NAMED] = "(named)"};

static void put(const struct lang *lang, const struct term *term, uint32_t depth, struct buf *out) {
    if (term->kind == TERM_VAR) buf_puts(out, term->index == depth ? "_" : ".");
    if (term->kind == TERM_NUMBER) buf_printf(out, "%.10g", term->number);
    if (term->kind == TERM_OP) buf_puts(out, lang->ops.at[term->op].name);
    if (term->kind == TERM_LAMBDA || term->kind == TERM_APPLY) buf_puts(out, "\\");
    for (uint32_t i = 0; i < term->n_subs; i++) {
        buf_puts(out, i ? "," : "(");
        put(lang, term->subs[i], depth + (term->kind == TERM_LAMBDA), out);
    }
    if (term->n_subs) buf_puts(out, ")");
}

void prefer_name(const struct lang *lang, const struct term *lambda, struct buf *out) {
    put(lang, lambda->subs[0], 0, out);
}

void prefer_meaning(const struct lang *lang, const struct term *program, struct buf *out) {
    buf_puts(out, PREFER_MEANING);
    while (program && program->kind == TERM_LAMBDA) program = program->subs[0];
    if (program) put(lang, program, 0, out);
    else buf_puts(out, "nothing");
}

static void find_shapes(struct preferences *self) {
    for (uint32_t i = 0; i < N_PREFER_SHAPES; i++) {
        const char *name = prefer_shape_names[i];
        struct fit_key key = {FIT_ARGUMENT, symbols_find(&self->fit->parts, name, strlen(name)),
                              symbols_find(&self->fit->sets, name, strlen(name))};
        bool known = key.a != SYMBOL_NONE && key.b != SYMBOL_NONE;
        self->shapes[i] = (struct preference){key, known ? fit_weight(self->fit, key) : 0, 0};
    }
}

static void find_scopes(struct preferences *self) {
    uint32_t part = symbols_find(&self->fit->parts, PREFER_SCOPE, strlen(PREFER_SCOPE));
    self->scopes = arena_array(self->arena, struct preference, self->n + 1);
    for (uint32_t i = 0; i < self->n; i++) {
        bool known = part != SYMBOL_NONE && self->words[i] != SYMBOL_NONE;
        struct fit_key key = {self->words[i], known ? part : SYMBOL_NONE, part};
        self->scopes[i] = (struct preference){key, known ? fit_weight(self->fit, key) : 0, 0};
    }
}

void prefer_open(struct preferences *self, struct arena *arena, const struct lexicon *lexicon,
                 const uint32_t *words, uint32_t n, void *state, struct machine *machine) {
    const struct exact_kernels *kernels = machine_kernels(machine);
    *self = (struct preferences){.kernels = kernels, .state = state, .machine = machine};
    if (!lexicon->fit || !kernels->sort || !lexicon->domain->answers) return;
    self->fit = lexicon->fit;
    self->arena = arena;
    self->words = words;
    self->n = n;
    self->n_words = n < PREFER_WORDS ? n : PREFER_WORDS;
    find_shapes(self);
    self->n_terms = lexicon->domain->lang.terms.n;
    self->rows = arena_zalloc(arena, (self->n_terms + 1) * sizeof *self->rows);
    self->meanings = arena_zalloc(arena, (self->n_terms + 1) * sizeof *self->meanings);
    self->sides[0] = symbols_find(&self->fit->parts, PREFER_BEFORE, strlen(PREFER_BEFORE));
    self->sides[1] = symbols_find(&self->fit->parts, PREFER_BEHIND, strlen(PREFER_BEHIND));
    find_scopes(self);
}

static void widen(struct preferences *self) {
    uint32_t *before = self->cells, width = PREFER_SORTS + 3 * self->n, n = self->cap * width;
    self->cap = self->cap ? 2 * self->cap : 64;
    self->cells = arena_zalloc(self->arena, (size_t)self->cap * width * sizeof *self->cells);
    if (n) memcpy(self->cells, before, n * sizeof *before);
}

static uint32_t row_of(struct preferences *self, const struct lang *lang,
                       const struct term *lambda) {
    struct buf name;
    if (self->rows[lambda->id]) return self->rows[lambda->id] - 1;
    if (self->parts.n == self->cap) widen(self);
    buf_init(&name, self->arena);
    prefer_name(lang, lambda, &name);
    vec_push(self->arena, &self->parts, symbols_find(&self->fit->parts, name.at, name.n));
    self->rows[lambda->id] = self->parts.n;
    return self->parts.n - 1;
}

static uint32_t column_of(struct preferences *self, const char *sort) {
    uint32_t i = 0;
    while (i < self->sorts.n && self->sorts.at[i] != sort) i++;
    if (i < self->sorts.n || i == PREFER_SORTS) return i;
    vec_push(self->arena, &self->sorts, sort);
    vec_push(self->arena, &self->sets, symbols_find(&self->fit->sets, sort, strlen(sort)));
    return i;
}

static struct preference *at(struct preferences *self, uint32_t row, uint32_t column,
                             struct fit_key key) {
    uint32_t *cell = &self->cells[row * (PREFER_SORTS + 3 * self->n) + column];
    if (!*cell) {
        vec_push(self->arena, &self->all,
                 ((struct preference){key, fit_weight(self->fit, key), 0}));
        *cell = self->all.n;
    }
    return &self->all.at[*cell - 1];
}

/* What is asked of a set: its sort, or how many of it there are. */
typedef const char *asked(void *state, value_id value);

static struct preference *find(struct preferences *self, value_id function, value_id argument,
                               asked *ask) {
    if (!self->fit || !ask || (argument & VALUE_CLOSURE) || value_tag(argument) != TAG_SET)
        return NULL;
    const struct lang *lang;
    const struct term *lambda = machine_lambda(self->machine, function, &lang);
    const char *sort = lambda ? ask(self->state, argument) : NULL;
    if (!sort) return NULL;
    uint32_t row = row_of(self, lang, lambda), column = column_of(self, sort);
    if (self->parts.at[row] == SYMBOL_NONE || column == PREFER_SORTS ||
        self->sets.at[column] == SYMBOL_NONE)
        return NULL;
    return at(self, row, column,
              (struct fit_key){FIT_ARGUMENT, self->parts.at[row], self->sets.at[column]});
}

struct preference *prefer_find(struct preferences *self, value_id function, value_id argument) {
    return find(self, function, argument, self->kernels->sort);
}

struct preference *prefer_extent(struct preferences *self, value_id function, value_id argument) {
    return find(self, function, argument, self->kernels->extent);
}

struct preference *prefer_beside(struct preferences *self, value_id function, uint32_t place) {
    const struct lang *lang;
    const struct term *lambda = self->fit ? machine_lambda(self->machine, function, &lang) : NULL;
    if (!lambda || place >= self->n || self->words[place] == SYMBOL_NONE) return NULL;
    uint32_t row = row_of(self, lang, lambda), part = self->parts.at[row];
    if (part == SYMBOL_NONE) return NULL;
    return at(self, row, PREFER_SORTS + place, (struct fit_key){self->words[place], part, part});
}

static uint32_t meaning_row(struct preferences *self, const struct lang *lang,
                            const struct term *program) {
    uint32_t *row = &self->meanings[program ? program->id : self->n_terms];
    if (*row) return *row - 1;
    struct buf name;
    if (self->parts.n == self->cap) widen(self);
    buf_init(&name, self->arena);
    prefer_meaning(lang, program, &name);
    vec_push(self->arena, &self->parts, symbols_find(&self->fit->parts, name.at, name.n));
    *row = self->parts.n;
    return self->parts.n - 1;
}

struct preference *prefer_context(struct preferences *self, uint32_t place, int side,
                                  const struct lang *lang, const struct term *program) {
    if (!self->fit || self->sides[side] == SYMBOL_NONE || place >= self->n) return NULL;
    if (side ? place + 1 == self->n : !place) return NULL;
    if (program && program->id >= self->n_terms) return NULL;
    uint32_t word = self->words[side ? place + 1 : place - 1];
    uint32_t row = meaning_row(self, lang, program), part = self->parts.at[row];
    if (word == SYMBOL_NONE || part == SYMBOL_NONE) return NULL;
    return at(self, row, PREFER_SORTS + self->n + 2 * place + (uint32_t)side,
              fit_pair(word, self->sides[side], part));
}

/* ---- what is asked for ------------------------------------------------------------------------ */

static uint32_t named_part(const struct preferences *self, const char *sort) {
    return symbols_find(&self->fit->parts, sort, strlen(sort));
}

/* Its name in the fit; where it has none there is one for all words, and one for all things. */
static uint32_t part_of(const struct preferences *self, const char *sort, value_id value) {
    uint32_t part = named_part(self, sort), tag = value_tag(value);
    if (part != SYMBOL_NONE || (tag != TAG_SYMBOL && tag != TAG_SET)) return part;
    return named_part(self, tag == TAG_SET ? STATED_THINGS : STATED_WORD);
}

/* Each of the first words once. */
static double wished(const struct preferences *self, uint32_t part) {
    double sum = 0;
    for (uint32_t i = 0; part != SYMBOL_NONE && i < self->n_words; i++) {
        uint32_t k = 0;
        while (self->words[k] != self->words[i]) k++;
        if (k == i) sum += fit_weight(self->fit, (struct fit_key){self->words[i], part, part});
    }
    return sum;
}

void prefer_expected(const struct preferences *self, struct asked_for *out) {
    static const char *const sorts[N_PREFER_ASKED] = {STATED_NUMBER, STATED_TRUTH, STATED_WORD,
                                                      STATED_SEVERAL, STATED_THINGS};
    double all = 0;
    for (uint32_t i = 0; i < N_PREFER_ASKED; i++) {
        out[i].part = self->fit ? named_part(self, sorts[i]) : SYMBOL_NONE;
        all += out[i].share = out[i].part == SYMBOL_NONE ? 0 : exp(wished(self, out[i].part));
    }
    for (uint32_t i = 0; all > 0 && i < N_PREFER_ASKED; i++) out[i].share /= all;
}

struct wish *prefer_answer(struct preferences *self, value_id value) {
    if (!self->fit || (value & VALUE_CLOSURE)) return NULL;
    const char *sort = self->kernels->sort(self->state, value);
    for (uint32_t i = 0; sort && i < self->n_wishes; i++)
        if (!strcmp(self->wishes[i].sort, sort)) return &self->wishes[i];
    if (!sort || self->n_wishes == PREFER_SORTS) return NULL;
    uint32_t part = part_of(self, sort, value);
    self->wishes[self->n_wishes++] = (struct wish){sort, part, wished(self, part), 0};
    return &self->wishes[self->n_wishes - 1];
}
