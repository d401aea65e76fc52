"""To and from NLTK's combinatory categorial grammar, ``nltk.ccg``.

Both write a lexicon as ``word => category {program}``, and both mean the same by ``X/Y`` and ``X\\Y``: what
remains is left of the slash, what is wanted right of it. What differs is how programs are written:

    g2l2   \\f.\\x. repeat(f(x), 4)     jump() is a constant, f a function by how it is used
    NLTK   \\F x.repeat(F(x),n4)       only capitals are functions, constants have no brackets
"""
from __future__ import annotations

import re
from typing import Any, Dict, FrozenSet, Iterable, List, Optional, Set, Tuple

from .model import Domain, Model


def tree(nested: Any) -> Any:
    """(category, children), a word (category, word), as an ``nltk.Tree``."""
    from nltk import Tree

    category, below = nested
    return Tree(category, [below] if isinstance(below, str) else [tree(child) for child in below])


# ---- categories -------------------------------------------------------------------------------

_ATOM = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def _is_plain(category: str) -> bool:
    """Made of atoms, slashes and brackets: NLTK knows no other."""
    return not re.search(r"[^A-Za-z0-9_/\\()]", category)


# ---- programs ---------------------------------------------------------------------------------

# A point in a number belongs to it.
_TOKEN = re.compile(r"\\|-?\d+\.\d+|\.|,|\(|\)|\"[^\"]*\"|[^\s\\.,()\"]+")


class _Reader:
    """A program of either notation as ("\\", variable, body), (name, arguments or None)."""

    def __init__(self, text: str):
        self.tokens: List[str] = _TOKEN.findall(text)
        self.at = 0

    def peek(self) -> Optional[str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def next(self) -> str:
        if self.at >= len(self.tokens):
            raise ValueError("a program ends too early")
        self.at += 1
        return self.tokens[self.at - 1]

    def read(self) -> Any:
        if self.peek() == "\\":
            self.next()
            names = []
            while self.peek() != ".":
                names.append(self.next())
            self.next()
            body = self.read()
            for name in reversed(names):
                body = ("\\", name, body)
            return body
        if self.peek() == "(":
            self.next()
            inner = self.read()
            self.next()
            return self.call(inner)
        return self.call((self.next(), None))

    def call(self, head: Any) -> Any:
        while self.peek() == "(":
            self.next()
            arguments: List[Any] = []
            while self.peek() != ")":
                arguments.append(self.read())
                if self.peek() == ",":
                    self.next()
            self.next()
            if head[0] == "\\" or head[1] is not None:
                raise ValueError("a program applies what is no name")
            head = (head[0], arguments)
        return head


def _applied(term: Any, bound: FrozenSet[str], out: Set[str]) -> None:
    """Variables that are used as functions."""
    if term[0] == "\\":
        _applied(term[2], bound | {term[1]}, out)
        return
    if term[0] in bound and term[1] is not None:
        out.add(term[0])
    for argument in term[1] or ():
        _applied(argument, bound, out)


_FUNCTIONS = "FGHPQR"
_THINGS = "xyzuvw"


def _to_nltk(term: Any, names: Dict[str, str], functions: Set[str]) -> str:
    if term[0] == "\\":
        taken = set(names.values())
        choice = _FUNCTIONS if term[1] in functions else _THINGS
        new = next((n for n in choice if n not in taken), f"{choice[0]}{len(taken)}")
        return f"\\{new}.{_to_nltk(term[2], {**names, term[1]: new}, functions)}"
    head = names.get(term[0]) or _constant(term[0])
    if not term[1]:
        return head
    return f"{head}({','.join(_to_nltk(a, names, functions) for a in term[1])})"


def _constant(name: str) -> str:
    """A name that NLTK reads as a constant, and from which ours can be told: c_ and escapes."""
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) and len(name) > 1 and not name.startswith("c_"):
        return name
    return "c_" + "".join(c if c.isalnum() and c.isascii() else f"_{ord(c):x}_" for c in name)


def _own(name: str) -> str:
    if not name.startswith("c_"):
        return name
    return re.sub(r"_([0-9a-f]+)_", lambda code: chr(int(code[1], 16)), name[2:])


