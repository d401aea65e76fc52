/* The kinds of values and operations that there are, for those outside to read. */
#include <string.h>

#include "types/registry.h"

const struct kind_row *kind_row(const g2l2_types *types, uint32_t kind) {
    (void)types;
    return kind < N_KINDS ? &kind_table[kind] : NULL;
}

const struct operation *operation_row(const g2l2_types *types, uint32_t kernel) {
    (void)types;
    return kernel < N_KERNELS ? &operation_table[kernel] : NULL;
}

/* ---- listing --------------------------------------------------------------------------- */

size_t g2l2_kinds(const g2l2_types *types, g2l2_kind *out, size_t max) {
    size_t n = 0;
    const struct kind_row *row;
    for (uint32_t i = 1; (row = kind_row(types, i)); i++, n++)
        if (n < max) out[n] = (g2l2_kind){row->name, row->about};
    return n;
}

static void sign(const g2l2_types *types, const struct operation *o, char *out, size_t room) {
    size_t n = 0;
    for (uint32_t i = 0; i < o->n_args && n < room; i++)
        n += (size_t)snprintf(out + n, room - n, "%s%s", i ? ", " : "",
                              kind_row(types, o->args[i])->name);
    if (o->more && n < room) n += (size_t)snprintf(out + n, room - n, ", ...");
    if (o->n_args && n < room) n += (size_t)snprintf(out + n, room - n, " -> ");
    if (n < room) snprintf(out + n, room - n, "%s", kind_row(types, o->result)->name);
}

size_t g2l2_operations(const g2l2_types *types, g2l2_operation *out, size_t max) {
    size_t n = 0;
    const struct operation *row;
    for (uint32_t i = 0; (row = operation_row(types, i)); i++) {
        if (i == KERNEL_LITERAL) continue; /* no operation of a definition */
        if (n < max) {
            out[n] = (g2l2_operation){.name = row->name,
                                      .about = row->about,
                                      .law = row->law,
                                      .expected = row->soft & SOFT_MEANS,
                                      .mixed = row->soft & SOFT_OBJECTS};
            sign(types, row, out[n].signature, sizeof out[n].signature);
        }
        n++;
    }
    return n;
}
