/* g2l2 lexicon: what was learned, as a table, JSON or editable text. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "cli/concepts.h"

static const char help[] =
    "usage: g2l2 lexicon MODEL [WORD...] [OPTIONS]\n"
    "\n"
    "Show what was learned: for every word its category, its program and its share of the\n"
    "word's weight; a word with several meanings has a line for each. Where it is known,\n"
    "how often the entry was used in training, and an example. For a WORD whose entry has\n"
    "several categories (SAME, AND), what it can be used as. MODEL is a model file or a\n"
    "lexicon as text, so text exported here, edited by hand, is a model again. Where words\n"
    "name what is in a scene (the ? of a program is the word's own concept): which of them\n"
    "are alike, the same or opposite, and what the values of each attribute are.\n"
    "\n"
    "  --json             the table as JSON\n"
    "  --all              with weights, and with the candidates that were not chosen (a model\n"
    "                     has them after `train --keep-candidates`)\n"
    "  --ties             entries that explain the data equally well, and an example that\n"
    "                     would tell them apart\n"
    "  --why [FILE]       the evidence for each entry in examples: the entry that came closest,\n"
    "                     the examples that rule it out, and whether it is back when learned\n"
    "                     without them. FILE has the examples; questions also want --scenes or\n"
    "                     --table. At the end of the line, without FILE: what the model was\n"
    "                     learned from, which its log names (MODEL.jsonl), or the sentences that\n"
    "                     the model remembers, one for each entry\n"
    "  --export           the lexicon as text, to edit\n"
    "  --scenes FILE      compare what words name by these scenes: what each holds of\n"
    "  --table FILE       a CSV file that the questions of --why are about; can be given several "
    "times\n"
    "  -o, --output FILE  write a model (from text, say), or the text with --export\n" BUDGET_HELP;

struct job {
    bool json, all, ties, text;
    const char *model, *output, *scenes, *why;
    struct cli_tables tables;
    const char **words;
    int n_words;
};

static bool wanted(const struct job *job, const g2l2_entry *e) {
    if (!job->all && e->off) return false;
    for (int i = 0; i < job->n_words; i++)
        if (!strcmp(job->words[i], e->word)) return true;
    return !job->n_words;
}

/* ---- the table ----------------------------------------------------------------------- */

#define EXAMPLE_COLUMNS 60

struct columns {
    int word, category, program;
    int uses;    /* 0: not known */
    int of_case; /* the categories of cases */
};

static int columns_of(const char *text) {
    return (int)text_width(text, strlen(text));
}

static void widen(int *column, int width) {
    if (width > *column) *column = width;
}

/* Cases are shown of words that are asked for. */
static size_t n_cases(const struct job *job, const g2l2_entry *e) {
    return job->n_words ? e->n_cases : 0;
}

static struct columns measure(const g2l2_model *model, const struct job *job) {
    struct columns c = {0};
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        if (!wanted(job, &e)) continue;
        widen(&c.word, columns_of(e.word));
        widen(&c.category, columns_of(e.category));
        widen(&c.program, columns_of(e.program));
        if (e.uses) widen(&c.uses, snprintf(NULL, 0, "%u", e.uses));
        for (size_t k = 0; k < n_cases(job, &e); k++)
            widen(&c.of_case, columns_of(e.cases[k].category));
    }
    return c;
}

static void put_padded(const char *text, int width, FILE *out) {
    cli_put(out, "%s%*s  ", text, width - columns_of(text), "");
}

/* A long one is cut after a word. */
static void put_example(const char *text, FILE *out) {
    size_t n = 0, used = 0;
    for (size_t at = 0; text[at] && used <= EXAMPLE_COLUMNS; used++) {
        at++;
        while (((unsigned char)text[at] & 0xC0) == 0x80) at++;
        if (!text[at] || text[at] == ' ') n = used < EXAMPLE_COLUMNS ? at : n;
    }
    cli_put(out, "  %.*s%s", (int)n, text, text[n] ? n ? " ..." : "..." : "");
}

static void put_use(const g2l2_entry *e, const struct columns *c, FILE *out) {
    if (!c->uses || (!e->uses && !e->locked && !e->off)) return;
    if (e->uses) fprintf(out, "  %*u", c->uses, e->uses);
    else fprintf(out, "  %*s", c->uses, "");
}

