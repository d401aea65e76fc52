/* Questions that compare and refer back, against the naive twin (tests/naive.h):
 *
 *     sentence ─▶ chart ─▶ plan ─▶ mixed_run ──────────────────────▶ weight, P(answer)
 *            └──▶ oracle ─▶ derivations ─▶ naive_meaning of each ─▶ Σ ─▶ the same
 *
 * for sentences written out, one or more of each construction, for random ones, and for
 * random ones of words that have several entries, where averaging is exact. Gradients are
 * held against central differences. */
#include "tests/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "types/set.h"

#define SENTENCE 512

#define NOUN     "objset : filter(scene(), ?)"
#define ADJ      "objset/objset : \\x. filter(x, ?)"
#define RELATION "objset\\objset/objset : \\x.\\y. relate(y, x, ?)"
#define QUERY    "word|objset : \\x. query(x, ?)"
#define EXIST    "bool/objset : \\x. exist(x)"
#define COUNT    "integer|objset : \\x. count(x)"

static const char *const lexicon[][2] = {
    {"thing", "objset : scene()"},
    {"cube", NOUN},
    {"ball", NOUN},
    {"red", ADJ},
    {"blue", ADJ},
    {"big", ADJ},
    {"small", ADJ},
    {"left", RELATION},
    {"behind", RELATION},
    {"holding", "objset\\objset/objset : \\x.\\y. relate(x, y, ?)"},
    {"any", EXIST},
    {"number", COUNT},
    {"size", QUERY},
    {"color", QUERY},
    {"same", "SAME"},
    {"more", "MORE"},
    {"less", "LESS"},
    {"and", "AND"},
    {"or", "OR"},
    {"it", "objset^objset : \\x. x"},
    {";", "LET"},
    {"the", "EMPTY"},
};

/* ---- views ----------------------------------------------------------------------------------- */

static void open_view(struct view *v, struct world *w, const char *grammar) {
    *v = (struct view){.w = w};
    arena_init(&v->question, &w->guard, 0);
    arena_init(&v->talk.arena, &w->guard, 0);
    view_open_domain(w, grammar);
    for (size_t i = 0; i < LENGTH(lexicon); i++)
        world_word(w, lexicon[i][0], lexicon[i][1], 0.0, NULL);
    world_close(w);
    view_ground(v);
}

/* ---- sentences that are known --------------------------------------------------------------------- */

