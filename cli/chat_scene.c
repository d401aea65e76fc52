/* What questions are about: one scene of a file is looked at, and :scene, :next and
 * :random look at others.
 *
 *     scene 7 of 400
 *       1  small red rubber sphere      2  large blue rubber cube      */
#include <stdlib.h>
#include <string.h>

#include "cli/chat.h"

/* ---- objects ----------------------------------------------------------------------------- */

/* A line for each object, with its number for people. False: out of memory. */
static bool name_objects(const struct chat *self, const char *lines, size_t n, char **objects) {
    for (size_t i = 0; i < n; i++, lines += strcspn(lines, "\n") + 1) {
        int length = (int)strcspn(lines, "\n");
        if (self->json) objects[i] = strndup(lines, (size_t)length);
        else if (asprintf(&objects[i], "%4zu  %.*s", i + 1, length, lines) < 0) objects[i] = NULL;
        if (!objects[i]) return false;
    }
    return true;
}

static void put_objects(const struct chat *self, const char *const *objects, size_t n) {
    const char *name = g2l2_scenes_name(self->scenes, self->scene);
    size_t last = g2l2_scenes_count(self->scenes) - 1;
    chat_style(self, STYLE_DIM);
    chat_printf("scene %zu", self->scene);
    if (last) chat_printf(" (of 0 to %zu)", last);
    if (name) chat_printf(", %s", name);
    chat_put(n ? ":\n" : ": nothing is there\n");
    chat_style(self, STYLE_PLAIN);
    chat_columns(objects, n, SIZE_MAX);
}

static void put_objects_json(struct chat *self, char *const *objects, size_t n) {
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++) json_array_append_new(list, cli_json_text(objects[i]));
    chat_json(self, json_pack("{s:I, s:o}", "scene", (json_int_t)self->scene, "objects", list));
}

static void show(struct chat *self) {
    size_t n = g2l2_scenes_n_objects(self->scenes, self->scene);
    char *lines = NULL, **objects = calloc(n + 1, sizeof *objects);
    g2l2_error err = {.message = "out of memory"};
    if (!objects || g2l2_scenes_show(self->scenes, self->scene, G2L2_FORMAT_TEXT, &lines, &err) ||
        !name_objects(self, lines, n, objects))
        chat_error(self, "%s", err.message);
    else if (self->json) put_objects_json(self, objects, n);
    else put_objects(self, (const char *const *)objects, n);
    for (size_t i = 0; objects && i < n; i++) free(objects[i]);
    free(objects);
    free(lines);
}

/* ---- looking at another --------------------------------------------------------------------- */

/* Takes `scenes` if all is well. */
static bool look(struct chat *self, g2l2_scenes *scenes, size_t index) {
    g2l2_error err;
    size_t n = g2l2_scenes_count(scenes);
    if (index >= n) {
        chat_error(self, n ? "there is no scene %zu; they are 0 to %zu" : "there are no scenes",
                   index, n - 1);
        return false;
    }
    if (g2l2_parser_set_scene(self->parser, scenes, index, &err)) {
        chat_error(self, "%s", err.message);
        return false;
    }
    if (scenes != self->scenes) {
        chat_forget(self); /* answers were about the others */
        g2l2_scenes_free(self->scenes);
    }
    self->scenes = scenes;
    self->scene = index;
    return true;
}

static bool open_file(struct chat *self, const char *path, size_t index) {
    g2l2_scenes *scenes = NULL;
    g2l2_error err;
    if (g2l2_scenes_new(&scenes, &err) || g2l2_scenes_read(scenes, path, &self->limits, &err) ||
        g2l2_scenes_encode_for(scenes, self->model, &err))
        chat_error(self, "%s", err.message);
    else if (look(self, scenes, index)) return true;
    g2l2_scenes_free(scenes);
    return false;
}

/* Standard input is where lines come from. */
static bool open_text(struct chat *self, const char *text) {
    char *path;
    size_t index;
    if (!strcmp(text, "-") || !strncmp(text, "-:", 2)) {
        chat_error(self, "standard input has the questions, so scenes must be in a file");
        return false;
    }
    if (!cli_split_scene(text, &path, &index)) {
        chat_error(self, "out of memory");
        return false;
    }
    bool ok = open_file(self, path, index);
    free(path);
    return ok;
}

/* False after a message. */
static bool has_scenes(struct chat *self) {
    if (!self->scenes)
        chat_error(self, "there are no scenes yet; `:scene FILE[:INDEX]` reads some");
    return self->scenes;
}

void chat_scene(struct chat *self, const char *argument) {
    bool number = *argument && strlen(argument) < 13 && !argument[strspn(argument, "0123456789")];
    bool ok;
    if (*argument && !number) ok = open_text(self, argument);
    else ok = has_scenes(self);
    if (ok && number) ok = look(self, self->scenes, strtoull(argument, NULL, 10));
    if (ok) show(self);
}

void chat_scene_next(struct chat *self) {
    if (!has_scenes(self)) return;
    size_t n = g2l2_scenes_count(self->scenes);
    if (look(self, self->scenes, (self->scene + 1) % n)) show(self);
}

/* Any but this one. */
void chat_scene_random(struct chat *self) {
    if (!has_scenes(self)) return;
    size_t n = g2l2_scenes_count(self->scenes);
    size_t step = n > 1 ? 1 + rng_below(&self->rng, (uint32_t)(n - 1)) : 0;
    if (look(self, self->scenes, (self->scene + step) % n)) show(self);
}
