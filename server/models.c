/* Models in their places: first those of files, then those that were taught.
 *
 *     place     0 ┌ scan  ┐  1 ┌ clevr  ┐  2 ┌ mine  ┐   take: lock, count, unlock
 *                 └ scan* ┘    └        ┘    └ mine* ┘   reload: load files beside, lock, swap, unlock
 *
 * `lock` is held to look and to swap, never while something is loaded; `loading` keeps
 * those apart who load. */
#include "server/models.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/samples.h"

struct place {
    struct served *model, *draft; /* draft: or NULL */
    uint64_t used; /* when it was taught, or asked for by name; the higher the later */
};

struct models {
    const struct server_options *options;
    pthread_mutex_t lock, loading;
    struct place *places; /* [n + MODELS_MAX_TAUGHT] */
    size_t n, n_taught;   /* of files, and behind them */
    uint64_t uses;
    struct world *shown; /* or NULL */
    g2l2_dataset *tests; /* or NULL */
};

static g2l2_status no_memory(g2l2_error *err) {
    return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
}

/* ---- worlds ------------------------------------------------------------------------------ */

static void world_drop(struct world *self) {
    if (!self || atomic_fetch_sub(&self->holders, 1) > 1) return;
    g2l2_scenes_free(self->scenes);
    g2l2_dataset_free(self->questions);
    free(self->features);
    free(self);
}

static struct world *world_hold(struct world *self) {
    atomic_fetch_add(&self->holders, 1);
    return self;
}

/* What the library says of a missing scene, for who has only a command line. */
static void name_option(g2l2_error *err) {
    g2l2_error copy = *err;
    err_set(err, copy.status, copy.line, copy.column, "%.400s: give their file with --scenes",
            copy.message);
}

static bool sees(const g2l2_model *model) {
    const char *features = g2l2_model_features(model);
    return features && strstr(features, "\nsight ");
}

bool served_sees(const struct served *self) {
    return sees(self->model);
}

/* As features of the kind that it was learned from: of properties, or of what is in images. */
static g2l2_status show_to(g2l2_scenes *scenes, const g2l2_model *model,
                           const struct server_options *options, g2l2_error *err) {
    const g2l2_sight_options sight = {.images = options->images};
    return options->images && sees(model) ? g2l2_scenes_look_for(scenes, NULL, model, &sight, err)
                                          : g2l2_scenes_encode_for(scenes, model, err);
}

static g2l2_status world_fill(struct world *self, const struct server_options *options,
                              const g2l2_model *model, g2l2_error *err) {
    g2l2_status status = g2l2_scenes_new(&self->scenes, err);
    if (!status && options->scenes)
        status = g2l2_scenes_read(self->scenes, options->scenes, &options->limits, err);
    else if (!status && options->images)
        status = g2l2_scenes_list_images(self->scenes, options->images, err);
    if (!status && options->questions) status = g2l2_dataset_new(&self->questions, err);
    if (!status && options->questions)
        status = g2l2_dataset_read_questions(self->questions, options->questions, self->scenes,
                                             &options->limits, err);
    if (status == G2L2_STATUS_DATA && !options->scenes && !options->images) name_option(err);
    if (!status && options->images)
        status = g2l2_scenes_set_images(self->scenes, options->images, err);
    if (status || !model) return status;
    const char *features = g2l2_model_features(model);
    status = show_to(self->scenes, model, options, err);
    if (!status && features && !(self->features = strdup(features))) status = no_memory(err);
    return status;
}

/* Read the files; encoded for `model`, or, if it is NULL, to look at. */
static g2l2_status world_new(const struct server_options *options, const g2l2_model *model,
                             struct world **out, g2l2_error *err) {
    struct world *self = calloc(1, sizeof *self);
    if (!self) return no_memory(err);
    atomic_init(&self->holders, 1);
    g2l2_status status = world_fill(self, options, model, err);
    if (status) world_drop(self);
    else *out = self;
    return status;
}

static bool suits(const struct served *served, const g2l2_model *model) {
    const char *features = g2l2_model_features(model);
    return served && served->world && served->world->features && features &&
           !strcmp(served->world->features, features);
}

