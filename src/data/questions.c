/* Questions about scenes.
 *
 *   {"question": "How many cubes are there?", "answer": "3", "image_index": 7, ...}
 *        │                                        │                │
 *        ▼ text_question                          ▼ fold           ▼ scenes_find
 *   "how many cubes are there"                   "3"             scene 7
 *
 * and where the file tells (as CLEVR's do): family, from the name of the template;
 * kind, the last function of the program; hops, how often it says `relate`. These
 * are for reports only, the learner never sees them.
 *
 * The same as rows: a line `question<TAB>answer`, or a header that names these columns, and `scene`, where there
 * are several.
 *
 * In files of one's own the scene can stand beside the question, as "objects";
 * questions in a row with equal objects share it. A sentence that asks for something to be
 * done has "command" and "actions" instead. */
#include <stdlib.h>
#include <string.h>

#include "data/dataset.h"
#include "data/scenes_store.h"
#include "data/stream.h"

struct reader {
    g2l2_dataset *data;
    g2l2_scenes *scenes;
    struct stream *stream; /* NULL: no file */
    struct place place;    /* without a stream */
    g2l2_limits limits;
    struct arena scratch;
    struct buf text;
    const struct tree *objects; /* of the latest scene that stood beside a question */
    struct arena kept;          /* where they are */
    uint32_t scene;             /* that scene */
};

__attribute__((format(printf, 3, 4))) static _Noreturn void
fail(const struct reader *self, g2l2_status status, const char *format, ...) {
    char why[PLACE_WHY];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    if (!self->stream) place_raise(&self->data->guard, status, self->place, "%s", why);
    stream_fail(self->stream, status, "question %zu: %s", self->stream->item, why);
}

/* ---- texts --------------------------------------------------------------------------- */

static void check_words(const struct reader *self, size_t max, const char *where,
                        const char *flag) {
    size_t n_words = 0;
    for (const char *at = self->text.at; *at; n_words++) {
        size_t length = strcspn(at, " ");
        if (n_words == max)
            fail(self, G2L2_STATUS_LIMIT,
                 "more than %zu words in the %s; shorten it or raise the limit with %s", max, where,
                 flag);
        if (length > DATASET_MAX_WORD)
            fail(self, G2L2_STATUS_LIMIT, "a word of %zu bytes; a word has at most %u", length,
                 DATASET_MAX_WORD);
        at += length + (at[length] == ' ');
    }
    if (!n_words) fail(self, G2L2_STATUS_FORMAT, "the %s is empty; it needs a word", where);
}

static const char *keep_text(struct reader *self) {
    struct symbols *texts = &self->data->texts;
    uint32_t text = symbols_add(texts, self->text.at, self->text.n);
    return texts->names.at[text];
}

static const char *keep_question(struct reader *self, const char *text, size_t length) {
    self->text.n = 0;
    text_question(text, length, &self->text);
    check_words(self, self->limits.max_words, "question", "--max-words");
    return keep_text(self);
}

static bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* 1,85 is 1.85, since no three digits follow. */
static void set_point(char *text) {
    size_t sign = *text == '-', whole = strspn(text + sign, "0123456789");
    char *comma = text + sign + whole;
    size_t n = *comma == ',' ? strspn(comma + 1, "0123456789") : 0;
    if (whole && n && n != 3 && !comma[1 + n]) *comma = '.';
}

/* In lower case like a question, but a point is no word: 2.5 is one answer. */
static const char *keep_answer(struct reader *self, const char *text) {
    struct buf *out = &self->text;
    out->n = 0;
    for (buf_puts(out, ""); *text; text++) {
        char c = *text >= 'A' && *text <= 'Z' ? (char)(*text + 32) : *text;
        if (!is_blank(c)) buf_put(out, &c, 1);
        else if (out->n && out->at[out->n - 1] != ' ') buf_put(out, " ", 1);
    }
    if (out->n && out->at[out->n - 1] == ' ') out->at[--out->n] = 0;
    set_point(out->at);
    check_words(self, self->limits.max_target, "answer", "--max-target");
    return keep_text(self);
}

static const char *keep_actions(struct reader *self, const char *text) {
    self->text.n = 0;
    text_actions(text, strlen(text), &self->text);
    check_words(self, self->limits.max_target, "actions", "--max-target");
    return keep_text(self);
}

