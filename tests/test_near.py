from pathlib import Path

import pytest

from tests.near import find_near

FILES = {
    "browser/test_clock.py": "",
    "games/test_clock.py": "",
    "games/test_clock_words.py": "",
    "games/test_clocks.py": "",
    "games/test_clockwork.py": "",
    "games/test_sockets.py": "from games.live import consumers\n",
    "rules/test_listing.py": "import games.rules.sums\n",
    "rules/casino/test_examples.py": "",
    "rules/casino/test_words.py": "",
}


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "near"),
    [
        ("games/services/clock.py", ["test_clock.py", "test_clock_words.py", "test_clocks.py"]),
        ("templates/games/_clock.html", ["test_clock.py", "test_clock_words.py", "test_clocks.py"]),
        ("games/live/consumers.py", ["test_sockets.py"]),
        ("games/rules/sums.py", ["test_listing.py"]),
        ("games/rules/casino/points.py", ["test_examples.py", "test_words.py"]),
        ("tests/games/test_sockets.py", ["test_sockets.py"]),
        ("tests/browser/test_clock.py", []),
        ("tests/games/test_removed.py", []),
        ("games/migrations/0001_initial.py", []),
        ("static/js/clock.js", []),
    ],
)
def test_the_find_near_a_change_are_found(tests: Path, changed: str, near: list[str]) -> None:
    assert sorted(file.name for file in find_near(changed, tests)) == near