/* One that is encoded for the model already, held; or NULL. */
static struct world *find_world(struct models *self, const struct place *more, size_t n,
                                const g2l2_model *model) {
    struct world *found = NULL;
    for (size_t i = 0; i < n && !found; i++)
        if (suits(more[i].model, model)) found = world_hold(more[i].model->world);
    pthread_mutex_lock(&self->lock);
    for (size_t i = 0; self->places && i < self->n + self->n_taught && !found; i++) {
        if (suits(self->places[i].model, model)) found = self->places[i].model->world;
        else if (suits(self->places[i].draft, model)) found = self->places[i].draft->world;
        if (found) world_hold(found);
    }
    pthread_mutex_unlock(&self->lock);
    return found;
}

static bool needs_world(const struct models *self, const g2l2_model *model) {
    return g2l2_domain_has_scenes(g2l2_model_domain(model)) &&
           (self->options->scenes || self->options->questions || self->options->images);
}

/* Stays NULL where the model or the server has no scenes. more: [n] loaded beside. */
static g2l2_status world_for(struct models *self, const struct place *more, size_t n,
                             const g2l2_model *model, struct world **out, g2l2_error *err) {
    *out = NULL;
    if (!needs_world(self, model)) return G2L2_STATUS_OK;
    if ((*out = find_world(self, more, n, model))) return G2L2_STATUS_OK;
    return world_new(self->options, model, out, err);
}

/* Nobody who sends a lexicon can make the server read all its scenes again. */
static g2l2_status world_for_draft(struct models *self, const g2l2_model *model, struct world **out,
                                   g2l2_error *err) {
    bool scenes = g2l2_domain_has_scenes(g2l2_model_domain(model));
    *out = scenes ? find_world(self, NULL, 0, model) : NULL;
    if (*out || !needs_world(self, model)) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                   "no model that is served has the same 'features': a draft keeps the line of its "
                   "model");
}

/* ---- served models --------------------------------------------------------------------------- */

void served_drop(struct served *self) {
    if (!self || atomic_fetch_sub(&self->holders, 1) > 1) return;
    for (size_t i = 0; i < self->n_idle; i++) g2l2_parser_free(self->idle[i]);
    for (size_t i = 0; i < self->n_examples; i++) free(self->examples[i]);
    g2l2_concepts_free(self->concepts);
    g2l2_model_free(self->model);
    world_drop(self->world);
    pthread_mutex_destroy(&self->lock);
    pthread_mutex_destroy(&self->making);
    free(self->text);
    free(self->note);
    free(self->name);
    free(self);
}

static struct served *served_hold(struct served *self) {
    atomic_fetch_add(&self->holders, 1);
    return self;
}

static const g2l2_dataset *tests_of_kind(const struct models *self, const struct served *served) {
    if (!g2l2_domain_has_scenes(g2l2_model_domain(served->model))) return self->tests;
    return served->world ? served->world->questions : NULL;
}

/* Model, world and name are its own now, also on failure. Examples are run, so a model that
 * cannot be used is found here. lesson: what it was taught from, or NULL. */
static g2l2_status served_new(struct models *models, g2l2_model *model, struct world *world,
                              char *name, bool draft, const g2l2_dataset *lesson,
                              struct until until, struct served **out, g2l2_error *err) {
    struct served *self = calloc(1, sizeof *self);
    if (!self || !name) {
        free(self);
        free(name);
        g2l2_model_free(model);
        world_drop(world);
        return no_memory(err);
    }
    *self = (struct served){.name = name,
                            .draft = draft,
                            .taught = lesson,
                            .model = model,
                            .world = world,
                            .limits = models->options->limits};
    atomic_init(&self->holders, 1);
    pthread_mutex_init(&self->lock, NULL);
    pthread_mutex_init(&self->making, NULL);
    const g2l2_dataset *tests = lesson ? lesson : tests_of_kind(models, self);
    g2l2_status status = samples_choose(self, tests, until, err);
    if (lesson) self->tested = false; /* what it was taught from is no test */
    if (status) served_drop(self);
    else *out = self;
    return status;
}

g2l2_status served_lease(struct served *self, g2l2_parser **out, g2l2_error *err) {
    g2l2_parser *parser = NULL;
    pthread_mutex_lock(&self->lock);
    if (self->n_idle) parser = self->idle[--self->n_idle];
    pthread_mutex_unlock(&self->lock);
    if (!parser) return g2l2_parser_new(self->model, &self->limits, out, err);
    *out = parser;
    return G2L2_STATUS_OK;
}

