/* Actions whose arguments follow them without parentheses: CLEAN kitchen BRING cup desk STOP.
 *
 *     clean the kitchen           CLEAN KITCHEN        KITCHEN never begins what is to be done,
 *     clean the hall              CLEAN HALL           so it is what something is done to; but
 *     clean the hall and beep     CLEAN HALL BEEP      CLEAN needs one thing, so BEEP is an action
 *
 * A name is a thing if no target begins with it; unless, were it an action, fewer actions would have
 * now one and now another number of arguments. */
#include <string.h>

#include "domain/domain.h"

#define SPACE     " \t\r\n"
#define MOST      31u           /* things behind one action that are counted */
#define MAX_STEPS ((size_t)1e7) /* names that are looked at to find such actions */

struct name {
    bool known, action; /* the definition has it already; it is no thing */
    uint32_t arities;   /* of an action: a bit for each number of things that are behind it */
    uint32_t argument;  /* the first thing that was found behind it + 1; 0: none */
    bool varied;        /* there are others */
};

struct split {
    struct arena *arena;
    struct symbols names;
    VEC(struct name) all;  /* [names] */
    VEC(uint32_t) targets; /* names of all targets, each behind END */
};

#define END UINT32_MAX

static uint32_t number_of(struct split *self, const struct lang *lang, const char *at, size_t n) {
    uint32_t i = symbols_add(&self->names, at, n);
    if (i < self->all.n) return i;
    uint16_t op = lang_literal_find(lang, at, n);
    struct name name = {.known = op != OP_NONE};
    name.action = name.known && lang->types.at[lang->ops.at[op].result].kind != KIND_SYMBOL;
    vec_push(self->arena, &self->all, name);
    return i;
}

static const char *next_name(const char *at, size_t *n) {
    at += strspn(at, SPACE);
    *n = strcspn(at, SPACE);
    return at;
}

static void read_target(struct split *self, const struct lang *lang, const char *text) {
    size_t n;
    bool first = true;
    vec_push(self->arena, &self->targets, END);
    for (const char *at = next_name(text, &n); n; at = next_name(at + n, &n), first = false) {
        uint32_t i = number_of(self, lang, at, n);
        self->all.at[i].action |= first && !self->all.at[i].known;
        vec_push(self->arena, &self->targets, i);
    }
}

/* What is behind each action, as things are now. */
static void find_things(struct split *self) {
    struct name *action = NULL;
    uint32_t things = 0;
    for (uint32_t i = 0; i < self->all.n; i++) {
        struct name *name = &self->all.at[i];
        *name = (struct name){.known = name->known, .action = name->action};
    }
    for (uint32_t k = 0; k <= self->targets.n; k++) {
        uint32_t i = k < self->targets.n ? self->targets.at[k] : END;
        if (i != END && !self->all.at[i].action) {
            if (action && !things && !action->argument) action->argument = i + 1;
            if (action && !things) action->varied |= action->argument != i + 1;
            things += things < MOST;
            continue;
        }
        if (action) action->arities |= 1u << things;
        action = i == END ? NULL : &self->all.at[i];
        things = 0;
    }
}

/* How many numbers of arguments there are, beyond one of each action. */
static uint32_t count_arities(struct split *self) {
    uint32_t n = 0;
    find_things(self);
    for (uint32_t i = 0; i < self->all.n; i++)
        for (uint32_t bits = self->all.at[i].arities; bits & (bits - 1); bits &= bits - 1) n++;
    return n;
}

/* Names that are actions though they begin no target. */
static void find_other_actions(struct split *self) {
    uint32_t least = count_arities(self);
    if ((size_t)self->all.n * self->targets.n > MAX_STEPS) return;
    for (uint32_t i = 0; i < self->all.n; i++) {
        if (self->all.at[i].action || self->all.at[i].known) continue;
        self->all.at[i].action = true;
        uint32_t n = count_arities(self);
        if (n < least) least = n;
        else self->all.at[i].action = false;
    }
    find_things(self);
}

static struct split split_names(const g2l2_domain *self, struct arena *arena,
                                const char *const *texts, size_t n) {
    struct split s = {.arena = arena};
    symbols_init(&s.names, arena);
    for (size_t i = 0; i < n; i++) read_target(&s, &self->lang, texts[i]);
    find_other_actions(&s);
    return s;
}

void domain_bare_things(const g2l2_domain *self, struct arena *arena, const char *const *texts,
                        size_t n, struct symbols *things) {
    struct split s = split_names(self, arena, texts, n);
    symbols_init(things, arena);
    for (uint32_t i = 0; i < s.all.n; i++)
        if (!s.all.at[i].action)
            symbols_add(things, s.names.names.at[i], strlen(s.names.names.at[i]));
}

bool domain_has_bare_things(const g2l2_domain *self, struct arena *arena, const char *const *texts,
                            size_t n) {
    struct split s = split_names(self, arena, texts, n);
    bool varied = false;
    uint32_t arities = 0;
    for (uint32_t i = 0; i < s.all.n; i++) {
        varied |= s.all.at[i].varied;
        arities |= s.all.at[i].arities;
    }
    return varied && arities >> BARE_MAX_THINGS <= 1;
}
