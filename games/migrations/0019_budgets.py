"""Let games have a bank for each player, and any time for a turn that a clock can show."""

import datetime as dt

from django.db import migrations, models
from django.db.models import Q

DAY = 86_400
POSSIBLE_CLOCK = Q(move_time__gt=0, move_time__lte=14 * DAY, bank=0) | Q(
    move_time__gt=900, move_time__lte=DAY, bank__gt=0, bank__lte=14 * DAY
)


class Migration(migrations.Migration):
    dependencies = [("games", "0018_default_lesson")]

    operations = [
        migrations.RemoveConstraint("game", "game_move_time_is_offered"),
        migrations.RemoveConstraint("acceptedtime", "accepted_time_is_offered"),
        migrations.RemoveConstraint("acceptedtime", "accepted_time_is_stored_once"),
        migrations.AlterField(
            "game", "move_time", models.PositiveIntegerField(help_text="seconds for each turn")
        ),
        migrations.AddField(
            "game",
            "bank",
            models.PositiveIntegerField(
                default=0,
                db_default=0,
                help_text="seconds that each player can have besides, and has at the start",
            ),
        ),
        migrations.AddField(
            "seat",
            "bank",
            models.DurationField(
                default=dt.timedelta(0),
                db_default=dt.timedelta(0),
                help_text="what was in the bank when the newest turn began",
            ),
        ),
        migrations.AlterField(
            "acceptedtime",
            "move_time",
            models.PositiveIntegerField(help_text="seconds for each turn"),
        ),
        migrations.AddField(
            "acceptedtime",
            "bank",
            models.PositiveIntegerField(
                default=0, db_default=0, help_text="seconds in the bank at the start"
            ),
        ),
        migrations.AlterModelOptions(
            "acceptedtime", options={"ordering": ["seat", "move_time", "bank"]}
        ),
        migrations.AddConstraint(
            "acceptedtime",
            models.UniqueConstraint(
                fields=("seat", "move_time", "bank"), name="accepted_time_is_stored_once"
            ),
        ),
        migrations.AddConstraint(
            "acceptedtime",
            models.CheckConstraint(condition=POSSIBLE_CLOCK, name="accepted_time_is_possible"),
        ),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(
                condition=POSSIBLE_CLOCK | Q(move_time=0, bank=0, kind__in=["computer", "lesson"]),
                name="game_clock_is_possible",
            ),
        ),
        migrations.AddConstraint(
            "seat",
            models.CheckConstraint(
                condition=Q(bank__gte=dt.timedelta(0)), name="seat_owes_the_bank_nothing"
            ),
        ),
    ]
