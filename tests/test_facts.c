/* What is stated of objects, in exact execution: every operation by hand, N and Z over executed
 * values, and tables with what can be wrong in them. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "tests/fact_tables.h"
#include "tests/lessons.h"
#include "tests/oracle.h"

/* ---- operations ---------------------------------------------------------------------------- */

static const char *ask(g2l2_scenes *scenes, const char *category, const char *program,
                       char out[300]) {
    char text[1000];
    snprintf(text, sizeof text,
             "# g2l2 lexicon 1\ndomain facts\nliterals Property : cook waiter Oslo\n"
             "literals Relation : team\nliterals Attribute : city kind\nliterals Quantity : age "
             "pay\nliterals Column : city\nit => %s : %s  0\n<name> => %s : %s  0\n",
             category, program, category, program);
    const char *sentence = strstr(program, "named") ? "Di Lee?" : "it";
    return lesson_answer(facts, text, scenes, sentence, out);
}

static void does_operations(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"N", "filter(scene(), cook())", "Ann, Bob"},
        {"N", "difference(filter(scene(), cook()), largest(scene(), age()))", "Ann"},
        {"N", "follow(filter(scene(), waiter()), team())", "north"},
        {"N", "relate(scene(), filter(scene(), Oslo()), team())", "Ann, Cy, Di Lee"},
        {"N", "linked(filter(scene(), Oslo()))", "Ann, Cy, Di Lee"},
        {"N", "largest(scene(), age())", "Bob, Cy"},
        {"N", "largest_nth(scene(), age(), 2)", "Ann"},
        {"N", "smallest(scene(), pay())", "Di Lee"},
        {"N", "smallest_nth(scene(), pay(), 9)", ""},
        {"N", "above(scene(), age(), 30)", "Bob, Cy"},
        {"N", "from(scene(), age(), 30)", "Ann, Bob, Cy"},
        {"N", "below(scene(), pay(), 0)", "Di Lee"},
        {"N", "up_to(scene(), age(), 25)", "Di Lee"},
        {"N", "valued(scene(), age(), 40)", "Bob, Cy"},
        {"N", "exceeding(scene(), smallest(scene(), age()), age())", "Ann, Bob, Cy"},
        {"N", "under(scene(), scene(), age())", ""},
        {"N", "between(scene(), filter(scene(), waiter()), age())", "Ann"},
        {"N", "between(scene(), named(), age())", ""},
        {"N", "nearest(scene(), smallest(scene(), age()), age())", "Ann"},
        {"N", "nearest(scene(), scene(), age())", ""},
        {"N", "nearing(scene(), age(), 33)", "Ann"},
        {"N", "nearing(filter(scene(), Oslo()), age(), 33)", ""},
        {"N", "top(scene(), age(), 1)", "Bob, Cy"},
        {"N", "bottom(scene(), age(), 2)", "Ann, Di Lee"},
        {"N", "top(filter(scene(), Oslo()), age(), 1)", ""},
        {"N", "where(scene(), city(), Oslo())", "north"},
        {"N", "where(scene(), city(), cook())", "none"},
        {"N", "most_linked(linked(scene()), filter(scene(), waiter()))", "north"},
        {"N", "least_linked(filter(scene(), Oslo()), filter(scene(), cook()))", "north"},
        {"N", "linked_exactly(scene(), filter(scene(), waiter()), 2)", "north"},
        {"N", "linked_more(scene(), scene(), 1)", "north"},
        {"N", "alike(smallest(scene(), age()), kind())", "Cy"},
        {"N", "named()", "Di Lee"},
        {"N", "above(scene(), age(), 99)", "none"},
        {"N", "above(follow(filter(scene(), waiter()), team()), age(), 1)", ""},
        {"NUM", "value(named(), pay())", "-3"},
        {"NUM", "value(filter(scene(), cook()), pay())", "10.5, 20"},
        {"NUM", "value(filter(scene(), Oslo()), pay())", ""},
        {"NUM", "sum(scene(), pay())", "27.5"},
        {"NUM", "mean(filter(scene(), cook()), age())", "35"},
        {"NUM", "max(scene(), pay())", "20"},
        {"NUM", "min(scene(), pay())", "-3"},
        {"NUM", "range(scene(), pay())", "23"},
        {"NUM", "range(named(), pay())", ""},
        {"NUM", "distinct(scene(), city())", "2"},
        {"NUM", "minus(count(filter(scene(), cook())), 3)", "-1"},
        {"NUM", "gap(2, 5)", "3"},
        {"W", "query(scene(), city())", "Oslo, Rome"},
        {"W", "common(above(scene(), age(), 26), kind())", "cook"},
        {"T", "all(filter(scene(), cook()), from(scene(), age(), 30))", "yes"},
        {"T", "none(filter(scene(), cook()), filter(scene(), waiter()))", "yes"},
        {"T", "most(filter(scene(), waiter()), valued(scene(), age(), 25))", "no"},
        {"T", "not(exist(filter(scene(), cook())))", "no"},
        {"T", "at_least(count(filter(scene(), cook())), 2)", "yes"},
        {"T", "at_most(count(filter(scene(), cook())), 1)", "no"},
        {"T", "all(above(scene(), age(), 99), scene())", ""},
        {"T", "exceeds(largest(scene(), pay()), smallest(scene(), pay()), pay())", "yes"},
        {"T", "exceeds(smallest(scene(), pay()), largest(scene(), pay()), pay())", "no"},
        {"T", "exceeds(filter(scene(), cook()), named(), pay())", ""},
    };
    g2l2_scenes *scenes;
    g2l2_error err;
    char out[300];
    assert_int_equal(g2l2_domain_open("facts", &facts, &err), 0);
    assert_int_equal(read_two(table, strlen(table), teams, &scenes, &err), 0);
    assert_int_equal(g2l2_scenes_encode(scenes, NULL, &err), 0);
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (strcmp(ask(scenes, rows[i][0], rows[i][1], out), rows[i][2]))
            fail_msg("%s is '%s', not '%s'", rows[i][1], out, rows[i][2]);
    g2l2_domain_free(facts);
    g2l2_scenes_free(scenes);
}

