/* Budgets: how much a call may cost, and whether that is spent. Steps are counted down where
 * they are done, and the clock is read once for PACE of them: a step costs an addition.
 *
 *     arena_check arena_check ... arena_check ── budget_look ── arena_check ...
 *     └───────────── pace steps ────────────┘    time? steps? */
#include <math.h>
#include <time.h>

#include "common/common.h"

#define PACE 64u /* steps between two looks at the clock; some of them take microseconds */

double clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

size_t budget_bytes(const g2l2_budget *given, size_t usual) {
    return given && given->bytes ? given->bytes : usual;
}

g2l2_budget budget_until(double deadline) {
    return (g2l2_budget){.seconds = isinf(deadline) ? 0 : fmax(deadline - clock_now(), 1e-6)};
}

static void set_pace(struct budget *self) {
    uint64_t left = self->given.steps ? self->given.steps - self->steps : PACE;
    self->pace = self->until_look = left < PACE ? (uint32_t)left + 1 : PACE;
}

void budget_start(struct budget *self, const g2l2_budget *given) {
    *self = (struct budget){.given = given ? *given : (g2l2_budget){0}, .deadline = INFINITY};
    if (self->given.seconds > 0) self->deadline = clock_now() + self->given.seconds;
    self->pace = self->until_look = 1;
}

void budget_look(struct arena *arena) {
    struct budget *self = arena->budget;
    self->steps += self->pace;
    self->pace = self->until_look = 1; /* whoever goes on regardless is stopped at the next step */
    if (self->given.steps && self->steps > self->given.steps)
        guard_raise(arena->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "stopped: it takes too many steps; its budget is %llu",
                    (unsigned long long)self->given.steps);
    if (clock_now() > self->deadline)
        guard_raise(arena->guard, G2L2_STATUS_INTERRUPTED, 0, 0,
                    "stopped: it takes too long; its budget is %.3g s", self->given.seconds);
    set_pace(self);
}
