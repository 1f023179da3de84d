"""What is read by others than players at the table: computers, operators, the download."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from games.models import Game, SiteClock
from games.snapshots import Snapshot, recall, take_snapshot
from games.tables.words import player_name


@dataclass(frozen=True, slots=True)
class ComputerTurn:
    """What a computer player gets: its seat's view, and the number of moves it shows.

    `view` is the position document of the seat, or None while secret cards are picked.
    """

    variant: str
    seat: int
    level: str
    seen: int
    view: dict[str, Any] | None


def computer_turn(game_id: int) -> ComputerTurn | None:
    """Return the turn of a computer player in that game, or None when it is not its turn."""
    game = Game.objects.get(pk=game_id)
    snapshot = recall(game.public_id, game.version) or take_snapshot(
        game, list(game.seats.select_related("user").order_by("index"))
    )
    for seat in snapshot.seats:
        if not seat.computer:
            continue
        if game.status == Game.Status.PICKING and seat.index not in snapshot.picks:
            return ComputerTurn(game.variant, seat.index, seat.computer, 0, None)
        if game.status == Game.Status.PLAYING and game.to_move == seat.index:
            view = game.rules.document(snapshot.state, seat.index)
            return ComputerTurn(game.variant, seat.index, seat.computer, game.move_count, view)
    return None


def health(*, now: dt.datetime) -> dict[str, float | None]:
    """Return how many seconds ago the last sweep was and since when a turn is overdue."""
    site_clock = SiteClock.objects.filter(pk=1).first()
    swept_at = site_clock.swept_at if site_clock else None
    oldest = (
        Game.objects.filter(status__in=Game.RUNNING)
        .order_by("deadline")
        .values_list("deadline", flat=True)
        .first()
    )
    return {
        "sweep_age": (now - swept_at).total_seconds() if swept_at else None,
        "overdue": max(0.0, (now - oldest).total_seconds()) if oldest else 0.0,
    }


def own_games_document(user: User) -> list[dict[str, Any]]:
    """Return the user's games for the download of their data, as the user may see them now."""
    games = Game.objects.filter(seats__user=user).order_by("created_at")
    return [
        _own_game(take_snapshot(game, list(game.seats.select_related("user"))), user)
        for game in games.iterator(chunk_size=200)
    ]


def _own_game(snapshot: Snapshot, user: User) -> dict[str, Any]:
    game, seat = snapshot.game, snapshot.seat_of(user.pk)
    assert seat is not None
    is_over = game.status == Game.Status.FINISHED
    return {
        "game": game.public_id,
        "variant": game.variant,
        "rules_version": game.rules_version,
        "move_time": game.move_time,
        "status": game.status,
        "reason": game.reason,
        "created_at": game.created_at.isoformat(),
        "finished_at": game.finished_at.isoformat() if game.finished_at else None,
        "your_seat": seat.index,
        "seats": [
            {
                "name": player_name(other),
                "result": other.result,
                "total": str(other.total) if other.total is not None else None,
            }
            for other in snapshot.seats
        ],
        "shuffle": {
            "commitment": snapshot.deck.commitment,
            "seed": bytes(snapshot.deck.seed).hex() if is_over else None,
            "values": snapshot.deck.values if is_over else None,
        },
        "moves": [
            {
                "number": event.number,
                "kind": event.kind,
                "seat": event.seat,
                "text": _readable_text(event.text, is_own=event.seat == seat.index, over=is_over),
                "at": event.at.isoformat(),
            }
            for event in snapshot.events
        ],
    }


def _readable_text(text: str, *, is_own: bool, over: bool) -> str:
    """Return a move's text; another player's secret card stays hidden until the end."""
    if text.startswith("secret ") and not (is_own or over):
        return "secret ??"
    return text
