"""Give each person a line of the turns for which a computer player has to think."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SLOW_LEVELS = ("strong", "master")


def put_turns_in_line(apps: Any, schema_editor: Any) -> None:
    """Put the turns that wait for a computer player into the line of the game's host."""
    seats = apps.get_model("games", "Seat").objects.filter(
        game__status="playing", index=models.F("game__to_move"), computer__in=SLOW_LEVELS
    )
    games = apps.get_model("games", "Game").objects.filter(pk__in=seats.values("game"))
    games.update(thinks_for=models.F("host"))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_vacations"),
        ("games", "0030_outages"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Hint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seen", models.PositiveIntegerField(help_text="how many moves the table showed")),
                ("asked_at", models.DateTimeField(help_text="only while it is wanted", null=True)),
                ("text", models.CharField(blank=True, max_length=400)),
            ],
        ),
        migrations.CreateModel(
            name="ThinkingLine",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="thinking_line",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "begun_at",
                    models.DateTimeField(
                        blank=True, help_text="when the newest turn or hint was begun", null=True
                    ),
                ),
                (
                    "busy_until",
                    models.DateTimeField(
                        blank=True,
                        help_text="when the one that is thought of counts as lost",
                        null=True,
                    ),
                ),
                (
                    "paced_until",
                    models.DateTimeField(
                        blank=True,
                        help_text="until when the turns so far last, one after the other",
                        null=True,
                    ),
                ),
                (
                    "analysed_at",
                    models.DateTimeField(
                        blank=True,
                        help_text="when the newest slice of an analysis was begun",
                        null=True,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="is_paced",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="that turn waits because there were too many in a minute",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="thinks_for",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                help_text="in whose line the turn of a computer player waits that has to think",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="analysis",
            name="touched_at",
            field=models.DateTimeField(
                blank=True, help_text="when the slice that is under way was begun", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("thinks_for__isnull", False)),
                fields=["thinks_for"],
                name="game_thinks_for",
            ),
        ),
        migrations.AddField(
            model_name="hint",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="hints",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="hint",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="hint",
            index=models.Index(
                condition=models.Q(("asked_at__isnull", False)),
                fields=["asked_at"],
                name="hint_wanted",
            ),
        ),
        migrations.AddConstraint(
            model_name="hint",
            constraint=models.UniqueConstraint(
                fields=("game", "user"), name="hint_is_one_a_player"
            ),
        ),
        migrations.RunPython(put_turns_in_line, migrations.RunPython.noop),
    ]
