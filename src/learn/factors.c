/* Weights that entries share (Kwiatkowski et al. 2011), where a word has hundreds of candidates
 * and is seen a few times: tau is a sum.
 *
 *     cities   N|N : \x. filter(linked(x), city())
 *
 *     the entry itself        cities, this entry
 *     the word's constants    cities, city        whatever is done with them
 *     the word's operations   cities, filter linked
 *     the same of its stem    citie, ...          what similar words mean
 *     the template            N|N \x. filter(linked(x), _)
 *     the spelling            a constant that is spelled like the word
 *
 * and a first weight: a word means nothing rather than something, unless it is spelled like it.
 * Each weight is learned by AdaGrad (Duchi et al. 2011), pulled towards 0. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"
#include "types/stated.h"

#define N_FACTORS  7
#define STEM_VALUE 3 /* the factor of a stem and its constants */
#define N_OWN      3 /* of them that a word has to itself, the first ones */
#define NONE       UINT32_MAX
#define FORM_LEAST 4 /* bytes of a word that others may be forms of: `the` is none of `there` */

struct factors {
    uint32_t (*of)[N_FACTORS]; /* [n_slots] */
    double *first;             /* [n_slots] tau before anything was seen */
    double *base;              /* [n_slots] that, before others claimed the entry's value */
    uint32_t *value;           /* [n_slots] the value that the entry names, by literal, or NONE: by
                                  spelling that is known */
    struct origin *origins;    /* [n_slots] of the slots that words began with */
    uint32_t n;
    double *weight, *square, *grad; /* [n] */
    bool *touched;                  /* [n] */
    double *sum;                    /* [n] of weights, after each of so many updates */
    uint32_t n_summed;
    double *claimed;      /* [n] uses of a value by a word and others that begin like it */
    struct claim *claims; /* [n_literals] by whom it is used most */
};

/* What a slot is before anything was seen. */
struct origin {
    uint32_t of[N_FACTORS];
    double base;
    uint32_t value;
};

/* Uses of a value by a word and others that begin like it. */
struct claim {
    uint32_t by; /* STEM_VALUE of a slot */
    double uses;
};

/* ---- what a program is made of ------------------------------------------------------------ */

static bool is_constant(const struct lang *lang, const struct term *term) {
    return term->kind == TERM_NUMBER ||
           (term->kind == TERM_OP && lang->ops.at[term->op].literal >= 0);
}

static bool is_own_word(const struct lang *lang, const struct term *term) {
    if (term->kind != TERM_OP) return false;
    uint16_t kernel = lang->ops.at[term->op].kernel;
    return kernel == KERNEL_NAMED || kernel == KERNEL_SPELLED || kernel == KERNEL_NUMERAL;
}

static void put_constants(const struct lang *lang, const struct term *term, struct buf *out) {
    if (is_constant(lang, term) || is_own_word(lang, term)) {
        buf_puts(out, " ");
        term_print(lang, term, out);
    }
    for (uint32_t i = 0; i < term->n_subs; i++) put_constants(lang, term->subs[i], out);
}

static void put_operations(const struct lang *lang, const struct term *term, struct buf *out) {
    if (term->kind == TERM_OP && !is_constant(lang, term))
        buf_printf(out, " %s", lang->ops.at[term->op].name);
    for (uint32_t i = 0; i < term->n_subs; i++) put_operations(lang, term->subs[i], out);
}

static bool has_kernel(const struct lang *lang, const struct term *term, uint16_t kernel) {
    if (term->kind == TERM_OP && lang->ops.at[term->op].kernel == kernel) return true;
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (has_kernel(lang, term->subs[i], kernel)) return true;
    return false;
}

/* Has it a bound that the answers of examples show (bounds.c)? */
static bool has_bound(const struct lang *lang, const struct term *term) {
    uint16_t kernel = term->kind == TERM_OP ? lang->ops.at[term->op].kernel : N_KERNELS;
    if (kernel == KERNEL_FROM || kernel == KERNEL_UP_TO)
        return term->subs[term->n_subs - 1]->kind == TERM_NUMBER;
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (has_bound(lang, term->subs[i])) return true;
    return false;
}

static bool is_groups(const struct lang *lang, const struct op *op) {
    return lang->types.at[op->result].kind == KIND_GROUPS;
}

