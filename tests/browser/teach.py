"""Teaching in a real browser: from an empty page to right answers.

    teach.py ADDRESS      a server without a model
"""
import random
import sys
import urllib.parse
import urllib.request

from driver import WAIT
from harness import check, main, same, test

BASE = sys.argv[1].rstrip("/")
FIVE = [("walk", "WALK"), ("walk twice", "WALK WALK"), ("run and walk", "RUN WALK"), ("jump twice", "JUMP JUMP"),
        ("walk and run twice", "WALK RUN RUN")]


def state(page):
    return page.find(".teach").attribute("data-state")


def until(page, *wanted):
    page.wait(lambda: state(page) in wanted, lambda: f"{wanted}, not {state(page)}: {page.find('.learned').text}")


def fresh(page):
    """An empty page, whatever the tests before this one did."""
    page.open(BASE + "/#/teach")
    page.find(".teach")
    page.js("localStorage.removeItem('g2l2.lesson')")
    page.open("about:blank")
    page.open(BASE + "/#/teach")
    until(page, "empty")


def answer(page):
    found = page.all(".answer-line .action")
    return " ".join(el.attribute("title") for el in found) or "".join(el.text for el in page.all(".answer-line .result-text"))


def value(element):
    return element.call("GET", "/property/value")


def lines(page):
    return page.js("return [...document.querySelectorAll('.lines tbody tr')].map("
                   "(r) => [...r.querySelectorAll('textarea')].map((i) => i.value).join('\\t')).filter((l) => l.trim())")


def paste(page, text, selector=".lines tbody tr:last-child textarea"):
    page.js("""const data = new DataTransfer();
        data.setData("text/plain", arguments[0]);
        const to = document.querySelector(arguments[1]);
        to.focus();
        to.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));""",
            text, selector)


def give(page, how, name, text):
    """A file, chosen or dropped."""
    page.js("""const data = new DataTransfer(), [how, name, text] = arguments;
        data.items.add(new File([text], name));
        const input = document.querySelector(".lesson input[type=file]");
        if (how === "chosen") input.files = data.files;
        const event = how === "chosen" ? new Event("change") : new DragEvent("drop", { dataTransfer: data, cancelable: true });
        (how === "chosen" ? input : document.querySelector(".lesson")).dispatchEvent(event);""", how, name, text)


def ask(page, sentence):
    page.find(".try .sentence").fill(sentence)
    page.press("enter")


def go_by_link(page):
    """The lesson somewhere else, where nothing of it is kept; its lines."""
    page.find(".lesson .text", "Link").click()
    address = value(page.find('.lesson input[aria-label="link to this lesson"]'))
    before = lines(page)
    page.js("localStorage.clear()")
    page.open("about:blank")
    page.open(address)
    page.until(lambda: lines(page), before, "lines of the link")
    return before


# ---- the first minute

@test("teach: from an empty page to a right answer in five lines, without a mouse")
def first(page):
    page.open(BASE + "/")
    until(page, "empty")
    check(page.address().endswith("#/teach"), f"the first view is {page.address()}")
    same([a.text for a in page.all("nav a") if a.text], ["Teach"], "views, where there is no model")
    same(page.focused().attribute("aria-label"), "sentence", "where one may type at once")
    same([b.text for b in page.all(".lesson .tools button:not(:disabled)")], [], "what there is to do with no lines")
    for sentence, result in FIVE:
        page.press(*sentence, "enter", *result, "enter")
    until(page, "learned")
    page.find(".teach-status", "5 words from 5 lines")
    page.press("escape", "/")
    page.press(*"run twice and jump", "enter")
    page.until(lambda: answer(page), "RUN RUN JUMP", "a sentence that is not among the lines")
    same([el.text.split("\n")[-1] for el in page.all(".answer-line .action")], ["RUN", "RUN", "JUMP"], "as they are written")
    check("run twice and jump" not in "".join(lines(page)), "it was among them")
    page.find(".viewer .tile")
    page.until(lambda: len(page.all(".taught tr[data-entry]")), 5, "entries")


@test("teach: what was typed survives a reload, and is learned again")
def reload(page):
    before = lines(page)
    page.open("about:blank")
    page.open(BASE + "/")
    until(page, "learned")
    same(lines(page), before, "lines")
    page.until(lambda: answer(page), "RUN RUN JUMP", "the sentence that was tried")