/* A parser that was used for something huge is not worth its memory. */
void served_return(struct served *self, g2l2_parser *parser) {
    if (!parser) return;
    g2l2_parser_clear_scene(parser);
    g2l2_parser_set_budget(parser, NULL);
    pthread_mutex_lock(&self->lock);
    if (self->n_idle < MODELS_MAX_IDLE && g2l2_parser_memory(parser) <= MODELS_MAX_KEPT) {
        self->idle[self->n_idle++] = parser;
        parser = NULL;
    }
    pthread_mutex_unlock(&self->lock);
    g2l2_parser_free(parser);
}

/* Entries are one behind the other, each with a line of its own, and one more where its use is known;
 * the first is that of the first word, as it is or in quotes: no other line begins so. */
static size_t find_first_line(const struct served *self, const char *text) {
    size_t line = 1;
    if (!g2l2_model_n_entries(self->model)) return line;
    const char *word = g2l2_model_entry(self->model, 0).word;
    size_t n = strlen(word);
    for (const char *at = text; *at; line++) {
        bool plain = !strncmp(at, word, n) && !strncmp(at + n, " => ", 4);
        if (plain || *at == '"') return line;
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return 1;
}

static g2l2_status make_text(struct served *self, g2l2_error *err) {
    char *text;
    g2l2_status status = g2l2_lexicon_export(self->model, &text, err);
    if (status) return status;
    self->first_line = find_first_line(self, text);
    self->n_text = strlen(text);
    self->text = text;
    return status;
}

g2l2_status served_text(struct served *self, const char **text, size_t *length, size_t *first_line,
                        g2l2_error *err) {
    pthread_mutex_lock(&self->making);
    g2l2_status status = self->text ? G2L2_STATUS_OK : make_text(self, err);
    *text = self->text;
    *length = self->n_text;
    *first_line = self->first_line;
    pthread_mutex_unlock(&self->making);
    return status;
}

static g2l2_status find_concepts(struct served *self, struct until until, g2l2_error *err) {
    const g2l2_budget budget = until_budget(until);
    if (self->world && g2l2_scenes_count(self->world->scenes))
        return g2l2_concepts_find_in(self->model, self->world->scenes, &budget, &self->concepts,
                                     err);
    return g2l2_concepts_find(self->model, &budget, &self->concepts, err);
}

/* Who waits for another one does not wait longer than that one may take. */
g2l2_status served_concepts(struct served *self, struct until until, const g2l2_concepts **out,
                            g2l2_error *err) {
    g2l2_status status = G2L2_STATUS_OK;
    *out = NULL;
    if (!g2l2_domain_has_scenes(g2l2_model_domain(self->model))) return status;
    pthread_mutex_lock(&self->making);
    if (!self->concepts) status = find_concepts(self, until, err);
    if (status) self->concepts = NULL;
    *out = self->concepts;
    pthread_mutex_unlock(&self->making);
    return status;
}

/* ---- loading ------------------------------------------------------------------------------- */

/* One at a time; who waits has a worker wait, and gives it back when the time is over. */
static g2l2_status begin_loading(struct models *self, struct until until, g2l2_error *err) {
    struct timespec end = until_clock(until);
    if (isinf(until_left(until))) {
        pthread_mutex_lock(&self->loading);
        return G2L2_STATUS_OK;
    }
    if (!pthread_mutex_timedlock(&self->loading, &end)) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_INTERRUPTED, 0, 0,
                   "other models are being loaded; try again in a moment");
}

static g2l2_status check_until(struct until until, g2l2_error *err) {
    if (!until_over(until)) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_INTERRUPTED, 0, 0, "stopped: it takes too long");
}

/* The file without folder and extension. */
static char *name_of(const char *path) {
    const char *slash = strrchr(path, '/'), *start = slash ? slash + 1 : path;
    const char *dot = strrchr(start, '.');
    return strndup(start, dot && dot > start ? (size_t)(dot - start) : strlen(start));
}

static g2l2_status check_name(const struct place *places, size_t i, const char *path,
                              const char *name, g2l2_error *err) {
    size_t n = strlen(name);
    if (!n || name[n - 1] == '*')
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "%.300s: a model is named by its file, which cannot end with '*'", path);
    for (size_t k = 0; k < i; k++)
        if (!strcmp(places[k].model->name, name))
            return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                           "%.300s: another model is called '%.100s' too; rename one of the files",
                           path, name);
    return G2L2_STATUS_OK;
}

