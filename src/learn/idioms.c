/* Words that mean one thing together: "pick up" beside "pick" and "look up", "red key" beside "key".
 *
 *     pick the cup      CHOOSE(cup)       TAKE is said in less than a share of pick's sentences,
 *     pick up the cup   TAKE(cup)         and of up's, so none of these words means it;
 *     look up the word  LOOKUP(word)      but all sentences of `pick up` have it
 *     take the key      TAKE(key)         red could mean red_key by itself; but then key, which
 *     take the red key  TAKE(red_key)     means something elsewhere, would mean nothing beside it
 *
 * A constant is left over for two words side by side if no other word of the sentence has it in most
 * of its own sentences. They are one word where the same constant is left over in nearly all of their
 * sentences, and they would be at odds as two. Of several such pairs the one that keeps together most is
 * joined, and what is left over is counted anew: `pick the` needs not mean CHOOSE once `pick up` is a
 * word. All that is no proof, so it is tried where words by themselves leave examples unexplained, and
 * counts if it explains more. */
#include <string.h>

#include "learn/objective.h"

/* Between words and a constant, in a name. */
#define CONSTANT "\t"
#define LEFT     "\v" /* it is left over for them */

struct counting {
    struct learner *l;
    struct symbols names; /* "pick", "pick up", "pick\tTAKE", "pick up\tTAKE", "pick up\vTAKE" */
    VEC(uint32_t) counts; /* [names] sentences of which it holds */
    VEC(uint32_t) seen;   /* [names] number of the last of these + 1 */
    uint32_t sentence;
    struct buf scratch;
};

static uint32_t number_as(struct counting *c, const char *words, size_t n, const char *how,
                          const char *constant, size_t length) {
    c->scratch.n = 0;
    buf_put(&c->scratch, words, n);
    buf_puts(&c->scratch, how);
    if (constant) buf_put(&c->scratch, constant, length);
    uint32_t i = symbols_add(&c->names, c->scratch.at, c->scratch.n);
    if (i == c->counts.n) {
        vec_push(&c->l->scratch, &c->counts, 0);
        vec_push(&c->l->scratch, &c->seen, 0);
    }
    return i;
}

static uint32_t number_of(struct counting *c, const char *words, size_t n, const char *constant,
                          size_t length) {
    return number_as(c, words, n, constant ? CONSTANT : "", constant, length);
}

static uint32_t count_of(struct counting *c, const char *words, size_t n, const char *constant,
                         size_t length) {
    return c->counts.at[number_of(c, words, n, constant, length)];
}

static void count_once(struct counting *c, uint32_t i) {
    c->counts.at[i] += c->seen.at[i] != c->sentence + 1;
    c->seen.at[i] = c->sentence + 1;
}

/* Has it the constant in most of its sentences? */
static bool means(struct counting *c, const char *word, size_t n, const char *constant,
                  size_t length) {
    double all = count_of(c, word, n, NULL, 0);
    return count_of(c, word, n, constant, length) >= c->l->recipe.literal_share * all;
}

static const char *next_word(const struct learner *l, const char *at) {
    at += idioms_word(l, at);
    return at + strspn(at, " ");
}

static bool is_word(const struct learner *l, const char *at, const char *word) {
    size_t n = idioms_word(l, word);
    return idioms_word(l, at) == n && !memcmp(at, word, n);
}

/* Does a word of the sentence mean it, other than these two? */
static bool is_meant(struct counting *c, const char *first, const char *second,
                     const char *constant, size_t length) {
    const struct learner *l = c->l;
    for (const char *at = l->sentences[c->sentence]; *at; at = next_word(l, at))
        if (!is_word(l, at, first) && !is_word(l, at, second) &&
            means(c, at, idioms_word(l, at), constant, length))
            return true;
    return false;
}

static const char *next_constant(const char *at, size_t *length) {
    at += strspn(at, " (),"); /* GOTO(cup) has two */
    *length = strcspn(at, " (),");
    return at;
}

static const char *target_of(const struct counting *c) {
    return g2l2_dataset_get(c->l->data, c->sentence).target;
}

static void count_word(struct counting *c, const char *word, size_t n) {
    size_t length;
    count_once(c, number_of(c, word, n, NULL, 0));
    for (const char *at = next_constant(target_of(c), &length); length;
         at = next_constant(at + length, &length))
        count_once(c, number_of(c, word, n, at, length));
}

/* The word at `at` and the next one, if one blank is between them, with what is left over for them. */
static void count_pair(struct counting *c, const char *at, const char *next) {
    size_t both = (size_t)(next - at) + idioms_word(c->l, next), length;
    if ((size_t)(next - at) != idioms_word(c->l, at) + 1) return;
    count_word(c, at, both);
    for (const char *k = next_constant(target_of(c), &length); length;
         k = next_constant(k + length, &length))
        if (!is_meant(c, at, next, k, length))
            count_once(c, number_as(c, at, both, LEFT, k, length));
}

