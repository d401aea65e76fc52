/* What a word could mean, tried by asking a model in which it does (teach.h).
 *
 *     hop     entries that the domain gives words, with constants of the examples
 *     mug     like a known word, cup, in all its entries
 *     attic   like a known word, hall, with another constant in the place of its own: Attic
 *     bottle  like a known word, but for its concept, which is learned from the questions
 *
 * Of options that make as many examples right those come first that are like most of what is known. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "learn/teach.h"

#define LIKE_ENOUGH                                                                                \
    .8 /* share of the questions that a known concept has to answer: else a new one is made */

#define FEW_CONSTANTS 16 /* of a kind, each of which is tried: a trial takes milliseconds */

/* ---- a model with an option --------------------------------------------------------------------- */

/* Another model in which a word has this entry, and, if it is to be replaced, no other. */
static g2l2_status with_entry(const struct teacher *self, const char *word, const g2l2_candidate *c,
                              double weight, bool replace, g2l2_model **out) {
    size_t n = g2l2_model_n_entries(self->now), n_edits = 0;
    g2l2_edit *edits = arena_zalloc(self->arena, (n + 1) * sizeof *edits);
    for (size_t i = 0; i < n && replace; i++)
        if (!strcmp(g2l2_model_entry(self->now, i).word, word))
            edits[n_edits++] = (g2l2_edit){.kind = G2L2_EDIT_REMOVE, .entry = i};
    edits[n_edits++] = (g2l2_edit){
        .kind = G2L2_EDIT_ADD,
        .with = {.word = word, .category = c->category, .program = c->program, .weight = weight}};
    return g2l2_model_edit(self->now, edits, n_edits, NULL, out, self->err);
}

g2l2_status teach_make(struct teacher *self, const struct task *task, const struct option *option,
                       double weight, bool replace) {
    const struct likeness how = {.word = task->word,
                                 .like = option->like,
                                 .exchange = option->exchange,
                                 .replace = replace,
                                 .apart = option->own};
    g2l2_model_free(self->made);
    self->made = NULL;
    if (!option->like)
        return with_entry(self, task->word, &option->entry, weight, replace, &self->made);
    g2l2_status status = liken_as(self->now, &how, &self->made, self->err);
    if (!status && option->own) status = teach_concept(self, task, self->made);
    return status;
}

/* How many of the wanted examples the model at hand makes right; 0 where that is no more than before, and as
 * soon as another one, that is right, is not any more. */
static g2l2_status count_right(const struct teacher *self, const struct task *task,
                               struct option *option) {
    g2l2_status status = G2L2_STATUS_OK;
    for (size_t i = 0; i < self->n && !status; i++) {
        const struct example_state *e = &self->examples[i];
        double confidence = 0;
        if (!task->wanted[i] && !e->right) continue;
        status = teach_ask(self, e, &confidence);
        option->n_right += task->wanted[i] && confidence > 0;
        option->confidence += task->wanted[i] ? confidence : 0;
        if (task->wanted[i] || confidence > 0 || status) continue;
        option->n_right = 0;
        break;
    }
    if (option->n_right <= task->n_before) option->n_right = 0;
    return status;
}

/* An entry that the grammar cannot use is none. */
static g2l2_status try_option(struct teacher *self, const struct task *task,
                              struct option *option) {
    g2l2_status status = teach_check_time(self);
    if (status) return status;
    status = teach_make(self, task, option, 0, task->known);
    if (status == G2L2_STATUS_NO_MEMORY || status == G2L2_STATUS_INTERRUPTED) return status;
    if (status) return G2L2_STATUS_OK;
    status = teach_open(self, self->made);
    g2l2_model_free(self->trial);
    self->trial = self->made;
    self->made = NULL;
    return status ? status : count_right(self, task, option);
}

int teach_compare(const void *a, const void *b) {
    const struct option *x = a, *y = b;
    if (x->n_right != y->n_right) return x->n_right > y->n_right ? -1 : 1;
    if (x->n_like != y->n_like) return x->n_like > y->n_like ? -1 : 1;
    if (x->like && y->like && x->confidence != y->confidence)
        return x->confidence > y->confidence ? -1 : 1;
    size_t m = strlen(x->entry.program), n = strlen(y->entry.program);
    if (m != n) return m < n ? -1 : 1;
    int order = strcmp(x->entry.category, y->entry.category);
    if (!order) order = strcmp(x->entry.program, y->entry.program);
    return order || !x->like || !y->like ? order : strcmp(x->like, y->like);
}

/* Is there one that does for all examples? */
static bool is_solved(const struct task *task, const option_list *options) {
    return options->n && options->at[0].n_right == task->n_wanted;
}

