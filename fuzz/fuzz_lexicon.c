/* A lexicon as text: imported, exported, imported; a sentence of its words run. */
#include "fuzz/fuzz.h"

int fuzz_one(const uint8_t *data, size_t size) {
    static g2l2_domain *nav;
    g2l2_model *model;
    g2l2_error err = {0};
    if (!nav) must(!g2l2_domain_open("nav", &nav, &err));
    const g2l2_budget budget = fuzz_budget();
    g2l2_status status = g2l2_lexicon_import((const char *)data, size, nav, &budget, &model, &err);
    if (status) {
        fuzz_check_error(status, &err);
        return 0;
    }
    fuzz_round_trip(model);
    fuzz_run_words(model);
    g2l2_model_free(model);
    return 0;
}
