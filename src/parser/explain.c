/* How a sentence gets its meaning, or why it has none, as a page to read.
 *
 *     readings ─▶ result          I_JUMP I_JUMP, and what else it could mean
 *     tree     ─▶ derivation      the drawing of derive.c
 *              ─▶ words           each with its entry
 *              ─▶ program         the entries applied to each other, reduced
 *     program  ─▶ execution       innermost first:   1  repeat(I_JUMP(), 2) = I_JUMP I_JUMP
 *     chart    ─▶ execution       where values are means (paper, supplement B.1):
 *                                 each part, what it can mean, and the mean of that
 *
 *     no parse ─▶ reason, words, largest parts, and what these still need
 *
 * Everything is made in the parser's arena and bounded: lines, and their width. */
#include <math.h>
#include <string.h>

#include "exec/machine.h"
#include "parser/parser.h"

#define PAGE           100u /* columns */
#define INDENT         2u
#define CERTAIN        0.999 /* no word of other readings above this */
#define MAX_OTHERS     4u
#define MAX_TRIES      50u /* derivations looked at to find one of the first reading */
#define MAX_LINES      40u /* of one section */
#define MAX_ENTRIES    3u  /* of a word, where there is no parse */
#define MAX_MEANINGS   8u  /* of a part, where values are means */
#define MAX_PARTS      12u
#define SHORTEST       40u /* columns a value has in any case */
#define STEP_COLUMNS   44u /* where the values of an execution stand, at most */
#define WORD_COLUMNS   40u
#define PHRASE_COLUMNS 50u

struct page {
    g2l2_parser *parser;
    const g2l2_domain *domain;
    const char **words; /* [n_words] as the sentence has them, if not too long */
    struct lang *lang;  /* to build programs in */
    uint32_t *step;     /* [n_terms] number of the step that makes a term, 0: none; or NULL */
    struct buf out;
};

/* ---- text ------------------------------------------------------------------------------ */

static struct buf new_text(const struct page *p) {
    struct buf text;
    buf_init(&text, &p->parser->arena);
    buf_puts(&text, "");
    return text;
}

static size_t width_of(const char *text) {
    return text_width(text, strlen(text));
}

static void put_padded(struct buf *out, const char *text, size_t width) {
    size_t w = width_of(text);
    buf_puts(out, text);
    if (w < width) buf_spaces(out, width - w);
}

static void heading(struct page *p, const char *text) {
    buf_printf(&p->out, "%s%s", p->out.n ? "\n" : "", text);
}

/* Bytes of `text` that fit `columns`, cut after a word if it has more than one. */
static size_t fitting(const char *text, size_t columns) {
    size_t at = 0, word = 0, used = 0;
    for (; text[at]; at++) {
        bool starts = ((unsigned char)text[at] & 0xC0) != 0x80;
        if (starts && used++ == columns) return word ? word : at;
        if (text[at] == ' ') word = at;
    }
    return at;
}

static size_t count_words(const char *text) {
    size_t n = 0;
    for (; *text; text += strspn(text, " ")) {
        n++;
        text += strcspn(text, " ");
    }
    return n;
}

/* A value in what is left of a line: `a b c ... (48 actions)`. */
static void put_short(struct page *p, const char *text, size_t used) {
    const char *noun = p->domain->literal_name;
    if (!noun || strlen(noun) > 16) noun = "word";
    size_t room = used + SHORTEST < PAGE ? PAGE - used : SHORTEST;
    size_t n = width_of(text) <= room ? strlen(text) : fitting(text, room - strlen(noun) - 12);
    if (!*text) buf_puts(&p->out, "(empty)");
    buf_put(&p->out, text, n);
    if (text[n]) buf_printf(&p->out, " ... (%zu %ss)", count_words(text), noun);
}

/* A text of any length, on as many lines as it takes. */
static void put_folded(struct page *p, const char *text, size_t hang) {
    size_t indent = INDENT;
    if (!*text) text = "(empty)";
    while (*text) {
        size_t n = fitting(text, PAGE - indent);
        buf_spaces(&p->out, indent);
        buf_put(&p->out, text, n);
        buf_puts(&p->out, "\n");
        text += n + strspn(text + n, " ");
        indent = INDENT + hang;
    }
}

/* Shares stand in a column as wide as the widest of them. */
static size_t share_columns(size_t so_far, double share) {
    char text[32];
    int n = snprintf(text, sizeof text, "%.3g", share);
    return n > (int)so_far ? (size_t)n : so_far;
}

