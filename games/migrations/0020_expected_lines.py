"""Store how sure an analysis is of what a move cost, and what it expects after the best one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0019_budgets")]

    operations = [
        migrations.AddField(
            "analysedmove",
            "error",
            models.FloatField(
                blank=True, help_text="the standard error of what it cost", null=True
            ),
        ),
        migrations.AddField(
            "analysedmove",
            "line",
            models.JSONField(blank=True, help_text="the moves expected from there", null=True),
        ),
    ]
