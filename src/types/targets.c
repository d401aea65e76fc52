/* What examples ask for, read from their texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "types/given.h"
#include "types/record.h"

/* ---- sequences of actions, some of them calls ------------------------------------------ */

typedef VEC(uint32_t) numbers;

static bool has_calls(const struct lang *lang) {
    for (uint32_t i = 0; i < lang->own_ops.n; i++)
        if (lang->ops.at[lang->own_ops.at[i]].kernel == KERNEL_CALL) return true;
    return false;
}

static bool is_thing(const struct lang *lang, const char *at, size_t n) {
    uint16_t op = n ? lang_literal_find(lang, at, n) : OP_NONE;
    return op != OP_NONE && lang->types.at[lang->ops.at[op].result].kind == KIND_SYMBOL;
}

/* An action and the things behind it. */
static size_t bare_length(const struct lang *lang, const char *at) {
    size_t end = strcspn(at, " \t\r\n");
    for (;;) {
        const char *next = at + end + strspn(at + end, " \t\r\n");
        size_t n = strcspn(next, " \t\r\n");
        if (!is_thing(lang, next, n)) return end;
        end = (size_t)(next - at) + n;
    }
}

size_t target_name_length(const char *at) {
    size_t n = strcspn(at, "(), \t\r\n");
    return n && at[n] == '(' && at[n + 1] == ')' ? n + 2 : n;
}

/* A target that is being read. */
struct reading {
    struct arena *arena;
    const struct lang *lang;
    bool calls; /* there may be some */
    numbers literals, within, parts;
    VEC(const char *) texts; /* of the calls */
};

static void note_constants(struct reading *r, const char *at, size_t n) {
    uint16_t op = n ? lang_literal_find(r->lang, at, n) : OP_NONE;
    for (; op != OP_NONE; op = lang_literal_next(r->lang, op))
        vec_push(r->arena, &r->within, (uint32_t)r->lang->ops.at[op].literal);
}

/* The number of a call, by its text. */
static uint32_t number_of_call(struct reading *r, const char *text) {
    uint32_t i = 0;
    while (i < r->texts.n && strcmp(r->texts.at[i], text)) i++;
    if (i == r->texts.n) vec_push(r->arena, &r->texts, text);
    return r->lang->literal_ops.n + i;
}

/* An action and the things behind it, with one blank between them. */
static const char *read_bare(struct reading *r, const char *at, uint32_t *number) {
    struct buf text;
    buf_init(&text, r->arena);
    for (const char *end = at + bare_length(r->lang, at); at < end; at += strspn(at, " \t\r\n")) {
        size_t n = strcspn(at, " \t\r\n");
        if (text.n) buf_puts(&text, " ");
        buf_put(&text, at, n);
        note_constants(r, at, n);
        at += n;
    }
    *number = number_of_call(r, text.at);
    return at;
}

static const char *read_call(struct reading *r, const char *at, uint32_t depth, uint32_t *number);

static uint32_t find_sequence(const struct lang *lang, const char *at, size_t n) {
    uint16_t op = lang_literal_find(lang, at, n);
    while (op != OP_NONE && lang->types.at[lang->ops.at[op].result].kind != KIND_SEQUENCE)
        op = lang_literal_next(lang, op);
    return op == OP_NONE ? UINT32_MAX : (uint32_t)lang->ops.at[op].literal;
}

/* One name or call of an argument; *number: of the action that it is, UINT32_MAX: it is none. */
static const char *read_one(struct reading *r, const char *at, uint32_t depth, uint32_t *number) {
    size_t n = target_name_length(at);
    if (n && at[n] == '(' && depth < TARGET_MAX_DEPTH) return read_call(r, at, depth, number);
    note_constants(r, at, n);
    *number = n ? find_sequence(r->lang, at, n) : UINT32_MAX;
    return at + n;
}

/* An argument. Where it is a sequence of actions, that is a part of the target; what is within these
 * stands before it. */
static const char *read_argument(struct reading *r, const char *at, uint32_t depth) {
    numbers actions = {0};
    bool sequence = true;
    for (; *at && *at != ',' && *at != ')'; at += *at == ' ' || *at == '(') {
        uint32_t number;
        at = read_one(r, at, depth, &number);
        sequence &= number != UINT32_MAX;
        if (sequence) vec_push(r->arena, &actions, number);
    }
    if (!sequence || !actions.n) return at;
    vec_push(r->arena, &r->parts, TARGET_GAP);
    for (uint32_t i = 0; i < actions.n; i++) vec_push(r->arena, &r->parts, actions.at[i]);
    return at;
}

