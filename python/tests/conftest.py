"""What the tests share: small languages, learned once."""
import os

import pytest

import g2l2

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

MOVES = [
    ("rise", "UP"),
    ("rise twice", "UP UP"),
    ("dip twice", "DOWN DOWN"),
    ("rise then dip", "UP DOWN"),
    ("dip then rise twice", "DOWN UP UP"),
]

HOME = [
    ("open the gate", {"action": "open", "device": "gate"}),
    ("close the gate", {"action": "close", "device": "gate"}),
    ("open the roof", {"action": "open", "device": "roof"}),
    ("close the door", {"action": "close", "device": "door"}),
    ("open the door", {"action": "open", "device": "door"}),
]


def example(*names):
    return os.path.join(PROJECT, "examples", *names)


@pytest.fixture
def moves():
    return g2l2.Model.train(MOVES)


@pytest.fixture(scope="session")
def shelf():
    """A model of questions about scenes, and scenes that it has not seen."""
    model = g2l2.Model.train(
        example("shelf", "train-questions.jsonl"), scenes=example("shelf", "train-scenes.jsonl")
    )
    return model, g2l2.Scenes(example("shelf", "test-scenes.jsonl"))
