/* Types, operations and hash-consed terms: making them and normalising them. */
#include <assert.h>
#include <string.h>

#include "program/program.h"

void lang_init(struct lang *self, struct arena *arena) {
    *self = (struct lang){.arena = arena, .n_slots = 256};
    symbols_init(&self->names, arena);
    symbols_init(&self->literals, arena);
    symbols_init(&self->wholes, arena);
    symbols_init(&self->places, arena);
    self->slots = arena_zalloc(arena, self->n_slots * sizeof *self->slots);
    vec_push(arena, &self->types, ((struct type){.name = SYMBOL_NONE})); /* TYPE_NONE */
}

/* ---- types ----------------------------------------------------------------- */

static type_id add_type(struct lang *self, struct type type) {
    for (uint32_t i = 1; i < self->types.n; i++) {
        const struct type *t = &self->types.at[i];
        if (t->name == type.name && t->argument == type.argument && t->result == type.result)
            return (type_id)i;
    }
    if (self->types.n >= UINT16_MAX)
        guard_raise(self->arena->guard, G2L2_STATUS_LIMIT, 0, 0, "too many types");
    vec_push(self->arena, &self->types, type);
    return (type_id)(self->types.n - 1);
}

type_id lang_type(struct lang *self, const char *name, size_t length) {
    return add_type(self, (struct type){.name = symbols_add(&self->names, name, length)});
}

type_id lang_type_find(const struct lang *self, const char *name, size_t length) {
    uint32_t symbol = symbols_find(&self->names, name, length);
    for (uint32_t i = 1; symbol != SYMBOL_NONE && i < self->types.n; i++)
        if (self->types.at[i].name == symbol) return (type_id)i;
    return TYPE_NONE;
}

type_id lang_function(struct lang *self, type_id argument, type_id result) {
    return add_type(self,
                    (struct type){.name = SYMBOL_NONE, .argument = argument, .result = result});
}

bool lang_is_function(const struct lang *self, type_id type) {
    return self->types.at[type].name == SYMBOL_NONE;
}

void lang_type_print(const struct lang *self, type_id type, struct buf *out) {
    const struct type *t = &self->types.at[type];
    if (type == TYPE_NONE) {
        buf_puts(out, "nothing");
    } else if (t->name != SYMBOL_NONE) {
        buf_puts(out, self->names.names.at[t->name]);
    } else {
        bool nested = lang_is_function(self, t->argument);
        if (nested) buf_puts(out, "(");
        lang_type_print(self, t->argument, out);
        buf_puts(out, nested ? ") -> " : " -> ");
        lang_type_print(self, t->result, out);
    }
}

/* Literals of one name and several types: only the first is found by its name. */
static void add_literal(struct lang *self, const char *name) {
    uint32_t n = self->literals.names.n;
    char other[32];
    if (symbols_add(&self->literals, name, strlen(name)) == n) return;
    snprintf(other, sizeof other, "\x01%u", n);
    symbols_add(&self->literals, other, strlen(other));
    self->literals.names.at[n] = arena_strndup(self->arena, name, strlen(name));
    self->has_twins = true;
}

uint16_t lang_op(struct lang *self, const struct op *op) {
    if (self->ops.n >= OP_NONE)
        guard_raise(self->arena->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "more than %u operations and constants; the targets have too many different "
                    "names, numbers or texts",
                    OP_NONE);
    struct op copy = *op;
    copy.name = arena_strndup(self->arena, op->name, strlen(op->name));
    vec_push(self->arena, &self->ops, copy);
    uint16_t id = (uint16_t)(self->ops.n - 1);
    if (op->literal >= 0) {
        add_literal(self, op->name);
        vec_push(self->arena, &self->literal_ops, id);
    } else {
        vec_push(self->arena, &self->own_ops, id);
    }
    return id;
}

uint16_t lang_op_find(const struct lang *self, const char *name, size_t length) {
    for (uint32_t i = 0; i < self->own_ops.n; i++) {
        const struct op *op = &self->ops.at[self->own_ops.at[i]];
        if (!strncmp(op->name, name, length) && !op->name[length]) return self->own_ops.at[i];
    }
    return OP_NONE;
}

uint16_t lang_literal_find(const struct lang *self, const char *name, size_t length) {
    uint32_t literal = symbols_find(&self->literals, name, length);
    return literal == SYMBOL_NONE ? OP_NONE : self->literal_ops.at[literal];
}

uint16_t lang_literal_next(const struct lang *self, uint16_t op) {
    const char *name = self->ops.at[op].name;
    for (uint32_t i = (uint32_t)self->ops.at[op].literal + 1;
         self->has_twins && i < self->literal_ops.n; i++)
        if (!strcmp(self->ops.at[self->literal_ops.at[i]].name, name))
            return self->literal_ops.at[i];
    return OP_NONE;
}

/* ---- hash-consing ----------------------------------------------------------- */

static bool same_subs(const struct term *a, const struct term *const *subs) {
    for (uint32_t i = 0; i < a->n_subs; i++)
        if (a->subs[i] != subs[i]) return false;
    return true;
}

