/* libmicrohttpd, loaded when a server starts and not before: with it come TLS libraries, and to
 * load them costs more than all the rest of a command that does not serve. */
#ifndef G2L2_SERVER_MICROHTTPD_H
#define G2L2_SERVER_MICROHTTPD_H

#include <microhttpd.h>

#define MICROHTTPD_FUNCTIONS(EACH)                                                                 \
    EACH(add_response_header)                                                                      \
    EACH(create_response_from_buffer)                                                              \
    EACH(destroy_response)                                                                         \
    EACH(get_connection_info)                                                                      \
    EACH(get_connection_values)                                                                    \
    EACH(lookup_connection_value)                                                                  \
    EACH(queue_response)                                                                           \
    EACH(quiesce_daemon)                                                                           \
    EACH(resume_connection)                                                                        \
    EACH(start_daemon)                                                                             \
    EACH(stop_daemon)                                                                              \
    EACH(suspend_connection)

#define MICROHTTPD_MEMBER(name) __typeof__(&MHD_##name) name;
struct microhttpd {
    MICROHTTPD_FUNCTIONS(MICROHTTPD_MEMBER)
};
#undef MICROHTTPD_MEMBER

/* The library's functions, or NULL with the reason. It stays loaded. */
const struct microhttpd *microhttpd_load(const char **why);

#endif
