"""Measure how fast stored games are verified, and that the memory does not grow with them.

    .venv/bin/python bench/verify.py --games 2000

Seeded random games are stored in an empty SQLite database in a temporary folder, as the site
stores them, and verified by `tables.verify_games`. Prints games per CPU-second, and the largest
memory of the process after half of the games and after all.
"""

import argparse
import datetime as dt
import os
import resource
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
folder = tempfile.TemporaryDirectory()
os.environ["DATABASE_URL"] = f"sqlite:///{folder.name}/site.sqlite3"
os.environ.pop("REDIS_URL", None)

import django

django.setup()

from django.core.management import call_command
from django.utils import timezone

from games import rules, tables
from games.models import Deck, Game, Move, Round, Seat, SecretPick
from games.rules.record import Record, play_record
from games.snapshots import result_of, sheet_document, total_of
from tests.records.make import choose_any, play_game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    count = parser.parse_args().games
    call_command("migrate", interactive=False, verbosity=0)
    for seed in range(count):
        store_game(play_game("trifecta", seed, [choose_any]))
    verified = tables.verify_games(tables.verifiable_games())
    begun = time.process_time()
    differences = [game.difference for game in islice(verified, count // 2)]
    early = memory()
    differences += [game.difference for game in verified]
    spent = time.process_time() - begun
    print(f"{count} games, {sum(map(bool, differences))} different")
    print(f"{count / spent:.0f} games per CPU-second, {1000 * spent / count:.1f} ms each")
    print(f"memory {early:.0f} MB after half, {memory():.0f} MB after all")


def memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def store_game(record: Record) -> None:
    """Write a finished game into the tables as the services would have."""
    variant, states, now = rules.variant(record.variant), play_record(record), timezone.now()
    moves = sum(event.kind == "move" for event in record.events)
    winners, reason = variant.outcome(states[-1])
    game = Game.objects.create(
        variant=record.variant,
        rules_version=record.rules_version,
        kind=Game.Kind.OPEN,
        move_time=record.move_time,
        status=Game.Status.FINISHED,
        event_count=len(record.events),
        move_count=moves,
        created_at=now,
        started_at=now,
        finished_at=now + dt.timedelta(minutes=10),
        reason=reason,
    )
    for index, sheet in enumerate(variant.scores(states[-1])):
        seat = Seat.objects.create(
            game=game, index=index, result=result_of(index, winners), total=total_of(sheet)
        )
        pick = record.picks[index]
        SecretPick.objects.create(
            seat=seat, card=pick.card, salt=pick.salt, commitment=pick.commitment, picked_at=now
        )
    (dealt,) = record.decks
    deck = Deck.objects.create(
        game=game,
        recipe=dealt.recipe,
        seed=dealt.seed,
        commitment=dealt.commitment,
        values=list(dealt.values),
        starter=dealt.starter,
        cards=" ".join(dealt.cards),
    )
    starters, sheets = {1: dealt.starter}, {}
    for before, after in zip(states, states[1:], strict=False):
        if after.round != before.round:
            starters[after.round] = after.to_move or 0
        if after.round != before.round or after.is_over:
            sheets[before.round] = sheet_document(variant.scores(after))
    Round.objects.bulk_create(
        Round(deck=deck, index=index, starter=starter, sheet=sheets.get(index))
        for index, starter in starters.items()
    )
    Move.objects.bulk_create(
        Move(game=game, number=number, kind=event.kind, seat=event.seat, text=event.text, at=now)
        for number, event in enumerate(record.events, 1)
    )


if __name__ == "__main__":
    main()
