"""Count the points so far in the games that are being played.

Of the site's own code this uses only the rules, which can play games of every version of theirs.
"""

from decimal import Decimal
from typing import Any

from django.db import migrations

from games import rules


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
        state = _play_event(variant, state, event)
    totals = [Decimal(float(points)) for points in variant.totals(state)]
    return " ".join(str(points.quantize(Decimal("0.1"))) for points in totals)


def _play_event(variant: Any, state: Any, event: Any) -> Any:
    if event.kind == "timeout":
        return variant.timeout(state)
    if event.kind == "resignation":
        return variant.resign(state, event.seat)
    return state if event.kind == "take-over" else variant.play(state, event.text)


class Migration(migrations.Migration):
    dependencies = [("games", "0021_my_games")]

    operations = [migrations.RunPython(count_standings, migrations.RunPython.noop)]
