"""A model: learned, asked, explained, edited, kept."""
from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union

from . import _native, options as options_
from .data import Data, Example, load, looks_like, meaning_text
from .errors import InterruptedError, LimitError
from .lexicon import Entry, Lexicon
from .results import (
    STATUSES,
    Answer,
    Derivation,
    Evaluation,
    Explanation,
    Parses,
    Reading,
    Result,
    Saying,
)
from .scenes import Scene, Scenes, as_scenes

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Progress:
    """How far learning is. ``accuracy`` below 0: not known."""

    stage: int
    n_stages: int
    length: int
    update: int
    n_updates: int
    loss: float
    accuracy: float
    n_alive: int
    restart: int
    #: Of :meth:`Model.estimate`: the part that is held back, of how many, and what is known so far.
    part: int = 0
    n_parts: int = 0
    asked: int = 0
    correct: int = 0


@dataclass(frozen=True)
class Standing:
    """What a word may mean so far: ``top`` has (category, program, share), the heaviest first."""

    word: str
    n_alive: int
    top: Sequence[Tuple[str, str, float]]


@dataclass(frozen=True)
class Observation:
    """Either a phase begins (no words), or this is what words may mean so far."""

    restart: int
    phase: str
    update: int
    words: Sequence[Standing]


@dataclass(frozen=True)
class Report:
    """How learning went."""

    examples: int
    checked: int
    correct: int
    candidates: int
    candidate_set: Optional[str]
    restarts: int
    attempts: int
    attempt: int
    tolerant: bool
    interrupted: bool
    reason: str
    cpu_seconds: float

    @property
    def accuracy(self) -> float:
        """The share of the examples that it explains."""
        return self.correct / self.checked if self.checked else 0.0


@dataclass(frozen=True)
class Tie:
    """Two entries that explain the data equally well, and a sentence that would tell them apart."""

    word: str
    category_a: str
    program_a: str
    category_b: str
    program_b: str
    sentence: str
    meaning_a: str
    meaning_b: str


@dataclass(frozen=True)
class Estimate:
    """How often a model of such examples would be right about others (:meth:`Model.estimate`)."""

    parts: int  #: that were held back, each in turn
    asked: int  #: 0: there are too few examples, there was no time, or it is too much to ask
    correct: int
    slope: float  #: log-odds of being right are these times those of the confidence,
    offset: float  #: and this
    doubtful: bool = False  #: so many were wrong that a model of all examples should be calibrated by it

    @property
    def accuracy(self) -> float:
        """The share that was right."""
        return self.correct / self.asked if self.asked else 0.0


@dataclass(frozen=True)
class Reason:
    """Why a word has an entry (:meth:`Model.why`). Examples come the shortest first."""

    word: str
    entry: Entry
    examples: Tuple[Example, ...]  #: that have the word, and are right with the entry
    rival: Optional[Tuple[str, str]]  #: category and program that would make most of them right
    rival_right: int  #: so many
    deciding: Tuple[Example, ...]  #: those that the rival gets wrong: they decided
    rival_meaning: Optional[str]  #: what the first of these would mean with the rival
    #: What became of the rival without them: "back", "as good", "other" (more than one word decides),
    #: "gone" (the word does not occur any more), "few" (too few are left), or "" (not tried).
    relearned: str

    def __str__(self) -> str:
        lines = [f"{self.word}  {self.entry}", f"  {len(self.examples)} examples are right with it"]
        if self.rival:
            lines.append(f"  the last rival, {' : '.join(self.rival)}, is right about {self.rival_right}")
        if self.deciding:
            first = self.deciding[0]
            would = f"mean {self.rival_meaning!r}" if self.rival_meaning else "have no meaning"
            lines.append(f"  ruled out by {first.sentence!r}, which means {first.target!r} and would {would}")
        return "\n".join(lines)


RELEARNED = ("", "back", "as good", "other", "gone", "few")  # by number, as the library has them


@dataclass(frozen=True)
class Taught:
    """A word that examples taught a model; ``example`` is the first of them, from 0."""

    word: str
    category: str
    program: str
    known: bool  #: it meant something else, which the examples contradict:
    old_category: Optional[str]
    old_program: Optional[str]
    example: int
    n_rivals: int  #: other entries that would do as well
    like: Optional[str] = None  #: the known word that it is like, in all its entries
    own: bool = False  #: its concept was learned from the questions, and is its own


