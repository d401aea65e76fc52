"""A model asked, explained, edited, measured, pickled, and used by several threads."""
import copy
import pickle
import re
import threading
import xml.etree.ElementTree

import pytest

import g2l2
from conftest import HOME, MOVES
from g2l2 import errors


def test_run(moves):
    result = moves.run("rise twice then dip twice")
    assert result and str(result) == "UP UP DOWN DOWN" and result.status == "ok"
    assert result.confidence == pytest.approx(1)
    result = moves.run("rise twyze")
    assert not result and result.text is None and result.status == "unknown words"
    assert "did you mean 'twice'" in result.reason
    with pytest.raises(errors.NoMeaningError):
        result.value
    assert [word.known for word in moves.words("rise twyze")] == [True, False]
    assert moves.words("rise twyze")[1].nearest[0] == "twice"


def test_parse(moves):
    parses = moves.parse("rise twice then dip", n_best=3)
    assert parses.best.program == "concat(repeat(UP(), 2), DOWN())"
    assert parses.best.nested == (
        "S",
        [
            ("V", [("V", "rise"), ("V\\V", "twice")]),
            ("S\\V", [("S\\V/V", "then"), ("V", "dip")]),
        ],
    )
    assert len(parses) == parses.n_derivations == 1
    assert not moves.parse("twice twice") and moves.parse("twice").reason


def test_teach(moves):
    more = moves.teach([("hop", "HOP"), ("rise thrice", "UP UP UP")])
    assert {t.word: t.program for t in more.taught} == {"hop": "HOP()", "thrice": "\\x. repeat(x, 3)"}
    assert more.run("hop thrice then dip").text == "HOP HOP HOP DOWN" and not moves.run("hop")
    assert moves.teach([("rise twice", "UP UP")]).taught == []
    (again,) = moves.teach([("dip twice", "DOWN DOWN DOWN")]).taught
    assert again.known and (again.word, again.old_program) == ("twice", "\\x. repeat(x, 2)")
    home = g2l2.Model.train(HOME)
    assert home.teach(HOME).taught == []
    looks = g2l2.Model.from_lexicon(
        "domain facts\nliterals Property : blue red van\nmany => NUM/N : \\x. count(x)  0\n"
        "things => N : scene()  0\nred => N/N : \\x. filter(x, red())  0\n"
    )
    lot = [{"name": n, "kind": "van", "color": c} for n, c in zip("abcde", ("red", "red", "red", "blue", "blue"))]
    (azure,) = looks.teach([{"question": "many azure things", "answer": 2, "objects": lot}]).taught
    assert (azure.program, azure.like, azure.own) == ("\\x. filter(x, blue())", "red", False)


TERMS = [
    ("open the gate", "OPEN(gate)"), ("close the gate", "CLOSE(gate)"), ("close the window", "CLOSE(window)"),
    ("when it rains close the window", "WHEN(RAIN, CLOSE(window))"),
    ("open the gate when it rains", "WHEN(RAIN, OPEN(gate))"),
    ("when the lamp is on close the gate", "WHEN(LIT(lamp), CLOSE(gate))"),
    ("close the window when the heater is on", "WHEN(LIT(heater), CLOSE(window))"),
]


def test_terms():
    model = g2l2.Model.train(TERMS)
    meaning = "WHEN(LIT(lamp), OPEN(window))"
    assert model.domain.name == "terms" and model.report.correct == len(TERMS)
    assert model.run("when the lamp is on open the window").value == meaning.replace(", ", ",")
    assert str(model.say(meaning)[0]) == "open the window when the lamp is on"
    assert model.say("WHEN(LIT(moon), OPEN(window))") == []
    assert model.evaluate([("when the heater is on close the gate", "WHEN(LIT(heater), CLOSE(gate))")]).correct == 1
    assert "WHEN" in model.explain("open the window when it rains")._repr_svg_()
    taught = model.teach([("open the hatch", "OPEN(hatch)")])
    assert taught.run("when it rains close the hatch").value == "WHEN(RAIN,CLOSE(hatch))"
    assert pickle.loads(pickle.dumps(model)).run("close the gate").value == "CLOSE(gate)"


