"""How the values of facts are shown in English; `games.rules.facts` says which names there are."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from games.rules.cards import JOKER, show_card
from games.rules.state import Kind, Pile
from games.rules.wording.marks import mark as _
from games.rules.wording.marks import mark_plural as _n

FACES: Final = {"A": _("ace"), "J": _("jack"), "Q": _("queen"), "K": _("king")}
FACES_PLURAL: Final = {
    "A": _("aces"),
    "2": _("2s"),
    "3": _("3s"),
    "4": _("4s"),
    "5": _("5s"),
    "6": _("6s"),
    "7": _("7s"),
    "8": _("8s"),
    "9": _("9s"),
    "T": _("10s"),
    "J": _("jacks"),
    "Q": _("queens"),
    "K": _("kings"),
}
"""Several cards of a rank."""
JOKERS: Final = (_("a joker"), _("two jokers"), _("three jokers"), _("four jokers"))
MORE_JOKERS: Final = _n("{count} joker", "{count} jokers")

PILES: Final = {
    Kind.LOOSE: "{cards}",
    Kind.SINGLE: _("build of {worth} ({cards})"),
    Kind.FIXED: _("build of {worth} ({cards})"),
    Kind.FACE: _("build of {worth} ({cards})"),
    Kind.SUBTRACTION: _("subtraction pile of {worth} ({cards})"),
}
"""What each kind of pile is called; a sentence may put an article before it."""

NEEDED: Final = {
    1: _("an ace"),
    8: _("an 8"),
    11: _("a jack"),
    12: _("a queen"),
    13: _("a king"),
    14: _("an ace"),
    15: _("the 2♠"),
    16: _("the 10♦"),
    "J": _("a jack"),
    "Q": _("a queen"),
    "K": _("a king"),
    "one_eyed_jack": _("a one-eyed jack"),
    "queen_of_spades": _("the Q♠"),
}
"""A card to hold, where that is not simply "a 7"."""
ANY_NEEDED: Final = _("a {number}")


QUOTED: Final = _("“{text}”")
"""What stands on a card, quoted in a sentence."""


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return words in a row for a sentence.

    >>> join_words(["4♠", "7♠", "8♠"], "or")
    '4♠, 7♠ or 8♠'
    """
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def show_cards(cards: Sequence[str], last: str = "and") -> str:
    """Return cards in a row for a sentence, with the jokers counted at the end.

    >>> show_cards(["5H", "3D", "8S"]), show_cards(["JH", "XX", "XX"])
    ('5♥, 3♦ and 8♠', 'J♥ and two jokers')
    """
    plain = [show_card(card) for card in cards if card != JOKER]
    jokers = len(cards) - len(plain)
    return join_words([*plain, *([_count_jokers(jokers)] if jokers else [])], last)


def _count_jokers(count: int) -> str:
    return JOKERS[count - 1] if count <= len(JOKERS) else MORE_JOKERS[1].format(count=count)


def show_worth(worth: int | str) -> str:
    """Return what a pile is worth: "8", "kings"."""
    return FACES_PLURAL[worth] if isinstance(worth, str) else str(worth)


def show_pile(pile: Pile) -> str:
    """Return the words for a pile: "build of 8 (2♣ and 6♥)"; a loose card alone."""
    worth = "" if pile.value is None else show_worth(pile.value)
    return PILES[pile.kind].format(worth=worth, cards=show_cards(pile.sorted_cards))


def show_needed(needed: int | str) -> str:
    """Return the card that a number asks for: "an 8", "a queen"."""
    return NEEDED.get(needed) or ANY_NEEDED.format(number=needed)


def show_triplets(texts: Sequence[object]) -> str:
    """Return what stands on triplet cards, each in quotation marks."""
    return join_words([QUOTED.format(text=text) for text in texts])


def show_numbers(numbers: Sequence[int]) -> str:
    """Return numbers of which any will do: "3 or 4"."""
    return join_words([str(number) for number in numbers], "or")


def show_number(points: int | Fraction | Decimal) -> str:
    """Return points as a number, a half as ½."""
    whole, rest = divmod(points, 1)
    return f"{whole if whole or not rest else ''}{'½' if rest else ''}"


_SHOWN: Final[Mapping[str, Callable[[Any], str]]] = {
    "card": show_card,
    "other": show_card,
    "cards": show_cards,
    "others": show_cards,
    "pile": show_pile,
    "other_pile": show_pile,
    "face": FACES.__getitem__,
    "faces": FACES_PLURAL.__getitem__,
    "worth": show_worth,
    "needed": show_needed,
    "triplets": show_triplets,
    "numbers": show_numbers,
    "points": show_number,
}


def show_value(name: str, value: Any) -> str:
    """Return a value of a fact as a sentence shows it."""
    return _SHOWN.get(name, str)(value)
