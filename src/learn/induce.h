/* induce - a lexicon with real syntax from sentences and nested records.
 *
 *     a hen ate the corn      {"head": "eat", "agent": {"head": "hen"},
 *                              "theme": {"head": "corn", "definite": true}}
 *
 * A nested record is a dependency tree with labels: whatever field identifies records (here
 * `head`) tells which word each of them comes from, so verbs show their frames, and what is
 * left are function words. Nothing is known of fields, words or word order beforehand:
 *
 * induce_tree.c    targets as trees
 * induce_read.c    which word brings which record (alignment)
 * induce_marks.c   which phrase a function word belongs to: the choice that needs the fewest
 *                  frames and marks
 * induce_states.c  what marks make of a phrase: categories, merged where they occur alike
 * induce_frames.c  entries: frames of verbs, gaps, relative clauses, fronting, control
 * induce_share.c   what forms of a verb inherit from each other
 * induce_write.c   the grammar and the entries as a model
 * induce_wrong.c   examples that the others contradict; choices by what is explained
 * induce_reach.c   how sure readings are that differ by what they reach over
 * induce.c         the whole */
#ifndef G2L2_INDUCE_H
#define G2L2_INDUCE_H

#include "learn/learner.h"
#include "learn/tally.h"

#define NOWHERE UINT32_MAX

/* ---- examples --------------------------------------------------------------------------- */

struct atom {
    uint32_t label, value;
};

/* A record of a target. */
struct part {
    uint32_t head, label;         /* SYMBOL_NONE: it has none, or is the whole */
    uint32_t parent, first, next; /* or NOWHERE */
    uint32_t depth;
    const struct atom *atoms; /* [n_atoms] but what identifies it */
    uint32_t n_atoms;
    uint32_t original;   /* itself, or what it repeats */
    uint32_t token;      /* the word that brings it, or NOWHERE */
    uint32_t begin, end; /* content words below it: [begin, end] */
};

/* A field that a word brings. */
struct brought {
    uint32_t word;
    struct atom atom;
};

struct pairing {
    uint32_t n; /* words */
    const uint32_t *words;
    uint32_t n_parts;
    struct part *parts; /* the whole first */
    uint32_t *part_of;  /* [n] or NOWHERE: a function word */
    uint32_t *governed; /* [n] the part that a function word belongs to, or NOWHERE */
    bool wrong;         /* most other examples of its words and records say otherwise */
    bool usable;
};

/* ---- what is learned -------------------------------------------------------------------- */

enum policy { NEXT_RIGHT, EVENT_RIGHT, NEXT_LEFT, EVENT_LEFT, SILENT, N_POLICIES };

/* States of a phrase: what its last mark made of it. */
enum { STATE_NOUN, STATE_PHRASE, STATE_CLAUSE, N_STATES };
static inline uint32_t state_marked(uint32_t word) { /* a thing, by this word */
    return N_STATES + 3 * word;
}
static inline uint32_t state_form(uint32_t word) { /* a verb that this word asks for */
    return N_STATES + 3 * word + 1;
}
static inline uint32_t state_clause(uint32_t word) { /* a clause, by this word */
    return N_STATES + 3 * word + 2;
}

#define FRAME_MAX 4 /* arguments of a verb */

struct argument {
    uint32_t label;
    bool right;
    const char *cat;
    uint32_t control; /* the argument that is passed on to this one, by label, or SYMBOL_NONE */
};

/* In the order in which they are taken: from the right, nearest first; then from the left. */
struct frame {
    uint32_t n;
    struct argument args[FRAME_MAX];
};

struct use {
    uint32_t word, form, frame;
    double count;
    uint32_t example; /* the first */
};

struct entry {
    uint32_t word;
    const char *cat, *program;
    double count;
    uint32_t example; /* the first */
};

