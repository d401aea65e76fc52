/* Entries, from examples whose words, records and marks are known.
 *
 *     A hen gave the corn to Liam     gave  S\NP/NP_to/NP      labels of arguments, their side
 *                                     to    NP_to/NP           and order, what marks them
 *     the corn that a hen ate         that  NP\NP/(S/NP)       a clause with a gap; which side
 *                                                              it is on, other frames of eat say
 *     What did a hen eat              What  S/(S/NP)           fronted beyond a mark of its clause
 *     a hen wanted to eat             wanted  S\NP/(S_to\NP)   control: the gap is an argument
 *
 * A clause with a gap tells no frame of its own: of those of its head (or of any) it takes
 * the one that it would have without the gap. */
#include <string.h>

#include "learn/induce.h"

/* ---- texts ------------------------------------------------------------------------------------- */

static void put_name(struct buf *out, const char *name) {
    buf_puts(out, "\"");
    for (; *name; name++) {
        if (*name == '"' || *name == '\\') buf_puts(out, "\\");
        buf_put(out, name, 1);
    }
    buf_puts(out, "\"");
}

static void put_atom(const struct induce *self, struct buf *out, uint32_t label, uint32_t value) {
    buf_puts(out, "field(");
    put_name(out, self->labels.names.at[label]);
    buf_puts(out, ", ");
    put_name(out, self->values.names.at[value]);
    buf_puts(out, ")");
}

/* The fields that a word brings, each with a `merge(` and a `, ` behind it. Returns how many. */
static uint32_t put_atoms(const struct induce *self, struct buf *out, uint32_t word) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < self->brought.n; i++) {
        if (self->brought.at[i].word != word) continue;
        buf_puts(out, "merge(");
        put_atom(self, out, self->brought.at[i].atom.label, self->brought.at[i].atom.value);
        buf_puts(out, ", ");
        n++;
    }
    return n;
}

static void put_closing(struct buf *out, uint32_t n) {
    while (n-- > 0) buf_puts(out, ")");
}

/* What a word brings by itself: {"head": "hen"}. */
static void put_record(const struct induce *self, struct buf *out, uint32_t word) {
    uint32_t n = put_atoms(self, out, word);
    put_atom(self, out, self->identifier, self->head_of[word]);
    put_closing(out, n);
}

void induce_add_entry(struct induce *self, uint32_t word, const char *cat, const char *program,
                      double count) {
    uint32_t id;
    uint64_t key = hash_bytes(program, strlen(program), hash_bytes(cat, strlen(cat), word));
    tally_at(&self->entry_of, key, &id);
    if (id == self->entries.n)
        vec_push(&self->arena, &self->entries, ((struct entry){word, cat, program, 0, self->at}));
    self->entries.at[id].count += count;
}

static void add_entry(struct induce *self, uint32_t word, const char *cat, const char *program) {
    induce_add_entry(self, word, cat, program, 1);
}

void induce_add_use(struct induce *self, uint32_t word, uint32_t form, uint32_t frame,
                    double count) {
    uint32_t id;
    tally_at(&self->use_of, key_of(word, key_of(form, frame)), &id);
    if (id == self->uses.n)
        vec_push(&self->arena, &self->uses, ((struct use){word, form, frame, 0, self->at}));
    self->uses.at[id].count += count;
}

/* ---- clauses ------------------------------------------------------------------------------------- */

struct clause {
    uint32_t part, head; /* and its place */
    uint32_t n_marks, marks[MARKS_MAX];
    uint32_t n, deps[FRAME_MAX]; /* parts that are there, in the order of a frame */
    uint32_t gap;                /* label of an argument that is not, or SYMBOL_NONE */
    uint32_t filler;             /* the part that it is */
    uint32_t fronted; /* the filler's own place is in front of the clause: it, or NOWHERE */
    struct frame frame;
    uint32_t places[FRAME_MAX]; /* of the frame's arguments; NOWHERE: the gap */
};

