#!/usr/bin/env python3
"""Sentences that mean nested records: constructions and depths that training never has, and wrong labels.

    bench/nested.py FOLDER [-n 200] [--seed 1] [--wrong 0.05]

FOLDER has train.jsonl of SLOG (Li et al. 2023), whose structural part is not needed: sentences of its kinds
are composed here of the words that training has, with targets by the rules that its pairs show, N of a
kind. `g2l2 train` learns from train.jsonl as it is, and from copies in which some targets are wrong:
swapped with another line's, with another head, or with two roles for each other. Prints what is right of each
kind, and how many of the wrong lines are listed (`unexplained`). $G2L2 is the program."""
import argparse
import collections
import copy
import json
import os
import random
import re
import resource
import subprocess
import tempfile

DETERMINERS, PREPOSITIONS, WH = ("the", "a"), ("in", "on", "beside"), ("Who", "What")
FUNCTION = {".", "?", "was", "that", "by", "to", "did", *DETERMINERS, *PREPOSITIONS, *WH}
ASKED = {"head": "?"}
# What stands behind the subject, the fields of the record, and the class that verbs of it are
SHAPES = {
    ("V X", ("agent", "theme")): "takes", ("V X X", ("agent", "recipient", "theme")): "gives",
    ("V X to X", ("agent", "recipient", "theme")): "gives to", ("V", ("agent",)): "acts",
    ("V", ("theme",)): "happens", ("was V by X", ("agent", "theme")): "taken by",
    ("was V", ("theme",)): "taken", ("was V to X by X", ("agent", "recipient", "theme")): "given to by",
    ("was V to X", ("recipient", "theme")): "given to",
    ("was V X by X", ("agent", "recipient", "theme")): "given by", ("was V X", ("recipient", "theme")): "given",
}


def fields(record):
    return sorted(key for key, value in record.items() if isinstance(value, dict))


def records(record):
    yield record
    for key in fields(record):
        yield from records(record[key])


class Words:
    """The words of the training part by class."""

    def __init__(self, examples):
        sentences = [(["the" if w == "The" else "a" if w == "A" else w for w in e["command"].split()], e["result"])
                     for e in examples]
        self.known = {w for words, _ in sentences for w in words}
        self.nouns = sorted({b for words, _ in sentences for a, b in zip(words, words[1:]) if a in DETERMINERS})
        heads = {r["head"] for _, result in sentences for r in records(result)}
        self.names = sorted(h for h in heads if h[0].isupper() and h in self.known and h not in self.nouns)
        verbs = collections.defaultdict(set)
        for words, result in sentences:
            if words[-1] == ".":
                self.add(verbs, words[:-1], result)
        self.verbs = {k: sorted(v) for k, v in verbs.items()}

    def add(self, verbs, words, result):
        shape, content = self.shape(words)
        if not shape.startswith("X "):
            return
        shape, head, has = shape[2:], result["head"], tuple(fields(result))
        if (shape, has) in SHAPES:
            verbs[SHAPES[shape, has]].add((content[0], head))
        if shape.startswith("V that X") and "ccomp" in result:
            verbs["says"].add((content[0], head))
        if shape == "V to V" and "xcomp" in result:
            verbs["wants"].add((content[0], head))
            verbs["to act"].add((content[1], result["xcomp"]["head"]))

    def shape(self, words):
        text, content, i = [], [], 0
        while i < len(words):
            thing = words[i] in self.names or words[i] in DETERMINERS
            text.append("X" if thing else words[i] if words[i] in FUNCTION else "V")
            if text[-1] == "V":
                content.append(words[i])
            i += 2 if words[i] in DETERMINERS else 1
        return " ".join(text), content


