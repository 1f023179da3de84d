"""The analysis of finished games: requested once, done in slices, shown, and learned from."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import presenters, rules, selectors, services, snapshots, tasks
from games.computer import Choice
from games.messages.moves import tell_play
from games.models import AnalysedMove, Analysis, Game, LevelFailure, SiteClock
from games.presenters import analysis as analysis_view
from games.presenters.judged import Judged, judge_all, judge_one
from games.presenters.reasons import tell_differences
from games.presenters.replay import steps
from games.presenters.summary import find_turning_points, rate_accuracy
from games.selectors.operations import read_snapshot
from games.snapshots import Snapshot, derive_states
from games.thinking import ThinkingFailed
from tests.fixtures import Response
from tests.games.conftest import seconds
from tests.games.pages import at, text_of
from tests.games.whole_games import Table, play_game, smallest_table
from tests.present import present

pytestmark = pytest.mark.django_db

BEST = 2.0


def think_quickly(view: Any, level: str, seed: int, *, seconds: float, also: str) -> Choice:
    """Rate the first legal move best, two points above all others."""
    variant = rules.variant(view["variant"])
    best, *others = map(str, variant.moves(variant.position(view)))
    moves = ((best, BEST), *((other, 0.0) for other in others))
    return Choice(moves, level, seed, view_hash="", budget=1)


@pytest.fixture(autouse=True)
def _quick_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "think", think_quickly)
    monkeypatch.setattr(tasks, "expect_line", lambda rules, state, move, seed: (move,))


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of slices that are queued."""
    slices: list[str] = []
    monkeypatch.setattr(tasks.analyse_games, "delay", lambda: slices.append("slice"))
    return slices


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SLICE_SECONDS", -1)


def run_all(queued: list[str]) -> None:
    tasks.analyse_games()
    while queued:
        queued.pop(0)
        tasks.analyse_games()


@pytest.fixture
def analysed(finished: Any, alice: Any, queued: Any) -> Callable[..., Game]:
    """Return a function that finishes a game of alice and bob and has it analysed."""

    def analyse(**options: Any) -> Game:
        game: Game = finished(**options)
        services.ask_analysis(game.pk, user=alice, now=timezone.now())
        run_all(queued)
        return game

    return analyse


def test_every_move_is_analysed(analysed: Any) -> None:
    game = analysed()
    moves = [event.number for event in game.events.filter(kind="move")][2:]
    assert [move.number for move in AnalysedMove.objects.all()] == moves
    analysis = Analysis.objects.get()
    assert analysis.finished_at is not None
    assert (analysis.level, analysis.has_failed) == ("master", False)
    for move in AnalysedMove.objects.all():
        assert move.lost in (0.0, BEST)


