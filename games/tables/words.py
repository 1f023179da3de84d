"""Numbers, cards and players in the words that the pages use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from django.urls import reverse

from games.models import Seat
from games.rules.cards import HIDDEN, PACK, name_face, show_card

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


def sentence(words: str) -> str:
    """Return the words with a capital first letter."""
    return words[:1].upper() + words[1:]


def address_mover(words: str) -> str:
    """Return a move's words as they are told to who made it; a card takes what it takes.

    >>> address_mover("passes"), address_mover("draws from the deck")
    ('pass', 'draw from the deck')
    >>> address_mover("9♦ takes 5♦ + 4♥")
    '9♦ takes 5♦ + 4♥'
    """
    verb, space, rest = words.partition(" ")
    if not verb.isalpha():
        return words
    ending = "es" if verb.endswith(("sses", "ches", "shes")) else "s"
    return verb.removesuffix(ending) + space + rest


def join_names(names: Sequence[str]) -> str:
    """Return names as one says them.

    >>> join_names(["Ada"]), join_names(["Ada", "Ben", "Carol"])
    ('Ada', 'Ada, Ben and Carol')
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


@lru_cache(maxsize=1024)
def points_words(points: tuple[tuple[str, int | Fraction], ...]) -> str:
    """Return the points of one capture: "2 points", or "" for none."""
    total = sum((points for _, points in points), Fraction(0))
    if not total:
        return ""
    return "1 point" if total == 1 else f"{total} points"


COMPUTER_NAMES = ("Ada", "Basil", "Clio", "Dion")
"""What the computer players are called by seat: there may be three at a table."""


def player_name(seat: Seat) -> str:
    """Return the name shown at a seat: "alice", "Basil (easy computer)"."""
    if seat.user is not None:
        return str(seat.user)
    if seat.computer:
        return f"{short_name(seat)} ({seat.computer} computer)"
    return short_name(seat)


def short_name(seat: Seat) -> str:
    """Return the name used at the table itself, where the seat tells the rest: "Basil"."""
    if seat.user is not None:
        return str(seat.user)
    return COMPUTER_NAMES[seat.index] if seat.computer else "Somebody who left"


def shorten_name(name: str, level: str) -> str:
    """Return a recorded name without what a computer player's level says beside it.

    >>> shorten_name("Basil (easy computer)", "easy"), shorten_name("Ada", "")
    ('Basil', 'Ada')
    """
    return name.removesuffix(f" ({level} computer)")


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
