/* Programs of domain `visual` that have no operator form are interpreted. Here they are held
 * against the naive twin (tests/naive.h), which runs one derivation at a time:
 *
 *   by hand     the programs of the paper that are not forms, on a scene of three objects
 *   known       programs and sentences written out
 *   random      programs of each type, enumerated; words that have one of them each
 *   exact       words that have several, where each value is used linearly: the mean of
 *               the whole is the whole of the means
 *   merged      words that have several, where it is not: the paper's merging, done naively
 *
 * and gradients against central differences. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/view.h"
#include "types/set.h"

/* ---- by hand ---------------------------------------------------------------------------------- */

struct entry {
    const char *word, *entry;
};

static void open_view(struct view *v, struct world *w, const char *more) {
    static char text[1 << 15];
    *v = (struct view){.w = w};
    arena_init(&v->question, &w->guard, 0);
    arena_init(&v->talk.arena, &w->guard, 0);
    snprintf(text, sizeof text, "%s\n%s", view_definition(), more);
    world_domain(w, text);
    domain_add_literals(w->domain, view_answers, VIEW_ANSWERS, NULL, 0);
}

static void open_words(struct view *v, struct world *w, const char *more,
                       const struct entry *entries, size_t n) {
    open_view(v, w, more);
    for (size_t i = 0; i < n; i++) world_word(w, entries[i].word, entries[i].entry, 0.0, NULL);
    for (size_t i = 0; i < VIEW_ANSWERS; i++) /* each has a word, if without a meaning */
        if (lexicon_find(&w->lexicon, view_answers[i], strlen(view_answers[i])) == SYMBOL_NONE)
            world_word(w, view_answers[i], "EMPTY", 0.0, NULL);
    world_close(w);
    view_ground(v);
}

/* The three objects are told apart by one feature each, so that a mask can be set. */
static void set_mask(struct view *v, const char *word, const double *mask) {
    struct lexicon *l = &v->w->lexicon;
    double *concept = l->params + (size_t)lexicon_find(l, word, strlen(word)) * l->n_params;
    for (int i = 0; i < 3; i++) concept[i] = log(mask[i] / (1 - mask[i]));
    concept[3] = 0;
}

static const double *answer_of(struct view *v, const char *sentence, struct mixed *m) {
    struct asked q;
    view_ask(v, &q, sentence);
    assert_int_equal(q.plan.n_roots, 1);
    view_run(v, &q, NULL, m);
    return m->value[q.plan.roots[0]];
}

