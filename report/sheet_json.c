/* The page's content as JSON (sheet.h). */
#include <math.h>
#include <string.h>

#include "report/sheet.h"
#include "report/text.h"

static json_t *number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

/* A number of things. */
static json_t *whole(double value) {
    return isfinite(value) ? json_integer((json_int_t)value) : json_null();
}

static json_t *size(size_t value) {
    return json_integer((json_int_t)value);
}

static void set(json_t *object, const char *key, json_t *value) {
    json_object_set_new(object, key, value);
}

static void set_text(const struct sheet *self, json_t *object, const char *key, const char *text) {
    set(object, key, text_json(self->arena, text));
}

/* ---- training ---------------------------------------------------------------------------------- */

static json_t *curve_json(const struct run_log *log) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < log->points.n; i++) {
        const struct log_point *p = &log->points.at[i];
        json_array_append_new(list, json_pack("{s:i, s:i, s:o, s:i, s:i, s:o, s:o, s:o}", "attempt",
                                              p->attempt, "step", p->step, "seconds",
                                              number(p->time), "stage", p->stage, "length",
                                              p->length, "loss", number(p->loss), "accuracy",
                                              number(p->accuracy), "alive", whole(p->alive)));
    }
    return list;
}

static json_t *settled_json(const struct sheet *self, const struct run_log *log) {
    json_t *list = json_array();
    double *steps, *share;
    uint32_t n = words_settled(self->arena, log, &steps, &share);
    for (uint32_t i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{s:f, s:f}", "step", steps[i], "share", share[i]));
    return list;
}

static json_t *phases_json(const struct sheet *self, const struct run_log *log) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < log->phases.n; i++)
        json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "phase",
                                              text_json(self->arena, log->phases.at[i].name),
                                              "seconds", number(log->phases.at[i].seconds),
                                              "cpu_seconds", number(log->phases.at[i].cpu)));
    return list;
}

static json_t *training_json(const struct sheet *self, const struct run_log *log) {
    json_t *out = json_object();
    set_text(self, out, "log", log->path);
    set_text(self, out, "command", log->command);
    set(out, "seed", log->has_seed ? json_integer((json_int_t)log->seed) : json_null());
    set(out, "examples", whole(log->examples));
    set(out, "checked", whole(log->checked));
    set(out, "correct", whole(log->correct));
    set(out, "attempts", whole(log->attempts));
    set(out, "attempt", json_integer(log->attempt));
    set(out, "interrupted", json_boolean(log->interrupted));
    set(out, "seconds", number(log->seconds));
    set(out, "cpu_seconds", number(log->cpu_seconds));
    set(out, "phases", phases_json(self, log));
    set(out, "curve", curve_json(log));
    set(out, "settled", settled_json(self, log));
    return out;
}

/* ---- test data -------------------------------------------------------------------------------- */

static json_t *scores_json(const struct sheet *self, const score_list *scores) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < scores->n; i++) {
        const struct score *s = &scores->at[i];
        json_t *row = json_pack("{s:o, s:o, s:o}", "key", text_json(self->arena, s->key),
                                "examples", size(s->examples), "correct", size(s->correct));
        if (s->seconds > 0) set(row, "seconds", number(s->seconds));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *mistakes_json(const struct sheet *self, const struct tested *t) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < t->mistakes.n; i++) {
        const struct mistake *m = &t->mistakes.at[i];
        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o}", "wanted", text_json(self->arena, m->wanted), "got",
                            text_json(self->arena, m->got), "count", size(m->count)));
    }
    return list;
}

