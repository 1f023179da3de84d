"""The state of a game of Trifecta."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from games.rules.state import TableState

HAND_SIZE: Final = 4
TABLE_SIZE: Final = 4
ROUNDS: Final = 6


class Phase(StrEnum):
    """Whether the secret cards are still being picked (clause 1.4)."""

    PICK = "pick"
    PLAY = "play"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrifectaState(TableState):
    """A game of Trifecta. While secret cards are being picked, the whole deck is in the stock.

    `passed` holds the round in which each seat passed, `played` and `previous` the cards played
    from the hands in this round and in the previous one.
    """

    phase: Phase = Phase.PLAY
    secrets: tuple[str | None, ...] = (None, None)
    passed: tuple[int | None, ...] = (None, None)
    subtracted: tuple[bool, ...] = (False, False)
    played: tuple[str, ...] = field(default=(), compare=False)
    previous: tuple[str, ...] = field(default=(), compare=False)

    __hash__ = TableState.__hash__


def find_starter(starter: int, round_number: int) -> int:
    """Return the seat that starts a round; the starter of round 1 has the odd ones (1.3)."""
    return starter if round_number % 2 else 1 - starter
