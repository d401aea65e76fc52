/* vector - points, directions and colours: three numbers. */
#ifndef G2L2_RENDER_VECTOR_H
#define G2L2_RENDER_VECTOR_H

#include <math.h>

struct vec {
    double x, y, z;
};

static inline struct vec vec(double x, double y, double z) {
    return (struct vec){x, y, z};
}
static inline struct vec vec_add(struct vec a, struct vec b) {
    return vec(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline struct vec vec_sub(struct vec a, struct vec b) {
    return vec(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline struct vec vec_mul(struct vec a, struct vec b) { /* by component: light by colour */
    return vec(a.x * b.x, a.y * b.y, a.z * b.z);
}
static inline struct vec vec_scale(struct vec a, double s) {
    return vec(a.x * s, a.y * s, a.z * s);
}
static inline struct vec vec_along(struct vec a, struct vec d, double t) { /* a + t d */
    return vec(a.x + t * d.x, a.y + t * d.y, a.z + t * d.z);
}
static inline double vec_dot(struct vec a, struct vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline struct vec vec_cross(struct vec a, struct vec b) {
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline struct vec vec_unit(struct vec a) {
    return vec_scale(a, 1 / sqrt(vec_dot(a, a)));
}
static inline struct vec vec_reflect(struct vec v, struct vec n) { /* both point away */
    return vec_sub(vec_scale(n, 2 * vec_dot(v, n)), v);
}
/* Two directions at right angles to a unit vector and to each other. */
static inline void vec_frame(struct vec n, struct vec *a, struct vec *b) {
    *a = vec_unit(fabs(n.x) > 0.5 ? vec(-n.y, n.x, 0) : vec(0, -n.z, n.y));
    *b = vec_cross(n, *a);
}

#endif