/* A comma is a point where semicolons or tabs separate, and separates three digits otherwise. */
static void reads_numbers_with_commas(void **state) {
    (void)state;
    static const char value[] = "literals Quantity : pay\n<name> => N : named()  0\n"
                                "pay => NUM/N : \\x. value(x, pay())  0\n";
    check_answer("name;pay\nAnn;1,50\nBob;1.234,5\n", value, "pay Ann", "1.5");
    check_answer("name;pay\nAnn;1,50\nBob;1.234,5\n", value, "pay Bob", "1234.5");
    check_answer("name\tpay\nAnn\t1,50 €\nBob\t20,00 €\n", value, "pay Ann", "1.5");
    check_answer("name\tpay\nAnn\t1,500\nBob\t2.5\n", value, "pay Ann", "1500");
    check_answer("name,pay\nAnn,\"1,500\"\nBob,\"-12,345.5\"\n", value, "pay Ann", "1500");
    check_answer("name,pay\nAnn,\"1,500\"\nBob,\"-12,345.5\"\n", value, "pay Bob", "-12345.5");
    g2l2_scenes *scenes;
    g2l2_error err;
    static const char odd[] = "name,pay\nAnn,\"1,50\"\nBob,2\nCy,3\n";
    assert_int_equal(read_two(odd, strlen(odd), NULL, &scenes, &err), 0);
    assert_non_null(strstr(g2l2_scenes_about(scenes), "pay (text: '1,50' is no number)"));
    g2l2_scenes_free(scenes);
}

/* In a question, a comma that cannot separate digits is a point. */
static void reads_points_of_questions(void **state) {
    (void)state;
    static const char lines[] = "literals Quantity : pay\n<number> => C : numeral()  0\n"
                                "over => N/C : \\n. above(scene(), pay(), n)  0\n";
    check_answer("name;pay\nAnn;1,50\nBob;1,86\n", lines, "over 1,85", "Bob");
    check_answer("name;pay\nAnn;1,50\nBob;1200\n", lines, "over 1,100", "Bob");
}

