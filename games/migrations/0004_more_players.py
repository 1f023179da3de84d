import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


def move_values(apps, schema_editor):
    """Move the browsers' random values to the seats, because not every game has picks."""
    seats = apps.get_model("games", "Seat")
    for pick in apps.get_model("games", "SecretPick").objects.exclude(value="").iterator():
        seats.objects.filter(pk=pick.seat_id).update(value=pick.value)


def name_hosts(apps, schema_editor):
    """Make the player in the first seat the host: until now only that player created tables."""
    first = apps.get_model("games", "Seat").objects.filter(game=models.OuterRef("pk"), index=0)
    apps.get_model("games", "Game").objects.update(host_id=models.Subquery(first.values("user")))


class Migration(migrations.Migration):
    # PostgreSQL cannot change a table and its rows in one transaction.
    atomic = False

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0003_verification"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="players",
            field=models.PositiveSmallIntegerField(default=2),
        ),
        migrations.AddField(
            model_name="game",
            name="host",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="options",
            field=models.JSONField(blank=True, default=dict, help_text="those that are not usual"),
        ),
        migrations.AddField(
            model_name="seat",
            name="stand_in",
            field=models.CharField(
                blank=True,
                help_text="level of the computer player for who dropped out",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="value",
            field=models.CharField(
                blank=True, help_text="the browser's part of the shuffle", max_length=64
            ),
        ),
        migrations.AddField(
            model_name="deck",
            name="extras",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.RunPython(move_values, migrations.RunPython.noop),
        migrations.RunPython(name_hosts, migrations.RunPython.noop),
        migrations.RemoveField(model_name="secretpick", name="value"),
        migrations.RemoveConstraint(model_name="game", name="game_move_time_is_offered"),
        migrations.RemoveConstraint(model_name="game", name="game_has_a_deadline_while_it_runs"),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(move_time__in=(60, 120, 300, 900, 86400, 259200, 604800))
                | Q(move_time=0, kind="computer"),
                name="game_move_time_is_offered",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(players__gte=2, players__lte=4), name="game_has_two_to_four_players"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(
                    status__in=["picking", "playing"], move_time__gt=0, deadline__isnull=False
                )
                | (
                    (~Q(status__in=["picking", "playing"]) | Q(move_time=0))
                    & Q(deadline__isnull=True)
                ),
                name="game_has_a_deadline_while_it_runs",
            ),
        ),
    ]