/* The first lines of a text, and how many there are. */
static void put_lines(struct page *p, const char *text) {
    size_t n = 0;
    for (const char *at = text; *at; n++) {
        size_t length = strcspn(at, "\n") + 1;
        if (n < MAX_LINES) buf_put(&p->out, at, length);
        at += length;
    }
    if (n > MAX_LINES) buf_printf(&p->out, "  ... (%zu lines in all)\n", n);
}

static const char *category_text(const struct page *p, cat_id cat) {
    struct buf text = new_text(p);
    category_print(&p->domain->syntax, cat, &text);
    return text.at;
}

/* The words of a span, in quotes. */
static const char *phrase(const struct page *p, uint32_t begin, uint32_t end) {
    struct buf all = new_text(p), out = new_text(p);
    for (uint32_t i = begin; i < end && all.n < 4 * PAGE; i++)
        buf_printf(&all, "%s%s", i > begin ? " " : "", p->words[i]);
    size_t n = fitting(all.at, PHRASE_COLUMNS);
    buf_printf(&out, "'%.*s%s'", (int)n, all.at, all.at[n] ? " ..." : "");
    return out.at;
}

static const char **cut_words(g2l2_parser *self, const char *sentence) {
    const char **words = arena_array(&self->arena, const char *, self->n_words + 1);
    const char *at = sentence + strspn(sentence, " \t\r\n");
    for (uint32_t i = 0; i < self->n_words; i++) {
        size_t n = strcspn(at, " \t\r\n"), shown = fitting(at, WORD_COLUMNS);
        struct buf word;
        buf_init(&word, &self->arena);
        buf_put(&word, at, shown < n ? shown : n);
        if (shown < n) buf_puts(&word, "...");
        words[i] = word.at;
        at += n + strspn(at + n, " \t\r\n");
    }
    return words;
}

/* ---- result ------------------------------------------------------------------------------- */

static void put_result(struct page *p, const g2l2_reading *readings, size_t n) {
    if (p->domain->expected) {
        heading(p, "result (the mean of all derivations):\n");
    } else {
        heading(p, "");
        buf_printf(&p->out, "result (confidence %.3g):\n", readings[0].confidence);
    }
    put_folded(p, readings[0].text, 0);
    if (n < 2 || readings[0].confidence >= CERTAIN) return;
    heading(p, "other readings:\n");
    size_t columns = 0;
    for (size_t i = 1; i < n; i++) columns = share_columns(columns, readings[i].confidence);
    for (size_t i = 1; i < n; i++) {
        buf_printf(&p->out, "  %-*.3g   ", (int)columns, readings[i].confidence);
        put_short(p, readings[i].text, columns + 5);
        buf_puts(&p->out, "\n");
    }
}

/* ---- words --------------------------------------------------------------------------------- */

/* A row of the table of words; slot UINT32_MAX: the word is unknown. */
struct row {
    uint32_t position, slot;
};

struct rows {
    struct row at[MAX_LINES];
    uint32_t n;
    bool more;
};

/* The same word with the same entry is listed once. */
static void add_row(const struct page *p, struct rows *rows, uint32_t position, uint32_t slot) {
    for (uint32_t i = 0; i < rows->n; i++)
        if (rows->at[i].slot == slot && !strcmp(p->words[rows->at[i].position], p->words[position]))
            return;
    rows->more |= rows->n == MAX_LINES;
    if (rows->n < MAX_LINES) rows->at[rows->n++] = (struct row){position, slot};
}

static const struct candidate *entry_of(const struct page *p, uint32_t slot) {
    const struct lexicon *lexicon = p->parser->lexicon;
    return &lexicon->entries.at[lexicon->slots.at[slot].entry];
}

static const struct word *word_at(const struct page *p, uint32_t position) {
    uint32_t word = p->parser->words[position];
    return word == SYMBOL_NONE ? NULL : &p->parser->lexicon->words.at[word];
}

/* How much of a word's weight one of its entries has. */
static double share_of(const struct page *p, const struct row *row) {
    const double *tau = p->parser->lexicon->tau;
    const struct word *w = word_at(p, row->position);
    double sum = 0;
    for (uint32_t i = w->first; i < w->first + w->n; i++) sum += exp(tau[i] - tau[row->slot]);
    return 1 / sum;
}

static const char *row_category(const struct page *p, const struct row *row) {
    return row->slot == UINT32_MAX ? "unknown" : category_text(p, entry_of(p, row->slot)->cat);
}

