"""Copies of the database and of the keys: made while the site runs, put back while it does not."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.postgresql.client import DatabaseClient

from config.databases import tell_reason, tell_remedy
from config.releases import find_newer_change
from config.sqlite import is_missing

KEYS = ("secret_key", "vapid_key")
SQLITE_COPY = "database.sqlite3"
POSTGRES_COPY = "database.dump"
KINDS = {SQLITE_COPY: "SQLite", POSTGRES_COPY: "PostgreSQL"}
OURS = {*KINDS, f"{SQLITE_COPY}-journal", *KEYS}
"""What may lie in the directory of a backup."""
WAITS = "10s"
REPLACED = ".replaced"
"""What the name of a file ends with that a restore has put aside."""


class BackupFailed(Exception):
    """A backup could not be made or put back; the message says why."""


def make_backup(directory: Path) -> list[str]:
    """Write the database and the keys to a new directory; return the names of the files.

    The directory has its name only when everything is in it; nothing is left of a failed backup.
    """
    try:
        if directory.exists():
            raise BackupFailed(f"{directory} already exists; choose a new name.")
        unfinished = directory.with_name(f"{directory.name}.unfinished")
        with _only_backup_at(unfinished):
            try:
                _write_copies(unfinished)
                unfinished.rename(directory)
            except BaseException:
                shutil.rmtree(unfinished, ignore_errors=True)
                raise
    except OSError as error:
        raise BackupFailed(f"The backup cannot be written: {error}.") from error
    return sorted(file.name for file in directory.iterdir())


@contextmanager
def _only_backup_at(unfinished: Path) -> Iterator[None]:
    """Make the directory in which a backup is written; what a killed one has left is deleted.

    The directory is locked as long as its backup is written: a lock ends with its process.
    """
    unfinished.parent.mkdir(parents=True, exist_ok=True)
    if unfinished.exists():
        with _locked(unfinished):
            if {file.name for file in unfinished.iterdir()} - OURS:
                raise BackupFailed(f"{unfinished} exists and is no backup; choose another name.")
            shutil.rmtree(unfinished)
    try:
        unfinished.mkdir(mode=0o700)
    except FileExistsError as error:
        raise _is_being_written(unfinished) from error
    with _locked(unfinished):
        yield


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
    """Lock a directory. Raises `BackupFailed` if another process has, or has just deleted it."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise _is_being_written(directory) from error
        if not os.path.samestat(os.fstat(handle), directory.stat()):
            raise _is_being_written(directory)
        yield
    finally:
        os.close(handle)


def _is_being_written(directory: Path) -> BackupFailed:
    return BackupFailed(f"Another backup is being written to {directory}. Wait until it is done.")


def _write_copies(directory: Path) -> None:
    if connection.vendor == "sqlite":
        _copy_sqlite(_sqlite_file(), directory / SQLITE_COPY)
    else:
        (directory / POSTGRES_COPY).touch(mode=0o600)
        _run_postgres("pg_dump", "--format=custom", f"--file={directory / POSTGRES_COPY}")
    if not _read_migrations(directory / _name_of_copy()):
        raise BackupFailed("The database of DATABASE_URL holds no site: nothing was backed up.")
    for key in _find_keys(Path(settings.BASE_DIR)):
        if key.read_text().strip() == getattr(settings, key.name.upper()):  # else it is an old one
            shutil.copy2(key, directory)
    for file in directory.iterdir():
        file.chmod(0o600)


def put_back(directory: Path) -> list[str]:
    """Replace the database and the keys; return the paths of the files that were put aside."""
    name = _name_of_copy()
    copy = directory / name
    aside: list[str] = []
    try:
        keys = _find_keys(directory)
        if not copy.is_file():
            _refuse_other_kind(directory, name)
            raise BackupFailed(f"There is no backup in {directory}: {copy} does not exist.")
        _refuse_newer_release(copy)
        if connection.vendor == "sqlite":
            aside += _replace_sqlite(copy)
        else:
            _replace_postgres(copy)
        for key in keys:
            aside += _replace(Path(settings.BASE_DIR) / key.name, key)
    except OSError as error:
        raise BackupFailed(f"The backup cannot be put back: {error}.") from error
    return aside


def _refuse_other_kind(directory: Path, name: str) -> None:
    """Fail if a directory has the copy of another kind of database than that of this name."""
    for other, kind in KINDS.items():
        if other != name and (directory / other).is_file():
            raise BackupFailed(
                f"{directory} is a backup of {kind}, and DATABASE_URL names {KINDS[name]}. It can "
                f"only be put back into {kind}."
            )


def _refuse_newer_release(copy: Path) -> None:
    """Fail if a copy has changes of the schema that this release does not know."""
    migrations = _read_migrations(copy)
    if not migrations:
        raise BackupFailed(f"{copy} does not say which release made it.")
    if change := find_newer_change(migrations):
        raise BackupFailed(
            f"The backup was made by a newer release ({change}). Install it and restore again."
        )


def _name_of_copy() -> str:
    return SQLITE_COPY if connection.vendor == "sqlite" else POSTGRES_COPY


def _read_migrations(copy: Path) -> list[tuple[str, str]]:
    """Return the changes of the schema in a copy, none if it is not that of a site."""
    is_sqlite = connection.vendor == "sqlite"
    return _read_sqlite_migrations(copy) if is_sqlite else _read_postgres_migrations(copy)