@test("teach: every change is learned; removing is undone")
def change(page):
    page.all(".lines tbody textarea")[-2].type("hop twice\ue007HOP HOP")
    page.find('.taught tr[data-entry="hop"]')
    until(page, "learned", "estimated")
    page.all(".lines .remove")[-2].click()
    page.gone('.taught tr[data-entry="hop"]')
    page.find(".lesson .text", "Undo").click()
    page.find('.taught tr[data-entry="hop"]')
    same(lines(page)[-1], "hop twice\tHOP HOP", "the line that was removed")
    until(page, "estimated")
    page.find(".learned", "Held back: ")
    before = lines(page)
    page.all(".lines tbody textarea")[0].type(" now")
    page.all(".lines tbody textarea")[3].type(" WALK")
    page.find(".lesson .text", "Undo").click()
    page.until(lambda: lines(page), ["walk now\tWALK", *before[1:]], "lines, without what was typed last")
    page.find(".lesson .text", "Undo").click()
    page.until(lambda: lines(page), before, "lines, without what was typed before")


# ---- lessons that take long

@test("teach: what is had at once is shown as that, until what the lines settle on is learned")
def look(page):
    fresh(page)
    page.js("""const { api } = g2l2, { learn } = api;
        window.whole = new Promise((go) => { window.goOn = go; });
        api.learn = async (body, signal) => {
            if (!body.quick) await window.whole;
            const learned = await learn(body, signal);
            return body.quick ? { ...learned, settled: false, interrupted: true, reason: "a quick look", ties: [] } : learned;
        };""")
    paste(page, "walk\tWALK\nwalk twice\tWALK WALK\nrun\tRUN\njump twice\tJUMP JUMP\nrun and walk\tRUN WALK\n")
    until(page, "looked")
    page.find(".teach-status", "a first look")
    ask(page, "jump")
    page.until(lambda: answer(page), "JUMP", "an answer of the first look")
    page.find(".working button", "Stop")
    same(len(page.all(".tie.question")), 0, "questions before it is settled")
    page.js("window.goOn()")
    page.find(".tie.question", "What does")
    check("first look" not in page.find(".teach-status").text, "it is still called a first look")
    page.until(lambda: page.all(".working")[0].attribute("hidden"), "true", "the bar, once it is learned")
    page.open("about:blank")


# ---- what is unsure

@test("teach: what the lines leave open is asked, and the answer is an example")
def tie(page):
    fresh(page)
    paste(page, "walk\tWALK\nwalk twice\tWALK WALK\nrun\tRUN\njump twice\tJUMP JUMP\nrun and walk\tRUN WALK\n")
    page.find(".tie.question", "What does")
    same([b.text for b in page.all(".thin b")], ["and", "jump"], "words that one line has")
    sentence = page.find(".tie.question b").text.strip("“”")
    choice = page.all(".tie.question button")[-1]
    meaning = choice.text
    choice.click()
    page.gone(".tie.question")
    same(lines(page)[-1], f"{sentence}\t{meaning}", "the answer")
    ask(page, sentence)
    page.until(lambda: answer(page), meaning, "what it means now")
    page.find(".answer-line", "as one of your lines says")
    ask(page, "walk and jump")
    page.find(".answer-line", "sure")


@test("teach: what is not right is put right")
def correct(page):
    ask(page, "jump and hop")
    page.find(".answer-line .failure", "hop")
    page.find(".correction input").fill("JUMP HOP")
    page.press("enter")
    page.until(lambda: answer(page), "JUMP HOP", "what was taught")
    ask(page, "hop twice")
    page.until(lambda: answer(page), "HOP HOP", "a sentence with the new word")
    ask(page, "jump adn hop")
    page.find(".out .card button", "and").click()
    page.until(lambda: answer(page), "JUMP HOP", "what was meant by a mistyped word")


@test("teach: a line that the others contradict is set aside, and said so")
def wrong(page):
    fresh(page)
    paste(page, "".join(f"{w}\t{w.upper()}\n{w} twice\t{w.upper()} {w.upper()}\n" for w in ("walk", "run", "jump", "hop"))
          + "look twice\tRUN WALK\nlook\tLOOK\n")
    page.find(".lines .wrong .line-note", "by the other lines it means")
    same(value(page.find(".lines .wrong textarea")), "look twice", "the line that is wrong")
    ask(page, "look twice")
    page.find(".answer-line .failure", "Your line says RUN WALK")
    page.find(".teach-status button", "Show it").click()
    same(value(page.focused()), "RUN WALK", "the line that is shown")
    page.find(".wrong .line-note button", "Take that").click()
    page.gone(".answer-line .failure")
    page.gone(".lines .wrong")
    check("look twice\tLOOK LOOK" in lines(page), f"the lines are {lines(page)}")


