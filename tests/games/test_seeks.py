"""The queue: who is paired with whom, at which pace, and what happens to players elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.services import create_guest
from games import rules, services
from games.clocks import TimeControl
from games.models import AcceptedTime, Game, Seat
from games.presenters.seeks import view_own_seeks
from games.selectors.seeks import own_seeks
from games.services import waiting
from games.services.places import AT_THE_TABLE, CALL_LASTS
from games.services.writing import lock_game
from games.snapshots import Snapshot
from notices.models import Notice
from tests.fixtures import LogIn
from tests.games.conftest import now_of, players_of, seconds
from tests.games.pages import at, messages_of, named, text_of
from tests.present import present

pytestmark = pytest.mark.django_db

DAY = 86_400


def seek(user: Any, *move_times: int, variant: str = "casino") -> Game:
    return services.play_now(user, variant=variant, move_times=move_times or [60])


def practise(user: Any) -> Game:
    return services.play_computer(user, variant="casino", move_time=0, levels=["easy"])


def accepted(game: Game) -> dict[str, list[int]]:
    times: dict[str, list[int]] = {}
    for each in AcceptedTime.objects.filter(seat__game=game).order_by("seat", "move_time"):
        times.setdefault(str(each.seat.user), []).append(each.move_time)
    return times


def sweep() -> None:
    services.lapse_waiting_games(now=timezone.now())


# Times


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


# Any game


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


# Pairs


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


# Playing against the computer meanwhile


@pytest.fixture
def called(clock: Any, alice: Any, bob: Any) -> Callable[[], Game]:
    """Return a function that pairs bob with alice, who is practising meanwhile."""

    def call() -> Game:
        place = seek(alice, 60, 120)
        practise(alice)
        clock.shift(seconds(20))
        services.keep_seeking(alice)
        assert seek(bob, 60).pk == place.pk
        return now_of(place)

    return call


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

    monkeypatch.setattr(waiting, "lock_game", lock_later)
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


def test_a_called_player_who_logs_out_gives_up_the_place(
    called: Any, as_alice: Client, django_capture_on_commit_callbacks: Any
) -> None:
    game = called()
    with django_capture_on_commit_callbacks(execute=True):
        as_alice.post("/accounts/logout/")
    assert (players_of(game), now_of(game).called_until) == (["bob"], None)


def test_a_player_elsewhere_is_called_before_the_game_begins(called: Any, bob: Any) -> None:
    game = called()
    assert (game.status, game.deadline, players_of(game)) == ("waiting", None, ["alice", "bob"])
    assert game.called_until == timezone.now() + CALL_LASTS


def test_a_game_begins_when_the_player_comes(called: Any, clock: Any, alice: Any, bob: Any) -> None:
    game = called()
    clock.shift(seconds(29))
    services.keep_waiting(game.pk, user=bob)
    services.come_to_game(game.pk, user=alice)
    services.come_to_game(game.pk, user=alice)
    game = now_of(game)
    assert (game.status, game.called_until, game.seen_at) == ("playing", None, None)
    assert (game.move_time, game.deadline) == (60, timezone.now() + seconds(60))


def test_whoever_was_not_called_does_not_begin_the_game(called: Any, bob: Any, oscar: Any) -> None:
    game = called()
    services.come_to_game(game.pk, user=bob)
    with pytest.raises(services.SeatRefused, match="^came_too_late$"):
        services.come_to_game(game.pk, user=oscar)
    assert now_of(game).status == "waiting"


def miss(game: Game, clock: Any, waiting: Any) -> None:
    """Let the time of a call run out while the opponent goes on waiting."""
    clock.shift(seconds(31))
    services.keep_waiting(game.pk, user=waiting)
    sweep()


def test_whoever_does_not_come_loses_the_place_to_the_player_who_is_there(
    called: Any, clock: Any, alice: Any, bob: Any, carol: Any
) -> None:
    game = called()
    since = timezone.now()
    clock.shift(CALL_LASTS)
    services.keep_waiting(game.pk, user=bob)
    sweep()
    assert players_of(game) == ["alice", "bob"]
    clock.shift(seconds(1))
    sweep()
    game = now_of(game)
    assert (game.status, game.called_until, game.host, players_of(game)) == (
        "waiting", None, bob, ["bob"],
    )  # fmt: skip
    assert (game.created_at, accepted(game)) == (since, {"bob": [60]})
    with pytest.raises(services.SeatRefused, match="^came_too_late$"):
        services.come_to_game(game.pk, user=alice)
    assert seek(carol, 60).pk == game.pk
    assert now_of(game).status == "playing"


def test_whoever_does_not_come_finds_out_why_the_place_is_gone(
    called: Any, clock: Any, bob: Any, as_alice: Client
) -> None:
    game = called()
    miss(game, clock, bob)
    page = text_of(as_alice.get("/notices/"))
    assert "Your game of Casino will not be played" in page
    assert at("game", game) not in page  # it could not be opened any more
    assert "Mute this game" not in page
    services.leave_game(game.pk, user=bob)  # the end of the table does not withdraw it
    assert "you did not come in time" in text_of(as_alice.get("/notices/"))


def test_the_link_of_a_missed_call_leads_to_the_lobby_and_reads_the_notice(
    called: Any,
    clock: Any,
    bob: Any,
    as_alice: Client,
    as_bob: Client,
    nobody: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.services.telling.has_page_in_view", lambda user_id: True)
    miss(called(), clock, bob)
    missed = Notice.objects.get(kind="ended")
    assert not missed.is_urgent  # she has another page in view
    for client, path in (
        (as_alice, "/"),
        (as_alice, "/?missed=%00"),
        (as_bob, missed.path),
        (nobody, missed.path),
    ):
        assert client.get(path).status_code == 200
        missed.refresh_from_db()
        assert missed.read_at is None, path
    assert 'id="lobby"' in as_alice.get(missed.path).text
    missed.refresh_from_db()
    assert missed.read_at == timezone.now()


def test_the_place_is_kept_if_the_opponent_does_not_wait_for_the_called(
    called: Any, alice: Any, bob: Any, carol: Any
) -> None:
    game = called()
    services.leave_game(game.pk, user=bob)
    services.come_to_game(game.pk, user=alice)
    assert (now_of(game).status, now_of(game).called_until) == ("waiting", None)
    assert accepted(game) == {"alice": [60, 120]}
    assert now_of(game).move_time == 120  # not that of the pair
    assert seek(carol, 120).pk == game.pk


@pytest.mark.parametrize("leaves_by", ["closing the page", "a page that no longer answers"])
def test_an_opponent_who_has_left_the_page_is_called_back_before_the_game_begins(
    called: Any, clock: Any, alice: Any, bob: Any, leaves_by: str
) -> None:
    game = called()
    begun_at = game.created_at
    if leaves_by == "closing the page":
        services.leave_page(game.pk, user=bob)
    else:
        clock.shift(AT_THE_TABLE + seconds(1))
    services.come_to_game(game.pk, user=alice)
    game = now_of(game)
    assert (game.status, game.host, game.called_until) == (
        "waiting", bob, timezone.now() + CALL_LASTS,
    )  # fmt: skip
    services.come_to_game(game.pk, user=alice)  # a second click
    assert now_of(game).status == "waiting"
    clock.shift(CALL_LASTS - seconds(1))
    services.keep_waiting(game.pk, user=alice)
    services.come_to_game(game.pk, user=bob)
    assert now_of(game).status == "playing"
    assert now_of(game).created_at == begun_at


def test_whoever_came_keeps_the_place_if_the_opponent_does_not_come_back(
    called: Any, clock: Any, alice: Any, bob: Any
) -> None:
    game = called()
    services.leave_page(game.pk, user=bob)
    services.come_to_game(game.pk, user=alice)
    clock.shift(CALL_LASTS + seconds(1))
    services.keep_waiting(game.pk, user=alice)
    sweep()
    after = now_of(game)
    assert (after.status, after.host, players_of(game)) == ("waiting", alice, ["alice"])
    assert (after.created_at, after.move_time) == (game.created_at, 120)


def test_a_player_who_is_called_may_decline(called: Any, alice: Any, bob: Any) -> None:
    game = called()
    services.leave_game(game.pk, user=alice)
    assert (players_of(game), now_of(game).host) == (["bob"], bob)


def test_nobody_else_is_paired_with_players_who_are_called(
    called: Any, carol: Any, alice: Any, bob: Any
) -> None:
    game = called()
    assert seek(carol, 60).pk != game.pk
    with pytest.raises(services.SeatRefused, match="^seat_taken$"):
        services.join_game(game.pk, user=carol)
    assert seek(alice, 60, 120).pk == game.pk
    assert seek(bob, 60).pk == game.pk


def test_a_called_player_who_begins_another_live_game_leaves(
    called: Any, alice: Any, bob: Any
) -> None:
    game = called()
    services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    assert (players_of(game), now_of(game).called_until) == (["bob"], None)


def test_a_player_who_comes_while_the_end_of_the_call_waits_for_the_lock_plays(
    called: Any, clock: Any, alice: Any, bob: Any, before_the_lock: Any
) -> None:
    game = called()
    clock.shift(CALL_LASTS + seconds(1))
    services.keep_waiting(game.pk, user=bob)
    before_the_lock(lambda: services.come_to_game(game.pk, user=alice), of=Game)
    sweep()
    assert (now_of(game).status, players_of(game)) == ("playing", ["alice", "bob"])


def test_a_player_at_the_table_is_not_called(clock: Any, alice: Any, bob: Any) -> None:
    place = seek(alice)
    practise(alice)
    services.keep_waiting(place.pk, user=alice)
    clock.shift(seconds(20))  # without a socket, the page polls every 15 seconds
    assert seek(bob).status == "playing"


def test_whoever_has_the_place_open_is_paired_before_players_elsewhere(
    clock: Any, alice: Any, bob: Any, carol: Any
) -> None:
    first = seek(alice, 60)
    practise(alice)
    clock.shift(seconds(1))
    second = seek(bob, 120)
    assert seek(carol, 60, 120).pk == second.pk
    assert now_of(first).status == "waiting"


def test_a_game_over_days_begins_without_a_call(clock: Any, alice: Any, bob: Any) -> None:
    seek(alice, DAY)
    practise(alice)
    assert seek(bob, DAY).status == "playing"


def test_an_outage_lengthens_a_call(called: Any, clock: Any) -> None:
    services.record_web_alive()
    game = called()
    services.record_web_alive()
    clock.shift(seconds(600))
    services.record_web_alive()
    sweep()
    assert players_of(game) == ["alice", "bob"]
    clock.shift(seconds(31))
    services.record_web_alive()


def test_only_a_table_of_the_queue_that_waits_can_call(called: Any) -> None:
    game = called()
    for change in ({"kind": "open"}, {"status": "cancelled"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.filter(pk=game.pk).update(**change)


def test_players_who_delete_their_accounts_leave_a_call(called: Any, alice: Any, bob: Any) -> None:
    game = called()
    services.leave_all_games(alice)
    assert (players_of(game), now_of(game).called_until) == (["bob"], None)


# On pages


def lobby_of(client: Client) -> str:
    return text_of(client.get("/"))


def test_the_lobby_lists_who_waits_for_what_and_for_how_long(
    clock: Any, alice: Any, as_bob: Client, as_alice: Client, nobody: Client
) -> None:
    place = seek(alice, 60, 120)
    for client in (as_bob, nobody):
        page = lobby_of(client)
        assert "Casino · 60 seconds or 2 minutes a turn · waiting for less than a minute" in page
        assert re.findall(r'name="move_time" value="(\d+)">Join', page) == ["60", "120"]
        assert at("join", place) in page
    assert at("join", place) not in lobby_of(as_alice)
    clock.shift(seconds(200))
    services.keep_seeking(alice)
    assert "waiting for 3 minutes" in lobby_of(as_bob)


def test_whoever_joins_from_the_lobby_plays_at_the_chosen_pace(alice: Any, as_bob: Client) -> None:
    place = seek(alice, 60, 120)
    for odd in ("61", "x", "300"):
        answer = as_bob.post(at("join", place), {"move_time": odd}, follow=True)
        assert "move time" in messages_of(answer)
    assert as_bob.post(at("join", place), {"move_time": "60"})["Location"] == at("game", place)
    assert (now_of(place).status, now_of(place).move_time) == ("playing", 60)


def test_play_now_takes_several_times_and_remembers_them(as_alice: Client) -> None:
    assert re.findall(r'value="(\d+)"[^>]*checked', lobby_of(as_alice)) == ["60"]
    as_alice.post("/play/", {"variant": "casino", "move_time": ["120", "60"]})
    assert accepted(Game.objects.get()) == {"alice": [60, 120]}
    assert re.findall(r'value="(\d+)"[^>]*checked', lobby_of(as_alice)) == ["60", "120"]


@pytest.mark.once
@pytest.mark.parametrize("times", [["60", "61"], ["x"]])
def test_odd_times_are_refused(as_alice: Client, times: list[str]) -> None:
    answer = as_alice.post("/play/", {"variant": "casino", "move_time": times}, follow=True)
    assert "from the lists" in messages_of(answer)


def test_whoever_chooses_no_time_is_told_that_one_is_needed(as_alice: Client) -> None:
    refused = as_alice.post("/play/", {"variant": "casino"})
    assert refused.status_code == 422
    assert messages_of(refused) == "Choose at least one move time."


def test_live_times_and_days_are_refused_together_with_the_reason(as_alice: Client) -> None:
    times = ["60", str(DAY)]
    answer = as_alice.post("/play/", {"variant": "casino", "move_time": times}, follow=True)
    assert "Choose either times for live games" in messages_of(answer)
    page = text_of(answer)  # still of the same game, so that a second click does not begin another
    assert re.search(r'aria-current="true">Casino<', page)
    assert re.findall(r'name="move_time" value="(\d+)"[^>]*checked', page) == times
    assert re.findall(r'value="(\d+)"[^>]*checked', lobby_of(as_alice)) == ["60"]


def test_two_who_wait_at_different_paces_are_offered_each_other(
    alice: Any, bob: Any, oscar: Any, as_alice: Client, as_bob: Client
) -> None:
    alices, bobs = seek(alice, 60), seek(bob, 120, 300)
    seek(oscar, 60, variant="royal")
    page = text_of(as_alice.get(at("game", alices)))
    assert f"{named('bob')} is waiting for the same game with 2 minutes or 5 minutes" in page
    assert at("join", bobs) in page
    assert "oscar" not in page
    page = text_of(as_bob.get(at("game", bobs)))
    assert f"{named('alice')} is waiting for the same game with 60 seconds a turn. Join?" in page
    as_bob.post(at("join", alices))
    assert now_of(alices).status == "playing"


@pytest.mark.once
def test_a_name_cannot_put_markup_into_an_offer(make_user: Any, bob: Any, as_bob: Client) -> None:
    eve = make_user("eve", display_name="<b onclick=x>")
    seek(eve, 60)
    place = seek(bob, 120)
    for page in (text_of(as_bob.get(at("game", place))), lobby_of(as_bob)):
        assert "<b onclick" not in page
        assert "&lt;b onclick=x&gt;" in page


def test_the_computer_is_offered_after_twenty_seconds(
    clock: Any, alice: Any, as_alice: Client, as_bob: Client
) -> None:
    place = seek(alice)
    clock.shift(seconds(19))
    assert "/play/computer/" not in text_of(as_alice.get(at("game", place)))
    clock.shift(seconds(1))
    page = text_of(as_alice.get(at("game", place)))
    form = re.search(r'<form[^>]*action="/play/computer/".*?</form>', page, re.DOTALL)
    assert "/play/computer/" not in text_of(as_bob.get(at("game", place)))
    fields = dict(re.findall(r'name="(variant|move_time)" value="([^"]*)"', present(form)[0]))
    practice = as_alice.post("/play/computer/", fields)["Location"]
    assert now_of(place).status == "waiting"
    page = text_of(as_alice.get(practice))
    assert "You are looking for an opponent: Casino, 60 seconds a turn." in page


@pytest.mark.parametrize("page", ["the lobby", "the practice game", "its poll", "the lobby’s poll"])
def test_any_page_of_the_site_keeps_a_place(
    clock: Any, alice: Any, as_alice: Client, page: str
) -> None:
    place = seek(alice)
    practice = practise(alice)
    path = {
        "the lobby": "/",
        "the practice game": at("game", practice),
        "its poll": at("seeks_live", practice),
        "the lobby’s poll": "/lobby/live/",
    }[page]
    for _ in range(3):
        clock.shift(seconds(25))
        as_alice.get(path)
        sweep()
    assert now_of(place).status == "waiting"


def test_whoever_has_called_somebody_is_not_said_to_look_for_an_opponent(
    called: Any, as_bob: Client
) -> None:
    called()
    page = lobby_of(as_bob)
    assert f"{named('alice')} is being called to your game of Casino." in page
    assert "You are looking for an opponent" not in page


def test_whoever_is_left_alone_while_the_page_is_made_is_looking_for_an_opponent(
    called: Any, alice: Any, bob: Any
) -> None:
    called()
    for user in (alice, bob):
        (place,) = own_seeks(user.pk)
        place.seated = [seat for seat in place.seated if seat.user_id == user.pk]  # read later
        (line,) = view_own_seeks([place], user, now=timezone.now())
        assert line.words.startswith("You are looking for an opponent")
        assert not line.is_called


def test_a_player_who_is_called_is_told_so_everywhere(
    called: Any, as_alice: Client, as_bob: Client, oscar: Any, client_of: Any
) -> None:
    game = called()
    practice = Game.objects.get(kind="computer")
    for path in (at("game", practice), "/", at("seeks_live", practice)):
        page = text_of(as_alice.get(path))
        assert f"{named('bob')} is here: go to your game." in page
        assert "within 30 seconds" in page
        assert at("come", game) in page
    page = text_of(as_alice.get(at("game", game)))
    assert "bob is here" in page
    assert at("come", game) in page
    page = text_of(as_bob.get(at("game", game)))
    assert "Calling alice" in page
    assert f"{named('alice')} is not at the table yet." in page
    assert "longer than 30 seconds" in page
    assert at("come", game) not in page
    stranger = client_of(oscar)
    for path in (at("game", game), "/"):
        page = text_of(stranger.get(path))
        assert at("come", game) not in page
        assert at("join", game) not in page


def test_a_player_who_is_called_goes_to_the_game_by_a_post(
    called: Any, as_alice: Client, as_oscar: Client
) -> None:
    game = called()
    as_alice.get(at("come", game))
    assert now_of(game).status == "waiting"
    refused = as_oscar.post(at("come", game), follow=True)
    assert "could not wait any longer" in messages_of(refused)
    assert as_alice.post(at("come", game))["Location"] == at("game", game)
    assert now_of(game).status == "playing"


def test_a_player_who_comes_too_late_is_told_so(
    called: Any, clock: Any, bob: Any, as_alice: Client
) -> None:
    game = called()
    miss(game, clock, bob)
    answer = as_alice.post(at("come", game), follow=True)
    assert "your place in the queue is gone" in messages_of(answer)


def test_the_poll_answers_only_with_news(alice: Any, bob: Any, as_alice: Client) -> None:
    place = seek(alice, 60)
    shown = re.search(r'seeks=(\w+)"', text_of(as_alice.get(at("game", place))))
    path = at("seeks_live", place)
    assert as_alice.get(path, {"version": present(shown)[1]}).status_code == 204
    seek(bob, 120)
    answer = as_alice.get(path, {"version": present(shown)[1]})
    assert "bob" in text_of(answer)


def test_a_player_who_comes_to_a_closed_table_is_told_so(
    called: Any, clock: Any, as_alice: Client
) -> None:
    game = called()
    clock.shift(seconds(31))
    sweep()
    answer = as_alice.post(at("come", game), follow=True)
    assert "the other player has left" in messages_of(answer)
