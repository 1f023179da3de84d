"""An analysis is requested once, and done in slices by turns."""

from __future__ import annotations

import importlib
from functools import partial
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.test import Client
from django.utils import timezone

from games import selectors, services, snapshots, tasks
from games.computer import Choice
from games.models import AnalysedMove, Analysis, Game, LevelFailure, SiteClock
from games.presenters import analysis as analysis_view
from games.presenters.replay import steps
from games.selectors.operations import read_snapshot
from games.snapshots import Snapshot
from games.thinking import ThinkingFailed
from tests.fixtures import Response
from tests.games.analysis.conftest import run_all, think_quickly
from tests.games.conftest import seconds
from tests.games.pages import at, text_of
from tests.present import present

pytestmark = pytest.mark.django_db


def test_an_upgrade_deletes_analyses_without_computer_players(
    many: Snapshot, analysed: Any
) -> None:
    game = analysed()
    migration = importlib.import_module("games.migrations.0007_analyses_of_computers_moves")
    migration.forget_partial_analyses(apps, None)
    assert list(Analysis.objects.values_list("game", flat=True)) == [game.pk]


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
