"""`manage.py serve` runs the whole site and leaves nothing behind."""

import contextlib
import datetime as dt
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from stat import S_IMODE
from typing import Any

import pytest
from django.db import OperationalError, ProgrammingError, connection
from django.db.migrations.exceptions import MigrationSchemaMissing
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.releases import NEEDS_STOP, name_newer_change, needs_stop
from config.running import SIGN_WITHIN
from config.static_files import collect_static
from games.management.commands import serve as command
from games.models import SiteClock
from tests.running import ROOT, Site, environment, free_port, numbers_at

pytestmark = [pytest.mark.once, pytest.mark.early]  # these sites choose their own database


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Yield a site whose database does not exist yet."""
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path / 'new.sqlite3'}"}
    site = Site(tmp_path, METRICS_PORT=str(free_port()), **settings)
    yield site
    if site.process is not None:
        site.stop(signal.SIGKILL)


def check_answers_and_stops(site: Site, number: signal.Signals) -> None:
    assert site.get("/")[0] == 200
    children = site.descendants()
    started = time.monotonic()
    assert site.stop(number) == 0
    assert time.monotonic() - started < 8
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]
    assert site.get("/")[0] == 0
    printed = site.printed()
    assert f"is at {site.url} (Ctrl-C stops it)" in printed
    assert "createsuperuser" in printed
    assert "Traceback" not in printed
    assert "INFO config: this process was told to stop" in printed.splitlines()[-2]


def serve(*part: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "serve", *part],
        cwd=ROOT,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_without_a_database_it_makes_one_and_keeps_everything_over_a_restart(
    site: Site, tmp_path: Path
) -> None:
    site.start()
    made = {path.name: S_IMODE(path.stat().st_mode) for path in tmp_path.glob("new.sqlite3*")}
    del made["new.sqlite3.serving"]  # an empty file
    assert made == dict.fromkeys(("new.sqlite3", "new.sqlite3-wal", "new.sqlite3-shm"), 0o600)
    (tmp_path / "new.sqlite3").chmod(0o640)  # as somebody may want it who knows why
    site.manage("createsuperuser", "--noinput", "--username", "keeper", "--email", "")
    check_answers_and_stops(site, signal.SIGTERM)
    site.start()
    check_files_and_metrics(site)
    check_refuses_other_hosts_and_a_second_site(site)
    with contextlib.closing(sqlite3.connect(tmp_path / "new.sqlite3")) as database:
        assert database.execute("SELECT username FROM accounts_user").fetchall() == [("keeper",)]
    assert S_IMODE((tmp_path / "new.sqlite3").stat().st_mode) == 0o640
    check_answers_and_stops(site, signal.SIGINT)
    # The second start does not explain how to create an administrator: there already is one.
    assert site.printed().count("createsuperuser") == 1


def check_files_and_metrics(site: Site) -> None:
    paths = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', site.get("/")[1]))
    assert len(paths) > 2
    assert {path: site.get(path)[0] for path in paths} == dict.fromkeys(paths, 200)
    assert "trifecta_sweep_age " in numbers_at(int(site.environment["METRICS_PORT"]))


def check_refuses_other_hosts_and_a_second_site(site: Site) -> None:
    assert site.get("/", host="elsewhere.example")[0] == 400
    assert "elsewhere.example" not in site.printed()
    second = serve(PORT=str(free_port()), DATABASE_URL=site.environment["DATABASE_URL"])
    assert second.returncode == 1
    assert second.stderr == "The site is already running on this database. Stop it first.\n"


def test_a_port_in_use_is_reported_in_a_sentence(settings: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings.HOST, settings.PORT = taken.getsockname()
        with pytest.raises(SystemExit) as refused:
            command.listen()
    assert str(refused.value) == (
        f"Port {settings.PORT} on 127.0.0.1 cannot be used: Address already in use. Another "
        "program uses it, perhaps this site. Stop that, or choose another port with PORT=8001."
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "cards.invalid"])
def test_a_host_of_another_machine_is_reported_in_a_sentence(host: str, settings: Any) -> None:
    settings.HOST, settings.PORT = host, free_port()
    with pytest.raises(SystemExit) as refused:
        command.bind()
    assert str(refused.value).endswith(
        ". HOST must be an address of this machine; 0.0.0.0 is all of them."
    )


def test_a_port_of_the_system_is_reported_in_a_sentence(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    settings.HOST, settings.PORT = "127.0.0.1", 80
    with pytest.raises(SystemExit) as refused:
        command.bind()
    assert str(refused.value) == (
        "Port 80 on 127.0.0.1 cannot be used: Permission denied. Only root may listen on such a "
        "port. Choose one above 1023 with PORT=8000, and put a web server in front."
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_that_comes_before_the_server_looks_out_for_it_is_not_lost(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    stops = []

    def run(server: command.Server, sockets: list[socket.socket]) -> None:
        signal.raise_signal(number)
        stops.append(server.should_exit)
        server.started = True

    monkeypatch.setattr(command.Server, "run", run)
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        with socket.socket() as listener:
            command.run_web(listener)
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert stops == [True]


def test_metrics_without_a_port_for_every_process_are_refused_in_a_sentence() -> None:
    refused = serve(METRICS_PORT="65530", REDIS_URL="redis://127.0.0.1:1", WEB_PROCESSES="2")
    assert refused.returncode == 1
    assert refused.stderr == (
        "The settings are wrong: METRICS_PORT is 65530, and 6 more processes take the ports after "
        "it; use 65529 or less.\n"
    )


def test_metrics_at_the_port_of_the_site_are_refused_in_a_sentence(settings: Any) -> None:
    settings.EMBEDDED, settings.WEB_PROCESSES = False, 1
    settings.PORT, settings.METRICS_PORT = 8006, 8001
    with pytest.raises(SystemExit) as refused:
        command.check_metrics_ports()
    assert str(refused.value) == (
        "The settings are wrong: METRICS_PORT is 8001, and the processes take the ports up to 8006 "
        "for metrics. PORT is 8006; choose another for one of them."
    )


def test_a_database_that_does_not_answer_is_reported_in_a_sentence() -> None:
    nobody = f"postgres://nobody@127.0.0.1:{free_port()}/cards"
    refused = serve(PORT=str(free_port()), DATABASE_URL=nobody)
    assert refused.returncode == 1
    (sentence,) = refused.stderr.splitlines()
    assert sentence.startswith("The database is not ready: connection failed: ")
    assert sentence.endswith(
        "failed: Connection refused. Start PostgreSQL, or correct DATABASE_URL."
    )


def test_a_database_in_no_directory_is_reported_in_a_sentence(tmp_path: Path) -> None:
    nowhere = f"sqlite:///{tmp_path / 'nowhere' / 'cards.sqlite3'}"
    refused = serve(PORT=str(free_port()), DATABASE_URL=nowhere)
    assert refused.returncode == 1
    assert refused.stderr == (
        f"The site cannot write {tmp_path / 'nowhere' / 'cards.sqlite3.serving'}: No such file or "
        "directory. Its user must own this file and be able to write in the directory, or "
        "DATABASE_URL name another place.\n"
    )


def test_a_file_that_is_no_database_is_reported_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Alice,")
    refused = serve(PORT=str(free_port()), DATABASE_URL=f"sqlite:///{tmp_path / 'letter'}")
    assert refused.returncode == 1
    assert refused.stderr == (
        "The database is not ready: file is not a database. Correct DATABASE_URL, or restore a "
        "backup.\n"
    )


@pytest.mark.skipif("connection.vendor != 'sqlite'")
@pytest.mark.parametrize(
    ("code", "remedy"),
    [
        (sqlite3.SQLITE_FULL, "Make room on the disk where it lies."),
        (sqlite3.SQLITE_READONLY_DIRECTORY, "The user of the site must be able to write it."),
        (sqlite3.SQLITE_CANTOPEN, "Run as root: chown <user of the site> {file}*"),
    ],
)
def test_a_database_that_cannot_be_written_is_reported_with_a_remedy(
    code: int, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        cause = sqlite3.OperationalError("no")
        cause.sqlite_errorcode = code
        raise OperationalError("no") from cause

    monkeypatch.setattr(command, "wait_for_database", lambda: None)
    monkeypatch.setattr(command, "refuse_newer_release", lambda: None)
    monkeypatch.setattr(command, "refuse_running_release", lambda: None)
    monkeypatch.setattr(command, "call_command", refuse)
    with pytest.raises(SystemExit) as refused:
        command.prepare()
    remedy = remedy.format(file=connection.settings_dict["NAME"])
    assert str(refused.value) == f"The database is not ready: no. {remedy}"


@pytest.mark.django_db
def test_a_web_process_says_that_the_database_is_not_prepared(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    command.warn_if_unprepared()
    assert caplog.text == ""
    MigrationRecorder.Migration.objects.filter(app="games").latest("pk").delete()
    command.warn_if_unprepared()
    assert "the database lacks changes of this release (1)" in caplog.text

    def refuse() -> None:
        raise OperationalError("connection refused")

    caplog.clear()
    monkeypatch.setattr(command, "count_missing_changes", refuse)
    command.warn_if_unprepared()  # said elsewhere
    assert caplog.text == ""


def test_a_database_of_somebody_else_is_reported_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        try:
            raise ProgrammingError("permission denied for schema public\nLINE 1: CREATE TABLE")
        except ProgrammingError as error:
            raise MigrationSchemaMissing(f"Unable to create the table ({error})")  # noqa: B904

    monkeypatch.setattr(command, "wait_for_database", lambda: None)
    monkeypatch.setattr(command, "refuse_newer_release", lambda: None)
    monkeypatch.setattr(command, "refuse_running_release", lambda: None)
    monkeypatch.setattr(command, "call_command", refuse)
    with pytest.raises(SystemExit) as refused:
        command.prepare()
    assert str(refused.value) == (
        "The database is not ready: permission denied for schema public. The user of "
        "DATABASE_URL must own it."
    )


@pytest.mark.django_db
def test_a_database_that_a_newer_release_has_changed_is_left_alone() -> None:
    MigrationRecorder.Migration.objects.create(app="games", name="9999_from_the_future")
    with pytest.raises(SystemExit) as refused:
        command.prepare()
    assert str(refused.value) == (
        "A newer release has changed this database (games.9999_from_the_future), and this one "
        "does not get along with it. Install that release again, or restore a backup made "
        "before it."
    )


@pytest.mark.django_db
def test_changes_that_were_replaced_or_dropped_are_of_no_newer_release(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = import_module("games.migrations.0001_initial").Migration
    monkeypatch.setattr(first, "replaces", [("games", "0000_replaced")])
    for app, name in (("games", "0000_replaced"), ("auth", "0000_dropped"), ("gone", "0001_app")):
        MigrationRecorder.Migration.objects.create(app=app, name=name)
    assert name_newer_change() is None


@pytest.fixture
def needing_stop(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that prepares a database of a release which could not go on.

    It tells which signs of life the release gives while they are waited for.
    """
    changes = MigrationRecorder.Migration.objects
    changes.get(app=NEEDS_STOP[0], name=NEEDS_STOP[1]).delete()
    seen = timezone.now() - dt.timedelta(seconds=59)  # by the clock of another machine
    SiteClock.objects.create(pk=1, web_seen_at=seen, swept_at=seen)

    def prepare(**signs: Any) -> None:
        slept = []

        def sleep(seconds: float) -> None:
            slept.append(seconds)
            SiteClock.objects.filter(pk=1).update(**signs)

        monkeypatch.setattr(time, "sleep", sleep)
        command.refuse_running_release()
        assert slept == [SIGN_WITHIN]

    return prepare


