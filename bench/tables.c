/* The report of a bench: sections of paragraphs and small tables.
 *
 *     section ─┬─ block  "Means of 10 seeds."
 *              └─ block  split | runs      ──▶  | split  | runs |
 *                        cells: simple, 100     | :----- | ---: |
 *                                               | simple |  100 |
 *
 * The same cells become Markdown for people and JSON for programs, where a
 * number stays a number and a missing one is null. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "bench/bench.h"

/* ---- filling it ------------------------------------------------------------------------ */

static const char *format_text(struct bench *self, const char *format, va_list args) {
    char text[2048];
    int n = vsnprintf(text, sizeof text, format, args);
    size_t length = n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1;
    return arena_strndup(&self->arena, text, length);
}

static struct block *add_block(struct bench *self) {
    struct section *section = &self->report.sections.at[self->report.sections.n - 1];
    vec_push(&self->arena, &section->blocks, (struct block){0});
    return &section->blocks.at[section->blocks.n - 1];
}

static struct block *last_block(struct bench *self) {
    struct section *section = &self->report.sections.at[self->report.sections.n - 1];
    return &section->blocks.at[section->blocks.n - 1];
}

void report_section(struct bench *self, const char *name, const char *title) {
    struct section section = {.name = name, .title = title};
    vec_push(&self->arena, &self->report.sections, section);
}

void report_text(struct bench *self, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_block(self)->text = format_text(self, format, args);
    va_end(args);
}

void report_table(struct bench *self, const char *columns) {
    struct block *block = add_block(self);
    uint32_t n = 1;
    for (const char *at = columns; *at; at++) n += *at == '|';
    block->columns = arena_array(&self->arena, const char *, n);
    for (block->n_columns = 0; block->n_columns < n; block->n_columns++) {
        size_t length = strcspn(columns, "|");
        block->columns[block->n_columns] = arena_strndup(&self->arena, columns, length);
        columns += length + 1;
    }
}

void report_cell(struct bench *self, const char *format, ...) {
    va_list args;
    va_start(args, format);
    struct cell cell = {.text = format_text(self, format, args)};
    va_end(args);
    vec_push(&self->arena, &last_block(self)->cells, cell);
}

void report_number(struct bench *self, double number, int decimals) {
    char text[64];
    if (isnan(number)) snprintf(text, sizeof text, "–");
    else if (fabs(number) >= 1e7) snprintf(text, sizeof text, "%.2e", number);
    else snprintf(text, sizeof text, "%.*f", decimals, number);
    struct cell cell = {arena_strndup(&self->arena, text, strlen(text)), number, true};
    vec_push(&self->arena, &last_block(self)->cells, cell);
}

void report_figure(struct bench *self, const char *what, double figure, int decimals, double target,
                   bool at_most) {
    bool reached = at_most ? figure <= target : figure >= target;
    report_cell(self, "%s", what);
    report_number(self, figure, decimals);
    if (isnan(target)) {
        report_cell(self, "–");
        report_cell(self, "–");
        return;
    }
    report_cell(self, "%s %g", at_most ? "at most" : "at least", target);
    report_cell(self, "%s", reached ? "yes" : "**no**");
}

/* ---- Markdown ------------------------------------------------------------------------------ */

/* A column is one of numbers if its cells are. */
static bool right_aligned(const struct block *b, uint32_t column) {
    bool numbers = b->cells.n > column;
    for (uint32_t i = column; i < b->cells.n; i += b->n_columns)
        numbers &= b->cells.at[i].is_number;
    return numbers;
}

static size_t width_of(const char *text) {
    return text_width(text, strlen(text));
}

static size_t column_width(const struct block *b, uint32_t column) {
    size_t width = width_of(b->columns[column]);
    for (uint32_t i = column; i < b->cells.n; i += b->n_columns) {
        size_t own = width_of(b->cells.at[i].text);
        if (own > width) width = own;
    }
    return width > 3 ? width : 3;
}

static void put_cell(struct buf *out, const char *text, size_t width, bool right) {
    size_t spare = width - width_of(text);
    buf_puts(out, "| ");
    if (right) buf_spaces(out, spare);
    buf_puts(out, text);
    if (!right) buf_spaces(out, spare);
    buf_puts(out, " ");
}

