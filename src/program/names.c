/* Names of actions that are cut into parts, so that words can mean the parts.
 *
 *     LAMP_ON  FAN_ON  LAMP_OFF     LAMP first of two, _ON last of two, ...
 *       FAN_OFF                     every part where it was seen: a name like these
 *       LAMP, _ON_OFF               it is no name by itself, and does not begin one
 *
 * Words that mean parts can be put together in ways that make no name at all. What was cut is
 * kept, so that this can be told from a new name. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "program/program.h"

#define SPACE " \t\r\n"

/* A sign that belongs to what is behind it: !a, ~a. */
static bool is_opening(char c) {
    return c == '(' || c == '[' || c == '!' || c == '~';
}

static bool is_closing(char c) {
    return c == ')' || c == ']';
}

/* `(a`, `b)`: is there nothing between the two but what a bracket says? */
bool lang_is_joined(const struct lang *self, const char *before, const char *name) {
    if (lang_is_piece(self, name)) return true;
    size_t n = strlen(before);
    return self->brackets && (is_closing(*name) || (n && is_opening(before[n - 1])));
}

bool lang_is_piece(const struct lang *self, const char *name) {
    return self->pieces && *name && strchr(self->pieces, *name);
}

/* turnOn: here, after a small letter? */
static bool is_hump(const struct lang *self, const char *at) {
    return self->capitals && isupper((unsigned char)*at) && islower((unsigned char)at[-1]);
}

size_t lang_piece(const struct lang *self, const char *token, size_t length) {
    size_t n = length ? 1 : 0;
    if (self->brackets) {
        while (n < length && !is_closing(token[n]) && !is_opening(token[n - 1]) &&
               !is_closing(token[n - 1]))
            n++;
        return n;
    }
    if (!self->pieces) return length;
    while (n < length && !strchr(self->pieces, token[n]) && !is_hump(self, token + n)) n++;
    return n;
}

bool lang_has_brackets(const char *target, bool *plain) {
    bool found = false;
    for (size_t i = 0; target[i]; i++) {
        bool open = is_opening(target[i]), close = is_closing(target[i]);
        char next = target[i + 1];
        found |= open || close;
        if (open && (!next || strchr(SPACE, next))) *plain = true;
        if (close && (!i || strchr(SPACE, target[i - 1]))) *plain = true;
        if (close && next && !strchr(SPACE, next) && !is_closing(next)) *plain = true;
    }
    return found;
}

static uint32_t count_pieces(const struct lang *self, const char *name, size_t length) {
    uint32_t n = 0;
    for (size_t at = 0; at < length; n++) at += lang_piece(self, name + at, length - at);
    return n;
}

/* Was the part in this place, the first of two say; where `add`, it is from now on. */
static bool has_place(const struct lang *self, struct symbols *add, const char *part, size_t size,
                      uint32_t i, uint32_t n) {
    char place[48];
    uint64_t hash = size;
    for (size_t k = 0; k < size; k++) hash = hash_mix(hash, (unsigned char)part[k]);
    size_t length = (size_t)snprintf(place, sizeof place, "%016" PRIx64 " %u/%u", hash, i, n);
    if (add) symbols_add(add, place, length);
    return symbols_find(&self->places, place, length) != SYMBOL_NONE;
}

/* Is the part a constant? As one, it is not always called what it is in a label. */
static bool is_part(const struct lang *self, const char *part, size_t size) {
    return self->labelled || symbols_find(&self->literals, part, size) != SYMBOL_NONE;
}

/* The same of each part of a name. */
static bool has_places(const struct lang *self, struct symbols *add, const char *name,
                       size_t length) {
    uint32_t n = count_pieces(self, name, length), i = 0;
    for (size_t at = 0, size; at < length; at += size) {
        size = lang_piece(self, name + at, length - at);
        if (!is_part(self, name + at, size) || !has_place(self, add, name + at, size, ++i, n))
            return false;
    }
    return true;
}