static const struct {
    const char *sentence;
    uint32_t n; /* derivations, in normal form */
    enum seen_kind kind;
} known[] = {
    {"any the red cube", 1, SEEN_BOOL},
    {"number the cube left the ball", 1, SEEN_NUMBER},
    {"size the cube", 1, SEEN_WORD},
    {"the cube the color", 1, SEEN_WORD},
    {"the cube number", 1, SEEN_NUMBER},
    {"number cube holding ball", 1, SEEN_NUMBER},
    {"number thing cube or ball", 1, SEEN_NUMBER},
    {"number cube and ball", 1, SEEN_NUMBER},
    {"number red and big cube", 1, SEEN_NUMBER},
    {"number ball left cube and behind red thing", 1, SEEN_NUMBER},
    /* numbers compared */
    {"the the more cube the ball", 1, SEEN_BOOL},
    {"less cube left ball red thing", 1, SEEN_BOOL},
    {"the number the cube the same the number the ball", 1, SEEN_BOOL},
    {"number cube more number ball", 1, SEEN_BOOL},
    {"number red cube less number ball behind cube", 1, SEEN_BOOL},
    {"same number cube and ball", 1, SEEN_BOOL},
    {"same number red cube and ball left cube", 1, SEEN_BOOL},
    /* what objects are like, compared */
    {"the the cube and the ball the the same size", 1, SEEN_BOOL},
    {"same color cube and ball", 1, SEEN_BOOL},
    {"size cube same ball", 1, SEEN_BOOL},
    {"color cube left ball same the red ball", 1, SEEN_BOOL},
    {"any cube same size ball", 1, SEEN_BOOL},
    {"number the thing the the same color the cube", 1, SEEN_NUMBER},
    {"color thing same size cube", 1, SEEN_WORD},
    {"number thing same size cube and same color ball", 1, SEEN_NUMBER},
    {"more thing same size cube ball same color cube", 1, SEEN_BOOL},
    {"number thing same size cube same number ball", 1, SEEN_BOOL},
    /* what was named before */
    {"the the cube ; the number ball the left the it", 1, SEEN_NUMBER},
    {"cube ; number it", 1, SEEN_NUMBER},
    {"cube ; any it", 1, SEEN_BOOL},
    {"cube ; color it", 1, SEEN_WORD},
    {"cube ; it color", 1, SEEN_WORD},
    {"red thing ; number ball holding it", 1, SEEN_NUMBER},
    {"red thing ; number it holding ball", 1, SEEN_NUMBER},
    {"red thing ; number it left it", 1, SEEN_NUMBER},
    {"cube ; number thing same color it", 1, SEEN_NUMBER},
    {"cube ; any ball same size it", 1, SEEN_BOOL},
    {"cube ; any it same size ball", 1, SEEN_BOOL},
    {"cube ; size it same ball", 2, SEEN_BOOL}, /* (cube ; size it) same ball */
    {"cube ; size ball same it", 1, SEEN_BOOL},
    {"cube ; size it same it", 1, SEEN_BOOL},
    {"cube ; it and ball same size", 1, SEEN_BOOL},
    {"cube ; ball and it same size", 1, SEEN_BOOL},
    {"cube ; same color it and ball", 1, SEEN_BOOL},
    {"cube ; same number it and ball", 1, SEEN_BOOL},
    {"cube ; more ball left it thing", 1, SEEN_BOOL},
    {"cube ; more thing ball left it", 1, SEEN_BOOL},
    {"cube ; less ball left it thing behind it", 1, SEEN_BOOL},
    {"cube ; number thing left it more number ball", 2, SEEN_BOOL}, /* (cube ; ..) more .. */
    {"cube ; number ball more number thing left it", 1, SEEN_BOOL},
    {"cube ; number it and red thing", 1, SEEN_NUMBER},
    {"cube ; number thing it or ball", 1, SEEN_NUMBER},
    {"cube ; number thing same size it and same color it", 1, SEEN_NUMBER},
    {"cube ; number thing same size it and same color ball", 1, SEEN_NUMBER},
    {"cube ; number thing same size ball and same color it", 1, SEEN_NUMBER},
    {"cube ; number ball left it and behind it", 1, SEEN_NUMBER},
    {"cube ; number ball left it and behind thing", 1, SEEN_NUMBER},
    {"cube ; number ball left ball and behind it", 1, SEEN_NUMBER},
    {"thing same size ball ; color it", 1, SEEN_WORD},
    {"cube left ball ; number red thing behind it", 1, SEEN_NUMBER},
    {"cube and red thing ; number thing left it", 1, SEEN_NUMBER},
    /* twice: x ; (y ; z), since x ; y is no sentence */
    {"cube ; ball left it ; color it", 1, SEEN_WORD},
    {"cube ; it ; number it", 1, SEEN_NUMBER},
    {"cube ; thing same size it ; number ball behind it", 1, SEEN_NUMBER},
};

static void known_sentences(struct world *w, const char *grammar) {
    struct view v;
    bool normal = !strcmp(grammar, "normal-form");
    open_view(&v, w, grammar);
    for (size_t i = 0; i < LENGTH(known); i++)
        for (uint32_t n = 0; n <= 5; n++) {
            struct asked q;
            view_scene(&v, n);
            view_ask(&v, &q, known[i].sentence);
            if (normal && q.oracle.all.n != known[i].n)
                fail_msg("'%s' has %u derivations", known[i].sentence, q.oracle.all.n);
            for (uint32_t d = 0; d < q.oracle.all.n; d++)
                assert_int_equal(q.seen[d]->kind, known[i].kind);
            if (normal || q.oracle.all.n == 1) view_check(&v, &q);
        }
    view_close(&v);
}

