"""From the cards that a player has chosen to the moves that they can mean."""

from collections.abc import Callable, Sequence
from typing import Final

from games.rules.errors import IllegalMove
from games.rules.triple_four.hints import find_matches, find_takes
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.state import TripleFourState
from games.rules.triple_four.triplets import SIZE, sort_cards

ACTIONS: Final = ("draw_deck", "draw_discard", "match", "take", "discard", "pass")
_BY_NAME: Final = {name: Action(name.replace("_", " ")) for name in ACTIONS}

Check = Callable[[Move], Move]


def compose_moves(
    state: TripleFourState,
    action: str,
    cards: Sequence[str],
    triplets: Sequence[str],
    check: Check,
) -> tuple[Move, ...]:
    """Return the legal moves of an action with exactly these cards of the hand.

    There are several when the cards satisfy more than one triplet card. If any of those are named
    in `triplets`, only they count. Raises IllegalMove.
    """
    if action not in _BY_NAME:
        raise IllegalMove("no_such_action" if action else "no_action", "3.7")
    wanted = _BY_NAME[action]
    if wanted in (Action.MATCH, Action.TAKE):
        return _compose_laid(state, wanted, sort_cards(cards), triplets, check)
    if wanted is not Action.DISCARD:
        return (check(Move(wanted)),)
    if state.drawn is not None and len(cards) != 1:
        raise IllegalMove("discard_not_chosen", "3.5")
    return (check(Move(wanted, tuple(cards))),)


def _compose_laid(
    state: TripleFourState,
    wanted: Action,
    cards: tuple[str, ...],
    triplets: Sequence[str],
    check: Check,
) -> tuple[Move, ...]:
    seat = state.to_move
    is_match = wanted is Action.MATCH
    clause = "3.3" if is_match else "3.4"
    if seat is None or state.drawn is None:
        return (check(Move(wanted, cards)),)
    if len(cards) != SIZE:
        raise IllegalMove("three_not_chosen", clause)
    names = find_matches(state, seat, cards) if is_match else find_takes(state, seat, cards)
    named = tuple(name for name in names if name in triplets)
    if triplets and not named:
        return (check(Move(wanted, cards, triplets[0])),)
    names = named or names
    if names:
        return tuple(check(Move(wanted, cards, name)) for name in names)
    if is_match:
        raise IllegalMove("no_own_triplet_satisfied", clause, cards=cards)
    if not _has_rival_pile(state, seat):
        raise IllegalMove("no_opponent_match", clause)
    raise IllegalMove("no_match_satisfied", clause, cards=cards)


def _has_rival_pile(state: TripleFourState, seat: int) -> bool:
    return any(piles for owner, piles in enumerate(state.matched) if owner != seat)
