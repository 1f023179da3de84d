"""Why a move of Triple Four is good or bad, from what its player can see."""

from collections.abc import Iterable, Iterator, Sequence

from games.rules.cards import HIDDEN, JOKER
from games.rules.reasons import (
    Completes,
    FitsNothing,
    KeepsNear,
    Nears,
    Reason,
    Serves,
    Spares,
    TakesBack,
    Wins,
)
from games.rules.triple_four.hints import Progress, find_owner, measure, measure_takes, measure_tray
from games.rules.triple_four.notation import Action, Move
from games.rules.triple_four.state import TripleFourState
from games.rules.triple_four.triplets import TRIPLETS
from games.rules.variant import AnyVariant


def find_reasons(
    variant: AnyVariant, state: TripleFourState, move: Move, whole: TripleFourState | None = None
) -> tuple[Reason, ...]:
    """Return why a move is good or bad, the weightiest reason first.

    `state` is masked for the seat to move. `whole` is the same one with all cards open, once the
    game is over: then what the opponents held is reported as well.
    """
    seat = state.to_move
    assert seat is not None
    hand = [card for card in state.hands[seat] if card != HIDDEN]
    now = [*measure_tray(state, seat), *measure_takes(state, seat)]
    if move.triplet:
        return tuple(_of_laid(variant, state, move, seat))
    if move.action is Action.DISCARD:
        return tuple(_of_discard(now, hand, move.cards[0]))
    if move.action is Action.DRAW_DISCARD:
        return tuple(_of_drawn(now, [*hand, state.discard[-1]]))
    if move.action is Action.DRAW_DECK and state.discard:
        return tuple(_of_left(now, state.discard[-1]))
    return ()


def _of_laid(
    variant: AnyVariant, state: TripleFourState, move: Move, seat: int
) -> Iterator[Reason]:
    if len(state.matched[seat]) + 1 == variant.goal(state):
        yield Wins()
    elif (owner := find_owner(state, move.triplet)) is not None:
        yield TakesBack(len(state.matched[owner]) - 1)


def _of_drawn(now: Iterable[Progress], hand: Sequence[str]) -> Iterator[Reason]:
    """Yield what a hand with one more card is nearer to, complete triplet cards first."""
    then = [(before, measure(before.triplet, hand)) for before in now]
    nearer = sorted(
        (after for before, after in then if after.short < before.short),
        key=lambda after: after.short,
    )
    for progress in nearer[:1]:
        if progress.short == 0:
            yield Completes(progress.triplet)
        elif progress.missing:
            yield Nears(progress.triplet, progress.missing)


def _of_left(now: Iterable[Progress], top: str) -> Iterator[Reason]:
    if not any(_fits(top, progress.triplet) for progress in now):
        yield FitsNothing((top,), is_top=True)


def _of_discard(now: Sequence[Progress], hand: Sequence[str], card: str) -> Iterator[Reason]:
    rest = list(hand)
    rest.remove(card)
    then = [(before, measure(before.triplet, rest)) for before in now]
    harmed = [before for before, after in then if after.short > before.short]
    if not any(_fits(card, before.triplet) for before in now):
        yield FitsNothing((card,), is_top=False)
    elif not harmed:
        yield Spares((card,))
    elif len(harmed) == 1 and harmed[0].held == (card,):
        yield Serves((card,), harmed[0].triplet)
    for _, after in then:
        if after.short == 1 and after.missing:
            yield KeepsNear(after.triplet, after.missing)
            break


def _fits(card: str, name: str) -> bool:
    return card == JOKER or any(
        card in place for pattern in TRIPLETS[name].patterns for place in pattern
    )
