"""Rematches: who may ask for one, and who sits there."""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from games.models import Game
from tests.games.conftest import players_of, status_of
from tests.games.seated import open_table, play_computer

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(dealt: Any, alice: Any) -> Game:
    game: Game = dealt()
    services.quit_game(game.pk, user_id=alice.pk)
    game.refresh_from_db()
    return game


def test_a_rematch_waits_for_the_other_and_for_nobody_else(
    finished: Game, alice: Any, bob: Any, oscar: Any
) -> None:
    offered = services.offer_rematch(finished.pk, user=alice)
    assert (offered.status, offered.move_time, offered.invited) == ("waiting", 60, bob)
    assert services.offer_rematch(finished.pk, user=alice).pk == offered.pk
    with pytest.raises(services.SeatRefused):
        services.join_game(offered.pk, user=oscar)
    accepted = services.offer_rematch(finished.pk, user=bob)
    assert (accepted.pk, accepted.status) == (offered.pk, "picking")
    assert services.offer_rematch(finished.pk, user=alice).pk == offered.pk
    assert finished.rematches.get().pk == offered.pk


def test_the_page_of_the_opponent_shows_an_offered_rematch(finished: Game, alice: Any) -> None:
    services.offer_rematch(finished.pk, user=alice)
    assert Game.objects.get(pk=finished.pk).version == finished.version + 1


@pytest.mark.parametrize("answer", [services.join_game, services.leave_game])
def test_the_page_of_the_original_game_shows_what_became_of_the_rematch(
    finished: Game, alice: Any, bob: Any, answer: Any, django_capture_on_commit_callbacks: Any
) -> None:
    offered = services.offer_rematch(finished.pk, user=alice)
    finished.refresh_from_db()
    before = finished.version
    with django_capture_on_commit_callbacks(execute=True):
        answer(offered.pk, user=bob)
        finished.refresh_from_db()
        assert finished.version == before  # no transaction changes two games
    finished.refresh_from_db()
    assert finished.version == before + 1


def test_a_declined_rematch_may_be_asked_for_again(finished: Game, alice: Any, bob: Any) -> None:
    declined = services.offer_rematch(finished.pk, user=alice)
    services.leave_game(declined.pk, user=bob)
    again = services.offer_rematch(finished.pk, user=bob)
    assert (again.status, again.invited) == ("waiting", alice)
    assert status_of(declined) == "cancelled"


def test_there_is_no_rematch_before_the_end(dealt: Any, alice: Any) -> None:
    with pytest.raises(services.SeatRefused, match="^not_over$"):
        services.offer_rematch(dealt().pk, user=alice)


def test_outsiders_get_no_rematch(finished: Game, oscar: Any) -> None:
    with pytest.raises(services.NotSeated):
        services.offer_rematch(finished.pk, user=oscar)


def test_there_is_no_rematch_with_somebody_who_left(finished: Game, alice: Any, bob: Any) -> None:
    bob.delete()
    with pytest.raises(services.SeatRefused, match="^account_gone$"):
        services.offer_rematch(finished.pk, user=alice)


def test_there_is_no_rematch_of_a_table_that_nobody_joined(alice: Any) -> None:
    game = open_table(alice)
    services.leave_game(game.pk, user=alice)
    with pytest.raises(services.SeatRefused, match="^nobody_joined$"):
        services.offer_rematch(game.pk, user=alice)


def test_a_cancelled_game_may_have_a_rematch(picking: Any, alice: Any, bob: Any) -> None:
    game = picking()
    services.leave_game(game.pk, user=alice)
    assert services.offer_rematch(game.pk, user=bob).invited == alice


def test_a_rematch_against_the_computer_begins_at_once(alice: Any) -> None:
    game = play_computer(alice)
    services.leave_game(game.pk, user=alice)
    rematch = services.offer_rematch(game.pk, user=alice)
    assert (rematch.status, rematch.kind) == ("picking", "computer")
    assert players_of(rematch) == ["alice", "easy"]
    assert services.offer_rematch(game.pk, user=alice).pk == rematch.pk


def test_a_player_in_another_live_game_gets_no_live_rematch(
    finished: Game, alice: Any, bob: Any
) -> None:
    services.offer_rematch(finished.pk, user=alice)
    busy = play_computer(bob)
    with pytest.raises(services.AlreadyPlaying) as refused:
        services.offer_rematch(finished.pk, user=bob)
    assert refused.value.public_id == busy.public_id
