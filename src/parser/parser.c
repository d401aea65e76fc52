/* From sentence to readings.
 *
 *     words ─▶ chart ─▶ plan ─▶ weights_inside (Z) ─▶ exact_run / expected_run ─▶ readings
 *
 * Derivations that come to the same result count together, so a reading is a
 * result and its confidence the share of all derivations that lead to it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parser/parser.h"
#include "run/rank.h"
#include "types/stated.h"

#define BEAM             64       /* distinct values kept for one span and category */
#define LEAST_BEAM       1        /* the same, of a long and ambiguous sentence */
#define MANY_PAIRS       1e5      /* pairs of values, above which fewer are kept: some 5 ms */
#define BEAM_WHOLE       256      /* and for a sentence, where they are ranked once more */
#define MAX_STEPS        20000000 /* of one sentence: a second or two */
#define ANSWER_VALUES    60       /* of one span of a question about stated facts */
#define ANSWER_FUNCTIONS 100
#define ANSWER_WIDTH     20                /* log weight behind the best of the span */
#define PASSED_OVER      .5                /* confidence that is left when a word is not known */
#define LEFT_OUT         .5                /* and when a number has no place in the meaning */
#define LOW              1e-9              /* enough to decide between equals, too little to show */
#define MOST_PLANS       ((size_t)4 << 20) /* bytes of plans that are kept */
#define ALL_BUT          1e-4              /* what LOW can take off in a long sentence */

g2l2_status parser_new(const struct lexicon *lexicon, const g2l2_limits *limits, g2l2_parser **out,
                       g2l2_error *err) {
    g2l2_parser *self = calloc(1, sizeof *self);
    if (!self) return err_set(err, G2L2_STATUS_NO_MEMORY, 0, 0, "out of memory");
    self->lexicon = lexicon;
    self->limits = limits ? *limits : g2l2_limits_default();
    arena_init(&self->arena, &self->guard, self->limits.max_memory);
    arena_init(&self->scratch, &self->guard, self->limits.max_memory);
    arena_init(&self->facts, &self->guard, 0);
    plans_init(&self->plans, &self->guard, MOST_PLANS);
    single_init(&self->single, &self->guard);
    if (guard_try(&self->guard, err)) {
        if (lexicon->domain->mixed) look_open(self);
        g2l2_parser_set_budget(self, NULL);
        *out = self;
        return G2L2_STATUS_OK;
    }
    g2l2_status status = self->guard.status;
    g2l2_parser_free(self);
    return status;
}

g2l2_status g2l2_parser_new(const g2l2_model *model, const g2l2_limits *limits, g2l2_parser **out,
                            g2l2_error *err) {
    g2l2_status status = parser_new(&model->lexicon, limits, out, err);
    if (!status) (*out)->keeps = true;
    return status;
}

void g2l2_parser_free(g2l2_parser *self) {
    if (!self) return;
    look_free(self);
    arena_free(&self->arena);
    arena_free(&self->scratch);
    arena_free(&self->facts);
    plans_free(&self->plans);
    single_free(&self->single);
    free(self);
}

/* A sentence cannot have more words than half its bytes. */
static void read_words(g2l2_parser *self, const char *sentence) {
    size_t max = self->limits.max_words, bytes = strlen(sentence);
    if (max > bytes / 2 + 1) max = bytes / 2 + 1;
    uint32_t *words = arena_array(&self->arena, uint32_t, max + 1);
    self->words = words;
    self->n_words = lexicon_words(self->lexicon, sentence, words, (uint32_t)max);
    if (self->n_words > self->limits.max_words)
        guard_raise(&self->guard, G2L2_STATUS_LIMIT, 0, 0,
                    "the sentence has more than %zu words; raise the limit with --max-words",
                    self->limits.max_words);
}

const char *parser_fold(g2l2_parser *self, const char *sentence) {
    struct buf folded;
    if (self->lexicon->domain->spoken) return lexicon_spoken(self->lexicon, &self->arena, sentence);
    if (!self->lexicon->domain->questions) sentence = text_composed(&self->arena, sentence);
    if (self->lexicon->domain->words)
        return parser_cut_compounds(self, lexicon_fold(&self->arena, sentence, &self->spans));
    if (!self->lexicon->domain->questions) return sentence;
    buf_init(&folded, &self->arena);
    buf_puts(&folded, "");
    text_question(sentence, strlen(sentence), &folded);
    if (!self->lexicon->domain->answers || !self->scene) return folded.at;
    struct buf joined;
    buf_init(&joined, &self->arena);
    buf_puts(&joined, "");
    stated_join(self->scene->world, folded.at, &joined);
    return joined.at;
}

