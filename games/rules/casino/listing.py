"""What each card can do in Casino, listed lazily and each play once."""

from collections.abc import Iterator
from typing import Final

from games.rules.casino.values import NUMBERS
from games.rules.combinations import find_sums, join_needed
from games.rules.listing import Table
from games.rules.notation import Action, Move
from games.rules.state import Kind, Pile, TableState

_NUMBER: Final = {card: numbers[0] for card, numbers in NUMBERS.items() if numbers}


class CasinoTable(Table):
    """A hand and the piles of Casino; lists what each card can do (4.2 to 4.8)."""

    def __init__(self, state: TableState, seat: int) -> None:
        super().__init__(state, seat)
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
        """Yield the plays of a card that use all the wanted cards; see `Table.list_card`."""
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