static void by_hand_body(struct world *w) {
    static const struct entry entries[] = {
        {"cube", "objset : filter(scene(), ?)"},
        {"ball", "objset : filter(scene(), ?)"},
        {"how-many-red", "integer/objset : \\x. count(filter(x, ?))"},
        {"any-red", "bool/objset : \\x. exist(filter(x, ?))"},
        {"which-red", "word/objset : \\x. query(filter(x, ?), ?)"},
        {"or", "objset\\objset/objset : \\x.\\y. union(x, y)"},
        {"meets", "bool\\objset/objset : \\x.\\y. exist(intersection(x, y))"},
    };
    static const double red[] = {.1, .8, .9}, cube[] = {.8, .1, .9}, ball[] = {.5, .2, .4};
    static const double both[] = {.08, .08, .81};
    struct view v;
    struct mixed m;
    open_words(&v, w, "", entries, LENGTH(entries));
    memcpy(v.features, (float[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, 9 * sizeof(float));
    v.scene = (struct scene){.n_objects = 3, .n_features = VIEW_FEATURES, .features = v.features};
    for (uint32_t i = 0; i < w->lexicon.slots.n; i++) v.weight[i] = 1;
    set_mask(&v, "cube", cube);
    set_mask(&v, "ball", ball);
    static const char *const words[] = {"how-many-red", "any-red", "which-red"};
    for (int i = 0; i < 3; i++) set_mask(&v, words[i], red);

    const double *count = answer_of(&v, "how-many-red cube", &m);
    double none = .92 * .92 * .19, mean = 0;
    for (int c = 0; c <= 3; c++) mean += c * count[1 + c];
    assert_near(count[1], none, 1e-12);
    assert_near(count[4], .08 * .08 * .81, 1e-12);
    assert_near(mean, .97, 1e-12);
    assert_near(answer_of(&v, "any-red cube", &m)[1], 1 - none, 1e-12);

    const struct lexicon *l = &w->lexicon;
    const double *logits =
        l->params + (size_t)lexicon_find(l, "which-red", 9) * l->n_params + 2 * (3 + 1);
    double has[VIEW_ANSWERS], sum = 0;
    uint32_t of = lexicon_find(l, "cube", 4);
    for (uint32_t a = 0; a < VIEW_ANSWERS; a++) {
        uint32_t word = v.grounding.setup.answers[a];
        has[a] = 1e-4;
        for (int i = 0; i < 3; i++) {
            const double *concept = l->params + (size_t)word * l->n_params;
            has[a] += both[i] / .98 / (1 + exp(-concept[i] - concept[3]));
        }
        sum += has[a] *= exp(logits[a]);
    }
    for (uint32_t a = 0; a < VIEW_ANSWERS; a++) {
        const double *answer = answer_of(&v, "which-red cube", &m);
        assert_near(answer[1 + a], has[a] / sum, 1e-12);
    }
    assert_true(of != SYMBOL_NONE);

    double miss = 1;
    for (int i = 0; i < 3; i++) miss *= 1 - red[i] * (1 - (1 - cube[i]) * (1 - ball[i]));
    assert_near(answer_of(&v, "any-red cube or ball", &m)[1], 1 - miss, 1e-12);
    miss = 1;
    for (int i = 0; i < 3; i++) miss *= 1 - cube[i] * ball[i];
    assert_near(answer_of(&v, "cube meets ball", &m)[1], 1 - miss, 1e-12);
    view_close(&v);
}

/* ---- known ------------------------------------------------------------------------------------- */

static const struct entry known_words[] = {
    {"thing", "objset : scene()"},
    {"cube", "objset : filter(scene(), ?)"},
    {"ball", "objset : filter(scene(), ?)"},
    {"red", "objset/objset : \\x. filter(x, ?)"},
    {"left", "objset\\objset/objset : \\x.\\y. relate(y, x, ?)"},
    {"number", "integer|objset : \\x. count(x)"},
    {"size", "word|objset : \\x. query(x, ?)"},
    {"any", "bool/objset : \\x. exist(x)"},
    {"same", "SAME"},
    {"and", "AND"},
    {"it", "objset^objset : \\x. x"},
    {";", "LET"},
    /* no forms */
    {"redness", "integer|objset : \\x. count(filter(x, ?))"},
    {"shade", "word|objset : \\x. query(filter(x, ?), ?)"},
    {"plus", "objset\\objset/objset : \\x.\\y. union(x, y)"},
    {"meets", "bool\\objset/objset : \\x.\\y. exist(intersection(x, y))"},
    {"twice", "objset/objset : \\x. intersection(x, filter(x, ?))"},
    {"around", "objset/objset : \\x. union(relate(x, scene(), ?), relate(scene(), x, ?))"},
    {"blues", "objset : union(filter(scene(), ?), relate(scene(), filter(scene(), ?), ?))"},
    {"yes", "bool : yes()"},
    {"three", "integer : 3"},
    {"many", "bool/objset : \\x. greater(count(x), 2)"},
    {"few", "bool/objset : \\x. less(count(filter(x, ?)), 9)"},
    {"exceeds", "bool\\integer/integer : \\x.\\y. greater(y, x)"},
    {"crimson", "word : red()"},
    {"colored", "objset/objset : \\x. same(x, red())"},
    {"very", "objset/objset/(objset/objset) : \\f.\\x. f(f(x))"},
    {"none", "bool/objset/(objset/objset) : \\f.\\x. equal(count(f(x)), 0)"},
    {"compare", "bool/(integer|objset)/objset : \\x.\\f. greater(f(x), f(filter(x, ?)))"},
    {"firsts", "integer/pair : \\p. count(union(first(p), second(p)))"},
    {"firstly", "word/pair : \\p. query(first(p), ?)"},
    {"alike", "bool\\pair : \\p. exist(same(first(p), query(second(p), ?)))"},
    {"swap", "pair/pair : \\p. pair(second(p), first(p))"},
    {"its", "objset^objset : \\x. relate(scene(), x, ?)"},
    {"thereof", "integer^objset : \\x. count(relate(filter(scene(), ?), x, ?))"},
    {"beside", "(objset/objset)^objset : \\x.\\y. relate(y, x, ?)"},
    {"having", "objset/objset/tint : \\c.\\x. filter(x, c)"},
    {"scarlet", "tint : ?"},
    {"ignore", "objset/objset/objset : \\x.\\y. y"},
};

static const char known_more[] = "category tint : ObjConcept\n";

static const struct {
    const char *sentence;
    enum seen_kind kind;
} known[] = {
    {"redness cube", SEEN_NUMBER},
    {"cube redness", SEEN_NUMBER},
    {"shade cube", SEEN_WORD},
    {"cube meets ball", SEEN_BOOL},
    {"number cube plus ball", SEEN_NUMBER},
    {"shade red cube plus ball", SEEN_WORD},
    {"number twice cube", SEEN_NUMBER},
    {"shade around twice ball", SEEN_WORD},
    {"number blues", SEEN_NUMBER},
    {"yes", SEEN_BOOL},
    {"three", SEEN_NUMBER},
    {"crimson", SEEN_WORD},
    {"many cube", SEEN_BOOL},
    {"few cube", SEEN_BOOL},
    {"three exceeds number cube", SEEN_BOOL},
    {"redness cube exceeds three", SEEN_BOOL},
    {"redness cube same number ball", SEEN_BOOL},
    {"three same number cube", SEEN_BOOL},
    {"number colored cube", SEEN_NUMBER},
    {"number very red cube", SEEN_NUMBER},
    {"number very twice cube", SEEN_NUMBER},
    {"size very around cube", SEEN_WORD},
    {"none red cube", SEEN_BOOL},
    {"none twice cube", SEEN_BOOL},
    {"compare cube number", SEEN_BOOL},
    {"compare cube redness", SEEN_BOOL},
    {"firsts cube and ball", SEEN_NUMBER},
    {"firstly cube and ball", SEEN_WORD},
    {"firstly swap cube and ball", SEEN_WORD},
    {"cube and ball alike", SEEN_BOOL},
    {"same redness cube and ball", SEEN_BOOL},
    {"same shade cube and ball", SEEN_BOOL},
    {"cube and ball same shade", SEEN_BOOL},
    {"same number swap cube and ball", SEEN_BOOL},
    {"number thing same shade cube", SEEN_NUMBER},
    {"shade cube same ball", SEEN_BOOL},
    {"cube ; number its", SEEN_NUMBER},
    {"cube ; shade its left it", SEEN_WORD},
    {"cube ; thereof", SEEN_NUMBER},
    {"cube ; redness beside ball", SEEN_NUMBER},
    {"cube ; number very beside ball", SEEN_NUMBER},
    {"cube ; same redness it and ball", SEEN_BOOL},
    {"cube ; compare it redness", SEEN_BOOL},
    {"redness having scarlet cube", SEEN_NUMBER},
    {"number very having scarlet ball", SEEN_NUMBER},
    {"number ignore cube ball", SEEN_NUMBER},
};

static void known_sentences_body(struct world *w) {
    struct view v;
    open_words(&v, w, known_more, known_words, LENGTH(known_words));
    for (size_t i = 0; i < LENGTH(known); i++)
        for (uint32_t n = 0; n <= 5; n++) {
            struct asked q;
            view_scene(&v, n);
            view_ask(&v, &q, known[i].sentence);
            if (q.oracle.all.n != 1)
                fail_msg("'%s' has %u derivations", known[i].sentence, q.oracle.all.n);
            assert_int_equal(q.seen[0]->kind, known[i].kind);
            view_check(&v, &q);
        }
    view_close(&v);
}

static void known_gradients_body(struct world *w) {
    struct view v;
    open_words(&v, w, known_more, known_words, LENGTH(known_words));
    for (uint32_t i = 0; i < LENGTH(known); i++)
        view_check_answers(&v, 1 + i % 4, known[i].sentence, known[i].kind);
    view_close(&v);
}

/* ---- random ------------------------------------------------------------------------------------ */

/* Categories that go together, and their programs of at most so many operations. */
static const struct {
    const char *category;
    uint32_t max_ops;
} kinds[] = {
    {"objset", 4},
    {"objset/objset", 4},
    {"objset\\objset/objset", 4},
    {"integer/objset", 4},
    {"bool/objset", 4},
    {"word/objset", 4},
    {"bool\\objset/objset", 4},
    {"integer\\objset/objset", 4},
    {"bool\\integer/integer", 3},
    {"objset\\word/objset", 3},
    {"pair\\objset/objset", 2},
    {"integer/pair", 4},
    {"word/pair", 4},
    {"pair/pair", 3},
    {"objset/objset/(objset/objset)", 3},
    {"bool/objset/(integer/objset)", 4},
    {"integer/objset/(objset/objset)", 3},
    {"word/(word/objset)", 3},
    {"bool/(bool/objset)/(objset/objset)", 4},
    {"objset^objset", 3},
    {"integer^objset", 4},
    {"(objset/objset)^objset", 3},
};

struct pool {
    cat_id cat[LENGTH(kinds)];
    term_list programs[LENGTH(kinds)];
};

static void fill_pool(struct world *w, struct pool *pool, bool once) {
    static const double numbers[] = {0, 2};
    uint16_t constants[16];
    type_id concepts[8];
    struct enumeration rules = {.by_behaviour = true,
                                .compose_constants = true,
                                .exactly_once = once,
                                .constants = constants,
                                .numbers = numbers,
                                .n_numbers = 2,
                                .concepts = concepts};
    for (uint32_t i = 0; i < w->domain->lang.ops.n; i++) {
        const struct op *op = &w->domain->lang.ops.at[i];
        bool few = op->literal < 0 || op->literal == 2;
        if (!op->n_args && few) constants[rules.n_constants++] = (uint16_t)i;
    }
    for (uint32_t i = 0; i < w->domain->concepts.n; i++)
        concepts[rules.n_concepts++] = w->domain->concepts.at[i].type;
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        pool->programs[i] = (term_list){0};
        pool->cat[i] = world_category(w, kinds[i].category);
        rules.max_ops = kinds[i].max_ops;
        type_id type = w->domain->syntax.cats.at[pool->cat[i]].type;
        term_enumerate(&w->domain->lang, type, &rules, &pool->programs[i]);
    }
}

static void add_random(struct world *w, const struct pool *pool) {
    uint32_t k = rng_below(&w->rng, 3) ? rng_below(&w->rng, LENGTH(kinds)) : 0;
    const term_list *of = &pool->programs[k];
    const struct term *program = of->at[rng_below(&w->rng, of->n)];
    lexicon_add_slot(&w->lexicon, lexicon_entry(&w->lexicon, pool->cat[k], program), 0, false);
}

static void random_lexicon(struct view *v, const struct pool *pool, uint32_t n_words,
                           uint32_t n_entries) {
    struct world *w = v->w;
    world_clear(w);
    for (uint32_t i = 0; i < n_words; i++) {
        char name[8];
        const char *word = i < VIEW_ANSWERS ? view_answers[i] : name;
        snprintf(name, sizeof name, "w%u", i);
        lexicon_add_word(&w->lexicon, word, strlen(word));
        for (uint32_t k = 0; k < n_entries; k++) add_random(w, pool);
    }
    world_word(w, ";", "LET", 0.0, NULL);
    world_word(w, "it", "objset^objset : \\x. x", 0.0, NULL);
    lexicon_index(&w->lexicon);
    view_ground(v);
}

/* Random words, such that the chart has something to do. */
static bool random_sentence(struct view *v, struct asked *q, uint32_t n, char *text, size_t cap) {
    const struct lexicon *l = &v->w->lexicon;
    uint32_t words[ORACLE_WORDS];
    struct chart chart;
    for (uint32_t t = 0; t < 400; t++) {
        for (uint32_t i = 0; i < n; i++) words[i] = rng_below(&v->w->rng, l->words.n);
        arena_reset(&v->talk.arena);
        chart_parse(&chart, &v->talk.arena, l, words, n, false);
        if (!chart.roots.n) continue;
        text[0] = 0;
        for (uint32_t i = 0; i < n; i++) {
            size_t at = strlen(text);
            snprintf(text + at, cap - at, "%s%s", i ? " " : "", l->names.names.at[words[i]]);
        }
        view_ask(v, q, text);
        return q->oracle.all.n > 0;
    }
    return false;
}

static bool has_answer(const struct asked *q, enum seen_kind *kind) {
    *kind = q->seen[0]->kind;
    return *kind == SEEN_BOOL || *kind == SEEN_NUMBER || *kind == SEEN_WORD;
}

static bool one_each(const struct asked *q) {
    const double *count = weights_count(&q->plan, q->chart.arena);
    for (uint32_t i = 0; i < q->plan.n_nodes; i++)
        if (count[i] > 1) return false;
    return true;
}

static void random_programs_body(struct world *w) {
    struct view v;
    struct pool pool;
    uint32_t n_checked = 0, n_long = 0, n_interpreted = 0, n_slopes = 0, most = samples(200);
    open_view(&v, w, "");
    fill_pool(w, &pool, false);
    domain_close(w->domain);
    for (uint32_t i = 0; i < most; i++) {
        rng_seed(&w->rng, i);
        random_lexicon(&v, &pool, 14, 1);
        for (uint32_t k = 0; k < 12; k++) {
            struct asked q;
            char text[256];
            enum seen_kind kind;
            view_scene(&v, rng_below(&w->rng, 5));
            if (!random_sentence(&v, &q, 1 + k % 5, text, sizeof text) || !one_each(&q)) continue;
            view_check(&v, &q);
            n_checked++;
            n_long += q.n > 2;
            n_interpreted += v.grounding.setup.interprets;
            if (k % 4 || !has_answer(&q, &kind)) continue;
            struct target target =
                view_target(&v, kind, rng_below(&w->rng, view_outcomes(&v, kind)));
            view_check_gradients(&v, &q, &target);
            n_slopes++;
        }
    }
    print_message("%u sentences, %u of three words or more, gradients of %u\n", n_checked, n_long,
                  n_slopes);
    assert_true(n_long > most && n_interpreted > most && n_slopes > most / 4);
    view_close(&v);
}

/* Words of several entries: nothing is said of how good a mean is, but gradients are right. */
static void random_gradients_body(struct world *w) {
    struct view v;
    struct pool pool;
    uint32_t n_slopes = 0, most = samples(200);
    open_view(&v, w, "");
    fill_pool(w, &pool, false);
    domain_close(w->domain);
    for (uint32_t i = 0; i < most; i++) {
        struct asked q;
        char text[256];
        enum seen_kind kind;
        rng_seed(&w->rng, 500 + i);
        random_lexicon(&v, &pool, 9, 3);
        view_scene(&v, 1 + rng_below(&w->rng, 3));
        if (!random_sentence(&v, &q, 2 + i % 3, text, sizeof text)) continue;
        if (q.oracle.all.n < 2 || !has_answer(&q, &kind)) continue;
        struct target target = view_target(&v, kind, rng_below(&w->rng, view_outcomes(&v, kind)));
        view_check_gradients(&v, &q, &target);
        n_slopes++;
    }
    print_message("gradients of %u sentences of several derivations\n", n_slopes);
    assert_true(n_slopes > most / 4);
    view_close(&v);
}

/* ---- exact ------------------------------------------------------------------------------------- */

/* Each argument once, and each operation a product or a sum. */
static bool is_linear(const struct world *w, const struct term *term) {
    static const char *const linear[] = {"scene", "filter", "intersection", "union"};
    bool found = term->kind != TERM_OP;
    for (size_t i = 0; i < LENGTH(linear) && !found; i++)
        found = !strcmp(operation_table[w->domain->lang.ops.at[term->op].kernel].name, linear[i]);
    for (uint32_t i = 0; i < term->n_subs; i++) found &= is_linear(w, term->subs[i]);
    return found;
}

static void keep_linear(const struct world *w, struct pool *pool) {
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < pool->programs[i].n; k++) {
            const struct term *program = pool->programs[i].at[k], *body = program;
            uint32_t n_args = 0;
            for (; body->kind == TERM_LAMBDA; body = body->subs[0]) n_args++;
            bool once = term_count_variables(program) == n_args && !strchr(kinds[i].category, '^');
            if (once && is_linear(w, program)) pool->programs[i].at[n++] = program;
        }
        pool->programs[i].n = n;
    }
}

