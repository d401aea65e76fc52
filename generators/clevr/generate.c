/* A data set: scenes one after the other, each with its share of the questions.
 *
 *   for each scene:  families, least used first ─▶ search ─▶ say ─▶ in the part? ─▶ write
 *
 * The rules of balance are those of clevr-dataset-gen: families take turns, and
 * an answer that a family has given much more often than its others is refused;
 * the counts start again every 250 scenes. What a scene cannot give, the next ones
 * give; what is still missing after the last, a second round over the scenes. A
 * scene depends on seed, part and number only, so no scene is kept in memory. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "generators/clevr/draw.h"
#include "generators/clevr/write.h"

#define QUESTIONS_PER_SCENE 10u
#define RESET_EVERY         250u
#define MAX_IDLE            3 /* passes over the families without a question */
#define MAX_SEEN            1024u
#define FRACTION_STREAM     UINT64_MAX

struct tally { /* of one family */
    uint32_t n;
    uint32_t answers[N_ANSWERS];
};

struct job {
    const struct clevr_options *options;
    const char *part;
    struct families families;
    const struct family **usable; /* [n_usable] those that can be of the part */
    uint32_t n_usable;
    struct tally *tallies; /* [n_usable] */
    uint64_t *order;       /* [n_usable] */
    struct search *search;
    struct clevr_scene scene;
    struct clevr_view view;
    uint8_t *mask; /* of the view; NULL: nobody looks */
    struct question question;
    struct rng rng, fraction_rng;
    uint64_t seen[MAX_SEEN]; /* texts of the scene */
    size_t n_scenes, made, kept, to_keep;
    struct sink scenes, questions;
    json_t *root; /* template file being read */
    struct clevr_allowed combinations;
    const struct clevr_allowed *allowed; /* of them; NULL: all */
};

/* ---- streams ----------------------------------------------------------------------------- */

static void seed_stream(struct rng *rng, const struct clevr_options *options, uint64_t stream,
                        uint64_t i) {
    uint64_t h = hash_mix(hash_mix(options->seed, 0x636c657672u + (uint64_t)options->part), stream);
    rng_seed(rng, hash_mix(h, i));
}

/* ---- balance ------------------------------------------------------------------------------ */

static uint32_t n_answers(const struct family *family) {
    uint8_t type = clevr_functions[family->nodes[family->n_nodes - 1].function].output;
    return type == CLEVR_BOOL ? 2 : type == CLEVR_INTEGER ? N_ANSWERS : clevr_n_values[type];
}

static void sort_counts(uint32_t *counts, uint32_t n) {
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t j = i; j && counts[j] < counts[j - 1]; j--) {
            uint32_t x = counts[j];
            counts[j] = counts[j - 1];
            counts[j - 1] = x;
        }
}

/* Answers that the family has not given too often, as bits. */
static uint32_t allowed_answers(const struct tally *tally, uint32_t n) {
    uint32_t sorted[N_ANSWERS], out = 0;
    memcpy(sorted, tally->answers, sizeof sorted);
    sort_counts(sorted, n);
    uint32_t median = sorted[n / 2] > 5 ? sorted[n / 2] : 5;
    for (uint32_t i = 0; i < n; i++)
        if (tally->answers[i] <= 1.1 * sorted[n - 2] && tally->answers[i] <= 5 * median)
            out |= 1u << i;
    return out;
}

/* Least used first, ties at random: count, random bits, and the index below them. */
static void order_families(struct job *self) {
    for (uint32_t i = 0; i < self->n_usable; i++) {
        uint64_t used = (uint64_t)self->tallies[i].n * self->usable[i]->share;
        uint64_t key = used << 36 | (rng_next(&self->rng) >> 44) << 16 | i;
        uint32_t j = i;
        for (; j && self->order[j - 1] > key; j--) self->order[j] = self->order[j - 1];
        self->order[j] = key;
    }
}

