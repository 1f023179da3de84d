"""Count the points so far in the games that are being played."""

from typing import Any

from django.db import migrations

from games import rules
from games.snapshots import play_event, standing_of


def count_standings(apps: Any, schema_editor: Any) -> None:
    for game in apps.get_model("games", "Game").objects.filter(status="playing"):
        try:
            game.standing = _count_standing(game)
        except (rules.UnknownRules, rules.InvalidPosition, rules.IllegalMove):
            continue  # a game that cannot be played again must not stop the upgrade
        game.save(update_fields=["standing"])


def _count_standing(game: Any) -> str:
    variant, deck = rules.variant(game.variant, game.rules_version), game.decks.get()
    state = variant.begin(
        deck.cards.split(),
        players=game.players,
        starter=deck.starter,
        options={**game.options, **deck.extras},
    )
    for event in game.events.order_by("number"):
        state = play_event(variant, state, event)
    return standing_of(variant, state)


class Migration(migrations.Migration):
    dependencies = [("games", "0021_my_games")]

    operations = [migrations.RunPython(count_standings, migrations.RunPython.noop)]
