"""Listing every legal move of Casino, lazily and each once.

Written apart from `checking`; the tests hold them against each other.
"""

from collections.abc import Iterator
from typing import Final

from games.rules.cards import BIT
from games.rules.casino.state import CasinoState
from games.rules.casino.values import NUMBERS
from games.rules.combinations import find_sums, join_needed
from games.rules.holding import find_own_build
from games.rules.notation import Action, Move
from games.rules.state import Kind, Pile

_NUMBER: Final = {card: numbers[0] for card, numbers in NUMBERS.items() if numbers}


def list_moves(state: CasinoState) -> Iterator[Move]:
    """Yield every legal move of the seat to move (4.1 to 4.8)."""
    seat = state.to_move
    if seat is None:
        return
    trails = [Move(Action.DROP, card) for card in state.hands[seat] if card in BIT]
    if find_own_build(state.table, seat) is None:
        yield from trails
        trails = []
    for move in list_plays(state):
        trails = []
        yield move
    yield from trails


def list_plays(state: CasinoState) -> Iterator[Move]:
    """Yield every legal move but those that trail."""
    seat = state.to_move
    assert seat is not None
    table = _Table(state, seat)
    for card in table.hand:
        yield from table.list_card(card)


def find_uses(state: CasinoState, seat: int) -> dict[str, tuple[str, ...]]:
    """Return for each card of the hand the keys of its piles; see `Variant.uses`."""
    table = _Table(state, seat)
    uses = {}
    for card in table.hand:
        used = 0
        for pile in state.table:
            if not pile.bits & used:
                play = next(table.list_card(card, pile.bits), None)
                used |= play.taken if play else 0
        uses[card] = tuple(pile.key for pile in state.table if pile.bits & used)
    return uses


class _Table:
    """A hand, and the piles by what can be done with them, each as its set of cards."""

    def __init__(self, state: CasinoState, seat: int) -> None:
        self.hand = [card for card in state.hands[seat] if card in BIT]
        self.faces: list[tuple[str, int]] = []
        self.builds: dict[int, list[int]] = {}
        self.singles: dict[int, list[int]] = {}
        self.own: list[tuple[int, int]] = []
        units: list[tuple[int, int]] = []
        for pile in state.table:
            card = pile.cards[0]
            if isinstance(pile.value, int):
                self._add_build(pile, pile.value, seat)
            elif card in _NUMBER:
                units.append((_NUMBER[card], pile.bits))
            else:
                self.faces.append((card[0], pile.bits))
        self.sums = find_sums(units, max((_NUMBER.get(card, 0) for card in self.hand), default=0))

    def _add_build(self, pile: Pile, value: int, seat: int) -> None:
        self.builds.setdefault(value, []).append(pile.bits)
        if pile.kind is Kind.SINGLE:
            self.singles.setdefault(value, []).append(pile.bits)
        if pile.owner == seat:
            self.own.append((value, pile.bits))

    def list_card(self, card: str, wanted: int = 0) -> Iterator[Move]:
        """Yield the plays of a card but its trail that use everything wanted from the table.

        A build of one's own for which no card would be kept must be used as well (4.8).
        """
        kept = {_NUMBER[other] for other in self.hand if other != card and other in _NUMBER}
        for value, bits in self.own:
            if value not in kept:
                wanted |= bits
        if card not in _NUMBER:
            for face, bits in self.faces:
                if face == card[0] and not wanted & ~bits:
                    yield Move(Action.CAPTURE, card, bits)
            return
        number = _NUMBER[card]
        for taken in join_needed([0], self._groups(number), wanted):
            yield Move(Action.CAPTURE, card, taken)
        for value in sorted(kept):
            if value >= number:
                yield from self._list_builds(card, value, wanted)

    def _groups(self, value: int) -> list[int]:
        return self.sums.get(value, []) + self.builds.get(value, [])

    def _list_builds(self, card: str, value: int, wanted: int) -> Iterator[Move]:
        """Yield the builds of a value for which a card is kept (4.4 to 4.7)."""
        difference = value - _NUMBER[card]
        starts = [0]
        if difference:
            starts = self.sums.get(difference, []) + self.singles.get(difference, [])
        alone = set(starts)
        for taken in join_needed(starts, self._groups(value), wanted):
            yield Move(Action.BUILD if taken in alone else Action.BUILD_SAME, card, taken, value)
