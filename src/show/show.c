/* From a sentence to any of the formats: the trace once, then whoever draws it. */
#include "show/show.h"

#include <string.h>

#define USUAL_DERIVATIONS 4u
#define MAX_DERIVATIONS   1000u

static const struct {
    const char *name;
    void (*put)(const struct trace *trace, struct buf *out); /* NULL: the page of trace_text */
} formats[] = {
    [G2L2_FORMAT_TEXT] = {"text", NULL},         [G2L2_FORMAT_JSON] = {"json", show_json},
    [G2L2_FORMAT_SVG] = {"svg", show_svg},       [G2L2_FORMAT_HTML] = {"html", show_html},
    [G2L2_FORMAT_LATEX] = {"latex", show_latex}, [G2L2_FORMAT_DOT] = {"dot", show_dot},
};

#define N_FORMATS (sizeof formats / sizeof formats[0])

bool g2l2_format_find(const char *name, g2l2_format *out) {
    for (size_t i = 0; i < N_FORMATS; i++)
        if (!strcmp(formats[i].name, name)) {
            *out = (g2l2_format)i;
            return true;
        }
    return false;
}

/* ---- pictures in the JSON ---------------------------------------------------------------- */

/* As one JSON text. */
static void put_picture(struct buf *out, const struct buf *picture) {
    if (picture->n) json_put_text(out, picture->at);
    else buf_puts(out, "null");
}

static void put_scene_picture(struct buf *out, const struct trace *trace) {
    const g2l2_scenes *scenes = trace->naming.scenes;
    struct buf picture;
    buf_init(&picture, out->arena);
    if (trace->has_scene && scenes) show_scene_svg(scenes, trace->naming.scene, NULL, &picture);
    put_picture(out, &picture);
}

static void put_pictures(struct buf *out, const struct trace *trace) {
    out->n--; /* the last bracket: one more field */
    buf_puts(out, ",\"pictures\":{\"derivations\":[");
    for (uint32_t i = 0; i < trace->n_derivations; i++) {
        struct buf picture;
        buf_init(&picture, out->arena);
        show_derivation_svg(trace, i, &picture);
        if (i) buf_puts(out, ",");
        put_picture(out, &picture);
    }
    buf_puts(out, "],\"scene\":");
    put_scene_picture(out, trace);
    buf_puts(out, "}}");
}

/* ---- sentences ------------------------------------------------------------------------------ */

static void show(g2l2_parser *self, const char *sentence, const g2l2_show_options *options,
                 g2l2_explanation *out) {
    size_t n = options->n_derivations ? options->n_derivations : USUAL_DERIVATIONS;
    if (n > MAX_DERIVATIONS) n = MAX_DERIVATIONS;
    struct trace_wanted wanted = {.chart = true,
                                  .n_others = options->derivation ? 0 : (uint32_t)n - 1};
    struct buf text;
    const struct trace *trace = trace_make(self, sentence, &wanted);
    buf_init(&text, &self->arena);
    if (!options->derivation) formats[options->format].put(trace, &text);
    else if (options->format == G2L2_FORMAT_SVG) show_derivation_svg(trace, 0, &text);
    else show_derivation_latex(trace, 0, &text);
    if (options->pictures) put_pictures(&text, trace);
    *out = (g2l2_explanation){trace_parse_status(trace), text.at, text.n};
}

g2l2_status g2l2_parser_show(g2l2_parser *self, const char *sentence,
                             const g2l2_show_options *options, g2l2_explanation *out,
                             g2l2_error *err) {
    *out = (g2l2_explanation){0};
    if ((size_t)options->format >= N_FORMATS)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "there is no format %d",
                       (int)options->format);
    if (options->pictures && options->format != G2L2_FORMAT_JSON)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "pictures are for the format json, not for %s",
                       formats[options->format].name);
    if (options->derivation && options->format != G2L2_FORMAT_SVG &&
        options->format != G2L2_FORMAT_LATEX)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "a derivation alone is for the formats svg and latex, not for %s",
                       formats[options->format].name);
    if (!formats[options->format].put) return g2l2_parser_explain(self, sentence, out, err);
    if (!guard_try(&self->guard, err)) return self->guard.status;
    parser_begin(self);
    show(self, sentence, options, out);
    return G2L2_STATUS_OK;
}

/* ---- scenes ----------------------------------------------------------------------------------- */

/* A line for each; names come from files, and may have other lines in them. */
static void put_objects(const g2l2_scenes *scenes, size_t scene, struct buf *out) {
    buf_puts(out, "");
    for (uint32_t i = 0; i < scenes_n_objects(scenes, scene); i++) {
        size_t start = out->n;
        scenes_object_text(scenes, scene, i, out);
        for (size_t k = start; k < out->n; k++)
            if (out->at[k] == '\n') out->at[k] = ' ';
        buf_puts(out, "\n");
    }
}

static void show_scene(const g2l2_scenes *self, size_t scene, g2l2_format format, struct buf *out) {
    if (format == G2L2_FORMAT_TEXT) put_objects(self, scene, out);
    else if (format == G2L2_FORMAT_JSON) show_objects_json(self, scene, out);
    else show_scene_svg(self, scene, NULL, out);
}

static g2l2_status check_scene(const g2l2_scenes *self, size_t scene, g2l2_format format,
                               g2l2_error *err) {
    if (scene >= g2l2_scenes_count(self))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "there is no scene %zu among the %zu",
                       scene, g2l2_scenes_count(self));
    if (format != G2L2_FORMAT_TEXT && format != G2L2_FORMAT_JSON && format != G2L2_FORMAT_SVG)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "scenes are shown as text, json or svg");
    return G2L2_STATUS_OK;
}

static g2l2_status show_guarded(const g2l2_scenes *self, size_t scene, g2l2_format format,
                                struct arena *arena, char **out, g2l2_error *err) {
    struct buf text;
    if (!guard_try(arena->guard, err)) return arena->guard->status;
    buf_init(&text, arena);
    show_scene(self, scene, format, &text);
    *out = strdup(text.at);
    return *out ? G2L2_STATUS_OK : err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
}

g2l2_status g2l2_scenes_show(const g2l2_scenes *self, size_t scene, g2l2_format format, char **out,
                             g2l2_error *err) {
    struct guard guard;
    struct arena arena;
    *out = NULL;
    g2l2_status status = check_scene(self, scene, format, err);
    if (status) return status;
    arena_init(&arena, &guard, 0);
    status = show_guarded(self, scene, format, &arena, out, err);
    arena_free(&arena);
    return status;
}
