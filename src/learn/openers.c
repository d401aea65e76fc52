/* What phrases with a certain first word are, and what they are said of.
 *
 *     how many things  are left of the ball  that is behind the cube
 *                      └ objset\objset       └ objset\objset, of what `left of` needs: inside
 *     does the cube    have the same size as the ball
 *                      └ said\objset
 *
 * Such words mean nothing, so nothing else learns from them; but where a sentence has two readings
 * they may tell which is meant. Of all phrases that are made by `same` some share is said\objset,
 * and of those by `left` some share is inside. Among the phrases that begin with a word there should
 * be as many, and if it were chance that there is none, the product of all (1 - share) would be how
 * likely that is. Where this is next to nothing the word never begins such a phrase, but for a few
 * examples that are read in a way of their own. Where it is little, both readings stay. */
#include <math.h>
#include <string.h>

#include "learn/objective.h"
#include "parser/parser.h"

struct phrase_seen {
    uint32_t first, head; /* words: it begins with, and is made by */
    cat_id cat;
    bool modifies, inside;
};

/* How many there should be, and how likely it is by chance that there is none. */
struct tested {
    double own, expected, log_chance;
};

typedef VEC(struct phrase_seen) seen_list;

struct phrases {
    struct learner *l;
    const struct syntax *syntax;
    uint32_t n_words, n_cats;
    seen_list seen;
    uint32_t *of_head;     /* [n_words, n_cats] by head, how many there are, */
    uint32_t *all;         /* [n_words] of all categories; */
    uint32_t *modifiers;   /* [n_words] those that say more of a thing, and make no other, */
    uint32_t *inside;      /* [n_words] and of these, those in what another phrase needs */
    struct tested *tested; /* [n_cats] */
};

/* One thread's look at one example. */
struct glance {
    const struct phrases *of;
    const g2l2_parser *parser;
    struct arena *arena;
    seen_list *out;
};

static bool wants_left(const struct syntax *syntax, cat_id cat) {
    const struct category *c = &syntax->cats.at[syntax_closed(syntax, cat)];
    return c->kind == CAT_KIND_SLASH && c->slash == '\\';
}

/* The word that a phrase is made by: the functor of its functor, and so on. */
static uint32_t head_of(const struct glance *glance, const struct tree *t) {
    while (t->rule != RULE_NONE) t = t->rule == RULE_BACKWARD ? t->right : t->left;
    return glance->parser->words[t->begin];
}

static void note(const struct glance *glance, const struct tree *phrase, uint32_t first,
                 bool inside) {
    const struct phrases *p = glance->of;
    cat_id cat = syntax_closed(p->syntax, phrase->cat);
    const struct category *c = &p->syntax->cats.at[cat];
    struct phrase_seen seen = {first, head_of(glance, phrase), cat,
                               c->kind == CAT_KIND_SLASH && c->result == c->argument, inside};
    if (seen.first < p->n_words && seen.head < p->n_words)
        vec_push(glance->arena, glance->out, seen);
}

static void look_at(const struct glance *glance, const struct tree *t, bool inside) {
    if (!t) return;
    if (t->rule == RULE_BACKWARD)
        note(glance, t->right, glance->parser->words[t->left->end], inside);
    bool needed = t->rule == RULE_FORWARD && wants_left(glance->of->syntax, t->cat);
    look_at(glance, t->left, inside);
    look_at(glance, t->right, inside || needed);
}

/* Only what is understood says how it is put together. */
static void look_at_example(const struct glance *glance, g2l2_parser *parser,
                            const g2l2_example *e) {
    const struct learner *l = glance->of->l;
    const struct derivation **best;
    g2l2_result result;
    if (g2l2_parser_set_scene(parser, l->options->scenes, e->scene, NULL) ||
        g2l2_parser_run(parser, e->sentence, 1, &result, NULL) || !result.n_readings ||
        result.readings[0].confidence < l->recipe.understood ||
        strcmp(result.readings[0].text, e->target))
        return;
    if (!guard_try(&parser->guard, NULL)) return;
    parser_parse(parser, e->sentence);
    struct walk walk = parser_walk(parser);
    if (weights_best(&walk, 1, &best)) look_at(glance, derive_tree(parser, best[0]).root, false);
}

/* ---- all examples, by all threads ----------------------------------------------------------- */

#define TOGETHER 256u /* examples between two meetings of the threads */

struct looking {
    const struct phrases *of;
    size_t begin, every;
    seen_list found[TOGETHER];
};

static void look_at_one(void *context, int worker, uint32_t i) {
    struct looking *self = context;
    struct worker *w = &self->of->l->workers[worker];
    const struct glance glance = {self->of, w->parser, &w->arena, &self->found[i]};
    g2l2_example e = g2l2_dataset_get(self->of->l->data, self->begin + i * self->every);
    self->found[i] = (seen_list){0};
    if (guard_try(&w->guard, NULL)) look_at_example(&glance, w->parser, &e);
    else worker_give_up(w);
}

