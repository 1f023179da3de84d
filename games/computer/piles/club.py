"""Rate moves at first sight, as a club player does by counting the cards.

The rating of a move is what it gains at once, less what the next opponent is expected to take with
unseen cards, plus the most that the rest of the hand could take afterwards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from games.computer.piles.table import (
    BUILD,
    CAPTURE,
    Builds,
    Hand,
    Play,
    Table,
    lay_play,
    read_move,
    read_table,
)
from games.computer.piles.values import read_scoring, weigh_cards
from games.computer.thinking import PileTurn
from games.rules import Move
from games.rules.cards import BIT, HIDDEN
from games.rules.state import TableState

LISTED: Final = 400
"""The most legal moves that are rated. Only the most crowded tables have more."""

_SHARE_OF_THE_START: Final = 0.5
"""The part of the first capture of a round that counts: the opponents get the next ones."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat knows when it is to move."""

    state: TableState
    seat: int
    side: int
    table: Table
    loose: int
    builds: Builds
    hand: Hand
    unseen: tuple[int, ...]

    def is_last_round(self) -> bool:
        """Return whether no cards are dealt after these."""
        return len(self.state.stock) < len(self.state.hands) * self.table.scoring.hand_size


def look_round(turn: PileTurn) -> Outlook:
    """Return what the seat to move knows, with the cards weighed by the present score."""
    state, seat, game = turn.state, turn.seat, turn.variant
    side = game.side(state, seat)
    table = Table(read_scoring(game, state), weigh_cards(game, state, side))
    loose, builds = read_table(state)
    hand = tuple(BIT[card] for card in state.hands[seat] if card != HIDDEN)
    seen = loose | sum(hand) | sum(build[0] for build in builds)
    for captured in state.captured:
        seen |= captured
    unseen = tuple(bit for bit in table.scoring.pack if not bit & seen)
    return Outlook(state, seat, side, table, loose, builds, hand, unseen)


def rate_moves(turn: PileTurn, outlook: Outlook) -> list[tuple[Move, float]]:
    """Return the moves with their ratings, best first."""
    moves = list(islice(turn.variant.moves(turn.state), LISTED))
    turn.rng.shuffle(moves)
    plays = [
        (move, read_move(outlook.table, move, outlook.loose, outlook.builds, outlook.seat))
        for move in moves
    ]
    plays.sort(key=lambda pair: _guess(outlook.table, pair[1]), reverse=True)
    rated: list[tuple[Move, float]] = []
    for move, play in plays:
        if rated and turn.work.is_spent():
            break
        turn.work.spend()
        rated.append((move, rate_play(outlook, play) - find_price(turn, move)))
    rated.sort(key=lambda pair: pair[1], reverse=True)
    return rated


def _guess(table: Table, play: Play) -> float:
    """Return a rough rating, by which the moves are sorted before they are rated."""
    if play.kind == CAPTURE:
        return play.gain
    if play.kind == BUILD:
        return 0.4 * table.weigh(play.taken)
    return 1.0 - table.weigh(play.card)


def find_price(turn: PileTurn, move: Move) -> float:
    """Return what a move costs later, because its action is allowed only once in a game."""
    return float(turn.variant.worth_of_keeping(turn.state, move.action))


def rate_play(outlook: Outlook, play: Play) -> float:
    """Return the gain of a play, less the next opponent's best capture, plus the seat's own."""
    state, seat, table = outlook.state, outlook.seat, outlook.table
    loose, builds = lay_play(play, outlook.loose, outlook.builds)
    rest = tuple(card for card in outlook.hand if card != play.card)
    seats = len(state.hands)
    others = [(seat + step) % seats for step in range(1, seats)]
    waiting = [other for other in others if state.hands[other]]
    if not waiting and not rest:
        return play.gain + _rate_end(outlook, play, loose, builds)
    hope = _find_best_take(table, rest, loose, builds, seat) if rest else 0.0
    rivals = [other for other in waiting if outlook.side != state.side_of(other)]
    if not rivals:
        return play.gain + hope
    rival = rivals[0]
    held = len(state.hands[rival])
    fear = expect_best_take(table, outlook.unseen, held, loose, builds, rival)
    return play.gain - fear + hope


def _rate_end(outlook: Outlook, play: Play, loose: int, builds: Builds) -> float:
    """Return the value, for the side, of the cards left on the table after a round."""
    state = outlook.state
    lying = loose | sum(build[0] for build in builds)
    if outlook.is_last_round():
        last = outlook.side if play.kind == CAPTURE else state.last_capture
        if last is None:
            return 0.0
        return outlook.table.weigh(lying) * (1 if last == outlook.side else -1)
    starter, take = rate_next_round(outlook, loose, builds)
    return take * (1 if state.side_of(starter) == outlook.side else -1)


def rate_next_round(outlook: Outlook, loose: int, builds: Builds) -> tuple[int, float]:
    """Return the seat that starts the next round, and what these cards on the table bring it."""
    scoring = outlook.table.scoring
    starter, size = scoring.next_starter, scoring.hand_size
    take = expect_best_take(outlook.table, outlook.unseen, size, loose, builds, starter)
    return starter, _SHARE_OF_THE_START * take


def _find_best_take(
    table: Table, hand: Iterable[int], loose: int, builds: Builds, seat: int
) -> float:
    return max(
        (take[0] for card in hand for take in table.find_takes(card, loose, builds, seat)),
        default=0.0,
    )


def expect_best_take(
    table: Table, unseen: Sequence[int], held: int, loose: int, builds: Builds, seat: int
) -> float:
    """Return the average gain of a seat's best capture with `held` of the unseen cards."""
    found: dict[Any, float] = {}
    gains = []
    for card in unseen:
        key = (table.scoring.numbers[card], table.scoring.faces.get(card))
        if key not in found:
            takes = table.find_takes(card, loose, builds, seat)
            own = table.weights[card]
            found[key] = max(take[0] for take in takes) - own if takes else -1.0
        if found[key] >= 0:
            gains.append(found[key] + table.weights[card])
    gains.sort(reverse=True)
    return _expect_most(gains, len(unseen), held)


def _expect_most(gains: Sequence[float], unseen: int, held: int) -> float:
    """Return the expected best gain of `held` cards drawn from `unseen`, the rest of which gain 0.

    >>> _expect_most([3.0], 4, 1)
    0.75
    """
    expected, none_better = 0.0, 1.0
    for place, gain in enumerate(gains):
        left = unseen - place
        if left <= held:
            return expected + none_better * gain
        here = held / left
        expected += none_better * here * gain
        none_better *= 1 - here
    return expected