/* The first constant that the data name, or NULL. What holds things together is no part of what
 * is said of them: `top` speaks of boxes, and is not spelled like them. */
static const struct op *first_constant(const struct lang *lang, const struct term *term) {
    if (term->kind == TERM_OP && lang->ops.at[term->op].literal >= 0)
        return is_groups(lang, &lang->ops.at[term->op]) ? NULL : &lang->ops.at[term->op];
    for (uint32_t i = 0; i < term->n_subs; i++) {
        const struct op *found = first_constant(lang, term->subs[i]);
        if (found) return found;
    }
    return NULL;
}

/* ---- spelling -------------------------------------------------------------------------------- */

/* `is_capital` is spelled like `capital`, `Unit price` like `price`. */
static bool spelled_like(const char *word, const char *constant) {
    char part[64];
    for (size_t n; *constant; constant += n + strspn(constant + n, " _-")) {
        n = strcspn(constant, " _-");
        size_t kept = n < sizeof part - 1 ? n : sizeof part - 1;
        for (size_t i = 0; i < kept; i++)
            part[i] =
                constant[i] >= 'A' && constant[i] <= 'Z' ? (char)(constant[i] + 32) : constant[i];
        part[kept] = 0;
        if (kept && stated_alike(part, word)) return true;
    }
    return false;
}

static bool is_placeholder(const char *word) {
    return word[0] == '<' && word[1];
}

static bool is_said_by_spelling(const char *word) {
    return !strcmp(word, "<value>") || !strcmp(word, "<name>") || !strcmp(word, "<number>");
}

static uint32_t count_rare(const struct lang *lang, const struct term *term) {
    uint32_t n = term->kind == TERM_OP && lang->ops.at[term->op].rare;
    for (uint32_t i = 0; i < term->n_subs; i++) n += count_rare(lang, term->subs[i]);
    return n;
}

/* Is an operation applied to what another one comes to? */
static bool is_compound(const struct term *program) {
    while (program->kind == TERM_LAMBDA) program = program->subs[0];
    for (uint32_t i = 0; i < program->n_subs; i++)
        if (program->subs[i]->n_subs) return true;
    return false;
}

/* What is rare and made of several operations is nothing that few examples would tell. */
static bool is_for_many(const struct learner *l, const struct term *program) {
    return (double)g2l2_dataset_count(l->data) <= l->recipe.answer_many && is_compound(program) &&
           count_rare(&l->work->domain->lang, program);
}

/* A name that stands for one object needs no property to tell which. */
static bool is_needless(const struct learner *l, const struct term *program) {
    return !l->names_shared && first_constant(&l->work->domain->lang, program);
}

static bool has_sorts(const struct learner *l) {
    for (uint32_t i = 0; i < l->n_stated; i++)
        if (l->stated[i].world->sorts) return true;
    return false;
}

/* Is it a sort of things in one of the worlds? */
static bool is_sort(const struct learner *l, const char *value) {
    for (uint32_t i = 0; i < l->n_stated; i++) {
        const struct stated *world = l->stated[i].world;
        for (uint32_t k = 0; world->sorts && k < world->n_objects; k++)
            if (!strcmp(world->sorts[k], value)) return true;
    }
    return false;
}

bool factors_allow(const struct learner *l, const char *word, const struct term *program) {
    const struct lang *lang = &l->work->domain->lang;
    bool named = has_kernel(lang, program, KERNEL_NAMED);
    bool numeral = has_kernel(lang, program, KERNEL_NUMERAL);
    bool spelled = has_kernel(lang, program, KERNEL_SPELLED);
    const struct op *sort = named ? first_constant(lang, program) : NULL;
    if (sort && has_sorts(l) && !is_sort(l, sort->name)) return false;
    if (is_placeholder(word))
        return (named && !strcmp(word, "<name>") && !is_needless(l, program)) ||
               (numeral && !strcmp(word, "<number>")) || (spelled && !strcmp(word, "<value>"));
    if (named || numeral || is_for_many(l, program)) return false;
    return !spelled || (learner_spelling(l, word) & WORD_VALUE);
}

