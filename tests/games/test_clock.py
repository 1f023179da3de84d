"""The clock: each expired move time is one violation, however often it is checked (6)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from games import services, snapshots
from games.messages.refusals import tell_refusal
from games.models import AWAY_AFTER, Game, SecretPick, SiteClock
from games.services import outage
from games.services.lateness import EXPIRY_MARGIN
from tests.games.conftest import seconds, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_ways")]


def expire_everything() -> int:
    overdue = services.overdue_games(now=timezone.now())
    return sum(services.expire_turn(game_id) for game_id in overdue)


def test_no_violation_before_the_deadline_and_its_grace(clock: Any, dealt: Any) -> None:
    game = dealt()
    clock.shift(seconds(61))
    assert not services.expire_turn(game.pk)
    assert game.events.filter(kind="timeout").count() == 0


def test_a_violation_gives_a_point_and_restarts_the_clock_for_the_same_player(
    clock: Any, dealt: Any
) -> None:
    game = dealt()
    clock.shift(seconds(64))
    assert services.expire_turn(game.pk)
    game.refresh_from_db()
    assert (game.to_move, game.deadline) == (0, timezone.now() + seconds(60))
    assert [side["penalties"] for side in game.rules.scores(state_of(game))] == [0, 1]


def test_expiring_again_and_again_is_one_violation(clock: Any, dealt: Any) -> None:
    game = dealt()
    clock.shift(seconds(600))
    assert [services.expire_turn(game.pk) for _ in range(5)] == [True, *[False] * 4]
    assert game.events.filter(kind="timeout").count() == 1


def test_a_move_takes_no_time_if_the_clock_is_set_back_meanwhile(
    clock: Any, dealt: Any, alice: Any, play: Any
) -> None:
    game = dealt()
    clock.shift(seconds(-10))
    play(game, alice, "9D x 4H 5D")
    assert game.events.get(text="9D x 4H 5D").seconds == 0


def test_violations_of_one_seat_are_a_move_time_apart(clock: Any, dealt: Any) -> None:
    game = dealt()
    clock.shift(seconds(600))
    services.expire_turn(game.pk)
    clock.shift(seconds(61))
    assert not services.expire_turn(game.pk)
    clock.shift(seconds(3))
    assert services.expire_turn(game.pk)


def test_the_fifth_violation_forfeits(clock: Any, dealt: Any) -> None:
    game = dealt()
    for _ in range(5):
        clock.shift(seconds(64))
        assert services.expire_turn(game.pk)
    game.refresh_from_db()
    assert (game.status, game.reason, game.deadline) == ("finished", "forfeit", None)
    assert [seat.result for seat in game.seats.all()] == ["lost", "won"]
    clock.shift(seconds(64))
    assert not services.expire_turn(game.pk)


def test_a_move_within_the_grace_counts(clock: Any, dealt: Any, alice: Any, play: Any) -> None:
    game = dealt()
    clock.shift(seconds(61))
    play(game, alice, "9D x 4H 5D")
    assert game.events.filter(kind="timeout").count() == 0


def test_a_late_move_is_a_violation_and_is_refused_as_late(
    clock: Any, dealt: Any, alice: Any, play: Any
) -> None:
    game = dealt()
    clock.shift(seconds(61.1))
    with pytest.raises(services.TimeRanOut) as refused:
        play(game, alice, "9D x 4H 5D")
    told = "Your time ran out: 1 point to bob. It is still your turn."
    assert tell_refusal(refused.value) == told
    game.refresh_from_db()
    assert (game.move_count, game.events.filter(kind="timeout").count()) == (2, 1)
    play(game, alice, "9D x 4H 5D")


def test_a_move_out_of_turn_is_told_so_although_the_other_is_late(
    clock: Any, dealt: Any, bob: Any, play: Any
) -> None:
    game = dealt()
    clock.move_to(game.deadline + game.grace + EXPIRY_MARGIN + seconds(0.1))
    with pytest.raises(services.NotYourTurn):
        play(game, bob, "8D")
    assert game.events.get(kind="timeout").seat == 0


def test_nobody_else_ends_a_turn_before_a_move_that_arrived_in_time(
    clock: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    game = dealt()
    in_time = game.deadline + game.grace
    clock.move_to(in_time + EXPIRY_MARGIN)
    with pytest.raises(services.NotYourTurn):
        play(game, bob, "8D")
    capture = services.Selection(game.move_count, text="9D x 4H 5D")
    services.make_move(game.pk, user_id=alice.pk, selection=capture, arrived_at=in_time)
    assert not game.events.filter(kind="timeout").exists()


def test_a_late_pick_does_not_end_the_time_of_one_that_arrived_before(
    clock: Any, picking: Any, alice: Any, bob: Any
) -> None:
    game = picking()
    in_time = game.deadline + game.grace
    clock.move_to(in_time + EXPIRY_MARGIN)
    with pytest.raises(services.PickRefused):
        services.pick_secret(game.pk, user_id=bob.pk, card="6C", arrived_at=timezone.now())
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=in_time)
    assert SecretPick.objects.get(seat__game=game).seat.user == alice


def test_the_selection_of_before_a_violation_can_still_be_played(
    clock: Any, dealt: Any, alice: Any, play: Any
) -> None:
    game = dealt()
    clock.shift(seconds(64))
    services.expire_turn(game.pk)
    play(game, alice, "9D x 4H 5D", seen=2)


def test_an_arrival_in_time_counts_although_the_lock_came_late(
    clock: Any, dealt: Any, alice: Any
) -> None:
    game = dealt()
    clock.shift(seconds(60.9))
    arrived_at = timezone.now()
    clock.shift(seconds(0.5))
    assert not services.expire_turn(game.pk)
    services.make_move(
        game.pk,
        user_id=alice.pk,
        selection=services.Selection(2, text="9D"),
        arrived_at=arrived_at,
    )


def test_correspondence_games_have_a_minute_of_grace(clock: Any, dealt: Any) -> None:
    game = dealt(move_time=86_400)
    clock.shift(seconds(86_400 + 60))
    assert not services.expire_turn(game.pk)
    clock.shift(seconds(3))
    assert services.expire_turn(game.pk)


def test_the_sweep_finds_overdue_games(clock: Any, dealt: Any) -> None:
    services.record_web_alive()
    game = dealt()
    assert services.overdue_games(now=timezone.now()) == []
    clock.shift(seconds(64))
    SiteClock.objects.update(web_seen_at=timezone.now())
    assert services.overdue_games(now=timezone.now()) == [game.pk]
    assert expire_everything() == 1
    assert services.overdue_games(now=timezone.now()) == []


@pytest.mark.parametrize(("move_time", "grace"), [(60, 1), (86_400, 60)])
def test_the_sweep_finds_no_game_before_its_grace_is_over(
    clock: Any, dealt: Any, move_time: int, grace: int
) -> None:
    game = dealt(move_time=move_time)
    clock.shift(seconds(move_time + grace) + EXPIRY_MARGIN)
    assert services.overdue_games(now=timezone.now()) == []
    clock.shift(seconds(0.1))
    assert services.overdue_games(now=timezone.now()) == [game.pk]


def test_a_worker_that_was_away_for_ten_minutes_brings_one_violation(
    clock: Any, dealt: Any
) -> None:
    services.record_web_alive()
    game = dealt()
    for _ in range(300):  # the web process is still alive
        clock.shift(seconds(2))
        services.record_web_alive()
    assert expire_everything() == 1
    assert expire_everything() == 0
    assert game.events.filter(kind="timeout").count() == 1


def test_while_the_site_is_down_nothing_expires(clock: Any, dealt: Any) -> None:
    game = dealt()
    clock.shift(seconds(64))
    services.record_web_alive()
    clock.shift(AWAY_AFTER + seconds(0.1))
    assert services.overdue_games(now=timezone.now()) == []
    assert not services.expire_turn(game.pk)


def test_a_site_that_was_silent_for_a_moment_still_ends_turns(clock: Any, dealt: Any) -> None:
    dealt()
    clock.shift(seconds(64))
    services.record_web_alive()
    clock.shift(AWAY_AFTER)
    assert expire_everything() == 1


def test_players_get_the_time_of_an_outage_back_once_and_are_told(
    clock: Any, dealt: Any, as_bob: Any
) -> None:
    services.record_web_alive()
    game = dealt()
    deadline, version = game.deadline, game.version
    clock.shift(seconds(600))
    services.record_web_alive()
    services.record_web_alive()
    game.refresh_from_db()
    assert game.deadline == deadline + seconds(600)
    assert game.clock_extended_by == 600
    assert game.version == version + outage.AHEAD
    told = "The site was down for 10 minutes. That time has been added to the clock."
    assert told in as_bob.get(game.get_absolute_url()).content.decode()
    assert expire_everything() == 0


@pytest.mark.parametrize("began_after", [0, 0.5, 300])
def test_a_turn_that_began_after_the_last_sign_of_life_gets_back_what_it_lost(
    clock: Any, dealt: Any, began_after: float
) -> None:
    """A move may follow the last sign, and a computer player moves without a web process."""
    services.record_web_alive()
    clock.shift(seconds(began_after))
    game = dealt()
    clock.shift(seconds(600 - began_after))
    services.record_web_alive()
    game.refresh_from_db()
    assert (game.turn_started_at, game.deadline) == (timezone.now(), timezone.now() + seconds(60))
    assert game.clock_extended_by == round(600 - began_after)


def test_the_end_of_an_outage_is_announced_to_the_running_games(
    clock: Any, dealt: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.record_web_alive()
    game = dealt()
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(outage, "announce_game", lambda *message: told.append(message))
    clock.shift(seconds(600))
    services.record_web_alive()
    assert told == [(game.pk, game.version + outage.AHEAD)]


def test_an_outage_that_another_process_ends_before_the_lock_is_added_once(
    clock: Any, dealt: Any, before_the_lock: Any
) -> None:
    services.record_web_alive()
    game = dealt()
    clock.shift(seconds(600))
    before_the_lock(services.record_web_alive, of=SiteClock)
    services.record_web_alive()
    assert Game.objects.get(pk=game.pk).deadline == game.deadline + seconds(600)


def test_a_process_whose_clock_is_slow_makes_no_outage(clock: Any, dealt: Any) -> None:
    services.record_web_alive()
    game = dealt()
    clock.shift(seconds(-10))
    services.record_web_alive()
    clock.shift(seconds(10) + AWAY_AFTER)
    services.record_web_alive()
    assert Game.objects.get(pk=game.pk).deadline == game.deadline


def test_a_page_has_the_time_left_and_not_the_date_of_the_server(
    clock: Any, dealt: Any, as_alice: Any
) -> None:
    game, token, later = dealt(), re.compile(r'"\w{64}"'), seconds(30 * 86_400)
    clock.shift(seconds(7))

    def look() -> list[str]:
        snapshots.forget_all()
        pages = [as_alice.get(game.get_absolute_url() + part) for part in ("", "live/")]
        return [token.sub("", page.content.decode()) for page in pages]

    first = look()
    assert all('data-seconds="53.0"' in page for page in first)
    clock.shift(later)
    game.events.update(at=F("at") + later)
    moments = ("deadline", "turn_started_at", "started_at", "created_at")
    Game.objects.update(**{name: F(name) + later for name in moments})
    assert look() == first


@pytest.mark.parametrize(("move_time", "grace"), [(60, 1), (86_400, 60)])
def test_the_grace_is_not_shown_on_the_clock(
    clock: Any, dealt: Any, as_alice: Any, move_time: int, grace: int
) -> None:
    game = dealt(move_time=move_time)
    assert f'data-seconds="{move_time}.0"' in as_alice.get(game.get_absolute_url()).content.decode()
    clock.shift(seconds(move_time + grace))
    assert 'data-seconds="0.0"' in as_alice.get(game.get_absolute_url()).content.decode()


def test_a_short_silence_is_no_outage(clock: Any, dealt: Any) -> None:
    services.record_web_alive()
    game = dealt()
    clock.shift(AWAY_AFTER)
    services.record_web_alive()
    assert Game.objects.get(pk=game.pk).deadline == game.deadline


def test_a_move_after_an_outage_counts_before_the_outage_is_known(
    clock: Any, dealt: Any, alice: Any, bob: Any, play: Any
) -> None:
    services.record_web_alive()
    game = dealt()
    clock.shift(seconds(600))
    play(game, alice, "9D x 4H 5D")
    game.refresh_from_db()
    answered_by = game.deadline
    services.record_web_alive()
    game.refresh_from_db()
    assert game.events.filter(kind="timeout").count() == 0
    assert game.deadline == answered_by == timezone.now() + seconds(60)


def test_no_request_causes_a_violation_after_an_outage(clock: Any, dealt: Any, client: Any) -> None:
    services.record_web_alive()
    game = dealt()
    clock.shift(seconds(600))
    client.post(f"{game.get_absolute_url()}clock/")
    assert not services.expire_turn(game.pk)
    assert game.events.filter(kind="timeout").count() == 0


def test_the_turn_after_an_outage_is_not_called_longer(
    clock: Any, dealt: Any, alice: Any, play: Any
) -> None:
    services.record_web_alive()
    game = dealt()
    clock.shift(seconds(600))
    services.record_web_alive()
    play(game, alice, "9D x 4H 5D")
    game.refresh_from_db()
    assert game.clock_extended_by == 0


def test_an_outage_is_no_time_taken(clock: Any, dealt: Any, alice: Any, play: Any) -> None:
    services.record_web_alive()
    game = dealt()
    clock.shift(seconds(600))
    services.record_web_alive()
    clock.shift(seconds(5))
    play(game, alice, "9D x 4H 5D")
    assert game.events.last().seconds == pytest.approx(5)


def test_a_move_that_waits_two_seconds_for_the_lock_is_not_a_violation(
    clock: Any, dealt: Any, alice: Any
) -> None:
    game = dealt()
    clock.shift(seconds(60.9))
    arrived_at = timezone.now()
    clock.shift(seconds(2))
    assert not services.expire_turn(game.pk)
    services.make_move(
        game.pk,
        user_id=alice.pk,
        selection=services.Selection(2, text="9D"),
        arrived_at=arrived_at,
    )
    assert game.events.filter(kind="timeout").count() == 0
