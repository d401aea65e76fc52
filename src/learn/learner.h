/* learner - from examples to a lexicon; the state of one run.
 *
 *     examples ─▶ candidates ─▶ [ batch ─▶ objective ─▶ Adam ─▶ elimination ] ─▶ model
 *                                 └──────────── one training step ─────────┘
 *
 * learn.c        g2l2_learn: what is asked for, and what came of it
 * ladder.c       attempts, from narrow to wide;  description.c  which is best
 * contest.c      definitions for labels, by what is held back;  labels.c  are there any?
 * attempt.c      one run, phase by phase
 * recipe.h       every constant
 * examples.c     words with all their candidates; the examples, by length
 * curriculum.c   stages of growing length, and the steps of each
 * batch.c        one training step: draw, compute by threads, add up, update
 * objective_*.c  what one example says: the only files that parse and execute
 * adam.c         one word's update;  templates.c  what words share
 * eliminate.c    entries that are ruled out, and brought back
 * reset.c        words that were not understood begin again
 * senses.c       what else words mean
 * choose.c       from weights to entries
 * evidence.c     which examples use an entry
 * build.c        the entries as a model
 * check.c        the model asked for its examples; what cannot be learned from
 * estimate.c     how far it can be trusted: examples that are held back
 * teach.c        a few examples more, for a model that is there
 * observe.c      what words may mean so far, for whoever wants to watch
 * resume.c       what a checkpoint has of a run, and going on from it
 * through.c      the gradient into features, for whoever makes them
 * groups.c       what words share: rivals, synonyms
 * scaling.c      features
 *
 * The result depends on the seed alone: examples are computed in any order, by any
 * number of threads, and added up in theirs. */
#ifndef G2L2_LEARNER_H
#define G2L2_LEARNER_H

#include "common/pool.h"
#include "learn/groups.h"
#include "learn/observe.h"
#include "learn/recipe.h"
#include "learn/scaling.h"
#include "model/model.h"
#include "store/checkpoint.h"

struct example {
    const uint32_t *words;    /* [n_places] */
    const char *const *texts; /* [n] as the question has them, or NULL */
    uint32_t n;
    uint32_t n_places; /* of `words`: after those of the sentence, its phrases */
    uint32_t number;   /* in the data */
    uint32_t gave_up;  /* slots of its words when it was too large, or 0 */
    const struct target *target;
    const struct scene *scene;   /* NULL: it is about none */
    const struct worlds *worlds; /* all that it is about, where there are several; or NULL */
    const char *source;          /* as it is written, and where its words stand; or NULL */
    const struct text_span *spans;
};

/* A candidate that elimination took away, and its weight then. */
struct ruled_out {
    uint32_t word, entry;
    double tau;
};

/* What entries of the same category and program have in common, but for constants. */
struct template {
    double weight; /* part of the tau of all of its entries */
    double grad, m, v, step;
    uint32_t steps;
    bool touched;
};

/* Of the current step. */
struct rates {
    double tau, object, pair, answer; /* learning rates */
    double decay;                     /* of concepts */
    double lambda;                    /* of the loss */
    double pull;                      /* towards EMPTY */
    double noise;                     /* share of examples that are taken to be wrong */
    double blur;                      /* of features, of their deviation */
};

/* What takes steps, in its order. */
enum phase {
    PHASE_STAGES,
    PHASE_RESETS,
    PHASE_SENSES,
    PHASE_FINAL,
    PHASE_SENSES_AGAIN,
    PHASE_CLOSING,
};

/* Where in a run its steps are: all that decides which of them come next, but for what the
 * phase holds (l->held). */
struct place {
    uint32_t phase; /* enum phase */
    uint32_t round; /* of the phase: a stage, a round of resets or senses */
    uint32_t step;  /* of the round, which are done */
};

#define MAX_STAGES 12

