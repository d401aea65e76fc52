"""The explorer in a real browser: every view, by mouse and by keyboard, large and small, light and
dark. Prints `ok NAME` or `not ok NAME: why`, as the other tests do.

    explorer.py ADDRESS FOLDER      a server with the models `scan`, `shelf`, `open` and `sums`; pages of
                                    `explain --format html` in FOLDER
"""
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

from driver import WAIT, Wrong
from harness import check, main, same, test

BASE, FOLDER = sys.argv[1].rstrip("/"), sys.argv[2]
COMMAND = "jump around left twice and walk"
QUESTION = "is there a full cup below the plate?"


def go(page, view, wait, **state):
    """A view, as a link to it would open it."""
    page.open("about:blank")
    page.open(f"{BASE}/#/{view}?{urllib.parse.urlencode(state)}")
    return page.find(wait)


def result(page):
    """The actions of the result that is shown, or its text."""
    return [el.attribute("title") for el in page.all(".result .action")] or "".join(el.text for el in page.all(".result-text"))


def ask(method, path, body=None):
    """The server itself, past the page."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=WAIT) as answer:
        return answer.read().decode()


def text_of(model):
    return ask("GET", "/v1/lexicon?" + urllib.parse.urlencode({"model": model, "format": "text"}))


def no_draft(page, model):
    """Whatever the tests before this one did."""
    if page.address().startswith(BASE):
        page.js("localStorage.removeItem(`g2l2.draft ${arguments[0]}`)", model)
    try:
        ask("DELETE", "/v1/draft", {"model": model})
    except urllib.error.HTTPError as error:
        check(error.code == 404, f"the draft cannot be deleted: {error}")


# ---- ask

@test("explorer: a first visit explains itself and shows an example")
def first(page):
    page.open(BASE + "/")
    page.find(".intro h2", "What am I looking at?")
    page.find(".result-text")
    page.wait(lambda: "q=" in page.address(), lambda: f"a sentence in the address {page.address()}")
    page.find(".intro .close").click()
    page.gone(".intro")
    page.open("about:blank")
    page.open(BASE + "/")
    page.find(".result-text")
    page.gone(".intro")


@test("explorer: a command, its result and its derivation")
def command(page):
    go(page, "ask", ".result-text", model="scan", q=COMMAND)
    page.until(lambda: result(page), ["I_TURN_LEFT", "I_JUMP"] * 8 + ["I_WALK"], "result")
    page.find(".result .confidence", "100%")
    page.until(lambda: len(page.all(".tile")), 11, "nodes")
    page.until(lambda: len(page.all(".tree-word")), 6, "words")
    page.until(lambda: page.find(".program").text, "concat(repeat(repeat(concat(I_TURN_LEFT(), I_JUMP()), 4), 2), I_WALK())", "program")
    page.until(lambda: len(page.all(".steps .step")), 4, "steps")
    page.find("svg.walk")


def lit(page, selector):
    return [el.text.split("\n")[0] for el in page.all(selector + ".lit")]


@test("explorer: what belongs together lights up together")
def linked(page):
    go(page, "ask", ".tile", model="scan", q=COMMAND)
    page.hover(page.find(".tree-word", "twice"))
    page.until(lambda: lit(page, ".tree-word"), ["twice"], "words")
    page.until(lambda: [t.text for t in page.all(".token.lit")], ["repeat(", ", 2)"], "pieces of the program")
    page.hover(page.find(".token", "I_WALK()"))
    page.until(lambda: lit(page, ".tree-word"), ["walk"], "words of a piece")
    page.hover(page.all(".step")[1])
    page.until(lambda: lit(page, ".tree-word"), ["jump", "around", "left"], "words of a step")
    page.until(lambda: lit(page, ".tile"), ["V"], "the node of a step")
    page.until(lambda: len(page.all(".stage .action")), 8, "actions on the stage")


@test("explorer: a node tells about itself, folds and unfolds")
def node(page):
    go(page, "ask", ".tile", model="scan", q=COMMAND)
    page.find('.tile[aria-label^="around:"]').click()
    page.find(".details", "takes a V\\V on its right, then an action on its left")
    page.find(".details", "λf.λx. repeat(f(x), 4)")
    page.find('.tile[aria-label^="around left:"]').click()
    page.find(".details", "“around” takes “left” on its right.")
    page.press("space")
    page.until(lambda: page.focused().attribute("aria-expanded"), "false", "expanded")
    page.until(lambda: len([t for t in page.all(".tile") if t.call("GET", "/displayed")]), 9, "nodes that are shown")
    page.find("button.text", "Unfold").click()
    page.until(lambda: len([t for t in page.all(".tile") if t.call("GET", "/displayed")]), 11, "nodes after unfolding")


@test("explorer: the replay goes step by step")
def replay(page):
    go(page, "ask", ".replay-controls", model="scan", q=COMMAND)
    page.find(".replay-controls .first").click()
    page.find(".replay-count", "step 1 of 4")
    page.until(lambda: len(page.all(".stage .action")), 2, "actions of step 1")
    page.press("right")
    page.find(".replay-count", "step 2 of 4")
    page.press("end")
    page.find(".replay-count", "step 4 of 4")
    page.js("""window.counts = []; const count = document.querySelector('.replay-count');
        new MutationObserver(() => counts.push(count.textContent)).observe(count, { childList: true })""")
    page.press("space")
    page.until(lambda: page.js("return counts"), [f"step {i} of 4" for i in (1, 2, 3, 4)], "steps that were played")
    page.gone(".play.on")
    toggled = page.js("""const play = document.querySelector('.play');
        return [0, 1].map(() => { play.click(); return play.classList.contains('on'); })""")
    same(toggled, [True, False], "play, and pause")


@test("explorer: a very long result")
def long(page):
    go(page, "ask", ".result-text", model="scan", q="jump" + " thrice" * 6)
    page.find(".result-text", "729 in all")
    check(len(page.all(".action")) < 1200, "all actions are listed everywhere")


@test("explorer: a question, its scene, and the objects of each step")
def question(page):
    go(page, "ask", ".result-text", model="shelf", q=QUESTION, scene=1)
    page.until(lambda: result(page), "yes", "result")
    page.until(lambda: len(page.all(".scene .object")), 3, "objects in the picture")
    page.until(lambda: len(page.all(".thumbnail svg")), 5, "pictures to choose from")
    page.all(".step")[3].click()
    page.find(".step[aria-current]", "relate")
    page.until(lambda: [m.attribute("data-mark") for m in page.all(".mark.meant")], ["1"], "objects that are meant")
    page.until(lambda: [m.attribute("data-mark") for m in page.all(".mark.used")], ["2"], "objects it was found from")
    page.until(lambda: len(page.all(".scene .link")), 1, "arrows")
    page.hover(page.find('.tile[aria-label^="plate:"]'))
    page.until(lambda: [m.attribute("data-mark") for m in page.all(".mark.meant")], ["2"], "the object marked as the plate")
    page.find(".strip .forward").click()
    page.wait(lambda: "scene=2" in page.address(), "the next scene in the address")
    page.find(".strip-label", "Scene 2 · ")


@test("explorer: objects in the words of the model, and into the question by a click")
def described(page):
    go(page, "ask", ".result-text", model="shelf", q="how many books?", scene=3)
    page.until(lambda: len(page.all(".scene .object")), 4, "objects in the picture")
    page.hover(page.find('.scene [data-object="0"]'))
    page.find(".described", "1: the red book")
    page.find("input.sentence").fill("how many")
    page.find('.scene [data-object="1"]').click()
    typed = lambda: page.js("return document.querySelector('input.sentence').value")
    page.until(typed, "how many the blue plate", "question")
    page.find("form.compose button.primary").click()
    page.until(lambda: result(page), "1", "result")
    page.find("details.inventory summary").click()
    page.find("button.say", "the red plate").click()
    page.until(typed, "how many the blue plate the red plate", "question")


@test("explorer: what competes stands side by side")
def competing(page):
    go(page, "ask", ".readings", model="open", q="jump and walk twice")
    page.until(lambda: len(page.all(".readings li")), 4, "readings")
    page.until(lambda: len(page.all(".rival")), 2, "derivations side by side")
    page.until(lambda: page.find(".program-card .program").text, "concat(I_JUMP(), repeat(I_WALK(), 2))", "program")
    page.all(".segments button")[1].click()
    page.until(lambda: page.find(".program-card .program").text, "repeat(concat(I_JUMP(), I_WALK()), 2)", "program of the second")


@test("explorer: a word that was never learned can be corrected")
def spelling(page):
    go(page, "ask", ".trouble", model="scan", q="jump twyze")
    page.find(".trouble", "The word twyze was never learned.")
    page.find(".trouble .chip", "twice").click()
    page.find(".result-text")
    page.until(lambda: result(page), ["I_JUMP", "I_JUMP"], "result")
    go(page, "ask", ".trouble", model="scan", q="walk and and jump")
    page.find(".missing li", "still needs")
    page.until(lambda: len(page.all(".trouble .part")), 3, "parts that are understood")
    page.find(".repairs li", "without 'and'")
    page.find(".repairs .chip", "walk and jump").click()
    page.until(lambda: result(page), ["I_WALK", "I_JUMP"], "result of a repaired sentence")


@test("explorer: a click on a word that was never learned teaches it, without examples")
def liken(page):
    no_draft(page, "scan")
    page.open(f"{BASE}/#/ask?model=scan&q=hop+twice")
    page.find(".unknown-word", "hop").click()
    page.find(".liken .primary")
    page.js("""const [how, word] = document.querySelectorAll(".liken select");
        how.value = "new"; word.value = "jump";""")
    page.find('.liken optgroup[label="complete: an action"]')
    page.find(".liken .primary").click()
    page.find(".ask .result-text", "HOP")
    check("model=scan*" in urllib.parse.unquote(page.address()), f"the draft is not asked: {page.address()}")
    page.open(f"{BASE}/#/ask?model=scan*&q=leap+and+hop")
    page.find(".unknown-word", "leap").click()
    page.find(".liken .primary")
    page.js("document.querySelectorAll('.liken select')[1].value = 'twice'")
    page.find(".liken .primary").click()
    page.find(".trouble", "Not understood")
    page.open(f"{BASE}/#/ask?model=scan*&q=hop+leap")
    page.find(".ask .result-text", "HOP")
    ask("DELETE", "/v1/draft", {"model": "scan"})
    page.open(f"{BASE}/#/ask?model=scan&q=hop+twice")
    page.find(".trouble .unknown-word")


@test("explorer: a link keeps the step and the cell")
def places(page):
    go(page, "ask", ".step", model="scan", q="jump twice and walk left")
    page.all(".step")[0].click()
    page.wait(lambda: "step=0" in page.address(), lambda: f"a step in {page.address()}")
    address = page.address()
    page.open("about:blank")
    page.open(address)
    page.find('.step[data-step="0"][aria-current="step"]')
    page.find(".replay-controls .forward").click()
    page.wait(lambda: "step=1" in page.address(), lambda: f"a step in {page.address()}")
    go(page, "chart", ".cell", model="scan", q="jump twice and walk left")
    page.find('.cell[data-cell="0 2"]').click()
    page.wait(lambda: "cell=0-2" in page.address(), lambda: f"a cell in {page.address()}")
    address = page.address()
    page.open("about:blank")
    page.open(address)
    page.find('.cell[data-cell="0 2"][aria-selected="true"]')
    go(page, "chart", ".cell", model="scan", q="jump twice", cell="7-9")
    page.find('.cell[data-cell="0 2"][aria-selected="true"]')


@test("explorer: a draft and its way back survive a reload, and a server that forgot it")
def kept(page):
    no_draft(page, "scan")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    page.find('tr[data-entry="twice"] .pencil').click()
    page.find(".entry-form [name=program]").fill("\\x. repeat(x, 3)")
    page.find(".entry-form .primary").click()
    page.find("tr.changed")
    page.open("about:blank")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    page.find(".draft-card .text", "Undo (1)")
    page.find("tr.changed")
    ask("DELETE", "/v1/draft", {"model": "scan"})
    page.open("about:blank")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    page.find("tr.changed")
    page.find(".draft-card .text", "Undo (1)").click()
    page.gone("tr.changed")
    page.find(".draft-card .text", "Discard").click()
    page.find(".effect", "Nothing is changed yet")


@test("explorer: drafts have names, and are opened elsewhere by a link or from a file")
def named(page):
    no_draft(page, "scan")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    page.find('tr[data-entry="twice"] .pencil').click()
    page.find(".entry-form [name=program]").fill("\\x. repeat(x, 3)")
    page.find(".entry-form .primary").click()
    page.find("tr.changed", "3")
    page.find(".draft-card .narrow").fill("three times")
    page.find(".draft-card form button", "Keep").click()
    page.find(".draft-card select", "three times")
    page.find(".draft-card .text", "Link").click()
    address = page.js("return document.querySelector('.draft-card input[readonly]').value")
    text = text_of("scan*")
    no_draft(page, "scan")
    page.js("localStorage.clear()")
    page.open("about:blank")
    page.open(address)
    page.find("tr.changed", "repeat(x, 3)")
    same(sorted(text_of("scan*").split("\n")), sorted(text.split("\n")), "the draft of the link")
    check("draft=" not in page.address(), "a reload would open it again")
    page.find(".draft-card .text", "Undo (1)").click()
    page.gone("tr.changed")
    page.js("""const data = new DataTransfer(), input = document.querySelector(".draft-card input[type=file]");
        data.items.add(new File([arguments[0]], "three.lexicon"));
        input.files = data.files;
        input.dispatchEvent(new Event("change"));""", text.replace("repeat(x, 3)", "repeat(x, 4)"))
    page.find("tr.changed", "repeat(x, 4)")
    page.js("""const data = new DataTransfer(), input = document.querySelector(".draft-card input[type=file]");
        data.items.add(new File(["nothing of the kind"], "three.lexicon"));
        input.files = data.files;
        input.dispatchEvent(new Event("change"));""")
    page.find(".draft-card .failure")
    page.find("tr.changed", "repeat(x, 4)")
    page.find(".draft-card .text", "Discard").click()
    page.find(".effect", "Nothing is changed yet")


@test("explorer: a long derivation fits a laptop's window, and is saved alone")
def fits(page):
    page.resize(1366, 768)
    for q in ("jump around left twice and walk opposite right thrice", "look around right thrice after run around left twice"):
        go(page, "ask", ".derivation .tile", model="scan", q=q)
        wide = page.js("const t = document.querySelector('.derivation .tree'); return [t.scrollWidth, t.clientWidth]")
        check(wide[0] <= wide[1], f"the derivation of {q!r} is {wide[0]} wide where {wide[1]} are free")
    address = [a.attribute("href") for a in page.all(".save a") if "derivation=1" in a.attribute("href")]
    same(len(address), 2, "links to the derivation alone")
    check(ask("GET", address[0]).startswith("<svg"), "the derivation is no SVG")
    check("\\begin{tabular}" in ask("GET", address[1]), "the derivation is no LaTeX")
    page.resize(1280, 900)


@test("explorer: a lesson that is called like a model of a file is learned beside it")
def beside(page):
    go(page, "teach", ".teach")
    page.find(".starts .chip", "SCAN").click()
    page.find(".teach-status", "all explained")
    check("scan-taught" in page.find(".learned a", "Open in the explorer").attribute("href"), "it has the name of the file's model")
    page.open("about:blank")  # which asks about the lesson no more
    ask("DELETE", "/v1/learn", {"model": "scan-taught"})


@test("explorer: what a sentence says is text")
def hostile(page):
    go(page, "ask", ".trouble", model="scan", q="<img src=x onerror=alert(1)> <b>jump</b>")
    page.find("mark.unknown", "<img")
    same(len(page.all("main img, main b i, main script")), 0, "elements made of text")


# ---- chart

@test("explorer: the chart shows what competes for a span")
def chart(page):
    go(page, "chart", ".cell", model="scan", q=COMMAND)
    page.until(lambda: len(page.all(".cell")), 21, "cells")
    page.find(".cell-panel h2", COMMAND)
    page.find('[data-cell="0 3"]').click()
    page.find(".cell-panel h2", "“jump around left”")
    page.find(".competing .category", "V")
    page.find(".competing", "made in one way")
    page.press("down")
    page.find(".cell-panel h2", "“jump around”")
    page.find(".cell-panel", "Nothing")


def lines(page, which):
    return sorted(tuple(line.attribute(f"data-{end}") for end in ("from", "to")) for line in page.all(f".chart-lines {which}"))


@test("explorer: lines lead from the cells of a chart to those they are made of")
def chart_lines(page):
    go(page, "chart", ".cell", model="scan", q="jump left twice")
    made = [("0 2", "0 1"), ("0 2", "1 2"), ("0 3", "0 2"), ("0 3", "2 3")]
    page.until(lambda: lines(page, "line"), made, "lines")
    page.until(lambda: lines(page, ".on"), made, "lines of what is chosen")
    page.find('[data-cell="0 2"]').click()
    page.until(lambda: lines(page, ".on"), made[:2], "lines of another cell")
    ends = page.js("""const at = (cell) => document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect();
        return [...document.querySelectorAll(".chart-lines line")].every((line) => {
            const box = line.getBoundingClientRect(), from = at(line.dataset.from), to = at(line.dataset.to);
            const within = (x) => x >= Math.min(from.left, to.left) && x <= Math.max(from.right, to.right);
            return Math.abs(box.top - from.bottom) < 2 && Math.abs(box.bottom - to.top) < 2 && within(box.left) && within(box.right);
        });""")
    check(ends, "lines that end beside their cells")
    go(page, "chart", ".cell", model="scan", q="jump around left twice and walk opposite right thrice")
    whole = page.js("const box = document.querySelector('.chart .scroll'); return box.scrollWidth <= box.clientWidth")
    check(whole, "a chart of nine words has to be scrolled")


# ---- lexicon

def entries(page):
    return [tr.attribute("data-entry") for tr in page.all("tr[data-entry]")]


@test("explorer: the lexicon is searched, filtered and sorted")
def lexicon(page):
    go(page, "lexicon", "tr[data-entry]", model="shelf")
    every = len(entries(page))
    check(every > 20, f"only {every} entries")
    page.find("input[type=search]").type("relate")
    page.until(lambda: sorted(set(entries(page))), ["above", "below"], "words found by their program")
    check("find=relate" in page.address(), "the search is not in the address")
    page.find("input[type=search]").fill("cup")
    page.until(lambda: sorted(entries(page)), ["cup", "cups"], "words found by word")
    page.find(".concepts", "opposite")
    page.find(".concepts", "color")
    page.find("td.example a").click()
    page.find(".result-text, .trouble")
    check("#/ask" in page.address(), "an example is not asked")
    go(page, "lexicon", "tr[data-entry]", model="scan")
    page.js("const s = document.querySelector('[aria-label=order]'); s.value = 'category'; s.dispatchEvent(new Event('change'))")
    page.until(lambda: entries(page)[0], "after", "first by category")
    page.js("const s = document.querySelector('[aria-label=\"only this category\"]'); s.value = 'V'; s.dispatchEvent(new Event('change'))")
    page.until(lambda: sorted(entries(page)), ["jump", "look", "run", "turn", "walk"], "entries that are V")


def row(page, word, button):
    page.find(f'tr[data-entry="{word}"] .{button}').click()


@test("explorer: an entry is changed, tried, and taken back")
def edit(page):
    no_draft(page, "scan")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    row(page, "twice", "pencil")
    page.find(".entry-form [name=category]").fill("V\\V\\V\\")
    page.find(".entry-form .primary").click()
    page.find(".below .failure")
    page.find(".entry-form [name=category]").fill("V\\V")
    page.find(".entry-form [name=program]").fill("\\x. repeat(x, 3)")
    page.find(".entry-form .primary").click()
    page.find(".effect b.worse")
    page.find(".effect", "100% →")
    page.find(".changes summary", "examples changed: the first 4 of")
    page.until(lambda: len(page.all(".changes li")), 4, "changes that are shown")
    page.find(".changes button", "Show more").click()
    page.until(lambda: len(page.all(".changes li")), 24, "changes that are shown then")
    page.find('tr.changed[data-entry="twice"]')
    exported = page.js("return fetch(document.querySelector('a[download]').href).then((r) => r.text())")
    check("twice => V\\V : \\x. repeat(x, 3)" in exported, "the export has the old entry")
    row(page, "jump", "lock")
    page.find('tr[data-entry="jump"] .tag', "locked")
    row(page, "walk", "remove")
    page.gone('tr[data-entry="walk"]')
    for left in (2, 1):
        page.find(".draft-card .text", f"Undo ({left + 1})").click()
        page.find(".draft-card .text", f"Undo ({left})")
    page.find('tr[data-entry="walk"]')
    page.find(".draft-card .text", "Undo (1)").click()
    page.find(".effect", "no difference")


@test("explorer: a draft that was changed elsewhere is shown, not overwritten; what fails is told")
def elsewhere(page):
    no_draft(page, "scan")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    row(page, "jump", "lock")
    page.find('tr[data-entry="jump"] .tag', "locked")
    ask("PUT", "/v1/draft", {"model": "scan", "lexicon": text_of("scan*").replace("twice => ", "zwei => ")})
    row(page, "walk", "remove")
    page.find(".draft-card .failure", "changed elsewhere")
    page.find('tr[data-entry="zwei"]')
    page.find('tr[data-entry="walk"]')
    row(page, "walk", "lock")
    page.find('tr[data-entry="walk"] .tag', "locked")
    page.js("const real = window.fetch; window.fetch = (a, b) => b && b.method === 'PUT' ? Promise.reject(new Error()) : real(a, b)")
    page.find(".draft-card .text", "Undo (1)").click()
    page.find(".draft-card .failure", "The server does not answer")
    page.find(".draft-card .text", "Undo (1)")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    page.find('tr[data-entry="zwei"]')
    no_draft(page, "scan")
    page.find(".switch", "Edit").click()
    page.gone(".draft-card")
    page.find(".switch", "Edit").click()
    page.find(".draft-card .effect", "Nothing is changed yet")
    page.find('tr[data-entry="twice"]')


@test("explorer: an entry is added, and sentences of one's own are tried")
def add(page):
    no_draft(page, "scan")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    page.find(".add").click()
    for name, value in (("word", "hop"), ("category", "V"), ("program", "I_JUMP()")):
        page.find(f".entry-form [name={name}]").fill(value)
    page.find(".entry-form .primary").click()
    page.find('tr[data-entry="hop"] .tag', "locked")
    page.find(".draft-card summary", "Test sentences of your own").click()
    page.find(".draft-card textarea").type("hop twice => I_JUMP I_JUMP")
    page.find(".draft-card button", "Try them").click()
    page.find(".effect", "0% → 100%")
    go(page, "ask", ".result-text", model="scan*", q="hop twice")
    page.until(lambda: result(page), ["I_JUMP", "I_JUMP"], "result of the draft")


@test("explorer: what is typed and opened beside a draft stays while the draft changes")
def stays(page):
    no_draft(page, "scan")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    page.find(".draft-card summary", "Test sentences of your own").click()
    page.find(".draft-card textarea").type("jump => I_JUMP")
    page.js("window.seen = [...document.querySelectorAll('.draft-card, .draft-card .text, .draft-card details, .draft-card textarea')]")
    page.js("document.querySelector('tr[data-entry=\"jump\"] .lock').click()")
    page.find(".draft-card .text", "Undo (1)")
    page.find(".effect", "100% → 100%")
    same(page.js("return seen.length >= 6 && seen.every((el) => el.isConnected)"), True, "the same elements")
    same(page.js("return [document.activeElement.tagName, document.activeElement.value, seen[0].querySelector('details').open]"),
         ["TEXTAREA", "jump => I_JUMP", True], "what has the focus, its text, and whether it is open")


def hold(page, part):
    """Keep answers to requests of addresses with this part back, until they are let go."""
    page.js("""const [part] = arguments, real = window.fetch;
        window.held = [];
        window.fetch = (address, options) => String(address).includes(part)
            ? new Promise((done) => held.push(() => real(address, options).then(done))) : real(address, options)""", part)


def let_go(page):
    page.js("return Promise.all(held.map((go) => go())).then(() => new Promise((done) => setTimeout(done, 300)))")


def held(page, n):
    page.until(lambda: page.js("return held.length"), n, "answers that are held back")


@test("explorer: an answer that comes late does not take the place of what was asked since")
def late(page):
    no_draft(page, "scan")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    hold(page, "/v1/test")
    row(page, "jump", "lock")
    held(page, 1)
    page.find(".switch", "Edit").click()
    page.gone(".draft-card")
    let_go(page)
    same(len(page.all(".draft-card")), 0, "cards of a draft that is not edited")
    hold(page, "/v1/lexicon?model=open")
    page.js("g2l2.app.go({ model: 'open' })")
    held(page, 1)
    page.js("g2l2.app.go({ model: 'sums' })")
    page.find('tr[data-entry="plus"]')
    let_go(page)
    same("plus" in entries(page), True, "whether the lexicon of the last model is shown")
    go(page, "compare", ".verdict", model="scan", other="scan*", q="jump")
    hold(page, "/v1/test")
    page.find("button", "Run both").click()
    held(page, 1)
    page.js("g2l2.app.go({ other: 'open' })")
    page.find(".compare", "How often each is right")
    let_go(page)
    same(len(page.all(".scores")), 0, "results of models that are not shown")


@test("explorer: entries that name something seen, with what it looks like")
def concepts(page):
    no_draft(page, "shelf")
    go(page, "lexicon", ".draft-card", model="shelf", edit=1)
    row(page, "above", "remove")
    page.gone('tr[data-entry="above"]')
    page.find(".effect b.worse")
    page.find(".draft-card .text", "Undo (1)").click()
    page.find('tr[data-entry="above"]')
    page.find(".add").click()
    for name, value in (("word", "mug"), ("category", "objset"), ("program", "filter(scene(), ?)")):
        page.find(f".entry-form [name={name}]").fill(value)
    page.find(".entry-form .primary").click()
    page.find(".below .failure", "needs a line")
    page.find(".entry-form [name=like]").fill("cup")
    page.find(".entry-form .primary").click()
    page.find('tr[data-entry="mug"]')
    go(page, "ask", ".result-text", model="shelf*", q="is there a full mug below the plate?", scene=1)
    page.until(lambda: result(page), "yes", "result of the draft")
    go(page, "lexicon", ".draft-card", model="shelf", edit=1)
    page.find(".draft-card .text", "Discard").click()
    page.gone('tr[data-entry="mug"]')


@test("explorer: two models side by side, on a sentence and on the test file")
def compare(page):
    ask("PUT", "/v1/draft", {"model": "scan", "lexicon": text_of("scan") + "hop => V : I_JUMP()  1 locked\n"})
    go(page, "compare", ".compare-column", model="scan", other="scan*", q="hop twice")
    page.find(".compare-result.none", "unknown word")
    page.find("tr.differs", "hop")
    page.find(".verdict", "The results differ.")
    go(page, "compare", ".compare-column .tile", model="scan", other="scan*", q="jump twice")
    page.find(".verdict", "The results are the same.")
    page.find("button", "Run both").click()
    page.find(".scores tr:nth-child(2)", "100%")
    go(page, "compare", ".compare-column .tile", model="scan", other="open", q="jump twice")
    page.find("button", "Run both").click()
    page.find(".listed", ": the first 100.")
    page.find(".listed button", "Show more").click()
    page.wait(lambda: len(page.all(".compare tbody tr")) > 200, "more than 200 rows of differences")
    page.gone(".listed button")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    page.find(".draft-card .text", "Discard").click()
    page.gone('tr[data-entry="hop"]')


@test("explorer: a model of means, and one that was written by hand, without empty columns and cards")
def means(page):
    go(page, "ask", ".result-text", model="sums", q="one plus two times three")
    page.find(".derivation .of", "the best of 2")
    page.find(".means", "Each part has one mean value")
    same(len(page.all(".stage-card")), 0, "cards without content")
    go(page, "lexicon", "tr[data-entry]", model="sums")
    page.until(lambda: [el.text for el in page.all(".lexicon-table th")], ["Word", "Category", "Program", "Share"], "columns")
    go(page, "lexicon", "tr[data-entry]", model="shelf")
    page.until(lambda: len(page.all(".lexicon-table th")), 6, "columns of a model that knows of uses")


@test("explorer: what is asked stands in one line")
def aligned(page):
    for view, wait, boxes in (("ask", ".result-text", ".compose-line select, .compose-line input, .compose-line button"),
                              ("lexicon", "tr[data-entry]", ".lexicon-tools select, .lexicon-tools input")):
        go(page, view, wait, model="scan", q=COMMAND)
        feet = page.js("return [...document.querySelectorAll(arguments[0])].map((e) => Math.round(e.getBoundingClientRect().bottom))", boxes)
        check(len(set(feet)) == 1, f"{view}: boxes end at {feet}")


# ---- everywhere

VIEWS = [("ask", ".tile", {"model": "shelf", "q": QUESTION, "scene": 1}), ("ask", ".trouble", {"model": "scan", "q": "jump twize and and"}),
         ("chart", ".cell", {"model": "scan", "q": COMMAND}), ("lexicon", "tr[data-entry]", {"model": "shelf"}),
         ("lexicon", ".draft-card", {"model": "scan", "edit": 1}), ("compare", ".compare-column .tile", {"model": "shelf", "q": QUESTION, "scene": 1})]


@test("explorer: a phone needs no sideways scrolling")
def phone(page):
    page.resize(390, 844, phone=True)
    go(page, "ask", ".result-text", model="shelf", q=QUESTION, scene=1)
    page.js("localStorage.removeItem('g2l2.intro')")
    go(page, "ask", ".result-text", model="shelf", q=QUESTION, scene=1)
    same(len(page.all(".intro")), 0, "explanations that nobody asked for")
    page.find(".intro-line button", "What am I looking at?").click()
    page.find(".intro", "learned from examples, or written by hand")
    check(page.find(".sign").call("GET", "/displayed"), "no legend")
    check(not page.find(".legend").text.count("back"), "keys on a phone")
    page.find(".intro .close").click()
    for view, wait, state in VIEWS:
        go(page, view, wait, **state)
        wide = page.js("return [document.documentElement.scrollWidth, innerWidth]")
        check(wide[0] <= wide[1], f"{view} is {wide[0]} wide in a window of {wide[1]}")
    page.resize(1280, 900)


def brightness(page, selector, name):
    numbers = page.find(selector).css(name).replace("rgba(", "").replace("rgb(", "").rstrip(")").split(",")[:3]
    return sum(float(n) for n in numbers) / 3


@test("explorer: light and dark, by the system and by hand")
def dark(page):
    for scheme, is_dark in (("dark", True), ("light", False)):
        page.prefer(color_scheme=scheme)
        go(page, "ask", ".result-text", model="scan", q=COMMAND)
        light = lambda name: brightness(page, "body", name)
        page.wait(lambda: (light("background-color") < 60 and light("color") > 180) if is_dark
                  else (light("background-color") > 220 and light("color") < 80), f"{scheme} colours")
    page.find("#theme").click()
    page.wait(lambda: brightness(page, "body", "background-color") < 60, "the button to make it dark")
    go(page, "lexicon", "tr[data-entry]", model="scan")
    page.wait(lambda: brightness(page, "body", "background-color") < 60, "dark to be remembered")
    page.find("#theme").click()


DRAWN = """const back = (el, part) => getComputedStyle(el, part).backgroundColor;
    const page = back(document.body), clear = "rgba(0, 0, 0, 0)";
    const seen = [...document.querySelectorAll(".icon:not(.theme):not(:disabled)")].filter((el) => el.checkVisibility());
    return [seen.length, seen.filter((el) => [page, clear].includes(back(el, "::before"))).length];"""


@test("explorer: where the system chooses the colours, icons, shares and what is chosen are still seen")
def forced(page):
    page.prefer(forced_colors="active")
    for view, wait, state in (VIEWS[0], VIEWS[4]):
        go(page, view, wait, **state)
        drawn, lost = page.js(DRAWN)
        check(drawn > 3 and not lost, f"{view}: {lost} of {drawn} icons are not seen")
        same(page.find("nav [aria-current]").css("outline-style"), "solid", "the mark of the view")
        same(page.all("nav a:not([aria-current])")[0].css("outline-style"), "none", "the mark of another one")
        bar = page.js("const el = document.querySelector('.bar'), of = (e) => getComputedStyle(e).backgroundColor;"
                      "return [of(el), of(el.firstChild)]")
        check(bar[0] != bar[1], f"a share is {bar[1]} on {bar[0]}")
    page.prefer()


@test("explorer: all of it without a mouse")
def keyboard(page):
    go(page, "ask", ".result-text", model="scan", q=COMMAND)
    page.press("/")
    page.until(lambda: page.focused().attribute("aria-label"), "command or question", "focus after /")
    page.press(*"walk thrice", "enter")
    page.until(lambda: result(page), ["I_WALK"] * 3, "result after Enter")
    page.press("escape", "[")
    page.press("tab")
    for _ in range(30):
        if page.focused().has("tile"):
            break
        page.press("tab")
    page.until(lambda: page.focused().attribute("data-node"), "2", "the node that Tab reaches")
    page.wait(lambda: page.focused().css("outline-style") != "none", "the focus to be seen")
    page.press("up", "right")
    page.until(lambda: page.focused().attribute("aria-label"), "thrice: V\\V", "focus after up and right")
    page.press("enter")
    page.find(".details h3", "“thrice”")
    page.press("2")
    page.find(".cell")
    page.press("3")
    page.find("tr[data-entry]")
    page.press("4")
    page.find(".compare-column")
    page.press("1")
    page.find(".tile")
    page.press("?")
    page.find(".intro")


@test("explorer: who wants no motion has none")
def motion(page):
    page.prefer(reduced_motion="reduce")
    tile = go(page, "ask", ".tile", model="scan", q=COMMAND)
    same(tile.css("transition-duration"), "0s", "transition")
    page.prefer()


# ---- explain --format html

@test("explain --format html: a page to explore, from a file")
def page_of_command(page):
    page.open(f"file://{FOLDER}/command.html")
    page.find(".page-sentence", COMMAND)
    page.until(lambda: len(page.all(".tile")), 11, "nodes")
    page.hover(page.find(".tree-word", "twice"))
    page.until(lambda: [t.text for t in page.all(".token.lit")], ["repeat(", ", 2)"], "pieces of the program")
    page.open(f"file://{FOLDER}/question.html")
    page.until(lambda: page.find(".result-text").text, "yes", "result")
    page.press("[")
    page.find(".replay-count", "step 4 of 5")
    page.until(lambda: [m.attribute("data-mark") for m in page.all(".mark.meant")], ["1"], "objects that are meant")
    page.open(f"file://{FOLDER}/blind.html")
    for part, value in (("plate", "needs a scene"), ("full", "needs a scene"), ("below", "a function")):
        page.find(f'.tile[aria-label^="{part}:"]').click()
        page.find(".details", value)
    page.open(f"file://{FOLDER}/trouble.html")
    page.find(".trouble", "was never learned")
    same(len(page.all("main script, main img")), 0, "elements made of text")


@test("explorer: an answer is saved as a page, and that is one to explore")
def saved(page):
    go(page, "ask", ".save a", model="scan", q=COMMAND)
    links = {a.text: a.attribute("href") for a in page.all(".save a")}
    same(list(links), ["page", "SVG", "LaTeX", "JSON"], "forms to save")
    for name, has in (("SVG", "</svg>"), ("LaTeX", "\\end{document}"), ("JSON", '{"trace":1')):
        text = page.js("return fetch(arguments[0]).then((r) => r.text())", links[name])
        check(has in text, f"{name} begins with {text[:60]!r}")
    page.open(BASE + links["page"] if links["page"].startswith("/") else links["page"])
    page.find(".page-sentence", COMMAND)
    page.until(lambda: len(page.all(".tile")), 11, "nodes")


@test("explain --format html: the same to read, without scripts")
def page_without_scripts(page):
    page.command("Emulation.setScriptExecutionDisabled", value=True)
    page.open(f"file://{FOLDER}/question.html")
    page.find("#still .answer", "yes")
    page.find("#still .scene-picture svg")
    page.until(lambda: len(page.all("#still [data-derivation]")), 1, "drawings of the derivation")
    page.until(lambda: len(page.all("#still .still-steps li")), 5, "steps")
    page.command("Emulation.setScriptExecutionDisabled", value=False)


main(BASE)