/* Is a constant spelled by some word of the questions? By literal. */
static const bool *find_spelled(struct learner *l) {
    const struct lang *lang = &l->work->domain->lang;
    bool *out = arena_zalloc(&l->arena, lang->literal_ops.n + 1);
    for (uint32_t i = 0; i < lang->literal_ops.n; i++)
        for (uint32_t w = 0; w < l->lexicon->words.n && !out[i]; w++)
            out[i] = spelled_like(l->lexicon->names.names.at[w],
                                  lang->ops.at[lang->literal_ops.at[i]].name);
    return out;
}

enum spelling { SPELLED_NOT, SPELLED_LIKE, SPELLED_OTHER, SPELLED_OWN };

/* `largest`, `major`, `how old`, `heavier than` speak of a number of things, which is seldom called so. */
static bool implies_number(const struct lang *lang, const struct term *program) {
    static const uint16_t kernels[] = {KERNEL_LARGEST, KERNEL_SMALLEST, KERNEL_FROM, KERNEL_UP_TO,
                                       KERNEL_VALUE};
    if (has_kernel(lang, program, KERNEL_EXCEEDS)) return true;
    if (program->kind != TERM_LAMBDA || program->subs[0]->kind != TERM_OP) return false;
    type_id of = lang->types.at[program->type].argument;
    bool found = false;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        found |= has_kernel(lang, program, kernels[i]);
    return found && lang->types.at[of].kind == KIND_SET;
}

static enum spelling spelling_of(const struct learner *l, const char *word,
                                 const struct term *program, const bool *spelled) {
    const struct lang *lang = &l->work->domain->lang;
    if (has_kernel(lang, program, KERNEL_NAMED) || has_kernel(lang, program, KERNEL_SPELLED) ||
        has_kernel(lang, program, KERNEL_NUMERAL))
        return SPELLED_OWN;
    const struct number_name *called = domain_number(l->work->domain, word);
    if (called && program->kind == TERM_NUMBER)
        return called->number == program->number ? SPELLED_LIKE : SPELLED_OTHER;
    const struct op *constant = first_constant(lang, program);
    if (is_constant(lang, program) && program->kind == TERM_OP &&
        spelled_like(word, lang->ops.at[program->op].name))
        return SPELLED_LIKE;
    if (!constant) return SPELLED_NOT;
    if (spelled_like(word, constant->name)) return SPELLED_LIKE;
    bool other = spelled[constant->literal] && !implies_number(lang, program);
    return other ? SPELLED_OTHER : SPELLED_NOT;
}

static uint32_t value_named(const struct lang *lang, const struct term *program,
                            enum spelling how) {
    const struct op *op = program ? first_constant(lang, program) : NULL;
    bool value = op && lang->types.at[op->result].kind == KIND_PROPERTY;
    return value && how != SPELLED_LIKE && how != SPELLED_OWN ? (uint32_t)op->literal : NONE;
}

static uint32_t count_operations(const struct lang *lang, const struct term *term) {
    uint32_t n = term->kind == TERM_OP && !is_constant(lang, term);
    for (uint32_t i = 0; i < term->n_subs; i++) n += count_operations(lang, term->subs[i]);
    return n;
}

/* Where there are sorts of things, that of what is named is part of the name. */
static uint32_t count_said(const struct learner *l, const struct term *program) {
    const struct lang *lang = &l->work->domain->lang;
    bool sorted =
        has_kernel(lang, program, KERNEL_NAMED) && first_constant(lang, program) && has_sorts(l);
    return count_operations(lang, program) - sorted;
}

/* Is it the same question as one before, but for names and numbers? */
static bool is_repeated(struct symbols *seen, struct buf *text, const struct example *e) {
    uint32_t n = seen->names.n;
    text->n = 0;
    for (uint32_t k = 0; k < e->n; k++) buf_printf(text, "%u ", e->words[k]);
    return symbols_add(seen, text->at, text->n) < n;
}

/* The share of the questions that a word is in, by word: the geometric mean of all of them and of
 * those that are not the same but for names. What one such question is about, the others are
 * likewise. Of few examples, most may well be about the same thing: they count as a part of many. */
