"""Count how reliably and how quickly the players have played so far.

Of the site's own code this uses only the rules.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db import migrations
from django.db.models import Case, Count, Exists, F, OuterRef, Value, When

from games import rules

CHUNK = 200
LIVE_MOVE_TIME = 900
HOUR, DAY = 3_600, 86_400
BOUNDS = (HOUR // 4, HOUR, 2 * HOUR, 5 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)


def count(apps: Any, schema_editor: Any) -> None:
    user, pace, seat, event = (
        apps.get_model(*name.split(".")).objects
        for name in ("accounts.User", "games.Pace", "games.Seat", "games.Event")
    )
    players, after = user.order_by("pk").values_list("pk", flat=True), 0
    while chunk := list(players.filter(pk__gt=after)[:CHUNK]):
        people = seat.filter(game=OuterRef("game"), computer="").exclude(index=OuterRef("index"))
        over = seat.filter(Exists(people.order_by()), user__in=chunk, game__status="finished")
        seats = over.exclude(game__kind="lesson").order_by()
        pace.bulk_create(pace.model(**values) for values in _count(seats, event))
        after = chunk[-1]


def forget(apps: Any, schema_editor: Any) -> None:
    """Delete what was counted: it is not kept up to date until it is counted again."""
    apps.get_model("games", "Pace").objects.all().delete()


def _count(seats: Any, events: Any) -> Iterator[dict[str, Any]]:
    """Yield the values of each player at these seats."""
    faults: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    found = _at(seats, events.filter(kind__in=("timeout", "resignation")))
    for game, seat, kind, number in found.values_list("game", "seat", "kind").annotate(
        number=Count("pk", distinct=True)
    ):
        faults[game, seat][kind] = number
    moves, counted = _count_moves(seats, events), dict[int, dict[str, Any]]()
    fields = ("user", "game", "index", "stand_in", "game__variant")
    for player, game, index, stand_in, name in seats.values_list(*fields):
        values = counted.setdefault(
            player,
            {
                "player_id": player,
                "begun": 0,
                "finished": 0,
                "violations": 0,
                "moves": moves[player],
            },
        )
        own, variant = faults[game, index], rules.VARIANTS.get(name)
        late = own.get("timeout", 0)
        is_out = variant is not None and late >= variant.max_violations
        values["begun"] += 1
        values["finished"] += not (stand_in or "resignation" in own or is_out)
        values["violations"] += late
    yield from counted.values()


def _count_moves(seats: Any, events: Any) -> dict[int, list[int]]:
    """Return how many moves over days each player has made, by how long they took."""
    slow = seats.filter(game__move_time__gt=LIVE_MOVE_TIME, stand_in="")
    bounds = [When(seconds__lte=bound, then=Value(place)) for place, bound in enumerate(BOUNDS)]
    made = _at(slow, events.filter(kind="move", seconds__gt=0))
    made = made.annotate(place=Case(*bounds, default=Value(len(BOUNDS))))
    moves: dict[int, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 1))
    for player, place, number in made.values_list("game__seats__user", "place").annotate(
        number=Count("pk", distinct=True)
    ):
        moves[player][place] += number
    return moves


def _at(seats: Any, events: Any) -> Any:
    """Return those of the events that happened at these seats."""
    return events.filter(game__seats__in=seats, seat=F("game__seats__index")).order_by()


class Migration(migrations.Migration):
    dependencies = [("games", "0023_pace")]

    operations = [migrations.RunPython(count, forget)]
