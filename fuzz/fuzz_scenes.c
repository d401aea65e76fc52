/* A file of scenes, of questions, or the text of an encoder, in memory. Nothing is
 * kept of a file that fails; what was read can be shown and encoded. */
#include <math.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "data/features.h"
#include "data/tree.h"
#include "fuzz/fuzz.h"

static void check_scenes(g2l2_scenes *scenes, struct arena *arena) {
    struct encoder encoder;
    g2l2_error err = {0};
    for (size_t i = 0; i < g2l2_scenes_count(scenes); i++) {
        must(scenes_n_objects(scenes, i) <= SCENE_MAX_OBJECTS);
        for (uint32_t k = 0; k < scenes_n_objects(scenes, i); k++) {
            struct buf text;
            double at[3];
            buf_init(&text, arena);
            scenes_object_text(scenes, i, k, &text);
            scenes_position(scenes, i, k, at);
            must(text.n > 0);
        }
    }
    g2l2_status status = scenes_fit(scenes, NULL, &encoder, &err);
    if (status) {
        fuzz_check_error(status, &err);
        return;
    }
    must(!scenes_encode(scenes, &encoder, &err));
    for (size_t i = 0; i < g2l2_scenes_count(scenes); i++) {
        const struct scene *scene = scenes_get(scenes, i);
        must(scene->n_objects == scenes_n_objects(scenes, i));
        for (uint32_t k = 0; k < scene->n_objects * scene->n_features; k++)
            must(isfinite(scene->features[k]));
    }
}

static void check_questions(const g2l2_dataset *data, const g2l2_scenes *scenes) {
    for (size_t i = 0; i < g2l2_dataset_count(data); i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        must(*e.sentence && *e.target && e.line && e.scene < g2l2_scenes_count(scenes));
    }
}

/* Out and in again: the same encoder. */
static void check_encoder(const char *text, size_t size, struct arena *arena) {
    struct encoder encoder, again;
    g2l2_error err = {0};
    g2l2_status status = encoder_parse(text, size, &encoder, &err);
    if (status) {
        fuzz_check_error(status, &err);
        return;
    }
    struct buf out;
    buf_init(&out, arena);
    encoder_write(&encoder, &out);
    must(!encoder_parse(out.at, out.n, &again, &err) && encoder_equal(&encoder, &again));
}

/* What is read is what jansson reads. */
static void check_tree(const char *text, size_t size, struct arena *arena) {
    const struct tree *tree = tree_read(arena, text, size);
    json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    must(!tree || (json && tree_equal(tree, tree_from(arena, json))));
    json_decref(json);
}

static void check_files(const char *path, struct arena *arena) {
    g2l2_limits limits = fuzz_limits();
    g2l2_scenes *scenes;
    g2l2_dataset *asked;
    g2l2_error err = {0};
    must(!g2l2_scenes_new(&scenes, &err) && !g2l2_dataset_new(&asked, &err));
    g2l2_status status = g2l2_scenes_read(scenes, path, &limits, &err);
    size_t before = g2l2_scenes_count(scenes);
    if (status) fuzz_check_error(status, &err);
    must(!status == (before > 0));
    status = g2l2_dataset_read_questions(asked, path, scenes, &limits, &err);
    if (status) fuzz_check_error(status, &err);
    must(!status == (g2l2_dataset_count(asked) > 0));
    if (status) must(g2l2_scenes_count(scenes) == before);
    check_questions(asked, scenes);
    check_scenes(scenes, arena);
    g2l2_dataset_free(asked);
    g2l2_scenes_free(scenes);
}

int fuzz_one(const uint8_t *data, size_t size) {
    char path[64];
    struct guard guard;
    struct arena arena;
    int fd = memfd_create("scenes", 0);
    must(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    arena_init(&arena, &guard, 0);
    check_files(path, &arena);
    check_encoder((const char *)data, size, &arena);
    check_tree((const char *)data, size, &arena);
    arena_free(&arena);
    close(fd);
    return 0;
}