static void known_normal_form_body(struct world *w) {
    known_sentences(w, "normal-form");
}

static void known_plain_body(struct world *w) {
    known_sentences(w, "plain");
}

/* What does not make sense has no derivation. */
static void senseless_body(struct world *w) {
    static const char *const rows[] = {
        "cube",
        "it",
        "any it",
        "number it left cube",
        "cube ; ball",
        "cube ; cube",
        "; number it",
        "number it ; cube",
        "any any cube",
        "same cube",
        "size same color",
        "cube same ball",
        "more cube",
        "number more ball",
        "size cube more size ball",
        "number cube same size ball number",
        "cube left ball same size cube left ball",
        "cube and ball same",
        "same size cube",
        "any cube ; any it",
    };
    struct view v;
    open_view(&v, w, "normal-form");
    view_scene(&v, 3);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct asked q;
        view_ask(&v, &q, rows[i]);
        if (q.oracle.all.n || q.chart.roots.n)
            fail_msg("'%s' has %u derivations", rows[i], q.oracle.all.n);
    }
    view_close(&v);
}

/* ---- random sentences --------------------------------------------------------------------------------- */

struct speaker {
    struct rng *rng;
    char text[SENTENCE];
    bool it; /* there is something to refer to */
};

static void say(struct speaker *s, const char *word) {
    size_t n = strlen(s->text);
    if (!rng_below(s->rng, 12)) say(s, "the");
    n = strlen(s->text);
    snprintf(s->text + n, sizeof s->text - n, "%s%s", n ? " " : "", word);
}

static void say_one(struct speaker *s, const char *const *of, uint32_t n) {
    say(s, of[rng_below(s->rng, n)]);
}

static void say_set(struct speaker *s, uint32_t depth) {
    static const char *const nouns[] = {"cube", "ball", "thing"};
    static const char *const adjectives[] = {"red", "blue", "big", "small"};
    static const char *const relations[] = {"left", "behind", "holding"};
    if (s->it && rng_below(s->rng, 5) < 2) say(s, "it");
    else {
        if (!rng_below(s->rng, 3)) say_one(s, adjectives, 4);
        say_one(s, nouns, 3);
    }
    if (!depth || rng_below(s->rng, 2)) return;
    say_one(s, relations, 3);
    say_set(s, depth - 1);
}

static void say_attribute(struct speaker *s) {
    static const char *const attributes[] = {"size", "color"};
    say_one(s, attributes, 2);
}

static void say_described(struct speaker *s, uint32_t depth) {
    say_set(s, depth);
    if (!depth || rng_below(s->rng, 3)) return;
    say(s, "same");
    say_attribute(s);
    say_set(s, depth - 1);
}

/* A word, and what it is about; with `also`, that again. */
static void say_about(struct speaker *s, const char *first, uint32_t depth, const char *also) {
    say(s, first);
    say_described(s, depth);
    if (also && *also) say(s, also);
    if (!also) return;
    if (*also) say(s, "number");
    say_described(s, depth - 1);
}

static void say_pair(struct speaker *s) {
    say_set(s, 0);
    say(s, "and");
    say_set(s, 0);
}

static void say_question(struct speaker *s) {
    static const char *const comparisons[] = {"more", "less", "same"};
    switch (rng_below(s->rng, 10)) {
    case 0: say_about(s, "any", 2, NULL); break;
    case 1: say_about(s, "number", 2, NULL); break;
    case 2: say_about(s, "size", 2, NULL); break;
    case 3: say_about(s, "more", 1, ""); break;
    case 4: say_about(s, "less", 1, ""); break;
    case 5: say_about(s, "number", 1, comparisons[rng_below(s->rng, 3)]); break;
    case 6:
        say_attribute(s);
        say_set(s, 1);
        say(s, "same");
        say_set(s, 1);
        break;
    case 7:
        say_pair(s);
        say(s, "same");
        say_attribute(s);
        break;
    case 8:
        say(s, "same");
        say_attribute(s);
        say_pair(s);
        break;
    default: say(s, "same number"); say_pair(s);
    }
}

