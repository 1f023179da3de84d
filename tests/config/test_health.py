"""The health page tells a monitor whether turns are being expired."""

import logging
import re
import time
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from config import health, queues
from config.celery import app, tell_alive, worker_key
from config.embedded import QUEUES, wake, worker
from config.signs import signs
from games import selectors, services
from games.models import Game, SiteClock

CHANGELOG = Path(settings.BASE_DIR) / "CHANGELOG.md"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _workers_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in worker.workers:
        monkeypatch.setattr(each, "is_alive", lambda: True)
    monkeypatch.setattr(app.amqp.queues, "_consume_from", dict.fromkeys(QUEUES))
    tell_alive()


def swept(seconds_ago: float) -> None:
    now = timezone.now()
    SiteClock.objects.update_or_create(
        pk=1,
        defaults={"web_seen_at": now, "swept_at": now - timedelta(seconds=seconds_ago)},
    )


def ask(client: Client) -> tuple[int, dict[str, Any]]:
    response = client.get("/health")
    return response.status_code, response.json()


def test_a_site_that_sweeps_is_well(client: Client) -> None:
    swept(1)
    status, answer = ask(client)
    assert status == 200
    assert answer["ok"]
    assert answer["database"]
    assert 1 <= answer["sweep_age"] < 10
    assert answer["overdue"] == 0


def test_the_health_page_names_the_version_of_the_changelog(client: Client) -> None:
    _, answer = ask(client)
    headings = re.findall(r"^## \[(\d\S*)\] - \d{4}-\d\d-\d\d$", CHANGELOG.read_text(), re.M)
    assert headings
    assert answer["version"] == headings[0]


def test_the_status_page_names_the_version(client: Client) -> None:
    assert f"<dd>{settings.VERSION}</dd>" in client.get("/status/").content.decode()


def test_a_site_that_never_swept_is_not_well(client: Client) -> None:
    assert ask(client)[0] == 503


def test_a_site_whose_sweep_is_old_is_not_well(client: Client) -> None:
    swept(5)
    status, answer = ask(client)
    assert status == 503
    assert not answer["ok"]
    assert answer["faults"] == ["sweep_age"]


def test_the_log_names_a_fault_as_a_warning_and_reports_no_error(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("django"), "propagate", True)
    swept(5)
    assert ask(client)[0] == 503
    assert [record.getMessage() for record in caplog.records] == ["/health finds faults: sweep_age"]
    assert caplog.records[0].levelno == logging.WARNING
    logging.getLogger("django.request").error("Service Unavailable: /tables/")
    assert caplog.records[-1].getMessage() == "Service Unavailable: /tables/"
    requests, words = logging.getLogger("django.request"), ("Service Unavailable", "/health")
    requests.error("%s: %s", *words, exc_info=ValueError("a fault of the site"))
    assert "a fault of the site" in str(caplog.records[-1].exc_info)


@pytest.mark.parametrize(
    ("started_ago", "faults"),
    [(1, []), (5, ["sweep_age", "write_age", "workers"])],
)
def test_a_site_that_has_just_started_has_time_for_its_first_sweep(
    client: Client,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    started_ago: float,
    faults: list[str],
) -> None:
    settings.EMBEDDED = False
    cache.delete_many(map(worker_key, QUEUES))
    swept(3600)
    SiteClock.objects.update(web_seen_at=timezone.now() - timedelta(hours=1))
    monkeypatch.setattr(signs, "started", time.monotonic() - started_ago)
    status, answer = ask(client)
    assert answer["faults"] == faults
    assert status == (503 if faults else 200)
    assert answer["sweep_age"] >= 3600


@pytest.mark.parametrize(("overdue", "status"), [(7, 200), (10, 503)])
def test_a_site_that_ends_no_turn_in_time_is_not_well(
    client: Client, alice: Any, bob: Any, overdue: int, status: int
) -> None:
    game = services.play_now(alice, variant="casino", move_times=[60])
    services.play_now(bob, variant="casino", move_times=[60])
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=overdue))
    swept(1)
    assert ask(client)[0] == status


def test_after_an_outage_no_turn_is_called_overdue(client: Client, alice: Any, bob: Any) -> None:
    game = services.play_now(alice, variant="casino", move_times=[60])
    services.play_now(bob, variant="casino", move_times=[60])
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=100))
    swept(1)
    SiteClock.objects.update(has_stopped=True)
    assert ask(client)[0] == 200


