"""The levels from club on: each move is tried against hands that the others might hold.

In every such world the round is played on to its end by a narrow search that sees all cards. The
worlds are the same for all moves, and moves that fall behind are given up, so that the difference
between the best ones is seen soonest.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Final

from games.computer.piles.club import (
    Outlook,
    look_round,
    rate_moves,
    rate_next_round,
    rate_play,
)
from games.computer.piles.endgame import is_open, solve_round
from games.computer.piles.table import CAPTURE, Builds, Hand, Play, lay_play, read_move
from games.computer.piles.worlds import sample_hands
from games.computer.thinking import Thought, Turn, Work
from games.rules import Move


@dataclass(frozen=True, slots=True)
class Manner:
    """How a level tries its moves."""

    candidates: int
    """How many moves, those that it likes best at first sight, are tried."""
    widths: tuple[int, ...]
    """How many plays are followed at each step of a world; one after these."""
    known_widths: tuple[int, ...]
    """The same where all cards are known, so that there is one world only."""
    trust: int = 0
    """For how many worlds the first sight of a move counts, so that few worlds do not mislead."""


CLUB: Final = Manner(candidates=6, widths=(1,), known_widths=(1,), trust=6)
STRONG: Final = Manner(candidates=8, widths=(3, 2, 1), known_widths=(6, 4, 3, 3, 2, 2, 1), trust=12)
_LEAST_WORLDS: Final = 6
"""After how many worlds a move may be given up."""
_DOUBT: Final = 2.0
"""By how many standard errors a move must lie behind to be given up."""
_FAR: Final = 1e9


class Candidate:
    """A move that is tried, with its value in each world so far.

    `liking` is its value at first sight, which counts like that in `trust` worlds.
    """

    def __init__(self, move: Move, play: Play, liking: float, trust: int) -> None:
        self.move = move
        self.play = play
        self.liking = liking
        self.trust = trust
        self.values: list[float] = []
        self.is_tried = True

    def mean(self) -> float:
        """Return its value on average."""
        believed = sum(self.values) + self.trust * self.liking
        return believed / (len(self.values) + self.trust)


class Search:
    """Playing a round to its end in one world after the other."""

    def __init__(self, outlook: Outlook, work: Work, widths: tuple[int, ...]) -> None:
        state = outlook.state
        self.table = outlook.table
        self.work = work
        self.widths = (*widths, *((1,) * 20))
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

    def try_play(
        self, play: Play, hands: tuple[Hand, ...], outlook: Outlook, last: int | None
    ) -> float:
        """Return what a play of the seat to move is worth in the world with these hands."""
        self.work.used += 1
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
        """Return the value of the rest of the round to the side that searches."""
        for _ in range(self.seats):
            if hands[seat]:
                break
            seat = (seat + 1) % self.seats
        else:
            return self._rate_end(loose, builds, last)
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

    def _rate_end(self, loose: int, builds: Builds, last: int | None) -> float:
        """Return what is worth to the side what lies on the table when the round is over."""
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


def think_club(turn: Turn) -> Thought:
    """Return the moves by their value at first sight and in a few worlds played out greedily."""
    return _try_worlds(turn, look_round(turn), CLUB)


def think_strong(turn: Turn) -> Thought:
    """Return the moves by their value in as many worlds as the work allows."""
    return _try_worlds(turn, look_round(turn), STRONG)


def think_master(turn: Turn) -> Thought:
    """Return the moves as `think_strong` does, or the solution where all cards are known."""
    outlook = look_round(turn)
    solved = solve_round(turn, outlook)
    return _try_worlds(turn, outlook, STRONG) if solved is None else Thought(solved, worlds=1)


def _try_worlds(turn: Turn, outlook: Outlook, manner: Manner) -> Thought:
    is_known = is_open(outlook)
    trust = 0 if is_known else manner.trust
    candidates = [
        Candidate(move, _read_play(outlook, move), liking, trust)
        for move, liking in rate_moves(turn, outlook)[: manner.candidates]
    ]
    _add_asked(candidates, turn, outlook, trust)
    search = Search(outlook, turn.work, manner.known_widths if is_known else manner.widths)
    worlds = 0
    while not (worlds and turn.work.is_spent()):
        hands = sample_hands(
            outlook.table.scoring, turn.state.hands, outlook.builds, outlook.unseen, turn.rng
        )
        for candidate in candidates:
            if candidate.is_tried:
                candidate.values.append(
                    search.try_play(candidate.play, hands, outlook, turn.state.last_capture)
                )
        worlds += 1
        if is_known:
            break
        if worlds >= _LEAST_WORLDS and worlds % 4 == 0 and _give_up(candidates) == 1:
            break
    candidates.sort(key=lambda each: (each.is_tried, each.mean()), reverse=True)
    return Thought(tuple((each.move, each.mean()) for each in candidates), worlds)


def _read_play(outlook: Outlook, move: Move) -> Play:
    return read_move(outlook.table, move, outlook.loose, outlook.builds, outlook.seat)


def _add_asked(candidates: list[Candidate], turn: Turn, outlook: Outlook, trust: int) -> None:
    """Have the move that is asked for among the candidates, in the form in which it was asked."""
    if turn.also is None:
        return
    play = _read_play(outlook, turn.also)
    for candidate in candidates:
        if candidate.play == play:
            candidate.move = turn.also
            return
    candidates.append(Candidate(turn.also, play, rate_play(outlook, play), trust))


def _give_up(candidates: list[Candidate]) -> int:
    """Give up the moves that lie clearly behind the best one; return how many are left."""
    tried = [candidate for candidate in candidates if candidate.is_tried]
    best = max(tried, key=Candidate.mean)
    for candidate in tried:
        if candidate is best:
            continue
        gaps = [one - two for one, two in zip(best.values, candidate.values, strict=True)]
        mean = sum(gaps) / len(gaps)
        variance = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
        if mean > _DOUBT * sqrt(variance / len(gaps)) + 0.02:
            candidate.is_tried = False
    return sum(candidate.is_tried for candidate in candidates)
