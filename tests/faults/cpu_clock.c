/* For LD_PRELOAD: clocks that go by CPU time. Budgets go by the clock, so on a busy machine a command
 * spends little CPU time within one, and how much says nothing; with this, its CPU time is held
 * against its budget on any machine. An alarm comes likewise. */
#include <dlfcn.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#define REAL(name) *(void **)&real = dlsym(RTLD_NEXT, name)

int clock_gettime(clockid_t clock, struct timespec *out) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) REAL("clock_gettime");
    return real(clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock, out);
}

int setitimer(__itimer_which_t which, const struct itimerval *new, struct itimerval *old) {
    int (*real)(__itimer_which_t, const struct itimerval *, struct itimerval *);
    REAL("setitimer");
    return real(which == ITIMER_REAL ? ITIMER_PROF : which, new, old);
}

void (*signal(int number, void (*handler)(int)))(int) {
    void (*(*real)(int, void (*)(int)))(int);
    REAL("signal");
    return real(number == SIGALRM ? SIGPROF : number, handler);
}
