"""Lists in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from games.messages.language import gettext as _
from games.messages.language import pgettext
from games.messages.text import EMPTY, Text, fill, join, parts_of


def join_and(items: Sequence[str]) -> Text:
    """Return the items as a list that ends in "and": "Ada, Ben and Carol"; nothing for none."""
    return _join(items, _("{others} and {last}"))


def join_or(items: Sequence[str]) -> Text:
    """Return the items as a list that ends in "or"; nothing for none."""
    return _join(items, _("{others} or {last}"))


def join_commas(items: Sequence[str]) -> Text:
    """Return the items with commas between them."""
    return join(items, pgettext("between the items of a list", ", "))


def _join(items: Sequence[str], pattern: str) -> Text:
    if not items:
        return EMPTY
    *others, last = items
    if not others:
        return Text(parts_of(last))
    return fill(pattern, others=join_commas(others), last=last)
