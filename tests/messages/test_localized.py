"""Numbers, sums and dates as each language writes them."""

import re
from pathlib import Path
from typing import Any

import pytest

from games.messages.analysis import show_estimate, tell_cost
from games.messages.cards import sum_text
from games.messages.language import speak
from games.messages.numbers import show_exact
from games.messages.offers import count_here

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
# A month or a weekday in a format that no catalog translates.
UNMARKED_DATE = re.compile(r"""\|\s*date:\s*["'][^"']*[FMNDlbE][^"']*["']""")


def test_spanish_has_a_comma_where_english_has_a_point() -> None:
    assert show_estimate(1.25) == "1.2"
    assert (show_exact(0.5), show_exact(2.0)) == ("0.5", "2")
    with speak("es"):
        assert show_estimate(1.25) == "1,2"
        assert show_estimate(0.25) == "0,25"
        assert (show_exact(0.5), show_exact(2.0)) == ("0,5", "2")
        assert tell_cost(1.4, "points").startswith("1,4")


def test_large_numbers_are_grouped() -> None:
    assert count_here(12345) == "12,345 players are online, not counting visitors."
    with speak("es"):
        assert "12\xa0345 jugadores" in count_here(12345)


def test_a_sum_is_read_from_left_to_right_in_every_language(settings: Any) -> None:
    settings.LANGUAGES_BIDI = ["he"]
    assert sum_text(("5D", "4H")) == "5♦ + 4♥"
    with speak("he"):
        text = sum_text(("5D", "4H"))
        assert text == "\u20665♦ + 4♥\u2069"
        assert [part.code for part in text.parts if part.code] == ["5D", "4H"]


@pytest.mark.once
def test_every_language_can_write_dates_in_its_own_way() -> None:
    texts = {path: path.read_text() for path in TEMPLATES.rglob("*.*")}
    assert len(texts) > 100
    assert [str(path) for path, text in texts.items() if UNMARKED_DATE.search(text)] == []
