/* What the concepts of a word say of a scene: masks, relations, attributes.
 *
 *     mask       σ(<o_i, e>)                 P(object i has it); or, where words are rivals,
 *                exp z_w / (1 + Σ_v exp z_v)  z_v = <o_i, e_v>: at most one of them
 *     relation   σ(<o_i, r> − <o_j, r> + b)  P(i stands so to j); nothing to itself
 *     attribute  softmax(a)                  which answers are values of it
 *     asked      a_t, Σ_v a_v · (mask of answer v on i), where t is the answer
 *     sameness   Σ_v p(v|i) p(v|j)           P(i and another, j, have the same of it):
 *                                            p(v|i) ∝ attribute_v · (mask of answer v on i)
 *
 * They are made when first asked for, and kept for all questions about the scene. */
#include <math.h>
#include <string.h>

#include "types/set.h"

#define LIMIT 30.  /* of a logit: σ is 0 or 1 to 13 digits there */
#define FAR   300. /* of one side of a relation: what is farther left is left of what is far left */

/* The concept that an operation takes as its last argument. */
static void find_offset(struct session *s, const struct op *op, int concept) {
    const struct mixed_setup *setup = s->setup;
    for (uint32_t i = 0; i < setup->n_concepts; i++)
        if (setup->types[i] == op->args[op->n_args - 1]) s->offsets[concept] = setup->offsets[i];
}

static void find_offsets(struct session *s) {
    const struct lang *lang = s->setup->lang;
    for (uint32_t i = 0; i < lang->ops.n; i++) {
        const struct op *op = &lang->ops.at[i];
        if (op->kernel == KERNEL_FILTER) find_offset(s, op, OBJECT);
        if (op->kernel == KERNEL_RELATE) find_offset(s, op, RELATION);
        if (op->kernel == KERNEL_QUERY) find_offset(s, op, ATTRIBUTE);
    }
}

/* Words that compete, by their number. */
static void list_rivals(struct session *s, struct arena *arena) {
    const struct mixed_setup *setup = s->setup;
    for (uint32_t w = 0; setup->rivals && w < setup->n_words; w++)
        if (setup->rivals[w] > s->n_rivals) s->n_rivals = setup->rivals[w];
    s->rivals = arena_zalloc(arena, (s->n_rivals + 1) * sizeof *s->rivals);
    s->n_of_rivals = arena_zalloc(arena, (s->n_rivals + 1) * sizeof *s->n_of_rivals);
    s->rivals_back = arena_zalloc(arena, (s->n_rivals + 1) * sizeof *s->rivals_back);
    for (uint32_t g = 1; g <= s->n_rivals; g++) {
        s->rivals[g - 1] = arena_array(arena, uint32_t, setup->n_words + 1);
        for (uint32_t w = 0; w < setup->n_words; w++)
            if (setup->owner[w] == w && setup->rivals[w] == g)
                s->rivals[g - 1][s->n_of_rivals[g - 1]++] = w;
    }
}

/* Whose numbers a word's concept has, and the number of its rivals from 1; 0: it has none. */
static uint32_t owner_of(const struct session *s, uint32_t word, int concept) {
    return concept == OBJECT && s->setup->owner ? s->setup->owner[word] : word;
}

static uint32_t rivals_of(const struct session *s, uint32_t owner, int concept) {
    return concept == OBJECT && s->setup->rivals ? s->setup->rivals[owner] : 0;
}

void *visual_session(struct arena *arena, struct arena *scratch, const struct mixed_setup *setup) {
    struct session *s = arena_new(arena, struct session);
    size_t n = (size_t)setup->n_words * N_CONCEPTS;
    s->setup = setup;
    s->scratch = scratch;
    find_offsets(s);
    s->grounded = arena_zalloc(arena, n * sizeof *s->grounded + 1);
    s->touched = arena_array(arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < setup->lang->ops.n; i++)
        s->has_same |= setup->lang->ops.at[i].kernel == KERNEL_SAME;
    s->masks = arena_array(arena, const double *, setup->n_answers + 1);
    if (setup->rows) s->nothing = arena_zalloc(arena, (setup->n_params + 1) * sizeof *s->nothing);
    list_rivals(s, arena);
    return s;
}

