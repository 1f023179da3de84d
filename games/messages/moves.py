"""Moves in words, whatever game they belong to."""

from __future__ import annotations

from typing import Any

from games.messages import piles, trays
from games.messages.text import Text
from games.rules.explanation import Explanation


def tell_play(explanation: Any, name: str = "", *, is_you: bool = False) -> Text:
    """Return a move as a text, without a full stop.

    By the name of its player ("Ada builds 8 with 3♥ + 5♦"), to its player ("You build 8 ..."), or
    without either, as what a choice would do ("Build 8 ...").
    """
    tell = piles.tell_play if isinstance(explanation, Explanation) else trays.tell_play
    return tell(explanation, name, is_you=is_you)


def tell_move(explanation: Any) -> Text:
    """Return a move without what it brings: "Build 8 with 3♥ + 5♦"."""
    tell = piles.tell_move if isinstance(explanation, Explanation) else trays.tell_move
    return tell(explanation)


def tell_dealing(explanation: Any) -> Text:
    """Return what the dealer did: "The dealer deals the next deck"."""
    tell = piles.tell_dealing if isinstance(explanation, Explanation) else trays.tell_dealing
    return tell()
