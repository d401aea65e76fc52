/* tex - text for LaTeX, and scenes in TikZ. For the files of src/show only. */
#ifndef G2L2_TEX_H
#define G2L2_TEX_H

#include "show/draw.h"

#define TEX_RUN 22u /* letters without a place to break a line */

/* Escaped, in ASCII. */
void tex_put(struct buf *out, const char *text);
/* The same where lines may break: \fold between the pieces. `most` characters, then dots. */
void tex_put_folding(struct buf *out, const char *text, size_t most);

/* tikz.c: a scene as a tikzpicture of about 5 cm. */
void tikz_put_scene(struct buf *out, const g2l2_scenes *scenes, size_t scene,
                    const struct show_marks *marks);

#endif
