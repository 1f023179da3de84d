"""Let the database fill in that a game is no lesson, as for releases that know of none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_times_of_waiting_players"),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="lesson",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="its name, if it is one",
                max_length=20,
            ),
        ),
    ]
