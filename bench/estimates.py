#!/usr/bin/env python3
"""Is what `train` says of a model true? On every language of examples/: its estimate against unseen examples.

    bench/estimates.py [LANGUAGE...]

Plain `g2l2 train`, seed 1, from the part to learn from; the estimate is what it reports of the examples that it held back, the
truth is the share of the other part that is right, and an answer is sure if its confidence is above 0.9.
$G2L2 is the program, build/g2l2 if it is not set."""
import json
import os
import subprocess
import sys
import tempfile

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")
# what is learned from, and what is asked: {} is the folder, TRAIN and TEST the parts
TABLE = "--table {{}}/tables/{0}.csv --questions {{}}/tables/{0}.PART.jsonl"
LANGUAGES = {
    "robot, English": "{}/robot/english.PART.tsv", "robot, Turkish": "{}/robot/turkish.PART.tsv",
    "home": "{}/home/PART.jsonl", "sentences": "{}/sentences/PART.jsonl",
    "fetch": "--questions {}/fetch/PART.jsonl", "boxes": "--questions {}/boxes/PART.jsonl",
    "planets": TABLE.format("planets"), "shop": TABLE.format("shop"),
    "staff": "--table {}/tables/teams.csv " + TABLE.format("staff"),
    "shelf": "--scenes {}/shelf/PART-scenes.jsonl --questions {}/shelf/PART-questions.jsonl",
}
DOMAINS = {"fetch": ["fetch"], "boxes": ["facts"]}


def arguments(language, part):
    return LANGUAGES[language].replace("{}", FOLDER).replace("PART", part).split(" ")


def report(g2l2, *words):
    done = subprocess.run([g2l2, *words, "--json"], capture_output=True, text=True)
    if not done.stdout:
        sys.exit(f"g2l2 {' '.join(words)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def row(g2l2, language, model):
    learned = report(g2l2, "train", *DOMAINS.get(language, []), *arguments(language, "train"), "-o", model, "--log", "none")
    all_of = report(g2l2, "eval", model, *arguments(language, "test"))
    sure = report(g2l2, "eval", model, *arguments(language, "test"), "--min-confidence", "0.9000001")
    answered = sure["examples"] - sure["abstained"] - sure["unparsed"]
    truth, held = 100 * all_of["accuracy"], learned.get("held_back")
    estimate = 100 * held["accuracy"] if held else None
    shown = (f"{held['correct']} of {held['asked']}: {estimate:.1f}", f"{estimate - truth:+.1f}") if held else ("–", "–")
    print(f"| {language} | {learned['examples']} | {shown[0]} | {all_of['correct']} of {all_of['examples']}: {truth:.1f} | "
          f"{shown[1]} | {answered - sure['correct']} of {answered} |", flush=True)
    return abs(estimate - truth) if held else None


def main():
    g2l2 = os.environ.get("G2L2", "build/g2l2")
    print("| language | learned from | held back, % right | unseen, % right | difference | wrong, sure |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        off = [row(g2l2, language, os.path.join(folder, "model.g2l2")) for language in sys.argv[1:] or LANGUAGES]
    off = [d for d in off if d is not None]
    print(f"mean difference: {sum(off) / max(1, len(off)):.1f} points")


if __name__ == "__main__":
    main()