static void put_row(struct page *p, const struct row *row, size_t word_columns, size_t columns) {
    const char *category = row_category(p, row);
    buf_spaces(&p->out, INDENT);
    put_padded(&p->out, p->words[row->position], word_columns + 3);
    bool known = row->slot != UINT32_MAX;
    const struct term *program = known ? entry_of(p, row->slot)->program : NULL;
    double share = known ? share_of(p, row) : 1;
    put_padded(&p->out, category, program || share < CERTAIN ? columns : 0);
    if (program) buf_puts(&p->out, " : ");
    if (program) term_print(&p->domain->lang, program, &p->out);
    if (share < CERTAIN) buf_printf(&p->out, "   (share %.3g)", share);
    buf_puts(&p->out, "\n");
}

static size_t column(size_t so_far, const char *text) {
    size_t width = width_of(text);
    return width > so_far && width <= PAGE / 2 ? width : so_far;
}

static void put_rows(struct page *p, const struct rows *rows) {
    size_t words = 0, categories = 0;
    for (uint32_t i = 0; i < rows->n; i++) {
        words = column(words, p->words[rows->at[i].position]);
        if (rows->at[i].slot != UINT32_MAX)
            categories = column(categories, row_category(p, &rows->at[i]));
    }
    heading(p, "words:\n");
    for (uint32_t i = 0; i < rows->n; i++) put_row(p, &rows->at[i], words, categories);
    if (rows->more) buf_puts(&p->out, "  ...\n");
}

static void put_words_used(struct page *p, const struct derived *derived) {
    struct rows rows = {.n = 0};
    for (uint32_t i = 0; i < p->parser->n_words; i++) add_row(p, &rows, i, derived->slots[i]);
    put_rows(p, &rows);
}

/* The heaviest entry after `last` (UINT32_MAX: of all), in the order of slots
 * where weights are equal. */
static uint32_t next_entry(const struct page *p, const struct word *w, uint32_t last) {
    const double *tau = p->parser->lexicon->tau;
    uint32_t best = UINT32_MAX;
    for (uint32_t i = w->first; i < w->first + w->n; i++) {
        bool later = last == UINT32_MAX || tau[i] < tau[last] || (tau[i] == tau[last] && i > last);
        if (later && (best == UINT32_MAX || tau[i] > tau[best])) best = i;
    }
    return best;
}

static void put_words_known(struct page *p) {
    struct rows rows = {.n = 0};
    for (uint32_t i = 0; i < p->parser->n_words && !rows.more; i++) {
        const struct word *w = word_at(p, i);
        uint32_t slot = w ? next_entry(p, w, UINT32_MAX) : UINT32_MAX;
        add_row(p, &rows, i, slot);
        for (uint32_t k = 1; k < MAX_ENTRIES && slot != UINT32_MAX; k++)
            if ((slot = next_entry(p, w, slot)) != UINT32_MAX) add_row(p, &rows, i, slot);
    }
    put_rows(p, &rows);
}

/* ---- programs ------------------------------------------------------------------------------- */

/* Operations beyond the domain's stand for values: see name_value. */
static bool names_value(const struct page *p, const struct term *term) {
    return term->kind == TERM_OP && term->op >= p->domain->lang.ops.n;
}

/* An application, with the number of the step in the place of what is known. */
static void put_call(const struct page *p, const struct term *term, bool top, struct buf *out) {
    if (names_value(p, term)) {
        buf_puts(out, p->lang->ops.at[term->op].name);
    } else if (term->kind != TERM_OP || !term->n_subs) {
        term_print(p->lang, term, out);
    } else if (!top && p->step && p->step[term->id]) {
        buf_printf(out, "#%u", p->step[term->id]);
    } else {
        buf_printf(out, "%s(", p->lang->ops.at[term->op].name);
        for (uint32_t i = 0; i < term->n_subs; i++) {
            if (i) buf_puts(out, ", ");
            put_call(p, term->subs[i], false, out);
        }
        buf_puts(out, ")");
    }
}

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

/* A program too long for one line has its arguments one below the other. */
static void put_program(struct buf *out, const char *text, size_t n, size_t indent) {
    size_t open = 0;
    while (open < n && text[open] != '(' && text[open] != '"') open++;
    bool call = open + 1 < n && text[open] == '(' && text[open + 1] != ')' && text[n - 1] == ')';
    if (!call || indent + text_width(text, n) <= PAGE) {
        buf_put(out, text, n);
        return;
    }
    buf_put(out, text, open + 1);
    for (size_t at = open + 1, end; at < n; at = end + 1) {
        at += text[at] == ' ';
        end = argument_end(text, at, n);
        buf_puts(out, "\n");
        buf_spaces(out, indent + 2);
        put_program(out, text + at, end - at, indent + 2);
        if (end < n) buf_put(out, text + end, 1);
    }
}

