/* The grammar and the entries as the text of a model, which is then read.
 *
 * Beside application there is composition, and type raising of what verbs take: over what
 * is left of the verb's category once it has been taken. That is what clauses with gaps
 * need, wherever the gap is. */
#include <string.h>

#include "learn/induce.h"
#include "model/text.h"

#define ALONE "W" /* of verbs as one-word sentences */

static void put_slashes(struct buf *out, const struct argument *args, uint32_t n) {
    for (uint32_t i = n; i-- > 0;)
        buf_printf(out, strpbrk(args[i].cat, "/\\") ? "%c(%s)" : "%c%s", args[i].right ? '/' : '\\',
                   args[i].cat);
}

/* ---- the grammar ------------------------------------------------------------------------------- */

/* An argument is raised where others could be missing that are taken before it. Where one of
 * these is of the same category, an example must show that it can. */
static bool is_raised(const struct induce *self, uint32_t frame, uint32_t which) {
    const struct frame *f = &self->frames.at[frame];
    bool needed = which > 0 || (f->n == 1 && !f->args[which].right);
    for (uint32_t i = 0; needed && i < which; i++) {
        bool alike =
            f->args[i].right == f->args[which].right && !strcmp(f->args[i].cat, f->args[which].cat);
        if (alike && !tally_get(&self->gaps, key_of(frame, i))) return false;
    }
    return needed;
}

static void put_raises(struct induce *self, struct buf *out) {
    struct symbols seen;
    symbols_init(&seen, &self->arena);
    for (uint32_t u = 0; u < self->uses.n; u++) {
        const struct frame *f = &self->frames.at[self->uses.at[u].frame];
        for (uint32_t i = 0; i < f->n; i++) {
            struct buf text;
            if (!is_raised(self, self->uses.at[u].frame, i) || strpbrk(f->args[i].cat, "/\\"))
                continue;
            buf_init(&text, &self->arena);
            buf_printf(&text, "| raise %s over %s", f->args[i].cat,
                       induce_category(self, self->uses.at[u].form));
            put_slashes(&text, f->args + i + 1, f->n - i - 1);
            uint32_t n = seen.names.n;
            if (symbols_add(&seen, text.at, text.n) == n) buf_printf(out, "%s\n", text.at);
        }
    }
}

static bool is_alone(const struct induce *self, uint32_t word, bool event) {
    uint32_t head = self->head_of[word];
    return self->alone[word] && head != SYMBOL_NONE && self->is_event[head] == event;
}

/* Composition on the side where arguments are; crossed where there are several, one of which
 * may be missing between the others and the verb. */
static void put_combinators(const struct induce *self, struct buf *out) {
    bool forward = false, backward = false, right_side = false;
    for (uint32_t u = 0; u < self->uses.n; u++) {
        const struct frame *f = &self->frames.at[self->uses.at[u].frame];
        uint32_t right = 0;
        for (uint32_t i = 0; i < f->n; i++) right += f->args[i].right;
        right_side |= right > 0;
        backward |= right > 1;
        forward |= f->n - right > 1;
    }
    if (right_side) buf_puts(out, "| combinators composition-forward\n");
    if (forward || !right_side)
        buf_puts(out, "| combinators composition-backward crossed-forward\n");
    if (backward) buf_puts(out, "| combinators crossed-backward\n");
}

static void put_definition(struct induce *self, const g2l2_domain *domain, double reach,
                           struct buf *out) {
    bool alone = false;
    for (uint32_t w = 0; w < self->words.names.n; w++) {
        alone |= is_alone(self, w, true);
        if (is_alone(self, w, false)) {
            const char *cat = induce_category(self, self->bare[w] ? STATE_PHRASE : STATE_NOUN);
            symbols_add(&self->roots, cat, strlen(cat));
        }
    }
    buf_printf(out, "domain %s\ndefinition\n", domain->name);
    for (const char *line = domain->text, *end; *line; line = end + (*end != 0)) {
        end = line + strcspn(line, "\n");
        buf_printf(out, "| %.*s\n", (int)(end - line), line);
    }
    put_combinators(self, out);
    if (reach > 0) buf_printf(out, "| reach %g\n", reach);
    for (uint32_t s = 0; s < N_STATES + 3 * self->words.names.n; s++)
        if (self->names[s] && strcmp(self->names[s], "S"))
            buf_printf(out, "| category %s : Record\n", self->names[s]);
    if (alone) buf_puts(out, "| category " ALONE " : Record\n| root " ALONE "\n");
    for (uint32_t i = 0; i < self->roots.names.n; i++)
        if (strcmp(self->roots.names.at[i], "S"))
            buf_printf(out, "| root %s\n", self->roots.names.at[i]);
    put_raises(self, out);
}

static void put_literals(struct induce *self, struct buf *out) {
    buf_puts(out, "literals Field :");
    for (uint32_t i = 0; i < self->labels.names.n; i++) {
        buf_puts(out, " ");
        text_put_quoted(out, self->labels.names.at[i]);
    }
    buf_puts(out, "\nliterals Value :");
    for (uint32_t i = 0; i < self->values.names.n; i++) {
        buf_puts(out, " ");
        text_put_quoted(out, self->values.names.at[i]);
    }
    buf_puts(out, "\n");
}

/* ---- entries -------------------------------------------------------------------------------------- */

