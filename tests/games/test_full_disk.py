"""A full disk: nobody can move, everybody is told why, and nobody loses time."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.core.cache import cache
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from config import storage
from games import services, tasks
from games.models import Event, Game, SiteClock
from notices import outbox
from tests.conftest import PASSWORD
from tests.full_disk import Disk, fill_file, real_disk
from tests.games.conftest import seconds, stored
from tests.games.pages import CAPTURE, alert_of, at, send, text_of

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}
TOLD = "The site cannot store moves or anything else at the moment"
TOLD_ON_A_PAGE = "The site cannot store anything right now"


@pytest.fixture(autouse=True)
def _alive(db: None) -> None:
    SiteClock.objects.update_or_create(pk=1, defaults={"web_seen_at": timezone.now()})


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize("tables", [(), ("games_event",)], ids=["nothing", "no event"])
def test_a_post_on_a_full_disk_is_told_why_and_plays_once_there_is_room(
    dealt: Any, as_alice: Client, disk: Disk, headers: dict[str, str], tables: tuple[str, ...]
) -> None:
    game = dealt()
    disk.fill(*tables)
    before = stored(game)
    for _ in range(2):
        answer = as_alice.post(at("move", game), CAPTURE, headers=headers)
        assert answer.status_code == 422
        assert TOLD in alert_of(answer)
    assert stored(game) == before
    assert storage.has_failed()
    disk.empty()
    assert as_alice.post(at("move", game), CAPTURE, headers=headers).status_code in {200, 302}
    assert Event.objects.filter(game=game, kind=Event.Kind.MOVE).count() > 0


async def test_a_socket_on_a_full_disk_is_told_why_and_stays_open(
    dealt: Any, watch: Any, as_alice: Client, disk: Disk
) -> None:
    game = await database_sync_to_async(dealt)()
    socket, _ = await watch(game, as_alice)
    await database_sync_to_async(disk.fill)()
    await socket.send(json.dumps(CAPTURE))
    page = await socket.receive()
    assert TOLD in page
    assert storage.has_failed()
    await database_sync_to_async(disk.empty)()
    await socket.send(json.dumps(CAPTURE))
    page = await socket.receive()
    assert TOLD not in page
    moves = Event.objects.filter(game=game, kind=Event.Kind.MOVE, text="9D x 4H 5D")
    assert await database_sync_to_async(moves.count)() == 1


@pytest.mark.parametrize("name", ["pick", "quit", "clock", "table_settings", "notes"])
def test_every_form_of_a_table_says_why_nothing_was_stored(
    picking: Any, dealt: Any, as_alice: Client, disk: Disk, name: str
) -> None:
    game = picking() if name == "pick" else dealt()
    if name == "clock":
        Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - seconds(20))
    disk.fill()
    before = stored(game)
    as_alice.raise_request_exception = False
    sent = {"card": "7H", "text": "Mine", "sounds": "on"}
    shown = as_alice.post(at(name, game), sent, headers=HTMX)
    assert (shown.status_code, TOLD in text_of(shown)) == (422, True)
    storage.forget_failure()
    page = as_alice.post(at(name, game), sent)
    assert (page.status_code, TOLD_ON_A_PAGE in text_of(page)) == (503, True)
    assert stored(game) == before


@pytest.mark.parametrize("name", ["play_now", "open_table", "play_computer"])
def test_other_forms_answer_with_a_page_that_says_why(
    as_alice: Client, disk: Disk, name: str
) -> None:
    disk.fill()
    as_alice.raise_request_exception = False
    answer = as_alice.post(
        reverse(name), {"variant": "trifecta", "move_time": "60", "kind": "open"}
    )
    assert (answer.status_code, TOLD_ON_A_PAGE in text_of(answer)) == (503, True)
    assert not Game.objects.exists()


@pytest.mark.once  # with Redis, it is kept there
def test_a_record_that_cannot_be_kept_leads_nowhere(nobody: Client, disk: Disk) -> None:
    record = Path(__file__).resolve().parents[1] / "records" / "casino" / "v1-to-50.json"
    disk.fill()
    answer = nobody.post(reverse("records"), {"text": record.read_text()})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    disk.empty()
    answer = nobody.post(reverse("records"), {"text": record.read_text()})
    assert nobody.get(answer["Location"], follow=True).status_code == 200


def test_the_page_that_says_why_speaks_the_visitors_language(as_alice: Client, disk: Disk) -> None:
    disk.fill()
    as_alice.raise_request_exception = False
    answer = as_alice.post(
        reverse("play_now"),
        {"variant": "trifecta", "move_time": "60"},
        headers={"Accept-Language": "es"},
    )
    assert "no puede guardar nada" in text_of(answer)


def test_a_log_in_on_a_full_disk_says_why(client: Client, alice: Any, disk: Disk) -> None:
    disk.fill()
    client.raise_request_exception = False
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert (answer.status_code, TOLD_ON_A_PAGE in text_of(answer)) == (503, True)


def test_pages_can_be_read_by_sessions_that_a_new_secret_key_has_not_signed_yet(
    as_alice: Client, disk: Disk, settings: Settings
) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key " * 5
    disk.fill("django_session")
    page = as_alice.get("/privacy/")
    assert page.status_code == 200
    assert page.context["user"].username == "alice"


def test_a_session_that_cannot_be_saved_again_has_not_ended(as_alice: Client, disk: Disk) -> None:
    session = as_alice.session
    disk.fill("django_session")
    session["seen"] = 1
    with pytest.raises(Exception, match=r"full|extend") as caught:
        session.save()
    assert storage.is_no_room(caught.value)


def test_pages_can_be_read_on_a_full_disk(
    dealt: Any, as_alice: Client, as_bob: Client, alice: Any, disk: Disk
) -> None:
    game = dealt()
    services.play_now(alice, variant="casino", move_times=[86400])
    disk.fill()
    for client in (as_alice, as_bob):
        for path in (game.get_absolute_url(), "/", "/games/mine/", at("game_live", game)):
            assert client.get(path).status_code == 200, path


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("sanction", "own_sanctions"),
        ("report", "reports"),
        ("webhook", "webhooks"),
        ("vacation", "vacation"),
    ],
)
def test_what_notices_lead_to_can_be_read_on_a_full_disk(
    kind: str, name: str, as_alice: Client, alice: Any, disk: Disk
) -> None:
    path = reverse(name)
    draft = outbox.Draft(user_id=alice.pk, kind=kind, game="1", version=0, path=path)
    with transaction.atomic():
        outbox.write([draft], now=timezone.now())
    disk.fill("notices_notice")
    assert as_alice.get(path).status_code == 200


def test_a_limit_that_cannot_be_stored_still_counts_and_refuses_nobody_else(
    dealt: Any, as_alice: Client, as_bob: Client, disk: Disk, settings: Any
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"play": "2/m"}
    game = dealt()
    disk.fill()
    statuses = [as_alice.post(at("move", game), CAPTURE).status_code for _ in range(3)]
    assert statuses == [422, 422, 429]
    assert send(as_bob, game, **CAPTURE).status_code == 422


def overdue(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - dt.timedelta(seconds=30))


def test_no_turn_ends_while_moves_cannot_be_stored(
    dealt: Any, as_alice: Client, disk: Disk
) -> None:
    game = dealt()
    disk.fill("games_event")
    assert TOLD in alert_of(as_alice.post(at("move", game), CAPTURE))
    overdue(game)
    disk.empty()
    tasks.sweep()
    services.expire_turn(game.pk)
    assert not Event.objects.filter(game=game, kind=Event.Kind.TIMEOUT).exists()
    storage.forget_failure()
    tasks.sweep()
    assert Event.objects.filter(game=game, kind=Event.Kind.TIMEOUT).count() == 1


def test_a_sweep_that_cannot_store_a_violation_notes_that(dealt: Any, disk: Disk) -> None:
    game = dealt()
    overdue(game)
    disk.fill("games_event")
    tasks.sweep()
    assert storage.has_failed()
    disk.empty()
    tasks.sweep()
    assert not Event.objects.filter(game=game, kind=Event.Kind.TIMEOUT).exists()


def test_a_late_move_is_not_held_against_anybody_while_nothing_can_be_stored(
    dealt: Any, play: Any, alice: Any, as_alice: Client, disk: Disk
) -> None:
    game = dealt()
    disk.fill("games_event")
    as_alice.post(at("move", game), CAPTURE)
    overdue(game)
    disk.empty()
    assert as_alice.post(at("move", game), CAPTURE).status_code == 302
    assert not Event.objects.filter(game=game, kind=Event.Kind.TIMEOUT).exists()


def test_several_processes_tell_each_other(settings: Any, as_alice: Client, disk: Disk) -> None:
    settings.EMBEDDED = False
    cache.set(storage.KEY, True, storage.COUNTS_FOR)  # by another process
    assert storage.has_failed()
    storage.forget_failure()
    assert not storage.has_failed()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the run on SQLite has it")
async def test_a_real_full_file_system_loses_nothing_and_all_goes_on_once_there_is_room(
    dealt: Any, watch: Any, as_alice: Client, tmp_path: Path
) -> None:
    game = await database_sync_to_async(dealt)()
    storage.forget_failure()
    with real_disk(tmp_path / "disk") as ballast:
        socket, _ = await watch(game, as_alice)
        before = await database_sync_to_async(stored)(game)
        fill_file(ballast)
        post = database_sync_to_async(as_alice.post)
        answer = await post(at("move", game), CAPTURE)
        assert (answer.status_code, TOLD in alert_of(answer)) == (422, True)
        await socket.send(json.dumps(CAPTURE))
        assert TOLD in await socket.receive()
        assert await database_sync_to_async(stored)(game) == before
        with pytest.raises(OperationalError, match="full"):
            await database_sync_to_async(storage.find_room)()
        ballast.unlink()
        await database_sync_to_async(storage.find_room)()
        assert (await post(at("move", game), CAPTURE)).status_code == 302
        assert await database_sync_to_async(stored)(game) != before
        await socket.close()
    storage.forget_failure()
