/* Reading the lexicon from text (text.h), line by line, into a model.
 *
 *     line ─▶ statement | word => rest ─▶ row ─▶ ... ─▶ rows by word ─▶ model
 *                         (entry.c, numbers.c)
 *
 * The domain is opened as late as the first line that needs it, so that a
 * definition of the user's own can stand in the text as lines `| ...`. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/text.h"

#define DEFINITION_MAX ((size_t)1 << 20) /* bytes */

/* ---- the domain ------------------------------------------------------------------------ */

static _Noreturn void fail_domain(struct reader *r, g2l2_status status, const char *what) {
    guard_raise(&r->guard, status, r->name_line, r->name_at + 1, "the domain '%.100s' %s", r->name,
                what);
}

/* Positions in a definition are moved to its lines in the text. */
static g2l2_domain *parse_definition(struct reader *r, const char *text, size_t length) {
    g2l2_domain *domain;
    g2l2_error inner = {0};
    g2l2_status status = domain_parse_with(r->source->types, text, length, &domain, &inner);
    if (!status) return domain;
    bool here = r->definition_line && inner.line;
    guard_raise(&r->guard, status, here ? r->definition_line + inner.line : 0,
                here && inner.column ? inner.column + 2 : 0, "%.400s", inner.message);
}

/* The caller of text_read knows the domain; what the text says must agree. */
static g2l2_domain *take_own(struct reader *r) {
    g2l2_domain *domain = r->source->own;
    if (r->name && strcmp(r->name, domain->name))
        fail_domain(r, G2L2_STATUS_FORMAT, "is not the model's");
    if (r->definition_line && !text_same_lines(r->definition.at, domain->text))
        guard_raise(&r->guard, G2L2_STATUS_FORMAT, r->definition_line, 1,
                    "the definition is not that of the model");
    r->source->own = NULL;
    return domain;
}

static g2l2_domain *copy_fallback(struct reader *r) {
    const g2l2_domain *fallback = r->source->fallback;
    return parse_definition(r, fallback->text, strlen(fallback->text));
}

static g2l2_domain *open_named(struct reader *r) {
    const char *text = domain_built_in(r->name);
    if (text) return parse_definition(r, text, strlen(text));
    if (r->source->fallback && !strcmp(r->source->fallback->name, r->name)) return copy_fallback(r);
    fail_domain(r, G2L2_STATUS_UNKNOWN,
                "is not built in; put its definition below a 'definition' line, each line after "
                "'| '");
}

static g2l2_domain *open_defined(struct reader *r) {
    g2l2_domain *domain = parse_definition(r, r->definition.at, r->definition.n);
    if (!r->name || !strcmp(r->name, domain->name)) return domain;
    g2l2_domain_free(domain);
    fail_domain(r, G2L2_STATUS_FORMAT, "is not the one that the definition below defines");
}

static g2l2_domain *open_domain(struct reader *r) {
    if (r->source->own) return take_own(r);
    if (r->definition_line) return open_defined(r);
    if (r->name) return open_named(r);
    if (r->source->fallback) return copy_fallback(r);
    text_fail(r, G2L2_STATUS_FORMAT, 0,
              "the domain is not known; write 'domain nav' above the entries");
}

static void need_model(struct reader *r) {
    if (r->model) return;
    g2l2_error inner = {0};
    g2l2_status status = model_adopt(open_domain(r), &r->model, &inner);
    if (status) guard_raise(&r->guard, status, 0, 0, "%.400s", inner.message);
    r->model->arena.guard = r->model->domain->arena.guard = &r->guard;
    r->model->arena.limit = r->model->domain->arena.limit = r->scratch.limit;
}

/* ---- statements ------------------------------------------------------------------------ */

static void read_domain(struct reader *r) {
    if (r->model || r->name || r->definition_line)
        text_fail(r, G2L2_STATUS_FORMAT, 0, "'domain NAME' stands once, above everything else");
    if (text_at_end(r)) text_fail(r, G2L2_STATUS_FORMAT, r->at, "the domain's name is needed");
    r->name_line = r->number;
    r->name_at = r->at;
    r->name = text_read_name(r);
}

static void read_definition(struct reader *r) {
    if (r->model || r->definition_line)
        text_fail(r, G2L2_STATUS_FORMAT, 0, "'definition' stands once, above literals and entries");
    r->definition_line = r->last_definition_line = r->number;
    buf_puts(&r->definition, "");
}

