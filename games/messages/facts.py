"""Facts of the rules in the reader's language.

The sentences are those of `games.rules.wording`, translated; here their values become texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.messages.cards import card_text, cards_text
from games.messages.language import gettext as _
from games.messages.language import ngettext, remembered
from games.messages.lists import join_and, join_or
from games.messages.text import EMPTY, Text, fill
from games.rules.facts import Fact
from games.rules.state import Pile
from games.rules.wording import SENTENCES
from games.rules.wording.values import (
    ANY_NEEDED,
    FACES,
    FACES_PLURAL,
    NEEDED,
    PILES,
    QUOTED,
    show_number,
)


@remembered(4096)
def tell_fact(fact: Fact | None) -> Text:
    """Return a fact as a text; nothing for None. Raises KeyError for an unknown code."""
    if fact is None:
        return EMPTY
    sentence = SENTENCES[fact.code]
    translated = _(sentence) if isinstance(sentence, str) else ngettext(*sentence, fact["count"])
    return fill(translated, **{name: _tell_value(name, value) for name, value in fact.values})


def tell_worth(worth: int | str) -> str:
    """Return what a pile is worth: "8", "kings"."""
    return _(FACES_PLURAL[worth]) if isinstance(worth, str) else str(worth)


def tell_pile(pile: Pile) -> Text:
    """Return the words for a pile: "build of 8 (2♣ and 6♥)"; a loose card alone."""
    cards = cards_text(pile.sorted_cards)
    if pile.value is None:
        return cards
    return fill(_(PILES[pile.kind]), worth=tell_worth(pile.value), cards=cards)


def tell_triplets(texts: Sequence[Fact]) -> Text:
    """Return what stands on triplet cards: “three red queens” and “three of a kind”."""
    return join_and([fill(_(QUOTED), text=tell_fact(text)) for text in texts])


def tell_numbers(numbers: Sequence[int]) -> Text:
    """Return numbers of which any will do: "3 or 4"."""
    return join_or([str(number) for number in numbers])


def _tell_needed(needed: int | str) -> str:
    return _(NEEDED[needed]) if needed in NEEDED else _(ANY_NEEDED).format(number=needed)


_TOLD: Final[Mapping[str, Callable[[Any], str]]] = {
    "card": card_text,
    "other": card_text,
    "cards": cards_text,
    "others": cards_text,
    "pile": tell_pile,
    "other_pile": tell_pile,
    "face": lambda face: _(FACES[face]),
    "faces": lambda face: _(FACES_PLURAL[face]),
    "worth": tell_worth,
    "needed": _tell_needed,
    "triplets": tell_triplets,
    "numbers": tell_numbers,
    "points": show_number,
}


def _tell_value(name: str, value: Any) -> str:
    if isinstance(value, Fact):
        return tell_fact(value)
    return _TOLD.get(name, str)(value)
