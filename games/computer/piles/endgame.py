"""Solve the last round for two players, when every hidden card must be in the opponent's hand.

The search follows every legal move to the end by the real rules and points, and gives up when it
would cost too much. Only the opponent's secret card stays unknown: its point is spread evenly over
the cards that it may be.
"""

from collections.abc import Hashable
from dataclasses import replace
from operator import itemgetter
from typing import Any, Final

from games.computer.piles.club import Outlook
from games.computer.piles.table import CAPTURE, Table, read_move, read_table
from games.computer.piles.worlds import sample_world
from games.computer.thinking import Alternatives, PileTurn, Rated, Work
from games.rules import Move
from games.rules.cards import HIDDEN
from games.rules.fishing import AnyFishing
from games.rules.state import TableState

_CARDS: Final = 8
"""The most cards in both hands with which a round is solved."""
_STEP: Final = 10
"""The cost of following one move, in work units."""
_DECIDED: Final = 0.25
"""What winning adds to the points, so that of two equal scores the one that wins is preferred."""
_FAR: Final = 1e9


class _TooMuch(Exception):
    """The work was spent before the round was solved."""


def is_open(outlook: Outlook) -> bool:
    """Return whether every hidden card must be in the hand of the only opponent."""
    hands = outlook.state.hands
    hidden = sum(map(len, hands)) - len(outlook.hand)
    return len(hands) == 2 and not outlook.state.stock and hidden == len(outlook.unseen)


def solve_round(turn: PileTurn, outlook: Outlook) -> Alternatives | None:
    """Return every move with the points it leads to, best first, or None if that costs too much."""
    if not is_open(outlook) or sum(map(len, turn.state.hands)) > _CARDS:
        return None
    world = sample_world(
        outlook.table.scoring, turn.state, outlook.builds, outlook.unseen, turn.rng
    )
    solver = _Solver(turn.variant, outlook.table, outlook.side, turn.work, world)
    before = solver.count_lead(world)
    try:
        values = solver.try_all(world)
    except _TooMuch:
        return None
    return tuple(Rated(move, value - before) for move, value in values)


class _Solver:
    """A search over all moves with all cards known. It remembers the positions it has rated."""

    def __init__(
        self, variant: AnyFishing, table: Table, side: int, work: Work, world: TableState
    ) -> None:
        self._variant = variant
        self._table = table
        self._side = side
        self._work = work
        self._until = work.used + (work.limit - work.used) // 2
        self._known: dict[Any, tuple[float, float]] = {}
        self._hidden_secrets = variant.secret_cards(world).count(HIDDEN)
        self._not_captured = sum(table.scoring.pack) & ~(world.captured[0] | world.captured[1])

    def count_lead(self, state: TableState) -> float:
        """Return the points of the side less those of the other, in the whole game."""
        totals = self._variant.totals(state)
        lead = float(totals[self._side] - totals[1 - self._side])
        if self._hidden_secrets:
            own, other = (
                (state.captured[side] & self._not_captured).bit_count()
                for side in (self._side, 1 - self._side)
            )
            lead += self._hidden_secrets * (own - other) / self._not_captured.bit_count()
        return lead

    def try_all(self, state: TableState) -> list[tuple[Move, float]]:
        """Return every move with its value, best first."""
        values = [
            (move, self._search(self._variant.play(state, move), -_FAR, _FAR))
            for move in self._sort_moves(state)
        ]
        return sorted(values, key=itemgetter(1), reverse=True)

    def _search(self, state: TableState, alpha: float, beta: float) -> float:
        seat = state.to_move
        if seat is None:
            return self._rate_end(state)
        self._work.spend(_STEP)
        if self._work.used > self._until or self._work.is_spent():
            raise _TooMuch
        key = _name_state(state)
        low, high = -_FAR, _FAR
        if key in self._known:
            low, high = self._known[key]
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        is_own = self._variant.side(state, seat) == self._side
        best = -_FAR if is_own else _FAR
        floor, ceiling = alpha, beta
        for move in self._sort_moves(state):
            value = self._search(self._variant.play(state, move), alpha, beta)
            if is_own:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        low = best if best > floor else low
        high = best if best < ceiling else high
        self._known[key] = (low, high)
        return best

    def _rate_end(self, state: TableState) -> float:
        outcome = self._variant.outcome(state)
        won = 0.0
        if outcome is not None and len(outcome[0]) == 1:
            won = _DECIDED if outcome[0] == (self._side,) else -_DECIDED
        return self.count_lead(state) + won

    def _sort_moves(self, state: TableState) -> list[Move]:
        """Return all legal moves, beginning with the captures that gain most."""
        loose, builds = read_table(state)
        assert state.to_move is not None
        rated = []
        for move in self._variant.moves(state):
            play = read_move(self._table, move, loose, builds, state.to_move)
            order = play.gain if play.kind == CAPTURE else -0.1 * self._table.weigh(play.card)
            rated.append((order, move))
        rated.sort(key=itemgetter(0), reverse=True)
        return [move for _, move in rated]


def _name_state(state: TableState) -> Hashable:
    """Return a key of all that the rest of a round and its points depend on."""
    table = frozenset((pile.bits, pile.value, pile.owner, pile.kind) for pile in state.table)
    return replace(state, table=()), table
