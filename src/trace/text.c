/* A trace as a page to read.
 *
 *     result          I_JUMP I_JUMP, and what else it could mean
 *     derivation      draw.c
 *     words           each with its entry
 *     program         the entries applied to each other, reduced
 *     execution       1  repeat(I_JUMP(), 2) = I_JUMP I_JUMP
 *     competing       other derivations beside it, where it is not certain
 *
 *     no parse        reason, words, largest parts, and what these still need */
#include <string.h>

#include "trace/page.h"

#define UNLIKELY     .02 /* answers below this are given to any question */
#define STEP_COLUMNS 44u /* where the values of an execution stand, at most */
#define PART_COLUMNS 40u /* the same where it is about a scene */
#define MAX_OTHERS   2u  /* derivations that compete */

static bool mixed(const struct page *p) {
    return p->trace->domain->mixed;
}

static bool expected(const struct page *p) {
    return p->trace->domain->expected;
}

/* ---- result ------------------------------------------------------------------------ */

static void put_result(struct page *p) {
    const g2l2_reading *readings = p->trace->readings;
    size_t n = p->trace->n_readings, columns = 0;
    if (expected(p)) {
        page_heading(p, "result (the mean of all derivations):\n");
    } else {
        page_heading(p, "");
        buf_printf(&p->out, "result (confidence %.3g):\n", readings[0].confidence);
    }
    page_put_folded(p, readings[0].text, 0);
    while (mixed(p) && n && readings[n - 1].confidence < UNLIKELY) n--;
    if (n < 2 || readings[0].confidence >= PAGE_CERTAIN) return;
    page_heading(p, mixed(p) ? "other answers:\n" : "other readings:\n");
    for (size_t i = 1; i < n; i++) columns = page_share_columns(columns, readings[i].confidence);
    for (size_t i = 1; i < n; i++) {
        buf_printf(&p->out, "  %-*.3g   ", (int)columns, readings[i].confidence);
        page_put_short(p, readings[i].text, columns + 5);
        buf_puts(&p->out, "\n");
    }
}

static void put_folded_section(struct page *p, const char *heading, const char *text) {
    page_heading(p, heading);
    page_put_folded(p, text, 2);
}

/* ---- derivation --------------------------------------------------------------------- */

static void put_derivation(struct page *p, const struct trace_derivation *d) {
    double n = p->trace->all_derivations;
    page_heading(p, "derivation");
    if (d->other_result) buf_printf(&p->out, " (the best of %.6g, with another result)", n);
    else if (d->rank > 1)
        buf_printf(&p->out, " (the best with this result, number %u of %.6g)", d->rank, n);
    else if (n > 1) buf_printf(&p->out, " (the best of %.6g)", n);
    buf_puts(&p->out, ":\n");
    page_draw(p, d);
}

/* ---- words ---------------------------------------------------------------------------- */

/* A row of the table of words; category NULL: the word is unknown. */
struct row {
    uint32_t position;
    const char *category, *program;
    const char *own; /* category of the entry, if it is used as another one; or NULL */
    double share;
};

struct rows {
    struct row at[PAGE_MAX_LINES];
    uint32_t n;
    bool more;
};

static bool same(const char *a, const char *b) {
    return a == b || (a && b && !strcmp(a, b));
}

/* The same word with the same entry is listed once. */
static void add_row(const struct page *p, struct rows *rows, struct row row) {
    for (uint32_t i = 0; i < rows->n; i++) {
        const struct row *r = &rows->at[i];
        if (same(r->category, row.category) && same(r->program, row.program) &&
            r->share == row.share && !strcmp(page_word(p, r->position), page_word(p, row.position)))
            return;
    }
    rows->more |= rows->n == PAGE_MAX_LINES;
    if (rows->n < PAGE_MAX_LINES) rows->at[rows->n++] = row;
}

/* ` : PROGRAM   (SAME)   (share .5)`: what there is of it. */
static const char *row_rest(const struct page *p, const struct row *row) {
    const struct trace_word *word = &p->trace->words[row->position];
    struct buf out = page_text(p);
    for (uint32_t i = 0; !row->category && i < word->n_nearest; i++)
        buf_printf(&out, "%s%s", i ? " or " : ", perhaps ", word->nearest[i]);
    if (!row->category) return out.at;
    if (row->program) buf_printf(&out, " : %s", row->program);
    if (row->own) buf_printf(&out, "   (%s)", row->own);
    if (row->share < PAGE_CERTAIN) buf_printf(&out, "   (share %.3g)", row->share);
    return out.at;
}

