"""Reads the pages of the site, which are well-formed, many times as fast as html.parser does.

A page repeats most of its tags, and so do the pages of a whole game: each is parsed only once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from html.parser import HTMLParser

REST_OF_TAG = r"""(?:[^"'>]++|"[^"]*+"|'[^']*+')*+>"""
TOKEN = re.compile(
    rf"""
      <!--.*?-->
    | <![^>]*>
    | (?P<raw><(?P<name>script|style)\b{REST_OF_TAG})(?P<content>.*?)</(?P=name)\s*>
    | </(?P<end>[a-z][^\s>]*)\s*>
    | (?P<start><[a-z]{REST_OF_TAG})
    | (?P<text>[^<]+)
    | (?P<stray><)
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, eq=False)
class Start:
    """The start of an element."""

    tag: str
    attributes: dict[str, str | None]
    is_end: bool
    """Whether it is closed at once, as in `<path/>`."""


@dataclass(frozen=True, eq=False)
class End:
    """The end of an element."""

    tag: str


class _StartReader(HTMLParser):
    found: Start | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), attrs
        self.found = Start(tag, dict(attrs), is_end=False)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), attrs
        self.found = Start(tag, dict(attrs), is_end=True)


@lru_cache(maxsize=50_000)
def _read_start(text: str) -> Start:
    reader = _StartReader()
    reader.feed(text)
    assert reader.found is not None, text
    return reader.found


@lru_cache(maxsize=1000)
def _read_end(tag: str) -> End:
    return End(tag.lower())


@lru_cache(maxsize=2)
def read_markup(html: str) -> list[Start | End | str]:
    """Return the starts and ends of elements, and the texts between them.

    The newest are remembered: most pages are looked through more than once.
    """
    return list(_read_tokens(html))


def _read_tokens(html: str) -> Iterator[Start | End | str]:
    for token in TOKEN.finditer(html):
        match token.lastgroup:
            case "text":
                yield unescape(token[0]) if "&" in token[0] else token[0]
            case "start":
                yield _read_start(token[0])
            case "end":
                yield _read_end(token["end"])
            case "content":
                yield _read_start(token["raw"])
                if token["content"]:
                    yield token["content"]
                yield _read_end(token["name"])
            case "stray":
                raise AssertionError(f"not escaped: {html[token.start() :][:80]}")
