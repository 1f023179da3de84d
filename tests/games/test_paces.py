"""How reliably and quickly people play is counted as games end, and agrees with the events."""

from __future__ import annotations

import datetime as dt
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import erase_user
from games import services
from games.models import PACE_BOUNDS, Pace, no_moves
from games.presenters.paces import view_pace
from games.selectors.paces import count_paces, stored_paces
from tests.games.pages import at, text_of

pytestmark = pytest.mark.django_db

DAY = 86_400


def all_stored() -> dict[int, Any]:
    return stored_paces(list(User.objects.values_list("pk", flat=True)))


def all_counted() -> dict[int, Any]:
    return count_paces(list(User.objects.values_list("pk", flat=True)))


def moves(**within: int) -> list[int]:
    found = no_moves()
    for place, number in within.items():
        found[int(place[1:])] = number
    return found


@pytest.fixture
def history(dealt: Any, play: Any, alice: Any, bob: Any) -> None:
    """Play a game over days that bob quits, with a violation, and a live one that he forfeits."""
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = dealt(move_time=3 * DAY)
        clock.shift(dt.timedelta(hours=4))
        play(game, alice, "9D x 5D 4H")
        clock.shift(dt.timedelta(minutes=10))
        play(game, bob, "QC")
        clock.shift(dt.timedelta(days=4))
        services.expire_turn(game.pk)
        clock.shift(dt.timedelta(hours=20))
        play(game, alice, "3H")
        services.quit_game(game.pk, user_id=bob.pk)
        live = dealt()
        play(live, alice, "9D x 5D 4H")
        for _ in range(5):
            clock.shift(dt.timedelta(minutes=5))
            services.expire_turn(live.pk)


def test_games_violations_and_moves_are_counted_as_games_end(
    history: None, alice: Any, bob: Any
) -> None:
    assert all_stored() == {
        alice.pk: (2, 2, 1, moves(_3=1, _5=1)),
        bob.pk: (2, 0, 5, moves(_0=1)),
    }
    assert all_counted() == all_stored()


def test_the_figures_of_many_seats_agree_with_the_events(alice: Any, bob: Any, carol: Any) -> None:
    game = services.open_table(alice, variant="casino", move_time=DAY, kind="link", players=3)
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    services.quit_game(game.pk, user_id=bob.pk)
    assert all_stored() == {}
    services.quit_game(game.pk, user_id=carol.pk)
    assert {player: counts[:3] for player, counts in all_stored().items()} == {
        alice.pk: (1, 1, 0),
        bob.pk: (1, 0, 0),
        carol.pk: (1, 0, 0),
    }
    assert all_counted() == all_stored()
    erase_user(bob)
    assert all_counted() == all_stored()
    assert set(all_stored()) == {alice.pk, carol.pk}


def test_lessons_and_games_against_computers_alone_count_for_nothing(alice: Any) -> None:
    practice = services.play_computer(alice, variant="casino", move_time=60, levels=["easy"])
    services.quit_game(practice.pk, user_id=alice.pk)
    lesson = services.start_lesson(alice, variant="casino", name="first")
    services.quit_game(lesson.pk, user_id=alice.pk)
    assert all_stored() == all_counted() == {}


@pytest.mark.once
def test_the_median_is_the_first_bound_that_half_of_the_moves_keep() -> None:
    assert Pace(moves=moves()).median_bound is None
    assert Pace(moves=moves(_0=1, _3=1)).median_bound == 0
    assert Pace(moves=moves(_0=1, _3=2)).median_bound == 3
    assert Pace(moves=moves(_9=1)).median_bound == len(PACE_BOUNDS)


