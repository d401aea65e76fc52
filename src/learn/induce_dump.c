#include "learn/induce.h"
void induce_dump(struct induce *self);
void induce_dump(struct induce *self) {
    static const char *const p[] = {"R0","RE","L0","LE","-"};
    uint32_t usable = 0;
    for (uint32_t i = 0; i < self->n; i++) usable += self->examples[i].usable;
    fprintf(stderr, "usable %u of %u; id %s\n", usable, self->n, self->labels.names.at[self->identifier]);
    for (uint32_t i = 0; i < self->function.n; i++) {
        uint32_t w = self->function.at[i];
        fprintf(stderr, "%s %s  thing->%s  form=%s clause=%s\n", self->words.names.at[w], p[self->policy[w]],
          induce_category(self, state_marked(w)), induce_category(self, state_form(w)), induce_category(self, state_clause(w)));
    }
    uint32_t ev=0; for (uint32_t v = 0; v < self->values.names.n; v++) ev += self->is_event[v];
    fprintf(stderr, "events %u\n", ev);
    fprintf(stderr, "bare:"); uint32_t b=0; for (uint32_t w = 0; w < self->words.names.n; w++) b+=self->bare[w]; fprintf(stderr, " %u\n", b);
}
