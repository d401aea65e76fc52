/* g2l2 check: what is odd about examples, before anything is learned from them.
 *
 *     examples ─▶ sorted sentences ─▶ duplicates, contradictions
 *              ─▶ sorted words     ─▶ seen once, one edit away from a frequent one
 *              ─▶ fields           ─▶ of several types, or of one value
 *
 * Findings are lines `file:line: kind: what`. Contradictions, suspected typos and sentences that
 * are too long are worth a look before training: exit status 4. The rest are notes. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

#define LONG_SENTENCE 60 /* words; charts grow with the cube of it */
#define FREQUENT      4  /* examples of a word that another may be a misspelling of */
#define MIN_LETTERS   4  /* short words are often one edit apart */

static const char help[] =
    "usage: g2l2 check FILE... [--json]\n"
    "       g2l2 check FILE [--table FILE] [--scenes FILE] [--json]\n"
    "\n"
    "Look at examples before learning from them, in the forms that `train` reads, and list\n"
    "duplicates, contradictions, words that occur once, words that may be typos, sentences\n"
    "that are too long, meanings that are all the same, and fields of results that have one\n"
    "value, or values of several types. Exit status 4 where something should be corrected\n"
    "first: a contradiction, a suspected typo or a sentence too long. Of questions typos are\n"
    "notes, since names of things may be alike.\n"
    "\n"
    "  g2l2 check commands.tsv\n"
    "  g2l2 check --table shop.csv questions.jsonl\n"
    "\n"
    "  --table FILE       a CSV table that questions are about; several are joined\n"
    "  --scenes FILE      the scenes that questions name\n"
    "  --questions FILE   questions; FILE alone may be these as well\n"
    "  --json             {\"examples\", \"words\", \"findings\": [{\"kind\", \"file\", \"line\",\n"
    "                     \"text\", \"serious\"}]}\n"
    "  --max-seconds F    time all of it may take (600; 0: any)\n" LIMIT_HELP;

struct job {
    bool json;
    g2l2_limits limits;
    const char *table, *scene_file, *questions;
    struct cli_tables tables;
    g2l2_scenes *scenes; /* what questions are about; NULL: there are no questions */
    g2l2_dataset *data;
    json_t *findings;
    size_t n_serious, n_notes, n_words;
};

/* One occurrence of a text. */
struct seen {
    char *text;
    size_t example, n; /* n: of all that are the same, once they are counted */
    size_t scene;      /* of a sentence: what it is about */
};

struct list {
    struct seen *at;
    size_t n, cap;
};

static bool list_add(struct list *list, const char *text, size_t length, size_t example) {
    if (list->n == list->cap) {
        size_t cap = list->cap ? 2 * list->cap : 64;
        struct seen *wider = realloc(list->at, cap * sizeof *wider);
        if (!wider) return false;
        list->at = wider;
        list->cap = cap;
    }
    char *copy = strndup(text, length);
    if (copy) list->at[list->n++] = (struct seen){copy, example, 1, 0};
    return copy;
}

static void list_free(struct list *list) {
    for (size_t i = 0; i < list->n; i++) free(list->at[i].text);
    free(list->at);
}

static int by_text(const void *a, const void *b) {
    const struct seen *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    if (!order) order = (x->scene > y->scene) - (x->scene < y->scene);
    return order ? order : (x->example > y->example) - (x->example < y->example);
}

static bool is_same(const struct seen *a, const struct seen *b) {
    return !strcmp(a->text, b->text) && a->scene == b->scene;
}

static void find(struct job *job, const char *kind, size_t example, bool serious,
                 const char *text) {
    g2l2_example e = g2l2_dataset_get(job->data, example);
    job->n_serious += serious;
    job->n_notes += !serious;
    if (job->json)
        json_array_append_new(job->findings,
                              json_pack("{s:s, s:o, s:I, s:o, s:b}", "kind", kind, "file",
                                        cli_json_text(e.file), "line", (json_int_t)e.line, "text",
                                        cli_json_text(text), "serious", serious));
    else cli_put(stdout, "%s:%zu: %s: %s\n", e.file ? e.file : "example", e.line, kind, text);
}

/* ---- sentences ------------------------------------------------------------------------------- */

static void check_pair(struct job *job, const struct seen *first, const struct seen *other) {
    g2l2_example a = g2l2_dataset_get(job->data, first->example);
    g2l2_example b = g2l2_dataset_get(job->data, other->example);
    bool same = !strcmp(a.target, b.target);
    char text[400];
    if (same) snprintf(text, sizeof text, "'%.150s' is also at line %zu", b.sentence, a.line);
    else
        snprintf(text, sizeof text, "'%.100s' means '%.100s' here and '%.100s' at line %zu",
                 b.sentence, b.target, a.target, a.line);
    find(job, same ? "duplicate" : "contradiction", other->example, !same, text);
}

