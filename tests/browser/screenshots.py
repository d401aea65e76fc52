"""The pictures of docs/EXPLORER.md.

    screenshots.py ADDRESS FOLDER      a server with the models `scan`, `clevr` and `open`
"""
import itertools
import json
import math
import sys
import time
import urllib.parse
import urllib.request

from driver import Browser, Wrong

BASE, FOLDER = sys.argv[1].rstrip("/"), sys.argv[2]
COMMAND = "jump around left twice and walk"


def ask(path, **fields):
    with urllib.request.urlopen(f"{BASE}{path}?{urllib.parse.urlencode(fields)}") as answer:
        return json.load(answer)


def question():
    """A question with something to see: several objects left of the only one of its kind, and
    room around them."""
    for scene in range(200):
        objects = ask(f"/v1/scenes/{scene}")["objects"]
        places = [o["position"][:2] for o in objects]
        if min(math.dist(a, b) for a, b in itertools.combinations(places, 2)) < 1.7:
            continue
        kinds = [f"{o['properties']['color']} {o['properties']['shape']}" for o in objects]
        for kind in kinds:
            sentence = f"how many large things are left of the {kind}?"
            answer = ask("/v1/run", model="clevr", sentence=sentence, scene=scene)
            if 6 <= len(objects) <= 7 and kinds.count(kind) == 1 and answer["result"] == "4" and answer["confidence"] > 0.9:
                return scene, sentence
    raise Wrong("no scene has anything to ask about")


def go(page, view, wait, width=1280, height=900, **state):
    page.resize(width, height, phone=width < 500)
    page.open("about:blank")
    page.open(f"{BASE}/#/{view}?{urllib.parse.urlencode(state)}")
    page.find(wait)


def shoot(page, name, pointed=None):
    page.js("scrollTo(0, 0)")
    page.hover(pointed or page.find(".brand"), scroll=False)
    time.sleep(0.4)  # pictures of scenes, transitions
    page.shoot(f"{FOLDER}/explore-{name}.png")


with Browser() as page:
    scene, sentence = question()
    page.open(BASE + "/")
    page.js("localStorage.setItem('g2l2.intro', 'closed')")

    go(page, "teach", ".teach", height=1080)
    page.find(".starts .chip", "SCAN").click()
    page.find(".learned", "Held back")
    page.find(".answer-line .action")
    shoot(page, "teach")

    go(page, "ask", ".tile", height=1000, model="scan", q=COMMAND)
    page.find(".replay-controls .back").click()
    page.js("document.activeElement.blur()")
    shoot(page, "ask", page.find(".tree-word", "around"))

    go(page, "ask", ".tile", height=1010, model="clevr", q=sentence, scene=scene)
    page.all(".step")[3].click()
    page.js("document.activeElement.blur()")
    shoot(page, "scene")

    go(page, "ask", ".tile", height=1010, model="clevr", q=sentence, scene=scene)
    page.find("#theme").click()
    shoot(page, "dark", page.find('.tile[aria-label^="left of the"]'))
    page.find("#theme").click()

    go(page, "ask", ".tile", width=390, height=1250, model="clevr", q=sentence, scene=scene)
    page.all(".step")[3].click()
    page.js("document.activeElement.blur()")
    shoot(page, "phone")

    go(page, "chart", ".cell", height=640, model="open", q="jump and walk twice then jump")
    shoot(page, "chart")

    go(page, "lexicon", "tr[data-entry]", height=1080, model="clevr", find="query")
    shoot(page, "lexicon")

    go(page, "lexicon", ".draft-card", height=940, model="scan", edit=1)
    page.find('tr[data-entry="around"] .pencil').click()
    page.find(".entry-form [name=program]").fill("\\f.\\x. repeat(f(x), 3)")
    page.find(".entry-form .primary").click()
    page.find(".effect b.worse")
    page.find('tr[data-entry="around"] .pencil').click()
    shoot(page, "edit")

    go(page, "compare", ".compare-column .tile", height=1150, model="scan", other="scan*", q="jump around left and walk")
    shoot(page, "compare")
    go(page, "test", ".sentences tbody tr", height=1000, model="scan*")
    shoot(page, "test")
    go(page, "lexicon", ".draft-card", model="scan", edit=1)
    page.find(".draft-card .text", "Discard").click()
