"""What the site counts for Prometheus, and where it offers that."""

from __future__ import annotations

import datetime as dt
import socket
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.error import URLError

import pytest
from asgiref.sync import sync_to_async
from celery.signals import worker_ready
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from config import metrics_server
from config.limits import SocketLimit
from config.metrics import EVENTS, registry
from config.metrics_server import Health, serve_metrics
from games import services
from games.models import Event, Game
from tests.running import free_port, numbers_at
from tests.sockets import Socket

Watch = Callable[..., Awaitable[tuple[Socket, str]]]
BOUNDED = {"rules", "kind", "way", "reason", "extent", "queue", "le"}


def value(name: str, **labels: str) -> float:
    return registry.get_sample_value(f"trifecta_{name}", labels) or 0.0


@pytest.fixture
def rise() -> Callable[..., Callable[[], float]]:
    """Return what remembers a number, and returns how far it has risen."""

    def remember(name: str, **labels: str) -> Callable[[], float]:
        before = value(name, **labels)
        return lambda: value(name, **labels) - before

    return remember


@pytest.mark.django_db(transaction=True)
def test_moves_refusals_and_violations_are_counted(
    dealt: Any, alice: User, as_alice: Client, play: Any, rise: Any
) -> None:
    quick = rise("events_total", rules="trifecta", kind=Event.Kind.MOVE, way="quick")
    locked = rise("events_total", rules="trifecta", kind=Event.Kind.TIMEOUT, way="locked")
    refused = rise("refused_moves_total", reason="not_your_turn")
    late, whole = rise("violation_late_seconds_sum"), rise("tables_sent_total", extent="whole")
    game: Game = dealt()
    play(game, alice, "9D x 4H 5D")
    sent = {"seen": str(Game.objects.get(pk=game.pk).move_count), "move": "2C"}
    answer = as_alice.post(f"{game.get_absolute_url()}move/", sent)
    assert (answer.status_code, refused()) == (422, 1)
    now = timezone.now()
    Game.objects.update(deadline=now - game.grace - dt.timedelta(seconds=5))
    assert services.expire_turn(game.pk, now=now)
    assert (quick(), locked()) == (1, 1)
    assert late() == pytest.approx(5)
    assert whole() > 0


async def test_open_sockets_are_counted() -> None:
    during: list[float] = []
    before = value("sockets")

    async def application(*_: Any) -> None:
        during.append(value("sockets") - before)

    await SocketLimit(application)({"client": ("127.0.0.1", 1)}, None, None)
    assert (during, value("sockets")) == ([1.0], before)


@pytest.mark.django_db
def test_health_is_measured_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    services.create_clock()
    monkeypatch.setattr(connection, "close", lambda: None)  # it is the test's own
    told = {metric.name: metric for metric in Health().collect()}
    assert {"trifecta_overdue", "trifecta_notices_overdue", "trifecta_queue_tasks"} <= set(told)


def test_all_is_offered_at_a_port_of_this_machine(settings: Any) -> None:
    settings.METRICS_PORT = free_port()
    serve_metrics(with_health=False)
    told = numbers_at(settings.METRICS_PORT)
    assert "trifecta_sockets " in told
    assert "process_open_fds " in told


def test_a_worker_offers_its_numbers_when_it_is_ready(settings: Any) -> None:
    settings.EMBEDDED, settings.METRICS_PORT = False, free_port()
    worker_ready.send(sender=None)
    assert "process_open_fds " in numbers_at(settings.METRICS_PORT)


def test_a_worker_of_an_embedded_site_leaves_that_to_its_web_process(settings: Any) -> None:
    settings.EMBEDDED, settings.METRICS_PORT = True, free_port()
    worker_ready.send(sender=None)
    with pytest.raises(URLError):
        numbers_at(settings.METRICS_PORT)


def test_a_port_that_is_taken_is_logged_and_stops_nothing(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as taken:
        taken.bind((metrics_server.ADDRESS, 0))
        taken.listen()
        settings.METRICS_PORT = taken.getsockname()[1]
        serve_metrics(with_health=True)
    assert "there are no metrics at port" in caplog.text


@pytest.mark.django_db(transaction=True)
async def test_no_label_names_anybody(
    dealt: Any, alice: User, as_bob: Client, play: Any, watch: Watch
) -> None:
    EVENTS.clear()  # other tests in this process play games that the site does not have
    game: Game = await sync_to_async(dealt)()
    await watch(game, as_bob)
    await sync_to_async(play)(game, alice, "9D x 4H 5D")
    samples = [one for metric in registry.collect() for one in metric.samples]
    ours = [one for one in samples if one.name.startswith("trifecta_")]
    assert {name for one in ours for name in one.labels} <= BOUNDED
    assert {one.labels["rules"] for one in ours if "rules" in one.labels} == {"trifecta"}
