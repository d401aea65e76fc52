/* A trace as JSON: the fields of struct trace by their names (docs/TRACE.md).
 *
 *     trace ─▶ words, derivations (uses, nodes, steps, tokens), means, chart, parts, scene */
#include <math.h>
#include <stdlib.h>

#include "show/show.h"

/* ---- fields ----------------------------------------------------------------------------- */

/* To the millionth: more would be noise. */
static void put_share(struct buf *out, const char *name, double share) {
    json_field_number(out, name, round(share * 1e6) / 1e6);
}

static void put_index(struct buf *out, const char *name, uint32_t index, uint32_t none) {
    if (index == none) json_field_text(out, name, NULL);
    else json_field_number(out, name, index);
}

static void open_list(struct buf *out, const char *name) {
    json_key(out, name);
    buf_put(out, "[", 1);
}

static void open_object(struct buf *out, const char *name) {
    json_key(out, name);
    buf_put(out, "{", 1);
}

static void close_list(struct buf *out) {
    buf_put(out, "]", 1);
}

static void close_object(struct buf *out) {
    buf_put(out, "}", 1);
}

static void put_texts(struct buf *out, const char *name, const char *const *list, uint32_t n) {
    open_list(out, name);
    for (uint32_t i = 0; i < n; i++) json_field_text(out, NULL, list[i]);
    close_list(out);
}

static void put_shares(struct buf *out, const char *name, const struct trace_share *list,
                       uint32_t n) {
    open_list(out, name);
    for (uint32_t i = 0; i < n; i++) {
        open_object(out, NULL);
        json_field_text(out, "text", list[i].text);
        put_share(out, "share", list[i].share);
        close_object(out);
    }
    close_list(out);
}

/* ---- words -------------------------------------------------------------------------------- */

static void put_entry(struct buf *out, const struct trace_entry *entry) {
    open_object(out, NULL);
    json_field_text(out, "category", entry->category);
    json_field_text(out, "program", entry->program);
    json_field_number(out, "weight", entry->weight);
    put_share(out, "share", entry->share);
    json_field_flag(out, "locked", entry->locked);
    close_object(out);
}

static void put_word(struct buf *out, const struct trace_word *word) {
    open_object(out, NULL);
    json_field_text(out, "text", word->text);
    json_field_flag(out, "known", word->known);
    put_texts(out, "nearest", word->nearest, word->n_nearest);
    open_list(out, "entries");
    for (uint32_t i = 0; i < word->n_entries; i++) put_entry(out, &word->entries[i]);
    close_list(out);
    close_object(out);
}

/* ---- derivations ---------------------------------------------------------------------------- */

static void put_value(struct buf *out, const struct trace *t, const struct trace_value *value) {
    if (!value->text) {
        json_field_text(out, "value", NULL);
        return;
    }
    open_object(out, "value");
    json_field_text(out, "text", value->text);
    if (!value->objects) json_field_text(out, "objects", NULL);
    else {
        open_list(out, "objects");
        for (uint32_t i = 0; i < t->n_objects; i++) put_share(out, NULL, value->objects[i]);
        close_list(out);
    }
    put_shares(out, "answers", value->answers, value->n_answers);
    close_object(out);
}

static void put_node(struct buf *out, const struct trace *t, const struct trace_node *node) {
    open_object(out, NULL);
    json_field_number(out, "begin", node->begin);
    json_field_number(out, "end", node->end);
    json_field_text(out, "category", node->category);
    json_field_text(out, "rule", node->rule);
    put_index(out, "left", node->left, TRACE_NONE);
    put_index(out, "right", node->right, TRACE_NONE);
    json_field_number(out, "height", node->height);
    json_field_text(out, "program", node->program);
    put_index(out, "step", node->step, 0);
    put_value(out, t, &node->value);
    close_object(out);
}

static void put_step(struct buf *out, const struct trace *t, const struct trace_step *step) {
    open_object(out, NULL);
    put_index(out, "number", step->number, 0);
    json_field_text(out, "call", step->call);
    put_index(out, "node", step->node, TRACE_NONE);
    open_list(out, "uses");
    for (uint32_t i = 0; i < step->n_uses; i++) json_field_number(out, NULL, step->uses[i]);
    close_list(out);
    json_field_text(out, "relation", step->relation);
    put_value(out, t, &step->value);
    close_object(out);
}