static bool same_term(const struct term *a, const struct term *b, const struct term *const *subs) {
    return a->hash == b->hash && a->kind == b->kind && a->n_subs == b->n_subs &&
           a->type == b->type && a->op == b->op && a->index == b->index && a->number == b->number &&
           same_subs(a, subs);
}

static void widen(struct lang *self) {
    const struct term_slot *old = self->slots, *end = old + self->n_slots;
    self->n_slots *= 2;
    self->slots = arena_zalloc(self->arena, self->n_slots * sizeof *self->slots);
    for (; old < end; old++) {
        uint32_t at = old->hash & (self->n_slots - 1);
        while (old->term && self->slots[at].term) at = (at + 1) & (self->n_slots - 1);
        if (old->term) self->slots[at] = *old;
    }
}

static const struct term *intern(struct lang *self, struct term *key,
                                 const struct term *const *subs) {
    uint64_t bits;
    memcpy(&bits, &key->number, sizeof bits);
    key->hash = hash_mix(hash_mix(key->kind, key->type), hash_mix(key->op, key->index) ^ bits);
    for (uint32_t i = 0; i < key->n_subs; i++) {
        key->hash = hash_mix(key->hash, subs[i]->id + 1u);
        if (subs[i]->open > key->open) key->open = subs[i]->open;
        key->erases |= subs[i]->erases;
    }
    if (key->kind == TERM_LAMBDA && key->open) key->open--;
    uint32_t hash = (uint32_t)key->hash, at = hash & (self->n_slots - 1);
    for (; self->slots[at].term; at = (at + 1) & (self->n_slots - 1)) {
        if (self->slots[at].hash != hash) continue;
        const struct term *there = self->terms.at[self->slots[at].term - 1];
        if (same_term(there, key, subs)) return there;
    }
    struct term *made = arena_alloc(self->arena, sizeof *made + key->n_subs * sizeof *subs);
    *made = *key;
    made->id = self->terms.n;
    for (uint32_t i = 0; i < key->n_subs; i++) made->subs[i] = subs[i];
    vec_push(self->arena, &self->terms, made);
    self->slots[at] = (struct term_slot){hash, self->terms.n};
    if (self->terms.n * 2 > self->n_slots) widen(self);
    return made;
}

const struct term *term_var(struct lang *self, uint32_t index, type_id type) {
    struct term key = {
        .kind = TERM_VAR, .type = type, .index = index, .open = (uint16_t)(index + 1)};
    return intern(self, &key, NULL);
}

static bool uses(const struct term *term, uint32_t index) {
    if (term->open <= index) return false;
    if (term->kind == TERM_VAR) return term->index == index;
    bool found = false;
    for (uint32_t i = 0; i < term->n_subs && !found; i++)
        found = uses(term->subs[i], index + (term->kind == TERM_LAMBDA));
    return found;
}

const struct term *term_lambda(struct lang *self, type_id argument, const struct term *body) {
    struct term key = {.kind = TERM_LAMBDA,
                       .n_subs = 1,
                       .type = lang_function(self, argument, body->type),
                       .erases = !uses(body, 0)};
    return intern(self, &key, &body);
}

const struct term *term_apply(struct lang *self, const struct term *f, const struct term *a) {
    const struct term *subs[2] = {f, a};
    struct term key = {.kind = TERM_APPLY, .n_subs = 2, .type = self->types.at[f->type].result};
    return intern(self, &key, subs);
}

const struct term *term_op(struct lang *self, uint16_t op, const struct term *const *args) {
    const struct op *o = &self->ops.at[op];
    struct term key = {.kind = TERM_OP, .n_subs = o->n_args, .type = o->result, .op = op};
    return intern(self, &key, args);
}

const struct term *term_number(struct lang *self, double value) {
    struct term key = {
        .kind = TERM_NUMBER, .type = self->number_type, .erases = value < 1, .number = value};
    return intern(self, &key, NULL);
}

const struct term *term_slot(struct lang *self, type_id type) {
    struct term key = {.kind = TERM_SLOT, .type = type};
    return intern(self, &key, NULL);
}

uint32_t term_count_variables(const struct term *term) {
    uint32_t n = term->kind == TERM_VAR;
    for (uint32_t i = 0; i < term->n_subs; i++) n += term_count_variables(term->subs[i]);
    return n;
}

uint32_t term_count_operations(const struct term *term) {
    uint32_t n = term->kind != TERM_VAR && term->kind != TERM_LAMBDA;
    for (uint32_t i = 0; i < term->n_subs; i++) n += term_count_operations(term->subs[i]);
    return n;
}

bool term_has_slot(const struct term *term) {
    if (term->kind == TERM_SLOT) return true;
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (term_has_slot(term->subs[i])) return true;
    return false;
}

/* ---- substitution and reduction ---------------------------------------------- */

static const struct term *rebuild(struct lang *self, const struct term *term,
                                  const struct term *const *subs) {
    switch (term->kind) {
    case TERM_LAMBDA: return term_lambda(self, self->types.at[term->type].argument, subs[0]);
    case TERM_APPLY: return term_apply(self, subs[0], subs[1]);
    case TERM_OP: return term_op(self, term->op, subs);
    default: return term;
    }
}

