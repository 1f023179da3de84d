"""What a computer player counts for a lifeline that it could keep for later."""

from typing import Any

import pytest

from games import rules
from games.computer import LEVELS, choose
from games.rules.trifecta import Trifecta

TRIFECTA = rules.variant("trifecta")
SEARCHING = [level for level in LEVELS if level not in ("beginner", "easy")]


def view(round_number: int, hand: list[str]) -> dict[str, Any]:
    return {
        "variant": "trifecta",
        "round": round_number,
        "hands": [hand, ["??"] * len(hand)],
        "table": [{"cards": ["TD"]}, {"cards": ["4C"]}],
        "stock": ["??"] * 8 * (6 - round_number),
    }


def worth(action: str, round_number: int, hand: list[str]) -> float:
    state = TRIFECTA.position(view(round_number, hand))
    return Trifecta().worth_of_keeping(state, action)


@pytest.mark.parametrize("action", ["pass", "subtraction"])
def test_a_lifeline_is_worth_less_and_less_and_nothing_after_the_last_card(action: str) -> None:
    hand = ["2H", "5S", "9C", "KD"]
    worths = [worth(action, number, hand) for number in range(1, 7)]
    worths += [worth(action, 6, hand[:count]) for count in (3, 2, 1)]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > 0
    assert worths[-1] == 0


@pytest.mark.parametrize("action", ["drop", "capture", "build"])
def test_what_may_be_done_again_costs_nothing(action: str) -> None:
    assert worth(action, 1, ["2H", "5S"]) == 0


@pytest.mark.parametrize("level", SEARCHING)
@pytest.mark.parametrize(("action", "text"), [("pass", "pass"), ("subtraction", "2H - TD = 8")])
def test_the_worth_of_a_lifeline_is_taken_off_the_move_that_uses_it(
    level: str, action: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = view(2, ["2H", "8S"])
    price = worth(action, 2, ["2H", "8S"])
    priced = dict(choose(asked, level, 1, 300, also=text).alternatives)
    monkeypatch.setattr(Trifecta, "worth_of_keeping", lambda *_: 0.0)
    free = dict(choose(asked, level, 1, 300, also=text).alternatives)
    assert priced[text] < free[text] - price / 2
