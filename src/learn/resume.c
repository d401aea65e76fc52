/* Going on from a checkpoint.
 *
 *     attempt ─▶ phase ─▶ round ─▶ step                checkpoints are made behind steps, where all
 *        └──────── l->place ────────┘                  that counts is the learner and what the
 *                                                      phase holds (l->held)
 *
 * Whoever goes on opens the learner as ever, which is the same for the same data and options;
 * then everything that steps change is restored, phases behind are passed over, and the phase that
 * was running reads what it held and enters its loop in the middle. What the workers hold does not
 * matter: which of them computes an example is chance. */
#include <string.h>

#include "data/scenes.h"
#include "learn/objective.h"

_Noreturn void resume_fail(struct learner *l) {
    g2l2_error err;
    g2l2_status status = checkpoint_misfit(&err);
    guard_raise(&l->guard, status, 0, 0, "%s", err.message);
}

/* ---- what a run is of ---------------------------------------------------------------------- */

static uint64_t hash_text(uint64_t h, const char *text) {
    return text ? hash_bytes(text, strlen(text) + 1, h) : hash_mix(h, 1);
}

/* Everything that is stated of an object, whatever it is used for. */
static uint64_t hash_object(uint64_t h, const struct scene *scene, uint32_t object) {
    const struct facts *facts = scene->facts;
    uint32_t n = facts ? facts->n_values(facts->of, scene->number, object) : 0;
    const char *name = NULL;
    double number;
    for (uint32_t i = 0; i < n; i++) {
        h = hash_text(h, facts->value(facts->of, scene->number, object, i, &name));
        h = hash_text(h, name);
    }
    if (!facts) return h;
    h = hash_text(h, facts->name(facts->of, scene->number, object));
    h = hash_text(h, facts->id(facts->of, scene->number, object));
    for (uint32_t i = 0; (name = facts->number(facts->of, scene->number, object, i, &number)); i++)
        h = hash_bytes(&number, sizeof number, hash_text(h, name));
    for (uint32_t i = 0; (name = facts->coordinate(facts->of, scene->number, object, i, &number));
         i++)
        h = hash_bytes(&number, sizeof number, hash_text(h, name));
    return h;
}

static uint64_t hash_scenes(uint64_t h, const g2l2_scenes *scenes) {
    size_t n = scenes ? g2l2_scenes_count(scenes) : 0;
    h = hash_mix(h, n);
    for (size_t i = 0; i < n; i++) {
        const struct scene *scene = scenes_get(scenes, i);
        if (!scene) continue;
        h = hash_mix(hash_mix(h, scene->n_objects), scene->n_features);
        if (scene->features)
            h = hash_bytes(scene->features,
                           (size_t)scene->n_objects * scene->n_features * sizeof(float), h);
        for (uint32_t k = 0; k < scene->n_objects; k++) h = hash_object(h, scene, k);
    }
    return h;
}

static uint64_t hash_options(uint64_t h, const g2l2_learn_options *o) {
    const double reals[] = {o->learning_rate, o->effort, o->noise, o->lambda};
    const uint64_t wholes[] = {o->seed,
                               (uint64_t)o->updates,
                               (uint64_t)o->batch,
                               (uint64_t)o->restarts,
                               o->keep_candidates,
                               o->strict,
                               (uint64_t)o->senses,
                               o->limits.max_words,
                               o->limits.max_target,
                               o->limits.max_memory};
    const char *const texts[] = {o->inference, o->candidates, o->grammar, o->recipe};
    h = hash_bytes(wholes, sizeof wholes, hash_bytes(reals, sizeof reals, h));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) h = hash_text(h, texts[i]);
    return h;
}

void resume_identify(const void *source, struct checkpoint_identity *out) {
    const struct resume_source *of = source;
    size_t n = g2l2_dataset_count(of->data);
    uint64_t h = hash_mix(0, n);
    for (size_t i = 0; i < n; i++) {
        g2l2_example e = g2l2_dataset_get(of->data, i);
        h = hash_mix(hash_text(hash_text(h, e.sentence), e.target), e.scene);
    }
    out->data = hash_scenes(h, of->options->scenes);
    /* A program whose learner is another one has another state, too. */
    h = hash_mix(sizeof(struct learner), sizeof(struct recipe));
    h = hash_text(hash_text(h, of->domain->name), of->domain->text);
    out->options = hash_options(h, of->options);
}

/* ---- the state of a learner ----------------------------------------------------------------- */

/* The learner has as much of everything as the one had that was written. */
static void check_sizes(struct learner *l, struct stash *stash) {
    const struct lexicon *x = l->lexicon;
    uint64_t own[] = {l->run,         x->words.n, x->slots.n, x->entries.n, x->n_params,
                      l->n_templates, l->n,       l->batch,   l->longest,   l->factors != NULL};
    uint64_t sizes[sizeof own / sizeof *own];
    memcpy(sizes, own, sizeof own);
    stash_bytes(stash, sizes, sizeof sizes);
    if (stash->reading && memcmp(sizes, own, sizeof own)) resume_fail(l);
}

static void keep_slots(struct learner *l, struct stash *stash) {
    size_t n = l->lexicon->slots.n;
    stash_bytes(stash, l->weight, n * sizeof *l->weight);
    stash_bytes(stash, l->live, n * sizeof *l->live);
    stash_bytes(stash, l->sense, n * sizeof *l->sense);
    stash_bytes(stash, l->keep, n * sizeof *l->keep);
    if (l->anchor) stash_bytes(stash, l->anchor, n * sizeof *l->anchor);
}

