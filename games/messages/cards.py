"""Cards in texts: as signs to see, by name to hear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import get_language_bidi, gettext_noop

from games.messages.language import gettext as _
from games.messages.language import ngettext, pgettext, remembered
from games.messages.lists import join_and, join_or
from games.messages.text import Part, Text, join
from games.rules.cards import BIT, HIDDEN, JOKER, show_card
from games.rules.wording.values import JOKERS, MORE_JOKERS

_RANKS: Final = {
    "A": gettext_noop("ace"),
    "2": gettext_noop("two"),
    "3": gettext_noop("three"),
    "4": gettext_noop("four"),
    "5": gettext_noop("five"),
    "6": gettext_noop("six"),
    "7": gettext_noop("seven"),
    "8": gettext_noop("eight"),
    "9": gettext_noop("nine"),
    "T": gettext_noop("ten"),
    "J": gettext_noop("jack"),
    "Q": gettext_noop("queen"),
    "K": gettext_noop("king"),
}
_CARDS_OF_SUITS: Final = {
    "S": gettext_noop("spade"),
    "H": gettext_noop("heart"),
    "D": gettext_noop("diamond"),
    "C": gettext_noop("club"),
}
_SUITS: Final = {
    "S": gettext_noop("spades"),
    "H": gettext_noop("hearts"),
    "D": gettext_noop("diamonds"),
    "C": gettext_noop("clubs"),
}


@remembered(64)
def card_name(code: str) -> str:
    """Return a card by name: "ten of diamonds"; "hidden card" for one that is not known."""
    if code == HIDDEN:
        return _("hidden card")
    if code == JOKER:
        return _("joker")
    return _("{rank} of {suit}").format(rank=_(_RANKS[code[0]]), suit=_(_SUITS[code[1]]))


def suit_name(suit: str) -> str:
    """Return a suit by name: "hearts"."""
    return _(_SUITS[suit])


def card_of_suit(suit: str) -> str:
    """Return what any card of a suit is called: "heart"."""
    return _(_CARDS_OF_SUITS[suit])


@remembered(64)
def card_text(code: str) -> Text:
    """Return a card as a sentence shows it; jokers and hidden cards are words.

    A code that is no card, as a form may send, is shown as it is.
    """
    if code in (HIDDEN, JOKER):
        return Text([Part(card_name(code))])
    if code not in BIT:
        return Text([Part(code)])
    return Text([Part(show_card(code), _name_in_sentence(code), code)])


@remembered(64)
def named_card_text(code: str) -> Text:
    """Return a card for a sentence that says "the" or "your" before it."""
    return Text([Part(show_card(code), card_name(code), code)])


def _name_in_sentence(code: str) -> str:
    return _("the {rank} of {suit}").format(rank=_(_RANKS[code[0]]), suit=_(_SUITS[code[1]]))


@remembered(4096)
def cards_text(codes: tuple[str, ...]) -> Text:
    """Return cards in a row, joined by "and", jokers counted at the end."""
    return join_and(_texts(codes))


@remembered(1024)
def any_card_text(codes: tuple[str, ...]) -> Text:
    """Return cards in a row, joined by "or"."""
    return join_or(_texts(codes))


@remembered(4096)
def sum_text(codes: tuple[str, ...]) -> Text:
    """Return cards that are added: "5♦ + 4♥"."""
    plus = Text([Part(" + ", pgettext("between cards that are added", " plus "))])
    added = join([card_text(code) for code in codes], plus)
    if not get_language_bidi():
        return added
    # A sum is read from left to right in every language; the signs around it have no width.
    return join([Text([Part("\u2066")]), added, Text([Part("\u2069")])], "")


@remembered(4096)
def groups_text(groups: tuple[tuple[str, ...], ...]) -> Text:
    """Return groups of cards, each added up: "5♦ + 4♥ and 9♣"."""
    return join_and([sum_text(group) for group in groups])


def _texts(codes: Sequence[str]) -> list[str]:
    texts: list[str] = [card_text(code) for code in codes if code != JOKER]
    if jokers := len(codes) - len(texts):
        texts.append(_count_jokers(jokers))
    return texts


def _count_jokers(count: int) -> str:
    if count <= len(JOKERS):
        return _(JOKERS[count - 1])
    return ngettext(*MORE_JOKERS, count).format(count=count)
