"""Players elsewhere on the site are called before their game begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from games import services
from games.models import Game
from games.presenters.seeks import view_own_seeks
from games.selectors.seeks import own_seeks
from games.services.places import AT_THE_TABLE, CALL_LASTS
from notices.models import Notice
from tests.games.conftest import now_of, players_of, seconds
from tests.games.pages import at, messages_of, named, text_of
from tests.games.seeking import DAY, accepted, lobby_of, practise, seek, sweep

pytestmark = pytest.mark.django_db


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


def test_a_player_who_comes_to_a_closed_table_is_told_so(
    called: Any, clock: Any, as_alice: Client
) -> None:
    game = called()
    clock.shift(seconds(31))
    sweep()
    answer = as_alice.post(at("come", game), follow=True)
    assert "the other player has left" in messages_of(answer)
