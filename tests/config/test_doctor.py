"""`manage.py doctor` finds each fault that is planted here, and says what to do."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import smtplib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfoNotFoundError

import pytest
import redis
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from config import doctor
from config.backups import is_database_missing
from config.environment import LOOPBACK
from tests.running import free_port

NO_MAIL_SERVER = "what answers there is no mail server"
UNREACHABLE = "Correct the host, the port and the encryption in EMAIL_URL, or open the firewall."
WRONG_USER = "Correct the user and the password in EMAIL_URL."
NOT_WELCOME = "Ask whoever runs the mail server to accept this machine."

pytestmark = pytest.mark.django_db
RUNS_ON_SQLITE = "connection.vendor == 'sqlite'"


@pytest.fixture(autouse=True)
def healthy(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> None:
    """Have a machine without a fault, whatever this one has."""
    monkeypatch.setattr(doctor, "is_clock_kept", lambda: True)
    monkeypatch.setattr(doctor, "has_wal_reset_fault", lambda version: False)
    monkeypatch.setattr(doctor, "check_postgres", lambda: iter(()))
    monkeypatch.setattr(doctor, "ENVIRONMENT_FILE", tmp_path / "env")
    monkeypatch.setattr(doctor, "ENOUGH_DISK", 0)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 65536))
    settings.BASE_DIR = tmp_path
    settings.EMBEDDED = True
    if connection.vendor == "sqlite":
        for file in database_files():
            file.chmod(0o600)


def database_files() -> list[Path]:
    """Return the file of an SQLite database, and those that SQLite has laid beside it."""
    name = connection.settings_dict["NAME"]
    files = [Path(f"{name}{ending}") for ending in ("", "-wal", "-shm")]
    return [file for file in files if file.exists()]


def findings() -> str:
    """Return what the command says is wrong, "" if nothing is."""
    printed = StringIO()
    try:
        call_command("doctor", stdout=printed)
    except CommandError as error:
        return "".join(
            line for line in [*printed.getvalue().splitlines(), f"  {error}"] if line[0] == " "
        )
    assert [line for line in printed.getvalue().splitlines() if not line.endswith(": ok")] == []
    return ""


def test_nothing_is_wrong_with_a_healthy_site() -> None:
    assert findings() == ""


def test_few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 1024))
    assert "only 1024 files" in findings()
    assert findings().endswith("  1 thing is wrong")
    assert "LimitNOFILE" in findings()


def test_a_clock_that_nothing_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "is_clock_kept", lambda: False)
    assert "Install chrony" in findings()


@pytest.mark.parametrize(("status", "is_kept"), [(0, True), (0x40, False), (0x2041, False)])
def test_the_kernel_is_asked_about_its_clock(
    status: int, is_kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()

    def adjtimex(timex: Any) -> int:
        assert timex._obj.modes == 0  # it only reads
        timex._obj.status = status
        return 0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(adjtimex=adjtimex))
        assert doctor.is_clock_kept() is is_kept
    assert doctor.is_clock_kept() in {True, False, None}


@pytest.mark.parametrize(("server", "ask"), [("PostgreSQL", "postgres"), ("Redis", "redis")])
def test_another_clock(server: str, ask: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true = time.time
    monkeypatch.setattr(doctor, f"ask_{ask}_time", lambda: true() + 30)
    assert f"The clock of {server} differs from that of this machine by 30 s" in findings()
    monkeypatch.setattr(doctor, f"ask_{ask}_time", lambda: true() - 30)
    assert "by 30 s" in findings()
    monkeypatch.setattr(doctor, f"ask_{ask}_time", true)
    assert findings() == ""


def test_no_time_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_nothing(name: str) -> None:
        raise ZoneInfoNotFoundError

    monkeypatch.setattr(doctor, "ZoneInfo", find_nothing)
    assert "tzdata" in findings()


@pytest.mark.parametrize(
    ("version", "is_faulty"),
    [
        *(((3, 6, 23), False), ((3, 7, 0), True), ((3, 40, 1), True), ((3, 44, 5), True)),
        *(((3, 44, 6), False), ((3, 45, 0), True), ((3, 50, 6), True), ((3, 50, 7), False)),
        *(((3, 51, 2), True), ((3, 51, 3), False), ((3, 53, 0), False)),
    ],
)
def test_the_versions_of_sqlite_with_the_fault(
    version: tuple[int, int, int], is_faulty: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    assert doctor.has_wal_reset_fault(version) is is_faulty


@pytest.mark.skipif(f"not {RUNS_ON_SQLITE}")
def test_sqlite_with_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "has_wal_reset_fault", lambda version: True)
    assert "Use SQLite 3.51.3" in findings()


def test_a_database_of_an_older_release() -> None:
    MigrationRecorder.Migration.objects.filter(app="games").latest("pk").delete()
    assert "1 changes of this release are missing" in findings()
    assert "serve prepare" in findings()


def test_a_database_of_a_newer_release() -> None:
    MigrationRecorder.Migration.objects.create(app="games", name="9999_from_the_future")
    assert "A newer release has changed the database (games.9999_from_the_future)" in findings()


@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_a_database_that_does_not_exist_is_not_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for database in (tmp_path / "cards.sqlite3", tmp_path / "away" / "cards.sqlite3"):
        monkeypatch.setitem(connection.settings_dict, "NAME", str(database))
        assert f"{database} does not exist" in findings()
        assert not database.exists()
    assert f"{tmp_path / 'away'} does not exist" in findings()


@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_a_database_that_may_not_be_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr("config.backups.os.stat", refuse)
        assert not is_database_missing()


def test_a_database_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(doctor, "count_missing_changes", refuse)
    assert "does not answer: connection refused" in findings()
    assert "DATABASE_URL" in findings()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("server_version_num", "130012", "PostgreSQL 13 is too old"),
        ("fsync", "off", "ALTER SYSTEM SET fsync = on"),
        ("synchronous_commit", "off", "a power cut may lose moves"),
        ("max_connections", "20", "Set max_connections to 59 or more"),
        ("max_connections", "58", "or lower WEB_PROCESSES"),
    ],
)
def test_a_server_that_may_lose_or_refuse_something(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.undo()
    settings.WEB_PROCESSES = 1
    good = {"server_version_num": "150003", "fsync": "on", "synchronous_commit": "on"}
    good |= {"max_connections": "59", "superuser_reserved_connections": "3"}

    def find(setting: dict[str, str]) -> list[doctor.Finding]:
        @contextmanager
        def cursor() -> Iterator[Any]:
            yield SimpleNamespace(execute=lambda _: None, fetchall=lambda: list(setting.items()))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(connection, "cursor", cursor)
            return list(doctor.check_postgres())

    assert find(good) == []
    (found,) = find(good | {name: value})
    assert said in " ".join(found)


@pytest.mark.skipif(RUNS_ON_SQLITE)
def test_a_real_server_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    found = list(doctor.check_postgres())  # of these tests, synchronous_commit is off
    assert "synchronous_commit is off in PostgreSQL" in found[0].wrong
    assert abs((doctor.ask_postgres_time() or 0) - time.time()) < 1


def test_a_site_for_others_without_mail(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MAIL_IN_TERMINAL = settings.PRODUCTION = True
    monkeypatch.setattr(doctor, "ask_front_page", lambda: (200, ""))
    assert "Set EMAIL_URL" in findings()


@pytest.mark.parametrize(
    ("error", "reason", "remedy"),
    [
        (ConnectionRefusedError(111, "Connection refused"), "Connection refused", UNREACHABLE),
        (TimeoutError("timed out"), "timed out", UNREACHABLE),
        (smtplib.SMTPServerDisconnected("Unexpectedly closed"), "Unexpectedly closed", UNREACHABLE),
        (smtplib.SMTPAuthenticationError(535, b"5.7.8 No.\nGo"), "535 5.7.8 No. Go", WRONG_USER),
        (smtplib.SMTPConnectError(554, b"5.7.1 Not you"), "554 5.7.1 Not you", NOT_WELCOME),
        (
            smtplib.SMTPConnectError(-1, b"J\x00\x00"),
            "what answers there is no mail server",
            UNREACHABLE,
        ),
    ],
)
def test_a_mail_server_that_refuses(
    error: Exception, reason: str, remedy: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL_IN_TERMINAL = False

    def refuse() -> None:
        raise error

    mail = SimpleNamespace(open=refuse, close=lambda: None)
    monkeypatch.setattr(doctor, "get_connection", lambda timeout: mail)
    assert f"{reason}.    {remedy}" in findings()


def test_a_redis_that_is_not_there(settings: Any) -> None:
    settings.EMBEDDED = False
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert "Connection refused.    Start Redis" in findings()


def test_a_redis_with_another_password(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> None:
        raise redis.AuthenticationError("Are you sure your configuration is correct?.")

    settings.EMBEDDED = False
    client = SimpleNamespace(info=refuse, time=lambda: (int(time.time()), 0), close=lambda: None)
    monkeypatch.setattr(doctor, "connect_redis", lambda: client)
    assert "Redis refuses this site: Are you sure your configuration is correct." in findings()
    assert "Correct the password" in findings()


def test_a_redis_that_throws_tasks_away(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMBEDDED, memory = False, {"maxmemory": 1, "maxmemory_policy": "allkeys-lru"}
    client: Any = SimpleNamespace(info=lambda _: memory, close=lambda: None)
    client.time = lambda: (int(time.time()), 0)
    monkeypatch.setattr(doctor, "connect_redis", lambda: client)
    assert "noeviction" in findings()
    memory["maxmemory"] = 0
    assert findings() == ""


@pytest.mark.skipif("not os.environ.get('REDIS_URL')")
def test_a_real_redis_is_asked(settings: Any) -> None:
    settings.EMBEDDED = False
    assert list(doctor.check_redis()) == []
    assert abs((doctor.ask_redis_time() or 0) - time.time()) < 1
    with doctor.connect_redis() as client:
        assert isinstance(client, redis.Redis)


def test_a_disk_that_is_almost_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ENOUGH_DISK", 1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=999_000_000))
    assert "Only 999 MB are free" in findings()


@pytest.mark.skipif(f"not {RUNS_ON_SQLITE}")
def test_a_directory_in_which_sqlite_cannot_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda directory, mode: False)
    assert "chown" in findings()


Answer = tuple[int, str]


@pytest.fixture
def proxy(settings: Any) -> Iterator[Callable[..., None]]:
    """Run a web server at PUBLIC_URL, and return a function that sets what it answers."""
    answer: list[Answer] = [(200, "")]
    of_sockets = [101]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, leads_to = answer[0]
            if self.path.startswith("/ws/") and self.headers["Upgrade"] == "websocket":
                assert self.headers["Origin"] == settings.PUBLIC_URL
                status = of_sockets[0]
            self.send_response(status)
            self.send_header("Location", leads_to)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    settings.PRODUCTION = True
    settings.PUBLIC_URL = f"http://127.0.0.1:{server.server_port}"

    def set_answer(status: int, leads_to: str = "", *, socket: int = 101) -> None:
        answer[0] = (status, leads_to)
        of_sockets[0] = socket

    yield set_answer
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("status", "path", "said"),
    [
        (301, "/", "X-Forwarded-Proto"),
        (400, "", "pass on the Host header"),
        (502, "", "forwards to HOST and PORT"),
    ],
)
def test_a_proxy_that_is_set_wrongly(
    status: int, path: str, said: str, proxy: Callable[..., None], settings: Any
) -> None:
    settings.MAIL_IN_TERMINAL = False
    assert findings() == ""
    proxy(status, path and settings.PUBLIC_URL + path)
    assert said in findings()


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (403, "pass on the Host header with its port"),
        (404, "is answered with status 404, so no page changes by itself"),
        (502, "is answered with status 502"),
    ],
)
def test_a_proxy_that_does_not_pass_on_websockets(
    status: int, said: str, proxy: Callable[..., None], settings: Any
) -> None:
    settings.MAIL_IN_TERMINAL = False
    proxy(200, socket=status)
    assert said in findings()


@pytest.mark.parametrize(
    ("is_given", "said"), [(False, "first run: set -a;"), (True, "Run: manage.py serve prepare")]
)
def test_a_missing_database_may_be_that_of_settings_which_were_not_read(
    is_given: bool, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "env"
    file.touch()
    monkeypatch.setattr(doctor, "ENVIRONMENT_FILE", file)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    if is_given:
        monkeypatch.setenv("DATABASE_URL", "sqlite:///nowhere.sqlite3")
    assert said in doctor.tell_missing_remedy()


def test_an_address_without_https_that_the_proxy_changes(
    proxy: Callable[..., None], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PRODUCTION = False
    monkeypatch.setattr(doctor, "LOOPBACK", ())
    proxy(301, settings.PUBLIC_URL + "/")
    assert findings() == ""
    proxy(301, "https://127.0.0.1/")
    assert "leads to https://127.0.0.1" in findings()
    assert "Set PUBLIC_URL=https://127.0.0.1." in findings()
    monkeypatch.setattr(doctor, "LOOPBACK", LOOPBACK)
    assert list(doctor.check_proxy()) == []


def test_a_site_that_nobody_can_reach(settings: Any) -> None:
    settings.PRODUCTION, settings.MAIL_IN_TERMINAL = True, False
    settings.PUBLIC_URL = f"http://127.0.0.1:{free_port()}"
    assert "cannot be reached from this machine" in findings()


@pytest.mark.parametrize("name", ["secret_key", "vapid_key", "env"])
def test_a_secret_that_others_can_read(name: str, tmp_path: Path) -> None:
    secret = tmp_path / name
    secret.touch(0o600)
    assert findings() == ""
    secret.chmod(0o640)
    assert f"chmod 600 {secret}" in findings()


def test_settings_at_which_not_even_the_site_may_look(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stat = os.stat

    def refuse(path: Any, **options: Any) -> os.stat_result:
        if path == tmp_path / "env":
            raise PermissionError
        return stat(path, **options)

    monkeypatch.setattr(os, "stat", refuse)
    assert findings() == ""


@pytest.mark.skipif(f"not {RUNS_ON_SQLITE}")
def test_a_database_that_others_can_read() -> None:
    assert findings() == ""
    for file in database_files():
        file.chmod(0o644)
        assert f"chmod 600 {file}  1 thing is wrong" in findings()
        file.chmod(0o600)