struct learner {
    const g2l2_learn_options *options;
    struct recipe recipe;
    const struct objective *objective;
    const g2l2_dataset *data;
    bool world;    /* examples are about scenes */
    bool concepts; /* and words have concepts of their objects */
    bool given;    /* of features that objects bring: measured ones, that is */
    struct arena arena;
    struct arena scratch; /* between two calls: nothing */
    struct guard guard;
    g2l2_model *work; /* every word with every candidate */
    struct lexicon *lexicon;
    uint32_t most_slots;      /* of a word */
    VEC(double) prior;        /* [n_entries] tau before anything was seen */
    struct example *examples; /* [n] by length */
    uint32_t n;
    struct scaling scaling;
    const struct groups *groups;        /* what words share, as an earlier run found; or NULL */
    uint32_t longest;                   /* rows of an example */
    uint32_t *template_of, n_templates; /* [n_entries] */
    struct template *templates;         /* [n_templates] */
    struct factors *factors;            /* where tau is a sum of shared weights, or NULL */
    VEC(uint32_t) targets;              /* the first example with each target */
    uint32_t *target_of;                /* [n in the data] which of these it has */
    const char **sentences;             /* [n in the data] as they are cut into words */
    bool seeks_idioms;                  /* words side by side may be one */
    struct symbols idioms;              /* these: "pick up" */
    struct scene *stated;               /* [n_stated] scenes with their worlds, where facts count */
    uint32_t n_stated;
    bool names_shared; /* does a name stand for several of the objects? */
    /* parallel to the slots: [n_slots] */
    double *slope;     /* of the loss, in the latest step */
    uint32_t *initial; /* entries that words began with */
    double *anchor;    /* tau that it is pulled back to, or NULL */
    double *m, *v;     /* Adam */
    double *weight;    /* softmax of tau over a word, where the objective has that */
    bool *live;        /* entries that are not all but ruled out */
    bool only_live;    /* consider no others, whatever becomes of it */
    bool *sense;       /* examples are explained by it */
    uint32_t *uses;    /* examples in which it was viable */
    bool *keep;
    VEC(struct ruled_out) ruled_out;
    /* parallel to the words: [n_words] */
    uint32_t *n_initial, *steps, *sightings;
    bool *several;                     /* it has, or is tried with, several senses */
    double *param_m, *param_v;         /* parallel to the numbers of words */
    const struct concept **concept_of; /* [n_params] */
    const uint32_t *answers;           /* [n_answers] words whose concepts every example has */
    uint32_t n_answers;
    /* the batch */
    struct rng rng;
    struct pool *pool;
    struct worker *workers;
    int n_workers;
    void *state;            /* the objective's */
    struct fit_state *fits; /* of weights on what goes together, where there are such (fits.c) */
    uint32_t batch, n_drawn;
    struct example **drawn;            /* [batch] distinct */
    uint32_t *turns;                   /* [batch] in which order threads take them */
    struct gradient *gradients;        /* [batch] */
    uint32_t *first, *next;            /* rows of a word: [n_words], [batch * longest] */
    uint32_t *touched, n_touched;      /* words of the batch */
    uint32_t *of_word, *of_word_first; /* examples of words: [...], [n_words + 1] */
    uint32_t *alive, n_alive;          /* words that occur in the current stage */
    uint32_t alive_for;                /* how many examples it was made for */
    const struct example **hard;       /* [n_hard] to be drawn often */
    uint32_t n_hard;
    struct rates rates;
    /* the curriculum */
    uint32_t stages[MAX_STAGES]; /* longest example of each */
    int n_stages;
    double loss, accuracy;           /* of the latest batch; accuracy below 0: not known */
    double mean_loss, mean_accuracy; /* of the latest steps */
    uint32_t n_updates, n_planned;
    uint32_t n_unexplained; /* in the latest stage: drawn and out of reach */
    uint32_t n_tried;       /* and all that were drawn, but for those that are too large */
    bool hopeless;          /* it leaves most of them unexplained: given up */
    double spent;           /* steps of execution so far */
    double max_spent;
    double tolerance; /* of elimination: 1: one example rules an entry out */
    double noise;     /* share of examples that are taken to be wrong */
    struct observer observer;
    g2l2_parser *parser; /* that entries are tried with, or NULL */
    double deadline;     /* of a clock that never goes back; INFINITY: none */
    bool stopped;
    /* other processes */
    struct stash *of_rank; /* [ranks] what each has given; NULL: none was asked for yet */
    uint64_t n_exchanges;
    /* going on */
    struct checkpoint *checkpoint; /* or NULL */
    uint64_t run;                  /* which of the runs on these data it is */
    struct place place;
    bool resumed;          /* it was restored, and its steps are not reached yet */
    struct stash restored; /* then: what is not read yet, the phase's part */
    /* What the phase holds beside all this while steps are made; both NULL: nothing. */
    void (*keep_held)(struct learner *l, struct stash *stash);
    void *held;
};

