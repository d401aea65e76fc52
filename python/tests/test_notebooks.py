"""The notebooks, run from top to bottom, and the Python of the documents."""
import ast
import contextlib
import doctest
import glob
import io
import json
import os
import re

import pytest

import g2l2
from conftest import PROJECT


def run_cell(source, names):
    """As a notebook does: the value of a last expression is shown, as well as it can be."""
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    if last is None:
        return
    value = eval(compile(last, "cell", "eval"), names)
    for how in ("_repr_svg_", "_repr_html_", "_repr_png_"):
        if hasattr(value, how):
            assert getattr(value, how)()


@pytest.mark.parametrize("path", sorted(glob.glob(os.path.join(PROJECT, "python/notebooks/*.ipynb"))), ids=os.path.basename)
def test_notebook(path):
    if "import numpy" in open(path, encoding="utf-8").read():
        pytest.importorskip("numpy")
    with open(path, encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    names = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in cells:
            if cell["cell_type"] == "code":
                run_cell("".join(cell["source"]), names)
    assert "model" in names and not any(cell.get("outputs") for cell in cells)


@pytest.mark.parametrize("name", ["README.md", "docs/PYTHON.md"])
def test_document(name, tmp_path, monkeypatch):
    """Blocks of Python with prompts, one after the other, in a folder that has the examples."""
    if name != "README.md":
        pytest.importorskip("numpy")
        pytest.importorskip("nltk")
    with open(os.path.join(PROJECT, name), encoding="utf-8") as file:
        text = file.read()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert blocks
    os.symlink(os.path.join(PROJECT, "examples"), tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    parsed = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    assert parsed.examples
    said = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(parsed, out=said.write)
    assert runner.summarize(verbose=False).failed == 0, said.getvalue()


def test_docstrings():
    for module in (g2l2, g2l2.model, g2l2.scenes, g2l2.data, g2l2.learner, g2l2.lexicon, g2l2.results):
        done = doctest.testmod(module)
        assert done.attempted and not done.failed, module.__name__
    for name in g2l2.__all__:
        assert getattr(g2l2, name).__doc__, name


def test_types():
    """All of it has types, and they fit."""
    mypy = pytest.importorskip("mypy.api")
    folder = os.path.dirname(g2l2.__file__)
    said, wrong, status = mypy.run(
        ["--strict", "--ignore-missing-imports", "--cache-dir", os.devnull, "--no-error-summary", folder]
    )
    assert status == 0, said + wrong
