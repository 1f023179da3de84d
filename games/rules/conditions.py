"""What a plan for the next turn waits for, and how it is written."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple, Self

from games.rules.cards import JOKER


class When(StrEnum):
    """The kinds of conditions."""

    ANYTHING = "whatever"
    SPARED = "spared"
    DROPPED = "drop"
    BUILD = "build"


class Condition(NamedTuple):
    """What must come true until the turn of a seat, for its plan to be played.

    That anything happens; that what the planned move uses lies there unchanged; that another seat
    drops a card or any card of a rank, which still lies there if the move uses it; or that a build
    of the seat lies there unchanged, named by its key.

    >>> str(Condition(When.DROPPED, "7H")), str(Condition(When.ANYTHING))
    ('drop 7H', 'whatever')
    """

    when: When
    of: str = ""

    def __str__(self) -> str:
        return f"{self.when} {self.of}" if self.of else str(self.when)

    @property
    def is_of_rank(self) -> bool:
        """Whether any card of a rank will do."""
        return self.when is When.DROPPED and len(self.of) == 1

    def covers(self, other: Self, *, players: int) -> bool:
        """Return whether this has always come true when the other one has, whatever is planned.

        >>> Condition(When.DROPPED, "7").covers(Condition(When.DROPPED, "7H"), players=2)
        True
        """
        # It depends on the move. With several opponents, one may take what another has dropped.
        if self.when is When.SPARED or (self.when is When.DROPPED and players > 2):
            return False
        is_wider = self.is_of_rank and other.when is When.DROPPED and other.of[:1] == self.of
        return self.when is When.ANYTHING or self == other or is_wider

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the condition that a text names. Raises ValueError.

        >>> Condition.parse("build 2C-6H")
        Condition(when=<When.BUILD: 'build'>, of='2C-6H')
        """
        when, _, of = text.partition(" ")
        return cls(When(when), of)


def list_drops(cards: Iterable[str]) -> list[Condition]:
    """Return the conditions that others drop a card: of each rank, then each of these cards."""
    unseen = tuple(dict.fromkeys(cards))
    ranks = dict.fromkeys(card[0] for card in unseen if card != JOKER)
    return [Condition(When.DROPPED, of) for of in (*ranks, *unseen)]
