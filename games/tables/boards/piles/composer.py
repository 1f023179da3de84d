"""The turn composer: what the chosen cards would do, action by action, before anything is played.

Everything is read from the state as the viewer may see it. Whoever is not to move may choose cards
already and is told what they would do; no action is possible then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from games.messages.labels import action_label
from games.models import Game
from games.rules import IllegalMove
from games.rules.cards import show_card, show_cards
from games.rules.fishing import FishingGame, fishing
from games.rules.notation import Move as Play
from games.tables.shapes import ActionView, ChoiceView, ComposerView
from games.tables.words import sentence

AnyFishing = FishingGame[Any, Any]

NOT_YOUR_TURN = "It is not your turn."
CHOOSE_A_CARD = "Choose a card of your hand first."


@dataclass(frozen=True, slots=True)
class _Tried:
    """One action on the chosen cards: the moves that it may mean, or why there is none."""

    name: str
    label: str
    plays: tuple[Play, ...]
    reason: str
    clause: str


def view_composer(
    game: Game, state: Any, viewer: int, cards: Sequence[str] = (), piles: Sequence[str] = ()
) -> ComposerView:
    """Return the composer of a seat for cards of its hand and pile keys; see `Board`."""
    variant, is_turn = fishing(game.rules), game.to_move == viewer
    card = cards[0] if cards else ""
    if not is_turn:
        state = replace(state, to_move=viewer)
    if not card and not piles:
        return _view_nothing_chosen(variant, is_turn, *_why_never(variant, state, viewer))
    tried = [_try_action(variant, state, action, card, piles) for action in variant.actions]
    choices = _find_choices(tried)
    main = _find_main(variant, tried, choices)
    if any(one.plays for one in tried if one.name not in ("pass", "drop")):
        words = _say_plays(variant, state, card, tried, choices if is_turn else (), main)
    else:
        words = _say_what_is_missing(variant, state, viewer, card, piles, tried)
    return ComposerView(
        words,
        tuple(
            _view_action(variant, state, one, is_turn=is_turn, is_main=one is main) for one in tried
        ),
        tuple(
            ChoiceView(
                str(play), str(variant.name_reading(state, play)), _tell(variant, state, play)
            )
            for play in (choices if is_turn else ())
        ),
    )


def _why_never(variant: AnyFishing, state: Any, viewer: int) -> tuple[str, str, bool]:
    """Return the lifelines used, why there is no pass, and whether the hand is empty."""
    used = " ".join(name for name, is_used in variant.lifelines(state, viewer) if is_used)
    return used, _why_no_pass(variant, state), not state.hands[viewer]


def _why_no_pass(variant: AnyFishing, state: Any) -> str:
    try:
        variant.compose(state, "pass", (), ())
    except IllegalMove as illegal:
        return str(illegal)
    return ""


@lru_cache(maxsize=256)
def _view_nothing_chosen(
    variant: AnyFishing, is_turn: bool, used: str, why_no_pass: str, is_empty: bool
) -> ComposerView:
    actions = []
    for name in variant.actions:
        label = action_label(variant, name)
        reason = CHOOSE_A_CARD
        if name in used.split():
            reason = f"You have used your {label.lower()} already."
        elif name == "pass":
            reason = why_no_pass
        if not is_turn:
            reason = NOT_YOUR_TURN
        actions.append(ActionView(name, label, not reason, reason or "Skip this turn."))
    words = "Choose a card of your hand, or what you want to take."
    if is_empty:
        words = "Your hand is empty."
    elif not is_turn:
        words = "It is not your turn. You may choose your cards already."
    return ComposerView(words, tuple(actions), ())


def _try_action(
    variant: AnyFishing, state: Any, action: str, card: str, piles: Sequence[str]
) -> _Tried:
    name, label = action, action_label(variant, action)
    try:
        plays = variant.compose(state, name, (card,) if card else (), piles)
    except IllegalMove as illegal:
        return _Tried(name, label, (), str(illegal), illegal.clause)
    return _Tried(name, label, plays, "", "")


def _find_choices(tried: Sequence[_Tried]) -> tuple[Play, ...]:
    """Return what no button tells apart: several moves of one action, or builds of both kinds."""
    builds = [one for one in tried if one.name in ("build", "build_same") and one.plays]
    return tuple(
        play
        for one in tried
        for play in one.plays
        if len(one.plays) > 1 or (len(builds) > 1 and one in builds)
    )


def _find_main(
    variant: AnyFishing, tried: Sequence[_Tried], choices: Sequence[Play]
) -> _Tried | None:
    """Return the action to suggest, or None when there is none or the player must choose."""
    by_name = {one.name: one for one in tried if one.plays}
    for name in variant.main_actions:
        if name in by_name:
            return None if by_name[name].plays[0] in choices else by_name[name]
    return None


def _say_plays(
    variant: AnyFishing,
    state: Any,
    card: str,
    tried: Sequence[_Tried],
    offered: Sequence[Play],
    main: _Tried | None,
) -> str:
    """Return the suggested play in full and the others in short; what is offered stands below."""
    others = [
        str(variant.name_reading(state, play))
        for one in tried
        for play in one.plays
        if one is not main and one.name not in ("pass", "drop") and play not in offered
    ]
    said = []
    if main is not None:
        said.append(f"{_tell(variant, state, main.plays[0])}.")
    if others:
        said.append(f"{'Or' if said else show_card(card)}: {' or '.join(others)}.")
    if offered:
        said.append("Or choose:" if said else f"{show_card(card)}: choose what you mean.")
    return " ".join(said)


def _say_what_is_missing(
    variant: AnyFishing,
    state: Any,
    viewer: int,
    card: str,
    piles: Sequence[str],
    tried: Sequence[_Tried],
) -> str:
    """Return what to do next with a choice that makes no play on the table yet."""
    uses = variant.uses(state, viewer)
    if not card:
        cards = [code for pile in state.table if pile.key in piles for code in pile.cards]
        if any(set(piles) <= set(keys) for keys in uses.values()):
            return f"Choose a card of your hand to play on {show_cards(cards)}."
        return f"None of your cards can be played on {show_cards(cards) or 'that'}."
    if not piles and card in uses:
        drop = variant.drops
        if uses[card]:
            return f"{show_card(card)}: {drop} it, or choose what it takes."
        return f"{show_card(card)} takes nothing here and builds nothing: {drop} it."
    return f"{_best_reason(tried)} Choose more cards, or take one back."


def _best_reason(tried: Sequence[_Tried]) -> str:
    """Return why the cards make no play: as a capture, which most players try first."""
    reasons = {one.name: one.reason for one in tried}
    return reasons.get("capture") or tried[0].reason


def _tell(variant: AnyFishing, state: Any, play: Play) -> str:
    """Return what a move does, and which cards could capture later what it builds."""
    words = sentence(str(variant.explain(state, play)))
    kept = variant.capturers(state, play)
    return f"{words}; you hold {show_cards(kept)}" if kept else words


def _view_action(
    variant: AnyFishing, state: Any, one: _Tried, *, is_turn: bool, is_main: bool
) -> ActionView:
    if not is_turn:
        return ActionView(one.name, one.label, False, NOT_YOUR_TURN)
    if not one.plays:
        return ActionView(one.name, one.label, False, one.reason, one.clause)
    note = " Or: ".join(f"{_tell(variant, state, play)}." for play in one.plays)
    return ActionView(one.name, one.label, True, note, is_main=is_main)
