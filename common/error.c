/* Errors are values: a status for the program, one sentence for the person. */
#include <string.h>

#include "common/common.h"

static g2l2_status fill(g2l2_error *err, g2l2_status status, size_t line, size_t column,
                        const char *format, va_list args) {
    if (err) {
        err->status = status;
        err->line = line;
        err->column = column;
        vsnprintf(err->message, sizeof err->message, format, args);
    }
    return status;
}

g2l2_status err_set(g2l2_error *err, g2l2_status status, size_t line, size_t column,
                    const char *format, ...) {
    va_list args;
    va_start(args, format);
    fill(err, status, line, column, format, args);
    va_end(args);
    return status;
}

void guard_raise(struct guard *guard, g2l2_status status, size_t line, size_t column,
                 const char *format, ...) {
    va_list args;
    va_start(args, format);
    guard->status = fill(guard->err, status, line, column, format, args);
    va_end(args);
    longjmp(guard->env, 1);
}