/* ---- questions ------------------------------------------------------------------------------ */

static bool is_new(struct job *self, uint32_t n_here) {
    uint64_t hash = hash_bytes(self->question.text, self->question.n_text, 0);
    uint32_t n = n_here < MAX_SEEN ? n_here : MAX_SEEN;
    for (uint32_t i = 0; i < n; i++)
        if (self->seen[i] == hash) return false;
    self->seen[n_here % MAX_SEEN] = hash;
    return true;
}

static bool make_question(struct job *self, uint32_t i, uint32_t n_here) {
    const struct clevr_options *options = self->options;
    struct question *question = &self->question;
    struct tally *tally = &self->tallies[i];
    uint32_t allowed = allowed_answers(tally, n_answers(self->usable[i]));
    if (!search_question(self->search, self->usable[i], allowed, &self->rng, question))
        return false;
    question_say(question, &self->families.synonyms, &self->rng);
    if (!clevr_in_part(options->split, options->part, question->text, &question->program))
        return false;
    if (!is_new(self, n_here)) return false;
    tally->n++;
    tally->answers[question->answer.value]++;
    return true;
}

/* Exactly `to_keep` of all, each with the same chance (selection sampling). */
static bool is_kept(struct job *self) {
    size_t open = self->options->questions - self->made, wanted = self->to_keep - self->kept;
    return wanted && rng_uniform(&self->fraction_rng) * (double)open < (double)wanted;
}

static void add_question(struct job *self, size_t image) {
    if (is_kept(self))
        write_question(&self->questions, &self->question, self->part, image, self->kept++);
    self->made++;
}

/* Up to n questions about a scene. */
static void ask(struct job *self, size_t image, size_t n) {
    uint32_t n_here = 0;
    for (int idle = 0; n_here < n && idle < MAX_IDLE;) {
        uint32_t before = n_here;
        order_families(self);
        for (uint32_t k = 0; k < self->n_usable && n_here < n; k++) {
            if (!make_question(self, self->order[k] & 0xffff, n_here)) continue;
            n_here++;
            add_question(self, image);
        }
        idle = n_here == before ? idle + 1 : 0;
    }
}

/* ---- scenes ---------------------------------------------------------------------------------- */

static void reset_tallies(struct job *self) {
    memset(self->tallies, 0, self->n_usable * sizeof *self->tallies);
}

/* The questions that are due by scene `i`, but not so many that it has to stand
 * in for all that came before. */
static size_t due(const struct job *self, size_t i, size_t start) {
    size_t missing = self->options->questions - start;
    double share = (double)missing / (double)self->n_scenes;
    size_t wanted = start + (size_t)(share * (double)(i + 1) + 0.5), most = (size_t)(3 * share) + 1;
    if (i + 1 == self->n_scenes) wanted = self->options->questions;
    if (wanted <= self->made) return 0;
    return wanted - self->made < most ? wanted - self->made : most;
}

static bool broken(const struct job *self) {
    return self->scenes.bad || self->questions.bad;
}

static void sample_scene(struct job *self, size_t i) {
    seed_stream(&self->rng, self->options, 0, i);
    if (self->mask)
        clevr_view_sample_scene(&self->view, &self->scene, self->allowed, &self->rng, self->mask);
    else clevr_scene_sample(&self->scene, self->allowed, &self->rng);
}

static void run_round(struct job *self, uint64_t round) {
    size_t start = self->made;
    for (size_t i = 0; i < self->n_scenes && !broken(self); i++) {
        if (i % RESET_EVERY == 0) reset_tallies(self);
        size_t n = due(self, i, start);
        if (round && !n) continue;
        sample_scene(self, i);
        const struct clevr_view *view = self->mask ? &self->view : NULL;
        if (!round) write_scene(&self->scenes, &self->scene, view, self->part, i);
        seed_stream(&self->rng, self->options, round + 1, i);
        search_set_scene(self->search, &self->scene);
        ask(self, i, n);
    }
}

