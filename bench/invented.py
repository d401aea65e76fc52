#!/usr/bin/env python3
"""Small command languages as a newcomer would write them: is what was never seen right, refused, or silently wrong?

    bench/invented.py [LANGUAGE...] [--lines 12,20,30] [--draws 5] [--keep FOLDER] [--show] [--bare]

Each language is written here as all of its sentences with their meanings: a vacuum cleaner, a kitchen, a music
player, a drone, a rover with numbers, switches whose names are pieces, German verbs in two parts, two that are nobody's:
one with the verb last, one with the verb first and adjectives behind the noun; groceries, which are lists; mail, of which several
fields are people; a garden, in which words mean something else beside others; orders, which are lists of
records, at a counter with nothing between them; and calls, asked for a day though no line does both; food in Indonesian, an office machine in Japanese and a farm
in Hindi, of which every record has one field. A draw takes so many random lines, so that words are in two of them where that is possible, learns them by plain `g2l2 train`, and asks up to 200 of the other
sentences whose words were seen. Of these are counted: right; withheld, if no answer came; unsure: wrong with a note or a
confidence below one half; wrong without a note; and of those, sure: with a confidence above 0.9. `announced` is the draws
with a wrong answer in which `train` named a tie, a word of few examples, or an example that it does not explain; `silent` the
others. With --bare, actions are followed by what they are done to without parentheses: CLEAN kitchen. $G2L2 is the
program, build/g2l2 if it is not set."""
import argparse
import collections
import itertools
import json
import os
import random
import re
import resource
import subprocess
import tempfile

from commands import UNSPACED

ASKED = 200


# ---- the languages: lists of (sentence, meaning) ---------------------------------------------------

def vacuum():
    rooms = ["kitchen", "hall", "bedroom", "office", "balcony"]
    does = {"vacuum": "VACUUM", "mop": "MOP", "go to": "GO", "skip": "SKIP"}
    times = {"": 1, " twice": 2, " three times": 3}
    one = [(f"{v} the {r}{t}", " ".join([f"{does[v]}({r})"] * n))
           for v in does for r in rooms for t, n in times.items() if not t or v in ("vacuum", "mop")]
    one += [("go home", "DOCK"), ("stop", "STOP"), ("wait", "WAIT")]
    two = [(f"{a} and then {b}", f"{x} {y}") for (a, x), (b, y) in itertools.product(one, one) if a != b]
    both = [(f"{v} the {a} and the {b}", f"{does[v]}({a}) {does[v]}({b})")
            for v in ("vacuum", "mop") for a, b in itertools.permutations(rooms, 2)]
    return one + both, one + both + two


def kitchen():
    things = {"the eggs": "egg", "the rice": "rice", "the fish": "fish", "the carrots": "carrot", "the soup": "soup"}
    heat = {"boil": "boil", "fry": "fry", "bake": "bake", "warm up": "warm"}
    cold = {"wash": "wash", "cut": "cut", "put away": "store"}
    out = [(f"{v} {t}", {"do": d, "what": w}) for v, d in {**heat, **cold}.items() for t, w in things.items()]
    out += [(f"{v} {t} for {n} minutes", {"do": d, "what": w, "minutes": n})
            for v, d in heat.items() for t, w in things.items() for n in (3, 5, 10, 12)]
    out += [(f"{v} {t} in {m}", {"do": d, "what": w, "with": m})
            for v, d in heat.items() for t, w in things.items() for m in ("butter", "oil", "water")]
    out += [("set a timer for %d minutes" % n, {"do": "timer", "minutes": n}) for n in (3, 5, 10, 12)]
    return out, out


def music():
    kinds, rooms = ["jazz", "rock", "blues", "techno"], {"kitchen": "kitchen", "living room": "living", "bath": "bath"}
    out = [(f"{p}{k}", {"intent": "play", "genre": k}) for p in ("play ", "play some ", "i want to hear ") for k in kinds]
    out += [(f"play {s}{k} in the {r}", {"intent": "play", "genre": k, "room": rooms[r]})
            for s in ("", "some ") for k in kinds for r in rooms]
    for words, intent in {"pause": "pause", "go on": "resume", "next song": "next", "stop": "stop"}.items():
        out += [(words, {"intent": intent})]
        out += [(f"{words} in the {r}", {"intent": intent, "room": rooms[r]}) for r in rooms]
    out += [(f"volume {d}", {"intent": "volume", "direction": d}) for d in ("up", "down")]
    out += [(f"set the volume to {n}", {"intent": "volume", "level": n}) for n in range(1, 10)]
    out += [(f"set the volume in the {r} to {n}", {"intent": "volume", "level": n, "room": rooms[r]})
            for r in rooms for n in range(1, 10)]
    return out, out


