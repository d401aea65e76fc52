/* Images by several threads: each takes the next scene that nobody has, draws it and writes its
 * two files. What is in them depends on seed and number of the scene, not on who drew it. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "generators/clevr/draw.h"

#define MAX_THREADS 64

struct crew {
    const struct clevr_draw *job;
    uint32_t width, height;
    pthread_mutex_t lock; /* of what follows */
    size_t next, done;
    g2l2_status status;
    g2l2_error err;
};

/* ---- one scene ------------------------------------------------------------------------------------- */

struct table { /* of one thread */
    struct clevr_picture picture;
    g2l2_image *image, *mask;
};

static g2l2_status save(const struct crew *self, const char *folder, const char *name,
                        const g2l2_image *image, g2l2_error *err) {
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/%s/%s", self->job->folder, folder, name);
    if (n < 0 || (size_t)n >= sizeof path)
        return err_set(err, G2L2_STATUS_ARGUMENT, 0, 0, "the folder's name is too long");
    return g2l2_image_write(image, path, err);
}

static g2l2_status draw_one(struct crew *self, struct table *table, size_t i, g2l2_error *err) {
    struct clevr_picture *picture = &table->picture;
    struct clevr_view *view = &picture->view;
    g2l2_status status = self->job->get(self->job->context, i, picture, err);
    if (status) return status;
    view->width = self->width;
    view->height = self->height;
    clevr_view_project(view, &picture->scene);
    clevr_view_mask(view, &picture->scene, picture->mask);
    if (!clevr_view_image(view, &picture->scene, hash_mix(self->job->seed, i),
                          table->image->pixels))
        return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    status = save(self, "images", picture->name, table->image, err);
    return status ? status : save(self, "masks", picture->name, table->mask, err);
}

/* ---- the crew --------------------------------------------------------------------------------------- */

static bool take(struct crew *self, size_t *i) {
    pthread_mutex_lock(&self->lock);
    bool more = !self->status && self->next < self->job->n;
    if (more) *i = self->next;
    if (more) self->next += self->job->step ? self->job->step : 1;
    pthread_mutex_unlock(&self->lock);
    return more;
}

static void give(struct crew *self, const struct table *table, size_t i, const g2l2_error *err) {
    const struct clevr_draw *job = self->job;
    pthread_mutex_lock(&self->lock);
    self->done++;
    if (err->status && !self->status) {
        self->status = err->status;
        self->err = *err;
    } else if (!err->status) {
        if (job->drawn) job->drawn(job->context, i, &table->picture);
        if (job->progress) job->progress(job->context, self->done);
    }
    pthread_mutex_unlock(&self->lock);
}

static void *work(void *context) {
    struct crew *self = context;
    struct table *table = calloc(1, sizeof *table);
    g2l2_error err = {.status = G2L2_STATUS_NO_MEMORY, .message = "out of memory"};
    size_t i;
    bool ready = table && !g2l2_image_new(self->width, self->height, 3, &table->image, &err) &&
                 !g2l2_image_new(self->width, self->height, 1, &table->mask, &err);
    if (ready) table->picture.mask = table->mask->pixels;
    while (take(self, &i)) {
        if (ready) err.status = draw_one(self, table, i, &err);
        give(self, table, i, &err);
    }
    if (table) {
        g2l2_image_free(table->image);
        g2l2_image_free(table->mask);
    }
    free(table);
    return NULL;
}

static g2l2_status make_folder(const char *folder, const char *name, g2l2_error *err) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return G2L2_STATUS_OK;
    return err_set(err, G2L2_STATUS_IO, 0, 0, "%s: cannot make the folder: %s", path,
                   strerror(errno));
}

static void run_crew(struct crew *self) {
    pthread_t threads[MAX_THREADS];
    int n = 0, most = self->job->threads < MAX_THREADS ? self->job->threads : MAX_THREADS;
    while (n + 1 < most && !pthread_create(&threads[n], NULL, work, self)) n++;
    work(self);
    while (n) pthread_join(threads[--n], NULL);
}

g2l2_status clevr_draw(const struct clevr_draw *job, g2l2_error *err) {
    struct crew self = {.job = job,
                        .next = job->first,
                        .width = job->width ? job->width : CLEVR_WIDTH,
                        .height = job->height ? job->height : CLEVR_HEIGHT};
    g2l2_status status = make_folder(job->folder, "images", err);
    if (!status) status = make_folder(job->folder, "masks", err);
    if (status) return status;
    pthread_mutex_init(&self.lock, NULL);
    run_crew(&self);
    pthread_mutex_destroy(&self.lock);
    if (self.status && err) *err = self.err;
    return self.status;
}
