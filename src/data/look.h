/* look - scenes that were shown to a parser. */
#ifndef G2L2_LOOK_H
#define G2L2_LOOK_H

#include "data/scenes.h"
#include "parser/parser.h"

/* The scenes that g2l2_parser_look has shown, one of which is naming->scene; NULL: what was
 * shown is none of them. */
const g2l2_scenes *look_scenes(const struct naming *naming);

#endif
