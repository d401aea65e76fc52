/* Lines from someone at a terminal, with libedit:
 *
 *     keys ─▶ el_gets ─▶ a line ─▶ chat_line ─▶ history
 *               │ Tab: chat_complete; the rest is inserted, or choices are listed below
 *               │ Ctrl-C: a key like others; the line is dropped
 *               └ Ctrl-D on an empty line: the end
 *
 * As a signal Ctrl-C could come between the prompt and the read, which would then wait on:
 * so while a line is edited the terminal sends none. While an answer is worked out it does;
 * the first is noted, a second one ends the program: nearly every sentence takes no time at all,
 * so waiting is what most want. */
#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/chat.h"

#define MAX_HISTORY 1000
#define MAX_LISTED  200

struct edit {
    struct chat *chat;
    EditLine *el;
    History *history;
    char *path; /* of the file; NULL: none */
    char prompt[40];
    bool dropped; /* the line, by Ctrl-C */
};

/* ---- Ctrl-C ------------------------------------------------------------------------------- */

static volatile sig_atomic_t n_interrupts, working;

static void on_interrupt(int signal_number) {
    static const char more[] = "\n(working; Ctrl-C again ends g2l2)\n";
    (void)signal_number;
    n_interrupts++;
    if (!working) return;
    if (n_interrupts > 1) _exit(EXIT_INTERRUPTED);
    (void)!write(STDERR_FILENO, more, sizeof more - 1);
}