static const char *row_category(const struct row *row) {
    return row->category ? row->category : "unknown";
}

static void put_row(struct page *p, const struct row *row, size_t word_columns, size_t columns) {
    const char *category = row_category(row), *rest = row_rest(p, row);
    buf_spaces(&p->out, PAGE_INDENT);
    page_put_padded(&p->out, page_word(p, row->position), word_columns + 3);
    size_t at = PAGE_INDENT + word_columns + 3, width = page_width(category);
    width = width > columns ? width : columns;
    bool fits = at + width + page_width(rest) <= p->columns;
    page_put_padded(&p->out, category, row->category && *rest && fits ? columns : 0);
    if (!fits) buf_puts(&p->out, "\n");
    if (!fits) buf_spaces(&p->out, at);
    buf_printf(&p->out, "%s\n", rest);
}

static size_t column(const struct page *p, size_t so_far, const char *text) {
    size_t width = page_width(text);
    return width > so_far && width <= p->columns / 2 ? width : so_far;
}

static void put_rows(struct page *p, const struct rows *rows) {
    size_t words = 0, categories = 0;
    for (uint32_t i = 0; i < rows->n; i++) {
        words = column(p, words, page_word(p, rows->at[i].position));
        if (rows->at[i].category) categories = column(p, categories, row_category(&rows->at[i]));
    }
    page_heading(p, "words:\n");
    for (uint32_t i = 0; i < rows->n; i++) put_row(p, &rows->at[i], words, categories);
    if (rows->more) buf_puts(&p->out, "  ...\n");
}

static struct row row_used(const struct page *p, const struct trace_derivation *d, uint32_t i) {
    const struct trace_use *use = &d->uses[i];
    struct row row = {i, use->category, use->program, NULL, 1};
    if (use->entry == TRACE_NONE) return row;
    const struct trace_entry *entry = &p->trace->words[i].entries[use->entry];
    row.share = entry->share;
    if (strcmp(entry->category, use->category)) row.own = entry->category;
    return row;
}

static void put_words_used(struct page *p, const struct trace_derivation *d) {
    struct rows rows = {.n = 0};
    for (uint32_t i = 0; i < p->trace->n_words; i++) add_row(p, &rows, row_used(p, d, i));
    put_rows(p, &rows);
}

static void put_words_known(struct page *p) {
    struct rows rows = {.n = 0};
    for (uint32_t i = 0; i < p->trace->n_words && !rows.more; i++) {
        const struct trace_word *w = &p->trace->words[i];
        if (!w->n_entries) add_row(p, &rows, (struct row){i, NULL, NULL, NULL, 1});
        for (uint32_t k = 0; k < w->n_entries && k < PAGE_MAX_ENTRIES; k++) {
            const struct trace_entry *e = &w->entries[k];
            add_row(p, &rows, (struct row){i, e->category, e->program, NULL, e->share});
        }
    }
    put_rows(p, &rows);
}

/* ---- parts ------------------------------------------------------------------------------ */

/* The program, and what it means: on one line if there is room. */
static void put_node(struct page *p, const struct trace_node *node) {
    const char *program = node->program ? node->program : "...";
    size_t at = PAGE_INDENT + 4, width = page_width(program), room = p->columns - at;
    size_t n = width <= room ? strlen(program) : text_fitting(program, room - 4);
    const char *phrase = page_phrase(p, node->begin, node->end);
    size_t head = page_width(phrase) + page_width(node->category) + strlen(node->rule) + 7;
    buf_printf(&p->out, "  %s%s: %s  %s\n", phrase, head <= p->columns ? " " : "\n      ",
               node->category, node->rule);
    buf_spaces(&p->out, at);
    buf_put(&p->out, program, n);
    buf_puts(&p->out, program[n] ? " ..." : "");
    if (node->value.text) {
        bool fits = at + width + 3 + page_width(node->value.text) <= p->columns;
        buf_puts(&p->out, fits ? " " : "\n");
        if (!fits) buf_spaces(&p->out, at);
        buf_puts(&p->out, "= ");
        page_put_short(p, node->value.text, fits ? at + width + 3 : at + 2);
    }
    buf_puts(&p->out, "\n");
}

