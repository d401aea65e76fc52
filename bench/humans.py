#!/usr/bin/env python3
"""Cross-validation of questions that people asked about scenes.

    bench/humans.py SCENES QUESTIONS [--also SCENES QUESTIONS] [--domain visual] [--folds 5] [--only 0,1] [--wrong]

SCENES and QUESTIONS are files in CLEVR's form, plain or gzip. The questions are shuffled by --seed and cut into so many
parts; each is asked of a model that learned from the others, and from all questions of --also, which are about other
scenes (say, those of a generator). --also without any of QUESTIONS: --zero. --times N shows the people's questions N
times. --wrong lists what was not right. $G2L2 is the program, build/g2l2 if it is not set."""
import argparse
import gzip
import json
import os
import random
import resource
import subprocess
import tempfile


def read(path, key):
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    with opened as file:
        return json.load(file)[key]


def keep(item, index):
    item = {k: v for k, v in item.items() if k in ("question", "answer", "objects", "relationships", "directions")}
    return {**item, "image_index": index}


def renumber(scenes, questions, first):
    """Scenes of two files have the same numbers: count on from `first`."""
    number = {s["image_index"]: first + i for i, s in enumerate(scenes)}
    return ([keep(s, number[s["image_index"]]) for s in scenes],
            [keep(q, number[q["image_index"]]) for q in questions])


def cpu():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def run_fold(g2l2, given, folder, train, test):
    scenes, path = os.path.join(folder, "scenes.json"), os.path.join(folder, "questions.json")
    model = os.path.join(folder, "m.g2l2")
    with open(path, "w") as out:
        json.dump({"questions": train}, out)
    before = cpu()
    subprocess.run([g2l2, "train", given.domain, "--scenes", scenes, "--questions", path, "-o", model, "--no-estimate",
                    "--quiet", "--log", "none", "--replace"] + (["--recipe", given.recipe] if given.recipe else []),
                   check=True)
    seconds = cpu() - before
    with open(path, "w") as out:
        json.dump({"questions": test}, out)
    asked = subprocess.run([g2l2, "eval", model, "--scenes", scenes, "--questions", path, "--json", "--failures",
                            str(len(test))], stdout=subprocess.PIPE, text=True)
    return json.loads(asked.stdout), seconds


def show_fold(k, got, seconds, wrong):
    print(f"part {k}: {got['correct']} of {got['examples']} right, {got['unparsed']} without an answer, ECE "
          f"{got['ece'] or 0:.3f}, AUROC {got['auroc'] or 0:.3f}, {seconds:.0f} CPU s", flush=True)
    for failure in got["failures"] if wrong else []:
        print("  " + json.dumps([failure[key] for key in ("sentence", "wanted", "got", "reason")])[:240])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes")
    parser.add_argument("questions")
    parser.add_argument("--also", nargs=2, metavar=("SCENES", "QUESTIONS"))
    parser.add_argument("--zero", action="store_true")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--domain", default="visual")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--only", help="parts that are asked, from 0: all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--recipe", help="as of `g2l2 train`")
    parser.add_argument("--wrong", action="store_true")
    given = parser.parse_args()
    more = renumber(read(given.also[0], "scenes"), read(given.also[1], "questions"), 0) if given.also else ([], [])
    scenes, questions = renumber(read(given.scenes, "scenes"), read(given.questions, "questions"), len(more[0]))
    order = list(range(len(questions)))
    random.Random(given.seed).shuffle(order)
    right = asked = 0
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "scenes.json"), "w") as out:
            json.dump({"scenes": more[0] + scenes}, out)
        for k in [int(i) for i in given.only.split(",")] if given.only else range(given.folds):
            held = set(order[k::given.folds])
            others = [q for i, q in enumerate(questions) if i not in held and not given.zero]
            got, seconds = run_fold(os.environ.get("G2L2", "build/g2l2"), given, folder, more[1] + given.times * others,
                                    [q for i, q in enumerate(questions) if i in held])
            show_fold(k, got, seconds, given.wrong)
            right, asked = right + got["correct"], asked + got["examples"]
    print(f"{right} of {asked} right: {100 * right / asked:.1f}%")


if __name__ == "__main__":
    main()
