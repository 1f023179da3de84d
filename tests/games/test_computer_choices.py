"""The stored choices of computer players, and how they are repeated."""

from __future__ import annotations

import random
import re
import secrets
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.db.models import F
from django.test import Client
from django.utils import timezone

from games import selectors, services, tasks
from games.computer import PLAYERS_VERSION, Choice, choose, players
from games.models import Game, LevelFailure, SecretPick, StoredChoice
from games.thinking import ThinkingFailed, timer
from tests.games.conftest import let_computer_move
from tests.games.pages import at, text_of
from tests.games.whole_games import Table, make_move, seat_players, snapshot_of
from tests.present import present

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _only_the_budget_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock of quick levels: measuring coverage is slow and would cut a choice short."""
    stopped = SimpleNamespace(thread_time=lambda: 0.0, monotonic=lambda: 0.0)
    monkeypatch.setattr(timer, "time", stopped)


def check(game: Game) -> tuple[str, str]:
    """Return what the command prints, and its error or ""."""
    printed = StringIO()
    try:
        call_command("check_choices", game.public_id, stdout=printed)
    except CommandError as error:
        return printed.getvalue(), str(error)
    return printed.getvalue(), ""


@pytest.fixture
def begin(known_shuffle: None, alice: Any) -> Any:
    """Return a function that starts a game of alice, who is to move, against a computer."""

    def start(level: str) -> Game:
        game = services.play_computer(alice, variant="trifecta", move_time=60, levels=[level])
        services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
        services.pick_computer_secret(game.pk, seat=1, card="6C")
        game.refresh_from_db()
        return game

    return start


@pytest.mark.parametrize("level", ["easy", "club", "strong"])
def test_a_stored_choice_is_made_again(begin: Any, alice: Any, play: Any, level: str) -> None:
    game = begin(level)
    play(game, alice, "9D x 4H 5D")
    let_computer_move(game)
    choice = StoredChoice.objects.get()
    move = present(choice.move)
    assert (choice.level, move.number, move.seat) == (level, 4, 1)
    assert check(game) == ("1 choice repeated, no difference\n", "")


@pytest.mark.parametrize("level", ["beginner", "master"])
def test_a_secret_pick_is_made_again_before_the_deal_and_after_it(alice: Any, level: str) -> None:
    game = services.play_computer(alice, variant="trifecta", move_time=60, levels=[level])
    for _ in range(2):
        tasks.play_computer(game.pk)
    choice = StoredChoice.objects.get()
    assert (choice.level, choice.pick) == (level, SecretPick.objects.get(seat__index=1))
    assert check(game) == ("1 choice repeated, no difference\n", "")
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    assert check(game) == ("1 choice repeated, no difference\n", "")
    other = "6C" if present(choice.pick).card != "6C" else "7C"
    SecretPick.objects.filter(seat__index=1).update(card=other)
    printed, _ = check(game)
    assert printed == f"game {game.public_id}, event 2: the move is different\n"


def test_a_choice_that_differs_is_found(begin: Any, alice: Any, play: Any) -> None:
    game = begin("easy")
    play(game, alice, "9D x 4H 5D")
    tasks.play_computer(game.pk)
    StoredChoice.objects.update(view_hash="0" * 64)
    printed, error = check(game)
    assert printed == f"game {game.public_id}, event 4: the view is different\n"
    assert error == "1 choice repeated, 1 with a difference"


def test_an_unknown_game_is_an_error() -> None:
    with pytest.raises(CommandError, match="There is no game with that id."):
        call_command("check_choices", "nosuchgame")


def test_no_name_of_a_game_is_taken_for_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-vb2defghijklmnopqrstu", "--b2defghijklmnopqrstu", "b-2defghijklmnopqrstu-"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(drawn))
    assert Game().public_id == "b-2defghijklmnopqrstu-"


def test_a_choice_of_other_players_is_left_out(begin: Any, alice: Any, play: Any) -> None:
    game = begin("easy")
    play(game, alice, "9D x 4H 5D")
    tasks.play_computer(game.pk)
    StoredChoice.objects.update(view_hash="0" * 64, players_version=0)
    printed, error = check(game)
    assert printed == (
        "1 left out: made by another release, or not by a computer player\n"
        "0 choices repeated, no difference\n"
    )
    assert not error


def test_a_level_that_fails_leaves_the_move_to_the_club_player(
    begin: Any,
    alice: Any,
    play: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ThinkingFailed("it took too long")

    game = begin("master")
    play(game, alice, "9D x 4H 5D")
    monkeypatch.setattr(tasks, "think", fail)
    let_computer_move(game)
    assert StoredChoice.objects.get().level == "club"
    assert caplog.messages == [f"game {game.pk}, event 4: level master failed: it took too long"]
    assert failures() == {"trifecta master": 1}
    assert check(game) == ("1 choice repeated, no difference\n", "")


def test_a_failure_that_cannot_be_counted_delays_no_move(
    begin: Any, alice: Any, play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ThinkingFailed("it took too long")

    def is_locked(**_: Any) -> None:
        raise OperationalError("database is locked")

    game = begin("master")
    play(game, alice, "9D x 4H 5D")
    monkeypatch.setattr(tasks, "think", fail)
    monkeypatch.setattr(services, "record_failure", is_locked)
    let_computer_move(game)
    assert StoredChoice.objects.get().level == "club"


def failures() -> dict[str, int]:
    """Return how often each level has failed, by the game and the level."""
    return {f"{each.variant} {each.level}": each.count for each in LevelFailure.objects.all()}


def break_levels(monkeypatch: pytest.MonkeyPatch, *levels: str) -> None:
    """Break these levels; the error's own words name all cards that the seat sees."""

    def fail(turn: Any) -> None:
        try:
            raise KeyError(*turn.state.hands[turn.seat])
        except KeyError as error:
            raise ValueError(f"{turn.state} with {turn.work.limit}") from error

    broken = dict.fromkeys(levels, fail)
    monkeypatch.setitem(players._BY_BOARD, "piles", {**players._BY_BOARD["piles"], **broken})


