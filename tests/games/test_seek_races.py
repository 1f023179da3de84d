"""Players in the queue who act at the same moment: each is in one game, and nobody is left out."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import DEFAULT, Mock

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from games import services
from games.clocks import TimeControl
from games.models import Game, Seat
from games.services import seeking
from games.services.places import CALL_LASTS
from games.snapshots import Snapshot
from tests.games.conftest import seconds
from tests.games.test_races import at_once, refusals
from tests.present import present

pytestmark = pytest.mark.django_db(transaction=True)


def seek(user: Any, *move_times: int | TimeControl) -> Game:
    return services.play_now(user, variant="casino", move_times=move_times)


def people(game: Game) -> set[str]:
    return {str(seat.user) for seat in game.seats.all()}


def in_one_game_each() -> bool:
    taken = Seat.objects.filter(game__status__in=Game.UNFINISHED).values_list("user", flat=True)
    return len(taken) == len(set(taken))


def call(alice: Any, bob: Any) -> Game:
    """Pair bob with alice, who is elsewhere."""
    place = seek(alice, 60)
    Seat.objects.filter(game=place).update(seen_at=None)
    game = seek(bob, 60)
    assert game.called_until is not None
    return game


def end_call(game: Game) -> Any:
    Game.objects.filter(pk=game.pk).update(called_until=F("called_until") - CALL_LASTS - seconds(1))
    return lambda: services.lapse_waiting_games(now=timezone.now())


def test_two_who_share_one_of_their_times_are_paired(alice: Any, bob: Any) -> None:
    outcomes = at_once(lambda: seek(alice, 60, 120), lambda: seek(bob, 120, 300))
    assert refusals(outcomes) == []
    game = Game.objects.get()
    assert (game.status, game.move_time, people(game)) == ("playing", 120, {"alice", "bob"})


def test_of_six_with_times_in_common_each_plays_in_one_game(make_user: Any) -> None:
    users = [make_user(f"user{number}") for number in range(6)]
    times = [(60, 120), (120, 300)] * 3
    outcomes = at_once(
        *[lambda user=user, of=of: seek(user, *of) for user, of in zip(users, times, strict=True)]
    )
    assert refusals(outcomes) == []
    assert Game.objects.filter(status="playing").count() == 3
    assert in_one_game_each()


def test_two_who_join_each_other_play_one_game(alice: Any, bob: Any) -> None:
    alices, bobs = seek(alice, 60), seek(bob, 120)
    outcomes = at_once(
        lambda: services.join_game(bobs.pk, user=alice),
        lambda: services.join_game(alices.pk, user=bob),
    )
    assert set(refusals(outcomes)) <= {services.AlreadyPlaying, services.SeatRefused}
    played = Game.objects.get(status="playing")
    assert people(played) == {"alice", "bob"}
    assert in_one_game_each()


def test_a_place_is_given_to_one_of_those_who_join_and_who_press_play_now(
    alice: Any, bob: Any, carol: Any
) -> None:
    place = seek(alice, 60)
    outcomes = at_once(lambda: services.join_game(place.pk, user=bob), lambda: seek(carol, 60, 120))
    assert set(refusals(outcomes)) <= {services.SeatRefused}
    assert Game.objects.get(status="playing").pk == place.pk
    assert in_one_game_each()


def test_whoever_asks_twice_at_once_with_other_times_waits_once(alice: Any) -> None:
    outcomes = at_once(lambda: seek(alice, 60), lambda: seek(alice, 120))
    assert refusals(outcomes) == []
    assert Game.objects.filter(status="waiting").count() == 1


def test_a_player_who_comes_as_the_call_ends_plays_or_has_lost_the_place(
    alice: Any, bob: Any
) -> None:
    game = call(alice, bob)
    outcomes = at_once(lambda: services.come_to_game(game.pk, user=alice), end_call(game))
    game.refresh_from_db()
    if refusals(outcomes):
        assert (game.status, people(game)) == ("waiting", {"bob"})
    else:
        assert (game.status, people(game)) == ("playing", {"alice", "bob"})


def test_a_player_who_comes_as_the_opponent_leaves_plays_or_goes_on_waiting(
    alice: Any, bob: Any
) -> None:
    game = call(alice, bob)
    outcomes = at_once(
        lambda: services.come_to_game(game.pk, user=alice),
        lambda: services.leave_game(game.pk, user=bob),
    )
    game.refresh_from_db()
    if refusals(outcomes):
        assert (game.status, people(game)) == ("playing", {"alice", "bob"})
    else:
        assert (game.status, people(game)) == ("waiting", {"alice"})


def test_when_both_leave_a_call_at_once_the_table_is_closed(alice: Any, bob: Any) -> None:
    game = call(alice, bob)
    outcomes = at_once(
        lambda: services.leave_game(game.pk, user=alice),
        lambda: services.leave_game(game.pk, user=bob),
    )
    assert refusals(outcomes) == []
    game.refresh_from_db()
    assert (game.status, game.called_until) == ("cancelled", None)


def leave_side_by_side(alice: Any, bob: Any, carol: Any) -> tuple[Game, Game]:
    """Let bob, whose opponent has gone, wait beside carol, who wants the same."""
    game = call(alice, bob)
    place = seek(carol, 60)
    services.leave_game(game.pk, user=alice)
    return game, place


def pair() -> None:
    services.pair_waiting(now=timezone.now())


def test_two_who_are_paired_by_many_at_once_are_called_once(
    alice: Any, bob: Any, carol: Any
) -> None:
    game, place = leave_side_by_side(alice, bob, carol)
    assert refusals(at_once(*[pair] * 4)) == []
    game.refresh_from_db()
    place.refresh_from_db()
    assert (game.host, people(game), place.status) == (carol, {"bob", "carol"}, "cancelled")
    assert in_one_game_each()


@pytest.mark.parametrize("wants", ["to join", "to be paired", "to leave", "to play elsewhere"])
def test_whoever_acts_as_two_are_paired_is_in_one_place(
    alice: Any, bob: Any, carol: Any, wants: str
) -> None:
    game, place = leave_side_by_side(alice, bob, carol)
    outcomes = at_once(
        {
            "to join": lambda: services.join_game(game.pk, user=carol),
            "to be paired": lambda: seek(alice, 60),
            "to leave": lambda: services.leave_game(place.pk, user=carol),
            "to play elsewhere": lambda: play_computer(carol),
        }[wants],
        pair,
    )
    assert set(refusals(outcomes)) <= {services.NotSeated}
    assert in_one_game_each()
    waiting = Game.objects.filter(status="waiting")
    assert not any(each.called_until is None and each.seats.count() > 1 for each in waiting)
    assert waiting.filter(called_until=None).count() <= 1


def play_computer(user: Any) -> Game:
    return services.play_computer(user, variant="casino", move_time=60, levels=["easy"])


def test_whoever_is_paired_before_the_lock_plays_elsewhere_all_the_same(
    alice: Any, bob: Any, carol: Any, before_the_lock: Any
) -> None:
    game, place = leave_side_by_side(alice, bob, carol)
    before_the_lock(pair, of=Game)
    assert play_computer(carol).status == "playing"
    for table in (game, place):
        table.refresh_from_db()
    assert (people(game), game.called_until, place.status) == ({"bob"}, None, "cancelled")
    assert in_one_game_each()


def test_whoever_is_paired_before_the_lock_and_plays_by_then_stays(
    alice: Any, bob: Any, carol: Any, before_the_lock: Any
) -> None:
    game, _ = leave_side_by_side(alice, bob, carol)

    def come() -> None:
        for user in (bob, carol):
            services.come_to_game(game.pk, user=user)

    def pair_and_come() -> None:
        pair()
        before_the_lock(come, of=Game)

    before_the_lock(pair_and_come, of=Game)
    with pytest.raises(services.AlreadyPlaying) as refused:
        play_computer(carol)
    assert refused.value.public_id == game.public_id


@contextmanager
def paired_and_locked(game: Game) -> Iterator[None]:
    """Pair as the sweep does, by another connection, which then keeps the game locked."""
    has_lock, is_over = threading.Event(), threading.Event()

    def pair_and_lock() -> None:
        try:
            pair()
            with transaction.atomic():
                Game.objects.select_for_update(no_key=True).get(pk=game.pk)
                has_lock.set()
                is_over.wait(20)
        finally:
            connection.close()

    other = threading.Thread(target=pair_and_lock)
    other.start()
    try:
        assert has_lock.wait(10)
        yield
    finally:
        is_over.set()
        other.join(10)


@pytest.mark.skipif(
    connection.vendor != "postgresql",
    reason="the run on PostgreSQL has it; SQLite has one writer at a time",
)
def test_whoever_is_paired_before_the_lock_does_not_wait_for_whoever_changes_that_place(
    alice: Any, bob: Any, carol: Any, before_the_lock: Any
) -> None:
    """To wait for it while others wait for the player would be to wait in a circle."""
    game, place = leave_side_by_side(alice, bob, carol)
    with ExitStack() as stack:
        before_the_lock(lambda: stack.enter_context(paired_and_locked(game)), of=Game)
        with pytest.raises(services.AlreadyPlaying) as refused:
            play_computer(carol)
    assert refused.value.public_id == game.public_id
    game.refresh_from_db()
    place.refresh_from_db()
    assert (people(game), game.host, place.status) == ({"bob", "carol"}, carol, "cancelled")
    assert play_computer(carol).status == "playing"  # the second click, when nobody is in the way
    assert in_one_game_each()


def test_whoever_has_got_up_before_the_lock_does_not_end_a_call_there(
    alice: Any, bob: Any, carol: Any, before_the_lock: Any
) -> None:
    """Bob gets up in another tab, and carol is paired with alice, who is called again."""
    game = call(alice, bob)

    def get_up_for_carol() -> None:
        services.leave_game(game.pk, user=bob)
        assert seek(carol, 60) == game

    before_the_lock(get_up_for_carol, of=Game)
    assert play_computer(bob).status == "playing"
    game.refresh_from_db()
    assert (people(game), game.called_until is not None) == ({"alice", "carol"}, True)
    services.come_to_game(game.pk, user=alice)
    game.refresh_from_db()
    assert game.status == "playing"


def find_first(place: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next search find a place that it would have found a moment ago."""
    found, find = [place], seeking._find_waiting

    def find_late(*args: Any, **options: Any) -> Game | None:
        return found.pop() if found else find(*args, **options)

    monkeypatch.setattr(seeking, "_find_waiting", find_late)