@test("teach: what is taught is seen, however many lines there are")
def seen(page):
    fresh(page)
    actions = [f"{a}{b}" for a in "bcdfghklmn" for b in ("ip", "ot", "am")]
    paste(page, "".join(f"{w}\t{w.upper()}\n" for w in actions) + "bip twice\tBIP BIP\ndot twice\tDOT DOT\n")
    ask(page, "bip thrice")
    page.find(".answer-line .failure", "thrice")
    page.find(".correction input").fill("BIP BIP BIP")
    page.press("enter")
    page.until(lambda: answer(page), "BIP BIP BIP", "what was taught")
    check(page.js("""const box = document.querySelector(".lines-box").getBoundingClientRect();
        const row = [...document.querySelectorAll(".lines tbody tr")].at(-2).getBoundingClientRect();
        return row.top >= box.top && row.bottom <= box.bottom;"""), "the new line is not in view")


@test("teach: what cannot be learned is refused where it is, and nothing else is shown for it")
def refused(page):
    fresh(page)
    paste(page, "walk\tWALK\nwalk\tRUN\n")
    until(page, "refused")
    page.find(".lines .wrong .line-note", "'walk' means")
    same(len(page.all(".taught tr[data-entry]")), 0, "entries")
    page.find(".lines tbody tr:nth-child(2) .remove").click()
    until(page, "learned")
    paste(page, '{"command": "a", "result": {"b": 1}')
    page.find(".lesson .failure", "cannot be read")
    page.all(".lines tbody textarea")[-2].type("stop\ue007{broken")
    until(page, "refused")
    page.find(".lines .wrong .line-note", "not JSON")


# ---- files, and lessons to begin with

@test("teach: a file that has no lines in it is said to have none; a table beside another is another lesson")
def foreign(page):
    fresh(page)
    give(page, "dropped", "picture.png", "\ufffdPNG\u0000")
    page.find(".lesson .failure", "picture.png is no text")
    page.js("""const data = new DataTransfer();
        data.items.add(new File(["..."], "photo.png", { type: "image/png" }));
        document.querySelector(".lesson").dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));""")
    page.find(".lesson .failure", "photo.png is an image")
    same(lines(page), [], "lines")
    paste(page, "who is old?\tAnn\n")
    give(page, "dropped", "people.csv", "name,age\nAnn,81\nBob,5\n")
    page.until(lambda: value(page.find('textarea[aria-label="table as CSV"]')).split("\n")[0], "name,age", "the table")
    same(lines(page), ["who is old?\tAnn"], "lines that are about it")
    give(page, "dropped", "things.csv", "name,price\nlamp,30\n")
    page.until(lambda: lines(page), [], "lines about another table")
    page.until(lambda: [o.text for o in page.all(".lesson-names option")], ["mine", "things"], "lessons")
    page.js("localStorage.clear()")


@test("teach: what was understood is said back in other words, which can be tried")
def said(page):
    fresh(page)
    paste(page, "\n".join("\t".join(line) for line in FIVE))
    ask(page, "run and run")
    page.until(lambda: answer(page), "RUN RUN", "result")
    page.find(".said-back button", "run twice").click()
    page.until(lambda: value(page.find(".try .sentence")), "run twice", "the sentence to try")


RULES = """open the gate\tOPEN(gate)
close the gate\tCLOSE(gate)
open the window\tOPEN(window)
close the window\tCLOSE(window)
when it rains close the window\tWHEN(RAIN, CLOSE(window))
open the gate when it rains\tWHEN(RAIN, OPEN(gate))
when the lamp is on close the gate\tWHEN(LIT(lamp), CLOSE(gate))
open the window when the heater is on\tWHEN(LIT(heater), OPEN(window))
open the window when the heater is not on\tWHEN(NOT(LIT(heater)), OPEN(window))
when the lamp is not on close the window\tWHEN(NOT(LIT(lamp)), CLOSE(window))
"""


