"""Time controls: how long a turn lasts, what a turn leaves in the bank, and what is on offer.

Also how long a vacation can be. Nothing here reads a clock. A game has one time control, each of
its seats a bank.
"""

from __future__ import annotations

import datetime as dt
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Self

_HOUR: Final = 3_600
_DAY: Final = 86_400
_ONE_HOUR: Final = dt.timedelta(hours=1)

NO_TIMER: Final = 0
"""The move time of a practice game against computer players, which has no timer."""
LIVE_MOVE_TIME: Final = 15 * 60
MOVE_TIMES: Final = (
    *(60, 2 * 60, 5 * 60, LIVE_MOVE_TIME),
    *(_DAY, 3 * _DAY, 7 * _DAY, 14 * _DAY),
)
"""The times for each turn that are on offer without a bank."""
BANKS: Final = tuple(days * _DAY for days in range(1, 15))
"""What can be in the bank at the start."""
INCREMENTS: Final = (6 * _HOUR, 12 * _HOUR, _DAY)
"""What each turn can add to a bank."""
LATER_MOVE_TIME: Final = dt.timedelta(days=1)
"""How long a move time is at most after a violation in the same turn."""
VACATION_HOURS: Final = 28 * 24
"""How many hours of vacation a player has in a calendar year (UTC)."""
VACATION_IN_A_GAME: Final = dt.timedelta(days=14)
"""For how long a player's clock can stand still in one game."""


class TimeControl(NamedTuple):
    """The time for each turn and what is in each player's bank at the start, in seconds.

    Written as in "86400", or with a bank as in "259200+43200": the bank and what a turn adds.
    """

    move_time: int
    bank: int = 0

    def __str__(self) -> str:
        return f"{self.bank}+{self.move_time}" if self.bank else str(self.move_time)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the time control that a text names. Raises ValueError.

        >>> TimeControl.parse("259200+43200")
        TimeControl(move_time=43200, bank=259200)
        """
        bank, _, move_time = text.rpartition("+")
        return cls(int(move_time), int(bank) if bank else 0)

    @property
    def is_live(self) -> bool:
        """Whether the players are expected to stay at the table: up to 15 minutes, with a timer."""
        return NO_TIMER < self.move_time <= LIVE_MOVE_TIME

    @property
    def is_over_days(self) -> bool:
        """Whether a player may take days for a move."""
        return self.move_time > LIVE_MOVE_TIME

    @property
    def is_offered(self) -> bool:
        """Whether a table can have it."""
        if self.bank:
            return self.bank in BANKS and self.move_time in INCREMENTS
        return self.move_time in MOVE_TIMES

    @property
    def full_bank(self) -> dt.timedelta:
        """What is in each player's bank at the start, which is also the most that it can hold."""
        return dt.timedelta(seconds=self.bank)

    def turn_time(self, *, bank: dt.timedelta, is_later: bool = False) -> dt.timedelta:
        """Return the time for a turn of a player with so much in the bank.

        `is_later` is whether it begins after a violation in the same turn.
        """
        whole = dt.timedelta(seconds=self.move_time) + bank
        return min(whole, LATER_MOVE_TIME) if is_later else whole

    def bank_after(self, left: dt.timedelta) -> dt.timedelta:
        """Return what is in the bank after a turn that ended so long before its deadline."""
        return max(dt.timedelta(0), min(left, self.full_bank))


def by_length(time: TimeControl) -> tuple[int, int]:
    """Return a key that sorts time controls by the time for a turn with a full bank."""
    return time.move_time + time.bank, time.move_time


def hours_by_year(vacations: Iterable[tuple[dt.datetime, dt.datetime]]) -> Counter[int]:
    """Return how many hours vacations with these beginnings and ends cost in each year.

    An hour that has begun counts in full, in the year (UTC) in which it begins.

    >>> start = dt.datetime(2027, 12, 31, 22, 30, tzinfo=dt.UTC)
    >>> hours_by_year([(start, start + dt.timedelta(hours=2.5))])
    Counter({2027: 2, 2028: 1})
    """
    hours: Counter[int] = Counter()
    for begins, ends in vacations:
        for hour in range(max(1, math.ceil((ends - begins) / _ONE_HOUR))):
            hours[_year(begins + hour * _ONE_HOUR)] += 1
    return hours


def longest_vacation(begins: dt.datetime, *, used: Mapping[int, int]) -> dt.timedelta:
    """Return how long a vacation can last, given the hours that were used in each year."""
    hours, left = 0, {year: VACATION_HOURS - number for year, number in used.items()}
    while left.setdefault(year := _year(begins + hours * _ONE_HOUR), VACATION_HOURS) > 0:
        left[year] -= 1
        hours += 1
    return hours * _ONE_HOUR


def _year(moment: dt.datetime) -> int:
    return moment.astimezone(dt.UTC).year