static void count(struct phrases *p, struct phrase_seen seen) {
    p->of_head[(size_t)seen.head * p->n_cats + seen.cat]++;
    p->all[seen.head]++;
    p->modifiers[seen.head] += seen.modifies;
    p->inside[seen.head] += seen.modifies && seen.inside;
    vec_push(&p->l->arena, &p->seen, seen);
}

static void look_at_all(struct phrases *p) {
    struct learner *l = p->l;
    size_t n = g2l2_dataset_count(l->data);
    struct looking *all = arena_new(&l->arena, struct looking);
    all->of = p;
    all->every = (size_t)((double)n / l->recipe.opener_examples) + 1;
    for (all->begin = 0; all->begin < n && learner_may_go_on(l);
         all->begin += TOGETHER * all->every) {
        size_t left = (n - all->begin - 1) / all->every + 1;
        uint32_t some = left < TOGETHER ? (uint32_t)left : TOGETHER;
        for (int i = 0; i < l->n_workers; i++) arena_reset(&l->workers[i].arena);
        pool_run(l->pool, some, look_at_one, all);
        batch_check_memory(l);
        for (uint32_t i = 0; i < some; i++)
            for (uint32_t k = 0; k < all->found[i].n; k++) count(p, all->found[i].at[k]);
    }
}

/* ---- what that says of words ------------------------------------------------------------------ */

static void test_one(struct tested *t, bool is, double some, double all) {
    t->own += is;
    t->expected += some / all;
    t->log_chance += log1p(-some / all);
}

/* Is it none, but for chance? */
static bool never(const struct phrases *p, const struct tested *t, double chance) {
    return t->own <= p->l->recipe.opener_odd * t->expected && t->log_chance < log(chance);
}

static uint8_t scope_of(const struct phrases *p, uint32_t w) {
    struct tested t = {0};
    for (uint32_t i = 0; i < p->seen.n; i++) {
        const struct phrase_seen *s = &p->seen.at[i];
        if (s->first == w && s->modifies)
            test_one(&t, s->inside, p->inside[s->head], p->modifiers[s->head]);
    }
    if (!never(p, &t, p->l->recipe.opener_doubt)) return SCOPE_NEAR;
    return never(p, &t, p->l->recipe.opener_chance) ? SCOPE_WHOLE : SCOPE_EITHER;
}

static struct opener opener_of(const struct phrases *p, uint32_t w, struct arena *arena) {
    struct opener out = {.scope = scope_of(p, w)};
    memset(p->tested, 0, p->n_cats * sizeof *p->tested);
    for (uint32_t i = 0; i < p->seen.n; i++) {
        const struct phrase_seen *s = &p->seen.at[i];
        const uint32_t *of_head = p->of_head + (size_t)s->head * p->n_cats;
        for (uint32_t c = 0; s->first == w && c < p->n_cats; c++)
            if (of_head[c]) test_one(&p->tested[c], s->cat == c, of_head[c], p->all[s->head]);
    }
    for (uint32_t c = 0; c < p->n_cats; c++)
        if (never(p, &p->tested[c], p->l->recipe.opener_chance))
            vec_push(arena, &out.never, (cat_id)c);
    return out;
}

static void conclude(const struct phrases *p, g2l2_model *model) {
    uint32_t *of = arena_zalloc(&model->arena, (p->n_words + 1) * sizeof *of);
    for (uint32_t w = 0; w < p->n_words; w++) {
        struct opener opener = opener_of(p, w, &model->arena);
        if (opener.scope != SCOPE_NEAR || opener.never.n)
            of[w] = lexicon_add_opener(&model->lexicon, &opener);
    }
    if (model->lexicon.openers.n) model->lexicon.opener_of = of;
}

void openers_learn(struct learner *l, g2l2_model *model) {
    struct phrases p = {.l = l,
                        .syntax = &model->domain->syntax,
                        .n_words = model->lexicon.words.n,
                        .n_cats = model->domain->syntax.cats.n};
    g2l2_error err;
    if (!l->concepts || !p.syntax->attach_low || syntax_composes(p.syntax)) return;
    size_t rows = p.n_words + 1;
    p.of_head = arena_zalloc(&l->arena, rows * p.n_cats * sizeof *p.of_head);
    p.all = arena_zalloc(&l->arena, rows * sizeof *p.all);
    p.tested = arena_array(&l->arena, struct tested, p.n_cats);
    p.modifiers = arena_zalloc(&l->arena, rows * sizeof *p.modifiers);
    p.inside = arena_zalloc(&l->arena, rows * sizeof *p.inside);
    for (int i = 0; i < l->n_workers; i++) {
        g2l2_status status =
            g2l2_parser_new(model, &l->options->limits, &l->workers[i].parser, &err);
        if (status) guard_raise(&l->guard, status, 0, 0, "%s", err.message);
    }
    look_at_all(&p);
    struct guard *outer = model->arena.guard;
    model->arena.guard = &l->guard;
    conclude(&p, model);
    model->arena.guard = outer;
}
