# Only labels, help texts and messages change here: no operation touches the database.

import django.core.validators
import django.db.models.functions.text
from django.db import migrations, models

import accounts.models
import accounts.names


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_fast_computers"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="user",
            options={"verbose_name": "user", "verbose_name_plural": "users"},
        ),
        migrations.AlterField(
            model_name="user",
            name="display_name",
            field=models.CharField(
                blank=True,
                max_length=30,
                validators=[accounts.names.validate_display_name],
                verbose_name="display name",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="fast",
            field=models.BooleanField(
                default=False,
                help_text="They move at once if everyone at the table has this switched on.",
                verbose_name="fast computer players",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="four_colours",
            field=models.BooleanField(
                default=False,
                help_text="Diamonds are blue and clubs are green.",
                verbose_name="four-colour deck",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="sounds",
            field=models.BooleanField(
                default=False, help_text="When a card is played or taken.", verbose_name="sounds"
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="ticking",
            field=models.BooleanField(
                default=False,
                help_text="During the last 15 seconds of your turn.",
                verbose_name="ticking clock",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="time_zone",
            field=models.CharField(
                default="UTC",
                max_length=64,
                verbose_name="time zone",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "That username is taken."},
                help_text="Up to 30 characters: letters (a to z), digits, dots, hyphens and underscores.",
                max_length=30,
                unique=True,
                validators=[
                    django.core.validators.RegexValidator(
                        "\\A[A-Za-z0-9][A-Za-z0-9._-]*\\Z",
                        "Use only letters (a to z), digits, dots, hyphens and underscores, and begin with a letter or a digit.",
                    )
                ],
                verbose_name="username",
            ),
        ),
        migrations.AlterConstraint(
            model_name="user",
            name="accounts_user_username_any_case",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("username"),
                name="accounts_user_username_any_case",
                violation_error_message="That username is taken.",
            ),
        ),
    ]