/* False: more than one argument is missing, or there are too many. */
static bool find_deps(const struct pairing *e, struct clause *c) {
    for (uint32_t d = e->parts[c->part].first; d != NOWHERE; d = e->parts[d].next) {
        bool front = induce_fronted(e, c->part, d);
        if (!front && !part_is_copy(e, d)) {
            if (c->n == FRAME_MAX) return false;
            c->deps[c->n++] = d;
            continue;
        }
        if (c->gap != SYMBOL_NONE) return false;
        c->gap = e->parts[d].label;
        c->filler = e->parts[d].original;
        if (front) c->fronted = d;
    }
    return c->n + (c->gap != SYMBOL_NONE) <= FRAME_MAX;
}

/* From the right, nearest first; then from the left. */
static void sort_deps(const struct pairing *e, struct clause *c) {
    for (uint32_t i = 1; i < c->n; i++)
        for (uint32_t k = i; k > 0; k--) {
            uint32_t a = e->parts[c->deps[k - 1]].token, b = e->parts[c->deps[k]].token;
            bool right_a = a > c->head, right_b = b > c->head;
            bool swap = right_a != right_b ? right_b : right_a ? b < a : b > a;
            if (!swap) break;
            uint32_t dep = c->deps[k];
            c->deps[k] = c->deps[k - 1];
            c->deps[k - 1] = dep;
        }
}

static bool open_clause(const struct induce *self, const struct pairing *e, uint32_t part,
                        struct clause *c) {
    *c = (struct clause){.part = part,
                         .head = e->parts[part].token,
                         .gap = SYMBOL_NONE,
                         .filler = NOWHERE,
                         .fronted = NOWHERE};
    c->n_marks = induce_marks(self, e, part, c->marks);
    if (!find_deps(e, c)) return false;
    sort_deps(e, c);
    return true;
}

/* ---- frames -------------------------------------------------------------------------------------- */

static bool resolve(struct induce *self, const struct pairing *e, uint32_t part, struct clause *c);

static void put_arguments(struct buf *out, const struct argument *args, uint32_t n) {
    for (uint32_t i = n; i-- > 0;) {
        bool nested = strpbrk(args[i].cat, "/\\");
        buf_printf(out, nested ? "%c(%s)" : "%c%s", args[i].right ? '/' : '\\', args[i].cat);
    }
}

/* S, or S\NP where what is missing is an NP on the left. */
static const char *clause_category(struct induce *self, const struct pairing *e,
                                   const struct clause *c, uint32_t n_marks) {
    struct buf out;
    buf_init(&out, &self->arena);
    buf_puts(&out, induce_category(self, induce_state(self, e, c->part, c->marks, n_marks)));
    for (uint32_t i = 0; i < c->frame.n; i++)
        if (c->places[i] == NOWHERE) put_arguments(&out, &c->frame.args[i], 1);
    return out.at;
}

/* The argument of the clause that is also what its dependent `part` lacks. */
static uint32_t controller(const struct pairing *e, uint32_t part, uint32_t filler) {
    uint32_t up = e->parts[part].parent;
    for (uint32_t d = e->parts[up].first; d != NOWHERE; d = e->parts[d].next)
        if (d != part && e->parts[d].original == filler) return e->parts[d].label;
    return SYMBOL_NONE;
}

static bool make_argument(struct induce *self, const struct pairing *e, const struct clause *c,
                          uint32_t part, struct argument *out) {
    uint32_t marks[MARKS_MAX], n = induce_marks(self, e, part, marks);
    struct clause inner;
    *out = (struct argument){.label = e->parts[part].label,
                             .right = e->parts[part].token > c->head,
                             .control = SYMBOL_NONE};
    if (!part_is_event(self, &e->parts[part])) {
        out->cat = induce_category(self, induce_state(self, e, part, marks, n));
        return true;
    }
    if (!open_clause(self, e, part, &inner)) return false;
    if (inner.gap == SYMBOL_NONE || inner.fronted != NOWHERE) {
        out->cat = induce_category(self, induce_state(self, e, part, marks, n));
        return inner.fronted == NOWHERE;
    }
    out->control = controller(e, part, inner.filler);
    if (out->control == SYMBOL_NONE || !resolve(self, e, part, &inner)) return false;
    out->cat = clause_category(self, e, &inner, inner.n_marks);
    return true;
}

