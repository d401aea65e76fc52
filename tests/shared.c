/* Files that a stranger does not have: see shared.h. */
#include "tests/shared.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"

void skip_because(const char *why, ...) {
    char text[SHARED_PATH_MAX];
    va_list values;
    va_start(values, why);
    vsnprintf(text, sizeof text, why, values);
    va_end(values);
    print_message("# skipped: %s\n", text);
    skip();
    abort(); /* skip() does not return, but is not declared so */
}

const char *shared_path(char path[SHARED_PATH_MAX], const char *name) {
    const char *folder = getenv("G2L2_SHARED");
    snprintf(path, SHARED_PATH_MAX, "%s/%s", folder ? folder : "", name);
    if (!folder || !*folder || access(path, R_OK))
        skip_because("there is no %s in $G2L2_SHARED", name);
    return path;
}

char *text_of_file(const char *path) {
    char *text;
    size_t length;
    g2l2_error err;
    if (file_read(path, (size_t)64 << 20, &text, &length, &err)) fail_msg("%s", err.message);
    return text;
}