@pytest.mark.parametrize(("waited", "faults"), [(119, []), (121, ["computer_turn_age"])])
def test_a_computer_player_that_does_not_answer_is_reported(
    client: Client, alice: Any, waited: int, faults: list[str]
) -> None:
    game = services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    now = timezone.now()
    Game.objects.filter(pk=game.pk).update(
        turn_started_at=now - timedelta(seconds=waited), computer_moves_at=now
    )
    swept(1)
    answer = ask(client)[1]
    assert answer["faults"] == faults
    assert waited <= answer["computer_turn_age"] < waited + 1


def test_a_game_of_a_newer_release_is_counted_and_is_no_fault(client: Client, alice: Any) -> None:
    game = services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    past = timezone.now() - timedelta(hours=1)
    Game.objects.filter(pk=game.pk).update(
        rules_version=99,
        deadline=past,
        warns_at=past,
        turn_started_at=past,
        computer_moves_at=past,
    )
    swept(1)
    status, answer = ask(client)
    assert (status, answer["faults"], answer["unknown_rules"]) == (200, [], 1)
    assert answer["overdue"] == answer["computer_turn_age"] == 0
    assert services.overdue_games(now=timezone.now()) == []
    assert services.games_to_warn(now=timezone.now()) == []
    assert services.claim_computer_turns(now=timezone.now()) == []
    Game.objects.filter(pk=game.pk).update(thinks_for=alice)
    assert not services.is_thinking_due(now=timezone.now())


def test_a_site_that_writes_nothing_is_not_well(client: Client) -> None:
    swept(5)
    SiteClock.objects.update(web_seen_at=timezone.now() - timedelta(seconds=6))
    assert ask(client)[1]["faults"] == ["sweep_age", "write_age"]


def test_a_full_disk_is_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    swept(1)
    assert ask(client)[1]["disk_free"] > 0
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=99_999_999))
    assert ask(client)[1]["faults"] == ["disk_free"]


@pytest.mark.parametrize("name", [each.name for each in worker.workers])
def test_each_dead_embedded_worker_is_reported(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any, name: str
) -> None:
    swept(1)
    settings.EMBEDDED = True
    (dead,) = [each for each in worker.workers if each.name == name]
    monkeypatch.setattr(dead, "is_alive", lambda: False)
    answer = ask(client)[1]
    assert answer["faults"] == ["workers"]
    assert [queue for queue, age in answer["workers"].items() if age is None] == [*dead.queues]


@pytest.mark.parametrize("queue", QUEUES)
def test_each_dead_worker_of_services_mode_is_reported(
    client: Client, settings: Any, queue: str
) -> None:
    settings.EMBEDDED = False
    swept(1)
    assert ask(client)[1]["faults"] == []
    cache.set(worker_key(queue), time.time() - 5)
    assert ask(client)[1]["faults"] == ["workers"]
    cache.delete(worker_key(queue))
    assert ask(client)[1]["workers"][queue] is None


def test_the_lengths_of_the_queues_are_told(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept(1)
    before = ask(client)[1]["queues"]
    assert set(before) == set(QUEUES)
    wake.apply_async(queue="mail")
    assert ask(client)[1]["queues"] == before | {"mail": before["mail"] + 1}
    monkeypatch.setattr(health, "MOST_TASKS", before["mail"])
    assert ask(client)[1]["faults"] == ["queues"]
    with app.connection_for_write() as broker:
        channel: Any = broker.default_channel
        channel.queue_purge("mail")


def test_a_broker_that_does_not_answer_is_reported(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> int:
        raise OSError

    swept(1)
    monkeypatch.setattr(queues, "_count_waiting", refuse)
    answer = ask(client)[1]
    assert answer["faults"] == ["queues"]
    assert set(answer["queues"].values()) == {None}


def test_a_database_that_does_not_answer_is_reported(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Any) -> None:
        raise OperationalError("no route to 10.0.0.7 as user cards")

    monkeypatch.setattr(selectors, "health", refuse)
    response = client.get("/health")
    assert response.status_code == 503
    assert response.json()["database"] is False
    assert b"10.0.0.7" not in response.content


@pytest.mark.parametrize("path", ["/health", "/live"])
def test_the_answer_is_never_cached(client: Client, path: str) -> None:
    assert "no-store" in client.get(path)["Cache-Control"]


def test_it_is_read_only(client: Client) -> None:
    assert client.post("/health").status_code == 405


def test_a_load_balancer_is_told_whether_the_database_answers_and_stores(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OperationalError("no route to 10.0.0.7 as user cards")

    assert ask(client)[0] == 503  # nothing has ever been swept
    served = client.get("/live")
    assert (served.status_code, served.json()) == (200, {"ok": True, "stores": True})
    monkeypatch.setattr(health, "check_database", refuse)
    refused = client.get("/live")
    assert (refused.status_code, refused.json()) == (503, {"ok": False})
