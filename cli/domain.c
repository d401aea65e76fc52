/* g2l2 domain: what a definition says, whether it holds together, and what it can be made of. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "common/common.h"
#include "cli/cli.h"

#define MAX_OPERATIONS 256
#define STEPS          100000000u /* pieces of work for one listing: some seconds */

static const char help[] =
    "usage: g2l2 domain show NAME|FILE [--json] [--definition]\n"
    "       g2l2 domain check FILE [--json] [--strict]\n"
    "       g2l2 domain operations [--json]\n"
    "       g2l2 domain candidates NAME|FILE [--set S] [--words W] [--limit N] [--json]\n"
    "\n"
    "A domain says what words can mean: types of values, operations on them, categories, and\n"
    "which entries a word may have at first. It is a text, a definition; built-in ones have\n"
    "a name (nav, visual, ...), others a path. docs/DOMAINS.md explains how to write one.\n"
    "\n"
    "show        what the definition says, put together: types with their kinds, operations,\n"
    "            constants, categories, candidate sets\n"
    "check       read it; an error is told with file, line and column, and the exit status is\n"
    "            1. Warnings tell what can never be used: roots that no candidate reaches,\n"
    "            categories that nothing makes or takes, operations that no candidate has\n"
    "operations  all kinds of values and operations that definitions can use, with the kinds\n"
    "            that they take and make, how they can be executed, and their laws\n"
    "candidates  the entries that a word may have before anything is learned: how many of\n"
    "            each category, and which\n"
    "\n"
    "  g2l2 domain show nav --definition > my.def     start from a definition that works\n"
    "  g2l2 domain check my.def\n"
    "  g2l2 domain candidates my.def --words 'UP DOWN'\n"
    "  g2l2 train my.def examples.tsv -o my.g2l2\n"
    "\n"
    "  --definition       the text of the definition, to copy\n"
    "  --strict           a warning counts as an error: exit status 1\n"
    "  --set S            a candidate set of the definition (its default)\n"
    "  --words W          constants as meanings in the data would name them, 'UP DOWN' or\n"
    "                     'BRING(cup,desk)'; of a kind that is not named, one stands for all\n"
    "  --limit N          candidates to list (200; 0: all). All of them are counted\n"
    "  --json             the same as JSON\n" BUDGET_HELP;

struct job {
    bool json, definition, strict;
    const char *set, *words, *name;
    size_t limit;
};

static int put_json(json_t *value) {
    if (!value || json_dumpf(value, stdout, JSON_COMPACT)) {
        json_decref(value);
        fprintf(stderr, "g2l2: out of memory\n");
        return EXIT_ERROR;
    }
    printf("\n");
    json_decref(value);
    return EXIT_OK;
}

/* ---- show ---------------------------------------------------------------------------------- */

static int show(const struct job *job, const g2l2_domain *domain) {
    g2l2_error err;
    char *text;
    if (job->definition) {
        cli_put_data(g2l2_domain_text(domain), stdout);
        return EXIT_OK;
    }
    if (g2l2_domain_show(domain, job->json ? G2L2_FORMAT_JSON : G2L2_FORMAT_TEXT, &text, &err))
        return cli_fail(&err);
    if (job->json) puts(text);
    else cli_put_safe(text, stdout);
    free(text);
    return EXIT_OK;
}

/* ---- check --------------------------------------------------------------------------------- */

/* The message begins with the place where it has one. */
static const char *without_place(const char *message, const char *path) {
    size_t n = strlen(path);
    if (strncmp(message, path, n)) return message;
    message += n;
    return message + strspn(message, ":0123456789 ");
}

static json_t *finding(size_t line, size_t column, const char *message) {
    return json_pack("{s:I, s:I, s:o}", "line", (json_int_t)line, "column", (json_int_t)column,
                     "message", cli_json_text(message));
}

