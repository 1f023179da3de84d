"""The log names no address that lets whoever reads it into a private table."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from config.logs import HideSecrets, LeaveOutRepeats, make_json_formatter

pytestmark = pytest.mark.once

TABLE = "Qx7kTable9Zp"


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what the terminal would show."""
    for name in ("django", "django.security.DisallowedHost"):
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
    handlers: Any = settings.LOGGING["handlers"]
    assert handlers["terminal"]["filters"] == ["without secrets", "without repeats"]
    caplog.handler.addFilter(HideSecrets())
    yield caplog
    caplog.handler.filters.clear()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://elsewhere.example"},
        {"Referer": f"https://elsewhere.example/games/{TABLE}/replay/"},
        {"Referer": f"https://testserver/accounts/login/?next=%2Fgames%2F{TABLE}%2F"},
    ],
)
def test_a_refused_form_is_logged_without_the_address_of_its_table(
    headers: dict[str, str], log: pytest.LogCaptureFixture
) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(f"/games/{TABLE}/move/", headers=headers, secure="Referer" in headers)
    assert answer.status_code == 403
    assert "Forbidden" in log.text
    assert "/games/…/move/" in log.text
    assert TABLE not in log.text


@pytest.mark.parametrize(
    "path",
    [
        f"/ws/games/{TABLE}/",
        f"/calendar/{TABLE}.ics",
        f"/records/{TABLE}/3/",
        f"/notices/mute/{TABLE}/",
        f"/notices/unsubscribe/{TABLE}/",
        f"/accounts/password/reset/key/{TABLE}/",
        f"/accounts/confirm-email/{TABLE}/",
    ],
)
def test_other_secret_addresses_are_cut_too(path: str, log: pytest.LogCaptureFixture) -> None:
    logging.getLogger("django.request").error("Internal Server Error: %s", path)
    assert "Internal Server Error: /" in log.text
    assert TABLE not in log.text


def test_a_record_can_be_a_line_of_json_without_addresses_or_values() -> None:
    try:
        raise LookupError("no row")
    except LookupError:
        record = logging.getLogger("games").makeRecord(
            *("games", logging.ERROR, __file__, 1, "%s failed", (f"/games/{TABLE}/",)),
            sys.exc_info(),
            extra={"request": TABLE},
        )
    HideSecrets().filter(record)
    line = make_json_formatter().format(record)
    told = json.loads(line)
    assert "\n" not in line
    assert told["event"] == "/games/…/ failed"
    assert (told["level"], told["logger"]) == ("error", "games")
    assert told["time"].endswith("Z")
    assert "LookupError: no row" in told["exception"]
    assert TABLE not in line


def warn(words: Any, *, level: int = logging.WARNING, fault: Exception | None = None) -> Any:
    trace = (type(fault), fault, fault.__traceback__) if fault else None
    return logging.LogRecord("celery", level, "beat.py", 1, "no answer: %s", (words,), trace)


def test_the_same_fault_is_written_once_in_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    repeats, now = LeaveOutRepeats(), [100.0]
    monkeypatch.setattr("config.logs.time.monotonic", lambda: now[0])
    asked = ("Redis", "Redis", "PostgreSQL", "Redis")
    assert [repeats.filter(warn(each)) for each in asked] == [True, False, True, False]
    now[0] += 10
    assert repeats.filter(warn("Redis"))
    assert all(repeats.filter(warn("a move", level=logging.INFO)) for _ in range(3))


def test_another_fault_with_the_same_words_is_written() -> None:
    repeats, faults = LeaveOutRepeats(), []
    for _ in range(2):
        try:
            int("x")
        except ValueError as error:
            faults.append(error)
    try:
        int("y")
    except ValueError as error:
        faults.append(error)
    written = [repeats.filter(warn("Redis", fault=fault)) for fault in faults]
    assert written == [True, False, True]
    assert repeats.filter(warn("Redis", fault=KeyError("x")))


def test_tasks_that_fail_in_the_same_way_are_one_fault() -> None:
    repeats = LeaveOutRepeats()

    def fail(number: int) -> logging.LogRecord:
        args = ({"name": "games.sweep", "id": str(number), "exc": "no answer"},)
        words = "Task %(name)s[%(id)s] raised unexpected: %(exc)s"
        return logging.LogRecord("celery", logging.ERROR, "trace.py", 1, words, args, None)

    assert [repeats.filter(fail(number)) for number in range(2)] == [True, False]


def test_words_that_do_not_fit_are_left_to_the_handler() -> None:
    broken = logging.LogRecord("x", logging.WARNING, "x.py", 1, "%d moves", ("four",), None)
    assert LeaveOutRepeats().filter(broken)


def test_what_is_remembered_of_the_log_does_not_grow() -> None:
    repeats = LeaveOutRepeats()
    assert all(repeats.filter(warn(str(number))) for number in range(3 * repeats.MOST))
    assert len(repeats._written_at) <= repeats.MOST
