"""Write down the move time of everyone who waits in the queue as the one that they accept."""

from typing import Any

from django.db import migrations


def copy_times(apps: Any, schema_editor: Any) -> None:
    seats = apps.get_model("games", "Seat").objects
    waiting = seats.filter(game__status="waiting", game__kind="queue")
    accepted = apps.get_model("games", "AcceptedTime")
    times = (
        accepted(seat=seat, move_time=seat.game.move_time)
        for seat in waiting.select_related("game")
    )
    accepted.objects.bulk_create(times, ignore_conflicts=True)  # backwards, they are kept


class Migration(migrations.Migration):
    dependencies = [("games", "0016_seeks")]

    operations = [migrations.RunPython(copy_times, migrations.RunPython.noop)]
