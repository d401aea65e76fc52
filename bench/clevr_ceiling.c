/* How well questions could be answered: true programs on the same noisy features.
 *
 *     objects of the training scenes ─▶ logistic regression ─▶ w_color=red, w_shape=cube, ...
 *     pairs                          ─▶ logistic regression ─▶ w_left, w_behind
 *
 *     program ─▶ filter: w·f + b > 0    relate: w·(f_j − f_i) > 0    unique: the likeliest
 *
 * This is the family of concepts that the domain learns from answers; here they are
 * learned from the properties themselves. Right and front are left and behind the other
 * way round: the generator leaves no pair undecided. */
#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "data/scenes.h"

#define MAX_STEPS 40   /* of Newton */
#define RIDGE     1e-6 /* where classes are apart, weights would grow for ever */
#define CLOSE     1e-2 /* what a step promises to win, in all rows: enough */
#define EVERY     8    /* rows for one that is asked how the loss bends */

struct rows {
    size_t n;
    uint32_t d;
    float *x; /* [n, d] */
};

/* ---- logistic regression ------------------------------------------------------------------- */

/* Loss, gradient [d] and, from some of the rows, lower half of the Hessian [d, d]. */
struct bend {
    double loss, *gradient, *hessian;
};

static double dot(const float *x, const double *w, uint32_t d) {
    double sum = 0;
    for (uint32_t i = 0; i < d; i++) sum += (double)x[i] * w[i];
    return sum;
}

static double log_sigmoid(double z) {
    return z < 0 ? z - log1p(exp(z)) : -log1p(exp(-z));
}

static void add_bend(struct bend *bend, const float *x, uint32_t d, double by) {
    for (uint32_t i = 0; i < d; i++) {
        double *row = bend->hessian + (size_t)i * d, own = by * (double)x[i];
        for (uint32_t k = 0; k <= i; k++) row[k] += own * (double)x[k];
    }
}

static void look_around(struct bend *bend, const struct rows *rows, const bool *y,
                        const double *w) {
    uint32_t d = rows->d;
    memset(bend->gradient, 0, d * sizeof(double));
    memset(bend->hessian, 0, (size_t)d * d * sizeof(double));
    bend->loss = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const float *x = rows->x + i * d;
        double z = dot(x, w, d), p = 1 / (1 + exp(-z));
        bend->loss -= log_sigmoid(y[i] ? z : -z);
        for (uint32_t k = 0; k < d; k++) bend->gradient[k] += (p - y[i]) * (double)x[k];
        if (i % EVERY == 0) add_bend(bend, x, d, EVERY * p * (1 - p));
    }
    for (uint32_t i = 0; i < d; i++) {
        bend->loss += RIDGE / 2 * w[i] * w[i];
        bend->gradient[i] += RIDGE * w[i];
        bend->hessian[(size_t)i * d + i] += RIDGE;
    }
}

/* Solve H step = gradient by Cholesky, in place of H. */
static void solve(double *h, uint32_t d, const double *gradient, double *step) {
    for (uint32_t i = 0; i < d; i++)
        for (uint32_t k = 0; k <= i; k++) {
            double sum = h[(size_t)i * d + k];
            for (uint32_t j = 0; j < k; j++) sum -= h[(size_t)i * d + j] * h[(size_t)k * d + j];
            h[(size_t)i * d + k] = i == k ? sqrt(fmax(sum, RIDGE)) : sum / h[(size_t)k * d + k];
        }
    for (uint32_t i = 0; i < d; i++) {
        step[i] = gradient[i];
        for (uint32_t k = 0; k < i; k++) step[i] -= h[(size_t)i * d + k] * step[k];
        step[i] /= h[(size_t)i * d + i];
    }
    for (uint32_t i = d; i-- > 0;) {
        for (uint32_t k = i + 1; k < d; k++) step[i] -= h[(size_t)k * d + i] * step[k];
        step[i] /= h[(size_t)i * d + i];
    }
}

