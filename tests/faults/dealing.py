"""Games for storms, whose moves are chosen beforehand, and what the site has stored of them.

This runs in a process beside the site, with the site's database. A history needs no more than the
public texts of moves, so a page that sends them need not be read.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
import random
import secrets
from typing import Any

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import rules, services
from games.models import Event, Game, SiteClock
from games.models.site import REST
from games.selectors.operations import read_snapshot
from tests.sessions import sign_in

MOVE_TIME = 60
CHOSEN_AMONG = 30


def deal_games(number: int, *, seed: int, attended: bool = True) -> None:
    """Deal games, and print for each the sessions of its players and the moves they will make."""
    rng, known = random.Random(seed), list(rules.VARIANTS.values())
    dealt = []
    for each in range(number):
        game, players = _deal(known[(seed + each) % len(known)], rng)
        moves = _choose_moves(game.rules, read_snapshot(game.pk).state, rng) if attended else []
        dealt.append(
            {
                "id": game.pk,
                "path": f"/games/{game.public_id}/",
                "sessions": [sign_in(player) for player in players],
                "seen": game.move_count,
                "moves": moves,
                "is_attended": attended,
            }
        )
    print(json.dumps(dealt))  # noqa: T201


def _deal(variant: rules.Variant[Any, Any], rng: random.Random) -> tuple[Game, list[User]]:
    """Deal a game to as few as can play it."""
    name = secrets.token_hex(8)  # another one when this is called again after a fault
    host, *others = [User.objects.create_user(f"{name}-{n}") for n in range(variant.seats[0])]
    players = [host, *others]
    game = services.open_table(
        host,
        variant=variant.name,
        move_time=MOVE_TIME,
        kind=Game.Kind.OPEN,
        players=len(players),
    )
    for user in others:
        services.join_game(game.pk, user=user)
    game.refresh_from_db()
    if game.status == Game.Status.PICKING:
        cards = rng.sample(game.rules.pack, len(players))
        for player, card in zip(players, cards, strict=True):
            services.pick_secret(game.pk, user_id=player.pk, card=card, arrived_at=timezone.now())
        game.refresh_from_db()
    return game, players


def deal_to_computers(*, seed: int) -> None:
    """Deal games against easy computer players that are to move, and print the games' ids.

    There is one of each kind, except those in which the computer players pick secret cards first.
    """
    rng, dealt = random.Random(seed), []
    for variant in rules.VARIANTS.values():
        if variant.opening_moves:
            continue
        user, players = User.objects.create_user(secrets.token_hex(8)), variant.seats[0]
        game = services.play_computer(
            user,
            variant=variant.name,
            move_time=MOVE_TIME,
            levels=["easy"] * (players - 1),
            seat=rng.randrange(players),
        )
        snapshot = read_snapshot(game.pk)
        while snapshot.seats[snapshot.dealt.to_move or 0].user_id == user.pk:
            move = str(next(game.rules.moves(snapshot.dealt)))
            snapshot = services.make_move(
                game.pk,
                user_id=user.pk,
                selection=services.Selection(snapshot.game.move_count, text=move),
                arrived_at=timezone.now(),
            )
        dealt.append(game.pk)
    print(json.dumps(dealt))  # noqa: T201


def count_answered(ids: list[int]) -> None:
    """Print in how many of these games the computer player has moved."""
    moved = Event.objects.filter(game__in=ids, kind=Event.Kind.MOVE).exclude(choice=None)
    print(json.dumps(moved.values("game").distinct().count()))  # noqa: T201


def _choose_moves(
    variant: rules.Variant[Any, Any], state: Any, rng: random.Random
) -> list[tuple[int, str]]:
    """Return each seat and the move it will make, to the end of the game or of the first deck."""
    chosen = []
    while state.to_move is not None and variant.awaited_shuffle(state) is None:
        move = rng.choice(list(itertools.islice(variant.moves(state), CHOSEN_AMONG)))
        chosen.append((state.to_move, str(move)))
        state = variant.play(state, move)
    return chosen


def read_games(ids: list[int]) -> None:
    """Print what is stored of these games."""
    found = [
        {
            "id": game.pk,
            "version": game.version,
            "move_time": game.move_time,
            "events": [
                (event.number, event.kind, event.seat, event.text, event.at.timestamp())
                for event in Event.objects.filter(game=game).order_by("number")
            ],
        }
        for game in Game.objects.filter(pk__in=ids)
    ]
    print(json.dumps(found))  # noqa: T201


def print_end_of_rest() -> None:
    """Print when the rest after the newest outage was over, or 0 if there was none."""
    back_at = SiteClock.objects.get().back_at
    print(json.dumps((back_at + REST).timestamp() if back_at else 0))  # noqa: T201


def pass_time(ids: list[int], seconds: float) -> None:
    """Let so much time pass on the clocks of these games: they began so much earlier."""
    earlier = dt.timedelta(seconds=seconds)
    Game.objects.filter(pk__in=ids).update(
        deadline=F("deadline") - earlier, turn_started_at=F("turn_started_at") - earlier
    )
