"""What every command of `manage.py` does, whichever it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from stat import S_IMODE

import pytest

from tests.running import ROOT, environment

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


def test_whichever_command_makes_the_database_only_its_owner_can_read_it(tmp_path: Path) -> None:
    for number, command in enumerate((["showmigrations"], ["migrate", "contenttypes"])):
        file = tmp_path / f"{number}.sqlite3"
        assert manage(*command, database=f"sqlite:///{file}").returncode == 0
        assert S_IMODE(file.stat().st_mode) == 0o600
        file.chmod(0o640)  # as somebody may want it who knows why
        assert manage(*command, database=f"sqlite:///{file}").returncode == 0
        assert S_IMODE(file.stat().st_mode) == 0o640
