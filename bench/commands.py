#!/usr/bin/env python3
"""Commands that mean records, in every language of a folder, beside copying the nearest sentence.

    bench/commands.py FOLDER [LANGUAGE...] [-o TABLE.md] [--fold K]

FOLDER has LANGUAGE.train.jsonl and LANGUAGE.dev.jsonl: {"command": ..., "result": {...}} in each line.
Every language is learned by plain `g2l2 train`, and asked what it never saw. The table has, for each:
exact records; those where all words occur in training; new combinations, that is records that
training has not, but all of whose fields with their values it has; how many of the answers with
confidence above 0.9 are wrong; what `train` itself estimates from examples that it held back; the
record of the training sentence that shares the most words (Jaccard); and classifiers with a tagger
(classifiers.py), where scikit-learn is installed (python3-sklearn; Debian's is for /usr/bin/python3).
With --fold K (0 to 4) dev is not looked at: every fifth sentence of training, shuffled, is asked instead,
and learned is from the others, without an estimate. That is what to choose by.
$G2L2 is the program, build/g2l2 if it is not set."""
import argparse
import glob
import json
import os
import random
import re
import subprocess
import tempfile
import unicodedata

try:
    from classifiers import Classifiers
except ImportError:
    Classifiers = None

UNSPACED = r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]"


def words(sentence):
    text = unicodedata.normalize("NFC", sentence).lower()
    found = re.findall(UNSPACED + r"|\d+|[^\W\d_]+?(?=" + UNSPACED + r")|[^\W\d_]+|[^\w\s]", text)
    return ["<number>" if word.isdigit() else word for word in found]


def read(path):
    with open(path) as lines:
        return [json.loads(line) for line in lines if line.strip()]


FOLDS = 5


def fold_of(train, k):
    """The other folds, and fold k."""
    order = list(range(len(train)))
    random.Random(7).shuffle(order)
    held = set(order[k::FOLDS])
    return ([e for i, e in enumerate(train) if i not in held], [e for i, e in enumerate(train) if i in held])


def learn_and_ask(g2l2, train, examples, estimate):
    with tempfile.TemporaryDirectory() as folder:
        path, model = os.path.join(folder, "train.jsonl"), os.path.join(folder, "model.g2l2")
        with open(path, "w") as out:
            out.writelines(json.dumps(e, ensure_ascii=False) + "\n" for e in train)
        made = subprocess.run([g2l2, "train", path, "-o", model, "--log", "none", "--json"]
                              + ([] if estimate else ["--no-estimate"]), check=True, capture_output=True, text=True)
        asked = "".join(e["command"].replace("\n", " ") + "\n" for e in examples)
        said = subprocess.run([g2l2, "run", model, "--json"], input=asked, capture_output=True, text=True)
    return json.loads(made.stdout), [json.loads(line) for line in said.stdout.splitlines()]


def meaning(answer):
    result = answer.get("result")
    return json.loads(result) if isinstance(result, str) and result else result


def copied(train, sentence):
    said = set(words(sentence))

    def likeness(example):
        other = set(words(example["command"]))
        return len(said & other) / max(1, len(said | other))
    return max(train, key=likeness)["result"]


def fields(record):
    return {(name, json.dumps(value, sort_keys=True)) for name, value in record.items()}


def texts(found):
    """Those that are no numbers, which can be read off the sentence."""
    return [value for _, value in found if not isinstance(json.loads(value), (int, float))]


def measure(g2l2, folder, language, fold):
    path = os.path.join(folder, language)
    train = read(path + ".train.jsonl")
    train, dev = (train, read(path + ".dev.jsonl")) if fold is None else fold_of(train, fold)
    report, answers = learn_and_ask(g2l2, train, dev, fold is None)
    seen_words = {word for e in train for word in words(e["command"])}
    seen_fields = set().union(*(fields(e["result"]) for e in train))
    seen_records = [fields(e["result"]) for e in train]
    others = Classifiers(words, train) if Classifiers else None
    rows = []
    for e, answer in zip(dev, answers, strict=True):
        rows.append({"right": meaning(answer) == e["result"],
                     "copy": copied(train, e["command"]) == e["result"],
                     "classified": others.ask(e["command"]) == e["result"] if others else None,
                     "known": seen_words.issuperset(words(e["command"])),
                     "new": fields(e["result"]) <= seen_fields and fields(e["result"]) not in seen_records,
                     "unheard": bool(texts(fields(e["result"]) - seen_fields)),
                     "sure": (answer.get("confidence") or 0) > .9})
    return {"language": language, "train": len(train), "rows": rows, "seconds": report["cpu_seconds"],
            "held": 100 * report["held_back"]["accuracy"] if fold is None else None}


