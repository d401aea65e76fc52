/* Actions whose arguments follow them without parentheses: CLEAN kitchen BRING cup desk STOP.
 *
 *     clean the kitchen           CLEAN KITCHEN        KITCHEN never begins what is to be done,
 *     clean the hall              CLEAN HALL           so it is what something is done to; but
 *     clean the hall and beep     CLEAN HALL BEEP      CLEAN needs one thing, so BEEP is an action
 *
 * A name is a thing if no target begins with it, unless it only ever stands where the action before it
 * has what it needs: as many things as it has where it has the fewest. */
#include <string.h>

#include "domain/domain.h"

#define SPACE " \t\r\n"

struct name {
    bool known, action; /* the definition has it already; it is no thing */
    bool needed;        /* it stands where an action needs it */
    uint32_t arity;     /* of an action: the fewest things that follow it, if any do */
    uint32_t argument;  /* the first thing that was found behind it + 1; 0: none */
    bool varied;        /* there are others */
};

struct split {
    struct arena *arena;
    struct symbols names;
    VEC(struct name) all; /* [names] */
    uint32_t longest;     /* things behind one action */
};

static uint32_t number_of(struct split *self, const struct lang *lang, const char *at, size_t n) {
    uint32_t i = symbols_add(&self->names, at, n);
    if (i < self->all.n) return i;
    uint16_t op = lang_literal_find(lang, at, n);
    struct name name = {.known = op != OP_NONE, .arity = UINT32_MAX};
    name.action = name.known && lang->types.at[lang->ops.at[op].result].kind != KIND_SYMBOL;
    vec_push(self->arena, &self->all, name);
    return i;
}

static const char *next_name(const char *at, size_t *n) {
    at += strspn(at, SPACE);
    *n = strcspn(at, SPACE);
    return at;
}

static void find_actions(struct split *self, const struct lang *lang, const char *text) {
    size_t n;
    bool first = true;
    for (const char *at = next_name(text, &n); n; at = next_name(at + n, &n), first = false) {
        uint32_t i = number_of(self, lang, at, n);
        self->all.at[i].action |= first && !self->all.at[i].known;
    }
}

/* A thing stands behind an action as the first, second, ... of its arguments. */
static void add_thing(struct split *self, struct name *action, uint32_t thing, uint32_t place) {
    if (!place && !action->argument) action->argument = thing + 1;
    action->varied |= !place && action->argument != thing + 1;
    if (place + 1 > self->longest) self->longest = place + 1;
    self->all.at[thing].needed |= place < action->arity;
}

static void find_things(struct split *self, const char *text) {
    struct name *action = NULL;
    uint32_t things = 0;
    size_t n;
    for (const char *at = next_name(text, &n);; at = next_name(at + n, &n)) {
        uint32_t i = n ? symbols_find(&self->names, at, n) : 0;
        bool ends = !n || self->all.at[i].action;
        if (ends && things && things < action->arity) action->arity = things;
        if (!n) return;
        if (ends) action = &self->all.at[i];
        else if (action) add_thing(self, action, i, things);
        things = ends || !action ? 0 : things + 1;
    }
}

/* What is behind actions, of which as yet only the arities are known. */
static void find_all(struct split *self, const char *const *texts, size_t n) {
    self->longest = 0;
    for (uint32_t i = 0; i < self->all.n; i++) {
        struct name *name = &self->all.at[i];
        *name = (struct name){.known = name->known, .action = name->action, .arity = name->arity};
    }
    for (size_t i = 0; i < n; i++) find_things(self, texts[i]);
}

static struct split split_names(const g2l2_domain *self, struct arena *arena,
                                const char *const *texts, size_t n) {
    struct split s = {.arena = arena};
    symbols_init(&s.names, arena);
    for (size_t i = 0; i < n; i++) find_actions(&s, &self->lang, texts[i]);
    find_all(&s, texts, n); /* once for the arities, */
    find_all(&s, texts, n); /* and then for what is needed by them */
    for (uint32_t i = 0; i < s.all.n; i++)
        s.all.at[i].action |= !s.all.at[i].known && !s.all.at[i].needed;
    find_all(&s, texts, n);
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
    for (uint32_t i = 0; i < s.all.n; i++) varied |= s.all.at[i].action && s.all.at[i].varied;
    return varied && s.longest <= BARE_MAX_THINGS;
}
