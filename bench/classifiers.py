"""What many would take for commands that mean records: classifiers and a tagger (scikit-learn, Debian's
python3-sklearn), as assistants have them, with one of each for a language.

The value of a field is a class, and so is its absence: logistic regression over n-grams of words and of letters,
for each field. A field whose values stand in the sentence is tagged instead: a maximum entropy Markov model (a linear
chain whose steps are normalized; Debian has no conditional random field) over words, their endings and neighbours,
and what it finds is taken for the value that is spelled so, if there is one. A number is copied."""
import json
import re

import numpy
from scipy.sparse import hstack
from sklearn.feature_extraction import DictVectorizer
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

ABSENT, NUMBER = "absent", "<number>"


def regression():
    return LogisticRegression(C=30, solver="liblinear")


class Fields:
    """A class for each field: its value, a number of the sentence, or that there is none. The most frequent field
    is first, and those that follow know the classes of those before them."""

    def __init__(self, words, train, fields):
        self.spellings = [TfidfVectorizer(tokenizer=words, token_pattern=None, lowercase=False, ngram_range=(1, 3)),
                          TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 5))]
        self.chain = DictVectorizer()
        sentences = [e["command"] for e in train]
        classes = [{f: self.class_of(e["command"], e["result"].get(f)) for f in fields} for e in train]
        self.fields = sorted(fields, key=lambda f: (-sum(f in e["result"] for e in train), f))
        self.chain.fit(classes)
        seen = hstack([s.fit_transform(sentences) for s in self.spellings])
        self.models = {}
        for i, field in enumerate(self.fields):
            own = [row[field] for row in classes]
            before = self.chain.transform({f: row[f] for f in self.fields[:i]} for row in classes)
            self.models[field] = own[0] if len(set(own)) == 1 else regression().fit(hstack([seen, before]), own)

    @staticmethod
    def class_of(sentence, value):
        if value is None:
            return ABSENT
        if isinstance(value, (int, float)) and str(value) in re.findall(r"\d+(?:\.\d+)?", sentence):
            return NUMBER
        return json.dumps(value)

    def ask(self, sentence):
        given = [s.transform([sentence]) for s in self.spellings]
        numbers, record, found = re.findall(r"\d+(?:\.\d+)?", sentence), {}, {}
        for field in self.fields:
            model, before = self.models[field], self.chain.transform([found])
            found[field] = model if isinstance(model, str) else model.predict(hstack([*given, before]))[0]
            if found[field] == NUMBER and numbers:
                record[field] = json.loads(numbers[0])
            elif found[field] not in (ABSENT, NUMBER):
                record[field] = json.loads(found[field])
        return record


def places(sentence, words):
    """Where words stand in the sentence, and where its letters but for case are."""
    at, found, low = 0, [], sentence.lower()
    for word in words:
        if word == NUMBER:
            match = re.compile(r"\d+").search(low, at)
            begin, end = match.span() if match else (at, at)
        else:
            begin = max(low.find(word, at), at)
            end = begin + len(word)
        found.append((begin, end))
        at = end
    return found


def texts(value):
    return [value] if isinstance(value, str) else [v for v in value if isinstance(v, str)] if isinstance(
        value, list) else []


class Tagger:
    """Tags of words: outside, or the first or another of a field's value."""

    def __init__(self, words, train):
        self.words, self.values = words, {}
        uses, stands = {}, {}
        for e in train:
            for field, value in e["result"].items():
                uses[field] = uses.get(field, 0) + 1
                stands[field] = stands.get(field, 0) + bool(self.span(words(e["command"]), value))
        self.fields = {f for f in uses if stands[f] >= .8 * uses[f]}
        rows, tags = [], []
        for e in train:
            said = words(e["command"])
            labels = self.label(said, e)
            for i in range(len(said)):
                rows.append(self.row(said, i, labels[i - 1] if i else "start"))
                tags.append(labels[i])
        self.vectorizer = DictVectorizer()
        self.model = regression().fit(self.vectorizer.fit_transform(rows), tags) if len(set(tags)) > 1 else None

    def span(self, said, value):
        for text in texts(value):
            spelled = self.words(text)
            for i in range(len(said) - len(spelled) + 1):
                if spelled and said[i:i + len(spelled)] == spelled:
                    return i, i + len(spelled)
        return None

    def label(self, said, example):
        labels = ["O"] * len(said)
        for field in sorted(self.fields & set(example["result"])):
            value = example["result"][field]
            span = self.span(said, value)
            if not span:
                continue
            self.values.setdefault((field, " ".join(said[span[0]:span[1]])), value)
            for i in range(*span):
                labels[i] = ("B " if i == span[0] else "I ") + field
        return labels

    @staticmethod
    def row(said, i, before):
        row = {"before": before, "before and word": before + " " + said[i]}
        for k in range(-2, 3):
            word = said[i + k] if 0 <= i + k < len(said) else "none"
            row[f"word {k}"] = word
        for n in (2, 3, 4):
            row[f"begins {n}"], row[f"ends {n}"] = said[i][:n], said[i][-n:]
        return row

    def best(self, said):
        """The likeliest tags, by Viterbi."""
        classes, paths = list(self.model.classes_), {"start": (0.0, [])}
        for i in range(len(said)):
            states = list(paths)
            step = self.model.predict_log_proba(self.vectorizer.transform(self.row(said, i, s) for s in states))
            total = numpy.array([paths[s][0] for s in states])[:, None] + step
            best = total.argmax(axis=0)
            paths = {c: (total[best[k], k], paths[states[best[k]]][1] + [c]) for k, c in enumerate(classes)}
        return max(paths.values(), key=lambda p: p[0])[1]

    def ask(self, sentence):
        said, record = self.words(sentence), {}
        if not self.model or not said:
            return record
        tags, where = self.best(said), places(sentence, said)
        for i, tag in enumerate(tags):
            if not tag.startswith("B "):
                continue
            end = i + 1
            while end < len(said) and tags[end] == "I " + tag[2:]:
                end += 1
            text = sentence[where[i][0]:where[end - 1][1]]
            record.setdefault(tag[2:], self.values.get((tag[2:], " ".join(said[i:end])), text))
        return record


class Classifiers:
    def __init__(self, words, train):
        self.tagger = Tagger(words, train)
        fields = sorted({f for e in train for f in e["result"]} - self.tagger.fields)
        self.classes = Fields(words, train, fields)

    def ask(self, sentence):
        return self.classes.ask(sentence) | self.tagger.ask(sentence)
