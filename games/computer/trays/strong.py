"""The two highest levels of Triple Four: the chances of a hand, and the next player's needs.

They judge a discard by the rest of the hand, less what it is likely to give away. They may delay a
match that would use jokers.
"""

from dataclasses import dataclass
from typing import Final, Self

from games.computer.thinking import Alternatives, TrayTurn
from games.computer.trays.chances import NO_CARDS, Chances
from games.computer.trays.gifts import Gifts
from games.computer.trays.prospects import Counts, count_cards
from games.computer.trays.rating import DrawRater, add, rank_moves
from games.rules.cards import JOKER
from games.rules.triple_four.hints import find_owner
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.triplets import ORDER, TRIPLETS, Kind

_WIN: Final = 100.0
_MATCHED: Final = {
    Kind.COLOURED_THREE: 4.2,
    Kind.COLOURED_RUN: 3.1,
    Kind.SUIT_RUN: 3.2,
    Kind.THREE_OF_A_KIND: 2.7,
}
"""The value of a match, by the kind of its triplet card. `_TAKEN` has that of a take."""
_TAKEN: Final = {
    Kind.COLOURED_THREE: 4.2,
    Kind.COLOURED_RUN: 4.3,
    Kind.SUIT_RUN: 3.4,
    Kind.THREE_OF_A_KIND: 2.4,
}
_TAKE_BACK: Final = 0.5
"""The extra value of a take for each match of the opponent."""
_JOKER_LAID: Final = 2.2
"""The cost of each joker laid down. Rather than use two, it is often better to wait."""
_EXPOSED: Final = 3.0
"""The cost of a match that an opponent is sure to take soon."""
_A_MATCH: Final = 3.2
"""The typical value of a match, by which values are divided so that they are given in matches."""
_LATER_WORK: Final = 8
"""The work units for rating a hand for all hidden triplet cards."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Rates the moves of a seat."""

    turn: TrayTurn
    counts: Counts
    chances: Chances
    gifts: Gifts
    rater: DrawRater
    is_ahead: bool

    @classmethod
    def of(cls, turn: TrayTurn, *, is_ahead: bool = False) -> Self:
        """Return the judge for a choice. With `is_ahead` it looks a draw ahead at each discard."""
        chances = Chances(turn.state, turn.seat)
        gifts = Gifts(turn.state, turn.seat, chances)
        counts = count_cards(turn.state.hands[turn.seat])
        return cls(turn, counts, chances, gifts, DrawRater(chances, turn.work), is_ahead)

    def guess(self, move: Move) -> float:
        """Return a rough rating: matches and takes first, then discards by the rest of the hand."""
        if move.triplet:
            return _WIN
        if move.action is not Action.DISCARD:
            return 0.0
        return self.chances.rate_hand(add(self.counts, ORDER[move.cards[0]], -1))

    def rate(self, move: Move) -> float:
        """Return the value of a move in matches. A winning move has the highest value."""
        if move.triplet and self._is_won_by_one():
            return _WIN
        return self._rate(move) / _A_MATCH

    def _is_won_by_one(self) -> bool:
        state, seat = self.turn.state, self.turn.seat
        return bool(len(state.matched[seat]) + 1 >= self.turn.variant.goal(state))

    def _rate(self, move: Move) -> float:
        if move.triplet:
            return self._rate_laid(move)
        if move.action is Action.DISCARD:
            return self.rate_discard(move)
        if move.action is Action.DRAW_DISCARD:
            return self.rater.rate(add(self.counts, ORDER[self.turn.state.discard[-1]], 1))
        if move.action is Action.DRAW_DECK:
            return self.rater.rate_drawn(self.counts)
        return 0.0

    def rate_discard(self, move: Move) -> float:
        """Return the value of a discard: that of the remaining hand, less what it gives away."""
        rest = add(self.counts, ORDER[move.cards[0]], -1)
        hand = self.rater.rate_drawn(rest) if self.is_ahead else self.rater.rate(rest)
        return hand + self._rate_later(rest) - self.gifts.rate(move.cards[0])

    def _rate_later(self, rest: Counts) -> float:
        self.turn.work.spend(_LATER_WORK)
        return self.chances.rate_later(rest)

    def _rate_laid(self, move: Move) -> float:
        """Return the value of a match or a take, including that of the remaining hand."""
        state, rest = self.turn.state, self.counts
        for card in move.cards:
            rest = add(rest, ORDER[card], -1)
        value = self.rater.rate(rest) + self._rate_later(rest)
        value -= _JOKER_LAID * move.cards.count(JOKER)
        value -= _EXPOSED * self.chances.rate_triplet(move.triplet, NO_CARDS)
        kind = TRIPLETS[move.triplet].kind
        owner = find_owner(state, move.triplet)
        if owner is None:
            return value + _MATCHED[kind]
        return value + _TAKEN[kind] + _TAKE_BACK * len(state.matched[owner])


def think_strong(turn: TrayTurn) -> Alternatives:
    """Return the moves by the chances that they leave, less what they give away."""
    judge = Judge.of(turn)
    return rank_moves(turn, judge.guess, judge.rate)


def think_master(turn: TrayTurn) -> Alternatives:
    """Return the moves as `think_strong` does, but look one draw ahead."""
    judge = Judge.of(turn, is_ahead=True)
    return rank_moves(turn, judge.guess, judge.rate)
