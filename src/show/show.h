/* show - a trace as people look at it: JSON for programs and pages, SVG, HTML, LaTeX, dot.
 *
 *     struct trace ─▶ json.c svg.c html.c latex.c dot.c ─▶ a text in the parser's arena
 *     scene        ─▶ scene.c                           ─▶ a picture from above
 *
 * Pictures are SVG with `data-` attributes (`data-node`, `data-word`, `data-object`,
 * `data-step`), so that a page can make them interactive without drawing them again. All
 * functions append to `out` and may raise at its arena's guard. */
#ifndef G2L2_SHOW_H
#define G2L2_SHOW_H

#include "common/json.h"
#include "data/scenes.h"
#include "trace/trace.h"

void show_json(const struct trace *trace, struct buf *out);
void show_svg(const struct trace *trace, struct buf *out);
void show_html(const struct trace *trace, struct buf *out);
void show_latex(const struct trace *trace, struct buf *out);
void show_dot(const struct trace *trace, struct buf *out);

/* Parts of these, for those who put them together: one derivation, with its nodes' values. */
void show_derivation_svg(const struct trace *trace, uint32_t derivation, struct buf *out);
/* A document with one derivation, and nothing else. */
void show_derivation_latex(const struct trace *trace, uint32_t derivation, struct buf *out);
/* A scene from above. `value`: objects to mark, or NULL; `from`: the objects that they are
 * related to by the word `relation`, or NULL. */
struct show_marks {
    const double *objects, *from; /* [n_objects] */
    const char *relation;
};
void show_scene_svg(const g2l2_scenes *scenes, size_t scene, const struct show_marks *marks,
                    struct buf *out);

/* The objects of a scene as the trace has them: a JSON array. */
void show_objects_json(const g2l2_scenes *scenes, size_t scene, struct buf *out);

#endif
