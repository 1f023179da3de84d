"""Listing every legal move, lazily and each once.

Written apart from `checking`, which checks one move without listing any; the tests hold them
against each other.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from games.rules.cards import BIT, PACK
from games.rules.combinations import find_sums, join_groups
from games.rules.notation import Action, Move
from games.rules.state import Kind
from games.rules.trifecta.state import Phase, TrifectaState
from games.rules.trifecta.values import FACES, NUMBERS, WILD

Unit = tuple[int, Sequence[int]]


class _Table:
    """The table sorted by what its piles are good for, for one seat."""

    __slots__ = ("faces", "fixed", "loose", "own", "singles")

    def __init__(self, state: TrifectaState) -> None:
        self.loose: list[Unit] = []
        self.singles: list[tuple[int, int]] = []
        self.fixed: list[tuple[int, int]] = []
        self.faces: list[tuple[str, int, bool]] = []
        self.own: list[tuple[int, int]] = []
        seat = state.to_move
        for pile in state.table:
            kind, bits, value = pile.kind, pile.bits, pile.value
            if kind is Kind.LOOSE:
                card = pile.cards[0]
                numbers = NUMBERS[card]
                if numbers:
                    self.loose.append((bits, numbers))
                if card in FACES:
                    self.faces.append((FACES[card], bits, True))
            elif isinstance(value, str):
                self.faces.append((value, bits, False))
            elif value is not None:
                if kind is Kind.SINGLE:
                    self.singles.append((value, bits))
                elif kind is Kind.FIXED:
                    self.fixed.append((value, bits))
                elif pile.owner == seat:
                    self.own.append((value, bits))


def list_moves(state: TrifectaState) -> Iterator[Move]:
    """Yield every legal move of the seat to move (clauses 1.4, 1.5 and 4)."""
    seat = state.to_move
    if seat is None:
        return
    if state.phase is Phase.PICK:
        for card in PACK:
            yield Move(Action.SECRET, card)
        return
    hand = [card for card in state.hands[seat] if card in BIT]
    for card in hand:
        yield Move(Action.DROP, card)
    if (
        state.passed[seat] is None
        and state.hands[1 - seat]
        and (state.passed[1 - seat] != state.round)
    ):
        yield Move(Action.PASS)
    if not state.table:
        return
    table = _Table(state)
    if table.faces:
        yield from _list_faces(hand, table)
    by_number: dict[int, list[str]] = {}
    for card in hand:
        for number in NUMBERS[card]:
            by_number.setdefault(number, []).append(card)
    if not by_number:
        return
    if not state.subtracted[seat]:
        yield from _list_subtractions(by_number, table)
    top = max(by_number)
    sums = find_sums(table.loose, top)
    yield from _list_captures(by_number, table, sums)
    if len(hand) > 1:
        if table.singles:
            units: list[Unit] = [(bits, (value,)) for value, bits in table.singles if value <= top]
            sums = find_sums([*units, *table.loose], top)
        yield from _list_builds(by_number, table, sums)


def _list_faces(hand: list[str], table: _Table) -> Iterator[Move]:
    """Yield captures by face (4.7), face builds (4.5) and K-Q-J captures (4.8)."""
    for card in hand:
        face = FACES.get(card)
        if face is None:
            continue
        choices = [0]
        loose: dict[str, list[int]] = {"K": [], "Q": [], "J": []}
        for other, bits, is_loose in table.faces:
            if other == face:
                choices += [chosen | bits for chosen in choices]
            elif is_loose:
                loose[other].append(bits)
        holds_another = any(FACES.get(other) == face for other in hand if other != card)
        for chosen in choices[1:]:
            yield Move(Action.CAPTURE, card, chosen)
            if holds_another:
                yield Move(Action.BUILD_SAME, card, chosen, face)
        first, second = (loose[other] for other in "KQJ" if other != face)
        for one, two in product(first, second):
            yield Move(Action.CAPTURE, card, one | two)


def _list_subtractions(by_number: dict[int, list[str]], table: _Table) -> Iterator[Move]:
    """Yield the subtractions (4.10)."""
    for number, cards in by_number.items():
        for bits, targets in table.loose:
            for target in targets:
                holders = by_number.get(target - number)
                if holders:
                    for card in cards:
                        if holders != [card]:
                            yield Move(Action.SUBTRACTION, card, bits, target - number)


def _list_captures(
    by_number: dict[int, list[str]], table: _Table, sums: list[list[int]]
) -> Iterator[Move]:
    """Yield captures by number (4.6) and of the own subtraction pile (4.9)."""
    wild_taken: set[int] = set()
    for number in sorted(by_number):
        cards = by_number[number]
        groups = [bits for value, bits in table.singles if value == number]
        groups += [bits for value, bits in table.fixed if value == number]
        groups += sums[number]
        own = [bits for value, bits in table.own if value == number]
        for taken in (*own, *groups) if len(groups) < 2 else _chain(own, groups):
            for card in cards:
                if card not in FACES:
                    yield Move(Action.CAPTURE, card, taken)
                elif card == WILD:
                    if taken not in wild_taken:
                        wild_taken.add(taken)
                        yield Move(Action.CAPTURE, card, taken, number)
                elif not (number == 11 and taken in _ONE_EYED):
                    yield Move(Action.CAPTURE, card, taken, number)


_ONE_EYED = (BIT["JS"], BIT["JH"])


def _chain(own: list[int], groups: list[int]) -> Iterator[int]:
    yield from own
    joined = join_groups((0,), groups)
    next(joined)
    yield from joined


def _list_builds(
    by_number: dict[int, list[str]], table: _Table, sums: list[list[int]]
) -> Iterator[Move]:
    """Yield builds of every value for which a card stays in hand (4.2 to 4.4)."""
    for value, holders in by_number.items():
        groups = [bits for worth, bits in table.fixed if worth == value]
        groups += sums[value]
        for number, cards in by_number.items():
            if number > value:
                continue
            builders = [card for card in cards if holders != [card]]
            starts = sums[value - number]
            if not builders or not starts:
                continue
            single = set(starts)
            for taken in join_groups(starts, groups):
                if taken:
                    action = Action.BUILD if taken in single else Action.BUILD_SAME
                    for card in builders:
                        yield Move(action, card, taken, value)
