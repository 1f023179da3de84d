"""What has happened in a game over days since its player's last move, all of it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

from games.messages import stories as told
from games.messages.names import Names
from games.models import Event, Game
from games.presenters.events import tell_happened
from games.presenters.people import short_name
from games.presenters.shapes import HappenedView
from games.snapshots import Snapshot, derive_states

AWAY: Final = dt.timedelta(hours=6)
"""How long after the own last move a player is told what has happened since."""


@dataclass(frozen=True, slots=True)
class StoryView:
    """A title, and the own last move with every event since, each with what it brought."""

    title: str
    events: tuple[HappenedView, ...]


def view_story(snapshot: Snapshot, user_id: int | None, *, now: dt.datetime) -> StoryView | None:
    """Return what a player who comes back has missed, None if that is nothing.

    All events are played again for it, which a page costs only a player who has been away.
    """
    game, seat = snapshot.game, snapshot.seat_of(user_id)
    if seat is None or game.status != Game.Status.PLAYING or not game.is_over_days:
        return None
    events = snapshot.events[game.opening_moves :]
    own = _last_move(events, seat.index)
    began = events[own - 1].at if own else game.started_at
    if own == len(events) or began is None or now - began < AWAY:
        return None
    states = derive_states(game, snapshot.deck, snapshot.events)[game.opening_moves :]
    names = Names(tuple(short_name(each) for each in snapshot.seats), seat.index)
    title = told.since_your_move if own else told.since_the_deal
    return StoryView(
        title((now - began).total_seconds()),
        tuple(
            tell_happened(game.rules, events[:number], states[number - 1], states[number], names)
            for number in range(max(own, 1), len(events) + 1)
        ),
    )


def _last_move(events: tuple[Event, ...], seat: int) -> int:
    """Return the number of the last move that a player made at the table, 0 if there is none."""
    moves = (
        number
        for number, event in enumerate(events, start=1)
        if event.kind == Event.Kind.MOVE and event.seat == seat and not event.is_planned
    )
    return max(moves, default=0)
