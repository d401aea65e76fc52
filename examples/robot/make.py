#!/usr/bin/env python3
"""Commands for a robot on a floor plan and what it is to do, in English and in Turkish.

    bring the cup and the book to the hall then clean the kitchen
    bardağı ve kitabı salona getir sonra mutfağı temizle
    BRING(cup,hall) BRING(book,hall) CLEAN(kitchen)

What is to be done is drawn first, and then said in each language: Turkish has the verb last, and a
noun has a form for what is acted on and another for where to. Of each language LANGUAGE.train.tsv has
150 commands and LANGUAGE.test.tsv 300 others: every word of the test part is in the training part, no
sentence is, and ten pairs of a verb and a noun are in the test part alone.
"""
import os
import random

ROOMS = "kitchen hall garage study garden cellar".split()
THINGS = "cup book key plate ball parcel".split()
DEVICES = "lamp fan heater".split()
KINDS = {"go": ROOMS, "clean": ROOMS, "check": ROOMS, "take": THINGS, "drop": THINGS, "bring": THINGS,
         "on": DEVICES, "off": DEVICES}
HELD_BACK = {("go", "cellar"), ("go", "garage"), ("clean", "study"), ("clean", "hall"),
             ("take", "parcel"), ("take", "book"), ("drop", "key"), ("bring", "ball"),
             ("bring", "plate"), ("on", "heater")}

# What is acted on, and where to.
TURKISH = {
    "kitchen": ("mutfağı", "mutfağa"), "hall": ("salonu", "salona"), "garage": ("garajı", "garaja"),
    "study": ("ofisi", "ofise"), "garden": ("bahçeyi", "bahçeye"), "cellar": ("depoyu", "depoya"),
    "cup": ("bardağı",), "book": ("kitabı",), "key": ("anahtarı",), "plate": ("tabağı",),
    "ball": ("topu",), "parcel": ("paketi",), "lamp": ("lambayı",), "fan": ("vantilatörü",),
    "heater": ("ısıtıcıyı",),
}


class English:
    WAIT, BOTH, PLEASE = ["wait", "stay here"], " and ", "please"
    THEN, AFTER, TIMES = ["then", "and"], "after you", {2: "twice", 3: "three times"}
    VERBS = {"go": ["go to {}"], "clean": ["clean {}"], "check": ["check {}"],
             "take": ["take {}", "pick up {}"], "drop": ["drop {}", "put down {}"],
             "bring": ["bring {} to {}"],
             "on": ["switch on {}", "switch {} on"], "off": ["switch off {}", "switch {} off"]}

    @staticmethod
    def noun(noun, _to):
        return "the " + noun

    @staticmethod
    def repeated(text, times):
        return f"{text} {times}"


class Turkish:
    WAIT, BOTH, PLEASE = ["bekle", "burada kal"], " ve ", "lütfen"
    THEN, AFTER, TIMES = ["sonra", "ve"], "ama önce", {2: "iki kez", 3: "üç kez"}
    VERBS = {"go": ["{} git"], "clean": ["{} temizle"], "check": ["{} kontrol et"],
             "take": ["{} al"], "drop": ["{} bırak", "{} yere koy"], "bring": ["{} {} getir"], "on": ["{} aç"],
             "off": ["{} kapat"]}

    @staticmethod
    def noun(noun, to):
        return TURKISH[noun][to]

    @staticmethod
    def repeated(text, times):
        return f"{times} {text}"


def clause(rng, language):
    """What is said, the actions, and the pairs of a verb and a noun in it."""
    verb = rng.choice("go go clean check take drop bring bring on off wait".split())
    if verb == "wait":
        return rng.choice(language.WAIT), ["WAIT"], []
    nouns = rng.sample(KINDS[verb], 2 if rng.random() < .25 else 1)
    said = [language.BOTH.join(language.noun(noun, verb == "go") for noun in nouns)]
    pairs, where = [(verb, noun) for noun in nouns], ""
    if verb == "bring":
        room = rng.choice(ROOMS)
        said.append(language.noun(room, True))
        where = "," + room
    text = rng.choice(language.VERBS[verb]).format(*said)
    return text, [f"{verb.upper()}({noun}{where})" for noun in nouns], pairs


def sentence(rng, language):
    text, actions, pairs = clause(rng, language)
    if rng.random() < .15:
        times = rng.choice([2, 3])
        text, actions = language.repeated(text, language.TIMES[times]), actions * times
    if rng.random() < .35:
        other, more, also = clause(rng, language)
        joint = rng.choice(language.THEN + [language.AFTER])
        text, pairs = f"{text} {joint} {other}", pairs + also
        actions = more + actions if joint == language.AFTER else actions + more
    if rng.random() < .15:
        text = rng.choice([f"{language.PLEASE} {text}", f"{text} {language.PLEASE}"])
    return text, " ".join(actions), pairs


def write(language, name):
    rng, parts, seen = random.Random(1), {"train": [], "test": []}, set()
    sizes = {"train": 150, "test": 300}
    while any(len(parts[part]) < sizes[part] for part in parts):
        text, actions, pairs = sentence(rng, language)
        if text in seen:
            continue
        seen.add(text)
        part = "test" if rng.random() < .3 or HELD_BACK.intersection(pairs) else "train"
        if len(parts[part]) < sizes[part]:
            parts[part].append(f"{text}\t{actions}\n")
    here = os.path.dirname(os.path.abspath(__file__))
    for part, lines in parts.items():
        with open(os.path.join(here, f"{name}.{part}.tsv"), "w", encoding="utf-8") as out:
            out.writelines(lines)


if __name__ == "__main__":
    write(English, "english")
    write(Turkish, "turkish")
