"""Fill an empty database with running games, and print what their players will send.

`bench/site.py` runs this in a process of its own, with DATABASE_URL set. For each game it prints
the frames that the pages send until the end, chosen by a seeded random player, and the sessions of
the two players.
"""

import argparse
import itertools
import json
import os
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games import rules, services
from games.forms.selection import read_selection
from games.models import Game
from games.snapshots import recall
from notices.models import Notice
from tests.sessions import sign_in

CHOSEN_AMONG = 30
HEADERS = {
    "HX-Request": "true",
    "HX-Trigger": "table",
    "HX-Trigger-Name": None,
    "HX-Target": "game",
    "HX-Current-URL": "http://127.0.0.1/games/aaaaaaaaaaaaaaaaaaaaaa/",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--moves-left", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    start_ids_far_away()
    rng = random.Random(arguments.seed)
    games = [deal_game(number, arguments.moves_left, rng) for number in range(arguments.games)]
    # Nobody had a page open while these moves were made. That this is told is not what is measured.
    Notice.objects.update(due_at=None)
    json.dump(games, sys.stdout)


def start_ids_far_away() -> None:
    """Keep the channel groups of these games apart from those of other sites on this Redis."""
    if connection.vendor == "postgresql":
        first = random.SystemRandom().randrange(10**9, 10**12)
        with connection.cursor() as cursor:
            for model in (Game, User):
                cursor.execute(f"ALTER SEQUENCE {model._meta.db_table}_id_seq RESTART {first}")


def deal_game(number: int, moves_left: int, rng: random.Random) -> dict[str, Any]:
    """Seat two new players, deal, and play to a random point with enough moves left."""
    players = [User.objects.create_user(f"player-{number}-{seat}") for seat in (0, 1)]
    game = services.open_table(players[0], variant="trifecta", move_time=900, kind=Game.Kind.OPEN)
    services.join_game(game.pk, user=players[1])
    picks = rng.sample(game.rules.pack, 2)
    for player, card in zip(players, picks, strict=True):
        services.pick_secret(game.pk, user_id=player.pk, card=card, arrived_at=timezone.now())
    game.refresh_from_db()
    snapshot = recall(game.public_id, game.version)
    assert snapshot is not None
    moves = play_randomly(game.rules, snapshot.state, game.move_count, rng)
    played = rng.randint(0, max(0, len(moves) - moves_left))
    for seat, frame in moves[:played]:
        services.make_move(
            game.pk,
            user_id=players[seat].pk,
            selection=read_selection(json.loads(frame)),
            arrived_at=timezone.now(),
        )
    return {
        "path": f"/ws/games/{game.public_id}/",
        "sessions": [sign_in(player) for player in players],
        "seen": game.move_count + played,
        "moves": moves[played:],
    }


def play_randomly(
    variant: rules.Variant[Any, Any], state: Any, seen: int, rng: random.Random
) -> list[tuple[int, str]]:
    """Return each seat and the frame it sends, from this state to the end of the game."""
    sent: list[tuple[int, str]] = []
    while state.to_move is not None:
        move = rng.choice(list(itertools.islice(variant.moves(state), CHOSEN_AMONG)))
        fields = {"seen": str(seen + len(sent)), **fields_of(variant, state, move)}
        sent.append((state.to_move, json.dumps({**fields, "HEADERS": HEADERS})))
        state = variant.play(state, move)
    return sent


def fields_of(variant: rules.Variant[Any, Any], state: Any, move: rules.Move) -> dict[str, Any]:
    """Return what the table's form sends for a move: its text if a reading must be chosen."""
    piles = [pile.key for pile in state.table if pile.bits & move.taken]
    try:
        readings = variant.compose(state, move.action, (move.card,) if move.card else (), piles)
    except rules.IllegalMove:
        readings = ()
    if readings != (move,):
        return {"move": str(move)}
    fields: dict[str, Any] = {"action": str(move.action)}
    if move.card:
        fields["card"] = move.card
    if piles:
        fields["pile"] = piles if len(piles) > 1 else piles[0]
    return fields


if __name__ == "__main__":
    main()
