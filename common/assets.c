/* The table of embedded files, by name. */
#include "common/assets.h"

#include <string.h>

const struct asset *asset_find(const char *path) {
    for (const struct asset *a = g2l2_assets; a->path; a++)
        if (!strcmp(a->path, path)) return a;
    return NULL;
}