/* What is joined from two, as a program and as a value. Single words are in their table. */
static void put_nodes(struct page *p, const struct trace_derivation *d) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n_nodes && n <= PAGE_MAX_LINES; i++) {
        if (!d->nodes[i].rule) continue;
        if (!n) page_heading(p, "parts:\n");
        if (++n <= PAGE_MAX_LINES) put_node(p, &d->nodes[i]);
        else buf_puts(&p->out, "  ...\n");
    }
}

/* ---- program ----------------------------------------------------------------------------- */

/* Where the argument that begins at `at` ends: a comma or parenthesis. */
static size_t argument_end(const char *text, size_t at, size_t n) {
    uint32_t depth = 0;
    bool quoted = false;
    for (; at < n; at++) {
        if (quoted && text[at] == '\\') at++;
        else if (text[at] == '"') quoted = !quoted;
        else if (quoted) continue;
        else if (!depth && (text[at] == ',' || text[at] == ')')) break;
        else if (text[at] == '(') depth++;
        else if (text[at] == ')') depth--;
    }
    return at < n ? at : n;
}

/* A program too long for one line has its arguments one below the other; `tail` marks
 * follow it on its line. */
static void put_arguments(const struct page *p, struct buf *out, const char *text, size_t n,
                          size_t indent, size_t tail) {
    size_t open = 0;
    while (open < n && text[open] != '(' && text[open] != '"') open++;
    bool call = open + 1 < n && text[open] == '(' && text[open + 1] != ')' && text[n - 1] == ')';
    if (!call || indent + text_width(text, n) + tail <= p->columns) {
        buf_put(out, text, n);
        return;
    }
    buf_put(out, text, open + 1);
    for (size_t at = open + 1, end; at < n; at = end + 1) {
        at += text[at] == ' ';
        end = argument_end(text, at, n);
        buf_puts(out, "\n");
        buf_spaces(out, indent + 2);
        put_arguments(p, out, text + at, end - at, indent + 2, end + 1 < n ? 1 : tail + 1);
        if (end < n) buf_put(out, text + end, 1);
    }
}

static void put_program(struct page *p, const char *program) {
    struct buf folded = page_text(p);
    page_heading(p, "program:\n");
    if (!program) {
        buf_puts(&p->out, "  it is too large to be written out\n");
        return;
    }
    buf_spaces(&folded, PAGE_INDENT);
    put_arguments(p, &folded, program, strlen(program), PAGE_INDENT, 0);
    buf_puts(&folded, "\n");
    page_put_lines(p, folded.at);
}

/* ---- execution ----------------------------------------------------------------------------- */

static size_t call_columns(const struct trace_derivation *d, uint32_t n, size_t most) {
    size_t width = 0;
    for (uint32_t i = 0; i < n; i++) {
        size_t w = page_width(d->steps[i].call);
        if (w > width && w <= most) width = w;
    }
    return width;
}

static void put_exact_step(struct page *p, const struct trace_step *step, size_t width,
                           int digits) {
    size_t w = page_width(step->call);
    buf_printf(&p->out, "  %*u  ", digits, step->number);
    page_put_padded(&p->out, step->call, step->value.text ? width : 0);
    if (step->value.text) {
        buf_puts(&p->out, " = ");
        page_put_short(p, step->value.text, (w > width ? w : width) + 9);
    }
    buf_puts(&p->out, "\n");
}

static void put_mixed_step(struct page *p, const struct trace_step *step, size_t width,
                           int digits) {
    bool seen = p->trace->has_scene;
    size_t used = page_width(step->call), at = width + 7 + (size_t)digits;
    if (step->number) buf_printf(&p->out, "  %*u  ", digits, step->number);
    else buf_spaces(&p->out, 4 + (size_t)digits);
    page_put_padded(&p->out, step->call, seen && used <= width ? width : 0);
    if (seen && used > width) {
        buf_puts(&p->out, "\n");
        buf_spaces(&p->out, at - 3);
    }
    if (seen) buf_puts(&p->out, " = ");
    if (seen) page_put_hanging(p, step->value.text, at);
    buf_puts(&p->out, "\n");
}

