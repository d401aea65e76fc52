/* lexicon - words and their weighted entries.
 *
 * An entry is (category, program, weight tau). Entries that several words may
 * have are stored once; a word refers to them by slots, and everything that is
 * learned is parallel to the slots:
 *
 *     word      walk                   twice
 *     slots     0   1   2   3   4      5   6   7          grouped by category
 *     entry     V:… V:… V/V:…          V\V:… ...
 *     tau      .3 -.1  .0 ...
 *
 * The slot of a schema is in several groups, one for each of its cases.
 *
 * A word may be several: "pick up" has entries of its own beside those of "pick". Such
 * phrases are found in a sentence by a tree of their words, and stand beside the words in
 * the chart (chart.h); whatever else is said of words here holds of them too.         */
#ifndef G2L2_LEXICON_H
#define G2L2_LEXICON_H

#include <math.h>

#include "domain/domain.h"

struct slot {
    uint32_t entry;
    bool locked;         /* edited by hand: learning leaves it alone */
    bool off;            /* kept to look at, not used */
    uint32_t uses;       /* how often learning used it; 0: not known */
    const char *example; /* a sentence that uses it, or NULL */
};

/* The slots of one word that share a category. */
struct group {
    cat_id cat;
    uint32_t first, n;
};

struct word {
    uint32_t first, n; /* slots */
    uint32_t first_group, n_groups;
    uint32_t empty; /* slot of the EMPTY entry, or UINT32_MAX */
};

/* Phrases by their words: where one has come to, the next word, and where that leads. */
struct phrase_step {
    uint32_t from, token, to;
    uint32_t word; /* the phrase that ends here, or SYMBOL_NONE */
};
#define PHRASE_START 0u
#define PHRASE_NONE  UINT32_MAX

/* "add <text> to" speaks of whatever stands between `add` and `to`; <end> is the end of the
 * sentence. Only what is between is part of the phrase: the others have entries of their own. */
#define LEXICON_TEXT     "<text>"
#define LEXICON_END      "<end>"
#define LEXICON_UNKNOWN  "<unknown>" /* a word that was never seen */
#define LEXICON_MAX_TEXT 8u          /* words */

struct phrase {
    uint32_t word, begin, end;
    uint32_t next; /* for the chart: of the same span, a place or NO_NODE */
};
typedef VEC(struct phrase) phrase_list;

/* What phrases that begin with a word may say of what stands before them, as far as examples tell:
 * "things left of the ball are small" is about the things, and not the ball (learn/openers.c). */
enum opener_scope {
    SCOPE_NEAR,   /* of the last thing, as a grammar in normal form has it */
    SCOPE_EITHER, /* of that, or of all that was described on the way to it */
    SCOPE_WHOLE   /* never of something that another phrase needs to be complete */
};
struct opener {
    uint8_t scope;
    VEC(cat_id) never; /* what such a phrase is not */
};

/* Two words, or twice the same one: of `all` examples with both, so many were not explained. */
struct doubted {
    uint32_t a, b, all, failed;
};

struct lexicon {
    struct arena *arena;
    const g2l2_domain *domain;
    struct symbols names;          /* of words */
    VEC(struct candidate) entries; /* distinct */
    uint32_t *entry_places;        /* [cap_entries] numbers + 1: open addressing; 0: free */
    uint32_t cap_entries;          /* a power of two */
    VEC(struct word) words;        /* [word] */
    VEC(struct slot) slots;        /* [slot] */
    double *tau;                   /* [slot] */
    uint32_t tau_cap;
    VEC(struct group) groups;
    bool has_phrases;
    struct phrase_step *steps; /* [cap_steps] open addressing; to 0: free */
    uint32_t n_steps, cap_steps;
    uint32_t text, end; /* words of that name, or SYMBOL_NONE */
    uint32_t figures;   /* the word that every number is which is no word of its own; likewise */
    VEC(const struct term *) numerals; /* where there is one: arguments that are numbers */
    /* Where words have concepts: numbers learned beside tau, NULL elsewhere. */
    struct fit *fit;     /* weights on whole records (fit.h), or NULL */
    double *params;      /* a row for each word, [n_params] where it is whole */
    size_t *rows;        /* [n_words + 1] where they begin (run/grounding.c); NULL: all are whole */
    uint32_t n_features; /* of an object */
    uint32_t n_params;
    /* What words share of their concepts of objects; both NULL: nothing. */
    uint32_t *owner;      /* [n_words] the word whose concept it is: most often the word itself */
    uint32_t *rivals;     /* [n_words] of owners: words of one number compete, an object is like at
                       * most one of them; 0: like no other */
    double vain;          /* log weight of a reading of a question by which nothing is found */
    double slope, offset; /* of the log-odds of confidence, as held-back examples have it; slope 0:
                           * as it is */
    uint32_t
        *opener_of; /* [n_words] in openers, of which the first knows nothing; NULL: likewise */
    VEC(struct opener) openers;
    VEC(struct neighbours) neighbours; /* in order (neighbours.h) */
    VEC(struct doubted) doubts;        /* where that was no chance (learn/check.c) */
};