/* ---- calls ------------------------------------------------------------------------------------------- */

#define ANY     '_' /* argument of a call that data have */
#define MISSING '?' /* of one of which no word says what it is */

const char *lang_call_part(const char **at, size_t *n) {
    const char *part = *at + strspn(*at, "(, ");
    size_t length = strcspn(part, "(,)");
    if (!*part || *part == ')') return NULL;
    *at = part + length;
    while (length && part[length - 1] == ' ') length--;
    *n = length;
    return part;
}

bool lang_is_call(const char *target, uint32_t *n_arguments) {
    size_t name = strcspn(target, "(), "), n = strlen(target);
    const char *at = target;
    *n_arguments = 0;
    if (!name) return false;
    if (!target[name]) return true;
    if (target[name] != '(' || target[n - 1] != ')') return false;
    if (strcspn(target + name + 1, "(){}[]\"") != n - name - 2) return false;
    for (at += name; *at != ')'; (*n_arguments)++) {
        size_t length = strcspn(++at, ",)");
        if (strspn(at, " ") >= length) return false;
        at += length;
    }
    return *n_arguments <= LANG_MOST_ARGUMENTS;
}

/* LOVE(_,_) of LOVE(girl,dog). */
static void put_shape(const char *call, struct buf *out) {
    const char *part;
    buf_puts(out, "");
    for (size_t n, i = 0; (part = lang_call_part(&call, &n)); i++) {
        bool missing = n == 1 && *part == MISSING;
        if (i) buf_printf(out, "%s%c", i > 1 ? "," : "(", missing ? MISSING : ANY);
        else buf_put(out, part, n);
    }
    if (strchr(out->at, '(')) buf_puts(out, ")");
}

static const char *add_shape(struct lang *self, const char *call) {
    struct buf shape;
    buf_init(&shape, self->arena);
    put_shape(call, &shape);
    uint32_t number = symbols_add(&self->wholes, shape.at, shape.n);
    return self->wholes.names.at[number];
}

/* Has the data a call of this name with as many arguments? */
static bool is_shape(const char *shape, const char *call) {
    const char *a, *b;
    for (size_t n, m, i = 0;; i++) {
        a = lang_call_part(&shape, &n);
        b = lang_call_part(&call, &m);
        if (!a || !b) return !a && !b;
        bool same = i ? m != 1 || *b != MISSING || *a == MISSING : n == m && !memcmp(a, b, n);
        if (!same) return false;
    }
}

static bool has_shape(const struct lang *self, const char *call) {
    for (uint32_t i = 0; i < self->wholes.names.n; i++)
        if (is_shape(self->wholes.names.at[i], call)) return true;
    return false;
}

const char *lang_add_whole(struct lang *self, const char *name, size_t length) {
    if (self->called) return add_shape(self, name);
    if (!has_places(self, &self->places, name, length)) return NULL;
    uint32_t number = symbols_add(&self->wholes, name, length);
    return self->wholes.names.at[number];
}

/* From where it is: all of a label, or the next action. */
static size_t name_length(const struct lang *self, const char *at) {
    return self->labelled ? strlen(at) : strcspn(at, SPACE);
}

const char *lang_malformed(const struct lang *self, const char *sequence, size_t *length) {
    *length = 0;
    if (self->labelled && !*sequence) return sequence;
    if (!self->wholes.names.n) return NULL;
    if (self->called) return has_shape(self, sequence) ? NULL : sequence;
    for (const char *at = sequence; *(at += strspn(at, SPACE)); at += *length) {
        *length = name_length(self, at);
        if (!has_places(self, NULL, at, *length)) return at;
    }
    return NULL;
}

const char *lang_whole_with(const struct lang *self, const char *part, size_t length) {
    for (uint32_t i = 0; i < self->wholes.names.n; i++)
        if (!strncmp(self->wholes.names.at[i], part, length)) return self->wholes.names.at[i];
    return NULL;
}
