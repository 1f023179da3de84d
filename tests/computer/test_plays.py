"""The plays that a search lists, compared with the legal moves position by position."""

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from games import rules
from games.computer.piles.club import Outlook, look_round
from games.computer.piles.table import (
    BUILD,
    CAPTURE,
    DROP,
    LOCKED,
    SINGLE,
    Play,
    lay_play,
    read_move,
    read_table,
)
from games.computer.thinking import Turn, Work
from games.rules import Move
from games.rules.fishing import fishing
from games.rules.state import TableState
from games.rules.variant import AnyVariant
from tests.rules.test_every_variant import SETUPS, Setup

PILES = [setup for setup in SETUPS if setup.game.board == "piles"]
UNITS = 7
"""The most loose cards of a table whose best sums are always found."""


def positions(setup: Setup, most: int) -> Iterator[tuple[TableState, Outlook]]:
    """Yield so many whole states of random games, each with what the seat to move knows."""
    count = 0
    for seed in range(1000, 2000):
        for state, _ in setup.walk(seed):
            assert isinstance(state, TableState)
            if state.to_move is None or not state.hands[state.to_move]:
                continue  # a shuffle is awaited, or a secret card is picked
            yield state, look_round(Turn(fishing(setup.game), state, random.Random(1), Work(1)))
            count += 1
            if count == most:
                return


def read_moves(game: AnyVariant, state: TableState, outlook: Outlook) -> list[tuple[Play, Move]]:
    """Return the legal moves without lifelines, each as a play with its move."""
    plays = []
    for move in game.moves(state):
        play = read_move(outlook.table, move, outlook.loose, outlook.builds, outlook.seat)
        if play.kind in (CAPTURE, DROP) or (play.build and play.build[3] != LOCKED):
            plays.append((play, move))
    return plays


def list_plays(outlook: Outlook) -> list[Play]:
    return outlook.table.list_plays(
        outlook.hand, outlook.loose, outlook.builds, outlook.seat, frozenset()
    )


def name_play(play: Play) -> tuple[Any, ...]:
    return play.kind, play.card, play.taken, play.build


@pytest.mark.parametrize("setup", PILES, ids=str)
def test_every_play_is_legal_and_does_what_the_move_does(setup: Setup) -> None:
    """The same gain, and the same cards and builds on the table afterwards."""
    kinds = set()
    for state, outlook in positions(setup, 150):
        moves = defaultdict(list)
        for play, move in read_moves(setup.game, state, outlook):
            moves[name_play(play)].append((play.gain, move))
        for play in list_plays(outlook):
            gain, move = max(moves[name_play(play)], key=lambda pair: pair[0])
            assert play.gain == pytest.approx(gain)
            after = setup.game.play(state, move)
            if after.round == state.round and any(after.hands):
                loose, builds = lay_play(play, outlook.loose, outlook.builds)
                assert (loose, set(builds)) == (read_table(after)[0], set(read_table(after)[1]))
            kinds.add(play.kind)
    assert kinds == {CAPTURE, BUILD, DROP}


def test_one_ace_is_not_kept_for_two_builds() -> None:
    """After 4S + TS = 14, the ace would have to be kept for that build and for the one of 1."""
    game = rules.variant("royal")
    state = game.position(
        {
            "variant": "royal",
            "hands": [["AH", "4S"], ["9S"]],
            "table": [{"cards": ["TS"]}, {"cards": ["AD", "AS"], "value": 1, "owner": 0}],
        }
    )
    outlook = look_round(Turn(fishing(game), state, random.Random(1), Work(1)))
    legal = {name_play(play) for play, _ in read_moves(game, state, outlook)}
    assert {name_play(play) for play in list_plays(outlook)} <= legal


@pytest.mark.parametrize("setup", PILES, ids=str)
def test_every_card_has_its_best_play(setup: Setup) -> None:
    """Except for what the list leaves out: a sum in which a single build stands for a card.

    On crowded tables it may also overlook a sum, and of two trifectas it may list the lesser one.
    """
    compared = 0
    for state, outlook in positions(setup, 400):
        table, listed = outlook.table, list_plays(outlook)
        legal = [play for play, _ in read_moves(setup.game, state, outlook)]
        drops = [{play.card for play in plays if play.kind == DROP} for plays in (legal, listed)]
        assert drops[0] == drops[1]
        numbers = table.scoring.numbers.items()
        numbered = [card for card, read_as in numbers if read_as and card & outlook.loose]
        if len(numbered) > UNITS or any(build[3] == SINGLE for build in outlook.builds):
            continue
        for card in outlook.hand:
            for kind in (CAPTURE, BUILD):
                best, found = (
                    [play.gain for play in plays if (play.kind, play.card) == (kind, card)]
                    for plays in (legal, listed)
                )
                assert bool(best) == bool(found)
                chooses_faces = table.scoring.takes_many_faces and card in table.scoring.faces
                if best and kind == CAPTURE and not chooses_faces:
                    assert max(found) == pytest.approx(max(best))
                    compared += 1
    assert compared > 100
