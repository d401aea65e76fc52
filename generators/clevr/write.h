/* write - scenes and questions in CLEVR's JSON, one a line. */
#ifndef G2L2_VISUAL_CLEVR_WRITE_H
#define G2L2_VISUAL_CLEVR_WRITE_H

#include "generators/clevr/family.h"
#include "generators/clevr/sink.h"
#include "generators/clevr/view.h"

/* {"info": ..., "LIST": [ */
void write_start(struct sink *out, const char *part, const char *list);
void write_end(struct sink *out);
/* `view` is NULL where there are no images. */
void write_scene(struct sink *out, const struct clevr_scene *scene, const struct clevr_view *view,
                 const char *part, size_t image);
/* `index`: the question's number in the file. */
void write_question(struct sink *out, const struct question *question, const char *part,
                    size_t image, size_t index);

#endif
