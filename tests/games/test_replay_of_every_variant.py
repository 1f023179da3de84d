"""Every registered game can be replayed move by move, with any number of players."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from django.template import engines

from games import rules
from games.live.fragments import render_replay
from games.messages.moves import tell_play
from games.presenters import view_replay
from games.presenters.boards import BOARDS
from games.presenters.events import explain_event
from games.presenters.replay.steps import Replay, make_replay
from games.rules.record import RecordedEvent
from games.rules.triple_four.triplets import sort_cards

NAMES = ("alice", "bob", "carol", "dave")
LOOKED_AT = 14
"""The number of steps checked in each replay. The longest replays have hundreds."""
VERBS = {
    *("build", "discard", "draw", "drop", "end", "make"),
    *("match", "pass", "put", "take", "trail"),
}
TABLES = [
    (name, players)
    for name, variant in rules.VARIANTS.items()
    if variant.board in BOARDS
    for players in range(variant.seats[0], variant.seats[1] + 1)
]


def random_replay(variant: Any, players: int) -> Replay:
    rng = random.Random(players)
    states = [variant.deal(rng.sample(variant.pack, len(variant.pack)), players=players)]
    events = []
    while moves := list(variant.moves(states[-1])):
        move = rng.choice(moves)
        seat = states[-1].to_move
        events.append(RecordedEvent("reshuffle" if seat is None else "move", seat, str(move), 3.0))
        states.append(variant.play(states[-1], move))
    return make_replay(
        variant, events, states, names=NAMES[:players], avatars=("nobody",) * players
    )


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_step_is_shown_from_every_seat(name: str, players: int) -> None:
    replay = random_replay(rules.variant(name), players)
    assert replay.last > 20
    stride = replay.last // LOOKED_AT + 1
    for step in (*range(0, replay.last, stride), replay.last):
        for perspective in ("", *map(str, range(players))):
            view = view_replay(replay, path="/x/", step=step, perspective=perspective)
            assert len(view.far) == players - 1
            html = render_replay(view, language="en")
            assert all(name in html for name in replay.names)
            assert not view.words.endswith(".")
            assert view.is_move == bool(view.notation)
            assert not view.is_move or view.words.startswith(NAMES)
            is_hidden = [seat != perspective for seat in map(str, range(players)) if perspective]
            backs = sum(
                len(replay.states[step].hands[seat])
                for seat, hidden in enumerate(is_hidden)
                if hidden
            )
            if replay.states[step].to_move is not None:
                hands = re.findall(r'<span class="replay-hand".*?</span></span>', html, re.DOTALL)
                assert "".join(hands).count("/back.svg") == backs


def test_a_large_hand_is_sorted_by_rank() -> None:
    replay = random_replay(rules.variant("triple_four"), 2)
    for perspective in ("", "0"):
        view = view_replay(replay, path="/x/", step=20, perspective=perspective)
        for seat in (view.near, *view.far):
            cards = tuple(face.code for face in seat.hand)
            assert cards == sort_cards(cards)


@pytest.mark.parametrize(
    ("name", "counted"), [("trifecta", "points"), ("casino", "of 21"), ("triple_four", "of 4")]
)
def test_a_total_names_its_unit(name: str, counted: str) -> None:
    html = render_replay(
        view_replay(random_replay(rules.variant(name), 2), path="/x/", step=0, perspective=""),
        language="en",
    )
    assert html.count(f'<span class="player-points"> {counted}</span>') == 2
    words = re.sub("<[^>]*>", "", html)
    assert ("Points" in words, "Matches" in words) == (counted != "of 4", counted == "of 4")


def test_one_point_is_not_said_in_the_plural() -> None:
    replay = random_replay(rules.variant("trifecta"), 2)
    step = next(step for step, made in enumerate(replay.steps) if sorted(made.totals) == [0, 1])
    html = render_replay(view_replay(replay, path="/x/", step=step, perspective=""), language="en")
    assert '<b>1</b><span class="player-points"> point</span>' in html
    assert '<b>0</b><span class="player-points"> points</span>' in html


@pytest.mark.parametrize(
    ("kind", "title", "shown"),
    [
        ("hearts", "hearts", '<i class="suit-h" aria-hidden="true">♥</i>'),
        ("clubs", "clubs", '<i class="suit-c" aria-hidden="true">♣</i>'),
        ("cards", "cards", '<i class="count-cards" aria-hidden="true"></i>'),
    ],
)
def test_captured_cards_of_any_suit_can_be_counted(kind: str, title: str, shown: str) -> None:
    live: Any = engines["live"]
    pieces = live.env.get_template("_pieces.jinja").module
    words = f'<span class="hidden-text"> {title}</span>'
    assert str(pieces.count(kind, 3)).strip() == f'<span title="{title}">3{words}{shown}</span>'


@pytest.mark.parametrize(
    ("total", "word"), [("0", "points"), ("½", "point"), ("1", "point"), ("1½", "points")]
)
def test_a_total_at_a_seat_is_counted_as_in_sentences(total: str, word: str) -> None:
    live: Any = engines["live"]
    pieces = live.env.get_template("_pieces.jinja").module
    assert pieces.seat_total(total, None) == (
        f'<b>{total}</b><span class="player-points"> {word}</span>'
    )


@pytest.mark.parametrize("name", rules.VARIANTS)
def test_every_move_can_be_told_to_its_player(name: str) -> None:
    variant = rules.variant(name)
    replay = random_replay(variant, variant.seats[0])
    played = zip(replay.states, replay.steps[1:], strict=False)
    told = [
        tell_play(explain_event(variant, before, step.notation), is_you=True)
        for before, step in played
        if step.is_move
    ]
    assert told
    assert {words.split()[0] for words in told} == {"You"}
    assert {words.split()[1] for words in told} <= VERBS