static g2l2_status run_rounds(struct job *self, g2l2_error *err) {
    write_start(&self->scenes, self->part, "scenes");
    write_start(&self->questions, self->part, "questions");
    for (uint64_t round = 0; self->made < self->options->questions && !broken(self); round++) {
        size_t before = self->made;
        run_round(self, round);
        if (self->made == before && !broken(self))
            return err_set(err, G2L2_STATUS_DATA, 0, 0,
                           "only %zu of the %zu questions can be asked about these scenes; more "
                           "scenes may help",
                           self->made, self->options->questions);
    }
    write_end(&self->scenes);
    write_end(&self->questions);
    return G2L2_STATUS_OK;
}

/* ---- preparation -------------------------------------------------------------------------------- */

/* Could a question of the family be of the part? Saves searching for nothing. */
static bool is_usable(const struct clevr_options *options, const struct family *family) {
    bool test = options->part == CLEVR_TEST;
    switch (options->split) {
    case CLEVR_COUNT_SPLIT: return !test || family->has_count;
    case CLEVR_DEPTH: return test ? family->n_hops == 2 : family->n_hops < 2;
    case CLEVR_SAME_SHAPE: return test == family->has_same_shape;
    case CLEVR_IT_COUNT: return !test || (family->has_count && family->refers);
    case CLEVR_COMPARE_HOPS: return test == (family->has_number && family->n_hops);
    default: return true;
    }
}

static void prepare(struct job *self, struct arena *arena) {
    const struct clevr_options *options = self->options;
    self->families.arena = arena;
    self->families.full = options->full;
    synonyms_default(&self->families.synonyms);
    if (options->templates) template_families(&self->families, options->templates, &self->root);
    else if (options->novel >= CLEVR_FIRST_PAIR) pair_families(&self->families, options->novel);
    else if (options->novel) novel_families(&self->families, options->novel);
    else grammar_families(&self->families);
    uint32_t n = self->families.list.n;
    self->usable = arena_array(arena, const struct family *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        if (is_usable(options, self->families.list.at[i]))
            self->usable[self->n_usable++] = self->families.list.at[i];
    if (!self->n_usable)
        guard_raise(arena->guard, G2L2_STATUS_DATA, 0, 0,
                    "none of the questions belongs to the %s part of the split '%s'", self->part,
                    clevr_split_names[options->split]);
    self->tallies = arena_zalloc(arena, self->n_usable * sizeof *self->tallies);
    self->order = arena_array(arena, uint64_t, self->n_usable);
    self->search = search_new(arena);
    if (options->images || options->views)
        self->mask = arena_alloc(arena, CLEVR_WIDTH * CLEVR_HEIGHT);
}

static g2l2_status check_options(const struct clevr_options *options, g2l2_error *err) {
    if (!options->questions || options->questions > CLEVR_MAX_QUESTIONS)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "%zu questions; 1 to %u can be made",
                       options->questions, CLEVR_MAX_QUESTIONS);
    if (options->scenes > CLEVR_MAX_SCENES)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "%zu scenes; 1 to %u can be made",
                       options->scenes, CLEVR_MAX_SCENES);
    if (!(options->fraction > 0 && options->fraction <= 1))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "a fraction of %g; it must be more than 0 and at most 1", options->fraction);
    if ((unsigned)options->split >= CLEVR_N_SPLITS || (unsigned)options->part > CLEVR_TEST ||
        (unsigned)options->novel >= CLEVR_N_NOVEL)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "no such split, part or novel kind");
    if (options->novel && (options->templates || options->split))
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "novel questions are made without templates and splits");
    if (options->split >= CLEVR_SAME_SHAPE && !options->full && !options->templates)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0,
                       "the split '%s' is one of the whole language",
                       clevr_split_names[options->split]);
    return G2L2_STATUS_OK;
}