/* places: [i] loaded before. */
static g2l2_status load(struct models *self, struct place *places, size_t i, struct until until,
                        g2l2_error *err) {
    const char *path = self->options->models[i];
    g2l2_model *model;
    struct world *world;
    char *name = name_of(path);
    if (!name) return no_memory(err);
    g2l2_status status = check_name(places, i, path, name, err);
    if (!status) status = g2l2_model_load(path, &model, err);
    if (status) {
        free(name);
        return status;
    }
    status = world_for(self, places, i, model, &world, err);
    if (!status)
        return served_new(self, model, world, name, false, NULL, until, &places[i].model, err);
    g2l2_model_free(model);
    free(name);
    return status;
}

static void drop_all(struct place *places, size_t n) {
    for (size_t i = 0; places && i < n; i++) {
        served_drop(places[i].model);
        served_drop(places[i].draft);
    }
    free(places);
}

static g2l2_status load_all(struct models *self, struct until until, struct place **out,
                            g2l2_error *err) {
    size_t n = self->options->n_models;
    struct place *places = calloc(n + MODELS_MAX_TAUGHT, sizeof *places);
    g2l2_status status = places ? G2L2_STATUS_OK : no_memory(err);
    for (size_t i = 0; i < n && !status; i++) {
        status = check_until(until, err);
        if (!status) status = load(self, places, i, until, err);
    }
    if (status) drop_all(places, n);
    else *out = places;
    return status;
}

/* The new ones where the old were; drafts and what was taught stay. Returns the old ones. */
static struct place *swap(struct models *self, struct place *fresh) {
    pthread_mutex_lock(&self->lock);
    struct place *old = self->places;
    for (size_t i = 0; old && i < self->n; i++) {
        fresh[i].draft = old[i].draft;
        old[i].draft = NULL;
    }
    if (old) memcpy(fresh + self->n, old + self->n, self->n_taught * sizeof *old);
    self->places = fresh;
    pthread_mutex_unlock(&self->lock);
    return old;
}

g2l2_status models_reload(struct models *self, struct until until, g2l2_error *err) {
    struct place *fresh;
    g2l2_status status = begin_loading(self, until, err);
    if (status) return status;
    status = load_all(self, until, &fresh, err);
    if (!status) drop_all(swap(self, fresh), self->n);
    pthread_mutex_unlock(&self->loading);
    return status;
}

/* The scenes that are shown: those of the first model that has some. */
static g2l2_status show_world(struct models *self, g2l2_error *err) {
    const struct server_options *o = self->options;
    if (!o->scenes && !o->questions && !o->images) return G2L2_STATUS_OK;
    for (size_t i = 0; i < self->n; i++)
        if (self->places[i].model->world) {
            self->shown = world_hold(self->places[i].model->world);
            return G2L2_STATUS_OK;
        }
    return world_new(o, NULL, &self->shown, err);
}

static g2l2_status open_all(struct models *self, g2l2_error *err) {
    const struct server_options *o = self->options;
    g2l2_status status = G2L2_STATUS_OK;
    if (o->test) status = g2l2_dataset_new(&self->tests, err);
    if (o->test && !status) status = g2l2_dataset_read(self->tests, o->test, &o->limits, err);
    if (!status) status = load_all(self, UNTIL_NEVER, &self->places, err);
    return status ? status : show_world(self, err);
}

g2l2_status models_new(const struct server_options *options, struct models **out, g2l2_error *err) {
    struct models *self = calloc(1, sizeof *self);
    if (!self) return no_memory(err);
    self->options = options;
    self->n = options->n_models;
    pthread_mutex_init(&self->lock, NULL);
    pthread_mutex_init(&self->loading, NULL);
    g2l2_status status = open_all(self, err);
    if (status) models_free(self);
    else *out = self;
    return status;
}

void models_free(struct models *self) {
    if (!self) return;
    drop_all(self->places, self->n + self->n_taught);
    world_drop(self->shown);
    g2l2_dataset_free(self->tests);
    pthread_mutex_destroy(&self->lock);
    pthread_mutex_destroy(&self->loading);
    free(self);
}

/* ---- looking --------------------------------------------------------------------------------- */

size_t models_count(struct models *self) {
    pthread_mutex_lock(&self->lock);
    size_t n = self->n + self->n_taught;
    pthread_mutex_unlock(&self->lock);
    return n;
}

