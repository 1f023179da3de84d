"""Joining and leaving tables: the queue, open tables, invitations, rematches."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from functools import partial, reduce
from operator import and_, or_
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from games import services
from games.models import MOVE_TIMES, Game
from games.models.game import new_public_id
from games.services import writing
from games.services.places import SLOW_GAMES_LIMIT
from games.snapshots import Snapshot
from tests.games.conftest import give_unknown_rules, players_of, seconds, status_of
from tests.present import present

pytestmark = pytest.mark.django_db

DAY = 86_400


def play_now(user: Any, *move_times: int) -> Game:
    return services.play_now(user, variant="trifecta", move_times=move_times or [60])


def open_table(user: Any, kind: str = "open", move_time: int = 60, **options: Any) -> Game:
    return services.open_table(user, variant="trifecta", move_time=move_time, kind=kind, **options)


def play_computer(user: Any, move_time: int = 60) -> Game:
    return services.play_computer(user, variant="trifecta", move_time=move_time, levels=["easy"])


# Play now


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


# Offers


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


# Tables


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


# The number of games at a time


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


def test_places_in_the_queue_are_no_correspondence_games(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.places.SLOW_GAMES_LIMIT", 1)
    places = [play_now(alice, DAY), play_now(alice, 3 * DAY)]
    open_table(alice, move_time=DAY)
    assert play_now(bob, DAY) == places[0]
    with pytest.raises(services.AlreadyPlaying, match="^too_many_correspondence_games$"):
        open_table(alice, move_time=DAY)


# Leaving


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


# Rematches


@pytest.fixture
def finished(dealt: Any, alice: Any) -> Game:
    game: Game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    game.refresh_from_db()
    return game


def test_a_rematch_waits_for_the_other_and_for_nobody_else(
    finished: Game, alice: Any, bob: Any, oscar: Any
) -> None:
    offered = services.offer_rematch(finished.pk, user=alice)
    assert (offered.status, offered.move_time, offered.invited) == ("waiting", 60, bob)
    assert services.offer_rematch(finished.pk, user=alice).pk == offered.pk
    with pytest.raises(services.SeatRefused):
        services.join_game(offered.pk, user=oscar)
    accepted = services.offer_rematch(finished.pk, user=bob)
    assert (accepted.pk, accepted.status) == (offered.pk, "picking")
    assert services.offer_rematch(finished.pk, user=alice).pk == offered.pk
    assert finished.rematches.get().pk == offered.pk


def test_the_page_of_the_opponent_shows_an_offered_rematch(finished: Game, alice: Any) -> None:
    services.offer_rematch(finished.pk, user=alice)
    assert Game.objects.get(pk=finished.pk).version == finished.version + 1


@pytest.mark.parametrize("answer", [services.join_game, services.leave_game])
def test_the_page_of_the_original_game_shows_what_became_of_the_rematch(
    finished: Game, alice: Any, bob: Any, answer: Any, django_capture_on_commit_callbacks: Any
) -> None:
    offered = services.offer_rematch(finished.pk, user=alice)
    finished.refresh_from_db()
    before = finished.version
    with django_capture_on_commit_callbacks(execute=True):
        answer(offered.pk, user=bob)
        finished.refresh_from_db()
        assert finished.version == before  # no transaction changes two games
    finished.refresh_from_db()
    assert finished.version == before + 1


def test_a_declined_rematch_may_be_asked_for_again(finished: Game, alice: Any, bob: Any) -> None:
    declined = services.offer_rematch(finished.pk, user=alice)
    services.leave_game(declined.pk, user=bob)
    again = services.offer_rematch(finished.pk, user=bob)
    assert (again.status, again.invited) == ("waiting", alice)
    assert status_of(declined) == "cancelled"


def test_there_is_no_rematch_before_the_end(dealt: Any, alice: Any) -> None:
    with pytest.raises(services.SeatRefused, match="^not_over$"):
        services.offer_rematch(dealt().pk, user=alice)


def test_outsiders_get_no_rematch(finished: Game, oscar: Any) -> None:
    with pytest.raises(services.NotSeated):
        services.offer_rematch(finished.pk, user=oscar)


def test_there_is_no_rematch_with_somebody_who_left(finished: Game, alice: Any, bob: Any) -> None:
    bob.delete()
    with pytest.raises(services.SeatRefused, match="^account_gone$"):
        services.offer_rematch(finished.pk, user=alice)


def test_there_is_no_rematch_of_a_table_that_nobody_joined(alice: Any) -> None:
    game = open_table(alice)
    services.leave_game(game.pk, user=alice)
    with pytest.raises(services.SeatRefused, match="^nobody_joined$"):
        services.offer_rematch(game.pk, user=alice)


def test_a_cancelled_game_may_have_a_rematch(picking: Any, alice: Any, bob: Any) -> None:
    game = picking()
    services.leave_game(game.pk, user=alice)
    assert services.offer_rematch(game.pk, user=bob).invited == alice


def test_a_rematch_against_the_computer_begins_at_once(alice: Any) -> None:
    game = play_computer(alice)
    services.leave_game(game.pk, user=alice)
    rematch = services.offer_rematch(game.pk, user=alice)
    assert (rematch.status, rematch.kind) == ("picking", "computer")
    assert players_of(rematch) == ["alice", "easy"]
    assert services.offer_rematch(game.pk, user=alice).pk == rematch.pk


def test_a_player_in_another_live_game_gets_no_live_rematch(
    finished: Game, alice: Any, bob: Any
) -> None:
    services.offer_rematch(finished.pk, user=alice)
    busy = play_computer(bob)
    with pytest.raises(services.AlreadyPlaying) as refused:
        services.offer_rematch(finished.pk, user=bob)
    assert refused.value.public_id == busy.public_id


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
