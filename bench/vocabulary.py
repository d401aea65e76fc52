#!/usr/bin/env python3
"""Data with a large vocabulary, for measuring: every word is another action, or another value of a slot.

    bench/vocabulary.py sequences|frames [--words N] [--examples N] [--seed N] [--sentences] > FILE

`sequences` are commands like SCAN's ("verb17 twice and verb4" means A17 A17 A4), `frames` are records
("turn on the thing17 in the kitchen"). Every word occurs at least twice in the first 2 N examples, once
by itself where that is a sentence. --sentences writes new commands only, one a line, for `g2l2 run`."""
import argparse
import json
import random

ROOMS = ["kitchen", "hall", "bedroom", "office", "garage"]
TIMES = {"twice": 2, "thrice": 3}


def phrase(rng, word):
    times = rng.choice([None, None, "twice", "thrice"])
    actions = [f"A{word}"] * TIMES.get(times, 1)
    return f"verb{word}" + (f" {times}" if times else ""), actions


def sequence(rng, word, n):
    """A command with this word, and often another."""
    said, done = phrase(rng, word)
    join = rng.choice([None, "and", "after"])
    if not join:
        return said, done
    other, then = phrase(rng, rng.randrange(n))
    return f"{said} {join} {other}", done + then if join == "and" else then + done


def frame(rng, word, _):
    state, room = rng.choice(["on", "off"]), rng.choice(ROOMS + [None])
    result = {"do": state, "what": f"Thing {word}"}
    if room:
        result["where"] = room
    return f"turn {state} the thing{word}" + (f" in the {room}" if room else ""), result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=["sequences", "frames"])
    parser.add_argument("--words", type=int, default=5000)
    parser.add_argument("--examples", type=int, default=0, help="3 a word if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sentences", action="store_true")
    a = parser.parse_args()
    rng = random.Random(a.seed)
    for i in range(a.examples or 3 * a.words):
        word = i % a.words if i < 2 * a.words else rng.randrange(a.words)
        if a.kind == "frames":
            said, done = frame(rng, word, a.words)
        elif i < a.words and not a.sentences:
            said, done = f"verb{word}", [f"A{word}"]
        else:
            said, done = sequence(rng, word, a.words)
        if a.sentences:
            print(said)
        elif a.kind == "frames":
            print(json.dumps({"command": said, "result": done}))
        else:
            print(f"{said}\t{' '.join(done)}")


if __name__ == "__main__":
    main()
