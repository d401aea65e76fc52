#!/usr/bin/env python3
"""Sentences by people about boxes of things, true or false: learned from one part, asked of the other.

    bench/nlvr.py A B [--plain] [--seeds 1] [--train OPTION ...]

A and B are JSON lines (may be gzip): "question", "answer" yes or no, and "objects" with shape, color, size,
x, y and the box that each is in: the sentences of NLVR in the form that `g2l2 train facts` reads. A model of A
is asked about B, and one of B about A. Beside the share of right answers stands the share of sentences of which
all answers are right, for a sentence is said of several worlds, and the share of the commoner answer.

What is only to be seen in NLVR's pictures is stated here, by the places and sizes of things: which of them touch
an edge or a corner of their box (`edge`, `corner`), and which touch each other (`touching`). --plain leaves that
out. What follows --train goes to `g2l2 train`. $G2L2 is the program, build/g2l2 if it is not set."""
import argparse
import collections
import gzip
import json
import os
import subprocess
import tempfile

SIDE = 100  # of a box
SIZES = {"small": 10, "medium": 20, "big": 30}
GAP = 1  # between blocks of a tower


def read(path):
    with gzip.open(path, "rt") if path.endswith(".gz") else open(path) as lines:
        return [json.loads(line) for line in lines if line.strip()]


def touch(a, b):
    """Do they share a piece of an edge?"""
    def apart(axis):
        first, second = sorted((a, b), key=lambda o: o[axis])
        return second[axis] - first[axis] - SIZES[first["size"]]
    gaps = apart("x"), apart("y")
    return a["box"] == b["box"] and max(gaps) >= -GAP and max(gaps) <= GAP and min(gaps) < 0


def state(row):
    """The same with what is to be seen."""
    things = [dict(o, id=f"thing{i + 1}") for i, o in enumerate(row["objects"])]
    for thing in things:
        ends = [thing[axis] <= 0 or thing[axis] + SIZES[thing["size"]] >= SIDE for axis in "xy"]
        beside = [o["id"] for o in things if o is not thing and touch(o, thing)]
        thing.update({k: v for k, v in (("edge", any(ends)), ("corner", all(ends)), ("touching", beside)) if v})
    return dict(row, objects=things)


def write(path, rows):
    with open(path, "w") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)


def measure(g2l2, train, test, seed, options):
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, name) for name in ("train.jsonl", "test.jsonl")]
        model = os.path.join(folder, "model.g2l2")
        write(files[0], train)
        write(files[1], test)
        learned = subprocess.run([g2l2, "train", "facts", "--questions", files[0], "-o", model, "--seed", str(seed),
                                  "--no-estimate", "--log", "none", "--json", *options],
                                 capture_output=True, text=True)
        if learned.returncode:
            raise SystemExit(learned.stderr)
        said = subprocess.run([g2l2, "eval", model, "--questions", files[1], "--json", "--failures", str(len(test))],
                              capture_output=True, text=True, check=True).stdout
    result = json.loads(said)
    texts = [row["question"].casefold().strip(" .") for row in test]
    wrong = {texts[row["line"] - 1] for row in result["failures"]}
    return result["accuracy"], 1 - len(wrong) / len(set(texts)), json.loads(learned.stdout)["cpu_seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--train", nargs=argparse.REMAINDER, default=[])
    given = parser.parse_args()
    parts = [read(path) for path in (given.a, given.b)]
    if not given.plain:
        parts = [[state(row) for row in part] for part in parts]
    g2l2 = os.environ.get("G2L2", "build/g2l2")
    for seed in range(1, given.seeds + 1):
        for train, test in (parts, parts[::-1]):
            right, whole, seconds = measure(g2l2, train, test, seed, given.train)
            common = max(collections.Counter(row["answer"] for row in test).values()) / len(test)
            print(f"seed {seed}, {len(train)} learned, {len(test)} asked: {right:.1%} right, {whole:.1%} of the "
                  f"sentences always, {common:.1%} by the commoner answer, {seconds:.0f} s of CPU time", flush=True)


if __name__ == "__main__":
    main()
