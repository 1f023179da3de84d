"""Index the names that players show, for new guests get one that nobody has."""

from django.db import migrations, models
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_sounds_on"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="user",
            index=models.Index(Lower("display_name"), name="accounts_user_display_name"),
        ),
    ]
