/* The lexicon as kernels see it (mixed.h): the operator forms of its programs, and of what
 * the rules of the grammar do with them; what has none is interpreted. */
#include <math.h>
#include <string.h>

#include "run/mixed.h"

uint32_t grounding_params(const g2l2_domain *domain, uint32_t n_features, uint32_t *offsets) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < domain->concepts.n; i++) {
        if (offsets) offsets[i] = n;
        n += domain->concepts.at[i].of_answers ? domain->lang.literals.names.n : n_features + 1;
    }
    return n;
}

bool grounding_of_one_object(const g2l2_domain *domain, uint32_t concept) {
    const struct concept *of = &domain->concepts.at[concept];
    for (uint32_t i = 0; i < domain->lang.ops.n && !of->of_answers; i++) {
        const struct op *op = &domain->lang.ops.at[i];
        if (op->literal >= 0) break; /* constants of the data come last */
        if (op->n_args == 2 && op->args[1] == of->type) return true;
    }
    return false;
}

/* ---- rows of numbers ------------------------------------------------------------------------ */

#define MANY_ANSWERS 256u /* as many have numbers for each other */

/* Answers that no sentence has are only what objects are like; and what names a value is hardly the
 * name of an attribute too. */
static bool may_have(const struct lexicon *lexicon, uint32_t word, uint32_t concept) {
    const g2l2_domain *domain = lexicon->domain;
    const char *name = lexicon->names.names.at[word];
    if (!domain->concepts.at[concept].of_answers)
        return lexicon->words.at[word].n || grounding_of_one_object(domain, concept);
    return symbols_find(&domain->lang.literals, name, strlen(name)) == SYMBOL_NONE;
}

/* Whole rows are a number for each pair of answers. Where these are many, a row ends behind the last
 * concept that its word may have. */
static void shorten_rows(struct lexicon *self, struct arena *arena, const uint32_t *offsets) {
    self->rows = arena_zalloc(arena, (self->words.n + 1) * sizeof *self->rows);
    for (uint32_t w = 0; w < self->words.n; w++) {
        uint32_t n = self->domain->concepts.n, end = self->n_params;
        while (n && !may_have(self, w, n - 1)) end = offsets[--n];
        self->rows[w + 1] = self->rows[w] + end;
    }
}

void grounding_rows(struct lexicon *self, struct arena *arena, uint32_t n_features) {
    uint32_t *offsets = arena_array(arena, uint32_t, self->domain->concepts.n + 1);
    self->n_features = n_features;
    self->n_params = grounding_params(self->domain, n_features, offsets);
    self->rows = NULL;
    if (self->domain->lang.literals.names.n > MANY_ANSWERS) shorten_rows(self, arena, offsets);
}

/* ---- programs ------------------------------------------------------------------------------- */

static _Noreturn void refuse(struct arena *arena, const char *why) {
    guard_raise(arena->guard, G2L2_STATUS_TYPE, 0, 0, "%s", why);
}

/* A word that refers back means just that, \x. x, and has a form; any other program of such
 * a category is run for each thing that it may be given. */
static bool has_form(const struct grounding *self, cat_id cat, const struct term *program,
                     struct mixed_code *out) {
    const struct lang *lang = self->setup.lang;
    if (self->lexicon->domain->syntax.cats.at[cat].kind == CAT_KIND_OPEN)
        return program->kind == TERM_LAMBDA && program->subs[0]->kind == TERM_VAR;
    return self->kernels->compile(lang, program, out) &&
           self->kernels->class_of(lang, program->type) == out->class;
}

static struct mixed_code compile(struct grounding *self, cat_id cat, const struct term *program) {
    struct mixed_code code = {0, FORM_NONE, 0};
    if (!program || has_form(self, cat, program, &code)) return code;
    self->setup.interprets = true;
    return (struct mixed_code){0, FORM_INTERPRETED, 0};
}

static void compile_entries(struct grounding *self, struct arena *arena) {
    const struct lexicon *lexicon = self->lexicon;
    struct mixed_code *codes = arena_zalloc(arena, (lexicon->entries.n + 1) * sizeof *codes);
    for (uint32_t i = 0; i < lexicon->entries.n; i++)
        codes[i] = compile(self, lexicon->entries.at[i].cat, lexicon->entries.at[i].program);
    self->codes = codes;
}

static const struct mixed_code *compile_cases(struct grounding *self, struct arena *arena,
                                              const struct schema *schema) {
    struct mixed_code *codes = arena_zalloc(arena, (schema->cases.n + 1) * sizeof *codes);
    for (uint32_t i = 0; i < schema->cases.n; i++)
        codes[i] = compile(self, schema->cases.at[i].cat, schema->cases.at[i].program);
    return codes;
}

static void compile_schemas(struct grounding *self, struct arena *arena) {
    const struct syntax *syntax = &self->lexicon->domain->syntax;
    self->cases = arena_zalloc(arena, (syntax->schemas.n + 1) * sizeof *self->cases);
    for (uint32_t i = 0; i < syntax->schemas.n; i++)
        self->cases[i] = compile_cases(self, arena, &syntax->schemas.at[i]);
}

