#!/usr/bin/env python3
"""Which constructions are learned from a few questions of each: "the second cheapest tug", "are only tugs red?".

    bench/constructions.py G2L2 [--each 8] [--only superlative,second] [--seeds 1] [--wrong]

A table of thirty boats and questions about it are made, so many of each construction to learn from and as many
others to ask; questions of plain kinds (how many, which, what is the price of, is it a) are always among them. Each answer
is found by Python. --wrong shows a wrong answer of each construction."""
import argparse
import collections
import json
import os
import random
import subprocess
import tempfile

TYPES = {"ferry": "ferries", "tug": "tugs", "yacht": "yachts", "barge": "barges"}
COLORS, HARBORS = ["red", "green", "white", "gray"], ["Kiel", "Bremen", "Riga", "Turku"]
NAMES = ("Anna Berta Cora Dora Elsa Frida Gerda Heidi Ilse Jutta Karla Lotte Marta Nora Olga Paula Rosa Selma "
         "Tilda Ulla Vera Wilma Xenia Yrsa Zita Agnes Birte Carla Dagmar Edith").split()
FIRST = [("cheapest", "price", False), ("longest", "length", True), ("oldest", "year", False)]
PLAIN = ["count", "which", "value", "is_a"]
KINDS = {}


def kind(make):
    KINDS[make.__name__] = make
    return make


def yes(truth):
    return "yes" if truth else "no"


def names(boats):
    return sorted(b["name"] for b in boats)


def by(boats, column, largest):
    return sorted(boats, key=lambda b: b[column], reverse=largest)


class Maker:
    """The table, and what questions are made of."""

    def __init__(self, seed):
        self.random = r = random.Random(seed)
        prices, lengths = r.sample(range(20, 400, 3), 30), r.sample(range(8, 90), 30)
        years = r.sample(range(1950, 2020), 30)
        self.boats = [{"name": n, "type": r.choice(list(TYPES)), "color": r.choice(COLORS), "harbor": r.choice(HARBORS),
                       "price": prices[i], "length": lengths[i], "year": years[i], "engine": r.choice(["yes", "no"])}
                      for i, n in enumerate(NAMES)]

    def pick(self, some):
        return self.random.choice(list(some))

    def two(self, some=None):
        return self.random.sample(list(some or self.boats), 2)

    def all(self, **wanted):
        return [b for b in self.boats if all(b[k] == v for k, v in wanted.items())]

    def noun(self, one=False):
        """A phrase, and the boats that it means."""
        chance, t, c, h = self.random.random(), self.pick(TYPES), self.pick(COLORS), self.pick(HARBORS)
        word = t if one else TYPES[t]
        if chance < .45:
            return word, self.all(type=t)
        if chance < .75:
            return f"{c} {word}", self.all(type=t, color=c)
        if chance < .9:
            return f"{word} in {h}", self.all(type=t, harbor=h)
        return "boat" if one else "boats", self.boats

    def several(self, one=False):
        while True:
            text, boats = self.noun(one)
            if len(boats) >= 3:
                return text, boats

    def likely(self, values, boats, column):
        """A value, more often than not one that the first of these has."""
        return self.pick(list(values) + ([boats[0][column]] * 3 if boats else []))


@kind
def count(m):
    text, boats = m.noun()
    return f"how many {text} are there?", len(boats)


@kind
def which(m):
    text, boats = m.noun()
    return f"which {text} are there?", names(boats)


@kind
def value(m):
    boat, column = m.pick(m.boats), m.pick(["color", "type", "harbor", "price", "length"])
    return f"what is the {column} of {boat['name']}?", boat[column]


@kind
def is_a(m):
    boat = m.pick(m.boats)
    t = m.likely(TYPES, [boat], "type")
    return f"is {boat['name']} a {t}?", yes(boat["type"] == t)


@kind
def superlative(m):
    text, boats = m.several(one=True)
    word, column, largest = m.pick(FIRST + [("most expensive", "price", True)])
    return f"what is the {word} {text}?", by(boats, column, largest)[0]["name"]


@kind
def second(m):
    (text, boats), (word, column, largest) = m.several(one=True), m.pick(FIRST)
    nth, rank = m.pick([("second", 1), ("third", 2)])
    return f"what is the {nth} {word} {text}?", by(boats, column, largest)[rank]["name"]


@kind
def first_two(m):
    (text, boats), (word, column, largest) = m.several(), m.pick(FIRST)
    many, n = m.pick([("two", 2), ("three", 3)])
    return f"what are the {many} {word} {text}?", names(by(boats, column, largest)[:n])


@kind
def threshold(m):
    (text, boats), n = m.several(), m.pick([80, 150, 200, 250])
    if m.random.random() < .5:
        return f"which {text} are cheaper than {n}?", names(b for b in boats if b["price"] < n)
    return f"which {text} cost more than {n}?", names(b for b in boats if b["price"] > n)