/* ---- answers ----------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* One thing of a list, as text. */
static const char *member(struct reader *self, const struct tree *value) {
    char digits[64];
    if (tree_is(value, TREE_TEXT)) return tree_text(value);
    if (tree_is(value, TREE_WHOLE)) snprintf(digits, sizeof digits, "%lld", value->whole);
    else if (tree_is(value, TREE_REAL)) snprintf(digits, sizeof digits, "%.10g", value->real);
    else fail(self, G2L2_STATUS_FORMAT, "a list of answers has texts and numbers only");
    return arena_strndup(&self->scratch, digits, strlen(digits));
}

/* In order, each once: `a, b, c`; `none` for an empty list. */
static const char *keep_list(struct reader *self, const struct tree *list) {
    size_t n = tree_size(list);
    const char **texts = arena_array(&self->scratch, const char *, n + 1);
    struct buf out;
    for (size_t i = 0; i < n; i++) texts[i] = member(self, tree_at(list, i));
    qsort(texts, n, sizeof *texts, by_text);
    buf_init(&out, &self->scratch);
    buf_puts(&out, n ? "" : "none");
    for (size_t i = 0; i < n; i++)
        if (!i || strcmp(texts[i], texts[i - 1])) buf_printf(&out, "%s%s", i ? ", " : "", texts[i]);
    return keep_answer(self, out.at);
}

static const char *answer_of(struct reader *self, const struct tree *question) {
    const struct tree *answer = tree_get(question, "answer");
    const char *actions = tree_text(tree_get(question, "actions"));
    char digits[64];
    if (!answer && actions) return keep_actions(self, actions);
    if (tree_is(answer, TREE_TEXT)) return keep_answer(self, tree_text(answer));
    if (tree_is_flag(answer)) return keep_answer(self, tree_is(answer, TREE_TRUE) ? "yes" : "no");
    if (tree_is(answer, TREE_WHOLE)) snprintf(digits, sizeof digits, "%lld", answer->whole);
    else if (tree_is(answer, TREE_REAL)) snprintf(digits, sizeof digits, "%.15g", answer->real);
    else if (tree_is(answer, TREE_LIST)) return keep_list(self, answer);
    else if (!answer)
        fail(self, G2L2_STATUS_FORMAT, "no \"answer\"; there is nothing to learn from it");
    else
        fail(self, G2L2_STATUS_FORMAT,
             "the answer is neither a string, a number, a list of these nor true or false");
    return keep_answer(self, digits);
}

/* ---- scenes -------------------------------------------------------------------------------- */

static uint32_t scene_beside(struct reader *self, const struct tree *question,
                             const struct tree *objects) {
    if (self->objects && tree_equal(self->objects, objects)) return self->scene;
    self->scene = scenes_add(self->scenes, self->stream, question, SCENE_ANY, false);
    arena_reset(&self->kept);
    self->objects = tree_copy(&self->kept, objects);
    return self->scene;
}

static size_t find_key(const struct reader *self, const struct tree *value, const char *key,
                       char digits[32]) {
    const char *name = digits;
    if (tree_is(value, TREE_TEXT)) name = tree_text(value);
    else if (tree_is(value, TREE_WHOLE)) snprintf(digits, 32, "%lld", value->whole);
    else fail(self, G2L2_STATUS_FORMAT, "\"%s\" is neither a string nor a whole number", key);
    size_t scene = scenes_find(self->scenes, name, strlen(name));
    if (scene == SCENE_MANY)
        fail(self, G2L2_STATUS_DATA, "more than one scene is called \"%s\"; give each its own name",
             PLACE_WORD(name));
    return scene;
}

static bool has_file_name(const struct reader *self, size_t scene) {
    return self->scenes->stored.at[scene].keys[KEY_FILE] != SYMBOL_NONE;
}

/* Indices begin at 0 in every file, so that of another file's scene may be the
 * same: where both sides have a file name, it decides. */
static size_t scene_of_image(const struct reader *self, const struct tree *file,
                             const struct tree *index) {
    char digits[32];
    size_t scene = file ? find_key(self, file, "image_filename", digits) : SCENE_NONE;
    if (scene != SCENE_NONE || !index) return scene;
    scene = find_key(self, index, "image_index", digits);
    return file && scene != SCENE_NONE && has_file_name(self, scene) ? SCENE_NONE : scene;
}

