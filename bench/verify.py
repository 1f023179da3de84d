"""Measure how fast stored games are verified, and whether memory grows with their number.

    .venv/bin/python bench/verify.py --games 2000 --variant casino

Seeded random games are stored in an empty SQLite database in a temporary folder, as the site
stores them, and verified by `selectors.verify_games`. This prints the games per CPU-second, and the
peak memory of the process after half of the games and after all of them.
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

from games import rules, selectors
from games.models import Deck, Event, Game, Highlight, Round, Seat, SecretPick
from games.rules.record import Record, play_record
from games.selectors.verification import derive_rounds
from games.snapshots import Snapshot, counts_as_move, find_highlights, result_of, total_of
from tests.records.make import choose_any, play_game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--variant", default="trifecta", choices=list(rules.VARIANTS))
    arguments = parser.parse_args()
    count = arguments.games
    call_command("migrate", interactive=False, verbosity=0)
    for seed in range(count):
        store_game(play_game(arguments.variant, seed, [choose_any]))
    verified = selectors.verify_games(selectors.verifiable_games())
    begun = time.process_time()
    differences = [game.difference for game in islice(verified, count // 2)]
    early = memory()
    differences += [game.difference for game in verified]
    spent = time.process_time() - begun
    if found := [difference for difference in differences if difference]:
        sys.exit(f"The games are not stored as the site stores them: {found[0]}")
    print(f"{count / spent:.0f} games per CPU-second, {1000 * spent / count:.1f} ms each")
    print(f"memory {early:.0f} MB after half of the games, {memory():.0f} MB after all")


def memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def store_game(record: Record) -> None:
    """Write a finished game into the database as the services would have written it."""
    variant, states, now = rules.variant(record.variant), play_record(record), timezone.now()
    assert record.result is not None
    moves = sum(counts_as_move(variant, event.kind) for event in record.events)
    game = Game.objects.create(
        variant=record.variant,
        rules_version=record.rules_version,
        players=len(record.players),
        kind=Game.Kind.OPEN,
        move_time=record.move_time,
        status=Game.Status.FINISHED,
        event_count=len(record.events),
        move_count=moves,
        created_at=now,
        started_at=now,
        finished_at=now + dt.timedelta(minutes=10),
        reason=record.result.reason,
    )
    totals = variant.totals(states[-1])
    seats = []
    for index in range(len(record.players)):
        side = variant.side(states[-1], index)
        seat = Seat(game=game, index=index, finished_at=game.finished_at)
        seat.result, seat.total = result_of(side, record.result.winners), total_of(totals[side])
        seat.save()
        seats.append(seat)
    for pick in record.picks:
        assert pick.card is not None
        SecretPick.objects.create(
            seat=seats[pick.seat],
            card=pick.card,
            salt=pick.salt,
            commitment=pick.commitment,
            picked_at=now,
        )
    events = Event.objects.bulk_create(
        Event(game=game, number=number, kind=event.kind, seat=event.seat, text=event.text, at=now)
        for number, event in enumerate(record.events, 1)
    )
    deck = store_deck(game, record)
    snapshot = Snapshot(game, tuple(seats), deck, {}, tuple(events), None)
    starters, sheets = derive_rounds(snapshot, states)
    Round.objects.bulk_create(
        Round(
            deck=deck, index=number + 1, starter=starter, sheet=dict(enumerate(sheets)).get(number)
        )
        for number, starter in enumerate(starters)
    )
    Highlight.objects.bulk_create(
        Highlight(game=game, number=number, seat=seat, kind=kind)
        for number, seat, kind in find_highlights(game, deck, events)
    )


def store_deck(game: Game, record: Record) -> Deck:
    (dealt,) = record.decks
    assert dealt.values is not None
    assert dealt.cards is not None
    assert dealt.extras is not None
    return Deck.objects.create(
        game=game,
        recipe=dealt.recipe,
        seed=dealt.seed,
        commitment=dealt.commitment,
        values=list(dealt.values),
        starter=dealt.starter,
        cards=" ".join(dealt.cards),
        extras={name: list(cards) for name, cards in dealt.extras.items()},
    )


if __name__ == "__main__":
    main()
