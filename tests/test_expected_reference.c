/* Expected execution against the numbers of the authors' released code ($G2L2_SHARED/data/reference). */
#include "tests/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/shared.h"

#define REFERENCE_ENTRIES 178
#define REFERENCE_MAX     12

static const char *const vocabulary[] = {"after", "and",      "around", "jump", "left",
                                         "look",  "opposite", "right",  "run",  "thrice",
                                         "turn",  "twice",    "walk"};
static const char *const reference_actions[] = {"walk", "look", "run", "jump", "lturn", "rturn"};

/* tau[w][e] = 0.5 sin(1 + 7w + 3e), then log-softmax for each word. */
static void reference_word(struct world *w, uint32_t number) {
    double sum = 0, tau[REFERENCE_ENTRIES];
    for (uint32_t e = 0; e < REFERENCE_ENTRIES; e++) {
        tau[e] = .5 * sin(1 + 7.0 * number + 3.0 * e);
        sum += exp(tau[e]);
    }
    lexicon_add_word(&w->lexicon, vocabulary[number], strlen(vocabulary[number]));
    for (uint32_t e = 0; e < REFERENCE_ENTRIES; e++)
        lexicon_add_slot(&w->lexicon, e, tau[e] - log(sum), false);
}

/* Entry e is line e of the list. */
static void reference_lexicon(struct world *w, char *candidates) {
    const char *actions[] = {"walk look run jump lturn rturn"};
    world_built_in(w, "nav");
    domain_add_literals(w->domain, actions, 1, NULL, 0);
    uint32_t n = 0;
    for (char *line = strtok(candidates, "\n"); line; line = strtok(NULL, "\n"), n++) {
        char *tab = strchr(line, '\t');
        assert_non_null(tab);
        *tab = 0;
        cat_id cat = world_category(w, line);
        assert_int_equal(lexicon_entry(&w->lexicon, cat, world_term(w, cat, tab + 1)), n);
    }
    assert_int_equal(n, REFERENCE_ENTRIES);
    for (uint32_t i = 0; i < LENGTH(vocabulary); i++) reference_word(w, i);
    world_close(w);
}

struct reference {
    struct world *w;
    struct chart chart;
    struct expected e;
    uint32_t words[16], n, literals[16];
    struct target target;
    double *grads, loss;
    uint32_t root;
    uint32_t n_sentences, n_numbers;
};

static uint32_t action_literal(const struct world *w, uint32_t action) {
    const char *name = reference_actions[action];
    return (uint32_t)w->domain->lang.ops.at[lang_literal_find(&w->domain->lang, name, strlen(name))]
        .literal;
}

static void compare(struct reference *r, double found, double wanted) {
    assert_near(found, wanted, 1e-4);
    r->n_numbers++;
}

/* == walk right  -> [5, 0]  roots 1 */
static void reference_sentence(struct reference *r, char *line) {
    struct world *w = r->w;
    char *arrow = strstr(line, " -> ["), *at = arrow + 5;
    *arrow = 0;
    r->target = (struct target){.literals = r->literals, .number = REFERENCE_MAX};
    while (*at != ']') {
        r->literals[r->target.n++] = action_literal(w, (uint32_t)strtoul(at, &at, 10));
        at += strspn(at, ", ");
    }
    r->n = lexicon_words(&w->lexicon, line + 3, r->words, 16);
    chart_parse(&r->chart, &w->arena, &w->lexicon, r->words, r->n,
                w->domain->functor_arguments_lexical);
    expected_run(&r->e, world_walk(w, &r->chart, w->lexicon.tau), &r->target, &w->scratch);
    r->grads = arena_zalloc(&w->arena, w->lexicon.slots.n * sizeof *r->grads);
    r->loss = expected_loss(&r->e, r->grads);
    assert_int_equal(r->chart.roots.n, strtoul(strstr(at, "roots ") + 6, NULL, 10));
    r->n_sentences++;
}