static const double *find_shares(struct learner *l) {
    size_t n_words = l->lexicon->words.n + 1;
    double *out = arena_zalloc(&l->arena, n_words * sizeof *out);
    double *distinct = arena_zalloc(&l->arena, n_words * sizeof *distinct);
    uint32_t *last = arena_zalloc(&l->arena, n_words * sizeof *last);
    struct symbols seen;
    struct buf text;
    symbols_init(&seen, &l->arena);
    buf_init(&text, &l->arena);
    for (uint32_t i = 0; i < l->n; i++) {
        const struct example *e = &l->examples[i];
        bool again = is_repeated(&seen, &text, e);
        for (uint32_t k = 0; k < e->n; k++) {
            if (last[e->words[k]] == i + 1) continue;
            last[e->words[k]] = i + 1;
            out[e->words[k]]++;
            distinct[e->words[k]] += !again;
        }
    }
    double part = l->n / fmax(l->n, l->recipe.answer_many) / sqrt((double)l->n * seen.names.n);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) out[w] = part * sqrt(out[w] * distinct[w]);
    return out;
}

static uint32_t values_of(const struct stated *world, const char *property) {
    for (uint32_t i = 0; i < world->attributes.n; i++)
        if (!strcmp(world->attributes.at[i].name, property))
            return world->attributes.at[i].n_values;
    return 1;
}

/* How many values the property of each text has, the most where several have it. */
static void note_choices(const struct stated *world, struct symbols *texts, uint32_t *n_of) {
    for (uint32_t i = 0; i < world->values.n; i++) {
        const struct stated_value *v = &world->values.at[i];
        uint32_t text = symbols_add(texts, v->text, strlen(v->text));
        if (!n_of) continue;
        uint32_t n = values_of(world, v->property);
        if (n > n_of[text]) n_of[text] = n;
    }
}

/* To say which value of a property is meant takes as much as there are: log n, by literal. */
static const double *find_choices(struct learner *l) {
    const struct lang *lang = &l->work->domain->lang;
    double *out = arena_zalloc(&l->arena, (lang->literal_ops.n + 1) * sizeof *out);
    uint32_t *n_of = NULL, n = 0;
    struct symbols texts;
    symbols_init(&texts, &l->arena);
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t w = 0; w < l->n_stated; w++) note_choices(l->stated[w].world, &texts, n_of);
        n = texts.names.n;
        if (!pass) n_of = arena_zalloc(&l->arena, (n + 1) * sizeof *n_of);
    }
    for (uint32_t i = 0; i < lang->literal_ops.n; i++) {
        const struct op *op = &lang->ops.at[lang->literal_ops.at[i]];
        uint32_t text = symbols_find(&texts, op->name, strlen(op->name));
        bool value = lang->types.at[op->result].kind == KIND_PROPERTY;
        if (value && text != SYMBOL_NONE && n_of[text]) out[i] = log(n_of[text]);
    }
    return out;
}

/* Does it say which things are meant by what other things they have to do with? Of few questions, or
 * where all things are alike, most may be about one relation; else what says it is no word that most
 * of them have. */
static bool relates(const struct learner *l, const struct term *program) {
    const struct lang *lang = &l->work->domain->lang;
    type_id type = program->type;
    bool many = (double)g2l2_dataset_count(l->data) > l->recipe.answer_many;
    while (lang_is_function(lang, type)) type = lang->types.at[type].result;
    return many && has_sorts(l) && program->kind == TERM_LAMBDA &&
           lang->types.at[type].kind == KIND_SET;
}

/* Does it say which one, or how many, of those that come first by something: `second`, `three`? */
static bool is_rank(const struct lang *lang, const struct term *program) {
    return program->kind == TERM_LAMBDA &&
           lang_is_function(lang, lang->types.at[program->type].argument);
}

/* A name, or a value that no question had, is not passed over: it is all that is known of the
 * word. */
static double first_weight(const struct learner *l, const char *word, const struct candidate *c,
                           enum spelling how, double share, double choices) {
    const struct recipe *r = &l->recipe;
    const struct lang *lang = &l->work->domain->lang;
    if (!c->program) return is_said_by_spelling(word) ? -r->answer_empty - r->answer_spelled : 0;
    double length = r->answer_length * count_said(l, c->program) +
                    r->answer_rare * count_rare(lang, c->program) +
                    r->answer_bound * has_bound(lang, c->program);
    if (how == SPELLED_OWN || how == SPELLED_LIKE)
        return r->answer_spelled - r->answer_empty - length;
    bool number = c->program->kind == TERM_NUMBER, rank = is_rank(lang, c->program);
    bool says = number || rank || first_constant(lang, c->program);
    if (number) length += r->answer_number;
    if (rank || has_kernel(lang, c->program, KERNEL_LARGEST) ||
        has_kernel(lang, c->program, KERNEL_SMALLEST))
        length += r->answer_order;
    double common = says || relates(l, c->program) ? r->answer_common * share : 0;
    return -r->answer_empty - length - common - r->answer_choice * choices -
           (how == SPELLED_OTHER ? r->answer_other : 0);
}

