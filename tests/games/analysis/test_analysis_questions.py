"""Players learn from their own mistakes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import AnalysedMove
from games.snapshots import Snapshot
from tests.games.analysis.conftest import BEST
from tests.games.pages import at, text_of

pytestmark = pytest.mark.django_db


def test_a_player_is_not_asked_about_the_moves_of_a_stand_in(
    many: Snapshot, bob: Any, as_bob: Client
) -> None:
    (left,) = (event.number for event in many.events if event.kind == "take-over")
    later = AnalysedMove.objects.filter(seat=1, number__gt=left, lost=BEST).first()
    own = AnalysedMove.objects.filter(seat=1, number__lt=left, lost=BEST).first()
    assert later is not None
    assert own is not None
    paths = [reverse("learn", args=[many.game.public_id, move.number]) for move in (own, later)]
    answers = [as_bob.get(path) for path in paths]
    assert [answer.status_code for answer in answers] == [200, 404]
    assert "css/seats" in answers[0].content.decode()  # words beside the names of partners


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
    few.update(lost=BEST)
    moves.exclude(pk__in=few).update(lost=0.0)
    page = text_of(as_alice.get(at("analysis", game)))
    assert mistakes_of(page) == []
    assert "There is no exercise for you here: only one other move was possible" in page


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