/* ---- files ---------------------------------------------------------------------------------------- */

/* The scene again, for those who draw it: it depends on its number only. */
static g2l2_status get_scene(void *context, size_t i, struct clevr_picture *out, g2l2_error *err) {
    const struct job *self = context;
    struct rng rng;
    (void)err;
    seed_stream(&rng, self->options, 0, i);
    clevr_view_sample_scene(&out->view, &out->scene, self->allowed, &rng, out->mask);
    snprintf(out->name, sizeof out->name, "CLEVR_%s_%06zu.png", self->part, i);
    return G2L2_STATUS_OK;
}

static void tell_progress(void *context, size_t done) {
    const struct job *self = context;
    if (self->options->progress) self->options->progress(done, self->n_scenes);
}

static g2l2_status draw_images(struct job *self, g2l2_error *err) {
    const struct clevr_options *options = self->options;
    const struct clevr_draw draw = {.folder = options->folder,
                                    .n = self->n_scenes,
                                    .threads = options->threads,
                                    .seed = options->seed,
                                    .get = get_scene,
                                    .progress = tell_progress,
                                    .context = self};
    return options->images ? clevr_draw(&draw, err) : G2L2_STATUS_OK;
}

static g2l2_status write_files(struct job *self, g2l2_error *err) {
    const struct clevr_options *options = self->options;
    g2l2_status status;
    if ((status = sink_open(&self->scenes, options->folder, "scenes.json", options->gzip, err)) ||
        (status =
             sink_open(&self->questions, options->folder, "questions.json", options->gzip, err)) ||
        (status = run_rounds(self, err)) || (status = sink_finish(&self->scenes, err)) ||
        (status = sink_finish(&self->questions, err)) || (status = draw_images(self, err)) ||
        (status = sink_publish(&self->scenes, err)))
        return status;
    return sink_publish(&self->questions, err);
}

static g2l2_status write_folder(struct job *self, g2l2_error *err) {
    const char *folder = self->options->folder;
    bool made = mkdir(folder, 0777) == 0;
    if (!made && errno != EEXIST)
        return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot make the folder: %s", folder,
                       strerror(errno));
    g2l2_status status = write_files(self, err);
    sink_discard(&self->scenes);
    sink_discard(&self->questions);
    if (status && made && !self->options->images) rmdir(folder);
    return status;
}

static g2l2_status read_allowed(struct job *self, g2l2_error *err) {
    if (!self->options->allow) return G2L2_STATUS_OK;
    self->allowed = &self->combinations;
    return clevr_allowed_read(self->options->allow, &self->combinations, err);
}

static struct job *job_new(const struct clevr_options *options) {
    struct job *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->options = options;
    self->part = clevr_part_names[options->part];
    self->n_scenes = options->scenes ? options->scenes : options->questions / QUESTIONS_PER_SCENE;
    if (!self->n_scenes) self->n_scenes = 1;
    self->to_keep = (size_t)(options->fraction * (double)options->questions + 0.5);
    if (!self->to_keep) self->to_keep = 1;
    self->scenes.fd = self->questions.fd = -1;
    seed_stream(&self->fraction_rng, options, FRACTION_STREAM, 0);
    return self;
}

g2l2_status clevr_generate(const struct clevr_options *options, g2l2_error *err) {
    struct guard guard;
    struct arena arena;
    g2l2_status bad = check_options(options, err);
    if (bad) return bad;
    struct job *job = job_new(options);
    if (!job) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    arena_init(&arena, &guard, 0);
    if (guard_try(&guard, err)) {
        prepare(job, &arena);
        guard.status = read_allowed(job, err);
        if (!guard.status) guard.status = write_folder(job, err);
    }
    json_decref(job->root);
    arena_free(&arena);
    free(job);
    return guard.status;
}

struct clevr_options clevr_options_default(void) {
    return (struct clevr_options){.questions = 10000, .fraction = 1, .threads = 1};
}
