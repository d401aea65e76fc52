"""What became of a sentence: readings, derivations, explanations, evaluations."""
from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from .data import Example
from .errors import NoMeaningError

# In the order of g2l2_parse_status, in include/g2l2.h.
STATUSES = ("ok", "no parse", "unknown words", "no result", "no scene")


def value_of(text: str) -> Any:
    """A record as a dict; anything else as it is written."""
    if text.startswith("{"):
        try:
            return json.loads(text)
        except ValueError:
            pass
    return text


@dataclass(frozen=True)
class Reading:
    """One meaning of a sentence, and its share of all derivations."""

    text: str
    confidence: float

    @property
    def value(self) -> Any:
        """A record as a dict, other meanings as text."""
        return value_of(self.text)


@dataclass(frozen=True)
class Saying:
    """A sentence for a meaning, and the confidence that it is read so."""

    text: str
    confidence: float

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Result:
    """The readings of a sentence, the best first; or, without any, the reason.

    It is true where there is a meaning, and ``str(result)`` is that meaning, or the reason.

    >>> result = Result("lights on", "ok", (Reading('{"do": "on"}', 0.9),), None)
    >>> bool(result), result.value, result.confidence
    (True, {'do': 'on'}, 0.9)
    """

    sentence: str
    status: str
    readings: Sequence[Reading]
    reason: Optional[str]

    @property
    def best(self) -> Optional[Reading]:
        """The likeliest reading; None: it has no meaning."""
        return self.readings[0] if self.readings else None

    @property
    def text(self) -> Optional[str]:
        """What it means, as text; None: nothing."""
        return self.readings[0].text if self.readings else None

    @property
    def confidence(self) -> float:
        """Of the best reading; 0 where there is none."""
        return self.readings[0].confidence if self.readings else 0.0

    @property
    def value(self) -> Any:
        """The best meaning, a record as a dict. Raises :class:`NoMeaningError` where there is none."""
        if not self.readings:
            raise NoMeaningError(f"no meaning for '{self.sentence}': {self.reason}")
        return self.readings[0].value

    def __bool__(self) -> bool:
        return bool(self.readings)

    def __iter__(self) -> Iterator[Reading]:
        return iter(self.readings)

    def __str__(self) -> str:
        return self.text if self.readings else f"no meaning: {self.reason}"  # type: ignore[return-value]


_LEAF = re.compile(r"\[(\S+) ([^\[].*?|\[)\](?= \[|\]|$)")


def read_tree(text: str) -> Any:
    """``[S [V jump] [S\\V ...]]`` as (category, children) and, of a word, (category, word)."""

    def node(at: int) -> Tuple[Any, int]:
        leaf = _LEAF.match(text, at)
        if leaf:
            return (leaf[1], leaf[2]), leaf.end()
        space = text.index(" ", at)
        children: List[Any] = []
        category, at = text[at + 1 : space], space
        while text[at] == " ":
            child, at = node(at + 1)
            children.append(child)
        return (category, children), at + 1

    return node(0)[0]


@dataclass(frozen=True)
class Derivation:
    """One way to derive a sentence."""

    category: str
    program: Optional[str]
    tree: str
    share: float

    @property
    def nested(self) -> Any:
        """The tree as (category, children), a word as (category, word)."""
        return read_tree(self.tree)

    def to_nltk(self) -> Any:
        """The tree as an ``nltk.Tree``."""
        from .ccg import tree

        return tree(self.nested)


@dataclass(frozen=True)
class Parses:
    """Derivations of a sentence, the heaviest first; or, without any, the reason."""

    sentence: str
    status: str
    derivations: Sequence[Derivation]
    reason: Optional[str]
    n_derivations: int

    @property
    def best(self) -> Optional[Derivation]:
        """The likeliest derivation; None: there is none."""
        return self.derivations[0] if self.derivations else None

    def __bool__(self) -> bool:
        return bool(self.derivations)

    def __len__(self) -> int:
        return len(self.derivations)

    def __iter__(self) -> Iterator[Derivation]:
        return iter(self.derivations)

    def __getitem__(self, i: int) -> Derivation:
        return self.derivations[i]


_OF_ENDING: Dict[str, str] = {"tex": "latex", "txt": "text"}


