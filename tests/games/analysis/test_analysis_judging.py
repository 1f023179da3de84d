"""What an analysis says of moves: their cost, mistakes, turning points and accuracy."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import presenters, rules, selectors, services, tasks
from games.models import AnalysedMove, Analysis, Game
from games.presenters.judged import Judged, judge_all, judge_one
from games.presenters.summary import find_turning_points, rate_accuracy
from games.snapshots import Snapshot, derive_states
from tests.games.analysis.conftest import BEST
from tests.games.pages import at, text_of
from tests.present import present

pytestmark = pytest.mark.django_db


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


def test_the_analyst_sees_what_the_mover_saw(finished: Any) -> None:
    game = finished()
    for position in selectors.positions_of(game.pk, after=0):
        hands = position.view["hands"]
        assert "??" not in hands[position.seat]
        assert set(hands[1 - position.seat]) <= {"??"}
        assert position.view["to_move"] == position.seat


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