static void put_rule(struct buf *out, size_t width, bool right) {
    buf_puts(out, right ? "| " : "| :");
    for (size_t i = 1; i < width; i++) buf_puts(out, "-");
    buf_puts(out, right ? ": " : " ");
}

static void put_table(const struct block *b, struct buf *out) {
    for (uint32_t c = 0; c < b->n_columns; c++)
        put_cell(out, b->columns[c], column_width(b, c), right_aligned(b, c));
    buf_puts(out, "|\n");
    for (uint32_t c = 0; c < b->n_columns; c++)
        put_rule(out, column_width(b, c), right_aligned(b, c));
    buf_puts(out, "|\n");
    for (uint32_t i = 0; i < b->cells.n; i++) {
        uint32_t c = i % b->n_columns;
        put_cell(out, b->cells.at[i].text, column_width(b, c), right_aligned(b, c));
        if (c + 1 == b->n_columns) buf_puts(out, "|\n");
    }
}

static void put_section(const struct section *section, uint32_t number, struct buf *out) {
    buf_printf(out, "\n## %u. %s\n", number, section->title);
    for (uint32_t i = 0; i < section->blocks.n; i++) {
        const struct block *block = &section->blocks.at[i];
        buf_puts(out, "\n");
        if (block->columns) put_table(block, out);
        else buf_printf(out, "%s\n", block->text);
    }
}

void report_markdown(const struct report *self, struct buf *out) {
    buf_printf(out, "# %s\n\nMade by `%s`; do not edit.\n", self->title, self->command);
    if (self->quick)
        buf_puts(out, "\n**A quick run: too little of everything to conclude from.**\n");
    if (self->sections.n < self->n_wanted)
        buf_printf(out, "\n**Not finished: %u of %u sections are there.**\n", self->sections.n,
                   self->n_wanted);
    buf_puts(out, "\nTimes, rates and memory depend on the machine:\n\n");
    for (uint32_t i = 0; i < self->facts.n; i++)
        buf_printf(out, "- %s: %s\n", self->facts.at[i].name, self->facts.at[i].text);
    for (uint32_t i = 0; i < self->sections.n; i++) put_section(&self->sections.at[i], i + 1, out);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *cell_json(const struct cell *cell) {
    if (!cell->is_number) return json_string(cell->text);
    if (!isfinite(cell->number)) return json_null();
    bool whole = cell->number == floor(cell->number) && fabs(cell->number) < 1e15;
    return whole ? json_integer((json_int_t)cell->number) : json_real(cell->number);
}

static json_t *table_json(const struct block *b) {
    json_t *rows = json_array(), *row = NULL;
    for (uint32_t i = 0; i < b->cells.n; i++) {
        if (i % b->n_columns == 0) json_array_append_new(rows, row = json_object());
        json_object_set_new(row, b->columns[i % b->n_columns], cell_json(&b->cells.at[i]));
    }
    return rows;
}

static json_t *section_json(const struct section *section) {
    json_t *notes = json_array(), *tables = json_array();
    for (uint32_t i = 0; i < section->blocks.n; i++) {
        const struct block *b = &section->blocks.at[i];
        if (b->columns) json_array_append_new(tables, table_json(b));
        else json_array_append_new(notes, json_string(b->text));
    }
    return json_pack("{s:s, s:s, s:o, s:o}", "name", section->name, "title", section->title,
                     "notes", notes, "tables", tables);
}

char *report_json(const struct report *self) {
    json_t *facts = json_object(), *sections = json_array();
    for (uint32_t i = 0; i < self->facts.n; i++)
        json_object_set_new(facts, self->facts.at[i].name, json_string(self->facts.at[i].text));
    for (uint32_t i = 0; i < self->sections.n; i++)
        json_array_append_new(sections, section_json(&self->sections.at[i]));
    json_t *out = json_pack("{s:s, s:b, s:o, s:o}", "command", self->command, "quick", self->quick,
                            "machine", facts, "sections", sections);
    char *text = json_dumps(out, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    json_decref(out);
    return text;
}
