/* Words that mean one thing together: "pick up" beside "pick" and "look up".
 *
 *     pick the cup      CHOOSE(cup)       TAKE is said in less than a share of pick's sentences,
 *     pick up the cup   TAKE(cup)         and of up's, so none of these words means it;
 *     look up the word  LOOKUP(word)      but all sentences of `pick up` have it
 *
 * A constant is left over in a sentence if none of its words has it in most of its own
 * sentences. Two words side by side, each of which stands elsewhere too and brings nothing here,
 * are one word where the same constant is left over in nearly all of their sentences. Of several
 * such pairs the one that keeps together most is joined, and what is left over is counted anew:
 * `pick the` needs not mean CHOOSE once `pick up` is a word. All that is no proof, so it is tried
 * where words by themselves leave examples unexplained, and counts if it explains more. */
#include <string.h>

#include "learn/objective.h"

#define CONSTANT "\t" /* between words and a constant, in a name */

struct counting {
    struct learner *l;
    struct symbols names; /* "pick", "pick up", "pick\tTAKE", "pick up\tTAKE" */
    VEC(uint32_t) counts; /* [names] sentences of which it holds */
    VEC(uint32_t) seen;   /* [names] number of the last of these + 1 */
    uint32_t sentence;
    struct buf scratch;
};

static uint32_t number_of(struct counting *c, const char *words, size_t n, const char *constant,
                          size_t length) {
    c->scratch.n = 0;
    buf_put(&c->scratch, words, n);
    if (constant) buf_puts(&c->scratch, CONSTANT);
    if (constant) buf_put(&c->scratch, constant, length);
    uint32_t i = symbols_add(&c->names, c->scratch.at, c->scratch.n);
    if (i == c->counts.n) {
        vec_push(&c->l->scratch, &c->counts, 0);
        vec_push(&c->l->scratch, &c->seen, 0);
    }
    return i;
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

static bool is_meant(struct counting *c, const char *constant, size_t length) {
    const struct learner *l = c->l;
    for (const char *at = l->sentences[c->sentence]; *at; at = next_word(l, at))
        if (means(c, at, idioms_word(l, at), constant, length)) return true;
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

/* The word at `at` and the next one, with what is left over if both bring nothing. */
static void count_pair(struct counting *c, const char *at, const char *next) {
    size_t n = idioms_word(c->l, at), other = idioms_word(c->l, next), length;
    size_t both = (size_t)(next - at) + other;
    bool brings = both > n + 1 + other; /* one blank is between them, or they are none */
    count_once(c, number_of(c, at, both, NULL, 0));
    for (const char *k = next_constant(target_of(c), &length); length;
         k = next_constant(k + length, &length))
        brings |= means(c, at, n, k, length) || means(c, next, other, k, length);
    for (const char *k = next_constant(target_of(c), &length); length && !brings;
         k = next_constant(k + length, &length))
        if (!is_meant(c, k, length)) count_once(c, number_of(c, at, both, k, length));
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

/* How well two words keep together that a constant is left over for, `left` times; 0: not. */
static double cohesion(struct counting *c, const char *name, size_t n, uint32_t left) {
    size_t first = idioms_word(c->l, name);
    if (first >= n) return 0;
    const char *second = name + first + 1;
    double both = count_of(c, name, n, NULL, 0), a = count_of(c, name, first, NULL, 0);
    double b = count_of(c, second, (size_t)(name + n - second), NULL, 0);
    if (both < c->l->recipe.phrase_count || left < c->l->recipe.idiom_share * both) return 0;
    return a > both && b > both ? both * both / (a * b) : 0; /* else one of them would do */
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
        size_t words = strcspn(name, CONSTANT);
        double now = name[words] ? cohesion(&c, name, words, c.counts.at[i]) : 0;
        if (now > most) best = name;
        if (now > most) most = now;
    }
    uint32_t before = l->idioms.names.n;
    if (best) symbols_add(&l->idioms, best, strcspn(best, CONSTANT));
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