/* Fields list values where some have more than others, and most of these stand in other fields as well. */
static void reads_lists_in_fields(void **state) {
    (void)state;
    static const char csv[] = "name,with,at,said,knows\n"
                              "Ann,sauna; pool,\"Oslo, Norway\",\"good, but far\",Bob|Cy\n"
                              "Bob,pool,\"Bergen, Norway\",fine,Ann\n"
                              "Cy,gym ;sauna,\"Rome, Italy\",\"so, so\",\n";
    static const char lines[] = "literals Property : sauna gym pool\nliterals Attribute : with\n"
                                "literals Relation : knows\n<name> => N : named()  0\n"
                                "sauna => N : filter(scene(), sauna())  0\n"
                                "with => W/N : \\x. query(x, \"with\"())  0\n"
                                "friends => N/N : \\x. follow(x, knows())  0\n";
    g2l2_scenes *scenes;
    g2l2_error err;
    check_answer(csv, lines, "sauna", "Ann, Cy");
    check_answer(csv, lines, "with Cy", "gym, sauna");
    check_answer(csv, lines, "friends Ann", "Bob, Cy");
    assert_int_equal(read_two(csv, strlen(csv), NULL, &scenes, &err), 0);
    assert_string_equal(
        g2l2_scenes_about(scenes),
        "people: 3 rows; name (name), with (text, several with ;), at (text), said (text), "
        "knows (some of people, several with |)\n");
    g2l2_scenes_free(scenes);
    static const char lost[] = "name,team\nAnn,north; south\nBob,north\nCy,north; west\n";
    assert_int_not_equal(read_two(lost, strlen(lost), teams, &scenes, &err), 0);
    assert_non_null(strstr(err.message, "people.csv:4: 'team' is 'west', but no row of"));
    g2l2_scenes_free(scenes);
    static const char flags[] = "name,tea\nAnn,yes\nBob,no\n";
    assert_int_equal(read_two(flags, strlen(flags), teams, &scenes, &err), 0);
    g2l2_scenes_free(scenes);
}

/* Amounts in one unit are numbers, in the table and in a question; what has letters before it is a name. */
static void reads_amounts_with_units(void **state) {
    (void)state;
    static const char lines[] = "literals Quantity : pay\n<name> => N : named()  0\n"
                                "<number> => C : numeral()  0\n"
                                "pay => NUM/N : \\x. value(x, pay())  0\n"
                                "over => N/C : \\n. above(scene(), pay(), n)  0\n";
    static const char money[] = "name,pay\nAnn,$5\nBob,\"$1,200.50\"\n";
    check_answer(money, lines, "pay Bob", "1200.5");
    check_answer(money, lines, "over $1,000", "Bob");
    check_answer("name;pay\nAnn;1,5 kg\nBob;20 kg\n", lines, "pay Ann", "1.5");
    check_answer("name,pay\nAnn,15%\nBob,-20%\n", lines, "over -5%", "Ann");
    g2l2_scenes *scenes;
    g2l2_error err;
    static const char odd[] = "name,pay,room,net,span\nAnn,$5,R1,5 kg,(5)\nBob,,R2,5 g,(6)\n";
    assert_int_equal(read_two(odd, strlen(odd), NULL, &scenes, &err), 0);
    assert_string_equal(g2l2_scenes_about(scenes),
                        "people: 2 rows; name (name), pay (number, in $), room (text), "
                        "net (text), span (text)\n");
    g2l2_scenes_free(scenes);
}