/* ---- learn.c ---- */

/* All of g2l2_learn but the budget; the deadline is for what takes long within one update. */
g2l2_status learn_all(const g2l2_domain *domain, const g2l2_dataset *data,
                      const g2l2_learn_options *options, double deadline, g2l2_model **out,
                      struct checkpoint *checkpoint, g2l2_learn_report *report, g2l2_error *err);
/* g2l2_learn with a checkpoint that is open. */
g2l2_status learn_watched(const g2l2_domain *domain, const g2l2_dataset *data,
                          const g2l2_learn_options *options, struct checkpoint *checkpoint,
                          g2l2_model **out, g2l2_learn_report *report, g2l2_error *err);

/* ---- resume.c ---- */

/* What a run on these data is a run of: hashes. */
struct resume_source {
    const g2l2_domain *domain;
    const g2l2_dataset *data;
    const g2l2_learn_options *options;
};
void resume_identify(const void *source, struct checkpoint_identity *out);
/* Once all is open: go on where a checkpoint was made in this run, if one was. */
void resume_open(struct learner *l);
/* Is the phase to be run? Not if the run goes on behind it. */
bool resume_reaches(struct learner *l, enum phase phase);
/* The phase holds something while it makes steps; where the run goes on here, it is read. */
void resume_hold(struct learner *l, void *held,
                 void (*keep)(struct learner *l, struct stash *stash));
/* After each step: a checkpoint, if one is due or learning was stopped. */
void resume_point(struct learner *l);
/* Examples by their numbers: [n], and how many there are of them. */
void resume_examples(struct learner *l, struct stash *stash, const struct example **at, uint32_t n);
/* What steps change of words: entries, weights, concepts, and their moments. */
void resume_keep_words(struct learner *l, struct stash *stash);
_Noreturn void resume_fail(struct learner *l);

/* ---- examples.c ---- */

/* Constants that targets name, and those that are stated of objects. */
void learner_add_literals(const struct learner *l, struct arena *arena, g2l2_domain *domain);
/* Words, first weights and concepts, examples, and memory for all that is parallel to them. */
void examples_open(struct learner *l, const struct candidate_set *set);
/* What an entry of a word begins with; draws a random number. */
double examples_first_tau(struct learner *l, uint32_t word, uint32_t entry);
/* Words that a space parts. */
uint32_t examples_count_words(const char *sentence);
/* Has the program a constant that is spelled as the word? */
bool examples_is_spelled(const struct lang *lang, const struct term *program, const char *word);
void examples_first_params(struct learner *l, uint32_t word);
bool learner_is_plain(const g2l2_domain *domain, const g2l2_learn_options *options);

/* ---- idioms.c ---- */

/* Two words that are one, by all sentences; where it is asked for. */
void idioms_find(struct learner *l);
size_t idioms_word(const struct learner *l, const char *at); /* bytes of the word, or of both */

/* ---- wholes.c ---- */

/* A candidate that is a whole target, and the constants it has. */
struct whole {
    struct candidate candidate;
    VEC(uint16_t) constants;
};
typedef VEC(struct whole) whole_list;
/* Those of all targets, [l->targets.n], in the categories that the set names. */
void wholes_list(struct learner *l, const struct candidate_set *set, const struct target *targets,
                 whole_list *out);
bool whole_has(const struct whole *self, const uint16_t *constants, uint32_t n); /* no others? */

/* ---- parts.c, objective_ranked.c ---- */

/* Words, phrases and their entries, from what occurs together. */
void parts_fill(struct learner *l, const struct candidate_set *set);
/* All of learning where values are ranked, but for building the model. */
/* fits.c: weights on what goes together; a step of them, and what of them a checkpoint holds. */
void fits_open(struct learner *l);
void fits_update(struct learner *l);
void fits_sum(struct learner *l);
void fits_average(struct learner *l, uint32_t n); /* of so many sums */
void fits_forget_sums(struct learner *l);
void fits_keep(struct learner *l, struct stash *stash);
void ranked_run(struct learner *l);

/* ---- curriculum.c ---- */

