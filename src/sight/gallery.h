/* gallery - the images that scenes are about: a directory, and a file name for each scene. */
#ifndef G2L2_GALLERY_H
#define G2L2_GALLERY_H

#include "data/scenes_store.h"

/* The image of a scene; `directory` NULL: its name is a path. The caller frees it. */
g2l2_status gallery_open(const g2l2_scenes *scenes, size_t scene, const char *directory,
                         g2l2_image **out, g2l2_error *err);

#endif
