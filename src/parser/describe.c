/* Descriptions of objects: phrases that mean just these.
 *
 *     1 word    cube {1 4}   ball {2}   large _   left _ _
 *     2 words   large cube {4}   left ball: _              grown by the rules of the grammar, with
 *     3 words   cube left ball {1}                         their values in the scene
 *     ─▶ the cube left of the ball ─▶ parser: is that what it means?
 *
 * Words, and what can be put together of them, are kept once for each category and value, so there
 * are never more pieces than sets of objects that can be told apart. A piece of n words is made of
 * two shorter ones. What means the wanted objects is worded as people would (familiar.c), parsed as
 * any other phrase, with all that its words may mean, and counts if that comes to just them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parser/sentences.h"
#include "types/values.h"

#define LIKELY         .1     /* share of its word below which an entry is not said */
#define IS_IN          .5     /* P(an object is in a set), from which it is */
#define SURE           .5     /* that a set is just these objects */
#define MAX_PIECES     1500u  /* of one number of words */
#define MAX_TRIES      200000 /* of putting two pieces together, for one number of words */
#define MAX_ALIKE      8u     /* words for the same */
#define MAX_NAMES      300u   /* of objects, that are said */
#define MAX_CANDIDATES 100u   /* of one number of words */

/* Words that have one category and one value in this scene. */
struct kind {
    uint64_t key;
    uint32_t n;
    struct named words[MAX_ALIKE];
};

struct piece {
    cat_id cat;
    uint32_t n;
    const uint32_t *kinds; /* [n] */
    value_id value;        /* in exact execution; */
    const double *soft;    /* in mixed */
    const uint64_t *bits;  /* objects, where it is a set; else NULL */
    bool closed;           /* takes no modifier, where these attach low (chart.h) */
};
typedef VEC(struct piece) pieces;

struct describer {
    g2l2_parser *parser;
    g2l2_sentences *out;
    const struct lexicon *lexicon;
    const struct syntax *syntax;
    struct arena arena;
    uint32_t n_objects, n_bits; /* n_bits: uint64_t of a set */
    const uint64_t *wanted;
    uint32_t n_wanted;
    bool *useful;       /* [n_closed] can it be part of a description? */
    VEC(cat_id) things; /* what a description is */
    VEC(struct kind) kinds;
    pieces of_length[SENTENCES_MAX_WORDS + 1];
    pieces candidates; /* of the length that is grown */
    uint64_t *seen;    /* [cap] keys of pieces: open addressing, 0: free */
    uint32_t cap, n_seen;
    uint32_t tries;
    struct piece nearest; /* that has them all and fewest others, of `n_nearest` objects */
    uint32_t n_nearest;
    struct familiar *familiar;
    void *state; /* exact: the kernels' */
    struct machine *machine;
};

/* ---- sets ----------------------------------------------------------------------------------------- */

static uint32_t size_of(const struct describer *d, const uint64_t *bits) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n_bits; i++) n += (uint32_t)__builtin_popcountll(bits[i]);
    return n;
}

static bool is_wanted(const struct describer *d, const uint64_t *bits) {
    return !memcmp(bits, d->wanted, d->n_bits * sizeof *bits);
}

static bool has_wanted(const struct describer *d, const uint64_t *bits) {
    for (uint32_t i = 0; i < d->n_bits; i++)
        if (d->wanted[i] & ~bits[i]) return false;
    return true;
}

/* Those that are likely to be in it; returns the probability that it is just these. */
static double round_off(const struct describer *d, const double *in, uint64_t *bits) {
    double sure = 1;
    for (uint32_t i = 0; i < d->n_objects; i++) {
        if (in[i] > IS_IN) values_insert(bits, i);
        sure *= in[i] > IS_IN ? in[i] : 1 - in[i];
    }
    return sure;
}

/* ---- values --------------------------------------------------------------------------------------- */

static struct look *look_of(const struct describer *d) {
    return d->parser->look;
}

static const struct mixed_kernels *soft_kernels(const struct describer *d) {
    return look_of(d)->grounding.kernels;
}

static int class_of(const struct describer *d, cat_id cat) {
    struct kept kept = look_of(d)->grounding.kept[cat];
    return kept.open || kept.takes_function ? -1 : kept.class;
}

