"""Fair thinking: each person has a line of turns and hints, and the lines are served in turn."""

from __future__ import annotations

import datetime as dt
import importlib
import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.models import User
from games import selectors, services, snapshots, tasks
from games.computer import LEVELS, choose
from games.models import TURNS_A_MINUTE, Game, Hint, StoredChoice, ThinkingLine
from games.services import places, thinking
from games.services.computers import _start_timer
from games.services.hints import ask_hint
from tests.games.conftest import seconds, state_of
from tests.games.pages import at, text_of
from tests.games.test_races import at_once
from tests.present import present

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _think_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search in this process, and not for long."""
    monkeypatch.setattr(
        tasks, "think", lambda view, level, seed: choose(view, level, seed, budget=10)
    )


@pytest.fixture
def await_master(play: Any) -> Callable[..., Game]:
    """Return a function that starts a game in which a computer player is to move for a person."""

    def begin(person: Any, level: str = "master", move_time: int = 0, players: int = 2) -> Game:
        game = services.play_computer(
            person, variant="casino", move_time=move_time, levels=[level] * (players - 1)
        )
        if game.to_move == 0:
            play(game, person, first_move(game))
            game.refresh_from_db()
        return game

    return begin


def first_move(game: Game) -> str:
    return str(next(iter(game.rules.moves(state_of(game)))))


def claim() -> services.ThinkingJob | None:
    return services.claim_thinking_job(now=timezone.now())


def end(job: services.ThinkingJob) -> bool:
    return services.end_thinking_job(job, now=timezone.now())


def claim_game() -> int | None:
    job = claim()
    return None if job is None else job.game_id


def test_the_slow_levels_are_those_that_search() -> None:
    assert set(thinking.SLOW_LEVELS) == {
        name for name, level in LEVELS.items() if not level.is_quick
    }


def test_only_a_turn_that_has_to_be_thought_of_waits_in_a_line(
    await_master: Any, alice: Any
) -> None:
    assert await_master(alice, "easy").thinks_for is None
    assert await_master(alice, "strong").thinks_for == alice
    picking = services.play_computer(alice, variant="trifecta", move_time=0, levels=["master"])
    assert (picking.status, picking.thinks_for) == ("picking", None)


def test_the_sweep_asks_for_quick_turns_one_by_one_and_for_the_others_once(
    clock: Any, await_master: Any, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(tasks.play_computer, "delay", asked.append)
    monkeypatch.setattr(tasks.think_next, "delay", lambda: asked.append("think"))
    quick = await_master(alice, "easy")
    for person in (alice, bob):
        await_master(person)
    clock.shift(seconds(2))
    tasks.sweep()
    assert asked == [quick.pk, "think"]
    for _ in range(2):
        assert claim() is not None
    tasks.sweep()
    assert asked == [quick.pk, "think"]  # somebody thinks already


def test_a_turn_in_a_line_is_not_played_before_it_is_claimed(
    clock: Any, await_master: Any, alice: Any
) -> None:
    """A message that names it is old, or meant an earlier turn."""
    game = await_master(alice)
    clock.shift(seconds(2))
    tasks.play_computer(game.pk)
    assert StoredChoice.objects.count() == 0
    tasks.think_next()
    assert StoredChoice.objects.get().level == "master"
    game.refresh_from_db()
    assert (game.to_move, game.thinks_for, game.computer_moves_at) == (0, None, None)
    assert ThinkingLine.objects.get().busy_until is None


def test_a_turn_is_thought_of_when_its_pause_is_over(
    clock: Any, await_master: Any, alice: Any
) -> None:
    game = await_master(alice)
    assert claim() is None
    clock.shift(present(game.computer_moves_at) - timezone.now())
    assert claim_game() == game.pk


def test_each_person_has_one_turn_at_a_time_and_the_lines_are_served_in_turn(
    clock: Any, await_master: Any, alice: Any, bob: Any, carol: Any
) -> None:
    games = {}
    for person in (alice, alice, alice, bob, bob, carol):
        games[await_master(person).pk] = person
        clock.shift(seconds(2))
    jobs = [present(claim()) for _ in range(3)]
    assert [games[job.game_id] for job in jobs] == [alice, bob, carol]
    assert claim() is None
    end(jobs[1])
    assert games[present(claim_game())] == bob


def test_a_line_is_looked_through_again_only_if_something_waits_in_it(
    clock: Any, await_master: Any, alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(tasks.think_next, "delay", lambda: asked.append("think"))
    for person in (alice, alice, bob):
        await_master(person)
    clock.shift(seconds(2))
    for _ in range(4):
        tasks.think_next()
        clock.shift(seconds(0.1))
    assert StoredChoice.objects.count() == 3
    assert asked == ["think"]  # after the first turn of alice


def test_whoever_was_served_longest_ago_comes_first(
    clock: Any, await_master: Any, alice: Any, bob: Any
) -> None:
    for _ in range(4):
        await_master(alice)
    clock.shift(seconds(2))
    people = []
    for number in range(4):
        if number == 1:
            await_master(bob)
            clock.shift(seconds(2))
        job = present(claim())
        people.append(job.user_id)
        end(job)
        clock.shift(seconds(1))
    assert people == [alice.pk, bob.pk, alice.pk, alice.pk]


def test_in_a_line_a_live_game_comes_before_the_others(
    clock: Any, await_master: Any, alice: Any
) -> None:
    await_master(alice)
    clock.shift(seconds(2))
    live = await_master(alice, move_time=60)
    clock.shift(seconds(2))
    assert claim_game() == live.pk


def test_a_turn_whose_worker_died_is_claimed_again_but_not_earlier(
    clock: Any, await_master: Any, alice: Any
) -> None:
    game = await_master(alice)
    clock.shift(seconds(2))
    lost = present(claim())
    clock.shift(thinking.JOB_LASTS - seconds(0.1))
    assert claim() is None
    clock.shift(seconds(0.2))
    assert claim_game() == game.pk
    end(lost)  # it was only slow
    assert ThinkingLine.objects.get().busy_until is not None


def test_no_job_lasts_longer_than_its_limits_allow() -> None:
    from games.thinking import processes
    from games.thinking.timer import PATIENCE

    for level in thinking.SLOW_LEVELS:
        longest = PATIENCE * LEVELS[level].seconds + processes.SPARE_SECONDS
        assert seconds(longest + processes.START_SECONDS) <= thinking.JOB_LASTS


def test_a_turn_that_fails_keeps_no_other_waiting(
    clock: Any, await_master: Any, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await_master(alice), await_master(alice)
    Game.objects.filter(pk=first.pk).update(computer_moves_at=timezone.now())
    clock.shift(seconds(2))

    def fail(game_id: int) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(selectors, "computer_turn", fail)
        tasks.think_next()
    assert claim_game() == second.pk


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_think_of_the_same_turn_or_for_the_same_person(
    await_master: Any, alice: Any, bob: Any
) -> None:
    games = [await_master(person) for person in (alice, alice, bob)]
    Game.objects.update(computer_moves_at=timezone.now())
    claimed = at_once(*[claim] * 4)
    found = [job for job in claimed if job is not None]
    assert not any(isinstance(job, Exception) for job in found)
    assert sorted(job.user_id for job in found) == sorted([alice.pk, bob.pk])
    assert {job.game_id for job in found} < {game.pk for game in games}


def test_turns_that_are_counted_at_the_same_moment_both_count(
    alice: Any, before_the_lock: Any
) -> None:
    now = timezone.now()
    before_the_lock(lambda: thinking.take_place(alice.pk, now=now), of=ThinkingLine)
    thinking.take_place(alice.pk, now=now)
    assert ThinkingLine.objects.get().paced_until == now + 2 * thinking.PACE


def test_a_turn_found_before_another_one_of_its_line_was_claimed_stays_in_line(
    clock: Any, await_master: Any, alice: Any
) -> None:
    await_master(alice)
    clock.shift(seconds(2))
    second = await_master(alice)
    clock.shift(seconds(2))
    due = present(second.computer_moves_at)
    found = thinking._Wanted(alice.pk, second.pk, None, since=due, last=due)
    assert claim_game() != second.pk
    assert not thinking._claim(found, now=timezone.now())
    second.refresh_from_db()
    assert second.computer_moves_at == due


# Tables of many


def test_the_turns_of_a_game_that_its_host_has_left_wait_in_the_hosts_line(
    clock: Any, alice: Any
) -> None:
    game = services.play_computer(
        alice, variant="casino", move_time=0, levels=["master", "master", "master"]
    )
    services.quit_game(game.pk, user_id=alice.pk)
    levels = []
    for _ in range(4):  # the seat of alice has a quick player now
        game.refresh_from_db()
        level = game.seats.get(index=present(game.to_move)).level
        assert (game.thinks_for == alice) == (level == "master")
        levels.append(level)
        clock.shift(seconds(8))
        if level == "master":
            tasks.think_next()
        else:
            tasks.play_computer(game.pk)
    assert sorted(levels) == ["easy", "master", "master", "master"]
    assert StoredChoice.objects.count() == 4


def test_without_anybody_for_whom_it_could_think_a_level_plays_at_once(
    clock: Any, await_master: Any, alice: Any
) -> None:
    game = await_master(alice)
    Game.objects.update(thinks_for=None)
    snapshots.forget_all()
    tasks.play_computer(game.pk)
    assert StoredChoice.objects.get().level == "club"


def test_turns_that_waited_before_the_upgrade_are_put_in_line(
    await_master: Any, alice: Any
) -> None:
    await_master(alice)
    await_master(alice, "easy")
    Game.objects.update(thinks_for=None)
    migration = importlib.import_module("games.migrations.0031_thinking_lines")
    migration.put_turns_in_line(apps, None)
    in_line = Game.objects.order_by("pk").values_list("thinks_for", flat=True)
    assert list(in_line) == [alice.pk, None]


# Limits


def test_at_most_so_many_turns_begin_in_any_minute(clock: Any, alice: Any) -> None:
    now = timezone.now()
    begins = [thinking.take_place(alice.pk, now=now) for _ in range(3 * TURNS_A_MINUTE)]
    assert begins[: thinking.TURNS_AT_ONCE] == [now] * thinking.TURNS_AT_ONCE
    minute = dt.timedelta(minutes=1)
    for first in begins:
        assert sum(first <= each < first + minute for each in begins) <= TURNS_A_MINUTE
    later = begins[-1] + thinking.TURNS_AT_ONCE * thinking.PACE
    assert thinking.take_place(alice.pk, now=later) == later


def test_the_table_says_why_a_turn_waits(
    clock: Any, await_master: Any, alice: Any, as_alice: Client
) -> None:
    words = (
        "Basil moves a little later: the levels Strong and Master make at most 60 moves a minute "
        "for one player"
    )
    game = await_master(alice)
    assert words not in text_of(as_alice.get(at("game", game)))
    ThinkingLine.objects.update(paced_until=timezone.now() + seconds(60))
    paced = await_master(alice)
    assert words in text_of(as_alice.get(at("game", paced)))
    assert present(paced.computer_moves_at) - timezone.now() > seconds(30)
    clock.shift(seconds(20))
    assert claim_game() == game.pk


def test_a_turn_that_follows_a_paced_one_is_not_paced(
    clock: Any, await_master: Any, alice: Any
) -> None:
    ThinkingLine.objects.create(user=alice, paced_until=timezone.now() + seconds(60))
    game = await_master(alice)
    assert game.is_paced
    clock.shift(seconds(60))
    tasks.think_next()
    game.refresh_from_db()
    assert (game.to_move, game.is_paced) == (0, False)


def test_games_against_the_computer_are_limited_and_a_guest_is_told(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert places.PRACTICE_LIMIT == 30
    monkeypatch.setattr(places, "PRACTICE_LIMIT", 2)
    offer = {"variant": "casino", "move_time": "0", "level": "master"}
    for _ in range(3):
        answer = client.post(reverse("play_computer"), offer, follow=True)
    assert Game.objects.count() == 2
    sentence = "You already have 2 games against the computer. Finish one before you start another."
    assert sentence in text_of(answer)


def test_a_game_that_its_host_has_left_counts_until_it_is_over(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "PRACTICE_LIMIT", 1)
    levels = ["easy"] * 3
    game = services.play_computer(alice, variant="casino", move_time=0, levels=levels)
    services.quit_game(game.pk, user_id=alice.pk)
    with pytest.raises(services.AlreadyPlaying, match="too_many_practice_games"):
        services.play_computer(alice, variant="casino", move_time=0, levels=levels)
    Game.objects.update(status="finished", to_move=None, deadline=None)
    services.play_computer(alice, variant="casino", move_time=0, levels=levels)


def test_computer_players_at_an_open_table_count_too(
    alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "PRACTICE_LIMIT", 1)
    tables = [
        services.open_table(alice, variant="casino", move_time=86_400, kind="link", players=3)
        for _ in range(2)
    ]
    for seat in (1, 2):  # the game itself does not count against itself
        services.seat_computers(tables[0].pk, user=alice, levels={seat: "master"})
    with pytest.raises(services.AlreadyPlaying, match="too_many_practice_games"):
        services.seat_computers(tables[1].pk, user=alice, levels={1: "master"})


def test_computer_players_who_sit_down_at_two_tables_at_once_all_count(
    alice: Any, before_the_lock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "PRACTICE_LIMIT", 1)
    seat, other = [
        partial(
            services.seat_computers,
            services.open_table(alice, variant="casino", move_time=86_400, kind="link").pk,
            user=alice,
            levels={1: "easy"},
        )
        for _ in range(2)
    ]
    before_the_lock(other, of=User)
    with pytest.raises(services.AlreadyPlaying, match="too_many_practice_games"):
        seat()


def test_computer_players_in_a_rematch_count_too(
    alice: Any, bob: Any, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = services.open_table(alice, variant="casino", move_time=86_400, kind="link", players=3)
    services.join_game(game.pk, user=bob)
    services.seat_computers(game.pk, user=alice, levels={2: "master"})
    for user in (alice, bob):
        services.quit_game(game.pk, user_id=user.pk)
    monkeypatch.setattr(places, "PRACTICE_LIMIT", 1)
    other = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    answer = as_alice.post(reverse("rematch", args=[game.public_id]), follow=True)
    assert "You already have 1 game against the computer." in text_of(answer)
    assert not Game.objects.filter(rematch_of=game).exists()
    Game.objects.filter(pk=other.pk).update(status="finished", to_move=None, deadline=None)
    assert services.offer_rematch(game.pk, user=alice).seats.count() == 2


def test_a_rematch_without_computer_players_is_not_limited_by_those_elsewhere(
    alice: Any, bob: Any, carol: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "PRACTICE_LIMIT", 1)
    game = services.open_table(alice, variant="casino", move_time=86_400, kind="link", players=3)
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    for user in (carol, bob):
        services.quit_game(game.pk, user_id=user.pk)
    services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    assert services.offer_rematch(game.pk, user=alice).host == alice


# Hints


def test_the_hints_of_one_person_do_not_come_before_anothers_first(
    clock: Any, alice: Any, bob: Any
) -> None:
    for person in (alice, alice, alice, bob):
        game = services.play_computer(person, variant="casino", move_time=0, levels=["easy"])
        ask_hint(game.pk, person.pk, 0, now=timezone.now())
        clock.shift(seconds(1))
    people = []
    while (job := claim()) is not None:
        people.append(job.user_id)
        Hint.objects.filter(game=job.game_id).delete()
        end(job)
        clock.shift(seconds(1))
    assert people == [alice.pk, bob.pk, alice.pk, alice.pk]


def test_a_hint_waits_while_something_else_is_thought_of_for_its_person(
    clock: Any, await_master: Any, alice: Any
) -> None:
    game = await_master(alice)
    other = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    clock.shift(seconds(2))
    job = present(claim())
    assert (job.game_id, job.seen) == (game.pk, None)
    ask_hint(other.pk, alice.pk, 0, now=timezone.now())
    assert claim() is None
    end(job)
    assert present(claim()).seen == 0


def test_a_hint_comes_before_all_turns_of_the_same_person(
    clock: Any, await_master: Any, alice: Any
) -> None:
    for _ in range(2):
        await_master(alice)
    other = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    clock.shift(seconds(2))
    end(present(claim()))
    ask_hint(other.pk, alice.pk, 0, now=timezone.now())
    clock.shift(seconds(1))
    job = present(claim())
    assert (job.game_id, job.seen) == (other.pk, 0)
    Hint.objects.filter(game=other).delete()
    end(job)
    assert present(claim()).seen is None


def test_a_hint_that_is_found_is_not_looked_for_again(clock: Any, alice: Any, play: Any) -> None:
    game = services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    while game.to_move != 0:
        clock.shift(seconds(3))
        tasks.play_computer(game.pk)
        game.refresh_from_db()
    ask_hint(game.pk, alice.pk, game.move_count, now=timezone.now())
    tasks.think_next()
    hint = Hint.objects.get()
    assert (bool(hint.text), hint.asked_at) == (True, None)
    ask_hint(game.pk, alice.pk, game.move_count, now=timezone.now())
    assert claim() is None


# The pause


def test_the_pause_ends_without_the_sweep() -> None:
    asked = threading.Event()
    _start_timer(seconds(0.01), asked.set)
    assert asked.wait(10)


def test_a_pause_that_ends_without_a_broker_is_left_to_the_sweep(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail() -> None:
        raise OperationalError("no broker")

    caplog.set_level(logging.INFO, logger="games")
    before = set(threading.enumerate())
    _start_timer(seconds(0), fail)
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
    assert caplog.messages == ["a computer player was not asked for a move: OperationalError"]
