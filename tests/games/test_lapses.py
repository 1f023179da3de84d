"""Waiting tables: open while somebody is there, and closed when nobody is."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games import services, tasks
from games.models import Game
from games.services.writing import finish_game
from tests.games.conftest import seconds, status_of
from tests.games.pages import at, text_of

pytestmark = pytest.mark.django_db

DAY = 86_400


def play_now(user: Any) -> Game:
    return services.play_now(user, variant="trifecta", move_times=[60])


def open_table(user: Any, kind: str = "open", *, players: int = 2, move_time: int = 60) -> Game:
    return services.open_table(
        user, variant="casino", move_time=move_time, kind=kind, players=players
    )


def people(game: Game) -> list[str]:
    return [str(seat.user) for seat in game.seats.order_by("index")]


def test_a_place_whose_page_is_open_is_kept(clock: Any, alice: Any, bob: Any) -> None:
    place = play_now(alice)
    for _ in range(12):
        clock.shift(seconds(10))
        services.keep_waiting(place.pk, user=alice)
        assert services.lapse_waiting_games(now=timezone.now()) == 0
    assert play_now(bob).pk == place.pk


def test_another_page_keeps_a_place_for_longer_than_a_seat_at_a_table(
    clock: Any, alice: Any
) -> None:
    place = play_now(alice)
    for _ in range(40):
        clock.shift(seconds(25))
        services.keep_seeking(alice)
        services.lapse_waiting_games(now=timezone.now())
    assert status_of(place) == "waiting"


def test_only_the_waiting_player_keeps_a_place(clock: Any, alice: Any, oscar: Any) -> None:
    place = play_now(alice)
    clock.shift(seconds(31))
    services.keep_waiting(place.pk, user=oscar)
    assert services.lapse_waiting_games(now=timezone.now()) == 1


def test_a_place_whose_page_is_gone_lapses(clock: Any, alice: Any) -> None:
    place = play_now(alice)
    clock.shift(seconds(30))
    assert services.lapse_waiting_games(now=timezone.now()) == 0
    clock.shift(seconds(1))
    assert services.lapse_waiting_games(now=timezone.now()) == 1
    assert services.lapse_waiting_games(now=timezone.now()) == 0
    place.refresh_from_db()
    assert (place.status, place.reason) == ("cancelled", "lapsed")
    assert play_now(alice).pk != place.pk


def test_nobody_is_led_to_a_place_that_the_sweep_has_not_cleared_yet(
    clock: Any, alice: Any, bob: Any
) -> None:
    place = play_now(alice)
    clock.shift(seconds(31))
    assert play_now(bob).pk != place.pk


def test_tables_lapse_later_than_places(clock: Any, alice: Any, bob: Any) -> None:
    live = open_table(alice)
    slow = open_table(bob, "link", move_time=DAY)
    clock.shift(seconds(15 * 60))
    assert services.lapse_waiting_games(now=timezone.now()) == 0
    clock.shift(seconds(1))
    assert services.lapse_waiting_games(now=timezone.now()) == 1
    assert (status_of(live), status_of(slow)) == ("cancelled", "waiting")
    clock.shift(seconds(14 * DAY))
    assert services.lapse_waiting_games(now=timezone.now()) == 1
    assert status_of(slow) == "cancelled"


@pytest.mark.once
def test_a_table_with_too_few_players_is_not_said_to_have_had_none(
    clock: Any, alice: Any, bob: Any, as_bob: Client
) -> None:
    table = open_table(alice, "link", players=3, move_time=DAY)
    services.join_game(table.pk, user=bob)
    clock.shift(seconds(14 * DAY + 1))
    assert services.lapse_waiting_games(now=timezone.now()) == 1
    page = text_of(as_bob.get(at("game", table)))
    assert "The table was closed because not enough players came in time." in page


@pytest.mark.once
@pytest.mark.parametrize("kind", ["queue", "link"])
def test_whoever_leaves_a_live_place_or_table_reads_that_it_ended_for_that_reason(
    clock: Any, alice: Any, bob: Any, as_alice: Client, kind: str
) -> None:
    if kind == "queue":
        place = play_now(alice)
    else:
        place = open_table(alice, "link", players=3)
        services.join_game(place.pk, user=bob)
    clock.shift(seconds(15 * 60 + 1))
    assert services.lapse_waiting_games(now=timezone.now()) == 1
    gone_away = "It was closed because whoever waited there had gone away."
    assert gone_away in text_of(as_alice.get(at("game", place)))
    assert (gone_away in text_of(as_alice.get("/notices/"))) == (kind == "link")


@pytest.mark.parametrize("kind", ["open", "link", "invitation", "rematch"])
@pytest.mark.parametrize(("move_time", "lasts"), [(60, 15 * 60), (DAY, 14 * DAY)])
def test_a_table_that_nobody_comes_to_ends_by_itself(
    clock: Any, alice: Any, bob: Any, kind: str, move_time: int, lasts: int
) -> None:
    invited = bob if kind in ("invitation", "rematch") else None
    table = services.open_table(
        alice,
        variant="casino",
        move_time=move_time,
        kind="invitation" if invited else kind,
        invited=invited,
    )
    if kind == "rematch":
        services.join_game(table.pk, user=bob)
        services.quit_game(table.pk, user_id=bob.pk)
        table = services.offer_rematch(table.pk, user=alice)
    clock.shift(seconds(lasts))
    tasks.sweep()
    assert status_of(table) == "waiting"
    clock.shift(seconds(1))
    tasks.sweep()
    assert status_of(table) == "cancelled"
    with pytest.raises(services.SeatRefused):
        services.join_game(table.pk, user=bob)


def test_an_outage_does_not_cost_the_place_in_the_queue(clock: Any, alice: Any, bob: Any) -> None:
    services.record_web_alive()
    place = play_now(alice)
    clock.shift(seconds(120))
    services.record_web_alive()
    assert services.lapse_waiting_games(now=timezone.now()) == 0
    assert play_now(bob).pk == place.pk


def test_an_outage_costs_nobody_the_seat_at_a_table(clock: Any, alice: Any, bob: Any) -> None:
    services.record_web_alive()
    table = open_table(alice, players=3)
    services.join_game(table.pk, user=bob)
    clock.shift(seconds(16 * 60))
    services.record_web_alive()
    for _ in range(8):  # until things end by themselves again
        clock.shift(seconds(2))
        services.record_web_alive()
    assert services.lapse_waiting_games(now=timezone.now()) == 0
    assert people(table) == ["alice", "bob"]


def test_while_the_site_is_down_no_table_lapses(clock: Any, alice: Any) -> None:
    services.record_web_alive()
    place = play_now(alice)
    clock.shift(seconds(120))
    assert services.lapse_waiting_games(now=timezone.now()) == 0
    assert status_of(place) == "waiting"


def test_a_player_who_is_gone_loses_the_seat_but_the_others_keep_waiting(
    clock: Any, alice: Any, bob: Any, as_alice: Client
) -> None:
    table = open_table(alice, players=3)
    services.join_game(table.pk, user=bob)
    page = text_of(as_alice.get(at("game", table)))
    assert "you lose your seat when you have been away for 15 minutes" in page
    clock.shift(seconds(16 * 60))
    services.keep_waiting(table.pk, user=bob)
    assert services.lapse_waiting_games(now=timezone.now()) == 0
    table.refresh_from_db()
    assert (table.status, table.host, people(table)) == ("waiting", bob, ["bob"])


def test_no_computer_player_takes_the_turn_of_a_player_who_is_gone(
    clock: Any, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.waiting.LAPSES_AT_ONCE", 1)
    table = open_table(alice, players=4)
    services.seat_computers(table.pk, user=alice, levels={3: "easy"})
    clock.shift(seconds(1))
    services.join_game(table.pk, user=bob)
    clock.shift(seconds(16 * 60))
    services.keep_waiting(table.pk, user=alice)
    services.lapse_waiting_games(now=timezone.now())
    assert people(table) == ["alice", "None"]


# What happens while the sweep waits for the lock


def test_a_place_whose_player_comes_back_before_the_lock_is_kept(
    clock: Any, alice: Any, before_the_lock: Any
) -> None:
    place = play_now(alice)
    clock.shift(seconds(31))
    before_the_lock(lambda: services.keep_waiting(place.pk, user=alice), of=Game)
    assert services.lapse_waiting_games(now=timezone.now()) == 0
    assert status_of(place) == "waiting"


def test_a_table_that_fills_before_the_lock_is_played(
    clock: Any, alice: Any, bob: Any, before_the_lock: Any
) -> None:
    table = open_table(alice)
    clock.shift(seconds(16 * 60))
    before_the_lock(lambda: services.join_game(table.pk, user=bob), of=Game)
    assert services.lapse_waiting_games(now=timezone.now()) == 0
    assert (status_of(table), people(table)) == ("playing", ["alice", "bob"])


def test_a_seat_whose_player_comes_back_before_the_lock_is_kept(
    clock: Any, alice: Any, bob: Any, before_the_lock: Any
) -> None:
    table = open_table(alice, players=3)
    services.join_game(table.pk, user=bob)
    clock.shift(seconds(16 * 60))
    services.keep_waiting(table.pk, user=bob)
    before_the_lock(lambda: services.keep_waiting(table.pk, user=alice), of=Game)
    services.lapse_waiting_games(now=timezone.now())
    assert people(table) == ["alice", "bob"]


def test_a_broken_table_is_passed_over(
    clock: Any,
    alice: Any,
    bob: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken = play_now(alice)
    other = services.play_now(bob, variant="casino", move_times=[60])

    def finish(snapshot: Any, **facts: Any) -> None:
        if snapshot.game.pk == broken.pk:
            raise KeyError("a game of another release")
        finish_game(snapshot, **facts)

    monkeypatch.setattr("games.services.waiting.finish_game", finish)
    clock.shift(seconds(31))
    assert services.lapse_waiting_games(now=timezone.now()) == 1
    assert (status_of(broken), status_of(other)) == ("waiting", "cancelled")
    assert f"game {broken.pk}: the table was not cleared: KeyError" in caplog.messages
    assert "another release" not in caplog.text
