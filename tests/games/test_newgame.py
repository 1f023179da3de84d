"""`manage.py newgame` writes the beginning of a game, and the tests say what is still missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import rules

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = (".*", "node_modules", "staticfiles", "db.sqlite3*", "images", "sounds")
WRITTEN = (
    "games/rules/tried_casino.py",
    "docs/rules/tried_casino.md",
    "tests/rules/tried_casino/test_rules.py",
)
SAID = """\
README.md does not say what Tried Casino is
docs/rules/tried_casino.md has no introduction
docs/rules/tried_casino.md has clauses without a text
templates/rules/tried_casino.html is missing
templates/rules/help/tried_casino.html is missing
There are 0 recorded games of Tried Casino by version 1 of its rules, and 20 are needed
""".splitlines()
"""Some of what the new game lacks; `tests.test_every_game` has the rest."""


@pytest.fixture
def project(tmp_path: Path, settings: Any) -> Path:
    """Return a folder with the files that the command reads, and none of those that it writes."""
    settings.BASE_DIR = tmp_path
    for folder in ("games/rules/record", "docs/rules", "tests/rules"):
        (tmp_path / folder).mkdir(parents=True)
    for path in (ROOT / "games/rules/__init__.py", *(ROOT / "docs/rules").glob("*.md")):
        shutil.copy(path, tmp_path / path.relative_to(ROOT))
    return tmp_path


def begin(*arguments: str) -> str:
    out = StringIO()
    call_command("newgame", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("name", rules.VARIANTS)
def test_a_game_can_be_like_any_other(project: Path, name: str) -> None:
    begin("tried_casino", "--like", name, "--title", "Hearts")
    found: dict[str, Any] = {}
    exec((project / WRITTEN[0]).read_text(), found)  # noqa: S102 (just written)
    game = found["TriedCasino"]()
    assert isinstance(game, type(rules.variant(name)))
    assert (game.name, game.title) == ("tried_casino", "Hearts")
    registry = (project / "games/rules/__init__.py").read_text()
    base = type(rules.variant(name)).__name__
    assert "\nfrom games.rules.tried_casino import TriedCasino\n" in registry
    assert f"\n    {base}(),\n    TriedCasino(),\n" in registry
    text = (project / WRITTEN[1]).read_text()
    original = (ROOT / "docs/rules" / f"{name}.md").read_text()
    assert text.startswith("# Hearts\n")
    assert re.findall(r"^##.*", text, re.M) == re.findall(r"^##.*", original, re.M)


def test_a_name_may_come_before_all_others(project: Path) -> None:
    begin("american_casino")
    registry = (project / "games/rules/__init__.py").read_text()
    imports = [line for line in registry.splitlines() if line.startswith("from games.rules.")]
    assert imports[0] == "from games.rules.american_casino import AmericanCasino"


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (["Hearts"], "a name has"),
        (["a_name_of_21_letters_x"], "a name has"),
        (["../hearts"], "a name has"),
        (["class"], "is taken"),
        (["true"], "is taken"),
        (["casino"], "is taken"),
        (["pile"], "is taken"),
        (["record"], "is taken"),
        (["hearts", "--title", "Casino"], "another game is called Casino"),
        (["hearts", "--title", 'The "Hearts"'], "a title has"),
        (["hearts", "--like", "bridge"], "invalid choice"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(
    project: Path, arguments: list[str], refusal: str
) -> None:
    before = sorted(project.rglob("*"))
    with pytest.raises(CommandError, match=refusal):
        begin(*arguments)
    assert sorted(project.rglob("*")) == before


def test_nothing_is_written_over(project: Path) -> None:
    (project / WRITTEN[1]).write_text("Rules")
    registry = (project / "games/rules/__init__.py").read_text()
    with pytest.raises(CommandError, match=r"docs/rules/tried_casino.md exists already"):
        begin("tried_casino")
    assert not (project / WRITTEN[0]).exists()
    assert (project / WRITTEN[1]).read_text() == "Rules"
    assert (project / "games/rules/__init__.py").read_text() == registry


@pytest.mark.early
def test_what_is_written_passes_every_check_and_the_rest_is_listed(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(ROOT, project, ignore=shutil.ignore_patterns(*LEFT_OUT))
    kept = ("PATH", "HOME", "MIGRATED_SQLITE")
    environment = {name: os.environ[name] for name in kept if name in os.environ}

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command],
            cwd=project,
            env=environment,
            capture_output=True,
            text=True,
        )

    done = run("manage.py", "newgame", "tried_casino", "--like", "casino")
    assert done.stdout.splitlines() == [
        *(f"wrote {place}" for place in WRITTEN),
        "registered it in games/rules/__init__.py",
        "To see what it still lacks: .venv/bin/pytest tests/test_every_game.py -k tried_casino",
    ]
    changed = (WRITTEN[0], WRITTEN[2], "games/rules/__init__.py")
    for check in (
        ("ruff", "format", "--check", *changed),
        ("ruff", "check", *changed),
        ("mypy", *changed),
        ("pytest", "-q", WRITTEN[2]),
    ):
        checked = run("-m", *check)
        assert checked.returncode == 0, checked.stdout + checked.stderr
    tests = ("tests/test_every_game.py", "-k", "tried_casino", "--show-capture=no")
    listed = run("-m", "pytest", "-q", *tests)
    lines = listed.stdout.splitlines()
    assert listed.returncode == 1
    assert [words for words in SAID if not any(line.startswith(words) for line in lines)] == []
    assert not any(line.startswith(("E  ", "Traceback")) for line in lines)