bool teach_same(const struct option *a, const struct option *b) {
    return a->like && b->like && !a->asks && !strcmp(a->entry.category, b->entry.category) &&
           !strcmp(a->entry.program, b->entry.program);
}

/* Are there two that do, and say different things? */
static bool has_rivals(const struct task *task, const option_list *options) {
    for (uint32_t i = 1; i < options->n && options->at[i].n_right == task->n_wanted; i++)
        if (!teach_same(&options->at[i], &options->at[0])) return true;
    return false;
}

static void sort(option_list *options) {
    if (options->n) qsort(options->at, options->n, sizeof *options->at, teach_compare);
}

/* ---- entries of the domain -------------------------------------------------------------------------- */

/* A program without its constants and numbers: `\x. repeat(x, 3)` is like `\x. repeat(x, 2)`. */
static void put_shape(const struct teacher *self, struct buf *out, const char *category,
                      const char *program) {
    const struct symbols *literals = &self->now->domain->lang.literals;
    buf_printf(out, "%s : ", category);
    for (const char *at = program; *at;) {
        size_t n = strcspn(at, " ()\\.,"), digits = strspn(at, "0123456789");
        bool constant =
            n && (digits == n || *at == '"' || symbols_find(literals, at, n) != UINT32_MAX);
        if (*at == '"') n = 1 + strcspn(at + 1, "\"");
        if (constant) buf_puts(out, "_");
        else buf_put(out, at, n);
        at += n;
        if (*at) buf_put(out, at++, 1);
    }
    buf_puts(out, "\n");
}

static const char *shape_of(const struct teacher *self, const char *category, const char *program) {
    struct buf out;
    buf_init(&out, self->arena);
    put_shape(self, &out, category, program);
    return out.at;
}

static size_t count_alike(const struct teacher *self, const g2l2_candidate *c) {
    const char *wanted = shape_of(self, c->category, c->program);
    size_t n = 0;
    for (size_t i = 0; i < g2l2_model_n_entries(self->model); i++) {
        g2l2_entry e = g2l2_model_entry(self->model, i);
        n += !e.off && !strcmp(wanted, shape_of(self, e.category, e.program));
    }
    return n;
}

static const char *copy(const struct teacher *self, const char *text) {
    return arena_strndup(self->arena, text, strlen(text));
}

static g2l2_status try_entry(struct teacher *self, const struct task *task, const char *category,
                             const char *program, option_list *out) {
    struct option option = {.entry = {copy(self, category), copy(self, program), 0}};
    g2l2_status status = try_option(self, task, &option);
    if (option.n_right) option.n_like = count_alike(self, &option.entry);
    if (option.n_right) vec_push(self->arena, out, option);
    return status;
}

/* Where a program names the constant that stands for all of a kind; *kind; NULL: it names none. */
static const char *find_any(const g2l2_domain *domain, const char *program, uint32_t *kind) {
    for (uint32_t k = 0; k < domain->literal_types.n; k++) {
        const char *name = domain->literal_names.at[k];
        size_t n = strlen(name);
        const char *at = strstr(program, name);
        *kind = k;
        if (at && at > program && strchr(" (", at[-1]) && at[n] == '(' &&
            lang_literal_find(&domain->lang, name, n) == OP_NONE)
            return at;
    }
    return NULL;
}

/* An entry, with each constant in the place of one that stands for all of a kind: where there are few, as of
 * the columns of a table. One of many is what a known word has in its place (try_exchanges). */
static g2l2_status try_candidate(struct teacher *self, const struct task *task,
                                 const char *category, const char *program, option_list *out) {
    const g2l2_domain *domain = self->now->domain;
    const struct lang *lang = &domain->lang;
    uint32_t kind, n = 0;
    const char *at = find_any(domain, program, &kind);
    g2l2_status status = G2L2_STATUS_OK;
    if (!at || !domain->world) return try_entry(self, task, category, program, out);
    type_id type = domain->literal_types.at[kind];
    for (uint32_t i = 0; i < lang->literal_ops.n; i++)
        n += lang->ops.at[lang->literal_ops.at[i]].result == type;
    for (uint32_t i = 0; i < lang->literal_ops.n && n <= FEW_CONSTANTS && !status; i++) {
        const struct op *op = &lang->ops.at[lang->literal_ops.at[i]];
        struct buf with;
        if (op->result != type) continue;
        buf_init(&with, self->arena);
        buf_put(&with, program, (size_t)(at - program));
        text_put_name(&with, op->name);
        buf_puts(&with, at + strlen(domain->literal_names.at[kind]));
        status = try_candidate(self, task, category, with.at, out);
    }
    return status;
}

