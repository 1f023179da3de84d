"""Listing every legal move, lazily and each once.

It shares no code with `checking`, which checks one move without listing any; the tests compare the
two. Whatever can be looked up is looked up, because listing is the most expensive part of a turn:
most positions have few moves, so preparing to list them costs as much as listing them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from games.rules.cards import BIT, PACK
from games.rules.combinations import find_sums, join_groups
from games.rules.notation import Action, Move
from games.rules.state import Kind, Pile
from games.rules.trifecta.state import Phase, TrifectaState
from games.rules.trifecta.values import FACES, NUMBERS, WILD, WILD_BIT, WILD_NUMBERS

Held = dict[int, list[str]]
HeldFaces = dict[str, list[str]]
Units = list[tuple[int, int]]
Faces = list[tuple[str, int]]
Flexible = tuple[tuple[Sequence[int], int], ...]
Piles = dict[int | str, list[int]]

_SECRETS: Final = [Move(Action.SECRET, card) for card in PACK]
_PASS: Final = Move(Action.PASS)
# Looking up a member of an enum takes ten times as long as a name, and this runs at every turn.
_PICK: Final = Phase.PICK
_CAPTURE, _BUILD, _BUILD_SAME = Action.CAPTURE, Action.BUILD, Action.BUILD_SAME
_SUBTRACTION: Final = Action.SUBTRACTION
_SINGLE, _FIXED, _LOCKED = Kind.SINGLE, Kind.FIXED, Kind.SUBTRACTION

_NUMBER: Final = {card: numbers[0] for card, numbers in NUMBERS.items() if len(numbers) == 1}
"""The number of each card that has only one; every other card is a face."""

_IN_HAND: Final = {
    card: (Move(Action.DROP, card), _NUMBER.get(card), FACES.get(card)) for card in PACK
}
"""For each card of a hand: its drop, its only number and its face, or None."""

_LOOSE: Final = {
    BIT[card]: (
        (_NUMBER[card], BIT[card]) if card in _NUMBER else None,
        (FACES[card], BIT[card]) if card in FACES else None,
    )
    for card in PACK
}
"""For each card alone: its number and its face with its bit, or None where it has none."""

_LOOSE_WILD: Final[Flexible] = ((WILD_NUMBERS, WILD_BIT),)
_ONE_EYED: Final = (BIT["JS"], BIT["JH"])
_OTHER_FACES: Final = {"K": ("Q", "J"), "Q": ("K", "J"), "J": ("K", "Q")}
_HIGHEST_PLAIN: Final = 10
_NONE: Final[list[int]] = []
_NOTHING_YET: Final = [0]

_new = tuple.__new__  # Makes a move from its four parts at once, in two thirds of the time.


def list_moves(state: TrifectaState) -> Iterator[Move]:
    """Return every legal move of the seat to move, one after the other (1.4, 1.5 and 4)."""
    seat = state.to_move
    if seat is None:
        return iter(())
    if state.phase is _PICK:
        return iter(_SECRETS)
    return chain.from_iterable(_list_parts(state, seat))


def _list_parts(state: TrifectaState, seat: int) -> Iterator[Iterable[Move]]:
    """Yield the moves in parts: those of the hand alone, then those that use the table."""
    moves, held, held_faces, numbered = _read_hand(state.hands[seat])
    if (
        state.passed[seat] is None
        and state.hands[1 - seat]
        and state.passed[1 - seat] != state.round
    ):
        moves.append(_PASS)
    yield moves
    if not state.table:
        return
    units, wild, faces, singles, whole, fixed, locked = _read_table(state.table, seat)
    if held_faces and (faces or whole):
        yield _list_faces(held_faces, faces, whole)
    if numbered == 1:
        yield _list_captures(held, find_sums(units, max(held), wild), whole, locked, 0)
    elif numbered:
        apart = 0
        for _, bits in singles:
            apart |= bits
        sums = find_sums(units + singles if singles else units, max(held), wild)
        yield _list_captures(held, sums, whole, locked, apart)
        steps, totals = _pair_numbers(tuple(held))
        if not state.subtracted[seat]:
            yield _list_subtractions(held, totals, units, wild)
        yield _list_builds(held, sums, steps, fixed)


def _read_hand(hand: Sequence[str]) -> tuple[list[Move], Held, HeldFaces, int]:
    """Return the drops, the cards by number and by face, and how many cards have a number."""
    drops: list[Move] = []
    held: Held = {}
    held_faces: HeldFaces = {}
    numbered = 0
    for card in hand:
        if card in _IN_HAND:
            drop, number, face = _IN_HAND[card]
            drops.append(drop)
            if number is not None:
                numbered += 1
                if number in held:
                    held[number].append(card)
                else:
                    held[number] = [card]
            if face is not None:
                held_faces.setdefault(face, []).append(card)
                if card == WILD:
                    numbered += 1
                    for number in WILD_NUMBERS:
                        held.setdefault(number, []).append(card)
    return drops, held, held_faces, numbered


def _read_table(
    table: Iterable[Pile], seat: int
) -> tuple[Units, Flexible, Faces, Units, Piles, Piles, Piles]:
    """Return the piles sorted by their use.

    Loose cards come as numbers, the wild king and faces; builds as the single ones, which are
    units in a sum, and by value those to capture whole, the fixed ones among these, and the
    seat's own subtraction piles.
    """
    units: Units = []
    wild: Flexible = ()
    faces: Faces = []
    singles: Units = []
    whole: Piles = {}
    fixed: Piles = {}
    locked: Piles = {}
    for pile in table:
        value, bits = pile.value, pile.bits
        if value is None:
            unit, face = _LOOSE[bits]
            if unit is not None:
                units.append(unit)
            if face is not None:
                faces.append(face)
                if bits == WILD_BIT:
                    wild = _LOOSE_WILD
            continue
        kind = pile.kind
        if kind is _LOCKED:
            if pile.owner == seat:
                locked.setdefault(value, []).append(bits)
            continue
        whole.setdefault(value, []).append(bits)
        if kind is _SINGLE:
            singles.append((value, bits))  # type: ignore[arg-type]
        elif kind is _FIXED:
            fixed.setdefault(value, []).append(bits)
    return units, wild, faces, singles, whole, fixed, locked


@lru_cache(maxsize=1 << 14)
def _pair_numbers(
    numbers: tuple[int, ...],
) -> tuple[list[tuple[int, int, int]], dict[int, list[tuple[int, int]]]]:
    """Return what two cards of a hand with these numbers can do together.

    First, for builds, each value with a number up to it and the difference; then, for
    subtractions, by the number of the table card, the number to play and what it leaves.
    """
    steps = []
    totals: dict[int, list[tuple[int, int]]] = {}
    for value in numbers:
        for number in numbers:
            if number <= value:
                steps.append((value, number, value - number))
            totals.setdefault(number + value, []).append((number, value))
    return steps, totals


def _list_faces(held: HeldFaces, loose: Faces, builds: Piles) -> Iterator[Move]:
    """Yield captures by face (4.7), face builds (4.5) and K-Q-J captures (4.8)."""
    for face, cards in held.items():
        same = [bits for other, bits in loose if other == face]
        if face in builds:
            same += builds[face]
        for taken in join_groups(_NOTHING_YET, same) if len(same) > 1 else same:
            for card in cards:
                yield _new(Move, (_CAPTURE, card, taken, None))
                if len(cards) > 1:
                    yield _new(Move, (_BUILD_SAME, card, taken, face))
        if len(loose) > 1:
            first, second = _OTHER_FACES[face]
            for other, one in loose:
                if other == first:
                    for another, two in loose:
                        if another == second:
                            for card in cards:
                                yield _new(Move, (_CAPTURE, card, one | two, None))


def _list_captures(
    held: Held, sums: dict[int, list[int]], whole: Piles, locked: Piles, apart: int
) -> Iterator[Move]:
    """Yield captures by number (4.6), and captures of the own subtraction pile (4.9).

    The sums may count single builds, which lie `apart`: they are captured whole only.
    """
    has_wild = len(held) >= len(WILD_NUMBERS)
    wild_taken: set[int] = set()
    # Only a hand with the wild king has so many numbers, and only then their order matters.
    for number, cards in sorted(held.items()) if has_wild else held.items():
        groups = sums.get(number, _NONE)
        if apart and groups:
            groups = [group for group in groups if not group & apart]
        if number in whole:
            groups = groups + whole[number]
        takes: Iterable[int] = groups
        if len(groups) > 1:
            takes = join_groups(_NOTHING_YET, groups)
        if number in locked:
            takes = chain(locked[number], takes)
        if number <= _HIGHEST_PLAIN and not has_wild:
            for taken in takes:
                for card in cards:
                    yield _new(Move, (_CAPTURE, card, taken, None))
            continue
        for taken in takes:
            for card in cards:
                if card not in FACES:
                    yield _new(Move, (_CAPTURE, card, taken, None))
                elif card == WILD:
                    # The smallest number that takes these cards scores at least as much.
                    if taken not in wild_taken:
                        wild_taken.add(taken)
                        yield _new(Move, (_CAPTURE, card, taken, number))
                elif taken not in _ONE_EYED:
                    yield _new(Move, (_CAPTURE, card, taken, number))


def _list_subtractions(
    held: Held, totals: dict[int, list[tuple[int, int]]], units: Units, wild: Flexible
) -> Iterator[Move]:
    """Yield the subtractions (4.10)."""
    targets = units
    for numbers, bits in wild:
        targets = targets + [(number, bits) for number in numbers]
    for target, bits in targets:
        if target in totals:
            for number, left in totals[target]:
                holders = held[left]
                for card in held[number]:
                    if holders != [card]:
                        yield _new(Move, (_SUBTRACTION, card, bits, left))


def _list_builds(
    held: Held, sums: dict[int, list[int]], steps: list[tuple[int, int, int]], fixed: Piles
) -> Iterator[Move]:
    """Yield builds of every value for which a card stays in hand (4.2 to 4.4)."""
    has_wild = len(held) >= len(WILD_NUMBERS)
    for value, number, difference in steps:
        if difference in sums:
            starts = sums[difference]
            cards = held[number]
            if has_wild and held[value] == [WILD]:
                cards = [card for card in cards if card != WILD]
            for card in cards:
                for taken in starts:
                    yield _new(Move, (_BUILD, card, taken, value))
        elif not difference and len(held[value]) > 1:
            starts = _NOTHING_YET
            cards = held[value]
        else:
            continue
        groups = sums.get(value, _NONE)
        if value in fixed:
            groups = groups + fixed[value]
        if groups and cards:
            for taken in join_groups(starts, groups):
                for card in cards:
                    yield _new(Move, (_BUILD_SAME, card, taken, value))