def test_say(moves):
    said = moves.say("UP UP DOWN", n_best=3)
    assert str(said[0]) == "rise twice then dip" and said[0].confidence == pytest.approx(1)
    assert all(moves.run(one.text).text == "UP UP DOWN" for one in said)
    assert moves.say(["DOWN", "DOWN"])[0].text == "dip twice"
    assert moves.say("UP DOWN UP DOWN UP") == []
    with pytest.raises(LookupError):
        moves.say("FLY")
    home = g2l2.Model.train(HOME)
    record = {"device": "roof", "action": "close"}
    assert home.run(home.say(record)[0].text).value == record


def test_n_best():
    moves = g2l2.Model.train(MOVES)
    moves.lexicon.add("rise", g2l2.Entry("V", "DOWN()", weight=-1.0))
    result = moves.run("rise", n_best=5)
    assert [reading.text for reading in result] == ["UP", "DOWN"]
    assert sum(reading.confidence for reading in result) == pytest.approx(1)


def test_explain(moves, tmp_path):
    why = moves.explain("rise twice")
    assert "repeat(UP(), 2) = UP UP" in str(why)
    assert why.trace["result"] == "UP UP" and why.trace["derivations"][0]["nodes"]
    assert xml.etree.ElementTree.fromstring(why._repr_svg_()).tag.endswith("svg")
    assert why._repr_html_().startswith("<iframe srcdoc=") and "<html" not in why._repr_html_()
    assert "\\documentclass" in why.latex and "digraph" in why.dot
    why.save(tmp_path / "why.tex")
    assert (tmp_path / "why.tex").read_text() == why.latex
    with pytest.raises(ValueError):
        why.show("pdf")
    assert "no parse" in str(moves.explain("twice"))


def test_lexicon(moves):
    lexicon = moves.lexicon
    assert set(lexicon) == {"rise", "dip", "then", "twice"} and len(lexicon) == 4
    assert lexicon["twice"] == (g2l2.Entry("V\\V", "\\x. repeat(x, 2)"),)
    other = moves.copy()
    lexicon["sink"] = ("V", "DOWN()")
    lexicon["twice"] = [g2l2.Entry("V\\V", "\\x. repeat(x, 3)"), ("V", "UP()")]
    assert len(lexicon["twice"]) == 2
    del lexicon["dip"]
    assert moves.run("sink").text == "DOWN" and not moves.run("dip")
    assert not other.run("sink") and other.run("dip twice").text == "DOWN DOWN"
    before = str(lexicon)
    with pytest.raises(g2l2.Error):
        lexicon.update_entries({"hop": ("V", "UP()"), "bad": ("V", "\\x. x")})
    assert str(lexicon) == before
    with pytest.raises(KeyError):
        del lexicon["none"]
    lexicon.lock("sink")
    lexicon.set_weight("sink", 0, 2.5)
    assert lexicon["sink"][0].locked and lexicon["sink"][0].weight == 2.5
    lexicon.unlock("sink")
    assert not lexicon["sink"][0].locked
    assert "<code>V\\V</code>" in lexicon._repr_html_()
    assert str(g2l2.Model.from_lexicon(str(lexicon)).lexicon) == str(lexicon)
    with pytest.raises(IndexError, match="^'rise' has no entry 5; it has 1, numbered from 0$"):
        moves.lexicon.set_weight("rise", 5, 1.0)