static void say_sentence(struct speaker *s) {
    s->text[0] = 0;
    s->it = false;
    for (uint32_t n = rng_below(s->rng, 3); n > 0; n--) {
        if (s->it) say_set(s, 1);
        else say_described(s, 1);
        s->it = true;
        say(s, ";");
    }
    say_question(s);
}

/* Whatever comes after a ';' must speak of what comes before. */
static bool makes_sense(const char *sentence) {
    char text[SENTENCE], *at = text;
    snprintf(text, sizeof text, "%s", sentence);
    strsep(&at, ";");
    for (char *part; (part = strsep(&at, ";"));) {
        const char *it = strstr(part, " it");
        if (!it || (it[3] && it[3] != ' ')) return false;
    }
    return true;
}

static uint32_t n_meaningful(const char *sentence) {
    uint32_t n = 0;
    char text[SENTENCE], *at = text;
    snprintf(text, sizeof text, "%s", sentence);
    for (char *word; (word = strsep(&at, " "));) n += strcmp(word, "the") != 0;
    return n;
}

static void say_short(struct speaker *s, uint32_t most) {
    do say_sentence(s);
    while (n_meaningful(s->text) > most || !makes_sense(s->text));
}

/* Averaging is exact where sets, and queries that are answered, have one derivation. */
static bool is_exact(const struct view *v, const struct asked *q) {
    const double *count = weights_count(&q->plan, q->chart.arena);
    for (uint32_t i = 0; i < q->plan.n_nodes; i++) {
        int class = v->grounding.kept[q->plan.nodes[i].cat].class;
        bool bends = class == CLASS_SET || class == CLASS_PAIR_WITH || class == CLASS_QUERY;
        if (bends && count[i] > 1) return false;
    }
    return true;
}

static void random_sentences(struct world *w, const char *grammar, uint32_t n_sentences) {
    struct view v;
    struct speaker s = {.rng = &w->rng};
    uint32_t n_exact = 0, n_referring = 0;
    open_view(&v, w, grammar);
    for (uint32_t i = 0; i < n_sentences; i++) {
        struct asked q;
        say_short(&s, 10);
        view_scene(&v, rng_below(&w->rng, 6));
        view_ask(&v, &q, s.text);
        if (!q.oracle.all.n) fail_msg("'%s' has no derivation", s.text);
        if (!is_exact(&v, &q)) continue;
        view_check(&v, &q);
        n_exact++;
        n_referring += strstr(s.text, ";") != NULL;
    }
    print_message("%s: %u of %u sentences, %u refer back\n", grammar, n_exact, n_sentences,
                  n_referring);
    assert_true(n_exact > n_sentences / 2 && n_referring > n_sentences / 5);
    view_close(&v);
}

static void random_normal_form_body(struct world *w) {
    random_sentences(w, "normal-form", samples(300));
}

static void random_plain_body(struct world *w) {
    random_sentences(w, "plain", samples(100));
}

/* ---- words of several entries --------------------------------------------------------------------------- */

/* Words that compare, ask, bind or mean nothing may do any of that. */
static void open_ambiguous(struct view *v, struct world *w) {
    static const char *const others[] = {"SAME", "MORE", "LESS", EXIST, COUNT, "LET", "EMPTY"};
    world_clear(w);
    for (size_t i = 0; i < LENGTH(lexicon); i++) {
        world_word(w, lexicon[i][0], lexicon[i][1], 0.0, NULL);
        bool asks = strstr(" any number same more less ; the ", lexicon[i][0]) != NULL;
        for (size_t k = 0; asks && k < LENGTH(others); k++)
            if (strcmp(others[k], lexicon[i][1]) && !rng_below(&w->rng, 3))
                world_word(w, lexicon[i][0], others[k], 0.0, NULL);
    }
    lexicon_index(&w->lexicon);
    view_ground(v);
}