@pytest.mark.django_db
@pytest.mark.parametrize("sign", ["web_seen_at", "swept_at"])
def test_an_older_release_that_could_not_go_on_has_to_stop_first(
    sign: str, needing_stop: Any
) -> None:
    with pytest.raises(SystemExit) as refused:
        needing_stop(**{sign: timezone.now()})
    assert str(refused.value) == (
        "An older release is still running on this database, and could not go on after this "
        "upgrade. Stop all its processes, workers too, and start again."
    )


@pytest.mark.django_db
def test_an_older_release_that_has_just_stopped_does_not_keep_a_newer_one_from_starting(
    needing_stop: Any,
) -> None:
    needing_stop()


@pytest.mark.django_db
@pytest.mark.parametrize("could_go_on", [True, False])
def test_nothing_is_waited_for_if_all_can_go_on_or_nothing_has_run(
    could_go_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "needs_stop", lambda: not could_go_on)
    monkeypatch.setattr(time, "sleep", None)
    at = timezone.now() - dt.timedelta(seconds=0 if could_go_on else 61)
    SiteClock.objects.create(pk=1, web_seen_at=at)
    command.refuse_running_release()


@pytest.mark.django_db
def test_a_new_database_and_one_of_this_release_need_no_stop() -> None:
    assert not needs_stop()
    MigrationRecorder.Migration.objects.filter(app="games").delete()
    assert not needs_stop()


