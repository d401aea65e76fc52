/* Lines that were typed before, in a file of plain text that all sessions share:
 *
 *     $XDG_STATE_HOME/g2l2/history, else ~/.local/state/g2l2/history
 *
 *     read ─▶ the last 999 lines + the new one ─▶ written beside it ─▶ renamed
 *
 * It is written after each line, whole or not at all, so nothing is lost however a session
 * ends, and two sessions see each other's lines. What was typed is nobody else's business:
 * mode 0600. A place that cannot be written is no reason to say anything. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/chat.h"

#define MAX_LINES 1000
#define MAX_LINE  4000                         /* bytes; a longer one is not kept */
#define MAX_FILE  (MAX_LINES * (MAX_LINE + 1)) /* so a larger file is not ours */

char *chat_history_path(void) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char *path;
    int n = -1;
    if (state && *state == '/') n = asprintf(&path, "%s/g2l2/history", state);
    else if (home && *home == '/') n = asprintf(&path, "%s/.local/state/g2l2/history", home);
    return n < 0 ? NULL : path;
}

static char *read_whole(const char *path) {
    char *text;
    size_t n;
    struct stat info;
    if (stat(path, &info) || !S_ISREG(info.st_mode)) return NULL; /* a pipe would block */
    return file_read(path, MAX_FILE + 1, &text, &n, NULL) ? NULL : text;
}

void chat_history_each(const char *path, void (*each)(void *context, const char *line),
                       void *context) {
    char *text = read_whole(path);
    for (char *at = text; at && *at;) {
        char *end = at + strcspn(at, "\n"), *next = *end ? end + 1 : end;
        *end = 0;
        if (*at) each(context, at);
        at = next;
    }
    free(text);
}

/* Every folder on the way, for the user alone. */
static bool make_folders(const char *path) {
    char *folder = strdup(path);
    bool ok = folder;
    for (char *at = folder; ok && (at = strchr(at + 1, '/'));) {
        *at = 0;
        ok = !mkdir(folder, 0700) || errno == EEXIST || errno == EISDIR;
        *at = '/';
    }
    free(folder);
    return ok;
}

/* Where the last MAX_LINES - 1 lines begin. */
static const char *recent(const char *text) {
    const char *at = text + strlen(text);
    size_t n = at > text && at[-1] != '\n'; /* lines that end after `at` */
    for (; at > text; at--)
        if (at[-1] == '\n' && n++ == MAX_LINES - 1) break;
    return at;
}

static bool is_last(const char *text, const char *line) {
    size_t n = strlen(text), m = strlen(line);
    if (n && text[n - 1] == '\n') n--;
    return n >= m && !memcmp(text + n - m, line, m) && (n == m || text[n - m - 1] == '\n');
}

void chat_history_add(const char *path, const char *line) {
    struct stat info;
    bool there = !stat(path, &info);
    char *old = there ? read_whole(path) : strdup(""), *text = NULL;
    bool fits = old && strlen(line) <= MAX_LINE && !is_last(old, line);
    int n = -1;
    if (fits) {
        const char *kept = recent(old);
        bool open = *kept && kept[strlen(kept) - 1] != '\n';
        n = asprintf(&text, "%s%s%s\n", kept, open ? "\n" : "", line);
    }
    if (n >= 0 && make_folders(path)) {
        mode_t mask = umask(077);
        file_write(path, text, (size_t)n, NULL);
        umask(mask);
    }
    if (n >= 0) free(text);
    free(old);
}