/* w: [d]. A step that makes it worse is halved. */
static void fit(struct arena *arena, const struct rows *rows, const bool *y, double *w) {
    uint32_t d = rows->d;
    struct bend bend = {0, arena_array(arena, double, d), arena_array(arena, double, (size_t)d *d)};
    double *best = arena_zalloc(arena, d * sizeof *best), least = INFINITY;
    double *step = arena_zalloc(arena, d * sizeof *step);
    memset(w, 0, d * sizeof *w);
    for (int n = 0; n < MAX_STEPS; n++) {
        look_around(&bend, rows, y, w);
        double gain = 0;
        if (bend.loss < least) {
            least = bend.loss;
            memcpy(best, w, d * sizeof *w);
            solve(bend.hessian, d, bend.gradient, step);
            for (uint32_t i = 0; i < d; i++) gain += step[i] * bend.gradient[i];
            if (gain < CLOSE) break;
        } else {
            for (uint32_t i = 0; i < d; i++) step[i] /= 2;
        }
        for (uint32_t i = 0; i < d; i++) w[i] = best[i] - step[i];
    }
    memcpy(w, best, d * sizeof *w);
}

/* ---- what to read from features ---------------------------------------------------------------- */

struct readout {
    uint32_t d;                                          /* features and 1 */
    double *value[CLEVR_N_ATTRIBUTES][CLEVR_MAX_VALUES]; /* [d] each */
    double *relation[CLEVR_N_RELATIONS];                 /* of what is at the other, from one */
    struct clevr_scene *scenes;                          /* the truth, of the training scenes */
};

static void raise_strange(struct bench *b) {
    guard_raise(&b->guard, G2L2_STATUS_DATA, 0, 0, "a scene or program is not one of CLEVR");
}

static void know_scene(struct bench *b, const g2l2_scenes *from, size_t i, struct clevr_scene *to) {
    to->n = scenes_n_objects(from, i);
    if (to->n > CLEVR_MAX_OBJECTS) raise_strange(b);
    for (uint32_t k = 0; k < to->n; k++) {
        for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++) {
            const char *name = scenes_value_of(from, i, k, clevr_property_names[a]);
            int value = name ? clevr_value_find((enum clevr_type)a, name) : -1;
            if (value < 0) raise_strange(b);
            to->objects[k].value[a] = (uint8_t)value;
        }
        if (!scenes_position(from, i, k, to->objects[k].at)) raise_strange(b);
    }
    clevr_scene_index(to);
}

static struct rows object_rows(struct arena *arena, const g2l2_scenes *scenes, uint32_t d) {
    struct rows rows = {.d = d};
    for (size_t i = 0; i < g2l2_scenes_count(scenes); i++) rows.n += scenes_n_objects(scenes, i);
    rows.x = arena_array(arena, float, rows.n *d + 1);
    float *to = rows.x;
    for (size_t i = 0; i < g2l2_scenes_count(scenes); i++) {
        const struct scene *scene = scenes_get(scenes, i);
        for (uint32_t k = 0; k < scene->n_objects; k++, to += d) {
            memcpy(to, scene->features + (size_t)k * (d - 1), (d - 1) * sizeof *to);
            to[d - 1] = 1;
        }
    }
    return rows;
}

/* Object k from object i, for i < k. */
static struct rows pair_rows(struct arena *arena, const g2l2_scenes *scenes, uint32_t d) {
    struct rows rows = {.d = d};
    for (size_t i = 0; i < g2l2_scenes_count(scenes); i++)
        rows.n += scenes_n_objects(scenes, i) * (scenes_n_objects(scenes, i) - 1) / 2;
    rows.x = arena_array(arena, float, rows.n *d + 1);
    float *to = rows.x;
    for (size_t s = 0; s < g2l2_scenes_count(scenes); s++) {
        const struct scene *scene = scenes_get(scenes, s);
        for (uint32_t k = 1; k < scene->n_objects; k++)
            for (uint32_t i = 0; i < k; i++, to += d) {
                const float *a = scene->features + (size_t)i * (d - 1);
                const float *b = scene->features + (size_t)k * (d - 1);
                for (uint32_t f = 0; f + 1 < d; f++) to[f] = b[f] - a[f];
                to[d - 1] = 0;
            }
    }
    return rows;
}

