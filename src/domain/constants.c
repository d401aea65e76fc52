/* Constants that the data name: actions of targets, arguments of calls, fields and values of records, and what is stated
 * of objects. They become operations without arguments, in the order of their names, so that the order of the examples
 * does not matter. */
#include <stdlib.h>
#include <string.h>

#include "domain/domain.h"
#include "types/given.h"
#include "types/record.h"
#include "types/stated.h"

#define MAX_VALUES 60u /* of a property whose values are constants */

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The type of constants of this kind, or TYPE_NONE. */
static type_id literal_type(const g2l2_domain *self, enum value_kind kind) {
    for (uint32_t i = 0; i < self->literal_types.n; i++)
        if (domain_kind(self, self->literal_types.at[i]) == kind) return self->literal_types.at[i];
    return TYPE_NONE;
}

static bool is_known(const g2l2_domain *self, type_id type, const char *name) {
    uint16_t op = lang_literal_find(&self->lang, name, strlen(name));
    while (op != OP_NONE && self->lang.ops.at[op].result != type)
        op = lang_literal_next(&self->lang, op);
    return op != OP_NONE;
}

static void add_constant(g2l2_domain *self, type_id type, const char *name) {
    struct op op = {.name = name,
                    .result = type,
                    .unit = OP_NONE,
                    .power_of = OP_NONE,
                    .kernel = KERNEL_LITERAL,
                    .literal = (int32_t)self->lang.literal_ops.n};
    lang_op(&self->lang, &op);
}

bool domain_add_literal(g2l2_domain *self, type_id type, const char *name) {
    bool answer = domain_kind(self, type) == KIND_SYMBOL && self->kernels->is_literal;
    if (answer && !self->kernels->is_literal(&self->lang, name)) return false;
    struct given_value value;
    uint32_t kind = domain_kind(self, type);
    if (kind >= N_KINDS && !given_parse(&self->arena, &self->lang, kind, name, &value))
        return false;
    if (!is_known(self, type, name)) add_constant(self, type, name);
    return true;
}

static void add_sorted(g2l2_domain *self, type_id type, struct symbols *seen) {
    if (type == TYPE_NONE || !seen->names.n) return;
    qsort(seen->names.at, seen->names.n, sizeof *seen->names.at, by_name);
    for (uint32_t i = 0; i < seen->names.n; i++) domain_add_literal(self, type, seen->names.at[i]);
}

/* Names by the kind of constant that they are. */
struct harvest {
    struct symbols of[N_KINDS];
};

static void harvest_open(struct harvest *h, struct arena *arena) {
    for (int i = 0; i < N_KINDS; i++) symbols_init(&h->of[i], arena);
}

static void harvest_name(struct harvest *h, enum value_kind kind, const char *name) {
    symbols_add(&h->of[kind], name, strlen(name));
}

static void harvest_add(g2l2_domain *self, struct harvest *h) {
    for (int i = 0; i < N_KINDS; i++)
        add_sorted(self, literal_type(self, (enum value_kind)i), &h->of[i]);
}

/* A further type of constants of a kind, the first of which is 0; or TYPE_NONE. */
static type_id further_type(const g2l2_domain *self, enum value_kind kind, uint32_t number) {
    for (uint32_t i = 0; i < self->literal_types.n; i++)
        if (domain_kind(self, self->literal_types.at[i]) == kind && !number--)
            return self->literal_types.at[i];
    return TYPE_NONE;
}

static void list_names(struct symbols *names, const struct scene *const *scenes, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct facts *f = scenes[i] ? scenes[i]->facts : NULL;
        for (uint32_t k = 0; f && f->name && k < scenes[i]->n_objects; k++) {
            const char *name = f->name(f->of, scenes[i]->number, k);
            if (name) symbols_add(names, name, strlen(name));
        }
    }
}

