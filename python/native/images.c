/* Images, detectors, and scenes that have images. */
#include "native.h"

FUNCTION(scenes_list_images) {
    g2l2_scenes *self;
    g2l2_error err;
    const char *directory;
    (void)module;
    ARGS("O&s", native_get_scenes, &self, &directory);
    DONE(g2l2_scenes_list_images(self, directory, &err));
}

FUNCTION(scenes_add_image) {
    g2l2_scenes *self;
    g2l2_error err;
    const char *path;
    (void)module;
    ARGS("O&s", native_get_scenes, &self, &path);
    DONE(g2l2_scenes_add_image(self, path, &err));
}

FUNCTION(scenes_hold_image) {
    g2l2_scenes *self;
    g2l2_error err;
    Py_buffer bytes;
    g2l2_status status;
    (void)module;
    ARGS("O&y*", native_get_scenes, &self, &bytes);
    CALL(status, g2l2_scenes_hold_image(self, bytes.buf, (size_t)bytes.len, NULL, &err));
    PyBuffer_Release(&bytes);
    DONE(status);
}

FUNCTION(scenes_set_images) {
    g2l2_scenes *self;
    g2l2_error err;
    const char *directory;
    (void)module;
    ARGS("O&z", native_get_scenes, &self, &directory);
    DONE(g2l2_scenes_set_images(self, directory, &err));
}

FUNCTION(scenes_image) {
    g2l2_scenes *self;
    g2l2_error err;
    Py_ssize_t scene;
    g2l2_image *out;
    (void)module;
    ARGS("O&n", native_get_scenes, &self, &scene);
    return g2l2_scenes_image(self, (size_t)scene, &out, &err) ? native_fail(&err)
                                                              : native_own_image(out, NULL);
}

FUNCTION(scenes_look_for) {
    g2l2_scenes *self;
    g2l2_dataset *data;
    g2l2_model *model;
    g2l2_error err;
    g2l2_status status;
    g2l2_sight_options how;
    (void)module;
    ARGS("O&O&O&zzzz", native_get_scenes, &self, native_get_dataset_or_none, &data,
         native_get_model, &model, &how.images, &how.boxes, &how.features, &how.detector);
    CALL(status, g2l2_scenes_look_for(self, data, model, &how, &err));
    DONE(status);
}

FUNCTION(image_new) {
    g2l2_error err;
    g2l2_image *out;
    Py_ssize_t width, height, channels;
    (void)module;
    ARGS("nnn", &width, &height, &channels);
    return g2l2_image_new((size_t)width, (size_t)height, (size_t)channels, &out, &err)
               ? native_fail(&err)
               : native_own_image(out, NULL);
}

FUNCTION(image_read) {
    g2l2_error err;
    g2l2_image *out;
    const char *path;
    g2l2_status status;
    (void)module;
    ARGS("s", &path);
    CALL(status, g2l2_image_read(path, NULL, &out, &err));
    return status ? native_fail(&err) : native_own_image(out, NULL);
}

FUNCTION(image_parse) {
    g2l2_error err;
    g2l2_image *out;
    Py_buffer bytes;
    g2l2_status status;
    (void)module;
    ARGS("y*", &bytes);
    CALL(status, g2l2_image_parse(bytes.buf, (size_t)bytes.len, NULL, &out, &err));
    PyBuffer_Release(&bytes);
    return status ? native_fail(&err) : native_own_image(out, NULL);
}

FUNCTION(image_write) {
    g2l2_image *self;
    g2l2_error err;
    const char *path;
    (void)module;
    ARGS("O&s", native_get_image, &self, &path);
    DONE(g2l2_image_write(self, path, &err));
}

FUNCTION(image_encode) {
    g2l2_image *self;
    g2l2_error err;
    void *bytes;
    size_t n;
    (void)module;
    ARGS("O&", native_get_image, &self);
    if (g2l2_image_encode(self, &bytes, &n, &err)) return native_fail(&err);
    PyObject *out = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)n);
    free(bytes);
    return out;
}

FUNCTION(image_pixels) {
    g2l2_image *self;
    PyObject *owner;
    (void)module;
    ARGS("O", &owner);
    if (!native_get_image(owner, &self)) return NULL;
    return native_numbers(owner, self->pixels, 'B', 1, 3,
                          (size_t[]){self->height, self->width, self->channels}, 0);
}

FUNCTION(detector_load) {
    g2l2_error err;
    g2l2_detector *out;
    const char *path;
    (void)module;
    ARGS("z", &path);
    return g2l2_detector_load(path, &out, &err) ? native_fail(&err)
                                                : native_own_detector(out, NULL);
}

FUNCTION(detector_save) {
    g2l2_detector *self;
    g2l2_error err;
    const char *path;
    (void)module;
    ARGS("O&s", native_get_detector, &self, &path);
    DONE(g2l2_detector_save(self, path, &err));
}

static PyObject *one_box(const void *from, size_t i) {
    const g2l2_box *b = (const g2l2_box *)from + i;
    return Py_BuildValue("(fffff)", b->x0, b->y0, b->x1, b->y1, b->score);
}

FUNCTION(detector_find) {
    g2l2_detector *self;
    g2l2_image *image;
    const g2l2_box *boxes;
    size_t n;
    (void)module;
    ARGS("O&O&", native_get_detector, &self, native_get_image, &image);
    CALL(n, g2l2_detector_find(self, image, &boxes));
    return native_list(n, one_box, boxes);
}

PyMethodDef native_images[] = {
    ROW(scenes_list_images), ROW(scenes_add_image), ROW(scenes_hold_image), ROW(scenes_set_images),
    ROW(scenes_image),       ROW(scenes_look_for),  ROW(image_new),         ROW(image_read),
    ROW(image_parse),        ROW(image_write),      ROW(image_encode),      ROW(image_pixels),
    ROW(detector_load),      ROW(detector_save),    ROW(detector_find),     {NULL, NULL, 0, NULL}};
