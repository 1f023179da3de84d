"""Keep of which game a cancelled rematch was to be one, also once another one is offered.

Until it is restarted in an upgrade, a web process of the older release shows the cancelled one of
two rematches, and an offer that it would make in place of the other is refused by the database.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def forget_replaced_rematches(apps: Any, schema_editor: Any) -> None:
    """Leave each game only the newest rematch."""
    games = apps.get_model("games", "Game").objects
    newer = games.filter(rematch_of=models.OuterRef("rematch_of"), pk__gt=models.OuterRef("pk"))
    replaced = list(games.filter(models.Exists(newer)).values_list("pk", flat=True))
    games.filter(pk__in=replaced).update(rematch_of=None)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0032_games_by_host_and_pace"),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="rematch_of",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematches",
                to="games.game",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("rematch_of__isnull", False), models.Q(("status", "cancelled"), _negated=True)
                ),
                fields=("rematch_of",),
                name="game_has_one_rematch",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, forget_replaced_rematches),
    ]
