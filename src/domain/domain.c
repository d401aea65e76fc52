/* Opening domains, and what the data adds to them: constants and candidates. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain/domain.h"
#include "types/given.h"
#include "types/record.h"
#include "types/stated.h"

#define MAX_VALUES 60u /* of a property whose values are constants */

void g2l2_domain_free(g2l2_domain *self) {
    if (!self) return;
    arena_free(&self->arena);
    free(self);
}

const char *g2l2_domain_name(const g2l2_domain *self) {
    return self->name;
}

const char *g2l2_domain_text(const g2l2_domain *self) {
    return self->text;
}

const char *g2l2_domain_about(const g2l2_domain *self) {
    return self->about;
}

const char *const *g2l2_domain_names(void) {
    return g2l2_definition_names;
}

g2l2_status domain_copy(const g2l2_domain *self, g2l2_domain **out, g2l2_error *err) {
    return domain_parse_with(self->lang.registry, self->text, strlen(self->text), out, err);
}

g2l2_status g2l2_domain_parse_with(const g2l2_types *types, const char *text, size_t length,
                                   g2l2_domain **out, g2l2_error *err) {
    if (memchr(text, 0, length))
        return err_set(err, G2L2_STATUS_FORMAT, 0, 0, "this is not a text file");
    return domain_parse_with(types, text, length, out, err);
}

g2l2_status g2l2_domain_parse(const char *text, size_t length, g2l2_domain **out, g2l2_error *err) {
    return g2l2_domain_parse_with(NULL, text, length, out, err);
}

static g2l2_status open_file(const g2l2_types *types, const char *path, g2l2_domain **out,
                             g2l2_error *err) {
    char *text;
    size_t length;
    g2l2_error inner;
    g2l2_status status = file_read(path, 1 << 20, &text, &length, err);
    if (status) return status;
    status = g2l2_domain_parse_with(types, text, length, out, &inner);
    free(text);
    if (status)
        err_set(err, status, inner.line, inner.column, "%s:%zu:%zu: %.400s", path, inner.line,
                inner.column, inner.message);
    return status;
}

g2l2_status g2l2_domain_open(const char *name_or_path, g2l2_domain **out, g2l2_error *err) {
    return g2l2_domain_open_with(NULL, name_or_path, out, err);
}

const char *domain_built_in(const char *name) {
    for (size_t i = 0; g2l2_definitions[i].name; i++)
        if (!strcmp(g2l2_definitions[i].name, name)) return g2l2_definitions[i].text;
    return NULL;
}

g2l2_status g2l2_domain_open_with(const g2l2_types *types, const char *name_or_path,
                                  g2l2_domain **out, g2l2_error *err) {
    const char *text = domain_built_in(name_or_path);
    if (text) return domain_parse_with(types, text, strlen(text), out, err);
    if (strchr(name_or_path, '/') || strchr(name_or_path, '.'))
        return open_file(types, name_or_path, out, err);
    char names[200] = "";
    for (size_t i = 0, n = 0; g2l2_definitions[i].name && n + 40 < sizeof names; i++)
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%.30s", i ? ", " : "",
                              g2l2_definitions[i].name);
    return err_set(
        err, G2L2_STATUS_UNKNOWN, 0, 0,
        "no domain is called '%.100s'; there are %s, or give the path of a definition file",
        name_or_path, names);
}

/* ---- constants named by the data ---------------------------------------------------- */

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static enum value_kind kind_of(const g2l2_domain *self, type_id type) {
    return (enum value_kind)self->lang.types.at[type].kind;
}

/* The type of constants of this kind, or TYPE_NONE. */
static type_id literal_type(const g2l2_domain *self, enum value_kind kind) {
    for (uint32_t i = 0; i < self->literal_types.n; i++)
        if (kind_of(self, self->literal_types.at[i]) == kind) return self->literal_types.at[i];
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
    bool answer = kind_of(self, type) == KIND_SYMBOL && self->kernels->is_literal;
    if (answer && !self->kernels->is_literal(&self->lang, name)) return false;
    struct given_value value;
    uint32_t kind = kind_of(self, type);
    if (kind >= N_KINDS && !given_parse(&self->arena, &self->lang, kind, name, &value))
        return false;
    if (!is_known(self, type, name)) add_constant(self, type, name);
    return true;
}

/* Sorted by name, so that the order of the examples does not matter. */
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

static void harvest_add(g2l2_domain *self, struct harvest *h) {
    for (int i = 0; i < N_KINDS; i++)
        add_sorted(self, literal_type(self, (enum value_kind)i), &h->of[i]);
}

/* A further type of constants of a kind, the first of which is 0; or TYPE_NONE. */
static type_id further_type(const g2l2_domain *self, enum value_kind kind, uint32_t number) {
    for (uint32_t i = 0; i < self->literal_types.n; i++)
        if (kind_of(self, self->literal_types.at[i]) == kind && !number--)
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
                        kind_row(self->lang.registry, kind_of(self, type))->name, name.at);
        symbols_add(seen, name.at, name.n);
    }
}

