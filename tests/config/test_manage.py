"""What every command of `manage.py` does, whichever it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from stat import S_IMODE

import pytest
from django.db import ProgrammingError

from config.databases import is_unprepared
from manage import main
from tests.running import ROOT, environment, free_port

pytestmark = [pytest.mark.once, pytest.mark.early]  # these commands choose their own database


def manage(*command: str, database: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=environment(DATABASE_URL=database),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_database_that_does_not_answer_is_reported_in_a_sentence() -> None:
    nobody = f"postgres://nobody:hunter2@127.0.0.1:{free_port()}/cards"
    refused = manage("createcachetable", database=nobody)
    assert refused.returncode == 1
    (sentence,) = refused.stderr.splitlines()
    assert sentence.startswith("The database does not answer: connection failed: ")
    assert sentence.endswith(
        "failed: Connection refused. Start PostgreSQL, or correct DATABASE_URL."
    )
    assert "hunter2" not in refused.stderr


def test_the_doctor_says_at_once_why_the_database_does_not_answer() -> None:
    port = free_port()
    refused = manage("doctor", database=f"postgres://nobody@127.0.0.1:{port}/cards")
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert f"port {port} failed: Connection refused.\n" in refused.stdout
    assert "Start PostgreSQL, or correct DATABASE_URL." in refused.stdout


def test_a_database_that_cannot_be_opened_is_reported_in_a_sentence(tmp_path: Path) -> None:
    refused = manage("createcachetable", database=f"sqlite:///{tmp_path}")
    assert refused.returncode == 1
    assert refused.stderr == (
        "The database does not answer: unable to open database file. Correct DATABASE_URL, or "
        "restore a backup.\n"
    )


@pytest.mark.parametrize("command", ["verify_games", "createsuperuser", "createcachetable"])
def test_only_commands_that_begin_a_site_make_a_database(tmp_path: Path, command: str) -> None:
    """A new one under a mistyped name would be empty, as if all games were lost."""
    misspelt = tmp_path / "misspelt.sqlite3"
    refused = manage(command, database=f"sqlite:///{misspelt}")
    assert refused.returncode == 1
    assert refused.stderr == (
        f"The database does not answer: {misspelt} does not exist. Correct DATABASE_URL, or "
        "restore a backup.\n"
    )
    assert not misspelt.exists()


def test_only_its_owner_can_read_a_database_that_a_command_makes(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite3"
    assert manage("migrate", "contenttypes", database=f"sqlite:///{file}").returncode == 0
    assert S_IMODE(file.stat().st_mode) == 0o600


def test_a_database_without_tables_is_told_from_one_that_does_not_answer(tmp_path: Path) -> None:
    empty = tmp_path / "empty.sqlite3"
    empty.touch()
    refused = manage("verify_games", database=f"sqlite:///{empty}")
    assert refused.returncode == 1
    assert refused.stderr == (
        "The database is not ready for this release: no such table: games_game. Run manage.py "
        "serve prepare; if the site has another database, set its DATABASE_URL first.\n"
    )


def test_where_a_table_is_missing_is_shown_on_request(tmp_path: Path) -> None:
    empty = tmp_path / "empty.sqlite3"
    empty.touch()
    refused = manage("verify_games", "--traceback", database=f"sqlite:///{empty}")
    assert refused.returncode == 1
    assert refused.stderr.endswith("OperationalError: no such table: games_game\n")


@pytest.mark.parametrize("sqlstate", ["42P01", "42703", "23505"])
def test_a_database_of_an_older_release_is_told_from_other_faults(sqlstate: str) -> None:
    cause = Exception("relation, column or key")
    cause.sqlstate = sqlstate  # type: ignore[attr-defined]
    error = ProgrammingError("no")
    error.__cause__ = cause
    assert is_unprepared(error) is (sqlstate != "23505")


def test_settings_that_are_named_are_those_that_count() -> None:
    checked = manage("check", "--settings=no_such_settings", database="sqlite:///:memory:")
    assert checked.returncode != 0
    assert "no_such_settings" in checked.stderr


def test_ctrl_c_ends_a_command_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("django.core.management.execute_from_command_line", interrupt)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
