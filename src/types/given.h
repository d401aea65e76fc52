/* given - discrete values of types that a program brought (registry.h), in exact execution. */
#ifndef G2L2_GIVEN_H
#define G2L2_GIVEN_H

#include "types/kernels.h"
#include "types/registry.h"

struct given_value {
    uint8_t kind;
    uint32_t length;
    const unsigned char *bytes;
};

/* The values of one sentence: equal ones have one number. */
struct given_values {
    struct arena *arena;
    const struct lang *lang;
    VEC(struct given_value) all;
    uint32_t *slots; /* open addressing, index + 1 */
    uint32_t cap;
};

void given_open(struct given_values *self, struct arena *arena, const struct lang *lang);
/* The number of a value; it is copied. */
uint32_t given_intern(struct given_values *self, uint32_t kind, const void *bytes, size_t length);

/* Read a value of this kind into `arena`; false: the text is none. May raise, as all of these,
 * where the type does not keep to what it must do. */
bool given_parse(struct arena *arena, const struct lang *lang, uint32_t kind, const char *text,
                 struct given_value *out);
void given_print(const struct lang *lang, const struct given_value *value, struct buf *out);
/* Constant i that words of a sentence may name that means `value`; false: there are no more. */
bool given_constant(struct arena *arena, const struct lang *lang, const struct given_value *value,
                    size_t i, struct given_value *out);

/* Run an operation. Of results that are no given values, `number` or `text` is set. */
struct given_result {
    struct given_value value;
    double number;
};
bool given_run(struct arena *arena, const struct lang *lang, uint32_t kernel,
               const g2l2_value *args, struct given_result *out);

#endif