static void put_steps(struct page *p, const struct trace_derivation *d) {
    uint32_t n = d->n_steps < PAGE_MAX_LINES ? d->n_steps : PAGE_MAX_LINES;
    size_t width = call_columns(d, n, mixed(p) ? PART_COLUMNS : STEP_COLUMNS);
    int digits = (mixed(p) && d->n_steps ? d->steps[d->n_steps - 1].number : n) > 9 ? 2 : 1;
    bool blind = mixed(p) && !p->trace->has_scene;
    page_heading(p, blind ? "execution (values need a scene):\n" : "execution:\n");
    for (uint32_t i = 0; i < n; i++)
        (mixed(p) ? put_mixed_step : put_exact_step)(p, &d->steps[i], width, digits);
    if (d->all_steps > n) buf_printf(&p->out, "  ... and %u more steps\n", d->all_steps - n);
}

/* In as many columns as fit, read line by line. */
static void put_objects(struct page *p) {
    const struct trace *t = p->trace;
    uint32_t n = t->n_objects, shown = n < PAGE_MAX_LINES ? n : PAGE_MAX_LINES;
    size_t width = 0;
    if (!t->objects || !n) return;
    int digits = n > 9 ? 2 : 1;
    for (uint32_t i = 0; i < shown; i++) {
        size_t w = page_width(t->objects[i]) + 2 + (size_t)digits;
        if (w > width) width = w;
    }
    uint32_t columns = (uint32_t)((p->columns - PAGE_INDENT + 3) / (width + 3));
    page_heading(p, "objects:\n");
    for (uint32_t i = 0; i < shown; i++) {
        bool last = i + 1 == shown || !columns || (i + 1) % columns == 0;
        buf_spaces(&p->out, !columns || i % columns == 0 ? PAGE_INDENT : 3);
        buf_printf(&p->out, "%*u  ", digits, i + 1);
        page_put_padded(&p->out, t->objects[i], last ? 0 : width - 2 - (size_t)digits);
        if (last) buf_puts(&p->out, "\n");
    }
    if (n > shown) buf_printf(&p->out, "  ... (%u in all)\n", n);
}

/* ---- the scene from above -------------------------------------------------------------------- */

#define MAP_ROWS    9u
#define MAP_COLUMNS 56u

/* Where `value` stands between the least and the greatest of them, in [0, n). */
static uint32_t scaled(const struct trace *t, uint32_t object, int axis, uint32_t n) {
    double low = t->places[0][axis], high = low;
    for (uint32_t i = 1; i < t->n_objects; i++) {
        if (t->places[i][axis] < low) low = t->places[i][axis];
        if (t->places[i][axis] > high) high = t->places[i][axis];
    }
    double share = high > low ? (t->places[object][axis] - low) / (high - low) : .5;
    return (uint32_t)(share * (n - 1) + .5);
}

/* The number of an object where it is, or beside that where another one is. */
static void put_on_map(char map[MAP_ROWS][MAP_COLUMNS + 1], const struct trace *t, uint32_t i) {
    char label[12];
    uint32_t n = (uint32_t)snprintf(label, sizeof label, "%u", i + 1);
    uint32_t row = scaled(t, i, 1, MAP_ROWS), at = scaled(t, i, 0, MAP_COLUMNS - n);
    for (uint32_t tries = 0; tries < MAP_ROWS * MAP_COLUMNS; tries++) {
        uint32_t before = at ? at - 1 : 0, after = at + n < MAP_COLUMNS ? at + n : MAP_COLUMNS - 1;
        bool free = at + n <= MAP_COLUMNS;
        for (uint32_t k = before; k <= after && free; k++) free = map[row][k] == ' ';
        if (free) {
            memcpy(&map[row][at], label, n);
            return;
        }
        at = at + n < MAP_COLUMNS ? at + 1 : 0;
        if (!at) row = (row + 1) % MAP_ROWS;
    }
}

