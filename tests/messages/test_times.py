"""The texts for lengths of time."""

import pytest

from games.clocks import TimeControl
from games.messages.times import duration_words, move_time_words, time_words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 seconds"),
        (0.6, "1 second"),
        (45, "45 seconds"),
        (60, "1 minute"),
        (61, "61 seconds"),
        (89, "89 seconds"),
        (90, "2 minutes"),
        (119.5, "2 minutes"),
        (3599, "60 minutes"),
        (3600, "1 hour"),
        (5400, "2 hours"),
        (86_400, "1 day"),
        (100_000, "28 hours"),
        (3 * 86_400, "3 days"),
    ],
)
def test_a_duration_is_given_in_its_natural_unit(seconds: float, words: str) -> None:
    assert duration_words(seconds) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(60, "60 seconds"), (120, "2 minutes"), (600, "10 minutes"), (259_200, "3 days")],
)
def test_a_move_time_of_a_minute_is_given_in_seconds(seconds: int, words: str) -> None:
    assert move_time_words(seconds) == words


def test_a_time_control_is_named_by_its_move_time_or_by_bank_and_increment() -> None:
    assert time_words(TimeControl(60)) == "60 seconds"
    assert time_words(TimeControl(43_200, bank=86_400)) == "1 day + 12 hours"
