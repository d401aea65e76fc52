"""Examples in every form, and what is said of wrong ones."""
import datetime
import json
import os

import pytest

import g2l2
from conftest import HOME, MOVES, PROJECT, example
from g2l2 import errors

SENTENCE, MEANING = "rise twice then dip twice", "UP UP DOWN DOWN"


class Frame:
    """As pandas has it: columns, and a column by its name."""

    def __init__(self, **columns):
        self.columns, self._columns = list(columns), columns

    def __getitem__(self, name):
        return iter(self._columns[name])

    def __len__(self):
        return len(next(iter(self._columns.values())))


class HubDataset:
    """As datasets has it: rows that are dicts, and column_names."""

    def __init__(self, rows):
        self.rows, self.column_names = rows, list(rows[0])

    def __getitem__(self, name):
        return [row[name] for row in self.rows]

    def __len__(self):
        return len(self.rows)


sentences, meanings = zip(*MOVES)
rows = [{"commands": s, "actions": m} for s, m in MOVES]


@pytest.mark.parametrize(
    "examples",
    [
        MOVES,
        [[s, m.split()] for s, m in MOVES],
        iter(MOVES),
        rows,
        {"input": sentences, "output": meanings},
        Frame(sentence=sentences, target=meanings),
        HubDataset(rows),
        [g2l2.Example(s, m) for s, m in MOVES],
        dict(MOVES),
    ],
    ids=["pairs", "lists of actions", "iterator", "dicts", "dict of columns", "frame", "hub", "examples", "dict of sentences"],
)
def test_forms(examples):
    assert g2l2.Model.train(examples).run(SENTENCE).text == MEANING


def test_one_row_is_an_example():
    assert g2l2.Model.train({"command": "rise", "actions": "UP"}).run("rise").text == "UP"


def test_what_is_no_example_is_named():
    with pytest.raises(TypeError, match="not int"):
        g2l2.Model.train(5)


def test_columns_by_name():
    rows = [{"said": s, "done": m, "id": 7} for s, m in MOVES]
    assert g2l2.Model.train(rows, columns=("said", "done")).run(SENTENCE).text == MEANING
    with pytest.raises(ValueError, match=r"example 1 has said, done, id: say which"):
        g2l2.Model.train(rows)


def test_files(tmp_path):
    file = tmp_path / "moves.tsv"
    file.write_text("".join(f"{s}\t{m}\n" for s, m in MOVES))
    for examples in (file, str(file), [file]):
        assert g2l2.Model.train(examples).run(SENTENCE).text == MEANING


def test_records():
    model = g2l2.Model.train(HOME)
    assert model.domain.name == "frames"
    assert model.run("close the roof").value == {"action": "close", "device": "roof"}
    assert model.evaluate(HOME).accuracy == 1


@pytest.mark.parametrize("examples", [[], [("alone",)], ["a", 1], {"a": [1], "b": [1, 2]}])
def test_no_examples(examples):
    with pytest.raises((ValueError, OSError)):
        g2l2.Model.train(examples)


def test_error_has_a_place(tmp_path):
    file = tmp_path / "bad.tsv"
    file.write_text("rise\tUP\nno meaning here\n")
    with pytest.raises(errors.FormatError) as caught:
        g2l2.Model.train(file)
    assert (caught.value.file, caught.value.line) == (str(file), 2)
    assert isinstance(caught.value, ValueError) and caught.value.status == "format"
    with pytest.raises(g2l2.Error) as caught:
        g2l2.Model.from_lexicon("domain nav\njump => V : JUMP(\n")
    assert (caught.value.line, caught.value.column) == (2, 13)
    with pytest.raises(OSError) as caught:
        g2l2.Model.load(tmp_path / "none.g2l2")
    assert caught.value.status == "io"
    with pytest.raises(errors.FormatError) as caught:
        g2l2.Model.train([("rise", "UP"), ("", "UP")])
    assert (caught.value.file, caught.value.line) == ("examples", 2)
    with pytest.raises(LookupError):
        g2l2.Domain("none")
    with pytest.raises(TypeError, match="colour"):
        g2l2.Model.train(MOVES, colour=1)


