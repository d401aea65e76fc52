/* SCAN from its grammar. Every command is one phrase or two:
 *
 *   command = phrase | phrase and phrase | phrase after phrase   102 + 2·102·102
 *   phrase  = (move | move twice | move thrice)                  3·34
 *   move    = verb | verb side | verb opposite side | verb around side
 *   verb    = walk | look | run | jump | turn,  side = left | right
 *
 * (`turn` needs a side: 5·6 + 4 = 34 moves.) What a move does is a table, too:
 * a number of rounds, each some turns and then the verb's own action, of which
 * `turn` has none. So the 102 phrases are expanded once and a command is a
 * number that names at most two of them.
 *
 *   0 .. 20909 ── shuffle(seed) ──▶ order ── in the part? ── length still open? ──▶ lines
 *
 * One shuffle is the random split, the sample within each length and the order
 * of the lines; parts of one seed never overlap, whatever the fraction. */
#include <string.h>

#include "generators/scan/scan.h"

#define N_PHRASES 102u
#define N_TRAIN   16728u /* 80% of the commands, the size of the published split */
#define MAX_SHORT 22u    /* actions of a command that trains in the length split */
#define MAX_WORDS 9u     /* `jump around left twice and jump around left twice` */

struct phrase {
    struct buf words, actions;
    uint32_t n_words, n_actions;
    bool jump, around_right, turn_around_right;
};

struct command {
    const struct phrase *first, *second; /* second: NULL if it is one phrase */
    bool after;
    uint32_t n_words, n_actions;
};

enum verb { VERB_WALK, VERB_LOOK, VERB_RUN, VERB_JUMP, VERB_TURN, N_VERBS };
enum manner { MANNER_BARE, MANNER_SIDE, MANNER_OPPOSITE, MANNER_AROUND, N_MANNERS };
enum side { SIDE_LEFT, SIDE_RIGHT, N_SIDES };

static const struct {
    const char *word, *action;
} verbs[N_VERBS] = {
    {"walk", "I_WALK"}, {"look", "I_LOOK"}, {"run", "I_RUN"}, {"jump", "I_JUMP"}, {"turn", ""},
};

static const struct {
    const char *word;
    int rounds, turns;
} manners[N_MANNERS] = {{"", 1, 0}, {"", 1, 1}, {"opposite", 1, 2}, {"around", 4, 1}};

static const struct {
    const char *word, *turn;
} sides[N_SIDES] = {{"left", "I_TURN_LEFT"}, {"right", "I_TURN_RIGHT"}};

static const char *const times[] = {"", "twice", "thrice"};

/* ---- the grammar ------------------------------------------------------------ */

/* Append a word, counted, unless it is "". */
static void add(struct buf *text, const char *word, uint32_t *n) {
    if (!*word) return;
    if (*n) buf_puts(text, " ");
    buf_puts(text, word);
    ++*n;
}

static void phrase_words(struct phrase *self, enum verb verb, enum manner manner, enum side side,
                         int repeat) {
    add(&self->words, verbs[verb].word, &self->n_words);
    add(&self->words, manners[manner].word, &self->n_words);
    add(&self->words, manner == MANNER_BARE ? "" : sides[side].word, &self->n_words);
    add(&self->words, times[repeat], &self->n_words);
}

static void phrase_actions(struct phrase *self, enum verb verb, enum manner manner, enum side side,
                           int repeat) {
    for (int round = 0; round < manners[manner].rounds * (repeat + 1); round++) {
        for (int turn = 0; turn < manners[manner].turns; turn++)
            add(&self->actions, sides[side].turn, &self->n_actions);
        add(&self->actions, verbs[verb].action, &self->n_actions);
    }
}

static void phrase_make(struct phrase *self, struct arena *arena, enum verb verb,
                        enum manner manner, enum side side, int repeat) {
    *self = (struct phrase){.jump = verb == VERB_JUMP};
    self->around_right = manner == MANNER_AROUND && side == SIDE_RIGHT;
    self->turn_around_right = self->around_right && verb == VERB_TURN;
    buf_init(&self->words, arena);
    buf_init(&self->actions, arena);
    phrase_words(self, verb, manner, side, repeat);
    phrase_actions(self, verb, manner, side, repeat);
}

/* There is no `turn` without a side, and one `walk`, not one for each side. */
static bool is_move(enum verb verb, enum manner manner, enum side side) {
    return manner != MANNER_BARE || (verb != VERB_TURN && side == SIDE_LEFT);
}

static struct phrase *all_phrases(struct arena *arena) {
    struct phrase *out = arena_array(arena, struct phrase, N_PHRASES), *at = out; /* [N_PHRASES] */
    for (int v = 0; v < N_VERBS; v++)
        for (int m = 0; m < N_MANNERS; m++)
            for (int s = 0; s < N_SIDES; s++)
                for (int t = 0; t < 3; t++)
                    if (is_move((enum verb)v, (enum manner)m, (enum side)s))
                        phrase_make(at++, arena, (enum verb)v, (enum manner)m, (enum side)s, t);
    return out;
}

