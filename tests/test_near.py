from pathlib import Path

import pytest

from tests import near as module
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
    "games/test_spanish.py": "",
    "games/test_two_languages.py": "",
    "games/test_views.py": "",
    "config/test_catalogs.py": "",
    "test_boundaries.py": "",
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
        ("templates/live/_words.jinja", ["test_clock_words.py", "test_views.py"]),
        ("templates/live/words/tone.jinja", ["test_clock_words.py", "test_views.py"]),
        (
            "config/locale/es/LC_MESSAGES/django.po",
            ["test_catalogs.py", "test_spanish.py", "test_two_languages.py"],
        ),
        ("static/css/clock.css", ["test_boundaries.py"]),
        ("games/live/consumers.py", ["test_sockets.py"]),
        ("games/rules/sums.py", ["test_listing.py"]),
        ("games/rules/listing.py", ["test_listing.py"]),
        ("games/clock/tone.py", ["test_clock.py", "test_clock_words.py", "test_clocks.py"]),
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


def test_instead_of_very_many_those_of_pages_are_near(
    tests: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pages", "rules_pages", "views"):
        (tests / "games" / f"test_{name}.py").touch()
    changed = "games/presenters/people.py"
    assert find_near(changed, tests) == set((tests / "games").glob("test_*.py"))
    monkeypatch.setattr(module, "MANY", 7)
    near = find_near(changed, tests)
    assert sorted(file.stem for file in near) == ["test_pages", "test_rules_pages", "test_views"]