@pytest.mark.once
@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (None, ()),
        (Pace(), ()),
        (Pace(begun=1, finished=1), ("played 1 of 1 game to the end", "never ran out of time")),
        (
            Pace(begun=50, finished=47, violations=8, moves=moves(_0=4, _3=9)),
            (
                "played 47 of 50 games to the end",
                "0.2 violations per game",
                "usually moves within 5 hours",
            ),
        ),
        (
            Pace(begun=50, finished=50, violations=1),
            ("played 50 of 50 games to the end", "fewer than 0.1 violations per game"),
        ),
        (
            Pace(begun=2, moves=moves(_9=9)),
            (
                "played 0 of 2 games to the end",
                "never ran out of time",
                "usually takes more than 7 days for a move",
            ),
        ),
    ],
)
def test_the_figures_in_words(pace: Pace | None, words: tuple[str, ...]) -> None:
    assert view_pace(pace) == words


@pytest.mark.once
def test_a_players_page_and_the_table_say_it_before_one_sits_down(
    history: None, alice: Any, as_alice: Client, as_oscar: Client, nobody: Client
) -> None:
    sentence = "usually moves within 5 hours"
    for client in (as_alice, as_oscar, nobody):
        page = text_of(client.get(reverse("player", args=["alice"])))
        assert "Played 2 of 2 games to the end" in page
        assert "U" + sentence[1:] in page
    table = services.open_table(alice, variant="casino", move_time=DAY, kind="open")
    place = services.open_table(alice, variant="casino", move_time=DAY, kind="link")
    assert sentence in text_of(as_oscar.get("/"))
    for game in (table, place):
        assert sentence in text_of(as_oscar.get(at("game", game)))
        assert sentence not in text_of(as_alice.get(at("game", game)))


# The audit and the command


def test_the_audit_finds_wrong_figures_and_the_command_makes_them_right(
    history: None, alice: Any, bob: Any
) -> None:
    true = all_stored()
    call_command("verify_games", stdout=StringIO())
    Pace.objects.filter(player=bob).update(violations=4)
    Pace.objects.filter(player=alice).delete()
    printed = StringIO()
    with pytest.raises(CommandError, match="2 players with wrong tallies"):
        call_command("verify_games", stdout=printed)
    assert printed.getvalue().startswith(f"player {alice.pk}: pace")
    call_command("count_paces", stdout=StringIO())
    assert all_stored() == true
    call_command("verify_games", stdout=StringIO())


def test_a_game_that_ends_during_a_recount_is_not_lost(
    history: None, dealt: Any, alice: Any, bob: Any, before_the_lock: Any
) -> None:
    game = dealt()
    before_the_lock(lambda: services.quit_game(game.pk, user_id=bob.pk), of=Pace)
    services.recount_paces([alice.pk, bob.pk], count=count_paces)
    assert all_stored() == all_counted()
    assert all_stored()[alice.pk][0] == 3


def test_a_recount_locks_each_row_before_it_creates_the_next_as_the_end_of_a_game_does(
    history: None, dealt: Any, alice: Any, bob: Any
) -> None:
    Pace.objects.all().delete()
    with CaptureQueriesContext(connection) as made:
        services.recount_paces([bob.pk, alice.pk], count=count_paces)
    assert statements_of_paces(made)[:4] == ["INSERT", "SELECT", "INSERT", "SELECT"]
    Pace.objects.all().delete()
    game = dealt()
    with CaptureQueriesContext(connection) as made:
        services.quit_game(game.pk, user_id=bob.pk)
    assert statements_of_paces(made) == ["UPDATE", "INSERT", "UPDATE"] * 2


def statements_of_paces(made: CaptureQueriesContext) -> list[str]:
    """Return the first words of those statements that read or write `Pace`."""
    found = [query["sql"] for query in made.captured_queries]
    return [sql.split()[0] for sql in found if '"games_pace"' in sql]


def test_the_own_figures_are_in_the_download(history: None, as_alice: Client) -> None:
    found = as_alice.get(reverse("download")).json()["pace"]
    assert (found["games_begun"], found["games_finished"], found["violations"]) == (2, 2, 1)
