"""The highlights of a game: written when it ends, or by the upgrade for earlier games."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest
from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games import services
from games.models import Event, Game, Highlight

pytestmark = pytest.mark.django_db

migration_name = "0002_highlights"
migration = importlib.import_module(f"games.migrations.{migration_name}")


@pytest.fixture
def earlier() -> Apps:
    """Return the models as that upgrade sees them, over the tables of today."""
    apps: Apps = MigrationExecutor(connection).loader.project_state(("games", migration_name)).apps
    apps.all_models["games"]["move"]._meta.db_table = Event._meta.db_table
    return apps


def found(game: Game) -> list[tuple[int, int, str]]:
    return list(Highlight.objects.filter(game=game).values_list("number", "seat", "kind"))


@pytest.fixture
def steal(dealt: Callable[..., Game], play: Any, alice: Any, bob: Any) -> Callable[[], Game]:
    """Return a function that finishes a game in which bob captured alice's build in event 4."""

    def make() -> Game:
        game = dealt()
        play(game, alice, "3H + 5D = 8")
        assert found(game) == []
        play(game, bob, "8D x 3H 5D")
        services.quit_game(game.pk, user_id=alice.pk)
        return game

    return make


@pytest.fixture
def stolen(steal: Callable[[], Game]) -> Game:
    return steal()


def test_they_are_written_when_the_game_ends(stolen: Game) -> None:
    assert found(stolen) == [(4, 1, "stolen_build")]


def test_a_game_that_ends_by_the_clock_or_at_once_has_none(dealt: Any, alice: Any) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    assert found(game) == []


def test_a_game_that_was_never_dealt_has_none(picking: Any, alice: Any) -> None:
    game = picking()
    services.leave_game(game.pk, user=alice)
    assert found(game) == []


def test_the_upgrade_finds_them_in_earlier_games(stolen: Game, dealt: Any, earlier: Apps) -> None:
    dealt(move_time=86_400)  # a running game has none yet
    Highlight.objects.all().delete()
    migration.find_in_finished_games(earlier, None)
    assert found(stolen) == [(4, 1, "stolen_build")]
    assert Highlight.objects.count() == 1


@pytest.mark.parametrize(
    "spoil",
    [
        lambda game: game.events.filter(number=3).update(text="KC x KD"),
        lambda game: game.events.filter(number=4).update(seat=None),
        lambda game: game.decks.all().delete(),
        lambda game: Game.objects.filter(pk=game.pk).update(rules_version=999),
    ],
)
def test_a_game_that_cannot_be_replayed_stops_no_upgrade(
    steal: Callable[[], Game],
    spoil: Callable[[Game], object],
    earlier: Apps,
    caplog: pytest.LogCaptureFixture,
) -> None:
    spoiled, good = steal(), steal()
    Highlight.objects.all().delete()
    spoil(spoiled)
    migration.find_in_finished_games(earlier, None)
    assert (found(spoiled), found(good)) == ([], [(4, 1, "stolen_build")])
    arguments: list[Any] = [record.args for record in caplog.records]
    assert [of_record[0] for of_record in arguments] == [spoiled.pk]


def test_an_upgrade_of_an_empty_site_finds_nothing(earlier: Apps) -> None:
    migration.find_in_finished_games(earlier, None)
    assert not Highlight.objects.exists()
