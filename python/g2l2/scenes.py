"""What questions are about: scenes of objects, tables, images.

:class:`Scenes` are a value: they say where scenes come from and never change. The library's own
scenes, which hold the numbers that are learned from, are made of them for each model that asks.
"""
from __future__ import annotations

import csv
import datetime
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from . import _native

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Scene:
    """Objects, each a mapping of properties: ``Scene([{"color": "red", "shape": "cube"}])``.

    A property is a text, a truth, a number or an array of numbers; ``"features"`` is a vector that is
    used as it is, and ``"bbox"`` where the object is in an image.
    """

    objects: Sequence[Mapping[str, Any]]
    name: Optional[str] = None

    def __len__(self) -> int:
        return len(self.objects)

    def _repr_svg_(self) -> str:
        return Scenes([self]).show(0, "svg")


def _cell(value: Any) -> Any:
    """What is None, or not a number (NaN, NaT), is missing; a moment at midnight is a day."""
    if value is None or value != value:
        return ""
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date()
    return value


class Table:
    """Rows with names for their columns, of which questions can be asked.

    ``rows`` are mappings, or anything that has columns (a dict of lists, pandas, polars, ...). A
    column whose values are all names of rows of another table refers to them.
    """

    def __init__(self, rows: Any, name: str = "table"):
        from .data import _columns

        columns = None if isinstance(rows, (list, tuple)) else _columns(rows)
        if columns is not None:
            self.columns = list(columns)
            self.rows: List[List[Any]] = [list(row) for row in zip(*columns.values())]
        else:
            self.columns = list(dict.fromkeys(str(key) for row in rows for key in row))
            self.rows = [[row.get(key) for key in self.columns] for row in rows]
        self.name = name

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<Table {self.name}: {len(self.rows)} rows of {', '.join(map(str, self.columns))}>"

    def to_csv(self) -> str:
        """As the library reads it; what is None, or not a number (NaN), is missing."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        for row in self.rows:
            writer.writerow(map(_cell, row))
        return out.getvalue()


class Image:
    """An image of 8-bit RGB (or grey) pixels. NumPy sees them without a copy: ``numpy.asarray(image)``."""

    def __init__(self, native: Any):
        self._native = native

    @classmethod
    def read(cls, source: Union[Path, bytes]) -> "Image":
        """From a PNG file, or from the bytes of one."""
        if isinstance(source, (bytes, bytearray, memoryview)):
            return cls(_native.image_parse(source))
        return cls(_native.image_read(os.fspath(source)))

    @classmethod
    def from_array(cls, pixels: Any) -> "Image":
        """From anything of the shape [height, width, 3] or [height, width, 1], of bytes."""
        source = memoryview(pixels)
        shape = source.shape or ()
        if len(shape) != 3 or source.itemsize != 1 or shape[2] not in (1, 3):
            raise ValueError("pixels are bytes of the shape [height, width, 3] or [height, width, 1]")
        height, width, channels = shape
        self = cls(_native.image_new(width, height, channels))
        memoryview(_native.image_pixels(self._native)).cast("B")[:] = source.tobytes()
        return self

    @property
    def pixels(self) -> memoryview:
        """[height, width, channels], the top row first; can be written to."""
        return memoryview(_native.image_pixels(self._native))

    def __array__(self, dtype: Any = None) -> Any:
        import numpy

        return numpy.asarray(_native.image_pixels(self._native), dtype=dtype)

    def write(self, path: Path) -> None:
        """To a PNG file."""
        _native.image_write(self._native, os.fspath(path))

    def _repr_png_(self) -> bytes:
        return _native.image_encode(self._native)


@dataclass(frozen=True)
class Box:
    """Where something is in an image, in pixels, and how surely it is there."""

    x0: float
    y0: float
    x1: float
    y1: float
    score: float


class Detector:
    """Finds objects in images: the built-in one for images like CLEVR's, or one from a file."""

    def __init__(self, path: Optional[Path] = None):
        self._native = _native.detector_load(None if path is None else os.fspath(path))

    def find(self, image: Image) -> List[Box]:
        """The boxes, the surest first. A detector is used by one thread at a time."""
        return [Box(*box) for box in _native.detector_find(self._native, image._native)]


