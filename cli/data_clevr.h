/* data_clevr - `g2l2 data clevr`, a command of its own below `g2l2 data`. */
#ifndef G2L2_CLI_DATA_CLEVR_H
#define G2L2_CLI_DATA_CLEVR_H

#include "cli/cli.h"

int cli_data_clevr(int argc, char **argv); /* argv[0] is "clevr" */

#endif