def test_evaluate(moves):
    assert str(moves.evaluate(MOVES)) == "5 of 5 right: 100.00%, 0 without a parse, calibration error 0.000"
    assert repr(moves.evaluate(MOVES)) == f"<Evaluation: {moves.evaluate(MOVES)}>"
    wrong = moves.evaluate([("rise", "UP"), ("dip", "UP"), ("fly", "UP"), ("rise twice", "UP UP")])
    assert (wrong.examples, wrong.correct, wrong.unparsed) == (4, 2, 1)
    assert [answer.example.sentence for answer in wrong.mistakes] == ["dip", "fly"]
    # One bin has the unparsed one, sure of nothing and right in it; one has three, of which two are right.
    assert [(b.count, b.accuracy) for b in wrong.bins] == [(1, 0), (3, pytest.approx(2 / 3))]
    assert wrong.ece == pytest.approx(3 / 4 * (1 - 2 / 3)) and wrong.brier == pytest.approx(1 / 4)


def test_callbacks():
    seen, phases = [], []
    g2l2.Model.train(MOVES, progress=seen.append, observe=lambda at: phases.append(at))
    assert seen and isinstance(seen[0], g2l2.Progress) and seen[-1].n_updates >= seen[-1].update
    assert "check" in {at.phase for at in phases}
    standing = next(at for at in phases if at.words).words[0]
    assert standing.n_alive > 0 and len(standing.top[0]) == 3

    def fails(at):
        raise KeyError("mine")

    for name in ("progress", "observe"):
        with pytest.raises(KeyError, match="mine"):
            g2l2.Model.train(MOVES, **{name: fails})
    assert g2l2.Model.train(MOVES, progress=lambda at: False).report.interrupted


def test_report_and_ties():
    model = g2l2.Model.train([("jump", "J"), ("walk", "W"), ("jump and walk", "J W"), ("walk and jump", "W J")])
    assert model.report.accuracy == 1 and model.report.examples == 4
    tie = model.ties()[0]
    assert tie.word == "and" and tie.sentence == "jump and jump and jump"


def test_same_seed_same_bytes():
    assert g2l2.Model.train(MOVES, seed=3).to_bytes() == g2l2.Model.train(MOVES, seed=3, threads=2).to_bytes()


def test_pickle(moves, tmp_path):
    moves.set_budget(seconds=2.5)
    again = pickle.loads(pickle.dumps(moves))
    assert again.to_bytes() == moves.to_bytes() and again.report == moves.report
    assert again._budget == moves._budget and again.run("rise twice").text == "UP UP"
    assert copy.deepcopy(moves).run("rise").text == "UP"
    moves.save(tmp_path / "moves.g2l2")
    assert g2l2.Model.load(tmp_path / "moves.g2l2").to_bytes() == moves.to_bytes()
    assert pickle.loads(pickle.dumps(moves.run("rise"))) == moves.run("rise")
    domain = pickle.loads(pickle.dumps(moves.domain))
    assert domain.name == "nav" and g2l2.Model.train(MOVES, domain).run("rise").text == "UP"


def test_budget(moves):
    moves.set_budget(steps=3)
    with pytest.raises(errors.LimitError):
        moves.run("rise twice then dip twice")
    assert moves.evaluate(MOVES).unparsed == 4
    moves.set_budget()
    assert moves.run("rise twice then dip twice")


def test_threads(moves):
    """Many ask while one edits: every answer is that of one of the two lexicons."""
    said, wrong, ready = set(), [], threading.Barrier(5)

    def ask():
        ready.wait()
        try:
            for _ in range(300):
                said.add(moves.run("dip then rise twice").text)
        except Exception as error:  # noqa: BLE001 - a thread's error would be lost
            wrong.append(error)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    ready.wait()
    for n in range(50):
        moves.lexicon["twice"] = ("V\\V", f"\\x. repeat(x, {2 + n % 2})")
    for thread in threads:
        thread.join()
    assert not wrong and said <= {"DOWN UP UP", "DOWN UP UP UP"}


def test_lock_is_released():
    """While one thread learns, from within the library, this one goes on."""
    learning, go_on = threading.Event(), threading.Event()

    def progress(at):
        learning.set()
        go_on.wait(60)
        return False

    thread = threading.Thread(target=lambda: g2l2.Model.train(MOVES, progress=progress))
    thread.start()
    assert learning.wait(60)
    assert g2l2.Model.train(MOVES).run("rise").text == "UP"
    go_on.set()
    thread.join(60)
    assert not thread.is_alive()


