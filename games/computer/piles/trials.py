"""The levels from club on: try each move against hands that the others might hold.

Each such layout of the hands is a world, in which the round is played to its end. All moves are
tried in the same worlds, and moves that fall behind are dropped, so that the best ones are told
apart soonest.
"""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from games.computer.piles.club import Outlook, find_price, look_round, rate_moves, rate_play
from games.computer.piles.endgame import is_open, solve_round
from games.computer.piles.playouts import Playout
from games.computer.piles.search import Search
from games.computer.piles.table import Play, read_move
from games.computer.piles.worlds import sample_hands
from games.computer.thinking import Alternatives, PileTurn, Rated
from games.rules import Move


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How a level tries its moves."""

    candidates: int
    """How many moves are tried: the best at first sight."""
    widths: tuple[int, ...]
    """How many plays are followed at each step of a world; after these steps, one."""
    known_widths: tuple[int, ...]
    """The same when all cards are known, so that there is only one world."""
    trust: int = 0
    """How many worlds the first rating of a move counts as, so that a few worlds do not mislead."""
    plays_out: bool = False
    """Whether the round is also played out with every seat knowing only its own hand."""


CLUB: Final = SearchSettings(candidates=6, widths=(1,), known_widths=(1,), trust=6)
STRONG: Final = SearchSettings(
    candidates=8, widths=(3, 2, 1), known_widths=(6, 4, 3, 3, 2, 2, 1), trust=12
)
MASTER: Final = replace(STRONG, plays_out=True)
_LEAST_WORLDS: Final = 6
"""The fewest worlds after which a move may be given up."""
_FEWEST: Final = 2
"""The fewest worlds from which an error can be estimated."""
_DOUBT: Final = 2.0
"""How many standard errors a move must be behind to be given up."""


class Candidate:
    """A move that is tried, with its value in each world so far.

    `prior` is its value at first sight. It counts as much as `trust` worlds. `price` is what the
    move costs later in the game, which is taken off both.
    """

    def __init__(self, move: Move, play: Play, prior: float, trust: int, price: float) -> None:
        self.move = move
        self.play = play
        self.prior = prior
        self.trust = trust
        self.price = price
        self.values: list[float] = []
        self.is_tried = True

    def mean(self) -> float:
        """Return the average value of the move."""
        believed = sum(self.values) + self.trust * self.prior
        return believed / (len(self.values) + self.trust)


def think_club(turn: PileTurn) -> Alternatives:
    """Return the moves by their value at first sight and in a few greedily played worlds."""
    return _try_worlds(turn, look_round(turn), CLUB)


def think_strong(turn: PileTurn) -> Alternatives:
    """Return the moves by their value in as many worlds as the work allows."""
    return _try_worlds(turn, look_round(turn), STRONG)


def think_master(turn: PileTurn) -> Alternatives:
    """Return the moves by their value in more worlds, or the solution if all cards are known."""
    outlook = look_round(turn)
    solved = solve_round(turn, outlook)
    return _try_worlds(turn, outlook, MASTER) if solved is None else solved


def _try_worlds(turn: PileTurn, outlook: Outlook, settings: SearchSettings) -> Alternatives:
    is_known = is_open(outlook)
    trust = 0 if is_known else settings.trust
    candidates = [
        Candidate(move, _read_play(outlook, move), prior, trust, find_price(turn, move))
        for move, prior in rate_moves(turn, outlook)[: settings.candidates]
    ]
    _add_asked(candidates, turn, outlook, trust)
    search = Search(outlook, turn.work, settings.known_widths if is_known else settings.widths)
    playout = Playout(outlook, search) if settings.plays_out and not is_known else None
    worlds = 0
    while not (worlds and turn.work.is_spent()):
        hands = sample_hands(
            outlook.table.scoring, turn.state.hands, outlook.builds, outlook.unseen, turn.rng
        )
        for candidate in candidates:
            if not candidate.is_tried:
                continue
            value = search.try_play(candidate.play, hands, turn.state.last_capture)
            if playout is not None:
                value = (
                    value + playout.try_play(candidate.play, hands, turn.state.last_capture)
                ) / 2
            candidate.values.append(value - candidate.price)
        worlds += 1
        if is_known:
            break
        if worlds >= _LEAST_WORLDS and worlds % 4 == 0 and _give_up(candidates) == 1:
            break
    candidates.sort(key=lambda each: (each.is_tried, each.mean()), reverse=True)
    best = candidates[0]
    return tuple(Rated(each.move, each.mean(), _find_error(best, each)) for each in candidates)


def _read_play(outlook: Outlook, move: Move) -> Play:
    return read_move(outlook.table, move, outlook.loose, outlook.builds, outlook.seat)


def _add_asked(candidates: list[Candidate], turn: PileTurn, outlook: Outlook, trust: int) -> None:
    """Make sure that the move asked for is among the candidates, in the form given."""
    if turn.also is None:
        return
    play = _read_play(outlook, turn.also)
    for candidate in candidates:
        if candidate.play == play:
            candidate.move = turn.also
            return
    price = find_price(turn, turn.also)
    candidates.append(Candidate(turn.also, play, rate_play(outlook, play) - price, trust, price))


def _compare(best: Candidate, other: Candidate) -> tuple[float, float]:
    """Return how far a move is behind, on average over the worlds of both, and the error of that.

    There must be at least two of these worlds.
    """
    gaps = [one - two for one, two in zip(best.values, other.values, strict=False)]
    mean = sum(gaps) / len(gaps)
    variance = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean, sqrt(variance / len(gaps))


def _find_error(best: Candidate, other: Candidate) -> float:
    """Return the standard error of how far a move is behind the best, 0 after a single world.

    The first ratings have no error of their own, and lessen it as they lessen the gap.
    """
    worlds = len(other.values)
    if worlds < _FEWEST or other is best:
        return 0.0
    return _compare(best, other)[1] * worlds / (worlds + other.trust)


def _give_up(candidates: list[Candidate]) -> int:
    """Give up the moves that are clearly behind the best one; return how many are left."""
    tried = [candidate for candidate in candidates if candidate.is_tried]
    best = max(tried, key=Candidate.mean)
    for candidate in tried:
        if candidate is best:
            continue
        mean, error = _compare(best, candidate)
        if mean > _DOUBT * error + 0.02:
            candidate.is_tried = False
    return sum(candidate.is_tried for candidate in candidates)
