"""What the staff reads of games when somebody is reported: nothing that is still secret."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import F, QuerySet

from accounts.models import User
from games.models import Event, Game, Seat
from games.rules import UnknownRules
from games.selectors.records import record_of
from games.snapshots import read_snapshots, with_state

LAPSES = (Event.Kind.TIMEOUT, Event.Kind.RESIGNATION, Event.Kind.TAKE_OVER)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A game as a spectator may see it: who plays, and its events with their times.

    Each event is its number, its moment, its seat if it has one, its kind and its text.
    """

    game: Game
    seats: tuple[Seat, ...]
    events: tuple[tuple[int, dt.datetime, Seat | None, str, str], ...]


def find_evidence(public_id: str) -> Evidence:
    """Return a game, private or not, as a spectator may see it. Raises `Game.DoesNotExist`.

    Only its rules say what is hidden in a running game: if they are not known, it has no texts.
    """
    snapshot = next(read_snapshots(Game.objects.filter(public_id=public_id)), None)
    if snapshot is None:
        raise Game.DoesNotExist
    try:
        record = record_of(with_state(snapshot), None)
        texts = [shown.text for shown in record.events]
    except UnknownRules:
        is_over = snapshot.game.status == Game.Status.FINISHED
        texts = [event.text if is_over else "" for event in snapshot.events]
    events = tuple(
        (
            event.number,
            event.at,
            snapshot.seats[event.seat] if event.seat is not None else None,
            event.kind,
            text,
        )
        for event, text in zip(snapshot.events, texts, strict=True)
    )
    return Evidence(snapshot.game, snapshot.seats, events)


def find_lapses(player: User, *, since: dt.datetime) -> QuerySet[Event]:
    """Return the violations, forfeits and take-overs at a player's seats, the newest first."""
    made = Event.objects.filter(
        kind__in=LAPSES, at__gte=since, game__seats__user=player, seat=F("game__seats__index")
    )
    return made.select_related("game").order_by("-at", "-pk")


def find_company_in_games(player: User) -> list[tuple[Game, int]]:
    """Return the running games that a player has not left, each with every other person in it."""
    mine = Seat.objects.filter(user=player, finished_at=None, stand_in="")
    others = Seat.objects.filter(
        game__in=mine.values("game"), game__status__in=Game.RUNNING, user__isnull=False, stand_in=""
    ).exclude(user=player)
    return [
        (seat.game, seat.user_id)
        for seat in others.select_related("game").order_by("pk")
        if seat.user_id is not None
    ]
