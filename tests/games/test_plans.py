"""Plans for the next turn of a game over days: made, played in time, ended, and told."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.services import erase_user, set_active
from games import services
from games.messages.plans import tell_condition, title_drops
from games.models import Event, Game, Plan
from games.presenters import view_my_games, view_plans
from games.presenters.replay.steps import replay_game
from games.presenters.stories import view_story
from games.rules.conditions import Condition, When
from games.selectors import find_game
from games.services import writing
from games.services.refusals import Refused
from games.snapshots import Snapshot
from notices.models import Notice
from tests.games.conftest import seconds, stored
from tests.present import present

pytestmark = pytest.mark.django_db

DAY = 86_400


@pytest.fixture
def game(dealt: Any) -> Any:
    """Return a game over days in which alice is to move."""
    return dealt(move_time=DAY)


def plan(game: Game, user: Any, condition: str, move: str, *, seen: int | None = None) -> None:
    if seen is None:
        seen = Game.objects.values_list("move_count", flat=True).get(pk=game.pk)
    services.make_plan(
        game.pk,
        user_id=user.pk,
        condition=condition,
        selection=services.Selection(seen, text=move),
    )


def events_of(game: Game) -> list[str]:
    events = Event.objects.filter(game=game).order_by("number")[2:]
    return [f"{event.text or event.kind}{'*' * event.is_planned}" for event in events]


def outcomes(game: Game, user: Any) -> list[str]:
    plans = Plan.objects.filter(game=game, owner=user).order_by("place")
    return [plan.outcome for plan in plans]


def refused(make: Any) -> str:
    with pytest.raises(Refused) as raised:
        make()
    return raised.value.fact.code


# Playing


def test_a_plan_is_played_with_the_move_that_it_waited_for(
    game: Any, play: Any, alice: Any, bob: Any
) -> None:
    plan(game, bob, "drop 8C", "8D x 8C")
    play(game, alice, "8C")
    assert events_of(game) == ["8C", "8D x 8C*"]
    assert (Game.objects.get().to_move, outcomes(game, bob)) == (0, ["played"])


def test_the_game_that_a_plan_answers_is_remembered_as_it_was_before(
    game: Any,
    play: Any,
    alice: Any,
    bob: Any,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remembered = list[Snapshot]()
    monkeypatch.setattr(writing, "remember", remembered.append)
    plan(game, bob, "drop 8C", "8D x 8C")
    with django_capture_on_commit_callbacks(execute=True):
        play(game, alice, "8C")
    assert [len(each.events) for each in remembered] == [3, 4]
    assert [each.game.event_count for each in remembered] == [3, 4]
    assert remembered[0].game.version + 1 == remembered[1].game.version


def test_the_first_plan_that_has_come_true_is_played_and_all_end(
    game: Any, play: Any, alice: Any, bob: Any
) -> None:
    for condition, move in (("drop 3H", "QC"), ("drop 8", "8D x 8S"), ("whatever", "JS")):
        plan(game, bob, condition, move)
    play(game, alice, "8C")
    assert events_of(game) == ["8C", "8D x 8C*"]
    assert outcomes(game, bob) == ["unmet", "played", "unused"]
    play(game, alice, "3H")
    assert events_of(game)[2:] == ["3H"]


def test_nothing_is_played_when_no_condition_has_come_true(
    game: Any, play: Any, alice: Any, bob: Any
) -> None:
    plan(game, bob, "drop 8C", "8D x 8C")
    play(game, alice, "3H")
    assert (events_of(game), outcomes(game, bob)) == (["3H"], ["unmet"])
    assert Game.objects.get().to_move == 1


def test_nothing_is_played_when_the_first_plan_that_came_true_is_illegal_by_then(
    game: Any, play: Any, alice: Any, bob: Any
) -> None:
    plan(game, bob, "whatever", "2H - TH = 8")
    Plan.objects.create(
        game=game, owner=bob, place=2, condition="whatever", move="QC", event_count=2
    )
    play(game, alice, "3H - TH = 7")
    assert (events_of(game), outcomes(game, bob)) == (["3H - TH = 7"], ["illegal", "unused"])


@pytest.mark.parametrize(
    ("move", "answer"), [("9D x 4H 5D", ["2H - TH = 8*"]), ("3H - TH = 7", [])]
)
def test_a_plan_can_wait_until_what_it_uses_is_spared(
    game: Any, play: Any, alice: Any, bob: Any, move: str, answer: list[str]
) -> None:
    plan(game, bob, "spared", "2H - TH = 8")
    play(game, alice, move)
    assert events_of(game) == [move, *answer]


@pytest.mark.parametrize("move", ["3H", "KS=8 x 2H TH"])
def test_a_plan_can_wait_until_the_own_build_is_still_there(
    game: Any, play: Any, alice: Any, bob: Any, move: str
) -> None:
    play(game, alice, "9D x 4H 5D")
    play(game, bob, "2H - TH = 8")
    plan(game, bob, "build 2H-TH", "8D x 2H TH")
    play(game, alice, "3H")
    assert events_of(game)[2:] == ["3H", "8D x 2H TH*"]


def test_a_violation_that_keeps_the_turn_keeps_the_plans(
    game: Any, play: Any, alice: Any, bob: Any
) -> None:
    plan(game, bob, "whatever", "QC")
    Game.objects.update(deadline=timezone.now() - seconds(100))
    assert services.expire_turn(game.pk)
    assert (events_of(game), outcomes(game, bob)) == (["timeout"], [""])
    play(game, alice, "3H")
    assert events_of(game) == ["timeout", "3H", "QC*"]


def test_a_plan_may_answer_a_plan(game: Any, play: Any, alice: Any, bob: Any) -> None:
    play(game, alice, "9D x 4H 5D")
    plan(game, alice, "drop Q", "3H")
    play(game, bob, "QC")
    assert events_of(game)[1:] == ["QC", "3H*"]
    plan(game, alice, "whatever", "8C")
    play(game, bob, "JS")
    assert events_of(game)[3:] == ["JS", "8C*"]


def test_the_only_legal_move_is_played_for_a_player_who_has_asked_for_it(
    game: Any, play: Any, alice: Any, bob: Any
) -> None:
    services.choose_only_moves(game.pk, user_id=bob.pk, is_on=True)
    moves = "3H", "2H", "KS=3 x 3H", "QC", "9D", "JS=11 x 2H 9D", "pass"
    for number, move in enumerate(moves):
        play(game, bob if number % 2 else alice, move)
    assert events_of(game) == [*moves, "8D*"]


def test_a_player_who_is_banned_or_has_left_plans_nothing_any_more(
    game: Any, play: Any, alice: Any, bob: Any
) -> None:
    plan(game, bob, "whatever", "QC")
    set_active(bob, active=False)
    play(game, alice, "3H")
    assert events_of(game) == ["3H"]


def test_the_end_of_a_game_ends_all_plans(game: Any, alice: Any, bob: Any) -> None:
    plan(game, bob, "whatever", "QC")
    services.quit_game(game.pk, user_id=alice.pk)
    assert not Plan.objects.exists()


def test_a_live_game_asks_for_no_plans(dealt: Any, play: Any, alice: Any) -> None:
    game = dealt()
    with CaptureQueriesContext(connection) as captured:
        play(game, alice, "3H")
    assert not [query for query in captured if "games_plan" in query["sql"]]


def test_a_player_is_not_called_to_a_turn_that_a_plan_has_played(
    game: Any, play: Any, alice: Any, bob: Any
) -> None:
    plan(game, bob, "whatever", "QC")
    play(game, alice, "3H")
    called = Notice.objects.filter(kind="turn", withdrawn_at__isnull=True)
    assert list(called.values_list("user_id", flat=True)) == [alice.pk]


# The clock


def test_a_planned_move_takes_no_time_and_leaves_its_increment_in_the_bank(
    dealt: Any, play: Any, alice: Any, bob: Any
) -> None:
    hour = 3_600
    with time_machine.travel(timezone.now(), tick=False) as clock:
        game = dealt(move_time=12 * hour, bank=3 * DAY)
        clock.shift(dt.timedelta(hours=32))
        play(game, alice, "9D x 4H 5D")
        clock.shift(dt.timedelta(hours=32))
        play(game, bob, "QC")
        plan(game, bob, "whatever", "JS")
        clock.shift(dt.timedelta(hours=2))
        play(game, alice, "3H")
        now = timezone.now()
    event = Event.objects.latest("number")
    assert (event.text, event.seconds, event.is_planned) == ("JS", 0, True)
    banks = [seat.bank.total_seconds() / hour for seat in game.seats.order_by("index")]
    assert banks == [62, 64]  # bob’s 52 and an increment
    assert (present(Game.objects.get().deadline) - now).total_seconds() / hour == 74


def test_a_planned_move_of_a_player_on_vacation_uses_none_of_it(
    dealt: Any, play: Any, alice: Any, bob: Any
) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        game, now = dealt(move_time=DAY), timezone.now()
        assert game.counts_vacation
        services.start_vacation(bob, until=now + dt.timedelta(days=5))
        plan(game, bob, "whatever", "QC")
        play(game, alice, "3H")
    assert events_of(game) == ["3H", "QC*"]
    assert [seat.vacation for seat in game.seats.all()] == [dt.timedelta(0)] * 2
    assert Game.objects.get().deadline == now + dt.timedelta(days=1)


# Making and cancelling


def test_no_plan_names_a_card_that_its_player_does_not_hold(game: Any, bob: Any) -> None:
    before = stored(game)
    with pytest.raises(services.IllegalPlay) as raised:
        plan(game, bob, "whatever", "8C")
    assert raised.value.fact["reason"].code == "card_not_held"
    assert (stored(game), Plan.objects.count()) == (before, 0)


@pytest.mark.once
@pytest.mark.parametrize(
    "condition", ["", "drop", "drop 8D", "drop KD", "drop XX", "build 4H-5D", "whatever 8C", "none"]
)
def test_what_can_never_come_true_is_no_condition(game: Any, bob: Any, condition: str) -> None:
    assert refused(lambda: plan(game, bob, condition, "QC")) == "impossible_condition"


def test_a_plan_is_made_on_the_table_as_it_stands(
    game: Any, play: Any, alice: Any, bob: Any
) -> None:
    assert refused(lambda: plan(game, bob, "whatever", "QC", seen=1)) == "table_to_plan_on_changed"
    assert refused(lambda: plan(game, bob, "whatever", "8D x 8C")) == "illegal_play"
    play(game, alice, "3H")
    assert refused(lambda: plan(game, bob, "whatever", "QC")) == "plan_on_own_turn"


def test_there_are_at_most_three_plans_and_a_repeat_is_none(game: Any, bob: Any) -> None:
    for rank in "3349":
        plan(game, bob, f"drop {rank}", "QC")
    assert Plan.objects.count() == 3
    assert refused(lambda: plan(game, bob, "drop 8", "8D")) == "too_many_plans"
    services.cancel_plans(game.pk, user_id=bob.pk)
    services.cancel_plans(game.pk, user_id=bob.pk)
    assert not Plan.objects.exists()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("whatever", "drop 3"),
        ("whatever", "whatever"),
        ("drop 3", "drop 3H"),
        ("drop 3", "drop 3"),
        ("drop 3H", "drop 3H"),
    ],
)
def test_a_plan_that_could_never_be_tried_is_refused(
    game: Any, bob: Any, first: str, second: str
) -> None:
    plan(game, bob, first, "QC")
    assert refused(lambda: plan(game, bob, second, "JS")) == "never_tried"


@pytest.mark.parametrize(
    ("first", "second"),
    [("drop 3H", "drop 3"), ("drop 3", "drop 4"), ("spared", "spared"), ("spared", "whatever")],
)
def test_a_plan_that_may_still_be_tried_comes_behind_another(
    game: Any, bob: Any, first: str, second: str
) -> None:
    plan(game, bob, first, "2H - TH = 8")
    plan(game, bob, second, "JS")
    assert Plan.objects.count() == 2


def test_a_plan_is_removed_and_those_behind_it_move_up(game: Any, bob: Any) -> None:
    for rank in "349":
        plan(game, bob, f"drop {rank}", "QC")
    second = Plan.objects.get(place=2)
    for _ in range(2):
        services.cancel_plans(game.pk, user_id=bob.pk, plan_id=second.pk)
    left = Plan.objects.order_by("place").values_list("place", "condition")
    assert list(left) == [(1, "drop 3"), (2, "drop 9")]
    plan(game, bob, "drop 4", "QC")
    assert Plan.objects.get(place=3).condition == "drop 4"


def test_nobody_removes_the_plan_of_another(game: Any, alice: Any, bob: Any) -> None:
    plan(game, bob, "whatever", "QC")
    services.cancel_plans(game.pk, user_id=alice.pk, plan_id=Plan.objects.get().pk)
    assert Plan.objects.exists()


def test_what_has_become_of_a_plan_stays(game: Any, play: Any, alice: Any, bob: Any) -> None:
    plan(game, bob, "drop 9", "QC")
    play(game, alice, "3H")
    services.cancel_plans(game.pk, user_id=bob.pk, plan_id=Plan.objects.get().pk)
    assert outcomes(game, bob) == ["unmet"]


def test_plans_are_only_for_players_of_games_over_days(
    dealt: Any, game: Any, bob: Any, alice: Any, oscar: Any
) -> None:
    assert refused(lambda: plan(game, oscar, "whatever", "QC")) == "not_seated"
    live = dealt()
    assert refused(lambda: plan(live, bob, "whatever", "QC")) == "plans_over_days"
    services.quit_game(game.pk, user_id=alice.pk)
    assert refused(lambda: plan(game, bob, "whatever", "QC")) == "game_over"


def test_plans_do_not_change_the_version_that_everybody_is_sent(game: Any, bob: Any) -> None:
    before = stored(game)
    plan(game, bob, "whatever", "QC")
    services.choose_only_moves(game.pk, user_id=bob.pk, is_on=True)
    services.cancel_plans(game.pk, user_id=bob.pk)
    assert stored(game) == before


def test_a_repeat_of_a_move_that_a_plan_has_answered_is_accepted(
    game: Any, play: Any, alice: Any, bob: Any
) -> None:
    plan(game, bob, "drop 8C", "8D x 8C")
    for _ in range(2):
        play(game, alice, "8C", seen=2)
    assert events_of(game) == ["8C", "8D x 8C*"]
    with pytest.raises(services.StaleTable):
        play(game, alice, "3H", seen=2)


def test_plans_go_with_the_account(game: Any, bob: Any) -> None:
    plan(game, bob, "whatever", "QC")
    services.leave_all_games(bob)
    erase_user(bob)
    assert not Plan.objects.exists()


# Telling


def told(game: Any, user: Any) -> list[tuple[str, str]]:
    view = view_plans(find_game(game.public_id, user), user)
    return [(str(words), outcome) for words, outcome, _ in present(view).plans]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("casino", "If alice trails 8♣"),
        ("trifecta", "If alice drops 8♣"),
        ("triple_four", "If alice discards 8♣"),
    ],
)
def test_a_condition_is_told_in_the_words_of_its_game(name: str, words: str) -> None:
    condition = Condition(When.DROPPED, "8C")
    told_words = tell_condition(condition, game=name, rival="alice", pile=None)
    assert str(told_words) == words
    assert title_drops(name, "alice") == words.replace("8♣", "…")


@pytest.mark.once
def test_plans_are_told_in_words(game: Any, play: Any, alice: Any, bob: Any) -> None:
    plan(game, bob, "spared", "2H - TH = 8")
    plan(game, bob, "drop 8C", "8D x 8C")
    plan(game, bob, "drop 8", "8D x 8S")
    words = [plan for plan, _ in told(game, bob)]
    assert words[0].startswith("If alice captures or changes nothing that your move uses: ")
    assert words[1].startswith("If alice drops 8♣: 8♦ takes 8♣")
    assert words[2].startswith("If alice drops any eight: 8♦ takes 8♠")
    assert words[2].endswith(", or the same with the actual card in place of 8♠")
    play(game, alice, "3H")
    assert told(game, bob)[0][1] == "This plan was played."
    play(game, alice, "8C")
    assert [outcome for _, outcome in told(game, bob)][1:] == [
        "An earlier plan came true first."
    ] * 2
    play(game, bob, "QC")
    assert told(game, bob) == []


def test_only_the_owner_is_told_that_a_move_was_planned(
    game: Any, play: Any, alice: Any, bob: Any
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        plan(game, bob, "drop 8C", "8D x 8C")
        clock.shift(dt.timedelta(hours=7))
        play(game, alice, "8C")
        now = timezone.now()
    for user, is_told in ((bob, True), (alice, False)):
        snapshot = find_game(game.public_id, user)
        line: Any = view_my_games(user, now=now).groups[0][2][0]
        replay = replay_game(snapshot, user.pk)
        assert line.last.endswith("(planned)") is is_told
        assert ("planned" in replay.steps[-1].marks) is is_told
        story = view_story(snapshot, user.pk, now=now)
        assert (story is not None) is is_told
    assert replay_game(find_game(game.public_id, bob), bob.pk).last_own == 0
    story = present(view_story(find_game(game.public_id, bob), bob.pk, now=now))
    assert [str(event.words)[-9:] for event in story.events][1] == "(planned)"
