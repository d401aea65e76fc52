/* A sentence and what it means:
 *
 *     > what color is the cube
 *     blue  50%                     the likeliest, and how sure that is
 *       or red  49%                 what else it may be
 *     > what hue is the floop
 *     no parse: unknown word 'floop' (did you mean 'food'?)                      */
#include <stdlib.h>
#include <string.h>

#include "cli/chat.h"

#define N_BEST  5
#define WORTH   0.01 /* the confidence of another reading that is mentioned */
#define CERTAIN (1 - 1e-6)

bool chat_parses(const struct chat *self, const char *sentence) {
    g2l2_result result;
    if (g2l2_parser_run(self->parser, sentence, 1, &result, NULL)) return false;
    return result.status == G2L2_PARSE_OK || result.status == G2L2_PARSE_NO_SCENE;
}

static void worse(struct chat *self, int status) {
    if (self->status != EXIT_ERROR) self->status = status;
}

/* 100% is only what is certain. */
static void put_confidence(const struct chat *self, double share) {
    chat_style(self, STYLE_DIM);
    if (share >= CERTAIN) chat_put("  100%");
    else if (share > 0.99) chat_put("  >99%");
    else if (share < 0.01) chat_put("  <1%");
    else chat_printf("  %.0f%%", 100 * share);
    chat_style(self, STYLE_PLAIN);
    chat_put("\n");
}

static void put_others(const struct chat *self, const g2l2_result *r) {
    for (size_t i = 1; i < r->n_readings && r->readings[i].confidence >= WORTH; i++) {
        const char *text = r->readings[i].text;
        chat_printf("  or %s", *text ? text : "nothing");
        put_confidence(self, r->readings[i].confidence);
    }
}

static void put_reason(struct chat *self, const char *what, const char *reason) {
    chat_style(self, STYLE_WARNING);
    chat_put(what);
    chat_style(self, STYLE_PLAIN);
    chat_printf("%s\n", reason);
}

static void put_readings(struct chat *self, const g2l2_result *r) {
    const g2l2_reading *best = &r->readings[0];
    chat_style(self, STYLE_STRONG);
    chat_put(best->text && *best->text ? best->text : "(nothing to do)");
    chat_style(self, STYLE_PLAIN);
    put_confidence(self, best->confidence);
    put_others(self, r);
    if (r->reason) put_reason(self, "a guess: ", r->reason);
}

/* Once is enough, and only for someone who can type. */
static void put_hint(struct chat *self) {
    if (!self->terminal || self->hinted) return;
    self->hinted = true;
    chat_style(self, STYLE_DIM);
    chat_put("(:explain shows how far it got, :should MEANING teaches it)\n");
    chat_style(self, STYLE_PLAIN);
}

static void put_result(struct chat *self, const char *sentence, const g2l2_result *r) {
    if (self->json) {
        chat_json(self, cli_result_json(sentence, r));
    } else if (r->n_readings) {
        put_readings(self, r);
    } else {
        put_reason(self, "no parse: ", r->reason ? r->reason : "it has no derivation");
        put_hint(self);
    }
}

static void remember(struct chat *self, const char *sentence) {
    char *copy = strdup(sentence);
    if (!copy) return;
    free(self->last);
    self->last = copy;
}

static void put_blind(struct chat *self) {
    chat_error(self, "it has a parse, but the answer needs a scene: `:scene FILE[:INDEX]` shows "
                     "one, :explain shows how it is read");
}

void chat_answer(struct chat *self, const char *sentence) {
    g2l2_result result;
    g2l2_error err;
    if (sentence != self->last) remember(self, sentence);
    g2l2_status status = g2l2_parser_run(self->parser, sentence, N_BEST, &result, &err);
    if (status) {
        chat_error(self, "%s", err.message);
    } else if (result.status == G2L2_PARSE_NO_SCENE) {
        put_blind(self);
    } else {
        if (!result.n_readings) worse(self, EXIT_NO_PARSE);
        else chat_note(self, sentence, result.readings[0].text);
        put_result(self, sentence, &result);
    }
}

/* Headings stand out: lines that are not indented. */
static void put_page(const struct chat *self, const char *page) {
    for (const char *at = page; *at;) {
        size_t n = strcspn(at, "\n");
        bool heading = n && *at != ' ';
        if (heading) chat_style(self, STYLE_STRONG);
        chat_printf("%.*s", (int)n, at);
        if (heading) chat_style(self, STYLE_PLAIN);
        chat_put("\n");
        at += n + (at[n] == '\n');
    }
}

void chat_explain(struct chat *self, const char *sentence) {
    g2l2_error err;
    g2l2_explanation page;
    if (sentence != self->last) remember(self, sentence);
    if (g2l2_parser_explain(self->parser, sentence, &page, &err)) {
        chat_error(self, "%s", err.message);
        return;
    }
    if (self->json)
        chat_json(self, json_pack("{s:o, s:o}", "sentence", cli_json_text(sentence), "explanation",
                                  cli_json_text(page.text)));
    else put_page(self, page.text);
    if (page.status != G2L2_PARSE_OK && page.status != G2L2_PARSE_NO_SCENE)
        worse(self, EXIT_NO_PARSE);
}
