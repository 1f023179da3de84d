"""Counting captured cards, in the same way for every game of capturing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from games.rules.cards import BIT, RANK_SETS, set_of
from games.rules.facts import Fact

ACES: Final = RANK_SETS["A"]
TEN_OF_DIAMONDS: Final = BIT["TD"]
TWO_OF_SPADES: Final = BIT["2S"]

Points = int | Fraction
Sheet = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the point sheet that captured cards fill: with points for each, or for the most.

    The cards are those that count, in the order in which they are counted out.
    """

    name: str
    cards: tuple[str, ...]
    points: int
    is_most: bool = False
    bits: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bits", set_of(self.cards))


class Reason(NamedTuple):
    """Points of a side on a line of its sheet, and what they came from.

    `cause` is None where that is no longer known. Its words can follow the name of the side.
    """

    line: str
    side: int
    points: Points
    cause: Fact | None


def score_cards(lines: Iterable[ScoreLine], cards: int) -> Sheet:
    """Return the lines on which captured cards score by themselves.

    >>> score_cards([ScoreLine("aces", ("AS", "AC"), 1)], BIT["AC"] | BIT["2S"])
    (('aces', 1),)
    """
    return tuple(
        [
            (line.name, line.points * (cards & line.bits).bit_count())
            for line in lines
            if not line.is_most and cards & line.bits
        ]
    )


def award_most(counts: Sequence[int], points: int, share_tie: bool = False) -> list[Points]:
    """Return each side's points for having the most; on a tie nobody gets any.

    With `share_tie` the leaders share the points, unless they have nothing.

    >>> award_most([26, 26], 1, share_tie=True)
    [Fraction(1, 2), Fraction(1, 2)]
    >>> award_most([7, 6], 1)
    [1, 0]
    """
    best = max(counts)
    leaders = [side for side, count in enumerate(counts) if count == best]
    awarded: list[Points] = [0] * len(counts)
    if best and (share_tie or len(leaders) == 1):
        share: Points = Fraction(points, len(leaders)) if len(leaders) > 1 else points
        for side in leaders:
            awarded[side] = share
    return awarded


def add_lines(sheet: Sheet, points: Iterable[tuple[str, int]]) -> Sheet:
    """Return the sheet with points added, its lines in alphabetical order, without zeros.

    >>> add_lines((("builds", 1),), [("builds", 2), ("trifectas", 1)])
    (('builds', 3), ('trifectas', 1))
    """
    total = dict(sheet)
    for line, more in points:
        total[line] = total.get(line, 0) + more
    return tuple((line, value) for line, value in sorted(total.items()) if value)
