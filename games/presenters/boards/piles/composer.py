"""The turn composer: what the chosen cards would do, action by action, before anything is played.

Everything is read from the state as the viewer may see it. Players who are not to move can already
choose cards and are told what these would do; no action is possible then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.messages import piles as told
from games.messages import turns
from games.messages.facts import tell_fact
from games.messages.labels import action_label
from games.messages.language import remembered
from games.messages.moves import tell_move, tell_play
from games.messages.text import EMPTY, Text, join
from games.presenters.boards.piles.choices import find_best, find_keys, find_uses, rank_plays
from games.presenters.shapes import ActionView, ChoiceView, ComposerView, SuggestionView
from games.rules import IllegalMove
from games.rules.facts import Fact
from games.rules.fishing import AnyFishing, fishing
from games.rules.notation import Move as Play
from games.rules.state import TableState
from games.rules.variant import AnyVariant


@dataclass(frozen=True, slots=True)
class _Tried:
    """One action on the chosen cards: the moves that it may mean, or why there is none."""

    name: str
    plays: tuple[Play, ...]
    refusal: IllegalMove | None = None

    @property
    def reason(self) -> Text:
        """Why there is no move, in words."""
        return tell_fact(self.refusal.fact) if self.refusal else EMPTY

    @property
    def clause(self) -> str:
        """The clause that refuses it, or ""."""
        return self.refusal.clause if self.refusal else ""


def view_composer(
    variant: AnyVariant,
    state: TableState,
    viewer: int,
    cards: Sequence[str] = (),
    piles: Sequence[str] = (),
) -> ComposerView:
    """Return the composer of a seat for cards of its hand and pile keys; see `Board`."""
    variant, is_turn = fishing(variant), state.to_move == viewer
    card = cards[0] if cards else ""
    if not card and not piles:
        why = _why_never(variant, state, viewer) if is_turn else ((), None)
        return _view_nothing_chosen(variant, is_turn, *why, not state.hands[viewer])
    if not is_turn:
        state = replace(state, to_move=viewer)
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
                str(play), tell_fact(variant.name_reading(state, play)), _tell(variant, state, play)
            )
            for play in (choices if is_turn else ())
        ),
        () if piles else _suggest(variant, state, card),
    )


def _suggest(variant: AnyFishing, state: TableState, card: str) -> tuple[SuggestionView, ...]:
    """Return the best of what a card can do with piles."""
    return tuple(
        SuggestionView(tell_move(variant.explain(state, play)), find_keys(state, play))
        for play in find_best(rank_plays(variant, state).get(card, ()))
    )


def _why_never(
    variant: AnyFishing, state: TableState, viewer: int
) -> tuple[tuple[str, ...], Fact | None]:
    """Return the lifelines that the seat to move has used, and why there is no pass."""
    used = tuple(name for name, is_used in variant.lifelines(state, viewer) if is_used)
    refusal = _try_action(variant, state, "pass", "", ()).refusal
    return used, refusal.fact if refusal else None


@remembered(256)
def _view_nothing_chosen(
    variant: AnyFishing,
    is_turn: bool,
    used: tuple[str, ...],
    why_no_pass: Fact | None,
    is_empty: bool,
) -> ComposerView:
    actions = []
    for name in variant.actions:
        reason: str = told.choose_a_card()
        if name in used:
            reason = told.used_lifeline(name)
        elif name == "pass":
            reason = tell_fact(why_no_pass)
        if not is_turn:
            reason = turns.not_your_turn()
        label = action_label(variant, name)
        actions.append(ActionView(name, label, not reason, reason or told.skip_turn()))
    words = told.choose_anything()
    if is_empty:
        words = told.empty_hand()
    elif not is_turn:
        words = turns.not_your_turn_yet()
    return ComposerView(words, tuple(actions), ())


def _try_action(
    variant: AnyFishing, state: TableState, action: str, card: str, piles: Sequence[str]
) -> _Tried:
    try:
        plays = variant.compose(state, action, (card,) if card else (), piles)
    except IllegalMove as illegal:
        return _Tried(action, (), illegal.without_frames())
    return _Tried(action, plays)


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
    state: TableState,
    card: str,
    tried: Sequence[_Tried],
    offered: Sequence[Play],
    main: _Tried | None,
) -> Text:
    """Return the suggested play in full and the others in short; what is offered stands below."""
    others = [
        tell_fact(variant.name_reading(state, play))
        for one in tried
        for play in one.plays
        if one is not main and one.name not in ("pass", "drop") and play not in offered
    ]
    said: list[Text] = []
    if main is not None:
        said.append(told.tell_main_play(_tell(variant, state, main.plays[0])))
    if others:
        said.append(told.tell_other_plays(others, card="" if said else card))
    if offered:
        said.append(told.ask_which("" if said else card))
    return join(said)


def _say_what_is_missing(
    variant: AnyFishing,
    state: TableState,
    viewer: int,
    card: str,
    piles: Sequence[str],
    tried: Sequence[_Tried],
) -> Text:
    """Return what to do next with a choice that makes no play on the table yet."""
    uses = find_uses(variant, state, viewer)
    if not card:
        cards = [code for pile in state.table if pile.key in piles for code in pile.cards]
        if any(set(piles) <= set(keys) for keys in uses.values()):
            return told.choose_hand_card(cards)
        return told.no_card_fits(cards)
    if not piles and card in uses:
        forbidden = [one.reason for one in tried if one.name == "drop" and one.refusal]
        if forbidden:
            return forbidden[0]
        return (
            told.drop_or_choose(card, variant.drops)
            if uses[card]
            else told.only_drop(card, variant.drops)
        )
    return told.choose_others(_best_reason(tried))


def _best_reason(tried: Sequence[_Tried]) -> Text:
    """Return why the cards make no play: as a capture, which most players try first."""
    reasons = {one.name: one for one in tried if one.refusal}
    return reasons.get("capture", tried[0]).reason


def _tell(variant: AnyFishing, state: TableState, play: Play) -> Text:
    """Return what a move does, and which cards could capture later what it builds."""
    words = tell_play(variant.explain(state, play))
    return told.tell_kept(words, variant.capturers(state, play))


def _view_action(
    variant: AnyFishing, state: TableState, one: _Tried, *, is_turn: bool, is_main: bool
) -> ActionView:
    label = action_label(variant, one.name)
    if not is_turn:
        return ActionView(one.name, label, False, turns.not_your_turn())
    if not one.plays:
        return ActionView(one.name, label, False, one.reason, one.clause)
    note = told.tell_readings([_tell(variant, state, play) for play in one.plays])
    return ActionView(one.name, label, True, note, is_main=is_main)