static uint32_t frame_number(struct induce *self, const struct frame *frame) {
    struct buf text;
    buf_init(&text, &self->arena);
    buf_puts(&text, "");
    for (uint32_t i = 0; i < frame->n; i++)
        buf_printf(&text, "%u %d %u %s;", frame->args[i].label, frame->args[i].right,
                   frame->args[i].control, frame->args[i].cat);
    uint32_t id = symbols_add(&self->frame_texts, text.at, text.n);
    if (id == self->frames.n) vec_push(&self->arena, &self->frames, *frame);
    return id;
}

static bool same_argument(const struct argument *a, const struct argument *b) {
    return a->label == b->label && a->right == b->right && a->control == b->control &&
           !strcmp(a->cat, b->cat);
}

/* Is `frame` what is there and the gap? */
static bool fits(const struct frame *frame, const struct argument *there, uint32_t n,
                 uint32_t gap) {
    uint32_t k = 0;
    bool found = false;
    if (frame->n != n + 1) return false;
    for (uint32_t i = 0; i < frame->n; i++) {
        if (k < n && same_argument(&frame->args[i], &there[k])) k++;
        else if (!found && frame->args[i].label == gap) found = true;
        else return false;
    }
    return found && k == n;
}

/* The frame that a clause would have without its gap: of its word, else of its head, else of
 * any. */
static uint32_t find_frame(const struct induce *self, uint32_t word, const struct argument *there,
                           uint32_t n, uint32_t gap) {
    uint32_t best = NOWHERE;
    double most = 0;
    for (uint32_t i = 0; i < self->uses.n; i++) {
        const struct use *u = &self->uses.at[i];
        if (!fits(&self->frames.at[u->frame], there, n, gap)) continue;
        double weight = u->count;
        if (self->head_of[u->word] == self->head_of[word]) weight += 1e6;
        if (u->word == word) weight += 1e9;
        if (weight <= most) continue;
        most = weight;
        best = u->frame;
    }
    return best;
}

static bool resolve(struct induce *self, const struct pairing *e, uint32_t part, struct clause *c) {
    struct argument there[FRAME_MAX] = {{0}};
    if (!open_clause(self, e, part, c)) return false;
    for (uint32_t i = 0; i < c->n; i++)
        if (!make_argument(self, e, c, c->deps[i], &there[i])) return false;
    c->frame.n = c->n;
    memcpy(c->frame.args, there, sizeof there);
    for (uint32_t i = 0; i < c->n; i++) c->places[i] = e->parts[c->deps[i]].token;
    if (c->gap == SYMBOL_NONE) return true;
    uint32_t frame = find_frame(self, e->words[c->head], there, c->n, c->gap), k = 0;
    if (frame == NOWHERE) return false;
    c->frame = self->frames.at[frame];
    for (uint32_t i = 0; i < c->frame.n; i++)
        c->places[i] = k < c->n && same_argument(&c->frame.args[i], &there[k])
                           ? e->parts[c->deps[k++]].token
                           : NOWHERE;
    return true;
}

/* ---- entries of function words --------------------------------------------------------------------- */

/* Identity, or with the fields that the word brings; of a function of n arguments. */
static const char *mark_program(struct induce *self, uint32_t word, uint32_t n) {
    struct buf out, atoms;
    buf_init(&out, &self->arena);
    buf_init(&atoms, &self->arena);
    buf_puts(&atoms, "");
    uint32_t n_atoms = put_atoms(self, &atoms, word);
    if (!n_atoms) return n ? "\\f. f" : "\\x. x";
    buf_puts(&out, n ? "\\f." : "\\x.");
    for (uint32_t i = 0; i < n; i++) buf_printf(&out, "\\x%u.", i);
    buf_printf(&out, " %s%s", atoms.at, n ? "f" : "x");
    for (uint32_t i = 0; i < n; i++) buf_printf(&out, "(x%u)", i);
    put_closing(&out, n_atoms);
    return out.at;
}

