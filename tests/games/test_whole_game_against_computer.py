"""A whole game of a person against a computer player, through the services and the tasks."""

from __future__ import annotations

import random
import secrets
from typing import Any

import pytest
from django.utils import timezone

from games import selectors, services, tasks
from games.models import Game
from games.rules.state import TableState
from tests.games.conftest import state_of
from tests.present import present

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.once) for seed in (1, 2))]
)
def test_a_person_plays_a_whole_game_against_the_computer(
    alice: Any, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(seed)
    # The shuffle and the computer player use it too, so the same seed gives the same game.
    monkeypatch.setattr(secrets, "token_bytes", rng.randbytes)
    monkeypatch.setattr(random, "SystemRandom", lambda: rng)
    game = services.play_computer(alice, variant="trifecta", move_time=60, levels=["easy"])
    tasks.play_computer(game.pk)
    services.pick_secret(game.pk, user_id=alice.pk, card="7H", arrived_at=timezone.now())
    game.refresh_from_db()
    while game.status == Game.Status.PLAYING:
        if game.to_move == 1:
            assert game.computer_moves_at is not None
            tasks.play_computer(game.pk)
        else:
            assert game.computer_moves_at is None
            tasks.play_computer(game.pk)  # not its turn: nothing happens
            play_anything(game, alice, rng)
        before, game = game, Game.objects.get(pk=game.pk)
        assert game.move_count == before.move_count + 1
    check_the_end(game)


def play_anything(game: Game, user: Any, rng: random.Random) -> None:
    snapshot = selectors.find_game(game.public_id, user)
    move = rng.choice(list(game.rules.moves(snapshot.state)))
    services.make_move(
        game.pk,
        user_id=user.pk,
        selection=services.Selection(game.move_count, text=str(move)),
        arrived_at=timezone.now(),
    )


def check_the_end(game: Game) -> None:
    assert (game.status, game.deadline, game.computer_moves_at) == ("finished", None, None)
    assert not game.events.exclude(kind="move").exists()
    assert [event.number for event in game.events.all()] == list(range(1, game.event_count + 1))
    state = state_of(game)
    scores = game.rules.scores(state)
    seats = list(game.seats.order_by("index"))
    assert [float(present(seat.total)) for seat in seats] == [
        float(side["total"]) for side in scores
    ]
    assert sorted(seat.result for seat in seats) in (["lost", "won"], ["drawn", "drawn"])
    assert isinstance(state, TableState)
    captured = [card for side in state.captures for capture in side for card in capture.cards]
    assert sorted(captured) == sorted(game.rules.pack)
    assert [row.index for row in game.decks.get().rounds.order_by("index")] == [1, 2, 3, 4, 5, 6]
