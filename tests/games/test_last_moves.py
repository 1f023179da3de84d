"""The strip above the piles: everything that happened since the viewer's last move."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client

from games import services, snapshots
from games.messages.names import Names
from games.models import Game
from games.presenters import TableView, view_table
from games.presenters.events import RECENT_EVENTS, tell_event
from games.rules.record import RecordedEvent
from games.selectors.access import find_game
from tests.games.conftest import seconds, state_of
from tests.present import present

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ALICE = '<b class="who" translate="no">alice</b>'


def table_of(game: Game, user: Any) -> TableView:
    game.refresh_from_db()
    return view_table(find_game(game.public_id, user), user.pk, now=game.created_at)


def told(game: Game, user: Any) -> list[str]:
    happened = table_of(game, user).happened
    assert not any(event.words.endswith(".") for event in happened)
    return [event.words for event in happened]


def listed(game: Game, user: Any) -> list[str]:
    view = table_of(game, user)
    return [view.tell_step(step) for step in view.told_steps]


def changed(game: Game, user: Any) -> set[str]:
    return {pile.key for pile in table_of(game, user).board.piles if pile.changed}


def run_out(game: Game) -> None:
    game.refresh_from_db()
    with time_machine.travel(present(game.deadline) + seconds(4), tick=False):
        services.expire_turn(game.pk)


def test_the_strip_has_no_event_before_the_first_move(dealt: Any, alice: Any) -> None:
    game = dealt()
    assert (told(game, alice), changed(game, alice)) == ([], set())
    assert table_of(game, alice).said == (
        "Round 1 of 6. Your secret card is the seven of hearts. Your turn."
    )


def test_the_opponents_move_is_shown_with_its_sum_and_points(
    dealt: Any, play: Any, alice: Any, bob: Any, oscar: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 5D 4H")
    words = "alice takes 5♦ + 4♥ with 9♦: 3 cards, 2 diamonds"
    assert told(game, bob) == told(game, oscar) == [words]
    assert told(game, alice) == ["You take 5♦ + 4♥ with 9♦: 3 cards, 2 diamonds"]
    newest = table_of(game, bob).happened[-1]
    assert (newest.action, newest.card, newest.used) == ("capture", "9D", ("4H", "5D"))
    assert (newest.label, newest.points) == ("9♦ takes 5♦ + 4♥", "")
    assert changed(game, bob) == set(), "a capture leaves nothing to mark"


def test_the_list_below_the_table_is_told_to_the_reader_too(
    dealt: Any, play: Any, alice: Any, bob: Any, oscar: Any
) -> None:
    game = dealt()
    play(game, alice, "3H + 5D = 8")
    newest = {user.username: listed(game, user)[0] for user in (alice, bob, oscar)}
    assert newest == {
        "alice": "You build 8 with 3♥ + 5♦",
        "bob": "alice builds 8 with 3♥ + 5♦",
        "oscar": "alice builds 8 with 3♥ + 5♦",
    }


def test_a_players_own_move_is_in_the_second_person(
    dealt: Any, play: Any, alice: Any, as_alice: Client, as_bob: Client
) -> None:
    game = dealt()
    play(game, alice, "3H + 5D = 8")
    assert told(game, alice) == ["You build 8 with 3♥ + 5♦"]
    table = table_of(game, alice)
    assert table.said.startswith("You build 8 with the three of hearts plus the five of diamonds. ")
    for client, beginning in ((as_alice, "You build 8"), (as_bob, f"{ALICE} builds 8")):
        assert f"<li>{beginning} with " in client.get(f"/games/{game.public_id}/").content.decode()


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("timeout", "You ran out of time 5 times and forfeit"),
        ("resignation", "You quit"),
        ("take-over", "A computer player takes your seat"),
    ],
)
def test_events_of_the_viewer_are_in_the_second_person(dealt: Any, kind: str, words: str) -> None:
    state = state_of(game := dealt())
    events = [RecordedEvent(kind, 0, "easy")] * game.rules.max_violations
    assert tell_event(game.rules, events, state, Names(("alice", "bob"), 0)) == words


def test_the_list_of_events_tells_moves_in_the_words_of_the_strip(
    dealt: Any, play: Any, alice: Any, bob: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 5D 4H")
    for _ in range(RECENT_EVENTS - 1):
        run_out(game)
    snapshots.forget_all()
    events = listed(game, bob)
    assert len(events) == RECENT_EVENTS
    assert events[-1] == "alice takes 5♦ + 4♥ with 9♦: 3 cards, 2 diamonds"
    assert events[0].startswith("You ran out of time")


def test_the_points_of_a_move_stand_beside_it(dealt: Any, play: Any, alice: Any, bob: Any) -> None:
    game = dealt()
    play(game, alice, "3H + 5D = 8")
    play(game, bob, "QC")
    assert changed(game, alice) == {"QC"}
    play(game, alice, "KS")
    play(game, bob, "8D x 3H 5D 4H KS")
    newest = table_of(game, alice).happened[-1]
    assert (newest.points, newest.words[-21:]) == ("1", "1 point (big capture)")


def test_the_strip_stays_until_the_viewers_next_move(
    dealt: Any, play: Any, alice: Any, bob: Any
) -> None:
    game = dealt()
    play(game, alice, "3H")
    play(game, bob, "2H")
    assert told(game, alice) == ["bob drops 2♥"]
    assert changed(game, alice) == {"2H"}
    run_out(game)
    assert told(game, alice) == [
        "bob drops 2♥",
        "You ran out of time: 1 point to bob (1 of 5)",
    ]
    assert told(game, bob)[-1] == "alice ran out of time: 1 point to you (1 of 5)"
    assert changed(game, alice) == {"2H"}
    play(game, alice, "8C x 5D 3H")
    assert told(game, alice) == ["You take 5♦ + 3♥ with 8♣: 3 cards, 1 diamond"]


def test_several_moves_in_a_row_are_all_shown_and_marked(
    dealt: Any, play: Any, alice: Any, bob: Any
) -> None:
    game = dealt()
    for own, theirs in (("3H", "2H"), ("8C", "8D"), ("9D", "JS"), ("KS", "QC")):
        play(game, alice, own)
        play(game, bob, theirs)
    assert table_of(game, alice).said == ("bob drops the queen of clubs. Round 2 of 6. bob’s turn.")
    play(game, bob, "5S")
    assert told(game, alice) == ["bob drops Q♣", "bob drops 5♠"]
    assert changed(game, alice) == {"QC", "5S"}


def test_moves_too_old_for_the_snapshot_do_not_stop_the_strip(
    dealt: Any, play: Any, alice: Any, bob: Any
) -> None:
    game = dealt()
    play(game, alice, "3H")
    for _ in range(4):
        run_out(game)
    play(game, bob, "2H")
    assert len(told(game, alice)) == 5
    for _ in range(4):
        run_out(game)
    snapshots.forget_all()
    assert len(told(game, alice)) == snapshots.RECENT_STATES


def test_only_the_newest_event_is_announced_with_its_consequences(
    dealt: Any, play: Any, alice: Any, bob: Any
) -> None:
    game = dealt()
    play(game, alice, "9D x 5D 4H")
    assert table_of(game, bob).said == (
        "alice takes the five of diamonds plus the four of hearts with the nine of diamonds: "
        "3 cards, 2 diamonds. Your turn."
    )
    assert table_of(game, alice).said.startswith(
        "You take the five of diamonds plus the four of hearts"
    )
    run_out(game)
    assert table_of(game, bob).said == (
        "You ran out of time: 1 point to alice (1 of 5). Your turn."
    )
