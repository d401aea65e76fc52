/* What words name, as maps: concepts of one type in two directions, alike ones near.
 *
 *     vectors of length 1 ─▶ project ─▶ points ─▶ synonyms that lie together are one point
 *                                                  opposites are joined, attributes have colours
 *
 * What an attribute asks for are shares of answers; these are compared as they are. */
#include <math.h>
#include <string.h>

#include "report/plot.h"
#include "report/project.h"
#include "report/sheet.h"
#include "report/text.h"

#define MAX_POINTS 300u
#define TOGETHER   .05 /* of the width of a map: synonyms as near are one point */
#define MAX_NAMES  3u  /* in a label */
#define FEW        8u  /* points of a low map */

/* ---- projection ----------------------------------------------------------------------------------- */

static void normalise(double *row, uint32_t n) {
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += row[i] * row[i];
    for (uint32_t i = 0; i < n; i++) row[i] = sum > 0 ? row[i] / sqrt(sum) : 0;
}

static void softmax(double *row, uint32_t n) {
    double max = -INFINITY, sum = 0;
    for (uint32_t i = 0; i < n; i++) max = fmax(max, row[i]);
    for (uint32_t i = 0; i < n; i++) sum += row[i] = exp(row[i] - max);
    for (uint32_t i = 0; i < n; i++) row[i] /= sum;
}

/* The last number of what is said of objects only says how readily. */
static uint32_t read_row(const g2l2_vector *v, double *row) {
    uint32_t n = (uint32_t)v->n_values - !v->of_answers;
    for (uint32_t i = 0; i < n; i++) row[i] = isfinite(v->values[i]) ? v->values[i] : 0;
    if (v->of_answers) softmax(row, n);
    else normalise(row, n);
    return n;
}

/* vectors: [n] of one type. */
static void make_map(const struct sheet *self, const g2l2_vector *vectors, uint32_t n,
                     struct concept_map *out) {
    uint32_t width = 0;
    if (n > MAX_POINTS) n = MAX_POINTS;
    double *rows = arena_array(self->arena, double, (size_t)n *(vectors->n_values + 1) + 1);
    for (uint32_t i = 0; i < n; i++) width = read_row(&vectors[i], rows + (size_t)i * width);
    struct projection p = project(self->arena, rows, n, width);
    *out = (struct concept_map){.type = vectors->type, .shown = {p.shown[0], p.shown[1]}, .n = n};
    out->points = arena_array(self->arena, struct concept_point, n + 1);
    for (uint32_t i = 0; i < n; i++)
        out->points[i] = (struct concept_point){vectors[i].word, p.x[i], p.y[i]};
}

uint32_t likeness_maps(const struct sheet *self, struct concept_map **out) {
    const g2l2_model *model = self->subjects[0].model;
    size_t n = model ? g2l2_model_vectors(model, NULL, 0) : 0;
    uint32_t n_maps = 0;
    g2l2_vector *vectors = arena_array(self->arena, g2l2_vector, n + 1);
    if (n) g2l2_model_vectors(model, vectors, n);
    *out = arena_array(self->arena, struct concept_map, n + 1);
    for (size_t i = 0, to; i < n; i = to) {
        for (to = i + 1; to < n && !strcmp(vectors[to].type, vectors[i].type);) to++;
        make_map(self, &vectors[i], (uint32_t)(to - i), &(*out)[n_maps++]);
    }
    return n_maps;
}

/* ---- points ----------------------------------------------------------------------------------------- */

struct drawing {
    const struct sheet *sheet;
    const struct concept_map *map;
    struct plot_point *points; /* [n] */
    uint32_t n;
    uint32_t *of_word; /* [map->n] its point */
    struct plot_link *links;
    uint32_t n_links;
    uint32_t n_attributes; /* that have a colour */
    uint32_t *attributes;  /* [n_attributes] */
};

static const g2l2_concepts *concepts_of(const struct sheet *self) {
    return self->subjects[0].concepts;
}

static g2l2_concept find(const struct sheet *self, const char *type, const char *word) {
    const g2l2_concepts *all = concepts_of(self);
    for (size_t i = 0; all && i < g2l2_concepts_count(all); i++) {
        g2l2_concept c = g2l2_concepts_get(all, i);
        if (!strcmp(c.type, type) && !strcmp(c.word, word)) return c;
    }
    return (g2l2_concept){0};
}

static bool is_synonym(const g2l2_concept *c, const char *word) {
    for (size_t i = 0; i < c->n_synonyms; i++)
        if (!strcmp(c->synonyms[i], word)) return true;
    return false;
}

static bool is_value(const g2l2_attribute *a, const g2l2_concept *c) {
    for (size_t i = 0; i < a->n_values; i++)
        if (!strcmp(a->values[i].word, c->word) || is_synonym(c, a->values[i].word)) return true;
    return false;
}

