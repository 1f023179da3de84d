"""Tables of three and four: taking, changing and leaving seats, and computer players in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import services
from games.models import NO_TIMER, Game
from tests.games.conftest import now_of, seats_of, seconds, state_of
from tests.games.pages import at, text_of

pytestmark = pytest.mark.django_db

DAY = 86_400
LEVELS = ("easy", "club", "beginner")


def open_table(user: Any, players: int = 4, kind: str = "open", **fields: Any) -> Game:
    named = {"variant": "casino", "move_time": 60, **fields}
    return services.open_table(user, kind=kind, players=players, **named)


def test_seats_fill_one_by_one_and_the_last_begins_the_game(
    alice: Any, bob: Any, carol: Any, dave: Any
) -> None:
    game = open_table(alice)
    for number, user in enumerate((bob, carol, dave), start=1):
        assert now_of(game).status == "waiting"
        services.join_game(game.pk, user=user)
        assert seats_of(game)[number] == user.username
    assert now_of(game).status == "playing"
    assert [len(hand) for hand in state_of(game).hands] == [4] * 4


def test_a_seat_is_chosen(alice: Any, bob: Any, carol: Any) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob, seat=2)
    services.join_game(game.pk, user=carol)
    assert seats_of(game) == {0: "alice", 1: "carol", 2: "bob"}


@pytest.mark.parametrize("seat", [0, 2, 4, -1, 99])
def test_a_seat_that_is_taken_or_not_there_is_refused(
    alice: Any, bob: Any, carol: Any, seat: int
) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob, seat=2)
    with pytest.raises(services.SeatRefused):
        services.join_game(game.pk, user=carol, seat=seat)
    with pytest.raises(services.SeatRefused):
        services.join_game(game.pk, user=alice, seat=2 if seat == 0 else seat)
    assert seats_of(game) == {0: "alice", 2: "bob"}


def test_a_waiting_player_moves_to_a_free_seat(alice: Any, bob: Any) -> None:
    game = open_table(alice, options={"partnership": True})
    services.join_game(game.pk, user=bob)
    version = now_of(game).version
    services.join_game(game.pk, user=bob, seat=2)
    assert seats_of(game) == {0: "alice", 2: "bob"}
    assert now_of(game).version == version + 1
    services.join_game(game.pk, user=bob, seat=2)
    assert now_of(game).version == version + 1


def test_nobody_moves_once_the_cards_are_dealt(alice: Any, bob: Any, carol: Any) -> None:
    game = open_table(alice, players=3)
    services.join_game(game.pk, user=bob)
    services.join_game(game.pk, user=carol)
    with pytest.raises(services.SeatRefused, match="^seats_are_final$"):
        services.join_game(game.pk, user=bob, seat=0)


def test_partners_sit_opposite(alice: Any, bob: Any, carol: Any, dave: Any) -> None:
    game = open_table(alice, options={"partnership": True})
    for user, seat in ((bob, 2), (carol, 1), (dave, 3)):
        services.join_game(game.pk, user=user, seat=seat)
    state = state_of(game)
    assert [now_of(game).rules.side(state, seat) for seat in range(4)] == [0, 1, 0, 1]


def test_the_host_gives_single_seats_and_then_the_rest_to_computers(alice: Any, bob: Any) -> None:
    game = open_table(alice)
    services.seat_computers(game.pk, user=alice, levels={2: "club"})
    assert (seats_of(game), now_of(game).status) == ({0: "alice", 2: "club"}, "waiting")
    services.join_game(game.pk, user=bob, seat=3)
    services.seat_computers(game.pk, user=alice, levels={1: "easy"})
    assert seats_of(game) == {0: "alice", 1: "easy", 2: "club", 3: "bob"}
    assert now_of(game).status == "playing"


def test_only_the_host_seats_computers_and_only_where_nobody_sits(
    alice: Any, bob: Any, oscar: Any
) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob, seat=2)
    for user in (bob, oscar):
        with pytest.raises(services.NotSeated):
            services.seat_computers(game.pk, user=user, levels={1: "easy"})
    for levels in ({2: "easy"}, {1: "easy", 2: "easy"}, {7: "easy"}):
        with pytest.raises(services.SeatRefused):
            services.seat_computers(game.pk, user=alice, levels=levels)
    assert seats_of(game) == {0: "alice", 2: "bob"}


def test_the_queue_and_invitations_have_no_computer_players(alice: Any, bob: Any) -> None:
    queue = services.play_now(alice, variant="casino", move_times=[DAY])
    invitation = open_table(alice, 2, "invitation", invited=bob, move_time=DAY)
    for game in (queue, invitation):
        with pytest.raises(services.SeatRefused, match="^for_people$"):
            services.seat_computers(game.pk, user=alice, levels={1: "easy"})


def test_a_host_who_leaves_passes_the_table_on(alice: Any, bob: Any, carol: Any) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob, seat=2)
    services.join_game(game.pk, user=carol, seat=1)
    services.leave_game(game.pk, user=alice)
    assert (now_of(game).status, now_of(game).host) == ("waiting", carol)
    services.seat_computers(game.pk, user=carol, levels={0: "easy"})
    assert seats_of(game) == {0: "easy", 1: "carol", 2: "bob"}


def test_a_table_with_nobody_but_computers_is_closed(alice: Any) -> None:
    game = open_table(alice)
    services.seat_computers(game.pk, user=alice, levels={2: "club"})
    services.leave_game(game.pk, user=alice)
    assert now_of(game).status == "cancelled"


def test_a_player_who_left_a_table_may_come_back(alice: Any, bob: Any) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob, seat=3)
    services.leave_game(game.pk, user=bob)
    assert seats_of(game) == {0: "alice"}
    services.join_game(game.pk, user=bob, seat=1)
    assert seats_of(game) == {0: "alice", 1: "bob"}


@pytest.mark.once
@pytest.mark.parametrize(
    ("variant", "players", "options"),
    [
        ("trifecta", 3, {}),
        ("royal", 4, {}),
        ("casino", 5, {}),
        ("casino", 1, {}),
        ("trifecta", 2, {"target": 11}),
        ("casino", 2, {"target": 12}),
        ("casino", 2, {"target": "11"}),
        ("casino", 2, {"sweeps": 1}),
        ("casino", 3, {"partnership": True}),
        ("casino", 2, {"dealer": 1}),
    ],
)
def test_a_table_that_the_game_does_not_have_is_refused(
    alice: Any, variant: str, players: int, options: dict[str, Any]
) -> None:
    with pytest.raises(services.SeatRefused):
        open_table(alice, players, variant=variant, options=options)
    if players > 1:
        with pytest.raises(services.SeatRefused):
            services.play_computer(
                alice,
                variant=variant,
                move_time=60,
                levels=["easy"] * (players - 1),
                options=options,
            )
    assert not Game.objects.exists()


def test_only_unusual_options_are_kept(alice: Any) -> None:
    options = {"target": None, "sweeps": False, "partnership": True}
    game = open_table(alice, options=options)
    assert now_of(game).options == {"target": None, "partnership": True}


def test_levels_at_one_table_may_differ(alice: Any) -> None:
    game = services.play_computer(alice, variant="casino", move_time=60, levels=LEVELS)
    assert seats_of(game) == {0: "alice", **dict(enumerate(LEVELS, start=1))}
    assert now_of(game).status == "playing"


def test_games_without_a_timer_are_only_against_computers(alice: Any) -> None:
    for kind in ("open", "link"):
        with pytest.raises(services.SeatRefused, match="^unknown_move_time$"):
            open_table(alice, kind=kind, move_time=NO_TIMER)
    with pytest.raises(services.SeatRefused, match="^unknown_move_time$"):
        services.play_now(alice, variant="casino", move_times=[NO_TIMER])
    game = services.play_computer(alice, variant="casino", move_time=NO_TIMER, levels=["easy"])
    assert (now_of(game).status, now_of(game).deadline) == ("playing", None)


def test_time_does_not_run_out_without_a_timer(alice: Any) -> None:
    game = services.play_computer(alice, variant="casino", move_time=NO_TIMER, levels=["easy"])
    with time_machine.travel(timezone.now() + seconds(30 * DAY), tick=False):
        assert not services.expire_turn(game.pk)
    assert not now_of(game).events.filter(kind="timeout").exists()


def test_practice_stands_beside_a_live_game(alice: Any, bob: Any) -> None:
    practice = services.play_computer(alice, variant="casino", move_time=NO_TIMER, levels=["easy"])
    live = open_table(alice, 2)
    services.join_game(live.pk, user=bob)
    another = services.play_computer(alice, variant="royal", move_time=NO_TIMER, levels=["club"])
    assert [now_of(game).status for game in (practice, live, another)] == ["playing"] * 3
    with pytest.raises(services.AlreadyPlaying):
        services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])


@pytest.fixture
def three(alice: Any, bob: Any, carol: Any) -> Callable[..., Game]:
    """Return a function that seats alice, bob and carol in this order at a table of Casino."""

    def begin(**fields: Any) -> Game:
        game = open_table(alice, 3, **fields)
        for user in (bob, carol):
            services.join_game(game.pk, user=user)
        return now_of(game)

    return begin


def test_a_player_who_drops_out_is_free_for_another_live_game(
    three: Callable[..., Game], bob: Any, oscar: Any
) -> None:
    game = three()
    with pytest.raises(services.AlreadyPlaying):
        open_table(bob, 2)
    services.quit_game(game.pk, user_id=bob.pk)
    assert now_of(game).status == "playing"
    other = open_table(bob, 2)
    services.join_game(other.pk, user=oscar)
    assert now_of(other).status == "playing"


def test_a_rematch_of_three_is_a_table_that_the_others_accept(
    three: Callable[..., Game], alice: Any, bob: Any, carol: Any, oscar: Any
) -> None:
    game = three(options={"target": 11})
    for user in (carol, bob):
        services.quit_game(game.pk, user_id=user.pk)
    assert now_of(game).status == "finished"
    made = services.offer_rematch(game.pk, user=bob)
    assert (made.kind, made.players, made.options) == ("link", 3, {"target": 11})
    assert (made.rematch_of, made.host, seats_of(made)) == (game, bob, {1: "bob"})
    for user in (alice, carol, alice):
        assert services.offer_rematch(game.pk, user=user).pk == made.pk
    assert now_of(made).status == "playing"
    assert seats_of(now_of(made)) == {0: "alice", 1: "bob", 2: "carol"}  # each in the same seat
    with pytest.raises(services.NotSeated):
        services.offer_rematch(game.pk, user=oscar)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_player_who_leaves_or_declines_the_rematch_is_shown_at_the_original(
    three: Callable[..., Game],
    alice: Any,
    bob: Any,
    carol: Any,
    django_capture_on_commit_callbacks: Any,
    seat: int,
) -> None:
    game = three()
    for user in (alice, bob):
        services.quit_game(game.pk, user_id=user.pk)
    for user in (alice, bob):
        made = services.offer_rematch(game.pk, user=user)
    version = now_of(game).version
    with django_capture_on_commit_callbacks(execute=True):
        services.leave_game(made.pk, user=(alice, bob, carol)[seat])
    assert now_of(game).version == version + 1


def test_only_players_of_the_last_game_decline_a_rematch_and_only_while_it_waits(
    three: Callable[..., Game], alice: Any, bob: Any, carol: Any, dave: Any, oscar: Any
) -> None:
    game = three(kind="link")
    for user in (alice, bob):
        services.quit_game(game.pk, user_id=user.pk)
    declined = services.offer_rematch(game.pk, user=alice)
    with pytest.raises(services.NotSeated):
        services.leave_game(declined.pk, user=oscar)
    services.leave_game(declined.pk, user=carol)
    assert (now_of(declined).status, now_of(declined).reason) == ("cancelled", "declined")
    services.leave_game(declined.pk, user=carol)  # a second click
    made = services.offer_rematch(game.pk, user=alice)
    for user in (bob, dave):
        services.join_game(made.pk, user=user)
    with pytest.raises(services.SeatRefused) as refused:
        services.leave_game(made.pk, user=carol)
    assert refused.value.fact.code == "cards_dealt"
    assert now_of(made).status == "playing"


def test_a_rematch_with_computers_seats_them_again(alice: Any, bob: Any) -> None:
    game = open_table(alice, 3)
    services.join_game(game.pk, user=bob)
    services.seat_computers(game.pk, user=alice, levels={2: "club"})
    for user in (alice, bob):
        services.quit_game(game.pk, user_id=user.pk)
    assert now_of(game).status == "finished"
    made = services.offer_rematch(game.pk, user=alice)
    assert sorted(seats_of(made).values()) == ["alice", "club"]
    services.offer_rematch(game.pk, user=bob)
    assert now_of(made).status == "playing"


def test_the_rematch_of_a_table_that_was_closed_early_has_its_free_seats(alice: Any) -> None:
    game = open_table(alice, options={"partnership": True})
    services.seat_computers(game.pk, user=alice, levels={2: "club"})
    services.leave_game(game.pk, user=alice)
    made = services.offer_rematch(game.pk, user=alice)
    assert (made.status, made.players, seats_of(made)) == ("waiting", 4, {0: "alice", 2: "club"})


def test_nobody_is_led_to_a_rematch_that_began_without_them(
    three: Callable[..., Game], alice: Any, bob: Any, carol: Any, dave: Any, client_of: Any
) -> None:
    game, as_carol = three(kind="link"), client_of(carol)
    for user in (alice, bob):
        services.quit_game(game.pk, user_id=user.pk)
    made = services.offer_rematch(game.pk, user=alice)
    services.offer_rematch(game.pk, user=bob)
    assert "Accept the rematch" in text_of(as_carol.get(at("game", game)))
    services.join_game(made.pk, user=dave)
    assert now_of(made).status == "playing"
    assert as_carol.get(at("game", made)).status_code == 404
    assert at("game", made) not in text_of(as_carol.get(at("game", game)))
    answer = as_carol.post(at("rematch", game), follow=True)  # from a page that is still open
    assert answer.status_code == 200
    assert "That seat has just been taken." in text_of(answer)