static void put_use(struct buf *out, const struct trace_use *use) {
    open_object(out, NULL);
    put_index(out, "entry", use->entry, TRACE_NONE);
    json_field_text(out, "category", use->category);
    json_field_text(out, "program", use->program);
    close_object(out);
}

static void put_token(struct buf *out, const struct trace_token *token) {
    open_object(out, NULL);
    json_field_text(out, "text", token->text);
    put_index(out, "word", token->word, TRACE_NONE);
    close_object(out);
}

static void put_derivation(struct buf *out, const struct trace *t,
                           const struct trace_derivation *d) {
    open_object(out, NULL);
    json_field_number(out, "rank", d->rank);
    put_share(out, "share", d->share);
    json_field_text(out, "result", d->result);
    json_field_flag(out, "other_result", d->other_result);
    json_field_text(out, "program", d->program);
    open_list(out, "tokens");
    for (uint32_t i = 0; i < d->n_tokens; i++) put_token(out, &d->tokens[i]);
    close_list(out);
    open_list(out, "uses");
    for (uint32_t i = 0; i < t->n_words; i++) put_use(out, &d->uses[i]);
    close_list(out);
    open_list(out, "nodes");
    for (uint32_t i = 0; i < d->n_nodes; i++) put_node(out, t, &d->nodes[i]);
    close_list(out);
    open_list(out, "steps");
    for (uint32_t i = 0; i < d->n_steps; i++) put_step(out, t, &d->steps[i]);
    close_list(out);
    json_field_number(out, "all_steps", d->all_steps);
    close_object(out);
}

/* ---- means, chart, parts ----------------------------------------------------------------------- */

static void put_contribution(struct buf *out, const struct trace_contribution *c) {
    open_object(out, NULL);
    put_share(out, "share", c->share);
    json_field_text(out, "program", c->program);
    json_field_text(out, "value", c->value);
    json_field_text(out, "empty", c->empty);
    close_object(out);
}

static void put_mean(struct buf *out, const struct trace_mean *mean) {
    open_object(out, NULL);
    json_field_number(out, "begin", mean->begin);
    json_field_number(out, "end", mean->end);
    json_field_text(out, "category", mean->category);
    json_field_number(out, "weight", mean->weight);
    json_field_text(out, "mean", mean->mean);
    json_field_number(out, "n", mean->n);
    open_list(out, "contributions");
    for (uint32_t i = 0; i < mean->n_listed; i++) put_contribution(out, &mean->contributions[i]);
    close_list(out);
    close_object(out);
}

static void put_item(struct buf *out, const struct trace_item *item) {
    open_object(out, NULL);
    json_field_number(out, "begin", item->begin);
    json_field_number(out, "end", item->end);
    json_field_text(out, "category", item->category);
    json_field_flag(out, "useful", item->useful);
    json_field_number(out, "derivations", item->derivations);
    put_share(out, "share", item->share);
    put_shares(out, "values", item->values, item->n_values);
    close_object(out);
}

static void put_chart(struct buf *out, const struct trace *t) {
    open_object(out, "chart");
    json_field_flag(out, "more", t->more_items);
    open_list(out, "items");
    for (uint32_t i = 0; i < t->n_items; i++) put_item(out, &t->items[i]);
    close_list(out);
    close_object(out);
}

static void put_part(struct buf *out, const struct trace_part *part) {
    open_object(out, NULL);
    json_field_number(out, "begin", part->begin);
    json_field_number(out, "end", part->end);
    put_texts(out, "categories", part->categories, part->n_categories);
    close_object(out);
}

static void put_repair(struct buf *out, const struct trace_repair *repair) {
    open_object(out, NULL);
    json_field_text(out, "sentence", repair->sentence);
    json_field_text(out, "change", repair->change);
    close_object(out);
}

/* ---- the scene --------------------------------------------------------------------------------- */

/* The decimal that a file would have had: of a float, not of the double it becomes. */
static double as_written(float value) {
    char digits[32];
    for (int precision = 6; precision <= 9; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
        if (strtof(digits, NULL) == value) break;
    }
    return strtod(digits, NULL);
}

static void put_numbers(struct buf *out, const g2l2_scenes *scenes, size_t scene, uint32_t i) {
    const char *array = NULL;
    for (uint32_t k = 0; k < scenes_n_numbers(scenes, scene, i); k++) {
        struct scene_number number = scenes_number(scenes, scene, i, k);
        if (array && array != number.array) close_list(out);
        if (number.array && number.array != array) open_list(out, number.array);
        json_field_number(out, number.array ? NULL : number.name, as_written(number.value));
        array = number.array;
    }
    if (array) close_list(out);
}

