"""Index what the sweep looks for without the finished games."""

from typing import Any

from django.db import migrations, models
from django.db.models import F, Q

FIELDS = {
    "deadline": "game_deadline",
    "computer_moves_at": "game_computer_moves_at",
    "seen_at": "game_waiting_seen",
}


def fill_seen_at(apps: Any, schema_editor: Any) -> None:
    waiting = apps.get_model("games", "Game").objects.filter(status="waiting", seen_at=None)
    waiting.update(seen_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("games", "0011_stored_choice")]

    operations = [
        migrations.RunPython(fill_seen_at, migrations.RunPython.noop),
        migrations.AlterField(
            "game", "computer_moves_at", models.DateTimeField(blank=True, null=True)
        ),
        migrations.AlterField("game", "deadline", models.DateTimeField(blank=True, null=True)),
        *(
            migrations.AddIndex(
                "game",
                models.Index(fields=[field], name=name, condition=Q((f"{field}__isnull", False))),
            )
            for field, name in FIELDS.items()
        ),
        migrations.AddConstraint(
            "game",
            models.CheckConstraint(
                condition=~Q(status="waiting") | Q(seen_at__isnull=False),
                name="game_is_seen_while_it_waits",
            ),
        ),
    ]