/* A word keeps its room, so the rest of its row, and its groups, follow from what it has. */
static void keep_entries(struct learner *l, struct stash *stash) {
    struct lexicon *x = l->lexicon;
    bool sound = true;
    for (uint32_t w = 0; w < x->words.n; w++) {
        stash_value(stash, x->words.at[w].n);
        sound &= x->words.at[w].n <= l->n_initial[w];
    }
    for (uint32_t s = 0; s < x->slots.n; s++) {
        stash_value(stash, x->slots.at[s].entry);
        sound &= x->slots.at[s].entry < x->entries.n;
    }
    if (!sound) resume_fail(l);
    for (uint32_t w = 0; stash->reading && w < x->words.n; w++) lexicon_index_word(x, w);
}

void resume_keep_words(struct learner *l, struct stash *stash) {
    struct lexicon *x = l->lexicon;
    size_t n = x->slots.n, n_params = lexicon_n_numbers(x);
    keep_entries(l, stash);
    stash_bytes(stash, x->tau, n * sizeof *x->tau);
    stash_bytes(stash, l->m, n * sizeof *l->m);
    stash_bytes(stash, l->v, n * sizeof *l->v);
    stash_bytes(stash, l->uses, n * sizeof *l->uses);
    stash_bytes(stash, l->several, x->words.n * sizeof *l->several);
    stash_bytes(stash, l->templates, l->n_templates * sizeof *l->templates);
    stash_bytes(stash, x->params, n_params * sizeof *x->params);
    stash_bytes(stash, l->param_m, n_params * sizeof *l->param_m);
    stash_bytes(stash, l->param_v, n_params * sizeof *l->param_v);
}

static void keep_numbers(struct learner *l, struct stash *stash) {
    stash_value(stash, l->place);
    stash_value(stash, l->rng);
    stash_value(stash, l->rates);
    stash_value(stash, l->loss);
    stash_value(stash, l->accuracy);
    stash_value(stash, l->mean_loss);
    stash_value(stash, l->mean_accuracy);
    stash_value(stash, l->n_updates);
    stash_value(stash, l->n_planned);
    stash_value(stash, l->n_unexplained);
    stash_value(stash, l->n_tried);
    stash_value(stash, l->hopeless);
    stash_value(stash, l->spent);
}

static void keep_ruled_out(struct learner *l, struct stash *stash) {
    uint32_t n = stash_count(stash, l->ruled_out.n, sizeof *l->ruled_out.at);
    if (stash->reading) {
        l->ruled_out.n = 0;
        for (uint32_t i = 0; i < n; i++) vec_push(&l->arena, &l->ruled_out, (struct ruled_out){0});
    }
    stash_bytes(stash, l->ruled_out.at, n * sizeof *l->ruled_out.at);
    for (uint32_t i = 0; i < n; i++)
        if (l->ruled_out.at[i].word >= l->lexicon->words.n ||
            l->ruled_out.at[i].entry >= l->lexicon->entries.n)
            resume_fail(l);
}

static void keep_all(struct learner *l, struct stash *stash) {
    check_sizes(l, stash);
    keep_numbers(l, stash);
    resume_keep_words(l, stash);
    keep_slots(l, stash);
    stash_bytes(stash, l->steps, l->lexicon->words.n * sizeof *l->steps);
    stash_bytes(stash, l->sightings, l->lexicon->words.n * sizeof *l->sightings);
    keep_ruled_out(l, stash);
    for (uint32_t i = 0; i < l->n; i++) stash_value(stash, l->examples[i].gave_up);
    if (l->factors) factors_keep(l, stash);
}

void resume_examples(struct learner *l, struct stash *stash, const struct example **at,
                     uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = stash->reading ? 0 : (uint32_t)(at[i] - l->examples);
        stash_value(stash, number);
        if (number >= l->n) resume_fail(l);
        at[i] = &l->examples[number];
    }
}

/* ---- going on -------------------------------------------------------------------------------- */

void resume_open(struct learner *l) {
    if (!l->checkpoint || !checkpoint_restore(l->checkpoint, &l->restored)) return;
    keep_all(l, &l->restored);
    if (l->restored.failed || l->place.phase > PHASE_CLOSING) resume_fail(l);
    l->resumed = true;
}

bool resume_reaches(struct learner *l, enum phase phase) {
    if (l->resumed && l->place.phase > phase) return false;
    if (l->resumed && l->place.phase == phase) return true;
    if (l->resumed) resume_fail(l); /* its steps were passed over */
    l->place = (struct place){.phase = phase};
    return true;
}

void resume_hold(struct learner *l, void *held,
                 void (*keep)(struct learner *l, struct stash *stash)) {
    l->held = held;
    l->keep_held = keep;
    if (!l->resumed || !keep) return;
    keep(l, &l->restored);
    if (!stash_is_whole(&l->restored)) resume_fail(l);
}

/* A batch whose time was over is not what it would have been. */
void resume_point(struct learner *l) {
    struct stash stash = {0};
    if (!l->checkpoint || (!l->stopped && !checkpoint_is_due(l->checkpoint))) return;
    if (learner_is_late(l)) return;
    keep_all(l, &stash);
    if (l->keep_held) l->keep_held(l, &stash);
    checkpoint_write(l->checkpoint, &stash);
    stash_free(&stash);
}
