"""What axe finds in the page: nothing, in ten states, light, dark, narrow, and in colours of the system.

    axe.py ADDRESS AXE.js      a server with the models scan, shelf and open; axe-core's file
"""
import sys
import urllib.parse

from harness import check, main, test

BASE, AXE = sys.argv[1].rstrip("/"), open(sys.argv[2], encoding="utf-8").read()


def go(page, view, wait, **state):
    page.open("about:blank")
    page.open(f"{BASE}/#/{view}?{urllib.parse.urlencode(state)}")
    page.find(wait)


def taught(page):
    go(page, "teach", ".teach")
    page.find(".starts .chip", "Five lines").click()
    page.find('.taught tr[data-entry="twice"] .why-button').click()
    page.find(".why-checked")


def shapes(page):
    go(page, "teach", ".teach")
    page.find(".starts .chip", "Shapes").click()
    page.find(".scene-row .thumbnail svg")
    page.find(".viewer .scene [data-object]")


def unknown(page):
    go(page, "ask", ".unknown-word", model="scan", q="hop twice")
    page.find(".unknown-word").click()
    page.find(".liken")


STATES = {
    "a command": lambda page: go(page, "ask", ".tile", model="scan", q="jump around left twice and walk"),
    "a question": lambda page: go(page, "ask", ".tile", model="shelf", q="is there a full cup below the plate?", scene=1),
    "an unknown word": unknown,
    "a chart": lambda page: go(page, "chart", ".cell", model="scan", q="jump twice and walk"),
    "a lexicon": lambda page: go(page, "lexicon", "tr[data-entry]", model="shelf"),
    "a draft": lambda page: go(page, "lexicon", ".draft-card", model="scan", edit=1),
    "two models": lambda page: go(page, "compare", ".compare-column .tile", model="scan", other="open", q="jump twice"),
    "a lesson": taught,
    "a lesson about scenes": shapes,
    "a test": lambda page: go(page, "test", ".test-status", model="scan"),
}


def found(page):
    page.js(AXE + ";window.found = null; axe.run().then((r) => { window.found = r.violations.map("
            "(v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(', ')}`); });")
    page.wait(lambda: page.js("return window.found !== null"), "axe")
    return page.js("return window.found")


def in_all_states(page):
    for name, reach in STATES.items():
        reach(page)
        wrong = found(page)
        check(not wrong, f"{name}: {wrong}")
        wide = page.js("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        check(wide[0] <= wide[1], f"{name} is {wide[0]} wide in a window of {wide[1]}")


@test("axe: nothing in the light")
def light(page):
    page.open(BASE + "/")
    page.js("localStorage.setItem('g2l2.intro', 'closed')")
    page.prefer(color_scheme="light")
    page.resize(1280, 900)
    in_all_states(page)


@test("axe: nothing in the dark")
def dark(page):
    page.prefer(color_scheme="dark")
    in_all_states(page)


@test("axe: nothing in a window of 320 pixels")
def narrow(page):
    page.prefer(color_scheme="light")
    page.resize(320, 640, phone=True)
    in_all_states(page)


@test("axe: nothing where the system chooses the colours")
def forced(page):
    page.resize(1280, 900)
    page.prefer(forced_colors="active")
    in_all_states(page)


main(BASE)