const g2l2_scenes *models_scenes(const struct models *self) {
    return self->shown ? self->shown->scenes : NULL;
}

const g2l2_dataset *models_tests(const struct models *self, const struct served *served) {
    return served->tested ? tests_of_kind(self, served) : NULL;
}

static bool is_called(const struct served *served, const char *name) {
    return served && !strcmp(served->name, name);
}

struct served *models_take(struct models *self, const char *name) {
    struct served *found = NULL;
    pthread_mutex_lock(&self->lock);
    size_t n = self->n + self->n_taught;
    if (!name && n) found = self->places[0].model;
    for (size_t i = 0; name && i < n && !found; i++) {
        if (is_called(self->places[i].model, name)) found = self->places[i].model;
        if (is_called(self->places[i].draft, name)) found = self->places[i].draft;
        if (found) self->places[i].used = ++self->uses;
    }
    if (found) served_hold(found);
    pthread_mutex_unlock(&self->lock);
    return found;
}

bool models_get(struct models *self, size_t i, struct served **model, struct served **draft) {
    pthread_mutex_lock(&self->lock);
    bool there = i < self->n + self->n_taught;
    struct place *place = &self->places[i];
    if (there) {
        *model = served_hold(place->model);
        *draft = place->draft ? served_hold(place->draft) : NULL;
    }
    pthread_mutex_unlock(&self->lock);
    return there;
}

/* ---- drafts ---------------------------------------------------------------------------------- */

/* Put `draft` (or NULL) in the place of the model `name`; returns what was there. */
static struct served *swap_draft(struct models *self, const char *name, struct served *draft) {
    struct served *old = NULL;
    pthread_mutex_lock(&self->lock);
    for (size_t i = 0; i < self->n + self->n_taught; i++)
        if (is_called(self->places[i].model, name)) {
            old = self->places[i].draft;
            self->places[i].draft = draft;
        }
    pthread_mutex_unlock(&self->lock);
    return old;
}

static char *draft_name(const struct served *base) {
    char *name;
    return asprintf(&name, "%s*", base->name) < 0 ? NULL : name;
}

/* What a draft no longer knows of its model's tests are mistakes that it makes. */
static void examine_as(struct served *draft, const struct served *base) {
    bool scenes = g2l2_domain_has_scenes(g2l2_model_domain(draft->model));
    if (scenes == g2l2_domain_has_scenes(g2l2_model_domain(base->model)))
        draft->tested |= base->tested;
}

static g2l2_status make_model(const struct draft_source *source, const g2l2_domain *domain,
                              struct until until, g2l2_model **out, g2l2_error *err) {
    const g2l2_budget budget = until_budget(until);
    if (source->examples)
        return g2l2_model_teach(source->model, source->examples, source->scenes, &budget, out,
                                source->lesson, err);
    if (source->word)
        return g2l2_model_liken(source->model, source->word, source->like, source->fresh, out, err);
    if (!source->text)
        return g2l2_model_edit(source->model, source->edits, source->n_edits, &budget, out, err);
    return g2l2_lexicon_import(source->text, source->length, domain, &budget, out, err);
}

static g2l2_status make_draft(struct models *self, const struct served *base,
                              const struct draft_source *source, struct until until,
                              struct served **out, g2l2_error *err) {
    g2l2_model *model;
    struct world *world;
    g2l2_status status = make_model(source, g2l2_model_domain(base->model), until, &model, err);
    if (status) return status;
    status = check_until(until, err);
    if (!status) status = world_for_draft(self, model, &world, err);
    if (status) {
        g2l2_model_free(model);
        return status;
    }
    status = served_new(self, model, world, draft_name(base), true, NULL, until, out, err);
    if (!status) examine_as(*out, base);
    if (!status) (*out)->taught = base->taught;
    return status;
}

/* A draft of a draft is one of its model. */
static struct served *take_base(struct models *self, const char *name) {
    size_t n = name ? strlen(name) : 0;
    if (!n || name[n - 1] != '*') return models_take(self, name);
    char *base = strndup(name, n - 1);
    struct served *found = base ? models_take(self, base) : NULL;
    free(base);
    return found;
}

