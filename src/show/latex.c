/* The explanation as a document for pdflatex.
 *
 *     jump  &  twice              \ccgword   words, each a column of a tabular
 *     V     &  V\V                \ccgcat
 *     \multicolumn{2}{c}{───── <} \ccgline   a part, below the columns it spans
 *
 * How wide things are is TeX's business: a tabular finds its columns, and what is wider or
 * higher than the page is scaled to it. Only packages of LaTeX's base are needed, and TikZ
 * if there is a scene. */
#include <math.h>
#include <string.h>

#include "show/tex.h"

#define MOST_COLUMNS 60u /* of a tabular; longer sentences are outlined */
#define MOST_ENTRIES 5u
#define MOST_STEPS   200u
#define WORD_LETTERS 30u
#define CAT_LETTERS  60u
#define PROG_LETTERS 26u /* of a program that a word has a column for */
#define MOST_OBJECTS 40u
#define MEANT        0.05  /* less sure is not shown */
#define LONG         4000u /* letters of a program or a value in a list */

static const char preamble[] =
    "\\usepackage{graphicx,color,longtable}\n"
    "\\definecolor{ccgvalue}{rgb}{.14,.34,.77}\n"
    "\\definecolor{ccgfrom}{rgb}{.69,.28,.06}\n"
    "\\definecolor{ccgsoft}{rgb}{.36,.4,.46}\n"
    "\\definecolor{ccggrey}{rgb}{.6,.63,.68}\n"
    "\\newcommand\\nochar[1]{?}% a character that these fonts do not have, by its code\n"
    "\\newcommand\\fold{\\hskip0pt\\relax}% here a line may end\n"
    "\\newcommand\\ccgword[1]{\\textbf{#1}}\n"
    "\\newcommand\\ccgempty[1]{\\textcolor{ccggrey}{#1}}\n"
    "\\newcommand\\ccgcat[1]{\\textsf{\\small #1}}\n"
    "\\newcommand\\ccgprog[1]{\\textcolor{ccgsoft}{\\scriptsize\\ttfamily #1}}\n"
    "\\newcommand\\ccgval[1]{\\textcolor{ccgvalue}{\\footnotesize #1}}\n"
    "\\newcommand\\ccgobj[3]{{\\fboxsep1.2pt\\colorbox[rgb]{#1}{\\scriptsize\\sffamily\\color{#2}#"
    "3}}}\n"
    "\\newcommand\\ccgline[1]{\\hrulefill\\makebox[0pt][l]{\\kern2pt{\\scriptsize #1}}}\n"
    "% As it is, or as large as the page allows.\n"
    "\\newsavebox\\ccgbox\n"
    "\\newenvironment{ccgfit}{\\begin{lrbox}{\\ccgbox}}{\\end{lrbox}\\noindent\n"
    "  "
    "\\ifdim\\wd\\ccgbox>\\linewidth\\sbox\\ccgbox{\\resizebox{\\linewidth}{!}{\\usebox\\ccgbox}}"
    "\\fi\n"
    "  \\ifdim\\dimexpr\\ht\\ccgbox+\\dp\\ccgbox\\relax>.9\\textheight\n"
    "    \\sbox\\ccgbox{\\resizebox*{!}{.9\\textheight}{\\usebox\\ccgbox}}\\fi\n"
    "  \\usebox\\ccgbox\\par}\n"
    "\\newcommand\\ccgsection[1]{\\par\\vskip0pt plus 6\\baselineskip\\penalty-100"
    "\\vskip0pt plus -6\\baselineskip\\bigskip{\\small\\bfseries\\sffamily #1}"
    "\\par\\nobreak\\smallskip}\n"
    "\\setlength\\parindent{0pt}\\setlength\\LTleft{0pt}\\setlength\\LTpre{2pt}"
    "\\setlength\\LTpost{2pt}\n"
    "\\renewcommand\\arraystretch{1.15}\\sloppy\\frenchspacing\\pagestyle{empty}\n";

