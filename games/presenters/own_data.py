"""The games of a player's own, for the download of their data."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.messages.facts import tell_fact
from games.models import PACE_BOUNDS, Game
from games.rules import UnknownRules
from games.rules.record import write_record
from games.selectors.hints import find_hints
from games.selectors.notes import find_notes
from games.selectors.paces import find_pace
from games.selectors.plans import find_own_plans
from games.selectors.records import iso_utc, record_of
from games.selectors.tallies import find_results
from games.selectors.vacations import find_vacations
from games.snapshots import Snapshot, read_snapshots, with_state


def own_games_document(user: User) -> list[dict[str, Any]]:
    """Return all games of the user for the download of their data, as they may see them now."""
    games = Game.objects.filter(seats__user=user)
    notes, plans, hints = find_notes(user), find_own_plans(user), find_hints(user)
    return [
        {
            **_own_game(snapshot, user),
            "notes": notes.get(snapshot.game.pk, ""),
            "plans": plans.get(snapshot.game.pk, []),
            "last_hint": hints.get(snapshot.game.pk),
        }
        for snapshot in read_snapshots(games)
    ]


def own_results_document(user: User) -> list[dict[str, Any]]:
    """Return how many games the user has won, lost and drawn, for each variant."""
    return [
        {"variant": variant, "won": won, "lost": lost, "drawn": drawn}
        for variant, won, lost, drawn in find_results(user, user)
    ]


def own_pace_document(user: User) -> dict[str, Any]:
    """Return what is counted of how the user plays."""
    pace = find_pace(user)
    if pace is None:
        return {}
    return {
        "games_begun": pace.begun,
        "games_finished": pace.finished,
        "violations": pace.violations,
        "seconds": list(PACE_BOUNDS),
        "moves_within_these_seconds_and_slower_ones": pace.moves,
    }


def own_vacations_document(user: User) -> list[dict[str, Any]]:
    """Return the vacations of the user."""
    return [
        {
            "began": iso_utc(vacation.began_at),
            "ends": iso_utc(vacation.ends_at),
            "began_automatically": vacation.is_automatic,
        }
        for vacation in find_vacations(user)
    ]


def _own_game(snapshot: Snapshot, user: User) -> dict[str, Any]:
    """Return a game as the user may see it; after dropping out, like any spectator."""
    game = snapshot.game
    seat = next(each for each in snapshot.seats if each.user_id == user.pk)
    try:
        record = write_record(
            record_of(with_state(snapshot), None if seat.stand_in else seat.index)
        )
    except UnknownRules as unknown:
        record = {"missing": tell_fact(unknown.fact)}
    return {
        "kind": game.kind,
        "lesson": game.lesson,
        "status": game.status,
        "reason": game.reason,
        "created_at": iso_utc(game.created_at),
        "your_seat": seat.index,
        "plays_only_moves": seat.plays_only_moves,
        "planned_events": [
            event.number
            for event in snapshot.events
            if event.is_planned and event.seat == seat.index
        ],
        "record": record,
    }
