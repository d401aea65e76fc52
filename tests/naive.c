/* See naive.h. Written to be obviously right, not to be fast. */
#include "tests/naive.h"

#include <math.h>
#include <string.h>

struct seen_env {
    const struct seen *first;
    const struct seen_env *rest;
};

void naive_open(struct naive *self, struct arena *arena, const struct lexicon *lexicon,
                const struct scene *scene, const double *params) {
    const struct symbols *literals = &lexicon->domain->lang.literals;
    *self = (struct naive){.arena = arena,
                           .domain = lexicon->domain,
                           .lexicon = lexicon,
                           .scene = scene,
                           .params = params,
                           .n_answers = literals->names.n};
    assert_true(scene->n_objects <= NAIVE_OBJECTS && self->n_answers <= NAIVE_ANSWERS);
    self->n_params = 2 * (scene->n_features + 1) + self->n_answers;
    for (uint32_t i = 0; i < self->n_answers; i++) {
        const char *name = literals->names.at[i];
        self->answers[i] = lexicon_find(lexicon, name, strlen(name));
        assert_int_not_equal(self->answers[i], SYMBOL_NONE);
    }
}

static struct seen *make(const struct naive *n, enum seen_kind kind) {
    struct seen *seen = arena_zalloc(n->arena, sizeof *seen);
    seen->kind = kind;
    seen->share = 1;
    return seen;
}

/* ---- concepts --------------------------------------------------------------------------- */

static double sigmoid(double x) {
    return 1 / (1 + exp(-x));
}

static double score(const struct naive *n, const double *concept, uint32_t object) {
    double sum = 0;
    for (uint32_t k = 0; k < n->scene->n_features; k++)
    sum += concept[k] * (double)n -> scene -> features[object * n->scene->n_features + k];
    return sum;
}

static const double *params_of(const struct naive *n, uint32_t word) {
    return n->params + (size_t)word * n->n_params;
}

static double logit(const struct naive *n, uint32_t word, uint32_t object) {
    const double *concept = params_of(n, word);
    return score(n, concept, object) + concept[n->scene->n_features];
}

/* Of rivals at most one: exp z / (1 + Σ exp z); a synonym has the mask of its owner. */
static double mask(const struct naive *n, uint32_t word, uint32_t object) {
    const struct lexicon *l = n->lexicon;
    double sum = 1;
    if (l->owner) word = l->owner[word];
    if (!l->rivals || !l->rivals[word]) return sigmoid(logit(n, word, object));
    for (uint32_t w = 0; w < l->words.n; w++)
        if (l->rivals[w] == l->rivals[word]) sum += exp(logit(n, w, object));
    return exp(logit(n, word, object)) / sum;
}

static double stands(const struct naive *n, uint32_t word, uint32_t object, uint32_t landmark) {
    const double *concept = params_of(n, word) + n->scene->n_features + 1;
    if (object == landmark) return 0;
    return sigmoid(score(n, concept, object) - score(n, concept, landmark) +
                   concept[n->scene->n_features]);
}

static double attribute(const struct naive *n, uint32_t word, uint32_t answer) {
    const double *logits = params_of(n, word) + 2 * (n->scene->n_features + 1);
    double sum = 0;
    for (uint32_t v = 0; v < n->n_answers; v++) sum += exp(logits[v] - logits[answer]);
    return 1 / sum;
}

/* p(v|i) */
static double likeness(const struct naive *n, uint32_t word, uint32_t answer, uint32_t object) {
    double sum = 0, of = 0;
    for (uint32_t v = 0; v < n->n_answers; v++) {
        double p = attribute(n, word, v) * (mask(n, n->answers[v], object) + 1e-4);
        sum += p;
        if (v == answer) of = p;
    }
    return of / sum;
}

static double sameness(const struct naive *n, uint32_t word, uint32_t i, uint32_t j) {
    double sum = 0;
    for (uint32_t v = 0; i != j && v < n->n_answers; v++)
        sum += likeness(n, word, v, i) * likeness(n, word, v, j);
    return sum;
}

/* ---- sets --------------------------------------------------------------------------------- */

