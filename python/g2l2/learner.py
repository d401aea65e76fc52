"""The interface of scikit-learn, without needing it: ``fit``, ``predict``, ``score``."""
from __future__ import annotations

import inspect
import sys
from typing import Any, Dict, List, Optional, Sequence

from .model import Model


def _not_fitted() -> Exception:
    """As scikit-learn raises it, where that is in use."""
    there = sys.modules.get("sklearn.exceptions")
    return getattr(there, "NotFittedError", ValueError)("this Learner is not fitted yet: call fit first")


def _listed(values: Sequence[Any], what: str) -> List[Any]:
    if isinstance(values, (str, bytes, dict)):
        raise ValueError(f"{what} are a list, not {type(values).__name__}: {values!r}")
    return list(values)


class Learner:
    """An estimator: ``Learner(seed=1).fit(sentences, meanings).predict(others)``.

    >>> learner = Learner().fit(["rise", "rise twice", "dip twice"], ["UP", "UP UP", "DOWN DOWN"])
    >>> learner.predict(["dip", "jump"])
    ['DOWN', None]
    >>> learner.score(["dip", "rise"], ["DOWN", "UP"])
    1.0

    Parameters are those of :meth:`Model.train`; None is its default. Once fitted, ``model_`` is the
    :class:`Model`. It is no classifier: a meaning is composed, and most occur once, so that
    cross-validation must not look for all of them in every part.
    """

    def __init__(
        self,
        domain: Any = None,
        *,
        tables: Any = None,
        features: Any = None,
        progress: Any = None,
        observe: Any = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        max_seconds: Optional[float] = None,
        noise: Optional[float] = None,
        strict: Optional[bool] = None,
        restarts: Optional[int] = None,
        effort: Optional[float] = None,
        senses: Optional[int] = None,
        candidates: Optional[str] = None,
        inference: Optional[str] = None,
        grammar: Optional[str] = None,
        lambda_: Optional[float] = None,
        updates: Optional[int] = None,
        batch: Optional[int] = None,
        learning_rate: Optional[float] = None,
        recipe: Optional[str] = None,
        keep_candidates: Optional[bool] = None,
    ):
        given = locals()
        for name in self._names():
            setattr(self, name, given[name])

    @classmethod
    def _names(cls) -> List[str]:
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def _given(self) -> Dict[str, Any]:
        return {name: value for name, value in self.get_params().items() if value is not None}

    def __repr__(self) -> str:
        return f"Learner({', '.join(f'{name}={value!r}' for name, value in self._given().items())})"

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def __sklearn_tags__(self) -> Any:
        """What newer versions of scikit-learn ask for, in their own words."""
        from sklearn.utils import InputTags, Tags, TargetTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=True),
            input_tags=InputTags(one_d_array=True, two_d_array=False, string=True),
        )

    def get_params(self, deep: bool = True) -> Dict[str, Any]:
        """What it was made with, by name."""
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **params: Any) -> "Learner":
        """Change some of it, for the next ``fit``."""
        names = self._names()
        for name in params:
            if name not in names:
                raise ValueError(f"Learner has no parameter {name!r}; it has {', '.join(names)}")
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def fit(self, X: Sequence[str], y: Sequence[Any], scenes: Optional[Sequence[Any]] = None) -> "Learner":
        """Sentences, their meanings, and what each is about where that is a scene."""
        X, y = _listed(X, "sentences"), _listed(y, "meanings")
        if len(X) != len(y):
            raise ValueError(f"there are {len(X)} sentences and {len(y)} meanings")
        rows: List[Any] = list(zip(X, y)) if scenes is None else list(zip(X, y, scenes))
        self.model_ = Model.train(rows, **self._given())
        return self

    def _results(self, X: Sequence[str], scenes: Optional[Sequence[Any]]) -> List[Any]:
        if not self.__sklearn_is_fitted__():
            raise _not_fitted()
        X = _listed(X, "sentences")
        if scenes is None:
            return [self.model_.run(sentence) for sentence in X]
        return [self.model_.run(sentence, scene) for sentence, scene in zip(X, scenes)]

    def predict(self, X: Sequence[str], scenes: Optional[Sequence[Any]] = None) -> List[Any]:
        """The meaning of each sentence, records as dicts; None where there is none."""
        return [result.value if result else None for result in self._results(X, scenes)]

    def predict_confidence(self, X: Sequence[str], scenes: Optional[Sequence[Any]] = None) -> List[float]:
        """How sure each meaning is; 0 where there is none."""
        return [result.confidence for result in self._results(X, scenes)]

    def score(self, X: Sequence[str], y: Sequence[Any], scenes: Optional[Sequence[Any]] = None) -> float:
        """The share of sentences whose meaning is right."""
        if not self.__sklearn_is_fitted__():
            raise _not_fitted()
        X, y = _listed(X, "sentences"), _listed(y, "meanings")
        rows: List[Any] = list(zip(X, y)) if scenes is None else list(zip(X, y, scenes))
        return self.model_.evaluate(rows).accuracy