/* Where the numbers of a word begin; `word` may be one past the last. */
static inline size_t lexicon_row(const struct lexicon *self, uint32_t word) {
    return self->rows ? self->rows[word] : (size_t)word * self->n_params;
}

static inline uint32_t lexicon_row_size(const struct lexicon *self, uint32_t word) {
    return (uint32_t)(lexicon_row(self, word + 1) - lexicon_row(self, word));
}

/* Of all words. */
static inline size_t lexicon_n_numbers(const struct lexicon *self) {
    return lexicon_row(self, self->words.n);
}

#define LEXICON_VAIN -3.0 /* who asks for things mostly knows that there are some */
void lexicon_init(struct lexicon *self, struct arena *arena, const g2l2_domain *domain);
uint32_t lexicon_entry(struct lexicon *self, cat_id cat, const struct term *program);
/* Words are filled one after the other: a new word, then its slots. */
uint32_t lexicon_add_word(struct lexicon *self, const char *text, size_t length);
void lexicon_add_slot(struct lexicon *self, uint32_t entry, double tau, bool locked);
/* Room for so many slots in all. */
void lexicon_reserve(struct lexicon *self, uint32_t n);
void lexicon_turn_off(struct lexicon *self); /* the slot added last */
/* How often a slot was used, 0 for not known, and a sentence or NULL. Its words are copied. */
void lexicon_set_use(struct lexicon *self, uint32_t slot, uint32_t uses, const char *example);
/* Sort each word's slots by category, those that are off last, and find the groups. Call when complete,
 * and again after slots of a word were dropped. */
void lexicon_index(struct lexicon *self);
/* The same for one word that has lost slots, or got back what it had. */
void lexicon_index_word(struct lexicon *self, uint32_t w);
/* Keep only the slots of word `w` for which keep[slot] is true; the relative
 * order stays. `move` is told of every slot that changes place. */
void lexicon_drop(struct lexicon *self, uint32_t w, const bool *keep,
                  void (*move)(void *context, uint32_t from, uint32_t to), void *context);

/* The number of an opener, new if there is none like it; 0 where there are too many. */
#define LEXICON_MAX_OPENERS 4096u
uint32_t lexicon_add_opener(struct lexicon *self, const struct opener *opener);

/* What is surer is never less often right. */
#define LEXICON_LEAST_SLOPE .1

/* Log-odds of a confidence; none says more for or against an answer than one in ten thousand. */
static inline double lexicon_odds(double p) {
    p = p < 1e-4 ? 1e-4 : p > 1 - 1e-4 ? 1 - 1e-4 : p;
    return log(p / (1 - p));
}

/* log of the summed weight of a word's entries that are not ruled out. */
double lexicon_log_total(const struct lexicon *self, const struct word *w);
/* The share of EMPTY among the entries of a word: 1 of one that cannot mean anything else. */
double lexicon_silence(const struct lexicon *self, uint32_t word);
/* A word that means nothing but what others may mean as well, as far as examples tell. */
#define LEXICON_SILENT .97
/* Which case of its schema a slot is as a word of category `cat`, from 1; 0: none. */
uint32_t lexicon_case(const struct lexicon *self, uint32_t slot, cat_id cat);
/* What it means then; NULL: nothing by itself. */
const struct term *lexicon_program(const struct lexicon *self, uint32_t slot, cat_id cat);

uint32_t lexicon_find(const struct lexicon *self, const char *text, size_t length);

/* All entries of several words in a sentence, appended. */
void lexicon_phrases(const struct lexicon *self, struct arena *arena, const uint32_t *words,
                     uint32_t n, phrase_list *out);

/* A sentence as its words are looked up, where a definition has `text words`: text_words, after
 * a word for its beginning. spans: as text_words has them, emptied first. */
#define LEXICON_START "<start>"
const char *lexicon_fold(struct arena *arena, const char *sentence, text_spans *spans);

/* A command as its words are looked up, where a definition has `text spoken`: text_spoken, without
 * the marks at its end, and without those that no entry is of, unless the lexicon is NULL. */
const char *lexicon_spoken(const struct lexicon *self, struct arena *arena, const char *sentence);

/* A number in figures: 12, 4.5, -3. */
bool lexicon_is_figures(const char *text, size_t length);
/* Cut a sentence at white space. Unknown words are SYMBOL_NONE. Returns the
 * number of words, or stops above `max` and returns max + 1. */
uint32_t lexicon_words(const struct lexicon *self, const char *sentence, uint32_t *words,
                       uint32_t max);

#endif
