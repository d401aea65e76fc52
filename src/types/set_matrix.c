/* The matrix M of a modifier x ↦ d ⊙ x + M x̂, M_ij at [j · np + i]. It is seldom there: a pointer to it is
 * in the place of a double.
 *
 * "left of it", and what comes of it, is a modifier for each object that may be meant, whose matrix has
 * that object's row alone. Only this row is kept then, so that all of them together take n² numbers,
 * not n³. The gradient of a matrix has the rows that the matrix has (set.h says why others
 * need not be there). */
#include "types/set.h"

static struct matrix *new_matrix(const struct session *s, uint32_t row, double *modifier) {
    size_t n = (size_t)(row ? 1 : s->np) * (s->n + 1);
    union matrix_cell cell = {.pointer = arena_new(s->arena, struct matrix)};
    *cell.pointer = (struct matrix){row, arena_zalloc(s->arena, n * sizeof(double))};
    modifier[s->np] = cell.number;
    return cell.pointer;
}

struct matrix *set_need_matrix(const struct session *s, uint32_t row, double *modifier) {
    const struct matrix *there = set_matrix(s, modifier);
    if (there && (!there->row || there->row == row)) return (struct matrix *)there;
    struct matrix *made = new_matrix(s, there ? 0 : row, modifier);
    for (uint32_t j = 1; there && j <= s->n; j++) made->at[j * s->np + there->row] = there->at[j];
    return made;
}

struct matrix_row set_row(const struct session *s, const struct matrix *matrix, uint32_t row) {
    if (matrix->row) return (struct matrix_row){matrix->at, 1};
    return (struct matrix_row){matrix->at + row, s->np};
}

/* ---- sums --------------------------------------------------------------------------------------- */

void set_add_matrix(const struct session *s, double weight, const double *x, double *out) {
    const struct matrix *from = set_matrix(s, x);
    struct matrix *to = set_need_matrix(s, from->row, out);
    if (!from->row) {
        vec_axpy(s->np * (s->n + 1), weight, from->at, to->at);
        return;
    }
    struct matrix_row sum = set_row(s, to, from->row);
    for (uint32_t j = 1; j <= s->n; j++) sum.at[j * sum.step] += weight * from->at[j];
}

double set_add_matrix_back(const struct session *s, double weight, const double *x,
                           const double *grad, double *grad_x) {
    const struct matrix *from = set_matrix(s, x), *g = set_matrix(s, grad);
    if (!g) return 0;
    struct matrix *gx = set_need_matrix(s, from->row, grad_x);
    uint32_t n = s->np * (s->n + 1);
    if (!from->row) {
        vec_axpy(n, weight, g->at, gx->at);
        return vec_dot(n, from->at, g->at);
    }
    struct matrix_row of_sum = set_row(s, g, from->row), to = set_row(s, gx, from->row);
    double slope = 0;
    for (uint32_t j = 1; j <= s->n; j++) {
        to.at[j * to.step] += weight * of_sum.at[j * of_sum.step];
        slope += from->at[j] * of_sum.at[j * of_sum.step];
    }
    return slope;
}

/* ---- products of what two do ---------------------------------------------------------------------- */

/* Is there a row that both have? *row: the only one, 0: all. */
static bool meet(const struct matrix *a, const struct matrix *b, uint32_t *row) {
    if (!a || !b || (a->row && b->row && a->row != b->row)) return false;
    *row = a->row ? a->row : b->row;
    return true;
}

static void multiply(const struct session *s, const struct matrix *a, const struct matrix *b,
                     uint32_t row, struct matrix *out) {
    if (!row) {
        vec_fma(s->np * (s->n + 1), a->at, b->at, out->at);
        return;
    }
    struct matrix_row x = set_row(s, a, row), y = set_row(s, b, row), to = set_row(s, out, row);
    for (uint32_t j = 1; j <= s->n; j++) to.at[j * to.step] += x.at[j * x.step] * y.at[j * y.step];
}

void set_join_matrix(const struct session *s, const double *a, const double *b, double *out) {
    const struct matrix *x = set_matrix(s, a), *y = set_matrix(s, b);
    uint32_t row;
    if (meet(x, y, &row)) multiply(s, x, y, row, set_need_matrix(s, row, out));
}

void set_join_matrix_back(const struct session *s, const double *a, const double *b,
                          const double *grad, double *grad_a, double *grad_b) {
    const struct matrix *x = set_matrix(s, a), *y = set_matrix(s, b), *g = set_matrix(s, grad);
    uint32_t row;
    if (!g || !meet(x, y, &row)) return;
    multiply(s, g, y, row, set_need_matrix(s, x->row, grad_a));
    multiply(s, g, x, row, set_need_matrix(s, y->row, grad_b));
}