static void open_scene(struct session *s, const struct scene *scene) {
    uint32_t f = s->setup->n_features;
    arena_reset(s->scratch);
    s->stamp++;
    s->scene = NULL; /* should memory run out on the way */
    s->n = scene->n_objects;
    s->np = (s->n + 4) & ~3u;
    s->features = arena_array(s->scratch, double, (size_t)s->n *(f + 1) + 1);
    for (uint32_t i = 0; i < s->n; i++) {
        double *to = s->features + (size_t)i * (f + 1);
        for (uint32_t k = 0; k < f; k++) to[k] = (double)scene->features[(size_t)i * f + k];
        to[f] = 1;
    }
    s->filter = arena_array(s->scratch, double, s->np);
    s->scene = scene;
}

static void open_target(struct session *s, const struct target *target) {
    s->asked = target ? visual_class_of(s->setup->lang, target->type) : -1;
    s->answer = 0;
    if (target) s->answer = s->asked == CLASS_WORD ? target->literals[0] : (uint32_t)target->number;
    s->of_bool = s->asked < 0 || s->asked == CLASS_BOOL;
    s->of_words = s->asked < 0 || s->asked == CLASS_WORD;
    s->of_counts = s->asked != CLASS_WORD;
    s->of_same = s->has_same;
}

void visual_open(void *session, struct arena *arena, const struct scene *scene,
                 const struct target *target, bool fresh) {
    struct session *s = session;
    s->arena = arena;
    if (fresh || s->scene != scene) open_scene(s, scene);
    s->back++;
    s->n_touched = 0;
    open_target(s, target);
    s->table = arena_array(arena, double, ((size_t)s->n + 2) * (s->n + 1));
}

/* ---- forward ------------------------------------------------------------------------------- */

static double sigmoid(double x) {
    return 1 / (1 + exp(-fmin(fmax(x, -LIMIT), LIMIT)));
}

static double dot(const double *a, const double *b, uint32_t n) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    uint32_t i = 0;
    for (; i + 4 <= n; i += 4) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
        s2 += a[i + 2] * b[i + 2];
        s3 += a[i + 3] * b[i + 3];
    }
    for (; i < n; i++) s0 += a[i] * b[i];
    return (s0 + s1) + (s2 + s3);
}

/* Where a word's numbers for a concept are; SIZE_MAX: its row ends before. */
static size_t place_of(const struct session *s, uint32_t word, int concept) {
    const struct mixed_setup *setup = s->setup;
    if (!setup->rows) return (size_t)word * setup->n_params + s->offsets[concept];
    size_t at = setup->rows[word] + s->offsets[concept];
    return at < setup->rows[word + 1] ? at : SIZE_MAX;
}

static void axpy(double a, const double *x, double *y, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) y[i] += a * x[i];
}

static const double *params_of(const struct session *s, uint32_t word, int concept) {
    size_t at = place_of(s, word, concept);
    return at == SIZE_MAX ? s->nothing : s->setup->params + at;
}

static void make_mask(const struct session *s, const double *e, double *out) {
    uint32_t f = s->setup->n_features + 1;
    memset(out, 0, s->np * sizeof *out);
    out[0] = 1;
    for (uint32_t i = 0; i < s->n; i++)
        out[i + 1] = sigmoid(dot(s->features + (size_t)i * f, e, f));
}

/* All masks of words that compete, from their scores. The largest is taken off, and that of
 * "none of them" is 0. */
static void compete(const struct session *s, double **masks, uint32_t n) {
    for (uint32_t i = 1; i <= s->n; i++) {
        double max = 0, sum;
        for (uint32_t k = 0; k < n; k++) max = fmax(max, masks[k][i]);
        sum = exp(-max);
        for (uint32_t k = 0; k < n; k++) sum += masks[k][i] = exp(masks[k][i] - max);
        for (uint32_t k = 0; k < n; k++) masks[k][i] /= sum;
    }
}

