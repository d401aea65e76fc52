/* Errors are values: a status for the program, one sentence for the person. */
#include <string.h>

#include "base/base.h"

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

const char *g2l2_status_name(g2l2_status status) {
    static const char *const names[] = {"ok",   "out of memory", "input/output", "format",
                                        "type", "unknown name",  "limit",        "interrupted",
                                        "data", "argument"};
    size_t n = sizeof names / sizeof names[0];
    return (size_t)status < n ? names[status] : "unknown status";
}
