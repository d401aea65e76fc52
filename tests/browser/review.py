"""A test file in a real browser: the guilty word first, what it should be is learned, and undone.

    review.py ADDRESS      a server with the model `thrice`, in which that word is wrong, and `shelf`
"""
import sys

from harness import check, main, same, test

BASE = sys.argv[1].rstrip("/")
LINES = """IN: jump OUT: I_JUMP
IN: jump thrice OUT: I_JUMP I_JUMP I_JUMP
IN: walk thrice OUT: I_WALK I_WALK I_WALK
IN: walk twice OUT: I_WALK I_WALK
IN: walk and jump OUT: I_WALK I_JUMP
IN: jump and walk OUT: I_JUMP I_WALK
IN: walk and jump twice OUT: I_WALK I_JUMP I_JUMP
IN: jump twice OUT: I_WALK
IN: jump and jump twice OUT: I_JUMP I_JUMP I_JUMP
IN: <b>hop</b> OUT: I_JUMP
"""


def state(page):
    return page.find(".view.test").attribute("data-state")


def until(page, wanted):
    page.wait(lambda: state(page) == wanted, lambda: f"{wanted}, not {state(page)}")


def give(page, how, text):
    """A file, chosen or dropped."""
    page.js("""const data = new DataTransfer(), [how, text] = arguments;
        data.items.add(new File([text], "lines.txt"));
        const input = document.querySelector(".sheet input[type=file]");
        if (how === "chosen") input.files = data.files;
        const event = how === "chosen" ? new Event("change") : new DragEvent("drop", { dataTransfer: data, cancelable: true });
        (how === "chosen" ? input : document.querySelector(".sheet")).dispatchEvent(event);""", how, text)
    page.find(".sheet-name", "lines.txt")
    until(page, "done")


def fresh(page, model="thrice", how="dropped"):
    page.open("about:blank")
    page.open(f"{BASE}/#/test?model={model}")
    page.wait(lambda: state(page) in ("empty", "done"), "the view to be there")
    if model == "thrice":
        give(page, how, LINES)


def words(page):
    return [el.attribute("data-word") for el in page.all(".test-grid [data-word]")]


def find_row(page, line):
    return page.find(f'.sentences tr[data-line="{line}"]')


@test("test: the guilty word is named first, with what would mend it")
def first(page):
    for how in ("dropped", "chosen"):
        fresh(page, how=how)
        same(words(page)[0], "thrice", "the guilty word")
        check("mends 2, breaks 0" in page.find('.test-grid [data-word="thrice"]').text, "what would mend it is missing")
        check("7 of 10 right" not in page.find(".test-status").text, "what is wrong counts as right")
        same(find_row(page, 2).attribute("data-verdict"), "wrong", "the verdict")
        same(find_row(page, 8).attribute("data-verdict"), "suspect", "the label in doubt")
        same(find_row(page, 10).attribute("data-verdict"), "unparsed", "the unknown word")
    check(not page.all(".sentences b"), "a sentence of the file became HTML")


@test("test: pasted; narrowed to a word, a construction, a verdict")
def narrowed(page):
    page.open("about:blank")
    page.open(f"{BASE}/#/test?model=thrice")
    page.wait(lambda: state(page) in ("empty", "done"), "the view to be there")
    page.find(".paste-box summary").click()
    page.js("document.querySelector('.paste-box textarea').value = arguments[0]", LINES)
    page.find(".paste-box button").click()
    page.find(".sheet-name", "pasted")
    until(page, "done")
    rows = len(page.all(".sentences tbody tr"))
    page.find('.test-grid [data-word="thrice"] button').click()
    same(len(page.all(".sentences tbody tr")), 2, "sentences of the word")
    page.find('.test-grid [data-word="thrice"] button').click()
    same(len(page.all(".sentences tbody tr")), rows, "sentences, when it is let go")
    page.find(".chips [data-verdict=unparsed]").click()
    same(len(page.all(".sentences tbody tr")), 1, "sentences without a parse")
    page.find(".chips [data-verdict=unparsed]").click()
    page.find(".pattern").click()
    check(0 < len(page.all(".sentences tbody tr")) < rows, "a construction does not narrow the list")


@test("test: a sentence is opened: blame, expected beside given, its derivation")
def opened(page):
    fresh(page)
    find_row(page, 2).page.find('.sentences tr[data-line="2"] .sentence-link').click()
    check("thrice is to blame" in page.find(".finding .blame").text, page.find(".finding").text)
    sides = [el.text for el in page.all(".sides dd")]
    check(sides[0] == "I_JUMP I_JUMP I_JUMP" and sides[1].startswith("I_JUMP I_JUMP "), f"{sides}")
    page.find(".test-detail .derivation, .test-detail .tree, .test-detail svg")


@test("test: what it should be is learned; its effect is told, and undone")
def learned(page):
    fresh(page)
    page.find('.sentences tr[data-line="2"] .sentence-link').click()
    page.find(".finding form button", "Learn it").click()
    page.find(".effect-count", "2 mended, 0 broken")
    until(page, "done")
    check("thrice" in page.find(".effect").text, "the word that changed is not told")
    check("draft" in page.find(".test-status").text, "the draft is not what is reviewed")
    check("thrice" not in words(page), "the word is still blamed")
    page.find(".effect button", "Undo").click()
    page.gone(".effect-count")
    until(page, "done")
    same(words(page)[0], "thrice", "the guilty word, after it was undone")


@test("test: the cure is tried; a label is put right")
def cured(page):
    fresh(page)
    page.find('.test-grid [data-word="thrice"] button', "Try it").click()
    page.find(".effect-count", "2 mended, 0 broken")
    until(page, "done")
    page.find('.sentences tr[data-line="8"] .sentence-link').click()
    page.find(".finding .blame button", "change the label").click()
    page.wait(lambda: not page.all('.sentences tr[data-line="8"]'), "the label to be right")
    page.find(".effect button", "Undo").click()
    page.gone(".effect-count")
    until(page, "done")


@test("test: rows below a header keep their numbers, and a label of them is put right")
def rows(page):
    fresh(page)
    pairs = [line[len("IN: "):].split(" OUT: ") for line in LINES.strip().split("\n")]
    give(page, "dropped", "command,actions\n" + "".join(f'"{said}",{meant}\n' for said, meant in pairs))
    same(find_row(page, 3).attribute("data-verdict"), "wrong", "the verdict")
    page.find('.sentences tr[data-line="9"] .sentence-link').click()
    page.find(".finding .blame button", "change the label").click()
    page.wait(lambda: not page.all('.sentences tr[data-line="9"]'), "the label to be right")


@test("test: questions about the server's scenes")
def questions(page):
    fresh(page, "shelf")
    until(page, "done")
    check("right" in page.find(".test-status").text, "the server's questions are not run")
    rows = page.all(".sentences .sentence-link")
    if rows:
        rows[0].click()
        page.find(".finding")
        page.find(".test-detail .out[aria-busy=false]")


@test("test: a file that is none is refused with one sentence; nothing is wider than the screen")
def refused(page):
    fresh(page)
    page.js("document.querySelector('.paste-box').open = true")
    page.js("document.querySelector('.paste-box textarea').value = 'walk'")
    page.find(".paste-box button").click()
    page.find(".test-status .failure", "not an example")
    fresh(page)
    for width in (1366, 320):
        page.resize(width, 800, phone=width < 500)
        page.wait(lambda: page.js("return document.documentElement.scrollWidth") <= width, f"the page to fit {width}")
    page.resize(1280, 900)


main(BASE)
