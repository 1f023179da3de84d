"""Play a round to its end with every seat choosing by its own hand and the table.

In the search all seats see all cards, which makes opponents too careful and the searching side too
clever. Here each seat takes the play that looks best at first sight. Neither is right; the mean of
both proved stronger than either alone.
"""

from typing import Final

from games.computer.piles.club import Outlook, expect_best_take
from games.computer.piles.search import Search
from games.computer.piles.table import CAPTURE, Builds, Hand, Play, lay_play

_LOOKED_AT: Final = 5
"""How many of the most promising plays a seat chooses from."""


class Playout:
    """Plays a round to its end in each world."""

    def __init__(self, outlook: Outlook, search: Search) -> None:
        self._outlook = outlook
        self._search = search
        self.table = outlook.table
        self._fears: dict[tuple[int, Builds, int], float] = {}

    def try_play(self, play: Play, hands: tuple[Hand, ...], last: int | None) -> float:
        """Return the value of a play of the seat to move, in the world with these hands."""
        search, seat = self._search, self._outlook.seat
        loose, builds = self._outlook.loose, self._outlook.builds
        held = list(hands)
        gained = 0.0
        while True:
            search.work.used += 1
            held[seat] = tuple([card for card in held[seat] if card != play.card])
            loose, builds = lay_play(play, loose, builds)
            if play.kind == CAPTURE:
                gained += play.gain * search.signs[seat]
                last = seat
            if not any(held):
                return gained + search.rate_end(loose, builds, last)
            seat = self._find_next(seat, held)
            play = self.choose(seat, held, loose, builds)

    def _find_next(self, seat: int, held: list[Hand]) -> int:
        """Return the next seat after this one that still has cards."""
        following = (seat + 1) % len(held)
        while not held[following]:
            following = (following + 1) % len(held)
        return following

    def choose(self, seat: int, held: list[Hand], loose: int, builds: Builds) -> Play:
        """Return the play that looks best to a seat that knows only its own hand."""
        plays = self.table.list_plays(held[seat], loose, builds, seat, frozenset())
        if len(plays) == 1:
            return plays[0]
        return max(plays[:_LOOKED_AT], key=lambda play: self._rate(play, seat, held, loose, builds))

    def _rate(self, play: Play, seat: int, held: list[Hand], loose: int, builds: Builds) -> float:
        """Return the gain of a play, less the next opponent's best capture, plus the seat's own."""
        loose, builds = lay_play(play, loose, builds)
        hope = max(
            (
                take[0]
                for card in held[seat]
                if card != play.card
                for take in self.table.find_takes(card, loose, builds, seat)
            ),
            default=0.0,
        )
        following = (seat + 1) % len(held)
        if not held[following] or self._search.sides[following] == self._search.sides[seat]:
            return play.gain + hope
        return play.gain + hope - self._fear(loose, builds, len(held[following]), following)

    def _fear(self, loose: int, builds: Builds, held: int, seat: int) -> float:
        """Return what a seat with `held` unseen cards is expected to take."""
        key = (loose, builds, held)
        fear = self._fears.get(key)
        if fear is None:
            unseen = self._outlook.unseen
            fear = expect_best_take(self.table, unseen, held, loose, builds, seat)
            self._fears[key] = fear
        return fear