@kind
def cheaper(m):
    (text, boats), other = m.several(), m.pick(m.boats)
    return f"which {text} are cheaper than {other['name']}?", names(b for b in boats if b["price"] < other["price"])


@kind
def between_numbers(m):
    (text, boats), (a, b) = m.several(), sorted(m.two(range(40, 360, 40)))
    return f"which {text} cost between {a} and {b}?", names(x for x in boats if a <= x["price"] <= b)


@kind
def between(m):
    (text, boats), (a, b) = m.several(), by(m.two(), "length", False)
    return (f"which {text} are between {a['name']} and {b['name']} in length?",
            names(x for x in boats if a["length"] < x["length"] < b["length"]))


@kind
def nearest(m):
    (text, boats), other = m.several(), m.pick(m.boats)
    rest = [b for b in boats if b is not other]
    return (f"which of the {text} is closest in price to {other['name']}?",
            min(rest, key=lambda b: abs(b["price"] - other["price"]))["name"])


@kind
def nearest_number(m):
    (text, boats), n = m.several(), m.pick(range(50, 350, 50))
    return f"which of the {text} costs closest to {n}?", min(boats, key=lambda b: abs(b["price"] - n))["name"]


@kind
def negation(m):
    t, c = m.pick(TYPES), m.pick(COLORS)
    return f"which {TYPES[t]} are not {c}?", names(b for b in m.all(type=t) if b["color"] != c)


@kind
def without(m):
    t, c, lacks = m.pick(TYPES), m.pick(COLORS), m.random.random() < .6
    return (f"which {c} {TYPES[t]} are {'without' if lacks else 'with'} engine?",
            names(m.all(type=t, color=c, engine="no" if lacks else "yes")))


@kind
def exception(m):
    text, boats = m.several()
    but = m.pick(boats)
    return f"which {text} except {but['name']} are there?", names(b for b in boats if b is not but)


@kind
def other_than(m):
    t, c = m.pick(TYPES), m.pick(COLORS)
    if m.random.random() < .5:
        return f"how many boats other than {TYPES[t]} are {c}?", len(m.all(color=c)) - len(m.all(type=t, color=c))
    return f"how many {TYPES[t]} other than {c} ones are there?", len(m.all(type=t)) - len(m.all(type=t, color=c))


@kind
def exactly(m):
    text, boats = m.noun()
    n, has = max(0, len(boats) + m.pick([0, 0, 1, -1, 2])), len(boats)
    word, truth = m.pick([("exactly", has == n), ("at least", has >= n), ("at most", has <= n), ("more than", has > n),
                          ("fewer than", has < n)])
    return f"are there {word} {n} {text}?", yes(truth)


@kind
def every(m):
    while True:
        t, h = m.pick(TYPES), m.pick(HARBORS)
        boats = m.all(type=t, harbor=h)
        if boats:
            c = m.likely(COLORS, boats, "color")
            return f"are all {TYPES[t]} in {h} {c}?", yes(all(b["color"] == c for b in boats))


@kind
def none(m):
    t, c, h = m.pick(TYPES), m.pick(COLORS), m.pick(HARBORS)
    return f"are none of the {TYPES[t]} in {h} {c}?", yes(not m.all(type=t, color=c, harbor=h))


@kind
def only(m):
    while True:
        c, h = m.pick(COLORS), m.pick(HARBORS)
        boats = m.all(color=c, harbor=h)
        if boats:
            t = m.likely(TYPES, boats, "type")
            return f"are only {TYPES[t]} {c} in {h}?", yes(all(b["type"] == t for b in boats))


@kind
def both(m):
    a, b = m.two()
    if m.random.random() < .5:
        b = m.pick(x for x in m.boats if x["color"] == a["color"] and x is not a)
    c = m.likely(COLORS, [a], "color")
    return f"are both {a['name']} and {b['name']} {c}?", yes(a["color"] == c == b["color"])


@kind
def most(m):
    t = m.pick(TYPES)
    column, values = m.pick([("color", COLORS), ("harbor", HARBORS)])
    has = [b[column] for b in m.all(type=t)]
    v = m.pick([max(values, key=has.count), m.pick(values)])
    return f"are most {TYPES[t]} {'in ' if column == 'harbor' else ''}{v}?", yes(2 * has.count(v) > len(has))


@kind
def more_than(m):
    (a, first), (b, second_) = m.noun(), m.noun()
    return f"are there more {a} than {b}?", yes(len(first) > len(second_))


@kind
def more_or(m):
    while True:
        a, b = m.two(TYPES)
        c = m.pick([{}] + [{"color": c} for c in COLORS])
        n, k = len(m.all(type=a, **c)), len(m.all(type=b, **c))
        word = "".join(c.values()) + " " if c else ""
        if n != k:
            return f"are there more {word}{TYPES[a]} or {word}{TYPES[b]}?", a if n > k else b


