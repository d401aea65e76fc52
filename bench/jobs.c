/* Runs in child processes.
 *
 *     parent ──fork──▶ child 0   runs 0, 2, 4, ... ──┐
 *            ──fork──▶ child 1   runs 1, 3, 5, ... ──┴─▶ pipe ─▶ numbers, by run
 *
 * A record is smaller than PIPE_BUF, so the children's writes do not mix. Which
 * child does a run makes no difference to its result: a run starts from its own
 * number and nothing else. A child that fails says why and takes the bench with
 * it; if the parent goes first, writing to the pipe ends the child. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.h"

_Static_assert((JOBS_MAX_NUMBERS + 1) * sizeof(double) <= PIPE_BUF, "a record is one write");

/* ---- the child ---------------------------------------------------------------------------- */

static void do_runs(struct bench *bench, const struct jobs *jobs, uint32_t first, uint32_t step,
                    int fd) {
    double record[JOBS_MAX_NUMBERS + 1]; /* the run, and its numbers */
    size_t size = (jobs->n_numbers + 1) * sizeof *record;
    for (uint32_t i = first; i < jobs->n; i += step) {
        memset(record, 0, sizeof record);
        record[0] = i;
        jobs->run(bench, jobs->context, i, record + 1);
        if (write(fd, record, size) != (ssize_t)size)
            guard_raise(&bench->guard, G2L2_STATUS_IO, 0, 0, "cannot hand over a result: %s",
                        strerror(errno));
    }
}

static _Noreturn void be_child(struct bench *bench, const struct jobs *jobs, uint32_t first,
                               uint32_t step, int fd) {
    g2l2_error err;
    if (!guard_try(&bench->guard, &err)) _exit(cli_fail(&err));
    do_runs(bench, jobs, first, step, fd);
    _exit(EXIT_OK);
}

/* ---- the parent --------------------------------------------------------------------------- */

static void show(const struct jobs *jobs, uint32_t done) {
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r\033[K");
    if (done < jobs->n) fprintf(stderr, "%s  %u of %u", jobs->name, done, jobs->n);
    fflush(stderr);
}

/* One whole record; false at the end. */
static bool take_record(int fd, double *record, size_t size) {
    size_t have = 0;
    while (have < size) {
        ssize_t n = read(fd, (char *)record + have, size - have);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        have += (size_t)n;
    }
    return true;
}

static void gather(const struct jobs *jobs, int fd, double *out) {
    double record[JOBS_MAX_NUMBERS + 1];
    size_t size = (jobs->n_numbers + 1) * sizeof *record;
    uint32_t done = 0;
    show(jobs, done);
    while (take_record(fd, record, size)) {
        size_t i = (size_t)record[0];
        memcpy(out + i * jobs->n_numbers, record + 1, size - sizeof *record);
        show(jobs, ++done);
    }
}

static bool all_well(const pid_t *children, uint32_t n) {
    bool well = true;
    for (uint32_t i = 0; i < n; i++) {
        int status = 1;
        while (waitpid(children[i], &status, 0) < 0 && errno == EINTR) continue;
        well &= status == 0;
    }
    return well;
}

const double *bench_jobs(struct bench *self, const struct jobs *jobs) {
    uint32_t n_children = jobs->cores > 1 ? (uint32_t)jobs->cores : 1, n = 0;
    if (n_children > jobs->n) n_children = jobs->n;
    double *out = arena_zalloc(&self->arena, jobs->n * jobs->n_numbers * sizeof *out);
    pid_t *children = arena_array(&self->arena, pid_t, n_children + 1);
    int ends[2];
    if (pipe(ends))
        guard_raise(&self->guard, G2L2_STATUS_IO, 0, 0, "cannot make a pipe: %s", strerror(errno));
    fflush(NULL);
    for (; n < n_children && (children[n] = fork()) >= 0; n++)
        if (!children[n]) {
            close(ends[0]);
            be_child(self, jobs, n, n_children, ends[1]);
        }
    close(ends[1]);
    gather(jobs, ends[0], out);
    close(ends[0]);
    if (!all_well(children, n) || n < n_children)
        guard_raise(&self->guard, G2L2_STATUS_IO, 0, 0, "the measurement '%s' failed", jobs->name);
    return out;
}
