"""The rules texts for people: docs/rules/<variant>.md as HTML with an anchor for each clause.

Those of other languages are in folders: docs/rules/es/<variant>.md, with the same numbers.

A block marked `cards` is an example, shown in pictures. Each line with a colon is a label and the
cards under it, in groups: `You take: 8♠, 6♥ + 2♦`. The other lines are the caption.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from markdown_it import MarkdownIt
from markdown_it.token import Token

from games import rules
from games.lessons import lessons_of
from games.messages.language import FIRST_LANGUAGE, language_in, speak
from games.messages.language import gettext as _
from games.messages.lessons import try_rule
from games.pictures.cards import draw_labelled, draw_sign

_FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"
_NUMBERED = re.compile(r"(\d+(?:\.\d+)?) +")
_REFERENCE = re.compile(r"(?<![\d.])(\d+\.\d+)(?![\d.]*\d)")
_CARD = re.compile(r"((?:10|[2-9AJQK])[♠♥♦♣])")
_SENTENCE_END = re.compile(r"(?<=[.!?]) ")


@dataclass(frozen=True, slots=True)
class _Rulebook:
    html: str
    introduction: str
    titles: Mapping[str, str]


def rules_language() -> str:
    """Return the language in which a reader gets the rules: their own, if there are any in it."""
    return language_in(_FOLDER)


def rules_page(variant: str, *, four_colours: bool = False) -> str:
    """Return a variant's rules as HTML: contents, then the text, clause 4.3 with the id "c4.3".

    The text is the project's own and rendered with raw HTML off, so the page may be marked safe.
    Raises KeyError for a variant that has no rules text.
    """
    return _rulebook(variant, rules_language(), four_colours).html


def introduce(variant: str) -> str:
    """Return the first paragraph of a variant's rules, as plain text.

    Raises KeyError for a variant that has no rules text.
    """
    return _rulebook(variant, rules_language()).introduction


def introduce_briefly(variant: str) -> tuple[str, str]:
    """Return the first two sentences of a variant's introduction, "" for a missing second.

    Raises KeyError for a variant that has no rules text.
    """
    first, *others = _SENTENCE_END.split(introduce(variant))
    return first, others[0] if others else ""


def clause_titles(variant: str) -> Mapping[str, str]:
    """Return the headings of a variant's sections and clauses by their numbers.

    Raises KeyError for a variant that has no rules text.
    """
    return _rulebook(variant, rules_language()).titles


@lru_cache(maxsize=64)
def _rulebook(variant: str, language: str, four_colours: bool = False) -> _Rulebook:
    with speak(language):  # names of cards and labels stand among the words of the rules
        return _read(variant, language, four_colours)


def _read(variant: str, language: str, four_colours: bool) -> _Rulebook:
    folder = _FOLDER if language == FIRST_LANGUAGE else _FOLDER / language
    texts = {path.stem: path for path in folder.glob("*.md")}
    if variant not in texts:
        raise KeyError(f"no rules text for {variant!r}; there is: {', '.join(sorted(texts))}")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(texts[variant].read_text(encoding="utf-8"))
    tokens = _with_examples(markdown, tokens, four_colours)
    texts_of_paragraphs = (
        tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "paragraph_open"
    )
    headings: list[tuple[str, str]] = []
    for opening, inline in _headings(tokens):
        if numbered := _NUMBERED.match(inline.content):
            number, title = numbered[1], inline.content[numbered.end() :]
            headings.append((number, title))
            opening.attrSet("id", f"c{number}")
            inline.children = [*_link(number), _text(f" {title}")]
    titles = dict(headings)
    if len(titles) != len(headings):
        raise ValueError(f"the rules text of {variant!r} numbers a clause twice")
    sections = [(number, title) for number, title in headings if "." not in number]
    known = frozenset(titles)
    tokens = _with_lessons(tokens, variant)
    for token in tokens:
        _link_references(token, known)
        _name_cards(token)
    body = _without_title(tokens)
    rendered = markdown.renderer.render(_contents(sections) + body, markdown.options, {})
    return _Rulebook(str(rendered), next(texts_of_paragraphs, "").replace("\n", " "), titles)


def _with_lessons(tokens: list[Token], variant: str) -> list[Token]:
    """Put a link to its lesson under the heading of each section and clause that has its own."""
    lessons = lessons_of(variant) if variant in rules.VARIANTS else ()
    taught = {f"c{clause}": clause for lesson in lessons for clause in lesson.clauses}
    found: list[Token] = []
    clause = None
    words = try_rule()
    for token in tokens:
        found.append(token)
        if token.type == "heading_open":
            clause = taught.get(str(token.attrGet("id")))
        elif token.type == "heading_close" and clause is not None:
            path = reverse("lesson_about", args=[variant, clause])
            # Each is called by its clause: a list of all links has nothing else around them.
            link = (
                '<p class="try-rule"><a href="{}">{}<span class="hidden-text">: {}</span></a></p>\n'
            )
            found.append(_html(format_html(link, path, words, clause)))
    return found


def _headings(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    for position, token in enumerate(tokens):
        if token.type == "heading_open":
            yield token, tokens[position + 1]


def _with_examples(markdown: MarkdownIt, tokens: list[Token], four_colours: bool) -> list[Token]:
    """Replace each block of cards with a figure."""
    found: list[Token] = []
    for token in tokens:
        if token.type == "fence" and token.info == "cards":
            parts, words = _read_example(token.content)
            drawn = ((draw_labelled(*part, four_colours=four_colours),) for part in parts)
            figure = '<figure class="example">{}<figcaption>'
            found.append(_html(format_html(figure, format_html_join("", "{}", drawn))))
            found += markdown.parseInline(words)
            found.append(_html("</figcaption></figure>\n"))
        else:
            found.append(token)
    return found


def _read_example(text: str) -> tuple[list[tuple[str, str]], str]:
    """Return the labels with their cards, and the caption."""
    lines = [line.partition(": ") for line in text.splitlines()]
    parts = [(label, cards) for label, colon, cards in lines if colon]
    return parts, " ".join(line for line, colon, _ in lines if not colon)


def _without_title(tokens: list[Token]) -> list[Token]:
    """Leave out the document's own title, since the page has one."""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return tokens[3:]
    return tokens


