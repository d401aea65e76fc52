"""The estimator among scikit-learn's own tools, where these are installed."""
import pickle

import pytest

import g2l2

pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from sklearn.base import clone  # noqa: E402
from sklearn.exceptions import NotFittedError  # noqa: E402
from sklearn.model_selection import GridSearchCV, KFold, cross_val_predict, cross_val_score  # noqa: E402
from sklearn.pipeline import Pipeline  # noqa: E402
from sklearn.preprocessing import FunctionTransformer  # noqa: E402
from sklearn.utils import estimator_checks  # noqa: E402
from sklearn.utils.validation import check_is_fitted  # noqa: E402

VERBS = ("walk", "run", "jump", "look")
ROWS = [(f"{verb} {how}".strip(), " ".join([verb.upper()] * n))
        for verb in VERBS for how, n in (("", 1), ("twice", 2), ("thrice", 3))]
ROWS += [(f"{one} and {other}", f"{one} {other}".upper()) for one in VERBS for other in VERBS]
X, Y = [sentence for sentence, _ in ROWS], [meaning for _, meaning in ROWS]
MIXED = KFold(3, shuffle=True, random_state=1)  # as they stand, a part has all that is said of a verb


@pytest.mark.parametrize("name", [
    "check_no_attributes_set_in_init", "check_parameters_default_constructible", "check_get_params_invariance",
    "check_set_params", "check_estimators_unfitted"])
def test_checks(name):
    getattr(estimator_checks, name)("Learner", g2l2.Learner())


def test_clone():
    fitted = g2l2.Learner(seed=3).fit(X, Y)
    copy = clone(fitted)
    assert copy.seed == 3 and not hasattr(copy, "model_") and fitted.score(X, Y) == 1


def test_fitted_or_not():
    with pytest.raises(NotFittedError):
        check_is_fitted(g2l2.Learner())
    for ask in (g2l2.Learner().predict, g2l2.Learner().predict_confidence, lambda x: g2l2.Learner().score(x, x)):
        with pytest.raises(NotFittedError, match="call fit first"):
            ask(X)
    fitted = g2l2.Learner().fit(X, Y)
    check_is_fitted(fitted)
    assert pickle.loads(pickle.dumps(fitted)).predict(["look twice"]) == ["LOOK LOOK"]


def test_cross_validation_needs_no_meaning_twice():
    assert list(cross_val_score(g2l2.Learner(), X, Y, cv=3)) == [1, 1, 1]
    assert list(cross_val_predict(g2l2.Learner(), X, Y, cv=3)) == Y


def test_cross_validation_of_records():
    rows = [(f"{verb} the {thing}", {"action": verb, "device": thing})
            for verb in ("open", "close", "check") for thing in ("roof", "door", "gate")]
    assert cross_val_score(g2l2.Learner(), [x for x, _ in rows], [y for _, y in rows], cv=MIXED).mean() > .5


def test_search_and_pipeline():
    found = GridSearchCV(g2l2.Learner(), {"seed": [1, 2]}, cv=MIXED).fit(X, Y)
    assert found.best_score_ == 1 and found.best_params_["seed"] in (1, 2)
    lower = FunctionTransformer(lambda sentences: [sentence.lower() for sentence in sentences])
    whole = Pipeline([("lower", lower), ("learner", g2l2.Learner())]).set_params(learner__seed=4).fit(X, Y)
    assert whole.get_params()["learner__seed"] == 4 and list(whole.predict(["RUN thrice"])) == ["RUN RUN RUN"]