/* A phrase that is parsed opens the scene for itself; so this is done again after each. */
static void open_scene(struct describer *d) {
    struct look *look = look_of(d);
    if (!look) return;
    bool fresh = look->fresh;
    look->fresh = true; /* should memory run out on the way */
    soft_kernels(d)->open(look->session, &d->arena, look->scene, NULL, fresh);
    look->fresh = false;
}

static void open_state(struct describer *d) {
    const g2l2_domain *domain = d->lexicon->domain;
    const struct exact_kernels *kernels = domain->kernels->exact;
    if (look_of(d)) return;
    d->state = kernels->open(&d->arena, &domain->lang, d->parser->scene, NULL,
                             d->parser->limits.max_target);
    d->machine = machine_new(&d->arena, domain, kernels, d->state, false);
}

static double *new_soft(struct describer *d, int class) {
    size_t size = soft_kernels(d)->size(look_of(d)->session, class) + 2;
    return arena_zalloc(&d->arena, size * sizeof(double));
}

static bool is_set(const struct describer *d, cat_id cat) {
    const struct category *c = &d->syntax->cats.at[cat];
    return c->kind == CAT_KIND_PRIMITIVE && d->syntax->lang->types.at[c->type].kind == KIND_SET;
}

/* A set's objects; false: nobody would say that, it is empty, or it is not sure which they are. */
static bool find_objects(struct describer *d, struct piece *p) {
    if (!is_set(d, p->cat)) return true;
    if (!look_of(d)) {
        if (value_tag(p->value) != TAG_SET) return false;
        p->bits = values_bits(d->state, p->value);
        return size_of(d, p->bits) > 0;
    }
    uint64_t *bits = arena_zalloc(&d->arena, d->n_bits * sizeof *bits);
    double *in = arena_array(&d->arena, double, d->n_objects + 1);
    p->bits = bits;
    return soft_kernels(d)->selects(look_of(d)->session, class_of(d, p->cat), p->soft, in) &&
           round_off(d, in, bits) > SURE && size_of(d, bits) > 0;
}

/* What tells values of a category apart: soft ones by which of their numbers are likely. */
static uint64_t key_of(const struct describer *d, const struct piece *p) {
    uint64_t key = hash_mix(p->closed, p->cat);
    if (p->bits) key = hash_bytes(p->bits, d->n_bits * sizeof *p->bits, key);
    else if (!look_of(d)) key = hash_mix(key, p->value);
    else {
        size_t n = soft_kernels(d)->size(look_of(d)->session, class_of(d, p->cat));
        for (size_t i = 1; i < n; i++) key = hash_mix(key, p->soft[i] > IS_IN * p->soft[0] ? i : 0);
    }
    return key ? key : 1;
}

/* Does a function take what it is given for one object, where that is several? */
static bool presumes(const struct describer *d, const struct piece *f, const struct piece *x) {
    if (!x->bits || size_of(d, x->bits) == 1) return false;
    return soft_kernels(d)->takes_one(look_of(d)->session, class_of(d, f->cat), f->soft);
}

static bool join_soft(struct describer *d, const struct piece *left, const struct piece *right,
                      struct combination made, struct piece *out) {
    uint8_t by = look_of(d)->grounding.joined[made.meaning].by;
    const struct piece *f = by == BY_FORWARD ? left : right, *x = f == left ? right : left;
    int class = class_of(d, made.result);
    if ((by != BY_FORWARD && by != BY_BACKWARD) || class < 0 || presumes(d, f, x)) return false;
    double *value = new_soft(d, class);
    soft_kernels(d)->apply(look_of(d)->session, class_of(d, f->cat), f->soft, x->soft, value);
    soft_kernels(d)->merge(look_of(d)->session, class, value);
    out->soft = value;
    return value[0] > 0;
}

static bool join_exact(struct describer *d, const struct piece *left, const struct piece *right,
                       struct combination made, struct piece *out) {
    const struct meaning *meaning = &d->syntax->meanings.at[made.meaning];
    value_id value = machine_join(d->machine, meaning, left->value, right->value);
    if (value == VALUE_DEAD) return false;
    out->value = machine_normal(d->machine, value, d->syntax->cats.at[made.result].type);
    return out->value != VALUE_DEAD;
}

