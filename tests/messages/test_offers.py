"""The texts for tables in lists and for the table that waits."""

from __future__ import annotations

import pytest

from games.clocks import TimeControl
from games.messages import offers


@pytest.mark.parametrize(
    ("number", "players", "waiting", "more", "free"),
    [
        (
            1,
            "1 player",
            "Waiting for 1 player",
            "Waiting for 1 more player",
            "1 seat is free at Ada’s table",
        ),
        (
            3,
            "3 players",
            "Waiting for 3 players",
            "Waiting for 3 more players",
            "3 seats are free at Ada’s table",
        ),
    ],
)
def test_players_and_seats_are_counted(
    number: int, players: str, waiting: str, more: str, free: str
) -> None:
    assert offers.count_players(number) == players
    assert offers.waiting_for_players(number) == waiting
    assert offers.more_players_needed(number) == more
    assert offers.seats_free(number, "Ada") == free
    assert offers.count_taken(number, 4) == f"{number} of 4 seats taken"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "no timer"), (60, "60 seconds a turn"), (86_400, "1 day a turn")],
)
def test_the_move_time_is_told(seconds: int, words: str) -> None:
    assert offers.tell_move_time(TimeControl(seconds)) == words


def test_the_facts_of_a_table_stand_in_a_row() -> None:
    assert offers.list_facts(["4 players", "", "to 11 points"]) == "4 players, to 11 points"
    assert offers.list_facts(["", ""]) == ""


def test_a_running_game_is_told_in_a_list() -> None:
    assert offers.picking_cards() == "Picking secret cards"
    assert offers.time_left("2 days") == "2 days left"


def test_a_table_for_two_waits() -> None:
    assert offers.waiting_for() == "Waiting for an opponent"
    assert offers.waiting_for("Ben") == "Waiting for Ben"
    assert offers.host_waits("Ada") == "Ada is waiting for an opponent"
    assert offers.host_invites("Ada") == "Ada invites you to a game"
    assert offers.send_link() == "Send this link to your opponent"
    assert offers.looking_for_opponent() == "Looking for an opponent"
    assert offers.reserved_for("Ben") == "This seat is reserved for Ben."


def test_each_way_to_find_players_is_explained() -> None:
    assert offers.explain_queue() == (
        "The next player who asks for a game that suits you both becomes your opponent."
    )
    assert offers.explain_open_table() == "This table is listed in the lobby. Anyone can join."
    assert offers.explain_invitation("Ben") == "Ben will see your invitation in the lobby."
    assert offers.explain_rematch() == (
        "The other players see the offer on the result page of the last game and in the lobby. "
        "You can also send them this link."
    )
    assert offers.explain_link(2) == "Whoever opens it can take the other seat."
    assert offers.explain_link(3) == (
        "Send the link to your friends. Whoever opens it can take a free seat."
    )
