"""List the test files near a change, for `./check --quick`: python tests/near.py PATH...

A test file is near a changed module if it has the module's name in its own, in the folder that
mirrors the module's. Where there is none, those that import the module are near, or else those with
the name of the module's folder, or else all in the mirroring folder; if these are too many for a
minute, the tests of pages. Templates are like modules, those in `live` like modules of the games.
Those, catalogs and style sheets are also near the tests of `READ_BY`. A changed test is near
itself.
"""

import re
import sys
from pathlib import Path, PurePosixPath

MANY = 40
READ_BY = {
    ".po": ("catalogs", "languages", "spanish"),
    ".css": ("boundaries",),
    ".jinja": ("views",),
}
"""The names of the tests that read files of a kind, whatever they are called."""


def find_near(changed: str, tests: Path) -> set[Path]:
    """Return the test files near a changed path; browser tests, which take long, are left out."""
    path = PurePosixPath(changed.replace("templates/live/", "templates/games/"))
    if path.parts[0] == "tests":
        itself = tests.joinpath(*path.parts[1:])
        is_test = path.match("test_*.py") and "browser" not in path.parts and itself.exists()
        return {itself} if is_test else set()
    readers = {file for name in READ_BY.get(path.suffix, ()) for file in _named(name, _in(tests))}
    if path.suffix not in (".py", ".html", ".jinja") or "migrations" in path.parts:
        return readers
    name = path.parent.name if path.stem == "__init__" else path.stem.lstrip("_")
    folder = _in(_mirror(path, tests))
    return readers | (
        _named(name, folder)
        or {file for file in _in(tests) if _imports(file, path)}
        or _named(path.parent.name, folder)
        or (folder if len(folder) <= MANY else _named("pages", folder) | _named("views", folder))
    )


def _named(name: str, files: set[Path]) -> set[Path]:
    """Return the test files that have a name, in the singular or plural, in their own."""
    named = re.compile(rf"(^|_){re.escape(name.removesuffix('s'))}(e?s)?(_|$)")
    return {file for file in files if named.search(file.stem.removeprefix("test_"))}


def _mirror(path: PurePosixPath, tests: Path) -> Path:
    """Return the folder of tests for a module: `tests/rules/casino` for `games/rules/casino/`."""
    folders = path.parent.parts
    best = tests
    for start in (1, 0):
        folder = tests
        for part in folders[start:]:
            if not (folder / part).is_dir():
                break
            folder /= part
        if len(folder.parts) > len(best.parts):
            best = folder
    return best


def _in(folder: Path) -> set[Path]:
    return {file for file in folder.rglob("test_*.py") if "browser" not in file.parts}


def _imports(file: Path, path: PurePosixPath) -> bool:
    package, name = ".".join(path.parent.parts), path.stem
    pattern = rf"{re.escape(package)}\.{name}\b|from {re.escape(package)} import .*\b{name}\b"
    return path.suffix == ".py" and re.search(pattern, file.read_text()) is not None


if __name__ == "__main__":
    tests = Path(__file__).parent
    near = {file for changed in sys.argv[1:] for file in find_near(changed, tests)}
    sys.stdout.write("".join(f"{file}\n" for file in sorted(near)))