struct tex {
    const struct trace *trace;
    struct buf *out;
};

/* \macro{text}, not longer than `most` characters. */
static void put_in(const struct tex *x, const char *macro, const char *text, size_t most) {
    struct buf cut;
    size_t n = 0;
    buf_init(&cut, x->out->arena);
    buf_puts(&cut, "");
    for (uint32_t g; n < most && (g = glyph_next(&text)); n++) glyph_put(&cut, g);
    buf_printf(x->out, "\\%s{", macro);
    tex_put(x->out, cut.at);
    buf_puts(x->out, *text ? "\\ldots{}}" : "}");
}

/* What a part means: objects as squares of their colours, or `most` characters. */
static void put_value(const struct tex *x, const struct trace_value *value, size_t most) {
    const struct trace *t = x->trace;
    uint32_t n = 0;
    for (uint32_t i = 0; t->has_scene && value->objects && i < t->n_objects; i++) {
        struct rgb color = {150, 160, 172}, white = {255, 255, 255};
        if (!(value->objects[i] >= MEANT) || n++ > MOST_OBJECTS) continue;
        if (trace_scenes(t)) color = object_color(trace_scenes(t), t->naming.scene, i);
        color = rgb_mixed(white, color, value->objects[i]);
        svg_put(x->out, "\\ccgobj{%f,%f,%f}{%s}{%u}\\fold{} ", color.r / 255.0, color.g / 255.0,
                color.b / 255.0, rgb_is_light(color) ? "black" : "white", i + 1);
    }
    if (n > MOST_OBJECTS) buf_puts(x->out, "\\ldots{}");
    if (n || !value->text) return;
    buf_puts(x->out, "\\ccgval{");
    tex_put_folding(x->out, *value->text ? value->text : "(empty)", most);
    buf_puts(x->out, "}");
}

static void put_heading(const struct tex *x, const char *text) {
    buf_printf(x->out, "\n\\ccgsection{%s}\n", text);
}

/* ---- the derivation ------------------------------------------------------------------------ */

enum line { LINE_RULE, LINE_CATEGORY, LINE_PROGRAM, LINE_VALUE, N_LINES };

static bool has_line(const struct trace_node *node, enum line line) {
    switch (line) {
    case LINE_RULE: return node->rule;
    case LINE_CATEGORY: return true;
    case LINE_PROGRAM: return node->program;
    default: return node->value.text || node->value.objects;
    }
}