/* A mark of a clause: it may stand inside of some arguments. */
static void add_clause_mark(struct induce *self, const struct pairing *e, const struct clause *c,
                            uint32_t which) {
    uint32_t mark = c->marks[which], n = 0;
    bool left = mark < c->head;
    struct argument outside[FRAME_MAX];
    struct buf rest, cat;
    for (uint32_t i = 0; i < c->frame.n; i++) {
        if (c->frame.args[i].right == left) continue;
        uint32_t at = c->places[i];
        if (at == NOWHERE || (left ? at < mark : at > mark)) outside[n++] = c->frame.args[i];
    }
    buf_init(&rest, &self->arena);
    buf_init(&cat, &self->arena);
    buf_puts(&rest, "");
    put_arguments(&rest, outside, n);
    const char *in = induce_category(self, induce_state(self, e, c->part, c->marks, which));
    const char *out = induce_category(self, induce_state(self, e, c->part, c->marks, which + 1));
    buf_printf(&cat, n ? "%s%s%c(%s%s)" : "%s%s%c%s%s", out, rest.at, left ? '/' : '\\', in,
               rest.at);
    add_entry(self, e->words[mark], cat.at, mark_program(self, e->words[mark], n));
}

static void add_thing_mark(struct induce *self, const struct pairing *e, uint32_t part,
                           const uint32_t *marks, uint32_t which) {
    struct buf cat;
    buf_init(&cat, &self->arena);
    buf_printf(&cat, "%s%c%s", induce_category(self, induce_state(self, e, part, marks, which + 1)),
               marks[which] < e->parts[part].token ? '/' : '\\',
               induce_category(self, induce_state(self, e, part, marks, which)));
    add_entry(self, e->words[marks[which]], cat.at, mark_program(self, e->words[marks[which]], 0));
}

/* NP\NP/X: what the part modifies is on the other side of its outermost mark. */
static void add_modifier(struct induce *self, const struct pairing *e, uint32_t part, uint32_t mark,
                         const char *of, bool gap) {
    const struct part *p = &e->parts[part];
    const char *level = induce_category(self, self->level);
    struct buf cat, program;
    buf_init(&cat, &self->arena);
    buf_init(&program, &self->arena);
    buf_printf(&cat, gap ? "%s%c%s%c(%s)" : "%s%c%s%c%s", level,
               e->parts[p->parent].token < mark ? '\\' : '/', level, mark < p->token ? '/' : '\\',
               of);
    buf_puts(&program, gap ? "\\f.\\x. merge(x, nest(" : "\\x.\\y. merge(y, nest(");
    put_name(&program, self->labels.names.at[p->label]);
    buf_puts(&program, gap ? ", f(x)))" : ", x))");
    add_entry(self, e->words[mark], cat.at, program.at);
}

/* ---- examples ----------------------------------------------------------------------------------------- */

/* What. S/(S/NP): what stands in front of a clause that lacks it. */
static void add_fronted(struct induce *self, const struct pairing *e, const struct clause *c) {
    uint32_t marks[MARKS_MAX];
    const struct part *p = &e->parts[c->fronted];
    if (p->first != NOWHERE || induce_marks(self, e, c->fronted, marks)) return;
    if (part_is_event(self, p)) return;
    struct buf cat, program;
    buf_init(&cat, &self->arena);
    buf_init(&program, &self->arena);
    buf_printf(&cat, "%s%c(%s)",
               induce_category(self, induce_state(self, e, c->part, c->marks, c->n_marks)),
               p->token < c->head ? '/' : '\\', clause_category(self, e, c, c->n_marks));
    buf_puts(&program, "\\f. f(");
    put_record(self, &program, e->words[p->token]);
    buf_puts(&program, ")");
    add_entry(self, e->words[p->token], cat.at, program.at);
}

static void add_event(struct induce *self, const struct pairing *e, uint32_t part) {
    const struct part *p = &e->parts[part];
    struct clause c;
    if (!resolve(self, e, part, &c)) return;
    bool modifies = p->parent != NOWHERE && !part_is_event(self, &e->parts[p->parent]);
    uint32_t n = c.n_marks - (modifies && c.n_marks > 0);
    uint32_t form = induce_state(self, e, part, c.marks, 0);
    uint32_t frame = frame_number(self, &c.frame);
    induce_add_use(self, e->words[c.head], form, frame, 1);
    for (uint32_t i = 0; i < c.frame.n; i++)
        *tally_at(&self->gaps, key_of(frame, i), NULL) += c.places[i] == NOWHERE;
    if (modifies && (!c.n_marks || c.gap == SYMBOL_NONE || c.filler != p->parent)) return;
    for (uint32_t i = 0; i < n; i++) add_clause_mark(self, e, &c, i);
    if (modifies) add_modifier(self, e, part, c.marks[n], clause_category(self, e, &c, n), true);
    if (c.fronted != NOWHERE) add_fronted(self, e, &c);
}

