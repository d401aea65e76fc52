/* talk - a model from the text of a lexicon, and a parser to talk to. */
#ifndef G2L2_TESTS_TALK_H
#define G2L2_TESTS_TALK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "g2l2.h"

struct world {
    g2l2_model *model;
    g2l2_parser *parser;
};

static inline struct world open_limited(const char *text, const g2l2_limits *limits) {
    struct world w;
    g2l2_error err = {.message = ""};
    g2l2_status status = g2l2_lexicon_import(text, strlen(text), NULL, NULL, &w.model, &err);
    assert_string_equal(err.message, "");
    assert_int_equal(status, G2L2_STATUS_OK);
    assert_int_equal(g2l2_parser_new(w.model, limits, &w.parser, NULL), G2L2_STATUS_OK);
    return w;
}

static inline struct world open_world(const char *text) {
    return open_limited(text, NULL);
}

static inline void close_world(struct world *w) {
    g2l2_parser_free(w->parser);
    g2l2_model_free(w->model);
}

/* The page is the parser's. */
static inline const char *explain(struct world *w, const char *sentence) {
    g2l2_explanation page;
    g2l2_error err = {.message = ""};
    g2l2_status status = g2l2_parser_explain(w->parser, sentence, &page, &err);
    assert_string_equal(err.message, "");
    assert_int_equal(status, G2L2_STATUS_OK);
    assert_int_equal(page.length, strlen(page.text));
    return page.text;
}

static inline void has(const char *page, const char *text) {
    if (!strstr(page, text)) fail_msg("there is no\n%s\nin\n%s", text, page);
}

static inline void lacks(const char *page, const char *text) {
    if (strstr(page, text)) fail_msg("there should be no\n%s\nin\n%s", text, page);
}

#endif
