/* Files: read whole within a limit; write whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

g2l2_status file_read(const char *path, size_t limit, char **out, size_t *length, g2l2_error *err) {
    if (!strcmp(path, "-")) return read_all(stdin, "standard input", limit, out, length, err);
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: is a directory", path);
    FILE *in = fopen(path, "rb");
    if (!in)
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot open: %s", path, strerror(errno));
    g2l2_status status = read_all(in, path, limit, out, length, err);
    fclose(in);
    return status;
}

static int write_synced(int fd, const char *data, size_t length) {
    while (length) {
        ssize_t n = write(fd, data, length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        data += n;
        length -= (size_t)n;
    }
    return fsync(fd) ? errno : 0;
}

static void sync_folder(const char *path) {
    char folder[4096];
    const char *slash = strrchr(path, '/');
    size_t n = slash ? (size_t)(slash - path) + 1 : 0;
    if (n >= sizeof folder) return;
    memcpy(folder, n ? path : "./", n ? n : 2);
    folder[n ? n : 2] = 0;
    int fd = open(folder, O_RDONLY);
    if (fd < 0) return;
    (void)!fsync(fd);
    close(fd);
}

/* A device, pipe or other special file cannot be replaced by rename: write into it. */
static g2l2_status write_special(const char *path, const void *data, size_t length,
                                 g2l2_error *err) {
    int fd = open(path, O_WRONLY);
    int bad = fd < 0 ? errno : write_synced(fd, data, length);
    if (fd >= 0) close(fd);
    if (bad && bad != EINVAL && bad != EROFS) /* fsync of a pipe or /dev/null */
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot write: %s", path, strerror(bad));
    return G2L2_STATUS_OK;
}

/* Beside the file; NULL: out of memory. The caller frees it. */
static char *temporary_name(const char *path) {
    size_t size = strlen(path) + 32;
    char *name = malloc(size);
    if (name) snprintf(name, size, "%s.tmp-%ld", path, (long)getpid());
    return name;
}

g2l2_status file_write(const char *path, const void *data, size_t length, g2l2_error *err) {
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (there && S_ISDIR(info.st_mode))
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot write: is a directory", path);
    if (there && !S_ISREG(info.st_mode)) return write_special(path, data, length, err);
    char *temporary = temporary_name(path);
    if (!temporary) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "%s: out of memory", path);
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, there ? info.st_mode & 0777 : 0666);
    int bad = fd < 0 ? errno : write_synced(fd, data, length);
    if (fd >= 0 && close(fd) && !bad) bad = errno;
    if (!bad && rename(temporary, path)) bad = errno;
    if (bad && fd >= 0) unlink(temporary);
    free(temporary);
    if (bad) return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot write: %s", path, strerror(bad));
    sync_folder(path);
    return G2L2_STATUS_OK;
}

g2l2_status file_try(const char *path, g2l2_error *err) {
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (there && S_ISDIR(info.st_mode))
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot write: is a directory", path);
    bool special = there && !S_ISREG(info.st_mode);
    char *temporary = temporary_name(path);
    if (!temporary) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "%s: out of memory", path);
    int fd = special ? -1 : open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0600);
    int bad = (special ? access(path, W_OK) : fd) < 0 ? errno : 0;
    if (fd >= 0) {
        close(fd);
        unlink(temporary);
    }
    free(temporary);
    if (bad) return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot write: %s", path, strerror(bad));
    return G2L2_STATUS_OK;
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