struct induce {
    const struct recipe *recipe;
    struct arena arena;
    struct arena scratch; /* between two calls: nothing */
    struct guard guard;
    struct symbols words, labels, values;
    uint32_t identifier; /* label */
    uint32_t n;
    struct pairing *examples;    /* [n] */
    double *n_word;              /* [n_words] examples with it */
    uint32_t *head_of;           /* [n_words] the record it brings, or SYMBOL_NONE */
    bool *is_event;              /* [n_values] its records have parts of their own */
    bool *alone;                 /* [n_words] it was seen as an example by itself */
    uint8_t *policy;             /* [n_words] of function words */
    VEC(uint32_t) function;      /* words */
    VEC(uint32_t) sample;        /* examples */
    uint32_t *state;             /* [states] what it was merged with */
    bool *bare;                  /* [n_words] things that need no mark */
    const char **names;          /* [states] categories */
    VEC(struct brought) brought; /* fields that words bring */
    struct tally atoms_of;       /* (word, atom) of these: > 0 */
    struct symbols frame_texts;
    VEC(struct frame) frames;
    VEC(struct use) uses;
    struct tally use_of;
    uint32_t at;       /* the example at hand */
    struct tally gaps; /* (frame, argument) that was missing in a clause */
    VEC(struct entry) entries;
    struct tally entry_of;
    struct symbols roots; /* categories */
    uint32_t level;       /* the state that modifiers take */
};

/* induce_tree.c: a target. NULL: it is no record. */
struct record_tree {
    const char *key;  /* NULL of the whole */
    const char *atom; /* the constant that is its value; NULL: it is a record, of these: */
    struct record_tree *first, *next;
};
struct record_tree *induce_tree(struct arena *arena, const char *json);

/* induce_read.c: false: the targets are not nested records with something that identifies. */
bool induce_read(struct induce *self, const g2l2_dataset *data);
void induce_align(struct induce *self);
/* With what words bring as it is now. */
void induce_prepare(struct induce *self);

/* induce_marks.c */
void induce_choose_marks(struct induce *self);
void induce_use_marks(struct induce *self); /* as they are chosen now */
struct choice {
    uint32_t word;
    uint8_t policy;
};
typedef VEC(struct choice) choices;
/* Other choices for a word that cost little more. */
void induce_list_choices(struct induce *self, choices *out);
void induce_set_policy(struct induce *self, struct choice choice);
/* Marks of a part from the inside, as places; returns how many. */
#define MARKS_MAX 8
uint32_t induce_marks(const struct induce *self, const struct pairing *e, uint32_t part,
                      uint32_t *out);
/* Is a dependent beyond a mark of the clause that stands beyond another dependent? */
bool induce_fronted(const struct pairing *e, uint32_t part, uint32_t dependent);
/* What surrounds the head of a part: labels, and marks if wanted. */
uint64_t induce_surroundings(const struct induce *self, const struct pairing *e, uint32_t part,
                             bool marks);
static inline bool part_is_event(const struct induce *self, const struct part *part) {
    return self->is_event[part->head];
}
/* The part is there once more, where its clause has no word for it. */
static inline bool part_is_copy(const struct pairing *e, uint32_t part) {
    return e->parts[part].original != part;
}

/* induce_states.c */
void induce_make_states(struct induce *self);
uint32_t induce_state(const struct induce *self, const struct pairing *e, uint32_t part,
                      const uint32_t *marks, uint32_t n);
static inline uint32_t state_of(const struct induce *self, uint32_t state) {
    while (self->state[state] != state) state = self->state[state];
    return state;
}
const char *induce_category(struct induce *self, uint32_t state);
bool induce_contributes(const struct induce *self, uint32_t word, struct atom atom);

/* induce_frames.c */
void induce_make_entries(struct induce *self);
void induce_add_entry(struct induce *self, uint32_t word, const char *cat, const char *program,
                      double count);
void induce_add_use(struct induce *self, uint32_t word, uint32_t form, uint32_t frame,
                    double count);

/* induce_share.c */
void induce_share_frames(struct induce *self);

/* induce_wrong.c: the model at first; *out is that or a better one, without wrong examples. */
g2l2_status induce_improve(struct induce *self, const g2l2_domain *domain, const g2l2_dataset *data,
                           g2l2_model **out, g2l2_error *err);
/* induce.c: what words bring and belong to; entries, from that. */
void induce_choose(struct induce *self);
void induce_derive(struct induce *self);

/* induce_write.c: `reach` as in struct syntax. */
g2l2_status induce_write(struct induce *self, const g2l2_domain *domain, double reach,
                         g2l2_model **out, g2l2_error *err);

/* induce_reach.c: how much less likely a reading is for each word that it reaches over. */
g2l2_status induce_reach(g2l2_model *model, const g2l2_dataset *data, const struct recipe *recipe,
                         double *reach, g2l2_error *err);

/* induce.c: *out stays NULL where the data are not of this kind. */
g2l2_status induce_learn(const g2l2_domain *domain, const g2l2_dataset *data,
                         const struct recipe *recipe, g2l2_model **out, g2l2_error *err);

#endif
