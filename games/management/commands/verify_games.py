"""Replay games and compare them with what is stored, or with what a file says."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import selectors
from games.rules.record import MAX_BYTES, InvalidRecord, check_record, parse_record


class Command(BaseCommand):
    help = (
        "Replay every finished game, or the games in record files, and compare decks, states, "
        "sheets and results. Without files, also count the tallies of every player. Print the "
        "first difference of each game and player; exit with 1 if there is one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="*", metavar="file", help="a record to check instead of the stored games"
        )
        parser.add_argument(
            "--running",
            action="store_true",
            help="also check stored games that are still being played",
        )

    def handle(self, *args: Any, files: Sequence[str], running: bool, **options: Any) -> None:
        checked = different = miscounted = 0
        for name, difference in _check_files(files) if files else _verify_stored(running):
            checked += 1
            if difference:
                different += 1
                self.stdout.write(f"{name}: {difference}")
        for player in () if files else selectors.verify_tallies():
            if player.difference:
                miscounted += 1
                self.stdout.write(f"player {player.player_id}: {player.difference}")
        count = "1 game" if checked == 1 else f"{checked} games"
        if miscounted:
            players = "1 player" if miscounted == 1 else f"{miscounted} players"
            raise CommandError(
                f"{count} checked, {different} with a difference, and {players} with wrong tallies"
            )
        if different:
            raise CommandError(f"{count} checked, {different} with a difference")
        self.stdout.write(f"{count} checked, no difference")


def _verify_stored(running: bool) -> Iterator[tuple[str, str]]:
    finished = selectors.verify_games(selectors.verifiable_games())
    playing = selectors.verify_games(selectors.verifiable_games(running=True)) if running else ()
    for game in chain(finished, playing):
        yield f"game {game.game_id} ({game.public_id})", game.difference


def _check_files(files: Sequence[str]) -> Iterator[tuple[str, str]]:
    for name in files:
        try:
            with Path(name).open("rb") as file:
                check_record(parse_record(file.read(MAX_BYTES + 1)))
        except OSError as error:
            yield name, f"The file cannot be read: {error.strerror}."
        except InvalidRecord as invalid:
            yield name, str(invalid)
        else:
            yield name, ""