static void the_one(const struct naive *n, const struct seen *x, double *out) {
    double sum = .01;
    assert_int_equal(x->kind, SEEN_SET);
    for (uint32_t i = 0; i < n->scene->n_objects; i++) sum += x->set[i];
    for (uint32_t i = 0; i < n->scene->n_objects; i++) out[i] = x->set[i] / sum;
}

static const struct seen *everything(const struct naive *n) {
    struct seen *all = make(n, SEEN_SET);
    for (uint32_t i = 0; i < n->scene->n_objects; i++) all->set[i] = 1;
    return all;
}

static const struct seen *relate(const struct naive *n, const struct seen *x, const struct seen *y,
                                 uint32_t word) {
    struct seen *out = make(n, SEEN_SET);
    double one[NAIVE_OBJECTS];
    the_one(n, y, one);
    for (uint32_t i = 0; i < n->scene->n_objects; i++)
        for (uint32_t j = 0; j < n->scene->n_objects; j++)
            out->set[i] += x->set[i] * one[j] * stands(n, word, i, j);
    return out;
}

/* Every subset, with its probability. */
static const struct seen *count(const struct naive *n, const struct seen *x) {
    struct seen *out = make(n, SEEN_NUMBER);
    for (uint32_t subset = 0; subset < 1u << n->scene->n_objects; subset++) {
        double p = 1;
        uint32_t size = 0;
        for (uint32_t i = 0; i < n->scene->n_objects; i++) {
            bool in = subset >> i & 1;
            p *= in ? x->set[i] : 1 - x->set[i];
            size += in;
        }
        out->number[size] += p;
    }
    return out;
}

static const struct seen *query(const struct naive *n, const struct seen *x, uint32_t word) {
    struct seen *out = make(n, SEEN_WORD);
    double one[NAIVE_OBJECTS], sum = 0;
    the_one(n, x, one);
    for (uint32_t v = 0; v < n->n_answers; v++) {
        double has = 1e-4;
        for (uint32_t i = 0; i < n->scene->n_objects; i++)
            has += one[i] * mask(n, n->answers[v], i);
        sum += out->word[v] = attribute(n, word, v) * has;
    }
    for (uint32_t v = 0; v < n->n_answers; v++) out->word[v] /= sum;
    for (uint32_t i = 0; i < n->scene->n_objects; i++)
        for (uint32_t j = 0; j < n->scene->n_objects; j++)
            out->same[i] += one[j] * sameness(n, word, i, j);
    return out;
}

static const struct seen *truth(const struct naive *n, double yes) {
    struct seen *out = make(n, SEEN_BOOL);
    out->yes = yes;
    return out;
}

/* sign: of x - y where it holds. */
static const struct seen *compare(const struct naive *n, const struct seen *x, const struct seen *y,
                                  int sign) {
    double yes = 0;
    for (int a = 0; a <= (int)n->scene->n_objects + 1; a++)
        for (int b = 0; b <= (int)n->scene->n_objects + 1; b++)
            if ((a > b) - (a < b) == sign) yes += x->number[a] * y->number[b];
    return truth(n, yes);
}

/* Is the one object x the same in what v says? */
static const struct seen *has(const struct naive *n, const struct seen *x, const struct seen *v) {
    double one[NAIVE_OBJECTS], yes = 0;
    the_one(n, x, one);
    for (uint32_t i = 0; i < n->scene->n_objects; i++) yes += one[i] * v->same[i];
    return truth(n, yes);
}

/* intersection, union, same: object by object. */
static const struct seen *each(const struct naive *n, const char *op, const struct seen *x,
                               const struct seen *y) {
    struct seen *out = make(n, SEEN_SET);
    for (uint32_t i = 0; i < n->scene->n_objects; i++) {
        double a = x->set[i], b = !strcmp(op, "same") ? y->same[i] : y->set[i];
        out->set[i] = !strcmp(op, "union") ? 1 - (1 - a) * (1 - b) : a * b;
    }
    return out;
}

static const struct seen *filter(const struct naive *n, const struct seen *x, uint32_t word) {
    struct seen *out = make(n, SEEN_SET);
    for (uint32_t i = 0; i < n->scene->n_objects; i++) out->set[i] = x->set[i] * mask(n, word, i);
    return out;
}

/* ---- mixtures ------------------------------------------------------------------------------- */

