"""Let computer players choose their moves again, and compare."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import selectors
from games.computer import LEVELS, PLAYERS_VERSION, choose
from games.models import Game, StoredChoice


class Command(BaseCommand):
    help = (
        "Let the computer players choose every stored move again, from the same view with the same "
        "seed, and compare. Prints each difference and exits with status 1 if there is any. "
        "Choices made by another release are left out, since its players may choose differently. "
        "So may a choice that the clock cut short: that is printed, but it is not a failure."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", default="", help="the public id of a single game")

    def handle(self, *args: Any, game: str, **options: Any) -> None:
        if game and not Game.objects.filter(public_id=game).exists():
            raise CommandError("There is no game with that id.")
        repeated = different = left_out = 0
        for stored in selectors.choices_to_repeat(game):
            choice, view = stored.choice, stored.view
            if view is None or not _can_repeat(choice):
                left_out += 1
                continue
            repeated += 1
            again = choose(view, choice.level, choice.seed, choice.budget)
            place = f"game {stored.game}, event {stored.number}"
            if again.view_hash != choice.view_hash:
                different += 1
                self.stdout.write(f"{place}: the view is different")
            elif again.move != stored.made:
                # The output names no card, since the game may still be running.
                different += not choice.was_cut
                cut = " (the clock had cut the choice short)" if choice.was_cut else ""
                self.stdout.write(f"{place}: the move is different{cut}")
        count = "1 choice" if repeated == 1 else f"{repeated} choices"
        if left_out:
            self.stdout.write(
                f"{left_out} left out: made by another release, or not by a computer player"
            )
        if different:
            raise CommandError(f"{count} repeated, {different} with a difference")
        self.stdout.write(f"{count} repeated, no difference")


def _can_repeat(choice: StoredChoice) -> bool:
    """Return whether this release's players made the choice; any legal move may have stood in."""
    return choice.level in LEVELS and choice.players_version == PLAYERS_VERSION
