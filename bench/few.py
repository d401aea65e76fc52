#!/usr/bin/env python3
"""Few examples: is a model that is wrong ever silent about it?

    bench/few.py TRAIN TEST [--examples 6,8,10] [--draws 100]

TRAIN and TEST are commands in the form of SCAN. Every draw takes so many random lines of TRAIN, learns
them by plain `g2l2 train`, and asks 200 random lines of TEST. A model is wrong if an answer that it gives
is; it announces that if `train` names a tie, a word of few examples, or an example that it does not
explain; and it is silent otherwise, if a wrong answer also comes without a note and with a confidence of
at least 0.5. $G2L2 is the program, build/g2l2 if it is not set."""
import argparse
import collections
import json
import os
import random
import subprocess
import tempfile

ASKED = 200


def read(path):
    with open(path) as lines:
        return [tuple(line.strip()[len("IN: "):].split(" OUT: ")) for line in lines if line.strip()]


def learn(g2l2, folder, lines):
    """What `train` reports, or None, and the model."""
    path, model = os.path.join(folder, "lines.txt"), os.path.join(folder, "model.g2l2")
    with open(path, "w") as out:
        out.writelines(f"IN: {command} OUT: {actions}\n" for command, actions in lines)
    made = subprocess.run([g2l2, "train", "nav", path, "-o", model, "--log", "none", "--json", "--no-estimate"],
                          capture_output=True, text=True)
    return (None if made.returncode else json.loads(made.stdout)), model


def ask(g2l2, model, lines):
    said = subprocess.run([g2l2, "run", model, "--json"], input="".join(c + "\n" for c, _ in lines),
                          capture_output=True, text=True)
    return [json.loads(line) for line in said.stdout.splitlines()]


def draw(g2l2, train, test, n, seed, counts):
    chance = random.Random(1000 * n + seed)
    lines, asked = chance.sample(train, n), chance.sample(test, ASKED)
    with tempfile.TemporaryDirectory() as folder:
        report, model = learn(g2l2, folder, lines)
        answers = ask(g2l2, model, asked) if report else []
    counts["refused"] += report is None
    given = [(a, a["result"] == actions) for (_, actions), a in zip(asked, answers) if a["result"] is not None]
    wrong = [a for a, right in given if not right]
    sure = [right for a, right in given if a["confidence"] > .9]
    counts["answers"] += len(given)
    counts["wrong answers"] += len(wrong)
    counts["sure answers"] += len(sure)
    counts["sure and wrong"] += sure.count(False)
    counts["wrong models"] += bool(wrong)
    announced = report and (report["ties"] or report["thin"] or report["unexplained"])
    counts["silent"] += not announced and any(a["confidence"] >= .5 and not a["reason"] for a in wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("train")
    parser.add_argument("test")
    parser.add_argument("--examples", default="6,8,10")
    parser.add_argument("--draws", type=int, default=100)
    given = parser.parse_args()
    train, test = read(given.train), read(given.test)
    for n in map(int, given.examples.split(",")):
        counts = collections.Counter()
        for seed in range(given.draws):
            draw(os.environ.get("G2L2", "build/g2l2"), train, test, n, seed, counts)
        print(f"{n} examples, {given.draws} draws: " + ", ".join(f"{v} {k}" for k, v in counts.items()), flush=True)


if __name__ == "__main__":
    main()
