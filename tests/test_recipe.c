/* The recipe: every constant of the learner does something. Each is neutralised (and, should
 * that not show, halved and doubled) in a handful of quick tasks; one that leaves the bytes
 * of every model as they were fails. */
#include "tests/lessons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learn/recipe.h"

static void has_a_reason(void **state) {
    (void)state;
    size_t n;
    const struct recipe_row *rows = recipe_rows(&n);
    for (size_t i = 0; i < n; i++) {
        assert_true(*rows[i].unit && *rows[i].why);
        for (size_t k = 0; k < i; k++) assert_string_not_equal(rows[i].name, rows[k].name);
        if (rows[i].without == rows[i].plain && rows[i].without == rows[i].concepts)
            fail_msg("%s is what it would be without", rows[i].name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