/* ---- pieces ------------------------------------------------------------------------------------------ */

static bool remember(struct describer *d, uint64_t key) {
    if (2 * d->n_seen >= d->cap) {
        uint64_t *old = d->seen;
        uint32_t n = d->cap;
        d->cap = n ? 2 * n : 1024;
        d->seen = arena_zalloc(&d->arena, d->cap * sizeof *d->seen);
        d->n_seen = 0;
        for (uint32_t i = 0; i < n; i++)
            if (old[i]) remember(d, old[i]);
    }
    uint32_t at = (uint32_t)(key & (d->cap - 1));
    for (; d->seen[at]; at = (at + 1) & (d->cap - 1))
        if (d->seen[at] == key) return false;
    d->seen[at] = key;
    d->n_seen++;
    return true;
}

static bool is_thing(const struct describer *d, cat_id cat) {
    for (uint32_t i = 0; i < d->things.n; i++)
        if (d->things.at[i] == cat) return true;
    return false;
}

/* Every way to say what is wanted is a candidate; all else is kept once. */
static void take(struct describer *d, const struct piece *p, uint64_t key) {
    bool thing = p->bits && is_thing(d, p->cat);
    if (thing && is_wanted(d, p->bits) && d->candidates.n < MAX_CANDIDATES)
        vec_push(&d->arena, &d->candidates, *p);
    if (!remember(d, key)) return;
    uint32_t n = thing ? size_of(d, p->bits) : 0;
    if (thing && has_wanted(d, p->bits) && (!d->n_nearest || n < d->n_nearest)) {
        d->nearest = *p;
        d->n_nearest = n;
    }
    if (d->of_length[p->n].n < MAX_PIECES) vec_push(&d->arena, &d->of_length[p->n], *p);
}

/* A word that tells nothing apart is not said: "small tiny cube". */
static bool is_idle(const struct describer *d, const struct piece *part, const struct piece *p) {
    return part->bits && p->bits && part->cat == p->cat &&
           !memcmp(part->bits, p->bits, d->n_bits * sizeof *p->bits);
}

/* As the chart has it (chart.c, attach): what would be parsed as another phrase is not made. */
static bool attach(const struct describer *d, const struct piece *left, const struct piece *right,
                   uint8_t rule, bool *closed) {
    if (!d->syntax->attach_low) return true;
    const struct piece *f = syntax_rules[rule].functor ? right : left;
    const struct piece *x = f == left ? right : left;
    const struct category *c = &d->syntax->cats.at[f->cat];
    bool modifies = c->result == c->argument;
    *closed = rule == RULE_BACKWARD ? modifies : x->closed && d->syntax->cats.at[c->result].ends;
    return !modifies || !x->closed;
}

static void combine(struct describer *d, const struct piece *left, const struct piece *right) {
    struct combination made = syntax_lookup(d->syntax, left->cat, right->cat);
    if (made.result == CAT_NONE || made.lifted || made.rule > RULE_BACKWARD ||
        !d->useful[made.result] || d->tries >= MAX_TRIES)
        return;
    struct piece p = {.cat = made.result, .n = left->n + right->n};
    if (!attach(d, left, right, made.rule, &p.closed)) return;
    d->tries++;
    arena_check(&d->arena);
    bool joined =
        look_of(d) ? join_soft(d, left, right, made, &p) : join_exact(d, left, right, made, &p);
    if (!joined || !find_objects(d, &p) || is_idle(d, left, &p) || is_idle(d, right, &p)) return;
    uint32_t *kinds = arena_array(&d->arena, uint32_t, p.n);
    memcpy(kinds, left->kinds, left->n * sizeof *kinds);
    memcpy(kinds + left->n, right->kinds, right->n * sizeof *kinds);
    p.kinds = kinds;
    take(d, &p, key_of(d, &p));
}