static void put_entry(const g2l2_entry *e, const char *word, const struct columns *c, bool all,
                      FILE *out) {
    put_padded(word, c->word, out);
    put_padded(e->category, c->category, out);
    put_padded(e->program, c->program, out);
    fprintf(out, "%5.1f%%", 100 * e->share);
    if (all) fprintf(out, "  %9.4f", e->weight);
    put_use(e, c, out);
    fprintf(out, "%s%s", e->locked ? "  locked" : "", e->off ? "  off" : "");
    if (e->example) put_example(e->example, out);
    fprintf(out, "\n");
}

static void put_case(const g2l2_case *at, const struct columns *c, FILE *out) {
    fprintf(out, "%*s", c->word + 4, "");
    put_padded(at->category, c->of_case, out);
    cli_put(out, "%s\n", at->program);
}

static void print_table(const g2l2_model *model, const struct job *job, FILE *out) {
    struct columns c = measure(model, job);
    const char *last = "";
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        if (!wanted(job, &e)) continue;
        put_entry(&e, strcmp(last, e.word) ? e.word : "", &c, job->all, out);
        for (size_t k = 0; k < n_cases(job, &e); k++) put_case(&e.cases[k], &c, out);
        last = e.word;
    }
}

/* ---- JSON ------------------------------------------------------------------------------ */

static json_t *cases_json(const g2l2_entry *e) {
    json_t *list = json_array();
    for (size_t i = 0; i < e->n_cases; i++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "category", e->cases[i].category,
                                              "program", e->cases[i].program));
    return list;
}

static json_t *entry_json(const g2l2_entry *e) {
    json_t *out = json_pack("{s:o, s:s, s:s, s:f, s:f, s:b, s:b}", "word", cli_json_text(e->word),
                            "category", e->category, "program", e->program, "weight", e->weight,
                            "share", e->share, "locked", e->locked, "off", e->off);
    if (e->uses) json_object_set_new(out, "uses", json_integer(e->uses));
    if (e->example) json_object_set_new(out, "example", cli_json_text(e->example));
    if (e->n_cases) json_object_set_new(out, "cases", cases_json(e));
    return out;
}

static json_t *model_json(const g2l2_model *model, const struct job *job,
                          const g2l2_concepts *concepts) {
    const struct concept_words words = {job->words, job->n_words};
    json_t *list = json_array();
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        if (!wanted(job, &e)) continue;
        json_array_append_new(list, entry_json(&e));
    }
    json_t *out = json_pack("{s:s, s:I, s:o}", "domain", g2l2_domain_name(g2l2_model_domain(model)),
                            "words", (json_int_t)g2l2_model_n_words(model), "entries", list);
    if (g2l2_domain_has_scenes(g2l2_model_domain(model))) concepts_json(concepts, &words, out);
    return out;
}

static void print_json(const g2l2_model *model, const struct job *job,
                       const g2l2_concepts *concepts) {
    json_t *out = model_json(model, job, concepts);
    json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    printf("\n");
    json_decref(out);
}

static void print_ties(const g2l2_model *model) {
    for (size_t i = 0; i < g2l2_model_n_ties(model); i++) {
        g2l2_tie t = g2l2_model_tie(model, i);
        cli_put(stdout, "`%s`: %s%s%s and %s%s%s explain the data equally well\n", t.word,
                t.category_a, *t.program_a ? " : " : "", t.program_a, t.category_b,
                *t.program_b ? " : " : "", t.program_b);
        if (*t.sentence && !strcmp(t.meaning_a, t.meaning_b))
            cli_put(stdout, "  \"%s\" means the same with both: %s\n", t.sentence, t.meaning_a);
        else if (*t.sentence)
            cli_put(stdout, "  \"%s\" would tell: %s, or %s\n", t.sentence, t.meaning_a,
                    t.meaning_b);
    }
    if (!g2l2_model_n_ties(model)) printf("no ties\n");
}

static int export(const g2l2_model *model, const struct job *job) {
    char *text;
    g2l2_error err;
    if (g2l2_lexicon_export(model, &text, &err)) return cli_fail(&err);
    int status = EXIT_OK;
    if (!job->output) cli_put_data(text, stdout);
    else if (file_write(job->output, text, strlen(text), &err)) status = cli_fail(&err);
    free(text);
    return status;
}

static int find_concepts(const g2l2_model *model, const char *path, g2l2_concepts **out) {
    g2l2_limits limits = g2l2_limits_default();
    g2l2_scenes *scenes = NULL;
    g2l2_error err;
    int status = EXIT_OK;
    if (path ? g2l2_scenes_new(&scenes, &err) || g2l2_scenes_read(scenes, path, &limits, &err) ||
                   g2l2_scenes_encode_for(scenes, model, &err) ||
                   g2l2_concepts_find_in(model, scenes, NULL, out, &err)
             : g2l2_concepts_find(model, NULL, out, &err))
        status = cli_fail(&err);
    g2l2_scenes_free(scenes);
    return status;
}

