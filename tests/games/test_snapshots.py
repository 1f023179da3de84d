"""Cached snapshots: each web process has its own, and never uses one of another version."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import selectors, services, snapshots
from games.models import Event, Game, Seat
from games.services.writing import finish_game, lock_game_for_move
from games.snapshots import derive_states
from tests.games.whole_games import EVERY_TABLE, Table, seat_players, snapshot_of, take_turn

pytestmark = pytest.mark.django_db

MOST_TURNS, FEWEST_TURNS = 60, 20
Inside = Callable[[str], AbstractContextManager[None]]


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> Inside:
    """Return a function that runs a block as a web process of that name, with its own cache."""
    caches: dict[str, Any] = {}

    @contextmanager
    def run(process: str) -> Iterator[None]:
        monkeypatch.setattr(snapshots, "_newest", caches.setdefault(process, OrderedDict()))
        with django_capture_on_commit_callbacks(execute=True):
            yield

    return run


def cached_version(game: Game) -> int:
    return snapshots._newest[game.public_id].game.version


def stored_of(seat: Seat) -> tuple[Any, ...]:
    return (seat.user_id, seat.stand_in, seat.result, seat.total, seat.bank)


def test_a_move_of_another_process_is_seen(
    dealt: Any, alice: Any, bob: Any, play: Any, inside: Inside
) -> None:
    game = dealt()
    with inside("first"):
        selectors.find_game(game.public_id, bob)
    with inside("second"):
        play(game, alice, "9D x 4H 5D")
    game.refresh_from_db()
    with inside("first"):
        assert cached_version(game) == game.version - 1
        snapshot = selectors.find_game(game.public_id, bob)
        assert snapshot.events[-1].text == "9D x 4H 5D"
        assert snapshot.dealt.to_move == 1


def test_a_deal_of_another_process_is_read_as_a_whole(
    picking: Any, alice: Any, bob: Any, inside: Inside
) -> None:
    game = picking()
    with inside("first"):
        assert selectors.find_game(game.public_id, bob).state is None
    with inside("second"):
        for user, card in ((alice, "7H"), (bob, "6C")):
            services.pick_secret(game.pk, user_id=user.pk, card=card, arrived_at=timezone.now())
    with inside("first"):
        found = selectors.find_game(game.public_id, bob)
    assert {pick.card for pick in found.picks.values()} == {"7H", "6C"}
    assert found.deck.cards
    assert found.state is not None


def test_only_the_events_that_another_process_has_added_are_read(
    dealt: Any, alice: Any, bob: Any, play: Any, inside: Inside, django_assert_num_queries: Any
) -> None:
    game = dealt()
    with inside("first"):
        selectors.find_game(game.public_id, bob)
    with inside("second"):
        play(game, alice, "9D x 4H 5D")
        play(game, bob, "8D")
    with inside("first"), django_assert_num_queries(3):
        found = selectors.find_game(game.public_id, bob)
    assert [event.text for event in found.events[2:]] == ["9D x 4H 5D", "8D"]


def test_an_event_written_after_the_row_was_read_belongs_to_a_later_version(
    dealt: Any, alice: Any, bob: Any, play: Any, inside: Inside
) -> None:
    game = dealt()
    with inside("first"):
        selectors.find_game(game.public_id, bob)
    with inside("second"):
        play(game, alice, "9D x 4H 5D")
        row = Game.objects.get(pk=game.pk)
        play(game, bob, "8D")
    with inside("first"):
        found = snapshots.take_snapshot(row, snapshots.read_seats(row))
    assert len(found.events) == row.event_count


def test_the_seats_are_those_that_another_process_has_changed(
    dealt: Any, alice: Any, bob: Any, inside: Inside
) -> None:
    game = dealt()
    with inside("first"):
        selectors.find_game(game.public_id, bob)
    with inside("second"):
        services.leave_all_games(alice)
    with inside("first"):
        found = selectors.find_game(game.public_id, bob)
    assert [seat.result for seat in found.seats] == ["lost", "won"]


def test_a_game_that_was_dealt_again_is_read_as_a_whole(
    dealt: Any, bob: Any, inside: Inside
) -> None:
    game = dealt()
    with inside("first"):
        selectors.find_game(game.public_id, bob)
    cards = " ".join(reversed(game.decks.get().cards.split()))
    game.decks.update(cards=cards)
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1, started_at=timezone.now())
    with inside("first"):
        assert selectors.find_game(game.public_id, bob).deck.cards == cards


def test_a_database_that_has_lost_its_newest_changes_is_read_as_a_whole(
    dealt: Any, alice: Any, bob: Any, play: Any, inside: Inside
) -> None:
    game = dealt()
    row = Game.objects.get(pk=game.pk)
    with inside("first"):
        play(game, alice, "9D x 4H 5D")
    Event.objects.filter(game=game, number__gt=row.event_count).delete()
    row.save()
    with inside("second"):
        play(game, alice, "8C")
        play(game, bob, "8D")
    with inside("first"):
        found = selectors.find_game(game.public_id, bob)
    assert [event.text for event in found.events[2:]] == ["8C", "8D"]
    assert found.state == derive_states(game, found.deck, found.events)[-1]


@pytest.mark.once
@pytest.mark.parametrize("table", [each for each in EVERY_TABLE if not each.options], ids=str)
def test_adding_events_leads_to_the_same_as_reading_all(
    table: Table, alice: Any, bob: Any, carol: Any, dave: Any, inside: Inside
) -> None:
    rng, turns = random.Random(f"{table}3"), 0
    game = seat_players(table, [alice, bob, carol, dave], rng)
    while game.status == Game.Status.PLAYING and turns < MOST_TURNS:
        for _ in range(rng.randint(1, 9)):
            with inside("playing"):
                snapshot = snapshot_of(game)
                if snapshot.game.status == Game.Status.PLAYING:
                    turns += 1
                    take_turn(table, snapshot, turns, rng)
        game.refresh_from_db()
        with inside("reading"):
            found = snapshot_of(game)
            snapshots.remember(found)
        with inside(f"new {turns}"):
            whole = snapshot_of(game)
        assert found == whole
        assert list(map(stored_of, found.seats)) == list(map(stored_of, whole.seats))
    assert turns > FEWEST_TURNS


def test_a_move_is_played_on_the_table_that_another_process_left(
    dealt: Any, alice: Any, bob: Any, play: Any, inside: Inside
) -> None:
    game = dealt()
    with inside("first"):
        play(game, alice, "9D x 4H 5D")
    with inside("second"):
        play(game, bob, "8D")
    with inside("first"):
        assert cached_version(game) == game.version + 1
        play(game, alice, "8C x 8D")
    texts = game.events.order_by("number").values_list("text", flat=True)
    assert list(texts)[2:] == ["9D x 4H 5D", "8D", "8C x 8D"]


def test_a_snapshot_is_remembered_only_when_its_change_is_committed(
    dealt: Any, alice: Any, play: Any
) -> None:
    game = dealt()
    snapshots.forget_all()
    play(game, alice, "9D x 4H 5D")
    assert snapshots.recall(game.public_id, game.version + 1) is None


def test_an_end_that_is_not_committed_changes_no_cached_seat(
    dealt: Any, alice: Any, bob: Any, inside: Inside
) -> None:
    game = dealt()
    with inside("first"):
        cached = selectors.find_game(game.public_id, bob)
    with suppress(ZeroDivisionError), transaction.atomic():
        locked = lock_game_for_move(game.pk, user_id=alice.pk)
        finish_game(locked, winners=(1,), reason="forfeit", now=timezone.now())
        raise ZeroDivisionError
    assert [seat.result for seat in cached.seats] == ["", ""]


def test_an_older_snapshot_does_not_replace_a_newer_one(
    dealt: Any, alice: Any, play: Any, inside: Inside
) -> None:
    game = dealt()
    with inside("first"):
        old = selectors.find_game(game.public_id, alice)
    with inside("first"):
        play(game, alice, "9D x 4H 5D")
    with inside("first"):
        snapshots.remember(old)
        assert cached_version(game) == game.version + 1


def test_of_the_games_that_are_over_only_those_last_looked_at_are_remembered(
    dealt: Any, alice: Any, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "REMEMBERED_RESULTS", 2)
    with inside("web"):
        running = dealt(move_time=86_400)
    over = []
    for number in range(3):
        with inside("web"):
            over.append(dealt())
        with inside("web"):
            services.quit_game(over[-1].pk, user_id=alice.pk)
        if number == 1:
            with inside("web"):
                selectors.find_game(over[0].public_id, alice)
    with inside("web"):
        remembered = [game.public_id for game in (running, *over) if is_remembered(game)]
        assert remembered == [each.public_id for each in (running, over[0], over[2])]


def is_remembered(game: Game) -> bool:
    return snapshots.newest(game.public_id) is not None
