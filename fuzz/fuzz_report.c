/* A log of a run; what was read becomes a page, in which every number is one and every text is
 * escaped. */
#include "fuzz/fuzz.h"
#include "report/sheet.h"

#define MAX_MEMORY ((size_t)512 << 20)

static void check_page(const char *html) {
    must(strstr(html, "</html>") && !strstr(html, "=\"nan") && !strstr(html, "=\"inf"));
    size_t scripts = 0;
    for (const char *at = html; (at = strstr(at, "<script")); at++) scripts++;
    must(scripts == 1);
}

int fuzz_one(const uint8_t *data, size_t size) {
    struct arena arena;
    struct guard guard;
    struct run_log *log;
    g2l2_error err = {0};
    arena_init(&arena, &guard, MAX_MEMORY);
    g2l2_status status = log_parse((const char *)data, size, "run", &arena, &log, &err);
    if (status) {
        fuzz_check_error(status, &err);
        must(!strncmp(err.message, "run:", 4) || status == G2L2_STATUS_LIMIT);
    } else if (guard_try(&guard, &err)) {
        struct subject subjects[] = {{.name = "a", .log = log}, {.name = "b", .log = log}};
        for (uint32_t n = 1; n <= 2; n++) {
            struct sheet sheet = {&arena, subjects, n};
            struct buf page;
            buf_init(&page, &arena);
            sheet_html(&sheet, &page);
            check_page(page.at);
            json_decref(sheet_json(&sheet));
        }
    }
    arena_free(&arena);
    return 0;
}