static void put_map(struct page *p) {
    const struct trace *t = p->trace;
    char map[MAP_ROWS][MAP_COLUMNS + 1];
    if (!t->places || t->n_objects < 2 || t->n_objects > PAGE_MAX_LINES) return;
    for (uint32_t row = 0; row < MAP_ROWS; row++) {
        memset(map[row], ' ', MAP_COLUMNS);
        map[row][MAP_COLUMNS] = 0;
    }
    for (uint32_t i = 0; i < t->n_objects; i++) put_on_map(map, t, i);
    page_heading(p, "scene (from above, what is in front at the bottom):\n");
    for (uint32_t row = 0; row < MAP_ROWS; row++) {
        size_t n = MAP_COLUMNS;
        while (n && map[row][n - 1] == ' ') n--;
        if (n) buf_spaces(&p->out, PAGE_INDENT);
        buf_put(&p->out, map[row], n);
        buf_puts(&p->out, "\n");
    }
}

/* ---- execution where values are means -------------------------------------------------------- */

static void put_contribution(struct page *p, const struct trace_contribution *c) {
    if (c->program) buf_printf(&p->out, "%s = ", c->program);
    page_put_short(p, c->value, c->program ? page_width(c->program) + 20 : 20);
}

static void put_empty(struct page *p, const struct trace_contribution *c) {
    if (c->empty) buf_printf(&p->out, "   ('%s' is EMPTY)", c->empty);
    buf_puts(&p->out, "\n");
}

static void put_mean(struct page *p, const struct trace_mean *mean) {
    size_t columns = 0;
    for (uint32_t i = 0; i < mean->n_listed; i++)
        columns = page_share_columns(columns, mean->contributions[i].share);
    for (uint32_t i = 0; i < mean->n_listed; i++) {
        buf_printf(&p->out, "    %-*.3g   ", (int)columns, mean->contributions[i].share);
        put_contribution(p, &mean->contributions[i]);
        put_empty(p, &mean->contributions[i]);
    }
    if (mean->n > mean->n_listed)
        buf_printf(&p->out, "    ... and %u more\n", mean->n - mean->n_listed);
    buf_puts(&p->out, "    mean ");
    page_put_short(p, mean->mean, 20);
    buf_printf(&p->out, ", weight %.3g\n", mean->weight);
}

static void put_means(struct page *p) {
    const struct trace *t = p->trace;
    page_heading(p, "execution (each part, and the mean of what it can mean):\n");
    for (uint32_t i = 0; i < t->n_means && i < PAGE_MAX_LINES; i++) {
        const struct trace_mean *mean = &t->means[i];
        buf_printf(&p->out, "  %s : %s", page_phrase(p, mean->begin, mean->end), mean->category);
        if (mean->n != 1) {
            buf_puts(&p->out, "\n");
            put_mean(p, mean);
            continue;
        }
        buf_puts(&p->out, " = ");
        put_contribution(p, mean->contributions);
        buf_printf(&p->out, ", weight %.3g", mean->weight);
        put_empty(p, mean->contributions);
    }
    if (t->n_means > PAGE_MAX_LINES) buf_puts(&p->out, "  ...\n");
}

/* ---- competing derivations, side by side ------------------------------------------------------- */

/* `((jump twice) and walk)`: how the words go together, EMPTY ones left out. */
static void put_brackets(const struct page *p, const struct trace_derivation *d, uint32_t node,
                         struct buf *out) {
    const struct trace_node *n = &d->nodes[node];
    if (!n->rule) {
        buf_puts(out, page_word(p, n->begin));
        return;
    }
    if (n->right == TRACE_NONE) {
        put_brackets(p, d, n->left, out);
        return;
    }
    buf_puts(out, "(");
    put_brackets(p, d, n->left, out);
    buf_puts(out, " ");
    put_brackets(p, d, n->right, out);
    buf_puts(out, ")");
}

static const char *use_text(const struct page *p, const struct trace_use *use) {
    struct buf text = page_text(p);
    buf_puts(&text, use->category);
    if (use->program) buf_printf(&text, " : %s", use->program);
    return text.at;
}

enum { ROW_SHARE, ROW_RESULT, ROW_PROGRAM, ROW_BRACKETS, ROW_WORDS };

/* What a row of the table says of one derivation; NULL: nothing. */
static const char *cell_text(const struct page *p, const struct trace_derivation *d, uint32_t row) {
    struct buf text = page_text(p);
    switch (row) {
    case ROW_SHARE: buf_printf(&text, "%.3g", d->share); break;
    case ROW_RESULT: return d->result;
    case ROW_PROGRAM: return d->program;
    case ROW_BRACKETS: put_brackets(p, d, d->n_nodes - 1, &text); break;
    default: return use_text(p, &d->uses[row - ROW_WORDS]);
    }
    return text.at;
}