/* What words may name of types that a program brought. What is printed must be read as the same. */
static void add_constants(g2l2_domain *self, type_id type, const struct given_value *value,
                          struct symbols *seen) {
    struct given_value one, again;
    for (size_t i = 0;
         i < TARGET_MAX_CONSTANTS && given_constant(&self->arena, &self->lang, value, i, &one);
         i++) {
        struct buf name;
        buf_init(&name, &self->arena);
        buf_puts(&name, "");
        given_print(&self->lang, &one, &name);
        if (!name.n || !given_parse(&self->arena, &self->lang, one.kind, name.at, &again) ||
            again.length != one.length || memcmp(again.bytes, one.bytes, one.length))
            guard_raise(self->arena.guard, G2L2_STATUS_TYPE, 0, 0,
                        "the value type '%.60s' prints '%.60s', but does not read that as the same "
                        "value",
                        kind_row(self->lang.registry, domain_kind(self, type))->name, name.at);
        symbols_add(seen, name.at, name.n);
    }
}

static void add_given(g2l2_domain *self, const char *const *texts, size_t n) {
    for (uint32_t k = 0; k < self->literal_types.n; k++) {
        type_id type = self->literal_types.at[k];
        struct given_value value;
        struct symbols seen;
        if (domain_kind(self, type) < N_KINDS) continue;
        symbols_init(&seen, &self->arena);
        for (size_t i = 0; i < n; i++)
            if (given_parse(&self->arena, &self->lang, domain_kind(self, type), texts[i], &value))
                add_constants(self, type, &value, &seen);
        add_sorted(self, type, &seen);
    }
}

/* Is it a value of a type that a program brought, and that a sentence can mean? */
static bool is_given(g2l2_domain *self, const char *text) {
    struct given_value value;
    for (uint32_t i = 1; i < self->lang.types.n; i++) {
        const struct type *type = &self->lang.types.at[i];
        if (type->meant && type->kind >= N_KINDS &&
            given_parse(&self->arena, &self->lang, type->kind, text, &value))
            return true;
    }
    return false;
}

/* Do actions take numbers? Otherwise the 3 of FORWARD(3) is a thing like any other. */
static bool calls_numbers(const g2l2_domain *self) {
    for (uint32_t i = 0; i < self->lang.ops.n; i++) {
        const struct op *op = &self->lang.ops.at[i];
        for (uint32_t k = 0; op->kernel == KERNEL_CALL && k < op->n_args; k++)
            if (domain_kind(self, op->args[k]) == KIND_NUMBER) return true;
    }
    return false;
}

/* One target more does not show of which sort a new name is: it may be of any. */
static void share_new(const g2l2_domain *self, struct symbols *const *sorts, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (uint32_t k = 0, most = sorts[i]->names.n; k < most; k++) {
            const char *name = sorts[i]->names.at[k];
            if (lang_literal_find(&self->lang, name, strlen(name)) != OP_NONE) continue;
            for (size_t other = 0; other < n; other++)
                symbols_add(sorts[other], name, strlen(name));
        }
}

/* BRING(cup, desk): an action, and the symbols in its parentheses. */
static void harvest_calls(g2l2_domain *self, const char *const *texts, size_t n,
                          const struct scene *const *scenes, size_t n_scenes) {
    struct harvest h;
    struct symbols objects, tests, qualities, states;
    type_id test = further_type(self, KIND_ACTION, 1), quality = further_type(self, KIND_ACTION, 2);
    type_id state = further_type(self, KIND_SEQUENCE, 1);
    bool sorted = quality != TYPE_NONE && state != TYPE_NONE;
    harvest_open(&h, &self->arena);
    symbols_init(&objects, &self->arena);
    symbols_init(&tests, &self->arena);
    symbols_init(&qualities, &self->arena);
    symbols_init(&states, &self->arena);
    list_names(&objects, scenes, n_scenes);
    domain_name_calls(&self->arena, texts, n,
                      &(struct call_names){.actions = &h.of[KIND_ACTION],
                                           .things = &h.of[KIND_SYMBOL],
                                           .plain = &h.of[KIND_SEQUENCE],
                                           .tests = sorted ? &tests : NULL,
                                           .qualities = sorted ? &qualities : NULL,
                                           .states = sorted ? &states : NULL,
                                           .objects = &objects,
                                           .numbers = calls_numbers(self)});
    if (sorted && self->taught) {
        share_new(self, (struct symbols *const[]){&h.of[KIND_ACTION], &tests, &qualities}, 3);
        share_new(self,
                  (struct symbols *const[]){&h.of[KIND_SYMBOL], &h.of[KIND_SEQUENCE], &states}, 3);
    }
    harvest_add(self, &h);
    add_sorted(self, test, &tests);
    add_sorted(self, quality, &qualities);
    add_sorted(self, state, &states);
}

