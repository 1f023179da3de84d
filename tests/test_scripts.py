"""The site's scripts contain no texts: they take what they show from the page, in its language."""

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent / "static" / "js"
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


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.js")), ids=lambda path: path.name)
def test_a_script_holds_no_text(path: Path) -> None:
    code = SAID.sub("", COMMENT.sub("", path.read_text()))
    literals = ["".join(found) for found in LITERAL.findall(code)]
    assert not [text for text in literals if is_text(text)]
