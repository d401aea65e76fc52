/* Directories of images: a scene for each, and the image of a scene. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sight/gallery.h"

#define MAX_PATH 4096

g2l2_status gallery_open(const g2l2_scenes *scenes, size_t scene, const char *directory,
                         g2l2_image **out, g2l2_error *err) {
    char path[MAX_PATH];
    const struct stored *stored = &scenes->stored.at[scene];
    uint32_t key = stored->keys[KEY_FILE];
    if (stored->png)
        return g2l2_image_parse(stored->png, stored->n_png, scenes->keys.names.at[key], out, err);
    if (key == SYMBOL_NONE)
        return err_set(err, G2L2_STATUS_DATA, 0, 0,
                       "scene %zu does not say which image it is of; give \"image_filename\"",
                       scene);
    int n = snprintf(path, sizeof path, "%s%s%s", directory ? directory : "", directory ? "/" : "",
                     scenes->keys.names.at[key]);
    if (n < 0 || (size_t)n >= sizeof path)
        return err_set(err, G2L2_STATUS_LIMIT, 0, 0, "the path of an image is too long");
    return g2l2_image_read(path, NULL, out, err);
}

g2l2_status g2l2_scenes_image(const g2l2_scenes *self, size_t scene, g2l2_image **out,
                              g2l2_error *err) {
    *out = NULL;
    if (scene >= self->stored.n || !self->gallery)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "there is no scene %zu, or nothing says where images are", scene);
    return gallery_open(self, scene, *self->gallery ? self->gallery : NULL, out, err);
}

/* ---- a scene for each image ---------------------------------------------------------------------- */

static bool is_png(const char *name) {
    size_t n = strlen(name);
    return n > 4 && name[0] != '.' && !strcasecmp(name + n - 4, ".png");
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct names {
    char **at; /* [n] malloc'ed, as each of them */
    size_t n, cap;
};

static bool add_name(struct names *self, const char *name) {
    if (self->n == self->cap) {
        size_t cap = self->cap ? 2 * self->cap : 64;
        char **wider = realloc(self->at, cap * sizeof *wider);
        if (!wider) return false;
        self->at = wider;
        self->cap = cap;
    }
    self->at[self->n] = strdup(name);
    return self->at[self->n] && ++self->n;
}

static void free_names(struct names *self) {
    for (size_t i = 0; i < self->n; i++) free(self->at[i]);
    free(self->at);
}

static g2l2_status list_names(const char *directory, struct names *out, g2l2_error *err) {
    DIR *folder = opendir(directory);
    bool fine = true;
    if (!folder)
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%.300s: cannot open: %s", directory,
                       strerror(errno));
    for (struct dirent *entry; fine && (entry = readdir(folder));)
        if (is_png(entry->d_name)) fine = add_name(out, entry->d_name);
    closedir(folder);
    if (!fine) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (!out->n)
        return err_set(err, G2L2_STATUS_DATA, 0, 0, "%.300s: there is no image (*.png) in it",
                       directory);
    qsort(out->at, out->n, sizeof *out->at, by_name);
    return G2L2_STATUS_OK;
}

/* CLEVR_val_000012.png is image 12. */
static uint32_t index_key(g2l2_scenes *self, const char *name) {
    size_t end = strlen(name) - 4, start = end;
    while (start && isdigit((unsigned char)name[start - 1])) start--;
    while (start + 1 < end && name[start] == '0') start++;
    return start < end ? symbols_add(&self->keys, name + start, end - start) : SYMBOL_NONE;
}

static void add_scene(g2l2_scenes *self, const char *name, bool numbered, struct stored scene) {
    for (int k = 0; k < N_KEYS; k++) scene.keys[k] = SYMBOL_NONE;
    scene.words = arena_alloc(&self->arena, sizeof *scene.words);
    scene.keys[KEY_FILE] = symbols_add(&self->keys, name, strlen(name));
    if (numbered) scene.keys[KEY_INDEX] = index_key(self, name);
    scenes_push(self, &scene);
}

static void add_image(g2l2_scenes *self, const char *name, bool numbered) {
    add_scene(self, name, numbered, (struct stored){0});
}

static g2l2_status add_guarded(g2l2_scenes *self, const struct names *names, g2l2_error *err) {
    if (guard_try(&self->guard, err))
        for (size_t i = 0; i < names->n; i++) add_image(self, names->at[i], true);
    return self->guard.status;
}

g2l2_status g2l2_scenes_list_images(g2l2_scenes *self, const char *directory, g2l2_error *err) {
    struct names names = {0};
    struct scenes_mark mark = scenes_mark(self);
    g2l2_status status = list_names(directory, &names, err);
    if (!status) status = add_guarded(self, &names, err);
    if (status) scenes_cut(self, mark);
    free_names(&names);
    return status;
}

static g2l2_status add_one_guarded(g2l2_scenes *self, const char *path, g2l2_error *err) {
    if (guard_try(&self->guard, err)) add_image(self, path, false);
    return self->guard.status;
}

g2l2_status g2l2_scenes_add_image(g2l2_scenes *self, const char *path, g2l2_error *err) {
    return add_one_guarded(self, path, err);
}

static g2l2_status hold_guarded(g2l2_scenes *self, const void *bytes, size_t length,
                                const char *name, g2l2_error *err) {
    if (guard_try(&self->guard, err)) {
        uint8_t *png = arena_alloc(&self->arena, length + 1);
        memcpy(png, bytes, length);
        add_scene(self, name, false, (struct stored){.png = png, .n_png = length});
    }
    return self->guard.status;
}

g2l2_status g2l2_scenes_hold_image(g2l2_scenes *self, const void *bytes, size_t length,
                                   const char *name, g2l2_error *err) {
    return hold_guarded(self, bytes, length, name ? name : "image", err);
}
