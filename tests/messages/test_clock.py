"""The clock in words, and the patterns by which the browser counts down in the same words."""

from __future__ import annotations

import pytest

from games.messages.clock import clock_patterns, clock_words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0:00"),
        (4.2, "0:05"),
        (60, "1:00"),
        (899.5, "15:00"),
        (3_600, "1 h 0 min"),
        (86_400, "24 h 0 min"),
        (172_799, "47 h 59 min"),
        (172_800, "2 d 0 h"),
        (3 * 86_400 + 5 * 3_600, "3 d 5 h"),
    ],
)
def test_the_time_left_is_shown_in_suitable_units(seconds: float, words: str) -> None:
    assert clock_words(seconds) == words


def test_the_browser_gets_the_patterns_that_the_server_uses() -> None:
    assert clock_patterns() == {
        "days": [(2, "{days} d {hours} h")],
        "hours": "{hours} h {minutes} min",
        "minutes": "{minutes}:{seconds}",
        "left": [(1, "{seconds} second left"), (2, "{seconds} seconds left")],
    }
