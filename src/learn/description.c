/* How long it takes to say what was learned, and what was not: of two lexicons that explain the examples
 * the one is better that says less (minimum description length).
 *
 *     the  EMPTY                    the  V|N  do(CLEAN, x)     "clean the kitchen" and "mop the kitchen" are
 *     clean V|N do(CLEAN, x)        clean EMPTY                explained by both, but the second needs `mop the`
 *     mop   V|N do(MOP, x)          mop the V|N do(MOP, x)     to be one word */
#include <math.h>
#include <string.h>

#include "learn/attempt.h"

/* Bits that say an operation or a constant, a whole example by itself, and that words are one. */
#define OPERATION   4.0
#define UNEXPLAINED 16.0
#define JOINED      8.0

double attempt_share(const struct attempt *a) {
    return a->model && a->report.checked ? (double)a->report.correct / (double)a->report.checked
                                         : -1;
}

/* In bits: n of something that is to be told apart from others. */
static double bits(double n) {
    return n > 0 ? n * log2(n) : 0;
}

/* A constant that is spelled as the word need not be said. */
static double describe_entry(const g2l2_model *model, uint32_t entry, const char *word) {
    const struct term *program = model->lexicon.entries.at[entry].program;
    if (!program) return 0;
    bool spelled = examples_is_spelled(&model->domain->lang, program, word);
    return OPERATION * (term_count_operations(program) - spelled);
}

/* What an entry's program takes, and in all sentences, which of its entries a word has. Of entries
 * that are as good, one counts. */
static double describe_word(const g2l2_model *model, uint32_t w) {
    const struct lexicon *lexicon = &model->lexicon;
    const struct word *word = &lexicon->words.at[w];
    double used = 0, least = INFINITY, n = 0, which = 0;
    for (uint32_t s = word->first; s < word->first + word->n; s++) {
        const struct slot *slot = &lexicon->slots.at[s];
        double size = describe_entry(model, slot->entry, lexicon->names.names.at[w]);
        least = fmin(least, size);
        if (!slot->uses) continue;
        used += size;
        n += slot->uses;
        which += bits(slot->uses);
    }
    return n > 0 ? used + bits(n) - which : word->n ? least : 0;
}

/* What has to be said to explain the examples, in bits: a lexicon, and what it leaves unexplained. */
double attempt_description(const struct attempt *a) {
    const struct lexicon *lexicon = &a->model->lexicon;
    double n = UNEXPLAINED * (double)(a->report.checked - a->report.correct);
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        n += describe_word(a->model, w);
        if (strchr(lexicon->names.names.at[w], ' ')) n += JOINED;
    }
    return n;
}