void curriculum_open(struct learner *l);
void curriculum_stages(struct learner *l); /* all but the final one */
void curriculum_final(struct learner *l);
void curriculum_close(struct learner *l); /* the end of the final one once more */
/* As many steps as `n` examples are, on all there are. `wanted`: see batch_step. */
void curriculum_steps(struct learner *l, double n, const bool *wanted);
/* Steps may go on: nobody stopped it, and it has not taken too long. */
bool learner_may_go_on(const struct learner *l);
double learner_done(const struct learner *l); /* share of the updates that are planned */
void learner_report(struct learner *l, int stage);
/* Its time is over: what is left to do is not worth beginning. */
bool learner_is_late(const struct learner *l);
/* When what was learned has to be a model, if time runs out or somebody stops it. */
double learner_grace(const struct learner *l);

/* ---- batch.c ---- */

void batch_open(struct learner *l);
void batch_close(struct learner *l);
/* Draw `size` of the first n examples. `wanted`: [n_words] words to be drawn more often, or
 * NULL. */
void batch_draw(struct learner *l, uint32_t n, const bool *wanted);
/* One training step on the first n examples. */
void batch_step(struct learner *l, uint32_t n, const bool *wanted);
/* The same on these examples: [n], at most a batch. */
void batch_take(struct learner *l, const uint32_t *examples, uint32_t n);

/* ---- adam.c ---- */

struct worker;
/* Update one word with the gradient that the worker has added up. */
void adam_update(struct learner *l, struct worker *w, uint32_t word);
void adam_forget(struct learner *l, uint32_t word);
/* Weights of a word from its tau. */
void adam_weigh(struct learner *l, uint32_t word);

/* One step of a number; n: how many it has made, this one too. Returns what to take off. */
double adam_step(const struct recipe *r, double *m, double *v, double grad, double rate,
                 uint32_t n);

/* ---- templates.c ---- */

void templates_open(struct learner *l);
void templates_update(struct learner *l); /* after the words of the batch */

/* ---- factors.c, answers.c ---- */

void factors_open(struct learner *l);
void factors_update(struct learner *l); /* after the words of the batch */
/* A value that some words mean is hardly meant by others: uses of slots in derivations of answers. */
void factors_share_out(struct learner *l, const double *uses);
/* What was learned of a word alone is forgotten. */
void factors_reset(struct learner *l, uint32_t word);
/* Weights become the means of what they were at each call of the first, if there was one. */
void factors_sum(struct learner *l);
void factors_average(struct learner *l);
void factors_forget_sums(struct learner *l);
void factors_move(struct learner *l, uint32_t from, uint32_t to); /* a slot has another number */
void factors_keep(struct learner *l, struct stash *stash);
void answers_weigh_asked(struct learner *l);
void answers_weigh_nothing(struct learner *l, g2l2_model *model);
/* May a word have this entry, by its spelling? */
bool factors_allow(const struct learner *l, const char *word, const struct term *program);
/* The word that a word is a form of: itself, if of none. */
uint32_t factors_form(const struct learner *l, uint32_t word);

/* ---- shown.c: what answers show of words ---- */

/* [words, literals] log weight that a word, as factors_form has it, means a value. */
const double *shown_values(struct learner *l);
/* paradigms.c: which entries are used with values of which properties; and, in l->keep, those of a word
 * that words which mean values of the same property have. */
struct paradigms;
struct paradigms *paradigms_find(struct learner *l, const double *uses);
void paradigms_keep(struct learner *l, const struct paradigms *p, uint32_t w, const double *uses);
/* What the word is in some scene by its spelling: WORD_NAME and so on (types/stated.h). */
uint32_t learner_spelling(const struct learner *l, const char *word);
/* The questions that have a word, and what they are answered by. */
struct word_answers {
    const uint32_t *sentences; /* [n] */
    uint32_t n;
    const struct target *targets; /* by l->target_of of a sentence */
};
/* Numbers for the `?` of a program, which bounds what is asked for with the word (bounds.c): how
 * many, at most recipe.answer_bounds. */
uint32_t bounds_of(struct learner *l, const struct term *program, const struct word_answers *of,
                   double *out);
/* Stages, epochs, and which entries are kept: l->keep. */
void answers_learn(struct learner *l);

/* ---- eliminate.c ---- */

