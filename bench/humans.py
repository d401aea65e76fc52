#!/usr/bin/env python3
"""Cross-validation of questions that people asked about scenes.

    bench/humans.py SCENES QUESTIONS [--also SCENES QUESTIONS] [--stated] [--folds 5] [--only 0,1] [--wrong]

SCENES and QUESTIONS are files in CLEVR's form, plain or gzip. The questions are shuffled by --seed and cut into so many
parts; each is asked of a model that learned from the others, and from all questions of --also, which are about other
scenes (say, those of a generator). --also without any of QUESTIONS: --zero. --times N shows the people's questions N
times; --most N takes so many of --also, --longest N only those of so many words. --wrong lists what was not right.
With --calibrated, some of what is learned from is held back once, and tells how sure the model should be.

Concepts and places are learned by the domain `visual`. With --stated they are not: objects have their colour, shape, size
and material, as texts; the objects that are left, right, in front and behind of them, as references; and what is to be seen
of them in the picture, as numbers: how far they are from its left edge and from who looks, and how large they seem; and as
an array of two numbers where they are in it. The domain is `facts` then, which has superlatives, numbers and comparisons. $G2L2 is the program, build/g2l2 if it is
not set."""
import argparse
import gzip
import json
import os
import random
import subprocess
import tempfile

import folds


def read(path, key):
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    with opened as file:
        return json.load(file)[key]


def state(scene):
    """The objects of a scene with all that is said of them."""
    objects = []
    for i, o in enumerate(scene["objects"]):
        across, down, distance = o["pixel_coords"]
        thing = {k: o[k] for k in ("color", "shape", "size", "material")}
        thing.update(id=f"thing{i + 1}", across=across, place=[across, down], distance=round(distance, 3),
                     extent=round(o["3d_coords"][2] / distance, 4))
        thing.update({side: [f"thing{k + 1}" for k in there[i]]
                      for side, there in scene["relationships"].items() if there[i]})
        objects.append({k: v for k, v in thing.items() if k not in ("above", "below")})
    return objects


def keep(item, index, stated=False):
    item = {k: v for k, v in item.items() if k in ("question", "answer", "objects", "relationships", "directions")}
    return {**item, "image_index": index} if not stated else {"image_index": index, "objects": state(item)}


def renumber(scenes, questions, first, stated):
    """Scenes of two files have the same numbers: count on from `first`."""
    number = {s["image_index"]: first + i for i, s in enumerate(scenes)}
    return ([keep(s, number[s["image_index"]], stated) for s in scenes],
            [keep(q, number[q["image_index"]]) for q in questions])


def write(path, questions, stated):
    """Questions in CLEVR's form, or with their objects beside them."""
    with open(path, "w") as out:
        if stated:
            out.writelines(json.dumps({"question": q["question"], "answer": q["answer"],
                                       "objects": stated[q["image_index"]]}) + "\n" for q in questions)
        else:
            json.dump({"questions": questions}, out)


def run_fold(g2l2, given, folder, stated, train, test):
    path, model = os.path.join(folder, "questions.json"), os.path.join(folder, "m.g2l2")
    told = ["--json"] if given.calibrated else ["--no-estimate", "--quiet"]
    scenes = [] if stated else ["--scenes", os.path.join(folder, "scenes.json")]
    domain = "facts" if stated else given.domain
    write(path, train, stated)
    before = folds.cpu()
    subprocess.run([g2l2, "train", domain, *scenes, "--questions", path, "-o", model, *told, "--log", "none",
                    "--replace"] + (["--recipe", given.recipe] if given.recipe else []), check=True,
                   stdout=subprocess.DEVNULL)
    seconds = folds.cpu() - before
    write(path, test, stated)
    asked = subprocess.run([g2l2, "eval", model, *scenes, "--questions", path, "--json", "--failures", str(len(test))],
                           stdout=subprocess.PIPE, text=True)
    return json.loads(asked.stdout), seconds


def also(given):
    """Scenes and questions of --also, those that were chosen."""
    if not given.also:
        return [], []
    scenes, questions = renumber(read(given.also[0], "scenes"), read(given.also[1], "questions"), 0, given.stated)
    questions = [q for q in questions if len(q["question"].split()) <= given.longest]
    random.Random(given.seed).shuffle(questions)
    return scenes, questions[:given.most]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes")
    parser.add_argument("questions")
    parser.add_argument("--also", nargs=2, metavar=("SCENES", "QUESTIONS"))
    parser.add_argument("--most", type=int)
    parser.add_argument("--longest", type=int, default=1000)
    parser.add_argument("--stated", action="store_true")
    parser.add_argument("--zero", action="store_true")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--domain", default="visual")
    parser.add_argument("--calibrated", action="store_true")
    folds.add_arguments(parser)
    given = parser.parse_args()
    more = also(given)
    scenes, questions = renumber(read(given.scenes, "scenes"), read(given.questions, "questions"), len(more[0]),
                                 given.stated)
    stated = {s["image_index"]: s["objects"] for s in more[0] + scenes} if given.stated else None
    right, asked, sure = 0, 0, folds.Reliability()
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "scenes.json"), "w") as out:
            json.dump({"scenes": more[0] + scenes}, out)
        for k, others, test in folds.cut(questions, given):
            train = more[1] + given.times * ([] if given.zero else others)
            got, seconds = run_fold(os.environ.get("G2L2", "build/g2l2"), given, folder, stated, train, test)
            folds.show_fold(k, got, seconds, given.wrong)
            sure.add(got)
            right, asked = right + got["correct"], asked + got["examples"]
    print(f"{right} of {asked} right: {100 * right / asked:.1f}%, ECE of all {sure.ece():.3f}")


if __name__ == "__main__":
    main()
