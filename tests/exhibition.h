/* exhibition - drawings with questions about them: coloured discs and squares on grey, boxes
 * given.
 *
 *     a drawing ─▶ PNG, scenes.json, questions.json, in a folder of its own */
#ifndef G2L2_TESTS_EXHIBITION_H
#define G2L2_TESTS_EXHIBITION_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "g2l2.h"

struct exhibition {
    char folder[64], scenes[96], questions[96];
};

void exhibition_open(struct exhibition *self, int n_drawings, uint64_t seed);
void exhibition_close(const struct exhibition *self); /* the folder is gone */

/* Its scenes and questions, as read. */
struct asked {
    g2l2_scenes *scenes;
    g2l2_dataset *data;
};
struct asked exhibition_ask(const struct exhibition *self);
void asked_free(struct asked *self);

#endif