g2l2_status models_put_draft(struct models *self, const char *name,
                             const struct draft_source *source, struct until until,
                             struct served **out, g2l2_error *err) {
    struct served *base = take_base(self, name), *draft;
    if (!base) return err_set(err, G2L2_STATUS_UNKNOWN, 0, 0, "there is no model '%.100s'", name);
    g2l2_status status = begin_loading(self, until, err);
    if (!status) {
        status = make_draft(self, base, source, until, &draft, err);
        if (!status) {
            *out = served_hold(draft);
            served_drop(swap_draft(self, base->name, draft));
        }
        pthread_mutex_unlock(&self->loading);
    }
    served_drop(base);
    return status;
}

bool models_remove_draft(struct models *self, const char *name) {
    struct served *base = take_base(self, name);
    struct served *old = base ? swap_draft(self, base->name, NULL) : NULL;
    served_drop(base);
    served_drop(old);
    return old;
}

/* ---- what was taught --------------------------------------------------------------------------- */

g2l2_status models_check_taught(const struct models *self, const char *name, g2l2_error *err) {
    size_t n = strlen(name);
    if (!n || n > MODELS_MAX_NAME || name[n - 1] == '*')
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "the name of a model has 1 to %u bytes, and does not end with '*'",
                       MODELS_MAX_NAME);
    for (size_t i = 0; i < self->n; i++) {
        char *taken = name_of(self->options->models[i]);
        bool same = taken && !strcmp(taken, name);
        free(taken);
        if (same)
            return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                           "'%.100s' is the model of a file; teach one of another name", name);
    }
    return G2L2_STATUS_OK;
}

/* The place of the name, a new one, or that of whom nobody asked for longest. */
static struct place *find_taught(struct models *self, const char *name) {
    struct place *first = self->places + self->n, *oldest = first;
    for (size_t i = 0; i < self->n_taught; i++) {
        if (is_called(first[i].model, name)) return &first[i];
        if (first[i].used < oldest->used) oldest = &first[i];
    }
    return self->n_taught < MODELS_MAX_TAUGHT ? &first[self->n_taught++] : oldest;
}

/* Puts it there; returns what was there before. */
static struct place swap_taught(struct models *self, struct served *served) {
    pthread_mutex_lock(&self->lock);
    struct place *place = find_taught(self, served->name), old = *place;
    *place = (struct place){.model = served, .used = ++self->uses};
    if (old.model && is_called(old.model, served->name)) {
        place->draft = old.draft;
        old.draft = NULL;
    }
    pthread_mutex_unlock(&self->lock);
    return old;
}

static g2l2_status world_of(const g2l2_model *model, g2l2_scenes *scenes, struct world **out,
                            g2l2_error *err) {
    const char *features = g2l2_model_features(model);
    struct world *self = calloc(1, sizeof *self);
    char *copy = features ? strdup(features) : NULL;
    if (!self || (features && !copy)) {
        free(self);
        free(copy);
        return no_memory(err);
    }
    *self = (struct world){.features = copy, .scenes = scenes};
    atomic_init(&self->holders, 1);
    *out = self;
    return G2L2_STATUS_OK;
}

g2l2_status models_put_taught(struct models *self, const char *name, const g2l2_dataset *lesson,
                              g2l2_model *model, g2l2_scenes *scenes, struct lesson_note *note,
                              struct until until, struct served **out, g2l2_error *err) {
    struct world *world = NULL;
    struct served *served;
    g2l2_status status = scenes ? world_of(model, scenes, &world, err) : G2L2_STATUS_OK;
    if (status) {
        g2l2_model_free(model);
        g2l2_scenes_free(scenes);
        free(note);
        return status;
    }
    status = served_new(self, model, world, strdup(name), false, lesson, until, &served, err);
    if (status) {
        free(note);
        return status;
    }
    served->note = note;
    *out = served_hold(served);
    struct place old = swap_taught(self, served);
    served_drop(old.model);
    served_drop(old.draft);
    return status;
}

bool models_forget_taught(struct models *self, const char *name) {
    struct place old = {0};
    pthread_mutex_lock(&self->lock);
    struct place *first = self->places + self->n;
    for (size_t i = 0; i < self->n_taught && !old.model; i++)
        if (is_called(first[i].model, name)) {
            old = first[i];
            first[i] = first[--self->n_taught];
            first[self->n_taught] = (struct place){0};
        }
    pthread_mutex_unlock(&self->lock);
    bool there = old.model;
    served_drop(old.model);
    served_drop(old.draft);
    return there;
}
