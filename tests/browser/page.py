"""Pages that need no server, opened from disk in a real browser: they answer as the command does.

    page.py PAGE FOLDER      the page of `make wasm`; a folder with what tests/cli/page.sh made
"""
import base64
import json
import os
import sys

from harness import check, main, same, test

PAGE = "file://" + os.path.abspath(sys.argv[1])
FOLDER = os.path.abspath(sys.argv[2])
FIVE = [line.rstrip("\n").split("\t") for line in open(os.path.join(FOLDER, "five.tsv"))]
UNSEEN = "run and jump twice"


def said(name):
    """What the command says: one object a line."""
    with open(os.path.join(FOLDER, name)) as lines:
        return [json.loads(line) for line in lines]


def state(page):
    return page.find(".teach").attribute("data-state")


def until(page, *wanted):
    page.wait(lambda: state(page) in wanted, lambda: f"{wanted}, not {state(page)}: {page.find('.learned').text}")


def fresh(page, address=PAGE):
    """The page as whoever opens it for the first time has it."""
    page.open(address)
    page.find("main > *")
    page.js("localStorage.clear()")
    page.open("about:blank")
    page.open(address)
    page.find("main > *")


def answer(page):
    return " ".join(el.attribute("title") for el in page.all(".answer-line .action"))


def asked(page, model, sentence, scene=None):
    """What the page's own request for an explanation gives."""
    return page.js("return g2l2.api.explain(...arguments)", model, sentence, scene)


def teach(page):
    for sentence, result in FIVE:
        page.find(".lines tbody tr:last-child textarea").type(sentence)
        page.find(".lines tbody tr:nth-last-child(2) td:nth-child(2) textarea").type(result)
    until(page, "learned", "estimated")


def catch(page, press):
    """The file that the page would save: (name, bytes)."""
    page.js("""window.caught = null;
        HTMLAnchorElement.prototype.click = function () {
            const name = this.download;
            const read = new FileReader();
            read.onload = () => { window.caught = [name, read.result.replace(/^[^,]*,/, "")]; };
            read.readAsDataURL(window.blobs.get(this.href));
        };
        window.blobs = new Map();
        const make = URL.createObjectURL.bind(URL);
        URL.createObjectURL = (blob) => { const url = make(blob); window.blobs.set(url, blob); return url; };""")
    press()
    name, data = page.wait(lambda: page.js("return window.caught"), "a file to be saved")
    return name, base64.b64decode(data)


def near(found, wanted):
    return abs(found - wanted) < 1e-6


def compare(page, model, rows):
    for row in rows:
        trace = asked(page, model, row["sentence"], row.get("scene"))
        same(trace["result"], row["result"], f"“{row['sentence']}” as {model}")
        check(row["result"] is None or near(trace["confidence"], row["confidence"]),
              f"“{row['sentence']}”: confidence {trace['confidence']}, not {row['confidence']}")
        check(row["result"] is not None or trace["reason"] == row["reason"], f"“{row['sentence']}”: {trace['reason']}")


# ---- the page of `make wasm`

@test("page: five lines from disk, without a server, teach a sentence that is not among them")
def five(page):
    fresh(page)
    until(page, "empty")
    teach(page)
    page.find(".try .sentence").type(UNSEEN)
    page.until(lambda: answer(page), said("five.jsonl")[0]["result"], f"“{UNSEEN}”")
    compare(page, "mine", said("five.jsonl"))


@test("page: a model that was learned there is saved for the command")
def save_model(page):
    name, model = catch(page, lambda: page.find(".learned a", "Save the model").click())
    same(name, "mine.g2l2", "its name")
    with open(os.path.join(FOLDER, "saved.g2l2"), "wb") as file:
        file.write(model)