static void linear_lexicon(struct view *v, const struct pool *pool) {
    struct world *w = v->w;
    world_clear(w);
    for (uint32_t i = 0; i < VIEW_ANSWERS; i++) {
        lexicon_add_word(&w->lexicon, view_answers[i], strlen(view_answers[i]));
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t at;
            do at = rng_below(&w->rng, LENGTH(kinds));
            while (!pool->programs[at].n);
            const struct term *program =
                pool->programs[at].at[rng_below(&w->rng, pool->programs[at].n)];
            uint32_t entry = lexicon_entry(&w->lexicon, pool->cat[at], program);
            lexicon_add_slot(&w->lexicon, entry, 0, false);
        }
    }
    lexicon_index(&w->lexicon);
    view_ground(v);
}

static void check_set(struct view *v, const struct asked *q) {
    struct mixed m;
    double sum[1 + NAIVE_OBJECTS] = {0};
    view_run(v, q, NULL, &m);
    for (uint32_t d = 0; d < q->oracle.all.n; d++) {
        double weight = 1;
        for (uint32_t i = 0; i < q->n; i++) weight *= v->weight[q->oracle.all.at[d].slots[i]];
        if (q->seen[d]->kind != SEEN_SET) continue;
        sum[0] += weight;
        for (uint32_t i = 0; i < v->scene.n_objects; i++) sum[1 + i] += weight * q->seen[d]->set[i];
    }
    for (uint32_t r = 0; r < q->plan.n_roots; r++) {
        uint32_t root = q->plan.roots[r];
        if (v->grounding.kept[q->plan.nodes[root].cat].class != CLASS_SET) continue;
        for (uint32_t i = 0; i <= v->scene.n_objects; i++)
            assert_near(m.value[root][i], sum[i], 1e-10);
    }
}

