"""Rank moves for the higher levels of Triple Four, and look one draw ahead."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.computer.thinking import Alternatives, TrayTurn, Work, rank
from games.computer.trays.prospects import Counts
from games.rules.triple_four.notation import Move


class HandRater(Protocol):
    """An object that rates hands and knows which cards are unseen."""

    unseen: list[int]

    def rate_hand(self, counts: Counts) -> float:
        """Return the value of a hand."""


@dataclass(frozen=True, slots=True)
class DrawRater:
    """Rates hands as they are and after a draw, and counts the work."""

    hand_rater: HandRater
    work: Work

    def rate(self, counts: Counts) -> float:
        """Return the value of a hand."""
        self.work.spend()
        return self.hand_rater.rate_hand(counts)

    def rate_drawn(self, counts: Counts) -> float:
        """Return the average value of a hand with one more card, before a discard."""
        unseen = [(card, count) for card, count in enumerate(self.hand_rater.unseen) if count]
        if not unseen or self.work.is_spent():
            return self.rate(counts)
        total = sum(count * self.rate(add(counts, card, 1)) for card, count in unseen)
        return total / sum(count for _, count in unseen)


def rank_moves(
    turn: TrayTurn, guess: Callable[[Move], float], rate: Callable[[Move], float]
) -> Alternatives:
    """Return the moves by their rates. If the work ends early, only those with the best guess."""
    moves = list(turn.variant.moves(turn.state))
    turn.rng.shuffle(moves)
    moves.sort(key=guess, reverse=True)
    if turn.also is not None:
        moves = [turn.also, *(move for move in moves if move != turn.also)]
    return rank(moves, rate, turn.work)


def add(counts: Sequence[int], card: int, more: int) -> Counts:
    """Return a hand with `more` copies of a card added."""
    return (*counts[:card], counts[card] + more, *counts[card + 1 :])