static void fit_values(struct readout *r, struct arena *arena, const g2l2_scenes *scenes) {
    struct rows rows = object_rows(arena, scenes, r->d);
    bool *y = arena_array(arena, bool, rows.n + 1);
    for (int a = 0; a < CLEVR_N_ATTRIBUTES; a++)
        for (int v = 0; v < clevr_n_values[a]; v++) {
            size_t at = 0;
            for (size_t s = 0; s < g2l2_scenes_count(scenes); s++)
                for (uint32_t k = 0; k < r->scenes[s].n; k++)
                    y[at++] = r->scenes[s].objects[k].value[a] == v;
            r->value[a][v] = arena_array(arena, double, r->d);
            fit(arena, &rows, y, r->value[a][v]);
        }
}

static void fit_relation(struct readout *r, struct arena *arena, const struct rows *rows,
                         size_t n_scenes, int relation, int opposite) {
    bool *y = arena_array(arena, bool, rows->n + 1);
    size_t at = 0;
    for (size_t s = 0; s < n_scenes; s++)
        for (uint32_t k = 1; k < r->scenes[s].n; k++)
            for (uint32_t i = 0; i < k; i++) y[at++] = r->scenes[s].related[relation][i] >> k & 1;
    r->relation[relation] = arena_array(arena, double, r->d);
    r->relation[opposite] = arena_array(arena, double, r->d);
    fit(arena, rows, y, r->relation[relation]);
    for (uint32_t i = 0; i < r->d; i++) r->relation[opposite][i] = -r->relation[relation][i];
}

static void learn_to_read(struct bench *b, struct readout *r, struct arena *arena,
                          const g2l2_scenes *scenes) {
    size_t n = g2l2_scenes_count(scenes);
    r->d = scenes_get(scenes, 0)->n_features + 1;
    r->scenes = arena_array(arena, struct clevr_scene, n);
    for (size_t i = 0; i < n; i++) know_scene(b, scenes, i, &r->scenes[i]);
    fit_values(r, arena, scenes);
    struct rows pairs = pair_rows(arena, scenes, r->d);
    fit_relation(r, arena, &pairs, n, CLEVR_LEFT, CLEVR_RIGHT);
    fit_relation(r, arena, &pairs, n, CLEVR_BEHIND, CLEVR_FRONT);
}

/* ---- executing with that --------------------------------------------------------------------- */

/* What a step gives: a set with how likely each object is in it (as a logarithm), or a
 * number of any other kind. */
struct outcome {
    uint32_t value;
    double likely[CLEVR_MAX_OBJECTS];
};

static double read_value(const struct readout *r, const struct scene *scene, uint32_t object,
                         const double *w) {
    return dot(scene->features + (size_t)object * (r->d - 1), w, r->d - 1) + w[r->d - 1];
}

static double read_relation(const struct readout *r, const struct scene *scene, uint32_t from,
                            uint32_t to, const double *w) {
    uint32_t f = r->d - 1;
    return dot(scene->features + (size_t)to * f, w, f) -
           dot(scene->features + (size_t)from * f, w, f);
}

static void put_object(struct outcome *out, uint32_t k, double logit) {
    out->value |= (uint32_t)(logit > 0) << k;
    out->likely[k] = log_sigmoid(logit);
}

static void both(struct outcome *out, const struct outcome *a, const struct outcome *b,
                 uint32_t n) {
    out->value = a->value & b->value;
    for (uint32_t k = 0; k < n; k++) out->likely[k] = a->likely[k] + b->likely[k];
}

static void either(struct outcome *out, const struct outcome *a, const struct outcome *b,
                   uint32_t n) {
    out->value = a->value | b->value;
    for (uint32_t k = 0; k < n; k++) out->likely[k] = fmax(a->likely[k], b->likely[k]);
}

