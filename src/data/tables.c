/* Tables as one scene: a row is an object, the header names its properties.
 *
 *     people.csv                      teams.csv
 *     name,team,salary                name,city
 *     Anna,sales,4100                 sales,Paris
 *          └──── a reference ────────▶
 *
 * What a column is, its values tell: numbers where all are, references where all are keys of a
 * table, texts otherwise; a field may have several of these, as in `Ann; Bob`. The key of a table is its column `id`, or `name`, or the first text
 * column without repetitions. Tables become the JSON of a scene, so that what holds for scenes
 * holds for them (scenes_json.c). */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "data/csv.h"
#include "data/place.h"
#include "data/scenes_store.h"
#include "types/stated.h"

#define MAX_TABLES 32u

enum column_kind { COLUMN_TEXT, COLUMN_NUMBER, COLUMN_TRUTH, COLUMN_EMPTY, COLUMN_DAY };

struct column {
    const char *name;
    enum column_kind kind;
    char point;             /* of its numbers: a comma only where no commas separate */
    char between;           /* the values of a field, where it has several: ; | or , or else 0 */
    char unit[STATED_UNIT]; /* that all of its numbers have, or "" */
    uint32_t to;            /* table that it refers to, or UINT32_MAX */
    const char *odd; /* of a column of texts that are numbers for the most part: the first other */
};

struct csv_row {
    size_t line;
    const char **fields; /* [n_columns] NULL: missing */
    bool again;          /* a row before is called the same */
};

struct table {
    const char *file, *stem;
    uint32_t n_columns, key, name; /* name: column by which rows are called */
    struct column *columns;
    VEC(struct csv_row) rows;
    struct symbols keys;
    char separator;
};

struct tables {
    struct arena arena;
    struct guard guard;
    struct table at[MAX_TABLES];
    uint32_t n;
};

#define fail(self, t, line, ...)                                                                   \
    place_raise(&(self)->guard, G2L2_STATUS_FORMAT, (struct place){(t)->file, line, 0}, __VA_ARGS__)

/* ---- rows ------------------------------------------------------------------------------------- */

static bool is_missing(const char *text) {
    static const char *const none[] = {"", "na", "n/a", "nan", "null", "none", "-", "?"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        if (text_same_answer(text, none[i])) return true;
    return false;
}

static void read_header(struct tables *self, struct table *t, struct csv *c) {
    const char *fields[CSV_MAX_COLUMNS];
    t->separator = c->separator = csv_separator(c->at, c->end);
    t->n_columns = csv_row(c, fields);
    t->columns = arena_zalloc(&self->arena, (t->n_columns + 1) * sizeof *t->columns);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        if (!*fields[i]) fail(self, t, 1, "column %u has no name in the header", i + 1);
        for (uint32_t k = 0; k < i; k++)
            if (!strcmp(fields[k], fields[i]))
                fail(self, t, 1, "two columns are called '%s'", PLACE_WORD(fields[i]));
        t->columns[i] = (struct column){.name = fields[i], .to = UINT32_MAX};
    }
}

static void read_rows(struct tables *self, struct table *t, struct csv *c) {
    const char *fields[CSV_MAX_COLUMNS];
    while (c->at < c->end) {
        size_t line = c->line;
        uint32_t n = csv_row(c, fields);
        if (n == 1 && !*fields[0]) continue; /* an empty line */
        if (n != t->n_columns)
            fail(self, t, line, "%u fields, but the header has %u", n, t->n_columns);
        if (t->rows.n == SCENE_MAX_OBJECTS)
            fail(self, t, line, "more than %u rows", SCENE_MAX_OBJECTS);
        struct csv_row row = {line, arena_zalloc(&self->arena, n * sizeof(char *)), false};
        for (uint32_t i = 0; i < n; i++) row.fields[i] = is_missing(fields[i]) ? NULL : fields[i];
        vec_push(&self->arena, &t->rows, row);
    }
    if (!t->rows.n) fail(self, t, 0, "no rows below the header");
}

/* `data/people.csv` is called people. */
static const char *stem_of(struct arena *arena, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t n = strcspn(name, ".");
    return arena_strndup(arena, name, n ? n : strlen(name));
}