/* The attribute that the word is a value of has a colour; 0: none. */
static int colour_of(struct drawing *d, const g2l2_concept *c) {
    const g2l2_concepts *all = concepts_of(d->sheet);
    for (size_t i = 0; c->word && i < g2l2_concepts_n_attributes(all); i++) {
        g2l2_attribute a = g2l2_concepts_attribute(all, i);
        uint32_t k = 0;
        if (!is_value(&a, c)) continue;
        while (k < d->n_attributes && d->attributes[k] != i) k++;
        if (k == d->n_attributes && k < PLOT_COLOURS)
            d->attributes[d->n_attributes++] = (uint32_t)i;
        return k < PLOT_COLOURS ? (int)k + 1 : 0;
    }
    return 0;
}

static double width_of(const struct concept_map *map) {
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < map->n; i++) {
        low = fmin(low, fmin(map->points[i].x, map->points[i].y));
        high = fmax(high, fmax(map->points[i].x, map->points[i].y));
    }
    return high > low ? high - low : 1;
}

static bool has_word(const g2l2_attribute *a, const char *word) {
    for (size_t i = 0; i < a->n_words; i++)
        if (!strcmp(a->words[i], word)) return true;
    return false;
}

/* Do both ask for the same? */
static bool ask_alike(const struct drawing *d, const char *one, const char *other) {
    const g2l2_concepts *all = concepts_of(d->sheet);
    for (size_t i = 0; all && i < g2l2_concepts_n_attributes(all); i++) {
        g2l2_attribute a = g2l2_concepts_attribute(all, i);
        if (!strcmp(a.type, d->map->type) && has_word(&a, one) && has_word(&a, other)) return true;
    }
    return false;
}

/* A point of an earlier word that means the same and lies there, or -1. */
static int joined(const struct drawing *d, uint32_t i, const g2l2_concept *c, double near) {
    const struct concept_point *p = d->map->points;
    for (uint32_t k = 0; k < i; k++)
        if ((is_synonym(c, p[k].word) || ask_alike(d, p[k].word, p[i].word)) &&
            hypot(p[k].x - p[i].x, p[k].y - p[i].y) < near)
            return (int)d->of_word[k];
    return -1;
}

static const char *append(struct arena *arena, const char *before, const char *more) {
    struct buf text;
    buf_init(&text, arena);
    buf_printf(&text, "%s%s%s", before, *before ? ", " : "", more);
    return text.at;
}

static void add_point(struct drawing *d, uint32_t i, double near) {
    const struct concept_point *at = &d->map->points[i];
    const char *word = text_clean(d->sheet->arena, at->word);
    g2l2_concept c = find(d->sheet, d->map->type, at->word);
    int to = joined(d, i, &c, near);
    if (to < 0) {
        int colour = colour_of(d, &c);
        to = (int)d->n;
        d->points[d->n++] = (struct plot_point){at->x, at->y, colour, "", ""};
    }
    d->of_word[i] = (uint32_t)to;
    d->points[to].title = append(d->sheet->arena, d->points[to].title, word);
}

/* As many of its words as there is room for. */
static void set_label(struct drawing *d, uint32_t point) {
    const char *label = "";
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->map->n; i++) {
        if (d->of_word[i] != point || n++ >= MAX_NAMES) continue;
        label = append(d->sheet->arena, label, text_clean(d->sheet->arena, d->map->points[i].word));
    }
    struct buf text;
    buf_init(&text, d->sheet->arena);
    buf_puts(&text, label);
    if (n > MAX_NAMES) buf_printf(&text, " +%u", n - MAX_NAMES);
    d->points[point].label = text.at;
}

static void add_links(struct drawing *d) {
    for (uint32_t i = 0; i < d->map->n; i++) {
        g2l2_concept c = find(d->sheet, d->map->type, d->map->points[i].word);
        for (uint32_t k = 0; c.opposite.word && k < i; k++)
            if (!strcmp(d->map->points[k].word, c.opposite.word))
                d->links[d->n_links++] = (struct plot_link){d->of_word[i], d->of_word[k]};
    }
}

static struct drawing draw(const struct sheet *self, const struct concept_map *map) {
    struct arena *arena = self->arena;
    struct drawing d = {.sheet = self,
                        .map = map,
                        .points = arena_array(arena, struct plot_point, map->n + 1),
                        .of_word = arena_array(arena, uint32_t, map->n + 1),
                        .links = arena_array(arena, struct plot_link, (size_t)map->n * 2 + 1),
                        .attributes = arena_array(arena, uint32_t, PLOT_COLOURS)};
    double near = TOGETHER * width_of(map);
    for (uint32_t i = 0; i < map->n; i++) add_point(&d, i, near);
    for (uint32_t i = 0; i < d.n; i++) set_label(&d, i);
    add_links(&d);
    for (uint32_t i = 0; i < d.n && !d.n_attributes; i++) d.points[i].colour = 1;
    return d;
}

/* ---- the section --------------------------------------------------------------------------------------- */

static void put_colours(const struct drawing *d, struct buf *out) {
    const char *names[PLOT_COLOURS];
    for (uint32_t i = 0; i < d->n_attributes; i++) {
        g2l2_attribute a = g2l2_concepts_attribute(concepts_of(d->sheet), d->attributes[i]);
        names[i] = "";
        for (size_t k = 0; k < a.n_words && k < MAX_NAMES; k++)
            names[i] = append(d->sheet->arena, names[i], a.words[k]);
    }
    if (d->n_attributes) sheet_legend(out, names, d->n_attributes);
}

