/* Files: read whole within a limit; write whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

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

g2l2_status file_write(const char *path, const void *data, size_t length, g2l2_error *err) {
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (there && S_ISDIR(info.st_mode))
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot write: is a directory", path);
    if (there && !S_ISREG(info.st_mode)) return write_special(path, data, length, err);
    size_t size = strlen(path) + 32;
    char *temporary = malloc(size);
    if (!temporary) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "%s: out of memory", path);
    snprintf(temporary, size, "%s.tmp-%ld", path, (long)getpid());
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
