/* Splits (the paper, section 4.1): what a question must be to train or to test.
 *
 *   split     trains if                          tests if
 *   standard  always                             always (other scenes)
 *   purple    no "purple", or at most 7 tokens   otherwise
 *   right     no "right", or at most 12          otherwise
 *   count     no count operation, or at most 9   otherwise
 *   depth     0 or 1 hops                        2 hops
 *
 * Tokens are words and punctuation marks. The paper's hop number is "the number
 * of intermediate objects being referred to in order to locate the target", and its
 * test asks for deeper structures. We count the longest chain of relate (or same_*)
 * steps: an object that is both left of one and behind another is one hop away. Else
 * no question with "and" could be trained on, and none tested on be understood. */
#include <ctype.h>
#include <string.h>

#include "domains/visual/clevr/clevr.h"

const char *const clevr_split_names[] = {"standard", "purple", "right", "count", "depth", NULL};
const char *const clevr_part_names[] = {"train", "test", NULL};

/* Bytes of the token at `at`; 0 for a space. */
static size_t token_length(const char *at) {
    size_t n = 0;
    while (at[n] && !isspace((unsigned char)at[n]) && !strchr(";,.?!:", at[n])) n++;
    return n || !*at || isspace((unsigned char)*at) ? n : 1;
}

uint32_t clevr_count_tokens(const char *text) {
    uint32_t out = 0;
    for (size_t n; *text; text += n ? n : 1) {
        n = token_length(text);
        out += n > 0;
    }
    return out;
}

static bool has_token(const char *text, const char *token) {
    for (size_t n; *text; text += n ? n : 1) {
        n = token_length(text);
        if (n == strlen(token) && !strncmp(text, token, n)) return true;
    }
    return false;
}

static uint32_t count_kind(const struct clevr_program *program, uint8_t kind) {
    uint32_t out = 0;
    for (uint32_t i = 0; i < program->n; i++)
        out += clevr_functions[program->steps[i].function].kind == kind;
    return out;
}

/* The longest chain of steps from one object to the next. */
static uint32_t count_hops(const struct clevr_program *program) {
    uint32_t hops[CLEVR_MAX_STEPS] = {0}, most = 0;
    for (uint32_t i = 0; i < program->n; i++) {
        const struct clevr_step *step = &program->steps[i];
        uint8_t kind = clevr_functions[step->function].kind;
        for (int k = 0; k < clevr_functions[step->function].n_inputs; k++)
            if (hops[step->inputs[k]] > hops[i]) hops[i] = hops[step->inputs[k]];
        hops[i] += kind == FN_RELATE || kind == FN_SAME;
        if (hops[i] > most) most = hops[i];
    }
    return most;
}

bool clevr_in_part(enum clevr_split split, enum clevr_part part, const char *text,
                   const struct clevr_program *program) {
    bool special;
    uint32_t hops;
    switch (split) {
    case CLEVR_PURPLE: special = has_token(text, "purple") && clevr_count_tokens(text) > 7; break;
    case CLEVR_RIGHT_SPLIT:
        special = has_token(text, "right") && clevr_count_tokens(text) > 12;
        break;
    case CLEVR_COUNT_SPLIT:
        special = count_kind(program, FN_COUNT) && clevr_count_tokens(text) > 9;
        break;
    case CLEVR_DEPTH: hops = count_hops(program); return part == CLEVR_TEST ? hops == 2 : hops < 2;
    default: return true;
    }
    return special == (part == CLEVR_TEST);
}
