/* What `g2l2 train` says of what was learned: how many examples it explains and which not, how it does with
 * examples that were held back, words that few examples have, and ties. */
#include <jansson.h>

#include "cli/train.h"

#define MOST_FAILURES 20 /* examples that are listed */
#define MOST_THIN     10 /* words */

/* Examples that are not explained, as they are found. */
struct failures {
    const g2l2_dataset *data;
    size_t n;     /* so far */
    json_t *list; /* or NULL */
};

static bool print_failure(void *context, size_t example, const g2l2_result *result) {
    struct failures *all = context;
    g2l2_example e = g2l2_dataset_get(all->data, example);
    const char *got = result->n_readings ? result->readings[0].text : NULL;
    if (all->n++ >= MOST_FAILURES) return true;
    cli_put(stdout, "%s:%zu: '%.80s' is not explained as '%.80s': ", e.file ? e.file : "example",
            e.line, e.sentence, e.target);
    if (got) cli_put(stdout, "by the other examples it means '%.80s'\n", got);
    else cli_put(stdout, "%.200s\n", result->reason ? result->reason : "no parse");
    return true;
}

/* What a model does not explain that was not learned to the end says nothing of the examples, and takes long
 * to find out. Where memory runs out a shorter list would be another answer. */
static void list_failures(const struct train_job *job, const g2l2_model *model,
                          g2l2_failure_call tell, struct failures *all) {
    const g2l2_scenes *scenes = job->learn.scenes;
    if (g2l2_model_failures(model, all->data, scenes, NULL, tell, all, NULL) ==
        G2L2_STATUS_NO_MEMORY)
        cli_no_memory();
}

static void print_ties(const g2l2_model *model) {
    for (size_t i = 0; i < g2l2_model_n_ties(model); i++) {
        g2l2_tie t = g2l2_model_tie(model, i);
        cli_put(stdout, "`%s`: %s : %s and %s : %s explain the data equally well", t.word,
                t.category_a, t.program_a, t.category_b, t.program_b);
        if (*t.sentence)
            cli_put(stdout, "; add an example such as \"%s\" (%s, or %s)", t.sentence, t.meaning_a,
                    t.meaning_b);
        printf("\n");
    }
}

static void print_thin(const struct thin *thin) {
    for (size_t i = 0; i < thin->n && i < MOST_THIN; i++) {
        const struct thin_word *word = &thin->words[i];
        cli_put(stdout, "%s'%.60s' (%zu)", i ? ", " : "few examples of: ", word->text,
                word->examples);
    }
    if (thin->n > MOST_THIN) printf(" and %zu more words", thin->n - MOST_THIN);
    if (thin->n) printf("\n");
}

/* What the figures above do not say. */
static void print_honest(const struct train_job *job, const g2l2_model *model,
                         const g2l2_dataset *data, const g2l2_learn_report *r) {
    struct failures all = {.data = data};
    if (r->tolerant && !r->interrupted) list_failures(job, model, print_failure, &all);
    if (all.n > MOST_FAILURES) printf("... and %zu more\n", all.n - MOST_FAILURES);
    if (job->estimate.asked)
        printf("held back: %zu of %zu right (%s)\n", job->estimate.correct, job->estimate.asked,
               job->estimate.parts > 1 ? "each part in turn" : "a part");
    print_thin(&job->thin);
}

void train_print(const struct train_job *job, const g2l2_learn_report *r, const g2l2_model *model,
                 const g2l2_dataset *data, const char *path, const char *log) {
    printf("learned %zu words from %zu examples in %.2f s of CPU time\n", g2l2_model_n_words(model),
           r->examples, r->cpu_seconds);
    if (r->checked) printf("%zu of %zu examples explained", r->correct, r->checked);
    else printf("no example was checked");
    bool facts = g2l2_domain_has_facts(g2l2_model_domain(model));
    bool seen = g2l2_domain_has_scenes(g2l2_model_domain(model)) && !facts;
    if (r->tolerant && !r->interrupted)
        printf(", the others %s%s", facts ? "set aside" : "taken to be wrong",
               seen ? " or not seen well" : "");
    if (r->restarts) printf(", after %d restarts", r->restarts);
    printf("%s\n", r->interrupted ? " (interrupted)" : "");
    if (r->set_aside)
        printf("%zu questions set aside: an answer is a word, a number, yes or no\n", r->set_aside);
    if (*r->reason) printf("%s\n", r->reason);
    if (!job->sight.images) print_honest(job, model, data, r);
    print_ties(model);
    cli_put(stdout, "wrote %s%s%s\n", path, log ? " and " : "", log ? log : "");
}

