"""The stacks, the viewer's hand and tray, and all matches, as that viewer may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from games.messages.cards import card_name
from games.messages.language import remembered
from games.messages.text import EMPTY, Text
from games.messages.trays import (
    tell_belonging,
    tell_drawn,
    tell_progress,
    tell_step,
    tell_takeable,
    tell_triplet,
)
from games.presenters.boards.context import BoardContext, EventExtras, Played
from games.presenters.boards.trays.shapes import (
    HeldCard,
    MatchView,
    StackView,
    TraysBoard,
    TraysSeat,
    TripletView,
)
from games.presenters.shapes import Face
from games.rules.cards import HIDDEN, JOKER
from games.rules.triple_four.hints import Progress, find_laid, measure_takes, measure_tray
from games.rules.triple_four.notation import Move
from games.rules.triple_four.state import Drawn, Match, TripleFourState
from games.rules.triple_four.triplets import ORDER, sort_cards
from games.rules.variant import AnyVariant

_NEAR: Final = 1
_FANNED: Final = 6
"""The most cards that are seen below the top of the discard pile."""
_BY_COLOUR: Final = "HDSC"

Context = BoardContext[TripleFourState]


@remembered(64)
def _view_face(code: str) -> Face:
    return Face(code, card_name(code))


def view_face(variant: AnyVariant, state: TripleFourState, code: str) -> Face:
    """Return a card; none is special in these games."""
    return _view_face(code)


def view_badges(variant: AnyVariant, state: TripleFourState) -> tuple[Text, ...]:
    """Return nothing: no card has a badge in these games."""
    return ()


def order_hand(hand: tuple[str, ...]) -> tuple[str, ...]:
    """Return a hand by rank, what is hidden at its end."""
    return sort_cards(hand)


def view_seat(
    variant: AnyVariant, state: TripleFourState, *, index: int, **player: Any
) -> TraysSeat:
    """Return a seat; `player` is what `SeatView` holds besides."""
    return TraysSeat(
        index=index,
        **player,
        matched=tuple(
            MatchView(_show(pile.triplet), pile.cards, False) for pile in state.matched[index]
        ),
        tray=tuple(_show(name) for name in state.trays[index] if name != HIDDEN),
    )


def view_lifelines(variant: AnyVariant, state: TripleFourState, index: int) -> tuple[object, ...]:
    """Return nothing: there are no lifelines."""
    return ()


def view_played(variant: AnyVariant, state: TripleFourState, move: Move) -> Played:
    """Return the first card that a move lays open; a match sounds like a capture."""
    face = _view_face(move.cards[0]) if move.cards else None
    return Played("capture" if move.triplet else str(move.action).replace(" ", "_"), face)


def tell_extras(
    variant: AnyVariant, before: TripleFourState, after: TripleFourState, **player: Any
) -> EventExtras:
    """Return nothing: every event of this game tells all that it brings."""
    return EventExtras()


def view_board(context: Context) -> TraysBoard:
    """Return everything that lies on the table, and the viewer's hand and tray."""
    state = context.state
    near = _measure(context)
    return TraysBoard(
        deck=StackView(
            len(state.stock), _draw_action(context, "draw_deck"), "deck" in context.glows
        ),
        discard_pile=StackView(
            len(state.discard),
            _draw_action(context, "draw_discard"),
            {"draw", "discard"} <= context.glows,
        ),
        discard=tuple(reversed(state.discard)),
        fanned=state.discard[:-1][-_FANNED:],
        top=_view_face(state.discard[-1]) if state.discard else None,
        is_top_new=state.discard != context.since.discard,
        hand=_view_hand(context, near),
        tray=_view_tray(context, near),
        matched=tuple(
            tuple(_view_match(context, near, seat, pile) for pile in piles)
            for seat, piles in enumerate(state.matched)
        ),
        uses=_tell_uses(context, near.values()),
        step_words="" if state.to_move is None else tell_step(state.drawn is not None),
        drawn_words=_tell_drawn(context),
        is_second_step=state.drawn is not None,
    )


def _tell_drawn(context: Context) -> Text:
    """Return the last card of the viewer's hand if it was just drawn from the deck."""
    state, viewer = context.state, context.viewer
    if viewer is None or state.to_move != viewer or state.drawn is not Drawn.DECK:
        return EMPTY
    return tell_drawn(state.hands[viewer][-1])


def _draw_action(context: Context, name: str) -> str:
    """Return the action of pressing a stack, "" where it cannot be drawn from now."""
    state = context.state
    if not context.is_playing or state.to_move != context.viewer or state.drawn is not None:
        return ""
    can_draw = state.can_draw if name == "draw_deck" else state.discard
    return name if can_draw else ""


