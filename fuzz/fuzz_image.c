/* An image in memory, of any kind or none. What is read is written and read again: the same. */
#include "fuzz/fuzz.h"

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