/* Without SA_RESTART, so that reading a line ends. */
static void catch_interrupts(void) {
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

/* ---- completion ---------------------------------------------------------------------------- */

/* Bytes that all texts begin with, none of half a character. */
static size_t common(const struct completion *c) {
    size_t n = strlen(c->texts[0]);
    for (size_t i = 1; i < c->n; i++) {
        size_t k = 0;
        while (k < n && c->texts[i][k] == c->texts[0][k]) k++;
        n = k;
    }
    while (n && ((unsigned char)c->texts[0][n] & 0xC0) == 0x80) n--;
    return n;
}

/* True if it changed the line. What was typed is replaced: its letters may differ in case. */
static bool insert(EditLine *el, const char *typed, const struct completion *c) {
    size_t n = common(c), n_typed = strlen(typed);
    const LineInfo *line = el_line(el);
    bool whole = c->n == 1, spaced = line->cursor < line->lastchar && *line->cursor == ' ';
    bool same = n == n_typed && !memcmp(typed, c->texts[0], n);
    char *text;
    if (n < n_typed || (same && !whole)) return false;
    if (asprintf(&text, "%.*s%s", (int)n, c->texts[0], whole && !spaced ? " " : "") < 0)
        return false;
    el_deletestr(el, (int)text_width(typed, n_typed));
    bool ok = !el_insertstr(el, text);
    free(text);
    return ok;
}

static unsigned char list(const struct completion *c) {
    if (!c->n && !*c->hint) return CC_REFRESH_BEEP;
    chat_put("\n");
    if (*c->hint) chat_printf("%s\n", c->hint);
    chat_columns(c->texts, c->n, MAX_LISTED);
    fflush(stdout);
    return CC_REDISPLAY;
}

static unsigned char complete(EditLine *el, int key) {
    struct edit *self;
    struct completion c = {0};
    unsigned char now = CC_REFRESH_BEEP;
    const LineInfo *line = el_line(el);
    char *text = strndup(line->buffer, (size_t)(line->cursor - line->buffer));
    (void)key;
    if (text && !el_get(el, EL_CLIENTDATA, &self) && chat_complete(self->chat, text, &c)) {
        if (c.n && insert(el, text + c.begin, &c)) now = CC_REFRESH;
        else now = list(&c);
    }
    free(c.texts);
    free(text);
    return now;
}

/* Newline does the rest: it knows where on the screen a long line ends. */
static unsigned char drop(EditLine *el, int key) {
    struct edit *self;
    const LineInfo *line = el_line(el);
    (void)key;
    if (el_get(el, EL_CLIENTDATA, &self)) return CC_ERROR;
    self->dropped = true;
    el_cursor(el, (int)(line->lastchar - line->cursor));
    el_insertstr(el, "^C");
    el_push(el, "\n");
    return CC_REFRESH;
}

/* ---- the editor ------------------------------------------------------------------------------ */

static char *prompt(EditLine *el) {
    struct edit *self;
    el_get(el, EL_CLIENTDATA, &self);
    if (self->chat->scenes)
        snprintf(self->prompt, sizeof self->prompt, "scene %zu> ", self->chat->scene);
    else snprintf(self->prompt, sizeof self->prompt, "> ");
    return self->prompt;
}

static void enter(void *context, const char *line) {
    struct edit *self = context;
    HistEvent event;
    history(self->history, &event, H_ENTER, line);
}

static void bind_ours(EditLine *el) {
    el_set(el, EL_BIND, "^I", "g2l2-complete", NULL);
    el_set(el, EL_BIND, "^C", "g2l2-drop", NULL);
}

/* Keys that people know from shells and that libedit lacks; ~/.editrc has the last word, but
 * `bind -v` there would take ours away. */
static void bind_keys(EditLine *el) {
    static const char *const keys[][2] = {
        {"^R", "em-inc-search-prev"},      {"^W", "ed-delete-prev-word"},
        {"\\e[3~", "ed-delete-next-char"}, {"\\e[1~", "ed-move-to-beg"},
        {"\\e[4~", "ed-move-to-end"},      {"\\e[H", "ed-move-to-beg"},
        {"\\e[F", "ed-move-to-end"},       {"\\e[1;5C", "em-next-word"},
        {"\\e[1;5D", "ed-prev-word"}};
    const char *editor;
    el_set(el, EL_EDITOR, "emacs");
    /* el_set copies these two and never frees them; the wide one takes them as they are. */
    el_wset(el, EL_ADDFN, L"g2l2-complete", L"Complete a word or list what there is", complete);
    el_wset(el, EL_ADDFN, L"g2l2-drop", L"Drop the line", drop);
    bind_ours(el);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        el_set(el, EL_BIND, keys[i][0], keys[i][1], NULL);
    el_source(el, NULL);
    if (el_get(el, EL_EDITOR, &editor) || strcmp(editor, "vi")) return;
    bind_ours(el);
    el_set(el, EL_BIND, "-a", "^C", "g2l2-drop", NULL);
}

static bool open_editor(struct edit *self, bool keep) {
    HistEvent event;
    self->el = el_init("g2l2", stdin, stdout, stderr);
    self->history = history_init();
    if (!self->el || !self->history) return false;
    el_set(self->el, EL_CLIENTDATA, self);
    el_set(self->el, EL_PROMPT, prompt);
    el_set(self->el, EL_SIGNAL, 1);
    history(self->history, &event, H_SETSIZE, MAX_HISTORY);
    history(self->history, &event, H_SETUNIQUE, 1);
    el_set(self->el, EL_HIST, history, self->history);
    bind_keys(self->el);
    if (keep) self->path = chat_history_path();
    if (self->path) chat_history_each(self->path, enter, self);
    return true;
}

static void close_editor(struct edit *self) {
    if (self->history) history_end(self->history);
    if (self->el) el_end(self->el);
    free(self->path);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* The caller's to free; NULL at the end. An interrupted one is empty. */
static char *read_line(struct edit *self) {
    int n = 0;
    n_interrupts = 0;
    el_set(self->el, EL_PREP_TERM, 1); /* before the prompt: what is typed at once counts */
    el_set(self->el, EL_SETTY, "-d", "intr=", NULL);
    const char *line = el_gets(self->el, &n);
    bool dropped = self->dropped, interrupted = n_interrupts > 0;
    self->dropped = false;
    n_interrupts = 0;
    if (dropped) return strdup("");
    if (interrupted) {
        fputs("\n", stdout);
        return strdup("");
    }
    if (!line || n <= 0) return NULL;
    while (n && strchr(" \t\r\n", line[n - 1])) n--;
    return strndup(line, (size_t)n);
}

static void take_line(struct edit *self, const char *line) {
    if (!*line) return;
    enter(self, line);
    n_interrupts = 0;
    working = 1;
    if (strlen(line) > CHAT_LINE_MAX)
        chat_error(self->chat, "the line is longer than %d bytes", CHAT_LINE_MAX);
    else chat_line(self->chat, line);
    fflush(stdout);
    working = 0;
    if (self->path) chat_history_add(self->path, line); /* last: a disk may be slow */
}

int chat_edit(struct chat *chat, bool keep) {
    struct edit self = {.chat = chat};
    bool ok = open_editor(&self, keep);
    catch_interrupts();
    for (char *line; ok && !chat->done; free(line)) {
        line = read_line(&self);
        if (!line) break;
        take_line(&self, line);
    }
    if (ok && !chat->done) fputs("\n", stdout);
    close_editor(&self);
    if (!ok) fprintf(stderr, "g2l2: out of memory\n");
    return ok ? EXIT_OK : EXIT_ERROR;
}
