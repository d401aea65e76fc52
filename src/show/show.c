/* From a sentence to any of the formats: the trace once, then whoever draws it. */
#include "show/show.h"

#include <string.h>

#define MAX_OTHERS 3u

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

g2l2_status g2l2_parser_show(g2l2_parser *self, const char *sentence, g2l2_format format,
                             const char **out, g2l2_error *err) {
    static const struct trace_wanted wanted = {.chart = true, .n_others = MAX_OTHERS};
    *out = NULL;
    if ((size_t)format >= N_FORMATS)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "there is no format %d", (int)format);
    if (!formats[format].put) return g2l2_parser_explain(self, sentence, out, err);
    if (!guard_try(&self->guard, err)) return self->guard.status;
    struct buf text;
    const struct trace *trace = trace_make(self, sentence, &wanted);
    buf_init(&text, &self->arena);
    formats[format].put(trace, &text);
    *out = text.at;
    return G2L2_STATUS_OK;
}
