"""What each card can do in Royal Cassino, listed lazily and each play once."""

from collections.abc import Iterator

from games.rules.combinations import find_sums, join_needed
from games.rules.listing import Table
from games.rules.notation import Action, Move
from games.rules.royal.values import HIGH_ACE, LOW_ACE, NUMBERS
from games.rules.state import Kind, Pile, TableState

_ACE = NUMBERS["AS"]


class RoyalTable(Table):
    """A hand and the piles of Royal Cassino; lists what each card can do (4.2 to 4.8)."""

    def __init__(self, state: TableState, seat: int) -> None:
        super().__init__(state, seat)
        self.fixed: dict[int, list[int]] = {}
        self.own: dict[int, int] = {}
        units: list[tuple[int, int]] = []
        aces: list[tuple[tuple[int, ...], int]] = []
        for pile in state.table:
            numbers = NUMBERS[pile.cards[0]]
            if isinstance(pile.value, int):
                self._add_build(pile, pile.value, seat, units)
            elif numbers == _ACE:
                aces.append((numbers, pile.bits))
            else:
                units.append((numbers[0], pile.bits))
        self.aces = sum(bits for _, bits in aces)
        top = max((number for card in self.hand for number in NUMBERS[card]), default=0)
        self.sums = find_sums(units, top, aces)

    def _add_build(self, pile: Pile, value: int, seat: int, units: list[tuple[int, int]]) -> None:
        if pile.kind is Kind.SINGLE:
            units.append((value, pile.bits))
        else:
            self.fixed.setdefault(value, []).append(pile.bits)
        if pile.owner == seat:
            self.own[value] = self.own.get(value, 0) | pile.bits

    def list_card(self, card: str, wanted: int = 0) -> Iterator[Move]:
        """Yield the plays of a card that use all the wanted cards; see `Table.list_card`."""
        rest = [other for other in self.hand if other != card]
        kept = {number for other in rest for number in NUMBERS[other]}
        for value, bits in self.own.items():
            if value not in kept:
                wanted |= bits
        # One ace is kept for a build of 1 or for a build of 14, not for both.
        has_one_ace = sum(NUMBERS[other] == _ACE for other in rest) == 1
        yield from self._list_captures(card, wanted, has_one_ace)
        for value in sorted(kept):
            aces_kept_for = {*self.own, value} & {LOW_ACE, HIGH_ACE}
            if not has_one_ace or len(aces_kept_for) < 2:
                yield from self._list_builds(card, value, wanted)

    def _groups(self, value: int) -> list[int]:
        return self.sums.get(value, []) + self.fixed.get(value, [])

    def _list_captures(self, card: str, wanted: int, has_one_ace: bool) -> Iterator[Move]:
        """Yield captures (4.2, 4.3); what an ace can take as 1 is not listed again as 14."""
        must_choose = has_one_ace and {LOW_ACE, HIGH_ACE} <= self.own.keys()
        for number in NUMBERS[card]:
            needed = wanted
            if must_choose:
                if number not in _ACE:
                    continue
                needed |= self.own[number]
            for taken in join_needed([0], self._groups(number), needed):
                if number != HIGH_ACE:
                    yield Move(Action.CAPTURE, card, taken)
                elif taken & ~self.aces:
                    yield Move(Action.CAPTURE, card, taken, HIGH_ACE)

    def _list_builds(self, card: str, value: int, wanted: int) -> Iterator[Move]:
        """Yield the builds of a value for which a card is kept (4.4 to 4.7)."""
        starts: list[int] = []
        for number in NUMBERS[card]:
            starts += [0] if number == value else self.sums.get(value - number, [])
        alone = set(starts)
        for taken in join_needed(starts, self._groups(value), wanted):
            yield Move(Action.BUILD if taken in alone else Action.BUILD_SAME, card, taken, value)
