/* CLEVR's JSON by hand: a question takes about a microsecond, which no tree of
 * values would allow.
 *
 *   {"info":{...},"questions":[
 *   {"split":"train",...,"program":[{"inputs":[],"function":"scene",...},...]},
 *   ...
 *   ]} */
#include <inttypes.h>

#include "generators/clevr/write.h"

#define PUT(out, literal) sink_put((out), literal, sizeof(literal) - 1)

void write_start(struct sink *out, const char *part, const char *list) {
    sink_printf(out,
                "{\"info\":{\"split\":\"%s\",\"version\":\"1.0\",\"date\":\"\",\"license\":\"\","
                "\"generator\":\"g2l2 " G2L2_VERSION "\"},\"%s\":[\n",
                part, list);
}

void write_end(struct sink *out) {
    PUT(out, "\n]}\n");
}

/* "split":"train","image_index":0,"image_filename":"CLEVR_train_000000.png" */
static void put_image(struct sink *out, const char *part, size_t image) {
    sink_printf(out,
                "\"split\":\"%s\",\"image_index\":%zu,\"image_filename\":\"CLEVR_%s_%06zu.png\"",
                part, image, part, image);
}

/* ---- scenes ---------------------------------------------------------------------------- */

static void put_object(struct sink *out, const struct clevr_object *object) {
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++)
        sink_printf(out, "%s\"%s\":\"%s\"", a ? "," : "{", clevr_property_names[a],
                    clevr_values[a][object->value[a]]);
    sink_printf(out,
                ",\"rotation\":%.6f,\"3d_coords\":[%.6f,%.6f,%.2f],"
                "\"pixel_coords\":[%.0f,%.0f,%.6f]",
                object->rotation, object->at[0], object->at[1], object->at[2], object->pixel[0],
                object->pixel[1], object->pixel[2]);
}

static void put_set(struct sink *out, clevr_set set) {
    PUT(out, "[");
    for (clevr_set rest = set; rest; rest &= rest - 1) {
        if (rest != set) PUT(out, ",");
        sink_number(out, (uint64_t)__builtin_ctz(rest));
    }
    PUT(out, "]");
}

static void put_relations(struct sink *out, const struct clevr_scene *scene) {
    PUT(out, "\"relationships\":{");
    for (int r = 0; r < CLEVR_N_RELATIONS; r++) {
        sink_printf(out, "%s\"%s\":[", r ? "," : "", clevr_values[CLEVR_RELATION][r]);
        for (uint32_t i = 0; i < scene->n; i++) {
            if (i) PUT(out, ",");
            put_set(out, scene->related[r][i]);
        }
        PUT(out, "]");
    }
    PUT(out, "}");
}

static void put_directions(struct sink *out) {
    PUT(out, "\"directions\":{");
    for (int r = 0; r < CLEVR_N_RELATIONS; r++)
        sink_printf(out, "\"%s\":[%.16g,%.16g,0.0],", clevr_values[CLEVR_RELATION][r],
                    clevr_directions[r][0], clevr_directions[r][1]);
    PUT(out, "\"above\":[0.0,0.0,1.0],\"below\":[0.0,0.0,-1.0]}");
}

/* "bbox":[216,118,294,219],"pixels":6972 */
static void put_box(struct sink *out, const struct clevr_view *view, uint32_t i) {
    const uint32_t *box = view->box[i];
    sink_printf(out, ",\"bbox\":[%u,%u,%u,%u],\"pixels\":%u", box[0], box[1], box[2], box[3],
                view->pixels[i]);
}

static void put_point(struct sink *out, const char *name, struct vec at) {
    sink_printf(out, "\"%s\":[%.6f,%.6f,%.6f]", name, at.x, at.y, at.z);
}

static void put_view(struct sink *out, const struct clevr_view *view) {
    PUT(out, ",\"camera\":{");
    put_point(out, "location", view->camera.at);
    PUT(out, "},\"lights\":{");
    for (int i = 0; i < RENDER_N_LAMPS; i++) {
        if (i) PUT(out, ",");
        put_point(out, clevr_lamp_names[i], view->lamps[i]);
    }
    PUT(out, "}");
}

void write_scene(struct sink *out, const struct clevr_scene *scene, const struct clevr_view *view,
                 const char *part, size_t image) {
    if (image) PUT(out, ",\n");
    PUT(out, "{");
    put_image(out, part, image);
    PUT(out, ",\"objects\":[");
    for (uint32_t i = 0; i < scene->n; i++) {
        if (i) PUT(out, ",");
        put_object(out, &scene->objects[i]);
        if (view) put_box(out, view, i);
        PUT(out, "}");
    }
    PUT(out, "],");
    put_relations(out, scene);
    PUT(out, ",");
    put_directions(out);
    if (view) put_view(out, view);
    PUT(out, "}");
}

/* ---- questions --------------------------------------------------------------------------- */

static void put_step(struct sink *out, const struct clevr_step *step) {
    const struct clevr_function *function = &clevr_functions[step->function];
    PUT(out, "{\"inputs\":[");
    for (int k = 0; k < function->n_inputs; k++) {
        if (k) PUT(out, ",");
        sink_number(out, step->inputs[k]);
    }
    PUT(out, "],\"function\":\"");
    sink_puts(out, function->name);
    PUT(out, "\",\"value_inputs\":[");
    if (function->value != CLEVR_NO_TYPE) {
        PUT(out, "\"");
        sink_puts(out, clevr_values[function->value][step->value]);
        PUT(out, "\"");
    }
    PUT(out, "]}");
}

static void put_program(struct sink *out, const struct clevr_program *program) {
    PUT(out, ",\"program\":[");
    for (uint32_t i = 0; i < program->n; i++) {
        if (i) PUT(out, ",");
        put_step(out, &program->steps[i]);
    }
    PUT(out, "]");
}

void write_question(struct sink *out, const struct question *question, const char *part,
                    size_t image, size_t index) {
    const struct family *family = question->family;
    if (index) PUT(out, ",\n");
    PUT(out, "{");
    put_image(out, part, image);
    sink_printf(out, ",\"image\":\"CLEVR_%s_%06zu\",\"question\":", part, image);
    sink_json(out, question->text, question->n_text);
    put_program(out, &question->program);
    sink_printf(out,
                ",\"answer\":\"%s\",\"template_filename\":", clevr_answer_text(&question->answer));
    sink_json(out, family->file, strlen(family->file));
    sink_printf(out, ",\"question_family_index\":%u,\"question_index\":%zu}", family->index, index);
}
