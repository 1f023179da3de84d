"""What players have planned for themselves: only ever for the player who asks."""

from __future__ import annotations

from games.models import Event, Plan, Seat
from games.selectors.access import Viewer
from games.snapshots import Snapshot


def find_plans(snapshot: Snapshot, viewer: Viewer) -> list[Plan]:
    """Return a player's plans for the next turn.

    If there are none, return those for the turn that has come last, as long as the player has not
    moved since.
    """
    seat = snapshot.seat_of(viewer.pk)
    if seat is None:
        return []
    # Those made since the snapshot was taken belong to a later one.
    made = Plan.objects.filter(event_count__lte=len(snapshot.events))
    plans = list(made.filter(game=snapshot.game, owner_id=viewer.pk))
    waiting = [plan for plan in plans if plan.outcome == Plan.Outcome.WAITING]
    moved = max(
        (
            event.number
            for event in snapshot.events
            if (event.kind, event.seat) == (Event.Kind.MOVE, seat.index) and not event.is_planned
        ),
        default=0,
    )
    return waiting or [plan for plan in plans if plan.event_count >= moved]


def plays_only_moves(snapshot: Snapshot, viewer: Viewer) -> bool:
    """Return whether a player has asked for only moves to be played; no snapshot knows it."""
    seat = snapshot.seat_of(viewer.pk)
    return seat is not None and Seat.objects.filter(pk=seat.pk, plays_only_moves=True).exists()


def find_own_plans(owner: Viewer) -> dict[int, list[dict[str, str]]]:
    """Return all plans of a player as documents, by game."""
    found: dict[int, list[dict[str, str]]] = {}
    for plan in Plan.objects.filter(owner_id=owner.pk):
        document = {
            "condition": plan.condition,
            "move": plan.move,
            "example": plan.example,
            "outcome": plan.outcome,
        }
        found.setdefault(plan.game_id, []).append(document)
    return found
