/* Families from CLEVR's template files: every *.json of a folder is a list of
 *
 *   {"text":   ["How many <Z> <C> <M> <S>s are there?", ...],
 *    "nodes":  [{"type": "scene", "inputs": []},
 *               {"type": "filter_count", "inputs": [0],
 *                "side_inputs": ["<Z>", "<C>", "<M>", "<S>"]}],
 *    "params": [{"type": "Size", "name": "<Z>"}, ...],
 *    "constraints": [{"type": "NULL", "params": ["<S>"]}]}
 *
 * synonyms.json, in the folder or beside it, says the words for the values; without
 * it the built-in ones do. Everything is checked here, once: a family that gets
 * through can be searched without further questions.
 *
 * NULL: the phrase must not say the param. OUT_NEQ: two nodes must have different
 * results. NEQ: two params must differ (no official template uses it, and the
 * original asks for the opposite of its name). */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "generators/clevr/family.h"

#define MAX_BYTES    ((size_t)64 << 20)
#define MAX_FAMILIES 10000u
#define MAX_NAME     15u /* of a param */

struct reader {
    struct families *families;
    struct guard *guard;
    const char *path; /* of the file being read */
    uint32_t index;   /* of the family being read */
    json_t *held;     /* what must be released: the names and the open document */
};

#define RAISE(self, format, ...)                                                                   \
    guard_raise((self)->guard, G2L2_STATUS_FORMAT, 0, 0, "%s, family %u: " format, (self)->path,   \
                (self)->index, __VA_ARGS__)

/* ---- files --------------------------------------------------------------------------- */

static const char *join(struct reader *self, const char *folder, const char *name) {
    struct buf path;
    buf_init(&path, self->families->arena);
    buf_printf(&path, "%s/%s", folder, name);
    return path.at;
}

/* The document, held until the next is opened. */
static const json_t *open_document(struct reader *self, const char *path) {
    char *text;
    size_t n;
    json_error_t where;
    g2l2_error err;
    self->path = path;
    g2l2_status bad = file_read(path, MAX_BYTES, &text, &n, &err);
    if (bad) guard_raise(self->guard, bad, 0, 0, "%s", err.message);
    json_t *document = json_loadb(text, n, 0, &where);
    free(text);
    if (!document)
        guard_raise(self->guard, G2L2_STATUS_FORMAT, (size_t)where.line, (size_t)where.column,
                    "%s:%d: not JSON: %s", path, where.line, where.text);
    json_object_set_new(self->held, "document", document);
    return json_object_get(self->held, "document");
}

static bool is_template(const char *name) {
    size_t n = strlen(name);
    return n > 5 && !strcmp(name + n - 5, ".json") && strcmp(name, "synonyms.json") != 0 &&
           strcmp(name, "metadata.json") != 0;
}

static int wanted(const struct dirent *entry) {
    return is_template(entry->d_name);
}

/* In the order of their names. One that is not UTF-8 is no name for JSON, and skipped. */
static const json_t *list_folder(struct reader *self, const char *folder) {
    struct dirent **entries;
    int n = scandir(folder, &entries, wanted, alphasort);
    if (n < 0)
        guard_raise(self->guard, G2L2_STATUS_IO, 0, 0, "%s: cannot open the folder: %s", folder,
                    strerror(errno));
    json_t *names = json_array();
    for (int i = 0; i < n; i++) {
        json_array_append_new(names, json_string(entries[i]->d_name));
        free(entries[i]);
    }
    free(entries);
    json_object_set_new(self->held, "names", names);
    if (!json_array_size(names))
        guard_raise(self->guard, G2L2_STATUS_FORMAT, 0, 0,
                    "%s: there are no templates (*.json) in this folder", folder);
    return json_object_get(self->held, "names");
}

static char *copy(struct reader *self, const char *text) {
    return arena_strndup(self->families->arena, text, strlen(text));
}

/* ---- params ------------------------------------------------------------------------------ */

static void read_param(struct reader *self, struct family *family, const json_t *json) {
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *type = json_string_value(json_object_get(json, "type"));
    int found = type ? clevr_name_find(clevr_type_names, CLEVR_RELATION + 1, type) : -1;
    if (!name || *name != '<' || strlen(name) > MAX_NAME || name[strlen(name) - 1] != '>' ||
        strcspn(name + 1, "<>[] ") + 2 != strlen(name))
        RAISE(self, "a param's name must look like <Z2>, with at most %u bytes", MAX_NAME);
    if (found < 0)
        RAISE(self, "the param %s needs a type: Size, Color, Material, Shape or Relation", name);
    if (family_param(family, name) != NO_PARAM) RAISE(self, "the param %s is there twice", name);
    if (family->n_params == FAMILY_MAX_PARAMS)
        RAISE(self, "more than %d params", FAMILY_MAX_PARAMS);
    struct param *param = &family->params[family->n_params++];
    *param = (struct param){copy(self, name), (uint8_t)found};
}

/* ---- nodes ------------------------------------------------------------------------------- */

static uint8_t type_of(const struct family *family, json_int_t node) {
    return clevr_functions[family->nodes[node].function].output;
}