static void grow(struct describer *d, uint32_t n) {
    d->tries = 0;
    for (uint32_t a = 1; a < n; a++)
        for (uint32_t i = 0; i < d->of_length[a].n; i++)
            for (uint32_t k = 0; k < d->of_length[n - a].n; k++)
                combine(d, &d->of_length[a].at[i], &d->of_length[n - a].at[k]);
}

/* ---- words --------------------------------------------------------------------------------------------- */

static void add_word(struct describer *d, struct piece *p, struct named named) {
    uint64_t key = key_of(d, p);
    uint32_t k = 0;
    while (k < d->kinds.n && d->kinds.at[k].key != key) k++;
    if (k == d->kinds.n) {
        uint32_t *kinds = arena_array(&d->arena, uint32_t, 1);
        vec_push(&d->arena, &d->kinds, ((struct kind){.key = key}));
        *kinds = k;
        p->kinds = kinds;
        take(d, p, key);
    }
    struct kind *kind = &d->kinds.at[k];
    if (kind->n < MAX_ALIKE) kind->words[kind->n++] = named;
}

static bool soft_word(struct describer *d, uint32_t slot, struct piece *p, uint32_t word) {
    const struct grounding *g = &look_of(d)->grounding;
    const struct slot *s = &d->lexicon->slots.at[slot];
    uint32_t which = lexicon_case(d->lexicon, slot, p->cat);
    const struct category *c = &d->syntax->cats.at[d->lexicon->entries.at[s->entry].cat];
    struct mixed_code code = which ? g->cases[c->schema][which - 1] : g->codes[s->entry];
    int class = class_of(d, p->cat);
    if (class < 0 || code.form == FORM_NONE || code.form == FORM_INTERPRETED) return false;
    double *value = new_soft(d, class);
    g->kernels->lexical(look_of(d)->session, code, word, 1, value);
    g->kernels->merge(look_of(d)->session, class, value);
    p->soft = value;
    return value[0] > 0;
}

static bool exact_word(struct describer *d, uint32_t slot, struct piece *p, const char *text) {
    const struct term *program = lexicon_program(d->lexicon, slot, p->cat);
    if (!program) return false;
    machine_say(d->machine, text);
    p->value = machine_eval(d->machine, program);
    machine_say(d->machine, NULL);
    if (p->value == VALUE_DEAD) return false;
    p->value = machine_normal(d->machine, p->value, d->syntax->cats.at[p->cat].type);
    return p->value != VALUE_DEAD;
}

static bool is_likely(const struct lexicon *lexicon, const struct word *w, uint32_t slot) {
    return !lexicon->slots.at[slot].off &&
           lexicon->tau[slot] - lexicon_log_total(lexicon, w) >= log(LIKELY);
}

/* said: as it is written; heard: as operations look at it. */
static void add_words(struct describer *d, uint32_t word, const char *said, const char *heard) {
    const struct word *w = &d->lexicon->words.at[word];
    for (uint32_t g = w->first_group; g < w->first_group + w->n_groups; g++) {
        struct group group = d->lexicon->groups.at[g];
        for (uint32_t s = group.first; s < group.first + group.n; s++) {
            struct piece p = {.cat = group.cat, .n = 1};
            if (!d->useful[group.cat] || !is_likely(d->lexicon, w, s)) continue;
            bool means = look_of(d) ? soft_word(d, s, &p, word) : exact_word(d, s, &p, heard);
            if (means && find_objects(d, &p)) add_word(d, &p, (struct named){said, word});
        }
    }
}

/* Names and values as the scene has them, where words of a sentence are looked up by these. */
static void add_spelled(struct describer *d) {
    const struct stated *world = d->parser->scene->world;
    uint32_t n_names = 0;
    for (uint32_t i = 0; i < world->spelled.names.n; i++) {
        const char *text = world->spelled.names.at[i];
        const char *name = stated_placeholder(world, text);
        uint32_t word = lexicon_find(d->lexicon, name, strlen(name));
        if (word == SYMBOL_NONE && stated_word(world, text) & WORD_VALUE)
            word = lexicon_find(d->lexicon, "<value>", strlen("<value>"));
        if (word == SYMBOL_NONE || !strchr(d->lexicon->names.names.at[word], '<')) continue;
        const uint64_t *named = stated_named(world, text);
        if (named && !is_wanted(d, named) && n_names++ >= MAX_NAMES) continue;
        char *said = arena_strndup(&d->arena, text, strlen(text));
        for (char *at = said; (at = strchr(at, '_'));) *at = ' ';
        add_words(d, word, said, text);
    }
}

