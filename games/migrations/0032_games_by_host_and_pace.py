"""Find the games of a host by their kind, and live games without looking at those over days."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0031_thinking_lines"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="host",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["status", "move_time"], name="game_pace"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["host", "kind"], name="game_hosted"),
        ),
    ]