@dataclass(frozen=True)
class Word:
    """A word of a sentence; of one that is not known, those that are spelled alike."""

    text: str
    known: bool
    nearest: Sequence[str]


@dataclass(frozen=True)
class Vector:
    """The concept of a word as it was learned; ``values`` is a memoryview of doubles, not a copy."""

    type: str
    word: str
    of_answers: bool
    values: memoryview


@dataclass(frozen=True)
class Concept:
    """What a word is like, means the same as, is the opposite of, and competes with."""

    type: str
    word: str
    near: Sequence[Tuple[str, float]]
    synonyms: Sequence[str]
    opposite: Optional[str]
    rivals: Sequence[str]


class Domain:
    """What words can mean: a built-in definition by name, a file of one, or its text."""

    def __init__(self, name_or_path: Path = "nav", text: Optional[str] = None):
        self._native = (
            _native.domain_open(os.fspath(name_or_path)) if text is None else _native.domain_parse(text)
        )
        self.name, self.about, self.text, self.has_scenes = _native.domain_about(self._native)

    @staticmethod
    def names() -> List[str]:
        """The built-in ones."""
        return _native.domain_names()

    def show(self, format: str = "text") -> str:
        """What its definition says, as ``"text"`` or ``"json"``."""
        return _native.domain_show(self._native, format)

    def check(self) -> List[Tuple[int, int, str]]:
        """What it has and can never use: (line, column, message) of each."""
        return _native.domain_check(self._native)

    def candidates(self, targets: Sequence[str] = (), set: Optional[str] = None) -> List[Tuple[str, str]]:
        """(category, program) of all that a word may mean at first, given meanings of examples."""
        return _native.domain_candidates(self._native, set, list(targets))

    def __reduce__(self) -> Any:
        return (Domain, ("", self.text))

    def __repr__(self) -> str:
        return f"<Domain {self.name}>"


class _State:
    """A model of the library with its parsers. It is never changed, only replaced."""

    def __init__(self, native: Any, budget: Tuple[int, float, int]):
        self.native = native
        self.budget = budget
        self.parsers: List[Any] = []  # those that nobody uses; pop and append are atomic
        self.table: Optional[Dict[str, Any]] = None
        about, self.n_words, self.n_features, self.features = _native.model_about(native)
        self.domain_name, self.domain_about, self.domain_text, self.has_scenes = about

    @contextmanager
    def parser(self) -> Iterator[Any]:
        """A parser that nobody else uses meanwhile."""
        try:
            parser = self.parsers.pop()
        except IndexError:
            parser = _native.parser_new(self.native)
            _native.parser_set_budget(parser, *self.budget)
        try:
            yield parser
        finally:
            self.parsers.append(parser)


def _domain(domain: Any, examples: Any, scenes: Optional[Scenes], columns: Any) -> Domain:
    if isinstance(domain, Domain):
        return domain
    if domain is not None:
        return Domain(domain)
    if scenes is not None:
        return Domain("facts" if scenes._is_table else "visual")
    return Domain({"actions": "nav", "records": "frames", "questions": "visual"}[looks_like(examples, columns)])


def _checked(given: Dict[str, Any], function: str) -> Dict[str, Any]:
    options_.check(given, function)
    return given


def _text(sentence: Any) -> str:
    if not isinstance(sentence, str):
        raise TypeError(f"a sentence is a text, not {type(sentence).__name__}")
    return sentence


def _tables(tables: Any) -> Scenes:
    """One table, several by position, or several by name."""
    if isinstance(tables, Mapping) and not all(isinstance(v, str) for v in tables.values()):
        return Scenes.from_tables(**tables)
    several = isinstance(tables, (list, tuple)) and not all(isinstance(t, Mapping) for t in tables)
    return Scenes.from_tables(*tables) if several else Scenes.from_tables(tables)


