/* What a command as a whole may take: time of a clock, and memory. A budget inside the library ends
 * a call with a reason; this one ends the command, wherever it is, so it holds for all input, also
 * while files are read.
 *
 *     cli_budget_start ── cli_reached ── cli_reached ── ... ── end
 *                                            └─ SIGALRM: what it was doing, and the end
 *
 * What is written is written whole or not at all, and whoever writes it next cleans up
 * (common/replace.c), so there is nothing to undo. */
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/cli.h"

static double given_seconds;
static const char *given_by = "--max-seconds";
static size_t given_bytes;
/* Two, so that the one that a signal may find is never half written. */
static char reached[2][400];
static volatile sig_atomic_t current;

void cli_reached(const char *format, ...) {
    char *text = reached[!current];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof reached[0], format, args);
    va_end(args);
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7F) *text = '?';
    current = !current;
}

/* snprintf of a number and texts asks for no memory here, and there is nothing to come back to. */
static void on_alarm(int number) {
    char text[600];
    const char *at = reached[current];
    (void)number;
    int n = snprintf(text, sizeof text, "g2l2: stopped: it takes too long; %s is %.3g%s%s\n",
                     given_by, given_seconds, *at ? "; it was " : "", at);
    (void)!write(STDERR_FILENO, text, n > 0 && n < (int)sizeof text ? (size_t)n : 0);
    _exit(EXIT_ERROR);
}

#define SLACK 1.0 /* seconds of CPU time to start and to end in */

/* Where the library keeps to the time by itself, and then has something to write, this must not
 * come before it on a busy machine: so it goes by what the command does, not by the clock. */
static void start_clock(const struct cli_budget *budget) {
    double seconds =
        budget->kept_by ? 2 * budget->seconds * budget->kept_by + SLACK : budget->seconds;
    const struct itimerval once = {
        .it_value = {.tv_sec = (time_t)seconds,
                     .tv_usec = 1 + (suseconds_t)((seconds - (double)(time_t)seconds) * 999998)}};
    given_seconds = budget->seconds;
    signal(budget->kept_by ? SIGPROF : SIGALRM, on_alarm);
    setitimer(budget->kept_by ? ITIMER_PROF : ITIMER_REAL, &once, NULL);
}

/* Memory that is asked for beyond that is refused by the system, which every command tells. */
static void limit_memory(size_t bytes) {
    struct rlimit limit;
    given_bytes = bytes;
#ifndef __SANITIZE_ADDRESS__ /* which takes terabytes, and counts itself */
    if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur > bytes) {
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_DATA, &limit);
    }
#else
    (void)limit;
#endif
}

#define MOST_SECONDS 1e8

int cli_budget_start(const struct command *command, const struct cli_budget *budget) {
    if (budget->option) given_by = budget->option;
    if (!(budget->seconds >= 0 && budget->seconds <= MOST_SECONDS))
        return cli_usage(command, "%s cannot be below 0, or above 100 million", given_by);
    if (budget->bytes && budget->bytes < CLI_LEAST_BYTES)
        return cli_usage(command, "--max-memory is at least 1M");
    if (budget->seconds > 0) start_clock(budget);
    if (budget->bytes) limit_memory(budget->bytes);
    return EXIT_OK;
}

void cli_no_memory(void) {
    fprintf(stderr, "g2l2: out of memory%s\n", cli_memory_hint());
    _exit(EXIT_ERROR);
}

const char *cli_memory_hint(void) {
    return given_bytes ? "; raise it with --max-memory" : "";
}
