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
from games.models import AcceptedTime, Game, Seat, SecretPick, StoredChoice
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


def test_an_older_schema_keeps_the_queue_and_cancels_lessons_that_it_does_not_know(
    old_schema: Any, alice: Any, bob: Any
) -> None:
    lesson = services.start_lesson(alice, variant="casino", name="first")
    place = services.play_now(bob, variant="casino", move_times=[60, 120])
    old_schema([("games", "0016_seeks")])
    old_schema()
    assert [each.move_time for each in AcceptedTime.objects.filter(seat__game=place)] == [60, 120]
    assert Game.objects.filter(pk=lesson.pk).exists()
    apps = old_schema([("games", "0014_count_tallies")])
    found = apps.get_model("games", "Game").objects.order_by("pk")
    assert [(each.kind, each.status, each.to_move) for each in found] == [
        ("computer", "cancelled", None),
        ("queue", "waiting", None),
    ]
    old_schema()
    assert AcceptedTime.objects.get(seat__game=place).move_time == 120


def test_a_release_that_knows_no_lessons_can_still_open_tables(alice: Any) -> None:
    services.open_table(alice, variant="casino", move_time=60, kind="open")
    names = [str(field.column) for field in Game._meta.fields]
    columns = [name for name in names if name not in ("id", "lesson")]
    copied = ", ".join("'another'" if name == "public_id" else name for name in columns)
    with connection.cursor() as cursor:
        into = f"INSERT INTO games_game ({', '.join(columns)})"
        cursor.execute(" ".join((into, "SELECT", copied, "FROM games_game")))
    assert Game.objects.get(public_id="another").lesson == ""