/* Days are before and after others; what a day is called is an answer. */
static void orders_days(void **state) {
    (void)state;
    static const char csv[] =
        "day,name\n2020-02-29,Ann\n2019-12-31,Bob\n2020/3/1,Cy\n1969-12-30,Di\n";
    static const char lines[] = "literals Quantity : day\nliterals Attribute : day\n"
                                "<name> => N : named()  0\n<number> => C : numeral()  0\n"
                                "before => N/C : \\n. below(scene(), day(), n)  0\n"
                                "since => NUM/N : \\x. value(x, day())  0\n"
                                "things => N : scene()  0\n"
                                "latest => N/N : \\x. largest(x, day())  0\n"
                                "when => W/N : \\x. query(x, day())  0\n";
    check_answer(csv, lines, "before 2020-03-01", "Ann, Bob, Di");
    check_answer(csv, lines, "before 1970-01-01", "Di");
    check_answer(csv, lines, "latest things", "Cy");
    check_answer(csv, lines, "when Ann", "2020-02-29");
    check_answer(csv, lines, "since Di", "-2");
    check_answer(csv, lines, "since Ann", "18321");
    g2l2_scenes *scenes;
    g2l2_error err;
    static const char odd[] = "name,day,due\nAnn,2020-01-01,2020-13-01\nBob,2020-01-02,soon\n";
    assert_int_equal(read_two(odd, strlen(odd), NULL, &scenes, &err), 0);
    assert_string_equal(g2l2_scenes_about(scenes),
                        "people: 2 rows; name (name), day (day), due (text)\n");
    g2l2_scenes_free(scenes);
}

/* A gap in a column is a fact as well, unless things are of several sorts. */
static void states_what_lacks(void **state) {
    (void)state;
    static const char csv[] = "name,kind,score,note\nAnn,cook,5,late\nBob,cook,,\nCy,waiter,7,\n";
    check_answer(
        csv, "literals Property : \"not score\"\nit => N : filter(scene(), \"not score\"())  0\n",
        "it", "Bob");
    check_answer(csv, "note => N : filter(scene(), spelled())  0\n", "note", "Ann");
    check_answer(csv, "score => N : filter(scene(), spelled())  0\n", "score", "Ann, Cy");
}

static void shows_what_columns_are(void **state) {
    (void)state;
    g2l2_scenes *scenes;
    g2l2_error err;
    assert_int_equal(read_two(table, strlen(table), teams, &scenes, &err), 0);
    assert_string_equal(g2l2_scenes_about(scenes),
                        "people: 4 rows; name (name), kind (text), team (one of teams), age "
                        "(number), pay (number)\nteams: 2 rows; name (name), city (text)\n");
    g2l2_scenes_free(scenes);
}

/* Rows may be called the same, as long as nothing refers to them. */
static void rows_may_share_a_name(void **state) {
    (void)state;
    static const char people[] = "name,boss,pay\nAnn,Bob,3\nAnn,Bob,inf\nBob,,4\n";
    static const char ambiguous[] = "name,team\nAnn,sales\n";
    g2l2_scenes *scenes;
    g2l2_error err;
    assert_int_equal(read_two(people, strlen(people), teams, &scenes, &err), 0);
    assert_non_null(strstr(g2l2_scenes_about(scenes),
                           "boss (one of people), pay (text: 'inf' is no number)\n"));
    g2l2_scenes_free(scenes);
    assert_int_not_equal(read_two(ambiguous, strlen(ambiguous),
                                  "name,city\nsales,Oslo\nsales,Rome\n", &scenes, &err),
                         0);
    assert_non_null(strstr(err.message, "people.csv:2: 'team' is 'sales', but two rows of"));
    g2l2_scenes_free(scenes);
    assert_int_equal(g2l2_scenes_new(&scenes, &err), 0);
    static const char twice[] = "{\"objects\": [{\"id\": \"a\"}, {\"id\": \"a\"}]}";
    assert_int_not_equal(g2l2_scenes_parse(scenes, twice, strlen(twice), "s", NULL, &err), 0);
    assert_non_null(strstr(err.message, "object 2: an object before has the id 'a'"));
    g2l2_scenes_free(scenes);
}

