"""Count how reliably and how quickly the players have played so far."""

from typing import Any

from django.db import migrations

from games.selectors.paces import count_paces

CHUNK = 200


def count(apps: Any, schema_editor: Any) -> None:
    user, pace, seat, event = (
        apps.get_model(*name.split("."))
        for name in ("accounts.User", "games.Pace", "games.Seat", "games.Event")
    )
    players, after = user.objects.order_by("pk").values_list("pk", flat=True), 0
    while chunk := list(players.filter(pk__gt=after)[:CHUNK]):
        counted = count_paces(chunk, seats=seat.objects, events=event.objects)
        pace.objects.bulk_create(
            pace(player_id=player, begun=begun, finished=finished, violations=late, moves=moves)
            for player, (begun, finished, late, moves) in counted.items()
        )
        after = chunk[-1]


def forget(apps: Any, schema_editor: Any) -> None:
    """Delete what was counted: it is not kept up to date until it is counted again."""
    apps.get_model("games", "Pace").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0023_pace")]

    operations = [migrations.RunPython(count, forget)]