static void add_thing(struct induce *self, const struct pairing *e, uint32_t part) {
    const struct part *p = &e->parts[part];
    uint32_t marks[MARKS_MAX], n = induce_marks(self, e, part, marks);
    bool modifies = p->parent != NOWHERE && !part_is_event(self, &e->parts[p->parent]);
    struct buf program;
    buf_init(&program, &self->arena);
    put_record(self, &program, e->words[p->token]);
    add_entry(self, e->words[p->token],
              induce_category(self, induce_state(self, e, part, marks, 0)), program.at);
    for (uint32_t i = 0; i < n - (modifies && n); i++) add_thing_mark(self, e, part, marks, i);
    if (modifies && n)
        add_modifier(self, e, part, marks[n - 1],
                     induce_category(self, induce_state(self, e, part, marks, n - 1)), false);
}

/* ---- what modifiers take --------------------------------------------------------------------------------- */

static bool has_atom(const struct part *part, struct atom atom) {
    for (uint32_t i = 0; i < part->n_atoms; i++)
        if (part->atoms[i].label == atom.label && part->atoms[i].value == atom.value) return true;
    return false;
}

/* The state of what a relative clause repeats: with what its marks bring, or without. */
static bool repeated_state(const struct induce *self, const struct pairing *e, uint32_t copy,
                           uint32_t *state) {
    uint32_t of = e->parts[copy].original, marks[MARKS_MAX], n = induce_marks(self, e, of, marks);
    for (uint32_t i = n; i-- > 0;)
        for (uint32_t a = 0; a < e->parts[of].n_atoms; a++) {
            struct atom atom = e->parts[of].atoms[a];
            if (!induce_contributes(self, e->words[marks[i]], atom)) continue;
            bool has = has_atom(&e->parts[copy], atom);
            *state = induce_state(self, e, of, marks, has ? i + 1 : 0);
            return true;
        }
    return false;
}

static void find_level(struct induce *self) {
    struct tally votes;
    double most = 0;
    tally_open(&votes, &self->arena);
    self->level = STATE_NOUN;
    for (uint32_t w = 0; w < self->words.names.n; w++)
        if (self->bare[w] && self->head_of[w] != SYMBOL_NONE && !self->is_event[self->head_of[w]])
            self->level = STATE_PHRASE;
    for (uint32_t i = 0; i < self->n; i++) {
        const struct pairing *e = &self->examples[i];
        for (uint32_t p = 0; e->usable && p < e->n_parts; p++) {
            uint32_t state;
            if (!part_is_copy(e, p) || !repeated_state(self, e, p, &state)) continue;
            double *n = tally_at(&votes, state + 1, NULL);
            if (++*n <= most) continue;
            most = *n;
            self->level = state;
        }
    }
}

/* ---- the whole -------------------------------------------------------------------------------------------- */

static void add_root(struct induce *self, const struct pairing *e) {
    uint32_t marks[MARKS_MAX], n = induce_marks(self, e, 0, marks);
    const char *cat = induce_category(self, induce_state(self, e, 0, marks, n));
    symbols_add(&self->roots, cat, strlen(cat));
}

/* Frames of clauses that have all their arguments, then of those that lack one, and last those
 * whose arguments lack one. */
static int pass_of(const struct induce *self, const struct pairing *e, uint32_t part) {
    struct clause c, inner;
    if (!open_clause(self, e, part, &c)) return -1;
    for (uint32_t i = 0; i < c.n; i++)
        if (part_is_event(self, &e->parts[c.deps[i]]) && open_clause(self, e, c.deps[i], &inner) &&
            inner.gap != SYMBOL_NONE)
            return c.gap == SYMBOL_NONE ? 2 : 3;
    return c.gap == SYMBOL_NONE ? 0 : 1;
}

/* What a verb takes on which side, whatever it makes of it. */
static uint64_t shape_of(const struct frame *frame) {
    uint64_t key = 17;
    for (uint32_t i = 0; i < frame->n; i++) {
        const char *cat = frame->args[i].cat;
        key = hash_bytes(cat, strlen(cat), hash_mix(key, frame->args[i].right));
    }
    return key;
}