static void make_rivals(struct session *s, uint32_t rivals) {
    const uint32_t *words = s->rivals[rivals - 1];
    uint32_t n = s->n_of_rivals[rivals - 1], f = s->setup->n_features + 1;
    double **masks = arena_array(s->scratch, double *, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        struct grounded *g = &s->grounded[(size_t)words[k] * N_CONCEPTS + OBJECT];
        const double *e = params_of(s, words[k], OBJECT);
        masks[k] = g->value = arena_zalloc(s->scratch, s->np * sizeof *g->value);
        g->stamp = s->stamp;
        g->value[0] = 1;
        for (uint32_t i = 0; i < s->n; i++)
            g->value[i + 1] = dot(s->features + (size_t)i * f, e, f);
    }
    compete(s, masks, n);
}

/* Column j is for object j as the one stood in relation to. σ of a difference
 * needs the exponentials of both sides only. */
static void make_relation(const struct session *s, const double *r, double *out) {
    uint32_t f = s->setup->n_features, np = s->np;
    double *up = arena_array(s->scratch, double, 2 * (size_t)np), *down = up + np;
    for (uint32_t i = 0; i < s->n; i++) {
        double u = dot(s->features + (size_t)i * (f + 1), r, f);
        u = fmin(fmax(u, -FAR), FAR);
        up[i + 1] = exp(u);
        down[i + 1] = exp(-u - fmin(fmax(r[f], -LIMIT), LIMIT));
    }
    memset(out, 0, (size_t)np * np * sizeof *out);
    out[0] = 1;
    for (uint32_t j = 1; j <= s->n; j++)
        for (uint32_t i = 1; i <= s->n; i++)
            out[j * np + i] = i == j ? 0 : 1 / (1 + up[j] * down[i]);
}

static void make_attribute(const struct session *s, const double *a, double *out) {
    double max = -INFINITY, sum = 0;
    uint32_t n = s->setup->n_answers;
    for (uint32_t i = 0; i < n; i++) max = fmax(max, a[i]);
    for (uint32_t i = 0; i < n; i++) sum += out[i] = exp(a[i] - max);
    for (uint32_t i = 0; i < n; i++) out[i] /= sum;
}

static size_t concept_size(const struct session *s, int concept) {
    size_t square = (size_t)s->np * s->np;
    switch (concept) {
    case OBJECT: return s->np;
    case RELATION: return square;
    case ATTRIBUTE: return s->setup->n_answers + 1;
    case ASKED: return s->n + 1;
    default: return square + ((size_t)s->n + 1) * (s->setup->n_answers + 1);
    }
}

/* p[i]: what object i is like, and the sum that made it one; they follow the matrix. */
static double *likeness(const struct session *s, const double *sameness, uint32_t i) {
    size_t row = s->setup->n_answers + 1;
    return (double *)sameness + (size_t)s->np * s->np + (i - 1) * row;
}

static void make_sameness(struct session *s, uint32_t word, double *out) {
    const double *a = visual_concept(s, word, ATTRIBUTE), *const *masks = visual_masks(s);
    uint32_t n = s->setup->n_answers, np = s->np;
    memset(out, 0, (size_t)np * np * sizeof *out);
    for (uint32_t i = 1; i <= s->n; i++) {
        double *p = likeness(s, out, i), sum = 0;
        for (uint32_t v = 0; v < n; v++) sum += p[v] = a[v] * (masks[v][i] + MISSING);
        for (uint32_t v = 0; v < n; v++) p[v] /= sum;
        p[n] = sum;
        for (uint32_t j = 1; j < i; j++)
            out[i * np + j] = out[j * np + i] = dot(p, likeness(s, out, j), n);
    }
}

static void make_asked(struct session *s, uint32_t word, double *out) {
    const double *a = visual_concept(s, word, ATTRIBUTE), *const *masks = visual_masks(s);
    memset(out + 1, 0, s->n * sizeof *out);
    out[0] = a[s->answer];
    for (uint32_t v = 0; v < s->setup->n_answers; v++) axpy(a[v], masks[v] + 1, out + 1, s->n);
}

/* All but one are of the scene, and that of the question. */
static uint32_t stamp_of(const struct session *s, int concept) {
    return concept == ASKED ? s->back : s->stamp;
}

