/* An image in memory, of any kind or none. What is read is written and read again: the same.
 *
 * A changed chunk gets its right sum, or nothing would come further than that. */
#include <zlib.h>

#include "fuzz/fuzz.h"

#define SIGNATURE 8u  /* bytes before the first chunk */
#define AROUND    12u /* bytes of a chunk beside its data: length, name, sum */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

static uint32_t read_big(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void write_big(uint8_t *at, uint32_t n) {
    for (int i = 4; i-- > 0; n >>= 8) at[i] = (uint8_t)n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    size = LLVMFuzzerMutate(data, size, max);
    for (size_t at = SIGNATURE; seed % 8 && at + AROUND <= size;) {
        size_t length = read_big(data + at);
        if (length > size - at - AROUND) break;
        uint8_t *name = data + at + 4;
        write_big(name + 4 + length, (uint32_t)crc32(0, name, (uInt)(4 + length)));
        at += length + AROUND;
    }
    return size;
}

int fuzz_one(const uint8_t *data, size_t size) {
    g2l2_image *image, *again;
    g2l2_error err = {0};
    void *bytes;
    size_t length;
    g2l2_status status = g2l2_image_parse(data, size, "a.png", &image, &err);
    must(!status == (image != NULL));
    if (status) {
        fuzz_check_error(status, &err);
        return 0;
    }
    must(!g2l2_image_encode(image, &bytes, &length, &err));
    must(!g2l2_image_parse(bytes, length, "b.png", &again, &err));
    must(again->width == image->width && again->height == image->height);
    must(!memcmp(again->pixels, image->pixels, (size_t)image->width * image->height * 3));
    g2l2_image_free(image);
    g2l2_image_free(again);
    free(bytes);
    return 0;
}