static void linear_is_exact_body(struct world *w) {
    struct view v;
    struct pool pool;
    uint32_t n_checked = 0, n_several = 0, most = samples(300);
    open_view(&v, w, "root objset\n");
    fill_pool(w, &pool, true);
    keep_linear(w, &pool);
    domain_close(w->domain);
    for (uint32_t i = 0; i < most; i++) {
        struct asked q;
        char text[256];
        rng_seed(&w->rng, i);
        linear_lexicon(&v, &pool);
        view_scene(&v, rng_below(&w->rng, 5));
        if (!random_sentence(&v, &q, 1 + i % 5, text, sizeof text)) continue;
        check_set(&v, &q);
        n_checked++;
        n_several += q.oracle.all.n > 1;
    }
    print_message("%u sentences, %u of several derivations\n", n_checked, n_several);
    assert_true(n_several > most / 3);
    view_close(&v);
}

/* ---- merged ------------------------------------------------------------------------------------ */

/* Programs without a form, so that closures are merged as the paper says; and questions, which
 * are linear: they may be averaged or kept apart. Where words may be EMPTY, a span has
 * closures of one program and several values. */
static const char *const mergeable[] = {
    "objset : filter(scene(), ?)",
    "objset : union(filter(scene(), ?), relate(scene(), filter(scene(), ?), ?))",
    "objset/objset : \\x. intersection(x, filter(x, ?))",
    "objset/objset/objset : \\x.\\y. union(x, y)",
    "bool/objset/objset : \\x.\\y. exist(intersection(x, y))",
    "objset\\objset/objset : \\x.\\y. union(x, y)",
    "objset\\objset/objset : \\x.\\y. relate(filter(y, ?), filter(x, ?), ?)",
    "objset\\objset/objset : \\x.\\y. intersection(union(x, y), x)",
    "bool\\objset/objset : \\x.\\y. exist(intersection(x, y))",
    "bool\\objset/objset : \\x.\\y. equal(count(union(x, y)), count(filter(x, ?)))",
    "integer/objset : \\x. count(filter(x, ?))",
    "integer/objset : \\x. count(x)",
    "bool/objset : \\x. exist(x)",
    "word\\objset/objset : \\x.\\y. query(union(x, y), ?)",
    "objset/objset/(objset/objset) : \\f.\\x. f(f(x))",
    "integer/objset/(objset/objset) : \\f.\\x. count(union(x, f(x)))",
    "EMPTY",
    "EMPTY",
    "EMPTY",
};