/* A number that is called by a word which no question had, in figures. */
static const char *in_figures(g2l2_parser *self, const char *text) {
    const struct number_name *number = domain_number(self->lexicon->domain, text);
    char figures[32];
    if (!number || lexicon_find(self->lexicon, text, strlen(text)) != SYMBOL_NONE) return text;
    int n = snprintf(figures, sizeof figures, "%.10g", number->number);
    return arena_strndup(&self->arena, figures, (size_t)n);
}

/* The word of the lexicon that a word of the sentence is known as; SYMBOL_NONE: none. */
static uint32_t known_as(const g2l2_parser *self, const char *text) {
    const struct lexicon *lexicon = self->lexicon;
    const struct stated *world = self->scene->world;
    const char *name = stated_placeholder(world, text);
    uint32_t word = lexicon_find(lexicon, name, strlen(name));
    if (word == SYMBOL_NONE && stated_word(world, text) & WORD_VALUE)
        word = lexicon_find(lexicon, "<value>", strlen("<value>"));
    return word;
}

static const char **cut_texts(g2l2_parser *self, const char *sentence) {
    const char **texts = arena_array(&self->arena, const char *, self->n_words + 1);
    for (uint32_t i = 0; i < self->n_words; i++) {
        sentence += strspn(sentence, " \t\r\n");
        size_t n = strcspn(sentence, " \t\r\n");
        texts[i] = arena_strndup(&self->arena, sentence, n);
        sentence += n;
    }
    return texts;
}

static bool has_figures(const g2l2_parser *self) {
    uint32_t figures = self->lexicon->figures;
    for (uint32_t i = 0; i < self->n_words && figures != SYMBOL_NONE; i++)
        if (self->words[i] == figures) return true;
    return false;
}

/* Where names or numbers count, words are kept as they are written; names are looked up by what they
 * are. */
static void place_names(g2l2_parser *self, const char *sentence) {
    bool names = self->lexicon->domain->answers && self->scene;
    self->texts = NULL;
    if (self->n_words > self->limits.max_words || !(names || has_figures(self))) return;
    self->texts = cut_texts(self, sentence);
    if (!names) return;
    uint32_t *words = arena_array(&self->arena, uint32_t, self->n_words + 1);
    for (uint32_t i = 0; i < self->n_words; i++) {
        self->texts[i] = in_figures(self, self->texts[i]);
        words[i] = known_as(self, self->texts[i]);
    }
    self->words = words;
}

/* The word that most surely means nothing; or SYMBOL_NONE. */
static uint32_t meaningless(const struct lexicon *lexicon) {
    uint32_t best = SYMBOL_NONE;
    double most = LEXICON_SILENT;
    for (uint32_t w = 0; w < lexicon->words.n && most < 1; w++) {
        double share = lexicon_silence(lexicon, w);
        if (share >= most && (share > most || best == SYMBOL_NONE)) best = w, most = share;
    }
    return best;
}

/* Of what is stated nothing is perceived, and a word that is one of those that were learned but for
 * a letter or its ending is taken for it. */
static uint32_t taken_for(const g2l2_parser *self, uint32_t place, uint32_t empty) {
    if (self->meant != SYMBOL_NONE && self->meant_at == place) return self->meant;
    uint32_t similar =
        self->texts ? parser_similar(self, self->texts[place]) : (uint32_t)SYMBOL_NONE;
    return similar == SYMBOL_NONE ? empty : similar;
}

/* In a question most words that were never seen are of the kind that means nothing. Read it
 * so if that gives an answer, and say so (parser_note); else they are the reason. */
static void pass_over_unknown(g2l2_parser *self) {
    uint32_t *known = arena_array(&self->arena, uint32_t, self->n_words + 1);
    uint32_t empty = meaningless(self->lexicon);
    uint32_t n = 0, doubted = self->n_doubts;
    struct chart chart;
    for (uint32_t i = 0; i < self->n_words; i++) {
        known[i] = self->words[i] == SYMBOL_NONE ? taken_for(self, i, empty) : self->words[i];
        n += self->words[i] == SYMBOL_NONE;
    }
    if (!n || empty == SYMBOL_NONE) return;
    chart_parse_from(&chart, &self->arena, self->lexicon, known, self->words, self->n_words);
    if (!chart.roots.n) return;
    self->unknown = self->words;
    self->confidence *= pow(self->look ? GUESSED : PASSED_OVER, n - doubted);
    self->words = known;
    self->chart = chart;
}

