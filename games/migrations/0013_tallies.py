"""Make room for tallies of the players' results, and for the order of a player's games."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_sweep_indexes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=20)),
                ("won", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "viewer",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "tallies",
                "constraints": [
                    models.UniqueConstraint(
                        condition=Q(viewer__isnull=True),
                        fields=("player", "variant"),
                        name="public_tally_is_one_a_variant",
                    ),
                    models.UniqueConstraint(
                        condition=Q(viewer__isnull=False),
                        fields=("player", "viewer", "variant"),
                        name="private_tally_is_one_a_viewer_and_variant",
                    ),
                ],
            },
        ),
        migrations.AddField(
            "seat",
            "finished_at",
            models.DateTimeField(
                blank=True,
                null=True,
                help_text="the game's, to find a player's games in their order",
            ),
        ),
        migrations.AlterField(
            "seat",
            "user",
            models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            "seat",
            models.Index(fields=["user", "-finished_at", "-game"], name="seat_of_a_user_newest"),
        ),
        migrations.RemoveConstraint("verification", "verification_counts_games"),
        migrations.AddField(
            "verification", "last_player_id", models.PositiveBigIntegerField(default=0)
        ),
        migrations.AddField("verification", "players", models.PositiveIntegerField(default=0)),
        migrations.AddConstraint(
            "verification",
            models.CheckConstraint(
                condition=Q(differences__lte=F("games") + F("players")),
                name="verification_counts_differences",
            ),
        ),
    ]
