"""Numbers and piles in the words that the pages use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from django.urls import reverse

from games.models import Seat
from games.rules.cards import HIDDEN, PACK, name_face, show_card
from games.rules.state import Pile

_FACES = {"K": "Kings", "Q": "Queens", "J": "Jacks"}
_NUMBERS = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
}
_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


_SHOWN = re.compile("(?:10|[A2-9JQK])[♠♥♦♣]")
_CODES = {show_card(code): code for code in PACK}


def split_cards(words: str) -> list[tuple[str, str]]:
    """Return a sentence in parts, each a text and, where it is a card as it is shown, its code.

    >>> split_cards("drops 10♦.")
    [('drops ', ''), ('10♦', 'TD'), ('.', '')]
    """
    parts, end = [], 0
    for found in _SHOWN.finditer(words):
        if found.start() > end:
            parts.append((words[end : found.start()], ""))
        parts.append((found[0], _CODES[found[0]]))
        end = found.end()
    return [*parts, (words[end:], "")] if end < len(words) else parts


@lru_cache(maxsize=4096)
def spoken(words: str) -> str:
    """Return a sentence for a screen reader: its cards by name and no signs."""
    named = "".join(card_name(code) if code else text for text, code in split_cards(words))
    return named.replace(" + ", " plus ")


@lru_cache(maxsize=64)
def card_name(code: str) -> str:
    """Return a card in words: "ten of diamonds"; "hidden card" for one that is not known."""
    if code == HIDDEN:
        return "hidden card"
    if code == "XX":
        return "joker"
    rank = _NUMBERS.get(code[0]) or name_face(code[0])
    return f"{rank} of {_SUITS[code[1]]}"


_BADGES = {"JS": "11", "JH": "11", "QS": "12", "KS": "3–9"}
_NOTES = {
    "TD": "2 points",
    "2S": "1 point",
    "AS": "1 point; decides a tie",
    "AH": "1 point",
    "AD": "1 point",
    "AC": "1 point",
    "JS": "jack or 11",
    "JH": "jack or 11",
    "QS": "queen or 12",
    "KS": "king or any of 3 to 9",
}


def card_badge(code: str) -> str:
    """Return the numbers that a special card may stand for, or ""."""
    return _BADGES.get(code, "")


@lru_cache(maxsize=64)
def card_title(code: str) -> str:
    """Return a card in words with what is special about it: "ten of diamonds (2 points)"."""
    note = _NOTES.get(code)
    return f"{card_name(code)} ({note})" if note else card_name(code)


@lru_cache(maxsize=4096)
def cards_note(cards: tuple[str, ...]) -> str:
    """Return what is special about some of these cards, or "": "10♦: 2 points"."""
    return ", ".join(f"{show_card(code)}: {_NOTES[code]}" for code in cards if code in _NOTES)


def duration_words(seconds: float) -> str:
    """Return a length of time in words: "45 seconds", "2 minutes", "3 days"."""
    for size, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size or (seconds >= size and seconds % size == 0):
            return _count(round(seconds / size), unit)
    return _count(round(seconds), "second")


def move_time_words(seconds: int) -> str:
    """Return a move time in words; a minute is told in seconds."""
    return "60 seconds" if seconds == 60 else duration_words(seconds)


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


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


def pile_name(pile: Pile, owner: str) -> str:
    """Return what a screen reader says of a pile: its kind, value and cards."""
    cards = _names_of(pile.cards)
    label = pile_label(pile)
    if pile.kind == "subtraction":
        label = f"{label} ({owner})"
    return f"{label}: {cards}" if label else cards


@lru_cache(maxsize=4096)
def _names_of(cards: tuple[str, ...]) -> str:
    return ", ".join(card_title(code) for code in cards)


@lru_cache(maxsize=1024)
def points_words(points: tuple[tuple[str, int | Fraction], ...]) -> str:
    """Return the points of one capture: "2 points", or "" for none."""
    total = sum((points for _, points in points), Fraction(0))
    if not total:
        return ""
    return "1 point" if total == 1 else f"{total} points"


def player_name(seat: Seat) -> str:
    """Return the name shown at a seat."""
    if seat.user is not None:
        return str(seat.user)
    return f"Computer ({seat.computer})" if seat.computer else "Somebody who left"


def player_path(seat: Seat) -> str:
    """Return the address of the page of who sits there, or "" for nobody's."""
    if seat.user is None or not seat.user.is_active:
        return ""
    return reverse("player", args=[seat.user.username])


def player_avatar(seat: Seat) -> str:
    """Return the avatar shown at a seat."""
    if seat.user is not None:
        return seat.user.avatar
    return "computer" if seat.computer else "nobody"


@lru_cache(maxsize=256)
def show_points(points: int | Fraction | Decimal) -> str:
    """Return points as shown: nothing for 0, a half as ½."""
    whole, rest = divmod(points, 1)
    if not points:
        return ""
    return f"{whole if whole or not rest else ''}{'½' if rest else ''}"
