/* After the last step: the chosen entries become a model, which is then asked
 * what the examples mean. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/trainer.h"
#include "parser/parser.h"

#define CHECK_MAX 20000 /* examples decoded at the end */

/* ---- finish ------------------------------------------------------------------------------------- */

/* Put a trained entry into the model: the programs are read again from their
 * text, because the model has a language of its own. */
void learn_add_entry(struct arena *arena, const g2l2_model *work, g2l2_model *model, uint32_t entry,
                     double tau) {
    const struct candidate *c = &work->lexicon.entries.at[entry];
    struct buf cat, text;
    cat_id id = CAT_NONE;
    const struct term *program = NULL;
    g2l2_error err;
    buf_init(&cat, arena);
    buf_init(&text, arena);
    category_print(&work->domain->syntax, c->cat, &cat);
    g2l2_status status = category_parse(&model->domain->syntax, cat.at, cat.n, &id, &err);
    if (!status && c->program) {
        term_print(&work->domain->lang, c->program, &text);
        type_id type = model->domain->syntax.cats.at[id].type;
        status = term_parse(&model->domain->lang, text.at, text.n, type, &program, &err);
    }
    if (status) guard_raise(arena->guard, status, 0, 0, "%s", err.message);
    lexicon_add_slot(&model->lexicon, lexicon_entry(&model->lexicon, id, program), tau, false);
}

static void keep_word(struct trainer *t, g2l2_model *model, uint32_t w) {
    const struct word *word = &t->lexicon->words.at[w];
    const char *text = t->lexicon->names.names.at[w];
    double max = -INFINITY;
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (t->keep[s]) max = fmax(max, t->lexicon->tau[s]);
    lexicon_add_word(&model->lexicon, text, strlen(text));
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (t->keep[s] || t->options->keep_candidates) {
            learn_add_entry(&t->arena, t->work, model, t->lexicon->slots.at[s].entry,
                            t->lexicon->tau[s] - max);
            if (!t->keep[s]) lexicon_turn_off(&model->lexicon);
        }
    for (uint32_t i = 0; i < t->ruled_out.n; i++) {
        struct ruled_out r = t->ruled_out.at[i];
        if (r.word != w) continue;
        learn_add_entry(&t->arena, t->work, model, r.entry, r.tau - max);
        lexicon_turn_off(&model->lexicon);
    }
}

/* Words that no example could explain are left out: nothing is known of them. */
void trainer_build(struct trainer *t, g2l2_model *model) {
    struct guard *outer = model->arena.guard;
    model->arena.guard = model->domain->arena.guard = &t->guard;
    trainer_add_literals(t->data, &t->arena, model->domain);
    for (uint32_t w = 0; w < t->lexicon->words.n; w++)
        if (t->sightings[w]) keep_word(t, model, w);
    model_finish(model);
    model->arena.guard = outer;
    model->domain->arena.guard = &model->domain->guard;
}

static bool same_meaning(const struct trainer *t, const char *got, const char *wanted) {
    if (t->work->domain->expected) return fabs(atof(got) - atof(wanted)) < 1e-6;
    return !strcmp(got, wanted);
}

g2l2_status trainer_check(struct trainer *t, const g2l2_model *model, g2l2_learn_report *out,
                          struct failure *first, g2l2_error *err) {
    g2l2_parser *parser;
    g2l2_result result;
    g2l2_status status = g2l2_parser_new(model, &t->options->limits, &parser, err);
    size_t n = g2l2_dataset_count(t->data), every = n / CHECK_MAX + 1;
    for (size_t i = 0; !status && i < n; i += every) {
        g2l2_example example = g2l2_dataset_get(t->data, i);
        status = g2l2_parser_run(parser, example.sentence, 1, &result, err);
        if (status) break;
        bool right = result.n_readings && same_meaning(t, result.readings[0].text, example.target);
        if (!right && out->correct == out->checked) {
            first->example = i;
            const char *got = result.n_readings ? result.readings[0].text : result.reason;
            snprintf(first->reason, sizeof first->reason,
                     result.n_readings ? "it means '%s'" : "%s", got);
        }
        out->checked++;
        out->correct += right;
    }
    g2l2_parser_free(parser);
    return status;
}
