#!/usr/bin/env python3
"""How few examples are enough, if they are chosen well?

    bench/suggest.py TRAIN TEST [--labels 8] [--draws 100] [--pool 1000] [--seed 0] [--random]

TRAIN and TEST are commands in the form of SCAN. Every draw takes a pool of random lines of TRAIN, has
`g2l2 teach --suggest` choose so many of their sentences (--random: takes any), looks up their labels,
learns them by plain `g2l2 train`, and asks 300 random lines of TEST; all must be right. $G2L2 is the
program, build/g2l2 if it is not set."""
import argparse
import json
import os
import pathlib
import random
import subprocess
import tempfile

G2L2 = os.environ.get("G2L2", str(pathlib.Path(__file__).resolve().parent.parent / "build" / "g2l2"))
ASKED = 300


def read(path):
    with open(path) as lines:
        return [tuple(line.strip()[len("IN: "):].split(" OUT: ")) for line in lines if line.strip()]


def write(path, lines):
    with open(path, "w") as out:
        out.writelines(f"IN: {command} OUT: {actions}\n" for command, actions in lines)


def run(*args):
    return subprocess.run([G2L2, *args], capture_output=True, text=True)


def draw(folder, pool, labels, rng, at_random):
    """The share of TEST that is right."""
    label = dict(pool)
    sentences, lines, model = (os.path.join(folder, name) for name in ("pool.txt", "lines.txt", "model.g2l2"))
    if at_random:
        chosen = [command for command, _ in rng.sample(pool, labels)]
    else:
        with open(sentences, "w") as out:
            out.writelines(command + "\n" for command, _ in pool)
        chosen = run("teach", "--suggest", str(labels), "--from", sentences).stdout.splitlines()
    write(lines, [(command, label[command]) for command in chosen])
    if run("train", "nav", lines, "-o", model, "--log", "none", "--no-estimate", "--quiet").returncode:
        return 0
    return json.loads(run("eval", model, os.path.join(folder, "test.txt"), "--json", "--failures", "0").stdout)["accuracy"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("train")
    parser.add_argument("test")
    parser.add_argument("--labels", type=int, default=8)
    parser.add_argument("--draws", type=int, default=100)
    parser.add_argument("--pool", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--random", action="store_true")
    args = parser.parse_args()
    train, test = read(args.train), read(args.test)
    learned = 0
    with tempfile.TemporaryDirectory() as folder:
        write(os.path.join(folder, "test.txt"), random.Random(args.seed).sample(test, ASKED))
        for i in range(args.draws):
            rng = random.Random(f"{args.seed} {i}")
            learned += draw(folder, rng.sample(train, args.pool), args.labels, rng, args.random) == 1
    print(f"{args.labels} labels: learned in {learned} of {args.draws} draws")


main()
