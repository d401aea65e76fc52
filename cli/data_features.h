/* data_features - `g2l2 data features`, a command of its own below `g2l2 data`. */
#ifndef G2L2_CLI_DATA_FEATURES_H
#define G2L2_CLI_DATA_FEATURES_H

#include "cli/cli.h"

int cli_data_features(int argc, char **argv); /* argv[0] is "features" */

#endif
