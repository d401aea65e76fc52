"""Examples, in whatever form they come, as the library reads them.

Files go to the library as they are. Everything else becomes rows of JSON, a line for each example, so
that an error says which example is meant: ``examples:3`` is the third.
"""
from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple, Union

from . import _native
from .scenes import Scene, Scenes

Path = Union[str, "os.PathLike[str]"]

# Names of columns, those that are found first in this order.
SENTENCES = ("sentence", "command", "commands", "question", "input", "in", "text", "utterance", "x")
MEANINGS = ("meaning", "target", "actions", "result", "answer", "output", "out", "label", "intent", "y")
SCENES = ("scene", "objects", "image_filename", "image_index")


@dataclass(frozen=True)
class Example:
    """A sentence with its meaning, as it was read."""

    sentence: str
    target: str
    file: Optional[str] = None
    line: int = 0
    scene: Optional[int] = None
    family: Optional[str] = None
    kind: Optional[str] = None


def is_path(value: Any) -> bool:
    return isinstance(value, (str, os.PathLike))


def plain(value: Any) -> Any:
    """For JSON: what is like a number or an array of NumPy."""
    for name in ("tolist", "item"):
        if hasattr(value, name):
            return getattr(value, name)()
    if isinstance(value, Scene):
        return value.objects
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is no part of an example")


def dumps(value: Any) -> str:
    return json.dumps(value, default=plain, ensure_ascii=False)


def _columns(examples: Any) -> Optional[Mapping[str, Sequence[Any]]]:
    """Anything with columns: a dict of lists, pandas, polars, pyarrow; None: it has rows."""
    if isinstance(examples, Mapping):
        return {str(name): list(values) for name, values in examples.items()}
    names = getattr(examples, "column_names", None) or getattr(examples, "columns", None)
    if names is None or not hasattr(examples, "__getitem__"):
        return None
    return {str(name): list(examples[name]) for name in names}


def _choices(columns: Optional[Sequence[str]]) -> List[Tuple[str, ...]]:
    """What the sentence, its meaning and its scene may be called."""
    names: List[Tuple[str, ...]] = [(name,) for name in columns] if columns else [SENTENCES, MEANINGS]
    return (names + [SCENES])[:3]


def _is_missing(value: Any) -> bool:
    """Nothing, as Python and as pandas have it."""
    return value is None or (isinstance(value, float) and value != value)


def _is_dictionary(examples: Any) -> bool:
    """Sentences with their meanings, rather than columns with their names?"""
    return (
        isinstance(examples, Mapping)
        and bool(examples)
        and all(isinstance(value, (str, int, float, Mapping)) for value in examples.values())
    )


def _rows(examples: Any, columns: Optional[Sequence[str]]) -> Iterator[Tuple[Any, Any, Any]]:
    """(sentence, meaning, scene or None) of each."""
    if _is_dictionary(examples):
        row = all(any(name in examples for name in choice) for choice in _choices(columns)[:2])
        examples = [examples] if row else list(examples.items())
    table = _columns(examples)
    if table is None and not isinstance(examples, Iterable):
        raise TypeError(f"examples are a list, a table, or the name of a file, not {type(examples).__name__}")
    if table is not None:
        lengths = {len(values) for values in table.values()}
        if len(lengths) > 1:
            raise ValueError("the columns are not of one length")
        examples = (dict(zip(table, row)) for row in zip(*table.values()))
    for number, row in enumerate(examples, 1):
        row = row.tolist() if hasattr(row, "tolist") else row  # of an array of NumPy
        if isinstance(row, Mapping):
            yield _from_mapping(row, columns, number)
        elif isinstance(row, (tuple, list)) and len(row) in (2, 3):
            yield (row[0], row[1], row[2] if len(row) == 3 else None)
        elif hasattr(row, "sentence") and hasattr(row, "target"):
            yield (row.sentence, row.target, getattr(row, "scene", None))
        else:
            raise ValueError(f"example {number}: neither a pair nor a row with names: {row!r:.80}")


def _from_mapping(
    row: Mapping[str, Any], columns: Optional[Sequence[str]], number: int
) -> Tuple[Any, Any, Any]:
    found = [next((name for name in choice if not _is_missing(row.get(name))), None) for choice in _choices(columns)]
    there = [next((name for name in choice if name in row), None) for choice in _choices(columns)]
    if found[0] is None or found[1] is None:
        if there[0] and there[1]:
            raise ValueError(f"example {number} has no {there[1] if found[0] else there[0]}")
        raise ValueError(
            f"example {number} has {', '.join(map(str, row)) or 'nothing'}: say which of them are the "
            "sentence and its meaning with columns=(SENTENCE, MEANING)"
        )
    scene = row[found[2]] if found[2] else None
    return (row[found[0]], row[found[1]], {found[2]: scene} if found[2] in SCENES else scene)