static void put_properties(struct buf *out, const g2l2_scenes *scenes, size_t scene, uint32_t i) {
    open_object(out, "properties");
    for (uint32_t k = 0; k < scenes_n_values(scenes, scene, i); k++) {
        struct scene_value value = scenes_value(scenes, scene, i, k);
        json_field_text(out, value.property, value.value);
    }
    put_numbers(out, scenes, scene, i);
    close_object(out);
}

static void put_position(struct buf *out, const g2l2_scenes *scenes, size_t scene, uint32_t i) {
    double at[3];
    if (!scenes_position(scenes, scene, i, at)) {
        json_field_text(out, "position", NULL);
        return;
    }
    open_list(out, "position");
    for (int k = 0; k < 3; k++) json_field_number(out, NULL, as_written((float)at[k]));
    close_list(out);
}

void show_objects_json(const g2l2_scenes *scenes, size_t scene, struct buf *out) {
    buf_put(out, "[", 1);
    for (uint32_t i = 0; i < scenes_n_objects(scenes, scene); i++) {
        struct buf text;
        buf_init(&text, out->arena);
        buf_puts(&text, "");
        scenes_object_text(scenes, scene, i, &text);
        open_object(out, NULL);
        json_field_text(out, "text", text.at);
        put_properties(out, scenes, scene, i);
        put_position(out, scenes, scene, i);
        close_object(out);
    }
    buf_put(out, "]", 1);
}

static void put_scene(struct buf *out, const struct trace *t) {
    const g2l2_scenes *scenes = t->naming.scenes;
    if (!t->has_scene || !scenes) {
        json_field_text(out, "scene", NULL);
        return;
    }
    open_object(out, "scene");
    json_field_number(out, "index", (double)t->naming.scene);
    json_field_text(out, "name", scenes_name(scenes, t->naming.scene));
    json_key(out, "objects");
    show_objects_json(scenes, t->naming.scene, out);
    close_object(out);
}

/* ---- the trace ------------------------------------------------------------------------------------ */

static void put_readings(struct buf *out, const struct trace *t) {
    const g2l2_reading *best = t->n_readings ? t->readings : NULL;
    json_field_text(out, "result", best ? best->text : NULL);
    put_share(out, "confidence", best ? best->confidence : 0);
    open_list(out, "readings");
    for (size_t i = 0; i < t->n_readings; i++) {
        open_object(out, NULL);
        json_field_text(out, "result", t->readings[i].text);
        put_share(out, "confidence", t->readings[i].confidence);
        close_object(out);
    }
    close_list(out);
}

void show_json(const struct trace *t, struct buf *out) {
    static const char *const status[] = {"parsed", "no parse", "no result", "no scene"};
    buf_put(out, "{", 1);
    json_field_number(out, "trace", TRACE_VERSION);
    json_field_text(out, "sentence", t->sentence);
    json_field_text(out, "domain", t->domain ? t->domain->name : NULL);
    json_field_text(out, "execution", t->execution);
    json_field_text(out, "status", status[t->status]);
    put_readings(out, t);
    json_field_text(out, "reason", t->reason);
    json_field_text(out, "note", t->note);
    open_list(out, "words");
    for (uint32_t i = 0; i < t->n_words; i++) put_word(out, &t->words[i]);
    close_list(out);
    open_list(out, "derivations");
    for (uint32_t i = 0; i < t->n_derivations; i++) put_derivation(out, t, &t->derivations[i]);
    close_list(out);
    json_field_number(out, "all_derivations", t->all_derivations);
    open_list(out, "means");
    for (uint32_t i = 0; i < t->n_means; i++) put_mean(out, &t->means[i]);
    close_list(out);
    put_chart(out, t);
    open_list(out, "parts");
    for (uint32_t i = 0; i < t->n_parts; i++) put_part(out, &t->parts[i]);
    close_list(out);
    put_texts(out, "missing", t->missing, t->n_missing);
    open_list(out, "repairs");
    for (uint32_t i = 0; i < t->n_repairs; i++) put_repair(out, &t->repairs[i]);
    close_list(out);
    put_scene(out, t);
    buf_put(out, "}", 1);
}
