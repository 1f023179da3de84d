"""Which piles each card of a hand can be played on, without listing any move.

Loose cards and single builds are units in sums. For each number that a unit may have, one pass
over the other units finds all pairs of sums that two separate sets of them make: the rest of the
group with the card played, and the rest of the group with the unit. No sum exceeds the highest
value, so the cost grows with the number of units, not with the number of moves.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from games.rules.state import Kind, Pile
from games.rules.trifecta.state import TrifectaState
from games.rules.trifecta.values import FACES, NUMBERS, TOP

# Looking up a member of an enum takes ten times as long as a name.
_LOOSE, _SINGLE, _FIXED = Kind.LOOSE, Kind.SINGLE, Kind.FIXED

# A pair of sums (first, second) is the bit `first * _ROW + second`.
_ROW: Final = 2 * TOP + 2
_COLUMNS: Final = sum(((1 << TOP + 1) - 1) << first * _ROW for first in range(TOP + 1))
_OTHER_FACES: Final = {"K": {"Q", "J"}, "Q": {"K", "J"}, "J": {"K", "Q"}}

Numbers = tuple[int, ...]


def find_uses(state: TrifectaState, seat: int) -> dict[str, tuple[str, ...]]:
    """Return for each card of the hand the keys of its piles; see `Variant.uses`."""
    hand = [card for card in state.hands[seat] if card in NUMBERS]
    table = _sort_piles(state.table)
    keys = [(pile.bits, pile.key) for pile in state.table]
    uses = {}
    for card in hand:
        kept = {number for other in hand if other != card for number in NUMBERS[other]}
        used = table.find_captured(card, seat) | table.find_built(card, kept)
        if not state.subtracted[seat]:
            used |= table.find_subtracted(card, kept)
        uses[card] = tuple([key for bits, key in keys if bits & used])
    return uses


class _Table:
    """The piles sorted by their use, and the sums that they make."""

    def __init__(self, piles: Iterable[Pile]) -> None:
        self.loose: list[tuple[Numbers, int]] = []
        self.singles: list[tuple[Numbers, int]] = []
        self.fixed: list[tuple[int, int]] = []
        self.locked: list[tuple[int, int, int | None]] = []
        self.faces: list[tuple[str, int]] = []
        self.loose_faces: set[str] = set()
        for pile in piles:
            self._add(pile)
        self.units = self.loose + self.singles
        self.pairs = _find_pairs(self.units)
        self.loose_pairs = _find_pairs(self.loose) if self.singles else self.pairs

    def _add(self, pile: Pile) -> None:
        value, kind, bits = pile.value, pile.kind, pile.bits
        if kind is _LOOSE:
            card = pile.cards[0]
            if numbers := NUMBERS[card]:
                self.loose.append((numbers, bits))
            if face := FACES.get(card):
                self.faces.append((face, bits))
                self.loose_faces.add(face)
        elif isinstance(value, str):
            self.faces.append((value, bits))
        elif value is not None and kind is _SINGLE:
            self.singles.append(((value,), bits))
        elif value is not None and kind is _FIXED:
            self.fixed.append((value, bits))
        elif value is not None:
            self.locked.append((value, bits, pile.owner))

    def find_captured(self, card: str, seat: int) -> int:
        """Return the cards of the piles that the seat's card can capture (4.6 to 4.9)."""
        used = 0
        face = FACES.get(card, "")
        makes_trio = _OTHER_FACES.get(face, {""}) <= self.loose_faces
        for other, bits in self.faces:
            if other == face or (makes_trio and other in _OTHER_FACES[face] and _is_card(bits)):
                used |= bits
        for number in NUMBERS[card]:
            for numbers, bits in self.loose:
                for unit in numbers:
                    if unit <= number and self.loose_pairs[numbers] >> (number - unit) * _ROW & 1:
                        used |= bits
            for (value,), bits in self.singles:
                if value == number:
                    used |= bits
            for value, bits in self.fixed:
                if value == number:
                    used |= bits
            for value, bits, owner in self.locked:
                if value == number and owner == seat:
                    used |= bits
        return used

    def find_built(self, card: str, kept: Iterable[int]) -> int:
        """Return the cards of the piles that the card can build with (4.2 to 4.4).

        `kept` are the numbers that stay in the hand. Whatever goes into a
        face build (4.5) can also be captured by that face.
        """
        used = 0
        for value in kept:
            for number in NUMBERS[card]:
                if value <= TOP and number <= value:
                    used |= self._find_built(value, value - number)
        return used

    def _find_built(self, value: int, rest: int) -> int:
        """Return the cards that can join one which is `rest` short of the value, in such a pile."""
        used = 0
        is_complete = not rest
        for numbers, bits in self.units:
            pairs = self.pairs[numbers]
            for unit in numbers:
                if unit <= rest and pairs >> (rest - unit) * _ROW & 1:
                    used |= bits
                    is_complete = True
                elif unit <= value and pairs >> rest * _ROW + value - unit & 1:
                    used |= bits
        if is_complete:
            for fixed, bits in self.fixed:
                if fixed == value:
                    used |= bits
        return used

    def find_subtracted(self, card: str, kept: Sequence[int] | set[int]) -> int:
        """Return the loose cards that the card can be subtracted from (4.10)."""
        used = 0
        for number in NUMBERS[card]:
            for numbers, bits in self.loose:
                for target in numbers:
                    if target - number in kept:
                        used |= bits
        return used


@lru_cache(maxsize=64)
def _sort_piles(piles: tuple[Pile, ...]) -> _Table:
    """Return the piles of a table, remembered: each seat's cards are looked at in turn."""
    return _Table(piles)


def _is_card(bits: int) -> bool:
    return not bits & bits - 1


def _find_pairs(units: Sequence[tuple[Numbers, int]]) -> dict[Numbers, int]:
    """Return for each kind of unit the pairs of sums that two separate sets of the others make."""
    found = {}
    for kind, _ in units:
        if kind not in found:
            others = [numbers for numbers, _ in units]
            others.remove(kind)
            found[kind] = _pair_sums(others)
    return found


def _pair_sums(units: Iterable[Numbers]) -> int:
    """Return the pairs of sums that two separate sets of the units make, as bits."""
    pairs = 1
    for numbers in units:
        added = 0
        for number in numbers:
            added |= pairs << number | pairs << number * _ROW
        pairs |= added & _COLUMNS
    return pairs