/* to += share * from; of pairs, one more that it may be. */
static struct seen *mix(const struct naive *n, struct seen *to, double share,
                        const struct seen *from) {
    if (from->kind == SEEN_PAIR) {
        for (; from; from = from->other) {
            struct seen *copy = make(n, SEEN_PAIR);
            *copy = *from;
            copy->share *= share;
            copy->other = to;
            to = copy;
        }
        return to;
    }
    if (!to) to = make(n, from->kind);
    assert_int_equal(to->kind, from->kind);
    to->yes += share * from->yes;
    for (uint32_t i = 0; i < NAIVE_OBJECTS; i++) to->set[i] += share * from->set[i];
    for (uint32_t i = 0; i < NAIVE_OBJECTS; i++) to->same[i] += share * from->same[i];
    for (uint32_t i = 0; i < NAIVE_OBJECTS + 2; i++) to->number[i] += share * from->number[i];
    for (uint32_t i = 0; i < NAIVE_ANSWERS; i++) to->word[i] += share * from->word[i];
    return to;
}

/* ---- programs --------------------------------------------------------------------------------- */

static const struct seen *call(const struct naive *n, const struct seen *f, const struct seen *a);
static const struct seen *interpret(const struct naive *n, const struct term *term, uint32_t word,
                                    const struct seen_env *env);

static const char *kernel_of(const struct naive *n, const struct term *term) {
    if (term->kind != TERM_OP) return "";
    return operation_table[n->domain->lang.ops.at[term->op].kernel].name;
}

/* exist(same(x, v)) asks of one object, not of a set. */
static const struct seen *exist(const struct naive *n, const struct term *of, uint32_t word,
                                const struct seen_env *env) {
    if (!strcmp(kernel_of(n, of), "same"))
        return has(n, interpret(n, of->subs[0], word, env), interpret(n, of->subs[1], word, env));
    return truth(n, 1 - count(n, interpret(n, of, word, env))->number[0]);
}

static const struct seen *number(const struct naive *n, double value) {
    struct seen *out = make(n, SEEN_NUMBER);
    uint32_t more = n->scene->n_objects + 1;
    out->number[value < more ? (uint32_t)value : more] = 1;
    return out;
}

static const struct seen *literal(const struct naive *n, uint32_t answer) {
    struct seen *out = make(n, SEEN_WORD);
    out->word[answer] = 1;
    for (uint32_t i = 0; i < n->scene->n_objects; i++)
        out->same[i] = mask(n, n->answers[answer], i);
    return out;
}

static const struct seen *interpret_op(const struct naive *n, const struct term *term,
                                       uint32_t word, const struct seen_env *env) {
    const char *op = kernel_of(n, term);
    const struct seen *args[OP_MAX_ARGS] = {0};
    if (!strcmp(op, "exist")) return exist(n, term->subs[0], word, env);
    for (uint32_t i = 0; i < term->n_subs; i++) args[i] = interpret(n, term->subs[i], word, env);
    if (!strcmp(op, "true") || !strcmp(op, "false")) return truth(n, *op == 't');
    if (!strcmp(op, "literal"))
        return literal(n, (uint32_t)n->domain->lang.ops.at[term->op].literal);
    if (!strcmp(op, "scene")) return everything(n);
    if (!strcmp(op, "filter")) return filter(n, args[0], args[1]->whose);
    if (!strcmp(op, "relate")) return relate(n, args[0], args[1], args[2]->whose);
    if (!strcmp(op, "count")) return count(n, args[0]);
    if (!strcmp(op, "query")) return query(n, args[0], args[1]->whose);
    if (!strcmp(op, "greater")) return compare(n, args[0], args[1], 1);
    if (!strcmp(op, "less")) return compare(n, args[0], args[1], -1);
    if (!strcmp(op, "equal")) return compare(n, args[0], args[1], 0);
    if (!strcmp(op, "first")) return args[0]->left;
    if (!strcmp(op, "second")) return args[0]->right;
    if (strcmp(op, "pair")) return each(n, op, args[0], args[1]);
    struct seen *pair = make(n, SEEN_PAIR);
    pair->left = args[0];
    pair->right = args[1];
    return pair;
}