static const struct tree *field(const struct tree *question, const char *name) {
    const struct tree *value = tree_get(question, name);
    return tree_is(value, TREE_NULL) ? NULL : value;
}

static _Noreturn void fail_missing(const struct reader *self, const struct tree *asked) {
    char digits[32];
    const char *name = digits;
    if (!asked)
        fail(self, G2L2_STATUS_FORMAT,
             "it is about no scene; give \"objects\", \"scene\", \"image_filename\" or "
             "\"image_index\"");
    if (tree_is(asked, TREE_TEXT)) name = tree_text(asked);
    else snprintf(digits, sizeof digits, "%lld", asked->whole);
    fail(self, G2L2_STATUS_DATA,
         "there is no scene \"%s\" among the %zu that were read; read the scenes of these "
         "questions first",
         PLACE_WORD(name), g2l2_scenes_count(self->scenes));
}

static uint32_t scene_of(struct reader *self, const struct tree *question) {
    const struct tree *objects = tree_get(question, "objects");
    const struct tree *scene = field(question, "scene"), *file = field(question, "image_filename");
    const struct tree *index = field(question, "image_index");
    char digits[32];
    if (objects) return scene_beside(self, question, objects);
    if (!scene && !file && !index && g2l2_scenes_count(self->scenes) == 1) return 0;
    size_t found =
        scene ? find_key(self, scene, "scene", digits) : scene_of_image(self, file, index);
    if (found == SCENE_NONE) fail_missing(self, scene ? scene : file ? file : index);
    return (uint32_t)found;
}

/* ---- what the file tells of a question --------------------------------------------------------- */

static uint32_t label(struct reader *self, const char *text, size_t length) {
    return symbols_add(&self->data->texts, text, length);
}

static uint32_t family_of(struct reader *self, const struct tree *question) {
    const char *name = tree_text(tree_get(question, "template_filename"));
    if (!name) return DATASET_NOTHING;
    size_t n = strlen(name), n_ending = strlen(".json");
    if (n > n_ending && !strcmp(name + n - n_ending, ".json")) n -= n_ending;
    return label(self, name, n);
}

static int32_t family_index_of(const struct tree *question) {
    const struct tree *index = tree_get(question, "question_family_index");
    bool fits = tree_is(index, TREE_WHOLE) && index->whole >= 0 && index->whole <= INT32_MAX;
    return fits ? (int32_t)index->whole : -1;
}

/* The published files say "function", what CLEVR's engine writes says "type". */
static const char *function_of(const struct tree *step) {
    const char *name = tree_text(tree_get(step, "function"));
    return name ? name : tree_text(tree_get(step, "type"));
}

static void read_program(struct reader *self, const struct tree *question, struct row *row) {
    const struct tree *program = tree_get(question, "program");
    const char *function = NULL;
    if (!tree_size(program)) return;
    row->hops = 0;
    for (size_t i = 0; i < tree_size(program); i++) {
        function = function_of(tree_at(program, i));
        row->hops += function && !strcmp(function, "relate");
    }
    if (function) row->kind = label(self, function, strlen(function));
}

static void read_question(struct reader *self, const struct tree *question) {
    const struct tree *text = tree_get(question, "question");
    if (!text) text = tree_get(question, "command");
    if (!tree_is(text, TREE_TEXT))
        fail(self, G2L2_STATUS_FORMAT,
             "no \"question\" that is a string; write {\"question\": \"...\", \"answer\": "
             "\"...\", ...}");
    struct row row = dataset_row(self->data, self->stream->file, self->stream->start.line);
    row.sentence = keep_question(self, tree_text(text), text->n);
    row.target = answer_of(self, question);
    row.scene = scene_of(self, question);
    row.family = family_of(self, question);
    row.family_index = family_index_of(question);
    read_program(self, question, &row);
    dataset_push(self->data, &row);
}

/* ---- files ----------------------------------------------------------------------------------------- */

static void read_questions(struct reader *self) {
    struct stream *stream = self->stream;
    const struct tree *question;
    buf_init(&self->text, &self->scratch);
    while ((question = stream_next(stream))) read_question(self, question);
    stream->start = (struct place){.file = stream->file};
    if (!stream->item)
        stream_fail(stream, G2L2_STATUS_FORMAT,
                    "no questions; write {\"questions\": [{\"question\": \"...\", \"answer\": "
                    "\"...\", ...}, ...]}, or a line {...} for each");
}

