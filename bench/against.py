#!/usr/bin/env python3
"""What things cost now, and what they cost in another build: another commit's, or with other flags.

    git worktree add DIR COMMIT && make -C DIR
    bench/against.py DIR/build/g2l2 [BUILD/g2l2] --data FOLDER [--times 3] [--only TASK]

FOLDER has scan/ and clevr/official/ as published data are kept for the tests (../shared/data). Learning is measured in
CPU seconds, both builds in turn, the least of so many times; the model it takes to decode or to answer each build learns
itself. Decoding and answering are measured in instructions (valgrind), from when the parser is called until it returns:
these are the same however busy the machine is. The last column is this build's part of what the other one takes."""
import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("other")
parser.add_argument("g2l2", nargs="?", default="build/g2l2")
parser.add_argument("--data", default="../shared/data")
parser.add_argument("--times", type=int, default=3)
parser.add_argument("--only", help="one of the tasks")
args = parser.parse_args()
builds = [os.path.abspath(args.other), os.path.abspath(args.g2l2)]
data = os.path.abspath(args.data)


def user_seconds(*words):
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 3):
        sys.exit("%s: %s" % (" ".join(words), said.decode().strip()))
    return used.ru_utime


def train(build, model, *words):
    """Learning alone, as far as the build can tell: without an estimate, if it makes one."""
    if os.path.exists(model):
        os.remove(model)
    helps = subprocess.run([build, "train", "--help"], capture_output=True, text=True, check=False).stdout
    estimate = ["--no-estimate"] if "--no-estimate" in helps else []
    return user_seconds(build, "train", *words, "-o", model, "--quiet", *estimate)


def learned(*words):
    def measure():
        runs = [[train(build, "some.g2l2", *words) for build in builds] for _ in range(args.times)]
        return ["%.2f" % min(column) for column in zip(*runs)]
    return measure


def instructions(build, n, *words):
    """Of each of n calls of the parser."""
    said = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                           "--toggle-collect=g2l2_parser_run", build, "eval", *words], capture_output=True, text=True, check=False)
    return int(re.search(r"Collected : (\d+)", said.stderr).group(1)) / n


def called(n, learn, ask):
    def measure():
        out = []
        for build in builds:
            train(build, "asked.g2l2", *learn)
            out.append("%.0f" % instructions(build, n, "asked.g2l2", *ask))
        return out
    return measure


def unpacked(name, n=None):
    """The file of the folder, or its first n questions."""
    with gzip.open(os.path.join(data, "clevr", "official", name + ".json.gz"), "rt", encoding="utf-8") as file:
        text = file.read()
    if n:
        ends = [m.start() for m in re.finditer(r', \{"split"', text)]
        text = text[:ends[n - 1]] + "]}"
    with open("%s-%s.json" % (name, n), "w", encoding="utf-8") as out:
        out.write(text)
    return out.name


def first_lines(name, n):
    with open(os.path.join(data, "scan", name), encoding="utf-8") as file, open("lines.txt", "w", encoding="utf-8") as out:
        out.writelines(line for _, line in zip(range(n), file))
    return out.name


def six_kinds(n):
    subprocess.run([builds[1], "data", "clevr", "--questions", str(n), "-o", "six"], check=True, stdout=subprocess.DEVNULL)
    return ["visual", "--scenes", "six/scenes.json", "--questions", "six/questions.json"]


N_SENTENCES, N_ANSWERS = 2000, 3000


def scan():
    simple = os.path.join(data, "scan", "tasks_train_simple.txt")
    return called(N_SENTENCES, ["nav", simple], [first_lines("tasks_test_simple.txt", N_SENTENCES)])()


def official():
    return ["visual", "--scenes", unpacked("scenes_train"), "--questions", unpacked("questions_train")]


def answers():
    asked = ["--scenes", unpacked("scenes_train"), "--questions", unpacked("questions_train", N_ANSWERS)]
    return called(N_ANSWERS, official(), asked)()


TASKS = [
    ("SCAN, simple: learning, CPU s", lambda: learned("nav", os.path.join(data, "scan", "tasks_train_simple.txt"))()),
    ("SCAN, simple: decoding, instructions", scan),
    ("30,000 official questions: learning, CPU s", lambda: learned(*official())()),
    ("an answer to one of these, instructions", answers),
    ("70,000 questions of six kinds: learning, CPU s", lambda: learned(*six_kinds(70000))()),
]

if not shutil.which("valgrind"):
    sys.exit("valgrind is missing")
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    print("| what | other | this | ratio |\n|---|---|---|---|")
    for name, measure in TASKS:
        if not args.only or args.only in name:
            before, now = measure()
            print("| %s | %s | %s | %.3f |" % (name, before, now, float(now) / float(before)), flush=True)
