"""A full disk is an outage: no signs of life, the time is given back, and all goes on by itself."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import DatabaseError, OperationalError, connection
from django.db.models.signals import post_save
from django.test import Client
from django.utils import timezone

from config import asgi, health, signs, storage
from config.signs import SignsOfLife
from games import services
from games.models import Game, SiteClock
from tests.full_disk import Disk

pytestmark = pytest.mark.django_db(transaction=True)

NO_MOVES = ("games_event", "django_session")
"""The tables of moves, and of what is stored to see whether there is room."""


@pytest.fixture
async def process(
    db: None, clock: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[SignsOfLife]:
    """Return the signs of the only process of a site, which has served a page."""
    settings.EMBEDDED = True
    monkeypatch.setattr(signs, "SIGN_SECONDS", 3600)
    await database_sync_to_async(services.create_clock)()
    started = SignsOfLife()
    monkeypatch.setattr(asgi, "signs", started)
    started.start()
    started._was_asked = started._has_served = True
    await sign(started)
    yield started
    await asyncio.to_thread(started.stop)


async def sign(process: SignsOfLife) -> None:
    for _ in range(2):  # the first one may take the clock that was put forward for a loop that hung
        await database_sync_to_async(process.give)()
        await asyncio.sleep(0)


@database_sync_to_async
def running_game(alice: Any, bob: Any) -> Game:
    services.play_now(alice, variant="casino", move_times=[60])
    game = services.play_now(bob, variant="casino", move_times=[60])
    game.refresh_from_db()
    return game


@database_sync_to_async
def left(game: Game) -> float:
    """Return how many seconds are left for the turn."""
    game.refresh_from_db()
    assert game.deadline is not None
    return (game.deadline - timezone.now()).total_seconds()


@database_sync_to_async
def fail_to_move(game: Game) -> None:
    """Let a player try to move."""
    user = game.seats.order_by("index")[0].user
    assert user is not None
    with pytest.raises(OperationalError) as caught:
        services.quit_game(game.pk, user_id=user.pk)
    assert storage.note_failure(caught.value)


@pytest.mark.parametrize("tables", [(), NO_MOVES], ids=["nothing", "no moves"])
async def test_the_time_of_a_full_disk_is_given_back_as_soon_as_there_is_room(
    process: SignsOfLife, disk: Disk, clock: Any, alice: Any, bob: Any, tables: tuple[str, ...]
) -> None:
    game = await running_game(alice, bob)
    await sign(process)
    before = await left(game)
    await database_sync_to_async(disk.fill)(*tables)
    await fail_to_move(game)
    for _ in range(5):
        clock.shift(20)
        await sign(process)
    site_clock = await database_sync_to_async(SiteClock.objects.get)()
    assert site_clock.is_away(timezone.now())
    assert await database_sync_to_async(services.overdue_games)(now=timezone.now()) == []
    await database_sync_to_async(disk.empty)()
    await sign(process)
    assert not storage.has_failed()
    assert await left(game) == pytest.approx(before, abs=0.1)
    clock.shift(1)
    await sign(process)
    site_clock = await database_sync_to_async(SiteClock.objects.get)()
    assert site_clock.web_seen_at == timezone.now()
    await database_sync_to_async(services.quit_game)(game.pk, user_id=alice.pk)


async def test_no_page_ends_the_outage_of_a_full_disk(
    process: SignsOfLife, disk: Disk, clock: Any, alice: Any, bob: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    game = await running_game(alice, bob)
    await database_sync_to_async(disk.fill)(*NO_MOVES)
    await fail_to_move(game)
    await sign(process)
    clock.shift(60)
    await sign(process)
    monkeypatch.setattr(storage, "find_room", lambda: pytest.fail("that is for the thread"))
    before = process._asked_at
    clock.shift(1)
    await process._ask()
    monkeypatch.undo()
    # It does not serve yet, so a sign of life that another process has given still counts.
    assert process._asked_at == before
    site_clock = await database_sync_to_async(SiteClock.objects.get)()
    assert site_clock.is_away(timezone.now())


async def test_a_full_disk_is_told_once_in_the_log(
    process: SignsOfLife, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    await database_sync_to_async(disk.fill)()
    for _ in range(3):
        await sign(process)
    told = [record.getMessage() for record in caplog.records if record.name == "config"]
    assert told == ["nothing can be stored: the disk is full, or may not be written to"]


def test_health_and_live_say_that_nothing_can_be_stored(client: Client, disk: Disk) -> None:
    assert health.measure()["stores"] is True
    assert client.get("/live").json() == {"ok": True, "stores": True}
    disk.fill()
    with pytest.raises(OperationalError) as caught:
        storage.find_room()
    storage.note_failure(caught.value)
    assert client.get("/live").json() == {"ok": True, "stores": False}
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["stores"]) == (503, False)
    assert "stores" in answer.json()["faults"]


def test_what_fails_for_another_reason_is_no_full_disk(db: None) -> None:
    for statement in ("SELECT * FROM nowhere", "INSERT INTO games_queue (variant) VALUES (NULL)"):
        with pytest.raises(DatabaseError) as caught, connection.cursor() as cursor:
            cursor.execute(statement)
        assert not storage.note_failure(caught.value)
    assert not storage.note_failure(sqlite3.OperationalError("database is locked"))
    assert not storage.note_failure(None)
    assert not storage.has_failed()


def test_a_failure_counts_for_ten_seconds_in_a_process_that_does_not_look_again(
    disk: Disk, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED = True
    now = [1000.0]
    monkeypatch.setattr(storage, "time", SimpleNamespace(monotonic=lambda: now[0]))
    disk.fill()
    with pytest.raises(OperationalError) as caught:
        storage.find_room()
    storage.note_failure(caught.value)
    now[0] += 9.9
    assert storage.has_failed()
    now[0] += 0.1
    assert not storage.has_failed()


def test_several_processes_may_look_for_room_at_once() -> None:
    keys = []

    def note(instance: Session, **_: Any) -> None:
        keys.append(instance.session_key)

    post_save.connect(note, Session)
    try:
        storage.find_room()
        storage.find_room()
    finally:
        post_save.disconnect(note, Session)
    assert len(set(keys)) == 2
    assert not Session.objects.exists()


def test_an_exact_code_and_what_comes_after_the_error_say_that_there_is_no_room() -> None:
    full = sqlite3.OperationalError()
    full.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    assert storage.is_no_room(full)
    later = ValueError()
    later.__context__ = full
    assert storage.is_no_room(later)
    assert not storage.is_no_room(ValueError())
