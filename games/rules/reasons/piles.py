"""Why a move on a table of piles is good or bad, from what its player can see.

An opponent may hold any card that the player has not seen. What such a card could take is found by
the rules themselves, one card at a time.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from games.rules.cards import BIT
from games.rules.fishing import AnyFishing, fishing
from games.rules.notation import Action, Move
from games.rules.reasons import (
    Denies,
    DidHold,
    Holds,
    Leaves,
    LeavesNothing,
    PlaysLast,
    Reason,
    Secures,
    Spends,
    TakesRest,
)
from games.rules.state import TableState
from games.rules.variant import AnyVariant

_Take = tuple[int, tuple[str, ...]]
"""The points of a capture, and the cards that it is about."""

_LISTED: Final = 400
"""The most moves of an unseen card that are looked at: on a crowded table it may have thousands."""


@dataclass(frozen=True, slots=True)
class _Prize:
    """What some unseen cards could take: how many points and which cards, and what takes them."""

    points: int
    cards: tuple[str, ...]
    by: tuple[str, ...]


def find_reasons(
    variant: AnyVariant, state: TableState, move: Move, whole: TableState | None = None
) -> tuple[Reason, ...]:
    """Return why a move is good or bad, the weightiest reason first.

    `state` is masked for the seat to move. `whole` is the same one with all cards open, once the
    game is over: then what the opponents held is reported as well.
    """
    game, seat = fishing(variant), state.to_move
    assert seat is not None
    after = game.play_legal(state, move)
    found = [*_of_lifeline(game, state, move, seat)]
    if after.is_over or game.is_counted(after):
        return (*found, *_of_end(state, move))
    if _faces_rival(after, seat):
        rest = None if whole is None else game.play_legal(whole, move)
        found += _of_table(game, state, after, move, rest)
    if held := game.capturers(state, move):
        found.append(Holds(held))
    return (*found, *_secured(game, state, after, seat))


def _of_lifeline(game: AnyFishing, state: TableState, move: Move, seat: int) -> Iterator[Reason]:
    if move.action is Action.PASS:
        yield PlaysLast(len(state.hands[seat]) - len(state.hands[1 - seat]) + 1)
    if worth := game.worth_of_keeping(state, move.action):
        yield Spends(str(move.action), worth)


def _of_end(state: TableState, move: Move) -> Iterator[Reason]:
    if move.action is Action.CAPTURE and any(not pile.bits & move.taken for pile in state.table):
        yield TakesRest()


def _of_table(
    game: AnyFishing,
    state: TableState,
    after: TableState,
    move: Move,
    whole: TableState | None,
) -> Iterator[Reason]:
    """Yield what the next opponent can take after a move, and could have taken without it."""
    shown = state.find_shown()
    unseen = tuple(card for card in game.pack if not BIT[card] & shown)
    left = _find_prize(game, after, unseen)
    points = left.points if left else 0
    if move.action is not Action.PASS:
        before = _find_prize(game, replace(after, table=state.table), unseen)
        if before is not None and before.points > points:
            yield Denies(before.cards, before.by)
    if left is None:
        if after.table:
            yield LeavesNothing(is_all=True)
    elif not points:
        yield LeavesNothing(is_all=False)
    else:
        # With an empty stock, all unseen cards are in the hand of the only opponent.
        is_only = len(state.hands) == 2
        is_held = is_only and not state.stock
        yield Leaves(left.cards, left.by, is_held=is_held)
        if whole is not None and not is_held:
            held = [card for card in left.by if card in whole.hands[after.to_move or 0]]
            yield from (DidHold((card,), is_only=is_only) for card in held[:1])


def _secured(
    game: AnyFishing, before: TableState, after: TableState, seat: int
) -> Iterator[Reason]:
    """Yield the lines for having the most that the move has decided for its side."""
    side = after.side_of(seat)
    for line, (cards, _points) in zip(game.most_lines, game.most_in(after), strict=True):
        half = cards.bit_count() / 2
        had, has = ((each.captured[side] & cards).bit_count() for each in (before, after))
        if had <= half < has:
            yield Secures(line)


def _faces_rival(after: TableState, seat: int) -> bool:
    """Return whether an opponent plays next."""
    return after.to_move is not None and after.side_of(after.to_move) != after.side_of(seat)


def _find_prize(game: AnyFishing, state: TableState, unseen: tuple[str, ...]) -> _Prize | None:
    """Return the best that the seat to move may take with an unseen card, None for nothing.

    It is what brings most points, weighed by the number of cards that could take it.
    """
    takes: dict[_Take, list[str]] = {}
    for alike in _group_alike(game, state, unseen):
        held = _add_kept(game, state, alike[0], unseen)
        hands = tuple(held if seat == state.to_move else () for seat in range(len(state.hands)))
        best = _find_best_take(game, replace(state, hands=hands), alike[0])
        if best is not None:
            takes.setdefault(best, []).extend(alike)
    if not takes:
        return None
    points, cards = max(takes, key=lambda take: (take[0] * len(takes[take]), *_rank_take(take)))
    return _Prize(points, cards, tuple(takes[points, cards]))


def _group_alike(
    game: AnyFishing, state: TableState, cards: Iterable[str]
) -> Iterator[tuple[str, ...]]:
    """Yield the cards in groups that take the same: of one rank and with the same numbers.

    Where three faces of a suit make a flush, each face stands alone.
    """
    groups: dict[Hashable, list[str]] = {}
    numbers = game.numbers_in(state)
    for card in cards:
        is_single = game.takes_many_faces and card[0] in "JQK"
        groups.setdefault(card if is_single else (card[0], numbers[card]), []).append(card)
    yield from map(tuple, groups.values())


def _add_kept(
    game: AnyFishing, state: TableState, card: str, unseen: Iterable[str]
) -> tuple[str, ...]:
    """Return a card of the seat to move with those that it then keeps for the builds it owns."""
    seat, numbers = state.to_move or 0, game.numbers_in(state)
    values = {
        pile.value
        for pile in state.table
        if game.keeps_builds and pile.owner == seat and isinstance(pile.value, int)
    }
    held = [card]
    # First for the builds that the card itself cannot take: the hand may be too small for all.
    for value in sorted(values, key=lambda each: (each in numbers[card], each)):
        fits = (each for each in unseen if each not in held and value in numbers[each])
        held += islice(fits, 1)
    return tuple(held[: len(state.hands[seat])])


def _find_best_take(game: AnyFishing, state: TableState, card: str) -> _Take | None:
    """Return the points and the cards of a card's best capture, its own points left out."""
    takes = [
        (_count_points(game, state, move, card), _name_prize(game, state, move))
        for move in islice(game.moves(state), _LISTED)
        if move.action is Action.CAPTURE and move.card == card
    ]
    return max(takes, key=_rank_take, default=None)


def _count_points(game: AnyFishing, state: TableState, move: Move, card: str) -> int:
    brings = sum(points for _, points in game.explain(state, move).points)
    return brings - game.card_points(state, card)


def _rank_take(take: _Take) -> tuple[int, int]:
    points, cards = take
    return points, len(cards)


def _name_prize(game: AnyFishing, state: TableState, move: Move) -> tuple[str, ...]:
    """Return the cards that a capture is about: those with points, else all that it takes."""
    scoring = tuple(card for card in move.cards if game.card_points(state, card))
    return scoring or move.cards
