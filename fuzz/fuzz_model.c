/* The bytes of a model file, as they are and with a checksum that is right: no
 * fuzzer would ever find one. */
#include "fuzz/fuzz.h"
#include "store/store.h"

static void read_model(const char *bytes, size_t size) {
    g2l2_model *model;
    g2l2_error err = {0};
    g2l2_status status = g2l2_model_read(bytes, size, &model, &err);
    if (status) {
        fuzz_check_error(status, &err);
        return;
    }
    fuzz_round_trip(model);
    fuzz_run_words(model);
    g2l2_model_free(model);
}

int fuzz_one(const uint8_t *data, size_t size) {
    char *bytes = malloc(size + 1); /* a NUL follows, as after file_read */
    must(bytes != NULL);
    if (size) memcpy(bytes, data, size);
    bytes[size] = 0;
    read_model(bytes, size);
    if (size >= STORE_DIGITS_AT + STORE_DIGITS) {
        store_put_checksum(bytes, size);
        read_model(bytes, size);
    }
    free(bytes);
    return 0;
}