/* A word that is but for a letter one that is known: read it so if that gives a meaning. */
static void mend_typos(g2l2_parser *self, bool lexical) {
    struct chart chart;
    uint32_t n;
    const uint32_t *known = parser_known_typos(self, self->folded, &n);
    if (!n) return;
    chart_parse(&chart, &self->arena, self->lexicon, known, self->n_words, lexical);
    if (!chart.roots.n) return;
    self->unknown = self->words;
    self->confidence *= pow(GUESSED, n);
    self->words = known;
    self->chart = chart;
}

void parser_read(g2l2_parser *self, const char *sentence) {
    arena_reset(&self->arena);
    self->unknown = NULL;
    self->malformed = NULL;
    self->presumed = NULL;
    self->freely = false;
    self->at = NULL;
    self->source = NULL;
    self->spans = (text_spans){0};
    if (self->lexicon->domain->words) {
        sentence = text_composed(&self->arena, sentence);
        self->source = arena_strndup(&self->arena, sentence, strlen(sentence));
    }
    const char *folded = parser_fold(self, sentence);
    read_words(self, folded);
    self->confidence = 1;
    if (self->lexicon->domain->words) parser_guess_words(self, folded);
    self->folded = folded;
    place_names(self, folded);
}

/* Where words are put together as in no example, they may still be understood: phrases begin with
 * other words than they did, and what stood before a noun stands behind it. That is less sure. */
static void parse_freely(g2l2_parser *self) {
    struct chart chart;
    chart_parse_freely(&chart, &self->arena, self->lexicon, self->words, self->n_words);
    if (!chart.roots.n) return;
    self->freely = true;
    self->confidence *= GUESSED;
    self->chart = chart;
}

static void parse_words(g2l2_parser *self) {
    const g2l2_domain *domain = self->lexicon->domain;
    bool lexical = domain->expected && domain->functor_arguments_lexical;
    chart_parse(&self->chart, &self->arena, self->lexicon, self->words, self->n_words, lexical);
    if (domain->questions && !self->chart.roots.n) pass_over_unknown(self);
    if (domain->spoken && !self->chart.roots.n) mend_typos(self, lexical);
    if (domain->mixed && !self->chart.roots.n) parse_freely(self);
    self->words = self->chart.words;
    plan_make(&self->plan, &self->arena, &self->chart);
}

static void weigh(g2l2_parser *self) {
    struct walk walk = parser_walk(self);
    self->inside = weights_inside(&walk);
}

/* Where a question has words that are not known, what they may be matters. */
static void read_question(g2l2_parser *self, const char *sentence) {
    self->n_doubts = 0;
    self->meant = SYMBOL_NONE;
    parser_read(self, sentence);
    if (self->lexicon->domain->questions) parser_doubt(self, sentence);
}

void parser_parse(g2l2_parser *self, const char *sentence) {
    read_question(self, sentence);
    parse_words(self);
    weigh(self);
}

/* An edge of the plan puts together the values of two nodes, each with each. Of sequences, which
 * differ by the order of their parts, there are as many as derivations; so a long and ambiguous
 * sentence has fewer of each node. */
static uint32_t choose_beam(const g2l2_parser *self) {
    const g2l2_domain *domain = self->lexicon->domain;
    type_id type = domain->syntax.cats.at[domain->roots.at[0]].type;
    if (domain->lang.types.at[type].kind != KIND_SEQUENCE) return BEAM;
    double beam = sqrt(MANY_PAIRS / (self->plan.n_edges + 1));
    return (uint32_t)fmax(LEAST_BEAM, fmin(BEAM, beam));
}

