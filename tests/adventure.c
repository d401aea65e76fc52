#include "adventure.h"

#include <stdio.h>

static const char *const things[][2] = {{"key", "key"},           {"red key", "red_key"},
                                        {"rope", "rope"},         {"lamp", "lamp"},
                                        {"old lamp", "old_lamp"}, {"box", "box"}};
static const char *const deeds[][2] = {{"take %s", "TAKE(%s)"},        {"pick up %s", "TAKE(%s)"},
                                       {"look at %s", "SEE(%s)"},      {"put down %s", "DROP(%s)"},
                                       {"put %s in %s", "PUT(%s,%s)"}, {"look", "LOOK"},
                                       {"use %s on %s", "USE(%s,%s)"}, {"look up", "SKY"}};
#define N_THINGS 6u
#define N_DEEDS  8u

static void clause(struct rng *rng, struct adventure *out) {
    const char *const *deed = deeds[rng_below(rng, N_DEEDS)];
    uint32_t a = rng_below(rng, N_THINGS), b = (a + 1 + rng_below(rng, N_THINGS - 1)) % N_THINGS;
    char first[40], second[40];
    snprintf(first, sizeof first, "%s%s", rng_below(rng, 3) ? "the " : "", things[a][0]);
    snprintf(second, sizeof second, "%s%s", rng_below(rng, 2) ? "a " : "the ", things[b][0]);
    snprintf(out->words, sizeof out->words, deed[0], first, second);
    snprintf(out->actions, sizeof out->actions, deed[1], things[a][1], things[b][1]);
}

void adventure_say(struct rng *rng, struct adventure *out) {
    struct adventure first, second;
    clause(rng, &first);
    clause(rng, &second);
    *out = first;
    if (rng_below(rng, 2)) return;
    snprintf(out->words, sizeof out->words, "%.90s and then %.90s", first.words, second.words);
    snprintf(out->actions, sizeof out->actions, "%.90s %.90s", first.actions, second.actions);
}
