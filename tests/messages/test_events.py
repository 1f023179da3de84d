"""The texts for what happens at a table besides moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from games.messages import events
from games.messages.names import Names
from games.messages.text import Text
from games.rules.facts import make_fact

FOUR = ("Ada", "Ben", "Carol", "Dora")
PLAYER, OPPONENT, SPECTATOR = Names(FOUR, 0), Names(FOUR, 1), Names(FOUR)
POINT = make_fact("rivals_point")


@pytest.mark.parametrize(
    ("tell", "you", "named"),
    [
        (events.tell_resignation, "You quit", "Ada quits"),
        (
            events.tell_take_over,
            "A computer player takes your seat",
            "A computer player takes Ada’s seat",
        ),
        (
            partial(events.tell_last_violation, count=5),
            "You ran out of time 5 times and forfeit",
            "Ada ran out of time 5 times and forfeits",
        ),
    ],
)
def test_an_event_is_told_to_its_player_and_of_that_player(
    tell: Callable[[Names, int], Text], you: str, named: str
) -> None:
    assert tell(PLAYER, 0) == you
    assert tell(OPPONENT, 0) == tell(SPECTATOR, 0) == named


@pytest.mark.parametrize(
    ("names", "rivals", "words"),
    [
        (PLAYER, [1], "You ran out of time: 1 point to Ben (2 of 5)"),
        (OPPONENT, [1], "Ada ran out of time: 1 point to you (2 of 5)"),
        (SPECTATOR, [1], "Ada ran out of time: 1 point to Ben (2 of 5)"),
        (PLAYER, [1, 3], "You ran out of time: 1 point to Ben and Dora (2 of 5)"),
        (OPPONENT, [1, 3], "Ada ran out of time: 1 point to you and Dora (2 of 5)"),
        (PLAYER, [1, 2, 3], "You ran out of time: 1 point to each of the others (2 of 5)"),
        (OPPONENT, [1, 2, 3], "Ada ran out of time: 1 point each to you and the others (2 of 5)"),
        (SPECTATOR, [1, 2, 3], "Ada ran out of time: 1 point to each of the others (2 of 5)"),
        (SPECTATOR, [], "Ada ran out of time: 1 point to nobody (2 of 5)"),
    ],
)
def test_a_violation_is_told_with_who_gets_the_point(
    names: Names, rivals: list[int], words: str
) -> None:
    told = events.tell_violation(names, 0, brought=POINT, rivals=rivals, number=2, most=5)
    assert told == words


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (PLAYER, "You ran out of time: 5♥ discarded automatically (1 of 5)"),
        (OPPONENT, "Ada ran out of time: 5♥ discarded automatically (1 of 5)"),
    ],
)
def test_a_violation_is_told_with_what_the_clock_played(names: Names, words: str) -> None:
    brought = make_fact("clock_discards", cards=("5H",))
    told = events.tell_violation(names, 0, brought=brought, rivals=[1], number=1, most=5)
    assert told == words
    assert "the five of hearts" in told.spoken


@pytest.mark.parametrize(
    ("rivals", "number", "partner", "words"),
    [
        ("Ben", 1, "", "Quit and lose this game? Ben wins at once."),
        ("Ben and Dora", 2, "", "Quit and lose this game? Ben and Dora win at once."),
        (
            "Ben and Dora",
            2,
            "Lea",
            "Quit and lose this game? Lea loses too, and Ben and Dora win at once.",
        ),
    ],
)
def test_a_player_who_is_about_to_quit_is_asked(
    rivals: str, number: int, partner: str, words: str
) -> None:
    assert events.ask_to_quit(rivals, number=number, partner=partner) == words


def test_a_player_whom_others_play_on_without_is_asked() -> None:
    assert events.ask_to_quit_others() == (
        "Quit and lose this game? The others play on, and a computer player takes your seat."
    )


@pytest.mark.parametrize(
    ("lifeline", "words"),
    [
        ("secret", "Ben’s secret card"),
        ("pass", "Ben’s pass"),
        ("subtraction", "Ben’s subtraction"),
    ],
)
def test_another_players_used_lifeline_is_marked(lifeline: str, words: str) -> None:
    assert events.tell_used_lifeline(lifeline, "Ben") == words


def test_the_deal_and_the_end_of_a_sentence() -> None:
    assert events.tell_deal() == "The cards are dealt"
    assert events.say_sentence("Ada passes") == "Ada passes."
    assert events.say_sentence("Ada is thinking…") == "Ada is thinking…"
