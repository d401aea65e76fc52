/* Files: read whole within a limit; are two names one file? */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/common.h"

static g2l2_status read_all(FILE *in, const char *path, size_t limit, char **out, size_t *length,
                            g2l2_error *err) {
    size_t cap = 1 << 16, n = 0;
    char *text = malloc(cap + 1);
    while (text) {
        n += fread(text + n, 1, cap - n, in);
        if (n < cap) break;
        if (n >= limit) break;
        cap = cap * 2 < limit ? cap * 2 : limit;
        char *wider = realloc(text, cap + 1);
        if (!wider) free(text);
        text = wider;
    }
    if (!text) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "%s: out of memory", path);
    if (ferror(in)) {
        free(text);
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot read: %s", path, strerror(errno));
    }
    if (n >= limit) {
        free(text);
        return err_set(err, G2L2_STATUS_LIMIT, 0, 0, "%s: larger than the limit of %zu MB", path,
                       limit >> 20);
    }
    text[n] = 0;
    *out = text;
    *length = n;
    return G2L2_STATUS_OK;
}

g2l2_status file_open(const char *path, FILE **out, g2l2_error *err) {
    struct stat info;
    *out = stdin;
    if (!strcmp(path, "-")) return G2L2_STATUS_OK;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: is a directory", path);
    *out = fopen(path, "rb");
    if (!*out)
        return err_set(err, errno == ENOMEM ? G2L2_STATUS_NO_MEMORY : G2L2_STATUS_IO, 0, 0,
                       "%s: cannot open: %s", path, strerror(errno));
    return G2L2_STATUS_OK;
}

void file_close(FILE *in) {
    if (in && in != stdin) fclose(in);
}

g2l2_status file_read(const char *path, size_t limit, char **out, size_t *length, g2l2_error *err) {
    FILE *in;
    g2l2_status status = file_open(path, &in, err);
    if (status) return status;
    status = read_all(in, in == stdin ? "standard input" : path, limit, out, length, err);
    file_close(in);
    return status;
}

/* The folder that a file would be in, and its name there. */
static const char *folder_of(const char *path, struct stat *folder, bool *there) {
    const char *slash = strrchr(path, '/');
    char *name = slash ? strndup(path, (size_t)(slash - path) + 1) : NULL;
    *there = (name || !slash) && stat(name ? name : ".", folder) == 0;
    free(name);
    return slash ? slash + 1 : path;
}

bool file_same(const char *a, const char *b) {
    struct stat one, other;
    bool folder_a, folder_b;
    if (!strcmp(a, "-") || !strcmp(b, "-")) return false;
    bool there_a = stat(a, &one) == 0, there_b = stat(b, &other) == 0;
    if (there_a != there_b) return false;
    if (there_a) return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
    const char *name_a = folder_of(a, &one, &folder_a), *name_b = folder_of(b, &other, &folder_b);
    if (strcmp(name_a, name_b)) return false;
    if (!folder_a || !folder_b) return !strcmp(a, b);
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}