@test("page: an entry is changed in a draft, and what is refused says why")
def edit(page):
    text = page.js("return g2l2.api.lexiconText('mine')")
    check("repeat(x, 2)" in text, f"the lexicon: {text}")
    page.js("return g2l2.api.draft('mine', arguments[0])", text.replace("repeat(x, 2)", "repeat(x, 3)"))
    same(asked(page, "mine*", "jump twice")["result"], "JUMP JUMP JUMP", "the draft")
    same(asked(page, "mine", "jump twice")["result"], "JUMP JUMP", "the model")
    refused = page.js("return g2l2.api.draft('mine', 'domain nav\\nwalk => V : ?').catch((e) => [e.status, e.line])")
    same(refused, [422, 2], "an entry that is none")


@test("page: what is given up while it is learned leaves what was learned before")
def give_up(page):
    found = page.js("""const abort = new AbortController();
        let seed = 7;
        const of = (n) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0, (seed >>> 20) % n);
        const nonsense = () => ({ sentence: `w${of(9)} w${of(9)} w${of(9)} w${of(9)}`, result: `A${of(4)} A${of(4)}` });
        const lesson = { model: "other", examples: Array.from({ length: 300 }, nonsense) };
        const learned = g2l2.api.learn(lesson, abort.signal).then(() => "learned", (e) => e.name);
        return new Promise((done) => setTimeout(done, 100)).then(() => { abort.abort(); return learned; });""")
    same(found, "AbortError", "a lesson that was given up")
    same(page.js("return g2l2.api.models().then((all) => all.models.map((m) => m.name))"), ["mine", "mine*"], "the models")
    same(asked(page, "mine*", "jump twice")["result"], "JUMP JUMP JUMP", "the draft")
    compare(page, "mine", said("five.jsonl"))


@test("page: a copy of the page has the lines, what was learned and what was changed")
def copy(page):
    name, html = catch(page, lambda: page.find("#g2l2-save button").click())
    same(name, "g2l2.html", "its name")
    with open(os.path.join(FOLDER, "copy.html"), "wb") as file:
        file.write(html)
    fresh(page, "file://" + os.path.join(FOLDER, "copy.html"))
    until(page, "learned", "estimated")
    same(page.js("return [...document.querySelectorAll('.lines tbody tr')].map((r) => r.querySelector('textarea').value)"),
         [sentence for sentence, _ in FIVE] + [""], "the lines")
    same(answer(page), said("five.jsonl")[0]["result"], f"“{UNSEEN}”")
    same(asked(page, "mine*", "jump twice")["result"], "JUMP JUMP JUMP", "the draft")
    _, again = catch(page, lambda: page.find("#g2l2-save button").click())
    same(len(again), len(html), "the length of a copy of the copy")


# ---- pages of `g2l2 export`

@test("page: an exported page answers as the command does")
def exported(page):
    fresh(page, "file://" + os.path.join(FOLDER, "both.html"))
    check(page.address().split("#")[-1].startswith("/ask") or "#" not in page.address(), f"the first view: {page.address()}")
    compare(page, "five", said("five.jsonl"))
    compare(page, "shelf", said("shelf.jsonl"))
    tested = page.js("return g2l2.api.test({ model: 'five' })")
    same(tested["correct"], len(FIVE), "tests that are right")


@test("page: its explorer is that of the server")
def explorer(page):
    page.open("file://" + os.path.join(FOLDER, "both.html") + "#/ask?model=shelf&q=how+many+plates%3F&scene=7")
    wanted = next(row for row in said("shelf.jsonl") if row["scene"] == 7)
    page.find("main", str(wanted["result"]))
    page.find(".stage svg")
    name, picture = catch(page, lambda: page.find("a", "SVG").click())
    same(name, "how-many-plates-.svg", "the name of the picture")
    check(picture.lstrip().startswith(b"<svg") or b"<svg" in picture[:200], "it is no picture")
    for view in ("chart", "lexicon", "compare", "teach"):
        page.find(f"nav [data-view={view}]").click()
        page.find(f"main > .{'chart-view' if view == 'chart' else view}")


main("file://" + FOLDER)