static void read_table(struct tables *self, const char *path, const char *text, size_t length) {
    struct table *t = &self->at[self->n++];
    struct csv c = {&self->arena, path, text, text + length, 1, 0};
    *t = (struct table){.file = path, .stem = stem_of(&self->arena, path)};
    size_t valid = text_valid(text, length), line = 1;
    for (size_t i = 0; i < valid; i++) line += text[i] == '\n';
    if (valid < length)
        fail(self, t, line, "the byte 0x%02X is not UTF-8; save the table as UTF-8",
             (unsigned char)text[valid]);
    if (length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) c.at += 3;
    if (c.at == c.end) fail(self, t, 0, "the table is empty; it needs a header and rows");
    read_header(self, t, &c);
    read_rows(self, t, &c);
}

/* ---- what columns are ------------------------------------------------------------------------- */

static bool is_truth(const char *text) {
    return text_same_answer(text, "true") || text_same_answer(text, "false") ||
           text_same_answer(text, "yes") || text_same_answer(text, "no");
}

static void guess_kind(struct table *t, uint32_t column, char point) {
    uint32_t n = 0, numbers = 0, truths = 0, days = 0;
    const char *odd = NULL;
    double value;
    char unit[STATED_UNIT], *common = t->columns[column].unit;
    t->columns[column].point = point;
    for (uint32_t i = 0; i < t->rows.n; i++) {
        const char *text = t->rows.at[i].fields[column];
        if (!text) continue;
        bool number = stated_measure(text, point, &value, unit);
        if (number && !numbers) strcpy(common, unit);
        number &= !strcmp(unit, common);
        n++;
        numbers += number;
        truths += is_truth(text);
        days += stated_day(text, &value);
        if (!number && !odd) odd = text;
    }
    t->columns[column].kind = !n             ? COLUMN_EMPTY
                              : numbers == n ? COLUMN_NUMBER
                              : truths == n  ? COLUMN_TRUTH
                              : days == n    ? COLUMN_DAY
                                             : COLUMN_TEXT;
    t->columns[column].odd = 2 * numbers > n ? odd : NULL;
    if (numbers < n && t->separator != ',' && point == '.') guess_kind(t, column, ',');
}

static uint32_t find_column(const struct table *t, const char *name) {
    uint32_t i = 0;
    while (i < t->n_columns && !text_same_answer(t->columns[i].name, name)) i++;
    return i < t->n_columns ? i : UINT32_MAX;
}

static bool is_distinct(struct tables *self, const struct table *t, uint32_t column) {
    struct symbols seen;
    symbols_init(&seen, &self->arena);
    for (uint32_t i = 0; i < t->rows.n; i++) {
        const char *text = t->rows.at[i].fields[column];
        if (!text || symbols_add(&seen, text, strlen(text)) != i) return false;
    }
    return true;
}

static void find_key(struct tables *self, struct table *t) {
    t->name = find_column(t, "name");
    t->key = find_column(t, "id");
    for (uint32_t i = 0; i < t->n_columns && t->name == UINT32_MAX; i++)
        if (t->columns[i].kind == COLUMN_TEXT && is_distinct(self, t, i)) t->name = i;
    if (t->name == UINT32_MAX) t->name = t->key;
    if (t->key == UINT32_MAX) t->key = t->name;
    symbols_init(&t->keys, &self->arena);
    for (uint32_t i = 0; t->key != UINT32_MAX && i < t->rows.n; i++) {
        const char *key = t->rows.at[i].fields[t->key];
        bool id = text_same_answer(t->columns[t->key].name, "id");
        if (!key && id) fail(self, t, t->rows.at[i].line, "the row has no id");
        if (!key) continue;
        uint32_t before = t->keys.names.n;
        t->rows.at[i].again = symbols_add(&t->keys, key, strlen(key)) < before;
        if (t->rows.at[i].again && id)
            fail(self, t, t->rows.at[i].line, "a row before has the id '%s'", PLACE_WORD(key));
    }
}

/* ---- several values in a field ------------------------------------------------------------------ */

#define MOST_PARTS 256u /* values of one field; more are no list */

struct part {
    uint32_t fields, last; /* how many have it, and which did last */
};

/* The values of a field, cut at `between`, without blanks around them; 0: one of them is empty. */
static uint32_t cut_field(struct arena *arena, const char *text, char between,
                          const char *parts[MOST_PARTS]) {
    uint32_t n = 0;
    for (const char *end; text; text = *end ? end + 1 : NULL) {
        text += strspn(text, " ");
        for (end = text; *end && (!between || *end != between);) end++;
        size_t length = (size_t)(end - text);
        while (length && text[length - 1] == ' ') length--;
        if (!length || n == MOST_PARTS) return 0;
        parts[n++] = arena_strndup(arena, text, length);
    }
    return n;
}