@pytest.mark.django_db
def test_preparing_looks_for_an_older_release_before_the_database_is_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def migrate(*_: Any, **__: Any) -> None:
        raise AssertionError("the database was changed")

    monkeypatch.setattr(command, "needs_stop", lambda: True)
    monkeypatch.setattr(command, "is_site_running", lambda: True)
    monkeypatch.setattr(command, "call_command", migrate)
    with pytest.raises(SystemExit, match="Stop all its processes"):
        command.prepare()


def test_a_web_process_without_a_prepared_database_says_so_in_a_sentence(tmp_path: Path) -> None:
    empty = f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    refused = serve("web", PORT=str(free_port()), DATABASE_URL=empty)
    assert refused.returncode == 3
    assert "Traceback" not in refused.stderr
    assert "no such table: games_siteclock" in refused.stderr
    assert "manage.py serve prepare" in refused.stderr


def test_static_files_that_cannot_be_written_are_reported_in_a_sentence(
    tmp_path: Path, settings: Any
) -> None:
    settings.DEBUG = False
    settings.STATIC_ROOT = tmp_path / "file" / "static"
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit) as refused:
        collect_static()
    assert str(refused.value) == (
        f"The static files cannot be kept in {settings.STATIC_ROOT}: Not a directory. "
        "The user of the site must be able to write there."
    )


