"""What a table of trays says of triplet cards and of the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.rules.cards import show_card, show_cards
from games.rules.triple_four.hints import Progress
from games.rules.triple_four.telling import name_cards, name_triplet

_SHOWN_MISSING = 4
_NOTED_MISSING = 2
LEVEL_WORDS: Final[Mapping[str, str]] = {
    "beginner": "Knows the rules, and overlooks many a match.",
    "easy": "Lays down what it can, and keeps the cards that belong together.",
    "club": "Counts the cards that are left, and minds what it discards.",
    "strong": "Looks a draw ahead before it discards.",
    "master": "Looks two draws ahead, and thinks longest.",
}
"""How each level of the computer players plays here."""


def tell_progress(progress: Progress) -> str:
    """Return how near the own hand is to a triplet card, "" for further than one card.

    >>> tell_progress(Progress("T37", ("JH", "QD"), 1, ("KH", "KD")))
    'needs K♥ or K♦'
    """
    if progress.short == 0:
        return "you hold three cards for it"
    if progress.short > 1:
        return ""
    few = len(progress.missing) <= _NOTED_MISSING
    return f"needs {name_missing(progress) if few else 'one card'}"


def name_missing(progress: Progress) -> str:
    """Return the cards of which one is missing; of many only that they are many."""
    if len(progress.missing) > _SHOWN_MISSING:
        return "one more card"
    return show_cards(progress.missing, "or")


def tell_tray_card(progress: Progress) -> str:
    """Return what the table says when a triplet card alone is chosen."""
    shown = name_triplet(progress.triplet)
    if not progress.held:
        return f"You hold no card for {shown} yet."
    held = name_cards(progress.held)
    if progress.short == 0:
        return f"For {shown} you hold {held}: choose them."
    if progress.short == 1:
        return f"For {shown} you hold {held}; {name_missing(progress)} is missing."
    return f"For {shown} you hold {held}; two cards are missing."


def tell_step(state: Any) -> str:
    """Return which half of a turn it is, "" when it is nobody's."""
    if state.to_move is None:
        return ""
    return "1 of 2: draw" if state.drawn is None else "2 of 2: play"


def tell_belonging(texts: list[str]) -> str:
    """Return which triplet cards a card of the hand belongs to, "" for none."""
    return f"for {' and '.join(f'“{text}”' for text in texts)}" if texts else ""


def name_top(state: Any) -> str:
    """Return the top card of the discard pile, "" where there is none."""
    return show_card(state.discard[-1]) if state.discard else ""