static int put_findings(const char *path, const g2l2_error *err, const g2l2_warnings *warnings) {
    json_t *list = json_array(), *errors = json_array();
    if (err)
        json_array_append_new(errors,
                              finding(err->line, err->column, without_place(err->message, path)));
    for (size_t i = 0; warnings && i < g2l2_warnings_count(warnings); i++) {
        g2l2_warning w = g2l2_warnings_get(warnings, i);
        json_array_append_new(list, finding(w.line, w.column, w.message));
    }
    return put_json(json_pack("{s:o, s:b, s:o, s:o}", "file", cli_json_text(path), "ok", !err,
                              "errors", errors, "warnings", list));
}

static int refuse(const struct job *job, const g2l2_error *err) {
    if (job->json) put_findings(job->name, err, NULL);
    else cli_fail(err);
    return EXIT_ERROR;
}

static void put_warnings(const struct job *job, const g2l2_domain *domain,
                         const g2l2_warnings *warnings) {
    size_t n = g2l2_warnings_count(warnings);
    for (size_t i = 0; i < n; i++) {
        g2l2_warning w = g2l2_warnings_get(warnings, i);
        cli_put(stdout, "%s:%zu:%zu: warning: ", job->name, w.line, w.column);
        cli_put_safe(w.message, stdout);
        printf("\n");
    }
    cli_put(stdout, "%s: the definition of '", job->name);
    cli_put_safe(g2l2_domain_name(domain), stdout);
    printf("' is %s", n ? "right" : "right; no warnings\n");
    if (n) printf("; %zu warning%s\n", n, n > 1 ? "s" : "");
}

static int check(const struct job *job, const g2l2_domain *domain) {
    g2l2_warnings *warnings;
    g2l2_error err = {0};
    if (g2l2_domain_check(domain, NULL, &warnings, &err)) return refuse(job, &err);
    int status = job->strict && g2l2_warnings_count(warnings) ? EXIT_ERROR : EXIT_OK;
    if (!job->json) put_warnings(job, domain, warnings);
    else if (put_findings(job->name, NULL, warnings)) status = EXIT_ERROR;
    g2l2_warnings_free(warnings);
    return status;
}

/* ---- operations ------------------------------------------------------------------------------ */

static const char *executions(const g2l2_operation *o) {
    return o->expected && o->mixed ? "exact expected mixed"
           : o->expected           ? "exact expected"
           : o->mixed              ? "exact mixed"
                                   : "exact";
}

static int operations_json(const g2l2_kind *kinds, size_t n_kinds, const g2l2_operation *ops,
                           size_t n) {
    json_t *values = json_array(), *list = json_array();
    for (size_t i = 0; i < n_kinds; i++)
        json_array_append_new(
            values, json_pack("{s:s, s:s}", "name", kinds[i].name, "about", kinds[i].about));
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:b, s:b, s:o, s:s}", "name",
                                              ops[i].name, "signature", ops[i].signature,
                                              "execution", executions(&ops[i]), "expected",
                                              ops[i].expected, "mixed", ops[i].mixed, "law",
                                              cli_json_text(ops[i].law), "about", ops[i].about));
    return put_json(json_pack("{s:o, s:o}", "kinds", values, "operations", list));
}

static int wider(int width, const char *text) {
    return (int)strlen(text) > width ? (int)strlen(text) : width;
}

static void operations_text(const g2l2_kind *kinds, size_t n_kinds, const g2l2_operation *ops,
                            size_t n) {
    int name = 0, type = 0;
    for (size_t i = 0; i < n_kinds; i++) name = wider(name, kinds[i].name);
    for (size_t i = 0; i < n; i++) {
        name = wider(name, ops[i].name);
        type = wider(type, ops[i].signature);
    }
    printf("kinds of values:\n");
    for (size_t i = 0; i < n_kinds; i++)
        printf("  %-*s  %s\n", name, kinds[i].name, kinds[i].about);
    printf("\noperations:\n");
    for (size_t i = 0; i < n; i++) {
        printf("  %-*s  %-*s  %-14s  %s", name, ops[i].name, type, ops[i].signature,
               executions(&ops[i]), ops[i].about);
        printf(ops[i].law ? " [%s]\n" : "\n", ops[i].law);
    }
}

