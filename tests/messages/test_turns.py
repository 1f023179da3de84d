"""The texts for whose turn it is and what the clock will do."""

from __future__ import annotations

import pytest

from games.messages import turns
from games.messages.names import Names
from games.rules.facts import Fact, make_fact

FOUR = ("Ada", "Ben", "Carol", "Dora")
PLAYER, OPPONENT, SPECTATOR = Names(FOUR, 0), Names(FOUR, 1), Names(FOUR)
POINT = make_fact("rivals_point")


@pytest.mark.parametrize(
    ("names", "is_computer", "words"),
    [
        (PLAYER, False, "Your turn"),
        (OPPONENT, False, "Ada’s turn"),
        (SPECTATOR, False, "Ada’s turn"),
        (OPPONENT, True, "Ada is thinking…"),
        (SPECTATOR, True, "Ada is thinking…"),
    ],
)
def test_the_turn_is_told(names: Names, is_computer: bool, words: str) -> None:
    assert turns.tell_turn(names, 0, is_computer=is_computer) == words


@pytest.mark.parametrize(
    ("names", "missing", "words"),
    [
        (PLAYER, [0, 1], "Pick your secret card"),
        (PLAYER, [1], "Ben is picking a secret card"),
        (SPECTATOR, [0], "Ada is picking a secret card"),
        (SPECTATOR, [0, 1], "Ada and Ben are picking secret cards"),
    ],
)
def test_who_still_picks_a_secret_card_is_told(
    names: Names, missing: list[int], words: str
) -> None:
    assert turns.tell_picking(names, missing) == words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (["2H", "3H"], "If time runs out, a random heart is picked for you."),
        (
            ["2H", "2C", "3C"],
            "If time runs out, a random heart or club is picked for you.",
        ),
    ],
)
def test_a_player_is_warned_of_a_random_pick(cards: list[str], words: str) -> None:
    assert turns.warn_of_pick(cards) == words


@pytest.mark.parametrize(
    ("names", "brings", "rivals", "number", "words"),
    [
        (PLAYER, POINT, (1,), 4, "If your time runs out: 1 point to Ben (violation 4 of 5)"),
        (OPPONENT, POINT, (1,), 4, "If time runs out: 1 point to you (violation 4 of 5)"),
        (SPECTATOR, POINT, (1,), 4, "If time runs out: 1 point to Ben (violation 4 of 5)"),
        (
            OPPONENT,
            POINT,
            (1, 2, 3),
            1,
            "If time runs out: 1 point each to you and the others (violation 1 of 5)",
        ),
        (
            PLAYER,
            make_fact("clock_plays"),
            (1,),
            1,
            "If your time runs out: your turn is played for you (violation 1 of 5)",
        ),
        (
            OPPONENT,
            make_fact("clock_plays"),
            (1,),
            1,
            "If time runs out: the turn is played for them (violation 1 of 5)",
        ),
        (PLAYER, POINT, (1,), 5, "If your time runs out, you forfeit the game"),
        (OPPONENT, POINT, (1,), 5, "If time runs out, Ada forfeits the game"),
        (SPECTATOR, POINT, (1,), 5, "If time runs out, Ada forfeits the game"),
    ],
)
def test_players_are_warned_of_a_violation(
    names: Names, brings: Fact, rivals: tuple[int, ...], number: int, words: str
) -> None:
    told = turns.warn_of_violation(names, 0, brings=brings, rivals=rivals, number=number, most=5)
    assert told == words


def test_an_outage_is_made_up_for() -> None:
    assert turns.tell_extension(180) == (
        "The site was down for 3 minutes. That time has been added to the clock."
    )
    assert turns.tell_extension(1) == (
        "The site was down for 1 second. That time has been added to the clock."
    )


def test_a_player_who_waits_is_told_so() -> None:
    assert turns.not_your_turn() == "It is not your turn."
    assert turns.not_your_turn_yet() == (
        "It is not your turn yet, but you can choose your cards now."
    )


def test_the_stage_names_the_deck_of_a_match() -> None:
    stage = make_fact("deal", number=2, total=6)
    assert turns.tell_stage(stage) == "Round 2 of 6"
    assert turns.tell_stage(stage, 3) == "Deck 3 · Round 2 of 6"
    assert turns.tell_stage(make_fact("last_deal"), 3) == "Deck 3 · Last round"
    assert turns.tell_stage(stage, 3).spoken == "Deck 3, Round 2 of 6"
    assert turns.tell_stage(make_fact("round", number=2, total=6), 3) == "Deck 3 · Round 2 of 6"
    assert turns.tell_stage(None, 3) == turns.tell_deck(3) == "Deck 3"
