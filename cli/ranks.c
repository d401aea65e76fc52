/* Many processes under mpirun or srun: one command, of which each does its share.
 *
 *     mpirun -n 4 g2l2 train ...     g2l2_ranks: MPI_Iallgatherv carries what one gives to all
 *
 * The first process speaks and writes files; what others would say is kept, and said where one of
 * them fails alone. Built without MPI (`make MPI=1` builds with it), a process is always alone. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

#ifndef G2L2_MPI

void cli_ranks_open(void) {}

const g2l2_ranks *cli_ranks(void) {
    return NULL;
}

/* mpirun says how many it started to each, whether or not that can speak to the others. */
int cli_ranks_unheard(void) {
    const char *n = getenv("OMPI_COMM_WORLD_SIZE");
    return n && atoi(n) > 1 ? atoi(n) : 0;
}

int cli_ranks_close(int status) {
    return status;
}

#else

#include <limits.h>
#include <math.h>
#include <mpi.h>
#include <time.h>
#include <unistd.h>

#include "common/common.h"

#define PATIENCE  2e-4 /* seconds of looking again, at most */
#define NAP_LEAST 2e-5 /* seconds between two looks after that: the more, the longer it waited */
#define NAP_MOST  1e-3

/* What each tells of itself before it gives anything. */
struct notice {
    uint64_t size;
    int32_t ending, status; /* it gives nothing any more; how it ended */
};

static struct world {
    g2l2_ranks ranks;
    bool open, lost;
    struct notice *notices; /* [n] */
    size_t *sizes;          /* [n] */
    int *counts, *begins;   /* [n] the same, as MPI wants them */
    char *all;              /* [room] */
    size_t room;
    FILE *said; /* what this process would have said; NULL: it speaks */
    int loud;   /* where it would have said it */
} world;

static void take_nap(double seconds) {
    struct timespec nap = {.tv_nsec = (long)(1e9 * fmin(fmax(seconds, NAP_LEAST), NAP_MOST))};
    nanosleep(&nap, NULL);
}

/* The others may be at work, on the same cores if there are more of us than cores: MPI's own way of waiting would
 * take these from them. So it looks again for as long as that has paid of late, and then sleeps between two
 * looks (as threads do: common/pool.c). */
static bool wait_for(MPI_Request *request) {
    static double patience = PATIENCE;
    double began = clock_now();
    for (int done = 0; !done;) {
        double waited = clock_now() - began;
        if (MPI_Test(request, &done, MPI_STATUS_IGNORE)) return false;
        if (!done && waited > patience) take_nap(waited / 8);
    }
    patience = clock_now() - began < PATIENCE ? fmin(2 * patience + 1e-6, PATIENCE) : patience / 2;
    return true;
}

static bool take_notices(struct notice own) {
    MPI_Request request;
    return !MPI_Iallgather(&own, sizeof own, MPI_BYTE, world.notices, sizeof own, MPI_BYTE,
                           MPI_COMM_WORLD, &request) &&
           wait_for(&request);
}

/* Room for all; false: there is none, or more than MPI can count. */
static bool make_room(void) {
    size_t total = 0;
    for (int i = 0; i < world.ranks.n; i++) {
        world.begins[i] = (int)total;
        world.counts[i] = (int)world.notices[i].size;
        world.sizes[i] = world.notices[i].size;
        total += world.notices[i].size;
        if (total > INT_MAX) return false;
    }
    if (total <= world.room) return true;
    free(world.all);
    world.all = malloc(2 * total);
    world.room = world.all ? 2 * total : 0;
    return world.all;
}

static bool exchange(void *context, const void *bytes, size_t size, const void **all,
                     const size_t **sizes) {
    (void)context;
    world.lost = world.lost || !take_notices((struct notice){.size = size});
    for (int i = 0; i < world.ranks.n; i++) world.lost |= world.notices[i].ending;
    if (world.lost || !make_room()) return false;
    MPI_Request request;
    *all = world.all;
    *sizes = world.sizes;
    return !MPI_Iallgatherv(bytes, (int)size, MPI_BYTE, world.all, world.counts, world.begins,
                            MPI_BYTE, MPI_COMM_WORLD, &request) &&
           wait_for(&request);
}

/* Only who was started by mpirun, or srun, has others: to ask MPI takes a while. */
static bool is_launched(void) {
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") || getenv("PMI_RANK");
}

static _Noreturn void fail(const char *why) {
    fprintf(stderr, "g2l2: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, EXIT_ERROR);
    exit(EXIT_ERROR);
}

/* The first one speaks. */
static void fall_silent(void) {
    world.said = tmpfile();
    world.loud = dup(STDERR_FILENO);
    if (!world.said || world.loud < 0 || !freopen("/dev/null", "w", stdout) ||
        dup2(fileno(world.said), STDERR_FILENO) < 0)
        fail("a process cannot be kept quiet");
}

void cli_ranks_open(void) {
    if (!is_launched()) return;
    if (MPI_Init(NULL, NULL)) fail("MPI cannot be started");
    MPI_Comm_size(MPI_COMM_WORLD, &world.ranks.n);
    MPI_Comm_rank(MPI_COMM_WORLD, &world.ranks.own);
    world.ranks.exchange = exchange;
    world.open = true;
    size_t n = (size_t)world.ranks.n;
    world.notices = calloc(n, sizeof *world.notices);
    world.sizes = calloc(n, sizeof *world.sizes);
    world.counts = calloc(2 * n, sizeof *world.counts);
    world.begins = world.counts + n;
    if (!world.notices || !world.sizes || !world.counts) fail("out of memory");
    if (world.ranks.own) fall_silent();
}

const g2l2_ranks *cli_ranks(void) {
    return world.open && world.ranks.n > 1 ? &world.ranks : NULL;
}

int cli_ranks_unheard(void) {
    return 0;
}

/* Where it is the first that failed; those that failed for want of another one are not here. */
static void say_why(void) {
    char text[4096];
    size_t n;
    int first = 0;
    while (first < world.ranks.n && !world.notices[first].status) first++;
    if (!world.said || first != world.ranks.own) return;
    rewind(world.said);
    dprintf(world.loud, "g2l2: process %d of %d:\n", world.ranks.own + 1, world.ranks.n);
    while ((n = fread(text, 1, sizeof text, world.said)) > 0)
        if (write(world.loud, text, n) < 0) break;
}

int cli_ranks_close(int status) {
    if (!world.open) return status;
    fflush(NULL);
    if (!world.lost && take_notices((struct notice){.ending = true, .status = status})) say_why();
    MPI_Finalize();
    free(world.notices);
    free(world.sizes);
    free(world.counts);
    free(world.all);
    if (world.said) fclose(world.said);
    return status;
}

#endif
