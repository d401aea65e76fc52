#!/usr/bin/env python3
"""How the CPU time of learning and answering grows with the size of the data.

    bench/scale.py [BUILD/g2l2] [--only AXIS] [--quick] [--svg FILE] [--measured FILE]

Data are made here: one size grows, the others stay. Each point is the user time of one command, reading and start
included, or for some, after a slash, how many of other questions about other scenes are then right; the exponent is the slope of log time against log size, by least squares over the larger half of the points,
where what is constant no longer counts. Memory is the most that the largest point held. On a machine with other work
wall clock times say nothing, CPU times vary by a fifth or so; exponents by about 0.1. A point that takes more than
--most seconds, or that the command refuses, is the last of its axis. --svg draws all that was measured, both axes
logarithmic. Axes whose line is in the file of --measured are taken from there: so they can be measured one by one."""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("g2l2", nargs="?", default="build/g2l2")
parser.add_argument("--only", help="one of the axes")
parser.add_argument("--svg", help="draw the points to this file")
parser.add_argument("--most", type=float, default=60, help="CPU seconds of a point, after which an axis ends")
parser.add_argument("--measured", help="lines that were printed before")
parser.add_argument("--quick", action="store_true", help="fewer and smaller sizes")
args = parser.parse_args()
g2l2 = os.path.abspath(args.g2l2)
rng = random.Random(1)


