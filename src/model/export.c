/* Writing the lexicon as text (text.h). The order of the lines is that of the
 * model's entries (model.c); what could not be read again is refused.
 *
 * A definition is written only where the reader would not find it by the name
 * of the domain: that of a built-in domain, unchanged, is left out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/text.h"

const char *text_built_in(const char *name, size_t length) {
    for (size_t i = 0; g2l2_definitions[i].name; i++)
        if (!strncmp(g2l2_definitions[i].name, name, length) && !g2l2_definitions[i].name[length])
            return g2l2_definitions[i].text;
    return NULL;
}

bool text_same_lines(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    if (n && a[n - 1] == '\n') n--;
    if (m && b[m - 1] == '\n') m--;
    return n == m && !memcmp(a, b, n);
}

static bool needs_quotes(const char *name) {
    if (!*name || *name == '|' || !strcmp(name, "=>")) return true;
    for (; *name; name++)
        if (text_is_space(*name) || *name == '"' || *name == '#') return true;
    return false;
}

static void put_escaped(struct buf *out, char c) {
    static const char plain[] = "\n\r\t\"\\", written[] = "nrt\"\\";
    const char *found = strchr(plain, c);
    if (found) buf_puts(out, "\\");
    buf_put(out, found ? &written[found - plain] : &c, 1);
}

static void put_name(struct buf *out, const char *name) {
    if (!needs_quotes(name)) {
        buf_puts(out, name);
        return;
    }
    buf_puts(out, "\"");
    for (; *name; name++) put_escaped(out, *name);
    buf_puts(out, "\"");
}

/* The shortest decimal that reads back as the same number. */
static void put_weight(struct buf *out, double weight) {
    char digits[32];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, weight);
        if (strtod(digits, NULL) == weight) break;
    }
    buf_puts(out, digits);
}

static void put_domain(struct buf *out, const g2l2_domain *domain) {
    buf_puts(out, "domain ");
    put_name(out, domain->name);
    buf_puts(out, "\n");
    const char *known = text_built_in(domain->name, strlen(domain->name));
    if (known && text_same_lines(known, domain->text)) return;
    buf_puts(out, "definition\n");
    for (const char *at = domain->text; *at;) {
        size_t n = strcspn(at, "\n");
        buf_puts(out, n ? "| " : "|");
        buf_put(out, at, n);
        buf_puts(out, "\n");
        at += n + (at[n] == '\n');
    }
}

static void put_literals(struct buf *out, const g2l2_model *self) {
    const struct symbols *literals = &self->domain->lang.literals;
    buf_puts(out, "");
    for (uint32_t i = 0; i < literals->names.n; i++) {
        if (i) buf_puts(out, " ");
        put_name(out, literals->names.at[i]);
    }
}

static void put_entry(struct buf *out, const g2l2_entry *entry) {
    if (!isfinite(entry->weight))
        guard_raise(out->arena->guard, G2L2_STATUS_ARGUMENT, 0, 0,
                    "an entry of the word '%.100s' has a weight that is not a finite number",
                    entry->word);
    put_name(out, entry->word);
    buf_puts(out, " => ");
    buf_puts(out, entry->category);
    if (*entry->program) {
        buf_puts(out, " : ");
        buf_puts(out, entry->program);
    }
    buf_puts(out, "  ");
    put_weight(out, entry->weight);
    if (entry->locked) buf_puts(out, " locked");
    buf_puts(out, entry->off ? " off\n" : "\n");
}

static void put_lexicon(struct buf *out, const g2l2_model *self) {
    buf_printf(out, "# g2l2 lexicon %d\n", TEXT_VERSION);
    put_domain(out, self->domain);
    if (self->domain->lang.literals.names.n) {
        buf_puts(out, "literals ");
        put_literals(out, self);
        buf_puts(out, "\n");
    }
    for (uint32_t i = 0; i < self->n_entries; i++) put_entry(out, &self->entries[i]);
    if (out->n > TEXT_MAX)
        guard_raise(out->arena->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "the lexicon is larger than the limit of %zu MB", TEXT_MAX >> 20);
}

struct writer {
    struct guard guard;
    struct arena arena;
    void (*put)(struct buf *out, const g2l2_model *self);
};

static g2l2_status run_writer(struct writer *w, const g2l2_model *model, char **out,
                              g2l2_error *err) {
    if (guard_try(&w->guard, err)) {
        struct buf text;
        buf_init(&text, &w->arena);
        w->put(&text, model);
        char *copy = malloc(text.n + 1);
        if (!copy) guard_raise(&w->guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
        *out = memcpy(copy, text.at, text.n + 1);
    }
    return w->guard.status;
}

static g2l2_status write_text(void (*put)(struct buf *out, const g2l2_model *self),
                              const g2l2_model *model, char **out, g2l2_error *err) {
    struct writer w = {.put = put};
    arena_init(&w.arena, &w.guard, 0);
    g2l2_status status = run_writer(&w, model, out, err);
    arena_free(&w.arena);
    return status;
}

g2l2_status g2l2_lexicon_export(const g2l2_model *self, char **out, g2l2_error *err) {
    return write_text(put_lexicon, self, out, err);
}

g2l2_status text_literals(const g2l2_model *self, char **out, g2l2_error *err) {
    return write_text(put_literals, self, out, err);
}
