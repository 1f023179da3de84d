"""Delete the analyses without the moves of computer players. They are made again on request."""

from django.db import migrations
from django.db.models import Q


def forget_partial_analyses(apps, schema_editor):
    Game = apps.get_model("games", "Game")
    Analysis = apps.get_model("games", "Analysis")
    with_computers = Game.objects.filter(Q(seats__computer__gt="") | Q(seats__stand_in__gt=""))
    Analysis.objects.filter(game__in=with_computers).delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0006_seen_players")]

    operations = [migrations.RunPython(forget_partial_analyses, migrations.RunPython.noop)]