def percent(rows, what="right"):
    return 100 * sum(row[what] for row in rows) / len(rows) if rows and rows[0][what] is not None else None


def share(rows):
    return f"{sum(row['right'] for row in rows)} of {len(rows)}"


def mean(numbers):
    numbers = [n for n in numbers if n is not None]
    return sum(numbers) / len(numbers) if numbers else None


def number(value):
    return "–" if value is None else f"{value:.1f}"


def line(name, train, rows, cells):
    sure = [row for row in rows if row["sure"]]
    wrong = f"{sum(not row['right'] for row in sure)} of {len(sure)}"
    accuracy, known, held, copy, classified, seconds = map(number, cells)
    return (f"| {name} | {train} | {len(rows)} | {accuracy} | {known} | "
            f"{share([row for row in rows if row['new']])} | {wrong} | {held} | {copy} | {classified} | {seconds} |")


def table(results):
    out = ["| language | learned from | asked | right, % | all words known, % | new combinations | "
           "wrong, confidence > 0.9 | estimate of `train`, % | nearest sentence copied, % | classifiers, % | CPU s |",
           "|---|---|---|---|---|---|---|---|---|---|---|"]
    cells = []
    for r in results:
        rows = r["rows"]
        cells.append((percent(rows), percent([row for row in rows if row["known"]]), r["held"],
                      percent(rows, "copy"), percent(rows, "classified"), r["seconds"]))
        out.append(line(r["language"], r["train"], rows, cells[-1]))
    out.append(line("mean, or all", sum(r["train"] for r in results), [x for r in results for x in r["rows"]],
                    [mean(column) for column in zip(*cells)]))
    return "\n".join(out) + "\n"


def standard_error(groups):
    """Of the mean of what is right in each group of rows, in points."""
    shares = [(sum(row["right"] for row in rows) / len(rows), len(rows)) for rows in groups if rows]
    return 100 * sum(p * (1 - p) / n for p, n in shares) ** .5 / len(shares)


def bound(results):
    """How many can be right at all, if no text is said that no training sentence means, and how far chance reaches."""
    known = [[row for row in r["rows"] if row["known"]] for r in results]
    sayable = [[row for row in rows if not row["unheard"]] for rows in known]
    n, lacking = sum(map(len, known)), sum(map(len, known)) - sum(map(len, sayable))
    most = mean([100 * len(b) / len(a) for a, b in zip(known, sayable) if a])
    return (f"\nOf the {n} sentences whose words are all known, {lacking} mean a text that no training sentence "
            f"means; with all others right, the mean would be {number(most)}. The standard error of the mean is "
            f"{number(standard_error(known))} points.\n")


INTRO = """# Commands that mean records

Commands for a home and their intent with slots, in the languages of a folder; made by one command:

<!-- not run: a benchmark, on data that is not part of the project -->
```
$ bench/commands.py FOLDER -o docs/BENCHMARKS-COMMANDS.md
```

The data are the test sentences of the Home Assistant intents project (CC BY 4.0), split by sentence. A
record is right if it is the same, all fields. *All words known*: they occur in training. *New
combinations*: training has every field with its value, but not the record. *Nearest sentence copied*: the
record of the training sentence that shares the most words (Jaccard), what a few lines of script would do.
*Classifiers*: what assistants are often made of (bench/classifiers.py, scikit-learn): logistic regression for each field,
which knows those before it, and a tagger for values that stand in the sentence; "–" where that is not installed.
Plain `g2l2 train`, seed 1; CPU seconds are those of the model, without the estimate.

"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("languages", nargs="*")
    parser.add_argument("-o", "--output")
    parser.add_argument("--fold", type=int, choices=range(FOLDS), help="of training, which is asked instead of dev")
    given = parser.parse_args()
    found = sorted(os.path.basename(p)[:-len(".train.jsonl")]
                   for p in glob.glob(os.path.join(given.folder, "*.train.jsonl")))
    results = []
    for language in given.languages or found:
        results.append(measure(os.environ.get("G2L2", "build/g2l2"), given.folder, language, given.fold))
        print(table(results[-1:]).splitlines()[2], flush=True)
    text = table(results) + bound(results)
    if given.output:
        with open(given.output, "w") as out:
            out.write(INTRO + text)
    else:
        print(text)


if __name__ == "__main__":
    main()
