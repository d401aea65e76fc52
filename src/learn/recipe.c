/* The table of recipe.h as data, and overriding it by name. */
#include "learn/recipe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROW(name, plain, concepts, without, unit, why) {#name, plain, concepts, without, unit, why},
static const struct recipe_row rows[] = {RECIPE(ROW)};
#undef ROW
#define N_ROWS (sizeof rows / sizeof rows[0])

_Static_assert(sizeof(struct recipe) == N_ROWS * sizeof(double), "a double for each row");

const struct recipe_row *recipe_rows(size_t *n) {
    *n = N_ROWS;
    return rows;
}

struct recipe recipe_default(bool concepts) {
    return (struct recipe){
#define VALUE(name, plain, concepts_, ...) .name = concepts ? (concepts_) : (plain),
        RECIPE(VALUE)
#undef VALUE
    };
}

static double *find(struct recipe *self, const char *name, size_t length) {
    for (size_t i = 0; i < N_ROWS; i++)
        if (!strncmp(rows[i].name, name, length) && !rows[i].name[length])
            return (double *)self + i;
    return NULL;
}

g2l2_status recipe_read(struct recipe *self, const char *text, g2l2_error *err) {
    static const char space[] = " ,\t\n";
    for (const char *at = text; *(at += strspn(at, space));) {
        size_t length = strcspn(at, "= ,\t\n");
        double *value = find(self, at, length);
        char *end;
        if (!value)
            return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "the recipe has no constant '%.*s'",
                           (int)(length < 60 ? length : 60), at);
        double number = at[length] == '=' ? strtod(at + length + 1, &end) : NAN;
        if (!isfinite(number) || (*end && !strchr(space, *end)) || end == at + length + 1)
            return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "'%.*s' of the recipe needs a number",
                           (int)(length < 60 ? length : 60), at);
        *value = number;
        at = end;
    }
    return G2L2_STATUS_OK;
}
