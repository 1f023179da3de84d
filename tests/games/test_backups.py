"""A backup brings everything back, and the audit names the game in which one byte is different."""

from __future__ import annotations

import datetime as dt
import errno
import os
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games import services
from games.models import Event, Game, SiteClock
from games.services.clock import record_sweep

pytestmark = pytest.mark.django_db(transaction=True)


def run(command: str, *arguments: Any) -> str:
    printed = StringIO()
    call_command(command, *map(str, arguments), stdout=printed)
    return printed.getvalue()


@pytest.fixture
def keys(settings: Any, tmp_path: Path) -> Path:
    """Return the site's directory, with its keys."""
    settings.BASE_DIR = tmp_path / "site"
    settings.BASE_DIR.mkdir()
    (settings.BASE_DIR / "secret_key").write_text("the old key")
    settings.SECRET_KEY = "the old key"
    return tmp_path / "site"


@pytest.fixture(autouse=True)
def _nothing_aside() -> Iterator[None]:
    """Delete what a restore has put aside beside the database of all tests.

    The thread of asynchronous queries would read that file on in later tests.
    """
    yield
    if connection.vendor == "sqlite":
        SyncToAsync.single_thread_executor.submit(connections.close_all).result()
        for file in Path(connection.settings_dict["NAME"]).parent.glob("*.replaced*"):
            file.unlink()


@pytest.fixture
def games(dealt: Any, alice: Any) -> tuple[Game, Game]:
    """Return a finished game and a running one."""
    ended = dealt()
    services.quit_game(ended.pk, user_id=alice.pk)
    return ended, dealt()


def wipe() -> None:
    Game.objects.all().delete()


def flip_a_byte(backup: Path, game: Game) -> None:
    """Change one bit of the seed of a game, in the backup or in what will be backed up."""
    seed = bytes(game.decks.get().seed)
    if connection.vendor == "sqlite":
        file = backup / "database.sqlite3"
        whole = file.read_bytes()
        assert whole.count(seed) == 1
        file.write_bytes(whole.replace(seed, bytes([seed[0] ^ 1]) + seed[1:]))
    else:  # a dump is compressed
        game.decks.update(seed=bytes([seed[0] ^ 1]) + seed[1:])


def test_what_is_backed_up_comes_back_whole_and_is_verified(
    games: tuple[Game, Game], keys: Path, tmp_path: Path
) -> None:
    ended, running = games
    printed = run("backup", tmp_path / "backup")
    assert "secret_key." in printed
    assert "VAPID_KEY is in your settings" not in printed
    before = sorted(Event.objects.values_list("game_id", "number", "text"))
    wipe()
    (keys / "secret_key").write_text("a new key")
    printed = run("restore", tmp_path / "backup")
    assert printed.endswith("2 games checked, no difference\n")
    assert {*Game.objects.values_list("pk", "status")} == {
        (ended.pk, Game.Status.FINISHED),
        (running.pk, Game.Status.PLAYING),
    }
    assert sorted(Event.objects.values_list("game_id", "number", "text")) == before
    assert (keys / "secret_key").read_text() == "the old key"
    assert (keys / "secret_key.replaced").read_text() == "a new key"
    if connection.vendor == "sqlite":
        aside = Path(f"{connection.settings_dict['NAME']}.replaced")
        assert f"What was there before is in {aside}." in printed
        with closing(sqlite3.connect(aside)) as old:  # what had been written last is in its WAL
            assert old.execute("SELECT count(*) FROM games_game").fetchone() == (0,)


def test_the_audit_names_the_game_in_which_one_byte_is_different(
    games: tuple[Game, Game], keys: Path, tmp_path: Path
) -> None:
    ended, _ = games
    if connection.vendor != "sqlite":
        flip_a_byte(tmp_path, ended)
    run("backup", tmp_path / "backup")
    if connection.vendor == "sqlite":
        flip_a_byte(tmp_path / "backup", ended)
    wipe()
    printed = StringIO()
    with pytest.raises(CommandError, match=r"^2 games checked, 1 with a difference$"):
        call_command("restore", str(tmp_path / "backup"), stdout=printed)
    assert f"game {ended.pk} ({ended.public_id}): " in printed.getvalue()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="the run on PostgreSQL has it")
def test_after_pg_restore_open_pages_are_overtaken_and_all_games_are_verified(
    games: tuple[Game, Game],
) -> None:
    before = dict(Game.objects.values_list("pk", "version"))
    assert "2 games checked, no difference" in run("restore", "--after-pg-restore")
    after = dict(Game.objects.values_list("pk", "version"))
    assert all(after[pk] > before[pk] + 1000 for pk in before)
    with pytest.raises(CommandError, match="not allowed with argument"):
        run("restore", "--after-pg-restore", "backup")
    with pytest.raises(CommandError, match="one of the arguments"):
        run("restore")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the run on SQLite has it")