static void put_composed(struct page *p, const struct term *program) {
    struct buf flat = new_text(p), folded = new_text(p);
    heading(p, "program:\n");
    if (!program) {
        buf_puts(&p->out, "  it is too large to be written out\n");
        return;
    }
    term_print(p->lang, program, &flat);
    buf_spaces(&folded, INDENT);
    put_program(&folded, flat.at, flat.n, INDENT);
    buf_puts(&folded, "\n");
    put_lines(p, folded.at);
}

/* ---- execution, exact ------------------------------------------------------------------------ */

struct execution {
    struct page *page;
    value_id *values; /* [n_terms] */
    bool *made;       /* [n_terms] the value is there */
    const struct term *program;
    const struct term *lines[MAX_LINES];
    uint32_t n_steps;
};

static value_id value_of(struct execution *x, const struct term *term);

static value_id run_op(struct execution *x, const struct term *term) {
    const struct exact *e = &x->page->parser->exact;
    value_id args[OP_MAX_ARGS];
    for (uint32_t i = 0; i < term->n_subs; i++)
        if ((args[i] = value_of(x, term->subs[i])) == VALUE_DEAD) return VALUE_DEAD;
    return e->kernels->op(e->state, &e->domain->lang.ops.at[term->op], args);
}

static value_id value_of(struct execution *x, const struct term *term) {
    const struct exact *e = &x->page->parser->exact;
    if (x->made[term->id]) return x->values[term->id];
    value_id value = term->kind == TERM_OP ? run_op(x, term) : machine_eval(e->machine, term);
    x->made[term->id] = true;
    return x->values[term->id] = value;
}

static struct execution new_execution(struct page *p, const struct term *program) {
    struct arena *arena = &p->parser->arena;
    uint32_t n = p->lang->terms.n;
    return (struct execution){.page = p,
                              .values = arena_array(arena, value_id, n),
                              .made = arena_zalloc(arena, n * sizeof(bool)),
                              .program = program};
}

static const char *value_text(const struct page *p, value_id value) {
    struct buf text = new_text(p);
    if (value == VALUE_DEAD) return "(too long)";
    p->domain->kernels->print(p->parser->exact.state, &p->domain->lang, value, &text);
    return text.at;
}

/* Number every application once, the innermost first. Constants have no step
 * of their own, unless there is nothing else. */
static void number_steps(struct execution *x, const struct term *term) {
    uint32_t *step = &x->page->step[term->id];
    if (term->kind != TERM_OP || term->open || *step) return;
    if (!term->n_subs && term != x->program) return;
    for (uint32_t i = 0; i < term->n_subs; i++) number_steps(x, term->subs[i]);
    if (x->n_steps < MAX_LINES) x->lines[x->n_steps] = term;
    *step = ++x->n_steps;
}

static void put_steps(struct page *p, const struct term *program) {
    struct execution x = new_execution(p, program);
    const char *calls[MAX_LINES];
    size_t width = 0;
    p->step = arena_zalloc(&p->parser->arena, p->lang->terms.n * sizeof *p->step);
    number_steps(&x, program);
    uint32_t n = x.n_steps < MAX_LINES ? x.n_steps : MAX_LINES;
    for (uint32_t i = 0; i < n; i++) {
        struct buf text = new_text(p);
        put_call(p, x.lines[i], true, &text);
        calls[i] = text.at;
        size_t w = width_of(text.at);
        if (w > width && w <= STEP_COLUMNS) width = w;
    }
    heading(p, "execution:\n");
    for (uint32_t i = 0; i < n; i++) {
        size_t w = width_of(calls[i]);
        buf_printf(&p->out, "  %*u  ", n > 9 ? 2 : 1, i + 1);
        put_padded(&p->out, calls[i], width);
        buf_puts(&p->out, " = ");
        put_short(p, value_text(p, value_of(&x, x.lines[i])), (w > width ? w : width) + 9);
        buf_puts(&p->out, "\n");
    }
    if (x.n_steps > n) buf_printf(&p->out, "  ... and %u more steps\n", x.n_steps - n);
    p->step = NULL;
}

/* ---- execution, expected ----------------------------------------------------------------------- */

