"""What is played at a table: the number of players and the options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language

from games import rules
from games.clocks import TimeControl
from games.messages.labels import option_choice
from games.messages.language import current_language, speak
from games.messages.offers import count_players, list_facts, tell_move_time
from games.models import Game


def option_words(game: Game, *, usual_too: bool = False) -> str:
    """Return the options of a table: those that are not usual, or all that it has a choice of.

    "" where there is nothing to say, and for a game whose rules this release does not know.
    """
    return _tell_options(game.variant, game.players, game.options, usual_too=usual_too)


def _tell_options(
    name: str, players: int, options: Mapping[str, Any], *, usual_too: bool = False
) -> str:
    variant = rules.VARIANTS.get(name)
    if variant is None:
        return ""
    return list_facts(
        [
            option_choice(variant, option.name, options.get(option.name, option.default))
            for option in variant.options
            if option.name in options
            or (usual_too and (option.seats is None or players in option.seats))
        ]
    )


def offer_words(game: Game) -> str:
    """Return what is unusual about a table and how many play, in short; "" for a usual two."""
    players = count_players(game.players) if game.players > 2 else ""
    return list_facts([players, option_words(game)])


def tell_offer(time: Sequence[int], offer: Mapping[str, Any] | None) -> str:
    """Return what is played and at what pace, from what a notice keeps of an invitation.

    The text is in the language that Django speaks: that of whoever reads the notice. Older notices
    keep only the move time and the bank.
    """
    with speak(get_language() or current_language()):
        facts = [tell_move_time(TimeControl(*time))]
        if offer is not None:
            name, players, options = offer["variant"], offer["players"], offer["options"]
            words = _tell_options(name, players, options, usual_too=True)
            facts = [count_players(players), words, *facts]
        return list_facts(facts)