static void gather(struct describer *d) {
    for (uint32_t w = 0; w < d->lexicon->words.n; w++) {
        const char *name = d->lexicon->names.names.at[w];
        if (!strchr(name, '<')) add_words(d, w, name, name);
    }
    if (!look_of(d)) add_spelled(d);
}

/* ---- categories that matter ------------------------------------------------------------------------------ */

static cat_id made_at_last(const struct describer *d, cat_id cat) {
    while (d->syntax->cats.at[cat].kind == CAT_KIND_SLASH) cat = d->syntax->cats.at[cat].result;
    return cat;
}

/* Arguments of what leads to a description lead to it. */
static bool spread(struct describer *d, cat_id cat) {
    bool any = false;
    if (!d->useful[made_at_last(d, cat)]) return false;
    for (; d->syntax->cats.at[cat].kind == CAT_KIND_SLASH; cat = d->syntax->cats.at[cat].result) {
        cat_id of = made_at_last(d, d->syntax->cats.at[cat].argument);
        any |= !d->useful[of];
        d->useful[of] = true;
    }
    return any;
}

/* Things are what a word can name by itself. */
static void find_categories(struct describer *d) {
    d->useful = arena_zalloc(&d->arena, d->syntax->n_closed * sizeof *d->useful);
    for (uint32_t g = 0; g < d->lexicon->groups.n; g++) {
        cat_id cat = d->lexicon->groups.at[g].cat;
        if (!is_set(d, cat) || is_thing(d, cat)) continue;
        vec_push(&d->arena, &d->things, cat);
        d->useful[cat] = true;
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t g = 0; g < d->lexicon->groups.n; g++)
            again |= spread(d, d->lexicon->groups.at[g].cat);
    }
    for (uint32_t c = 0; c < d->syntax->n_closed; c++)
        d->useful[c] |=
            d->syntax->cats.at[c].kind == CAT_KIND_SLASH && d->useful[made_at_last(d, (cat_id)c)];
}

/* ---- is it understood so? ---------------------------------------------------------------------------------- */

/* Where a sentence can be a description, it is parsed as any sentence. */
static void parse(struct describer *d, const char *text) {
    g2l2_parser *parser = d->parser;
    const g2l2_domain *domain = d->lexicon->domain;
    bool whole = false;
    for (uint32_t i = 0; i < domain->roots.n; i++) whole |= is_thing(d, domain->roots.at[i]);
    parser_read(parser, text);
    if (whole)
        chart_parse(&parser->chart, &parser->arena, d->lexicon, parser->words, parser->n_words,
                    false);
    else
        chart_parse_part(&parser->chart, &parser->arena, d->lexicon, parser->words, parser->n_words,
                         d->things.at, d->things.n);
    parser->words = parser->chart.words;
    plan_make(&parser->plan, &parser->arena, &parser->chart);
    struct walk walk = parser_walk(parser);
    parser->inside = weights_inside(&walk);
}

/* The probability that the phrase means just the objects; 0: it does not. */
static double soft_confidence(struct describer *d) {
    const struct plan *plan = &d->parser->plan;
    const struct mixed *m = &look_of(d)->mixed;
    struct arena *arena = &d->parser->arena;
    uint64_t *bits = arena_zalloc(arena, d->n_bits * sizeof *bits);
    double *in = arena_zalloc(arena, (2 * (size_t)d->n_objects + 1) * sizeof *in);
    double *one = in + d->n_objects, total = 0;
    for (uint32_t r = 0; r < plan->n_roots; r++) total += m->inside[plan->roots[r]];
    for (uint32_t r = 0; r < plan->n_roots && total > 0; r++) {
        uint32_t root = plan->roots[r];
        int class = class_of(d, plan->nodes[root].cat);
        if (class < 0 || !m->value[root] ||
            !m->grounding->kernels->selects(m->session, class, m->value[root], one))
            continue;
        for (uint32_t i = 0; i < d->n_objects; i++) in[i] += m->inside[root] / total * one[i];
    }
    double sure = round_off(d, in, bits);
    if (!is_wanted(d, bits) || !(sure > SURE)) return 0;
    return parser_calibrated(d->parser, parser_confidence(d->parser, sure, NULL));
}

