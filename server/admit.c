/* Who may ask, before anything is done for them.
 *
 *     Host ─▶ Origin ─▶ token
 *     403     403       401
 *
 * A page from elsewhere can make a browser send requests here. What stops it is that such requests
 * have another Host (DNS rebinding) or an Origin that is not this server. An address in numbers can
 * be nobody else's name; others are those of this machine, or named by --allow-host. Programs send no
 * Origin. The token, where there is one, comes as `Authorization: Bearer TOKEN`, or as the cookie that
 * the page keeps it in. The page itself holds no secret, and neither does /v1/health. */
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "server/handle.h"

#define COOKIE "g2l2_token="

/* The length of a host without its port; SIZE_MAX if what follows is no port. */
static size_t name_length(const char *host) {
    size_t n = *host == '[' ? strcspn(host, "]") : strcspn(host, ":");
    n += host[n] == ']';
    const char *port = host + n;
    bool fine = !*port || (*port == ':' && !port[1 + strspn(port + 1, "0123456789")]);
    return fine ? n : SIZE_MAX;
}

static bool is_name(const char *host, size_t n, const char *name) {
    return strlen(name) == n && !strncasecmp(host, name, n);
}

/* 192.0.2.1 or [2001:db8::1]. */
static bool is_address(const char *host, size_t n) {
    char text[INET6_ADDRSTRLEN];
    unsigned char bytes[16];
    bool six = n > 2 && *host == '[';
    if (six) host++, n -= 2;
    if (n >= sizeof text) return false;
    memcpy(text, host, n);
    text[n] = 0;
    return inet_pton(six ? AF_INET6 : AF_INET, text, bytes) == 1;
}

/* Is it one of "a.example,b.example"? */
static bool is_listed(const char *host, size_t n, const char *list) {
    while (list && *list) {
        size_t length = strcspn(list, ",");
        if (length == n && !strncasecmp(host, list, n)) return true;
        list += length + (list[length] == ',');
    }
    return false;
}

static bool is_known(const struct server *server, const char *host) {
    const struct server_options *o = server->options;
    size_t n = name_length(host);
    if (n == SIZE_MAX) return false;
    return is_name(host, n, "localhost") || is_name(host, n, "127.0.0.1") ||
           is_name(host, n, "[::1]") || is_name(host, n, o->host) ||
           is_listed(host, n, o->allow_host) || (!server->local && is_address(host, n));
}

static void admit_host(struct desk *self) {
    const char *host = self->request->host;
    if (!host || is_known(self->server, host)) return;
    refuse(self, 403,
           "this server does not answer to '%.100s'; if it should, start it with --allow-host "
           "NAME (and with --host, to serve other machines)",
           host);
}

static void admit_origin(struct desk *self) {
    const char *origin = self->request->origin, *host = self->request->host;
    if (!origin) return;
    const char *rest = !strncasecmp(origin, "http://", 7)    ? origin + 7
                       : !strncasecmp(origin, "https://", 8) ? origin + 8
                                                             : NULL;
    if (!rest || !host || strcasecmp(rest, host))
        refuse(self, 403, "requests from pages of '%.100s' are not answered", origin);
}

/* In a time that does not tell how much of it was right. */
static bool same_secret(const char *given, size_t n, const char *secret) {
    size_t length = strlen(secret);
    unsigned char differs = n != length;
    for (size_t i = 0; i < n; i++)
        differs |= (unsigned char)given[i] ^ (unsigned char)secret[i % length];
    return !differs;
}

static bool has_cookie(const char *cookies, const char *secret) {
    const char *at = cookies;
    while (at && *at) {
        at += strspn(at, "; ");
        size_t n = strcspn(at, ";"), skip = sizeof COOKIE - 1;
        if (n >= skip && !strncmp(at, COOKIE, skip) && same_secret(at + skip, n - skip, secret))
            return true;
        at += n;
    }
    return false;
}

static void admit_token(struct desk *self) {
    const struct request *r = self->request;
    const char *secret = self->server->options->token, *given = r->authorization;
    if (!secret || self->counted == ROUTE_HEALTH) return;
    if (given && !strncasecmp(given, "Bearer ", 7) &&
        same_secret(given + 7, strlen(given + 7), secret))
        return;
    if (has_cookie(r->cookie, secret)) return;
    refuse(self, 401,
           "this server wants its token: the header Authorization: Bearer TOKEN, or in a browser "
           "the address with #token=TOKEN behind it");
}

void admit(struct desk *self) {
    admit_host(self);
    if (!self->route) return; /* the page */
    admit_origin(self);
    admit_token(self);
}
