/* The nav domain for the engine: its operations, and how targets are read. */
#include <string.h>

#include "types/sequence_kernels.h"

static const char *const ops[] = {"empty", "concat", "repeat", "literal", NULL};
static const char *const shapes[] = {"v", "vvv", "vnv", NULL};

static bool read_target(struct arena *arena, const struct lang *lang, const char *text,
                        struct target *out, const char **why) {
    VEC(uint32_t) literals = {0};
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, " \t\r\n");
        if (length) {
            uint16_t op = lang_literal_find(lang, at, length);
            if (op == OP_NONE) {
                *why = "it has an action that no training example has";
                return false;
            }
            vec_push(arena, &literals, (uint32_t)lang->ops.at[op].literal);
        }
        at += length + strspn(at + length, " \t\r\n");
    }
    *out = (struct target){.n = literals.n, .literals = literals.at};
    return true;
}

const struct kernels nav_kernels = {
    .name = "nav",
    .ops = ops,
    .keeps_literals = true,
    .shapes = shapes,
    .exact = &nav_exact,
    .expected = &nav_expected,
    .read_target = read_target,
    .print = nav_print,
    .print_expected = nav_print_expected,
};