/* `WHEN(OPEN(door),ON(lamp) ON(fan))`, as text_actions leaves it: the calls in it are numbered, too. */
static const char *read_call(struct reading *r, const char *at, uint32_t depth, uint32_t *number) {
    const char *begin = at;
    size_t head = strcspn(at, "(");
    note_constants(r, at, head);
    at += head;
    do at = read_argument(r, at + 1, depth + 1);
    while (*at == ',');
    if (*at) at++;
    *number = number_of_call(r, arena_strndup(r->arena, begin, (size_t)(at - begin)));
    return at;
}

/* One action at the top. */
static const char *read_action(struct reading *r, const char *at, const char **why) {
    size_t n = r->calls && !r->lang->bare ? target_name_length(at) : strcspn(at, " \t\r\n");
    uint32_t number;
    if (r->calls && r->lang->bare && bare_length(r->lang, at) > n) {
        at = read_bare(r, at, &number);
    } else if (r->calls && !r->lang->bare && n && at[n] == '(') {
        at = read_call(r, at, 0, &number);
    } else {
        n = lang_piece(r->lang, at, n ? n : 1);
        uint16_t op = lang_literal_find(r->lang, at, n);
        *why = "it has an action that no training example has";
        if (op == OP_NONE) return NULL;
        number = (uint32_t)r->lang->ops.at[op].literal;
        at += n;
    }
    vec_push(r->arena, &r->literals, number);
    return at;
}

/* Targets of files have none, but for calls one behind the other. */
static bool has_blanks_in_calls(const char *text) {
    uint32_t depth = 0;
    for (; *text; text++) {
        if (depth && strchr(" \t\r\n", *text)) return true;
        depth += *text == '(';
        depth -= depth && *text == ')';
    }
    return false;
}

bool target_read_sequence(struct arena *arena, const struct lang *lang, const char *text,
                          struct target *out, const char **why) {
    struct reading r = {.arena = arena, .lang = lang, .calls = has_calls(lang)};
    struct buf folded;
    if (r.calls && !lang->bare && has_blanks_in_calls(text)) {
        buf_init(&folded, arena);
        text_actions(text, strlen(text), &folded);
        text = folded.at;
    }
    for (const char *at = text; *(at += strspn(at, " \t\r\n"));)
        if (!(at = read_action(&r, at, why))) return false;
    *out = (struct target){.n = r.literals.n,
                           .literals = r.literals.at,
                           .n_calls = r.texts.n,
                           .calls = r.texts.at,
                           .n_parts = r.parts.n,
                           .parts = r.parts.at,
                           .n_within = r.within.n,
                           .within = r.within.at};
    return true;
}

/* ---- numbers ---------------------------------------------------------------------------- */

/* The type of what a sentence means. */
static type_id meant_number(const struct lang *lang) {
    uint32_t i = 1;
    while (i < lang->types.n && !(lang->types.at[i].meant && lang->types.at[i].kind == KIND_NUMBER))
        i++;
    return i < lang->types.n ? (type_id)i : lang->number_type;
}

bool target_read_number(struct arena *arena, const struct lang *lang, const char *text,
                        struct target *out, const char **why) {
    (void)arena;
    char *end;
    *out = (struct target){.number = strtod(text, &end), .type = meant_number(lang)};
    while (*end == ' ' || *end == '\r') end++;
    if (end != text && !*end) return true;
    *why = "it is not a number";
    return false;
}

/* ---- values of types that a program brought ------------------------------------------------ */

/* What of it words may name by themselves, where the type says so. */
static void name_constants(struct arena *arena, const struct lang *lang, struct target *out) {
    const struct given_value *value = out->given;
    if (!kind_given(lang->registry, value->kind)->constant) return;
    numbers within = {0};
    struct given_value one;
    for (size_t i = 0; i < TARGET_MAX_CONSTANTS && given_constant(arena, lang, value, i, &one);
         i++) {
        struct buf name;
        buf_init(&name, arena);
        given_print(lang, &one, &name);
        uint16_t op = lang_literal_find(lang, name.at ? name.at : "", name.n);
        for (; op != OP_NONE; op = lang_literal_next(lang, op))
            if (lang->types.at[lang->ops.at[op].result].kind == value->kind)
                vec_push(arena, &within, (uint32_t)lang->ops.at[op].literal);
    }
    out->n_within = within.n;
    out->within = within.at;
}

/* Of a type that a sentence can mean. */
static bool is_given(struct arena *arena, const struct lang *lang, const char *text,
                     struct target *out) {
    struct given_value value;
    for (uint32_t i = 1; i < lang->types.n; i++) {
        const struct type *type = &lang->types.at[i];
        if (!type->meant || type->kind < N_KINDS ||
            !given_parse(arena, lang, type->kind, text, &value))
            continue;
        struct given_value *kept = arena_new(arena, struct given_value);
        *kept = value;
        *out = (struct target){.given = kept, .type = (type_id)i};
        name_constants(arena, lang, out);
        return true;
    }
    return false;
}

