"""One live game at a time, and tables that are left."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import services
from games.models import NO_TIMER, Game
from games.services.places import SLOW_GAMES_LIMIT
from tests.games.conftest import give_unknown_rules, players_of, status_of
from tests.games.seated import DAY, open_table, play_computer, play_now

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seated", ["picking", "dealt"])
def test_one_live_game_at_a_time(
    alice: Any, bob: Any, oscar: Any, request: Any, seated: str
) -> None:
    game = request.getfixturevalue(seated)()
    elsewhere = open_table(oscar)
    for ask in (
        lambda: play_now(alice),
        lambda: play_computer(alice, 900),
        lambda: open_table(bob, "link"),
        lambda: services.join_game(elsewhere.pk, user=bob),
    ):
        with pytest.raises(services.AlreadyPlaying) as refused:
            ask()
        assert refused.value.public_id == game.public_id
    assert players_of(elsewhere) == ["oscar"]


def test_correspondence_games_are_possible_beside_a_live_game(picking: Any, alice: Any) -> None:
    live = picking()
    play_now(alice, DAY)
    play_computer(alice, move_time=3 * DAY)
    assert status_of(live) == "picking"


def test_the_next_live_game_may_begin_when_one_is_over(dealt: Any, alice: Any, bob: Any) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=bob.pk)
    assert play_computer(alice).status == "picking"


def test_taking_a_live_seat_closes_the_players_waiting_live_tables(
    alice: Any, bob: Any, oscar: Any
) -> None:
    place = play_now(alice)
    slow = open_table(alice, move_time=DAY)
    table = open_table(bob)
    services.join_game(table.pk, user=alice)
    assert (status_of(place), status_of(slow), status_of(table)) == (
        "cancelled",
        "waiting",
        "picking",
    )
    with pytest.raises(services.SeatRefused):
        services.join_game(place.pk, user=oscar)


def test_a_table_that_fills_before_the_lock_is_not_left(
    alice: Any, bob: Any, before_the_lock: Any
) -> None:
    waiting = open_table(alice)
    before_the_lock(lambda: services.join_game(waiting.pk, user=bob), of=Game)
    with pytest.raises(services.AlreadyPlaying) as refused:
        play_computer(alice)
    assert refused.value.public_id == waiting.public_id


def test_a_player_waiting_at_a_live_table_may_choose_another_game(alice: Any) -> None:
    asked = [play_now(alice), open_table(alice), open_table(alice, "link"), play_computer(alice)]
    assert [status_of(game) for game in asked] == ["cancelled"] * 3 + ["picking"]


def test_a_refused_seat_leaves_the_players_table_open(alice: Any, bob: Any, oscar: Any) -> None:
    mine = open_table(alice)
    taken = open_table(bob)
    services.join_game(taken.pk, user=oscar)
    with pytest.raises(services.SeatRefused):
        services.join_game(taken.pk, user=alice)
    assert status_of(mine) == "waiting"


def test_fifty_correspondence_games_are_the_limit(alice: Any, oscar: Any) -> None:
    for _ in range(SLOW_GAMES_LIMIT):
        open_table(alice, "link", move_time=DAY)
    elsewhere = open_table(oscar, move_time=DAY)
    for ask in (
        lambda: open_table(alice, move_time=DAY),
        lambda: play_now(alice, DAY),
        lambda: play_computer(alice, move_time=DAY),
        lambda: services.join_game(elsewhere.pk, user=alice),
    ):
        with pytest.raises(services.AlreadyPlaying, match="^too_many_correspondence_games$"):
            ask()
    assert play_computer(alice).status == "picking"
    assert play_computer(alice, move_time=NO_TIMER).status == "picking"


def test_games_without_a_timer_are_no_correspondence_games(
    alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.places.SLOW_GAMES_LIMIT", 1)
    play_computer(alice, move_time=NO_TIMER)
    open_table(alice, move_time=DAY)


def test_many_games_cost_no_more_queries_than_few(alice: Any) -> None:
    def count_queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            open_table(alice, "link", move_time=DAY)
        return len(asked)

    count_queries()  # after which what is asked is kept
    few = count_queries()
    for _ in range(3):
        open_table(alice, "link", move_time=DAY)
    assert count_queries() == few


def test_places_in_the_queue_are_no_correspondence_games(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.places.SLOW_GAMES_LIMIT", 1)
    places = [play_now(alice, DAY), play_now(alice, 3 * DAY)]
    open_table(alice, move_time=DAY)
    assert play_now(bob, DAY) == places[0]
    with pytest.raises(services.AlreadyPlaying, match="^too_many_correspondence_games$"):
        open_table(alice, move_time=DAY)


def test_a_waiting_table_may_be_left(alice: Any, bob: Any) -> None:
    game = open_table(alice)
    services.leave_game(game.pk, user=alice)
    services.leave_game(game.pk, user=alice)
    game.refresh_from_db()
    assert (game.status, game.reason) == ("cancelled", "left")
    with pytest.raises(services.SeatRefused, match="^table_closed$"):
        services.join_game(game.pk, user=bob)


def test_until_the_deal_either_may_leave_without_a_result(
    picking: Any, alice: Any, bob: Any
) -> None:
    game = picking()
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    services.leave_game(game.pk, user=bob)
    game.refresh_from_db()
    assert (game.status, game.deadline) == ("cancelled", None)
    assert [(seat.result, seat.total) for seat in game.seats.all()] == [("", None)] * 2
    assert play_now(alice).status == "waiting"


def test_after_the_deal_nobody_leaves(dealt: Any, alice: Any) -> None:
    game = dealt()
    with pytest.raises(services.SeatRefused, match="^cards_dealt$"):
        services.leave_game(game.pk, user=alice)
    assert status_of(game) == "playing"


def test_a_finished_game_cannot_be_left(dealt: Any, alice: Any) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    with pytest.raises(services.SeatRefused, match="^game_over$"):
        services.leave_game(game.pk, user=alice)


def test_outsiders_cannot_leave(picking: Any, oscar: Any) -> None:
    game = picking()
    with pytest.raises(services.NotSeated):
        services.leave_game(game.pk, user=oscar)
    assert status_of(game) == "picking"


def test_a_player_who_deletes_the_account_leaves_every_game(
    dealt: Any, picking: Any, alice: Any, bob: Any, carol: Any
) -> None:
    played = dealt()
    slow = picking(move_time=DAY)
    waiting = open_table(alice, "link", move_time=DAY)
    invited = open_table(carol, "invitation", move_time=DAY, invited=alice)
    others = open_table(carol, "invitation", move_time=DAY, invited=bob)
    services.leave_all_games(alice)
    services.leave_all_games(alice)
    played.refresh_from_db()
    assert (played.status, played.reason) == ("finished", "resignation")
    assert [seat.result for seat in played.seats.all()] == ["lost", "won"]
    assert {status_of(game) for game in (slow, waiting, invited)} == {"cancelled"}
    assert status_of(others) == "waiting"


def test_a_player_leaves_the_others_although_one_game_cannot_be_played(
    dealt: Any, picking: Any, alice: Any, caplog: pytest.LogCaptureFixture
) -> None:
    broken, slow = dealt(), picking(move_time=DAY)
    give_unknown_rules(broken)
    assert services.leave_all_games(alice) == ({broken.pk, slow.pk}, {broken.pk})
    assert (status_of(broken), status_of(slow)) == ("playing", "cancelled")
    assert caplog.messages == [f"game {broken.pk}: player {alice.pk} has not left it: UnknownRules"]
    assert "Traceback" not in caplog.text


def test_a_failure_of_the_database_is_no_fault_of_one_game(
    dealt: Any, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OperationalError("the connection was lost")

    dealt()
    monkeypatch.setattr("games.services.leaving.resign_seat", fail)
    with pytest.raises(OperationalError):
        services.leave_all_games(alice)


def test_a_table_of_others_stands_if_the_player_gets_up_before_the_lock(
    alice: Any, bob: Any, before_the_lock: Any
) -> None:
    table = services.open_table(alice, variant="casino", move_time=60, kind="open", players=3)
    services.join_game(table.pk, user=bob)
    before_the_lock(lambda: services.leave_game(table.pk, user=bob), of=Game)
    services.leave_all_games(bob)
    assert (status_of(table), players_of(table)) == ("waiting", ["alice"])


def test_an_invitation_ends_in_words_for_two_when_the_invited_account_is_deleted(
    alice: Any, bob: Any, as_alice: Any
) -> None:
    table = open_table(alice, kind="invitation", invited=bob)
    services.leave_all_games(bob)
    bob.delete()
    page = as_alice.get(table.get_absolute_url()).content.decode()
    assert "The other player declined, or the offer was withdrawn." in page
