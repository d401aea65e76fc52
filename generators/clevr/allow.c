/* Which colors go with which shapes, as CLEVR's CoGenT conditions have them (Johnson et al. 2017):
 *
 *     {"cube": ["gray", "blue", "brown", "yellow"], ...} ─▶ bits of colors by shape */
#include <jansson.h>

#include "generators/clevr/clevr.h"

static g2l2_status wrong(const char *path, const char *what, const char *name, g2l2_error *err) {
    return err_set(err, G2L2_STATUS_FORMAT, 0, 0, "%.200s: %s%s%.60s%s", path, what,
                   name ? " '" : "", name ? name : "", name ? "'" : "");
}

static g2l2_status read_colors(const char *path, const json_t *list, uint32_t *out,
                               g2l2_error *err) {
    size_t i;
    json_t *item;
    *out = 0;
    json_array_foreach(list, i, item) {
        const char *name = json_string_value(item);
        int color = name ? clevr_value_find(CLEVR_COLOR, name) : -1;
        if (color < 0) return wrong(path, "there is no color", name ? name : "?", err);
        *out |= 1u << color;
    }
    return *out ? G2L2_STATUS_OK : wrong(path, "a shape needs a list of colors", NULL, err);
}

static g2l2_status read_shapes(const char *path, json_t *root, struct clevr_allowed *out,
                               g2l2_error *err) {
    const char *name;
    json_t *list;
    g2l2_status status = G2L2_STATUS_OK;
    if (!json_is_object(root)) return wrong(path, "this is no object of shapes", NULL, err);
    json_object_foreach(root, name, list) {
        int shape = clevr_value_find(CLEVR_SHAPE, name);
        if (shape < 0) return wrong(path, "there is no shape", name, err);
        if ((status = read_colors(path, list, &out->colors[shape], err))) return status;
    }
    return status;
}

g2l2_status clevr_allowed_read(const char *path, struct clevr_allowed *out, g2l2_error *err) {
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    for (int i = 0; i < CLEVR_MAX_VALUES; i++) out->colors[i] = UINT32_MAX;
    if (!root)
        return err_set(err, error.line < 0 ? G2L2_STATUS_IO : G2L2_STATUS_FORMAT, 0, 0,
                       "%.200s: %.200s", path, error.text);
    g2l2_status status = read_shapes(path, root, out, err);
    json_decref(root);
    return status;
}