def drone():
    moves = {"up": "UP", "down": "DOWN", "forward": "FORWARD", "back": "BACK"}
    one = [(f"fly {m}", moves[m]) for m in moves] + [("hover", "HOVER"), ("land", "LAND"), ("take a picture", "SNAP")]
    some = [(f"{a}{t}", " ".join([x] * n)) for a, x in one for t, n in {"": 1, " twice": 2, " three times": 3}.items()]
    two = [(f"{a} then {b}", f"{x} {y}") for (a, x), (b, y) in itertools.product(some, some)]
    after = [(f"{a} after you {b}", f"{y} {x}") for (a, x), (b, y) in itertools.product(some, some)]
    return some + random.Random(1).sample(two, 40) + random.Random(2).sample(after, 40), some + two + after


def rover():
    one = [(f"drive {d} {n} meters", f"{d.upper()}({n})") for d in ("forward", "back") for n in (2, 3, 5, 8)]
    one += [(f"turn {d} {n} degrees", f"{d.upper()}({n})") for d in ("left", "right") for n in (30, 45, 90)]
    one += [("stop", "STOP"), ("take a sample", "SAMPLE")]
    two = [(f"{a} and {b}", f"{x} {y}") for (a, x), (b, y) in itertools.product(one, one)]
    before = [(f"before you {a} {b}", f"{y} {x}") for (a, x), (b, y) in itertools.product(one, one)]
    return one + random.Random(1).sample(two, 20) + random.Random(2).sample(before, 20), one + two + before


def switches():
    out = [(f"{t} {s}", f"{t.upper()}_{s.upper()}") for t in ("lamp", "fan", "radio", "heater", "pump", "door") for s in ("on", "off")]
    out += [(f"{t} {s} and {u} {v}", f"{t.upper()}_{s.upper()} {u.upper()}_{v.upper()}")
            for t, u in itertools.permutations(("lamp", "fan", "radio", "heater", "pump", "door"), 2)
            for s in ("on", "off") for v in ("on", "off")]
    return out, out


def german():
    parts = {("mach", "auf"): "OPEN", ("mach", "zu"): "CLOSE", ("schalte", "ein"): "ON", ("schalte", "aus"): "OFF"}
    fits = {"OPEN": ["die tür", "das fenster", "den schrank"], "ON": ["das licht", "die heizung", "den ofen"]}
    fits["CLOSE"], fits["OFF"] = fits["OPEN"], fits["ON"]
    name = {"die tür": "door", "das fenster": "window", "den schrank": "cupboard", "das licht": "light",
            "die heizung": "heating", "den ofen": "stove"}
    one = [(f"{v}{p} {t} {w}", f"{does}({name[t]})") for (v, w), does in parts.items() for t in fits[does] for p in ("", " bitte")]
    both = [(f"{v} {t} und {u} {w}", f"{does}({name[t]}) {does}({name[u]})")
            for (v, w), does in parts.items() for t, u in itertools.permutations(fits[does], 2)]
    two = [(f"{a} und dann {b}", f"{x} {y}") for (a, x), (b, y) in itertools.product(one, one)]
    return one + both, one + both + random.Random(1).sample(two, 60)


def verb_last():
    """Noun, case, verb; the number stands before the verb; sentences are joined by a particle at the end of the first."""
    nouns = {"tarak": "cup", "mibo": "stone", "selu": "lamp", "ganti": "box", "oro": "key"}
    verbs = {"kepa": "TAKE", "dolu": "DROP", "fimi": "CLEAN", "rasu": "HIDE"}
    count = {"": 1, "pun ": 2, "sen ": 3}
    one = [(f"{n} ko {c}{v}", " ".join([f"{verbs[v]}({nouns[n]})"] * k)) for n in nouns for v in verbs for c, k in count.items()]
    both = [(f"{n} mo {m} ko {v}", f"{verbs[v]}({nouns[n]}) {verbs[v]}({nouns[m]})")
            for n, m in itertools.permutations(nouns, 2) for v in verbs]
    two = [(f"{a} te {b}", f"{x} {y}") for (a, x), (b, y) in itertools.product(one, one)]
    return one + both, one + both + random.Random(1).sample(two, 100)


