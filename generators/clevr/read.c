/* Scenes and programs from CLEVR's JSON. What is read is checked, so that the
 * executor need not: values have names we know, inputs are earlier steps, types
 * fit.
 *
 *   {"objects": [{"color": "red", ...}], "relationships": {...}} ─▶ sets
 *   [{"function": "relate", "inputs": [2], "value_inputs": ["left"]}] ─▶ steps */
#include <string.h>

#include "generators/clevr/clevr.h"

#define FAIL(...) err_set(err, G2L2_STATUS_FORMAT, 0, 0, __VA_ARGS__)

/* ---- scenes ------------------------------------------------------------------- */

static void read_numbers(double *out, size_t n, const json_t *array) {
    for (size_t i = 0; i < n; i++) out[i] = json_number_value(json_array_get(array, i));
}

static g2l2_status read_object(struct clevr_object *self, const json_t *json, g2l2_error *err) {
    memset(self, 0, sizeof *self);
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++) {
        const char *name = json_string_value(json_object_get(json, clevr_property_names[a]));
        int value = name ? clevr_value_find((enum clevr_type)a, name) : -1;
        if (value < 0)
            return FAIL("an object has no %s, or one that is unknown", clevr_property_names[a]);
        self->value[a] = (uint8_t)value;
    }
    read_numbers(self->at, 3, json_object_get(json, "3d_coords"));
    read_numbers(self->pixel, 3, json_object_get(json, "pixel_coords"));
    self->rotation = json_number_value(json_object_get(json, "rotation"));
    return G2L2_STATUS_OK;
}

static g2l2_status read_relation(struct clevr_scene *self, int relation, const json_t *rows,
                                 g2l2_error *err) {
    if (json_array_size(rows) != self->n)
        return FAIL("relationships '%s' must have one row for each object",
                    clevr_values[CLEVR_RELATION][relation]);
    for (uint32_t i = 0; i < self->n; i++) {
        const json_t *row = json_array_get(rows, i);
        clevr_set set = 0;
        for (size_t k = 0; k < json_array_size(row); k++) {
            json_int_t j = json_integer_value(json_array_get(row, k));
            if (j < 0 || j >= self->n)
                return FAIL("a relationship names object %lld", (long long)j);
            set |= 1u << j;
        }
        self->related[relation][i] = set;
    }
    return G2L2_STATUS_OK;
}

g2l2_status clevr_scene_read(struct clevr_scene *self, const json_t *json, g2l2_error *err) {
    const json_t *objects = json_object_get(json, "objects");
    const json_t *relations = json_object_get(json, "relationships");
    size_t n = json_array_size(objects);
    if (!json_is_array(objects)) return FAIL("a scene without \"objects\"");
    if (n > CLEVR_MAX_OBJECTS)
        return FAIL("a scene of %zu objects; at most %d", n, CLEVR_MAX_OBJECTS);
    self->n = (uint32_t)n;
    for (size_t i = 0; i < n; i++)
        if (read_object(&self->objects[i], json_array_get(objects, i), err))
            return G2L2_STATUS_FORMAT;
    clevr_scene_index(self);
    for (int r = 0; relations && r < CLEVR_N_RELATIONS; r++) {
        const json_t *rows = json_object_get(relations, clevr_values[CLEVR_RELATION][r]);
        if (read_relation(self, r, rows, err)) return G2L2_STATUS_FORMAT;
    }
    return G2L2_STATUS_OK;
}

/* ---- programs ------------------------------------------------------------------- */

static g2l2_status read_inputs(struct clevr_program *self, struct clevr_step *step,
                               const json_t *inputs, g2l2_error *err) {
    const struct clevr_function *function = &clevr_functions[step->function];
    if (json_array_size(inputs) != function->n_inputs)
        return FAIL("%s takes %d inputs", function->name, function->n_inputs);
    for (size_t k = 0; k < function->n_inputs; k++) {
        json_int_t i = json_integer_value(json_array_get(inputs, k));
        if (i < 0 || i >= self->n)
            return FAIL("an input of %s is not an earlier step", function->name);
        if (clevr_functions[self->steps[i].function].output != function->input)
            return FAIL("an input of %s is not of type %s", function->name,
                        clevr_type_names[function->input]);
        step->inputs[k] = (uint8_t)i;
    }
    return G2L2_STATUS_OK;
}

static g2l2_status read_value(struct clevr_step *step, const json_t *values, g2l2_error *err) {
    const struct clevr_function *function = &clevr_functions[step->function];
    if (function->value == CLEVR_NO_TYPE) return G2L2_STATUS_OK;
    const char *name = json_string_value(json_array_get(values, 0));
    int value = name ? clevr_value_find((enum clevr_type)function->value, name) : -1;
    if (value < 0) return FAIL("%s needs a value that is known", function->name);
    step->value = (uint8_t)value;
    return G2L2_STATUS_OK;
}

static g2l2_status read_step(struct clevr_program *self, const json_t *json, g2l2_error *err) {
    struct clevr_step *step = &self->steps[self->n];
    const char *name = json_string_value(json_object_get(json, "function"));
    if (!name) name = json_string_value(json_object_get(json, "type"));
    int function = name ? clevr_function_find(name, CLEVR_N_FUNCTIONS) : -1;
    if (function < 0) return FAIL("there is no function '%s'", name ? name : "");
    *step = (struct clevr_step){.function = (uint8_t)function};
    if (read_inputs(self, step, json_object_get(json, "inputs"), err)) return G2L2_STATUS_FORMAT;
    if (read_value(step, json_object_get(json, "value_inputs"), err)) return G2L2_STATUS_FORMAT;
    self->n++;
    return G2L2_STATUS_OK;
}

g2l2_status clevr_program_read(struct clevr_program *self, const json_t *json, g2l2_error *err) {
    size_t n = json_array_size(json);
    if (!n || n > CLEVR_MAX_STEPS)
        return FAIL("a program of %zu steps; it must have 1 to %d", n, CLEVR_MAX_STEPS);
    self->n = 0;
    for (size_t i = 0; i < n; i++)
        if (read_step(self, json_array_get(json, i), err)) return G2L2_STATUS_FORMAT;
    return G2L2_STATUS_OK;
}