static int print(const g2l2_model *model, const struct job *job) {
    const struct concept_words words = {job->words, job->n_words};
    g2l2_concepts *concepts;
    int status = find_concepts(model, job->scenes, &concepts);
    if (status) return status;
    if (job->json) print_json(model, job, concepts);
    else print_table(model, job, stdout);
    if (!job->json) concepts_print(concepts, &words, stdout);
    g2l2_concepts_free(concepts);
    return EXIT_OK;
}

g2l2_status cli_print_lexicon(const g2l2_model *model, const char **words, int n_words, FILE *out,
                              g2l2_error *err) {
    const struct job job = {.words = words, .n_words = n_words};
    const struct concept_words wanted_words = {words, n_words};
    g2l2_concepts *concepts;
    g2l2_status status = g2l2_concepts_find(model, NULL, &concepts, err);
    if (status) return status;
    print_table(model, &job, out);
    concepts_print(concepts, &wanted_words, out);
    g2l2_concepts_free(concepts);
    return G2L2_STATUS_OK;
}

json_t *cli_lexicon_json(const g2l2_model *model, const char **words, int n_words) {
    const struct job job = {.words = words, .n_words = n_words};
    g2l2_concepts *concepts;
    if (g2l2_concepts_find(model, NULL, &concepts, NULL)) return NULL;
    json_t *out = model_json(model, &job, concepts);
    g2l2_concepts_free(concepts);
    return out;
}

/* Words that were asked for and are not there, with those that may be meant. */
static int missing(const g2l2_model *model, const struct job *job) {
    size_t n = g2l2_model_n_entries(model);
    const char **names = calloc(n + 1, sizeof *names);
    char hint[CLI_HINT];
    int status = EXIT_OK;
    for (size_t i = 0; names && i < n; i++) names[i] = g2l2_model_entry(model, i).word;
    for (int i = 0; names && i < job->n_words; i++) {
        size_t at = 0;
        while (at < n && strcmp(names[at], job->words[i])) at++;
        if (at < n) continue;
        cli_put(stderr, "g2l2: the lexicon has no word '%s'%s\n", job->words[i],
                cli_hint(job->words[i], names, hint));
        status = EXIT_ERROR;
    }
    free(names);
    return status;
}

static int show(g2l2_model *model, const struct job *job) {
    g2l2_error err;
    if (job->text) return export(model, job);
    if (job->output) return g2l2_model_save(model, job->output, &err) ? cli_fail(&err) : EXIT_OK;
    if (job->ties) {
        if (g2l2_model_find_ties(model, NULL, &err)) return cli_fail(&err);
        print_ties(model);
        return EXIT_OK;
    }
    int status = missing(model, job);
    const struct cli_why_sources from = {job->model, job->why, job->scenes, &job->tables};
    if (job->why) return status ? status : cli_why(model, &from, job->words, job->n_words);
    int printed = print(model, job);
    return printed ? printed : status;
}

static int run(int argc, char **argv) {
    struct job job = {.tables = cli_find_tables(argc, argv)};
    struct cli_budget budget = {.seconds = CLI_SECONDS};
    const char *table = NULL; /* all of them are in job.tables */
    const struct option_row rows[] = {BUDGET_ROWS(budget),
                                      {"--json", .flag = &job.json},
                                      {"--all", .flag = &job.all},
                                      {"--ties", .flag = &job.ties},
                                      {"--export", .flag = &job.text},
                                      {"-o|--output", .text = &job.output},
                                      {"--scenes", .text = &job.scenes},
                                      {"--why", .text = &job.why, .optional = true},
                                      {"--table", .text = &table},
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_lexicon, rows, rest);
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    g2l2_model *model = NULL;
    g2l2_error err;
    if (n == 0) status = cli_usage(&cli_lexicon, "a model is needed");
    if (!status) status = cli_budget_start(&cli_lexicon, &budget);
    if (!status) cli_reached("reading %s", rest[0]);
    if (!status && g2l2_model_load(rest[0], &model, &err)) status = cli_fail(&err);
    if (!status) cli_reached("looking at %zu entries", g2l2_model_n_entries(model));
    if (!status) {
        job.model = rest[0];
        job.words = rest + 1;
        job.n_words = n - 1;
        status = show(model, &job);
    }
    g2l2_model_free(model);
    free(rest);
    return cli_finish(status);
}

const struct command cli_lexicon = {"lexicon", "show, export or import what was learned", help,
                                    run};