def verb_first():
    """Verb, noun, adjectives; the place with its preposition last; records."""
    verbs, nouns = {"pelu": "paint", "akro": "lift", "sim": "find"}, {"tori": "stone", "vesh": "door", "lami": "chair", "doku": "book"}
    colours, places = {"mak": "red", "zel": "blue", "run": "green"}, {"hasa": "house", "porto": "harbour", "bai": "garden"}
    out = []
    for (v, d), (n, w) in itertools.product(verbs.items(), nouns.items()):
        out += [(f"{v} {n}", {"do": d, "what": w})]
        out += [(f"{v} {n} {c}", {"do": d, "what": w, "colour": k}) for c, k in colours.items()]
        out += [(f"{v} {n} u {p}", {"do": d, "what": w, "where": q}) for p, q in places.items()]
        out += [(f"{v} {n} {c} u {p}", {"do": d, "what": w, "colour": k, "where": q})
                for c, k in colours.items() for p, q in places.items()]
    return out, out


def groceries():
    things = {"milk": "milk", "bread": "bread", "red apples": "apple", "rice": "rice", "tea": "tea"}
    days = {"monday": "mon", "friday": "fri", "sunday": "sun"}
    lists = [c for n in (1, 2, 3) for c in itertools.permutations(things, n)]

    def said(names):
        return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
    out = [(f"{v} {said(c)}", {"do": d, "items": [things[t] for t in c]})
           for v, d in {"buy": "buy", "take off": "remove"}.items() for c in lists]
    out += [(f"buy {said(c)} on {day}", {"do": "buy", "items": [things[t] for t in c], "day": days[day]})
            for c in lists for day in days]
    return [p for p in out if len(p[1]["items"]) < 3], out


def mail():
    people, shelves = ["Ada", "Ben", "Cleo", "Mr Dunn", "Eve"], {"two": 2, "three": 3, "five": 5}
    out = [(f"forward the letter from {a.lower()} to {b.lower()}", {"do": "forward", "from": a, "to": b})
           for a, b in itertools.permutations(people, 2)]
    out += [(f"send {b.lower()} a note about {a.lower()}", {"do": "note", "to": b, "about": a})
            for a, b in itertools.permutations(people, 2)]
    out += [(f"keep it for {w} days", {"do": "keep", "days": n}) for w, n in shelves.items()]
    out += [(f"print {w} copies", {"do": "print", "copies": n}) for w, n in shelves.items()]
    return out, out


def garden():
    things = {"rose": "rose", "wild rose": "wild_rose", "hose": "hose", "pot": "pot", "big pot": "big_pot"}
    does = {"water": "WATER", "cut": "CUT", "cut down": "FELL", "dig up": "LIFT", "dig": "DIG", "look for": "FIND"}
    one = [(f"{v} the {t}", f"{d}({n})") for v, d in does.items() for t, n in things.items()]
    one += [("look", "LOOK"), ("look up", "SKY"), ("rest", "REST")]
    two = [(f"{a} and then {b}", f"{x} {y}") for (a, x), (b, y) in itertools.product(one, one) if a != b]
    return one + two[::7], one + two


def orders():
    things, sizes = {"tea": "teas", "cola": "colas", "soup": "soups"}, ["", "small", "large"]
    numbers = {"a": None, "two": 2, "three": 3}

    def item(number, size, thing):
        said = " ".join(filter(None, (number, size, thing if number == "a" else things[thing])))
        return said, {k: v for k, v in (("item", thing), ("size", size), ("count", numbers[number])) if v}
    items = [item(*choice) for choice in itertools.product(numbers, sizes, things)]

    def said(names):
        return names[0] if len(names) == 1 else " , ".join(names[:-1]) + " and " + names[-1]
    lists = [c for n in (1, 2) for c in itertools.product(items, repeat=n)]
    out = [(said([name for name, _ in c]) + end, {"order": [what for _, what in c], **more})
           for c in lists + random.Random(1).sample(list(itertools.product(items, repeat=3)), 500)
           for end, more in (("", {}), (" to go", {"out": True}))]
    return out, out


