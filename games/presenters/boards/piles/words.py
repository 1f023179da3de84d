"""Cards and piles with what a table of piles says of them."""

from __future__ import annotations

from games.messages import piles as told
from games.messages.cards import card_name
from games.messages.labels import card_note
from games.messages.language import remembered
from games.messages.text import Text
from games.presenters.shapes import Face
from games.rules.fishing import CardMarks


@remembered(2048)
def view_face(marks: CardMarks, code: str) -> Face:
    """Return a card with what is special about it in this game: "ten of diamonds (2 points)"."""
    note = card_note(marks.notes.get(code, ()))
    return Face(code, told.name_card(card_name(code), note), marks.badges.get(code, ""))


@remembered(4096)
def view_faces(marks: CardMarks, codes: tuple[str, ...]) -> tuple[Face, ...]:
    """Return cards with what is special about each."""
    return tuple([view_face(marks, code) for code in codes])


@remembered(4096)
def cards_note(marks: CardMarks, cards: tuple[str, ...]) -> str:
    """Return what is special about some of these cards, or "": "10♦: 2 points"."""
    notes = marks.notes
    return told.tell_notes([(code, card_note(notes[code])) for code in cards if code in notes])


@remembered(64)
def badge_words(marks: CardMarks) -> tuple[Text, ...]:
    """Return what the badges on cards mean: "J♠ and J♥: jack or 11"."""
    cards: dict[str, list[str]] = {}
    for code, badge in marks.badges.items():
        cards.setdefault(badge, []).append(code)
    # The first note of a card with a badge is about its number, the others are about points.
    return tuple(
        told.tell_badge(codes, card_note(marks.notes[codes[0]][:1])) for codes in cards.values()
    )
