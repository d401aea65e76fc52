/* The symbolic executor: a program on a scene, one word of memory for each step.
 *
 *   scene ─▶ filter_color[red] ─▶ unique ─▶ relate[left] ─▶ count ─▶ "2"
 *   {0,1,2,3}      {1}              1         {0,3}           2
 *
 * A value is a number whatever its type: a set is a mask, an object its index.
 * Types are checked when a program is read, so here nothing can go wrong but
 * `unique`. */
#include "generators/clevr/clevr.h"

bool clevr_apply(const struct clevr_scene *scene, const struct clevr_function *function,
                 uint32_t value, uint32_t a, uint32_t b, uint32_t *out) {
    uint8_t attribute = function->attribute;
    switch (function->kind) {
    case FN_SCENE: *out = (clevr_set)((UINT64_C(1) << scene->n) - 1); return true;
    case FN_FILTER: *out = a & scene->having[attribute][value]; return true;
    case FN_UNIQUE:
        if (!a || (a & (a - 1))) return false;
        *out = (uint32_t)__builtin_ctz(a);
        return true;
    case FN_RELATE: *out = scene->related[value][a]; return true;
    case FN_UNION: *out = a | b; return true;
    case FN_INTERSECT: *out = a & b; return true;
    case FN_COUNT: *out = (uint32_t)__builtin_popcount(a); return true;
    case FN_EXIST: *out = a != 0; return true;
    case FN_QUERY: *out = scene->objects[a].value[attribute]; return true;
    case FN_EQUAL: *out = a == b; return true;
    case FN_SAME:
        *out = scene->having[attribute][scene->objects[a].value[attribute]] & ~(1u << a);
        return true;
    case FN_LESS: *out = a < b; return true;
    case FN_GREATER: *out = a > b; return true;
    default: return false;
    }
}

bool clevr_run_without(const struct clevr_program *program, const struct clevr_scene *scene,
                       uint32_t left_out, uint32_t *outputs) {
    clevr_set all = (clevr_set)((UINT64_C(1) << scene->n) - 1);
    for (uint32_t i = 0; i < program->n; i++) {
        const struct clevr_step *step = &program->steps[i];
        const struct clevr_function *function = &clevr_functions[step->function];
        uint32_t a = function->n_inputs > 0 ? outputs[step->inputs[0]] : 0;
        uint32_t b = function->n_inputs > 1 ? outputs[step->inputs[1]] : 0;
        if (i == left_out) outputs[i] = function->kind == FN_SAME ? all & ~(1u << a) : all;
        else if (!clevr_apply(scene, function, step->value, a, b, &outputs[i])) return false;
    }
    return true;
}

bool clevr_run(const struct clevr_program *program, const struct clevr_scene *scene,
               uint32_t *outputs) {
    return clevr_run_without(program, scene, program->n, outputs);
}

g2l2_status clevr_execute(const struct clevr_program *program, const struct clevr_scene *scene,
                          struct clevr_answer *out, g2l2_error *err) {
    uint32_t outputs[CLEVR_MAX_STEPS]; /* [program->n] */
    if (!program->n) return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "a program without steps");
    if (!clevr_run(program, scene, outputs))
        return err_set(err, G2L2_STATUS_DATA, 0, 0,
                       "`unique` of a set that does not have exactly one object");
    uint8_t last = program->steps[program->n - 1].function;
    *out = (struct clevr_answer){clevr_functions[last].output, outputs[program->n - 1]};
    return G2L2_STATUS_OK;
}

const char *clevr_answer_text(const struct clevr_answer *self) {
    static const char *const numbers[CLEVR_MAX_OBJECTS + 1] = {
        "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10",
        "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21",
        "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32"};
    if (self->type <= CLEVR_RELATION) return clevr_values[self->type][self->value];
    if (self->type == CLEVR_INTEGER) return numbers[self->value];
    if (self->type == CLEVR_BOOL) return self->value ? "yes" : "no";
    return NULL;
}