def counter():
    things, sizes, numbers = ["tea", "cola", "soup"], ["", "small", "large"], {"one": 1, "two": 2, "three": 3}
    items = [(" ".join(filter(None, (n, s, t))), {k: v for k, v in (("item", t), ("size", s), ("count", numbers[n])) if v})
             for n, s, t in itertools.product(numbers, sizes, things)]
    lists = [c for n in (1, 2) for c in itertools.product(items, repeat=n)]
    out = [(" ".join(name for name, _ in c) + end, {"order": [what for _, what in c], **more})
           for c in lists + random.Random(1).sample(list(itertools.product(items, repeat=3)), 500)
           for end, more in (("", {}), (" to go", {"out": True}))]
    return out, out


def calls():
    names = ["anna", "ben", "clara", "david", "emma", "felix", "greta", "hans"]
    days = {"today": "today", "tomorrow": "tomorrow", "on monday": "monday"}
    out = [(f"call {n}", {"act": "call", "who": n.title()}) for n in names]
    out += [(f"write to {n} {d}", {"act": "write", "who": n.title(), "when": days[d]}) for n in names for d in days]
    out += [(f"remind me {d}", {"act": "remind", "when": days[d]}) for d in days]
    spoken = out + [(f"call {n} {d}", {"act": "call", "who": n.title(), "when": days[d]}) for n in names for d in days]
    return out, spoken


def warung():
    """Indonesian, food: what is done, what is eaten, how hot, how many."""
    food = {"nasi goreng": "fried_rice", "mie ayam": "noodles", "sate": "satay", "soto": "soup", "gado-gado": "salad"}
    drink = {"teh": "tea", "kopi": "coffee", "es jeruk": "orange"}
    hot = {"": {}, " pedas": {"spicy": "yes"}, " tidak pedas": {"spicy": "no"}, " sangat pedas": {"spicy": "very"}}
    ice = {"": {}, " manis": {"sugar": "much"}, " tanpa gula": {"sugar": "none"}}
    out = []
    for begin in ("pesan", "saya mau", "minta", "tolong pesan"):
        for (f, v), (h, more) in itertools.product(food.items(), hot.items()):
            out += [(f"{begin} {f}{h}", {"do": "order", "dish": v, **more})]
            out += [(f"{begin} {n} {f}{h}", {"do": "order", "dish": v, "count": n, **more}) for n in (2, 3, 4)]
            out += [(f"{begin} {f}{h} dibungkus", {"do": "order", "dish": v, "take_away": True, **more})]
        for (f, v), (h, more) in itertools.product(drink.items(), ice.items()):
            out += [(f"{begin} {f}{h}", {"do": "order", "drink": v, **more})]
            out += [(f"{begin} {n} {f}{h}", {"do": "order", "drink": v, "count": n, **more}) for n in (2, 3, 4)]
    for f, v in food.items():
        out += [(f"{a} {f}", {"do": "cancel", "dish": v}) for a in ("batalkan", "jangan jadi")]
        out += [(f"berapa harga {f}", {"do": "price", "dish": v}), (f"apakah {f} masih ada", {"do": "stock", "dish": v})]
    for f, v in drink.items():
        out += [(f"{a} {f}", {"do": "cancel", "drink": v}) for a in ("batalkan", "jangan jadi")]
        out += [(f"berapa harga {f}", {"do": "price", "drink": v}), (f"apakah {f} masih ada", {"do": "stock", "drink": v})]
    out += [("minta bon", {"do": "bill"}), ("saya mau bayar", {"do": "bill"}), ("hitung semuanya", {"do": "bill"})]
    return out, out



