"""The choices of cards and piles that a player is likely to make in a turn, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, islice, zip_longest
from typing import Final

from games.presenters.shapes import CardChoice
from games.rules.fishing import AnyFishing, fishing
from games.rules.notation import Action
from games.rules.notation import Move as Play
from games.rules.state import TableState
from games.rules.turns import put
from games.rules.variant import AnyVariant

LISTED: Final = 400
"""The most legal moves that are listed at first, and again where these are not all."""
BEST: Final = 4
"""The most plays of a card that come before its other ones."""

# Looking up a member of an enum takes ten times as long as a name, and this runs for every move.
_CAPTURE = Action.CAPTURE
_ORDER = (Action.CAPTURE, Action.BUILD, Action.BUILD_SAME, Action.SUBTRACTION)


def likely_choices(variant: AnyVariant, state: TableState, viewer: int) -> Iterator[CardChoice]:
    """Yield the choices of the seat to move; some of them may come twice.

    First come the cards of the hand alone, the best play of each, and each with one of the piles
    that it can be played on: whoever chooses several piles chooses one of them first.
    """
    game, hand = fishing(variant), state.hands[viewer]
    yield (), ()
    yield from (((card,), ()) for card in hand)
    plays = rank_plays(game, state)
    rounds = chain.from_iterable(zip_longest(*map(find_best, plays.values())))
    best = [(play.card, find_keys(state, play)) for play in rounds if play is not None]
    yield from (((card,), keys) for card, keys in best[: len(hand)])
    uses = find_uses(game, state, viewer)
    for keys in zip_longest(*uses.values()):
        yield from (((card,), (key,)) for card, key in zip(uses, keys, strict=True) if key)
    yield from (((card,), keys) for card, keys in best)
    used = {key for keys in uses.values() for key in keys}
    yield from (((), (pile.key,)) for pile in state.table if pile.key in used)
    for card, keys in best:
        yield from (((card,), part) for part in _parts_of(keys))
    for _, keys in best:
        yield from (((), part) for part in (*_parts_of(keys), keys))
    for play in chain.from_iterable(plays.values()):
        yield (play.card,), find_keys(state, play)


@lru_cache(maxsize=64)
def find_uses(game: AnyFishing, state: TableState, seat: int) -> Mapping[str, tuple[str, ...]]:
    """Return `FishingGame.uses`, remembered: each choice in a turn is answered from the same."""
    return game.uses(state, seat)


@lru_cache(maxsize=64)
def rank_plays(game: AnyFishing, state: TableState) -> Mapping[str, Sequence[Play]]:
    """Return for each card of the seat to move its plays on piles, as far as they are listed.

    Captures come first, then builds of one group, others, and subtractions; among these, what uses
    cards with more points, and then more cards.
    """
    plays: dict[str, list[Play]] = {}
    for play in _list_some(game, state):
        if play.taken:
            plays.setdefault(play.card, []).append(play)
    worth = [
        (pile.bits, sum(game.card_points(state, card) for card in pile.cards))
        for pile in state.table
    ]
    scoring = [(bits, points) for bits, points in worth if points]

    def rank(play: Play) -> tuple[int, int, int]:
        action, _, taken, _ = play
        points = sum([points for bits, points in scoring if bits & taken])
        return -_ORDER.index(action), points, taken.bit_count()

    for found in plays.values():
        found.sort(key=rank, reverse=True)
    return plays


def _list_some(game: AnyFishing, state: TableState) -> Iterable[Play]:
    """Return the moves, or some of each card where there are too many: one card may have most."""
    found = dict.fromkeys(islice(game.moves(state), LISTED))
    if len(found) == LISTED and state.to_move is not None:
        hand = state.hands[state.to_move]
        for card in hand:
            first = (card, *[other for other in hand if other != card])
            turned = replace(state, hands=put(state.hands, state.to_move, first))
            found.update(dict.fromkeys(islice(game.moves(turned), LISTED // len(hand))))
    return found


def find_best(plays: Sequence[Play]) -> Sequence[Play]:
    """Return the best of a card's plays, in their order, each with other piles.

    A capture that is a part of another is left out.
    """
    best: list[Play] = []
    for play in plays:
        if len(best) == BEST:
            break
        if not any(_is_part(play, of=other) for other in best):
            best.append(play)
    return best


def _is_part(play: Play, *, of: Play) -> bool:
    is_capture = play.action is _CAPTURE and of.action is _CAPTURE
    return play.taken == of.taken or (is_capture and not play.taken & ~of.taken)


def find_choice(state: TableState, move: Play) -> CardChoice:
    """Return what a player chooses for a move: its card, and the piles that it uses."""
    return ((move.card,) if move.card else ()), find_keys(state, move)


def find_keys(state: TableState, play: Play) -> tuple[str, ...]:
    """Return the keys of the piles that a play uses, in their order on the table."""
    return tuple([pile.key for pile in state.table if pile.bits & play.taken])


def _parts_of(keys: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield what is chosen on the way to piles: any two of them, then the first ones."""
    if len(keys) > 2:
        yield from combinations(keys, 2)
    yield from (keys[:count] for count in range(3, len(keys)))
