"""Simultaneous requests, in real transactions and threads: one outcome, and everyone learns it."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games import rules, services, snapshots
from games.messages.refusals import tell_refusal
from games.models import Game, Pace, SiteClock, Tally, Verification
from games.services.lateness import EXPIRY_MARGIN
from tests.games.conftest import seconds, state_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["one process", "many processes"])
def processes(request: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a race among threads that share their cached snapshots, and among threads that do not."""
    if request.param == "many processes":
        monkeypatch.setattr(snapshots, "REMEMBERED_GAMES", 0)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run all calls at the same moment, each on its own connection.

    Return the outcome of each: its value, or the exception it raised.
    """
    barrier = threading.Barrier(len(calls))
    outcomes: list[Any] = [None] * len(calls)

    def run(index: int, call: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(10)
            outcomes[index] = call()
        except Exception as raised:  # noqa: BLE001 (handed to the test)
            outcomes[index] = raised
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=entry) for entry in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    return outcomes


def move_of(
    game: Game, user: Any, text: str, *, seen: int = 2, at: dt.datetime | None = None
) -> Callable[[], Any]:
    selection = services.Selection(seen, text=text)
    return lambda: services.make_move(
        game.pk, user_id=user.pk, selection=selection, arrived_at=at or timezone.now()
    )


def expiry_of(game: Game) -> Callable[[], bool]:
    return lambda: services.expire_turn(game.pk)


def refusals(outcomes: Sequence[Any]) -> list[type]:
    return [type(outcome) for outcome in outcomes if isinstance(outcome, Exception)]


def events(game: Game) -> list[str]:
    """Return the events after the picks, and check that they have no gap and lead to a state."""
    state_of(game)
    stored = list(game.events.order_by("number"))
    assert [event.number for event in stored] == list(range(1, len(stored) + 1))
    assert game.event_count == len(stored)
    assert game.move_count == sum(event.kind == "move" for event in stored)
    return [event.text or event.kind for event in stored[2:]]


def assert_counted_once(game: Game) -> None:
    """Check that the result of the only game of two players is counted once for each."""
    for seat in game.seats.all():
        tally = Tally.objects.values("won", "lost", "drawn").get(player=seat.user)
        assert tally == {"won": 0, "lost": 0, "drawn": 0} | {seat.result: 1}


# Moves


@pytest.mark.usefixtures("processes", "both_ways")
def test_ten_identical_posts_at_once_are_one_move(dealt: Any, alice: Any) -> None:
    game = dealt()
    version = game.version
    outcomes = at_once(*[move_of(game, alice, "9D x 4H 5D")] * 10)
    assert refusals(outcomes) == []
    assert events(game) == ["9D x 4H 5D"]
    assert game.version == version + 1


@pytest.mark.usefixtures("both_ways")
def test_of_two_moves_from_two_tabs_one_is_made(dealt: Any, alice: Any) -> None:
    game = dealt()
    outcomes = at_once(move_of(game, alice, "9D x 4H 5D"), move_of(game, alice, "8C"))
    assert refusals(outcomes) == [services.NotYourTurn]
    assert events(game) in (["9D x 4H 5D"], ["8C"])


@pytest.mark.usefixtures("both_ways")
def test_both_players_moving_at_once_is_one_move(dealt: Any, alice: Any, bob: Any) -> None:
    game = dealt()
    outcomes = at_once(move_of(game, bob, "8D"), move_of(game, alice, "8C"))
    assert len(events(game)) == 1
    assert set(refusals(outcomes)) <= {services.NotYourTurn, services.StaleTable}


@pytest.mark.usefixtures("both_ways")
def test_quitting_while_the_other_moves_loses_nothing(dealt: Any, alice: Any, bob: Any) -> None:
    game = dealt()
    at_once(
        move_of(game, alice, "9D x 4H 5D"),
        *[lambda: services.quit_game(game.pk, user_id=bob.pk)] * 3,
    )
    assert events(game) in (["9D x 4H 5D", "resignation"], ["resignation"])
    assert (game.status, [seat.result for seat in game.seats.all()]) == (
        "finished",
        ["won", "lost"],
    )


def test_when_both_quit_at_once_one_does(dealt: Any, alice: Any, bob: Any) -> None:
    game = dealt()
    at_once(
        *[lambda: services.quit_game(game.pk, user_id=alice.pk)] * 2,
        *[lambda: services.quit_game(game.pk, user_id=bob.pk)] * 2,
    )
    assert events(game) == ["resignation"]
    assert sorted(seat.result for seat in game.seats.all()) == ["lost", "won"]
    assert_counted_once(game)


def test_first_games_of_the_same_players_that_end_at_once_are_all_counted(
    dealt: Any, alice: Any, bob: Any
) -> None:
    games = [dealt(move_time=86_400) for _ in range(3)]
    quits = [lambda game=game: services.quit_game(game.pk, user_id=bob.pk) for game in games]
    assert refusals(at_once(*quits)) == []
    tallies = Tally.objects.values_list("player", "won", "lost", "drawn")
    assert sorted(tallies) == sorted([(alice.pk, 3, 0, 0), (bob.pk, 0, 3, 0)])
    paces = Pace.objects.values_list("player", "begun", "finished")
    assert sorted(paces) == sorted([(alice.pk, 3, 3), (bob.pk, 3, 0)])


# The clock


@pytest.mark.usefixtures("processes")
def test_a_move_that_arrived_in_time_beats_every_sweep(clock: Any, dealt: Any, alice: Any) -> None:
    game = dealt()
    clock.move_to(game.deadline + game.grace + EXPIRY_MARGIN)
    arrived_at = game.deadline + game.grace
    outcomes = at_once(*[expiry_of(game)] * 4, move_of(game, alice, "9D x 4H 5D", at=arrived_at))
    assert outcomes[:4] == [False] * 4
    assert refusals(outcomes) == []
    assert events(game) == ["9D x 4H 5D"]


@pytest.mark.usefixtures("processes")
def test_a_late_move_against_the_sweep_is_one_violation(clock: Any, dealt: Any, alice: Any) -> None:
    game = dealt()
    clock.move_to(game.deadline + seconds(2))
    outcomes = at_once(*[expiry_of(game)] * 4, move_of(game, alice, "9D x 4H 5D"))
    if refusals(outcomes):  # the move was first: it is refused and causes the violation
        assert refusals(outcomes) == [services.TimeRanOut]
        assert events(game) == ["timeout"]
        assert outcomes[:4] == [False] * 4
    else:  # the sweep was first: the move belongs to the next turn
        assert events(game) == ["timeout", "9D x 4H 5D"]
        assert sum(outcomes[:4]) == 1


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("sweeps", [2, 10])
def test_many_sweeps_at_once_are_one_violation(clock: Any, dealt: Any, sweeps: int) -> None:
    game = dealt()
    clock.move_to(game.deadline + seconds(600))
    outcomes = at_once(*[expiry_of(game)] * sweeps)
    assert sorted(outcomes) == [False] * (sweeps - 1) + [True]
    assert events(game) == ["timeout"]
    assert game.deadline == timezone.now() + seconds(60)


@pytest.mark.usefixtures("both_ways")
def test_the_fifth_violation_finishes_once(clock: Any, dealt: Any, alice: Any) -> None:
    game = dealt()
    for _ in range(4):
        clock.shift(seconds(64))
        services.expire_turn(game.pk)
    clock.shift(seconds(64))
    outcomes = at_once(*[expiry_of(game)] * 5, move_of(game, alice, "8C"))
    assert set(refusals(outcomes)) <= {services.TimeRanOut, services.GameOver}
    assert events(game) == ["timeout"] * 5
    assert [seat.result for seat in game.seats.all()] == ["lost", "won"]
    assert_counted_once(game)


def test_the_end_of_an_outage_is_added_once(clock: Any, dealt: Any) -> None:
    services.record_web_alive()
    game = dealt()
    deadline = game.deadline
    clock.shift(seconds(600))
    outcomes = at_once(*[services.record_web_alive] * 4, lambda: services.overdue_games(
        now=timezone.now()
    ))  # fmt: skip
    assert outcomes == [None] * 4 + [[]]
    game.refresh_from_db()
    assert (game.deadline, game.clock_extended_by) == (deadline + seconds(600), 600)


def test_the_first_web_processes_of_a_site_start_together() -> None:
    outcomes = at_once(*[services.record_web_alive] * 4)
    assert outcomes == [None] * 4
    assert SiteClock.objects.count() == 1


@pytest.mark.usefixtures("both_ways")
def test_a_move_while_the_outage_ends_keeps_its_clock(clock: Any, dealt: Any, alice: Any) -> None:
    services.record_web_alive()
    game = dealt()
    clock.shift(seconds(30))
    outcomes = at_once(services.record_web_alive, move_of(game, alice, "9D x 4H 5D"))
    assert refusals(outcomes) == []
    assert events(game) == ["9D x 4H 5D"]
    assert game.deadline >= timezone.now() + seconds(60)


def test_a_computers_turn_is_claimed_by_one_sweep(clock: Any, alice: Any, bob: Any) -> None:
    games = [
        services.play_computer(user, variant="trifecta", move_time=86_400, levels=["easy"])
        for user in (alice, bob)
        for _ in range(3)
    ]
    clock.shift(seconds(3))
    claimed = at_once(*[lambda: services.claim_computer_turns(now=timezone.now())] * 4)
    assert sorted(sum(claimed, [])) == sorted(game.pk for game in games)
    assert services.claim_computer_turns(now=timezone.now()) == []


def test_the_nightly_audit_begins_once() -> None:
    services.record_web_alive()
    now = timezone.now()
    claimed = at_once(*[lambda: services.claim_verification(now=now)] * 4)
    begun = Verification.objects.get()
    assert [audit for audit in claimed if audit is not None] == [begun]


# Seats


def test_of_two_who_join_one_gets_the_seat_and_the_other_is_told(
    alice: Any, bob: Any, oscar: Any
) -> None:
    game = services.open_table(alice, variant="trifecta", move_time=60, kind="open")
    outcomes = at_once(
        *[lambda user=user: services.join_game(game.pk, user=user) for user in (bob, oscar)]
    )
    assert refusals(outcomes) == [services.SeatRefused]
    (refused,) = [outcome for outcome in outcomes if outcome is not None]
    assert tell_refusal(refused) == "That seat has just been taken."
    assert game.seats.count() == 2
    assert Game.objects.get(pk=game.pk).status == "picking"


def test_joining_five_times_at_once_is_one_seat(alice: Any, bob: Any) -> None:
    game = services.open_table(alice, variant="trifecta", move_time=60, kind="open")
    outcomes = at_once(*[lambda: services.join_game(game.pk, user=bob)] * 5)
    assert refusals(outcomes) == []
    assert [seat.user for seat in game.seats.all()] == [alice, bob]


def test_one_player_at_two_tables_at_once_gets_one(alice: Any, bob: Any, carol: Any) -> None:
    first = services.open_table(alice, variant="trifecta", move_time=60, kind="open")
    second = services.open_table(carol, variant="trifecta", move_time=60, kind="open")
    outcomes = at_once(
        *[lambda game=game: services.join_game(game.pk, user=bob) for game in (first, second)]
    )
    assert refusals(outcomes) == [services.AlreadyPlaying]
    assert Game.objects.filter(seats__user=bob).count() == 1


def test_leaving_while_somebody_joins_has_one_outcome(alice: Any, bob: Any) -> None:
    game = services.open_table(alice, variant="trifecta", move_time=60, kind="open")
    outcomes = at_once(
        lambda: services.leave_game(game.pk, user=alice),
        lambda: services.join_game(game.pk, user=bob),
    )
    game.refresh_from_db()
    assert (game.status, game.deadline) == ("cancelled", None)
    assert refusals(outcomes) in ([], [services.SeatRefused])
    assert game.seats.count() == 2 - len(refusals(outcomes))
    # The cached snapshot, from which sockets are served, has every stored seat.
    remembered = snapshots.recall(game.public_id, game.version)
    assert remembered is not None
    assert len(remembered.seats) == game.seats.count()


def test_two_who_invite_each_other_at_once_both_wait(alice: Any, bob: Any) -> None:
    for _ in range(5):
        outcomes = at_once(
            *[
                lambda host=host, guest=guest: services.open_table(
                    host, variant="trifecta", move_time=86_400, kind="invitation", invited=guest
                )
                for host, guest in ((alice, bob), (bob, alice))
            ]
        )
        assert refusals(outcomes) == []
    assert Game.objects.filter(status="waiting").count() == 10


@pytest.mark.parametrize("move_time", [60, 86_400])
def test_two_who_press_play_now_at_once_are_paired(alice: Any, bob: Any, move_time: int) -> None:
    outcomes = at_once(
        *[
            lambda user=user: services.play_now(user, variant="trifecta", move_times=[move_time])
            for user in (alice, bob)
        ]
    )
    assert len({game.pk for game in outcomes}) == 1
    game = Game.objects.get()
    assert game.status == "picking"
    assert {seat.user for seat in game.seats.all()} == {alice, bob}


def test_six_who_press_play_now_at_once_are_three_games(make_user: Any) -> None:
    users = [make_user(f"player{number}") for number in range(6)]
    outcomes = at_once(
        *[
            lambda user=user: services.play_now(user, variant="trifecta", move_times=[60])
            for user in users
        ]
    )
    assert refusals(outcomes) == []
    assert [game.status for game in Game.objects.all()] == ["picking"] * 3
    assert sorted(game.seats.count() for game in Game.objects.all()) == [2, 2, 2]


def test_pressing_play_now_many_times_is_one_place(alice: Any) -> None:
    outcomes = at_once(*[lambda: services.play_now(alice, variant="trifecta", move_times=[60])] * 5)
    assert refusals(outcomes) == []
    assert Game.objects.count() == 1


def test_pressing_play_the_computer_many_times_is_one_game(alice: Any) -> None:
    outcomes = at_once(
        *[lambda: services.play_computer(alice, variant="trifecta", move_time=60, levels=["easy"])]
        * 4
    )
    assert refusals(outcomes) == [services.AlreadyPlaying] * 3
    assert Game.objects.count() == 1


# The deal and the rematch


@pytest.mark.usefixtures("processes")
def test_when_both_pick_at_once_the_cards_are_dealt_once(
    picking: Any, alice: Any, bob: Any
) -> None:
    game = picking()
    promised = game.decks.get().commitment
    picks = [
        lambda user=user, card=card: services.pick_secret(
            game.pk, user_id=user.pk, card=card, arrived_at=timezone.now()
        )
        for user, card in ((alice, "7H"), (bob, "6C"))
    ]
    assert refusals(at_once(*picks * 3)) == []
    assert events(game) == []
    assert game.status == "playing"
    assert [move.text for move in game.events.all()] == ["secret 7H", "secret 6C"]
    deck = game.decks.get()
    assert deck.commitment == promised
    assert deck.rounds.count() == 1
    assert sorted(deck.cards.split()) == sorted(rules.variant("trifecta").pack)


def test_a_pick_against_the_clock_deals_once_or_cancels(
    clock: Any, picking: Any, alice: Any, bob: Any
) -> None:
    game = picking()
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    arrived_at = game.deadline + game.grace
    clock.move_to(arrived_at + EXPIRY_MARGIN + seconds(0.1))
    outcomes = at_once(
        *[expiry_of(game)] * 3,
        lambda: services.pick_secret(game.pk, user_id=bob.pk, card="6C", arrived_at=arrived_at),
    )
    assert set(refusals(outcomes)) <= {services.PickRefused}
    assert events(game) == []
    assert (game.status, game.decks.get().rounds.count()) == ("playing", 1)


def test_when_both_ask_for_a_rematch_at_once_there_is_one(dealt: Any, alice: Any, bob: Any) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=bob.pk)
    asks = [lambda user=user: services.offer_rematch(game.pk, user=user) for user in (alice, bob)]
    outcomes = at_once(*asks * 2)
    assert refusals(outcomes) == []
    rematch = Game.objects.get(rematch_of=game)
    assert {made.pk for made in outcomes} == {rematch.pk}
    assert rematch.status == "picking"
    assert {seat.user for seat in rematch.seats.all()} == {alice, bob}


def test_ten_tabs_that_ask_the_computer_for_a_rematch_get_one(alice: Any) -> None:
    game = services.play_computer(alice, variant="trifecta", move_time=60, levels=["easy"])
    services.leave_game(game.pk, user=alice)
    outcomes = at_once(*[lambda: services.offer_rematch(game.pk, user=alice)] * 5)
    assert len({made.pk for made in outcomes}) == 1
    assert Game.objects.count() == 2


# Reading while others write


def test_a_row_read_before_a_move_shows_the_table_before_it(
    dealt: Any, alice: Any, play: Any
) -> None:
    game = dealt()
    old_row = Game.objects.get(pk=game.pk)
    play(game, alice, "9D x 4H 5D")
    snapshots.forget_all()
    seats = list(old_row.seats.select_related("user"))
    snapshot = snapshots.take_snapshot(old_row, seats)
    assert [event.text for event in snapshot.events] == ["secret 7H", "secret 6C"]
    assert snapshot.dealt.to_move == 0


def test_a_row_read_before_the_deal_shows_no_card(picking: Any, alice: Any, bob: Any) -> None:
    game = picking()
    old_row = Game.objects.get(pk=game.pk)
    for user in (alice, bob):
        services.pick_secret(game.pk, user_id=user.pk, card="7H", arrived_at=timezone.now())
    snapshots.forget_all()
    snapshot = snapshots.take_snapshot(old_row, list(old_row.seats.select_related("user")))
    assert (snapshot.state, snapshot.events) == (None, ())