@test("teach: results that are terms: learned, written with blanks, said back, their categories in words")
def terms(page):
    fresh(page)
    paste(page, RULES)
    ask(page, "close the gate when the heater is not on")
    page.until(lambda: answer(page), "WHEN(NOT(LIT(heater)), CLOSE(gate))", "result")
    page.find(".said-back button", "when the heater is not on close the gate")
    check("what is so or not" in page.find('[data-entry="is"] .entry-category').attribute("title"), "a category in words")


LABELS = [("where is my parcel", "TRACK_ORDER"), ("where is my order", "TRACK_ORDER"), ("track my parcel", "TRACK_ORDER"),
          ("cancel my order", "CANCEL_ORDER"), ("i want to cancel", "CANCEL_ORDER"), ("i want my money back", "REFUND"),
          ("refund please", "REFUND"), ("how do i return this", "RETURN_ITEM"), ("return my shoes", "RETURN_ITEM")]


@test("teach: results that are labels: as they are written, and only what a sentence may mean competes")
def labels(page):
    fresh(page)
    paste(page, "\n".join("\t".join(line) for line in LABELS))
    ask(page, "where is the parcel")
    page.until(lambda: answer(page), "TRACK_ORDER", "a sentence that is not among the lines")
    until(page, "estimated")
    ask(page, "cancel the parcel")
    page.until(lambda: [el.text for el in page.all(".rival p b")], ["CANCEL_ORDER", "TRACK_ORDER"], "what stands side by side")
    same([el.text for el in page.all(".readings .action")], ["CANCEL_ORDER", "TRACK_ORDER"], "readings that compete")
    page.js("localStorage.removeItem('g2l2.intro')")
    page.find(".learned a", "Open in the explorer").click()
    page.find(".intro", "an M says which label it is")
    page.find("nav a", "Teach").click()
    until(page, "learned", "estimated")


@test("teach: files in the forms that train reads, chosen and dropped")
def files(page):
    fresh(page)
    give(page, "chosen", "moves.txt", "IN: walk twice OUT: WALK WALK\nIN: walk OUT: WALK\n")
    page.until(lambda: lines(page), ["walk twice\tWALK WALK", "walk\tWALK"], "lines of a file")
    give(page, "dropped", "more.jsonl",
         '{"command": "run twice", "actions": "RUN RUN"}\n{"command": "jump", "actions": "JUMP"}\n')
    page.until(lambda: len(lines(page)), 4, "lines with those of another")
    ask(page, "jump twice")
    page.until(lambda: answer(page), "JUMP JUMP", "result")
    fresh(page)
    give(page, "dropped", "people.csv", "name,age\nAnn,31\nBob,45\nCid,28\n")
    give(page, "dropped", "q.csv", 'Question,Answer\nwho is 31?,Ann\n"who is 45, or 28?","Bob, Cid"\n')
    page.until(lambda: lines(page), ["who is 31?\tAnn", "who is 45, or 28?\tBob, Cid"], "rows below a header")
    page.find(".lesson .text", "Undo").click()
    give(page, "dropped", "q.jsonl", '{"question": "what is the age of Ann?", "answer": 31}\n'
         '{"question": "who is the oldest?", "answer": "Bob"}\n{"question": "who is the youngest?", "answer": "Cid"}\n'
         '{"question": "what is the age of the youngest?", "answer": 28}\n')
    ask(page, "what is the age of Bob?")
    page.until(lambda: answer(page), "45", "a question about a table")


