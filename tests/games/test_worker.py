"""The tasks in a real Celery worker: the sweep of the clock, and moves of computer players."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
import time_machine
from celery import signals
from django.utils import timezone

from config.celery import app
from config.embedded import QUEUES, EmbeddedWorker
from games import services, snapshots, tasks
from games.computer import choose
from games.models import Deck, Game, SiteClock, StoredChoice
from games.thinking import think
from tests.games.conftest import seconds, state_of
from tests.present import present

pytestmark = pytest.mark.django_db(transaction=True)

Run = Callable[..., list[str]]


@pytest.fixture
def run_in_worker() -> Iterator[Run]:
    """Return a function that queues a task and waits until the worker has run enough tasks."""
    ended: queue.SimpleQueue[str] = queue.SimpleQueue()

    def note(task: Any = None, **_: Any) -> None:
        ended.put(task.name.rpartition(".")[2])

    def run(task: Any, *args: Any, tasks_awaited: int = 1) -> list[str]:
        task.delay(*args)
        patience = time.monotonic() + 60
        return [ended.get(timeout=patience - time.monotonic()) for _ in range(tasks_awaited)]

    with app.connection_for_write() as connection:
        channel: Any = connection.default_channel
        for name in QUEUES:
            channel.queue_purge(name)  # from tests without a worker
    signals.task_postrun.connect(note)
    worker = EmbeddedWorker()
    worker.start_workers()  # without the beat: the tests say when to sweep
    yield run
    worker.stop()
    assert not any(each.is_alive() for each in worker.workers)
    signals.task_postrun.disconnect(note)


@pytest.fixture
def web_is_alive() -> None:
    services.record_web_alive()


@pytest.fixture
def against_computer(known_shuffle: None, alice: Any) -> Game:
    """Return a game in which the computer player's pick is due."""
    game = services.play_computer(alice, variant="trifecta", move_time=60, levels=["easy"])
    make_computer_due(game)
    return game


def make_overdue(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(600))