static const char *mean_text(const struct page *p, const double *value) {
    struct buf text = new_text(p);
    p->domain->kernels->print_expected(p->parser->expected.state, value, &text);
    return text.at;
}

/* What a variable stands for, as a constant: the mean of a part, or its words
 * where that is not short. */
static const struct term *name_value(struct page *p, uint32_t node) {
    const struct node *n = &p->parser->chart.nodes.at[node];
    const char *mean = mean_text(p, p->parser->expected.mean[node]);
    bool brief = strlen(mean) <= 12 && !strchr(mean, ' ');
    struct op op = {.name = brief ? mean : phrase(p, n->begin, n->end),
                    .result = p->domain->syntax.cats.at[n->cat].type,
                    .unit = OP_NONE,
                    .power_of = OP_NONE,
                    .literal = -1};
    return term_op(p->lang, lang_op(p->lang, &op), NULL);
}

static const struct term *closure_term(struct page *p, const struct closure_ref *c) {
    const struct expected *e = &p->parser->expected;
    const struct term *env[ENV_MAX] = {NULL};
    for (uint32_t i = 0; i < c->n_env; i++) {
        struct ref ref = c->env[i];
        env[i] =
            ref.function ? closure_term(p, &e->functions.at[ref.index]) : name_value(p, ref.index);
    }
    return c->body ? derive_copy(p->lang, c->body, env) : env[0];
}

/* `add(2.5, 1) = 3.5`; only the value where the program says no more. */
static void put_meaning(struct page *p, uint32_t contribution) {
    struct expected *e = &p->parser->expected;
    const struct closure_ref *c = &e->contributions.at[contribution];
    const struct term *program = derive_reduce(p->lang, closure_term(p, c));
    const char *value = mean_text(p, expected_value(e, contribution));
    struct buf text = new_text(p);
    if (program) put_call(p, program, true, &text);
    bool says_more = text.n && strcmp(text.at, value);
    if (says_more) buf_printf(&p->out, "%s = ", text.at);
    put_short(p, value, says_more ? width_of(text.at) + 20 : 20);
}

/* The end of a line about a contribution that takes an EMPTY word in. */
static void put_empty(struct page *p, uint32_t node, uint32_t contribution) {
    const struct node *at = &p->parser->chart.nodes.at[node];
    uint32_t edge = p->parser->expected.contributions.at[contribution].edge;
    uint8_t kind = p->parser->chart.edges.at[edge].kind;
    if (kind == EDGE_EMPTY_FIRST || kind == EDGE_EMPTY_LAST)
        buf_printf(&p->out, "   ('%s' is EMPTY)",
                   p->words[kind == EDGE_EMPTY_FIRST ? at->begin : at->end - 1]);
    buf_puts(&p->out, "\n");
}

/* The contributions to a mean in the order they were made; of many, the
 * heaviest ones first. Returns how many there are. */
static uint32_t meanings(const struct page *p, uint32_t node, uint32_t **out) {
    const struct expected *e = &p->parser->expected;
    const struct closure_ref *at = e->contributions.at;
    uint32_t n = 0, k = 0;
    for (uint32_t i = e->first_of[node]; i != NO_NODE; i = at[i].next) n++;
    uint32_t *list = *out = arena_array(&p->parser->arena, uint32_t, n + 1);
    for (uint32_t i = e->first_of[node]; i != NO_NODE; i = at[i].next) list[n - ++k] = i;
    for (uint32_t i = 0; n > MAX_MEANINGS && i < MAX_MEANINGS; i++) {
        uint32_t best = i;
        for (k = i + 1; k < n; k++)
            if (at[list[k]].share > at[list[best]].share) best = k;
        uint32_t moved = list[best];
        memmove(list + i + 1, list + i, (best - i) * sizeof *list);
        list[i] = moved;
    }
    return n;
}

static void put_mean(struct page *p, uint32_t node, const uint32_t *list, uint32_t n) {
    const struct expected *e = &p->parser->expected;
    const struct closure_ref *at = e->contributions.at;
    uint32_t n_shown = n < MAX_MEANINGS ? n : MAX_MEANINGS;
    size_t columns = 0;
    for (uint32_t i = 0; i < n_shown; i++) columns = share_columns(columns, at[list[i]].share);
    for (uint32_t i = 0; i < n_shown; i++) {
        buf_printf(&p->out, "    %-*.3g   ", (int)columns, at[list[i]].share);
        put_meaning(p, list[i]);
        put_empty(p, node, list[i]);
    }
    if (n > n_shown) buf_printf(&p->out, "    ... and %u more\n", n - n_shown);
    buf_printf(&p->out, "    mean ");
    put_short(p, mean_text(p, e->mean[node]), 20);
    buf_printf(&p->out, ", weight %.3g\n", exp(e->log_weight[node]));
}