static const char *wanted_text(struct describer *d) {
    const g2l2_domain *domain = d->lexicon->domain;
    void *state = d->parser->exact.state;
    struct buf text;
    buf_init(&text, &d->parser->arena);
    buf_puts(&text, "");
    value_id value = domain->kernels->exact->result(state, values_set(state, d->wanted));
    domain->kernels->print(state, &domain->lang, value, &text);
    return text.at;
}

static double exact_confidence(struct describer *d) {
    g2l2_reading *readings;
    size_t n = parser_readings(d->parser, 2, &readings);
    if (!n || strcmp(readings[0].text, wanted_text(d))) return 0;
    if (n > 1 && readings[1].confidence >= readings[0].confidence) return 0;
    return readings[0].confidence;
}

static double understood(struct describer *d, const char *text) {
    parse(d, text);
    if (!d->parser->plan.n_roots) return 0;
    parser_execute(d->parser);
    if (d->parser->presumed) return 0;
    return look_of(d) ? soft_confidence(d) : exact_confidence(d);
}

/* ---- wording ------------------------------------------------------------------------------------------------- */

/* Is what an entry is given one object? */
static bool takes_one(const void *of, uint32_t slot) {
    struct describer *d = (struct describer *)of;
    struct piece p = {.cat = d->lexicon->entries.at[d->lexicon->slots.at[slot].entry].cat};
    uint32_t word = 0;
    while (slot - d->lexicon->words.at[word].first >= d->lexicon->words.at[word].n) word++;
    return d->syntax->cats.at[p.cat].kind == CAT_KIND_SLASH && soft_word(d, slot, &p, word) &&
           soft_kernels(d)->takes_one(look_of(d)->session, class_of(d, p.cat), p.soft);
}

static const struct choice *choices_of(struct describer *d, const struct piece *p) {
    struct choice *choices = arena_array(&d->arena, struct choice, p->n);
    for (uint32_t i = 0; i < p->n; i++) {
        const struct kind *kind = &d->kinds.at[p->kinds[i]];
        choices[i] = (struct choice){kind->n, kind->words};
    }
    return choices;
}

static const char *plainly(struct describer *d, const struct piece *p) {
    struct buf text;
    buf_init(&text, &d->arena);
    for (uint32_t i = 0; i < p->n; i++)
        buf_printf(&text, "%s%s", i ? " " : "", d->kinds.at[p->kinds[i]].words[0].text);
    return text.at;
}

static const char *familiarly(struct describer *d, const struct piece *p) {
    return familiar_say(d->familiar, &d->arena, choices_of(d, p), p->n, d->n_wanted == 1);
}

static bool accept(struct describer *d, const char *text) {
    uint32_t n_words = 1;
    for (const char *at = text; (at = strchr(at, ' ')); at++) n_words++;
    if (n_words > SENTENCES_MAX_WORDS) return false;
    if (sentences_has(d->out, text)) return true;
    double confidence = understood(d, text);
    if (confidence <= 0) return false;
    text = arena_strndup(&d->out->arena, text, strlen(text));
    vec_push(&d->out->arena, &d->out->found, ((struct saying){text, confidence, n_words, 0}));
    return true;
}

static void say_candidates(struct describer *d) {
    for (uint32_t i = 0; i < d->candidates.n; i++)
        if (!accept(d, familiarly(d, &d->candidates.at[i])))
            accept(d, plainly(d, &d->candidates.at[i]));
    d->candidates.n = 0;
}

/* ---- the call -------------------------------------------------------------------------------------------------- */

static void refuse(struct describer *d, g2l2_status status, const char *why) {
    guard_raise(&d->parser->guard, status, 0, 0, "%s", why);
}

