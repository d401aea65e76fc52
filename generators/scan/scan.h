/* scan - the SCAN commands (Lake and Baroni 2018) and their splits, from the
 * grammar: 20,910 pairs of a command and its actions. No file is read. */
#ifndef G2L2_NAV_SCAN_H
#define G2L2_NAV_SCAN_H

#include "common/common.h"

#define SCAN_N_COMMANDS 20910u

enum scan_split {
    SCAN_SIMPLE,       /* a seeded random 80% trains */
    SCAN_JUMP,         /* train: no command with `jump` but `jump` itself */
    SCAN_AROUND_RIGHT, /* test: `around right` after a verb of action */
    SCAN_LENGTH        /* train: at most 22 actions */
};

enum scan_part { SCAN_TRAIN, SCAN_TEST };

struct scan_options {
    enum scan_split split;
    enum scan_part part;
    double fraction; /* (0, 1]: kept of each length of command, at least one */
    uint64_t seed;   /* of the random split, the sample and the order */
};

/* Names as on the command line, indexed by the enums and ended by NULL. */
extern const char *const scan_split_names[];
extern const char *const scan_part_names[];

/* simple, train, all of it, seed 0. */
struct scan_options scan_options_default(void);

/* From a name; false if there is none such, and `out` is as it was. */
bool scan_split_find(const char *name, enum scan_split *out);
bool scan_part_find(const char *name, enum scan_part *out);

/* Append the lines `IN: ... OUT: ...` to `out`. Options outside their range
 * raise STATUS_ARGUMENT at the guard of `out`'s arena, as memory does. The same
 * options give the same bytes; a smaller fraction gives a part of a larger one. */
void scan_generate(const struct scan_options *options, struct buf *out);

#endif
