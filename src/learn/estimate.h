/* estimate - how often a model would be right about examples that it was not learned from. */
#ifndef G2L2_ESTIMATE_H
#define G2L2_ESTIMATE_H

#include "g2l2.h"

/* As g2l2_learn_estimate, by the first n_parts of all parts. */
g2l2_status estimate_parts(const g2l2_domain *domain, const g2l2_dataset *data,
                           const g2l2_learn_options *options, size_t n_parts, g2l2_estimate *out,
                           g2l2_error *err);

#endif
