"""The texts for how a game ended."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.messages import endings
from games.messages.names import Names
from games.messages.numbers import Points

FOUR = ("Ada", "Ben", "Carol", "Dora")
PLAYER, PARTNER, OPPONENT, SPECTATOR = Names(FOUR, 0), Names(FOUR, 2), Names(FOUR, 1), Names(FOUR)


@pytest.mark.parametrize(
    ("names", "winners", "score", "forfeit"),
    [
        (PLAYER, [0], "You win 12 to 9", "You win by forfeit"),
        (OPPONENT, [0], "Ada wins 12 to 9", "Ada wins by forfeit"),
        (SPECTATOR, [0], "Ada wins 12 to 9", "Ada wins by forfeit"),
        (PLAYER, [0, 2], "You and Carol win 12 to 9", "You and Carol win by forfeit"),
        (PARTNER, [0, 2], "You and Ada win 12 to 9", "You and Ada win by forfeit"),
        (OPPONENT, [0, 2], "Ada and Carol win 12 to 9", "Ada and Carol win by forfeit"),
        (SPECTATOR, [0, 2], "Ada and Carol win 12 to 9", "Ada and Carol win by forfeit"),
    ],
)
def test_a_win_is_told(names: Names, winners: list[int], score: str, forfeit: str) -> None:
    assert endings.tell_win(names, winners, 12, [9]) == score
    assert endings.tell_forfeit_win(names, winners) == forfeit


@pytest.mark.parametrize(
    ("names", "points", "unit", "words"),
    [
        (PLAYER, 12, "points", "You and Ben share the win with 12 points each"),
        (OPPONENT, 1, "points", "You and Ada share the win with 1 point each"),
        (SPECTATOR, 3, "matches", "Ada and Ben share the win with 3 matches each"),
    ],
)
def test_a_shared_win_is_told(names: Names, points: int, unit: str, words: str) -> None:
    assert endings.tell_shared_win(names, [0, 1], points, unit) == words


@pytest.mark.parametrize(
    ("totals", "draw", "void"),
    [
        ([8, 8], "A draw, 8 to 8", "The score does not count: Ada 8, you 8."),
        (
            [Fraction(15, 2), 0, 3],
            "A draw, 7½ to 0 to 3",
            "The score does not count: Ada 7½, you 0, Carol and Dora 3.",
        ),
    ],
)
def test_all_totals_are_told_of_a_draw_and_where_they_do_not_count(
    totals: list[Points], draw: str, void: str
) -> None:
    assert endings.tell_draw(totals) == draw
    sides = ["Ada", "you", "Carol and Dora"][: len(totals)]
    assert endings.tell_void_score(sides, totals) == void


@pytest.mark.parametrize(
    ("own", "others", "words"),
    [
        (12, [9], "12 to 9"),
        (12, [9, 7], "12 to 9 and 7"),
        (Fraction(25, 2), [Fraction(1, 2), 0, 7], "12½ to ½, 0 and 7"),
    ],
)
def test_totals_stand_against_each_other(own: Points, others: list[Points], words: str) -> None:
    assert endings.score_text(own, others) == words


@pytest.mark.parametrize(
    ("lead", "unit", "words"),
    [
        (0, "points", ""),
        (1, "points", "1 point ahead."),
        (Fraction(3, 2), "points", "1½ points ahead."),
        (2, "matches", "2 matches ahead."),
    ],
)
def test_the_lead_is_told(lead: Points, unit: str, words: str) -> None:
    assert endings.tell_lead(lead, unit) == words


@pytest.mark.parametrize(
    ("names", "gone", "words"),
    [
        (PLAYER, [0], "You dropped out."),
        (OPPONENT, [0], "Ada dropped out."),
        (SPECTATOR, [0], "Ada dropped out."),
        (OPPONENT, [0, 1], "You and Ada dropped out."),
        (SPECTATOR, [0, 1, 2], "Ada, Ben and Carol dropped out."),
    ],
)
def test_players_who_dropped_out_are_named(names: Names, gone: list[int], words: str) -> None:
    assert endings.tell_dropped_out(names, gone) == words


@pytest.mark.parametrize(
    ("names", "quitting", "once", "five_times"),
    [
        (PLAYER, "You quit the game.", "You ran out of time.", "You ran out of time 5 times."),
        (OPPONENT, "Ada quit the game.", "Ada ran out of time.", "Ada ran out of time 5 times."),
        (SPECTATOR, "Ada quit the game.", "Ada ran out of time.", "Ada ran out of time 5 times."),
    ],
)
def test_the_player_who_ended_the_game_is_named(
    names: Names, quitting: str, once: str, five_times: str
) -> None:
    assert endings.tell_quit(names, 0) == quitting
    assert endings.tell_ran_out(names, 0, 1) == once
    assert endings.tell_ran_out(names, 0, 5) == five_times


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("left", "A player left before the deal. The game does not count."),
        ("picks_ran_out", "Nobody picked a secret card in time. The game does not count."),
        ("lapsed", "The table was closed because not enough players came in time."),
        ("paired", "The player who waited here was paired at another place in the queue."),
        ("", ""),
    ],
)
def test_why_a_game_was_cancelled_is_told(reason: str, words: str) -> None:
    assert endings.tell_cancelled() == "This game was cancelled"
    told = endings.tell_why_cancelled(reason, is_live=False, is_offer=False, was_alone=False)
    assert told == words


def test_sentences_follow_each_other_without_empty_ones() -> None:
    assert endings.say_sentences(["Ada quit.", "", "Ben won."]) == "Ada quit. Ben won."
    assert endings.say_sentences(["", ""]) == ""
