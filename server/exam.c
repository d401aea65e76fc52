/* /v1/test: examples with known results, and how a model does on them.
 *
 *     test file, questions, or the request's own ─▶ some of them ─▶ model    ─▶ mistakes
 *                                                               └─▶ against  ─▶ changed  */
#include "server/handle.h"

#include <string.h>

#define LISTED 100u /* unless "count" says otherwise */

struct exam {
    struct desk *desk;
    const g2l2_dataset *examples;
    size_t n;        /* that are run */
    size_t n_listed; /* mistakes and changes, at most */
    size_t n_models; /* 2: compared with another */
    size_t correct[DESK_MODELS], n_changed, n_mistakes;
    size_t n_mended, n_broken; /* right now and not before, and the other way round */
    struct buf mistakes, changed;
};

/* ---- running --------------------------------------------------------------------------------- */

/* What is beyond a limit counts as not parsed. `err` must last as long as the result. */
static void run(struct desk *self, size_t model, const g2l2_example *e, g2l2_result *out,
                g2l2_error *err) {
    g2l2_parser *parser = self->parsers[model];
    const struct served *served = self->models[model];
    const g2l2_budget left = until_budget(self->until);
    g2l2_parser_set_budget(parser, &left);
    if (has_scenes(served)) {
        if (!served->world) refuse(self, 422, "the server has no scenes: start it with --scenes");
        check(self, g2l2_parser_set_scene(parser, served->world->scenes, e->scene, err), err);
    }
    g2l2_status status = g2l2_parser_run(parser, e->sentence, 1, out, err);
    if (status == G2L2_STATUS_LIMIT) *out = (g2l2_result){.reason = err->message};
    else check(self, status, err);
}

static const char *result_text(const g2l2_result *r) {
    return r->n_readings ? r->readings[0].text : NULL;
}

static void put_example(struct buf *out, const g2l2_example *e) {
    put(out, out->n ? ",\n{" : "\n{");
    json_field_text(out, "sentence", e->sentence);
    if (e->scene != SIZE_MAX) {
        json_field_number(out, "scene", (double)e->scene);
    }
    json_field_text(out, "expected", e->target);
}

static void note_mistake(struct exam *self, const g2l2_example *e, const g2l2_result *r) {
    struct buf *out = &self->mistakes;
    if (self->n_mistakes++ >= self->n_listed) return;
    put_example(out, e);
    json_field_text(out, "result", result_text(r));
    json_field_text(out, "reason", r->reason);
    put_literal(out, "}");
}

static void note_change(struct exam *self, const g2l2_example *e, const char *before,
                        const char *after) {
    struct buf *out = &self->changed;
    if (self->n_changed++ >= self->n_listed) return;
    put_example(out, e);
    json_field_text(out, "before", before);
    json_field_text(out, "after", after);
    put_literal(out, "}");
}

static bool is_same(const char *a, const char *b) {
    return a && b ? !strcmp(a, b) : a == b;
}

static void run_example(struct exam *self, const g2l2_example *e) {
    g2l2_result results[DESK_MODELS];
    g2l2_error errors[DESK_MODELS];
    bool right[DESK_MODELS] = {false};
    for (size_t i = 0; i < self->n_models; i++) {
        run(self->desk, i, e, &results[i], &errors[i]);
        right[i] = is_same(result_text(&results[i]), e->target);
        self->correct[i] += right[i];
    }
    if (!right[0]) note_mistake(self, e, &results[0]);
    if (self->n_models < 2) return;
    self->n_mended += right[0] && !right[1];
    self->n_broken += right[1] && !right[0];
    const char *after = result_text(&results[0]), *before = result_text(&results[1]);
    if (!is_same(before, after)) note_change(self, e, before, after);
}

/* Evenly over the file. */
static void run_all(struct exam *self) {
    size_t all = g2l2_dataset_count(self->examples);
    size_t limit = fields_number(self->desk, FIELD_LIMIT, all);
    self->n_listed = fields_number(self->desk, FIELD_COUNT, LISTED);
    self->n = limit < all ? limit : all;
    for (size_t i = 0; i < self->n; i++) {
        g2l2_example e = g2l2_dataset_get(self->examples, desk_choose(i, all, self->n));
        run_example(self, &e);
        check_time(self->desk);
    }
}

/* ---- the answer -------------------------------------------------------------------------------- */

static void put_score(const struct exam *self, size_t model) {
    struct buf *out = &self->desk->out;
    json_field_text(out, "model", self->desk->models[model]->name);
    json_field_number(out, "correct", (double)self->correct[model]);
    json_field_number(out, "accuracy",
                      self->n ? (double)self->correct[model] / (double)self->n : 0);
}

static void put_list(struct buf *out, const char *key, const struct buf *list) {
    buf_printf(out, ",\"%s\":[", key);
    if (list->n) buf_put(out, list->at, list->n);
    put_literal(out, "]");
}

static void put_exam(const struct exam *self, double seconds) {
    struct buf *out = &self->desk->out;
    put_literal(out, "{");
    put_score(self, 0);
    json_field_number(out, "examples", (double)self->n);
    json_field_number(out, "seconds", seconds);
    put_list(out, "mistakes", &self->mistakes);
    put_literal(out, ",\"against\":");
    put(out, self->n_models > 1 ? "{" : "null");
    if (self->n_models > 1) put_score(self, 1);
    if (self->n_models > 1) put_literal(out, "}");
    json_field_number(out, "n_changed", (double)self->n_changed);
    json_field_number(out, "n_mended", (double)self->n_mended);
    json_field_number(out, "n_broken", (double)self->n_broken);
    put_list(out, "changed", &self->changed);
    put_literal(out, "}\n");
}

static void check_pair(struct desk *self) {
    const struct served *a = self->models[0], *b = self->models[1];
    if (has_scenes(a) != has_scenes(b))
        refuse(self, 422, "'%.100s' and '%.100s' are of different kinds: one is about scenes",
               a->name, b->name);
}

void answer_test(struct desk *self) {
    struct exam exam = {.desk = self, .n_models = 1};
    uint64_t start = metrics_now();
    desk_parser(self, desk_model(self, FIELD_MODEL));
    if (self->fields[FIELD_AGAINST].given) {
        desk_parser(self, desk_model(self, FIELD_AGAINST));
        check_pair(self);
        exam.n_models = 2;
    }
    buf_init(&exam.mistakes, &self->arena);
    buf_init(&exam.changed, &self->arena);
    exam.examples = desk_examples(self);
    run_all(&exam);
    put_exam(&exam, (double)((metrics_now() - start) / 1000) * 1e-6);
}
