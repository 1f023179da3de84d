"""Statements whose SQL is kept do what the same statements do when Django writes them."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from config.statements import KeptQuery, KeptUpdate, insert_row, meanings_of, save_row, stand_ins
from games.models import Deck, Event, Game, Highlight, Seat, Tally
from tests.games.archived import archive_game

pytestmark = pytest.mark.django_db

PLAYER, MORE = -1, -2


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


@pytest.mark.django_db(transaction=True)
def test_a_kept_query_locks_in_a_transaction_only(alice: Any, bob: Any) -> None:
    game = archive_game(alice, bob)
    with transaction.atomic():
        kept = KeptQuery(Game.objects.select_for_update(no_key=True).filter(pk=PLAYER))
    for _ in range(2):
        with transaction.atomic():
            assert kept.fetch({PLAYER: game.pk}) == [game]
        with pytest.raises(TransactionManagementError):
            kept.fetch({PLAYER: game.pk})


def test_a_query_is_kept_for_a_number_of_ids(alice: Any, bob: Any) -> None:
    games = [archive_game(alice, bob) for _ in range(4)]
    kept = KeptQuery(Game.objects.filter(pk__in=stand_ins(2)).order_by("pk"))
    for asked in (games[:2], games[2:]):
        assert kept.fetch(meanings_of([game.pk for game in asked])) == asked


def test_a_kept_update_changes_the_rows_of_its_query_alone(alice: Any, bob: Any) -> None:
    archive_game(alice, bob)
    tallies = Tally.objects.filter(player=PLAYER, variant="trifecta")
    kept = KeptUpdate(tallies, won=F("won") + MORE, lost=0)
    before = {tally.player_id: tally.won for tally in Tally.objects.all()}
    assert kept.apply({PLAYER: alice.pk, MORE: 3}) == 1
    after = {tally.player_id: tally.won for tally in Tally.objects.all()}
    assert after == {**before, alice.pk: before[alice.pk] + 3}
    assert kept.apply({PLAYER: 0, MORE: 3}) == 0


def test_saving_a_row_stores_these_fields_and_no_others(alice: Any, bob: Any) -> None:
    game = archive_game(alice, bob)
    deck = Deck.objects.create(game=game, recipe=1, seed=b"1", commitment="before")
    deck.values, deck.seed, deck.commitment = ["a", "1/2"], b"2", "after"
    save_row(deck, "values", "seed")
    stored = Deck.objects.get(pk=deck.pk)
    assert (stored.values, bytes(stored.seed)) == (deck.values, b"2")
    assert stored.commitment == "before"
    game.finished_at, game.host = timezone.now(), bob
    save_row(game, "finished_at", "host")
    assert fields_of(Game.objects.get(pk=game.pk)) == fields_of(game)


def test_a_row_that_is_gone_cannot_be_saved(alice: Any, bob: Any) -> None:
    row = Seat.objects.filter(game=archive_game(alice, bob))[0]
    Seat.objects.all().delete()
    with pytest.raises(ObjectDoesNotExist):
        save_row(row, "total")


def test_an_inserted_row_is_what_was_given(alice: Any, bob: Any) -> None:
    game = archive_game(alice, bob)
    number = game.events.count() + 1
    event = Event(game=game, number=number, kind="timeout", seat=1, at=timezone.now(), seconds=2.5)
    insert_row(event)
    assert fields_of(Event.objects.get(pk=event.pk)) == fields_of(event)
    event.seconds = 3.5
    event.save()  # as a row that exists
    assert game.events.count() == number