def test_after_pg_restore_the_database_is_no_sqlite() -> None:
    with pytest.raises(CommandError, match="Are the settings of the site read"):
        run("restore", "--after-pg-restore")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the run on SQLite has it")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can take files away from others")
@pytest.mark.parametrize(("user", "name"), [(65534, "nobody"), (54321, "user 54321")])
def test_root_takes_no_database_away_from_its_owner(
    games: tuple[Game, Game], keys: Path, tmp_path: Path, user: int, name: str
) -> None:
    run("backup", tmp_path / "backup")
    file = Path(connection.settings_dict["NAME"])
    lock = Path(f"{file}.serving")
    lock.unlink(missing_ok=True)
    os.chown(file, user, -1)
    try:
        with pytest.raises(CommandError, match=f"Run this as {name}, who owns the database"):
            run("restore", tmp_path / "backup")
    finally:
        os.chown(file, 0, -1)
    assert not lock.exists()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the run on SQLite has it")
def test_only_its_owner_can_read_a_database_that_was_put_back(
    games: tuple[Game, Game], keys: Path, tmp_path: Path
) -> None:
    run("backup", tmp_path / "backup")
    run("restore", tmp_path / "backup")
    file = Path(connection.settings_dict["NAME"])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the run on SQLite has it")
def test_what_is_put_aside_stays_beside_what_was_put_aside_before(
    games: tuple[Game, Game], keys: Path, tmp_path: Path
) -> None:
    """The first time a change was only in the WAL, because something else had the file open."""
    run("backup", tmp_path / "backup")
    (keys / "secret_key").write_text("a new key")
    file = Path(connection.settings_dict["NAME"])
    with closing(sqlite3.connect(file)) as other:
        other.execute("SELECT count(*) FROM games_game").fetchone()
        wipe()
        run("restore", tmp_path / "backup")
    (keys / "secret_key").write_text("a newer key")
    stale = Path(f"{file}.replaced-2-wal")
    stale.write_text("of a file that was deleted")
    assert f"{file}.replaced-2." in run("restore", tmp_path / "backup")
    assert not stale.exists()
    for aside, number in (("replaced", 0), ("replaced-2", 2)):
        with closing(sqlite3.connect(f"{file}.{aside}")) as old:
            assert old.execute("SELECT count(*) FROM games_game").fetchone() == (number,)
    assert (keys / "secret_key.replaced").read_text() == "a new key"
    assert (keys / "secret_key.replaced-2").read_text() == "a newer key"


def test_only_its_owner_can_read_a_backup(keys: Path, tmp_path: Path) -> None:
    (keys / "secret_key").chmod(0o644)
    run("backup", tmp_path / "backup")
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o700
    modes = {stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "backup").iterdir()}
    assert modes == {0o600}


def test_nothing_is_written_over_another_backup(keys: Path, tmp_path: Path) -> None:
    (tmp_path / "backup").mkdir()
    with pytest.raises(CommandError, match="already exists"):
        run("backup", tmp_path / "backup")