/* How many ways there are to choose an entry for each word, and a case of each schema. */
static double n_choices(const struct view *v, const char *sentence) {
    const struct lexicon *l = &v->w->lexicon;
    uint32_t words[ORACLE_WORDS], n = lexicon_words(l, sentence, words, ORACLE_WORDS);
    double product = 1;
    for (uint32_t i = 0; i < n; i++) {
        const struct word *word = &l->words.at[words[i]];
        double sum = word->empty != UINT32_MAX;
        for (uint32_t g = 0; g < word->n_groups; g++) sum += l->groups.at[word->first_group + g].n;
        product *= sum;
    }
    return product;
}

static void ambiguous_body(struct world *w) {
    struct view v;
    struct speaker s = {.rng = &w->rng};
    uint32_t n_exact = 0, n_mixed = 0, most = samples(400);
    open_view(&v, w, "normal-form");
    for (uint32_t i = 0; i < most; i++) {
        struct asked q;
        rng_seed(&w->rng, i);
        open_ambiguous(&v, w);
        do say_short(&s, 7);
        while (n_choices(&v, s.text) > 2000);
        view_scene(&v, 1 + rng_below(&w->rng, 4));
        view_ask(&v, &q, s.text);
        if (!q.oracle.all.n || !is_exact(&v, &q)) continue;
        view_check(&v, &q);
        n_exact++;
        n_mixed += q.oracle.all.n > 1;
    }
    print_message("%u sentences, %u of several derivations\n", n_exact, n_mixed);
    assert_true(n_mixed > most / 5);
    view_close(&v);
}

/* ---- gradients --------------------------------------------------------------------------------------------- */

static void known_gradients_body(struct world *w) {
    struct view v;
    open_view(&v, w, "normal-form");
    for (uint32_t i = 0; i < LENGTH(known); i++)
        view_check_answers(&v, 1 + i % 4, known[i].sentence, known[i].kind);
    view_close(&v);
}

/* What is kept of a scene from question to question changes nothing. */
static double *gradients_of(struct view *v, const struct asked *q, const struct target *target,
                            bool fresh) {
    const struct lexicon *l = &v->w->lexicon;
    size_t n = (size_t)l->words.n * l->n_params;
    double *out = arena_zalloc(&v->talk.arena, (n + l->slots.n + 2) * sizeof *out);
    struct mixed m;
    memset(v->grads, 0, n * sizeof(double));
    struct likelihood like = view_run_kept(v, q, target, fresh, &m);
    mixed_back(&m, -1 / like.answer, .9 / like.total, out + n + 2);
    memcpy(out, v->grads, n * sizeof *out);
    out[n] = like.answer;
    out[n + 1] = like.total;
    return out;
}

static void kept_body(struct world *w) {
    struct view v;
    open_view(&v, w, "normal-form");
    view_scene(&v, 4);
    size_t n = (size_t)w->lexicon.words.n * w->lexicon.n_params + w->lexicon.slots.n + 2;
    for (uint32_t i = 0; i < 2 * LENGTH(known); i++) {
        struct asked q;
        struct mixed m;
        uint32_t k = i * 7 % LENGTH(known);
        view_ask(&v, &q, known[k].sentence);
        struct target target = view_target(&v, known[k].kind, i % 2);
        const double *kept = gradients_of(&v, &q, &target, false);
        view_run_kept(&v, &q, NULL, false, &m); /* a question between, of another type */
        const double *again = gradients_of(&v, &q, &target, false);
        const double *fresh = gradients_of(&v, &q, &target, i % 5 == 0);
        for (size_t j = 0; j < n; j++) assert_true(kept[j] == fresh[j] && again[j] == fresh[j]);
    }
    view_close(&v);
}

/* No object, and so many that loops are no longer unrolled. */
static void size_gradients_body(struct world *w) {
    static const uint32_t sizes[] = {0, 7};
    struct view v;
    open_view(&v, w, "normal-form");
    for (size_t k = 0; k < LENGTH(sizes); k++)
        for (size_t i = k; i < LENGTH(known); i += 5) {
            struct asked q;
            view_scene(&v, sizes[k]);
            view_ask(&v, &q, known[i].sentence);
            struct target target = view_target(&v, known[i].kind, 0);
            view_check_gradients(&v, &q, &target);
        }
    view_close(&v);
}

