"""Moves of the games of capturing from a table, and how they are written.

`5H` drops, `8C x 5H 3D` captures, `3H + 5D = 8` builds, `2H - TD = 8` subtracts; the dealer's
`deal AS 7H ...` names the whole deck in the order it is dealt.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from games.rules.cards import BIT, cards_in
from games.rules.errors import IllegalMove


class Action(StrEnum):
    """What a seat does with the card it plays."""

    DROP = "drop"
    BUILD = "build"
    BUILD_SAME = "build_same"
    CAPTURE = "capture"
    SUBTRACTION = "subtraction"
    PASS = "pass"  # noqa: S105
    SECRET = "secret"  # noqa: S105
    DEAL = "deal"


class Move(NamedTuple):
    """One move: the card played, the set of table cards that it takes or joins, and a value.

    `value` is the value of a build, what a subtraction leaves, the number that a capturing card is
    read as if it has other readings, or the cards of a deal in order; otherwise it is None. A
    tuple, not a dataclass, because crowded tables have thousands of moves.

    >>> str(Move(Action.CAPTURE, "KS", BIT["5D"] | BIT["4H"], 9))
    'KS=9 x 4H 5D'
    """

    action: Action
    card: str = ""
    taken: int = 0
    value: int | str | None = None

    @property
    def cards(self) -> tuple[str, ...]:
        """Return the table cards of the move, sorted."""
        return cards_in(self.taken)

    def __str__(self) -> str:
        action, card, taken, value = self
        if action is Action.DROP:
            return card
        if action is Action.PASS:
            return "pass"
        if action is Action.SECRET:
            return f"secret {card}"
        if action is Action.DEAL:
            return f"deal {value}"
        cards = " ".join(cards_in(taken))
        if action is Action.CAPTURE:
            return f"{card} x {cards}" if value is None else f"{card}={value} x {cards}"
        sign = "-" if action is Action.SUBTRACTION else "+"
        return f"{card} {sign} {cards} = {value}"


_CARD = "[A2-9TJQK][SHDC]"
_CARDS = rf"((?:\s*{_CARD})+)"
_DROP = re.compile(_CARD)
_SECRET = re.compile(rf"secret\s*({_CARD})")
_CAPTURE = re.compile(rf"({_CARD})\s*(?:=\s*([0-9]{{1,2}})\s*)?x{_CARDS}")
_BUILD = re.compile(rf"({_CARD})\s*\+{_CARDS}\s*=\s*([0-9]{{1,2}}|[KQJ])")
_SUBTRACTION = re.compile(rf"({_CARD})\s*-\s*({_CARD})\s*=\s*([0-9]{{1,2}})")
_DEAL = re.compile(rf"deal{_CARDS}")
_EACH = re.compile(_CARD)
_EXAMPLES = ("8C x 5H 3D", "3H + 5D = 8")


def parse_text(text: object) -> Move:
    """Read the text of a move, its cards in any order and spacing, without any position.

    A build is always read as `Action.BUILD`, however many groups it has. Raises IllegalMove.

    >>> str(parse_text("8C x 8S   5H 3D"))
    '8C x 3D 5H 8S'
    """
    if not isinstance(text, str):
        raise IllegalMove("move_not_text", example=_EXAMPLES[0])
    text = text.strip()
    if text == "pass":
        return Move(Action.PASS)
    if _DROP.fullmatch(text):
        return Move(Action.DROP, text)
    if found := _CAPTURE.fullmatch(text):
        card, number, cards = found.groups()
        return Move(Action.CAPTURE, card, _read_set(card, cards), int(number) if number else None)
    if found := _BUILD.fullmatch(text):
        card, cards, worth = found.groups()
        value = worth if worth in ("K", "Q", "J") else int(worth)
        return Move(Action.BUILD, card, _read_set(card, cards), value)
    if found := _SUBTRACTION.fullmatch(text):
        card, other, left = found.groups()
        return Move(Action.SUBTRACTION, card, _read_set(card, other), int(left))
    if found := _SECRET.fullmatch(text):
        return Move(Action.SECRET, found[1])
    if found := _DEAL.fullmatch(text):
        return Move(Action.DEAL, value=" ".join(_EACH.findall(found[1])))
    shown = text if len(text) <= 40 else text[:40] + "..."
    raise IllegalMove("no_move", text=shown, first=_EXAMPLES[0], second=_EXAMPLES[1])


def _read_set(played: str, text: str) -> int:
    cards = 0
    for card in _EACH.findall(text):
        bit = BIT[card]
        if cards & bit or card == played:
            raise IllegalMove("named_twice", card=card)
        cards |= bit
    return cards
