/* The names of the library's functions are looked up once. */
#include "server/microhttpd.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define LIBRARY "libmicrohttpd.so.12" /* the name that its programs are linked with */

static struct microhttpd table;
static const char *problem;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define FIND(name)                                                                                 \
    *(void **)&table.name = dlsym(library, "MHD_" #name);                                          \
    if (!table.name) problem = "its MHD_" #name " is missing";

/* Why it is not there: it may be, and there is no memory for it. */
static const char *explain(const char *why) {
    static char text[200];
    if (!why || strstr(why, "No such file"))
        return "it is not installed (Debian: apt-get install libmicrohttpd12)";
    snprintf(text, sizeof text, "%s; there may be no memory for it", why);
    return text;
}

static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        problem = explain(dlerror());
        return;
    }
    MICROHTTPD_FUNCTIONS(FIND)
}

const struct microhttpd *microhttpd_load(const char **why) {
    pthread_once(&once, load);
    if (problem) *why = problem;
    return problem ? NULL : &table;
}