def cpu(*words):
    """User seconds of a command, and megabytes."""
    with open("said", "w+", encoding="utf-8") as said:
        process = subprocess.Popen([g2l2, *words], stdout=subprocess.DEVNULL, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        if process.returncode not in (0, 3):
            raise RuntimeError(said.read().strip())
    return used.ru_utime, used.ru_maxrss / 1024


def accuracy(*words):
    """Share of the examples that `eval` finds right."""
    said = subprocess.run([g2l2, "eval", *words, "--json"], capture_output=True, text=True, check=False).stdout
    return json.loads(said)["accuracy"]


def slope(points):
    points = [(n, t) for n, t, *_ in points if t > 0][-max(2, (len(points) + 1) // 2):]
    if len(points) < 2:
        return math.nan
    xs, ys = [math.log(n) for n, _ in points], [math.log(t) for _, t in points]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / max(sum((x - mx) ** 2 for x in xs), 1e-9)


def write(name, lines):
    with open(name, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)
    return name


# ---- commands ------------------------------------------------------------------------------------------------

VERBS = ["hop", "skip", "look", "turn"]


def command(n_words):
    """Of so many words, and what it means: `hop twice and skip and ...`."""
    words, actions = [], []
    while True:
        verb, twice = rng.choice(VERBS), rng.random() < 0.5 and len(words) + 2 <= n_words
        words += [verb] + ["twice"] * twice
        actions += [verb.upper()] * (1 + twice)
        if len(words) + 1 >= n_words:
            return " ".join(words), " ".join(actions)
        words.append("and")


def commands(n, n_words):
    return ["%s\t%s" % command(n_words) for _ in range(n)]


def commands_model():
    if not os.path.exists("commands.g2l2"):
        write("commands.tsv", [line for n in (1, 2, 4, 5, 7) for line in commands(40, n)])
        cpu("train", "commands.tsv", "-o", "commands.g2l2", "--quiet", "--no-estimate")
    return "commands.g2l2"


def examples_learned(n):
    write("many.tsv", [line for k in (1, 2, 4, 7) for line in commands(n // 4, k)])
    return cpu("train", "many.tsv", "-o", "many.g2l2", "--quiet", "--no-estimate")


def examples_decoded(n):
    few = commands(min(n, 1000), 8)
    with open("many.tsv", "w", encoding="utf-8") as file:
        for i in range(0, n, len(few)):
            file.writelines(line + "\n" for line in few[:n - i])
    return cpu("eval", commands_model(), "many.tsv", "--max-bytes", "4G")


def words_of_a_sentence(n):
    write("long.tsv", commands(100, n))
    return cpu("eval", commands_model(), "long.tsv")


def vocabulary(n):
    """Four words for each action."""
    lines = [line for i in range(n) for line in ("w%d\tA%d" % (i, i // 4), "w%d twice\tA%d A%d" % (i, i // 4, i // 4))]
    write("words.tsv", lines)
    return cpu("train", "words.tsv", "-o", "words.g2l2", "--quiet", "--no-estimate")


# ---- scenes --------------------------------------------------------------------------------------------------

def world(n_scenes, n_objects, n_colours, n_questions):
    """Scenes of objects with a colour and a size, and questions about them."""
    colours = ["c%d" % i for i in range(n_colours)]
    scenes, questions = [], []
    for i in range(n_scenes):
        objects = [{"color": rng.choice(colours), "size": rng.choice(["big", "small"])} for _ in range(n_objects)]
        scenes.append(json.dumps({"id": "s%d" % i, "objects": objects}))
    for _ in range(n_questions):
        i = rng.randrange(n_scenes)
        objects = json.loads(scenes[i])["objects"]
        one, size = rng.choice(objects)["color"], rng.choice(["big", "small"])
        n = sum(o["color"] == one and o["size"] == size for o in objects)
        text, answer = rng.choice([("is there a %s %s thing" % (size, one), "yes" if n else "no"),
                                   ("how many %s %s things" % (size, one), str(n))])
        questions.append(json.dumps({"scene": "s%d" % i, "question": text, "answer": answer}))
    return write("scenes.jsonl", scenes), write("questions.jsonl", questions)


def learn_world(features, *sizes):
    scenes, questions = world(*sizes)
    return cpu("train", "visual", "--scenes", scenes, "--questions", questions, "-o", "world.g2l2", "--quiet",
               "--no-estimate", "--updates", "20", "--noise", "1", "--feature-size", str(features),
               "--recipe", "attempts=1,reset_rounds=1,sense_rounds=1")


def objects(n):
    return learn_world(16, 40, n, 4, 200)


def objects_asked(n):
    """Twenty questions about scenes of n objects, by what was learned about five."""
    if not os.path.exists("few.g2l2"):
        learn_world(16, 40, 5, 4, 200)
        os.rename("world.g2l2", "few.g2l2")
    scenes, questions = world(20, n, 4, 20)
    return cpu("eval", "few.g2l2", "--scenes", scenes, "--questions", questions)


def colours(n):
    return learn_world(16, 40, 6, n, 200)


def features(n):
    return learn_world(n, 40, 6, 4, 200)


KINDS = [(colour, size) for colour in ("red", "blue", "green", "grey") for size in ("big", "small")]
LOOKS = 4 # at each name


def named(n_names, n_scenes, prefix):
    """Scenes of four objects, each with a name, which is what most questions ask for."""
    names = [i % n_names for i in range(4 * n_scenes)]
    rng.shuffle(names)
    scenes, questions = [], []
    for i in range(n_scenes):
        here = prefix + str(i)
        objects = [{"name": "n%d" % names[4 * i + k], "color": colour, "size": size}
                   for k, (colour, size) in enumerate(rng.sample(KINDS, 4))]
        word, other = (rng.choice(rng.choice(KINDS)) for _ in range(2))
        asked = [("what name has the %s %s thing" % (o["size"], o["color"]), o["name"]) for o in objects]
        asked.append(("how many %s things" % word, str(sum(word in o.values() for o in objects))))
        asked.append(("is there a %s thing" % other, "yes" if any(other in o.values() for o in objects) else "no"))
        scenes.append(json.dumps({"id": here, "objects": objects}))
        questions += [json.dumps({"scene": here, "question": text, "answer": answer}) for text, answer in asked]
    return "--scenes", write(prefix + ".scenes", scenes), "--questions", write(prefix + ".jsonl", questions)


def answers(domain, n):
    """Learned from as many questions as LOOKS for each name take, and asked about other scenes."""
    seen = named(n, max(50, LOOKS * n // 4), "seen")
    unseen = named(n, max(50, min(n // 4, 250)), "unseen")
    used = cpu("train", domain, *seen, "-o", "names.g2l2", "--quiet", "--no-estimate")
    return (*used, accuracy("names.g2l2", *unseen))


def answers_stated(n):
    return answers("facts", n)


def answers_learned(n):
    return answers("visual", n)


AXES = [
    ("examples learned", examples_learned, [1000, 4000, 16000, 64000], "at most 1"),
    ("examples decoded", examples_decoded, [10**4, 10**5, 10**6, 10**7], "1"),
    ("words of a sentence", words_of_a_sentence, [12, 25, 50, 100, 200], "3 (the chart)"),
    ("vocabulary", vocabulary, [100, 400, 1600, 6400, 25600, 10**5], "1"),
    ("objects of a scene, learned", objects, [5, 10, 20, 40, 80, 250, 1000], "3 (pairs, for each thing referred to)"),
    ("objects of a scene, asked", objects_asked, [10, 40, 160, 500, 1000], "2 (counts of each number)"),
    ("values of an attribute", colours, [4, 16, 64, 256, 1000, 10**4], "1"),
    ("features of an object", features, [16, 64, 256, 1024, 2048], "1"),
    ("answers, stated", answers_stated, [10, 100, 1000, 10**4], "1"),
    ("answers, learned", answers_learned, [10, 100, 1000, 10**4], "1"),
]
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b6b6b", "#8c564b", "#117733",
           "#882255"]


def measured(measure, sizes):
    points = []
    for n in sizes:
        try:
            points.append((n, *measure(n)))
        except RuntimeError as error:
            print("%d: %s" % (n, error), file=sys.stderr, flush=True)
            break
        if points[-1][1] > args.most:
            break
    return points


def measured_before():
    """name: points, of a table that was printed."""
    rows = [line.split("|") for line in open(args.measured, encoding="utf-8")] if args.measured else []
    return {row[1].strip(): [(int(n), float(t.split("/")[0]), float(row[3].split()[0]), *map(float, t.split("/")[1:]))
                             for n, t in (point.replace("%", "").split(":") for point in row[2].split(","))]
            for row in rows if len(row) == 7 and ":" in row[2]}


def draw(axes):
    """Lines of (name, points, exponent), as SVG."""
    width, height, left, top = 700, 400, 50, 20
    xs = [math.log10(n) for _, points, _ in axes for n, *_ in points]
    ys = [math.log10(max(t, 0.01)) for _, points, _ in axes for _, t, *_ in points]
    x0, x1, y0, y1 = math.floor(min(xs)), math.ceil(max(xs)), math.floor(min(ys)), math.ceil(max(ys))

    def at(n, t):
        x = left + (math.log10(n) - x0) / (x1 - x0) * (width - left - 250)
        return x, top + (y1 - math.log10(max(t, 0.01))) / (y1 - y0) * (height - top - 45)

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">' % (
        width, height), '<title>CPU seconds by size</title><rect width="100%" height="100%" fill="#fff"/>']
    for k in range(x0, x1 + 1):
        x, y = at(10**k, 10**y0)
        out.append('<path d="M%.1f %d V%.1f" stroke="#ddd"/><text x="%.1f" y="%.1f" text-anchor="middle">10<tspan '
                   'baseline-shift="super" font-size="9">%d</tspan></text>' % (x, top, y, x, y + 18, k))
    for k in range(y0, y1 + 1):
        x, y = at(10**x0, 10**k)
        out.append('<path d="M%.1f %.1f H%d" stroke="#ddd"/><text x="%.1f" y="%.1f" text-anchor="end">%g s</text>' % (
            x, y, width - 250, x - 6, y + 4, 10.0**k))
    for i, (name, points, exponent) in enumerate(axes):
        places = [at(n, t) for n, t, *_ in points]
        out.append('<g stroke="%s" fill="%s"><path fill="none" stroke-width="2" d="M%s"/>%s<text stroke="none" x="%d" '
                   'y="%d">%s: %.2f</text></g>' % (
                       COLOURS[i], COLOURS[i], " L".join("%.1f %.1f" % place for place in places),
                       "".join('<circle cx="%.1f" cy="%.1f" r="3"/>' % place for place in places), width - 240,
                       40 + 20 * i, name, exponent))
    return "\n".join(out + ["</svg>", ""])


svg, before = os.path.abspath(args.svg) if args.svg else None, measured_before()
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    print("| size of | CPU s by size | memory | exponent | that the method needs |\n|---|---|---|---|---|")
    drawn = []
    for name, measure, sizes, needs in AXES:
        if args.only and args.only != name:
            continue
        points = before.get(name) or measured(measure, sizes[:3] if args.quick else sizes)
        times = ", ".join("%d: %.2f" % (n, t) + "".join(" / %.1f%%" % (100 * a) for a in right) for n, t, _, *right in points)
        drawn.append((name, points, slope(points)))
        print("| %s | %s | %.0f MB | %.2f | %s |" % (name, times, points[-1][2], drawn[-1][2], needs), flush=True)
    if svg:
        with open(svg, "w", encoding="utf-8") as file:
            file.write(draw(drawn))