struct weighed {
    const struct seen *seen;
    double weight;
};

struct weighings {
    struct weighed at[64];
    uint32_t n;
};

static void put(struct weighings *to, const struct seen *seen, double weight) {
    assert_true(to->n < LENGTH(to->at));
    to->at[to->n++] = (struct weighed){seen, weight};
}

static void merge_alike(const struct naive *n, struct weighings *of) {
    struct weighings out = {0};
    bool done[LENGTH(of->at)] = {0};
    for (uint32_t i = 0; i < of->n; i++) {
        const struct seen *group[LENGTH(of->at)];
        double weight[LENGTH(of->at)], total = 0;
        uint32_t size = 0;
        for (uint32_t k = i; k < of->n; k++) {
            if (done[k] || (k > i && done[i] && !naive_alike(n, of->at[i].seen, of->at[k].seen)))
                continue;
            if (k > i && !size) break;
            done[k] = true;
            group[size] = of->at[k].seen;
            total += weight[size++] = of->at[k].weight;
        }
        if (size == 1) put(&out, group[0], total);
        else if (size) put(&out, naive_merge(n, group, weight, size), total);
    }
    *of = out;
}

/* The plan, with lists of weighed programs and values in place of what mixed.c keeps. */
static void naive_node(const struct view *v, const struct asked *q, const struct naive *n,
                       struct weighings *lists, const double *inside, uint32_t i) {
    const struct plan *plan = &q->plan;
    const struct plan_node *node = &plan->nodes[i];
    const struct sentence sentence = {.lexicon = &v->w->lexicon, .words = q->words};
    for (uint32_t k = node->first; k < node[1].first; k++) {
        const struct plan_edge *e = &plan->edges[k];
        const struct weighings *l = &lists[e->left], *r = &lists[e->right];
        if (e->kind == PLAN_WORD) {
            uint32_t slot = plan_word_slot(plan, &sentence, e);
            const struct term *program = lexicon_program(&v->w->lexicon, slot, node->cat);
            if (program)
                put(&lists[i], naive_word(n, program, q->words[node->begin]), v->weight[slot]);
            continue;
        }
        for (uint32_t a = 0; e->kind == PLAN_PASS && a < l->n; a++)
            put(&lists[i], l->at[a].seen, l->at[a].weight * inside[e->right]);
        if (e->kind != PLAN_COMBINE) continue;
        const struct meaning *m = plan_meaning(plan, e);
        const struct seen *term = m->form == MEANING_TERM ? naive_word(n, m->term, 0) : NULL;
        for (uint32_t a = 0; a < l->n; a++)
            for (uint32_t b = 0; b < r->n; b++) {
                const struct seen *x = l->at[a].seen, *y = r->at[b].seen;
                const struct seen *made = m->form == MEANING_FORWARD    ? naive_call(n, x, y)
                                          : m->form == MEANING_BACKWARD ? naive_call(n, y, x)
                                                                        : NULL;
                if (term) made = naive_call(n, naive_call(n, term, x), y);
                put(&lists[i], made, l->at[a].weight * r->at[b].weight);
            }
    }
    merge_alike(n, &lists[i]);
}

