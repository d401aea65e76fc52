/* Hours of the week, from Monday 0 o'clock on: a bit for each, in 21 bytes. People write days and
 * hours, days of the same hours together:
 *
 *     mo:9-12      mo-fr:9-17;sa:10-14      mo,we:6-12.18-22      never
 *
 * Equal sets of hours have equal bytes, which is all that the library wants to know of them. */
#include "hours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DAYS  7
#define HOURS 24
#define BYTES (DAYS * HOURS / 8)

static const char names[DAYS][3] = {"mo", "tu", "we", "th", "fr", "sa", "su"};

static bool get(const unsigned char *bits, int day, int hour) {
    int at = day * HOURS + hour;
    return bits[at / 8] >> (at % 8) & 1;
}

static void set(unsigned char *bits, int day, int hour) {
    int at = day * HOURS + hour;
    bits[at / 8] = (unsigned char)(bits[at / 8] | 1 << (at % 8));
}

/* ---- reading: DAYS:HOURS;DAYS:HOURS -------------------------------------------------------- */

static int read_day(const char **at) {
    for (int i = 0; i < DAYS; i++)
        if (!strncmp(*at, names[i], 2)) {
            *at += 2;
            return i;
        }
    return -1;
}

/* mo-fr,su */
static bool read_days(const char **at, bool *days) {
    do {
        int first = read_day(at), last = first;
        if (first >= 0 && **at == '-') {
            ++*at;
            last = read_day(at);
        }
        if (first < 0 || last < first) return false;
        for (int i = first; i <= last; i++) days[i] = true;
    } while (**at == ',' && ++*at);
    return true;
}

/* 6-12.18-22 */
static bool read_hours(const char **at, const bool *days, unsigned char *bits) {
    do {
        char *end;
        long from = strtol(*at, &end, 10), to;
        if (end == *at || *end != '-') return false;
        *at = end + 1;
        to = strtol(*at, &end, 10);
        if (end == *at || from < 0 || to > HOURS || from >= to) return false;
        *at = end;
        for (int day = 0; day < DAYS; day++)
            for (long hour = from; days[day] && hour < to; hour++) set(bits, day, (int)hour);
    } while (**at == '.' && ++*at);
    return true;
}

static bool parse(void *context, const char *text, g2l2_made *out) {
    (void)context;
    out->length = BYTES;
    if (!strcmp(text, "never")) return true;
    do {
        bool days[DAYS] = {false};
        if (!read_days(&text, days) || *text++ != ':' || !read_hours(&text, days, out->bytes))
            return false;
    } while (*text == ';' && *++text);
    return !*text;
}

/* ---- writing ---------------------------------------------------------------------------------- */

struct text {
    char *out;
    size_t room, n;
};

static void put(struct text *t, const char *word) {
    for (; *word; word++, t->n++)
        if (t->n + 1 < t->room) t->out[t->n] = *word;
}

static void put_hours(struct text *t, const unsigned char *bits, int day) {
    bool more = false;
    for (int from = 0; from < HOURS; from++) {
        char word[32];
        int to = from;
        while (to < HOURS && get(bits, day, to)) to++;
        if (to == from) continue;
        snprintf(word, sizeof word, "%s%d-%d", more ? "." : "", from, to);
        put(t, word);
        more = true;
        from = to;
    }
}

static bool same_hours(const unsigned char *bits, int a, int b) {
    for (int hour = 0; hour < HOURS; hour++)
        if (get(bits, a, hour) != get(bits, b, hour)) return false;
    return true;
}

static bool is_free(const unsigned char *bits, int day) {
    for (int hour = 0; hour < HOURS; hour++)
        if (get(bits, day, hour)) return false;
    return true;
}

/* The days that have the hours of `day`: mo-we,fr */
static void put_days(struct text *t, const unsigned char *bits, int day) {
    bool more = false;
    for (int first = day; first < DAYS; first++) {
        int last = first;
        if (!same_hours(bits, day, first)) continue;
        while (last + 1 < DAYS && same_hours(bits, day, last + 1)) last++;
        if (more) put(t, ",");
        put(t, names[first]);
        if (last > first) put(t, "-");
        if (last > first) put(t, names[last]);
        more = true;
        first = last;
    }
}