/* Rule out entries of a word that are viable clearly less often than its best. */
void eliminate_word(struct learner *l, uint32_t word);
/* After a stage where nothing tells what is viable: light entries of all words. */
void eliminate_light(struct learner *l);
/* All candidates that a word began with are back, or this one: an initial slot. */
void eliminate_undo(struct learner *l, uint32_t word);
uint32_t eliminate_restore(struct learner *l, uint32_t word, uint32_t initial, double tau);
/* Is the candidate of an initial slot still there? The slot, or UINT32_MAX. */
/* Drop the entries of a word that l->keep does not have; lexicon_index is the caller's. */
void eliminate_unkept(struct learner *l, uint32_t word);
uint32_t eliminate_find(const struct learner *l, uint32_t word, uint32_t initial);

/* ---- reset.c, senses.c, choose.c, evidence.c ---- */

void reset_run(struct learner *l);
/* Returns whether some were found. */
bool senses_run(struct learner *l);
/* Decide which slots make up the lexicon: l->keep. */
void choose_run(struct learner *l);

/* Examples that an entry is used for. */
struct evidence {
    uint32_t n;                      /* all */
    const struct example **examples; /* [witnesses] the first of them */
};
struct evidence *evidence_collect(struct learner *l); /* [n_slots] */
/* Of what is live: [n_slots] in how many examples it is used, and one of them. */
void evidence_count(struct learner *l, uint32_t *counts, const struct example **examples);

/* ---- build.c, check.c ---- */

void build_model(struct learner *l, g2l2_model *model);

/* openers.c: what phrases are, by their first word, as the model reads its examples. */
void openers_learn(struct learner *l, g2l2_model *model);
/* neighbours.c: which words stand side by side. */
void neighbours_learn(struct learner *l, g2l2_model *model);
/* The first example that the model does not explain, and what happens instead. */
struct failure {
    size_t example;
    char reason[256];
};
g2l2_status check_model(const struct learner *l, const g2l2_model *model, g2l2_learn_report *report,
                        struct failure *first, g2l2_error *err);
/* Are most of the sentences explained that any two words are in? Then the others are wrong. */
bool check_is_even(const struct recipe *recipe, const g2l2_limits *limits, const g2l2_dataset *data,
                   g2l2_model *model);
/* Note in the model the fewest words to blame for examples that are not explained: those that have them both fail
 * more often than others, by no chance. */
g2l2_status check_doubt(const struct recipe *recipe, const g2l2_limits *limits,
                        const g2l2_dataset *data, g2l2_model *model, g2l2_error *err);
/* Too many examples stay unexplained: an error that says which, and why. */
g2l2_status check_refuse(const g2l2_dataset *data, const g2l2_learn_report *report,
                         const struct failure *failure, g2l2_error *err);

/* ---- ranks.c: processes that learn together ---- */

#define RANKS_LOST "a process that learns together with this one has ended, or is at another place"

/* Of n items in parts, part p has those from n p / parts on and is process p's, modulo the number of them,
 * to make: the others' come here. `number` is that of the exchange, which all must be at. False:
 * they are not, or one is gone. `ranks` may be NULL: there are no others. */
bool ranks_gather(const g2l2_ranks *ranks, uint64_t *number, void *at, size_t n, size_t size,
                  uint32_t parts);
/* *any: does any process say so? Otherwise as ranks_gather. */
bool ranks_ask(const g2l2_ranks *ranks, uint64_t *number, bool own, bool *any);

/* Is item i of a batch this process's to compute? */
bool ranks_own(const struct learner *l, uint32_t i);
/* Once it has computed its own: gradients of the batch, or numbers, of the others. May raise. */
void ranks_share_batch(struct learner *l);
void ranks_share_numbers(struct learner *l, double *numbers, uint32_t n);
/* Does any process say so? */
bool ranks_any(struct learner *l, bool own);
/* What a clock may have decided: bytes as the first process has them. */
void ranks_follow(struct learner *l, void *at, size_t n);

/* ---- small things ---- */

static inline const struct word *learner_word(const struct learner *l, uint32_t word) {
    return &l->lexicon->words.at[word];
}

/* The slot of the heaviest entry; the word has entries. */
static inline uint32_t learner_heaviest(const struct learner *l, const struct word *word) {
    uint32_t best = word->first;
    for (uint32_t s = word->first; s < word->first + word->n; s++)
        if (l->lexicon->tau[s] > l->lexicon->tau[best]) best = s;
    return best;
}

/* −log P(target), but not more than for an example that is all but impossible. */
double learner_loss(const struct learner *l, double probability);

#endif
