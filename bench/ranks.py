#!/usr/bin/env python3
"""What two threads and two processes gain, and what they cost.

    bench/ranks.py [BUILD/g2l2] [--n 2] [--times 3] [--only TASK] [--size 1]

One thread, N threads and N processes (BUILD/g2l2-mpi under mpirun, where both are there) do the same work in
turn, `times` times each; medians are compared. "sooner" is wall clock, which says something only where the machine has
N cores and nothing else to do: the load is printed, and a warning where it is not. "CPU" is user and system time of all,
and means something on a busy machine, too. What they write is compared with what one thread writes, to the byte."""
import argparse
import filecmp
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("g2l2", nargs="?", default="build/g2l2")
parser.add_argument("--n", type=int, default=2, help="threads or processes")
parser.add_argument("--times", type=int, default=3)
parser.add_argument("--only", help="one of the tasks")
parser.add_argument("--size", type=float, default=1, help="of the data, times the usual")
args = parser.parse_args()
g2l2 = os.path.abspath(args.g2l2)
many = g2l2 + "-mpi"
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_plm_rsh_agent="")


def timed(*words):
    """Seconds on the wall, and of CPU, of a command and all that it starts."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 3):
        sys.exit("%s: %s" % (" ".join(words), done.stderr.strip()))
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - began, cpu, done.stdout


def scenes(name, n_scenes, n_questions, *more):
    if not os.path.exists(name):
        timed(g2l2, "data", "clevr", "--scenes", str(int(n_scenes * args.size)), "--questions",
              str(int(n_questions * args.size)), "-o", name, *more)
    return ["--scenes", name + "/scenes.json", "--questions", name + "/questions.json"]


# How much is learned does not matter here: one attempt, few steps.
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "shelf")
SHELF = ["--scenes", EXAMPLES + "/train-scenes.jsonl", "--questions", EXAMPLES + "/train-questions.jsonl"]
LEARN = ["visual", "--quiet", "--no-estimate", "--updates", "20", "--noise", "1", "--recipe",
         "attempts=1,reset_rounds=1,sense_rounds=1"]


def model():
    if not os.path.exists("m.g2l2"):
        timed(g2l2, "train", *LEARN, *SHELF, "-o", "m.g2l2")
    return "m.g2l2"


def asked():
    """Many questions: those of the shelf, again and again."""
    if not os.path.exists("many.jsonl"):
        with open(SHELF[3], encoding="utf-8") as file, open("many.jsonl", "w", encoding="utf-8") as out:
            out.write(file.read() * int(200 * args.size))
    return ["eval", model(), "--scenes", SHELF[1], "--questions", "many.jsonl", "--json"]


def pixels():
    """Images and one kind of question about them, which are soon learned: it is the encoder that takes long."""
    if not os.path.exists("seen"):
        scenes("seen", 40, 1, "--views")
        timed(g2l2, "render", "seen/scenes.json", "-o", "seen", "--quiet", "--width", "160")
        with open("seen/scenes.json", encoding="utf-8") as file:
            drawn = json.load(file)["scenes"]
        with open("seen/questions.json", "w", encoding="utf-8") as file:
            json.dump({"questions": [
                {"question": "how many %s things are there?" % value, "image_filename": scene["image_filename"],
                 "answer": str(sum(thing[kind] == value for thing in scene["objects"]))}
                for scene in drawn for kind, value in sorted({(kind, thing[kind]) for thing in scene["objects"] for kind in ("color", "shape")})]}, file)
    return ["train", *LEARN, "--images", "seen/images", "--scenes", "seen/scenes.json", "--questions", "seen/questions.json",
            "--features", "encoder", "-o", "OUT"]


# Each gives the words of a command that writes to OUT, or to standard output.
TASKS = {
    "learning about scenes": lambda: ["train", *LEARN, *SHELF, "-o", "OUT"],
    "learning from pixels": pixels,
    "eval": asked,
    "render": lambda: (scenes("pictures", 40, 40), ["render", "pictures/scenes.json", "-o", "OUT", "--quiet"])[1],
}


def same(a, b):
    if os.path.isdir(a):
        found = filecmp.dircmp(a, b)
        return not found.left_only and not found.right_only and all(
            same(os.path.join(a, name), os.path.join(b, name)) for name in found.common)
    return filecmp.cmp(a, b, shallow=False)


def run(how, words):
    """One of the ways; what it wrote is at its name."""
    for left in (how, how + ".jsonl", how + ".checkpoint"):
        shutil.rmtree(left, ignore_errors=True) if os.path.isdir(left) else os.path.exists(left) and os.remove(left)
    words = [how if word == "OUT" else word for word in words]
    if how == "processes":
        command = ["mpirun", "--oversubscribe", "-n", str(args.n), many, *words]
    else:
        command = [g2l2, *words, "--threads", str(args.n if how == "threads" else 1)]
    wall, cpu, said = timed(*command)
    if not os.path.exists(how):
        with open(how, "w", encoding="utf-8") as file:
            file.write(said)
    return wall, cpu


def measure(task, words, ways):
    times = {how: [] for how in ways}
    for _ in range(args.times):
        for how in ways:
            times[how].append(run(how, words))
            if not same("one", how):
                sys.exit("%s: %d %s give something else than one thread" % (task, args.n, how))
    one = [statistics.median(column) for column in zip(*times["one"])]
    for how in ways[1:]:
        wall, cpu = [statistics.median(column) for column in zip(*times[how])]
        print("| %s | %d %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |" % (
            task, args.n, how, one[0], wall, one[0] / wall, one[1], cpu, cpu / one[1]), flush=True)


with tempfile.TemporaryDirectory() as folder:
    ways = ["one", "threads"]
    if os.path.exists(many) and shutil.which("mpirun"):
        ways.append("processes")
    else:
        print("no processes: mpirun or %s is missing" % many, file=sys.stderr)
    load, cores = os.getloadavg()[0], os.cpu_count()
    if load > 0.3 or cores < args.n:
        print("load %.1f on %d cores: `sooner` says nothing here" % (load, cores), file=sys.stderr)
    os.chdir(folder)
    print("| task | by | wall s of one | wall s | sooner | CPU s of one | CPU s | CPU |\n|---|---|---|---|---|---|---|---|")
    for name, words in TASKS.items():
        if not args.only or args.only == name:
            measure(name, words(), ways)