static void check_merged(struct view *v, const struct asked *q) {
    struct naive naive;
    struct mixed m;
    naive_open(&naive, &v->talk.arena, &v->w->lexicon, &v->scene, v->w->lexicon.params);
    struct weighings *lists = calloc(q->plan.n_nodes + 1, sizeof *lists);
    assert_non_null(lists);
    view_run(v, q, NULL, &m);
    for (uint32_t i = 0; i < q->plan.n_nodes; i++) naive_node(v, q, &naive, lists, m.inside, i);
    for (uint32_t r = 0; r < q->plan.n_roots; r++) {
        uint32_t root = q->plan.roots[r];
        int class = v->grounding.kept[q->plan.nodes[root].cat].class;
        assert_int_equal(lists[root].n, 1);
        assert_near(lists[root].at[0].weight, m.value[root][0], 1e-10);
        for (uint32_t o = 0; o < naive_outcomes(&naive, lists[root].at[0].seen); o++)
            assert_near(v->grounding.kernels->answer(v->session, class, m.value[root], o),
                        lists[root].at[0].weight * naive_chance(&naive, lists[root].at[0].seen, o),
                        1e-9);
    }
    free(lists);
}

static void merged_body(struct world *w) {
    struct view v;
    uint32_t n_checked = 0, n_bent = 0, most = samples(400);
    static char text[1 << 14];
    snprintf(text, sizeof text, "candidates mine\n");
    for (size_t i = 0; i < LENGTH(mergeable); i++) {
        size_t at = strlen(text);
        snprintf(text + at, sizeof text - at, "  entry %s\n", mergeable[i]);
    }
    open_view(&v, w, text);
    domain_close(w->domain);
    for (uint32_t i = 0; i < most; i++) {
        struct asked q;
        struct mixed m;
        char sentence[256];
        rng_seed(&w->rng, i);
        world_clear(w);
        for (uint32_t k = 0; k < VIEW_ANSWERS; k++)
            world_word(w, view_answers[k], mergeable[rng_below(&w->rng, LENGTH(mergeable))], 0.0,
                       mergeable[rng_below(&w->rng, LENGTH(mergeable))], 0.0, NULL);
        lexicon_index(&w->lexicon);
        view_ground(&v);
        view_scene(&v, 1 + rng_below(&w->rng, 4));
        if (!random_sentence(&v, &q, 2 + i % 5, sentence, sizeof sentence)) continue;
        check_merged(&v, &q);
        if (!(n_checked++ % 8)) {
            enum seen_kind asked = q.seen[0]->kind;
            struct target target = view_target(&v, asked, 0);
            view_check_gradients(&v, &q, &target);
        }
        /* Is it more than what each derivation says by itself? */
        uint32_t root = q.plan.roots[0];
        enum seen_kind kind = SEEN_BOOL;
        double sum = 0;
        struct naive naive;
        naive_open(&naive, &v.talk.arena, &w->lexicon, &v.scene, w->lexicon.params);
        view_run(&v, &q, NULL, &m);
        if (v.grounding.kept[q.plan.nodes[root].cat].class != CLASS_BOOL) continue;
        for (uint32_t d = 0; d < q.oracle.all.n; d++) {
            double weight = 1;
            for (uint32_t k = 0; k < q.n; k++) weight *= v.weight[q.oracle.all.at[d].slots[k]];
            if (q.seen[d]->kind == kind) sum += weight * naive_chance(&naive, q.seen[d], 1);
        }
        n_bent +=
            !near(sum, v.grounding.kernels->answer(v.session, CLASS_BOOL, m.value[root], 1), 1e-6);
    }
    print_message("%u sentences; the mean is not that of the derivations in %u\n", n_checked,
                  n_bent);
    assert_true(n_checked > most / 2 && n_bent > most / 60);
    view_close(&v);
}

