"""Send no mail to people who gave their address when it was for the password only."""

from django.db import migrations

BY_MAIL_AT_FIRST = ("turn", "warning", "started", "invitation", "ended", "webhook")


def switch_mail_off(apps, schema_editor):
    confirmed = apps.get_model("account", "EmailAddress").objects.filter(verified=True)
    Switch = apps.get_model("notices", "Switch")
    Switch.objects.bulk_create(
        (
            Switch(user_id=user_id, kind=kind, channel="mail", is_on=False)
            for user_id in confirmed.values_list("user", flat=True).distinct()
            for kind in BY_MAIL_AT_FIRST
        ),
        batch_size=1000,
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0004_devices"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]
    operations = [migrations.RunPython(switch_mail_off, migrations.RunPython.noop)]