static void read_inputs(struct reader *self, struct family *family, struct node *node,
                        const json_t *inputs) {
    const struct clevr_function *function = &clevr_functions[node->function];
    if (json_array_size(inputs) != function->n_inputs)
        RAISE(self, "%s takes %d inputs", function->name, function->n_inputs);
    for (size_t k = 0; k < function->n_inputs; k++) {
        const json_t *input = json_array_get(inputs, k);
        json_int_t i = json_integer_value(input);
        if (!json_is_integer(input) || i < 0 || i >= family->n_nodes)
            RAISE(self, "an input of %s is not an earlier node", function->name);
        if (type_of(family, i) != function->input)
            RAISE(self, "%s wants an input of type %s", function->name,
                  clevr_type_names[function->input]);
        node->inputs[k] = (uint8_t)i;
    }
}

static void read_side_input(struct reader *self, const struct family *family, struct node *node,
                            const json_t *json, int type) {
    const char *name = json_string_value(json), *function = clevr_functions[node->function].name;
    int param = name ? family_param(family, name) : NO_PARAM;
    if (param == NO_PARAM) RAISE(self, "a side input of %s is not among the params", function);
    if (family->params[param].type != type)
        RAISE(self, "%s wants a %s where it has %.40s", function, clevr_type_names[type], name);
    node->params[type] = (int8_t)param;
}

/* A relation if it relates; then the four properties, or the one value. */
static void read_side_inputs(struct reader *self, const struct family *family, struct node *node,
                             const json_t *side) {
    const struct clevr_function *function = &clevr_functions[node->function];
    int types[5], n = 0;
    if (function->kind == FN_RELATE_SELECT) types[n++] = CLEVR_RELATION;
    for (int a = 0; node->function >= FN_SELECT && a < CLEVR_N_ATTRIBUTES; a++) types[n++] = a;
    if (function->value != CLEVR_NO_TYPE) types[n++] = function->value;
    if (json_array_size(side) != (size_t)n)
        RAISE(self, "%s takes %d side inputs", function->name, n);
    memset(node->params, NO_PARAM, sizeof node->params);
    for (int i = 0; i < n; i++)
        read_side_input(self, family, node, json_array_get(side, (size_t)i), types[i]);
}

static void read_node(struct reader *self, struct family *family, const json_t *json) {
    const char *type = json_string_value(json_object_get(json, "type"));
    int function = type ? clevr_function_find(type, CLEVR_N_NODE_FUNCTIONS) : -1;
    if (function < 0) RAISE(self, "there is no node type '%.40s'", type ? type : "");
    if (family->n_nodes == FAMILY_MAX_NODES) RAISE(self, "more than %d nodes", FAMILY_MAX_NODES);
    struct node *node = &family->nodes[family->n_nodes];
    *node = (struct node){.function = (uint8_t)function};
    read_inputs(self, family, node, json_object_get(json, "inputs"));
    read_side_inputs(self, family, node, json_object_get(json, "side_inputs"));
    family->n_nodes++;
}

static void check_nodes(struct reader *self, const struct family *family) {
    bool filled[FAMILY_MAX_PARAMS] = {false};
    if (!family->n_nodes) RAISE(self, "it has no %s", "nodes");
    uint8_t type = type_of(family, family->n_nodes - 1);
    if (type == CLEVR_SET || type == CLEVR_OBJECT)
        RAISE(self, "the last node gives %s, which is no answer", clevr_type_names[type]);
    for (uint32_t k = 0; k < family->n_nodes; k++)
        for (int t = 0; t <= CLEVR_RELATION; t++)
            if (family->nodes[k].params[t] != NO_PARAM) filled[family->nodes[k].params[t]] = true;
    for (uint32_t i = 0; i < family->n_params; i++)
        if (!filled[i]) RAISE(self, "no node uses the param %s", family->params[i].name);
}

/* ---- constraints ---------------------------------------------------------------------------- */

static int param_at(struct reader *self, const struct family *family, const json_t *params,
                    size_t i) {
    const char *name = json_string_value(json_array_get(params, i));
    int param = name ? family_param(family, name) : NO_PARAM;
    if (param == NO_PARAM) RAISE(self, "a constraint needs %s", "params of this family");
    return param;
}

static void read_null(struct reader *self, struct family *family, int param) {
    uint8_t type = family->params[param].type;
    bool found = false;
    for (uint32_t k = 0; k < family->n_nodes && type < CLEVR_RELATION; k++) {
        struct node *node = &family->nodes[k];
        if (node->params[type] != param || node->function < FN_SELECT) continue;
        node->forbidden |= (uint8_t)(1u << type);
        found = true;
    }
    if (!found)
        RAISE(self, "NULL is for a property in a noun phrase, not for %s",
              family->params[param].name);
}

static uint8_t node_at(struct reader *self, const struct family *family, const json_t *params,
                       size_t i) {
    const json_t *json = json_array_get(params, i);
    json_int_t node = json_integer_value(json);
    if (!json_is_integer(json) || node < 0 || node >= family->n_nodes)
        RAISE(self, "OUT_NEQ needs %s", "the numbers of two nodes");
    return (uint8_t)node;
}