static json_t *failures_json(const struct sheet *self, const struct tested *t) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < t->failures.n; i++) {
        const struct shown_failure *f = &t->failures.at[i];
        json_t *row = json_object();
        set_text(self, row, "file", f->file);
        set(row, "line", size(f->line));
        set_text(self, row, "sentence", f->sentence);
        set_text(self, row, "wanted", f->wanted);
        set_text(self, row, "got", f->got);
        set_text(self, row, "reason", f->reason);
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *tested_json(const struct sheet *self, const struct tested *t) {
    json_t *out = json_object();
    set_text(self, out, "file", t->file);
    set(out, "examples", size(t->examples));
    set(out, "correct", size(t->correct));
    set(out, "unparsed", size(t->unparsed));
    set(out, "seconds", number(t->seconds));
    set(out, "rate", number(t->seconds > 0 ? (double)t->examples / t->seconds : NAN));
    set(out, "by_length", scores_json(self, &t->by_length));
    set(out, "by_type", scores_json(self, &t->by_type));
    set(out, "by_hops", scores_json(self, &t->by_hops));
    set(out, "by_family", scores_json(self, &t->by_family));
    set(out, "by_word", scores_json(self, &t->by_word));
    set(out, "mistakes", mistakes_json(self, t));
    set(out, "failures", failures_json(self, t));
    return out;
}

/* ---- the model ---------------------------------------------------------------------------------- */

static json_t *history_json(const struct sheet *self, const struct subject *s, const char *word) {
    struct history h = words_history(self, s, word);
    json_t *list = json_array();
    for (uint32_t k = 0; k < h.n_layers; k++) {
        json_t *points = json_array();
        for (uint32_t i = 0; i < h.n_steps; i++)
            json_array_append_new(points, json_pack("[f, f]", h.steps[i], h.layers[k].share[i]));
        json_array_append_new(list, json_pack("{s:o, s:o, s:b, s:o}", "category",
                                              text_json(self->arena, h.layers[k].entry.category),
                                              "program",
                                              text_json(self->arena, h.layers[k].entry.program),
                                              "kept", h.layers[k].kept, "shares", points));
    }
    return list;
}

static json_t *entry_json(const struct sheet *self, const g2l2_entry *e) {
    json_t *out = json_object();
    set_text(self, out, "category", e->category);
    set_text(self, out, "program", e->program);
    set(out, "share", number(e->share));
    if (e->uses) set(out, "uses", json_integer(e->uses));
    if (e->example) set_text(self, out, "example", e->example);
    return out;
}

static json_t *lexicon_json(const struct sheet *self, const struct subject *s) {
    json_t *list = json_array(), *word = NULL;
    const char *last = NULL;
    for (size_t i = 0; i < g2l2_model_n_entries(s->model); i++) {
        g2l2_entry e = g2l2_model_entry(s->model, i);
        if (e.off) continue;
        if (!last || strcmp(last, e.word)) {
            word = json_pack("{s:o, s:o, s:o}", "word", text_json(self->arena, e.word), "entries",
                             json_array(), "training", history_json(self, s, e.word));
            json_array_append_new(list, word);
        }
        last = e.word;
        json_array_append_new(json_object_get(word, "entries"), entry_json(self, &e));
    }
    return list;
}

static json_t *ties_json(const struct sheet *self, const g2l2_model *model) {
    json_t *list = json_array();
    for (size_t i = 0; i < g2l2_model_n_ties(model); i++) {
        g2l2_tie t = g2l2_model_tie(model, i);
        json_t *row = json_object();
        set_text(self, row, "word", t.word);
        set_text(self, row, "category_a", t.category_a);
        set_text(self, row, "program_a", t.program_a);
        set_text(self, row, "category_b", t.category_b);
        set_text(self, row, "program_b", t.program_b);
        set_text(self, row, "sentence", t.sentence);
        set_text(self, row, "meaning_a", t.meaning_a);
        set_text(self, row, "meaning_b", t.meaning_b);
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *reasons_json(const struct sheet *self, const struct subject *s) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < s->reasons.n; i++) {
        const struct reason *r = &s->reasons.at[i];
        json_t *row = json_object();
        set_text(self, row, "word", r->word);
        set_text(self, row, "category", r->category);
        set_text(self, row, "program", r->program);
        set(row, "right", json_integer((json_int_t)r->n_right));
        set_text(self, row, "rival_category", r->rival_category);
        set_text(self, row, "rival_program", r->rival_program);
        set(row, "rival_right", json_integer((json_int_t)r->rival_right));
        set(row, "deciding", json_integer((json_int_t)r->n_deciding));
        set_text(self, row, "file", r->decided.file);
        set(row, "line", json_integer((json_int_t)r->decided.line));
        set_text(self, row, "sentence", r->decided.sentence);
        set_text(self, row, "wanted", r->decided.wanted);
        set_text(self, row, "would", r->decided.got);
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *maps_json(const struct sheet *self) {
    json_t *list = json_array();
    struct concept_map *maps = NULL;
    uint32_t n = likeness_maps(self, &maps);
    for (uint32_t i = 0; i < n; i++) {
        json_t *points = json_array();
        for (uint32_t k = 0; k < maps[i].n; k++)
            json_array_append_new(points,
                                  json_pack("{s:o, s:f, s:f}", "word",
                                            text_json(self->arena, maps[i].points[k].word), "x",
                                            maps[i].points[k].x, "y", maps[i].points[k].y));
        json_array_append_new(
            list, json_pack("{s:o, s:[f, f], s:o}", "type", text_json(self->arena, maps[i].type),
                            "shown", maps[i].shown[0], maps[i].shown[1], "points", points));
    }
    return list;
}

/* ---- all of it ------------------------------------------------------------------------------------ */

static json_t *subject_json(const struct sheet *self, const struct subject *s) {
    json_t *out = json_object();
    set_text(self, out, "name", s->name);
    set_text(self, out, "note", s->note);
    set(out, "training", s->log ? training_json(self, s->log) : json_null());
    set(out, "test", s->tested ? tested_json(self, s->tested) : json_null());
    set(out, "lexicon", s->model ? lexicon_json(self, s) : json_null());
    set(out, "ties", s->model ? ties_json(self, s->model) : json_null());
    set(out, "why", s->reasons.n ? reasons_json(self, s) : json_null());
    return out;
}

json_t *sheet_json(const struct sheet *self) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < self->n; i++)
        json_array_append_new(list, subject_json(self, &self->subjects[i]));
    return json_pack("{s:s, s:o, s:o}", "version", G2L2_VERSION, "runs", list, "concepts",
                     maps_json(self));
}