static void put_map(const struct sheet *self, const struct concept_map *map, struct buf *out) {
    struct drawing d = draw(self, map);
    struct buf what;
    if (map->n < 3) return;
    buf_init(&what, self->arena);
    buf_puts(&what, "two directions that show ");
    sheet_percent(&what, map->shown[0] + map->shown[1]);
    buf_puts(&what, " of how they differ");
    if (d.n_links) buf_puts(&what, "; dashed: opposites");
    sheet_figure(out, map->type, what.at);
    buf_puts(out, "<div class=\"broad\">");
    plot_map(out, 560, d.n < FEW ? 260 : 430, d.points, d.n, d.links, d.n_links, map->type);
    buf_puts(out, "</div><div class=\"narrow\">");
    plot_map(out, 350, d.n < FEW ? 260 : 440, d.points, d.n, d.links, d.n_links, map->type);
    buf_puts(out, "</div>");
    put_colours(&d, out);
    sheet_end_figure(out);
}

static void put_pills(const char *const *words, size_t n, struct buf *out) {
    for (size_t i = 0; i < n; i++) {
        buf_puts(out, "<span class=\"pill\">");
        text_escape(out, words[i]);
        buf_puts(out, "</span>");
    }
}

/* One of the words stands for the group: the first, of a pair of groups likewise. */
static bool comes_first(const g2l2_concepts *all, const g2l2_concept *c, size_t at) {
    for (size_t i = 0; i < at; i++) {
        g2l2_concept before = g2l2_concepts_get(all, i);
        if (strcmp(before.type, c->type)) continue;
        if (is_synonym(c, before.word)) return false;
        if (c->opposite.word && before.opposite.word &&
            (!strcmp(c->opposite.word, before.word) || is_synonym(&before, c->opposite.word)))
            return false;
    }
    return true;
}

static void put_group(const struct sheet *self, const g2l2_concept *c, struct buf *out) {
    buf_puts(out, "<li>");
    put_pills(&c->word, 1, out);
    put_pills(c->synonyms, c->n_synonyms, out);
    if (c->opposite.word) {
        g2l2_concept other = find(self, c->type, c->opposite.word);
        buf_puts(out, " <span class=\"sub\">opposite</span> ");
        put_pills(&c->opposite.word, 1, out);
        put_pills(other.synonyms, other.n_synonyms, out);
    }
    buf_puts(out, "</li>\n");
}

static void put_groups(const struct sheet *self, struct buf *out) {
    const g2l2_concepts *all = concepts_of(self);
    bool any = false;
    for (size_t i = 0; i < g2l2_concepts_count(all); i++) {
        g2l2_concept c = g2l2_concepts_get(all, i);
        if ((!c.n_synonyms && !c.opposite.word) || !comes_first(all, &c, i)) continue;
        if (!any) sheet_figure(out, "The same, and the opposite", "by what was learned of them");
        if (!any) buf_puts(out, "<ul class=\"plain\">\n");
        any = true;
        put_group(self, &c, out);
    }
    if (any) buf_puts(out, "</ul>");
    if (any) sheet_end_figure(out);
}

static void put_attributes(const struct sheet *self, struct buf *out) {
    const g2l2_concepts *all = concepts_of(self);
    size_t n = g2l2_concepts_n_attributes(all);
    if (!n) return;
    sheet_figure(out, "Attributes, and their values", "as discovered");
    buf_puts(out, "<ul class=\"plain\">\n");
    for (size_t i = 0; i < n; i++) {
        g2l2_attribute a = g2l2_concepts_attribute(all, i);
        buf_puts(out, "<li>");
        for (size_t k = 0; k < a.n_words; k++) {
            buf_puts(out, k ? ", <b>" : "<b>");
            text_escape(out, a.words[k]);
            buf_puts(out, "</b>");
        }
        buf_puts(out, " ");
        for (size_t k = 0; k < a.n_values; k++) put_pills(&a.values[k].word, 1, out);
        buf_puts(out, "</li>\n");
    }
    buf_puts(out, "</ul>");
    sheet_end_figure(out);
}

void likeness_put(const struct sheet *self, struct buf *out) {
    struct concept_map *maps = NULL;
    uint32_t n = likeness_maps(self, &maps);
    sheet_section(out, "concepts", "Concepts",
                  n ? "What words name, as it was learned: words whose concepts are alike lie near "
                      "each other. Words that mean the same are one point where they lie together."
                    : "");
    if (!self->subjects[0].model) sheet_note(out, "The model is not at hand.");
    else if (!n)
        sheet_note(out, "Sentences of this domain are about no scenes: words have no "
                        "concepts beside their programs.");
    buf_puts(out, "<div class=\"charts maps\">\n");
    for (uint32_t i = 0; i < n; i++) put_map(self, &maps[i], out);
    if (n && concepts_of(self)) put_groups(self, out);
    if (n && concepts_of(self)) put_attributes(self, out);
    buf_puts(out, "</div>\n");
    sheet_end_section(out);
}
