"""The two highest levels at Triple Four: the chances of a hand, and what the next player wants.

A discard is judged by the rest of the hand, less what it is likely to give away; a match may wait
while it would take jokers.
"""

from dataclasses import dataclass
from typing import Final, Self

from games.computer.thinking import Thought, Turn
from games.computer.trays.chances import NO_CARDS, Chances
from games.computer.trays.gifts import Gifts
from games.computer.trays.looking import Look, add, rank_moves
from games.computer.trays.prospects import Counts, count_cards
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
"""What a match counts beside the worth of a hand, by what it asks for; and what a take counts."""
_TAKEN: Final = {
    Kind.COLOURED_THREE: 4.2,
    Kind.COLOURED_RUN: 4.3,
    Kind.SUIT_RUN: 3.4,
    Kind.THREE_OF_A_KIND: 2.4,
}
_TAKE_BACK: Final = 0.5
"""How much more a take counts for each match that its owner has."""
_JOKER_LAID: Final = 2.2
"""What a joker costs that is laid down: with two of them it is often better to wait."""
_EXPOSED: Final = 3.0
"""What a match costs as far as anybody may soon take it."""
_A_MATCH: Final = 3.2
"""What a match counts by and large: what moves are worth is told in matches."""
_LATER_WORK: Final = 8
"""How many hands could be rated while one is rated for all the hidden triplet cards."""


@dataclass(frozen=True, slots=True)
class Judge:
    """What a seat thinks of its moves."""

    turn: Turn
    counts: Counts
    chances: Chances
    gifts: Gifts
    look: Look
    is_ahead: bool

    @classmethod
    def of(cls, turn: Turn, *, is_ahead: bool = False) -> Self:
        """Return the judge of a choice, who may look a draw ahead at each discard."""
        chances = Chances(turn.state, turn.seat)
        gifts = Gifts(turn.state, turn.seat, chances)
        counts = count_cards(turn.state.hands[turn.seat])
        return cls(turn, counts, chances, gifts, Look(chances, turn.work), is_ahead)

    def guess(self, move: Move) -> float:
        """Return which moves to look at first: what is laid down, then what keeps the hand good."""
        if move.triplet:
            return _WIN
        if move.action is not Action.DISCARD:
            return 0.0
        return self.chances.rate_hand(add(self.counts, ORDER[move.cards[0]], -1))

    def rate(self, move: Move) -> float:
        """Return what a move is worth, in matches; winning is worth more than any of them."""
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
            return self.look.rate(add(self.counts, ORDER[self.turn.state.discard[-1]], 1))
        if move.action is Action.DRAW_DECK:
            return self.look.rate_drawn(self.counts)
        return 0.0

    def rate_discard(self, move: Move) -> float:
        """Return what a discard is worth: the hand that it leaves, less what it gives away."""
        rest = add(self.counts, ORDER[move.cards[0]], -1)
        hand = self.look.rate_drawn(rest) if self.is_ahead else self.look.rate(rest)
        return hand + self._rate_later(rest) - self.gifts.rate(move.cards[0])

    def _rate_later(self, rest: Counts) -> float:
        self.turn.work.spend(_LATER_WORK)
        return self.chances.rate_later(rest)

    def _rate_laid(self, move: Move) -> float:
        """Return what a match or a take brings, with the hand that it leaves."""
        state, rest = self.turn.state, self.counts
        for card in move.cards:
            rest = add(rest, ORDER[card], -1)
        value = self.look.rate(rest) + self._rate_later(rest)
        value -= _JOKER_LAID * move.cards.count(JOKER)
        value -= _EXPOSED * self.chances.rate_triplet(move.triplet, NO_CARDS)
        kind = TRIPLETS[move.triplet].kind
        owner = find_owner(state, move.triplet)
        if owner is None:
            return value + _MATCHED[kind]
        return value + _TAKEN[kind] + _TAKE_BACK * len(state.matched[owner])


def think_strong(turn: Turn) -> Thought:
    """Return the moves by the chances that they leave and what they give away."""
    judge = Judge.of(turn)
    return rank_moves(turn, judge.guess, judge.rate)


def think_master(turn: Turn) -> Thought:
    """Return the moves as `think_strong` does, a draw ahead."""
    judge = Judge.of(turn, is_ahead=True)
    return rank_moves(turn, judge.guess, judge.rate)