class Explanation:
    """How a sentence gets its meaning, or why it has none.

    As text (``str``), and in a notebook as a drawing; ``trace`` is all of it as data (docs/TRACE.md).
    """

    def __init__(self, model: Any, sentence: str, about: Any, n_derivations: int):
        self.sentence = sentence
        self._model, self._about, self._n = model, about, n_derivations
        self._shown: Dict[str, str] = {}

    def show(self, format: str = "text") -> str:
        """As ``"text"``, ``"json"``, ``"svg"``, ``"html"`` (a whole page), ``"latex"`` or ``"dot"``."""
        if format not in self._shown:
            self._shown[format] = self._model._show(self.sentence, self._about, format, self._n)
        return self._shown[format]

    @property
    def trace(self) -> Dict[str, Any]:
        """All of it as data (docs/TRACE.md)."""
        trace: Dict[str, Any] = json.loads(self.show("json"))
        return trace

    @property
    def text(self) -> str:
        """As the command prints it."""
        return self.show("text")

    @property
    def svg(self) -> str:
        """As a drawing."""
        return self.show("svg")

    @property
    def html(self) -> str:
        """As a whole page that needs nothing else."""
        return self.show("html")

    @property
    def latex(self) -> str:
        """For a paper, with TikZ."""
        return self.show("latex")

    @property
    def dot(self) -> str:
        """For Graphviz."""
        return self.show("dot")

    def save(self, path: Any, format: Optional[str] = None) -> None:
        """Write it to a file; the format is that of its name (.svg .html .tex .dot .json .txt)."""
        import os

        if format is None:
            ending = os.path.splitext(str(os.fspath(path)))[1].lstrip(".")
            format = _OF_ENDING.get(ending, ending)
        text = self.show(format)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def to_nltk(self) -> Any:
        """The first derivation as an ``nltk.Tree``, or None."""
        parses = self._model.parse(self.sentence)
        return parses.best.to_nltk() if parses else None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Explanation of {self.sentence!r}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        # A whole page of its own, so that its style does not reach into the notebook's.
        page = html.escape(self.html, quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:32em;border:0"></iframe>'


@dataclass(frozen=True)
class Answer:
    """An example beside what the model makes of it."""

    example: Example
    result: Result
    right: bool


@dataclass(frozen=True)
class Bin:
    """Answers of about one confidence: how many, their mean confidence, and the share that is right."""

    low: float
    high: float
    count: int
    confidence: float
    accuracy: float


@dataclass(frozen=True)
class Evaluation:
    """How a model does on examples, and whether its confidence says so.

    A sentence without a parse has confidence 0 and is wrong.
    """

    answers: Sequence[Answer]
    n_bins: int = 10

    @property
    def examples(self) -> int:
        """How many were asked."""
        return len(self.answers)

    @property
    def correct(self) -> int:
        """How many were right."""
        return sum(answer.right for answer in self.answers)

    @property
    def unparsed(self) -> int:
        """How many have no meaning."""
        return sum(not answer.result for answer in self.answers)

    @property
    def accuracy(self) -> float:
        """The share that was right."""
        return self.correct / len(self.answers) if self.answers else 0.0

    @property
    def mistakes(self) -> List[Answer]:
        """Those that were wrong, or have no meaning."""
        return [answer for answer in self.answers if not answer.right]

    @property
    def bins(self) -> List[Bin]:
        """Bins of equal width that have answers, the least sure first."""
        groups: Dict[int, List[Answer]] = {}
        for answer in self.answers:
            which = min(int(answer.result.confidence * self.n_bins), self.n_bins - 1)
            groups.setdefault(which, []).append(answer)
        return [
            Bin(
                which / self.n_bins,
                (which + 1) / self.n_bins,
                len(group),
                sum(answer.result.confidence for answer in group) / len(group),
                sum(answer.right for answer in group) / len(group),
            )
            for which, group in sorted(groups.items())
        ]

    @property
    def ece(self) -> float:
        """Expected calibration error: the mean distance of confidence and accuracy over ``bins``."""
        if not self.answers:
            return 0.0
        return sum(b.count * abs(b.confidence - b.accuracy) for b in self.bins) / len(self.answers)

    @property
    def brier(self) -> float:
        """Mean squared distance of the confidence from what it should have been, 0 or 1."""
        if not self.answers:
            return 0.0
        return sum((a.result.confidence - a.right) ** 2 for a in self.answers) / len(self.answers)

    def __repr__(self) -> str:
        return f"<Evaluation: {self}>"  # there may be thousands of answers

    def __str__(self) -> str:
        return (
            f"{self.correct} of {self.examples} right: {self.accuracy:.2%}, "
            f"{self.unparsed} without a parse, calibration error {self.ece:.3f}"
        )
