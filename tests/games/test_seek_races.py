"""Players in the queue who act at the same moment: each is in one game, and nobody is left out."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from games import services
from games.models import Game, Seat
from games.services import seeking
from games.services.places import CALL_LASTS
from tests.games.conftest import seconds
from tests.games.test_races import at_once, refusals

pytestmark = pytest.mark.django_db(transaction=True)


def seek(user: Any, *move_times: int) -> Game:
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