def _json_lines(scenes: Iterable[Any]) -> str:
    from .data import dumps

    lines = []
    for scene in scenes:
        if isinstance(scene, Scene):
            scene = {"objects": list(scene.objects), **({"id": scene.name} if scene.name else {})}
        elif not isinstance(scene, Mapping):
            scene = {"objects": list(scene)}
        lines.append(dumps(scene))
    return "\n".join(lines)


class Scenes:
    """Scenes from objects, files, tables or images.

    >>> scenes = Scenes([[{"color": "red"}, {"color": "blue"}]])
    >>> len(scenes)
    1
    """

    def __init__(self, scenes: Any = ()):
        """``scenes``: a file of them, or an iterable of :class:`Scene`, of mappings with
        ``"objects"``, or of lists of objects."""
        self._made: Dict[Any, Any] = {}
        self._sources: Tuple[Tuple[str, Any], ...] = ()
        self._sight: Optional[Tuple[Optional[str], ...]] = None
        if isinstance(scenes, (str, os.PathLike)):
            self._sources = (("file", os.fspath(scenes)),)
        elif isinstance(scenes, Scene):
            self._sources = (("json", _json_lines([scenes])),)
        else:
            text = _json_lines(scenes)
            self._sources = (("json", text),) if text else ()

    def __repr__(self) -> str:
        if self._is_table:
            names = [os.path.splitext(os.path.basename(name))[0] for name in self._sources[0][1][::2]]
            return f"<Scenes of the tables {', '.join(names)}>"
        return f"<Scenes of {', '.join(kind for kind, _ in self._sources) or 'nothing'}>"

    @property
    def _is_table(self) -> bool:
        return any(kind == "tables" for kind, _ in self._sources)

    @classmethod
    def from_tables(cls, *tables: Any, **named: Any) -> "Scenes":
        """One scene of the rows of all: CSV files by path, or :class:`Table`, or named rows
        (``people=[{"name": "Ann"}, ...]``)."""
        self = cls()
        rows = [
            table if isinstance(table, (str, os.PathLike, Table)) else Table(table)
            for table in tables
        ] + [Table(rows, name) for name, rows in named.items()]
        texts: List[str] = []
        for table in rows:
            if isinstance(table, Table):
                texts += [f"{table.name}.csv", table.to_csv()]
            else:
                with open(table, encoding="utf-8", newline="") as file:
                    texts += [os.fspath(table), file.read()]
        self._sources = (("tables", texts),)
        return self

    @classmethod
    def from_images(
        cls,
        *images: Any,
        scenes: Any = None,
        boxes: Optional[str] = None,
        features: Optional[str] = None,
        detector: Optional[Path] = None,
    ) -> "Scenes":
        """PNG files, :class:`Image` or bytes of PNG files, or one directory of them (with ``scenes`` that name them by "image_filename", if their
        objects have boxes). Objects are found in them when a model asks; nothing else is known of them."""
        self = cls()
        directory = None
        if len(images) == 1 and isinstance(images[0], (str, os.PathLike)) and os.path.isdir(images[0]):
            directory = os.fspath(images[0])
            given = as_scenes(scenes)
            self._sources = given._sources if given else (("directory", directory),)
        else:
            self._sources = tuple(map(_image_source, images))
        self._sight = (directory, boxes, features, None if detector is None else os.fspath(detector))
        return self

    def __getstate__(self) -> Any:
        return {"_sources": self._sources, "_sight": self._sight, "_made": {}}

    def make(self) -> Any:
        """The library's scenes, freshly made and not yet encoded."""
        native = _native.scenes_new()
        for kind, what in self._sources:
            _MAKERS[kind](native, what)
        if self._sight:
            _native.scenes_set_images(native, self._sight[0])
        return native

    def _plain(self) -> Any:
        if None not in self._made:
            self._made[None] = self.make()
        return self._made[None]

    def _for(self, model: Any, features: Optional[str]) -> Any:
        """Encoded for a model; made once for all that make features alike."""
        key = ("looked", model) if self._sight else ("encoded", features)
        made = self._made.get(key)
        if made is None:
            made = self.make()
            if self._sight:
                _native.scenes_look_for(made, None, model, *self._sight)
            else:
                _native.scenes_encode_for(made, model)
            made = self._made.setdefault(key, made)
        return made

    def __len__(self) -> int:
        return len(_native.scenes_list(self._plain()))

    @property
    def names(self) -> List[Optional[str]]:
        """What each is called, or None."""
        return [name for name, _ in _native.scenes_list(self._plain())]

    @property
    def about(self) -> str:
        """What the columns of tables were taken to be, a line for each table."""
        return _native.scenes_about(self._plain())

    def index(self, scene: Union[int, str]) -> int:
        """The number of a scene, given that or its name."""
        if isinstance(scene, str):
            return int(_native.scenes_find(self._plain(), scene))
        number = scene + len(self) if scene < 0 else scene
        if not 0 <= number < len(self):
            raise IndexError(f"there is no scene {scene}; there are {len(self)}")
        return number

    def __getitem__(self, scene: Union[int, str]) -> Scene:
        number = self.index(scene)
        shown = json.loads(_native.scenes_show(self._plain(), number, "json"))
        return Scene([thing["properties"] for thing in shown], self.names[number])

    def show(self, scene: Union[int, str], format: str = "text") -> str:
        """As ``"text"``, ``"json"`` or ``"svg"``."""
        return _native.scenes_show(self._plain(), self.index(scene), format)

    def features(self, scene: Union[int, str], model: Any = None) -> Any:
        """The numbers of its objects, [objects, features], as a memoryview of float32 that is not a copy
        (``numpy.asarray`` of it neither): as ``model`` sees them, or as the library makes them."""
        number = self.index(scene)
        if model is not None:
            native = model._scenes(self)
        else:
            native = self._made.get("default")
            if native is None:
                native = self.make()
                _native.scenes_encode(native)
                native = self._made.setdefault("default", native)
        numbers = _native.scenes_features(native, number)
        return None if numbers is None else memoryview(numbers)

    def boxes(self, scene: Union[int, str], model: Any = None) -> Any:
        """Where its objects are in its image, [objects, 4], x0 y0 x1 y1; None: that is not known. With
        ``model``, those that were found when it looked."""
        native = self._plain() if model is None else model._scenes(self)
        numbers = _native.scenes_boxes(native, self.index(scene))
        return None if numbers is None else memoryview(numbers)

    def image(self, scene: Union[int, str]) -> Image:
        """The image of a scene."""
        return Image(_native.scenes_image(self._plain(), self.index(scene)))


def _image_source(image: Any) -> Tuple[str, Any]:
    if isinstance(image, Image):
        return ("bytes", image._repr_png_())
    if isinstance(image, (bytes, bytearray, memoryview)):
        return ("bytes", bytes(image))
    return ("image", os.fspath(image))


_MAKERS: Dict[str, Callable[[Any, Any], Any]] = {
    "file": _native.scenes_read,
    "json": lambda native, text: _native.scenes_parse(native, text, "scenes"),
    "tables": _native.scenes_parse_tables,
    "directory": _native.scenes_list_images,
    "image": _native.scenes_add_image,
    "bytes": _native.scenes_hold_image,
}


def as_scenes(scenes: Any) -> Optional[Scenes]:
    return scenes if scenes is None or isinstance(scenes, Scenes) else Scenes(scenes)
