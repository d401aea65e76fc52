/* Checkpoints of commands that learn: where they are, and what is said of them. The library writes
 * them and goes on from them; they lie beside what is learned and go when that is written. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/common.h"
#include "cli/cli.h"

bool cli_is_special(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

int cli_checkpoint_open(g2l2_checkpoint *self, const char *output, char **path) {
    *path = NULL;
    if (cli_is_special(output)) return EXIT_OK;
    if (asprintf(path, "%s.checkpoint", output) < 0) {
        *path = NULL;
        fprintf(stderr, "g2l2: out of memory\n");
        return EXIT_ERROR;
    }
    self->path = *path;
    return EXIT_OK;
}

static bool is_there(const g2l2_checkpoint *self) {
    return self->path && access(self->path, F_OK) == 0;
}

bool cli_checkpoint_tell(const g2l2_checkpoint *self) {
    bool there = is_there(self);
    if (self->resume && !there)
        cli_put(stderr, "g2l2: note: there is no %s to go on from; this begins at the start\n",
                self->path ? self->path : "checkpoint");
    if (!self->resume && there)
        cli_put(stderr,
                "g2l2: note: %s is of a run that did not come to its end; this begins at the "
                "start, --resume would go on from it\n",
                self->path);
    return self->resume && there;
}

void cli_checkpoint_stays(const g2l2_checkpoint *self) {
    cli_put(stderr, "g2l2: note: the same command with --resume goes on from %s\n", self->path);
}

void cli_checkpoint_remove(const g2l2_checkpoint *self) {
    if (cli_ranks() && cli_ranks()->own) return; /* it is the first one's */
    if (self->path) file_remove(self->path);
}
