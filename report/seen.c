/* What words look like, where scenes are images: of each word that is said of objects, those that
 * its concept holds of most and least, cut out of their images.
 *
 *     word      most          least
 *     red       ▣ ▣ ▣ ▣ ▣ ▣   ▣ ▣ ▣ ▣ ▣ ▣
 *
 * Images are in the page itself, as PNG. */
#include <stdlib.h>

#include "report/sheet.h"
#include "report/text.h"

#define CROP      40u /* pixels of a picture, each way */
#define MAX_WORDS 60u

static void put_crop(const struct sheet *self, const g2l2_sighting *s, struct buf *out) {
    g2l2_image *image;
    void *bytes = NULL;
    size_t n;
    if (g2l2_scenes_crop(self->subjects[0].scenes, s->scene, s->object, CROP, &image, NULL)) return;
    g2l2_status status = g2l2_image_encode(image, &bytes, &n, NULL);
    g2l2_image_free(image);
    if (status) return;
    uint8_t *kept = arena_alloc(self->arena, n);
    for (size_t i = 0; i < n; i++) kept[i] = ((uint8_t *)bytes)[i];
    free(bytes);
    buf_printf(out,
               "<img width=\"%u\" height=\"%u\" alt=\"object %zu of scene %zu\" "
               "title=\"scene %zu, object %zu: %.0f%%\" src=\"data:image/png;base64,",
               CROP, CROP, s->object + 1, s->scene, s->scene, s->object + 1, 100 * s->share);
    base64_put(kept, n, out);
    buf_puts(out, "\"> ");
}

static void put_crops(const struct sheet *self, const g2l2_sighting *list, size_t n,
                      struct buf *out) {
    buf_puts(out, "<td>");
    for (size_t i = 0; i < n; i++) put_crop(self, &list[i], out);
    buf_puts(out, "</td>");
}

/* Words that mean the same look the same: the first of them stands for all. */
static bool is_first(const g2l2_concepts *all, const g2l2_concept *c, size_t at) {
    for (size_t i = 0; i < at; i++) {
        g2l2_concept before = g2l2_concepts_get(all, i);
        for (size_t k = 0; k < c->n_synonyms; k++)
            if (before.word == c->synonyms[k] && before.type == c->type) return false;
    }
    return true;
}

static void put_word(const struct sheet *self, const g2l2_concept *c, struct buf *out) {
    buf_puts(out, "<tr><td><b>");
    text_escape(out, c->word);
    buf_puts(out, "</b>");
    for (size_t i = 0; i < c->n_synonyms; i++) {
        buf_puts(out, ", ");
        text_escape(out, c->synonyms[i]);
    }
    buf_puts(out, "</td>");
    put_crops(self, c->most, c->n_sightings, out);
    put_crops(self, c->least, c->n_sightings, out);
    buf_puts(out, "</tr>\n");
}

void seen_put(const struct sheet *self, struct buf *out) {
    const g2l2_concepts *all = self->subjects[0].concepts;
    size_t n = all ? g2l2_concepts_count(all) : 0, shown = 0;
    if (!self->subjects[0].scenes) return;
    sheet_section(
        out, "seen", "What words look like",
        "Objects of the images, those first of which a word holds most, or least; point at "
        "one to see how surely.");
    buf_puts(out, "<div class=\"scroll\"><table><thead><tr><th>word</th><th>most</th><th>least</th>"
                  "</tr></thead><tbody>\n");
    for (size_t i = 0; i < n && shown < MAX_WORDS; i++) {
        g2l2_concept c = g2l2_concepts_get(all, i);
        if (!c.n_sightings || !is_first(all, &c, i)) continue;
        put_word(self, &c, out);
        shown++;
    }
    buf_puts(out, "</tbody></table></div>\n");
    sheet_end_section(out);
}