def _prepare(
    examples: Any, domain: Any, scenes: Any, tables: Any, columns: Any, features: Any, options: Dict[str, Any]
) -> Tuple[Domain, Data, Any, Optional[Scenes]]:
    """What is learned from: the domain, examples (their scenes as numbers), how images are seen, and the scenes."""
    if isinstance(examples, Iterable) and not hasattr(examples, "__len__"):
        examples = list(examples)
    scenes = as_scenes(scenes if tables is None else _tables(tables))
    chosen = _domain(domain, examples, scenes, columns)
    data = load(examples, scenes, chosen.has_scenes, columns)
    sight = None
    if data.scenes is not None and scenes is not None and scenes._sight:
        sight = scenes._sight
    elif data.scenes is not None:
        given = {"size": 64, "noise": 0.05, "seed": 0, **(features or {})}
        _native.scenes_encode(data.scenes, given["size"], given["noise"], given["seed"])
        if domain is None:
            chosen = Domain(_native.learn_choose(data.native, data.scenes, options))
    return chosen, data, sight, scenes


class Model:
    """What was learned of a language.

    >>> model = Model.train([("rise", "UP"), ("rise twice", "UP UP"), ("dip twice", "DOWN DOWN"),
    ...                      ("rise then dip", "UP DOWN"), ("dip then rise twice", "DOWN UP UP")])
    >>> str(model.run("rise twice then dip twice"))
    'UP UP DOWN DOWN'

    All methods may be called by several threads at once; they release the interpreter's lock while
    the library works.
    """

    report: Optional[Report] = None
    taught: List[Taught] = []  #: what :meth:`teach` taught it
    tables: Optional[Scenes] = None  #: that it was learned from; what questions without a scene are about

    def __init__(self, native: Any):
        """Not to be called: see :meth:`train`, :meth:`load` and :meth:`from_lexicon`."""
        self._lock = threading.RLock()
        self._budget = (0, 0.0, 0)
        self._set(native)

    def _set(self, native: Any) -> None:
        self._state = _State(native, self._budget)

    # ---- where models come from

    @classmethod
    def train(
        cls,
        examples: Any,
        domain: Any = None,
        *,
        scenes: Any = None,
        tables: Any = None,
        columns: Optional[Sequence[str]] = None,
        features: Optional[Mapping[str, Any]] = None,
        progress: Optional[Callable[[Progress], Any]] = None,
        observe: Optional[Callable[[Observation], Any]] = None,
        **options: Any,
    ) -> "Model":
        """Learn from examples.

        ``examples`` are pairs of sentence and meaning (triples with a scene), mappings, a dict of
        columns, anything that has columns (pandas, polars, datasets), or files by path. Meanings
        are actions (a text or a list), records (a dict) or, about scenes, answers. Names of columns
        are guessed, or given as ``columns=(SENTENCE, MEANING)`` or ``(SENTENCE, MEANING, SCENE)``.

        ``domain`` says what words can mean (a :class:`Domain`, the name of one, or the path of a
        definition); without one the data decide. ``scenes`` or ``tables`` are what questions are
        about: :class:`Scenes`, or what they are made of.

        ``progress`` is called now and then with a :class:`Progress`, and stops learning by
        returning False; ``observe`` with an :class:`Observation`. Exceptions in either end it.

        ``features`` has ``size``, ``noise`` and ``seed`` of the numbers that properties become.
        Other options are those of ``g2l2 train``: ``seed``, ``threads``, ``max_seconds``, ``noise``,
        ``strict``, ``restarts``, ``effort``, ``senses``, ``candidates``, ``inference``, ``grammar``,
        ``lambda_``, ``updates``, ``batch``, ``learning_rate``, ``recipe``, ``keep_candidates``.
        """
        chosen, data, sight, about = _prepare(
            examples, domain, scenes, tables, columns, features, _checked(options, "train")
        )
        native, report = _native.learn(
            chosen._native,
            data.native,
            data.scenes,
            sight,
            options,
            None if progress is None else lambda at: progress(Progress(*at)),
            None if observe is None else lambda at: observe(_observation(at)),
        )
        self = cls(native)
        self.report = Report(**report)
        if about is not None and about._is_table:
            self.tables = about
        return self

    @classmethod
    def estimate(
        cls,
        examples: Any,
        domain: Any = None,
        *,
        scenes: Any = None,
        tables: Any = None,
        columns: Optional[Sequence[str]] = None,
        features: Optional[Mapping[str, Any]] = None,
        progress: Optional[Callable[[Progress], Any]] = None,
        **options: Any,
    ) -> Estimate:
        """How often a model of such examples would be right about others: some are held back, the
        rest is learned from, and those are asked about. Arguments are those of :meth:`train`; it
        takes about as long, with few examples some times as long. Not for images.
        """
        chosen, data, sight, _ = _prepare(
            examples, domain, scenes, tables, columns, features, _checked(options, "estimate")
        )
        if sight is not None:
            raise ValueError("there is no estimate where scenes are images")
        tell = None if progress is None else lambda at: progress(Progress(*at))
        return Estimate(*_native.learn_estimate(chosen._native, data.native, data.scenes, options, tell))

    def calibrate(self, estimate: Estimate) -> "Model":
        """Another model, whose confidence is as often right as it says among examples that were held
        back. Its answers are the same."""
        native = _native.model_read(self.to_bytes())
        _native.model_calibrate(native, estimate.slope, estimate.offset)
        return self._other(native)

    def _other(self, native: Any) -> "Model":
        other = type(self)(native)
        other.report = self.report
        other.tables = self.tables
        other.set_budget(*self._budget)
        return other

    def liken(self, word: str, like: str, *, fresh: bool = False) -> "Model":
        """Another model, which knows one word more: ``word``, like the known one, without examples.

        ``fresh``: it is another of the same kind, so what is named after the known word is named
        after the new one: ``hop``, like ``jump`` that means ``JUMP``, means ``HOP``.
        """
        return self._other(_native.model_liken(self._state.native, word, like, fresh))

    def teach(
        self,
        examples: Any,
        *,
        scenes: Any = None,
        tables: Any = None,
        columns: Optional[Sequence[str]] = None,
        max_seconds: float = 0,
    ) -> "Model":
        """Another model, that knows what a few examples say beside all that this one knows.

        What known words mean stays, unless an example contradicts it; one example is enough for a
        new word where it decides. ``taught`` of the new model lists the words. Examples have any
        form that :meth:`train` takes, with the ``scenes`` or ``tables`` that questions are about.
        """
        data = self._load(examples, scenes, tables, columns)
        native, rows = _native.model_teach(self._state.native, data.native, data.scenes, max_seconds)
        other = self._other(native)
        other.report = None
        other.taught = [Taught(*row) for row in rows]
        return other

    @classmethod
    def load(cls, path: Path) -> "Model":
        """A model file, or a lexicon as text."""
        return cls(_native.model_load(os.fspath(path)))

    @classmethod
    def from_bytes(cls, data: bytes) -> "Model":
        """What ``to_bytes`` gave, or the bytes of a model file."""
        return cls(_native.model_read(data))

    @classmethod
    def from_lexicon(cls, text: str, domain: Any = None) -> "Model":
        """A lexicon as text, as ``str(model.lexicon)`` writes it; ``domain`` where it names none."""
        if domain is not None and not isinstance(domain, Domain):
            domain = Domain(domain)
        return cls(_native.lexicon_import(text, domain._native if domain else None))

    def save(self, path: Path) -> None:
        """As a model file, for every command of ``g2l2`` and for ``Model.load``."""
        _native.model_save(self._state.native, os.fspath(path))

    def to_bytes(self) -> bytes:
        """The bytes of its model file."""
        return _native.model_write(self._state.native)

    def __reduce__(self) -> Any:
        return (_unpickle, (type(self), self.to_bytes(), self.report, self._budget, self.tables))

    def copy(self) -> "Model":
        """Another one that can be edited by itself."""
        return self._other(self._state.native)

    # ---- what it is

    @property
    def domain(self) -> Domain:
        """The definition of what its programs may do."""
        return Domain(text=self._state.domain_text)

    @property
    def lexicon(self) -> Lexicon:
        """Words with their entries; a mapping that can be edited."""
        return Lexicon(self)

    @property
    def n_features(self) -> int:
        """Numbers for each object that it was learned from; 0: it knows no scenes."""
        return self._state.n_features

    @property
    def vectors(self) -> List[Vector]:
        """What was learned of concepts, as numbers, without a copy."""
        return [
            Vector(type_, word, of_answers, memoryview(values))
            for type_, word, of_answers, values in _native.model_vectors(self._state.native)
        ]

    def concepts(self, scenes: Any = None) -> List[Concept]:
        """Which words are alike, mean the same or the opposite; better with scenes to compare in."""
        scenes = as_scenes(scenes)
        native = self._scenes(scenes) if scenes is not None else None
        return [Concept(*row) for row in _native.model_concepts(self._state.native, native)[0]]

    def ties(self) -> List[Tie]:
        """What the examples left open, with examples that would decide it."""
        return [Tie(*row) for row in _native.model_ties(_native.model_read(self.to_bytes()))]

    def set_budget(self, steps: int = 0, seconds: float = 0.0, bytes: int = 0) -> None:
        """What one sentence may cost from now on; 0: as much as is usual."""
        with self._lock:
            self._budget = (steps, float(seconds), bytes)
            self._set(self._state.native)

    def __repr__(self) -> str:
        return f"<Model of {self._state.domain_name}, {self._state.n_words} words>"

    # ---- sentences

    def _scenes(self, scenes: Scenes) -> Any:
        return scenes._for(self._state.native, self._state.features)

    def _about(self, scene: Any, scenes: Any = None) -> Any:
        """What a question is about, as the C part takes it."""
        if scene is None and scenes is None:
            scenes = self.tables
        if scenes is not None:
            scenes = as_scenes(scenes)
            return (self._scenes(scenes), scenes.index(0 if scene is None else scene))
        if scene is None:
            return None
        if isinstance(scene, Scenes):
            return (self._scenes(scene), 0)
        if isinstance(scene, Scene) or isinstance(scene, Mapping):
            return (self._scenes(Scenes([scene])), 0)
        if isinstance(scene, (list, tuple)):
            return (self._scenes(Scenes([scene])), 0)
        if hasattr(scene, "astype"):  # NumPy: as it is, if it is float32 in rows
            return scene.astype("float32", order="C", copy=False)
        if isinstance(scene, (int, str, float)):
            raise TypeError(f"a scene is a list of objects, or an array of features; {scene!r} needs scenes= that it is one of")
        return scene

    def run(self, sentence: str, scene: Any = None, *, scenes: Any = None, n_best: int = 1) -> Result:
        """What a sentence means.

        >>> model = Model.train({"rise": "UP", "rise twice": "UP UP", "dip twice": "DOWN DOWN"})
        >>> model.run("dip").value
        'DOWN'
        >>> model.run("jump").reason
        "unknown word 'jump'"

        ``scene`` is what it is about: a :class:`Scene`, a list of objects, features as an array of
        float32 [objects, features], or the number or name of one of ``scenes``. Without either, a model that
        was learned from tables here answers about these (:attr:`tables`).
        """
        about = self._about(scene, scenes)
        with self._state.parser() as parser:
            return _result(parser, about, _text(sentence), n_best)

    def parse(self, sentence: str, n_best: int = 1) -> Parses:
        """Derivations of a sentence, the heaviest first, without executing them.

        >>> model = Model.train({"rise": "UP", "rise twice": "UP UP", "dip twice": "DOWN DOWN"})
        >>> model.parse("dip twice").best.program
        'repeat(DOWN(), 2)'
        """
        with self._state.parser() as parser:
            status, rows, reason, n = _native.parse(parser, _text(sentence), n_best)
        return Parses(sentence, STATUSES[status], tuple(Derivation(*row) for row in rows), reason, int(n))

    def say(
        self, meaning: Any = None, n_best: int = 1, *, scene: Any = None, scenes: Any = None, object: Any = None
    ) -> List[Saying]:
        """Sentences that mean this (actions, or a record), the shortest first; each was parsed again.

        >>> model = Model.train({"rise": "UP", "rise twice": "UP UP", "dip twice": "DOWN DOWN"})
        >>> [str(sentence) for sentence in model.say("DOWN DOWN")]
        ['dip twice']

        With ``object``, phrases that fit this object of a scene and no other: its number from 0, or several.
        ``scene`` and ``scenes`` are as for :meth:`run`. There may be none.
        """
        if object is not None:
            about, objects = self._about(scene, scenes), [object] if isinstance(object, int) else list(object)
            with self._state.parser() as parser:
                return [Saying(*row) for row in _native.describe(parser, about, objects, n_best)]
        text = meaning_text(meaning)
        with self._state.parser() as parser:
            return [Saying(*row) for row in _native.say(parser, text, n_best)]

    def words(self, sentence: str) -> List[Word]:
        """The words of a sentence, and which of them are known."""
        with self._state.parser() as parser:
            return [Word(*row) for row in _native.words(parser, _text(sentence))]

    def explain(
        self, sentence: str, scene: Any = None, *, scenes: Any = None, n_derivations: int = 0
    ) -> Explanation:
        """How a sentence gets its meaning, or why it has none; a drawing in a notebook."""
        return Explanation(self, _text(sentence), self._about(scene, scenes), n_derivations)

    def _show(self, sentence: str, about: Any, format: str, n: int) -> str:
        with self._state.parser() as parser:
            return _native.show(parser, about, sentence, format, n)

    def same(self, got: str, wanted: str) -> bool:
        """Do two meanings count as the same?"""
        return _native.model_same(self._state.native, got, wanted)

    def _load(self, examples: Any, scenes: Any, tables: Any, columns: Any) -> Data:
        """Examples, with their scenes as the model sees them."""
        if isinstance(examples, Iterable) and not hasattr(examples, "__len__"):
            examples = list(examples)
        scenes = as_scenes(scenes if tables is None else _tables(tables))
        if scenes is None:
            scenes = self.tables
        native = self._state.native
        data = load(examples, scenes, self._state.has_scenes, columns)
        if data.scenes is not None and scenes is not None and scenes._sight:
            _native.scenes_look_for(data.scenes, data.native, native, *scenes._sight)
        elif data.scenes is not None:
            _native.scenes_encode_for(data.scenes, native)
        return data

    def why(
        self,
        word: Optional[str],
        examples: Any,
        *,
        scenes: Any = None,
        tables: Any = None,
        columns: Optional[Sequence[str]] = None,
        relearn: bool = True,
        max_seconds: float = 0,
        **options: Any,
    ) -> List[Reason]:
        """The evidence for what a word means (``None``: for all of them), one for each of its entries:
        the examples that have it, the last rival of the entry, and what rules that out.

        ``examples`` are what the model was learned from, or others, in any form that :meth:`train`
        takes. Each rival is checked: learned again without the examples that decided, is it back?
        ``relearn=False`` leaves that out; ``options`` are those of :meth:`train`. A word of records
        is asked without the phrases that it is part of.
        """
        data = self._load(examples, scenes, tables, columns)
        found = _native.model_why(
            self._state.native, word, data.native, data.scenes, options if relearn else None, max_seconds
        )
        table = self.lexicon._table()
        entries = {at: (word, entry) for word, rows in table.items() for at, entry in rows}
        given = data.examples()
        return [_reason(entries, given, row) for row in found]

    def evaluate(
        self,
        examples: Any,
        *,
        scenes: Any = None,
        tables: Any = None,
        columns: Optional[Sequence[str]] = None,
        n_bins: int = 10,
    ) -> Evaluation:
        """How many examples (of any form that :meth:`train` takes) it gets right, and whether its
        confidence says which."""
        state = self._state
        data = self._load(examples, scenes, tables, columns)
        answers = []
        with state.parser() as parser:
            for example in data.examples():
                about = None if example.scene is None else (data.scenes, example.scene)
                try:
                    result = _result(parser, about, example.sentence, 1)
                except (LimitError, InterruptedError) as error:  # this one counts as not parsed
                    result = Result(example.sentence, "limit", (), str(error))
                right = result.text is not None and self.same(result.text, example.target)
                answers.append(Answer(example, result, right))
        return Evaluation(tuple(answers), n_bins)


def _reason(entries: Mapping[int, Tuple[str, Entry]], given: Sequence[Example], row: Any) -> Reason:
    entry, examples, category, program, right, deciding, meaning, relearned = row
    return Reason(
        *entries[entry],
        tuple(given[i] for i in examples),
        None if category is None else (category, program),
        right,
        tuple(given[i] for i in deciding),
        meaning,
        RELEARNED[relearned],
    )


def _result(parser: Any, about: Any, sentence: str, n_best: int) -> Result:
    status, readings, reason = _native.run(parser, about, sentence, n_best)
    return Result(sentence, STATUSES[status], tuple(Reading(*row) for row in readings), reason)


def _observation(at: Any) -> Observation:
    restart, phase, update, words = at
    return Observation(restart, phase, update, tuple(Standing(*word) for word in words))


def _unpickle(cls: Any, data: bytes, report: Optional[Report], budget: Any, tables: Optional[Scenes] = None) -> Model:
    model: Model = cls.from_bytes(data)
    model.report = report
    model.tables = tables
    model.set_budget(*budget)
    return model
