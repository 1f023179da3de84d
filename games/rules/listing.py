"""Listing every legal move of Casino and of Royal Cassino, lazily and each once.

Each game has its own table, which knows what a card can do. It shares no code with the check of a
given move; the tests compare the two.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from games.rules.cards import BIT
from games.rules.holding import find_own_build
from games.rules.notation import Action, Move
from games.rules.state import TableState


class Table(ABC):
    """A hand, and the piles sorted by their use, each as its set of cards."""

    def __init__(self, state: TableState, seat: int) -> None:
        self.hand = [card for card in state.hands[seat] if card in BIT]

    @abstractmethod
    def list_card(self, card: str, wanted: int = 0) -> Iterator[Move]:
        """Yield the plays of a card, except its trail, that use all the wanted cards on the table.

        They also use each own build for which no card would be kept (4.8).
        """


def list_moves(state: TableState, table: type[Table]) -> Iterator[Move]:
    """Yield every legal move of the seat to move (4.1 to 4.8)."""
    seat = state.to_move
    if seat is None:
        return
    trails = [Move(Action.DROP, card) for card in state.hands[seat] if card in BIT]
    if find_own_build(state.table, seat) is None:
        yield from trails
        trails = []
    for move in list_plays(state, table):
        trails = []
        yield move
    yield from trails


def list_plays(state: TableState, table: type[Table]) -> Iterator[Move]:
    """Yield every legal move except those that trail."""
    seat = state.to_move
    assert seat is not None
    sorted_table = table(state, seat)
    for card in sorted_table.hand:
        yield from sorted_table.list_card(card)


def find_uses(state: TableState, seat: int, table: type[Table]) -> dict[str, tuple[str, ...]]:
    """Return for each card of the hand the keys of its piles; see `Variant.uses`."""
    sorted_table = table(state, seat)
    uses = {}
    for card in sorted_table.hand:
        used = 0
        for pile in state.table:
            if not pile.bits & used:
                play = next(sorted_table.list_card(card, pile.bits), None)
                used |= play.taken if play else 0
        uses[card] = tuple(pile.key for pile in state.table if pile.bits & used)
    return uses
