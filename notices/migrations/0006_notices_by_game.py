from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0005_ask_before_mail"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="notice", name="notice_is_written_once"),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                fields=("game", "user", "kind", "version"), name="notice_is_written_once"
            ),
        ),
    ]