def _contents(sections: list[tuple[str, str]]) -> list[Token]:
    labels: dict[str, str | int | float] = {"class": "rules-contents", "aria-label": _("Contents")}
    listed = [Token("nav_open", "nav", 1, attrs=labels), Token("bullet_list_open", "ul", 1)]
    for number, title in sections:
        inline = Token("inline", "", 0, children=_link(number, f"{number} {title}"))
        listed += [Token("list_item_open", "li", 1), inline, Token("list_item_close", "li", -1)]
    listed += [Token("bullet_list_close", "ul", -1), Token("nav_close", "nav", -1)]
    return listed


def _link_references(token: Token, known: frozenset[str]) -> None:
    """Turn "4.3" in running text into a link to clause 4.3, but leave other numbers alone."""
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


def _name_cards(token: Token) -> None:
    """Let a screen reader say "ten of diamonds" where a sentence shows "10♦"."""
    named: list[Token] = []
    for child in token.children or ():
        if child.type != "text":
            named.append(child)
            continue
        for position, piece in enumerate(_CARD.split(child.content)):
            named.append(_html_inline(draw_sign(piece)) if position % 2 else _text(piece))
    token.children = named or token.children


def _link(number: str, label: str | None = None) -> list[Token]:
    opening = Token("link_open", "a", 1, attrs={"href": f"#c{number}", "class": "clause"})
    return [opening, _text(label or number), Token("link_close", "a", -1)]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _html_inline(content: str) -> Token:
    return Token("html_inline", "", 0, content=content)


def _html(content: str) -> Token:
    return Token("html_block", "", 0, content=content)