def test_domains():
    assert {"nav", "frames", "visual", "facts"} <= set(g2l2.Domain.names())
    domain = g2l2.Domain("nav")
    assert not domain.has_scenes and g2l2.Domain("visual").has_scenes
    assert domain.text.startswith("#") or "domain nav" in domain.text
    assert ("V", "UP()") in domain.candidates(["UP DOWN"])
    assert domain.check() == [] or all(len(row) == 3 for row in domain.check())
    assert "nav" in domain.show()


def test_learner():
    sentences, meanings = zip(*MOVES)
    learner = g2l2.Learner(seed=2).fit(sentences, meanings)
    assert learner.predict(["rise then dip twice", "fly"]) == ["UP DOWN DOWN", None]
    assert learner.score(sentences, meanings) == 1 and learner.score(["rise"], ["DOWN"]) == 0
    assert learner.predict_confidence(["rise", "fly"]) == [pytest.approx(1), 0]
    assert {name: value for name, value in learner.get_params().items() if value is not None} == {"seed": 2}
    assert learner.set_params(seed=5).get_params()["seed"] == 5
    with pytest.raises(ValueError, match="not fitted"):
        g2l2.Learner().predict(["rise"])
    with pytest.raises(ValueError, match="5 sentences and 1"):
        g2l2.Learner().fit(sentences, ["UP"])
    with pytest.raises(ValueError, match="sentences are a list"):
        g2l2.Learner().fit("rise", ["UP"])
    with pytest.raises(TypeError, match="seeed"):
        g2l2.Learner(seeed=2)
    with pytest.raises(ValueError, match="no parameter 'seeed'; it has domain"):
        g2l2.Learner().set_params(seeed=2)
    assert g2l2.Learner().fit(iter(sentences), iter(meanings)).score(sentences, meanings) == 1
    records = g2l2.Learner().fit(*zip(*HOME))
    assert records.predict(["close the roof"]) == [{"action": "close", "device": "roof"}]


def test_learner_says_what_it_is():
    assert repr(g2l2.Learner(seed=2)) == "Learner(seed=2)" and repr(g2l2.Learner("nav")) == "Learner(domain='nav')"


@pytest.mark.parametrize("meaning", [None, float("nan")])
def test_what_has_no_meaning_is_refused(meaning):
    with pytest.raises(ValueError, match="example 2: 'dip' has no meaning"):
        g2l2.Model.train([("rise", "UP"), ("dip", meaning)])
    with pytest.raises(ValueError, match="example 1: the sentence is no text"):
        g2l2.Model.train([(meaning, "UP")])


@pytest.mark.parametrize("option, error, told", [
    ({"seed": "x"}, TypeError, "seed='x': it must be a whole number"),
    ({"restarts": 1.5}, TypeError, "restarts=1.5: it must be a whole number"),
    ({"noise": "much"}, TypeError, "noise='much': it must be a number"),
    ({"grammar": 3}, TypeError, "grammar=3: it must be a text"),
    ({"seed": -1}, ValueError, "seed=-1: the number is out of range"),
    ({"batch": 2**40}, ValueError, "batch=1099511627776: the number is out of range"),
])
def test_an_option_that_cannot_be_is_named(option, error, told):
    with pytest.raises(error, match="^" + re.escape(told) + "$"):
        g2l2.Model.train([("rise", "UP")], **option)


def test_everything_public_is_described():
    for name in g2l2.__all__:
        thing = getattr(g2l2, name)
        assert not callable(thing) or thing.__doc__, name
        if isinstance(thing, type):
            methods = [n for n, f in vars(thing).items() if not n.startswith("_") and (callable(f) or isinstance(f, property))]
            assert {f"{name}.{n}" for n in methods if not getattr(thing, n).__doc__} == set()


def test_version():
    assert g2l2.__version__.count(".") == 2