/* Answers are names: of objects that are called alike none can be told from the other. */
static void check_names(struct describer *d) {
    const struct stated *world = look_of(d) ? NULL : d->parser->scene->world;
    for (uint32_t i = 0; world && i < d->n_objects; i++)
        for (uint32_t k = 0; k < d->n_objects; k++)
            if (i != k && values_contains(d->wanted, i) && world->names[i] && world->names[k] &&
                !strcmp(world->names[i], world->names[k]))
                refuse(d, G2L2_STATUS_DATA,
                       "another object has the same name, and answers would not tell them apart");
}

static void set_wanted(struct describer *d, const size_t *objects, size_t n) {
    const struct scene *scene = look_of(d) ? look_of(d)->scene : d->parser->scene;
    if (!d->lexicon->domain->world)
        refuse(d, G2L2_STATUS_ARGUMENT, "the sentences of this model are about no scene");
    if (!scene) refuse(d, G2L2_STATUS_ARGUMENT, "a scene is needed: objects are those of one");
    if (!n) refuse(d, G2L2_STATUS_ARGUMENT, "there is no object to describe");
    d->n_objects = scene->n_objects;
    d->n_bits = (scene->n_objects + 63) / 64;
    uint64_t *bits = arena_zalloc(&d->arena, (d->n_bits + 1) * sizeof *bits);
    for (size_t i = 0; i < n; i++) {
        if (objects[i] >= scene->n_objects)
            guard_raise(&d->parser->guard, G2L2_STATUS_ARGUMENT, 0, 0,
                        "there is no object %zu: the scene has %u", objects[i] + 1,
                        scene->n_objects);
        values_insert(bits, (uint32_t)objects[i]);
    }
    d->wanted = bits;
    d->n_wanted = size_of(d, bits);
    check_names(d);
}

static void give_reason(struct describer *d) {
    struct buf text;
    buf_init(&text, &d->out->arena);
    if (d->out->found.n) return;
    buf_puts(&text, "no description of at most twelve words fits ");
    buf_puts(&text, d->n_wanted == 1 ? "this object alone" : "these objects alone");
    if (d->n_nearest)
        buf_printf(&text, "; '%s' fits %u of the %u", familiarly(d, &d->nearest), d->n_nearest,
                   d->n_objects);
    d->out->reason = text.at;
}

static void describe(struct describer *d, const size_t *objects, size_t n, size_t n_best) {
    parser_begin(d->parser);
    set_wanted(d, objects, n);
    find_categories(d);
    open_scene(d);
    open_state(d);
    d->familiar = familiar_new(&d->arena, d->parser, look_of(d) ? takes_one : NULL, d);
    gather(d);
    for (uint32_t i = 1; i <= SENTENCES_MAX_WORDS && d->out->found.n < n_best; i++) {
        open_scene(d);
        grow(d, i);
        say_candidates(d);
    }
    give_reason(d);
}

static g2l2_status describe_guarded(struct describer *d, const size_t *objects, size_t n,
                                    size_t n_best, g2l2_error *err) {
    if (guard_try(&d->parser->guard, err)) describe(d, objects, n, n_best);
    return d->parser->guard.status;
}

g2l2_status g2l2_parser_describe(g2l2_parser *self, const size_t *objects, size_t n, size_t n_best,
                                 g2l2_sentences **out, g2l2_error *err) {
    g2l2_sentences *found = sentences_new(self->limits.max_memory);
    *out = NULL;
    if (!found) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    struct describer d = {.parser = self,
                          .out = found,
                          .lexicon = self->lexicon,
                          .syntax = &self->lexicon->domain->syntax};
    found->arena.guard = &self->guard;
    arena_init(&d.arena, &self->guard, self->limits.max_memory);
    d.arena.budget = self->arena.budget;
    if (n_best > SENTENCES_MAX) n_best = SENTENCES_MAX;
    g2l2_status status = describe_guarded(&d, objects, n, n_best, err);
    /* Time is over, or longer ones would cost more than is allowed: the shortest were found. */
    bool spent = status == G2L2_STATUS_LIMIT || status == G2L2_STATUS_INTERRUPTED;
    if (spent && found->found.n) status = G2L2_STATUS_OK;
    arena_free(&d.arena);
    sentences_sort(found, n_best);
    if (status) g2l2_sentences_free(found);
    else *out = found;
    return status;
}