/* BRING cup desk: the same without parentheses. */
static void harvest_bare(g2l2_domain *self, const char *const *texts, size_t n) {
    struct harvest h;
    struct symbols things;
    harvest_open(&h, &self->arena);
    domain_bare_things(self, &self->arena, texts, n, &things);
    for (size_t i = 0; i < n; i++)
        for (const char *at = texts[i]; *(at += strspn(at, " \t\r\n"));) {
            size_t length = strcspn(at, " \t\r\n"), next = length + strspn(at + length, " \t\r\n");
            bool thing = symbols_find(&things, at, length) != SYMBOL_NONE;
            bool called =
                symbols_find(&things, at + next, strcspn(at + next, " \t\r\n")) != SYMBOL_NONE;
            symbols_add(&h.of[thing    ? KIND_SYMBOL
                              : called ? KIND_ACTION
                                       : KIND_SEQUENCE],
                        at, length);
            at += length;
        }
    harvest_add(self, &h);
}

/* Names and values of fields; what is no record is said by whoever reads the target. */
static void harvest_records(g2l2_domain *self, const char *const *texts, size_t n) {
    struct harvest h;
    struct symbols lists;
    harvest_open(&h, &self->arena);
    symbols_init(&lists, &self->arena);
    record_lists(&self->arena, texts, n, &lists);
    for (size_t i = 0; i < n; i++) {
        record_leaves leaves = {0};
        const char *why;
        if (!record_read_target(&self->arena, &self->lang, texts[i], &leaves, &why)) continue;
        record_split(&self->arena, &lists, &leaves);
        for (uint32_t k = 0; k < leaves.n; k++) {
            const char *value = record_constant(&self->arena, leaves.at[k].value);
            symbols_add(&h.of[KIND_TEXT], value, strlen(value));
            for (uint32_t d = 0; d < leaves.at[k].depth; d++)
                symbols_add(&h.of[KIND_FIELD], leaves.at[k].path[d], strlen(leaves.at[k].path[d]));
        }
    }
    harvest_add(self, &h);
}

/* Where names are cut, the whole ones, sorted as constants are. */
static void add_wholes(g2l2_domain *self, const char *const *texts, size_t n) {
    struct symbols seen;
    symbols_init(&seen, &self->arena);
    for (size_t i = 0; i < n; i++)
        for (const char *at = texts[i]; *(at += strspn(at, " \t\r\n"));) {
            size_t length = self->lang.labelled ? strlen(at) : strcspn(at, " \t\r\n");
            symbols_add(&seen, at, length);
            at += length;
        }
    if (seen.names.n) qsort(seen.names.at, seen.names.n, sizeof *seen.names.at, by_name);
    for (uint32_t i = 0; i < seen.names.n; i++)
        lang_add_whole(&self->lang, seen.names.at[i], strlen(seen.names.at[i]));
}

/* Where answers call yes and no by other names than the first that the definition has, so do those
 * of the model (values.c). */
static void harvest_truths(g2l2_domain *self, struct harvest *h, const char *const *texts,
                           size_t n) {
    bool yes, same;
    if (literal_type(self, KIND_TRUTH) == TYPE_NONE) return;
    for (size_t i = 0; i < n; i++) {
        if (!target_is_truth(&self->lang, texts[i], &yes)) continue;
        same = !strcmp(texts[i], target_truth_name(&self->lang, yes));
        if (!same) harvest_name(h, KIND_TRUTH, texts[i]);
    }
}

