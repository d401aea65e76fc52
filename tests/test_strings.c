/* Targets that follow their sentences piece by piece: queries, formulas, glosses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "domain/domain.h"
#include "lessons.h"

#define COUNT(pairs) (sizeof(pairs) / sizeof *(pairs))

/* `all` gives nothing behind `of`, `show all` gives three tokens; `with` gives nothing behind `and`. */
static const char *const queries[][2] = {
    {"show all customers", "SELECT * FROM customers"},
    {"show all orders", "SELECT * FROM orders"},
    {"show all products sorted by price", "SELECT * FROM products ORDER BY price"},
    {"show all customers with city paris", "SELECT * FROM customers WHERE city = 'paris'"},
    {"show the names of all customers", "SELECT name FROM customers"},
    {"show the prices of all products", "SELECT price FROM products"},
    {"show the titles of all products with price over 20",
     "SELECT title FROM products WHERE price > 20"},
    {"show the names of all customers sorted by age", "SELECT name FROM customers ORDER BY age"},
    {"show the names of all customers with city rome and with age over 30",
     "SELECT name FROM customers WHERE city = 'rome' AND age > 30"},
    {"show the dates of all orders with total under 50",
     "SELECT date FROM orders WHERE total < 50"},
    {"show all orders with total over 100 and with date monday",
     "SELECT * FROM orders WHERE total > 100 AND date = 'monday'"},
    {"how many customers are there", "SELECT COUNT(*) FROM customers"},
    {"how many orders are there", "SELECT COUNT(*) FROM orders"},
    {"how many products with price under 20 are there",
     "SELECT COUNT(*) FROM products WHERE price < 20"},
    {"how many customers with age under 30 are there",
     "SELECT COUNT(*) FROM customers WHERE age < 30"},
    {"show the dates of all orders sorted by total", "SELECT date FROM orders ORDER BY total"},
    {"show the titles of all products sorted by price",
     "SELECT title FROM products ORDER BY price"},
    {"show all products with price under 50", "SELECT * FROM products WHERE price < 50"},
    {"how many orders with date monday are there",
     "SELECT COUNT(*) FROM orders WHERE date = 'monday'"},
    {"show the prices of all products with title desk",
     "SELECT price FROM products WHERE title = 'desk'"},
    {"show all customers with city rome sorted by name",
     "SELECT * FROM customers WHERE city = 'rome' ORDER BY name"},
    {"how many products with title desk are there",
     "SELECT COUNT(*) FROM products WHERE title = 'desk'"},
    {"show the names of all customers with city paris",
     "SELECT name FROM customers WHERE city = 'paris'"},
    {"show all orders sorted by date", "SELECT * FROM orders ORDER BY date"},
};

static const char *const unasked[][2] = {
    {"show the dates of all orders with total over 100 sorted by date",
     "SELECT date FROM orders WHERE total > 100 ORDER BY date"},
    {"how many customers with city paris and with age over 20 are there",
     "SELECT COUNT(*) FROM customers WHERE city = 'paris' AND age > 20"},
    {"show all products with title desk and with price under 50",
     "SELECT * FROM products WHERE title = 'desk' AND price < 50"},
};

