/* One self-contained page: the trace as JSON, and the viewer of web/ to explore it with.
 *
 *     style       base.css viewer.css
 *     #still      what there is to read without scripts: drawings and text
 *     #trace      the JSON
 *     scripts     the viewer, and page.js, which puts it in the place of #still */
#include "common/assets.h"
#include "show/draw.h"

static const char *const styles[] = {"base.css", "viewer.css", NULL};
static const char *const scripts[] = {"dom.js",     "plain.js",   "links.js",   "tree.js",
                                      "program.js", "walk.js",    "scene.js",   "stage.js",
                                      "replay.js",  "details.js", "trouble.js", "viewer.js",
                                      "chart.js",   "page.js",    NULL};

static void put_assets(struct buf *out, const char *tag, const char *const *names) {
    for (; *names; names++) {
        const struct asset *asset = asset_find(*names);
        if (!asset) continue;
        buf_printf(out, "<%s>\n", tag);
        buf_put(out, (const char *)asset->bytes, asset->n);
        buf_printf(out, "</%s>\n", tag);
    }
}

/* JSON in a page: `<` stands in texts alone, and there it may as well be an escape. */
static void put_json(const struct trace *trace, struct buf *out) {
    struct buf json;
    buf_init(&json, out->arena);
    show_json(trace, &json);
    for (size_t i = 0; i < json.n; i++)
        if (json.at[i] == '<') buf_puts(out, "\\u003c");
        else buf_put(out, json.at + i, 1);
}

/* ---- without scripts ----------------------------------------------------------------------- */

static void put_result(const struct trace *trace, struct buf *out) {
    buf_puts(out, "<section class=\"card result\">");
    for (size_t i = 0; i < trace->n_readings && i < 5; i++) {
        if (i && trace->readings[i].confidence < 0.01) break;
        buf_puts(out, i ? "<p class=\"quiet\">or " : "<p class=\"result-text answer\">");
        xml_put(out, trace->readings[i].text);
        buf_printf(out, " <span class=\"quiet\">%.3g</span></p>", trace->readings[i].confidence);
    }
    for (int i = 0; i < 2; i++) {
        const char *text = i ? trace->note : trace->reason;
        if (!text) continue;
        buf_puts(out, "<p class=\"note\">");
        xml_put(out, text);
        buf_puts(out, "</p>");
    }
    for (uint32_t i = 0; i < trace->n_repairs; i++) {
        buf_puts(out, "<p>");
        if (trace->repairs[i].sentence) {
            buf_puts(out, "<b>");
            xml_put(out, trace->repairs[i].sentence);
            buf_puts(out, "</b> ");
        }
        xml_put(out, trace->repairs[i].change);
        buf_puts(out, "</p>");
    }
    for (uint32_t i = 0; i < trace->n_missing; i++) {
        buf_puts(out, "<p>");
        xml_put(out, trace->missing[i]);
        buf_puts(out, "</p>");
    }
    buf_puts(out, "</section>\n");
}

static void put_derivations(const struct trace *trace, struct buf *out) {
    for (uint32_t i = 0; i < trace->n_derivations; i++) {
        const struct trace_derivation *d = &trace->derivations[i];
        buf_puts(out, "<section class=\"card\"><h2>Derivation</h2><div class=\"scroll\">");
        show_derivation_svg(trace, i, out);
        buf_puts(out, "</div>");
        if (d->program) {
            buf_puts(out, "<p><code class=\"program\">");
            xml_put(out, d->program);
            buf_puts(out, "</code></p>");
        }
        buf_puts(out, "</section>\n");
    }
}

static void put_step(const struct trace *trace, const struct trace_step *step, struct buf *out) {
    const struct trace_derivation *d = &trace->derivations[0];
    struct show_marks marks;
    buf_puts(out, "<li><p>");
    if (step->number) buf_printf(out, "%u ", step->number);
    buf_puts(out, "<code>");
    xml_put(out, step->call);
    buf_puts(out, "</code>");
    if (step->value.text) {
        buf_puts(out, " = ");
        xml_put_most(out, step->value.text, 2000);
    }
    buf_puts(out, "</p>");
    if (trace_scenes(trace) && step_marks(trace, d, step, &marks)) {
        buf_puts(out, "<div class=\"scene\">");
        show_scene_svg(trace_scenes(trace), trace->naming.scene, &marks, out);
        buf_puts(out, "</div>");
    }
    buf_puts(out, "</li>\n");
}

static void put_steps(const struct trace *trace, struct buf *out) {
    if (!trace->n_derivations || !trace->derivations[0].n_steps) return;
    buf_puts(out, "<section class=\"card\"><h2>Execution</h2><ol class=\"still-steps\">\n");
    for (uint32_t i = 0; i < trace->derivations[0].n_steps; i++)
        put_step(trace, &trace->derivations[0].steps[i], out);
    buf_puts(out, "</ol></section>\n");
}

static void put_scene(const struct trace *trace, struct buf *out) {
    if (!trace_scenes(trace)) return;
    buf_puts(out, "<section class=\"card\"><h2>Scene</h2><div class=\"scene scene-picture\">");
    show_scene_svg(trace_scenes(trace), trace->naming.scene, NULL, out);
    buf_puts(out, "</div></section>\n");
}

/* ---- the page -------------------------------------------------------------------------------- */

static void put_head(const struct trace *trace, struct buf *out) {
    buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>");
    xml_put_most(out, trace->sentence, 100);
    buf_puts(out, " · g2l2</title>\n");
    put_assets(out, "style", styles);
    buf_puts(out, "</head>\n<body>\n<header class=\"top\"><span class=\"brand\"><span "
                  "class=\"brand-mark\"></span>g2l2</span></header>\n<main>\n<h1 "
                  "class=\"page-sentence\">");
    xml_put(out, trace->sentence);
    buf_puts(out, "</h1>\n");
}

void show_html(const struct trace *trace, struct buf *out) {
    put_head(trace, out);
    buf_puts(out, "<div id=\"still\" class=\"viewer\">\n");
    put_result(trace, out);
    put_scene(trace, out);
    put_derivations(trace, out);
    put_steps(trace, out);
    buf_puts(out, "</div>\n</main>\n<script type=\"application/json\" id=\"trace\">");
    put_json(trace, out);
    buf_puts(out, "</script>\n");
    put_assets(out, "script", scripts);
    buf_puts(out, "</body>\n</html>\n");
}