/* Nothing new: a word that was there before. */
static bool repeats(const struct page *p, uint32_t node) {
    const struct chart *c = &p->parser->chart;
    const struct node *at = &c->nodes.at[node];
    for (uint32_t i = 0; at->begin + 1 == at->end && i < node; i++) {
        const struct node *before = &c->nodes.at[i];
        if (before->useful && before->cat == at->cat && before->begin + 1 == before->end &&
            c->words[before->begin] == c->words[at->begin])
            return true;
    }
    return false;
}

/* False: it is another node over again. */
static bool put_part(struct page *p, uint32_t node) {
    const struct expected *e = &p->parser->expected;
    const struct chart *chart = &p->parser->chart;
    const struct node *at = &chart->nodes.at[node];
    uint32_t *list, n = meanings(p, node, &list);
    if (n == 1 && chart->edges.at[e->contributions.at[list[0]].edge].kind == EDGE_UNIT)
        return false;
    if (repeats(p, node)) return false;
    buf_printf(&p->out, "  %s : %s", phrase(p, at->begin, at->end), category_text(p, at->cat));
    if (n == 1) {
        buf_puts(&p->out, " = ");
        put_meaning(p, list[0]);
        buf_printf(&p->out, ", weight %.3g", exp(e->log_weight[node]));
        put_empty(p, node, list[0]);
    } else {
        buf_puts(&p->out, "\n");
        put_mean(p, node, list, n);
    }
    return true;
}

static void put_means(struct page *p) {
    const struct chart *chart = &p->parser->chart;
    uint32_t n_shown = 0, i = 0;
    heading(p, "execution (each part, and the mean of what it can mean):\n");
    for (; i < chart->nodes.n && n_shown < MAX_LINES; i++)
        if (chart->nodes.at[i].useful && p->parser->expected.mean[i]) n_shown += put_part(p, i);
    if (i < chart->nodes.n) buf_puts(&p->out, "  ...\n");
}

/* ---- with a parse ------------------------------------------------------------------------------- */

struct choice {
    struct derived derived;
    const struct term *program; /* NULL: too large, or it means nothing */
    uint32_t rank;              /* from 1, by weight; 0: none was found with the result */
};

static struct choice choose(struct page *p, const struct derivation *d, uint32_t rank) {
    struct choice c = {.derived = derive_tree(p->parser, d), .rank = rank};
    const struct term *term = derive_program(p->parser, p->lang, &c.derived);
    if (term) c.program = derive_reduce(p->lang, term);
    return c;
}

static bool means(struct page *p, const struct choice *c, const char *text) {
    if (!c->program) return false;
    struct execution x = new_execution(p, c->program);
    return !strcmp(value_text(p, value_of(&x, c->program)), text);
}

/* The heaviest derivation that means `text` (NULL: anything). Derivations of
 * one meaning are summed, so it need not be the heaviest of all. */
static struct choice best_derivation(struct page *p, const char *text) {
    const struct derivation **list;
    const double *weight = p->parser->lexicon->tau;
    chart_best(&p->parser->chart, weight, 1, &list);
    struct choice first = choose(p, list[0], 1);
    if (!text || means(p, &first, text)) return first;
    uint32_t n = chart_best(&p->parser->chart, weight, MAX_TRIES, &list);
    for (uint32_t i = 1; i < n; i++) {
        struct choice c = choose(p, list[i], i + 1);
        if (means(p, &c, text)) return c;
    }
    if (first.program) first.rank = 0;
    return first;
}

static void put_derivation(struct page *p, const struct choice *c) {
    const struct chart *chart = &p->parser->chart;
    const double *counts = chart_count(chart);
    double n = 0;
    for (uint32_t i = 0; i < chart->roots.n; i++) n += counts[chart->roots.at[i]];
    heading(p, "derivation");
    if (c->rank > 1)
        buf_printf(&p->out, " (the best with this result, number %u of %.6g)", c->rank, n);
    else if (!c->rank) buf_printf(&p->out, " (the best of %.6g, with another result)", n);
    else if (n > 1) buf_printf(&p->out, " (the best of %.6g)", n);
    buf_puts(&p->out, ":\n");
    derive_draw(p->parser, &c->derived, &p->out);
}

