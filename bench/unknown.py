#!/usr/bin/env python3
"""Questions with a word that was never seen: is the confidence of their answers worth anything?

    bench/unknown.py MODEL (--scenes FILE | --table FILE)... --questions FILE [--most 1000] [--seed 1]

In each question one word, drawn by the seed, is replaced by one that no model knows. The file is JSON as CLEVR
has it ({"questions": [...]}, also gzipped) or a question a line. Printed are how many have an answer, how many of these
are right, the calibration error of confidence, and how well it tells right from wrong answers (the area
under the ROC curve). $G2L2 is the program, build/g2l2 if it is not set."""
import argparse
import gzip
import json
import os
import random
import re
import subprocess
import tempfile

NEVER = "zqxbrv"


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        text = file.read()
    try:
        return json.loads(text)["questions"]
    except (json.JSONDecodeError, TypeError):
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def replaced(question, rng):
    words = list(re.finditer(r"[\w'-]+", question))
    word = rng.choice(words)
    return question[:word.start()] + NEVER + question[word.end():]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("model")
    options.add_argument("--scenes", action="append", default=[])
    options.add_argument("--table", action="append", default=[])
    options.add_argument("--questions", required=True)
    options.add_argument("--most", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    rng = random.Random(given.seed)
    rows = read(given.questions)[-given.most:]
    for row in rows:
        row["question"] = replaced(row["question"], rng)
    world = [x for path in given.scenes for x in ("--scenes", path)]
    world += [x for path in given.table for x in ("--table", path)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "questions.json")
        with open(path, "w") as out:
            if "image_index" in rows[0]:
                json.dump({"questions": rows}, out)
            else:
                out.writelines(json.dumps(row) + "\n" for row in rows)
        said = subprocess.run([os.environ.get("G2L2", "build/g2l2"), "eval", given.model, *world, "--questions", path,
                               "--json"], stdout=subprocess.PIPE, text=True)
    got = json.loads(said.stdout)
    answered = got["examples"] - got["unparsed"]
    print(f"{answered} of {got['examples']} answered, {got['correct']} of these right; "
          f"ECE {got['ece']:.3f}, AUROC {got['auroc']:.3f}")


if __name__ == "__main__":
    main()
