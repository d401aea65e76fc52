#!/usr/bin/env python3
"""What the page costs those who look at it, in Chromium.

    bench/page.py learn [ROUNDS]       from a change of a line to what was learned of all of them, by kind and number of lines
    bench/page.py paste [ROUNDS]       from pasting lines into an empty page to something being shown, likewise
    bench/page.py curves [SECONDS]     CPU time of curves that grow while something long is learned
    bench/page.py fit MODEL SCENES QUESTIONS [N]     derivations that fit a window of 1366 pixels as they are opened

It prints tables in Markdown, and needs build/g2l2, chromium and chromedriver.
"""
import contextlib
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "browser"))
from driver import Browser  # noqa: E402

G2L2 = os.environ.get("G2L2", os.path.join(ROOT, "build", "g2l2"))
SIZES = (5, 30, 100, 300)
LEARNS = 0.02  # of a processor: a thread that uses more is one that learns
WARM = 10  # seconds until the browser has nothing left to do for the first time


@contextlib.contextmanager
def serve(*args):
    server = subprocess.Popen([G2L2, "serve", "--port", "0", *args], stderr=subprocess.PIPE, text=True)
    try:
        yield re.search(r"http\S*[^/\s]", server.stderr.readline()).group(0), server.pid
    finally:
        server.terminate()
        server.wait()


# ---- lines of several kinds

def text(*path):
    with open(os.path.join(ROOT, "examples", *path), encoding="utf-8") as file:
        return file.read()


def scan():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "train.txt")
        subprocess.run([G2L2, "data", "scan", "--split", "simple", "--part", "train", "-o", path], check=True, capture_output=True)
        with open(path, encoding="utf-8") as file:
            return file.read()


def kinds():
    """Of each kind its lines, and what they are about."""
    yield "SCAN", scan().splitlines(), {}
    yield "robot, English", text("robot", "english.train.tsv").splitlines(), {}
    yield "robot, Turkish", text("robot", "turkish.train.tsv").splitlines(), {}
    yield "home", text("home", "train.jsonl").splitlines(), {}
    yield "nested records", text("sentences", "train.jsonl").splitlines(), {}
    for name in ("shop", "staff"):
        table = {"name": f"{name}.csv", "text": text("tables", f"{name}.csv")}
        yield f"table, {name}", text("tables", f"{name}.train.jsonl").splitlines(), {"table": table}
    scenes = [json.loads(line) for line in text("shelf", "train-scenes.jsonl").splitlines()]
    yield "scenes, shelf", text("shelf", "train-questions.jsonl").splitlines(), {"scenes": scenes}


# ---- from a change to what was learned

WATCH = """
const [lines, more] = arguments, view = document.querySelector(".teach");
const lesson = { name: "bench", lines: g2l2.lesson.read(lines), ...more };
view.dataset.state = "opening";
const file = new File([JSON.stringify(lesson)], "bench.lesson.json"), data = new DataTransfer();
data.items.add(file);
window.learned = null;
document.querySelector(".lesson").dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
"""
CHANGE = """
const view = document.querySelector(".teach");
const begin = performance.now();
window.took = null;
const watch = new MutationObserver(() => {
    if (!["looked", "learned", "refused"].includes(view.dataset.state)) return;
    watch.disconnect();
    window.took = [performance.now() - begin, view.dataset.state, document.querySelector(".teach-status").textContent];
});
watch.observe(view, { attributes: true, attributeFilter: ["data-state"] });
const field = document.querySelector(".lines tbody textarea"), [text] = arguments;
if (text) {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
} else {
    field.value += " ";
    field.dispatchEvent(new Event("input", { bubbles: true }));
}
"""
SETTLED = "return document.querySelector('.teach').dataset.state"


def change(page, pid, text=None):
    """ms of CPU time of the server, ms from a key, or from pasting a text, to what was learned being shown, and what the page
    says of it."""
    before = family(pid)
    page.js(CHANGE, text)
    page.wait(lambda: page.js("return window.took"), "something to be learned")
    return [(family(pid) - before) * 1000, *page.js("return window.took")]


def learn(rounds=7):
    print("| kind | lines | CPU ms | shown after, ms | what the page says |\n|---|---|---|---|---|")
    for kind, lines, about in kinds():
        random.Random(1).shuffle(lines)
        with serve() as (address, pid), Browser() as page:
            page.open(f"{address}/#/teach")
            page.find(".teach")
            for n in SIZES:
                if n > len(lines):
                    break
                named = dict(about)
                if "scenes" in named:
                    wanted = {str(json.loads(line)["scene"]) for line in lines[:n]}
                    named["scenes"] = [s for s in named["scenes"] if str(s["id"]) in wanted]
                page.js(WATCH, "\n".join(lines[:n]), named)
                page.wait(lambda: page.js(SETTLED) in ("learned", "estimated", "refused"), "the lesson")
                runs = [change(page, pid) for _ in range(rounds)]
                print(f"| {kind} | {n} | {statistics.median(r[0] for r in runs):.0f} | {statistics.median(r[1] for r in runs):.0f} "
                      f"| {runs[-1][3]} |", flush=True)


def told(lines, about):
    """As somebody pastes it: a table, an empty line, and a line for each question."""
    if "table" not in about:
        return "\n".join(lines)
    asked = (json.loads(line) for line in lines)
    text = lambda a: ", ".join(a) if isinstance(a, list) else a if isinstance(a, str) else json.dumps(a)
    return about["table"]["text"].strip() + "\n\n" + "\n".join(f"{q['question']}\t{text(q['answer'])}" for q in asked)


