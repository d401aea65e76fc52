"""Learn a language from examples, and see what was learned.

>>> import g2l2
>>> model = g2l2.Model.train([("rise", "UP"), ("rise twice", "UP UP"), ("dip twice", "DOWN DOWN"),
...                           ("rise then dip", "UP DOWN"), ("dip then rise twice", "DOWN UP UP")])
>>> print(model.run("rise twice then dip"))
UP UP DOWN

docs/PYTHON.md has all of it.
"""
from . import _native
from .data import Example
from .errors import Error
from .learner import Learner
from .lexicon import Entry, Lexicon
from .model import (
    Concept,
    Domain,
    Estimate,
    Model,
    Observation,
    Progress,
    Reason,
    Report,
    Standing,
    Taught,
    Tie,
    Vector,
    Word,
)
from .results import Answer, Bin, Derivation, Evaluation, Explanation, Parses, Reading, Result, Saying
from .scenes import Box, Detector, Image, Scene, Scenes, Table

__version__: str = _native.version

__all__ = [
    "Answer",
    "Bin",
    "Box",
    "Concept",
    "Derivation",
    "Detector",
    "Domain",
    "Entry",
    "Error",
    "Estimate",
    "Evaluation",
    "Example",
    "Explanation",
    "Image",
    "Learner",
    "Lexicon",
    "Model",
    "Observation",
    "Parses",
    "Progress",
    "Reading",
    "Reason",
    "Report",
    "Result",
    "Saying",
    "Scene",
    "Scenes",
    "Standing",
    "Table",
    "Taught",
    "Tie",
    "Vector",
    "Word",
]
