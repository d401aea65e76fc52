"""Runs the console blocks of the documents and compares. Called by docs.sh:

    docs.py PROJECT WORK DOCUMENT...

A console block is a fenced block with lines that begin with `$ `: a command, which goes on after a
backslash or a bar at the end of a line. Below it stands what it prints, errors included. Comments right above
a block, or at the top of a document, say more:

    <!-- file: NAME -->       the block is the file NAME, which later commands read
    <!-- needs: COMMAND -->   the block is skipped where there is no such command
    <!-- prints: COMMAND -->  the block is part of the JSON that the command prints
    <!-- not run: WHY -->     the block is skipped
    <!-- after: DOCUMENT -->  the document goes on in a copy of the folder that this one left

Each document is run in a folder of its own, with links to the project's `examples` and `domains`. In
what is shown, `...` stands for any lines or, within a line, for anything. Times, dates and ports are
not compared, and decimal numbers may differ by CLOSE: libraries of mathematics do. A command that
ends in `&` runs until its document ends; the next is run once it has said what is shown. Port 8080
in a command is replaced by a free one. JSON that is shown must have all fields, arrays may have more
elements, and "..." is any value.

Prints `ok NAME`, `ok NAME # SKIP why` or `not ok NAME: why` for each block, and for each document's
links and names of files."""
import difflib
import functools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

PROJECT, WORK = sys.argv[1:3]
PATIENCE = int(os.environ.get("TEST_TIMEOUT", "300"))  # seconds for one command
CLOSE = 0.02      # of decimal numbers: difference, or share of them, that is let pass
SANITIZED = 99    # the status that the sanitizers are told to end with
NO_PARSE = 3      # status of g2l2 where a sentence has none
MARKS = ("file", "needs", "prints", "not run")
MASKS = [(re.compile(pattern), mask) for pattern, mask in [
    (r"\d+\.\d+ s of CPU time", "TIME s of CPU time"),
    (r'("\w*(?:seconds|cpu_|wall_time|rate)\w*": )[-0-9.e]+', r"\1TIME"),
    (r"(127\.0\.0\.1|localhost):\d+", r"\1:PORT"),
    (r"\b\d{4}-\d\d-\d\d\b", "DATE")]]
# A line that is a command, although no prompt stands before it.
UNPROMPTED = re.compile(r"(g2l2 [a-z]+ |script/[a-z]|make\b|curl |python3 |jq )")
FOLDERS = "bench cli common docs domains examples fuzz generators include man python report script server src tests wasm web"
PATHS = re.compile(r"(?<![\w./-])((?:%s)/[\w./*-]*[\w*/])" % FOLDERS.replace(" ", "|"))
SOURCES = re.compile(r"(?<![\w./<-])((?:\w+/)*\w+\.(?:c|h|js|py|sh|def))\b")


class Block:
    def __init__(self, line, mark):
        self.line, self.mark, self.lines = line, mark, []

    def commands(self):
        """[[command, lines that it prints]]"""
        found, unfinished = [], False
        for line in self.lines:
            if unfinished:
                found[-1][0] += "\n" + line
            elif line.startswith("$ "):
                found.append([line[2:], []])
            elif found:
                found[-1][1].append(line)
            else:
                found.append(["false # the block begins without a command", [line]])
            unfinished = (unfinished or line.startswith("$ ")) and line.endswith(("\\", "|"))
        return found


