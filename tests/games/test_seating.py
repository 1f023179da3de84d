"""Sitting down: the queue, open tables, links and invitations."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from functools import partial, reduce
from operator import and_, or_
from typing import Any

import pytest

from games import services
from games.models import MOVE_TIMES, Game
from games.models.game import new_public_id
from games.services import writing
from games.snapshots import Snapshot
from tests.games.conftest import players_of, seconds, status_of
from tests.games.seated import DAY, open_table, play_computer, play_now
from tests.present import present

pytestmark = pytest.mark.django_db


def test_two_players_who_want_the_same_game_are_paired(alice: Any, bob: Any) -> None:
    waiting = play_now(alice)
    assert (waiting.status, waiting.kind, waiting.deadline) == ("waiting", "queue", None)
    game = play_now(bob)
    assert game.pk == waiting.pk
    game.refresh_from_db()
    assert players_of(game) == ["alice", "bob"]
    assert game.status == "picking"
    assert present(game.deadline) - present(game.turn_started_at) == seconds(60)


def test_whoever_waited_longest_is_paired_first(
    clock: Any, alice: Any, bob: Any, make_user: Any
) -> None:
    play_now(bob, 120)
    clock.shift(seconds(5))
    first = play_now(alice, 60)
    clock.shift(seconds(1))
    assert players_of(play_now(make_user("erin"), 60, 120)) == ["bob", "erin"]
    assert players_of(play_now(make_user("frank"), 60, 120)) == ["alice", "frank"]
    assert status_of(first) == "picking"


def test_different_move_times_do_not_meet(alice: Any, bob: Any) -> None:
    assert play_now(alice).pk != play_now(bob, 120).pk
    assert Game.objects.filter(status="waiting").count() == 2


def test_different_games_do_not_meet(alice: Any, bob: Any) -> None:
    waiting = play_now(alice)
    other = services.play_now(bob, variant="casino", move_times=[60])
    assert other.pk != waiting.pk
    assert (players_of(waiting), players_of(other)) == (["alice"], ["bob"])


def test_a_place_that_somebody_takes_before_the_lock_is_not_paired_again(
    alice: Any, bob: Any, carol: Any, before_the_lock: Any
) -> None:
    taken = play_now(alice)
    before_the_lock(lambda: services.join_game(taken.pk, user=carol), of=Game)
    own = play_now(bob)
    assert (own.status, players_of(own)) == ("waiting", ["bob"])
    assert players_of(taken) == ["alice", "carol"]


def test_a_place_whose_owner_is_closed_out_before_the_lock_is_not_paired(
    alice: Any, bob: Any, before_the_lock: Any
) -> None:
    left = play_now(alice)
    users = type(alice).objects.filter(pk=alice.pk)
    before_the_lock(lambda: users.update(is_active=False), of=Game)
    own = play_now(bob)
    assert (own.status, players_of(own), players_of(left)) == ("waiting", ["bob"], ["alice"])


def test_open_tables_links_and_invitations_are_not_the_queue(
    alice: Any, bob: Any, carol: Any, oscar: Any
) -> None:
    open_table(alice, "open")
    open_table(bob, "link")
    open_table(carol, "invitation", invited=oscar)
    assert play_now(oscar).status == "waiting"


def test_asking_again_returns_the_same_place(alice: Any) -> None:
    first = play_now(alice)
    assert play_now(alice).pk == first.pk
    assert Game.objects.count() == 1
    slow = play_now(alice, DAY)
    assert play_now(alice, DAY).pk == slow.pk


def test_a_place_whose_page_is_gone_for_30_seconds_is_not_paired(
    clock: Any, alice: Any, bob: Any
) -> None:
    gone = play_now(alice)
    clock.shift(seconds(30))
    assert play_now(bob).pk != gone.pk
    assert status_of(gone) == "waiting"


@pytest.mark.parametrize("move_time", MOVE_TIMES)
def test_every_move_time_on_offer_can_be_played(alice: Any, bob: Any, move_time: int) -> None:
    game = open_table(alice, move_time=move_time)
    services.join_game(game.pk, user=bob)
    game.refresh_from_db()
    assert present(game.deadline) - present(game.turn_started_at) == seconds(move_time)


def test_only_a_game_against_computers_has_no_timer(alice: Any) -> None:
    for ask in (partial(play_now, alice, 0), partial(open_table, alice, move_time=0)):
        with pytest.raises(services.SeatRefused, match="^unknown_move_time$"):
            ask()
    assert play_computer(alice, 0).deadline is None


@pytest.mark.parametrize("move_time", [-60, 59, 61, 10**9])
def test_an_unknown_move_time_is_refused(alice: Any, move_time: int) -> None:
    for ask in (play_now, play_computer):
        with pytest.raises(services.SeatRefused, match="^unknown_move_time$"):
            ask(alice, move_time)
    with pytest.raises(services.SeatRefused, match="^unknown_move_time$"):
        open_table(alice, move_time=move_time)
    assert not Game.objects.exists()


@pytest.mark.parametrize("variant", ["", "poker", "TRIFECTA", "trifecta "])
def test_an_unknown_game_is_refused(alice: Any, variant: str) -> None:
    with pytest.raises(services.SeatRefused, match="^unknown_game$"):
        services.play_now(alice, variant=variant, move_times=[60])
    with pytest.raises(services.SeatRefused, match="^unknown_game$"):
        services.open_table(alice, variant=variant, move_time=60, kind="open")
    with pytest.raises(services.SeatRefused, match="^unknown_game$"):
        services.play_computer(alice, variant=variant, move_time=60, levels=["easy"])


@pytest.mark.parametrize("kind", ["", "queue", "computer", "private"])
def test_a_table_of_an_unknown_kind_is_refused(alice: Any, kind: str) -> None:
    with pytest.raises(services.SeatRefused):
        open_table(alice, kind)


def test_the_commitment_stands_before_anybody_joins(alice: Any) -> None:
    deck = open_table(alice).decks.get()
    assert len(deck.commitment) == 64
    assert (deck.cards, deck.values, deck.starter) == ("", [], None)


@pytest.mark.parametrize("kind", ["open", "link"])
def test_anybody_may_join_an_open_table_or_a_link(alice: Any, oscar: Any, kind: str) -> None:
    game = open_table(alice, kind)
    services.join_game(game.pk, user=oscar)
    assert players_of(game) == ["alice", "oscar"]
    assert status_of(game) == "picking"


@pytest.mark.once
def test_a_link_holds_128_random_bits(alice: Any) -> None:
    links = [new_public_id() for _ in range(200)]
    links.append(open_table(alice, "link").public_id)
    codes = [urlsafe_b64decode(f"{link}==") for link in links]
    assert {len(code) for code in codes} == {16}
    assert len(set(codes)) == len(codes)
    numbers = [int.from_bytes(code) for code in codes]
    assert reduce(or_, numbers) == 2**128 - 1
    assert reduce(and_, numbers) == 0


def test_an_invitation_is_for_the_invited(alice: Any, bob: Any, oscar: Any) -> None:
    game = open_table(alice, "invitation", invited=bob)
    with pytest.raises(services.SeatRefused, match="^for_another_player$"):
        services.join_game(game.pk, user=oscar)
    assert players_of(game) == ["alice"]
    services.join_game(game.pk, user=bob)
    assert players_of(game) == ["alice", "bob"]


def test_the_invited_may_decline(alice: Any, bob: Any, oscar: Any) -> None:
    game = open_table(alice, "invitation", invited=bob)
    with pytest.raises(services.NotSeated):
        services.leave_game(game.pk, user=oscar)
    services.leave_game(game.pk, user=bob)
    assert status_of(game) == "cancelled"
    with pytest.raises(services.SeatRefused, match="^table_closed$"):
        services.join_game(game.pk, user=bob)


def test_an_invitation_names_somebody_else(alice: Any, bob: Any) -> None:
    with pytest.raises(services.SeatRefused, match="^nobody_invited$"):
        open_table(alice, "invitation")
    with pytest.raises(services.SeatRefused, match="^nobody_invited$"):
        open_table(alice, "open", invited=bob)
    with pytest.raises(services.SeatRefused, match="^invited_self$"):
        open_table(alice, "invitation", invited=alice)
    assert not Game.objects.exists()


def test_an_invitation_is_for_a_game_of_two(alice: Any, bob: Any) -> None:
    with pytest.raises(services.SeatRefused, match="^invitation_for_two$"):
        services.open_table(
            alice, variant="casino", move_time=60, kind="invitation", players=3, invited=bob
        )


def test_a_banned_player_takes_no_seat(alice: Any, bob: Any) -> None:
    table = open_table(alice)
    type(bob).objects.filter(pk=bob.pk).update(is_active=False)
    for ask in (play_now, play_computer, open_table, partial(services.join_game, table.pk)):
        with pytest.raises(services.SeatRefused, match="^account_closed$"):
            ask(user=bob)
    assert players_of(table) == ["alice"]


@pytest.mark.parametrize("closed", ["alice", "bob"])
def test_nobody_sits_down_beside_a_player_whose_account_was_closed_just_now(
    alice: Any, bob: Any, carol: Any, before_the_lock: Any, closed: str
) -> None:
    table = services.open_table(alice, variant="casino", move_time=60, kind="link", players=3)
    services.join_game(table.pk, user=bob)
    users = type(bob).objects.filter(username=closed)
    before_the_lock(lambda: users.update(is_active=False), of=Game)
    with pytest.raises(services.SeatRefused, match="^somebody_leaves$"):
        services.join_game(table.pk, user=carol)
    users.update(is_active=False)
    with pytest.raises(services.SeatRefused, match="^somebody_leaves$"):
        services.seat_computers(table.pk, user=alice, levels={2: "easy"})
    assert players_of(table) == ["alice", "bob"]
    users.update(is_active=True)
    services.join_game(table.pk, user=carol)
    assert players_of(table) == ["alice", "bob", "carol"]


def test_a_value_for_the_shuffle_is_hexadecimal(alice: Any, bob: Any) -> None:
    table = open_table(alice)
    for value in ("xyz", "0" * 65):
        with pytest.raises(services.SeatRefused, match="^bad_random_value$"):
            services.join_game(table.pk, user=bob, value=value)
    assert players_of(table) == ["alice"]


def test_a_seat_taken_in_another_tab_before_the_lock_is_no_second_one(
    alice: Any, bob: Any, before_the_lock: Any
) -> None:
    table = open_table(alice)
    before_the_lock(lambda: services.join_game(table.pk, user=bob), of=Game)
    services.join_game(table.pk, user=bob)
    assert players_of(table) == ["alice", "bob"]


def test_joining_your_own_table_does_nothing(alice: Any) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=alice)
    assert players_of(game) == ["alice"]
    assert status_of(game) == "waiting"


def test_joining_twice_is_joining_once(alice: Any, bob: Any) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob)
    services.join_game(game.pk, user=bob)
    assert players_of(game) == ["alice", "bob"]


def test_the_second_player_to_come_is_told_that_the_seat_is_taken(
    alice: Any, bob: Any, oscar: Any
) -> None:
    game = open_table(alice)
    services.join_game(game.pk, user=bob)
    with pytest.raises(services.SeatRefused, match="^seat_taken$"):
        services.join_game(game.pk, user=oscar)
    assert players_of(game) == ["alice", "bob"]


def test_a_game_against_the_computer_has_no_free_seat(alice: Any, oscar: Any) -> None:
    game = play_computer(alice)
    assert players_of(game) == ["alice", "easy"]
    assert game.status == "picking"
    assert game.computer_moves_at is not None
    with pytest.raises(services.SeatRefused):
        services.join_game(game.pk, user=oscar)


@pytest.mark.django_db(transaction=True)
def test_no_version_of_a_table_is_remembered_with_what_belongs_to_another(
    alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread could read it in that moment: a computer player that is asked at once."""
    remembered = list[tuple[int, str, int, bool]]()

    def note(snapshot: Snapshot) -> None:
        game = snapshot.game
        remembered.append(
            (game.version, game.status, len(snapshot.seats), snapshot.state is not None)
        )

    monkeypatch.setattr(writing, "remember", note)
    services.play_computer(alice, variant="casino", move_time=0, levels=["easy", "easy"])
    assert remembered == [
        (1, "waiting", 1, False),
        (2, "waiting", 2, False),
        (3, "playing", 3, True),
    ]
