/* Values of types that a program brought. A value is a string of bytes, and equal values have equal
 * bytes, so that all the library needs is to call the program's functions and to look bytes up:
 *
 *     args ─▶ g2l2_value ─▶ run (theirs) ─▶ g2l2_made, in room of ours ─▶ copied ─▶ number
 *
 * What they are given is const, and what they write is measured before it is used. A type that
 * writes more than there is room for, or that does not read back what it prints, is told from one
 * that has no such value: that ends the call with an error. */
#include <math.h>
#include <string.h>

#include "types/given.h"

static _Noreturn void broken(struct arena *arena, const char *name, const char *what) {
    guard_raise(arena->guard, G2L2_STATUS_TYPE, 0, 0, "the value type or operation '%.60s' %s",
                name, what);
}

/* ---- interning ------------------------------------------------------------------------------- */

void given_open(struct given_values *self, struct arena *arena, const struct lang *lang) {
    *self = (struct given_values){.arena = arena, .lang = lang};
}

static uint64_t hash_of(const struct given_value *v) {
    return hash_bytes(v->bytes, v->length, v->kind);
}

static void widen(struct given_values *self) {
    self->cap = self->cap ? self->cap * 2 : 64;
    self->slots = arena_zalloc(self->arena, self->cap * sizeof *self->slots);
    for (uint32_t i = 0; i < self->all.n; i++) {
        uint32_t at = (uint32_t)hash_of(&self->all.at[i]) & (self->cap - 1);
        while (self->slots[at]) at = (at + 1) & (self->cap - 1);
        self->slots[at] = i + 1;
    }
}

static bool same(const struct given_value *a, const struct given_value *b) {
    return a->kind == b->kind && a->length == b->length && !memcmp(a->bytes, b->bytes, a->length);
}

static struct given_value keep(struct arena *arena, uint32_t kind, const void *bytes,
                               size_t length) {
    unsigned char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, bytes, length);
    copy[length] = 0;
    return (struct given_value){(uint8_t)kind, (uint32_t)length, copy};
}

uint32_t given_intern(struct given_values *self, uint32_t kind, const void *bytes, size_t length) {
    struct given_value key = {(uint8_t)kind, (uint32_t)length, bytes};
    if (self->all.n * 2 >= self->cap) widen(self);
    uint32_t at = (uint32_t)hash_of(&key) & (self->cap - 1);
    for (; self->slots[at]; at = (at + 1) & (self->cap - 1))
        if (same(&self->all.at[self->slots[at] - 1], &key)) return self->slots[at] - 1;
    vec_push(self->arena, &self->all, keep(self->arena, kind, bytes, length));
    self->slots[at] = self->all.n;
    return self->all.n - 1;
}

/* ---- their functions --------------------------------------------------------------------------- */

static const struct given_type *type_of(const struct lang *lang, uint32_t kind) {
    return kind_given(lang->registry, kind);
}

static g2l2_value view(const struct given_value *v) {
    return (g2l2_value){.bytes = v->bytes, .length = v->length};
}

static g2l2_made room_for(unsigned char *bytes, size_t room) {
    memset(bytes, 0, room);
    return (g2l2_made){.bytes = bytes, .room = room};
}

static void check_length(struct arena *arena, const char *name, const g2l2_made *made) {
    if (made->length > made->room) broken(arena, name, "made a value longer than it may be");
}

bool given_parse(struct arena *arena, const struct lang *lang, uint32_t kind, const char *text,
                 struct given_value *out) {
    unsigned char bytes[MAX_VALUE_BYTES];
    const struct given_type *type = type_of(lang, kind);
    g2l2_made made = room_for(bytes, type->max_bytes);
    if (!type->parse(type->context, text, &made)) return false;
    check_length(arena, type->row.name, &made);
    *out = keep(arena, kind, bytes, made.length);
    return true;
}

void given_print(const struct lang *lang, const struct given_value *value, struct buf *out) {
    const struct given_type *type = type_of(lang, value->kind);
    char text[MAX_VALUE_BYTES * 4];
    g2l2_value given = view(value);
    *text = 0;
    size_t n = type->print(type->context, &given, text, sizeof text);
    if (n >= sizeof text || memchr(text, 0, n) || text[n])
        broken(out->arena, type->row.name, "printed more than 16 kB, or not what it said");
    if (text_valid(text, n) < n) broken(out->arena, type->row.name, "printed what is not UTF-8");
    buf_put(out, text, n);
}

bool given_constant(struct arena *arena, const struct lang *lang, const struct given_value *value,
                    size_t i, struct given_value *out) {
    unsigned char bytes[MAX_VALUE_BYTES];
    const struct given_type *type = type_of(lang, value->kind);
    g2l2_value given = view(value);
    *out = *value;
    if (!type->constant) return i == 0;
    g2l2_made made = room_for(bytes, type->max_bytes);
    if (!type->constant(type->context, &given, i, &made)) return false;
    check_length(arena, type->row.name, &made);
    *out = keep(arena, value->kind, bytes, made.length);
    return true;
}

bool given_run(struct arena *arena, const struct lang *lang, uint32_t kernel,
               const g2l2_value *args, struct given_result *out) {
    unsigned char bytes[MAX_VALUE_BYTES];
    const struct given_operation *op = operation_given(lang->registry, kernel);
    const struct given_type *type = type_of(lang, op->row.result);
    g2l2_made made = room_for(bytes, type ? type->max_bytes : MAX_SYMBOL_BYTES);
    if (!op->run(op->context, args, &made)) return false;
    check_length(arena, op->row.name, &made);
    if (op->row.result == KIND_SYMBOL && text_valid((char *)bytes, made.length) < made.length)
        broken(arena, op->row.name, "made a symbol that is not UTF-8");
    *out = (struct given_result){.number = made.number};
    if (type || op->row.result == KIND_SYMBOL)
        out->value = keep(arena, op->row.result, bytes, made.length);
    return type || op->row.result == KIND_SYMBOL || isfinite(made.number);
}
