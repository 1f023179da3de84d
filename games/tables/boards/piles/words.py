"""Cards and piles with what a table of piles says of them."""

from __future__ import annotations

from typing import Any

from games.messages import piles as told
from games.messages.cards import card_name
from games.messages.labels import card_note
from games.messages.language import remembered
from games.rules.fishing import FishingGame
from games.tables.shapes import Face

AnyFishing = FishingGame[Any, Any]


@remembered(1024)
def view_face(game: AnyFishing, code: str) -> Face:
    """Return a card with what is special about it in this game: "ten of diamonds (2 points)"."""
    note = card_note(game.card_notes.get(code, ()))
    return Face(code, told.name_card(card_name(code), note), game.card_badges.get(code, ""))


@remembered(4096)
def view_faces(game: AnyFishing, codes: tuple[str, ...]) -> tuple[Face, ...]:
    """Return cards with what is special about each."""
    return tuple([view_face(game, code) for code in codes])


@remembered(4096)
def cards_note(game: AnyFishing, cards: tuple[str, ...]) -> str:
    """Return what is special about some of these cards, or "": "10♦: 2 points"."""
    notes = game.card_notes
    return told.tell_notes([(code, card_note(notes[code])) for code in cards if code in notes])
