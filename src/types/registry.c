/* Kinds and operations by name and number; types that a program brings are checked and added. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "types/registry.h"

/* ---- rows ------------------------------------------------------------------------------- */

const struct given_type *kind_given(const g2l2_types *types, uint32_t kind) {
    return types && kind >= N_KINDS && kind - N_KINDS < types->n ? &types->given[kind - N_KINDS]
                                                                 : NULL;
}

const struct given_operation *operation_given(const g2l2_types *types, uint32_t kernel) {
    return types && kernel >= N_KERNELS && kernel - N_KERNELS < types->n_operations
               ? &types->operations[kernel - N_KERNELS]
               : NULL;
}

const struct kind_row *kind_row(const g2l2_types *types, uint32_t kind) {
    const struct given_type *given = kind_given(types, kind);
    return given ? &given->row : kind < N_KINDS ? &kind_table[kind] : NULL;
}

const struct operation *operation_row(const g2l2_types *types, uint32_t kernel) {
    const struct given_operation *given = operation_given(types, kernel);
    return given ? &given->row : kernel < N_KERNELS ? &operation_table[kernel] : NULL;
}

enum value_kind kind_find(const g2l2_types *types, const char *name, size_t length) {
    const struct kind_row *row;
    for (uint32_t i = 1; (row = kind_row(types, i)); i++)
        if (strlen(row->name) == length && !memcmp(row->name, name, length))
            return (enum value_kind)i;
    return KIND_NONE;
}

uint16_t operation_find(const g2l2_types *types, const char *name) {
    const struct operation *row;
    for (uint32_t i = 0; (row = operation_row(types, i)); i++)
        if (i != KERNEL_LITERAL && !strcmp(row->name, name)) return (uint16_t)i;
    return OPERATION_NONE;
}

/* ---- types that are brought ------------------------------------------------------------------ */

g2l2_status g2l2_types_new(g2l2_types **out, g2l2_error *err) {
    g2l2_types *self = *out = calloc(1, sizeof *self);
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    arena_init(&self->arena, &self->guard, 0);
    return G2L2_STATUS_OK;
}

void g2l2_types_free(g2l2_types *self) {
    if (!self) return;
    arena_free(&self->arena);
    free(self);
}

__attribute__((format(printf, 3, 4))) static _Noreturn void
refuse(g2l2_types *self, const g2l2_value_type *type, const char *format, ...) {
    char why[300];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    guard_raise(&self->guard, G2L2_STATUS_ARGUMENT, 0, 0, "the value type '%.60s' %s",
                type->name ? type->name : "", why);
}

/* Nothing else of the struct is looked at until this is known. */
static g2l2_status check_version(const g2l2_value_type *type, g2l2_error *err) {
    if (type->abi != G2L2_TYPE_ABI)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "a value type was built for version %u of the interface; this library has "
                       "version %d (g2l2.h, G2L2_TYPE_ABI)",
                       type->abi, G2L2_TYPE_ABI);
    if (type->size != sizeof *type || type->operation_size != sizeof *type->operations)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "a value type was built with another g2l2.h: its structs have %u and %u "
                       "bytes, those of this library %zu and %zu",
                       type->size, type->operation_size, sizeof *type, sizeof *type->operations);
    return G2L2_STATUS_OK;
}

static bool is_name(const char *text) {
    if (!text || !isalpha((unsigned char)*text) || strlen(text) > 60) return false;
    while (isalnum((unsigned char)*text) || *text == '_') text++;
    return !*text;
}

static const char *copy(g2l2_types *self, const char *text) {
    return text ? arena_strndup(&self->arena, text, strlen(text)) : NULL;
}

static void check_type(g2l2_types *self, const g2l2_value_type *type) {
    if (!is_name(type->name))
        refuse(self, type, "needs a name of letters, digits and '_', 60 at most");
    if (kind_find(self, type->name, strlen(type->name)) != KIND_NONE)
        refuse(self, type, "is there already");
    if (!type->parse || !type->print) refuse(self, type, "needs 'parse' and 'print'");
    if (!type->max_bytes || type->max_bytes > MAX_VALUE_BYTES)
        refuse(self, type, "may have values of 1 to %u bytes, not %u", MAX_VALUE_BYTES,
               type->max_bytes);
    if (self->n == MAX_GIVEN) refuse(self, type, "is one too many: there may be %u", MAX_GIVEN);
    if (type->n_operations && !type->operations) refuse(self, type, "has no 'operations'");
    if (type->n_operations > MAX_GIVEN_OPERATIONS - self->n_operations)
        refuse(self, type, "has too many operations: there may be %u in all", MAX_GIVEN_OPERATIONS);
}

