"""Have computer players choose again, as they once did, and compare."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import tables
from games.computer import LEVELS, PLAYERS_VERSION
from games.models import ComputerChoice, Game
from games.thinking import repeat_answer


class Command(BaseCommand):
    help = (
        "Let the computer players choose every stored move again, from the same view with the same "
        "seed, and compare. Prints each difference; status 1 if there is one. "
        "What the players of another release chose is left out: they may choose otherwise. So may "
        "a choice that the clock had cut short; that is printed and no failure."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", default="", help="the name of one game")

    def handle(self, *args: Any, game: str, **options: Any) -> None:
        if game and not Game.objects.filter(public_id=game).exists():
            raise CommandError("there is no game of that name")
        repeated = different = left_out = 0
        for stored in tables.stored_choices(game):
            choice, view = stored.choice, stored.view
            if view is None or not _can_repeat(choice):
                left_out += 1
                continue
            repeated += 1
            answer = repeat_answer(view, choice.level, choice.seed, choice.budget)
            place = f"game {stored.game}, event {stored.number}"
            if answer.view_hash != choice.view_hash:
                different += 1
                self.stdout.write(f"{place}: the view is another one")
            elif answer.move != stored.made:
                # Without naming a card: the game may still be played.
                different += not choice.was_cut
                cut = ", the clock had cut it" if choice.was_cut else ""
                self.stdout.write(f"{place}: another move comes out{cut}")
        count = "1 choice" if repeated == 1 else f"{repeated} choices"
        if left_out:
            self.stdout.write(f"{left_out} left out: players of another release chose, or nobody")
        if different:
            raise CommandError(f"{count} made again, {different} with a difference")
        self.stdout.write(f"{count} made again, no difference")


def _can_repeat(choice: ComputerChoice) -> bool:
    """Return whether these players chose, and not others, nor nobody where any move was taken."""
    return choice.level in LEVELS and choice.players_version == PLAYERS_VERSION