const double *visual_concept(struct session *s, uint32_t word, int concept) {
    static void (*const make[])(const struct session *, const double *,
                                double *) = {make_mask, make_relation, make_attribute};
    word = owner_of(s, word, concept);
    struct grounded *g = &s->grounded[(size_t)word * N_CONCEPTS + (size_t) concept];
    uint32_t rivals = rivals_of(s, word, concept);
    if (g->stamp == stamp_of(s, concept)) return g->value;
    if (rivals) {
        make_rivals(s, rivals);
        return g->value;
    }
    g->value =
        arena_array(concept == ASKED ? s->arena : s->scratch, double, concept_size(s, concept));
    if (concept == SAMENESS) make_sameness(s, word, g->value);
    else if (concept == ASKED) make_asked(s, word, g->value);
    else make[concept](s, params_of(s, word, concept), g->value);
    g->stamp = stamp_of(s, concept);
    return g->value;
}

const double *const *visual_masks(struct session *s) {
    if (s->masks_stamp == s->stamp) return s->masks;
    for (uint32_t i = 0; i < s->setup->n_answers; i++)
        s->masks[i] = visual_concept(s, s->setup->answers[i], OBJECT);
    s->masks_stamp = s->stamp;
    return s->masks;
}

/* ---- the reverse pass ---------------------------------------------------------------------------- */

double *visual_concept_grad(struct session *s, uint32_t word, int concept) {
    uint32_t at = owner_of(s, word, concept) * N_CONCEPTS + (uint32_t) concept;
    struct grounded *g = &s->grounded[at];
    if (g->back == s->back) return g->grad;
    g->back = s->back;
    g->grad = arena_zalloc(s->arena, concept_size(s, concept) * sizeof *g->grad);
    s->touched[s->n_touched++] = at;
    return g->grad;
}

/* A score <o_i, e>: the features go to the gradient of the concept, and the concept to that
 * of the features, where somebody wants it. */
static void score_back(const struct session *s, uint32_t i, double slope, const double *e,
                       double *grad, uint32_t n) {
    uint32_t f = s->setup->n_features;
    double *of_object = s->setup->object_grads;
    axpy(slope, s->features + (size_t)i * (f + 1), grad, n);
    if (of_object) axpy(slope, e, of_object + (size_t)i * f, f);
}

/* Gradients of masks that compete become gradients of scores:
 * d/dz_v = m_v (g_v − Σ_w g_w m_w). */
static void rivals_back(struct session *s, uint32_t rivals) {
    const uint32_t *words = s->rivals[rivals - 1];
    uint32_t n = s->n_of_rivals[rivals - 1];
    double *mean = arena_zalloc(s->arena, s->np * sizeof *mean);
    if (s->rivals_back[rivals - 1] == s->back) return;
    s->rivals_back[rivals - 1] = s->back;
    for (uint32_t k = 0; k < n; k++)
        vec_fma(s->np, visual_concept_grad(s, words[k], OBJECT),
                visual_concept(s, words[k], OBJECT), mean);
    for (uint32_t k = 0; k < n; k++) {
        const double *mask = visual_concept(s, words[k], OBJECT);
        double *grad = visual_concept_grad(s, words[k], OBJECT);
        for (uint32_t i = 1; i <= s->n; i++) grad[i] = mask[i] * (grad[i] - mean[i]);
    }
}

static void mask_back(const struct session *s, const struct grounded *g, const double *e,
                      double *grad) {
    uint32_t word = (uint32_t)(g - s->grounded) / N_CONCEPTS;
    bool competes = rivals_of(s, word, OBJECT);
    for (uint32_t i = 0; i < s->n; i++) {
        double p = g->value[i + 1], slope = g->grad[i + 1] * (competes ? 1 : p * (1 - p));
        score_back(s, i, slope, e, grad, s->setup->n_features + 1);
    }
}