static void put_parse(struct page *p, const char *text) {
    p->lang = derive_language(p->parser);
    struct choice c = best_derivation(p, p->domain->expected ? NULL : text);
    put_derivation(p, &c);
    put_words_used(p, &c.derived);
    put_composed(p, c.program);
    if (p->domain->expected) put_means(p);
    else if (c.program) put_steps(p, c.program);
}

/* ---- without a parse ------------------------------------------------------------------------------ */

/* A span that is something, as large as possible. */
struct part {
    uint32_t begin, end;
    struct range nodes; /* its categories */
};

static uint32_t largest_parts(const struct page *p, struct part *parts, uint32_t max) {
    const struct chart *c = &p->parser->chart;
    uint32_t n = 0;
    for (uint32_t begin = 0; begin < c->n && n < max; n++) {
        uint32_t end = c->n;
        while (end > begin + 1 && !c->outer[chart_cell(c, begin, end)].n) end--;
        parts[n] = (struct part){begin, end, c->outer[chart_cell(c, begin, end)]};
        begin = end;
    }
    return n;
}

static cat_id part_cat(const struct page *p, const struct part *part, uint32_t i) {
    return p->parser->chart.nodes.at[part->nodes.first + i].cat;
}

static void put_cats(const struct page *p, const struct part *part, struct buf *out) {
    if (!part->nodes.n) buf_puts(out, word_at(p, part->begin) ? "EMPTY" : "unknown");
    for (uint32_t i = 0; i < part->nodes.n && i < MAX_ENTRIES; i++)
        buf_printf(out, "%s%s", i ? " or " : "", category_text(p, part_cat(p, part, i)));
    if (part->nodes.n > MAX_ENTRIES) buf_puts(out, " or ...");
}

static const char *part_phrase(const struct page *p, const struct part *part) {
    return phrase(p, part->begin, part->end);
}

static void put_parts(struct page *p, const struct part *parts, uint32_t n) {
    size_t width = 0;
    for (uint32_t i = 0; i < n; i++) {
        size_t w = width_of(part_phrase(p, &parts[i]));
        if (w > width) width = w;
    }
    heading(p, "largest parts:\n");
    for (uint32_t i = 0; i < n; i++) {
        buf_spaces(&p->out, INDENT);
        put_padded(&p->out, part_phrase(p, &parts[i]), width + 3);
        put_cats(p, &parts[i], &p->out);
        buf_puts(&p->out, "\n");
    }
    if (parts[n - 1].end < p->parser->n_words) buf_puts(&p->out, "  ...\n");
}

/* What a category still needs on its left ('\\') or right ('/'); "": nothing. */
static const char *need(const struct page *p, cat_id cat, char side) {
    const struct category *c = &p->domain->syntax.cats.at[cat];
    cat_id argument = CAT_NONE;
    if (c->kind == CAT_KIND_SLASH && c->slash == side) argument = c->argument;
    if (c->kind == CAT_KIND_PARTIAL && side == '\\') argument = c->argument;
    if (c->kind == CAT_KIND_CONJ && side == '/') {
        argument = p->domain->syntax.conjs.at[c->conj].operand;
        if (argument == CAT_NONE) return "something to join";
    }
    if (argument == CAT_NONE) return "";
    struct buf text = new_text(p);
    const char *name = category_text(p, argument);
    buf_printf(&text, "%s %s", strchr("AEFHILMNORSX", name[0]) ? "an" : "a", name);
    return text.at;
}

/* `'and' still needs a V on its right`, for the first category that does. */
static void put_need(const struct page *p, const struct part *part, char side, struct buf *out) {
    for (uint32_t i = 0; i < part->nodes.n; i++) {
        const char *what = need(p, part_cat(p, part, i), side);
        if (!*what) continue;
        buf_printf(out, "%s%s still needs %s on its %s", out->n ? "; " : "", part_phrase(p, part),
                   what, side == '/' ? "right" : "left");
        return;
    }
}

/* Would a word of this category join the two? */
static bool joins(const struct syntax *syntax, cat_id left, cat_id cat, cat_id right) {
    cat_id after = syntax_lookup(syntax, cat, right).result;
    cat_id before = syntax_lookup(syntax, left, cat).result;
    return (after != CAT_NONE && syntax_lookup(syntax, left, after).result != CAT_NONE) ||
           (before != CAT_NONE && syntax_lookup(syntax, before, right).result != CAT_NONE);
}