static json_t *tie_json(g2l2_tie t) {
    return json_pack("{s:s, s:[{s:s, s:s}, {s:s, s:s}], s:s, s:[s, s]}", "word", t.word, "entries",
                     "category", t.category_a, "program", t.program_a, "category", t.category_b,
                     "program", t.program_b, "sentence", t.sentence, "meanings", t.meaning_a,
                     t.meaning_b);
}

static bool add_failure(void *context, size_t example, const g2l2_result *result) {
    struct failures *all = context;
    g2l2_example e = g2l2_dataset_get(all->data, example);
    const char *got = result->n_readings ? result->readings[0].text : NULL;
    json_array_append_new(all->list, json_pack("{s:o, s:I, s:o, s:o, s:o, s:o}", "file",
                                               cli_json_text(e.file), "line", (json_int_t)e.line,
                                               "sentence", cli_json_text(e.sentence), "wanted",
                                               cli_json_text(e.target), "got", cli_json_text(got),
                                               "reason", cli_json_text(result->reason)));
    return true;
}

static json_t *estimate_json(const g2l2_estimate *e) {
    if (!e->asked) return json_null();
    return json_pack("{s:I, s:I, s:f, s:I}", "asked", (json_int_t)e->asked, "correct",
                     (json_int_t)e->correct, "accuracy", (double)e->correct / (double)e->asked,
                     "parts", (json_int_t)e->parts);
}

static json_t *thin_json(const struct thin *thin) {
    json_t *words = json_array();
    for (size_t i = 0; i < thin->n; i++)
        json_array_append_new(words,
                              json_pack("{s:o, s:I}", "word", cli_json_text(thin->words[i].text),
                                        "examples", (json_int_t)thin->words[i].examples));
    return words;
}

void train_print_json(const struct train_job *job, const g2l2_learn_report *r,
                      const g2l2_model *model, const g2l2_dataset *data, const char *path,
                      const char *log) {
    struct failures all = {.data = data, .list = json_array()};
    if (r->tolerant && !r->interrupted && !job->sight.images)
        list_failures(job, model, add_failure, &all);
    json_t *ties = json_array();
    for (size_t i = 0; i < g2l2_model_n_ties(model); i++)
        json_array_append_new(ties, tie_json(g2l2_model_tie(model, i)));
    json_t *out = json_pack(
        "{s:o, s:o, s:I, s:I, s:I, s:f, s:I, s:I, s:o, s:i, s:b, s:b, s:f, s:o}", "model",
        cli_json_text(path), "log", cli_json_text(log), "examples", (json_int_t)r->examples,
        "checked", (json_int_t)r->checked, "correct", (json_int_t)r->correct, "accuracy",
        r->checked ? (double)r->correct / (double)r->checked : 0, "words",
        (json_int_t)g2l2_model_n_words(model), "candidates", (json_int_t)r->candidates,
        "candidate_set", cli_json_text(r->candidate_set), "restarts", r->restarts, "tolerant",
        r->tolerant, "interrupted", r->interrupted, "cpu_seconds", r->cpu_seconds, "ties", ties);
    json_object_set_new(out, "resumed", json_boolean(r->resumed));
    json_object_set_new(out, "held_back", estimate_json(&job->estimate));
    json_object_set_new(out, "thin", thin_json(&job->thin));
    json_object_set_new(out, "unexplained", all.list);
    json_object_set_new(out, "set_aside", json_integer((json_int_t)r->set_aside));
    json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    printf("\n");
    json_decref(out);
}
