"""The interface of scikit-learn, without needing it: ``fit``, ``predict``, ``score``."""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

from .model import Model


class Learner:
    """An estimator: ``Learner(seed=1).fit(sentences, meanings).predict(others)``.

    Parameters are those of :meth:`Model.train`. Once fitted, ``model_`` is the :class:`Model`.
    """

    _estimator_type = "classifier"

    def __init__(self, domain: Any = None, **options: Any):
        self.domain = domain
        self.options = options

    def __repr__(self) -> str:
        given = {name: value for name, value in self.get_params().items() if value is not None}
        return f"Learner({', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def get_params(self, deep: bool = True) -> Dict[str, Any]:
        return {"domain": self.domain, **self.options}

    def set_params(self, **params: Any) -> "Learner":
        self.domain = params.pop("domain", self.domain)
        self.options.update(params)
        return self

    def fit(self, X: Sequence[str], y: Sequence[Any], scenes: Optional[Sequence[Any]] = None) -> "Learner":
        """Sentences, their meanings, and what each is about where that is a scene."""
        if len(X) != len(y):
            raise ValueError(f"there are {len(X)} sentences and {len(y)} meanings")
        rows = list(zip(X, y)) if scenes is None else list(zip(X, y, scenes))
        self.model_ = Model.train(rows, self.domain, **self.options)
        return self

    def _results(self, X: Sequence[str], scenes: Optional[Sequence[Any]]) -> List[Any]:
        if not hasattr(self, "model_"):
            raise ValueError("this Learner is not fitted yet: call fit first")
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
        rows = list(zip(X, y)) if scenes is None else list(zip(X, y, scenes))
        if not hasattr(self, "model_"):
            raise ValueError("this Learner is not fitted yet: call fit first")
        return self.model_.evaluate(rows).accuracy