/* ---- the factors of a slot --------------------------------------------------------------------- */

static uint32_t factor(struct symbols *all, struct buf *text, char kind, const char *word,
                       size_t length, const char *what) {
    text->n = 0;
    buf_printf(text, "%c %.*s %s", kind, (int)length, word, what);
    return symbols_add(all, text->at, text->n);
}

/* Bytes of the first characters of a word. */
static size_t stem(const char *word, double most) {
    size_t n = 0, characters = 0;
    for (; word[n]; n++)
        if (((unsigned char)word[n] & 0xC0) != 0x80 && characters++ >= most) break;
    return n;
}

/* The shortest form of a word that the questions have: `printer` of `printers`. What one form
 * means, another does. */
static const char *form_of(const struct learner *l, const char *word) {
    const struct symbols *names = &l->lexicon->names;
    size_t n = strlen(word);
    for (size_t ending = (size_t)l->recipe.answer_ending; ending; ending--) {
        uint32_t form =
            n >= FORM_LEAST + ending ? symbols_find(names, word, n - ending) : SYMBOL_NONE;
        if (form != SYMBOL_NONE) return names->names.at[form];
    }
    return word;
}

uint32_t factors_form(const struct learner *l, uint32_t word) {
    const char *form = form_of(l, l->lexicon->names.names.at[word]);
    return symbols_find(&l->lexicon->names, form, strlen(form));
}

struct shape {
    const char *constants, *operations;
};

static const char *text_of(struct arena *arena, const struct lang *lang, const struct term *program,
                           void (*put)(const struct lang *, const struct term *, struct buf *)) {
    struct buf text;
    buf_init(&text, arena);
    buf_puts(&text, "");
    put(lang, program, &text);
    return text.at;
}

static struct shape *shapes_of(struct learner *l) {
    const struct lang *lang = &l->work->domain->lang;
    uint32_t n = l->lexicon->entries.n;
    struct shape *out = arena_zalloc(&l->arena, (n + 1) * sizeof *out);
    for (uint32_t i = 0; i < n; i++) {
        const struct term *program = l->lexicon->entries.at[i].program;
        if (!program) continue;
        out[i].constants = text_of(&l->arena, lang, program, put_constants);
        out[i].operations = text_of(&l->arena, lang, program, put_operations);
    }
    return out;
}

static void fill_slot(struct learner *l, struct symbols *all, struct buf *text, uint32_t word,
                      uint32_t slot, const struct shape *shape, enum spelling how) {
    const char *name = l->lexicon->names.names.at[word];
    const char *form = form_of(l, name);
    size_t whole = strlen(name), part = stem(name, l->recipe.answer_stem), base = strlen(form);
    uint32_t *of = l->factors->of[slot], entry = l->lexicon->slots.at[slot].entry;
    char number[16];
    for (int i = 0; i < N_FACTORS; i++) of[i] = NONE;
    snprintf(number, sizeof number, "%u", entry);
    of[0] = factor(all, text, 'e', name, whole, number);
    if (!shape->operations) of[2] = factor(all, text, 'o', form, base, "EMPTY");
    if (!shape->operations) return;
    if (*shape->constants) of[1] = factor(all, text, 'c', form, base, shape->constants);
    of[2] = factor(all, text, 'o', form, base, shape->operations);
    if (*shape->constants) of[3] = factor(all, text, 'C', name, part, shape->constants);
    of[4] = factor(all, text, 'O', name, part, shape->operations);
    snprintf(number, sizeof number, "%u", l->template_of[entry]);
    of[5] = factor(all, text, 't', "", 0, number);
    snprintf(number, sizeof number, "%d", (int)how);
    of[6] = factor(all, text, 's', "", 0, number);
}