static uint32_t values_of(struct tables *self, const struct table *t, uint32_t column,
                          const struct csv_row *row, const char *parts[MOST_PARTS]) {
    const char *text = row->fields[column];
    parts[0] = text;
    if (!text || !t->columns[column].between) return text != NULL;
    return cut_field(&self->arena, text, t->columns[column].between, parts);
}

static bool is_key(const struct tables *self, const char *text) {
    for (uint32_t i = 0; i < self->n; i++)
        if (symbols_find(&self->at[i].keys, text, strlen(text)) != SYMBOL_NONE) return true;
    return false;
}

/* Do fields of the column list values? They do where some have more than others, and most of the
 * values that stand beside another are those of other fields, too, or call rows: `Paris, France` is one
 * value if all have two parts, and so are sentences. */
static bool lists_values(struct tables *self, const struct table *t, uint32_t column,
                         char between) {
    const char *parts[MOST_PARTS];
    struct symbols seen;
    VEC(struct part) values = {0}; /* [seen] */
    VEC(uint32_t) beside = {0};    /* values that stand beside another */
    uint32_t least = UINT32_MAX, most = 0, again = 0;
    symbols_init(&seen, &self->arena);
    for (uint32_t i = 0; i < t->rows.n; i++) {
        const char *text = t->rows.at[i].fields[column];
        uint32_t n = text ? cut_field(&self->arena, text, between, parts) : 0;
        if (!text) continue;
        if (!n) return false;
        if (n < least) least = n;
        if (n > most) most = n;
        for (uint32_t k = 0; k < n; k++) {
            uint32_t value = symbols_add(&seen, parts[k], strlen(parts[k]));
            if (value == values.n) vec_push(&self->arena, &values, ((struct part){0, UINT32_MAX}));
            values.at[value].fields += values.at[value].last != i;
            values.at[value].last = i;
            if (n > 1) vec_push(&self->arena, &beside, value);
        }
    }
    for (uint32_t i = 0; i < beside.n; i++)
        again += values.at[beside.at[i]].fields > 1 || is_key(self, seen.names.at[beside.at[i]]);
    return most > least && 2 * again >= beside.n;
}

static void find_list(struct tables *self, struct table *t, uint32_t column) {
    static const char separators[] = ";|,";
    struct column *c = &t->columns[column];
    if (c->kind != COLUMN_TEXT || column == t->key || column == t->name) return;
    for (const char *at = separators; *at && !c->between; at++)
        if (lists_values(self, t, column, *at)) c->between = *at;
}

/* ---- references --------------------------------------------------------------------------------- */

/* `team` and `team_id` speak of teams.csv. */
static bool speaks_of(const char *column, const char *stem) {
    char name[64];
    size_t n = strlen(column);
    if (n > 3 &&
        (text_same_answer(column + n - 3, "_id") || text_same_answer(column + n - 3, " id")))
        n -= 3;
    if (n >= sizeof name) return false;
    memcpy(name, column, n);
    name[n] = 0;
    return text_same_answer(name, stem) || stated_alike(name, stem);
}

struct named_by {
    const struct csv_row *row; /* NULL: none */
    const char *text;
};

/* The first row that names nothing there; none: all do, and there is one. */
static struct named_by first_dangling(struct tables *self, const struct table *t, uint32_t column,
                                      const struct table *to, bool *any) {
    const char *parts[MOST_PARTS];
    *any = false;
    for (uint32_t i = 0; i < t->rows.n; i++) {
        uint32_t n = values_of(self, t, column, &t->rows.at[i], parts);
        for (uint32_t k = 0; k < n; k++)
            if (symbols_find(&to->keys, parts[k], strlen(parts[k])) == SYMBOL_NONE)
                return (struct named_by){&t->rows.at[i], parts[k]};
        *any |= n > 0;
    }
    return (struct named_by){0};
}

static bool is_again(const struct table *to, const char *text) {
    for (uint32_t k = 0; k < to->rows.n; k++)
        if (to->rows.at[k].again && !strcmp(text, to->rows.at[k].fields[to->key])) return true;
    return false;
}

/* The first row that names two rows there; none: each names one. */
static struct named_by first_ambiguous(struct tables *self, const struct table *t, uint32_t column,
                                       const struct table *to) {
    const char *parts[MOST_PARTS];
    for (uint32_t i = 0; i < t->rows.n; i++) {
        uint32_t n = values_of(self, t, column, &t->rows.at[i], parts);
        for (uint32_t k = 0; k < n; k++)
            if (is_again(to, parts[k])) return (struct named_by){&t->rows.at[i], parts[k]};
    }
    return (struct named_by){0};
}