static g2l2_status try_set(struct teacher *self, const char *set, const struct task *task,
                           option_list *out) {
    const char **targets = arena_array(self->arena, const char *, self->n + 1);
    size_t n = 0;
    for (size_t i = 0; i < self->n; i++)
        if (task->wanted[i]) targets[n++] = self->examples[i].target;
    g2l2_candidates_free(self->candidates);
    self->candidates = NULL;
    g2l2_status status = g2l2_domain_candidates(self->now->domain, set, targets, n, NULL,
                                                &self->candidates, self->err);
    bool solved = is_solved(task, out);
    for (size_t i = 0; !status && i < g2l2_candidates_count(self->candidates); i++) {
        g2l2_candidate c = g2l2_candidates_get(self->candidates, i);
        uint32_t before = out->n;
        status = try_candidate(self, task, c.category, c.program, out);
        bool rival = false;
        for (uint32_t k = before; k < out->n; k++) rival |= out->at[k].n_right == task->n_wanted;
        if (solved && rival) break; /* one is enough to tell that it is not decided */
    }
    sort(out);
    return status;
}

/* The default set, and wider ones where that has nothing. */
static g2l2_status try_sets(struct teacher *self, const struct task *task, option_list *out) {
    const g2l2_domain *domain = self->model->domain;
    g2l2_status status = G2L2_STATUS_OK;
    uint32_t n = out->n;
    for (uint32_t i = 0; i < domain->sets.n && !status && out->n == n; i++)
        if (!i || domain->sets.at[i].fallback)
            status = try_set(self, domain->sets.at[i].name, task, out);
    return status;
}

/* Has the word numbers already: is it known, or an answer that no sentence had so far? */
static bool has_concept(const struct teacher *self, const char *word) {
    return lexicon_find(&self->now->lexicon, word, strlen(word)) != SYMBOL_NONE;
}

/* Entries that known words have, where a word keeps its concept. */
static g2l2_status try_known_entries(struct teacher *self, const struct task *task,
                                     option_list *out) {
    g2l2_status status = G2L2_STATUS_OK;
    struct symbols tried;
    symbols_init(&tried, self->arena);
    for (size_t i = 0; i < g2l2_model_n_entries(self->model) && !status; i++) {
        g2l2_entry e = g2l2_model_entry(self->model, i);
        const char *key = shape_of(self, e.category, e.program);
        uint32_t n = tried.names.n;
        symbols_add(&tried, key, strlen(key));
        if (!e.off && tried.names.n > n) status = try_entry(self, task, e.category, e.program, out);
    }
    sort(out);
    return status;
}

/* ---- like a known word ---------------------------------------------------------------------------- */

/* A known word, of which the model has entries [first, first + n_all). Of words of records, which have
 * many by and by, the heaviest says what it is like; of others all do, so n is 1 or n_all. */
struct known {
    const char *word;
    size_t first, n, n_all;
    bool asks; /* a program of it has a `?` */
};

typedef VEC(struct known) known_list;

struct likes {
    const struct task *task;
    known_list known;
    struct symbols shapes; /* of known words, each with one of its constants left open */
    VEC(size_t) n_words;   /* [shapes] that have it */
    struct symbols tried;
    option_list *out;
};

/* Phrases, and what stands for many words, are nothing that one word is like. */
static bool is_one_word(const char *word) {
    return !strchr(word, ' ') && !(word[0] == '<' && word[strlen(word) - 1] == '>');
}

