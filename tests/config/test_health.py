"""The health page tells a monitor whether turns are being expired."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from config.embedded import worker
from games import selectors, services
from games.models import Game, SiteClock

CHANGELOG = Path(settings.BASE_DIR) / "CHANGELOG.md"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _worker_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "is_alive", lambda: True)


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
    swept(120)
    status, answer = ask(client)
    assert status == 503
    assert not answer["ok"]


@pytest.mark.parametrize(("overdue", "status"), [(89, 200), (92, 503)])
def test_a_site_that_ends_no_turn_in_time_is_not_well(
    client: Client, alice: Any, bob: Any, overdue: int, status: int
) -> None:
    game = services.play_now(alice, variant="casino", move_times=[60])
    services.play_now(bob, variant="casino", move_times=[60])
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=overdue))
    swept(1)
    assert ask(client)[0] == status


def test_a_dead_embedded_worker_is_reported(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    swept(1)
    settings.EMBEDDED = True
    monkeypatch.setattr(worker, "is_alive", lambda: False)
    status, answer = ask(client)
    assert status == 503
    assert answer["worker"] is False


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


def test_the_answer_is_never_cached(client: Client) -> None:
    assert "no-store" in client.get("/health")["Cache-Control"]


def test_it_is_read_only(client: Client) -> None:
    assert client.post("/health").status_code == 405