/* ---- signatures: "hours, number -> hours" ------------------------------------------------------ */

static bool usable(enum value_kind kind) {
    return kind >= N_KINDS || kind == KIND_NUMBER || kind == KIND_TRUTH || kind == KIND_SYMBOL;
}

/* The kind that is named at `*at`, which moves behind it. */
static enum value_kind read_kind(g2l2_types *self, const g2l2_value_type *type,
                                 const g2l2_type_operation *op, const char **at) {
    *at += strspn(*at, " ");
    size_t n = strcspn(*at, " ,-");
    enum value_kind kind = kind_find(self, *at, n);
    if (kind == KIND_NONE || !usable(kind))
        refuse(self, type,
               "has an operation '%.60s' of '%.80s', where '%.*s' is no kind that it can take or "
               "make",
               op->name, op->signature, n > 40 ? 40 : (int)n, *at);
    *at += n;
    *at += strspn(*at, " ");
    return kind;
}

static void read_signature(g2l2_types *self, const g2l2_value_type *type,
                           const g2l2_type_operation *op, struct operation *row) {
    const char *at = op->signature;
    enum value_kind kinds[OPERATION_MAX_ARGS + 1];
    uint32_t n = 0;
    do {
        if (n == OPERATION_MAX_ARGS)
            refuse(self, type, "has an operation '%.60s' of more than %d arguments", op->name,
                   OPERATION_MAX_ARGS);
        kinds[n++] = read_kind(self, type, op, &at);
    } while (*at == ',' && at++);
    bool arrow = !strncmp(at, "->", 2);
    if (arrow) at += 2;
    row->result = arrow ? read_kind(self, type, op, &at) : kinds[0];
    row->n_args = (uint8_t)(arrow ? n : 0);
    memcpy(row->args, kinds, row->n_args * sizeof *kinds);
    if (*at || (!arrow && n > 1))
        refuse(self, type, "has an operation '%.60s' of '%.80s'; write 'KIND, KIND -> KIND'",
               op->name, op->signature);
}

static void add_operation(g2l2_types *self, const g2l2_value_type *type,
                          const g2l2_type_operation *op) {
    if (!is_name(op->name))
        refuse(self, type, "has an operation without a name of letters, digits and '_'");
    if (operation_find(self, op->name) != OPERATION_NONE)
        refuse(self, type, "has an operation '%.60s', which is there already", op->name);
    if (!op->signature || !op->run)
        refuse(self, type, "has an operation '%.60s' without 'signature' or 'run'", op->name);
    struct given_operation *given = &self->operations[self->n_operations];
    *given = (struct given_operation){.context = type->context, .run = op->run};
    given->row.name = copy(self, op->name);
    given->row.law = copy(self, op->law);
    given->row.about = copy(self, op->about ? op->about : "");
    read_signature(self, type, op, &given->row);
    self->n_operations++;
}

static void add_type(g2l2_types *self, const g2l2_value_type *type) {
    check_type(self, type);
    self->given[self->n] = (struct given_type){.max_bytes = type->max_bytes,
                                               .context = type->context,
                                               .parse = type->parse,
                                               .print = type->print,
                                               .constant = type->constant};
    self->given[self->n].row =
        (struct kind_row){copy(self, type->name), copy(self, type->about ? type->about : "")};
    self->n++;
    for (size_t i = 0; i < type->n_operations; i++) add_operation(self, type, &type->operations[i]);
}

g2l2_status g2l2_types_add(g2l2_types *self, const g2l2_value_type *type, g2l2_error *err) {
    uint32_t n = self->n, n_operations = self->n_operations;
    g2l2_status status = check_version(type, err);
    if (status) return status;
    if (guard_try(&self->guard, err)) {
        add_type(self, type);
        return G2L2_STATUS_OK;
    }
    self->n = n;
    self->n_operations = n_operations;
    return self->guard.status;
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