static void set_tau(struct learner *l) {
    const struct factors *f = l->factors;
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            double tau = f->first[s];
            for (int i = 0; i < N_FACTORS; i++)
                if (f->of[s][i] != NONE) tau += f->weight[f->of[s][i]];
            l->lexicon->tau[s] = tau;
        }
    }
}

void factors_open(struct learner *l) {
    struct factors *f = l->factors = arena_new(&l->arena, struct factors);
    uint32_t n_slots = l->lexicon->slots.n;
    struct symbols all;
    struct buf text;
    const struct shape *shapes = shapes_of(l);
    const bool *spelled = find_spelled(l);
    const double *shares = find_shares(l), *choices = find_choices(l);
    const double *shown = shown_values(l);
    const struct lang *lang = &l->work->domain->lang;
    symbols_init(&all, &l->arena);
    buf_init(&text, &l->arena);
    f->of = arena_alloc(&l->arena, (n_slots + 1) * sizeof *f->of);
    f->first = arena_zalloc(&l->arena, (n_slots + 1) * sizeof *f->first);
    f->base = arena_zalloc(&l->arena, (n_slots + 1) * sizeof *f->base);
    f->value = arena_array(&l->arena, uint32_t, n_slots + 1);
    f->origins = arena_array(&l->arena, struct origin, n_slots + 1);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            const struct candidate *c = &l->lexicon->entries.at[l->lexicon->slots.at[s].entry];
            const char *name = l->lexicon->names.names.at[w];
            enum spelling how =
                c->program ? spelling_of(l, name, c->program, spelled) : SPELLED_NOT;
            const struct op *constant = c->program ? first_constant(lang, c->program) : NULL;
            double choice = constant ? choices[constant->literal] : 0;
            f->first[s] = f->base[s] = first_weight(l, name, c, how, shares[w], choice) +
                                       l->recipe.init_noise * rng_normal(&l->rng);
            f->value[s] = value_named(&l->work->domain->lang, c->program, how);
            if (f->value[s] != NONE)
                f->base[s] = f->first[s] +=
                    shown[factors_form(l, w) * lang->literal_ops.n + f->value[s]];
            fill_slot(l, &all, &text, w, s, &shapes[l->lexicon->slots.at[s].entry], how);
            memcpy(f->origins[s].of, f->of[s], sizeof *f->of);
            f->origins[s].base = f->base[s];
            f->origins[s].value = f->value[s];
        }
    }
    f->n = all.names.n;
    f->weight = arena_zalloc(&l->arena, (f->n + 1) * sizeof *f->weight);
    f->square = arena_zalloc(&l->arena, (f->n + 1) * sizeof *f->square);
    f->grad = arena_zalloc(&l->arena, (f->n + 1) * sizeof *f->grad);
    f->touched = arena_zalloc(&l->arena, f->n + 1);
    f->sum = arena_zalloc(&l->arena, (f->n + 1) * sizeof *f->sum);
    set_tau(l);
}

void factors_move(struct learner *l, uint32_t from, uint32_t to) {
    memcpy(l->factors->of[to], l->factors->of[from], sizeof *l->factors->of);
    l->factors->first[to] = l->factors->first[from];
    l->factors->base[to] = l->factors->base[from];
    l->factors->value[to] = l->factors->value[from];
}

static void claim(struct learner *l, const double *uses) {
    struct factors *f = l->factors;
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        for (uint32_t s = word->first; s < word->first + word->n; s++) {
            if (f->value[s] == NONE) continue;
            uint32_t by = f->of[s][STEM_VALUE];
            struct claim *claimed = &f->claims[f->value[s]];
            f->claimed[by] += uses[s];
            if (f->claimed[by] > claimed->uses) *claimed = (struct claim){by, f->claimed[by]};
        }
    }
}

/* What a value that other words turned out to mean costs. */
static double taken(const struct learner *l, uint32_t slot) {
    const struct factors *f = l->factors;
    if (f->value[slot] == NONE || !f->claims) return 0;
    const struct claim *other = &f->claims[f->value[slot]];
    uint32_t by = f->of[slot][STEM_VALUE];
    if (other->by == by || other->uses < 1) return 0;
    return l->recipe.answer_taken * other->uses / (other->uses + f->claimed[by]);
}

