"""Count the points so far in the games that are being played."""

from typing import Any

from django.db import migrations

from games import rules
from games.snapshots import play_event, standing_of


def count_standings(apps: Any, schema_editor: Any) -> None:
    for game in apps.get_model("games", "Game").objects.filter(status="playing"):
        try:
            variant = rules.variant(game.variant, game.rules_version)
        except rules.UnknownRules:
            continue
        deck = game.decks.get()
        options = {**game.options, **deck.extras}
        state = variant.begin(
            deck.cards.split(), players=game.players, starter=deck.starter, options=options
        )
        for event in game.events.order_by("number"):
            state = play_event(variant, state, event)
        game.standing = standing_of(variant, state)
        game.save(update_fields=["standing"])


class Migration(migrations.Migration):
    dependencies = [("games", "0021_my_games")]

    operations = [migrations.RunPython(count_standings, migrations.RunPython.noop)]