def make_computer_due(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(computer_moves_at=timezone.now() - seconds(1))


def pick_both(game: Game, alice: Any) -> None:
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    services.pick_computer_secret(game.pk, seat=1, card="6C")


def texts(game: Game) -> list[str]:
    return [event.text or event.kind for event in game.events.all()]


@pytest.mark.usefixtures("web_is_alive")
def test_the_worker_expires_an_overdue_turn_once(run_in_worker: Run, dealt: Any) -> None:
    game = dealt()
    make_overdue(game)
    run_in_worker(tasks.sweep)
    run_in_worker(tasks.sweep)
    assert texts(game) == ["secret 7H", "secret 6C", "timeout"]
    swept_at = SiteClock.objects.get().swept_at
    assert swept_at is not None
    assert timezone.now() - swept_at < seconds(10)


def test_the_worker_expires_nothing_while_the_site_is_down(run_in_worker: Run, dealt: Any) -> None:
    services.record_web_alive()
    game = dealt()
    make_overdue(game)
    SiteClock.objects.update(web_seen_at=timezone.now() - seconds(60))
    run_in_worker(tasks.sweep)
    assert texts(game) == ["secret 7H", "secret 6C"]
    assert present(Game.objects.get(pk=game.pk).deadline) < timezone.now()


@pytest.mark.usefixtures("web_is_alive")
def test_the_worker_closes_tables_whose_player_is_gone(run_in_worker: Run, alice: Any) -> None:
    game = services.play_now(alice, variant="trifecta", move_times=[60])
    Game.objects.update(seen_at=timezone.now() - seconds(31))
    run_in_worker(tasks.sweep)
    assert Game.objects.get(pk=game.pk).status == "cancelled"


@pytest.mark.usefixtures("web_is_alive")
def test_the_computer_picks_and_plays_in_the_worker(
    run_in_worker: Run, against_computer: Game, alice: Any, play: Any
) -> None:
    game = against_computer
    assert set(run_in_worker(tasks.sweep, tasks_awaited=2)) == {"sweep", "play_computer"}
    assert game.seats.get(index=1).pick.card[1] in "HC"
    assert game.seats.get(index=1).value == ""
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    run_in_worker(tasks.sweep)
    assert len(texts(game)) == 2
    play(game, alice, "9D x 4H 5D")
    make_computer_due(game)
    assert set(run_in_worker(tasks.sweep, tasks_awaited=2)) == {"sweep", "play_computer"}
    last = game.events.last()
    assert last is not None
    assert (last.number, last.seat, last.kind) == (4, 1, "move")
    game.refresh_from_db()
    assert (game.to_move, game.computer_moves_at) == (0, None)


@pytest.mark.usefixtures("web_is_alive")
def test_a_broken_game_does_not_stop_the_sweep_of_the_others(
    run_in_worker: Run,
    dealt: Any,
    carol: Any,
    dave: Any,
    against_computer: Game,
    caplog: pytest.LogCaptureFixture,
    make_user: Any,
) -> None:
    broken = dealt(make_user("erin"), make_user("frank"))
    Deck.objects.filter(game=broken).update(cards="XX " * 52)
    healthy = dealt(carol, dave)
    make_overdue(broken)
    Game.objects.filter(pk=healthy.pk).update(deadline=timezone.now() - seconds(60))
    snapshots.forget_all()
    run_in_worker(tasks.sweep, tasks_awaited=2)
    assert texts(healthy)[2:] == ["timeout"]
    assert texts(broken)[2:] == []
    assert f"game {broken.pk}: the turn was not expired: InvalidPosition" in caplog.messages
    assert "XX" not in caplog.text
    assert "Traceback" not in caplog.text
    assert against_computer.seats.get(index=1).pick is not None


def test_a_computer_player_that_fails_plays_any_legal_move(
    run_in_worker: Run,
    against_computer: Game,
    alice: Any,
    play: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("8D is in hand")

    game = against_computer
    pick_both(game, alice)
    play(game, alice, "9D x 4H 5D")
    monkeypatch.setattr(tasks, "choose_in_time", fail)
    run_in_worker(tasks.play_computer, game.pk)
    last = game.events.last()
    assert last is not None
    assert (last.seat, last.kind) == (1, "move")
    assert f"game {game.pk}, event 4: level easy failed: ZeroDivisionError\n" in caplog.text
    assert f"game {game.pk}, event 4: level club failed: ZeroDivisionError\n" in caplog.text
    assert last.choice.level == ""
    assert "8D" not in caplog.text
    assert "Traceback" not in caplog.text


def test_a_computers_turn_asked_for_many_times_is_played_once(
    run_in_worker: Run, against_computer: Game, alice: Any, play: Any
) -> None:
    game = against_computer
    pick_both(game, alice)
    play(game, alice, "9D x 4H 5D")
    for _ in range(29):
        tasks.play_computer.delay(game.pk)
    # More than the worker runs at a time: it once paused two seconds after every second task.
    run_in_worker(tasks.play_computer, game.pk, tasks_awaited=30)
    assert len(texts(game)) == 4


# Without a worker: which moves the sweep asks for


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of games in which a computer player's turn is queued."""
    games: list[int] = []
    monkeypatch.setattr(tasks.play_computer, "delay", games.append)
    return games


def test_an_unanswered_turn_is_asked_for_again_after_ten_seconds(
    asked: list[int], alice: Any
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = services.play_computer(alice, variant="trifecta", move_time=60, levels=["easy"])
        tasks.sweep()
        assert asked == []  # the natural pause
        clock.shift(seconds(2))
        for _ in range(3):
            tasks.sweep()
        assert asked == [game.pk]
        clock.shift(seconds(9.9))
        tasks.sweep()
        assert asked == [game.pk]
        clock.shift(seconds(0.2))
        tasks.sweep()
        assert asked == [game.pk] * 2
        tasks.play_computer(game.pk)
        assert game.seats.get(index=1).pick is not None


def test_a_computer_that_has_picked_or_moved_is_not_asked_again(
    asked: list[int], against_computer: Game, alice: Any, play: Any
) -> None:
    game = against_computer
    tasks.play_computer(game.pk)
    with time_machine.travel(timezone.now() + seconds(30), tick=False):
        tasks.sweep()
        assert asked == []


def test_a_computer_may_pick_after_the_person(asked: list[int], alice: Any) -> None:
    game = services.play_computer(alice, variant="trifecta", move_time=60, levels=["easy"])
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    with time_machine.travel(timezone.now() + seconds(3), tick=False):
        tasks.sweep()
    assert asked == [game.pk]
    tasks.play_computer(game.pk)
    assert Game.objects.get(pk=game.pk).status == "playing"


def test_a_computers_turn_of_a_game_that_moved_on_is_void(
    against_computer: Game, dealt: Any, carol: Any, dave: Any, alice: Any
) -> None:
    game = against_computer
    pick_both(game, alice)
    tasks.play_computer(game.pk)  # alice is to move
    services.quit_game(game.pk, user_id=alice.pk)
    tasks.play_computer(game.pk)
    assert texts(game)[2:] == ["resignation"]
    people = dealt(carol, dave)
    tasks.play_computer(people.pk)
    assert len(texts(people)) == 2


def test_a_move_chosen_for_an_older_table_is_void(
    against_computer: Game, alice: Any, play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = against_computer
    pick_both(game, alice)
    play(game, alice, "9D x 4H 5D")

    def think_too_long(*args: Any) -> Any:
        monkeypatch.setattr(tasks, "choose_in_time", choose)
        tasks.play_computer(game.pk)
        return choose(*args)

    monkeypatch.setattr(tasks, "choose_in_time", think_too_long)
    tasks.play_computer(game.pk)
    assert len(texts(game)) == 4
    assert StoredChoice.objects.count() == 1


def test_a_computer_out_of_time_is_treated_like_anyone(
    asked: list[int], against_computer: Game, alice: Any, play: Any
) -> None:
    game = against_computer
    pick_both(game, alice)
    play(game, alice, "9D x 4H 5D")
    services.record_web_alive()
    make_overdue(game)
    tasks.sweep()
    assert texts(game)[-1] == "timeout"
    assert state_of(game).violations == (0, 1)
    assert game.computer_moves_at is not None


def test_the_computer_gets_what_its_seat_may_know(
    against_computer: Game, alice: Any, play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = against_computer
    pick_both(game, alice)
    play(game, alice, "9D x 4H 5D")
    given: list[Any] = []

    def look(view: Any, *args: Any) -> Any:
        given.append(view)
        return choose(view, *args)

    monkeypatch.setattr(tasks, "choose_in_time", look)
    tasks.play_computer(game.pk)
    (view,) = given
    hidden = {"8C", "3H", "KS", "7H"}
    assert not any(card in str(view) for card in hidden)


@pytest.mark.once  # it measures the embedded worker, which runs only on SQLite
@pytest.mark.early
def test_the_sweep_is_not_late_while_four_masters_think(
    make_user: Any, play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run with the beat, like an embedded site. Each move found is void, so the masters go on."""
    services.record_web_alive()
    thoughts: list[int] = []
    swept: list[float] = []

    def discard(game_id: int, **_: Any) -> None:
        thoughts.append(game_id)
        Game.objects.filter(pk=game_id).update(computer_moves_at=timezone.now())
        raise services.StaleTable

    def note(task: Any = None, **_: Any) -> None:
        if task.name == "games.tasks.sweep":
            swept.append(time.monotonic())

    def think_long(view: Any, level: str, seed: int) -> Any:
        return think(view, level, seed, 10**12, 0.5)

    monkeypatch.setattr(services, "make_computer_move", discard)
    monkeypatch.setattr(tasks, "think", think_long)
    games = [let_master_move(make_user(f"person{number}"), play) for number in range(4)]
    signals.task_postrun.connect(note)
    worker = EmbeddedWorker()
    try:
        worker.start()
        Game.objects.update(computer_moves_at=timezone.now())
        until = time.monotonic() + 60
        while len(swept) < 6 and time.monotonic() < until:
            time.sleep(0.05)
    finally:
        monkeypatch.setattr(tasks.think_next, "delay", lambda: None)
        worker.stop()
        signals.task_postrun.disconnect(note)
    assert len(swept) >= 6
    assert max(after - before for before, after in pairwise(swept)) < 2  # one second is due
    assert set(thoughts) == {game.pk for game in games}


def let_master_move(person: Any, play: Any) -> Game:
    """Return a game of Casino in which a master is to move."""
    game = services.play_computer(person, variant="casino", move_time=0, levels=["master"])
    if game.to_move == 0:
        play(game, person, str(next(iter(game.rules.moves(state_of(game))))))
    Game.objects.filter(pk=game.pk).update(computer_moves_at=None)  # only this test asks for it
    return game
