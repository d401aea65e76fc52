/* Decoding by shares (decode.h). Readings are kept as bytes, which go from process to process as
 * they are; a block of examples at a time, so that memory does not grow with the data. */
#include <stdlib.h>
#include <string.h>

#include "cli/decode.h"
#include "common/common.h"
#include "common/pool.h"

/* What one thread does of a block, and what came of it: [n] for each example a head and a text. */
struct share {
    const struct decoding *of;
    g2l2_parser *parser;
    size_t first, end, step; /* its examples */
    bool tells;              /* how far it has come */
    char *at;
    size_t n, cap;
    g2l2_status status;
    g2l2_error err;
};

struct head {
    double confidence;
    uint32_t n; /* bytes of the text, which ends with a 0 */
    bool read;  /* it is a reading; else why there is none */
};

/* All shares of all processes: a process's are side by side. */
struct team {
    struct pool *pool;
    struct share *own;  /* [n_threads] */
    int n_threads, n;   /* all in all */
    const char **bytes; /* [n] where each share's next example is */
    char *given;        /* [room] what this process gives to others */
    size_t room;
};

static g2l2_status no_memory(g2l2_error *err) {
    err->status = G2L2_STATUS_NO_MEMORY;
    strcpy(err->message, "out of memory");
    return err->status;
}

/* ---- one share ------------------------------------------------------------------------------- */

static bool put(struct share *s, const void *at, size_t n) {
    if (s->n + n > s->cap) {
        size_t cap = 2 * (s->n + n);
        char *more = realloc(s->at, cap);
        if (!more) return false;
        s->at = more;
        s->cap = cap;
    }
    memcpy(s->at + s->n, at, n);
    s->n += n;
    return true;
}

static bool put_result(struct share *s, const g2l2_result *r) {
    const char *text = r->n_readings ? r->readings[0].text : r->reason ? r->reason : "";
    struct head head;
    memset(&head, 0, sizeof head); /* its padding is sent, too */
    head.n = (uint32_t)strlen(text) + 1;
    head.read = r->n_readings;
    if (head.read) head.confidence = r->readings[0].confidence;
    return put(s, &head, sizeof head) && put(s, text, head.n);
}

static g2l2_status answer(struct share *s, const g2l2_example *e, g2l2_result *out) {
    const g2l2_scenes *scenes = s->of->scenes;
    g2l2_status status =
        scenes ? g2l2_parser_set_scene(s->parser, scenes, e->scene, &s->err) : G2L2_STATUS_OK;
    if (!status) status = g2l2_parser_run(s->parser, e->sentence, 1, out, &s->err);
    if (status != G2L2_STATUS_LIMIT && status != G2L2_STATUS_INTERRUPTED) return status;
    *out = (g2l2_result){.reason = s->err.message}; /* this one counts as not parsed */
    return G2L2_STATUS_OK;
}

static void decode_share(void *shares, int worker, uint32_t number) {
    struct share *s = (struct share *)shares + number;
    g2l2_result result;
    (void)worker;
    s->n = 0;
    for (size_t i = s->first; i < s->end && !s->status; i += s->step) {
        g2l2_example e = g2l2_dataset_get(s->of->data, i);
        if (s->tells) cli_reached("asking; %zu are done", s->of->before + i);
        s->status = answer(s, &e, &result);
        if (!s->status && !put_result(s, &result)) s->status = no_memory(&s->err);
    }
}

/* ---- all shares of this process ----------------------------------------------------------------- */

static g2l2_status decode_block(struct team *t, size_t begin, size_t end, g2l2_error *err) {
    int before = cli_ranks() ? cli_ranks()->own * t->n_threads : 0;
    for (int i = 0; i < t->n_threads; i++) {
        t->own[i].first = begin + (size_t)(before + i);
        t->own[i].end = end;
        t->own[i].step = (size_t)t->n;
        t->own[i].tells = i == 0;
    }
    pool_run(t->pool, (uint32_t)t->n_threads, decode_share, t->own);
    for (int i = 0; i < t->n_threads; i++)
        if (t->own[i].status) {
            *err = t->own[i].err;
            return t->own[i].status;
        }
    return G2L2_STATUS_OK;
}

/* ---- shares of all processes ---------------------------------------------------------------------- */