@test("teach: a table is pasted like lines are, with questions below it, and a list of answers is in no order")
def pasted_table(page):
    fresh(page)
    rows = "city,country,population\nRome,Italy,2800000\nOslo,Norway,700000\nParis,France,2100000\nLyon,France,520000\nTurin,Italy,850000\n"
    asked = ("what is the population of Rome?\t2800000\nwhich country is Oslo in?\tNorway\nwhich cities are in France?\tParis, Lyon\n"
             "how many cities are in Italy?\t2\nwhat is the population of Lyon?\t520000\n")
    paste(page, rows + "\n" + asked)
    page.until(lambda: lines(page), asked.strip().split("\n"), "questions below the table")
    same(value(page.find('textarea[aria-label="table as CSV"]')), rows.strip(), "the table")
    page.find(".teach-status", "all explained")
    ask(page, "which cities are in Italy?")
    page.until(lambda: answer(page), "Rome, Turin", "a question about it")
    fresh(page)
    paste(page, rows.replace(",", "\t"))
    page.until(lambda: value(page.find('textarea[aria-label="table as CSV"]')).split("\n")[0], "city\tcountry\tpopulation", "a sheet's cells")
    fresh(page)
    paste(page, "walk,WALK\nwalk twice,WALK WALK\n")
    page.find(".lesson .note button", "No, its rows are sentences").click()
    page.until(lambda: lines(page), ["walk\tWALK", "walk twice\tWALK WALK"], "rows that are lines")
    same(value(page.all('textarea[aria-label="table as CSV"]')[0]), "", "the table")
    page.find(".lesson .text", "Undo").click()
    page.until(lambda: value(page.find('textarea[aria-label="table as CSV"]')), "walk,WALK\nwalk twice,WALK WALK", "the table again")
    fresh(page)
    paste(page, "walk, please\nrun, please\n")
    page.until(lambda: lines(page), ["walk, please\t", "run, please\t"], "sentences with a comma")
    page.find(".teach-status", "Nothing yet: write beside each sentence what it means")
    page.find(".teach-status button", "Show the first").click()
    page.press(*"WALK")
    page.find(".teach-status", "1 line is not finished")


@test("teach: a record has its fields in the order in which they were written")
def record(page):
    fresh(page)
    said = [("lamp on", "on", "lamp"), ("lamp off", "off", "lamp"), ("fan on", "on", "fan"), ("fan off", "off", "fan"),
            ("radio on", "on", "radio")]
    paste(page, "\n".join(f'{s}\t{{"what": "{w}", "do": "{d}"}}' for s, d, w in said))
    ask(page, "radio off")
    page.until(lambda: answer(page), '{"what": "radio", "do": "off"}', "the record")


@test("teach: every lesson to begin with answers a sentence that it does not have")
def begin(page):
    fresh(page)
    wanted = {"Five lines": "RUN JUMP JUMP", "Home": '{"do": "off", "what": "fan", "where": "kitchen"}',
              "Robot": "PICK(ball) GOTO(kitchen) DROP",
              "SCAN": "RTURN LOOK " * 4 + "LTURN LTURN RUN LTURN LTURN RUN", "Shapes": "red", "A table": "Oslo"}
    for title, result in wanted.items():
        page.find(".starts .chip", title).click()
        page.until(lambda: answer(page), result.strip(), f"the answer of {title}")
        sentence = value(page.find(".try .sentence"))
        check(not any(line.startswith(sentence + "\t") for line in lines(page)), f"{title} has it among its lines")
    same([chip.text for chip in page.all(".starts .chip")], list(wanted), "lessons")


@test("teach: fewer lines leave more open")
def scrub(page):
    fresh(page)
    page.find(".starts .chip", "Five lines").click()
    left = lambda: page.find('.taught tr[data-entry="twice"] td.left').text
    page.until(left, "1", "entries that are left of all lines")
    page.find(".scrub input").call("POST", "/value", {"text": "\ue012" * 3})
    page.find(".scrub", "from the first 2 lines")
    page.wait(lambda: int(left()) > 1, "more entries to be left of two")
    same(len(page.all(".lines tr.unused")), 3, "lines that do not count")
    page.find(".scrub input").call("POST", "/value", {"text": "\ue010"})
    page.until(left, "1", "entries that are left of all lines")


@test("teach: the candidates of a word become fewer, line by line")
def dying(page):
    fresh(page)
    page.find(".starts .chip", "Five lines").click()
    page.find('.taught tr[data-entry="twice"] .dying')
    told = page.find('.taught tr[data-entry="twice"] .dying').attribute("aria-label")
    counts = [int(part.split(": ")[1].replace(",", "")) for part in told.split("lines: ")[1].split(", ")]
    check(len(counts) == 4 and counts[0] > counts[-1] == 1, f"left of twice: {told}")
    same(counts, sorted(counts, reverse=True), "never more")


