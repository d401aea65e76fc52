/* scene - a scene as kernels see it: objects, each a vector of numbers, and what is stated
 * of them. What the numbers mean is for the learner to find out. */
#ifndef G2L2_SCENE_H
#define G2L2_SCENE_H

#include <stdint.h>

#define SCENE_MAX_OBJECTS 1024u

/* What is stated of the objects of scenes; asked for, not kept. */
struct facts {
    const void *of;
    uint32_t (*n_values)(const void *of, uint32_t scene, uint32_t object);
    /* The value of a property, and its name: `color`, `red`. */
    const char *(*value)(const void *of, uint32_t scene, uint32_t object, uint32_t i,
                         const char **property);
    /* What it is called in calls and answers; NULL: by its number, from 1. */
    const char *(*name)(const void *of, uint32_t scene, uint32_t object);
    /* What others name it by; NULL: its name. */
    const char *(*id)(const void *of, uint32_t scene, uint32_t object);
    /* A number that it has, and what that is called; NULL after the last. */
    const char *(*number)(const void *of, uint32_t scene, uint32_t object, uint32_t i,
                          double *value);
    /* Likewise the numbers of arrays, one after the other, and what the array is called; NULL: there
     * are none. */
    const char *(*coordinate)(const void *of, uint32_t scene, uint32_t object, uint32_t i,
                              double *value);
};

struct stated;

struct scene {
    uint32_t n_objects, n_features;
    const float *features;      /* [n_objects, n_features] */
    const struct facts *facts;  /* NULL: nothing is stated */
    uint32_t number;            /* among the scenes of the facts */
    const struct stated *world; /* the facts in order (types/stated.h); NULL: not yet */
};

#endif
