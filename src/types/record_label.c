/* Labels as records: what a sentence means is the value of the only field or, where names are cut, has a
 * field for each of their parts, so that words can mean them.
 *
 *     TRACK_ORDER      {label: "TRACK_ORDER"}
 *     turn_on_light    {part1: "turn", part2: "_on", part3: "_light"}
 *
 * So have calls one for their name and for each argument: which it is may be for the form of a word to say, or a
 * particle beside it, wherever they stand.
 *
 *     LOVE(girl,dog)   {name: "LOVE", first: "girl", second: "dog"} */
#include <stdio.h>
#include <string.h>

#include "common/json.h"
#include "types/record.h"

#define WHOLE      "label"
#define MOST_PARTS 4   /* the last has the rest of the name */
#define MISSING    "?" /* in place of a part that no word says: then it is no name */

/* Of a call: its name and its arguments. */
static const char *const roles[LANG_MOST_ARGUMENTS + 1] = {"name",   "first", "second", "third",
                                                           "fourth", "fifth", "sixth"};

static const char *part_name(struct arena *arena, uint32_t number) {
    char *name = arena_array(arena, char, sizeof "part1");
    snprintf(name, sizeof "part1", "part%u", number % (MOST_PARTS + 1));
    return name;
}

/* As it is in JSON, and so written once more: 45, not 045. */
static bool is_plain_number(const char *text, size_t n) {
    size_t digits = strspn(text, "0123456789");
    if (!digits || (digits > 1 && *text == '0')) return false;
    if (digits < n && text[digits] == '.') digits += 1 + strspn(text + digits + 1, "0123456789");
    return digits == n && text[n - 1] != '.';
}

static void add_field(struct arena *arena, const char *field, const char *text, size_t n,
                      record_leaves *out) {
    const char **path = arena_array(arena, const char *, 1);
    struct record_leaf leaf = {.depth = 1, .path = path};
    struct buf part, json;
    buf_init(&part, arena);
    buf_init(&json, arena);
    buf_put(&part, text, n);
    if (is_plain_number(text, n)) buf_put(&json, text, n);
    else json_put_text(&json, part.at);
    *path = field;
    leaf.value = json.at;
    vec_push(arena, out, leaf);
}

static bool read_call(struct arena *arena, const char *target, record_leaves *out,
                      const char **why) {
    uint32_t n_arguments;
    const char *part;
    if (!lang_is_call(target, &n_arguments)) {
        *why = "it is no call of a name with up to six arguments, none of which is a call";
        return false;
    }
    for (size_t n, i = 0; (part = lang_call_part(&target, &n)); i++)
        add_field(arena, roles[i], part, n, out);
    return true;
}

bool record_read_target(struct arena *arena, const struct lang *lang, const char *target,
                        record_leaves *out, const char **why) {
    size_t length = strlen(target);
    if (!lang->labelled) return record_read(arena, target, out, why);
    if (lang->called) return read_call(arena, target, out, why);
    if (!lang->pieces) add_field(arena, WHOLE, target, length, out);
    for (size_t at = 0, n, i = 1; lang->pieces && at < length; at += n, i++) {
        n = i < MOST_PARTS ? lang_piece(lang, target + at, length - at) : length - at;
        add_field(arena, part_name(arena, (uint32_t)i), target + at, n, out);
    }
    return true;
}

/* The text that a field of this name has, from 1 to MOST_PARTS; NULL: it has none. */
static const char *text_of(const struct records *s, const struct field *fields, uint32_t n,
                           const char *name) {
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(records_name(s, &fields[i]), name))
            return record_unquoted(records_arena(s), records_text(s, fields[i].value));
    return NULL;
}

void record_print_call(const struct records *s, const struct field *fields, uint32_t n,
                       struct buf *out) {
    uint32_t found = 0, i = 0;
    for (; found < n && i <= LANG_MOST_ARGUMENTS; i++) {
        const char *text = text_of(s, fields, n, roles[i]);
        if (i) buf_puts(out, i > 1 ? "," : "(");
        buf_puts(out, text ? text : MISSING);
        found += text != NULL;
    }
    if (i > 1) buf_puts(out, ")");
}

void record_print_label(const struct records *s, const struct field *fields, uint32_t n,
                        struct buf *out) {
    const char *text = text_of(s, fields, n, WHOLE);
    if (text) {
        buf_puts(out, text);
        return;
    }
    for (uint32_t i = 1, found = 0; found < n && i <= MOST_PARTS; i++) {
        text = text_of(s, fields, n, part_name(records_arena(s), i));
        buf_puts(out, text ? text : MISSING);
        found += text != NULL;
    }
}
