"""An upgrade does not change games that were stored when tables had only two players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games import selectors, services, snapshots
from games.models import Game, Seat, SecretPick, StoredChoice
from tests.games.conftest import seconds

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = [("games", "0003_verification")]
BEFORE_STORED_CHOICES = [("games", "0010_event")]


def migrate(targets: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


@pytest.fixture
def old_schema() -> Iterator[Any]:
    """Return a function that migrates to an older schema, or to the newest one."""
    newest = list(MigrationExecutor(connection).loader.graph.leaf_nodes("games"))
    yield lambda targets=None: migrate(targets or newest)
    migrate(newest)


def test_an_old_game_is_unchanged(old_schema: Any, picking: Any, alice: Any) -> None:
    game = picking()
    rng, users = random.Random(3), [seat.user for seat in game.seats.order_by("index")]
    for user in users:
        value = rng.randbytes(8).hex()
        services.pick_secret(
            game.pk, user_id=user.pk, card="7H", value=value, arrived_at=timezone.now()
        )
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(100))
    assert services.expire_turn(game.pk)
    services.quit_game(game.pk, user_id=alice.pk)
    values = list(Seat.objects.order_by("index").values_list("value", flat=True))
    assert all(values)

    old = old_schema(BEFORE)
    for pick in old.get_model("games", "SecretPick").objects.select_related("seat"):
        pick.value = values[pick.seat.index]
        pick.save()
    old_schema()

    snapshots.forget_all()
    assert list(Seat.objects.order_by("index").values_list("value", flat=True)) == values
    stored = Game.objects.get()
    assert (stored.players, stored.options, stored.host) == (2, {}, alice)
    assert stored.decks.get().extras == {}
    assert [found.difference for found in selectors.verify_games(selectors.verifiable_games())] == [
        ""
    ]


def test_the_choices_of_computer_players_keep_their_values(
    old_schema: Any, known_shuffle: None, alice: Any
) -> None:
    game = services.play_computer(alice, variant="trifecta", move_time=60, levels=["club"])
    seat = game.seats.get(index=1)
    old = old_schema(BEFORE_STORED_CHOICES)
    now = timezone.now()
    pick = old.get_model("games", "SecretPick").objects.create(
        seat_id=seat.pk, card="6C", salt=b"", commitment="", picked_at=now
    )
    values = {"level": "club", "seed": 5, "view_hash": "0" * 64, "players_version": 2}
    values |= {"budget": 600, "was_cut": True}
    old.get_model("games", "ComputerChoice").objects.create(pick=pick, **values)
    old_schema()
    assert StoredChoice.objects.values(*values).get() == values
    assert StoredChoice.objects.get().pick == SecretPick.objects.get()
