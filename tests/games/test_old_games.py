"""An upgrade does not change games that were stored when tables had only two players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games import services, snapshots, tables
from games.models import Game, Seat
from tests.games.conftest import seconds

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = [("games", "0003_verification")]


def migrate(targets: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


@pytest.fixture
def old_schema() -> Iterator[Any]:
    """Return functions that migrate to the schema of old games and back to the newest one."""
    newest = list(MigrationExecutor(connection).loader.graph.leaf_nodes("games"))
    yield lambda is_old: migrate(BEFORE if is_old else newest)
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

    old = old_schema(True)
    for pick in old.get_model("games", "SecretPick").objects.select_related("seat"):
        pick.value = values[pick.seat.index]
        pick.save()
    old_schema(False)

    snapshots.forget_all()
    assert list(Seat.objects.order_by("index").values_list("value", flat=True)) == values
    stored = Game.objects.get()
    assert (stored.players, stored.options, stored.host) == (2, {}, alice)
    assert stored.decks.get().extras == {}
    assert [found.difference for found in tables.verify_games(tables.verifiable_games())] == [""]
