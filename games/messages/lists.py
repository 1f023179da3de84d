"""Lists in sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.messages.language import gettext as _
from games.messages.language import pgettext
from games.messages.text import EMPTY, Text, fill, join, parts_of

_NONE: Final = "none"


def join_and(items: Sequence[str]) -> Text:
    """Return the items as a list that ends in "and": "Ada, Ben and Carol"; nothing for none."""
    if _begins(items, pgettext("pattern of items before which “and” has another form", "none")):
        return _join(items, pgettext("the other form of “and”", "{others} and {last}"))
    return _join(items, _("{others} and {last}"))


def join_or(items: Sequence[str]) -> Text:
    """Return the items as a list that ends in "or"; nothing for none."""
    if _begins(items, pgettext("pattern of items before which “or” has another form", "none")):
        return _join(items, pgettext("the other form of “or”", "{others} or {last}"))
    return _join(items, _("{others} or {last}"))


def join_commas(items: Sequence[str]) -> Text:
    """Return the items with commas between them."""
    return join(items, pgettext("between the items of a list", ", "))


def _begins(items: Sequence[str], pattern: str) -> bool:
    """Return whether the last item begins with a pattern, such as Spanish has for "e" and "u"."""
    return pattern != _NONE and bool(items) and re.match(pattern, items[-1]) is not None


def _join(items: Sequence[str], pattern: str) -> Text:
    if not items:
        return EMPTY
    *others, last = items
    if not others:
        return Text(parts_of(last))
    return fill(pattern, others=join_commas(others), last=last)