def printer():
    """Japanese, an office machine: no spaces, particles, what is said by nothing is left out."""
    papers = {"会議の資料": "minutes", "契約書": "contract", "写真": "photo", "請求書": "invoice"}
    how = {"": {}, "カラーで": {"colour": "full"}, "白黒で": {"colour": "gray"}, "両面で": {"sides": 2}, "白黒の両面で": {"colour": "gray", "sides": 2}}
    out = []
    for p, v in papers.items():
        for h, more in how.items():
            out += [(f"{p}を{h}{e}", {"job": "print", "paper": v, **more}) for e in ("印刷して", "印刷してください", "プリントして")]
            out += [(f"{p}を{h}{n}部{e}", {"job": "print", "paper": v, "copies": n, **more}) for n in (2, 3, 5, 10) for e in ("印刷して", "刷って")]
            out += [(f"{p}を{h}コピーして", {"job": "copy", "paper": v, **more})]
            out += [(f"{p}を{h}{n}枚コピーして", {"job": "copy", "paper": v, "copies": n, **more}) for n in (2, 3, 5)]
        out += [(f"{p}をスキャンして", {"job": "scan", "paper": v})]
        for w, u in (("田中さん", "tanaka"), ("本社", "office"), ("倉庫", "store")):
            out += [(f"{p}を{w}に送って", {"job": "send", "paper": v, "to": u}), (f"{p}をスキャンして{w}に送って", {"job": "scan", "paper": v, "to": u})]
    out += [("紙を補充して", {"job": "refill"}), ("紙がない", {"job": "refill"}), ("印刷を止めて", {"job": "stop"}), ("中止して", {"job": "stop"}),
            ("トナーの残りは", {"job": "toner"}), ("トナーはまだありますか", {"job": "toner"})]
    return out, out



def farm():
    """Hindi, fields and crops: postpositions, verb last."""
    fields = {"उत्तर वाले खेत": "north", "नदी वाले खेत": "river", "बड़े खेत": "big", "पीछे वाले खेत": "back"}
    crops = {"गेहूँ": "wheat", "धान": "rice", "सरसों": "mustard", "मक्का": "maize"}
    days = {"": {}, "आज ": {"day": "today"}, "कल ": {"day": "tomorrow"}, "सोमवार को ": {"day": "monday"}}
    out = []
    for (f, v), (d, more) in itertools.product(fields.items(), days.items()):
        out += [(f"{d}{f} में पानी {e}", {"task": "water", "field": v, **more}) for e in ("दो", "डालो", "चलाओ")]
        out += [(f"{d}{f} में {n} घंटे पानी {e}", {"task": "water", "field": v, "hours": n, **more}) for n in (2, 3, 5) for e in ("दो", "चलाओ")]
        out += [(f"{d}{f} में खाद {e}", {"task": "feed", "field": v, **more}) for e in ("दो", "डालो")]
        out += [(f"{d}{f} में {n} किलो खाद डालो", {"task": "feed", "field": v, "kilos": n, **more}) for n in (20, 50, 80)]
        out += [(f"{d}{f} में {c} {e}", {"task": "sow", "field": v, "crop": w, **more}) for c, w in crops.items() for e in ("बोओ", "लगाओ")]
        out += [(f"{d}{f} की जुताई करो", {"task": "plough", "field": v, **more})]
    for (c, w), (d, more) in itertools.product(crops.items(), days.items()):
        out += [(f"{d}{c} काटो", {"task": "harvest", "crop": w, **more}), (f"{d}{c} की कटाई करो", {"task": "harvest", "crop": w, **more})]
        out += [(f"{d}{c} बेचो", {"task": "sell", "crop": w, **more})]
    for c, w in crops.items():
        out += [(f"{c} का भाव क्या है", {"task": "price", "crop": w})]
        out += [(f"{n} क्विंटल {c} बेचो", {"task": "sell", "crop": w, "count": n}) for n in (2, 5, 10)]
    out += [("बारिश कब होगी", {"task": "rain"}), ("क्या बारिश होगी", {"task": "rain"}), ("काम बंद करो", {"task": "stop"}), ("रुक जाओ", {"task": "stop"})]
    return out, out


LANGUAGES = {f.__name__.replace("_", "-"): f for f in (vacuum, kitchen, music, drone, rover, switches, german, verb_last, verb_first,
                                                       groceries, mail, garden, orders, counter, calls,
                                                       warung, printer, farm)}


def units(command):
    """Words, or characters where there are no spaces."""
    return re.findall(UNSPACED + r"|\d+|[^\W\d_]+", command) if re.search(UNSPACED, command) else command.split()


# ---- learning and asking -----------------------------------------------------------------------

