"""One small table that everybody in the lobby is shown: of a running game, or of a recorded one.

It shows what anybody may see who watches a running game, and no hand of either.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from games.messages import offers, showcase
from games.messages.events import tell_deal
from games.messages.language import remembered
from games.models import Game
from games.presenters.boards import board_of
from games.presenters.boards.context import BoardContext
from games.presenters.replay.steps import Replay, replay_record
from games.presenters.shapes import FormState
from games.presenters.table import view_table
from games.rules import UnknownRules
from games.rules.wording.values import show_number
from games.selectors.recorded import SHOWN_STEP, recorded_game
from games.snapshots import Snapshot


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat, with the points of its side in the whole game."""

    name: str
    avatar: str
    level: str
    total: str
    is_turn: bool


@dataclass(frozen=True, slots=True)
class ShowcaseView:
    """A table as a picture, the newest move in words, and the page where there is more of it.

    `board` is what the kind of table adds, which templates/live/boards/<board_name>/ shows; `step`
    is that of a recorded game.
    """

    path: str
    is_live: bool
    label: str
    facts: tuple[str, ...]
    seats: tuple[ShownSeat, ...]
    goal: int | None
    board_name: str
    board: Any
    words: str
    step: int = 0


def order_shown(games: Sequence[Game]) -> list[Game]:
    """Return the public running games in the order in which they are shown.

    The oldest live game comes first, and without a live one the oldest.
    """
    known = [game for game in games if _has_known_rules(game)]
    return sorted(known, key=lambda game: (not game.is_live, game.started_at, game.pk))


def _has_known_rules(game: Game) -> bool:
    try:
        return bool(game.rules)
    except UnknownRules:
        return False


def view_shown_game(snapshot: Snapshot, *, now: dt.datetime) -> ShowcaseView:
    """Return a running public game as anybody may watch it."""
    table = view_table(snapshot, None, now=now)
    newest = table.newest
    time = offers.tell_move_time(snapshot.game.time)
    return ShowcaseView(
        path=snapshot.game.get_absolute_url(),
        is_live=True,
        label=showcase.tell_live(),
        facts=tuple(filter(None, (table.title, table.stage, time))),
        seats=tuple(
            ShownSeat(seat.name, seat.avatar, seat.level, seat.total, seat.is_turn)
            for seat in table.seats
        ),
        goal=table.goal,
        board_name=table.board_name,
        board=table.board,
        words=newest.words if newest is not None else tell_deal(),
    )


@remembered(1)
def recorded_replay() -> Replay:
    """Return the replay of the recorded game."""
    return replay_record(recorded_game())


@remembered(256)
def view_recorded_step(step: int = SHOWN_STEP) -> ShowcaseView:
    """Return a step of the recorded game as it would have been watched."""
    replay = recorded_replay()
    variant, made = replay.variant, replay.steps[step]
    state, since = [
        variant.mask(replay.states[number], None) for number in (step, max(step - 1, 0))
    ]
    context = BoardContext(variant, state, since, None, replay.names, False, FormState())
    return ShowcaseView(
        path=reverse("recorded_game", args=[step]),
        is_live=False,
        label=showcase.tell_recorded(),
        facts=(
            variant.title,
            showcase.tell_players(*replay.levels),
            showcase.tell_step(step, replay.last),
        ),
        seats=tuple(
            ShownSeat(
                name,
                replay.avatars[seat],
                replay.levels[seat],
                show_number(made.totals[variant.side(state, seat)]),
                seat == state.to_move,
            )
            for seat, name in enumerate(replay.names)
        ),
        goal=variant.goal(state),
        board_name=variant.board,
        board=board_of(variant).view_board(context),
        words=made.words,
        step=step,
    )