static size_t at_most(size_t n, size_t most) {
    return n < most ? n : most;
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static size_t letters_of(const char *text) {
    return text ? text_width(text, strlen(text)) : 0;
}

/* Letters of a program that the columns of a node have room for, about. */
static size_t room_of(const struct tex *x, const struct trace_derivation *d,
                      const struct trace_node *node) {
    size_t room = PROG_LETTERS / 2;
    for (uint32_t i = node->begin; i < node->end; i++) {
        size_t word = at_most(letters_of(x->trace->words[i].text), WORD_LETTERS);
        size_t category = at_most(letters_of(d->uses[i].category), CAT_LETTERS);
        size_t program = at_most(letters_of(d->uses[i].program), PROG_LETTERS);
        room += larger(larger(word, category) * 5 / 4, program) + 2;
    }
    return room;
}

static void put_cell(const struct tex *x, const struct trace_derivation *d,
                     const struct trace_node *node, enum line line) {
    uint32_t n = node->end - node->begin;
    size_t letters = n > 1 ? room_of(x, d, node) : PROG_LETTERS;
    buf_printf(x->out, "\\multicolumn{%u}{c}{", n);
    switch (line) {
    case LINE_RULE: put_in(x, "ccgline", node->rule, CAT_LETTERS); break;
    case LINE_CATEGORY: put_in(x, "ccgcat", node->category, CAT_LETTERS); break;
    case LINE_PROGRAM:
        put_in(x, "ccgprog", text_program(x->out->arena, node->program), letters);
        break;
    default: put_value(x, &node->value, letters * 3 / 4);
    }
    buf_puts(x->out, "}");
}

static const struct trace_node *node_at(const struct trace_derivation *d, uint32_t begin,
                                        uint32_t height, enum line line) {
    for (uint32_t i = 0; i < d->n_nodes; i++)
        if (d->nodes[i].begin == begin && d->nodes[i].height == height &&
            has_line(&d->nodes[i], line))
            return &d->nodes[i];
    return NULL;
}

/* One line of all nodes of a height; EMPTY words say so in the line of categories. */
static void put_row(const struct tex *x, const struct trace_derivation *d, uint32_t height,
                    enum line line) {
    size_t start = x->out->n;
    bool any = false;
    for (uint32_t i = 0; i < x->trace->n_words;) {
        const struct trace_node *node = node_at(d, i, height, line);
        bool empty = !height && line == LINE_CATEGORY && !strcmp(d->uses[i].category, "EMPTY");
        if (i) buf_puts(x->out, " & ");
        if (node) put_cell(x, d, node, line);
        else if (empty) buf_puts(x->out, "\\ccgempty{\\tiny EMPTY}");
        any |= node || empty;
        i += node ? node->end - node->begin : 1;
    }
    if (any) buf_puts(x->out, "\\tabularnewline\n");
    else x->out->n = start;
    if (!any && x->out->at) x->out->at[start] = 0;
}

static void put_words(const struct tex *x, const struct trace_derivation *d) {
    for (uint32_t i = 0; i < x->trace->n_words; i++) {
        bool empty = !strcmp(d->uses[i].category, "EMPTY");
        if (i) buf_puts(x->out, " & ");
        put_in(x, empty ? "ccgempty" : "ccgword", x->trace->words[i].text, WORD_LETTERS);
    }
    buf_puts(x->out, "\\tabularnewline\n");
}

static void put_tabular(const struct tex *x, const struct trace_derivation *d) {
    uint32_t heights = d->n_nodes ? d->nodes[d->n_nodes - 1].height : 0;
    buf_printf(x->out,
               "\\begin{ccgfit}\\setlength\\tabcolsep{6pt}\\renewcommand\\arraystretch{.95}%%\n"
               "\\begin{tabular}{*{%u}{c}@{\\hspace{14pt}}}\n",
               x->trace->n_words);
    put_words(x, d);
    for (uint32_t h = 0; h <= heights; h++)
        for (int line = 0; line < N_LINES; line++) put_row(x, d, h, (enum line)line);
    buf_puts(x->out, "\\end{tabular}\\end{ccgfit}\n");
}

/* From the whole to its parts, each a line, indented by its depth. */
static void put_outline(const struct tex *x, const struct trace_derivation *d, uint32_t k,
                        uint32_t depth) {
    const struct trace_node *node = &d->nodes[k];
    buf_printf(x->out, "\\hspace*{%upt}", depth < 60 ? depth * 6 : 360);
    put_in(x, "ccgcat", node->category, CAT_LETTERS);
    if (node->rule) {
        buf_puts(x->out, "~");
        put_in(x, "ccgprog", node->rule, CAT_LETTERS);
    } else if (node->begin < x->trace->n_words) {
        buf_puts(x->out, "~");
        put_in(x, "ccgword", x->trace->words[node->begin].text, WORD_LETTERS);
    }
    if (node->value.text) {
        buf_puts(x->out, "\\quad");
        put_in(x, "ccgval", node->value.text, WORD_LETTERS);
    }
    buf_puts(x->out, "\\par\n");
    if (!node->rule) return;
    put_outline(x, d, node->left, depth + 1);
    if (node->right != TRACE_NONE) put_outline(x, d, node->right, depth + 1);
}

static void put_derivation(const struct tex *x, uint32_t i) {
    const struct trace_derivation *d = &x->trace->derivations[i];
    if (i) put_heading(x, "A derivation that competes");
    else
        put_heading(x,
                    d->other_result ? "The likeliest derivation, of another result" : "Derivation");
    if (x->trace->n_derivations > 1) {
        svg_put(x->out, "{\\footnotesize share %f", share_of(d->share));
        if (d->result) {
            buf_puts(x->out, ": ");
            tex_put_folding(x->out, d->result, 200);
        }
        buf_puts(x->out, "\\par\\smallskip}\n");
    }
    if (!d->n_nodes) return;
    if (x->trace->n_words <= MOST_COLUMNS) put_tabular(x, d);
    else put_outline(x, d, d->n_nodes - 1, 0);
}

/* ---- lists --------------------------------------------------------------------------------------- */

static void put_entry(const struct tex *x, uint32_t word, uint32_t k) {
    const struct trace_entry *entry = &x->trace->words[word].entries[k];
    bool used = !x->trace->n_derivations || entry_is_used(x->trace, word, k);
    if (!k) tex_put_folding(x->out, x->trace->words[word].text, 200);
    svg_put(x->out, " & %s{\\sffamily ", used ? "" : "\\color{ccggrey}");
    tex_put_folding(x->out, entry->category, 400);
    svg_put(x->out, "} & %s{\\footnotesize\\ttfamily ", used ? "" : "\\color{ccggrey}");
    if (entry->program) tex_put_folding(x->out, text_program(x->out->arena, entry->program), LONG);
    svg_put(x->out, "} & %f\\tabularnewline\n", share_of(entry->share));
}

static void put_entries(const struct tex *x) {
    const struct trace *t = x->trace;
    if (!t->n_words) return;
    put_heading(x, "Words");
    buf_puts(x->out, "\\begin{longtable}{@{}>{\\raggedright}p{.17\\linewidth}"
                     ">{\\raggedright}p{.3\\linewidth}>{\\raggedright}p{.4\\linewidth}r@{}}\n");
    for (uint32_t i = 0; i < t->n_words; i++) {
        const struct trace_word *word = &t->words[i];
        if (!word_is_first(t, i)) continue;
        for (uint32_t k = 0; k < word->n_entries && k < MOST_ENTRIES; k++) put_entry(x, i, k);
        if (word->n_entries) continue;
        tex_put_folding(x->out, word->text, 200);
        buf_puts(x->out, word->known ? " & no entries" : " & unknown");
        for (uint32_t k = 0; k < word->n_nearest; k++) {
            buf_puts(x->out, k ? ", " : "; spelled alike: ");
            tex_put_folding(x->out, word->nearest[k], 60);
        }
        buf_puts(x->out, " & & \\tabularnewline\n");
    }
    buf_puts(x->out, "\\end{longtable}\n");
}

static void put_program(const struct tex *x, const struct trace_derivation *d) {
    if (!d->program) return;
    put_heading(x, "Program");
    buf_puts(x->out, "{\\raggedright\\small\\ttfamily ");
    tex_put_folding(x->out, text_program(x->out->arena, d->program), LONG);
    buf_puts(x->out, "\\par}\n");
}

static void put_steps(const struct tex *x, const struct trace_derivation *d) {
    if (!d->n_steps) return;
    put_heading(x, "Execution");
    buf_puts(x->out,
             "\\begin{longtable}{@{}r>{\\raggedright\\footnotesize\\ttfamily}p{.42\\linewidth}"
             "c>{\\raggedright\\arraybackslash\\footnotesize\\color{ccgvalue}}"
             "p{.44\\linewidth}@{}}\n");
    for (uint32_t i = 0; i < d->n_steps && i < MOST_STEPS; i++) {
        const struct trace_step *step = &d->steps[i];
        if (step->number) svg_put(x->out, "%u", step->number);
        buf_puts(x->out, " & ");
        tex_put_folding(x->out, step->call, LONG);
        buf_puts(x->out, step->value.text ? " & = & " : " & & ");
        put_value(x, &step->value, LONG);
        buf_puts(x->out, "\\tabularnewline\n");
    }
    buf_puts(x->out, "\\end{longtable}\n");
}

/* ---- the scene ------------------------------------------------------------------------------------- */

static void put_picture(const struct tex *x, const struct trace_step *step,
                        const struct show_marks *marks) {
    buf_puts(x->out, "\\begin{minipage}[t]{5.1cm}\n");
    tikz_put_scene(x->out, trace_scenes(x->trace), x->trace->naming.scene, marks);
    if (step) {
        buf_puts(x->out, "\\\\\n{\\raggedright\\scriptsize ");
        if (step->number) svg_put(x->out, "%u\\quad", step->number);
        buf_puts(x->out, "{\\ttfamily ");
        tex_put_folding(x->out, step->call, 160);
        buf_puts(x->out, "}\\\\");
        put_value(x, &step->value, 160);
        buf_puts(x->out, "\\par}");
    }
    buf_puts(x->out, "\\end{minipage}\\hspace{4mm plus 2mm}\\penalty0\n");
}

static void put_pictures(const struct tex *x, const struct trace_derivation *d) {
    struct show_marks marks;
    uint32_t n = 0;
    if (!trace_scenes(x->trace)) return;
    put_heading(x, "Scene, step by step");
    buf_puts(x->out, "{\\raggedright\\lineskip=4mm\n");
    for (uint32_t i = 0; d && i < d->n_steps && i < MOST_STEPS; i++) {
        if (!step_marks(x->trace, d, &d->steps[i], &marks)) continue;
        put_picture(x, &d->steps[i], &marks);
        n++;
    }
    if (!n) put_picture(x, NULL, NULL);
    buf_puts(x->out, "\\par}\n");
}

/* ---- without a parse ---------------------------------------------------------------------------------- */

/* Parts that begin where a row has got to; the row of words, if there are none. */
static void put_brackets(const struct tex *x, bool lines) {
    const struct trace *t = x->trace;
    for (uint32_t i = 0; i < t->n_words;) {
        const struct trace_part *part = NULL;
        for (uint32_t k = 0; k < t->n_parts && !part; k++)
            if (t->parts[k].begin == i) part = &t->parts[k];
        if (i) buf_puts(x->out, " & ");
        if (part) buf_printf(x->out, "\\multicolumn{%u}{c}{", part->end - part->begin);
        if (part && lines) buf_puts(x->out, "\\hrulefill");
        for (uint32_t k = 0; part && !lines && k < part->n_categories && k < MOST_ENTRIES; k++) {
            if (k) buf_puts(x->out, ", ");
            put_in(x, "ccgcat", part->categories[k], CAT_LETTERS);
        }
        if (part) buf_puts(x->out, "}");
        i += part ? part->end - part->begin : 1;
    }
    buf_puts(x->out, "\\tabularnewline\n");
}

static void put_parts(const struct tex *x) {
    const struct trace *t = x->trace;
    if (t->n_parts && t->n_words && t->n_words <= MOST_COLUMNS) {
        put_heading(x, "Parts");
        buf_printf(x->out, "\\begin{ccgfit}\\begin{tabular}{*{%u}{c}}\n", t->n_words);
        for (uint32_t i = 0; i < t->n_words; i++) {
            if (i) buf_puts(x->out, " & ");
            put_in(x, t->words[i].known ? "ccgword" : "ccgempty", t->words[i].text, WORD_LETTERS);
        }
        buf_puts(x->out, "\\tabularnewline\n");
        put_brackets(x, true);
        put_brackets(x, false);
        buf_puts(x->out, "\\end{tabular}\\end{ccgfit}\n");
    }
    if (t->n_missing) put_heading(x, "What would have to combine");
    for (uint32_t i = 0; i < t->n_missing; i++) {
        tex_put_folding(x->out, t->missing[i], LONG);
        buf_puts(x->out, "\\par\n");
    }
    if (t->n_repairs) put_heading(x, "Changes that would help");
    for (uint32_t i = 0; i < t->n_repairs; i++) {
        tex_put_folding(x->out, t->repairs[i].change, LONG);
        if (t->repairs[i].sentence) {
            buf_puts(x->out, ": \\emph{");
            tex_put_folding(x->out, t->repairs[i].sentence, LONG);
            buf_puts(x->out, "}");
        }
        buf_puts(x->out, "\\par\n");
    }
}

/* ---- all of it ------------------------------------------------------------------------------------------ */

static void put_top(const struct tex *x) {
    const struct trace *t = x->trace;
    buf_puts(x->out, "{\\Large\\bfseries\\raggedright ");
    tex_put_folding(x->out, t->sentence && *t->sentence ? t->sentence : "(nothing)", LONG);
    buf_puts(x->out, "\\par}\\medskip\n");
    for (size_t i = 0; i < t->n_readings && i < 6; i++) {
        const char *text = t->readings[i].text;
        if (i && t->readings[i].confidence < 0.005) continue;
        svg_put(x->out, "{\\raggedright\\makebox[9mm][l]{\\footnotesize %f}%s",
                share_of(t->readings[i].confidence), i ? "" : "\\bfseries\\color{ccgvalue}");
        buf_puts(x->out, " ");
        tex_put_folding(x->out, text && *text ? text : "(empty)", LONG);
        buf_puts(x->out, "\\par}\n");
    }
    for (int i = 0; i < 2; i++) {
        const char *text = i ? t->note : t->reason;
        if (!text) continue;
        buf_puts(x->out, "{\\raggedright ");
        tex_put_folding(x->out, text, LONG);
        buf_puts(x->out, "\\par}\n");
    }
}

/* As wide as the widest derivation asks for: a long sentence has a page of its own form. */
static void put_paper(struct buf *out, const struct trace *trace) {
    double width = 0; /* in pt */
    for (uint32_t i = 0; i < trace->n_derivations; i++)
        width = fmax(width, derivation_piece(out->arena, trace, i).width * 0.7);
    buf_puts(out, "\\usepackage[margin=16mm,");
    if (width >= 1400)
        svg_put(out, "paperwidth=%fmm,paperheight=420mm]{geometry}\n", fmin(width * 0.3, 2000));
    else
        buf_printf(out, "%s]{geometry}\n",
                   width < 560    ? "a4paper"
                   : width < 1000 ? "a4paper,landscape"
                                  : "a3paper,landscape");
}

static void begin(const struct trace *trace, struct buf *out) {
    buf_puts(out, "% How a sentence gets its meaning. Compile with pdflatex.\n"
                  "\\documentclass[10pt]{article}\n");
    put_paper(out, trace);
    if (trace_scenes(trace)) buf_puts(out, "\\usepackage{tikz}\n");
    buf_puts(out, "\\usepackage{array}\n");
    buf_puts(out, preamble);
    buf_puts(out, "\\begin{document}\n");
}

void show_derivation_latex(const struct trace *trace, uint32_t derivation, struct buf *out) {
    struct tex x = {trace, out};
    begin(trace, out);
    if (derivation < trace->n_derivations) put_derivation(&x, derivation);
    else put_parts(&x);
    buf_puts(out, "\\end{document}\n");
}

void show_latex(const struct trace *trace, struct buf *out) {
    struct tex x = {trace, out};
    const struct trace_derivation *d = trace->n_derivations ? trace->derivations : NULL;
    begin(trace, out);
    put_top(&x);
    if (!d) put_parts(&x);
    for (uint32_t i = 0; i < trace->n_derivations; i++) put_derivation(&x, i);
    if (d) put_program(&x, d);
    if (d) put_steps(&x, d);
    put_pictures(&x, d);
    put_entries(&x);
    buf_puts(out, "\\end{document}\n");
}
