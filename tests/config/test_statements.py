"""Queries whose SQL is kept find what the same queries find when Django writes them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Exists, OuterRef

from config.statements import KeptQuery, mean, stand_ins
from games.models import Game, Highlight, Seat
from tests.games.archived import archive_game

pytestmark = pytest.mark.django_db

PLAYER = -1


def fields_of(row: Any) -> dict[str, Any]:
    """Return what is stored of a row, as Python has it."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_kept_query_finds_the_same_each_time_it_is_asked(alice: Any, bob: Any) -> None:
    kept = KeptQuery(Game.objects.filter(seats__user_id=PLAYER).order_by("pk"))
    assert kept.fetch({PLAYER: alice.pk}) == []
    games = [archive_game(alice, bob), archive_game(bob, alice)]
    found = kept.fetch({PLAYER: alice.pk})
    assert list(map(fields_of, found)) == list(map(fields_of, Game.objects.order_by("pk")))
    archive_game(bob, None)
    assert kept.fetch({PLAYER: alice.pk}) == games
    assert len(kept.fetch({PLAYER: bob.pk})) == 3


def test_a_kept_query_reads_related_models_without_further_queries(
    alice: Any, bob: Any, django_assert_num_queries: Any
) -> None:
    game = archive_game(alice, None, computer="club")
    seats = Seat.objects.filter(game=PLAYER).select_related("game", "user").order_by("index")
    kept = KeptQuery(seats)
    with django_assert_num_queries(1):
        person, computer = kept.fetch({PLAYER: game.pk})
        assert (computer.user, computer.game) == (None, game)
        read = person.user
    assert read is not None
    assert fields_of(read) == fields_of(alice)
    assert fields_of(person) == fields_of(Seat.objects.get(game=game, index=0))


def test_a_kept_query_reads_annotations(alice: Any, bob: Any) -> None:
    archive_game(alice, bob)
    archive_game(alice, bob, highlights=("sweep",))
    special = Exists(Highlight.objects.filter(game=OuterRef("pk")))
    kept = KeptQuery(Game.objects.order_by("pk").annotate(is_special=special))
    assert [getattr(game, "is_special") for game in kept.fetch()] == [False, True]  # noqa: B009


def test_a_query_is_kept_for_a_number_of_ids(alice: Any, bob: Any) -> None:
    games = [archive_game(alice, bob) for _ in range(4)]
    kept = KeptQuery(Game.objects.filter(pk__in=stand_ins(2)).order_by("pk"))
    for asked in (games[:2], games[2:]):
        assert kept.fetch(mean([game.pk for game in asked])) == asked