void factors_share_out(struct learner *l, const double *uses) {
    struct factors *f = l->factors;
    f->claimed = arena_zalloc(&l->arena, (f->n + 1) * sizeof *f->claimed);
    f->claims =
        arena_zalloc(&l->arena, (l->work->domain->lang.literal_ops.n + 1) * sizeof *f->claims);
    claim(l, uses);
    for (uint32_t w = 0; w < l->lexicon->words.n; w++) {
        const struct word *word = learner_word(l, w);
        for (uint32_t s = word->first; s < word->first + word->n; s++)
            f->first[s] = f->base[s] - taken(l, s);
    }
    set_tau(l);
}

/* All that it could mean at first. */
static void readmit(struct learner *l, uint32_t word) {
    struct factors *f = l->factors;
    const struct word *w = learner_word(l, word);
    eliminate_undo(l, word);
    for (uint32_t s = w->first; s < w->first + w->n; s++) {
        memcpy(f->of[s], f->origins[s].of, sizeof *f->of);
        f->base[s] = f->origins[s].base;
        f->value[s] = f->origins[s].value;
        f->first[s] = f->base[s] - taken(l, s);
    }
}

void factors_reset(struct learner *l, uint32_t word) {
    struct factors *f = l->factors;
    const struct word *w = learner_word(l, word);
    readmit(l, word);
    for (uint32_t s = w->first; s < w->first + w->n; s++)
        for (int i = 0; i < N_OWN; i++)
            if (f->of[s][i] != NONE) f->weight[f->of[s][i]] = f->square[f->of[s][i]] = 0;
    set_tau(l);
}

void factors_forget_sums(struct learner *l) {
    struct factors *f = l->factors;
    memset(f->sum, 0, f->n * sizeof *f->sum);
    f->n_summed = 0;
    fits_forget_sums(l);
}

void factors_sum(struct learner *l) {
    struct factors *f = l->factors;
    for (uint32_t i = 0; i < f->n; i++) f->sum[i] += f->weight[i];
    f->n_summed++;
    fits_sum(l);
}

void factors_average(struct learner *l) {
    struct factors *f = l->factors;
    if (!f->n_summed) return;
    for (uint32_t i = 0; i < f->n; i++) f->weight[i] = f->sum[i] / f->n_summed;
    fits_average(l, f->n_summed);
    set_tau(l);
}

/* tau follows from the weights, and is kept with the words. */
void factors_keep(struct learner *l, struct stash *stash) {
    struct factors *f = l->factors;
    stash_bytes(stash, f->weight, f->n * sizeof *f->weight);
    stash_bytes(stash, f->square, f->n * sizeof *f->square);
    stash_bytes(stash, f->sum, f->n * sizeof *f->sum);
    stash_value(stash, f->n_summed);
    stash_bytes(stash, f->first, l->lexicon->slots.n * sizeof *f->first);
    stash_bytes(stash, f->base, l->lexicon->slots.n * sizeof *f->base);
    stash_bytes(stash, f->of, l->lexicon->slots.n * sizeof *f->of);
    stash_bytes(stash, f->value, l->lexicon->slots.n * sizeof *f->value);
    for (uint32_t s = 0; s < l->lexicon->slots.n; s++)
        for (int i = 0; i < N_FACTORS; i++)
            if (f->of[s][i] != NONE && f->of[s][i] >= f->n) resume_fail(l);
    if (l->lexicon->fit) fits_keep(l, stash);
}

void factors_update(struct learner *l) {
    struct factors *f = l->factors;
    const struct recipe *r = &l->recipe;
    for (uint32_t i = 0; i < l->n_touched; i++) {
        const struct word *w = learner_word(l, l->touched[i]);
        for (uint32_t s = w->first; s < w->first + w->n; s++)
            for (int k = 0; k < N_FACTORS && l->slope[s] != 0; k++) {
                if (f->of[s][k] == NONE) continue;
                f->grad[f->of[s][k]] += l->slope[s];
                f->touched[f->of[s][k]] = true;
            }
    }
    for (uint32_t i = 0; i < f->n; i++) {
        if (!f->touched[i]) continue;
        double grad = f->grad[i] + r->answer_decay * f->weight[i];
        f->square[i] += grad * grad;
        f->weight[i] -=
            r->answer_rate * grad / sqrt(f->square[i] + r->answer_start * r->answer_start + 1e-8);
        f->grad[i] = 0;
        f->touched[i] = false;
    }
    set_tau(l);
}
