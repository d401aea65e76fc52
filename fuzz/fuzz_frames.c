/* Examples with records, learned from within a budget: a model that runs their sentences, or a reason. */
#include "fuzz/fuzz.h"

#define MOST_EXAMPLES 12

static void learn(const g2l2_dataset *data) {
    static g2l2_domain *frames;
    g2l2_learn_options options = g2l2_learn_options_default();
    g2l2_learn_report report;
    g2l2_model *model;
    g2l2_error err = {0};
    if (!frames) must(!g2l2_domain_open("frames", &frames, &err));
    options.limits = fuzz_limits();
    options.budget.seconds = FUZZ_SECONDS;
    g2l2_status status = g2l2_learn(frames, data, &options, &model, &report, &err);
    if (status) {
        fuzz_check_error(status, &err);
        return;
    }
    must(report.correct <= report.checked && report.checked <= report.examples);
    fuzz_run(model, g2l2_dataset_get(data, 0).sentence);
    g2l2_model_free(model);
}

int fuzz_one(const uint8_t *data, size_t size) {
    const g2l2_limits limits = fuzz_limits();
    g2l2_dataset *read;
    g2l2_error err = {0};
    must(!g2l2_dataset_new(&read, &err));
    g2l2_status status = g2l2_dataset_parse(read, (const char *)data, size, "a", &limits, &err);
    if (status) fuzz_check_error(status, &err);
    else if (g2l2_dataset_count(read) <= MOST_EXAMPLES) learn(read);
    g2l2_dataset_free(read);
    return 0;
}
