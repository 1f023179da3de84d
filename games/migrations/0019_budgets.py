"""Let games have a bank for each player, and any time for a turn that a clock can show."""

import datetime as dt
from typing import Any

from django.db import migrations, models
from django.db.models import Case, F, Q, Value, When

DAY = 86_400
OLDER_MOVE_TIMES = (60, 120, 300, 900, DAY, 3 * DAY, 7 * DAY)
POSSIBLE_CLOCK = Q(move_time__gt=0, move_time__lte=14 * DAY, bank=0) | Q(
    move_time__gt=900, move_time__lte=DAY, bank__gt=0, bank__lte=14 * DAY
)


def round_times(apps: Any, schema_editor: Any) -> None:
    """Give games the longest move time of the older schema that is not above a full turn."""
    is_known = Q(bank=0, move_time__in=(0, *OLDER_MOVE_TIMES))
    games = apps.get_model("games", "Game").objects.exclude(is_known)
    longest_first = sorted(OLDER_MOVE_TIMES, reverse=True)
    rounded = [When(full_turn__gte=each, then=Value(each)) for each in longest_first]
    games.annotate(full_turn=F("move_time") + F("bank")).update(
        move_time=Case(*rounded, default=Value(60)), bank=0
    )
    accepted = apps.get_model("games", "AcceptedTime").objects
    for row in accepted.exclude(is_known):
        full_turn = row.move_time + row.bank
        time = next((each for each in longest_first if each <= full_turn), 60)
        if accepted.filter(seat=row.seat_id, move_time=time, bank=0).exists():
            row.delete()
        else:
            accepted.filter(pk=row.pk).update(move_time=time, bank=0)


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
        # Backwards this comes first: the older schema refuses other times.
        migrations.RunPython(migrations.RunPython.noop, round_times),
    ]