/* Is the row the same in all of them, and needs no line? */
static bool row_differs(const struct page *p, uint32_t row) {
    const char *first = cell_text(p, &p->trace->derivations[0], row);
    for (uint32_t i = 1; i < p->trace->n_derivations; i++)
        if (!same(first, cell_text(p, &p->trace->derivations[i], row))) return true;
    return false;
}

static void put_cell(struct page *p, const char *text, size_t width, bool last) {
    if (!text) text = "";
    size_t n = page_width(text) <= width ? strlen(text) : text_fitting(text, width - 4);
    struct buf cell = page_text(p);
    buf_put(&cell, text, n);
    if (text[n]) buf_puts(&cell, " ...");
    page_put_padded(&p->out, cell.at, last ? 0 : width + 3);
}

static void put_competing_row(struct page *p, uint32_t row, size_t head, size_t width) {
    static const char *const names[] = {"share", "result", "program", "structure"};
    const struct trace *t = p->trace;
    buf_spaces(&p->out, PAGE_INDENT);
    page_put_padded(&p->out, row < ROW_WORDS ? names[row] : page_word(p, row - ROW_WORDS),
                    head + 3);
    for (uint32_t i = 0; i < t->n_derivations; i++)
        put_cell(p, cell_text(p, &t->derivations[i], row), width, i + 1 == t->n_derivations);
    buf_puts(&p->out, "\n");
}

/* Columns of the widest cell, within what the page has for each derivation. */
static size_t cell_columns(const struct page *p, size_t head) {
    const struct trace *t = p->trace;
    size_t most = (p->columns - PAGE_INDENT - head) / t->n_derivations - 3, width = 5;
    for (uint32_t row = 0; row < ROW_WORDS + t->n_words; row++)
        for (uint32_t i = 0; row_differs(p, row) && i < t->n_derivations; i++) {
            const char *text = cell_text(p, &t->derivations[i], row);
            size_t w = text ? page_width(text) : 0;
            if (w > width) width = w < most ? w : most;
        }
    return width;
}

static void put_competing(struct page *p) {
    const struct trace *t = p->trace;
    size_t head = strlen("structure");
    if (t->n_derivations < 2) return;
    for (uint32_t i = 0; i < t->n_words; i++)
        if (row_differs(p, ROW_WORDS + i) && page_width(page_word(p, i)) > head)
            head = page_width(page_word(p, i));
    size_t width = cell_columns(p, head);
    page_heading(p, "competing derivations, where they differ:\n");
    for (uint32_t row = 0; row < ROW_WORDS + t->n_words; row++)
        if (row == ROW_SHARE || row_differs(p, row)) put_competing_row(p, row, head, width);
}

/* ---- without a parse ------------------------------------------------------------------------- */

static const char *part_categories(const struct page *p, const struct trace_part *part) {
    struct buf out = page_text(p);
    if (!part->n_categories) return p->trace->words[part->begin].known ? "EMPTY" : "unknown";
    for (uint32_t i = 0; i < part->n_categories && i < PAGE_MAX_ENTRIES; i++)
        buf_printf(&out, "%s%s", i ? " or " : "", part->categories[i]);
    if (part->n_categories > PAGE_MAX_ENTRIES) buf_puts(&out, " or ...");
    return out.at;
}

static void put_parts(struct page *p) {
    const struct trace *t = p->trace;
    size_t width = 0;
    for (uint32_t i = 0; i < t->n_parts; i++) {
        size_t w = page_width(page_phrase(p, t->parts[i].begin, t->parts[i].end));
        if (w > width) width = w;
    }
    page_heading(p, "largest parts:\n");
    for (uint32_t i = 0; i < t->n_parts; i++) {
        const struct trace_part *part = &t->parts[i];
        buf_spaces(&p->out, PAGE_INDENT);
        page_put_padded(&p->out, page_phrase(p, part->begin, part->end), width + 3);
        page_put_hanging(p, part_categories(p, part), PAGE_INDENT + width + 3);
        buf_puts(&p->out, "\n");
    }
    if (t->parts[t->n_parts - 1].end < t->n_words) buf_puts(&p->out, "  ...\n");
}