def test_a_static_file_that_cannot_be_read_is_reported_by_its_name(
    tmp_path: Path, settings: Any
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "gone.css").symlink_to(tmp_path / "nowhere")
    settings.DEBUG = False
    settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path / "static", [source]
    with pytest.raises(SystemExit) as refused:
        collect_static()
    assert str(refused.value) == (
        f"The static files cannot be collected: {source / 'gone.css'}: No such file or directory. "
        "The user of the site must be able to read it."
    )


@pytest.mark.parametrize("key", ["secret_key", "vapid_key"])
def test_a_key_that_cannot_be_kept_is_reported_in_a_sentence(key: str, tmp_path: Path) -> None:
    for part in ("serve", "deploy/environment.sh", "requirements.txt"):
        (tmp_path / part).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / part, tmp_path / part)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    pins = sha256((tmp_path / "requirements.txt").read_bytes()).hexdigest()
    (tmp_path / ".venv" / "installed-requirements.txt").write_text(f"{pins}  -\n")
    (tmp_path / f"{key}.new").mkdir()
    refused = subprocess.run(
        [tmp_path / "serve"], env={"PATH": os.environ["PATH"]}, capture_output=True, text=True
    )
    assert refused.returncode == 1
    assert refused.stderr.endswith(
        f"The file {key} cannot be written in {tmp_path}. The user of the site must be able to "
        "write there.\n"
    )


def test_a_database_that_is_still_starting_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([OperationalError("the database system is starting up")] * 2)

    def connect() -> None:
        if (error := next(answers, None)) is not None:
            raise error

    monkeypatch.setattr(connection, "ensure_connection", connect)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    command.wait_for_database()
    assert next(answers, None) is None


def test_a_database_that_stays_away_is_not_waited_for_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "ensure_connection", refuse)
    monkeypatch.setattr(command, "DATABASE_WITHIN", 0.0)
    with pytest.raises(OperationalError, match="^connection refused$"):
        command.wait_for_database()