/* Add `by` to the free variables of `term`, those at or above `cutoff`. */
static const struct term *shift(struct lang *self, const struct term *term, uint32_t by,
                                uint32_t cutoff) {
    if (!by || term->open <= cutoff) return term;
    if (term->kind == TERM_VAR) return term_var(self, term->index + by, term->type);
    const struct term *subs[OP_MAX_ARGS];
    for (uint32_t i = 0; i < term->n_subs; i++)
        subs[i] = shift(self, term->subs[i], by, cutoff + (term->kind == TERM_LAMBDA));
    return rebuild(self, term, subs);
}

/* Replace variable `depth` of `term` by `value`, and close the gap it leaves. */
static const struct term *substitute(struct lang *self, const struct term *term, uint32_t depth,
                                     const struct term *value) {
    if (term->open <= depth) return term;
    if (term->kind == TERM_VAR)
        return term->index == depth ? shift(self, value, depth, 0)
                                    : term_var(self, term->index - 1, term->type);
    const struct term *subs[OP_MAX_ARGS];
    for (uint32_t i = 0; i < term->n_subs; i++)
        subs[i] = substitute(self, term->subs[i], depth + (term->kind == TERM_LAMBDA), value);
    return rebuild(self, term, subs);
}

const struct term *term_reduce(struct lang *self, const struct term *term, uint32_t *fuel) {
    if (!*fuel)
        guard_raise(self->arena->guard, G2L2_STATUS_LIMIT, 0, 0, "the program grows too large");
    --*fuel;
    const struct term *subs[OP_MAX_ARGS];
    for (uint32_t i = 0; i < term->n_subs; i++) subs[i] = term_reduce(self, term->subs[i], fuel);
    if (term->kind == TERM_APPLY && subs[0]->kind == TERM_LAMBDA)
        return term_reduce(self, substitute(self, subs[0]->subs[0], 0, subs[1]), fuel);
    return rebuild(self, term, subs);
}

/* ---- behaviour --------------------------------------------------------------- */

#define POWER_MAX 64

static bool is_count(const struct term *term) {
    double n = term->number;
    return term->kind == TERM_NUMBER && n >= 0 && n <= POWER_MAX && n == (double)(int)n;
}

/* The operands of nested uses of an associative operation, in order, with
 * units dropped and powers written out: concat(x, repeat(y, 2)) is x y y. They
 * are put on the stack self->parts. */
static void flatten(struct lang *self, uint16_t op, const struct term *term) {
    const struct op *o = term->kind == TERM_OP ? &self->ops.at[term->op] : NULL;
    if (o && term->op == op) {
        flatten(self, op, term->subs[0]);
        flatten(self, op, term->subs[1]);
    } else if (o && o->power_of == op && is_count(term->subs[1])) {
        for (int i = 0; i < (int)term->subs[1]->number; i++) flatten(self, op, term->subs[0]);
    } else if (!o || term->op != self->ops.at[op].unit) {
        const struct term *part = term_behaviour(self, term);
        vec_push(self->arena, &self->parts, part);
    }
}

static void sort_by_id(const struct term **at, uint32_t n) {
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t j = i; j && at[j - 1]->id > at[j]->id; j--) {
            const struct term *swap = at[j];
            at[j] = at[j - 1];
            at[j - 1] = swap;
        }
}

const struct term *term_behaviour(struct lang *self, const struct term *term) {
    if (term->kind == TERM_OP) {
        const struct op *o = &self->ops.at[term->op];
        bool power = o->power_of != OP_NONE && is_count(term->subs[1]);
        uint16_t op = power ? o->power_of : term->op;
        if (self->ops.at[op].associative) {
            uint32_t first = self->parts.n;
            flatten(self, op, term);
            uint32_t n = self->parts.n - first;
            const struct term **parts = n ? self->parts.at + first : NULL;
            self->parts.n = first;
            if (self->ops.at[op].commutative) sort_by_id(parts, n);
            uint16_t unit = self->ops.at[op].unit;
            if (!n && unit != OP_NONE) return term_op(self, unit, NULL);
            const struct term *out = n ? parts[n - 1] : term;
            for (uint32_t i = n; i-- > 1;)
                out = term_op(self, op, (const struct term *[]){parts[i - 1], out});
            return out;
        }
    }
    const struct term *subs[OP_MAX_ARGS];
    for (uint32_t i = 0; i < term->n_subs; i++) subs[i] = term_behaviour(self, term->subs[i]);
    if (term->kind == TERM_OP && self->ops.at[term->op].commutative) sort_by_id(subs, 2);
    return rebuild(self, term, subs);
}

bool term_asks_for(const struct term *term, type_id type) {
    if (term->kind == TERM_SLOT) return term->type == type;
    for (uint32_t i = 0; i < term->n_subs; i++)
        if (term_asks_for(term->subs[i], type)) return true;
    return false;
}