static void ambiguous_gradients_body(struct world *w) {
    struct view v;
    struct speaker s = {.rng = &w->rng};
    open_view(&v, w, "normal-form");
    for (uint32_t i = 0, n = 0; n < 40; i++) {
        struct asked q;
        rng_seed(&w->rng, 1000 + i);
        open_ambiguous(&v, w);
        do say_short(&s, 7);
        while (n_choices(&v, s.text) > 2000);
        view_scene(&v, 1 + rng_below(&w->rng, 3));
        view_ask(&v, &q, s.text);
        if (q.oracle.all.n < 2) continue;
        enum seen_kind kind = q.seen[0]->kind;
        struct target target = view_target(&v, kind, rng_below(&w->rng, view_outcomes(&v, kind)));
        view_check_gradients(&v, &q, &target);
        n++;
    }
    view_close(&v);
}

/* ---- definitions with mistakes ------------------------------------------------------------------------------- */

/* Put one token, or line, of the text in the place of another. */
static void mutate(struct rng *rng, char *text, size_t cap) {
    const char *stops = rng_below(rng, 3) ? " \n" : "\n";
    char piece[256];
    size_t n = strlen(text), from = rng_below(rng, (uint32_t)n), to = rng_below(rng, (uint32_t)n);
    while (from && !strchr(stops, text[from - 1])) from--;
    while (to && !strchr(stops, text[to - 1])) to--;
    size_t length = strcspn(text + from, stops), gap = strcspn(text + to, stops);
    if (length >= sizeof piece || n + length >= cap) return;
    memcpy(piece, text + from, length);
    memmove(text + to + length, text + to + gap, n - to - gap + 1);
    memcpy(text + to, piece, length);
}

/* Words with all candidates of a definition. */
static void add_all(struct world *w) {
    candidate_list list = {0};
    for (uint32_t i = 0; i < w->domain->sets.n; i++)
        domain_candidates(w->domain, &w->domain->sets.at[i], &list);
    domain_close(w->domain);
    lexicon_init(&w->lexicon, &w->arena, w->domain);
    for (size_t i = 0; i < VIEW_ANSWERS; i++) {
        lexicon_add_word(&w->lexicon, view_answers[i], strlen(view_answers[i]));
        for (uint32_t k = 0; k < list.n; k++) {
            uint32_t entry = lexicon_entry(&w->lexicon, list.at[k].cat, list.at[k].program);
            lexicon_add_slot(&w->lexicon, entry, 0, false);
        }
    }
    lexicon_index(&w->lexicon);
}

static void use_forward_and_back(struct view *v, const struct asked *q, const char *answer) {
    struct target target;
    struct mixed m;
    const char *why;
    if (!v->w->domain->kernels->read_target(&v->w->arena, &v->w->domain->lang, answer, &target,
                                            &why))
        return;
    struct likelihood l = view_run(v, q, &target, &m);
    assert_true(isfinite(l.answer) && isfinite(l.total));
    mixed_back(&m, 1, 1, v->slots);
    for (uint32_t i = 0; i < v->w->lexicon.slots.n; i++) assert_true(isfinite(v->slots[i]));
}

/* All that a definition is good for. */
static void use(struct view *v) {
    struct world *w = v->w;
    struct asked q = {.n = 4};
    struct mixed m;
    w->domain->arena.guard = &w->guard;
    domain_add_literals(w->domain, view_answers, VIEW_ANSWERS, NULL, 0);
    add_all(w);
    view_ground(v);
    view_scene(v, 1 + rng_below(&w->rng, 3));
    for (uint32_t i = 0; i < q.n; i++) q.words[i] = rng_below(&w->rng, w->lexicon.words.n);
    chart_parse(&q.chart, &w->arena, &w->lexicon, q.words, q.n, false);
    plan_make(&q.plan, &w->arena, &q.chart);
    view_run(v, &q, NULL, &m);
    use_forward_and_back(v, &q, "yes");
    use_forward_and_back(v, &q, "1");
    use_forward_and_back(v, &q, "red");
}

