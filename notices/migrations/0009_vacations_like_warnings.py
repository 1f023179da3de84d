"""Tell nobody of automatic vacations by a channel by which they want no warnings."""

from django.db import migrations


def switch_off_like_warnings(apps, schema_editor):
    Switch = apps.get_model("notices", "Switch")
    unwanted = Switch.objects.filter(kind="warning", is_on=False)
    Switch.objects.bulk_create(
        (
            Switch(user_id=user_id, kind="vacation", channel=channel, is_on=False)
            for user_id, channel in unwanted.values_list("user", "channel")
        ),
        batch_size=1000,
        ignore_conflicts=True,
    )


def forget_vacations(apps, schema_editor):
    for name in ("Notice", "Switch"):
        apps.get_model("notices", name).objects.filter(kind="vacation").delete()


class Migration(migrations.Migration):
    dependencies = [("notices", "0008_vacations")]
    operations = [migrations.RunPython(switch_off_like_warnings, forget_vacations)]
