"""Listing every legal move, lazily and each once.

Written apart from `checking`, which checks one move without listing any; the tests hold them
against each other. Whatever can be looked up is, for this is what a turn costs most.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
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

_SECRETS: Final = [Move(Action.SECRET, card) for card in PACK]
_PASS: Final = Move(Action.PASS)
# Looking up a member of an enum takes ten times as long as a name, and this runs at every turn.
_PICK: Final = Phase.PICK
_CAPTURE, _BUILD, _BUILD_SAME = Action.CAPTURE, Action.BUILD, Action.BUILD_SAME
_SUBTRACTION: Final = Action.SUBTRACTION
_SINGLE, _FIXED, _LOCKED = Kind.SINGLE, Kind.FIXED, Kind.SUBTRACTION

_IN_HAND: Final = {card: (Move(Action.DROP, card), NUMBERS[card], FACES.get(card)) for card in PACK}
"""For each card of a hand: its drop, its numbers, and its face or None."""

_LOOSE: Final = {
    BIT[card]: (
        (NUMBERS[card][0], BIT[card]) if len(NUMBERS[card]) == 1 else None,
        (FACES[card], BIT[card]) if card in FACES else None,
    )
    for card in PACK
}
"""For each card alone: its number and its face with its bit, or None where it has none."""

_LOOSE_WILD: Final[Flexible] = ((WILD_NUMBERS, WILD_BIT),)
_ONE_EYED: Final = (BIT["JS"], BIT["JH"])
_OTHER_FACES: Final = {"K": ("Q", "J"), "Q": ("K", "J"), "J": ("K", "Q")}

_make = partial(tuple.__new__, Move)
"""Make a move of its four parts at once, which takes half as long as calling `Move`."""


def list_moves(state: TrifectaState) -> Iterator[Move]:
    """Return every legal move of the seat to move, one after the other (1.4, 1.5 and 4)."""
    seat = state.to_move
    if seat is None:
        return iter(())
    if state.phase is _PICK:
        return iter(_SECRETS)
    hand = state.hands[seat]
    moves: list[Move] = []
    held: Held = {}
    held_faces: HeldFaces = {}
    for card in hand:
        if card in _IN_HAND:
            drop, numbers, face = _IN_HAND[card]
            moves.append(drop)
            for number in numbers:
                if number in held:
                    held[number].append(card)
                else:
                    held[number] = [card]
            if face is not None:
                held_faces.setdefault(face, []).append(card)
    if (
        state.passed[seat] is None
        and state.hands[1 - seat]
        and state.passed[1 - seat] != state.round
    ):
        moves.append(_PASS)
    if not state.table:
        return iter(moves)
    return chain(moves, _list_with_table(state, seat, held, held_faces))


def _list_with_table(
    state: TrifectaState, seat: int, held: Held, held_faces: HeldFaces
) -> Iterator[Move]:
    """Yield the moves that use the table."""
    units: Units = []
    faces: Faces = []
    builds: list[Pile] = []
    singles: Units = []
    wild: Flexible = ()
    for pile in state.table:
        bits = pile.bits
        if bits in _LOOSE:
            unit, face = _LOOSE[bits]
            if unit is not None:
                units.append(unit)
            elif bits == WILD_BIT:
                wild = _LOOSE_WILD
            if face is not None:
                faces.append(face)
        else:
            builds.append(pile)
            if pile.kind is _SINGLE:
                singles.append((pile.value, bits))  # type: ignore[arg-type]
    if held_faces and (faces or builds):
        yield from _list_faces(held_faces, faces, builds)
    if not held:
        return
    top = max(held)
    sums = find_sums(units + singles if singles else units, top, wild)
    yield from _list_captures(held, sums, builds, seat)
    if len(held) > 1 or len(held[top]) > 1:
        if not state.subtracted[seat]:
            yield from _list_subtractions(held, units, wild)
        yield from _list_builds(held, sums, builds)


def _list_faces(held: HeldFaces, loose: Faces, builds: list[Pile]) -> Iterator[Move]:
    """Yield captures by face (4.7), face builds (4.5) and K-Q-J captures (4.8)."""
    for face, cards in held.items():
        choices = [0]
        for other, bits in loose:
            if other == face:
                choices += [chosen | bits for chosen in choices]
        for pile in builds:
            if pile.value == face:
                choices += [chosen | pile.bits for chosen in choices]
        for taken in choices[1:]:
            for card in cards:
                yield _make((_CAPTURE, card, taken, None))
                if len(cards) > 1:
                    yield _make((_BUILD_SAME, card, taken, face))
        if len(loose) > 1:
            first, second = _OTHER_FACES[face]
            for other, one in loose:
                if other == first:
                    for another, two in loose:
                        if another == second:
                            for card in cards:
                                yield _make((_CAPTURE, card, one | two, None))


def _list_captures(
    held: Held, sums: dict[int, list[int]], builds: list[Pile], seat: int
) -> Iterator[Move]:
    """Yield captures by number (4.6) and of the own subtraction pile (4.9)."""
    wild_taken: set[int] = set()
    # Only with the wild king are there so many numbers, and only then does their order matter.
    for number in sorted(held) if len(held) >= len(WILD_NUMBERS) else held:
        groups = sums.get(number, [])
        takes: Iterable[int] = groups
        if builds or len(groups) > 1:
            takes = _join_captures(number, groups, builds, seat)
        for taken in takes:
            for card in held[number]:
                if card not in FACES:
                    yield _make((_CAPTURE, card, taken, None))
                elif card == WILD:
                    # The smallest number that takes these cards scores at least as much.
                    if taken not in wild_taken:
                        wild_taken.add(taken)
                        yield _make((_CAPTURE, card, taken, number))
                elif taken not in _ONE_EYED:
                    yield _make((_CAPTURE, card, taken, number))


def _join_captures(number: int, groups: list[int], builds: list[Pile], seat: int) -> Iterable[int]:
    """Return every set of piles that a card read as `number` takes.

    `groups` are those of loose cards and single builds; here a single build is no part of a sum.
    """
    locked: list[int] = []
    whole: list[int] = []
    apart = 0
    for pile in builds:
        if pile.kind is _SINGLE:
            apart |= pile.bits
        if pile.value == number:
            if pile.kind is not _LOCKED:
                whole.append(pile.bits)
            elif pile.owner == seat:
                locked.append(pile.bits)
    if apart:
        groups = [group for group in groups if not group & apart]
    if whole:
        groups = groups + whole
    if len(groups) < 2:
        return groups + locked
    return chain(locked, islice(join_groups((0,), groups), 1, None))


def _list_subtractions(held: Held, units: Units, wild: Flexible) -> Iterator[Move]:
    """Yield the subtractions (4.10)."""
    targets = units + [(number, bits) for numbers, bits in wild for number in numbers]
    for target, bits in targets:
        for number, cards in held.items():
            holders = held.get(target - number)
            if holders is not None:
                for card in cards:
                    if holders != [card]:
                        yield _make((_SUBTRACTION, card, bits, target - number))


def _list_builds(held: Held, sums: dict[int, list[int]], builds: list[Pile]) -> Iterator[Move]:
    """Yield builds of every value for which a card stays in hand (4.2 to 4.4)."""
    for value, holders in held.items():
        groups: list[int] | None = None
        for number, cards in held.items():
            starts = sums.get(value - number)
            if starts is None or cards == holders and len(holders) == 1:
                continue
            if groups is None:
                groups = _find_build_groups(value, sums.get(value, []), builds)
            for place, taken in enumerate(join_groups(starts, groups) if groups else starts):
                if taken:
                    action = _BUILD if place < len(starts) else _BUILD_SAME
                    for card in cards:
                        if holders != [card]:
                            yield _make((action, card, taken, value))


def _find_build_groups(value: int, groups: list[int], builds: list[Pile]) -> list[int]:
    for pile in builds:
        if pile.value == value and pile.kind is _FIXED:
            groups = [*groups, pile.bits]
    return groups