static void read_constraint(struct reader *self, struct family *family, const json_t *json) {
    const char *type = json_string_value(json_object_get(json, "type"));
    const json_t *params = json_object_get(json, "params");
    struct constraint *constraint = &family->constraints[family->n_constraints];
    if (family->n_constraints == FAMILY_MAX_CONSTRAINTS)
        RAISE(self, "more than %d constraints", FAMILY_MAX_CONSTRAINTS);
    if (type && !strcmp(type, "NULL")) {
        read_null(self, family, param_at(self, family, params, 0));
        return;
    }
    if (type && !strcmp(type, "OUT_NEQ"))
        *constraint = (struct constraint){OUTPUTS_DIFFER, node_at(self, family, params, 0),
                                          node_at(self, family, params, 1)};
    else if (type && !strcmp(type, "NEQ"))
        *constraint = (struct constraint){PARAMS_DIFFER, (uint8_t)param_at(self, family, params, 0),
                                          (uint8_t)param_at(self, family, params, 1)};
    else RAISE(self, "there is no constraint '%.40s'", type ? type : "");
    family->n_constraints++;
}

/* ---- families ------------------------------------------------------------------------------- */

static void read_text(struct reader *self, struct family *family, const json_t *json) {
    const char *text = json_string_value(json);
    if (!text) RAISE(self, "a text is not a %s", "string");
    family_add_text(self->families, family, text);
}

typedef void read_item(struct reader *, struct family *, const json_t *);

static void read_list(struct reader *self, struct family *family, const json_t *json,
                      const char *key, read_item *read) {
    const json_t *list = json_object_get(json, key);
    if (!json_is_array(list)) RAISE(self, "\"%s\" must be a list", key);
    for (size_t i = 0; i < json_array_size(list); i++) read(self, family, json_array_get(list, i));
}

static void read_family(struct reader *self, const char *file, const json_t *json) {
    if (self->families->list.n == MAX_FAMILIES) RAISE(self, "more than %u families", MAX_FAMILIES);
    struct family *family = family_add(self->families, file, self->index);
    read_list(self, family, json, "params", read_param);
    read_list(self, family, json, "nodes", read_node);
    check_nodes(self, family);
    read_list(self, family, json, "constraints", read_constraint);
    read_list(self, family, json, "text", read_text);
    if (!family->texts.n) RAISE(self, "it has no %s", "text");
    family_finish(family);
}

static void read_templates(struct reader *self, const char *folder, const char *name) {
    const char *file = copy(self, name);
    const json_t *list = open_document(self, join(self, folder, name));
    if (!json_is_array(list))
        guard_raise(self->guard, G2L2_STATUS_FORMAT, 0, 0, "%s: not a list of templates",
                    self->path);
    for (size_t i = 0; i < json_array_size(list); i++) {
        self->index = (uint32_t)i;
        read_family(self, file, json_array_get(list, i));
    }
}

/* ---- synonyms -------------------------------------------------------------------------------- */

static void set_words(struct reader *self, int type, int value, const json_t *list) {
    size_t n = json_array_size(list);
    const char **words = arena_array(self->families->arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word || strlen(word) > MAX_WORD) n = 0;
        else words[i] = copy(self, word);
    }
    if (!n || n > UINT16_MAX)
        guard_raise(self->guard, G2L2_STATUS_FORMAT, 0, 0,
                    "%s: each value needs a list of texts of at most %d bytes", self->path,
                    MAX_WORD);
    self->families->synonyms.of[type][value].words = words;
    self->families->synonyms.of[type][value].n = (uint32_t)n;
}

static void read_synonyms(struct reader *self, const char *path) {
    const json_t *json = open_document(self, path);
    if (!json_is_object(json))
        guard_raise(self->guard, G2L2_STATUS_FORMAT, 0, 0, "%s: not an object of lists of synonyms",
                    path);
    for (int type = 0; type <= CLEVR_RELATION; type++)
        for (int value = 0; value <= clevr_n_values[type]; value++) {
            bool none = value == clevr_n_values[type];
            if (none && type != CLEVR_SHAPE) continue;
            const json_t *list = json_object_get(json, none ? "thing" : clevr_values[type][value]);
            if (list) set_words(self, type, value, list);
        }
}

static void find_synonyms(struct reader *self, const char *folder) {
    const char *inside = join(self, folder, "synonyms.json");
    const char *beside = join(self, folder, "../synonyms.json");
    if (access(inside, R_OK) == 0) read_synonyms(self, inside);
    else if (access(beside, R_OK) == 0) read_synonyms(self, beside);
}

void template_families(struct families *self, const char *folder, json_t **root) {
    struct reader reader = {.families = self, .guard = self->arena->guard};
    reader.held = *root = json_object();
    if (!*root) guard_raise(reader.guard, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    const json_t *names = list_folder(&reader, folder);
    find_synonyms(&reader, folder);
    for (size_t i = 0; i < json_array_size(names); i++)
        read_templates(&reader, folder, json_string_value(json_array_get(names, i)));
}