static const struct seen *interpret(const struct naive *n, const struct term *term, uint32_t word,
                                    const struct seen_env *env) {
    struct seen *function;
    switch (term->kind) {
    case TERM_VAR:
        for (uint32_t i = 0; i < term->index; i++) env = env->rest;
        return env->first;
    case TERM_APPLY:
        return call(n, interpret(n, term->subs[0], word, env),
                    interpret(n, term->subs[1], word, env));
    case TERM_LAMBDA:
        function = make(n, SEEN_FUNCTION);
        function->lambda = term;
        function->env = env;
        function->whose = word;
        return function;
    case TERM_NUMBER: return number(n, term->number);
    case TERM_SLOT:
        function = make(n, SEEN_CONCEPT);
        function->whose = word;
        return function;
    default: return interpret_op(n, term, word, env);
    }
}

static const struct seen *join(const struct naive *n, const struct schema *schema,
                               const struct seen *left, const struct seen *right) {
    bool functions =
        left->kind == SEEN_FUNCTION || left->kind == SEEN_JOINED || left->kind == SEEN_COMPOSED;
    if (!functions) return call(n, call(n, interpret(n, schema->program, 0, NULL), left), right);
    struct seen *both = make(n, SEEN_JOINED);
    both->left = left;
    both->right = right;
    both->join = schema;
    return both;
}

static const struct seen *call_composed(const struct naive *n, const struct seen *f,
                                        const struct seen *a) {
    if (f->how == BY_RAISING) return call(n, a, f->left);
    const struct seen *left = f->how == BY_SUBSTITUTION ? call(n, f->left, a) : f->left;
    return call(n, left, call(n, f->right, a));
}

/* Two filters side by side: an object is in if it was, and passes both. */
static const struct seen *call_joined(const struct naive *n, const struct seen *f,
                                      const struct seen *a) {
    const struct seen *all = everything(n);
    const struct seen *both = join(n, f->join, call(n, f->left, all), call(n, f->right, all));
    assert_int_equal(both->kind, SEEN_SET); /* relations side by side are another matter */
    return each(n, "intersection", a, both);
}

static const struct seen *call(const struct naive *n, const struct seen *f, const struct seen *a) {
    if (a->kind == SEEN_PAIR && (a->other || a->share != 1)) {
        struct seen *mean = NULL;
        for (; a; a = a->other) {
            struct seen *alone = make(n, SEEN_PAIR);
            alone->left = a->left;
            alone->right = a->right;
            mean = mix(n, mean, a->share, call(n, f, alone));
        }
        return mean;
    }
    if (f->kind == SEEN_JOINED && n->pointwise)
        return join(n, f->join, call(n, f->left, a), call(n, f->right, a));
    if (f->kind == SEEN_JOINED) return call_joined(n, f, a);
    if (f->kind == SEEN_COMPOSED) return call_composed(n, f, a);
    struct seen_env *env = arena_new(n->arena, struct seen_env);
    *env = (struct seen_env){a, f->env};
    return interpret(n, f->lambda->subs[0], f->whose, env);
}

/* ---- derivations --------------------------------------------------------------------------------- */

static const struct seen *mean(const struct naive *n, const struct made_of *m,
                               const struct seen *of);

/* The clause, where it speaks of each object in turn, and of none. */
static const struct seen *bind(const struct naive *n, const struct seen *antecedent,
                               const struct made_of *clause) {
    double one[NAIVE_OBJECTS], rest = 1;
    struct seen *out = NULL;
    the_one(n, antecedent, one);
    for (uint32_t i = 0; i < n->scene->n_objects; i++) {
        struct seen *object = make(n, SEEN_SET);
        object->set[i] = 1;
        out = mix(n, out, one[i], mean(n, clause, object));
        rest -= one[i];
    }
    return mix(n, out, rest, mean(n, clause, make(n, SEEN_SET)));
}

static const struct seen *composed(const struct naive *n, int how, const struct seen *left,
                                   const struct seen *right) {
    struct seen *out = make(n, SEEN_COMPOSED);
    out->how = how;
    out->left = left;
    out->right = right;
    return out;
}