static void find_reference(struct tables *self, struct table *t, uint32_t column) {
    struct column *c = &t->columns[column];
    bool any;
    if (column == t->key || column == t->name || c->kind == COLUMN_TRUTH) return;
    for (uint32_t i = 0; i < self->n && c->to == UINT32_MAX; i++) {
        const struct table *to = &self->at[i];
        if (to == t || !speaks_of(c->name, to->stem)) continue;
        struct named_by bad = first_dangling(self, t, column, to, &any);
        if (bad.row)
            fail(self, t, bad.row->line, "'%s' is '%s', but no row of %s is called so",
                 PLACE_WORD(c->name), PLACE_WORD(bad.text), place_short(to->file));
        bad = first_ambiguous(self, t, column, to);
        if (bad.row)
            fail(self, t, bad.row->line,
                 "'%s' is '%s', but two rows of %s are called so; add a column id",
                 PLACE_WORD(c->name), PLACE_WORD(bad.text), place_short(to->file));
        c->to = i;
    }
    for (uint32_t i = 0; c->kind == COLUMN_TEXT && i < self->n && c->to == UINT32_MAX; i++) {
        const struct table *to = &self->at[i];
        if (!first_dangling(self, t, column, to, &any).row && any &&
            !first_ambiguous(self, t, column, to).row)
            c->to = i;
    }
}

/* ---- as a scene ----------------------------------------------------------------------------------- */

static void put_member(json_t *object, const char *name, json_t *value) {
    json_object_set_new(object, name, value);
}

static json_t *key_json(const struct table *t, const char *key) {
    return json_sprintf("%s:%s", t->stem, key);
}

/* What is called as a row before is its own all the same; nothing refers to it. */
static json_t *id_json(const struct table *t, const struct csv_row *row) {
    const char *key = row->fields[t->key];
    return row->again ? json_sprintf("%s:%s:%zu", t->stem, key, row->line) : key_json(t, key);
}

static json_t *text_json(struct tables *self, const struct column *c, const char *text) {
    return c->to != UINT32_MAX ? key_json(&self->at[c->to], text) : json_string(text);
}

static json_t *values_json(struct tables *self, const struct table *t, uint32_t column,
                           const struct csv_row *row) {
    const char *parts[MOST_PARTS];
    uint32_t n = values_of(self, t, column, row, parts);
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++)
        json_array_append_new(list, text_json(self, &t->columns[column], parts[i]));
    return list;
}

static void put_field(struct tables *self, const struct table *t, uint32_t column,
                      const struct csv_row *row, json_t *object) {
    const struct column *c = &t->columns[column];
    const char *name = c->name, *text = row->fields[column];
    double number;
    char unit[STATED_UNIT];
    if (column == t->name) put_member(object, "name", json_string(text));
    if (column == t->key) put_member(object, "id", id_json(t, row));
    if (column == t->key || column == t->name) return;
    if (text_same_answer(name, "id") || text_same_answer(name, "name")) return;
    if (c->between) put_member(object, name, values_json(self, t, column, row));
    else if (c->to != UINT32_MAX) put_member(object, name, text_json(self, c, text));
    else if (c->kind == COLUMN_NUMBER && stated_measure(text, c->point, &number, unit))
        put_member(object, name, json_real(number));
    else if (c->kind == COLUMN_TRUTH)
        put_member(object, name,
                   json_boolean(text_same_answer(text, "true") || text_same_answer(text, "yes")));
    else put_member(object, name, text_json(self, c, text));
}

static json_t *objects_of(struct tables *self) {
    json_t *objects = json_array();
    for (uint32_t i = 0; i < self->n; i++) {
        const struct table *t = &self->at[i];
        bool kind = self->n > 1 && find_column(t, "kind") == UINT32_MAX;
        for (uint32_t r = 0; r < t->rows.n; r++) {
            json_t *object = json_object();
            if (kind) put_member(object, "kind", json_string(t->stem));
            for (uint32_t c = 0; c < t->n_columns; c++)
                if (t->rows.at[r].fields[c]) put_field(self, t, c, &t->rows.at[r], object);
            json_array_append_new(objects, object);
        }
    }
    return objects;
}