static bool check_sentences(struct job *job) {
    struct list list = {0};
    bool fine = true;
    size_t n = g2l2_dataset_count(job->data);
    for (size_t i = 0; i < n && fine; i++) {
        g2l2_example e = g2l2_dataset_get(job->data, i);
        fine = list_add(&list, e.sentence, strlen(e.sentence), i);
        if (fine) list.at[i].scene = e.scene;
    }
    if (list.n) qsort(list.at, list.n, sizeof *list.at, by_text);
    for (size_t i = 1, first = 0; i < list.n; i++) {
        if (is_same(&list.at[first], &list.at[i])) check_pair(job, &list.at[first], &list.at[i]);
        else first = i;
    }
    list_free(&list);
    return fine;
}

static void check_targets(struct job *job) {
    size_t n = g2l2_dataset_count(job->data);
    for (size_t i = 1; i < n; i++)
        if (strcmp(g2l2_dataset_get(job->data, 0).target, g2l2_dataset_get(job->data, i).target))
            return;
    if (n > 1) find(job, "one meaning", 0, false, "all examples mean the same");
}

/* ---- fields of results -------------------------------------------------------------------------- */

static const char *kind_of(const json_t *value) {
    if (json_is_string(value)) return "a text";
    if (json_is_number(value)) return "a number";
    if (json_is_boolean(value)) return "true or false";
    if (json_is_array(value)) return "a list";
    return json_is_object(value) ? "an object" : "null";
}

/* What a field has been so far: {"example": the first, "value": in that, "uses", and for each kind
 * the line where it was first}. Each other kind is said once. */
static void check_field(struct job *job, json_t *fields, const char *name, json_t *value,
                        size_t example) {
    char text[300];
    json_t *seen = json_object_get(fields, name);
    size_t line = g2l2_dataset_get(job->data, example).line;
    if (!seen) {
        seen =
            json_pack("{s:I, s:O, s:i}", "example", (json_int_t)example, "value", value, "uses", 0);
        json_object_set_new(fields, name, seen);
    }
    json_t *first = json_object_get(seen, "value");
    json_int_t uses = json_integer_value(json_object_get(seen, "uses"));
    bool same = json_equal(first, value) && uses >= 0;
    json_object_set_new(seen, "uses", json_integer(same ? uses + 1 : -1)); /* -1: values differ */
    if (json_object_get(seen, kind_of(value))) return;
    json_object_set_new(seen, kind_of(value), json_integer((json_int_t)line));
    if (kind_of(value) == kind_of(first)) return;
    snprintf(text, sizeof text, "'%.100s' is %s here and %s at line %d", name, kind_of(value),
             kind_of(first), (int)json_integer_value(json_object_get(seen, kind_of(first))));
    find(job, "field", example, false, text);
}

static void check_values(struct job *job, json_t *fields) {
    json_t *seen;
    const char *name;
    char text[300];
    json_object_foreach(fields, name, seen) {
        if (json_integer_value(json_object_get(seen, "uses")) < 2) continue;
        char *value = json_dumps(json_object_get(seen, "value"), JSON_ENCODE_ANY);
        snprintf(text, sizeof text, "'%.100s' is %.100s wherever it is", name, value ? value : "");
        free(value);
        find(job, "one value", (size_t)json_integer_value(json_object_get(seen, "example")), false,
             text);
    }
}

static bool check_fields(struct job *job) {
    json_t *fields = json_object(), *value;
    const char *name;
    for (size_t i = 0; fields && i < g2l2_dataset_count(job->data); i++) {
        const char *target = g2l2_dataset_get(job->data, i).target;
        json_t *result = *target == '{' ? json_loads(target, 0, NULL) : NULL;
        json_object_foreach(result, name, value) check_field(job, fields, name, value, i);
        json_decref(result);
    }
    bool fine = fields;
    check_values(job, fields);
    json_decref(fields);
    return fine;
}

/* ---- words ------------------------------------------------------------------------------------- */

static bool read_words(struct job *job, struct list *list) {
    char text[100];
    for (size_t i = 0; i < g2l2_dataset_count(job->data); i++) {
        size_t words = 0;
        for (const char *at = g2l2_dataset_get(job->data, i).sentence; *at; words++) {
            size_t length = strcspn(at, " ");
            if (length && !list_add(list, at, length, i)) return false;
            at += length + strspn(at + length, " ");
        }
        if (words <= LONG_SENTENCE) continue;
        snprintf(text, sizeof text, "%zu words; shorter sentences teach the same words sooner",
                 words);
        find(job, "too long", i, true, text);
    }
    return true;
}

/* Sorted; each word once, with the number of its occurrences. */
static void count_words(struct list *list) {
    size_t n = 0;
    if (list->n) qsort(list->at, list->n, sizeof *list->at, by_text);
    for (size_t i = 0; i < list->n; i++) {
        if (n && !strcmp(list->at[n - 1].text, list->at[i].text)) {
            list->at[n - 1].n++;
            free(list->at[i].text);
        } else {
            list->at[n++] = list->at[i];
        }
    }
    list->n = n;
}

