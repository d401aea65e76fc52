"""The options of learning, by name; those of ``g2l2 train``."""
from __future__ import annotations

import difflib
import re
from typing import Any, Mapping

OPTIONS = (
    "seed", "threads", "max_seconds", "noise", "strict", "restarts", "effort", "senses", "candidates", "inference",
    "grammar", "lambda_", "updates", "batch", "learning_rate", "recipe", "keep_candidates",
)  # fmt: skip
#: What else :meth:`Model.train` takes.
OTHERS = ("domain", "scenes", "tables", "columns", "features", "progress", "observe")


def check(given: Mapping[str, Any], function: str) -> None:
    """A name that there is not is an error, which says what may have been meant."""
    for name in given:
        if name not in OPTIONS:
            near = difflib.get_close_matches(name, OPTIONS + OTHERS, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}{hint}")


def in_python(message: str) -> str:
    """A message of the library, with the options of the command as they are called here."""
    names = {name.rstrip("_"): name for name in OPTIONS}

    def called(found: "re.Match[str]") -> str:
        name = names.get(found[1].replace("-", "_"))
        return f"{name}=" if name else found[0]

    return re.sub(r"--([a-z]+(?:-[a-z]+)*)", called, message)
