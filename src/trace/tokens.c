/* Where a program comes from: its text in pieces, each with the word that brought it.
 *
 *     jump twice and walk      concat( repeat( I_JUMP() , 2) ,  I_WALK() )
 *                              and     twice   jump     twice and  walk   and
 *
 * Reduction moves operations about and copies them, so they are told apart beforehand: each
 * word's are copies of the domain's with numbers of their own (derive.c, struct origins). */
#include <string.h>

#include "trace/make.h"

struct tokens {
    struct maker *maker;
    const struct lang *lang;
    const struct origins *marks;
    VEC(struct trace_token) list;
};

static uint32_t word_of(const struct tokens *t, const struct term *term) {
    if (term->kind != TERM_OP || !t->marks->words.n || term->op < t->marks->first)
        return TRACE_NONE;
    return t->marks->words.at[term->op - t->marks->first];
}

/* Neighbours of one word are one piece. */
static void put(struct tokens *t, const char *text, uint32_t word) {
    struct buf joined = make_text(t->maker);
    struct trace_token *last = t->list.n ? &t->list.at[t->list.n - 1] : NULL;
    if (last && last->word == word) {
        buf_printf(&joined, "%s%s", last->text, text);
        last->text = joined.at;
        return;
    }
    buf_puts(&joined, text);
    struct trace_token token = {joined.at, word};
    vec_push(&t->maker->parser->arena, &t->list, token);
}

/* As derive_print does; numbers belong to the operation that takes them. */
static void put_term(struct tokens *t, const struct term *term, uint32_t outer) {
    uint32_t word = word_of(t, term);
    bool call = term->kind == TERM_OP && term->n_subs;
    struct buf text = make_text(t->maker);
    if (call) buf_printf(&text, "%s(", t->lang->ops.at[term->op].name);
    else derive_print(t->lang, term, NULL, &text);
    put(t, text.at, word == TRACE_NONE && !call ? outer : word);
    for (uint32_t i = 0; call && i < term->n_subs; i++) {
        if (i) put(t, ", ", word);
        put_term(t, term->subs[i], word);
    }
    if (call) put(t, ")", word);
}

static const struct term *marked_program(struct maker *m, const struct derived *derived,
                                         struct lang *lang, struct origins *marks) {
    const struct term *term = derive_program(m->parser, lang, derived, marks);
    if (term) term = derive_reduce(lang, term);
    return term && m->domain->mixed ? derive_simplify(lang, term) : term;
}

static bool spells(const struct tokens *t, const char *program) {
    for (uint32_t i = 0; i < t->list.n; i++) {
        size_t n = strlen(t->list.at[i].text);
        if (strncmp(program, t->list.at[i].text, n)) return false;
        program += n;
    }
    return !*program;
}

void make_tokens(struct maker *m, const struct derived *derived, struct trace_derivation *out) {
    struct guard guard, *outer = m->parser->arena.guard;
    struct origins marks = {0};
    struct tokens t = {.maker = m, .marks = &marks};
    if (!out->program) return;
    m->parser->arena.guard = &guard; /* too many operations: no pieces */
    if (guard_try(&guard, NULL)) {
        struct lang *lang = derive_language(m->parser);
        const struct term *term = marked_program(m, derived, lang, &marks);
        t.lang = lang;
        if (term) put_term(&t, term, TRACE_NONE);
    }
    m->parser->arena.guard = outer;
    if (guard.status == G2L2_STATUS_NO_MEMORY)
        guard_raise(outer, guard.status, 0, 0, "out of memory");
    if (guard.status || !t.list.n || !spells(&t, out->program)) {
        t = (struct tokens){.maker = m};
        put(&t, out->program, TRACE_NONE);
    }
    out->tokens = t.list.at;
    out->n_tokens = t.list.n;
}
