/* Files are written whole or not at all.
 *
 *     open MODEL.tmp-RANDOM ─▶ lock ─▶ write ─▶ fsync ─▶ rename to MODEL ─▶ fsync of the folder
 *
 * Whoever is killed on the way leaves the old file as it was, and perhaps a temporary file. The
 * next one that writes MODEL removes it: a temporary file that nobody holds a lock on belongs to
 * nobody. (Numbers of processes would not do: in a container everyone is number 1.) Its name cannot
 * be guessed and it is never opened where something already is, so a link laid in a shared folder
 * leads nowhere. A file that is itself a link is written where the link points. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/common.h"

#define MAX_LINKS 40 /* followed one after the other, as the system does */
#define MARK      ".tmp-"
#define N_RANDOM  16 /* hexadecimal digits in the name of a temporary file */

/* ---- names ------------------------------------------------------------------------------- */

/* The length of the folder's part of a path, with its slash; 0: the current one. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* `n` bytes as a text of their own; NULL: out of memory. */
static char *copy(const char *text, size_t n) {
    char *out = malloc(n + 1);
    if (!out) return NULL;
    memcpy(out, text, n);
    out[n] = 0;
    return out;
}

/* The folder that a path is in; NULL: out of memory. The caller frees it. */
static char *folder_of(const char *path) {
    size_t n = folder_length(path);
    return n ? copy(path, n) : copy(".", 1);
}

/* What a link at `path` names, seen from where `path` is seen from; NULL with errno 0: it is no
 * link. The caller frees it. */
static char *link_target(const char *path) {
    char to[PATH_MAX];
    ssize_t n = readlink(path, to, sizeof to);
    errno = n < 0 && errno != ENAMETOOLONG ? 0 : n == sizeof to ? ENAMETOOLONG : errno;
    if (n < 0 || n == sizeof to) return NULL;
    size_t folder = to[0] == '/' ? 0 : folder_length(path);
    char *out = malloc(folder + (size_t)n + 1);
    if (!out) return NULL;
    memcpy(out, path, folder);
    memcpy(out + folder, to, (size_t)n);
    out[folder + (size_t)n] = 0;
    return out;
}

/* Where `path` leads, whether something is there or not. The caller frees it; NULL: errno. */
static char *follow(const char *path) {
    char *at = copy(path, strlen(path));
    for (int i = 0; at && i < MAX_LINKS; i++) {
        char *next = link_target(at);
        if (!next && !errno) return at;
        free(at);
        at = next;
    }
    if (at) errno = ELOOP;
    free(at);
    return NULL;
}

/* Beside the file; NULL: errno. The caller frees it. */
static char *temporary_name(const char *path) {
    uint64_t random;
    if (getrandom(&random, sizeof random, 0) != sizeof random) return NULL;
    size_t size = strlen(path) + sizeof MARK + N_RANDOM;
    char *name = malloc(size);
    if (name) snprintf(name, size, "%s" MARK "%0*llx", path, N_RANDOM, (unsigned long long)random);
    return name;
}

static bool is_temporary(const char *name, const char *of) {
    size_t n = strlen(of);
    if (strncmp(name, of, n) || strncmp(name + n, MARK, strlen(MARK))) return false;
    name += n + strlen(MARK);
    return strlen(name) == N_RANDOM && strspn(name, "0123456789abcdef") == N_RANDOM;
}

/* ---- temporary files ------------------------------------------------------------------------ */

/* A new file that is ours alone; -1: errno. `*name` is the caller's to free either way. */
static int open_temporary(const char *path, mode_t mode, char **name) {
    *name = temporary_name(path);
    if (!*name) return -1;
    int fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    struct stat info;
    if (fd < 0) return -1;
    /* File systems without locks have no one who cleans up either. */
    (void)!flock(fd, LOCK_EX);
    /* Someone who cleaned up may have been quicker than the lock. */
    if (fstat(fd, &info) == 0 && info.st_nlink) return fd;
    close(fd);
    free(*name);
    return open_temporary(path, mode, name);
}

static void remove_if_stale(int folder, const char *name) {
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat info;
    if (fd < 0) return;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0)
        unlinkat(folder, name, 0);
    close(fd);
}

/* Remove what earlier writers of the file left behind when they were killed. */
static void remove_stale(const char *path) {
    char *folder = folder_of(path);
    DIR *dir = folder ? opendir(folder) : NULL;
    free(folder);
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir));)
        if (is_temporary(entry->d_name, path + folder_length(path)))
            remove_if_stale(dirfd(dir), entry->d_name);
    closedir(dir);
}

/* ---- writing ------------------------------------------------------------------------------------ */

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
    char *folder = folder_of(path);
    int fd = folder ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
    free(folder);
    if (fd < 0) return;
    (void)!fsync(fd);
    close(fd);
}

/* A device, pipe or other special file cannot be replaced by rename: write into it. */
static int write_special(const char *path, const void *data, size_t length) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    int bad = fd < 0 ? errno : write_synced(fd, data, length);
    if (fd >= 0) close(fd);
    return bad == EINVAL || bad == EROFS ? 0 : bad; /* fsync of a pipe or /dev/null */
}

static int replace(const char *path, mode_t mode, const void *data, size_t length) {
    char *temporary;
    remove_stale(path);
    int fd = open_temporary(path, mode, &temporary);
    int bad = fd < 0 ? errno : write_synced(fd, data, length);
    if (!bad && rename(temporary, path)) bad = errno;
    if (bad && fd >= 0) unlink(temporary);
    if (fd >= 0 && close(fd) && !bad) bad = errno;
    free(temporary);
    if (!bad) sync_folder(path);
    return bad;
}

static g2l2_status refuse(const char *path, int bad, g2l2_error *err) {
    if (bad == ENOMEM) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "%s: out of memory", path);
    const char *why = bad == EISDIR ? "is a directory" : strerror(bad);
    return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot write: %s", path, why);
}

g2l2_status file_write(const char *path, const void *data, size_t length, g2l2_error *err) {
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (there && S_ISDIR(info.st_mode)) return refuse(path, EISDIR, err);
    int bad = 0;
    if (there && !S_ISREG(info.st_mode)) {
        bad = write_special(path, data, length);
    } else {
        char *target = follow(path);
        bad = target ? replace(target, there ? info.st_mode & 0777 : 0666, data, length) : errno;
        free(target);
    }
    return bad ? refuse(path, bad, err) : G2L2_STATUS_OK;
}

g2l2_status file_write_own(const char *path, const void *data, size_t length, g2l2_error *err) {
    int bad = replace(path, 0666, data, length);
    return bad ? refuse(path, bad, err) : G2L2_STATUS_OK;
}

void file_remove(const char *path) {
    unlink(path);
    remove_stale(path);
}

/* Could a file be made beside `path`? */
static int try_beside(const char *path) {
    char *temporary = NULL, *target = follow(path);
    int fd = target ? open_temporary(target, 0600, &temporary) : -1;
    int bad = fd < 0 ? errno : 0;
    if (fd >= 0) {
        unlink(temporary);
        close(fd);
    }
    free(temporary);
    free(target);
    return bad;
}

g2l2_status file_try(const char *path, g2l2_error *err) {
    struct stat info;
    bool there = stat(path, &info) == 0;
    if (there && S_ISDIR(info.st_mode)) return refuse(path, EISDIR, err);
    bool special = there && !S_ISREG(info.st_mode);
    int bad = special ? access(path, W_OK) ? errno : 0 : try_beside(path);
    return bad ? refuse(path, bad, err) : G2L2_STATUS_OK;
}