/* `| LINE`, or `|` alone for an empty line. */
static void read_definition_line(struct reader *r) {
    if (!r->definition_line || r->last_definition_line + 1 != r->number)
        text_fail(r, G2L2_STATUS_FORMAT, 0,
                  "a '|' line belongs directly below a 'definition' line; a word that starts so is "
                  "quoted");
    if (r->length > 1 && r->line[1] != ' ')
        text_fail(r, G2L2_STATUS_FORMAT, 1, "a space is needed after the '|'");
    if (r->definition.n + r->length > DEFINITION_MAX)
        text_fail(r, G2L2_STATUS_LIMIT, 0, "the definition is larger than the limit of %zu MB",
                  DEFINITION_MAX >> 20);
    if (r->length > 2) buf_put(&r->definition, r->line + 2, r->length - 2);
    buf_puts(&r->definition, "\n");
    r->last_definition_line = r->number;
}

/* Where a domain has literals of several types, each has a line: `literals TYPE : NAME...` */
static type_id read_literal_type(struct reader *r) {
    const g2l2_domain *domain = r->model->domain;
    const char *colon = memchr(r->line + r->at, ':', r->length - r->at);
    size_t start = (text_at_end(r), r->at), end = start;
    while (end < r->length && !text_is_space(r->line[end]) && r->line[end] != ':') end++;
    type_id type = lang_type_find(&domain->lang, r->line + start, end - start);
    while (end < r->length && text_is_space(r->line[end])) end++;
    if (!colon || domain->literal_types.n < 2 || type == TYPE_NONE || r->line[end] != ':')
        return domain->literal_types.at[0];
    r->at = end + 1;
    return type;
}

/* Does white space end such a name in the targets of examples? What tables and records state may
 * have it: "light blue", "unit price". */
static bool is_apart(uint8_t kind) {
    return kind == KIND_SEQUENCE || kind == KIND_ACTION || kind == KIND_SYMBOL;
}

/* One at a time: numbers of literals follow the order of the lines. */
static void read_literals(struct reader *r) {
    g2l2_domain *domain = r->model->domain;
    if (!domain->literal_name) text_fail(r, G2L2_STATUS_FORMAT, 0, "this domain has no literals");
    type_id type = read_literal_type(r);
    while (!text_at_end(r)) {
        size_t start = r->at;
        const char *name = text_read_name(r);
        if (is_apart(domain->lang.types.at[type].kind) && name[strcspn(name, " \t\r\n")])
            text_fail(r, G2L2_STATUS_FORMAT, start,
                      "the name of a literal cannot have white space");
        uint32_t before = domain->lang.literal_ops.n;
        bool can_be = domain_add_literal(domain, type, name);
        if (can_be && domain->lang.literal_ops.n == before)
            text_fail(r, G2L2_STATUS_FORMAT, start, "this literal is there already");
        if (!can_be)
            text_fail(r, G2L2_STATUS_FORMAT, start, "'%.100s' cannot be a literal of this domain",
                      name);
    }
}

/* Names of actions whose parts are literals. */
static void read_names(struct reader *r) {
    struct lang *lang = &r->model->domain->lang;
    if (!lang->pieces && !lang->called)
        text_fail(r, G2L2_STATUS_FORMAT, 0, "the names of this domain's actions have no parts");
    while (!text_at_end(r)) {
        size_t start = r->at;
        const char *name = text_read_name(r);
        if (!lang_add_whole(lang, name, strlen(name)))
            text_fail(r, G2L2_STATUS_FORMAT, start, "a part of this name is no literal");
    }
}

static double read_number(struct reader *r) {
    char *end;
    size_t start = (text_at_end(r), r->at);
    const char *text = text_at_end(r) ? "" : text_read_name(r);
    double number = strtod(text, &end);
    if (*end || end == text || !isfinite(number))
        text_fail(r, G2L2_STATUS_FORMAT, start, "a number is needed here");
    return number;
}

/* The slope and the offset of its log-odds. */
static void read_confidence(struct reader *r) {
    struct lexicon *lexicon = &r->model->lexicon;
    size_t start = r->at;
    lexicon->slope = read_number(r);
    lexicon->offset = read_number(r);
    if (!(lexicon->slope > 0))
        text_fail(r, G2L2_STATUS_FORMAT, start, "the slope of confidence is above 0");
}

static void read_nothing(struct reader *r) {
    size_t start = r->at;
    r->model->lexicon.vain = read_number(r);
    if (!(r->model->lexicon.vain <= 0))
        text_fail(r, G2L2_STATUS_FORMAT, start, "the weight of nothing is not above 0");
}