static struct joined compile_meaning(const struct grounding *self, const struct meaning *of) {
    const struct syntax *syntax = &self->lexicon->domain->syntax;
    const struct meaning *m = &syntax->meanings.at[of->unlifted];
    struct joined out = {.term = m->term};
    const struct term *program = syntax->schemas.n ? syntax->schemas.at[m->schema].program : NULL;
    if (m->rule == RULE_BIND) out.by = BY_BINDING;
    else if (m->form == MEANING_FORWARD) out.by = BY_FORWARD;
    else if (m->form == MEANING_BACKWARD) out.by = BY_BACKWARD;
    else if (m->rule == RULE_COORDINATE && program &&
             self->kernels->compile_join(self->setup.lang, program, &out.how) &&
             self->kernels->class_of(self->setup.lang, m->left) >= 0)
        out.by = BY_CONJUNCTION;
    else out.by = BY_TERM;
    return out;
}

static void compile_meanings(struct grounding *self, struct arena *arena) {
    const struct syntax *syntax = &self->lexicon->domain->syntax;
    struct joined *joined = arena_array(arena, struct joined, syntax->meanings.n + 1);
    for (uint32_t i = 0; i < syntax->meanings.n; i++)
        joined[i] = compile_meaning(self, &syntax->meanings.at[i]);
    self->joined = joined;
    for (uint32_t i = 0; i < syntax->meanings.n; i++)
        self->setup.interprets |= joined[i].by == BY_TERM && joined[i].term;
}

/* What a value of this category is made of: of [AND T] and [LET T], a T; of X^Y, X's. */
static cat_id content(const struct syntax *syntax, cat_id cat) {
    const struct category *cats = syntax->cats.at;
    cat = syntax_closed(syntax, cat);
    if (cats[cat].kind == CAT_KIND_PARTIAL) cat = cats[cat].argument;
    return syntax_closed(syntax, cat);
}

static bool is_open(const struct syntax *syntax, cat_id cat) {
    const struct category *c = &syntax->cats.at[cat];
    return c->kind == CAT_KIND_OPEN ||
           (c->kind == CAT_KIND_PARTIAL && syntax->cats.at[c->argument].kind == CAT_KIND_OPEN);
}

/* Its argument may be a function that has no operator form. */
static bool takes_function(const struct lang *lang, type_id type) {
    return type != TYPE_NONE && lang_is_function(lang, type) &&
           lang_is_function(lang, lang->types.at[type].argument);
}

static void compile_categories(struct grounding *self, struct arena *arena) {
    const struct syntax *syntax = &self->lexicon->domain->syntax;
    struct kept *kept = arena_array(arena, struct kept, syntax->n_closed);
    for (uint32_t i = 0; i < syntax->n_closed; i++) {
        type_id type = syntax->cats.at[content(syntax, (cat_id)i)].type;
        int class = self->kernels->class_of(self->setup.lang, type);
        kept[i] = (struct kept){class, is_open(syntax, (cat_id)i),
                                class >= 0 && takes_function(self->setup.lang, type)};
    }
    self->kept = kept;
}

/* Every answer has a word of its own, whether or not questions use it. */
static const uint32_t *answer_words(const struct lexicon *lexicon, struct arena *arena) {
    const struct symbols *literals = &lexicon->domain->lang.literals;
    uint32_t *words = arena_array(arena, uint32_t, literals->names.n + 1);
    for (uint32_t i = 0; i < literals->names.n; i++) {
        const char *name = literals->names.at[i];
        words[i] = lexicon_find(lexicon, name, strlen(name));
        if (words[i] == SYMBOL_NONE) refuse(arena, "an answer is not a word of the lexicon");
    }
    return words;
}

void grounding_init(struct grounding *self, struct arena *arena, const struct lexicon *lexicon,
                    uint32_t n_features, const double *params, double *grads) {
    const g2l2_domain *domain = lexicon->domain;
    uint32_t *offsets = arena_array(arena, uint32_t, domain->concepts.n + 1);
    type_id *types = arena_array(arena, type_id, domain->concepts.n + 1);
    for (uint32_t i = 0; i < domain->concepts.n; i++) types[i] = domain->concepts.at[i].type;
    *self = (struct grounding){.lexicon = lexicon, .kernels = domain->kernels->mixed};
    self->setup = (struct mixed_setup){.lang = &domain->lang,
                                       .n_words = lexicon->words.n,
                                       .n_params = grounding_params(domain, n_features, offsets),
                                       .n_features = n_features,
                                       .n_answers = domain->lang.literals.names.n,
                                       .params = params,
                                       .rows = lexicon->rows,
                                       .grads = grads,
                                       .n_concepts = domain->concepts.n,
                                       .types = types,
                                       .offsets = offsets,
                                       .answers = answer_words(lexicon, arena),
                                       .owner = lexicon->owner,
                                       .rivals = lexicon->rivals};
    compile_entries(self, arena);
    compile_schemas(self, arena);
    compile_meanings(self, arena);
    compile_categories(self, arena);
}

const double *grounding_weights(const struct lexicon *lexicon, struct arena *arena) {
    double *weight = arena_array(arena, double, lexicon->slots.n + 1);
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        const struct word *word = &lexicon->words.at[w];
        double max = -INFINITY, sum = 0;
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            max = fmax(max, lexicon->tau[s]);
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            sum += weight[s] = lexicon->slots.at[s].off ? 0 : exp(lexicon->tau[s] - max);
        for (uint32_t s = word->first; s < word->first + word->n; s++) weight[s] /= sum;
    }
    return weight;
}