class Speaker:
    """Phrases are (words, record); a verb phrase is (words, what it makes of its subject)."""

    def __init__(self, words, seed):
        self.words, self.random = words, random.Random(seed)

    def verb(self, kind, base=False):
        while True:
            word, head = self.random.choice(self.words.verbs[kind])
            if not base:
                return word, head
            if head in self.words.known:
                return head, head

    def noun(self):
        while True:
            noun, the = self.random.choice(self.words.nouns), self.random.choice(DETERMINERS)
            if noun not in self.used:
                self.used.add(noun)
                return [the, noun], {"head": noun, **({"definite": True} if the == "the" else {})}

    def thing(self):
        name = self.random.choice(self.words.names)
        if self.random.random() > .3 or name in self.used:
            return self.noun()
        self.used.add(name)
        return [name], {"head": name}

    def placed(self, depth):
        words, record = self.noun()
        if depth:
            inner, where = self.placed(depth - 1)
            preposition = self.random.choice(PREPOSITIONS)
            words, record = words + [preposition] + inner, {**record, "nmod." + preposition: where}
        return words, record

    def embedded(self, depth):
        if not depth:
            return self.thing()
        words, record = self.noun()
        subject, who = self.embedded(depth - 1)
        verb, head = self.verb("takes")
        return words + ["that"] + subject + [verb], {**record, "nmod": {"head": head, "agent": who, "theme": record}}

    def relative(self, gap):
        words, record = self.noun()
        if gap == "subject":
            phrase, of = self.predicate()
            return words + ["that"] + phrase, {**record, "nmod": of(record)}
        if gap == "object":
            subject, who = self.thing()
            verb, head = self.verb("takes")
            return words + ["that"] + subject + [verb], {**record, "nmod": {"head": head, "agent": who, "theme": record}}
        (subject, who), (other, what) = self.thing(), self.thing()
        verb, head = self.verb("gives to")
        return (words + ["that"] + subject + [verb] + other + ["to"],
                {**record, "nmod": {"head": head, "agent": who, "theme": what, "recipient": record}})

    def modified(self):
        kind = self.random.randrange(4)
        return self.placed(kind + 1) if kind < 2 else self.relative(("subject", "object")[kind - 2])

    def predicate(self, kinds=None):
        usual = [k for k in SHAPES.values()] + ["wants"]
        kind = self.random.choice(kinds or usual)
        word, head = self.verb(kind)
        if kind == "says":
            clause, said = self.clause()
            return [word, "that"] + clause, lambda s: {"head": head, "agent": s, "ccomp": said}
        if kind == "wants":
            act, done = self.verb("to act")
            return [word, "to", act], lambda s: {"head": head, "agent": s, "xcomp": {"head": done, "agent": s}}
        roles = {"takes": "agent|theme", "gives": "agent|recipient theme", "gives to": "agent|theme to:recipient",
                 "acts": "agent|", "happens": "theme|", "taken by": "theme|by:agent", "taken": "theme|",
                 "given to by": "theme|to:recipient by:agent", "given to": "theme|to:recipient",
                 "given by": "recipient|theme by:agent", "given": "recipient|theme"}[kind]
        subject, rest = roles.split("|")
        words, made = (["was"] if kind.startswith(("taken", "given")) else []) + [word], {"head": head}
        for role in rest.split():
            mark, _, role = role.rpartition(":")
            phrase, made[role] = self.thing()
            words += ([mark] if mark else []) + phrase
        return words, lambda s: {**made, subject: s}

    def clause(self, kinds=None):
        (words, record), (phrase, of) = self.thing(), self.predicate(kinds)
        return words + phrase, of(record)

    def saying(self, depth):
        if not depth:
            return self.clause()
        (subject, who), (verb, head) = self.thing(), self.verb("says")
        inner, said = self.saying(depth - 1)
        return subject + [verb, "that"] + inner, {"head": head, "agent": who, "ccomp": said}

    def as_object(self, words, record):
        (subject, who), (verb, head) = self.thing(), self.verb("takes")
        return subject + [verb] + words, {"head": head, "agent": who, "theme": record}

    def as_subject(self, words, record):
        phrase, of = self.predicate()
        return words + phrase, of(record)

    def as_recipient(self, words, record):
        (subject, who), (other, what) = self.thing(), self.thing()
        if self.random.random() < .5:
            verb, head = self.verb("gives")
            words = subject + [verb] + words + other
        else:
            verb, head = self.verb("gives to")
            words = subject + [verb] + other + ["to"] + words
        return words, {"head": head, "agent": who, "theme": what, "recipient": record}

    def ask(self, *words):
        return [self.random.choice(WH), *words]

    def ask_object(self):
        (subject, who), (other, whom) = self.thing(), self.thing()
        kind = self.random.choice(("gives", "gives to"))
        verb, head = self.verb(kind, base=True)
        words = self.ask("did", *subject, verb, *(["to"] if kind == "gives to" else []), *other)
        return words, {"head": head, "agent": who, "theme": ASKED, "recipient": whom}

    def ask_recipient(self):
        (subject, who), (other, what) = self.thing(), self.thing()
        verb, head = self.verb("gives to", base=True)
        return (self.ask("did", *subject, verb, *other, "to"),
                {"head": head, "agent": who, "theme": what, "recipient": ASKED})

    def ask_far(self):
        (subject, who), (inner, whose) = self.thing(), self.thing()
        (verb, head), (last, does) = self.verb("says", base=True), self.verb("takes")
        return (self.ask("did", *subject, verb, "that", *inner, last),
                {"head": head, "agent": who, "ccomp": {"head": does, "agent": whose, "theme": ASKED}})

    def ask_modified(self):
        words, record = self.modified()
        if self.random.random() < .5:
            verb, head = self.verb("takes")
            return self.ask(verb, *words), {"head": head, "agent": ASKED, "theme": record}
        verb, head = self.verb("takes", base=True)
        return self.ask("did", *words, verb), {"head": head, "agent": record, "theme": ASKED}

    def ask_subject(self, kinds):
        phrase, of = self.predicate(kinds)
        return self.ask(*phrase), of(ASKED)

    def deep(self):
        return self.random.randint(5, 12)

    def sentence(self, kind):
        self.used = set()
        words, record = KINDS[kind](self)
        end = "?" if words[0] in WH else "."
        return {"command": " ".join([words[0][0].upper() + words[0][1:], *words[1:], end]), "result": record}


