/* hours - hours of the week as a value type for g2l2: a bit for each of the 168. */
#ifndef HOURS_H
#define HOURS_H

#include <g2l2.h>

extern const g2l2_value_type hours_type;

#endif