static void put_about(struct tables *self, struct buf *out) {
    static const char *const kinds[] = {"text", "number", "yes or no", "nothing", "day"};
    for (uint32_t i = 0; i < self->n; i++) {
        const struct table *t = &self->at[i];
        buf_printf(out, "%s: %u rows", t->stem, t->rows.n);
        for (uint32_t c = 0; c < t->n_columns; c++) {
            const struct column *column = &t->columns[c];
            const char *kind = c == t->name || c == t->key ? "name" : kinds[column->kind];
            bool refers = column->to != UINT32_MAX;
            buf_printf(out, "%s %s (%s%s", c ? "," : ";", column->name,
                       !refers           ? ""
                       : column->between ? "some of "
                                         : "one of ",
                       refers ? self->at[column->to].stem : kind);
            if (column->between) buf_printf(out, ", several with %c", column->between);
            else if (column->odd && !refers && kind == kinds[COLUMN_TEXT])
                buf_printf(out, ": '%s' is no number", PLACE_WORD(column->odd));
            if (*column->unit && !refers && kind == kinds[COLUMN_NUMBER])
                buf_printf(out, ", in %s", column->unit);
            buf_puts(out, ")");
        }
        buf_puts(out, "\n");
    }
}

static void settle(struct tables *self, struct buf *about) {
    for (uint32_t i = 0; i < self->n; i++) {
        for (uint32_t c = 0; c < self->at[i].n_columns; c++) guess_kind(&self->at[i], c, '.');
        find_key(self, &self->at[i]);
    }
    for (uint32_t i = 0; i < self->n; i++)
        for (uint32_t c = 0; c < self->at[i].n_columns; c++) find_list(self, &self->at[i], c);
    for (uint32_t i = 0; i < self->n; i++)
        for (uint32_t c = 0; c < self->at[i].n_columns; c++) find_reference(self, &self->at[i], c);
    put_about(self, about);
}

static g2l2_status settle_guarded(struct tables *self, struct buf *about, g2l2_error *err) {
    if (guard_try(&self->guard, err)) settle(self, about);
    return self->guard.status;
}

static g2l2_status read_guarded(struct tables *self, const char *path, const char *text,
                                size_t length, g2l2_error *err) {
    if (guard_try(&self->guard, err)) read_table(self, path, text, length);
    return self->guard.status;
}

static g2l2_status add_scene(struct tables *self, g2l2_scenes *scenes, const char *name,
                             const g2l2_limits *limits, g2l2_error *err) {
    json_t *scene = json_pack("{s:o}", "objects", objects_of(self));
    char *text = scene ? json_dumps(scene, JSON_REAL_PRECISION(17)) : NULL;
    g2l2_status status = text ? g2l2_scenes_parse(scenes, text, strlen(text), name, limits, err)
                              : err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    free(text);
    json_decref(scene);
    return status;
}

/* All of the texts, or none: what they say comes into `self` as one scene. */
g2l2_status g2l2_scenes_parse_tables(g2l2_scenes *self, const g2l2_text *texts, size_t n,
                                     const g2l2_limits *limits, g2l2_error *err) {
    struct tables tables = {.n = 0};
    if (!n || n > MAX_TABLES)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "between 1 and %u tables can be read",
                       MAX_TABLES);
    struct buf about;
    g2l2_status status = G2L2_STATUS_OK;
    arena_init(&tables.arena, &tables.guard, 0);
    buf_init(&about, &tables.arena);
    for (size_t i = 0; !status && i < n; i++)
        status = read_guarded(&tables, texts[i].name, texts[i].text, texts[i].length, err);
    if (!status) status = settle_guarded(&tables, &about, err);
    char *said = status ? NULL : strdup(about.at); /* before the scene is added, which stays */
    if (!status && !said) status = err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    if (!status) status = add_scene(&tables, self, texts[0].name, limits, err);
    if (status) {
        free(said);
    } else {
        free(self->about);
        self->about = said;
    }
    arena_free(&tables.arena);
    return status;
}

g2l2_status g2l2_scenes_read_tables(g2l2_scenes *self, const char *const *paths, size_t n,
                                    const g2l2_limits *limits, g2l2_error *err) {
    char *texts[MAX_TABLES] = {NULL};
    g2l2_text tables[MAX_TABLES];
    size_t max = limits ? limits->max_bytes : g2l2_limits_default().max_bytes;
    g2l2_status status = G2L2_STATUS_OK;
    for (size_t i = 0; !status && i < n && i < MAX_TABLES; i++) {
        status = file_read(paths[i], max, &texts[i], &tables[i].length, err);
        tables[i].name = paths[i];
        tables[i].text = texts[i];
    }
    if (!status) status = g2l2_scenes_parse_tables(self, tables, n, limits, err);
    for (size_t i = 0; i < MAX_TABLES; i++) free(texts[i]);
    return status;
}

const char *g2l2_scenes_about(const g2l2_scenes *self) {
    return self->about ? self->about : "";
}