static void names_what_is_wrong(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"name,age\nAnn,3\nBob\n", "people.csv:3: 1 fields, but the header has 2"},
        {"name,age\n\"Ann,3\n", "people.csv:2: a quote is not closed"},
        {"name,age\n\"Ann\"x,3\n", "people.csv:2: after a quote that closes stands"},
        {"name,name\nAnn,3\n", "people.csv:1: two columns are called 'name'"},
        {"name,\nAnn,3\n", "people.csv:1: column 2 has no name"},
        {"id,age\n1,3\n1,4\n", "people.csv:3: a row before has the id '1'"},
        {"id,age\n1,3\n,4\n", "people.csv:3: the row has no id"},
        {"name,team\nAnn,west\n", "people.csv:2: 'team' is 'west', but no row of"},
        {"name,age\n", "people.csv: no rows below the header"},
        {"", "people.csv: the table is empty"},
        {"name,age\nAnn,3\nB\xFF,4\n", "people.csv:3: the byte 0xFF is not UTF-8"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        g2l2_scenes *scenes;
        g2l2_error err = {0};
        assert_int_not_equal(read_two(rows[i].text, strlen(rows[i].text), teams, &scenes, &err), 0);
        if (!strstr(err.message, rows[i].says))
            fail_msg("'%s' is not '%s'", err.message, rows[i].says);
        assert_int_equal(g2l2_scenes_count(scenes), 0);
        g2l2_scenes_free(scenes);
    }
}

/* Whatever is cut off, it is read or refused. */
static void survives_being_cut(void **state) {
    (void)state;
    for (size_t n = 0; n < strlen(table); n++) {
        g2l2_scenes *scenes;
        g2l2_error err = {0};
        if (read_two(table, n, teams, &scenes, &err)) assert_true(*err.message);
        g2l2_scenes_free(scenes);
    }
}

/* ---- N and Z ------------------------------------------------------------------------------------ */

/* Without a beam, what execution leaves of Z is the sum over roots, by value; with one, less. */
static void sums_body(struct world *w) {
    static const uint32_t words[] = {0, 0, 0};
    static const struct exact_limits all = {.steps = 1000000, .target = 100, .open = true};
    world_domain(w, "domain sums\nexecution exact\ntype T\nop add : T, T -> T\n"
                    "op mul : T, T -> T\nnumbers 1 2 3 : T\ncategory N : T\nroot N\n");
    world_word(w, "x", "N : 1", 0.1, "N : 2", 0.4, "N|N : \\x. add(x, 1)", -0.2,
               "N|N : \\x. mul(x, 2)", 0.3, "EMPTY", 0.0, NULL);
    world_close(w);
    struct chart chart;
    struct exact e;
    struct target target = {.number = 4, .type = w->domain->lang.number_type};
    chart_parse(&chart, &w->arena, &w->lexicon, words, 3, false);
    struct walk walk = *world_walk(w, &chart, w->lexicon.tau);
    exact_run(&e, &walk, &target, &all);
    struct inside inside = weights_inside(&walk);
    struct reached right = exact_reached(&e), every = exact_all(&e);
    assert_true(fabs(every.total - inside.total) < 1e-9);
    assert_true(right.n && right.total < every.total);
    struct exact_limits some = all;
    some.values = some.functions = 1;
    exact_run(&e, &walk, &target, &some);
    double narrow = exact_all(&e).total;
    assert_true(e.cut && narrow < inside.total);
    some.of_word = 4; /* all that one word may mean, but one of what two come to */
    exact_run(&e, &walk, &target, &some);
    assert_true(e.cut && exact_all(&e).total > narrow && exact_all(&e).total < inside.total);
    double counts[8] = {0}, sum = 0;
    struct reached kept = exact_all(&e);
    exact_counts(&e, &kept, 1, counts, NULL);
    for (uint32_t i = 0; i < w->lexicon.slots.n; i++) sum += counts[i];
    assert_true(fabs(sum - 3) < 1e-9); /* each of the three words is used once */
}

WORLD_TEST(sums)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(does_operations),           cmocka_unit_test(reads_numbers_with_commas),
        cmocka_unit_test(reads_amounts_with_units),  cmocka_unit_test(orders_days),
        cmocka_unit_test(states_what_lacks),         cmocka_unit_test(shows_what_columns_are),
        cmocka_unit_test(rows_may_share_a_name),     cmocka_unit_test(names_what_is_wrong),
        cmocka_unit_test(survives_being_cut),        cmocka_unit_test(sums),
        cmocka_unit_test(reads_points_of_questions), cmocka_unit_test(reads_lists_in_fields),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