@test("teach: questions about scenes: pictures, another scene, a line of one's own")
def scenes(page):
    fresh(page)
    page.find(".starts .chip", "Shapes").click()
    page.until(lambda: answer(page), "red", "what is asked about the fourth scene")
    page.until(lambda: len(page.all(".scene-row .thumbnail svg")), 4, "pictures")
    page.find(".viewer .scene [data-object]")
    page.all(".step")[1].click()
    page.until(lambda: [el.attribute("data-mark") for el in page.all(".viewer .mark.meant")], ["1"], "what is meant")
    page.all(".scene-row .thumbnail")[0].click()
    page.until(lambda: answer(page), "blue", "the same about the first scene")
    page.js("document.querySelector('.lines tbody tr:last-child textarea').scrollIntoView()")
    page.all(".lines tbody textarea")[-2].type("is there a star?\ue007no")
    page.until(lambda: value(page.all(".lines .scene-of")[-1]), "1", "the scene of a new line")
    page.find('.taught tr[data-entry="star"]')
    go_by_link(page)
    page.until(lambda: answer(page), "blue", "the same elsewhere, about the same scene")


@test("teach: files of scenes and of questions about them, in any order")
def scene_files(page):
    fresh(page)
    give(page, "dropped", "q.jsonl", '{"question": "what color is the cup?", "answer": "red", "scene": 7}\n'
         '{"question": "what color is the hat?", "answer": "blue", "scene": 7}\n'
         '{"question": "what color is the cup?", "answer": "blue", "image_filename": "b.png"}\n')
    page.find(".lines .wrong .line-note", "no scene “7” here")
    give(page, "dropped", "scenes.json", '{"scenes": [{"image_index": 7, "image_filename": "a.png", "objects": '
         '[{"color": "red", "shape": "cup"}, {"color": "blue", "shape": "hat"}]}, {"image_index": 8, "image_filename": '
         '"b.png", "objects": [{"color": "blue", "shape": "cup"}, {"color": "green", "shape": "hat"}]}]}')
    until(page, "learned", "estimated")
    same([value(el) for el in page.all(".lines .scene-of")], ["1", "1", "2"], "scenes of the lines")
    page.all(".scene-row .thumbnail")[1].click()
    ask(page, "what color is the hat?")
    page.until(lambda: answer(page), "green", "what no line says")


@test("teach: the lexicon begins with words that were written, and says what stands for others")
def written(page):
    fresh(page)
    page.find(".starts .chip", "Home").click()
    until(page, "learned", "estimated")
    words = page.js("return [...document.querySelectorAll('.taught tr[data-entry]')].map((r) => r.dataset.entry)")
    same(words[0], "bath", "the first word")
    check(words.index("turn") < words.index("bath room") < words.index("<number>"), f"in this order: {words}")
    page.find('.taught tr[data-entry="<number>"] .stands', "any number")
    page.find(".learned", "words and phrases from 10 lines")


@test("teach: the other views show what is being taught, and the sentence that was tried")
def onwards(page):
    fresh(page)
    for start in ("Robot", "Five lines"):
        page.find(".starts .chip", start).click()
        until(page, "learned", "estimated")
    page.find(".answer-line", "sure")
    page.find("nav a", "Chart").click()
    page.find(".chart-word", "jump")
    page.find("nav a", "Teach").click()
    until(page, "learned", "estimated")
    ask(page, "hop twice")
    page.find(".correction", "It means")


@test("teach: why does it think so? the last rival, the lines that ruled it out, and learned again without them")
def why(page):
    fresh(page)
    page.find(".starts .chip", "Five lines").click()
    page.find('.taught tr[data-entry="twice"] .why-button').click()
    page.find(".why", "The last rival,")
    page.find(".why-checked", "the rival is back.")
    page.find(".why-examples", "WALK WALK")
    box = page.find(".taught .tall")
    check(page.js("return arguments[0].scrollHeight <= arguments[0].clientHeight", box), "the reason has to be scrolled to")
    same(page.find('.taught tr[data-entry="twice"] .why-button').attribute("aria-expanded"), "true", "expanded")
    page.find('.taught tr[data-entry="twice"] .why-button').click()
    page.gone(".why")
    page.find(".learned a", "Open in the explorer").click()
    page.find(".ask .result-text")
    page.find("nav a", "Lexicon").click()
    page.find('.lexicon tr[data-entry="twice"] .why-button', "Why?").click()
    page.find(".lexicon .why-checked", "the rival is back.")
    page.find("nav a", "Teach").click()
    until(page, "learned", "estimated")