static void put_entry(struct induce *self, struct buf *out, uint32_t word, const char *cat,
                      const char *program) {
    text_put_quoted(out, self->words.names.at[word]);
    if (program) buf_printf(out, " => %s : %s  0\n", cat, program);
    else buf_printf(out, " => %s  0\n", cat);
}

static void put_use(const struct induce *self, struct buf *out, double count, uint32_t example) {
    const struct pairing *e = &self->examples[example];
    if (count < 1) return;
    buf_printf(out, "used %.0f", count);
    for (uint32_t i = 0; i < e->n; i++) {
        buf_puts(out, " ");
        text_put_quoted(out, self->words.names.at[e->words[i]]);
    }
    buf_puts(out, "\n");
}

static void put_value(const struct induce *self, struct buf *out, struct atom atom) {
    buf_puts(out, "field(");
    text_put_quoted(out, self->labels.names.at[atom.label]);
    buf_puts(out, ", ");
    text_put_quoted(out, self->values.names.at[atom.value]);
    buf_puts(out, ")");
}

static void put_field(const struct induce *self, struct buf *out, const struct frame *f,
                      uint32_t which) {
    const struct argument *a = &f->args[which];
    buf_puts(out, "nest(");
    text_put_quoted(out, self->labels.names.at[a->label]);
    buf_printf(out, ", x%u", which);
    for (uint32_t i = 0; a->control != SYMBOL_NONE && i < f->n; i++)
        if (f->args[i].label == a->control) buf_printf(out, "(x%u)", i);
    buf_puts(out, ")");
}

/* \x0.\x1. merge(field(head, eat), merge(nest(theme, x0), nest(agent, x1))) */
static void put_verb(struct induce *self, struct buf *out, const struct use *use) {
    const struct frame *f = &self->frames.at[use->frame];
    struct buf cat, program;
    uint32_t n = 0;
    buf_init(&cat, &self->arena);
    buf_init(&program, &self->arena);
    buf_puts(&cat, induce_category(self, use->form));
    put_slashes(&cat, f->args, f->n);
    for (uint32_t i = 0; i < f->n; i++) buf_printf(&program, "\\x%u.", i);
    buf_puts(&program, " ");
    for (uint32_t i = 0; i < self->brought.n; i++)
        if (self->brought.at[i].word == use->word) {
            buf_puts(&program, "merge(");
            put_value(self, &program, self->brought.at[i].atom);
            buf_puts(&program, ", ");
            n++;
        }
    for (uint32_t i = 0; i < f->n; i++, n++) {
        if (!i) {
            buf_puts(&program, "merge(");
            put_value(self, &program, (struct atom){self->identifier, self->head_of[use->word]});
            buf_puts(&program, ", ");
        }
        if (i + 1 < f->n) buf_puts(&program, "merge(");
        put_field(self, &program, f, i);
        if (i + 1 < f->n) buf_puts(&program, ", ");
    }
    if (!f->n) put_value(self, &program, (struct atom){self->identifier, self->head_of[use->word]});
    while (n-- > 0) buf_puts(&program, ")");
    put_entry(self, out, use->word, cat.at, program.at);
}

/* Words that were seen by themselves only: things could be of either kind. */
static void put_alone(struct induce *self, struct buf *out, const bool *known) {
    for (uint32_t w = 0; w < self->words.names.n; w++) {
        struct buf program;
        buf_init(&program, &self->arena);
        if (self->head_of[w] == SYMBOL_NONE) continue;
        put_value(self, &program, (struct atom){self->identifier, self->head_of[w]});
        if (is_alone(self, w, true)) put_entry(self, out, w, ALONE, program.at);
        if (known[w] || !is_alone(self, w, false)) continue;
        if (self->names[STATE_NOUN]) put_entry(self, out, w, self->names[STATE_NOUN], program.at);
        if (self->names[STATE_PHRASE])
            put_entry(self, out, w, self->names[STATE_PHRASE], program.at);
    }
}

static void put_entries(struct induce *self, struct buf *out) {
    bool *known = arena_zalloc(&self->arena, self->words.names.n + 1);
    for (uint32_t i = 0; i < self->entries.n; i++) {
        const struct entry *e = &self->entries.at[i];
        known[e->word] = true;
        put_entry(self, out, e->word, e->cat, e->program);
        put_use(self, out, e->count, e->example);
    }
    for (uint32_t i = 0; i < self->uses.n; i++) {
        put_verb(self, out, &self->uses.at[i]);
        put_use(self, out, self->uses.at[i].count, self->uses.at[i].example);
    }
    for (uint32_t i = 0; i < self->function.n; i++)
        if (self->policy[self->function.at[i]] == SILENT)
            put_entry(self, out, self->function.at[i], "EMPTY", NULL);
    put_alone(self, out, known);
}

g2l2_status induce_write(struct induce *self, const g2l2_domain *domain, double reach,
                         g2l2_model **out, g2l2_error *err) {
    struct buf text, entries;
    buf_init(&text, &self->arena);
    buf_init(&entries, &self->arena);
    buf_puts(&entries, "");
    put_entries(self, &entries); /* it names the categories */
    put_definition(self, domain, reach, &text);
    put_literals(self, &text);
    buf_puts(&text, entries.at);
    struct text_source source = {.text = text.at, .length = text.n};
    return text_read(&source, out, err);
}