static void put_repairs(struct page *p) {
    const struct trace *t = p->trace;
    size_t width = 0;
    for (uint32_t i = 0; i < t->n_repairs; i++) {
        size_t w = t->repairs[i].sentence ? page_width(t->repairs[i].sentence) : 0;
        if (w > width && w <= p->columns / 2) width = w;
    }
    for (uint32_t i = 0; i < t->n_repairs; i++) {
        const struct trace_repair *r = &t->repairs[i];
        if (!i) page_heading(p, "it would parse:\n");
        buf_spaces(&p->out, PAGE_INDENT);
        if (r->sentence) page_put_padded(&p->out, r->sentence, width + 3);
        if (r->sentence && page_width(r->sentence) > width) {
            buf_puts(&p->out, "\n"); /* too long for a column */
            buf_spaces(&p->out, PAGE_INDENT + width + 3);
        }
        page_put_hanging(p, r->change, PAGE_INDENT + (r->sentence ? width + 3 : 0));
        buf_puts(&p->out, "\n");
    }
}

static void put_no_parse(struct page *p) {
    const struct trace *t = p->trace;
    put_folded_section(p, "no parse:\n", t->reason);
    if (!t->n_words) return;
    put_words_known(p);
    put_parts(p);
    for (uint32_t i = 0; i < t->n_missing; i++) {
        if (!i) page_heading(p, "missing:\n");
        page_put_folded(p, t->missing[i], 2);
    }
    put_repairs(p);
}

/* ---- the page ---------------------------------------------------------------------------------- */

static void put_parse(struct page *p) {
    const struct trace_derivation *d = &p->trace->derivations[0];
    put_derivation(p, d);
    put_words_used(p, d);
    put_program(p, d->program);
    if (mixed(p)) put_objects(p);
    if (mixed(p)) put_map(p);
    if (expected(p)) put_means(p);
    else if (mixed(p) || d->program) put_steps(p, d);
    if (!expected(p)) put_nodes(p, d);
    put_competing(p);
}

static const char *trace_text(g2l2_parser *parser, const struct trace *trace) {
    struct page p = {.arena = &parser->arena, .trace = trace};
    p.columns = trace->domain->mixed ? 80 : 100; /* questions are asked at a terminal */
    p.out = page_text(&p);
    if (trace->status == TRACE_NO_PARSE) {
        put_no_parse(&p);
        if (trace->stopped) put_folded_section(&p, "note:\n", trace->note);
        return p.out.at;
    }
    if (trace->n_readings) put_result(&p);
    if (trace->status == TRACE_NO_RESULT) put_folded_section(&p, "no result:\n", trace->reason);
    if (trace->note) put_folded_section(&p, trace->stopped ? "note:\n" : "a guess:\n", trace->note);
    put_parse(&p);
    return p.out.at;
}

g2l2_parse_status trace_parse_status(const struct trace *trace) {
    static const g2l2_parse_status statuses[] = {[TRACE_PARSED] = G2L2_PARSE_OK,
                                                 [TRACE_NO_PARSE] = G2L2_PARSE_NO_PARSE,
                                                 [TRACE_NO_RESULT] = G2L2_PARSE_NO_RESULT,
                                                 [TRACE_NO_SCENE] = G2L2_PARSE_NO_SCENE};
    for (uint32_t i = 0; trace->status == TRACE_NO_PARSE && i < trace->n_words; i++)
        if (!trace->words[i].known) return G2L2_PARSE_UNKNOWN_WORDS;
    return statuses[trace->status];
}

g2l2_status g2l2_parser_explain(g2l2_parser *self, const char *sentence, g2l2_explanation *out,
                                g2l2_error *err) {
    static const struct trace_wanted wanted = {.n_others = MAX_OTHERS};
    *out = (g2l2_explanation){0};
    if (!guard_try(&self->guard, err)) return self->guard.status;
    parser_begin(self);
    const struct trace *trace = trace_make(self, sentence, &wanted);
    out->text = trace_text(self, trace);
    out->length = strlen(out->text);
    out->status = trace_parse_status(trace);
    return G2L2_STATUS_OK;
}
