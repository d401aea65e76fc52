/* Learn a language about hours of the week, whose values the library does not know.
 *
 *     cc main.c hours.c $(pkg-config --cflags --libs g2l2) -o hours
 *     ./hours hours.def train.tsv test.tsv */
#include "hours.h"

#include <stdio.h>
#include <string.h>

static int fail(const g2l2_error *err) {
    fprintf(stderr, "%s\n", err->message);
    return 1;
}

static int learn(const g2l2_types *types, char **argv) {
    g2l2_error err;
    g2l2_domain *domain = NULL;
    g2l2_dataset *data = NULL;
    g2l2_model *model = NULL;
    g2l2_learn_report report;
    g2l2_learn_options options = g2l2_learn_options_default();
    int status = g2l2_domain_open_with(types, argv[1], &domain, &err) ||
                 g2l2_dataset_new(&data, &err) || g2l2_dataset_read(data, argv[2], NULL, &err) ||
                 g2l2_learn(domain, data, &options, &model, &report, &err) ||
                 g2l2_model_save(model, "hours.g2l2", &err);
    if (status) fail(&err);
    else printf("%zu of %zu examples explained\n", report.correct, report.checked);
    for (size_t i = 0; !status && i < g2l2_model_n_entries(model); i++) {
        g2l2_entry e = g2l2_model_entry(model, i);
        printf("%-10s %-6s %s\n", e.word, e.category, e.program);
    }
    g2l2_model_free(model);
    g2l2_dataset_free(data);
    g2l2_domain_free(domain);
    return status;
}

static int test(const g2l2_types *types, char **argv) {
    g2l2_error err;
    g2l2_model *model = NULL;
    g2l2_dataset *data = NULL;
    g2l2_parser *parser = NULL;
    size_t right = 0, n = 0;
    int status = g2l2_model_load_with(types, "hours.g2l2", &model, &err) ||
                 g2l2_parser_new(model, NULL, &parser, &err) || g2l2_dataset_new(&data, &err) ||
                 g2l2_dataset_read(data, argv[3], NULL, &err);
    if (status) fail(&err);
    for (; !status && n < g2l2_dataset_count(data); n++) {
        g2l2_example e = g2l2_dataset_get(data, n);
        g2l2_result result;
        status = g2l2_parser_run(parser, e.sentence, 1, &result, &err);
        if (status) fail(&err);
        else if (!result.n_readings) printf("%s: %s\n", e.sentence, result.reason);
        else if (strcmp(result.readings[0].text, e.target))
            printf("%s: %s, not %s\n", e.sentence, result.readings[0].text, e.target);
        else right++;
    }
    if (!status) printf("%zu of %zu new sentences right\n", right, n);
    g2l2_parser_free(parser);
    g2l2_dataset_free(data);
    g2l2_model_free(model);
    return status;
}

int main(int argc, char **argv) {
    g2l2_error err;
    g2l2_types *types = NULL;
    g2l2_model *model;
    if (argc != 4) {
        fprintf(stderr, "usage: hours DEFINITION TRAIN TEST\n");
        return 2;
    }
    int status = g2l2_types_new(&types, &err) || g2l2_types_add(types, &hours_type, &err);
    if (status) fail(&err);
    else status = learn(types, argv) || test(types, argv);
    /* A program that does not have the type is told so. */
    if (!status && g2l2_model_load("hours.g2l2", &model, &err))
        printf("without it: %s\n", err.message);
    g2l2_types_free(types);
    return status;
}