/* A word that means two things in the same place: where one of them is rare, it is a mistake; so is
 * what no word does for the most part. */
static void forget_minor_uses(struct induce *self) {
    struct tally of_shape, usual;
    uint32_t n = 0;
    tally_open(&of_shape, &self->arena);
    tally_open(&usual, &self->arena);
    for (int pass = 0; pass < 3; pass++)
        for (uint32_t i = 0; i < self->uses.n; i++) {
            struct use u = self->uses.at[i];
            uint64_t shape = key_of(key_of(u.word, u.form), shape_of(&self->frames.at[u.frame]));
            double *all = tally_at(&of_shape, shape, NULL);
            double *often = tally_at(&usual, key_of(u.form, u.frame), NULL);
            if (!pass) *all += u.count;
            else if (pass == 1) *often += u.count > 1 && u.count * 2 >= *all;
            else if (*often > 0 && u.count >= self->recipe->nested_minor * *all)
                self->uses.at[n++] = u;
        }
    self->uses.n = n;
}

static void forget_minor_entries(struct induce *self) {
    struct tally of_category;
    uint32_t n = 0;
    tally_open(&of_category, &self->arena);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < self->entries.n; i++) {
            struct entry x = self->entries.at[i];
            double *all = tally_at(&of_category, hash_bytes(x.cat, strlen(x.cat), x.word), NULL);
            if (!pass) *all += x.count;
            else if (x.count >= self->recipe->nested_minor * *all) self->entries.at[n++] = x;
        }
    self->entries.n = n;
}

static void forget_rare(struct induce *self) {
    struct tally frames, words;
    uint32_t n = 0;
    if (self->n <= self->recipe->nested_few) return;
    if (self->recipe->nested_minor > 0) forget_minor_uses(self);
    forget_minor_entries(self);
    tally_open(&frames, &self->arena);
    tally_open(&words, &self->arena);
    for (uint32_t i = 0; i < self->uses.n; i++)
        *tally_at(&frames, key_of(self->uses.at[i].form, self->uses.at[i].frame), NULL) +=
            self->uses.at[i].count;
    for (uint32_t i = 0; i < self->uses.n; i++) {
        struct use u = self->uses.at[i];
        if (tally_get(&frames, key_of(u.form, u.frame)) >= self->recipe->nested_frames)
            self->uses.at[n++] = u;
    }
    self->uses.n = n;
    n = 0;
    for (uint32_t i = 0; i < self->entries.n; i++)
        *tally_at(&words, self->entries.at[i].word + 1, NULL) += self->entries.at[i].count;
    for (uint32_t i = 0; i < self->entries.n; i++) {
        struct entry x = self->entries.at[i];
        double all = tally_get(&words, x.word + 1);
        if (x.count >= self->recipe->nested_entry * all) self->entries.at[n++] = x;
    }
    self->entries.n = n;
}

static void reindex(struct induce *self) {
    tally_open(&self->use_of, &self->arena);
    tally_open(&self->entry_of, &self->arena);
    for (uint32_t i = 0; i < self->uses.n; i++) {
        const struct use *u = &self->uses.at[i];
        tally_at(&self->use_of, key_of(u->word, key_of(u->form, u->frame)), NULL);
    }
    for (uint32_t i = 0; i < self->entries.n; i++) {
        const struct entry *x = &self->entries.at[i];
        uint64_t key = hash_bytes(x->cat, strlen(x->cat), x->word);
        tally_at(&self->entry_of, hash_bytes(x->program, strlen(x->program), key), NULL);
    }
}

void induce_make_entries(struct induce *self) {
    find_level(self);
    for (int pass = 0; pass < 4; pass++)
        for (uint32_t i = 0; i < self->n; i++) {
            const struct pairing *e = &self->examples[self->at = i];
            for (uint32_t p = 0; e->usable && p < e->n_parts; p++) {
                if (part_is_copy(e, p)) continue;
                if (part_is_event(self, &e->parts[p])) {
                    if (pass_of(self, e, p) == pass) add_event(self, e, p);
                } else if (!pass) {
                    add_thing(self, e, p);
                }
            }
            if (e->usable && !pass) add_root(self, e);
        }
    forget_rare(self);
    reindex(self);
}