def _measure(context: Context) -> dict[str, Progress]:
    """Return how near the viewer's hand is to each triplet card that it may go for."""
    if context.viewer is None or not context.is_playing:
        return {}
    found = (
        *measure_tray(context.state, context.viewer),
        *measure_takes(context.state, context.viewer),
    )
    return {progress.triplet: progress for progress in found}


def _show(name: str, *, chosen: bool = False) -> TripletView:
    return TripletView(name, tell_triplet(name), chosen)


def _view_goal(context: Context, mark: int, progress: Progress | None, name: str) -> TripletView:
    """Return a triplet card of the viewer's tray, with how near the hand is to it."""
    view = _show(name, chosen=name in context.form.piles)
    view = replace(view, glows=True) if name in context.glows else view
    if progress is None or progress.short > _NEAR:
        return view
    view = replace(view, note=tell_progress(progress), mark=mark)
    return replace(view, is_ready=True, cards=progress.held) if progress.short == 0 else view


def _view_match(context: Context, near: dict[str, Progress], seat: int, pile: Match) -> MatchView:
    """Return a matched pile; one that the viewer could take is marked."""
    view = _show(pile.triplet, chosen=pile.triplet in context.form.piles)
    view = replace(view, glows=True) if pile.triplet in context.glows else view
    progress = near.get(pile.triplet)
    if progress is not None and progress.short == 0:
        view = replace(view, note=tell_takeable(), is_ready=True, cards=progress.held)
    return MatchView(view, pile.cards, pile not in context.since.matched[seat])


def _own_tray(context: Context) -> tuple[str, ...]:
    if context.viewer is None:
        return ()
    return tuple(name for name in context.state.trays[context.viewer] if name != HIDDEN)


def _view_tray(context: Context, near: dict[str, Progress]) -> tuple[TripletView, ...]:
    return tuple(
        _view_goal(context, mark, near.get(name), name)
        for mark, name in enumerate(_own_tray(context))
    )


def _view_hand(context: Context, near: dict[str, Progress]) -> tuple[HeldCard, ...]:
    """Return the viewer's hand in its order, the card that was just drawn at its end."""
    if context.viewer is None:
        return ()
    cards = _order_hand(context)
    new = _find_new(context, cards)
    goals = [near.get(name) for name in _own_tray(context)]
    ready = tuple([name for name, progress in near.items() if progress.short == 0])
    useful = find_laid(ready, cards)
    seen: Counter[str] = Counter()
    chosen = Counter(context.form.cards)
    held = []
    for place, code in enumerate(cards):
        seen[code] += 1
        marks = tuple(
            mark
            for mark, goal in enumerate(goals)
            if goal is not None and goal.short <= _NEAR and code in goal.held
        )
        kept_for = tuple(goals[mark].triplet for mark in marks)  # type: ignore[union-attr]
        held.append(
            HeldCard(
                key=code if seen[code] == 1 else f"{code}-{seen[code]}",
                face=_view_face(code),
                chosen=seen[code] <= chosen[code],
                is_new=place in new,
                marks=marks,
                note=tell_belonging(kept_for),
                by_rank=ORDER.get(code, len(ORDER)),
                by_colour=_place_by_colour(code),
                is_useful=code in useful,
                glows=code in context.glows,
            )
        )
    return tuple(held)


def _order_hand(context: Context) -> tuple[str, ...]:
    assert context.viewer is not None
    hand = context.state.hands[context.viewer]
    if context.state.to_move == context.viewer and context.state.drawn in (
        Drawn.DECK,
        Drawn.DISCARD,
    ):
        return (*sort_cards(hand[:-1]), hand[-1])
    return sort_cards(hand)


def _find_new(context: Context, cards: Sequence[str]) -> set[int]:
    """Return the places of the cards that have come to the hand since the viewer last moved."""
    assert context.viewer is not None
    left = Counter(context.since.hands[context.viewer])
    new = set()
    for place, code in enumerate(cards):
        if left[code]:
            left[code] -= 1
        else:
            new.add(place)
    if context.state.to_move == context.viewer and context.state.drawn in (
        Drawn.DECK,
        Drawn.DISCARD,
    ):
        new.add(len(cards) - 1)
    return new


def _place_by_colour(code: str) -> int:
    """Return the place in a hand with the red cards first, by suits, and the jokers last."""
    if code == JOKER:
        return len(_BY_COLOUR) * len(ORDER)
    return _BY_COLOUR.index(code[1]) * len(ORDER) + ORDER[code]


def _tell_uses(context: Context, near: Iterable[Progress]) -> str:
    """Return for each card of the hand the triplet cards that it is near to completing."""
    if context.viewer is None:
        return ""
    goals = [progress for progress in near if progress.short <= _NEAR]
    return " ".join(
        f"{code}={','.join(goal.triplet for goal in goals if code in goal.held)}"
        for code in dict.fromkeys(context.state.hands[context.viewer])
    )
