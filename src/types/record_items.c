/* Lists of records, put together of what words say of their items.
 *
 *     two colas and a small pizza
 *       two     [{count: 2}]
 *       colas   [{item: cola}]         ─▶  [{count: 2, item: cola}]            what stands side by side is one item
 *       and     [{}, {}]               ─▶  [{count: 2, item: cola}, {}]        what has two ends parts items
 *       small   [{size: small}]        ─▶  [{count: 2, item: cola}, {size: small}]
 *
 * Two such lists are joined at their ends: the last item of the first and the first of the second become
 * one, if they have no field in common. That is associative, and [{}] changes nothing. */
#include <string.h>

#include "common/json.h"
#include "types/record.h"

#define MAX_ITEMS 64u

static bool is_flat(const record_leaves *item) {
    for (uint32_t i = 0; i < item->n; i++)
        if (item->at[i].depth > 1 || *item->at[i].value == '{') return false;
    return true;
}

const struct record_items *record_items_read(struct arena *arena, const char *json) {
    const char *item, *why;
    VEC(record_leaves) items = {0};
    if (json[0] != '[' || json[1] != '{') return NULL;
    while ((item = record_next_item(arena, &json))) {
        record_leaves of = {0};
        const char *object = arena_strndup(arena, item + 1, strlen(item) - 2);
        if (!record_read(arena, object, &of, &why) || !is_flat(&of)) return NULL;
        vec_push(arena, &items, of);
    }
    if (!items.n || items.n > MAX_ITEMS) return NULL;
    struct record_items *out = arena_new(arena, struct record_items);
    *out = (struct record_items){items.n, items.at};
    return out;
}

static void put_item(const record_leaves *item, struct buf *out) {
    buf_puts(out, "{");
    for (uint32_t i = 0; i < item->n; i++) {
        if (i) buf_puts(out, ", ");
        json_put_text(out, item->at[i].path[0]);
        buf_puts(out, ": ");
        buf_puts(out, item->at[i].value);
    }
    buf_puts(out, "}");
}

void record_items_print(const struct record_items *self, struct buf *out) {
    buf_puts(out, "[");
    for (uint32_t i = 0; i < self->n; i++) {
        if (i) buf_puts(out, ", ");
        put_item(&self->of[i], out);
    }
    buf_puts(out, "]");
}

/* The fields of both, by name; false: they have one in common. */
static bool unite(struct arena *arena, const record_leaves *a, const record_leaves *b,
                  record_leaves *out) {
    uint32_t i = 0, k = 0;
    while (i < a->n || k < b->n) {
        int order = i == a->n ? 1 : k == b->n ? -1 : strcmp(a->at[i].path[0], b->at[k].path[0]);
        if (!order) return false;
        vec_push(arena, out, order < 0 ? a->at[i++] : b->at[k++]);
    }
    return true;
}

const struct record_items *record_items_join(struct arena *arena, const struct record_items *a,
                                             const struct record_items *b) {
    record_leaves both = {0};
    if (a->n + b->n > MAX_ITEMS || !unite(arena, &a->of[a->n - 1], &b->of[0], &both)) return NULL;
    record_leaves *of = arena_array(arena, record_leaves, a->n + b->n);
    memcpy(of, a->of, a->n * sizeof *of);
    memcpy(of + a->n - 1, b->of, b->n * sizeof *of);
    of[a->n - 1] = both;
    struct record_items *out = arena_new(arena, struct record_items);
    *out = (struct record_items){a->n + b->n - 1, of};
    return out;
}

static bool has_leaf(const record_leaves *of, const struct record_leaf *leaf) {
    for (uint32_t i = 0; i < of->n; i++)
        if (!strcmp(of->at[i].path[0], leaf->path[0])) return !strcmp(of->at[i].value, leaf->value);
    return false;
}

/* Items at an end may get more fields. */
static bool has_item(const record_leaves *of, const record_leaves *part, bool whole) {
    for (uint32_t i = 0; i < part->n; i++)
        if (!has_leaf(of, &part->at[i])) return false;
    return !whole || of->n == part->n;
}

bool record_items_has(const struct record_items *self, const struct record_items *part) {
    for (uint32_t i = 0; i + part->n <= self->n; i++) {
        uint32_t k = 0;
        while (k < part->n && has_item(&self->of[i + k], &part->of[k], k && k + 1 < part->n)) k++;
        if (k == part->n) return true;
    }
    return false;
}

/* A field of an item, below the name of the list. */
static struct record_leaf item_leaf(struct arena *arena, struct record_leaf list,
                                    const struct record_leaf *of) {
    const char **path = arena_array(arena, const char *, list.depth + 1);
    memcpy(path, list.path, list.depth * sizeof *path);
    path[list.depth] = of->path[0];
    return (struct record_leaf){list.depth + 1, path, of->value, true};
}

bool record_split_items(struct arena *arena, struct record_leaf list, record_leaves *out) {
    const struct record_items *items = record_items_read(arena, list.value);
    if (!items) return false;
    for (uint32_t i = 0; i < items->n; i++) {
        list.value = RECORD_NEXT_ITEM;
        if (i) vec_push(arena, out, list);
        for (uint32_t k = 0; k < items->of[i].n; k++)
            vec_push(arena, out, item_leaf(arena, list, &items->of[i].at[k]));
    }
    return true;
}