static void count_sentences(struct counting *c, bool pairs) {
    const struct learner *l = c->l;
    for (c->sentence = 0; c->sentence < g2l2_dataset_count(l->data); c->sentence++)
        for (const char *at = l->sentences[c->sentence], *next; *at; at = next) {
            next = next_word(l, at);
            if (!pairs) count_word(c, at, idioms_word(l, at));
            else if (*next) count_pair(c, at, next);
        }
}

/* Two words side by side, and how often they are seen. */
struct pair {
    const char *words, *second;
    size_t n, first; /* bytes of both, and of the first */
    double both, a, b;
};

static struct pair pair_of(struct counting *c, const char *words, size_t n) {
    struct pair p = {.words = words, .n = n, .first = idioms_word(c->l, words)};
    if (p.first >= n) return p;
    p.second = words + p.first + 1;
    p.both = count_of(c, words, n, NULL, 0);
    p.a = count_of(c, words, p.first, NULL, 0);
    p.b = count_of(c, p.second, n - p.first - 1, NULL, 0);
    return p;
}

/* Has a word of the pair the constant in most of its sentences, where it is seen without the other? */
static bool means_elsewhere(struct counting *c, const struct pair *p, const char *word, size_t n,
                            const char *constant) {
    size_t length = strlen(constant);
    double all = (double)count_of(c, word, n, NULL, 0) - p->both;
    double has = (double)count_of(c, word, n, constant, length) -
                 count_of(c, p->words, p->n, constant, length);
    return has >= c->l->recipe.literal_share * all;
}

/* Does it mean something there, and nothing of that in the pair? */
static bool means_other(struct counting *c, const struct pair *p, const char *word, size_t n) {
    bool other = false;
    for (uint32_t i = 0, n_names = c->names.names.n; i < n_names; i++) {
        const char *name = c->names.names.at[i], *constant = name + n + 1;
        if (strncmp(name, word, n) || name[n] != *CONSTANT ||
            !means_elsewhere(c, p, word, n, constant))
            continue;
        if (2 * count_of(c, p->words, p->n, constant, strlen(constant)) >= p->both) return false;
        other = true;
    }
    return other;
}

/* Where both words are seen elsewhere, none of them means the constant. Where one is not, it could mean
 * it and the other nothing; but not if that means something else. */
static bool are_at_odds(struct counting *c, const struct pair *p, const char *constant) {
    size_t n = p->n - p->first - 1, length = strlen(constant);
    if (p->a > p->both && p->b > p->both)
        return !means(c, p->words, p->first, constant, length) &&
               !means(c, p->second, n, constant, length);
    if (p->a > p->both) return means_other(c, p, p->words, p->first);
    return p->b > p->both && means_other(c, p, p->second, n);
}

/* How well two words keep together that a constant is left over for, `left` times; 0: not. */
static double cohesion(struct counting *c, const char *words, size_t n, const char *constant,
                       uint32_t left, double most) {
    struct pair p = pair_of(c, words, n);
    if (!p.second || p.both < c->l->recipe.phrase_count ||
        left < c->l->recipe.idiom_share * p.both || p.both * p.both / (p.a * p.b) <= most)
        return 0;
    return are_at_odds(c, &p, constant) ? p.both * p.both / (p.a * p.b) : 0;
}

/* Join the two words that keep together most; false: there are none. */
static bool find_one(struct learner *l) {
    struct counting c = {.l = l};
    double most = 0;
    const char *best = NULL;
    symbols_init(&c.names, &l->scratch);
    buf_init(&c.scratch, &l->scratch);
    count_sentences(&c, false);
    count_sentences(&c, true);
    for (uint32_t i = 0, n = c.names.names.n; i < n; i++) {
        const char *name = c.names.names.at[i];
        size_t words = strcspn(name, LEFT);
        double now =
            name[words] ? cohesion(&c, name, words, name + words + 1, c.counts.at[i], most) : 0;
        if (now > most) best = name;
        if (now > most) most = now;
    }
    uint32_t before = l->idioms.names.n;
    if (best) symbols_add(&l->idioms, best, strcspn(best, LEFT));
    arena_free(&l->scratch);
    return l->idioms.names.n > before;
}

void idioms_find(struct learner *l) {
    symbols_init(&l->idioms, &l->arena);
    while (l->idioms.names.n < l->recipe.idioms && find_one(l)) {
    }
}

/* Of idioms that begin here the longest counts. */
size_t idioms_word(const struct learner *l, const char *at) {
    size_t n = strcspn(at, " "), found = n;
    for (uint32_t i = 0; i < l->idioms.names.n; i++) {
        size_t length = strlen(l->idioms.names.at[i]);
        if (length > found && !strncmp(at, l->idioms.names.at[i], length) &&
            (unsigned char)at[length] <= ' ')
            found = length;
    }
    return found;
}
