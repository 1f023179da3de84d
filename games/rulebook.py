"""The rules texts for people: docs/rules/<variant>.md as HTML with an anchor for each clause."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

_FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rules"
_NUMBERED = re.compile(r"(\d+(?:\.\d+)?) +")
_REFERENCE = re.compile(r"(?<![\d.])(\d+\.\d+)(?![\d.]*\d)")


@dataclass(frozen=True, slots=True)
class _Rulebook:
    html: str
    clauses: frozenset[str]


def rules_page(variant: str) -> str:
    """Return a variant's rules as HTML: contents, then the text, clause 4.3 with the id "c4.3".

    The text is the project's own and rendered with raw HTML off, so the page may be marked safe.
    Raises KeyError for a variant that has no rules text.
    """
    return _rulebook(variant).html


def has_clause(variant: str, clause: str) -> bool:
    """Tell whether a variant's rules have a section or clause of this number ("4" or "4.3")."""
    return clause in _rulebook(variant).clauses


@cache
def _rulebook(variant: str) -> _Rulebook:
    texts = {path.stem: path for path in _FOLDER.glob("*.md")}
    if variant not in texts:
        raise KeyError(f"no rules text for {variant!r}; there is: {', '.join(sorted(texts))}")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(texts[variant].read_text(encoding="utf-8"))
    sections: list[tuple[str, str]] = []
    clauses: list[str] = []
    for opening, inline in _headings(tokens):
        if numbered := _NUMBERED.match(inline.content):
            number, title = numbered[1], inline.content[numbered.end() :]
            clauses.append(number)
            opening.attrSet("id", f"c{number}")
            inline.children = [*_link(number), _text(f" {title}")]
            if "." not in number:
                sections.append((number, title))
    if len(set(clauses)) != len(clauses):
        raise ValueError(f"the rules text of {variant!r} numbers a clause twice")
    known = frozenset(clauses)
    for token in tokens:
        _link_references(token, known)
    body = _without_title(tokens)
    rendered = markdown.renderer.render(_contents(sections) + body, markdown.options, {})
    return _Rulebook(str(rendered), known)


def _headings(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    for position, token in enumerate(tokens):
        if token.type == "heading_open":
            yield token, tokens[position + 1]


def _without_title(tokens: list[Token]) -> list[Token]:
    """Leave out the document's own title: the page has one."""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return tokens[3:]
    return tokens


def _contents(sections: list[tuple[str, str]]) -> list[Token]:
    labels: dict[str, str | int | float] = {"class": "rules-contents", "aria-label": "Contents"}
    listed = [Token("nav_open", "nav", 1, attrs=labels), Token("bullet_list_open", "ul", 1)]
    for number, title in sections:
        inline = Token("inline", "", 0, children=_link(number, f"{number} {title}"))
        listed += [Token("list_item_open", "li", 1), inline, Token("list_item_close", "li", -1)]
    listed += [Token("bullet_list_close", "ul", -1), Token("nav_close", "nav", -1)]
    return listed


def _link_references(token: Token, known: frozenset[str]) -> None:
    """Turn "4.3" in running text into a link to clause 4.3; other numbers stay text."""
    if token.type != "inline" or token.children is None:
        return
    linked: list[Token] = []
    inside_link = False
    for child in token.children:
        if child.type in ("link_open", "link_close"):
            inside_link = child.type == "link_open"
        if child.type != "text" or inside_link:
            linked.append(child)
            continue
        for position, piece in enumerate(_REFERENCE.split(child.content)):
            linked += _link(piece) if position % 2 and piece in known else [_text(piece)]
    token.children = linked


def _link(number: str, label: str | None = None) -> list[Token]:
    opening = Token("link_open", "a", 1, attrs={"href": f"#c{number}", "class": "clause"})
    return [opening, _text(label or number), Token("link_close", "a", -1)]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
