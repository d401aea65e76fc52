/* What the data name in actions with arguments: heads of calls, things, and plain actions.
 *
 *     BRING(cup,desk)                    BRING is an action, cup and desk are things
 *     WHEN(OPEN(door),ON(lamp))          what WHEN takes are actions themselves,
 *     WHEN(RAIN,ON(lamp) BEEP)           so RAIN and BEEP, in the same places, are actions, too
 *
 * Names that stand in the same places are of one sort. What is done is of one, ON, BEEP and WHEN; OPEN and
 * RAIN, which nobody asks for by themselves, are of another: tests and states. Of further sorts nothing
 * is made, they are done, too. big(dog) is a thing, as it is made of things. */
#include <inttypes.h>
#include <string.h>

#include "domain/domain.h"
#include "types/kernels.h"

struct plain {
    const char *at;
    size_t length;
    uint32_t place;
};

struct calls {
    struct arena *arena;
    const struct call_names *out;
    /* `WHEN 1`, the first argument of WHEN, and `WHEN`, where it is itself */
    struct symbols places;
    VEC(bool) scopes;        /* [places] is it a call somewhere, and no thing? */
    VEC(uint32_t) sorts;     /* [places] another of the same sort, or itself */
    VEC(uint32_t) owners;    /* [places] of an argument, whose it is; else itself */
    struct symbols met;      /* `lamp 3`: a name that is an argument, and its place */
    VEC(struct plain) plain; /* [met] */
    VEC(uint32_t) heads;     /* places */
    struct buf text;         /* for such names */
};

#define TOP 0u /* the place of what is to be done */

/* ---- sorts: what stands in one place is of one sort ------------------------------------------- */

static uint32_t sort_of(const struct calls *self, uint32_t place) {
    uint32_t *up = self->sorts.at;
    for (; up[place] != place; place = up[place]) up[place] = up[up[place]];
    return place;
}

static void join_sorts(struct calls *self, uint32_t a, uint32_t b) {
    uint32_t i = sort_of(self, a), k = sort_of(self, b);
    self->sorts.at[i > k ? i : k] = i > k ? k : i;
}

static uint32_t add_place(struct calls *self, const char *name, size_t length) {
    uint32_t place = symbols_add(&self->places, name, length);
    if (place < self->scopes.n) return place;
    vec_push(self->arena, &self->scopes, false);
    vec_push(self->arena, &self->sorts, place);
    vec_push(self->arena, &self->owners, place);
    return place;
}

/* `NAME NUMBER`, in `text`. */
static void with_number(struct calls *self, const char *name, size_t length, uint32_t number) {
    self->text.n = 0;
    buf_put(&self->text, name, length);
    buf_printf(&self->text, " %" PRIu32, number);
}

static uint32_t argument_place(struct calls *self, uint32_t owner, uint32_t number) {
    const char *head = self->places.names.at[owner];
    with_number(self, head, strlen(head), number);
    uint32_t place = add_place(self, self->text.at, self->text.n);
    self->owners.at[place] = owner;
    return place;
}

/* ---- reading ------------------------------------------------------------------------------------ */

static void read_plain(struct calls *self, const char *at, size_t n, uint32_t place) {
    bool number = self->out->numbers && strspn(at, "0123456789.-") >= n;
    if (number || symbols_find(self->out->objects, at, n) != SYMBOL_NONE) return;
    with_number(self, at, n, place);
    if (symbols_add(&self->met, self->text.at, self->text.n) == self->plain.n)
        vec_push(self->arena, &self->plain, ((struct plain){at, n, place}));
}

static const char *read_call(struct calls *self, const char *head, size_t length, uint32_t place,
                             uint32_t depth);

/* What stands in a place, up to its end. */
static const char *read_place(struct calls *self, const char *at, uint32_t place, uint32_t depth) {
    while (*at && (place == TOP || (*at != ',' && *at != ')'))) {
        size_t n = target_name_length(at);
        if (n && at[n] == '(' && depth < TARGET_MAX_DEPTH) {
            at = read_call(self, at, n, place, depth);
        } else if (n) {
            read_plain(self, at, n, place);
            at += n;
        } else {
            at++;
        }
    }
    return at;
}

