/* base - what every folder of the library stands on: the toolkit that it shares with the
 * programs beside it. */
#ifndef G2L2_BASE_H
#define G2L2_BASE_H

#include "common/common.h"

#endif