void parser_execute(g2l2_parser *self) {
    if (self->look) {
        look_execute(self);
        return;
    }
    struct walk walk = parser_walk(self);
    if (self->lexicon->domain->expected) {
        expected_run(&self->expected, &walk, NULL, &self->scratch);
        return;
    }
    if (self->lexicon->domain->world && !self->scene)
        guard_raise(&self->guard, G2L2_STATUS_ARGUMENT, 0, 0,
                    "a scene is needed: the sentence is about one");
    struct exact_limits limits = {.beam = choose_beam(self),
                                  .vain = self->lexicon->vain,
                                  .steps = MAX_STEPS,
                                  .target = self->limits.max_target,
                                  .attach_low = LOW};
    if (self->lexicon->fit && !self->lexicon->domain->answers) limits.whole = BEAM_WHOLE;
    if (self->lexicon->domain->answers) {
        limits.beam = 0;
        limits.idle = EXACT_IDLE;
        limits.wish = EXACT_WISH;
        limits.values = ANSWER_VALUES;
        limits.functions = ANSWER_FUNCTIONS;
        limits.width = ANSWER_WIDTH;
    }
    exact_run(&self->exact, &walk, NULL, &limits);
    if (self->lexicon->fit && !self->lexicon->domain->answers)
        rank_roots(&self->exact, self->lexicon->fit);
}

/* ---- readings -------------------------------------------------------------------------- */

struct found {
    value_id value;
    double weight;
};

static int heavier(const void *a, const void *b) {
    const struct found *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
    return (x->value > y->value) - (x->value < y->value);
}

/* log of the weight of everything that was executed. Next to Z it lacks what the
 * beam cut off or was too long, and the touch that attaches modifiers low. */
static double executed(const g2l2_parser *self) {
    const struct exact *e = &self->exact;
    double max = -INFINITY, sum = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t r = 0; r < self->plan.n_roots; r++) {
            struct range items = e->of_node[self->plan.roots[r]];
            for (uint32_t i = items.first; i < items.first + items.n; i++) {
                if (!pass) max = fmax(max, e->items.at[i].weight);
                else sum += exp(e->items.at[i].weight - max);
            }
        }
    return sum > 0 ? max + log(sum) : -INFINITY;
}

/* What all examples have is seldom left out, however well a record fits that lacks it. No other is the surer for that: it
 * may be that nothing of the words said what they mean. */
static void doubt_lacked(const g2l2_parser *self, struct found *found, uint32_t n) {
    const struct fit *fit = self->lexicon->domain->answers ? NULL : self->lexicon->fit;
    double weight;
    for (uint32_t i = 0; fit && i < n; i++)
        if (rank_lacked(&self->exact, fit, found[i].value, &weight))
            found[i].weight *= exp(fmin(weight, 0));
}

static void say_lacked(g2l2_parser *self, value_id value) {
    const struct fit *fit = self->lexicon->domain->answers ? NULL : self->lexicon->fit;
    double weight;
    const char *field = fit ? rank_lacked(&self->exact, fit, value, &weight) : NULL;
    struct buf note;
    if (!field) return;
    buf_init(&note, &self->arena);
    buf_printf(&note, "all examples have '%.40s', and this has not", field);
    self->presumed = note.at;
}

/* Equal values of different root categories are one reading. */
static uint32_t collect(g2l2_parser *self, struct found **out) {
    const struct exact *e = &self->exact;
    uint32_t n = 0, max = 0;
    for (uint32_t r = 0; r < self->plan.n_roots; r++) max += e->of_node[self->plan.roots[r]].n;
    struct found *found = arena_array(&self->arena, struct found, max + 1);
    double total = executed(self), covered = exp(total - self->inside.total);
    /* A question has many derivations that come to nothing: of those that do not. */
    if (covered > 1 - ALL_BUT || self->lexicon->fit || self->lexicon->domain->answers) covered = 1;
    if (self->lexicon->domain->answers) covered /= 1 + exact_lacked(e);
    for (uint32_t r = 0; r < self->plan.n_roots; r++) {
        struct range items = e->of_node[self->plan.roots[r]];
        for (uint32_t i = items.first; i < items.first + items.n; i++) {
            double share = exp(e->items.at[i].weight - total) * covered;
            uint32_t k = 0;
            while (k < n && found[k].value != e->items.at[i].value) k++;
            if (k == n) found[n++] = (struct found){e->items.at[i].value, 0};
            found[k].weight += share;
        }
    }
    doubt_lacked(self, found, n);
    qsort(found, n, sizeof *found, heavier);
    *out = found;
    return n;
}

static const char *print_value(g2l2_parser *self, value_id value) {
    const g2l2_domain *domain = self->lexicon->domain;
    struct buf text;
    buf_init(&text, &self->arena);
    buf_puts(&text, "");
    domain->kernels->print(self->exact.state, &domain->lang, value, &text);
    return text.at;
}

