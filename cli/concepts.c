/* Concepts as tables:
 *
 *     balls   = spheres 0.96   = ball 0.95   = sphere 0.95       nearest first, = the same
 *     right     behind 0.24      in -0.21      left -0.96
 *
 *     right   opposite: left                                      same and opposite
 *     blue, brown, cyan                                           values that compete
 *     color, hue = {blue, brown, ...}                             attributes */
#include <string.h>

#include "common/common.h"
#include "cli/concepts.h"

static bool is_wanted(const struct concept_words *wanted, const char *word) {
    for (int i = 0; i < wanted->n; i++)
        if (!strcmp(wanted->at[i], word)) return true;
    return !wanted->n;
}

static bool any_wanted(const struct concept_words *wanted, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (is_wanted(wanted, words[i])) return true;
    return false;
}

static bool is_listed(const char *const *words, size_t n, const char *word) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(words[i], word)) return true;
    return false;
}

static bool is_synonym(const g2l2_concept *c, const char *word) {
    return is_listed(c->synonyms, c->n_synonyms, word);
}

static int width(const char *text) {
    return (int)text_width(text, strlen(text));
}

static int widest(const g2l2_concepts *concepts, const struct concept_words *wanted, bool near) {
    int most = 0;
    for (size_t i = 0; i < g2l2_concepts_count(concepts); i++) {
        g2l2_concept c = g2l2_concepts_get(concepts, i);
        if (!is_wanted(wanted, c.word)) continue;
        if (!near && width(c.word) > most) most = width(c.word);
        for (size_t k = 0; near && k < c.n_near; k++)
            if (width(c.near[k].word) > most) most = width(c.near[k].word);
    }
    return most;
}

/* ---- nearest ------------------------------------------------------------------------- */

static void print_near(const g2l2_concept *c, int word, int near, FILE *out) {
    cli_put(out, "  %s%*s ", c->word, word - width(c->word), "");
    for (size_t i = 0; i < c->n_near; i++) {
        const g2l2_likeness *l = &c->near[i];
        int pad = i + 1 < c->n_near ? near - width(l->word) : 0;
        cli_put(out, "  %c %s %.2f%*s", is_synonym(c, l->word) ? '=' : ' ', l->word, l->similarity,
                pad + (l->similarity >= 0 && i + 1 < c->n_near), "");
    }
    fprintf(out, "\n");
}

static void print_all_near(const g2l2_concepts *concepts, const struct concept_words *wanted,
                           FILE *out) {
    int word = widest(concepts, wanted, false), near = widest(concepts, wanted, true);
    const char *type = "";
    for (size_t i = 0; i < g2l2_concepts_count(concepts); i++) {
        g2l2_concept c = g2l2_concepts_get(concepts, i);
        if (!is_wanted(wanted, c.word)) continue;
        if (strcmp(type, c.type))
            cli_put(out, "\n%s of words, and the most alike (of 1; = the same):\n", c.type);
        type = c.type;
        print_near(&c, word, near, out);
    }
}

/* ---- groups --------------------------------------------------------------------------- */

static g2l2_concept find(const g2l2_concepts *concepts, const char *type, const char *word) {
    g2l2_concept none = {0};
    for (size_t i = 0; i < g2l2_concepts_count(concepts); i++) {
        g2l2_concept c = g2l2_concepts_get(concepts, i);
        if (!strcmp(c.type, type) && !strcmp(c.word, word)) return c;
    }
    return none;
}

static int print_group(const g2l2_concept *c, FILE *out) {
    int n = width(c->word);
    cli_put(out, "%s", c->word);
    for (size_t i = 0; i < c->n_synonyms; i++) {
        cli_put(out, ", %s", c->synonyms[i]);
        n += width(c->synonyms[i]) + 2;
    }
    return n;
}

/* One of the words stands for the group: the first. */
static bool comes_first(const g2l2_concepts *concepts, const g2l2_concept *c, size_t at) {
    for (size_t i = 0; i < at; i++) {
        g2l2_concept before = g2l2_concepts_get(concepts, i);
        bool same = !strcmp(before.type, c->type);
        if (same && is_synonym(c, before.word)) return false;
        if (same && c->opposite.word &&
            (!strcmp(c->opposite.word, before.word) || is_synonym(&before, c->opposite.word)) &&
            before.opposite.word)
            return false;
    }
    return true;
}

static void print_groups(const g2l2_concepts *concepts, const struct concept_words *wanted,
                         FILE *out) {
    bool any = false;
    for (size_t i = 0; i < g2l2_concepts_count(concepts); i++) {
        g2l2_concept c = g2l2_concepts_get(concepts, i);
        if (!c.n_synonyms && !c.opposite.word) continue;
        if (wanted->n ? !is_wanted(wanted, c.word) : !comes_first(concepts, &c, i)) continue;
        if (!any) fprintf(out, "\nthe same, and the opposite:\n");
        any = true;
        fprintf(out, "  ");
        int n = print_group(&c, out);
        if (c.opposite.word) {
            g2l2_concept opposite = find(concepts, c.type, c.opposite.word);
            fprintf(out, "%*s   opposite: ", n < 28 ? 28 - n : 0, "");
            print_group(&opposite, out);
        }
        fprintf(out, "\n");
    }
}