def test_whoever_finds_no_common_time_any_more_looks_again(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = seek(bob, 300)
    find_first(place, monkeypatch)
    mine = seek(alice, 60)
    assert (people(mine), people(place)) == ({"alice"}, {"bob"})
    assert mine.status == Game.Status.WAITING


def test_nobody_is_paired_with_a_second_place_of_their_own(
    alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = seek(alice, 60, 120)
    find_first(place, monkeypatch)
    mine = seek(alice, 60)
    assert mine != place
    assert (mine.status, place.seats.count()) == (Game.Status.WAITING, 1)


def test_a_place_at_which_nobody_can_sit_keeps_no_player_from_the_next_one(
    alice: Any, bob: Any, carol: Any, dave: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = seek(bob, 60)
    Seat.objects.create(game=broken, index=1, user=carol, seen_at=timezone.now())
    tries = Mock(wraps=seeking._pair_or_wait, side_effect=[DEFAULT] * 4)
    monkeypatch.setattr(seeking, "_pair_or_wait", tries)
    place = seek(dave, 60)
    assert seek(alice, 60) == place
    assert people(place) == {"alice", "dave"}


def test_whoever_finds_only_places_at_which_nobody_can_sit_waits(
    alice: Any, make_user: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Game] = []

    def has_no_place(place: Snapshot, *args: Any, **options: Any) -> bool:
        tried.append(place.game)
        assert len(tried) <= seeking.PLACES_TRIED
        return False

    monkeypatch.setattr(seeking, "_has_place", has_no_place)
    for number in range(seeking.PLACES_TRIED + 1):
        tried.clear()
        seek(make_user(f"user{number}"), 60)
    tried.clear()
    mine = seek(alice, 60)
    assert len(set(tried)) == len(tried) == seeking.PLACES_TRIED
    assert (people(mine), mine.status) == ({"alice"}, Game.Status.WAITING)


# Any game


def seek_any(user: Any, variant: str) -> Game:
    return services.play_now(user, variant=variant, move_times=[60], any_game=True)


def seek_one(user: Any, variant: str) -> Game:
    return services.play_now(user, variant=variant, move_times=[60])


def test_one_who_wants_a_game_and_one_to_whom_any_will_do_are_paired(alice: Any, bob: Any) -> None:
    outcomes = at_once(lambda: seek_any(alice, "casino"), lambda: seek_one(bob, "royal"))
    assert refusals(outcomes) == []
    game = Game.objects.get()
    assert (game.status, game.variant, people(game)) == ("playing", "royal", {"alice", "bob"})


def test_of_six_with_different_wishes_each_plays_what_they_want(make_user: Any) -> None:
    users = [make_user(f"user{number}") for number in range(6)]
    wishes = [
        *[(seek_any, "casino"), (seek_any, "spade"), (seek_any, "royal")],
        *[(seek_one, "royal"), (seek_one, "spade"), (seek_one, "casino")],
    ]
    outcomes = at_once(
        *[
            lambda user=user, look=look, variant=variant: look(user, variant)
            for user, (look, variant) in zip(users, wishes, strict=True)
        ]
    )
    assert refusals(outcomes) == []
    assert in_one_game_each()
    wanted = {
        user.pk: variant
        for user, (look, variant) in zip(users, wishes, strict=True)
        if look is seek_one
    }
    for game in Game.objects.all():
        assert {wanted.get(seat.user_id, game.variant) for seat in game.seats.all()} == {
            game.variant
        }
    # Those who want one game each may be left with nobody, but nobody to whom any will do.
    waiting = Seat.objects.filter(game__status="waiting")
    assert not (waiting.exclude(first_choice="").exists() and waiting.count() > 1)


def test_two_games_do_not_begin_at_one_place(alice: Any, make_user: Any) -> None:
    place = seek_any(alice, "spade")
    others = [make_user(name) for name in ("one", "other")]
    outcomes = at_once(
        *[
            lambda user=user, variant=variant: seek_one(user, variant)
            for user, variant in zip(others, ("royal", "casino"), strict=True)
        ]
    )
    assert refusals(outcomes) == []
    place.refresh_from_db()
    assert (place.status, Game.objects.filter(status="waiting").count()) == ("playing", 1)
    assert in_one_game_each()


def test_whoever_finds_another_game_wanted_by_now_looks_again(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = seek_one(bob, "royal")
    find_first(place, monkeypatch)
    mine = seek_one(alice, "casino")
    assert (people(mine), people(place)) == ({"alice"}, {"bob"})
    assert Game.objects.get(pk=place.pk).variant == "royal"


# Games over days


def test_of_three_who_ask_at_once_one_joins_a_place_whose_player_is_away(
    alice: Any, make_user: Any
) -> None:
    place = seek(alice, 86_400)
    services.leave_page(place.pk, user=alice)
    others = [make_user(f"user{number}") for number in range(3)]
    assert refusals(at_once(*[lambda user=user: seek(user, 86_400) for user in others])) == []
    assert Game.objects.get(pk=place.pk).status == "playing"
    assert Game.objects.filter(status="playing").count() == 2
    assert in_one_game_each()


def test_a_place_that_is_cancelled_as_somebody_comes_is_a_game_or_is_gone(
    alice: Any, bob: Any
) -> None:
    place = seek(alice, 86_400)
    outcomes = at_once(lambda: services.leave_game(place.pk, user=alice), lambda: seek(bob, 86_400))
    place.refresh_from_db()
    if refusals(outcomes):
        assert (place.status, people(place)) == ("playing", {"alice", "bob"})
    else:
        assert place.status == "cancelled"
        assert people(Game.objects.get(status="waiting")) == {"bob"}


def test_many_places_asked_for_at_once_do_not_exceed_the_limit(alice: Any) -> None:
    limit = services.SLOW_PLACES_LIMIT
    times = [TimeControl(21_600, bank=days * 86_400) for days in range(1, limit + 4)]
    for time in times[:-4]:
        seek(alice, time)
    outcomes = at_once(*[lambda time=time: seek(alice, time) for time in times[-4:]])
    assert refusals(outcomes) == [services.SeatRefused] * 3
    assert Game.objects.filter(status="waiting").count() == limit


@pytest.mark.parametrize("bank", [0, 3 * 86_400])
def test_a_deadline_that_many_find_missed_is_one_violation(alice: Any, bob: Any, bank: int) -> None:
    time = TimeControl(86_400, bank)
    seek(alice, time)
    game = seek(bob, time)
    late = time.turn_time(bank=time.full_bank) + seconds(100)
    Game.objects.update(deadline=F("deadline") - late, turn_started_at=F("turn_started_at") - late)
    mover = present(game.seats.get(index=present(game.to_move)).user)
    selection = services.Selection(0, text="any")
    outcomes = at_once(
        *[lambda: services.expire_turn(game.pk)] * 3,
        lambda: services.make_move(
            game.pk, user_id=mover.pk, selection=selection, arrived_at=timezone.now()
        ),
    )
    game.refresh_from_db()
    assert game.events.filter(kind="timeout").count() == 1
    assert sum(outcome is True for outcome in outcomes[:3]) <= 1
    assert present(game.deadline) - timezone.now() < seconds(86_400)
    banks = {seat.user_id: seat.bank.total_seconds() for seat in game.seats.all()}
    assert (banks.pop(mover.pk), *banks.values()) == (0, bank)