static uint32_t likeliest(const double *of, uint32_t n) {
    uint32_t best = 0;
    for (uint32_t k = 1; k < n; k++)
        if (of[k] > of[best]) best = k;
    return best;
}

static uint32_t query(const struct readout *r, const struct scene *scene, uint32_t object,
                      int attribute) {
    double logits[CLEVR_MAX_VALUES];
    for (int v = 0; v < clevr_n_values[attribute]; v++)
        logits[v] = read_value(r, scene, object, r->value[attribute][v]);
    return likeliest(logits, clevr_n_values[attribute]);
}

static bool do_step(const struct readout *r, const struct scene *scene,
                    const struct clevr_step *step, const struct outcome *a, const struct outcome *b,
                    struct outcome *out) {
    const struct clevr_function *function = &clevr_functions[step->function];
    struct outcome has = {0};
    uint32_t n = scene->n_objects;
    *out = (struct outcome){0};
    switch (function->kind) {
    case FN_SCENE: out->value = (uint32_t)((UINT64_C(1) << n) - 1); return true;
    case FN_FILTER:
        for (uint32_t k = 0; k < n; k++)
            put_object(&has, k,
                       read_value(r, scene, k, r->value[function->attribute][step->value]));
        both(out, a, &has, n);
        return true;
    case FN_RELATE:
        for (uint32_t k = 0; k < n; k++)
            put_object(out, k,
                       k == a->value
                           ? -INFINITY
                           : read_relation(r, scene, a->value, k, r->relation[step->value]));
        return true;
    case FN_UNIQUE: out->value = likeliest(a->likely, n); return true;
    case FN_INTERSECT: both(out, a, b, n); return true;
    case FN_UNION: either(out, a, b, n); return true;
    case FN_COUNT: out->value = (uint32_t)__builtin_popcount(a->value); return true;
    case FN_EXIST: out->value = a->value != 0; return true;
    case FN_QUERY: out->value = query(r, scene, a->value, function->attribute); return true;
    default: return false;
    }
}

static const char *execute(const struct readout *r, const struct scene *scene,
                           const struct clevr_program *program) {
    static struct outcome outcomes[CLEVR_MAX_STEPS];
    const struct clevr_step *step = program->steps;
    for (uint32_t i = 0; i < program->n; i++, step++)
        if (!do_step(r, scene, step, &outcomes[step->inputs[0]], &outcomes[step->inputs[1]],
                     &outcomes[i]))
            return NULL;
    struct clevr_answer answer = {clevr_functions[step[-1].function].output,
                                  outcomes[program->n - 1].value};
    return clevr_answer_text(&answer);
}

/* ---- the test -------------------------------------------------------------------------------- */

double ceiling_accuracy(struct bench *self, const struct lesson *lesson) {
    char path[SIGHT_PATH];
    struct readout readout = {0};
    struct clevr_program program;
    struct arena arena;
    g2l2_error err;
    json_error_t error;
    struct sight *sight = self->sight;
    size_t i, correct = 0;
    arena_init(&arena, &self->guard, 0);
    learn_to_read(self, &readout, &arena, sight->scenes);
    sight_path(self, path, lesson->set, CLEVR_TEST, "questions");
    json_t *all = json_load_file(path, 0, &error), *questions = json_object_get(all, "questions");
    json_t *question;
    if (json_array_size(questions) != g2l2_dataset_count(sight->test)) raise_strange(self);
    json_array_foreach(questions, i, question) {
        g2l2_example e = g2l2_dataset_get(sight->test, i);
        json_t *steps = json_object_get(question, "program");
        bench_check(self, clevr_program_read(&program, steps, &err), &err);
        const char *got = execute(&readout, scenes_get(sight->test_scenes, e.scene), &program);
        correct += got && !strcmp(got, e.target);
    }
    json_decref(all);
    arena_free(&arena);
    return (double)correct / (double)i;
}
