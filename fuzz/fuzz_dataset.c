/* A file of examples, in memory; what was read can be added again as it is. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzz.h"

static void check_examples(const g2l2_dataset *data, const char *path, g2l2_dataset *again) {
    g2l2_error err = {0};
    must(g2l2_dataset_count(data) > 0);
    for (size_t i = 0; i < g2l2_dataset_count(data); i++) {
        g2l2_example e = g2l2_dataset_get(data, i);
        must(*e.sentence && e.line > 0 && !strcmp(e.file, path));
        must(!g2l2_dataset_add(again, e.sentence, e.target, NULL, 0, &err));
        g2l2_example copy = g2l2_dataset_get(again, i);
        must(!strcmp(copy.sentence, e.sentence) && !strcmp(copy.target, e.target));
    }
}

int fuzz_one(const uint8_t *data, size_t size) {
    char path[64];
    g2l2_limits limits = fuzz_limits();
    g2l2_dataset *read, *again;
    g2l2_error err = {0};
    int fd = memfd_create("examples", 0);
    must(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    must(!g2l2_dataset_new(&read, &err) && !g2l2_dataset_new(&again, &err));
    g2l2_status status = g2l2_dataset_read(read, path, &limits, &err);
    if (status) {
        fuzz_check_error(status, &err);
        must(!strncmp(err.message, path, strlen(path)) && !g2l2_dataset_count(read));
    } else {
        check_examples(read, path, again);
    }
    g2l2_dataset_free(read);
    g2l2_dataset_free(again);
    close(fd);
    return 0;
}
