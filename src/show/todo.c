/* Formats that are on their way. */
#include "show/show.h"

void show_html(const struct trace *trace, struct buf *out) {
    show_json(trace, out);
}
