/* trace - how a sentence gets its meaning, or why it has none, as data.
 *
 *     parser ─▶ trace_make ─▶ struct trace ─┬─▶ text.c          a page to read
 *                                           └─▶ show/           json svg html latex dot
 *
 * One derivation is a list of nodes, parts before the whole, and a list of steps, in the
 * order of execution. Everything is text and numbers: who draws a trace needs nothing else
 * of the engine. docs/TRACE.md describes the same as JSON. All of it lives in the parser's
 * arena, until the parser's next call. */
#ifndef G2L2_TRACE_H
#define G2L2_TRACE_H

#include "parser/parser.h"

#define TRACE_VERSION 1
#define TRACE_NONE    UINT32_MAX

enum trace_status {
    TRACE_PARSED,    /* there is a result */
    TRACE_NO_PARSE,  /* no derivation: see `missing` */
    TRACE_NO_RESULT, /* derivations, but none with a result: see `reason` */
    TRACE_NO_SCENE,  /* derivations of a question about a scene that was not shown */
};

struct trace_share {
    const char *text;
    double share; /* in [0, 1] */
};

/* What a part means in execution. A function has no value. */
struct trace_value {
    const char *text;      /* for people; NULL: it has none */
    const double *objects; /* [n_objects of the scene] P(each is in it); or NULL */
    uint32_t n_answers;    /* of an answer: what it can be, the likeliest first */
    const struct trace_share *answers;
};

/* An entry of a word's. */
struct trace_entry {
    const char *category, *program; /* program NULL: it means nothing, or has several */
    double weight, share;           /* tau, and its share of the word's weight */
    bool locked;
};

struct trace_word {
    const char *text;
    bool known;
    uint32_t n_entries;
    const struct trace_entry *entries; /* the heaviest first */
    uint32_t n_nearest;
    const char *const *nearest; /* of an unknown word: known ones that are spelled alike */
};

/* What a derivation takes a word to be. */
struct trace_use {
    uint32_t entry; /* of the word's entries; TRACE_NONE: the word is unknown, and passed over */
    const char *category; /* EMPTY: it takes no part */
    const char *program;  /* or NULL */
};

/* A word that means something, or two parts joined by a rule. */
struct trace_node {
    uint32_t begin, end; /* words, without EMPTY ones at its ends */
    const char *category;
    const char *rule;     /* `>`; NULL: a word */
    uint32_t left, right; /* nodes; TRACE_NONE: a word */
    uint32_t height;      /* of a word 0 */
    const char *program;  /* applied and reduced; NULL: too large, or it means nothing */
    struct trace_value value;
    uint32_t step; /* the number of the step that makes it; 0: none */
};

struct trace_step {
    uint32_t number; /* from 1; 0: it says what a word refers to */
    const char *call;
    uint32_t node; /* that it belongs to, or TRACE_NONE */
    uint32_t n_uses;
    const uint32_t *uses; /* numbers of the steps in its call, in their order */
    const char *relation; /* the word that relates the objects of two steps, or NULL */
    struct trace_value value;
};

/* A piece of a program's text, and the word that it comes from. */
struct trace_token {
    const char *text;
    uint32_t word; /* TRACE_NONE: of none, such as a comma */
};

struct trace_derivation {
    uint32_t rank;       /* among all derivations by weight, from 1; 0: see `other_result` */
    double share;        /* of the weight of all derivations */
    const char *result;  /* of this derivation alone; NULL: not known */
    bool other_result;   /* none was found that has the trace's result: this is the heaviest */
    const char *program; /* NULL: too large to be written out */
    uint32_t n_tokens;
    const struct trace_token *tokens; /* the program's text in pieces */
    const struct trace_use *uses;     /* [n_words] */
    uint32_t n_nodes;                 /* the last is the whole */
    const struct trace_node *nodes;
    uint32_t n_steps;
    const struct trace_step *steps;
    uint32_t all_steps; /* with those that are not listed */
};

/* What competes for a span: one category, made in some ways. */
struct trace_item {
    uint32_t begin, end;
    const char *category;
    bool useful;        /* part of a derivation of the whole sentence */
    double derivations; /* how many make it */
    double share;       /* of the weight of all derivations of the sentence that use it */
    uint32_t n_values;  /* what it can mean, the heaviest first; shares are within the item */
    const struct trace_share *values;
};

/* The mean of a part, where execution works with means (arith). */
struct trace_mean {
    uint32_t begin, end;
    const char *category;
    double weight;
    const char *mean;
    uint32_t n; /* all in all; those that are listed: */
    uint32_t n_listed;
    const struct trace_contribution {
        double share;
        const char *program; /* or NULL: no more than the value */
        const char *value;
        const char *empty; /* the EMPTY word that it takes in, or NULL */
    } * contributions;
};

/* Without a parse: the longest spans that are something, from the left. */
struct trace_part {
    uint32_t begin, end;
    uint32_t n_categories; /* 0: the word is unknown, or EMPTY */
    const char *const *categories;
};

/* And a small change after which there would be one. */
struct trace_repair {
    const char *sentence; /* NULL: a word would have to be another one than any that is known */
    const char *change;   /* `without 'and'` */
};

struct trace {
    const char *sentence;
    const g2l2_domain *domain;
    const char *execution; /* "exact", "expected" or "mixed" */
    enum trace_status status;
    size_t n_readings;
    const g2l2_reading *readings; /* the best first */
    const char *reason;           /* why there is none; or NULL */
    const char *note;             /* what to know about them: words passed over; or NULL */
    bool stopped;                 /* the budget was spent, and the note says so */
    uint32_t n_words;
    const struct trace_word *words;
    const char *const *texts; /* [n_words] of the words */
    uint32_t n_derivations;   /* the first has the result; others compete with it */
    const struct trace_derivation *derivations;
    double all_derivations; /* how many there are */
    uint32_t n_means;
    const struct trace_mean *means;
    uint32_t n_items;
    bool more_items;                /* than are listed */
    const struct trace_item *items; /* the chart, by begin, then end */
    uint32_t n_parts;
    const struct trace_part *parts;
    uint32_t n_missing;
    const char *const *missing; /* what would have to combine, a sentence each */
    uint32_t n_repairs;
    const struct trace_repair *repairs;
    /* The scene that was shown, which may be one of `naming.scenes`. */
    bool has_scene;
    uint32_t n_objects;
    const char *const *objects; /* [n_objects] what people call them; NULL: nobody knows */
    const double (*places)[2];  /* [n_objects] right and front; NULL: not all of them are known */
    struct naming naming;
};

/* All derivations that compete, and the chart, are only made if they are asked for. */
struct trace_wanted {
    bool chart;
    uint32_t n_others; /* competing derivations, at most */
};

/* Parse, execute and look. May raise at the parser's guard. */
const struct trace *trace_make(g2l2_parser *parser, const char *sentence,
                               const struct trace_wanted *wanted);
/* The words of a span, in quotes, shortened. */
const char *trace_phrase(struct arena *arena, const char *const *words, uint32_t begin,
                         uint32_t end);
/* Its status, as the parser's callers know it. */
g2l2_parse_status trace_parse_status(const struct trace *trace);

#endif
