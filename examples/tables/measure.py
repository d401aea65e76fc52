#!/usr/bin/env python3
"""How many questions it takes: accuracy on the held-out part of the three tables, a mean over seeds.

    examples/tables/measure.py G2L2 [--renamed] [--tables shop,staff,planets] [--seeds 5]
                               [--runs plain:60,plain:100,more:200] [--estimate] [--errors FILE]

A run KIND:N draws N questions of the kind (plain, more or all) from NAME.train.jsonl by the seed,
learns from them, and asks all questions of the kind in NAME.test.jsonl. With --renamed, values are
called v1, v2, ... in the tables. Beside it stand the calibration error of the answers' confidence, and
how well it tells right from wrong ones (the area under the ROC curve; nan where all are right). With --estimate,
what `train` says of examples held back is shown as well. With --errors, questions with wrong answers are written to the file."""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

TABLES = {"shop": ["shop"], "staff": ["staff", "teams"], "planets": ["planets"]}


def lines(path, kind):
    rows = [json.loads(line) for line in open(path)]
    return [row for row in rows if kind == "all" or row["kind"] == kind]


def write(path, rows):
    with open(path, "w") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)


def measure(args, folder, work, name, kind, n, seed, log):
    tables = [x for t in TABLES[name] for x in ("--table", f"{folder}/{t}.csv")]
    pool = lines(f"{folder}/{name}.train.jsonl", kind)
    random.Random(seed).shuffle(pool)
    write(f"{work}/train.jsonl", pool[:n])
    test = lines(f"{folder}/{name}.test.jsonl", kind)
    write(f"{work}/test.jsonl", test)
    model = f"{work}/model.g2l2"
    train = [args.g2l2, "train", "facts", *tables, "--questions", f"{work}/train.jsonl", "-o", model,
             "--seed", str(seed), "--json"] + ([] if args.estimate else ["--no-estimate"])
    learned = json.loads(subprocess.run(train, capture_output=True, text=True, check=True).stdout)
    said = subprocess.run([args.g2l2, "eval", model, *tables, "--questions", f"{work}/test.jsonl", "--json",
                           "--failures", "1000"], capture_output=True, text=True, check=True).stdout
    result = json.loads(said)
    if log is not None:
        log += [dict(x, table=name, kind=kind, n=n, seed=seed) for x in result["failures"]]
    held = learned.get("held_back") or {}
    estimate = held["correct"] / held["asked"] if held.get("asked") else None
    return result["accuracy"], estimate, learned["cpu_seconds"], result["ece"], result["auroc"]


def mean(values):
    there = [x for x in values if x is not None]
    return statistics.mean(there) if there else float("nan")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("g2l2")
    options.add_argument("--renamed", action="store_true")
    options.add_argument("--tables", default=",".join(TABLES))
    options.add_argument("--seeds", type=int, default=5)
    options.add_argument("--runs", default="plain:60,plain:100,more:200")
    options.add_argument("--estimate", action="store_true")
    options.add_argument("--errors")
    args = options.parse_args()
    args.g2l2 = os.path.abspath(args.g2l2)
    errors = [] if args.errors else None
    with tempfile.TemporaryDirectory() as work:
        here = os.path.dirname(os.path.abspath(__file__))
        folder = f"{work}/data"
        os.mkdir(folder)
        subprocess.run([sys.executable, f"{here}/make.py", folder] + (["--renamed"] if args.renamed else []),
                       check=True)
        print("table    kind  questions  right (mean; lowest)  held back  CPU s    ECE  AUROC")
        for name in args.tables.split(","):
            for run in args.runs.split(","):
                kind, n = run.split(":")
                got = [measure(args, folder, work, name, kind, int(n), s + 1, errors) for s in range(args.seeds)]
                right = [x[0] for x in got]
                print(f"{name:8} {kind:5} {n:>9}  {statistics.mean(right):8.1%}; {min(right):.1%}"
                      f"         {mean(x[1] for x in got):8.1%}  {mean(x[2] for x in got):5.1f}"
                      f"  {mean(x[3] for x in got):5.3f}  {mean(x[4] for x in got):5.3f}", flush=True)
    if errors is not None:
        write(args.errors, errors)


main()