/* Is b a with one byte changed, added, dropped, or two neighbours swapped? */
static bool one_edit(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b), i = 0, k = 0;
    if (n + 1 < m || m + 1 < n) return false;
    while (a[i] && a[i] == b[i]) i++;
    while (k < n - i && k < m - i && a[n - 1 - k] == b[m - 1 - k]) k++;
    if (n == m && n - i - k == 2) return a[i] == b[i + 1] && a[i + 1] == b[i];
    return n - i - k <= 1 && m - i - k <= 1;
}

/* Numbers and the like (`P101`) are alike without being mistaken for each other. */
static const struct seen *find_typo(const struct list *list, const struct seen *word) {
    if (strpbrk(word->text, "0123456789")) return NULL;
    for (size_t i = 0; i < list->n && strlen(word->text) >= MIN_LETTERS; i++)
        if (list->at[i].n >= FREQUENT && &list->at[i] != word &&
            one_edit(word->text, list->at[i].text))
            return &list->at[i];
    return NULL;
}

static bool check_words(struct job *job) {
    struct list list = {0};
    char text[300];
    bool fine = read_words(job, &list);
    count_words(&list);
    job->n_words = list.n;
    for (size_t i = 0; i < list.n && fine; i++) {
        const struct seen *word = &list.at[i];
        const struct seen *meant = word->n == 1 ? find_typo(&list, word) : NULL;
        if (word->n > 1) continue;
        if (meant)
            snprintf(text, sizeof text, "'%.100s' occurs once; is it '%.100s'?", word->text,
                     meant->text);
        else snprintf(text, sizeof text, "'%.100s' occurs in no other example", word->text);
        find(job, meant ? "typo" : "seen once", word->example, meant && !job->scenes, text);
    }
    list_free(&list);
    return fine;
}

/* ---- the command --------------------------------------------------------------------------------- */

static void print_summary(struct job *job) {
    size_t n = g2l2_dataset_count(job->data);
    if (!job->json) {
        printf("%zu examples, %zu words: %zu to correct, %zu notes\n", n, job->n_words,
               job->n_serious, job->n_notes);
        return;
    }
    json_t *out = json_pack("{s:I, s:I, s:O}", "examples", (json_int_t)n, "words",
                            (json_int_t)job->n_words, "findings", job->findings);
    json_dumpf(out, stdout, JSON_INDENT(2));
    printf("\n");
    json_decref(out);
}

static int read_examples(struct job *job, const char **files, int n) {
    g2l2_error err;
    bool about = job->table || job->scene_file;
    if (n == 1 && !job->questions && (about || cli_has_questions(files[0])))
        job->questions = files[--n];
    if (job->questions && n)
        return cli_usage(&cli_check, "questions are one file, and nothing else is beside them");
    if (about && !job->questions)
        return cli_usage(&cli_check, "--table and --scenes are for one file of questions");
    cli_reached("reading");
    if (job->questions)
        return cli_read_tables(&job->tables, job->scene_file, job->questions, &job->limits,
                               &job->scenes, &job->data);
    if (g2l2_dataset_new(&job->data, &err)) return cli_fail(&err);
    for (int i = 0; i < n; i++) {
        cli_reached("reading %s", files[i]);
        if (g2l2_dataset_read(job->data, files[i], &job->limits, &err)) return cli_fail(&err);
    }
    return EXIT_OK;
}

static int check(struct job *job, const char **files, int n) {
    int status = read_examples(job, files, n);
    if (status) return status;
    cli_reached("comparing %zu examples", g2l2_dataset_count(job->data));
    bool fine = check_sentences(job) && check_words(job) && check_fields(job);
    if (!fine) {
        fprintf(stderr, "g2l2: out of memory\n");
        return EXIT_ERROR;
    }
    check_targets(job);
    print_summary(job);
    return job->n_serious ? EXIT_ABSTAINED : EXIT_OK;
}

static int run(int argc, char **argv) {
    struct job job = {.limits = g2l2_limits_default()};
    struct cli_budget budget = {.seconds = CLI_SECONDS};
    const struct option_row rows[] = {{"--json", .flag = &job.json},
                                      {"--table", .text = &job.table},
                                      {"--scenes", .text = &job.scene_file},
                                      {"--questions", .text = &job.questions},
                                      {"--max-seconds", .real = &budget.seconds},
                                      LIMIT_ROWS(job.limits),
                                      {0}};
    job.tables = cli_find_tables(argc, argv);
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_check, rows, rest);
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    job.findings = json_array();
    if (n == 0 && !job.questions) status = cli_usage(&cli_check, "a file of examples is needed");
    if (cli_given(argc, argv, (const char *const[]){"--max-memory", NULL}))
        budget.bytes = job.limits.max_memory;
    if (!status) status = cli_budget_start(&cli_check, &budget);
    if (!status) status = check(&job, rest, n);
    json_decref(job.findings);
    g2l2_dataset_free(job.data);
    g2l2_scenes_free(job.scenes);
    free(rest);
    return cli_finish(status);
}

const struct command cli_check = {"check", "what is odd about examples, before training", help,
                                  run};
