/* g2l2 lexicon MODEL WORD --why [FILE]: the evidence for an entry (g2l2_model_why), in words.
 *
 *     FILE: the examples        none: those that the model was learned from, which its log names; or
 *                               the sentences that the model remembers, one for each entry, with the
 *                               meanings that it gives them */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "cli/cli.h"

#define MOST_LOG ((size_t)64 << 20) /* bytes, as reports read them */

struct why {
    const g2l2_model *model;
    g2l2_dataset *data;
    g2l2_scenes *scenes; /* or NULL */
};

/* ---- telling --------------------------------------------------------------------------------------- */

static const char *colon(const char *program) {
    return *program ? " : " : "";
}

static void print_place(const g2l2_example *e) {
    if (e->file) cli_put(stdout, "%s:%zu: ", e->file, e->line);
}

static void print_decision(const struct why *self, const g2l2_reason *r) {
    g2l2_example e = g2l2_dataset_get(self->data, r->deciding[0]);
    const char *would = r->rival_meaning;
    cli_put(stdout, "  ruled out by %zu of them, the shortest is ", r->n_deciding);
    print_place(&e);
    cli_put(stdout, "'%s' means '%s'; it would %s%s%s\n", e.sentence, e.target,
            would ? "mean '" : "have no meaning", would ? would : "", would ? "'" : "");
}

static void print_check(const char *word, const g2l2_reason *r) {
    cli_put(stdout, "  checked: learned again without %s, ", r->n_deciding == 1 ? "it" : "these");
    switch (r->relearned) {
    case G2L2_RELEARNED_BACK: cli_put(stdout, "the rival is back\n"); break;
    case G2L2_RELEARNED_AS_GOOD:
        cli_put(stdout, "the rival is as good as what the word means then\n");
        break;
    case G2L2_RELEARNED_GONE: cli_put(stdout, "'%s' does not occur any more\n", word); break;
    case G2L2_RELEARNED_NOT: cli_put(stdout, "it is not known: there was no time\n"); break;
    case G2L2_RELEARNED_FEW: cli_put(stdout, "the others are too few to learn from\n"); break;
    default: cli_put(stdout, "the rival is not back: other words decide as well\n");
    }
}

static void print_reason(const struct why *self, const g2l2_reason *r) {
    g2l2_entry e = g2l2_model_entry(self->model, r->entry);
    cli_put(stdout, "%s  %s%s%s\n", e.word, e.category, *e.program ? "  " : "", e.program);
    if (!r->n_examples) {
        cli_put(stdout, "  no example is right with it\n");
        return;
    }
    cli_put(stdout, "  %zu %s right with it; ", r->n_examples,
            r->n_examples == 1 ? "example is" : "examples are");
    if (!r->rival_category) {
        cli_put(stdout, "of the %zu shortest none is with any other entry\n",
                r->n_examples < 60 ? r->n_examples : 60);
        return;
    }
    cli_put(stdout, "the last rival, %s%s%s, is right about %zu\n", r->rival_category,
            colon(r->rival_program), r->rival_program, r->rival_right);
    if (!r->n_deciding) cli_put(stdout, "  nothing rules it out\n");
    else print_decision(self, r);
    if (r->n_deciding) print_check(e.word, r);
}

/* ---- examples --------------------------------------------------------------------------------------- */

/* Every sentence that an entry has as its example, once. */
static int remember(struct why *self) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_error err;
    if (g2l2_parser_new(self->model, NULL, &parser, &err)) return cli_fail(&err);
    g2l2_status status = g2l2_dataset_new(&self->data, &err);
    for (size_t i = 0; i < g2l2_model_n_entries(self->model) && !status; i++) {
        const char *sentence = g2l2_model_entry(self->model, i).example;
        size_t seen = 0, n = g2l2_dataset_count(self->data);
        while (sentence && seen < n &&
               strcmp(g2l2_dataset_get(self->data, seen).sentence, sentence))
            seen++;
        if (!sentence || seen < n || g2l2_parser_run(parser, sentence, 1, &result, NULL)) continue;
        if (result.n_readings)
            status =
                g2l2_dataset_add(self->data, sentence, result.readings[0].text, NULL, i + 1, &err);
    }
    g2l2_parser_free(parser);
    if (status) return cli_fail(&err);
    if (g2l2_dataset_count(self->data)) {
        fprintf(
            stderr,
            "g2l2: by the %zu sentences that the model remembers; --why FILE has all examples\n",
            g2l2_dataset_count(self->data));
        return EXIT_OK;
    }
    fprintf(stderr, "g2l2: the model remembers no sentences; name the examples: --why FILE\n");
    return EXIT_ERROR;
}

/* What the log beside the model says that it was learned from; NULL: nothing, or there is no log. The
 * caller gives it back. */
static json_t *find_sources(const char *model) {
    char *path = NULL, *text = NULL;
    size_t n;
    json_t *start = NULL;
    if (asprintf(&path, "%s.jsonl", model) < 0) cli_no_memory();
    if (!cli_is_special(model) && !file_read(path, MOST_LOG, &text, &n, NULL)) {
        const char *end = memchr(text, '\n', n);
        start = json_loadb(text, end ? (size_t)(end - text) : n, 0, NULL);
    }
    json_t *found = json_incref(json_object_get(start, "learned_from"));
    json_decref(start);
    free(text);
    free(path);
    return found;
}