static struct command command_at(const struct phrase *phrases, uint32_t i) {
    if (i < N_PHRASES) {
        const struct phrase *only = &phrases[i];
        return (struct command){only, NULL, false, only->n_words, only->n_actions};
    }
    i -= N_PHRASES;
    const struct phrase *a = &phrases[i / 2 % N_PHRASES], *b = &phrases[i / 2 / N_PHRASES];
    return (struct command){a, b, i % 2, a->n_words + 1 + b->n_words, a->n_actions + b->n_actions};
}

static void put_line(struct buf *out, const struct command *command) {
    const struct phrase *a = command->first, *b = command->second;
    if (!b) {
        buf_printf(out, "IN: %s OUT: %s\n", a->words.at, a->actions.at);
        return;
    }
    const struct phrase *sooner = command->after ? b : a, *later = command->after ? a : b;
    buf_printf(out, "IN: %s %s %s OUT: %s %s\n", a->words.at, command->after ? "after" : "and",
               b->words.at, sooner->actions.at, later->actions.at);
}

/* ---- splits ----------------------------------------------------------------- */

static bool trains_jump(const struct command *c) {
    bool jump = c->first->jump || (c->second && c->second->jump);
    return !jump || c->n_words == 1;
}

static bool has_around_right(const struct command *c) {
    return c->first->around_right || (c->second && c->second->around_right);
}

static bool has_turn_around_right(const struct command *c) {
    return c->first->turn_around_right || (c->second && c->second->turn_around_right);
}

/* `rank` is the place in the shuffled order. The published around-right files
 * leave the commands with `turn around right` out of both parts. */
static bool in_part(const struct command *c, const struct scan_options *options, uint32_t rank) {
    bool trains = false;
    switch (options->split) {
    case SCAN_SIMPLE: trains = rank < N_TRAIN; break;
    case SCAN_JUMP: trains = trains_jump(c); break;
    case SCAN_LENGTH: trains = c->n_actions <= MAX_SHORT; break;
    case SCAN_AROUND_RIGHT:
        if (has_turn_around_right(c)) return false;
        trains = !has_around_right(c);
        break;
    }
    return trains == (options->part == SCAN_TRAIN);
}

/* ---- generation --------------------------------------------------------------- */

static uint32_t *shuffled(struct arena *arena, uint64_t seed) {
    uint32_t *order = arena_array(arena, uint32_t, SCAN_N_COMMANDS); /* [SCAN_N_COMMANDS] */
    struct rng rng;
    rng_seed(&rng, seed);
    rng_order(&rng, order, SCAN_N_COMMANDS);
    return order;
}

/* open: [MAX_WORDS + 1] commands to keep of each length. */
static void count_open(const struct phrase *phrases, const uint32_t *order,
                       const struct scan_options *options, uint32_t *open) {
    memset(open, 0, (MAX_WORDS + 1) * sizeof *open);
    for (uint32_t i = 0; i < SCAN_N_COMMANDS; i++) {
        struct command command = command_at(phrases, order[i]);
        if (in_part(&command, options, i)) open[command.n_words]++;
    }
    for (uint32_t n = 0; n <= MAX_WORDS; n++) {
        uint32_t kept = (uint32_t)(options->fraction * open[n] + 0.5);
        open[n] = kept || !open[n] ? kept : 1;
    }
}

static void check_options(const struct scan_options *options, struct guard *guard) {
    if (!(options->fraction > 0 && options->fraction <= 1))
        guard_raise(guard, G2L2_STATUS_ARGUMENT, 0, 0,
                    "a fraction of %g; it must be more than 0 and at most 1", options->fraction);
    if ((unsigned)options->split > SCAN_LENGTH || (unsigned)options->part > SCAN_TEST)
        guard_raise(guard, G2L2_STATUS_ARGUMENT, 0, 0,
                    "no such split or part; there are simple, jump, around-right and length, each "
                    "with train and test");
}

void scan_generate(const struct scan_options *options, struct buf *out) {
    uint32_t open[MAX_WORDS + 1];
    check_options(options, out->arena->guard);
    const struct phrase *phrases = all_phrases(out->arena);
    const uint32_t *order = shuffled(out->arena, options->seed);
    count_open(phrases, order, options, open);
    for (uint32_t i = 0; i < SCAN_N_COMMANDS; i++) {
        struct command command = command_at(phrases, order[i]);
        if (!in_part(&command, options, i) || !open[command.n_words]) continue;
        open[command.n_words]--;
        put_line(out, &command);
    }
}

/* ---- names -------------------------------------------------------------------- */

const char *const scan_split_names[] = {"simple", "jump", "around-right", "length", NULL};
const char *const scan_part_names[] = {"train", "test", NULL};

struct scan_options scan_options_default(void) {
    return (struct scan_options){.split = SCAN_SIMPLE, .part = SCAN_TRAIN, .fraction = 1};
}

static int find_name(const char *const *names, const char *name) {
    for (int i = 0; names[i]; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

bool scan_split_find(const char *name, enum scan_split *out) {
    int i = find_name(scan_split_names, name);
    if (i >= 0) *out = (enum scan_split)i;
    return i >= 0;
}

bool scan_part_find(const char *name, enum scan_part *out) {
    int i = find_name(scan_part_names, name);
    if (i >= 0) *out = (enum scan_part)i;
    return i >= 0;
}
