/* effect (effect.h): both models are asked everything, and what one gets right and the other does not is told. */
#include "cli/effect.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

#define SHOWN 10u /* lines of each kind */

struct outcome {
    const g2l2_dataset *data;
    const char **got; /* [examples] what a wrong one means, "": nothing; NULL: it is right */
    size_t n_wrong;
};

static bool on_failure(void *context, size_t example, const g2l2_result *result) {
    struct outcome *self = context;
    const char *got = result->n_readings ? result->readings[0].text : "";
    self->got[example] = strdup(got);
    if (!self->got[example]) cli_no_memory();
    self->n_wrong++;
    return true;
}

static int ask(struct outcome *self, const g2l2_model *model, const g2l2_scenes *scenes) {
    g2l2_error err;
    self->got = calloc(g2l2_dataset_count(self->data) + 1, sizeof *self->got);
    if (!self->got) cli_no_memory();
    return g2l2_model_failures(model, self->data, scenes, NULL, on_failure, self, &err)
               ? cli_fail(&err)
               : EXIT_OK;
}

static void forget(struct outcome *self) {
    for (size_t i = 0; self->got && i < g2l2_dataset_count(self->data); i++)
        free((void *)(uintptr_t)self->got[i]);
    free(self->got);
}

/* Wrong in `bad` and right in `good`: up to SHOWN of them are told; how many there are. */
static size_t tell(const struct outcome *good, const struct outcome *bad, const char *what,
                   json_t *list) {
    size_t n = 0;
    for (size_t i = 0; i < g2l2_dataset_count(good->data); i++) {
        if (good->got[i] || !bad->got[i]) continue;
        g2l2_example e = g2l2_dataset_get(good->data, i);
        const char *other = bad->got[i];
        if (n++ >= SHOWN) continue;
        if (list)
            json_array_append_new(
                list, json_pack("{s:s, s:o, s:I, s:o, s:o, s:o}", "what", what, "file",
                                cli_json_text(e.file), "line", (json_int_t)e.line, "sentence",
                                cli_json_text(e.sentence), "wanted", cli_json_text(e.target),
                                "other", *other ? cli_json_text(other) : json_null()));
        else
            cli_put(stdout, "%s: %s:%zu: '%.80s' as '%.80s'; %s: %s%.80s%s\n", what, e.file, e.line,
                    e.sentence, e.target, strcmp(what, "broken") ? "before" : "now",
                    *other ? "'" : "", *other ? other : "no meaning", *other ? "'" : "");
    }
    if (!list && n > SHOWN) cli_put(stdout, "... and %zu more\n", n - SHOWN);
    return n;
}

int effect_tell(const g2l2_model *before, const g2l2_model *after, const g2l2_dataset *data,
                const g2l2_scenes *scenes, json_t **json) {
    struct outcome old = {.data = data}, new = {.data = data};
    size_t all = g2l2_dataset_count(data);
    json_t *list = json ? json_array() : NULL;
    int status = ask(&old, before, scenes);
    if (!status) status = ask(&new, after, scenes);
    if (!status) {
        size_t mended = tell(&new, &old, "mended", list), broken = tell(&old, &new, "broken", list);
        if (json)
            *json = json_pack("{s:I, s:I, s:I, s:I, s:I, s:O}", "examples", (json_int_t)all,
                              "before", (json_int_t)(all - old.n_wrong), "after",
                              (json_int_t)(all - new.n_wrong), "mended", (json_int_t)mended,
                              "broken", (json_int_t)broken, "changed", list);
        else
            cli_put(stdout, "%zu of %zu other examples right, %zu before: %zu mended, %zu broken\n",
                    all - new.n_wrong, all, all - old.n_wrong, mended, broken);
    }
    json_decref(list);
    forget(&old);
    forget(&new);
    return status;
}