def test_two_backups_of_one_name_at_a_time_do_not_spoil_each_other(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_key = shutil.copy2

    def begin_another(source: Path, target: Path) -> None:
        monkeypatch.setattr("config.backups.shutil.copy2", copy_key)
        with pytest.raises(CommandError, match=r"is being written to .*backup\.unfinished"):
            run("backup", tmp_path / "backup")
        copy_key(source, target)

    monkeypatch.setattr("config.backups.shutil.copy2", begin_another)
    run("backup", tmp_path / "backup")
    assert len(list((tmp_path / "backup").iterdir())) == 2
    assert not (tmp_path / "backup.unfinished").exists()


def test_what_a_killed_backup_has_left_stops_no_other(keys: Path, tmp_path: Path) -> None:
    left = tmp_path / "backup.unfinished"
    left.mkdir()
    (left / "database.dump").write_text("half of it")
    run("backup", tmp_path / "backup")
    assert not left.exists()
    left.mkdir()
    (left / "thesis.txt").write_text("all of it")
    shutil.rmtree(tmp_path / "backup")
    with pytest.raises(CommandError, match="is no backup"):
        run("backup", tmp_path / "backup")
    assert (left / "thesis.txt").exists()


def test_a_backup_whose_directory_another_has_just_replaced_writes_nothing_there(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unfinished = tmp_path / "backup.unfinished"

    def come_late(handle: int, operation: int) -> None:
        unfinished.rename(tmp_path / "deleted")
        unfinished.mkdir()

    monkeypatch.setattr("config.backups.fcntl.flock", come_late)
    with pytest.raises(CommandError, match="is being written"):
        run("backup", tmp_path / "backup")
    assert list(unfinished.iterdir()) == []


def test_only_the_key_that_is_used_is_backed_up(keys: Path, tmp_path: Path, settings: Any) -> None:
    settings.SECRET_KEY = "another key"
    run("backup", tmp_path / "backup")
    assert not (tmp_path / "backup" / "secret_key").exists()


def test_no_backup_is_made_of_a_database_without_a_site(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.backups._read_migrations", lambda copy: [])
    with pytest.raises(CommandError, match="holds no site"):
        run("backup", tmp_path / "backup")
    assert list(tmp_path.glob("backup*")) == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the run on SQLite has it")
def test_an_empty_database_is_no_site(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty.sqlite3"
    empty.touch()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(empty))
    with pytest.raises(CommandError, match="holds no site"):
        run("backup", tmp_path / "backup")


@pytest.mark.skipif("connection.vendor == 'sqlite'")
def test_a_backup_is_put_back_from_where_nothing_can_be_written(
    games: tuple[Game, Game], keys: Path, tmp_path: Path
) -> None:
    run("backup", tmp_path / "backup")
    changed_at = (tmp_path / "backup").stat().st_mtime_ns
    run("restore", tmp_path / "backup")
    assert (tmp_path / "backup").stat().st_mtime_ns == changed_at


def test_pages_that_are_open_are_behind_what_was_put_back(
    games: tuple[Game, Game], keys: Path, tmp_path: Path
) -> None:
    for hours in (0, 1):
        record_sweep(now=timezone.now())
        SiteClock.objects.update(web_seen_at=timezone.now() - dt.timedelta(hours=hours))
        run("backup", tmp_path / f"after-{hours}")
        lost = max(Game.objects.values_list("version", flat=True)) + 3600 * hours
        run("restore", tmp_path / f"after-{hours}")
        assert min(Game.objects.values_list("version", flat=True)) > lost + 1000


def test_the_key_of_a_backup_that_is_not_used_is_named(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup", tmp_path / "backup")
    monkeypatch.delenv("SECRET_KEY")
    assert "is not used" not in run("restore", tmp_path / "backup")
    monkeypatch.setenv("SECRET_KEY", "the old key")
    assert "is not used" not in run("restore", tmp_path / "backup")
    monkeypatch.setenv("SECRET_KEY", "another key")
    assert "The secret_key of the backup is not used" in run("restore", tmp_path / "backup")


@pytest.mark.parametrize("directory", [".", "/"])
def test_no_backup_is_written_over_the_directory_one_is_in(keys: Path, directory: str) -> None:
    with pytest.raises(CommandError, match="already exists"):
        run("backup", directory)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("backup", "cannot be written"),
        # From Python 3.14 on, nobody is told that there can be no such file.
        ("restore", "cannot be put back|There is no backup"),
    ],
)
def test_a_name_that_no_file_can_have_is_refused(
    keys: Path, tmp_path: Path, command: str, sentence: str
) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(command, tmp_path / ("x" * 300))


@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_nothing_is_put_aside_where_there_was_no_database(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup", tmp_path / "backup")
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "new.sqlite3"))
    assert "What was there before" not in run("restore", tmp_path / "backup")
    assert Path(connection.settings_dict["NAME"]).is_file()
    assert not (tmp_path / "new.sqlite3.replaced").exists()
    connection.close()


@pytest.mark.skipif("connection.vendor != 'postgresql'")
def test_nothing_is_put_back_into_a_database_that_does_not_answer(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> Any:
        raise OperationalError("the server is away")

    run("backup", tmp_path / "backup")
    monkeypatch.setattr(connection, "cursor", fail)
    with pytest.raises(CommandError, match="The database does not answer: the server is away"):
        run("restore", tmp_path / "backup")


@pytest.mark.parametrize("used", ["the old key", "another key"])
def test_a_key_in_the_settings_is_to_be_kept_even_if_an_old_file_has_another(
    keys: Path, tmp_path: Path, settings: Any, used: str
) -> None:
    settings.SECRET_KEY = used
    is_told = "SECRET_KEY is in your settings: keep it" in run("backup", tmp_path / "backup")
    assert is_told is (used == "another key")


def test_a_backup_that_fails_leaves_nothing_behind(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill_up(source: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("config.backups.shutil.copy2", fill_up)  # the keys, after the database
    with pytest.raises(CommandError, match="No space left on device"):
        run("backup", tmp_path / "backups" / "monday")
    assert list((tmp_path / "backups").iterdir()) == []


def test_a_running_site_is_not_replaced(
    games: tuple[Game, Game], keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup", tmp_path / "backup")
    seen = timezone.now() - dt.timedelta(seconds=59)  # by the clock of another machine
    SiteClock.objects.update_or_create(pk=1, defaults={"web_seen_at": seen})
    wipe()
    monkeypatch.setattr(
        time, "sleep", lambda _: SiteClock.objects.update(web_seen_at=timezone.now())
    )
    with pytest.raises(CommandError, match="The site is running"):
        run("restore", tmp_path / "backup")
    assert not Game.objects.exists()
    monkeypatch.setattr(time, "sleep", lambda _: None)
    run("restore", tmp_path / "backup")
    assert Game.objects.count() == 2


@pytest.mark.parametrize("sweeps", [True, False])
def test_a_database_on_which_a_worker_still_sweeps_is_not_replaced(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sweeps: bool
) -> None:
    run("backup", tmp_path / "backup")
    now = timezone.now()
    signs = {"web_seen_at": now, "has_stopped": True, "swept_at": now}
    SiteClock.objects.update_or_create(pk=1, defaults=signs)

    def wait(seconds: float) -> None:
        if sweeps:
            record_sweep(now=timezone.now())

    monkeypatch.setattr(time, "sleep", wait)
    if sweeps:
        with pytest.raises(CommandError, match="The site is running"):
            run("restore", tmp_path / "backup")
    else:
        assert "no difference" in run("restore", tmp_path / "backup")


def test_a_damaged_copy_replaces_nothing(
    games: tuple[Game, Game], keys: Path, tmp_path: Path
) -> None:
    run("backup", tmp_path / "backup")
    (copy,) = (tmp_path / "backup").glob("database.*")
    whole = copy.read_bytes()
    copy.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CommandError, match=r"damaged|cannot be copied|pg_restore failed"):
        run("restore", tmp_path / "backup")
    assert Game.objects.count() == 2
    assert (keys / "secret_key").read_text() == "the old key"
    with pytest.raises(CommandError, match="There is no backup"):
        run("restore", tmp_path / "elsewhere")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the run on SQLite has it")
def test_a_copy_is_one_whole_file_in_which_a_damaged_page_is_found(
    games: tuple[Game, Game], keys: Path, tmp_path: Path
) -> None:
    run("backup", tmp_path / "backup")
    copy = tmp_path / "backup" / "database.sqlite3"
    whole = copy.read_bytes()
    assert whole[18:20] == bytes((1, 1))  # so it is read without a WAL beside it
    middle = len(whole) // 8192 * 4096
    copy.write_bytes(whole[:middle] + bytes(4096) + whole[middle + 4096 :])
    with pytest.raises(CommandError, match="is damaged"):
        run("restore", tmp_path / "backup")


def test_a_backup_of_another_kind_of_database_is_named_and_replaces_nothing(
    games: tuple[Game, Game], keys: Path, tmp_path: Path
) -> None:
    kinds = ["SQLite", "PostgreSQL"]
    if connection.vendor == "sqlite":
        kinds.reverse()
    run("backup", tmp_path / "backup")
    (copy,) = (tmp_path / "backup").glob("database.*")
    copy.rename(copy.with_name("database.dump" if kinds[0] == "PostgreSQL" else "database.sqlite3"))
    with pytest.raises(
        CommandError, match=f"is a backup of {kinds[0]}, and DATABASE_URL names {kinds[1]}"
    ):
        run("restore", tmp_path / "backup")
    assert Game.objects.count() == 2


def test_a_backup_of_a_newer_release_is_named_and_replaces_nothing(
    games: tuple[Game, Game], keys: Path, tmp_path: Path
) -> None:
    MigrationRecorder.Migration.objects.create(app="games", name="9999_from_the_future")
    try:
        run("backup", tmp_path / "backup")
    finally:
        MigrationRecorder.Migration.objects.filter(name="9999_from_the_future").delete()
    wipe()
    (keys / "secret_key").write_text("a new key")
    with pytest.raises(CommandError, match=r"newer release \(games.9999_from_the_future\)"):
        run("restore", tmp_path / "backup")
    assert not Game.objects.exists()
    assert (keys / "secret_key").read_text() == "a new key"


@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_a_backup_is_made_while_somebody_writes(
    games: tuple[Game, Game], keys: Path, tmp_path: Path
) -> None:
    file = connection.settings_dict["NAME"]
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM games_event")
        run("backup", tmp_path / "backup")
        writer.execute("ROLLBACK")
    with closing(sqlite3.connect(tmp_path / "backup" / "database.sqlite3")) as copy:
        (events,) = copy.execute("SELECT count(*) FROM games_event").fetchone()
    assert events == Event.objects.count() > 0


@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_no_backup_is_made_of_a_database_that_does_not_exist(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misspelt = tmp_path / "misspelt.sqlite3"
    monkeypatch.setitem(connection.settings_dict, "NAME", str(misspelt))
    with pytest.raises(CommandError, match=r"misspelt\.sqlite3 does not exist"):
        run("backup", tmp_path / "backup")
    assert not misspelt.exists()
    assert not (tmp_path / "backup").exists()