/* ---- answers: yes or no, a number, a word ------------------------------------------------ */

static bool is_number(const char *text) {
    size_t n = strspn(text, "0123456789");
    return n && n <= 4 && !text[n];
}

static bool is_truth(const struct lang *lang, const char *text, struct target *out) {
    for (uint32_t i = 0; i < lang->own_ops.n; i++) {
        const struct op *op = &lang->ops.at[lang->own_ops.at[i]];
        if (strcmp(op->name, text)) continue;
        if (op->kernel != KERNEL_TRUE && op->kernel != KERNEL_FALSE) continue;
        if (out) *out = (struct target){.type = op->result, .number = op->kernel == KERNEL_TRUE};
        return true;
    }
    return false;
}

bool target_is_truth(const struct lang *lang, const char *text, bool *yes) {
    struct target target;
    if (!is_truth(lang, text, &target)) return false;
    *yes = target.number != 0;
    return true;
}

/* As the data call it (a constant of the same name), else the first name that the definition has. */
const char *target_truth_name(const struct lang *lang, bool truth) {
    const char *first = NULL;
    struct target of;
    for (uint32_t i = 0; i < lang->ops.n; i++) {
        const struct op *op = &lang->ops.at[i];
        bool named = op->literal >= 0 && lang->types.at[op->result].kind == KIND_TRUTH;
        if (named && is_truth(lang, op->name, &of) && of.number == truth) return op->name;
        bool own = op->kernel == (truth ? KERNEL_TRUE : KERNEL_FALSE);
        if (own && !first) first = op->name;
    }
    return first ? first : truth ? "yes" : "no";
}

static bool has_given(const struct lang *lang) {
    bool found = false;
    for (uint32_t i = 1; i < lang->types.n; i++)
        found |= lang->types.at[i].meant && lang->types.at[i].kind >= N_KINDS;
    return found;
}

bool target_is_answer_word(const struct lang *lang, const char *word) {
    return !(is_number(word) && lang->number_type != TYPE_NONE) && !is_truth(lang, word, NULL);
}

bool target_read_answer(struct arena *arena, const struct lang *lang, const char *text,
                        struct target *out, const char **why) {
    if (is_truth(lang, text, out) || is_given(arena, lang, text, out)) return true;
    if (is_number(text) && lang->number_type != TYPE_NONE) {
        int number = 0;
        sscanf(text, "%d", &number);
        *out = (struct target){.type = lang->number_type, .number = number};
        return true;
    }
    uint16_t op = lang_literal_find(lang, text, strlen(text));
    *why = has_given(lang)     ? "it is no value of a type that a sentence can mean"
           : strchr(text, ' ') ? "an answer is one word"
                               : "it is no answer that was ever seen";
    for (; op != OP_NONE; op = lang_literal_next(lang, op)) {
        if (lang->types.at[lang->ops.at[op].result].kind != KIND_SYMBOL) continue;
        uint32_t *literal = arena_array(arena, uint32_t, 1);
        *literal = (uint32_t)lang->ops.at[op].literal;
        *out = (struct target){.n = 1, .literals = literal, .type = lang->ops.at[op].result};
        return true;
    }
    return false;
}

/* ---- records -------------------------------------------------------------------------------- */

bool target_read_record(struct arena *arena, const struct lang *lang, const char *text,
                        struct target *out, const char **why) {
    record_leaves leaves = {0};
    if (!record_read_target(arena, lang, text, &leaves, why)) return false;
    *out = (struct target){.json = text};
    return true;
}

/* ---- answers about stated facts -------------------------------------------------------------- */

static type_id type_of_kind(const struct lang *lang, enum value_kind kind) {
    for (uint32_t i = 1; i < lang->types.n; i++)
        if (lang->types.at[i].kind == kind) return (type_id)i;
    return TYPE_NONE;
}

bool target_read_fact(struct arena *arena, const struct lang *lang, const char *text,
                      struct target *out, const char **why) {
    char *end;
    if (is_truth(lang, text, out)) return true;
    double number = strtod(text, &end);
    bool written = text[0] && !text[strspn(text, "0123456789.-+eE")];
    if (written && end != text && !*end && lang->number_type != TYPE_NONE) {
        *out = (struct target){.type = lang->number_type, .number = number, .text = text};
        return true;
    }
    type_id type = type_of_kind(lang, KIND_SYMBOL);
    *out = (struct target){.type = type, .text = arena_strndup(arena, text, strlen(text))};
    *why = "the definition has no words as answers";
    return type != TYPE_NONE;
}
