"""The lexicon of a model as a mapping that can be edited."""
from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field, replace
from typing import Any, Dict, Iterable, Iterator, List, Sequence, Tuple, Union

from . import _native

# g2l2_edit_kind, in include/g2l2.h.
ADD, REPLACE, REMOVE, WEIGHT, LOCK, UNLOCK = range(6)


@dataclass(frozen=True)
class Entry:
    """What a word may be and mean: ``Entry("V\\\\V", "\\\\x. repeat(x, 2)")``.

    ``share`` of the word's weight, ``uses`` and ``example`` are told of what was learned; they are not
    looked at when an entry is written.
    """

    category: str
    program: str = ""
    weight: float = 0.0
    share: float = field(default=0.0, compare=False)
    locked: bool = False
    off: bool = False
    uses: int = field(default=0, compare=False)
    example: str = field(default="", compare=False)
    cases: Tuple[Tuple[str, str], ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"{self.category} : {self.program}" if self.program else self.category


Entries = Union[Entry, Tuple[str, str], Iterable[Union[Entry, Tuple[str, str]]]]


def _entries(value: Entries) -> List[Entry]:
    """One or several, as entries or as (category, program)."""
    if isinstance(value, Entry):
        return [value]
    several: List[Any] = list(value)
    if several and all(isinstance(one, str) for one in several):
        return [Entry(*several)]
    return [one if isinstance(one, Entry) else Entry(*one) for one in several]


def _edit(kind: int, at: int, word: Any, e: Entry) -> Tuple[Any, ...]:
    return (kind, at, word, e.category, e.program, e.weight, e.locked, e.off)


class Lexicon(MutableMapping):  # type: ignore[type-arg]
    """Words, each with its entries, the heaviest first.

    >>> import g2l2
    >>> model = g2l2.Model.train({"rise": "UP", "rise twice": "UP UP", "dip twice": "DOWN DOWN"})
    >>> sorted(model.lexicon), str(model.lexicon["dip"][0])
    (['dip', 'rise', 'twice'], 'V : DOWN()')
    >>> model.lexicon["sink"] = ("V", "DOWN()")
    >>> str(model.run("sink twice"))
    'DOWN DOWN'

    Setting, deleting and the methods below change the model at once, all of a change or nothing of it;
    answers that are being made by other threads end as they began.
    """

    def __init__(self, model: Any):
        self._model = model

    def _table(self) -> Dict[str, List[Tuple[int, Entry]]]:
        """The entries of each word with their numbers."""
        state = self._model._state
        table: Dict[str, List[Tuple[int, Entry]]] = state.table or {}
        if state.table is None:
            for at, row in enumerate(_native.model_entries(state.native)):
                word, category, program, weight, share, locked, off, uses, example, cases = row
                entry = Entry(category, program or "", weight, share, locked, off, uses, example or "", tuple(cases))
                table.setdefault(word, []).append((at, entry))
            state.table = table
        return table

    def __getitem__(self, word: str) -> Tuple[Entry, ...]:
        return tuple(entry for _, entry in self._table()[word])

    def __iter__(self) -> Iterator[str]:
        return iter(self._table())

    def __len__(self) -> int:
        return len(self._table())

    def __contains__(self, word: object) -> bool:
        return word in self._table()

    def __setitem__(self, word: str, entries: Entries) -> None:
        """``model.lexicon["hop"] = ("V", "JUMP()")``, or several entries."""
        self.update_entries({word: entries})

    def __delitem__(self, word: str) -> None:
        self._change(lambda table: [_edit(REMOVE, at, None, entry) for at, entry in table[word]])

    def update_entries(self, words: Dict[str, Entries]) -> None:
        """Several words at once: all of them, or none."""

        def edits(table: Dict[str, List[Tuple[int, Entry]]]) -> List[Tuple[Any, ...]]:
            out = []
            for word, entries in words.items():
                out += [_edit(REMOVE, at, None, entry) for at, entry in table.get(word, ())]
                out += [_edit(ADD, 0, word, entry) for entry in _entries(entries)]
            return out

        self._change(edits)

    def add(self, word: str, entry: Union[Entry, Tuple[str, str]]) -> None:
        """Another entry of a word, old or new."""
        self._change(lambda table: [_edit(ADD, 0, word, one) for one in _entries(entry)])

    def set_weight(self, word: str, number: int, weight: float) -> None:
        """The weight of a word's entry, which are numbered from 0."""
        self._one(WEIGHT, word, number, weight)

    def lock(self, word: str, number: int = 0) -> None:
        """Keep an entry as it is when it is learned again."""
        self._one(LOCK, word, number)

    def unlock(self, word: str, number: int = 0) -> None:
        """Let an entry be learned again."""
        self._one(UNLOCK, word, number)

    def _one(self, kind: int, word: str, number: int, weight: float = 0.0) -> None:
        def edits(table: Dict[str, List[Tuple[int, Entry]]]) -> List[Tuple[Any, ...]]:
            entries = table[word]
            if not -len(entries) <= number < len(entries):
                raise IndexError(f"{word!r} has no entry {number}; it has {len(entries)}, numbered from 0")
            at, entry = entries[number]
            return [_edit(kind, at, None, replace(entry, weight=weight))]

        self._change(edits)

    def _change(self, edits: Any) -> None:
        with self._model._lock:
            made = edits(self._table())
            if made:
                self._model._set(_native.model_edit(self._model._state.native, made))

    def __str__(self) -> str:
        """As text that ``Model.from_lexicon`` and ``g2l2`` read."""
        return _native.lexicon_export(self._model._state.native)

    def __repr__(self) -> str:
        return f"<Lexicon of {len(self)} words>"

    def _repr_html_(self) -> str:
        import html

        rows = "".join(
            "<tr><td>{}</td><td><code>{}</code></td><td><code>{}</code></td><td>{:.1%}</td></tr>".format(
                html.escape("" if i else word), html.escape(e.category), html.escape(e.program), e.share
            )
            for word, entries in self._table().items()
            for i, (_, e) in enumerate(entries)
        )
        return f"<table><tr><th>word</th><th>category</th><th>program</th><th>share</th></tr>{rows}</table>"
