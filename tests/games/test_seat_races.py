"""Simultaneous actions of many people at tables of three and four."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games import services
from games.models import Game
from tests.games.conftest import seats_of, state_of, status_of
from tests.games.test_races import at_once, refusals

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(alice: Any) -> Callable[..., Game]:
    """Return a function that creates alice's table of Casino."""

    def make(players: int = 4, move_time: int = 60) -> Game:
        return services.open_table(
            alice, variant="casino", move_time=move_time, kind="open", players=players
        )

    return make


def join(game: Game, user: Any, seat: int | None = None) -> Callable[[], None]:
    return lambda: services.join_game(game.pk, user=user, seat=seat)


def leave(game: Game, user: Any) -> Callable[[], None]:
    return lambda: services.leave_game(game.pk, user=user)


def test_of_two_who_choose_the_same_seat_one_gets_it(
    table: Callable[..., Game], bob: Any, carol: Any
) -> None:
    game = table()
    outcomes = at_once(join(game, bob, 2), join(game, carol, 2))
    assert refusals(outcomes) == [services.SeatRefused]
    assert seats_of(game) in ({0: "alice", 2: "bob"}, {0: "alice", 2: "carol"})


def test_three_who_take_any_seat_at_once_all_sit(
    table: Callable[..., Game], bob: Any, carol: Any, dave: Any
) -> None:
    game = table()
    outcomes = at_once(*[join(game, user) for user in (bob, carol, dave)])
    assert refusals(outcomes) == []
    assert set(seats_of(game).values()) == {"alice", "bob", "carol", "dave"}
    assert status_of(game) == "playing"
    assert [len(hand) for hand in state_of(game).hands] == [4] * 4


def test_of_two_who_move_to_the_same_seat_one_gets_it(
    table: Callable[..., Game], alice: Any, bob: Any
) -> None:
    game = table()
    services.join_game(game.pk, user=bob, seat=1)
    outcomes = at_once(join(game, alice, 3), join(game, bob, 3))
    assert refusals(outcomes) == [services.SeatRefused]
    assert seats_of(game) in ({1: "bob", 3: "alice"}, {0: "alice", 3: "bob"})


def test_the_last_seat_goes_to_a_person_or_to_the_hosts_computer(
    table: Callable[..., Game], alice: Any, bob: Any, carol: Any
) -> None:
    game = table(3)
    services.join_game(game.pk, user=bob)
    outcomes = at_once(
        lambda: services.seat_computers(game.pk, user=alice, levels={2: "easy"}),
        join(game, carol),
    )
    assert refusals(outcomes) == [services.SeatRefused]
    assert seats_of(game)[2] in ("easy", "carol")
    assert (game.seats.count(), status_of(game)) == (3, "playing")


def test_no_seat_is_filled_twice_when_somebody_sits_down_meanwhile(
    table: Callable[..., Game], alice: Any, bob: Any
) -> None:
    game = table()
    fill = {1: "easy", 2: "easy", 3: "easy"}
    outcomes = at_once(
        lambda: services.seat_computers(game.pk, user=alice, levels=fill), join(game, bob, 3)
    )
    assert refusals(outcomes) == [services.SeatRefused]
    assert seats_of(game) in ({0: "alice", **fill}, {0: "alice", 3: "bob"})


def test_a_host_who_leaves_while_somebody_sits_down_closes_or_passes_on(
    table: Callable[..., Game], alice: Any, bob: Any
) -> None:
    game = table()
    outcomes = at_once(leave(game, alice), join(game, bob))
    game.refresh_from_db()
    if refusals(outcomes):
        assert (game.status, seats_of(game)) == ("cancelled", {0: "alice"})
    else:
        assert (game.status, game.host) == ("waiting", bob)
        assert list(seats_of(game).values()) == ["bob"]


def test_when_all_leave_at_once_the_table_is_closed_once(
    table: Callable[..., Game], alice: Any, bob: Any, carol: Any
) -> None:
    game = table()
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    outcomes = at_once(*[leave(game, user) for user in (alice, bob, carol)])
    assert refusals(outcomes) == []
    assert (status_of(game), game.seats.count()) == ("cancelled", 1)


def test_leaving_while_the_last_seat_is_taken_has_one_outcome(
    table: Callable[..., Game], bob: Any, carol: Any
) -> None:
    game = table(3)
    services.join_game(game.pk, user=bob)
    outcomes = at_once(leave(game, bob), join(game, carol))
    if refusals(outcomes):
        assert (status_of(game), game.seats.count()) == ("playing", 3)
    else:
        assert (status_of(game), set(seats_of(game).values())) == ("waiting", {"alice", "carol"})


def test_a_player_who_waits_at_one_table_and_joins_another_sits_at_one(
    table: Callable[..., Game], bob: Any, carol: Any, dave: Any
) -> None:
    first = table(3)
    services.join_game(first.pk, user=bob)
    second = services.open_table(carol, variant="casino", move_time=60, kind="open")
    outcomes = at_once(join(first, dave), join(second, bob))
    assert set(refusals(outcomes)) <= {services.AlreadyPlaying}
    games = Game.objects.filter(seats__user=bob, status__in=Game.UNFINISHED)
    assert games.count() == 1
    assert status_of(first) == ("playing" if refusals(outcomes) else "waiting")


def test_two_clicks_on_play_again_start_one_game(alice: Any) -> None:
    game = services.play_computer(alice, variant="casino", move_time=60, levels=["club"])
    services.quit_game(game.pk, user_id=alice.pk)
    game.refresh_from_db()
    asking = [lambda: services.offer_rematch(game.pk, user=alice)] * 4
    outcomes = at_once(*asking)
    assert refusals(outcomes) == []
    made = Game.objects.get(rematch_of=game)
    assert {each.pk for each in outcomes} == {made.pk}
    assert (made.status, seats_of(made)) == ("playing", {0: "alice", 1: "club"})


def test_of_ten_tabs_that_ask_for_a_rematch_of_three_one_makes_it(
    table: Callable[..., Game], alice: Any, bob: Any, carol: Any
) -> None:
    game = table(3)
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    for user in (bob, carol):
        services.quit_game(game.pk, user_id=user.pk)
    asking = [alice, bob, carol] * 3
    outcomes = at_once(
        *[lambda user=user: services.offer_rematch(game.pk, user=user) for user in asking]
    )
    assert refusals(outcomes) == []
    made = Game.objects.get(rematch_of=game)
    assert set(seats_of(made).values()) == {"alice", "bob", "carol"}
    assert made.status == "playing"