@pytest.mark.once
def test_a_move_is_judged_even_if_no_line_is_found_after_the_best_one(
    analysed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> tuple[str, ...]:
        raise ZeroDivisionError

    monkeypatch.setattr(tasks, "expect_line", fail)
    game = analysed()
    assert AnalysedMove.objects.count() == game.events.filter(kind="move").count() - 2
    assert not any(move.line for move in AnalysedMove.objects.all())


@pytest.mark.once
def test_a_move_whose_only_alternative_is_advised_elsewhere_is_still_shown(
    analysed: Any, alice: Any
) -> None:
    game = analysed()
    passes = game.events.filter(text="pass").values("number")
    made = AnalysedMove.objects.filter(seat=0).exclude(number__in=passes)[:2]
    for number, move in enumerate(made):
        lost = 2.0 - number
        AnalysedMove.objects.filter(pk=move.pk).update(
            alternatives=[["pass", 2.0]], points=2.0 - lost, lost=lost
        )
    snapshot = selectors.find_game(game.public_id, alice)
    found = {each.number: each for each in judge_all(snapshot, Analysis.objects.get())}
    assert [found[move.number].lost for move in made] == [2.0, 1.0]


@pytest.fixture
def many(alice: Any, bob: Any, carol: Any, queued: list[str]) -> Snapshot:
    """Return an analysed game of three people and a computer player, which took over bob's seat."""
    table = Table("casino", 4, {"target": None}, quits=(1, 9))
    snapshot = play_game(table, [alice, bob, carol], random.Random(5))
    services.ask_analysis(snapshot.game.pk, user=alice, now=timezone.now())
    run_all(queued)
    return snapshot


@pytest.mark.once
def test_the_moves_of_computer_players_are_analysed_too(many: Snapshot) -> None:
    moves = [event for event in many.events if event.kind == "move"]
    assert [move.number for move in AnalysedMove.objects.all()] == [e.number for e in moves]
    view = presenters.view_analysis(many, None)
    (left,) = (event.number for event in many.events if event.kind == "take-over")
    names = ["alice", "bob", "carol", "Dion"]
    for move, looked_at in zip(moves, view.moves, strict=True):
        is_for_bob = move.seat == 1 and move.number > left
        assert looked_at.player == (
            "A computer player, in place of bob" if is_for_bob else names[present(move.seat)]
        )


@pytest.mark.once
def test_the_biggest_mistakes_of_each_player_are_shown(many: Snapshot) -> None:
    told = presenters.view_analysis(many, None).mistakes
    level = many.seats[1].stand_in
    names = [
        "alice",
        "bob",
        f"A computer player ({level}), in place of bob",
        "carol",
        "Dion (computer, easy)",
    ]
    assert [each.name for each in told] == names
    assert max(len(player.moves) for player in told) == analysis_view.BIGGEST


def judged(number: int, lost: float, *, noise: float = 0.1, choices: int = 2) -> Judged:
    alternatives = tuple((f"move {place}", 0.0) for place in range(choices))
    made = "move 0" if lost == 0 else "move 1"
    is_mistake = lost >= max(0.5, noise)
    return Judged(number, 0, made, alternatives, 0.0, lost, noise, is_mistake, ())


@pytest.mark.once
@pytest.mark.parametrize(
    ("moves", "accuracy"),
    [
        ([judged(1, 0), judged(2, 0.09)], 1.0),
        ([judged(1, 0), judged(2, 0.5)], 0.75),
        ([judged(1, 1.0), judged(2, 9.0, choices=1)], 0.25),
        ([judged(1, 0, choices=1)], None),
        ([], None),
    ],
)
def test_the_accuracy_is_halved_by_each_mistake(
    moves: list[Judged], accuracy: float | None
) -> None:
    assert rate_accuracy(rules.variant("casino"), moves) == accuracy


@pytest.mark.once
def test_the_turning_points_are_the_costliest_moves_of_a_close_game(many: Snapshot) -> None:
    AnalysedMove.objects.update(lost=0.0)
    numbers = [move.number for move in AnalysedMove.objects.order_by("number")]
    assert presenters.view_analysis(many, None).turning_points == ()
    for number, lost in zip(numbers, (1.0, 2.0, 3.0, 4.0), strict=False):
        move = AnalysedMove.objects.get(number=number)
        best = next(
            str(each) for each in legal_moves(many, number) if str(each) != made_at(many, number)
        )
        move.alternatives, move.lost = [[best, lost], [made_at(many, number), 0.0]], lost
        move.save()
    found = presenters.view_analysis(many, None).turning_points
    assert [point.move.number for point in found] == numbers[1:4]
    assert found[0].standing == "Level at 0"
    assert found[0].move.path == reverse("replay", args=[many.game.public_id, numbers[1]])


@pytest.mark.once
def test_costs_of_a_decided_game_are_no_turning_points() -> None:
    casino = rules.variant("casino")
    level, decided = (
        casino.position(
            {"variant": "casino", "hands": [["2H"], ["??"]], "table": [], "captured": [cards, []]}
        )
        for cards in (list[str](), ["AS", "AH", "AD", "AC", "TD", "2S"])
    )
    moves = [judged(1, 0.6), judged(2, 1.0), judged(3, 0.6), judged(4, 0.6)]
    states = [level, decided, level, level, decided]
    found = find_turning_points(casino, moves, states, 0)
    assert [move.number for move in found] == [1, 3, 4]


@pytest.mark.once
def test_a_move_that_cannot_change_the_winner_is_no_turning_point() -> None:
    royal = rules.variant("royal")
    first, second, *others = royal.pack
    level, decided = (
        royal.position(
            {
                "variant": "royal",
                "hands": [[first], [second]],
                "table": [{"cards": [card]} for card in others[count:]],
                "captured": [others[:count], []],
            }
        )
        for count in (26, 27)
    )
    moves = [judged(1, 3.0), judged(2, 3.0)]
    found = find_turning_points(royal, moves, [level, decided, decided], 0)
    assert [move.number for move in found] == [1]


def legal_moves(snapshot: Snapshot, number: int) -> Any:
    states = derive_states(snapshot.game, snapshot.deck, snapshot.events)
    return snapshot.game.rules.moves(states[number - 1])


def made_at(snapshot: Snapshot, number: int) -> str:
    return snapshot.events[number - 1].text


@pytest.mark.once
def test_the_page_begins_with_a_summary(many: Snapshot, as_bob: Client) -> None:
    AnalysedMove.objects.filter(seat=0).update(lost=0.0)
    page = text_of(as_bob.get(at("analysis", many.game)))
    assert page.index("<h2>Summary</h2>") < page.index("<h2>Turning points</h2>")
    assert (
        "A move that is as good as the best one counts 100% for the accuracy, one that costs 0.5 "
        "points counts 50%, one that costs twice that counts 25%, and so on."
    ) in page
    assert page.index("<h2>Turning points</h2>") < page.index("<h2>Biggest mistakes</h2>")
    assert re.search(
        r'<th scope="row"><span translate="no">alice</span></th><td>100%</td><td>0</td>', page
    )
    assert page.count("</a>. Before it: ") == 3


@pytest.mark.once
def test_the_biggest_mistakes_come_first(many: Snapshot) -> None:
    mistakes = AnalysedMove.objects.filter(seat=0, lost=BEST)
    last = mistakes.latest("number")
    mistakes.filter(pk=last.pk).update(lost=BEST + 1)
    told = presenters.view_analysis(many, None).mistakes[0].moves
    first, second = mistakes.exclude(pk=last.pk).order_by("number")[:2]
    assert [move.number for move in told] == [last.number, first.number, second.number]


@pytest.mark.once
def test_a_player_without_mistakes_is_named_too(many: Snapshot, carol: Any) -> None:
    AnalysedMove.objects.filter(seat=2).update(lost=0.0)
    told = presenters.view_analysis(many, carol.pk).mistakes
    assert [each.name for each in told if not each.moves] == ["carol"]
    assert [each.name for each in told][3] == "carol"
    assert [each.name for each in told if each.is_you] == ["carol"]


@pytest.mark.once
def test_the_viewers_name_among_the_mistakes_is_marked(many: Snapshot, as_bob: Client) -> None:
    AnalysedMove.objects.filter(seat=0).update(lost=0.0)
    page = text_of(as_bob.get(at("analysis", many.game)))
    assert '<h3><span translate="no">alice</span>: no mistakes</h3>' in page
    assert '<h3><span translate="no">bob</span> <span class="soft">(you)</span></h3>' in page
    assert page.count("(you)") == 1


@pytest.mark.once
def test_players_of_one_name_have_mistakes_of_their_own(many: Snapshot, as_bob: Client) -> None:
    many.game.seats.filter(index__in=(0, 2)).update(user=None)
    page = text_of(as_bob.get(at("analysis", many.game)))
    assert page.count("<h3>Former player</h3>") == 2


@pytest.mark.once
@pytest.mark.parametrize("name", rules.VARIANTS)
def test_moves_are_shown_in_full_although_hands_are_hidden(
    name: str, alice: Any, bob: Any, carol: Any, queued: list[str]
) -> None:
    snapshot = play_game(smallest_table(name), [alice, bob, carol], random.Random(3))
    services.ask_analysis(snapshot.game.pk, user=alice, now=timezone.now())
    run_all(queued)
    states = derive_states(snapshot.game, snapshot.deck, snapshot.events)
    for move in presenters.view_analysis(snapshot, None).moves:
        before, text = states[move.number - 1], snapshot.events[move.number - 1].text
        variant = snapshot.game.rules
        in_full = tell_play(variant.explain(before, variant.parse(before, text)))
        assert "?" not in move.made + move.best
        if "secret card" not in in_full:
            assert move.made == in_full


@pytest.mark.once
def test_a_cost_within_the_error_of_the_estimate_is_no_mistake(many: Snapshot) -> None:
    moves = AnalysedMove.objects.filter(lost=BEST)[:5]
    errors = (BEST / 2, BEST / 2 + 0.01, None, 0.0, 0.0)
    for move, error in zip(moves, errors, strict=True):
        AnalysedMove.objects.filter(pk=move.pk).update(error=error)
    for move, lost in zip(moves[3:], (0.09, 0.49), strict=True):
        AnalysedMove.objects.filter(pk=move.pk).update(lost=lost)
    told = {move.number: move for move in presenters.view_analysis(many, None).moves}
    assert [told[move.number].is_mistake for move in moves] == [True, False, True, False, False]
    assert [told[move.number].is_as_good for move in moves] == [False, True, False, True, False]


@pytest.fixture
def passed_up(
    known_shuffle: None, picking: Any, play: Any, alice: Any, bob: Any
) -> tuple[Snapshot, Analysis]:
    """Return a finished game with an analysis in which a pass was best in both turns of alice."""
    game = picking()
    for user, card in ((alice, "7H"), (bob, "6C")):
        services.pick_secret(game.pk, user_id=user.pk, card=card, arrived_at=timezone.now())
    for user, text in ((alice, "9D x 5D 4H"), (bob, "8D"), (alice, "3H")):
        play(game, user, text)
    services.quit_game(game.pk, user_id=bob.pk)
    game.refresh_from_db()
    now = timezone.now()
    analysis = Analysis.objects.create(
        game=game, level="master", asked_at=now, finished_at=now, last_number=5
    )
    for number, seat, made, lost in ((3, 0, "9D x 4H 5D", 1.5), (5, 0, "3H", 2.5)):
        moves = [["pass", 3.0], ["3S", 2.0], [made, 3.0 - lost]]
        analysis.moves.create(
            number=number,
            seat=seat,
            alternatives=moves,
            points=3.0 - lost,
            lost=lost,
            line=["pass"],
        )
    return selectors.find_game(game.public_id, alice), analysis


@pytest.mark.once
def test_a_pass_is_advised_once_where_it_brings_most(passed_up: tuple[Snapshot, Analysis]) -> None:
    snapshot, analysis = passed_up
    judged = judge_all(snapshot, analysis)
    assert [(each.best, each.lost) for each in judged] == [("3S", 0.5), ("pass", 2.5)]
    assert [each.is_mistake for each in judged] == [True, True]
    assert [each.line for each in judged] == [(), ("pass",)]
    assert [judge_one(snapshot, analysis, each.number) for each in judged] == judged


@pytest.mark.once
@pytest.mark.parametrize(
    ("changes", "best", "lost"),
    [
        ({"error": 0.26}, "3S", 0.5),
        ({"alternatives": [["pass", 3.0], ["3S", 1.0]]}, "3S", 0.0),
    ],
)
def test_beside_a_pass_advised_elsewhere_a_move_may_be_no_mistake(
    passed_up: tuple[Snapshot, Analysis], changes: dict[str, Any], best: str, lost: float
) -> None:
    snapshot, analysis = passed_up
    analysis.moves.filter(number=3).update(**changes)
    found = judge_one(snapshot, analysis, 3)
    assert found is not None
    assert (found.best, found.lost, found.is_mistake) == (best, lost, False)


@pytest.mark.once
def test_a_subtraction_that_was_made_stays_where_another_one_is_left_out(
    passed_up: tuple[Snapshot, Analysis],
) -> None:
    snapshot, analysis = passed_up
    made = snapshot.events[2].text = "2H - TD = 8"
    best = "3S - 8D = 5"
    analysis.moves.update(alternatives=[[best, 3.0], [made, 1.0], ["3S", 0.5]])
    analysis.moves.filter(number=3).update(points=1.0, lost=2.0)
    found = judge_all(snapshot, analysis)
    assert [(each.best, each.lost) for each in found] == [(made, 0.0), (best, 2.5)]


@pytest.mark.once
def test_the_expected_line_is_a_replay_from_the_better_move_on(
    analysed: Any, as_oscar: Client
) -> None:
    game = analysed()
    move = AnalysedMove.objects.filter(lost=BEST).first()
    assert move is not None
    assert move.line == [move.alternatives[0][0]]
    step = move.number - game.opening_moves
    shown = text_of(as_oscar.get(reverse("replay", args=[game.public_id, step])))
    path = reverse("replay_line", args=[game.public_id, step, step])
    assert f'href="{path}"' in shown
    page = text_of(as_oscar.get(path))
    assert f"Expected move {step}" in page
    assert f'href="{reverse("replay", args=[game.public_id, step])}"' in page
    assert re.search(r'id="replay-next"[^>]*aria-disabled="true"', page)
    first = text_of(as_oscar.get(reverse("replay_line", args=[game.public_id, step, step - 1])))
    assert re.search(rf'id="replay-next"[^>]*href="{path}"', first)


@pytest.mark.once
def test_there_is_no_line_where_the_analysis_has_none(analysed: Any, as_oscar: Client) -> None:
    game = analysed()
    move = AnalysedMove.objects.filter(lost=BEST).first()
    assert move is not None
    step = move.number - game.opening_moves
    path = reverse("replay_line", args=[game.public_id, step, step])
    assert as_oscar.get(path).status_code == 200
    assert as_oscar.get(reverse("replay_line", args=[game.public_id, step, 999])).status_code == 404
    # As analyses of earlier releases are stored.
    AnalysedMove.objects.filter(pk=move.pk).update(line=None, error=None)
    assert as_oscar.get(path).status_code == 404
    page = text_of(as_oscar.get(reverse("replay", args=[game.public_id, step])))
    assert "This move cost 2.0 points." in page
    assert "expected line" not in page
    Analysis.objects.all().delete()
    assert as_oscar.get(path).status_code == 404


def test_the_analysis_reveals_nothing_that_the_player_could_not_know(
    known_shuffle: None,
    picking: Any,
    play: Any,
    alice: Any,
    bob: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = list[Any]()

    def tell(variant: Any, seen: Any, *moves: Any) -> Any:
        given.append(seen)
        return tell_differences(variant, seen, *moves)

    monkeypatch.setattr(analysis_view, "tell_differences", tell)
    game = picking()
    for user, card in ((alice, "7H"), (bob, "5D")):
        services.pick_secret(game.pk, user_id=user.pk, card=card, arrived_at=timezone.now())
    play(game, alice, "9D x 5D 4H")
    services.quit_game(game.pk, user_id=bob.pk)
    game.refresh_from_db()
    analysis = Analysis.objects.create(
        game=game, level="master", asked_at=timezone.now(), finished_at=timezone.now()
    )
    moves = [["3H", 1.0], ["9D x 4H 5D", 0.0]]
    analysis.moves.create(number=3, seat=0, alternatives=moves, points=0.0, lost=1.0)
    snapshot = selectors.find_game(game.public_id, alice)
    replay = presenters.replay_game(snapshot, alice.pk)
    step = presenters.view_analysed_step(snapshot, analysis, replay, 1)
    assert step is not None
    assert step.made == "9♦ takes 5♦ + 4♥: 3 cards, 2 diamonds"
    assert given == [game.rules.mask(seen, 0) for seen in given]
    assert len(given) == 1


def test_an_upgrade_deletes_analyses_without_computer_players(
    many: Snapshot, analysed: Any
) -> None:
    game = analysed()
    migration = importlib.import_module("games.migrations.0007_analyses_of_computers_moves")
    migration.forget_partial_analyses(apps, None)
    assert list(Analysis.objects.values_list("game", flat=True)) == [game.pk]


def test_a_player_is_not_asked_about_the_moves_of_a_stand_in(
    many: Snapshot, bob: Any, as_bob: Client
) -> None:
    (left,) = (event.number for event in many.events if event.kind == "take-over")
    later = AnalysedMove.objects.filter(seat=1, number__gt=left, lost=BEST).first()
    own = AnalysedMove.objects.filter(seat=1, number__lt=left, lost=BEST).first()
    assert later is not None
    assert own is not None
    paths = [reverse("learn", args=[many.game.public_id, move.number]) for move in (own, later)]
    assert [as_bob.get(path).status_code for path in paths] == [200, 404]


def test_the_analyst_sees_what_the_mover_saw(finished: Any) -> None:
    game = finished()
    for position in selectors.positions_of(game.pk, after=0):
        hands = position.view["hands"]
        assert "??" not in hands[position.seat]
        assert set(hands[1 - position.seat]) <= {"??"}
        assert position.view["to_move"] == position.seat


def test_two_clicks_are_one_analysis(finished: Any, as_alice: Client, as_bob: Client) -> None:
    game = finished()
    for client in (as_alice, as_alice, as_bob):
        assert client.post(at("analysis", game))["Location"] == at("analysis", game)
    assert Analysis.objects.count() == 1


def test_a_slice_done_twice_is_stored_once(
    finished: Any, alice: Any, queued: Any, one_at_a_time: None
) -> None:
    game = finished()
    services.ask_analysis(game.pk, user=alice, now=timezone.now())
    turn = services.claim_analysis(now=timezone.now())
    assert turn is not None
    found = [services.Analysed(3, 0, (("8C", 1.0),), 1.0, 0.0)]
    record: dict[str, Any] = {"last_number": 3, "is_done": False, "now": timezone.now()}
    assert services.record_analysed(turn, found, **record)
    assert not services.record_analysed(turn, found, **record)
    assert AnalysedMove.objects.count() == 1


def ask_progress(client: Client, game: Game) -> Response:
    return client.get(at("analysis", game), headers={"hx-request": "true"})


@pytest.mark.once
def test_progress_is_shown_while_it_goes_on(
    finished: Any, as_alice: Client, queued: list[str], one_at_a_time: None
) -> None:
    game = finished()
    as_alice.post(at("analysis", game))
    assert "If other players are waiting for theirs, you take turns." in text_of(
        as_alice.get(at("analysis", game))
    )
    tasks.analyse_games()
    queued.pop()
    tasks.analyse_games()
    page = text_of(as_alice.get(at("analysis", game)))
    total = game.events.filter(kind="move").count() - 2
    assert f"2 of {total} moves analysed" in page
    assert 'hx-trigger="every 1500ms"' in page
    assert '<noscript><meta http-equiv="refresh"' in page
    assert f"2 of {total} moves analysed" in text_of(ask_progress(as_alice, game))
    run_all(queued)
    assert "every 1500ms" not in text_of(as_alice.get(at("analysis", game)))


def test_a_request_for_the_progress_is_cheap(
    finished: Any,
    as_alice: Client,
    queued: list[str],
    one_at_a_time: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = finished()
    as_alice.post(at("analysis", game))
    tasks.analyse_games()
    as_alice.get(at("analysis", game))
    with monkeypatch.context() as patched:
        patched.setattr(analysis_view, "replay_game", None)
        patched.setattr(type(game.rules), "explain", None)
        answer = ask_progress(as_alice, game)
    assert len(answer.content) < 500
    assert "HX-Retarget" not in answer


@pytest.mark.once
def test_a_step_of_the_replay_derives_no_states_again(
    analysed: Any, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = analysed()
    path = at("replay", game)
    as_alice.get(f"{path}1/")
    for module in (steps, snapshots):
        monkeypatch.setattr(module, "derive_states", None)
    assert 'id="analysed"' in text_of(as_alice.get(f"{path}2/"))


@pytest.mark.once
def test_the_moves_arrive_once_with_the_last_progress(
    finished: Any, as_alice: Client, queued: list[str]
) -> None:
    game = finished()
    as_alice.post(at("analysis", game))
    run_all(queued)
    answer = ask_progress(as_alice, game)
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#analysis", "outerHTML")
    assert text_of(answer).lstrip().startswith('<section id="analysis"')
    assert "Biggest mistakes" in text_of(answer)
    assert "The analysis is complete." in text_of(answer)


def test_an_analysis_with_a_lost_slice_is_resumed(
    finished: Any, alice: Any, queued: list[str]
) -> None:
    game = finished()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        services.ask_analysis(game.pk, user=alice, now=timezone.now())
        turn = services.claim_analysis(now=timezone.now())  # and its worker is killed
        assert turn is not None
        tasks.analyse_games()
        assert AnalysedMove.objects.count() == 0
        clock.shift(services.analysis.LOST_AFTER + seconds(1))
        tasks.analyse_games()
        while queued:
            queued.pop(0)
            tasks.analyse_games()
    assert Analysis.objects.get().finished_at is not None


def test_an_analysis_that_another_worker_continues_is_not_given_up(
    finished: Any, alice: Any
) -> None:
    game, now = finished(), timezone.now()
    services.ask_analysis(game.pk, user=alice, now=now)
    lost = present(services.claim_analysis(now=now))
    again = services.claim_analysis(now=now + services.analysis.LOST_AFTER + seconds(1))
    assert again is not None
    assert services.record_analysed(again, [], last_number=5, is_done=False, now=now)
    services.give_up_analysis(lost, now=now)
    assert not Analysis.objects.get().has_failed


def test_an_analysis_that_was_given_up_takes_no_further_slice(finished: Any, alice: Any) -> None:
    game, now = finished(), timezone.now()
    services.ask_analysis(game.pk, user=alice, now=now)
    turn = present(services.claim_analysis(now=now))
    services.give_up_analysis(turn, now=now)
    assert not services.record_analysed(turn, [], last_number=5, is_done=False, now=now)
    assert Analysis.objects.get().has_failed


def test_an_analysis_that_another_worker_takes_before_the_lock_is_taken_once(
    finished: Any, alice: Any, before_the_lock: Any
) -> None:
    services.record_web_alive()
    game, now = finished(), timezone.now()
    services.ask_analysis(game.pk, user=alice, now=now)
    claim = partial(services.claim_analysis, now=now)
    before_the_lock(claim, of=SiteClock)
    assert claim() is None


def test_a_slice_that_another_worker_stores_before_the_lock_is_stored_once(
    finished: Any, alice: Any, before_the_lock: Any
) -> None:
    game, now = finished(), timezone.now()
    services.ask_analysis(game.pk, user=alice, now=now)
    turn = present(services.claim_analysis(now=now))
    store = partial(services.record_analysed, turn, [], last_number=5, is_done=False, now=now)
    before_the_lock(store, of=Analysis)
    assert not store()


def test_games_are_analysed_one_after_the_other(
    finished: Any, carol: Any, dave: Any, alice: Any, queued: list[str]
) -> None:
    first, second = finished(), finished(carol, dave)
    for game in (first, second):
        services.ask_analysis(game.pk, user=alice, now=timezone.now())
    turn = services.claim_analysis(now=timezone.now())
    assert turn is not None
    assert turn.game_id == first.pk
    assert services.claim_analysis(now=timezone.now()) is None
    services.record_analysed(turn, [], last_number=0, is_done=False, now=timezone.now())
    run_all(queued)
    assert Analysis.objects.filter(finished_at=None).count() == 0


def test_a_move_that_cannot_be_analysed_is_left_out(
    finished: Any,
    alice: Any,
    queued: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = finished()

    def fail_at_seven(view: Any, level: str, number: int, **options: Any) -> Choice:
        if number == 7:
            raise ThinkingFailed("it died")
        return think_quickly(view, level, number, **options)

    monkeypatch.setattr(tasks, "think", fail_at_seven)
    services.ask_analysis(game.pk, user=alice, now=timezone.now())
    run_all(queued)
    assert caplog.messages == [f"game {game.pk}, event 7: level master failed: it died"]
    assert LevelFailure.objects.get().level == "master"
    assert not AnalysedMove.objects.filter(number=7).exists()
    assert Analysis.objects.get().finished_at is not None


def test_a_failed_analysis_says_so_and_may_be_requested_again(
    finished: Any,
    as_alice: Client,
    queued: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = finished()

    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("8D is in hand")

    with monkeypatch.context() as failing:
        failing.setattr(tasks, "think", fail)
        as_alice.post(at("analysis", game))
        run_all(queued)
    assert "8D" not in caplog.text
    page = text_of(as_alice.get(at("analysis", game)))
    assert "could not analyse this game" in page
    as_alice.post(at("analysis", game))
    run_all(queued)
    assert "Biggest mistakes" in text_of(as_alice.get(at("analysis", game)))


@pytest.mark.once
def test_the_page_lists_the_moves_and_the_biggest_mistakes(analysed: Any, as_alice: Client) -> None:
    game = analysed()
    page = text_of(as_alice.get(at("analysis", game)))
    table = page.split('class="analysed-moves"')[1]
    assert table.count("<tr") - 1 == AnalysedMove.objects.count()
    assert 0 < page.count("cost 2.0 points") <= 2 * analysis_view.BIGGEST
    first = AnalysedMove.objects.filter(lost=BEST).first()
    assert first is not None
    assert f"{at('replay', game)}{first.number - 2}/" in page


@pytest.mark.once
def test_the_replay_shows_what_each_move_lost(analysed: Any, as_alice: Client) -> None:
    game = analysed()
    for move in AnalysedMove.objects.all()[:8]:
        page = text_of(as_alice.get(f"{at('replay', game)}{move.number - 2}/"))
        assert ("This move cost 2.0 points" in page) == (move.lost == BEST)
        assert ("Best move: " in page) == (move.lost == BEST)
        assert ("would have played the same move" in page) == (move.lost == 0)
    assert 'id="analysed"' not in text_of(as_alice.get(f"{at('replay', game)}0/"))


@pytest.mark.once
def test_another_move_that_loses_nothing_is_not_called_the_same(
    analysed: Any, as_alice: Client
) -> None:
    game = analysed()
    move = AnalysedMove.objects.filter(lost=BEST).first()
    assert move is not None
    pages = (at("analysis", game), f"{at('replay', game)}{move.number - 2}/")
    same = [text_of(as_alice.get(pages[0])).count("the same")]
    made = game.events.get(number=move.number).text
    move.alternatives = [[text, BEST if text == made else p] for text, p in move.alternatives]
    move.points, move.lost = BEST, 0.0
    move.save()
    listed, shown = (text_of(as_alice.get(page)) for page in pages)
    assert [listed.count("the same")] == same
    assert listed.count("(just as good)") == 1
    assert "Just as good as the computer’s move" in shown
    assert shown.index("(best)") < shown.index("(played)")


@pytest.mark.once
def test_a_cost_is_given_in_the_units_of_the_game() -> None:
    for variant, sentence in {
        "casino": "A move that costs 0.5 points or more, and at least twice that error, is called "
        "a mistake; one that costs less than 0.1 points, or less than twice that error, counts as "
        "just as good as the best",
        "triple_four": "A move that costs 0.5 matches or more is called a mistake; one that costs "
        "less than 0.1 counts as just as good as the best one.",
    }.items():
        shown = {
            "game": Game(variant=variant, rules_version=rules.variant(variant).rules_version),
            "a": {"state": "done", "mistake_points": "0.5", "noise_points": "0.1"},
        }
        assert sentence in render_to_string("analysis/_analysis.html", shown)


@pytest.mark.once
def test_the_replay_offers_the_analysis_before_it_is_made(finished: Any, as_alice: Client) -> None:
    game = finished()
    page = text_of(as_alice.get(f"{at('replay', game)}3/"))
    assert "Analyse this game" in page
    assert 'id="analysed"' not in page


def test_a_game_without_a_move_is_not_analysed(
    dealt: Any, alice: Any, as_alice: Client, nobody: Client
) -> None:
    game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    for client in (as_alice, nobody):
        for page in ("game", "replay", "analysis"):
            shown = text_of(client.get(at(page, game), follow=True))
            assert "Analyse this game" not in shown
            assert at("analysis", game) not in shown.partition("<main")[2]
        assert "Nobody made a move in this game." in shown
    answer = as_alice.post(at("analysis", game), follow=True)  # from a page that is still open
    assert "Nobody made a move in this game." in text_of(answer)
    assert not Analysis.objects.exists()


def test_the_result_offers_the_analysis_of_moves(finished: Any, as_alice: Client) -> None:
    page = text_of(as_alice.get(at("game", finished())))
    assert "Analyse this game" in page


def mistakes_of(page: str) -> list[str]:
    return re.findall(r"/games/\S+/learn/\d+/", page)


def test_players_learn_only_from_their_own_mistakes(
    analysed: Any, as_alice: Client, as_bob: Client, as_oscar: Client
) -> None:
    game = analysed()
    assert mistakes_of(text_of(as_oscar.get(at("analysis", game)))) == []
    paths = {}
    for seat, client in enumerate((as_alice, as_bob)):
        (path,) = mistakes_of(text_of(client.get(at("analysis", game))))
        first = AnalysedMove.objects.filter(seat=seat, lost=BEST).first()
        assert first is not None
        assert path.endswith(f"/learn/{first.number}/")
        assert client.get(path).status_code == 200
        paths[client] = path
    assert as_bob.get(paths[as_alice]).status_code == 404
    assert as_oscar.get(paths[as_alice]).status_code == 404


@pytest.mark.once
def test_the_page_says_which_mistakes_are_not_asked_about(analysed: Any, as_alice: Client) -> None:
    game = analysed()
    moves = AnalysedMove.objects.filter(seat=0)
    few = moves.filter(pk__in=[move.pk for move in moves if len(move.alternatives) == 2])
    for lost, is_said in ((BEST, True), (0.0, False)):
        few.update(lost=lost)
        page = text_of(as_alice.get(at("analysis", game)))
        assert ("Mistakes where only one other move was possible are left out." in page) == is_said


@pytest.mark.once
def test_a_mistake_shows_the_seats_view_and_judges_a_try(analysed: Any, as_alice: Client) -> None:
    game = analysed()
    (path,) = mistakes_of(text_of(as_alice.get(at("analysis", game))))
    move = AnalysedMove.objects.get(number=int(path.split("/")[-2]))
    made, best = game.events.get(number=move.number).text, move.alternatives[0][0]
    page = text_of(as_alice.get(path))
    assert "Your move was:" in page
    assert "it cost you 2.0 points" in page
    assert page.count('name="move"') == len(move.alternatives) > 2
    assert "hidden card" in page
    assert ">Answer</h3>" not in page
    worse = text_of(as_alice.get(path, {"move": made}))
    assert "That is what you played" in worse
    assert ">Answer</h3>" not in worse
    right = text_of(as_alice.get(path, {"move": best}))
    assert "that is what the computer would play" in right
    assert ">Answer</h3>" in right
    assert ">Answer</h3>" in text_of(as_alice.get(path, {"answer": "1"}))
    assert ">Answer</h3>" not in text_of(as_alice.get(path, {"move": "<script>"}))


@pytest.mark.once
def test_a_missed_win_is_named(analysed: Any, as_alice: Client) -> None:
    game = analysed()
    (path,) = mistakes_of(text_of(as_alice.get(at("analysis", game))))
    move = AnalysedMove.objects.get(number=int(path.split("/")[-2]))
    (best, _), *others = move.alternatives
    move.alternatives, move.lost = [[best, 100.0], *others], 100.0
    move.save()
    assert text_of(as_alice.get(at("analysis", game))).count("the win") == 3
    step = text_of(as_alice.get(f"{at('replay', game)}{move.number - 2}/"))
    assert "This move cost the win" in step
    assert "<td>wins</td>" in step
    assert "it cost you the win." in text_of(as_alice.get(path))
    made = game.events.get(number=move.number).text
    other = next(text for text, _ in others if text != made)
    assert "it misses the win" in text_of(as_alice.get(path, {"move": other}))


@pytest.mark.once
def test_a_move_as_good_as_the_best_answers_a_mistake(analysed: Any, as_alice: Client) -> None:
    game = analysed()
    (path,) = mistakes_of(text_of(as_alice.get(at("analysis", game))))
    move = AnalysedMove.objects.get(number=int(path.split("/")[-2]))
    made = game.events.get(number=move.number).text
    other = next(text for text, _ in move.alternatives[1:] if text != made)
    move.alternatives = [[text, BEST if text == other else p] for text, p in move.alternatives]
    move.save()
    page = text_of(as_alice.get(path, {"move": other}))
    assert "as good as what the computer would play" in page
    assert ">Answer</h3>" in page


@pytest.mark.once
def test_a_mistake_names_moves_in_the_second_person(analysed: Any, as_alice: Client) -> None:
    game = analysed()
    (path,) = mistakes_of(text_of(as_alice.get(at("analysis", game))))
    while path:
        page = text_of(as_alice.get(path, {"answer": "1"}))
        assert not re.search(r"\b(drops|builds|puts|passes) ", page.partition(">Answer</h3>")[2])
        path = next(iter(re.findall(r'href="(\S+)">Next mistake', page)), "")


@pytest.mark.once
def test_a_try_leads_to_its_verdict_and_the_question_to_the_answer(
    analysed: Any, as_alice: Client
) -> None:
    game = analysed()
    (path,) = mistakes_of(text_of(as_alice.get(at("analysis", game))))
    move = AnalysedMove.objects.get(number=int(path.split("/")[-2]))
    asked = text_of(as_alice.get(path))
    assert f'action="{path}#verdict"' in asked
    assert f'href="{path}?answer=1#answer"' in asked
    assert 'id="verdict"' in text_of(as_alice.get(path, {"move": move.alternatives[1][0]}))
    assert 'id="answer"' in text_of(as_alice.get(path, {"answer": "1"}))


@pytest.mark.once
def test_the_last_mistake_is_named_as_such_once_it_is_answered(
    analysed: Any, as_alice: Client
) -> None:
    game = analysed()
    (path,) = mistakes_of(text_of(as_alice.get(at("analysis", game))))
    word = "That was the last of your mistakes."
    page = text_of(as_alice.get(path, {"answer": "1"}))
    while found := re.search(r'href="(\S+)">Next mistake', page):
        assert word not in page
        path = found[1]
        page = text_of(as_alice.get(path, {"answer": "1"}))
    assert word in page
    assert word not in text_of(as_alice.get(path))


@pytest.mark.once
def test_a_single_alternative_makes_no_question(analysed: Any, as_alice: Client) -> None:
    game = analysed()
    (path,) = mistakes_of(text_of(as_alice.get(at("analysis", game))))
    move = AnalysedMove.objects.get(number=int(path.split("/")[-2]))
    made, best = game.events.get(number=move.number).text, move.alternatives[0][0]
    move.alternatives = [[best, BEST], [made, 0.0]]
    move.save()
    assert as_alice.get(path).status_code == 404
    assert path not in mistakes_of(text_of(as_alice.get(at("analysis", game))))


@pytest.mark.parametrize("kind", ["open", "link"])
def test_an_analysis_is_for_whoever_may_see_the_game(
    finished: Any, kind: str, as_alice: Client, as_oscar: Client, nobody: Client
) -> None:
    game = finished(kind=kind)
    others = 200 if kind == "open" else 404
    assert as_alice.get(at("analysis", game)).status_code == 200
    assert as_oscar.get(at("analysis", game)).status_code == others
    assert nobody.get(at("analysis", game)).status_code == others
    assert nobody.post(at("analysis", game)).status_code == (302 if kind == "open" else 404)
    assert not Analysis.objects.exists()
    assert as_oscar.post(at("analysis", game)).status_code == (302 if kind == "open" else 404)
    assert Analysis.objects.exists() == (kind == "open")


def test_a_running_game_is_not_analysed(dealt: Any, as_alice: Client, alice: Any) -> None:
    game = dealt()
    assert as_alice.get(at("analysis", game)).status_code == 404
    assert as_alice.post(at("analysis", game)).status_code == 404
    assert as_alice.get(f"/games/{game.public_id}/learn/3/").status_code == 404
    services.ask_analysis(game.pk, user=alice, now=timezone.now())
    assert not Analysis.objects.exists()
    assert list(selectors.positions_of(game.pk, after=0)) == []


def test_requests_for_analyses_are_limited(finished: Any, as_alice: Client) -> None:
    game = finished()
    answers = [as_alice.post(at("analysis", game)).status_code for _ in range(7)]
    assert answers == [302] * 6 + [429]


def test_people_take_turns_slice_by_slice(
    finished: Any,
    alice: Any,
    carol: Any,
    dave: Any,
    queued: list[str],
    one_at_a_time: None,
) -> None:
    """However many games somebody asks for, another person's first one goes on."""
    games = [finished(), finished(), finished(carol, dave)]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for game, person in zip(games, (alice, alice, carol), strict=True):
            services.ask_analysis(game.pk, user=person, now=timezone.now())
            clock.shift(seconds(1))
        for _ in range(4):
            tasks.analyse_games()
            clock.shift(seconds(1))
    done = [AnalysedMove.objects.filter(analysis__game=game).count() for game in games]
    assert done == [2, 0, 2]
    states = [
        analysis_view.analysis_state(read_snapshot(each.game_id), each)
        for each in Analysis.objects.order_by("pk")
    ]
    assert states == ["running", "waiting", "running"]


def test_the_analyses_of_an_account_that_is_gone_come_last(
    finished: Any, alice: Any, carol: Any, dave: Any
) -> None:
    games = [finished(), finished(carol, dave)]
    for game, person in zip(games, (alice, carol), strict=True):
        services.ask_analysis(game.pk, user=person, now=timezone.now())
    Analysis.objects.filter(game=games[0]).update(asked_by=None)
    assert present(services.claim_analysis(now=timezone.now())).game == games[1]


def test_one_analysis_too_many_is_refused_with_the_limit(finished: Any, as_alice: Client) -> None:
    game = finished()
    answers = [as_alice.post(at("analysis", game)) for _ in range(7)]
    assert [answer.status_code for answer in answers] == [302] * 6 + [429]
    words = "You can have up to 6 games a minute analysed, and 60 a day. Try again later."
    assert words in text_of(answers[-1])
