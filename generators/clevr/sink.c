/* The sink: buffered, compressed if wanted, and atomic. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "generators/clevr/sink.h"

#define LEVEL "wb4" /* programs repeat themselves: more effort gains little */

static g2l2_status fail(struct sink *self, g2l2_error *err) {
    return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot write: %s", self->path,
                   strerror(self->bad));
}

g2l2_status sink_open(struct sink *self, const char *folder, const char *name, bool gzip,
                      g2l2_error *err) {
    int n = snprintf(self->path, sizeof self->path, "%s/%s%s", folder, name, gzip ? ".gz" : "");
    struct stat info;
    self->fd = -1;
    self->zip = NULL;
    self->n = 0;
    self->bad = 0;
    if (n < 0 || (size_t)n >= sizeof self->path)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "the folder's name is too long");
    snprintf(self->temporary, sizeof self->temporary, "%s.tmp-%ld", self->path, (long)getpid());
    if (stat(self->path, &info) == 0 && S_ISDIR(info.st_mode)) self->bad = EISDIR;
    else self->fd = open(self->temporary, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (self->fd < 0 && !self->bad) self->bad = errno;
    if (self->fd >= 0 && gzip && !(self->zip = gzdopen(self->fd, LEVEL))) self->bad = ENOMEM;
    return self->bad ? fail(self, err) : G2L2_STATUS_OK;
}

static void write_all(struct sink *self) {
    for (size_t done = 0; done < self->n && !self->bad;) {
        ssize_t n = write(self->fd, self->at + done, self->n - done);
        if (n < 0 && errno != EINTR) self->bad = errno;
        if (n > 0) done += (size_t)n;
    }
}

void sink_flush(struct sink *self) {
    if (!self->zip) write_all(self);
    else if (!self->bad && self->n && gzwrite(self->zip, self->at, (unsigned)self->n) <= 0)
        self->bad = errno ? errno : EIO;
    self->n = 0;
}

/* The descriptor is zlib's once there is a zip; fsync needs one of our own. */
static void close_file(struct sink *self) {
    int sync = self->zip ? dup(self->fd) : self->fd;
    if (self->zip && gzclose(self->zip) != Z_OK && !self->bad) self->bad = errno ? errno : EIO;
    if (sync >= 0 && fsync(sync) && !self->bad) self->bad = errno;
    if (sync >= 0 && close(sync) && !self->bad) self->bad = errno;
    self->zip = NULL;
    self->fd = -1;
}

g2l2_status sink_finish(struct sink *self, g2l2_error *err) {
    sink_flush(self);
    close_file(self);
    return self->bad ? fail(self, err) : G2L2_STATUS_OK;
}

g2l2_status sink_publish(struct sink *self, g2l2_error *err) {
    if (rename(self->temporary, self->path)) self->bad = errno;
    if (self->bad) return fail(self, err);
    self->temporary[0] = 0;
    return G2L2_STATUS_OK;
}

void sink_discard(struct sink *self) {
    if (self->fd >= 0) close_file(self);
    if (self->temporary[0]) unlink(self->temporary);
    self->temporary[0] = 0;
}

/* ---- numbers and texts ------------------------------------------------------------------- */

void sink_number(struct sink *self, uint64_t number) {
    char digits[20];
    size_t at = sizeof digits;
    do digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    sink_put(self, digits + at, sizeof digits - at);
}

void sink_printf(struct sink *self, const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0) sink_put(self, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

void sink_json(struct sink *self, const char *text, size_t n) {
    sink_put(self, "\"", 1);
    for (size_t i = 0, plain; i < n; i += plain) {
        for (plain = 0; i + plain < n; plain++) {
            unsigned char c = (unsigned char)text[i + plain];
            if (c < 32 || c == '"' || c == '\\') break;
        }
        sink_put(self, text + i, plain);
        if (i + plain == n) break;
        sink_printf(self, "\\u%04x", (unsigned char)text[i + plain]);
        plain++;
    }
    sink_put(self, "\"", 1);
}
