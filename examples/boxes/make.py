#!/usr/bin/env python3
"""Boxes with things in them, and sentences about them that are true or false.

    examples/boxes/make.py DIRECTORY

makes train.jsonl and test.jsonl, always the same: each sentence is said of four worlds, of two of which it
is true. A thing has a colour, a shape, a height `y` in its box, and the box that it is in; no sentence of
train.jsonl is in test.jsonl."""
import json
import random
import sys

COLORS, SHAPES = ["red", "blue", "green", "white"], ["ball", "cube"]
WORLDS = 4  # of a sentence


def world(chance):
    things = []
    for box in range(1, 4):
        colors = chance.sample(COLORS, chance.randint(1, 3))
        for y in range(chance.randint(1, 4)):
            things.append({"color": chance.choice(colors), "shape": chance.choice(SHAPES), "y": y, "box": f"box{box}"})
    return things


def boxes(things):
    return [[t for t in things if t["box"] == box] for box in sorted({t["box"] for t in things})]


def sentences():
    """Each with what it says of a world."""
    for c in COLORS:
        is_c = lambda t, c=c: t["color"] == c
        count = lambda b, f=is_c: sum(map(f, b))
        yield f"some box is {c}", lambda w, f=is_c: any(all(map(f, b)) for b in boxes(w))
        yield f"every box has a {c} thing", lambda w, n=count: all(n(b) for b in boxes(w))
        yield f"no box has a {c} thing", lambda w, n=count: not any(n(b) for b in boxes(w))
        yield f"some {c} thing is on top", lambda w, f=is_c: any(f(b[-1]) for b in boxes(w))
        yield f"some {c} thing is below", lambda w, f=is_c: any(f(b[0]) for b in boxes(w))
        for k in 2, 3:
            yield f"some box has {k} {c} things", lambda w, n=count, k=k: any(n(b) == k for b in boxes(w))
        for shape in SHAPES:
            both = lambda t, f=is_c, s=shape: f(t) and t["shape"] == s
            yield f"every box has a {c} {shape}", lambda w, f=both: all(any(map(f, b)) for b in boxes(w))
            yield f"some {c} {shape} is on top", lambda w, f=both: any(f(b[-1]) for b in boxes(w))


def say(chance, sentence, holds):
    """The sentence of four worlds; None: it is hardly ever true, or false."""
    rows, seen = [], {True: 0, False: 0}
    for _ in range(400):
        things = world(chance)
        truth = bool(holds(things))
        if seen[truth] * 2 < WORLDS:
            seen[truth] += 1
            rows.append({"question": sentence, "answer": "yes" if truth else "no", "objects": things})
    return rows if len(rows) == WORLDS else None


def main(folder):
    chance = random.Random(1)
    said = [rows for rows in (say(chance, s, f) for s, f in sentences()) if rows]
    chance.shuffle(said)
    cut = len(said) * 2 // 3
    for name, part in (("train", said[:cut]), ("test", said[cut:])):
        with open(f"{folder}/{name}.jsonl", "w") as out:
            out.writelines(json.dumps(row) + "\n" for rows in part for row in rows)


if __name__ == "__main__":
    main(sys.argv[1])
