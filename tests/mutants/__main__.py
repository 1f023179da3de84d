"""Plant faults in a copy of the site and see who notices: python -m tests.mutants [WORD ...]

Without words all mutants are tried, else those of an area, or whose file or fault has a word. The
copy holds the tracked files as they are in the working tree, which is never touched. The tests
must pass before anything is planted. It exits with 1 if a mutant survives that is not named as
equivalent, or cannot be tried.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.mutants.mutant import Mutant
from tests.mutants.planted import AREAS

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 600
"""After how many seconds tests hang, which somebody would notice."""
REDIS_URL = os.environ.get("CHECK_REDIS_URL", "redis://127.0.0.1:6379/9")
PASSED, FAILED = 0, 1
"""What pytest exits with. Anything else says that no test was run."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", metavar="WORD")
    chosen = choose(parser.parse_args().words)
    if not chosen:
        parser.error("no mutant has any of these words")
    with tempfile.TemporaryDirectory(prefix="mutants-") as directory:
        copy = Path(directory) / "site"
        copy_site(copy)
        environment = migrate(copy)
        for on_redis in {mutant.on_redis for mutant in chosen}:
            files = {t for each in chosen if each.on_redis == on_redis for t in each.tests.split()}
            code, failed = run_tests(
                copy, sorted(files), environment, on_redis=on_redis, patience=6 * PATIENCE
            )
            if code != PASSED:
                sys.exit(f"Nothing was planted yet, and the tests do not pass: {failed or code}")
        wrong = [mutant for mutant in chosen if not is_noticed(mutant, copy, environment)]
    say(f"{len(chosen)} mutants; to be looked at: {len(wrong)}")
    sys.exit(1 if wrong else 0)


def choose(words: Sequence[str]) -> list[Mutant]:
    """Return the mutants that have one of the words, or all if there are no words."""

    def has(word: str, area: str, mutant: Mutant) -> bool:
        named = f"{mutant.file} {mutant.fault}".lower()
        return word == area if word in AREAS else word.lower() in named

    return [
        mutant
        for area, mutants in AREAS.items()
        for mutant in mutants
        if not words or any(has(word, area, mutant) for word in words)
    ]


def copy_site(copy: Path) -> None:
    """Copy the tracked files and their times of change, so that only mutants are compiled again."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).exists():  # else it is removed in the working tree
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)


def migrate(copy: Path) -> dict[str, str]:
    """Make a migrated database for all runs to begin with, and return the environment of tests."""
    database = copy.parent / "site.sqlite3"
    command = [sys.executable, "manage.py", "migrate", "-v", "0"]
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{database}", "REDIS_URL": ""}
    subprocess.run(command, cwd=copy, env=environment, check=True)
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return kept | {"MIGRATED_SQLITE": str(database)}


def is_noticed(mutant: Mutant, copy: Path, environment: Mapping[str, str]) -> bool:
    """Plant a fault, run its tests, take it out again; return whether all is as it should be."""
    planted = copy / mutant.file
    text = planted.read_text()
    if text.count(mutant.text) != 1:
        say(f"CANNOT BE PLANTED  {mutant.file}: {mutant.fault}")
        return False
    planted.write_text(text.replace(mutant.text, mutant.becomes))
    begun = time.monotonic()
    code, failed = run_tests(copy, mutant.tests.split(), environment, on_redis=mutant.on_redis)
    shutil.copy2(ROOT / mutant.file, planted)
    outcome = {
        PASSED: "equivalent" if mutant.equivalent else "SURVIVED",
        FAILED: "NOT EQUIVALENT" if mutant.equivalent else "killed",
    }.get(code, f"NOT TRIED ({code})")
    say(f"{outcome:10} {time.monotonic() - begun:4.0f} s  {mutant.file}: {mutant.fault}")
    say(f"{'':18}{failed or mutant.equivalent}")
    return outcome in ("killed", "equivalent")


def run_tests(
    copy: Path,
    tests: Sequence[str],
    environment: Mapping[str, str],
    *,
    on_redis: bool,
    patience: float = PATIENCE,
) -> tuple[int, str]:
    """Run tests until the first fails; return what pytest exits with, and the name of that test."""
    environment = {**environment, "REDIS_URL": REDIS_URL if on_redis else ""}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    try:
        ran = subprocess.run(
            command,
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            timeout=patience,
        )
    except subprocess.TimeoutExpired:
        return FAILED, "the tests hang"
    failed = re.search(r"^(?:FAILED|ERROR) (tests/.+?)(?: - |$)", ran.stdout, re.MULTILINE)
    return ran.returncode, failed[1] if failed else ""


def say(line: str) -> None:
    sys.stdout.write(f"{line.rstrip()}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
