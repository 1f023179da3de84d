"""Copy the end of each game to its seats, and count the tallies of all finished games."""

from typing import Any

from django.db import migrations
from django.db.models import Count, OuterRef, Subquery

PUBLIC = ("queue", "open")


def copy_ends(apps: Any, schema_editor: Any) -> None:
    games = apps.get_model("games", "Game").objects.filter(pk=OuterRef("game_id"))
    seats = apps.get_model("games", "Seat").objects.filter(game__finished_at__isnull=False)
    seats.update(finished_at=Subquery(games.values("finished_at")))


def count_tallies(apps: Any, schema_editor: Any) -> None:
    tally = apps.get_model("games", "Tally")
    seats = apps.get_model("games", "Seat").objects.order_by()
    seats = seats.filter(game__status="finished", user__isnull=False).exclude(result="")
    public, private = (
        seats.filter(game__kind__in=PUBLIC),
        seats.exclude(game__kind__in=PUBLIC),
    )
    fields = ("user", "game__variant", "result")
    counted: dict[tuple[int, int | None, str], dict[str, int]] = {}
    for player, variant, result, number in public.values_list(*fields).annotate(n=Count("pk")):
        counted.setdefault((player, None, variant), {})[result] = number
    shared = private.values_list(*fields, "game__seats__user").annotate(n=Count("pk"))
    for player, variant, result, viewer, number in shared:
        if viewer is not None:
            counted.setdefault((player, viewer, variant), {})[result] = number
    tally.objects.bulk_create(
        (
            tally(player_id=player, viewer_id=viewer, variant=variant, **results)
            for (player, viewer, variant), results in counted.items()
        ),
        batch_size=1000,
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0013_tallies")]

    operations = [
        migrations.RunPython(copy_ends, migrations.RunPython.noop),
        migrations.RunPython(count_tallies, migrations.RunPython.noop),
    ]
