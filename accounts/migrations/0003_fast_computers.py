from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_table_settings"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="fast",
            field=models.BooleanField(
                default=False,
                help_text="They answer at once, when everybody at the table wants it.",
                verbose_name="fast computer players",
            ),
        ),
    ]