static const char *read_call(struct calls *self, const char *head, size_t length, uint32_t place,
                             uint32_t depth) {
    const char *at = head + length;
    uint32_t own = add_place(self, head, length), number = 0;
    if (!self->scopes.at[own]) vec_push(self->arena, &self->heads, own);
    self->scopes.at[place] = self->scopes.at[own] = true;
    join_sorts(self, own, place);
    do at = read_place(self, at + 1, argument_place(self, own, ++number), depth + 1);
    while (*at == ',');
    return *at ? at + 1 : at;
}

/* Sorts of things are those whose calls are made of things of the same sort, big(old(dog)); but what is
 * done is none. */
static void find_things(struct calls *self) {
    uint32_t n = self->places.names.n;
    bool *open = arena_zalloc(self->arena, (n + 1) * sizeof *open);
    open[sort_of(self, TOP)] = true;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t sort = sort_of(self, self->owners.at[i]);
        open[sort] |= sort_of(self, i) != sort;
    }
    for (uint32_t i = 0; i < n; i++) self->scopes.at[i] &= open[sort_of(self, i)];
}

/* Of a place that actions stand in, other names are actions, too; so is STOP(). */
static bool is_action(const struct calls *self, const struct plain *p) {
    return self->scopes.at[p->place] || p->at[p->length - 1] == ')';
}

/* Has the action whose argument this is another one, of another sort, that is no thing either? */
static bool has_other(struct calls *self, uint32_t place) {
    const char *owner = self->places.names.at[self->owners.at[place]];
    for (uint32_t number = 1;; number++) {
        with_number(self, owner, strlen(owner), number);
        uint32_t other = symbols_find(&self->places, self->text.at, self->text.n);
        if (other == SYMBOL_NONE) return false;
        if (self->scopes.at[other] && sort_of(self, other) != sort_of(self, place)) return true;
    }
}

/* The first that is not what is done, where an action takes both; TOP: there is none. */
static uint32_t sort_of_tests(struct calls *self) {
    uint32_t top = sort_of(self, TOP), n = self->out->tests ? self->places.names.n : 0;
    for (uint32_t place = 1; place < n; place++) {
        bool argument = self->owners.at[place] != place && self->scopes.at[place];
        if (argument && sort_of(self, place) != top && has_other(self, place))
            return sort_of(self, place);
    }
    return TOP;
}

static void add_names(struct calls *self) {
    const struct call_names *out = self->out;
    uint32_t tests = sort_of_tests(self);
    for (uint32_t i = 0; i < self->heads.n; i++) {
        const char *name = self->places.names.at[self->heads.at[i]];
        bool thing = out->qualities && !self->scopes.at[self->heads.at[i]];
        bool done = tests == TOP || sort_of(self, self->heads.at[i]) != tests;
        symbols_add(thing ? out->qualities : done ? out->actions : out->tests, name, strlen(name));
    }
    for (uint32_t i = 0; i < self->plain.n; i++) {
        const struct plain *p = &self->plain.at[i];
        bool done = tests == TOP || sort_of(self, p->place) != tests;
        struct symbols *to = !is_action(self, p) ? out->things : done ? out->plain : out->states;
        symbols_add(to, p->at, p->length);
    }
}

void domain_name_calls(struct arena *arena, const char *const *texts, size_t n,
                       const struct call_names *out) {
    struct calls self = {.arena = arena, .out = out};
    symbols_init(&self.places, arena);
    symbols_init(&self.met, arena);
    buf_init(&self.text, arena);
    add_place(&self, " ", 1); /* TOP */
    self.scopes.at[TOP] = true;
    for (size_t i = 0; i < n; i++) read_place(&self, texts[i], TOP, 0);
    for (uint32_t i = 0; i < self.plain.n; i++)
        join_sorts(&self, add_place(&self, self.plain.at[i].at, self.plain.at[i].length),
                   self.plain.at[i].place);
    find_things(&self);
    add_names(&self);
}

bool domain_has_nested_calls(const char *text) {
    uint32_t depth = 0;
    for (; *text; text++) {
        depth += *text == '(' && text[1] != ')';
        if (depth > 1) return true;
        if (depth && *text == ')') depth--;
    }
    return false;
}