def program_to_nltk(program: str) -> str:
    """A program as NLTK's logic reads it."""
    term = _Reader(program).read()
    functions: Set[str] = set()
    _applied(term, frozenset(), functions)
    return _to_nltk(term, {}, functions)


def _from_nltk(term: Any, bound: Dict[str, str]) -> str:
    if term[0] == "\\":
        new = term[1].lower()
        while new in bound.values():
            new += "1"
        return f"\\{new}. {_from_nltk(term[2], {**bound, term[1]: new})}"
    head = bound.get(term[0]) or _own(term[0])
    number = re.fullmatch(r"-?\d+(\.\d+)?|\?", head)
    if not term[1]:
        return head if term[0] in bound or number else f"{head}()"
    return f"{head}({', '.join(_from_nltk(a, bound) for a in term[1])})"


def program_from_nltk(program: str) -> str:
    """A program of NLTK's logic as g2l2 writes it."""
    return re.sub(r"\. \\", r".\\", _from_nltk(_Reader(program).read(), {}))


# ---- lexicons ---------------------------------------------------------------------------------


def to_nltk(model: Model, semantics: bool = True) -> str:
    """The lexicon as the text that ``nltk.ccg.lexicon.fromstring`` reads.

    Left out are entries that NLTK has no notation for: EMPTY words, and categories other than
    ``X/Y`` and ``X\\Y``. The first root of the definition comes first, as NLTK wants it.
    """
    words: List[str] = []
    atoms: Dict[str, None] = {}
    for root in re.findall(r"^root\s+(.*)$", model.domain.text, re.M):
        for atom in _ATOM.findall(root):
            atoms.setdefault(atom)
    for word, entries in model.lexicon.items():
        for entry in entries:
            if entry.off or entry.category == "EMPTY" or not _is_plain(entry.category):
                continue
            if not re.fullmatch(r"[\w'-]+", word):
                continue
            for atom in _ATOM.findall(entry.category):
                atoms.setdefault(atom)
            program = f" {{{program_to_nltk(entry.program)}}}" if semantics and entry.program else ""
            words.append(f"{word} => {entry.category}{program}")
    return "\n".join([f":- {', '.join(atoms)}", *words]) + "\n"


def from_nltk(lexicon: Any, domain: Any, literals: str = "") -> Model:
    """A model from NLTK's text of a lexicon with semantics, or from an ``nltk.ccg.lexicon.CCGLexicon``.

    ``domain`` says what the names in programs mean; ``literals`` are lines of the lexicon's head that
    name constants, as ``str(model.lexicon)`` has them ("literals Action : UP DOWN").
    """
    rows = _text_rows(lexicon) if isinstance(lexicon, str) else _object_rows(lexicon)
    name = domain.name if isinstance(domain, Domain) else str(domain)
    lines = [f"{word} => {category} : {program_from_nltk(program)}" for word, category, program in rows]
    text = "\n".join(["# g2l2 lexicon 1", f"domain {name}", *literals.splitlines(), *lines]) + "\n"
    return Model.from_lexicon(text, domain)


def _text_rows(text: str) -> Iterable[Tuple[str, str, str]]:
    families: Dict[str, str] = {}
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        family = re.fullmatch(r"(\S+)\s*::\s*(\S+)", line)
        row = re.fullmatch(r"(\S+)\s*=>\s*([^{]+?)\s*\{(.*)\}", line)
        if family:
            families[family[1]] = family[2]
        elif row:
            yield row[1], families.get(row[2], row[2]), row[3]
        elif line and not line.startswith(":-"):
            raise ValueError(f"neither a family nor an entry with semantics: {line!r}")


def _category(category: Any) -> str:
    """A category of NLTK without its markers of direction: \\., is \\, and so on."""
    if category.is_function():
        argument = _category(category.arg())
        if category.arg().is_function():
            argument = f"({argument})"
        slash = "/" if category.dir().is_forward() else "\\"
        return f"{_category(category.res())}{slash}{argument}"
    return str(category.categ())


def _object_rows(lexicon: Any) -> Iterable[Tuple[str, str, str]]:
    for word, tokens in lexicon._entries.items():
        for token in tokens:
            if token.semantics() is None:
                raise ValueError(f"'{word}' has no semantics: read the lexicon with include_semantics=True")
            yield word, _category(token.categ()), str(token.semantics())
