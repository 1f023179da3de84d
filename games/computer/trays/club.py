"""The higher levels at Triple Four: they count which cards are left, and look a draw ahead or two.

A discard is judged by the best that the next draw can make of the rest of the hand, and by what it
may give to the next player.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from random import Random
from typing import Any, Final

from games.computer.thinking import Thought, Turn, Work
from games.computer.trays.prospects import (
    KINDS,
    Counts,
    Prospects,
    count_cards,
)
from games.rules.cards import HIDDEN, JOKER
from games.rules.triple_four.hints import find_owner
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.triplets import ORDER, TRIPLETS

_LAID: Final = 3.0
"""What a triplet card laid down counts beside the worth of a hand: above all what may come."""
_TAKE_BACK: Final = 0.4
"""How much more a take counts for each match that its owner has."""
_WIN: Final = 100.0
_DANGER: Final = 0.02
"""What giving the next player a card for one of his triplet cards costs."""
_GIVEN: Final = 0.15
"""What giving a card for a take of one's own match costs."""
_BRANCHES: Final = 3
"""How many discards are followed after a draw."""
_DEEPER: Final = 2
"""How many discards master compares two draws ahead."""
_DRAWS: Final = 16
"""How many draws are tried where not all are."""

Rate = Callable[[Counts], float]


@dataclass(slots=True)
class Look:
    """Looking ahead: what a hand becomes by draws and discards."""

    prospects: Prospects
    work: Work
    rng: Random

    def rate(self, counts: Counts, draws: int, is_sampled: bool = False) -> float:
        """Return what a hand is worth when so many cards are drawn, and discarded, from now on."""
        if not draws or self.work.is_spent():
            self.work.spend()
            return self.prospects.rate_hand(counts)
        unseen = self.prospects.unseen
        cards = [card for card in range(KINDS) if unseen[card]]
        weights = [unseen[card] for card in cards]
        if is_sampled and len(cards) > _DRAWS:
            cards = self.rng.choices(cards, weights, k=_DRAWS)
            weights = [1] * _DRAWS
        if not cards:
            return self.prospects.rate_hand(counts)
        total = 0.0
        for card, weight in zip(cards, weights, strict=True):
            total += weight * self.rate_draw(counts, card, draws - 1)
        return total / sum(weights)

    def rate_draw(self, counts: Counts, card: int, draws: int) -> float:
        """Return what a hand is worth with one more card, once the least useful one is gone."""
        more = _add(counts, card, 1)
        if not draws:
            self.work.spend()
            return self.prospects.rate_hand(more)
        rests = [_add(more, other, -1) for other in range(KINDS - 1) if more[other]]
        if not rests:
            return self.prospects.rate_hand(more)
        self.work.spend(len(rests))
        rests.sort(key=self.prospects.rate_hand, reverse=True)
        return max(self.rate(rest, draws, is_sampled=True) for rest in rests[:_BRANCHES])


def think_ahead(turn: Turn, draws: int) -> Thought:
    """Return the moves, rated by what the hand can become within so many draws."""
    state, seat = turn.state, turn.seat
    look = Look(Prospects(state, seat), turn.work, turn.rng)
    moves = list(turn.variant.moves(state))
    turn.rng.shuffle(moves)
    moves.sort(key=lambda move: _guess(look, state, seat, move), reverse=True)
    if turn.also is not None:
        moves = [turn.also, *(move for move in moves if move != turn.also)]
    rated: list[tuple[Move, float]] = []
    for move in moves:
        if rated and turn.work.is_spent():
            break
        rated.append((move, _rate_move(turn, look, move, draws)))
    rated.sort(key=lambda pair: pair[1], reverse=True)
    return Thought(tuple(rated))


def think_club(turn: Turn) -> Thought:
    """Return the moves by what they make of the hand."""
    return think_ahead(turn, 0)


def think_strong(turn: Turn) -> Thought:
    """Return the moves by what the next draw can make of the hand."""
    return think_ahead(turn, 1)


def think_master(turn: Turn) -> Thought:
    """Return the moves as `think_strong` does, but compare the best discards two draws ahead."""
    thought = think_ahead(turn, 1)
    best, others = thought.alternatives[:_DEEPER], thought.alternatives[_DEEPER:]
    if len(best) < _DEEPER or any(move.action is not Action.DISCARD for move, _ in best):
        return thought
    look = Look(Prospects(turn.state, turn.seat), turn.work, turn.rng)
    deeper = [(move, _rate_move(turn, look, move, 2)) for move, _ in best]
    if turn.work.is_spent():
        return thought  # one of them was not looked at to the end
    # A draw more makes any hand better: only the difference between these counts.
    more = (sum(value for _, value in deeper) - sum(value for _, value in best)) / _DEEPER
    rated = [*((move, value - more) for move, value in deeper), *others]
    return Thought(tuple(sorted(rated, key=itemgetter(1), reverse=True)))


def _guess(look: Look, state: Any, seat: int, move: Move) -> float:
    """Return which moves to look at first: what is laid down, then what keeps the hand good."""
    if move.action is Action.DISCARD:
        counts = _add(count_cards(state.hands[seat]), ORDER[move.cards[0]], -1)
        return look.prospects.rate_hand(counts)
    return _WIN if move.triplet else 0.0


def _rate_move(turn: Turn, look: Look, move: Move, draws: int) -> float:
    state, seat = turn.state, turn.seat
    counts = count_cards(state.hands[seat])
    if move.triplet:
        return _rate_laid(turn, look, move, counts)
    if move.action is Action.DISCARD:
        rest = _add(counts, ORDER[move.cards[0]], -1)
        return look.rate(rest, draws) - _rate_gift(state, seat, move.cards[0])
    if move.action is Action.DRAW_DISCARD:
        return look.rate_draw(counts, ORDER[state.discard[-1]], draws)
    if move.action is Action.DRAW_DECK:
        return look.rate(counts, draws + 1, is_sampled=draws > 0)
    return 0.0


def _rate_laid(turn: Turn, look: Look, move: Move, counts: Counts) -> float:
    """Return what a match or a take brings, with the hand that it leaves."""
    state = turn.state
    if len(state.matched[turn.seat]) + 1 >= turn.variant.goal(state):
        return _WIN
    for card in move.cards:
        counts = _add(counts, ORDER[card], -1)
    look.work.spend()
    owner = find_owner(state, move.triplet)
    more = 0.0 if move.action is Action.MATCH or owner is None else _rate_loss(turn, owner)
    return _LAID + more + look.prospects.rate_hand(counts)


def _rate_loss(turn: Turn, owner: int) -> float:
    """Return what it is worth that an opponent loses a match: most against who is near to win."""
    return _TAKE_BACK * len(turn.state.matched[owner])


def _rate_gift(state: Any, seat: int, card: str) -> float:
    """Return what a discard may give to the next player."""
    if card == JOKER:
        return 1.0
    mine = sum(_wants(pile.triplet, card) for pile in state.matched[seat])
    known = {name for name in state.trays[seat] if name != HIDDEN}
    known |= {pile.triplet for piles in state.matched for pile in piles}
    hidden = [name for name in TRIPLETS if name not in known]
    following = (seat + 1) % len(state.hands)
    share = len(state.trays[following]) / max(len(hidden), 1)
    return _GIVEN * mine + _DANGER * share * sum(_wants(name, card) for name in hidden)


def _wants(name: str, card: str) -> bool:
    return any(card in place for pattern in TRIPLETS[name].patterns for place in pattern)


def _add(counts: Sequence[int], card: int, more: int) -> Counts:
    return (*counts[:card], counts[card] + more, *counts[card + 1 :])
