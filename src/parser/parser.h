/* parser - a sentence in, its readings or an explanation out: the chart and
 * execution put together. One arena, reset for each sentence. */
#ifndef G2L2_PARSER_H
#define G2L2_PARSER_H

#include "exec/exec.h"
#include "model/model.h"

struct g2l2_parser {
    const struct lexicon *lexicon;
    g2l2_limits limits;
    struct arena arena, scratch;
    struct guard guard;
    uint32_t *words; /* [n_words] of the last sentence */
    uint32_t n_words;
    struct chart chart;
    struct inside inside;
    struct exact exact;
    struct expected expected;
};

/* For learning, which has a lexicon but no model yet. */
g2l2_status parser_new(const struct lexicon *lexicon, const g2l2_limits *limits, g2l2_parser **out,
                       g2l2_error *err);

/* The steps of g2l2_parser_run, for those who want to look at them: words,
 * chart, log Z and all values. May raise at the parser's guard. */
void parser_parse(g2l2_parser *self, const char *sentence);
void parser_execute(g2l2_parser *self);
/* Why the last sentence has no derivation, in one line. */
const char *parser_reason(g2l2_parser *self, const char *sentence);
/* The readings of the last sentence that was executed. */
size_t parser_readings(g2l2_parser *self, size_t n_best, g2l2_reading **out);

#endif