static int read_files(struct why *self, const json_t *files, const g2l2_limits *limits) {
    g2l2_error err;
    size_t n = json_array_size(files), i;
    for (i = 0; i < n; i++) {
        const char *path = json_string_value(json_array_get(files, i));
        if (!path || !strcmp(path, "-")) return CLI_WHY_NONE;
    }
    if (g2l2_dataset_new(&self->data, &err)) return cli_fail(&err);
    for (i = 0; i < n; i++)
        if (g2l2_dataset_read(self->data, json_string_value(json_array_get(files, i)), limits,
                              &err))
            return cli_fail(&err);
    return EXIT_OK;
}

/* From where the model was learned from. CLI_WHY_NONE: nobody knows. */
static int read_again(struct why *self, const json_t *sources, const g2l2_limits *limits) {
    const json_t *files = json_object_get(sources, "files");
    const json_t *list = json_object_get(sources, "tables");
    const char *questions = json_string_value(json_object_get(sources, "questions"));
    const char *scenes = json_string_value(json_object_get(sources, "scenes"));
    struct cli_tables tables = {.n = 0};
    if (!g2l2_domain_has_scenes(g2l2_model_domain(self->model)))
        return json_array_size(files) ? read_files(self, files, limits) : CLI_WHY_NONE;
    for (size_t i = 0; i < json_array_size(list) && tables.n < CLI_MAX_TABLES; i++) {
        const char *path = json_string_value(json_array_get(list, i));
        if (path) tables.at[tables.n++] = path;
    }
    if (!questions || !strcmp(questions, "-") || (scenes && !strcmp(scenes, "-")))
        return CLI_WHY_NONE;
    return cli_read_tables(&tables, scenes, questions, limits, &self->scenes, &self->data);
}

static int encode(struct why *self) {
    g2l2_error err;
    if (!self->scenes) return EXIT_OK;
    return g2l2_scenes_encode_for(self->scenes, self->model, &err) ? cli_fail(&err) : EXIT_OK;
}

int cli_why_find(const g2l2_model *model, const char *path, g2l2_dataset **data,
                 g2l2_scenes **scenes) {
    struct why self = {.model = model};
    const g2l2_limits limits = g2l2_limits_default();
    json_t *sources = find_sources(path);
    int status = sources ? read_again(&self, sources, &limits) : CLI_WHY_NONE;
    json_decref(sources);
    if (!status) status = encode(&self);
    *data = self.data;
    *scenes = self.scenes;
    return status;
}

static int read_examples(struct why *self, const struct cli_why_sources *from) {
    const g2l2_limits limits = g2l2_limits_default();
    g2l2_error err;
    int status = CLI_WHY_NONE;
    if (!*from->file && !from->scenes && !from->tables->n)
        status = cli_why_find(self->model, from->model, &self->data, &self->scenes);
    if (status != CLI_WHY_NONE) return status;
    if (g2l2_domain_has_scenes(g2l2_model_domain(self->model))) {
        if (!*from->file || (!from->scenes && !from->tables->n))
            return cli_usage(&cli_lexicon, "questions and what they are about are needed: "
                                           "--why QUESTIONS --scenes SCENES, or --table TABLE");
        status = cli_read_tables(from->tables, from->scenes, from->file, &limits, &self->scenes,
                                 &self->data);
        return status ? status : encode(self);
    }
    if (!*from->file) return remember(self);
    if (g2l2_dataset_new(&self->data, &err) ||
        g2l2_dataset_read(self->data, from->file, &limits, &err))
        return cli_fail(&err);
    return EXIT_OK;
}

static int explain_word(void *context, const char *word) {
    const struct why *self = context;
    const g2l2_learn_options again = g2l2_learn_options_default();
    g2l2_evidence *found;
    g2l2_error err;
    if (g2l2_model_why(self->model, word, self->data, self->scenes, &again, NULL, &found, &err))
        return cli_fail(&err);
    for (size_t i = 0; i < g2l2_evidence_count(found); i++) {
        g2l2_reason reason = g2l2_evidence_get(found, i);
        print_reason(self, &reason);
    }
    fflush(stdout); /* each may take a while */
    g2l2_evidence_free(found);
    return EXIT_OK;
}

static bool is_asked(const char *word, const char **words, int n) {
    for (int i = 0; i < n; i++)
        if (!strcmp(words[i], word)) return true;
    return !n;
}

int cli_why_words(const g2l2_model *model, const char **words, int n_words,
                  int (*tell)(void *context, const char *word), void *context) {
    int status = EXIT_OK;
    bool scenes = g2l2_domain_has_scenes(g2l2_model_domain(model));
    const char *before = "";
    for (size_t i = 0; i < g2l2_model_n_entries(model) && !status; i++) {
        const char *word = g2l2_model_entry(model, i).word; /* entries of a word come together */
        bool phrase = !n_words && !scenes && strchr(word, ' '); /* its words tell as much */
        if (strcmp(word, before) && !phrase && is_asked(word, words, n_words))
            status = tell(context, word);
        before = word;
    }
    return status;
}

int cli_why(const g2l2_model *model, const struct cli_why_sources *from, const char **words,
            int n_words) {
    struct why self = {.model = model};
    int status = read_examples(&self, from);
    if (!status) status = cli_why_words(model, words, n_words, explain_word, &self);
    g2l2_dataset_free(self.data);
    g2l2_scenes_free(self.scenes);
    return status;
}
