"""Call the events of a game what they are: a move is only one kind of them."""

from django.db import migrations, models
from django.db.models import Q

KINDS = ["move", "timeout", "resignation", "take-over", "reshuffle"]


class Migration(migrations.Migration):
    dependencies = [("games", "0009_level_failures")]

    operations = [
        migrations.RemoveConstraint(model_name="move", name="move_number_is_unique"),
        migrations.RemoveConstraint(model_name="move", name="move_numbers_start_at_one"),
        migrations.RemoveConstraint(model_name="move", name="move_kind_is_known"),
        migrations.RemoveConstraint(model_name="move", name="move_has_a_text"),
        migrations.RenameModel("Move", "Event"),
        migrations.AlterField(
            model_name="event",
            name="game",
            field=models.ForeignKey(
                on_delete=models.CASCADE, related_name="events", to="games.game"
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(
                fields=["game", "number"], name="event_number_is_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=Q(number__gte=1), name="event_numbers_start_at_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=Q(kind__in=KINDS), name="event_kind_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=~Q(kind__in=["move", "reshuffle"]) | ~Q(text=""),
                name="event_has_a_text",
            ),
        ),
    ]
