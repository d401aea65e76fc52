"""What can go wrong, with the place where it did.

Every exception of the package is an :class:`Error`; each is also what Python itself would raise in
such a case, so ``except ValueError`` or ``except OSError`` catch what one expects them to.
"""
from __future__ import annotations

import os
import re
from typing import Optional

from .options import in_python


class Error(Exception):
    """Something that the library cannot do, and where.

    ``str(error)`` is one sentence. ``file``, ``line`` and ``column`` say what it is about where
    that is known, counted from 1, and are None otherwise; ``status`` is the name of the C status.
    """

    status: str = "error"
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None


class FileError(Error, OSError):
    """A file cannot be read or written."""


class FormatError(Error, ValueError):
    """A text or file does not have the right form."""


class ProgramTypeError(Error, TypeError):
    """A program does not have the type that it must have."""


class UnknownNameError(Error, LookupError):
    """A name that nothing defines."""


class LimitError(Error, RuntimeError):
    """Larger than a limit, or a budget."""


class InterruptedError(Error, RuntimeError):
    """It was asked to stop, or its time was over."""


class DataError(Error, ValueError):
    """The examples cannot be explained."""


class ArgumentError(Error, ValueError):
    """A value outside its range."""


class NoMeaningError(Error, ValueError):
    """A sentence has no meaning; raised only where one was insisted on (``Result.value``)."""

    status = "no meaning"


# In the order of g2l2_status, in include/g2l2.h.
_KINDS = [
    ("ok", Error),
    ("no memory", Error),
    ("io", FileError),
    ("format", FormatError),
    ("type", ProgramTypeError),
    ("unknown", UnknownNameError),
    ("limit", LimitError),
    ("interrupted", InterruptedError),
    ("data", DataError),
    ("argument", ArgumentError),
]


def _make(status: int, message: str, line: int, column: int) -> BaseException:
    """The exception for a status; called by the C part."""
    name, kind = _KINDS[status]
    message = in_python(message)
    if name == "no memory":
        return MemoryError(message)
    error = kind(message)
    error.status = name
    place = re.match(r"(.+?)(?::(\d+))?(?::(\d+))?: ", message)
    if place and (place[2] or os.path.exists(place[1])):
        error.file = place[1]
    if place and place[2]:
        line = line or int(place[2])
        column = column or int(place[3] or 0)
    error.line = line or None
    error.column = column or None
    return error