/* ---- other rules --------------------------------------------------------------------------------- */

/* Composition, substitution, raising, and conjunctions of what has no operator form. */
static const struct entry rule_words[] = {
    {"cube", "objset : filter(scene(), ?)"},
    {"red", "objset/objset : \\x. filter(x, ?)"},
    {"twice", "objset/objset : \\x. union(filter(x, ?), relate(x, x, ?))"},
    {"any", "bool/objset : \\x. exist(x)"},
    {"number", "integer/objset : \\x. count(x)"},
    {"many", "bool/objset : \\x. greater(count(filter(x, ?)), 1)"},
    {"redness", "integer/objset : \\x. count(filter(x, ?))"},
    {"over", "bool/integer/objset : \\x.\\y. greater(count(filter(x, ?)), y)"},
    {"holds", "bool/(bool/objset) : \\f. f(scene())"},
    {"counts", "integer/(integer/objset) : \\f. f(filter(scene(), ?))"},
    {"quick", "bool\\(bool/(bool\\objset)) : \\g. g(\\x. exist(filter(x, ?)))"},
    {"and", "AND"},
    {"but", "BUT"},
};

static void other_rules_body(struct world *w) {
    static const char *const sentences[] = {
        "holds any red",
        "holds many twice",
        "holds any twice",
        "counts number red",
        "counts number twice",
        "holds any red twice",
        "holds over number",
        "holds over redness",
        "over cube number cube",
        "cube quick",
        "red cube quick",
        "any red and twice cube",
        "any twice and twice cube",
        "holds any twice and red",
        "many cube but red cube",
        "counts number red twice",
    };
    static const char more[] =
        "combinators composition substitution\n"
        "raise objset over bool\n"
        "conjunction BUT any of ObjectSet : \\x.\\y. union(x, intersection(x, y))\n";
    struct view v;
    open_words(&v, w, more, rule_words, LENGTH(rule_words));
    for (size_t i = 0; i < LENGTH(sentences); i++)
        for (uint32_t n = 1; n < 5; n++) {
            struct asked q;
            struct naive naive;
            view_scene(&v, n);
            view_ask(&v, &q, sentences[i]);
            if (!q.oracle.all.n) fail_msg("'%s' has no derivation", sentences[i]);
            naive_open(&naive, &v.talk.arena, &w->lexicon, &v.scene, w->lexicon.params);
            naive.pointwise = true;
            const struct seen *seen = naive_meaning(&naive, q.oracle.all.at[0].meaning);
            for (uint32_t o = 0; o < view_outcomes(&v, seen->kind); o++) {
                struct mixed m;
                struct target target = view_target(&v, seen->kind, o);
                struct likelihood l = view_run(&v, &q, &target, &m);
                if (!near(l.answer / l.total, naive_chance(&naive, seen, o), 1e-10))
                    fail_msg("'%s': %.12g, not %.12g", sentences[i], l.answer / l.total,
                             naive_chance(&naive, seen, o));
                if (!o) view_check_gradients(&v, &q, &target);
            }
        }
    view_close(&v);
}

WORLD_TEST(by_hand)
WORLD_TEST(known_sentences)
WORLD_TEST(known_gradients)
WORLD_TEST(random_programs)
WORLD_TEST(random_gradients)
WORLD_TEST(linear_is_exact)
WORLD_TEST(merged)
WORLD_TEST(other_rules)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),          cmocka_unit_test(known_sentences),
        cmocka_unit_test(known_gradients),  cmocka_unit_test(random_programs),
        cmocka_unit_test(random_gradients), cmocka_unit_test(linear_is_exact),
        cmocka_unit_test(merged),           cmocka_unit_test(other_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
