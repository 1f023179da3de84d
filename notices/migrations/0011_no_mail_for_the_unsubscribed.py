"""Let those who want no e-mail at all get none about what comes by e-mail from now on."""

from django.db import migrations
from django.db.models import Count

ON_AT_FIRST = ["turn", "warning", "started", "invitation", "vacation", "ended", "webhook"]


def switch_off(apps, schema_editor):
    Switch = apps.get_model("notices", "Switch")
    off = Switch.objects.filter(channel="mail", is_on=False, kind__in=ON_AT_FIRST)
    wanted = Switch.objects.filter(channel="mail", is_on=True).values("user")
    counted = off.exclude(user__in=wanted).values("user").annotate(number=Count("pk"))
    Switch.objects.bulk_create(
        (
            Switch(user_id=user_id, kind=kind, channel="mail", is_on=False)
            for user_id in counted.filter(number=len(ON_AT_FIRST)).values_list("user", flat=True)
            for kind in ("sanction", "queue")
        ),
        batch_size=1000,
        ignore_conflicts=True,
    )


def forget_new_kinds(apps, schema_editor):
    for name in ("Notice", "Switch"):
        apps.get_model("notices", name).objects.filter(kind__in=["queue", "account"]).delete()


class Migration(migrations.Migration):
    dependencies = [("notices", "0010_staff_and_account")]
    operations = [migrations.RunPython(switch_off, forget_new_kinds)]
