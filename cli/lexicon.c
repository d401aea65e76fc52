/* g2l2 lexicon: what was learned, as a table, JSON or editable text. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "cli/concepts.h"

static const char help[] =
    "usage: g2l2 lexicon MODEL [WORD...] [OPTIONS]\n"
    "\n"
    "Show what was learned: for every word its category, its program and its share of the\n"
    "word's weight. MODEL is a model file or a lexicon as text, so text exported here,\n"
    "edited by hand, is a model again. Where words name what is in a scene (the ? of a\n"
    "program is the word's own concept): which of them are alike, the same or opposite,\n"
    "and what the values of each attribute are.\n"
    "\n"
    "  --json             the table as JSON\n"
    "  --all              with weights, and with the candidates that were not chosen (a model\n"
    "                     has them after `train --keep-candidates`)\n"
    "  --ties             entries that explain the data equally well, and an example that\n"
    "                     would tell them apart\n"
    "  --export           the lexicon as text, to edit\n"
    "  --scenes FILE      compare what words name by these scenes: what each holds of\n"
    "  -o, --output FILE  write a model (from text, say), or the text with --export\n";

struct job {
    bool json, all, ties, text;
    const char *output, *scenes;
    const char **words;
    int n_words;
};

static bool wanted(const struct job *job, const g2l2_entry *e) {
    if (!job->all && e->off) return false;
    for (int i = 0; i < job->n_words; i++)
        if (!strcmp(job->words[i], e->word)) return true;
    return !job->n_words;
}

static int widest(const g2l2_model *model, const struct job *job, size_t offset) {
    int width = 0;
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        const char *text = *(const char *const *)((const char *)&e + offset);
        int n = (int)text_width(text, strlen(text));
        if (wanted(job, &e) && n > width) width = n;
    }
    return width;
}

static void put_padded(const char *text, int width) {
    printf("%s%*s  ", text, width - (int)text_width(text, strlen(text)), "");
}

static void print_table(const g2l2_model *model, const struct job *job) {
    int word = widest(model, job, offsetof(g2l2_entry, word));
    int category = widest(model, job, offsetof(g2l2_entry, category));
    int program = widest(model, job, offsetof(g2l2_entry, program));
    const char *last = "";
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        if (!wanted(job, &e)) continue;
        put_padded(strcmp(last, e.word) ? e.word : "", word);
        put_padded(e.category, category);
        put_padded(e.program, program);
        printf("%5.1f%%", 100 * e.share);
        if (job->all) printf("  %9.4f", e.weight);
        printf("%s%s\n", e.locked ? "  locked" : "", e.off ? "  off" : "");
        last = e.word;
    }
}

static void print_json(const g2l2_model *model, const struct job *job,
                       const g2l2_concepts *concepts) {
    const struct concept_words words = {job->words, job->n_words};
    json_t *list = json_array();
    for (size_t i = 0; i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        if (!wanted(job, &e)) continue;
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:f, s:f, s:b, s:b}", "word", e.word,
                                              "category", e.category, "program", e.program,
                                              "weight", e.weight, "share", e.share, "locked",
                                              e.locked, "off", e.off));
    }
    json_t *out = json_pack("{s:s, s:I, s:o}", "domain", g2l2_domain_name(g2l2_model_domain(model)),
                            "words", (json_int_t)g2l2_model_n_words(model), "entries", list);
    if (g2l2_domain_has_scenes(g2l2_model_domain(model))) concepts_json(concepts, &words, out);
    json_dumpf(out, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    printf("\n");
    json_decref(out);
}

static void print_ties(const g2l2_model *model) {
    for (size_t i = 0; i < g2l2_model_n_ties(model); i++) {
        g2l2_tie t = g2l2_model_tie(model, i);
        printf("`%s`: %s%s%s and %s%s%s explain the data equally well\n", t.word, t.category_a,
               *t.program_a ? " : " : "", t.program_a, t.category_b, *t.program_b ? " : " : "",
               t.program_b);
        if (*t.sentence && !strcmp(t.meaning_a, t.meaning_b))
            printf("  \"%s\" means the same with both: %s\n", t.sentence, t.meaning_a);
        else if (*t.sentence)
            printf("  \"%s\" would tell: %s, or %s\n", t.sentence, t.meaning_a, t.meaning_b);
    }
    if (!g2l2_model_n_ties(model)) printf("no ties\n");
}

static int export(const g2l2_model *model, const struct job *job) {
    char *text;
    g2l2_error err;
    if (g2l2_lexicon_export(model, &text, &err)) return cli_fail(&err);
    int status = EXIT_OK;
    if (!job->output) fputs(text, stdout);
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
                   g2l2_concepts_find_in(model, scenes, out, &err)
             : g2l2_concepts_find(model, out, &err))
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
    else print_table(model, job);
    if (!job->json) concepts_print(concepts, &words);
    g2l2_concepts_free(concepts);
    return EXIT_OK;
}

static int show(g2l2_model *model, const struct job *job) {
    g2l2_error err;
    if (job->text) return export(model, job);
    if (job->output) return g2l2_model_save(model, job->output, &err) ? cli_fail(&err) : EXIT_OK;
    if (job->ties) {
        if (g2l2_model_find_ties(model, &err)) return cli_fail(&err);
        print_ties(model);
        return EXIT_OK;
    }
    return print(model, job);
}

static int run(int argc, char **argv) {
    struct job job = {0};
    const struct option_row rows[] = {{"--json", .flag = &job.json},
                                      {"--all", .flag = &job.all},
                                      {"--ties", .flag = &job.ties},
                                      {"--export", .flag = &job.text},
                                      {"-o|--output", .text = &job.output},
                                      {"--scenes", .text = &job.scenes},
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = rest ? cli_options(argc, argv, &cli_lexicon, rows, rest) : -1;
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    g2l2_model *model = NULL;
    g2l2_error err;
    if (n == 0) status = cli_usage(&cli_lexicon, "a model is needed");
    if (!status && g2l2_model_load(rest[0], &model, &err)) status = cli_fail(&err);
    job.words = rest + 1;
    job.n_words = n - 1;
    if (!status) status = show(model, &job);
    g2l2_model_free(model);
    free(rest);
    return cli_finish(status);
}

const struct command cli_lexicon = {"lexicon", "show, export or import what was learned", help,
                                    run};
