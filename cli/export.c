/* g2l2 export: a model with its explorer in one file, which needs neither g2l2 nor a server.
 *
 *     page.html ──── ... #g2l2-page: {} ... ────▶ the page that `make wasm` made
 *                          │
 *     models, scenes ─▶ {"models": [...], "files": {NAME: base64}} ─▶ a page of one's own
 *
 * The page is found beside the command, as installed or as built: what is moved stays together. */
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "common/common.h"
#include "common/json.h"
#include "server/server.h"

#define MAX_FILE ((size_t)256 << 20) /* bytes of one that goes into a page */
#define MAX_PAGE ((size_t)64 << 20)
#define SLOT     "<script id=\"g2l2-page\" type=\"application/json\">"
#define SLOT_END "</script>"

static const char help[] =
    "usage: g2l2 export MODEL... -o FILE.html [--scenes FILE] [--test FILE] [--questions FILE]\n"
    "\n"
    "Write a page that holds models and the explorer: one file to send to somebody, who opens it "
    "in\n"
    "a browser. Nothing has to be installed, no server runs, and nothing leaves the page. It\n"
    "answers as `g2l2 serve` does, since the same code runs in it, and can be taught.\n"
    "\n"
    "  g2l2 export scan.g2l2 -o scan.html\n"
    "  g2l2 export clevr.g2l2 --scenes scenes.json -o clevr.html\n"
    "\n"
    "It needs the page that `make wasm` makes, which is looked for beside the command: in\n"
    "../share/g2l2/page.html, and in wasm/page.html.\n"
    "\n"
    "  -o, --output FILE  where the page goes\n"
    "  --scenes FILE      scenes to ask about\n"
    "  --test FILE        commands and their meanings, to test with\n"
    "  --questions FILE   questions about the scenes, likewise\n"
    "  --page FILE        the page to fill, which is otherwise looked for\n" BUDGET_HELP;

struct job {
    struct server_options server; /* what the page will serve */
    const char *output, *page;
    struct guard guard;
    struct arena arena;
    struct buf out;
    char *template;
    size_t n_template;
    const char *slot, *rest; /* in that: what is to be replaced, and what follows */
    char *file;              /* the one that is being put in */
};

/* ---- the page to fill ------------------------------------------------------------------------- */

/* Where it may be, seen from the folder of the command. */
static const char *const places[] = {"../share/g2l2/page.html", "wasm/page.html"};
#define N_PLACES (sizeof places / sizeof places[0])

