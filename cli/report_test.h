/* report_test - what a model says of test data, counted for `g2l2 report`. */
#ifndef G2L2_REPORT_TEST_H
#define G2L2_REPORT_TEST_H

#include "cli/cli.h"
#include "report/sheet.h"

struct test_files {
    const char *sentences;          /* or NULL */
    const char *scenes, *questions; /* likewise */
    const char *images;             /* likewise; the directory of the scenes' images */
    g2l2_limits limits;
};

/* Scenes as the model was taught to see them; of images, those that `data` asks about (NULL: all). */
g2l2_status test_show(const struct test_files *files, const g2l2_model *model, g2l2_scenes *scenes,
                      const g2l2_dataset *data, g2l2_error *err);
/* What `files` has is read for this model; both are the caller's to free, whatever comes
 * back: EXIT_OK, or another status after a message. */
int test_read(const struct test_files *files, const g2l2_model *model, g2l2_scenes **scenes,
              g2l2_dataset **data);
/* Everything in `arena`. `scenes` may be NULL. */
int test_run(const struct test_files *files, const g2l2_model *model, const g2l2_scenes *scenes,
             const g2l2_dataset *data, struct arena *arena, struct tested **out);

#endif
