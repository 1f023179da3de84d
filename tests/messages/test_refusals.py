"""The texts for refusals."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from games import services
from games.messages import refusals
from games.messages.refusals import tell_refusal
from games.rules import IllegalMove
from games.rules.facts import make_fact

SERVICES = Path(services.__file__).parent


@pytest.mark.parametrize(
    ("refused", "told"),
    [
        (services.Refused(), "That is not possible."),
        (services.NotSeated(), "You have no seat at this table."),
        (services.NotSeated("only_host"), "Only the host can give seats to computer players."),
        (services.NotStarted(), "The cards have not been dealt yet."),
        (services.GameOver(), "This game is over."),
        (services.NotYourTurn(), "It is not your turn."),
        (services.StaleTable(), "The table has changed. Look again, then play."),
        (services.ChoiceNeeded(()), "Choose which move you mean."),
        (services.PickRefused("already_picked"), "You have already picked your secret card."),
        (services.PickRefused("no_picks_now"), "Secret cards cannot be picked now."),
        (services.SeatRefused("seat_taken"), "That seat has just been taken."),
        (services.SeatRefused("game_begun"), "The game has already begun."),
        (
            services.SeatRefused("table_closed"),
            "This table has closed: the other player has left.",
        ),
        (
            services.SeatRefused("somebody_leaves"),
            "Somebody is leaving this table just now. Try again in a moment.",
        ),
        (
            services.SeatRefused("cards_dealt"),
            "The cards have been dealt. If you quit now, you forfeit.",
        ),
        (
            services.AlreadyPlaying("at_live_table", public_id="abc"),
            "You are already at a live table. Finish that game first.",
        ),
        (
            services.AlreadyPlaying("too_many_correspondence_games", count=50),
            "You already have 50 correspondence games. Finish one before you start another.",
        ),
        (
            services.SeatRefused("too_many_places", count=10),
            "You are already waiting in 10 places for games over days. "
            "Stop waiting in one of them first.",
        ),
        (
            services.AlreadyPlaying("too_many_practice_games", count=30),
            "You already have 30 games against the computer. Finish one before you start another.",
        ),
        (
            services.AlreadyPlaying("too_many_correspondence_games", count=1),
            "You already have 1 correspondence game. Finish one before you start another.",
        ),
        (
            services.SeatRefused(
                "impossible_table", reason=make_fact("unknown_option", given="'luck'")
            ),
            "This table cannot be created: there is no option 'luck'.",
        ),
    ],
    ids=str,
)
def test_a_refusal_is_a_sentence(refused: services.Refused, told: str) -> None:
    assert tell_refusal(refused) == told


def test_logs_show_a_refusal_by_its_code() -> None:
    assert str(services.NotSeated()) == "not_seated"
    assert str(services.NotSeated("only_host")) == "only_host"
    assert str(services.AlreadyPlaying("at_live_table", public_id="abc")) == "at_live_table"


def test_an_illegal_play_has_the_text_of_the_rules_with_its_cards() -> None:
    refused = services.IllegalPlay(IllegalMove("card_not_held", "1.5", card="TD"))
    told = tell_refusal(refused)
    assert (str(refused), refused.clause, told) == ("illegal_play", "1.5", "You do not hold 10♦.")
    assert told.spoken == "You do not hold the ten of diamonds."
    picked = services.PickRefused("illegal_pick", "1.4", reason=make_fact("no_such_action"))
    assert (tell_refusal(picked), picked.clause) == ("There is no such action.", "1.4")


def late(**facts: Any) -> services.TimeRanOut:
    usual = {
        "violation": make_fact("rivals_point"),
        "rivals": ("bob",),
        "is_still_to_move": False,
    }
    return services.TimeRanOut("time_ran_out", **{**usual, **facts})


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({}, "Your time ran out: 1 point to bob."),
        (
            {"is_still_to_move": True},
            "Your time ran out: 1 point to bob. It is still your turn.",
        ),
        ({"rivals": ("",)}, "Your time ran out: 1 point to the computer."),
        ({"rivals": ("bob", "")}, "Your time ran out: 1 point to your opponents."),
        (
            {"violation": make_fact("clock_plays")},
            "Your time ran out: your turn was played for you.",
        ),
    ],
)
def test_a_late_move_is_refused_with_the_points_of_the_violation(
    facts: dict[str, Any], told: str
) -> None:
    assert tell_refusal(late(**facts)) == told


def test_the_name_of_the_opponent_is_marked_as_a_name() -> None:
    told = tell_refusal(late(rivals=("10♦",)))
    assert [part.text for part in told.parts if part.is_name] == ["10♦"]


def test_the_last_violation_is_named_by_its_number() -> None:
    assert tell_refusal(services.TimeRanOut("forfeited", count=5)) == (
        "Your time has run out 5 times: you forfeit the game."
    )
    assert tell_refusal(services.TimeRanOut("dropped_out", count=5)) == (
        "Your time has run out 5 times: you are out of this game."
    )
    assert tell_refusal(services.TimeRanOut("dropped_out", count=1)) == (
        "Your time has run out once: you are out of this game."
    )


TOLD_APART = {
    *("illegal_play", "illegal_pick", "time_ran_out", "forfeited", "dropped_out"),
    *("off_lesson", "too_many_correspondence_games", "too_many_places"),
    *("paused", "too_many_practice_games", "vacation_too_long"),
}


def codes_of_services() -> set[str]:
    """Return every code of a refusal by a service."""
    names = {name for name in services.__all__ if name.endswith(("Refused", "Playing", "Seated"))}
    kinds: tuple[type[services.Refused], ...] = (
        services.Refused,
        *services.MoveRefused.__subclasses__(),
    )
    found = {kind.usual_code for kind in kinds if "usual_code" in vars(kind)}
    for path in SERVICES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in {*names, "TimeRanOut"}:
                first = node.args[0]
                choices = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
                assert all(isinstance(choice, ast.Constant) for choice in choices), path
                found |= {ast.literal_eval(choice) for choice in choices}
    return found


def test_there_is_a_sentence_for_every_code_of_the_services_and_none_beside() -> None:
    assert codes_of_services() | TOLD_APART == set(refusals._SENTENCES) | TOLD_APART
    assert codes_of_services() - {"illegal_play"} >= TOLD_APART - {"illegal_play"}
