/* definition - the text of a definition, one statement a line (docs/DOMAINS.md).
 *
 *   text ─▶ a line ─▶ its statement: a row of definition.c, or below `candidates` of definition_sets.c
 *                └▶ tokens of the line (definition_line.c), which names the place of what is wrong */
#ifndef G2L2_DEFINITION_H
#define G2L2_DEFINITION_H

#include "domain/domain.h"

struct def_reader {
    g2l2_domain *domain;
    const char *text; /* the line, without its comment */
    size_t at, length, line;
    size_t start;              /* of the latest token */
    struct candidate_set *set; /* the set being read, or NULL */
    bool in_schema;            /* `case` lines belong to the schema read last */
};

struct def_statement {
    const char *name; /* its first word; NULL: the end of a table */
    void (*read)(struct def_reader *);
};

/* ---- what a line has next; what is wrong is raised with its place -------------------------------- */

_Noreturn void def_fail_at(struct def_reader *r, g2l2_status status, size_t column,
                           const char *what);
/* What stands next is wrong, or nothing does. */
_Noreturn void def_fail(struct def_reader *r, const char *what);
/* The latest token is wrong. */
_Noreturn void def_refuse(struct def_reader *r, g2l2_status status, const char *what);
void def_skip_space(struct def_reader *r);
bool def_at_end(struct def_reader *r);
/* Take this text, or this word, if it stands next. */
bool def_eat(struct def_reader *r, const char *token);
bool def_eat_word(struct def_reader *r, const char *name);
/* A token: everything up to white space or one of `stops`. */
const char *def_token(struct def_reader *r, const char *stops, size_t *length, const char *what);
const char *def_word(struct def_reader *r, const char *stops, const char *what);
/* A name that other lines can use. */
const char *def_new_name(struct def_reader *r, const char *what);
double def_number(struct def_reader *r);
type_id def_type_name(struct def_reader *r);
cat_id def_category_of_any_kind(struct def_reader *r);
/* A category whose words mean something by themselves. */
cat_id def_category(struct def_reader *r);
const struct term *def_program(struct def_reader *r, type_id type);
/* What begins in column `at` of this line is said here. */
void def_mark(struct def_reader *r, enum marked what, uint32_t which, size_t at);
/* One without slashes. */
cat_id def_simple_category(struct def_reader *r);
/* Column `at` has a program that words of this category cannot have: raised. */
void def_check_fit(struct def_reader *r, cat_id cat, const struct term *program, size_t at);

/* ---- sets of candidates --------------------------------------------------------------------------- */

void def_read_candidates(struct def_reader *r);
extern const struct def_statement def_set_statements[];

#endif
