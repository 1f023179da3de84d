"""The turn composer of a table of trays: what the chosen cards would do, before they are played.

A turn has two steps. Before the draw the buttons draw, and the sentence tells already what the
chosen cards would do afterwards; whoever is not to move is told that too, and can press nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from games.models import Game
from games.rules import IllegalMove
from games.rules.triple_four.hints import Progress, measure, measure_takes, measure_tray
from games.rules.triple_four.notation import Move as Play
from games.rules.triple_four.state import Drawn, TripleFourState
from games.rules.triple_four.telling import join_words, name_cards, name_triplet
from games.rules.triple_four.triplets import SIZE
from games.tables.boards.trays.words import name_missing, name_top, tell_tray_card
from games.tables.shapes import ActionView, ChoiceView, ComposerView
from games.tables.words import sentence

NOT_YOUR_TURN: Final = "It is not your turn."
_DRAWS: Final = ("draw_deck", "draw_discard")
_LAYS: Final = ("match", "take")
_HINTED: Final = 2
"""How many triplet cards are told of that two chosen cards may belong to."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """One action on the chosen cards: the moves that it may mean, or why there is none."""

    name: str
    label: str
    plays: tuple[Play, ...]
    reason: str = ""
    clause: str = ""


def view_composer(
    game: Game,
    state: TripleFourState,
    viewer: int,
    cards: Sequence[str] = (),
    piles: Sequence[str] = (),
) -> ComposerView:
    """Return the composer of a seat for cards of its hand and names of triplet cards."""
    is_turn = game.to_move == viewer
    must_draw = is_turn and state.drawn is None
    planned = state
    if not is_turn or must_draw:
        planned = replace(state, to_move=viewer, drawn=Drawn.DECK)
    tried = [_try(game.rules, planned, each, cards, piles) for each in game.rules.actions]
    laid = [one for one in tried if one.name not in _DRAWS]
    choices = tuple(play for one in laid if len(one.plays) > 1 for play in one.plays)
    main = _find_main(game.rules.main_actions, laid, choices)
    words = _say(game.rules, planned, viewer, cards, piles, laid, main, choices)
    if must_draw:
        drawn = [_try(game.rules, state, each, (), ()) for each in _labels(game, _DRAWS)]
        return ComposerView(_say_draw(state, cards, words), _view_draws(drawn), ())
    shown = [one for one in laid if one.plays or one.name != "pass"]
    return ComposerView(
        words
        if is_turn or cards or piles
        else f"{NOT_YOUR_TURN} You may choose your cards already.",
        tuple(_view_action(game.rules, planned, one, is_turn, one is main) for one in shown),
        tuple(
            ChoiceView(
                str(play), game.rules.name_reading(planned, play), _tell(game.rules, planned, play)
            )
            for play in (choices if is_turn else ())
        ),
    )


def _labels(game: Game, names: Sequence[str]) -> list[tuple[str, str]]:
    return [action for action in game.rules.actions if action[0] in names]


def _try(
    variant: Any,
    state: TripleFourState,
    action: tuple[str, str],
    cards: Sequence[str],
    piles: Sequence[str],
) -> _Tried:
    name, label = action
    try:
        plays = variant.compose(state, name, tuple(cards), tuple(piles))
    except IllegalMove as illegal:
        return _Tried(name, label, (), str(illegal), illegal.clause)
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
        ActionView(one.name, one.label, bool(one.plays), one.reason, one.clause, is_main=False)
        for one in tried
    )


def _view_action(
    variant: Any, state: TripleFourState, one: _Tried, is_turn: bool, is_main: bool
) -> ActionView:
    if not is_turn:
        return ActionView(one.name, one.label, False, NOT_YOUR_TURN)
    if not one.plays:
        return ActionView(one.name, one.label, False, one.reason, one.clause)
    note = " Or: ".join(f"{_tell(variant, state, play)}." for play in one.plays)
    return ActionView(one.name, one.label, True, note, is_main=is_main)


def _tell(variant: Any, state: TripleFourState, play: Play) -> str:
    return sentence(variant.explain(state, play))


def _say_draw(state: TripleFourState, cards: Sequence[str], words: str) -> str:
    """Return what the first step asks for, and what the chosen cards would do after it."""
    top = name_top(state)
    draw = f"Draw a card: the top of the deck, or {top} from the discard pile."
    if not state.can_draw:
        draw = f"The deck is empty: draw {top} from the discard pile."
    elif not top:
        draw = "Draw the top card of the deck."
    return f"{draw} Then: {words}" if cards else draw


def _say(
    variant: Any,
    state: TripleFourState,
    viewer: int,
    cards: Sequence[str],
    piles: Sequence[str],
    tried: Sequence[_Tried],
    main: _Tried | None,
    choices: Sequence[Play],
) -> str:
    """Return in a sentence what the choice does, or what it lacks."""
    if choices or (main is not None and main.name in _LAYS):
        return _say_laid(variant, state, cards, tried, main, choices)
    if not cards:
        return _say_nothing(state, viewer, piles, main)
    if len(cards) == 1:
        return _say_one(state, viewer, cards, main, tried)
    if len(cards) == SIZE - 1:
        return _say_two(state, viewer, cards)
    if len(cards) == SIZE:
        wanted = "take" if _names_rival(state, viewer, piles) else "match"
        reason = next(one.reason for one in tried if one.name == wanted)
        return f"{reason} Choose others, or discard one card."
    return f"You have chosen {len(cards)} cards: a triplet card takes three, a discard is one."


def _say_laid(
    variant: Any,
    state: TripleFourState,
    cards: Sequence[str],
    tried: Sequence[_Tried],
    main: _Tried | None,
    choices: Sequence[Play],
) -> str:
    said = [] if main is None else [f"{_tell(variant, state, main.plays[0])}."]
    others = [
        variant.name_reading(state, one.plays[0])
        for one in tried
        if one is not main and one.name in _LAYS and len(one.plays) == 1
    ]
    if others:
        said.append(f"{'Or' if said else name_cards(cards)}: {' or '.join(others)}.")
    if choices:
        said.append("Or choose:" if said else f"{name_cards(cards)}: choose what you mean.")
    return " ".join(said)


def _names_rival(state: TripleFourState, viewer: int, piles: Sequence[str]) -> bool:
    return bool(piles) and piles[0] not in state.trays[viewer]


def _say_nothing(
    state: TripleFourState, viewer: int, piles: Sequence[str], main: _Tried | None
) -> str:
    near = _all_progress(state, viewer)
    chosen = [progress for progress in near if progress.triplet in piles]
    if chosen:
        return " ".join(map(tell_tray_card, chosen[:_HINTED]))
    if main is not None and main.name == "pass":
        return "You have no card that you may discard: end the turn, or choose three cards."
    ready = [progress for progress in near if progress.short == 0]
    if ready:
        held, shown = name_cards(ready[0].held), name_triplet(ready[0].triplet)
        return f"You hold three cards for {shown}: {held}. Choose three, or one to discard."
    return "Choose three cards for a triplet card, or one card to discard."


def _all_progress(state: TripleFourState, viewer: int) -> tuple[Progress, ...]:
    return (*measure_tray(state, viewer), *measure_takes(state, viewer))


def _say_one(
    state: TripleFourState,
    viewer: int,
    cards: Sequence[str],
    main: _Tried | None,
    tried: Sequence[_Tried],
) -> str:
    card = sentence(name_cards(cards))
    if main is not None:
        return f"{card}: discard it, or choose two more for a triplet card."
    return next(one.reason for one in tried if one.name == "discard")


def _say_two(state: TripleFourState, viewer: int, cards: Sequence[str]) -> str:
    """Return for which triplet cards two cards lack only a third."""
    names = [progress.triplet for progress in _all_progress(state, viewer)]
    found = [measure(name, cards) for name in names]
    near = [progress for progress in found if len(progress.held) == SIZE - 1]
    shown = sentence(name_cards(cards))
    if not near:
        return (
            f"No triplet card here takes both {name_cards(cards)}. Choose others, or discard one."
        )
    parts = [f"{name_missing(one)} for {name_triplet(one.triplet)}" for one in near[:_HINTED]]
    return f"{shown}: choose a third card, {join_words(parts, 'or')}."