/* ---- lines ----------------------------------------------------------------------------- */

static bool eat_arrow(struct reader *r) {
    if (text_at_end(r) || r->length - r->at < 2 || memcmp(r->line + r->at, "=>", 2)) return false;
    if (r->length - r->at > 2 && !text_is_space(r->line[r->at + 2])) return false;
    r->at += 2;
    return true;
}

static const struct statement {
    const char *name;
    void (*read)(struct reader *);
} statements[] = {{"domain", read_domain},          {"definition", read_definition},
                  {"literals", read_literals},      {"grammar", text_read_grammar},
                  {"features", text_read_features}, {"numeric", text_read_numeric},
                  {"sight", text_read_numeric},     {"concept", text_read_concept},
                  {"used", text_read_use},          {"rivals", text_read_rivals},
                  {"synonyms", text_read_synonyms}, {"opener", text_read_opener},
                  {"next", text_read_next},         {"doubt", text_read_doubt},
                  {"confidence", read_confidence},  {"nothing", read_nothing},
                  {"fit", text_read_fit},           {"names", read_names}};

#define FIRST_BELOW 2 /* these need the domain */

/* NAME is a statement's, or else a word of which the '=>' is missing. */
static void read_statement(struct reader *r, const char *name, bool quoted) {
    for (size_t i = 0; i < sizeof statements / sizeof statements[0] && !quoted; i++)
        if (!strcmp(statements[i].name, name)) {
            if (i >= FIRST_BELOW) need_model(r);
            statements[i].read(r);
            return;
        }
    text_fail(r, G2L2_STATUS_FORMAT, r->at,
              "a '=>' between spaces is needed here: WORD => CATEGORY : PROGRAM  WEIGHT");
}

/* A comment starts at a '#' that is not in quotes. */
static size_t comment_start(const char *line, size_t length) {
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        if (quoted && line[i] == '\\') i++;
        else if (line[i] == '"') quoted = !quoted;
        else if (line[i] == '#' && !quoted) return i;
    }
    return length;
}

/* A word as sentences have it once they are folded. */
static const char *fold_name(struct reader *r, const char *name) {
    struct buf folded;
    name = text_composed(&r->scratch, name);
    if (!r->model->domain->spoken || text_is_spoken(name)) return name;
    buf_init(&folded, &r->scratch);
    text_small(name, strlen(name), &folded);
    return folded.at;
}

static void read_line(struct reader *r) {
    r->at = 0;
    if (r->length && r->line[0] == '|') {
        read_definition_line(r);
        return;
    }
    r->length = comment_start(r->line, r->length);
    if (text_at_end(r)) return;
    size_t start = r->at;
    bool quoted = r->line[start] == '"';
    if (eat_arrow(r)) text_fail(r, G2L2_STATUS_FORMAT, start, "a word is needed before '=>'");
    const char *name = text_read_name(r);
    if (eat_arrow(r)) {
        need_model(r);
        text_read_entry(r, fold_name(r, name));
    } else {
        read_statement(r, name, quoted);
    }
    if (!text_at_end(r))
        text_fail(r, G2L2_STATUS_FORMAT, r->at, "nothing more is expected on this line");
}

static void check_bytes(struct reader *r) {
    size_t at = text_valid(r->line, r->length);
    if (at < r->length)
        text_fail(r, G2L2_STATUS_FORMAT, at,
                  "the byte 0x%02X has no place here; a lexicon is UTF-8 text",
                  (unsigned char)r->line[at]);
}

static void check_version(struct reader *r) {
    static const char mark[] = "# g2l2 lexicon ";
    if (r->length < sizeof mark || memcmp(r->line, mark, sizeof mark - 1)) return;
    const char *digits = arena_strndup(&r->scratch, r->line, r->length) + sizeof mark - 1;
    long version = strtol(digits, NULL, 10);
    if (version > TEXT_VERSION)
        text_fail(r, G2L2_STATUS_FORMAT, sizeof mark - 1,
                  "made by a newer g2l2 (lexicon version %ld); this one reads version %d", version,
                  TEXT_VERSION);
}

static void read_lines(struct reader *r, const char *text, size_t length) {
    static const char mark[] = "\xEF\xBB\xBF"; /* some editors put it at the start */
    size_t at = length >= 3 && !memcmp(text, mark, 3) ? 3 : 0;
    while (at < length) {
        const char *end = memchr(text + at, '\n', length - at);
        r->line = text + at;
        r->length = end ? (size_t)(end - r->line) : length - at;
        at += r->length + 1;
        arena_check(&r->scratch);
        if (++r->number == 1) check_version(r);
        check_bytes(r);
        read_line(r);
    }
}

