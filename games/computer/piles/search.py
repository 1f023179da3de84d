"""Play a round to its end by a narrow search in which all cards are known."""

from typing import Final

from games.computer.piles.club import Outlook, rate_next_round
from games.computer.piles.table import CAPTURE, Builds, Hand, Play, lay_play
from games.computer.thinking import Work

_FAR: Final = 1e9


class Search:
    """A search that plays a round to its end in each world."""

    def __init__(self, outlook: Outlook, work: Work, widths: tuple[int, ...]) -> None:
        state = outlook.state
        self.table = outlook.table
        self.work = work
        self.widths = (*widths, *((1,) * sum(map(len, state.hands))))
        self.seats = len(state.hands)
        self.sides = [state.side_of(seat) for seat in range(self.seats)]
        self.side = outlook.side
        rivals = len(set(self.sides)) - 1
        self.signs = [1.0 if side == outlook.side else -1.0 / rivals for side in self.sides]
        self.has_many_sides = rivals > 1
        self.is_last = outlook.is_last_round()
        self._outlook = outlook
        self._next_rounds: dict[tuple[int, Builds], float] = {}
        self._readings: dict[Hand, frozenset[int | str]] = {}

    def try_play(self, play: Play, hands: tuple[Hand, ...], last: int | None) -> float:
        """Return the value of a play of the seat to move, in the world with these hands."""
        self.work.used += 1
        outlook = self._outlook
        return self._follow(
            play, hands, outlook.loose, outlook.builds, outlook.seat, last, 0, -_FAR, _FAR
        )

    def _follow(
        self,
        play: Play,
        hands: tuple[Hand, ...],
        loose: int,
        builds: Builds,
        seat: int,
        last: int | None,
        depth: int,
        alpha: float,
        beta: float,
    ) -> float:
        """Return the value of a play and of what follows."""
        loose, builds = lay_play(play, loose, builds)
        card = play.card
        if card:
            rest = tuple([other for other in hands[seat] if other != card])
            hands = (*hands[:seat], rest, *hands[seat + 1 :])
        gained = 0.0
        if play.kind == CAPTURE:
            gained = play.gain * self.signs[seat]
            last = seat
        return gained + self._search(
            hands,
            loose,
            builds,
            (seat + 1) % self.seats,
            last,
            depth,
            alpha - gained,
            beta - gained,
        )

    def _search(
        self,
        hands: tuple[Hand, ...],
        loose: int,
        builds: Builds,
        seat: int,
        last: int | None,
        depth: int,
        alpha: float,
        beta: float,
    ) -> float:
        """Return the value of the rest of the round for the searching side."""
        for _ in range(self.seats):
            if hands[seat]:
                break
            seat = (seat + 1) % self.seats
        else:
            return self.rate_end(loose, builds, last)
        self.work.used += 1
        plays = self.table.list_plays(
            hands[seat], loose, builds, seat, self._read_rivals(hands, seat)
        )
        is_own = self.signs[seat] > 0
        width = self.widths[depth]
        if width == 1 or (self.has_many_sides and not is_own):
            return self._follow(plays[0], hands, loose, builds, seat, last, depth + 1, alpha, beta)
        best = -_FAR if is_own else _FAR
        for play in plays[:width]:
            value = self._follow(play, hands, loose, builds, seat, last, depth + 1, alpha, beta)
            if is_own:
                best = max(best, value)
                alpha = max(alpha, value)
            else:
                best = min(best, value)
                beta = min(beta, value)
            if alpha >= beta:
                break
        return best

    def rate_end(self, loose: int, builds: Builds, last: int | None) -> float:
        """Return the value, for the searching side, of the cards left on the table."""
        if self.is_last:
            lying = self.table.weigh(loose) + sum([self.table.weigh(build[0]) for build in builds])
            return 0.0 if last is None else lying * self.signs[last]
        value = self._next_rounds.get((loose, builds))
        if value is None:
            starter, take = rate_next_round(self._outlook, loose, builds)
            value = self._next_rounds[loose, builds] = take * self.signs[starter]
        return value

    def _read_rivals(self, hands: tuple[Hand, ...], seat: int) -> frozenset[int | str]:
        if self.seats == 2:
            return self._read_hand(hands[1 - seat])
        return frozenset().union(
            *(
                self._read_hand(hand)
                for other, hand in enumerate(hands)
                if self.sides[other] != self.sides[seat]
            )
        )

    def _read_hand(self, hand: Hand) -> frozenset[int | str]:
        found = self._readings.get(hand)
        if found is None:
            readings = self.table.readings
            found = frozenset([reading for card in hand for reading in readings[card]])
            self._readings[hand] = found
        return found