static void relation_back(const struct session *s, const struct grounded *g, const double *r,
                          double *grad) {
    uint32_t f = s->setup->n_features, np = s->np;
    double *u = arena_zalloc(s->arena, np * sizeof *u);
    for (uint32_t j = 1; j <= s->n; j++)
        for (uint32_t i = 1; i <= s->n; i++) {
            double p = g->value[j * np + i], slope = g->grad[j * np + i] * p * (1 - p);
            u[i] += slope;
            u[j] -= slope;
            grad[f] += slope;
        }
    for (uint32_t i = 0; i < s->n; i++) score_back(s, i, u[i + 1], r, grad, f);
}

static void attribute_back(const struct session *s, const struct grounded *g, const double *a,
                           double *grad) {
    (void)a;
    uint32_t n = s->setup->n_answers;
    double mean = dot(g->value, g->grad, n);
    for (uint32_t i = 0; i < n; i++) grad[i] += g->value[i] * (g->grad[i] - mean);
}

/* To the attribute, and to what the answers name. */
static void sameness_back(struct session *s, uint32_t word) {
    const struct grounded *g = &s->grounded[(size_t)word * N_CONCEPTS + SAMENESS];
    const double *a = visual_concept(s, word, ATTRIBUTE), *const *masks = visual_masks(s);
    double *ga = visual_concept_grad(s, word, ATTRIBUTE);
    uint32_t n = s->setup->n_answers, np = s->np;
    double *gp = arena_array(s->arena, double, n + 1);
    for (uint32_t i = 1; i <= s->n; i++) {
        const double *p = likeness(s, g->value, i);
        memset(gp, 0, n * sizeof *gp);
        for (uint32_t j = 1; j <= s->n; j++)
            if (j != i)
                axpy(g->grad[i * np + j] + g->grad[j * np + i], likeness(s, g->value, j), gp, n);
        double mean = dot(p, gp, n);
        for (uint32_t v = 0; v < n; v++) {
            double slope = (gp[v] - mean) / p[n];
            if (slope == 0) continue;
            ga[v] += slope * (masks[v][i] + MISSING);
            visual_concept_grad(s, s->setup->answers[v], OBJECT)[i] += slope * a[v];
        }
    }
}

static void asked_back(struct session *s, uint32_t word) {
    const double *g = s->grounded[(size_t)word * N_CONCEPTS + ASKED].grad;
    const double *a = visual_concept(s, word, ATTRIBUTE), *const *masks = visual_masks(s);
    double *ga = visual_concept_grad(s, word, ATTRIBUTE);
    ga[s->answer] += g[0];
    for (uint32_t v = 0; v < s->setup->n_answers; v++) {
        ga[v] += dot(g + 1, masks[v] + 1, s->n);
        axpy(a[v], g + 1, visual_concept_grad(s, s->setup->answers[v], OBJECT) + 1, s->n);
    }
}

void visual_finish_back(void *session) {
    static void (*const back[])(const struct session *, const struct grounded *, const double *,
                                double *) = {mask_back, relation_back, attribute_back};
    struct session *s = session;
    const struct mixed_setup *setup = s->setup;
    for (uint32_t i = 0, n = s->n_touched; i < n; i++) {
        if (s->touched[i] % N_CONCEPTS == SAMENESS) sameness_back(s, s->touched[i] / N_CONCEPTS);
        if (s->touched[i] % N_CONCEPTS == ASKED) asked_back(s, s->touched[i] / N_CONCEPTS);
    }
    for (uint32_t i = 0, n = s->n_touched; i < n; i++) {
        uint32_t word = s->touched[i] / N_CONCEPTS, concept = s->touched[i] % N_CONCEPTS;
        uint32_t rivals = rivals_of(s, word, (int)concept);
        if (rivals) rivals_back(s, rivals);
    }
    for (uint32_t i = 0; i < s->n_touched; i++) {
        uint32_t word = s->touched[i] / N_CONCEPTS, concept = s->touched[i] % N_CONCEPTS;
        if (concept >= SAMENESS) continue;
        size_t at = place_of(s, word, (int)concept);
        if (at == SIZE_MAX) continue;
        if (setup->written) setup->written[word] = true;
        back[concept](s, &s->grounded[s->touched[i]], setup->params + at, setup->grads + at);
    }
}
