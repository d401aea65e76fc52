/* Vocabulary: values and functions of CLEVR's programs, as tables. Everything
 * else works on their numbers.
 *
 *   filter_color [blue] ─▶ {kind FILTER, attribute COLOR, Set ─▶ Set}, value 2 */
#include <string.h>

#include "generators/clevr/clevr.h"

const char *const clevr_type_names[] = {"Size",      "Color",  "Material", "Shape", "Relation",
                                        "ObjectSet", "Object", "Integer",  "Bool",  "nothing"};
const char *const clevr_property_names[] = {"size", "color", "material", "shape"};
const char *const clevr_values[][CLEVR_MAX_VALUES] = {
    {"small", "large"},
    {"gray", "red", "blue", "green", "brown", "purple", "cyan", "yellow"},
    {"rubber", "metal"},
    {"cube", "sphere", "cylinder"},
    {"left", "right", "behind", "front"},
};
const uint8_t clevr_n_values[] = {2, 8, 2, 3, 4};

/* One function for each attribute: n inputs of type `in`, or of the attribute's own. */
#define ROW(name, kind, attribute, n, in, value, out)                                              \
    { name, kind, n, in, value, out, attribute, FN_SCENE }
#define FILTER(name, a) ROW(name, FN_FILTER, a, 1, CLEVR_SET, a, CLEVR_SET)
#define QUERY(name, a)  ROW(name, FN_QUERY, a, 1, CLEVR_OBJECT, CLEVR_NO_TYPE, a)
#define EQUAL(name, a)  ROW(name, FN_EQUAL, a, 2, a, CLEVR_NO_TYPE, CLEVR_BOOL)
#define SAME(name, a)   ROW(name, FN_SAME, a, 1, CLEVR_OBJECT, CLEVR_NO_TYPE, CLEVR_SET)
#define PLAIN(name, kind, n, in, out)                                                              \
    { name, kind, n, in, CLEVR_NO_TYPE, out, 0, FN_SCENE }
#define COMPOUND(name, kind, in, out, then)                                                        \
    { name, kind, 1, in, CLEVR_NO_TYPE, out, 0, then }

const struct clevr_function clevr_functions[] = {
    [FN_SCENE] = PLAIN("scene", FN_SCENE, 0, CLEVR_NO_TYPE, CLEVR_SET),
    [FN_FILTER] = FILTER("filter_size", CLEVR_SIZE),
    FILTER("filter_color", CLEVR_COLOR),
    FILTER("filter_material", CLEVR_MATERIAL),
    FILTER("filter_shape", CLEVR_SHAPE),
    [FN_UNIQUE] = PLAIN("unique", FN_UNIQUE, 1, CLEVR_SET, CLEVR_OBJECT),
    [FN_RELATE] = ROW("relate", FN_RELATE, 0, 1, CLEVR_OBJECT, CLEVR_RELATION, CLEVR_SET),
    [FN_UNION] = PLAIN("union", FN_UNION, 2, CLEVR_SET, CLEVR_SET),
    [FN_INTERSECT] = PLAIN("intersect", FN_INTERSECT, 2, CLEVR_SET, CLEVR_SET),
    [FN_COUNT] = PLAIN("count", FN_COUNT, 1, CLEVR_SET, CLEVR_INTEGER),
    [FN_EXIST] = PLAIN("exist", FN_EXIST, 1, CLEVR_SET, CLEVR_BOOL),
    [FN_QUERY] = QUERY("query_size", CLEVR_SIZE),
    QUERY("query_color", CLEVR_COLOR),
    QUERY("query_material", CLEVR_MATERIAL),
    QUERY("query_shape", CLEVR_SHAPE),
    [FN_EQUAL] = EQUAL("equal_size", CLEVR_SIZE),
    EQUAL("equal_color", CLEVR_COLOR),
    EQUAL("equal_material", CLEVR_MATERIAL),
    EQUAL("equal_shape", CLEVR_SHAPE),
    [FN_SAME] = SAME("same_size", CLEVR_SIZE),
    SAME("same_color", CLEVR_COLOR),
    SAME("same_material", CLEVR_MATERIAL),
    SAME("same_shape", CLEVR_SHAPE),
    [FN_EQUAL_INTEGER] = PLAIN("equal_integer", FN_EQUAL, 2, CLEVR_INTEGER, CLEVR_BOOL),
    [FN_EQUAL_OBJECT] = PLAIN("equal_object", FN_EQUAL, 2, CLEVR_OBJECT, CLEVR_BOOL),
    [FN_LESS] = PLAIN("less_than", FN_LESS, 2, CLEVR_INTEGER, CLEVR_BOOL),
    [FN_GREATER] = PLAIN("greater_than", FN_GREATER, 2, CLEVR_INTEGER, CLEVR_BOOL),
    [FN_SELECT] = COMPOUND("filter", FN_SELECT, CLEVR_SET, CLEVR_SET, FN_SCENE),
    COMPOUND("filter_unique", FN_SELECT, CLEVR_SET, CLEVR_OBJECT, FN_UNIQUE),
    COMPOUND("filter_count", FN_SELECT, CLEVR_SET, CLEVR_INTEGER, FN_COUNT),
    COMPOUND("filter_exist", FN_SELECT, CLEVR_SET, CLEVR_BOOL, FN_EXIST),
    COMPOUND("relate_filter", FN_RELATE_SELECT, CLEVR_OBJECT, CLEVR_SET, FN_SCENE),
    COMPOUND("relate_filter_unique", FN_RELATE_SELECT, CLEVR_OBJECT, CLEVR_OBJECT, FN_UNIQUE),
    COMPOUND("relate_filter_count", FN_RELATE_SELECT, CLEVR_OBJECT, CLEVR_INTEGER, FN_COUNT),
    COMPOUND("relate_filter_exist", FN_RELATE_SELECT, CLEVR_OBJECT, CLEVR_BOOL, FN_EXIST),
};

int clevr_function_find(const char *name, int n_functions) {
    for (int i = 0; i < n_functions; i++)
        if (!strcmp(clevr_functions[i].name, name)) return i;
    return -1;
}

int clevr_name_find(const char *const *names, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

int clevr_value_find(enum clevr_type type, const char *name) {
    if (type > CLEVR_RELATION) return -1;
    return clevr_name_find(clevr_values[type], clevr_n_values[type], name);
}
