#!/usr/bin/env python3
"""What a few examples teach: g2l2 teach, measured on the examples of the project.

    bench/lessons.py [home] [sentences] [shop] [shelf]

For each of some words: a model is learned from all examples that do not have it, and is taught k of
those that do. Right: of the other examples that have the word; and of all test examples that do not
have it, before and after. It finds the command in $G2L2, or as build/g2l2.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
G2L2 = os.environ.get("G2L2", os.path.join(ROOT, "build/g2l2"))
EXAMPLES = os.path.join(ROOT, "examples")
SIZES = (1, 2, 5)

KINDS = {
    "home": dict(text="command", train="home/train.jsonl", test="home/test.jsonl",
                 words=("garage", "bedroom", "lamps", "fans", "close")),
    "sentences": dict(text="command", train="sentences/train.jsonl", test="sentences/test.jsonl",
                      words=("goose", "chased", "behind", "Ada", "slept")),
    "shop": dict(text="question", train="tables/shop.train.jsonl", test="tables/shop.test.jsonl",
                 about=("--table", "tables/shop.csv"), words=("cheapest", "brand", "stock", "phones")),
    "shelf": dict(text="question", train="shelf/train-questions.jsonl", test="shelf/test-questions.jsonl",
                  scenes=("shelf/train-scenes.jsonl", "shelf/test-scenes.jsonl"), domain="visual",
                  words=("bottles", "plate", "red", "full", "above")),
}


def run(*args):
    done = subprocess.run([G2L2, *args], capture_output=True, text=True)
    if done.returncode not in (0, 3):
        sys.exit(f"{' '.join(args)}: {done.stderr}")
    return done.stdout


def read(path):
    with open(os.path.join(EXAMPLES, path), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return path


def about(kind, part):
    """The options for what questions are about."""
    if "scenes" in kind:
        return ["--scenes", os.path.join(EXAMPLES, kind["scenes"][part])]
    return [kind["about"][0], os.path.join(EXAMPLES, kind["about"][1])] if "about" in kind else []


def data(kind, part, path):
    return about(kind, part) + ["--questions", path] if kind["text"] == "question" else [path]


def right(kind, part, model, rows):
    if not rows:
        return 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = write(os.path.join(folder, "rows.jsonl"), rows)
        report = json.loads(run("eval", model, *data(kind, part, path), "--json", "--no-guess"))
    return report["correct"], report["examples"]


def measure(name, kind, word, folder):
    has = lambda row: re.search(rf"(?<!\w){re.escape(word)}(?!\w)", row[kind["text"]])
    train, test = read(kind["train"]), read(kind["test"])
    with_word = [row for row in train if has(row)]
    random.Random(1).shuffle(with_word)
    rest = [row for row in test if not has(row)]
    model, taught = os.path.join(folder, "model.g2l2"), os.path.join(folder, "taught.g2l2")
    path = write(os.path.join(folder, "train.jsonl"), [row for row in train if not has(row)])
    run("train", *([kind["domain"]] if "domain" in kind else []), *data(kind, 0, path), "-o", model, "--quiet")
    unseen = [row for row in test if has(row)]
    print(f"{name} {word}: with it {score(right(kind, 1, model, unseen))}, "
          f"without {score(right(kind, 1, model, rest))} before", flush=True)
    for k in SIZES:
        if k > len(with_word):
            break
        few = write(os.path.join(folder, "few.jsonl"), with_word[:k])
        report = json.loads(run("teach", model, *data(kind, 0, few), "-o", taught, "--json"))
        says = "; ".join(f"{t['word']} {t['category']} {t['program']}"
                         + (f" like {t['like']}" if t["like"] else " own" if t["own"] else "")
                         + (f" ({t['rivals']} rivals)" if t["rivals"] else "")
                         for t in report["taught"])
        print(f"  k={k}: with it {score(right(kind, 1, taught, unseen))}, "
              f"without {score(right(kind, 1, taught, rest))}, "
              f"{len(report['unexplained'])} unexplained: {says}", flush=True)


def score(pair):
    return f"{pair[0]}/{pair[1]}"


if __name__ == "__main__":
    for chosen in sys.argv[1:] or KINDS:
        name, _, word = chosen.partition(":")
        for one in [word] if word else KINDS[name]["words"]:
            with tempfile.TemporaryDirectory() as place:
                measure(name, KINDS[name], one, place)
