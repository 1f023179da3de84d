"""The worlds that a computer player samples agree with all that its seat knows."""

import random
from typing import Any

import pytest

from games import rules
from games.computer.piles.club import look_round
from games.computer.piles.endgame import is_open
from games.computer.piles.worlds import sample_world
from games.computer.thinking import Turn, Work
from games.rules.cards import PACK
from games.rules.fishing import fishing
from games.rules.state import State
from games.rules.variant import AnyVariant
from tests.rules.test_every_variant import PILES, SETUPS, Setup

ON_PILES = [setup for setup in SETUPS if setup.game.name in PILES]
KEEPING = [name for name in PILES if fishing(rules.variant(name)).keeps_builds]


def imagine(game: AnyVariant, view: dict[str, Any], seed: int) -> State:
    state = game.position(view)
    outlook = look_round(Turn(fishing(game), state, random.Random(seed), Work(100)))
    world = sample_world(
        outlook.table.scoring, state, outlook.builds, outlook.unseen, random.Random(seed)
    )
    assert isinstance(world, State)
    return world


@pytest.mark.parametrize("setup", ON_PILES, ids=str)
def test_a_seats_view_of_a_world_is_its_real_view(setup: Setup) -> None:
    for state, _ in setup.walk(1):
        seat = state.to_move
        if seat is None or not state.hands[seat]:
            continue
        view = setup.game.document(state, seat)
        world = imagine(setup.game, view, 1)
        assert setup.game.document(world, seat) == view
        full = setup.game.document(world)
        assert "??" not in str({key: full[key] for key in full if key != "secrets"})
        assert setup.game.document(setup.game.position(full)) == full


@pytest.mark.parametrize("name", KEEPING)
def test_the_owner_of_a_build_holds_a_card_for_it(name: str) -> None:
    view = {
        "variant": name,
        "hands": [["TS", "4H"], *[["??", "??"]] * (rules.variant(name).seats[0] - 1)],
        "table": [
            {"cards": ["5D", "4C"], "value": 9, "owner": 1},
            {"cards": ["2S", "AC"], "value": 3, "owner": 1},
        ],
        "stock": ["??"] * 8,
    }
    for seed in range(50):
        ranks = {card[0] for card in imagine(rules.variant(name), view, seed).hands[1]}
        assert ranks == {"9", "3"}


def test_in_trifecta_the_owner_of_a_build_mostly_holds_a_card_for_it() -> None:
    view = {
        "variant": "trifecta",
        "hands": [["TS", "4H"], ["??"]],
        "table": [{"cards": ["5D", "4C"], "value": 9, "owner": 1}],
        "stock": ["??"] * 8,
    }
    worlds = [imagine(rules.variant("trifecta"), view, seed) for seed in range(100)]
    nines = sum(world.hands[1][0] in ("9S", "9H", "9D", "9C", "KS") for world in worlds)
    assert 55 < nines < 95


def test_all_cards_are_known_once_the_stock_is_used_up() -> None:
    held = [["TS", "4H"], ["9C", "9D"]]
    hidden = [held[0], ["??", "??"]]
    captured = [card for card in PACK if card not in (*held[0], *held[1], "5D")]
    view = {"variant": "casino", "hands": hidden, "table": [{"cards": ["5D"]}], "target": None}
    view["captured"] = [captured, []]
    game = rules.variant("casino")
    outlook = look_round(Turn(fishing(game), game.position(view), random.Random(1), Work(100)))
    assert is_open(outlook)
    assert set(imagine(game, view, 1).hands[1]) == set(held[1])