/* Of values that compete the first stands for all; a synonym is no value. */
static bool leads(const g2l2_concepts *concepts, const g2l2_concept *c, size_t at) {
    g2l2_concept rival = find(concepts, c->type, c->rivals[0]);
    if (!is_listed(rival.rivals, rival.n_rivals, c->word)) return false;
    for (size_t i = 0; i < at; i++) {
        g2l2_concept before = g2l2_concepts_get(concepts, i);
        bool same = !strcmp(before.type, c->type);
        if (same && is_listed(c->rivals, c->n_rivals, before.word)) return false;
    }
    return true;
}

static void print_rivals(const g2l2_concepts *concepts, const struct concept_words *wanted,
                         FILE *out) {
    bool any = false;
    for (size_t i = 0; i < g2l2_concepts_count(concepts); i++) {
        g2l2_concept c = g2l2_concepts_get(concepts, i);
        if (!c.n_rivals) continue;
        if (wanted->n ? !is_wanted(wanted, c.word) : !leads(concepts, &c, i)) continue;
        if (!any) fprintf(out, "\nvalues that compete, an object has one of them:\n");
        any = true;
        cli_put(out, "  %s", c.word);
        for (size_t k = 0; k < c.n_rivals; k++) cli_put(out, ", %s", c.rivals[k]);
        fprintf(out, "\n");
    }
}

/* ---- attributes ------------------------------------------------------------------------ */

static void print_attributes(const g2l2_concepts *concepts, const struct concept_words *wanted,
                             FILE *out) {
    bool any = false;
    for (size_t i = 0; i < g2l2_concepts_n_attributes(concepts); i++) {
        g2l2_attribute a = g2l2_concepts_attribute(concepts, i);
        if (!any_wanted(wanted, a.words, a.n_words)) continue;
        if (!any) fprintf(out, "\nattributes, and their values as discovered:\n");
        any = true;
        for (size_t k = 0; k < a.n_words; k++) cli_put(out, "%s%s", k ? ", " : "  ", a.words[k]);
        for (size_t k = 0; k < a.n_values; k++)
            cli_put(out, "%s%s", k ? ", " : " = {", a.values[k].word);
        cli_put(out, "%s\n", a.n_values ? "}" : " = {}");
    }
}

void concepts_print(const g2l2_concepts *concepts, const struct concept_words *wanted, FILE *out) {
    print_all_near(concepts, wanted, out);
    print_groups(concepts, wanted, out);
    print_rivals(concepts, wanted, out);
    print_attributes(concepts, wanted, out);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static json_t *texts(const char *const *words, size_t n) {
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++) json_array_append_new(list, cli_json_text(words[i]));
    return list;
}

static json_t *likeness(const g2l2_likeness *l, const char *number) {
    if (!l->word) return json_null();
    return json_pack("{s:o, s:f}", "word", cli_json_text(l->word), number, l->similarity);
}

static json_t *likenesses(const g2l2_likeness *list, size_t n, const char *number) {
    json_t *out = json_array();
    for (size_t i = 0; i < n; i++) json_array_append_new(out, likeness(&list[i], number));
    return out;
}

void concepts_json(const g2l2_concepts *concepts, const struct concept_words *wanted, json_t *out) {
    json_t *list = json_array(), *attributes = json_array();
    for (size_t i = 0; i < g2l2_concepts_count(concepts); i++) {
        g2l2_concept c = g2l2_concepts_get(concepts, i);
        if (!is_wanted(wanted, c.word)) continue;
        json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "type", c.type,
                                              "word", cli_json_text(c.word), "near",
                                              likenesses(c.near, c.n_near, "similarity"),
                                              "synonyms", texts(c.synonyms, c.n_synonyms),
                                              "opposite", likeness(&c.opposite, "similarity"),
                                              "rivals", texts(c.rivals, c.n_rivals)));
    }
    for (size_t i = 0; i < g2l2_concepts_n_attributes(concepts); i++) {
        g2l2_attribute a = g2l2_concepts_attribute(concepts, i);
        if (!any_wanted(wanted, a.words, a.n_words)) continue;
        json_array_append_new(attributes, json_pack("{s:s, s:o, s:o}", "type", a.type, "words",
                                                    texts(a.words, a.n_words), "values",
                                                    likenesses(a.values, a.n_values, "share")));
    }
    json_object_set_new(out, "concepts", list);
    json_object_set_new(out, "attributes", attributes);
}