def _scene_member(scene: Any) -> Mapping[str, Any]:
    """How a question names what it is about."""
    if scene is None:
        return {}
    if isinstance(scene, Scene):
        return {"objects": scene.objects}
    if isinstance(scene, Mapping):
        name, value = next(iter(scene.items()))
        if name == "scene" and not isinstance(value, (str, int)):
            return _scene_member(value)
        return dict(scene) if name in SCENES else {"objects": scene["objects"]}
    if isinstance(scene, (str, int)):
        return {"scene": scene if isinstance(scene, str) else str(scene)}
    if hasattr(scene, "tolist"):
        return {"objects": [{"features": row} for row in scene.tolist()]}
    return {"objects": list(scene)}


def _command(sentence: str, meaning: Any) -> Mapping[str, Any]:
    if isinstance(meaning, Mapping):
        return {"command": sentence, "result": meaning}
    if isinstance(meaning, (list, tuple)):
        meaning = " ".join(map(str, meaning))
    return {"command": sentence, "actions": meaning if isinstance(meaning, str) else str(meaning)}


def meaning_text(meaning: Any) -> str:
    """A meaning as it is written: actions in a line, a record as JSON.

    >>> meaning_text(["UP", "UP"]), meaning_text({"do": "on"})
    ('UP UP', '{"do": "on"}')
    """
    row = _command("", meaning)
    return dumps(row["result"]) if "result" in row else str(row["actions"])


class Data:
    """Examples and scenes inside the library."""

    def __init__(self, scenes: Any = None):
        self.native = _native.dataset_new()
        self.scenes = scenes
        self.first_meaning: Any = None

    def examples(self) -> List[Example]:
        return [
            Example(s, t, file, line, None if scene < 0 else scene, family, kind)
            for s, t, file, line, scene, family, kind in _native.dataset_examples(self.native)
        ]

    def read(self, path: Path) -> None:
        if self.scenes is None:
            _native.dataset_read(self.native, os.fspath(path))
        else:
            _native.dataset_read_questions(self.native, os.fspath(path), self.scenes)

    def add(self, rows: Iterable[Tuple[Any, Any, Any]], name: str = "examples") -> None:
        rows = list(rows)
        for number, (sentence, meaning, _) in enumerate(rows, 1):
            if not isinstance(sentence, str):
                raise ValueError(f"example {number}: the sentence is no text: {sentence!r}")
            if _is_missing(meaning):
                raise ValueError(f"example {number}: {sentence!r} has no meaning")
        if self.scenes is None:
            lines = [dumps(_command(sentence, meaning)) for sentence, meaning, _ in rows]
            text = "\n".join(lines)
            if lines:
                _native.dataset_parse(self.native, text, name)
            return
        lines = [
            dumps({"question": sentence, "answer": meaning, **_scene_member(scene)})
            for sentence, meaning, scene in rows
        ]
        if lines:
            _native.dataset_parse_questions(self.native, "\n".join(lines), name, self.scenes)


def load(
    examples: Any, scenes: Optional[Scenes], about_scenes: bool, columns: Optional[Sequence[str]]
) -> Data:
    """Examples of any form, with the scenes that they are about."""
    data = Data((scenes or Scenes()).make() if about_scenes else None)
    if is_path(examples):
        examples = [examples]
    if isinstance(examples, (list, tuple)) and examples and all(map(is_path, examples)):
        for path in examples:
            data.read(path)
    else:
        data.add(_rows(examples, columns))
    return data


def _object(text: str) -> Dict[str, Any]:
    """The JSON object that a text is, or an empty one."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def looks_like(examples: Any, columns: Optional[Sequence[str]]) -> str:
    """What the examples are, by the first: "actions", "records" or "questions"."""
    if is_path(examples):
        examples = [examples]
    if isinstance(examples, (list, tuple)) and examples and all(map(is_path, examples)):
        with open(examples[0], encoding="utf-8-sig", errors="replace") as file:
            lines = list(itertools.islice((line for line in file if line.strip()), 2))  # the first may be a header
        row = _object(lines[0]) if lines else {}
        if "question" in row:
            return "questions"
        behind = any("\t" in line and _object(line.rsplit("\t", 1)[1]) for line in lines)
        return "records" if behind or isinstance(row.get("result"), dict) else "actions"
    first = next(_rows(examples, columns), None)
    if first is None:
        raise ValueError("there are no examples")
    if first[2] is not None:
        return "questions"
    return "records" if isinstance(first[1], Mapping) else "actions"
