"""The pages of tables of three and four, of partnerships, and of games of several decks."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import rules, services
from games.live.fragments import render_game
from games.messages.names import Names
from games.messages.refusals import tell_refusal
from games.models import Event, Game
from games.presenters import TableView, view_table
from games.presenters.endings import rank_sides, tell_ending
from games.presenters.replay.steps import replay_game
from games.presenters.replay.view import view_replay
from games.snapshots import Snapshot
from tests.games.whole_games import (
    Table,
    make_move,
    remembering,
    run_out,
    seat_players,
    snapshot_of,
)
from tests.present import present

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PARTNERS = Table("casino", 4, {"partnership": True})
CASINO, ROYAL = rules.variant("casino"), rules.variant("royal")
NAMES = ("Ada", "Ben", "Carol", "Dora")


def look(snapshot: Snapshot, user: Any) -> TableView:
    return view_table(snapshot, user.pk, now=snapshot.game.created_at)


def play_until(game: Game, happened: Any) -> Snapshot:
    """Play at random until a condition holds."""
    rng = random.Random(3)
    while not happened(snapshot := snapshot_of(game)):
        make_move(snapshot, rng)
    return snapshot


def is_move(event: Event) -> bool:
    return event.kind == Event.Kind.MOVE


def is_dealt_anew(snapshot: Snapshot) -> bool:
    return snapshot.events[-1:] != () and snapshot.events[-1].kind == Event.Kind.RESHUFFLE


def test_the_others_sit_clockwise_from_the_left_and_the_partner_opposite(
    alice: Any, bob: Any, carol: Any, oscar: Any
) -> None:
    snapshot = snapshot_of(seat_players(PARTNERS, (alice, bob, carol), random.Random(1)))
    view = look(snapshot, bob)
    assert [seat.index for seat in (present(view.me), *view.others)] == [1, 2, 3, 0]
    assert [seat.partner_words for seat in view.others] == [
        "with alice",
        "your partner",
        "with carol",
    ]
    assert [(side.name, side.is_mine) for side in view.sides] == [
        ("You and Dion", True),
        ("carol and alice", False),
    ]
    assert [seat.index for seat in look(snapshot, oscar).others] == [1, 2, 3]
    assert "your partner" in render_game(snapshot, bob.pk, language="en", csrf_token="token")
    assert "your partner" not in render_game(snapshot, oscar.pk, language="en", csrf_token="token")


@pytest.mark.parametrize(
    ("table", "brought"),
    [
        (Table("casino", 3), "1 point each to bob and carol"),
        (Table("casino", 4), "1 point to each of the others"),
        (PARTNERS, "1 point to bob and Dion"),
        (Table("royal", 2), "1 point to bob"),
    ],
    ids=str,
)
def test_a_violation_gives_points_to_the_sides_against_it(
    table: Table, brought: str, alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(table, (alice, bob, carol), random.Random(1))
        snapshot = play_until(game, lambda snapshot: snapshot.game.to_move == 0)
        words = f"If your time runs out: {brought} (violation 1 of 5)"
        assert look(snapshot, alice).clock_note == words
        run_out(snapshot)
        told = look(snapshot_of(game), alice).happened[-1].words
    assert told == f"You ran out of time: {brought} (1 of 5)"


@pytest.mark.parametrize("seed", range(8))
def test_the_last_move_of_a_deck_is_shown_without_the_points_of_the_count(
    seed: int, alice: Any, bob: Any
) -> None:
    with remembering():
        game = seat_players(Table("casino", 3), (alice, bob), random.Random(seed))
        snapshot = play_until(
            game, lambda now: now.events[-1:] and now.events[-1].kind == "reshuffle"
        )
        who_waited = bob if snapshot.events[-2].seat == 0 else alice
        last, dealt = look(snapshot, who_waited).happened[-2:]
    assert (last.points, dealt.follows) == ("", True)


def test_a_player_who_dropped_out_is_named_with_the_stand_in(
    alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(Table("casino", 3), (alice, bob, carol), random.Random(1))
        assert "The others play on" in look(snapshot_of(game), alice).quit_words
        services.quit_game(game.pk, user_id=bob.pk)
        snapshot = snapshot_of(game)
    view = look(snapshot, alice)
    assert view.seats[1].left_words == "replaced by a computer"
    newest = [view.tell_step(step) for step in view.told_steps[:2]]
    assert newest == ["A computer player takes bob’s seat", "bob quits"]
    assert look(snapshot, bob).viewer is None
    assert view.quit_words == "Quit and lose this game? carol wins at once."


def test_after_a_take_over_no_move_is_said_to_be_of_whoever_has_left(
    alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(Table("casino", 3), (alice, bob, carol), random.Random(1))
        services.quit_game(game.pk, user_id=bob.pk)
        play_until(game, lambda now: now.events[-1].seat == 1 and is_move(now.events[-1]))
        services.quit_game(game.pk, user_id=alice.pk)
        snapshot = snapshot_of(game)
    view = look(snapshot, bob)
    assert view.viewer == 1
    told = [str(view.tell_step(step)) for step in view.told_steps]
    moves = [words for words in told if words.startswith("bob ")]
    assert moves
    assert not any(words.startswith("You ") for words in told if "quit" not in words)


def test_nobody_takes_the_seat_of_whoever_ends_a_game_by_quitting(
    alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(Table("casino", 3), (alice, bob, carol), random.Random(1))
        services.quit_game(game.pk, user_id=bob.pk)
        services.quit_game(game.pk, user_id=alice.pk)
        snapshot = snapshot_of(game)
        replay = replay_game(snapshot, carol.pk)
        last, before = (
            view_replay(replay, path="/", step=step, perspective="")
            for step in (replay.last, replay.last - 1)
        )
    assert [each.seat.left_words for each in (last.near, *last.far)] == [
        "",
        "replaced by a computer",
        "",
    ]
    assert [bool(each.seat.left_words) for each in (before.near, *before.far)][1]


def test_whoever_quits_with_a_partner_reads_that_both_lose(
    alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        snapshot = snapshot_of(seat_players(PARTNERS, (alice, bob, carol), random.Random(1)))
    assert look(snapshot, alice).quit_words == (
        "Quit and lose this game? carol loses too, and bob and Dion win at once."
    )


def test_the_turn_of_a_player_who_dropped_out_is_that_of_a_computer(
    alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(Table("casino", 3), (alice, bob, carol), random.Random(1))
        services.quit_game(game.pk, user_id=bob.pk)
        snapshot = play_until(game, lambda now: now.game.to_move == 1)
    for user in (alice, bob):
        assert look(snapshot, user).turn_words == "A computer is thinking in place of bob…"


def test_a_computer_that_lets_the_time_of_a_former_player_run_out_is_asked_again(
    alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(Table("casino", 3), (alice, bob, carol), random.Random(1))
        services.quit_game(game.pk, user_id=bob.pk)
        play_until(game, lambda now: now.game.to_move == 1)
    ran_out = timezone.now() - dt.timedelta(minutes=5)
    Game.objects.filter(pk=game.pk).update(deadline=ran_out, computer_moves_at=None)
    assert services.expire_turn(game.pk)
    game.refresh_from_db()
    assert present(game.deadline) > timezone.now()
    assert game.computer_moves_at is not None
    assert not game.events.filter(kind=Event.Kind.TIMEOUT).exists()


@pytest.mark.parametrize("name", ["casino", "triple_four"])
def test_nobody_is_warned_of_a_violation_by_a_player_who_dropped_out_6_3(
    name: str, alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(Table(name, 3), (alice, bob, carol), random.Random(1))
        services.quit_game(game.pk, user_id=bob.pk)
        notes = {
            seat: look(play_until(game, lambda now, to=seat: now.game.to_move == to), alice)
            for seat in range(3)
        }
    warned = [bool(notes[seat].clock_note) for seat in range(3)]
    assert warned == [True, False, True]


def test_a_late_move_among_four_is_refused_with_its_consequences(
    alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(Table("casino", 4), (alice, bob, carol), random.Random(1))
        services.quit_game(game.pk, user_id=bob.pk)
        play_until(game, lambda snapshot: snapshot.game.to_move == 0)
        told = []
        for _ in range(5):
            game.refresh_from_db()
            late = present(game.deadline) + dt.timedelta(seconds=100)
            with (
                time_machine.travel(late, tick=False),
                pytest.raises(services.TimeRanOut) as refused,
            ):
                services.make_move(
                    game.pk, user_id=alice.pk, selection=services.Selection(0), arrived_at=late
                )
            told.append(tell_refusal(refused.value))
    assert told[0] == "Your time ran out: 1 point to your opponents. It is still your turn."
    assert told[4] == "Your time has run out 5 times: you are out of this game."


def test_a_violation_gives_points_to_the_side_of_a_stand_in_too(
    alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(Table("casino", 3), (alice, bob, carol), random.Random(1))
        services.quit_game(game.pk, user_id=bob.pk)
        snapshot = play_until(game, lambda snapshot: snapshot.game.to_move == 0)
        note = look(snapshot, alice).clock_note
        run_out(snapshot)
        snapshot = snapshot_of(game)
        told = look(snapshot, alice).happened[-1].words
    assert note == "If your time runs out: 1 point each to bob and carol (violation 1 of 5)"
    assert told == "You ran out of time: 1 point each to bob and carol (1 of 5)"
    scores = snapshot.game.rules.scores(snapshot.state)
    assert [side["penalties"] for side in scores] == [0, 1, 1]


@pytest.mark.parametrize(
    ("table", "to_alice", "to_oscar"),
    [
        (Table("royal", 2), "you vs bob", "alice vs bob"),
        (Table("casino", 3), "you, bob and carol", "alice, bob and carol"),
        (PARTNERS, "you and carol vs bob and Dion", "alice and carol vs bob and Dion"),
    ],
    ids=str,
)
def test_the_heading_says_who_plays_against_whom(
    table: Table, to_alice: str, to_oscar: str, alice: Any, bob: Any, carol: Any, oscar: Any
) -> None:
    snapshot = snapshot_of(seat_players(table, (alice, bob, carol), random.Random(1)))
    for user, words in ((alice, to_alice), (oscar, to_oscar)):
        page = render_game(snapshot, user.pk, language="en", csrf_token="token")
        assert f'<h1 class="hidden-text">{snapshot.game.title}: {words}</h1>' in page


def test_the_count_of_a_deck_is_shown_until_the_viewers_next_move(
    alice: Any, bob: Any, carol: Any
) -> None:
    with remembering():
        game = seat_players(PARTNERS, (alice, bob, carol), random.Random(2))
        snapshot = play_until(game, is_dealt_anew)
        view = look(snapshot, alice)
        assert view.counted is not None
        assert view.counted.title == "Deck 1 score"
        assert view.stage == "Deck 2 · Round 1 of 3"
        assert f"{view.counted.headline}. Deck 2, Round 1 of 3. " in view.said
        assert view.counted.totals == view.totals
        assert "deck 2" in view.counted.next_words
        lines = {line.label: line for line in view.counted.lines}
        assert "cards to" in lines["Most cards"].reasons[0].words
        assert not any(pile.changed for pile in view.board.piles)
        snapshot = play_until(game, lambda snapshot: snapshot.events[-1].seat == 0)
        assert look(snapshot, alice).counted is None


def test_the_result_of_a_match_explains_every_deck(alice: Any, bob: Any) -> None:
    with remembering():
        game = seat_players(Table("casino", 2), (alice, bob), random.Random(2))
        snapshot = play_until(game, is_dealt_anew)
        counted = look(snapshot, alice).counted
        assert counted is not None
        assert look(snapshot, alice).earlier_decks == ()
        snapshot = play_until(game, lambda snapshot: snapshot.state.is_over)
    view = look(snapshot, alice)
    decks, last = view.earlier_decks, view.sheet_totals
    assert decks[0] == replace(counted, next_words="")
    assert [deck.title for deck in decks] == [f"Deck {n} score" for n in range(1, len(decks) + 1)]
    for side in (0, 1):
        points = [int(deck.points[side]) for deck in decks]
        assert sum(points) == int(decks[-1].totals[side])
        assert sum(points) + int(last[side]) == int(view.totals[side])
    assert all(line.reasons for deck in decks for line in deck.lines)
    page = render_game(snapshot, alice.pk, language="en", csrf_token="token")
    for number, deck in enumerate(decks, 1):
        assert f"<summary>{deck.headline}</summary>" in page
        mine, theirs = deck.points
        assert deck.headline == f"Deck {number}: you {mine}, bob {theirs}"


def test_the_last_deal_is_announced(alice: Any, bob: Any) -> None:
    with remembering():
        game = seat_players(Table("casino", 2), (alice, bob), random.Random(2))
        snapshot = play_until(game, lambda snapshot: snapshot.state.round == 6)
    view = look(snapshot, alice)
    assert (view.stage, view.is_new_stage) == ("Deck 1 · Last round", True)
    assert "Deck 1, Last round." in view.said


def ended(variant: Any, captured: list[list[str]], **more: Any) -> Any:
    """Return a finished game, one card after this position."""
    hands: list[list[str]] = [[] for _ in range(more.pop("players", len(captured)))]
    hands[0] = ["5S"]
    document = {"variant": variant.name, "hands": hands, "table": [], "to_move": 0}
    return variant.play(variant.position(document | {"captured": captured} | more), "5S")


def test_partners_win_together() -> None:
    state = ended(
        CASINO,
        [["AS", "AH", "TD", "2S"], ["AC"]],
        players=4,
        partnership=True,
        target=11,
        match_scores=[10, 4],
    )
    ending = tell_ending(CASINO, state, Names(NAMES, 0))
    assert ending is not None
    assert ending.headline == "You and Carol win 19 to 5"
    assert ending.reason_words == "14 points ahead."
    to_ben = present(tell_ending(CASINO, state, Names(NAMES, 1)))
    assert to_ben.headline == "Carol and Ada win 19 to 5"  # clockwise, as in the table below it


def test_three_are_ranked_and_a_player_who_dropped_out_comes_last() -> None:
    state = ended(CASINO, [["AS"], ["AC"], ["AD", "AH", "TD"]], target=None, out=[2], round=4)
    ending = tell_ending(CASINO, state, Names(NAMES[:3]))
    assert ending is not None
    ranks = rank_sides(CASINO, state, Names(NAMES[:3]))
    assert [(rank.name, rank.has_dropped_out) for rank in ranks][-1] == ("Carol", True)
    assert ending.headline.startswith(("Ada", "Ben"))


def test_a_shared_win_names_who_dropped_out() -> None:
    state = ended(CASINO, [["AH"], ["AC"], ["AD", "TD"]], target=None, out=[2], round=4)
    ending = present(tell_ending(CASINO, state, Names(NAMES[:3])))
    assert ending.headline == "Ada and Ben share the win with 1 point each"
    assert ending.reason_words == "The totals are equal. Carol dropped out."


def test_royal_cassino_may_end_in_a_draw() -> None:
    state = ended(ROYAL, [["AS"], ["AC"]])
    ending = tell_ending(ROYAL, state, Names(NAMES[:2], 0))
    assert ending is not None
    assert ending.headline == "A draw, 1 to 1"
    assert ending.reason_words == "Both have captured the same number of cards."


@pytest.mark.parametrize("table", [Table("casino", 3), PARTNERS, Table("royal", 2)], ids=str)
def test_the_end_of_a_whole_game_is_shown(table: Table, alice: Any, bob: Any, carol: Any) -> None:
    with remembering():
        game = seat_players(table, (alice, bob, carol), random.Random(7))
        snapshot = play_until(game, lambda snapshot: snapshot.game.status == Game.Status.FINISHED)
    view = look(snapshot, alice)
    assert view.result is not None
    assert " win" in view.result.headline
    assert len(view.result.ranking) == (3 if table.players == 3 else 0)
    page = render_game(snapshot, alice.pk, language="en", csrf_token="token")
    assert view.result.headline in page


@pytest.mark.parametrize("sweeps", [False, True])
def test_a_line_that_can_bring_nothing_is_not_on_the_sheet(
    alice: Any, bob: Any, sweeps: bool
) -> None:
    table = Table("casino", 2, {"sweeps": True} if sweeps else {})
    view = look(snapshot_of(seat_players(table, (alice, bob), random.Random(1))), alice)
    assert ("Sweeps" in [row.label for row in view.sheet]) is sweeps
