"""Changes are announced once they are committed, to everybody whom they concern."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction

from config import groups
from games import announcing, services
from games.lessons import FIRST

pytestmark = pytest.mark.django_db(transaction=True)


def test_nothing_is_announced_before_the_change_is_committed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(groups, "send", lambda group, message: sent.append(group))
    with transaction.atomic():
        announcing.announce_game(7, 3)
        assert sent == []
    assert sent == ["game.7"]
    with suppress(ZeroDivisionError), transaction.atomic():
        announcing.announce_game(8, 3)
        raise ZeroDivisionError
    assert sent == ["game.7"]


def test_a_change_that_cannot_be_announced_is_made_all_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(group: str, message: Any) -> None:
        raise ConnectionError("no layer")

    monkeypatch.setattr(groups, "send", fail)
    with transaction.atomic():
        announcing.announce_game(7, 3)


def test_a_player_who_leaves_a_table_is_told_and_so_are_the_others_and_the_lobby(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = services.open_table(alice, variant="casino", move_time=60, kind="open", players=3)
    services.join_game(table.pk, user=bob)
    sent: list[str] = []
    monkeypatch.setattr(groups, "send", lambda group, message: sent.append(group))
    services.leave_game(table.pk, user=bob)
    assert {f"game.{table.pk}", f"user.{alice.pk}", f"user.{bob.pk}", "lobby"} <= set(sent)


def test_the_end_of_a_game_is_told_to_the_lists_of_its_players(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = services.open_table(alice, variant="casino", move_time=60, kind="open")
    services.join_game(game.pk, user=bob)
    sent: list[str] = []
    monkeypatch.setattr(groups, "send", lambda group, message: sent.append(group))
    services.quit_game(game.pk, user_id=alice.pk)
    assert {f"game.{game.pk}", f"user.{alice.pk}", f"user.{bob.pk}", "lobby"} <= set(sent)


def test_an_invitation_that_is_taken_back_leaves_the_list_of_the_invited(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = services.open_table(
        alice, variant="casino", move_time=60, kind="invitation", invited=bob
    )
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr(
        groups, "send", lambda group, message: sent.append((group, message["type"]))
    )
    services.leave_game(game.pk, user=alice)
    assert (f"user.{bob.pk}", "lists.changed") in sent


def test_a_rematch_of_several_comes_to_the_list_of_whoever_is_asked_and_leaves_it(
    alice: Any, bob: Any, carol: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = services.open_table(alice, variant="casino", move_time=60, kind="open", players=3)
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    for user in (alice, bob):
        services.quit_game(game.pk, user_id=user.pk)
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr(
        groups, "send", lambda group, message: sent.append((group, message["type"]))
    )
    offered = services.offer_rematch(game.pk, user=alice)
    assert (f"user.{carol.pk}", "lists.changed") in sent
    sent.clear()
    services.leave_game(offered.pk, user=alice)
    assert (f"user.{carol.pk}", "lists.changed") in sent


def test_a_game_that_goes_on_leaves_the_list_of_a_player_who_drops_out(
    alice: Any, bob: Any, carol: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = services.open_table(alice, variant="casino", move_time=60, kind="open", players=3)
    for user in (bob, carol):
        services.join_game(game.pk, user=user)
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr(
        groups, "send", lambda group, message: sent.append((group, message["type"]))
    )
    services.quit_game(game.pk, user_id=bob.pk)
    assert (f"user.{bob.pk}", "lists.changed") in sent


def test_games_that_nobody_else_is_shown_are_not_announced_to_the_lobby(
    alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(groups, "send", lambda group, message: sent.append(group))
    lesson = services.start_lesson(alice, variant="casino", name=FIRST)
    services.quit_game(lesson.pk, user_id=alice.pk)
    services.play_computer(alice, variant="casino", move_time=0, levels=["easy"])
    invited = services.open_table(
        alice, variant="casino", move_time=86_400, kind="invitation", invited=bob
    )
    services.join_game(invited.pk, user=bob)
    assert {f"user.{alice.pk}", f"user.{bob.pk}"} <= set(sent)
    assert "lobby" not in sent
    services.play_computer(bob, variant="casino", move_time=60, levels=["easy"])  # is counted
    assert "lobby" in sent
