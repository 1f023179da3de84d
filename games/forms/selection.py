"""The cards and piles that a player sends; the services decide what they can do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from games.rules import VARIANTS, IllegalMove
from games.rules.variant import AnyVariant
from games.services import TYPED, Selection

TEXT_LENGTH = 400
CONDITION_LENGTH = 200
PILES = 52
_WORDS = re.compile(r"\b(?:DRAW|DECK|DISCARD|MATCH|TAKE|PASS)\b")
_CAPTURE_SIGN = re.compile("(?<!X)X(?!X)")  # two of them are a joker


class BadForm(ValueError):
    """A form that no page of this site sends; `str()` says what is wrong."""


def read_selection(sent: Mapping[str, Any]) -> Selection:
    """Return the selection in a posted form or in a socket frame. Raises `BadForm`."""
    seen = _text(sent, "seen", length=6)
    if not seen.isdecimal() or not seen.isascii():
        raise BadForm(_("This page is out of date. Reload it."))
    action = _text(sent, "action", length=20)
    reading = _text(sent, "reading", length=TEXT_LENGTH)
    typed = _tidy_typed(read_typed(sent))
    if action == TYPED and typed:
        action = ""
    cards, piles = read_choice(sent)
    return Selection(
        seen=int(seen),
        # A typed move counts only when no other button, an action or a reading, was pressed.
        text=reading or ("" if action else typed),
        action=action,
        hand=cards,
        piles=piles,
    )


def read_choice(sent: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the chosen cards of the hand and the keys of the chosen piles. Raises `BadForm`."""
    return (
        tuple(filter(None, _texts(sent, "card", length=2))),
        tuple(_texts(sent, "pile", length=TEXT_LENGTH)),
    )


def read_condition(sent: Mapping[str, Any]) -> str:
    """Return what a posted plan waits for, as it is written. Raises `BadForm`."""
    return _text(sent, "when", length=CONDITION_LENGTH)


def read_typed(sent: Mapping[str, Any]) -> str:
    """Return the move as it was typed, or "". Raises `BadForm`."""
    return _text(sent, "move", length=TEXT_LENGTH)


def _tidy_typed(typed: str) -> str:
    """Return a typed move with capital and small letters as in the notation.

    Anything that is no move stays as it was typed, since the refusal quotes it.
    """
    if not typed:
        return typed
    capitals = _CAPTURE_SIGN.sub("x", typed.strip().upper())
    tidy = _WORDS.sub(lambda word: word[0].lower(), capitals)
    return tidy if any(_is_move(variant, tidy) for variant in VARIANTS.values()) else typed.strip()


def _is_move(variant: AnyVariant, text: str) -> bool:
    """Return whether a text can be read as a move of a game, even as one that is never legal."""
    try:
        variant.read_text(text)
    except IllegalMove as illegal:
        return illegal.code not in ("no_move", "no_triplet_move")
    return True


def _text(sent: Mapping[str, Any], name: str, *, length: int) -> str:
    value = sent.get(name, "")
    if not _is_text(value, length):
        raise _no_move()
    return str(value)


def _texts(sent: Mapping[str, Any], name: str, *, length: int) -> Iterable[str]:
    values = sent.getlist(name) if isinstance(sent, MultiValueDict) else sent.get(name, [])
    values = [values] if isinstance(values, str) else values
    if not isinstance(values, list) or len(values) > PILES:
        raise _no_move()
    if not all(_is_text(value, length) for value in values):
        raise _no_move()
    return values


def _no_move() -> BadForm:
    return BadForm(_("That move could not be read. Reload the page."))


def _is_text(value: object, length: int) -> bool:
    # Moves are written in ASCII. JSON may also hold lone surrogates, which no page can show, and
    # NUL bytes, which no page may hold.
    if not isinstance(value, str) or len(value) > length:
        return False
    return value.isascii() and value.isprintable()
