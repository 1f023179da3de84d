"""Places in the queue: who is paired, at which times, and who keeps a place."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.services import create_guest
from games import rules, services
from games.clocks import TimeControl
from games.models import AcceptedTime, Game, Seat
from games.services import leaving
from games.services.writing import lock_game
from games.snapshots import Snapshot
from tests.fixtures import LogIn
from tests.games.conftest import now_of, players_of, seconds
from tests.games.pages import at, text_of
from tests.games.seeking import DAY, accepted, practise, seek, sweep
from tests.present import present

pytestmark = pytest.mark.django_db


def test_a_place_remembers_every_time_that_its_player_accepts(alice: Any) -> None:
    place = seek(alice, 300, 60, 60)
    assert accepted(place) == {"alice": [60, 300]}
    assert place.move_time == 300


@pytest.mark.parametrize(
    ("mine", "theirs", "played"),
    [
        ([60, 120], [120], 120),
        ([120], [60, 120], 120),
        ([60, 120, 300], [60, 120], 120),
        ([DAY, 3 * DAY], [DAY], DAY),
    ],
)
def test_two_players_get_the_longest_time_that_both_accept(
    alice: Any, bob: Any, mine: list[int], theirs: list[int], played: int
) -> None:
    place = seek(alice, *mine)
    game = seek(bob, *theirs)
    assert (game.pk, game.status, game.move_time) == (place.pk, "playing", played)
    assert now_of(place).move_time == played
    assert present(game.deadline) - present(game.turn_started_at) == seconds(played)


def test_players_without_a_time_in_common_are_not_paired(alice: Any, bob: Any) -> None:
    assert seek(alice, 60, 300).pk != seek(bob, 120, 900).pk


def test_live_games_and_games_over_days_are_not_mixed(alice: Any) -> None:
    with pytest.raises(services.SeatRefused, match="^mixed_move_times$"):
        seek(alice, 900, DAY)
    with pytest.raises(services.SeatRefused, match="^unknown_move_time$"):
        services.play_now(alice, variant="casino", move_times=[])
    assert not Game.objects.exists()


def test_whoever_asks_again_with_other_times_waits_for_those(alice: Any, bob: Any) -> None:
    first, second = seek(alice, 60), seek(alice, 60, 120)
    assert (now_of(first).status, second.status) == ("cancelled", "waiting")
    assert seek(alice, 120, 60).pk == second.pk
    assert seek(bob, 120).pk == second.pk


def seek_any(user: Any, variant: str = "casino", *move_times: int) -> Game:
    return services.play_now(user, variant=variant, move_times=move_times or [60], any_game=True)


@pytest.mark.parametrize("move_time", [60, DAY])
def test_somebody_to_whom_any_game_will_do_plays_what_the_other_wants(
    alice: Any, bob: Any, carol: Any, oscar: Any, move_time: int
) -> None:
    place = seek_any(alice, "casino", move_time)
    game = seek(bob, move_time, variant="trifecta")
    assert (game.pk, game.status, game.variant) == (place.pk, "picking", "trifecta")
    assert now_of(game).rules_version == rules.variant("trifecta").rules_version
    place = seek(carol, move_time, variant="royal")
    game = seek_any(oscar, "casino", move_time)
    assert (game.pk, game.status, game.variant) == (place.pk, "playing", "royal")


def test_two_to_whom_any_game_will_do_play_the_first_choice_of_whoever_waited(
    alice: Any, bob: Any
) -> None:
    place = seek_any(alice, "spade")
    game = seek_any(bob, "casino")
    assert (game.pk, game.status, game.variant) == (place.pk, "playing", "spade")


def test_any_game_is_no_other_time(alice: Any, bob: Any, carol: Any) -> None:
    place = seek_any(alice, "casino", 60)
    assert seek_any(bob, "casino", 120).pk != place.pk
    assert seek(carol, 300, variant="royal").status == "waiting"


def test_one_game_and_any_game_are_places_of_their_own(alice: Any) -> None:
    first = seek_any(alice, "casino", DAY)
    assert seek_any(alice, "casino", DAY).pk == first.pk
    second = seek(alice, DAY, variant="casino")
    assert second.pk != first.pk
    assert seek(alice, DAY, variant="casino").pk == second.pk


def test_whoever_waits_on_for_any_game_has_the_first_choice_again(
    clock: Any, alice: Any, bob: Any
) -> None:
    place = seek(alice, variant="trifecta")
    services.leave_page(place.pk, user=alice)
    game = seek_any(bob, "casino")
    assert (game.pk, game.variant, game.called_until is None) == (place.pk, "trifecta", False)
    services.leave_game(place.pk, user=alice)
    game = now_of(place)
    assert (players_of(game), game.variant) == (["bob"], "casino")
    assert game.rules_version == rules.variant("casino").rules_version


@pytest.mark.once
def test_the_lobby_offers_any_game_and_says_which_is_played(
    as_alice: Client, as_bob: Client, bob: Any
) -> None:
    page = text_of(as_alice.get("/?game=royal"))
    assert "Any other game will do too" in page
    assert "whoever has waited longer; your choice is Royal Cassino." in page
    as_alice.post("/play/", {"variant": "royal", "move_time": "60", "any_game": "on"})
    place = Game.objects.get()
    assert re.search(r'name="any_game"[^>]* checked', text_of(as_alice.get("/")))
    words = "You are looking for an opponent: Royal Cassino or any other game, 60 seconds a turn."
    assert words in text_of(as_alice.get("/"))
    assert "Royal Cassino or any other game · 60 seconds a turn" in text_of(as_bob.get("/"))
    for client in (as_alice, as_bob):
        assert "Royal Cassino or any other game" in text_of(client.get(at("game", place)))
    as_bob.post(at("join", place))
    assert (now_of(place).status, now_of(place).variant) == ("playing", "royal")
    assert "any other game" not in text_of(as_bob.get(at("game", place)))


def test_nobody_is_paired_with_themselves(alice: Any) -> None:
    first, second = seek(alice, DAY), seek(alice, DAY, 3 * DAY)
    assert players_of(first) == players_of(second) == ["alice"]


def test_whoever_joins_a_player_in_the_queue_chooses_among_the_times(alice: Any, bob: Any) -> None:
    place = seek(alice, 60, 120)
    with pytest.raises(services.SeatRefused, match="^unknown_move_time$"):
        services.join_game(place.pk, user=bob, time=TimeControl(300))
    assert now_of(place).status == "waiting"
    services.join_game(place.pk, user=bob, time=TimeControl(60))
    assert (now_of(place).status, now_of(place).move_time) == ("playing", 60)


def test_the_time_of_any_other_table_cannot_be_changed_by_joining(alice: Any, bob: Any) -> None:
    table = services.open_table(alice, variant="casino", move_time=60, kind="open")
    services.join_game(table.pk, user=bob, time=TimeControl(900))
    assert now_of(table).move_time == 60


def test_joining_somebody_gives_up_the_own_live_place(alice: Any, bob: Any) -> None:
    alices, bobs = seek(alice, 60), seek(bob, 120)
    services.join_game(alices.pk, user=bob)
    assert (now_of(alices).status, now_of(bobs).status) == ("playing", "cancelled")


def test_an_accepted_time_is_possible_and_stored_once(alice: Any) -> None:
    seat = Seat.objects.get(game=seek(alice, 60))
    for move_time in (60, 0):
        with pytest.raises(IntegrityError), transaction.atomic():
            AcceptedTime.objects.create(seat=seat, move_time=move_time)


def test_a_game_without_a_timer_keeps_the_place_and_any_page_does(clock: Any, alice: Any) -> None:
    place = seek(alice)
    practise(alice)
    for _ in range(100):
        clock.shift(seconds(25))
        services.keep_seeking(alice)
        sweep()
    assert now_of(place).status == "waiting"
    clock.shift(seconds(31))
    sweep()
    assert now_of(place).status == "cancelled"


def test_places_are_locked_in_the_order_of_their_ids(alice: Any) -> None:
    seek(alice, DAY)
    seek(alice, 3 * DAY)
    with CaptureQueriesContext(connection) as captured:
        services.keep_seeking(alice)
    (read,) = [each["sql"] for each in captured if each["sql"].startswith("SELECT")]
    assert " ORDER BY 1 ASC" in read
    assert connection.vendor == "sqlite" or read.endswith("FOR NO KEY UPDATE")


def test_only_the_own_places_are_kept(clock: Any, alice: Any, oscar: Any) -> None:
    place = seek(alice)
    clock.shift(seconds(31))
    services.keep_seeking(oscar)
    sweep()
    assert now_of(place).status == "cancelled"


def test_whoever_logs_out_leaves_the_live_queue(
    alice: Any, bob: Any, as_alice: Client, django_capture_on_commit_callbacks: Any
) -> None:
    days, place = seek(alice, DAY), seek(alice)
    with django_capture_on_commit_callbacks(execute=True):
        as_alice.post("/accounts/logout/")
    assert (now_of(place).status, now_of(days).status) == ("cancelled", "waiting")
    assert seek(bob).pk != place.pk


def test_whoever_logs_out_keeps_a_live_table(
    alice: Any, as_alice: Client, django_capture_on_commit_callbacks: Any
) -> None:
    table = services.open_table(alice, variant="casino", move_time=60, kind="link")
    with django_capture_on_commit_callbacks(execute=True):
        as_alice.post("/accounts/logout/")
    assert (players_of(table), now_of(table).status) == (["alice"], "waiting")


def test_a_game_that_begins_at_log_out_goes_on(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = seek(alice)

    def lock_later(game_id: int) -> Snapshot:
        seek(bob)
        return lock_game(game_id)

    monkeypatch.setattr(leaving, "lock_game", lock_later)
    services.leave_at_log_out(alice)
    assert (players_of(place), now_of(place).status) == (["alice", "bob"], "playing")


def test_whoever_logs_out_is_logged_out_even_if_a_place_cannot_be_left(
    as_alice: Client, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    failing = Mock(side_effect=OperationalError)
    monkeypatch.setattr(services, "leave_at_log_out", failing)
    with django_capture_on_commit_callbacks(execute=True):
        assert as_alice.post("/accounts/logout/").status_code == 302
    assert failing.called
    assert "_auth_user_id" not in as_alice.session


def test_a_guest_who_logs_out_leaves_everything_that_waits(
    alice: Any, client_of: LogIn, django_capture_on_commit_callbacks: Any
) -> None:
    guest = create_guest()
    as_guest = client_of(guest)
    offer: dict[str, Any] = {"variant": "casino", "move_time": DAY, "kind": "invitation"}
    place = seek(guest, DAY)
    table = services.open_table(guest, **offer | {"kind": "open"})
    invitation = services.open_table(alice, **offer, invited=guest)
    with django_capture_on_commit_callbacks(execute=True):
        as_guest.post("/accounts/logout/")
    assert {now_of(game).status for game in (place, table, invitation)} == {"cancelled"}
