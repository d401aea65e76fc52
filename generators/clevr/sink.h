/* sink - a file that is written piece by piece and appears whole or not at all:
 *
 *   put ─▶ 64 KB ─▶ [gzip] ─▶ FILE.tmp-PID ── fsync, rename ──▶ FILE
 *
 * An error on the way is kept and reported once, at the end. */
#ifndef G2L2_VISUAL_CLEVR_SINK_H
#define G2L2_VISUAL_CLEVR_SINK_H

#include <string.h>
#include <zlib.h>

#include "common/common.h"

#define SINK_SIZE 65536

struct sink {
    char path[4096], temporary[4096 + 32];
    int fd; /* -1: not open */
    gzFile zip;
    int bad; /* errno of the first failure */
    size_t n;
    char at[SINK_SIZE];
};

/* The path is folder/name, with .gz after it if `gzip`. */
g2l2_status sink_open(struct sink *self, const char *folder, const char *name, bool gzip,
                      g2l2_error *err);
void sink_flush(struct sink *self);
/* All written and on the disk; the file still has its temporary name. */
g2l2_status sink_finish(struct sink *self, g2l2_error *err);
g2l2_status sink_publish(struct sink *self, g2l2_error *err);
/* Close and remove what is not published. May be called in any state but unset. */
void sink_discard(struct sink *self);

static inline void sink_put(struct sink *self, const char *bytes, size_t n) {
    if (self->n + n > SINK_SIZE) sink_flush(self);
    memcpy(self->at + self->n, bytes, n); /* n is at most SINK_SIZE */
    self->n += n;
}

static inline void sink_puts(struct sink *self, const char *text) {
    sink_put(self, text, strlen(text));
}

void sink_number(struct sink *self, uint64_t number);
void sink_printf(struct sink *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* With quotes; what JSON wants escaped is. */
void sink_json(struct sink *self, const char *text, size_t n);

#endif