/* Shares side by side, each with its size before it. */
static bool pack(struct team *t, size_t *size) {
    *size = 0;
    for (int i = 0; i < t->n_threads; i++) *size += sizeof(size_t) + t->own[i].n;
    if (*size > t->room) {
        free(t->given);
        t->given = malloc(*size);
        t->room = t->given ? *size : 0;
        if (!t->given) return false;
    }
    char *to = t->given;
    for (int i = 0; i < t->n_threads; i++) {
        memcpy(to, &t->own[i].n, sizeof(size_t));
        memcpy(to + sizeof(size_t), t->own[i].at, t->own[i].n);
        to += sizeof(size_t) + t->own[i].n;
    }
    return true;
}

static g2l2_status exchange(struct team *t, g2l2_error *err) {
    const g2l2_ranks *ranks = cli_ranks();
    const void *all;
    const size_t *sizes;
    size_t size, n;
    for (int i = 0; !ranks && i < t->n; i++) t->bytes[i] = t->own[i].at;
    if (!ranks) return G2L2_STATUS_OK;
    if (!pack(t, &size)) return no_memory(err);
    if (!ranks->exchange(ranks->context, t->given, size, &all, &sizes)) {
        err->status = G2L2_STATUS_IO;
        strcpy(err->message, "a process that works together with this one has ended");
        return err->status;
    }
    const char *at = all;
    for (int i = 0; i < t->n; i++) {
        memcpy(&n, at, sizeof n);
        t->bytes[i] = at + sizeof n;
        at += sizeof n + n;
    }
    return G2L2_STATUS_OK;
}

static g2l2_status tell_block(const struct decoding *self, struct team *t, size_t begin, size_t end,
                              g2l2_error *err) {
    for (size_t i = begin; i < end; i++) {
        const char **at = &t->bytes[(i - begin) % (size_t)t->n];
        struct head head;
        memcpy(&head, *at, sizeof head);
        g2l2_reading reading = {*at + sizeof head, head.confidence};
        g2l2_result result = {.reason = reading.text};
        if (head.read)
            result = (g2l2_result){.n_readings = 1, .readings = &reading, .reason = NULL};
        *at += sizeof head + head.n;
        g2l2_example e = g2l2_dataset_get(self->data, i);
        if (!self->tell(self->context, &e, &result)) return no_memory(err);
    }
    return G2L2_STATUS_OK;
}

/* ---- the whole -------------------------------------------------------------------------------------- */

static g2l2_status open_team(const struct decoding *self, struct team *t, g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    t->n_threads = self->n_threads > 1 ? self->n_threads : 1;
    t->n = t->n_threads * (cli_ranks() ? cli_ranks()->n : 1);
    t->own = calloc((size_t)t->n_threads, sizeof *t->own);
    t->bytes = calloc((size_t)t->n, sizeof *t->bytes);
    t->pool = pool_new(t->n_threads);
    if (!t->pool) t->pool = pool_new(1); /* threads that cannot be started are done without */
    if (!t->own || !t->bytes || !t->pool) return no_memory(err);
    for (int i = 0; i < t->n_threads && !status; i++) {
        t->own[i].of = self;
        status = g2l2_parser_new(self->model, self->limits, &t->own[i].parser, err);
        if (!status) g2l2_parser_set_guessing(t->own[i].parser, !self->literal);
    }
    return status;
}

static void close_team(struct team *t) {
    pool_free(t->pool);
    for (int i = 0; t->own && i < t->n_threads; i++) {
        g2l2_parser_free(t->own[i].parser);
        free(t->own[i].at);
    }
    free(t->own);
    free(t->bytes);
    free(t->given);
}

g2l2_status decode_all(const struct decoding *self, g2l2_error *err) {
    struct team team = {0};
    size_t n = g2l2_dataset_count(self->data);
    g2l2_status status = open_team(self, &team, err);
    for (size_t begin = 0, end; begin < n && !status; begin = end) {
        end = n - begin > DECODE_BLOCK ? begin + DECODE_BLOCK : n;
        status = decode_block(&team, begin, end, err);
        if (!status) status = exchange(&team, err);
        if (!status) status = tell_block(self, &team, begin, end, err);
    }
    close_team(&team);
    return status;
}
