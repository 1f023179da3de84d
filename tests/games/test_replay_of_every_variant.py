"""Every game in the registry can be looked at move by move, whoever sits at its table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games import rules
from games.live import render_replay
from games.rules.record import Event
from games.tables import view_replay
from games.tables.replay import Replay, make_replay

NAMES = ("alice", "bob", "carol", "dave")
TABLES = [
    (name, players)
    for name, variant in rules.VARIANTS.items()
    for players in range(variant.seats[0], variant.seats[1] + 1)
]


def random_replay(variant: Any, players: int) -> Replay:
    rng = random.Random(players)
    states = [variant.deal(rng.sample(variant.pack, len(variant.pack)), players=players)]
    events = []
    while moves := list(variant.moves(states[-1])):
        move = rng.choice(moves)
        seat = states[-1].to_move
        events.append(Event("reshuffle" if seat is None else "move", seat, str(move), 3.0))
        states.append(variant.play(states[-1], move))
    return make_replay(
        variant, events, states, names=NAMES[:players], avatars=("nobody",) * players
    )


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_step_is_shown_from_every_seat(name: str, players: int) -> None:
    replay = random_replay(rules.variant(name), players)
    assert replay.last > 20
    for step in range(replay.last + 1):
        for perspective in ("", *map(str, range(players))):
            view = view_replay(replay, path="/x/", step=step, perspective=perspective)
            assert len(view.far) == players - 1
            html = render_replay(view)
            assert all(name in html for name in replay.names)
            assert bool(view.who) != (view.words.endswith("."))
            is_hidden = [seat != perspective for seat in map(str, range(players)) if perspective]
            backs = sum(
                len(replay.states[step].hands[seat])
                for seat, hidden in enumerate(is_hidden)
                if hidden
            )
            if replay.states[step].to_move is not None:
                assert html.count("/back.svg") == backs