/* Those with few entries first: they are clearly what they are. */
static int by_entries(const void *a, const void *b) {
    const struct known *x = a, *y = b;
    if (x->n_all != y->n_all) return x->n_all < y->n_all ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static void list_known(const struct teacher *self, known_list *out) {
    size_t n = g2l2_model_n_entries(self->now);
    for (size_t i = 0, next; i < n; i = next) {
        struct known k = {.word = g2l2_model_entry(self->now, i).word, .first = i};
        for (next = i; next < n && !strcmp(g2l2_model_entry(self->now, next).word, k.word); next++)
            k.asks |= strchr(g2l2_model_entry(self->now, next).program, '?') != NULL;
        k.n_all = next - i;
        k.n = self->now->lexicon.fit ? 1 : k.n_all;
        if (is_one_word(k.word) && !g2l2_model_entry(self->now, i).off)
            vec_push(self->arena, out, k);
    }
    if (out->n) qsort(out->at, out->n, sizeof *out->at, by_entries);
}

/* ---- constants in programs ------------------------------------------------------------------------- */

/* The first constant at or behind *at, and *at behind it; NULL: there is none. */
static const struct op *next_constant(const struct teacher *self, const char **at) {
    const struct lang *lang = &self->now->domain->lang;
    while (**at) {
        const char *name = *at;
        bool quoted = *name == '"';
        size_t n = quoted ? strcspn(name + 1, "\"") : strcspn(name, " ()\\.,");
        *at += n + 2 * (size_t)quoted + (!n && !quoted);
        uint16_t op = n && **at == '(' ? lang_literal_find(lang, name + quoted, n) : OP_NONE;
        if (op != OP_NONE) return &lang->ops.at[op];
    }
    return NULL;
}

/* A program with one constant in the place of another; to NULL: it is left open. */
static void put_exchanged(const struct teacher *self, struct buf *out, const char *program,
                          struct exchange exchange) {
    const char *at = program, *from = program;
    for (const struct op *op; (op = next_constant(self, &at)); from = at) {
        bool other = exchange.from && !strcmp(op->name, exchange.from);
        size_t n = strlen(op->name) + 2 * (size_t)(at[-1] == '"');
        buf_put(out, from, (size_t)(at - from) - n);
        if (other && !exchange.to) buf_puts(out, "_");
        else text_put_name(out, other ? exchange.to : op->name);
    }
    buf_puts(out, from);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The entries of a word, with something exchanged, in an order that weights do not change. */
static const char *entries_of(const struct teacher *self, const struct known *known,
                              struct exchange exchange) {
    const char **lines = arena_array(self->arena, const char *, known->n + 1);
    struct buf out;
    buf_init(&out, self->arena);
    for (size_t i = 0; i < known->n; i++) {
        g2l2_entry e = g2l2_model_entry(self->now, known->first + i);
        struct buf line;
        buf_init(&line, self->arena);
        buf_printf(&line, "%s : ", e.category);
        put_exchanged(self, &line, e.program, exchange);
        lines[i] = line.at;
    }
    qsort(lines, known->n, sizeof *lines, by_text);
    for (size_t i = 0; i < known->n; i++) buf_printf(&out, "%s\n", lines[i]);
    return out.at;
}

/* ---- what is like what ------------------------------------------------------------------------------ */

/* One word more has entries like these. */
static void add_shape(const struct teacher *self, struct likes *likes, const char *shape) {
    uint32_t i = symbols_add(&likes->shapes, shape, strlen(shape));
    if (i == likes->n_words.n) vec_push(self->arena, &likes->n_words, 0);
    likes->n_words.at[i]++;
}

/* The shapes of a word's entries are counted. */
static void count_shapes(const struct teacher *self, struct likes *likes,
                         const struct known *known) {
    struct symbols done;
    symbols_init(&done, self->arena);
    add_shape(self, likes, entries_of(self, known, (struct exchange){0}));
    for (size_t i = 0; i < known->n; i++) {
        const char *at = g2l2_model_entry(self->now, known->first + i).program;
        for (const struct op *op; (op = next_constant(self, &at));) {
            uint32_t n = done.names.n;
            symbols_add(&done, op->name, strlen(op->name));
            const struct exchange open = {op->name, NULL};
            if (done.names.n > n) add_shape(self, likes, entries_of(self, known, open));
        }
    }
}

/* Words of which the entries are these, but for what is exchanged. */
static size_t count_like(const struct teacher *self, const struct likes *likes,
                         const struct known *known, struct exchange exchange) {
    const char *shape = entries_of(self, known, (struct exchange){exchange.from, NULL});
    uint32_t i = symbols_find(&likes->shapes, shape, strlen(shape));
    return i == SYMBOL_NONE ? 0 : likes->n_words.at[i];
}

/* Where the sentence itself says what is meant, what a word names must be part of it. */
static bool names_parts(const struct teacher *self, const struct task *task, const struct op *op) {
    const struct lang *lang = &self->now->domain->lang;
    bool field = lang->types.at[op->result].kind == KIND_FIELD;
    if (self->scenes || (lang->labelled && field)) return true; /* labels do not show fields */
    for (size_t i = 0; i < self->n; i++)
        if (task->wanted[i] && !strstr(self->examples[i].target, op->name)) return false;
    return true;
}

/* Does the heaviest entry name nothing that is no part of what is meant? */
static bool is_part(const struct teacher *self, const struct task *task, const struct option *o) {
    const char *at = o->entry.program;
    for (const struct op *op; (op = next_constant(self, &at));)
        if (!names_parts(self, task, op)) return false;
    return true;
}

/* The entries with what is exchanged, and whose numbers it has, a concept or weights beside others:
 * what makes two options one. */
static bool is_first(const struct teacher *self, struct likes *likes, const struct known *known,
                     const struct option *o) {
    const char *at = o->entry.program;
    bool weighs = self->now->lexicon.fit && next_constant(self, &at);
    uint32_t n = likes->tried.names.n;
    struct buf key;
    buf_init(&key, self->arena);
    buf_puts(&key, entries_of(self, known, o->exchange));
    if ((known->asks && !o->own) || weighs) buf_puts(&key, known->word);
    symbols_add(&likes->tried, key.at, key.n);
    return likes->tried.names.n > n;
}

static g2l2_status try_like(struct teacher *self, struct likes *likes, const struct known *known,
                            struct exchange exchange, bool own) {
    g2l2_entry first = g2l2_model_entry(self->now, known->first);
    struct buf program;
    buf_init(&program, self->arena);
    buf_puts(&program, "");
    put_exchanged(self, &program, first.program, exchange);
    struct option option = {.entry = {copy(self, first.category), program.at, 0},
                            .like = copy(self, known->word),
                            .exchange = exchange,
                            .asks = known->asks,
                            .own = own,
                            .n_like = count_like(self, likes, known, exchange)};
    if (!is_part(self, likes->task, &option) || !is_first(self, likes, known, &option))
        return G2L2_STATUS_OK;
    g2l2_status status = try_option(self, likes->task, &option);
    if (option.n_right) vec_push(self->arena, likes->out, option);
    return status;
}

/* Every other constant of the type in the place of one. */
static g2l2_status try_exchanges(struct teacher *self, struct likes *likes,
                                 const struct known *known, const struct op *from) {
    const struct lang *lang = &self->now->domain->lang;
    g2l2_status status = G2L2_STATUS_OK;
    for (uint32_t i = 0; i < lang->literal_ops.n && !status; i++) {
        const struct op *to = &lang->ops.at[lang->literal_ops.at[i]];
        if (to == from || to->result != from->result || !names_parts(self, likes->task, to))
            continue;
        status = try_like(self, likes, known, (struct exchange){from->name, to->name}, false);
    }
    return status;
}

static g2l2_status try_known(struct teacher *self, struct likes *likes, const struct known *known) {
    bool itself = !strcmp(known->word, likes->task->word);
    g2l2_status status = G2L2_STATUS_OK;
    if (!itself) status = try_like(self, likes, known, (struct exchange){0}, false);
    for (size_t i = 0; i < known->n && !status; i++) {
        const char *at = g2l2_model_entry(self->now, known->first + i).program;
        for (const struct op *op; !status && (op = next_constant(self, &at));)
            status = try_exchanges(self, likes, known, op);
    }
    return status;
}

static g2l2_status try_likes(struct teacher *self, const struct task *task, option_list *out) {
    struct likes likes = {.task = task, .out = out};
    const known_list *known = &likes.known;
    g2l2_status status = G2L2_STATUS_OK;
    symbols_init(&likes.tried, self->arena);
    symbols_init(&likes.shapes, self->arena);
    list_known(self, &likes.known);
    for (uint32_t i = 0; i < known->n; i++) count_shapes(self, &likes, &known->at[i]);
    for (uint32_t i = 0; i < known->n && !status; i++)
        status = try_known(self, &likes, &known->at[i]);
    sort(out);
    bool enough = out->n && (double)out->at[0].n_right >= LIKE_ENOUGH * (double)task->n_wanted;
    for (uint32_t i = 0; i < known->n && !status && !enough && self->now->domain->mixed; i++)
        if (known->at[i].asks)
            status = try_like(self, &likes, &known->at[i], (struct exchange){0}, true);
    sort(out);
    return status;
}

/* ---- all of them ------------------------------------------------------------------------------------ */

g2l2_status teach_find(struct teacher *self, const struct task *task, option_list *out) {
    const g2l2_domain *domain = self->model->domain;
    bool sets = domain->sets.n && domain->sets.at[0].parts == CAT_NONE && !domain->mixed;
    g2l2_status status = G2L2_STATUS_OK;
    out->n = 0;
    if (domain->mixed && has_concept(self, task->word)) {
        status = try_known_entries(self, task, out);
        return status || is_solved(task, out) ? status : try_sets(self, task, out);
    }
    if (sets && !domain->world) status = try_sets(self, task, out);
    if (!status && !is_solved(task, out)) status = try_likes(self, task, out);
    if (!status && sets && domain->world && !has_rivals(task, out))
        status = try_sets(self, task, out);
    return status;
}
