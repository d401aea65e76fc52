#!/usr/bin/env python3
"""Is what `lexicon --why` says of an entry so?

    bench/why.py [scan] [clevr]

A model of SCAN's training part, and one of 2,000 questions about 200 generated scenes of CLEVR. For every entry
whose last rival some examples rule out, these are taken away, the rest is learned again, and it is looked whether the
rival is back. A row of Markdown for each, and the words where it is not. $G2L2 is the program, build/g2l2 if it is not set.
"""
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

G2L2 = os.environ.get("G2L2", str(pathlib.Path(__file__).resolve().parent.parent / "build" / "g2l2"))


def run(*args):
    return subprocess.run([G2L2, *args], stdout=subprocess.PIPE, text=True, check=True).stdout  # errors are to be seen


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def scan():
    run("data", "scan", "--split", "simple", "--part", "train", "-o", "train.txt")
    run("train", "nav", "train.txt", "-o", "scan.g2l2", "--quiet")
    return "scan.g2l2", "--why", "train.txt"


def clevr():
    run("data", "clevr", "--scenes", "200", "--questions", "2000", "--seed", "1", "-o", "clevr")
    files = "clevr/questions.json", "--scenes", "clevr/scenes.json"
    run("train", "visual", "--questions", *files, "-o", "clevr.g2l2", "--quiet")
    return "clevr.g2l2", "--why", *files


def outcomes(text):
    """Of each entry that examples decided: (the entry, what became of its rival without them)."""
    for part in re.split(r"\n(?=\S)", text):
        found = re.search(r"^  checked: learned again without \w+, (.*)", part, re.M)
        if found:
            yield part.split("\n", 1)[0], found[1]


def main():
    kinds = {"scan": scan, "clevr": clevr}
    print("| | entries whose rival examples rule out | the rival is back | as good | CPU s |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name in sys.argv[1:] or kinds:
            asked = kinds[name]()
            before = cpu()
            found = list(outcomes(run("lexicon", *asked)))
            back = sum(how == "the rival is back" for _, how in found)
            good = sum(how.startswith("the rival is as good") for _, how in found)
            print(f"| {name} | {len(found)} | {back} | {good} | {cpu() - before:.1f} |", flush=True)
            for entry, how in found:
                if not how.startswith(("the rival is back", "the rival is as good")):
                    print(f"  {entry}: {how}", file=sys.stderr)


main()