double parser_confidence(g2l2_parser *self, double share, const char *answer) {
    double known = self->confidence * parser_left_unknown(self, answer);
    return fmin(share * known * parser_agreement(self, answer), 1);
}

double parser_calibrated(const g2l2_parser *self, double confidence) {
    const struct lexicon *lexicon = self->lexicon;
    if (!lexicon->slope || !(confidence > 0)) return confidence;
    return 1 / (1 + exp(-lexicon->slope * lexicon_odds(confidence) - lexicon->offset));
}

void parser_calibrate(const g2l2_parser *self, g2l2_reading *readings, size_t n) {
    if (!n || !self->lexicon->slope) return;
    double share = readings[0].confidence, sure = parser_calibrated(self, share), times = 0;
    if (sure < share) times = sure / share;
    else if (share < 1) times = (1 - sure) / (1 - share);
    readings[0].confidence = sure;
    for (size_t i = 1; i < n; i++) readings[i].confidence *= times;
}

static void say_left_out(g2l2_parser *self, const char *number) {
    struct buf note;
    buf_init(&note, &self->arena);
    buf_printf(&note, "the number '%.40s' is left out", number);
    self->presumed = note.at;
}

/* Some readings may leave a number out, and others not. */
static void doubt_left_out(g2l2_parser *self, g2l2_reading *readings, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const char *number = parser_left_out(self, readings[i].text);
        if (number) readings[i].confidence *= LEFT_OUT;
        if (number && !i) say_left_out(self, number);
    }
}

/* What has a name that is none is no reading; what is left is not surer for that. */
static size_t print_readings(g2l2_parser *self, const struct found *found, uint32_t n_found,
                             size_t n_best, g2l2_reading **out) {
    size_t n = 0, length;
    *out = arena_array(&self->arena, g2l2_reading, n_best < n_found ? n_best + 1 : n_found + 1);
    for (uint32_t i = 0; i < n_found && n < n_best; i++) {
        const char *text = print_value(self, found[i].value);
        bool wrong = lang_malformed(&self->lexicon->domain->lang, text, &length);
        if (wrong && !self->malformed) self->malformed = text;
        if (wrong) continue;
        if (!n) say_lacked(self, found[i].value);
        (*out)[n++] = (g2l2_reading){text, parser_confidence(self, found[i].weight, text)};
    }
    parser_calibrate(self, *out, n);
    doubt_left_out(self, *out, n);
    return n;
}

static size_t exact_readings(g2l2_parser *self, size_t n_best, g2l2_reading **out) {
    struct found *found;
    uint32_t n = collect(self, &found);
    return print_readings(self, found, n, n_best, out);
}

/* The heaviest root first, and each at its place. */
static void insert(g2l2_reading *readings, size_t n, g2l2_reading new) {
    for (; n && readings[n - 1].confidence < new.confidence; n--) readings[n] = readings[n - 1];
    readings[n] = new;
}

static size_t expected_readings(g2l2_parser *self, size_t n_best, g2l2_reading **out) {
    const struct expected *e = &self->expected;
    uint32_t n = self->plan.n_roots;
    *out = arena_array(&self->arena, g2l2_reading, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        struct buf text;
        uint32_t root = self->plan.roots[i];
        buf_init(&text, &self->arena);
        self->lexicon->domain->kernels->print_expected(e->state, e->mean[root], &text);
        double share = exp(self->inside.value[root] - self->inside.total);
        insert(*out, i, (g2l2_reading){text.at, share});
    }
    return n < n_best ? n : n_best;
}

/* What a reading leaves unsaid or copies may make it less sure than one of less weight, which is then
 * as sure as it is: the order is that of weights, for any number of readings. */
static void keep_order(g2l2_reading *readings, size_t n) {
    for (size_t i = 1; i < n; i++)
        readings[i].confidence = fmin(readings[i].confidence, readings[i - 1].confidence);
}

size_t parser_readings(g2l2_parser *self, size_t n_best, g2l2_reading **out) {
    if (self->lexicon->domain->expected) return expected_readings(self, n_best, out);
    size_t n = self->look ? look_readings(self, n_best, out) : exact_readings(self, n_best, out);
    keep_order(*out, n);
    return n;
}

/* ---- a sentence, from words to readings ---------------------------------------------------- */

/* One derivation, and values that say all. */
static size_t single_readings(g2l2_parser *self, size_t n_best, g2l2_reading **out) {
    struct walk walk = parser_walk(self);
    struct found found = {single_run(&self->single, &walk, self->limits.max_target), 1};
    if (found.value == VALUE_DEAD) return 0;
    self->exact.state = self->single.state;
    return print_readings(self, &found, 1, n_best, out);
}