class Document:
    """A document's blocks, the document it follows, and lines that lack a prompt."""

    def __init__(self, name):
        self.name, self.blocks, self.follows, self.unprompted = name, [], None, []
        self.folder = os.path.join(WORK, name.replace("/", "-"))
        self.running = []
        with open(os.path.join(PROJECT, name), encoding="utf-8") as file:
            self.text = file.read()
        self.read()

    def read(self):
        block, mark = None, None
        for number, line in enumerate(self.text.splitlines(), 1):
            comment = re.fullmatch(r"<!-- ([a-z ]+): (.*) -->", line)
            if line.startswith("```"):
                if block is None:
                    block = Block(number, mark)
                    self.blocks.append(block)
                else:
                    block = None
                mark = None
            elif block is not None:
                block.lines.append(line)
            elif line.startswith("    ") and UNPROMPTED.match(line[4:]):
                self.unprompted.append(number)
            elif comment and comment[1] == "after":
                self.follows = comment[2]
            elif comment:
                mark = comment.groups()
            elif line:
                mark = None

    def prepare(self):
        if self.follows:
            shutil.copytree(run_document(self.follows).folder, self.folder, symlinks=True)
            return
        os.mkdir(self.folder)
        for name in ("examples", "domains"):
            os.symlink(os.path.join(PROJECT, name), os.path.join(self.folder, name))

    def run(self):
        self.prepare()
        for number in self.unprompted:
            report(f"{self.name}:{number}", ["a command without a prompt"])
        try:
            for block in self.blocks:
                self.run_block(block)
        finally:
            self.end_running()
        self.check_names()

    def end_running(self):
        for process in self.running:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
            if process.wait(PATIENCE):
                report(f"{self.name}: {process.args[2]}", [f"ended with status {process.returncode}"])

    def run_block(self, block):
        kind, value = block.mark or (None, None)
        name = f"{self.name}:{block.line}"
        prompts = any(line.startswith("$ ") for line in block.lines)
        if kind and kind not in MARKS:
            report(name, [f"unknown comment '{kind}'"])
        elif kind == "file":
            with open(os.path.join(self.folder, value), "w", encoding="utf-8") as file:
                file.writelines(with_port(line) + "\n" for line in block.lines)
        elif kind == "not run":
            print(f"ok {name} # SKIP {value}")
        elif kind and not shutil.which(value.split()[0], path=ENVIRONMENT["PATH"]):
            print(f"ok {name} # SKIP there is no {value.split()[0]} here")
        elif kind == "prints":
            report(name, self.check_json(value, "\n".join(block.lines)))
        elif prompts:
            wrong = []
            for command, shown in block.commands():
                wrong += self.run_command(command, shown)
            report(name, wrong)
        elif any(UNPROMPTED.match(line) for line in block.lines):
            report(name, ["commands without a prompt"])

    def run_command(self, command, shown):
        """What is wrong, as lines; none if nothing is."""
        shown = masked("\n".join(shown).rstrip())
        status, said = self.start(command, shown) if command.endswith("&") else self.shell(command)
        said = masked(said.rstrip())
        told = any(line.startswith("g2l2") for line in shown)
        if status in (0, NO_PARSE) or told and status != SANITIZED:
            if same(shown, said):
                return []
        difference = difflib.unified_diff(shown, said, "shown", f"said, status {status}", lineterm="")
        return [f"$ {command}"] + list(difference)[:60]

    def shell(self, command):
        """(status, what it printed)"""
        try:
            done = subprocess.run(["sh", "-c", with_port(command)], cwd=self.folder, env=ENVIRONMENT,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return SANITIZED, f"not done after {PATIENCE} s"
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def start(self, command, shown):
        path = os.path.join(self.folder, f"background-{len(self.running)}")
        with open(path, "w+b") as file:
            process = subprocess.Popen(["sh", "-c", "exec " + with_port(command).rstrip("& ")],
                                       cwd=self.folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                       stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
            self.running.append(process)
            end, said = time.time() + PATIENCE, ""
            while not same(shown, masked(said)) and time.time() < end and process.poll() is None:
                time.sleep(0.02)
                file.seek(0)
                said = file.read().decode("utf-8", "replace")
        return process.poll() or 0, said

    def check_json(self, command, shown):
        status, said = self.shell(command)
        try:
            if status == 0 and same_json(json.loads(shown), json.loads(said)):
                return []
        except ValueError as error:
            said += f"\n{error}"
        return [f"$ {command}", f"status {status}, and not what is shown:", said[:4000]]

    def check_names(self):
        """Links lead somewhere, and sources that are named exist."""
        wrong, here = [], os.path.dirname(os.path.join(PROJECT, self.name))
        for link in re.findall(r"\]\(([^)#:]+)\)", self.text):
            if not os.path.exists(os.path.join(here, link)):
                wrong.append(f"a link to {link}")
        for path in PATHS.findall(self.text):
            if not matching(path) and not os.path.exists(os.path.join(here, path)):
                wrong.append(path)
        for path in SOURCES.findall(self.text):
            if not any(("/" + known).endswith("/" + path) for known in sources()):
                if not os.path.exists(os.path.join(self.folder, path)):
                    wrong.append(path)
        report(f"{self.name}: links and names of files", [", ".join(wrong) + ": not there"] if wrong else [])


def matching(path):
    """Does the project have it, or a shell test of this name? A star is any part of a name."""
    if "*" not in path:
        return any(os.path.exists(os.path.join(PROJECT, one)) for one in (path, f"tests/{path}.sh"))
    pattern = re.escape(path).replace(r"\*", "[^/]*")
    return any(re.fullmatch(pattern, known) for known in sources())


@functools.lru_cache
def sources():
    found = []
    for folder in FOLDERS.split():
        for at, _, names in os.walk(os.path.join(PROJECT, folder)):
            found += [os.path.relpath(os.path.join(at, name), PROJECT) for name in names]
    return found


def report(name, wrong):
    print(f"not ok {name}: {wrong[0]}" if wrong else f"ok {name}")
    for line in wrong[1:]:
        print("# " + line.replace("\n", "\n# "))
    sys.stdout.flush()


def masked(text):
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return [line.rstrip() for line in text.splitlines()]


def same_line(shown, said):
    """Are they the same but for `...`, and for decimals that are close?"""
    pieces = re.split(r"(\.\.\.|\d+\.\d+)", shown)
    numbers = [float(piece) for piece in pieces[1::2] if piece != "..."]
    pattern = "".join(re.escape(piece) if i % 2 == 0 else ".*" if piece == "..." else r"(\d+\.\d+)"
                      for i, piece in enumerate(pieces))
    found = re.fullmatch(pattern, said)
    return bool(found) and all(abs(a - float(b)) <= CLOSE * max(1, a)
                               for a, b in zip(numbers, found.groups()))


def same(shown, said):
    """Are they, line by line, where a line `...` stands for any number of lines?"""
    reached = {0}  # lines of `said` that the lines of `shown` so far can have taken
    for line in shown:
        if line == "...":
            reached = set(range(min(reached), len(said) + 1)) if reached else set()
        else:
            reached = {i + 1 for i in reached if i < len(said) and same_line(line, said[i])}
    return len(said) in reached


def same_json(shown, said):
    """Is all that is shown in what was said?"""
    if shown == "..." or isinstance(shown, float) and isinstance(said, (int, float)):
        return shown == "..." or abs(shown - said) <= CLOSE * max(1, abs(shown))
    if isinstance(shown, dict) and isinstance(said, dict):
        return shown.keys() == said.keys() and all(
            "seconds" in key or same_json(value, said[key]) for key, value in shown.items())
    if isinstance(shown, list) and isinstance(said, list):
        return len(shown) <= len(said) and all(map(same_json, shown, said))
    return shown == said


def with_port(command):
    return command.replace("8080", str(PORT))


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@functools.lru_cache(maxsize=None)
def run_document(name):
    document = Document(name)
    document.run()
    return document


def environment():
    os.mkdir(os.path.join(WORK, "bin"))
    os.symlink(os.path.abspath(os.environ["G2L2"]), os.path.join(WORK, "bin", "g2l2"))
    result = {key: value for key, value in os.environ.items() if key != "G2L2_SHARED"}
    for key in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
        result[key] = f"{result.get(key, '')}:exitcode={SANITIZED}"
    path = [os.path.join(WORK, "bin"), os.path.dirname(sys.executable), os.environ["PATH"]]
    result.update(PATH=":".join(path), HOME=WORK, LC_ALL="C.UTF-8")
    return result


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what runs in the background is ended
PORT = free_port()
ENVIRONMENT = environment()
for one in sys.argv[3:]:
    run_document(one)