static void add_given(g2l2_domain *self, const char *const *texts, size_t n) {
    for (uint32_t k = 0; k < self->literal_types.n; k++) {
        type_id type = self->literal_types.at[k];
        struct given_value value;
        struct symbols seen;
        if (kind_of(self, type) < N_KINDS) continue;
        symbols_init(&seen, &self->arena);
        for (size_t i = 0; i < n; i++)
            if (given_parse(&self->arena, &self->lang, kind_of(self, type), texts[i], &value))
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
            if (kind_of(self, op->args[k]) == KIND_NUMBER) return true;
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

void domain_add_literals(g2l2_domain *self, const char *const *texts, size_t n,
                         const struct scene *const *scenes, size_t n_scenes) {
    struct harvest h;
    if (!self->literal_types.n) return;
    if (literal_type(self, KIND_FIELD) != TYPE_NONE) {
        harvest_records(self, texts, n);
        if (self->lang.pieces) add_wholes(self, texts, n);
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
    harvest_add(self, &h);
    if (sequences && self->lang.pieces) add_wholes(self, texts, n);
}

static void harvest_name(struct harvest *h, enum value_kind kind, const char *name) {
    symbols_add(&h->of[kind], name, strlen(name));
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

/* ---- candidates ------------------------------------------------------------------------ */

const struct candidate_set *domain_set(const g2l2_domain *self, const char *name) {
    for (uint32_t i = 0; i < self->sets.n; i++)
        if (!name || !strcmp(self->sets.at[i].name, name)) return &self->sets.at[i];
    return NULL;
}

/* Constants of the data that programs may have: [n] operations. */
struct constants {
    const uint16_t *at;
    uint32_t n;
};

/* Operations without arguments: the definition's first, then the data's. */
static void collect_constants(const g2l2_domain *self, struct constants data,
                              struct enumeration *rules, struct arena *arena) {
    const struct lang *lang = &self->lang;
    uint16_t *constants = arena_array(arena, uint16_t, lang->own_ops.n + data.n + 1);
    for (uint32_t i = 0; i < lang->own_ops.n; i++)
        if (!lang->ops.at[lang->own_ops.at[i]].n_args)
            constants[rules->n_constants++] = lang->own_ops.at[i];
    for (uint32_t i = 0; i < data.n; i++) constants[rules->n_constants++] = data.at[i];
    rules->constants = constants;
}

/* The first `?` of a term with `filling`, which is closed, in its place. */
static const struct term *fill_slot(struct lang *lang, const struct term *term,
                                    const struct term *filling, bool *done) {
    const struct term *subs[OP_MAX_ARGS];
    if (*done || (!term->n_subs && term->kind != TERM_SLOT)) return term;
    if (term->kind == TERM_SLOT) {
        *done = true;
        return filling;
    }
    for (uint32_t i = 0; i < term->n_subs; i++)
        subs[i] = fill_slot(lang, term->subs[i], filling, done);
    if (term->kind == TERM_LAMBDA)
        return term_lambda(lang, lang->types.at[term->type].argument, subs[0]);
    if (term->kind == TERM_APPLY) return term_apply(lang, subs[0], subs[1]);
    return term_op(lang, term->op, subs);
}

const struct term *domain_fill(g2l2_domain *self, const struct term *program,
                               const struct term *filling) {
    bool done = false;
    return fill_slot(&self->lang, program, filling, &done);
}

static const struct term *first_slot(const struct term *term) {
    if (term->kind == TERM_SLOT) return term;
    for (uint32_t i = 0; i < term->n_subs; i++) {
        const struct term *found = first_slot(term->subs[i]);
        if (found) return found;
    }
    return NULL;
}

/* Where nothing is learned of objects, `?` is any of the constants that are stated of them; a
 * number is left to whoever knows the answers. */
static void add_candidate(g2l2_domain *self, struct candidate c, struct constants data,
                          candidate_list *out) {
    const struct term *slot = c.program && !self->mixed ? first_slot(c.program) : NULL;
    if (!slot || slot->type == self->lang.number_type) {
        vec_push(&self->arena, out, c);
        return;
    }
    for (uint32_t i = 0; i < data.n; i++) {
        if (self->lang.ops.at[data.at[i]].result != slot->type) continue;
        const struct term *constant = term_op(&self->lang, data.at[i], NULL);
        const struct term *program = domain_fill(self, c.program, constant);
        add_candidate(self, (struct candidate){c.cat, program}, data, out);
    }
}

static void collect_concepts(const g2l2_domain *self, struct arena *arena,
                             struct enumeration *rules) {
    type_id *types = arena_array(arena, type_id, self->concepts.n + 1);
    for (uint32_t i = 0; i < self->concepts.n; i++) types[i] = self->concepts.at[i].type;
    rules->concepts = types;
    rules->n_concepts = self->mixed ? self->concepts.n : 0;
}

void domain_candidates(g2l2_domain *self, const struct candidate_set *set, candidate_list *out) {
    domain_candidates_of(self, set, self->lang.literal_ops.at, self->lang.literal_ops.n, out);
}

static bool has_kind(const g2l2_domain *self, struct constants data, enum value_kind kind) {
    for (uint32_t i = 0; i < data.n; i++)
        if (kind_of(self, self->lang.ops.at[data.at[i]].result) == kind) return true;
    return false;
}

/* Groups are made of constants; and a value apart from the things that have it is wanted where
 * there are columns to be told apart. */
static bool is_wanted(const g2l2_domain *self, cat_id cat, struct constants data) {
    if (self->syntax.cats.at[cat].kind == CAT_KIND_SLASH) return true;
    enum value_kind kind = kind_of(self, self->syntax.cats.at[cat].type);
    if (kind == KIND_GROUPS) return has_kind(self, data, KIND_GROUPS);
    return kind != KIND_PROPERTY || has_kind(self, data, KIND_COLUMN);
}

/* Does it speak of what the data have not? */
static bool is_idle(const g2l2_domain *self, cat_id cat, struct constants data) {
    const struct category *cats = self->syntax.cats.at;
    bool wanted = true;
    for (; cats[cat].kind == CAT_KIND_SLASH; cat = cats[cat].result)
        wanted &= is_wanted(self, cats[cat].argument, data);
    return !wanted || !is_wanted(self, cat, data);
}

void domain_candidates_of(g2l2_domain *self, const struct candidate_set *set,
                          const uint16_t *literals, uint32_t n, candidate_list *out) {
    struct constants data = {literals, n};
    struct enumeration rules = set->rules;
    if (!set->without_constants) collect_constants(self, data, &rules, &self->arena);
    collect_concepts(self, &self->arena, &rules);
    rules.numbers = set->numbers.n ? set->numbers.at : self->numbers.at;
    rules.n_numbers = set->numbers.n ? set->numbers.n : self->numbers.n;
    for (uint32_t i = 0; i < set->lines.n; i++) {
        const struct candidate_rule *line = &set->lines.at[i];
        type_id type = self->syntax.cats.at[line->cat].type;
        if (is_idle(self, line->cat, data)) continue;
        if (line->program || type == TYPE_NONE) {
            add_candidate(self, (struct candidate){line->cat, line->program}, data, out);
            continue;
        }
        self->programs.n = 0;
        rules.max_ops = line->max_ops ? line->max_ops : set->rules.max_ops;
        term_enumerate(&self->lang, type, &rules, &self->programs);
        for (uint32_t k = 0; k < self->programs.n; k++)
            vec_push(&self->arena, out, ((struct candidate){line->cat, self->programs.at[k]}));
    }
}

static bool is_concept(const g2l2_domain *self, type_id type) {
    for (uint32_t i = 0; i < self->concepts.n; i++)
        if (self->concepts.at[i].type == type) return true;
    return false;
}

const struct number_name *domain_number(const g2l2_domain *self, const char *word) {
    for (uint32_t i = 0; i < self->number_names.n; i++)
        if (!strcmp(self->number_names.at[i].name, word)) return &self->number_names.at[i];
    return NULL;
}

/* Numbers are numbers of objects. */
static const char *unfit_term(const g2l2_domain *self, const struct term *term) {
    const char *why = NULL;
    if (term->kind == TERM_SLOT && !is_concept(self, term->type))
        return "this '?' does not stand for a concept";
    if (term->kind == TERM_NUMBER && !(term->number >= 0 && term->number == floor(term->number)))
        return "objects are counted: a number here is a whole one";
    for (uint32_t i = 0; !why && i < term->n_subs; i++) why = unfit_term(self, term->subs[i]);
    return why;
}

const char *domain_unfit(const g2l2_domain *self, cat_id cat, const struct term *program) {
    const struct category *c = &self->syntax.cats.at[cat];
    const struct mixed_kernels *kernels = self->kernels ? self->kernels->mixed : NULL;
    if (!self->mixed || !kernels) return NULL;
    if (c->kind == CAT_KIND_OPEN &&
        !kernels->refers(&self->lang, self->syntax.cats.at[c->argument].type))
        return "these kernels cannot refer back to what has this type";
    return unfit_term(self, program);
}

const struct op *domain_hard(const g2l2_domain *self) {
    uint8_t soft = self->kernels->mixed ? SOFT_OBJECTS : SOFT_MEANS;
    for (uint32_t i = 0; i < self->lang.ops.n; i++)
        if (!(operation_row(self->lang.registry, self->lang.ops.at[i].kernel)->soft & soft))
            return &self->lang.ops.at[i];
    return NULL;
}

void domain_close(g2l2_domain *self) {
    syntax_close(&self->syntax);
}