static bool use_guarded(struct view *v) {
    struct world *w = v->w;
    struct guard outer = w->guard;
    bool fine = false;
    if (guard_try(&w->guard, &w->err)) {
        use(v);
        fine = true;
    }
    w->guard = outer;
    return fine;
}

/* Only sets can be spoken of: other definitions are refused, where they say otherwise. */
static void sets_only(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t column;
    } rows[] = {
        {"schema THAT\n case X\\integer/X^integer\n", 9},
        {"schema THAT\n case X\\bool/X^bool\n", 9},
        {"schema THAT\n case X\\word/X^word\n", 9},
        {"schema THAT\n  case X\\pair/X^pair\n", 10},
        {"candidates c\n entry integer^integer : \\x. x\n", 26},
        {"candidates c\n entry bool^bool : \\x. x\n", 20},
        {"schema THAT\n case X\\objset/X^objset\n", 0},
        {"schema THAT\n case X\\objset/X^said\n", 0},
        {"candidates c\n entry objset^objset : \\x. x\n", 0},
    };
    static char text[1 << 14];
    size_t before = 0;
    for (const char *c = view_definition(); *c; c++) before += *c == '\n';
    for (size_t i = 0; i < LENGTH(rows); i++) {
        g2l2_domain *domain = NULL;
        g2l2_error err = {0};
        snprintf(text, sizeof text, "%s%s", view_definition(), rows[i].text);
        g2l2_status status = domain_parse(text, strlen(text), &domain, &err);
        g2l2_domain_free(domain);
        if (!rows[i].column) {
            if (status) fail_msg("%s: %s", rows[i].text, err.message);
            continue;
        }
        assert_int_equal(status, G2L2_STATUS_TYPE);
        assert_int_equal(err.line, before + 2);
        assert_int_equal(err.column, rows[i].column);
        assert_string_equal(err.message, "these kernels cannot refer back to what has this type");
    }
}

/* A definition that is still good must be good for all that follows, or be refused. */
static void noise_body(struct world *w) {
    static char text[1 << 14];
    struct view v = {.w = w};
    uint32_t good = 0, used = 0, most = samples(2000);
    arena_init(&v.question, &w->guard, 0);
    for (uint32_t i = 0; i < most; i++) {
        g2l2_error err = {0};
        rng_seed(&w->rng, i);
        snprintf(text, sizeof text, "%s", view_definition());
        for (uint32_t k = 1 + rng_below(&w->rng, 2); k > 0; k--) mutate(&w->rng, text, sizeof text);
        if (domain_parse(text, strlen(text), &w->domain, &err)) {
            assert_true(err.line >= 1 && err.column >= 1 && err.message[0]);
            continue;
        }
        good++;
        if (w->domain->mixed) used += use_guarded(&v);
        g2l2_domain_free(w->domain);
        w->domain = NULL;
        arena_reset(&w->arena);
    }
    print_message("%u of %u mutations are definitions, %u can be used\n", good, most, used);
    assert_true(used > most / 12);
    arena_free(&v.question);
}

WORLD_TEST(known_normal_form)
WORLD_TEST(known_plain)
WORLD_TEST(senseless)
WORLD_TEST(random_normal_form)
WORLD_TEST(random_plain)
WORLD_TEST(ambiguous)
WORLD_TEST(known_gradients)
WORLD_TEST(kept)
WORLD_TEST(size_gradients)
WORLD_TEST(ambiguous_gradients)
WORLD_TEST(noise)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_normal_form), cmocka_unit_test(known_plain),
        cmocka_unit_test(senseless),         cmocka_unit_test(random_normal_form),
        cmocka_unit_test(random_plain),      cmocka_unit_test(ambiguous),
        cmocka_unit_test(known_gradients),   cmocka_unit_test(kept),
        cmocka_unit_test(size_gradients),    cmocka_unit_test(ambiguous_gradients),
        cmocka_unit_test(sets_only),         cmocka_unit_test(noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