void domain_add_literals(g2l2_domain *self, const char *const *texts, size_t n,
                         const struct scene *const *scenes, size_t n_scenes) {
    struct harvest h;
    if (!self->literal_types.n) return;
    if (literal_type(self, KIND_FIELD) != TYPE_NONE) {
        harvest_records(self, texts, n);
        if (self->lang.pieces || self->lang.called) add_wholes(self, texts, n);
        return;
    }
    if (self->lang.bare) {
        harvest_bare(self, texts, n);
        return;
    }
    add_given(self, texts, n);
    if (literal_type(self, KIND_ACTION) != TYPE_NONE) {
        harvest_calls(self, texts, n, scenes, n_scenes);
        return;
    }
    bool sequences = literal_type(self, KIND_SEQUENCE) != TYPE_NONE;
    harvest_open(&h, &self->arena);
    for (size_t i = 0; i < n; i++) {
        if (is_given(self, texts[i])) continue;
        for (const char *at = texts[i]; *(at += strspn(at, " \t\r\n"));) {
            size_t length = strcspn(at, " \t\r\n");
            if (sequences) length = lang_piece(&self->lang, at, length);
            symbols_add(&h.of[sequences ? KIND_SEQUENCE : KIND_SYMBOL], at, length);
            at += length;
        }
    }
    harvest_truths(self, &h, texts, n);
    harvest_add(self, &h);
    if (sequences && self->lang.pieces) add_wholes(self, texts, n);
}

/* A property of very many values, such as a remark, is spelled out, not learned by heart; nor is
 * in which box things are. */
static bool is_open(const struct stated *world, const char *property) {
    for (uint32_t i = 0; i < world->attributes.n; i++)
        if (!strcmp(world->attributes.at[i].name, property))
            return world->attributes.at[i].groups || world->attributes.at[i].n_values > MAX_VALUES;
    return false;
}

static bool is_shared(const struct stated *world, const struct stated_value *value) {
    for (uint32_t i = 0; i < world->values.n; i++) {
        const struct stated_value *v = &world->values.at[i];
        if (!strcmp(v->text, value->text) && strcmp(v->property, value->property)) return true;
    }
    return false;
}

/* Where a timetable has the same places in `from` and `to`, a place does not say which is meant. */
static void harvest_columns(struct harvest *h, const struct stated *world) {
    for (uint32_t i = 0; i < world->attributes.n; i++) {
        const char *name = world->attributes.at[i].name;
        uint32_t shared = 0;
        if (is_open(world, name)) continue;
        for (uint32_t v = 0; v < world->values.n && shared < 2; v++)
            if (!strcmp(world->values.at[v].property, name))
                shared += is_shared(world, &world->values.at[v]);
        if (shared == 2) harvest_name(h, KIND_COLUMN, name);
    }
}

static void harvest_world(struct harvest *h, const struct stated *world) {
    for (uint32_t i = 0; i < world->values.n; i++)
        if (!is_open(world, world->values.at[i].property))
            harvest_name(h, KIND_PROPERTY, world->values.at[i].text);
    for (uint32_t i = 0; i < world->attributes.n; i++)
        harvest_name(h, KIND_ATTRIBUTE, world->attributes.at[i].name);
    for (uint32_t i = 0; i < world->relations.n; i++)
        harvest_name(h, KIND_RELATION, world->relations.at[i].name);
    for (uint32_t i = 0; i < world->attributes.n; i++)
        if (world->attributes.at[i].groups)
            harvest_name(h, KIND_GROUPS, world->attributes.at[i].name);
    for (uint32_t i = 0; i < world->relations.n; i++)
        if (world->relations.at[i].groups)
            harvest_name(h, KIND_GROUPS, world->relations.at[i].name);
    harvest_columns(h, world);
    for (uint32_t i = 0; i < world->quantities.n; i++)
        harvest_name(h, KIND_QUANTITY, world->quantities.at[i].name);
    for (uint32_t i = 0; i < world->positions.n; i++)
        harvest_name(h, KIND_PLACE, world->positions.at[i].name);
}

void domain_add_facts(g2l2_domain *self, const struct scene *const *scenes, size_t n) {
    struct harvest h;
    harvest_open(&h, &self->arena);
    for (size_t i = 0; i < n; i++)
        if (scenes[i])
            harvest_world(&h,
                          scenes[i]->world ? scenes[i]->world : stated_of(&self->arena, scenes[i]));
    harvest_add(self, &h);
}

void domain_add_placeholders(g2l2_domain *self) {
    for (uint32_t i = 0; i < self->literal_types.n; i++) {
        bool named = false;
        for (uint32_t k = 0; k < self->lang.literal_ops.n; k++)
            named |=
                self->lang.ops.at[self->lang.literal_ops.at[k]].result == self->literal_types.at[i];
        if (!named) add_constant(self, self->literal_types.at[i], self->literal_names.at[i]);
    }
}