PASSIVE = [k for k in SHAPES.values() if k.startswith(("taken", "given"))]
ACTIVE = [k for k in SHAPES.values() if k not in PASSIVE] + ["wants", "says"]
KINDS = {
    "prepositional phrases, 3 deep": lambda s: s.as_object(*s.placed(3)),
    "prepositional phrases, 5 to 12 deep": lambda s: s.as_object(*s.placed(s.deep())),
    "clauses with `that`, 3 deep": lambda s: s.saying(3),
    "clauses with `that`, 5 to 12 deep": lambda s: s.saying(s.deep()),
    "centre embedding, 3 deep": lambda s: s.as_object(*s.embedded(3)),
    "centre embedding, 5 to 12 deep": lambda s: s.as_object(*s.embedded(s.deep())),
    "prepositional phrase of the subject": lambda s: s.as_subject(*s.placed(1)),
    "prepositional phrase of the recipient": lambda s: s.as_recipient(*s.placed(1)),
    "relative clause of the subject": lambda s: s.as_subject(*s.relative("object")),
    "relative clause of the recipient": lambda s: s.as_recipient(*s.relative("object")),
    "relative clause that lacks its recipient": lambda s: s.as_object(*s.relative("recipient")),
    "question for the subject, active": lambda s: s.ask_subject(ACTIVE),
    "question for the subject, passive": lambda s: s.ask_subject(PASSIVE),
    "question for what is given": lambda s: s.ask_object(),
    "question for the recipient": lambda s: s.ask_recipient(),
    "question out of a clause with `that`": lambda s: s.ask_far(),
    "question with a modified phrase": lambda s: s.ask_modified(),
}


def spoil(examples, share, how, seed):
    """A copy with wrong targets, and the lines that have them."""
    rng, out = random.Random(seed), copy.deepcopy(examples)
    wrong = sorted(rng.sample(range(len(out)), round(share * len(out))))
    heads = [r["head"] for e in examples[:2000] for r in records(e["result"])]
    for i, other in zip(wrong, wrong[1:] + wrong[:1]):
        target = out[i]["result"]
        if how == "targets":
            out[i]["result"] = examples[other]["result"]
        elif how == "heads":
            record = rng.choice(list(records(target)))
            record["head"] = rng.choice([h for h in heads if h != record["head"]])
        elif len(fields(target)) > 1:
            a, b = rng.sample(fields(target), 2)
            target[a], target[b] = target[b], target[a]
        else:
            role = (fields(target) or ["theme"])[0]
            target["agent" if role == "theme" else "theme"] = target.pop(role, {"head": "?"})
    return out, {i + 1 for i in wrong if out[i]["result"] != examples[i]["result"]}


def write(path, examples):
    with open(path, "w") as out:
        out.writelines(json.dumps({"command": e["command"], "result": e["result"]}) + "\n" for e in examples)


def train(g2l2, data, model):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    made = subprocess.run([g2l2, "train", data, "-o", model, "--log", "none", "--no-estimate", "--json"],
                          capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if made.returncode:
        raise SystemExit(made.stderr)
    report = json.loads(made.stdout)
    return {x["line"] for x in report["unexplained"]}, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def share_right(g2l2, model, path):
    said = json.loads(subprocess.run([g2l2, "eval", model, path, "--json", "--failures", "0"],
                                     capture_output=True, text=True).stdout)
    return 100 * said["correct"] / said["examples"], said["examples"] - said["correct"] - said["unparsed"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wrong", type=float, default=.05)
    options = parser.parse_args()
    g2l2 = os.environ.get("G2L2", "build/g2l2")
    examples = [json.loads(line) for line in open(os.path.join(options.folder, "train.jsonl"))]
    speaker = Speaker(Words(examples), options.seed)
    with tempfile.TemporaryDirectory() as folder:
        asked = {}
        for kind in KINDS:
            asked[kind] = os.path.join(folder, re.sub(r"\W", "_", kind) + ".jsonl")
            write(asked[kind], [speaker.sentence(kind) for _ in range(options.n)])
        models, head = {}, {}
        for how in ("as it is", "targets", "heads", "roles"):
            data, model = os.path.join(folder, "train.jsonl"), os.path.join(folder, how + ".g2l2")
            given, wrong = (examples, set()) if how == "as it is" else spoil(examples, options.wrong, how, options.seed)
            write(data, given)
            listed, seconds = train(g2l2, data, model)
            models[how] = model
            head[how] = f"{len(wrong)} wrong, {len(listed)} listed, {len(wrong & listed)} of both; {seconds:.1f} CPU s"
        print("| | " + " | ".join(h if h == "as it is" else "wrong " + h for h in models) + " |")
        print("|---|" + "---|" * len(models))
        print("| training | " + " | ".join(head.values()) + " |")
        for kind, path in asked.items():
            cells = [share_right(g2l2, m, path) for m in models.values()]
            print(f"| {kind} | " + " | ".join(f"{c:.1f}" + (f" ({w} wrong)" if w else "") for c, w in cells) + " |")


if __name__ == "__main__":
    main()