/* ---- the model ------------------------------------------------------------------------- */

/* Lines of one word may stand anywhere; the lexicon wants them together. */
static uint32_t *rows_by_word(struct reader *r) {
    uint32_t n_words = r->words.names.n;
    uint32_t *next = arena_zalloc(&r->scratch, (n_words + 1) * sizeof *next);
    uint32_t *order = arena_array(&r->scratch, uint32_t, r->rows.n);
    for (uint32_t i = 0; i < r->rows.n; i++) next[r->rows.at[i].word + 1]++;
    for (uint32_t w = 0; w < n_words; w++) next[w + 1] += next[w];
    for (uint32_t i = 0; i < r->rows.n; i++) order[next[r->rows.at[i].word]++] = i;
    return order;
}

static void fill_lexicon(struct reader *r) {
    const uint32_t *order = rows_by_word(r);
    for (uint32_t i = 0; i < r->rows.n; i++) {
        const struct row *row = &r->rows.at[order[i]];
        const char *word = r->words.names.at[row->word];
        if (!i || row->word != r->rows.at[order[i - 1]].word)
            lexicon_add_word(&r->model->lexicon, word, strlen(word));
        lexicon_add_slot(&r->model->lexicon, row->entry, row->weight, row->locked);
        if (row->off) lexicon_turn_off(&r->model->lexicon);
        lexicon_set_use(&r->model->lexicon, r->model->lexicon.slots.n - 1, row->uses, row->example);
    }
}

/* Where sentences are about scenes every answer is a word, used or not. */
static void add_answers(struct reader *r) {
    const struct symbols *answers = &r->model->domain->lang.literals;
    for (uint32_t i = 0; i < answers->names.n; i++)
        lexicon_add_word(&r->model->lexicon, answers->names.at[i], strlen(answers->names.at[i]));
}

static void keep_weights(struct reader *r) {
    double *weights = arena_array(&r->model->arena, double, r->rows.n);
    for (uint32_t i = 0; i < r->rows.n; i++) weights[i] = r->rows.at[i].weight;
    r->source->weights = weights;
    r->source->n_weights = r->rows.n;
}

static g2l2_status run_reader(struct reader *r, g2l2_error *err) {
    if (guard_try(&r->guard, err)) {
        if (r->source->length > TEXT_MAX)
            guard_raise(&r->guard, G2L2_STATUS_LIMIT, 0, 0,
                        "the lexicon is larger than the limit of %zu MB", TEXT_MAX >> 20);
        symbols_init(&r->words, &r->scratch);
        buf_init(&r->definition, &r->scratch);
        buf_init(&r->features, &r->scratch);
        r->line = "";
        read_lines(r, r->source->text, r->source->length);
        need_model(r);
        fill_lexicon(r);
        if (r->model->domain->mixed) add_answers(r);
        text_fill_shared(r);
        text_fill_openers(r);
        text_fill_neighbours(r);
        text_fill_doubts(r);
        text_fill_concepts(r);
        keep_weights(r);
        model_finish(r->model);
        text_finish_fits(r);
    }
    return r->guard.status;
}

g2l2_status text_read(struct text_source *source, g2l2_model **out, g2l2_error *err) {
    struct reader r = {.source = source};
    struct budget left;
    budget_start(&left, source->budget);
    arena_init(&r.scratch, &r.guard, budget_bytes(source->budget, 0));
    r.scratch.budget = &left;
    g2l2_status status = run_reader(&r, err);
    arena_free(&r.scratch);
    g2l2_domain_free(source->own);
    source->own = NULL;
    if (status) {
        g2l2_model_free(r.model);
        return status;
    }
    r.model->arena.guard = r.model->domain->arena.guard = &r.model->guard;
    r.model->arena.limit = r.model->domain->arena.limit = 0;
    *out = r.model;
    return G2L2_STATUS_OK;
}

g2l2_status g2l2_lexicon_import(const char *text, size_t length, const g2l2_domain *domain,
                                const g2l2_budget *budget, g2l2_model **out, g2l2_error *err) {
    struct text_source source = {
        .text = text, .length = length, .fallback = domain, .budget = budget};
    if (domain) source.types = domain->lang.registry;
    return text_read(&source, out, err);
}
