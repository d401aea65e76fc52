/* lessons - questions about scenes to learn from, generated, and what came of it.
 *
 *   clevr_generate ─▶ files ─▶ scenes, questions ─▶ g2l2_learn ─▶ model ─▶ right answers */
#ifndef G2L2_TESTS_LESSONS_H
#define G2L2_TESTS_LESSONS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "generators/clevr/clevr.h"
#include "model/model.h"

struct lesson {
    g2l2_scenes *scenes;
    g2l2_dataset *questions;
};

/* Fail the test with the sentence of the error. */
void lesson_check(g2l2_status status, const g2l2_error *err);

/* Questions as the options say, in a folder that is gone afterwards; `most_words`: only the
 * questions of up to so many, 0: all. Scenes are encoded. */
void lesson_make(struct lesson *self, struct clevr_options options, size_t most_words);
/* Of the questions in a file of JSON lines. */
void lesson_read(struct lesson *self, const char *path);
void lesson_free(struct lesson *self);

/* One thread, and the scenes of the lesson. */
g2l2_learn_options lesson_options(const struct lesson *self, uint64_t seed);
g2l2_model *lesson_learn(const struct lesson *self, const g2l2_domain *visual,
                         const g2l2_learn_options *options, g2l2_learn_report *report);

/* Sentences with what they mean: none at first; one more; learned in a domain that is built in, and freed. */
g2l2_dataset *lesson_sentences(void);
void lesson_add(g2l2_dataset *data, const char *sentence, const char *meaning);
g2l2_model *lesson_model(const char *domain, g2l2_dataset *data);
/* All three, of n sentences. */
g2l2_model *lesson_pairs(const char *domain, const char *const (*pairs)[2], size_t n);
/* It must be a model of this domain. */
void lesson_is_of(const g2l2_model *model, const char *domain);
g2l2_parser *lesson_parser(const g2l2_model *model);
/* The best reading must be that; NULL: there must be none. */
void lesson_means(g2l2_parser *parser, const char *sentence, const char *meaning);
/* There must be none, with these words in the reason. */
void lesson_is_refused(g2l2_parser *parser, const char *sentence, const char *reason);

/* In percent, of the questions that have these words (NULL: of all). */
double lesson_accuracy(const struct lesson *self, const g2l2_model *model, const char *words);

/* As g2l2_lexicon_export; the caller frees it. */
char *lesson_text(const g2l2_model *model);
/* The entry of a word that comes in this place, the heaviest first; false if it has fewer. */
bool lesson_entry(const g2l2_model *model, const char *word, size_t place, g2l2_entry *out);

/* The best meaning of a sentence by a lexicon that is given as text, about the first of the scenes;
 * "": it has none. */
const char *lesson_answer(const g2l2_domain *domain, const char *lexicon, const g2l2_scenes *scenes,
                          const char *sentence, char out[300]);

#endif
