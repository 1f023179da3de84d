"""Let a player in the queue accept several move times, and be called from another page."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

MOVE_TIMES = (60, 120, 300, 900, 86_400, 3 * 86_400, 7 * 86_400)


def forget_queues(apps: Any, schema_editor: Any) -> None:
    """Delete the rows that are locked during a pairing; each is created again when it is needed."""
    apps.get_model("games", "Queue").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0015_lessons")]

    operations = [
        migrations.RunPython(forget_queues, migrations.RunPython.noop),
        migrations.RemoveConstraint("queue", "queue_is_unique"),
        migrations.RemoveField("queue", "move_time"),
        migrations.AlterField("queue", "variant", models.CharField(max_length=20, unique=True)),
        migrations.AddField(
            "game",
            "called_until",
            models.DateTimeField(
                blank=True,
                null=True,
                help_text="how long the opponent who is here waits for the host, "
                "who is on another page",
            ),
        ),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(
                condition=Q(called_until__isnull=True) | Q(status="waiting", kind="queue"),
                name="game_calls_its_host_while_it_waits",
            ),
        ),
        migrations.CreateModel(
            name="AcceptedTime",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("move_time", models.PositiveIntegerField(help_text="seconds")),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="accepted_times",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["seat", "move_time"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("seat", "move_time"), name="accepted_time_is_stored_once"
                    ),
                    models.CheckConstraint(
                        condition=Q(move_time__in=MOVE_TIMES), name="accepted_time_is_offered"
                    ),
                ],
            },
        ),
        # Backwards this comes first: the rows would lack the move time that comes back.
        migrations.RunPython(migrations.RunPython.noop, forget_queues),
    ]