/* The frame to land in: it has nothing that a jump could spoil. */
static g2l2_status read_guarded(struct reader *self, g2l2_error *err) {
    struct guard *guard = &self->data->guard;
    if (guard_try(guard, err)) read_questions(self);
    return guard->status;
}

static g2l2_status read_source(g2l2_dataset *self, const struct source *source, g2l2_scenes *scenes,
                               const g2l2_limits *limits, g2l2_error *err) {
    struct stream stream;
    struct reader reader = {.data = self, .scenes = scenes, .stream = &stream};
    if (!scenes) return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "questions need scenes");
    g2l2_status status = stream_open(&stream, source, "questions", "question", limits, err);
    if (status != G2L2_STATUS_OK) return status;
    struct scenes_mark mark = scenes_mark(scenes);
    size_t before = self->n_rows;
    reader.limits = limits ? *limits : g2l2_limits_default();
    arena_init(&reader.scratch, &self->guard, 0);
    arena_init(&reader.kept, &self->guard, 0);
    stream.guard = &self->guard;
    scenes_land(scenes, &self->guard);
    status = read_guarded(&reader, err);
    scenes_land(scenes, &scenes->guard);
    if (status != G2L2_STATUS_OK) {
        self->n_rows = before;
        scenes_cut(scenes, mark);
    }
    arena_free(&reader.kept);
    arena_free(&reader.scratch);
    stream_close(&stream);
    return status;
}

static const char *const columns[] = {"question", "answer"};

g2l2_status g2l2_dataset_read_questions(g2l2_dataset *self, const char *path, g2l2_scenes *scenes,
                                        const g2l2_limits *limits, g2l2_error *err) {
    return read_source(self, &(struct source){.path = path, .columns = columns}, scenes, limits,
                       err);
}

g2l2_status g2l2_dataset_parse_questions(g2l2_dataset *self, const char *text, size_t length,
                                         const char *name, g2l2_scenes *scenes,
                                         const g2l2_limits *limits, g2l2_error *err) {
    const struct source source = {.text = text, .length = length, .name = name, .columns = columns};
    return read_source(self, &source, scenes, limits, err);
}

/* ---- by hand ------------------------------------------------------------------------------------------ */

static void check_text(const struct reader *self, const char *text) {
    const char *end = text + strlen(text), *bad = dataset_not_utf8(text, end);
    if (bad < end)
        fail(self, G2L2_STATUS_FORMAT, "the byte 0x%02X is not UTF-8; examples are UTF-8 text",
             (unsigned char)*bad);
}

static void add_one(struct reader *self, const char *question, const char *answer, size_t scene) {
    if (scene >= DATASET_NOTHING && scene != SIZE_MAX)
        fail(self, G2L2_STATUS_ARGUMENT, "there is no scene %zu", scene);
    check_text(self, question);
    check_text(self, answer);
    buf_init(&self->text, &self->scratch);
    struct row row = dataset_row(self->data, self->place.file, self->place.line);
    row.sentence = keep_question(self, question, strlen(question));
    row.target = keep_answer(self, answer);
    row.scene = scene == SIZE_MAX ? DATASET_NOTHING : (uint32_t)scene;
    dataset_push(self->data, &row);
}

static g2l2_status add_guarded(struct reader *self, const char *question, const char *answer,
                               size_t scene, g2l2_error *err) {
    struct guard *guard = &self->data->guard;
    if (guard_try(guard, err)) add_one(self, question, answer, scene);
    return guard->status;
}

g2l2_status g2l2_dataset_add_question(g2l2_dataset *self, const char *question, const char *answer,
                                      size_t scene, const char *file, size_t line,
                                      g2l2_error *err) {
    struct reader reader = {.data = self,
                            .place = {file, line, 0},
                            .limits = {.max_words = SIZE_MAX, .max_target = SIZE_MAX}};
    arena_init(&reader.scratch, &self->guard, 0);
    g2l2_status status = add_guarded(&reader, question, answer, scene, err);
    arena_free(&reader.scratch);
    return status;
}
