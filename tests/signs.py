"""Finds cards that a screen reader would say by their signs, "7 black spade suit"."""

from __future__ import annotations

import re
from functools import lru_cache

from tests.markup import Start, read_markup
from tests.unmarked import SPOKEN, VOID

NAMED = re.compile(r'<span role="img" aria-label="[^"]*">([^<]*)</span>')
CARD = re.compile(r"(?:10|[2-9TJQKA])[♠♥♦♣]")


def as_seen(html: str) -> str:
    """Return the HTML without the names of the cards in its sentences.

    >>> as_seen('Take <span role="img" aria-label="the two of clubs">2♣</span>.')
    'Take 2♣.'
    """
    return NAMED.sub(r"\1", html)


def find_signs(html: str) -> list[str]:
    """Return the texts that show a card and do not name it.

    >>> find_signs('<p title="7♠">7♠ <i aria-hidden="true">2♦</i>, 10♥</p>')
    ['title: 7♠', '7♠', ', 10♥']
    >>> find_signs('<span role="img" aria-label="seven of spades">7♠</span>')
    []
    """
    found: list[str] = []
    inside: list[tuple[str, bool]] = [("", False)]
    for token in read_markup(html):
        is_unread = inside[-1][1]
        if isinstance(token, str):
            if not is_unread and CARD.search(token):
                found.append(token.strip())
        elif isinstance(token, Start):
            is_unread = is_unread or _is_unread(token)
            found += _spoken_signs(token)
            if token.tag not in VOID and not token.is_end:
                inside.append((token.tag, is_unread))
        elif any(token.tag == tag for tag, _ in inside):
            while inside.pop()[0] != token.tag:
                pass
    return found


@lru_cache(maxsize=50_000)
def _spoken_signs(start: Start) -> list[str]:
    return [
        f"{name}: {value}"
        for name, value in start.attributes.items()
        if name in SPOKEN and CARD.search(value or "")
    ]


@lru_cache(maxsize=50_000)
def _is_unread(start: Start) -> bool:
    """Return whether a screen reader says another text, or none, in place of what is inside."""
    attributes = start.attributes
    is_silent = start.tag in ("script", "style", "template", "title")
    return is_silent or attributes.get("role") == "img" or attributes.get("aria-hidden") == "true"