static int operations(const struct job *job) {
    g2l2_kind kinds[64];
    static g2l2_operation ops[MAX_OPERATIONS];
    size_t n_kinds = g2l2_kinds(NULL, kinds, 64), n = g2l2_operations(NULL, ops, MAX_OPERATIONS);
    if (job->json) return operations_json(kinds, n_kinds, ops, n);
    operations_text(kinds, n_kinds, ops, n);
    return EXIT_OK;
}

/* ---- candidates ------------------------------------------------------------------------------ */

/* Candidates of a category stand together, but a category may come more than once. */
struct tally {
    const char *category;
    size_t n;
};

static size_t count_categories(const g2l2_candidates *list, struct tally *out) {
    size_t n = 0;
    for (size_t i = 0; i < g2l2_candidates_count(list); i++) {
        const char *category = g2l2_candidates_get(list, i).category;
        size_t k = 0;
        while (k < n && strcmp(out[k].category, category)) k++;
        if (k == n) out[n++] = (struct tally){category, 0};
        out[k].n++;
    }
    return n;
}

static void candidates_text(const struct job *job, const g2l2_domain *domain,
                            const g2l2_candidates *list, const struct tally *tallies, size_t n,
                            size_t shown) {
    size_t all = g2l2_candidates_count(list);
    int width = 0;
    for (size_t i = 0; i < n; i++) width = wider(width, tallies[i].category);
    cli_put_safe(g2l2_domain_name(domain), stdout);
    printf(": %zu candidate%s of a word%s%s%s\n", all, all == 1 ? "" : "s",
           job->set ? ", of the set '" : "", job->set ? job->set : "", job->set ? "'" : "");
    for (size_t i = 0; i < n; i++) {
        printf("  ");
        cli_put_safe(tallies[i].category, stdout);
        printf("%*s  %zu\n", width - (int)strlen(tallies[i].category), "", tallies[i].n);
    }
    if (shown) printf("\n");
    for (size_t i = 0; i < shown; i++) {
        g2l2_candidate c = g2l2_candidates_get(list, i);
        cli_put_safe(c.category, stdout);
        if (*c.program) printf(" : ");
        cli_put_safe(c.program, stdout);
        printf("\n");
    }
    if (shown < all) printf("... and %zu more; --limit 0 lists all\n", all - shown);
}

static int candidates_json(const struct job *job, const g2l2_domain *domain,
                           const g2l2_candidates *list, const struct tally *tallies, size_t n,
                           size_t shown) {
    json_t *categories = json_array(), *entries = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(categories, json_pack("{s:o, s:I}", "category",
                                                    cli_json_text(tallies[i].category), "count",
                                                    (json_int_t)tallies[i].n));
    for (size_t i = 0; i < shown; i++) {
        g2l2_candidate c = g2l2_candidates_get(list, i);
        json_array_append_new(entries,
                              json_pack("{s:o, s:o}", "category", cli_json_text(c.category),
                                        "program", cli_json_text(c.program)));
    }
    return put_json(
        json_pack("{s:o, s:o, s:I, s:o, s:o}", "domain", cli_json_text(g2l2_domain_name(domain)),
                  "set", cli_json_text(job->set), "count", (json_int_t)g2l2_candidates_count(list),
                  "categories", categories, "candidates", entries));
}