@kind
def total(m):
    text, boats = m.several()
    return f"what is the total price of the {text}?", sum(b["price"] for b in boats)


@kind
def average(m):
    (text, boats), column = m.several(), m.pick(["price", "length"])
    return f"what is the average {column} of the {text}?", round(sum(b[column] for b in boats) / len(boats), 2)


@kind
def how_much_more(m):
    a, b = by(m.two(), "price", True)
    return f"how much more does {a['name']} cost than {b['name']}?", a["price"] - b["price"]


@kind
def difference(m):
    (a, b), column = m.two(), m.pick(["price", "length"])
    return (f"what is the difference in {column} between {a['name']} and {b['name']}?", abs(a[column] - b[column]))


@kind
def is_older(m):
    a, b = m.two()
    return f"is {a['name']} older than {b['name']}?", yes(a["year"] < b["year"])


@kind
def either(m):
    (a, b), c = m.two(TYPES), m.pick(COLORS)
    return f"how many {TYPES[a]} or {TYPES[b]} are {c}?", len(m.all(type=a, color=c)) + len(m.all(type=b, color=c))


@kind
def same(m):
    boat, column, t = m.pick(m.boats), m.pick(["color", "harbor"]), m.pick(TYPES)
    return (f"which {TYPES[t]} have the same {column} as {boat['name']}?",
            names(b for b in m.all(type=t) if b is not boat and b[column] == boat[column]))


@kind
def how_many_different(m):
    (text, boats), column = m.several(), m.pick(["color", "harbor"])
    return f"how many different {column}s do the {text} have?", len({b[column] for b in boats})


def questions(m, kinds, each):
    """Questions to learn from, and others to ask."""
    seen, parts = set(), ([], [])
    for name in kinds:
        wanted = 2 * each + (8 if name in PLAIN else 0)
        made = 0
        for _ in range(1000):
            question, answer = KINDS[name](m)
            if question in seen or made == wanted:
                continue
            seen.add(question)
            parts[made % 2].append({"question": question, "answer": answer, "kind": name})
            made += 1
    m.random.shuffle(parts[0])
    return parts


def write(path, rows):
    with open(path, "w") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)


def measure(g2l2, kinds, each, seed):
    """(asked, wrong answers by kind, what `train` and `eval` say)"""
    maker = Maker(seed)
    train, test = questions(maker, kinds, each)
    with tempfile.TemporaryDirectory() as work:
        table, model = f"{work}/boats.csv", f"{work}/model.g2l2"
        with open(table, "w") as out:
            for row in [maker.boats[0].keys()] + [b.values() for b in maker.boats]:
                out.write(",".join(str(x) for x in row) + "\n")
        write(f"{work}/train.jsonl", train)
        write(f"{work}/test.jsonl", test)
        learned = json.loads(subprocess.run(
            [g2l2, "train", "facts", "--table", table, "--questions", f"{work}/train.jsonl", "-o", model, "--seed",
             str(seed), "--no-estimate", "--json"], capture_output=True, text=True, check=True).stdout)
        result = json.loads(subprocess.run(
            [g2l2, "eval", model, "--table", table, "--questions", f"{work}/test.jsonl", "--json", "--failures", "9999"],
            capture_output=True, text=True, check=True).stdout)
    wrong = collections.defaultdict(list)
    for failure in result["failures"]:
        wrong[test[failure["line"] - 1]["kind"]].append(failure)
    return collections.Counter(row["kind"] for row in test), wrong, learned, result


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("g2l2")
    options.add_argument("--each", type=int, default=8)
    options.add_argument("--only", help="constructions, separated by commas")
    options.add_argument("--seeds", type=int, default=1)
    options.add_argument("--wrong", action="store_true")
    args = options.parse_args()
    kinds = PLAIN + [k for k in (args.only.split(",") if args.only else KINDS) if k not in PLAIN]
    asked, missed = collections.Counter(), collections.Counter()
    for seed in range(1, args.seeds + 1):
        n, wrong, learned, result = measure(os.path.abspath(args.g2l2), kinds, args.each, seed)
        asked += n
        missed += collections.Counter({k: len(w) for k, w in wrong.items()})
        print(f"seed {seed}: {learned['examples']} questions, {learned['cpu_seconds']:.1f} CPU s; "
              f"{100 * result['accuracy']:.1f}% right, ECE {result['ece']:.3f}, AUROC {result['auroc'] or float('nan'):.3f}")
        for k, w in wrong.items() if args.wrong else []:
            print(f"  {k}: {w[0]['sentence']}: {w[0]['wanted']}, not {w[0]['got'] or w[0]['reason']}")
    for k in kinds:
        print(f"{k:18} {asked[k] - missed[k]} of {asked[k]}")
    print(f"{sum(asked.values()) - sum(missed.values())} of {sum(asked.values())} right: "
          f"{100 - 100 * sum(missed.values()) / sum(asked.values()):.1f}%")


if __name__ == "__main__":
    main()