/* V logw -3.27 loglik -1.96 L 0.13 ... */
static void reference_root(struct reference *r, const char *line) {
    char category[2] = {line[2], 0};
    cat_id cat = world_category(r->w, category);
    r->root = NO_NODE;
    for (uint32_t i = 0; i < r->chart.roots.n; i++)
        if (r->e.walk.plan->nodes[r->e.walk.plan->roots[i]].cat == cat)
            r->root = r->e.walk.plan->roots[i];
    assert_int_not_equal(r->root, NO_NODE);
    const double *mean = r->e.mean[r->root];
    compare(r, r->e.log_weight[r->root], strtod(strstr(line, "logw ") + 5, NULL));
    double loglik = -r->e.kernels->loss(r->e.state, mean, NULL);
    compare(r, loglik, strtod(strstr(line, "loglik ") + 7, NULL));
    char *at = strstr(line, " L ") + 3;
    for (uint32_t i = 0; i <= REFERENCE_MAX; i++) compare(r, mean[i], strtod(at, &at));
}

/* E[count] of each action, over all lengths and places. */
static void reference_counts(struct reference *r, const char *line) {
    const double *mean = r->e.mean[r->root];
    uint32_t n = LENGTH(reference_actions);
    char *at = strstr(line, "E[count] ") + 9;
    for (uint32_t a = 0; a < n; a++) {
        double sum = 0;
        for (size_t i = REFERENCE_MAX + 1 + action_literal(r->w, a); i < r->e.size; i += n)
            sum += mean[i];
        compare(r, sum, strtod(at, &at));
    }
}

/* grad walk: |g|1 1.718178 1:-0.859089 6:+0.189033 ... */
static void reference_gradient(struct reference *r, const char *line) {
    const struct lexicon *lexicon = &r->w->lexicon;
    const char *name = line + 7, *colon = strchr(name, ':');
    struct word word = lexicon->words.at[lexicon_find(lexicon, name, (size_t)(colon - name))];
    double of_entry[REFERENCE_ENTRIES], sum = 0;
    for (uint32_t s = word.first; s < word.first + word.n; s++) {
        of_entry[lexicon->slots.at[s].entry] = r->grads[s];
        sum += fabs(r->grads[s]);
    }
    char *at;
    compare(r, sum, strtod(strstr(line, "|g|1 ") + 5, &at));
    while (*at) {
        unsigned long e = strtoul(at, &at, 10);
        assert_true(e < REFERENCE_ENTRIES && *at == ':');
        compare(r, of_entry[e], strtod(at + 1, &at));
    }
}

static void reference_line(struct reference *r, char *line) {
    if (!strncmp(line, "==", 2)) reference_sentence(r, line);
    else if (strstr(line, "logw")) reference_root(r, line);
    else if (strstr(line, "E[count]")) reference_counts(r, line);
    else if (strstr(line, "loss ")) compare(r, r->loss, strtod(strstr(line, "loss ") + 5, NULL));
    else if (strstr(line, "grad ")) reference_gradient(r, line);
}

static char *reference_candidates, *reference_numbers;

static void reference_body(struct world *w) {
    struct reference r = {.w = w};
    reference_lexicon(w, reference_candidates);
    for (char *line = strtok(reference_numbers, "\n"); line; line = strtok(NULL, "\n"))
        reference_line(&r, line);
    print_message("%u sentences, %u numbers agree to 1e-4\n", r.n_sentences, r.n_numbers);
    assert_int_equal(r.n_sentences, 6);
    assert_true(r.n_numbers > 300);
}

static void reference(void **state) {
    char candidates[SHARED_PATH_MAX], numbers[SHARED_PATH_MAX];
    (void)state;
    shared_path(candidates, "data/reference/nav-178-candidates.tsv");
    shared_path(numbers, "data/reference/nav-expected-execution.txt");
    reference_candidates = text_of_file(candidates);
    reference_numbers = text_of_file(numbers);
    world_run(reference_body);
    free(reference_candidates);
    free(reference_numbers);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(reference)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
