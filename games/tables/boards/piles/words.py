"""Cards and piles in the words that a table of piles uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from games.messages.labels import card_note
from games.rules.cards import show_card
from games.rules.fishing import FishingGame
from games.rules.state import Pile
from games.tables.shapes import Face
from games.tables.words import card_name

AnyFishing = FishingGame[Any, Any]

LEVEL_WORDS: Final[Mapping[str, str]] = {}
"""Nothing: the levels describe themselves in the words of these games."""
_FACES: Final = {"K": "Kings", "Q": "Queens", "J": "Jacks"}


@lru_cache(maxsize=1024)
def view_face(game: AnyFishing, code: str) -> Face:
    """Return a card with what is special about it in this game: "ten of diamonds (2 points)"."""
    note = card_note(game.card_notes.get(code, ()))
    name = card_name(code)
    return Face(code, f"{name} ({note})" if note else name, game.card_badges.get(code, ""))


@lru_cache(maxsize=4096)
def view_faces(game: AnyFishing, codes: tuple[str, ...]) -> tuple[Face, ...]:
    """Return cards with what is special about each."""
    return tuple([view_face(game, code) for code in codes])


@lru_cache(maxsize=4096)
def cards_note(game: AnyFishing, cards: tuple[str, ...]) -> str:
    """Return what is special about some of these cards, or "": "10♦: 2 points"."""
    notes = game.card_notes
    return ", ".join(
        f"{show_card(code)}: {card_note(notes[code])}" for code in cards if code in notes
    )


def pile_label(pile: Pile) -> str:
    """Return the label below a pile: "Build 8", "Builds of 8", "Kings", or "" for a loose card."""
    if pile.kind == "subtraction":
        return f"Locked {pile.value}"
    if pile.kind == "single":
        return f"Build {pile.value}"
    if pile.kind == "fixed":
        return f"Builds of {pile.value}"
    return _FACES[str(pile.value)] if pile.kind == "face" else ""


def whose_words(owner: int, viewer: int | None, names: Sequence[str]) -> str:
    """Return in a word whose something is for a viewer; who only watches is told the name.

    >>> whose_words(0, 0, ["Ada", "Ben"]), whose_words(1, None, ["Ada", "Ben"])
    ('yours', 'Ben')
    """
    if viewer is None:
        return names[owner]
    return "yours" if owner == viewer else "theirs"


def pile_name(game: AnyFishing, pile: Pile, owner: str) -> str:
    """Return what a screen reader says of a pile: its kind, value and cards."""
    cards = ", ".join(face.title for face in view_faces(game, pile.cards))
    label = pile_label(pile)
    if pile.kind == "subtraction":
        label = f"{label} ({owner})"
    return f"{label}: {cards}" if label else cards
