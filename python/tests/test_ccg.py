"""NLTK reads our lexicons, parses with them to the same meanings, and gives them back."""
import pytest

import g2l2
from g2l2 import ccg

nltk = pytest.importorskip("nltk")
pytest.importorskip("nltk.ccg")


def test_programs():
    for ours, theirs in [
        (r"UP()", "UP"),
        (r"\x. repeat(x, 2)", r"\x.repeat(x,c_2)"),
        (r"\f.\x. repeat(f(x), 4)", r"\F.\x.repeat(F(x),c_4)"),
        (r"\y.\x. concat(x, y)", r"\x.\y.concat(y,x)"),
        (r"\x. filter(x, ?)", r"\x.filter(x,c__3f_)"),
    ]:
        assert ccg.program_to_nltk(ours) == theirs
        assert ccg.program_to_nltk(ccg.program_from_nltk(theirs)) == theirs
        assert str(nltk.sem.logic.Expression.fromstring(theirs))


def test_lexicon_there_and_back(moves):
    from nltk.ccg import chart, lexicon

    text = ccg.to_nltk(moves)
    theirs = lexicon.fromstring(text, include_semantics=True)
    parse = next(chart.CCGChartParser(theirs, chart.DefaultRuleSet).parse("rise twice then dip".split()))
    assert str(parse.label()[0].semantics()) == "concat(repeat(UP,c_2),DOWN)"
    literals = "\n".join(line for line in str(moves.lexicon).splitlines() if line.startswith("literals"))
    for source in (text, theirs):
        again = ccg.from_nltk(source, "nav", literals)
        assert again.run("rise twice then dip").text == "UP UP DOWN"
        assert {word: entries[0].category for word, entries in again.lexicon.items()} == {
            word: entries[0].category for word, entries in moves.lexicon.items()
        }
    assert "{" not in ccg.to_nltk(moves, semantics=False)
    with pytest.raises(ValueError, match="no semantics"):
        ccg.from_nltk(lexicon.fromstring(ccg.to_nltk(moves, semantics=False)), "nav")


def test_trees(moves):
    tree = moves.parse("rise twice then dip").best.to_nltk()
    assert tree.leaves() == "rise twice then dip".split()
    assert tree.label() == "S" and [child.label() for child in tree] == ["V", "S\\V"]
    assert moves.explain("rise twice then dip").to_nltk() == tree
    assert nltk.Tree.fromstring(str(tree)) == tree
    assert moves.explain("twice").to_nltk() is None
