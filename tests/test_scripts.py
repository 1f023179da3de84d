"""The site's scripts contain no texts: they take what they show from the page, in its language.

Each page names all that its scripts import, so that a browser asks for everything at once.
"""

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent / "static" / "js"
ALL_SCRIPTS = sorted(SCRIPTS.glob("*.js"))
TEMPLATES = SCRIPTS.parent.parent / "templates"
MODULE = re.compile(r"""<script src="{% static '([^']+)' %}" type="module">""")
NAMED = re.compile(r"""<link rel="modulepreload" href="{% static '([^']+)' %}">""")
IMPORT = re.compile(r'(?m)^import .* from "([^"]+)";$')
INCLUDED = {"games/game.html": ["games/boards/piles.html", "games/boards/trays.html"]}
COMMENT = re.compile(r"(?m)^\s*//.*$|\s// .*$")
SAID = re.compile(r"\bsay\([^)]*")  # texts by their names
LITERAL = re.compile(r'"([^"\n]*)"|`([^`]*)`|\'([^\'\n]*)\'')
# Keys have names of their own, and so have headers of requests.
NAMES = re.compile(r"Arrow\w+|End|Enter|Escape|Home|Promise|Shift|Tab|[A-Z][\w]*(-[A-Z]\w*)+")
WORDS = re.compile(r"\b[A-Z][a-z]+\b|\b[a-z]+ [a-z]+\b(?!-)")
VALUE = re.compile(r"\$\{[^}]*\}")
SELECTOR = re.compile(r"[#.\[:][\w-]+.*")


def is_text(literal: str) -> bool:
    return WORDS.search(NAMES.sub("", SELECTOR.sub("", VALUE.sub("0", literal)))) is not None


def test_a_script_holds_no_text() -> None:
    assert ALL_SCRIPTS
    for path in ALL_SCRIPTS:
        code = SAID.sub("", COMMENT.sub("", path.read_text()))
        literals = ["".join(found) for found in LITERAL.findall(code)]
        assert not [text for text in literals if is_text(text)], path


def read_page(name: str) -> str:
    """Return the templates of a page: its own, the one that it extends, and those of the boards."""
    own = (TEMPLATES / name).read_text()
    base = ["base.html"] if '{% extends "base.html" %}' in own else []
    others = [*base, *INCLUDED.get(name, [])]
    return own + "".join((TEMPLATES / each).read_text() for each in others)


def find_imports(script: str) -> set[str]:
    """Return what a script imports, and what that imports."""
    path = SCRIPTS.parent / script
    imported = IMPORT.findall(path.read_text())
    names = {str((path.parent / each).resolve().relative_to(SCRIPTS.parent)) for each in imported}
    return names.union(*map(find_imports, names))


PAGES = sorted(
    str(path.relative_to(TEMPLATES))
    for path in TEMPLATES.rglob("*.html")
    if "boards" not in path.parts and MODULE.search(path.read_text())
)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_all_that_its_scripts_import_and_nothing_else(page: str) -> None:
    templates = read_page(page)
    scripts = set(MODULE.findall(templates))
    imported = set[str]().union(*map(find_imports, scripts)) - scripts
    assert imported == set(NAMED.findall(templates))


def test_all_imports_of_a_script_are_understood() -> None:
    for path in ALL_SCRIPTS:
        code = COMMENT.sub("", path.read_text())
        found = re.findall(r'\bfrom "|\bimport "|\bimport\(', code)
        assert len(IMPORT.findall(code)) == len(found), path


def test_pages_with_scripts_are_found() -> None:
    assert {"base.html", "games/game.html", "games/lobby.html", "shuffle/shuffle.html"} < set(PAGES)