def test_the_log_of_a_broken_level_says_where_it_broke_but_names_no_card(
    begin: Any,
    alice: Any,
    play: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = begin("club")
    play(game, alice, "9D x 4H 5D")
    break_levels(monkeypatch, "club", "easy")
    tasks.play_computer(game.pk)
    (message,) = caplog.messages
    assert message.startswith(f"game {game.pk}, event 4: level club failed: ValueError\n  File ")
    assert re.search(r'computer/players.py", line \d+, in _think\n', message)
    assert re.search(r"\ncaused by KeyError\n  File .*, in fail\Z", message)
    # Read what is printed too: with exc_info the log would add the error's own words.
    assert not re.search(r"\b[2-9TJQKA][SHDC]\b|\?\?|Pile|Phase", caplog.text)
    assert str(StoredChoice.objects.get().seed) not in caplog.text
    assert failures() == {"trifecta club": 1}


def test_failures_are_counted_for_each_level_of_each_game(
    begin: Any, alice: Any, play: Any, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    game = begin("club")
    assert client.get("/health").json()["level_failures"] == 0
    assert client.get("/health").json()["level_failure_age"] is None
    break_levels(monkeypatch, "club")
    play(game, alice, "9D x 4H 5D")
    tasks.play_computer(game.pk)
    for level in ("club", "strong", "club"):
        tasks._report_failure(game.pk, 5, {"variant": "casino"}, level, "it died")
    assert failures() == {"casino club": 2, "casino strong": 1, "trifecta club": 1}
    answer = client.get("/health").json()
    assert answer["level_failures"] == 4
    assert 0 <= answer["level_failure_age"] < 60


def test_a_level_that_works_has_no_failures(begin: Any, alice: Any, play: Any) -> None:
    game = begin("club")
    play(game, alice, "9D x 4H 5D")
    tasks.play_computer(game.pk)
    assert StoredChoice.objects.get().level == "club"
    assert failures() == {}


def test_a_move_that_is_not_legal_is_replaced(
    begin: Any,
    alice: Any,
    play: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(
        tasks,
        "choose_in_time",
        lambda *asked: replace(choose(*asked), alternatives=(("9D x 4H 5D", 1.0),)),
    )
    game = begin("easy")
    play(game, alice, "9D x 4H 5D")
    tasks.play_computer(game.pk)
    (message,) = caplog.messages
    assert message.startswith(f"game {game.pk}, event 4: level easy failed: IllegalPlay\n")
    assert "9D" not in caplog.text
    assert failures() == {"trifecta easy": 1}
    choice = StoredChoice.objects.get()
    assert (choice.level, present(choice.move).number) == ("", 4)


def test_a_choice_for_a_table_that_somebody_has_left_since_is_void(
    alice: Any, bob: Any, carol: Any
) -> None:
    snapshot = snapshot_of(
        seat_players(Table("casino", 4, {"target": None}), [alice, bob, carol], random.Random(1))
    )
    game = snapshot.game
    while snapshot.game.to_move != 3:
        make_move(snapshot, random.Random(1))
        snapshot = snapshot_of(game)
    turn = present(selectors.computer_turn(game.pk))
    services.quit_game(game.pk, user_id=bob.pk)
    with pytest.raises(services.StaleTable):
        tasks._play_choice(game.pk, turn, tasks._choose(game.pk, turn, 1))
    game.refresh_from_db()
    assert game.computer_moves_at is not None
    tasks.play_computer(game.pk)
    assert present(StoredChoice.objects.get().move).seat == 3
    assert check(game) == ("1 choice repeated, no difference\n", "")


@pytest.mark.parametrize(
    "change",
    [{"choice": {"level": "expert"}}, {"game": {"rules_version": 99}}],
    ids=["level", "rules"],
)
def test_a_choice_that_cannot_be_repeated_is_left_out(
    begin: Any, alice: Any, play: Any, change: Any
) -> None:
    game = begin("easy")
    play(game, alice, "9D x 4H 5D")
    tasks.play_computer(game.pk)
    StoredChoice.objects.update(players_version=PLAYERS_VERSION, **change.get("choice", {}))
    Game.objects.update(version=F("version") + 1, rules_version=1)
    Game.objects.update(**change.get("game", {"rules_version": game.rules_version}))
    printed, error = check(game)
    assert printed.startswith("1 left out")
    assert not error


def test_a_cut_choice_that_differs_is_reported_but_no_failure(
    begin: Any, alice: Any, play: Any
) -> None:
    game = begin("easy")
    play(game, alice, "9D x 4H 5D")
    turn = present(selectors.computer_turn(game.pk))
    choice = tasks._choose(game.pk, turn, 1)
    other = next(str(m) for m in turn.rules.moves(turn.rules.position(turn.view)))
    assert other != choice.move
    tasks._play_choice(game.pk, turn, replace(choice, alternatives=((other, 0.0),), was_cut=True))
    printed, error = check(game)
    assert "the move is different (the clock had cut the choice short)" in printed
    assert not error
    StoredChoice.objects.update(view_hash="0" * 64)
    assert check(game)[1] == "1 choice repeated, 1 with a difference"


def test_a_void_move_leaves_no_choice(begin: Any, alice: Any, play: Any) -> None:
    game = begin("easy")
    play(game, alice, "9D x 4H 5D")
    turn = present(selectors.computer_turn(game.pk))
    tasks.play_computer(game.pk)
    with pytest.raises(services.NotYourTurn):
        services.make_computer_move(
            game.pk,
            seat=1,
            selection=services.Selection(turn.seen, text="8D"),
            recipe=Choice((("8D", 0.0),), "easy", 1, "0" * 64, budget=1).recipe(),
        )
    assert StoredChoice.objects.count() == 1


def test_the_seed_is_hidden_during_the_game(
    begin: Any, alice: Any, as_alice: Client, client_of: Any, make_user: Any, play: Any
) -> None:
    game = begin("easy")
    play(game, alice, "9D x 4H 5D")
    tasks.play_computer(game.pk)
    choice = StoredChoice.objects.get()
    keeper = client_of(make_user("keeper", is_staff=True, is_superuser=True))
    pages = [
        text_of(as_alice.get(at("game", game))),
        text_of(as_alice.get(at("replay", game), follow=True)),
        text_of(keeper.get(f"/admin/games/game/{game.pk}/change/")),
        text_of(as_alice.get("/me/download/")),
    ]
    for page in pages:
        assert game.public_id in page
        assert str(choice.seed) not in page
        assert choice.view_hash not in page


# The natural pause


def pause_of(game: Game) -> float:
    game.refresh_from_db()
    assert game.computer_moves_at is not None
    assert game.turn_started_at is not None
    return (game.computer_moves_at - game.turn_started_at).total_seconds()


def test_a_computer_takes_its_time(begin: Any, alice: Any, play: Any) -> None:
    game = begin("easy")
    play(game, alice, "9D x 4H 5D")
    sweep = settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"]
    assert isinstance(sweep, timedelta)
    assert 0.6 <= pause_of(game) <= 2.0 - sweep.total_seconds()


def test_a_fast_computer_is_asked_as_soon_as_the_move_is_committed(
    begin: Any,
    alice: Any,
    play: Any,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(
        current_app,
        "send_task",
        lambda name, args, **options: sent.append((name, args, options)),
    )
    game = begin("easy")
    type(alice).objects.update(fast=True)  # the cached snapshot does not have it
    with django_capture_on_commit_callbacks(execute=True):
        play(game, alice, "9D x 4H 5D")
        assert sent == []
    assert sent == [("games.tasks.play_computer", [game.pk], {"expires": 10})]
    assert pause_of(game) == 2  # then the sweep asks, in case the message was lost


def test_a_move_is_made_although_there_is_no_broker(
    begin: Any,
    alice: Any,
    play: Any,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(current_app, "send_task", fail)
    game = begin("easy")
    type(alice).objects.update(fast=True)
    with django_capture_on_commit_callbacks(execute=True):
        play(game, alice, "9D x 4H 5D")
    assert pause_of(game) == 2


def test_a_computer_is_fast_only_when_everybody_at_the_table_wants_it(
    picking: Any, alice: Any, bob: Any
) -> None:
    seats = list(picking().seats.order_by("index"))
    for person, pauses in ((alice, True), (bob, False)):
        type(person).objects.filter(pk=person.pk).update(fast=True)
        assert bool(services.computers._natural_pause(seats)) == pauses