static bool was_written(const unsigned char *bits, int day) {
    for (int before = 0; before < day; before++)
        if (same_hours(bits, before, day)) return true;
    return false;
}

static size_t print(void *context, const g2l2_value *value, char *out, size_t room) {
    (void)context;
    const unsigned char *bits = value->bytes;
    struct text t = {out, room, 0};
    for (int day = 0; day < DAYS; day++) {
        if (is_free(bits, day) || was_written(bits, day)) continue;
        if (t.n) put(&t, ";");
        put_days(&t, bits, day);
        put(&t, ":");
        put_hours(&t, bits, day);
    }
    if (!t.n) put(&t, "never");
    if (room) out[t.n < room ? t.n : room - 1] = 0;
    return t.n;
}

/* ---- what words may name: the whole, its days, its hours --------------------------------------- */

static bool constant(void *context, const g2l2_value *value, size_t i, g2l2_made *out) {
    (void)context;
    const unsigned char *bits = value->bytes;
    out->length = BYTES;
    if (i == 0) memcpy(out->bytes, bits, BYTES);
    for (int day = 0; day < DAYS && i; day++)
        for (int hour = 0; hour < HOURS; hour++) {
            bool any = false;
            for (int k = 0; k < DAYS; k++) any |= get(bits, k, hour);
            if (i == 1 ? !is_free(bits, day) : i == 2 && any) set(out->bytes, day, hour);
            if (i > 2 && i < 3 + DAYS && day == (int)i - 3 && !is_free(bits, day))
                set(out->bytes, day, hour);
        }
    return i < 3 + DAYS;
}

/* ---- operations ---------------------------------------------------------------------------------- */

static bool combine(const g2l2_value *args, g2l2_made *out, char how) {
    const unsigned char *a = args[0].bytes, *b = args[1].bytes;
    out->length = BYTES;
    for (int i = 0; i < BYTES; i++)
        out->bytes[i] = (unsigned char)(how == '&'   ? a[i] & b[i]
                                        : how == '|' ? a[i] | b[i]
                                                     : a[i] & ~b[i]);
    return true;
}

static bool both(void *context, const g2l2_value *args, g2l2_made *out) {
    (void)context;
    return combine(args, out, '&');
}

static bool either(void *context, const g2l2_value *args, g2l2_made *out) {
    (void)context;
    return combine(args, out, '|');
}

static bool except(void *context, const g2l2_value *args, g2l2_made *out) {
    (void)context;
    return combine(args, out, '-');
}

static bool other(void *context, const g2l2_value *args, g2l2_made *out) {
    (void)context;
    const unsigned char *a = args[0].bytes;
    out->length = BYTES;
    for (int i = 0; i < BYTES; i++) out->bytes[i] = (unsigned char)~a[i];
    return true;
}

/* From the first hour of the one to the last of the other; there is none the other way round. */
static bool through(void *context, const g2l2_value *args, g2l2_made *out) {
    (void)context;
    int first = -1, last = -1;
    for (int at = 0; at < DAYS * HOURS; at++) {
        if (first < 0 && get(args[0].bytes, at / HOURS, at % HOURS)) first = at;
        if (get(args[1].bytes, at / HOURS, at % HOURS)) last = at;
    }
    out->length = BYTES;
    for (int at = first; first >= 0 && at <= last; at++) set(out->bytes, at / HOURS, at % HOURS);
    return first >= 0 && first <= last;
}

static const g2l2_type_operation operations[] = {
    {"both", "hours, hours -> hours", "associative, commutative", "hours in both", both},
    {"either", "hours, hours -> hours", "associative, commutative", "hours in one of them", either},
    {"except", "hours, hours -> hours", NULL, "hours of the first that are not in the second",
     except},
    {"other", "hours -> hours", NULL, "all other hours", other},
    {"through", "hours, hours -> hours", NULL,
     "from the first hour of one to the last of the other", through},
};

const g2l2_value_type hours_type = {
    .abi = G2L2_TYPE_ABI,
    .size = sizeof(g2l2_value_type),
    .operation_size = sizeof(g2l2_type_operation),
    .max_bytes = BYTES,
    .name = "hours",
    .about = "hours of the week: mo-fr:9-17",
    .parse = parse,
    .print = print,
    .constant = constant,
    .n_operations = sizeof operations / sizeof operations[0],
    .operations = operations,
};
