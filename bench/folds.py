#!/usr/bin/env python3
"""Cross-validation of questions about stated facts.

    bench/folds.py WORLD QUESTIONS... [--folds 5] [--only 0,1] [--recipe TEXT] [--wrong]

WORLD is a scene (or a table, *.csv), QUESTIONS are lines of JSON. They are shuffled by --seed and cut into
so many parts; each is asked of a model that `g2l2 train facts` learned from the others. An answer is right,
wrong, or there is none. --wrong lists what was not right. $G2L2 is the program, build/g2l2 if it is not set."""
import argparse
import json
import os
import random
import resource
import subprocess
import tempfile


def read(paths):
    lines = []
    for path in paths:
        with open(path) as file:
            lines += [line.strip() for line in file if line.strip()]
    return lines


def write(path, lines):
    with open(path, "w") as out:
        out.writelines(line + "\n" for line in lines)


def cpu():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def run_fold(g2l2, given, train, test):
    """Counts of a fold, and what was not right."""
    world = ["--table" if given.world.endswith(".csv") else "--scenes", given.world]
    with tempfile.TemporaryDirectory() as folder:
        model, path = os.path.join(folder, "m.g2l2"), os.path.join(folder, "questions.jsonl")
        write(path, train)
        before = cpu()
        subprocess.run([g2l2, "train", "facts", *world, "--questions", path, "-o", model, "--no-estimate", "--quiet",
                        "--log", "none", "--replace"] + (["--recipe", given.recipe] if given.recipe else []), check=True)
        seconds = cpu() - before
        write(path, test)
        asked = subprocess.run([g2l2, "eval", model, *world, "--questions", path, "--json", "--failures", str(len(test))],
                               stdout=subprocess.PIPE, text=True)
        return json.loads(asked.stdout), seconds


class Reliability:
    """Meanings of several parts by how sure they were: of one part, ECE is mostly chance."""

    def __init__(self):
        self.bins = {}

    def add(self, got):
        for b in got["reliability"]:
            at = min(int(b["confidence"] * 10), 9)
            row = (b["n"], b["n"] * b["confidence"], b["n"] * b["right"])
            self.bins[at] = [x + y for x, y in zip(self.bins.get(at, (0, 0, 0)), row)]

    def ece(self):
        asked = sum(n for n, _, _ in self.bins.values())
        return sum(abs(sure - right) for _, sure, right in self.bins.values()) / max(asked, 1)


def add_arguments(parser):
    """How items are cut into parts, and learned from."""
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--only", help="parts that are asked, from 0: all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--recipe", help="as of `g2l2 train`")
    parser.add_argument("--wrong", action="store_true")


def cut(items, given):
    """The number of each part that is asked, the items that are not in it, and those that are."""
    order = list(range(len(items)))
    random.Random(given.seed).shuffle(order)
    for k in [int(i) for i in given.only.split(",")] if given.only else range(given.folds):
        held = set(order[k::given.folds])
        yield k, [x for i, x in enumerate(items) if i not in held], [x for i, x in enumerate(items) if i in held]


def show_fold(k, got, seconds, wrong):
    print(f"part {k}: {got['correct']} of {got['examples']} right, {got['unparsed']} without an answer, ECE "
          f"{got['ece'] or 0:.3f} ({got['ece_floor'] or 0:.3f} by chance), AUROC {got['auroc'] or 0:.3f}, "
          f"{seconds:.0f} CPU s", flush=True)
    for failure in got["failures"] if wrong else []:
        print("  " + json.dumps([failure[key] for key in ("sentence", "wanted", "got", "reason")])[:240])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("world")
    parser.add_argument("questions", nargs="+")
    add_arguments(parser)
    given = parser.parse_args()
    right, asked, unparsed, times, sure = 0, 0, 0, [], Reliability()
    for k, train, test in cut(read(given.questions), given):
        got, seconds = run_fold(os.environ.get("G2L2", "build/g2l2"), given, train, test)
        show_fold(k, got, seconds, given.wrong)
        sure.add(got)
        right, asked, unparsed = right + got["correct"], asked + got["examples"], unparsed + got["unparsed"]
        times.append(seconds)
    print(f"{right} of {asked} right: {100 * right / asked:.1f}%, {unparsed} without an answer, "
          f"ECE of all {sure.ece():.3f}, {sum(times) / len(times):.0f} CPU s each")


if __name__ == "__main__":
    main()
