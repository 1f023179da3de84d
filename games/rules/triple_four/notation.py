"""Moves of Triple Four, and how they are written.

`draw deck`, `draw discard`, `match T37: JH QD XX`, `take T37: JH QD KH`, `discard 5H`, `pass`; the
dealer's `shuffle 5H XX ...` names the new deck, its top card first.
"""

import re
from enum import StrEnum
from typing import Final, NamedTuple

from games.rules.errors import IllegalMove
from games.rules.triple_four.triplets import sort_cards


class Action(StrEnum):
    """What a seat or the dealer does."""

    DRAW_DECK = "draw deck"
    DRAW_DISCARD = "draw discard"
    MATCH = "match"
    TAKE = "take"
    DISCARD = "discard"
    PASS = "pass"  # noqa: S105
    SHUFFLE = "shuffle"


class Move(NamedTuple):
    """One move: the cards laid down, discarded or shuffled, and the triplet card they are for.

    >>> str(Move(Action.MATCH, ("JH", "QD", "XX"), "T37"))
    'match T37: JH QD XX'
    """

    action: Action
    cards: tuple[str, ...] = ()
    triplet: str = ""

    def __str__(self) -> str:
        name = f"{self.action} {self.triplet}:" if self.triplet else str(self.action)
        return " ".join((name, *self.cards))


_CARD = "(?:[A2-9TJQK][SHDC]|XX)"
_DRAW = re.compile(r"draw\s+(deck|discard)")
_LAY = re.compile(rf"(match|take)\s*(T[1-9][0-9]?)\s*:((?:\s*{_CARD})+)")
_DISCARD = re.compile(rf"discard\s*({_CARD})")
_SHUFFLE = re.compile(rf"shuffle((?:\s*{_CARD})+)")
_EACH = re.compile(_CARD)

EXAMPLES: Final = {"first": "draw deck", "second": "match T37: JH QD XX", "third": "discard 5H"}
"""Moves in notation, to show how one is written."""


def parse_text(text: object) -> Move:
    """Return the move that a text means in any position; its cards may be in any order.

    Raises IllegalMove.

    >>> str(parse_text("match  T37: XX QDJH"))
    'match T37: JH QD XX'
    """
    if not isinstance(text, str):
        raise IllegalMove("triplet_move_not_text", **EXAMPLES)
    text = text.strip()
    if text == Action.PASS:
        return Move(Action.PASS)
    if found := _DRAW.fullmatch(text):
        return Move(Action(f"draw {found[1]}"))
    if found := _DISCARD.fullmatch(text):
        return Move(Action.DISCARD, (found[1],))
    if found := _LAY.fullmatch(text):
        return Move(Action(found[1]), sort_cards(_EACH.findall(found[3])), found[2])
    if found := _SHUFFLE.fullmatch(text):
        return Move(Action.SHUFFLE, tuple(_EACH.findall(found[1])))
    shown = text if len(text) <= 40 else text[:40] + "..."
    raise IllegalMove("no_triplet_move", text=shown, **EXAMPLES)
