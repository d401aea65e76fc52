"""Evidence for entries, words that are like others, and what a model would do with other examples."""
import random

import pytest

import g2l2

MOVES = [
    ("walk", "WALK"),
    ("walk twice", "WALK WALK"),
    ("run", "RUN"),
    ("jump twice", "JUMP JUMP"),
    ("run and walk", "RUN WALK"),
]


@pytest.fixture(scope="module")
def moves():
    return g2l2.Model.train(MOVES)


def test_why(moves):
    (reason,) = moves.why("twice", MOVES)
    assert isinstance(reason, g2l2.Reason)
    assert reason.word == "twice" and reason.entry == moves.lexicon["twice"][0]
    assert {e.sentence for e in reason.examples} == {"walk twice", "jump twice"}
    assert reason.rival == ("V\\V", "\\x. concat(x, JUMP())") and reason.rival_right == 1
    assert [e.sentence for e in reason.deciding] == ["walk twice"]
    assert reason.rival_meaning == "WALK JUMP" and reason.relearned == "back"
    assert "ruled out by 'walk twice'" in str(reason)


def test_without_what_decided_the_rival_is_back():
    """By hand, what `relearned` says."""
    six = MOVES + [("jump", "JUMP")]
    (reason,) = g2l2.Model.train(six).why("twice", six, relearn=False)
    assert reason.relearned == ""
    decided = {e.sentence for e in reason.deciding}
    again = g2l2.Model.train([row for row in six if row[0] not in decided])
    assert reason.rival in {(e.category, e.program) for e in again.lexicon["twice"]}


def test_why_of_all_words_and_of_none(moves):
    assert {reason.word for reason in moves.why(None, MOVES, relearn=False)} == set(moves.lexicon)
    (walk,) = moves.why("walk", MOVES, relearn=False)
    assert walk.rival is None and walk.deciding == ()
    assert moves.why("walked", MOVES) == []
    with pytest.raises(TypeError):
        moves.why("walk", MOVES, no_such_option=1)
    records = [({"do": "on"}, "lamp on"), ({"do": "off"}, "lamp off")]
    home = [{"command": said, "result": {**result, "what": "lamp"}} for result, said in records]
    (on, *_) = g2l2.Model.train(home).why("on", home)
    assert on.entry.program == "field(do(), on())" and len(on.examples) == 1


def test_why_stops_in_time(moves):
    with pytest.raises(g2l2.Error, match="too long"):
        moves.why(None, MOVES * 20, max_seconds=1e-6)


def test_liken(moves):
    more = moves.liken("stroll", "walk")
    assert str(more.run("stroll twice")) == "WALK WALK" and "stroll" not in moves.lexicon
    hop = more.liken("hop", "jump", fresh=True)
    assert str(hop.run("stroll and hop")) == "WALK HOP"
    with pytest.raises(g2l2.Error):
        moves.liken("walk", "run")
    with pytest.raises(LookupError):
        moves.liken("stroll", "wander")


def test_estimate_and_calibrate():
    times = {"": 1, "twice": 2, "thrice": 3}
    rows = [(f"{a} {how}".strip(), " ".join([a.upper()] * n)) for a in "abcdef" for how, n in times.items()]
    seen = []
    found = g2l2.Model.estimate(rows, progress=lambda at: seen.append(at))
    assert found.parts == 5 and 0 < found.correct <= found.asked <= len(rows)
    assert 0 < found.accuracy <= 1 and not found.doubtful
    assert {at.part for at in seen} == set(range(5)) and all(at.n_parts == 5 for at in seen)
    asked = [at.asked for at in seen]
    assert asked == sorted(asked) and seen[-1].asked == found.asked
    assert g2l2.Model.estimate(rows, progress=lambda at: False).asked == 0
    model = g2l2.Model.train(rows)
    unsure = model.calibrate(g2l2.Estimate(5, 100, 50, 1.0, -3.0))
    before, after = model.run("a twice"), unsure.run("a twice")
    assert after.text == before.text and after.confidence < before.confidence
    with pytest.raises(g2l2.Error):
        model.calibrate(g2l2.Estimate(5, 100, 50, -1.0, 0.0))


def test_estimate_of_chance_is_doubtful():
    rng = random.Random(3)
    rows = [
        {"command": " ".join(f"w{rng.randrange(9)}" for _ in range(4)), "result": {"a": f"x{rng.randrange(4)}"}}
        for _ in range(40)
    ]
    found = g2l2.Model.estimate(rows)
    assert found.doubtful and found.correct < found.asked