def paste(rounds=3):
    print("| kind | lines | CPU ms | shown after, ms | what the page says |\n|---|---|---|---|---|")
    with Browser() as page:
        for kind, lines, about in kinds():
            random.Random(1).shuffle(lines)
            for n in SIZES:
                if n > len(lines) or "scenes" in about:
                    break
                runs = []
                for _ in range(rounds):
                    with serve() as (address, pid):
                        page.open(f"{address}/#/teach")
                        page.wait(lambda: page.js(SETTLED) == "empty", "an empty page")
                        runs.append(change(page, pid, told(lines[:n], about)))
                        page.open("about:blank")
                print(f"| {kind} | {n} | {statistics.median(r[0] for r in runs):.0f} | {statistics.median(r[1] for r in runs):.0f} "
                      f"| {runs[-1][3]} |", flush=True)


# ---- curves

def ticks(path):
    try:
        with open(path, encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return int(fields[1]), (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:  # it ended meanwhile
        return 0, 0


def family(root, kind=""):
    """CPU seconds of a process and all below it; of those whose command has `kind` in it."""
    of = {int(p): ticks(f"/proc/{p}/stat") for p in os.listdir("/proc") if p.isdigit()}
    mine = {root}
    while True:
        more = {p for p, (parent, _) in of.items() if parent in mine} - mine
        if not more:
            return sum(of[p][1] for p in mine if p in of and kind in called(p) and "chromedriver" not in called(p))
        mine |= more


def called(pid):
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def threads(pid):
    """CPU seconds of each thread."""
    return {t: ticks(f"/proc/{pid}/task/{t}/stat")[1] for t in os.listdir(f"/proc/{pid}/task")}


def cpu(page, pid, seconds):
    """Shares of one processor: the browser with all its processes, of these the one that has the page, and the server but for
    threads that learn; and how often the curve grew a second."""
    page.js("""window.drawn = 0;
        const curve = g2l2.Curve.prototype, draw = curve.drew || curve.draw;
        Object.assign(curve, { drew: draw, draw() { window.drawn++; draw.call(this); } });""")
    of = lambda: (family(page.driver.pid), family(page.driver.pid, "type=renderer"))
    first, before, start = threads(pid), of(), time.monotonic()
    time.sleep(seconds)
    wall, after, last = time.monotonic() - start, of(), threads(pid)
    used = [(last[t] - first.get(t, 0)) / wall for t in last]
    answers = [u for u in used if u < LEARNS]
    return [(b - a) / wall for a, b in zip(before, after)] + [sum(answers), sum(used) - sum(answers), page.js("return window.drawn") / wall]


def curves(seconds=30):
    kind, lines, about = next(k for k in kinds() if k[0] == "table, shop")  # takes longest
    random.Random(1).shuffle(lines)
    print("| | browser | of that, the page | server beside learning | learning | updates a second |\n|---|---|---|---|---|---|")
    with serve("--learn-seconds", "600") as (address, pid), Browser(logs=False) as page:
        row = lambda name, f: print(f"| {name} | {f[0]:.1%} | {f[1]:.1%} | {f[2]:.2%} | {f[3]:.1%} | {f[4]:.1f} |", flush=True)
        page.open(f"{address}/#/teach")
        page.find(".teach")
        time.sleep(WARM)
        row("nothing is learned", cpu(page, pid, seconds))
        page.js(WATCH, "\n".join(lines), about)
        page.find(".working .curve")
        time.sleep(WARM)
        row("learning", cpu(page, pid, seconds))


# ---- derivations

def fit(model, scenes, questions, n=40):
    with open(questions, encoding="utf-8") as file:
        asked = json.load(file)["questions"]
    random.Random(1).shuffle(asked)
    asked.sort(key=lambda q: -len(q["question"].split()))
    step = max(1, len(asked) // n)
    chosen = asked[::step][:n]  # of every length
    fitting = 0
    with serve(model, "--scenes", scenes) as (address, _), Browser(1366, 768) as page:
        page.resize(1366, 768)
        name = os.path.basename(model).split(".")[0]
        for q in chosen:
            page.open("about:blank")
            page.open(f"{address}/#/ask?" + urllib.parse.urlencode({"model": name, "q": q["question"], "scene": q["image_index"]}))
            page.find(".viewer .tile")
            found = page.js("""const box = document.querySelector(".viewer .tree").closest(".scroll") || document.querySelector(".viewer .tree").parentElement;
                return [box.scrollWidth, box.clientWidth, document.documentElement.scrollWidth,
                        parseFloat(getComputedStyle(document.querySelector(".viewer .tile")).fontSize),
                        document.querySelector(".viewer .tile").getBoundingClientRect().height]""")
            fine = found[0] <= found[1] + 1 and found[2] <= 1366
            fitting += fine
            print(f"{'fits' if fine else 'TOO WIDE'} {len(q['question'].split())} words {found}", flush=True)
    print(f"{fitting} of {len(chosen)} fit 1366 pixels")


if __name__ == "__main__":
    command, *rest = sys.argv[1:] or ["--help"]
    run = {"learn": learn, "paste": paste, "curves": curves, "fit": fit}.get(command)
    if not run:
        sys.exit(__doc__)
    run(*(int(a) if a.isdigit() else a for a in rest))