static void test_queries(void **state) {
    (void)state;
    g2l2_model *model = lesson_pairs("nav", queries, COUNT(queries));
    g2l2_parser *parser = lesson_parser(model);
    assert_string_equal(g2l2_domain_name(g2l2_model_domain(model)), "strings");
    for (size_t i = 0; i < COUNT(queries); i++) lesson_means(parser, queries[i][0], queries[i][1]);
    for (size_t i = 0; i < COUNT(unasked); i++) lesson_means(parser, unasked[i][0], unasked[i][1]);
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* The verb last, and what is asked for before it: all of it the other way round. */
static const char *const verb_final[][2] = {
    {"tutar 20 den küçük ve tarih salı olan sipariş tümünü göster",
     "SELECT * FROM orders WHERE total < 20 AND date = 'salı'"},
    {"tarih salı ve tutar 50 den küçük olan sipariş kaç tane",
     "SELECT COUNT(*) FROM orders WHERE date = 'salı' AND total < 50"},
    {"şehir paris olan müşteri kaç tane", "SELECT COUNT(*) FROM customers WHERE city = 'paris'"},
    {"şehir ankara olan müşteri kaç tane", "SELECT COUNT(*) FROM customers WHERE city = 'ankara'"},
    {"şehir ankara olan müşteri yaş göster", "SELECT age FROM customers WHERE city = 'ankara'"},
    {"yaş 20 den büyük olan müşteri isim göster", "SELECT name FROM customers WHERE age > 20"},
    {"yaş 100 den küçük olan müşteri tümünü göster", "SELECT * FROM customers WHERE age < 100"},
    {"tarih salı olan sipariş tarih göster", "SELECT date FROM orders WHERE date = 'salı'"},
    {"müşteri yaş göster", "SELECT age FROM customers"},
    {"sipariş tarih göster", "SELECT date FROM orders"},
    {"başlık lamba olan ürün başlık göster", "SELECT title FROM products WHERE title = 'lamba'"},
    {"isim ayşe olan müşteri kaç tane", "SELECT COUNT(*) FROM customers WHERE name = 'ayşe'"},
    {"başlık masa olan ürün başlık göster", "SELECT title FROM products WHERE title = 'masa'"},
    {"sipariş tümünü göster", "SELECT * FROM orders"},
    {"tutar 20 den büyük olan sipariş kaç tane", "SELECT COUNT(*) FROM orders WHERE total > 20"},
    {"sipariş kaç tane", "SELECT COUNT(*) FROM orders"},
    {"tutar 30 den küçük ve tarih pazartesi olan sipariş tarih göster",
     "SELECT date FROM orders WHERE total < 30 AND date = 'pazartesi'"},
    {"yaş 30 den büyük olan müşteri tümünü göster", "SELECT * FROM customers WHERE age > 30"},
    {"tarih pazartesi olan sipariş tümünü göster", "SELECT * FROM orders WHERE date = 'pazartesi'"},
    {"şehir roma olan müşteri tümünü göster", "SELECT * FROM customers WHERE city = 'roma'"},
    {"başlık lamba olan ürün tümünü göster", "SELECT * FROM products WHERE title = 'lamba'"},
    {"isim ali olan müşteri tümünü göster", "SELECT * FROM customers WHERE name = 'ali'"},
    {"tutar 30 den küçük ve tutar 30 den büyük olan sipariş kaç tane",
     "SELECT COUNT(*) FROM orders WHERE total < 30 AND total > 30"},
    {"başlık lamba olan ürün kaç tane", "SELECT COUNT(*) FROM products WHERE title = 'lamba'"},
    {"yaş 20 den büyük olan müşteri tümünü göster", "SELECT * FROM customers WHERE age > 20"},
    {"tarih pazartesi olan sipariş tarih göster",
     "SELECT date FROM orders WHERE date = 'pazartesi'"},
    {"fiyat 30 den küçük olan ürün başlık göster", "SELECT title FROM products WHERE price < 30"},
    {"tutar 30 den büyük olan sipariş tümünü göster", "SELECT * FROM orders WHERE total > 30"},
    {"fiyat 100 den büyük olan ürün kaç tane", "SELECT COUNT(*) FROM products WHERE price > 100"},
    {"yaş 50 den küçük olan müşteri kaç tane", "SELECT COUNT(*) FROM customers WHERE age < 50"},
    {"fiyat 100 den küçük olan ürün başlık göster", "SELECT title FROM products WHERE price < 100"},
    {"yaş 100 den küçük olan müşteri şehir göster", "SELECT city FROM customers WHERE age < 100"},
    {"isim ali olan müşteri şehir göster", "SELECT city FROM customers WHERE name = 'ali'"},
    {"başlık masa olan ürün fiyat göster", "SELECT price FROM products WHERE title = 'masa'"},
    {"sipariş tutar göster", "SELECT total FROM orders"},
    {"müşteri isim göster", "SELECT name FROM customers"},
    {"müşteri kaç tane", "SELECT COUNT(*) FROM customers"},
    {"tarih salı ve tutar 100 den küçük olan sipariş tümünü göster",
     "SELECT * FROM orders WHERE date = 'salı' AND total < 100"},
    {"isim ayşe olan müşteri tümünü göster", "SELECT * FROM customers WHERE name = 'ayşe'"},
    {"tutar 50 den büyük ve tarih salı olan sipariş tümünü göster",
     "SELECT * FROM orders WHERE total > 50 AND date = 'salı'"},
};

static const char *const unasked_final[][2] = {
    {"tutar 30 den küçük ve tutar 100 den büyük olan sipariş kaç tane",
     "SELECT COUNT(*) FROM orders WHERE total < 30 AND total > 100"},
    {"tarih salı ve tutar 20 den büyük olan sipariş tutar göster",
     "SELECT total FROM orders WHERE date = 'salı' AND total > 20"},
    {"tutar 100 den küçük ve tutar 100 den küçük olan sipariş tümünü göster",
     "SELECT * FROM orders WHERE total < 100 AND total < 100"},
};

static void test_other_orders(void **state) {
    (void)state;
    g2l2_model *model = lesson_pairs("nav", verb_final, COUNT(verb_final));
    g2l2_parser *parser = lesson_parser(model);
    assert_string_equal(g2l2_domain_name(g2l2_model_domain(model)), "phrases");
    for (size_t i = 0; i < COUNT(verb_final); i++)
        lesson_means(parser, verb_final[i][0], verb_final[i][1]);
    for (size_t i = 0; i < COUNT(unasked_final); i++)
        lesson_means(parser, unasked_final[i][0], unasked_final[i][1]);
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* Brackets of expressions are no calls: tokens around what a word takes, written as they were. */
static void test_brackets(void **state) {
    static char texts[40][2][60];
    static const char *const ops[][2] = {{"plus", "+"}, {"minus", "-"}, {"times", "*"}};
    const char *pairs[40][2];
    (void)state;
    for (int i = 0; i < 40; i++) {
        char a = (char)('a' + i % 7), b = (char)('a' + i % 5), c = (char)('a' + i % 6);
        const char *const *one = ops[i % 3], *const *two = ops[i / 3 % 3];
        bool all = i % 4 < 2;
        snprintf(texts[i][0], sizeof texts[i][0], all ? "%c %s %c all %s %c" : "%c %s %c", a,
                 one[0], b, two[0], c);
        snprintf(texts[i][1], sizeof texts[i][1], all ? "(%c %s %c) %s %c" : "%c %s %c", a, one[1],
                 b, two[1], c);
        pairs[i][0] = texts[i][0];
        pairs[i][1] = texts[i][1];
    }
    g2l2_model *model = lesson_pairs("nav", pairs, COUNT(pairs));
    g2l2_parser *parser = lesson_parser(model);
    assert_string_equal(g2l2_domain_name(g2l2_model_domain(model)), "phrases");
    lesson_means(parser, "g times a all minus e", "(g * a) - e");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* A number that no example has is said as it is written; a name is not made up. */
static void test_new_numbers(void **state) {
    (void)state;
    g2l2_model *model = lesson_pairs("nav", queries, COUNT(queries));
    g2l2_parser *parser = lesson_parser(model);
    lesson_means(parser, "show all products with price over 12.5",
                 "SELECT * FROM products WHERE price > 12.5");
    lesson_means(parser, "show all customers with city oslo", NULL);
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* Words that repeat what others say give no pieces of their own: that is for a grammar. */
static void test_repetition_is_grammar(void **state) {
    static const char *const steps[][2] = {
        {"walk", "WALK"},
        {"run", "RUN"},
        {"jump", "JUMP"},
        {"walk twice", "WALK WALK"},
        {"run twice", "RUN RUN"},
        {"jump and walk", "JUMP WALK"},
        {"run twice and jump", "RUN RUN JUMP"},
        {"walk and run twice", "WALK RUN RUN"},
    };
    (void)state;
    g2l2_model *model = lesson_pairs("nav", steps, COUNT(steps));
    g2l2_parser *parser = lesson_parser(model);
    assert_string_equal(g2l2_domain_name(g2l2_model_domain(model)), "nav");
    lesson_means(parser, "jump twice and walk twice", "JUMP JUMP WALK WALK");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

/* ---- languages that are made up --------------------------------------------------------------- */

#define WORDS   16
#define LEARNED 80
#define ASKED   40

struct language {
    struct rng rng;
    uint32_t pieces[WORDS][2]; /* tokens that a word gives */
    uint32_t n[WORDS];
    char texts[LEARNED + ASKED][2][160];
};

/* Words give no token, one, or two; tokens may be given by several. */
static void make_up(struct language *self, uint64_t seed) {
    rng_seed(&self->rng, seed);
    for (int w = 0; w < WORDS; w++) {
        self->n[w] = (uint32_t)rng_below(&self->rng, 3);
        for (int t = 0; t < 2; t++) self->pieces[w][t] = (uint32_t)rng_below(&self->rng, 24);
    }
}

static void say(struct language *self, char (*text)[160]) {
    size_t words = 3 + rng_below(&self->rng, 5), a = 0, b = 0;
    text[1][0] = 0;
    for (size_t i = 0; i < words; i++) {
        size_t w = i ? rng_below(&self->rng, WORDS) : 0; /* something is said */
        a += (size_t)snprintf(text[0] + a, 160 - a, "%sw%c", i ? " " : "", (char)('a' + w));
        for (uint32_t t = 0; t < self->n[w]; t++)
            b += (size_t)snprintf(text[1] + b, 160 - b, "%sT%u", b ? " " : "", self->pieces[w][t]);
    }
}

/* What a word gives is found, so sentences that were never said mean what they must. */
static void test_made_up_languages(void **state) {
    static struct language l;
    const char *pairs[LEARNED][2];
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        make_up(&l, seed);
        l.n[0] = 1;
        for (int i = 0; i < LEARNED + ASKED; i++) say(&l, l.texts[i]);
        for (int i = 0; i < LEARNED; i++)
            for (int side = 0; side < 2; side++) pairs[i][side] = l.texts[i][side];
        g2l2_model *model = lesson_pairs("strings", pairs, LEARNED);
        g2l2_parser *parser = lesson_parser(model);
        for (int i = LEARNED; i < LEARNED + ASKED; i++)
            lesson_means(parser, l.texts[i][0], l.texts[i][1]);
        g2l2_parser_free(parser);
        g2l2_model_free(model);
    }
}

/* Songs are only played and rooms only gone to, so names could give whole calls; but then no other verb
 * could take them. */
static void test_calls_are_grammar(void **state) {
    static char texts[40][2][40];
    const char *pairs[40][2];
    (void)state;
    for (int i = 0; i < 40; i++) {
        bool song = i % 2;
        int which = i / 4; /* each twice, once politely */
        snprintf(texts[i][0], sizeof texts[i][0], song ? "%splay %s%d" : "%sgo to %s%d",
                 i % 4 < 2 ? "please " : "", song ? "song" : "room", which);
        snprintf(texts[i][1], sizeof texts[i][1], song ? "PLAY(%s%d)" : "GOTO(%s%d)",
                 song ? "song" : "room", which);
        pairs[i][0] = texts[i][0];
        pairs[i][1] = texts[i][1];
    }
    g2l2_model *model = lesson_pairs("nav", pairs, COUNT(pairs));
    g2l2_parser *parser = lesson_parser(model);
    assert_string_equal(g2l2_domain_name(g2l2_model_domain(model)), "actions");
    lesson_means(parser, "please go to song3", "GOTO(song3)");
    g2l2_parser_free(parser);
    g2l2_model_free(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_queries),
        cmocka_unit_test(test_new_numbers),
        cmocka_unit_test(test_other_orders),
        cmocka_unit_test(test_brackets),
        cmocka_unit_test(test_repetition_is_grammar),
        cmocka_unit_test(test_calls_are_grammar),
        cmocka_unit_test(test_made_up_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