def test_tables():
    people = [
        {"name": "Ann", "team": "sales", "age": 30},
        {"name": "Bob", "team": "sales", "age": None},
        {"name": "Cleo", "team": "law", "age": 41},
    ]
    teams = {"name": ["sales", "law"], "city": ["Oslo", "Rome"]}
    scenes = g2l2.Scenes.from_tables(people=people, teams=teams)
    assert len(scenes) == 1
    assert scenes.about.splitlines()[0] == "people: 3 rows; name (name), team (one of teams), age (number)"
    assert len(scenes[0]) == 5
    assert scenes[0].objects[1].get("age") is None
    same = g2l2.Scenes.from_tables(example("tables", "staff.csv"), example("tables", "teams.csv"))
    assert "staff: " in same.about and same.about.count("\n") == 2
    with pytest.raises(errors.FormatError) as caught:
        len(g2l2.Scenes.from_tables(g2l2.Table([], "none")))
    assert caught.value.file == "none.csv"


def test_documented_folder():
    assert os.path.exists(os.path.join(PROJECT, "docs", "PYTHON.md"))


def test_what_people_try():
    """Arrays of pairs; cells that are empty; names that are nearly right; what is no sentence."""
    numpy = pytest.importorskip("numpy")
    pairs = [("rise", "UP"), ("rise twice", "UP UP"), ("dip twice", "DOWN DOWN")]
    model = g2l2.Model.train(numpy.array(pairs))
    assert str(model.run(numpy.str_("dip"))) == "DOWN"
    for empty in (None, float("nan")):
        with pytest.raises(ValueError, match="example 2 has no meaning"):
            g2l2.Model.train({"sentence": ["rise", "dip"], "meaning": ["UP", empty]})
        with pytest.raises(ValueError, match="example 1 has no sentence"):
            g2l2.Model.train({"sentence": [empty, "dip"], "meaning": ["UP", "DOWN"]})
    with pytest.raises(TypeError, match="did you mean 'tables'"):
        g2l2.Model.train(pairs, table="x.csv")
    with pytest.raises(TypeError, match="unexpected keyword argument 'qqqq'$"):
        g2l2.Model.train(pairs, qqqq=1)
    with pytest.raises(g2l2.Error, match="allow such with noise="):
        g2l2.Model.train([("rise", "UP"), ("rise", "DOWN")])
    for ask in (model.run, model.parse, model.explain, model.words):
        with pytest.raises(TypeError, match="a sentence is a text, not list"):
            ask(["rise", "dip"])


def test_records_behind_a_tab(tmp_path):
    file = tmp_path / "home.tsv"
    rows = [(f"{what} {do}", {"do": do, "what": what}) for what in ("lamp", "fan") for do in ("on", "off")]
    for header in ("", "command\tresult\n"):
        file.write_text(header + "".join(f"{said}\t{json.dumps(result)}\n" for said, result in rows))
        assert g2l2.Model.train(file).run("fan off").value == {"do": "off", "what": "fan"}


def test_days_of_a_table_are_days():
    """As pandas has them: moments at midnight, and NaT, which is not equal to itself."""
    moment = datetime.datetime
    rows = {"name": ["Ann", "Bob", "Cid"], "born": [moment(1990, 1, 2), moment(1980, 3, 4), float("nan")]}
    table = g2l2.Table(rows, "people")
    assert table.to_csv() == "name,born\nAnn,1990-01-02\nBob,1980-03-04\nCid,\n"
    assert repr(table) == "<Table people: 3 rows of name, born>"
    assert repr(g2l2.Scenes.from_tables(table)) == "<Scenes of the tables people>"
    assert repr(g2l2.Scenes([[{"color": "red"}]])) == "<Scenes of json>" and repr(g2l2.Scenes()) == "<Scenes of nothing>"
    dated = g2l2.Scenes.from_tables(g2l2.Table({**rows, "born": rows["born"][:2] + [moment(1995, 5, 6, 7, 8)]}, "people"))
    assert "1995-05-06 07:08:00" in dated._sources[0][1][1]