/* The first word that, put between the two, would make them one. */
static void put_joiner(const struct page *p, cat_id left, cat_id right, struct buf *out) {
    const struct lexicon *lexicon = p->parser->lexicon;
    buf_puts(out, "nothing joins them");
    for (uint32_t w = 0; w < lexicon->words.n; w++) {
        const struct word *word = &lexicon->words.at[w];
        for (uint32_t g = word->first_group; g < word->first_group + word->n_groups; g++) {
            cat_id cat = lexicon->groups.at[g].cat;
            if (!joins(&p->domain->syntax, left, cat, right)) continue;
            buf_printf(out, ", as '%s' (%s) would", lexicon->names.names.at[w],
                       category_text(p, cat));
            return;
        }
    }
}

static void put_is(const struct page *p, const struct part *part, struct buf *out) {
    buf_printf(out, "%s%s is ", out->n ? ", " : "", part_phrase(p, part));
    put_cats(p, part, out);
}

/* One part is the whole sentence, and yet not what a sentence must be. */
static void missing_alone(const struct page *p, const struct part *part, struct buf *is,
                          struct buf *needs) {
    put_is(p, part, is);
    put_need(p, part, '\\', needs);
    put_need(p, part, '/', needs);
    if (!needs->n && part->nodes.n) buf_puts(needs, "a whole sentence cannot be that");
    if (!part->nodes.n && word_at(p, part->begin))
        buf_puts(needs, "a word that means something is needed");
}

static bool complete(const struct page *p, const struct part *part) {
    return part->nodes.n &&
           p->domain->syntax.cats.at[part_cat(p, part, 0)].kind == CAT_KIND_PRIMITIVE;
}

/* What two neighbours need of each other; of the outer sides, at the ends only. */
static void missing_between(const struct page *p, const struct part *parts, uint32_t i, uint32_t n,
                            struct buf *is, struct buf *needs) {
    const struct part *a = &parts[i], *b = &parts[i + 1];
    put_is(p, a, is);
    put_is(p, b, is);
    if (i == 0) put_need(p, a, '\\', needs);
    put_need(p, a, '/', needs);
    put_need(p, b, '\\', needs);
    if (i + 2 == n) put_need(p, b, '/', needs);
    if (!needs->n && complete(p, a) && complete(p, b))
        put_joiner(p, part_cat(p, a, 0), part_cat(p, b, 0), needs);
}

static void put_missing(struct page *p, const struct part *parts, uint32_t n) {
    bool any = false;
    for (uint32_t i = 0; i + 1 < n || (n == 1 && !i); i++) {
        struct buf is = new_text(p), needs = new_text(p);
        if (n == 1) missing_alone(p, parts, &is, &needs);
        else missing_between(p, parts, i, n, &is, &needs);
        if (!needs.n) continue;
        if (!any) heading(p, "missing:\n");
        any = true;
        buf_printf(&is, ": %s", needs.at);
        put_folded(p, is.at, 2);
    }
}

static void put_no_parse(struct page *p, const char *sentence) {
    struct part parts[MAX_PARTS];
    heading(p, "no parse:\n");
    put_folded(p, parser_reason(p->parser, sentence), 2);
    if (!p->parser->n_words) return;
    put_words_known(p);
    uint32_t n = largest_parts(p, parts, MAX_PARTS);
    put_parts(p, parts, n);
    put_missing(p, parts, n);
}

/* ---- the page --------------------------------------------------------------------------------------- */

static const char *explain(g2l2_parser *self, const char *sentence) {
    g2l2_reading *readings;
    parser_parse(self, sentence);
    struct page p = {.parser = self, .domain = self->lexicon->domain};
    p.out = new_text(&p);
    p.words = cut_words(self, sentence);
    if (!self->chart.roots.n) {
        put_no_parse(&p, sentence);
        return p.out.at;
    }
    parser_execute(self);
    size_t n = parser_readings(self, MAX_OTHERS + 1, &readings);
    if (n) {
        put_result(&p, readings, n);
    } else {
        heading(&p, "no result:\n");
        put_folded(&p, parser_reason(self, sentence), 2);
    }
    put_parse(&p, n ? readings[0].text : NULL);
    return p.out.at;
}

g2l2_status g2l2_parser_explain(g2l2_parser *self, const char *sentence, const char **out,
                                g2l2_error *err) {
    *out = NULL;
    if (!guard_try(&self->guard, err)) return self->guard.status;
    *out = explain(self, sentence);
    return G2L2_STATUS_OK;
}
