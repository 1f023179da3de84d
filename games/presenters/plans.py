"""The page on which a player plans the next turn, and what the table says of the plans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.messages import plans as told
from games.messages.facts import tell_fact
from games.messages.labels import action_label
from games.messages.moves import tell_play
from games.messages.text import EMPTY, Text
from games.models import MOST_PLANS, Game, Plan
from games.presenters.boards import board_of
from games.presenters.boards.context import BoardContext
from games.presenters.people import short_name
from games.presenters.shapes import ChoiceView, FormState
from games.rules import IllegalMove
from games.rules.conditions import Condition, When
from games.rules.fishing import FishingGame
from games.rules.plans import find_example
from games.rules.state import Pile, State
from games.selectors.access import Viewer
from games.selectors.plans import find_plans, plays_only_moves
from games.snapshots import Snapshot, derive_states


@dataclass(frozen=True, slots=True)
class PlansView:
    """A player's plans: each in words, with what came of it, and its id.

    They wait for the turn while `is_waiting`; others can be added while `can_add`. A player who
    `lacks_cards` has none to plan with.
    """

    plans: tuple[tuple[Text, str, int], ...]
    is_waiting: bool
    can_add: bool
    lacks_cards: bool
    plays_only_moves: bool


@dataclass(frozen=True, slots=True)
class ConditionGroup:
    """Conditions to choose from: each with its text, its words and whether it is chosen."""

    title: str
    conditions: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class DraftView:
    """The table on which a plan is composed: as it stands, with the card that would be dropped.

    `actions` are names and labels of buttons, `choices` the readings of what was chosen.
    """

    condition: str
    condition_words: Text
    groups: tuple[ConditionGroup, ...]
    seen: int
    board_name: str
    board: Any
    actions: tuple[tuple[str, str], ...]
    choices: tuple[ChoiceView, ...]
    refusal: str
    example: str


def view_plans(snapshot: Snapshot, viewer: Viewer) -> PlansView | None:
    """Return a player's plans, None where nothing can be planned: only for games over days."""
    game, seat = snapshot.game, snapshot.seat_of(viewer.pk)
    if seat is None or game.status != Game.Status.PLAYING or not game.is_over_days:
        return None
    plans = find_plans(snapshot, viewer)
    is_waiting = any(plan.outcome == Plan.Outcome.WAITING for plan in plans)
    is_on_turn = game.to_move == seat.index
    is_played_from_hand = isinstance(game.rules, FishingGame)
    has_cards = bool(snapshot.dealt.hands[seat.index]) or not is_played_from_hand
    is_full = is_waiting and len(plans) >= MOST_PLANS
    states = derive_states(game, snapshot.deck, snapshot.events) if plans else []
    return PlansView(
        tuple(_tell_plan(snapshot, seat.index, plan, states[plan.event_count]) for plan in plans),
        is_waiting,
        has_cards and not is_on_turn and not is_full,
        not has_cards and not is_on_turn,
        plays_only_moves(snapshot, viewer),
    )


def draft_plan(snapshot: Snapshot, seat: int, condition: str, form: FormState) -> DraftView:
    """Return the table for composing a plan.

    An impossible condition counts as the first one, for which nothing is chosen yet.
    """
    variant = snapshot.game.rules
    masked = variant.mask(snapshot.dealt, seat)
    possible = variant.plan_conditions(masked, seat)
    chosen = next((each for each in possible if str(each) == condition), possible[0])
    if str(chosen) != condition:
        form = replace(form, cards=(), piles=())
    example = find_example(variant, masked, seat, chosen)
    state = variant.suppose(masked, seat, example)
    names = tuple(short_name(each) for each in snapshot.seats)
    context = BoardContext(variant, state, masked, seat, names, True, form)
    board = board_of(variant)
    actions = board.view_composer(variant, state, seat, (), ()).actions
    return DraftView(
        condition=str(chosen),
        condition_words=_tell_condition(snapshot, seat, chosen, masked),
        groups=_group_conditions(snapshot, seat, possible, chosen, masked),
        seen=snapshot.game.move_count,
        board_name=variant.board,
        board=board.view_board(context),
        actions=tuple(
            (action.name, told.label_action(action_label(variant, action.name)))
            for action in actions
        ),
        choices=tuple(
            ChoiceView(
                str(play),
                tell_fact(variant.name_reading(state, play)),
                tell_play(variant.explain(state, play)),
            )
            for play in form.readings
        ),
        refusal=form.refusal,
        example=example,
    )


def _group_conditions(
    snapshot: Snapshot, seat: int, possible: Sequence[Condition], chosen: Condition, masked: State
) -> tuple[ConditionGroup, ...]:
    """Return the conditions in groups: first those that name no dropped card."""
    usual, drops = [], []
    for each in possible:
        if each.when is When.DROPPED:
            drops.append((str(each), told.name_drop(each.of), each == chosen))
        else:
            words: str = _tell_condition(snapshot, seat, each, masked)
            usual.append((str(each), words, each == chosen))
    title = told.title_drops(snapshot.game.rules.name, _only_rival(snapshot, seat))
    groups = ConditionGroup("", tuple(usual)), ConditionGroup(title, tuple(drops))
    return tuple(group for group in groups if group.conditions)


def _tell_plan(snapshot: Snapshot, seat: int, plan: Plan, whole: State) -> tuple[Text, str, int]:
    """Return a plan in words, what came of it, and its id, given the state it was made on."""
    variant, condition = snapshot.game.rules, Condition.parse(plan.condition)
    made_on = variant.mask(whole, seat)
    state = variant.suppose(made_on, seat, plan.example)
    is_certain = variant.is_example_certain(condition, plan.move)
    try:
        move = variant.parse(state, plan.move)
        play = tell_play(variant.explain(state, move) if is_certain else variant.describe(move))
    except IllegalMove:
        play = EMPTY
    words = told.tell_plan(
        _tell_condition(snapshot, seat, condition, made_on),
        play,
        plan.example if condition.is_of_rank and plan.example in plan.move else "",
    )
    return words, told.tell_outcome(plan.outcome), plan.pk


def _tell_condition(snapshot: Snapshot, seat: int, condition: Condition, state: State) -> Text:
    variant = snapshot.game.rules
    piles: Sequence[Pile] = getattr(state, "table", ())
    return told.tell_condition(
        condition,
        game=variant.name,
        rival=_only_rival(snapshot, seat),
        pile=next((pile for pile in piles if pile.key == condition.of), None),
    )


def _only_rival(snapshot: Snapshot, seat: int) -> str:
    """Return the name of the only opponent, "" if there are several."""
    others = [short_name(each) for each in snapshot.seats if each.index != seat]
    return others[0] if len(others) == 1 else ""
