/* Splits: what a question must be to train or to test. The first are those of the
 * paper (section 4.1), the last three are about combinations in the whole language.
 *
 *   split         trains if                           tests if
 *   standard      always                              always (other scenes)
 *   purple        no "purple", or at most 7 tokens    otherwise
 *   right         no "right", or at most 12           otherwise
 *   count         the answer is no number, or at      otherwise
 *                 most 9 tokens
 *   depth         0 or 1 hops                         2 hops
 *   same-shape    no test, nor "same" and "shape"     a same_shape or equal_shape step
 *   it-count      no count step, or no ";"            otherwise
 *   compare-hops  no comparison of numbers, or of     a comparison of numbers,
 *                 sets 0 hops away                    1 or 2 hops
 *
 * Tokens are words and punctuation marks. Comparisons of numbers are no questions for one:
 * `count` trains on them at any length, since none has as few as 9 tokens and their words
 * ("greater", "less") would never be seen.
 *
 * The paper's hop number is "the number of intermediate objects being referred to in
 * order to locate the target", and its test asks for deeper structures. We count the
 * longest chain of relate (or same_*) steps: an object that is both left of one and
 * behind another is one hop away. Else no question with "and" could be trained on, and
 * none tested on be understood. */
#include <ctype.h>
#include <string.h>

#include "generators/clevr/clevr.h"

const char *const clevr_split_names[] = {"standard",   "purple",   "right",        "count", "depth",
                                         "same-shape", "it-count", "compare-hops", NULL};
const char *const clevr_part_names[] = {"train", "test", NULL};
#define INSIDE(x) "relate-in-" x, "same-in-" x, "and-in-" x, "or-in-" x, "it-in-" x
const char *const clevr_novel_names[] = {"none",           "it-compare",      "same-and",
                                         "same-relate",    "chain",           "all",
                                         INSIDE("relate"), INSIDE("same"),    INSIDE("and"),
                                         INSIDE("or"),     INSIDE("compare"), INSIDE("match"),
                                         INSIDE("it"),     "pairs",           NULL};

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

static bool has_step(const struct clevr_program *program, uint8_t function) {
    for (uint32_t i = 0; i < program->n; i++)
        if (program->steps[i].function == function) return true;
    return false;
}

static bool is_same_shape(const struct clevr_program *program) {
    return has_step(program, FN_SAME + CLEVR_SHAPE) || has_step(program, FN_EQUAL + CLEVR_SHAPE);
}

static bool compares_numbers(const struct clevr_program *program) {
    return has_step(program, FN_EQUAL_INTEGER) || has_step(program, FN_LESS) ||
           has_step(program, FN_GREATER);
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

static bool longer(const char *text, uint32_t n) {
    return clevr_count_tokens(text) > n;
}

/* Is it what training must not have? */
static bool is_kept_back(enum clevr_split split, const char *text,
                         const struct clevr_program *program) {
    switch (split) {
    case CLEVR_PURPLE: return has_token(text, "purple") && longer(text, 7);
    case CLEVR_RIGHT_SPLIT: return has_token(text, "right") && longer(text, 12);
    case CLEVR_COUNT_SPLIT:
        return has_step(program, FN_COUNT) && !compares_numbers(program) && longer(text, 9);
    case CLEVR_DEPTH: return count_hops(program) > 1;
    case CLEVR_SAME_SHAPE:
        return is_same_shape(program) || (has_token(text, "same") && has_token(text, "shape"));
    case CLEVR_IT_COUNT: return has_step(program, FN_COUNT) && has_token(text, ";");
    case CLEVR_COMPARE_HOPS: return compares_numbers(program) && count_hops(program);
    default: return false;
    }
}

/* Of what is kept back, some is not tested on: it has more than what is new. */
static bool is_tested(enum clevr_split split, const struct clevr_program *program) {
    switch (split) {
    case CLEVR_DEPTH: return count_hops(program) == 2;
    case CLEVR_SAME_SHAPE: return is_same_shape(program);
    case CLEVR_COMPARE_HOPS: return count_hops(program) <= 2;
    default: return true;
    }
}

bool clevr_in_part(enum clevr_split split, enum clevr_part part, const char *text,
                   const struct clevr_program *program) {
    if (split == CLEVR_STANDARD) return true;
    bool kept_back = is_kept_back(split, text, program);
    return part == CLEVR_TRAIN ? !kept_back : kept_back && is_tested(split, program);
}
