/* What one sentence costs while nothing is known of its words, and how that
 * grows with the words L of the sentence and the candidates M of each word.
 *
 *     enumeration   grows like base^L
 *     expected      like L^a · M^b     a, b: slopes of log cost against log L, log M
 *     exact
 *
 * The target is the same throughout, so that only L or M changes. */
#include <math.h>

#include "bench/bench.h"

#define TARGET_5 "I_TURN_LEFT I_WALK I_TURN_LEFT I_WALK I_RUN"
#define TARGET_8 "I_TURN_LEFT I_TURN_LEFT I_WALK I_TURN_LEFT I_TURN_LEFT I_WALK I_TURN_RIGHT I_RUN"
#define TARGET_12                                                                                  \
    "I_TURN_LEFT I_TURN_LEFT I_WALK I_TURN_LEFT I_TURN_LEFT I_WALK "                               \
    "I_TURN_RIGHT I_TURN_RIGHT I_RUN I_TURN_RIGHT I_TURN_RIGHT I_RUN"

/* ---- one sentence --------------------------------------------------------------------------- */

static const struct {
    const char *sentence, *target;
    double reference; /* CPU seconds of the authors' released code */
} sentences[] = {
    {"walk left twice and run", TARGET_5, 21},
    {"walk opposite left twice and run opposite right twice", TARGET_12, 95},
};

/* Probabilistic strings have 12 places in both sentences, as the reference had;
 * left alone they would have as many as the target. */
static void measure_sentence(struct bench *b, const void *context, uint32_t i, double *out) {
    struct lab lab;
    bool expected = i % 2 == 0;
    double seconds = b->quick ? 0.05 : 2;
    (void)context;
    lab_open(&lab, b, expected ? "paper" : "all", 0, sentences[i / 2].sentence,
             sentences[i / 2].target);
    if (expected) lab.target.number = 12;
    struct cost c =
        expected ? lab_expected(&lab, lab.n_words, seconds) : lab_exact(&lab, lab.n_words, seconds);
    out[0] = lab.n_words;
    out[1] = lab.lexicon.entries.n;
    out[2] = c.seconds;
    lab_close(&lab);
}

void bench_sentence_cost(struct bench *self) {
    struct jobs jobs = {"sentence cost", 4, 3, 1, measure_sentence, NULL};
    const double *got = bench_jobs(self, &jobs);
    report_text(self, "One sentence, forward and backward, nothing ruled out yet: every word has "
                      "all candidates. The reference is the authors' released code (expected "
                      "execution, 178 candidates), measured on a machine of this kind.");
    report_table(self, "words|execution|candidates|ms|reference s|times faster");
    for (uint32_t i = 0; i < 4; i++) {
        const double *row = got + i * 3, reference = sentences[i / 2].reference;
        report_number(self, row[0], 0);
        report_cell(self, "%s", i % 2 == 0 ? "expected" : "exact");
        report_number(self, row[1], 0);
        report_number(self, 1e3 * row[2], 3);
        report_number(self, reference, 0);
        report_number(self, reference / row[2], 0);
    }
}

/* ---- growth ------------------------------------------------------------------------------------ */

#define MAX_POINTS 8

enum { COST_ITEMS, COST_OPERATIONS, COST_SECONDS, N_COST };
enum { WAY_ENUMERATION, WAY_EXPECTED, WAY_EXACT, N_WAYS };

/* One point: L or M, derivations, and what each way costs (NAN: too long). */
enum { POINT_X, POINT_DERIVATIONS, POINT_COSTS, N_POINT = POINT_COSTS + N_WAYS * N_COST };

struct sweep {
    const char *name; /* what varies, and what does not */
    uint32_t n;
    uint32_t x[MAX_POINTS]; /* the values of what varies */
    uint32_t fixed;
    bool by_words;        /* x are words and `fixed` candidates, or the other way round */
    uint32_t from;        /* first point of the fits */
    const double *points; /* [n, N_POINT] */
};

static void put_cost(double *at, struct cost c) {
    at[COST_ITEMS] = c.items;
    at[COST_OPERATIONS] = c.operations;
    at[COST_SECONDS] = c.seconds;
}

/* What is taken up and combined is known without doing it: a derivation of L
 * words has L entries and L - 1 combinations. Doing it takes about a quarter of
 * a microsecond for each word. */
static struct cost enumerate(struct lab *lab, uint32_t n, double derivations, double most) {
    struct cost cost = {derivations * (2 * n - 1), NAN, NAN};
    return derivations * n * 2.5e-7 < most ? lab_enumerate(lab, n) : cost;
}