/* The words that can mean something. Those that cannot leave the derivations as they are, and
 * all of them have the same weight. */
static uint32_t strip(g2l2_parser *self, uint32_t *words, uint32_t *at) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < self->n_words; i++) {
        const struct word *word = &self->lexicon->words.at[self->words[i]];
        if (word->empty != UINT32_MAX && !word->n_groups) continue;
        words[n] = self->words[i];
        at[n++] = i;
    }
    return n;
}

/* The plan of the sentence without words that mean nothing, from one of the same shape if there
 * was one. False: it has none. */
static bool quick_plan(g2l2_parser *self, bool *single) {
    uint32_t *words = arena_array(&self->arena, uint32_t, 3 * (size_t)self->n_words + 1);
    uint32_t *at = words + self->n_words, *first = at + self->n_words, n = strip(self, words, at);
    for (uint32_t i = 0; i < n; i++) first[i] = self->words[i ? at[i - 1] + 1 : 0];
    struct plan_key key;
    const struct kept_plan *kept =
        plans_find(&self->plans, self->lexicon, &self->arena, words, first, n, &key);
    if (!kept) {
        chart_parse_from(&self->chart, &self->arena, self->lexicon, words, first, n);
        if (!self->chart.roots.n) return false;
        plan_make(&self->plan, &self->arena, &self->chart);
        plans_keep(&self->plans, &key, &self->plan);
    }
    if (kept) self->plan = kept->plan;
    *single = kept ? kept->single : single_plan(&self->plan);
    self->whole = self->words;
    self->words = words;
    self->at = at;
    return true;
}

/* Where words are what they are, wherever they stand, and the lexicon stays as it is. */
static bool is_quick(const g2l2_parser *self) {
    const g2l2_domain *domain = self->lexicon->domain;
    if (!self->keeps || domain->expected || domain->words || domain->answers) return false;
    if (self->lexicon->has_phrases || self->lexicon->fit || self->texts) return false;
    if (self->lexicon->opener_of && self->lexicon->words.n >= PLANS_MAX_WORDS) return false;
    for (uint32_t i = 0; i < self->n_words; i++)
        if (self->words[i] == SYMBOL_NONE) return false;
    return self->n_words <= self->limits.max_words && (!domain->world || parser_has_scene(self));
}

/* Most sentences; 0: there is no reading, and why is for the whole chart to say. */
static size_t quick_readings(g2l2_parser *self, size_t n_best, g2l2_reading **out) {
    const uint32_t *words = self->words;
    bool single;
    size_t n = 0;
    if (!is_quick(self) || !quick_plan(self, &single)) return 0;
    if (single && !self->lexicon->domain->world) {
        n = single_readings(self, n_best, out);
    } else {
        if (!self->look) weigh(self); /* who looks at a scene weighs by itself */
        parser_execute(self);
        n = parser_readings(self, n_best, out);
    }
    self->words = words;
    self->at = NULL;
    return n;
}

size_t parser_answer(g2l2_parser *self, size_t n_best, g2l2_reading **out) {
    parse_words(self);
    weigh(self);
    bool seen = !self->lexicon->domain->world || parser_has_scene(self);
    if (!self->plan.n_roots || !seen) return 0;
    parser_execute(self);
    return parser_readings(self, n_best, out);
}

static size_t find_readings(g2l2_parser *self, const char *sentence, size_t n_best,
                            g2l2_reading **out) {
    read_question(self, sentence);
    double known = self->confidence;
    size_t n = quick_readings(self, n_best, out);
    if (n) return n;
    self->confidence = known;
    self->presumed = self->malformed = NULL;
    return parser_answer(self, n_best, out);
}

g2l2_status g2l2_parser_run(g2l2_parser *self, const char *sentence, size_t n_best,
                            g2l2_result *out, g2l2_error *err) {
    *out = (g2l2_result){0};
    if (!guard_try(&self->guard, err)) return self->guard.status;
    g2l2_reading *readings = NULL;
    parser_begin(self);
    out->n_readings = find_readings(self, sentence, n_best, &readings);
    out->readings = readings;
    out->status = parser_status(self, out->n_readings);
    out->reason = out->n_readings ? parser_note(self, sentence) : parser_reason(self, sentence);
    return G2L2_STATUS_OK;
}
