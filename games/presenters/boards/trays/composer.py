"""The turn composer of a table of trays: what the chosen cards would do, before they are played.

A turn has two steps. Before the draw the buttons draw, and the sentence already tells what the
chosen cards would do afterwards. A player who waits is told that too, but can press nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from games.messages import trays as told
from games.messages import turns
from games.messages.facts import tell_fact
from games.messages.labels import action_label
from games.messages.text import Text
from games.presenters.shapes import ActionView, ChoiceView, ComposerView
from games.rules import IllegalMove
from games.rules.facts import Fact
from games.rules.triple_four.hints import Progress, measure, measure_takes, measure_tray
from games.rules.triple_four.notation import Move as Play
from games.rules.triple_four.state import Drawn, TripleFourState
from games.rules.triple_four.telling import explain_move, name_reading
from games.rules.triple_four.triplets import SIZE, sort_cards
from games.rules.variant import AnyVariant

_DRAWS: Final = ("draw_deck", "draw_discard")
_LAYS: Final = ("match", "take")
_TOLD: Final = 2
"""The most triplet cards that are named at once."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """One action on the chosen cards: the moves that it can mean, or why there is none."""

    name: str
    label: str
    plays: tuple[Play, ...]
    reason: Fact | None = None
    clause: str = ""


def view_composer(
    variant: AnyVariant,
    state: TripleFourState,
    viewer: int,
    cards: Sequence[str] = (),
    piles: Sequence[str] = (),
) -> ComposerView:
    """Return the composer of a seat for cards of its hand and names of triplet cards."""
    is_turn, cards = state.to_move == viewer, sort_cards(cards)
    must_draw = is_turn and state.drawn is None
    planned = state
    if not is_turn or must_draw:
        planned = replace(state, to_move=viewer, drawn=Drawn.DECK)
    tried = [_try(variant, planned, each, cards, piles) for each in variant.actions]
    laid = [one for one in tried if one.name not in _DRAWS]
    choices = tuple(play for one in laid if len(one.plays) > 1 for play in one.plays)
    main = _find_main(variant.main_actions, laid, choices)
    words = _say(planned, viewer, cards, piles, laid, main, choices)
    if must_draw:
        drawn = [_try(variant, state, each, (), ()) for each in _DRAWS]
        return ComposerView(_say_draw(state, cards, words), _view_draws(drawn), ())
    shown = [one for one in laid if one.plays or one.name != "pass"]
    return ComposerView(
        words if is_turn or cards or piles else turns.not_your_turn_yet(),
        tuple(_view_action(planned, one, is_turn, one is main) for one in shown),
        tuple(_view_choice(planned, play) for play in (choices if is_turn else ())),
    )


def _try(
    variant: Any,
    state: TripleFourState,
    action: str,
    cards: Sequence[str],
    piles: Sequence[str],
) -> _Tried:
    name, label = action, action_label(variant, action)
    try:
        plays = variant.compose(state, name, tuple(cards), tuple(piles))
    except IllegalMove as illegal:
        return _Tried(name, label, (), illegal.fact, illegal.clause)
    return _Tried(name, label, plays)


def _find_main(
    order: Sequence[str], tried: Sequence[_Tried], choices: Sequence[Play]
) -> _Tried | None:
    """Return the action to suggest, or None when there is none or the player must choose."""
    by_name = {one.name: one for one in tried if one.plays}
    for name in (*order, "pass"):
        if name in by_name:
            return None if by_name[name].plays[0] in choices else by_name[name]
    return None


def _view_draws(tried: Sequence[_Tried]) -> tuple[ActionView, ...]:
    return tuple(
        ActionView(one.name, one.label, bool(one.plays), tell_fact(one.reason), one.clause)
        for one in tried
    )


def _view_action(state: TripleFourState, one: _Tried, is_turn: bool, is_main: bool) -> ActionView:
    if not is_turn:
        return ActionView(one.name, one.label, False, turns.not_your_turn())
    if not one.plays:
        return ActionView(one.name, one.label, False, tell_fact(one.reason), one.clause)
    note = told.tell_plays([explain_move(state, play) for play in one.plays])
    return ActionView(one.name, one.label, True, note, is_main=is_main)


def _view_choice(state: TripleFourState, play: Play) -> ChoiceView:
    return ChoiceView(
        str(play), tell_fact(name_reading(play)), told.tell_play(explain_move(state, play))
    )


def _say_draw(state: TripleFourState, cards: Sequence[str], words: str) -> str:
    """Return what the first step asks for, and what the chosen cards would do after it."""
    draw = told.ask_to_draw(state.discard[-1:], can_draw=state.can_draw)
    return told.tell_plan(draw, words) if cards else draw


def _say(
    state: TripleFourState,
    viewer: int,
    cards: Sequence[str],
    piles: Sequence[str],
    tried: Sequence[_Tried],
    main: _Tried | None,
    choices: Sequence[Play],
) -> str:
    """Return what the choice does, or what it lacks."""
    if choices or (main is not None and main.name in _LAYS):
        return _say_laid(state, cards, tried, main, choices)
    if not cards:
        return _say_nothing(state, viewer, piles, main)
    if len(cards) == 1:
        return _say_one(cards, main, tried)
    if len(cards) == SIZE - 1:
        return _say_two(state, viewer, cards)
    if len(cards) == SIZE:
        wanted = "take" if _names_rival(state, viewer, piles) else "match"
        return told.tell_misfit(_find_reason(tried, wanted))
    return told.tell_too_many(len(cards))


def _say_laid(
    state: TripleFourState,
    cards: Sequence[str],
    tried: Sequence[_Tried],
    main: _Tried | None,
    choices: Sequence[Play],
) -> Text:
    others = [
        name_reading(one.plays[0])
        for one in tried
        if one is not main and one.name in _LAYS and len(one.plays) == 1
    ]
    play = None if main is None else explain_move(state, main.plays[0])
    return told.tell_laid(tuple(cards), play, others, has_choices=bool(choices))


def _find_reason(tried: Sequence[_Tried], name: str) -> Fact | None:
    return next(one.reason for one in tried if one.name == name)


def _names_rival(state: TripleFourState, viewer: int, piles: Sequence[str]) -> bool:
    return bool(piles) and piles[0] not in state.trays[viewer]


def _say_nothing(
    state: TripleFourState, viewer: int, piles: Sequence[str], main: _Tried | None
) -> str:
    near = _all_progress(state, viewer)
    chosen = [progress for progress in near if progress.triplet in piles]
    if chosen:
        return told.tell_tray_cards(chosen[:_TOLD])
    if main is not None and main.name == "pass":
        return told.invite_to_pass()
    return told.invite_to_choose(next((one for one in near if one.short == 0), None))


def _all_progress(state: TripleFourState, viewer: int) -> tuple[Progress, ...]:
    return (*measure_tray(state, viewer), *measure_takes(state, viewer))


def _say_one(cards: Sequence[str], main: _Tried | None, tried: Sequence[_Tried]) -> Text:
    if main is not None:
        return told.tell_one_card(tuple(cards))
    return tell_fact(_find_reason(tried, "discard"))


def _say_two(state: TripleFourState, viewer: int, cards: Sequence[str]) -> Text:
    """Return for which triplet cards two cards lack only a third."""
    names = [progress.triplet for progress in _all_progress(state, viewer)]
    found = [measure(name, cards) for name in names]
    near = [progress for progress in found if len(progress.held) == SIZE - 1]
    return told.tell_two_cards(tuple(cards), near[:_TOLD])