static void measure_point(struct bench *b, const void *context, uint32_t i, double *out) {
    const struct sweep *s = context;
    struct lab lab;
    uint32_t n = s->by_words ? s->x[i] : s->fixed, m = s->by_words ? s->fixed : s->x[i];
    double seconds = b->quick ? 0.01 : 0.3, derivations;
    lab_open(&lab, b, "all", m, "w1 w2 w3 w4 w5 w6 w7 w8", TARGET_8);
    out[POINT_X] = s->x[i];
    out[POINT_DERIVATIONS] = derivations = lab_derivations(&lab, n);
    out += POINT_COSTS;
    put_cost(out + WAY_ENUMERATION * N_COST, enumerate(&lab, n, derivations, b->quick ? 0.2 : 5));
    put_cost(out + WAY_EXPECTED * N_COST, lab_expected(&lab, n, seconds));
    put_cost(out + WAY_EXACT * N_COST, lab_exact(&lab, n, seconds));
    lab_close(&lab);
}

/* Least squares: the slope of log y against x, or against log x. Points without
 * a cost are left out; with fewer than two there is no slope. */
static double slope(const struct sweep *s, uint32_t y, bool log_x) {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (uint32_t i = s->from; i < s->n; i++) {
        const double *p = s->points + i * N_POINT;
        if (!(p[y] > 0)) continue;
        double a = log_x ? log(p[POINT_X]) : p[POINT_X], b = log(p[y]);
        n++;
        sx += a;
        sy += b;
        sxx += a * a;
        sxy += a * b;
    }
    return n < 2 ? NAN : (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

static void report_points(struct bench *b, const struct sweep *s) {
#define COLUMNS                                                                                    \
    "|derivations|enumeration: items|enumeration: operations|enumeration: ms|expected: items|"     \
    "expected: operations|expected: ms|exact: items|exact: operations|exact: ms"
    report_text(b, "%s:", s->name);
    report_table(b, s->by_words ? "L" COLUMNS : "M" COLUMNS);
#undef COLUMNS
    for (uint32_t i = 0; i < s->n; i++) {
        const double *p = s->points + i * N_POINT;
        report_number(b, p[POINT_X], 0);
        report_number(b, p[POINT_DERIVATIONS], 0);
        for (uint32_t k = 0; k < N_WAYS * N_COST; k++) {
            bool time = k % N_COST == COST_SECONDS;
            report_number(b, p[POINT_COSTS + k] * (time ? 1e3 : 1), time ? 3 : 0);
        }
    }
}

/* Enumeration is exponential in L: a base. All else is a power. */
static void report_fit(struct bench *b, const struct sweep *s, uint32_t way) {
    bool exponential = way == WAY_ENUMERATION && s->by_words;
    for (uint32_t k = 0; k < N_COST; k++) {
        double fit = slope(s, POINT_COSTS + way * N_COST + k, !exponential);
        if (isnan(fit)) report_cell(b, "–");
        else if (exponential) report_cell(b, "%.1f^L", exp(fit));
        else report_cell(b, "%c^%.2f", s->by_words ? 'L' : 'M', fit);
    }
}

static void report_fits(struct bench *b, const struct sweep *sweeps, size_t n) {
    static const char *const names[] = {"enumeration", "expected", "exact"};
    report_text(b, "Fitted by least squares on logarithms, against L from L = 3 on, against M over "
                   "all of its values. The paper gives O(L³M) for expected execution, where pairs "
                   "of a functor and an argument that is itself a functor are not counted; those "
                   "are M² of a span of two words.");
    report_table(b, "growth|execution|items|operations|time");
    for (size_t i = 0; i < n; i++)
        for (uint32_t way = 0; way < N_WAYS; way++) {
            report_cell(b, "%s", sweeps[i].name);
            report_cell(b, "%s", names[way]);
            report_fit(b, &sweeps[i], way);
        }
}

void bench_complexity(struct bench *self) {
    struct sweep sweeps[] = {
        {"Against L, M = 20", 8, {1, 2, 3, 4, 5, 6, 7, 8}, 20, true, 2, NULL},
        {"Against L, M = 320", 8, {1, 2, 3, 4, 5, 6, 7, 8}, 320, true, 2, NULL},
        {"Against M, L = 3", 5, {20, 40, 80, 160, 320}, 3, false, 0, NULL},
    };
    size_t n = sizeof sweeps / sizeof *sweeps;
    report_text(self,
                "A sentence of L words, each with the same M of the 320 candidates, and a target "
                "of 8 actions. Enumeration executes every derivation by itself (forward only); "
                "expected and exact execution go forward and backward over one chart. An item is a "
                "lexicon entry taken up or a pair combined, an operation a call of the domain's "
                "kernels (concatenate, repeat, fill in an argument, compare two functions); "
                "neither depends on the machine. – is what would take too long.");
    for (size_t i = 0; i < n; i++) {
        struct sweep *s = &sweeps[i];
        if (self->quick && s->by_words) s->n = 5;
        s->points = bench_jobs(self, &(struct jobs){s->name, s->n, N_POINT, 1, measure_point, s});
        report_points(self, s);
    }
    report_fits(self, sweeps, n);
}