@test("teach: lessons have names, and survive a reload with their way back")
def named(page):
    fresh(page)
    page.js("localStorage.removeItem('g2l2.lessons')")
    page.find(".starts .chip", "Five lines").click()
    until(page, "learned")
    page.find(".lines tbody tr:nth-child(5) .remove").click()
    page.until(lambda: len(lines(page)), 4, "lines")
    page.find(".lesson .text", "New").click()
    page.until(lambda: lines(page), [], "lines of a new lesson")
    page.all(".lines tbody textarea")[0].type("hop\ue007HOP")
    until(page, "learned")
    same([o.text for o in page.all(".lesson-names option")], ["mine", "moves"], "lessons")
    page.open("about:blank")
    page.open(BASE + "/#/teach")
    page.until(lambda: lines(page), ["hop\tHOP"], "the lesson after a reload")
    page.js("const s = document.querySelector('.lesson-names'); s.value = 'moves'; s.dispatchEvent(new Event('change'))")
    page.until(lambda: len(lines(page)), 4, "lines of the other lesson")
    page.find(".lesson .text", "Undo").click()
    page.until(lambda: len(lines(page)), 5, "lines after going back")


@test("teach: a link has a whole lesson in it, and so has a file")
def link(page):
    fresh(page)
    page.find(".starts .chip", "A table").click()
    until(page, "learned", "estimated")
    before = go_by_link(page)
    page.until(lambda: answer(page), "Oslo", "what it answers elsewhere")
    check(page.address().endswith("#/teach"), f"the link stays in the address: {page.address()}")
    text = page.js("return g2l2.lesson.file(new g2l2.Lesson().now).text")
    fresh(page)
    give(page, "chosen", "people.lesson.json", text)
    page.until(lambda: lines(page), before, "lines of the file")
    page.open(BASE + "/#/teach?lesson=broken")
    page.find(".lesson .failure", "no lesson")


# ---- the rest of the explorer

@test("teach: what was learned is opened in the explorer, and saved")
def explore(page):
    fresh(page)
    page.find(".starts .chip", "Five lines").click()
    until(page, "learned")
    address = page.find(".learned a", "Save the model").attribute("href")
    with urllib.request.urlopen(urllib.parse.urljoin(BASE + "/", address), timeout=WAIT) as model:
        check(len(model.read()) > 500, "the model has no bytes")
    page.find(".learned a", "Open in the explorer").click()
    page.find(".ask .result-text")
    same([a.text for a in page.all("nav a")], ["Ask", "Chart", "Lexicon", "Compare", "Teach", "Test"], "views")
    page.find("nav a", "Lexicon").click()
    page.find('.lexicon tr[data-entry="twice"]')
    page.find("nav a", "Teach").click()
    until(page, "learned")
    same(len(lines(page)), 5, "lines")


@test("teach: what takes long can be stopped")
def stop(page):
    fresh(page)
    chance = random.Random(1)
    word = lambda: "abcdefghi"[chance.randrange(9)]
    phrase = lambda: " ".join(word() for _ in range(8))
    paste(page, "".join(f"{phrase()}\tA{chance.randrange(4)} A{chance.randrange(4)}\n" for _ in range(400)))
    page.find(".working progress")
    page.find(".working .curve-name", "entries left")
    page.wait(lambda: int(page.find(".working .curve").attribute("data-points") or 0) > 2, "the curve to grow")
    check(page.js("const c = document.querySelector('.working canvas');"
                  "return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v)"), "nothing is drawn")
    page.find(".working button", "Stop").click()
    page.find(".teach-status", "Stopped")
    page.find(".starts .chip", "Five lines").click()
    page.until(lambda: answer(page), "RUN JUMP JUMP", "what is learned afterwards")


@test("teach: a narrow window needs no sideways scrolling, in the light and in the dark")
def narrow(page):
    page.resize(320, 640, phone=True)
    for scheme in ("dark", "light"):
        page.prefer(color_scheme=scheme)
        for title in ("SCAN", "Home", "A table"):
            page.find(".starts .chip", title).click()
            until(page, "learned", "estimated")
            wide = page.js("return [document.documentElement.scrollWidth, innerWidth]")
            check(wide[0] <= 320, f"{title} is {wide[0]} wide in a window of 320")
        colours = page.js("const of = (el) => getComputedStyle(el);"
                          "return [of(document.querySelector('.lines textarea')).color, of(document.querySelector('.lesson')).backgroundColor]")
        bright = [sum(float(n) for n in c.strip("rgba()").split(",")[:3]) / 3 for c in colours]
        check((bright[0] - bright[1] > 120) == (scheme == "dark"), f"{scheme}: {colours}")
    page.resize(1280, 900)


main(BASE)
