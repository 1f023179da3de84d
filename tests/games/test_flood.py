"""Three guests with thirty games each against master, and what others notice of that."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone

from config.celery import app
from config.embedded import QUEUES, EmbeddedWorker
from games import services, tasks
from games.models import Event, Game, Hint
from games.services import places
from games.services.hints import ask_hint
from tests.games.conftest import state_of
from tests.processes import eventually

pytestmark = pytest.mark.django_db(transaction=True)

GUESTS = 3
EASY_SECONDS, MASTER_SECONDS = 2.0, 5.0


@pytest.fixture
def one_core() -> Iterator[None]:
    """Hold the site, and the processes in which computer players think, to one core."""
    all_cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(all_cores)})
    yield
    os.sched_setaffinity(0, all_cores)


@pytest.fixture
def worker() -> Iterator[EmbeddedWorker]:
    with app.connection_for_write() as connection:
        channel: Any = connection.default_channel
        for name in QUEUES:
            channel.queue_purge(name)  # from tests without a worker
    embedded = EmbeddedWorker()
    yield embedded
    embedded.stop()


def await_computer(person: Any, level: str, play: Any) -> Game:
    """Return a game in which a computer player is to move, but is not asked yet."""
    game = services.play_computer(person, variant="casino", move_time=0, levels=[level])
    if game.to_move == 0:
        play(game, person, str(next(iter(game.rules.moves(state_of(game))))))
    Game.objects.filter(pk=game.pk).update(computer_moves_at=None)
    return game


def seconds_until(question: Callable[[], object]) -> float:
    begun = time.monotonic()
    assert eventually(question, 30)
    return time.monotonic() - begun


def moves_of_computers(*games: Game) -> int:
    return Event.objects.filter(game__in=games, seat=1, kind="move").count()


@pytest.mark.once  # it measures the embedded worker, which runs only on SQLite
@pytest.mark.early
@pytest.mark.usefixtures("one_core")
def test_nobody_waits_for_the_thirty_games_of_others(
    worker: EmbeddedWorker, make_user: Any, play: Any
) -> None:
    services.record_web_alive()
    guests = [make_user(f"guest{number}") for number in range(GUESTS)]
    flood = [
        await_computer(guest, "master", play)
        for guest in guests
        for _ in range(places.PRACTICE_LIMIT)
    ]
    quick, slow = (await_computer(make_user(level), level, play) for level in ("easy", "master"))
    asker = make_user("asker")
    asked = services.play_computer(asker, variant="casino", move_time=0, levels=["easy"])
    while asked.to_move != 0:
        tasks.play_computer(asked.pk)
        asked.refresh_from_db()
    Game.objects.filter(pk__in=[game.pk for game in flood]).update(computer_moves_at=timezone.now())
    worker.start_workers()
    for _ in guests:
        tasks.think_next.delay()
    assert eventually(lambda: moves_of_computers(*flood) > 0, 60)
    tasks.play_computer.delay(quick.pk)
    assert seconds_until(lambda: moves_of_computers(quick)) < EASY_SECONDS
    Game.objects.filter(pk=slow.pk).update(computer_moves_at=timezone.now())
    assert seconds_until(lambda: moves_of_computers(slow)) < MASTER_SECONDS
    ask_hint(asked.pk, asker.pk, asked.move_count, now=timezone.now())
    assert seconds_until(lambda: Hint.objects.get().text) < MASTER_SECONDS
    assert moves_of_computers(*flood) < len(flood)  # it lasted as long as that