static int candidates(const struct job *job, const g2l2_domain *domain) {
    const g2l2_budget budget = {.steps = STEPS, .bytes = (size_t)1 << 30};
    const char *targets[] = {job->words};
    g2l2_candidates *list;
    g2l2_error err;
    if (g2l2_domain_candidates(domain, job->set, targets, job->words ? 1 : 0, &budget, &list, &err))
        return cli_fail(&err);
    size_t all = g2l2_candidates_count(list);
    size_t shown = job->limit && job->limit < all ? job->limit : all;
    struct tally *tallies = calloc(all + 1, sizeof *tallies);
    int status = EXIT_ERROR;
    if (!tallies) {
        fprintf(stderr, "g2l2: out of memory\n");
    } else {
        size_t n = count_categories(list, tallies);
        status = EXIT_OK;
        if (job->json) status = candidates_json(job, domain, list, tallies, n, shown);
        else candidates_text(job, domain, list, tallies, n, shown);
    }
    free(tallies);
    g2l2_candidates_free(list);
    return status;
}

/* ---- the command ------------------------------------------------------------------------------ */

static const struct part {
    const char *name;
    int (*of)(const struct job *job, const g2l2_domain *domain);
    const char *options[4]; /* beside --json, ended by NULL */
} parts[] = {{"show", show, {"--definition", NULL}},
             {"check", check, {"--strict", NULL}},
             {"operations", NULL, {NULL}},
             {"candidates", candidates, {"--set", "--words", "--limit", NULL}}};
#define N_PARTS (sizeof parts / sizeof parts[0])

static int run_part(const struct part *part, struct job *job, const char **rest, int n) {
    g2l2_domain *domain = NULL;
    g2l2_error err = {0};
    if (!part->of) {
        if (n > 1) return cli_usage(&cli_domain, "'%s' is too much", rest[1]);
        return operations(job);
    }
    if (n != 2)
        return cli_usage(&cli_domain, n < 2 ? "the name of a domain or the path of a definition is "
                                              "needed"
                                            : "one domain at a time");
    job->name = rest[1];
    cli_reached("reading %s", job->name);
    if (g2l2_domain_open(job->name, &domain, &err))
        return part->of == check ? refuse(job, &err) : cli_fail(&err);
    cli_reached("at %s of %s", part->name, job->name);
    int status = part->of(job, domain);
    g2l2_domain_free(domain);
    return status;
}

/* An option of another part is a mistake, not something to pass over. */
static const char *foreign_option(int argc, char **argv, const struct part *part) {
    for (size_t i = 0; i < N_PARTS; i++)
        for (size_t k = 0; k < 4 && parts[i].options[k] && &parts[i] != part; k++) {
            const char *names[] = {parts[i].options[k], NULL};
            if (cli_given(argc, argv, names)) return parts[i].options[k];
        }
    return NULL;
}

static int run(int argc, char **argv) {
    struct job job = {.limit = 200};
    struct cli_budget budget = {.seconds = CLI_SECONDS};
    const struct option_row rows[] = {{"--json", .flag = &job.json},
                                      BUDGET_ROWS(budget),
                                      {"--definition", .flag = &job.definition},
                                      {"--strict", .flag = &job.strict},
                                      {"--set", .text = &job.set},
                                      {"--words", .text = &job.words},
                                      {"--limit", .size = &job.limit},
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_domain, rows, rest);
    size_t i = 0;
    while (n > 0 && i < N_PARTS && strcmp(parts[i].name, rest[0])) i++;
    int status = EXIT_USAGE;
    const char *foreign = n > 0 && i < N_PARTS ? foreign_option(argc, argv, &parts[i]) : NULL;
    if (n == 0 || (n > 0 && i == N_PARTS))
        cli_usage(&cli_domain, "show, check, operations or candidates is needed");
    else if (foreign) cli_usage(&cli_domain, "'%s' is not for '%s'", foreign, parts[i].name);
    else if (n > 0 && !cli_budget_start(&cli_domain, &budget))
        status = run_part(&parts[i], &job, rest, n);
    free(rest);
    return cli_finish(status);
}

const struct command cli_domain = {"domain", "what words can mean: show and check definitions",
                                   help, run};