def _read_sqlite_migrations(copy: Path) -> list[tuple[str, str]]:
    has_any = "SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'"
    try:
        with closing(sqlite3.connect(copy)) as source:
            if source.execute(has_any).fetchone() is None:
                return []
            return source.execute("SELECT app, name FROM django_migrations").fetchall()
    except sqlite3.Error as error:
        raise BackupFailed(f"{copy} cannot be read: {error}.") from error


def _read_postgres_migrations(copy: Path) -> list[tuple[str, str]]:
    options = ("--data-only", "--table=django_migrations", "--file=-")
    script = _run(["pg_restore", *options, str(copy)], {})
    table = r"^COPY .*django_migrations \(id, app, name, applied\) FROM stdin;\n((?:.*\t.*\n)*)"
    rows = [row.split("\t") for row in "".join(re.findall(table, script, re.M)).splitlines()]
    return [(app, name) for _, app, name, _ in rows]


def find_unused_keys(directory: Path) -> list[str]:
    """Return which keys of a backup that was put back are not those of the site's settings.

    A key that was in a file has just been replaced; only one in the settings stays.
    """
    unused = []
    for key in _find_keys(directory):
        chosen = os.environ.get(key.name.upper(), "")
        if chosen and chosen.rstrip("=") != key.read_text().strip().rstrip("="):
            unused.append(key.name)
    return unused


def _find_keys(directory: Path) -> list[Path]:
    return [directory / name for name in KEYS if (directory / name).is_file()]


def _replace(old: Path, new: Path) -> list[str]:
    """Put a copy in the place of a file, which is kept under another name unless it is the same."""
    if old.is_file() and old.read_bytes() == new.read_bytes():
        return []
    aside = [str(old.replace(_name_aside(old)))] if old.exists() else []
    shutil.copy2(new, old)
    return aside


def _name_aside(file: Path) -> Path:
    """Return a name beside a file that nothing has: what was put aside before stays."""
    aside, number = Path(f"{file}{REPLACED}"), 1
    while aside.exists():
        number += 1
        aside = Path(f"{file}{REPLACED}-{number}")
    return aside


def is_database_missing() -> bool:
    """Return whether the database is a file that does not exist: to connect would create it."""
    return connection.vendor == "sqlite" and is_missing(_sqlite_file())


def _sqlite_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _copy_sqlite(old: Path, new: Path) -> None:
    """Copy a whole SQLite database, of which others may be writing, to a single private file."""
    if not old.is_file():  # SQLite would make an empty one
        raise BackupFailed(f"{old} does not exist.")
    new.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(old)) as source, closing(sqlite3.connect(new)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
            (found,) = target.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise BackupFailed(f"{old} cannot be copied: {error}.") from error
    if found != "ok":
        raise BackupFailed(f"{old} is damaged: {found}.")


def _replace_sqlite(copy: Path) -> list[str]:
    file = _sqlite_file()
    fresh = file.with_name(f"{file.name}.fresh")
    fresh.unlink(missing_ok=True)
    _copy_sqlite(copy, fresh)
    connection.close()
    # With what belongs to it, so that the file that was put aside still opens.
    name = _name_aside(file)
    aside = [str(file.replace(name))] if file.exists() else []
    for ending in ("-wal", "-shm"):
        beside, beside_aside = Path(f"{file}{ending}"), Path(f"{name}{ending}")
        beside_aside.unlink(missing_ok=True)  # of a file that has since been deleted
        if beside.exists():
            beside.replace(beside_aside)
    fresh.replace(file)
    return aside


def _replace_postgres(dump: Path) -> None:
    """Put a dump in the place of all tables, in one transaction: whole or not at all."""
    try:
        with connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
    except DatabaseError as error:
        raise BackupFailed(
            f"The database does not answer: {tell_reason(error)}. {tell_remedy(error)}"
        ) from error
    connection.close()
    quote = connection.ops.quote_name
    # Also those that the dump does not know, and not for ever if some process still uses them.
    drop = f"SET lock_timeout = '{WAITS}'"
    if tables:
        drop += f"; DROP TABLE {', '.join(map(quote, tables))} CASCADE"
    # Not beside the dump, which may be on a medium that cannot be written.
    with TemporaryDirectory() as private:
        script = Path(private) / f"{dump.name}.sql"
        options = ("--clean", "--if-exists", "--no-owner", f"--file={script}")
        _run(["pg_restore", *options, str(dump)], {})
        stop = ("--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1")
        _run_postgres("psql", *stop, "--output=/dev/null", f"--command={drop}", f"--file={script}")


def _run_postgres(program: str, *options: str) -> None:
    """Run a program of PostgreSQL on the site's database. The password is not in its arguments."""
    (_, *where), variables = DatabaseClient.settings_to_cmd_args_env(connection.settings_dict, [])
    _run([program, *options, *where], variables or {})


def _run(command: Sequence[str], variables: dict[str, str]) -> str:
    """Run a program and return what it has printed."""
    try:
        return subprocess.run(  # noqa: S603 (our own commands)
            command, env=os.environ | variables, check=True, capture_output=True, text=True
        ).stdout
    except FileNotFoundError as error:
        raise BackupFailed(
            f"{command[0]} is not installed. On Debian: apt-get install postgresql-client"
        ) from error
    except subprocess.CalledProcessError as error:
        raise BackupFailed(f"{command[0]} failed: {error.stderr.strip()}") from error
