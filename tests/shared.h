/* shared - files beside the project that a stranger does not have: published data and reference
 * numbers, in the folder $G2L2_SHARED. script/run-tests sets it, to ../shared where that is there;
 * nothing else decides whether there are such files. */
#ifndef G2L2_TESTS_SHARED_H
#define G2L2_TESTS_SHARED_H

#include <stdbool.h>

/* Are the sanitizers watching? They take five times as long, so what is drawn at random is drawn less
 * often; the same is drawn in full without them. */
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED true
#else
#define SANITIZED false
#endif

enum { SHARED_PATH_MAX = 4096 };

/* Skip this test and say why; script/run-tests lists it. Like skip() it leaves the test at once:
 * call it before anything is allocated that no tear-down releases. */
void skip_because(const char *why, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* The path of a shared file or folder, such as "data/scan", written to `path`, which is returned.
 * Where it is not there this test is skipped: ask for all paths before anything is allocated. */
const char *shared_path(char path[SHARED_PATH_MAX], const char *name);

/* The text of a file that must be there, malloc'ed. */
char *text_of_file(const char *path);

#endif