/* False: it is in none of them. */
static bool find_page(char out[PATH_MAX]) {
    char command[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", command, sizeof command - 1);
    if (n <= 0) return false;
    command[n] = 0;
    const char *folder = dirname(command);
    for (size_t i = 0; i < N_PLACES; i++)
        if (snprintf(out, PATH_MAX, "%s/%s", folder, places[i]) < PATH_MAX && !access(out, R_OK))
            return true;
    return false;
}

/* Find the slot, what is in it included. */
static bool find_slot(struct job *self) {
    const char *end = self->template + self->n_template;
    const char *at = memmem(self->template, self->n_template, SLOT, sizeof SLOT - 1);
    if (!at) return false;
    self->slot = at + sizeof SLOT - 1;
    self->rest = memmem(self->slot, (size_t)(end - self->slot), SLOT_END, sizeof SLOT_END - 1);
    return self->rest;
}

static int read_page(struct job *self) {
    char found[PATH_MAX];
    const char *path = self->page;
    g2l2_error err;
    if (!path && find_page(found)) path = found;
    if (!path) {
        fprintf(stderr, "g2l2: there is no page to fill: this g2l2 was built without WebAssembly. "
                        "`make wasm` (docs/PAGE.md) makes one; --page FILE names it\n");
        return EXIT_ERROR;
    }
    if (file_read(path, MAX_PAGE, &self->template, &self->n_template, &err)) return cli_fail(&err);
    if (find_slot(self)) return EXIT_OK;
    cli_put(stderr, "g2l2: %s: not a page that `make wasm` made\n", path);
    return EXIT_ERROR;
}

/* ---- what goes into it -------------------------------------------------------------------------- */

static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* JSON inside a script: `<` stands in texts alone, and there it may as well be an escape. */
static void put_name(struct buf *out, const char *path) {
    struct buf json;
    buf_init(&json, out->arena);
    json_put_text(&json, base_of(path));
    for (size_t i = 0; i < json.n; i++)
        if (json.at[i] == '<') buf_puts(out, "\\u003c");
        else buf_put(out, json.at + i, 1);
}

static void put_file(struct job *self, const char *path, bool first) {
    g2l2_error err;
    size_t n;
    g2l2_status status = file_read(path, MAX_FILE, &self->file, &n, &err);
    if (status) guard_raise(&self->guard, status, 0, 0, "%s", err.message);
    if (!first) buf_puts(&self->out, ",\n");
    put_name(&self->out, path);
    buf_puts(&self->out, ":\"");
    base64_put((const uint8_t *)self->file, n, &self->out);
    buf_puts(&self->out, "\"");
    free(self->file);
    self->file = NULL;
}

static void put_option(struct buf *out, const char *key, const char *path) {
    if (!path) return;
    buf_printf(out, "\"%s\":", key);
    put_name(out, path);
    buf_puts(out, ",");
}

static void put_page(struct job *self) {
    const struct server_options *o = &self->server;
    const char *const others[] = {o->scenes, o->test, o->questions};
    struct buf *out = &self->out;
    buf_put(out, self->template, (size_t)(self->slot - self->template));
    buf_puts(out, "{");
    put_option(out, "scenes", o->scenes);
    put_option(out, "test", o->test);
    put_option(out, "questions", o->questions);
    buf_puts(out, "\"models\":[");
    for (size_t i = 0; i < o->n_models; i++) {
        if (i) buf_puts(out, ",");
        put_name(out, o->models[i]);
    }
    buf_puts(out, "],\"files\":{\n");
    for (size_t i = 0; i < o->n_models; i++) put_file(self, o->models[i], !i);
    for (size_t i = 0; i < 3; i++)
        if (others[i]) put_file(self, others[i], false);
    buf_puts(out, "}}");
    buf_put(out, self->rest, (size_t)(self->template + self->n_template - self->rest));
}

/* ---- the command ---------------------------------------------------------------------------------- */

/* Files are called by their names in the page, so no two may have the same. */
static int check_names(const struct server_options *o) {
    const char *paths[] = {o->scenes, o->test, o->questions};
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; paths[i] && k < o->n_models + i; k++) {
            const char *other = k < o->n_models ? o->models[k] : paths[k - o->n_models];
            if (other && !strcmp(base_of(other), base_of(paths[i])) && strcmp(other, paths[i]))
                return cli_usage(&cli_export, "two files are called '%s'; rename one",
                                 base_of(other));
        }
    return EXIT_OK;
}

/* The server that the page will be, once here: what it cannot serve is told now. */
static int try_server(const struct server_options *o) {
    struct server *server = NULL;
    g2l2_error err;
    int status = server_new(o, &server, &err) ? cli_fail(&err) : EXIT_OK;
    server_free(server);
    return status;
}

static int export(struct job *self) {
    g2l2_error err;
    int status = check_names(&self->server);
    if (!status) status = try_server(&self->server);
    if (!status) status = read_page(self);
    if (status) return status;
    arena_init(&self->arena, &self->guard, 0);
    buf_init(&self->out, &self->arena);
    if (!guard_try(&self->guard, &err)) status = cli_fail(&err);
    else put_page(self);
    if (!status && file_write(self->output, self->out.at, self->out.n, &err))
        status = cli_fail(&err);
    if (!status) cli_put(stdout, "wrote %s\n", self->output);
    arena_free(&self->arena);
    return status;
}

static int run(int argc, char **argv) {
    struct job job = {.server = server_options_default()};
    struct server_options *o = &job.server;
    struct cli_budget budget = {.seconds = CLI_SECONDS};
    const struct option_row rows[] = {{"-o|--output", .text = &job.output},
                                      {"--scenes", .text = &o->scenes},
                                      {"--test", .text = &o->test},
                                      {"--questions", .text = &o->questions},
                                      {"--page", .text = &job.page},
                                      BUDGET_ROWS(budget),
                                      {0}};
    const char **rest = calloc((size_t)argc + 1, sizeof *rest);
    int n = cli_options(argc, argv, &cli_export, rows, rest);
    int status = n < 0 ? EXIT_USAGE : EXIT_OK;
    if (!status && !n) status = cli_usage(&cli_export, "a model is needed");
    if (!status && !job.output) status = cli_usage(&cli_export, "-o FILE.html is needed");
    o->models = rest;
    o->n_models = n > 0 ? (size_t)n : 0;
    if (!status) status = cli_budget_start(&cli_export, &budget);
    if (!status) status = export(&job);
    free(job.template);
    free(job.file);
    free(rest);
    return cli_finish(status);
}

const struct command cli_export = {"export", "a model and its explorer as one page", help, run};