def draw(pairs, n, rng):
    """n lines, first such that have a word which is in less than two of them."""
    pairs = rng.sample(pairs, len(pairs))
    lines, seen = [], collections.Counter()
    for need in (1, 2):
        for pair in pairs:
            words = set(units(pair[0]))
            if len(lines) < n and pair not in lines and any(seen[w] < need for w in words):
                lines.append(pair)
                seen.update(words)
    for pair in pairs:
        if len(lines) < n and pair not in lines:
            lines.append(pair)
            seen.update(set(units(pair[0])))
    return lines, seen


def write(path, lines):
    with open(path, "w") as out:
        for command, meaning in lines:
            out.write(f"{command}\t{meaning}\n" if isinstance(meaning, str)
                      else json.dumps({"command": command, "result": meaning}) + "\n")


def learn(g2l2, path, model):
    made = subprocess.run([g2l2, "train", path, "-o", model, "--log", "none", "--json"], capture_output=True, text=True)
    return (json.loads(made.stdout) if made.returncode == 0 else None), made.stderr


def ask(g2l2, model, lines):
    said = subprocess.run([g2l2, "run", model, "--json"], input="".join(c + "\n" for c, _ in lines),
                          capture_output=True, text=True)
    return [json.loads(line) for line in said.stdout.splitlines()]


def same(result, meaning):
    if isinstance(meaning, str) or result is None:
        return result == meaning
    return (json.loads(result) if isinstance(result, str) else result) == meaning


def verdict(answer, meaning):
    if answer["result"] is None:
        return "withheld"
    if same(answer["result"], meaning):
        return "right"
    if answer["confidence"] > .9 and not answer.get("reason"):
        return "sure"
    return "unsure" if answer.get("reason") or answer["confidence"] < .5 else "wrong"


def without_parentheses(pairs):
    return [(command, re.sub(r" *[(),] *", " ", meaning).strip() if isinstance(meaning, str) else meaning)
            for command, meaning in pairs]


def one(g2l2, folder, language, n, seed, show, bare):
    rng = random.Random(seed)
    taught, spoken = LANGUAGES[language]()
    if bare:
        taught, spoken = without_parentheses(taught), without_parentheses(spoken)
    lines, seen = draw(taught, n, rng)
    known = [p for p in spoken if p not in lines and all(seen[w] for w in units(p[0]))]
    asked = rng.sample(known, min(ASKED, len(known)))
    path, model = (os.path.join(folder, f"{language}-{n}-{seed}.{end}")
                   for end in ("jsonl" if isinstance(lines[0][1], dict) else "tsv", "g2l2"))
    write(path, lines)
    report, said = learn(g2l2, path, model)
    counts = collections.Counter(asked=len(asked))
    if report is None:
        counts.update(refused=1, withheld=len(asked))
        if show:
            print(f"  {path}: {said.strip()}")
        return counts
    for (command, meaning), answer in zip(asked, ask(g2l2, model, asked)):
        what = verdict(answer, meaning)
        counts[what] += 1
        if show and what != "right":
            print(f"  {what}: {command!r}: {answer['result']} ({answer['confidence'] or 0:.2f}), not {meaning}: {answer.get('reason')}")
    if counts["wrong"] + counts["sure"]:
        counts["announced" if report["ties"] or report["thin"] or report["unexplained"] else "silent"] += 1
    return counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("languages", nargs="*")
    parser.add_argument("--lines", default="12,20,30")
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--keep")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--bare", action="store_true")
    options = parser.parse_args()
    g2l2 = os.environ.get("G2L2", "build/g2l2")
    columns = ("asked", "right", "withheld", "unsure", "wrong", "sure", "announced", "silent", "refused")
    print("| language | lines | asked | right | withheld | wrong, unsure | wrong | wrong, sure | announced | silent | refused |")
    print("|" + "---|" * (len(columns) + 2))
    with tempfile.TemporaryDirectory() as folder:
        for language in options.languages or LANGUAGES:
            for n in map(int, options.lines.split(",")):
                total = collections.Counter()
                for seed in range(1, options.draws + 1):
                    total += one(g2l2, options.keep or folder, language, n, seed, options.show, options.bare)
                print(f"| {language} | {n} | " + " | ".join(str(total[c]) for c in columns) + " |", flush=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"CPU seconds: {used.ru_utime + used.ru_stime:.1f}")


if __name__ == "__main__":
    main()