static const struct seen *mean(const struct naive *n, const struct made_of *m,
                               const struct seen *of) {
    if (!m->left) {
        const struct seen *word = interpret(n, m->term, m->word, NULL);
        return of ? call(n, word, of) : word;
    }
    const struct seen *left = mean(n, m->left, m->open_left ? of : NULL);
    if (m->bind) return bind(n, left, m->right);
    if (m->how == BY_RAISING) return composed(n, BY_RAISING, left, NULL);
    const struct seen *right = mean(n, m->right, m->open_right ? of : NULL);
    if (m->how != BY_CALL) return composed(n, m->how, left, right);
    return m->join ? join(n, m->join, left, right) : call(n, left, right);
}

const struct seen *naive_meaning(const struct naive *self, const struct made_of *meaning) {
    return mean(self, meaning, NULL);
}

uint32_t naive_outcomes(const struct naive *self, const struct seen *seen) {
    switch (seen->kind) {
    case SEEN_BOOL: return 2;
    case SEEN_NUMBER: return self->scene->n_objects + 1;
    default: return self->n_answers;
    }
}

double naive_chance(const struct naive *self, const struct seen *seen, uint32_t outcome) {
    double p;
    switch (seen->kind) {
    case SEEN_BOOL: p = outcome ? seen->yes : 1 - seen->yes; break;
    case SEEN_NUMBER: p = seen->number[outcome]; break;
    default: assert_int_equal(seen->kind, SEEN_WORD); p = seen->word[outcome];
    }
    return .98 * p + .02 / naive_outcomes(self, seen);
}

/* ---- merging --------------------------------------------------------------------------------------- */

const struct seen *naive_word(const struct naive *self, const struct term *term, uint32_t word) {
    return interpret(self, term, word, NULL);
}

const struct seen *naive_call(const struct naive *self, const struct seen *f,
                              const struct seen *a) {
    return f ? call(self, f, a) : a;
}

static bool has_slot(const struct term *term) {
    bool found = term->kind == TERM_SLOT;
    for (uint32_t i = 0; i < term->n_subs; i++) found |= has_slot(term->subs[i]);
    return found;
}

static bool same_program(const struct seen *a, const struct seen *b) {
    return a->lambda == b->lambda && (a->whose == b->whose || !has_slot(a->lambda));
}

bool naive_alike(const struct naive *self, const struct seen *a, const struct seen *b) {
    (void)self;
    if (a->kind != b->kind) return false;
    if (a->kind != SEEN_FUNCTION) return true;
    if (!same_program(a, b)) return false;
    const struct seen_env *x = a->env, *y = b->env;
    for (uint32_t i = 0; i < a->lambda->open; i++, x = x->rest, y = y->rest) {
        if (x->first->kind != y->first->kind) return false;
        if (x->first->kind != SEEN_FUNCTION) continue;
        if (!same_program(x->first, y->first)) return false;
        if (x->first->env != y->first->env && x->first->lambda->open) return false;
    }
    return true;
}

const struct seen *naive_merge(const struct naive *self, const struct seen *const *of,
                               const double *weight, uint32_t n) {
    const struct seen_env *envs[64];
    struct seen_env *made = NULL, **to = &made;
    double total = 0;
    struct seen *out = NULL;
    assert_true(n <= LENGTH(envs));
    for (uint32_t k = 0; k < n; k++) total += weight[k];
    if (of[0]->kind != SEEN_FUNCTION) {
        for (uint32_t k = 0; k < n; k++) out = mix(self, out, weight[k] / total, of[k]);
        return out;
    }
    for (uint32_t k = 0; k < n; k++) envs[k] = of[k]->env;
    for (uint32_t i = 0; i < of[0]->lambda->open; i++) {
        const struct seen *firsts[LENGTH(envs)] = {0};
        for (uint32_t k = 0; k < n; k++) firsts[k] = envs[k]->first;
        *to = arena_zalloc(self->arena, sizeof **to);
        (*to)->first =
            firsts[0]->kind == SEEN_FUNCTION ? firsts[0] : naive_merge(self, firsts, weight, n);
        to = (struct seen_env **)&(*to)->rest;
        for (uint32_t k = 0; k < n; k++) envs[k] = envs[k]->rest;
    }
    out = make(self, SEEN_FUNCTION);
    *out = *of[0];
    out->env = made;
    return out;
}
