/* scene - a scene as kernels see it: objects, each a vector of numbers. What the
 * numbers mean is for the learner to find out. */
#ifndef G2L2_SCENE_H
#define G2L2_SCENE_H

#include <stdint.h>

#define SCENE_MAX_OBJECTS 256u

struct scene {
    uint32_t n_objects, n_features;
    const float *features; /* [n_objects, n_features] */
};

#endif
